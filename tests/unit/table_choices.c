/* How tables are chosen, step by step: a choice that is worse is still right, and no search would notice. The source itself is
 * included, for the steps are private. */
#include "api.h"

#include "build/tables.c"

/* A maker for a puzzle, with nothing chosen as yet. */
struct made {
    fewest_puzzle *puzzle;
    struct few_memory memory;
    struct few_rule_facts *facts;
    struct few_features features;
    struct maker maker;
};

static void made_open(struct made *made, const char *text) {
    struct few_error inner = {0};
    bool suits;
    *made = (struct made){.puzzle = parse(text)};
    assert_true(few_puzzle_prepare(made->puzzle, FEW_TO_EXPLORE, NULL, &inner));
    const struct few_rule_space *space = (const struct few_rule_space *)made->puzzle->model->space;
    few_memory_init(&made->memory, SIZE_MAX);
    made->facts = few_rule_facts_find(&made->memory, space);
    assert_non_null(made->facts);
    assert_true(few_features_find(&made->features, space, &made->facts->movers, false, &made->memory, &suits));
    assert_true(suits);
    made->maker = (struct maker){.features = &made->features, .movers = &made->facts->movers};
    find_orders(&made->maker);
}

static void made_close(struct made *made) {
    few_features_free(&made->features);
    few_rule_facts_free(made->facts);
    assert_int_equal(made->memory.used, 0);
    fewest_puzzle_free(made->puzzle);
}

static char name_of(const struct made *made, uint32_t feature) {
    return *made->features.space->puzzle->pieces[made->features.list[feature].index].text;
}

static uint32_t feature_named(const struct made *made, char name) {
    for (uint32_t f = 0; f < made->features.count; f++)
        if (name_of(made, f) == name)
            return f;
    fail_msg("no feature %c", name);
    return 0;
}

static void assert_kept(const struct made *made, const struct few_choice *choice, const char *names) {
    for (uint32_t f = 0; f < made->features.count; f++)
        assert_int_equal(choice->kept[f], strchr(names, name_of(made, f)) != NULL);
}

/* Pieces that move together are kept together, or none of them if that is too much. */
static void units_are_kept_whole_or_not_at_all(void **state) {
    (void)state;
    struct made made;
    struct few_choice choice;
    bool any = false;
    made_open(&made, pairs);
    begin_part(&made.maker, &choice, UINT64_MAX);
    assert_true(choice.partly_paid);
    assert_kept(&made, &choice, ".");
    const uint32_t unit = made.features.list[feature_named(&made, 'c')].unit;
    keep_unit(&made.maker, &choice, unit, 1, &any);
    assert_false(any);
    assert_kept(&made, &choice, ".");
    keep_unit(&made.maker, &choice, unit, UINT64_MAX, &any);
    assert_true(any);
    assert_kept(&made, &choice, ".bcd");
    keep_unit(&made.maker, &choice, feature_named(&made, 'e'), UINT64_MAX, &any);
    assert_kept(&made, &choice, ".bcde");
    made_close(&made);
}

/* As they are declared, and by where the goal wants them. */
static void pieces_are_taken_in_two_orders(void **state) {
    (void)state;
    static const char *const expected[] = {"a.bcde", ".bcdae"};
    struct made made;
    made_open(&made, pairs);
    for (int order = 0; order < 2; order++)
        for (uint32_t i = 0; i < made.features.count; i++)
            assert_int_equal(name_of(&made, made.maker.order[order][i]), expected[order][i]);
    made_close(&made);
}

static void it_is_said_what_tables_there_are(void **state) {
    (void)state;
    struct few_table_by_rank list[3] = {{.size = 10, .sum = 0}, {.size = 20, .sum = 0}, {.size = 1, .sum = 1}};
    struct few_rank_tables tables = {.list = {&list[0], &list[1], &list[2]}, .count = 3};
    describe(&tables);
    assert_string_equal(tables.bound.text, "additive pattern databases of 31 entries");
    list[1].sum = 2;
    describe(&tables);
    assert_string_equal(tables.bound.text, "pattern databases of 31 entries");
    tables.list[0] = &list[2];
    tables.count = 1;
    describe(&tables);
    assert_string_equal(tables.bound.text, "pattern database of 1 entry");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_are_kept_whole_or_not_at_all),
        cmocka_unit_test(pieces_are_taken_in_two_orders),
        cmocka_unit_test(it_is_said_what_tables_there_are),
    };
    return cmocka_run_group_tests_name("table_choices", tests, NULL, NULL);
}
