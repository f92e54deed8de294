#include "build/table_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ALIGNMENT = 64, HEADER = 96, PIECE = 1 << 14 };
static const uint32_t byte_order = 0x0a0b0c0d;
static const uint8_t magic[8] = {0x89, 'F', 'E', 'W', '\r', '\n', 0x1a, '\n'};

struct header {
    uint8_t magic[8];
    uint32_t version, byte_order;
    struct few_digest_value fingerprint;
    char kind[FEW_TABLE_NAME];
    uint64_t size;
    uint32_t sections, zero;
    struct few_digest_value body, head;
};
_Static_assert(sizeof(struct header) == HEADER, "as it is written");

struct entry {
    char name[FEW_TABLE_NAME];
    uint64_t offset, size;
};
_Static_assert(sizeof(struct entry) == 32, "as it is written");

static uint64_t aligned(uint64_t offset) {
    return (offset + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static struct few_digest_value head_digest(const struct header *header, const struct entry *entries) {
    struct few_digest digest;
    few_digest_begin(&digest);
    few_digest_add(&digest, header, offsetof(struct header, head));
    few_digest_add(&digest, entries, header->sections * sizeof *entries);
    return few_digest_end(&digest);
}

static bool same(struct few_digest_value a, struct few_digest_value b) {
    return a.words[0] == b.words[0] && a.words[1] == b.words[1];
}

/* ---- Writing */

static bool write_all(int descriptor, const void *bytes, size_t count) {
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

struct plan {
    struct header header;
    struct entry entries[FEW_TABLE_SECTIONS];
};

static const uint8_t zeros[ALIGNMENT];

/* Where everything goes, and the digests. */
static void make_plan(struct plan *plan, const char *kind, struct few_digest_value fingerprint,
                      const struct few_table_section *sections, uint32_t count) {
    struct header *header = &plan->header;
    *plan = (struct plan){.header = {.version = FEW_TABLE_VERSION, .byte_order = byte_order,
                                     .fingerprint = fingerprint, .sections = count}};
    memcpy(header->magic, magic, sizeof magic);
    memcpy(header->kind, kind, strlen(kind) < FEW_TABLE_NAME ? strlen(kind) : FEW_TABLE_NAME);
    uint64_t at = HEADER + count * sizeof(struct entry);
    struct few_digest body;
    few_digest_begin(&body);
    for (uint32_t i = 0; i < count; i++) {
        struct entry *entry = &plan->entries[i];
        memcpy(entry->name, sections[i].name, FEW_TABLE_NAME);
        entry->offset = aligned(at);
        entry->size = sections[i].size;
        few_digest_add(&body, zeros, entry->offset - at);
        few_digest_add(&body, sections[i].bytes, sections[i].size);
        at = entry->offset + entry->size;
    }
    header->size = at;
    header->body = few_digest_end(&body);
    header->head = head_digest(header, plan->entries);
}

static bool write_plan(int descriptor, const struct plan *plan, const struct few_table_section *sections) {
    const uint32_t count = plan->header.sections;
    uint64_t at = HEADER + count * sizeof(struct entry);
    bool good = write_all(descriptor, &plan->header, HEADER) &&
                write_all(descriptor, plan->entries, count * sizeof(struct entry));
    for (uint32_t i = 0; i < count && good; i++) {
        const struct entry *entry = &plan->entries[i];
        good = write_all(descriptor, zeros, entry->offset - at) &&
               write_all(descriptor, sections[i].bytes, sections[i].size);
        at = entry->offset + entry->size;
    }
    return good && fsync(descriptor) == 0;
}

/* The new name, too, is to survive a loss of power. A file system that cannot do that is no reason to fail. */
static void sync_folder(char *path) {
    char *slash = strrchr(path, '/');
    if (slash)
        slash[slash == path] = '\0';
    int folder = open(slash ? path : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0)
        return;
    fsync(folder);
    close(folder);
}

bool few_table_file_write(struct few_memory *memory, const char *path, const char *kind,
                          struct few_digest_value fingerprint, const struct few_table_section *sections,
                          uint32_t count, struct few_error *error) {
    const size_t bytes = strlen(path) + 32;
    char *beside = few_alloc(memory, bytes);
    struct plan *plan = few_alloc(memory, sizeof *plan);
    bool good = beside && plan;
    if (!good) {
        few_fail_memory(error);
    } else {
        make_plan(plan, kind, fingerprint, sections, count);
        snprintf(beside, bytes, "%s.%ld.new", path, (long)getpid());
        unlink(beside); /* left behind by a process of the same number, long ago */
        int descriptor = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        good = descriptor >= 0 && write_plan(descriptor, plan, sections);
        int why = errno;
        if (descriptor >= 0 && close(descriptor) != 0 && good) {
            why = errno;
            good = false;
        }
        if (good && rename(beside, path) != 0) {
            why = errno;
            good = false;
        }
        if (!good) {
            if (descriptor >= 0)
                unlink(beside);
            few_fail(error, FEW_ERROR_SYSTEM, "%.160s cannot be written: %s", path, strerror(why));
        } else {
            sync_folder(beside);
        }
    }
    few_free(memory, plan, sizeof *plan);
    few_free(memory, beside, bytes);
    return good;
}

/* ---- Reading */

static bool refuse(struct few_error *error, const char *path, const char *why) {
    return few_fail(error, FEW_ERROR_INPUT, "%.120s %s", path, why);
}

/* Whether the header is one of ours, and of this file. */
static bool check_header(const struct header *header, uint64_t size, const char *path, struct few_error *error) {
    if (memcmp(header->magic, magic, sizeof magic) != 0)
        return refuse(error, path, "is no table of fewest");
    if (header->byte_order != byte_order)
        return refuse(error, path, header->byte_order == __builtin_bswap32(byte_order)
                                       ? "was made on a machine with another byte order: build it anew"
                                       : "is damaged, in its header: build it anew");
    if (header->version != FEW_TABLE_VERSION)
        return few_fail(error, FEW_ERROR_INPUT,
                        "%.120s is a table of version %u, and this fewest reads version %d: build it anew", path,
                        header->version, (int)FEW_TABLE_VERSION);
    if (size < header->size)
        return few_fail(error, FEW_ERROR_INPUT, "%.120s is cut off: %llu of its %llu bytes are there", path,
                        (unsigned long long)size, (unsigned long long)header->size);
    if (size > header->size)
        return refuse(error, path, "is longer than its header says: build it anew");
    if (header->sections > FEW_TABLE_SECTIONS || HEADER + header->sections * sizeof(struct entry) > size)
        return refuse(error, path, "is damaged, in its header: build it anew");
    return true;
}

static bool check_entries(const struct few_table_file *file, const struct header *header, const char *path,
                          struct few_error *error) {
    const struct entry *entries = (const struct entry *)(file->map + HEADER);
    bool good = same(head_digest(header, entries), header->head);
    uint64_t at = file->body;
    for (uint32_t i = 0; i < header->sections && good; i++) {
        good = entries[i].offset % ALIGNMENT == 0 && entries[i].offset >= at && entries[i].offset <= file->size &&
               entries[i].size <= file->size - entries[i].offset;
        at = entries[i].offset + entries[i].size;
    }
    return good || refuse(error, path, "is damaged, in its header: build it anew");
}

/* Read, not looked at through the map, whose pages would all count as memory of the process. */
static bool check_body(const struct few_table_file *file, int descriptor, const struct header *header,
                       const char *path, struct few_error *error) {
    static const char damaged[] = "is damaged: its checksum is wrong; build it anew";
    uint8_t piece[PIECE];
    struct few_digest digest;
    few_digest_begin(&digest);
    for (size_t at = file->body; at < file->size;) {
        size_t some = file->size - at < sizeof piece ? file->size - at : sizeof piece;
        ssize_t got = pread(descriptor, piece, some, (off_t)at);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return few_fail(error, FEW_ERROR_SYSTEM, "%.120s cannot be read: %s", path, strerror(errno));
        if (got == 0)
            return refuse(error, path, damaged);
        few_digest_add(&digest, piece, (size_t)got);
        at += (size_t)got;
    }
    return same(few_digest_end(&digest), header->body) || refuse(error, path, damaged);
}

static bool map_file(struct few_table_file *file, int descriptor, bool whole, const char *path,
                     struct few_error *error) {
    struct stat about;
    struct header header;
    if (fstat(descriptor, &about) != 0)
        return few_fail(error, FEW_ERROR_SYSTEM, "%.120s cannot be read: %s", path, strerror(errno));
    if (!S_ISREG(about.st_mode))
        return refuse(error, path, "is no file");
    ssize_t got = pread(descriptor, &header, sizeof header, 0);
    if (got < 0)
        return few_fail(error, FEW_ERROR_SYSTEM, "%.120s cannot be read: %s", path, strerror(errno));
    if (got < (ssize_t)sizeof header)
        return refuse(error, path, got >= (ssize_t)sizeof magic && memcmp(&header, magic, sizeof magic) == 0
                                       ? "is cut off, in its header"
                                       : "is no table of fewest");
    if (!check_header(&header, (uint64_t)about.st_size, path, error))
        return false;
    void *map = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (map == MAP_FAILED)
        return few_fail(error, FEW_ERROR_SYSTEM, "%.120s cannot be mapped: %s", path, strerror(errno));
    file->map = map;
    file->size = (size_t)about.st_size;
    file->body = HEADER + header.sections * sizeof(struct entry);
    file->version = header.version;
    file->fingerprint = header.fingerprint;
    file->sections = header.sections;
    file->whole = whole;
    memcpy(file->kind, header.kind, FEW_TABLE_NAME);
    return check_entries(file, &header, path, error) &&
           (!whole || check_body(file, descriptor, &header, path, error));
}

bool few_table_file_open(struct few_table_file *file, const char *path, bool whole, struct few_error *error) {
    *file = (struct few_table_file){0};
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* of a pipe nobody writes to, too */
    if (descriptor < 0)
        return few_fail(error, FEW_ERROR_INPUT, "%.120s cannot be read: %s", path, strerror(errno));
    bool good = map_file(file, descriptor, whole, path, error);
    close(descriptor);
    if (!good)
        few_table_file_close(file);
    return good;
}

void few_table_file_close(struct few_table_file *file) {
    if (file->map)
        munmap((void *)(uintptr_t)file->map, file->size);
    *file = (struct few_table_file){0};
}

const void *few_table_file_section(const struct few_table_file *file, const char *name, uint64_t *size) {
    const struct entry *entries = (const struct entry *)(file->map + HEADER);
    for (uint32_t i = 0; i < file->sections; i++)
        if (strncmp(entries[i].name, name, FEW_TABLE_NAME) == 0) {
            *size = entries[i].size;
            return file->map + entries[i].offset;
        }
    *size = 0;
    return NULL;
}
