/* Painting shapes as dots. A dot belongs to a shape if its middle is inside; outlines are the dots inside whose
 * neighbours are outside. */
#include "draw/raster.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NAME(name) name,
static const char *const tones[] = {DRAW_TONES(NAME)};
#undef NAME
_Static_assert(sizeof tones / sizeof *tones == DRAW_COLOURS, "a number for each tone");

enum { FINE = 6 /* dots a cell: with fewer, lines are in the way */, ROOMY = 5 /* dots: outlines hide what is smaller */ };

struct canvas {
    struct draw_raster *raster;
    double unit; /* dots a cell, in both directions */
    size_t width, height; /* in dots */
};

static uint8_t colour_of(const char *tone) {
    uint8_t colour = 0;
    while (colour < DRAW_COLOURS - 1 && strcmp(tones[colour], tone) != 0)
        colour++;
    return strcmp(tone, "floor") == 0 ? DRAW_NO_COLOUR : colour;
}

void draw_raster_size(const struct draw_scene *scene, unsigned unit, size_t *columns, size_t *rows) {
    *columns = (size_t)ceil(scene->width * unit - 0.2);
    *rows = (size_t)ceil((scene->height * unit - 0.2) / 2);
}

static void set_dot(const struct canvas *canvas, long x, long y, uint8_t colour) {
    if (x < 0 || y < 0 || (size_t)x >= canvas->width || (size_t)y >= canvas->height)
        return;
    struct draw_glyph *glyph = &canvas->raster->glyphs[(size_t)y / 2 * canvas->raster->columns + (size_t)x];
    *(y % 2 ? &glyph->bottom : &glyph->top) = colour;
}

/* Whether the middle of a dot is inside a rect or circle. */
static bool inside(const struct canvas *canvas, const struct draw_shape *shape, long x, long y) {
    const double at_x = ((double)x + 0.5) / canvas->unit, at_y = ((double)y + 0.5) / canvas->unit;
    if (shape->kind == DRAW_RECT)
        return at_x >= shape->x && at_x < shape->x + shape->w && at_y >= shape->y && at_y < shape->y + shape->h;
    const double dx = at_x - shape->x, dy = at_y - shape->y, radius = shape->w / 2 + 0.03;
    return dx * dx + dy * dy <= radius * radius;
}

enum fill { FILLED, OUTLINED, UNDERLINED };

static void paint_area(const struct canvas *canvas, const struct draw_shape *shape, uint8_t colour, enum fill fill) {
    const bool rect = shape->kind == DRAW_RECT;
    const double left = rect ? shape->x : shape->x - shape->w / 2, top = rect ? shape->y : shape->y - shape->w / 2;
    const long x0 = (long)(left * canvas->unit) - 1, x1 = (long)ceil((left + shape->w) * canvas->unit) + 1;
    const long y0 = (long)(top * canvas->unit) - 1, y1 = (long)ceil((top + (rect ? shape->h : shape->w)) * canvas->unit) + 1;
    for (long y = y0; y <= y1; y++) {
        for (long x = x0; x <= x1; x++) {
            if (!inside(canvas, shape, x, y))
                continue;
            const bool below = inside(canvas, shape, x, y + 1);
            const bool edge = !below || !inside(canvas, shape, x, y - 1) || !inside(canvas, shape, x - 1, y)
                || !inside(canvas, shape, x + 1, y);
            if (fill == FILLED || (fill == OUTLINED && edge) || (fill == UNDERLINED && !below))
                set_dot(canvas, x, y, colour);
        }
    }
}

static void paint_line(const struct canvas *canvas, double x, double y, double to_x, double to_y, uint8_t colour) {
    const double length = fmax(fabs(to_x - x), fabs(to_y - y)) * canvas->unit;
    const long steps = (long)ceil(length);
    for (long i = 0; i <= steps; i++) {
        const double part = steps ? (double)i / (double)steps : 0;
        set_dot(canvas, (long)((x + (to_x - x) * part) * canvas->unit), (long)((y + (to_y - y) * part) * canvas->unit),
                colour);
    }
}

