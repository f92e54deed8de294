/* How the tool reports errors: to people, or as JSON. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include "json/json.h"

#include <fewest.h>

/* The members that describe an error: status, error, and hint, line and column where there are any. */
void json_error(struct json *json, const fewest_error *error);

/* An error on standard error, or as one object on standard output. Returns the exit status. */
int report_error(const fewest_error *error, bool as_json);

/* Why nothing is reached from the goals, or a distance table has no entry. */
extern const char no_goal_states[];

/* "there is not enough memory", for what the library answers with NULL. */
int report_no_memory(bool as_json);

#endif
