/* Images of moves are chosen one after the other, for moves that are no powers of others. Where value 0 goes is known, so that the map of every value
 * that the chosen moves lead to is known as well: if these contradict each other, the choice was wrong. */
#include "facts/coordinate_maps.h"

#include <string.h>

#define NOWHERE UINT32_MAX

struct finder {
    const struct few_coordinates *all;
    struct few_memory *memory;
    struct few_coordinate_maps *maps;
    uint64_t work;                          /* that is left */
    uint32_t bases;                         /* moves that are no power of an earlier one */
    uint16_t base[FEW_COORDINATE_MOVES];
    uint16_t of_base[FEW_COORDINATE_MOVES]; /* of each move: the base that it is a power of, … */
    uint16_t power[FEW_COORDINATE_MOVES];   /* … and which power */
    uint32_t image[FEW_COORDINATE_MOVES];   /* of each move; NOWHERE: not chosen */
    bool taken[FEW_COORDINATE_MOVES];
    uint32_t *to, *back;                    /* the map of the coordinate that is looked at; NOWHERE: not known */
    uint32_t *reached;                      /* values whose map is known, in the order in which they were found */
    uint32_t count;                         /* of these */
    uint16_t *made;                         /* the map of all coordinates */
};

/* ---- Powers */

static void multiply(uint32_t points, const uint8_t *a, const uint8_t *b, uint8_t *product) {
    few_permutation made = {0};
    for (uint32_t p = 0; p < points; p++)
        made[p] = b[a[p]];
    memcpy(product, made, sizeof made);
}

static uint32_t find_move(const struct few_coordinates *all, const uint8_t *move) {
    uint32_t m = 0;
    while (m < all->moves && memcmp(all->move[m], move, sizeof all->move[m]) != 0)
        m++;
    return m;
}

/* The number of the move that is this power of another one; as many as there are: none is. */
static uint32_t power_of(const struct few_coordinates *all, uint32_t move, uint32_t power) {
    few_permutation made;
    memcpy(made, all->move[move], sizeof made);
    for (uint32_t k = 1; k < power; k++)
        multiply(all->points, made, all->move[move], made);
    return find_move(all, made);
}

static void find_bases(struct finder *f) {
    enum { MOST_POWERS = 12 };
    const struct few_coordinates *all = f->all;
    for (uint32_t m = 0; m < all->moves; m++)
        f->of_base[m] = UINT16_MAX;
    for (uint32_t m = 0; m < all->moves; m++) {
        if (f->of_base[m] != UINT16_MAX)
            continue;
        few_permutation made;
        memcpy(made, all->move[m], sizeof made);
        f->base[f->bases++] = (uint16_t)m;
        for (uint32_t k = 1; k <= MOST_POWERS; k++) {
            const uint32_t n = find_move(all, made);
            if (n < all->moves && f->of_base[n] == UINT16_MAX) {
                f->of_base[n] = (uint16_t)m;
                f->power[n] = (uint16_t)k;
            }
            multiply(all->points, made, all->move[m], made);
        }
    }
}

/* ---- Choices */

static void worked(struct finder *f, uint64_t entries) {
    f->work -= entries < f->work ? entries : f->work;
}

static void take_back(struct finder *f, uint32_t base) {
    for (uint32_t m = 0; m < f->all->moves; m++)
        if (f->of_base[m] == base && f->image[m] != NOWHERE) {
            f->taken[f->image[m]] = false;
            f->image[m] = NOWHERE;
        }
}

/* A base goes to this move, its powers to the powers of that. false: there are no such moves, or they are taken. */
static bool choose(struct finder *f, uint32_t base, uint32_t image) {
    const struct few_coordinates *all = f->all;
    for (uint32_t m = 0; m < all->moves; m++) {
        if (f->of_base[m] != base)
            continue;
        const uint32_t n = power_of(all, image, f->power[m]);
        if (n == all->moves || f->taken[n] || all->times[n] != all->times[m]) {
            take_back(f, base);
            return false;
        }
        f->image[m] = n;
        f->taken[n] = true;
    }
    return true;
}

/* Follows the first bases, whose images are chosen, from value 0 of one coordinate and of the one that it is taken to. false: it leads to a contradiction. */
static bool follow(struct finder *f, const struct few_coordinate *coordinate, const struct few_coordinate *other, uint32_t bases) {
    bool good = coordinate->values == other->values;
    f->reached[0] = f->to[0] = f->back[0] = 0;
    f->count = 1;
    for (uint32_t i = 0; i < f->count && good; i++)
        for (uint32_t b = 0; b < bases && good; b++) {
            const uint32_t v = f->reached[i], move = f->base[b];
            const uint32_t to = few_coordinate_from(coordinate, move)[v], image = few_coordinate_from(other, f->image[move])[f->to[v]];
            good = f->to[to] == NOWHERE ? f->back[image] == NOWHERE : f->to[to] == image;
            if (good && f->to[to] == NOWHERE) {
                f->to[to] = image;
                f->back[image] = to;
                f->reached[f->count++] = to;
            }
        }
    worked(f, (uint64_t)f->count * bases);
    return good;
}

static void forget(struct finder *f) {
    for (uint32_t i = 0; i < f->count; i++) {
        f->back[f->to[f->reached[i]]] = NOWHERE;
        f->to[f->reached[i]] = NOWHERE;
    }
    f->count = 0;
}

/* The coordinates that one may be taken to: the last one to itself alone. */
static uint32_t first_image(const struct finder *f, uint32_t n) {
    return n + 1 == f->all->count ? n : 0;
}

static uint32_t end_of_images(const struct finder *f, uint32_t n) {
    return n + 1 == f->all->count ? n + 1 : f->all->count - 1;
}

