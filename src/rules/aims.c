/* The bound of an aim, for programs of flips that carry one piece each: through how many moves must each piece go, at
 * least, until it stands where some state of the aim has one of its kind? The path of one piece alone is a shortest path
 * in the graph of the flips, whatever they want besides; the sum over all pieces is the bound, for a move carries one
 * piece along one edge.
 *
 * One kind of piece, the *filler*, takes the place of what is carried and is not counted: the empty cell. */
#include "rules/aims.h"

#include "rules/beliefs.h"
#include "rules/lanes.h"

#include <string.h>

enum { PLACES = 64, MOST_KINDS = 8, NONE = 255 };

/* Of a field its top bit is its place, as in a piece key. */
struct kind {
    uint64_t pattern;              /* the piece in every field */
    uint64_t beside[PLACES];       /* the places that one flip carries it to */
    uint8_t apart[PLACES][PLACES]; /* moves of a piece alone from place to place */
};

/* What a flip carries from where to where: kind * PLACES + place. */
struct carried {
    uint16_t from, to;
};

struct aims {
    struct few_aims aims;
    const struct few_program *program;
    uint32_t kinds;
    uint64_t low, high; /* of all fields, as in a piece key */
    struct kind *kind;
    struct carried *carried; /* of each lane of each row of flips */
    /* Of both aims: the moves to the nearest place where it has such a piece, for each kind and place; and of each row
     * which flips lower the bound (the low bits), leave it as it is, and raise it. */
    uint8_t *left[2];
    uint16_t *change[2];
};

static inline uint64_t places_of(const struct aims *self, const struct kind *kind, uint64_t state) {
    return few_match(state ^ kind->pattern, self->low, self->high);
}

static inline uint32_t bound_of(const struct aims *self, unsigned side, uint64_t state) {
    uint32_t sum = 0;
    for (uint32_t k = 0; k < self->kinds; k++) {
        const uint8_t *left = self->left[side] + k * PLACES;
        for (uint64_t places = places_of(self, &self->kind[k], state); places; places &= places - 1)
            sum += left[__builtin_ctzll(places)];
    }
    return sum;
}

static uint32_t bound(const struct few_aims *aims, unsigned side, const uint64_t *state) {
    return bound_of((const struct aims *)aims, side, *state);
}

static void set(struct few_aims *aims, unsigned side, const uint64_t *states, size_t count) {
    struct aims *self = (struct aims *)aims;
    for (uint32_t k = 0; k < self->kinds; k++) {
        const struct kind *kind = &self->kind[k];
        uint8_t *restrict left = self->left[side] + k * PLACES;
        uint64_t all = 0;
        for (size_t i = 0; i < count; i++)
            all |= places_of(self, kind, states[i]);
        memset(left, NONE, PLACES);
        for (; all; all &= all - 1) {
            const uint8_t *apart = kind->apart[__builtin_ctzll(all)];
            for (uint32_t p = 0; p < PLACES; p++)
                left[p] = apart[p] < left[p] ? apart[p] : left[p];
        }
    }
    const struct carried *const carried = self->carried;
    const uint8_t *const left = self->left[side];
    for (size_t row = 0, n = 0; row < self->program->flip_rows; row++) {
        uint32_t change = 0;
        for (uint32_t lane = 0; lane < FEW_LANES; lane++, n++)
            change |= UINT32_C(1) << (FEW_LANES * (1 + left[carried[n].to] - left[carried[n].from]) + (int)lane);
        self->change[side][row] = (uint16_t)change;
    }
}

/* Of the bits of a row, those with changes from `least` to `most`. */
static uint32_t changes_between(int64_t least, int64_t most) {
    const uint32_t lanes = (1 << FEW_LANES) - 1;
    uint32_t bits = 0;
    for (int change = -1; change <= 1; change++)
        bits |= change >= least && change <= most ? lanes << FEW_LANES * (change + 1) : 0;
    return bits;
}

