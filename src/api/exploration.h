/* What the handle of an exploration is made of. */
#ifndef FEW_API_EXPLORATION_H
#define FEW_API_EXPLORATION_H

#include "api/run.h"
#include "search/explore/checkpoint.h"
#include "search/disk/disk.h"
#include "search/explore/explore.h"

enum { FEW_EXPLORE_GOALS = 1 << 22 }; /* the most goals that an exploration may begin from */

struct fewest_exploration {
    struct few_memory memory;
    fewest_puzzle *puzzle; /* held */
    struct few_model *model;
    fewest_explore_options options;
    fewest_status status;
    fewest_limit limit;
    struct few_run run;
    struct few_exploration result;
    /* What it began from, the starts or (from_goal) the goals, for paths to the farthest states: the puzzle and its model may
     * have been given others since. None where there are no farthest states. */
    uint64_t *from;
    size_t from_count, from_room;
    uint64_t from_given;     /* how often the puzzle had been given another start (goal) then */
    double taken;            /* seconds: by the exploration, and by the searches for paths so far */
    uint64_t needed;         /* bytes, of puzzle and exploration; 0: not known */
    struct few_texts texts;  /* of the farthest states */
    /* Checkpoints (api/checkpoint.h). */
    struct few_keeper keeper;
    struct few_in kept;      /* what it goes on from, where goes_on */
    bool goes_on;
    struct few_disk disk;    /* where result.disk */
    char *disk_folder;       /* of the checkpoint */
    uint64_t steps, first;   /* as in the head of a checkpoint */
    struct few_digest_value fingerprint;
};

#endif
