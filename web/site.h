/* What all requests share: the address, the limits, the searches that run. */
#ifndef WEB_SITE_H
#define WEB_SITE_H

#include "web/held.h"
#include "web/runs.h"
#include "web/server.h"
#include "web/tables.h"

enum { TOKEN_BYTES = 16 };

struct site {
    char token[2 * TOKEN_BYTES + 1];
    unsigned port;
    struct web_limits limits;
    struct runs runs;
    struct tables tables;
    struct held held; /* of the server */
};

#endif
