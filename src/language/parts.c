/* The parts of a move: patterns, values of vars, cycles. */
#include <string.h>

#include "language/cells.h"
#include "language/diagnose.h"
#include "language/drawing.h"
#include "language/explain.h"
#include "language/floor.h"
#include "language/move.h"
#include "language/rest.h"
#include "language/sum.h"
#include "language/turns.h"

static bool bind_names(struct few_reader *reader, const few_code *codes, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (few_code_is_name(codes[i]) && !few_bind_name(reader, few_code_index(codes[i])))
            return false;
    return true;
}

static bool read_arrow(struct few_reader *reader, struct few_cursor *cursor) {
    struct few_token token = few_next_token(cursor);
    if (few_token_is(token, "->"))
        return true;
    if (token.kind == FEW_TOKEN_END || few_token_is_mark(token, ',') || few_token_is(token, "where")) {
        few_hint(reader, "a move is written as `BEFORE -> AFTER`");
        return few_mistake(reader, token.word, "`->` is missing here");
    }
    return few_expected(reader, token, "`->`");
}

/* In a string any character may be a piece: then an arrow without white space around it is read as two of them. */
static bool check_glued_arrow(struct few_reader *reader, struct few_cursor *cursor, const struct few_sketch *left) {
    if (!reader->puzzle->is_string || few_token_is(few_peek_token(cursor), "->") || left->rows == 0 ||
        !few_contains(left->first_row, "->"))
        return true;
    few_hint(reader, "put white space around the `->`");
    return few_mistake(reader, left->first_row, "`->` is a word of its own");
}

/* What is not looked at on the left is not changed: it is not looked at on the right, either. */
static bool check_blanks(struct few_reader *reader, const struct few_part *part,
                         const struct few_sketch *left, const struct few_sketch *right) {
    size_t before = (size_t)part->rows * part->columns, after = (size_t)part->rows * part->after_columns;
    for (size_t i = 0; i < before || i < after; i++) {
        bool left_blank = i < before && part->before[i] == FEW_CODE_ANY;
        bool right_blank = i < after && part->after[i] == FEW_CODE_ANY;
        if (left_blank && !right_blank)
            return few_mistake(
                reader, left->first_row,
                "cell %zu is `_` on the left side but not on the right: a cell that is not tested is not changed",
                i + 1);
        if (right_blank && i >= before)
            return few_mistake(reader, right->first_row,
                               "cell %zu is `_` on the right side, but is not on the left", i + 1);
        if ((left_blank || right_blank) && before != after)
            return few_mistake(reader, left->first_row,
                               "with a `_` both sides have the same length, not %zu and %zu", before, after);
    }
    return true;
}

static bool check_shapes(struct few_reader *reader, const struct few_sketch *left,
                         const struct few_sketch *right) {
    if (left->rows == right->rows && left->columns == right->columns)
        return true;
    if (left->rows == 1 && right->rows == 1)
        return few_mistake(reader, right->first_row,
                           "the left side has %zu cell%s, but the right side has %zu", left->columns,
                           left->columns == 1 ? "" : "s", right->columns);
    return few_mistake(reader, right->first_row,
                       "the left side is %zu x %zu cells, but the right side is %zu x %zu", left->rows,
                       left->columns, right->rows, right->columns);
}

/* Somewhere on the board, in one of the turns that are allowed. On given cells and along links the pattern's
 * shape is not that of the board. */
static bool fits(const struct few_puzzle *puzzle, const struct few_move *move,
                 const struct few_sketch *left) {
    bool room = move->on || move->along_links;
    for (int32_t turn = few_first_turn(move); turn < FEW_TURNS && !room && !left->too_large; turn = few_next_turn(move, turn))
        room = few_has_room(puzzle, turn, (uint32_t)left->rows, (uint32_t)left->columns);
    return room && !left->too_large;
}

