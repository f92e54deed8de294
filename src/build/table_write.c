/* Writes a table file, whole or not at all (base/new_file.h). */
#include "build/table_format.h"

#include "base/new_file.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static uint64_t aligned(uint64_t offset) {
    return (offset + FEW_TABLE_ALIGNMENT - 1) / FEW_TABLE_ALIGNMENT * FEW_TABLE_ALIGNMENT;
}

struct plan {
    struct few_table_header header;
    struct few_table_entry entries[FEW_TABLE_SECTIONS];
    const struct few_table_section *sections;
    bool is_made; /* of some section, the bytes are not there yet */
};

static const uint8_t zeros[FEW_TABLE_ALIGNMENT];

/* Where everything goes; and the digests, unless something is still to be made. */
static void make_plan(struct plan *plan, const char *kind, struct few_digest_value fingerprint,
                      const struct few_table_section *sections, uint32_t count) {
    struct few_table_header *header = &plan->header;
    *plan = (struct plan){.header = {.version = FEW_TABLE_VERSION, .byte_order = few_table_byte_order,
                                     .fingerprint = fingerprint, .sections = count},
                          .sections = sections};
    memcpy(header->magic, few_table_magic, sizeof header->magic);
    memcpy(header->kind, kind, strlen(kind) < FEW_TABLE_NAME ? strlen(kind) : FEW_TABLE_NAME);
    uint64_t at = FEW_TABLE_HEADER + count * sizeof(struct few_table_entry);
    for (uint32_t i = 0; i < count; i++) {
        struct few_table_entry *entry = &plan->entries[i];
        memcpy(entry->name, sections[i].name, FEW_TABLE_NAME);
        entry->offset = aligned(at);
        entry->size = sections[i].size;
        at = entry->offset + entry->size;
        plan->is_made = plan->is_made || sections[i].make;
    }
    header->size = at;
}

struct few_table_sink {
    int descriptor; /* -1: only the digest is made */
    struct few_digest digest;
    uint64_t put;
};

bool few_table_put(struct few_table_sink *sink, const void *bytes, size_t count) {
    few_digest_add(&sink->digest, bytes, count);
    sink->put += count;
    return sink->descriptor < 0 || few_write_all(sink->descriptor, bytes, count);
}

static bool put_body(const struct plan *plan, struct few_table_sink *sink) {
    const uint32_t count = plan->header.sections;
    uint64_t at = FEW_TABLE_HEADER + count * sizeof(struct few_table_entry);
    bool good = true;
    few_digest_begin(&sink->digest);
    for (uint32_t i = 0; i < count && good; i++) {
        const struct few_table_entry *entry = &plan->entries[i];
        const struct few_table_section *section = &plan->sections[i];
        good = few_table_put(sink, zeros, entry->offset - at);
        sink->put = 0;
        good = good && (section->make ? section->make(section->context, sink) : few_table_put(sink, section->bytes, section->size));
        if (good && sink->put != section->size) {
            errno = EIO; /* whoever makes it has said another size */
            good = false;
        }
        at = entry->offset + entry->size;
    }
    return good;
}

static void end_plan(struct plan *plan, struct few_table_sink *sink) {
    plan->header.body = few_digest_end(&sink->digest);
    plan->header.head = few_table_head_digest(&plan->header, plan->entries);
}

/* What is made passes by only once: then the header, which has its digest, is written last. */
static bool write_plan(int descriptor, void *context) {
    struct plan *plan = context;
    struct few_table_sink sink = {.descriptor = -1};
    const size_t head = FEW_TABLE_HEADER, directory = plan->header.sections * sizeof(struct few_table_entry);
    if (!plan->is_made) {
        put_body(plan, &sink);
        end_plan(plan, &sink);
    }
    sink.descriptor = descriptor;
    if (!few_write_all(descriptor, &plan->header, head) || !few_write_all(descriptor, plan->entries, directory) || !put_body(plan, &sink))
        return false;
    end_plan(plan, &sink);
    return !plan->is_made || (lseek(descriptor, 0, SEEK_SET) == 0 && few_write_all(descriptor, &plan->header, head));
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
