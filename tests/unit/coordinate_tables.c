/* Pattern databases by coordinates are lower bounds, whatever room they have: in every state that can be reached they are at most the
 * distance to the goal, exact where nothing is forgotten, and no move lowers them by more than one. Values change by tables as states
 * do by moves. IDA* by them finds the first of all shortest solutions, as breadth-first search does. */
#include "wreaths.h"

#include "build/build.h"
#include "search/search.h"
#include "visited/nodes.h"

enum { MOST_STATES = SANITIZED ? 3000 : 30000, SOLVED_EACH = SANITIZED ? 6 : 12 };

static struct totals {
    size_t puzzles, bounds, tables, exact, bytes, cut, solved, states;
} totals;

/* A puzzle explored to its end, and how far every state is from a goal. */
struct truth {
    struct few_memory memory;
    struct few_nodes nodes;
    uint32_t *distance; /* FEW_NO_PATH: no goal can be reached */
};

/* false: there are too many states. */
static bool explore(struct truth *truth, const struct subject *subject) {
    const struct few_space *space = subject->space;
    bool fresh, goal, small = true;
    few_memory_init(&truth->memory, (size_t)1 << 30);
    assert_true(few_nodes_init(&truth->nodes, &truth->memory, space->words));
    few_nodes_add(&truth->nodes, subject->starts, 0, &fresh);
    for (uint32_t n = 0; small && n < truth->nodes.states.count; n++) {
        const size_t made = space->run->successors(space, few_node_state(&truth->nodes, n), 1, subject->next, NULL);
        for (size_t k = 0; k < made; k++)
            few_nodes_add(&truth->nodes, subject->next + k * space->words, 0, &fresh);
        small = truth->nodes.states.count <= MOST_STATES;
    }
    const size_t count = truth->nodes.states.count;
    truth->distance = malloc(count * sizeof *truth->distance);
    for (uint32_t n = 0; n < count; n++) {
        space->run->is_goal(space, few_node_state(&truth->nodes, n), 1, &goal);
        truth->distance[n] = goal ? 0 : FEW_NO_PATH;
    }
    for (bool changed = small; changed;) {
        changed = false;
        for (uint32_t n = (uint32_t)count; n-- > 0;) {
            const size_t made = space->run->successors(space, few_node_state(&truth->nodes, n), 1, subject->next, NULL);
            for (size_t k = 0; k < made; k++) {
                const uint32_t far = truth->distance[few_nodes_add(&truth->nodes, subject->next + k * space->words, 0, &fresh)];
                if (far != FEW_NO_PATH && far + 1 < truth->distance[n]) {
                    truth->distance[n] = far + 1;
                    changed = true;
                }
            }
        }
    }
    return small;
}

static void truth_free(struct truth *truth) {
    few_nodes_free(&truth->nodes);
    free(truth->distance);
    assert_int_equal(atomic_load(&truth->memory.used), 0);
}

/* NULL: there are none. */
static struct few_coordinate_tables *make(struct subject *subject, struct few_memory *memory, uint64_t budget) {
    struct few_model *model = subject->puzzle->model;
    const struct few_facts *facts;
    struct few_error error = {0};
    struct few_coordinate_tables *made = NULL;
    assert_true(few_model_facts(model, &facts, &error));
    const struct few_build build = {.facts = (const struct few_rule_facts *)facts, .budget = budget};
    struct few_work work = {.build = &build, .left = UINT64_MAX};
    assert_true(few_build_coordinates(memory, (const struct few_rule_space *)subject->space, &work, &made));
    return made;
}

static uint32_t bound_of(const struct few_coordinate_tables *tables, const uint64_t *state) {
    uint32_t bound;
    few_bound_look_up(&tables->bound, state, 1, &bound);
    return bound;
}

/* The values of a state change by the tables as it does by a move, and there is no move that the tables lack. */
static void try_values(struct subject *subject, const struct few_coordinate_tables *tables, const uint64_t *state) {
    const struct few_space *space = subject->space;
    uint16_t here[FEW_TABLE_COORDINATES], there[FEW_TABLE_COORDINATES];
    const size_t made = space->run->successors(space, state, 1, subject->next, subject->steps);
    assert_true(few_coordinate_values(tables, state, here));
    for (size_t k = 0; k < made; k++) {
        bool found = false;
        assert_true(few_coordinate_values(tables, subject->next + k * space->words, there));
        for (uint32_t m = 0; m < tables->moves && !found; m++) {
            found = true;
            for (uint32_t n = 0; n < tables->coordinates; n++)
                found = found && tables->coordinate[n].to[(size_t)here[n] * tables->moves + m] == there[n];
        }
        assert_true(found);
    }
}

