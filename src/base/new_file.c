/* Writes a file beside its place first, under no name where the file system can do that, so that a process that is
 * killed leaves nothing behind.
 *
 * Where it cannot, the file has a name of its own, PATH.PID-N.new, and its writer holds a lock on it. Whoever writes to
 * the same path later removes those without a lock: their writers are dead.
 *
 * A device or a pipe is never replaced, but written to; and a link stays one, whatever it leads to. */
#include "base/new_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_NAMES = 10000, NAME_ROOM = 48 };

bool few_write_all(int descriptor, const void *bytes, size_t count) {
    const char *at = bytes;
    while (count) {
        ssize_t done = write(descriptor, at, count < 1 << 30 ? count : 1 << 30);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        at += done;
        count -= (size_t)done;
    }
    return true;
}

struct place {
    const char *path;
    char *folder, *beside; /* of the path; the name of the new file */
    size_t room;           /* of each of the two */
};

static bool find_place(struct place *place, const char *path, struct few_memory *memory) {
    *place = (struct place){.path = path, .room = strlen(path) + NAME_ROOM};
    place->folder = few_alloc(memory, place->room);
    place->beside = few_alloc(memory, place->room);
    if (!place->folder || !place->beside)
        return false;
    const char *slash = strrchr(path, '/');
    size_t length = !slash ? 0 : slash == path ? 1 : (size_t)(slash - path);
    memcpy(place->folder, slash ? path : ".", slash ? length : 1);
    place->folder[slash ? length : 1] = '\0';
    return true;
}

static void leave_place(struct place *place, struct few_memory *memory) {
    few_free(memory, place->folder, place->room);
    few_free(memory, place->beside, place->room);
}

static void name_beside(struct place *place, unsigned number) {
    snprintf(place->beside, place->room, "%s.%ld-%u.new", place->path, (long)getpid(), number);
}

/* A new file under a name that no one else uses, locked. */
static int open_named(struct place *place) {
    for (unsigned n = 0; n < MOST_NAMES; n++) {
        name_beside(place, n);
        int descriptor = open(place->beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor < 0 && errno == EEXIST)
            continue;
        if (descriptor < 0)
            return -1;
        struct stat about;
        flock(descriptor, LOCK_EX | LOCK_NB);
        if (fstat(descriptor, &about) == 0 && about.st_nlink > 0)
            return descriptor;
        close(descriptor); /* it was taken for the file of a dead writer before it was locked */
    }
    errno = EEXIST;
    return -1;
}

/* Gives a file without a name one. */
static bool give_name(int descriptor, struct place *place) {
    char self[64];
    snprintf(self, sizeof self, "/proc/self/fd/%d", descriptor);
    for (unsigned n = 0; n < MOST_NAMES; n++) {
        name_beside(place, n);
        if (linkat(AT_FDCWD, self, AT_FDCWD, place->beside, AT_SYMLINK_FOLLOW) == 0)
            return true;
        if (errno != EEXIST)
            return false;
    }
    return false;
}

/* false: this cannot be done here, and nothing has happened; *good: it was done, and whether it went well. */
static bool write_unnamed(struct place *place, few_file_writer *writer, void *context, bool *good) {
#ifdef O_TMPFILE
    int descriptor = open(place->folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
    if (descriptor < 0)
        return false;
    flock(descriptor, LOCK_EX | LOCK_NB);
    *good = writer(descriptor, context) && fsync(descriptor) == 0;
    bool named = *good && give_name(descriptor, place), done = named || !*good;
    if (named && rename(place->beside, place->path) != 0) {
        int why = errno;
        unlink(place->beside);
        errno = why;
        *good = false;
    }
    int why = errno;
    close(descriptor);
    errno = why;
    return done;
#else
    (void)place, (void)writer, (void)context, (void)good;
    return false;
#endif
}

static bool write_named(struct place *place, few_file_writer *writer, void *context) {
    int descriptor = open_named(place);
    if (descriptor < 0)
        return false;
    bool good = writer(descriptor, context) && fsync(descriptor) == 0 && rename(place->beside, place->path) == 0;
    int why = errno;
    if (!good)
        unlink(place->beside);
    if (close(descriptor) != 0 && good) {
        why = errno;
        good = false;
    }
    errno = why;
    return good;
}

/* ---- What others left behind */

/* BASE.DIGITS.new or BASE.DIGITS-DIGITS.new */
static bool is_beside(const char *name, const char *base) {
    const size_t length = strlen(base);
    if (strncmp(name, base, length) != 0 || name[length] != '.')
        return false;
    name += length + 1;
    size_t digits = strspn(name, "0123456789-");
    return digits && strcmp(name + digits, ".new") == 0;
}

/* A file without a lock was left by a writer that is dead. */
static void remove_if_left(int folder, const char *name) {
    int descriptor = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (descriptor < 0)
        return;
    if (flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        unlinkat(folder, name, 0);
    close(descriptor);
}

static void remove_left_behind(const struct place *place) {
    const char *slash = strrchr(place->path, '/'), *base = slash ? slash + 1 : place->path;
    DIR *folder = opendir(place->folder);
    if (!folder)
        return;
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;)
        if (is_beside(entry->d_name, base))
            remove_if_left(dirfd(folder), entry->d_name);
    closedir(folder);
}

/* The new name, too, is to survive a loss of power. A file system that cannot do that is no reason to fail. */
static void sync_folder(const struct place *place) {
    int folder = open(place->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0)
        return;
    fsync(folder);
    close(folder);
}

/* What cannot be replaced: something that is no regular file, or a link to nothing as yet. */
static bool is_to_stay(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 ? !S_ISREG(about.st_mode) : lstat(path, &about) == 0;
}

static bool write_in_place(const char *path, few_file_writer *writer, void *context) {
    int descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor < 0)
        return false;
    /* Devices and pipes need not know how to be synchronised. */
    bool good = writer(descriptor, context) && (fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP);
    int why = errno;
    if (close(descriptor) != 0 && good) {
        why = errno;
        good = false;
    }
    errno = why;
    return good;
}

static bool write_new(struct few_memory *memory, const char *path, few_file_writer *writer, void *context) {
    struct place place;
    bool good = find_place(&place, path, memory);
    int why = ENOMEM;
    if (good) {
        remove_left_behind(&place);
        if (!write_unnamed(&place, writer, context, &good))
            good = write_named(&place, writer, context);
        why = errno;
        if (good)
            sync_folder(&place);
    }
    leave_place(&place, memory);
    errno = why;
    return good;
}

bool few_write_new_file(struct few_memory *memory, const char *path, few_file_writer *writer, void *context) {
    char behind[PATH_MAX]; /* the links, if there are any */
    bool good = is_to_stay(path) ? write_in_place(path, writer, context)
                                 : write_new(memory, realpath(path, behind) ? behind : path, writer, context);
    if (good)
        errno = 0;
    return good;
}
