#include "cli/file.h"

#include "cli/progress.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool complain(const char *path) {
    fprintf(stderr, "fewest: %s cannot be written: %s\n", path, strerror(errno));
    return false;
}

bool write_bytes(const char *path, const char *text, size_t length) {
    /* Who reads a pipe may take his time, and there is no half of it that would stay. */
    struct stat about;
    const bool stays = stat(path, &about) != 0 || S_ISREG(about.st_mode);
    if (stays) hold_signals();
    FILE *file = fopen(path, "w");
    bool written = file && fwrite(text, 1, length, file) == length;
    written = file && fclose(file) == 0 && written;
    if (stays) release_signals();
    return written || complain(path);
}

bool write_whole(const char *path, void (*write)(FILE *file, const void *context), const void *context) {
    char *text = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&text, &length);
    if (file) write(file, context);
    bool made = file && !ferror(file);
    made = file && fclose(file) == 0 && made;
    bool written = made ? write_bytes(path, text, length) : complain(path);
    free(text);
    return written;
}
