/* Exploring whole spaces: the methods agree layer by layer and state by state, whatever the number of threads, forwards
 * and backwards; the counts are those that are known; budgets are kept, and an exploration can be stopped anywhere. */
#include "corpus.h"

#include "api/exploration.h"
#include "search/explore/explore.h"
#include "space/sets.h"

#include <fewest/explore.h>

enum {
    MOST_STATES = SANITIZED ? 20000 : 200000, /* of a space that all methods explore */
    LARGEST_RANKS = 64 << 20,
    KEPT = 5,
};

struct outcome {
    enum few_end end;
    struct few_memory memory;
    struct few_exploration result;
    struct few_counts counts;
};

static bool never(void *context, const struct few_counts *counts) {
    (void)context;
    (void)counts;
    return false;
}

/* The settings of an exploration that the tests vary. */
struct trial {
    enum few_explore_method method;
    bool backward;
    unsigned threads;
    uint64_t max_states, fail_at;
    size_t budget;
    bool cancel;
    size_t ring, large;
    bool symmetry; /* off: then all methods count the same moves */
};

static void explore(struct outcome *outcome, const struct few_problem *problem, struct trial trial) {
    few_memory_init(&outcome->memory, trial.budget ? trial.budget : SIZE_MAX / 2);
    outcome->memory.fail_at = trial.fail_at;
    few_exploration_init(&outcome->result, &outcome->memory, problem->space->words);
    outcome->result.method = trial.method;
    outcome->result.backward = trial.backward;
    outcome->result.threads = trial.threads ? trial.threads : 1;
    outcome->result.keep = KEPT;
    outcome->result.shared_from = 1;
    outcome->result.ring = trial.ring;
    outcome->result.large = trial.large;
    outcome->result.symmetry_use = trial.symmetry ? FEW_SYMMETRY_AUTO : FEW_SYMMETRY_OFF;
    outcome->result.look_from = trial.symmetry ? 20 : 0; /* in the midst of it, and from the start again */
    struct few_watch watch = {.memory = &outcome->memory, .max_states = trial.max_states, .max_depth = UINT64_MAX,
                              .report = trial.cancel ? never : NULL};
    outcome->end = few_explore(problem, &watch, &outcome->result);
    outcome->counts = watch.counts;
}

static void forget(struct outcome *outcome) {
    few_exploration_free(&outcome->result);
    assert_int_equal(atomic_load(&outcome->memory.used), 0);
}

static void assert_same(const char *path, const struct outcome *a, const struct outcome *b) {
    const struct few_exploration *x = &a->result, *y = &b->result;
    if (a->end != b->end || x->states != y->states || x->depths.count != y->depths.count ||
        memcmp(x->depths.items, y->depths.items, x->depths.count * x->depths.size) != 0)
        fail_msg("%s: methods %d and %d count %llu and %llu states", path, x->method, y->method,
                 (unsigned long long)x->states, (unsigned long long)y->states);
    const bool same_moves = a->counts.expanded == b->counts.expanded && a->counts.generated == b->counts.generated;
    if (x->symmetries == y->symmetries && !same_moves)
        fail_msg("%s: methods %d and %d count %llu and %llu moves", path, x->method, y->method,
                 (unsigned long long)a->counts.generated, (unsigned long long)b->counts.generated);
    if (x->farthest.count != y->farthest.count ||
        (x->farthest.count && memcmp(x->farthest.items, y->farthest.items, x->farthest.count * x->farthest.size) != 0))
        fail_msg("%s: methods %d and %d have different farthest states", path, x->method, y->method);
}

struct totals {
    size_t spaces, by_sets, predicted; /* predicted: the number of states was known exactly */
    size_t begun_anew, begun_by_hash, folded;
};

