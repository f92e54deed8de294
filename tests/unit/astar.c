/* A* where the bound is not consistent: in random graphs with random costs, every bound up to the true distance is allowed,
 * and states are opened again when a cheaper path to them turns up. All its solutions are those of Dijkstra's search. The open
 * states against a plain list. */
#include "corpus.h"

#include "base/random.h"
#include "bound/keys.h"
#include "search/layers/kept.h"

enum { NODES = 64, EDGES = 4, MOST_COST = 6, GRAPHS = SANITIZED ? 300 : 3000 };

struct edge {
    uint32_t to, cost; /* its move is its place in the list */
};

struct graph {
    struct few_space space;
    struct edge edges[NODES][EDGES];
    uint32_t distance[NODES]; /* to the goal, which is node 0; FEW_NO_PATH: none */
};

static size_t successors(const struct few_space *space, const uint64_t *states, size_t count, uint64_t *next,
                         struct few_step *steps) {
    const struct graph *graph = (const struct graph *)space;
    size_t made = 0;
    for (size_t i = 0; i < count; i++)
        for (uint32_t e = 0; e < EDGES; e++) {
            const struct edge *edge = &graph->edges[states[i]][e];
            if (edge->to == states[i])
                continue;
            next[made] = edge->to;
            if (steps)
                steps[made] = (struct few_step){(uint32_t)i, e, edge->cost};
            made++;
        }
    return made;
}

static size_t predecessors(const struct few_space *space, const uint64_t *states, size_t count, uint64_t *next,
                           struct few_step *steps) {
    const struct graph *graph = (const struct graph *)space;
    size_t made = 0;
    for (size_t i = 0; i < count; i++)
        for (uint32_t from = 0; from < NODES; from++)
            for (uint32_t e = 0; e < EDGES; e++) {
                const struct edge *edge = &graph->edges[from][e];
                if (edge->to != states[i] || from == states[i])
                    continue;
                next[made] = from;
                if (steps)
                    steps[made] = (struct few_step){(uint32_t)i, e, edge->cost};
                made++;
            }
    return made;
}

static void is_goal(const struct few_space *space, const uint64_t *states, size_t count, bool *goal) {
    (void)space;
    for (size_t i = 0; i < count; i++)
        goal[i] = states[i] == 0;
}

static const struct few_space_functions one_solution = {.successors = successors, .is_goal = is_goal};
static const struct few_space_functions both_ways = {
    .successors = successors, .predecessors = predecessors, .is_goal = is_goal};

static void make_graph(struct graph *graph, uint64_t *seed) {
    graph->space = (struct few_space){.run = few_random(seed) % 2 ? &one_solution : &both_ways, .words = 1,
                                      .max_successors = EDGES, .max_predecessors = NODES * EDGES,
                                      .max_cost = MOST_COST};
    for (uint32_t n = 0; n < NODES; n++)
        for (uint32_t e = 0; e < EDGES; e++)
            graph->edges[n][e] = (struct edge){(uint32_t)few_random_below(seed, NODES),
                                               1 + (uint32_t)few_random_below(seed, MOST_COST)};
    for (uint32_t n = 0; n < NODES; n++)
        graph->distance[n] = n ? FEW_NO_PATH : 0;
    for (uint32_t round = 0; round < NODES; round++)
        for (uint32_t n = 0; n < NODES; n++)
            for (uint32_t e = 0; e < EDGES; e++) {
                const struct edge *edge = &graph->edges[n][e];
                uint32_t rest = graph->distance[edge->to];
                if (rest != FEW_NO_PATH && rest + edge->cost < graph->distance[n])
                    graph->distance[n] = rest + edge->cost;
            }
}

/* Anything up to the distance: mostly nothing or all of it, which makes it drop from state to state. */
static struct few_bound *make_bound(struct few_memory *memory, const struct graph *graph, uint64_t *seed) {
    struct few_field field = {0, 0, 6};
    struct few_keys *keys = few_keys_create(memory, 1, &field, 1, NODES);
    assert_non_null(keys);
    struct few_key *key = few_keys_add(keys);
    assert_non_null(key);
    keys->bound.consistent = false;
    for (uint32_t n = 0; n < NODES; n++) {
        const uint32_t most = graph->distance[n] == FEW_NO_PATH ? 40 : graph->distance[n];
        const uint64_t which = few_random_below(seed, 3);
        key->weights[n] = which == 0 ? 0 : which == 1 ? most : (uint32_t)few_random_below(seed, most + 1);
    }
    return &keys->bound;
}

/* Whether the solution is one: it begins at the start, ends in the goal, its moves lead along it, and it costs what it says. */
static void check_solution(const struct graph *graph, const struct few_solutions *solutions, uint64_t start) {
    const struct few_solution *solution = few_list_at(&solutions->list, 0);
    const uint64_t *states = few_list_at(&solutions->states, solution->first_state);
    const uint32_t *moves = few_list_at(&solutions->moves, solution->first_move);
    uint64_t cost = 0;
    assert_int_equal(states[0], start);
    for (size_t i = 0; i < solution->length; i++) {
        assert_in_range(moves[i], 0, EDGES - 1);
        assert_int_equal(graph->edges[states[i]][moves[i]].to, states[i + 1]);
        cost += graph->edges[states[i]][moves[i]].cost;
    }
    assert_int_equal(states[solution->length], 0);
    assert_int_equal(cost, graph->distance[start]);
    assert_int_equal(cost, solutions->cost);
}

static bool same_list(const struct few_list *a, const struct few_list *b) {
    return a->count == b->count && (a->count == 0 || memcmp(a->items, b->items, a->count * a->size) == 0);
}

