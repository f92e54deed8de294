/* Parts of bounds by themselves: what a search would not notice, for a bound that says less is still right. */
#include "api.h"

#include "bound/largest.h"
#include "build/build.h"
#include "build/features.h"
#include "visited/nodes.h"

/* A puzzle as a space, with the facts that bounds are built from. */
struct built {
    fewest_puzzle *puzzle;
    const struct few_rule_space *space;
    struct few_memory memory;
    struct few_rule_facts *facts;
};

static void built_open(struct built *built, const char *text) {
    struct few_error inner = {0};
    *built = (struct built){.puzzle = parse(text)};
    assert_true(few_puzzle_prepare(built->puzzle, FEW_TO_EXPLORE, NULL, &inner));
    built->space = (const struct few_rule_space *)built->puzzle->model->space;
    few_memory_init(&built->memory, SIZE_MAX);
    built->facts = few_rule_facts_find(&built->memory, built->space);
    assert_non_null(built->facts);
}

static void built_close(struct built *built) {
    few_rule_facts_free(built->facts);
    assert_int_equal(built->memory.used, 0);
    fewest_puzzle_free(built->puzzle);
}

static struct few_bound *bound_of(struct built *built) {
    struct few_error error = {0};
    struct few_bound *bound = few_build_bound(&built->memory, built->space, &(struct few_build){.facts = built->facts}, &error);
    assert_non_null(bound);
    return bound;
}

/* ---- The largest of several */

static void low_bits(const struct few_bound *bound, const uint64_t *states, size_t count, uint32_t *bounds) {
    (void)bound;
    for (size_t i = 0; i < count; i++)
        bounds[i] = (uint32_t)(states[2 * i] & 0xff);
}

static void high_bits(const struct few_bound *bound, const uint64_t *states, size_t count, uint32_t *bounds) {
    (void)bound;
    for (size_t i = 0; i < count; i++)
        bounds[i] = (uint32_t)(states[2 * i + 1] >> 8);
}

static void free_nothing(struct few_bound *bound) { (void)bound; }

/* Of bounds that cannot raise what others said, either: by the batch, the last of which is not full. */
static void the_largest_part_counts_for_each_of_many_states(void **state) {
    (void)state;
    enum { COUNT = 200 };
    static const struct few_bound_kind kind = {.free = free_nothing};
    struct few_memory memory;
    few_memory_init(&memory, SIZE_MAX);
    struct few_bound low = {.kind = &kind, .look_up = low_bits, .memory = &memory, .words = 2, .consistent = true}, high = low;
    high.look_up = high_bits;
    struct few_largest *largest = few_largest_create(&memory, 2);
    few_largest_add(largest, &low);
    few_largest_add(largest, &high);
    struct few_bound *bound = few_largest_settle(largest);
    uint64_t states[2 * COUNT];
    uint32_t bounds[COUNT];
    for (uint32_t i = 0; i < COUNT; i++) {
        states[2 * i] = i * 37 % 251;
        states[2 * i + 1] = (uint64_t)(i * 91 % 241) << 8;
    }
    few_bound_look_up(bound, states, COUNT, bounds);
    for (uint32_t i = 0; i < COUNT; i++) {
        const uint32_t a = i * 37 % 251 & 0xff, b = i * 91 % 241;
        assert_int_equal(bounds[i], a > b ? a : b);
    }
    few_bound_free(bound);
    assert_int_equal(memory.used, 0);
}

/* ---- Counting pieces */

static void counts_down_with(const char *text) {
    struct built built;
    built_open(&built, text);
    struct few_bound *bound = bound_of(&built);
    const struct few_bound *counted = few_bound_part(bound, &few_potentials_kind);
    assert_non_null(counted);
    assert_int_equal(((const struct few_potentials *)counted)->count, 1);
    assert_true(counted->counts_down);
    few_bound_free(bound);
    built_close(&built);
}

/* Each move takes one `o`: the bound of what follows is known without looking. With pegs and holes only, the holes say the
 * same; where an `o` is replaced by one piece or another, no other number is certain. */
static void one_exact_count_counts_down(void **state) {
    (void)state;
    counts_down_with("board   7\n"
                     "pieces  o .\n"
                     "move    o o . -> . . o\n"
                     "move    . o o -> o . .\n"
                     "start   o o . o o . .\n"
                     "goal    o . . . . . .\n"
                     "goal    . . . o . . .\n");
    counts_down_with("board   4\n"
                     "pieces  o . w\n"
                     "move    o o -> o .\n"
                     "move    o o -> o w\n"
                     "start   o o o o\n"
                     "goal    o . . .\n"
                     "goal    o w w w\n");
}

