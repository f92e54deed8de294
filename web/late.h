/* See late.c. */
#ifndef WEB_LATE_H
#define WEB_LATE_H

#include <stdbool.h>

/* Loads libmicrohttpd; false: it is not installed. To be called before any other function of it. */
bool late_load(void);

#endif
