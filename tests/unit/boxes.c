/* Bounds by boxes and targets: what they say of levels of our own is what one counts by hand; of random puzzles they say, in every
 * state, no more than the distance, and no move lowers them by more than it costs; and the searches find the same lengths with them. */
#include "api.h"

#include "build/build.h"
#include "facts/rules/flows.h"
#include "random_boxes.h"

enum { FAR = FEW_BOX_FAR };

/* ---- Assignment */

/* Every assignment is tried. */
static int64_t plain_assign(const int32_t *cost, const uint32_t *row, uint32_t rows, uint32_t places, uint32_t taken) {
    int64_t best = INT64_MAX;
    if (rows == 0)
        return 0;
    for (uint32_t p = 0; p < places; p++) {
        if (taken >> p & 1)
            continue;
        const int64_t sum = cost[row[0] * places + p] + plain_assign(cost, row + 1, rows - 1, places, taken | UINT32_C(1) << p);
        best = sum < best ? sum : best;
    }
    return best;
}

static void an_assignment_is_the_cheapest_of_all(void **state) {
    (void)state;
    uint64_t random = 5;
    for (uint32_t round = 0; round < 3000; round++) {
        const uint32_t rows = 1 + below(&random, 5), places = rows + below(&random, 3), most = round % 2 ? 4 : 40;
        int32_t cost[8 * 8];
        uint32_t row[8];
        for (uint32_t i = 0; i < 8 * places; i++)
            cost[i] = below(&random, 6) == 0 ? FAR : (int32_t)below(&random, most);
        for (uint32_t c = 0; c < 8 && round % 3 == 0; c++) /* the first place must be taken */
            cost[c * places] -= FEW_BOX_WANTED;
        for (uint32_t i = 0; i < rows; i++)
            row[i] = below(&random, 8);
        assert_int_equal(few_assign(cost, row, rows, places), plain_assign(cost, row, rows, places, 0));
    }
}

/* ---- A puzzle and its bound */

struct made {
    fewest_puzzle *puzzle;
    const struct few_rule_space *space;
    struct few_memory memory;
    struct few_boxes *boxes; /* or NULL */
};

static void open_boxes(struct made *made, const char *text) {
    struct few_error inner = {0};
    *made = (struct made){.puzzle = parse(text)};
    if (!few_puzzle_prepare(made->puzzle, FEW_TO_EXPLORE, NULL, &inner))
        fail_msg("%s\n%s", inner.message, text);
    made->space = (const struct few_rule_space *)made->puzzle->model->space;
    few_memory_init(&made->memory, SIZE_MAX);
    assert_true(few_build_boxes(&made->memory, made->space, NULL, &made->boxes));
}

static void close_boxes(struct made *made) {
    few_bound_free(made->boxes ? &made->boxes->bound : NULL);
    assert_int_equal(atomic_load(&made->memory.used), 0);
    fewest_puzzle_free(made->puzzle);
}

/* Of the board with these pieces, one character each. */
static uint32_t bound_of(const struct made *made, const char *board) {
    const struct few_puzzle *puzzle = made->space->puzzle;
    uint64_t state[FEW_MAX_WORDS];
    uint16_t values[256];
    uint32_t bound, cells = 0;
    for (; *board; board++) {
        if (*board == ' ' || *board == '/')
            continue;
        uint32_t p = 0;
        while (puzzle->pieces[p].text[0] != *board || puzzle->pieces[p].text[1])
            p++;
        values[cells++] = (uint16_t)p;
    }
    if (!made->space->space.run->write(&made->space->space, values, cells, state))
        fail_msg("this board is no state: %s", board);
    few_bound_look_up(&made->boxes->bound, state, 1, &bound);
    return bound;
}

#define PUSHES "pieces  @ $ . #\nmove    any direction:  @ . -> . @\nmove    push, any direction:  @ $ . -> . @ $\n"