static bool check_left(struct few_reader *reader, const struct few_move *move, const struct few_sketch *left,
                       struct few_token begin) {
    const struct few_puzzle *puzzle = reader->puzzle;
    if (left->rows == 0) {
        if (few_token_is(begin, "->"))
            return few_mistake(reader, begin.word, "there is nothing on the left side of `->`");
        return few_expected(reader, begin, "a part of the move");
    }
    const size_t characters = left->columns - few_count_rests(reader, left);
    if (puzzle->is_string && characters > puzzle->max_length)
        return few_mistake(reader, left->first_row,
                           "the left side has %zu characters, but the string at most %u", characters,
                           puzzle->max_length);
    bool room = puzzle->is_string || fits(puzzle, move, left);
    if (!room && left->rows <= puzzle->rows && left->columns <= puzzle->columns)
        few_hint(reader, "it would fit as drawn, but not in the directions of this move");
    if (!room)
        return few_mistake(reader, left->first_row,
                           "the pattern is larger than the board: %zu x %zu on %u x %u", left->rows,
                           left->columns, puzzle->rows, puzzle->columns);
    return true;
}

static bool read_pattern(struct few_reader *reader, struct few_cursor *cursor, const struct few_move *move,
                         struct few_part *part) {
    const struct few_puzzle *puzzle = reader->puzzle;
    unsigned cells = FEW_CELL_PIECE | FEW_CELL_NAME | FEW_CELL_BLANK | FEW_CELL_REST;
    struct few_sketch left = {.what = "left side", .until = "where", .allowed = cells | FEW_CELL_FLOOR};
    struct few_sketch right = {
        .what = "right side", .until = "where", .allowed = cells | FEW_CELL_SUM, .note_uses = true};
    struct few_token begin = few_peek_token(cursor);
    if (!puzzle->is_string && puzzle->rows == 0 && begin.kind == FEW_TOKEN_WORD)
        return few_undeclared_var(reader, begin.word);
    if (!few_read_drawing(reader, cursor, &left) || !check_glued_arrow(reader, cursor, &left) || !check_left(reader, move, &left, begin)
        || !few_keep_drawing(reader, &left, &part->before, &part->floors) || !few_take_rest(reader, part, &left)
        || !bind_names(reader, part->before, left.rows * left.columns)
        || (part->floors && !bind_names(reader, part->floors, left.rows * left.columns)) || !read_arrow(reader, cursor))
        return false;
    part->where = few_place(reader, left.first_row);
    struct few_token behind = few_peek_token(cursor);
    if (!few_read_drawing(reader, cursor, &right))
        return false;
    if (right.rows == 0 && !puzzle->is_string)
        return few_expected(reader, behind, "the right side");
    if (!puzzle->is_string && !check_shapes(reader, &left, &right))
        return false;
    const size_t characters = right.columns - few_count_rests(reader, &right);
    if (puzzle->is_string && characters > puzzle->max_length)
        return few_mistake(reader, right.first_row,
                           "the right side has %zu characters, but the string at most %u", characters,
                           puzzle->max_length);
    part->kind = FEW_PART_PATTERN;
    part->rows = (uint32_t)left.rows;
    part->columns = (uint32_t)left.columns;
    part->after_columns = (uint32_t)right.columns;
    few_code *none;
    return few_keep_drawing(reader, &right, &part->after, &none) && few_check_rest(reader, part, &left, &right)
        && check_blanks(reader, part, &left, &right) && few_check_walls_stay(reader, part, right.first_row);
}

/* Whether a var can have one of the values of a name. */
static bool can_be(const struct few_var *var, const struct few_let *let) {
    for (uint32_t i = 0; i < let->count; i++)
        for (uint32_t j = 0; j < var->count; j++)
            if (let->domain[i] == var->values[j])
                return true;
    return false;
}

