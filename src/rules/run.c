/* Runs a program: the inner loop of every search over rules. Each result is written before it is known whether it
 * counts, and counts by adding a truth value: guards are hard to predict and a store is cheaper than a
 * mispredicted branch. */
#include "rules/program.h"

#include <string.h>

static inline uint64_t rotate_left(uint64_t x, unsigned by) {
    return x << (by & 63) | x >> (-by & 63);
}

/* Results of one state so far: where to write, how many. */
struct results {
    uint64_t *next;
    struct few_step *steps;
    size_t count;
    uint32_t source;
};

static inline void note_step(struct results *results, const struct few_operation *operation) {
    if (results->steps)
        results->steps[results->count] = (struct few_step){results->source, operation->move, operation->cost};
}

static inline __attribute__((always_inline)) void run_one(const struct few_program *program, struct few_range range,
                                                          uint64_t state, struct results *results) {
    const struct few_operation *operation = program->operations + range.first;
    for (const struct few_operation *end = operation + range.count; operation < end; operation++) {
        uint64_t next = ((state & operation->keep) ^ operation->flip) |
                        rotate_left(state & operation->moved, operation->rotate);
        const struct few_shuffle *shuffle = program->shuffles + operation->first_shuffle;
        for (uint32_t s = 0; s < operation->shuffles; s++)
            next |= rotate_left(state & shuffle[s].moved, shuffle[s].rotate);
        results->next[results->count] = next;
        note_step(results, operation);
        results->count += ((state & operation->mask) == operation->want) & (next != state);
    }
}

static inline __attribute__((always_inline)) void run_many(const struct few_program *program, struct few_range range,
                                                           const uint64_t *state, struct results *results) {
    const uint32_t words = program->words;
    const struct few_operation *operation = program->operations + range.first;
    for (const struct few_operation *end = operation + range.count; operation < end; operation++) {
        const struct few_guard *guard = program->guards + operation->first_guard;
        uint64_t wrong = 0;
        for (uint32_t g = 0; g < operation->guards; g++)
            wrong |= (state[guard[g].word] & guard[g].mask) ^ guard[g].want;
        if (wrong)
            continue;
        uint64_t *next = results->next + results->count * words;
        memcpy(next, state, words * sizeof *next);
        const struct few_change *change = program->changes + operation->first_change;
        for (uint32_t c = 0; c < operation->changes; c++)
            next[change[c].word] = (next[change[c].word] & change[c].keep) ^ change[c].flip;
        const struct few_shuffle *shuffle = program->shuffles + operation->first_shuffle;
        for (uint32_t s = 0; s < operation->shuffles; s++)
            next[shuffle[s].to_word] |=
                rotate_left(state[shuffle[s].from_word] & shuffle[s].moved, shuffle[s].rotate);
        note_step(results, operation);
        results->count += memcmp(next, state, words * sizeof *next) != 0;
    }
}

static inline __attribute__((always_inline)) void run_range(const struct few_program *program, struct few_range range,
                                                            const uint64_t *state, struct results *results,
                                                            bool one_word) {
    if (one_word)
        run_one(program, range, *state, results);
    else
        run_many(program, range, state, results);
}

static inline __attribute__((always_inline)) size_t run_states(const struct few_program *program,
                                                               const uint64_t *states, size_t count, uint64_t *next,
                                                               struct few_step *steps, bool one_word) {
    const uint32_t words = one_word ? 1 : program->words;
    const uint32_t piece_keys = program->piece_key_count, field_keys = program->field_key_count;
    struct results results = {next, steps, 0, 0};
    for (size_t i = 0; i < count; i++) {
        const uint64_t *state = states + i * words;
        results.source = (uint32_t)i;
        for (uint32_t k = 0; k < piece_keys; k++) {
            const struct few_piece_key *key = &program->piece_keys[k];
            uint64_t cells = few_match(state[one_word ? 0 : key->word] ^ key->pattern, key->low, key->high);
            for (; cells; cells &= cells - 1)
                run_range(program, key->list[__builtin_ctzll(cells)], state, &results, one_word);
        }
        for (uint32_t k = 0; k < field_keys; k++) {
            const struct few_field_key *key = &program->field_keys[k];
            run_range(program, key->list[few_field_get(state, key->field)], state, &results, one_word);
        }
        run_range(program, program->always, state, &results, one_word);
    }
    return results.count;
}

size_t few_program_run(const struct few_program *program, const uint64_t *states, size_t count, uint64_t *next,
                       struct few_step *steps) {
    if (program->words != 1)
        return run_states(program, states, count, next, steps, false);
    if (steps)
        return run_states(program, states, count, next, steps, true);
    return run_states(program, states, count, next, NULL, true); /* its own copy of the loop, without the steps */
}