static void each_box_goes_to_a_target_of_its_own(void **state) {
    (void)state;
    struct made made;
    open_boxes(&made, "board   4 x 7\n" PUSHES "start   ......./.$..$../.@...../.......\ngoal    ___$___/_______/_______/___$___\n");
    assert_non_null(made.boxes);
    assert_int_equal(made.boxes->kinds, 1);
    assert_int_equal(made.boxes->scale, 1);
    assert_int_equal(bound_of(&made, "......./.$..$../.@...../......."), 3 + 3); /* the upper one is 2 away from the second, and both cannot have it */
    assert_int_equal(bound_of(&made, "...$.../......./.@...../...$..."), 0);
    assert_int_equal(bound_of(&made, "..$..../..$..../.@...../......."), 1 + 3);
    assert_int_equal(bound_of(&made, "......./..$$.../.@...../......."), 2 + 2);
    assert_int_equal(bound_of(&made, "$....../...$.../.@...../......."), FEW_NO_PATH); /* in a corner, from which nothing comes away */
    assert_int_equal(bound_of(&made, "......./$..$.../.@...../......."), FEW_NO_PATH); /* at the left edge, where no target is */
    assert_int_equal(bound_of(&made, "$$...../......./.@...../......."), FEW_NO_PATH);
    assert_int_equal(bound_of(&made, "..$.$../......./.@...../......."), FEW_NO_PATH); /* each could come to the upper target, but only one of them */
    close_boxes(&made);
}

static void boxes_that_are_left_over_may_stay(void **state) {
    (void)state;
    struct made made;
    open_boxes(&made, "board   4 x 6\n" PUSHES "start   ....../.$..$./.@..../......\ngoal    ______/______/_____$/______\n");
    assert_int_equal(bound_of(&made, "....../.$..$./.@..../......"), 2);
    assert_int_equal(bound_of(&made, "$...../....$./.@..../......"), 2);
    assert_int_equal(bound_of(&made, "$...../$...../.@..../......"), FEW_NO_PATH);
    close_boxes(&made);
}

static void there_may_be_more_targets_than_boxes(void **state) {
    (void)state;
    struct made made;
    open_boxes(&made, "board   3 x 6\npieces  @ $ .\nfloor   # - t\n        ------ / -tt-t- / ------\nmove    any direction:  @ . -> . @\n"
                      "move    push, any direction:  @ $ . -> . @ $\nstart   ....../.$.$../.@....\ngoal    every $ on t\n");
    assert_non_null(made.boxes);
    assert_int_equal(bound_of(&made, "....../.$.$../.@...."), 1);
    assert_int_equal(bound_of(&made, "....../..$$../.@...."), 1);
    assert_int_equal(bound_of(&made, "....../...$$./.@...."), 1);
    assert_int_equal(bound_of(&made, "....../.$$.../.@...."), 0);
    assert_int_equal(bound_of(&made, "....../...$../.@...."), 0); /* that is no state of this puzzle: nothing is known */
    close_boxes(&made);
}

/* `@ $ $ . -> . @ $ $` moves the set of boxes by one cell: the first goes, the last comes. */
static void pushing_two_boxes_is_one_step_of_one_box(void **state) {
    (void)state;
    struct made made;
    struct few_flows flows;
    open_boxes(&made, "board   1 x 8\npieces  @ $ .\nmove    any direction:  @ $ $ . -> . @ $ $\nmove    any direction:  @ . -> . @\nstart   @$$.....\ngoal    ___$$___\n");
    assert_true(few_flows_find(&flows, made.space, 1, &made.memory));
    assert_true(flows.known);
    assert_true(flows.count > 0);
    for (size_t i = 0; i < flows.count; i++) {
        const int32_t apart = (int32_t)flows.list[i].to - (int32_t)flows.list[i].from;
        assert_int_equal(apart < 0 ? -apart : apart, 2);
        assert_int_equal(flows.list[i].at_once, 1);
    }
    few_flows_free(&flows);
    assert_int_equal(bound_of(&made, "@$$....."), 2);
    assert_int_equal(bound_of(&made, ".@$$...."), 1);
    close_boxes(&made);
}

