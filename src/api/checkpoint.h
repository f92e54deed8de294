/* Explorations that are kept (search/explore/checkpoint.h). */
#ifndef FEW_API_CHECKPOINT_H
#define FEW_API_CHECKPOINT_H

#include "api/checkpoint_head.h"
#include "api/exploration.h"

/* Whether the exploration goes on from a file, or is to be written: opens and checks what there is. Before the puzzle is made searchable,
 * as the file may say for how many moves. false: see *error. */
bool few_exploration_open(fewest_exploration *self, fewest_puzzle *puzzle, fewest_explore_options *options, struct few_error *error);
/* Once it is known what it begins from. */
bool few_exploration_fits(fewest_exploration *self, const struct few_problem *problem, struct few_error *error);
/* Whether all processes that share the puzzle go on from the same file. All must ask. false: see *error. */
bool few_kept_is_same(const fewest_puzzle *puzzle, const struct few_in *kept, struct few_error *error);
/* The files that are beside the one that is to be written, if there is one: they are replaced with it. */
void few_keeper_look_at_old(struct few_keeper *keeper);
/* What distinguishes the states that it begins from, whatever order they come in. */
uint64_t few_digest_first(const struct few_problem *problem);
/* The folder for what does not fit into memory, where one was given. false: see *error. */
bool few_exploration_open_disk(fewest_exploration *self, struct few_error *error);
/* What all processes have written and read there, and what went wrong there in one of them. */
void few_exploration_share_disk(fewest_exploration *self, enum few_end end);
void few_exploration_close(fewest_exploration *self);

#endif
