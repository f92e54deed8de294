/* The `start`, `goal` and `never` statements: conditions joined by `and`. */
#include <string.h>

#include "language/cell_is.h"
#include "language/compared.h"
#include "language/counted.h"
#include "language/diagnose.h"
#include "language/drawing.h"
#include "language/explain.h"
#include "language/explain_condition.h"
#include "language/move.h"
#include "language/never.h"

/* No code: the start has not said yet what this var is. */
enum { UNSAID = 0xfffe };

/* Whether a word can be one cell or several: by its characters, or as a piece on a kind of floor. */
static bool may_be_cells(const struct few_reader *reader, struct few_word word) {
    return few_is_made_of_cells(reader, word) || (reader->puzzle->kind_count && memchr(word.text, '|', word.length));
}

/* `V is`; true with *var == FEW_NOWHERE where something else stands here. */
static bool read_var_is(struct few_reader *reader, struct few_cursor *cursor, uint32_t *var,
                        struct few_word *word) {
    struct few_token token = few_peek_token(cursor);
    *var = FEW_NOWHERE;
    uint32_t found = token.kind == FEW_TOKEN_WORD ? few_find_word(reader, token.word) : FEW_NO_WORD;
    struct few_cursor behind = *cursor;
    few_next_token(&behind);
    struct few_token second = few_next_token(&behind);
    if (found == FEW_NO_WORD || !(found & FEW_WORD_VAR)) {
        bool drawn = reader->puzzle->is_string || (found != FEW_NO_WORD && found & FEW_WORD_ON_BOARD)
            || (few_is_on_board(reader, (struct few_word){"is", 2}) && may_be_cells(reader, token.word));
        bool meant = token.kind == FEW_TOKEN_WORD && few_token_is(second, "is") && !drawn;
        return !meant || few_undeclared_var(reader, token.word);
    }
    *word = token.word;
    *var = found & FEW_WORD_INDEX;
    *cursor = behind;
    token = second;
    if (few_token_is(token, "is"))
        return true;
    few_hint(reader, "write it as `%s is …`", few_quote(*word).text);
    return few_expected(reader, token, "`is`");
}

/* `and`, or in a goal or `never` also a comma or `or`, or the end of the statement, which is called `what`. */
static bool read_and(struct few_reader *reader, struct few_cursor *cursor, const char *what, bool *more, bool *other) {
    struct few_token token = few_next_token(cursor);
    const bool is_start = strcmp(what, "start") == 0, comma = few_token_is_mark(token, ',');
    *more = token.kind != FEW_TOKEN_END;
    *other = !is_start && few_token_is(token, "or");
    if (!*more)
        return true;
    if (!few_token_is(token, "and") && !*other && (is_start || !comma)) {
        if (comma)
            few_hint(reader, "did you mean `and`?");
        else if (!is_start && few_begins_operator(reader, token))
            few_hint(reader, "a comparison has two sides: `v > 1 and v < 3` are two comparisons");
        return few_expected(reader, token, is_start ? "`and` or the end of the line" : "`and`, `or` or the end of the line");
    }
    struct few_token behind = few_peek_token(cursor);
    if (behind.kind == FEW_TOKEN_END)
        return few_mistake(reader, behind.word, "something is missing after `%s`", few_quote(token.word).text);
    return true;
}

/* Whether `any` stands for every value of this var. Where one of them is called so, the word is that value, as it is
 * everywhere else: a state that is written must be the same when it is read. */
static bool means_every_value(const struct few_reader *reader, struct few_token token, uint32_t var) {
    const struct few_var *declared = &reader->puzzle->vars[var];
    if (!few_token_is(token, "any"))
        return false;
    for (uint32_t i = 0; i < declared->count; i++)
        if (strcmp(reader->puzzle->pieces[declared->values[i]].text, "any") == 0)
            return false;
    return true;
}

static bool read_start_var(struct few_reader *reader, struct few_cursor *cursor, uint32_t var,
                           struct few_word word, few_code *vars) {
    if (vars[var] != UNSAID)
        return few_mistake(reader, word, "the start gives `%s` twice", few_quote(word).text);
    struct few_token value = few_peek_token(cursor);
    if (means_every_value(reader, value, var)) {
        vars[var] = FEW_CODE_ANY;
        few_next_token(cursor);
        return true;
    }
    uint32_t found = value.kind == FEW_TOKEN_WORD ? few_find_word(reader, value.word) : FEW_NO_WORD;
    if (found != FEW_NO_WORD && found & FEW_WORD_NAME)
        return few_not_in_start(reader, value.word, FEW_CELL_NAME);
    return few_read_var_value(reader, cursor, var, false, &vars[var]);
}

