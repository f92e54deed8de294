/* A solution as one document: a strip of pictures in rows, or one picture with the path. */
#include "draw/svg.h"
#include "draw/track.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 1180, EDGE = 24, HEAD = 64, GAP = 26, CAPTION = 44, AREA = 28500, WIDEST_CAPTION = 260 };

static const double letter = 0.6, title_size = 20; /* how wide a letter is, as a part of its size */

/* A path, and what its pictures need. */
struct strip {
    const struct draw_plan *plan;
    const struct draw_path *path;
    size_t length;
    double width, height; /* of the largest scene */
    bool has_walker;      /* one player moves about */
    struct draw_scene *last; /* of the last state */
};

static const char *state_of_step(const struct strip *strip, size_t step, fewest_error *error) {
    const char *state = strip->path->state(strip->path->context, step);
    if (!state)
        *error = (fewest_error){.status = FEWEST_SYSTEM, .message = "there is not enough memory", .text = "there is not enough memory"};
    return state;
}

static struct draw_scene *scene_of_step(const struct strip *strip, size_t step, struct draw_track *track,
                                        fewest_error *error) {
    const char *state = state_of_step(strip, step, error);
    return state ? draw_scene_of(strip->plan, state, track, error) : NULL;
}

/* The first look at all states: how large they are, and whether there is one walker. Only strings change their size; of other
 * puzzles just the last state is drawn, with the trail that led there if it is one. */
static bool measure(struct strip *strip, fewest_error *error) {
    struct draw_track *track = draw_track_create();
    bool done = track != NULL;
    for (size_t step = 0; done && step <= strip->length; step++) {
        const char *state = state_of_step(strip, step, error);
        if (state && step < strip->length && !strip->plan->parts.is_string) {
            done = draw_pass(strip->plan, state, track, error);
            continue;
        }
        draw_scene_free(strip->last);
        strip->last = state ? draw_scene_of(strip->plan, state, track, error) : NULL;
        done = strip->last != NULL;
        if (!done)
            break;
        strip->width = fmax(strip->width, strip->last->width);
        strip->height = fmax(strip->height, strip->last->height);
    }
    strip->has_walker = done && draw_track_has_walker(strip->plan, track);
    draw_track_free(track);
    return done;
}

/* The title has room, too, unless it is very long. */
static void write_head(FILE *file, const struct strip *strip, double width, double height) {
    const char *title = fewest_title(strip->plan->puzzle);
    const double wanted = 2 * EDGE + fmax(212, letter * title_size * (double)strlen(title));
    draw_svg_begin(file, fmax(width, fmin(wanted, PAGE)), height, *title ? title : "solution");
    fprintf(file, "<text x=\"%d\" y=\"30\" font-size=\"%.0f\" dy=\".35em\" class=\"caption left\">", EDGE, title_size);
    draw_svg_text(file, *title ? title : "Solution");
    fprintf(file, "</text>\n<text x=\"%d\" y=\"52\" font-size=\"13\" dy=\".35em\" class=\"small left\">%zu move%s", EDGE, strip->length,
            strip->length == 1 ? "" : "s");
    if (strip->length && strip->path->has_cost)
        fprintf(file, " of cost %llu", (unsigned long long)strip->path->cost);
    fputs("</text>\n", file);
}

/* Room for the longest caption in small letters. */
static double caption_width(const struct strip *strip) {
    size_t longest = strlen("start");
    for (size_t step = 0; step < strip->length; step++) {
        const char *word = strip->path->move(strip->path->context, step);
        longest = word && strlen(word) > longest ? strlen(word) : longest;
    }
    return fmin(WIDEST_CAPTION, 10 * letter * (double)longest);
}

/* The number of the step and, where moves have costs, what it cost and what all did so far. */
static void write_number(FILE *file, const struct strip *strip, size_t step, double x, double y, uint64_t *spent) {
    const struct draw_path *path = strip->path;
    const uint64_t cost = step && path->has_cost && path->move_cost ? path->move_cost(path->context, step - 1) : UINT64_MAX;
    fprintf(file, "<text x=\"%.1f\" y=\"%.1f\" font-size=\"11\" dy=\".35em\" class=\"small\">%zu", x, y, step);
    if (cost != UINT64_MAX) {
        *spent += cost;
        fprintf(file, ": cost %llu, %llu in all", (unsigned long long)cost, (unsigned long long)*spent);
    }
    fputs("</text>\n", file);
}

static void write_caption(FILE *file, const struct strip *strip, size_t step, double x, double y, double width, uint64_t *spent) {
    const char *word = step ? strip->path->move(strip->path->context, step - 1) : "start";
    double size = 14;
    if (word && (double)strlen(word) * size * letter > width)
        size = fmax(7, width / ((double)strlen(word) * letter));
    fprintf(file, "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%.3g\" dy=\".35em\" class=\"caption\">", x, y + 12, size);
    draw_svg_text(file, word ? word : "");
    fputs("</text>\n", file);
    write_number(file, strip, step, x, y + 29, spent);
}

