/* Expands rules to instructions: directions x places x choices of let names. */
#include "rules/instruction.h"
#include "language/choices.h"
#include "language/turns.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CHOICES = 50000000, MOST_PARTS = 64 };

void few_listing_init(struct few_listing *listing, struct few_memory *memory, const struct few_puzzle *puzzle) {
    memset(listing, 0, sizeof *listing);
    listing->memory = memory;
    listing->puzzle = puzzle;
    listing->cells = puzzle->rows * puzzle->columns;
    listing->slots = listing->cells + puzzle->var_count;
}

void few_listing_free(struct few_listing *listing) {
    few_free(listing->memory, listing->atoms, listing->atom_room * sizeof *listing->atoms);
    few_free(listing->memory, listing->instructions, listing->room * sizeof *listing->instructions);
    listing->atoms = NULL;
    listing->instructions = NULL;
    listing->atom_count = listing->atom_room = listing->count = listing->room = 0;
}

static void *grow(struct few_memory *memory, void *array, size_t *room, size_t needed, size_t size) {
    if (needed <= *room)
        return array;
    size_t wanted = *room * 2 > needed ? *room * 2 : needed + 64;
    void *grown = few_resize(memory, array, *room * size, wanted * size);
    if (grown)
        *room = wanted;
    return grown;
}

static int by_slot(const void *a, const void *b) {
    uint32_t x = ((const struct few_atom *)a)->slot, y = ((const struct few_atom *)b)->slot;
    return (x > y) - (x < y);
}

bool few_listing_add(struct few_listing *listing, struct few_instruction head, const struct few_atom *atoms) {
    if (!few_go_on(listing->memory, 64 + 16 * (uint64_t)head.count))
        return false;
    struct few_atom *grown_atoms = grow(listing->memory, listing->atoms, &listing->atom_room,
                                        listing->atom_count + head.count, sizeof *listing->atoms);
    if (!grown_atoms)
        return false;
    listing->atoms = grown_atoms;
    struct few_instruction *grown = grow(listing->memory, listing->instructions, &listing->room,
                                         listing->count + 1, sizeof *listing->instructions);
    if (!grown)
        return false;
    listing->instructions = grown;
    head.first = listing->atom_count;
    struct few_atom *mine = listing->atoms + listing->atom_count;
    if (head.count)
        memcpy(mine, atoms, head.count * sizeof *mine);
    if (head.count > 1)
        qsort(mine, head.count, sizeof *mine, by_slot);
    for (uint32_t i = 0; i < head.count; i++)
        if (mine[i].set == mine[i].test) /* what stays as it is is only tested */
            mine[i].set = FEW_CODE_ANY;
    listing->atom_count += head.count;
    listing->instructions[listing->count++] = head;
    return true;
}

/* One rule on its way to instructions. */
struct expansion {
    struct few_listing *listing;
    const struct few_puzzle *puzzle;
    const struct few_move *move;
    struct few_error *error;
    uint32_t rule;
    int32_t direction;
    struct few_arena scratch;

    /* The choices that `where` allows: `variants` rows of before and after values, all parts in order. */
    uint32_t width, variants;
    few_code *before, *after;
    few_code *floors; /* what each position asks of the floor, in the same rows; NULL: nothing is asked */
    struct few_price *prices; /* of each choice, where names decide it; else NULL */
    uint32_t weight;          /* of the link that it goes along */
    uint32_t choice, cost;    /* of the present one: its number and its cost */

    uint32_t *place; /* the slot of each of the `width` positions under the present place */
    uint32_t patterns, pattern_part[MOST_PARTS], pattern_first[MOST_PARTS];
    struct few_atom *atoms;
    uint32_t *atom_of; /* of each slot: its atom + 1, while one instruction is made; 0: none */
    uint32_t *goes_to; /* of each slot: where a cycle puts its content */
    bool has_cycles;
    uint64_t made; /* instructions of this rule */
    uint32_t next_group;
};

/* (row, column) inside a pattern of rows x columns, after turning it clockwise as the direction says. */
static void turn(int direction, uint32_t rows, uint32_t columns, uint32_t r, uint32_t c, uint32_t *tr,
                 uint32_t *tc) {
    switch (direction) {
    case 0: *tr = columns - 1 - c, *tc = r; break;            /* up: 270 degrees */
    case 1: *tr = c, *tc = rows - 1 - r; break;               /* down: 90 */
    case 2: *tr = rows - 1 - r, *tc = columns - 1 - c; break; /* left: 180 */
    default: *tr = r, *tc = c; break;                         /* right, or none: as drawn */
    }
}

