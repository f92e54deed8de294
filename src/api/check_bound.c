/* fewest_check_bound: walks the space and compares the bound with the true distances. */
#include "api/handle.h"

#include "visited/nodes.h"

#include <string.h>

enum { STATES = 1000000 };

struct edge {
    uint32_t from, to, cost;
};

struct walk {
    const struct few_space *space;
    struct few_memory *memory;
    struct few_nodes nodes;
    struct few_list edges;
    struct few_list bounds; /* uint32_t of each state */
    uint64_t *made;
    struct few_step *steps;
    size_t room;
    bool complete;
};

static void walk_free(struct walk *walk) {
    few_nodes_free(&walk->nodes);
    few_list_free(&walk->edges);
    few_list_free(&walk->bounds);
    few_free(walk->memory, walk->made, walk->room * walk->space->words * sizeof *walk->made);
    few_free(walk->memory, walk->steps, walk->room * sizeof *walk->steps);
}

/* All states that can be reached from the starts, as long as there are no more than `limit`. */
static bool walk_on(struct walk *walk, const uint64_t *starts, size_t count, uint64_t limit) {
    const struct few_space *space = walk->space;
    bool fresh;
    walk->room = space->max_successors ? space->max_successors : 1;
    few_list_init(&walk->edges, walk->memory, sizeof(struct edge));
    few_list_init(&walk->bounds, walk->memory, sizeof(uint32_t));
    walk->made = few_alloc(walk->memory, few_array_size(walk->room, space->words * sizeof *walk->made));
    walk->steps = few_alloc(walk->memory, few_array_size(walk->room, sizeof *walk->steps));
    if (!few_nodes_init(&walk->nodes, walk->memory, space->words) || !walk->made || !walk->steps)
        return false;
    for (size_t i = 0; i < count; i++)
        if (few_nodes_add(&walk->nodes, starts + i * space->words, 0, &fresh) == FEW_NO_NODE)
            return false;
    walk->complete = true;
    for (uint32_t n = 0; n < walk->nodes.states.count && walk->complete; n++) {
        size_t made = space->run->successors(space, few_node_state(&walk->nodes, n), 1, walk->made, walk->steps);
        for (size_t i = 0; i < made; i++) {
            struct edge edge = {n, few_nodes_add(&walk->nodes, walk->made + i * space->words, 0, &fresh),
                                walk->steps[i].cost};
            if (edge.to == FEW_NO_NODE || !few_list_append(&walk->edges, &edge, 1))
                return false;
        }
        walk->complete = walk->nodes.states.count <= limit;
    }
    return true;
}

/* Distances to the goal in the nodes, UINT64_MAX where there is none: lowered until no edge can. Edges lie in the order of
 * the walk; from the last to the first, most of them are right after one round. */
static void find_distances(struct walk *walk) {
    for (uint32_t n = 0; n < walk->nodes.states.count; n++) {
        bool goal;
        walk->space->run->is_goal(walk->space, few_node_state(&walk->nodes, n), 1, &goal);
        *few_node_distance(&walk->nodes, n) = goal ? 0 : UINT64_MAX;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t e = walk->edges.count; e-- > 0;) {
            const struct edge *edge = few_list_at(&walk->edges, e);
            uint64_t far = *few_node_distance(&walk->nodes, edge->to), *mine = few_node_distance(&walk->nodes, edge->from);
            if (far != UINT64_MAX && far + edge->cost < *mine) {
                *mine = far + edge->cost;
                changed = true;
            }
        }
    }
}

static uint32_t *bound_of(const struct walk *walk, uint32_t node) {
    return few_list_at(&walk->bounds, node);
}

/* The first state, in the order of the walk, where something is wrong. A distance that was found in a part of the space
 * is one that can be paid, so a bound above it is too high in any case. */
static uint32_t compare(const struct walk *walk, fewest_bound_check *check) {
    uint32_t wrong = FEW_NO_NODE;
    for (uint32_t n = 0; n < walk->nodes.states.count && wrong == FEW_NO_NODE; n++)
        if (*few_node_distance(&walk->nodes, n) != UINT64_MAX && *bound_of(walk, n) > *few_node_distance(&walk->nodes, n)) {
            check->verdict = FEWEST_BOUND_TOO_HIGH;
            check->bound = *bound_of(walk, n);
            check->distance = *few_node_distance(&walk->nodes, n);
            wrong = n;
        }
    for (size_t e = 0; e < walk->edges.count && wrong == FEW_NO_NODE; e++) {
        const struct edge *edge = few_list_at(&walk->edges, e);
        uint32_t before = *bound_of(walk, edge->from), after = *bound_of(walk, edge->to);
        if (after != FEW_NO_WAY && before > (uint64_t)after + edge->cost) {
            check->verdict = FEWEST_BOUND_DROPS;
            check->bound = before;
            check->distance = after;
            check->cost = edge->cost;
            wrong = edge->from;
        }
    }
    return wrong;
}

static bool run_check(fewest_puzzle *puzzle, const fewest_options *options, fewest_bound_check *check, char **state,
                      struct few_error *error) {
    struct few_model *model = puzzle->model;
    const struct few_bound *bound;
    struct few_bound_wish wish = {.memory = options->bound_memory, .patterns = options->patterns,
                                  .pattern_count = options->pattern_count};
    if (!few_model_bound(model, &wish, &bound, error))
        return false;
    struct walk walk = {.space = model->space, .memory = &puzzle->memory};
    uint64_t *starts;
    size_t count, room;
    if (!few_model_starts(model, &puzzle->memory, &starts, &count, &room))
        return few_fail_memory(error);
    bool good = walk_on(&walk, starts, count, options->states ? options->states : STATES);
    if (good && few_list_reserve(&walk.bounds, walk.nodes.states.count)) {
        walk.bounds.count = walk.nodes.states.count;
        few_bound_look_up(bound, walk.nodes.states.items, walk.nodes.states.count, walk.bounds.items);
        find_distances(&walk);
        check->states = walk.nodes.states.count;
        check->verdict = walk.complete ? FEWEST_BOUND_HOLDS : FEWEST_BOUND_HOLDS_SO_FAR;
        uint32_t wrong = compare(&walk, check);
        if (wrong != FEW_NO_NODE) {
            memcpy(check->words, few_node_state(&walk.nodes, wrong), model->space->words * sizeof *check->words);
            if (state && model->puzzle)
                *state = few_state_text(model, &puzzle->memory, check->words);
        }
    } else {
        good = few_fail_memory(error);
    }
    walk_free(&walk);
    few_free(&puzzle->memory, starts, room * model->space->words * sizeof *starts);
    return good;
}

bool fewest_check_bound(fewest_puzzle *puzzle, const fewest_options *options, fewest_bound_check *check, char **state,
                        fewest_error *error) {
    struct few_error inner = {0};
    fewest_options defaults = fewest_defaults();
    *check = (fewest_bound_check){0};
    if (state)
        *state = NULL;
    bool good = few_puzzle_prepare(puzzle, FEW_TO_WALK, options, &inner);
    if (good && puzzle->model->space->words > sizeof check->words / sizeof *check->words)
        good = few_fail(&inner, FEW_ERROR_INPUT, "bounds are checked in spaces of up to 8 words a state");
    good = good && run_check(puzzle, options ? options : &defaults, check, state, &inner);
    if (!good)
        few_error_publish(&inner, error);
    return good;
}