static void compare_methods(const char *path, const struct few_problem *problem, bool backward, struct totals *totals) {
    struct outcome first, other;
    const struct few_space *space = problem->space;
    explore(&first, problem, (struct trial){FEW_EXPLORE_HASH, backward, .max_states = MOST_STATES});
    if (first.end == FEW_SOLVED) {
        totals->spaces++;
        if (space->ranks && space->ranks <= LARGEST_RANKS) {
            explore(&other, problem, (struct trial){FEW_EXPLORE_RANK, backward, .threads = 1});
            assert_int_equal(other.result.method, FEW_EXPLORE_RANK);
            assert_same(path, &first, &other);
            forget(&other);
        }
        for (unsigned threads = 1; threads <= 3 && space->ranks && space->ranks <= LARGEST_RANKS / 64; threads += 2) {
            /* a ring that most layers are too wide for */
            explore(&other, problem, (struct trial){FEW_EXPLORE_RANK, backward, .threads = threads,
                                                 .ring = first.result.states / 64 + 1});
            assert_same(path, &first, &other);
            forget(&other);
            /* tables that seem large: the exploration begins by hash */
            explore(&other, problem, (struct trial){FEW_EXPLORE_AUTO, backward, .threads = threads, .large = 1});
            assert_same(path, &first, &other);
            totals->begun_anew += other.result.method == FEW_EXPLORE_RANK;
            totals->begun_by_hash += other.result.method == FEW_EXPLORE_HASH;
            forget(&other);
        }
        for (unsigned m = FEW_EXPLORE_RANK; m <= FEW_EXPLORE_HASH; m++) {
            if (m == FEW_EXPLORE_RANK && space->ranks > LARGEST_RANKS)
                continue;
            explore(&other, problem, (struct trial){(enum few_explore_method)m, backward, .threads = 3});
            assert_same(path, &first, &other);
            forget(&other);
        }
        for (unsigned how = 0; how < 4; how++) { /* by classes, found while lists are made */
            const enum few_explore_method method = how & 1 && space->ranks <= LARGEST_RANKS / 64 ? FEW_EXPLORE_RANK : FEW_EXPLORE_HASH;
            explore(&other, problem, (struct trial){method, backward, .threads = 1 + (how & 2), .ring = how & 1 ? first.result.states / 64 + 1 : 0,
                                                    .symmetry = true});
            assert_same(path, &first, &other);
            totals->folded += other.result.symmetries > 1;
            forget(&other);
        }
        for (unsigned threads = 1; threads <= 3; threads += 2) {
            explore(&other, problem, (struct trial){FEW_EXPLORE_SETS, backward, .threads = threads});
            assert_same(path, &first, &other);
            totals->by_sets += other.result.method == FEW_EXPLORE_SETS;
            assert_true(other.result.expected == 0 || other.result.states <= other.result.expected);
            totals->predicted += other.result.method == FEW_EXPLORE_SETS && other.result.states == other.result.expected;
            forget(&other);
        }
    }
    forget(&first);
}

static void compare_subject(struct subject *subject, void *context) {
    struct few_problem problem = {.space = subject->space, .starts = subject->starts,
                                  .start_count = subject->start_count};
    compare_methods(subject->path, &problem, false, context);
    if (subject->space->run->predecessors)
        compare_methods(subject->path, &problem, true, context);
}

/* Rules that bring out the parts of the set form: duplicate pieces, two keys, guards, vars beside the board, moves that
 * cannot be undone, pieces that are only tested, cells that are walls. */
static const char *const set_puzzles[] = {
    "board 2 x 4\npieces a b c d e f g .\nlet t = a b c d e f g\nmove any direction: . t -> t .\n"
    "start abcd / efg.\ngoal  abcd / efg.\n",
    "board 2 x 4\npieces a b c d e f .\nlet t = a b c d e f\nmove any direction: . t -> t .\n"
    "start ab.d / efc.\ngoal  ab.d / efc.\n",
    "board 3 x 4\npieces a b .\nlet t = a b\nmove any direction: . t -> t .\n"
    "start aab. / bbab / aaba\ngoal  aab. / bbab / aaba\n",
    "board 3 x 4\npieces a b .\nvar turn = a b\nmove any direction: . a -> a ., turn a -> b\n"
    "move right: . b -> b ., turn b -> a\nmove down: . b -> b ., turn b -> a\n"
    "start aab. / bb.b / aaba and turn is any\ngoal  aab. / bb.b / aaba\n",
    "board 1 x 7\npieces a b c d e f g\nlet s = a b c d e f g\nlet t = a b c d e f g\nlet u = a b c d e f g\n"
    "move right: s t u -> u s t\nstart abcdefg\ngoal abcdefg\n",
    "board 3 x 3\npieces a b c d e f g # .\nlet t = a b c d e f g\nmove any direction: . t -> t .\n"
    "start abc / d#. / efg\ngoal abc / d#. / efg\n",
    "board 3 x 4\npieces a b .\nmove any direction: . a b -> a . b\nmove any direction: . b -> b .\n"
    "start aab. / bbab / aaba\ngoal  aab. / bbab / aaba\n",
};

