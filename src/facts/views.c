#include "facts/views.h"

#include "facts/blocks.h"

#include <string.h>

enum {
    MOST_RATIO = 4, /* combinations for each one that moves come to */
    WORK = 1 << 16, /* to count arrangements */
};

struct finder {
    struct few_views *views;
    const struct few_pieces *pieces;
    const struct few_orbit *orbit;
    struct few_memory *memory;
    uint64_t most;
};

/* The blocks of one orbit. */
struct part {
    uint8_t first;
    uint32_t blocks, size;
    bool by_point; /* turns are too many for a coordinate: positions are those of points */
    uint8_t block[FEW_GROUP_POINTS]; /* their lowest points */
};

/* How many arrangements moves make of labels; 0: it is not known. */
static uint64_t arrangements(const struct finder *f, const uint32_t *labels) {
    return few_group_orbit(f->orbit->group, labels);
}

/* Points that are alike have the same label. */
static void make_readable(const struct finder *f, uint8_t *labels) {
    for (uint32_t p = 0; p < f->pieces->points; p++) {
        const uint8_t a = labels[p], b = labels[f->pieces->alike[p]];
        for (uint32_t q = 0; q < f->pieces->points && a != b; q++)
            labels[q] = labels[q] == a || labels[q] == b ? (a < b ? a : b) : labels[q];
    }
}

/* Fills in the size; 0: not known, or too large for a coordinate. */
static void measure(const struct finder *f, struct few_view *view) {
    uint32_t labels[FEW_GROUP_POINTS];
    make_readable(f, view->labels);
    for (uint32_t p = 0; p < f->pieces->points; p++)
        labels[p] = view->labels[p];
    const uint64_t size = arrangements(f, labels);
    view->size = size <= FEW_COORDINATE_VALUES ? (uint32_t)size : 0;
}

/* Where `count` of the blocks are, from one of them on, or how they lie as well; all others are the same. */
static struct few_view positions(const struct finder *f, const struct part *part, uint32_t from, uint32_t count) {
    struct few_view view = {.size = 0};
    uint8_t next = 2;
    for (uint32_t p = 0; p < f->pieces->points; p++)
        for (uint32_t b = 0; b < part->blocks; b++) {
            const bool counts = b >= from && b < from + count;
            if (f->pieces->block[p] == part->block[b])
                view.labels[p] = !counts ? 1 : part->by_point ? next++ : (uint8_t)(b - from + 2);
        }
    measure(f, &view);
    return view;
}

static struct few_view turns(const struct finder *f, const struct part *part, const struct few_coordinates *moves) {
    struct few_view view = {.size = 0};
    few_blocks_number(f->pieces->points, (const few_permutation *)moves->move, moves->moves, part->first, f->pieces->block, view.labels);
    measure(f, &view);
    return view;
}

/* ---- Products */

static bool has_view(const struct few_view_product *product, uint32_t view) {
    for (uint32_t n = 0; n < product->count; n++)
        if (product->views[n] == view)
            return true;
    return false;
}

/* Adds a view, if there is room, and if most combinations of it are ever met. */
static bool extend(const struct finder *f, struct few_view_product *product, uint32_t view) {
    uint32_t labels[FEW_GROUP_POINTS];
    uint64_t size;
    if (has_view(product, view))
        return true;
    if (product->count == FEW_PRODUCT_VIEWS || __builtin_mul_overflow(product->size, (uint64_t)f->views->view[view].size, &size) ||
        size > f->most)
        return false;
    for (uint32_t p = 0; p < f->pieces->points; p++) {
        labels[p] = f->views->view[view].labels[p];
        for (uint32_t n = 0; n < product->count; n++)
            labels[p] = labels[p] << 8 | f->views->view[product->views[n]].labels[p];
    }
    const uint64_t states = arrangements(f, labels);
    if (states <= product->states || size / MOST_RATIO > states)
        return false;
    product->views[product->count++] = view;
    product->size = size;
    product->states = states;
    return true;
}

static void add_product(struct few_views *views, const struct few_view_product *product) {
    if (views->products < FEW_MOST_PRODUCTS)
        views->product[views->products++] = *product;
}

static struct few_view_product product_of(const struct few_views *views, uint32_t view) {
    const uint64_t size = views->view[view].size;
    return (struct few_view_product){.views = {view}, .count = 1, .size = size, .states = size};
}

/* The number of the view; FEW_MOST_VIEWS: there is no room for it, or it says nothing. */
static uint32_t add_view(struct few_views *views, const struct few_view *view) {
    if (views->count == FEW_MOST_VIEWS || view->size < 2)
        return FEW_MOST_VIEWS;
    views->view[views->count] = *view;
    return views->count++;
}

