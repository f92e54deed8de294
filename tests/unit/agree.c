/* All searches agree: on random instances of every puzzle file, breadth-first (in memory and on disk), bidirectional and Dijkstra's search, each
 * with every store it can have, end alike, with solutions of the same length, as many of them, and the
 * same first ones, state by state and move by move. The separate checker accepts every solution.
 *
 * An instance is a state that a random walk reached, forwards from a start or backwards from a goal, taken as the
 * start; no state is taken twice. An instance counts when all its searches came to their end. A new search is one row in
 * `searches`. $FEWEST_SEED gives other instances. */
#include "corpus.h"

#include "base/clock.h"
#include "language/checker.h"
#include "search/disk/disk.h"
#include "search/layers/bfs_disk.h"
#include "search/layers/kept.h"
#include "temporary.h"
#include "visited/visited.h"

enum {
    FILE_INSTANCES = SANITIZED ? 12 : 60, /* of one file */
    ALL_INSTANCES = SANITIZED ? 800 : 8000,
    ATTEMPTS = 2,          /* for each instance that is wanted */
    LONGEST_WALK = 100,
    MOST_STATES = 30000,   /* that a search may remember */
    MOST_GOALS = 20000,    /* listed for searching backwards */
    LARGEST_RANKS = 8 << 20, /* bytes of a table */
    LISTED = 4,            /* solutions that are compared */
    DISK_MEMORY = 4 << 20, /* bytes of memory, of a search on disk */
};
static const double PATIENCE = 0.001; /* seconds for a search that may go on for ever */

typedef enum few_end search_function(const struct few_problem *problem, struct few_watch *watch, size_t list, bool count,
                                     struct few_solutions *solutions);

/* Every search with every store. */
static const struct search {
    const char *name;
    search_function *run;
    const struct few_visited_kind *store;
    bool needs_goals, needs_equal_costs;
    bool only_first; /* it finds one solution, the first, and may need too long: then it does not count */
    bool any;        /* it may be another one than the first */
    bool keeps;      /* it finds what the search from the instance before has left */
    unsigned threads;
    uint64_t transpositions; /* bytes */
    enum few_symmetry_use symmetry_use;
    size_t every;            /* it is run on one of so many instances; 0: on all */
} searches[] = {
    {.name = "bfs, hashed", .run = few_search_bfs, .store = &few_hashed_kind, .needs_equal_costs = true},
    {.name = "bfs, ranked", .run = few_search_bfs, .store = &few_ranked_kind, .needs_equal_costs = true},
    {.name = "bidirectional, hashed", .run = few_search_bidirectional, .store = &few_hashed_kind, .needs_goals = true,
     .needs_equal_costs = true},
    {.name = "bidirectional, ranked", .run = few_search_bidirectional, .store = &few_ranked_kind, .needs_goals = true,
     .needs_equal_costs = true},
    {.name = "bfs, hashed, by classes", .run = few_search_bfs, .store = &few_hashed_kind, .needs_equal_costs = true, .symmetry_use = FEW_SYMMETRY_ON, .every = 8},
    {.name = "bidirectional, ranked, by classes", .run = few_search_bidirectional, .store = &few_ranked_kind, .needs_goals = true,
     .needs_equal_costs = true, .symmetry_use = FEW_SYMMETRY_ON, .every = 8},
    {.name = "bfs on disk, by states", .run = few_search_bfs_on_disk, .store = &few_hashed_kind, .needs_equal_costs = true, .every = 8},
    {.name = "bfs on disk, by ranks", .run = few_search_bfs_on_disk, .store = &few_ranked_kind, .needs_equal_costs = true, .threads = 2, .every = 8},
    {.name = "dijkstra", .run = few_search_costs, .store = &few_hashed_kind},
    {.name = "astar", .run = few_search_astar, .store = &few_hashed_kind, .keeps = true},
    {.name = "astar, first solution", .run = few_search_astar, .store = &few_hashed_kind, .only_first = true, .keeps = true},
    {.name = "astar, any solution", .run = few_search_astar, .store = &few_hashed_kind, .only_first = true, .any = true,
     .keeps = true},
    {.name = "idastar", .run = few_search_idastar, .store = &few_hashed_kind, .only_first = true},
    {.name = "idastar, transpositions", .run = few_search_idastar, .store = &few_hashed_kind, .only_first = true,
     .transpositions = 16 << 20},
    {.name = "idastar, few transpositions", .run = few_search_idastar, .store = &few_hashed_kind, .only_first = true,
     .transpositions = 1 << 14, .every = 3},
    {.name = "idastar, 2 threads", .run = few_search_idastar, .store = &few_hashed_kind, .only_first = true,
     .threads = 2, .every = 8},
    {.name = "idastar, 3 threads, transpositions", .run = few_search_idastar, .store = &few_hashed_kind,
     .only_first = true, .threads = 3, .transpositions = 1 << 20, .every = 8},
};
enum { SEARCHES = sizeof searches / sizeof *searches };

