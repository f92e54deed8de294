/* Boards that are not drawn as boards: the wheels of a lock, a stack of bars, pegs with disks. */
#include "draw/forms.h"

#include <stdlib.h>
#include <string.h>

static const double margin = 0.1;

/* Where a piece stands in the list of pieces. */
static size_t rank_of(const struct draw_plan *plan, uint16_t piece) {
    size_t rank = 0;
    while (rank < plan->parts.board_pieces && plan->parts.board_piece[rank] != piece)
        rank++;
    return rank;
}

/* ---- Wheels: the piece at hand, and above and below it a glimpse of its neighbours */

static void draw_wheel(struct draw_scene *scene, const struct draw_state *state, size_t cell, double x, double y) {
    const struct draw_plan *plan = state->plan;
    const uint16_t value = state->values[cell];
    const size_t count = plan->parts.board_pieces, rank = rank_of(plan, value);
    char key[DRAW_KEY];
    snprintf(key, sizeof key, "wheel-%zu", cell);
    draw_add_rect(scene, x + 0.08, y, 0.84, 2, 0.2, "cell", key)->cell = (long)cell;
    snprintf(key, sizeof key, "above-%zu", cell);
    const uint16_t *pieces = plan->parts.board_piece;
    draw_add_text(scene, x + 0.5, y + 0.28, 0.7, 0.36, plan->pieces[pieces[(rank + count - 1) % count]].text, "faint",
                  key);
    snprintf(key, sizeof key, "below-%zu", cell);
    draw_add_text(scene, x + 0.5, y + 1.72, 0.7, 0.36, plan->pieces[pieces[(rank + 1) % count]].text, "faint", key);
    snprintf(key, sizeof key, "at-%zu", cell);
    const char *tone = plan->pieces[value].coloured ? plan->pieces[value].tone : "0";
    struct draw_shape *window = draw_add_rect(scene, x + 0.08, y + 0.55, 0.84, 0.9, 0.1, tone, key);
    window->cell = (long)cell;
    draw_label(scene, window, plan->pieces[value].text);
    window->size *= 1.25;
}

void draw_wheels(struct draw_scene *scene, const struct draw_state *state) {
    const struct draw_plan *plan = state->plan;
    const size_t columns = plan->parts.columns;
    const double pitch = 2.2;
    scene->width = (double)columns + 4 * margin;
    scene->height = pitch * (double)plan->parts.rows + 4 * margin - (pitch - 2);
    draw_add_rect(scene, 0, 0, scene->width, scene->height, 0.24, "board", "board");
    size_t changed = 0;
    for (size_t cell = 0; cell < plan->cells; cell++) {
        draw_wheel(scene, state, cell, 2 * margin + (double)(cell % columns),
                   2 * margin + pitch * (double)(cell / columns));
        changed += draw_cell_changed(state->track, state->values, cell);
    }
    for (size_t cell = 0; cell < plan->cells && draw_worth_marking(changed, plan->cells); cell++) {
        if (!draw_cell_changed(state->track, state->values, cell))
            continue;
        char key[DRAW_KEY];
        snprintf(key, sizeof key, "mark-%zu", cell);
        draw_add_rect(scene, 2 * margin + (double)(cell % columns) + 0.06,
                      2 * margin + pitch * (double)(cell / columns) + 0.53, 0.88, 0.94, 0.12, "mark", key);
    }
}

/* ---- A stack: the first cell on top, pieces the wider the later they stand in the list */

