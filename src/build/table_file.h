/* Files that tables are kept in: a header, then named sections of bytes. What the sections mean is not known here.
 *
 *     0    magic        8 bytes; damaged by whoever takes the file for text
 *     8    version      u32
 *     12   byte order   u32, 0x0a0b0c0d as the machine writes it
 *     16   fingerprint  of the puzzle, 16 bytes
 *     32   kind         16 characters, filled with zeros
 *     48   size         u64, of the whole file
 *     56   sections     u32, and 4 bytes of zeros
 *     64   body         digest of all that follows the directory, 16 bytes
 *     80   head         digest of bytes 0 to 79 and of the directory, 16 bytes
 *     96   directory    for each section its name (16 characters), its offset and its size (u64)
 *          sections     each at a multiple of 64, zeros between
 *
 * Every byte of a file is in one of the two digests, or is one. */
#ifndef FEW_BUILD_TABLE_FILE_H
#define FEW_BUILD_TABLE_FILE_H

#include "base/digest.h"
#include "base/error.h"
#include "base/memory.h"

enum { FEW_TABLE_VERSION = 1, FEW_TABLE_NAME = 16, FEW_TABLE_SECTIONS = 128 };

/* Where the bytes of a section go to. */
struct few_table_sink;
/* false: errno says why not. */
bool few_table_put(struct few_table_sink *sink, const void *bytes, size_t count);

struct few_table_section {
    char name[FEW_TABLE_NAME];
    const void *bytes;
    uint64_t size;
    /* Puts the bytes of a section that is too large to be in memory. NULL: they are at `bytes`. false: errno says why not. */
    bool (*make)(void *context, struct few_table_sink *sink);
    void *context;
};

/* Writes beside `path` first, and takes its place when all is on the disk: whoever reads sees the old file or the new one.
 * Several may write to one path at once; the last one stays. false: see *error, and there is no new file. */
bool few_table_file_write(struct few_memory *memory, const char *path, const char *kind,
                          struct few_digest_value fingerprint, const struct few_table_section *sections,
                          uint32_t count, struct few_error *error);

/* A file that was read. Both digests were right; what the sections say may be wrong all the same. */
struct few_table_file {
    struct few_memory *memory;
    struct few_table_part *parts; /* NULL: no file is open */
    uint64_t size;
    unsigned version;
    char kind[FEW_TABLE_NAME + 1];
    struct few_digest_value fingerprint;
    uint32_t sections;
};

/* Reads a file if it is a table and sound. Of the sections, those in `only` are kept, names with a NULL behind the last;
 * NULL: all are. false: see *error. */
bool few_table_file_open(struct few_table_file *file, struct few_memory *memory, const char *path,
                         const char *const *only, struct few_error *error);
void few_table_file_close(struct few_table_file *file);

/* A section by its name; NULL: there is none, or it was not kept. */
const void *few_table_file_section(const struct few_table_file *file, const char *name, uint64_t *size);

#endif
