/* The threads that share a job: one or many. Work is a number of units that may be done in any order; each unit is done
 * once, by one of the workers. A team of one is the caller alone, and starts no thread. */
#ifndef FEW_TEAM_TEAM_H
#define FEW_TEAM_TEAM_H

#include "base/memory.h"

struct few_team;

/* Does the units first .. end - 1. Worker 0 is the thread that called few_team_run. false: stop, the rest is not
 * done. */
typedef bool few_team_work(void *context, unsigned worker, uint64_t first, uint64_t end);

/* NULL: no memory, or the system gives no thread. */
struct few_team *few_team_create(struct few_memory *memory, unsigned workers);
void few_team_free(struct few_team *team); /* NULL is fine */
unsigned few_team_size(const struct few_team *team);

/* All of `units`, handed out `grain` at a time. Returns when all are done. false: some worker stopped it. */
bool few_team_run(struct few_team *team, few_team_work *work, void *context, uint64_t units, uint64_t grain);

#endif