/* The middle of a shape that may move: not of what lies under the things of a board, nor of a sign on them. */
static bool middle_of(const struct draw_shape *shape, double *x, double *y) {
    static const char *const still[] = {"board", "cell", "wall", "floor", "hole", "goal", "mark", "path", "line", "faint"};
    for (size_t i = 0; i < sizeof still / sizeof *still; i++)
        if (strcmp(shape->tone, still[i]) == 0)
            return false;
    const bool rect = shape->kind == DRAW_RECT;
    *x = shape->x + (rect ? shape->w / 2 : shape->kind == DRAW_PATH ? shape->w / 2 : 0);
    *y = shape->y + (rect ? shape->h / 2 : shape->kind == DRAW_PATH ? shape->h / 2 : 0);
    return shape->kind != DRAW_TEXT && shape->kind != DRAW_LINE;
}

static const struct draw_shape *shape_of(const struct draw_scene *scene, const char *key) {
    for (size_t i = 0; i < scene->count; i++)
        if (strcmp(scene->shapes[i].key, key) == 0)
            return &scene->shapes[i];
    return NULL;
}

struct arrow {
    double x, y, to_x, to_y;
};

enum { MOST_ARROWS = 4 /* more things at once do not say more */, MOST_SHAPES = 4000 };

/* Along what moved between two pictures; 0 where it was too much. */
static size_t find_arrows(const struct draw_scene *before, const struct draw_scene *scene, struct arrow *arrows) {
    size_t count = 0;
    for (size_t i = 0; i < scene->count && scene->count <= MOST_SHAPES; i++) {
        struct arrow arrow;
        const struct draw_shape *shape = &scene->shapes[i];
        if (!middle_of(shape, &arrow.to_x, &arrow.to_y))
            continue;
        const struct draw_shape *was = shape_of(before, shape->key);
        if (!was || was->w != shape->w || was->h != shape->h || !middle_of(was, &arrow.x, &arrow.y))
            continue; /* what grows, as water in a jug, does not move */
        if (hypot(arrow.to_x - arrow.x, arrow.to_y - arrow.y) < 0.3)
            continue;
        if (count == MOST_ARROWS)
            return 0;
        arrows[count++] = arrow;
    }
    return count;
}

/* From where a thing was into where it is. */
static void write_arrows(FILE *file, const struct draw_scene *before, const struct draw_scene *scene) {
    struct arrow arrows[MOST_ARROWS];
    const size_t count = before ? find_arrows(before, scene, arrows) : 0;
    for (size_t i = 0; i < count; i++) {
        const struct arrow *arrow = &arrows[i];
        const double length = hypot(arrow->to_x - arrow->x, arrow->to_y - arrow->y), head = 0.16;
        const double dx = (arrow->to_x - arrow->x) / length, dy = (arrow->to_y - arrow->y) / length;
        const double x = arrow->to_x - 0.4 * dx, y = arrow->to_y - 0.4 * dy; /* the tip: letters in the middle stay free */
        fprintf(file, "<path d=\"M%.3g %.3gL%.3g %.3gM%.3g %.3gL%.3g %.3gL%.3g %.3g\" class=\"arrow\"/>\n", arrow->x, arrow->y, x, y,
                x - head * (dx + dy), y - head * (dy - dx), x, y, x - head * (dx - dy), y - head * (dy + dx));
    }
}

static bool write_strip(FILE *file, const struct strip *strip, fewest_error *error) {
    /* all take about the same area, whatever their form */
    const double unit = fmax(12, fmin(fmin(44, 300 / strip->width), sqrt(AREA / (strip->width * strip->height))));
    const double width = fmax(fmax(unit * strip->width, 64), caption_width(strip)) + GAP, height = unit * strip->height + CAPTION + GAP / 2.0;
    const size_t fitting = (size_t)((PAGE - 2 * EDGE + GAP) / width), frames = strip->length + 1;
    const size_t across = fitting < 1 ? 1 : fitting < frames ? fitting : frames;
    const size_t rows = (frames + across - 1) / across;
    struct draw_track *track = draw_track_create();
    const double whole = 2 * EDGE + width * (double)across - GAP;
    write_head(file, strip, whole, HEAD + height * (double)rows + EDGE / 2.0);
    size_t step = 0;
    uint64_t spent = 0;
    struct draw_scene *before = NULL;
    for (; track && step < frames; step++) {
        struct draw_scene *scene = scene_of_step(strip, step, track, error);
        if (!scene)
            break;
        const double x = EDGE + width * (double)(step % across), y = HEAD + 6 + height * (double)(step / across);
        const double middle = x + (width - GAP) / 2;
        fprintf(file, "<g transform=\"translate(%.2f %.2f) scale(%.5g)\">\n", middle - unit * scene->width / 2,
                y + unit * (strip->height - scene->height), unit);
        draw_svg_shapes(file, scene);
        write_arrows(file, strip->plan->parts.is_string ? NULL : before, scene);
        fputs("</g>\n", file);
        write_caption(file, strip, step, middle, y + unit * strip->height, width - 6, &spent);
        draw_scene_free(before);
        before = scene;
    }
    fputs("</svg>\n", file);
    draw_scene_free(before);
    draw_track_free(track);
    return step == frames;
}