static void the_methods_agree(void **state) {
    (void)state;
    struct totals totals = {0};
    each_puzzle("tests/puzzles/*.few", compare_subject, &totals);
    each_puzzle("puzzles/*.few", compare_subject, &totals);
    size_t found = totals.by_sets;
    for (size_t i = 0; i < sizeof set_puzzles / sizeof *set_puzzles; i++) {
        FILE *file = NULL;
        char path[] = "/tmp/fewest-explore-XXXXXX";
        int descriptor = mkstemp(path);
        assert_true(descriptor >= 0 && (file = fdopen(descriptor, "w")));
        fputs(set_puzzles[i], file);
        fclose(file);
        struct subject subject;
        subject_open(&subject, path);
        unlink(path);
        compare_subject(&subject, &totals);
        subject_close(&subject);
    }
    print_message("# %zu spaces explored, %zu of them by sets, of which %zu of puzzle files; %zu counts predicted\n",
                  totals.spaces, totals.by_sets, found, totals.predicted);
    assert_true(totals.spaces >= (SANITIZED ? 150 : 200));
    assert_true(totals.by_sets >= (SANITIZED ? 100 : 150));
    assert_true(totals.predicted >= 40);
    assert_true(totals.begun_anew >= 10 && totals.begun_by_hash >= 10 && totals.folded >= 20);
}

/* Each start alone reaches half of the states, and both together all of them. */
static void starts_of_both_parities_reach_all(void **state) {
    (void)state;
    struct subject subject;
    struct outcome by_sets, by_hash;
    uint16_t values[9];
    uint64_t starts[2];
    size_t length;
    subject_open(&subject, "puzzles/eight.few");
    assert_int_equal(subject.space->words, 1);
    starts[0] = subject.starts[0];
    subject.space->run->read(subject.space, starts, values, &length);
    assert_int_equal(length, 9);
    const uint16_t value = values[0]; /* the first two cells hold tiles, as the counts show */
    values[0] = values[1];
    values[1] = value;
    assert_true(subject.space->run->write(subject.space, values, length, &starts[1]));
    for (size_t count = 1; count <= 2; count++) {
        const struct few_problem problem = {.space = subject.space, .starts = starts, .start_count = count};
        explore(&by_sets, &problem, (struct trial){FEW_EXPLORE_SETS, .threads = 2});
        explore(&by_hash, &problem, (struct trial){FEW_EXPLORE_HASH, .threads = 1});
        assert_int_equal(by_sets.result.method, FEW_EXPLORE_SETS);
        assert_int_equal(by_sets.result.states, count * 181440);
        assert_same("eight", &by_sets, &by_hash);
        forget(&by_sets);
        forget(&by_hash);
    }
    subject_close(&subject);
}

/* ---- Known counts */

struct fact {
    const char *name;
    bool from_goal, slow;
    uint64_t states, max_depth, last;
    const char *layers; /* NULL: not known one by one */
};

static const struct fact facts[] = {
    {"eight", false, false, 181440, 31, 2, NULL},
    {"tiles-3x3", true, false, 181440, 31, 2,
     "1 2 4 8 16 20 39 62 116 152 286 396 748 1024 1893 2512 4485 5638 9529 10878 16993 17110 23952 20224 24047 15578 "
     "14560 6274 3910 760 221 2 "},
    {"tiles-2x3", true, false, 360, 21, 1, "1 2 3 5 6 7 10 12 12 16 23 25 28 39 44 40 29 21 18 12 6 1 "},
    {"tiles-2x4", true, false, 20160, 36, 1, NULL},
    {"tiles-2x5", true, false, 1814400, 55, 2, NULL},
    {"four-in-line", false, false, 809088, 39, 8, NULL},
    {"swap", false, false, 12870, 20, 6, NULL},
    {"solitaire", false, false, 635376, 22, 1, NULL},
    {"pocket-cube", true, true, 3674160, 11, 2644,
     "1 9 54 321 1847 9992 50136 227536 870072 1887748 623800 2644 "},
    {"pancake-8", true, false, 40320, 9, 455, "1 7 42 251 1191 4281 10561 15011 8520 455 "},
    {"klotski", false, false, 25955, 0, 0, NULL},
    {"lights-out-3x3", true, false, 512, 9, 1, "1 9 36 84 126 126 84 36 9 1 "},
};

