/* See disk.h. */
#include "search/disk/disk.h"

#include "base/clock.h"
#include "base/stream.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAME = 80 };

struct head {
    uint64_t size;
    struct few_digest_value check;
};

static bool fail(struct few_disk *disk, enum few_error_kind kind, const char *what, const char *why) {
    pthread_mutex_lock(&disk->lock);
    if (!atomic_load(&disk->failed))
        few_fail(&disk->error, kind, "%s %.120s: %s", what, disk->folder, why);
    atomic_store(&disk->failed, true);
    pthread_mutex_unlock(&disk->lock);
    return false;
}

static bool fail_errno(struct few_disk *disk, const char *what) {
    return fail(disk, few_kind_of_errno(errno) == FEW_ERROR_INPUT ? FEW_ERROR_SYSTEM : few_kind_of_errno(errno), what, strerror(errno));
}

static void name_file(const struct few_disk *disk, uint64_t number, char *name) {
    snprintf(name, NAME, "fewest-%016" PRIx64 "-%" PRIu64 ".part", disk->key, number);
}

/* Opens the folder; -1: errno says why. */
static int open_folder(const struct few_disk *disk) {
    return open(disk->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

static int open_in(const struct few_disk *disk, uint64_t number, int flags, bool stays) {
    char name[NAME];
    const int folder = open_folder(disk);
    if (folder < 0)
        return -1;
    name_file(disk, number, name);
    const int descriptor = openat(folder, name, flags | O_CLOEXEC | O_NOFOLLOW, 0600);
    const int why = errno;
    if (descriptor >= 0 && !stays)
        unlinkat(folder, name, 0);
    close(folder);
    errno = why;
    return descriptor;
}

static void remove_file(const struct few_disk *disk, uint64_t number) {
    char name[NAME];
    const int folder = open_folder(disk);
    if (folder < 0)
        return;
    name_file(disk, number, name);
    unlinkat(folder, name, 0);
    close(folder);
}

/* By what the files of a checkpoint are known: always the same for its path. So whoever continues from it, or begins again, finds what
 * one that was killed has left, even if no checkpoint says so. Without a checkpoint files have no name for long. */
uint64_t few_disk_key(const char *checkpoint) {
    struct few_digest digest;
    few_digest_begin(&digest);
    if (checkpoint) {
        const char *slash = strrchr(checkpoint, '/'), *name = slash ? slash + 1 : checkpoint;
        char *folder = strndup(slash ? checkpoint : "./", slash ? (size_t)(slash - checkpoint) + 1 : 2), *whole = folder ? realpath(folder, NULL) : NULL;
        if (whole)
            few_digest_add(&digest, whole, strlen(whole) + 1);
        few_digest_add(&digest, name, strlen(name));
        free(folder);
        free(whole);
    } else {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        few_digest_number(&digest, (uint64_t)getpid());
        few_digest_number(&digest, (uint64_t)(few_now() * 1e9));
        few_digest_add(&digest, &now, sizeof now);
    }
    return few_digest_end(&digest).words[0];
}

bool few_disk_open(struct few_disk *disk, const char *folder, uint64_t limit, const char *checkpoint, struct few_memory *memory) {
    *disk = (struct few_disk){.folder = folder, .limit = limit, .named = checkpoint, .key = few_disk_key(checkpoint)};
    pthread_mutex_init(&disk->lock, NULL);
    few_list_init(&disk->doomed, memory, sizeof(struct few_disk_name));
    struct few_disk_file first = few_no_file; /* to see whether that can be done */
    const bool good = few_disk_create(disk, &first);
    if (good)
        close(first.descriptor);
    if (good && disk->named)
        remove_file(disk, first.number);
    return good;
}

void few_disk_close(struct few_disk *disk) {
    few_list_free(&disk->doomed);
    pthread_mutex_destroy(&disk->lock);
}

static bool create(struct few_disk *disk, struct few_disk_file *file, bool stays) {
    do {
        *file = (struct few_disk_file){.number = atomic_fetch_add(&disk->next, 1), .is_named = stays};
        file->descriptor = open_in(disk, file->number, O_RDWR | O_CREAT | O_EXCL, stays);
    } while (file->descriptor < 0 && errno == EEXIST); /* one that was killed has left it: few_disk_clean will find it */
    return file->descriptor >= 0 || fail_errno(disk, "no file can be made in");
}

bool few_disk_create(struct few_disk *disk, struct few_disk_file *file) {
    return create(disk, file, disk->named);
}

bool few_disk_create_passing(struct few_disk *disk, struct few_disk_file *file) {
    return create(disk, file, false);
}

/* ---- Blocks */

static struct few_digest_value digest_block(const struct few_disk_file *file, uint64_t place, const void *bytes, size_t count) {
    struct few_digest digest;
    few_digest_begin(&digest);
    few_digest_number(&digest, file->number);
    few_digest_number(&digest, place);
    few_digest_add(&digest, bytes, count);
    return few_digest_end(&digest);
}

static bool write_at(struct few_disk *disk, int descriptor, const void *bytes, size_t count, uint64_t place) {
    const char *from = bytes;
    while (count) {
        const ssize_t done = pwrite(descriptor, from, count < 1 << 30 ? count : 1 << 30, (off_t)place);
        if (done < 0 && errno == EINTR)
            continue;
        if (done == 0)
            errno = ENOSPC;
        if (done <= 0)
            return fail_errno(disk, "there was an error when writing to");
        from += done;
        count -= (size_t)done;
        place += (uint64_t)done;
    }
    return true;
}

static bool fail_limit(struct few_disk *disk) {
    char why[64];
    snprintf(why, sizeof why, "%" PRIu64 " bytes are not enough", disk->limit);
    return fail(disk, FEW_ERROR_LIMIT, "more than --disk-limit allows is needed in", why);
}

static void note_most(struct few_disk *disk, uint64_t used) {
    uint64_t most = atomic_load(&disk->most);
    while (most < used && !atomic_compare_exchange_weak(&disk->most, &most, used))
        continue;
}

uint64_t few_disk_behind(uint64_t place, size_t count) {
    return place + sizeof(struct head) + count;
}

bool few_disk_write(struct few_disk *disk, struct few_disk_file *file, const void *bytes, size_t count, uint64_t *place) {
    const uint64_t all = sizeof(struct head) + count, used = atomic_fetch_add(&disk->used, all) + all;
    if (atomic_load(&disk->failed))
        return false;
    if (disk->limit && used > disk->limit)
        return fail_limit(disk);
    note_most(disk, used);
    *place = atomic_fetch_add(&file->size, all);
    atomic_fetch_add(&disk->written, all);
    const struct head head = {count, digest_block(file, *place, bytes, count)};
    const bool good = write_at(disk, file->descriptor, &head, sizeof head, *place) && write_at(disk, file->descriptor, bytes, count, *place + sizeof head);
    if (!good)
        atomic_fetch_sub(&file->size, all); /* it may be a file of the checkpoint, and is no longer than what is there */
    return good;
}

static bool read_at(struct few_disk *disk, int descriptor, void *bytes, size_t count, uint64_t place) {
    char *to = bytes;
    while (count) {
        const ssize_t done = pread(descriptor, to, count < 1 << 30 ? count : 1 << 30, (off_t)place);
        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0)
            return fail_errno(disk, "there was an error when reading from");
        if (done == 0)
            return fail(disk, FEW_ERROR_INPUT, "a file is damaged in", "it is cut off");
        to += done;
        count -= (size_t)done;
        place += (uint64_t)done;
    }
    return true;
}

bool few_disk_read(struct few_disk *disk, const struct few_disk_file *file, uint64_t place, void *bytes, size_t room, size_t *count) {
    struct head head;
    *count = 0;
    if (atomic_load(&disk->failed) || !read_at(disk, file->descriptor, &head, sizeof head, place))
        return false;
    if (head.size > room)
        return fail(disk, FEW_ERROR_INPUT, "a file is damaged in", "a block has another size");
    if (!read_at(disk, file->descriptor, bytes, head.size, place + sizeof head))
        return false;
    atomic_fetch_add(&disk->read, sizeof head + head.size);
    const struct few_digest_value check = digest_block(file, place, bytes, head.size);
    if (check.words[0] != head.check.words[0] || check.words[1] != head.check.words[1])
        return fail(disk, FEW_ERROR_INPUT, "a file is damaged in", "a checksum is wrong");
    *count = head.size;
    return true;
}

/* ---- Files that come and go */

void few_disk_drop(struct few_disk *disk, struct few_disk_file *file) {
    if (file->descriptor < 0)
        return;
    const struct few_disk_name name = {file->number, file->size};
    const bool is_named = file->is_named;
    close(file->descriptor);
    *file = few_no_file;
    if (is_named && few_list_append(&disk->doomed, &name, 1)) {
        disk->doomed_bytes += name.size;
        return;
    }
    atomic_fetch_sub(&disk->used, name.size); /* one that has a name and no place in the list is left for few_disk_clean */
}

bool few_disk_keep(struct few_disk *disk, const struct few_disk_file *file) {
    return file->descriptor < 0 || fdatasync(file->descriptor) == 0 || fail_errno(disk, "there was an error when writing to");
}

bool few_disk_is_crowded(const struct few_disk *disk) {
    return disk->doomed_bytes > atomic_load(&disk->used) / 2;
}

void few_disk_forget(struct few_disk *disk) {
    for (size_t i = 0; i < disk->doomed.count; i++) {
        const struct few_disk_name *name = few_list_at(&disk->doomed, i);
        remove_file(disk, name->number);
        atomic_fetch_sub(&disk->used, name->size);
    }
    disk->doomed.count = 0;
    disk->doomed_bytes = 0;
}

/* ---- In checkpoints */

void few_disk_write_names(const struct few_disk *disk, struct few_out *out) {
    few_out_number(out, disk->key);
    few_out_number(out, atomic_load(&disk->next));
}

void few_disk_read_names(struct few_disk *disk, struct few_in *from) {
    disk->key = few_in_number(from);
    atomic_store(&disk->next, few_in_number(from));
}

void few_disk_write_file(const struct few_disk_file *file, struct few_out *out) {
    few_out_number(out, file->descriptor >= 0);
    few_out_number(out, file->number);
    few_out_number(out, atomic_load(&file->size));
}

bool few_disk_read_file(struct few_disk *disk, struct few_disk_file *file, struct few_in *from) {
    const bool is_there = few_in_count(from, 1);
    struct stat about;
    *file = (struct few_disk_file){.descriptor = -1, .number = few_in_number(from), .is_named = true};
    atomic_init(&file->size, few_in_number(from));
    if (from->failed)
        return false;
    if (!is_there)
        return true;
    file->descriptor = open_in(disk, file->number, O_RDWR, true);
    if (file->descriptor < 0)
        return fail_errno(disk, "a file of the checkpoint cannot be opened in");
    if (fstat(file->descriptor, &about) != 0 || (uint64_t)about.st_size < file->size)
        return fail(disk, FEW_ERROR_INPUT, "a file of the checkpoint is damaged in", "it is cut off");
    note_most(disk, atomic_fetch_add(&disk->used, file->size) + file->size);
    return true;
}

static bool is_one_of(uint64_t number, const struct few_disk_file *const *files, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (files[i]->descriptor >= 0 && files[i]->number == number)
            return true;
    return false;
}

void few_disk_clean(struct few_disk *disk, const struct few_disk_file *const *files, size_t count) {
    DIR *folder = opendir(disk->folder);
    if (!folder)
        return;
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        uint64_t key, number;
        char name[NAME];
        if (sscanf(entry->d_name, "fewest-%" SCNx64 "-%" SCNu64 ".part", &key, &number) != 2 || key != disk->key ||
            is_one_of(number, files, count))
            continue;
        name_file(disk, number, name);
        if (strcmp(name, entry->d_name) == 0)
            unlinkat(dirfd(folder), name, 0);
    }
    closedir(folder);
}
