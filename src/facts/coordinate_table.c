/* All arrangements that moves make of a coordinate's labels, found breadth-first and numbered as they are found. */
#include "facts/coordinates.h"

#include <string.h>

struct table {
    const struct few_coordinates *all;
    struct few_coordinate *coordinate;
    uint32_t points;                         /* that have a label */
    uint8_t (*places)[FEW_GROUP_POINTS];     /* of each move: where the label of each of these goes */
    uint64_t *arrangements;                  /* `words` each: a byte a label */
    uint32_t words;
    uint32_t known;
    uint32_t *slots;                         /* an open hash table of values, each plus one */
    uint32_t mask;
};

/* Moves as they act on the points that have a label: no move leads from one of these to another point, as labels are given to whole orbits. */
static void choose_points(struct table *t, uint64_t *first) {
    uint8_t index[FEW_GROUP_POINTS];
    for (uint32_t p = 0; p < t->all->points; p++)
        if (t->coordinate->labels[p]) {
            ((uint8_t *)first)[t->points] = t->coordinate->labels[p];
            index[p] = (uint8_t)t->points++;
        }
    for (uint32_t m = 0; m < t->all->moves; m++)
        for (uint32_t p = 0; p < t->all->points; p++)
            if (t->coordinate->labels[p])
                t->places[m][index[p]] = index[t->all->move[m][p]];
    t->words = (t->points + 7) / 8;
}

static uint64_t *arrangement(const struct table *t, uint32_t value) {
    return t->arrangements + (size_t)value * t->words;
}

/* Its value, a new one if it is new; at most `values`, which is none. */
static uint32_t value_of(struct table *t, const uint64_t *labels) {
    uint64_t mixed = 0;
    for (uint32_t w = 0; w < t->words; w++)
        mixed = (mixed ^ labels[w] ^ mixed >> 29) * UINT64_C(0x9e3779b97f4a7c15);
    uint32_t slot = (uint32_t)(mixed >> 32) & t->mask;
    for (; t->slots[slot]; slot = (slot + 1) & t->mask)
        if (memcmp(arrangement(t, t->slots[slot] - 1), labels, t->words * sizeof *labels) == 0)
            return t->slots[slot] - 1;
    if (t->known == t->coordinate->values)
        return t->known;
    memcpy(arrangement(t, t->known), labels, t->words * sizeof *labels);
    t->slots[slot] = t->known + 1;
    return t->known++;
}

static bool fill(struct table *t) {
    const uint32_t values = t->coordinate->values;
    uint64_t next[FEW_GROUP_POINTS / 8] = {0};
    choose_points(t, next);
    value_of(t, next);
    for (uint32_t value = 0; value < t->known; value++) {
        for (uint32_t m = 0; m < t->all->moves; m++) {
            const uint8_t *labels = (const uint8_t *)arrangement(t, value);
            for (uint32_t p = 0; p < t->points; p++)
                ((uint8_t *)next)[t->places[m][p]] = labels[p];
            const uint32_t to = value_of(t, next);
            if (to == values)
                return false;
            if (t->coordinate->to)
                t->coordinate->to[(size_t)m * values + value] = (uint16_t)to;
            t->coordinate->from[(size_t)m * values + to] = (uint16_t)value;
        }
        if (!few_go_on(t->all->memory, (uint64_t)t->all->moves * t->points))
            return false;
    }
    return t->known == values;
}

bool few_coordinate_tabulate(const struct few_coordinates *coordinates, struct few_coordinate *coordinate, uint32_t values, bool is_last) {
    struct few_memory *memory = coordinates->memory;
    struct table t = {.all = coordinates, .coordinate = coordinate, .mask = 15};
    while (t.mask < 2 * values)
        t.mask = 2 * t.mask + 1;
    const size_t entries = few_array_size(coordinates->moves, (size_t)values * sizeof *coordinate->from);
    const size_t room = (size_t)values * ((coordinates->points + (size_t)7) / 8 * 8);
    if (entries + room + t.mask * sizeof *t.slots > few_memory_left(memory) && t.mask / 2 > values + values / 2)
        t.mask /= 2;
    const size_t slots = (t.mask + (size_t)1) * sizeof *t.slots;
    const size_t places = (size_t)coordinates->moves * sizeof *t.places;
    coordinate->values = values;
    const bool needs_to = is_last && !coordinates->undone;
    coordinate->to = needs_to ? few_alloc(memory, entries) : NULL;
    coordinate->from = few_alloc(memory, entries);
    t.arrangements = few_alloc(memory, room);
    t.slots = few_alloc_zeroed(memory, slots);
    t.places = few_alloc(memory, places);
    const bool good = (coordinate->to || !needs_to) && coordinate->from && t.arrangements && t.slots && t.places && fill(&t);
    few_free(memory, t.arrangements, room);
    few_free(memory, t.slots, slots);
    few_free(memory, t.places, places);
    return good;
}
