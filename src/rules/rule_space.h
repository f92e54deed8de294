/* The space of a board puzzle, compiled from its rules for one start. */
#ifndef FEW_RULES_RULE_SPACE_H
#define FEW_RULES_RULE_SPACE_H

#include "rules/nevers.h"

struct few_rule_space {
    struct few_space space;
    struct few_memory *memory;
    struct few_arena arena;
    const struct few_puzzle *puzzle;
    struct few_listing listing;
    struct few_possible possible;
    struct few_layout layout;
    uint32_t *component;
    bool *conserved;
    few_code *start; /* the start it was compiled for, in plain form (of `is any` the first value) */
    struct few_program *forward, *backward;
    bool backward_strays; /* going back may carry a piece where it can never stand */
    struct few_ranking *ranking; /* NULL: there are too many states */
    const struct few_rank_group *groups; /* what it is made of */
    uint32_t group_count;
    struct few_goals goals;
    struct few_nevers nevers;
};

/* Compiles the rules for the puzzle's start. NULL: see *error. */
struct few_rule_space *few_rule_space_create(struct few_memory *memory, const struct few_puzzle *puzzle,
                                             struct few_error *error);
void few_rule_space_free(struct few_rule_space *space);

/* The two ends of that, for a space whose rules were made in another way: nothing in it yet, NULL: no memory; and the last
 * steps, packing and ranking, once listing, possible, layout, components and start are there. */
struct few_rule_space *few_rule_space_empty(struct few_memory *memory, const struct few_puzzle *puzzle);
bool few_rule_space_pack(struct few_rule_space *space, struct few_error *error);

/* Whether the space also serves another start (given in plain form): the same pieces where they are conserved, and
 * nothing new where cells were folded away. */
bool few_rule_space_serves(const struct few_rule_space *space, const few_code *start);

/* Whether every slot holds a piece that can ever stand there. Moves lead from such states to such states only; a rank may
 * be that of another one, which is never looked at. */
bool few_rule_space_can_be(const struct few_rule_space *space, const uint64_t *state);

/* Whether these words are a state of the space at all (holds.c). */
bool few_rule_holds(const struct few_space *space, const uint64_t *state);

/* Adopts the puzzle's present goals. */
bool few_rule_space_set_goals(struct few_rule_space *space, struct few_error *error);

/* The goal states where there are at most `limit`; see few_goals_list. */
enum few_goal_list few_rule_space_list_goals(const struct few_rule_space *space, struct few_memory *memory, size_t limit,
                                             uint64_t **states, size_t *count, size_t *room);

#endif
