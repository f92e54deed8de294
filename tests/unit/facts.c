/* What is known of spaces: it holds in every state that is explored, and no bound is built to know it. */
#include "corpus.h"

#include "visited/nodes.h"

enum { STATES = 2000 };

static const struct few_facts *facts_of(struct subject *subject, const char *path) {
    const struct few_facts *facts;
    struct few_error error = {0};
    subject_open(subject, path);
    assert_true(few_model_facts(subject->puzzle->model, &facts, &error));
    assert_null(subject->puzzle->model->bound);
    return facts;
}

/* The first states of an exploration from the start. */
static void explore(struct few_nodes *nodes, const struct subject *subject, struct few_memory *memory) {
    const struct few_space *space = subject->space;
    bool fresh;
    assert_true(few_nodes_init(nodes, memory, space->words));
    few_nodes_add(nodes, subject->starts, 0, &fresh);
    for (uint32_t n = 0; n < nodes->states.count && nodes->states.count < STATES; n++) {
        const size_t made = space->run->successors(space, few_node_state(nodes, n), 1, subject->next, subject->steps);
        for (size_t i = 0; i < made; i++)
            few_nodes_add(nodes, subject->next + i * space->words, 0, &fresh);
    }
}

static void it_is_known_where_every_move_is_an_exchange(void **state) {
    (void)state;
    static const struct {
        const char *path;
        uint32_t places; /* 0: they are not */
        bool parity;
    } puzzles[] = {{"eight", 9, true},  {"fifteen", 16, true}, {"tiles-2x3", 6, true},
                   {"klotski", 0, false}, {"sokoban", 0, false}, {"peg-solitaire", 0, false}};
    for (size_t i = 0; i < sizeof puzzles / sizeof *puzzles; i++) {
        struct subject subject;
        const struct few_facts *facts = facts_of(&subject, puzzles[i].path);
        assert_int_equal(facts->exchanges ? facts->exchanges->places : 0, puzzles[i].places);
        assert_int_equal(facts->parity.known, puzzles[i].parity);
        assert_int_equal(facts->commuting == NULL, puzzles[i].places != 0);
        subject_close(&subject);
    }
}

/* Exchanging two pieces that are not the blank leads to the other half, from where nothing leads back. */
static void parity_tells_the_two_halves_apart(void **state) {
    (void)state;
    struct subject subject;
    struct few_memory memory;
    struct few_nodes nodes;
    const struct few_facts *facts = facts_of(&subject, "eight");
    const struct few_exchanges *exchanges = facts->exchanges;
    const uint64_t ones = (UINT64_C(1) << exchanges->width) - 1;
    few_memory_init(&memory, (size_t)1 << 28);
    explore(&nodes, &subject, &memory);
    assert_true(nodes.states.count >= STATES);
    for (uint32_t n = 0; n < nodes.states.count; n++) {
        uint64_t swapped = *few_node_state(&nodes, n);
        assert_false(few_facts_forbid(facts, &swapped));
        uint32_t place[2], found = 0;
        for (uint32_t p = 0; p < exchanges->places && found < 2; p++)
            if (few_field_get(&swapped, exchanges->field[p]) != exchanges->blank)
                place[found++] = exchanges->field[p].shift;
        const uint64_t flip = (swapped >> place[0] ^ swapped >> place[1]) & ones;
        swapped ^= flip << place[0] ^ flip << place[1];
        assert_true(few_facts_forbid(facts, &swapped));
    }
    assert_false(few_facts_forbid(NULL, few_node_state(&nodes, 0))); /* nothing is known */
    few_nodes_free(&nodes);
    subject_close(&subject);
}

/* Where `to` leads by that move, if anywhere. */
static const uint64_t *led_to(const struct subject *subject, const uint64_t *from, uint32_t move, uint64_t *to) {
    const struct few_space *space = subject->space;
    const size_t made = space->run->successors(space, from, 1, subject->next, subject->steps);
    for (size_t i = 0; i < made; i++)
        if (subject->steps[i].move == move)
            return memcpy(to, subject->next + i * space->words, space->words * sizeof *to);
    return NULL;
}

