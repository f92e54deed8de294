/* The size of the terminal, and of a text on it. */
#ifndef CLI_TERMINAL_H
#define CLI_TERMINAL_H

#include <stddef.h>

/* Columns of the terminal behind that file descriptor, 80 if there is none. */
size_t terminal_width(int descriptor);

/* Columns that the first `length` bytes take. Chinese, Japanese and Korean characters take two. */
size_t shown_width(const char *text, size_t length);

#endif