/* The next corner of the outline of a block, …Qx y to_x to_y…; false: there is none. */
static bool next_corner(const char **at, double *x, double *y) {
    char *end;
    *at += strcspn(*at, "Q");
    if (!**at)
        return false;
    *x = strtod(*at + 1, &end);
    *y = strtod(end, &end);
    *at = end;
    return true;
}

/* Whether the middle of a dot is inside an outline: a line to the left crosses it an odd number of times. */
static bool inside_outline(const struct canvas *canvas, const struct draw_shape *shape, long x, long y) {
    const double at_x = ((double)x + 0.5) / canvas->unit - shape->x, at_y = ((double)y + 0.5) / canvas->unit - shape->y;
    const char *at = shape->points;
    double first_x = 0, first_y = 0, next_x, next_y;
    bool in = false, more = next_corner(&at, &first_x, &first_y);
    double last_x = first_x, last_y = first_y;
    while (more) {
        more = next_corner(&at, &next_x, &next_y);
        if (!more) {
            next_x = first_x;
            next_y = first_y;
        }
        in ^= (last_y <= at_y) != (next_y <= at_y) && last_x < at_x; /* its sides are upright or level */
        last_x = next_x;
        last_y = next_y;
    }
    return in;
}

static void paint_outline(const struct canvas *canvas, const struct draw_shape *shape, uint8_t colour, bool only_edge) {
    for (long y = 0; y < (long)canvas->height; y++) {
        for (long x = 0; x < (long)canvas->width; x++) {
            if (!inside_outline(canvas, shape, x, y))
                continue;
            const bool edge = !inside_outline(canvas, shape, x, y + 1) || !inside_outline(canvas, shape, x, y - 1) ||
                              !inside_outline(canvas, shape, x - 1, y) || !inside_outline(canvas, shape, x + 1, y);
            if (!only_edge || edge)
                set_dot(canvas, x, y, colour);
        }
    }
}

/* Paths are those of board.c: the walls of a large board, a trail, blocks, and things of which the middle must do. */
static void paint_path(const struct canvas *canvas, const struct draw_shape *shape, uint8_t colour) {
    char *at = shape->points;
    if (strcmp(shape->key, "walls") == 0) {
        while (*at == 'M') { /* Mx yhWIDTHv1h-WIDTHz */
            struct draw_shape wall = {.kind = DRAW_RECT, .h = 1};
            wall.x = strtod(at + 1, &at);
            wall.y = strtod(at, &at);
            wall.w = strtod(at + 1, &at);
            paint_area(canvas, &wall, colour, FILLED);
            at += strcspn(at, "z");
            at += *at == 'z';
        }
    } else if (strcmp(shape->key, "trail") == 0) {
        for (double x = 0, y = 0, last_x, last_y; *at;) { /* Mx yLx y… */
            const bool line = *at == 'L';
            last_x = x;
            last_y = y;
            x = strtod(at + 1, &at);
            y = strtod(at, &at);
            if (line)
                paint_line(canvas, last_x, last_y, x, y, colour);
        }
    } else if (shape->w > 0) {
        const bool mark = colour == DRAW_MARK_COLOUR;
        if (!mark || canvas->unit >= ROOMY)
            paint_outline(canvas, shape, colour, mark);
    } else if (colour >= DRAW_FIRST_PALETTE) {
        struct draw_shape disc = {.kind = DRAW_CIRCLE, .x = shape->x, .y = shape->y, .w = 0.64};
        paint_area(canvas, &disc, colour, FILLED);
    }
}

/* ---- Letters */

static size_t character_length(const char *at) {
    size_t length = 1;
    while (((unsigned char)at[length] & 0xc0) == 0x80)
        length++;
    return length;
}

