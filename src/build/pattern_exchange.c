/* Fills a pattern database of a sliding puzzle, backwards from the goal. For one arrangement of the group's pieces all
 * places of the blank are handled at once: the blank wanders among the other pieces free of charge, so what counts is
 * the region that it can reach, a set of places in one word. A move that moves a piece of the group costs 1. */
#include "build/patterns.h"

#include "base/list.h"

#include <string.h>

/* An arrangement, and a place of the blank from which it was not seen yet. */
struct arrangement {
    uint64_t places; /* of the group's pieces, PLACE_BITS each */
    uint32_t key;
    uint32_t place;
};

enum { PLACE_BITS = 5, MOST_MEMBERS = 64 / PLACE_BITS }; /* more than that have no table: it would be too large */

struct filler {
    const struct few_exchanges *exchanges;
    const struct few_key *key;
    uint8_t *entries;
    uint32_t stride;
    bool with_blank;
    uint32_t count, value[MOST_MEMBERS]; /* the group's pieces, each copy by itself */
    uint32_t forward[FEW_MOST_PLACES], back[FEW_MOST_PLACES]; /* where the blank goes from a place, and comes from */
    uint32_t *seen; /* of each arrangement: the places of the blank that were handled */
    struct few_list now, next;
};

/* All places from which the blank gets to `place` without moving a piece of the group. */
static inline uint32_t region_of(const struct filler *f, uint32_t place, uint32_t open) {
    uint32_t region = UINT32_C(1) << place, fresh = region;
    while (fresh) {
        uint32_t reached = 0;
        for (; fresh; fresh &= fresh - 1)
            reached |= f->back[__builtin_ctz(fresh)];
        fresh = reached & open & ~region;
        region |= fresh;
    }
    return region;
}

static inline void write(struct filler *f, uint32_t key, uint32_t region, uint8_t distance) {
    if (!f->with_blank) {
        if (f->entries[key] == FEW_TABLE_NO_PATH)
            f->entries[key] = distance;
        return;
    }
    for (; region; region &= region - 1) {
        uint32_t place = (uint32_t)__builtin_ctz(region);
        uint8_t *entry = &f->entries[key + f->key->weights[place * f->stride + f->exchanges->blank]];
        *entry = *entry < distance ? *entry : distance;
    }
}

static inline uint32_t place_of(uint64_t places, uint32_t piece) {
    return (uint32_t)(places >> piece * PLACE_BITS) & (FEW_MOST_PLACES - 1);
}

/* Handles an arrangement: its region, and the arrangements one piece away. */
static void handle(struct filler *f, const struct arrangement *from, uint8_t distance) {
    if (f->seen[from->key] >> from->place & 1)
        return;
    uint32_t taken = 0;
    for (uint32_t i = 0; i < f->count; i++)
        taken |= UINT32_C(1) << place_of(from->places, i);
    uint32_t region = region_of(f, from->place, ~taken);
    f->seen[from->key] |= region;
    write(f, from->key, region, distance);
    struct arrangement *made = few_list_at(&f->next, f->next.count);
    for (uint32_t i = 0; i < f->count; i++) {
        const uint32_t p = place_of(from->places, i), value = f->value[i];
        for (uint32_t to = f->forward[p] & region; to; to &= to - 1) {
            uint32_t q = (uint32_t)__builtin_ctz(to);
            made->places = from->places ^ (uint64_t)(p ^ q) << i * PLACE_BITS;
            made->key = from->key + f->key->weights[q * f->stride + value] - f->key->weights[p * f->stride + value];
            made->place = p;
            made += !(f->seen[made->key] >> p & 1);
        }
    }
    f->next.count = (size_t)(made - (struct arrangement *)f->next.items);
}

/* The goal: where the pieces are, and where the blank may be. */
static bool begin(struct filler *f, const bool *member) {
    const struct few_exchanges *exchanges = f->exchanges;
    struct arrangement goal = {0};
    uint32_t open = 0, blank = 0;
    for (uint32_t p = 0; p < exchanges->places; p++) {
        const uint32_t value = exchanges->goal[p];
        if (value == FEW_ANY_VALUE) {
            open |= UINT32_C(1) << p;
        } else if (value == exchanges->blank) {
            blank |= UINT32_C(1) << p;
        } else if (member[value]) {
            if (f->count == MOST_MEMBERS)
                return false;
            goal.key += f->key->weights[p * f->stride + value];
            goal.places |= (uint64_t)p << f->count * PLACE_BITS;
            f->value[f->count++] = value;
        }
    }
    bool good = true;
    for (open = blank ? blank : open; open && good; open &= open - 1) {
        goal.place = (uint32_t)__builtin_ctz(open);
        good = few_list_append(&f->now, &goal, 1);
    }
    return good;
}

static bool fill(struct filler *f, struct few_work *work) {
    enum { AHEAD = 16, BATCH = 1024 };
    size_t most = 0; /* arrangements that one leads to */
    for (uint32_t p = 0; p < f->exchanges->places; p++)
        most += (size_t)__builtin_popcount(f->forward[p]);
    for (uint32_t distance = 0; f->now.count; distance++) {
        uint8_t entry = (uint8_t)(distance < FEW_TABLE_MOST ? distance : FEW_TABLE_MOST);
        const struct arrangement *now = f->now.items;
        for (size_t i = 0; i < f->now.count; i++) {
            if (i % BATCH == 0 &&
                (!few_list_reserve(&f->next, BATCH * most + 1) || !few_work_done(work, BATCH)))
                return false;
            if (i + AHEAD < f->now.count)
                __builtin_prefetch(&f->seen[now[i + AHEAD].key]);
            handle(f, &now[i], entry);
        }
        struct few_list swap = f->now;
        f->now = f->next;
        f->next = swap;
        f->next.count = 0;
    }
    return true;
}

bool few_fill_exchange_table(struct few_keys *keys, struct few_key *key, const bool *member, bool with_blank,
                             struct few_work *work) {
    struct filler f = {.exchanges = few_exchanges_of(work->build), .key = key, .entries = (uint8_t *)key->entries,
                       .stride = keys->sums.stride, .with_blank = with_blank};
    for (uint32_t n = 0; n < f.exchanges->count; n++) {
        f.forward[f.exchanges->list[n].back] |= UINT32_C(1) << f.exchanges->list[n].place;
        f.back[f.exchanges->list[n].place] |= UINT32_C(1) << f.exchanges->list[n].back;
    }
    size_t seen_bytes = few_array_size(key->size, sizeof *f.seen);
    f.seen = few_alloc_zeroed(keys->bound.memory, seen_bytes);
    few_list_init(&f.now, keys->bound.memory, sizeof(struct arrangement));
    few_list_init(&f.next, keys->bound.memory, sizeof(struct arrangement));
    memset(f.entries, FEW_TABLE_NO_PATH, key->size);
    bool good = f.seen && begin(&f, member) && fill(&f, work);
    few_free(keys->bound.memory, f.seen, seen_bytes);
    few_list_free(&f.now);
    few_list_free(&f.next);
    return good;
}
