#include "facts/pieces.h"

#include "facts/blocks.h"

#include <string.h>

enum {
    MOST_TUPLES = 1024,
    TUPLE_SLOTS = 4 * MOST_TUPLES,
    WIDEST = 64, /* bits of the contents of a block */
    WORK = 1 << 12,
};

/* The points of a block that lies somewhere, a byte each. */
struct tuples {
    uint32_t count;
    uint64_t list[MOST_TUPLES];
    uint64_t slots[TUPLE_SLOTS]; /* each plus one */
};

struct finder {
    struct few_pieces *pieces;
    const struct few_coordinates *all;
    struct tuples *tuples;
    uint32_t contents[FEW_GROUP_POINTS]; /* of the first state */
    unsigned width;
};

static inline uint8_t point_of(uint64_t tuple, uint32_t i) {
    return (uint8_t)(tuple >> 8 * i);
}

/* false: there are too many. */
static bool add_tuple(struct tuples *tuples, uint64_t tuple) {
    uint32_t slot = (uint32_t)((tuple + 1) * UINT64_C(0x9e3779b97f4a7c15) >> 32) % TUPLE_SLOTS;
    for (; tuples->slots[slot]; slot = (slot + 1) % TUPLE_SLOTS)
        if (tuples->slots[slot] == tuple + 1)
            return true;
    if (tuples->count == MOST_TUPLES)
        return false;
    tuples->slots[slot] = tuple + 1;
    tuples->list[tuples->count++] = tuple;
    return true;
}

/* All that moves make of it. Moves generate a group, so that it does not matter whether they are done or undone. */
static bool list_tuples(const struct finder *f, uint64_t first, uint32_t size) {
    struct tuples *tuples = f->tuples;
    memset(tuples, 0, sizeof *tuples);
    add_tuple(tuples, first);
    for (uint32_t n = 0; n < tuples->count; n++)
        for (uint32_t m = 0; m < f->all->moves; m++) {
            uint64_t next = 0;
            for (uint32_t i = 0; i < size; i++)
                next |= (uint64_t)f->all->move[m][point_of(tuples->list[n], i)] << 8 * i;
            if (!add_tuple(tuples, next))
                return false;
        }
    return true;
}

/* The points of a block in rising order; 0: there are too many. */
static uint32_t base_tuple(const struct finder *f, const uint8_t *block, uint8_t first, uint64_t *tuple) {
    uint32_t size = 0;
    *tuple = 0;
    for (uint32_t p = 0; p < f->pieces->points; p++) {
        if (block[p] != block[first])
            continue;
        if (size == FEW_HOME_BLOCK || (size + 1) * f->width > WIDEST)
            return 0;
        *tuple |= (uint64_t)p << 8 * size++;
    }
    return size;
}

/* ---- Which points are alike */

static uint64_t contents_of(const struct finder *f, uint64_t tuple, uint32_t size) {
    uint64_t contents = 0;
    for (uint32_t i = 0; i < size; i++)
        contents |= (uint64_t)f->contents[point_of(tuple, i)] << i * f->width;
    return contents;
}

/* Enters the tuples with what they hold, and joins the points of those that hold the same. Returns how many were joined. */
static uint32_t enter_tuples(const struct finder *f, struct few_homes *homes, uint8_t kind, uint32_t size, uint8_t *alike) {
    uint32_t joined = 0;
    for (uint32_t n = 0; n < f->tuples->count; n++) {
        const uint64_t tuple = f->tuples->list[n];
        bool is_new;
        struct few_home *home = few_homes_add(homes, kind, contents_of(f, tuple, size), &is_new);
        for (uint32_t i = 0; i < size; i++) {
            if (is_new)
                home->point[i] = point_of(tuple, i);
            joined += few_points_unite(alike, home->point[i], point_of(tuple, i));
        }
    }
    return joined;
}

static void stand_alone(uint32_t points, uint8_t *to) {
    for (uint32_t p = 0; p < points; p++)
        to[p] = (uint8_t)p;
}

/* How many points would be joined with these blocks. false: no memory. */
static bool try_blocks(const struct finder *f, const uint8_t *block, uint8_t first, uint32_t *joined) {
    struct few_homes homes = {0};
    uint8_t alike[FEW_GROUP_POINTS];
    uint64_t tuple;
    const uint32_t size = base_tuple(f, block, first, &tuple);
    *joined = UINT32_MAX;
    if (!size || !list_tuples(f, tuple, size))
        return true;
    stand_alone(f->pieces->points, alike);
    const bool good = few_homes_init(&homes, f->all->memory, f->tuples->count);
    if (good)
        *joined = enter_tuples(f, &homes, 0, size, alike);
    few_homes_free(&homes);
    return good;
}

/* ---- The blocks of an orbit */

static uint32_t size_of_block(uint32_t points, const uint8_t *block, uint8_t first) {
    uint32_t size = 0;
    for (uint32_t p = 0; p < points; p++)
        size += block[p] == block[first];
    return size;
}

