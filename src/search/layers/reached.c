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

/* The same by the moves that were made. */
static size_t moves_turned_round(const struct few_space *space, const uint64_t *states, size_t count, uint64_t *next,
                                 struct few_step *steps) {
    const struct few_reached *reached = (const struct few_reached *)space;
    size_t made = 0;
    for (size_t i = 0; i < count; i++) {
        const uint32_t node = few_nodes_find(&reached->nodes, states + i * space->words);
        if (node == FEW_NO_NODE)
            continue;
        for (size_t k = reached->first[node]; k < reached->first[node + 1]; k++, made++) {
            memcpy(next + made * space->words, few_node_state(&reached->nodes, reached->before[k]), space->words * sizeof *next);
            if (steps)
                steps[made] = (struct few_step){.source = (uint32_t)i, .cost = 1};
        }
    }
    return made;
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

static const struct few_space_functions turned_functions = {
    .successors = successors,
    .predecessors = moves_turned_round,
    .is_goal = is_goal,
    .rank = rank,
    .unrank = unrank,
    .holds = holds,
};

/* Appends every state that can be reached to the nodes, which hold the starts. */
static enum few_end reach_all(struct few_reached *reached, struct few_watch *watch) {
    const struct few_space *space = reached->of;
    struct few_nodes *nodes = &reached->nodes;
    const bool turns = !space->run->predecessors;
    const size_t room = space->max_successors ? space->max_successors : 1, bytes = room * space->words * sizeof(uint64_t);
    uint64_t *made = few_alloc(watch->memory, bytes);
    enum few_end end = made ? FEW_RUNNING : few_refused(watch);
    for (uint32_t node = 0; node < nodes->states.count && end == FEW_RUNNING; node++) {
        size_t count = space->run->successors(space, few_node_state(nodes, node), 1, made, NULL);
        bool fresh, good = true;
        for (size_t i = 0; i < count && good; i++) {
            const struct few_reached_move move = {node, few_nodes_add(nodes, made + i * space->words, 0, &fresh)};
            good = move.to != FEW_NO_NODE && (!turns || few_list_append(&reached->moves, &move, 1));
        }
        watch->counts.remembered = nodes->states.count;
        if (watch->max_states && nodes->states.count > watch->max_states)
            end = FEW_STATE_LIMIT;
        else
            end = good ? few_watch_check(watch) : few_refused(watch);
    }
    few_free(watch->memory, made, bytes);
    return end;
}

/* Files the moves by where they lead. */
static bool turn_moves(struct few_reached *reached, struct few_memory *memory) {
    const size_t nodes = reached->nodes.states.count, count = reached->moves.count;
    const struct few_reached_move *moves = reached->moves.items;
    reached->first = few_alloc_zeroed(memory, (nodes + 2) * sizeof *reached->first);
    reached->before = few_alloc(memory, (count + 1) * sizeof *reached->before);
    if (!reached->first || !reached->before)
        return false;
    size_t *at = reached->first + 1; /* while they are filed: where the next one goes */
    size_t most = 0;
    for (size_t i = 0; i < count; i++)
        at[moves[i].to + 1]++;
    for (size_t n = 1; n <= nodes; n++) {
        most = at[n] > most ? at[n] : most;
        at[n] += at[n - 1];
    }
    for (size_t i = 0; i < count; i++)
        reached->before[at[moves[i].to]++] = moves[i].from;
    reached->space.run = &turned_functions;
    reached->space.max_predecessors = (uint32_t)most;
    return true;
}

enum few_end few_reached_find(struct few_reached *reached, const struct few_space *of, const uint64_t *starts, size_t count,
                              struct few_watch *watch) {
    *reached = (struct few_reached){.space = *of, .of = of};
    reached->space.run = &reached_functions;
    reached->space.keep = NULL; /* whose functions are for the space that it is made of */
    few_list_init(&reached->moves, watch->memory, sizeof(struct few_reached_move));
    bool fresh, good = few_nodes_init(&reached->nodes, watch->memory, of->words);
    for (size_t i = 0; i < count && good; i++)
        good = few_nodes_add(&reached->nodes, starts + i * of->words, 0, &fresh) != FEW_NO_NODE;
    enum few_end end = good ? reach_all(reached, watch) : few_refused(watch);
    if (end == FEW_RUNNING && !of->run->predecessors && !turn_moves(reached, watch->memory))
        end = few_refused(watch);
    return end;
}

void few_reached_free(struct few_reached *reached) {
    if (!reached->of)
        return;
    struct few_memory *memory = reached->nodes.memory;
    few_free(memory, reached->first, (reached->nodes.states.count + 2) * sizeof *reached->first);
    few_free(memory, reached->before, (reached->moves.count + 1) * sizeof *reached->before);
    few_list_free(&reached->moves);
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
