/* The `floor` statement, and what is asked of floors elsewhere. */
#include "language/floor.h"

#include <stdio.h>
#include <string.h>

#include "language/declare.h"
#include "language/diagnose.h"
#include "language/explain.h"

static struct few_quote quote_piece(const struct few_puzzle *puzzle, few_code piece) {
    const char *text = puzzle->pieces[piece].text;
    return few_quote((struct few_word){text, strlen(text)});
}

/* A cell as people call it. */
struct place {
    char text[32];
};

static struct place place_of(const struct few_puzzle *puzzle, size_t cell) {
    struct place place;
    if (puzzle->is_grid)
        snprintf(place.text, sizeof place.text, "%zu,%zu", cell / puzzle->columns + 1, cell % puzzle->columns + 1);
    else
        snprintf(place.text, sizeof place.text, "%zu", cell + 1);
    return place;
}

/* ---- The statement */

static bool check_place(struct few_reader *reader, struct few_word keyword) {
    const struct few_puzzle *puzzle = reader->puzzle;
    if (puzzle->is_string)
        return few_mistake(reader, keyword, "a string has no floor");
    if (puzzle->rows == 0)
        return few_mistake(reader, keyword, "there is a floor, but there is no board");
    if (puzzle->move_count || puzzle->start.given || puzzle->goal_count || puzzle->never_count)
        return few_mistake(reader, keyword, "`floor` stands above the moves, the start and the goals");
    return true;
}

bool few_read_floor(struct few_reader *reader, struct few_cursor *cursor, struct few_word keyword) {
    struct few_puzzle *puzzle = reader->puzzle;
    struct few_token token = few_peek_token(cursor);
    struct few_sketch sketch = {.what = "floor", .until = "", .allowed = FEW_CELL_KIND};
    if (!check_place(reader, keyword))
        return false;
    if (token.kind == FEW_TOKEN_END || token.new_line) {
        few_hint(reader, "the kinds stand behind `floor`, the wall first, and the drawing on the lines below");
        return few_mistake(reader, keyword, "`floor` does not say which kinds there are");
    }
    if (!few_read_kinds(reader, cursor))
        return false;
    for (uint32_t i = 0; i < puzzle->kind_count; i++)
        if (strchr(puzzle->pieces[puzzle->kinds[i]].text, '|'))
            return few_mistake(reader, keyword, "`|` cannot be part of a kind of floor");
    if (few_peek_token(cursor).kind == FEW_TOKEN_END) {
        few_hint(reader, "it stands on the lines below, which begin with white space");
        return few_mistake(reader, keyword, "the drawing of the floor is missing");
    }
    few_code *none;
    if (!few_read_board_drawing(reader, cursor, &sketch) || !few_expect_end(reader, cursor))
        return false;
    return few_keep_drawing(reader, &sketch, &puzzle->floor, &none);
}

/* ---- Asking for floors */

static bool is_kind(const struct few_reader *reader, struct few_word word) {
    const uint32_t found = few_find_word(reader, word);
    return found != FEW_NO_WORD && found & FEW_WORD_KIND;
}

bool few_read_kind(struct few_reader *reader, struct few_word word, few_code *kind) {
    if (!is_kind(reader, word))
        return few_undeclared_kind(reader, word);
    *kind = few_word_code(few_find_word(reader, word));
    return true;
}

static bool is_cell(const struct few_reader *reader, struct few_word word) {
    const uint32_t found = few_find_word(reader, word);
    return few_word_is(word, "_") || (found != FEW_NO_WORD && found & FEW_WORD_ON_BOARD);
}

enum few_floor_result few_split_floor(struct few_reader *reader, struct few_word word, struct few_word *piece,
                                      few_code *kind) {
    const uint32_t bar = few_find_word(reader, (struct few_word){"|", 1});
    struct few_word left = {NULL, 0}, right = left;
    for (size_t i = 1; i + 1 < word.length; i++) {
        if (word.text[i] != '|')
            continue;
        *piece = (struct few_word){word.text, i};
        const struct few_word behind = {word.text + i + 1, word.length - i - 1};
        if (is_cell(reader, *piece) && is_kind(reader, behind))
            return few_read_kind(reader, behind, kind) ? FEW_FLOOR_FOUND : FEW_FLOOR_WRONG;
        if (!left.text) {
            left = *piece;
            right = behind;
        }
    }
    if (!left.text || (bar != FEW_NO_WORD && bar & FEW_WORD_ON_BOARD))
        return FEW_FLOOR_NONE;
    if (is_cell(reader, left))
        few_undeclared_kind(reader, right);
    else if (is_kind(reader, right) && few_count_characters(left) > 1)
        few_mistake(reader, word, "a cell with its floor is a word of its own: put white space around it");
    else
        few_undeclared_cell(reader, left, left, false);
    return FEW_FLOOR_WRONG;
}

/* ---- Walls */

