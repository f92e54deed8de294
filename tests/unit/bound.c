/* Bounds never promise too much: in every puzzle file that is small enough to be explored, for every state that can be
 * reached, the bound is at most the true distance to the nearest goal, and no move lowers a bound that calls itself
 * consistent by more than the move costs. With tables, without, and with groups given by name. */
#include "corpus.h"

#include "api/handle.h"
#include "build/build.h"
#include "visited/nodes.h"

#include <fewest/space.h>

enum { MOST_STATES = SANITIZED ? 20000 : 200000, MOST_EDGES = 4000000 };

struct edge {
    uint32_t from, to, cost;
};

/* A space explored to its end: its states, its moves, and how far every state is from a goal. */
struct explored {
    struct few_memory memory;
    struct few_nodes nodes;
    struct few_list edges;
    uint32_t *distance; /* FEW_NO_PATH: no goal can be reached */
};

static size_t files, states, with_bound, with_tables, with_names, smaller, added, with_chunks;

/* The small ones leave no room for a whole space, so that something must be forgotten. */
static const uint64_t budgets[] = {0, 400, 4000, 40000, 1 << 20, 256 << 20};

/* false: the space is too large. */
static bool explore(struct explored *explored, const struct subject *subject) {
    const struct few_space *space = subject->space;
    bool fresh;
    few_memory_init(&explored->memory, (size_t)1 << 30);
    assert_true(few_nodes_init(&explored->nodes, &explored->memory, space->words));
    few_list_init(&explored->edges, &explored->memory, sizeof(struct edge));
    for (size_t i = 0; i < subject->start_count; i++)
        few_nodes_add(&explored->nodes, subject->starts + i * space->words, 0, &fresh);
    for (uint32_t n = 0; n < explored->nodes.states.count; n++) {
        size_t made =
            space->run->successors(space, few_node_state(&explored->nodes, n), 1, subject->next, subject->steps);
        for (size_t i = 0; i < made; i++) {
            struct edge edge = {n, few_nodes_add(&explored->nodes, subject->next + i * space->words, 0, &fresh),
                                subject->steps[i].cost};
            assert_true(few_list_append(&explored->edges, &edge, 1));
        }
        if (explored->nodes.states.count > MOST_STATES || explored->edges.count > MOST_EDGES)
            return false;
    }
    return true;
}

/* Lowers distances until no edge can: slow, and plainly right. Edges lie in the order of the exploration, so going through them
 * from the last to the first brings distances far back in one round. */
static void find_distances(struct explored *explored, const struct few_space *space) {
    size_t count = explored->nodes.states.count;
    explored->distance = malloc(count * sizeof *explored->distance);
    for (uint32_t n = 0; n < count; n++) {
        bool goal;
        space->run->is_goal(space, few_node_state(&explored->nodes, n), 1, &goal);
        explored->distance[n] = goal ? 0 : FEW_NO_PATH;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t e = explored->edges.count; e-- > 0;) {
            const struct edge *edge = few_list_at(&explored->edges, e);
            uint32_t far = explored->distance[edge->to];
            if (far != FEW_NO_PATH && far + edge->cost < explored->distance[edge->from]) {
                explored->distance[edge->from] = far + edge->cost;
                changed = true;
            }
        }
    }
}

static void explored_free(struct explored *explored) {
    few_nodes_free(&explored->nodes);
    few_list_free(&explored->edges);
    free(explored->distance);
}

/* A part of a bound, looked up by chunks and field by field, says the same. */
static void check_chunks(const struct explored *explored, const struct subject *subject, const struct few_bound *part,
                         few_look_up *by_fields) {
    if (!part || part->look_up == by_fields)
        return;
    for (size_t n = 0; n < explored->nodes.states.count; n++) {
        const uint64_t *state = few_node_state(&explored->nodes, (uint32_t)n);
        uint32_t one, other;
        part->look_up(part, state, 1, &one);
        by_fields(part, state, 1, &other);
        if (one != other)
            fail_msg("%s, %s: %u by chunks, %u by fields in state %zu", subject->path, part->text, one, other, n);
    }
    with_chunks++;
}

