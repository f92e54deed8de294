/* Breadth-first search from both ends. Whole layers, always on the side whose outermost layer is smaller, until a new
 * layer meets what the other side has seen.
 *
 * Why the first layer that meets is right: before it, no state was seen from both sides at depths a and b, so the
 * distance is more than a + b. A state of layer a + 1 that the other side has seen lies at a depth of at most b
 * there, so it closes a way of at most a + 1 + b moves, which is thus the shortest, and the state is in the other
 * side's outermost layer.
 *
 * With watch->from_goals only the backward side moves: breadth-first search from the goals. Where moves can be undone,
 * the distances to the goal that it leaves behind lead from the start by the lowest moves without a second pass. */
#include "search/side.h"

static void test_meeting(void *self, struct few_side *side, const uint64_t *states, const uint64_t *ranks, size_t count,
                         bool *hit) {
    struct few_side *other = self;
    if (few_visited_is_ranked(other->seen) && !ranks) {
        side->space->run->rank(side->space, states, count, side->ranks);
        ranks = side->ranks;
    }
    few_visited_find(other->seen, states, ranks, count, side->slots);
    for (size_t i = 0; i < count; i++)
        hit[i] = side->slots[i] != FEW_NO_SLOT;
}

/* The two halves of a way: marked states of the forward side up to the meeting, then by falling distance to the goal. */
struct halves {
    const struct few_problem *problem;
    struct few_side *forward, *backward;
    uint64_t meeting, total; /* depth of the forward side where they meet */
};

static void test_halves(void *self, const uint64_t *states, const uint64_t *costs, size_t count, bool *on_way) {
    const struct halves *halves = self;
    for (size_t i = 0; i < count; i++) {
        bool first = costs[i] <= halves->meeting;
        struct few_side *side = first ? halves->forward : halves->backward;
        uint64_t slot, distance = first ? costs[i] : halves->total - costs[i];
        on_way[i] = false;
        if (costs[i] > halves->total)
            continue;
        few_side_find(side, states + i * side->space->words, 1, &slot);
        on_way[i] = slot != FEW_NO_SLOT && (!first || few_visited_marked(side->seen, slot)) &&
                    few_visited_tag(side->seen, slot) == few_distance_tag(distance, side->tag_bits);
        if (on_way[i] && distance == 0 && !first) /* a tag is a remainder: make sure of the last state */
            few_problem_test(halves->problem, states + i * side->space->words, 1, &on_way[i]);
    }
}

enum few_end few_search_bidirectional(const struct few_problem *problem, struct few_watch *watch, size_t list,
                                      bool count, struct few_ways *ways) {
    struct few_side forward = {0}, backward = {0};
    struct few_list found;
    few_list_init(&found, watch->memory, problem->space->words * sizeof(uint64_t));
    enum few_end end = FEW_RUNNING;
    struct few_target to_goals = {
        .test = test_meeting, .self = &backward, .found = &found, .one_is_enough = watch->any_way};
    struct few_target to_starts = {
        .test = test_meeting, .self = &forward, .found = &found, .one_is_enough = watch->any_way};
    if (!few_side_init(&forward, problem, watch, false, true) ||
        !few_side_init(&backward, problem, watch, true, true))
        end = few_refused(watch);
    if (end == FEW_RUNNING)
        end = few_side_begin(&backward, problem->goals, problem->goal_count, &to_starts);
    if (end == FEW_RUNNING)
        end = few_side_begin(&forward, problem->starts, problem->start_count, &to_goals);
    while (end == FEW_RUNNING && found.count == 0) {
        uint64_t depth = forward.depth + backward.depth;
        end = few_depth_check(watch, depth);
        if (end == FEW_RUNNING && (forward.layer.count == 0 || backward.layer.count == 0))
            end = FEW_UNSOLVABLE;
        if (end != FEW_RUNNING)
            break;
        /* Of the last layer that is looked at only the meeting is of interest. */
        to_goals.only_hits = to_starts.only_hits = few_depth_check(watch, depth + 1) != FEW_RUNNING;
        if (!watch->from_goals && forward.layer.count <= backward.layer.count)
            end = few_side_advance(&forward, &to_goals);
        else
            end = few_side_advance(&backward, &to_starts);
    }
    if (end == FEW_RUNNING)
        end = few_side_mark_back(&forward, &found, forward.depth);
    if (end == FEW_RUNNING) {
        struct halves halves = {problem, &forward, &backward, forward.depth, forward.depth + backward.depth};
        struct few_guide guide = {.self = &halves, .total = halves.total, .test = test_halves};
        end = few_follow(problem, watch, &guide, list, count, ways);
    }
    few_list_free(&found);
    few_side_free(&forward);
    few_side_free(&backward);
    return end;
}
