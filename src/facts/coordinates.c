/* Which labels make good coordinates: only the numbers of arrangements decide, and these the group knows without making any. */
#include "facts/coordinates.h"

#include "facts/blocks.h"

#include "space/space.h"

#include <string.h>

enum {
    COLUMN = 8192, /* values that small coordinates are put together to, at most */
    FITTING = 4096, /* values that are right for the last coordinate */
    MOST_LABEL_SETS = 1 << 20,
    MOST_PAIRS = 512, /* of pieces that look alike: whether one can stand for the other may take long to say */
    WORK = 1 << 16,   /* such a question, or a number of arrangements */
};

/* Labels, and how many arrangements moves make of them. */
struct view {
    uint8_t labels[FEW_GROUP_POINTS];
    uint64_t size; /* 0: too hard to say, or more than 64 bits can hold */
};

struct finder {
    const struct few_orbit *orbit;
    struct few_coordinates *found;
    uint32_t points;
    uint32_t pieces[FEW_GROUP_POINTS]; /* of the first state */
    uint8_t kind[FEW_GROUP_POINTS];    /* the lowest point whose piece cannot be told from this one's */
    uint8_t lowest[FEW_GROUP_POINTS];  /* point of the orbit of each point */
    struct view view[FEW_MOST_COORDINATES];
    uint32_t views;
    bool whole;                        /* orbits are not split */
    struct few_coordinates_wish *wish;
};

static bool fail(const struct finder *f, const char *why) {
    f->wish->why = why;
    return false;
}

static bool fail_memory(const struct finder *f) {
    f->wish->no_memory = true;
    return fail(f, "there is not enough memory for their tables");
}

static uint64_t arrangements(const struct finder *f, const uint8_t *labels) {
    uint32_t pieces[FEW_GROUP_POINTS];
    for (uint32_t p = 0; p < f->points; p++)
        pieces[p] = labels[p];
    return few_group_orbit(f->orbit->group, pieces);
}

static bool go_on(const struct finder *f) {
    return few_go_on(f->found->memory, WORK) || fail(f, "there is not enough time to look for them");
}

/* ---- Pieces */

/* Whether moves can put the first point's piece where the second one's is, and everything else is as before. */
static bool can_stand_for(const struct finder *f, uint32_t a, uint32_t b) {
    uint32_t from[FEW_GROUP_POINTS], to[FEW_GROUP_POINTS];
    for (uint32_t p = 0; p < f->points; p++) {
        from[p] = 2 * f->pieces[p] + (p == a);
        to[p] = 2 * f->pieces[p] + (p == b);
    }
    return few_group_leads(f->orbit->group, from, to) != FEW_GROUP_NO;
}

/* Pieces that look the same but are never in each other's place, as long as all looks the same, may have labels of their own: the stickers
 * of a cube are told apart by the stickers beside them. Most often that is true of all of them. */
static bool tell_pieces_apart(struct finder *f) {
    for (uint32_t p = 0; p < f->points; p++)
        f->kind[p] = (uint8_t)p;
    f->found->states = few_group_orbit(f->orbit->group, f->pieces);
    if (f->found->states == 0)
        return fail(f, "there are more than 2^64 states, or how many is too hard to say");
    if (f->found->states < f->wish->least || f->found->states > f->wish->most)
        return fail(f, "that many states are not worth it");
    if (arrangements(f, f->kind) == f->found->states)
        return true;
    uint32_t pairs = 0;
    for (uint32_t p = 0; p < f->points; p++)
        for (uint32_t q = 0; q < p && f->kind[p] == p; q++) {
            if (f->pieces[p] != f->pieces[q] || f->lowest[p] != f->lowest[q])
                continue;
            if (pairs++ == MOST_PAIRS)
                return fail(f, "too many pieces look alike");
            if (!go_on(f))
                return false;
            if (can_stand_for(f, q, p))
                f->kind[p] = f->kind[q];
        }
    return true;
}

/* ---- Blocks */

/* Pieces that are alike have the same label. */
static void join_alike(const struct finder *f, uint8_t *labels) {
    for (uint32_t p = 0; p < f->points; p++) {
        const uint8_t a = labels[p], b = labels[f->kind[p]];
        for (uint32_t q = 0; q < f->points && a != b; q++)
            labels[q] = labels[q] == a || labels[q] == b ? (a < b ? a : b) : labels[q];
    }
}