static struct totals {
    size_t instances, solved, unsolvable, with_bidirectional, solutions;
    size_t runs[SEARCHES];
} totals;

/* One file at work. */
struct work {
    struct subject *subject;
    struct few_problem problem;
    size_t goal_room;
    uint64_t generator, seed;
    struct few_list tried; /* states that were instances already */
    struct few_memory memory;
    struct few_kept kept;
    uint64_t *instance;
    const struct few_puzzle *puzzle;
    /* In a large space, walks become shorter until the searches come to their end: forwards [0] and backwards [1]. */
    uint64_t longest[2];
    bool backward; /* how the instance at hand was reached */
};

static void disagree(const struct work *work, const struct search *search, const char *what) {
    uint16_t values[FEW_MAX_WORDS * 64];
    size_t length = 0;
    char text[2048] = "";
    if (!work->puzzle->is_string && work->puzzle->rows * work->puzzle->columns + work->puzzle->var_count <
                                        sizeof values / sizeof *values) {
        work->subject->space->run->read(work->subject->space, work->instance, values, &length);
        for (size_t i = 0, at = 0; i < length && at < sizeof text - 64; i++)
            at += (size_t)snprintf(text + at, sizeof text - at, "%s ", work->puzzle->pieces[values[i]].text);
    }
    fprintf(stderr, "FEWEST_SEED=%llu %s: %s: %s; start %016llx … %s\n", (unsigned long long)work->seed,
            work->subject->path, search ? search->name : "checker", what, (unsigned long long)work->instance[0], text);
    fail();
}

/* A step to a random neighbour; false where there is none. */
static bool step(struct work *work, uint64_t *state, bool backward) {
    const struct subject *subject = work->subject;
    const struct few_space *space = subject->space;
    size_t count = backward ? space->run->predecessors(space, state, 1, subject->next, NULL)
                            : space->run->successors(space, state, 1, subject->next, NULL);
    if (count)
        memcpy(state, subject->next + next_random(&work->generator) % count * space->words,
               space->words * sizeof *state);
    return count > 0;
}

/* A new start, at the end of a random walk; false where it was one before. */
static bool walk(struct work *work) {
    const struct subject *subject = work->subject;
    size_t size = subject->space->words * sizeof(uint64_t);
    bool can_turn = work->problem.goal_count && subject->space->run->predecessors;
    bool backward = can_turn && (work->longest[0] < 4 || next_random(&work->generator) % 2);
    const uint64_t *from = backward ? work->problem.goals : subject->starts;
    size_t from_count = backward ? work->problem.goal_count : subject->start_count;
    memcpy(work->instance, from + next_random(&work->generator) % from_count * subject->space->words, size);
    for (uint64_t steps = next_random(&work->generator) % (work->longest[backward] + 1); steps > 0; steps--)
        if (!step(work, work->instance, backward))
            break;
    work->backward = backward;
    for (size_t i = 0; i < work->tried.count; i++)
        if (memcmp(few_list_at(&work->tried, i), work->instance, size) == 0)
            return false;
    return few_list_append(&work->tried, work->instance, 1);
}

static bool can_run(const struct work *work, const struct search *search) {
    const struct few_space *space = work->subject->space;
    if (search->needs_equal_costs && !few_costs_are_equal(space))
        return false;
    if (search->run == few_search_idastar && space->has_free)
        return false;
    if (search->needs_goals && !(work->problem.goals_listed && space->run->predecessors))
        return false;
    return search->store != &few_ranked_kind ||
           (space->ranks && few_visited_ranked_bytes(space->ranks, 8) <= LARGEST_RANKS);
}

static enum few_end run(struct work *work, const struct search *search, struct few_solutions *solutions) {
    struct few_watch watch = {
        .memory = &work->memory,
        .kept = search->keeps ? &work->kept : NULL,
        .any_solution = search->any,
        .store = search->store,
        .max_states = MOST_STATES,
        .max_depth = UINT64_MAX,
        .within = work->puzzle->has_within ? work->puzzle->within : UINT64_MAX,
        .deadline = search->only_first ? few_now() + PATIENCE : 0,
        .threads = search->threads,
        .transpositions = search->transpositions,
        .symmetry_use = search->symmetry_use,
    };
    struct few_disk disk;
    const bool on_disk = search->run == few_search_bfs_on_disk;
    const size_t budget = work->memory.budget;
    few_solutions_init(solutions, &work->memory, work->subject->space->words);
    if (on_disk) {
        assert_true(few_disk_open(&disk, temporary_folder(), 0, NULL, &work->memory));
        watch.disk = &disk;
        work->memory.budget = work->memory.used + DISK_MEMORY;
    }
    const enum few_end end = search->run(&work->problem, &watch, search->only_first ? 1 : LISTED, !search->only_first, solutions);
    work->memory.budget = budget;
    if (on_disk)
        few_disk_close(&disk);
    return end;
}