/* Reads the conditions of a start; the drawing stays in the scratch. */
static bool read_start_conditions(struct few_reader *reader, struct few_cursor *cursor,
                                  struct few_sketch *board, few_code *vars) {
    struct few_token begin = few_peek_token(cursor);
    if (begin.kind == FEW_TOKEN_END)
        return few_expected(reader, begin, "the start");
    bool more = false, other, drawn = false;
    do {
        uint32_t var = FEW_NOWHERE;
        struct few_word word;
        begin = few_peek_token(cursor);
        const bool by_cell = few_is_cell_is(reader, *cursor);
        if (!by_cell && !read_var_is(reader, cursor, &var, &word))
            return false;
        if (by_cell) {
            if (!few_read_start_cell(reader, cursor, board, drawn))
                return false;
        } else if (var != FEW_NOWHERE) {
            if (!read_start_var(reader, cursor, var, word, vars))
                return false;
        } else if (board->rows) {
            return few_mistake(reader, begin.word, drawn ? "a start has only one drawing" : "the start says what stands in its cells, so it has no drawing");
        } else if (!few_read_board_drawing(reader, cursor, board)) {
            return false;
        } else {
            drawn = true;
        }
        if (!read_and(reader, cursor, "start", &more, &other))
            return false;
    } while (more);
    return drawn || !board->rows || few_fill_start_cells(reader, board);
}

/* A start leaves nothing open: the board is drawn and every var has its value. */
static bool check_complete(struct few_reader *reader, struct few_word place, const struct few_sketch *board,
                           const few_code *vars) {
    const struct few_puzzle *puzzle = reader->puzzle;
    if (board->rows == 0 && (puzzle->rows || puzzle->is_string))
        return few_mistake(reader, place, "the start does not show the %s",
                           puzzle->is_string ? "string" : "board");
    for (uint32_t var = 0; var < puzzle->var_count; var++) {
        if (vars[var] != UNSAID)
            continue;
        const char *name = puzzle->vars[var].name;
        struct few_quote quote = few_quote((struct few_word){name, strlen(name)});
        few_hint(reader, "add `and %s is …`; `any` stands for every value it can have", quote.text);
        return few_mistake(reader, place, "the start does not say what `%s` is", quote.text);
    }
    return true;
}

/* Puts a start that was read into the puzzle; takes the room of the one before, if it has the same size. */
static bool keep_start(struct few_reader *reader, struct few_where where, const struct few_sketch *board,
                       const few_code *vars) {
    struct few_puzzle *puzzle = reader->puzzle;
    struct few_start start = puzzle->start;
    start.given = true;
    start.where = where;
    size_t cells = board->rows * board->columns;
    bool same_size = start.board.cells && start.board.rows == board->rows
        && start.board.columns == board->columns;
    if (cells && !same_size
        && !(start.board.cells = few_reader_alloc(reader, cells, sizeof *start.board.cells)))
        return false;
    if (!start.vars && !(start.vars = few_reader_alloc(reader, puzzle->var_count, sizeof *start.vars)))
        return false;
    if (cells) {
        start.board.rows = (uint32_t)board->rows;
        start.board.columns = (uint32_t)board->columns;
        start.board.where = few_place(reader, board->first_row);
        memcpy(start.board.cells, reader->scratch, cells * sizeof *start.board.cells);
    }
    memcpy(start.vars, vars, puzzle->var_count * sizeof *start.vars);
    puzzle->start = start;
    reader->start_vars = puzzle->var_count;
    return true;
}

