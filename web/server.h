/* The local server of the page: what `fewest serve` needs of it. */
#ifndef WEB_SERVER_H
#define WEB_SERVER_H

#include <fewest.h>

struct web_limits {
    uint64_t memory;   /* bytes of each search */
    double seconds;    /* of each search */
    unsigned searches; /* at once */
};

struct web_options {
    unsigned port; /* 0: 7317, or where that is taken any that is free */
    bool open;     /* in the browser */
    struct web_limits limits;
};

/* The version of libmicrohttpd, or NULL where the server was not built in. */
const char *web_version(void);

/* Serves on 127.0.0.1 until SIGINT, SIGTERM or SIGHUP; prints the address once. 0, or the status of *error. */
int web_serve(const struct web_options *options, fewest_error *error);

#endif
