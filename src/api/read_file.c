#include "api/read_file.h"

#include <fewest.h>

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const size_t most_bytes = (size_t)1 << 30;

void few_file_free(struct few_file *file) {
    if (file->memory)
        few_free(file->memory, file->text, file->room);
    else
        free(file->text);
    *file = (struct few_file){0};
}

static bool fail_file(struct few_error *error, const char *name, const char *why) {
    size_t length = strlen(name);
    if (length >= sizeof error->file)
        length = sizeof error->file - 1;
    memcpy(error->file, name, length);
    error->file[length] = 0;
    return few_fail(error, FEW_ERROR_INPUT, "%s", why);
}

/* After a call that failed: whether the name is wrong or the system has nothing left is for errno to say. */
static bool fail_system(struct few_error *error, const char *name) {
    const int why = errno;
    fail_file(error, name, strerror(why));
    error->kind = few_kind_of_errno(why);
    return false;
}

/* Reads some more, as soon as there is some: a pipe may keep us waiting longer than the limits allow. 0: the end. */
static ssize_t read_more(int descriptor, struct few_file *file) {
    for (;;) {
        struct pollfd some = {.fd = descriptor, .events = POLLIN};
        int ready = poll(&some, 1, 100);
        if (!few_go_on(file->memory, UINT64_MAX / 2)) {
            errno = ECANCELED;
            return -1;
        }
        if (ready == 0 || (ready < 0 && errno == EINTR))
            continue;
        ssize_t got = read(descriptor, file->text + file->length, file->room - file->length);
        if (got >= 0 || (errno != EINTR && errno != EAGAIN))
            return got;
    }
}

/* Reads on until the end; a NUL byte at the beginning shows at once that this is not text. */
static bool read_all(int descriptor, const char *name, size_t expected, struct few_file *file,
                     struct few_error *error) {
    size_t room = expected < most_bytes ? expected + 1 : (size_t)1 << 16;
    if (room < (size_t)1 << 16)
        room = (size_t)1 << 16;
    file->text = few_alloc_filled(file->memory, room);
    if (!file->text)
        return few_fail_memory(error);
    file->room = room;
    for (;;) {
        if (file->length == room) {
            char *grown = room < most_bytes ? few_resize(file->memory, file->text, room, room * 2) : NULL;
            if (!grown)
                return room < most_bytes ? few_fail_memory(error)
                                         : fail_file(error, name, "this file is larger than a gigabyte");
            file->text = grown;
            file->room = room *= 2;
        }
        ssize_t got = read_more(descriptor, file);
        if (got < 0)
            return errno == ECANCELED ? few_fail_memory(error) : fail_system(error, name);
        if (got == 0)
            return true;
        if (file->length < 4096 && memchr(file->text, 0, file->length + (size_t)got)) {
            file->length += (size_t)got; /* the parser says where; no need to read the rest */
            return true;
        }
        file->length += (size_t)got;
    }
}

static bool read_file(const char *name, struct few_file *file, struct few_error *error) {
    int descriptor = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a pipe is waited for by read_more */
    if (descriptor < 0)
        return fail_system(error, name);
    struct stat about;
    bool good = fstat(descriptor, &about) == 0 || fail_system(error, name);
    if (good && S_ISDIR(about.st_mode))
        good = fail_file(error, name, "this is a directory, not a puzzle file");
    if (good)
        good = read_all(descriptor, name, S_ISREG(about.st_mode) ? (size_t)about.st_size : 0, file, error);
    close(descriptor);
    if (!good)
        few_file_free(file);
    return good;
}

bool few_read_puzzle(struct few_memory *memory, const char *name, struct few_file *file, struct few_error *error) {
    *file = (struct few_file){0};
    fewest_error unknown;
    if (!strchr(name, '/')) { /* ./eight is always the file */
        file->text = fewest_builtin_text(name, &unknown);
        if (file->text) {
            file->length = strlen(file->text);
            return true;
        }
        if (unknown.status == FEWEST_SYSTEM) /* it is known, and a file of that name is not meant */
            return few_fail_memory(error);
    }
    file->memory = memory;
    if (read_file(name, file, error))
        return true;
    /* Neither: the message about built-ins says more. */
    if (error->kind == FEW_ERROR_INPUT && !strchr(name, '/') && access(name, F_OK) != 0) {
        memset(error, 0, sizeof *error);
        few_fail(error, FEW_ERROR_INPUT, "%s", unknown.message);
        memcpy(error->hint, unknown.hint, sizeof error->hint);
    }
    return false;
}
