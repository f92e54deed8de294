/* Boards: cells, what is fixed to them, and the things that stand on them. */
#include "draw/blocks.h"
#include "json/memory_file.h"

#include <fewest/pictures.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char player[] = "M-.15-.2a.15.15 0 1 0 .3 0a.15.15 0 1 0-.3 0ZM-.27.34C-.27-.1.27-.1.27.34Z";

static struct draw_shape *rect_at(struct draw_scene *scene, struct draw_place at, double size, double round,
                                  const char *tone) {
    return draw_add_rect(scene, at.x - size / 2, at.y - size / 2, size, size, round, tone, "");
}

static void name_cell(struct draw_shape *shape, const char *what, size_t cell) {
    snprintf(shape->key, sizeof shape->key, "%s-%zu", what, cell);
    shape->cell = (long)cell;
}

/* ---- The ground */

static enum draw_look look_at(const struct draw_state *state, size_t cell) {
    return state->plan->pieces[state->values[cell]].look;
}

/* A plate under the whole board, unless it has gaps. */
static void draw_plate(struct draw_scene *scene, const struct draw_state *state) {
    const struct draw_plan *plan = state->plan;
    bool gaps = plan->form == FORM_RING;
    for (size_t i = 0; i < plan->parts.drawing_rules && !gaps; i++)
        gaps = fewest_drawing_rule_at(plan->puzzle, i).places > 0;
    for (size_t i = 0; i < plan->parts.board_pieces && !gaps; i++)
        gaps = plan->pieces[plan->parts.board_piece[i]].look == LOOK_NONE;
    if (!gaps)
        draw_add_rect(scene, 0, 0, plan->width, plan->height, 0.16, plan->coarse ? "cell" : "board", "board");
}

/* All walls of a large board are one path, a stretch of a row at a time. */
static void draw_walls(struct draw_scene *scene, const struct draw_state *state) {
    const struct draw_plan *plan = state->plan;
    struct memory_file path;
    if (!memory_file_open(&path)) {
        scene->failed = true;
        return;
    }
    for (size_t cell = 0, end; cell < plan->cells; cell = end) {
        const size_t row_end = cell - cell % plan->parts.columns + plan->parts.columns;
        const bool wall = look_at(state, cell) == LOOK_WALL;
        for (end = cell + 1; end < row_end && (look_at(state, end) == LOOK_WALL) == wall; end++)
            continue;
        if (wall)
            fprintf(path.file, "M%.6g %.6gh%zuv1h-%zuz", plan->places[cell].x - 0.5, plan->places[cell].y - 0.5,
                    end - cell, end - cell);
    }
    char *points = memory_file_close(&path);
    if (!points)
        scene->failed = true;
    else if (path.length)
        draw_add_path(scene, 0, 0, points, "wall", "walls");
    free(points);
}

static void draw_ground(struct draw_scene *scene, const struct draw_state *state) {
    const struct draw_plan *plan = state->plan;
    draw_plate(scene, state);
    if (plan->coarse) {
        draw_walls(scene, state);
        return;
    }
    for (size_t cell = 0; cell < plan->cells; cell++) {
        const struct draw_place at = plan->places[cell];
        switch (look_at(state, cell)) {
        case LOOK_NONE: break;
        case LOOK_WALL: name_cell(rect_at(scene, at, 1, 0.06, "wall"), "cell", cell); break;
        case LOOK_STICKER: name_cell(rect_at(scene, at, 1.02, 0.12, "10"), "cell", cell); break;
        default:
            name_cell(plan->form == FORM_RING ? draw_add_circle(scene, at.x, at.y, 1, "cell", "")
                                            : rect_at(scene, at, 0.94, 0.1, "cell"), "cell", cell);
        }
    }
}

/* The weight of a link, beside its middle. */
static void draw_weight(struct draw_scene *scene, const struct draw_plan *plan, size_t link, struct draw_place a, struct draw_place b) {
    const double length = fmax(hypot(b.x - a.x, b.y - a.y), 1e-6), aside = 0.2 + 0.12 * fabs(b.y - a.y) / length;
    const double turn = b.x < a.x ? -1 : 1; /* above the line */
    char text[24];
    snprintf(text, sizeof text, "%lu", (unsigned long)plan->parts.weight[link]);
    struct draw_shape *shape = draw_add_text(scene, (a.x + b.x) / 2 + turn * aside * (b.y - a.y) / length,
                                             (a.y + b.y) / 2 - turn * aside * (b.x - a.x) / length, 1, 0.28, text, "faint", "");
    snprintf(shape->key, sizeof shape->key, "weight-%zu", link);
}

