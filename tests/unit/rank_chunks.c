/* Fields that lie side by side are ranked together, a table for as many as fit: more tables would give the same ranks, slower.
 * The source itself is included, for its tables are private. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "state/rank_digits.c"

/* How many tables there are for `count` fields of `width` bits, packed as boards are. */
static uint32_t chunks_of(uint32_t count, uint32_t width) {
    struct few_memory memory;
    struct few_field fields[64];
    uint32_t radix[64];
    const uint32_t per_word = 64 / width;
    few_memory_init(&memory, SIZE_MAX);
    for (uint32_t i = 0; i < count; i++) {
        fields[i] = (struct few_field){(uint8_t)(i / per_word), (uint8_t)(i % per_word * width), (uint8_t)width};
        radix[i] = 2;
    }
    const struct few_rank_group group = {.fields = fields, .count = count, .radix = radix};
    struct few_group *made = few_group_digits(&memory, (count + per_word - 1) / per_word, &group);
    assert_non_null(made);
    const uint32_t chunks = ((struct digits *)made)->chunks;
    free_digits(made);
    assert_int_equal(memory.used, 0);
    return chunks;
}

static void as_many_fields_as_fit_are_ranked_by_one_table(void **state) {
    (void)state;
    for (uint32_t width = 1; width <= 5; width++)
        for (uint32_t count = 1; count <= 40; count++) {
            const uint32_t per_word = 64 / width, per_chunk = CHUNK_BITS / width;
            uint32_t expected = 0;
            for (uint32_t left = count; left;) {
                const uint32_t here = left < per_word ? left : per_word;
                expected += (here + per_chunk - 1) / per_chunk;
                left -= here;
            }
            assert_int_equal(chunks_of(count, width), expected);
        }
}

/* Whether `count` fields of `width` bits, four of which are 1 and the others 0, are ranked by chunks. */
static bool is_split(uint32_t count, uint32_t width) {
    struct few_memory memory;
    struct few_field fields[80];
    const uint32_t counts[] = {count - 4, 4};
    few_memory_init(&memory, SIZE_MAX);
    for (uint32_t i = 0; i < count; i++)
        fields[i] = (struct few_field){(uint8_t)(i / (64 / width)), (uint8_t)(i % (64 / width) * width), (uint8_t)width};
    const struct few_rank_group group = {.fields = fields, .count = count, .counts = counts, .values = 2};
    struct few_group *made = few_group_split(&memory, (count * width + 63) / 64, &group);
    const bool split = made != NULL;
    if (made)
        made->run->free(made);
    assert_int_equal(memory.used, 0);
    return split;
}

/* Four chunks of sixteen bits, and no more. */
static void a_word_full_of_pieces_is_ranked_by_chunks(void **state) {
    (void)state;
    assert_true(is_split(16, 1));
    assert_true(is_split(48, 1));
    assert_true(is_split(49, 1));
    assert_true(is_split(64, 1));
    assert_false(is_split(65, 1));
    assert_true(is_split(15, 3));
    assert_false(is_split(16, 3)); /* three chunks of six: eighteen bits */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_many_fields_as_fit_are_ranked_by_one_table),
        cmocka_unit_test(a_word_full_of_pieces_is_ranked_by_chunks),
    };
    return cmocka_run_group_tests_name("rank_chunks", tests, NULL, NULL);
}