static void check(const struct explored *explored, const struct subject *subject, struct few_bound *bound,
                  bool must_be_consistent) {
    size_t count = explored->nodes.states.count;
    uint32_t *bounds = malloc(count * sizeof *bounds);
    few_bound_look_up(bound, explored->nodes.states.items, count, bounds);
    check_chunks(explored, subject, few_bound_part(bound, &few_keys_kind), few_keys_by_fields);
    check_chunks(explored, subject, few_bound_part(bound, &few_potentials_kind), few_potentials_by_fields);
    for (size_t n = 0; n < count; n++)
        if (bounds[n] > explored->distance[n])
            fail_msg("%s, %s: bound %u, distance %u in state %zu", subject->path, bound->text, bounds[n],
                     explored->distance[n], n);
    if (must_be_consistent && !bound->consistent)
        fail_msg("%s, %s: not consistent", subject->path, bound->text);
    for (size_t e = 0; bound->consistent && e < explored->edges.count; e++) {
        const struct edge *edge = few_list_at(&explored->edges, e);
        if (bounds[edge->to] != FEW_NO_PATH && bounds[edge->from] > bounds[edge->to] + edge->cost)
            fail_msg("%s, %s: a move of cost %u lowers it from %u to %u", subject->path, bound->text, edge->cost,
                     bounds[edge->from], bounds[edge->to]);
    }
    if (getenv("FEWEST_VERBOSE")) {
        double sum = 0, of = 0;
        for (size_t n = 0; n < count; n++)
            if (explored->distance[n] != FEW_NO_PATH) {
                sum += bounds[n];
                of += explored->distance[n];
            }
        fprintf(stderr, "%s: %s: %.2f of %.2f\n", subject->path, bound->text, sum / (double)count, of / (double)count);
    }
    free(bounds);
}

/* Every piece in one of two groups by turns. */
static void check_named(const struct explored *explored, struct subject *subject) {
    struct few_memory memory;
    const struct few_rule_space *space = (const struct few_rule_space *)subject->space;
    uint32_t pieces = space->puzzle->piece_count;
    struct few_groups groups = {malloc(pieces + 1), pieces, 2};
    few_memory_init(&memory, (size_t)1 << 30);
    for (uint32_t p = 0; p < pieces; p++)
        groups.group[p] = p / 2 % 2;
    struct few_error error = {0};
    struct few_rule_facts *facts = few_rule_facts_find(&memory, space);
    struct few_bound *bound =
        few_build_bound(&memory, space, &(struct few_build){.facts = facts, .budget = 64 << 20, .named = &groups}, &error);
    if (bound)
        check(explored, subject, bound, false);
    else if (error.kind != FEW_ERROR_INPUT) /* a group without a piece that moves, say */
        fail_msg("%s: %s", subject->path, error.message);
    with_names += bound && few_bound_part(bound, &few_keys_kind);
    few_bound_free(bound);
    few_rule_facts_free(facts);
    assert_int_equal(atomic_load(&memory.used), 0);
    free(groups.group);
}

static void examine(struct subject *subject, void *context) {
    (void)context;
    struct explored explored = {0};
    if (few_is_board(subject->puzzle->model->space) && explore(&explored, subject)) {
        find_distances(&explored, subject->space);
        for (size_t b = 0; b < sizeof budgets / sizeof *budgets; b++) {
            struct few_memory memory;
            few_memory_init(&memory, (size_t)1 << 30);
            struct few_error error = {0};
            const struct few_rule_space *space = (const struct few_rule_space *)subject->space;
            struct few_rule_facts *facts = few_rule_facts_find(&memory, space);
            struct few_bound *bound =
                few_build_bound(&memory, space, &(struct few_build){.facts = facts, .budget = budgets[b]}, &error);
            assert_non_null(bound);
            check(&explored, subject, bound, true);
            with_bound += few_bound_part(bound, &few_keys_kind) != NULL;
            const struct few_rank_tables *tables = (struct few_rank_tables *)few_bound_part(bound, &few_rank_tables_kind);
            with_tables += tables != NULL;
            for (uint32_t t = 0; tables && t < tables->count; t++)
                smaller += tables->list[t]->size < subject->space->ranks;
            added += tables && tables->count > 1 && tables->list[0]->sum == tables->list[1]->sum;
            few_bound_free(bound);
            few_rule_facts_free(facts);
            if (atomic_load(&memory.used) != 0)
                fail_msg("%s: %zu bytes were not given back", subject->path, atomic_load(&memory.used));
        }
        check_named(&explored, subject);
        files++;
        states += explored.nodes.states.count;
    }
    explored_free(&explored);
}

