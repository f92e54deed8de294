/* Finds the set form of a board puzzle (space/sets.h) from its instructions: which component of cells is the sequence,
 * which piece the key, in which order the cells are taken, and what each instruction does in each plane. */
#include "rules/set_form.h"

#include "rules/beliefs.h"
#include "state/rank.h"

#include <stdlib.h>

/* ---- Between states and places */

static uint32_t find_key_set(const struct few_set_form *form, uint64_t places) {
    uint32_t low = 0, high = form->key_sets;
    while (high - low > 1) {
        uint32_t middle = (low + high) / 2;
        if (form->key_places[middle] <= places)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static uint32_t digit_value(const struct few_set_digit *digit, few_code piece) {
    for (uint32_t v = 0; v < digit->count; v++)
        if (digit->values[v] == piece)
            return v;
    return FEW_NOWHERE;
}

static few_code piece_in(const struct few_set_form *form, const uint64_t *state, uint32_t slot) {
    const struct few_layout *layout = &form->rules->layout;
    return few_unpack_piece(layout, slot, few_field_get(state, layout->fields[slot]));
}

static bool locate(const struct few_sets *sets, const uint64_t *state, uint32_t *plane, uint64_t *bit) {
    const struct few_set_form *form = (const struct few_set_form *)sets;
    uint8_t sequence[FEW_ARRANGE_LENGTH];
    uint64_t keys = 0;
    uint32_t length = 0, digits = 0;
    for (uint32_t i = 0; i < form->cell_count; i++) {
        few_code piece = piece_in(form, state, form->cells[i]);
        if (piece == form->key)
            keys |= UINT64_C(1) << i;
        else
            sequence[length++] = form->piece_value[piece];
    }
    for (uint32_t d = 0; d < form->digit_count; d++)
        digits = digits * form->digits[d].count +
                 digit_value(&form->digits[d], piece_in(form, state, form->digits[d].slot));
    *plane = digits * form->key_sets + find_key_set(form, keys);
    const uint64_t rank = few_arrange_rank(&form->sequence, sequence);
    *bit = rank >> form->half;
    return !form->half || few_digits_odd(rank, 1) == sets->parity[*plane];
}

static void put_piece(const struct few_set_form *form, uint64_t *state, uint32_t slot, few_code piece) {
    const struct few_layout *layout = &form->rules->layout;
    few_field_set(state, layout->fields[slot], few_pack_piece(layout, slot, piece));
}

static void state_at(const struct few_sets *sets, uint32_t plane, uint64_t bit, uint64_t *state) {
    const struct few_set_form *form = (const struct few_set_form *)sets;
    uint8_t sequence[FEW_ARRANGE_LENGTH];
    uint64_t keys = form->key_places[plane % form->key_sets];
    uint32_t digits = plane / form->key_sets;
    memset(state, 0, form->rules->space.words * sizeof *state);
    const uint64_t rank = form->half ? 2 * bit + (few_digits_odd(2 * bit, 1) != sets->parity[plane]) : bit;
    few_arrange_unrank(&form->sequence, rank, sequence);
    for (uint32_t i = 0, next = 0; i < form->cell_count; i++)
        put_piece(form, state, form->cells[i],
                  keys >> i & 1 ? form->key : form->value_piece[sequence[next++]]);
    for (uint32_t d = form->digit_count; d-- > 0; digits /= form->digits[d].count)
        put_piece(form, state, form->digits[d].slot, form->digits[d].values[digits % form->digits[d].count]);
}

static void free_form(struct few_sets *sets) {
    struct few_set_form *form = (struct few_set_form *)sets;
    few_list_free(&form->steps);
    few_distinct_free(&form->shifts);
    few_distinct_free(&form->guards);
    few_arena_free(&form->arena);
    few_free(form->memory, form, sizeof *form);
}

/* ---- Choosing the sequence, its order and the key */

/* The conserved component of cells with most arrangements; FEW_NOWHERE: none. */
static uint32_t choose_component(const struct few_rule_space *rules, uint32_t *counts) {
    const struct few_layout *layout = &rules->layout;
    uint32_t best = FEW_NOWHERE;
    uint64_t most = 1;
    for (uint32_t i = 0; i < layout->cell_fields; i++) {
        uint32_t root = rules->component[layout->order[i]];
        if (layout->order[i] != root || !rules->conserved[root])
            continue;
        memset(counts, 0, rules->puzzle->piece_count * sizeof *counts);
        for (uint32_t k = 0; k < layout->cell_fields; k++)
            if (rules->component[layout->order[k]] == root)
                counts[rules->start[layout->order[k]]]++;
        uint64_t size = few_arrangements(counts, rules->puzzle->piece_count);
        if (size == 0)
            return FEW_NOWHERE; /* beyond all bounds */
        if (size > most) {
            most = size;
            best = root;
        }
    }
    return best;
}

/* How far apart the cells are that an instruction changes together, summed up: it makes windows long and runs short. */
static uint64_t spread(const struct few_set_form *form) {
    const struct few_listing *listing = &form->rules->listing;
    uint64_t sum = 0;
    for (size_t n = 0; n < listing->count; n++) {
        const struct few_atom *atoms = few_atoms(listing, &listing->instructions[n]);
        uint32_t low = FEW_NOWHERE, high = 0;
        for (uint32_t i = 0; i < listing->instructions[n].count; i++) {
            uint32_t place = form->place_of[atoms[i].slot];
            if (place == FEW_NOWHERE || !few_atom_changes(&atoms[i]))
                continue;
            low = place < low ? place : low;
            high = place > high ? place : high;
        }
        sum += low == FEW_NOWHERE ? 0 : high - low;
    }
    return sum;
}

/* Cells in steps of `stride`: of a board with that many columns, column by column. */
static void order_cells(struct few_set_form *form, uint32_t root, uint32_t stride) {
    const struct few_layout *layout = &form->rules->layout;
    uint32_t members[FEW_ARRANGE_LENGTH], count = 0, place = 0;
    for (uint32_t i = 0; i < layout->cell_fields; i++)
        if (form->rules->component[layout->order[i]] == root)
            members[count++] = layout->order[i];
    for (uint32_t first = 0; first < stride; first++)
        for (uint32_t i = first; i < count; i += stride) {
            form->place_of[members[i]] = place;
            form->cells[place++] = members[i];
        }
}

static void choose_order(struct few_set_form *form, uint32_t root) {
    uint32_t best = 1;
    order_cells(form, root, 1);
    uint64_t least = spread(form);
    for (uint32_t stride = 2; stride < form->cell_count; stride++) {
        if (form->cell_count % stride)
            continue;
        order_cells(form, root, stride);
        uint64_t sum = spread(form);
        if (sum < least) {
            least = sum;
            best = stride;
        }
    }
    order_cells(form, root, best);
}

static uint64_t binomial(uint32_t n, uint32_t k) {
    uint64_t product = 1;
    for (uint32_t i = 1; i <= k && product < UINT32_MAX; i++)
        product = product * (n - k + i) / i;
    return product;
}

static uint64_t least_bits(const struct few_set_form *form) {
    return form->always ? 1 : FEW_SET_LEAST_BITS;
}

/* The piece that most instructions test in a cell that they change, where that leaves not too many planes and not too
 * small ones. */
static void choose_key(struct few_set_form *form, const uint32_t *counts, uint64_t digit_sets) {
    const struct few_listing *listing = &form->rules->listing;
    size_t most = 0;
    form->key = FEW_CODE_ANY;
    for (uint32_t p = 0; p < form->rules->puzzle->piece_count; p++) {
        if (counts[p] == 0 || counts[p] == form->cell_count)
            continue;
        uint64_t planes = binomial(form->cell_count, counts[p]);
        uint64_t all = few_arrangements(counts, form->rules->puzzle->piece_count);
        if (planes * digit_sets > FEW_SET_MOST_PLANES || all / planes < least_bits(form))
            continue;
        size_t users = 0;
        for (size_t n = 0; n < listing->count; n++) {
            const struct few_atom *atoms = few_atoms(listing, &listing->instructions[n]);
            for (uint32_t i = 0; i < listing->instructions[n].count; i++)
                if (atoms[i].test == p && few_atom_changes(&atoms[i]) && form->place_of[atoms[i].slot] != FEW_NOWHERE) {
                    users++;
                    break;
                }
        }
        if (users > most) {
            most = users;
            form->key = (few_code)p;
            form->key_count = counts[p];
        }
    }
}

/* ---- Laying it out */

/* All sets of key_count places: the next larger number with as many ones, again and again. */
static bool list_key_sets(struct few_set_form *form) {
    form->key_sets = (uint32_t)binomial(form->cell_count, form->key_count);
    form->key_places = few_arena_alloc(&form->arena, form->key_sets * sizeof *form->key_places);
    if (!form->key_places)
        return false;
    uint64_t set = form->key_count ? (UINT64_C(1) << form->key_count) - 1 : 0;
    for (uint32_t i = 0; i < form->key_sets; i++) {
        form->key_places[i] = set;
        if (i + 1 < form->key_sets) {
            uint64_t low = set & -set, carried = set + low;
            set = carried | ((set ^ carried) >> (2 + __builtin_ctzll(low)));
        }
    }
    return true;
}

static bool list_digits(struct few_set_form *form, uint64_t *sets) {
    const struct few_rule_space *rules = form->rules;
    const struct few_layout *layout = &rules->layout;
    form->digits = few_arena_alloc(&form->arena, (layout->order_count + 1) * sizeof *form->digits);
    *sets = 1;
    if (!form->digits)
        return false;
    for (uint32_t i = 0; i < layout->order_count && *sets <= FEW_SET_MOST_PLANES; i++) {
        uint32_t slot = layout->order[i], pieces = rules->puzzle->piece_count;
        if (form->place_of[slot] != FEW_NOWHERE)
            continue;
        struct few_set_digit *digit = &form->digits[form->digit_count];
        *digit = (struct few_set_digit){slot, 0, few_arena_alloc(&form->arena, (pieces + 1) * sizeof(few_code))};
        if (!digit->values)
            return false;
        for (uint32_t p = 0; p < pieces; p++)
            if (few_can_hold(&rules->possible, slot, (few_code)p))
                digit->values[digit->count++] = (few_code)p;
        form->digit_of[slot] = form->digit_count++;
        *sets *= digit->count;
    }
    return true;
}

static bool describe_sequence(struct few_set_form *form, uint32_t *counts) {
    uint32_t pieces = form->rules->puzzle->piece_count;
    struct few_arrange *sequence = &form->sequence;
    form->piece_value = few_arena_alloc(&form->arena, pieces + 1);
    if (!form->piece_value)
        return false;
    if (form->key != FEW_CODE_ANY)
        counts[form->key] = 0;
    sequence->size = few_arrangements(counts, pieces);
    for (uint32_t p = 0; p < pieces; p++)
        if (counts[p]) {
            form->piece_value[p] = (uint8_t)sequence->values;
            form->value_piece[sequence->values] = (few_code)p;
            sequence->counts[sequence->values++] = (uint8_t)counts[p];
            sequence->length += counts[p];
        }
    return true;
}

/* ---- What an instruction does in a plane */

enum outcome { FITS, FAILS, NOT_A_SET_MOVE, NO_MEMORY };

/* The vars and other cells after the instruction. */
static enum outcome move_digits(const struct few_set_form *form, const struct few_atom *atoms, uint32_t count,
                                uint32_t digits, uint32_t *after) {
    uint32_t old[FEW_SET_MOST_DIGITS] = {0}, scale[FEW_SET_MOST_DIGITS] = {0}, unit = 1;
    *after = digits;
    for (uint32_t d = form->digit_count; d-- > 0;) {
        old[d] = digits % form->digits[d].count;
        scale[d] = unit;
        digits /= form->digits[d].count;
        unit *= form->digits[d].count;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t d = form->digit_of[atoms[i].slot], source;
        if (d == FEW_NOWHERE)
            continue;
        const struct few_set_digit *digit = &form->digits[d];
        if (atoms[i].test != FEW_CODE_ANY && digit->values[old[d]] != atoms[i].test)
            return FAILS;
        if (!few_atom_changes(&atoms[i]))
            continue;
        few_code piece = atoms[i].set;
        if (atoms[i].from != FEW_NOWHERE) {
            source = form->digit_of[atoms[i].from];
            if (source == FEW_NOWHERE)
                return NOT_A_SET_MOVE;
            piece = form->digits[source].values[old[source]];
        }
        uint32_t value = digit_value(digit, piece);
        if (value == FEW_NOWHERE)
            return FAILS; /* leads to what no start reaches */
        *after += value * scale[d] - old[d] * scale[d];
    }
    return FITS;
}

/* A constant that is set must be a piece that was tested and overwritten elsewhere: it is taken from there. */
static uint32_t source_of(const struct few_set_form *form, const struct few_atom *atoms, uint32_t count, few_code piece,
                          uint64_t *taken) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t place = form->place_of[atoms[i].slot];
        if (place == FEW_NOWHERE || atoms[i].test != piece || !few_atom_changes(&atoms[i]) || *taken >> place & 1)
            continue;
        *taken |= UINT64_C(1) << place;
        return place;
    }
    return FEW_NOWHERE;
}

