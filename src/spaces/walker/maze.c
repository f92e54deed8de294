/* Readers of mazes. Rows are read in blocks without a branch for each cell; only a row that turns
 * out to be wrong is looked at again, character by character, to say where. */
#include "spaces/walker/maze.h"

#include "base/specialised.h"

#include <stdio.h>
#include <string.h>

#include "language/labels.h"
#include "language/never.h"
#include "language/text.h"
#include "spaces/walker/walker.h"

enum { MOVER, FREE, WALL, PIECES };
enum { BLOCK = 32, MAX_CELLS = 1 << 28 };

struct reader {
    struct few_puzzle *puzzle;
    struct few_error *error;
    const char *at, *end; /* what is still to be read */
    char line_end;
    unsigned line;        /* of the line that was read last */
};

struct line {
    const char *text;
    size_t length; /* without the white space around it */
    size_t indent; /* of that in front */
};

static bool is_white(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v';
}

/* The next line; false at the end of the text. */
static bool next_line(struct reader *reader, struct line *line) {
    if (reader->at == reader->end)
        return false;
    const char *end = memchr(reader->at, reader->line_end, (size_t)(reader->end - reader->at));
    const char *from = reader->at, *to = end ? end : reader->end;
    reader->at = end ? end + 1 : reader->end;
    reader->line++;
    while (from < to && is_white(to[-1]))
        to--;
    const char *begin = from;
    while (from < to && is_white(*from))
        from++;
    *line = (struct line){from, (size_t)(to - from), (size_t)(from - begin)};
    return true;
}

static bool next_full_line(struct reader *reader, struct line *line) {
    while (next_line(reader, line))
        if (line->length > 0)
            return true;
    return false;
}

static struct few_where place_in(const struct reader *reader, const struct line *line,
                                 size_t offset) {
    return (struct few_where){reader->line, (unsigned)(line->indent + offset + 1), 1};
}

/* A byte order mark is no part of a text. */
static void skip_mark(const char **text, size_t *length) {
    if (*length < 3 || memcmp(*text, "\xef\xbb\xbf", 3) != 0)
        return;
    *text += 3;
    *length -= 3;
}

bool few_maze_looks_like(const char *text, size_t length) {
    skip_mark(&text, &length);
    struct reader reader = {
        .at = text, .end = text + length, .line_end = few_line_end(text, text + length)};
    struct line line;
    if (length >= 5 && memcmp(text, "type ", 5) == 0)
        return true;
    if (!next_full_line(&reader, &line))
        return false;
    for (size_t i = 0; i < line.length; i++)
        if (line.text[i] != '0' && line.text[i] != '1' && !is_white(line.text[i]))
            return false;
    return true;
}

/* Every `stride`-th character is a digit, those between are blanks. False where this is not so. */
FEW_SPECIALISED bool read_regular(const char *from, size_t count,
                                                               const size_t stride, few_code *to) {
    unsigned char wrong = 0;
    size_t i = 0;
    for (; i + BLOCK < count; i += BLOCK, from += BLOCK * stride)
        for (size_t k = 0; k < BLOCK; k++) {
            unsigned char digit = (unsigned char)(from[k * stride] ^ '0');
            wrong |= digit;
            if (stride == 2)
                wrong |= (unsigned char)((from[k * stride + 1] != ' ') << 1);
            to[i + k] = (few_code)(FREE + digit);
        }
    for (; i < count; i++, from += stride) {
        unsigned char digit = (unsigned char)(*from ^ '0');
        wrong |= digit;
        if (stride == 2 && i + 1 < count && from[1] != ' ')
            return false;
        to[i] = (few_code)(FREE + digit);
    }
    return wrong <= 1;
}

static bool wrong_width(const struct reader *reader, const struct line *line, size_t offset,
                        size_t found, uint32_t columns) {
    few_puzzle_fail(reader->puzzle, place_in(reader, line, offset), reader->error,
                    "this row has %zu cell%s, but the first has %u", found, few_plural(found), columns);
    return false;
}