/* Whether two views together tell all pieces of an orbit apart that are not alike. */
static bool tell_all(const struct finder *f, uint8_t first, const struct view *two) {
    for (uint32_t p = 0; p < f->points; p++)
        for (uint32_t q = 0; q < p && f->lowest[p] == f->lowest[first]; q++)
            if (f->lowest[q] == f->lowest[p] && f->kind[q] != f->kind[p] && two[0].labels[p] == two[0].labels[q] &&
                two[1].labels[p] == two[1].labels[q])
                return false;
    return true;
}

/* Blocks that are alike are numbered as the lowest of them is. */
static void number_alike(const struct finder *f, const uint8_t *block, uint8_t *labels) {
    uint8_t before[FEW_GROUP_POINTS];
    memcpy(before, labels, sizeof before);
    for (uint32_t p = 0; p < f->points; p++) {
        uint32_t best = p;
        for (uint32_t q = 0; q < f->points; q++)
            best = f->kind[q] == f->kind[p] && block[q] < block[best] ? q : best;
        labels[p] = before[best];
    }
}

/* Two views instead of one, for these blocks; whether that is a gain. */
static bool split(const struct finder *f, uint8_t first, const uint8_t *block, const struct view *whole, struct view *two) {
    for (uint32_t p = 0; p < FEW_GROUP_POINTS; p++)
        two[0].labels[p] = p < f->points && f->lowest[p] == f->lowest[first] ? (uint8_t)(block[p] + 1) : 0;
    join_alike(f, two[0].labels);
    two[0].size = arrangements(f, two[0].labels);
    if (two[0].size < 2 || two[0].size > FEW_COORDINATE_VALUES)
        return false;
    few_blocks_number(f->points, (const few_permutation *)f->found->move, f->found->moves, first, block, two[1].labels);
    number_alike(f, block, two[1].labels);
    join_alike(f, two[1].labels);
    two[1].size = arrangements(f, two[1].labels);
    if (two[1].size < 2 || two[1].size > FEW_COORDINATE_VALUES || !tell_all(f, first, two))
        return false;
    return two[0].size * two[1].size == whole->size || whole->size == 0 || whole->size > FEW_COORDINATE_VALUES;
}

