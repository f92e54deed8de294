#include "bound/dead_cells.h"

static size_t bytes_of(const struct few_dead_cells *self) {
    return (1 + 2 * (size_t)self->room) * self->bound.words * sizeof *self->low;
}

static void free_cells(struct few_bound *bound) {
    struct few_dead_cells *self = (struct few_dead_cells *)bound;
    few_free(bound->memory, self->low, self->low ? bytes_of(self) : 0);
    few_free(bound->memory, self, sizeof *self);
}

static const struct few_bound_kind kind_of_bound = {.free = free_cells};

static void look_up(const struct few_bound *bound, const uint64_t *states, size_t count, uint32_t *bounds) {
    const struct few_dead_cells *self = (const struct few_dead_cells *)bound;
    const uint32_t words = bound->words;
    for (size_t i = 0; i < count; i++, states += words) {
        uint64_t found = 0;
        for (uint32_t k = 0; k < self->kinds; k++)
            for (uint32_t w = 0; w < words; w++)
                found |= few_match(states[w] ^ self->patterns[k * words + w], self->low[w], self->dead[k * words + w]);
        bounds[i] = found ? FEW_NO_PATH : 0;
    }
}

struct few_dead_cells *few_dead_cells_create(struct few_memory *memory, uint32_t words, const struct few_field *field, uint32_t cells, uint32_t kinds) {
    struct few_dead_cells *self = few_alloc_zeroed(memory, sizeof *self);
    if (!self)
        return NULL;
    self->bound = (struct few_bound){.kind = &kind_of_bound, .look_up = look_up, .memory = memory, .words = words, .consistent = true};
    self->room = kinds;
    self->low = few_alloc_zeroed(memory, bytes_of(self));
    if (!self->low) {
        free_cells(&self->bound);
        return NULL;
    }
    self->patterns = self->low + words;
    self->dead = self->patterns + (size_t)kinds * words;
    for (uint32_t c = 0; c < cells; c++)
        self->low[field[c].word] |= few_field_mask(field[c]) >> 1 & few_field_mask(field[c]);
    return self;
}

void few_dead_cells_add(struct few_dead_cells *self, const struct few_field *field, uint32_t count, uint32_t value, const bool *is_dead) {
    const size_t first = (size_t)self->kinds++ * self->bound.words;
    for (uint32_t c = 0; c < count; c++) {
        self->patterns[first + field[c].word] |= (uint64_t)value << field[c].shift;
        if (is_dead[c])
            self->dead[first + field[c].word] |= UINT64_C(1) << (field[c].shift + field[c].width - 1U);
    }
}
