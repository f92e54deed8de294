/* From a text to a puzzle: one statement after the other, then what only the whole text shows.
 *
 * The board is looked for first, wherever it stands, because sizes and cells are checked against it. All other
 * statements are read in their order: a name is declared before it is used. */
#include <string.h>

#include "language/cost.h"
#include "language/diagnose.h"
#include "language/labels.h"
#include "language/never.h"
#include "language/reader.h"

static const struct few_word no_place = {NULL, 0};

enum { KEPT_TEXT = 1 << 20, LONGEST_TEXT = 1 << 30 };

static const struct statement {
    const char *keyword;
    bool once, first; /* at most one of these; read before all others */
    bool (*read)(struct few_reader *reader, struct few_cursor *cursor, struct few_word keyword);
} statements[] = {
    {"title", true, false, few_read_title},   {"board", true, true, few_read_board},
    {"cells", true, true, few_read_cell_names}, {"string", true, true, few_read_string},
    {"links", false, false, few_read_links},  {"pieces", true, false, few_read_pieces},
    {"var", false, false, few_read_var},      {"let", false, false, few_read_let},
    {"names", true, false, few_read_names},   {"move", false, false, few_read_move},
    {"start", true, false, few_read_start},   {"goal", false, false, few_read_goal},
    {"never", false, false, few_read_never},  {"within", true, false, few_read_within},
    {"draw", false, false, few_read_draw},
    {"floor", true, false, few_read_floor},
};
enum { STATEMENTS = sizeof statements / sizeof *statements };

/* Where each statement stands for the first time. */
struct seen {
    struct few_word keywords[STATEMENTS];
};

static const struct few_word *seen_of(const struct seen *seen, const char *keyword) {
    for (size_t i = 0; i < STATEMENTS; i++)
        if (strcmp(statements[i].keyword, keyword) == 0 && seen->keywords[i].text)
            return &seen->keywords[i];
    return NULL;
}

static bool check_text(struct few_reader *reader) {
    const char *at = reader->text;
    switch (few_check_text(reader->text, (size_t)(reader->end - reader->text), &at)) {
    case FEW_TEXT_NOT_UTF8:
        few_hint(reader, "save the file in the encoding UTF-8");
        return few_mistake(reader, (struct few_word){at, 1},
                           "the text is not UTF-8: byte 0x%02x cannot stand here", (unsigned char)*at);
    case FEW_TEXT_NUL:
        return few_mistake(reader, (struct few_word){at, 1}, "there is a NUL byte in the text");
    case FEW_TEXT_CONTROL:
        return few_mistake(reader, (struct few_word){at, few_character_length(at)},
                           "there is a control character in the text (byte 0x%02x)", (unsigned char)*at);
    case FEW_TEXT_FINE:
        break;
    }
    return true;
}

/* The statement that begins with this token, or NULL. */
static const struct statement *find_statement(struct few_token token) {
    for (size_t i = 0; i < STATEMENTS; i++)
        if (few_token_is(token, statements[i].keyword))
            return &statements[i];
    return NULL;
}

bool few_is_statement(struct few_token token) {
    return find_statement(token) != NULL;
}

static bool unknown_statement(struct few_reader *reader, struct few_word word, bool indented) {
    if (indented) {
        few_hint(reader, "a statement begins at the beginning of its line");
        return few_mistake(reader, word,
                           "a line that begins with white space continues the one above, but there is none");
    }
    struct few_nearest nearest = few_nearest(word);
    for (size_t i = 0; i < STATEMENTS; i++)
        few_nearest_try(&nearest, statements[i].keyword);
    if (!few_hint_nearest(reader, &nearest)) {
        bool declared = few_find_word(reader, word) != FEW_NO_WORD
            || reader->vocabulary->kind_of_byte[(unsigned char)*word.text] != FEW_CELL_UNDECLARED;
        const bool comment = *word.text == '#' || (reader->end - word.text > 1 && memcmp(word.text, "//", 2) == 0);
        few_hint(reader,
                 declared  ? "a line that continues the one above begins with white space"
                 : comment ? "a comment begins with `;`"
                           : "a line begins with one of title, board, cells, string, links, pieces, floor, var, let, names, "
                             "move, start, goal, never, within, draw");
    }
    return few_mistake(reader, word, "`%s` is not a statement", few_quote(word).text);
}