/* The i-th cell of a drawing in its text: what stands for it, a word or a letter of one. */
static struct few_word cell_in_text(const struct few_reader *reader, const struct few_sketch *sketch, size_t i) {
    struct few_cursor cursor = {sketch->first_row.text, reader->end};
    if (reader->puzzle->cell_names) /* they stand in one row, or are given one by one */
        return sketch->first_row;
    for (struct few_token token = few_next_token(&cursor); token.kind != FEW_TOKEN_END; token = few_next_token(&cursor)) {
        if (token.kind != FEW_TOKEN_WORD)
            continue;
        const bool whole = few_find_word(reader, token.word) != FEW_NO_WORD || memchr(token.word.text, '|', token.word.length);
        if (whole && i-- == 0)
            return token.word;
        for (const char *at = token.word.text, *end = at + token.word.length; at < end && !whole; i--) {
            const size_t length = few_well_formed(at, end);
            if (i == 0)
                return (struct few_word){at, length};
            at += length ? length : 1;
        }
    }
    return sketch->first_row;
}

bool few_check_walls(struct few_reader *reader, const struct few_sketch *sketch) {
    const struct few_puzzle *puzzle = reader->puzzle;
    const few_code wall = few_wall(puzzle);
    if (!puzzle->floor || sketch->allowed & FEW_CELL_KIND)
        return true;
    for (size_t i = 0; i < sketch->rows * sketch->columns; i++) {
        const few_code code = reader->scratch[i];
        const char *what = strcmp(sketch->what, "never") == 0 ? "drawing" : sketch->what;
        if (puzzle->floor[i] == wall ? code == wall || code == FEW_CODE_ANY : code != wall)
            continue;
        if (code == wall)
            return few_mistake(reader, cell_in_text(reader, sketch, i), "the %s has the wall `%s` in cell %s, where the floor is `%s`", what,
                               quote_piece(puzzle, wall).text, place_of(puzzle, i).text,
                               quote_piece(puzzle, puzzle->floor[i]).text);
        few_hint(reader, "the first kind of `floor` is where nothing can stand, and it is drawn as `%s` here, too",
                 quote_piece(puzzle, wall).text);
        return few_mistake(reader, cell_in_text(reader, sketch, i), "the %s has something in cell %s, which is a wall", what,
                           place_of(puzzle, i).text);
    }
    return true;
}

bool few_check_walls_stay(struct few_reader *reader, const struct few_part *part, struct few_word place) {
    const few_code wall = few_wall(reader->puzzle);
    for (size_t i = 0; reader->puzzle->floor && i < (size_t)part->rows * part->columns; i++)
        if (part->after[i] != FEW_CODE_ANY && (part->after[i] == wall) != (part->before[i] == wall))
            return few_mistake(reader, place, "cell %zu: `%s` is a wall, which no move puts or takes away", i + 1,
                               quote_piece(reader->puzzle, wall).text);
    return true;
}

/* ---- Mistakes */

bool few_undeclared_kind(struct few_reader *reader, struct few_word word) {
    const struct few_puzzle *puzzle = reader->puzzle;
    const uint32_t found = few_find_word(reader, word);
    if (puzzle->kind_count == 0) {
        few_hint(reader, "`floor` stands above what asks for it");
        return few_mistake(reader, word, "`%s` is not a kind of floor: there is no `floor`", few_quote(word).text);
    }
    if (found != FEW_NO_WORD && found & FEW_WORD_NAME)
        return few_mistake(reader, word, "`%s` has no value that is a kind of floor", few_quote(word).text);
    struct few_nearest nearest = few_nearest(word);
    for (uint32_t i = 0; i < puzzle->kind_count; i++)
        few_nearest_try(&nearest, puzzle->pieces[puzzle->kinds[i]].text);
    if (!few_hint_nearest(reader, &nearest))
        few_hint_pieces(reader, "the kinds of floor are", puzzle->kinds, puzzle->kind_count);
    return few_mistake(reader, word, "`%s` is not a kind of floor", few_quote(word).text);
}

bool few_wall_is_piece(struct few_reader *reader, struct few_word wall, struct few_word place) {
    if (reader->puzzle->kind_count)
        few_hint(reader, "leave it out of `pieces`");
    else
        few_hint(reader, "where there are no walls, name a first kind that is not drawn, as in `floor # %s`",
                 few_quote(wall).text);
    return few_mistake(reader, place, "`%s` is a piece, but the first kind of `floor` is the wall, where no piece stands",
                       few_quote(wall).text);
}

bool few_wall_in_cycle(struct few_reader *reader, struct few_word place, uint32_t cell) {
    return few_mistake(reader, place, "cell %s is a wall, which stays where it is", place_of(reader->puzzle, cell).text);
}

bool few_floor_elsewhere(struct few_reader *reader, struct few_word word, const char *what) {
    if (strcmp(what, "right side") == 0)
        return few_mistake(reader, word, "the floor stays what it is: it is asked for on the left side");
    return few_mistake(reader, word, "the floor stays what it is: the %s has only pieces", what);
}