static uint64_t larger(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

/* ---- Views */

static bool add_view(struct finder *f, const struct view *view) {
    if (view->size == 1)
        return true;
    if (f->views == FEW_MOST_COORDINATES)
        return fail(f, "there are too many parts that move by themselves");
    if (view->size == 0 || view->size > FEW_COORDINATE_VALUES)
        return fail(f, "a part of the cells has too many arrangements, and no blocks that would make them fewer");
    f->view[f->views++] = *view;
    return true;
}

static bool add_orbit(struct finder *f, uint8_t first) {
    struct view whole = {.size = 0}, best[2] = {{.size = 0}}, two[2]; /* best: none yet */
    for (uint32_t p = 0; p < f->points; p++)
        whole.labels[p] = f->lowest[p] == first ? (uint8_t)(f->kind[p] + 1) : 0;
    whole.size = arrangements(f, whole.labels);
    for (uint32_t p = first + 1u; p < f->points && !f->whole; p++) {
        uint8_t block[FEW_GROUP_POINTS];
        if (f->lowest[p] != first)
            continue;
        if (!go_on(f))
            return false;
        few_blocks_find(f->points, (const few_permutation *)f->found->move, f->found->moves, first, (uint8_t)p, block);
        if (!split(f, first, block, &whole, two))
            continue;
        const uint64_t product = two[0].size * two[1].size, least = best[0].size * best[1].size;
        if (least == 0 || product < least ||
            (product == least && larger(two[0].size, two[1].size) < larger(best[0].size, best[1].size)))
            memcpy(best, two, sizeof two);
    }
    return best[0].size ? add_view(f, &best[0]) && add_view(f, &best[1]) : add_view(f, &whole);
}

/* The labels of both. */
static struct view both(const struct finder *f, const struct view *a, const struct view *b) {
    struct view joint = {.size = 0};
    uint8_t next = 1;
    for (uint32_t p = 0; p < f->points; p++) {
        for (uint32_t q = 0; q < p && !joint.labels[p]; q++)
            if (a->labels[p] == a->labels[q] && b->labels[p] == b->labels[q])
                joint.labels[p] = joint.labels[q];
        if (!joint.labels[p] && (a->labels[p] || b->labels[p]))
            joint.labels[p] = next++;
    }
    joint.size = arrangements(f, joint.labels);
    return joint;
}

static void replace_two(struct finder *f, uint32_t a, uint32_t b, const struct view *joint) {
    f->view[a] = *joint;
    f->view[b] = f->view[--f->views];
}

/* Joins the two views that tell the most of each other; false: no two views of which the joint one is small enough do. */
static bool join_dependent(struct finder *f) {
    struct view best = {.size = 0};
    uint32_t best_a = 0, best_b = 0;
    uint64_t most = 1;
    for (uint32_t b = 1; b < f->views; b++)
        for (uint32_t a = 0; a < b; a++) {
            const struct view joint = both(f, &f->view[a], &f->view[b]);
            const uint64_t product = f->view[a].size * f->view[b].size;
            if (joint.size == 0 || joint.size > FEW_COORDINATE_VALUES || product / joint.size <= most)
                continue;
            best = joint;
            best_a = a;
            best_b = b;
            most = product / joint.size;
        }
    if (best.size)
        replace_two(f, best_a, best_b, &best);
    return best.size != 0;
}

/* Joins the two smallest; false: that would be too large. */
static bool join_small(struct finder *f) {
    uint32_t a = 0, b = 1;
    if (f->views < 3)
        return false;
    for (uint32_t n = 0; n < f->views; n++)
        if (f->view[n].size < f->view[a].size)
            a = n;
    b = a == 0;
    for (uint32_t n = 0; n < f->views; n++)
        if (n != a && f->view[n].size < f->view[b].size)
            b = n;
    if (f->view[a].size * f->view[b].size > COLUMN)
        return false;
    const struct view joint = both(f, &f->view[a], &f->view[b]);
    if (joint.size == 0 || joint.size > COLUMN)
        return false;
    replace_two(f, a, b, &joint);
    return true;
}

/* Of the numbers of values; 0: more than 64 bits can hold. */
static uint64_t product_of(const struct finder *f) {
    uint64_t product = 1;
    for (uint32_t n = 0; n < f->views; n++)
        if (__builtin_mul_overflow(product, f->view[n].size, &product))
            return 0;
    return product;
}

/* The view whose size is the nearest to what fits a cache goes to the end. */
static void choose_last(struct finder *f) {
    uint32_t best = 0;
    uint64_t least = UINT64_MAX;
    for (uint32_t n = 0; n < f->views; n++) {
        const uint64_t size = f->view[n].size, away = size < FITTING ? UINT64_C(64) * FITTING / size : 64 * size / FITTING;
        if (away < least) {
            least = away;
            best = n;
        }
    }
    const struct view last = f->view[best];
    f->view[best] = f->view[f->views - 1];
    f->view[f->views - 1] = last;
}

static bool find_views(struct finder *f) {
    for (uint32_t p = 0; p < f->points; p++)
        if (f->lowest[p] == p && !add_orbit(f, (uint8_t)p))
            return false;
    if (f->views == 0)
        return fail(f, "no move changes anything");
    while (product_of(f) != f->found->states && join_dependent(f))
        if (!go_on(f))
            return false;
    while (!f->whole && join_small(f))
        if (!go_on(f))
            return false;
    f->found->product = product_of(f);
    if (f->found->product == 0)
        return fail(f, "there are too many states");
    if (f->wish->ratio < f->found->product / f->found->states + (f->found->product % f->found->states != 0))
        return fail(f, "too many combinations of coordinates are no states");
    choose_last(f);
    return true;
}

/* ---- The proof */

/* All labels of the first state together, as digits. */
static void join_labels(const struct few_coordinates *found, uint32_t *key) {
    for (uint32_t p = 0; p < found->points; p++) {
        key[p] = 0;
        for (uint32_t n = 0; n < found->count; n++)
            key[p] = key[p] * found->coordinate[n].radix + found->coordinate[n].labels[p];
    }
}

static bool choose_radices(struct finder *f) {
    struct few_coordinates *found = f->found;
    uint64_t sets = 1;
    for (uint32_t n = 0; n < found->count && sets <= MOST_LABEL_SETS; n++) {
        struct few_coordinate *coordinate = &found->coordinate[n];
        coordinate->radix = 1;
        for (uint32_t p = 0; p < f->points; p++)
            if (coordinate->labels[p] >= coordinate->radix)
                coordinate->radix = coordinate->labels[p] + 1u;
        sets *= coordinate->radix;
    }
    found->label_sets = sets;
    return sets <= MOST_LABEL_SETS || fail(f, "too many labels would be needed");
}

static bool prove(struct finder *f) {
    struct few_coordinates *found = f->found;
    uint32_t key[FEW_GROUP_POINTS];
    if (!choose_radices(f))
        return false;
    found->point_of_labels = few_alloc(found->memory, found->label_sets * sizeof *found->point_of_labels);
    if (!found->point_of_labels)
        return fail_memory(f);
    memset(found->point_of_labels, 0xff, found->label_sets * sizeof *found->point_of_labels);
    join_labels(found, key);
    for (uint32_t p = 0; p < f->points; p++) {
        uint16_t *point = &found->point_of_labels[key[p]];
        if (*point == UINT16_MAX)
            *point = (uint16_t)p;
        if (f->pieces[*point] != f->pieces[p])
            return fail(f, "labels do not tell all pieces apart");
    }
    return few_group_orbit(f->orbit->group, key) == found->states || fail(f, "labels tell pieces apart that are alike");
}

/* ---- All of it */

static bool tabulate(struct finder *f) {
    struct few_coordinates *found = f->found;
    for (uint32_t n = 0; n < f->views; n++)
        memcpy(found->coordinate[n].labels, f->view[n].labels, sizeof f->view[n].labels);
    found->count = f->views;
    if (!prove(f))
        return false;
    for (uint32_t n = 0; n < found->count; n++)
        if (!few_coordinate_tabulate(found, &found->coordinate[n], (uint32_t)f->view[n].size, n + 1 == found->count))
            return few_go_on(found->memory, 0) ? fail_memory(f) : fail(f, "there is not enough time for their tables");
    return true;
}

static bool find(struct finder *f) {
    const struct few_coordinates *found = f->found;
    few_points_join(f->points, (const few_permutation *)found->move, found->moves, f->lowest);
    return tell_pieces_apart(f) && find_views(f) && tabulate(f);
}

/* Whether whole orbits are worth tables of where each move leads: they are other coordinates, and of the sizes that are wanted. */
static bool is_other(const struct finder *f, const struct few_coordinates *split) {
    uint64_t values = 0;
    bool same = f->views == split->count;
    for (uint32_t n = 0; n < f->views; n++) {
        same = same && f->view[n].size == split->coordinate[n].values;
        values += f->view[n].size;
    }
    return !same && f->views > 1 && f->view[f->views - 1].size >= f->wish->whole.column &&
           values * split->moves / f->wish->whole.entries <= split->states / FEW_WHOLE_STATES;
}

/* The same states by orbits that are not split; nothing where these are too large, or there is no memory. */
static void find_whole(const struct finder *f, const uint64_t *state) {
    struct few_coordinates *split = f->wish->found;
    struct few_coordinates_wish wish = *f->wish;
    struct finder whole = *f;
    bool too_many;
    whole.whole = true;
    whole.views = 0;
    whole.wish = &wish;
    whole.found = few_coordinates_create(split->memory, f->orbit, state, wish.backward, &too_many);
    if (whole.found)
        whole.found->states = split->states;
    const bool is_wanted = whole.found && find_views(&whole) && is_other(&whole, split), good = is_wanted && tabulate(&whole);
    f->wish->no_memory = !whole.found || wish.no_memory;
    if (good)
        split->whole = whole.found;
    else
        few_coordinates_free(whole.found);
}

void few_coordinates_find(struct few_memory *memory, const struct few_orbit *orbit, const uint64_t *state,
                          struct few_coordinates_wish *wish) {
    struct finder f = {.orbit = orbit, .points = orbit->points, .wish = wish};
    bool too_many;
    wish->found = NULL;
    if (!orbit->whole) {
        fail(&f, "its moves do more than to permute, or ask for something");
        return;
    }
    f.found = few_coordinates_create(memory, orbit, state, wish->backward, &too_many);
    if (!f.found) {
        if (too_many)
            fail(&f, "there are too many moves");
        else
            fail_memory(&f);
        return;
    }
    for (uint32_t p = 0; p < f.points; p++)
        f.pieces[p] = few_field_get(state, orbit->field[p]);
    if (!find(&f)) {
        few_coordinates_free(f.found);
        return;
    }
    wish->found = f.found;
    if (wish->whole.entries)
        find_whole(&f, state);
}
