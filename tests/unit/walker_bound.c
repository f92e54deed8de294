/* Protects the bound of a walker and A* by rank. On random boards, with steps of many kinds, costs, jumps and several goals: the bound is not
 * above any distance, no step lowers it by more than it costs, and A* finds the same solution as breadth-first search, state by state and move by
 * move; with limits it ends as it must. */
#include "spaces.h"

#include "bound/bound.h"
#include "search/search.h"
#include "spaces/walker/walker.h"

#if defined(__SANITIZE_ADDRESS__)
enum { BOARDS = 300 };
#else
enum { BOARDS = 3000 };
#endif
enum { MOST_SIDE = 14, MAX_TEXT = 8192 };

/* Where the moves of a state are written to. */
static uint64_t *next;
static struct few_step *steps;

/* What the walker may do. `%u` are costs. */
static const char *const rules[] = {
    "names U D L R\nmove any direction: @ . -> . @\n",
    "move any direction, diagonal: @ . -> . @\n",
    "move a, any direction, mirrored: @ _ _ / _ _ . -> . _ _ / _ _ @\n",
    "move a: @ . -> . @\nmove b: @ / . -> . / @\n",
    "move a, any direction: @ . -> . @\nmove b: @ _ _ . -> . _ _ @\n",
    "move a, left or right: @ . -> . @\n",
    "move a, any direction, cost 5: @ . -> . @\nmove b, diagonal, cost 7: @ . -> . @\n",
    "move a, any direction: @ # . -> . # @\nmove b, any direction, cost 2: @ . -> . @\n",
    "move a, any direction, repeat: @ . -> . @\n",
    "move a, any direction: @ . -> . @\nmove b, on 1 5: @ . -> . @\n",
};
enum { RULES = sizeof rules / sizeof *rules };

static void put(char *text, const char *what) {
    assert_true(strlen(text) + strlen(what) < MAX_TEXT);
    strcat(text, what);
}

/* A drawing of the board: the walker in one cell, and what else there is. */
static void put_board(char *text, const char *what, unsigned rows, unsigned columns, unsigned walker, const char *others, unsigned walls) {
    put(text, what);
    for (unsigned i = 0; i < rows * columns; i++) {
        put(text, i % columns ? " " : "\n ");
        put(text, i == walker ? "@" : walls && random_below(100) < walls ? "#" : others);
    }
    put(text, "\n");
}

static void write_puzzle(char *text, unsigned rule, unsigned rows, unsigned columns, unsigned goals) {
    snprintf(text, MAX_TEXT, "board %u x %u%s\npieces @ . #\n%s", rows, columns, random_below(6) == 0 ? " wrapped" : "", rules[rule]);
    put_board(text, "start", rows, columns, random_below(rows * columns), ".", random_below(45));
    for (unsigned g = 0; g < goals; g++)
        put_board(text, "goal", rows, columns, random_below(rows * columns), "_", 0);
}

/* The cost from each cell to the nearest goal, by relaxing until nothing changes; UINT64_MAX: there is none. */
static uint64_t *distances(const struct few_space *space) {
    uint64_t *distance = malloc(space->ranks * sizeof *distance);
    assert_non_null(distance);
    for (uint64_t cell = 0; cell < space->ranks; cell++) {
        bool goal = false;
        if (space->run->holds(space, &cell)) space->run->is_goal(space, &cell, 1, &goal);
        distance[cell] = goal ? 0 : UINT64_MAX;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint64_t cell = 0; cell < space->ranks; cell++) {
            if (!space->run->holds(space, &cell)) continue;
            const size_t made = space->run->successors(space, &cell, 1, next, steps);
            for (size_t i = 0; i < made; i++)
                if (distance[next[i]] != UINT64_MAX && distance[next[i]] + steps[i].cost < distance[cell]) {
                    distance[cell] = distance[next[i]] + steps[i].cost;
                    changed = true;
                }
        }
    }
    return distance;
}

static void make_room(const struct few_space *space) {
    next = malloc(space->max_successors * sizeof *next);
    steps = malloc(space->max_successors * sizeof *steps);
    assert_true(next && steps);
}

static void free_room(void) {
    free(next);
    free(steps);
}

static uint32_t look_up(const struct few_bound *bound, uint64_t cell) {
    uint32_t found;
    few_bound_look_up(bound, &cell, 1, &found);
    return found;
}

static void check_bound(const struct few_space *space, const struct few_bound *bound, const uint64_t *distance, const char *text) {
    for (uint64_t cell = 0; cell < space->ranks; cell++) {
        if (!space->run->holds(space, &cell)) continue;
        const uint32_t here = look_up(bound, cell);
        if (here > distance[cell]) fail_msg("a bound of %u at a distance of %llu\n%s", here, (unsigned long long)distance[cell], text);
        const size_t made = space->run->successors(space, &cell, 1, next, steps);
        for (size_t i = 0; i < made; i++)
            if (here > (uint64_t)look_up(bound, next[i]) + steps[i].cost) fail_msg("the bound falls by more than a step costs\n%s", text);
    }
}

