/* Dead cells from the rules: those from which a box comes to no cell where any goal has one, whatever else stands where.
 *
 * Why no goal can be reached from a state that has a box in one: a move pairs the boxes before it with those behind it, each with one that it may go to
 * (facts/rules/flows.h). So if all boxes behind a move are in cells that are not dead, so were all before it. In a goal all of them are. */
#include "build/build.h"

#include "build/bound_beliefs.h"
#include "build/box_paths.h"

#include <stdio.h>

/* Whether a kind has dead cells; is_dead[cell] says which. */
static bool find_dead(struct few_box_paths *paths, const struct few_box_candidate *kind, uint32_t *distance, bool *is_dead) {
    uint32_t wanted, allowed;
    bool found = false;
    few_box_edges(paths, kind, 0);
    few_box_nearest(paths, kind, 0, paths->goal_count, distance, &wanted, &allowed);
    for (uint32_t c = 0; c < paths->cells; c++) {
        is_dead[c] = distance[c] == FEW_BOX_FAR;
        found = found || (is_dead[c] && few_can_hold(&paths->space->possible, paths->space->layout.order[c], paths->space->layout.cell_piece[kind->value]));
    }
    return found;
}

static void describe(const struct few_box_paths *paths, struct few_bound *bound) {
    size_t at = (size_t)snprintf(bound->text, sizeof bound->text, "without");
    uint32_t named = 0;
    for (uint32_t k = 0; k < paths->count && at < sizeof bound->text; k++)
        if (paths->list[k].chosen)
            at += (size_t)snprintf(bound->text + at, sizeof bound->text - at, "%s `%.16s`", named++ ? " and" : "", few_box_name(paths, &paths->list[k]));
    if (at < sizeof bound->text)
        snprintf(bound->text + at, sizeof bound->text - at, " in dead cells");
}

/* false: no memory, or stopped. */
static bool build(struct few_box_paths *paths, struct few_dead_cells **made) {
    const uint32_t words = paths->space->space.words;
    uint32_t *distance = few_arena_alloc(&paths->arena, paths->cells * sizeof *distance);
    bool *is_dead = few_arena_alloc(&paths->arena, paths->cells);
    *made = distance && is_dead ? few_dead_cells_create(paths->memory, words, paths->field, paths->cells, paths->count) : NULL;
    if (!*made)
        return false;
    for (uint32_t k = 0; k < paths->count; k++) {
        struct few_box_candidate *kind = &paths->list[k];
        kind->chosen = find_dead(paths, kind, distance, is_dead);
        if (kind->chosen)
            few_dead_cells_add(*made, paths->field, paths->cells, kind->value, is_dead);
    }
    describe(paths, &(*made)->bound);
    return few_go_on(paths->memory, 0);
}

bool few_build_dead_cells(struct few_memory *memory, const struct few_rule_space *space, struct few_bound **bound) {
    struct few_dead_cells *made = NULL;
    *bound = NULL;
    if (space->space.undirected) /* then a box can always be taken back */
        return true;
    struct few_box_paths *paths = few_alloc_zeroed(memory, sizeof *paths);
    if (!paths)
        return false;
    const bool good = few_box_paths_open(paths, memory, space) && (paths->count == 0 || build(paths, &made));
    few_box_paths_close(paths);
    few_free(memory, paths, sizeof *paths);
    if (good && made && made->kinds)
        *bound = &made->bound;
    else if (made)
        few_bound_free(&made->bound);
    if (*bound)
        few_bound_try(*bound, space);
    return good;
}
