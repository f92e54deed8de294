/* fewest_random_state: a random walk, for starts to try searches on. */
#include "api/sample.h"
#include "api/scope.h"

#include "base/random.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_GOALS = 4096 };

/* Where to begin: a goal if the walk goes backwards, else a start. */
struct walk {
    uint64_t *from;
    size_t count, room;
    bool backward;
    uint64_t left; /* that may be spent: backwards no more than a solution may cost */
    /* Room for the moves of one state. */
    uint64_t *next;
    struct few_step *steps;
};

static bool walk_begin(const struct few_model *model, struct few_memory *memory, struct walk *walk) {
    if (model->space->run->predecessors) {
        if (few_model_goals(model, memory, MOST_GOALS, &walk->from, &walk->count, &walk->room) == FEW_GOALS_NO_MEMORY)
            return false;
        if (walk->count) {
            walk->backward = true;
            return true;
        }
    }
    return few_model_starts(model, memory, &walk->from, &walk->count, &walk->room);
}

/* The moves of a state that are not too dear, in walk->next. */
static size_t possible_steps(const struct few_space *space, const struct walk *walk, const uint64_t *state) {
    struct few_step *const steps = walk->left == UINT64_MAX ? NULL : walk->steps;
    size_t count = walk->backward ? space->run->predecessors(space, state, 1, walk->next, steps)
                                  : space->run->successors(space, state, 1, walk->next, steps);
    size_t kept = 0;
    if (!steps)
        return count;
    for (size_t i = 0; i < count; i++) {
        if (walk->steps[i].cost > walk->left)
            continue;
        if (kept < i) {
            memcpy(walk->next + kept * space->words, walk->next + i * space->words, space->words * sizeof *state);
            walk->steps[kept] = walk->steps[i];
        }
        kept++;
    }
    return kept;
}

/* Takes steps until there are enough or none is left. A walk that returns at once gets nowhere, so the state before the
 * last is avoided where there is another. Forwards, where none can be taken backwards, many walks end in the same few states: of a
 * walk that comes to an end, any state on the way is taken. The empty string cannot be written as a start: of a walk that ends in
 * it, the state before it is taken. false: stopped. */
static bool walk_on(const struct few_space *space, const struct few_memory *memory, struct walk *walk, uint64_t steps,
                    uint64_t *seed, uint64_t *state) {
    const size_t bytes = space->words * sizeof *state;
    const bool picks = !space->run->predecessors;
    uint64_t before[FEW_MAX_WORDS], picked[FEW_MAX_WORDS], full[FEW_MAX_WORDS];
    memcpy(before, state, bytes);
    memcpy(picked, state, bytes);
    memcpy(full, state, bytes);
    for (uint64_t step = 0; step < steps; step++) {
        size_t count = possible_steps(space, walk, state);
        if (count == 0 && picks)
            memcpy(state, picked, bytes);
        if (count == 0)
            break;
        if (!few_go_on(memory, 64 + 8 * count))
            return false;
        size_t chosen = few_random(seed) % count;
        for (size_t turn = 0; turn < count && memcmp(walk->next + chosen * space->words, before, bytes) == 0; turn++)
            chosen = (chosen + 1) % count;
        memcpy(before, state, bytes);
        memcpy(state, walk->next + chosen * space->words, bytes);
        if (picks && few_random_below(seed, step + 2) == 0)
            memcpy(picked, state, bytes);
        if (!few_state_is_empty(space, state))
            memcpy(full, state, bytes);
        walk->left -= walk->left == UINT64_MAX ? 0 : walk->steps[chosen].cost;
    }
    if (few_state_is_empty(space, state))
        memcpy(state, full, bytes);
    return true;
}

bool few_model_walk(const struct few_model *model, struct few_memory *memory, size_t steps, uint64_t *seed,
                    uint64_t *state, bool *backward, struct few_error *error) {
    const struct few_space *space = model->space;
    struct walk walk = {.left = UINT64_MAX};
    size_t most = space->max_successors > space->max_predecessors ? space->max_successors : space->max_predecessors;
    size_t bytes = (most + 1) * space->words * sizeof *walk.next, step_bytes = (most + 1) * sizeof *walk.steps;
    walk.next = few_alloc(memory, bytes);
    walk.steps = few_alloc(memory, step_bytes);
    bool begun = walk.next && walk.steps && walk_begin(model, memory, &walk), good = false;
    if (!begun) {
        few_fail_memory(error);
    } else if (walk.count == 0) {
        few_fail(error, FEW_ERROR_INPUT, "this puzzle has no start that fits its pieces");
    } else {
        memcpy(state, walk.from + few_random(seed) % walk.count * space->words, space->words * sizeof *state);
        const uint64_t possible = few_model_steps(model, walk.backward);
        if (walk.backward && model->puzzle && model->puzzle->has_within)
            walk.left = model->puzzle->within;
        good = walk_on(space, memory, &walk, steps < possible ? steps : possible, seed, state) || few_fail_memory(error);
        *backward = walk.backward;
    }
    few_free(memory, walk.from, walk.room * space->words * sizeof *walk.from);
    few_free(memory, walk.next, bytes);
    few_free(memory, walk.steps, step_bytes);
    return good;
}

static char *random_state(fewest_puzzle *puzzle, size_t steps, uint64_t seed, struct few_error *error) {
    uint64_t state[FEW_MAX_WORDS];
    bool backward;
    if (!puzzle->rules) {
        few_fail(error, FEW_ERROR_INPUT, "states have a text only in a puzzle from text");
        return NULL;
    }
    if (!few_puzzle_prepare(puzzle, FEW_TO_EXPLORE, NULL, error))
        return NULL;
    struct few_scope scope;
    few_scope_begin(&scope, puzzle, NULL);
    bool good = few_model_walk(puzzle->model, &puzzle->memory, steps, &seed, state, &backward, error);
    char *text = good ? few_state_text(puzzle->model, &puzzle->memory, state) : NULL;
    if (good && !text)
        few_fail_memory(error);
    if (few_scope_end(&scope, text != NULL, error))
        return text;
    free(text);
    return NULL;
}

char *fewest_random_state(fewest_puzzle *puzzle, size_t steps, uint64_t seed, fewest_error *error) {
    struct few_error inner = {0};
    char *text = random_state(puzzle, steps, seed, &inner);
    if (!text)
        few_error_publish(&inner, error);
    return text;
}
