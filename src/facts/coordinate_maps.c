/* Images of moves are chosen one after the other, for moves that are no powers of others, the *bases*. Where value 0 goes is known, so that the map of every
 * value that the chosen moves lead to is known as well: if these contradict each other, the choice was wrong.
 *
 * Symmetries are a group. So only some are looked for that make all others: of those that leave the first bases as they are, one for each image of the next base
 * that those found so far do not lead to; first where all bases but the last one are left, and in the end where none is. */
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
    uint16_t *moves;                        /* of each map: the image of each move */
    bool found, no_memory;
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

static uint16_t *moves_of(const struct finder *f, uint32_t map) {
    return f->moves + (size_t)map * f->all->moves;
}

/* Takes up the map that was made, whose images of moves and coordinates are written. */
static void add(struct finder *f) {
    struct few_coordinate_maps *maps = f->maps;
    const size_t bytes = maps->values * sizeof *maps->to;
    uint16_t *more = few_resize(f->memory, maps->to, maps->count * bytes, (maps->count + (size_t)1) * bytes);
    f->no_memory = !more;
    if (!more)
        return;
    maps->to = more;
    memcpy(maps->to + (size_t)maps->count++ * maps->values, f->made, bytes);
}

/* The map that follows from images of all moves, if there is one. */
static void keep(struct finder *f) {
    struct few_coordinate_maps *maps = f->maps;
    bool is_taken[FEW_MOST_COORDINATES] = {false};
    uint16_t *made = f->made;
    for (uint32_t n = 0; n < f->all->count; n++) {
        const uint32_t to = take_somewhere(f, n, is_taken, made);
        if (to == f->all->count)
            return;
        maps->image[maps->count][n] = (uint8_t)to;
        made += f->all->coordinate[n].values;
    }
    for (uint32_t m = 0; m < f->all->moves; m++)
        moves_of(f, maps->count)[m] = (uint16_t)f->image[m];
    f->found = true;
    add(f);
}

/* ---- Maps that make all others */

static bool is_over(const struct finder *f) {
    return f->found || f->no_memory || !f->work;
}

/* Images of all bases from this one on, until there is a map. */
static void complete(struct finder *f, uint32_t at) {
    if (at == f->bases)
        keep(f);
    for (uint32_t image = 0; at < f->bases && image < f->all->moves && !is_over(f); image++) {
        if (f->taken[image] || !choose(f, f->base[at], image))
            continue;
        if (at + 1 == f->bases || is_possible(f, at + 1))
            complete(f, at + 1);
        take_back(f, f->base[at]);
    }
}

/* Notes all moves that the maps found so far take this one to. */
static void follow_move(const struct finder *f, uint32_t move, bool *is_image) {
    uint16_t reached[FEW_COORDINATE_MOVES];
    uint32_t count = 1;
    reached[0] = (uint16_t)move;
    is_image[move] = true;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t map = 0; map < f->maps->count; map++) {
            const uint16_t to = moves_of(f, map)[reached[i]];
            if (!is_image[to])
                reached[count++] = to;
            is_image[to] = true;
        }
}

/* A map that leaves the first bases as they are, and takes the next one to this move. */
static void search(struct finder *f, uint32_t at, uint32_t image) {
    bool good = true;
    f->found = false;
    for (uint32_t b = 0; b <= at && good; b++)
        good = choose(f, f->base[b], b < at ? f->base[b] : image);
    if (good && (at + 1 == f->bases || is_possible(f, at + 1)))
        complete(f, at + 1);
    for (uint32_t b = 0; b <= at; b++)
        take_back(f, f->base[b]);
}

/* All maps found so far leave the first bases as they are. An image that is none is tried for all that they take it to. */
static void search_all(struct finder *f, uint32_t at) {
    bool is_known[FEW_COORDINATE_MOVES] = {false};
    follow_move(f, f->base[at], is_known);
    for (uint32_t image = 0; image < f->all->moves && f->work && !f->no_memory && f->maps->count < FEW_MOST_COORDINATE_MAPS; image++) {
        if (is_known[image])
            continue;
        search(f, at, image);
        follow_move(f, f->base[at], is_known);
        follow_move(f, image, is_known);
    }
}

/* ---- All others */

static bool is_known_map(const struct finder *f, const uint16_t *moves) {
    const size_t bytes = f->all->moves * sizeof *moves;
    bool is_known = true, is_same = false;
    for (uint32_t m = 0; m < f->all->moves && is_known; m++)
        is_known = moves[m] == m; /* the one that changes nothing */
    for (uint32_t map = 0; map < f->maps->count && !is_same; map++)
        is_same = memcmp(moves_of(f, map), moves, bytes) == 0;
    return is_known || is_same;
}

/* First one of these, then the other, unless that is known. */
static void compose(struct finder *f, uint32_t first, uint32_t second) {
    struct few_coordinate_maps *maps = f->maps;
    const struct few_coordinates *all = f->all;
    uint16_t *moves = moves_of(f, maps->count), *made = f->made;
    for (uint32_t m = 0; m < all->moves; m++)
        moves[m] = moves_of(f, second)[moves_of(f, first)[m]];
    if (is_known_map(f, moves))
        return;
    for (uint32_t n = 0; n < all->count; n++) {
        const uint32_t to = maps->image[first][n];
        const uint16_t *one = few_coordinate_map(maps, all, first, n), *other = few_coordinate_map(maps, all, second, to);
        maps->image[maps->count][n] = maps->image[second][to];
        for (uint32_t v = 0; v < all->coordinate[n].values; v++)
            *made++ = other[one[v]];
    }
    add(f);
}

static void make_others(struct finder *f) {
    const uint32_t found = f->maps->count;
    for (uint32_t map = 0; map < f->maps->count && !f->no_memory; map++)
        for (uint32_t by = 0; by < found && !f->no_memory && f->maps->count < FEW_MOST_COORDINATE_MAPS; by++)
            compose(f, map, by);
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
    const size_t moves = (FEW_MOST_COORDINATE_MAPS + (size_t)1) * coordinates->moves * sizeof(uint16_t); /* and the one that is being made */
    struct finder f = {.all = coordinates, .memory = memory, .maps = maps, .work = work};
    f.to = few_alloc(memory, bytes);
    f.back = few_alloc(memory, bytes);
    f.reached = few_alloc(memory, bytes);
    f.made = few_alloc(memory, made);
    f.moves = few_alloc(memory, moves);
    bool good = f.to && f.back && f.reached && f.made && f.moves;
    if (good) {
        for (uint32_t m = 0; m < coordinates->moves; m++)
            f.image[m] = NOWHERE;
        memset(f.to, 0xff, bytes);
        memset(f.back, 0xff, bytes);
        find_bases(&f);
        for (uint32_t at = f.bases; at-- > 0;)
            search_all(&f, at);
        make_others(&f);
        good = !f.no_memory;
    }
    few_free(memory, f.to, bytes);
    few_free(memory, f.back, bytes);
    few_free(memory, f.reached, bytes);
    few_free(memory, f.made, made);
    few_free(memory, f.moves, moves);
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