static size_t character_width(const char *at) {
    const unsigned char lead = (unsigned char)*at;
    return (lead >= 0xe3 && lead <= 0xed) || lead >= 0xf0 ? 2 : 1; /* Chinese, Japanese, Korean, pictures */
}

static void paint_label(const struct canvas *canvas, const struct draw_shape *shape) {
    const bool rect = shape->kind == DRAW_RECT, alone = shape->kind == DRAW_TEXT;
    const double x = shape->x + (rect ? shape->w / 2 : 0), y = shape->y + (rect ? shape->h / 2 : 0);
    long width = 0;
    for (const char *at = shape->label; *at; at += character_length(at))
        width += (long)character_width(at);
    const uint8_t own = colour_of(shape->tone);
    const uint8_t ink = alone ? own : DRAW_INK_COLOUR;
    const long row = (long)(y * canvas->unit / 2);
    long column = lround(x * canvas->unit - (double)width / 2);
    for (const char *at = shape->label; *at; at += character_length(at)) {
        const size_t length = character_length(at), wide = character_width(at);
        if (column >= 0 && (size_t)column + wide <= canvas->raster->columns && row >= 0
            && (size_t)row < canvas->raster->rows && length < sizeof canvas->raster->glyphs->letter) {
            struct draw_glyph *glyph = &canvas->raster->glyphs[(size_t)row * canvas->raster->columns + (size_t)column];
            memcpy(glyph->letter, at, length);
            glyph->letter[length] = '\0';
            glyph->ink = ink;
            /* a letter stands on one colour: that of its shape */
            if (!alone)
                glyph->top = glyph->bottom = own;
            if (wide == 2)
                glyph[1].covered = true;
        }
        column += (long)wide;
    }
}

static void paint(const struct canvas *canvas, const struct draw_shape *shape) {
    const uint8_t colour = colour_of(shape->tone);
    const bool mark = strcmp(shape->tone, "mark") == 0, goal = strcmp(shape->tone, "goal") == 0;
    const bool coarse = canvas->unit < FINE, circle = shape->kind == DRAW_CIRCLE;
    const double left = circle ? shape->x - shape->w / 2 : shape->x, top = circle ? shape->y - shape->w / 2 : shape->y;
    switch (shape->kind) {
    case DRAW_RECT:
    case DRAW_CIRCLE:
        if (colour == DRAW_NO_COLOUR)
            break;
        if (mark && fmin(shape->w, shape->h) * canvas->unit < ROOMY) /* a little smaller, so that it keeps to what it marks */
            paint_area(canvas, &(struct draw_shape){.kind = DRAW_RECT, .x = left + 0.05, .y = top + 0.05,
                                                    .w = shape->w - 0.1, .h = shape->h - 0.1}, colour, UNDERLINED);
        else
            paint_area(canvas, shape, colour, mark || goal ? OUTLINED : FILLED);
        break;
    case DRAW_LINE:
        if (!coarse)
            paint_line(canvas, shape->x, shape->y, shape->x + shape->w, shape->y + shape->h, colour);
        break;
    case DRAW_PATH: paint_path(canvas, shape, colour); break;
    case DRAW_TEXT: break;
    }
    if (shape->label)
        paint_label(canvas, shape);
}

struct draw_raster *draw_raster_create(const struct draw_scene *scene, unsigned unit) {
    struct draw_raster *raster = calloc(1, sizeof *raster);
    if (!raster)
        return NULL;
    draw_raster_size(scene, unit, &raster->columns, &raster->rows);
    raster->glyphs = calloc(raster->columns * raster->rows + 1, sizeof *raster->glyphs);
    if (!raster->glyphs) {
        free(raster);
        return NULL;
    }
    const struct canvas canvas = {raster, unit, raster->columns, 2 * raster->rows};
    for (size_t i = 0; i < scene->count; i++)
        paint(&canvas, &scene->shapes[i]);
    return raster;
}

void draw_raster_free(struct draw_raster *raster) {
    if (!raster)
        return;
    free(raster->glyphs);
    free(raster);
}