static enum outcome move_cells(const struct few_set_form *form, const struct few_atom *atoms, uint32_t count,
                               uint64_t keys, uint64_t *keys_after, struct few_set_shift *shift,
                               struct few_set_guard *guard) {
    uint32_t source[FEW_ARRANGE_LENGTH], index[FEW_ARRANGE_LENGTH], length = 0;
    uint64_t taken = 0;
    for (uint32_t i = 0; i < form->cell_count; i++) {
        source[i] = i;
        index[i] = length;
        length += !(keys >> i & 1);
    }
    for (uint32_t i = 0; i < count; i++)
        if (atoms[i].from != FEW_NOWHERE && form->place_of[atoms[i].from] != FEW_NOWHERE)
            taken |= UINT64_C(1) << form->place_of[atoms[i].from];
    for (uint32_t i = 0; i < count; i++) {
        uint32_t place = form->place_of[atoms[i].slot];
        if (place == FEW_NOWHERE)
            continue;
        bool is_key = keys >> place & 1;
        if (atoms[i].test != FEW_CODE_ANY) {
            if (is_key != (atoms[i].test == form->key))
                return FAILS;
            if (!is_key) {
                if (guard->count == FEW_SET_MOST_GUARDS)
                    return NOT_A_SET_MOVE;
                guard->place[guard->count] = (uint8_t)index[place];
                guard->value[guard->count++] = form->piece_value[atoms[i].test];
            }
        }
        if (!few_atom_changes(&atoms[i]))
            continue;
        source[place] = atoms[i].from != FEW_NOWHERE ? form->place_of[atoms[i].from]
                                                     : source_of(form, atoms, count, atoms[i].set, &taken);
        if (source[place] == FEW_NOWHERE)
            return NOT_A_SET_MOVE;
    }
    *keys_after = 0;
    for (uint32_t i = 0, next = 0; i < form->cell_count; i++) {
        if (keys >> source[i] & 1)
            *keys_after |= UINT64_C(1) << i;
        else if (next < FEW_ARRANGE_LENGTH)
            shift->place[next++] = (uint8_t)index[source[i]];
    }
    return __builtin_popcountll(*keys_after) == __builtin_popcountll(keys) ? FITS : NOT_A_SET_MOVE;
}

