#include "language/moved.h"

#include <string.h>

#include "language/turns.h"

/* Goes through the cells that change: what is written before and behind the arrow. Counts where `code` is written, and
 * notes the last such places. */
static void look_for(const struct few_move *move, few_code code, struct few_moved *moved) {
    uint32_t pattern = 0;
    *moved = (struct few_moved){.code = code};
    for (uint32_t p = 0; p < move->part_count; p++) {
        const struct few_part *part = &move->parts[p];
        if (part->kind != FEW_PART_PATTERN)
            continue;
        for (uint32_t i = 0; i < part->rows * part->columns; i++) {
            const struct few_pattern_cell cell = {pattern, i / part->columns, i % part->columns};
            if (part->after[i] == FEW_CODE_ANY || part->after[i] == part->before[i])
                continue;
            if (part->before[i] == code) {
                moved->from = cell;
                moved->leaves++;
            }
            if (part->after[i] == code) {
                moved->to = cell;
                moved->reaches++;
            }
        }
        pattern++;
    }
}

/* Which of two that move counts: 1 a piece, 2 a let name. 0: `.`, which never does. */
static int weight_of(const struct few_puzzle *puzzle, few_code code) {
    return few_code_is_name(code) ? 2 : strcmp(few_code_text(puzzle, code), ".") != 0;
}

struct few_moved few_find_moved(const struct few_puzzle *puzzle, const struct few_move *move) {
    struct few_moved best = {.code = FEW_CODE_ANY}, moved;
    int weight = 0;
    bool several = false;
    for (uint32_t p = 0; p < move->part_count && !puzzle->is_string; p++) {
        const struct few_part *part = &move->parts[p];
        for (uint32_t i = 0; part->kind == FEW_PART_PATTERN && i < part->rows * part->columns; i++) {
            const few_code code = part->before[i];
            if (!few_code_is_piece(code) && !few_code_is_name(code))
                continue;
            look_for(move, code, &moved);
            const int own = weight_of(puzzle, code);
            if (!moved.leaves || !moved.reaches || own == 0 || own < weight || code == best.code)
                continue;
            several = own == weight;
            weight = own;
            best = moved;
        }
    }
    if (several || best.from.pattern >= FEW_NAME_PLACES || best.to.pattern >= FEW_NAME_PLACES)
        best.code = FEW_CODE_ANY;
    return best;
}

/* Where a cell of a pattern lies, `further` cells further in the direction of the move. */
static uint32_t cell_of(const struct few_puzzle *puzzle, struct few_move_place place, struct few_pattern_cell cell,
                        const uint32_t *cells, uint32_t further) {
    const struct few_move *move = &puzzle->moves[place.rule];
    if (move->on)
        return move->on[cell.column];
    if (move->along_links)
        return cells[cell.row + cell.column];
    return few_turned_cell(puzzle, place.direction, cells[cell.pattern], cell.row, cell.column + further);
}

uint32_t few_cell_left(const struct few_puzzle *puzzle, struct few_move_place place, const struct few_moved *moved,
                       const uint32_t *cells) {
    return cell_of(puzzle, place, moved->from, cells, 0);
}

uint32_t few_cell_reached(const struct few_puzzle *puzzle, struct few_move_place place, const struct few_moved *moved,
                          const uint32_t *cells) {
    return cell_of(puzzle, place, moved->to, cells, place.steps ? place.steps - 1 : 0); /* by the last of its steps */
}
