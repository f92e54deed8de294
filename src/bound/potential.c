/* Potentials: what is left to pay, from a sum that a move can lower by so much only. */
#include "bound/bound.h"

struct few_potential *few_bound_add_potential(struct few_bound *bound, bool *full) {
    *full = bound->potential_count == FEW_MOST_POTENTIALS;
    if (*full)
        return NULL;
    struct few_potential *potential = &bound->potentials[bound->potential_count];
    size_t bytes = (size_t)bound->fields * bound->stride * sizeof *potential->weights;
    *potential = (struct few_potential){.weights = few_alloc_zeroed(bound->memory, bytes), .cost = 1};
    if (!potential->weights)
        return NULL;
    bound->potential_count++;
    return potential;
}

uint32_t few_potential_left(const struct few_potential *potential, int64_t above) {
    if (above <= 0)
        return potential->exact && above < 0 ? FEW_NO_WAY : 0;
    if (potential->drop == 0 || (potential->exact && above % potential->drop))
        return FEW_NO_WAY;
    return (uint32_t)((above * potential->cost + potential->drop - 1) / potential->drop);
}

void few_potentials_raise(const struct few_bound *bound, const uint64_t *states, size_t count, uint32_t *bounds) {
    const uint32_t fields = bound->fields, stride = bound->stride;
    const struct few_field *field = bound->field;
    for (uint32_t p = 0; p < bound->potential_count; p++) {
        const struct few_potential *potential = &bound->potentials[p];
        const int32_t *weights = potential->weights;
        for (size_t i = 0; i < count; i++) {
            const uint64_t *state = states + i * bound->words;
            int64_t sum = -potential->goal;
            for (uint32_t f = 0; f < fields; f++)
                sum += weights[f * stride + few_field_get(state, field[f])];
            uint32_t left = few_potential_left(potential, sum);
            bounds[i] = left > bounds[i] ? left : bounds[i];
        }
    }
}
