/* Drawings and patterns: rows of cells, each cell a word or a character of a word.
 *
 * The plain case, characters that are pieces, is one table look-up a cell. Whatever else a word holds (names
 * that must be noted, characters beyond ASCII, mistakes) makes that word be read again, slowly. */
#include "language/drawing.h"

#include <string.h>

#include "language/diagnose.h"
#include "language/explain.h"
#include "language/floor.h"
#include "language/rest.h"
#include "language/sum.h"

enum { FIRST_ROOM = 256 };

/* State of one reading. */
struct drawing {
    struct few_reader *reader;
    struct few_sketch *sketch;
    size_t stored;    /* cells in the scratch */
    size_t limit;     /* cells of the board */
    unsigned plain;   /* what may stand in a cell without a closer look, FEW_CELL_… */
    size_t row_cells; /* cells of the row so far */
    struct few_word row_first, row_last;
};

bool few_is_on_board(const struct few_reader *reader, struct few_word word) {
    uint32_t found = few_find_word(reader, word);
    return found != FEW_NO_WORD && found & FEW_WORD_ON_BOARD;
}

bool few_is_made_of_cells(const struct few_reader *reader, struct few_word word) {
    for (const char *at = word.text; at < word.text + word.length; at += few_character_length(at))
        if (*at != '_' && !few_is_on_board(reader, (struct few_word){at, few_character_length(at)}))
            return false;
    return true;
}

bool few_reserve_scratch(struct few_reader *reader, size_t cells) {
    const size_t size = sizeof *reader->scratch;
    if (cells <= reader->scratch_capacity)
        return true;
    few_code *grown = few_resize(reader->memory, reader->scratch, reader->scratch_capacity * size, cells * size);
    if (!grown)
        return few_fail_memory(reader->error);
    reader->scratch = grown;
    reader->scratch_capacity = cells;
    return true;
}

/* Room for `more` cells. Grows by doubling, but hardly beyond what the board can hold. */
static bool make_room(struct drawing *drawing, size_t more) {
    struct few_reader *reader = drawing->reader;
    size_t needed = drawing->stored + more, capacity = reader->scratch_capacity;
    if (needed <= capacity)
        return true;
    size_t doubled = capacity ? 2 * capacity : FIRST_ROOM;
    size_t enough = drawing->limit < SIZE_MAX - FIRST_ROOM ? drawing->limit + FIRST_ROOM : SIZE_MAX;
    if (doubled > enough)
        doubled = enough;
    if (doubled < needed)
        doubled = needed;
    return few_reserve_scratch(reader, doubled);
}

static bool end_row(struct drawing *drawing) {
    struct few_sketch *sketch = drawing->sketch;
    struct few_word place = few_span(drawing->row_first, drawing->row_last);
    sketch->rows++;
    if (sketch->rows == 1) {
        sketch->columns = drawing->row_cells;
        sketch->first_row = place;
    } else if (sketch->columns != drawing->row_cells) {
        return few_mistake(drawing->reader, place, "row %zu of the %s has %zu cell%s, but row 1 has %zu",
                           sketch->rows, sketch->what, drawing->row_cells, drawing->row_cells == 1 ? "" : "s",
                           sketch->columns);
    }
    drawing->row_cells = 0;
    return true;
}

/* Checks that something declared may stand in this drawing, and notes names. */
static bool accept(struct drawing *drawing, few_code code, struct few_word word) {
    const struct few_sketch *sketch = drawing->sketch;
    unsigned kind = code == FEW_CODE_ANY ? FEW_CELL_BLANK
        : !few_code_is_name(code)        ? FEW_CELL_PIECE
        : few_is_rest(drawing->reader, few_code_index(code)) ? FEW_CELL_REST
                                         : FEW_CELL_NAME;
    if (kind == FEW_CELL_REST)
        return sketch->allowed & kind || few_rest_elsewhere(drawing->reader, word);
    if (!(sketch->allowed & kind))
        return few_not_in_start(drawing->reader, word, kind);
    if (kind == FEW_CELL_NAME && sketch->note_uses)
        return few_note_use(drawing->reader, few_code_index(code));
    return true;
}