/* Where a goal may have as many of a piece as there can be at all, or none, its number says nothing, and is not kept. */
static void counts_that_can_say_nothing_are_left_out(void **state) {
    (void)state;
    struct built built;
    built_open(&built, "board   3\n"
                       "pieces  a b c\n"
                       "move    a b -> b c\n"
                       "move    c -> a\n"
                       "start   a b c\n"
                       "goal    _ _ a\n");
    const struct few_tally *tallies = built.facts->tallies.list;
    uint32_t wanted = 0;
    assert_non_null(tallies);
    for (uint32_t piece = 0; piece < built.facts->tallies.pieces; piece++) {
        const struct few_tally *t = &tallies[piece];
        if (t->least || t->most)
            wanted += (t->room > t->goal_most) + (t->goal_least > 0);
    }
    struct few_bound *bound = bound_of(&built);
    const struct few_bound *counted = few_bound_part(bound, &few_potentials_kind);
    assert_int_equal(counted ? ((const struct few_potentials *)counted)->count : 0, wanted);
    few_bound_free(bound);
    built_close(&built);
}

static struct few_tally tally_of(const struct built *built, const char *piece) {
    for (uint32_t p = 0; p < built->facts->tallies.pieces; p++)
        if (strcmp(built->space->puzzle->pieces[p].text, piece) == 0)
            return built->facts->tallies.list[p];
    fail_msg("no piece %s", piece);
    return (struct few_tally){0};
}

/* How many of a piece there are in a goal, at least and at most: those that it draws, and what it leaves open. */
static void goals_have_what_they_draw_and_what_they_leave_open(void **state) {
    (void)state;
    static const struct {
        const char *piece;
        uint32_t least, most;
        bool graded;
    } expected[] = {{"a", 1, 4, false}, {"b", 0, 3, false}, {"c", 2, 5, false}};
    struct built built;
    built_open(&built, "board   6\n"
                       "pieces  a b c d\n"
                       "move    c -> a\n"
                       "move    c -> b\n"
                       "move    on 1 2: c a -> b b\n"
                       "move    on 1 2: c b -> a a\n"
                       "start   c c c c c c\n"
                       "goal    a _ _ _ c c\n"
                       "goal    b a a a c c\n");
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        const struct few_tally t = tally_of(&built, expected[i].piece);
        assert_int_equal(t.goal_least, expected[i].least);
        assert_int_equal(t.goal_most, expected[i].most);
        assert_int_equal(t.graded, expected[i].graded);
        assert_int_equal(t.room, 6);
    }
    built_close(&built);
}

/* The first piece is never on the board; of the others both numbers change by one in each move. */
static void all_numbers_that_change_alike_are_graded(void **state) {
    (void)state;
    struct built built;
    built_open(&built, "board   5\n"
                       "pieces  w o .\n"
                       "move    o o . -> . . o\n"
                       "move    . o o -> o . .\n"
                       "start   o o . o .\n"
                       "goal    . . . o .\n");
    assert_true(built.facts->tallies.graded);
    assert_true(tally_of(&built, "o").graded);
    assert_true(tally_of(&built, ".").graded);
    assert_false(tally_of(&built, "w").graded);
    built_close(&built);
}

/* ---- What is moved */

/* A piece that stays is not where another of its kind came from, and what comes to a cell is what it was before elsewhere. */
static void movers_are_the_cells_that_change_only(void **state) {
    (void)state;
    struct built built;
    built_open(&built, "board   5\n"
                       "pieces  b c .\n"
                       "move    b b . -> b . b\n"
                       "move    b c . -> . b c\n"
                       "start   b b . c .\n"
                       "goal    b . . b c\n");
    const struct few_movers *movers = &built.facts->movers;
    assert_true(movers->known);
    char text[400] = "";
    for (size_t i = 0; i < movers->count; i++) {
        const struct few_mover *m = &movers->list[i];
        const size_t at = strlen(text);
        snprintf(text + at, sizeof text - at, "%s%u-%u%s ", built.space->puzzle->pieces[m->piece].text, m->from + 1, m->to + 1,
                 m->again ? "?" : "");
    }
    assert_string_equal(text, ".3-2 b2-3 .4-3 b3-4 .5-4 b4-5 .5-3 b3-4 c4-5 ");
    built_close(&built);
}

/* ---- Features */

static const char *name_of(const struct few_features *features, uint32_t feature) {
    return features->space->puzzle->pieces[features->list[feature].index].text;
}

static uint32_t feature_named(const struct few_features *features, const char *name) {
    for (uint32_t f = 0; f < features->count; f++)
        if (strcmp(name_of(features, f), name) == 0)
            return f;
    fail_msg("no feature %s", name);
    return 0;
}

/* The blank only makes room; pieces that move in pairs are one unit, and what moves alone is another. */
static void pieces_that_move_together_are_a_unit_and_gaps_are_fillers(void **state) {
    (void)state;
    struct built built;
    struct few_features features;
    bool fits;
    built_open(&built, pairs);
    assert_true(built.facts->movers.known);
    assert_true(few_features_find(&features, built.space, &built.facts->movers, false, &built.memory, &fits));
    assert_true(fits);
    for (uint32_t f = 0; f < features.count; f++)
        assert_int_equal(features.list[f].filler, *name_of(&features, f) == '.');
    const uint32_t unit = features.list[feature_named(&features, "b")].unit;
    for (uint32_t f = 0; f < features.count; f++)
        if (strchr("bcd", *name_of(&features, f)))
            assert_int_equal(features.list[f].unit, unit);
        else
            assert_int_equal(features.list[f].unit, f);
    few_features_free(&features);
    built_close(&built);
}

