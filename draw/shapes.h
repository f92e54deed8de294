/* Making a scene, shape by shape. When memory is refused the scene is marked and everything else does nothing, so
 * that only the end has to look. */
#ifndef DRAW_SHAPES_H
#define DRAW_SHAPES_H

#include "draw/scene.h"

struct draw_scene *draw_scene_create(void); /* NULL: no memory */

/* A new shape at the end of the list, of which `kind`, `key` and `tone` are set and `cell` is -1; the others are
 * 0. Never NULL: where there is no memory, what is written to it is lost. It is valid until the next one. */
struct draw_shape *draw_add(struct draw_scene *scene, enum draw_kind kind, const char *tone, const char *key, ...)
    __attribute__((format(printf, 4, 5)));

struct draw_shape *draw_add_rect(struct draw_scene *scene, double x, double y, double w, double h, double round,
                                 const char *tone, const char *key);
struct draw_shape *draw_add_circle(struct draw_scene *scene, double x, double y, double diameter, const char *tone,
                                   const char *key);
struct draw_shape *draw_add_line(struct draw_scene *scene, double x, double y, double to_x, double to_y,
                                 const char *tone, const char *key);
/* Text in the middle of x, y; not larger than `size`, and smaller, or shortened, where it would be wider than `width`. */
struct draw_shape *draw_add_text(struct draw_scene *scene, double x, double y, double width, double size,
                                 const char *text, const char *tone, const char *key);
struct draw_shape *draw_add_path(struct draw_scene *scene, double x, double y, const char *points, const char *tone,
                                 const char *key);

/* Puts a label on a shape, as large as fits: about two characters at full height. A long text is shortened. */
void draw_label(struct draw_scene *scene, struct draw_shape *shape, const char *text);

#endif
