/* Packed states: a state is an array of 64-bit words, cut into fields. A field lies inside one word. */
#ifndef FEW_STATE_FIELD_H
#define FEW_STATE_FIELD_H

#include <stdint.h>

/* Words of a state, at most. */
enum { FEW_MAX_WORDS = 64 };

struct few_field {
    uint8_t word, shift, width; /* width 1 .. 32 */
};

static inline uint64_t few_field_ones(struct few_field field) {
    return (UINT64_C(1) << field.width) - 1;
}

static inline uint64_t few_field_mask(struct few_field field) {
    return few_field_ones(field) << field.shift;
}

static inline uint32_t few_field_get(const uint64_t *state, struct few_field field) {
    return (uint32_t)(state[field.word] >> field.shift & few_field_ones(field));
}

static inline void few_field_set(uint64_t *state, struct few_field field, uint32_t value) {
    state[field.word] = (state[field.word] & ~few_field_mask(field)) | (uint64_t)value << field.shift;
}

/* Bits needed for values 0 .. count - 1, at least 1. */
static inline unsigned few_bits_for(uint32_t count) {
    return count <= 2 ? 1 : 32 - (unsigned)__builtin_clz(count - 1);
}

/* The top bits of the fields of x that are zero, among those that `high` names: a field plus all its low bits carries
 * into the top bit unless the low bits are zero, and the top bit itself is or-ed in. No carry leaves a field. */
static inline uint64_t few_match(uint64_t x, uint64_t low, uint64_t high) {
    return ~(((x & low) + low) | x) & high;
}

#endif
