#include "search/best/heap.h"

void few_heap_init(struct few_heap *heap, struct few_memory *memory) {
    few_list_init(&heap->list, memory, sizeof(struct few_waiting));
    heap->pushed = 0;
}

static bool is_before(const struct few_waiting *a, const struct few_waiting *b) {
    if (a->sum != b->sum)
        return a->sum < b->sum;
    return a->cost != b->cost ? a->cost > b->cost : a->order > b->order;
}

bool few_heap_push(struct few_heap *heap, uint32_t node, uint64_t cost, uint64_t sum) {
    const struct few_waiting added = {sum, cost, heap->pushed++, node};
    if (!few_list_append(&heap->list, &added, 1))
        return false;
    struct few_waiting *const all = heap->list.items;
    size_t at = heap->list.count - 1;
    for (; at > 0 && is_before(&added, &all[(at - 1) / 2]); at = (at - 1) / 2)
        all[at] = all[(at - 1) / 2];
    all[at] = added;
    return true;
}

void few_heap_pop(struct few_heap *heap) {
    struct few_waiting *const all = heap->list.items;
    const size_t count = --heap->list.count;
    const struct few_waiting last = all[count];
    size_t at = 0;
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        child += child + 1 < count && is_before(&all[child + 1], &all[child]);
        if (!is_before(&all[child], &last))
            break;
        all[at] = all[child];
    }
    all[at] = last;
}