/* A row with irregular white space, or a wrong one. */
static bool read_any_row(const struct reader *reader, const struct line *line, uint32_t columns,
                         few_code *to) {
    size_t found = 0, extra = 0;
    for (size_t i = 0; i < line->length; i++) {
        char c = line->text[i];
        if (is_white(c))
            continue;
        if (c != '0' && c != '1')
            return few_puzzle_fail(reader->puzzle, place_in(reader, line, i), reader->error,
                                   "a maze has only 0 (free) and 1 (wall)");
        if (found == columns)
            extra = i;
        if (found++ < columns)
            *to++ = (few_code)(FREE + (c - '0'));
    }
    return found == columns ||
           wrong_width(reader, line, extra ? extra : line->length, found, columns);
}

static bool read_row(const struct reader *reader, const struct line *line, uint32_t columns,
                     few_code *to) {
    if (line->length == columns && read_regular(line->text, columns, 1, to))
        return true;
    if (line->length == 2 * (size_t)columns - 1 && read_regular(line->text, columns, 2, to))
        return true;
    return read_any_row(reader, line, columns, to);
}

static bool set_size(const struct reader *reader, uint64_t rows, uint64_t columns, unsigned line) {
    struct few_puzzle *puzzle = reader->puzzle;
    if (rows > MAX_CELLS || columns > MAX_CELLS || rows * columns > MAX_CELLS)
        return few_puzzle_fail(puzzle, (struct few_where){line, 1, 1}, reader->error,
                               "a maze of %llu x %llu cells is too large: at most %d cells",
                               (unsigned long long)rows, (unsigned long long)columns, MAX_CELLS);
    puzzle->rows = (uint32_t)rows;
    puzzle->columns = (uint32_t)columns;
    puzzle->start.board = (struct few_drawing){.rows = puzzle->rows, .columns = puzzle->columns};
    puzzle->start.board.cells = few_arena_alloc_filled(&puzzle->arena, rows * columns * sizeof(few_code));
    return puzzle->start.board.cells || few_fail_memory(reader->error);
}

static bool read_matrix(struct reader *reader) {
    struct reader counter = *reader;
    struct line line;
    uint64_t rows = 0, columns = 0;
    unsigned first = 0;
    while (next_full_line(&counter, &line))
        if (rows++ == 0) {
            first = counter.line;
            for (size_t i = 0; i < line.length; i++)
                columns += !is_white(line.text[i]);
        }
    if (rows == 0)
        return few_puzzle_fail(reader->puzzle, (struct few_where){1, 1, 1}, reader->error,
                               "there is no maze in this file");
    if (!set_size(reader, rows, columns, first))
        return false;
    few_code *to = reader->puzzle->start.board.cells;
    for (; next_full_line(reader, &line); to += columns)
        if (!read_row(reader, &line, (uint32_t)columns, to))
            return false;
    return true;
}

/* `NAME NUMBER` */
static bool read_size(struct reader *reader, const char *name, uint64_t *value) {
    struct line line = {.text = "", .length = 0, .indent = 0};
    const size_t length = strlen(name);
    bool found = next_full_line(reader, &line) && line.length > length + 1 &&
                 memcmp(line.text, name, length) == 0 && is_white(line.text[length]);
    size_t i = length;
    *value = 0;
    while (found && i < line.length && is_white(line.text[i]))
        i++;
    for (; found && i < line.length; i++) {
        found = line.text[i] >= '0' && line.text[i] <= '9' && *value <= MAX_CELLS;
        *value = *value * 10 + (uint64_t)(line.text[i] - '0');
    }
    if (!found || *value == 0)
        return few_puzzle_fail(reader->puzzle, place_in(reader, &line, 0), reader->error,
                               "a map has a line `%s NUMBER` here", name);
    return true;
}

static bool read_map_row(const struct reader *reader, const struct line *line, uint32_t columns,
                         few_code *to) {
    for (size_t i = 0; i < line->length && i < columns; i++) {
        switch (line->text[i]) {
        case '.':
        case 'G':
        case 'S': *to++ = FREE; break;
        case '@':
        case 'O':
        case 'T':
        case 'W': *to++ = WALL; break;
        default:
            return few_puzzle_fail(
                reader->puzzle, place_in(reader, line, i), reader->error,
                "a map has only `.`, `G` and `S` (free) and `@`, `O`, `T` and `W` (not free)");
        }
    }
    if (line->length == columns)
        return true;
    return few_puzzle_fail(
        reader->puzzle, place_in(reader, line, line->length < columns ? line->length : columns),
        reader->error, "this row has %zu cell%s, but the width is %u", line->length, few_plural(line->length), columns);
}

