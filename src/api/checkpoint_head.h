/* What a checkpoint says of the puzzle and its options, before what the exploration or the search itself writes (search/keeper.h). */
#ifndef FEW_API_CHECKPOINT_HEAD_H
#define FEW_API_CHECKPOINT_HEAD_H

#include "api/handle.h"
#include "base/stream.h"

#include <fewest/explore.h>

enum { FEW_KEEPER_MEMORY = 4 << 20 }; /* buffers, and the text of a puzzle */

enum few_kept_as { FEW_KEPT_EXPLORATION, FEW_KEPT_SEARCH, FEW_KEPT_TABLE, FEW_KEPT_ANYTHING };

/* "a search", and the command that goes on with one. */
const char *few_kept_word(enum few_kept_as kind);
const char *few_kept_command(enum few_kept_as kind);

/* Texts are blocks of their length and a zero. */
struct few_kept_text {
    char *text;
    size_t length;
};

/* The search that was chosen, and what it is to find. */
struct few_kept_choice {
    unsigned algorithm; /* of FEWEST_ALGORITHMS; FEWEST_AUTO: none is chosen yet */
    bool from_goals;    /* it goes back from the goals alone, which only `auto` chooses */
    unsigned remember;  /* of FEWEST_STORES */
    bool all;
    uint64_t list;
    bool is_shared;     /* several processes began it */
};

struct few_checkpoint_head {
    enum few_kept_as kind;
    struct few_kept_text version, name, rules, disk, output;
    struct few_kept_text given[2]; /* the start and the goal that took the place of those in the rules */
    bool has_rules, has_disk, is_given[2];
    fewest_explore_options options; /* from_goal, method, hardest, symmetry */
    uint64_t steps;                 /* limits.depth, where the space is made for it; else UINT64_MAX */
    struct few_digest_value fingerprint; /* of the puzzle */
    uint64_t first;                 /* of the states that it begins from */
    struct few_kept_choice choice;  /* of a search */
};

/* What is written of that, beside the puzzle. */
struct few_head_about {
    enum few_kept_as kind;
    const fewest_explore_options *options; /* NULL: none; of a search the disk, and whether it is there: then a method */
    uint64_t steps;
    struct few_digest_value fingerprint;
    uint64_t first;
    struct few_kept_choice choice;
    const char *output; /* of a table: the file that it is for; NULL: none */
};

void few_head_write(struct few_out *out, const fewest_puzzle *puzzle, const struct few_head_about *about);
/* Of that kind. To be freed in any case. false: see in->error. */
bool few_head_read(struct few_in *in, enum few_kept_as kind, struct few_checkpoint_head *head);
void few_head_free(struct few_memory *memory, struct few_checkpoint_head *head);

#endif
