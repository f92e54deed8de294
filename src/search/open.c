#include "search/open.h"

enum { NONE = 0, FIRST_COSTS = 16 };

/* One sum: heads[cost - base] begins a chain of entries. */
struct few_open_row {
    uint32_t *heads;  /* entry + 1 */
    uint64_t room;    /* costs base .. base + room - 1 */
    uint64_t base, top; /* no entries above base + top */
    bool used;        /* in this search: else base and top say nothing yet */
};

struct few_open_entry {
    uint32_t node, next; /* entry + 1 */
};

void few_open_init(struct few_open *open, struct few_memory *memory) {
    *open = (struct few_open){.memory = memory};
    few_list_init(&open->rows, memory, sizeof(struct few_open_row));
    few_list_init(&open->entries, memory, sizeof(struct few_open_entry));
}

void few_open_free(struct few_open *open) {
    for (size_t i = 0; i < open->rows.count; i++) {
        struct few_open_row *row = few_list_at(&open->rows, i);
        few_free(open->memory, row->heads, row->room * sizeof *row->heads);
    }
    few_list_free(&open->rows);
    few_list_free(&open->entries);
}

void few_open_clear(struct few_open *open) {
    for (size_t i = 0; i < open->used_rows; i++) {
        struct few_open_row *row = few_list_at(&open->rows, i);
        if (row->used)
            memset(row->heads, 0, (row->top + 1) * sizeof *row->heads);
        row->used = false;
    }
    open->entries.count = open->used_rows = 0;
    open->unused = NONE;
    open->waiting = 0;
}

size_t few_open_bytes(const struct few_open *open) {
    return open->row_bytes + open->rows.room * open->rows.size + open->entries.room * open->entries.size;
}

void few_open_pass(struct few_open *open, struct few_memory *to) {
    few_memory_pass(open->memory, to, few_open_bytes(open));
    open->memory = open->rows.memory = open->entries.memory = to;
}

/* Makes the row hold `cost`: it grows at both ends. */
static bool stretch(struct few_open *open, struct few_open_row *row, uint64_t cost) {
    uint64_t base = row->base, end = row->base + row->room;
    if (!row->used) { /* most that will follow are of higher costs */
        uint64_t room = row->room ? row->room : FIRST_COSTS;
        base = cost > room / 4 ? cost - room / 4 : 0, end = base + room;
    }
    if (cost < base)
        base = cost > row->room ? cost - row->room : 0;
    if (cost >= end)
        end = cost + row->room + 1;
    if (end - base != row->room) {
        uint32_t *heads = few_alloc_zeroed(open->memory, few_array_size((size_t)(end - base), sizeof *heads));
        if (!heads)
            return false;
        if (row->used)
            memcpy(heads + (row->base - base), row->heads, row->room * sizeof *heads);
        few_free(open->memory, row->heads, row->room * sizeof *heads);
        open->row_bytes += (size_t)(end - base - row->room) * sizeof *heads;
        row->heads = heads;
    }
    row->top = row->used ? row->top + (row->base - base) : 0;
    row->room = end - base;
    row->base = base;
    row->used = true;
    return true;
}

bool few_open_push(struct few_open *open, uint32_t node, uint64_t cost, uint64_t sum) {
    const size_t index = (size_t)(sum - open->lowest);
    while (open->rows.count <= index) {
        const struct few_open_row empty = {0};
        if (!few_list_append(&open->rows, &empty, 1))
            return false;
    }
    if (index >= open->used_rows)
        open->used_rows = index + 1;
    struct few_open_row *const row = (struct few_open_row *)open->rows.items + index;
    if ((!row->used || cost < row->base || cost >= row->base + row->room) && !stretch(open, row, cost))
        return false;
    const uint64_t at = cost - row->base;
    uint32_t place = open->unused; /* entry + 1 */
    if (place == NONE) {
        if (!few_list_reserve(&open->entries, 1))
            return false;
        place = (uint32_t)++open->entries.count;
    }
    struct few_open_entry *const entry = (struct few_open_entry *)open->entries.items + (place - 1);
    if (open->unused)
        open->unused = entry->next;
    *entry = (struct few_open_entry){node, row->heads[at]};
    row->heads[at] = place;
    row->top = at > row->top ? at : row->top;
    open->waiting++;
    return true;
}

bool few_open_pop(struct few_open *open, uint64_t sum, uint32_t *node, uint64_t *cost) {
    const size_t index = (size_t)(sum - open->lowest);
    if (index >= open->used_rows)
        return false;
    struct few_open_row *const row = (struct few_open_row *)open->rows.items + index;
    if (!row->used)
        return false;
    while (row->heads[row->top] == NONE) {
        if (row->top == 0)
            return false;
        row->top--;
    }
    const uint32_t head = row->heads[row->top];
    struct few_open_entry *const entry = (struct few_open_entry *)open->entries.items + (head - 1);
    *node = entry->node;
    *cost = row->base + row->top;
    row->heads[row->top] = entry->next;
    entry->next = open->unused;
    open->unused = head;
    open->waiting--;
    return true;
}
