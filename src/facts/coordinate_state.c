/* From the values of coordinates to the state that has them; and giving coordinates back. */
#include "facts/coordinates.h"

#include <string.h>

static size_t table_bytes(const struct few_coordinates *coordinates, const struct few_coordinate *coordinate) {
    return (size_t)coordinates->moves * coordinate->values * sizeof *coordinate->from;
}

void few_coordinates_free(struct few_coordinates *coordinates) {
    if (!coordinates)
        return;
    struct few_memory *memory = coordinates->memory;
    few_coordinates_free(coordinates->whole);
    for (uint32_t n = 0; n < coordinates->count; n++) {
        struct few_coordinate *coordinate = &coordinates->coordinate[n];
        few_free(memory, coordinate->to, table_bytes(coordinates, coordinate));
        few_free(memory, coordinate->from, table_bytes(coordinates, coordinate));
    }
    few_free(memory, coordinates->point_of_labels, coordinates->label_sets * sizeof *coordinates->point_of_labels);
    few_free(memory, coordinates->move, coordinates->room * sizeof *coordinates->move);
    few_free(memory, coordinates->times, coordinates->room * sizeof *coordinates->times);
    few_free(memory, coordinates->number, coordinates->room * sizeof *coordinates->number);
    few_free(memory, coordinates->inverse, coordinates->room * sizeof *coordinates->inverse);
    few_free(memory, coordinates, sizeof *coordinates);
}

/* ---- States */

/* Where each point's piece of the first state is, once the coordinate has that value. Values are numbered as they were found, so that
 * some move comes from a lower one: back to the first. */
static void follow_back(const struct few_coordinates *coordinates, const struct few_coordinate *coordinate, uint32_t value,
                        uint8_t *place) {
    for (uint32_t p = 0; p < coordinates->points; p++)
        place[p] = (uint8_t)p;
    while (value) {
        uint32_t best = 0, lowest = UINT32_MAX;
        for (uint32_t m = 0; m < coordinates->moves; m++) {
            const uint32_t from = few_coordinate_from(coordinate, m)[value];
            if (from < lowest) {
                lowest = from;
                best = m;
            }
        }
        few_permutation before = {0};
        for (uint32_t p = 0; p < coordinates->points; p++)
            before[p] = place[coordinates->move[best][p]];
        memcpy(place, before, coordinates->points);
        value = lowest;
    }
}

bool few_coordinates_state(const struct few_coordinates *coordinates, const uint32_t *values, uint64_t *state) {
    uint32_t key[FEW_GROUP_POINTS] = {0};
    for (uint32_t n = 0; n < coordinates->count; n++) {
        const struct few_coordinate *coordinate = &coordinates->coordinate[n];
        few_permutation place;
        follow_back(coordinates, coordinate, values[n], place);
        for (uint32_t p = 0; p < coordinates->points; p++)
            key[p] *= coordinate->radix;
        for (uint32_t p = 0; p < coordinates->points; p++)
            key[place[p]] += coordinate->labels[p];
    }
    memcpy(state, coordinates->first, coordinates->words * sizeof *state);
    for (uint32_t p = 0; p < coordinates->points; p++) {
        const uint16_t point = coordinates->point_of_labels[key[p]];
        if (point == UINT16_MAX)
            return false;
        few_field_set(state, coordinates->field[p], few_field_get(coordinates->first, coordinates->field[point]));
    }
    return true;
}