static bool is_possible(struct finder *f, uint32_t bases) {
    bool good = true;
    for (uint32_t n = 0; n < f->all->count && good; n++) {
        good = false;
        for (uint32_t to = first_image(f, n); to < end_of_images(f, n) && !good; to++) {
            good = follow(f, &f->all->coordinate[n], &f->all->coordinate[to], bases);
            forget(f);
        }
    }
    return good;
}

/* ---- Proofs */

/* Whether this is a map of all values of a coordinate to those of another, no two of them to the same, and all moves go with it. */
static bool is_proved(struct finder *f, const struct few_coordinate *coordinate, const struct few_coordinate *other) {
    for (uint32_t v = 0; v < coordinate->values; v++)
        if (f->to[v] >= coordinate->values || f->back[f->to[v]] != v)
            return false;
    for (uint32_t m = 0; m < f->all->moves; m++) {
        const uint16_t *from = few_coordinate_from(coordinate, m), *image = few_coordinate_from(other, f->image[m]);
        for (uint32_t v = 0; v < coordinate->values; v++)
            if (f->to[from[v]] != image[f->to[v]])
                return false;
    }
    worked(f, (uint64_t)coordinate->values * f->all->moves);
    return f->to[0] == 0;
}

/* Images of all moves are chosen, no two of them the same. Finds a coordinate that this one is taken to, none of those that are taken, and writes the map of its
 * values. Returns which; as many as there are: none. */
static uint32_t take_somewhere(struct finder *f, uint32_t n, bool *is_taken, uint16_t *made) {
    const struct few_coordinate *coordinate = &f->all->coordinate[n];
    for (uint32_t to = first_image(f, n); to < end_of_images(f, n); to++) {
        const struct few_coordinate *other = &f->all->coordinate[to];
        if (is_taken[to])
            continue;
        const bool good = follow(f, coordinate, other, f->bases) && f->count == coordinate->values && is_proved(f, coordinate, other);
        for (uint32_t v = 0; v < coordinate->values && good; v++)
            made[v] = (uint16_t)f->to[v];
        forget(f);
        is_taken[to] = good;
        if (good)
            return to;
    }
    return f->all->count;
}

/* The map that follows from images of all moves, if there is one. false: no memory. */
static bool keep(struct finder *f) {
    struct few_coordinate_maps *maps = f->maps;
    const size_t bytes = maps->values * sizeof *maps->to;
    bool good = true, changes = false, is_taken[FEW_MOST_COORDINATES] = {false};
    uint16_t *made = f->made;
    for (uint32_t n = 0; n < f->all->count && good; n++) {
        const uint32_t to = take_somewhere(f, n, is_taken, made);
        good = to < f->all->count;
        maps->image[maps->count][n] = (uint8_t)to;
        changes = changes || to != n;
        for (uint32_t v = 0; v < f->all->coordinate[n].values && good; v++, made++)
            changes = changes || *made != v;
    }
    if (!good || !changes)
        return true;
    uint16_t *more = few_resize(f->memory, maps->to, maps->count * bytes, (maps->count + (size_t)1) * bytes);
    if (!more)
        return false;
    maps->to = more;
    memcpy(maps->to + (size_t)maps->count++ * maps->values, f->made, bytes);
    return true;
}

/* Images of all bases from this one on. false: no memory. */
static bool search(struct finder *f, uint32_t at) {
    if (at == f->bases)
        return keep(f);
    for (uint32_t image = 0; image < f->all->moves && f->work && f->maps->count < FEW_MOST_COORDINATE_MAPS; image++) {
        if (f->taken[image] || !choose(f, f->base[at], image))
            continue;
        const bool may_be = at + 1 == f->bases || is_possible(f, at + 1), good = !may_be || search(f, at + 1);
        take_back(f, f->base[at]);
        if (!good)
            return false;
    }
    return true;
}

bool few_coordinate_maps_find(struct few_coordinate_maps *maps, const struct few_coordinates *coordinates, struct few_memory *memory,
                              uint64_t work) {
    uint32_t most = 0;
    *maps = (struct few_coordinate_maps){.memory = memory};
    for (uint32_t n = 0; n < coordinates->count; n++) {
        const uint32_t values = coordinates->coordinate[n].values;
        most = values > most ? values : most;
        maps->values += values;
    }
    const size_t bytes = most * sizeof(uint32_t), made = maps->values * sizeof *maps->to;
    struct finder f = {.all = coordinates, .memory = memory, .maps = maps, .work = work};
    f.to = few_alloc(memory, bytes);
    f.back = few_alloc(memory, bytes);
    f.reached = few_alloc(memory, bytes);
    f.made = few_alloc(memory, made);
    bool good = f.to && f.back && f.reached && f.made;
    if (good) {
        for (uint32_t m = 0; m < coordinates->moves; m++)
            f.image[m] = NOWHERE;
        memset(f.to, 0xff, bytes);
        memset(f.back, 0xff, bytes);
        find_bases(&f);
        good = search(&f, 0);
    }
    few_free(memory, f.to, bytes);
    few_free(memory, f.back, bytes);
    few_free(memory, f.reached, bytes);
    few_free(memory, f.made, made);
    return good;
}

void few_coordinate_maps_release(struct few_coordinate_maps *maps) {
    few_free(maps->memory, maps->to, (size_t)maps->count * maps->values * sizeof *maps->to);
}

const uint16_t *few_coordinate_map(const struct few_coordinate_maps *maps, const struct few_coordinates *coordinates, uint32_t map, uint32_t n) {
    const uint16_t *to = maps->to + (size_t)map * maps->values;
    for (uint32_t i = 0; i < n; i++)
        to += coordinates->coordinate[i].values;
    return to;
}