static bool read_map(struct reader *reader) {
    struct line line = {.text = "", .length = 0, .indent = 0};
    uint64_t rows, columns;
    if (!next_full_line(reader, &line) || line.length != 11 || memcmp(line.text, "type octile", 11) != 0)
        return few_puzzle_fail(reader->puzzle, place_in(reader, &line, 0), reader->error,
                               "a map begins with `type octile`");
    if (!read_size(reader, "height", &rows) || !read_size(reader, "width", &columns))
        return false;
    const unsigned size_line = reader->line;
    if (!next_full_line(reader, &line) || line.length != 3 || memcmp(line.text, "map", 3) != 0)
        return few_puzzle_fail(reader->puzzle, place_in(reader, &line, 0), reader->error,
                               "a map has a line `map` here");
    /* Before memory is asked for: that many cells cannot be in so short a text. */
    if (rows <= MAX_CELLS && columns <= MAX_CELLS &&
        rows * columns > (uint64_t)(reader->end - reader->at))
        return few_puzzle_fail(reader->puzzle, (struct few_where){size_line, 1, 1}, reader->error,
                               "the map has fewer than %llu x %llu cells", (unsigned long long)rows,
                               (unsigned long long)columns);
    if (!set_size(reader, rows, columns, size_line))
        return false;
    few_code *to = reader->puzzle->start.board.cells;
    for (uint64_t row = 0; row < rows; row++, to += columns) {
        if (!next_full_line(reader, &line))
            return few_puzzle_fail(reader->puzzle, (struct few_where){reader->line + 1, 1, 1},
                                   reader->error, "the map has %llu row%s, but the height is %llu",
                                   (unsigned long long)row, few_plural(row), (unsigned long long)rows);
        if (!read_map_row(reader, &line, (uint32_t)columns, to))
            return false;
    }
    if (next_full_line(reader, &line))
        return few_puzzle_fail(reader->puzzle, place_in(reader, &line, 0), reader->error,
                               "the map has more rows than its height of %llu",
                               (unsigned long long)rows);
    return true;
}

/* A goal: the mover in this cell, whatever is elsewhere. A goal of this form is written over. */
static bool set_goal(struct few_puzzle *puzzle, few_code mover, uint32_t cell) {
    const size_t cells = (size_t)puzzle->rows * puzzle->columns;
    bool reused = puzzle->goal_count == 1 && puzzle->goals[0].count == 1 &&
                  puzzle->goals[0].conditions[0].kind == FEW_GOAL_DRAWING &&
                  puzzle->goals[0].conditions[0].drawing.cells;
    if (!reused) {
        struct few_arena content;
        few_arena_init(&content, puzzle->arena.memory);
        struct few_goal *goal = few_arena_alloc(&content, sizeof *goal);
        struct few_condition *condition = few_arena_alloc(&content, sizeof *condition);
        few_code *codes = few_arena_alloc_filled(&content, cells * sizeof *codes);
        if (!goal || !condition || !codes) {
            few_arena_free(&content);
            return false;
        }
        few_arena_free(&puzzle->given[1]);
        puzzle->given[1] = content;
        condition->kind = FEW_GOAL_DRAWING;
        condition->drawing =
            (struct few_drawing){.rows = puzzle->rows, .columns = puzzle->columns, .cells = codes};
        *goal = (struct few_goal){.conditions = condition, .count = 1};
        puzzle->goals = goal;
        puzzle->goal_count = 1;
    }
    few_code *codes = puzzle->goals[0].conditions[0].drawing.cells;
    memset(codes, 0xff, cells * sizeof *codes); /* FEW_CODE_ANY everywhere */
    codes[cell] = mover;
    return true;
}

