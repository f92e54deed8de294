/* What a checkpoint says of the puzzle and its options, before what the exploration itself writes (search/explore/checkpoint.h). */
#ifndef FEW_API_CHECKPOINT_H
#define FEW_API_CHECKPOINT_H

#include "api/exploration.h"

/* Texts are blocks of their length and a zero. */
struct few_kept_text {
    char *text;
    size_t length;
};

struct few_checkpoint_head {
    struct few_kept_text version, name, rules, disk;
    struct few_kept_text given[2]; /* the start and the goal that took the place of those in the rules */
    bool has_rules, has_disk, is_given[2];
    fewest_explore_options options; /* from_goal, method, hardest, symmetry */
    uint64_t steps;                 /* limits.depth, where the space is made for it; else UINT64_MAX */
    struct few_digest_value fingerprint; /* of the puzzle */
    uint64_t first;                 /* of the states that it begins from */
};

/* Whether the exploration goes on from a file, or is to be written: opens and checks what there is. Before the puzzle is made searchable,
 * as the file may say for how many moves. false: see *error. */
bool few_exploration_open(fewest_exploration *self, fewest_puzzle *puzzle, fewest_explore_options *options, struct few_error *error);
/* Once it is known what it begins from. */
bool few_exploration_fits(fewest_exploration *self, const struct few_problem *problem, struct few_error *error);
/* What distinguishes the states that it begins from, whatever order they come in. */
uint64_t few_digest_first(const struct few_problem *problem);
/* The folder for what does not fit into memory, where one was given. false: see *error. */
bool few_exploration_open_disk(fewest_exploration *self, struct few_error *error);
void few_exploration_close(fewest_exploration *self);

#endif
