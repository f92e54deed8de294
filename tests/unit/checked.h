/* One move of a puzzle, played by the checker, against a result written by hand: what the tests of the checker share. */
#ifndef FEW_TESTS_UNIT_CHECKED_H
#define FEW_TESTS_UNIT_CHECKED_H

#include "language/checker.h"
#include "parsed.h"

enum {
    MAX_VALUES = 4096,
    UP = 0,
    DOWN = 1,
    LEFT = 2,
    RIGHT = 3,
    NONE = -1,
    NO_CELL = 0
};

/* A state in plain form, and a space whose only state it is. */
struct plain {
    struct few_space space;
    uint16_t values[MAX_VALUES];
    size_t length;
    int reads;
};

static inline void read_plain(const struct few_space *space, const uint64_t *state, uint16_t *values,
                       size_t *length) {
    struct plain *plain = (struct plain *)(uintptr_t)space;
    (void)state;
    plain->reads++;
    *length = plain->length;
    memcpy(values, plain->values, plain->length * sizeof *values);
}

static const struct few_space_functions functions = {.read = read_plain};

static inline void start_as_plain(const struct few_puzzle *puzzle, struct plain *plain) {
    *plain = (struct plain){.space = {.run = &functions, .words = 1}};
    plain->length = start_values(puzzle, plain->values);
}

/* The pieces of a puzzle have the same numbers whatever its start is, if all are declared before.
 */
static inline void values_of(const char *rules, const char *state, struct plain *plain) {
    struct few_puzzle *puzzle = parse_with(rules, "start", *state ? state : "?");
    start_as_plain(puzzle, plain);
    if (!*state) plain->length = 0;
    few_puzzle_free(puzzle);
}

static inline struct few_checker *begin_at_start(const struct few_puzzle *puzzle) {
    struct plain start;
    start_as_plain(puzzle, &start);
    struct few_checker *checker = few_checker_create(&memory, puzzle);
    assert_non_null(checker);
    assert_true(few_checker_begin(checker, start.values, start.length));
    return checker;
}

static inline bool stands_on(const struct few_checker *checker, const struct plain *plain) {
    size_t length;
    const uint16_t *values = few_checker_values(checker, &length);
    return length == plain->length &&
           (length == 0 || memcmp(values, plain->values, length * sizeof *values) == 0);
}

static inline struct few_move_place at(uint32_t rule, int direction, uint32_t cell) {
    return (struct few_move_place){rule, direction, cell ? cell - 1 : FEW_NO_CELL, 0};
}

/* One move and what comes of it, which is also claimed; NULL: it is not possible. Cells from 1. */
struct example {
    const char *start;
    uint32_t rule;
    int direction;
    uint32_t cell;
    const char *after;
};

static inline void check_example(const char *rules, const struct example *e, struct few_move_place place) {
    struct few_puzzle *puzzle = parse_with(rules, "start", e->start);
    struct few_checker *checker = begin_at_start(puzzle);
    struct plain before, after;
    values_of(rules, e->start, &before);
    values_of(rules, e->after ? e->after : e->start, &after);
    uint64_t state = 0;
    bool no_memory = true;
    bool played = few_checker_play(checker, place, &after.space, &state, &no_memory);
    assert_false(no_memory);
    if (played != (e->after != NULL) || !stands_on(checker, &after))
        fail_msg("%s\nstart %s: rule %u, direction %d, cell %u, steps %u", rules, e->start, e->rule,
                 e->direction, e->cell, place.steps);
    if (!played) assert_true(stands_on(checker, &before));
    few_checker_free(checker);
    few_puzzle_free(puzzle);
}

static inline void check_examples(const char *rules, const struct example *examples) {
    for (const struct example *e = examples; e->start; e++)
        check_example(rules, e, at(e->rule, e->direction, e->cell));
}

#endif
