/* Conditions about all cells at once. */
#include "language/counted.h"

#include "language/compared.h"
#include "language/diagnose.h"
#include "language/explain.h"
#include "language/floor.h"

bool few_is_keyword(const struct few_reader *reader, struct few_token token, const char *keyword) {
    return few_token_is(token, keyword) && !reader->puzzle->is_string && few_find_word(reader, token.word) == FEW_NO_WORD;
}

/* `word` is a piece of the board, or a name that has some in its list. */
static bool read_piece(struct few_reader *reader, struct few_word word, few_code *piece) {
    const uint32_t found = few_find_word(reader, word);
    if (found == FEW_NO_WORD || !(found & FEW_WORD_ON_BOARD))
        return few_undeclared_cell(reader, word, word, false);
    *piece = few_word_code(found);
    return true;
}

bool few_read_every(struct few_reader *reader, struct few_cursor *cursor, struct few_condition *condition) {
    const struct few_token keyword = few_next_token(cursor), first = few_next_token(cursor);
    const struct few_token middle = few_next_token(cursor), last = few_next_token(cursor);
    if (reader->puzzle->rows == 0)
        return few_mistake(reader, keyword.word, "there is no board, so `every` cannot be used");
    if (first.kind != FEW_TOKEN_WORD || few_token_is(first, "_"))
        return few_expected(reader, first, "a piece or a kind of floor");
    if (!few_token_is(middle, "on") && !few_token_is(middle, "has")) {
        few_hint(reader, "it is `every PIECE on FLOOR` or `every FLOOR has PIECE`");
        return few_expected(reader, middle, "`on` or `has`");
    }
    if (last.kind != FEW_TOKEN_WORD || few_token_is(last, "_"))
        return few_expected(reader, last, few_token_is(middle, "on") ? "a kind of floor" : "a piece or a name");
    condition->kind = FEW_GOAL_EVERY;
    condition->has = few_token_is(middle, "has");
    const struct few_word piece = condition->has ? last.word : first.word, kind = condition->has ? first.word : last.word;
    condition->every.sign = 1;
    condition->every.area.kind = condition->has ? FEW_AREA_ON : FEW_AREA_OFF;
    if (!read_piece(reader, piece, &condition->every.piece) || !few_read_kind(reader, kind, &condition->every.area.floor))
        return false;
    if (reader->puzzle->kind_count == 0 || condition->every.piece != few_wall(reader->puzzle))
        return true;
    few_hint(reader, "`every` is about pieces that can move away");
    return few_mistake(reader, piece, "`%s` is the wall, which stands in all walls and nowhere else, in every state", few_quote(piece).text);
}

bool few_finish_every(struct few_reader *reader, struct few_condition *condition) {
    const struct few_puzzle *puzzle = reader->puzzle;
    const size_t cells = (size_t)puzzle->rows * puzzle->columns;
    if (!condition->has || condition->opposite || !few_code_is_piece(condition->every.piece))
        return true;
    few_code *drawing = few_reader_alloc(reader, cells, sizeof *drawing);
    if (!drawing)
        return false;
    for (uint32_t i = 0; i < cells; i++)
        drawing[i] = few_area_has(puzzle, condition->every.area, i) ? condition->every.piece : FEW_CODE_ANY;
    condition->kind = FEW_GOAL_DRAWING;
    condition->drawing = (struct few_drawing){.rows = puzzle->rows, .columns = puzzle->columns, .cells = drawing};
    return true;
}

/* The next word, which ends where an operator begins. */
static bool next_word(struct few_reader *reader, struct few_cursor *cursor, const char *what, struct few_word *word) {
    const struct few_token token = few_next_token(cursor);
    if (token.kind != FEW_TOKEN_WORD || few_token_is(token, "_"))
        return few_expected(reader, token, what);
    *word = few_before_operator(reader, token.word);
    if (word->length == 0)
        return few_expected(reader, token, what);
    cursor->at = word->text + word->length;
    return true;
}

/* `row 2` or `column 3`. */
static bool read_line(struct few_reader *reader, struct few_cursor *cursor, struct few_area *area) {
    const struct few_puzzle *puzzle = reader->puzzle;
    const struct few_token token = few_next_token(cursor);
    struct few_word word = {0};
    uint64_t number;
    if (!few_token_is(token, "row") && !few_token_is(token, "column"))
        return few_expected(reader, token, "`row` or `column`");
    area->kind = few_token_is(token, "row") ? FEW_AREA_ROW : FEW_AREA_COLUMN;
    const bool row = area->kind == FEW_AREA_ROW;
    const uint32_t lines = row ? puzzle->rows : puzzle->columns;
    if (!next_word(reader, cursor, row ? "the number of a row" : "the number of a column", &word))
        return false;
    if (!few_word_count(word, &number))
        return few_mistake(reader, word, "`%s` is not the number of a %s", few_quote(word).text, row ? "row" : "column");
    if (number == 0 || number > lines)
        return few_mistake(reader, word, "there is no %s %s: the board has %u", row ? "row" : "column", few_quote(word).text, lines);
    area->line = (uint32_t)number - 1;
    return true;
}

bool few_read_counted(struct few_reader *reader, struct few_cursor *cursor, struct few_counted *counted) {
    const struct few_token keyword = few_next_token(cursor);
    struct few_word word = {0};
    *counted = (struct few_counted){.sign = 1};
    if (reader->puzzle->rows == 0)
        return few_mistake(reader, keyword.word, "there is no board, so `count` cannot be used");
    if (!next_word(reader, cursor, "a piece or a name", &word) || !read_piece(reader, word, &counted->piece))
        return false;
    const struct few_token token = few_peek_token(cursor);
    if (few_token_is(token, "on")) {
        few_next_token(cursor);
        counted->area.kind = FEW_AREA_ON;
        return next_word(reader, cursor, "a kind of floor", &word) && few_read_kind(reader, word, &counted->area.floor);
    }
    if (!few_token_is(token, "in"))
        return true;
    few_next_token(cursor);
    return read_line(reader, cursor, &counted->area);
}
