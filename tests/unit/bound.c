/* Bounds never promise too much: in every puzzle file that is small enough to be walked, for every state that can be
 * reached, the bound is at most the true distance to the nearest goal, and no move lowers a bound that calls itself
 * consistent by more than the move costs. With tables, without, and with groups given by name. */
#include "corpus.h"

#include "build/build.h"
#include "visited/nodes.h"

enum { MOST_STATES = SANITIZED ? 20000 : 200000, MOST_EDGES = 4000000 };

struct edge {
    uint32_t from, to, cost;
};

/* A space walked to its end: its states, its moves, and how far every state is from a goal. */
struct walked {
    struct few_memory memory;
    struct few_nodes nodes;
    struct few_list edges;
    uint32_t *distance; /* FEW_NO_WAY: no goal can be reached */
};

static size_t files, states, with_bound;

/* false: the space is too large. */
static bool walk(struct walked *walked, const struct subject *subject) {
    const struct few_space *space = subject->space;
    bool fresh;
    few_memory_init(&walked->memory, (size_t)1 << 30);
    assert_true(few_nodes_init(&walked->nodes, &walked->memory, space->words));
    few_list_init(&walked->edges, &walked->memory, sizeof(struct edge));
    for (size_t i = 0; i < subject->start_count; i++)
        few_nodes_add(&walked->nodes, subject->starts + i * space->words, 0, &fresh);
    for (uint32_t n = 0; n < walked->nodes.states.count; n++) {
        size_t made =
            space->run->successors(space, few_node_state(&walked->nodes, n), 1, subject->next, subject->steps);
        for (size_t i = 0; i < made; i++) {
            struct edge edge = {n, few_nodes_add(&walked->nodes, subject->next + i * space->words, 0, &fresh),
                                subject->steps[i].cost};
            assert_true(few_list_append(&walked->edges, &edge, 1));
        }
        if (walked->nodes.states.count > MOST_STATES || walked->edges.count > MOST_EDGES)
            return false;
    }
    return true;
}

/* Lowers distances until no edge can: slow, and plainly right. Edges lie in the order of the walk, so going through them
 * from the last to the first brings distances far back in one round. */
static void find_distances(struct walked *walked, const struct few_space *space) {
    size_t count = walked->nodes.states.count;
    walked->distance = malloc(count * sizeof *walked->distance);
    for (uint32_t n = 0; n < count; n++) {
        bool goal;
        space->run->is_goal(space, few_node_state(&walked->nodes, n), 1, &goal);
        walked->distance[n] = goal ? 0 : FEW_NO_WAY;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t e = walked->edges.count; e-- > 0;) {
            const struct edge *edge = few_list_at(&walked->edges, e);
            uint32_t far = walked->distance[edge->to];
            if (far != FEW_NO_WAY && far + edge->cost < walked->distance[edge->from]) {
                walked->distance[edge->from] = far + edge->cost;
                changed = true;
            }
        }
    }
}

static void walked_free(struct walked *walked) {
    few_nodes_free(&walked->nodes);
    few_list_free(&walked->edges);
    free(walked->distance);
}

static void check(const struct walked *walked, const struct subject *subject, const struct few_bound *bound,
                  bool must_be_consistent) {
    size_t count = walked->nodes.states.count;
    uint32_t *bounds = malloc(count * sizeof *bounds);
    few_bound_look_up(bound, walked->nodes.states.items, count, bounds);
    for (size_t n = 0; n < count; n++)
        if (bounds[n] > walked->distance[n])
            fail_msg("%s, %s: bound %u, distance %u in state %zu", subject->path, bound->text, bounds[n],
                     walked->distance[n], n);
    if (must_be_consistent && !bound->consistent)
        fail_msg("%s, %s: not consistent", subject->path, bound->text);
    for (size_t e = 0; bound->consistent && e < walked->edges.count; e++) {
        const struct edge *edge = few_list_at(&walked->edges, e);
        if (bounds[edge->to] != FEW_NO_WAY && bounds[edge->from] > bounds[edge->to] + edge->cost)
            fail_msg("%s, %s: a move of cost %u lowers it from %u to %u", subject->path, bound->text, edge->cost,
                     bounds[edge->from], bounds[edge->to]);
    }
    free(bounds);
}

/* Every piece in one of two groups by turns. */
static void check_named(const struct walked *walked, struct subject *subject) {
    struct few_memory memory;
    const struct few_rule_space *space = (const struct few_rule_space *)subject->space;
    uint32_t pieces = space->puzzle->piece_count;
    struct few_groups groups = {malloc(pieces + 1), pieces, 2};
    few_memory_init(&memory, (size_t)1 << 30);
    for (uint32_t p = 0; p < pieces; p++)
        groups.group[p] = p / 2 % 2;
    struct few_bound *bound = few_build_bound(&memory, space, 64 << 20, &groups);
    assert_non_null(bound);
    check(walked, subject, bound, false);
    few_bound_free(bound);
    free(groups.group);
}

static void examine(struct subject *subject, void *context) {
    (void)context;
    struct walked walked = {0};
    if (subject->puzzle->model->kind == FEW_MODEL_RULES && walk(&walked, subject)) {
        find_distances(&walked, subject->space);
        for (uint64_t budget = 0; budget <= 256; budget = budget ? budget * 16 : 1) {
            struct few_memory memory;
            few_memory_init(&memory, (size_t)1 << 30);
            struct few_bound *bound =
                few_build_bound(&memory, (const struct few_rule_space *)subject->space, budget << 20, NULL);
            assert_non_null(bound);
            check(&walked, subject, bound, true);
            with_bound += bound->kind != FEW_BOUND_NONE;
            few_bound_free(bound);
            if (atomic_load(&memory.used) != 0)
                fail_msg("%s: %zu bytes were not given back", subject->path, atomic_load(&memory.used));
        }
        check_named(&walked, subject);
        files++;
        states += walked.nodes.states.count;
    }
    walked_free(&walked);
}

static void test_bounds_keep_below_the_distance(void **state) {
    (void)state;
    each_puzzle("puzzles/*.few", examine, NULL);
    each_puzzle("tests/puzzles/*.few", examine, NULL);
    print_message("%zu puzzles, %zu states, %zu bounds\n", files, states, with_bound);
    assert_true(files >= 10);
    assert_true(with_bound >= 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_bounds_keep_below_the_distance)};
    return cmocka_run_group_tests(tests, go_to_source_root, NULL);
}
