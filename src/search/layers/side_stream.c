/* A side of a breadth-first search as a stream of numbers and bytes:
 *
 *     backward, depth, states of the layer that were expanded, states of the next layer so far
 *     bits of a tag; whether by rank: how many there are, and how they are numbered; how many states were seen
 *     up to 64 of these at a time, until there are no more: tags; and the distance from the rank before, or the states themselves
 *     how many states each layer has
 *     the layer, or, where all layers are kept, all of them; the next layer
 *
 * A stream is made good by whoever writes it: what is read must hold together. */
#include "search/layers/layers.h"

#include "base/bit_code.h"
#include "space/fingerprint.h"

enum { SOME = 64 }; /* states at a time */

static size_t state_size(const struct few_side *side) {
    return side->space->words * sizeof(uint64_t);
}

/* ---- Writing */

void few_states_write(const struct few_list *list, struct few_out *out) {
    few_out_number(out, list->count);
    few_out_bytes(out, list->items, list->count * list->size);
}

static void write_seen(const struct few_side *side, struct few_out *out) {
    const struct few_visited *seen = side->seen;
    const bool by_rank = few_visited_is_ranked(seen);
    uint64_t slots[SOME], states[SOME * FEW_MAX_WORDS], at = 0, before = 0;
    uint8_t code[2 * SOME * FEW_NUMBER_ROOM];
    few_out_number(out, side->tag_bits);
    few_out_number(out, by_rank);
    few_out_number(out, by_rank ? side->space->ranks : 0);
    few_out_number(out, by_rank ? few_order_of(side->space) : 0);
    few_out_number(out, few_visited_count(seen));
    for (size_t count; (count = few_visited_slots(seen, &at, slots, SOME)) > 0;) {
        uint8_t *end = code;
        for (size_t i = 0; i < count; i++) {
            end = few_number_write(end, few_visited_tag(seen, slots[i]));
            if (by_rank)
                end = few_number_write(end, slots[i] - before);
            else
                memcpy(states + i * side->space->words, few_visited_state(seen, slots[i]), state_size(side));
            before = slots[i];
        }
        few_out_number(out, count);
        few_out_bytes(out, code, (size_t)(end - code));
        if (!by_rank)
            few_out_bytes(out, states, count * state_size(side));
    }
    few_out_number(out, 0);
}

void few_side_write(const struct few_side *side, const struct few_list *counts, struct few_out *out) {
    few_out_number(out, side->backward);
    few_out_number(out, side->depth);
    few_out_number(out, side->done);
    few_out_number(out, side->reached);
    write_seen(side, out);
    few_out_number(out, counts->count);
    few_out_bytes(out, counts->items, counts->count * sizeof(uint64_t));
    few_out_number(out, side->keeps_layers);
    if (side->keeps_layers) {
        few_out_bytes(out, side->layer_start.items, counts->count * sizeof(size_t));
        few_states_write(&side->log, out);
    } else {
        few_states_write(&side->layer, out);
    }
    few_states_write(&side->next, out);
}

/* ---- Reading */

/* A state that can be one: what is unpacked or ranked later must not go beyond any table. */
static bool holds(const struct few_space *space, const uint64_t *state) {
    return !space->run->holds || space->run->holds(space, state);
}

bool few_states_read(struct few_list *list, const struct few_space *space, struct few_in *in) {
    const uint64_t count = few_in_count(in, in->size / list->size);
    if (in->failed || !few_list_reserve(list, (size_t)count))
        return false;
    few_in_bytes(in, list->items, (size_t)count * list->size);
    for (size_t i = 0; i < count && !in->failed; i++)
        if (!holds(space, (const uint64_t *)list->items + i * space->words))
            few_in_refuse(in);
    list->count = in->failed ? 0 : (size_t)count;
    return !in->failed;
}

uint64_t few_in_small(struct few_in *in) {
    uint64_t number = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        uint8_t byte = 0;
        few_in_bytes(in, &byte, 1);
        number |= (uint64_t)(byte & 127) << shift;
        if (byte < 128)
            return number;
    }
    few_in_refuse(in);
    return 0;
}

/* Up to SOME states into side->made, where they are needed, and side->ranks, with their tags. */
struct some {
    uint64_t ranks[SOME], states[SOME * FEW_MAX_WORDS];
    unsigned tags[SOME];
};

static bool read_some(struct few_side *side, bool by_rank, size_t count, uint64_t *before, struct some *some, struct few_in *in) {
    const struct few_space *space = side->space;
    const uint64_t most = side->tag_bits == 2 ? 3 : UINT32_MAX >> (32 - side->tag_bits);
    for (size_t i = 0; i < count; i++) {
        const uint64_t tag = few_in_small(in), gap = by_rank ? few_in_small(in) : 0;
        if (in->failed)
            return false;
        if (tag == 0 || tag > most || (by_rank && gap >= space->ranks - *before))
            return few_in_refuse(in);
        some->tags[i] = (unsigned)tag;
        some->ranks[i] = *before += gap;
    }
    if (by_rank && few_visited_is_ranked(side->seen))
        return true;
    if (by_rank) {
        space->run->unrank(space, some->ranks, count, some->states);
        return true;
    }
    few_in_bytes(in, some->states, count * state_size(side));
    for (size_t i = 0; i < count && !in->failed; i++)
        if (!holds(space, some->states + i * space->words))
            few_in_refuse(in);
    if (!in->failed && few_visited_is_ranked(side->seen))
        space->run->rank(space, some->states, count, some->ranks);
    return !in->failed;
}

