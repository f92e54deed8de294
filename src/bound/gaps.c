#include "bound/gaps.h"

static void free_gaps(struct few_bound *bound) {
    struct few_gaps *gaps = (struct few_gaps *)bound;
    few_arena_free(&gaps->arena);
    few_free(bound->memory, gaps, sizeof *gaps);
}

const struct few_bound_kind few_gaps_kind = {.free = free_gaps};

void few_gaps_read(const struct few_gaps *gaps, const uint64_t *state, uint8_t *contents) {
    for (uint32_t c = 0; c < gaps->cells; c++)
        contents[c] = (uint8_t)few_field_get(state, gaps->field[c]);
}

uint32_t few_gaps_count(const struct few_gaps *gaps, const uint8_t *contents) {
    uint32_t count = 0;
    for (uint32_t p = 0; p < gaps->pair_count; p++)
        count += few_is_gap(gaps, &gaps->pairs[p], contents);
    return count;
}

static void look_up(const struct few_bound *bound, const uint64_t *states, size_t count, uint32_t *bounds) {
    const struct few_gaps *gaps = (const struct few_gaps *)bound;
    uint8_t contents[FEW_GAP_CELLS];
    for (size_t i = 0; i < count; i++) {
        few_gaps_read(gaps, states + i * bound->words, contents);
        bounds[i] = gaps->left[few_gaps_count(gaps, contents)];
    }
}

struct few_gaps *few_gaps_create(struct few_memory *memory, uint32_t words) {
    struct few_gaps *gaps = few_alloc_zeroed(memory, sizeof *gaps);
    if (!gaps)
        return NULL;
    gaps->bound = (struct few_bound){.kind = &few_gaps_kind, .look_up = look_up, .memory = memory, .words = words,
                                     .consistent = true};
    few_arena_init(&gaps->arena, memory);
    return gaps;
}
