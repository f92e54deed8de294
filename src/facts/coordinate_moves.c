/* The moves of a puzzle as coordinates see them: each permutation once, with the one that undoes it. */
#include "facts/coordinates.h"

#include <string.h>

static bool is_identity(uint32_t points, const uint8_t *move) {
    for (uint32_t p = 0; p < points; p++)
        if (move[p] != p)
            return false;
    return true;
}

/* The moves of the puzzle, each permutation once. false: they are too many. */
static bool list_moves(struct few_coordinates *found, const struct few_orbit *orbit, bool backward) {
    for (size_t k = 0; k < orbit->move_count; k++) {
        few_permutation move = {0};
        uint32_t m = 0;
        for (uint32_t p = 0; p < found->points; p++)
            if (backward)
                move[orbit->moves[k][p]] = (uint8_t)p;
            else
                move[p] = orbit->moves[k][p];
        if (is_identity(found->points, move))
            continue;
        while (m < found->moves && memcmp(found->move[m], move, sizeof move) != 0)
            m++;
        if (m == FEW_COORDINATE_MOVES)
            return false;
        if (m == found->moves) {
            memcpy(found->move[found->moves++], move, sizeof move);
            found->number[m] = (uint32_t)k;
        }
        found->times[m]++;
    }
    return true;
}

/* Most often every move is undone by another one. */
static void find_inverses(struct few_coordinates *found) {
    found->undone = true;
    for (uint32_t m = 0; m < found->moves; m++) {
        uint32_t k = 0;
        for (; k < found->moves; k++) {
            uint32_t p = 0;
            while (p < found->points && found->move[k][found->move[m][p]] == p)
                p++;
            if (p == found->points)
                break;
        }
        found->inverse[m] = (uint16_t)k;
        found->undone = found->undone && k < found->moves;
    }
}

static bool make_room(struct few_coordinates *found) {
    found->move = few_alloc_zeroed(found->memory, found->room * sizeof *found->move);
    found->times = few_alloc_zeroed(found->memory, found->room * sizeof *found->times);
    found->number = few_alloc_zeroed(found->memory, found->room * sizeof *found->number);
    found->inverse = few_alloc_zeroed(found->memory, found->room * sizeof *found->inverse);
    return found->move && found->times && found->number && found->inverse;
}

struct few_coordinates *few_coordinates_create(struct few_memory *memory, const struct few_orbit *orbit, const uint64_t *state,
                                               bool backward, bool *too_many) {
    struct few_coordinates *found = few_alloc_zeroed(memory, sizeof *found);
    *too_many = false;
    if (!found)
        return NULL;
    found->memory = memory;
    found->points = orbit->points;
    found->words = orbit->words;
    memcpy(found->field, orbit->field, sizeof orbit->field);
    memcpy(found->first, state, orbit->words * sizeof *state);
    found->room = orbit->move_count < FEW_COORDINATE_MOVES ? (uint32_t)orbit->move_count : FEW_COORDINATE_MOVES;
    const bool room = make_room(found);
    *too_many = room && !list_moves(found, orbit, backward);
    if (room && !*too_many) {
        find_inverses(found);
        return found;
    }
    few_coordinates_free(found);
    return NULL;
}