static bool turned_sideways(int direction) {
    return direction == 0 || direction == 1;
}

bool few_too_many_instructions(const struct few_puzzle *puzzle, const struct few_move *move, struct few_error *error) {
    return few_puzzle_fail(puzzle, move->where, error, "this rule expands to more than a million instructions");
}

static bool too_large(struct expansion *e) {
    return few_too_many_instructions(e->puzzle, e->move, e->error);
}

/* A name whose content just moves from one cell to another, whatever it is: never chosen, always carried. A name that
 * stays in its cell as well (`_` on the right) is copied: what is overwritten and what is found could not be told
 * any more. Beside a cycle it may have to agree with what the cycle puts, and in a repeated step with itself. */
static bool always_carried(const struct expansion *e, unsigned name) {
    const struct few_let *let = &e->puzzle->lets[name];
    uint32_t left = 0, right = 0, patterns = 0;
    few_code code = (few_code)(FEW_CODE_NAME | name);
    for (uint32_t p = 0; p < e->move->part_count; p++) {
        const struct few_part *part = &e->move->parts[p];
        if (part->kind == FEW_PART_CYCLE)
            continue;
        patterns += part->kind == FEW_PART_PATTERN;
        uint32_t size = part->kind == FEW_PART_VAR ? 1 : part->rows * part->columns;
        for (uint32_t i = 0; i < size; i++) {
            if (part->floors && part->floors[i] == code)
                return false;
            bool here = part->before[i] == code, there = part->after[i] == code;
            if ((here || there) && part->kind == FEW_PART_VAR)
                return false;
            if (here && part->after[i] == FEW_CODE_ANY)
                return false;
            left += here;
            right += there;
        }
    }
    /* Several patterns may overlap, and then the name would have to agree with another test. */
    if (left != 1 || right != 1 || patterns != 1 || e->move->repeat || e->has_cycles || e->move->condition_count || few_costs_by_names(e->move) || e->puzzle->sum_count)
        return false;
    for (uint32_t i = 0; i < e->puzzle->board_piece_count; i++) {
        const bool wall = e->puzzle->board_pieces[i] == few_wall(e->puzzle);
        bool found = false, stopped = !few_go_on(e->scratch.memory, let->count); /* then it does not matter */
        for (uint32_t k = 0; k < let->count && !found; k++)
            found = let->domain[k] == e->puzzle->board_pieces[i];
        if (found == wall && !stopped) /* a wall is not carried (see stands_on_floor), so a name that may be one is not, either */
            return false;
    }
    return true;
}

static bool is_value_of(const uint16_t *values, uint32_t count, few_code value) {
    for (uint32_t i = 0; i < count; i++)
        if (values[i] == value)
            return true;
    return false;
}

/* Writes one row of values for the present choice; false where this choice is no move. */
static bool write_variant(const struct expansion *e, const struct few_choices *choices, const bool *carried,
                          few_code *before, few_code *after) {
    const struct few_puzzle *puzzle = e->puzzle;
    uint32_t at = 0;
    for (uint32_t p = 0; p < e->move->part_count; p++) {
        const struct few_part *part = &e->move->parts[p];
        if (part->kind == FEW_PART_CYCLE)
            continue;
        bool is_var = part->kind == FEW_PART_VAR;
        uint32_t size = is_var ? 1 : part->rows * part->columns;
        const uint16_t *allowed = is_var ? puzzle->vars[part->var].values : puzzle->board_pieces;
        uint32_t allowed_count = is_var ? puzzle->vars[part->var].count : puzzle->board_piece_count;
        for (uint32_t i = 0; i < size; i++, at++) {
            few_code sides[2] = {part->before[i], part->after[i]};
            for (int s = 0; s < 2; s++) {
                if (sides[s] == FEW_CODE_ANY ||
                    (few_code_is_name(sides[s]) && carried[few_code_index(sides[s])]))
                    continue; /* a carried name stays a name */
                sides[s] = few_code_value(puzzle, sides[s], choices->assignment);
                if (sides[s] == FEW_CODE_ANY || !is_value_of(allowed, allowed_count, sides[s]))
                    return false;
            }
            before[at] = sides[0];
            after[at] = sides[1];
        }
    }
    return true;
}

