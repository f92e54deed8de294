#include "bound/potentials.h"

static void free_potentials(struct few_bound *bound) {
    struct few_potentials *potentials = (struct few_potentials *)bound;
    for (uint32_t p = 0; p < potentials->count; p++)
        few_free(bound->memory, potentials->list[p].weights, few_weight_bytes(&potentials->sums));
    few_sums_free(&potentials->sums);
    few_free(bound->memory, potentials, sizeof *potentials);
}

const struct few_bound_kind few_potentials_kind = {.free = free_potentials};

struct few_potentials *few_potentials_create(struct few_memory *memory, uint32_t words, const struct few_field *field,
                                             uint32_t fields, uint32_t stride) {
    struct few_potentials *potentials = few_alloc_zeroed(memory, sizeof *potentials);
    if (!potentials)
        return NULL;
    potentials->bound = (struct few_bound){.kind = &few_potentials_kind, .look_up = few_potentials_by_fields,
                                           .memory = memory, .words = words, .consistent = true};
    if (few_sums_init(&potentials->sums, memory, words, field, fields, stride))
        return potentials;
    free_potentials(&potentials->bound);
    return NULL;
}

struct few_potential *few_potentials_add(struct few_potentials *potentials, bool *full) {
    *full = potentials->count == FEW_MOST_POTENTIALS;
    if (*full)
        return NULL;
    struct few_potential *potential = &potentials->list[potentials->count];
    *potential = (struct few_potential){
        .weights = few_alloc_zeroed(potentials->bound.memory, few_weight_bytes(&potentials->sums)), .cost = 1};
    if (!potential->weights)
        return NULL;
    potentials->count++;
    return potential;
}

/* ---- Looking up */

/* What is left to pay when a potential is `above` what a goal may have. */
static uint32_t left_of(const struct few_potential *potential, int64_t above) {
    if (above <= 0)
        return potential->exact && above < 0 ? FEW_NO_PATH : 0;
    if (potential->drop == 0 || (potential->exact && above % potential->drop))
        return FEW_NO_PATH;
    return (uint32_t)((above * potential->cost + potential->drop - 1) / potential->drop);
}

/* Apart from the loops that call it, which have few registers to save then. */
static __attribute__((noinline)) uint32_t of_sums(const void *self, const uint32_t *sums) {
    const struct few_potentials *potentials = self;
    uint32_t most = 0;
    for (uint32_t p = 0; p < potentials->count; p++) {
        const struct few_potential *potential = &potentials->list[p];
        const uint32_t left = left_of(potential, (int32_t)sums[p] - potential->goal);
        most = left > most ? left : most;
    }
    return most;
}

static void look_up_one(const struct few_bound *bound, const uint64_t *states, size_t count, uint32_t *bounds) {
    few_sums_of_words(&((const struct few_potentials *)bound)->sums, states, count, bounds, 1, NULL, of_sums, bound);
}

static void look_up_two(const struct few_bound *bound, const uint64_t *states, size_t count, uint32_t *bounds) {
    few_sums_of_words(&((const struct few_potentials *)bound)->sums, states, count, bounds, 2, NULL, of_sums, bound);
}

static void look_up_any(const struct few_bound *bound, const uint64_t *states, size_t count, uint32_t *bounds) {
    few_sums_of_states(&((const struct few_potentials *)bound)->sums, states, count, bounds, of_sums, bound);
}

void few_potentials_by_fields(const struct few_bound *bound, const uint64_t *states, size_t count, uint32_t *bounds) {
    const struct few_potentials *potentials = (const struct few_potentials *)bound;
    const struct few_sums *sums = &potentials->sums;
    memset(bounds, 0, count * sizeof *bounds);
    for (uint32_t p = 0; p < potentials->count; p++) {
        const struct few_potential *potential = &potentials->list[p];
        for (size_t i = 0; i < count; i++) {
            const uint64_t *state = states + i * sums->words;
            int64_t above = -potential->goal;
            for (uint32_t f = 0; f < sums->fields; f++)
                above += potential->weights[f * sums->stride + few_field_get(state, sums->field[f])];
            const uint32_t left = left_of(potential, above);
            bounds[i] = left > bounds[i] ? left : bounds[i];
        }
    }
}

/* Whether the sums, which are of either sign, fit into 32 bits. */
static bool fit(const struct few_potentials *potentials) {
    for (uint32_t p = 0; p < potentials->count; p++) {
        int64_t most = 0;
        for (size_t i = 0; i < (size_t)potentials->sums.fields * potentials->sums.stride; i++) {
            const int64_t weight = potentials->list[p].weights[i];
            most += weight < 0 ? -weight : weight;
        }
        if (most > INT32_MAX)
            return false;
    }
    return true;
}

bool few_potentials_finish(struct few_potentials *potentials) {
    const uint32_t *weights[FEW_MOST_POTENTIALS];
    potentials->bound.counts_down = potentials->count == 1 && potentials->list[0].exact;
    if (!fit(potentials))
        return true;
    for (uint32_t p = 0; p < potentials->count; p++)
        weights[p] = (const uint32_t *)potentials->list[p].weights;
    if (!few_sums_write_out(&potentials->sums, weights, potentials->count))
        return false;
    const bool one_word = potentials->sums.words == 1;
    potentials->bound.look_up = !potentials->sums.written            ? few_potentials_by_fields
                                : one_word && potentials->count == 1 ? look_up_one
                                : one_word && potentials->count == 2 ? look_up_two
                                                                     : look_up_any;
    return true;
}
