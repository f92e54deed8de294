/* Dots and letters as escape sequences. Two dots are the upper half block in one colour on another. */
#include "cli/paint.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* In the order of DRAW_TONES. Those of the page in the dark, which are seen on any background. */
static const uint32_t colours[] = {
    0x000000, 0x2b2d32, 0x44474f, 0x858a93, 0x000000, 0x24262a, 0xfb923c, 0xffffff, 0xffa94d, 0x6d717a, 0xffffff,
    0x9a978f, 0x3f78c9, 0xc9701a, 0x3a8a51, 0xcb4740, 0x8460bd, 0x93704d, 0xcf6398, 0x7a828c, 0xc79a12, 0x2b9494,
    0x0c0c0d, 0xf4f2ec, 0xf7f7f2, 0xe6b800, 0xd3322b, 0xf5811f, 0x1c6fd1, 0x1f9d4d,
};
_Static_assert(sizeof colours / sizeof *colours == DRAW_COLOURS, "a colour for each tone");

static bool is_utf8(void) {
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        if (value && *value)
            return strcasestr(value, "utf-8") || strcasestr(value, "utf8");
    }
    return false;
}

enum paint paint_for(int descriptor) {
    const char *no_colour = getenv("NO_COLOR"), *terminal = getenv("TERM"), *depth = getenv("COLORTERM");
    if ((no_colour && *no_colour) || !terminal || strcmp(terminal, "dumb") == 0)
        return PAINT_PLAIN;
    if (!isatty(descriptor) || !is_utf8())
        return PAINT_PLAIN;
    return depth && (strcmp(depth, "truecolor") == 0 || strcmp(depth, "24bit") == 0) ? PAINT_TRUE : PAINT_256;
}

/* The nearest of the 6 x 6 x 6 colours or of the 24 greys that terminals with 256 colours have. */
static unsigned nearest_of_256(uint32_t colour) {
    const int part[3] = {(int)(colour >> 16), (int)(colour >> 8 & 255), (int)(colour & 255)};
    int cube = 0, cube_far = 0, mean = (part[0] + part[1] + part[2]) / 3, grey_far = 0;
    const int grey = mean < 8 ? 0 : mean > 238 ? 23 : (mean - 3) / 10;
    for (int i = 0; i < 3; i++) {
        const int level = part[i] < 48 ? 0 : part[i] < 115 ? 1 : (part[i] - 35) / 40;
        const int shown = level ? 55 + 40 * level : 0;
        cube = 6 * cube + level;
        cube_far += (shown - part[i]) * (shown - part[i]);
        grey_far += (8 + 10 * grey - part[i]) * (8 + 10 * grey - part[i]);
    }
    return (unsigned)(grey_far < cube_far ? 232 + grey : 16 + cube);
}

static void set_colour(FILE *file, bool behind, uint8_t colour, enum paint paint) {
    const uint32_t value = colours[colour];
    if (colour == DRAW_NO_COLOUR)
        fprintf(file, "\033[%dm", behind ? 49 : 39);
    else if (paint == PAINT_TRUE)
        fprintf(file, "\033[%d;2;%u;%u;%um", behind ? 48 : 38, value >> 16, value >> 8 & 255, value & 255);
    else
        fprintf(file, "\033[%d;5;%um", behind ? 48 : 38, nearest_of_256(value));
}

/* Ink on nothing is the terminal's own colour, and on what is light it is dark. */
static uint8_t ink_on(uint8_t ink, uint8_t ground) {
    enum { BLACK = DRAW_FIRST_PALETTE + 10, YELLOW = DRAW_FIRST_PALETTE + 8, WHITE = DRAW_FIRST_PALETTE + 11 };
    if (ink != DRAW_INK_COLOUR)
        return ink;
    if (ground == DRAW_NO_COLOUR)
        return DRAW_NO_COLOUR;
    return ground == YELLOW || ground == WHITE || ground == DRAW_MARK_COLOUR ? BLACK : ink;
}

void paint_row(FILE *file, const struct draw_raster *raster, size_t row, enum paint paint) {
    uint8_t front = DRAW_NO_COLOUR, behind = DRAW_NO_COLOUR;
    for (size_t column = 0; column < raster->columns; column++) {
        const struct draw_glyph *glyph = &raster->glyphs[row * raster->columns + column];
        if (glyph->covered)
            continue;
        const char *letter = glyph->letter;
        uint8_t ink = ink_on(glyph->ink, glyph->bottom), ground = glyph->bottom;
        if (!*letter) {
            const bool same = glyph->top == glyph->bottom, flipped = glyph->top == DRAW_NO_COLOUR;
            letter = same ? " " : flipped ? "▄" : "▀";
            ink = same ? front : flipped ? glyph->bottom : glyph->top;
            ground = flipped ? glyph->top : glyph->bottom;
        }
        if (ground != behind)
            set_colour(file, true, ground, paint);
        if (ink != front)
            set_colour(file, false, ink, paint);
        behind = ground;
        front = ink;
        fputs(letter, file);
    }
    if (front || behind)
        fputs("\033[0m", file);
}

unsigned paint_unit(const struct draw_scene *scene, unsigned most, size_t columns, size_t rows) {
    for (unsigned unit = most; unit >= 2; unit -= 2) {
        size_t wide, high;
        draw_raster_size(scene, unit, &wide, &high);
        if (wide <= columns && high <= rows)
            return unit;
    }
    return 0;
}
