/* Makes the text of a failing puzzle as short as it goes. */
#ifndef FUZZ_SHRINK_H
#define FUZZ_SHRINK_H

#include "arena.h"

#include <stdbool.h>

typedef bool still_fails(void *context, const char *text);

/* The shortest text found within so many seconds for which `fails` holds. It lives in `memory`. */
const char *shrink_text(arena *memory, const char *text, double seconds, still_fails *fails, void *context);

#endif
