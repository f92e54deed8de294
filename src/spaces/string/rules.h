/* The rules of a string puzzle without names, while its space is made. */
#ifndef FEW_SPACES_STRING_RULES_H
#define FEW_SPACES_STRING_RULES_H

#include "language/puzzle.h"

/* A rule under one choice of its names. */
struct few_string_rule {
    few_code *left, *right;
    uint32_t left_length, right_length;
    uint32_t statement, choice, cost;
    struct few_ends ends;
    bool has_rest;   /* all that follows `left` is taken, too, and put where FEW_REST stands in `right`, */
    uint32_t copies; /* which is that often */
};

struct few_string_rules {
    struct few_memory *memory;
    struct few_arena arena; /* the sides of the rules */
    struct few_string_rule *rules;
    uint32_t count, room;
};

#endif
