/* Who is who. A thing that stands where one of its kind stood before is that one. Of those that are left, each is the
 * nearest that is missing; but where more are missing than new ones came, it is the farthest: then one has jumped
 * over others and taken them off. */
#include "draw/blocks.h"

#include <fewest/pictures.h>
#include <stdlib.h>
#include <string.h>

enum { NEAREST_AMONG = 1000 /* more than this are matched in reading order */ };

static double distance(const struct draw_plan *plan, size_t a, size_t b) {
    const double x = plan->places[a].x - plan->places[b].x, y = plan->places[a].y - plan->places[b].y;
    return x * x + y * y;
}

/* Gives every thing its order. `used` has a flag for each thing of the state before. */
static void match(const struct draw_plan *plan, const struct draw_track *track, const size_t *before_at, bool *used,
                  struct draw_things *things) {
    const struct draw_thing *before = track->things.list;
    size_t fresh = track->fresh, left = 0;
    for (size_t i = 0; i < things->count; i++) {
        struct draw_thing *thing = &things->list[i];
        const size_t known = before_at[thing->cell];
        thing->moved = !known || before[known - 1].kind != thing->kind;
        left += thing->moved;
        if (thing->moved)
            continue;
        thing->order = before[known - 1].order;
        used[known - 1] = true;
    }
    for (size_t i = 0; i < things->count; i++) {
        struct draw_thing *thing = &things->list[i];
        if (!thing->moved)
            continue;
        size_t missing = 0, come = 0, best = track->things.count;
        for (size_t j = i; j < things->count && left <= NEAREST_AMONG; j++)
            come += things->list[j].moved && things->list[j].kind == thing->kind;
        for (size_t j = 0; j < track->things.count && left <= NEAREST_AMONG; j++)
            missing += !used[j] && before[j].kind == thing->kind;
        for (size_t j = 0; j < track->things.count; j++) {
            if (used[j] || before[j].kind != thing->kind)
                continue;
            const bool farther = best < track->things.count
                && distance(plan, before[j].cell, thing->cell) > distance(plan, before[best].cell, thing->cell);
            if (best == track->things.count || farther == (missing > come))
                best = j;
            if (left > NEAREST_AMONG)
                break;
        }
        things->moved++;
        if (best < track->things.count)
            used[best] = true;
        thing->order = best < track->things.count ? before[best].order : fresh++;
    }
}

bool draw_find_things(const struct draw_plan *plan, const uint16_t *values, const struct draw_track *track,
                      struct draw_things *things) {
    const size_t kinds = draw_kinds(plan);
    const size_t before = track ? track->things.count : 0;
    *things = (struct draw_things){.list = calloc(plan->cells + 1, sizeof *things->list)};
    bool *taken = calloc(plan->cells + before + 1, sizeof *taken);
    size_t *numbers = calloc(plan->cells + kinds + 1, sizeof *numbers);
    const bool made = things->list && taken && numbers && draw_find_blocks(plan, values, taken, things);
    if (made) {
        for (size_t cell = 0; cell < plan->cells; cell++)
            if (!taken[cell] && draw_look_moves(plan->pieces[values[cell]].look))
                things->list[things->count++] = (struct draw_thing){.kind = values[cell], .cell = cell};
        if (track && track->begun) {
            for (size_t i = 0; i < before; i++)
                numbers[track->things.list[i].cell] = i + 1;
            match(plan, track, numbers, taken + plan->cells, things);
        } else {
            /* alone: numbered kind by kind in reading order */
            for (size_t i = 0; i < things->count; i++)
                things->list[i].order = numbers[things->list[i].kind]++;
        }
    } else {
        free(things->list);
        things->list = NULL;
    }
    free(taken);
    free(numbers);
    return made;
}

struct draw_track *draw_track_create(void) { return calloc(1, sizeof(struct draw_track)); }

static void free_letters(struct draw_track *track) {
    for (size_t i = 0; i < track->letter_count; i++)
        free(track->letters[i]);
    free(track->letters);
    free(track->orders);
}

void draw_track_free(struct draw_track *track) {
    if (!track)
        return;
    free_letters(track);
    fewest_free(track->values);
    free(track->things.list);
    free(track->trail);
    free(track);
}

/* The trail goes on as long as one thing moves, always the same. */
static bool go_on(struct draw_track *track, const struct draw_things *things) {
    const struct draw_thing *mover = NULL;
    if (track->trail_broken || things->count == 0)
        return true;
    if (!track->begun) {
        track->trail_broken = things->count != 1;
        mover = things->list;
    }
    for (size_t i = 0; i < things->count && track->begun; i++)
        if (things->list[i].moved)
            mover = &things->list[i];
    track->trail_broken |= things->moved > 1 || (track->begun && things->count != track->things.count);
    if (!mover || track->trail_broken)
        return true;
    if (track->trail_length == track->trail_room) {
        const size_t room = track->trail_room ? 2 * track->trail_room : 16;
        size_t *trail = realloc(track->trail, room * sizeof *trail);
        if (!trail)
            return false;
        track->trail = trail;
        track->trail_room = room;
    }
    track->trail[track->trail_length++] = mover->cell;
    return true;
}

bool draw_track_next(struct draw_track *track, struct draw_things things, uint16_t *values, size_t count) {
    const bool done = go_on(track, &things);
    for (size_t i = 0; i < things.count; i++)
        if (things.list[i].order >= track->fresh)
            track->fresh = things.list[i].order + 1;
    free(track->things.list);
    fewest_free(track->values);
    track->things = things;
    track->values = values;
    track->count = count;
    track->begun = true;
    return done;
}

bool draw_cell_changed(const struct draw_track *track, const uint16_t *values, size_t cell) {
    return track && track->begun && track->values && cell < track->count && track->values[cell] != values[cell];
}

bool draw_track_has_walker(const struct draw_plan *plan, const struct draw_track *track) {
    if (track->trail_broken || track->trail_length == 0 || track->things.count != 1)
        return false;
    const size_t kind = track->things.list[0].kind;
    return kind < plan->parts.pieces && plan->pieces[kind].look == LOOK_PLAYER;
}

bool draw_worth_marking(size_t changed, size_t all) { return changed > 0 && (changed <= 2 || changed < all); }
