/* Pictures of states: a scene is a list of shapes. This one place decides the geometry; what writes a scene (SVG
 * here, the page in a browser) only has to know rectangles, circles, lines, paths and text.
 *
 * A plan is made once for a puzzle, from the form of its board and from its `draw` statements:
 *
 *     struct draw_plan *plan = draw_plan_create(puzzle);
 *     struct draw_track *track = draw_track_create();
 *     for (each state of a solution)
 *         struct draw_scene *scene = draw_scene_of(plan, state, track, &error);
 *
 * The track remembers who is who from one state to the next, so that a thing keeps its key when it moves and what
 * moved is marked; without it a scene stands alone. */
#ifndef DRAW_SCENE_H
#define DRAW_SCENE_H

#include <fewest.h>
#include <stdio.h>

#include "json/json.h"

enum draw_kind { DRAW_RECT, DRAW_CIRCLE, DRAW_TEXT, DRAW_LINE, DRAW_PATH };

enum { DRAW_KEY = 56, DRAW_TONE = 12 };

/* In cells: one cell of a board is 1 x 1. */
struct draw_shape {
    enum draw_kind kind;
    char key[DRAW_KEY]; /* of the thing that is shown: the same in all scenes of a track, and only once in each */
    double x, y;        /* rect: top left; circle, text: centre; line: one end; path: its points count from here */
    double w, h;        /* circle: w is the diameter; line: to the other end; text: the room it has; path: that of its label */
    double round;       /* radius of the corners of a rect */
    double size;        /* of the letters of a label */
    char tone[DRAW_TONE]; /* board cell wall floor hole goal mark path ink faint lit 0 … 11 sticker-0 … sticker-5 */
    char *label;        /* text in the middle; NULL: none */
    char *points;       /* of a path, as in the attribute `d` of SVG */
    long cell;          /* the cell of the board that it shows; -1: none */
};

struct draw_scene {
    double width, height;
    struct draw_shape *shapes; /* in the order in which they are painted */
    size_t count, room;
    struct draw_shape spare; /* what is written to after that */
    bool failed; /* memory was refused; never true of a scene that was given out */
};

struct draw_plan;
struct draw_track;

/* NULL: no memory. The puzzle must outlive the plan and keep its goal. */
struct draw_plan *draw_plan_create(const fewest_puzzle *puzzle);
void draw_plan_free(struct draw_plan *plan);

/* The drawing of the goal as a state, to be freed. `whole`: it says what is in every cell; where it does not, the state has what never
 * moves there in `start` (the pieces of its cells; NULL: none is known), else an empty cell. NULL: there is no such state, or no memory. */
char *draw_goal_state(const struct draw_plan *plan, const uint16_t *start, bool *whole);

struct draw_track *draw_track_create(void); /* NULL: no memory */
void draw_track_free(struct draw_track *track);

/* The scene of a state as it is written after `start`; `track` may be NULL. NULL: see *error. */
struct draw_scene *draw_scene_of(const struct draw_plan *plan, const char *state, struct draw_track *track,
                                 fewest_error *error);
/* The same without the scene, for a state that is only passed. */
bool draw_pass(const struct draw_plan *plan, const char *state, struct draw_track *track, fewest_error *error);
void draw_scene_free(struct draw_scene *scene);

/* As one value of a JSON text:
 * {"width":3.2,"height":3.2,"shapes":[{"kind":"rect","key":"cell-0","x":…,"y":…,"w":…,"h":…,"tone":"cell","cell":0,
 * "round":0.1},…]}; "label" and "size", "points", "cell", "round" where there are any. */
void draw_scene_json(struct json *json, const struct draw_scene *scene);

#endif
