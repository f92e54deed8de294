/* Distances are kept modulo 3 (or 255, where moves cannot be undone). Of two neighbours the one nearer to the goal is
 * known by that, so a walk down leads to a goal, and its length is the distance itself. */
#include "search/table.h"

static void test_nothing(void *self, struct few_side *side, const uint64_t *states, const uint64_t *ranks,
                         size_t count, bool *hit) {
    (void)self, (void)side, (void)states, (void)ranks;
    memset(hit, 0, count);
}

enum few_end few_table_build(struct few_table *table, const struct few_problem *problem,
                             const struct few_watch *watch) {
    table->watch = *watch;
    table->watch.store = problem->space->ranks ? FEW_STORE_RANK : FEW_STORE_HASH;
    struct few_list nothing;
    few_list_init(&nothing, watch->memory, problem->space->words * sizeof(uint64_t));
    struct few_target target = {.test = test_nothing, .found = &nothing};
    enum few_end end = few_side_init(&table->side, problem, &table->watch, true, false)
                           ? few_side_begin(&table->side, problem->goals, problem->goal_count, &target)
                           : few_refused(&table->watch);
    while (end == FEW_RUNNING && table->side.layer.count) {
        table->depth = table->side.depth;
        end = few_side_advance(&table->side, &target);
    }
    few_list_free(&nothing);
    if (end != FEW_RUNNING) {
        few_table_free(table);
        return end;
    }
    few_list_free(&table->side.layer);
    few_list_free(&table->side.next);
    return FEW_SOLVED;
}

void few_table_free(struct few_table *table) {
    few_side_free(&table->side);
}

static unsigned tag_of(struct few_side *side, const uint64_t *state) {
    uint64_t slot;
    few_side_find(side, state, 1, &slot);
    return slot == FEW_NO_SLOT ? 0 : few_visited_tag(side->seen, slot);
}

/* The distance of a state: the length of a walk down. UINT64_MAX: no goal can be reached. */
static uint64_t distance_of(struct few_side *side, const uint64_t *state, uint64_t deepest) {
    const struct few_space *space = side->space;
    const unsigned ring = side->tag_bits == 2 ? 3 : 255;
    uint64_t at[FEW_MAX_WORDS], distance = 0;
    unsigned tag = tag_of(side, state);
    if (tag == 0)
        return UINT64_MAX;
    memcpy(at, state, space->words * sizeof *at);
    for (; distance <= deepest; distance++) {
        bool goal = false;
        if (tag == 1) /* a multiple of the ring: perhaps 0 */
            space->run->is_goal(space, at, 1, &goal);
        if (goal)
            return distance;
        unsigned wanted = tag == 1 ? ring : tag - 1;
        size_t count = space->run->successors(space, at, 1, side->made, NULL), i = 0;
        while (i < count && tag_of(side, side->made + i * space->words) != wanted)
            i++;
        if (i == count)
            break;
        memcpy(at, side->made + i * space->words, space->words * sizeof *at);
        tag = wanted;
    }
    return UINT64_MAX;
}

struct descent {
    struct few_side *side;
    uint64_t total;
};

static void test_descent(void *self, const uint64_t *states, const uint64_t *costs, size_t count, bool *on_way) {
    const struct descent *descent = self;
    const struct few_space *space = descent->side->space;
    for (size_t i = 0; i < count; i++) {
        const uint64_t *state = states + i * space->words;
        on_way[i] = costs[i] <= descent->total &&
                    tag_of(descent->side, state) ==
                        few_distance_tag(descent->total - costs[i], descent->side->tag_bits);
        if (on_way[i] && costs[i] == descent->total)
            space->run->is_goal(space, state, 1, &on_way[i]);
    }
}

enum few_end few_table_answer(struct few_table *table, const struct few_problem *problem, struct few_watch *watch,
                              size_t list, bool count, struct few_ways *ways) {
    struct descent descent = {&table->side, UINT64_MAX};
    watch->store_name = "distance table";
    for (size_t i = 0; i < problem->start_count; i++) {
        uint64_t distance = distance_of(&table->side, problem->starts + i * problem->space->words, table->depth);
        if (distance < descent.total)
            descent.total = distance;
    }
    if (descent.total == UINT64_MAX || descent.total > watch->within)
        return FEW_UNSOLVABLE;
    if (descent.total > watch->max_depth)
        return FEW_DEPTH_LIMIT;
    watch->counts.depth = descent.total;
    struct few_guide guide = {.self = &descent, .total = descent.total, .test = test_descent};
    return few_follow(problem, watch, &guide, list, count, ways);
}
