/* Writing a file whole: Control-C leaves no partial file. */
#ifndef CLI_FILE_H
#define CLI_FILE_H

#include <stdbool.h>
#include <stdio.h>

/* What `write` writes is made in memory first. false: it cannot be written, which was said on standard error. */
bool write_whole(const char *path, void (*write)(FILE *file, const void *context), const void *context);

bool write_bytes(const char *path, const char *text, size_t length);

#endif
