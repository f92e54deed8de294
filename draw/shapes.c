/* The list of shapes, and its JSON. */
#include "draw/shapes.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const char *const kinds[] = {"rect", "circle", "text", "line", "path"};

struct draw_scene *draw_scene_create(void) { return calloc(1, sizeof(struct draw_scene)); }

static void clear_shape(struct draw_shape *shape) {
    free(shape->label);
    free(shape->points);
}

void draw_scene_free(struct draw_scene *scene) {
    if (!scene)
        return;
    for (size_t i = 0; i < scene->count; i++)
        clear_shape(&scene->shapes[i]);
    clear_shape(&scene->spare);
    free(scene->shapes);
    free(scene);
}

static bool make_room(struct draw_scene *scene) {
    if (scene->failed)
        return false;
    if (scene->count < scene->room)
        return true;
    const size_t room = scene->room ? 2 * scene->room : 32;
    struct draw_shape *shapes = realloc(scene->shapes, room * sizeof *shapes);
    if (!shapes)
        return false;
    scene->shapes = shapes;
    scene->room = room;
    return true;
}

struct draw_shape *draw_add(struct draw_scene *scene, enum draw_kind kind, const char *tone, const char *key, ...) {
    if (!make_room(scene)) {
        scene->failed = true;
        clear_shape(&scene->spare);
    }
    struct draw_shape *shape = scene->failed ? &scene->spare : &scene->shapes[scene->count++];
    *shape = (struct draw_shape){.kind = kind, .cell = -1};
    va_list arguments;
    va_start(arguments, key);
    vsnprintf(shape->key, sizeof shape->key, key, arguments);
    va_end(arguments);
    snprintf(shape->tone, sizeof shape->tone, "%s", tone);
    return shape;
}

struct draw_shape *draw_add_rect(struct draw_scene *scene, double x, double y, double w, double h, double round,
                                 const char *tone, const char *key) {
    struct draw_shape *shape = draw_add(scene, DRAW_RECT, tone, "%s", key);
    shape->x = x;
    shape->y = y;
    shape->w = w;
    shape->h = h;
    shape->round = round;
    return shape;
}

struct draw_shape *draw_add_circle(struct draw_scene *scene, double x, double y, double diameter, const char *tone,
                                   const char *key) {
    struct draw_shape *shape = draw_add(scene, DRAW_CIRCLE, tone, "%s", key);
    shape->x = x;
    shape->y = y;
    shape->w = shape->h = diameter;
    return shape;
}

struct draw_shape *draw_add_line(struct draw_scene *scene, double x, double y, double to_x, double to_y,
                                 const char *tone, const char *key) {
    struct draw_shape *shape = draw_add(scene, DRAW_LINE, tone, "%s", key);
    shape->x = x;
    shape->y = y;
    shape->w = to_x - x;
    shape->h = to_y - y;
    return shape;
}

static char *copy(struct draw_scene *scene, const char *text) {
    char *copied = strdup(text);
    if (!copied)
        scene->failed = true;
    return copied;
}

struct draw_shape *draw_add_path(struct draw_scene *scene, double x, double y, const char *points, const char *tone,
                                 const char *key) {
    struct draw_shape *shape = draw_add(scene, DRAW_PATH, tone, "%s", key);
    shape->x = x;
    shape->y = y;
    shape->points = copy(scene, points);
    return shape;
}

/* Characters, those of Chinese and the like counted twice. */
static double width_in_characters(const char *text) {
    double width = 0;
    for (; *text; text++) {
        const unsigned char byte = (unsigned char)*text;
        if ((byte & 0xc0) != 0x80)
            width += byte >= 0xe1 && byte != 0xe2 ? 2 : 1;
    }
    return width;
}

/* The largest letters for so many characters in a row of that width. */
static double fitting(double width, double characters) { return 1.5 * width / (characters + 0.6); }

static const char *next_character(const char *at) {
    do
        at++;
    while (((unsigned char)*at & 0xc0) == 0x80);
    return at;
}

/* A copy of the text. Where its letters would be too small to read, only its begin and its end, with an ellipsis between: names
 * that are long often differ at their end. */
static char *shortened(struct draw_scene *scene, const char *text, double width) {
    static const char ellipsis[] = "\xe2\x80\xa6";
    const double least = 0.19; /* of a cell: letters that can be read */
    const double all = width_in_characters(text), most = fmax(4, 1.5 * width / least - 0.6), at_end = 2;
    if (all <= most)
        return copy(scene, text);
    const char *head = text, *tail = text;
    while (width_in_characters(text) - width_in_characters(next_character(head)) <= most - at_end - 1)
        head = next_character(head);
    while (width_in_characters(tail) > at_end && *next_character(tail))
        tail = next_character(tail);
    const size_t length = (size_t)(head - text), room = length + sizeof ellipsis + strlen(tail);
    char *made = malloc(room);
    if (made)
        snprintf(made, room, "%.*s%s%s", (int)length, text, ellipsis, tail);
    else
        scene->failed = true;
    return made;
}

static void set_label(struct draw_scene *scene, struct draw_shape *shape, const char *text, double size) {
    free(shape->label);
    shape->label = shortened(scene, text, shape->w);
    shape->size = shape->label ? fmin(size, fitting(shape->w, width_in_characters(shape->label))) : size;
}

void draw_label(struct draw_scene *scene, struct draw_shape *shape, const char *text) {
    set_label(scene, shape, text, 0.52 * fmin(shape->h, 1.2));
}

struct draw_shape *draw_add_text(struct draw_scene *scene, double x, double y, double width, double size,
                                 const char *text, const char *tone, const char *key) {
    struct draw_shape *shape = draw_add(scene, DRAW_TEXT, tone, "%s", key);
    shape->x = x;
    shape->y = y;
    shape->w = width;
    shape->h = size;
    set_label(scene, shape, text, size);
    return shape;
}

/* ---- JSON */

static void put_number(struct json *json, const char *key, double number) {
    json_key(json, key);
    json_number(json, fabs(number) < 5e-7 ? 0 : number);
}

static void put_text(struct json *json, const char *key, const char *text) {
    json_key(json, key);
    json_text(json, text);
}

static void put_shape(struct json *json, const struct draw_shape *shape) {
    json_begin(json, '{');
    put_text(json, "kind", kinds[shape->kind]);
    put_text(json, "key", shape->key);
    put_number(json, "x", shape->x);
    put_number(json, "y", shape->y);
    put_number(json, "w", shape->w);
    put_number(json, "h", shape->h);
    put_text(json, "tone", shape->tone);
    if (shape->label) {
        put_text(json, "label", shape->label);
        put_number(json, "size", shape->size);
    }
    if (shape->points)
        put_text(json, "points", shape->points);
    if (shape->cell >= 0) {
        json_key(json, "cell");
        json_count(json, (uint64_t)shape->cell);
    }
    if (shape->round > 0)
        put_number(json, "round", shape->round);
    json_end(json, '}');
}

void draw_scene_json(struct json *json, const struct draw_scene *scene) {
    json_begin(json, '{');
    put_number(json, "width", scene->width);
    put_number(json, "height", scene->height);
    json_key(json, "shapes");
    json_begin(json, '[');
    for (size_t i = 0; i < scene->count; i++)
        put_shape(json, &scene->shapes[i]);
    json_end(json, ']');
    json_end(json, '}');
}
