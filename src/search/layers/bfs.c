/* Breadth-first search: layer after layer from the starts, until a layer has a goal in it. */
#include "search/searches.h"
#include "search/layers/classes.h"
#include "search/layers/layers.h"

static void test_goal(void *self, struct few_side *side, const uint64_t *states, const uint64_t *ranks, size_t count,
                      bool *hit) {
    (void)side;
    (void)ranks;
    few_problem_test(self, states, count, hit);
}

/* On a path: seen at that distance, and marked. */
static void test_marked(void *self, const uint64_t *states, const uint64_t *costs, size_t count, bool *on_path) {
    struct few_side *side = self;
    for (size_t i = 0; i < count; i++) {
        uint64_t slot;
        few_side_find(side, side->space, states + i * side->space->words, 1, &slot);
        on_path[i] = slot != FEW_NO_SLOT && few_visited_marked(side->seen, slot) &&
                    few_visited_tag(side->seen, slot) == few_distance_tag(costs[i], side->tag_bits);
    }
}

/* At the starts, or where the checkpoint ends. */
static enum few_end begin(struct few_layers *layers, struct few_side *side, const struct few_problem *problem, struct few_target *target) {
    bool taken_up;
    few_layers_add(layers, side);
    enum few_end end = few_layers_take_up(layers, &taken_up);
    if (end == FEW_RUNNING && !taken_up)
        end = few_side_begin(side, problem->starts, problem->start_count, target);
    if (end == FEW_RUNNING)
        few_layers_begin(layers);
    return end;
}

enum few_end few_search_bfs(const struct few_problem *problem, struct few_watch *watch, size_t list, bool count,
                            struct few_solutions *solutions) {
    if (watch->cluster)
        return few_search_bfs_shared(problem, watch, list, count, solutions);
    struct few_side side;
    struct few_list found;
    few_list_init(&found, watch->memory, problem->space->words * sizeof(uint64_t));
    struct few_target target = {.test = test_goal,
                                .self = (void *)problem,
                                .found = &found,
                                .one_is_enough =
                                    watch->any_solution || (problem->goals_listed && problem->goal_count == 1)};
    struct few_layers layers;
    struct few_classes classes;
    few_layers_init(&layers, watch, &found);
    few_classes_init(&classes, problem, watch);
    enum few_end end = few_side_init(&side, problem, watch, false, false) ? begin(&layers, &side, problem, &target) : few_refused(watch);
    while (end == FEW_RUNNING && (found.count == 0 || few_layers_are_midway(&layers))) {
        end = few_depth_check(watch, side.depth);
        if (side.layer.count == 0)
            end = FEW_UNSOLVABLE;
        if (end == FEW_RUNNING) {
            few_classes_look(&classes, (struct few_side *const[]){&side}, 1);
            end = few_side_advance(&side, &target);
        }
    }
    if (end == FEW_RUNNING)
        end = few_side_mark_back(&side, &found, side.depth);
    if (end == FEW_RUNNING) {
        struct few_guide guide = {.self = &side, .total = side.depth, .test = test_marked};
        end = few_follow(problem, watch, &guide, list, count, solutions);
    }
    few_layers_end(&layers, end);
    few_layers_free(&layers);
    few_list_free(&found);
    few_side_free(&side);
    few_classes_free(&classes);
    return end;
}

FEW_SEARCH(BFS, FEW_NEEDS_EQUAL_COSTS | FEW_CAN_BE_KEPT | FEW_LEAVES_HOPELESS, few_search_bfs);
