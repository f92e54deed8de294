#include "draw/blocks.h"
#include "json/memory_file.h"

#include <stdlib.h>
#include <string.h>

static const double gap = 0.05, corner = 0.14; /* from the edge of the cells; radius */

/* ---- Which cells */

static bool pattern_fits(const struct draw_plan *plan, const uint16_t *values, const bool *taken,
                         const fewest_drawing_rule *rule, size_t cell) {
    const size_t columns = plan->parts.columns;
    if (cell % columns + rule->columns > columns || cell / columns + rule->rows > plan->parts.rows)
        return false;
    for (size_t row = 0; row < rule->rows; row++) {
        for (size_t column = 0; column < rule->columns; column++) {
            const size_t at = cell + row * columns + column;
            if (taken[at] || values[at] != rule->pieces[row * rule->columns + column])
                return false;
        }
    }
    return true;
}

static void find_told(const struct draw_plan *plan, const uint16_t *values, bool *taken, struct draw_things *things) {
    for (size_t i = 0; i < plan->parts.drawing_rules; i++) {
        const fewest_drawing_rule rule = fewest_drawing_rule_at(plan->puzzle, i);
        if (!rule.as || strcmp(rule.as, "block") != 0)
            continue;
        for (size_t cell = 0; cell < plan->cells; cell++) {
            if (!pattern_fits(plan, values, taken, &rule, cell))
                continue;
            for (size_t row = 0; row < rule.rows; row++)
                memset(taken + cell + row * plan->parts.columns, true, rule.columns);
            things->list[things->count++] = (struct draw_thing){.kind = plan->parts.pieces + i, .cell = cell};
        }
    }
}

/* Whether the rules hold two cells together, `next` being right of `cell` or below it. */
static bool is_bound(const struct draw_plan *plan, const uint16_t *values, size_t cell, size_t next, bool below) {
    for (size_t i = 0; i < plan->bond_count; i++) {
        const fewest_bond *bond = &plan->bonds[i];
        if (bond->below == below && bond->piece == values[cell] && bond->other == values[next])
            return true;
    }
    return false;
}

static bool is_among(const size_t *cells, size_t count, size_t cell) {
    size_t i = 0;
    while (i < count && cells[i] != cell)
        i++;
    return i < count;
}

/* The cells of the block that `first` belongs to, this one first; how many there are. */
static size_t bound_cells(const struct draw_plan *plan, const uint16_t *values, const bool *taken, size_t first, size_t *cells) {
    const size_t columns = plan->parts.columns;
    size_t count = 1;
    cells[0] = first;
    for (size_t i = 0; i < count; i++) {
        const size_t at = cells[i], column = at % columns;
        const struct { bool there, below; size_t low, high, next; } sides[4] = {
            {column + 1 < columns, false, at, at + 1, at + 1}, {column > 0, false, at - 1, at, at - 1},
            {at + columns < plan->cells, true, at, at + columns, at + columns}, {at >= columns, true, at - columns, at, at - columns}};
        for (int side = 0; side < 4; side++)
            if (sides[side].there && !(taken && taken[sides[side].next]) &&
                is_bound(plan, values, sides[side].low, sides[side].high, sides[side].below) &&
                !is_among(cells, count, sides[side].next))
                cells[count++] = sides[side].next;
    }
    return count;
}

static bool find_bound(const struct draw_plan *plan, const uint16_t *values, bool *taken, struct draw_things *things) {
    size_t *cells = malloc((plan->cells + 1) * sizeof *cells);
    for (size_t cell = 0; cells && cell < plan->cells; cell++) {
        if (taken[cell])
            continue;
        const size_t count = bound_cells(plan, values, taken, cell, cells);
        if (count == 1)
            continue;
        for (size_t i = 0; i < count; i++)
            taken[cells[i]] = true;
        things->list[things->count++] = (struct draw_thing){
            .kind = plan->parts.pieces + plan->parts.drawing_rules + values[cell], .cell = cell};
    }
    free(cells);
    return cells != NULL;
}

bool draw_find_blocks(const struct draw_plan *plan, const uint16_t *values, bool *taken, struct draw_things *things) {
    if (plan->coarse)
        return true;
    if (plan->blocks)
        find_told(plan, values, taken, things);
    return plan->bond_count == 0 || find_bound(plan, values, taken, things);
}

/* ---- How it looks */

struct block {
    size_t *cells; /* the first is the first in reading order */
    size_t count, row, column, rows, columns; /* and the box around them */
};

static bool find_block(struct block *block, const struct draw_state *state, const struct draw_thing *thing) {
    const struct draw_plan *plan = state->plan;
    const size_t rule_number = thing->kind - plan->parts.pieces, columns = plan->parts.columns;
    *block = (struct block){.cells = calloc(plan->cells + 1, sizeof *block->cells)};
    if (!block->cells)
        return false;
    if (rule_number < plan->parts.drawing_rules) {
        const fewest_drawing_rule rule = fewest_drawing_rule_at(plan->puzzle, rule_number);
        for (size_t i = 0; i < rule.rows * rule.columns; i++)
            block->cells[block->count++] = thing->cell + i / rule.columns * columns + i % rule.columns;
    } else {
        block->count = bound_cells(plan, state->values, NULL, thing->cell, block->cells);
    }
    size_t last_row = 0, last_column = 0;
    block->row = block->column = SIZE_MAX;
    for (size_t i = 0; i < block->count; i++) {
        const size_t row = block->cells[i] / columns, column = block->cells[i] % columns;
        block->row = row < block->row ? row : block->row;
        block->column = column < block->column ? column : block->column;
        last_row = row > last_row ? row : last_row;
        last_column = column > last_column ? column : last_column;
    }
    block->rows = last_row - block->row + 1;
    block->columns = last_column - block->column + 1;
    return true;
}

