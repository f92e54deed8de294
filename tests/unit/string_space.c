/* Protects the string space: its moves, forwards and backwards, are compared with rewriting done
 * character by character on thousands of random strings; then goals, lengths, mistakes, and every
 * allocation failing. */
#include "base/list.h"
#include "spaces.h"

#include "spaces/string/string.h"

enum { MAX_RULES = 16, MAX_SIDE = 8, MAX_TEXT = 4096, MAX_FOUND = 20000, LONGEST = 400 };

struct naive_rule {
    char left[MAX_SIDE], right[MAX_SIDE];
    unsigned cost;
};

struct naive_step {
    char text[LONGEST + 1];
    unsigned rule, place, cost;
};

struct naive {
    struct naive_rule rules[MAX_RULES];
    unsigned rule_count, longest;
    struct naive_step *found;
    size_t count;
};

static void rewrite_naively(struct naive *naive, const char *text, int backward) {
    naive->count = 0;
    for (unsigned r = 0; r < naive->rule_count; r++) {
        const struct naive_rule *rule = &naive->rules[r];
        const char *from = backward ? rule->right : rule->left,
                   *to = backward ? rule->left : rule->right;
        size_t length = strlen(text), from_length = strlen(from), to_length = strlen(to);
        if (strcmp(from, to) == 0) continue;
        for (size_t place = 0; place + from_length <= length; place++) {
            if (strncmp(text + place, from, from_length) != 0 ||
                length - from_length + to_length > naive->longest)
                continue;
            struct naive_step *step = &naive->found[naive->count++];
            snprintf(step->text, sizeof step->text, "%.*s%s%s", (int)place, text, to,
                     text + place + from_length);
            step->rule = r;
            step->place = (unsigned)place;
            step->cost = rule->cost;
            assert_true(naive->count < MAX_FOUND);
        }
    }
}

static int compare_steps(const void *a, const void *b) {
    const struct naive_step *x = a, *y = b;
    int order = strcmp(x->text, y->text);
    if (order == 0) order = x->rule < y->rule ? -1 : x->rule > y->rule;
    if (order == 0) order = x->place < y->place ? -1 : x->place > y->place;
    return order;
}

static void to_text(const struct few_puzzle *puzzle, const struct few_space *space,
                    const uint64_t *state, char *text) {
    uint16_t values[LONGEST];
    size_t length;
    space->run->read(space, state, values, &length);
    for (size_t i = 0; i < length; i++) text[i] = puzzle->pieces[values[i]].text[0];
    text[length] = 0;
}

static bool to_state(const struct few_puzzle *puzzle, const struct few_space *space,
                     const char *text, uint64_t *state) {
    uint16_t values[LONGEST];
    size_t length = strlen(text);
    for (size_t i = 0; i < length; i++) {
        values[i] = 0;
        while (puzzle->pieces[values[i]].text[0] != text[i]) values[i]++;
    }
    return space->run->write(space, values, length, state);
}

/* All moves of several states in one batch are what the naive interpreter gives, and each has its place. */
static void compare_with_naive(const struct few_puzzle *puzzle, const struct few_space *space,
                               struct naive *naive, char (*texts)[LONGEST + 1], unsigned count,
                               int backward) {
    const size_t room =
        (size_t)count * (backward ? space->max_predecessors : space->max_successors);
    uint64_t *states = calloc(count, space->words * sizeof *states);
    uint64_t *next = calloc(room, space->words * sizeof *next),
             *again = calloc(room, space->words * sizeof *next);
    struct few_step *steps = calloc(room, sizeof *steps);
    struct naive_step *given = calloc(room, sizeof *given);
    assert_true(states && next && again && steps && given);
    for (unsigned i = 0; i < count; i++) {
        char back[LONGEST + 1];
        assert_true(to_state(puzzle, space, texts[i], states + (size_t)i * space->words));
        to_text(puzzle, space, states + (size_t)i * space->words, back);
        assert_string_equal(back, texts[i]);
    }
    size_t (*run)(const struct few_space *, const uint64_t *, size_t, uint64_t *,
                  struct few_step *) = backward ? space->run->predecessors : space->run->successors;
    size_t found = run(space, states, count, next, steps);
    assert_true(found <= room);
    assert_int_equal(run(space, states, count, again, NULL), found);
    assert_memory_equal(next, again, found * space->words * sizeof *next);
    size_t at = 0;
    for (unsigned i = 0; i < count; i++) {
        size_t own = 0;
        for (; at < found && steps[at].source == i; at++, own++) {
            to_text(puzzle, space, next + at * space->words, given[own].text);
            struct few_move_place place =
                space->run->place(space, states + (size_t)i * space->words, steps[at].move);
            assert_int_equal(place.direction, -1);
            given[own].rule = place.rule;
            given[own].place = place.cell;
            given[own].cost = steps[at].cost;
        }
        rewrite_naively(naive, texts[i], backward);
        assert_int_equal(own, naive->count);
        qsort(given, own, sizeof *given, compare_steps);
        qsort(naive->found, own, sizeof *given, compare_steps);
        for (size_t k = 0; k < own; k++) {
            assert_int_equal(compare_steps(&given[k], &naive->found[k]), 0);
            assert_int_equal(given[k].cost, naive->found[k].cost);
        }
    }
    assert_int_equal(at, found);
    free(states), free(next), free(again), free(steps), free(given);
}