static void draw_links(struct draw_scene *scene, const struct draw_state *state) {
    const struct draw_plan *plan = state->plan;
    for (size_t i = 0; i < plan->parts.links && !plan->coarse; i++) {
        const struct draw_place a = plan->places[plan->parts.link[i][0]], b = plan->places[plan->parts.link[i][1]];
        struct draw_shape *line = draw_add_line(scene, a.x, a.y, b.x, b.y, "line", "");
        snprintf(line->key, sizeof line->key, "link-%zu", i);
        if (plan->parts.weight)
            draw_weight(scene, plan, i, a, b);
    }
}

static void draw_cell_names(struct draw_scene *scene, const struct draw_state *state) {
    const struct draw_plan *plan = state->plan;
    for (size_t cell = 0; plan->name_width > 0 && cell < plan->cells; cell++) {
        const struct draw_place at = plan->places[cell];
        struct draw_shape *shape = draw_add_text(scene, at.x, at.y + 0.62, plan->name_width, 0.3, plan->parts.cell_name[cell], "ink", "");
        snprintf(shape->key, sizeof shape->key, "name-of-%zu", cell);
    }
}

/* Where the goal wants something, if it says nothing about other cells. */
static void draw_goals(struct draw_scene *scene, const struct draw_state *state) {
    const struct draw_plan *plan = state->plan;
    const uint16_t *goal = plan->parts.goal;
    bool partial = false;
    for (size_t cell = 0; goal && cell < plan->cells && !partial; cell++)
        partial = goal[cell] >= plan->parts.pieces;
    for (size_t cell = 0; partial && cell < plan->cells; cell++) {
        if (goal[cell] >= plan->parts.pieces || !draw_look_moves(plan->pieces[goal[cell]].look))
            continue;
        name_cell(rect_at(scene, plan->places[cell], 0.76, 0.1, "goal"), "goal", cell);
    }
}

static void draw_trail(struct draw_scene *scene, const struct draw_state *state) {
    const struct draw_track *track = state->track;
    if (!track || !draw_track_has_walker(state->plan, track) || state->things.count != 1)
        return;
    const struct draw_place first = state->plan->places[track->trail[0]];
    draw_add_circle(scene, first.x, first.y, 0.16, "path", "trail-start");
    struct memory_file path;
    memory_file_open(&path);
    for (size_t i = 0; path.file && i <= track->trail_length; i++) {
        const size_t cell = i < track->trail_length ? track->trail[i] : state->things.list[0].cell;
        fprintf(path.file, "%c%.6g %.6g", i ? 'L' : 'M', state->plan->places[cell].x, state->plan->places[cell].y);
    }
    char *points = memory_file_close(&path);
    if (!points)
        scene->failed = true;
    else
        draw_add_path(scene, 0, 0, points, "path", "trail");
    free(points);
}

/* ---- What belongs to a cell */

static struct draw_shape *draw_fixed(struct draw_scene *scene, const struct draw_piece *piece, struct draw_place at) {
    switch (piece->look) {
    case LOOK_HOLE: return draw_add_circle(scene, at.x, at.y, 0.34, "hole", "");
    case LOOK_LAMP: return draw_add_circle(scene, at.x, at.y, 0.7, piece->tone, "");
    case LOOK_STICKER: return rect_at(scene, at, 0.92, 0.12, piece->tone);
    default: return NULL;
    }
}

static void draw_fixtures(struct draw_scene *scene, const struct draw_state *state) {
    const struct draw_plan *plan = state->plan;
    for (size_t i = 0; i < plan->parts.drawing_rules; i++) {
        const fewest_drawing_rule rule = fewest_drawing_rule_at(plan->puzzle, i);
        for (size_t p = 0; rule.rows > 0 && p < rule.places; p++) {
            const struct draw_piece *piece = &plan->pieces[rule.pieces[0]];
            const struct draw_place at = {rule.place[p][1] - 0.4, rule.place[p][0] - 0.4};
            struct draw_shape *shape = NULL;
            if (piece->look == LOOK_STICKER) {
                shape = rect_at(scene, at, 1.02, 0.12, "10");
                snprintf(shape->key, sizeof shape->key, "below-%zu-%zu", i, p);
            }
            shape = draw_fixed(scene, piece, at);
            if (!shape)
                shape = rect_at(scene, at, 0.92, 0.12, piece->tone);
            snprintf(shape->key, sizeof shape->key, "always-%zu-%zu", i, p);
        }
    }
    for (size_t cell = 0; cell < plan->cells && !plan->coarse; cell++) {
        struct draw_shape *shape = draw_fixed(scene, &plan->pieces[state->values[cell]], plan->places[cell]);
        if (shape)
            name_cell(shape, "fixed", cell);
    }
}