/* The same for what it asks of floors. */
static void write_floors(const struct expansion *e, const struct few_choices *choices, few_code *floors) {
    for (uint32_t p = 0; p < e->move->part_count; p++) {
        const struct few_part *part = &e->move->parts[p];
        const uint32_t size = part->kind == FEW_PART_CYCLE ? 0 : part->kind == FEW_PART_VAR ? 1 : part->rows * part->columns;
        for (uint32_t i = 0; i < size; i++)
            *floors++ = part->floors ? few_code_value(e->puzzle, part->floors[i], choices->assignment) : FEW_CODE_ANY;
    }
}

/* Free names that stand in `where` only turn fastest: what they repeat follows itself. */
static bool is_repeated(const struct expansion *e, size_t at) {
    const size_t row = e->width + 1, bytes = e->width * sizeof *e->before;
    const struct few_price *price = e->prices ? &e->prices[e->variants] : NULL;
    if (price && e->variants && (price[0].fixed != price[-1].fixed || price[0].per_weight != price[-1].per_weight))
        return false;
    if (e->floors && e->variants && memcmp(e->floors + at, e->floors + at - row, bytes) != 0)
        return false;
    return e->move->free_count && e->variants && memcmp(e->before + at, e->before + at - row, bytes) == 0 &&
           memcmp(e->after + at, e->after + at - row, bytes) == 0;
}

/* Room for that many prices, if names decide them. */
static bool keep_prices(struct expansion *e, uint32_t room) {
    if (!few_costs_by_names(e->move))
        return true;
    struct few_price *prices = few_arena_alloc(&e->scratch, room * sizeof *prices);
    if (prices && e->variants)
        memcpy(prices, e->prices, e->variants * sizeof *prices);
    e->prices = prices;
    return prices;
}

/* Room for that many rows of what is asked of floors, if anything is. */
static bool keep_floors(struct expansion *e, uint32_t room) {
    const size_t row = (e->width + 1) * sizeof *e->floors;
    bool asks = false;
    for (uint32_t p = 0; p < e->move->part_count; p++)
        asks = asks || e->move->parts[p].floors;
    if (!asks)
        return true;
    few_code *floors = few_arena_alloc(&e->scratch, room * row);
    if (floors && e->variants)
        memcpy(floors, e->floors, e->variants * row);
    e->floors = floors;
    return floors;
}

static bool choose_names(struct expansion *e) {
    const struct few_puzzle *puzzle = e->puzzle;
    uint16_t *assignment = few_arena_alloc(&e->scratch, (puzzle->let_count + 1) * sizeof *assignment);
    bool *carried = few_arena_alloc(&e->scratch, puzzle->let_count + 1);
    if (!assignment || !carried)
        return few_fail_memory(e->error);
    for (uint32_t n = 0; n < puzzle->let_count; n++)
        carried[n] = always_carried(e, n);
    struct few_choices choices;
    few_choices_init(&choices, puzzle, assignment);
    for (uint32_t p = 0; p < e->move->part_count; p++) {
        const struct few_part *part = &e->move->parts[p];
        if (part->kind == FEW_PART_CYCLE)
            continue;
        uint32_t size = part->kind == FEW_PART_VAR ? 1 : part->rows * part->columns;
        for (uint32_t i = 0; i < size; i++) {
            if (!few_code_is_name(part->before[i]) || !carried[few_code_index(part->before[i])])
                few_choices_add(&choices, NULL, &part->before[i], 1);
            if (part->floors)
                few_choices_add(&choices, NULL, &part->floors[i], 1);
        }
        e->width += size;
    }
    few_choices_add_free(&choices, e->move);
    if (few_choices_total(&choices) > MOST_CHOICES)
        return few_puzzle_fail(puzzle, e->move->where, e->error,
                               "the names of this rule can be chosen in more than %d million ways, before `where`",
                               MOST_CHOICES / 1000000);
    uint32_t room = 0;
    size_t row = (e->width + 1) * sizeof(few_code);
    const uint64_t work = 16 * (row + puzzle->board_piece_count) + few_choices_work(e->move);
    for (bool more = few_choices_first(&choices); more; more = few_choices_next(&choices)) {
        if (!few_go_on(e->scratch.memory, work))
            return few_fail_memory(e->error);
        if (!few_choices_allowed(&choices, e->move))
            continue;
        if (e->variants == room) { /* doubling inside an arena wastes at most as much again */
            uint32_t wanted = room ? room * 2 : 16;
            few_code *before = few_arena_alloc(&e->scratch, wanted * row);
            few_code *after = few_arena_alloc(&e->scratch, wanted * row);
            if (!before || !after || !keep_prices(e, wanted) || !keep_floors(e, wanted))
                return few_fail_memory(e->error);
            if (e->variants) {
                memcpy(before, e->before, e->variants * row);
                memcpy(after, e->after, e->variants * row);
            }
            e->before = before;
            e->after = after;
            room = wanted;
        }
        size_t at = (size_t)e->variants * (e->width + 1);
        if (e->prices)
            e->prices[e->variants] = few_move_price(puzzle, e->move, assignment);
        if (e->floors)
            write_floors(e, &choices, e->floors + at);
        e->variants += write_variant(e, &choices, carried, e->before + at, e->after + at) && !is_repeated(e, at);
        if (e->variants > FEW_MOST_INSTRUCTIONS)
            return too_large(e);
    }
    return true;
}

