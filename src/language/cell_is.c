#include "language/cell_is.h"

#include <string.h>

#include "language/cells.h"
#include "language/diagnose.h"
#include "language/explain.h"
#include "language/floor.h"

/* No code: the start has not said yet what stands in this cell. */
enum { UNSAID = 0xfffe };

bool few_is_cell_is(const struct few_reader *reader, struct few_cursor cursor) {
    if (!reader->puzzle->cell_names)
        return false;
    const struct few_token cell = few_next_token(&cursor);
    const uint32_t is = few_find_word(reader, (struct few_word){"is", 2});
    return cell.kind == FEW_TOKEN_WORD && few_find_cell(reader, cell.word) != FEW_NO_WORD &&
           few_token_is(few_peek_token(&cursor), "is") && (is == FEW_NO_WORD || !(is & FEW_WORD_ON_BOARD));
}

/* `CELL is` and a piece, or a name where that may stand. */
static bool read(struct few_reader *reader, struct few_cursor *cursor, bool names, uint32_t *cell, few_code *code) {
    *cell = few_find_cell(reader, few_next_token(cursor).word);
    few_next_token(cursor); /* is */
    const struct few_token token = few_next_token(cursor);
    if (token.kind != FEW_TOKEN_WORD)
        return few_expected(reader, token, "a piece");
    const uint32_t found = few_find_word(reader, token.word);
    if (found != FEW_NO_WORD && found & FEW_WORD_NAME && !names)
        return few_not_in_start(reader, token.word, FEW_CELL_NAME);
    if (found == FEW_NO_WORD || !(found & FEW_WORD_ON_BOARD))
        return few_undeclared_cell(reader, token.word, token.word, false);
    *code = few_word_code(found);
    return true;
}

bool few_read_cell_is(struct few_reader *reader, struct few_cursor *cursor, struct few_condition *condition) {
    const uint32_t columns = reader->puzzle->columns;
    const struct few_where where = few_place(reader, few_peek_token(cursor).word);
    uint32_t cell = 0;
    few_code code = FEW_CODE_ANY, *cells = few_reader_alloc(reader, columns, sizeof *cells);
    if (!cells || !read(reader, cursor, true, &cell, &code))
        return false;
    for (uint32_t i = 0; i < columns; i++)
        cells[i] = i == cell ? code : FEW_CODE_ANY;
    condition->kind = FEW_GOAL_DRAWING;
    condition->drawing = (struct few_drawing){.rows = 1, .columns = columns, .cells = cells, .where = where};
    return true;
}

bool few_read_start_cell(struct few_reader *reader, struct few_cursor *cursor, struct few_sketch *board, bool drawn) {
    const uint32_t columns = reader->puzzle->columns;
    const struct few_word word = few_peek_token(cursor).word;
    uint32_t cell = 0;
    few_code code = FEW_CODE_ANY;
    if (drawn)
        return few_mistake(reader, word, "the start has a drawing, which says what stands in `%s`", few_quote(word).text);
    if (!board->rows) {
        if (!few_reserve_scratch(reader, columns))
            return false;
        for (uint32_t i = 0; i < columns; i++)
            reader->scratch[i] = UNSAID;
        board->rows = 1;
        board->columns = columns;
        board->first_row = word;
    }
    if (!read(reader, cursor, false, &cell, &code))
        return false;
    if (reader->scratch[cell] != UNSAID)
        return few_mistake(reader, word, "the start gives `%s` twice", few_quote(word).text);
    reader->scratch[cell] = code;
    return true;
}

bool few_fill_start_cells(struct few_reader *reader, const struct few_sketch *board) {
    const uint32_t found = few_find_word(reader, (struct few_word){".", 1});
    const bool has_gap = found != FEW_NO_WORD && found & FEW_WORD_PIECE && found & FEW_WORD_ON_BOARD;
    const struct few_puzzle *puzzle = reader->puzzle;
    for (size_t i = 0; i < board->columns; i++) {
        if (reader->scratch[i] != UNSAID)
            continue;
        if (puzzle->floor && puzzle->floor[i] == few_wall(puzzle)) {
            reader->scratch[i] = few_wall(puzzle);
            continue;
        }
        if (!has_gap) {
            few_hint(reader, "cells that are left out hold `.`, but that is not a piece here");
            return few_mistake(reader, board->first_row, "the start does not say what stands in `%s`",
                               few_quote((struct few_word){puzzle->cell_names[i], strlen(puzzle->cell_names[i])}).text);
        }
        reader->scratch[i] = few_word_code(found);
    }
    return few_check_walls(reader, board);
}