/* Where the path begins and where it ends, in dots of the screen so that both are seen on the largest maze: a disc with an S, a ring with a G. */
static void write_ends(FILE *file, const struct strip *strip, double unit) {
    const struct draw_shape *trail = NULL;
    for (size_t i = 0; i < strip->last->count; i++)
        if (strcmp(strip->last->shapes[i].key, "trail") == 0)
            trail = &strip->last->shapes[i];
    const char *at = trail ? trail->points : NULL;
    if (!at)
        return;
    for (int end = 0; end < 2; end++) {
        const char *point = end ? strrchr(at, 'L') : at;
        char *rest = NULL;
        if (!point)
            continue; /* of no moves there is one mark */
        const double x = trail->x + strtod(point + 1, &rest), y = trail->y + strtod(rest + (*rest == ','), NULL);
        const double dot_x = EDGE + unit * x, dot_y = HEAD + unit * y, radius = fmax(9, 0.3 * unit);
        fprintf(file, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"%.3g\" class=\"end-%s\"/>\n"
                "<text x=\"%.2f\" y=\"%.2f\" font-size=\"%.3g\" dy=\".35em\" class=\"end-text\">%s</text>\n",
                dot_x, dot_y, radius, end ? "goal" : "start", dot_x, dot_y, 1.2 * radius, end ? "G" : "S");
    }
}

static void write_trail(FILE *file, const struct strip *strip) {
    const double larger = fmax(strip->width, strip->height);
    const double unit = larger <= 24 ? 40 : fmax(1, 960 / larger);
    write_head(file, strip, 2 * EDGE + unit * strip->width, HEAD + unit * strip->height + EDGE);
    fprintf(file, "<g transform=\"translate(%d %d) scale(%.5g)\" style=\"--trail:%.3g\">\n", EDGE, HEAD, unit,
            fmax(0.16, fmin(1, 3 / unit))); /* three dots of the screen at least */
    draw_svg_shapes(file, strip->last);
    fputs("</g>\n", file);
    write_ends(file, strip, unit);
    fputs("</svg>\n", file);
}

/* Every state is written out as text on the way: that must not be too much. */
static bool is_too_much(const struct strip *strip, fewest_error *error) {
    const double most = 4e8;
    if ((double)strip->plan->cells * (double)(strip->length + 1) <= most)
        return false;
    *error = (fewest_error){.status = FEWEST_SYSTEM};
    snprintf(error->message, sizeof error->message, "%zu states of %zu cells are too many to draw", strip->length + 1,
             strip->plan->cells);
    snprintf(error->text, sizeof error->text, "%s", error->message);
    return true;
}

bool draw_svg_path(FILE *file, const fewest_puzzle *puzzle, const struct draw_path *path, fewest_error *error) {
    struct draw_plan *plan = draw_plan_create(puzzle);
    struct strip strip = {.plan = plan, .path = path, .length = path->length};
    *error = (fewest_error){.status = FEWEST_SYSTEM, .message = "there is not enough memory", .text = "there is not enough memory"};
    bool done = plan && !is_too_much(&strip, error) && measure(&strip, error);
    if (done && strip.has_walker)
        write_trail(file, &strip);
    else
        done = done && write_strip(file, &strip, error);
    draw_scene_free(strip.last);
    draw_plan_free(plan);
    return done;
}

/* A solution of an answer as a path. */
struct solution {
    const fewest_answer *answer;
    size_t number;
};

static const char *state_of(const void *context, size_t step) {
    const struct solution *solution = context;
    return fewest_answer_state(solution->answer, solution->number, step);
}

static const char *move_of(const void *context, size_t step) {
    const struct solution *solution = context;
    return fewest_answer_move(solution->answer, solution->number, step);
}

static uint64_t cost_of(const void *context, size_t step) {
    const struct solution *solution = context;
    return fewest_answer_move_cost(solution->answer, solution->number, step);
}

bool draw_svg_answer(FILE *file, const fewest_puzzle *puzzle, fewest_answer *answer, size_t number, fewest_error *error) {
    const struct solution solution = {answer, number};
    const struct draw_path path = {.context = &solution, .length = fewest_answer_solution_length(answer, number), .state = state_of,
                                   .move = move_of, .move_cost = cost_of, .has_cost = fewest_answer_has_costs(answer), .cost = fewest_answer_cost(answer)};
    return draw_svg_path(file, puzzle, &path, error);
}