/* Reads a word character by character with all the checks that the fast path leaves out. */
static bool read_characters(struct drawing *drawing, struct few_word word, few_code *to, size_t *count) {
    struct few_reader *reader = drawing->reader;
    const char *end = word.text + word.length;
    *count = 0;
    for (const char *at = word.text; at < end; at += few_character_length(at)) {
        struct few_word character = {at, few_character_length(at)};
        unsigned char byte = (unsigned char)*at;
        few_code code = reader->vocabulary->of_byte[byte];
        if (reader->vocabulary->kind_of_byte[byte] == FEW_CELL_UNDECLARED) {
            uint32_t found = few_find_word(reader, character);
            if (found == FEW_NO_WORD && reader->puzzle->any_character) {
                uint32_t piece;
                if (!few_declare_piece(reader, character, character, true, &piece))
                    return false;
                found = FEW_WORD_ON_BOARD | piece;
            }
            if (found == FEW_NO_WORD || !(found & FEW_WORD_ON_BOARD))
                return few_undeclared_cell(reader, word, character, drawing->sketch->allowed & FEW_CELL_SUM);
            code = few_word_code(found);
        }
        if (!accept(drawing, code, character))
            return false;
        to[(*count)++] = code;
    }
    return true;
}

/* A word of the floor's own drawing: a kind as a whole, or one for each character. */
static bool read_kinds(struct drawing *drawing, struct few_word word, few_code *to, size_t *count) {
    struct few_reader *reader = drawing->reader;
    uint32_t found = few_find_word(reader, word);
    *count = 0;
    if (found != FEW_NO_WORD && found & FEW_WORD_PIECE && found & FEW_WORD_KIND) {
        to[(*count)++] = few_word_code(found);
        return true;
    }
    for (const char *at = word.text; at < word.text + word.length; at += few_character_length(at)) {
        const struct few_word character = {at, few_character_length(at)};
        found = few_find_word(reader, character);
        if (found == FEW_NO_WORD || !(found & FEW_WORD_PIECE) || !(found & FEW_WORD_KIND))
            return few_undeclared_kind(reader, character);
        to[(*count)++] = few_word_code(found);
    }
    return true;
}

/* `P|F`, noted with the cell that comes next. */
static enum few_floor_result read_on_floor(struct drawing *drawing, struct few_word word, few_code *to) {
    struct few_sketch *sketch = drawing->sketch;
    struct few_word piece;
    few_code kind;
    const enum few_floor_result result = few_split_floor(drawing->reader, word, &piece, &kind);
    if (result != FEW_FLOOR_FOUND)
        return result;
    if (!(sketch->allowed & FEW_CELL_FLOOR)) {
        few_floor_elsewhere(drawing->reader, word, sketch->what);
        return FEW_FLOOR_WRONG;
    }
    struct few_on_floor *grown =
        few_grow(drawing->reader, sketch->floors, sketch->floor_count, &sketch->floor_capacity, sizeof *grown);
    if (!grown)
        return FEW_FLOOR_WRONG;
    sketch->floors = grown;
    *to = *piece.text == '_' ? FEW_CODE_ANY : few_word_code(few_find_word(drawing->reader, piece));
    grown[sketch->floor_count++] = (struct few_on_floor){drawing->stored, kind};
    return FEW_FLOOR_FOUND;
}

/* Reads a word that is one cell as a whole, if it is one: *cells is 1 then, otherwise 0. */
static bool read_whole(struct drawing *drawing, struct few_word word, few_code *to, size_t *cells) {
    struct few_reader *reader = drawing->reader;
    *cells = 1;
    uint32_t found = few_find_word(reader, word);
    if (found != FEW_NO_WORD && found & FEW_WORD_ON_BOARD) {
        *to = few_word_code(found);
        return found & FEW_WORD_PIECE || accept(drawing, *to, word);
    }
    if (found != FEW_NO_WORD && found & FEW_WORD_NAME)
        return few_undeclared_cell(reader, word, word, false); /* a name, but with no value for a cell */
    if (reader->puzzle->kind_count && memchr(word.text, '|', word.length)) {
        const enum few_floor_result result = read_on_floor(drawing, word, to);
        if (result != FEW_FLOOR_NONE)
            return result == FEW_FLOOR_FOUND;
    }
    if (drawing->sketch->allowed & FEW_CELL_SUM) {
        enum few_sum_result sum = few_read_sum(reader, word, to);
        if (sum != FEW_SUM_NONE)
            return sum == FEW_SUM_FOUND;
    }
    *cells = 0;
    return true;
}

