/* Reads a table file into memory, section by section, while its digest is made.
 *
 * A file that is mapped may be cut short by others at any time, and the next look at it ends the process; and what was
 * checked may be changed before it is used. What was read stays as it was checked. */
#include "build/table_format.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PIECE = 1 << 14, LARGE_PIECE = 1 << 18 };

struct few_table_part {
    struct few_table_entry entry;
    uint8_t *bytes; /* NULL: it was not to be kept, or has no size */
};

static bool same(struct few_digest_value a, struct few_digest_value b) {
    return a.words[0] == b.words[0] && a.words[1] == b.words[1];
}

static bool refuse(struct few_error *error, const char *path, const char *why) {
    return few_fail(error, FEW_ERROR_INPUT, "%.120s %s", path, why);
}

/* An open file, and how far it was read. */
struct reader {
    int descriptor;
    const char *path;
    uint64_t at;
    struct few_error *error;
};

/* false: the system refuses, or the file has become shorter. */
static bool read_on(struct reader *reader, void *bytes, size_t count) {
    for (char *to = bytes; count;) {
        ssize_t got = pread(reader->descriptor, to, count < LARGE_PIECE ? count : LARGE_PIECE, (off_t)reader->at);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return few_fail(reader->error, FEW_ERROR_SYSTEM, "%.120s cannot be read: %s", reader->path, strerror(errno));
        if (got == 0)
            return refuse(reader->error, reader->path, "became shorter while it was read");
        to += got;
        count -= (size_t)got;
        reader->at += (uint64_t)got;
    }
    return true;
}

/* Whether the header is one of ours, and of this file. */
static bool check_header(const struct few_table_header *header, uint64_t size, const char *path,
                         struct few_error *error) {
    if (memcmp(header->magic, few_table_magic, sizeof header->magic) != 0)
        return refuse(error, path, "is not a table file of fewest");
    if (header->byte_order != few_table_byte_order)
        return refuse(error, path, header->byte_order == __builtin_bswap32(few_table_byte_order)
                                       ? "was made on a machine with another byte order: rebuild it"
                                       : "is damaged, in its header: rebuild it");
    if (header->version != FEW_TABLE_VERSION)
        return few_fail(error, FEW_ERROR_INPUT,
                        "%.120s is a table of version %u, and fewest reads version %d: rebuild it", path,
                        header->version, (int)FEW_TABLE_VERSION);
    if (size < header->size)
        return few_fail(error, FEW_ERROR_INPUT, "%.120s is cut off: it has %llu of its %llu bytes", path,
                        (unsigned long long)size, (unsigned long long)header->size);
    if (size > header->size)
        return refuse(error, path, "is longer than its header says: rebuild it");
    if (header->sections > FEW_TABLE_SECTIONS ||
        FEW_TABLE_HEADER + header->sections * sizeof(struct few_table_entry) > size)
        return refuse(error, path, "is damaged, in its header: rebuild it");
    return true;
}

/* The directory, whose sections must lie one behind the other. */
static bool read_directory(struct few_table_file *file, struct reader *reader, const struct few_table_header *header) {
    struct few_table_entry entries[FEW_TABLE_SECTIONS];
    if (!read_on(reader, entries, header->sections * sizeof *entries))
        return false;
    bool good = same(few_table_head_digest(header, entries), header->head);
    uint64_t at = reader->at;
    for (uint32_t i = 0; i < header->sections && good; i++) {
        good = entries[i].offset % FEW_TABLE_ALIGNMENT == 0 && entries[i].offset >= at &&
               entries[i].offset <= file->size && entries[i].size <= file->size - entries[i].offset;
        at = entries[i].offset + entries[i].size;
        file->parts[i].entry = entries[i];
    }
    return good || refuse(reader->error, reader->path, "is damaged, in its header: rebuild it");
}

/* Bytes that only the digest is to see. */
static bool pass_over(struct reader *reader, uint64_t until, struct few_digest *digest) {
    uint8_t piece[PIECE];
    while (reader->at < until) {
        size_t some = until - reader->at < sizeof piece ? (size_t)(until - reader->at) : sizeof piece;
        if (!read_on(reader, piece, some))
            return false;
        few_digest_add(digest, piece, some);
    }
    return true;
}