/* A move that carries two boxes costs each of them a half. */
static void a_move_of_two_boxes_is_counted_once(void **state) {
    (void)state;
    struct made made;
    open_boxes(&made, "board   2 x 6\npieces  $ .\nmove    left or right:  $ . / $ . -> . $ / . $\nmove    left or right:  $ . -> . $\nstart   $...../$.....\ngoal    ___$__/___$__\n");
    assert_non_null(made.boxes);
    assert_int_equal(made.boxes->scale % 2, 0);
    assert_int_equal(bound_of(&made, "$...../$....."), 3);
    assert_int_equal(bound_of(&made, "...$../...$.."), 0);
    close_boxes(&made);
}

static void two_kinds_are_added_up(void **state) {
    (void)state;
    struct made made;
    open_boxes(&made, "board   3 x 8\npieces  @ a b .\nlet     x = a b\nmove    any direction:  @ . -> . @\nmove    push, any direction:  @ x . -> . @ x\n"
                      "start   ......../.@a..b.a/.b......\ngoal    _____a__/________/___b____\ngoal    ____bb__/_____a__/________\n");
    assert_non_null(made.boxes);
    assert_int_equal(made.boxes->kinds, 2);
    assert_int_equal(made.boxes->goals, 2);
    assert_int_equal(made.boxes->scale, 1); /* a push carries a box of either kind, but one only */
    assert_int_equal(bound_of(&made, "......../.@a..b.a/.b......"), 4 + 2);
    close_boxes(&made);
}

/* Many boxes of two kinds, each so far away that what it costs is cut: together they cost more than `no path` counts for one kind. A space that
 * was made for a start near the goal serves this one, too. */
static void kinds_that_are_dear_together_are_not_hopeless(void **state) {
    (void)state;
    enum { PAIRS = 21, APART = 210, NEAR = 10, COST = 3000 };
    struct made made;
    char row[2 * PAIRS + 1] = "", gap[APART + 1], open[APART + 1], text[4096], board[1024];
    memset(gap, '.', APART);
    memset(open, '_', APART);
    gap[APART] = open[APART] = '\0';
    for (uint32_t i = 0; i < PAIRS; i++)
        strcat(row, "ab");
    sprintf(text, "board   %u\npieces  a b .\nlet     x = a b\nmove    left or right, cost %u:  x . -> . x\n"
                  "start   %s%s%s\ngoal    %s%s\n", APART + 2 * PAIRS, COST, gap + NEAR, row, gap + APART - NEAR, open, row);
    open_boxes(&made, text);
    assert_non_null(made.boxes);
    assert_int_equal(made.boxes->kinds, 2);
    sprintf(board, "%s%s%s", gap + NEAR, row, gap + APART - NEAR);
    assert_int_equal(bound_of(&made, board), 2 * PAIRS * NEAR * COST);
    sprintf(board, "%s%s", row, gap);
    assert_int_equal(bound_of(&made, board), 2 * PAIRS * FEW_BOX_MOST);
    assert_true(2 * PAIRS * FEW_BOX_MOST > FAR);
    close_boxes(&made);
}

/* Pieces that a move makes or takes are no boxes. */
static void a_kind_that_changes_in_number_is_none(void **state) {
    (void)state;
    struct made made;
    open_boxes(&made, "board   3 x 4\npieces  @ $ . o\nmove    any direction:  @ . -> . @\nmove    any direction:  @ $ . -> . @ $\nmove    any direction:  @ $ o -> . @ .\n"
                      "start   ..../@$$./..o.\ngoal    ____/___$/____\n");
    assert_null(made.boxes);
    close_boxes(&made);
}

/* ---- Random puzzles */

