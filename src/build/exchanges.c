/* Recognises puzzles in which every move exchanges the one blank with what stands in another cell, and writes their
 * moves down in the form that the fastest searches run on; for all others, which moves can be done in either order. */
#include "build/build.h"

#include <stdlib.h>

enum { MOST_COMMUTING = 1024 };

/* The cell of the blank and the other one; false where the instruction is no such exchange. */
static bool read_exchange(const struct few_rule_space *space, const struct few_instruction *instruction,
                          few_code *blank, uint32_t *from, uint32_t *to) {
    const struct few_atom *atoms = few_atoms(&space->listing, instruction);
    if (instruction->count != 2 || instruction->cost != 1 || atoms[1].slot >= space->listing.cells)
        return false;
    const struct few_atom *here = &atoms[0], *there = &atoms[1];
    if (here->from == FEW_NOWHERE) {
        here = &atoms[1];
        there = &atoms[0];
    }
    *from = here->slot;
    *to = there->slot;
    if (*blank == FEW_CODE_ANY)
        *blank = here->test;
    return *blank != FEW_CODE_ANY && here->test == *blank && here->from == there->slot &&
           there->test == FEW_CODE_ANY && there->from == FEW_NOWHERE && there->set == *blank;
}

static bool is_alone(const struct few_rule_space *space, few_code blank) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < space->layout.order_count; i++)
        found += space->start[space->layout.order[i]] == blank;
    return found == 1;
}

static int by_place_and_move(const void *a, const void *b) {
    const struct few_exchange *x = a, *y = b;
    if (x->back != y->back)
        return x->back < y->back ? -1 : 1;
    return (x->move > y->move) - (x->move < y->move);
}

static void fill(struct few_exchanges *exchanges, const struct few_rule_space *space, const uint32_t *place_of) {
    const struct few_layout *layout = &space->layout;
    for (uint32_t n = 0; n < exchanges->count; n++) {
        few_code blank = FEW_CODE_ANY;
        uint32_t from = 0, to = 0;
        read_exchange(space, &space->listing.instructions[n], &blank, &from, &to);
        exchanges->list[n] = (struct few_exchange){.move = n,
                                                   .blank_shift = layout->fields[from].shift,
                                                   .other_shift = layout->fields[to].shift,
                                                   .place = (uint8_t)place_of[to],
                                                   .back = (uint8_t)place_of[from]};
    }
    qsort(exchanges->list, exchanges->count, sizeof *exchanges->list, by_place_and_move);
    for (uint32_t place = 0, n = 0; place <= exchanges->places; place++) {
        while (n < exchanges->count && exchanges->list[n].back < place)
            n++;
        exchanges->first[place] = n;
    }
}

bool few_find_exchanges(struct few_bound *bound, const struct few_rule_space *space) {
    const struct few_layout *layout = &space->layout;
    const struct few_listing *listing = &space->listing;
    const struct few_goals *goals = &space->goals;
    few_code blank = FEW_CODE_ANY;
    uint32_t from, to, place_of[64];
    if (layout->words != 1 || layout->order_count != layout->cell_fields || listing->count == 0 ||
        layout->cell_fields > 64 || goals->count != 1 || goals->alternatives[0].somewheres ||
        goals->alternatives[0].nowhere.count || layout->cells > 64)
        return true;
    for (size_t n = 0; n < listing->count; n++)
        if (!read_exchange(space, &listing->instructions[n], &blank, &from, &to))
            return true;
    if (!is_alone(space, blank))
        return true;
    struct few_exchanges *exchanges = few_alloc_zeroed(bound->memory, sizeof *exchanges);
    if (!exchanges)
        return false;
    bound->exchanges = exchanges;
    exchanges->list = few_alloc(bound->memory, listing->count * sizeof *exchanges->list);
    exchanges->first = few_alloc(bound->memory, (layout->cell_fields + 1) * sizeof *exchanges->first);
    exchanges->shift = few_alloc(bound->memory, layout->cell_fields);
    exchanges->count = (uint32_t)listing->count;
    exchanges->places = layout->cell_fields;
    if (!exchanges->list || !exchanges->first || !exchanges->shift)
        return false; /* the bound frees what there is */
    for (uint32_t i = 0; i < layout->cell_fields; i++)
        exchanges->shift[i] = layout->fields[layout->order[i]].shift;
    for (uint32_t i = 0; i < layout->cell_fields; i++)
        place_of[layout->order[i]] = i;
    exchanges->width = layout->cell_width;
    exchanges->blank = layout->cell_value[blank];
    exchanges->goal_mask = goals->alternatives[0].base.mask[0];
    exchanges->goal_want = goals->alternatives[0].base.want[0];
    fill(exchanges, space, place_of);
    few_exchanges_find_parity(exchanges);
    return true;
}

static bool changes(const struct few_listing *listing, const struct few_instruction *a,
                    const struct few_instruction *b) {
    const struct few_atom *mine = few_atoms(listing, a), *other = few_atoms(listing, b);
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t k = 0; k < b->count; k++)
            if (mine[i].slot == other[k].slot && (few_atom_changes(&mine[i]) || few_atom_changes(&other[k])))
                return true;
    return false;
}

bool few_find_commuting(struct few_bound *bound, const struct few_rule_space *space) {
    const struct few_listing *listing = &space->listing;
    if (listing->count > MOST_COMMUTING || bound->exchanges)
        return true;
    bound->moves = (uint32_t)listing->count;
    bound->skip = few_alloc_zeroed(bound->memory, few_skip_bytes(bound->moves));
    if (!bound->skip)
        return false;
    for (uint32_t a = 0; a < bound->moves; a++)
        for (uint32_t b = 0; b < a; b++)
            if (!changes(listing, &listing->instructions[a], &listing->instructions[b])) {
                uint64_t bit = (uint64_t)a * bound->moves + b;
                bound->skip[bit / 64] |= UINT64_C(1) << bit % 64;
            }
    return true;
}