/* The atom of a slot; a new one does nothing yet. */
static struct few_atom *atom_at(struct expansion *e, uint32_t *count, uint32_t slot) {
    if (!e->atom_of[slot]) {
        e->atoms[(*count)++] = (struct few_atom){slot, FEW_NOWHERE, FEW_CODE_ANY, FEW_CODE_ANY};
        e->atom_of[slot] = *count;
    }
    return &e->atoms[e->atom_of[slot] - 1];
}

/* Demands a content; false where another one is demanded already. */
static bool demand(struct few_atom *atom, few_code test) {
    if (atom->test == FEW_CODE_ANY)
        atom->test = test;
    return test == FEW_CODE_ANY || atom->test == test;
}

/* Adds what one position does to the atoms; false where it contradicts another part of the move. */
static bool put_atom(struct expansion *e, uint32_t *count, uint32_t slot, few_code test, few_code set) {
    if (test == FEW_CODE_ANY && set == FEW_CODE_ANY)
        return true;
    struct few_atom *atom = atom_at(e, count, slot);
    if (!demand(atom, test))
        return false;
    if (atom->set == FEW_CODE_ANY)
        atom->set = set;
    return set == FEW_CODE_ANY || atom->set == set;
}

/* Carried names: the position with the name on its right side takes the content of the one with it on its left. */
static void carry(struct expansion *e, uint32_t count, const few_code *before) {
    for (uint32_t i = 0; i < count; i++) {
        struct few_atom *atom = &e->atoms[i];
        if (few_code_is_name(atom->set)) {
            for (uint32_t k = 0; k < e->width; k++)
                if (before[k] == atom->set)
                    atom->from = e->place[k];
            atom->set = FEW_CODE_ANY;
        }
        if (few_code_is_name(atom->test))
            atom->test = FEW_CODE_ANY;
        if (atom->from == atom->slot)
            atom->from = FEW_NOWHERE;
    }
}

/* Two cells whose contents are put into one cell, by two cycles: there they must be equal. */
static bool agree(struct expansion *e, uint32_t *count, uint32_t one, uint32_t other) {
    struct few_atom *a = atom_at(e, count, one), *b = atom_at(e, count, other);
    if (a->test != FEW_CODE_ANY)
        return demand(b, a->test);
    return demand(a, b->test);
}

typedef bool each_step(struct expansion *e, uint32_t *count, uint32_t from, uint32_t to);

/* Every step of every cycle: the content of `from` goes to `to`. */
static bool go_through_cycles(struct expansion *e, uint32_t *count, each_step *step) {
    for (uint32_t p = 0; p < e->move->part_count; p++) {
        const struct few_part *part = &e->move->parts[p];
        if (part->kind != FEW_PART_CYCLE)
            continue;
        const uint32_t *cells = part->cells;
        for (uint32_t c = 0; c < part->cycles; cells += part->lengths[c++])
            for (uint32_t i = 0; i < part->lengths[c]; i++)
                if (!step(e, count, cells[i], cells[(i + 1) % part->lengths[c]]))
                    return false;
    }
    return true;
}

