/* What the tests of src/language share: one memory, in which nothing may be left behind, and puzzles parsed in it. */
#ifndef FEW_TESTS_UNIT_PARSED_H
#define FEW_TESTS_UNIT_PARSED_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "language/puzzle.h"

enum { MAX_TEXT = 4096 };

static struct few_memory memory;

static int set_up(void **state) {
    (void)state;
    few_memory_init(&memory, SIZE_MAX);
    return 0;
}

static int nothing_leaks(void **state) {
    (void)state;
    memory.fail_at = 0;
    return memory.used != 0;
}

static struct few_puzzle *parse(const char *text) {
    struct few_error error = {0};
    struct few_puzzle *puzzle = few_parse(&memory, "test", text, strlen(text), &error);
    if (!puzzle) fail_msg("%u:%u: %s\n%s", error.line, error.column, error.message, text);
    return puzzle;
}

/* The rules with one statement more. */
static inline struct few_puzzle *parse_with(const char *rules, const char *keyword, const char *rest) {
    char text[MAX_TEXT];
    int length = snprintf(text, sizeof text, "%s\n%s %s\n", rules, keyword, rest);
    assert_in_range(length, 1, sizeof text - 1);
    return parse(text);
}

/* The start in plain form: the cells of its board, then its vars. Returns how many values that are. */
static inline size_t start_values(const struct few_puzzle *puzzle, uint16_t *values) {
    size_t cells = (size_t)puzzle->start.board.rows * puzzle->start.board.columns;
    for (size_t i = 0; i < cells; i++) values[i] = puzzle->start.board.cells[i];
    for (uint32_t i = 0; i < puzzle->var_count; i++) values[cells + i] = puzzle->start.vars[i];
    return cells + puzzle->var_count;
}

#endif