static void mark_fixtures(struct draw_scene *scene, const struct draw_state *state) {
    const struct draw_plan *plan = state->plan;
    size_t changed = 0;
    for (int pass = 0; pass < 2 && !plan->coarse; pass++) {
        for (size_t cell = 0; cell < plan->cells; cell++) {
            if (look_at(state, cell) != LOOK_LAMP || !draw_cell_changed(state->track, state->values, cell))
                continue;
            changed += pass == 0;
            if (pass == 1)
                name_cell(rect_at(scene, plan->places[cell], 0.94, 0.12, "mark"), "mark", cell);
        }
        if (!draw_worth_marking(changed, plan->cells))
            return;
    }
}

/* ---- Things */

static struct draw_shape *draw_piece(struct draw_scene *scene, const struct draw_piece *piece,
                                     struct draw_place at, bool in_ring) {
    struct draw_shape *shape = NULL;
    switch (in_ring && piece->look == LOOK_TILE ? LOOK_DISC : piece->look) {
    case LOOK_TILE: shape = rect_at(scene, at, 0.9, 0.14, piece->tone); break;
    case LOOK_DISC: shape = draw_add_circle(scene, at.x, at.y, in_ring ? 0.9 : 0.78, piece->tone, ""); break;
    case LOOK_PEG: return draw_add_circle(scene, at.x, at.y, 0.66, piece->tone, "");
    case LOOK_BOX: return rect_at(scene, at, 0.78, 0.06, piece->tone);
    case LOOK_PLAYER: return draw_add_path(scene, at.x, at.y, player, piece->tone, "");
    default: return rect_at(scene, at, 0.86, 0.08, piece->tone);
    }
    draw_label(scene, shape, piece->text);
    return shape;
}

static void draw_things(struct draw_scene *scene, const struct draw_state *state) {
    const struct draw_plan *plan = state->plan;
    for (size_t i = 0; i < state->things.count; i++) {
        const struct draw_thing *thing = &state->things.list[i];
        const bool block = draw_is_block(plan, thing);
        const struct draw_place at = plan->places[thing->cell];
        struct draw_shape *shape = block ? draw_block(scene, state, thing)
                                         : draw_piece(scene, &plan->pieces[thing->kind], at, plan->form == FORM_RING);
        snprintf(shape->key, sizeof shape->key, "%zu-%zu", thing->kind, thing->order);
        shape->cell = (long)thing->cell;
        if (block || plan->pieces[thing->kind].look != LOOK_BOX)
            continue;
        shape = draw_add_path(scene, at.x, at.y, "M-.39-.39L.39.39M-.39.39L.39-.39", "line", "");
        snprintf(shape->key, sizeof shape->key, "%zu-%zu-lid", thing->kind, thing->order);
    }
}

static void mark_things(struct draw_scene *scene, const struct draw_state *state) {
    const struct draw_plan *plan = state->plan;
    if (!draw_worth_marking(state->things.moved, state->things.count) || plan->coarse)
        return;
    if (draw_track_has_walker(plan, state->track))
        return; /* the trail ends there */
    for (size_t i = 0; i < state->things.count; i++) {
        const struct draw_thing *thing = &state->things.list[i];
        if (!thing->moved)
            continue;
        const struct draw_place at = plan->places[thing->cell];
        struct draw_shape *mark;
        if (draw_is_block(plan, thing))
            mark = draw_block_mark(scene, state, thing);
        else if (plan->form == FORM_RING || plan->pieces[thing->kind].look == LOOK_DISC
                 || plan->pieces[thing->kind].look == LOOK_PEG)
            mark = draw_add_circle(scene, at.x, at.y, 0.93, "mark", "");
        else
            mark = rect_at(scene, at, 0.93, 0.14, "mark");
        snprintf(mark->key, sizeof mark->key, "mark-%zu-%zu", thing->kind, thing->order);
    }
}

void draw_board(struct draw_scene *scene, const struct draw_state *state) {
    scene->width = state->plan->width;
    scene->height = state->plan->height;
    const bool graph = state->plan->form == FORM_RING; /* links end at the edge of a cell */
    if (graph)
        draw_links(scene, state);
    draw_ground(scene, state);
    draw_floors(scene, state);
    if (!graph)
        draw_links(scene, state);
    draw_goals(scene, state);
    draw_trail(scene, state);
    draw_fixtures(scene, state);
    draw_things(scene, state);
    mark_fixtures(scene, state);
    mark_things(scene, state);
    draw_cell_names(scene, state);
}
