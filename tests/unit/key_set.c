/* Sets of the smallest keys: each key once, in order, and none below the limit is missing, whatever came and however often room was made. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>
#include "base/random.h"
#include "search/disk/key_set.h"
#include "search/disk/run_file.h"

enum { SLOTS = FEW_KEY_SET_LEAST, KEYS = 20000, MOST_WORDS = 3 };

static uint64_t memory[SLOTS * MOST_WORDS], all[KEYS * MOST_WORDS];
static uint32_t words;

static int by_key(const void *a, const void *b) {
    return few_key_compare(a, b, words);
}

static void make_keys(uint64_t *random, uint64_t range) {
    for (size_t i = 0; i < KEYS * (size_t)words; i++)
        all[i] = few_random(random) % range;
}

/* Returns whether there was a limit. */
static bool fill(struct few_key_set *set, uint64_t *limit) {
    bool is_limited = false;
    for (size_t i = 0; i < KEYS; i++) {
        const uint64_t *key = all + i * words;
        while (few_key_set_is_full(set)) {
            few_key_set_middle(set, limit);
            few_key_set_prune(set, limit);
            is_limited = true;
        }
        if (!is_limited || few_key_compare(key, limit, words) < 0)
            few_key_set_add(set, key, few_key_hash(key, words));
    }
    return is_limited;
}

static void the_smallest_are_kept_each_once(void **state) {
    static const uint64_t ranges[] = {1, 2, 7, 300, 5000, UINT64_MAX};
    uint64_t random = 20261119, limit[MOST_WORDS];
    (void)state;
    size_t limited = 0;
    for (words = 1; words <= MOST_WORDS; words++)
        for (size_t r = 0; r < sizeof ranges / sizeof *ranges; r++) {
            struct few_key_set set;
            make_keys(&random, ranges[r]);
            few_key_set_begin(&set, memory, SLOTS, words);
            const bool is_limited = fill(&set, limit);
            few_key_set_sort(&set, is_limited ? limit : NULL);
            qsort(all, KEYS, words * sizeof *all, by_key);
            size_t at = 0;
            for (size_t i = 0; i < KEYS; i++) {
                const uint64_t *key = all + i * words;
                if ((i && few_key_compare(key, key - words, words) == 0) || (is_limited && few_key_compare(key, limit, words) >= 0))
                    continue;
                assert_true(at < set.count);
                assert_memory_equal(memory + at++ * words, key, words * sizeof *key);
            }
            assert_int_equal(at, set.count);
            assert_true(at > 0);
            limited += is_limited;
        }
    assert_true(limited > 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_smallest_are_kept_each_once),
    };
    return cmocka_run_group_tests_name("key_set", tests, NULL, NULL);
}
