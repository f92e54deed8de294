/* Single steps of stores of states: what a long random trial (visited.c) meets too seldom. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "visited/internal.h"
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

/* A table that takes states to be farther from home than they are needs more memory to grow. */
static uint64_t farthest_from_home(const struct few_visited *visited) {
    const unsigned words = visited->words, line_slots = few_line_slots(words);
    uint64_t farthest = 0;
    for (uint64_t slot = 0; slot < visited->lines * line_slots; slot++) {
        const uint64_t *there = visited->slots + slot * words, line = slot / line_slots;
        if (few_state_is_zero(there, words))
            continue;
        const uint64_t home = few_hash_home(few_state_hash(there, words), visited->home_lines);
        assert_true(line >= home);
        farthest = line - home > farthest ? line - home : farthest;
    }
    return farthest;
}

/* All homes are in one 64th of the table, so that states lie far behind them. */
static void a_table_that_grew_knows_how_far_states_are_from_home(void **state) {
    (void)state;
    static const unsigned words[] = {1, 2, 3};
    for (int w = 0; w < 3; w++) {
        struct few_memory memory;
        few_memory_init(&memory, SIZE_MAX);
        struct few_visited *visited = few_visited_hashed(&memory, words[w], 8);
        assert_non_null(visited);
        int grown = 0;
        uint64_t added[2 * FEW_HASH_AT_ONCE] = {0, 5, 1};
        for (int count = 0; count < 1500; count++) {
            do
                added[0]++;
            while (few_hash_home(few_state_hash(added, words[w]), 64) != 8);
            const uint64_t home_lines = visited->home_lines;
            assert_true(few_visited_reserve(visited, 1));
            if (visited->home_lines != home_lines) {
                grown++;
                assert_int_equal(visited->farthest, farthest_from_home(visited));
            }
            uint64_t copy[3] = {added[0], added[1], added[2]};
            assert_int_equal(few_visited_add(visited, copy, NULL, words[w], 1, 1), 1);
        }
        assert_true(grown > 0);
        few_visited_free(visited);
        assert_int_equal(memory.used, 0);
    }
}

/* A block of one rank: whoever reads the rank behind it is told so by the sanitizers. */
static void threads_that_share_a_store_by_rank_read_no_rank_but_theirs(void **state) {
    (void)state;
    struct few_memory memory;
    few_memory_init(&memory, SIZE_MAX);
    struct few_visited *visited = few_visited_ranked(&memory, 100, 2);
    uint64_t *const added = few_alloc(&memory, sizeof *added), *const rank = few_alloc(&memory, sizeof *rank);
    assert_true(visited && added && rank);
    few_visited_share(visited);
    for (int round = 0; round < 2; round++) {
        *added = *rank = 42;
        assert_int_equal(few_visited_add_shared(visited, added, rank, 1, 1, 1), round == 0);
    }
    few_free(&memory, added, sizeof *added);
    few_free(&memory, rank, sizeof *rank);
    few_visited_free(visited);
    assert_int_equal(memory.used, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_view_answers_what_it_is_asked),
        cmocka_unit_test(each_allocation_of_a_tree_may_be_refused),
        cmocka_unit_test(a_store_by_rank_that_was_widened_gives_all_back),
        cmocka_unit_test(a_table_that_grew_knows_how_far_states_are_from_home),
        cmocka_unit_test(threads_that_share_a_store_by_rank_read_no_rank_but_theirs),
    };
    return cmocka_run_group_tests_name("visited_parts", tests, NULL, NULL);
}
