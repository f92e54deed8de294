/* Breadth-first search from both ends. Whole layers, always on the side whose outermost layer is smaller, until a new
 * layer meets what the other side has seen.
 *
 * Why the first layer that meets is right: before it, no state was seen from both sides at depths a and b, so the
 * distance is more than a + b. A state of layer a + 1 that the other side has seen lies at a depth of at most b
 * there, so it closes a path of at most a + 1 + b moves, which is therefore shortest, and the state is in the other
 * side's outermost layer.
 *
 * With watch->from_goals only the backward side moves: breadth-first search from the goals. Where moves can be undone,
 * the distances to the goal that it leaves behind lead from the start by the lowest moves without a second pass. */
#include "search/layers/classes.h"
#include "search/layers/kept.h"
#include "search/layers/layers.h"
#include "search/layers/narrow.h"
#include "search/searches.h"

/* The two halves of a solution: marked states of the forward side up to the meeting, then by falling distance to the
 * goal. */
struct halves {
    const struct few_problem *problem;
    struct few_side *forward, *backward;
    uint64_t meeting, total; /* depth of the forward side where they meet */
};

/* Tags give distances: of the forward side those of starts, which are 0, and from there of what a move leads to (side.c,
 * last_distance); of the backward side first those of what a move leads to from the meeting, whose distance is known. */
static void test_halves(void *self, const uint64_t *states, const uint64_t *costs, size_t count, bool *on_path) {
    const struct halves *halves = self;
    const struct few_space *space = halves->problem->space;
    for (size_t i = 0; i < count; i++) {
        bool first = costs[i] <= halves->meeting;
        struct few_side *side = first ? halves->forward : halves->backward;
        uint64_t slot, distance = first ? costs[i] : halves->total - costs[i];
        on_path[i] = false;
        if (costs[i] > halves->total)
            continue;
        few_side_find(side, space, states + i * space->words, 1, &slot);
        on_path[i] = slot != FEW_NO_SLOT && (!first || few_visited_marked(side->seen, slot)) &&
                    few_visited_tag(side->seen, slot) == few_distance_tag(distance, side->tag_bits);
        if (on_path[i] && distance == 0 && !first) /* a goal listed for nothing, of a space that the user defines */
            few_problem_test(halves->problem, states + i * space->words, 1, &on_path[i]);
    }
}

/* Appends a path from the last state of the list to depth 0 of the side, along falling distances. Only for undirected
 * spaces: there a neighbour's distance differs by one at most, so that its remainder is enough to know it. */
static enum few_end append_path_to_root(struct few_side *side, bool against, struct few_list *path) {
    const uint32_t words = side->space->words;
    for (uint64_t distance = side->depth; distance-- > 0;) {
        const unsigned tag = few_distance_tag(distance, side->tag_bits);
        size_t made, i = 0;
        if (!few_side_expand(side, against, few_list_at(path, path->count - 1), 1, side->made, &made))
            return few_refused(side->watch);
        few_side_find(side, side->space, side->made, made, side->slots);
        while (i < made && (side->slots[i] == FEW_NO_SLOT || few_visited_tag(side->seen, side->slots[i]) != tag))
            i++;
        if (i == made)
            return FEW_CONTRADICTION;
        if (!few_list_append(path, side->made + i * words, 1))
            return few_refused(side->watch);
    }
    return FEW_RUNNING;
}

static void turn_round(struct few_list *path, uint32_t words) {
    for (size_t i = 0; i < path->count / 2; i++) {
        uint64_t *a = few_list_at(path, i), *b = few_list_at(path, path->count - 1 - i);
        for (uint32_t w = 0; w < words; w++) {
            uint64_t swap = a[w];
            a[w] = b[w];
            b[w] = swap;
        }
    }
}

/* Whichever path leads through the first state where the sides met: nothing need be marked for that. */
static enum few_end write_any_solution(const struct few_problem *problem, struct few_side *forward, struct few_side *backward,
                                  const struct few_list *found, struct few_solutions *solutions) {
    struct few_watch *watch = forward->watch;
    struct few_list path, states;
    few_list_init(&path, watch->memory, found->size);
    few_list_init(&states, watch->memory, problem->space->words * sizeof(uint64_t));
    enum few_end end = few_list_append(&path, found->items, 1) ? FEW_RUNNING : few_refused(watch);
    if (end == FEW_RUNNING)
        end = append_path_to_root(forward, true, &path);
    turn_round(&path, forward->space->words);
    if (end == FEW_RUNNING)
        end = append_path_to_root(backward, true, &path);
    if (end == FEW_RUNNING && forward->graph) {
        if (few_list_reserve(&states, path.count))
            problem->space->run->unrank(problem->space, path.items, path.count, states.items);
        else
            end = few_refused(watch);
    }
    if (end == FEW_RUNNING)
        end = few_write_solution(problem, watch, forward->graph ? states.items : path.items, path.count, solutions);
    few_list_free(&path);
    few_list_free(&states);
    return end;
}

/* The shortest solutions, from what both sides have seen. */
static enum few_end write_solutions(const struct few_problem *problem, struct few_side *forward, struct few_side *backward,
                               const struct few_list *found, size_t list, bool count, struct few_solutions *solutions) {
    struct few_watch *watch = forward->watch;
    if (watch->any_solution && list == 1 && !count && problem->space->undirected)
        return write_any_solution(problem, forward, backward, found, solutions);
    enum few_end end = few_side_mark_back(forward, found, forward->depth);
    if (end != FEW_RUNNING)
        return end;
    struct halves halves = {problem, forward, backward, forward->depth, forward->depth + backward->depth};
    struct few_guide guide = {.self = &halves, .total = halves.total, .test = test_halves};
    return few_follow(problem, watch, &guide, list, count, solutions);
}

