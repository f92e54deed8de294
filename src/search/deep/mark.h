/* Where IDA* stands, as a checkpoint (search/keeper.h) has it: nearly nothing, as it remembers nearly nothing. */
#ifndef FEW_SEARCH_DEEP_MARK_H
#define FEW_SEARCH_DEEP_MARK_H

#include "base/digest.h"
#include "search/deep/prefixes.h"
#include "search/keeper.h"

struct few_deep_mark {
    uint64_t threshold; /* that is searched: every solution costs at least that */
    uint64_t wanted;    /* the subtrees that it was to be cut into; 0: no threshold was begun */
    struct few_digest_value subtrees; /* which these are: with another lower bound, they are others */
    uint64_t done;      /* so many of them were searched, the first ones */
    uint64_t next;      /* the lowest sum beyond the threshold that was met in these */
    uint64_t expanded, generated;
};

/* The subtrees that the tree was cut into. */
struct few_digest_value few_deep_subtrees(const struct few_prefixes *prefixes);
/* `started`: on few_now's clock. false: see keeper->error. */
bool few_deep_keep(struct few_keeper *keeper, const struct few_deep_mark *mark, double started);
/* What it goes on from. false: see keeper->error. */
bool few_deep_take_up(struct few_keeper *keeper, struct few_deep_mark *mark);

#endif