static size_t successors(const struct few_aims *aims, unsigned side, const uint64_t *states, size_t count, uint32_t low,
                         uint32_t high, uint64_t *next) {
    const struct aims *self = (const struct aims *)aims;
    const struct few_program *program = self->program;
    const struct few_flip_row *const rows = program->flips;
    const struct few_piece_key *const keys = program->piece_keys, *const keys_end = keys + program->piece_key_count;
    const uint16_t *const changes = self->change[side];
    uint64_t *to = next;
    for (size_t i = 0; i < count; i++) {
        const uint64_t state = states[i];
        const int64_t here = bound_of(self, side, state);
        const uint32_t allowed = changes_between((int64_t)low - here, (int64_t)high - here);
        if (!allowed)
            continue;
        for (const struct few_piece_key *key = keys; key < keys_end; key++)
            for (uint64_t cells = few_match(state ^ key->pattern, key->low, key->high); cells; cells &= cells - 1) {
                const struct few_flips *list = &key->flips[__builtin_ctzll(cells)];
                const uint32_t end = state & list->wanted ? list->end : list->later;
                for (uint32_t n = list->first; n < end; n++) {
                    const struct few_flip_row *row = &rows[n];
                    const uint32_t change = changes[n] & allowed;
                    const few_lanes fits = (few_lanes)((few_lanes_read(row->mask) & state) == few_lanes_read(row->want));
                    const uint32_t wanted = change | change >> FEW_LANES | change >> 2 * FEW_LANES;
                    to = few_lanes_write(to, few_lanes_read(row->flip) ^ state, few_lanes_which(fits) & wanted);
                }
            }
    }
    return (size_t)(to - next);
}

static void free_aims(struct few_aims *aims) {
    few_free(aims->memory, aims, aims->bytes);
}

static const struct few_aims_functions functions = {set, bound, successors, free_aims};

/* ---- what the flips carry ---- */

/* Two pieces that change places. */
struct exchange {
    uint32_t value[2];
    uint8_t place[2];
};

/* Cells have fields of one width, at multiples of it. A flip wants what it changes, but for the key, which was found. */
static bool read_exchange(uint64_t flip, uint64_t want, uint64_t pattern, uint32_t key_place, uint32_t width,
                          struct exchange *exchange) {
    const uint64_t ones = (UINT64_C(1) << width) - 1;
    uint64_t rest = flip, change[2] = {0};
    for (uint32_t i = 0; i < 2; i++) {
        if (rest == 0)
            return false;
        const uint32_t bit = (uint32_t)__builtin_ctzll(rest), shift = bit - bit % width, place = shift + width - 1;
        exchange->place[i] = (uint8_t)place;
        exchange->value[i] = (uint32_t)((place == key_place ? pattern : want) >> shift & ones);
        change[i] = rest >> shift & ones;
        rest &= ~(ones << shift);
    }
    return rest == 0 && (exchange->value[0] ^ change[0]) == exchange->value[1] && change[0] == change[1];
}

/* The bits of all cells. */
static uint64_t cells_of(const struct few_layout *layout) {
    uint64_t bits = 0;
    for (uint32_t i = 0; i < layout->cell_fields; i++)
        bits |= few_field_mask(layout->fields[layout->order[i]]);
    return bits;
}

/* Calls back for each flip with what it exchanges; false: one is no exchange, or `with` said so. */
static bool for_each_exchange(const struct few_rule_space *space,
                              bool (*with)(void *context, size_t flip, const struct exchange *exchange), void *context) {
    const struct few_program *program = space->forward;
    const uint32_t width = space->layout.cell_width;
    const uint64_t cells = cells_of(&space->layout);
    for (uint32_t k = 0; k < program->piece_key_count; k++) {
        const struct few_piece_key *key = &program->piece_keys[k];
        for (uint32_t place = 0; place < PLACES; place++)
            for (uint32_t n = key->flips[place].first * FEW_LANES; n < key->flips[place].end * FEW_LANES; n++) {
                const struct few_flip_row *row = &program->flips[n / FEW_LANES];
                const uint64_t flip = row->flip[n % FEW_LANES], want = row->want[n % FEW_LANES];
                struct exchange exchange = {{0}, {0}};
                if (flip && (flip & ~cells || !read_exchange(flip, want, key->pattern, place, width, &exchange) ||
                             !with(context, n, &exchange)))
                    return false;
            }
    }
    return true;
}

static bool can_be_filler(void *context, size_t flip, const struct exchange *exchange) {
    uint64_t *values = context;
    (void)flip;
    *values &= UINT64_C(1) << exchange->value[0] | UINT64_C(1) << exchange->value[1];
    return *values != 0;
}