bool few_read_start(struct few_reader *reader, struct few_cursor *cursor, struct few_word keyword) {
    const struct few_puzzle *puzzle = reader->puzzle;
    struct few_where where = few_place(reader, keyword);
    struct few_sketch board = {.what = "start", .until = "and", .allowed = FEW_CELL_PIECE};
    size_t size = (puzzle->var_count + 1) * sizeof(few_code); /* never empty */
    few_code *vars = few_alloc(reader->memory, size);
    if (!vars)
        return few_fail_memory(reader->error);
    for (uint32_t var = 0; var < puzzle->var_count; var++)
        vars[var] = UNSAID;
    bool read = read_start_conditions(reader, cursor, &board, vars) && check_complete(reader, keyword, &board, vars);
    if (read && reader->lenient) { /* by hand: every `never` is known, and the start before may still be needed */
        const struct few_start given = {
            .given = true,
            .board = {.rows = (uint32_t)board.rows, .columns = (uint32_t)board.columns, .cells = reader->scratch},
            .vars = vars};
        read = few_check_start(reader, keyword, &given);
    }
    read = read && keep_start(reader, where, &board, vars);
    few_free(reader->memory, vars, size);
    return read;
}

static bool read_goal_qualifiers(struct few_reader *reader, struct few_cursor *cursor,
                                 struct few_condition *condition, struct few_word *diagonal) {
    static const char *const on_board[] = {"any direction", "diagonal"}, *const in_string[] = {"at begin", "at end"};
    const bool is_string = reader->puzzle->is_string;
    struct few_token token = few_next_token(cursor);
    for (; few_token_is_mark(token, ','); token = few_next_token(cursor)) {
        token = few_next_token(cursor);
        struct few_word word = token.word;
        bool twice = false;
        if (is_string && few_token_is(token, "at")) {
            if (!few_read_end(reader, cursor, word, &condition->ends))
                return false;
            continue;
        }
        if (few_token_is(token, "any") && few_token_is(few_peek_token(cursor), "direction")) {
            word = few_span(word, few_next_token(cursor).word);
            twice = condition->any_direction;
            condition->any_direction = true;
        } else if (few_token_is(token, "diagonal")) {
            *diagonal = word;
            twice = condition->diagonal;
            condition->diagonal = true;
        } else if (token.kind == FEW_TOKEN_WORD) {
            return few_unknown_qualifier(reader, token.word, is_string ? in_string : on_board, 2);
        } else {
            return few_expected(reader, token, is_string ? "`at begin` or `at end`" : "`any direction` or `diagonal`");
        }
        if (twice)
            return few_mistake(reader, word, "`%s` is given twice", few_quote(word).text);
        if (is_string)
            return few_mistake(reader, word, "`%s` cannot be used in a string puzzle", few_quote(word).text);
    }
    if (!few_token_is_mark(token, ':'))
        return few_expected(reader, token, "a comma or a colon");
    return few_check_colon(reader, token, cursor);
}

static bool check_pattern_fits(struct few_reader *reader, const struct few_condition *condition,
                               const struct few_sketch *sketch) {
    const struct few_puzzle *puzzle = reader->puzzle;
    if (puzzle->is_string)
        return sketch->columns <= puzzle->max_length
            || few_mistake(reader, sketch->first_row,
                           "the pattern has %zu characters, but the string at most %u", sketch->columns,
                           puzzle->max_length);
    bool drawn = sketch->rows <= puzzle->rows && sketch->columns <= puzzle->columns;
    bool turned = sketch->rows <= puzzle->columns && sketch->columns <= puzzle->rows;
    bool slanted = sketch->columns <= puzzle->rows && sketch->columns <= puzzle->columns;
    if (drawn || (condition->any_direction && turned) || (condition->diagonal && slanted))
        return true;
    return few_mistake(reader, sketch->first_row,
                       "the pattern is larger than the board: %zu x %zu on %u x %u", sketch->rows,
                       sketch->columns, puzzle->rows, puzzle->columns);
}

/* `somewhere` or `nowhere`, of which the keyword has been taken. */
static bool read_anywhere(struct few_reader *reader, struct few_cursor *cursor, struct few_word keyword,
                          struct few_sketch *sketch, struct few_condition *condition) {
    const struct few_puzzle *puzzle = reader->puzzle;
    if (puzzle->rows == 0 && !puzzle->is_string)
        return few_mistake(reader, keyword, "there is no board, so `%s` cannot be used",
                           few_quote(keyword).text);
    struct few_word diagonal = keyword;
    if (!read_goal_qualifiers(reader, cursor, condition, &diagonal))
        return false;
    struct few_token begin = few_peek_token(cursor);
    sketch->what = "pattern";
    if (!few_read_drawing(reader, cursor, sketch))
        return false;
    if (sketch->rows == 0)
        return few_expected(reader, begin, "a pattern");
    if (condition->diagonal && sketch->rows > 1)
        return few_mistake(reader, diagonal,
                           "only a pattern of one row can be `diagonal`, and this one has %zu", sketch->rows);
    return check_pattern_fits(reader, condition, sketch);
}

