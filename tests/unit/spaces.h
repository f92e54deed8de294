/* What the tests of src/spaces share: numbers that are the same everywhere, puzzles parsed, and allocations that fail. */
#ifndef FEW_TESTS_UNIT_SPACES_H
#define FEW_TESTS_UNIT_SPACES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "language/puzzle.h"
#include "space/space.h"
#include "space/goal_list.h"

static __attribute__((unused)) uint64_t random_state;

static inline unsigned random_below(unsigned limit) { /* xorshift64* */
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return (unsigned)((random_state * 0x2545f4914f6cdd1dull >> 33) % limit);
}

static inline struct few_puzzle *parse(struct few_memory *memory, const char *text) {
    struct few_error error = {0};
    struct few_puzzle *puzzle = few_parse(memory, "test", text, strlen(text), &error);
    if (!puzzle) fail_msg("%u:%u: %s\n%s", error.line, error.column, error.message, text);
    return puzzle;
}

/* A kind of native space: how it is made, asked for its goals, and freed. */
struct native {
    struct few_space *(*make)(struct few_memory *memory, const struct few_puzzle *puzzle, struct few_error *error);
    enum few_goal_list (*goals)(const struct few_space *space, struct few_memory *memory, size_t limit, uint64_t **states,
                                size_t *count);
    void (*free)(struct few_space *space);
};

/* Whichever allocation fails, all memory is given back. */
static inline void let_every_allocation_fail(const char *text, struct native native) {
    struct few_memory memory;
    few_memory_init(&memory, 1 << 30);
    struct few_puzzle *puzzle = parse(&memory, text);
    bool made = false;
    for (uint64_t n = 1; !made; n++) {
        struct few_memory own;
        struct few_error error = {0};
        few_memory_init(&own, 1 << 30);
        own.fail_at = n;
        struct few_space *space = native.make(&own, puzzle, &error);
        if (space) {
            uint64_t *states;
            size_t count;
            made = native.goals(space, &own, 100, &states, &count) == FEW_GOALS_LISTED;
            few_free(&own, states, count * space->words * sizeof *states);
        } else {
            assert_int_equal(error.kind, FEW_ERROR_MEMORY);
        }
        native.free(space);
        assert_int_equal(own.used, 0);
        assert_true(n < 10000);
    }
    few_puzzle_free(puzzle);
}

#endif
