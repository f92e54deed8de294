/* Scenes as SVG documents that look right in a browser, in light and in dark. */
#ifndef DRAW_SVG_H
#define DRAW_SVG_H

#include "draw/scene.h"

/* One scene by itself. */
void draw_svg_scene(FILE *file, const struct draw_scene *scene);

/* A solution of an answer as a strip of pictures, each with the number of the step and the move under it, an arrow along which
 * something moved, and what it costs where moves have costs; where one player moves about, one picture with the path, its start and its end marked. false: see *error; what was written is then incomplete. */
bool draw_svg_answer(FILE *file, const fewest_puzzle *puzzle, fewest_answer *answer, size_t solution, fewest_error *error);

/* States one after the other with the moves between them, for the same picture of something else than an answer. */
struct draw_path {
    const void *context;
    size_t length; /* moves; there is one state more */
    const char *(*state)(const void *context, size_t step); /* NULL: no memory */
    const char *(*move)(const void *context, size_t step);
    bool has_cost;
    uint64_t cost;
    uint64_t (*move_cost)(const void *context, size_t step); /* UINT64_MAX: not known; or NULL */
};
bool draw_svg_path(FILE *file, const fewest_puzzle *puzzle, const struct draw_path *path, fewest_error *error);

/* Parts of a document, for others that make one. The style has the colours of all tones: a page that shows several pictures has it
 * once, and a small picture is one of them, `side` dots wide or high. */
void draw_svg_style(FILE *file);
void draw_svg_small(FILE *file, const struct draw_scene *scene, double side, const char *title);
void draw_svg_begin(FILE *file, double width, double height, const char *title);
void draw_svg_text(FILE *file, const char *text); /* with what XML wants escaped */
void draw_svg_shapes(FILE *file, const struct draw_scene *scene);

#endif
