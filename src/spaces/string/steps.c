/* The moves of a string puzzle, on packed states. Forwards and backwards are the same loop over
 * another table: at each place the next few characters are an index to the rules that can fit
 * there. */
#include "spaces/string/rests.h"

#include "base/specialised.h"

/* Strings of one word. Shifts by a whole side are cut in two: a side may fill all 64 bits. */
FEW_SPECIALISED uint64_t rewrite_word(uint64_t state, uint64_t window, uint32_t shift,
                                   const struct few_string_rewrite *rewrite) {
    const uint32_t from_half = rewrite->from_bits / 2, to_half = rewrite->to_bits / 2;
    const uint64_t rest = window >> from_half >> (rewrite->from_bits - from_half);
    const uint64_t changed = rewrite->to | rest << to_half << (rewrite->to_bits - to_half);
    return (state & (((uint64_t)1 << shift) - 1)) | changed << shift;
}

/* Whether a rewrite that is bound to an end of the string may be made here. */
static bool is_there(const struct few_string_rewrite *rewrite, uint64_t window, uint32_t place) {
    const uint32_t half = rewrite->from_bits / 2;
    return (!rewrite->ends.begin || place == 0) && (!rewrite->ends.end || window >> half >> (rewrite->from_bits - half) == 0);
}

FEW_SPECIALISED size_t expand_words(const struct few_string_space *space,
                                 const struct few_string_table *table, const bool any_is_bound, const uint64_t *states,
                                 size_t count, uint64_t *next, struct few_step *steps) {
    const struct few_string_rewrite *const rewrites = table->rewrites;
    const uint32_t *const first = table->first, *const list = table->list;
    const uint64_t index_mask = ((uint64_t)1 << table->bits) - 1;
    const uint32_t bits = space->bits, empty_count = table->empty_count;
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        const uint64_t state = states[i];
        uint64_t window = state;
        for (uint32_t place = 0, shift = 0; window != 0; place++, shift += bits) {
            const uint64_t index = window & index_mask;
            for (uint32_t k = first[index], end = first[index + 1]; k < end; k++) {
                const struct few_string_rewrite *const rewrite = &rewrites[list[k]];
                if ((window & rewrite->mask) != rewrite->from || (state & rewrite->too_long) != 0 ||
                    (any_is_bound && rewrite->is_bound && !is_there(rewrite, window, place)))
                    continue;
                next[found] = rewrite_word(state, window, shift, rewrite);
                if (steps)
                    steps[found] =
                        (struct few_step){(uint32_t)i, rewrite->move + place * rewrite->choices, rewrite->cost};
                found++;
            }
            window >>= bits;
        }
        for (const struct few_string_rewrite *rewrite = rewrites; rewrite < rewrites + empty_count; rewrite++) {
            if ((state & rewrite->too_long) != 0)
                continue;
            /* There is room for one more character at least, so that no shift reaches 64. */
            window = state;
            for (uint32_t place = 0, shift = 0;; place++, shift += bits) {
                if (!any_is_bound || !rewrite->is_bound || is_there(rewrite, window, place)) {
                    next[found] = rewrite_word(state, window, shift, rewrite);
                    if (steps)
                        steps[found] =
                            (struct few_step){(uint32_t)i, rewrite->move + place * rewrite->choices, rewrite->cost};
                    found++;
                }
                if (window == 0)
                    break;
                window >>= bits;
            }
        }
    }
    return found;
}

FEW_SPECIALISED void rewrite_long(const uint64_t *state, uint32_t words, int64_t from,
                               const struct few_string_rewrite *rewrite, uint64_t *next) {
    const int64_t to_end = from + rewrite->to_bits, moved = (int64_t)rewrite->to_bits - rewrite->from_bits;
    const uint32_t to_words = (rewrite->to_bits + 63) / 64;
    for (uint32_t j = 0; j < words; j++) {
        const int64_t low = (int64_t)j * 64;
        uint64_t word = 0;
        if (low < from)
            word = low + 64 <= from ? state[j] : state[j] & (((uint64_t)1 << (from - low)) - 1);
        if (low < to_end && low + 64 > from)
            word |= few_bits_at(rewrite->to_words, to_words, low - from);
        if (low + 64 > to_end) {
            uint64_t rest = few_bits_at(state, words, low - moved);
            word |= low < to_end ? rest & (~(uint64_t)0 << (to_end - low)) : rest;
        }
        next[j] = word;
    }
}

