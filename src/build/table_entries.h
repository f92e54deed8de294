/* The sections of a distance table that is a list of states, whose bytes are made one entry after the other: a state, or its tag. */
#ifndef FEW_BUILD_TABLE_ENTRIES_H
#define FEW_BUILD_TABLE_ENTRIES_H

#include "build/table_file.h"

#include <stdint.h>

struct few_entries {
    struct few_table_sink *sink;
    size_t words;       /* of a state */
    unsigned tag_bits;  /* 2 or 8 */
    bool has_tags;      /* the tags; else the states */
    uint64_t count;
    size_t filled;      /* of `bytes`, which are put when they are full */
    uint8_t bytes[1 << 14];
};

/* false: errno says why not. */
bool few_entries_put(struct few_entries *entries, const uint64_t *state, unsigned tag);
/* What is left is put. */
bool few_entries_end(struct few_entries *entries);

/* Sets a tag in bytes where it is 0. */
static inline void few_put_tag(uint8_t *tags, uint64_t place, unsigned tag, unsigned bits) {
    if (bits == 2)
        tags[place / 4] |= (uint8_t)(tag << place % 4 * 2);
    else
        tags[place] = (uint8_t)tag;
}

#endif