bool few_read_var_value(struct few_reader *reader, struct few_cursor *cursor, uint32_t var, bool right,
                        few_code *code) {
    const struct few_puzzle *puzzle = reader->puzzle;
    const struct few_var *declared = &puzzle->vars[var];
    struct few_token token = few_next_token(cursor);
    if (token.kind != FEW_TOKEN_WORD || few_token_is(token, "->"))
        return few_expected(reader, token, "a value");
    uint32_t found = few_find_word(reader, token.word);
    *code = FEW_CODE_ANY;
    if (found != FEW_NO_WORD && found & FEW_WORD_PIECE) {
        for (uint32_t i = 0; i < declared->count; i++)
            if (declared->values[i] == (found & FEW_WORD_INDEX))
                *code = few_word_code(found);
        return *code != FEW_CODE_ANY || few_undeclared_var_value(reader, token.word, var);
    }
    if (found != FEW_NO_WORD && found & FEW_WORD_NAME) {
        *code = few_word_code(found);
        if (!can_be(declared, &puzzle->lets[found & FEW_WORD_INDEX]))
            return few_mistake(reader, token.word, "`%s` has no value that `%s` can have",
                               few_quote(token.word).text,
                               few_quote((struct few_word){declared->name, strlen(declared->name)}).text);
        return !right || few_note_use(reader, few_code_index(*code));
    }
    if (right && few_word_is(token.word, "_"))
        return true;
    enum few_sum_result sum = right ? few_read_sum(reader, token.word, code) : FEW_SUM_NONE;
    return sum == FEW_SUM_FOUND || (sum == FEW_SUM_NONE && few_undeclared_var_value(reader, token.word, var));
}

static bool read_var(struct few_reader *reader, struct few_cursor *cursor, struct few_part *part) {
    struct few_token name = few_next_token(cursor);
    part->kind = FEW_PART_VAR;
    part->where = few_place(reader, name.word);
    part->var = few_find_word(reader, name.word) & FEW_WORD_INDEX;
    part->before = few_reader_alloc(reader, 2, sizeof *part->before);
    if (!part->before)
        return false;
    part->after = part->before + 1;
    part->after[0] = FEW_CODE_ANY;
    struct few_quote quote = few_quote(name.word);
    struct few_token value = few_peek_token(cursor);
    if (few_token_is(value, "->") || few_token_is(value, "_")) {
        few_hint(reader, "a name that stands for all its values would do: `%s v -> …` with `let v = …`",
                 quote.text);
        return few_expected(reader, value, "the value that the var has before");
    }
    bool undeclared = value.kind == FEW_TOKEN_WORD && few_find_word(reader, value.word) == FEW_NO_WORD;
    if (undeclared && (few_token_is(value, "=") || few_token_is(value, "is")))
        few_hint(reader, "in a move it is written as `%s BEFORE -> AFTER`", quote.text);
    if (!few_read_var_value(reader, cursor, part->var, false, part->before)
        || !bind_names(reader, part->before, 1))
        return false;
    if (!few_token_is(few_peek_token(cursor), "->"))
        return true;
    few_next_token(cursor);
    return few_read_var_value(reader, cursor, part->var, true, part->after);
}

static bool read_cycle(struct few_reader *reader, struct few_cursor *cursor, struct few_part *part) {
    struct few_token keyword = few_next_token(cursor);
    if (reader->puzzle->rows == 0)
        return few_mistake(reader, keyword.word, "there is no board, so there are no cells to cycle");
    part->kind = FEW_PART_CYCLE;
    part->where = few_place(reader, keyword.word);
    struct few_cells list = {0};
    uint32_t capacity = 0;
    while (few_token_is_mark(few_peek_token(cursor), '(')) {
        struct few_token open = few_next_token(cursor);
        uint32_t before = list.count;
        if (!few_read_cells(reader, cursor, &list))
            return false;
        struct few_token close = few_next_token(cursor);
        if (!few_token_is_mark(close, ')'))
            return few_expected(reader, close, "a cell or `)`");
        if (list.count - before < 2)
            return few_mistake(reader, few_span(open.word, close.word), "a cycle has at least two cells");
        uint32_t *grown = few_grow(reader, part->lengths, part->cycles, &capacity, sizeof *grown);
        if (!grown)
            return false;
        part->lengths = grown;
        part->lengths[part->cycles++] = list.count - before;
    }
    part->cells = list.cells;
    for (uint32_t i = 0; i < list.count && reader->puzzle->floor; i++)
        if (reader->puzzle->floor[list.cells[i]] == few_wall(reader->puzzle))
            return few_wall_in_cycle(reader, keyword.word, list.cells[i]);
    return true;
}

