/* Scenes (draw/scene.h) as parts of answers. */
#ifndef WEB_SCENES_H
#define WEB_SCENES_H

#include "draw/scene.h"

/* The scene of a state as one value; null where it cannot be had. */
void write_scene(struct json *json, const struct draw_plan *plan, const char *state, struct draw_track *track);

/* The scene of a single state of a puzzle. */
void write_state_scene(struct json *json, const fewest_puzzle *puzzle, const char *state);

/* The scenes of all states of a solution, as an array; null where it would be larger than `most` bytes. */
void write_scenes(struct json *json, const fewest_puzzle *puzzle, fewest_answer *answer, size_t most);

#endif