/* The pieces and the rule. */
/* `draw 0 as floor`, `draw 1 as wall` */
static bool set_looks(struct few_puzzle *puzzle) {
    static const few_code pieces[] = {FREE, WALL};
    static const char *const looks[] = {"floor", "wall"};
    puzzle->drawing_rules = few_arena_alloc(&puzzle->arena, 2 * sizeof *puzzle->drawing_rules);
    few_code *copies = few_arena_alloc(&puzzle->arena, sizeof pieces);
    if (!puzzle->drawing_rules || !copies)
        return false;
    memcpy(copies, pieces, sizeof pieces);
    for (puzzle->drawing_rule_count = 0; puzzle->drawing_rule_count < 2; puzzle->drawing_rule_count++)
        puzzle->drawing_rules[puzzle->drawing_rule_count] = (struct few_drawing_rule){.as = looks[puzzle->drawing_rule_count],
                                                              .pieces = copies + puzzle->drawing_rule_count,
                                                              .piece_count = 1,
                                                              .rows = 1,
                                                              .columns = 1};
    return true;
}

static bool set_rules(struct few_puzzle *puzzle, const char *file) {
    static const char *const texts[PIECES] = {"@", "0", "1"}, *const directions[4] = {"U", "D", "L",
                                                                                      "R"};
    static const few_code sides[4] = {MOVER, FREE, FREE, MOVER};
    struct few_arena *arena = &puzzle->arena;
    puzzle->file = few_arena_copy(arena, file ? file : "", file ? strlen(file) : 0);
    puzzle->pieces = few_arena_alloc(arena, PIECES * sizeof *puzzle->pieces);
    puzzle->board_pieces = few_arena_alloc(arena, PIECES * sizeof *puzzle->board_pieces);
    puzzle->numbers = few_arena_alloc(arena, 2 * sizeof *puzzle->numbers);
    puzzle->moves = few_arena_alloc(arena, sizeof *puzzle->moves);
    struct few_part *part = few_arena_alloc(arena, sizeof *part);
    few_code *codes = few_arena_alloc(arena, sizeof sides);
    if (!puzzle->file || !puzzle->pieces || !puzzle->board_pieces || !puzzle->numbers ||
        !puzzle->moves || !part || !codes)
        return false;
    for (uint16_t i = 0; i < PIECES; i++) {
        puzzle->pieces[i] =
            (struct few_piece){.text = texts[i], .is_number = i != MOVER, .number = i == WALL};
        puzzle->board_pieces[i] = i;
    }
    puzzle->piece_count = puzzle->board_piece_count = PIECES;
    puzzle->numbers[0] = FREE;
    puzzle->numbers[1] = WALL;
    puzzle->number_count = 2;
    memcpy(puzzle->directions, directions, sizeof directions);
    memcpy(codes, sides, sizeof sides);
    *part = (struct few_part){.kind = FEW_PART_PATTERN,
                              .rows = 1,
                              .columns = 2,
                              .after_columns = 2,
                              .before = codes,
                              .after = codes + 2};
    puzzle->moves[0] = (struct few_move){
        .any_direction = true, .turns = 0xf, .at = FEW_NOWHERE, .cost = 1, .parts = part, .part_count = 1};
    puzzle->move_count = 1;
    puzzle->max_length = FEW_NOWHERE;
    puzzle->is_grid = true;
    puzzle->start.given = true;
    return few_make_labels(puzzle) && set_looks(puzzle);
}

static bool set_ends(struct few_puzzle *puzzle, bool is_map) {
    few_code *cells = puzzle->start.board.cells;
    uint32_t first = 0, last = puzzle->rows * puzzle->columns - 1;
    if (is_map) {
        while (first < last && cells[first] != FREE)
            first++;
        while (last > first && cells[last] != FREE)
            last--;
    }
    if (cells[first] == FREE)
        cells[first] = MOVER; /* else no mover is on the board, and none can arrive */
    return set_goal(puzzle, MOVER, last);
}

struct few_puzzle *few_maze_parse(struct few_memory *memory, const char *file, const char *text,
                                  size_t length, struct few_error *error) {
    struct few_puzzle *puzzle = few_alloc_zeroed(memory, sizeof *puzzle);
    if (!puzzle) {
        few_fail_memory(error);
        return NULL;
    }
    few_arena_init(&puzzle->arena, memory);
    skip_mark(&text, &length);
    struct reader reader = {.puzzle = puzzle,
                            .error = error,
                            .at = text,
                            .end = text + length,
                            .line_end = few_line_end(text, text + length)};
    const bool is_map = length >= 5 && memcmp(text, "type ", 5) == 0;
    bool made = set_rules(puzzle, file) || few_fail_memory(error);
    puzzle->text = text; /* only while errors may quote it */
    puzzle->text_length = length;
    made = made && (is_map ? read_map(&reader) : read_matrix(&reader)) &&
           (set_ends(puzzle, is_map) || few_fail_memory(error));
    puzzle->text = NULL;
    puzzle->text_length = 0;
    if (made)
        return puzzle;
    few_puzzle_free(puzzle);
    return NULL;
}

