/* The parts of a puzzle as a picture shows them, and states read piece by piece. */
#include "api/handle.h"

#include "rules/bonds.h"
#include "spaces/forms.h"

#include <stdlib.h>
#include <string.h>

/* The drawing of the whole board among the conditions of the first goal. */
static const uint16_t *goal_drawing(const struct few_puzzle *rules) {
    const size_t cells = (size_t)rules->rows * rules->columns;
    const uint32_t count = rules->goal_count ? rules->goals[0].count : 0;
    for (uint32_t i = 0; i < count; i++) {
        const struct few_condition *condition = &rules->goals[0].conditions[i];
        const struct few_drawing *drawing = &condition->drawing;
        if (condition->kind == FEW_GOAL_DRAWING && (size_t)drawing->rows * drawing->columns == cells)
            return drawing->cells;
    }
    return NULL;
}

fewest_parts fewest_parts_of(const fewest_puzzle *puzzle) {
    const struct few_puzzle *rules = puzzle->rules;
    if (!rules)
        return (fewest_parts){0};
    return (fewest_parts){.is_string = rules->is_string, .rows = rules->rows, .columns = rules->columns,
                          .pieces = rules->piece_count, .board_pieces = rules->board_piece_count,
                          .vars = rules->var_count, .links = rules->link_count, .drawing_rules = rules->drawing_rule_count,
                          .board_piece = rules->board_pieces, .link = (const uint32_t(*)[2])rules->links,
                          .goal = goal_drawing(rules), .kinds = rules->kind_count, .kind = rules->kinds,
                          .floor = rules->floor, .cell_name = rules->cell_names, .weight = rules->weights};
}

const char *fewest_piece(const fewest_puzzle *puzzle, size_t piece) {
    return puzzle->rules && piece < puzzle->rules->piece_count ? puzzle->rules->pieces[piece].text : "";
}

fewest_var fewest_var_at(const fewest_puzzle *puzzle, size_t var) {
    if (!puzzle->rules || var >= puzzle->rules->var_count)
        return (fewest_var){.name = ""};
    const struct few_var *from = &puzzle->rules->vars[var];
    return (fewest_var){.name = from->name, .values = from->values, .count = from->count};
}

fewest_drawing_rule fewest_drawing_rule_at(const fewest_puzzle *puzzle, size_t index) {
    if (!puzzle->rules || index >= puzzle->rules->drawing_rule_count)
        return (fewest_drawing_rule){0};
    const struct few_drawing_rule *from = &puzzle->rules->drawing_rules[index];
    bool pattern = from->as && strcmp(from->as, "block") == 0;
    return (fewest_drawing_rule){.as = from->as, .colour = from->colour, .pieces = from->pieces,
                         .rows = from->piece_count == 0 ? 0 : pattern ? from->rows : 1,
                         .columns = pattern ? from->columns : from->piece_count,
                         .places = from->place_count, .place = (const uint32_t(*)[2])from->places};
}

fewest_bond *fewest_bonds(const fewest_puzzle *puzzle, size_t *count) {
    enum { ENOUGH = 64 << 20 }; /* bytes: with more rules than that, pictures do without */
    struct few_memory memory;
    struct few_list bonds;
    *count = 0;
    if (!puzzle->rules)
        return NULL;
    few_memory_init(&memory, ENOUGH);
    const bool found = few_find_bonds(&memory, puzzle->rules, &bonds) && bonds.count;
    fewest_bond *list = found ? malloc(bonds.count * sizeof *list) : NULL;
    for (size_t i = 0; list && i < bonds.count; i++) {
        const struct few_bond *bond = few_list_at(&bonds, i);
        list[i] = (fewest_bond){bond->piece, bond->other, bond->below};
    }
    *count = list ? bonds.count : 0;
    few_list_free(&bonds);
    return list;
}

/* The pieces of the start that was read, in a block for the user; `is any` is no piece, nor is a character that only the
 * copy knows. */
static uint16_t *copy_values(const struct few_puzzle *read, uint32_t pieces, size_t *count, struct few_error *error) {
    const size_t cells = (size_t)read->start.board.rows * read->start.board.columns;
    const size_t vars = read->start.vars ? read->var_count : 0;
    uint16_t *values = malloc((cells + vars + 1) * sizeof *values);
    if (!values) {
        few_fail_memory(error);
        return NULL;
    }
    if (cells)
        memcpy(values, read->start.board.cells, cells * sizeof *values);
    for (size_t i = 0; i < cells; i++)
        if (values[i] >= pieces)
            values[i] = UINT16_MAX;
    if (vars)
        memcpy(values + cells, read->start.vars, vars * sizeof *values);
    *count = cells + vars;
    return values;
}

uint16_t *fewest_read_state(const fewest_puzzle *puzzle, const char *state, size_t *count,
                            fewest_error *error) {
    struct few_error inner = {0};
    uint16_t *values = NULL;
    if (!puzzle->rules) {
        few_fail(&inner, FEW_ERROR_INPUT, "a state of a space of your own has no text");
    } else {
        struct few_puzzle copy = *puzzle->rules;
        few_arena_init(&copy.arena, puzzle->rules->arena.memory);
        memset(copy.given, 0, sizeof copy.given);
        copy.vocabulary = NULL; /* it belongs to the other */
        if (few_read_any_state(&copy, "STATE", state, strlen(state), &inner))
            values = copy_values(&copy, puzzle->rules->piece_count, count, &inner);
        few_vocabulary_free(copy.vocabulary);
        for (unsigned i = 0; i < 2; i++)
            few_arena_free(&copy.given[i]);
        few_arena_free(&copy.arena);
    }
    if (!values)
        few_error_publish(&inner, error);
    return values;
}