/* The store has room for them. */
static bool add_some(struct few_side *side, size_t count, struct some *some) {
    const bool ranked = few_visited_is_ranked(side->seen);
    const uint32_t words = side->space->words;
    for (size_t i = 0; i < count; i++)
        if (few_visited_add(side->seen, some->states + i * words, ranked ? some->ranks + i : NULL, ranked ? 0 : words, 1, some->tags[i]) != 1)
            return false;
    return true;
}

/* The store as it is to be: with tags as wide as these, and by rank if there are enough states for it. */
static bool prepare_store(struct few_side *side, unsigned tag_bits, uint64_t total, struct few_in *in) {
    while (side->tag_bits < tag_bits && !side->space->undirected)
        if (!few_side_widen(side))
            return false;
    if (side->tag_bits != tag_bits)
        return few_in_refuse(in);
    if (side->rank_from && total >= side->rank_from && !few_side_move_to_table(side))
        return false;
    return few_visited_reserve(side->seen, (size_t)total); /* at once: they come in the order of a hash table, which would crowd a small one */
}

static bool read_seen(struct few_side *side, struct few_in *in) {
    const struct few_space *space = side->space;
    const unsigned tag_bits = (unsigned)few_in_count(in, 32);
    const bool by_rank = few_in_count(in, 1);
    const uint64_t ranks = few_in_number(in), order = few_in_number(in), total = few_in_count(in, in->size);
    struct some some;
    uint64_t before = 0;
    if (in->failed)
        return false;
    if (by_rank && (!space->ranks || ranks != space->ranks))
        return few_in_refuse(in);
    if (by_rank && !few_order_fits(in, space, order))
        return false;
    if (!prepare_store(side, tag_bits, total, in))
        return false;
    for (size_t count; (count = (size_t)few_in_count(in, SOME)) > 0 && !in->failed;) {
        if (!read_some(side, by_rank, count, &before, &some, in))
            return false;
        if (few_visited_count(side->seen) + count > total || !add_some(side, count, &some))
            return few_in_refuse(in);
    }
    return !in->failed && (few_visited_count(side->seen) == total || few_in_refuse(in));
}

bool few_side_has(struct few_side *side, const struct few_list *list, size_t first, size_t end, uint64_t depth) {
    const unsigned tag = few_distance_tag(depth, side->tag_bits);
    for (size_t done = first; done < end;) {
        const size_t some = end - done < side->room ? end - done : side->room;
        few_side_find(side, side->space, few_list_at(list, done), some, side->slots);
        for (size_t i = 0; i < some; i++)
            if (side->slots[i] == FEW_NO_SLOT || few_visited_tag(side->seen, side->slots[i]) != tag)
                return false;
        done += some;
    }
    return true;
}

static bool read_counts(struct few_side *side, struct few_list *counts, struct few_in *in) {
    const uint64_t layers = few_in_count(in, in->size / sizeof(uint64_t));
    uint64_t sum = side->reached;
    if (in->failed || !few_list_reserve(counts, (size_t)layers))
        return false;
    few_in_bytes(in, counts->items, (size_t)layers * sizeof(uint64_t));
    counts->count = (size_t)layers;
    for (size_t i = 0; i < layers; i++)
        sum += *(const uint64_t *)few_list_at(counts, i);
    return !in->failed && ((layers == side->depth + 1 && sum == few_visited_count(side->seen)) || few_in_refuse(in));
}

/* All layers, the last of which is the one that is expanded. */
static bool read_log(struct few_side *side, struct few_in *in) {
    const size_t layers = (size_t)side->depth + 1;
    if (!few_list_reserve(&side->layer_start, layers))
        return false;
    size_t *const starts = side->layer_start.items;
    few_in_bytes(in, starts, layers * sizeof *starts);
    if (in->failed || !few_states_read(&side->log, side->space, in))
        return false;
    side->layer_start.count = layers;
    for (size_t i = 0; i < layers; i++) {
        const size_t end = i + 1 < layers ? starts[i + 1] : side->log.count;
        if (starts[i] > end || end > side->log.count || (i == 0 && starts[i]) || !few_side_has(side, &side->log, starts[i], end, i))
            return few_in_refuse(in);
    }
    const size_t last = starts[layers - 1];
    return few_list_append(&side->layer, few_list_at(&side->log, last), side->log.count - last);
}

bool few_side_read(struct few_side *side, struct few_list *counts, struct few_in *in) {
    const bool backward = few_in_count(in, 1);
    side->depth = few_in_number(in);
    side->done = (size_t)few_in_number(in);
    side->reached = few_in_number(in);
    if (!read_seen(side, in) || !read_counts(side, counts, in))
        return false;
    if (few_in_count(in, 1) != side->keeps_layers || backward != side->backward)
        return few_in_refuse(in);
    if (side->keeps_layers ? !read_log(side, in) : !few_states_read(&side->layer, side->space, in))
        return false;
    if (!few_states_read(&side->next, side->space, in))
        return false;
    const bool good = side->done <= side->layer.count && side->next.count <= side->reached && few_side_has(side, &side->layer, 0, side->layer.count, side->depth) &&
                      few_side_has(side, &side->next, 0, side->next.count, side->depth + 1);
    return good || few_in_refuse(in);
}
