#include "json/memory_file.h"

#include <stdlib.h>
#include <string.h>

/* As fopencookie() wants it: less than `size` is an error. */
static ssize_t add(void *cookie, const char *bytes, size_t size) {
    struct memory_file *to = cookie;
    if (to->failed)
        return 0;
    if (to->room - to->length <= size) { /* there is always room for the zero byte */
        const size_t room = 2 * to->room + size + 1;
        char *text = realloc(to->text, room);
        if (!text) {
            to->failed = true;
            return 0;
        }
        to->text = text;
        to->room = room;
    }
    memcpy(to->text + to->length, bytes, size);
    to->length += size;
    to->text[to->length] = '\0';
    return (ssize_t)size;
}

bool memory_file_open(struct memory_file *to) {
    *to = (struct memory_file){0};
    to->file = fopencookie(to, "w", (cookie_io_functions_t){.write = add});
    return to->file != NULL;
}

char *memory_file_close(struct memory_file *to) {
    bool good = to->file && !ferror(to->file);
    if (to->file && fclose(to->file) != 0)
        good = false;
    to->file = NULL;
    if (good && !to->text)
        to->text = calloc(1, 1);
    if (good && !to->failed)
        return to->text;
    free(to->text);
    to->text = NULL;
    to->length = 0;
    return NULL;
}
