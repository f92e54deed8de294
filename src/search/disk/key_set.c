/* See key_set.h. */
#include "search/disk/key_set.h"

#include "base/specialised.h"
#include "search/disk/run_file.h"

#include <string.h>

enum {
    SAMPLE = 127,
    SHORT = 16, /* keys that are sorted by insertion */
};

void few_key_set_begin(struct few_key_set *set, uint64_t *memory, size_t slots, uint32_t words) {
    *set = (struct few_key_set){.slots = memory, .words = words, .room = slots};
    memset(memory, 0, slots * words * sizeof *memory);
}

FEW_SPECIALISED bool is_zero(const uint64_t *key, uint32_t words) {
    uint64_t any = 0;
    for (uint32_t w = 0; w < words; w++)
        any |= key[w];
    return any == 0;
}

FEW_SPECIALISED bool is_less(const uint64_t *a, const uint64_t *b, uint32_t words) {
    for (uint32_t w = 0; w < words; w++)
        if (a[w] != b[w])
            return a[w] < b[w];
    return false;
}

static size_t home_of(const struct few_key_set *set, uint64_t hash) {
    __extension__ typedef unsigned __int128 wide;
    const wide product = (wide)hash * set->room;
    return (size_t)(product >> 64);
}

void few_key_set_prefetch(const struct few_key_set *set, uint64_t hash) {
    __builtin_prefetch(set->slots + home_of(set, hash) * set->words, 1);
}

FEW_SPECIALISED void add(struct few_key_set *set, const uint64_t *key, uint64_t hash, uint32_t words) {
    if (is_zero(key, words)) {
        set->count += !set->has_zero;
        set->has_zero = true;
        return;
    }
    size_t at = home_of(set, hash);
    for (;;) {
        uint64_t *slot = set->slots + at * words;
        if (is_zero(slot, words)) {
            memcpy(slot, key, words * sizeof *slot);
            set->count++;
            return;
        }
        if (memcmp(slot, key, words * sizeof *slot) == 0)
            return;
        at = at + 1 < set->room ? at + 1 : 0;
    }
}

void few_key_set_add(struct few_key_set *set, const uint64_t *key, uint64_t hash) {
    if (set->words == 1)
        add(set, key, hash, 1);
    else
        add(set, key, hash, set->words);
}

/* ---- Letting go */

void few_key_set_middle(const struct few_key_set *set, uint64_t *key) {
    const uint64_t *sample[SAMPLE] = {set->slots};
    const size_t words = set->words, step = set->room / (2 * SAMPLE);
    size_t count = 0;
    for (size_t i = 0; i < set->room && count < SAMPLE; i += step) {
        const uint64_t *slot = set->slots + i * words;
        if (is_zero(slot, set->words))
            continue;
        size_t at = count++;
        for (; at > 0 && is_less(slot, sample[at - 1], set->words); at--)
            sample[at] = sample[at - 1];
        sample[at] = slot;
    }
    memcpy(key, sample[count / 2], words * sizeof *key);
}

/* What was put behind its home because of the one that goes, moves up. */
static void erase(struct few_key_set *set, size_t hole) {
    const uint32_t words = set->words;
    for (size_t at = hole;;) {
        at = at + 1 < set->room ? at + 1 : 0;
        const uint64_t *slot = set->slots + at * words;
        if (is_zero(slot, words))
            break;
        const size_t home = home_of(set, few_key_hash(slot, words));
        const size_t far = at >= home ? at - home : at + set->room - home, gap = at >= hole ? at - hole : at + set->room - hole;
        if (far < gap)
            continue;
        memcpy(set->slots + hole * words, slot, words * sizeof *slot);
        hole = at;
    }
    memset(set->slots + hole * words, 0, words * sizeof *set->slots);
    set->count--;
}

void few_key_set_prune(struct few_key_set *set, const uint64_t *limit) {
    for (size_t i = 0; i < set->room; i++) {
        const uint64_t *slot = set->slots + i * set->words;
        while (!is_zero(slot, set->words) && !is_less(slot, limit, set->words))
            erase(set, i);
    }
}

/* ---- Sorting: keys are in no order, so that the middle one of three divides them well */

FEW_SPECIALISED void exchange(uint64_t *a, uint64_t *b, uint32_t words) {
    for (uint32_t w = 0; w < words; w++) {
        const uint64_t word = a[w];
        a[w] = b[w];
        b[w] = word;
    }
}

FEW_SPECIALISED void insert_all(uint64_t *keys, size_t count, uint32_t words) {
    for (size_t i = 1; i < count; i++)
        for (size_t at = i; at > 0 && is_less(keys + at * words, keys + (at - 1) * words, words); at--)
            exchange(keys + at * words, keys + (at - 1) * words, words);
}

/* Keys less than the one that ends up at the place that is returned stand before it, the others behind. */
FEW_SPECIALISED size_t divide(uint64_t *keys, size_t count, uint32_t words) {
    uint64_t *first = keys, *middle = keys + count / 2 * words, *last = keys + (count - 1) * words;
    if (is_less(middle, first, words))
        exchange(first, middle, words);
    if (is_less(last, first, words))
        exchange(first, last, words);
    if (is_less(last, middle, words))
        exchange(middle, last, words);
    exchange(middle, last - words, words);
    const uint64_t *pivot = last - words;
    size_t i = 0, j = count - 2;
    for (;;) {
        while (is_less(keys + ++i * words, pivot, words))
            continue;
        while (is_less(pivot, keys + --j * words, words))
            continue;
        if (i >= j)
            break;
        exchange(keys + i * words, keys + j * words, words);
    }
    exchange(keys + i * words, keys + (count - 2) * words, words);
    return i;
}

FEW_SPECIALISED void sort(uint64_t *keys, size_t count, uint32_t words) {
    struct {
        uint64_t *keys;
        size_t count;
    } waiting[64]; /* each is at most half of the one before */
    unsigned depth = 0;
    for (;;) {
        if (count > SHORT) {
            const size_t at = divide(keys, count, words), behind = count - at - 1;
            const bool larger_first = at > behind;
            waiting[depth].keys = larger_first ? keys : keys + (at + 1) * words;
            waiting[depth++].count = larger_first ? at : behind;
            keys = larger_first ? keys + (at + 1) * words : keys;
            count = larger_first ? behind : at;
            continue;
        }
        insert_all(keys, count, words);
        if (depth == 0)
            return;
        keys = waiting[--depth].keys;
        count = waiting[depth].count;
    }
}

void few_key_set_sort(struct few_key_set *set, const uint64_t *limit) {
    const uint32_t words = set->words;
    const size_t first = set->has_zero;
    size_t kept = 0;
    for (size_t i = 0; i < set->room; i++) {
        const uint64_t *slot = set->slots + i * words;
        if (!is_zero(slot, words) && (!limit || is_less(slot, limit, words)))
            memmove(set->slots + kept++ * words, slot, words * sizeof *slot);
    }
    if (first) { /* there is room: it is never full */
        memmove(set->slots + words, set->slots, kept * words * sizeof *set->slots);
        memset(set->slots, 0, words * sizeof *set->slots);
    }
    set->count = kept + first;
    if (words == 1)
        sort(set->slots + first, kept, 1);
    else
        sort(set->slots + first * words, kept, words);
}