static void try_bound(struct subject *subject, const struct truth *truth, const struct few_coordinate_tables *tables) {
    const struct few_space *space = subject->space;
    const size_t count = truth->nodes.states.count;
    bool exact = true;
    for (uint32_t n = 0; n < count; n++) {
        const uint64_t *state = few_node_state(&truth->nodes, n);
        const uint32_t here = bound_of(tables, state), distance = truth->distance[n];
        assert_true(here <= distance);
        exact = exact && here == distance;
        if (distance == FEW_NO_PATH)
            continue;
        const size_t made = space->run->successors(space, state, 1, subject->next, NULL);
        for (size_t k = 0; k < made; k++)
            assert_true(here <= bound_of(tables, subject->next + k * space->words) + (uint64_t)1);
        if (n % 16 == 0)
            try_values(subject, tables, state);
    }
    totals.exact += exact;
    totals.states += count;
}

/* By breadth-first search and by IDA* from some states. */
static void compare_solutions(struct subject *subject, const struct truth *truth, const struct few_coordinate_tables *tables) {
    const struct few_facts *facts = subject->puzzle->model->facts;
    struct few_memory memory;
    few_memory_init(&memory, (size_t)1 << 30);
    for (int i = 0; i < SOLVED_EACH; i++) {
        const uint32_t n = below((uint32_t)truth->nodes.states.count);
        struct few_problem problem = {.space = subject->space, .starts = few_node_state(&truth->nodes, n), .start_count = 1, .facts = facts};
        struct few_watch watch = {.memory = &memory, .max_depth = UINT64_MAX, .within = UINT64_MAX}, again = watch;
        struct few_solutions plain, found;
        again.threads = below(3) == 0 ? 2 : 1;
        few_solutions_init(&plain, &memory, subject->space->words);
        few_solutions_init(&found, &memory, subject->space->words);
        const enum few_end end = few_search_bfs(&problem, &watch, 1, false, &plain);
        problem.bound = &tables->bound;
        assert_int_equal(few_search_idastar(&problem, &again, 1, false, &found), end);
        assert_int_equal(end == FEW_SOLVED, truth->distance[n] != FEW_NO_PATH);
        if (end == FEW_SOLVED) {
            assert_int_equal(found.cost, truth->distance[n]);
            assert_int_equal(found.moves.count, plain.moves.count);
            assert_int_equal(found.states.count, plain.states.count);
            if (plain.moves.count)
                assert_memory_equal(found.moves.items, plain.moves.items, plain.moves.count * sizeof(uint32_t));
            assert_memory_equal(found.states.items, plain.states.items, plain.states.count * plain.states.size);
            totals.solved++;
        }
        few_solutions_free(&plain);
        few_solutions_free(&found);
    }
    assert_int_equal(atomic_load(&memory.used), 0);
}

static void try_puzzle(struct subject *subject, void *context) {
    static const uint64_t budgets[] = {40, 400, 4000, 100000, 4 << 20};
    struct truth truth;
    (void)context;
    const struct few_facts *facts;
    struct few_error error = {0};
    assert_true(few_model_facts(subject->puzzle->model, &facts, &error));
    if (!few_is_board(subject->space) || !facts || !facts->orbit || !facts->orbit->whole || subject->start_count != 1)
        return;
    if (explore(&truth, subject)) {
        totals.puzzles++;
        for (size_t b = 0; b < sizeof budgets / sizeof *budgets; b++) {
            struct few_memory memory;
            few_memory_init(&memory, (size_t)1 << 30);
            struct few_coordinate_tables *tables = make(subject, &memory, budgets[b]);
            if (tables) {
                totals.bounds++;
                totals.tables += tables->tables;
                for (uint32_t n = 0; n < tables->tables; n++)
                    totals.bytes += tables->table[n].bytes;
                try_bound(subject, &truth, tables);
                compare_solutions(subject, &truth, tables);
                few_bound_free(&tables->bound);
            }
            assert_int_equal(atomic_load(&memory.used), 0);
        }
    }
    truth_free(&truth);
}