FEW_SPECIALISED bool fits_long(const uint64_t *state, uint32_t words, int64_t from,
                            const struct few_string_rewrite *rewrite) {
    for (uint32_t bit = 64; bit < rewrite->from_bits; bit += 64) {
        uint64_t window = few_bits_at(state, words, from + bit);
        if (rewrite->from_bits - bit < 64)
            window &= ((uint64_t)1 << (rewrite->from_bits - bit)) - 1;
        if (window != rewrite->from_words[bit / 64])
            return false;
    }
    return true;
}

FEW_SPECIALISED size_t expand_long(const struct few_string_space *space,
                                const struct few_string_table *table, const uint32_t words,
                                const uint64_t *states, size_t count, uint64_t *next,
                                struct few_step *steps) {
    const uint64_t index_mask = ((uint64_t)1 << table->bits) - 1;
    const uint32_t bits = space->bits;
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        const uint64_t *const state = states + i * words;
        const uint32_t length = few_string_length(space, state);
        for (uint32_t place = 0; place <= length; place++) {
            const int64_t from = (int64_t)place * bits;
            const uint64_t window = few_bits_at(state, words, from), index = window & index_mask;
            const uint32_t start = table->first[index], end = table->first[index + 1];
            /* Rewrites that look for nothing, then those listed for these characters. */
            for (uint32_t k = 0; k < table->empty_count + (end - start); k++) {
                const struct few_string_rewrite *const rewrite =
                    &table->rewrites[k < table->empty_count
                                     ? k
                                     : table->list[start + k - table->empty_count]];
                if ((window & rewrite->mask) != rewrite->from || length > rewrite->longest ||
                    (rewrite->is_bound && !few_stands(rewrite->ends, place, rewrite->from_bits / bits, length)) ||
                    !fits_long(state, words, from, rewrite))
                    continue;
                rewrite_long(state, words, from, rewrite, next + found * words);
                if (steps)
                    steps[found] =
                        (struct few_step){(uint32_t)i, rewrite->move + place * rewrite->choices, rewrite->cost};
                found++;
            }
        }
    }
    return found;
}

static size_t expand(const struct few_space *base, const struct few_string_table *table,
                     const uint64_t *states, size_t count, uint64_t *next, struct few_step *steps) {
    const struct few_string_space *space = (const struct few_string_space *)base;
    switch (base->words) {
    case 1: return table->any_is_bound ? expand_words(space, table, true, states, count, next, steps)
                                       : expand_words(space, table, false, states, count, next, steps);
    case 2: return expand_long(space, table, 2, states, count, next, steps);
    case 3: return expand_long(space, table, 3, states, count, next, steps);
    case 4: return expand_long(space, table, 4, states, count, next, steps);
    default: return expand_long(space, table, base->words, states, count, next, steps);
    }
}

/* With rules that take the rest: state by state, so that what comes of each stands together. */
static size_t expand_all(const struct few_string_space *space, bool backward, const uint64_t *states, size_t count,
                         uint64_t *next, struct few_step *steps) {
    const struct few_string_table *table = backward ? &space->backward : &space->forward;
    const uint32_t words = space->space.words;
    if (space->rest_count == 0)
        return expand(&space->space, table, states, count, next, steps);
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        const uint64_t *state = states + i * words;
        const size_t first = found;
        found += expand(&space->space, table, state, 1, next + found * words, steps ? steps + found : NULL);
        for (size_t k = first; steps && k < found; k++)
            steps[k].source = (uint32_t)i;
        found = few_string_expand_rests(space, backward, state, (uint32_t)i, next, steps, found);
    }
    return found;
}

static size_t make_moves(const struct few_space *base, bool backward, const uint64_t *states, size_t count, uint64_t *next,
                         struct few_step *steps) {
    const struct few_string_space *space = (const struct few_string_space *)base;
    const size_t made = expand_all(space, backward, states, count, next, steps);
    return space->nevers ? few_string_leave_out(space, next, steps, made) : made;
}

size_t few_string_successors(const struct few_space *base, const uint64_t *states, size_t count,
                             uint64_t *next, struct few_step *steps) {
    return make_moves(base, false, states, count, next, steps);
}

size_t few_string_predecessors(const struct few_space *base, const uint64_t *states, size_t count,
                               uint64_t *next, struct few_step *steps) {
    return make_moves(base, true, states, count, next, steps);
}
