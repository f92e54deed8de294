/* The player: a state at a time, forwards and backwards. Scenes are made when they are shown; the trail of a player
 * needs the states before, so a step back draws the last few hundred again. */
#include "cli/play.h"

#include "cli/paint.h"
#include "cli/screen.h"
#include "cli/terminal.h"
#include "json/memory_file.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NORMAL = 400, FASTEST = 25, SLOWEST = 3200 /* milliseconds a move */, LOOK_BACK = 500, LINES_AROUND = 5 };

struct player {
    struct screen *screen;
    const fewest_puzzle *puzzle;
    struct draw_plan *plan;
    fewest_answer *answer;
    size_t step, length;
    int pause; /* milliseconds between two moves */
    bool playing;
    enum paint paint;
    struct draw_track *track;
    size_t tracked; /* steps that the track has seen: it knows the state before this one */
    struct draw_scene *scene;
};

bool can_play(void) { return isatty(STDIN_FILENO) && paint_for(STDOUT_FILENO) != PAINT_PLAIN; }

static bool see(struct player *player, size_t step) {
    fewest_error error;
    const char *state = fewest_answer_state(player->answer, 0, step);
    draw_scene_free(player->scene);
    player->scene = state ? draw_scene_of(player->plan, state, player->track, &error) : NULL;
    player->tracked = step + 1;
    return player->scene != NULL;
}

static bool pass(struct player *player, size_t step) {
    fewest_error error;
    const char *state = fewest_answer_state(player->answer, 0, step);
    return state && draw_pass(player->plan, state, player->track, &error);
}

/* The scene of the present step. */
static bool look(struct player *player) {
    if (player->scene && player->tracked == player->step + 1)
        return true;
    size_t from = player->step;
    if (player->tracked != player->step || !player->track) {
        draw_track_free(player->track);
        player->track = draw_track_create();
        from = player->step > LOOK_BACK ? player->step - LOOK_BACK : 0;
    }
    bool seen = player->track != NULL;
    for (; seen && from < player->step; from++)
        seen = pass(player, from);
    return seen && see(player, player->step);
}

/* ---- One picture of all: title, board, where we are, what keys there are */

static void put_picture(FILE *file, const struct player *player, size_t columns, size_t rows) {
    const unsigned unit = paint_unit(player->scene, 8, columns, rows);
    struct draw_raster *raster = unit ? draw_raster_create(player->scene, unit) : NULL;
    for (size_t row = 0; raster && row < raster->rows; row++) {
        paint_row(file, raster, row, player->paint);
        fputs("\033[K\n", file);
    }
    draw_raster_free(raster);
    if (raster)
        return;
    /* too large for a picture: the letters of it that fit */
    const char *drawing = fewest_answer_drawing(player->answer, 0, player->step);
    for (size_t row = 0; drawing && *drawing && row < rows; row++) {
        size_t length = strcspn(drawing, "\n"), shown = length;
        while (shown_width(drawing, shown) > columns)
            shown--;
        while (shown > 0 && shown < length && ((unsigned char)drawing[shown] & 0xc0) == 0x80)
            shown--;
        fprintf(file, "%.*s\033[K\n", (int)shown, drawing);
        drawing += length + (drawing[length] == '\n');
    }
}

static void put_line(FILE *file, size_t columns, const char *before, const char *text) {
    size_t length = strlen(text);
    while (shown_width(text, length) > columns)
        length--;
    fprintf(file, "%s%.*s\033[0m\033[K\n", before, (int)length, text);
}

static void put_bar(FILE *file, const struct player *player, size_t columns) {
    const size_t room = columns < 40 ? columns : 40;
    const size_t done = player->length ? player->step * room / player->length : room;
    fputs("\033[36m", file);
    for (size_t i = 0; i < room; i++)
        fputs(i < done ? "━" : i == done ? "╸\033[0m\033[2m" : "─", file);
    fputs("\033[0m\033[K\n", file);
}

static bool show(struct player *player) {
    char line[160];
    size_t columns, rows;
    struct memory_file frame;
    if (!look(player) || !memory_file_open(&frame))
        return false;
    FILE *file = frame.file;
    screen_size(player->screen, &columns, &rows);
    const char *title = fewest_title(player->puzzle);
    put_line(file, columns, "\033[1m", *title ? title : "Solution");
    put_picture(file, player, columns, rows > LINES_AROUND ? rows - LINES_AROUND : 1);
    const char *word = player->step ? fewest_answer_move(player->answer, 0, player->step - 1) : "start";
    snprintf(line, sizeof line, "%zu of %zu  %s%s", player->step, player->length, word ? word : "",
             player->playing ? "" : "  (paused)");
    put_line(file, columns, "\033[1m", line);
    put_bar(file, player, columns);
    put_line(file, columns, "\033[2m", "space play/pause   ←/→ step   Home/End   +/- speed   q end");
    char *text = memory_file_close(&frame);
    if (text)
        screen_show(player->screen, text, frame.length - 1); /* without the last line end, which could scroll */
    free(text);
    return text != NULL;
}

/* ---- Keys */

static void go_to(struct player *player, size_t step, bool playing) {
    player->step = step;
    player->playing = playing;
}

/* false: the end. */
static bool act(struct player *player, enum key key) {
    const size_t step = player->step, last = player->length;
    switch (key) {
    case KEY_END_ALL: return false;
    case KEY_NONE: /* time for the next move */
        if (step < last)
            go_to(player, step + 1, step + 1 < last);
        break;
    case KEY_PLAY: go_to(player, step == last ? 0 : step, !player->playing && last > 0); break;
    case KEY_FORWARD: go_to(player, step < last ? step + 1 : last, false); break;
    case KEY_BACK: go_to(player, step > 0 ? step - 1 : 0, false); break;
    case KEY_FIRST: go_to(player, 0, false); break;
    case KEY_LAST: go_to(player, last, false); break;
    case KEY_FASTER:
        if (player->pause > FASTEST)
            player->pause /= 2;
        break;
    case KEY_SLOWER:
        if (player->pause < SLOWEST)
            player->pause *= 2;
        break;
    case KEY_OTHER: break;
    }
    return true;
}

bool play(const fewest_puzzle *puzzle, fewest_answer *answer) {
    struct player player = {.puzzle = puzzle, .plan = draw_plan_create(puzzle), .answer = answer,
                            .length = fewest_answer_length(answer), .pause = NORMAL,
                            .paint = paint_for(STDOUT_FILENO)};
    player.playing = player.length > 0;
    player.screen = player.plan ? screen_open() : NULL;
    bool shown = player.screen != NULL;
    for (bool more = shown; more && (shown = show(&player));)
        more = act(&player, screen_wait(player.screen, player.playing ? player.pause : -1));
    screen_close(player.screen);
    draw_scene_free(player.scene);
    draw_track_free(player.track);
    draw_plan_free(player.plan);
    return shown;
}
