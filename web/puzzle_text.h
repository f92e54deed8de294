/* From the body and the parameters of a request to a puzzle. */
#ifndef WEB_PUZZLE_TEXT_H
#define WEB_PUZZLE_TEXT_H

#include "web/request.h"

/* The puzzle of the body, with the start of the parameter `start` where there is one. NULL: the request was answered,
 * with *answered. */
fewest_puzzle *requested_puzzle(struct request *request, enum MHD_Result *answered);

/* The start as one line, to be freed; NULL: see *error. */
char *start_text(fewest_puzzle *puzzle, fewest_error *error);

#endif
