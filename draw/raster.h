/* A scene in the characters of a terminal: each is two dots, one above the other, or a letter on one colour. */
#ifndef DRAW_RASTER_H
#define DRAW_RASTER_H

#include "draw/scene.h"

/* Colours by number: the tones of a scene, in this order. */
#define DRAW_TONES(X)                                                                                             \
    X("none") X("board") X("cell") X("wall") X("floor") X("hole") X("goal") X("mark") X("path") X("line") X("ink") \
    X("faint") X("0") X("1") X("2") X("3") X("4") X("5") X("6") X("7") X("8") X("9") X("10") X("11")               \
    X("sticker-0") X("sticker-1") X("sticker-2") X("sticker-3") X("sticker-4") X("sticker-5")

enum { DRAW_NO_COLOUR = 0, DRAW_MARK_COLOUR = 7, DRAW_INK_COLOUR = 10, DRAW_FIRST_PALETTE = 12, DRAW_COLOURS = 30 };

struct draw_glyph {
    uint8_t top, bottom; /* colours of the two dots */
    uint8_t ink;         /* colour of the letter */
    bool covered;        /* by the letter before it, which is two columns wide */
    char letter[8];      /* one character; "": there are only the dots */
};

struct draw_raster {
    size_t columns, rows;
    struct draw_glyph *glyphs; /* row by row */
};

/* `unit` columns, an even number, and half as many rows for each cell. NULL: no memory. */
struct draw_raster *draw_raster_create(const struct draw_scene *scene, unsigned unit);
void draw_raster_free(struct draw_raster *raster);

/* How large it would be. */
void draw_raster_size(const struct draw_scene *scene, unsigned unit, size_t *columns, size_t *rows);

#endif