static void random_word(char *text, unsigned length, unsigned letters) {
    for (unsigned i = 0; i < length; i++) text[i] = (char)('a' + random_below(letters));
    text[length] = 0;
}

static void moves_agree_with_rewriting_characters(void **context) {
    (void)context;
    static const unsigned lengths[] = {3, 8, 16, 21, 22, 32, 40, 64, 130, 300};
    static char texts[20][LONGEST + 1];
    struct naive naive = {.found = calloc(MAX_FOUND, sizeof *naive.found)};
    assert_non_null(naive.found);
    random_state = 20240607;
    for (unsigned round = 0; round < 400; round++) {
        unsigned letters = 1 + random_below(round % 7 == 0 ? 26 : 5), at = 0;
        char text[MAX_TEXT], word[LONGEST + 1];
        naive.longest = lengths[random_below(sizeof lengths / sizeof *lengths)];
        naive.rule_count = 1 + random_below(round % 5 == 0 ? MAX_RULES : 4);
        at += (unsigned)snprintf(text + at, sizeof text - at, "string %u\npieces", naive.longest);
        for (unsigned i = 0; i < letters; i++)
            at += (unsigned)snprintf(text + at, sizeof text - at, " %c", 'a' + i);
        for (unsigned i = 0; i < naive.rule_count; i++) {
            struct naive_rule *rule = &naive.rules[i];
            unsigned most = naive.longest > 7 && random_below(4) == 0 ? 7 : 3;
            random_word(rule->left, 1 + random_below(most), letters);
            random_word(rule->right, random_below(most + 1), letters);
            rule->cost = 1 + random_below(3);
            at += (unsigned)snprintf(text + at, sizeof text - at, "\nmove cost %u: %s -> %s",
                                     rule->cost, rule->left, rule->right);
        }
        random_word(word, 1, letters);
        snprintf(text + at, sizeof text - at, "\nstart %s\n", word);
        struct few_memory memory;
        struct few_error error = {0};
        few_memory_init(&memory, 1 << 30);
        struct few_puzzle *puzzle = parse(&memory, text);
        struct few_space *space = few_string_space(&memory, puzzle, FEW_TO_SOLVE, &error);
        if (!space) fail_msg("%s\n%s", error.message, text);
        assert_int_equal(few_string_longest(space), naive.longest);
        for (unsigned i = 0; i < 20; i++)
            random_word(texts[i], random_below(naive.longest + 1), letters);
        compare_with_naive(puzzle, space, &naive, texts, 20, 0);
        compare_with_naive(puzzle, space, &naive, texts, 20, 1);
        few_string_space_free(space);
        few_puzzle_free(puzzle);
        assert_int_equal(memory.used, 0);
    }
    free(naive.found);
}

struct opened {
    struct few_error error;
    struct few_puzzle *puzzle;
    struct few_space *space;
};

static struct opened open_text(const char *text, bool whole) {
    struct opened o = {.puzzle = NULL};
    struct few_memory *memory = malloc(sizeof *memory);
    assert_non_null(memory);
    few_memory_init(memory, 1 << 30);
    o.puzzle = parse(memory, text);
    o.space = few_string_space(memory, o.puzzle, whole ? FEW_TO_EXPLORE : FEW_TO_SOLVE, &o.error);
    return o;
}

static void close_text(struct opened *o) {
    struct few_memory *memory = o->puzzle->arena.memory;
    few_string_space_free(o->space);
    few_puzzle_free(o->puzzle);
    assert_int_equal(memory->used, 0);
    free(memory);
}

