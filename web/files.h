/* The files of the page, put into the tool by tools/embed. */
#ifndef WEB_FILES_H
#define WEB_FILES_H

#include <stddef.h>

struct web_file {
    const char *name;
    const char *text;
    size_t length;
};

extern const struct web_file web_files[];
extern const size_t web_file_count;

#endif