static bool same_list(const struct few_list *a, const struct few_list *b) {
    return a->count == b->count && (a->count == 0 || memcmp(a->items, b->items, a->count * a->size) == 0);
}

/* Whether the only solution of `one` is the first of `all`. */
static bool is_first(const struct few_solutions *all, const struct few_solutions *one) {
    const struct few_solution *first = all->list.items, *solution = one->list.items;
    return one->list.count == 1 && first->length == solution->length &&
           memcmp(all->states.items, one->states.items, (solution->length + 1) * one->states.size) == 0 &&
           (solution->length == 0 || memcmp(all->moves.items, one->moves.items, solution->length * one->moves.size) == 0);
}

/* Replays a way by the rules alone. */
static void check_solution(struct work *work, const struct few_solutions *solutions, size_t index) {
    const struct few_space *space = work->subject->space;
    const struct few_solution *solution = few_list_at(&solutions->list, index);
    struct few_puzzle puzzle = *work->puzzle; /* with another start */
    size_t cells = (size_t)puzzle.rows * puzzle.columns;
    size_t room = puzzle.is_string ? FEW_MAX_WORDS * 64 : cells + puzzle.var_count;
    uint16_t *values = malloc((room + 1) * sizeof *values);
    size_t length;
    space->run->read(space, few_list_at(&solutions->states, solution->first_state), values, &length);
    puzzle.start.board.cells = values;
    puzzle.start.vars = values + cells;
    if (puzzle.is_string)
        puzzle.start.board.columns = (uint32_t)length;
    struct few_checker *checker = few_checker_create(&work->memory, &puzzle);
    bool no_memory = false;
    if (!few_checker_begin(checker, values, length))
        disagree(work, NULL, "it does not begin");
    for (size_t i = 0; i < solution->length; i++) {
        const uint64_t *state = few_list_at(&solutions->states, solution->first_state + i);
        uint32_t move = *(uint32_t *)few_list_at(&solutions->moves, solution->first_move + i);
        if (!few_checker_play(checker, space->run->place(space, state, move), space, state + space->words, &no_memory))
            disagree(work, NULL, "a move is refused");
        size_t held_length;
        const uint16_t *held = few_checker_values(checker, &held_length);
        space->run->read(space, state + space->words, values, &length);
        if (held_length != length || memcmp(held, values, length * sizeof *values) != 0)
            disagree(work, NULL, "a move leads elsewhere");
    }
    if (!few_checker_at_goal(checker, &no_memory))
        disagree(work, NULL, "the last state is no goal");
    few_checker_free(checker);
    free(values);
    totals.solutions++;
}

static void compare(struct work *work, const struct search *search, const struct few_solutions *first,
                    const struct few_solutions *second) {
    if (first->cost != second->cost)
        disagree(work, search, "another length");
    if (search->any) {
        check_solution(work, second, 0);
        return;
    }
    if (search->only_first) {
        if (!is_first(first, second))
            disagree(work, search, "another solution");
        return;
    }
    if (first->total != second->total)
        disagree(work, search, "another number of solutions");
    if (!same_list(&first->list, &second->list) || !same_list(&first->states, &second->states) ||
        !same_list(&first->moves, &second->moves))
        disagree(work, search, "other solutions");
}

static bool is_complete(enum few_end end) {
    return end == FEW_SOLVED || end == FEW_UNSOLVABLE;
}

/* Runs all searches from the instance; false where one of them hit its limit. */
static bool examine(struct work *work) {
    struct few_solutions first = {0};
    enum few_end first_end = FEW_RUNNING;
    bool complete = true, bidirectional = false;
    size_t runs = 0;
    for (size_t i = 0; i < SEARCHES && complete; i++) {
        if (!can_run(work, &searches[i]) || (searches[i].every && totals.instances % searches[i].every))
            continue;
        struct few_solutions solutions;
        enum few_end end = run(work, &searches[i], &solutions);
        if (searches[i].only_first && end == FEW_TIME_LIMIT) {
            few_solutions_free(&solutions);
            continue;
        }
        complete = is_complete(end);
        if (!complete && end != FEW_STATE_LIMIT)
            disagree(work, &searches[i], "it did not end as it should");
        bidirectional |= complete && searches[i].run == few_search_bidirectional;
        totals.runs[i] += complete;
        if (runs == 0 && complete) {
            first = solutions;
            first_end = end;
        } else {
            if (complete && end != first_end)
                disagree(work, &searches[i], "another end");
            if (complete && end == FEW_SOLVED)
                compare(work, &searches[i], &first, &solutions);
            few_solutions_free(&solutions);
        }
        runs += complete;
    }
    for (size_t solution = 0; complete && first_end == FEW_SOLVED && solution < first.list.count; solution++)
        check_solution(work, &first, solution);
    if (runs)
        few_solutions_free(&first);
    if (complete && runs > 1) {
        totals.instances++;
        totals.solved += first_end == FEW_SOLVED;
        totals.unsolvable += first_end == FEW_UNSOLVABLE;
        totals.with_bidirectional += bidirectional;
    }
    return complete;
}