static void test_bounds_keep_below_the_distance(void **state) {
    (void)state;
    static const char *const families[] = {"hanoi-4-3", "hanoi-4-4", "lights-out-3x4", "pancake-7",
                                           "tiles-2x4", "tiles-3x3", "topspin-7-4",    "topspin-8-3"};
    each_puzzle("puzzles/*.few", examine, NULL);
    each_puzzle("tests/puzzles/*.few", examine, NULL);
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        struct subject subject;
        subject_open(&subject, families[i]);
        examine(&subject, NULL);
        subject_close(&subject);
    }
    if (getenv("FEWEST_VERBOSE"))
        fprintf(stderr, "%zu puzzles, %zu states, %zu bounds, %zu with tables, %zu tables of smaller puzzles, %zu sums, "
                "%zu with names\n", files, states, with_bound, with_tables, smaller, added, with_names);
    assert_true(files >= 10);
    assert_true(with_bound >= 10);
    assert_true(with_tables >= 100);
    assert_true(smaller >= 50);
    assert_true(with_names >= 20);
    assert_true(with_chunks >= 100);
}

/* Every allocation fails once: facts and bound are not made then, and nothing is left behind. */
static void test_a_bound_survives_every_failing_allocation(void **state) {
    (void)state;
    static const uint64_t budgets[] = {0, 1 << 20};
    struct subject subject;
    subject_open(&subject, "puzzles/eight.few");
    for (size_t b = 0; b < sizeof budgets / sizeof *budgets; b++) {
        bool made = false;
        for (uint64_t at = 1; !made && at < 10000; at++) {
            struct few_memory memory;
            few_memory_init(&memory, (size_t)1 << 30);
            memory.fail_at = at;
            struct few_error error = {0};
            const struct few_rule_space *space = (const struct few_rule_space *)subject.space;
            struct few_rule_facts *facts = few_rule_facts_find(&memory, space);
            const struct few_build build = {.facts = facts, .budget = budgets[b]};
            struct few_bound *bound = facts ? few_build_bound(&memory, space, &build, &error) : NULL;
            made = bound != NULL;
            few_bound_free(bound);
            few_rule_facts_free(facts);
            assert_int_equal(atomic_load(&memory.used), 0);
        }
        assert_true(made);
    }
    subject_close(&subject);
}

/* A bound that is too high somewhere is found, with the state; one that drops is told apart. */
static size_t count_down(void *context, const uint64_t *states_in, size_t count, uint64_t *next, fewest_step *steps) {
    (void)context;
    size_t made = 0;
    for (size_t i = 0; i < count; i++)
        if (states_in[i] > 0) {
            next[made] = states_in[i] - 1;
            steps[made++] = (fewest_step){(uint32_t)i, 0, 1};
        }
    return made;
}

static void own_bound(void *context, const uint64_t *states_in, size_t count, uint32_t *bounds) {
    const uint32_t *wrong = context;
    for (size_t i = 0; i < count; i++)
        bounds[i] = (uint32_t)states_in[i] == wrong[0] ? wrong[1] : (uint32_t)states_in[i];
}

static void test_a_users_bound_is_checked(void **state) {
    (void)state;
    static const struct {
        uint32_t wrong[2];
        fewest_bound_verdict verdict;
        uint64_t where;
    } cases[] = {{{100, 0}, FEWEST_BOUND_HOLDS, 0}, {{5, 6}, FEWEST_BOUND_TOO_HIGH, 5}, {{5, 3}, FEWEST_BOUND_DROPS, 6}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint64_t start = 9, goal = 0;
        uint32_t wrong[2] = {cases[i].wrong[0], cases[i].wrong[1]};
        fewest_space space = {.words = 1, .max_moves = 1, .max_cost = 1, .expand = count_down, .starts = &start,
                              .start_count = 1, .goals = &goal, .goal_count = 1, .context = wrong, .bound = own_bound};
        fewest_error error;
        fewest_bound_check found;
        fewest_puzzle *puzzle = fewest_wrap(&space, &error);
        assert_non_null(puzzle);
        assert_true(fewest_check_bound(puzzle, NULL, &found, NULL, &error));
        assert_int_equal(found.verdict, cases[i].verdict);
        assert_int_equal(found.states, 10);
        if (found.verdict != FEWEST_BOUND_HOLDS)
            assert_int_equal(found.words[0], cases[i].where);
        fewest_options options = {.size = sizeof options};
        options.algorithm = i % 2 ? FEWEST_ASTAR : FEWEST_IDASTAR;
        fewest_answer *answer = fewest_solve(puzzle, &options, &error);
        assert_non_null(answer);
        assert_int_equal(fewest_answer_length(answer), 9);
        fewest_answer_free(answer);
        fewest_puzzle_free(puzzle);
    }
}

