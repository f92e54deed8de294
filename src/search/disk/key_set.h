/* Keys that were found, each once, in memory that does not grow: a hash table by linear probing. Where it is full, it keeps the smallest, and says from which key on
 * there are none: its limit. At the end they are sorted where they are. */
#ifndef FEW_SEARCH_DISK_KEY_SET_H
#define FEW_SEARCH_DISK_KEY_SET_H

#include "space/space.h"

struct few_key_set {
    uint64_t *slots; /* whose words are 0 where there is no key */
    uint32_t words;
    size_t room;     /* slots */
    size_t count;    /* keys, also the one of zeros */
    bool has_zero;   /* the key whose words are 0 */
};

/* The least slots that it works with. */
enum { FEW_KEY_SET_LEAST = 512 };

static inline uint64_t few_key_hash(const uint64_t *key, uint32_t words) {
    uint64_t hash = 0;
    for (uint32_t w = 0; w < words; w++) {
        hash = (hash ^ key[w]) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 32;
    }
    return hash * UINT64_C(0xd6e8feb86659fd93);
}

/* Empty, in that memory. */
void few_key_set_begin(struct few_key_set *set, uint64_t *memory, size_t slots, uint32_t words);
static inline bool few_key_set_is_full(const struct few_key_set *set) {
    return set->count >= set->room - set->room / 4;
}
void few_key_set_prefetch(const struct few_key_set *set, uint64_t hash);
/* It is not full. */
void few_key_set_add(struct few_key_set *set, const uint64_t *key, uint64_t hash);
/* A key that about half of them are less than, some of them always. It is full. */
void few_key_set_middle(const struct few_key_set *set, uint64_t *key);
/* Keys from the limit on are let go. */
void few_key_set_prune(struct few_key_set *set, const uint64_t *limit);
/* Those below the limit (NULL: all) are at the begin of the memory now, ascending; nothing but few_key_set_begin may follow. */
void few_key_set_sort(struct few_key_set *set, const uint64_t *limit);

#endif