static bool read_word(struct drawing *drawing, struct few_word word) {
    struct few_reader *reader = drawing->reader;
    if (!make_room(drawing, word.length))
        return false;
    few_code *to = reader->scratch + drawing->stored;
    size_t count = 0;
    if (drawing->sketch->allowed & FEW_CELL_KIND ? !read_kinds(drawing, word, to, &count)
                                                 : word.length > 1 && !read_whole(drawing, word, to, &count))
        return false;
    if (count == 0) {
        const few_code *of_byte = reader->vocabulary->of_byte;
        const uint8_t *kind_of_byte = reader->vocabulary->kind_of_byte;
        unsigned kinds = 0;
        for (; count < word.length; count++) {
            unsigned char byte = (unsigned char)word.text[count];
            to[count] = of_byte[byte];
            kinds |= kind_of_byte[byte];
        }
        if (kinds & ~drawing->plain && !read_characters(drawing, word, to, &count))
            return false;
    }
    drawing->stored += count;
    drawing->row_cells += count;
    if (drawing->stored > drawing->limit) {
        drawing->sketch->too_large = true;
        drawing->sketch->floor_count = 0;
        drawing->stored = 0;
    }
    return true;
}

static bool ends_drawing(struct few_word word, const char *until, const char *also) {
    return (word.length == 2 && word.text[0] == '-' && word.text[1] == '>')
        || (word.text[0] == *until && few_word_is(word, until)) || (also && few_word_is(word, also));
}

/* Reads the words from here on that are on the same line, up to a mark. Nearly all the time goes into this, so
 * it does without tokens. */
static bool read_line(struct drawing *drawing, struct few_cursor *cursor) {
    const char *at = cursor->at, *const end = cursor->end, *const until = drawing->sketch->until,
               *const also = drawing->sketch->also;
    for (;;) {
        while (at < end && few_byte_class[(unsigned char)*at] == FEW_BYTE_SPACE)
            at++;
        struct few_word word = {at, 0};
        while (at < end && few_byte_class[(unsigned char)*at] == FEW_BYTE_WORD)
            at++;
        word.length = (size_t)(at - word.text);
        if (word.length == 0 || ends_drawing(word, until, also))
            return true;
        if (drawing->row_cells == 0)
            drawing->row_first = word;
        drawing->row_last = word;
        if (!few_go_on(drawing->reader->memory, 8))
            return few_fail_memory(drawing->reader->error);
        if (!read_word(drawing, word))
            return false;
        cursor->at = at;
    }
}

bool few_read_drawing(struct few_reader *reader, struct few_cursor *cursor, struct few_sketch *sketch) {
    const struct few_puzzle *puzzle = reader->puzzle;
    struct drawing drawing = {.reader = reader, .sketch = sketch, .limit = SIZE_MAX};
    if (!puzzle->is_string)
        drawing.limit = (size_t)puzzle->rows * puzzle->columns;
    drawing.plain = sketch->note_uses ? sketch->allowed & ~(unsigned)FEW_CELL_NAME : sketch->allowed;
    struct few_word slash = {NULL, 0}; /* the last one, while no cell has followed it */
    for (;;) {
        if (!read_line(&drawing, cursor))
            return false;
        if (drawing.row_cells)
            slash.text = NULL;
        struct few_token token = few_peek_token(cursor);
        if (few_token_is_mark(token, '/')) {
            if (puzzle->is_string)
                return few_mistake(reader, token.word, "a string has no rows, so `/` cannot stand here");
            if (drawing.row_cells == 0)
                return few_mistake(reader, token.word, "a row without cells ends here");
            slash = token.word;
            if (!end_row(&drawing))
                return false;
            cursor->at = token.word.text + 1;
        } else if (token.kind != FEW_TOKEN_WORD || ends_drawing(token.word, sketch->until, sketch->also)) {
            break;
        } else { /* on another line */
            if (drawing.row_cells > 0 && !puzzle->is_string && !end_row(&drawing))
                return false;
            cursor->at = token.word.text;
        }
    }
    if (slash.text)
        return few_mistake(reader, slash, "no row follows this `/`");
    return drawing.row_cells == 0 || end_row(&drawing);
}

