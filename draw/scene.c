/* The scene of a state: reads the state, picks the form, remembers. */
#include "draw/forms.h"

#include <fewest/pictures.h>
#include <stdlib.h>
#include <string.h>

static void no_memory(fewest_error *error) {
    *error = (fewest_error){.status = FEWEST_SYSTEM};
    strcpy(error->message, "there is not enough memory for a picture");
    strcpy(error->text, error->message);
}

static void draw_values_of_state(struct draw_scene *scene, const struct draw_state *state) {
    const struct draw_plan *plan = state->plan;
    if (plan->cells) {
        switch (plan->form) {
        case FORM_WHEELS: draw_wheels(scene, state); break;
        case FORM_STACK: draw_stack(scene, state); break;
        case FORM_PEGS: draw_pegs(scene, state); break;
        default: draw_board(scene, state);
        }
    }
    draw_vars(scene, state);
}

/* Draws a board or vars; false: no memory. Takes the values. */
static bool draw_state(struct draw_scene *scene, const struct draw_plan *plan, uint16_t *values, size_t count,
                       struct draw_track *track) {
    struct draw_state state = {.plan = plan, .values = values, .track = track};
    if (!draw_find_things(plan, values, track, &state.things)) {
        fewest_free(values);
        return false;
    }
    draw_values_of_state(scene, &state);
    if (track)
        return draw_track_next(track, state.things, values, count);
    free(state.things.list);
    fewest_free(values);
    return true;
}

bool draw_pass(const struct draw_plan *plan, const char *state, struct draw_track *track, fewest_error *error) {
    size_t count = 0;
    struct draw_things things;
    if (plan->parts.is_string) {
        struct draw_scene *scene = draw_scene_of(plan, state, track, error);
        draw_scene_free(scene);
        return scene != NULL;
    }
    uint16_t *values = fewest_read_state(plan->puzzle, state, &count, error);
    if (!values)
        return false;
    if (draw_find_things(plan, values, track, &things)) {
        if (draw_track_next(track, things, values, count))
            return true;
    } else {
        fewest_free(values);
    }
    no_memory(error);
    return false;
}

struct draw_scene *draw_scene_of(const struct draw_plan *plan, const char *state, struct draw_track *track,
                                 fewest_error *error) {
    size_t count = 0;
    if (!state) { /* the library had no memory for its text */
        no_memory(error);
        return NULL;
    }
    uint16_t *values = fewest_read_state(plan->puzzle, state, &count, error);
    if (!values)
        return NULL;
    struct draw_scene *scene = draw_scene_create();
    bool drawn = false;
    if (!scene) {
        fewest_free(values);
    } else if (plan->parts.is_string) {
        fewest_free(values);
        draw_string(scene, state, track);
        drawn = true;
    } else {
        drawn = draw_state(scene, plan, values, count, track);
    }
    if (drawn && !scene->failed)
        return scene;
    draw_scene_free(scene);
    no_memory(error);
    return NULL;
}