static bool read_plain_condition(struct few_reader *reader, struct few_cursor *cursor, const char *what, bool joined,
                                 struct few_condition *condition) {
    struct few_cursor behind = *cursor;
    struct few_token token = few_next_token(&behind);
    struct few_token second = few_peek_token(&behind);
    bool marked = few_token_is_mark(second, ',') || few_token_is_mark(second, ':');
    bool somewhere = few_token_is(token, "somewhere"), nowhere = few_token_is(token, "nowhere");
    uint32_t var;
    struct few_word word;
    if (few_is_cell_is(reader, *cursor))
        return few_read_cell_is(reader, cursor, condition);
    if (few_is_keyword(reader, token, "every"))
        return few_read_every(reader, cursor, condition);
    if ((few_is_keyword(reader, token, "all") || few_is_keyword(reader, token, "each")) && second.kind == FEW_TOKEN_WORD) {
        few_next_token(&behind);
        const struct few_token third = few_peek_token(&behind);
        if (few_token_is(third, "on") || few_token_is(third, "has")) {
            few_hint(reader, "did you mean `every`?");
            return few_mistake(reader, token.word, "`%s` is not a declared piece", few_quote(token.word).text);
        }
    }
    if ((reader->puzzle->var_count || few_token_is(token, "count")) && few_is_compared(reader, *cursor))
        return few_read_compared_vars(reader, cursor, condition);
    if (!few_is_plain_condition(reader, *cursor) || !read_var_is(reader, cursor, &var, &word))
        return false;
    if (var != FEW_NOWHERE) {
        condition->kind = FEW_GOAL_VAR;
        condition->var = var;
        if (means_every_value(reader, few_peek_token(cursor), var)
            && few_find_word(reader, (struct few_word){"any", 3}) == FEW_NO_WORD)
            return few_mistake(reader, few_peek_token(cursor).word,
                               "`any` says nothing in a %s: leave it out",
                               strcmp(what, "never") == 0 ? "`never`" : what);
        return few_read_var_value(reader, cursor, var, false, &condition->value);
    }
    struct few_sketch sketch = {
        .what = what, .joined = joined, .until = "and", .also = few_find_word(reader, (struct few_word){"or", 2}) == FEW_NO_WORD ? "or" : NULL, .allowed = FEW_CELL_PIECE | FEW_CELL_NAME | FEW_CELL_BLANK | FEW_CELL_FLOOR};
    if ((somewhere || nowhere) && (marked || few_find_word(reader, token.word) == FEW_NO_WORD)) {
        *cursor = behind;
        condition->kind = somewhere ? FEW_GOAL_SOMEWHERE : FEW_GOAL_NOWHERE;
        if (!read_anywhere(reader, cursor, token.word, &sketch, condition))
            return false;
    } else {
        condition->kind = FEW_GOAL_DRAWING;
        if (!few_read_board_drawing(reader, cursor, &sketch))
            return false;
    }
    condition->drawing.rows = (uint32_t)sketch.rows;
    condition->drawing.columns = (uint32_t)sketch.columns;
    condition->drawing.where = few_place(reader, sketch.first_row);
    return few_keep_drawing(reader, &sketch, &condition->drawing.cells, &condition->drawing.floors);
}

/* Whether `not` is a word of the language here: not where it is declared, or all there is. */
static bool is_not(const struct few_reader *reader, struct few_cursor cursor) {
    const struct few_cursor begin = cursor;
    const struct few_token token = few_next_token(&cursor);
    if (!few_token_is(token, "not") || few_find_word(reader, token.word) != FEW_NO_WORD || few_is_cell_is(reader, begin))
        return false;
    const struct few_token behind = few_next_token(&cursor);
    const bool is_or = few_token_is(behind, "or") && few_find_word(reader, behind.word) == FEW_NO_WORD;
    return behind.kind == FEW_TOKEN_WORD && !few_token_is(behind, "and") && !is_or;
}