enum mode { FIRST, ANY, ALL, MODES };

static void opens_states_again_where_the_bound_is_not_consistent(void **state) {
    (void)state;
    uint64_t seed = 1;
    size_t opened_again = 0, solved = 0;
    struct few_memory memory;
    few_memory_init(&memory, (size_t)1 << 30);
    struct graph *graph = malloc(sizeof *graph);
    for (int g = 0; g < GRAPHS; g++) {
        make_graph(graph, &seed);
        struct few_bound *bound = make_bound(&memory, graph, &seed);
        struct few_kept kept = {0};
        for (int n = 0; n < 4; n++)
            for (int mode = 0; mode < MODES; mode++) {
                uint64_t start = few_random_below(&seed, NODES);
                struct few_problem problem = {.space = &graph->space, .starts = &start, .start_count = 1, .bound = bound};
                struct few_watch watch = {.memory = &memory, .kept = &kept, .any_solution = mode == ANY,
                                          .max_depth = UINT64_MAX, .within = UINT64_MAX};
                struct few_watch sound = {.memory = &memory, .max_depth = UINT64_MAX, .within = UINT64_MAX};
                struct few_solutions solutions, expected;
                const size_t list = mode == ALL ? 8 : 1;
                few_solutions_init(&solutions, &memory, 1);
                few_solutions_init(&expected, &memory, 1);
                enum few_end end = few_search_astar(&problem, &watch, list, mode == ALL, &solutions);
                assert_int_equal(end, few_search_costs(&problem, &sound, list, mode == ALL, &expected));
                assert_int_equal(end, graph->distance[start] == FEW_NO_PATH ? FEW_UNSOLVABLE : FEW_SOLVED);
                if (end == FEW_SOLVED) {
                    check_solution(graph, &solutions, start);
                    assert_int_equal(solutions.total, expected.total);
                    assert_true(mode == ANY || (same_list(&solutions.moves, &expected.moves) &&
                                                same_list(&solutions.states, &expected.states)));
                }
                solved += end == FEW_SOLVED;
                opened_again += mode != FIRST && watch.counts.expanded > watch.counts.remembered;
                few_solutions_free(&solutions);
                few_solutions_free(&expected);
            }
        few_kept_free(&kept);
        few_bound_free(bound);
    }
    free(graph);
    assert_int_equal(atomic_load(&memory.used), 0);
    assert_true(solved >= 5 * (size_t)GRAPHS);
    assert_true(opened_again >= (size_t)GRAPHS / 10);
}

/* ---- Open states */

struct waiting {
    uint32_t node;
    uint64_t cost, sum;
};

/* Random sums and costs, in every other round some that are far off, go in and come out, the lowest sum first and of that
 * the largest cost; then it is emptied, and begins at other sums. */
static void open_states_come_out_in_their_order(void **state) {
    (void)state;
    enum { ROUNDS = 200, STEPS = 400, LARGEST = 300 };
    uint64_t seed = 2;
    struct few_memory memory;
    few_memory_init(&memory, (size_t)1 << 30);
    struct few_open open;
    few_open_init(&open, &memory);
    struct waiting *list = malloc(STEPS * sizeof *list);
    for (int round = 0; round < ROUNDS; round++) {
        size_t count = 0;
        open.lowest = few_random_below(&seed, 50);
        uint64_t sum = open.lowest, spread = 1 + few_random_below(&seed, LARGEST);
        for (uint32_t step = 0; step < STEPS; step++) {
            if (few_random(&seed) % 3) {
                struct waiting one = {step, few_random_below(&seed, spread), sum + few_random_below(&seed, 20)};
                if (round % 2 && few_random(&seed) % 4 == 0)
                    one.sum += few_random_below(&seed, UINT64_C(1) << few_random_below(&seed, 40));
                if (round % 2 && few_random(&seed) % 4 == 0)
                    one.cost += few_random_below(&seed, UINT64_C(1) << few_random_below(&seed, 40));
                assert_true(few_open_push(&open, one.node, one.cost, one.sum));
                list[count++] = one;
                continue;
            }
            uint32_t node;
            uint64_t cost, largest = 0, next = UINT64_MAX;
            size_t of_sum = 0, at = SIZE_MAX;
            for (size_t i = 0; i < count; i++)
                next = list[i].sum < next ? list[i].sum : next;
            assert_int_equal(few_open_next(&open, sum), next);
            for (size_t i = 0; i < count; i++)
                if (list[i].sum == sum) {
                    of_sum++;
                    largest = list[i].cost > largest ? list[i].cost : largest;
                }
            assert_int_equal(few_open_pop(&open, sum, &node, &cost), of_sum > 0);
            if (of_sum == 0) {
                sum = next < UINT64_MAX ? next : sum + 1;
                continue;
            }
            for (size_t i = 0; i < count; i++)
                if (list[i].node == node)
                    at = i;
            assert_in_range(at, 0, count - 1);
            assert_int_equal(cost, largest);
            assert_int_equal(list[at].cost, cost);
            assert_int_equal(list[at].sum, sum);
            list[at] = list[--count];
        }
        assert_int_equal(open.waiting, count);
        assert_true(few_open_bytes(&open) < 1 << 20);
        few_open_clear(&open);
        assert_int_equal(open.waiting, 0);
        assert_int_equal(few_open_bytes(&open), atomic_load(&memory.used));
    }
    free(list);
    few_open_free(&open);
    assert_int_equal(atomic_load(&memory.used), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(opens_states_again_where_the_bound_is_not_consistent),
        cmocka_unit_test(open_states_come_out_in_their_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
