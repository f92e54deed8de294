/* Tables for the set form: where bits and runs go when a sequence is rearranged. */
#include "rules/set_form.h"

enum {
    MOST_PACKED_BITS = 18,
    RANK_WORK = 100, /* of few_go_on: an entry takes a rank */
};

/* The part of the sequence that a shift moves: places first .. last; first > last: nothing moves. */
struct window {
    uint32_t first, last;
};

static struct window window_of(const struct few_set_form *form, const struct few_set_shift *shift) {
    struct window window = {FEW_ARRANGE_LENGTH, 0};
    for (uint32_t i = 0; i < form->sequence.length; i++)
        if (shift->place[i] != i) {
            if (i < window.first)
                window.first = i;
            window.last = i;
        }
    return window;
}

static uint64_t factorial(uint32_t n) {
    uint64_t product = 1;
    for (uint32_t i = 2; i <= n; i++)
        product *= i;
    return product;
}

/* All pieces differ: what follows the first `skip` places is an arrangement of as many different pieces whatever they
 * are, so that one table serves every block. */
static struct few_arrange rest_of(const struct few_arrange *sequence, uint32_t skip) {
    struct few_arrange rest = {.length = sequence->length - skip, .values = sequence->length - skip};
    rest.size = factorial(rest.length);
    memset(rest.counts, 1, rest.values);
    return rest;
}

static void rearrange(const struct few_set_shift *shift, uint32_t skip, uint32_t length, const uint8_t *from,
                      uint8_t *to) {
    for (uint32_t i = 0; i < length; i++)
        to[i] = from[shift->place[i + skip] - skip];
}

/* The sequence that comes behind this one, which is not the last: from the end, the first place that has a larger one
 * behind it gets the smallest of these, and the rest comes in ascending order. */
static void next_sequence(uint8_t *sequence, uint32_t length) {
    uint32_t at = length - 1;
    while (at > 0 && sequence[at - 1] >= sequence[at])
        at--;
    if (at == 0)
        return;
    uint32_t with = length - 1;
    while (sequence[with] <= sequence[at - 1])
        with--;
    uint8_t value = sequence[at - 1];
    sequence[at - 1] = sequence[with];
    sequence[with] = value;
    for (uint32_t end = length - 1; at < end; at++, end--) {
        value = sequence[at];
        sequence[at] = sequence[end];
        sequence[end] = value;
    }
}

/* BITS: the image of each sequence of `set`, or of those of one parity, which are one of each two that follow each other. While only
 * what lies behind the window changes, the image changes in step with the sequence, and need not be ranked again. */
static uint16_t *bit_table(struct few_set_form *form, const struct few_arrange *set, const struct few_set_shift *shift,
                           uint32_t skip, uint32_t last, bool odd) {
    const uint64_t size = set->size >> form->half;
    uint16_t *to = few_arena_alloc(&form->arena, size * sizeof *to);
    uint8_t before[FEW_ARRANGE_LENGTH], now[FEW_ARRANGE_LENGTH], image[FEW_ARRANGE_LENGTH];
    few_arrange_unrank(set, 0, now);
    for (uint32_t i = 0; to && i < size; i++) {
        const bool second = form->half && few_digits_odd(2 * (uint64_t)i, 1) != odd;
        if (second)
            next_sequence(now, set->length);
        if (i > 0 && memcmp(before, now, last + 1) == 0) {
            to[i] = (uint16_t)(to[i - 1] + 1);
        } else {
            rearrange(shift, skip, set->length, now, image);
            to[i] = (uint16_t)(few_arrange_rank(set, image) >> form->half);
        }
        memcpy(before, now, set->length);
        next_sequence(now, set->length);
        if (form->half && !second)
            next_sequence(now, set->length);
    }
    return to;
}