static void counts_are_those_known(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
        const struct fact *fact = &facts[i];
        if (SANITIZED && (fact->slow || fact->states > 1000000))
            continue;
        fewest_error error;
        fewest_puzzle *puzzle = fewest_load(fact->name, &error);
        fewest_explore_options options = {.size = sizeof options};
        options.from_goal = fact->from_goal;
        options.hardest = 3;
        fewest_exploration *found = puzzle ? fewest_explore(puzzle, &options, &error) : NULL;
        if (!found)
            fail_msg("%s: %s", fact->name, error.text);
        assert_int_equal(fewest_exploration_status(found), FEWEST_SOLVED);
        size_t layers = fewest_exploration_layers(found);
        if (fewest_exploration_states(found) != fact->states)
            fail_msg("%s: %llu states", fact->name, (unsigned long long)fewest_exploration_states(found));
        if (fact->max_depth) {
            assert_int_equal(layers - 1, fact->max_depth);
            assert_int_equal(fewest_exploration_layer(found, layers - 1), fact->last);
        }
        char text[512] = "", *at = text;
        for (size_t d = 0; fact->layers && d < layers; d++)
            at += sprintf(at, "%llu ", (unsigned long long)fewest_exploration_layer(found, d));
        if (fact->layers)
            assert_string_equal(text, fact->layers);
        size_t hardest = fewest_exploration_hardest(found);
        assert_true(hardest > 0 && hardest <= 3);
        assert_non_null(fewest_exploration_state(found, hardest - 1));
        assert_null(fewest_exploration_state(found, hardest));
        fewest_exploration_free(found);
        fewest_puzzle_free(puzzle);
    }
}

/* A hardest state needs as many moves as it is deep. */
static void hardest_states_are_that_hard(void **state) {
    (void)state;
    fewest_error error;
    fewest_puzzle *puzzle = fewest_load("tiles-3x3", &error);
    fewest_explore_options options = {.size = sizeof options};
    options.from_goal = true;
    options.hardest = 2;
    fewest_exploration *found = fewest_explore(puzzle, &options, &error);
    assert_non_null(found);
    assert_int_equal(fewest_exploration_hardest(found), 2);
    for (size_t i = 0; i < 2; i++) {
        assert_true(fewest_set_start(puzzle, fewest_exploration_state(found, i), &error));
        fewest_answer *answer = fewest_solve(puzzle, NULL, &error);
        assert_non_null(answer);
        assert_int_equal(fewest_answer_length(answer), 31);
        fewest_answer_free(answer);
    }
    fewest_exploration_free(found);
    fewest_puzzle_free(puzzle);
}

/* A solution for each of the deepest states has as many moves as the state is deep, from the start and to the goal, also where
 * moves have costs. */
static void solutions_are_as_long_as_states_are_deep(void **state) {
    (void)state;
    static const char costs[] = "board 1 x 4\npieces a b .\nlet t = a b\nmove any direction, cost 3: . t -> t .\n"
                                "move any direction, cost 7: a b -> b a\nstart ab..\ngoal ..ab\n";
    static const char *const names[] = {"eight", "two-jugs", "strings", "sokoban", "hanoi-4-4", "frogs", "swap", "maze", NULL};
    for (size_t i = 0; i < 2 * sizeof names / sizeof *names; i++) {
        fewest_error error;
        const char *name = names[i / 2];
        fewest_puzzle *puzzle = name ? fewest_load(name, &error) : fewest_parse(costs, sizeof costs - 1, "costs", &error);
        if (!puzzle)
            fail_msg("%s", error.text);
        fewest_explore_options options = {.size = sizeof options};
        options.from_goal = i % 2;
        options.hardest = 3;
        fewest_exploration *found = fewest_explore(puzzle, &options, &error);
        if (!found && strcmp(name ? name : "", "sokoban") == 0) { /* its goals are too many to be listed */
            fewest_puzzle_free(puzzle);
            continue;
        }
        assert_non_null(found);
        for (size_t k = 0; k < fewest_exploration_hardest(found); k++) {
            fewest_answer *solution = fewest_exploration_solution(found, k, &error);
            if (!solution)
                fail_msg("%s: %s", name ? name : "costs", error.text);
            assert_int_equal(fewest_answer_status(solution), FEWEST_SOLVED);
            assert_int_equal(fewest_answer_length(solution), fewest_exploration_layers(found) - 1);
            const char *end = fewest_answer_state(solution, 0, options.from_goal ? 0 : fewest_answer_length(solution));
            assert_string_equal(end, fewest_exploration_state(found, k));
            fewest_answer_free(solution);
        }
        assert_null(fewest_exploration_solution(found, 3, &error));
        fewest_exploration_free(found);
        fewest_puzzle_free(puzzle);
    }
}