/* Digits from *at on; false where there are none. Large numbers stay large. */
static bool read_number(const char *text, size_t length, size_t *at, uint64_t *number) {
    size_t from = *at;
    for (*number = 0; *at < length && text[*at] >= '0' && text[*at] <= '9'; ++*at)
        if (*number <= UINT32_MAX)
            *number = *number * 10 + (uint64_t)(text[*at] - '0');
    return *at > from;
}

static bool read_cell(const char *text, size_t length, uint64_t *row, uint64_t *column,
                      size_t *column_at) {
    size_t at = 0;
    if (!read_number(text, length, &at, row) || at == length || text[at] != ',')
        return false;
    *column_at = ++at;
    return read_number(text, length, &at, column) && at == length;
}

bool few_maze_is_cell(const char *text, size_t length) {
    uint64_t row, column;
    size_t column_at;
    return read_cell(text, length, &row, &column, &column_at);
}

/* The start with the mover in this cell. Where it must not be, the start stays as it was. */
static bool put_mover(struct few_puzzle *puzzle, const struct few_puzzle *given, few_code mover, few_code floor,
                      uint32_t cell, struct few_error *error) {
    const size_t count = (size_t)puzzle->rows * puzzle->columns;
    few_code *cells = puzzle->start.board.cells;
    size_t before = count;
    bool no_memory;
    for (size_t i = 0; i < count; i++)
        if (cells[i] == mover) {
            before = i;
            cells[i] = floor;
        }
    cells[cell] = mover;
    const struct few_goal *never = few_never_at_start(puzzle->arena.memory, puzzle, &puzzle->start, NULL, &no_memory);
    if (!never && !no_memory)
        return true;
    cells[cell] = floor;
    if (before < count)
        cells[before] = mover;
    return no_memory ? few_fail_memory(error)
                     : few_puzzle_fail(given, (struct few_where){1, 1, (unsigned)given->text_length}, error,
                                       "the start is forbidden by the `never` on line %u", never->where.line);
}

bool few_maze_place(struct few_puzzle *puzzle, const char *what, const char *text, size_t length,
                    bool goal, struct few_error *error) {
    const struct few_puzzle given = {.file = what, .text = text, .text_length = length};
    uint64_t row, column;
    size_t column_at;
    few_code mover, floor;
    if (!read_cell(text, length, &row, &column, &column_at))
        return few_puzzle_fail(&given, (struct few_where){1, 1, (unsigned)length}, error,
                               "a cell is written ROW,COLUMN");
    if (row < 1 || row > puzzle->rows)
        return few_puzzle_fail(&given, (struct few_where){1, 1, (unsigned)column_at - 1}, error,
                               "there is no such row: the board has %u", puzzle->rows);
    if (column < 1 || column > puzzle->columns)
        return few_puzzle_fail(
            &given, (struct few_where){1, (unsigned)column_at + 1, (unsigned)(length - column_at)},
            error, "there is no such column: the board has %u", puzzle->columns);
    if (!few_walker_pieces(puzzle->arena.memory, puzzle, &mover, &floor))
        return !few_go_on(puzzle->arena.memory, 0) ? few_fail_memory(error) : few_puzzle_fail(
            &given, (struct few_where){1, 1, (unsigned)length}, error,
            "one cell says where the piece is only where one piece moves on a fixed board");
    const uint32_t cell = ((uint32_t)row - 1) * puzzle->columns + (uint32_t)column - 1;
    few_code *cells = puzzle->start.board.cells;
    if (cells[cell] != floor && cells[cell] != mover)
        return few_puzzle_fail(&given, (struct few_where){1, 1, (unsigned)length}, error,
                               "the piece that moves cannot stand there: in this cell is `%.40s`",
                               puzzle->pieces[cells[cell]].text);
    if (goal)
        return set_goal(puzzle, mover, cell) || few_fail_memory(error);
    return put_mover(puzzle, &given, mover, floor, cell, error);
}
