/* What the two halves of the compiler of goals share: patterns (goals.c), and conditions about all cells at once
 * (goals_counted.c). */
#ifndef FEW_RULES_GOAL_COMPILER_H
#define FEW_RULES_GOAL_COMPILER_H

#include "rules/goals.h"

/* The result of putting a condition on a place. */
enum few_fit { FEW_FITS_NEVER, FEW_FITS_SOMETIMES, FEW_FITS_ALWAYS };

struct few_goal_compiler {
    struct few_goals *goals;
    const struct few_puzzle *puzzle;
    const struct few_layout *layout;
    const struct few_possible *possible;
    const struct few_goal *line;
    const uint32_t *on_board; /* as in few_goal_lines, and guards too */
    bool guards;
    struct few_error *error;
    uint16_t *assignment;
    const char *what;
    few_code *value;     /* of each var, while comparisons are tried */
    uint32_t *compared;  /* the vars of the line that are compared */
    uint32_t compared_count;
};

/* Adds `slot holds piece` to a pattern; false where that can never be (together with what is there). */
bool few_goal_require(const struct few_goal_compiler *c, struct few_pattern *pattern, uint32_t slot, few_code piece);

/* Adds a pattern to those of the goals; false with the error filled. */
bool few_goal_add(struct few_goal_compiler *c, const struct few_pattern *pattern);

/* Counts that leave each cell one choice, or forbid pieces in it: parts of the base, or patterns that fit nowhere. *can is false where they
 * can never hold. */
bool few_goal_put_all(struct few_goal_compiler *c, struct few_alternative *alternative, bool *can);

/* The other counts: patterns of which one fits, or totals. There is room for as many as the line has conditions. */
bool few_goal_put_counted(struct few_goal_compiler *c, struct few_alternative *alternative);

#endif
