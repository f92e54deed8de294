/* Lists the states that meet a goal, for searching backwards: every choice for the cells that the goal leaves open,
 * with the pieces that are left where pieces are conserved, with any possible piece elsewhere. */
#include "rules/goals.h"

#include "base/sort.h"

#include <string.h>

enum { TESTS_A_STEP = 8 }; /* so many tests of a state for what must never be take as long as a step */

struct lister {
    const struct few_goals *goals;
    const struct few_goal_domain *domain;
    struct few_memory *memory;
    size_t limit;      /* different states */
    bool too_many;     /* there are more */
    size_t full;       /* so many, repeated ones included, are looked through */
    uint64_t patterns; /* that were filled: one alone gives no state twice */
    uint64_t effort;   /* steps that may still be made */
    uint32_t *left;    /* of each component (at its lowest slot) x packed value: pieces still to be put */
    uint64_t **states;
    size_t *count, *room;
    const struct few_alternative *alternative;
    struct few_pattern pattern;
};

/* One step of the effort. The clock is read every few thousand: most steps take some nanoseconds. */
static bool may_go_on(struct lister *l) {
    enum { STEPS = 1024, WORK = 1 << 15 };
    return l->effort-- != 0 && (l->effort % STEPS != 0 || few_go_on(l->memory, WORK));
}

/* Sorts the states and keeps one of each. false: they are too many, or no memory. */
static bool drop_repeated(struct lister *l) {
    uint32_t words = l->goals->words;
    size_t kept = 0, size = words * sizeof **l->states;
    uint64_t *states = *l->states;
    if (!few_sort_states(l->memory, states, *l->count, words))
        return false;
    for (size_t i = 0; i < *l->count; i++)
        if (kept == 0 || memcmp(states + (kept - 1) * words, states + i * words, size) != 0)
            memmove(states + kept++ * words, states + i * words, size);
    *l->count = kept;
    l->full = 2 * kept + 64;
    l->too_many = kept > l->limit;
    return !l->too_many;
}

/* The state has what its alternative wants; what that does not want may be in it, too. */
static bool put_state(struct lister *l, const uint64_t *state) {
    uint32_t words = l->goals->words;
    if (!few_go_on(l->memory, 64))
        return false;
    if (!few_alternative_holds(l->goals, l->alternative, state))
        return true;
    const uint64_t tests = l->domain->never->pattern_count / TESTS_A_STEP;
    l->effort -= tests < l->effort ? tests : l->effort;
    if (few_goals_hold(l->domain->never, state))
        return few_go_on(l->memory, 4 * tests);
    l->too_many = l->patterns <= 1 && *l->count == l->limit;
    if (l->too_many || (l->patterns > 1 && *l->count >= l->full && !drop_repeated(l)))
        return false;
    if (*l->count == *l->room) {
        size_t room = *l->room ? *l->room * 2 : 16, size = words * sizeof(uint64_t);
        uint64_t *grown = few_resize(l->memory, *l->states, *l->room * size, room * size);
        if (!grown)
            return false;
        *l->states = grown;
        *l->room = room;
    }
    memcpy(*l->states + *l->count * words, state, words * sizeof *state);
    ++*l->count;
    return true;
}

static uint32_t *left_of(struct lister *l, uint32_t slot, uint32_t value) {
    const struct few_layout *layout = l->domain->layout;
    return &l->left[(size_t)l->domain->component[slot] * layout->cell_values + value];
}

static bool is_conserved(const struct lister *l, uint32_t slot) {
    return slot < l->domain->layout->cells && l->domain->conserved[l->domain->component[slot]];
}

static bool fill(struct lister *l, uint32_t i, uint64_t *state) {
    const struct few_layout *layout = l->domain->layout;
    while (i < layout->order_count) { /* what the pattern names was put before */
        struct few_field field = layout->fields[layout->order[i]];
        if (!(l->pattern.mask[field.word] & few_field_mask(field)))
            break;
        i++;
    }
    if (!may_go_on(l))
        return false;
    if (i == layout->order_count)
        return put_state(l, state);
    uint32_t slot = layout->order[i];
    uint32_t values = slot < layout->cells ? layout->cell_values : layout->var_values[slot - layout->cells];
    for (uint32_t value = 0; value < values; value++) {
        uint32_t *left = is_conserved(l, slot) ? left_of(l, slot, value) : NULL;
        if ((left && *left == 0) || !few_can_hold(l->domain->possible, slot, few_unpack_piece(layout, slot, value)))
            continue;
        if (left)
            --*left;
        few_field_set(state, layout->fields[slot], value);
        bool good = fill(l, i + 1, state);
        if (left)
            ++*left;
        if (!good)
            return false;
    }
    return true;
}