/* Two boards that catch A* code which closes states too early or counts the blank. */
static void test_known_traps(void **state) {
    (void)state;
    static const struct {
        const char *start;
        size_t length;
    } boards[] = {{"7 6 3 / 5 x 8 / 2 4 1", 24}, {"5 2 1 / 7 4 8 / 3 6 x", 26}};
    fewest_error error;
    fewest_puzzle *puzzle = fewest_load("eight", &error);
    assert_non_null(puzzle);
    assert_true(fewest_set_goal(puzzle, "1 2 3 / 8 x 4 / 7 6 5", &error));
    for (size_t i = 0; i < 2; i++)
        for (fewest_algorithm algorithm = FEWEST_AUTO; algorithm <= FEWEST_IDASTAR; algorithm++)
            for (uint64_t memory = 0; memory <= 1 << 20; memory += 1 << 20) {
                fewest_options options = {.size = sizeof options};
                options.algorithm = algorithm;
                options.bound_memory = FEWEST_EXACTLY(memory);
                assert_true(fewest_set_start(puzzle, boards[i].start, &error));
                fewest_answer *answer = fewest_solve(puzzle, &options, &error);
                assert_non_null(answer);
                assert_int_equal(fewest_answer_length(answer), boards[i].length);
                fewest_answer_free(answer);
            }
    fewest_puzzle_free(puzzle);
}

/* A table that keeps so few pieces that the last cells look all the same. */
static void test_cells_that_look_the_same_do_no_harm(void **state) {
    (void)state;
    static const char text[] = "board 10\npieces 0..7\nmove cycle (7 6 5 4 3 2 1)\nmove cycle (10 9 8)\n"
                               "start 4 2 0 0 7 6 1 6 4 6\ngoal 2 0 0 7 6 1 4 6 4 6\n";
    fewest_error error;
    fewest_puzzle *puzzle = fewest_parse(text, sizeof text - 1, "wheels", &error);
    assert_non_null(puzzle);
    for (uint64_t memory = 1; memory <= 1 << 14; memory += memory / 4 + 1) {
        fewest_options options = {.size = sizeof options};
        options.algorithm = FEWEST_ASTAR;
        options.bound_memory = FEWEST_EXACTLY(memory);
        fewest_answer *answer = fewest_solve(puzzle, &options, &error);
        assert_non_null(answer);
        assert_int_equal(fewest_answer_status(answer), FEWEST_SOLVED);
        assert_int_equal(fewest_answer_length(answer), 1);
        fewest_answer_free(answer);
    }
    fewest_puzzle_free(puzzle);
}

/* Patterns that cannot be used are refused with a reason, not passed over. */
static void test_wrong_patterns_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *puzzle, *patterns[2], *reason;
    } cases[] = {{"klotski", {"B,n,u,o,.", NULL}, "need"},       {"fifteen", {"1,2,3,4,5,6,7,8", "9,10"}, "need"},
                 {"sokoban", {"#", NULL}, "ever moves"},         {"klotski", {"B", "q"}, "not a piece of this puzzle"},
                 {"pancake-7", {"1,2", "2,3"}, "named twice"}, {"maze", {".", NULL}, "one piece at most moves"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fewest_error error;
        fewest_puzzle *puzzle = fewest_load(cases[i].puzzle, &error);
        assert_non_null(puzzle);
        fewest_options options = {.size = sizeof options};
        options.algorithm = FEWEST_ASTAR;
        options.patterns = cases[i].patterns;
        options.pattern_count = cases[i].patterns[1] ? 2 : 1;
        assert_null(fewest_solve(puzzle, &options, &error));
        assert_int_equal(error.status, FEWEST_INVALID);
        if (!strstr(error.text, cases[i].reason))
            fail_msg("%s: %s", cases[i].puzzle, error.text);
        fewest_puzzle_free(puzzle);
    }
}

