#include "build/table_entries.h"

#include <string.h>

bool few_entries_end(struct few_entries *entries) {
    const size_t filled = entries->filled;
    entries->filled = 0;
    return few_table_put(entries->sink, entries->bytes, filled);
}

static bool put_tag(struct few_entries *entries, unsigned tag) {
    const unsigned in_byte = 8 / entries->tag_bits;
    if (entries->count % in_byte == 0) {
        if (entries->filled == sizeof entries->bytes && !few_entries_end(entries))
            return false;
        entries->bytes[entries->filled++] = 0;
    }
    few_put_tag(entries->bytes + entries->filled - 1, entries->count++ % in_byte, tag, entries->tag_bits);
    return true;
}

bool few_entries_put(struct few_entries *entries, const uint64_t *state, unsigned tag) {
    const size_t size = entries->words * sizeof *state;
    if (entries->has_tags)
        return put_tag(entries, tag);
    if (entries->filled + size > sizeof entries->bytes && !few_entries_end(entries))
        return false;
    memcpy(entries->bytes + entries->filled, state, size);
    entries->filled += size;
    return true;
}