static enum outcome add_step(struct few_set_form *form, const struct few_atom *atoms, uint32_t count, uint32_t plane) {
    struct few_set_shift shift = {0};
    struct few_set_guard guard = {0};
    uint64_t keys;
    uint32_t digits;
    enum outcome outcome = move_digits(form, atoms, count, plane / form->key_sets, &digits);
    if (outcome == FITS)
        outcome = move_cells(form, atoms, count, form->key_places[plane % form->key_sets], &keys, &shift, &guard);
    if (outcome != FITS)
        return outcome;
    struct few_set_step step = {plane, digits * form->key_sets + find_key_set(form, keys),
                                few_distinct_add(&form->shifts, &shift), FEW_NO_MASK};
    if (guard.count)
        step.mask = few_distinct_add(&form->guards, &guard);
    if (step.map == UINT32_MAX || (guard.count && step.mask == UINT32_MAX) || !few_list_append(&form->steps, &step, 1))
        return NO_MEMORY;
    return FITS;
}

static int by_target(const void *a, const void *b) {
    const struct few_set_step *x = a, *y = b;
    if (x->to != y->to)
        return (x->to > y->to) - (x->to < y->to);
    if (x->map != y->map)
        return (x->map > y->map) - (x->map < y->map);
    return (x->from > y->from) - (x->from < y->from);
}