/* Those that tell most points apart, and of these the smallest of two points or more. false: no memory, or stopped. */
static bool choose_blocks(const struct finder *f, uint8_t first, uint8_t *best) {
    const uint32_t points = f->pieces->points;
    uint32_t best_joined, best_size = UINT32_MAX;
    stand_alone(points, best);
    if (!try_blocks(f, best, first, &best_joined))
        return false;
    for (uint32_t p = first + 1u; p < points; p++) {
        uint8_t block[FEW_GROUP_POINTS];
        uint32_t joined;
        if (f->pieces->lowest[p] != first)
            continue;
        few_blocks_find(points, (const few_permutation *)f->all->move, f->all->moves, first, (uint8_t)p, block);
        const uint32_t size = size_of_block(points, block, first);
        if (!few_go_on(f->all->memory, WORK) || !try_blocks(f, block, first, &joined))
            return false;
        if (joined < best_joined || (joined == best_joined && joined != UINT32_MAX && size < best_size)) {
            memcpy(best, block, points);
            best_joined = joined;
            best_size = size;
        }
    }
    return true;
}

/* The blocks of the orbit, each with its points in the order that moves carry from the first one. */
static void order_blocks(const struct finder *f, uint8_t first, uint64_t tuple, uint32_t size, uint8_t kind) {
    struct few_homes *homes = &f->pieces->homes;
    const uint8_t *block = f->pieces->block;
    bool known[FEW_GROUP_POINTS] = {false};
    uint32_t next = homes->blocks;
    for (uint32_t i = 0; i < size; i++)
        homes->order[homes->first[next] + i] = point_of(tuple, i);
    homes->kind[next] = kind;
    homes->first[next + 1] = (uint8_t)(homes->first[next] + size);
    homes->blocks++;
    known[block[first]] = true;
    for (; next < homes->blocks; next++)
        for (uint32_t m = 0; m < f->all->moves; m++) {
            const uint8_t *from = homes->order + homes->first[next], *move = f->all->move[m];
            if (known[block[move[from[0]]]])
                continue;
            known[block[move[from[0]]]] = true;
            uint8_t *to = homes->order + homes->first[homes->blocks];
            for (uint32_t i = 0; i < size; i++)
                to[i] = move[from[i]];
            homes->kind[homes->blocks] = kind;
            homes->first[homes->blocks + 1] = (uint8_t)(homes->first[homes->blocks] + size);
            homes->blocks++;
        }
}

/* ---- All of it */

static bool read_orbit(struct finder *f, uint8_t first, uint8_t kind) {
    struct few_pieces *pieces = f->pieces;
    uint8_t block[FEW_GROUP_POINTS];
    uint64_t tuple;
    if (!choose_blocks(f, first, block))
        return false;
    for (uint32_t p = 0; p < pieces->points; p++)
        if (pieces->lowest[p] == first)
            pieces->block[p] = block[p];
    const uint32_t size = base_tuple(f, block, first, &tuple);
    list_tuples(f, tuple, size); /* as when they were chosen */
    enter_tuples(f, &pieces->homes, kind, size, pieces->alike);
    order_blocks(f, first, tuple, size, kind);
    return true;
}

/* Whether it is the lowest of several points that moves put in each other's place. */
static bool begins_orbit(const struct few_pieces *pieces, uint32_t p) {
    for (uint32_t q = p + 1; q < pieces->points; q++)
        if (pieces->lowest[q] == p)
            return true;
    return false;
}

static bool read_orbits(struct finder *f) {
    struct few_pieces *pieces = f->pieces;
    uint32_t orbits = 0;
    uint8_t kind = 0;
    for (uint32_t p = 0; p < pieces->points; p++)
        orbits += begins_orbit(pieces, p);
    if (!few_homes_init(&pieces->homes, f->all->memory, orbits * MOST_TUPLES))
        return false;
    stand_alone(pieces->points, pieces->block);
    stand_alone(pieces->points, pieces->alike);
    for (uint32_t p = 0; p < pieces->points; p++)
        if (begins_orbit(pieces, p) && !read_orbit(f, (uint8_t)p, kind++))
            return false;
    for (uint32_t p = 0; p < pieces->points; p++)
        pieces->alike[p] = few_points_root(pieces->alike, (uint8_t)p);
    return true;
}

bool few_pieces_find(struct few_pieces *pieces, struct few_memory *memory, const struct few_coordinates *coordinates) {
    _Static_assert((int)FEW_HOME_POINTS == (int)FEW_GROUP_POINTS, "points are points");
    struct finder f = {.pieces = pieces, .all = coordinates};
    *pieces = (struct few_pieces){.points = coordinates->points};
    pieces->homes.points = coordinates->points;
    memcpy(pieces->homes.field, coordinates->field, sizeof coordinates->field);
    for (uint32_t p = 0; p < pieces->points; p++) {
        const struct few_field field = coordinates->field[p];
        f.contents[p] = few_field_get(coordinates->first, field);
        f.width = field.width > f.width ? field.width : f.width;
    }
    pieces->homes.width = f.width;
    few_points_join(pieces->points, (const few_permutation *)coordinates->move, coordinates->moves, pieces->lowest);
    f.tuples = few_alloc(memory, sizeof *f.tuples);
    const bool good = f.tuples && read_orbits(&f);
    few_free(memory, f.tuples, sizeof *f.tuples);
    return good;
}

void few_pieces_free(struct few_pieces *pieces) {
    few_homes_free(&pieces->homes);
}
