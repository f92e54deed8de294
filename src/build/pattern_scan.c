/* Fills a pattern database of a sliding puzzle by going through the table itself, once for each distance, instead of
 * keeping lists: an arrangement that lies a step away lies a fixed number of entries away, so what looks like scattered
 * access runs through memory in a few even streams. For groups of different pieces on up to sixteen cells. */
#include "build/patterns.h"

#include <string.h>

enum { MOST_PIECES = 16, PLACES = 16, BLOCK = 1 << 10 };

struct scan {
    uint8_t *entries;
    uint16_t *seen, *now, *next; /* of each arrangement: places of the blank that were handled, are due, come next */
    uint8_t *due_now, *due_next; /* of each block of arrangements: whether any is due */
    uint64_t size, blocks;
    uint32_t places, count;
    uint32_t scale[MOST_PIECES]; /* of each piece */
    uint64_t inverse[MOST_PIECES]; /* 2^52 / scale, rounded up: exact for what is at most 2^26 and 16 times the scale */
    uint16_t forward[PLACES];
    uint16_t back[2][256]; /* where the blank can have come from, for every set of places, in two halves */
};

static inline uint16_t region_of(const struct scan *s, uint16_t from, uint16_t open) {
    uint16_t region = from, fresh = from;
    while (fresh) {
        fresh = (uint16_t)((s->back[0][fresh & 255] | s->back[1][fresh >> 8]) & open & ~region);
        region |= fresh;
    }
    return region;
}

static inline void handle(struct scan *s, uint32_t key, uint16_t due, uint8_t distance) {
    uint32_t place[MOST_PIECES] = {0}, rest = key;
    uint16_t taken = 0;
    for (uint32_t i = s->count; i-- > 0;) {
        place[i] = (uint32_t)(rest * s->inverse[i] >> 52);
        rest -= place[i] * s->scale[i];
        taken |= (uint16_t)(1u << place[i]);
    }
    if (s->entries[key] == FEW_TABLE_NO_WAY)
        s->entries[key] = distance;
    uint16_t all = 0;
    for (; due; due &= (uint16_t)~all)
        all |= region_of(s, (uint16_t)(due & -due), (uint16_t)~taken);
    s->seen[key] |= all;
    for (uint32_t i = 0; i < s->count; i++) {
        const uint32_t from = place[i];
        for (uint32_t to = s->forward[from] & all; to; to &= to - 1) {
            uint32_t other = key + ((uint32_t)__builtin_ctz(to) - from) * s->scale[i];
            s->next[other] |= (uint16_t)(1u << from);
            s->due_next[other / BLOCK] = 1;
        }
    }
}

static bool pass_block(struct scan *s, uint64_t first, uint8_t distance) {
    bool any = false;
    for (uint64_t four = first; four < first + BLOCK; four += 4) {
        uint64_t due;
        memcpy(&due, s->now + four, sizeof due);
        if (due == 0)
            continue;
        memset(s->now + four, 0, sizeof due);
        uint16_t each[4];
        memcpy(each, &due, sizeof due);
        for (uint32_t i = 0; i < 4; i++) {
            uint16_t fresh = (uint16_t)(each[i] & ~s->seen[four + i]);
            if (fresh) {
                handle(s, (uint32_t)(four + i), fresh, distance);
                any = true;
            }
        }
    }
    return any;
}

/* All that is due at one distance; false: nothing was. */
static bool pass(struct scan *s, uint8_t distance) {
    bool any = false;
    for (uint64_t block = 0; block < s->blocks; block++)
        if (s->due_now[block]) {
            s->due_now[block] = 0;
            any |= pass_block(s, block * BLOCK, distance);
        }
    uint16_t *now = s->now;
    uint8_t *due = s->due_now;
    s->now = s->next;
    s->next = now;
    s->due_now = s->due_next;
    s->due_next = due;
    return any;
}

bool few_scan_fits(const struct few_bound *bound, const bool *member, const uint32_t *copies_of_value) {
    uint32_t count = 0;
    for (uint32_t v = 0; v < bound->stride; v++) {
        if (member[v] && copies_of_value[v] != 1)
            return false;
        count += member[v];
    }
    return bound->exchanges->places <= PLACES && count >= 5 && count <= MOST_PIECES &&
           2 * count <= bound->exchanges->places; /* else too few of the entries are used */
}

bool few_fill_by_scan(struct few_bound *bound, struct few_key *key, const bool *member) {
    const struct few_exchanges *exchanges = bound->exchanges;
    const uint64_t ones = (UINT64_C(1) << exchanges->width) - 1;
    struct scan s = {.entries = (uint8_t *)key->entries, .size = key->size, .places = exchanges->places};
    uint32_t goal = 0;
    uint16_t open = 0;
    for (uint32_t v = 0; v < bound->stride; v++) /* the weight at place 1 is the scale; they rise with the values */
        if (member[v]) {
            s.scale[s.count] = key->weights[bound->stride + v];
            s.inverse[s.count] = (UINT64_C(1) << 52) / s.scale[s.count] + 1;
            s.count++;
        }
    for (uint32_t n = 0; n < exchanges->count; n++) {
        s.forward[exchanges->list[n].back] |= (uint16_t)(1u << exchanges->list[n].place);
        for (uint32_t set = 0; set < 256; set++)
            if (exchanges->list[n].place / 8 < 2 && set >> exchanges->list[n].place % 8 & 1)
                s.back[exchanges->list[n].place / 8][set] |= (uint16_t)(1u << exchanges->list[n].back);
    }
    bool blank_wanted = false;
    for (uint32_t p = 0; p < exchanges->places; p++) {
        uint64_t value = exchanges->goal_want >> exchanges->shift[p] & ones;
        bool wanted = exchanges->goal_mask >> exchanges->shift[p] & 1;
        if (wanted && member[value])
            goal += key->weights[p * bound->stride + value];
        if (wanted && value == exchanges->blank) {
            open = (uint16_t)(1u << p);
            blank_wanted = true;
        } else if (!wanted && !blank_wanted) {
            open |= (uint16_t)(1u << p);
        }
    }
    s.blocks = (key->size + BLOCK - 1) / BLOCK;
    size_t bytes = (size_t)s.blocks * BLOCK * sizeof *s.seen;
    s.due_now = few_alloc_zeroed(bound->memory, s.blocks);
    s.due_next = few_alloc_zeroed(bound->memory, s.blocks);
    s.seen = few_alloc_zeroed(bound->memory, bytes);
    s.now = few_alloc_zeroed(bound->memory, bytes);
    s.next = few_alloc_zeroed(bound->memory, bytes);
    bool good = s.seen && s.now && s.next && s.due_now && s.due_next;
    memset(s.entries, FEW_TABLE_NO_WAY, key->size);
    if (good) {
        s.now[goal] = open;
        s.due_now[goal / BLOCK] = 1;
        for (uint32_t distance = 0; pass(&s, (uint8_t)(distance < FEW_TABLE_MOST ? distance : FEW_TABLE_MOST));)
            distance++;
    }
    few_free(bound->memory, s.seen, bytes);
    few_free(bound->memory, s.now, bytes);
    few_free(bound->memory, s.next, bytes);
    few_free(bound->memory, s.due_now, s.blocks);
    few_free(bound->memory, s.due_next, s.blocks);
    return good;
}