/* A value that takes part in every exchange: of several the most frequent. NONE: there is no such. */
static uint32_t find_filler(const struct few_rule_space *space) {
    const struct few_layout *layout = &space->layout;
    uint64_t values = ~UINT64_C(0);
    if (layout->cell_values > MOST_KINDS + 1 || !for_each_exchange(space, can_be_filler, &values))
        return NONE;
    uint32_t filler = NONE, most = 0;
    for (uint32_t value = 0; value < layout->cell_values; value++) {
        uint32_t count = 1;
        for (uint32_t i = 0; i < layout->cell_fields; i++)
            count += space->start[layout->order[i]] == layout->cell_piece[value];
        if (values >> value & 1 && count > most) {
            filler = value;
            most = count;
        }
    }
    return filler;
}

struct carrying {
    struct aims *self;
    uint32_t filler;
};

static uint32_t kind_of(const struct carrying *carrying, uint32_t value) {
    return value - (value > carrying->filler);
}

static bool note_carried(void *context, size_t flip, const struct exchange *exchange) {
    const struct carrying *carrying = context;
    const bool first = exchange->value[1] == carrying->filler;
    const uint32_t kind = kind_of(carrying, exchange->value[!first]);
    const uint32_t from = exchange->place[!first], to = exchange->place[first];
    carrying->self->carried[flip] = (struct carried){(uint16_t)(kind * PLACES + from), (uint16_t)(kind * PLACES + to)};
    uint64_t *beside = carrying->self->kind[kind].beside;
    beside[from] |= UINT64_C(1) << to;
    beside[to] |= UINT64_C(1) << from;
    return true;
}

static void find_apart(struct kind *kind, uint64_t places) {
    memset(kind->apart, NONE, sizeof kind->apart);
    for (; places; places &= places - 1) {
        const uint32_t from = (uint32_t)__builtin_ctzll(places);
        uint64_t seen = 0, layer = UINT64_C(1) << from;
        for (uint8_t apart = 0; layer; apart++) {
            uint64_t next = 0;
            for (; layer; layer &= layer - 1) {
                const uint32_t place = (uint32_t)__builtin_ctzll(layer);
                kind->apart[from][place] = apart;
                seen |= UINT64_C(1) << place;
                next |= kind->beside[place];
            }
            layer = next & ~seen;
        }
    }
}

struct few_aims *few_rule_aims(const struct few_space *space, struct few_memory *memory) {
    const struct few_rule_space *rules = (const struct few_rule_space *)space;
    const struct few_program *program = rules->forward;
    const struct few_layout *layout = &rules->layout;
    if (!program->flips || !space->undirected || !few_costs_are_equal(space) || layout->cell_width == 0)
        return NULL;
    const uint32_t filler = find_filler(rules), kinds = layout->cell_values - 1;
    if (filler == NONE)
        return NULL;
    const size_t flips = (size_t)program->flip_rows * FEW_LANES;
    const size_t of_kinds = kinds * sizeof(struct kind), of_carried = flips * sizeof(struct carried);
    const size_t of_side = kinds * PLACES + program->flip_rows * sizeof(uint16_t);
    const size_t bytes = sizeof(struct aims) + of_kinds + of_carried + 2 * of_side;
    struct aims *self = few_alloc_zeroed(memory, bytes);
    if (!self)
        return NULL;
    *self = (struct aims){.aims = {&functions, memory, bytes}, .program = program, .kinds = kinds};
    self->kind = (struct kind *)(self + 1);
    self->carried = (struct carried *)(self->kind + kinds);
    for (unsigned side = 0; side < 2; side++) {
        self->left[side] = (uint8_t *)(self->carried + flips) + side * of_side;
        self->change[side] = (uint16_t *)(void *)(self->left[side] + kinds * PLACES);
    }
    for (uint32_t i = 0; i < layout->cell_fields; i++) {
        const struct few_field field = layout->fields[layout->order[i]];
        const uint64_t top = UINT64_C(1) << (field.shift + field.width - 1);
        self->high |= top;
        self->low |= few_field_mask(field) & ~top;
    }
    struct carrying carrying = {self, filler};
    for (uint32_t value = 0; value < layout->cell_values; value++) {
        if (value == filler)
            continue;
        uint64_t *pattern = &self->kind[kind_of(&carrying, value)].pattern;
        for (uint32_t shift = 0; shift + layout->cell_width <= 64; shift += layout->cell_width)
            *pattern |= (uint64_t)value << shift;
    }
    for_each_exchange(rules, note_carried, &carrying);
    for (uint32_t k = 0; k < kinds; k++)
        find_apart(&self->kind[k], self->high);
    few_beliefs_try_aims(rules, &self->aims);
    return &self->aims;
}