/* Turns a condition into the one that holds where it does not. */
static bool negate(struct few_reader *reader, struct few_word place, struct few_condition *condition) {
    switch (condition->kind) {
    case FEW_GOAL_SOMEWHERE: condition->kind = FEW_GOAL_NOWHERE; return true;
    case FEW_GOAL_NOWHERE: condition->kind = FEW_GOAL_SOMEWHERE; return true;
    case FEW_GOAL_COMPARED: condition->comparator = few_opposite(condition->comparator); return true;
    case FEW_GOAL_EVERY: condition->opposite = true; return true;
    case FEW_GOAL_DRAWING:
        if (reader->puzzle->is_string)
            return few_mistake(reader, place, "`not` does not stand before a whole string: say what it has `nowhere`");
        if (reader->puzzle->wraps_rows || reader->puzzle->wraps_columns) /* there it would be found at other places, too */
            return few_mistake(reader, place, "`not` does not stand before a drawing of a board that is wrapped");
        condition->kind = FEW_GOAL_NOWHERE; /* a pattern as large as the board */
        return true;
    case FEW_GOAL_VAR: break;
    }
    if (!few_code_is_piece(condition->value))
        return few_mistake(reader, place, "`not` does not stand before a name: it would be any of its values");
    condition->left = (struct few_var_sum){.count = 1, .piece = FEW_CODE_ANY};
    condition->left.vars = few_reader_alloc(reader, 1, sizeof *condition->left.vars);
    condition->left.signs = few_reader_alloc(reader, 1, sizeof *condition->left.signs);
    if (!condition->left.vars || !condition->left.signs)
        return false;
    condition->left.vars[0] = condition->var;
    condition->left.signs[0] = 1;
    condition->right = (struct few_var_sum){.piece = condition->value};
    condition->kind = FEW_GOAL_COMPARED;
    condition->comparator = FEW_UNEQUAL;
    return true;
}

static bool read_condition(struct few_reader *reader, struct few_cursor *cursor, const char *what, bool joined,
                           struct few_condition *condition) {
    const struct few_token first = few_peek_token(cursor);
    bool opposite = false;
    while (few_token_is(first, "not") && is_not(reader, *cursor)) {
        opposite = !opposite;
        few_next_token(cursor);
    }
    return read_plain_condition(reader, cursor, what, joined, condition) && (!opposite || negate(reader, first.word, condition))
        && (condition->kind != FEW_GOAL_EVERY || few_finish_every(reader, condition));
}

/* Lines of a kind, with what they have room for. */
struct lines {
    struct few_goal **items;
    uint32_t *count, *capacity;
};

/* Conditions up to the end of the statement. What stands between two `or` is a line of its own. */
static bool read_lines(struct few_reader *reader, struct few_cursor *cursor, struct few_word keyword, const char *what,
                       struct lines lines) {
    const struct few_where where = few_place(reader, keyword);
    struct few_goal line = {.where = where};
    uint32_t capacity = 0;
    bool more = false, other;
    do {
        struct few_condition *grown = few_grow(reader, line.conditions, line.count, &capacity, sizeof *grown);
        if (!grown)
            return false;
        line.conditions = grown;
        grown[line.count] = (struct few_condition){0};
        if (!read_condition(reader, cursor, what, more, &grown[line.count++])
            || !read_and(reader, cursor, what, &more, &other))
            return false;
        if (more && !other)
            continue;
        struct few_goal *all = few_grow(reader, *lines.items, *lines.count, lines.capacity, sizeof *all);
        if (!all)
            return false;
        *lines.items = all;
        all[(*lines.count)++] = line;
        line = (struct few_goal){.where = where};
        capacity = 0;
    } while (more);
    return true;
}

bool few_read_goal(struct few_reader *reader, struct few_cursor *cursor, struct few_word keyword) {
    struct few_puzzle *puzzle = reader->puzzle;
    struct few_token begin = few_peek_token(cursor);
    if (begin.kind == FEW_TOKEN_END)
        return few_expected(reader, begin, "the goal");
    return read_lines(reader, cursor, keyword, "goal",
                      (struct lines){&puzzle->goals, &puzzle->goal_count, &reader->goal_capacity});
}

bool few_read_never(struct few_reader *reader, struct few_cursor *cursor, struct few_word keyword) {
    struct few_puzzle *puzzle = reader->puzzle;
    struct few_token begin = few_peek_token(cursor);
    if (begin.kind == FEW_TOKEN_END)
        return few_expected(reader, begin, "what must never be");
    return read_lines(reader, cursor, keyword, "never",
                      (struct lines){&puzzle->nevers, &puzzle->never_count, &reader->never_capacity});
}