/* Sliding puzzles as people write them: pairs of equal tiles, four equal ones, two blanks. Tables are made with no further
 * word, and the length is the one of breadth-first search. */
static void test_own_sliding_puzzles_get_tables(void **state) {
    (void)state;
    static const char *const texts[] = {
        "board 3 x 4\npieces a b c d e f g h i x\nlet t = a b c d e f g h i\nmove any direction: x t -> t x\n"
        "start c a a e / d f b g / h x i b\ngoal a a b b / c d e f / g h i x\n",
        "board 3 x 3\npieces 1..7 x\nlet t = 1..7\nmove any direction: x t -> t x\n"
        "start 7 6 5 / 4 3 2 / 1 x x\ngoal 1 2 3 / 4 5 6 / 7 x x\n",
        "board 3 x 4\npieces a b c x\nlet t = a b c\nmove any direction: x t -> t x\n"
        "start c c c b / a b a b / a b a x\ngoal a a a a / b b b b / c c c x\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        fewest_error error;
        fewest_puzzle *puzzle = fewest_parse(texts[i], strlen(texts[i]), "own", &error);
        assert_non_null(puzzle);
        size_t length = 0;
        for (fewest_algorithm algorithm = FEWEST_AUTO; algorithm <= FEWEST_IDASTAR; algorithm++) {
            fewest_options options = {.size = sizeof options};
            options.algorithm = algorithm;
            fewest_answer *answer = fewest_solve(puzzle, &options, &error);
            assert_non_null(answer);
            assert_int_equal(fewest_answer_status(answer), FEWEST_SOLVED);
            length = length ? length : fewest_answer_length(answer);
            assert_int_equal(fewest_answer_length(answer), length);
            if (algorithm == FEWEST_IDASTAR)
                assert_non_null(strstr(fewest_answer_reason(answer), "pattern database"));
            fewest_answer_free(answer);
        }
        fewest_puzzle_free(puzzle);
    }
}

static bool says_no(void *context, uint64_t states) {
    (void)states;
    ++*(unsigned *)context;
    return false;
}

/* A smaller puzzle with very many goals: they are not all listed before anybody is asked whether to go on. */
static void test_listing_goals_for_a_table_can_be_stopped(void **state) {
    (void)state;
    static const char text[] = "board 4 x 10\npieces @ . A B\nmove any direction: @ . -> . @\nmove any direction: @ A -> . @\n"
                               "start A B B . . . A . @ B / B . . . . . . . . . / . A A . . . A . B . / A B . B . . A . B .\n"
                               "goal _ _ _ _ _ _ _ _ _ _ / _ _ _ _ _ _ _ _ _ _ / _ _ _ _ _ @ _ _ _ _ / _ _ _ _ _ _ _ _ _ _\n";
    fewest_error error;
    struct few_error inner = {0};
    fewest_puzzle *puzzle = fewest_parse(text, strlen(text), "eat", &error);
    assert_non_null(puzzle);
    fewest_free(fewest_random_state(puzzle, 1, 1, &error)); /* now there is a model */
    const struct few_rule_space *space = (const struct few_rule_space *)puzzle->model->space;
    struct few_memory memory;
    unsigned asked = 0;
    few_memory_init(&memory, SIZE_MAX);
    struct few_rule_facts *facts = few_rule_facts_find(&memory, space);
    const struct few_build build = {.facts = facts, .budget = 64 << 20, .go_on = says_no, .context = &asked};
    assert_null(few_build_bound(&memory, space, &build, &inner));
    few_rule_facts_free(facts);
    assert_int_equal(asked, 1);
    assert_int_equal(memory.used, 0);
    if (memory.peak >= 1 << 20)
        fail_msg("%zu bytes were taken before anybody was asked", (size_t)memory.peak);
    fewest_puzzle_free(puzzle);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wrong_patterns_are_refused),
        cmocka_unit_test(test_listing_goals_for_a_table_can_be_stopped),
        cmocka_unit_test(test_own_sliding_puzzles_get_tables),
        cmocka_unit_test(test_bounds_keep_below_the_distance),
        cmocka_unit_test(test_a_bound_survives_every_failing_allocation),
        cmocka_unit_test(test_a_users_bound_is_checked),
        cmocka_unit_test(test_known_traps),
        cmocka_unit_test(test_cells_that_look_the_same_do_no_harm),
    };
    return cmocka_run_group_tests(tests, go_to_source_root, NULL);
}