/* Reads one statement, if it is one of those that are read now. */
static bool read_statement(struct few_reader *reader, struct few_cursor cursor, bool first_pass,
                           struct seen *seen) {
    const char *begin = cursor.at;
    struct few_token token = few_next_token(&cursor);
    const struct statement *statement = find_statement(token);
    if (!statement || token.word.text != begin)
        return first_pass || unknown_statement(reader, token.word, token.word.text != begin);
    struct few_word *known = &seen->keywords[statement - statements];
    if (first_pass) {
        if (statement->once && known->text)
            return few_mistake(reader, token.word, "there is a second `%s`; the first is on line %u",
                               statement->keyword, few_line_of(reader, known->text));
        if (!known->text)
            *known = token.word;
    }
    if (statement->first != first_pass)
        return true;
    struct few_token colon = few_peek_token(&cursor);
    if (few_token_is_mark(colon, ':') && statement->read != few_read_title
        && statement->read != few_read_move)
        return few_mistake(reader, colon.word, "no colon belongs after `%s`", statement->keyword);
    return statement->read(reader, &cursor, token.word);
}

static bool read_statements(struct few_reader *reader, bool first_pass, struct seen *seen) {
    struct few_cursor statement;
    const char *at = reader->text;
    for (; few_next_statement(at, reader->end, &statement); at = statement.end)
        if (!few_go_on(reader->memory, (uint64_t)(statement.end - at)))
            return few_fail_memory(reader->error);
        else if (!read_statement(reader, statement, first_pass, seen))
            return false;
    if (at == reader->text)
        return few_mistake(reader, no_place, "there is no puzzle in this file");
    return true;
}

/* What only the whole text shows. */
static bool check_whole(struct few_reader *reader, const struct seen *seen) {
    const struct few_puzzle *puzzle = reader->puzzle;
    const struct few_word *cells = seen_of(seen, "cells"), *pieces = seen_of(seen, "pieces");
    const struct few_word *board = cells ? cells : seen_of(seen, "board");
    const struct few_word *start = seen_of(seen, "start"), *string = seen_of(seen, "string");
    if (board && !pieces)
        return few_mistake(reader, *board, "there is a board, but no `pieces` that can stand on it");
    if (!board && !string && pieces)
        return few_mistake(reader, *pieces, "there are pieces, but no `board` for them");
    if (!board && !string && puzzle->var_count == 0)
        return few_mistake(reader, no_place, "the puzzle has no `board`, no `string` and no `var`");
    if (puzzle->move_count == 0)
        return few_mistake(reader, no_place, "the puzzle has no `move`");
    if (string && puzzle->max_length == FEW_NOWHERE && !puzzle->has_within) {
        few_hint(reader, "give the greatest length as `string 20`, or add `within 10`");
        return few_mistake(reader, *string,
                           "a string of any length needs `within`, or the search might never end");
    }
    for (uint32_t i = 0; i < puzzle->move_count && string && puzzle->max_length == FEW_NOWHERE; i++)
        if (!puzzle->moves[i].cost_sum && puzzle->moves[i].cost == 0)
            return few_fail_free(puzzle, &puzzle->moves[i], reader->error);
    if (start && reader->start_vars < puzzle->var_count) {
        const char *name = puzzle->vars[reader->start_vars].name;
        few_hint(reader, "a var is declared above the start that gives its value");
        return few_mistake(reader, *start, "the start does not say what `%s` is",
                           few_quote((struct few_word){name, strlen(name)}).text);
    }
    return !start || few_check_start(reader, *start, &puzzle->start);
}

static bool parse(struct few_reader *reader) {
    struct few_puzzle *puzzle = reader->puzzle;
    struct seen seen = {0};
    if (!check_text(reader) || !read_statements(reader, true, &seen))
        return false;
    const struct few_word *pieces = seen_of(&seen, "pieces");
    reader->pieces_below = pieces ? pieces->text : NULL;
    reader->has_links = seen_of(&seen, "links") != NULL;
    puzzle->any_character = puzzle->is_string && !pieces;
    if (!read_statements(reader, false, &seen) || !check_whole(reader, &seen))
        return false;
    few_settle_weights(puzzle);
    return few_make_labels(puzzle) || few_fail_memory(reader->error);
}

