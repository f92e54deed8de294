/* Conditions about all cells at once. */
#include "language/counted.h"

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

bool few_read_counted_piece(struct few_reader *reader, struct few_cursor *cursor, few_code *piece) {
    const struct few_token token = few_next_token(cursor);
    if (token.kind != FEW_TOKEN_WORD || few_token_is(token, "_"))
        return few_expected(reader, token, "a piece or a name");
    return read_piece(reader, token.word, piece);
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
    return read_piece(reader, piece, &condition->piece) && few_read_kind(reader, kind, &condition->kind_of_floor);
}

bool few_finish_every(struct few_reader *reader, struct few_condition *condition) {
    const struct few_puzzle *puzzle = reader->puzzle;
    const size_t cells = (size_t)puzzle->rows * puzzle->columns;
    if (!condition->has || condition->opposite || !few_code_is_piece(condition->piece))
        return true;
    few_code *drawing = few_reader_alloc(reader, cells, sizeof *drawing);
    if (!drawing)
        return false;
    for (size_t i = 0; i < cells; i++)
        drawing[i] = few_code_has(puzzle, condition->kind_of_floor, puzzle->floor[i]) ? condition->piece : FEW_CODE_ANY;
    condition->kind = FEW_GOAL_DRAWING;
    condition->drawing = (struct few_drawing){.rows = puzzle->rows, .columns = puzzle->columns, .cells = drawing};
    return true;
}