static bool has_cell(const struct block *block, size_t columns, long row, long column) {
    return row >= 0 && column >= 0 && (size_t)column < columns &&
           is_among(block->cells, block->count, (size_t)row * columns + (size_t)column);
}

/* The way around the cells, clockwise from the top left corner of the first, `inset` inside their edge, with round corners. Points
 * count from the middle of the first cell. */
static void trace(FILE *file, const struct block *block, size_t columns, double inset) {
    static const int step[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}}; /* right, down, left, up: row, column */
    const long first_row = (long)(block->cells[0] / columns), first_column = (long)(block->cells[0] % columns);
    long row = first_row, column = first_column; /* of the corner: it is the top left one of this cell */
    int way = 0;
    bool begun = false;
    do {
        row += step[way][0];
        column += step[way][1];
        /* the cells ahead: on the left and on the right hand; heading right, (row - 1, column) and (row, column) */
        const long left_row = row - (way == 0 || way == 3), left_column = column - (way == 2 || way == 3);
        const long right_row = row - (way == 2 || way == 3), right_column = column - (way == 1 || way == 2);
        int next = way;
        if (has_cell(block, columns, left_row, left_column))
            next = (way + 3) % 4;
        else if (!has_cell(block, columns, right_row, right_column))
            next = (way + 1) % 4;
        if (next == way)
            continue;
        /* inside is on the right of both ways */
        const int in = (way + 1) % 4, in_next = (next + 1) % 4;
        const double x = (double)(column - first_column) - 0.5 + inset * (step[in][1] + step[in_next][1]);
        const double y = (double)(row - first_row) - 0.5 + inset * (step[in][0] + step[in_next][0]);
        fprintf(file, "%c%.4g %.4gQ%.4g %.4g %.4g %.4g", begun ? 'L' : 'M', x - corner * step[way][1], y - corner * step[way][0], x, y,
                x + corner * step[next][1], y + corner * step[next][0]);
        begun = true;
        way = next;
    } while (row != first_row || column != first_column || way != 0);
    fputc('Z', file);
}

static struct draw_shape *outline(struct draw_scene *scene, const struct draw_plan *plan, const struct block *block, double inset,
                                  const char *tone) {
    const struct draw_place at = plan->places[block->cells[0]];
    const size_t columns = plan->parts.columns;
    if (block->count == block->rows * block->columns)
        return draw_add_rect(scene, at.x - 0.5 + inset, at.y - 0.5 + inset, (double)block->columns - 2 * inset,
                             (double)block->rows - 2 * inset, corner, tone, "");
    struct memory_file path;
    memory_file_open(&path);
    if (path.file)
        trace(path.file, block, columns, inset);
    char *points = memory_file_close(&path);
    if (!points)
        scene->failed = true;
    struct draw_shape *shape = draw_add_path(scene, at.x, at.y, points ? points : "", tone, "");
    shape->w = shape->h = 1 - 2 * inset; /* of the cell that the label is in */
    free(points);
    return shape;
}

static bool is_of_one_piece(const struct draw_state *state, const struct block *block) {
    for (size_t i = 1; i < block->count; i++)
        if (state->values[block->cells[i]] != state->values[block->cells[0]])
            return false;
    return block->count > 1;
}

static struct draw_shape *draw_outline(struct draw_scene *scene, const struct draw_state *state, const struct draw_thing *thing,
                                       double inset, const char *tone) {
    const struct draw_plan *plan = state->plan;
    const fewest_drawing_rule rule = fewest_drawing_rule_at(plan->puzzle, thing->kind - plan->parts.pieces);
    struct block block;
    char own[DRAW_TONE];
    if (!find_block(&block, state, thing)) {
        scene->failed = true;
        return draw_add_rect(scene, 0, 0, 0, 0, 0, "none", "");
    }
    snprintf(own, sizeof own, "%s", plan->pieces[state->values[thing->cell]].tone);
    if (rule.colour)
        draw_tone_of_colour(rule.colour, LOOK_TILE, own);
    struct draw_shape *shape = outline(scene, plan, &block, inset, tone ? tone : own);
    if (!tone && is_of_one_piece(state, &block))
        draw_label(scene, shape, plan->pieces[state->values[thing->cell]].text);
    free(block.cells);
    return shape;
}

struct draw_shape *draw_block(struct draw_scene *scene, const struct draw_state *state, const struct draw_thing *thing) {
    return draw_outline(scene, state, thing, gap, NULL);
}

struct draw_shape *draw_block_mark(struct draw_scene *scene, const struct draw_state *state, const struct draw_thing *thing) {
    return draw_outline(scene, state, thing, gap - 0.02, "mark");
}