/* Puts together what goes together, the smallest first. */
static void join_products(const struct finder *f) {
    struct few_views *views = f->views;
    for (bool joined = true; joined && views->products > 1;) {
        uint32_t a = 0, b = 1;
        for (uint32_t n = 0; n < views->products; n++)
            a = views->product[n].size < views->product[a].size ? n : a;
        b = a == 0;
        for (uint32_t n = 0; n < views->products; n++)
            b = n != a && views->product[n].size < views->product[b].size ? n : b;
        struct few_view_product both = views->product[a];
        joined = true;
        for (uint32_t n = 0; joined && n < views->product[b].count; n++)
            joined = extend(f, &both, views->product[b].views[n]);
        if (joined) {
            views->product[a] = both;
            views->product[b] = views->product[--views->products];
        }
    }
}

/* ---- One orbit */

/* How many blocks a view of positions has room for, so that there is also room for so many turns. More blocks never have fewer positions. */
static uint32_t blocks_that_fit(const struct finder *f, const struct part *part, uint64_t with) {
    uint32_t count = 0;
    for (; count < part->blocks; count++) {
        const struct few_view view = positions(f, part, 0, count + 1);
        if (!view.size || view.size > f->most / with || !few_go_on(f->memory, WORK))
            break;
    }
    return count;
}

/* A product of the positions of some blocks from one of them on, and of the next ones as far as these go with them. Returns how many blocks it
 * has. */
static uint32_t add_positions(const struct finder *f, const struct part *part, uint32_t from, uint32_t count, uint32_t turn) {
    struct few_views *views = f->views;
    const struct few_view view = positions(f, part, from, count);
    const uint32_t first = add_view(views, &view), rest = part->blocks - from - count;
    if (first == FEW_MOST_VIEWS)
        return count;
    struct few_view_product product = product_of(views, first);
    if (turn < FEW_MOST_VIEWS)
        extend(f, &product, turn);
    for (uint32_t more = count < rest ? count : rest; turn == FEW_MOST_VIEWS && more > 0; more--) {
        const struct few_view next = positions(f, part, from + count, more);
        const uint32_t second = add_view(views, &next);
        if (second == FEW_MOST_VIEWS)
            continue;
        if (extend(f, &product, second)) {
            count += more;
            break;
        }
        views->count--;
    }
    add_product(views, &product);
    return count;
}

/* Products of all blocks of an orbit: as few as there are of the size of the first, so that some blocks may be in two. */
static bool view_orbit(const struct finder *f, struct part *part, const struct few_coordinates *moves) {
    struct few_views *views = f->views;
    const struct few_view turned = turns(f, part, moves);
    const uint32_t turn = part->size > 1 && turned.size <= f->most ? add_view(views, &turned) : FEW_MOST_VIEWS;
    part->by_point = part->size > 1 && turned.size == 0;
    const uint32_t fit = blocks_that_fit(f, part, turn < FEW_MOST_VIEWS ? turned.size : 1);
    if (!few_go_on(f->memory, WORK * UINT64_C(16)))
        return false;
    if (fit == 0 || positions(f, part, 0, fit).size == 1) { /* nothing is exchanged */
        if (turn < FEW_MOST_VIEWS) {
            const struct few_view_product product = product_of(views, turn);
            add_product(views, &product);
        }
        return true;
    }
    const uint32_t wide = add_positions(f, part, 0, fit, turn), windows = (part->blocks + wide - 1) / wide;
    for (uint32_t n = 1; n < windows; n++)
        add_positions(f, part, n * (part->blocks - wide) / (windows - 1), fit, turn);
    return few_go_on(f->memory, WORK * UINT64_C(16));
}

bool few_views_find(struct few_views *views, const struct few_pieces *pieces, const struct few_orbit *orbit, struct few_memory *memory,
                    const struct few_coordinates *moves, uint64_t most) {
    const struct finder f = {views, pieces, orbit, memory, most};
    *views = (struct few_views){.count = 0};
    for (uint32_t b = 0, next; b < pieces->homes.blocks; b = next) {
        const struct few_homes *homes = &pieces->homes;
        struct part part = {.first = homes->order[homes->first[b]], .size = (uint32_t)homes->first[b + 1] - homes->first[b]};
        for (next = b; next < homes->blocks && homes->kind[next] == homes->kind[b]; next++) {
            const uint8_t block = pieces->block[homes->order[homes->first[next]]];
            uint32_t at = part.blocks++;
            for (; at > 0 && part.block[at - 1] > block; at--)
                part.block[at] = part.block[at - 1];
            part.block[at] = block;
        }
        if (!view_orbit(&f, &part, moves))
            return false;
    }
    join_products(&f);
    return true;
}
