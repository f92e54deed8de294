/* The floor under the pieces. Walls are drawn as the pieces they are, the second kind is plain ground; any other kind looks as a
 * `draw` statement says, or has its own word written on the ground. */
#include "draw/forms.h"

#include <stdio.h>

static struct draw_shape *draw_kind(struct draw_scene *scene, const struct draw_piece *kind, struct draw_place at) {
    switch (kind->look) {
    case LOOK_NONE: return NULL;
    case LOOK_HOLE: return draw_add_circle(scene, at.x, at.y, 0.8, "hole", "");
    case LOOK_DISC:
    case LOOK_PEG:
    case LOOK_LAMP: return draw_add_circle(scene, at.x, at.y, 0.5, kind->tone, "");
    case LOOK_FLOOR: return draw_add_text(scene, at.x, at.y, 0.8, 0.5, kind->text, "faint", "");
    default: return draw_add_rect(scene, at.x - 0.47, at.y - 0.47, 0.94, 0.94, 0.1, kind->tone, "");
    }
}

void draw_floors(struct draw_scene *scene, const struct draw_state *state) {
    const struct draw_plan *plan = state->plan;
    for (size_t cell = 0; plan->parts.floor && cell < plan->cells && !plan->coarse; cell++) {
        const bool marked = plan->parts.goal && plan->parts.goal[cell] < plan->parts.pieces; /* as a goal: that says enough */
        if (marked && plan->kinds[plan->parts.floor[cell]].look == LOOK_FLOOR)
            continue;
        struct draw_shape *shape = draw_kind(scene, &plan->kinds[plan->parts.floor[cell]], plan->places[cell]);
        if (!shape)
            continue;
        snprintf(shape->key, sizeof shape->key, "floor-%zu", cell);
        shape->cell = (long)cell;
    }
}
