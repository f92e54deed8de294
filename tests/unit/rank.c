/* Ranks of packed states: a bijection onto 0 .. size - 1 for every way of ranking, on all states of small groups and on
 * a million random ones of large groups; and the test itself notices a rank that is off by one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "state/rank.h"
#include "state/rank_group.h"

enum { MOST_FIELDS = 512, MOST_WORDS = 16 };

static uint64_t seed = 20261115;

static uint64_t next_random(void) {
    uint64_t x = seed += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/* A group of `count` fields of `width` bits, packed as boards are. */
struct fields {
    struct few_field field[MOST_FIELDS];
    uint32_t words;
};

static struct fields lay_out(uint32_t count, uint32_t width) {
    struct fields fields = {.words = 1};
    uint32_t per_word = 64 / width;
    for (uint32_t i = 0; i < count; i++)
        fields.field[i] = (struct few_field){(uint8_t)(i / per_word), (uint8_t)(i % per_word * width), (uint8_t)width};
    fields.words = (count + per_word - 1) / per_word;
    return fields;
}

static void shuffle(uint32_t *values, uint32_t count) {
    for (uint32_t i = count; i > 1; i--) {
        uint32_t k = (uint32_t)(next_random() % i), swap = values[i - 1];
        values[i - 1] = values[k];
        values[k] = swap;
    }
}

/* Many at once are unranked as one by one: ascending with gaps, and descending. */
static void check_batches(const struct few_ranking *ranking, uint32_t words) {
    enum { BATCH = 600 };
    static uint64_t ranks[BATCH], states[BATCH * MOST_WORDS];
    const uint64_t size = few_ranking_size(ranking);
    for (uint64_t step = 1; step < size; step = step * 5 + 2) {
        for (uint64_t i = 0; i < BATCH; i++)
            ranks[i] = i < BATCH / 2 ? size / 3 + i * step : size - i;
        for (uint64_t i = 0; i < BATCH; i++)
            ranks[i] %= size;
        few_unrank(ranking, ranks, BATCH, states);
        for (size_t i = 0; i < BATCH; i++) {
            uint64_t state[MOST_WORDS] = {0}, back;
            few_unrank(ranking, &ranks[i], 1, state);
            assert_memory_equal(state, states + i * words, words * sizeof *state);
            few_rank(ranking, state, 1, &back);
            assert_int_equal(back, ranks[i]);
        }
    }
}

/* Every rank unranks to a state that ranks back to it; different ranks give different states thereby. */
static void check_all(const struct few_ranking *ranking, uint32_t words) {
    uint64_t size = few_ranking_size(ranking);
    for (uint64_t rank = 0; rank < size; rank++) {
        uint64_t state[MOST_WORDS] = {0}, back;
        few_unrank(ranking, &rank, 1, state);
        few_rank(ranking, state, 1, &back);
        assert_int_equal(back, rank);
        assert_in_range(words, 1, MOST_WORDS);
    }
}

static void check_arranged(uint32_t cells, uint32_t width, const uint32_t *counts, uint32_t values, uint64_t size,
                           const char *name) {
    struct few_memory memory;
    few_memory_init(&memory, SIZE_MAX / 2);
    struct fields fields = lay_out(cells, width);
    struct few_rank_group group = {.fields = fields.field, .count = cells, .counts = counts, .values = values};
    bool too_many;
    struct few_ranking *ranking = few_ranking_create(&memory, fields.words, &group, 1, &too_many);
    assert_non_null(ranking);
    assert_int_equal(few_ranking_size(ranking), size);
    assert_string_equal(few_ranking_name(ranking), name);
    if (size <= 500000)
        check_all(ranking, fields.words);
    check_batches(ranking, fields.words);
    /* Random arrangements: state -> rank -> state. */
    uint32_t content[MOST_FIELDS], at = 0;
    for (uint32_t v = 0; v < values; v++)
        for (uint32_t k = 0; k < counts[v]; k++)
            content[at++] = v;
    assert_int_equal(at, cells);
    for (int i = 0; i < 1000000 / 4; i++) {
        uint64_t state[MOST_WORDS] = {0}, back[MOST_WORDS] = {0}, rank;
        shuffle(content, cells);
        for (uint32_t c = 0; c < cells; c++)
            few_field_set(state, fields.field[c], content[c]);
        few_rank(ranking, state, 1, &rank);
        assert_true(rank < size);
        few_unrank(ranking, &rank, 1, back);
        assert_memory_equal(state, back, fields.words * sizeof *state);
    }
    few_ranking_free(ranking);
    assert_int_equal(atomic_load(&memory.used), 0);
}