static void tables_of_random_puzzles_are_bounds(void **state) {
    (void)state;
    totals = (struct totals){0};
    generator = chosen_seed();
    print_message("# FEWEST_SEED=%llu\n", (unsigned long long)generator);
    for (int round = 0; round < (SANITIZED ? 60 : 250); round++) {
        char path[] = "/tmp/fewest-coordinates-XXXXXX", text[TEXT];
        struct subject subject;
        write_puzzle(text);
        open_text(&subject, path, text);
        try_puzzle(&subject, NULL);
        subject_close(&subject);
        unlink(path);
    }
    print_message("# %zu puzzles, %zu bounds of %zu tables, %zu of bytes; %zu exact; %zu states; %zu solutions\n", totals.puzzles,
                  totals.bounds, totals.tables, totals.bytes, totals.exact, totals.states, totals.solved);
    assert_true(totals.bounds >= (SANITIZED ? 60 : 300));
    assert_true(totals.exact >= (SANITIZED ? 20 : 100) && totals.exact < totals.bounds);
    assert_true(totals.solved >= (SANITIZED ? 100 : 1000));
}

static void tables_of_puzzle_files_are_bounds(void **state) {
    (void)state;
    totals = (struct totals){0};
    generator = chosen_seed();
    each_puzzle("tests/puzzles/*.few", try_puzzle, NULL);
    print_message("# %zu puzzles, %zu bounds of %zu tables, %zu of bytes; %zu exact; %zu states; %zu solutions\n", totals.puzzles,
                  totals.bounds, totals.tables, totals.bytes, totals.exact, totals.states, totals.solved);
    assert_true(totals.bounds >= 30);
}

/* ---- Known ones */

/* The corners of a cube, as the 2 x 2 x 2 cube with all its attitudes: how many are how far from solved is well known. */
static void corners_of_a_cube_have_known_distances(void **state) {
    (void)state;
    static const uint64_t known[] = {1, 18, 243, 2874, 28000, 205416, 1168516, 5402628};
    enum { DEPTH = SANITIZED ? 5 : 7 };
    uint64_t counts[16] = {0};
    struct few_memory memory;
    struct subject subject;
    few_memory_init(&memory, (size_t)1 << 30);
    subject_open(&subject, "cube-3x3x3");
    struct few_coordinate_tables *tables = make(&subject, &memory, SANITIZED ? 180 << 20 : 256 << 20);
    assert_non_null(tables);
    assert_int_equal(tables->tables, 4);
    const struct few_coordinate_table *corners = &tables->table[0];
    for (uint32_t n = 0; n < tables->tables; n++)
        if (tables->table[n].entries == 88179840)
            corners = &tables->table[n];
    assert_int_equal(corners->entries, 88179840);
    assert_true(corners->depth >= DEPTH);
    for (uint64_t i = 0; i < corners->entries; i++)
        counts[few_coordinate_entry(corners, i)]++;
    for (uint32_t d = 0; d <= DEPTH; d++)
        assert_int_equal(counts[d], known[d]);
    few_bound_free(&tables->bound);
    assert_int_equal(atomic_load(&memory.used), 0);
    subject_close(&subject);
}

/* ---- Trouble */

static void nothing_is_lost_when_memory_runs_out(void **state) {
    (void)state;
    struct subject subject;
    const struct few_facts *facts;
    struct few_error error = {0};
    bool done = false;
    uint64_t refused = 0;
    subject_open(&subject, "cube-2x2x3");
    assert_true(few_model_facts(subject.puzzle->model, &facts, &error));
    for (uint64_t fail_at = 1; !done; fail_at++) {
        struct few_memory memory;
        struct few_coordinate_tables *made = NULL;
        const struct few_build build = {.facts = (const struct few_rule_facts *)facts, .budget = 4000};
        struct few_work work = {.build = &build, .left = UINT64_MAX};
        few_memory_init(&memory, (size_t)1 << 30);
        memory.fail_at = fail_at;
        const bool good = few_build_coordinates(&memory, (const struct few_rule_space *)subject.space, &work, &made);
        done = atomic_load(&memory.calls) < fail_at;
        assert_true(good || !done);
        refused += !good;
        if (made)
            few_bound_free(&made->bound);
        assert_int_equal(atomic_load(&memory.used), 0);
    }
    assert_true(refused > 10);
    subject_close(&subject);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_of_random_puzzles_are_bounds),
        cmocka_unit_test(tables_of_puzzle_files_are_bounds),
        cmocka_unit_test(corners_of_a_cube_have_known_distances),
        cmocka_unit_test(nothing_is_lost_when_memory_runs_out),
    };
    return cmocka_run_group_tests(tests, go_to_source_root, NULL);
}
