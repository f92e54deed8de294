/* fewest_check: plays words from the start. */
#include "api/scope.h"

#include "language/labels.h"
#include "language/solution.h"

#include <stdlib.h>
#include <string.h>

char *few_state_text(const struct few_model *model, struct few_memory *memory, const uint64_t *state) {
    size_t bytes = 0;
    char *text = few_model_line(model, memory, state, &bytes), *copy = text ? strdup(text) : NULL;
    few_free(memory, text, bytes);
    return copy;
}

static fewest_verdict judge(const struct few_model *model, const uint64_t *state, uint64_t cost) {
    bool goal = false;
    model->space->run->is_goal(model->space, state, 1, &goal);
    if (!goal)
        return FEWEST_MISSES_GOAL;
    return model->puzzle->has_within && cost > model->puzzle->within ? FEWEST_TOO_LONG : FEWEST_REACHES_GOAL;
}

/* From one start: how far the words lead. */
static fewest_verdict play(const struct few_model *model, struct few_memory *memory, uint64_t *state,
                           const char *const *words, size_t count, size_t *step, struct few_error *error) {
    const struct few_space *space = model->space;
    uint64_t cost = 0;
    for (*step = 0; *step < count; ++*step) {
        struct few_step made;
        if (!few_go_on(memory, 1 << 12)) {
            few_fail_memory(error);
            return FEWEST_CANNOT_CHECK;
        }
        uint64_t next[FEW_MAX_WORDS];
        switch (few_read_word(memory, model->puzzle, space, state, words[*step], &made, next, error)) {
        case FEW_WORD_FITS:
            cost += made.cost;
            memcpy(state, next, space->words * sizeof *state);
            break;
        case FEW_WORD_NO_MEMORY: few_fail_memory(error); return FEWEST_CANNOT_CHECK;
        case FEW_WORD_UNKNOWN: return FEWEST_CANNOT_CHECK;
        default: return FEWEST_MOVE_FAILS;
        }
    }
    return judge(model, state, cost);
}

static bool is_better(fewest_verdict one, fewest_verdict other) {
    static const uint8_t order[] = {[FEWEST_REACHES_GOAL] = 0, [FEWEST_TOO_LONG] = 1, [FEWEST_MISSES_GOAL] = 2,
                                    [FEWEST_MOVE_FAILS] = 3, [FEWEST_CANNOT_CHECK] = 4};
    return order[one] < order[other];
}

/* Where there are several starts, the one that gets furthest counts. */
static fewest_verdict check(fewest_puzzle *puzzle, const char *const *words, size_t count, size_t *step, char **state,
                            struct few_error *error) {
    *step = 0;
    if (!puzzle->rules) {
        few_fail(error, FEW_ERROR_INPUT, "moves have words only in a puzzle from text");
        return FEWEST_CANNOT_CHECK;
    }
    if (!few_puzzle_prepare(puzzle, (struct few_purpose){.explore = true, .steps = count}, NULL, error))
        return FEWEST_CANNOT_CHECK;
    const struct few_model *model = puzzle->model;
    uint64_t *starts, best[FEW_MAX_WORDS] = {0};
    size_t start_count, room;
    if (!few_model_starts(model, &puzzle->memory, &starts, &start_count, &room)) {
        few_fail_memory(error);
        return FEWEST_CANNOT_CHECK;
    }
    fewest_verdict verdict = FEWEST_MOVE_FAILS;
    for (size_t i = 0; i < start_count; i++) {
        struct few_error mine = {0};
        uint64_t at[FEW_MAX_WORDS];
        size_t reached;
        memcpy(at, starts + i * model->space->words, model->space->words * sizeof *at);
        fewest_verdict one = play(model, &puzzle->memory, at, words, count, &reached, &mine);
        if (mine.kind == FEW_ERROR_MEMORY) { /* then it is not known which start gets furthest */
            few_free(&puzzle->memory, starts, room * model->space->words * sizeof *starts);
            *error = mine;
            return FEWEST_CANNOT_CHECK;
        }
        bool better = i == 0 || reached > *step || (reached == *step && is_better(one, verdict));
        if (!better)
            continue;
        verdict = one;
        *step = reached;
        *error = mine;
        memcpy(best, at, model->space->words * sizeof *best);
    }
    few_free(&puzzle->memory, starts, room * model->space->words * sizeof *starts);
    if (state && start_count)
        *state = few_state_text(model, &puzzle->memory, best);
    if (state && start_count && !*state) {
        *error = (struct few_error){0};
        few_fail_memory(error);
        return FEWEST_CANNOT_CHECK;
    }
    return verdict;
}

bool fewest_moves_are_letters(const fewest_puzzle *puzzle) {
    return puzzle->rules && few_labels_are_letters(puzzle->rules);
}

fewest_verdict fewest_check(fewest_puzzle *puzzle, const char *const *words, size_t count, size_t *step, char **state,
                            fewest_error *error) {
    struct few_error inner = {0};
    size_t played;
    if (state)
        *state = NULL;
    struct few_scope scope;
    few_scope_begin(&scope, puzzle, NULL);
    fewest_verdict verdict = check(puzzle, words, count, step ? step : &played, state, &inner);
    if (!few_scope_end(&scope, verdict != FEWEST_CANNOT_CHECK, &inner))
        verdict = FEWEST_CANNOT_CHECK;
    if (inner.kind != FEW_ERROR_NONE || inner.message[0])
        few_error_publish(&inner, error);
    return verdict;
}