/* A cell takes what comes from the first cycle; where another part puts a piece there, be it the one that it demands,
 * just that piece must come. */
static bool take(struct expansion *e, uint32_t *count, uint32_t from, uint32_t to) {
    struct few_atom *atom = atom_at(e, count, to);
    if (atom->set != FEW_CODE_ANY) {
        few_code piece = atom->set;
        return demand(atom_at(e, count, from), piece);
    }
    if (atom->from == FEW_NOWHERE)
        atom->from = from;
    return true;
}

static bool take_the_same(struct expansion *e, uint32_t *count, uint32_t from, uint32_t to) {
    struct few_atom *atom = atom_at(e, count, to);
    return atom->from == FEW_NOWHERE || atom->from == from || agree(e, count, atom->from, from);
}

static bool put_instruction(struct expansion *e, uint32_t count, uint32_t cell) {
    bool changes = false;
    if (++e->made > FEW_MOST_INSTRUCTIONS)
        return too_large(e);
    for (uint32_t i = 0; i < count; i++)
        changes = changes || few_atom_changes(&e->atoms[i]);
    struct few_instruction head = {.count = count,
                                   .rule = e->rule,
                                   .cell = cell,
                                   .choice = e->choice,
                                   .group = e->next_group,
                                   .cost = e->cost,
                                   .direction = e->direction};
    return !changes || few_listing_add(e->listing, head, e->atoms) || few_fail_memory(e->error);
}

/* A cell whose content must be known and is not: it must equal another one, or it goes to two cells. FEW_NOWHERE: none. */
static uint32_t find_unknown(struct expansion *e, uint32_t count) {
    uint32_t unknown = FEW_NOWHERE;
    for (uint32_t i = 0; i < count; i++)
        e->goes_to[e->atoms[i].slot] = 0;
    for (uint32_t p = 0; p < e->move->part_count; p++) {
        const struct few_part *part = &e->move->parts[p];
        if (part->kind != FEW_PART_CYCLE)
            continue;
        const uint32_t *cells = part->cells;
        for (uint32_t c = 0; c < part->cycles; cells += part->lengths[c++])
            for (uint32_t i = 0; i < part->lengths[c]; i++) {
                const uint32_t from = cells[i], to = cells[(i + 1) % part->lengths[c]];
                const struct few_atom *taker = atom_at(e, &count, to);
                if (atom_at(e, &count, from)->test != FEW_CODE_ANY)
                    continue;
                if ((taker->from != from) || (e->goes_to[from] && e->goes_to[from] != to + 1))
                    unknown = from;
                e->goes_to[from] = to + 1;
            }
    }
    return unknown;
}

/* What is carried from a cell whose content is known is a constant. */
static void settle(struct expansion *e, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        struct few_atom *atom = &e->atoms[i];
        if (atom->from == FEW_NOWHERE || !e->atom_of[atom->from])
            continue;
        const few_code known = e->atoms[e->atom_of[atom->from] - 1].test;
        if (known != FEW_CODE_ANY) {
            atom->set = known;
            atom->from = FEW_NOWHERE;
        }
    }
}

/* What must be equal, or is put into two cells, is made known: an instruction for each piece. All atoms are there;
 * only their tests differ. */
static bool put_equal(struct expansion *e, uint32_t count, uint32_t cell) {
    size_t bytes = count * sizeof *e->atoms;
    bool good = true;
    uint32_t known = UINT32_MAX, before = 0;
    while (known != before) { /* what is known of one cell is handed on to those that must equal it */
        before = known;
        if (!go_through_cycles(e, &count, take_the_same))
            return true; /* they differ: no move */
        known = 0;
        for (uint32_t i = 0; i < count; i++)
            known += e->atoms[i].test != FEW_CODE_ANY;
    }
    struct few_atom *kept = few_alloc(e->listing->memory, bytes);
    if (!kept)
        return few_fail_memory(e->error);
    memcpy(kept, e->atoms, bytes);
    const uint32_t unknown = find_unknown(e, count);
    if (unknown == FEW_NOWHERE) {
        settle(e, count);
        good = put_instruction(e, count, cell);
        memcpy(e->atoms, kept, bytes);
    } else {
        for (uint32_t i = 0; good && i < e->puzzle->board_piece_count; i++) {
            atom_at(e, &count, unknown)->test = e->puzzle->board_pieces[i];
            good = put_equal(e, count, cell);
            memcpy(e->atoms, kept, bytes);
        }
    }
    few_free(e->listing->memory, kept, bytes);
    return good;
}

