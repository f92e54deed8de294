/* A file in memory, for what is printed or sent only when it is whole. Unlike that of open_memstream(), where a write that
 * finds no memory is lost without a word, it remembers. */
#ifndef JSON_MEMORY_FILE_H
#define JSON_MEMORY_FILE_H

#include <stdbool.h>
#include <stdio.h>

struct memory_file {
    FILE *file; /* to write to; NULL: it could not be opened */
    char *text;
    size_t length, room; /* of what was flushed */
    bool failed;
};

/* `to` stays where it is until it is closed. false: no memory. */
bool memory_file_open(struct memory_file *to);

/* What was written, with a zero byte after it and its length in to->length; to be freed. NULL: no memory, now or before. */
char *memory_file_close(struct memory_file *to);

#endif