/* Several small blocks, of `size` bits and `cells` places each, in one of `block` bits that begins as an even or odd one. */
static uint16_t *join_blocks(struct few_set_form *form, const uint16_t *const *small, uint32_t size, uint32_t cells, uint32_t block, bool odd) {
    uint16_t *to = few_arena_alloc(&form->arena, block * sizeof *to);
    for (uint32_t i = 0; to && i < block; i++) {
        const bool is_odd = form->half && (odd ^ few_digits_odd(i / size, cells + 1));
        to[i] = (uint16_t)(i - i % size + small[is_odd][i % size]);
    }
    return to;
}

/* Short sequences of few kinds of pieces as packed numbers, place 0 on top, and the rank of each: tables for many
 * shifts are then a few shifts of words an entry. */
struct packed {
    uint32_t width, bits; /* of a piece, of all */
    uint32_t *number;     /* of each rank */
    uint16_t *rank;       /* of each number */
};

static bool pack_sequences(struct few_set_form *form, struct packed *packed) {
    const struct few_arrange *set = &form->sequence;
    packed->width = few_bits_for(set->values);
    packed->bits = packed->width * set->length;
    if (packed->bits > MOST_PACKED_BITS)
        return true;
    packed->number = few_arena_alloc(&form->arena, set->size * sizeof *packed->number);
    packed->rank = few_arena_alloc(&form->arena, sizeof *packed->rank << packed->bits);
    if (!packed->number || !packed->rank)
        return false;
    uint8_t sequence[FEW_ARRANGE_LENGTH];
    few_arrange_unrank(set, 0, sequence);
    for (uint32_t i = 0; i < set->size; i++) {
        uint32_t number = 0;
        for (uint32_t k = 0; k < set->length; k++)
            number = number << packed->width | sequence[k];
        packed->number[i] = number;
        packed->rank[number] = (uint16_t)i;
        next_sequence(sequence, set->length);
    }
    return true;
}

static uint16_t *packed_table(struct few_set_form *form, const struct packed *packed, const struct few_set_shift *shift,
                              struct window window) {
    const uint32_t width = packed->width, ones = (1u << width) - 1, top = packed->bits - width;
    uint32_t keep = ~0u;
    for (uint32_t i = window.first; i <= window.last; i++)
        keep &= ~(ones << (top - i * width));
    uint16_t *to = few_arena_alloc(&form->arena, form->sequence.size * sizeof *to);
    for (uint32_t i = 0; to && i < form->sequence.size; i++) {
        uint32_t number = packed->number[i], image = number & keep;
        for (uint32_t k = window.first; k <= window.last; k++)
            image |= (number >> (top - shift->place[k] * width) & ones) << (top - k * width);
        to[i] = packed->rank[image];
    }
    return to;
}

static uint32_t *run_table(struct few_set_form *form, const struct few_arrange *set, const struct few_set_shift *shift,
                           uint32_t skip, uint32_t run, uint32_t runs) {
    uint32_t *from = few_arena_alloc(&form->arena, runs * sizeof *from);
    uint8_t now[FEW_ARRANGE_LENGTH], image[FEW_ARRANGE_LENGTH];
    for (uint32_t i = 0; from && i < runs; i++) {
        if (!few_go_on(form->memory, RANK_WORK))
            return NULL;
        few_arrange_unrank(set, (uint64_t)i * run, now);
        rearrange(shift, skip, set->length, now, image);
        from[few_arrange_rank(set, image) / run] = i;
    }
    return from;
}

/* How a shift will be done, and what its table costs, in entries that take a rank each: all pieces of the sequence
 * differ, and nothing but the key is tested. false: it does not pay off. */