static void names_are_expanded_and_places_come_before_choices(void **context) {
    (void)context;
    struct opened o = open_text("string 6\npieces 1..4 x\nlet a, b = 1..4\n"
                                "move swap: a b -> b a where a < b\n"
                                "move add: x a -> a+1\n"
                                "start 1 2 x 3 4\n",
                                false);
    assert_non_null(o.space);
    static const struct {
        const char *text;
        unsigned rule, place;
    } expected[] = {{"21x34", 0, 0}, {"12x43", 0, 3}, {"1244", 1, 2}};
    uint64_t start, next[64];
    struct few_step steps[64];
    assert_true(o.space->max_successors <= 64);
    struct few_list starts;
    few_list_init(&starts, o.puzzle->arena.memory, sizeof start);
    assert_true(few_string_starts(o.space, &starts));
    assert_int_equal(starts.count, 1);
    start = *(const uint64_t *)few_list_at(&starts, 0);
    few_list_free(&starts);
    size_t found = o.space->run->successors(o.space, &start, 1, next, steps);
    assert_int_equal(found, 3);
    for (size_t i = 0; i < 3; i++) {
        size_t k = 0; /* the i-th in the order of moves */
        for (size_t j = 0; j < 3; j++) {
            size_t before = 0;
            for (size_t l = 0; l < 3; l++) before += steps[l].move < steps[j].move;
            k = before == i ? j : k;
        }
        char text[LONGEST + 1];
        to_text(o.puzzle, o.space, &next[k], text);
        assert_string_equal(text, expected[i].text);
        struct few_move_place place = o.space->run->place(o.space, &start, steps[k].move);
        assert_int_equal(place.rule, expected[i].rule);
        assert_int_equal(place.cell, expected[i].place);
    }
    close_text(&o);
}

static bool fulfils(const struct opened *o, const char *text) {
    uint64_t state[FEW_MAX_WORDS];
    bool goal;
    assert_true(to_state(o->puzzle, o->space, text, state));
    o->space->run->is_goal(o->space, state, 1, &goal);
    return goal;
}

static void goals_are_tested_and_listed(void **context) {
    (void)context;
    for (int wide = 0; wide < 2; wide++) { /* in one word and in several */
        char text[200];
        snprintf(
            text, sizeof text,
            "string %d\npieces a b c\nmove ab -> ba\nstart ab\ngoal a_c and nowhere: cc\ngoal bb\n"
            "goal __ and somewhere: c_\n",
            wide ? 100 : 10);
        struct opened o = open_text(text, false);
        assert_non_null(o.space);
        assert_true(fulfils(&o, "abc"));
        assert_true(fulfils(&o, "aac"));
        assert_false(fulfils(&o, "acc"));
        assert_false(fulfils(&o, "abcc"));
        assert_false(fulfils(&o, "ab"));
        assert_true(fulfils(&o, "bb"));
        assert_true(fulfils(&o, "ca"));
        assert_false(fulfils(&o, "ac"));
        uint64_t *states;
        size_t count;
        assert_int_equal(few_string_goals(o.space, o.puzzle->arena.memory, 9, &states, &count),
                         FEW_GOALS_LISTED);
        assert_int_equal(count, 6); /* aac abc, bb, ca cb cc */
        bool goal[6];
        o.space->run->is_goal(o.space, states, 6, goal);
        for (int i = 0; i < 6; i++) assert_true(goal[i]);
        few_free(o.puzzle->arena.memory, states, count * o.space->words * 8);
        assert_int_equal(few_string_goals(o.space, o.puzzle->arena.memory, 8, &states, &count),
                         FEW_GOALS_TOO_MANY);
        assert_null(states);
        close_text(&o);
    }
    struct opened o =
        open_text("string 9\npieces a b c\nlet t = a b\nlet u = b c\nmove ab -> ba\nstart ab\n"
                  "goal somewhere: tct and nowhere: uu\n",
                  false);
    assert_true(fulfils(&o, "aaca"));
    assert_true(fulfils(&o, "bcb"));
    assert_false(fulfils(&o, "acb"));
    assert_false(fulfils(&o, "acabb"));
    assert_false(fulfils(&o, "aca"
                             "cc"));
    uint64_t *states;
    size_t count;
    assert_int_equal(few_string_goals(o.space, o.puzzle->arena.memory, 1000, &states, &count),
                     FEW_GOALS_UNLISTED);
    close_text(&o);
}

