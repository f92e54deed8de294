/* In the place of the server, where the tool was built without libmicrohttpd. */
#include "web/server.h"

#include <stdio.h>

const char *web_version(void) {
    return NULL;
}

int web_serve(const struct web_options *options, fewest_error *error) {
    (void)options;
    *error = (fewest_error){.status = FEWEST_SYSTEM};
    snprintf(error->message, sizeof error->message, "fewest was built without the page: libmicrohttpd was missing");
    snprintf(error->hint, sizeof error->hint, "install libmicrohttpd-dev (the name of the Debian package) and build again");
    snprintf(error->text, sizeof error->text, "fewest: %s\n  %s", error->message, error->hint);
    return (int)error->status;
}