static bool plan_uniform(const struct few_set_form *form, struct window window, struct few_set_map *map,
                         uint64_t *entries) {
    const uint32_t length = form->sequence.length;
    const uint64_t block = factorial(length - window.first);
    const uint32_t chunk = form->sets.chunk_bits << form->half; /* sequences, of which half have a bit */
    uint64_t run = factorial(length - 1 - window.last);
    if (block <= chunk && run < FEW_SET_SHORT_RUN) {
        const uint32_t least = 5040; /* a multiple of all smaller ones */
        map->kind = FEW_SET_BITS;
        map->block = block < least && chunk % least == 0 ? least : (uint32_t)block;
        *entries += block;
        map->block >>= form->half;
        return true;
    }
    if (run > UINT32_MAX)
        run = factorial(12); /* in pieces; the tables become a little longer */
    map->kind = FEW_SET_RUNS;
    map->run = (uint32_t)(run >> form->half);
    map->block = (uint32_t)(block / run);
    *entries += block / run;
    return (run >= FEW_SET_SHORTEST_RUN || form->always) && block / run <= UINT32_MAX / 4;
}

/* Pieces that are alike, or guards: a plane is one chunk, and its tables are as long. */
static void plan_whole(const struct few_set_form *form, struct few_set_map *map, uint64_t *entries) {
    enum { PACKED_GAIN = 8 };
    map->kind = FEW_SET_BITS;
    map->block = form->sets.chunk_bits;
    *entries += few_bits_for(form->sequence.values) * form->sequence.length <= MOST_PACKED_BITS
                    ? map->block / PACKED_GAIN
                    : map->block;
}

/* Of each block of a chunk: it is about the last `cells` places, and what stands before them counts. */
static uint8_t *block_parities(struct few_set_form *form, uint32_t block, uint32_t cells) {
    const uint32_t blocks = form->sets.chunk_bits / block;
    uint8_t *odd = few_arena_alloc(&form->arena, blocks);
    for (uint32_t i = 0; odd && i < blocks; i++)
        odd[i] = few_digits_odd(i, cells + 1);
    return odd;
}

static bool make_bit_tables(struct few_set_form *form, const struct few_arrange *set, const struct few_set_shift *shift, struct window window,
                            struct few_set_map *map) {
    const uint32_t skip = form->sequence.length - set->length, size = (uint32_t)(set->size >> form->half);
    const uint16_t *small[2] = {NULL, NULL};
    const unsigned kinds = form->half ? 2 : 1;
    for (unsigned odd = 0; odd < kinds; odd++)
        if (!(small[odd] = bit_table(form, set, shift, skip, window.last - skip, odd == 1)))
            return false;
    for (unsigned odd = 0; odd < kinds; odd++) {
        map->to[odd] = map->block > size ? join_blocks(form, small, size, set->length, map->block, odd == 1) : small[odd];
        if (!map->to[odd])
            return false;
    }
    uint32_t cells = 0;
    while (factorial(cells) < (uint64_t)map->block << form->half)
        cells++;
    return !form->half || (map->odd = block_parities(form, map->block, cells)) != NULL;
}

static bool make_table(struct few_set_form *form, const struct packed *packed, const struct few_set_shift *shift,
                       struct few_set_map *map, bool uniform) {
    struct window window = window_of(form, shift);
    if (packed->rank) {
        map->to[0] = packed_table(form, packed, shift, window);
        return map->to[0] != NULL;
    }
    uint32_t skip = uniform ? window.first : 0;
    struct few_arrange set = uniform ? rest_of(&form->sequence, skip) : form->sequence;
    if (map->kind == FEW_SET_RUNS) {
        map->from = run_table(form, &set, shift, skip, map->run << form->half, map->block);
        return map->from != NULL;
    }
    return make_bit_tables(form, &set, shift, window, map);
}

/* Where each place holds each value: one mask of the chunk for each such pair. */
static void mark_values(const struct few_set_form *form, uint64_t *marks) {
    const struct few_arrange *set = &form->sequence;
    const size_t words = form->sets.chunk_words;
    uint8_t sequence[FEW_ARRANGE_LENGTH];
    few_arrange_unrank(set, 0, sequence);
    for (uint32_t bit = 0; bit < form->sets.chunk_bits; bit++) {
        for (uint32_t i = 0; i < set->length; i++)
            marks[(i * set->values + sequence[i]) * words + bit / 64] |= UINT64_C(1) << bit % 64;
        next_sequence(sequence, set->length);
    }
}

