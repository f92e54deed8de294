/* Proofs through the API: what is written, what is refused and why. That they are verified, is tested by tests/proofs. */
#include "api.h"

#include <fewest/proof.h>

struct written {
    char *bytes;
    size_t length, most; /* no more is taken; 0: no limit */
};

static bool take(void *context, const void *bytes, size_t length) {
    struct written *to = context;
    if (to->most && to->length + length > to->most)
        return false;
    to->bytes = realloc(to->bytes, to->length + length + 1);
    assert_non_null(to->bytes);
    memcpy(to->bytes + to->length, bytes, length);
    to->length += length;
    return true;
}

static fewest_proof about(const char *text, struct written *to) {
    return (fewest_proof){.size = sizeof(fewest_proof), .text = text, .length = strlen(text), .write = take, .context = to};
}

static void a_proof_holds_the_text_and_the_claim(void **state) {
    (void)state;
    static const char *const texts[] = {eight, swaps, rewriting, jugs, roads, maze};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct written to = {0};
        fewest_proof proof = about(texts[i], &to);
        fewest_puzzle *puzzle = parse(texts[i]);
        fewest_answer *answer = solve(puzzle, NULL);
        assert_true(fewest_prove_answer(puzzle, answer, &proof, &error));
        assert_int_equal(proof.bytes, to.length);
        assert_true(proof.states > 0);
        to.bytes[to.length] = 0;
        assert_int_equal(strncmp(to.bytes, "fewest proof 2\npuzzle ", 22), 0);
        assert_non_null(strstr(to.bytes, texts[i]));
        char claim[64];
        snprintf(claim, sizeof claim, "\nclaim solved %llu 0\n", (unsigned long long)fewest_answer_cost(answer));
        assert_non_null(strstr(to.bytes, claim));
        fewest_answer_free(answer);
        fewest_puzzle_free(puzzle);
        free(to.bytes);
    }
}

static void an_exploration_is_proved_by_its_layers(void **state) {
    (void)state;
    struct written to = {0};
    fewest_proof proof = about(swaps, &to);
    fewest_puzzle *puzzle = parse(swaps);
    fewest_exploration *exploration = fewest_explore(puzzle, NULL, &error);
    assert_non_null(exploration);
    assert_true(fewest_prove_exploration(puzzle, exploration, &proof, &error));
    assert_int_equal(proof.states, fewest_exploration_states(exploration));
    fewest_exploration_free(exploration);
    const fewest_explore_options back = {.size = sizeof back, .from_goal = true};
    exploration = fewest_explore(puzzle, &back, &error);
    assert_false(fewest_prove_exploration(puzzle, exploration, &proof, &error));
    assert_int_equal(error.status, FEWEST_INVALID);
    fewest_exploration_free(exploration);
    fewest_puzzle_free(puzzle);
    free(to.bytes);
}

static void expect_refused(fewest_puzzle *puzzle, const fewest_answer *answer, fewest_proof proof, fewest_status status) {
    error = (fewest_error){0};
    assert_false(fewest_prove_answer(puzzle, answer, &proof, &error));
    assert_int_equal(error.status, status);
    assert_true(*error.message);
}

static void what_cannot_be_proved_is_refused_with_the_reason(void **state) {
    (void)state;
    struct written to = {0}, full = {.most = 20};
    fewest_puzzle *puzzle = parse(eight);
    fewest_answer *answer = solve(puzzle, NULL);
    fewest_proof proof = about(eight, &to);
    proof.size = 1;
    expect_refused(puzzle, answer, proof, FEWEST_INVALID);
    proof = about(eight, &to);
    proof.text = NULL;
    expect_refused(puzzle, answer, proof, FEWEST_INVALID);
    proof = about(eight, &to);
    proof.limits.states = 50;
    expect_refused(puzzle, answer, proof, FEWEST_LIMIT);
    proof = about(eight, &full);
    expect_refused(puzzle, answer, proof, FEWEST_SYSTEM);
    fewest_answer_free(answer);
    const fewest_options few = {.size = sizeof few, .limits = {.states = 3}};
    answer = solve(puzzle, &few);
    expect_refused(puzzle, answer, about(eight, &to), FEWEST_INVALID); /* nothing was found */
    fewest_answer_free(answer);
    fewest_puzzle_free(puzzle);
    static const char map[] = "type octile\nheight 2\nwidth 3\nmap\n...\n...\n";
    puzzle = parse(map);
    answer = solve(puzzle, NULL);
    expect_refused(puzzle, answer, about(map, &to), FEWEST_INVALID);
    fewest_answer_free(answer);
    fewest_puzzle_free(puzzle);
    free(to.bytes);
    free(full.bytes);
}

static void every_allocation_may_be_refused(void **state) {
    (void)state;
    static const char *const texts[] = {swaps, jugs, roads, rewriting};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        bool good = false;
        for (uint64_t n = 1; !good; n++) {
            struct written to = {0};
            fewest_proof proof = about(texts[i], &to);
            fewest_puzzle *puzzle = parse(texts[i]);
            fewest_answer *answer = solve(puzzle, NULL);
            assert_int_equal(fewest_answer_status(answer), FEWEST_SOLVED);
            puzzle->fail_at = n;
            error = (fewest_error){0};
            good = fewest_prove_answer(puzzle, answer, &proof, &error);
            assert_true(good || error.status == FEWEST_SYSTEM);
            fewest_answer_free(answer);
            fewest_puzzle_free(puzzle);
            free(to.bytes);
            assert_true(n < 1000);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_proof_holds_the_text_and_the_claim),
        cmocka_unit_test(an_exploration_is_proved_by_its_layers),
        cmocka_unit_test(what_cannot_be_proved_is_refused_with_the_reason),
        cmocka_unit_test(every_allocation_may_be_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
