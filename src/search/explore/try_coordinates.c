/* Whether a space is explored by coordinates, by which ones, and with which symmetries of these. */
#include "facts/coordinates.h"
#include "search/explore/checkpoint.h"
#include "search/explore/row_classes.h"

enum {
    LEAST_STATES = 100000,   /* that are worth the tables of coordinates */
    MOST_FOR_SOME = 1 << 26, /* states that coordinates are used for where not all are asked for */
    MOST_RATIO = 2,          /* combinations of coordinates for each state */
    WHOLE_COLUMN = 1024,     /* values that the last coordinate has, at least, where orbits stay whole, … */
    WHOLE_ENTRIES = 8,       /* … and entries of tables for FEW_WHOLE_STATES states, at most */
    WHOLE_GAIN = 2,          /* orbits stay whole where that takes so many times less memory: their columns are larger, and slower */
};

/* Coordinates, and their symmetries. */
struct candidate {
    struct few_coordinates *coordinates;
    struct few_row_classes *classes; /* NULL: none */
};

static enum few_end explore(const struct candidate *chosen, struct few_watch *watch, struct few_exploration *result) {
    const struct few_coordinates *coordinates = chosen->coordinates;
    const struct few_row_classes *classes = chosen->classes;
    const bool asked_for = result->method == FEW_EXPLORE_COORDINATES;
    const size_t left = few_memory_left(watch->memory), reserve = asked_for ? 0 : FEW_EXPLORE_RESERVE;
    size_t bytes = few_explore_coordinates_bytes(coordinates, classes, result->threads, false);
    const bool is_packed = result->always_packed || left < reserve || bytes > left - reserve;
    if (is_packed)
        bytes = few_explore_coordinates_bytes(coordinates, classes, result->threads, true);
    if (!asked_for && (left < reserve || bytes > left - reserve))
        return FEW_RUNNING;
    result->method = FEW_EXPLORE_COORDINATES;
    result->symmetries = classes ? classes->maps + 1 : 1;
    result->expected = coordinates->states;
    result->needed = bytes == SIZE_MAX ? bytes : bytes + atomic_load(&watch->memory->used);
    return bytes > left ? FEW_MEMORY_LIMIT : few_explore_coordinates(coordinates, classes, is_packed, watch, result);
}

/* ---- Which coordinates */

static void look_for_classes(struct candidate *candidate, const struct few_watch *watch, const struct few_exploration *result) {
    if (result->symmetry_use != FEW_SYMMETRY_OFF)
        candidate->classes = few_row_classes_find(candidate->coordinates, watch->memory);
}

static size_t bytes_of(const struct candidate *candidate, const struct few_exploration *result) {
    return few_explore_coordinates_bytes(candidate->coordinates, candidate->classes, result->threads, false);
}

/* The classes of a candidate that was not chosen leave room for the other one. */
static void drop(struct candidate *candidate) {
    few_row_classes_free(candidate->classes);
    few_coordinates_free(candidate->coordinates);
    *candidate = (struct candidate){NULL, NULL};
}

/* Split orbits, or whole ones if there are some and their symmetries make rows few. */
static struct candidate choose(struct candidate *split, struct candidate *whole, const struct few_watch *watch, const struct few_exploration *result) {
    look_for_classes(split, watch, result);
    if (whole->coordinates)
        look_for_classes(whole, watch, result);
    const bool is_whole = whole->classes && (result->always_whole || bytes_of(whole, result) <= bytes_of(split, result) / WHOLE_GAIN);
    drop(is_whole ? split : whole);
    return is_whole ? *whole : *split;
}

/* How many coordinates a checkpoint was written by, and how many values each has. */
struct sizes {
    uint32_t count;
    uint64_t values[FEW_MOST_COORDINATES];
};

static struct sizes read_sizes(struct few_in *from) {
    struct sizes sizes = {.count = (uint32_t)few_in_count(from, FEW_MOST_COORDINATES)};
    for (uint32_t n = 0; n < sizes.count; n++)
        sizes.values[n] = few_in_number(from);
    return sizes;
}

static bool has_sizes(const struct few_coordinates *coordinates, const struct sizes *sizes) {
    bool same = coordinates->count == sizes->count;
    for (uint32_t n = 0; n < coordinates->count && same; n++)
        same = coordinates->coordinate[n].values == sizes->values[n];
    return same;
}

/* Those that a checkpoint was written by, whose sizes are read. None: the file does not say what it should, or these coordinates had no room. */
static struct candidate choose_again(struct candidate *split, struct candidate *whole, const struct few_watch *watch, const struct few_exploration *result) {
    const struct sizes sizes = read_sizes(few_kept_from(result));
    struct candidate *all[2] = {split, whole}, chosen = {NULL, NULL};
    for (size_t n = 0; n < 2; n++) {
        if (chosen.coordinates || !all[n]->coordinates || !has_sizes(all[n]->coordinates, &sizes)) {
            drop(all[n]);
            continue;
        }
        look_for_classes(all[n], watch, result);
        chosen = *all[n];
    }
    return chosen;
}

static enum few_end explore_best(struct few_coordinates_wish *wish, struct few_watch *watch, struct few_exploration *result) {
    struct candidate split = {wish->found, NULL}, whole = {wish->found->whole, NULL};
    wish->found->whole = NULL;
    wish->found = NULL;
    struct candidate chosen = few_kept_from(result) ? choose_again(&split, &whole, watch, result) : choose(&split, &whole, watch, result);
    enum few_end end = FEW_MEMORY_LIMIT;
    if (chosen.coordinates) {
        end = explore(&chosen, watch, result);
    } else if (!wish->no_memory) {
        few_in_refuse(few_kept_from(result));
        end = few_not_taken_up(result, watch);
    }
    drop(&chosen);
    return end;
}

enum few_end few_try_coordinates(const struct few_problem *problem, struct few_watch *watch, struct few_exploration *result) {
    const struct few_space *space = problem->space;
    const bool asked_for = result->method == FEW_EXPLORE_COORDINATES;
    struct few_coordinates_wish wish = {.backward = result->backward, .most = UINT64_MAX, .ratio = asked_for ? UINT64_MAX : MOST_RATIO,
                                        .why = "its moves are not rules for a board"};
    if (result->symmetry_use != FEW_SYMMETRY_OFF)
        wish.whole.entries = result->always_whole ? UINT32_MAX : WHOLE_ENTRIES;
    if (!result->always_whole)
        wish.whole.column = WHOLE_COLUMN;
    if (!asked_for)
        wish.least = LEAST_STATES;
    if (!asked_for && watch->max_states)
        wish.most = watch->max_states;
    else if (!asked_for && watch->max_depth != UINT64_MAX)
        wish.most = MOST_FOR_SOME; /* bitmaps of all states would be large for some layers */
    enum few_end end = FEW_RUNNING;
    if (problem->start_count != 1)
        wish.why = "there is not just one state to begin from";
    else if (space->keep && space->keep->orbit)
        result->orbit = space->keep->orbit(space, watch->memory, problem->starts,
                                           asked_for || result->method == FEW_EXPLORE_AUTO ? &wish : NULL);
    if (wish.found)
        end = explore_best(&wish, watch, result);
    else if (asked_for && wish.no_memory)
        end = few_refused(watch);
    else if (asked_for)
        result->unsuited = wish.why;
    return end;
}
