/* Parameters of a request that choose the search. */
#ifndef WEB_OPTIONS_H
#define WEB_OPTIONS_H

#include "web/request.h"

/* The options of the parameters; what was asked for beyond the limits is cut down to them. false: the request was
 * answered, with *answered. */
bool search_options(struct request *request, fewest_options *options, bool *answered);

#endif
