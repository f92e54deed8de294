/* Single steps of stores of states: what a long random trial (visited.c) meets too seldom. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "visited/visited.h"

/* As many answers as questions, and no more. */
static void a_view_answers_what_it_is_asked(void **state) {
    (void)state;
    static const uint64_t sorted[] = {2, 5, 9}, asked[] = {5, 7, 9, 2};
    static const uint8_t tags[] = {1, 1, 1};
    struct few_memory memory;
    few_memory_init(&memory, SIZE_MAX);
    struct few_visited *view = few_visited_view(&memory, sorted, 1, tags, 3, 8);
    assert_non_null(view);
    for (size_t count = 0; count <= 4; count++) {
        uint64_t slots[5] = {77, 77, 77, 77, 77};
        const uint64_t expected[] = {1, FEW_NO_SLOT, 2, 0};
        few_visited_find(view, asked, NULL, count, slots);
        for (size_t i = 0; i < 5; i++)
            assert_true(slots[i] == (i < count ? expected[i] : 77));
    }
    few_visited_free(view);
    assert_int_equal(memory.used, 0);
}

static void each_allocation_of_a_tree_may_be_refused(void **state) {
    (void)state;
    struct few_memory memory;
    bool done = false;
    for (uint64_t call = 1; !done; call++) {
        few_memory_init(&memory, SIZE_MAX);
        memory.fail_at = call;
        struct few_visited *tree = few_visited_tree(&memory, 2, 8);
        done = tree != NULL;
        assert_true(done || memory.refused);
        few_visited_free(tree);
        assert_int_equal(memory.used, 0);
    }
}

/* The tags become wider, and so does what is given back in the end. */
static void a_store_by_rank_that_was_widened_gives_all_back(void **state) {
    (void)state;
    struct few_memory memory;
    few_memory_init(&memory, SIZE_MAX);
    struct few_visited *visited = few_visited_ranked(&memory, 100000, 8);
    assert_non_null(visited);
    uint64_t states[] = {5, 70000, 99999}, ranks[] = {5, 70000, 99999}, slots[3];
    assert_int_equal(few_visited_add(visited, states, ranks, 1, 3, 7), 3);
    assert_true(few_visited_widen(visited, 16));
    few_visited_find(visited, states, ranks, 3, slots);
    for (int i = 0; i < 3; i++)
        assert_int_equal(few_visited_tag(visited, slots[i]), 7);
    few_visited_free(visited);
    assert_int_equal(memory.used, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_view_answers_what_it_is_asked),
        cmocka_unit_test(each_allocation_of_a_tree_may_be_refused),
        cmocka_unit_test(a_store_by_rank_that_was_widened_gives_all_back),
    };
    return cmocka_run_group_tests_name("visited_parts", tests, NULL, NULL);
}