struct run {
    struct few_memory memory;
    struct few_watch watch;
    struct few_solutions solutions;
    enum few_end end;
};

typedef enum few_end search_function(const struct few_problem *problem, struct few_watch *watch, size_t list, bool count,
                                     struct few_solutions *solutions);

static void begin(struct run *run) {
    few_memory_init(&run->memory, 1 << 28);
    run->watch = (struct few_watch){.memory = &run->memory, .max_depth = UINT64_MAX, .within = UINT64_MAX};
    few_solutions_init(&run->solutions, &run->memory, 1);
}

static void finish(struct run *run) {
    few_solutions_free(&run->solutions);
    assert_int_equal(run->memory.used, 0);
}

static const struct few_solution *solution_of(const struct run *run) {
    assert_int_equal(run->solutions.list.count, 1);
    return run->solutions.list.items;
}

static void same_solution(const struct run *a, const struct run *b, const char *text) {
    const struct few_solution *x = solution_of(a), *y = solution_of(b);
    const bool same = x->length == y->length && a->solutions.cost == b->solutions.cost &&
                      memcmp(a->solutions.states.items, b->solutions.states.items, (x->length + 1) * sizeof(uint64_t)) == 0 &&
                      (x->length == 0 || memcmp(a->solutions.moves.items, b->solutions.moves.items, x->length * sizeof(uint32_t)) == 0);
    if (!same) fail_msg("A* finds another solution\n%s", text);
}

/* Any solution: each step is one, and the last is on a goal. */
static void is_a_solution(const struct few_space *space, const struct run *run, uint64_t start, const char *text) {
    const struct few_solution *solution = solution_of(run);
    const uint64_t *states = run->solutions.states.items;
    bool good = states[0] == start;
    for (size_t i = 0; i < solution->length; i++) {
        const size_t made = space->run->successors(space, &states[i], 1, next, NULL);
        size_t k = 0;
        while (k < made && next[k] != states[i + 1]) k++;
        good = good && k < made;
    }
    bool goal;
    space->run->is_goal(space, &states[solution->length], 1, &goal);
    if (!good || !goal) fail_msg("this is no solution\n%s", text);
}

static void try_search(const struct few_problem *problem, const uint64_t *distance, const char *text) {
    struct run plain, astar, any, limited;
    const bool equal = few_costs_are_equal(problem->space);
    begin(&plain);
    begin(&astar);
    plain.end = (equal ? few_search_bfs : few_search_costs)(problem, &plain.watch, 1, false, &plain.solutions);
    astar.end = few_search_astar(problem, &astar.watch, 1, false, &astar.solutions);
    if (plain.end != astar.end) fail_msg("the ends differ: %d, %d\n%s", (int)plain.end, (int)astar.end, text);
    assert_int_equal(plain.end, distance[problem->starts[0]] == UINT64_MAX ? FEW_UNSOLVABLE : FEW_SOLVED);
    if (plain.end == FEW_SOLVED) {
        assert_int_equal(plain.solutions.cost, distance[problem->starts[0]]);
        same_solution(&plain, &astar, text);
        begin(&any);
        any.watch.any_solution = true;
        any.end = few_search_astar(problem, &any.watch, 1, false, &any.solutions);
        assert_int_equal(any.end, FEW_SOLVED);
        assert_int_equal(any.solutions.cost, plain.solutions.cost);
        is_a_solution(problem->space, &any, problem->starts[0], text);
        finish(&any);
        if (plain.solutions.cost > 0) {
            begin(&limited);
            limited.watch.max_depth = plain.solutions.cost - 1;
            assert_int_equal(few_search_astar(problem, &limited.watch, 1, false, &limited.solutions), FEW_DEPTH_LIMIT);
            limited.watch.max_depth = UINT64_MAX;
            limited.watch.within = plain.solutions.cost - 1;
            assert_int_equal(few_search_astar(problem, &limited.watch, 1, false, &limited.solutions), FEW_UNSOLVABLE);
            limited.watch.within = UINT64_MAX;
            limited.watch.max_states = 1;
            limited.watch.counts = (struct few_counts){0};
            assert_int_equal(few_search_astar(problem, &limited.watch, 1, false, &limited.solutions), FEW_STATE_LIMIT);
            assert_int_equal(limited.watch.counts.remembered, 2);
            finish(&limited);
        }
    }
    finish(&plain);
    finish(&astar);
}

