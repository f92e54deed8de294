/* The text of a puzzle by its name: a built-in one or a file. */
#ifndef FEW_API_READ_FILE_H
#define FEW_API_READ_FILE_H

#include "base/error.h"
#include "base/memory.h"

struct few_file {
    struct few_memory *memory; /* NULL: the text is from malloc */
    char *text;
    size_t length, room;
};

/* Within the budget of the memory, and until its stopper says stop. */
bool few_read_puzzle(struct few_memory *memory, const char *name, struct few_file *file, struct few_error *error);
void few_file_free(struct few_file *file);

#endif
