/* Shapes as SVG. The colours are variables of CSS, so that the page in a browser can use the same names. */
#include "draw/svg.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

static const char style[] =
    "svg{--paper:#fbfaf7;--ink:#25231f;--faint:#857f74;--board:#cdc6b8;--cell:#ebe6db;--wall:#5d564b;"
    "--hole:#b9b09e;--goal:#c2410c;--mark:#151412;--path:#d9480f;--line:#a39a88;"
    "--0:#3f78c9;--1:#d9822b;--2:#43945a;--3:#cb4740;--4:#8460bd;--5:#93704d;--6:#cf6398;--7:#7a828c;"
    "--8:#e5bd35;--9:#2b9494;--10:#2d2c2a;--11:#fdfcf8;background:var(--paper);"
    "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','DejaVu Sans',sans-serif}"
    "@media(prefers-color-scheme:dark){svg{--paper:#17181b;--ink:#ecebe7;--faint:#9a978f;--board:#2b2d32;"
    "--cell:#3d4047;--wall:#7d828b;--hole:#24262a;--goal:#fb923c;--mark:#fff;--path:#ffa94d;--line:#6d717a;"
    "--0:#5a93e3;--1:#e39a4b;--2:#5bb174;--3:#e0645d;--4:#a382d8;--5:#b08b66;--6:#e285b3;--7:#929aa5;"
    "--8:#ebc84e;--9:#45b3b3;--10:#0c0c0d;--11:#f4f2ec}}"
    ".tone-board{fill:var(--board)}.tone-cell{fill:var(--cell)}.tone-wall{fill:var(--wall)}"
    ".tone-floor{fill:none}.tone-hole{fill:var(--hole)}.tone-ink{fill:var(--ink)}.tone-faint{fill:var(--faint)}"
    ".grid{stroke:var(--board);stroke-width:1}"
    ".tone-goal{fill:none;stroke:var(--goal);stroke-width:.07}"
    ".tone-mark{fill:none;stroke:var(--mark);stroke-width:.07}"
    ".tone-path{fill:none;stroke:var(--path);stroke-width:.16;stroke-width:var(--trail,.16);stroke-linecap:round;stroke-linejoin:round}"
    ".tone-line{fill:none;stroke:var(--line);stroke-width:.05;stroke-linecap:round}"
    ".tone-0{fill:var(--0)}.tone-1{fill:var(--1)}.tone-2{fill:var(--2)}.tone-3{fill:var(--3)}"
    ".tone-4{fill:var(--4)}.tone-5{fill:var(--5)}.tone-6{fill:var(--6)}.tone-7{fill:var(--7)}"
    ".tone-8{fill:var(--8)}.tone-9{fill:var(--9)}"
    ".tone-10{fill:var(--10);stroke:var(--line);stroke-width:.02}"
    ".tone-11{fill:var(--11);stroke:var(--line);stroke-width:.02}"
    ".tone-sticker-0{fill:#f7f7f2;stroke:#bbb;stroke-width:.02}.tone-sticker-1{fill:#ffd43b}"
    ".tone-sticker-2{fill:#d3322b}.tone-sticker-3{fill:#f5811f}.tone-sticker-4{fill:#1c6fd1}"
    ".tone-sticker-5{fill:#1f9d4d}"
    ".arrow{fill:none;stroke:var(--path);stroke-width:.09;stroke-linecap:round;stroke-linejoin:round}"
    ".end-start{fill:var(--2);stroke:var(--paper);stroke-width:2}.end-goal{fill:var(--goal);stroke:var(--paper);stroke-width:2}"
    ".end-text{fill:#fff;font-weight:700}"
    ".bar{fill:var(--0)}.bar-part{fill:var(--board)}.right{text-anchor:end}"
    "text{text-anchor:middle;fill:var(--ink)}"
    ".label{fill:#fff;font-weight:600}.on-cell,.on-floor,.on-board{fill:var(--ink)}"
    ".on-8,.on-11{fill:#25231f}.caption{font-weight:600}.small{fill:var(--faint)}.left{text-anchor:start}";

/* Whether XML 1.0 allows the character; white space is written as blanks. */
static bool allowed_in_xml(uint32_t code) {
    return (code >= 0x20 && code < 0xd800) || (code >= 0xe000 && code < 0xfffe) || (code >= 0x10000 && code <= 0x10ffff);
}

/* Bytes of the character at `at`, 0 where it is not UTF-8 in its shortest form: a title may be the name of a file. */
static size_t character_length(const char *at, uint32_t *code) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char lead = (unsigned char)*at;
    const size_t length = lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
    *code = length > 1 ? lead & (0x7fu >> length) : lead;
    for (size_t i = 1; i < length; i++) {
        if (((unsigned char)at[i] & 0xc0) != 0x80)
            return 0;
        *code = *code << 6 | ((unsigned char)at[i] & 0x3f);
    }
    return *code < least[length] ? 0 : length;
}

