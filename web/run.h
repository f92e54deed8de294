/* Requests about a run. */
#ifndef WEB_RUN_H
#define WEB_RUN_H

#include "web/routes.h"
#include "web/site.h"

/* The run whose number is in the path, held; NULL: the request was answered, with *answered. */
struct run *requested_run(struct request *request, bool *answered);

/* Begins a run and answers with its number. The job is freed by `release` if it cannot be begun. */
bool begin_run(struct request *request, run_work *work, void *job, void (*release)(void *job));

/* What a search has done so far, as JSON; NULL: no memory. */
char *progress_json(const fewest_statistics *so_far);

/* The result of a run that came to nothing, as JSON; NULL: no memory. */
char *failure_json(const fewest_error *error);

/* An answer without pictures, as JSON; NULL: no memory. */
char *solution_json(fewest_answer *answer);

#endif