/* A section is read by pieces that are still in the cache when the digest sees them. */
static bool read_part(struct reader *reader, struct few_table_part *part, struct few_memory *memory,
                      struct few_digest *digest) {
    part->bytes = few_alloc(memory, part->entry.size);
    if (!part->bytes)
        return few_fail_memory(reader->error);
    for (uint64_t done = 0; done < part->entry.size;) {
        uint64_t left = part->entry.size - done;
        size_t some = left < LARGE_PIECE ? (size_t)left : LARGE_PIECE;
        if (!read_on(reader, part->bytes + done, some))
            return false;
        few_digest_add(digest, part->bytes + done, some);
        done += some;
    }
    return true;
}

static bool is_wanted(const struct few_table_entry *entry, const char *const *only) {
    for (; only && *only; only++)
        if (strncmp(entry->name, *only, FEW_TABLE_NAME) == 0)
            return true;
    return !only;
}

static bool read_body(struct few_table_file *file, struct reader *reader, const struct few_table_header *header,
                      const char *const *only) {
    struct few_digest digest;
    few_digest_begin(&digest);
    bool good = true;
    for (uint32_t i = 0; i < file->sections && good; i++) {
        struct few_table_part *part = &file->parts[i];
        good = pass_over(reader, part->entry.offset, &digest);
        if (good && part->entry.size && is_wanted(&part->entry, only))
            good = read_part(reader, part, file->memory, &digest);
    }
    good = good && pass_over(reader, file->size, &digest);
    return good && (same(few_digest_end(&digest), header->body) ||
                    refuse(reader->error, reader->path, "is damaged: its checksum is wrong; rebuild it"));
}

static bool read_file(struct few_table_file *file, struct reader *reader, const char *const *only) {
    struct stat about;
    struct few_table_header header;
    if (fstat(reader->descriptor, &about) != 0)
        return few_fail(reader->error, FEW_ERROR_SYSTEM, "%.120s cannot be read: %s", reader->path, strerror(errno));
    if (!S_ISREG(about.st_mode))
        return refuse(reader->error, reader->path, "is not a file");
    if (about.st_size < (off_t)sizeof header) {
        bool ours = about.st_size >= (off_t)sizeof header.magic && read_on(reader, header.magic, sizeof header.magic) &&
                    memcmp(header.magic, few_table_magic, sizeof header.magic) == 0;
        return refuse(reader->error, reader->path, ours ? "is cut off, in its header" : "is not a table file of fewest");
    }
    if (!read_on(reader, &header, sizeof header) ||
        !check_header(&header, (uint64_t)about.st_size, reader->path, reader->error))
        return false;
    file->size = (uint64_t)about.st_size;
    file->version = header.version;
    file->fingerprint = header.fingerprint;
    file->sections = header.sections;
    memcpy(file->kind, header.kind, FEW_TABLE_NAME);
    return read_directory(file, reader, &header) && read_body(file, reader, &header, only);
}

bool few_table_file_open(struct few_table_file *file, struct few_memory *memory, const char *path,
                         const char *const *only, struct few_error *error) {
    *file = (struct few_table_file){.memory = memory};
    struct reader reader = {open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), path, 0, error}; /* of a pipe, too */
    if (reader.descriptor < 0)
        return few_fail(error, few_kind_of_errno(errno), "%.120s cannot be read: %s", path, strerror(errno));
    file->parts = few_alloc_zeroed(memory, FEW_TABLE_SECTIONS * sizeof *file->parts);
    bool good = file->parts ? read_file(file, &reader, only) : few_fail_memory(error);
    close(reader.descriptor);
    if (!good)
        few_table_file_close(file);
    return good;
}

void few_table_file_close(struct few_table_file *file) {
    for (uint32_t i = 0; file->parts && i < FEW_TABLE_SECTIONS; i++)
        few_free(file->memory, file->parts[i].bytes, file->parts[i].entry.size);
    if (file->parts)
        few_free(file->memory, file->parts, FEW_TABLE_SECTIONS * sizeof *file->parts);
    *file = (struct few_table_file){0};
}

const void *few_table_file_section(const struct few_table_file *file, const char *name, uint64_t *size) {
    static const uint64_t nothing; /* a section of no size is there, too */
    for (uint32_t i = 0; i < file->sections; i++) {
        const struct few_table_part *part = &file->parts[i];
        if (strncmp(part->entry.name, name, FEW_TABLE_NAME) != 0)
            continue;
        *size = part->entry.size;
        return part->entry.size ? (const void *)part->bytes : (const void *)&nothing;
    }
    *size = 0;
    return NULL;
}
