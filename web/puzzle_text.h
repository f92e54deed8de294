/* From the body and the parameters of a request to a puzzle. */
#ifndef WEB_PUZZLE_TEXT_H
#define WEB_PUZZLE_TEXT_H

#include "web/request.h"

#include <fewest/explore.h>

/* The puzzle of the body, with the start of the parameter `start` where there is one. NULL: the request was answered,
 * with *answered. */
fewest_puzzle *requested_puzzle(struct request *request, bool *answered);

/* Whether the body is a file of another program. */
bool is_imported(const struct request *request);

/* The rules that it was made of, to be freed: those of the body, or those that stand for a file of another program (*imported). NULL:
 * no memory, or see *error. */
char *requested_rules(const struct request *request, bool *imported, fewest_error *error);

/* The start and, with depth 1, what its moves lead to; within the limits for requests that are waited for. NULL: see
 * *error. */
fewest_graph *around_start(struct request *request, fewest_puzzle *puzzle, uint64_t depth, uint64_t states,
                           fewest_error *error);

/* Memory and seconds of a search that a request waits for. */
void quick_limits(const struct request *request, uint64_t *memory, double *seconds);

#endif
