/* Answers as libmicrohttpd has them. */
#ifndef WEB_HTTP_H
#define WEB_HTTP_H

#include "web/request.h"

#include <microhttpd.h>

/* Sets the headers of every answer, and queues it. Takes the response over. */
bool answer_response(struct request *request, unsigned status, const char *type, struct MHD_Response *response);

/* A stream of events about a run. */
bool stream_events(struct request *request);

#endif