static void a_goal_is_not_needed(void **state) {
    (void)state;
    static const char text[] = "board 1 x 3\npieces a b c\nlet s = a b c\nlet t = a b c\n"
                               "move any direction: s t -> t s\nstart abc\n";
    fewest_error error;
    fewest_puzzle *puzzle = fewest_parse(text, sizeof text - 1, "text", &error);
    fewest_exploration *found = puzzle ? fewest_explore(puzzle, NULL, &error) : NULL;
    if (!found)
        fail_msg("%s", error.text);
    assert_int_equal(fewest_exploration_states(found), 6);
    fewest_exploration_free(found);
    fewest_explore_options options = {.size = sizeof options};
    options.from_goal = true;
    assert_null(fewest_explore(puzzle, &options, &error));
    assert_int_equal(error.status, FEWEST_INVALID);
    fewest_puzzle_free(puzzle);
}

/* Tiles in a row keep their order: of 87 milliards of arrangements the start leads to 14. */
static void few_states_of_a_vast_space_are_explored_as_a_list(void **state) {
    (void)state;
    static const char text[] = "board 14\npieces x 1..9 a b c d\nlet t = 1..9 a b c d\nmove any direction: x t -> t x\n"
                               "start 2 1 x 3 4 5 6 7 8 9 a b c d\ngoal _ _ _ _ _ _ _ _ _ _ _ _ _ x\n";
    fewest_error error;
    fewest_puzzle *puzzle = fewest_parse(text, sizeof text - 1, "text", &error);
    fewest_explore_options options = {.size = sizeof options};
    options.limits.memory = UINT64_C(1) << 30;
    fewest_exploration *found = puzzle ? fewest_explore(puzzle, &options, &error) : NULL;
    if (!found)
        fail_msg("%s", error.text);
    assert_int_equal(fewest_exploration_status(found), FEWEST_SOLVED);
    assert_int_equal(fewest_exploration_states(found), 14);
    assert_int_equal(fewest_exploration_layers(found), 12);
    fewest_exploration_free(found);
    fewest_puzzle_free(puzzle);
}

/* ---- Limits */

static const enum few_explore_method methods[] = {FEW_EXPLORE_SETS, FEW_EXPLORE_RANK, FEW_EXPLORE_HASH};

static void budgets_are_kept(void **state) {
    (void)state;
    struct subject subject;
    subject_open(&subject, "puzzles/four-in-line.few");
    struct few_problem problem = {.space = subject.space, .starts = subject.starts, .start_count = subject.start_count};
    for (size_t m = 0; m < 3; m++) {
        bool refused = false, explored = false;
        for (size_t budget = 64 << 10; budget <= 64 << 20; budget *= 2) {
            struct outcome outcome;
            explore(&outcome, &problem, (struct trial){methods[m], .threads = 1 + budget / 1024 % 3, .budget = budget});
            assert_true(atomic_load(&outcome.memory.peak) <= budget);
            refused = refused || outcome.end == FEW_MEMORY_LIMIT;
            explored = explored || outcome.end == FEW_SOLVED;
            assert_true(outcome.end == FEW_MEMORY_LIMIT || outcome.end == FEW_SOLVED);
            assert_true(outcome.end == FEW_MEMORY_LIMIT || outcome.result.states == 809088);
            forget(&outcome);
        }
        assert_true(refused && explored);
    }
    subject_close(&subject);
}

