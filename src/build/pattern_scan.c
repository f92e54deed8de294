/* Fills a pattern database of a sliding puzzle by going through the table itself, once for each distance, instead of
 * keeping lists: an arrangement that lies a step away lies a fixed number of entries away, so what looks like scattered
 * access runs through memory in a few even streams. For groups of different pieces on up to sixteen cells. */
#include "build/patterns.h"

#include <string.h>

enum { MOST_PIECES = 16, PLACES = 16 };

struct scan {
    uint8_t *entries;
    uint16_t *seen, *now, *next; /* of each arrangement: places of the blank that were handled, are due, come next */
    uint64_t size;
    uint32_t places, count;
    uint32_t scale[MOST_PIECES]; /* of each piece */
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
    uint32_t place[MOST_PIECES], rest = key;
    uint16_t taken = 0;
    for (uint32_t i = s->count; i-- > 0;) {
        place[i] = rest / s->scale[i];
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
        for (uint32_t to = s->forward[from] & all; to; to &= to - 1)
            s->next[key + ((uint32_t)__builtin_ctz(to) - from) * s->scale[i]] |= (uint16_t)(1u << from);
    }
}

/* One distance; false: nothing was due. */
static bool pass(struct scan *s, uint8_t distance) {
    bool any = false;
    for (uint64_t four = 0; four < s->size; four += 4) {
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
    uint16_t *swap = s->now;
    s->now = s->next;
    s->next = swap;
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
        if (member[v])
            s.scale[s.count++] = key->weights[bound->stride + v];
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
    size_t bytes = (size_t)(key->size + 4) * sizeof *s.seen;
    s.seen = few_alloc_zeroed(bound->memory, bytes);
    s.now = few_alloc_zeroed(bound->memory, bytes);
    s.next = few_alloc_zeroed(bound->memory, bytes);
    bool good = s.seen && s.now && s.next;
    memset(s.entries, FEW_TABLE_NO_WAY, key->size);
    if (good) {
        s.now[goal] = open;
        for (uint32_t distance = 0; pass(&s, (uint8_t)(distance < FEW_TABLE_MOST ? distance : FEW_TABLE_MOST));)
            distance++;
    }
    few_free(bound->memory, s.seen, bytes);
    few_free(bound->memory, s.now, bytes);
    few_free(bound->memory, s.next, bytes);
    return good;
}
