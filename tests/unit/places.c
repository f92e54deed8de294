/* States of large boards kept by the places of their pieces: the narrow form says the same as the wide one, and moves on it lead to
 * the same states. */
#include "corpus.h"

#include "rules/places.h"

enum { WALKS = 20, STEPS = 30 };

struct pair {
    const struct few_rule_space *board;
    struct few_arena arena;
    struct few_places *places;
    struct few_place_flip *flips[2];
    uint64_t *wide_next, *narrow_next;
    struct few_step *wide_steps, *narrow_steps;
    size_t compared, flipped;
};

static void open_pair(struct pair *pair, const struct few_rule_space *board) {
    *pair = (struct pair){.board = board};
    few_arena_init(&pair->arena, board->memory);
    pair->places = few_places_create(&pair->arena, board);
    assert_non_null(pair->places);
    pair->flips[0] = few_places_flips(&pair->arena, board, pair->places, board->forward, false);
    pair->flips[1] = few_places_flips(&pair->arena, board, pair->places, board->backward, true);
    assert_true(pair->flips[0] && pair->flips[1]);
    const size_t most = board->listing.count + 16;
    pair->wide_next = malloc(most * board->layout.words * sizeof *pair->wide_next);
    pair->narrow_next = malloc(most * pair->places->words * sizeof *pair->narrow_next);
    pair->wide_steps = malloc(most * sizeof *pair->wide_steps);
    pair->narrow_steps = malloc(most * sizeof *pair->narrow_steps);
}

static void close_pair(struct pair *pair) {
    free(pair->wide_next);
    free(pair->narrow_next);
    free(pair->wide_steps);
    free(pair->narrow_steps);
    few_arena_free(&pair->arena);
}

/* Both forms have the same moves, in the same order. Returns how many. */
static size_t compare_moves(struct pair *pair, const uint64_t *wide, bool backward) {
    const struct few_places *places = pair->places;
    const struct few_program *program = backward ? pair->board->backward : pair->board->forward;
    const size_t words = pair->board->layout.words;
    uint64_t narrow[FEW_MAX_WORDS], again[FEW_MAX_WORDS];
    assert_true(few_places_narrow(places, wide, narrow));
    assert_true(few_places_hold(places, narrow));
    few_places_widen(places, narrow, again);
    assert_memory_equal(wide, again, words * sizeof *wide);
    const size_t count = few_program_run(program, wide, 1, pair->wide_next, pair->wide_steps);
    assert_int_equal(few_program_run_places(program, places, pair->flips[backward], narrow, 1, pair->narrow_next, pair->narrow_steps), count);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(pair->narrow_steps[i].move, pair->wide_steps[i].move);
        few_places_widen(places, pair->narrow_next + i * places->words, again);
        assert_memory_equal(again, pair->wide_next + i * words, words * sizeof *again);
        assert_true(few_places_hold(places, pair->narrow_next + i * places->words));
        pair->compared++;
    }
    return count;
}

static void walk(struct pair *pair, uint64_t *random) {
    const struct few_space *space = &pair->board->space;
    uint64_t wide[FEW_MAX_WORDS];
    assert_true(space->run->write(space, pair->board->start, pair->board->layout.slots, wide));
    for (int step = 0; step < STEPS; step++) {
        compare_moves(pair, wide, true);
        const size_t count = compare_moves(pair, wide, false);
        if (count == 0)
            return;
        memcpy(wide, pair->wide_next + next_random(random) % count * space->words, space->words * sizeof *wide);
    }
}

static void visit(struct subject *subject, void *context) {
    struct few_error error = {0};
    struct few_memory memory;
    struct pair *all = context, pair;
    uint64_t random = 1;
    const struct few_puzzle *puzzle = subject->puzzle->model->puzzle;
    if (puzzle->is_string || subject->space->start_as_written != (puzzle->var_count == 0) || subject->space->states_are_ranks)
        return;
    few_memory_init(&memory, SIZE_MAX / 2);
    struct few_rule_space *board = few_rule_space_create(&memory, puzzle, &error);
    assert_non_null(board);
    if (board->layout.words > 1) {
        open_pair(&pair, board);
        for (int i = 0; i < WALKS; i++)
            walk(&pair, &random);
        for (size_t n = 0; n < board->forward->count; n++)
            all->flipped += pair.flips[0][n].flip != 0;
        all->compared += pair.compared;
        close_pair(&pair);
    }
    few_rule_space_free(board);
}

