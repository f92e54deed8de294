/* The budget, the peak, growth from small blocks to mapped ones, planned failures, and the arena. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "base/memory.h"

#define MEGABYTE ((size_t)1 << 20)

static void the_budget_is_kept_to_the_byte(void **unused) {
    (void)unused;
    struct few_memory memory;
    few_memory_init(&memory, 1000);
    char *first = few_alloc(&memory, 600);
    assert_non_null(first);
    assert_int_equal(few_memory_left(&memory), 400);
    assert_null(few_alloc(&memory, 401));
    assert_true(memory.over_budget);
    assert_false(memory.refused);
    char *second = few_alloc(&memory, 400);
    assert_non_null(second);
    assert_int_equal(few_memory_left(&memory), 0);
    assert_null(few_resize(&memory, second, 400, 401));
    few_free(&memory, first, 600);
    second = few_resize(&memory, second, 400, 1000);
    assert_non_null(second);
    few_free(&memory, second, 1000);
    assert_int_equal(memory.used, 0);
    assert_int_equal(memory.peak, 1000);
    assert_null(few_alloc(&memory, SIZE_MAX));
    assert_int_equal(memory.used, 0);
}

static void the_peak_is_the_most_ever_in_use(void **unused) {
    (void)unused;
    struct few_memory memory;
    few_memory_init(&memory, SIZE_MAX);
    void *a = few_alloc(&memory, 3 * MEGABYTE), *b = few_alloc(&memory, 100);
    few_free(&memory, a, 3 * MEGABYTE);
    a = few_alloc(&memory, 200);
    assert_int_equal(memory.used, 300);
    assert_int_equal(memory.peak, 3 * MEGABYTE + 100);
    few_free(&memory, a, 200);
    few_free(&memory, b, 100);
    few_free(&memory, NULL, 0);
    assert_int_equal(memory.used, 0);
}

static void zero_bytes_are_a_block_and_no_failure(void **unused) {
    (void)unused;
    struct few_memory memory;
    few_memory_init(&memory, 10);
    char *none = few_alloc(&memory, 0), *zeroed = few_alloc_zeroed(&memory, 0);
    assert_non_null(none);
    assert_non_null(zeroed);
    assert_int_equal(memory.used, 0);
    none = few_resize(&memory, none, 0, 10);
    assert_non_null(none);
    none[9] = 1;
    zeroed = few_resize(&memory, zeroed, 0, 0);
    none = few_resize(&memory, none, 10, 0);
    assert_non_null(none);
    few_free(&memory, none, 0);
    few_free(&memory, zeroed, 0);
    assert_false(memory.over_budget || memory.refused);
    assert_int_equal(memory.used, 0);
}

static void zeroed_blocks_are_zero(void **unused) {
    (void)unused;
    struct few_memory memory;
    few_memory_init(&memory, SIZE_MAX);
    const size_t sizes[] = {1, 1000, MEGABYTE - 1, MEGABYTE, 20 * MEGABYTE + 123};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int again = 0; again < 2; again++) { /* the second one may get what the first one left behind */
            unsigned char *block = few_alloc_zeroed(&memory, sizes[i]);
            assert_non_null(block);
            for (size_t j = 0; j < sizes[i]; j += 1 + j / 1000)
                assert_int_equal(block[j], 0);
            memset(block, 0xaa, sizes[i]);
            few_free(&memory, block, sizes[i]);
        }
    assert_int_equal(memory.used, 0);
}

static unsigned char byte_at(size_t i) {
    return (unsigned char)(i * 37 + i / 4096 + 1);
}

