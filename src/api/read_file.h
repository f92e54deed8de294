/* The text of a puzzle by its name: a built-in one or a file. */
#ifndef FEW_API_READ_FILE_H
#define FEW_API_READ_FILE_H

#include "base/error.h"

#include <stddef.h>

struct few_file {
    char *text;
    size_t length;
};

bool few_read_puzzle(const char *name, struct few_file *file, struct few_error *error);
void few_file_free(struct few_file *file);

#endif
