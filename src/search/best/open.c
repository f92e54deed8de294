#include "search/best/open.h"

enum {
    NONE = 0,
    FIRST_COSTS = 16,
    MANY = 1024,          /* up to that many rows, or places in a row, are always allowed */
    FOR_EACH = 4,         /* beyond that, so many rows, or places in a row, for each state put in */
    SHORT_ROW = 256,      /* a row may always be stretched by fewer places than that */
    PLACES_FOR_EACH = 64, /* beyond that, so many places of all rows together for each state put in */
};

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
    few_heap_init(&open->far, memory);
}

void few_open_free(struct few_open *open) {
    for (size_t i = 0; i < open->rows.count; i++) {
        struct few_open_row *row = few_list_at(&open->rows, i);
        few_free(open->memory, row->heads, row->room * sizeof *row->heads);
    }
    few_list_free(&open->rows);
    few_list_free(&open->entries);
    few_list_free(&open->far.list);
}

void few_open_clear(struct few_open *open) {
    for (size_t i = 0; i < open->used_rows; i++) {
        struct few_open_row *row = few_list_at(&open->rows, i);
        if (row->used)
            memset(row->heads, 0, (row->top + 1) * sizeof *row->heads);
        row->used = false;
    }
    open->entries.count = open->used_rows = open->far.list.count = 0;
    open->unused = NONE;
    open->waiting = open->pushed = open->far.pushed = 0;
}

size_t few_open_bytes(const struct few_open *open) {
    return open->row_bytes + open->rows.room * open->rows.size + open->entries.room * open->entries.size +
           open->far.list.room * open->far.list.size;
}

void few_open_pass(struct few_open *open, struct few_memory *to) {
    few_memory_pass(open->memory, to, few_open_bytes(open));
    open->memory = open->rows.memory = open->entries.memory = open->far.list.memory = to;
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

/* Whether a row with that index is worth its memory. */
static bool is_near(const struct few_open *open, uint64_t index) {
    return index < MANY || index / FOR_EACH < open->pushed;
}

/* Whether a row is to be stretched as far as that cost. All rows together have so many places for each state. */
static bool is_within_reach(const struct few_open *open, const struct few_open_row *row, uint64_t cost) {
    const uint64_t end = row->base + row->room, beyond = !row->used ? 0 : cost < row->base ? end - cost : cost - row->base;
    return beyond < SHORT_ROW ||
           (is_near(open, beyond) && open->row_bytes / sizeof *row->heads + beyond < PLACES_FOR_EACH * open->pushed);
}

static bool wait_far(struct few_open *open, uint32_t node, uint64_t cost, uint64_t sum) {
    open->waiting++;
    return few_heap_push(&open->far, node, cost, sum);
}

bool few_open_push(struct few_open *open, uint32_t node, uint64_t cost, uint64_t sum) {
    const uint64_t index = sum - open->lowest;
    open->pushed++;
    if (index >= open->rows.count && !is_near(open, index))
        return wait_far(open, node, cost, sum);
    while (open->rows.count <= index) {
        const struct few_open_row empty = {0};
        if (!few_list_append(&open->rows, &empty, 1))
            return false;
    }
    if (index >= open->used_rows)
        open->used_rows = (size_t)index + 1;
    struct few_open_row *const row = (struct few_open_row *)open->rows.items + index;
    if (!row->used || cost < row->base || cost >= row->base + row->room) {
        if (!is_within_reach(open, row, cost))
            return wait_far(open, node, cost, sum);
        if (!stretch(open, row, cost))
            return false;
    }
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

/* The row of that sum with its last entry on top; NULL: there is none. */
static struct few_open_row *row_of(const struct few_open *open, uint64_t sum) {
    const uint64_t index = sum - open->lowest;
    struct few_open_row *const row = (struct few_open_row *)open->rows.items + index;
    if (index >= open->used_rows || !row->used)
        return NULL;
    for (; row->heads[row->top] == NONE; row->top--)
        if (row->top == 0)
            return NULL;
    return row;
}

uint64_t few_open_next(const struct few_open *open, uint64_t sum) {
    const struct few_waiting *const far = few_heap_top(&open->far);
    const uint64_t end = open->lowest + open->used_rows;
    while (sum < end && !(far && far->sum <= sum) && !row_of(open, sum))
        sum++;
    return sum < end ? sum : far ? far->sum : UINT64_MAX;
}

bool few_open_pop(struct few_open *open, uint64_t sum, uint32_t *node, uint64_t *cost) {
    struct few_open_row *const row = row_of(open, sum);
    const struct few_waiting *const far = few_heap_top(&open->far);
    if (far && far->sum == sum && (!row || far->cost > row->base + row->top)) {
        *node = far->node;
        *cost = far->cost;
        few_heap_pop(&open->far);
        open->waiting--;
        return true;
    }
    if (!row)
        return false;
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
