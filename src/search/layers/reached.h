/* The states that the starts lead to, and the space in which there are no others. */
#ifndef FEW_SEARCH_REACHED_H
#define FEW_SEARCH_REACHED_H

#include "search/search.h"
#include "visited/nodes.h"

struct few_reached {
    struct few_space space;     /* as `of`, but a predecessor that no start leads to is left out */
    const struct few_space *of;
    struct few_nodes nodes;
    /* Where `of` has no predecessors, the moves that were made: from .from, and from before[first[n]] .. before[first[n + 1] - 1] to the node n. */
    struct few_list moves;      /* struct few_reached_move */
    size_t *first;
    uint32_t *before;
};

struct few_reached_move {
    uint32_t from, to;
};

/* Explores from the starts until nothing is left. FEW_RUNNING, or why it stopped; to be freed in both cases. */
enum few_end few_reached_find(struct few_reached *reached, const struct few_space *of, const uint64_t *starts, size_t count,
                              struct few_watch *watch);
void few_reached_free(struct few_reached *reached);

/* Appends those that are goals. */
enum few_end few_reached_goals(const struct few_reached *reached, struct few_watch *watch, struct few_list *goals);

#endif
