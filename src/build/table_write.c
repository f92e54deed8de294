/* Writes a table file: the digests first, then all of it (base/new_file.h). */
#include "build/table_format.h"

#include "base/new_file.h"

#include <errno.h>
#include <string.h>

static uint64_t aligned(uint64_t offset) {
    return (offset + FEW_TABLE_ALIGNMENT - 1) / FEW_TABLE_ALIGNMENT * FEW_TABLE_ALIGNMENT;
}

struct plan {
    struct few_table_header header;
    struct few_table_entry entries[FEW_TABLE_SECTIONS];
    const struct few_table_section *sections;
};

static const uint8_t zeros[FEW_TABLE_ALIGNMENT];

/* Where everything goes, and the digests. */
static void make_plan(struct plan *plan, const char *kind, struct few_digest_value fingerprint,
                      const struct few_table_section *sections, uint32_t count) {
    struct few_table_header *header = &plan->header;
    *plan = (struct plan){.header = {.version = FEW_TABLE_VERSION, .byte_order = few_table_byte_order,
                                     .fingerprint = fingerprint, .sections = count},
                          .sections = sections};
    memcpy(header->magic, few_table_magic, sizeof header->magic);
    memcpy(header->kind, kind, strlen(kind) < FEW_TABLE_NAME ? strlen(kind) : FEW_TABLE_NAME);
    uint64_t at = FEW_TABLE_HEADER + count * sizeof(struct few_table_entry);
    struct few_digest body;
    few_digest_begin(&body);
    for (uint32_t i = 0; i < count; i++) {
        struct few_table_entry *entry = &plan->entries[i];
        memcpy(entry->name, sections[i].name, FEW_TABLE_NAME);
        entry->offset = aligned(at);
        entry->size = sections[i].size;
        few_digest_add(&body, zeros, entry->offset - at);
        few_digest_add(&body, sections[i].bytes, sections[i].size);
        at = entry->offset + entry->size;
    }
    header->size = at;
    header->body = few_digest_end(&body);
    header->head = few_table_head_digest(header, plan->entries);
}

static bool write_plan(int descriptor, void *context) {
    const struct plan *plan = context;
    const uint32_t count = plan->header.sections;
    uint64_t at = FEW_TABLE_HEADER + count * sizeof(struct few_table_entry);
    bool good = few_write_all(descriptor, &plan->header, FEW_TABLE_HEADER) &&
                few_write_all(descriptor, plan->entries, count * sizeof(struct few_table_entry));
    for (uint32_t i = 0; i < count && good; i++) {
        const struct few_table_entry *entry = &plan->entries[i];
        good = few_write_all(descriptor, zeros, entry->offset - at) &&
               few_write_all(descriptor, plan->sections[i].bytes, plan->sections[i].size);
        at = entry->offset + entry->size;
    }
    return good;
}

bool few_table_file_write(struct few_memory *memory, const char *path, const char *kind,
                          struct few_digest_value fingerprint, const struct few_table_section *sections,
                          uint32_t count, struct few_error *error) {
    struct plan *plan = few_alloc(memory, sizeof *plan);
    if (!plan)
        return few_fail_memory(error);
    make_plan(plan, kind, fingerprint, sections, count);
    bool good = few_write_new_file(memory, path, write_plan, plan);
    if (!good && errno == ENOMEM)
        few_fail_memory(error);
    else if (!good)
        few_fail(error, FEW_ERROR_SYSTEM, "%.160s cannot be written: %s", path, strerror(errno));
    few_free(memory, plan, sizeof *plan);
    return good;
}
