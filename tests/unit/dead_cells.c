/* Dead cells: on levels of our own they are those that one finds by hand; in random puzzles no goal can be reached from any state that has a box in one; and the
 * searches that leave such states out find the true lengths, all shortest solutions, and which puzzles have none. Explorations leave nothing out. */
#include "api.h"

#include "build/build.h"
#include "random_boxes.h"

#include <fewest/explore.h>

#define PUSHES "pieces  @ $ . #\nmove    any direction:  @ . -> . @\nmove    push, any direction:  @ $ . -> . @ $\n"

/* ---- A puzzle and its dead cells */

struct made {
    fewest_puzzle *puzzle;
    const struct few_rule_space *space;
    struct few_memory memory;
    struct few_bound *dead; /* or NULL */
};

static void open_cells(struct made *made, const char *text) {
    struct few_error inner = {0};
    *made = (struct made){.puzzle = parse(text)};
    if (!few_puzzle_prepare(made->puzzle, FEW_TO_EXPLORE, NULL, &inner))
        fail_msg("%s\n%s", inner.message, text);
    made->space = (const struct few_rule_space *)made->puzzle->model->space;
    few_memory_init(&made->memory, SIZE_MAX);
    assert_true(few_build_dead_cells(&made->memory, made->space, &made->dead));
}

static void close_cells(struct made *made) {
    few_bound_free(made->dead);
    assert_int_equal(atomic_load(&made->memory.used), 0);
    fewest_puzzle_free(made->puzzle);
}

/* The cells of a board with one piece in each in turn, and a filler in all others: an x where it is dead. */
static void draw_dead(const struct made *made, uint16_t piece, uint16_t filler, char *drawn) {
    const uint32_t cells = made->space->listing.cells;
    for (uint32_t c = 0; c < cells; c++) {
        uint16_t values[64];
        uint64_t state[FEW_MAX_WORDS];
        uint32_t bound = 0;
        for (uint32_t i = 0; i < cells; i++)
            values[i] = i == c ? piece : filler;
        drawn[c] = '?';
        if (!made->space->space.run->write(&made->space->space, values, cells, state))
            continue;
        few_bound_look_up(made->dead, state, 1, &bound);
        assert_true(bound == 0 || bound == FEW_NO_PATH);
        drawn[c] = bound ? 'x' : '.';
    }
    drawn[cells] = '\0';
}

static void cells_from_which_a_box_comes_to_no_target_are_dead(void **state) {
    (void)state;
    char drawn[65];
    struct made made;
    open_cells(&made, "board   4 x 6\n" PUSHES "start   ....../.$..$./.@..../......\ngoal    ____$_/______/__$___/______\n");
    draw_dead(&made, 1, 2, drawn);
    assert_string_equal(drawn, "x....x" "x....x" "x....x" "xxxxxx"); /* along the upper edge there is a target */
    assert_non_null(strstr(made.dead->text, "without `$` in dead cells"));
    close_cells(&made);
}

static void a_cell_is_dead_if_no_goal_can_use_it(void **state) {
    (void)state;
    char drawn[65];
    struct made made;
    open_cells(&made, "board   4 x 6\n" PUSHES "start   ....../.$..../.@..../......\ngoal    _____$/______/______/______\ngoal    ______/______/______/__$___\n");
    draw_dead(&made, 1, 2, drawn);
    assert_string_equal(drawn, "x....." "x....." "x....." "x....x"); /* in the corner it has been brought home, or is lost */
    close_cells(&made);
}

static void boxes_that_are_left_over_may_stay_in_corners(void **state) {
    (void)state;
    struct made made;
    open_cells(&made, "board   4 x 6\n" PUSHES "start   ....../.$..$./.@..../......\ngoal    ______/______/_____$/______\n");
    assert_null(made.dead);
    close_cells(&made);
}

static void where_moves_can_be_undone_nothing_is_dead(void **state) {
    (void)state;
    struct made made;
    open_cells(&made, "board   3 x 4\npieces  a b .\nmove    any direction:  a . -> . a\nmove    left or right:  b . -> . b\nstart   a.../..../...b\ngoal    ____/___a/____\n");
    assert_null(made.dead);
    close_cells(&made);
}

/* ---- Random puzzles */

static bool costs_one(enum rules rules) {
    return rules == WALKS || rules == PULLS || rules == PUSHES_TWO || rules == TWO_KINDS || rules == NEVERS;
}

static int by_ends(const void *a, const void *b) {
    const struct edge *x = a, *y = b;
    return x->from != y->from ? (x->from > y->from) - (x->from < y->from) : (x->to > y->to) - (x->to < y->to);
}

/* Shortest solutions from the first state, by adding up those of its neighbours, the nearest states first. */
static uint64_t count_solutions(struct few_list *edges, const uint32_t *distance, uint32_t states) {
    static uint64_t ways[2 * MOST_STATES];
    struct edge *all = edges->items;
    qsort(all, edges->count, sizeof *all, by_ends);
    for (uint32_t n = 0; n < states; n++)
        ways[n] = distance[n] == 0;
    for (uint32_t far = 1; far <= distance[0]; far++)
        for (size_t e = 0; e < edges->count; e++)
            if (distance[all[e].from] == far && distance[all[e].to] == far - 1 && (e == 0 || by_ends(&all[e - 1], &all[e]) != 0))
                ways[all[e].from] += ways[all[e].to];
    return ways[0];
}

