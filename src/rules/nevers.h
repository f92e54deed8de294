/* What `never` says, compiled. Wherever it can be done it becomes a test of an instruction: a move that does not change
 * what a condition names cannot make it true, given that the state before obeyed; and of what a move does change, the
 * contents after it are known from those before it. So each instruction gets tests by which the states before and after
 * it obey, and its inverse has them, too. What tests cannot say is left to a filter, which looks at the states
 * that moves have led to. */
#ifndef FEW_RULES_NEVERS_H
#define FEW_RULES_NEVERS_H

#include "rules/goals.h"

/* Patterns of which none may fit, filed under what a slot holds; and conditions that are tested as goals are. */
struct few_filter {
    struct few_never_key {
        struct few_field field;
        struct few_range *list; /* by value: of the patterns */
    } *keys;
    uint32_t key_count, words;
    struct few_pattern *patterns;
    uint32_t *whole; /* numbers of alternatives */
    uint32_t whole_count;
};

struct few_nevers {
    struct few_goals all;                /* as they are written: no state of the space meets one of them */
    struct few_filter forward, backward; /* what is left for successors and for predecessors */
    bool filters;                        /* something is left */
};

/* What the passes over the instructions need of a space that is being compiled. */
struct few_never_domain {
    const struct few_layout *layout;
    const struct few_possible *possible;
    const few_code *start;
};

/* Compiles the puzzle's `never` lines and puts tests into the listing. Filters live in the arena. */
bool few_nevers_build(struct few_nevers *nevers, struct few_arena *arena, struct few_listing *listing,
                      const struct few_never_domain *domain, struct few_error *error);

/* Takes out of `count` states those that the filter finds, with their steps (NULL: there are none). Returns how many are left. */
size_t few_filter_run(const struct few_nevers *nevers, const struct few_filter *filter, uint64_t *states,
                      struct few_step *steps, size_t count);

#endif