static void length_is_bounded_by_the_moves_that_are_left(void **context) {
    (void)context;
    static const char example[] =
        "string 20\nmove abc -> xu\nmove ud -> y\nmove y -> yz\nstart abcd\ngoal xyz\nwithin 10\n";
    struct opened o = open_text(example, false);
    assert_int_equal(few_string_longest(o.space),
                     8); /* 4 + 4 grown, then 5 shrunk and one to spare */
    close_text(&o);
    o = open_text(example, true);
    assert_int_equal(few_string_longest(o.space), 20);
    close_text(&o);
    o = open_text("string\nmove a -> aa\nstart a\ngoal somewhere: aaa\nwithin 7\n", false);
    assert_int_equal(few_string_longest(o.space), 8);
    close_text(&o);
    o = open_text(
        "string\nmove cost 3: a -> aaa\nmove cost 2: aa -> a\nstart a\ngoal aa\nwithin 8\n", false);
    assert_int_equal(few_string_longest(o.space),
                     4); /* 4 steps: the least of 1 + 2d and 2 + (4 - d) */
    close_text(&o);
    o = open_text("string\nmove a -> b\nstart aaaa\ngoal bbbb\nwithin 1000000000000\n", false);
    assert_int_equal(few_string_longest(o.space), 4);
    close_text(&o);
}

static void strings_that_cannot_be_held_are_mistakes(void **context) {
    (void)context;
    struct opened o =
        open_text("string\nmove a -> aa\nmove aa -> a\nstart a\ngoal b\nwithin 100000\n", false);
    assert_null(o.space);
    assert_int_equal(o.error.kind, FEW_ERROR_INPUT);
    assert_non_null(strstr(o.error.message, "50001"));
    assert_non_null(strstr(o.error.hint, "string N"));
    close_text(&o);
    o = open_text("string 2048\nmove a -> b\nstart a\ngoal b\n", false);
    assert_non_null(o.space);
    assert_int_equal(o.space->words, FEW_MAX_WORDS);
    close_text(&o);
    o = open_text("string 2049\nmove a -> b\nstart a\ngoal b\n", false);
    assert_null(o.space);
    close_text(&o);
}

