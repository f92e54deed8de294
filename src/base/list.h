/* A growing array of items of one size, from a few_memory. */
#ifndef FEW_BASE_LIST_H
#define FEW_BASE_LIST_H

#include "base/memory.h"

#include <string.h>

struct few_list {
    struct few_memory *memory;
    void *items;
    size_t size; /* bytes of an item */
    size_t count, room;
};

static inline void few_list_init(struct few_list *list, struct few_memory *memory, size_t size) {
    *list = (struct few_list){memory, NULL, size, 0, 0};
}

static inline void few_list_free(struct few_list *list) {
    few_free(list->memory, list->items, list->room * list->size);
    list->items = NULL;
    list->count = list->room = 0;
}

/* Room for `more` items behind the present ones. Grows by half; where the budget has no room for so much, to what
 * is asked for. false: no memory, nothing changed. */
static inline bool few_list_reserve(struct few_list *list, size_t more) {
    size_t needed = list->count + more;
    if (needed <= list->room)
        return true;
    size_t wanted = list->room + list->room / 2 > needed ? list->room + list->room / 2 : needed;
    if (wanted < 16)
        wanted = 16;
    size_t extra = few_array_size(wanted - list->room, list->size);
    if (extra > few_memory_left(list->memory))
        wanted = needed;
    size_t bytes = few_array_size(wanted, list->size);
    void *grown = few_resize(list->memory, list->items, list->room * list->size, bytes);
    if (!grown)
        return false;
    list->items = grown;
    list->room = wanted;
    return true;
}

static inline void *few_list_at(const struct few_list *list, size_t index) {
    return (char *)list->items + index * list->size;
}

static inline bool few_list_append(struct few_list *list, const void *items, size_t count) {
    if (count == 0)
        return true;
    if (!few_list_reserve(list, count))
        return false;
    memcpy(few_list_at(list, list->count), items, count * list->size);
    list->count += count;
    return true;
}

#endif
