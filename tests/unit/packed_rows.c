/* Packed rows are what two bitmaps are: bits that are packed come out again, explorations find the same, and one that was kept in one form is gone on
 * with in the other, with symmetries and without. */
#include "outcomes.h"
#include "wreaths.h"

#include "search/explore/checkpoint.h"
#include "search/explore/packed_rows.h"
#include "temporary.h"

enum { KEPT = 7, MOST_WORDS = 12, MOST_GROUPS = 20 };

/* ---- Packing, beside an array of digits */

static uint64_t random_bits(void) {
    const uint64_t a = next_random(&generator), b = next_random(&generator), c = next_random(&generator);
    return below(3) == 0 ? a & b & c : below(2) ? a | b | c : a;
}

static void assert_row(const struct few_packing *packing, const uint64_t *packed, uint32_t values, const uint64_t *seen, const uint64_t *next) {
    uint64_t bits[MOST_WORDS + 1];
    const uint32_t words = (values + 63) / 64, groups = (values + FEW_PACKED_STATES - 1) / FEW_PACKED_STATES;
    bits[words] = 12345;
    few_unpack(packing->seen, packed, groups, bits, words);
    assert_memory_equal(bits, seen, words * sizeof *bits);
    few_unpack(packing->next, packed, groups, bits, words);
    assert_memory_equal(bits, next, words * sizeof *bits);
    assert_int_equal(bits[words], 12345);
}

static void what_is_packed_comes_out_again(void **state) {
    (void)state;
    struct few_packing packing;
    few_packing_init(&packing);
    generator = 1;
    for (uint32_t values = 1; values <= 64 * MOST_WORDS; values++) {
        const uint32_t words = (values + 63) / 64, groups = (values + FEW_PACKED_STATES - 1) / FEW_PACKED_STATES;
        uint64_t seen[MOST_WORDS] = {0}, next[MOST_WORDS] = {0}, more[MOST_WORDS] = {0}, packed[MOST_GROUPS] = {0};
        for (uint32_t w = 0; w < words; w++) {
            const uint64_t last = w + 1 == words && values % 64 ? (UINT64_C(1) << values % 64) - 1 : UINT64_MAX;
            seen[w] = random_bits() & last;
            next[w] = random_bits() & last & ~seen[w];
            more[w] = random_bits() & last & ~seen[w] & ~next[w];
        }
        const uint64_t none[MOST_WORDS] = {0};
        few_pack_all(&packing, seen, none, words, packed, groups);
        assert_row(&packing, packed, values, seen, none);
        few_pack_next(&packing, seen, next, words, packed, groups);
        assert_row(&packing, packed, values, seen, next);
        few_turn_packed(&packing, packed, groups);
        for (uint32_t w = 0; w < words; w++)
            seen[w] |= next[w];
        assert_row(&packing, packed, values, seen, none);
        few_pack_next(&packing, seen, more, words, packed, groups);
        assert_row(&packing, packed, values, seen, more);
        few_pack_all(&packing, more, seen, words, packed, groups);
        assert_row(&packing, packed, values, more, seen);
    }
}

/* ---- Explorations */

struct trial {
    bool packed, plain; /* plain: without symmetries */
    unsigned threads;
    uint64_t depth;   /* UINT64_MAX: all */
    const char *path; /* of a checkpoint; NULL: there is none */
    bool goes_on;
};

static void about_nothing(void *context, struct few_out *out) {
    (void)context;
    few_out_number(out, 7);
}

static void explore(struct outcome *outcome, const struct subject *subject, struct trial trial) {
    const struct few_problem problem = {.space = subject->space, .starts = subject->starts, .start_count = subject->start_count};
    struct few_keeper keeper = {.path = trial.path, .every = 3600, .next = 1e300, .about = about_nothing};
    struct few_in from;
    few_memory_init(&keeper.memory, 1 << 20);
    few_memory_init(&outcome->memory, SIZE_MAX / 2);
    few_exploration_init(&outcome->result, &outcome->memory, subject->space->words);
    outcome->result.method = FEW_EXPLORE_COORDINATES;
    outcome->result.always_packed = trial.packed;
    outcome->result.symmetry_use = trial.plain ? FEW_SYMMETRY_OFF : FEW_SYMMETRY_AUTO;
    outcome->result.threads = trial.threads;
    outcome->result.shared_from = 1;
    outcome->result.keep = KEPT;
    outcome->result.keeper = trial.path ? &keeper : NULL;
    if (trial.goes_on) {
        assert_true(few_in_open(&from, trial.path, &few_checkpoint_form, &keeper.memory, &keeper.error));
        assert_int_equal(few_in_number(&from), 7);
        keeper.from = &from;
    }
    struct few_watch watch = {.memory = &outcome->memory, .max_depth = trial.depth};
    outcome->end = few_explore(&problem, &watch, &outcome->result);
    outcome->counts = watch.counts;
    if (keeper.error.kind != FEW_ERROR_NONE)
        fail_msg("%s", keeper.error.message);
    if (trial.goes_on)
        few_in_close(&from);
    assert_int_equal(keeper.memory.used, 0);
}