static void examine_file(struct subject *subject, void *context) {
    (void)context;
    struct work work = {.subject = subject, .seed = chosen_seed(), .puzzle = subject->puzzle->rules};
    size_t words = subject->space->words;
    for (const char *c = subject->path; *c; c++) /* the instances of a file do not depend on the other files */
        work.generator = work.generator * 31 + (unsigned char)*c;
    work.generator += work.seed;
    few_memory_init(&work.memory, (size_t)1 << 30);
    few_list_init(&work.tried, &work.memory, words * sizeof(uint64_t));
    work.instance = malloc(words * sizeof *work.instance);
    uint64_t *goals;
    struct few_problem *problem = &work.problem;
    problem->goals_listed = few_model_goals(subject->puzzle->model, &work.memory, MOST_GOALS, &goals, &problem->goal_count,
                                            &work.goal_room) == FEW_GOALS_LISTED;
    problem->space = subject->space;
    problem->starts = work.instance;
    problem->start_count = 1;
    problem->goals = goals;
    struct few_error error = {0};
    struct few_bound_wish wish = {.memory = work.generator % 3 ? 4000 : 1 << 20}; /* mostly bounds that are not exact */
    assert_true(few_model_bound(subject->puzzle->model, &wish, &problem->bound, &error));
    problem->facts = subject->puzzle->model->facts;
    work.longest[0] = work.longest[1] = LONGEST_WALK;
    size_t completed = 0;
    for (size_t attempt = 0; attempt < ATTEMPTS * FILE_INSTANCES && completed < FILE_INSTANCES; attempt++) {
        if (!walk(&work))
            continue;
        if (examine(&work))
            completed++;
        else if (work.longest[work.backward] > 3)
            work.longest[work.backward] -= (work.longest[work.backward] + 3) / 4;
    }
    few_free(&work.memory, goals, work.goal_room * words * sizeof *goals);
    few_list_free(&work.tried);
    few_kept_free(&work.kept);
    free(work.instance);
    if (atomic_load(&work.memory.used) != 0)
        fail_msg("%s: %zu bytes were not given back", subject->path, atomic_load(&work.memory.used));
    if (getenv("FEWEST_VERBOSE"))
        fprintf(stderr, "%s: %zu instances\n", subject->path, completed);
}

static void all_searches_agree_on_random_instances_of_the_test_puzzles(void **state) {
    (void)state;
    each_puzzle("tests/puzzles/*.few", examine_file, NULL);
}

static void all_searches_agree_on_random_instances_of_the_built_in_puzzles(void **state) {
    (void)state;
    each_puzzle("puzzles/*.few", examine_file, NULL);
}

static void there_were_enough_instances_of_every_kind(void **state) {
    (void)state;
    if (getenv("FEWEST_VERBOSE")) {
        fprintf(stderr, "%zu instances: %zu solved, %zu unsolvable, %zu with bidirectional; %zu solutions checked\n",
                totals.instances, totals.solved, totals.unsolvable, totals.with_bidirectional, totals.solutions);
        for (size_t i = 0; i < SEARCHES; i++)
            fprintf(stderr, "%s: %zu\n", searches[i].name, totals.runs[i]);
    }
    assert_true(totals.instances >= ALL_INSTANCES);
    assert_true(totals.with_bidirectional >= ALL_INSTANCES / 2);
    assert_true(totals.solved >= ALL_INSTANCES / 2);
    assert_true(totals.unsolvable >= ALL_INSTANCES / 100);
    for (size_t i = 0; i < SEARCHES; i++)
        assert_true(totals.runs[i] >= ALL_INSTANCES / 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_searches_agree_on_random_instances_of_the_test_puzzles),
        cmocka_unit_test(all_searches_agree_on_random_instances_of_the_built_in_puzzles),
        cmocka_unit_test(there_were_enough_instances_of_every_kind),
    };
    return cmocka_run_group_tests_name("agree", tests, go_to_source_root, NULL);
}
