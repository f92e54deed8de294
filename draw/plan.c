/* The plan of a puzzle's pictures: which form, and where the cells are. */
#include "draw/plan.h"

#include <fewest/pictures.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CELLS = 4096 /* more are not drawn one by one */ };

static const double margin = 0.1; /* between the cells and the edge of the board */

static enum draw_form form_of_vars(const struct draw_plan *plan) {
    const size_t count = plan->parts.vars;
    if (count == 0)
        return FORM_VALUES;
    const fewest_var first = fewest_var_at(plan->puzzle, 0);
    bool alike = count > 1 && first.count > 1 && first.count <= 6, numbers = true;
    for (size_t i = 0; i < count; i++) {
        const fewest_var var = fewest_var_at(plan->puzzle, i);
        alike &= var.count == first.count && memcmp(var.values, first.values, var.count * sizeof *var.values) == 0;
        for (size_t v = 0; v < var.count; v++) {
            const char *text = fewest_piece(plan->puzzle, var.values[v]);
            numbers &= text[strspn(text, "0123456789")] == '\0';
        }
    }
    return plan->cells ? FORM_VALUES : numbers ? FORM_BARS : alike ? FORM_BANKS : FORM_VALUES;
}

static void choose_ways(struct draw_plan *plan) {
    static const char *const words[] = {"wheels", "stack", "pegs", "ring", "bars", "banks"};
    const fewest_parts *parts = &plan->parts;
    plan->form = parts->is_string                    ? FORM_STRING
                : parts->rows == 1 && parts->links ? FORM_RING /* a graph */
                                                    : FORM_BOARD;
    plan->vars_form = form_of_vars(plan);
    for (size_t i = 0; i < parts->drawing_rules; i++) {
        const fewest_drawing_rule rule = fewest_drawing_rule_at(plan->puzzle, i);
        plan->blocks |= rule.as && strcmp(rule.as, "block") == 0;
        for (size_t form = 0; rule.as && rule.rows == 0 && form < sizeof words / sizeof *words; form++) {
            if (strcmp(rule.as, words[form]) != 0)
                continue;
            if (form == FORM_BARS || form == FORM_BANKS)
                plan->vars_form = (enum draw_form)form;
            else
                plan->form = (enum draw_form)form;
        }
    }
}

static void place_in_grid(struct draw_plan *plan) {
    const size_t columns = plan->parts.columns;
    for (size_t cell = 0; cell < plan->cells; cell++)
        plan->places[cell] = (struct draw_place){margin + 0.5 + (double)(cell % columns),
                                                 margin + 0.5 + (double)(cell / columns)};
    plan->width = (double)columns + 2 * margin;
    plan->height = (double)plan->parts.rows + 2 * margin;
}

static void place_in_ring(struct draw_plan *plan) {
    const double turn = 2 * acos(-1), count = (double)plan->cells, apart = plan->parts.cell_name ? 2 : 1;
    const double radius = apart * (plan->cells < 3 ? 0.8 : 0.56 / sin(turn / 2 / count));
    plan->width = plan->height = 2 * (radius + 0.5 + margin);
    for (size_t cell = 0; cell < plan->cells; cell++) {
        const double angle = turn * (double)cell / count;
        plan->places[cell] = (struct draw_place){plan->width / 2 + radius * sin(angle),
                                                 plan->height / 2 - radius * cos(angle)};
    }
}

/* Where `draw at` says; false: it says nothing. */
static bool place_by_rule(struct draw_plan *plan) {
    double right = 0, bottom = 0;
    bool said = false;
    for (size_t i = 0; i < plan->parts.drawing_rules; i++) {
        const fewest_drawing_rule rule = fewest_drawing_rule_at(plan->puzzle, i);
        const bool of_cells = rule.rows == 0 && rule.places == plan->cells;
        for (size_t p = 0; p < rule.places; p++) {
            const double row = rule.place[p][0], column = rule.place[p][1];
            if (of_cells)
                plan->places[p] = (struct draw_place){margin + column - 0.5, margin + row - 0.5};
            right = fmax(right, column);
            bottom = fmax(bottom, row);
        }
        said |= rule.places > 0 && of_cells;
    }
    if (said) {
        plan->width = right + 2 * margin;
        plan->height = bottom + 2 * margin;
    }
    return said;
}

/* Names of cells stand below them: they may be as wide as the cells are apart. */
static void make_room_for_names(struct draw_plan *plan) {
    enum { FEW = 400 };
    const double least = 0.95, most = 2.4;
    if (!plan->parts.cell_name || plan->coarse)
        return;
    double nearest = plan->cells <= FEW ? most : least;
    for (size_t i = 0; i < plan->cells && plan->cells <= FEW; i++)
        for (size_t j = 0; j < i; j++)
            if (fabs(plan->places[i].y - plan->places[j].y) < 0.6)
                nearest = fmin(nearest, fabs(plan->places[i].x - plan->places[j].x));
    plan->name_width = fmax(least, 0.95 * nearest);
    const double beside = plan->name_width / 2 - 0.5, below = 0.35;
    for (size_t i = 0; i < plan->cells && beside > 0; i++)
        plan->places[i].x += beside;
    plan->width += 2 * fmax(0, beside);
    plan->height += below;
}

/* Keeps the bonds of pieces that move about and look as they do by themselves. */
static void find_bonds(struct draw_plan *plan) {
    size_t count = 0;
    plan->bonds = fewest_bonds(plan->puzzle, &count);
    for (size_t i = 0; i < count; i++) {
        const struct draw_piece *one = &plan->pieces[plan->bonds[i].piece], *other = &plan->pieces[plan->bonds[i].other];
        if (!one->told && !other->told && draw_look_moves(one->look) && draw_look_moves(other->look))
            plan->bonds[plan->bond_count++] = plan->bonds[i];
    }
}

struct draw_plan *draw_plan_create(const fewest_puzzle *puzzle) {
    struct draw_plan *plan = calloc(1, sizeof *plan);
    if (!plan)
        return NULL;
    plan->puzzle = puzzle;
    plan->parts = fewest_parts_of(puzzle);
    plan->cells = plan->parts.rows * plan->parts.columns;
    plan->coarse = plan->cells > MOST_CELLS;
    plan->pieces = calloc(plan->parts.pieces + 1, sizeof *plan->pieces);
    plan->kinds = calloc(plan->parts.pieces + 1, sizeof *plan->kinds);
    plan->places = calloc(plan->cells + 1, sizeof *plan->places);
    if (!plan->pieces || !plan->kinds || !plan->places) {
        draw_plan_free(plan);
        return NULL;
    }
    choose_ways(plan);
    draw_choose_looks(plan);
    if (plan->cells == 0)
        return plan;
    if (!place_by_rule(plan)) {
        if (plan->form == FORM_RING)
            place_in_ring(plan);
        else
            place_in_grid(plan);
        if (plan->form == FORM_BOARD && !plan->coarse)
            find_bonds(plan);
    } else if (plan->form == FORM_RING && !plan->parts.links) {
        plan->form = FORM_BOARD;
    }
    make_room_for_names(plan);
    return plan;
}

void draw_plan_free(struct draw_plan *plan) {
    if (!plan)
        return;
    fewest_free(plan->bonds);
    free(plan->pieces);
    free(plan->kinds);
    free(plan->places);
    free(plan);
}
