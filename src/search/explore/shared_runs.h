/* What several processes that explore by runs (explore_runs.c) do together: each state belongs to one of them (home.h), which has it in its runs, on its disk. What
 * a process finds of others' it sends to them, and they sort it with their own. For one process alone all of this does nothing. */
#ifndef FEW_SEARCH_EXPLORE_SHARED_RUNS_H
#define FEW_SEARCH_EXPLORE_SHARED_RUNS_H

#include "search/disk/sorter.h"
#include "search/explore/home.h"

struct few_shared_runs {
    const struct few_cluster *cluster; /* NULL: one process alone */
    struct few_watch *watch;
    struct few_sorter *sorter;
    struct few_mail mail;
    struct few_home home;
    uint32_t *owners;
    size_t room;              /* of these */
    struct few_counts before; /* of all processes, at the last layer */
};

/* Before the sorter takes what memory there is; to be freed in any case. FEW_RUNNING, or why not, the same for all. */
enum few_end few_shared_runs_init(struct few_shared_runs *shared, const struct few_problem *problem, struct few_watch *watch,
                                  const struct few_exploration *result, struct few_sorter *sorter);
void few_shared_runs_free(struct few_shared_runs *shared);

/* Whether this process deals out the first states. */
bool few_shared_runs_deals(const struct few_shared_runs *shared);
/* How it ended for all. */
enum few_end few_shared_runs_agree(const struct few_shared_runs *shared, enum few_end end);
/* A layer is made; behind it, how that ended for all. */
void few_shared_runs_begin(struct few_shared_runs *shared);
enum few_end few_shared_runs_end(struct few_shared_runs *shared, enum few_end end);
/* Of states in worker[0].made, others' are sent, and ours moved to the front. Returns how many these are. */
size_t few_shared_runs_deal(struct few_shared_runs *shared, size_t count);
/* What all have counted since then, and in `numbers`, is added up. */
void few_shared_runs_add_up(struct few_shared_runs *shared, uint64_t *numbers, size_t count, uint64_t *sent);

#endif