/* false: there are no coordinates. */
static bool compare(const struct subject *subject, const char *name) {
    struct outcome plain, packed;
    explore(&plain, subject, (struct trial){.threads = 1, .depth = UINT64_MAX});
    const bool has = plain.end == FEW_SOLVED;
    for (unsigned threads = 1; has && threads <= 2; threads++) {
        explore(&packed, subject, (struct trial){.packed = true, .threads = threads, .depth = UINT64_MAX});
        assert_same("packed or not", name, &plain, &packed);
        forget(&packed);
    }
    forget(&plain);
    return has;
}

static void packed_explorations_find_what_bitmaps_find(void **state) {
    (void)state;
    static const char *const names[] = {"cube-1x3x3", "topspin-7-4", "pancake-7", "cube-2x2x3"};
    for (size_t i = 0; i < sizeof names / sizeof *names - SANITIZED; i++) {
        struct subject subject;
        subject_open(&subject, names[i]);
        assert_true(compare(&subject, names[i]));
        subject_close(&subject);
    }
    uint32_t compared = 0;
    generator = chosen_seed();
    print_message("# FEWEST_SEED=%llu\n", (unsigned long long)generator);
    for (uint32_t n = 0; n < (SANITIZED ? 40 : 150); n++) {
        char path[] = "/tmp/fewest-packed-XXXXXX", text[TEXT];
        struct subject subject;
        write_puzzle(text);
        open_text(&subject, path, text);
        compared += compare(&subject, text);
        subject_close(&subject);
        unlink(path);
    }
    assert_true(compared >= (SANITIZED ? 10 : 50));
}

/* ---- Checkpoints */

static void either_form_is_gone_on_with_in_the_other(void **state) {
    (void)state;
    static const char *const names[] = {"cube-1x3x3", "pancake-7", "cube-2x2x3"};
    for (size_t i = 0; i < sizeof names / sizeof *names - SANITIZED; i++) {
        struct subject subject;
        struct outcome whole, some;
        char folder[256], path[300];
        snprintf(folder, sizeof folder, "%s/fewest-packed-XXXXXX", temporary_folder());
        assert_non_null(mkdtemp(folder));
        snprintf(path, sizeof path, "%s/kept", folder);
        subject_open(&subject, names[i]);
        explore(&whole, &subject, (struct trial){.threads = 1, .depth = UINT64_MAX});
        const uint64_t deepest = whole.result.depths.count - 1;
        for (uint64_t depth = 0; depth <= deepest; depth++)
            for (unsigned k = 0; k < 4; k++) { /* packed and plain, before and after: all of it in four layers */
                const unsigned forms = ((unsigned)depth * 4 + k) * 5 % 16;
                explore(&some, &subject, (struct trial){.packed = forms & 1, .plain = forms & 4, .threads = 1, .depth = depth, .path = path});
                assert_true(some.end == FEW_DEPTH_LIMIT || (some.end == FEW_SOLVED && depth == deepest));
                const bool ended = some.end == FEW_SOLVED;
                forget(&some);
                explore(&some, &subject,
                        (struct trial){.packed = forms & 2, .plain = forms & 8, .threads = 1 + forms % 2, .depth = UINT64_MAX, .path = path, .goes_on = true});
                if (!ended)
                    assert_same("packed or not", names[i], &whole, &some);
                forget(&some);
            }
        forget(&whole);
        subject_close(&subject);
        assert_int_equal(unlink(path), 0);
        assert_int_equal(rmdir(folder), 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_packed_comes_out_again),
        cmocka_unit_test(packed_explorations_find_what_bitmaps_find),
        cmocka_unit_test(either_form_is_gone_on_with_in_the_other),
    };
    return cmocka_run_group_tests(tests, go_to_source_root, NULL);
}