/* By all searches that leave states out. */
static void solve_in_all_ways(const char *text, uint32_t distance, uint64_t solutions) {
    static const fewest_algorithm ways[] = {FEWEST_BFS, FEWEST_BIDIRECTIONAL, FEWEST_AUTO};
    for (size_t way = 0; way < sizeof ways / sizeof *ways; way++) {
        fewest_puzzle *puzzle = parse(text);
        fewest_options options = {.size = sizeof options, .algorithm = ways[way], .all = true, .bound_memory = FEWEST_ZERO};
        fewest_answer *answer = fewest_solve(puzzle, &options, &error);
        if (!answer)
            fail_msg("%s\n%s", error.text, text);
        const bool solved = fewest_answer_status(answer) == FEWEST_SOLVED;
        if (solved != (distance != FEW_NO_PATH) || (!solved && fewest_answer_status(answer) != FEWEST_UNSOLVABLE))
            fail_msg("%s: status %d:\n%s", fewest_answer_reason(answer), fewest_answer_status(answer), text);
        if (solved && (fewest_answer_length(answer) != distance || fewest_answer_solutions(answer) != solutions))
            fail_msg("%s: %zu moves, %llu solutions; these are %u and %llu:\n%s", fewest_answer_reason(answer), fewest_answer_length(answer),
                     (unsigned long long)fewest_answer_solutions(answer), distance, (unsigned long long)solutions, text);
        fewest_answer_free(answer);
        fewest_puzzle_free(puzzle);
    }
}

static size_t tried, left_out, unsolvable;

static void check_all_states(const struct made *made, enum rules rules, const char *text) {
    static uint32_t distance[2 * MOST_STATES], bounds[2 * MOST_STATES];
    const struct few_space *space = &made->space->space;
    struct few_memory memory;
    struct few_nodes nodes;
    struct few_list edges, starts;
    few_memory_init(&memory, (size_t)1 << 30);
    few_list_init(&edges, &memory, sizeof(struct edge));
    few_list_init(&starts, &memory, space->words * sizeof(uint64_t));
    assert_true(few_nodes_init(&nodes, &memory, space->words) && space->keep->starts(space, &starts));
    if (explore(space, starts.items, &nodes, &edges, distance)) {
        few_bound_look_up(made->dead, nodes.states.items, nodes.states.count, bounds);
        tried++;
        unsolvable += distance[0] == FEW_NO_PATH;
        for (uint32_t n = 0; n < nodes.states.count; n++) {
            if (bounds[n] != 0 && (bounds[n] != FEW_NO_PATH || distance[n] != FEW_NO_PATH))
                fail_msg("state %u is left out, but a goal is %u away:\n%s", n, distance[n], text);
            left_out += bounds[n] != 0;
        }
        for (size_t e = 0; e < edges.count; e++) {
            const struct edge *edge = few_list_at(&edges, e);
            if (bounds[edge->from] && !bounds[edge->to])
                fail_msg("a move leads from a state that is left out to one that is not:\n%s", text);
        }
        if (costs_one(rules))
            solve_in_all_ways(text, distance[0], distance[0] == FEW_NO_PATH ? 0 : count_solutions(&edges, distance, (uint32_t)nodes.states.count));
    }
    few_nodes_free(&nodes);
    few_list_free(&edges);
    few_list_free(&starts);
}

static void no_goal_can_be_reached_from_what_is_left_out(void **state) {
    (void)state;
    const char *chosen = getenv("FEWEST_SEED");
    uint64_t random = chosen ? strtoull(chosen, NULL, 10) : 20261119;
    for (uint32_t round = 0; round < (SANITIZED ? 120 : 480); round++) {
        const enum rules rules = round % ALL_RULES;
        struct made made;
        char text[2048];
        invent(text, rules, &random);
        open_cells(&made, text);
        if (made.dead)
            check_all_states(&made, rules, text);
        close_cells(&made);
    }
    if (getenv("FEWEST_VERBOSE"))
        fprintf(stderr, "%zu puzzles, %zu of them unsolvable, %zu states left out\n", tried, unsolvable, left_out);
    assert_true(tried > (SANITIZED ? 20 : 80) && unsolvable > 0 && left_out > 1000);
}

/* ---- Where they are used */

static const char warehouse[] = "board   6 x 7\n" PUSHES "start   ......./.$...$./..#.#../.$.@.../..#.#../.......\ngoal    _______/_______/___$___/__$____/_____$_/_______\n";

static uint64_t states_traced;

static void count_traced(void *context, unsigned side, uint64_t depth, const uint64_t *states, size_t words, size_t count) {
    (void)context, (void)side, (void)depth, (void)states, (void)words;
    states_traced += count;
}

