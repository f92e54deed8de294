/* Where each slot lies in a packed state. All cells share one width, so that a piece can be looked for in a whole
 * word at once; the cells of a component lie side by side, so that they can be ranked by chunks. */
#include "rules/program.h"

#include <stdio.h>
#include <string.h>

/* Numbers the pieces that some changing slot of first .. end - 1 can hold, in the order of their declaration. */
static bool number_pieces(struct few_arena *arena, const struct few_possible *possible, uint32_t pieces,
                          uint32_t first, uint32_t end, few_code **piece, uint16_t **value, uint32_t *count) {
    const uint32_t stride = possible->stride;
    uint64_t *together = few_arena_alloc(arena, (stride + 1) * sizeof *together);
    *piece = few_arena_alloc(arena, (pieces + 1) * sizeof **piece);
    *value = few_arena_alloc(arena, (pieces + 1) * sizeof **value);
    if (!together || !*piece || !*value)
        return false;
    for (uint32_t s = first; s < end; s++)
        if (few_possible_count(possible, s) > 1)
            for (uint32_t w = 0; w < stride; w++)
                together[w] |= possible->bits[(size_t)s * stride + w];
    *count = 0;
    for (uint32_t p = 0; p < pieces; p++) {
        bool can_stand = together[p / 64] >> (p % 64) & 1;
        (*value)[p] = can_stand ? (uint16_t)*count : FEW_CODE_ANY;
        if (can_stand)
            (*piece)[(*count)++] = (few_code)p;
    }
    return true;
}

/* Component after component, by their lowest cells; `place` has room for all cells. */
static void order_slots(struct few_layout *layout, const struct few_possible *possible, const uint32_t *component,
                        uint32_t *place) {
    for (uint32_t s = 0; s < layout->cells; s++)
        place[component[s]]++;
    for (uint32_t root = 0; root < layout->cells; root++) { /* from how many there are to where they begin */
        uint32_t count = place[root];
        place[root] = layout->order_count;
        if (count && few_possible_count(possible, root) > 1)
            layout->order_count += count;
    }
    for (uint32_t s = 0; s < layout->cells; s++)
        if (few_possible_count(possible, component[s]) > 1)
            layout->order[place[component[s]]++] = s;
    layout->cell_fields = layout->order_count;
    for (uint32_t s = layout->cells; s < layout->slots; s++)
        if (few_possible_count(possible, s) > 1)
            layout->order[layout->order_count++] = s;
}

static void place_fields(struct few_layout *layout, uint64_t *bits) {
    uint32_t word = 0, shift = 0;
    *bits = 0;
    for (uint32_t i = 0; i < layout->order_count; i++) {
        uint32_t slot = layout->order[i];
        uint32_t width = slot < layout->cells ? layout->cell_width
                                              : few_bits_for(layout->var_values[slot - layout->cells]);
        if (shift + width > 64) {
            word++;
            shift = 0;
        }
        layout->fields[slot] = (struct few_field){(uint8_t)word, (uint8_t)shift, (uint8_t)width};
        shift += width;
        *bits += width;
        if (word >= FEW_MAX_BOARD_WORDS)
            layout->words = word + 1; /* too large; go on counting bits */
    }
    if (layout->words == 0)
        layout->words = word + 1;
}

static bool refuse(const struct few_layout *layout, uint64_t bits, struct few_error *error) {
    few_fail(error, FEW_ERROR_INPUT,
             "a state of this puzzle needs %u words of 64 bits (%llu bits, and no cell or var is cut in two), and at "
             "most %d words can be searched",
             layout->words, (unsigned long long)bits, FEW_MAX_BOARD_WORDS);
    if (layout->cell_fields)
        snprintf(error->hint, sizeof error->hint,
                 "%u cells change, with %u bit%s each for %u kinds of pieces; cells that never change, and kinds of floor, take none",
                 layout->cell_fields, layout->cell_width, few_plural(layout->cell_width), layout->cell_values);
    return false;
}

bool few_layout_build(struct few_layout *layout, struct few_arena *arena, const struct few_listing *listing,
                      const struct few_possible *possible, const uint32_t *component, struct few_error *error) {
    const struct few_puzzle *puzzle = listing->puzzle;
    memset(layout, 0, sizeof *layout);
    layout->slots = listing->slots;
    layout->cells = listing->cells;
    layout->fields = few_arena_alloc(arena, (layout->slots + 1) * sizeof *layout->fields);
    layout->fixed = few_arena_alloc(arena, (layout->slots + 1) * sizeof *layout->fixed);
    layout->order = few_arena_alloc(arena, (layout->slots + 1) * sizeof *layout->order);
    layout->var_piece = few_arena_alloc(arena, (puzzle->var_count + 1) * sizeof *layout->var_piece);
    layout->var_value = few_arena_alloc(arena, (puzzle->var_count + 1) * sizeof *layout->var_value);
    layout->var_values = few_arena_alloc(arena, (puzzle->var_count + 1) * sizeof *layout->var_values);
    uint32_t *place = few_arena_alloc(arena, ((size_t)layout->cells + 1) * sizeof *place);
    bool good = layout->fields && layout->fixed && layout->order && layout->var_piece && layout->var_value &&
                layout->var_values && place &&
                number_pieces(arena, possible, puzzle->piece_count, 0, layout->cells, &layout->cell_piece,
                              &layout->cell_value, &layout->cell_values);
    for (uint32_t v = 0; good && v < puzzle->var_count; v++)
        good = number_pieces(arena, possible, puzzle->piece_count, layout->cells + v, layout->cells + v + 1,
                             &layout->var_piece[v], &layout->var_value[v], &layout->var_values[v]);
    if (!good)
        return few_fail_memory(error);
    for (uint32_t s = 0; s < layout->slots; s++)
        layout->fixed[s] = few_only_piece(possible, s);
    layout->cell_width = layout->cell_values ? few_bits_for(layout->cell_values) : 0;
    order_slots(layout, possible, component, place);
    uint64_t bits;
    place_fields(layout, &bits);
    return layout->words <= FEW_MAX_BOARD_WORDS || refuse(layout, bits, error);
}
