#include "search/explore/row_classes.h"

#include "facts/coordinate_maps.h"

#include <string.h>

enum {
    WORK = 1 << 21,         /* entries of tables that are looked at for symmetries, always, … */
    WORK_SHARE = 2,         /* … and one for so many states */
    MOST_ROWS = 1 << 26,
    UNKNOWN = UINT8_MAX,
};

static size_t column_bytes(const struct few_row_classes *classes) {
    return (size_t)classes->maps * classes->columns * sizeof *classes->to;
}

void few_row_classes_free(struct few_row_classes *classes) {
    if (!classes)
        return;
    few_free(classes->memory, classes->class_of, classes->rows * sizeof *classes->class_of);
    few_free(classes->memory, classes->map_of, classes->rows * sizeof *classes->map_of);
    few_free(classes->memory, classes->first, classes->count * sizeof *classes->first);
    few_free(classes->memory, classes->size, classes->count * sizeof *classes->size);
    few_free(classes->memory, classes->to, column_bytes(classes));
    few_free(classes->memory, classes->back, column_bytes(classes));
    few_free(classes->memory, classes, sizeof *classes);
}

/* The row that a map takes a row to. */
static uint32_t image_of(const struct few_coordinates *all, const struct few_coordinate_maps *maps, uint32_t map, const uint32_t *values) {
    const uint16_t *to = maps->to + (size_t)map * maps->values;
    uint32_t image[FEW_MOST_COORDINATES] = {0};
    uint64_t row = 0;
    for (uint32_t n = 0; n + 1 < all->count; n++) {
        image[maps->image[map][n]] = to[values[n]];
        to += all->coordinate[n].values;
    }
    for (uint32_t n = 0; n + 1 < all->count; n++)
        row = row * all->coordinate[n].values + image[n];
    return (uint32_t)row;
}

/* A row that is in no class as yet begins one. Whether or not all maps together are a group, each row is in one class, with a map that takes
 * the first row of the class to it. */
static void sort_rows(struct few_row_classes *classes, const struct few_coordinates *all, const struct few_coordinate_maps *maps) {
    memset(classes->map_of, UNKNOWN, classes->rows);
    for (uint32_t row = 0; row < classes->rows; row++) {
        if (classes->map_of[row] != UNKNOWN)
            continue;
        uint32_t values[FEW_MOST_COORDINATES] = {0}, rest = row;
        for (uint32_t n = all->count - 1; n-- > 0;) {
            values[n] = rest % all->coordinate[n].values;
            rest /= all->coordinate[n].values;
        }
        classes->map_of[row] = 0;
        classes->class_of[row] = classes->count;
        for (uint32_t map = 0; map < maps->count; map++) {
            const uint32_t image = image_of(all, maps, map, values);
            if (classes->map_of[image] != UNKNOWN)
                continue;
            classes->map_of[image] = (uint8_t)(map + 1);
            classes->class_of[image] = classes->count;
        }
        classes->count++;
    }
}

static bool list_classes(struct few_row_classes *classes) {
    classes->first = few_alloc(classes->memory, classes->count * sizeof *classes->first);
    classes->size = few_alloc_zeroed(classes->memory, classes->count * sizeof *classes->size);
    for (uint32_t row = 0; row < classes->rows && classes->first && classes->size; row++) {
        classes->size[classes->class_of[row]]++;
        if (classes->map_of[row] == 0)
            classes->first[classes->class_of[row]] = row;
    }
    return classes->first && classes->size;
}

static bool copy_columns(struct few_row_classes *classes, const struct few_coordinates *all, const struct few_coordinate_maps *maps) {
    classes->to = few_alloc(classes->memory, column_bytes(classes));
    classes->back = few_alloc(classes->memory, column_bytes(classes));
    if (!classes->to || !classes->back)
        return false;
    for (uint32_t map = 0; map < maps->count; map++) {
        const uint16_t *to = few_coordinate_map(maps, all, map, all->count - 1);
        uint16_t *back = classes->back + (size_t)map * classes->columns;
        memcpy(classes->to + (size_t)map * classes->columns, to, classes->columns * sizeof *to);
        for (uint32_t c = 0; c < classes->columns; c++)
            back[to[c]] = (uint16_t)c;
    }
    return true;
}

static struct few_row_classes *make(const struct few_coordinates *all, const struct few_coordinate_maps *maps, struct few_memory *memory) {
    struct few_row_classes *classes = few_alloc_zeroed(memory, sizeof *classes);
    if (!classes)
        return NULL;
    classes->memory = memory;
    classes->columns = all->coordinate[all->count - 1].values;
    classes->rows = (uint32_t)(all->product / classes->columns);
    classes->maps = maps->count;
    classes->class_of = few_alloc(memory, classes->rows * sizeof *classes->class_of);
    classes->map_of = few_alloc(memory, classes->rows * sizeof *classes->map_of);
    bool good = classes->class_of && classes->map_of;
    if (good) {
        sort_rows(classes, all, maps);
        good = classes->count < classes->rows && list_classes(classes) && copy_columns(classes, all, maps);
    }
    if (good)
        return classes;
    few_row_classes_free(classes);
    return NULL;
}

struct few_row_classes *few_row_classes_find(const struct few_coordinates *coordinates, struct few_memory *memory) {
    struct few_share share = few_memory_half(memory); /* a class spares a row, at least, which takes more than all that is known of it */
    struct few_row_classes *classes = NULL;
    if (coordinates->product / coordinates->coordinate[coordinates->count - 1].values > MOST_ROWS)
        return NULL;
    few_memory_begin_share(memory, &share);
    struct few_coordinate_maps maps;
    if (few_coordinate_maps_find(&maps, coordinates, memory, WORK + coordinates->states / WORK_SHARE) && maps.count)
        classes = make(coordinates, &maps, memory);
    few_coordinate_maps_release(&maps);
    few_memory_end_share(memory, &share);
    return classes;
}
