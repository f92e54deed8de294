/* The things on a board, and who is who from one state to the next. */
#ifndef DRAW_TRACK_H
#define DRAW_TRACK_H

#include "draw/plan.h"

/* A piece that moves about, or a block of several cells. */
struct draw_thing {
    size_t kind;  /* the piece; from the number of pieces on: a block, by `draw` statement, then by its first piece */
    size_t cell;  /* its first cell */
    size_t order; /* with `kind` this names the thing, as long as the track goes */
    bool moved;
};

struct draw_things {
    struct draw_thing *list;
    size_t count;
    size_t moved;
};

struct draw_track {
    bool begun;
    uint16_t *values; /* of the state before; NULL where it was a string */
    size_t count;
    struct draw_things things;
    size_t fresh;    /* order of the next thing that was not there before */
    size_t *trail;   /* cells of the one thing that moves, from the first on */
    size_t trail_length, trail_room;
    bool trail_broken; /* something else moved, too */
    char **letters;  /* of a string: its characters and their orders */
    size_t *orders;
    size_t letter_count;
};

/* The things of a state, in reading order; `track` (or NULL) knows those of the state before. false: no memory. */
bool draw_find_things(const struct draw_plan *plan, const uint16_t *values, const struct draw_track *track,
                      struct draw_things *things);

/* Ends a scene: the state becomes the one before. Takes `things` and `values`, also where it fails. */
bool draw_track_next(struct draw_track *track, struct draw_things things, uint16_t *values, size_t count);

/* Whether the piece of a cell is another than in the state before. */
bool draw_cell_changed(const struct draw_track *track, const uint16_t *values, size_t cell);

/* Whether all that happened is that one player moved about. */
bool draw_track_has_walker(const struct draw_plan *plan, const struct draw_track *track);

/* Whether it is worth marking what changed: not where all of many did. */
bool draw_worth_marking(size_t changed, size_t all);

#endif