static size_t tried[ALL_RULES], said[ALL_RULES], hopeless;

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
        few_bound_look_up(&made->boxes->bound, nodes.states.items, nodes.states.count, bounds);
        tried[rules]++;
        for (uint32_t n = 0; n < nodes.states.count; n++) {
            if (bounds[n] > distance[n])
                fail_msg("bound %u, distance %u in state %u of\n%s", bounds[n], distance[n], n, text);
            said[rules] += bounds[n] > 0;
            hopeless += bounds[n] == FEW_NO_PATH;
        }
        for (size_t e = 0; e < edges.count; e++) {
            const struct edge *edge = few_list_at(&edges, e);
            if (bounds[edge->to] != FEW_NO_PATH && bounds[edge->from] > bounds[edge->to] + edge->cost)
                fail_msg("a move of cost %u lowers the bound from %u to %u in\n%s", edge->cost, bounds[edge->from], bounds[edge->to], text);
        }
    }
    few_nodes_free(&nodes);
    few_list_free(&edges);
    few_list_free(&starts);
}

/* Costs of shortest solutions, or that there is none, by a search without a bound and by those with one. */
static void solve_in_all_ways(const char *text) {
    static const fewest_algorithm ways[] = {FEWEST_BFS, FEWEST_ASTAR, FEWEST_AUTO, FEWEST_IDASTAR};
    uint64_t cost = 0;
    fewest_status status = FEWEST_SOLVED;
    for (size_t way = 0; way < (status == FEWEST_SOLVED ? 4 : 3); way++) { /* without a solution, IDA* may never end */
        fewest_puzzle *puzzle = parse(text);
        fewest_options options = {.size = sizeof options, .algorithm = ways[way], .bound_memory = FEWEST_ZERO};
        fewest_answer *answer = fewest_solve(puzzle, &options, &error);
        if (!answer)
            fail_msg("%s\n%s", error.text, text);
        if (way == 0)
            status = fewest_answer_status(answer), cost = fewest_answer_cost(answer);
        if (fewest_answer_status(answer) != status || fewest_answer_cost(answer) != cost)
            fail_msg("%llu by %s, and %llu without a bound:\n%s", (unsigned long long)fewest_answer_cost(answer), fewest_answer_reason(answer),
                     (unsigned long long)cost, text);
        fewest_answer_free(answer);
        fewest_puzzle_free(puzzle);
    }
}

static void random_puzzles_are_never_promised_too_much(void **state) {
    (void)state;
    const char *chosen = getenv("FEWEST_SEED");
    uint64_t random = chosen ? strtoull(chosen, NULL, 10) : 20261118;
    for (uint32_t round = 0; round < (SANITIZED ? 160 : 640); round++) {
        const enum rules rules = round % ALL_RULES;
        struct made made;
        char text[2048];
        invent(text, rules, &random);
        open_boxes(&made, text);
        if (made.boxes) {
            check_all_states(&made, rules, text);
            solve_in_all_ways(text);
        }
        close_boxes(&made);
    }
    for (uint32_t r = 0; r < ALL_RULES; r++) {
        if (getenv("FEWEST_VERBOSE"))
            fprintf(stderr, "rules %u: %zu puzzles, %zu states above 0\n", r, tried[r], said[r]);
        assert_true(tried[r] > (SANITIZED ? 0 : 4));
        assert_true(said[r] > 0);
    }
    assert_true(hopeless > 1000);
}

/* ---- Where it is used */

static void a_star_expands_far_less_with_it(void **state) {
    (void)state;
    static const char warehouse[] = "board   7 x 7\n" PUSHES "start   ......./.$...$./..#.#../.$.@.$./..#.#../......./.......\n"
                                    "goal    _______/_______/___$___/__$____/_____$_/___$___/_______\n";
    struct made made;
    open_boxes(&made, warehouse);
    assert_non_null(made.boxes);
    close_boxes(&made);
    fewest_puzzle *puzzle = parse(warehouse);
    fewest_options options = {.size = sizeof options, .algorithm = FEWEST_ASTAR};
    fewest_answer *answer = fewest_solve(puzzle, &options, &error);
    assert_non_null(answer);
    assert_int_equal(fewest_answer_status(answer), FEWEST_SOLVED);
    assert_non_null(strstr(fewest_answer_reason(answer), "each `$` goes to a place of its own"));
    const uint64_t length = fewest_answer_length(answer);
    fewest_answer_free(answer);
    options.algorithm = FEWEST_BFS;
    answer = fewest_solve(puzzle, &options, &error);
    assert_int_equal(fewest_answer_length(answer), length);
    fewest_answer_free(answer);
    fewest_puzzle_free(puzzle);
}