/* By rank and by sets, what is needed is known before the exploration begins: but for the counts of layers. */
static void memory_is_predicted(void **state) {
    (void)state;
    static const char *const paths[] = {"tests/puzzles/tiles-2x4.few", "puzzles/four-in-line.few", "puzzles/swap.few",
                                        "puzzles/solitaire.few", "puzzles/lock.few", "puzzles/sokoban.few"};
    for (size_t p = 0; p < sizeof paths / sizeof *paths; p++) {
        struct subject subject;
        subject_open(&subject, paths[p]);
        struct few_problem problem = {.space = subject.space, .starts = subject.starts,
                                      .start_count = subject.start_count};
        for (unsigned m = 0; m < 2; m++)
            for (unsigned threads = 1; threads <= 3; threads++) {
                struct outcome outcome;
                explore(&outcome, &problem, (struct trial){methods[m], .threads = threads, .symmetry = true});
                const uint64_t peak = atomic_load(&outcome.memory.peak), needed = outcome.result.needed;
                assert_int_equal(outcome.end, FEW_SOLVED);
                if (peak < needed || peak > needed + needed / 20)
                    fail_msg("%s, method %u, %u threads: %llu bytes were predicted, and it took %llu", paths[p], m, threads,
                             (unsigned long long)needed, (unsigned long long)peak);
                forget(&outcome);
            }
        subject_close(&subject);
    }
}

/* Where moves can be undone, the hash method needs memory for the last layers only. */
static void old_layers_are_forgotten(void **state) {
    (void)state;
    struct subject subject;
    subject_open(&subject, "tests/puzzles/tiles-2x4.few");
    struct few_problem problem = {.space = subject.space, .starts = subject.starts, .start_count = subject.start_count};
    assert_true(subject.space->undirected);
    for (unsigned threads = 1; threads <= 2; threads++) {
        struct outcome outcome;
        size_t budget = (160 + 96 * threads) << 10; /* the table alone would grow beyond it */
        explore(&outcome, &problem, (struct trial){FEW_EXPLORE_HASH, .threads = threads, .budget = budget});
        assert_int_equal(outcome.end, FEW_SOLVED);
        assert_int_equal(outcome.result.states, 20160);
        forget(&outcome);
    }
    subject_close(&subject);
}

static void an_exploration_can_be_stopped(void **state) {
    (void)state;
    struct subject subject;
    subject_open(&subject, "puzzles/eight.few");
    struct few_problem problem = {.space = subject.space, .starts = subject.starts, .start_count = subject.start_count};
    for (size_t m = 0; m < 3; m++)
        for (unsigned threads = 1; threads <= 2; threads++) {
            struct outcome outcome;
            explore(&outcome, &problem, (struct trial){methods[m], .threads = threads, .cancel = true});
            assert_int_equal(outcome.end, FEW_INTERRUPTED);
            forget(&outcome);
            explore(&outcome, &problem, (struct trial){methods[m], .threads = threads, .max_states = 1000});
            assert_int_equal(outcome.end, FEW_STATE_LIMIT);
            forget(&outcome);
        }
    subject_close(&subject);
}

/* Whichever allocation fails, the exploration ends with all memory given back, or does without. */
static void every_allocation_may_fail(void **state) {
    (void)state;
    static const char *const paths[] = {"tests/puzzles/tiles-2x4.few", "puzzles/four-in-line.few"};
    for (size_t p = 0; p < 2; p++) {
        struct subject subject;
        subject_open(&subject, paths[p]);
        struct few_problem problem = {.space = subject.space, .starts = subject.starts,
                                      .start_count = subject.start_count};
        uint64_t most = SANITIZED ? 60 : 200, states = 0;
        for (size_t m = 0; m < 3; m++)
            for (uint64_t n = 0; n < most; n++) {
                struct outcome outcome;
                explore(&outcome, &problem, (struct trial){methods[m], .threads = 2, .fail_at = n, .max_states = 20000, .symmetry = true});
                if (n == 0 && m == 0)
                    states = outcome.result.states;
                if (outcome.end == FEW_SOLVED)
                    assert_int_equal(outcome.result.states, states);
                else if (outcome.end != FEW_STATE_LIMIT)
                    assert_int_equal(outcome.end, FEW_NO_MEMORY);
                forget(&outcome);
            }
        subject_close(&subject);
    }
}