/* A `never` is no thing of a certain size; its drawing is. */
static const char *drawn_thing(const struct few_sketch *sketch) {
    return strcmp(sketch->what, "never") == 0 ? "drawing" : sketch->what;
}

/* What was perhaps meant by a drawing that is none of the whole board. */
static void hint_condition(struct few_reader *reader, const struct few_sketch *sketch) {
    const struct few_puzzle *puzzle = reader->puzzle;
    const bool smaller = sketch->rows <= puzzle->rows && sketch->columns <= puzzle->columns;
    if (!sketch->also || reader->hint[0])
        return;
    if (sketch->joined && (smaller || puzzle->rows == 0))
        few_hint(reader, "behind `and` and `or` stands a whole condition, as in `v is 1 or v is 2`");
    else if (smaller && (sketch->rows > 1 || puzzle->rows == 1))
        few_hint(reader, "a drawing shows the whole board, `_` where it does not matter; `somewhere:` looks for a part of it");
}

static bool check_size(struct few_reader *reader, struct few_sketch *sketch) {
    const struct few_puzzle *puzzle = reader->puzzle;
    if (puzzle->is_string) {
        if (sketch->columns <= puzzle->max_length)
            return true;
        return few_mistake(reader, sketch->first_row,
                           "the %s has %zu characters, but the string has at most %u", drawn_thing(sketch),
                           sketch->columns, puzzle->max_length);
    }
    uint64_t cells = (uint64_t)puzzle->rows * puzzle->columns;
    if (reader->lenient && sketch->rows == 1 && sketch->columns == cells) {
        sketch->rows = puzzle->rows;
        sketch->columns = puzzle->columns;
    }
    if (sketch->rows == puzzle->rows && sketch->columns == puzzle->columns)
        return true;
    hint_condition(reader, sketch);
    if (puzzle->rows == 1 && sketch->rows == 1)
        return few_mistake(reader, sketch->first_row, "the %s has %zu cell%s, but the board has %u",
                           drawn_thing(sketch), sketch->columns, few_plural(sketch->columns), puzzle->columns);
    if (sketch->rows == 1 && puzzle->rows > 1 && !reader->hint[0])
        few_hint(reader, "rows are separated by `/`, or stand on lines of their own below `%s`",
                 sketch->what);
    return few_mistake(reader, sketch->first_row, "the %s is %zu x %zu cells, but the board is %u x %u",
                       drawn_thing(sketch), sketch->rows, sketch->columns, puzzle->rows, puzzle->columns);
}

bool few_read_board_drawing(struct few_reader *reader, struct few_cursor *cursor, struct few_sketch *sketch) {
    const struct few_puzzle *puzzle = reader->puzzle;
    struct few_token begin = few_peek_token(cursor);
    if (begin.kind == FEW_TOKEN_WORD && puzzle->rows == 0 && !puzzle->is_string) {
        hint_condition(reader, sketch);
        return few_undeclared_var(reader, begin.word);
    }
    if (!few_read_drawing(reader, cursor, sketch))
        return false;
    if (sketch->rows == 0)
        return few_expected(reader, begin, "a drawing or a condition");
    struct few_cursor below = {cursor->end, reader->end};
    struct few_token next = few_peek_token(&below);
    if (sketch->rows < puzzle->rows && next.kind == FEW_TOKEN_WORD && !few_is_statement(next))
        few_hint(reader, "the line below does not begin with white space, so it does not belong to the %s",
                 sketch->what);
    return check_size(reader, sketch) && few_check_walls(reader, sketch);
}

bool few_keep_drawing(struct few_reader *reader, const struct few_sketch *sketch, few_code **cells, few_code **floors) {
    size_t count = sketch->rows * sketch->columns;
    *cells = few_reader_alloc(reader, count, sizeof **cells);
    *floors = NULL;
    if (!*cells || (sketch->floor_count && !(*floors = few_reader_alloc(reader, count, sizeof **floors))))
        return false;
    if (count)
        memcpy(*cells, reader->scratch, count * sizeof **cells);
    for (size_t i = 0; *floors && i < count; i++)
        (*floors)[i] = FEW_CODE_ANY;
    for (uint32_t i = 0; i < sketch->floor_count; i++)
        (*floors)[sketch->floors[i].cell] = sketch->floors[i].kind;
    return true;
}
