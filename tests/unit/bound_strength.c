/* Bounds do not change unnoticed. A bound that says less is still a bound, and every answer stays right: only what a search has
 * to look at grows. So what bounds say of the first states of an exploration, added up, is compared with what it was when this
 * was written. Sums that are higher may be a better choice of tables, or a worse one that is lucky here: measure it (`make
 * bench`), then renew the figures with FEWEST_VERBOSE=1. */
#include "corpus.h"

#include "build/build.h"
#include "visited/nodes.h"

enum { STATES = 300, BUDGETS = 3 };

static const uint64_t budgets[BUDGETS] = {0, 4000, 1 << 20};

static const struct strength {
    const char *path;
    uint64_t sums[BUDGETS];
} strengths[] = {
    {"tests/puzzles/tiles-2x4.few", {4606, 6404, 8186}},
    {"tests/puzzles/tiles-3x4-near.few", {2224, 2224, 2298}},
    {"tests/puzzles/tiles-two-blanks.few", {300, 434, 434}},
    {"tests/puzzles/hanoi-4-pegs.few", {1166, 2852, 2852}},
    {"tests/puzzles/jugs-three.few", {0, 63, 63}},
    {"tests/puzzles/pancakes-7.few", {1808, 1808, 1901}},
    {"tests/puzzles/topspin.few", {521, 2513, 2513}},
    {"tests/puzzles/keys-and-doors.few", {15, 121, 141}},
    {"tests/puzzles/sokoban.few", {100111, 165312, 165312}},
    {"tests/puzzles/costly-terrain.few", {15, 69, 138}},
    {"tests/puzzles/lights-three-colours.few", {229, 1123, 1669}},
    {"tests/puzzles/dials.few", {0, 535, 535}},
    {"tests/puzzles/chips.few", {720, 720, 1117}},
    {"tests/puzzles/floppy-cube.few", {384, 850, 850}},
    {"puzzles/fifteen.few", {5283, 5283, 6285}},
    {"puzzles/eight.few", {3130, 3352, 4062}},
    {"puzzles/klotski.few", {550, 550, 1213}},
    {"puzzles/knights.few", {1400, 2288, 2288}},
    {"puzzles/pocket-cube.few", {690, 1172, 2096}},
    {"puzzles/solitaire.few", {1737, 1737, 2191}},
    {"puzzles/swap.few", {3140, 3140, 5008}},
    {"tests/puzzles/big-counters.few", {0, 475, 1035}},
    {"tests/puzzles/big-many-pieces.few", {0, 0, 0}},
    {"tests/puzzles/big-6x6-carousel.few", {854, 1854, 2508}},
    {"tests/puzzles/big-8x8-snake.few", {512, 4030, 8730}},
    {"tests/puzzles/graph-two-components.few", {168, 172, 172}},
    {"tests/puzzles/indented-blocks.few", {1087, 1263, 1263}},
    {"tests/puzzles/marks.few", {30000, 30000, 50129}},
    {"tests/puzzles/rotate-blocks-one-way.few", {360, 678, 678}},
    {"tests/puzzles/tiles-2x3.few", {2054, 3254, 4072}},
    {"tests/puzzles/where-sums.few", {582, 961, 218255}},
};

/* The first states that are found, breadth-first. */
static void explore(struct few_nodes *nodes, const struct subject *subject) {
    const struct few_space *space = subject->space;
    bool fresh;
    for (size_t i = 0; i < subject->start_count; i++)
        few_nodes_add(nodes, subject->starts + i * space->words, 0, &fresh);
    for (uint32_t n = 0; n < nodes->states.count && nodes->states.count < STATES; n++) {
        size_t made = space->run->successors(space, few_node_state(nodes, n), 1, subject->next, subject->steps);
        for (size_t i = 0; i < made; i++)
            few_nodes_add(nodes, subject->next + i * space->words, 0, &fresh);
    }
}

static uint64_t add_up(const struct few_bound *bound, const struct few_nodes *nodes) {
    uint64_t sum = 0;
    for (uint32_t n = 0; n < nodes->states.count && n < STATES; n++) {
        uint32_t says;
        few_bound_look_up(bound, few_node_state(nodes, n), 1, &says);
        sum += says == FEW_NO_PATH ? 1000 : says;
    }
    return sum;
}

static void bounds_say_what_they_did(void **state) {
    (void)state;
    size_t others = 0;
    for (size_t i = 0; i < sizeof strengths / sizeof *strengths; i++) {
        struct subject subject;
        struct few_memory memory;
        struct few_nodes nodes;
        uint64_t sums[BUDGETS];
        subject_open(&subject, strengths[i].path);
        few_memory_init(&memory, (size_t)1 << 28);
        assert_true(few_nodes_init(&nodes, &memory, subject.space->words));
        explore(&nodes, &subject);
        struct few_rule_facts *facts = few_rule_facts_find(&memory, (const struct few_rule_space *)subject.space);
        for (size_t b = 0; b < BUDGETS; b++) {
            struct few_error error = {0};
            struct few_bound *bound = few_build_bound(&memory, (const struct few_rule_space *)subject.space,
                                                      &(struct few_build){.facts = facts, .budget = budgets[b]}, &error);
            assert_non_null(bound);
            sums[b] = add_up(bound, &nodes);
            few_bound_free(bound);
        }
        if (getenv("FEWEST_VERBOSE"))
            fprintf(stderr, "    {\"%s\", {%d, %d, %d}},\n", strengths[i].path, (int)sums[0], (int)sums[1], (int)sums[2]);
        for (size_t b = 0; b < BUDGETS; b++)
            if (sums[b] != strengths[i].sums[b]) {
                print_message("# %s, %d bytes: the bounds add up to %d, not %d\n", strengths[i].path, (int)budgets[b], (int)sums[b],
                              (int)strengths[i].sums[b]);
                others++;
            }
        few_rule_facts_free(facts);
        few_nodes_free(&nodes);
        subject_close(&subject);
    }
    assert_int_equal(others, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_say_what_they_did),
    };
    return cmocka_run_group_tests_name("bound_strength", tests, go_to_source_root, NULL);
}