void draw_svg_text(FILE *file, const char *text) {
    uint32_t code;
    for (size_t length; *text; text += length ? length : 1) {
        length = character_length(text, &code);
        if (length == 0 || !allowed_in_xml(code)) {
            fputc(length == 1 && (code == '\t' || code == '\n' || code == '\r') ? ' ' : '?', file);
            continue;
        }
        if (length > 1) {
            fwrite(text, 1, length, file);
            continue;
        }
        switch (*text) {
        case '&': fputs("&amp;", file); break;
        case '<': fputs("&lt;", file); break;
        case '>': fputs("&gt;", file); break;
        case '"': fputs("&quot;", file); break;
        default: fputc(*text, file);
        }
    }
}

/* The light colour of the variable whose name begins at `name`: its first definition. *length is 0 where it is no colour. */
static const char *light_colour(const char *name, size_t *length) {
    const size_t name_length = strcspn(name, ",)");
    const char *at = style;
    *length = 0;
    while ((at = strstr(at, "--")) && (memcmp(at + 2, name, name_length) != 0 || at[2 + name_length] != ':'))
        at += 2;
    if (!at)
        return NULL;
    at += name_length + 3;
    *length = strcspn(at, ";}");
    return at;
}

/* Declarations. Many programs that show pictures know no variables: what has a colour by one has it plainly before, which all others
 * override by what follows. */
static void put_style(FILE *file, const char *rules) {
    for (const char *at = rules; *at;) {
        size_t property = strcspn(at, "{};:"); /* up to what ends it */
        const char *const value = at + property;
        if (strncmp(value, ":var(--", 7) == 0) {
            size_t length;
            const char *colour = light_colour(value + 7, &length);
            if (length)
                fprintf(file, "%.*s:%.*s;", (int)property, at, (int)length, colour);
        }
        property += *value != 0;
        fwrite(at, 1, property, file);
        at += property;
    }
}

void draw_svg_style(FILE *file) {
    put_style(file, style);
}

void draw_svg_begin(FILE *file, double width, double height, const char *title) {
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" "
            "role=\"img\">\n<title>",
            ceil(width), ceil(height), ceil(width), ceil(height));
    draw_svg_text(file, title);
    fputs("</title>\n<style>", file);
    put_style(file, style);
    fprintf(file, "</style>\n<rect width=\"%.0f\" height=\"%.0f\" style=\"", ceil(width), ceil(height));
    put_style(file, "fill:var(--paper)");
    fputs("\"/>\n", file);
}

static void put_label(FILE *file, const struct draw_shape *shape) {
    const bool alone = shape->kind == DRAW_TEXT, rect = shape->kind == DRAW_RECT;
    fprintf(file, "<text x=\"%.4g\" y=\"%.4g\" font-size=\"%.3g\" dy=\".35em\" class=\"%s%s\">",
            shape->x + (rect ? shape->w / 2 : 0), shape->y + (rect ? shape->h / 2 : 0), shape->size,
            alone ? "tone-" : "label on-", shape->tone);
    draw_svg_text(file, shape->label);
    fputs("</text>\n", file);
}

static void put_shape(FILE *file, const struct draw_shape *shape) {
    switch (shape->kind) {
    case DRAW_RECT:
        fprintf(file, "<rect x=\"%.4g\" y=\"%.4g\" width=\"%.4g\" height=\"%.4g\" rx=\"%.4g\"", shape->x, shape->y,
                shape->w, shape->h, shape->round);
        break;
    case DRAW_CIRCLE:
        fprintf(file, "<circle cx=\"%.4g\" cy=\"%.4g\" r=\"%.4g\"", shape->x, shape->y, shape->w / 2);
        break;
    case DRAW_LINE:
        fprintf(file, "<line x1=\"%.4g\" y1=\"%.4g\" x2=\"%.4g\" y2=\"%.4g\"", shape->x, shape->y,
                shape->x + shape->w, shape->y + shape->h);
        break;
    case DRAW_PATH:
        fprintf(file, "<path transform=\"translate(%.4g %.4g)\" d=\"%s\"", shape->x, shape->y, shape->points);
        break;
    case DRAW_TEXT: put_label(file, shape); return;
    }
    fprintf(file, " class=\"tone-%s\"/>\n", shape->tone);
    if (shape->label)
        put_label(file, shape);
}

void draw_svg_shapes(FILE *file, const struct draw_scene *scene) {
    for (size_t i = 0; i < scene->count; i++)
        put_shape(file, &scene->shapes[i]);
}

void draw_svg_scene(FILE *file, const struct draw_scene *scene) {
    const double larger = fmax(scene->width, scene->height), unit = larger > 40 ? fmax(2, 1600 / larger) : 40;
    draw_svg_begin(file, unit * scene->width + 16, unit * scene->height + 16, "state");
    fprintf(file, "<g transform=\"translate(8 8) scale(%.4g)\">\n", unit);
    draw_svg_shapes(file, scene);
    fputs("</g>\n</svg>\n", file);
}

void draw_svg_small(FILE *file, const struct draw_scene *scene, double side, const char *title) {
    const double unit = side / fmax(scene->width, scene->height);
    fprintf(file, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.4g %.4g\" role=\"img\"><title>",
            ceil(unit * scene->width), ceil(unit * scene->height), scene->width, scene->height);
    draw_svg_text(file, title);
    fputs("</title>\n", file);
    draw_svg_shapes(file, scene);
    fputs("</svg>\n", file);
}