/* Fills what one pattern leaves open. */
static bool complete(struct lister *l, const struct few_pattern *pattern) {
    const struct few_layout *layout = l->domain->layout;
    uint64_t state[FEW_MAX_BOARD_WORDS];
    l->patterns++;
    const few_code *const start = l->domain->start;
    const uint32_t *const component = l->domain->component, *const order = layout->order, values = layout->cell_values;
    const struct few_field *const fields = layout->fields;
    uint32_t *const left = l->left;
    memset(left, 0, (size_t)layout->cells * values * sizeof *left);
    for (uint32_t i = 0; i < layout->cell_fields; i++)
        left[(size_t)component[order[i]] * values + layout->cell_value[start[order[i]]]]++;
    for (uint32_t i = 0; i < layout->cell_fields; i++) {
        const uint32_t slot = order[i];
        const struct few_field field = fields[slot];
        if (!(pattern->mask[field.word] & few_field_mask(field)) || !l->domain->conserved[component[slot]])
            continue;
        if (left[(size_t)component[slot] * values + few_field_get(pattern->want, field)]-- == 0)
            return true; /* there are not that many of that piece */
    }
    memcpy(state, pattern->want, layout->words * sizeof *state);
    l->pattern = *pattern;
    const bool filled = fill(l, 0, state);
    l->pattern = (struct few_pattern){0}; /* its words are the caller's */
    return filled;
}

bool few_pattern_join(const struct few_pattern *a, const struct few_pattern *b, uint32_t words, struct few_pattern *both) {
    for (uint32_t w = 0; w < words; w++) {
        if ((a->want[w] ^ b->want[w]) & a->mask[w] & b->mask[w])
            return false;
        both->mask[w] = a->mask[w] | b->mask[w];
        both->want[w] = a->want[w] | b->want[w];
    }
    return true;
}

/* One pattern of each `somewhere`, in all combinations. */
static bool combine(struct lister *l, const struct few_alternative *alternative, uint32_t somewhere,
                    const struct few_pattern *so_far) {
    if (somewhere == alternative->somewheres)
        return complete(l, so_far);
    struct few_range range = alternative->somewhere[somewhere];
    for (uint32_t i = 0; i < range.count; i++) {
        struct few_pattern_room room;
        struct few_pattern both = {room.mask, room.want};
        if (!may_go_on(l))
            return false;
        if (few_pattern_join(so_far, &l->goals->patterns[range.first + i], l->goals->words, &both) &&
            !combine(l, alternative, somewhere + 1, &both))
            return false;
    }
    return true;
}

enum few_goal_list few_goals_list(const struct few_goals *goals, const struct few_goal_domain *domain, struct few_memory *memory,
                                  size_t limit, uint64_t **states, size_t *count, size_t *room) {
    const struct few_layout *layout = domain->layout;
    size_t left_bytes = ((size_t)layout->cells * layout->cell_values + 1) * sizeof(uint32_t);
    struct lister l = {.goals = goals,
                       .domain = domain,
                       .memory = memory,
                       .limit = limit,
                       .full = 64,
                       .effort = limit * UINT64_C(64) + 100000,
                       .left = few_alloc_zeroed(memory, left_bytes),
                       .states = states,
                       .count = count,
                       .room = room};
    *states = NULL;
    *count = *room = 0;
    bool good = l.left != NULL;
    for (size_t a = 0; good && a < goals->count; a++) {
        l.alternative = &goals->alternatives[a];
        good = few_go_on(memory, 256) && combine(&l, l.alternative, 0, &l.alternative->base);
    }
    good = good && drop_repeated(&l);
    few_free(memory, l.left, left_bytes);
    if (!good) {
        few_free(memory, *states, *room * goals->words * sizeof **states);
        *states = NULL;
        *count = *room = 0;
    }
    return good                            ? FEW_GOALS_LISTED
           : l.too_many                    ? FEW_GOALS_TOO_MANY
           : atomic_load(&memory->refused) ? FEW_GOALS_NO_MEMORY
                                           : FEW_GOALS_LABORIOUS;
}