/* How many states a search has remembered. */
static uint64_t remembered(fewest_puzzle *puzzle, fewest_algorithm algorithm, fewest_trace *trace, bool says_so, size_t *length) {
    fewest_options options = {.size = sizeof options, .algorithm = algorithm, .trace = trace};
    fewest_answer *answer = fewest_solve(puzzle, &options, &error);
    assert_non_null(answer);
    assert_int_equal(fewest_answer_status(answer), FEWEST_SOLVED);
    assert_true(says_so == (strstr(fewest_answer_reason(answer), ", without `$` in dead cells") != NULL));
    const uint64_t states = fewest_answer_statistics(answer)->remembered;
    *length = fewest_answer_length(answer);
    fewest_answer_free(answer);
    return states;
}

/* A search that somebody watches leaves nothing out. */
static void breadth_first_search_sees_far_less_with_them(void **state) {
    (void)state;
    size_t by_bfs, by_both, watched;
    fewest_puzzle *puzzle = parse(warehouse);
    states_traced = 0;
    const uint64_t all = remembered(puzzle, FEWEST_BFS, count_traced, false, &watched);
    const uint64_t some = remembered(puzzle, FEWEST_BFS, NULL, true, &by_bfs);
    const uint64_t few = remembered(puzzle, FEWEST_BIDIRECTIONAL, NULL, true, &by_both);
    assert_true(5 * some < all && few < some && states_traced == all);
    assert_true(by_bfs == watched && by_both == watched);
    fewest_puzzle_free(puzzle);
}

/* The goals change, the space does not. */
static void another_goal_has_other_dead_cells(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse("board   4 x 5\n" PUSHES "start   ...../..$../.@.../.....\ngoal    _____/_____/___$_/_____\n");
    size_t length;
    remembered(puzzle, FEWEST_BFS, NULL, true, &length);
    assert_int_equal(fewest_set_goal(puzzle, "____$/_____/_____/_____", &error), true);
    remembered(puzzle, FEWEST_BFS, NULL, true, &length);
    assert_int_equal(fewest_set_start(puzzle, "...@./...$./...../.....", &error), true); /* below the goal of before, now above */
    remembered(puzzle, FEWEST_BIDIRECTIONAL, NULL, true, &length);
    fewest_puzzle_free(puzzle);
}

static void explorations_leave_nothing_out(void **state) {
    (void)state;
    struct made made;
    struct few_memory memory;
    struct few_nodes nodes;
    struct few_list edges, starts;
    static uint32_t distance[2 * MOST_STATES];
    fewest_explore_options options = {.size = sizeof options};
    open_cells(&made, "board   4 x 5\n" PUSHES "start   ...../.$.$./..@../.....\ngoal    __$__/_____/__$__/_____\n");
    assert_non_null(made.dead);
    const struct few_space *space = &made.space->space;
    few_memory_init(&memory, (size_t)1 << 30);
    few_list_init(&edges, &memory, sizeof(struct edge));
    few_list_init(&starts, &memory, space->words * sizeof(uint64_t));
    assert_true(few_nodes_init(&nodes, &memory, space->words) && space->keep->starts(space, &starts));
    assert_true(explore(space, starts.items, &nodes, &edges, distance));
    fewest_exploration *exploration = fewest_explore(made.puzzle, &options, &error);
    assert_non_null(exploration);
    assert_int_equal(fewest_exploration_states(exploration), nodes.states.count);
    fewest_exploration_free(exploration);
    few_nodes_free(&nodes);
    few_list_free(&edges);
    few_list_free(&starts);
    close_cells(&made);
}

static void no_failing_allocation_leaves_anything_behind(void **state) {
    (void)state;
    struct few_error inner = {0};
    fewest_puzzle *puzzle = parse(warehouse);
    assert_true(few_puzzle_prepare(puzzle, FEW_TO_EXPLORE, NULL, &inner));
    bool good = false;
    for (uint64_t at = 1; !good && at < 1000; at++) {
        struct few_memory memory;
        struct few_bound *dead;
        few_memory_init(&memory, SIZE_MAX);
        memory.fail_at = at;
        good = few_build_dead_cells(&memory, (const struct few_rule_space *)puzzle->model->space, &dead);
        assert_true(good == (dead != NULL));
        few_bound_free(dead);
        assert_int_equal(atomic_load(&memory.used), 0);
    }
    assert_true(good);
    fewest_puzzle_free(puzzle);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_from_which_a_box_comes_to_no_target_are_dead),
        cmocka_unit_test(a_cell_is_dead_if_no_goal_can_use_it),
        cmocka_unit_test(boxes_that_are_left_over_may_stay_in_corners),
        cmocka_unit_test(where_moves_can_be_undone_nothing_is_dead),
        cmocka_unit_test(no_goal_can_be_reached_from_what_is_left_out),
        cmocka_unit_test(breadth_first_search_sees_far_less_with_them),
        cmocka_unit_test(another_goal_has_other_dead_cells),
        cmocka_unit_test(explorations_leave_nothing_out),
        cmocka_unit_test(no_failing_allocation_leaves_anything_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