static bool list_steps(struct few_set_form *form, bool backward) {
    enum { MOST_TRIALS = 4 << 20, LONGEST = 128 };
    const struct few_listing *listing = &form->rules->listing;
    struct few_sets *sets = &form->sets;
    struct few_set_shift same = {0};
    for (uint32_t i = 0; i < form->sequence.length; i++)
        same.place[i] = (uint8_t)i;
    if (listing->count * sets->planes > MOST_TRIALS || few_distinct_add(&form->shifts, &same) == UINT32_MAX)
        return false;
    for (size_t n = 0; n < listing->count; n++) {
        uint32_t count = listing->instructions[n].count;
        const struct few_atom *atoms = few_atoms(listing, &listing->instructions[n]);
        struct few_atom inverse[LONGEST];
        if (count > LONGEST)
            return false;
        if (backward) {
            few_invert(atoms, count, inverse);
            atoms = inverse;
        }
        for (uint32_t plane = 0; plane < sets->planes; plane++) {
            enum outcome outcome = add_step(form, atoms, count, plane);
            if (outcome == NOT_A_SET_MOVE || outcome == NO_MEMORY)
                return false;
        }
    }
    uint32_t *first = few_arena_alloc(&form->arena, ((size_t)sets->planes + 1) * sizeof *first);
    if (!first || form->steps.count == 0)
        return false;
    qsort(form->steps.items, form->steps.count, sizeof(struct few_set_step), by_target);
    for (size_t s = 0; s < form->steps.count; s++)
        first[((struct few_set_step *)few_list_at(&form->steps, s))->to + 1]++;
    for (uint32_t plane = 0; plane < sets->planes; plane++)
        first[plane + 1] += first[plane];
    sets->first_step = first;
    sets->steps = form->steps.items;
    return true;
}