/* Of two moves that are said to commute, the second can come first, and both orders lead to the same state. */
static void moves_that_commute_do(void **state) {
    (void)state;
    static const char *const paths[] = {"klotski", "peg-solitaire", "sokoban"};
    size_t tried = 0;
    for (size_t p = 0; p < sizeof paths / sizeof *paths; p++) {
        struct subject subject;
        struct few_memory memory;
        struct few_nodes nodes;
        const struct few_commuting *commuting = facts_of(&subject, paths[p])->commuting;
        assert_non_null(commuting);
        few_memory_init(&memory, (size_t)1 << 28);
        explore(&nodes, &subject, &memory);
        const size_t bytes = subject.space->words * sizeof(uint64_t);
        for (uint32_t n = 0; n < nodes.states.count && n < 200; n++)
            for (uint32_t a = 0; a < commuting->moves; a++) {
                uint64_t once[FEW_MAX_WORDS], twice[FEW_MAX_WORDS], other[FEW_MAX_WORDS];
                if (!led_to(&subject, few_node_state(&nodes, n), a, once))
                    continue;
                for (uint32_t b = 0; b < commuting->moves; b++) {
                    if (!few_commuting_skips(commuting, a, b) || !led_to(&subject, once, b, twice))
                        continue;
                    assert_true(b < a);
                    assert_non_null(led_to(&subject, few_node_state(&nodes, n), b, other));
                    assert_non_null(led_to(&subject, other, a, once));
                    assert_memory_equal(once, twice, bytes);
                    assert_non_null(led_to(&subject, few_node_state(&nodes, n), a, once));
                    tried++;
                }
            }
        few_nodes_free(&nodes);
        subject_close(&subject);
    }
    assert_true(tried >= 1000);
}

/* Where moves only carry contents about: turns of one side become one turn, opposite sides turn in one order. */
static void of_moves_that_come_to_the_same_one_is_left(void **state) {
    (void)state;
    static const struct {
        const char *path;
        uint32_t moves, left; /* pairs that are left of all */
    } puzzles[] = {{"cube-3x3x3", 18, 243}, {"pocket-cube", 9, 54}, {"topspin-8-4", 3, 6}, {"pancake-7", 6, 30}};
    for (size_t i = 0; i < sizeof puzzles / sizeof *puzzles; i++) {
        struct subject subject;
        const struct few_commuting *commuting = facts_of(&subject, puzzles[i].path)->commuting;
        assert_non_null(commuting);
        uint32_t left = 0;
        for (uint32_t a = 0; a < commuting->moves; a++)
            for (uint32_t b = 0; b < commuting->moves; b++)
                left += !few_commuting_skips(commuting, a, b);
        assert_int_equal(commuting->moves, puzzles[i].moves);
        assert_int_equal(left, puzzles[i].left);
        subject_close(&subject);
    }
}

/* Where every move is a permutation that asks for nothing, the number of states that can be reached is known beforehand. */
static void orbits_of_puzzles_are_as_large_as_their_explorations(void **state) {
    (void)state;
    static const struct {
        const char *path;
        uint64_t states; /* 0: not known */
    } puzzles[] = {{"pocket-cube", 3674160}, {"pancake-9", 362880}, {"topspin-9-4", 181440}, {"topspin-8-4", 40320},
                   {"topspin-6-3", 72}, {"eight", 0}, {"lights-out-3x3", 0}};
    for (size_t i = 0; i < sizeof puzzles / sizeof *puzzles; i++) {
        struct subject subject;
        const struct few_facts *facts = facts_of(&subject, puzzles[i].path);
        const uint64_t states = facts->orbit ? few_orbit_states(facts->orbit, subject.starts) : 0;
        assert_int_equal(states, puzzles[i].states);
        subject_close(&subject);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_known_where_every_move_is_an_exchange),
        cmocka_unit_test(parity_tells_the_two_halves_apart),
        cmocka_unit_test(of_moves_that_come_to_the_same_one_is_left),
        cmocka_unit_test(orbits_of_puzzles_are_as_large_as_their_explorations),
        cmocka_unit_test(moves_that_commute_do),
    };
    return cmocka_run_group_tests_name("facts", tests, go_to_source_root, NULL);
}