/* Where steps are free, Dijkstra's search would expand most of the space. */
static void free_steps_are_left_to_a_star(void **state) {
    (void)state;
    fewest_puzzle *puzzle = parse("board   5 x 6\npieces  @ $ . #\nmove    any direction, cost 0:  @ . -> . @\nmove    push, any direction:  @ $ . -> . @ $\n"
                                  "start   ....../.$..$./.@.#../.$..../......\ngoal    ______/__$___/__$___/____$_/______\n");
    fewest_options options = {.size = sizeof options};
    uint64_t cost = 0, expanded = 0;
    for (uint32_t way = 0; way < 2; way++) {
        options.algorithm = way ? FEWEST_BFS : FEWEST_AUTO;
        fewest_answer *answer = fewest_solve(puzzle, &options, &error);
        assert_non_null(answer);
        assert_int_equal(fewest_answer_status(answer), FEWEST_SOLVED);
        if (way == 0) {
            assert_non_null(strstr(fewest_answer_reason(answer), "astar: costs differ, and boxes tell how far it is"));
            cost = fewest_answer_cost(answer);
            expanded = fewest_answer_statistics(answer)->expanded;
        } else {
            assert_int_equal(fewest_answer_cost(answer), cost);
            assert_true(fewest_answer_statistics(answer)->expanded > 4 * expanded);
        }
        fewest_answer_free(answer);
    }
    fewest_puzzle_free(puzzle);
}

static void no_failing_allocation_leaves_anything_behind(void **state) {
    (void)state;
    struct few_error inner = {0};
    fewest_puzzle *puzzle = parse("board   4 x 7\n" PUSHES "start   ......./.$..$../.@...../.......\ngoal    ___$___/_______/_______/___$___\n");
    assert_true(few_puzzle_prepare(puzzle, FEW_TO_EXPLORE, NULL, &inner));
    bool good = false;
    for (uint64_t at = 1; !good && at < 1000; at++) {
        struct few_memory memory;
        struct few_boxes *boxes;
        few_memory_init(&memory, SIZE_MAX);
        memory.fail_at = at;
        good = few_build_boxes(&memory, (const struct few_rule_space *)puzzle->model->space, NULL, &boxes);
        assert_true(good == (boxes != NULL));
        few_bound_free(boxes ? &boxes->bound : NULL);
        assert_int_equal(atomic_load(&memory.used), 0);
    }
    assert_true(good);
    fewest_puzzle_free(puzzle);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_assignment_is_the_cheapest_of_all),
        cmocka_unit_test(each_box_goes_to_a_target_of_its_own),
        cmocka_unit_test(boxes_that_are_left_over_may_stay),
        cmocka_unit_test(there_may_be_more_targets_than_boxes),
        cmocka_unit_test(pushing_two_boxes_is_one_step_of_one_box),
        cmocka_unit_test(a_move_of_two_boxes_is_counted_once),
        cmocka_unit_test(two_kinds_are_added_up),
        cmocka_unit_test(kinds_that_are_dear_together_are_not_hopeless),
        cmocka_unit_test(a_kind_that_changes_in_number_is_none),
        cmocka_unit_test(random_puzzles_are_never_promised_too_much),
        cmocka_unit_test(a_star_expands_far_less_with_it),
        cmocka_unit_test(free_steps_are_left_to_a_star),
        cmocka_unit_test(no_failing_allocation_leaves_anything_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
