/* Recognises puzzles in which every move exchanges the one blank with what stands in another cell, and writes their
 * moves down in the form that the fastest searches run on. */
#include "facts/rules/rule_facts.h"

#include <stdlib.h>

enum { MOST_CELLS = 64, MOST_WORDS = 8 }; /* wider states are kept in another form */

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

static bool is_simple(const struct few_rule_space *space) {
    const struct few_layout *layout = &space->layout;
    const struct few_goals *goals = &space->goals;
    return layout->words <= MOST_WORDS && layout->cell_values < FEW_ANY_VALUE && layout->order_count == layout->cell_fields && space->listing.count > 0 &&
           layout->cell_fields <= MOST_CELLS && layout->cells <= MOST_CELLS && goals->count == 1 &&
           !goals->alternatives[0].somewheres && !goals->alternatives[0].nowhere.count && !goals->alternatives[0].total_count;
}

bool few_exchanges_find(struct few_memory *memory, const struct few_rule_space *space, struct few_exchanges **found) {
    const struct few_layout *layout = &space->layout;
    const struct few_listing *listing = &space->listing;
    few_code blank = FEW_CODE_ANY;
    uint32_t from, to, place_of[MOST_CELLS];
    *found = NULL;
    if (!is_simple(space))
        return true;
    for (size_t n = 0; n < listing->count; n++)
        if (!read_exchange(space, &listing->instructions[n], &blank, &from, &to))
            return true;
    if (!is_alone(space, blank))
        return true;
    struct few_exchanges *exchanges = few_exchanges_create(memory, (uint32_t)listing->count, layout->cell_fields);
    if (!exchanges)
        return false;
    const struct few_pattern *goal = &space->goals.alternatives[0].base;
    for (uint32_t i = 0; i < layout->cell_fields; i++) {
        const struct few_field field = layout->fields[layout->order[i]];
        place_of[layout->order[i]] = i;
        exchanges->field[i] = field;
        exchanges->goal[i] = few_field_get(goal->mask, field) ? (uint8_t)few_field_get(goal->want, field) : FEW_ANY_VALUE;
    }
    exchanges->words = layout->words;
    exchanges->width = layout->cell_width;
    exchanges->blank = layout->cell_value[blank];
    exchanges->goal_mask = goal->mask[0];
    exchanges->goal_want = goal->want[0];
    fill(exchanges, space, place_of);
    *found = exchanges;
    return true;
}