static bool read_part(struct few_reader *reader, struct few_cursor *cursor, const struct few_move *move,
                      struct few_part *part) {
    struct few_cursor behind = *cursor;
    struct few_token first = few_next_token(&behind), second = few_next_token(&behind);
    uint32_t found = first.kind == FEW_TOKEN_WORD ? few_find_word(reader, first.word) : FEW_NO_WORD;
    if (found != FEW_NO_WORD && found & FEW_WORD_VAR)
        return read_var(reader, cursor, part);
    if (few_token_is(first, "cycle") && few_token_is_mark(second, '('))
        return read_cycle(reader, cursor, part);
    if (few_token_is(first, "cycle") && found == FEW_NO_WORD && !reader->puzzle->any_character) {
        few_hint(reader, "the cells stand in parentheses, as in `cycle (1 2 3)`");
        return few_expected(reader, second, "`(`");
    }
    return read_pattern(reader, cursor, move, part);
}

/* What people write behind a part who are used to another language. */
static void hint_behind(struct few_reader *reader, struct few_token token) {
    const char first = token.word.text && token.word.length ? token.word.text[0] : ' ';
    if (few_token_is(token, "=") || few_token_is(token, "=>") || few_token_is(token, "→"))
        few_hint(reader, "did you mean `->`?");
    else if (few_token_is(token, "if") || few_token_is(token, "when") || few_token_is(token, "with"))
        few_hint(reader, "did you mean `where`?");
    else if (few_token_is(token, "and"))
        few_hint(reader, "the parts of a move are separated by commas");
    else if (first == '/')
        few_hint(reader, "a sum has `+`, `-` and `*`; there is no division");
    else if (token.kind == FEW_TOKEN_WORD && (first == '+' || first == '-' || first == '*'))
        few_hint(reader, "a sum is one word without white space, as in `n+1`");
}

bool few_read_parts(struct few_reader *reader, struct few_cursor *cursor, struct few_move *move) {
    uint32_t capacity = 0;
    for (;;) {
        struct few_part *grown = few_grow(reader, move->parts, move->part_count, &capacity, sizeof *grown);
        if (!grown)
            return false;
        move->parts = grown;
        struct few_token begin = few_peek_token(cursor);
        bool where = few_token_is(begin, "where");
        if (begin.kind == FEW_TOKEN_END || where) {
            if (move->part_count && where)
                few_hint(reader, "no comma stands before `where`");
            return few_mistake(reader, begin.word, "a part of the move is missing here");
        }
        if (reader->puzzle->is_string && move->part_count)
            return few_mistake(reader, begin.word, "a move of a string puzzle has only one part");
        if (!read_part(reader, cursor, move, &grown[move->part_count]))
            return false;
        move->part_count++;
        struct few_token token = few_peek_token(cursor);
        if (token.kind == FEW_TOKEN_END || few_token_is(token, "where"))
            return true;
        few_next_token(cursor);
        if (few_token_is(token, "->"))
            return few_mistake(reader, token.word, "a part has only one `->`");
        if (few_token_is_mark(token, ','))
            continue;
        hint_behind(reader, token);
        return few_expected(reader, token, "a comma or the end of the move");
    }
}