/* The mask of a guard is what those of its tests have in common. */
static bool build_masks(struct few_set_form *form) {
    const struct few_arrange *set = &form->sequence;
    const size_t words = form->sets.chunk_words, mark_bytes = set->length * set->values * words * sizeof(uint64_t);
    uint64_t *masks = few_arena_alloc(&form->arena, (form->guards.list.count + 1) * words * sizeof *masks);
    form->sets.masks = masks;
    if (!masks || form->guards.list.count == 0)
        return masks != NULL;
    uint64_t *marks = few_alloc_zeroed(form->memory, mark_bytes);
    if (!marks)
        return false;
    mark_values(form, marks);
    for (size_t g = 0; g < form->guards.list.count; g++) {
        const struct few_set_guard *guard = few_list_at(&form->guards.list, g);
        uint64_t *mask = masks + g * words;
        memset(mask, 0xff, words * sizeof *mask);
        for (uint32_t t = 0; t < guard->count; t++) {
            const uint64_t *mark = marks + ((size_t)guard->place[t] * set->values + guard->value[t]) * words;
            for (size_t w = 0; w < words; w++)
                mask[w] &= mark[w];
        }
    }
    few_free(form->memory, marks, mark_bytes);
    return true;
}

bool few_set_form_is_uniform(const struct few_set_form *form) {
    return form->guards.list.count == 0 && form->sequence.length <= 20 && form->sequence.values == form->sequence.length;
}

bool few_set_form_tabulate(struct few_set_form *form, bool *unfit) {
    struct few_sets *sets = &form->sets;
    const bool uniform = few_set_form_is_uniform(form);
    sets->bits = form->sequence.size >> form->half;
    sets->chunk_bits = (uint32_t)sets->bits;
    sets->chunk_cells = form->sequence.length;
    if (uniform && form->sequence.length > FEW_SET_CHUNK_CELLS) {
        sets->chunk_bits = (uint32_t)(factorial(FEW_SET_CHUNK_CELLS) >> form->half);
        sets->chunk_cells = FEW_SET_CHUNK_CELLS;
    } else if (sets->bits > FEW_SET_ONE_CHUNK)
        *unfit = true;
    if (*unfit)
        return false;
    sets->chunk_words = sets->chunk_bits / 64 + 2;
    sets->chunks = sets->bits / sets->chunk_bits;
    struct few_set_map *maps = few_arena_alloc(&form->arena, (form->shifts.list.count + 1) * sizeof *maps);
    struct packed packed = {0};
    if (!maps)
        return false;
    sets->maps = maps;
    uint64_t entries = 0;
    for (size_t s = 0; s < form->shifts.list.count && !*unfit; s++) {
        struct window window = window_of(form, few_list_at(&form->shifts.list, s));
        maps[s].kind = FEW_SET_SAME;
        if (window.first > window.last)
            continue;
        if (!uniform)
            plan_whole(form, &maps[s], &entries);
        else
            *unfit = !plan_uniform(form, window, &maps[s], &entries);
    }
    /* An entry costs about as much as to expand a state by the classic exploration: a quarter of that time at most. */
    const uint64_t most_entries = sets->planes * (sets->bits < UINT32_MAX ? sets->bits : UINT32_MAX) / 4;
    *unfit = *unfit || (entries > most_entries && !form->always);
    bool good = !*unfit && (uniform || pack_sequences(form, &packed));
    for (size_t s = 0; s < form->shifts.list.count && good; s++)
        if (maps[s].kind != FEW_SET_SAME)
            good = make_table(form, &packed, few_list_at(&form->shifts.list, s), &maps[s], uniform);
    return good && build_masks(form);
}
