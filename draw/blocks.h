/* Blocks: several cells that are one thing, because a `draw` statement says so or because the rules only ever move them
 * together. */
#ifndef DRAW_BLOCKS_H
#define DRAW_BLOCKS_H

#include "draw/forms.h"

/* Adds the blocks of a state to its things, and takes their cells. false: no memory. */
bool draw_find_blocks(const struct draw_plan *plan, const uint16_t *values, bool *taken, struct draw_things *things);

static inline bool draw_is_block(const struct draw_plan *plan, const struct draw_thing *thing) {
    return thing->kind >= plan->parts.pieces;
}

/* The kinds of things that there are. */
static inline size_t draw_kinds(const struct draw_plan *plan) {
    return 2 * plan->parts.pieces + plan->parts.drawing_rules;
}

/* A block with its label; or its outline, a little larger, in the tone of a mark. */
struct draw_shape *draw_block(struct draw_scene *scene, const struct draw_state *state, const struct draw_thing *thing);
struct draw_shape *draw_block_mark(struct draw_scene *scene, const struct draw_state *state, const struct draw_thing *thing);

#endif