/* ---- Tables */

/* What the bound says of the first states of a walk, added up, with tables for two groups of pieces. */
static uint64_t sum_with_groups(const char *text, const char *first, const char *second) {
    enum { STATES = 200 };
    struct built built;
    struct few_error error = {0};
    uint8_t group[32];
    bool fresh;
    uint64_t sum = 0;
    built_open(&built, text);
    memset(group, FEW_NO_GROUP, sizeof group);
    for (uint32_t piece = 0; piece < built.space->puzzle->piece_count; piece++) {
        const char name = *built.space->puzzle->pieces[piece].text;
        group[piece] = strchr(first, name) ? 0 : strchr(second, name) ? 1 : FEW_NO_GROUP;
    }
    const struct few_groups named = {group, built.space->puzzle->piece_count, 2};
    struct few_bound *bound = few_build_bound(
        &built.memory, built.space, &(struct few_build){.facts = built.facts, .budget = 1 << 20, .named = &named}, &error);
    assert_non_null(bound);
    assert_non_null(strstr(bound->text, "additive pattern databases"));
    const struct few_space *space = &built.space->space;
    struct few_nodes nodes;
    uint64_t state[FEW_MAX_BOARD_WORDS], *next = malloc((space->max_successors + 1) * space->words * sizeof *next);
    struct few_step *steps = malloc((space->max_successors + 1) * sizeof *steps);
    assert_true(few_nodes_init(&nodes, &built.memory, space->words));
    assert_true(space->run->write(space, built.space->start, built.space->layout.slots, state));
    few_nodes_add(&nodes, state, 0, &fresh);
    for (uint32_t n = 0; n < STATES; n++) {
        uint32_t says;
        few_bound_look_up(bound, few_node_state(&nodes, n), 1, &says);
        sum += says;
        const size_t made = space->run->successors(space, few_node_state(&nodes, n), 1, next, steps);
        for (size_t i = 0; i < made; i++)
            few_nodes_add(&nodes, next + i * space->words, 0, &fresh);
    }
    few_nodes_free(&nodes);
    free(next);
    free(steps);
    few_bound_free(bound);
    built_close(&built);
    return sum;
}

/* A name for any piece is carried without a look at it, also where only the moves of some pieces are paid for. */
static void tables_are_the_same_for_pieces_that_are_carried_unseen(void **state) {
    (void)state;
    static const char seen[] = "board   3 x 3\npieces  1..7 x\nlet     t = 1..7\nmove    any direction:  x t -> t x\n"
                               "start   7 6 5 / 4 3 2 / 1 x x\ngoal    1 2 3 / 4 5 6 / 7 x x\n";
    static const char unseen[] = "board   3 x 3\npieces  1..7 x\nlet     t = 1..7 x\nmove    any direction:  x t -> t x\n"
                                 "start   7 6 5 / 4 3 2 / 1 x x\ngoal    1 2 3 / 4 5 6 / 7 x x\n";
    const uint64_t sum = sum_with_groups(seen, "123", "4567");
    assert_int_equal(sum, 3268); /* with those that are paid for nothing, less */
    assert_int_equal(sum_with_groups(unseen, "123", "4567"), sum);
}

/* Costs beyond what an entry can say: all of the space is in the last of the lists, which grows while memory is refused. */
static void nothing_is_left_of_a_table_for_which_there_is_no_memory(void **state) {
    (void)state;
    struct built built;
    bool done = false;
    built_open(&built, "board   8\n"
                       "pieces  a b c .\n"
                       "let     t = a b c\n"
                       "move    over, cost 300:  t . -> . t\n"
                       "move    back, cost 300:  . t -> t .\n"
                       "start   a b c . . . . .\n"
                       "goal    . . . . . a b c\n");
    const size_t before = built.memory.used;
    for (uint64_t call = 1; !done; call++) {
        struct few_error error = {0};
        built.memory.fail_at = built.memory.calls + call;
        struct few_bound *bound = few_build_bound(
            &built.memory, built.space, &(struct few_build){.facts = built.facts, .budget = 1 << 20}, &error);
        done = built.memory.fail_at > built.memory.calls;
        built.memory.fail_at = 0;
        assert_true(bound || !done);
        few_bound_free(bound);
        assert_int_equal(built.memory.used, before);
    }
    built_close(&built);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_largest_part_counts_for_each_of_many_states),
        cmocka_unit_test(one_exact_count_counts_down),
        cmocka_unit_test(counts_that_can_say_nothing_are_left_out),
        cmocka_unit_test(goals_have_what_they_draw_and_what_they_leave_open),
        cmocka_unit_test(all_numbers_that_change_alike_are_graded),
        cmocka_unit_test(movers_are_the_cells_that_change_only),
        cmocka_unit_test(pieces_that_move_together_are_a_unit_and_gaps_are_fillers),
        cmocka_unit_test(tables_are_the_same_for_pieces_that_are_carried_unseen),
        cmocka_unit_test(nothing_is_left_of_a_table_for_which_there_is_no_memory),
    };
    return cmocka_run_group_tests_name("build_parts", tests, NULL, NULL);
}