static uint32_t most_atoms(const struct few_move *move, uint32_t width) {
    uint32_t atoms = width;
    for (uint32_t p = 0; p < move->part_count; p++)
        for (uint32_t c = 0; c < move->parts[p].cycles; c++)
            atoms += move->parts[p].lengths[c];
    return atoms;
}

/* Whether the floor is what a choice asks for, and walls stay what they are. */
static bool stands_on_floor(const struct expansion *e, uint32_t variant) {
    const size_t row = (size_t)variant * (e->width + 1);
    const few_code wall = few_wall(e->puzzle);
    for (uint32_t i = 0; i < e->width; i++) {
        if (e->place[i] >= e->listing->cells)
            continue;
        const few_code kind = e->puzzle->floor[e->place[i]], before = e->before[row + i], after = e->after[row + i];
        const few_code asked = e->floors ? e->floors[row + i] : FEW_CODE_ANY;
        if (asked != FEW_CODE_ANY && asked != kind)
            return false;
        if (before != FEW_CODE_ANY && (before == wall) != (kind == wall))
            return false;
        if (after != FEW_CODE_ANY && (after == wall) != (kind == wall))
            return false;
    }
    return true;
}

/* One choice at the place in e->place; *count: of the atoms made. */
static bool emit_choice(struct expansion *e, uint32_t variant, uint32_t cell, uint32_t *count) {
    const few_code *before = e->before + (size_t)variant * (e->width + 1);
    const few_code *after = e->after + (size_t)variant * (e->width + 1);
    if (e->puzzle->floor && !stands_on_floor(e, variant))
        return true;
    for (uint32_t i = 0; i < e->width; i++)
        if (!put_atom(e, count, e->place[i], before[i], after[i]))
            return true;
    carry(e, *count, before);
    if (!e->has_cycles)
        return put_instruction(e, *count, cell);
    return !go_through_cycles(e, count, take) || put_equal(e, *count, cell);
}

/* All choices at the place in e->place. */
static bool emit(struct expansion *e, uint32_t cell) {
    if (!few_go_on(e->scratch.memory, 4 * (uint64_t)e->variants * (e->width + 1)))
        return few_fail_memory(e->error);
    const struct few_price plain = {e->move->cost, e->move->per_weight, true};
    for (uint32_t v = 0; v < e->variants; v++) {
        uint32_t count = 0;
        e->choice = v;
        e->cost = few_price_cost(e->prices ? e->prices[v] : plain, e->weight);
        bool good = e->cost == FEW_NO_COST || emit_choice(e, v, cell, &count);
        for (uint32_t i = 0; i < count; i++)
            e->atom_of[e->atoms[i].slot] = 0;
        if (!good)
            return false;
    }
    e->next_group++;
    return true;
}

/* Puts pattern number `pattern` on the board with the top left corner of its turned box at every place in turn. */
static bool place_pattern(struct expansion *e, uint32_t pattern, uint32_t cell) {
    if (pattern == e->patterns)
        return emit(e, cell);
    const struct few_part *part = &e->move->parts[e->pattern_part[pattern]];
    const uint32_t columns = e->puzzle->columns, rows = e->puzzle->rows;
    bool sideways = turned_sideways(e->direction);
    uint32_t high = sideways ? part->columns : part->rows, wide = sideways ? part->rows : part->columns;
    if (high > rows || wide > columns)
        return true;
    uint32_t *place = e->place + e->pattern_first[pattern];
    uint32_t first_r, first_c; /* where the turn puts the pattern's first cell: places go by it in reading order */
    turn(e->direction, part->rows, part->columns, 0, 0, &first_r, &first_c);
    for (uint32_t r = 0; r + high <= rows; r++)
        for (uint32_t c = 0; c + wide <= columns; c++) {
            uint32_t first = (r + first_r) * columns + c + first_c;
            if (e->move->at != FEW_NOWHERE && e->move->at != first)
                continue;
            for (uint32_t i = 0; i < part->rows * part->columns; i++) {
                uint32_t tr, tc;
                turn(e->direction, part->rows, part->columns, i / part->columns, i % part->columns, &tr, &tc);
                place[i] = (r + tr) * columns + c + tc;
            }
            if (!place_pattern(e, pattern + 1, pattern == 0 ? first : cell))
                return false;
        }
    return true;
}

