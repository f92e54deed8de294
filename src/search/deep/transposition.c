#include "search/deep/transposition.h"

#include "visited/internal.h"

enum {
    LEAST_LINES = 64,
    LINE_BYTES = 64,
};

/* What was left is kept plus one, in 16 bits at the front of a line; 0: the slot is empty. */
static inline uint16_t *lefts_of(uint64_t *line) {
    return (uint16_t *)(void *)line;
}

void few_transpositions_init(struct few_transpositions *table, struct few_memory *memory, uint32_t words,
                             size_t bytes) {
    uint32_t slots = words == 1 ? 6 : words == 2 ? 3 : 2;
    *table = (struct few_transpositions){.memory = memory, .words = words, .slots = slots};
    table->line_words = words <= 3 ? LINE_BYTES / sizeof(uint64_t) : 1 + slots * words;
    table->most_lines = bytes / (table->line_words * sizeof(uint64_t));
}

static size_t bytes_of(const struct few_transpositions *table, size_t lines) {
    return lines * table->line_words * sizeof(uint64_t);
}

void few_transpositions_free(struct few_transpositions *table) {
    few_free(table->memory, table->items, bytes_of(table, table->lines));
    table->items = NULL;
    table->lines = 0;
    table->count = 0;
}

void few_transpositions_clear(struct few_transpositions *table) {
    if (table->count)
        memset(table->items, 0, bytes_of(table, table->lines));
    table->count = 0;
}

static inline uint64_t *state_at(const struct few_transpositions *table, uint64_t *line, uint32_t slot) {
    return line + (table->slots + 3) / 4 + (size_t)slot * table->words;
}

static inline uint64_t *home(const struct few_transpositions *table, const uint64_t *state) {
    uint64_t hash = table->words == 1 ? few_state_hash(state, 1) : few_state_hash(state, table->words);
    return table->items + few_hash_home(hash, table->lines) * table->line_words;
}

/* Into an empty slot, which there is: the states of a line come into two lines of the larger table. */
static void move_over(const struct few_transpositions *table, const uint64_t *state, uint16_t left) {
    uint64_t *line = home(table, state);
    uint16_t *lefts = lefts_of(line);
    uint32_t slot = 0;
    while (lefts[slot])
        slot++;
    lefts[slot] = left;
    memcpy(state_at(table, line, slot), state, table->words * sizeof *state);
}

/* Twice the lines, where limit and budget allow. A table that cannot grow still serves. */
static void grow(struct few_transpositions *table) {
    struct few_transpositions larger = *table;
    larger.lines = table->lines ? 2 * table->lines : LEAST_LINES;
    const size_t bytes = bytes_of(&larger, larger.lines);
    if (larger.lines > table->most_lines || bytes > few_memory_left(table->memory)) {
        table->most_lines = table->lines;
        return;
    }
    larger.items = few_alloc_zeroed(table->memory, bytes);
    if (!larger.items) {
        table->most_lines = table->lines;
        return;
    }
    for (size_t l = 0; l < table->lines; l++) {
        uint64_t *line = table->items + l * table->line_words;
        for (uint32_t slot = 0; slot < table->slots; slot++)
            if (lefts_of(line)[slot])
                move_over(&larger, state_at(table, line, slot), lefts_of(line)[slot]);
    }
    few_free(table->memory, table->items, bytes_of(table, table->lines));
    *table = larger;
}

/* The slot of the state, else an empty one, else the one that is worth least: with little left, the work it saves is
 * little. What is worth less still goes into the last slot, so that a line never fills up with what is long past. */
FEW_SPECIALISED bool look(struct few_transpositions *table, const uint64_t *state, uint16_t left, const uint32_t words,
                          const uint32_t slots) {
    uint64_t *line = home(table, state);
    uint16_t *lefts = lefts_of(line), lowest = UINT16_MAX;
    uint32_t into = 0;
    for (uint32_t slot = 0; slot < slots; slot++) {
        if (lefts[slot] && few_states_equal(state_at(table, line, slot), state, words)) {
            if (lefts[slot] >= left)
                return true;
            lefts[slot] = left;
            return false;
        }
        if (lefts[slot] < lowest) {
            lowest = lefts[slot];
            into = slot;
        }
    }
    if (lowest > left)
        into = slots - 1;
    table->count += lefts[into] == 0;
    lefts[into] = left;
    few_state_copy(state_at(table, line, into), state, words);
    return false;
}

bool few_transpositions_seen(struct few_transpositions *table, const uint64_t *state, uint64_t left) {
    const uint32_t quarters = table->slots > 2 ? 3 : 2; /* short lines run over sooner */
    if (table->count * 4 >= (uint64_t)table->lines * table->slots * quarters && table->lines < table->most_lines)
        grow(table);
    if (!table->lines)
        return false;
    const uint16_t noted = (uint16_t)((left < FEW_TRANSPOSITIONS_MOST ? left : FEW_TRANSPOSITIONS_MOST) + 1);
    if (left > FEW_TRANSPOSITIONS_MOST) { /* it may be noted, but not be found */
        look(table, state, noted, table->words, table->slots);
        return false;
    }
    return table->words == 1 ? look(table, state, noted, 1, 6) : look(table, state, noted, table->words, table->slots);
}

void few_transpositions_prefetch(const struct few_transpositions *table, const uint64_t *state) {
    if (table->lines)
        __builtin_prefetch(home(table, state), 1);
}