/* Texts for later: the name of the file, the directions if they are not named, the source if it is small. */
static bool keep_texts(struct few_puzzle *puzzle, const char *file, const char *text, size_t length,
                       struct few_error *error) {
    static const char *const directions[4] = {"up", "down", "left", "right"};
    memcpy(puzzle->directions, directions, sizeof directions);
    puzzle->file = few_arena_copy(&puzzle->arena, file, strlen(file));
    if (length <= KEPT_TEXT) {
        if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) {
            text += 3;
            length -= 3;
        }
        puzzle->text = few_arena_copy(&puzzle->arena, text, length);
        puzzle->text_length = length;
    }
    return (puzzle->file && (puzzle->text || length > KEPT_TEXT)) || few_fail_memory(error);
}

struct few_puzzle *few_parse(struct few_memory *memory, const char *file, const char *text, size_t length,
                             struct few_error *error) {
    if (length > LONGEST_TEXT) {
        few_fail(error, FEW_ERROR_INPUT, "the text is larger than 1 GiB");
        strncpy(error->file, file, sizeof error->file - 1);
        return NULL;
    }
    struct few_puzzle *puzzle = few_alloc_zeroed(memory, sizeof *puzzle);
    if (!puzzle) {
        few_fail_memory(error);
        return NULL;
    }
    few_arena_init(&puzzle->arena, memory);
    struct few_reader reader;
    bool parsed = keep_texts(puzzle, file, text, length, error);
    if (parsed) {
        parsed = few_reader_open(&reader, puzzle, file, text, length, error) && parse(&reader);
        few_reader_close(&reader);
    }
    if (parsed)
        return puzzle;
    few_puzzle_free(puzzle);
    return NULL;
}

/* Reads what would stand behind a keyword. What fails leaves the puzzle as it was. */
static bool parse_behind(struct few_puzzle *puzzle, const char *what, const char *text, size_t length,
                         bool is_goal, struct few_error *error) {
    struct few_puzzle before = *puzzle;
    struct few_reader reader;
    struct few_arena content; /* of the goal, or of a string, whose length is another each time */
    const bool apart = is_goal || puzzle->is_string;
    const struct few_arena_mark mark = few_arena_mark(&puzzle->arena);
    few_arena_init(&content, puzzle->arena.memory);
    if (length > LONGEST_TEXT)
        return few_fail(error, FEW_ERROR_INPUT, "the text is larger than 1 GiB");
    bool parsed = few_reader_open(&reader, puzzle, what, text, length, error) && check_text(&reader);
    if (parsed) {
        struct few_cursor cursor = {reader.text, reader.end};
        struct few_word all = {reader.text, (size_t)(reader.end - reader.text)};
        reader.lenient = true;
        if (apart)
            reader.arena = &content;
        if (apart && !is_goal)
            puzzle->start = (struct few_start){0};
        if (is_goal) {
            puzzle->goals = NULL;
            puzzle->goal_count = 0;
        }
        parsed = (is_goal ? few_read_goal : few_read_start)(&reader, &cursor, few_span(all, all));
    }
    if (parsed)
        few_reader_leave_words(&reader);
    few_reader_close(&reader);
    if (!parsed) {
        few_arena_free(&content);
        few_arena_back(&puzzle->arena, mark); /* pieces that it would have brought */
        before.arena = puzzle->arena;
        before.vocabulary = NULL; /* the reader took it */
        *puzzle = before;
        return false;
    }
    if (apart) {
        few_arena_free(&puzzle->given[is_goal]);
        puzzle->given[is_goal] = content;
    }
    /* Places are in another text than the puzzle's. */
    struct few_where elsewhere = {0};
    if (is_goal) {
        for (uint32_t g = 0; g < puzzle->goal_count; g++) {
            puzzle->goals[g].where = elsewhere;
            for (uint32_t i = 0; i < puzzle->goals[g].count; i++)
                puzzle->goals[g].conditions[i].drawing.where = elsewhere;
        }
    } else {
        puzzle->start.where = puzzle->start.board.where = elsewhere;
    }
    return true;
}

bool few_parse_start(struct few_puzzle *puzzle, const char *what, const char *text, size_t length,
                     struct few_error *error) {
    return parse_behind(puzzle, what, text, length, false, error);
}

bool few_parse_goal(struct few_puzzle *puzzle, const char *what, const char *text, size_t length,
                    struct few_error *error) {
    return parse_behind(puzzle, what, text, length, true, error);
}
