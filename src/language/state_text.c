/* Text for a plain state. A board may have millions of cells, so a text is measured in one pass
 * over the state and written in a second, by way of a table of what each piece takes. */
#include "language/state_text.h"

#include <string.h>

#include "language/text.h"
#include "space/space.h"

size_t few_values_room(const struct few_puzzle *puzzle) {
    return puzzle->is_string ? (size_t)FEW_MAX_WORDS * 64 : (size_t)puzzle->rows * puzzle->columns + puzzle->var_count;
}

struct width {
    uint32_t bytes, characters;
};

/* How a text is laid out; everything else follows from the state. */
struct layout {
    const struct few_puzzle *puzzle;
    struct width *widths;   /* of each piece */
    uint32_t column;        /* characters that every cell but the last of a row is padded to */
    const char *row, *cell; /* what stands between two rows, two cells, … */
    const char *board, *is, *var; /* … board and vars, a var and its value, two vars */
};

static struct width width_of(const char *text) {
    size_t bytes = strlen(text);
    return (struct width){(uint32_t)bytes,
                          (uint32_t)few_count_characters((struct few_word){text, bytes})};
}

static struct width *measure_pieces(struct few_memory *memory, const struct few_puzzle *puzzle) {
    struct width *widths =
        few_alloc(memory, (puzzle->piece_count + 1) * sizeof *widths); /* never empty */
    for (uint32_t i = 0; widths && i < puzzle->piece_count; i++)
        widths[i] = width_of(puzzle->pieces[i].text);
    return widths;
}

static uint32_t widest_on_board(const struct few_puzzle *puzzle, const struct width *widths) {
    uint32_t widest = 0;
    for (uint32_t i = 0; i < puzzle->board_piece_count; i++)
        if (widths[puzzle->board_pieces[i]].characters > widest)
            widest = widths[puzzle->board_pieces[i]].characters;
    return widest;
}

/* Both passes are this: a pen without paper only counts. */
struct pen {
    char *paper;
    size_t bytes;
};

static inline void put(struct pen *pen, const char *text, size_t bytes) {
    if (pen->paper && bytes == 1) /* by far the most: a call for each would take most of the time */
        pen->paper[pen->bytes] = *text;
    else if (pen->paper && bytes)
        memcpy(pen->paper + pen->bytes, text, bytes);
    pen->bytes += bytes;
}

static inline void put_text(struct pen *pen, const char *text) {
    put(pen, text, strlen(text));
}

static inline void put_padding(struct pen *pen, size_t count) {
    if (pen->paper)
        memset(pen->paper + pen->bytes, ' ', count);
    pen->bytes += count;
}

static void put_cells(struct pen *to, const struct layout *layout, const uint16_t *values,
                      size_t rows, size_t columns) {
    const struct few_piece *const pieces = layout->puzzle->pieces;
    const struct width *const widths = layout->widths;
    const size_t between = strlen(layout->cell), padded = layout->column;
    struct pen pen = *to;
    for (size_t row = 0; row < rows && columns; row++, values += columns) {
        if (row)
            put_text(&pen, layout->row);
        for (size_t column = 0; column < columns; column++) {
            struct width width = widths[values[column]];
            put(&pen, pieces[values[column]].text, width.bytes);
            if (column + 1 == columns)
                break;
            if (width.characters < padded)
                put_padding(&pen, padded - width.characters);
            put(&pen, layout->cell, between);
        }
    }
    *to = pen;
}

static void put_state(struct pen *pen, const struct layout *layout, const uint16_t *values,
                      size_t length) {
    const struct few_puzzle *puzzle = layout->puzzle;
    size_t cells = (size_t)puzzle->rows * puzzle->columns;
    if (puzzle->is_string) {
        put_cells(pen, layout, values, 1, length);
        return;
    }
    put_cells(pen, layout, values, puzzle->rows, puzzle->columns);
    for (uint32_t i = 0; i < puzzle->var_count; i++) {
        if (cells || i)
            put_text(pen, i ? layout->var : layout->board);
        put_text(pen, puzzle->vars[i].name);
        put_text(pen, layout->is);
        put_text(pen, puzzle->pieces[values[cells + i]].text);
    }
}

static char *text_of(struct few_memory *memory, const struct layout *layout, const uint16_t *values,
                     size_t length, size_t *bytes) {
    struct pen pen = {NULL, 0};
    put_state(&pen, layout, values, length);
    *bytes = pen.bytes + 1;
    pen = (struct pen){few_alloc(memory, *bytes), 0};
    if (!pen.paper)
        return NULL;
    put_state(&pen, layout, values, length);
    pen.paper[pen.bytes] = 0;
    return pen.paper;
}

/* Whether some row, written without spaces, is this word, which would be read as something else. */
static bool some_row_is(const struct few_puzzle *puzzle, const uint16_t *values, const char *word) {
    if (width_of(word).characters != puzzle->columns)
        return false;
    for (size_t row = 0; row < puzzle->rows; row++, values += puzzle->columns) {
        const char *rest = word;
        for (size_t column = 0; column < puzzle->columns && rest; column++) {
            const char *piece = puzzle->pieces[values[column]].text;
            size_t bytes = strlen(piece);
            rest = strncmp(rest, piece, bytes) == 0 ? rest + bytes : NULL;
        }
        if (rest)
            return true;
    }
    return false;
}

static bool needs_spaces(const struct few_puzzle *puzzle, const struct width *widths,
                         const uint16_t *values) {
    if (widest_on_board(puzzle, widths) > 1)
        return true;
    if (puzzle->columns < 2)
        return false;
    bool needed = some_row_is(puzzle, values, "and") || some_row_is(puzzle, values, "->");
    for (uint32_t i = 0; i < puzzle->let_count && !needed; i++)
        needed = some_row_is(puzzle, values, puzzle->lets[i].name);
    for (uint32_t i = 0; i < puzzle->var_count && !needed; i++)
        needed = some_row_is(puzzle, values, puzzle->vars[i].name);
    return needed;
}

char *few_state_line(struct few_memory *memory, const struct few_puzzle *puzzle,
                     const uint16_t *values, size_t length, size_t *bytes) {
    struct width *widths = measure_pieces(memory, puzzle);
    if (!widths)
        return NULL;
    bool spaces = !puzzle->is_string && needs_spaces(puzzle, widths, values);
    struct layout layout = {puzzle, widths, 0, " / ", spaces ? " " : "", " and ", " is ", " and "};
    char *text = text_of(memory, &layout, values, length, bytes);
    few_free(memory, widths, (puzzle->piece_count + 1) * sizeof *widths);
    return text;
}

char *few_state_drawing(struct few_memory *memory, const struct few_puzzle *puzzle,
                        const uint16_t *values, size_t length, size_t *bytes) {
    struct width *widths = measure_pieces(memory, puzzle);
    if (!widths)
        return NULL;
    struct layout layout = {puzzle, widths, widest_on_board(puzzle, widths), "\n", " ", "\n",
                            " ",    ", "};
    if (puzzle->is_string) {
        layout.column = 0;
        layout.cell = "";
    }
    char *text = text_of(memory, &layout, values, length, bytes);
    few_free(memory, widths, (puzzle->piece_count + 1) * sizeof *widths);
    return text;
}
