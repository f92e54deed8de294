/* The built-in puzzles: the files of puzzles/ as tools/embed put them into the
 * library, sorted by name in the order of strcmp. */

#ifndef FEW_API_BUILTIN_H
#define FEW_API_BUILTIN_H

#include <stddef.h>

struct few_builtin_file {
    const char *name; /* the file name without .few */
    const char *text; /* ends with a zero byte that length does not count */
    size_t length;
    const char *summary, *source; /* of its comment lines `; summary:` and `; source:` */
};

extern const struct few_builtin_file few_builtin_files[];
extern const size_t few_builtin_file_count;

#endif