static void tiles_of_three_by_three(void **state) {
    (void)state;
    uint32_t counts[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    check_arranged(9, 4, counts, 9, 362880, "multiset rank");
}

static void tiles_of_three_by_four_and_beyond(void **state) {
    (void)state;
    uint32_t counts[16] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    check_arranged(12, 4, counts, 12, 479001600, "multiset rank");
    check_arranged(14, 4, counts, 14, 87178291200, "permutation rank");
    check_arranged(16, 4, counts, 16, 20922789888000, "permutation rank");
}

static void four_in_a_line(void **state) {
    (void)state;
    uint32_t counts[3] = {7, 7, 2}; /* C(16,7) C(9,2) */
    check_arranged(16, 2, counts, 3, 411840, "multiset rank");
}

static void swap_board(void **state) {
    (void)state;
    uint32_t counts[2] = {8, 8};
    check_arranged(16, 1, counts, 2, 12870, "multiset rank");
}

static void few_pieces_on_a_large_board(void **state) {
    (void)state;
    uint32_t four[2] = {60, 4}, five[2] = {59, 5}, holes[2] = {3, 61}, spread[2] = {298, 2};
    check_arranged(64, 1, four, 2, 635376, "combination rank");
    check_arranged(64, 1, five, 2, 7624512, "combination rank");
    check_arranged(64, 1, holes, 2, 41664, "combination rank");
    check_arranged(300, 1, spread, 2, 44850, "combination rank");
}

static void mixed_pieces_without_tables(void **state) {
    (void)state;
    uint32_t counts[5] = {16, 1, 1, 1, 1}; /* 20 cells of 3 bits: 60 bits */
    check_arranged(20, 3, counts, 5, 116280, "multiset rank");
    uint32_t wide[3] = {38, 1, 1}; /* over two words */
    check_arranged(40, 2, wide, 3, 1560, "multiset rank");
}

/* The common value is not always the lowest; cells of several words; some of the rare ones alike. */
static void few_pieces_of_several_kinds_on_a_large_board(void **state) {
    (void)state;
    uint32_t robots[5] = {1, 1, 1, 1, 50};
    check_arranged(54, 3, robots, 5, 54 * 53 * 52 * 51, "multiset rank");
    uint32_t boxes[3] = {1, 296, 3};
    check_arranged(300, 2, boxes, 3, UINT64_C(300) * 299 * 298 * 297 / 6, "multiset rank");
    uint32_t two[3] = {1, 1, 448};
    check_arranged(450, 2, two, 3, 450 * 449, "multiset rank");
    uint32_t many[4] = {8, 40, 3, 1};
    check_arranged(52, 2, many, 4, UINT64_C(206379406870) * 12 * 11 * 10 / 6 * 9, "multiset rank");
}

static void one_arrangement_only(void **state) {
    (void)state;
    uint32_t counts[2] = {0, 3};
    check_arranged(3, 1, counts, 2, 1, "multiset rank");
}

/* Behind a group of many, one with a single arrangement: its rank is 0, whatever the other's is. */
static void one_arrangement_behind_others(void **state) {
    (void)state;
    struct few_memory memory;
    few_memory_init(&memory, SIZE_MAX / 2);
    struct few_field cells[10];
    for (uint8_t i = 0; i < 10; i++)
        cells[i] = (struct few_field){0, (uint8_t)(2 * i), 2};
    uint32_t counts[3] = {2, 2, 1}, alike[3] = {0, 3, 0}, last[3] = {0, 0, 2};
    struct few_rank_group groups[3] = {{.fields = cells, .count = 5, .counts = counts, .values = 3},
                                       {.fields = cells + 5, .count = 3, .counts = alike, .values = 3},
                                       {.fields = cells + 8, .count = 2, .counts = last, .values = 3}};
    bool too_many;
    struct few_ranking *ranking = few_ranking_create(&memory, 1, groups, 3, &too_many);
    assert_non_null(ranking);
    assert_int_equal(few_ranking_size(ranking), 30);
    for (uint64_t rank = 0; rank < 30; rank++) {
        uint64_t made = 0;
        few_unrank(ranking, &rank, 1, &made);
        assert_int_equal(made >> 10, 0x295); /* 1 1 1 2 2 */
    }
    check_all(ranking, 1);
    few_ranking_free(ranking);
}

static void groups_and_digits_together(void **state) {
    (void)state;
    struct few_memory memory;
    few_memory_init(&memory, SIZE_MAX / 2);
    struct few_field cells[6], vars[2];
    for (uint8_t i = 0; i < 6; i++)
        cells[i] = (struct few_field){0, (uint8_t)(2 * i), 2};
    vars[0] = (struct few_field){0, 12, 3};
    vars[1] = (struct few_field){0, 15, 2};
    uint32_t counts[3] = {3, 2, 1}, radix[2] = {5, 3};
    uint32_t odd[8] = {9, 0, 9, 1, 2, 9, 3, 4}; /* values 1 3 4 6 7 are digits 0 .. 4 */
    const uint32_t *digits[2] = {odd, NULL};
    struct few_rank_group groups[2] = {{.fields = cells, .count = 6, .counts = counts, .values = 3},
                                       {.fields = vars, .count = 2, .radix = radix, .digits = digits}};
    bool too_many;
    struct few_ranking *ranking = few_ranking_create(&memory, 1, groups, 2, &too_many);
    assert_non_null(ranking);
    assert_int_equal(few_ranking_size(ranking), 60 * 15);
    check_all(ranking, 1);
    check_batches(ranking, 1);
    few_ranking_free(ranking);
    assert_int_equal(atomic_load(&memory.used), 0);
}

static void too_many_states_are_refused(void **state) {
    (void)state;
    struct few_memory memory;
    few_memory_init(&memory, SIZE_MAX / 2);
    struct fields fields = lay_out(25, 5);
    uint32_t counts[25];
    for (int i = 0; i < 25; i++)
        counts[i] = 1;
    struct few_rank_group group = {.fields = fields.field, .count = 25, .counts = counts, .values = 25};
    bool too_many = false;
    assert_null(few_ranking_create(&memory, fields.words, &group, 1, &too_many));
    assert_true(too_many);
    assert_int_equal(few_arrangements(counts, 25), 0);
    assert_int_equal(few_arrangements(counts, 20), UINT64_C(2432902008176640000));
}

/* A group whose rank is wrong for one state, to prove that check_all would notice. */
static const struct few_group_functions *sound;
static void faulty_rank(const struct few_group *group, const uint64_t *states, size_t count, uint64_t scale,
                        uint64_t *ranks) {
    sound->rank(group, states, count, scale, ranks);
    for (size_t i = 0; i < count; i++)
        ranks[i] += ranks[i] == 777 ? scale : 0;
}

static void a_planted_fault_in_a_rank_is_caught(void **state) {
    (void)state;
    struct few_memory memory;
    few_memory_init(&memory, SIZE_MAX / 2);
    struct fields fields = lay_out(16, 1);
    uint32_t counts[2] = {8, 8};
    struct few_rank_group description = {.fields = fields.field, .count = 16, .counts = counts, .values = 2};
    struct few_group *group = few_group_split(&memory, 1, &description);
    assert_non_null(group);
    sound = group->run;
    struct few_group_functions faulty = *sound;
    faulty.rank = faulty_rank;
    group->run = &faulty;
    unsigned wrong = 0;
    for (uint64_t rank = 0; rank < group->size; rank++) {
        uint64_t packed = 0, back = 0;
        group->run->unrank(group, &rank, 1, &packed);
        group->run->rank(group, &packed, 1, 1, &back);
        wrong += back != rank;
    }
    assert_int_equal(wrong, 1);
    sound->free(group);
}

static void memory_may_fail_at_every_call(void **state) {
    (void)state;
    struct fields fields = lay_out(9, 4);
    uint32_t counts[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    struct few_rank_group group = {.fields = fields.field, .count = 9, .counts = counts, .values = 9};
    for (uint64_t fail_at = 1;; fail_at++) {
        struct few_memory memory;
        few_memory_init(&memory, SIZE_MAX / 2);
        memory.fail_at = fail_at;
        bool too_many;
        struct few_ranking *ranking = few_ranking_create(&memory, 1, &group, 1, &too_many);
        bool reached = atomic_load(&memory.calls) >= fail_at;
        if (ranking) /* another way of ranking stepped in */
            assert_int_equal(few_ranking_size(ranking), 362880);
        few_ranking_free(ranking);
        assert_int_equal(atomic_load(&memory.used), 0);
        if (!reached)
            break;
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiles_of_three_by_three),
        cmocka_unit_test(tiles_of_three_by_four_and_beyond),
        cmocka_unit_test(four_in_a_line),
        cmocka_unit_test(swap_board),
        cmocka_unit_test(few_pieces_on_a_large_board),
        cmocka_unit_test(mixed_pieces_without_tables),
        cmocka_unit_test(few_pieces_of_several_kinds_on_a_large_board),
        cmocka_unit_test(one_arrangement_only),
        cmocka_unit_test(one_arrangement_behind_others),
        cmocka_unit_test(groups_and_digits_together),
        cmocka_unit_test(too_many_states_are_refused),
        cmocka_unit_test(a_planted_fault_in_a_rank_is_caught),
        cmocka_unit_test(memory_may_fail_at_every_call),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
