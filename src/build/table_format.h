/* What the reader and the writer of table files share: the header and the directory as they are written (table_file.h). */
#ifndef FEW_BUILD_TABLE_FORMAT_H
#define FEW_BUILD_TABLE_FORMAT_H

#include "build/table_file.h"

#include <stddef.h>

enum { FEW_TABLE_ALIGNMENT = 64, FEW_TABLE_HEADER = 96 };
static const uint32_t few_table_byte_order = 0x0a0b0c0d;
static const uint8_t few_table_magic[8] = {0x89, 'F', 'E', 'W', '\r', '\n', 0x1a, '\n'};

struct few_table_header {
    uint8_t magic[8];
    uint32_t version, byte_order;
    struct few_digest_value fingerprint;
    char kind[FEW_TABLE_NAME];
    uint64_t size;
    uint32_t sections, zero;
    struct few_digest_value body, head;
};
_Static_assert(sizeof(struct few_table_header) == FEW_TABLE_HEADER, "as it is written");

struct few_table_entry {
    char name[FEW_TABLE_NAME];
    uint64_t offset, size;
};
_Static_assert(sizeof(struct few_table_entry) == 32, "as it is written");

static inline struct few_digest_value few_table_head_digest(const struct few_table_header *header,
                                                            const struct few_table_entry *entries) {
    struct few_digest digest;
    few_digest_begin(&digest);
    few_digest_add(&digest, header, offsetof(struct few_table_header, head));
    few_digest_add(&digest, entries, header->sections * sizeof *entries);
    return few_digest_end(&digest);
}

#endif