static void resizing_keeps_what_was_there(void **unused) {
    (void)unused;
    struct few_memory memory;
    few_memory_init(&memory, SIZE_MAX);
    /* up and down, across the border between small blocks and mapped ones, and into huge pages */
    const size_t sizes[] = {10,           1000,         MEGABYTE - 1,      MEGABYTE,         3 * MEGABYTE + 5,
                            40 * MEGABYTE, 90 * MEGABYTE + 1, 2 * MEGABYTE, MEGABYTE / 2, 17 * MEGABYTE,
                            100};
    unsigned char *block = NULL;
    size_t size = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        unsigned char *other = few_resize(&memory, block, size, sizes[i]);
        assert_non_null(other);
        assert_int_equal(memory.used, sizes[i]);
        size_t kept = size < sizes[i] ? size : sizes[i];
        for (size_t j = 0; j < kept; j++)
            if (other[j] != byte_at(j))
                fail_msg("byte %zu was lost from %zu to %zu", j, size, sizes[i]);
        if (size >= MEGABYTE && sizes[i] > size) /* mapped before and after: zeroed */
            for (size_t j = size; j < sizes[i]; j++)
                if (other[j] != 0)
                    fail_msg("byte %zu is not zero from %zu to %zu", j, size, sizes[i]);
        for (size_t j = 0; j < sizes[i]; j++)
            other[j] = byte_at(j);
        block = other;
        size = sizes[i];
    }
    assert_ptr_equal(few_resize(&memory, block, size, size), block);
    few_free(&memory, block, size);
    assert_int_equal(memory.used, 0);
}

static void growing_a_mapped_block_never_counts_two_copies(void **unused) {
    (void)unused;
    struct few_memory memory;
    few_memory_init(&memory, 64 * MEGABYTE);
    char *block = few_alloc_zeroed(&memory, 40 * MEGABYTE);
    assert_non_null(block);
    block[40 * MEGABYTE - 1] = 7;
    block = few_resize(&memory, block, 40 * MEGABYTE, 64 * MEGABYTE);
    assert_non_null(block);
    assert_int_equal(block[40 * MEGABYTE - 1], 7);
    assert_int_equal(memory.peak, 64 * MEGABYTE);
    assert_false(memory.over_budget);
    few_free(&memory, block, 64 * MEGABYTE);
}

static void a_planned_failure_comes_once_and_harms_nothing(void **unused) {
    (void)unused;
    const size_t small = 100, large = 2 * MEGABYTE;
    for (uint64_t fail_at = 1; fail_at <= 6; fail_at++) {
        struct few_memory memory;
        few_memory_init(&memory, SIZE_MAX);
        memory.fail_at = fail_at;
        char *a = few_alloc(&memory, small);
        assert_int_equal(a == NULL, fail_at == 1);
        char *b = few_alloc_zeroed(&memory, large);
        assert_int_equal(b == NULL, fail_at == 2);
        size_t sizes[2] = {a ? small : 0, b ? large : 0};
        if (a)
            a[small - 1] = 'a';
        if (b)
            b[large - 1] = 'b';
        /* within small blocks, across the border, within mapped blocks, and back */
        const size_t next[][2] = {{0, 2 * small}, {0, large}, {1, 2 * large}, {1, small}};
        char *blocks[2] = {a, b};
        for (size_t i = 0; i < 4; i++) {
            size_t which = next[i][0], size = next[i][1];
            if (!blocks[which])
                continue;
            size_t before = memory.used;
            bool refused = memory.refused;
            char *other = few_resize(&memory, blocks[which], sizes[which], size);
            if (!other) {
                assert_true(memory.refused && !refused);
                assert_int_equal(memory.used, before);
                continue;
            }
            blocks[which] = other;
            sizes[which] = size;
            assert_int_equal(memory.used, sizes[0] + sizes[1]);
            if (which == 0)
                assert_int_equal(other[small - 1], 'a');
        }
        assert_true(memory.refused);
        assert_false(memory.over_budget);
        few_free(&memory, blocks[0], sizes[0]);
        few_free(&memory, blocks[1], sizes[1]);
        assert_int_equal(memory.used, 0);
    }
}

static void an_array_too_large_to_count_is_refused(void **unused) {
    (void)unused;
    assert_int_equal(few_array_size(6, 7), 42);
    assert_int_equal(few_array_size(0, SIZE_MAX), 0);
    assert_int_equal(few_array_size(SIZE_MAX / 2, 3), SIZE_MAX);
    struct few_memory memory;
    few_memory_init(&memory, SIZE_MAX - 1);
    assert_null(few_alloc(&memory, few_array_size(SIZE_MAX / 2, 3)));
    assert_true(memory.over_budget);
}

