/* See late.c. */
#ifndef WEB_LATE_H
#define WEB_LATE_H

#include <stdbool.h>

/* Loads libmicrohttpd; false: it cannot be had. To be called before any other function of it. */
bool late_load(void);
/* After that: whether there is no such file. Else there was no memory for it, or it is not what it should be. */
bool late_is_missing(void);

#endif