static void try_board(const char *text, bool *has_bound) {
    struct few_memory memory;
    struct few_error error = {0};
    few_memory_init(&memory, 1 << 28);
    struct few_puzzle *puzzle = parse(&memory, text);
    if (few_walker_fits(&memory, puzzle)) {
        struct few_space *space = few_walker_space(&memory, puzzle, &error);
        assert_non_null(space);
        make_room(space);
        uint64_t *distance = distances(space);
        struct few_bound *bound = NULL;
        struct few_bound_wish wish = {0};
        assert_true(space->keep->bound(space, &memory, NULL, &wish, &bound, &error));
        struct few_list starts;
        few_list_init(&starts, &memory, sizeof(uint64_t));
        assert_true(space->keep->starts(space, &starts));
        if (bound) check_bound(space, bound, distance, text);
        *has_bound = bound != NULL;
        const struct few_problem problem = {.space = space, .starts = starts.items, .start_count = 1, .bound = bound};
        try_search(&problem, distance, text);
        few_list_free(&starts);
        few_bound_free(bound);
        free(distance);
        free_room();
        few_walker_space_free(space);
    }
    few_puzzle_free(puzzle);
    assert_int_equal(memory.used, 0);
}

static void the_bound_holds_and_the_first_solution_is_found(void **context) {
    (void)context;
    char text[MAX_TEXT];
    unsigned bounds[RULES] = {0};
    random_state = 20;
    for (unsigned i = 0; i < BOARDS; i++) {
        const unsigned rule = i % RULES, goals = random_below(3) ? 1 : 1 + random_below(12);
        bool has_bound = false;
        write_puzzle(text, rule, (rule == 0 || rule == 5 ? 1 : 3) + random_below(MOST_SIDE - 2), 5 + random_below(MOST_SIDE - 4), goals);
        try_board(text, &has_bound);
        bounds[rule] += has_bound;
    }
    for (unsigned rule = 0; rule < RULES; rule++)
        if (bounds[rule] < BOARDS / RULES / 4) fail_msg("rule %u: only %u boards have a bound", rule, bounds[rule]);
}

/* The distance on the empty board itself, where that is known. */
static void without_walls_the_bound_is_the_distance(void **context) {
    (void)context;
    for (unsigned rule = 0; rule < 2; rule++) {
        char text[MAX_TEXT];
        struct few_memory memory;
        struct few_error error = {0};
        few_memory_init(&memory, 1 << 28);
        snprintf(text, sizeof text, "board 7 x 9\npieces @ . #\n%s", rules[rule]);
        put_board(text, "start", 7, 9, 20, ".", 0);
        put_board(text, "goal", 7, 9, 40, "_", 0);
        struct few_puzzle *puzzle = parse(&memory, text);
        struct few_space *space = few_walker_space(&memory, puzzle, &error);
        struct few_bound *bound = NULL;
        struct few_bound_wish wish = {0};
        assert_non_null(space);
        assert_true(space->keep->bound(space, &memory, NULL, &wish, &bound, &error));
        make_room(space);
        uint64_t *distance = distances(space);
        for (uint64_t cell = 0; cell < space->ranks; cell++)
            if (space->run->holds(space, &cell)) assert_int_equal(look_up(bound, cell), distance[cell]);
        free(distance);
        free_room();
        few_bound_free(bound);
        few_walker_space_free(space);
        few_puzzle_free(puzzle);
    }
}

/* Whichever allocation fails, A* ends as it must and gives all memory back. */
static void every_allocation_may_fail(void **context) {
    (void)context;
    char text[MAX_TEXT];
    struct few_memory memory;
    struct few_error error = {0};
    few_memory_init(&memory, 1 << 28);
    random_state = 8;
    snprintf(text, sizeof text, "board 9 x 9\npieces @ . #\n%s", rules[0]);
    put_board(text, "start", 9, 9, 0, ".", 30);
    put_board(text, "goal", 9, 9, 78, "_", 0);
    struct few_puzzle *puzzle = parse(&memory, text);
    struct few_space *space = few_walker_space(&memory, puzzle, &error);
    struct few_bound *bound = NULL;
    struct few_bound_wish wish = {0};
    struct few_list starts;
    few_list_init(&starts, &memory, sizeof(uint64_t));
    assert_true(space->keep->bound(space, &memory, NULL, &wish, &bound, &error) && space->keep->starts(space, &starts));
    const struct few_problem problem = {.space = space, .starts = starts.items, .start_count = 1, .bound = bound};
    enum few_end end = FEW_RUNNING;
    for (uint64_t n = 1; end != FEW_SOLVED; n++) {
        struct run run;
        begin(&run);
        run.memory.fail_at = n;
        end = few_search_astar(&problem, &run.watch, 1, false, &run.solutions);
        assert_true(end == FEW_SOLVED || end == FEW_NO_MEMORY);
        finish(&run);
        assert_true(n < 1000);
    }
    few_list_free(&starts);
    few_bound_free(bound);
    few_walker_space_free(space);
    few_puzzle_free(puzzle);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_bound_holds_and_the_first_solution_is_found),
        cmocka_unit_test(without_walls_the_bound_is_the_distance),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