/* The same for mirror images, along diagonals and over the edges of the board. */
static bool place_across(struct expansion *e, uint32_t pattern, uint32_t cell) {
    if (pattern == e->patterns)
        return emit(e, cell);
    const struct few_part *part = &e->move->parts[e->pattern_part[pattern]];
    uint32_t *place = e->place + e->pattern_first[pattern];
    if (!few_has_room(e->puzzle, e->direction, part->rows, part->columns))
        return true;
    for (uint32_t first = 0; first < e->listing->cells; first++) {
        if (!few_go_on(e->scratch.memory, 4))
            return few_fail_memory(e->error);
        if ((e->move->at == FEW_NOWHERE || e->move->at == first) &&
            few_turned_cells(e->puzzle, e->direction, part->rows, part->columns, first, place) &&
            !place_across(e, pattern + 1, pattern == 0 ? first : cell))
            return false;
    }
    return true;
}

static bool place_rule(struct expansion *e) {
    const struct few_move *move = e->move;
    if (move->on) {
        memcpy(e->place + e->pattern_first[0], move->on, move->on_count * sizeof *e->place);
        return emit(e, move->on[0]);
    }
    if (move->along_links) {
        uint32_t *place = e->place + e->pattern_first[0];
        for (uint32_t l = 0; l < e->puzzle->link_count; l++)
            for (int direction = 0; direction < 2; direction++) {
                place[0] = e->puzzle->links[l][direction];
                place[1] = e->puzzle->links[l][!direction];
                e->weight = few_link_weight(e->puzzle, l);
                if (!emit(e, place[0]))
                    return false;
            }
        return true;
    }
    const bool plainly = few_lies_plainly(e->puzzle, move);
    bool placed = true;
    for (e->direction = few_first_turn(move); e->direction < FEW_TURNS && placed; e->direction = few_next_turn(move, e->direction))
        placed = plainly ? place_pattern(e, 0, FEW_NOWHERE) : place_across(e, 0, FEW_NOWHERE);
    return placed;
}

static bool expand_rule(struct expansion *e) {
    const struct few_move *move = e->move;
    if (move->part_count > MOST_PARTS)
        return few_puzzle_fail(e->puzzle, move->where, e->error, "a move has at most %d parts", MOST_PARTS);
    for (uint32_t p = 0; p < move->part_count; p++)
        e->has_cycles = e->has_cycles || move->parts[p].kind == FEW_PART_CYCLE;
    if (!choose_names(e))
        return false;
    e->atom_of = few_arena_alloc(&e->scratch, ((size_t)e->listing->slots + 1) * sizeof *e->atom_of);
    e->goes_to = few_arena_alloc(&e->scratch, ((size_t)e->listing->slots + 1) * sizeof *e->goes_to);
    e->place = few_arena_alloc(&e->scratch, (e->width + 1) * sizeof *e->place);
    e->atoms = few_arena_alloc(&e->scratch, (most_atoms(move, e->width) + 1) * sizeof *e->atoms);
    if (!e->place || !e->atoms || !e->atom_of || !e->goes_to)
        return few_fail_memory(e->error);
    uint32_t at = 0;
    for (uint32_t p = 0; p < move->part_count; p++) {
        const struct few_part *part = &move->parts[p];
        if (part->kind == FEW_PART_VAR)
            e->place[at++] = e->listing->cells + part->var;
        if (part->kind == FEW_PART_PATTERN) {
            e->pattern_part[e->patterns] = p;
            e->pattern_first[e->patterns++] = at;
            at += part->rows * part->columns;
        }
    }
    e->direction = -1;
    return place_rule(e);
}

bool few_expand_rules(struct few_listing *listing, struct few_error *error) {
    uint32_t group = 0;
    for (uint32_t m = 0; m < listing->puzzle->move_count; m++) {
        struct expansion e = {.listing = listing,
                              .puzzle = listing->puzzle,
                              .move = &listing->puzzle->moves[m],
                              .error = error,
                              .rule = m,
                              .next_group = group};
        few_arena_init(&e.scratch, listing->memory);
        bool done = expand_rule(&e);
        few_arena_free(&e.scratch);
        if (!done)
            return false;
        group = e.next_group;
    }
    return true;
}
