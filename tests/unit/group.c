/* Groups of permutations against plain closures: every arrangement of a few points, with pieces that may be alike. */
#include "spaces.h"

#include "facts/group.h"

enum { POINTS = 6, MOST = 720 };

static struct few_group *generate(struct few_memory *memory, uint32_t points, const few_permutation *generators, size_t count) {
    struct few_group *group;
    assert_true(few_group_generate(memory, points, generators, count, &group));
    assert_non_null(group);
    return group;
}

/* All arrangements that the generators lead to, one after the other. */
static size_t close_orbit(uint32_t points, const few_permutation *generators, size_t count, const uint32_t *pieces,
                          uint32_t found[MOST][POINTS]) {
    size_t known = 1;
    memcpy(found[0], pieces, points * sizeof *pieces);
    for (size_t n = 0; n < known; n++)
        for (size_t k = 0; k < count; k++) {
            uint32_t next[POINTS];
            bool fresh = true;
            for (uint32_t i = 0; i < points; i++)
                next[generators[k][i]] = found[n][i];
            for (size_t m = 0; m < known && fresh; m++)
                fresh = memcmp(found[m], next, points * sizeof *next) != 0;
            if (fresh)
                memcpy(found[known++], next, points * sizeof *next);
        }
    return known;
}

static void shuffle(uint32_t points, uint8_t *permutation) {
    for (uint32_t i = 0; i < points; i++)
        permutation[i] = (uint8_t)i;
    for (uint32_t i = points; i > 1; i--) {
        const uint32_t k = random_below(i);
        const uint8_t kept = permutation[k];
        permutation[k] = permutation[i - 1];
        permutation[i - 1] = kept;
    }
}

static void orbits_are_those_of_plain_closures(void **state) {
    (void)state;
    static uint32_t found[MOST][POINTS];
    struct few_memory memory;
    few_memory_init(&memory, 1 << 26);
    random_state = 17;
    size_t inside = 0, outside = 0;
    for (int round = 0; round < 400; round++) {
        few_permutation generators[3] = {{0}};
        uint32_t pieces[POINTS], other[POINTS];
        const uint32_t points = 2 + random_below(POINTS - 1), kinds = 1 + random_below(points);
        const size_t count = 1 + random_below(3);
        for (size_t k = 0; k < count; k++)
            shuffle(points, generators[k]);
        for (uint32_t i = 0; i < points; i++)
            pieces[i] = round % 3 ? random_below(kinds) : i;
        struct few_group *group = generate(&memory, points, (const few_permutation *)generators, count);
        const size_t size = close_orbit(points, (const few_permutation *)generators, count, pieces, found);
        assert_int_equal(few_group_orbit(group, pieces), size);
        for (int trial = 0; trial < 40; trial++) {
            few_permutation mixed;
            bool there = false;
            shuffle(points, mixed);
            for (uint32_t i = 0; i < points; i++)
                other[mixed[i]] = pieces[i];
            for (size_t n = 0; n < size && !there; n++)
                there = memcmp(found[n], other, points * sizeof *other) == 0;
            assert_int_equal(few_group_leads(group, pieces, other), there ? FEW_GROUP_YES : FEW_GROUP_NO);
            inside += there;
            outside += !there;
        }
        few_group_free(group);
    }
    assert_true(inside > 1000 && outside > 1000);
    assert_int_equal(memory.used, 0);
}

/* The pieces are all different: as many arrangements as the group has elements. */
static uint64_t order_of(uint32_t points, const few_permutation *generators, size_t count) {
    struct few_memory memory;
    uint32_t pieces[FEW_GROUP_POINTS];
    few_memory_init(&memory, 1 << 26);
    for (uint32_t i = 0; i < points; i++)
        pieces[i] = i;
    struct few_group *group = generate(&memory, points, generators, count);
    const uint64_t order = few_group_orbit(group, pieces);
    few_group_free(group);
    return order;
}

/* The sporadic groups of Mathieu: neither their orbits nor their signs tell how many elements they have. */
static void orders_of_well_known_groups_are_right(void **state) {
    (void)state;
    few_permutation generators[3];
    for (size_t k = 0; k < 3; k++)
        for (uint32_t i = 0; i < FEW_GROUP_POINTS; i++)
            generators[k][i] = (uint8_t)i;
    for (uint8_t i = 0; i < 11; i++)
        generators[0][i] = (uint8_t)((i + 1) % 11);
    static const uint8_t cycles[2][4] = {{2, 6, 10, 7}, {3, 9, 4, 5}};
    for (size_t c = 0; c < 2; c++)
        for (size_t i = 0; i < 4; i++)
            generators[1][cycles[c][i]] = cycles[c][(i + 1) % 4];
    assert_int_equal(order_of(11, (const few_permutation *)generators, 2), 7920);
    static const uint8_t pairs[6][2] = {{0, 11}, {1, 10}, {2, 5}, {3, 7}, {4, 8}, {6, 9}};
    for (size_t c = 0; c < 6; c++) {
        generators[2][pairs[c][0]] = pairs[c][1];
        generators[2][pairs[c][1]] = pairs[c][0];
    }
    assert_int_equal(order_of(12, (const few_permutation *)generators, 3), 95040);
    assert_int_equal(order_of(11, (const few_permutation *)generators, 1), 11);
}

/* Reversals of the first cells, as with pancakes: the order fits no word, and whether two pieces may be exchanged is known. */
static void large_groups_are_no_trouble(void **state) {
    (void)state;
    enum { PANCAKES = 90 };
    static few_permutation generators[PANCAKES - 1];
    struct few_memory memory;
    uint32_t from[PANCAKES], to[PANCAKES];
    few_memory_init(&memory, 1 << 26);
    for (uint32_t k = 2; k <= PANCAKES; k++)
        for (uint32_t i = 0; i < FEW_GROUP_POINTS; i++)
            generators[k - 2][i] = (uint8_t)(i < k ? k - 1 - i : i);
    for (uint32_t i = 0; i < PANCAKES; i++)
        from[i] = to[i] = i;
    to[0] = 1;
    to[1] = 0;
    struct few_group *group = generate(&memory, PANCAKES, (const few_permutation *)generators, PANCAKES - 1);
    assert_int_equal(few_group_orbit(group, from), 0);
    assert_int_equal(few_group_leads(group, from, to), FEW_GROUP_YES);
    few_group_free(group);
    /* of five and nine cells only, which are even */
    group = generate(&memory, 9, (const few_permutation[]){{4, 3, 2, 1, 0, 5, 6, 7, 8}, {8, 7, 6, 5, 4, 3, 2, 1, 0}}, 2);
    assert_int_equal(few_group_leads(group, from, to), FEW_GROUP_NO);
    few_group_free(group);
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    const few_permutation generators[2] = {{1, 2, 3, 4, 0}, {1, 0, 2, 3, 4}};
    bool made = false;
    for (uint64_t n = 1; !made; n++) {
        struct few_memory memory;
        struct few_group *group;
        few_memory_init(&memory, 1 << 26);
        memory.fail_at = n;
        made = few_group_generate(&memory, 5, generators, 2, &group);
        assert_int_equal(made, group != NULL);
        few_group_free(group);
        assert_int_equal(memory.used, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orbits_are_those_of_plain_closures),
        cmocka_unit_test(orders_of_well_known_groups_are_right),
        cmocka_unit_test(large_groups_are_no_trouble),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
