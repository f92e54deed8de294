/* Writing a file whole: Control-C leaves no partial file. */
#ifndef CLI_FILE_H
#define CLI_FILE_H

#include <stdbool.h>
#include <stdio.h>

/* What `write` writes is made in memory first. false: it cannot be written, which was said on standard error. */
bool write_whole(const char *path, void (*write)(FILE *file, const void *context), const void *context);

bool write_bytes(const char *path, const char *text, size_t length);

/* A file that is written piece by piece and has its name when it is whole. What is no regular file, such as a pipe, is written to as it is. */
struct growing_file {
    FILE *file;
    char *place, *beside; /* where it is to be; its name until then, or NULL if it is written in place */
};

/* false: errno says why. */
bool growing_file_open(struct growing_file *growing, const char *path);

/* Gives it its name, or, if it is not whole, leaves nothing behind. false: errno says why it is not there. */
bool growing_file_close(struct growing_file *growing, bool whole);

#endif