static void moves_of_the_narrow_form_are_those_of_the_wide_one(void **state) {
    (void)state;
    struct pair all = {0};
    each_puzzle("tests/puzzles/*.few", visit, &all);
    each_puzzle("puzzles/*.few", visit, &all);
    assert_true(all.compared > 10000);
    assert_true(all.flipped > 1000);
}

static struct few_rule_space *open_board(fewest_puzzle **puzzle, struct few_memory *memory, const char *path) {
    fewest_error error;
    struct few_error inner = {0};
    *puzzle = fewest_load(path, &error);
    assert_non_null(*puzzle);
    assert_true(few_puzzle_prepare(*puzzle, FEW_TO_EXPLORE, NULL, &inner));
    few_memory_init(memory, SIZE_MAX / 2);
    struct few_rule_space *board = few_rule_space_create(memory, (*puzzle)->model->puzzle, &inner);
    assert_non_null(board);
    return board;
}

/* Pieces of one kind stand in ascending order, never two in one cell, and only where there are cells. */
static void words_that_are_no_state_are_told(void **state) {
    (void)state;
    fewest_puzzle *puzzle;
    struct few_memory memory;
    struct few_rule_space *board = open_board(&puzzle, &memory, "tests/puzzles/wide-robots.few");
    const struct few_space *space = puzzle->model->space;
    struct pair pair;
    uint64_t wide[FEW_MAX_WORDS], narrow[FEW_MAX_WORDS], other[FEW_MAX_WORDS];
    open_pair(&pair, board);
    const struct few_place_group *group = &pair.places->groups[0];
    assert_int_equal(pair.places->group_count, 1);
    assert_int_equal(pair.places->words, 1);
    assert_int_equal(space->words, 1); /* the space that is searched is the narrow one */
    assert_int_equal(group->placed_count, 3);
    assert_true(board->layout.words > 8);
    assert_true(board->space.run->write(&board->space, board->start, board->layout.slots, wide));
    assert_true(few_places_narrow(pair.places, wide, narrow));
    assert_true(space->run->holds(space, narrow));
    const struct few_field first = group->placed[1].field, second = group->placed[2].field, lone = group->placed[0].field;
    assert_int_equal(group->placed[1].value, group->placed[2].value);
    const uint32_t low = few_field_get(narrow, first), high = few_field_get(narrow, second);
    assert_true(low < high);
    const struct {
        struct few_field field;
        uint32_t value;
    } wrong[] = {{first, high}, {second, low}, {lone, low}, {lone, group->cells}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        memcpy(other, narrow, sizeof other);
        few_field_set(other, wrong[i].field, wrong[i].value);
        assert_false(space->run->holds(space, other));
    }
    memcpy(other, narrow, sizeof other);
    few_field_set(other, first, high);
    few_field_set(other, second, low);
    assert_false(space->run->holds(space, other));
    memcpy(other, narrow, sizeof other);
    other[0] |= UINT64_C(1) << 63;
    assert_false(space->run->holds(space, other));
    /* a board with one piece too many, or too few, has no narrow form */
    const struct few_field lone_cell = group->cell[few_field_get(narrow, lone)];
    few_field_set(wide, lone_cell, group->common);
    assert_false(few_places_narrow(pair.places, wide, other));
    few_field_set(wide, lone_cell, group->placed[1].value);
    assert_false(few_places_narrow(pair.places, wide, other));
    close_pair(&pair);
    few_rule_space_free(board);
    fewest_puzzle_free(puzzle);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_of_the_narrow_form_are_those_of_the_wide_one),
        cmocka_unit_test(words_that_are_no_state_are_told),
    };
    return cmocka_run_group_tests(tests, go_to_source_root, NULL);
}
