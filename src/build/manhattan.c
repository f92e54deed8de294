/* Manhattan distance from the rules. For each piece and each goal: how much must be paid, at least, until a piece of
 * that kind that stands here stands where the goal wants or allows one, if nothing is in its way? These are
 * shortest distances in the graph of what instructions carry. Their sum, divided by the number of pieces that one
 * instruction can move, is a lower bound. */
#include "build/build.h"

#include <string.h>

/* Lowers distance[cell] of one piece until every step costs at least what it brings nearer. Distances are cut to `most`,
 * which leaves that as it is: only a piece that never comes home may be far. */
static void relax(const struct few_movers *movers, const struct few_possible *possible, few_code piece, uint32_t most,
                  uint32_t *distance) {
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < movers->count; i++) {
            const struct few_mover *mover = &movers->list[i];
            if (mover->piece != piece && (mover->piece != FEW_CODE_ANY || !few_can_hold(possible, mover->from, piece)))
                continue;
            if (distance[mover->to] == FEW_FAR)
                continue;
            uint32_t through = distance[mover->to] + mover->cost;
            through = through < most ? through : most;
            if (through < distance[mover->from]) {
                distance[mover->from] = through;
                changed = true;
            }
        }
    }
}

/* 0 where the goal wants this piece or does not mind, far elsewhere. */
static void begin(const struct few_layout *layout, const struct few_pattern *goal, uint32_t value,
                  uint32_t *distance) {
    for (uint32_t i = 0; i < layout->cell_fields; i++) {
        uint32_t slot = layout->order[i];
        struct few_field field = layout->fields[slot];
        bool open = !(goal->mask[field.word] & few_field_mask(field));
        if (open || few_field_get(goal->want, field) == value)
            distance[slot] = 0;
    }
}

/* One key for the goals first .. end - 1: where there are several, a piece may go to the nearest of all. */
static bool add_key(struct few_keys *keys, const struct few_rule_space *space, const struct few_movers *movers,
                    size_t first, size_t end, uint32_t *distance) {
    const struct few_layout *layout = &space->layout;
    const uint32_t most = (FEW_FAR - 1) / (layout->cell_fields + 1); /* so that a sum of them is not far */
    struct few_key *key = few_keys_add(keys);
    if (!key)
        return false;
    for (uint32_t value = 0; value < layout->cell_values; value++) {
        few_code piece = layout->cell_piece[value];
        if (!movers->counted[piece])
            continue;
        for (uint32_t s = 0; s < layout->slots; s++)
            distance[s] = FEW_FAR;
        for (size_t g = first; g < end; g++)
            begin(layout, &space->goals.alternatives[g].base, value, distance);
        relax(movers, &space->possible, piece, most, distance);
        for (uint32_t i = 0; i < layout->cell_fields; i++)
            key->weights[i * keys->sums.stride + value] = distance[layout->order[i]];
    }
    return true;
}

bool few_build_manhattan(struct few_keys *keys, const struct few_rule_space *space,
                         const struct few_movers *movers) {
    size_t goals = space->goals.count, bytes = (space->layout.slots + 1) * sizeof(uint32_t);
    if (goals == 0)
        return true;
    uint32_t *distance = few_alloc(keys->bound.memory, bytes);
    bool good = distance != NULL;
    if (goals > FEW_MOST_KEYS)
        good = good && add_key(keys, space, movers, 0, goals, distance);
    else
        for (size_t g = 0; g < goals && good; g++)
            good = add_key(keys, space, movers, g, g + 1, distance);
    few_free(keys->bound.memory, distance, bytes);
    keys->divisor = movers->at_once ? movers->at_once : 1;
    return good;
}