/* An exploration that says another depth than a search finds: as if one of the two were wrong. */
static void an_exploration_and_a_search_that_disagree_are_an_error(void **state) {
    (void)state;
    for (int longer = -1; longer <= 1; longer += 2)
        for (int from_goal = 0; from_goal < 2; from_goal++) {
            fewest_error error = {0};
            fewest_puzzle *puzzle = fewest_load("two-jugs", &error);
            fewest_explore_options options = {.size = sizeof options};
            options.from_goal = from_goal;
            fewest_exploration *found = fewest_explore(puzzle, &options, &error);
            assert_non_null(found);
            found->result.depths.count += (size_t)longer;
            assert_null(fewest_exploration_solution(found, 0, &error));
            assert_non_null(strstr(error.text, "a bug in fewest"));
            found->result.depths.count -= (size_t)longer;
            fewest_exploration_free(found);
            fewest_puzzle_free(puzzle);
        }
}

/* A step is called by the first of the cheapest moves that lead there, whoever tells of it. */
static void solutions_of_an_exploration_are_named_as_those_of_a_search(void **state) {
    (void)state;
    static const char *const texts[] = {
        "board 4\npieces a .\nmove dear, cost 5: a . -> . a\nmove cheap, cost 2: a . -> . a\nmove like, cost 2: a . -> . a\n"
        "start a . . .\ngoal _ _ _ a\n",
        /* a space of cells, and one of rules, whose moves are to and fro */
        "board 4\npieces a .\nmove dear, cost 5, any direction: a . -> . a\nmove cheap, any direction: a . -> . a\n"
        "start a . . .\ngoal _ _ _ a\n",
        "board 3\npieces a b .\nlet p = a b\nmove dear, cost 9, any direction: p . -> . p\n"
        "move cheap, cost 2, any direction: p . -> . p\nmove turn, cost 3: cycle (1 2 3)\nstart a b .\ngoal . a b\n",
        "string 4\nmove a -> b\nmove x, cost 3: b -> c\nmove y, cost 2: b -> c\nstart aa\ngoal cc\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (int from_goal = 0; from_goal < 2; from_goal++) {
            fewest_error error = {0};
            fewest_puzzle *puzzle = fewest_parse(texts[i], strlen(texts[i]), NULL, &error);
            if (!puzzle) fail_msg("%s", error.text);
            fewest_explore_options options = {.size = sizeof options};
            options.from_goal = from_goal;
            options.hardest = 100;
            fewest_exploration *explored = fewest_explore(puzzle, &options, &error);
            assert_non_null(explored);
            for (size_t k = 0; k < fewest_exploration_hardest(explored); k++) {
                fewest_answer *solution = fewest_exploration_solution(explored, k, &error);
                assert_non_null(solution);
                for (size_t step = 0; step < fewest_answer_length(solution); step++) {
                    const char *word = fewest_answer_move(solution, 0, step);
                    if (strstr(word, "dear") || strstr(word, "like") || *word == 'x')
                        fail_msg("%s\n%s", word, texts[i]);
                }
                fewest_answer_free(solution);
            }
            fewest_exploration_free(explored);
            fewest_puzzle_free(puzzle);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_methods_agree),
        cmocka_unit_test(starts_of_both_parities_reach_all),
        cmocka_unit_test(counts_are_those_known),
        cmocka_unit_test(hardest_states_are_that_hard),
        cmocka_unit_test(solutions_are_as_long_as_states_are_deep),
        cmocka_unit_test(an_exploration_and_a_search_that_disagree_are_an_error),
        cmocka_unit_test(a_goal_is_not_needed),
        cmocka_unit_test(few_states_of_a_vast_space_are_explored_as_a_list),
        cmocka_unit_test(budgets_are_kept),
        cmocka_unit_test(memory_is_predicted),
        cmocka_unit_test(old_layers_are_forgotten),
        cmocka_unit_test(an_exploration_can_be_stopped),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(solutions_of_an_exploration_are_named_as_those_of_a_search),
    };
    return cmocka_run_group_tests(tests, go_to_source_root, NULL);
}