static void moves_that_can_all_be_undone_are_seen(void **context) {
    (void)context;
    static const struct {
        const char *moves;
        bool undirected;
    } cases[] = {
        {"move ab -> ba\nmove ba -> ab\n", true},
        {"move ab -> ba\nmove cost 2: ba -> ab\n", false},
        {"move ab -> ba\nmove b -> a\n", false},
        {"move ab -> a\nmove a -> ab\n", true},
        {"move ab ->\n", false},
        {"let x, y = a b c\nmove x y -> y x\n", true},
        {"let x, y = a b c\nmove x y -> y x where x != a\n", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[300];
        snprintf(text, sizeof text, "string 9\npieces a b c\n%sstart abc\n", cases[i].moves);
        struct opened o = open_text(text, false);
        assert_non_null(o.space);
        assert_int_equal(o.space->undirected, cases[i].undirected);
        close_text(&o);
    }
}

enum { ALL_STRINGS = 63, MOST_MADE = 200 }; /* of a and b, up to five of them */

/* The n-th of them: as a number with a 1 before its digits. */
static void nth_string(unsigned n, char *text) {
    unsigned digits = 0;
    while (digits < 5 && (n + 1) >> (digits + 1)) digits++;
    for (unsigned i = 0; i < digits; i++) text[i] = (n + 1) >> (digits - 1 - i) & 1 ? 'b' : 'a';
    text[digits] = 0;
}

/* How many ways lead from one state to the other by a move of this number. */
static size_t count_ways(const struct few_space *space, bool backward, const uint64_t *from, const uint64_t *to, uint32_t move) {
    uint64_t next[MOST_MADE * 4];
    struct few_step steps[MOST_MADE];
    size_t ways = 0, made = (backward ? space->run->predecessors : space->run->successors)(space, from, 1, next, steps);
    for (size_t i = 0; i < made; i++)
        ways += steps[i].move == move && memcmp(next + i * space->words, to, space->words * sizeof *to) == 0;
    return ways;
}

static void the_rest_is_put_where_it_stands_and_found_again(void **context) {
    (void)context;
    for (unsigned wide = 0; wide < 2; wide++) { /* in one word and in several */
        char text[300], from[8];
        snprintf(text, sizeof text,
                 "string %u\npieces a b\nlet r = rest\nlet x = a b\nmove x r -> r x\nmove at begin: b r -> r a r\nmove a b r -> r\n"
                 "move b a r -> a r r b\nmove aa -> b\nstart ab\n", wide ? 80 : 5);
        struct opened o = open_text(text, true);
        assert_non_null(o.space);
        assert_false(o.space->undirected);
        assert_int_equal(o.space->words, wide ? 3 : 1);
        for (unsigned n = 0; n < ALL_STRINGS; n++) {
            uint64_t state[3], next[3000];
            struct few_step steps[1000];
            nth_string(n, from);
            assert_true(to_state(o.puzzle, o.space, from, state));
            const size_t made = o.space->run->successors(o.space, state, 1, next, steps);
            const size_t before = o.space->run->predecessors(o.space, state, 1, next + made * o.space->words, steps + made);
            for (size_t i = 0; i < made + before; i++) {
                const uint64_t *other = next + i * o.space->words;
                assert_memory_not_equal(other, state, o.space->words * sizeof *state);
                assert_int_equal(count_ways(o.space, i < made, other, state, steps[i].move), 1);
            }
        }
        static const struct {
            unsigned rule, place;
            const char *text;
            bool fits; /* in five characters */
        } expected[] = {{0, 0, "aabb", true}, {0, 1, "baba", true}, {0, 2, "baba", true}, {1, 0, "aabaaab", false},
                        {2, 2, "ba", true},   {3, 0, "aababb", false}, {4, 1, "bbb", true}};
        uint64_t state[3], next[300];
        struct few_step steps[100];
        assert_true(to_state(o.puzzle, o.space, "baab", state));
        const size_t made = o.space->run->successors(o.space, state, 1, next, steps);
        assert_int_equal(made, wide ? 7 : 5);
        for (size_t k = 0; k < sizeof expected / sizeof *expected; k++) {
            size_t found = 0;
            for (size_t i = 0; i < made; i++) {
                char to[LONGEST + 1];
                to_text(o.puzzle, o.space, next + i * o.space->words, to);
                const struct few_move_place place = o.space->run->place(o.space, state, steps[i].move);
                found += place.rule == expected[k].rule && place.cell == expected[k].place && strcmp(to, expected[k].text) == 0;
            }
            assert_int_equal(found, wide || expected[k].fits);
        }
        close_text(&o);
    }
}

static void a_rest_that_is_lost_leaves_no_way_back(void **context) {
    (void)context;
    struct opened o = open_text("string 5\npieces a b\nlet r = rest\nmove a r -> b\nstart ab\ngoal b\n", true);
    assert_non_null(o.space);
    assert_null(o.space->run->predecessors);
    close_text(&o);
    o = open_text("string\npieces a b\nlet r = rest\nmove a r -> b\nmove b -> ab\nstart ab\ngoal b\nwithin 3\n", false);
    assert_int_equal(few_string_longest(o.space), 5); /* the goal bounds nothing */
    close_text(&o);
    o = open_text("string\npieces a b\nlet r = rest\nmove a r -> a r r b\nmove b ->\nstart ab\ngoal b\nwithin 9\n", false);
    assert_int_equal(few_string_longest(o.space), 8); /* 2 4 8 16 … after 0 1 2 3 moves, and 10 9 8 7 … before 9 8 7 6 */
    close_text(&o);
    o = open_text("string\npieces a b\nlet r = rest\nmove a r -> a r r r\nstart ab\ngoal somewhere: b\nwithin 40\n", false);
    assert_null(o.space);
    assert_non_null(strstr(o.error.hint, "string N"));
    close_text(&o);
}

static struct few_space *make_to_solve(struct few_memory *memory, const struct few_puzzle *puzzle,
                                       struct few_error *error) {
    return few_string_space(memory, puzzle, FEW_TO_SOLVE, error);
}

static void every_allocation_may_fail(void **context) {
    (void)context;
    static const char text[] =
        "string 50\npieces a b c\nlet x, y = a b c\nlet r = rest\nmove x y -> y x where x != y\nmove ab -> c\nmove c r -> r c r\n"
        "start ab\ngoal a_c\ngoal bb and nowhere: x\n";
    let_every_allocation_fail(text, (struct native){make_to_solve, few_string_goals, few_string_space_free});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_agree_with_rewriting_characters),
        cmocka_unit_test(names_are_expanded_and_places_come_before_choices),
        cmocka_unit_test(goals_are_tested_and_listed),
        cmocka_unit_test(length_is_bounded_by_the_moves_that_are_left),
        cmocka_unit_test(strings_that_cannot_be_held_are_mistakes),
        cmocka_unit_test(moves_that_can_all_be_undone_are_seen),
        cmocka_unit_test(the_rest_is_put_where_it_stands_and_found_again),
        cmocka_unit_test(a_rest_that_is_lost_leaves_no_way_back),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
