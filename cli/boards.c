/* Boards side by side: rows of blocks, all as wide as the widest, each a heading and a drawing. */
#include "cli/boards.h"

#include "cli/terminal.h"

#include <string.h>

enum { GAP = 3, MOST = 64 /* blocks in a row */, HEADING = 128 };

/* Above the first state stands "start", above the others the number and the word of the move. */
static bool heading(fewest_answer *answer, size_t solution, size_t step, char text[HEADING]) {
    if (step == 0) {
        strcpy(text, "start");
        return true;
    }
    const char *word = fewest_answer_move(answer, solution, step - 1);
    if (word)
        snprintf(text, HEADING, "%zu %s", step, word);
    return word != NULL;
}

/* The line at the front of *text, which is advanced past it. */
static size_t next_line(const char **text, const char **line) {
    size_t length = strcspn(*text, "\n");
    *line = *text;
    *text += length + ((*text)[length] == '\n');
    return length;
}

/* Columns of the widest block; 0: no memory. */
static size_t widest_block(fewest_answer *answer, size_t solution, size_t length) {
    size_t widest = 1;
    for (size_t step = 0; step <= length; step++) {
        char head[HEADING];
        const char *drawing = fewest_answer_drawing(answer, solution, step), *line;
        if (!drawing || !heading(answer, solution, step, head))
            return 0;
        size_t width = shown_width(head, strlen(head));
        if (width > widest)
            widest = width;
        while (*drawing) {
            size_t bytes = next_line(&drawing, &line);
            width = shown_width(line, bytes);
            if (width > widest)
                widest = width;
        }
    }
    return widest;
}

static size_t blocks_in_row(size_t width, size_t pitch) {
    size_t fitting = (width + GAP) / pitch;
    return fitting < 1 ? 1 : fitting > MOST ? MOST : fitting;
}

/* Goes from column *at to `column` and writes the text there: no line ends in spaces. */
static void write_at(FILE *file, size_t *at, size_t column, const char *text, size_t length) {
    while (length > 0 && text[length - 1] == ' ')
        length--;
    if (length == 0)
        return;
    fprintf(file, "%*s", (int)(column - *at), "");
    fwrite(text, 1, length, file);
    *at = column + shown_width(text, length);
}

static bool print_row(FILE *file, fewest_answer *answer, size_t solution, size_t first, size_t count, size_t pitch) {
    const char *rest[MOST];
    size_t at = 0;
    for (size_t i = 0; i < count; i++) {
        char head[HEADING];
        rest[i] = fewest_answer_drawing(answer, solution, first + i);
        if (!rest[i] || !heading(answer, solution, first + i, head))
            return false;
        write_at(file, &at, i * pitch, head, strlen(head));
    }
    fputc('\n', file);
    for (bool more = true; more;) {
        more = false;
        at = 0;
        for (size_t i = 0; i < count; i++) {
            const char *line;
            size_t length = next_line(&rest[i], &line);
            write_at(file, &at, i * pitch, line, length);
            more |= *rest[i] != '\0';
        }
        fputc('\n', file);
    }
    return true;
}

static bool print_plain(FILE *file, fewest_answer *answer, size_t solution, size_t width) {
    size_t length = fewest_answer_solution_length(answer, solution);
    size_t widest = widest_block(answer, solution, length);
    if (widest == 0)
        return false;
    size_t pitch = widest + GAP, in_row = blocks_in_row(width, pitch);
    for (size_t first = 0; first <= length; first += in_row) {
        size_t left = length + 1 - first;
        if (first > 0)
            fputc('\n', file);
        if (!print_row(file, answer, solution, first, left < in_row ? left : in_row, pitch))
            return false;
    }
    return true;
}

/* ---- In colours */

struct painting {
    FILE *file;
    const struct draw_plan *plan;
    fewest_answer *answer;
    size_t solution, length, widest, highest; /* of all pictures */
    unsigned unit;
    enum paint paint;
};

