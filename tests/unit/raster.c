/* Scenes as dots and letters: what is where, whatever the size; nothing is written outside. */
#include "draw/raster.h"

#include "unit/api.h"

static struct draw_raster *raster_of(const char *text, const char *before, const char *state, unsigned unit) {
    fewest_error error = {0};
    fewest_puzzle *puzzle = fewest_parse(text, strlen(text), "test", &error);
    if (!puzzle) fail_msg("%s", error.text);
    struct draw_plan *plan = draw_plan_create(puzzle);
    struct draw_track *track = draw_track_create();
    if (before) draw_scene_free(draw_scene_of(plan, before, track, &error));
    struct draw_scene *scene = draw_scene_of(plan, state, track, &error);
    if (!scene) fail_msg("%s", error.text);
    struct draw_raster *raster = draw_raster_create(scene, unit);
    assert_non_null(raster);
    size_t columns, rows;
    draw_raster_size(scene, unit, &columns, &rows);
    assert_int_equal(raster->columns, columns);
    assert_int_equal(raster->rows, rows);
    draw_scene_free(scene);
    draw_track_free(track);
    draw_plan_free(plan);
    fewest_puzzle_free(puzzle);
    return raster;
}

static size_t count_dots(const struct draw_raster *raster, uint8_t colour) {
    size_t count = 0;
    for (size_t i = 0; i < raster->columns * raster->rows; i++)
        count += (size_t)(raster->glyphs[i].top == colour) + (size_t)(raster->glyphs[i].bottom == colour);
    return count;
}

/* The letters of the picture in reading order. */
static void letters_of(const struct draw_raster *raster, char text[64]) {
    text[0] = 0;
    for (size_t i = 0; i < raster->columns * raster->rows; i++) strcat(text, raster->glyphs[i].letter);
}

static void tiles_have_their_numbers_and_colours_in_every_size(void **context) {
    (void)context;
    for (unsigned unit = 2; unit <= 8; unit += 2) {
        struct draw_raster *raster = raster_of(eight, NULL, "2 3 4 / 1 5 x / 7 6 8", unit);
        char text[64];
        letters_of(raster, text);
        assert_string_equal(text, "23415768");
        const uint8_t first = DRAW_FIRST_PALETTE; /* the row of 1, 2 and 3 in the goal */
        assert_true(count_dots(raster, first) > 0);
        assert_int_equal(count_dots(raster, first + 3), 0);
        assert_int_equal(count_dots(raster, DRAW_MARK_COLOUR), 0);
        draw_raster_free(raster);
    }
}

/* A block that is no rectangle fills its cells and no other one. */
static void a_block_of_any_shape_is_filled(void **context) {
    (void)context;
    static const char hook[] = "board 2 x 3\npieces L .\nmove L . . / L L . -> . L . / . L L\nstart L . . / L L .\n";
    for (unsigned unit = 4; unit <= 8; unit += 2) {
        struct draw_raster *raster = raster_of(hook, NULL, ". L . / . L L", unit);
        const size_t dots = count_dots(raster, DRAW_FIRST_PALETTE), cell = (size_t)unit * unit;
        assert_true(dots > 2 * cell && dots <= 3 * cell);
        draw_raster_free(raster);
        raster = raster_of(hook, "L . . / L L .", ". L . / . L L", unit);
        assert_int_equal(count_dots(raster, DRAW_MARK_COLOUR) > 0, unit >= 5);
        assert_true(count_dots(raster, DRAW_FIRST_PALETTE) > cell / 2);
        draw_raster_free(raster);
    }
}

static void what_moved_is_marked_and_still_seen(void **context) {
    (void)context;
    for (unsigned unit = 4; unit <= 8; unit += 2) {
        struct draw_raster *raster = raster_of(swaps, "111/000", "110/001", unit);
        assert_true(count_dots(raster, DRAW_MARK_COLOUR) > 0);
        struct draw_raster *still = raster_of(swaps, NULL, "110/001", unit);
        assert_int_equal(count_dots(still, DRAW_MARK_COLOUR), 0);
        assert_true(2 * count_dots(raster, DRAW_FIRST_PALETTE) >= count_dots(still, DRAW_FIRST_PALETTE));
        draw_raster_free(raster);
        draw_raster_free(still);
    }
}

/* A letter of two columns covers the glyph behind it. */
static void wide_letters_cover_two_columns(void **context) {
    (void)context;
    struct draw_raster *raster =
        raster_of("board 1 x 2\npieces 车 .\nmove 车 . -> . 车\ndraw 车 as tile\n", NULL, "车.", 6);
    size_t found = 0;
    for (size_t i = 0; i + 1 < raster->columns * raster->rows; i++) {
        if (!raster->glyphs[i].letter[0]) continue;
        assert_string_equal(raster->glyphs[i].letter, "车");
        assert_true(raster->glyphs[i + 1].covered);
        found++;
    }
    assert_int_equal(found, 1);
    draw_raster_free(raster);
}

static void the_walls_of_a_large_maze_are_dots(void **context) {
    (void)context;
    enum { SIDE = 70 };
    char text[SIDE * (SIDE + 1) + 1], *at = text;
    size_t walls = 0;
    for (int row = 0; row < SIDE; row++) {
        for (int column = 0; column < SIDE; column++) {
            const bool wall = row % 2 && column % 3;
            walls += wall;
            *at++ = wall ? '1' : '0';
        }
        *at++ = '\n';
    }
    *at = 0;
    struct draw_raster *raster = raster_of(text, "1,2", "1,1", 2);
    assert_int_equal(count_dots(raster, 3), 4 * walls); /* two by two dots each */
    assert_true(count_dots(raster, 8) > 0);             /* the trail */
    draw_raster_free(raster);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiles_have_their_numbers_and_colours_in_every_size),
        cmocka_unit_test(a_block_of_any_shape_is_filled),
        cmocka_unit_test(what_moved_is_marked_and_still_seen),
        cmocka_unit_test(wide_letters_cover_two_columns),
        cmocka_unit_test(the_walls_of_a_large_maze_are_dots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
