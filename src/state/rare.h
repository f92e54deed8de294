/* Cells of which most hold one value, the *common* one: all cells of one word that hold another are found in a few operations,
 * whatever their number. A field that differs from the common value has some bit left in `word ^ pattern`; adding the low bits to
 * these carries into its top bit. */
#ifndef FEW_STATE_RARE_H
#define FEW_STATE_RARE_H

#include "state/field.h"

/* The cells that lie in one word. */
struct few_rare_span {
    uint32_t word;
    uint64_t pattern;   /* the common value in every field */
    uint64_t low, high; /* the low bits and the top bit of every field */
    uint16_t place[64]; /* the number of the cell, by its top bit */
};

/* Fills zeroed spans, one for each word that these cells lie in; returns how many. */
static inline uint32_t few_rare_spans(struct few_rare_span *spans, const struct few_field *cells, uint32_t count, uint32_t common) {
    uint32_t used = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (used == 0 || spans[used - 1].word != cells[i].word)
            spans[used++].word = cells[i].word;
        struct few_rare_span *span = &spans[used - 1];
        const uint32_t top = (uint32_t)cells[i].shift + cells[i].width - 1;
        span->pattern |= (uint64_t)common << cells[i].shift;
        span->high |= UINT64_C(1) << top;
        span->low |= few_field_mask(cells[i]) & ~(UINT64_C(1) << top);
        span->place[top] = (uint16_t)i;
    }
    return used;
}

/* The top bits of the fields that hold another value than the common one. */
static inline uint64_t few_rare_tops(const struct few_rare_span *span, uint64_t word) {
    const uint64_t other = word ^ span->pattern;
    return (((other & span->low) + span->low) | other) & span->high;
}

/* What stands in the field with this top bit. */
static inline uint32_t few_rare_value(uint64_t word, uint32_t top, uint32_t width) {
    return (uint32_t)(word >> (top + 1 - width) & ((UINT64_C(1) << width) - 1));
}

#endif