void draw_stack(struct draw_scene *scene, const struct draw_state *state) {
    const struct draw_plan *plan = state->plan;
    const double pieces = (double)plan->parts.board_pieces, bar = 0.5;
    const double widest = pieces < 4 ? 3 : pieces > 16 ? 8 : 1 + pieces / 2, narrowest = 0.9;
    scene->width = widest + 4 * margin;
    scene->height = bar * (double)plan->cells + 4 * margin;
    for (size_t cell = 0; cell < plan->cells; cell++) {
        char key[DRAW_KEY];
        snprintf(key, sizeof key, "cell-%zu", cell);
        draw_add_rect(scene, 2 * margin, 2 * margin + bar * (double)cell, widest, bar, 0, "floor", key)->cell =
            (long)cell;
    }
    draw_add_rect(scene, margin, scene->height - 2 * margin, widest + 2 * margin, margin, margin / 2, "wall", "plate");
    for (size_t i = 0; i < state->things.count; i++) {
        const struct draw_thing *thing = &state->things.list[i];
        const struct draw_piece *piece = &plan->pieces[state->values[thing->cell]];
        const double rank = (double)rank_of(plan, state->values[thing->cell]);
        const double width = narrowest + (widest - narrowest) * (pieces > 1 ? rank / (pieces - 1) : 1);
        const double y = 2 * margin + bar * (double)thing->cell;
        char key[DRAW_KEY];
        snprintf(key, sizeof key, "%zu-%zu", thing->kind, thing->order);
        struct draw_shape *shape = draw_add_rect(scene, scene->width / 2 - width / 2, y + 0.03, width, bar - 0.06, 0.2,
                                                 piece->coloured ? piece->tone : "1", key);
        shape->cell = (long)thing->cell;
        draw_label(scene, shape, piece->text);
        shape->size *= 1.2;
        if (!thing->moved)
            continue;
        snprintf(key, sizeof key, "mark-%zu-%zu", thing->kind, thing->order);
        draw_add_rect(scene, scene->width / 2 - width / 2, y + 0.03, width, bar - 0.06, 0.2, "mark", key);
    }
}

/* ---- Pegs: a row of the board is a peg, a column a disk, the smallest first; a piece that is no floor says that the
 * disk is on that peg */

static bool seen_above(const struct draw_state *state, size_t peg, size_t disk) {
    const struct draw_plan *plan = state->plan;
    while (peg-- > 0)
        if (plan->pieces[state->values[peg * plan->parts.columns + disk]].look != LOOK_FLOOR)
            return true;
    return false;
}

void draw_pegs(struct draw_scene *scene, const struct draw_state *state) {
    const struct draw_plan *plan = state->plan;
    const size_t disks = plan->parts.columns, pegs = plan->parts.rows;
    const double thick = 0.5, widest = disks < 3 ? 2 : disks > 12 ? 5 : 1.2 + 0.3 * (double)disks;
    const double pitch = widest + 0.3, base = 0.3 + thick * (double)disks + 0.3;
    scene->width = pitch * (double)pegs + 0.2;
    scene->height = base + 0.3;
    draw_add_rect(scene, 0.1, base, scene->width - 0.2, 0.18, 0.09, "wall", "plate");
    for (size_t peg = 0; peg < pegs; peg++) {
        const double x = 0.1 + pitch * ((double)peg + 0.5);
        char key[DRAW_KEY];
        snprintf(key, sizeof key, "peg-%zu", peg);
        draw_add_rect(scene, x - 0.08, 0.2, 0.16, base - 0.2, 0.08, "wall", key);
        double y = base;
        for (size_t disk = disks; disk-- > 0;) {
            const size_t cell = peg * disks + disk;
            if (plan->pieces[state->values[cell]].look == LOOK_FLOOR)
                continue;
            const double width = 0.7 + (widest - 0.7) * (double)(disk + 1) / (double)disks;
            char tone[DRAW_TONE], label[DRAW_KEY];
            snprintf(tone, sizeof tone, "%zu", disk % 10);
            /* a state as one may write it can have a disk twice */
            const bool again = seen_above(state, peg, disk);
            snprintf(key, sizeof key, again ? "disk-%zu-%zu" : "disk-%zu", disk, peg);
            snprintf(label, sizeof label, "%zu", disk + 1);
            y -= thick;
            struct draw_shape *shape = draw_add_rect(scene, x - width / 2, y + 0.02, width, thick - 0.04, 0.18, tone, key);
            shape->cell = (long)cell;
            draw_label(scene, shape, label);
            shape->size *= 1.3;
            if (!draw_cell_changed(state->track, state->values, cell))
                continue;
            snprintf(key, sizeof key, "mark-%zu", cell);
            draw_add_rect(scene, x - width / 2, y + 0.02, width, thick - 0.04, 0.18, "mark", key);
        }
    }
}
