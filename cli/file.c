#include "cli/file.h"

#include "cli/progress.h"
#include "json/memory_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool complain(const char *path) {
    fprintf(stderr, "fewest: %s cannot be written: %s\n", path, strerror(errno));
    return false;
}

/* Into an open file, which is closed. false: see errno. */
static bool write_and_close(int descriptor, const char *text, size_t length) {
    int why = 0;
    while (length && !why) {
        ssize_t done = write(descriptor, text, length);
        if (done > 0) {
            text += done;
            length -= (size_t)done;
        } else if (done == 0 || errno != EINTR) {
            why = done == 0 ? ENOSPC : errno;
        }
    }
    if (close(descriptor) != 0 && !why)
        why = errno;
    errno = why;
    return !why;
}

static bool write_in_place(const char *path, const char *text, size_t length) {
    int descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    return descriptor >= 0 && write_and_close(descriptor, text, length);
}

/* There can be no file beside it, for which errno is the reason; but one that is there may be written to. */
static bool none_beside(void) {
    return errno == EACCES || errno == EPERM || errno == EROFS || errno == ENAMETOOLONG;
}

/* Under a name beside it first, so that what was there before stays until all is written. *tried: false if there can be no
 * file beside it. */
static bool write_beside(const char *path, const struct stat *before, const char *text, size_t length, bool *tried) {
    char *beside = NULL;
    *tried = true;
    if (asprintf(&beside, "%s.%ld.new", path, (long)getpid()) < 0) {
        errno = ENOMEM;
        return false;
    }
    int descriptor = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    bool written = false;
    *tried = descriptor >= 0 || !none_beside();
    if (descriptor >= 0) {
        const bool like_before = !before || fchmod(descriptor, before->st_mode & 07777) == 0 || errno == EPERM;
        written = write_and_close(descriptor, text, length) && like_before && rename(beside, path) == 0;
        const int why = errno;
        if (!written)
            unlink(beside);
        errno = why;
    }
    free(beside);
    return written;
}

/* A regular file that is there, or will be. */
static bool write_regular(const char *path, const struct stat *before, const char *text, size_t length) {
    /* A link stays one: what it leads to is replaced. */
    char *place = before ? realpath(path, NULL) : strdup(path);
    if (!place)
        return false;
    bool tried, written = write_beside(place, before, text, length, &tried);
    free(place);
    return tried ? written : write_in_place(path, text, length);
}

/* What standard output goes to must not be replaced, nor what a link leads to that is not there yet, nor what is no regular file. */
static bool is_to_stay(const char *path, struct stat *before, bool *there) {
    struct stat link, out;
    *there = stat(path, before) == 0;
    if (!*there)
        return lstat(path, &link) == 0;
    return !S_ISREG(before->st_mode) || (fstat(STDOUT_FILENO, &out) == 0 && out.st_dev == before->st_dev && out.st_ino == before->st_ino);
}

bool write_bytes(const char *path, const char *text, size_t length) {
    struct stat before;
    bool there;
    const bool in_place = is_to_stay(path, &before, &there);
    if (there && !S_ISREG(before.st_mode)) {
        /* The reader of a pipe may be slow, and no partial file could remain. */
        return write_in_place(path, text, length) || complain(path);
    }
    hold_signals();
    const bool written = in_place ? write_in_place(path, text, length)
                                  : write_regular(path, there ? &before : NULL, text, length);
    const int why = errno;
    release_signals();
    errno = why;
    return written || complain(path);
}

bool write_whole(const char *path, void (*write)(FILE *file, const void *context), const void *context) {
    struct memory_file made;
    if (memory_file_open(&made))
        write(made.file, context);
    char *text = memory_file_close(&made);
    errno = ENOMEM;
    bool written = text ? write_bytes(path, text, made.length) : complain(path);
    free(text);
    return written;
}

bool growing_file_open(struct growing_file *growing, const char *path) {
    struct stat before;
    bool there;
    *growing = (struct growing_file){0};
    if (is_to_stay(path, &before, &there)) {
        growing->file = fopen(path, "wbe");
        return growing->file != NULL;
    }
    growing->place = there ? realpath(path, NULL) : strdup(path);
    if (!growing->place || asprintf(&growing->beside, "%s.%ld.new", growing->place, (long)getpid()) < 0) {
        growing->beside = NULL;
        return growing_file_close(growing, false);
    }
    growing->file = fopen(growing->beside, "wbxe");
    if (growing->file && there)
        (void)!fchmod(fileno(growing->file), before.st_mode & 07777);
    if (!growing->file && none_beside()) {
        free(growing->beside);
        growing->beside = NULL;
        growing->file = fopen(path, "wbe");
    }
    return growing->file || growing_file_close(growing, false);
}

bool growing_file_close(struct growing_file *growing, bool whole) {
    int why = errno;
    bool good = growing->file != NULL;
    if (growing->file && fclose(growing->file) != 0) {
        why = errno;
        good = false;
    }
    if (growing->file && growing->beside && whole && good && rename(growing->beside, growing->place) != 0) {
        why = errno;
        good = false;
    }
    if (growing->file && growing->beside && !(whole && good))
        unlink(growing->beside);
    free(growing->place);
    free(growing->beside);
    *growing = (struct growing_file){0};
    errno = why;
    return good;
}