static struct draw_scene *scene_of(const struct painting *painting, size_t step, struct draw_track *track) {
    fewest_error error;
    const char *state = fewest_answer_state(painting->answer, painting->solution, step);
    return state ? draw_scene_of(painting->plan, state, track, &error) : NULL;
}

/* The sizes of all pictures in that unit; false: no memory. */
static bool measure(struct painting *painting) {
    painting->widest = painting->highest = 1;
    for (size_t step = 0; step <= painting->length; step++) {
        char head[HEADING];
        struct draw_scene *scene = scene_of(painting, step, NULL);
        if (!scene || !heading(painting->answer, painting->solution, step, head)) {
            draw_scene_free(scene);
            return false;
        }
        size_t columns, rows, width = shown_width(head, strlen(head));
        draw_raster_size(scene, painting->unit, &columns, &rows);
        draw_scene_free(scene);
        if (width > columns)
            columns = width;
        if (columns > painting->widest)
            painting->widest = columns;
        if (rows > painting->highest)
            painting->highest = rows;
    }
    return true;
}

static void print_pictures(const struct painting *painting, struct draw_raster *const *rasters, size_t first,
                           size_t count) {
    const int pitch = (int)(painting->widest + GAP);
    for (size_t i = 0; i < count; i++) {
        char head[HEADING] = "";
        heading(painting->answer, painting->solution, first + i, head);
        const int room = i + 1 < count ? pitch - (int)shown_width(head, strlen(head)) : 0;
        fprintf(painting->file, "\033[1m%s\033[0m%*s", head, room, "");
    }
    fputc('\n', painting->file);
    for (size_t row = 0; row < painting->highest; row++) {
        for (size_t i = 0; i < count; i++) {
            const bool drawn = row < rasters[i]->rows;
            if (drawn)
                paint_row(painting->file, rasters[i], row, painting->paint);
            if (i + 1 < count)
                fprintf(painting->file, "%*s", pitch - (drawn ? (int)rasters[i]->columns : 0), "");
        }
        fputc('\n', painting->file);
    }
}

static bool print_painted(const struct painting *painting, size_t width) {
    const size_t in_row = blocks_in_row(width, painting->widest + GAP);
    struct draw_track *track = draw_track_create();
    bool done = track != NULL;
    for (size_t first = 0; done && first <= painting->length; first += in_row) {
        struct draw_raster *rasters[MOST] = {0};
        size_t count = 0;
        for (; done && count < in_row && first + count <= painting->length; count += done) {
            struct draw_scene *scene = scene_of(painting, first + count, track);
            rasters[count] = scene ? draw_raster_create(scene, painting->unit) : NULL;
            draw_scene_free(scene);
            done = rasters[count] != NULL;
        }
        if (first > 0)
            fputc('\n', painting->file);
        if (done)
            print_pictures(painting, rasters, first, count);
        for (size_t i = 0; i < count; i++)
            draw_raster_free(rasters[i]);
    }
    draw_track_free(track);
    return done;
}

bool print_boards(FILE *file, const fewest_puzzle *puzzle, fewest_answer *answer, size_t solution, size_t width,
                  enum paint paint) {
    if (paint == PAINT_PLAIN)
        return print_plain(file, answer, solution, width);
    struct draw_plan *plan = draw_plan_create(puzzle);
    struct painting painting = {.file = file, .plan = plan, .answer = answer, .solution = solution,
                                .length = fewest_answer_solution_length(answer, solution), .paint = paint};
    bool done = plan != NULL;
    for (painting.unit = 4; done && painting.unit >= 2; painting.unit -= 2) {
        done = measure(&painting);
        if (done && painting.widest <= width)
            break;
    }
    if (done)
        done = painting.unit >= 2 ? print_painted(&painting, width) : print_plain(file, answer, solution, width);
    draw_plan_free(plan);
    return done;
}