static bool build(struct few_set_form *form, const struct few_set_request *request) {
    const struct few_rule_space *rules = form->rules;
    uint32_t slots = rules->layout.slots, *counts;
    form->place_of = few_arena_alloc(&form->arena, (slots + 1) * sizeof *form->place_of);
    form->digit_of = few_arena_alloc(&form->arena, (slots + 1) * sizeof *form->digit_of);
    counts = few_arena_alloc(&form->arena, (rules->puzzle->piece_count + 1) * sizeof *counts);
    if (!form->place_of || !form->digit_of || !counts)
        return false;
    uint32_t root = choose_component(rules, counts);
    if (root == FEW_NOWHERE)
        return false;
    memset(counts, 0, rules->puzzle->piece_count * sizeof *counts);
    memset(form->place_of, 0xff, slots * sizeof *form->place_of);
    memset(form->digit_of, 0xff, slots * sizeof *form->digit_of);
    uint32_t kinds = 0;
    for (uint32_t s = 0; s < rules->layout.cells; s++)
        if (rules->component[s] == root && rules->layout.fields[s].width) {
            kinds += counts[rules->start[s]]++ == 0;
            form->cell_count++;
        }
    if (form->cell_count > FEW_ARRANGE_LENGTH - 1 || kinds > FEW_ARRANGE_VALUES)
        return false;
    choose_order(form, root);
    uint64_t digit_sets;
    if (!list_digits(form, &digit_sets) || digit_sets > FEW_SET_MOST_PLANES)
        return false;
    choose_key(form, counts, digit_sets);
    if (!list_key_sets(form) || !describe_sequence(form, counts))
        return false;
    form->sets.planes = (uint32_t)(digit_sets * form->key_sets);
    bool unfit = false, all_differ = form->sequence.values == form->sequence.length;
    if (!all_differ && form->sequence.size > FEW_SET_ONE_CHUNK)
        return false; /* before looking at every plane for nothing */
    return form->sequence.size >= least_bits(form) && form->sequence.size < UINT64_C(1) << 48 &&
           list_steps(form, request->backward) && few_set_form_colour(form, request->starts, request->start_count) &&
           few_set_form_tabulate(form, &unfit);
}

struct few_sets *few_rule_sets(const struct few_space *space, struct few_memory *memory, const struct few_set_request *request) {
    const struct few_rule_space *rules = (const struct few_rule_space *)space;
    struct few_set_form *form = few_alloc_zeroed(memory, sizeof *form);
    if (!form || (request->backward && rules->backward_strays)) {
        few_free(memory, form, sizeof *form);
        return NULL;
    }
    form->memory = memory;
    form->rules = rules;
    form->always = request->always;
    form->sets.locate = locate;
    form->sets.state_at = state_at;
    form->sets.free = free_form;
    few_arena_init(&form->arena, memory);
    few_list_init(&form->steps, memory, sizeof(struct few_set_step));
    few_distinct_init(&form->shifts, memory, sizeof(struct few_set_shift));
    few_distinct_init(&form->guards, memory, sizeof(struct few_set_guard));
    if (build(form, request)) {
        few_beliefs_try_sets(rules, &form->sets, request->backward);
        return &form->sets;
    }
    free_form(&form->sets);
    return NULL;
}