static void arena_pieces_are_zeroed_aligned_and_apart(void **unused) {
    (void)unused;
    struct few_memory memory;
    few_memory_init(&memory, SIZE_MAX);
    struct few_arena arena;
    few_arena_init(&arena, &memory);
    enum { PIECES = 3000 };
    static unsigned char *pieces[PIECES];
    static size_t sizes[PIECES];
    for (size_t i = 0; i < PIECES; i++) {
        sizes[i] = i % 100 == 99 ? 20000 + i * 7 : 1 + i * 31 % 200;
        pieces[i] = few_arena_alloc(&arena, sizes[i]);
        assert_non_null(pieces[i]);
        assert_int_equal((uintptr_t)pieces[i] % 16, 0);
        for (size_t j = 0; j < sizes[i]; j++)
            assert_int_equal(pieces[i][j], 0);
        memset(pieces[i], (int)(i % 255) + 1, sizes[i]);
    }
    for (size_t i = 0; i < PIECES; i++)
        for (size_t j = 0; j < sizes[i]; j++)
            assert_int_equal(pieces[i][j], i % 255 + 1);
    char *copy = few_arena_copy(&arena, "fewest moves", 6);
    assert_string_equal(copy, "fewest");
    assert_string_equal(few_arena_copy(&arena, "", 0), "");
    few_arena_free(&arena);
    assert_int_equal(memory.used, 0);
    few_arena_free(&arena); /* again is fine */
}

static void an_arena_keeps_the_budget_and_survives_failures(void **unused) {
    (void)unused;
    struct few_memory memory;
    struct few_arena arena;
    few_memory_init(&memory, 200000);
    few_arena_init(&arena, &memory);
    size_t pieces = 0;
    while (few_arena_alloc(&arena, 1000))
        pieces++;
    assert_in_range(pieces, 150, 200);
    assert_true(memory.over_budget && memory.peak <= 200000);
    assert_null(few_arena_alloc(&arena, SIZE_MAX));
    assert_null(few_arena_alloc(&arena, SIZE_MAX / 2));
    few_arena_free(&arena);
    assert_int_equal(memory.used, 0);

    few_memory_init(&memory, SIZE_MAX);
    memory.fail_at = 2;
    assert_non_null(few_arena_alloc(&arena, 50000));
    assert_null(few_arena_alloc(&arena, 50000));
    assert_true(memory.refused);
    assert_non_null(few_arena_alloc(&arena, 50000));
    few_arena_free(&arena);
    assert_int_equal(memory.used, 0);
}

#if defined __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>

/* What a piece of an arena is followed by must not be touched, and neither what was given back. */
static void the_sanitizer_sees_beyond_the_pieces_of_an_arena(void **unused) {
    (void)unused;
    static const size_t sizes[] = {1, 16, 24, 31, 5000, 70000};
    struct few_memory memory;
    struct few_arena arena;
    few_memory_init(&memory, SIZE_MAX);
    few_arena_init(&arena, &memory);
    few_arena_alloc(&arena, 8);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const struct few_arena_mark mark = few_arena_mark(&arena);
        char *piece = few_arena_alloc(&arena, sizes[i]);
        assert_null(__asan_region_is_poisoned(piece, sizes[i]));
        assert_true(__asan_address_is_poisoned(piece + sizes[i]));
        char *next = few_arena_alloc(&arena, 16);
        assert_true(__asan_address_is_poisoned(piece + sizes[i]));
        assert_true(__asan_address_is_poisoned(next - 1));
        few_arena_back(&arena, mark);
        assert_true(__asan_address_is_poisoned(piece));
    }
    few_arena_free(&arena);
    assert_int_equal(memory.used, 0);
}
#endif

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_budget_is_kept_to_the_byte),
        cmocka_unit_test(the_peak_is_the_most_ever_in_use),
        cmocka_unit_test(zero_bytes_are_a_block_and_no_failure),
        cmocka_unit_test(zeroed_blocks_are_zero),
        cmocka_unit_test(resizing_keeps_what_was_there),
        cmocka_unit_test(growing_a_mapped_block_never_counts_two_copies),
        cmocka_unit_test(a_planned_failure_comes_once_and_harms_nothing),
        cmocka_unit_test(an_array_too_large_to_count_is_refused),
        cmocka_unit_test(arena_pieces_are_zeroed_aligned_and_apart),
        cmocka_unit_test(an_arena_keeps_the_budget_and_survives_failures),
#if defined __SANITIZE_ADDRESS__
        cmocka_unit_test(the_sanitizer_sees_beyond_the_pieces_of_an_arena),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
