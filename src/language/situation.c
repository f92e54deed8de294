#include "language/situation.h"

#include <string.h>

#include "language/label.h"

static size_t situation_bytes(const struct few_space *space, size_t room) {
    return few_array_size(room, space->words * sizeof(uint64_t) + sizeof(struct few_step) +
                                    sizeof(struct few_move_place) + 3 * sizeof(uint32_t));
}

void few_situation_close(struct few_situation *s) {
    few_namings_free(&s->namings);
    few_free(s->memory, s->next, situation_bytes(s->space, s->room));
}

/* All in one block: a word is made for every move of a solution. */
bool few_situation_open(struct few_situation *s, struct few_memory *memory,
                           const struct few_puzzle *puzzle, const struct few_space *space,
                           const uint64_t *state) {
    size_t room = (size_t)space->max_successors + 1; /* never empty */
    *s = (struct few_situation){.memory = memory, .puzzle = puzzle, .space = space, .state = state, .room = room};
    s->next = few_alloc(memory, situation_bytes(space, room));
    if (!s->next)
        return false;
    s->steps = (struct few_step *)(s->next + room * space->words);
    s->places = (struct few_move_place *)(s->steps + room);
    s->fitting = (uint32_t *)(s->places + room);
    s->namesake = s->fitting + room;
    s->order = s->namesake + room;
    memset(s->order, 0, room * sizeof *s->order);
    s->count = space->run->successors(space, state, 1, s->next, s->steps);
    if (!few_go_on(memory, 64 * (uint64_t)s->count)) {
        few_free(memory, s->next, situation_bytes(space, room));
        return false;
    }
    for (size_t i = 0; i < s->count; i++)
        s->places[i] = space->run->place(space, state, s->steps[i].move);
    if (few_namings_make(&s->namings, memory, puzzle, space, state, s->next, s->steps, s->places, s->count))
        return true;
    few_situation_close(s);
    return false;
}

int few_compare_results(const struct few_situation *s, uint32_t a, uint32_t b) {
    size_t words = s->space->words;
    return memcmp(s->next + a * words, s->next + b * words, words * sizeof *s->next);
}

static bool comes_before(const struct few_situation *s, uint32_t a, uint32_t b, bool by_result) {
    int order = by_result ? few_compare_results(s, a, b) : 0;
    if (order)
        return order < 0;
    /* A move that can be matched in several ways comes where the match comes that has this label. */
    const struct few_move_place one = s->places[a], other = s->places[b];
    if (one.rule == other.rule && one.direction == other.direction && one.cell == other.cell &&
        one.steps == other.steps && s->order[a] != s->order[b])
        return s->order[a] < s->order[b];
    return s->steps[a].move < s->steps[b].move;
}

/* Sorts moves by their numbers, or by what they lead to and then by numbers. (qsort may allocate
 * behind our back.) */
static void sort_moves(const struct few_situation *s, uint32_t *moves, size_t count, bool by_result) {
    for (size_t begin = count / 2, end = count; end > 1;) {
        /* A heap grows from the back to the front; then its greatest goes behind it, again and
         * again. */
        uint32_t sinking;
        if (begin > 0) {
            sinking = moves[--begin];
        } else {
            sinking = moves[--end];
            moves[end] = moves[0];
        }
        size_t hole = begin;
        for (size_t child; (child = 2 * hole + 1) < end; hole = child) {
            if (child + 1 < end && comes_before(s, moves[child], moves[child + 1], by_result))
                child++;
            if (!comes_before(s, sinking, moves[child], by_result))
                break;
            moves[hole] = moves[child];
        }
        moves[hole] = sinking;
    }
}

size_t few_keep_results(const struct few_situation *s, uint32_t *moves, size_t count) {
    size_t kept = 0;
    sort_moves(s, moves, count, true);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || few_compare_results(s, moves[kept - 1], moves[i]) != 0)
            moves[kept++] = moves[i];
    sort_moves(s, moves, kept, false);
    return kept;
}

bool few_results_differ(const struct few_situation *s, const uint32_t *moves, size_t count) {
    for (size_t i = 1; i < count; i++)
        if (few_compare_results(s, moves[0], moves[i]) != 0)
            return true;
    return false;
}

static bool is_called(const struct few_naming *naming, const char *text, size_t length) {
    return naming->label && strlen(naming->label) == length && memcmp(naming->label, text, length) == 0;
}

size_t few_add_filled(const struct few_situation *s, const char *text, size_t length, uint32_t *moves, size_t count) {
    for (size_t i = 0; i < s->namings.list.count; i++) {
        const struct few_naming *naming = few_list_at(&s->namings.list, i);
        if (naming->telling != FEW_TOLD_BRACES || !is_called(naming, text, length))
            continue;
        moves[count++] = naming->move;
        s->order[naming->move] = naming->order;
    }
    return count;
}

bool few_situation_tell(struct few_situation *s) {
    s->told = s->told || few_namings_tell(&s->namings, s->memory, s->puzzle, s->space, s->state, s->next, s->steps, s->places, s->count);
    return s->told;
}

/* The moves whose label is the first `length` bytes of a text. Neighbours mostly have it in common.
 */
static size_t moves_with_label(const struct few_situation *s, const char *text, size_t length,
                               uint32_t *moves) {
    size_t count = 0;
    bool same = false;
    for (uint32_t i = 0; i < s->count; i++) {
        struct few_move_place place = s->places[i];
        if (few_has_braces(s->puzzle, place))
            continue;
        bool as_before = i && place.rule == s->places[i - 1].rule &&
                         place.direction == s->places[i - 1].direction && place.steps == s->places[i - 1].steps;
        if (!as_before)
            same = few_begins_with_label(text, s->puzzle, place) == length;
        if (same)
            moves[count++] = i;
    }
    return few_add_filled(s, text, length, moves, count);
}

size_t few_moves_called(const struct few_situation *s, const char *text, size_t length, uint32_t *moves) {
    size_t count = moves_with_label(s, text, length, moves);
    for (size_t i = 0, labels = count; labels == 0 && i < s->namings.list.count; i++) {
        const struct few_naming *naming = few_list_at(&s->namings.list, i);
        if (is_called(naming, text, length) && (count == 0 || moves[count - 1] != naming->move))
            moves[count++] = naming->move;
    }
    return count;
}

size_t few_keep_cell(const struct few_situation *s, uint32_t *moves, size_t count, uint32_t cell) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (s->places[moves[i]].cell == cell)
            moves[kept++] = moves[i];
    return kept;
}
