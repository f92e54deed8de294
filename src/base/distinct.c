#include "base/distinct.h"

void few_distinct_init(struct few_distinct *items, struct few_memory *memory, size_t size) {
    few_list_init(&items->list, memory, size);
    few_list_init(&items->slots, memory, sizeof(uint32_t));
}

void few_distinct_free(struct few_distinct *items) {
    few_list_free(&items->list);
    few_list_free(&items->slots);
}

static size_t hash_of(const unsigned char *bytes, size_t size) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325); /* FNV-1a */
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    return (size_t)(hash ^ hash >> 32);
}

/* The slot that has the index of an item, else the free one where it belongs. */
static uint32_t *slot_of(const struct few_distinct *items, const void *item) {
    uint32_t *slots = items->slots.items;
    const size_t mask = items->slots.count - 1;
    size_t at = hash_of(item, items->list.size) & mask;
    while (slots[at] && memcmp(few_list_at(&items->list, slots[at] - 1), item, items->list.size) != 0)
        at = (at + 1) & mask;
    return &slots[at];
}

/* Twice as many slots; false: no memory. */
static bool widen(struct few_distinct *items) {
    const size_t old = items->slots.count, wanted = old ? 2 * old : 64;
    if (!few_list_reserve(&items->slots, wanted - old))
        return false;
    items->slots.count = wanted;
    memset(items->slots.items, 0, wanted * sizeof(uint32_t));
    for (size_t i = 0; i < items->list.count; i++)
        *slot_of(items, few_list_at(&items->list, i)) = (uint32_t)i + 1;
    return true;
}

uint32_t few_distinct_add(struct few_distinct *items, const void *item) {
    if (2 * items->list.count >= items->slots.count && !widen(items))
        return UINT32_MAX;
    uint32_t *slot = slot_of(items, item);
    if (!*slot) {
        if (items->list.count >= UINT32_MAX - 1 || !few_list_append(&items->list, item, 1))
            return UINT32_MAX;
        *slot = (uint32_t)items->list.count;
    }
    return *slot - 1;
}
