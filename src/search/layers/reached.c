#include "search/layers/reached.h"

#include <string.h>

static const struct few_space *inner(const struct few_space *space) {
    return ((const struct few_reached *)space)->of;
}

static size_t successors(const struct few_space *space, const uint64_t *states, size_t count, uint64_t *next, struct few_step *steps) {
    return inner(space)->run->successors(inner(space), states, count, next, steps);
}

static size_t predecessors(const struct few_space *space, const uint64_t *states, size_t count, uint64_t *next,
                           struct few_step *steps) {
    const struct few_reached *reached = (const struct few_reached *)space;
    const size_t made = reached->of->run->predecessors(reached->of, states, count, next, steps), words = space->words;
    size_t kept = 0;
    for (size_t i = 0; i < made; i++) {
        if (few_nodes_find(&reached->nodes, next + i * words) == FEW_NO_NODE)
            continue;
        memmove(next + kept * words, next + i * words, words * sizeof *next);
        if (steps)
            steps[kept] = steps[i];
        kept++;
    }
    return kept;
}

static void is_goal(const struct few_space *space, const uint64_t *states, size_t count, bool *goal) {
    inner(space)->run->is_goal(inner(space), states, count, goal);
}

static void rank(const struct few_space *space, const uint64_t *states, size_t count, uint64_t *ranks) {
    inner(space)->run->rank(inner(space), states, count, ranks);
}

static void unrank(const struct few_space *space, const uint64_t *ranks, size_t count, uint64_t *states) {
    inner(space)->run->unrank(inner(space), ranks, count, states);
}

static bool holds(const struct few_space *space, const uint64_t *state) {
    return inner(space)->run->holds(inner(space), state);
}

static const struct few_space_functions reached_functions = {
    .successors = successors,
    .predecessors = predecessors,
    .is_goal = is_goal,
    .rank = rank,
    .unrank = unrank,
    .holds = holds,
};

/* Appends every state that can be reached to the nodes, which hold the starts. */
static enum few_end reach_all(const struct few_space *space, struct few_watch *watch, struct few_nodes *nodes) {
    const size_t room = space->max_successors ? space->max_successors : 1, bytes = room * space->words * sizeof(uint64_t);
    uint64_t *made = few_alloc(watch->memory, bytes);
    enum few_end end = made ? FEW_RUNNING : few_refused(watch);
    for (uint32_t node = 0; node < nodes->states.count && end == FEW_RUNNING; node++) {
        size_t count = space->run->successors(space, few_node_state(nodes, node), 1, made, NULL);
        bool fresh, good = true;
        for (size_t i = 0; i < count && good; i++)
            good = few_nodes_add(nodes, made + i * space->words, 0, &fresh) != FEW_NO_NODE;
        watch->counts.remembered = nodes->states.count;
        if (watch->max_states && nodes->states.count > watch->max_states)
            end = FEW_STATE_LIMIT;
        else
            end = good ? few_watch_check(watch) : few_refused(watch);
    }
    few_free(watch->memory, made, bytes);
    return end;
}

enum few_end few_reached_find(struct few_reached *reached, const struct few_space *of, const uint64_t *starts, size_t count,
                              struct few_watch *watch) {
    *reached = (struct few_reached){.space = *of, .of = of};
    reached->space.run = &reached_functions;
    bool fresh, good = few_nodes_init(&reached->nodes, watch->memory, of->words);
    for (size_t i = 0; i < count && good; i++)
        good = few_nodes_add(&reached->nodes, starts + i * of->words, 0, &fresh) != FEW_NO_NODE;
    return good ? reach_all(of, watch, &reached->nodes) : few_refused(watch);
}

void few_reached_free(struct few_reached *reached) {
    if (reached->of)
        few_nodes_free(&reached->nodes);
}

enum few_end few_reached_goals(const struct few_reached *reached, struct few_watch *watch, struct few_list *goals) {
    const struct few_space *space = reached->of;
    for (uint32_t node = 0; node < reached->nodes.states.count; node++) {
        bool goal;
        space->run->is_goal(space, few_node_state(&reached->nodes, node), 1, &goal);
        if (goal && !few_list_append(goals, few_node_state(&reached->nodes, node), 1))
            return few_refused(watch);
    }
    return FEW_RUNNING;
}