/* Layer by layer until the sides meet: FEW_RUNNING and where in `found`, or why not. */
static enum few_end meet(const struct few_problem *problem, struct few_side *forward, struct few_side *backward,
                         struct few_list *found, struct few_layers *layers, struct few_classes *classes) {
    struct few_watch *watch = forward->watch;
    struct few_target to_goals = {
        .test = few_side_meets, .self = backward, .found = found, .one_is_enough = watch->any_solution};
    struct few_target to_starts = {
        .test = few_side_meets, .self = forward, .found = found, .one_is_enough = watch->any_solution};
    bool taken_up;
    few_layers_add(layers, forward);
    few_layers_add(layers, backward);
    enum few_end end = few_layers_take_up(layers, &taken_up);
    if (end == FEW_RUNNING && !taken_up)
        end = few_side_begin(backward, problem->goals, problem->goal_count, &to_starts);
    if (end == FEW_RUNNING && !taken_up)
        end = few_side_begin(forward, problem->starts, problem->start_count, &to_goals);
    if (end == FEW_RUNNING)
        few_layers_begin(layers);
    while (end == FEW_RUNNING && (found->count == 0 || few_layers_are_midway(layers))) {
        uint64_t depth = forward->depth + backward->depth;
        end = few_depth_check(watch, depth);
        if (end == FEW_RUNNING && (forward->layer.count == 0 || backward->layer.count == 0))
            end = FEW_UNSOLVABLE;
        if (end != FEW_RUNNING)
            break;
        few_classes_look(classes, (struct few_side *const[]){forward, backward}, 2);
        /* Of the last layer that is looked at only the meeting is of interest; but a checkpoint may be gone on with further. */
        to_goals.only_hits = to_starts.only_hits = !watch->keeper && few_depth_check(watch, depth + 1) != FEW_RUNNING;
        if (!watch->from_goals && forward->layer.count <= backward->layer.count)
            end = few_side_advance(forward, &to_goals);
        else
            end = few_side_advance(backward, &to_starts);
    }
    return end;
}

/* A space that was searched for a while is written out: once a quarter as many states were expanded as it has, most of
 * what is written will be used again. */
static struct few_graph *written_out(const struct few_space *space, struct few_watch *watch) {
    struct few_kept *kept = watch->kept;
    if (!kept || !kept->same_moves || (watch->store && !watch->store->by_rank) ||
        watch->from_goals || watch->reached || watch->keeper)
        return NULL;
    if (!kept->graph && kept->expanded >= space->ranks / 4)
        kept->graph = few_graph_create(watch->memory, space);
    return kept->graph;
}

/* The same problem in the graph: its starts and goals as ranks, in `ranks`. */
static bool write_problem(const struct few_problem *problem, struct few_graph *graph, struct few_problem *written,
                          struct few_list *ranks) {
    const struct few_space *space = problem->space;
    if (!few_list_reserve(ranks, problem->start_count + problem->goal_count))
        return false;
    uint64_t *starts = ranks->items, *goals = starts + problem->start_count;
    space->run->rank(space, problem->starts, problem->start_count, starts);
    space->run->rank(space, problem->goals, problem->goal_count, goals);
    *written = *problem;
    written->space = &graph->space;
    written->graph = graph;
    written->starts = starts;
    written->goals = goals;
    return true;
}

enum few_end few_search_bidirectional(const struct few_problem *problem, struct few_watch *watch, size_t list,
                                      bool count, struct few_solutions *solutions) {
    if (few_problem_starts_at_goal(problem)) /* there is nothing to meet: one side is enough, and remembers the start once */
        return few_search_bfs(problem, watch, list, count, solutions);
    if (watch->cluster)
        return few_search_bidirectional_shared(problem, watch, list, count, solutions);
    struct few_side forward = {0}, backward = {0};
    struct few_problem at_hand = *problem;
    struct few_graph *graph = written_out(problem->space, watch);
    struct few_list found, ranks;
    const uint64_t before = watch->counts.expanded;
    few_list_init(&ranks, watch->memory, sizeof(uint64_t));
    bool good = !graph || write_problem(problem, graph, &at_hand, &ranks);
    few_list_init(&found, watch->memory, at_hand.space->words * sizeof(uint64_t));
    struct few_layers layers;
    struct few_classes classes;
    few_layers_init(&layers, watch, &found);
    few_classes_init(&classes, &at_hand, watch);
    enum few_end end = FEW_RUNNING;
    if (!good || !few_side_init(&forward, &at_hand, watch, false, true) ||
        !few_side_init(&backward, &at_hand, watch, true, true))
        end = few_refused(watch);
    else
        end = few_narrow_fits(&at_hand, watch) ? few_narrow_meet(&at_hand, &forward, &backward, &found)
                                               : meet(&at_hand, &forward, &backward, &found, &layers, &classes);
    if (end == FEW_RUNNING)
        end = write_solutions(problem, &forward, &backward, &found, list, count, solutions);
    few_layers_end(&layers, end);
    few_layers_free(&layers);
    few_list_free(&found);
    few_list_free(&ranks);
    few_side_free(&forward);
    few_side_free(&backward);
    few_classes_free(&classes);
    if (watch->kept)
        watch->kept->expanded += watch->counts.expanded - before;
    return end;
}

FEW_SEARCH(BIDIRECTIONAL, FEW_NEEDS_EQUAL_COSTS | FEW_NEEDS_BACKWARD | FEW_NEEDS_GOALS | FEW_CAN_BE_KEPT | FEW_LEAVES_HOPELESS,
           few_search_bidirectional);
