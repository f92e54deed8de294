/* An answer of the library as JSON: what the tool prints and what the page gets. */
#ifndef JSON_ANSWER_H
#define JSON_ANSWER_H

#include "json/json.h"

#include <fewest.h>

/* The words of a solution; its states. false: no memory was left for a text. */
bool json_moves(struct json *json, const fewest_answer *answer, size_t solution);
bool json_states(struct json *json, const fewest_answer *answer, size_t solution);
/* The members length, cost and moves, of the first solution. */
bool json_shortest(struct json *json, const fewest_answer *answer);

/* The member within, where the puzzle has such a limit and no solution keeps to it. */
void json_within(struct json *json, const fewest_answer *answer);

/* The members that FEWEST_STATISTICS has for an answer; for a report of progress. */
void json_statistics(struct json *json, const fewest_statistics *statistics);
void json_progress(struct json *json, const fewest_statistics *so_far);

#endif
