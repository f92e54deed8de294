/* The forms in which a state is drawn. Each adds its shapes to the scene and sets its size. */
#ifndef DRAW_FORMS_H
#define DRAW_FORMS_H

#include "draw/shapes.h"
#include "draw/track.h"

/* A state while it is drawn. */
struct draw_state {
    const struct draw_plan *plan;
    const uint16_t *values; /* cells, then vars */
    struct draw_things things;
    const struct draw_track *track; /* the state before, or NULL */
};

void draw_board(struct draw_scene *scene, const struct draw_state *state);
void draw_wheels(struct draw_scene *scene, const struct draw_state *state);
void draw_stack(struct draw_scene *scene, const struct draw_state *state);
void draw_pegs(struct draw_scene *scene, const struct draw_state *state);

/* Part of a board: what lies under the pieces. */
void draw_floors(struct draw_scene *scene, const struct draw_state *state);

/* Below what is there already. */
void draw_vars(struct draw_scene *scene, const struct draw_state *state);

/* A string needs no values: its characters are taken from its text. */
void draw_string(struct draw_scene *scene, const char *text, struct draw_track *track);

#endif
