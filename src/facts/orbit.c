#include "facts/orbit.h"

void few_orbit_free(struct few_orbit *orbit) {
    if (!orbit)
        return;
    few_group_free(orbit->group);
    few_free(orbit->memory, orbit->moves, orbit->move_count * sizeof *orbit->moves);
    few_free(orbit->memory, orbit->goals, orbit->goal_room * orbit->words * sizeof *orbit->goals);
    few_free(orbit->memory, orbit, sizeof *orbit);
}

static void read_pieces(const struct few_orbit *orbit, const uint64_t *state, uint32_t *pieces) {
    for (uint32_t i = 0; i < orbit->points; i++)
        pieces[i] = few_field_get(state, orbit->field[i]);
}

bool few_orbit_lacks_goal(const struct few_orbit *orbit, const uint64_t *state) {
    uint32_t from[FEW_GROUP_POINTS], to[FEW_GROUP_POINTS];
    if (!orbit->goals)
        return false;
    read_pieces(orbit, state, from);
    for (size_t n = 0; n < orbit->goal_count; n++) {
        read_pieces(orbit, orbit->goals + n * orbit->words, to);
        if (few_group_leads(orbit->group, from, to) != FEW_GROUP_NO)
            return false;
    }
    return true;
}

uint64_t few_orbit_states(const struct few_orbit *orbit, const uint64_t *state) {
    uint32_t pieces[FEW_GROUP_POINTS];
    if (!orbit->whole)
        return 0;
    read_pieces(orbit, state, pieces);
    return few_group_orbit(orbit->group, pieces);
}
