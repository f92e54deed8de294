/* The head of a move: its name and its qualifiers. */
#include <string.h>

#include "language/cells.h"
#include "language/cost.h"
#include "language/declare.h"
#include "language/diagnose.h"
#include "language/drawing.h"
#include "language/name.h"

static const char *const qualifiers[FEW_QUALIFIERS] = {
    [FEW_ANY_DIRECTION] = "any direction",
    [FEW_LEFT_OR_RIGHT] = "left or right",
    [FEW_UP_OR_DOWN] = "up or down",
    [FEW_MIRRORED] = "mirrored",
    [FEW_DIAGONAL] = "diagonal",
    [FEW_REPEAT] = "repeat",
    [FEW_UNTIL] = "until blocked",
    [FEW_AT] = "at",
    [FEW_ON] = "on",
    [FEW_ALONG_LINKS] = "along links",
    [FEW_COST] = "cost",
};

bool few_check_colon(struct few_reader *reader, struct few_token colon, const struct few_cursor *behind) {
    if (behind->at == behind->end || few_byte_class[(unsigned char)*behind->at] == FEW_BYTE_SPACE)
        return true;
    if (*behind->at == '\n' || *behind->at == ';')
        return true;
    return few_mistake(reader, colon.word, "white space must follow the colon");
}

/* Finds the colon that ends the head. A colon cannot be part of a piece, so the first one must be it. */
static bool find_colon(struct few_reader *reader, const struct few_cursor *cursor, const char **colon) {
    struct few_cursor look = *cursor;
    struct few_token token = few_next_token(&look);
    while (token.kind != FEW_TOKEN_END && !few_token_is_mark(token, ':'))
        token = few_next_token(&look);
    *colon = token.kind == FEW_TOKEN_END ? NULL : token.word.text;
    return !*colon || few_check_colon(reader, token, &look);
}

/* The qualifier that begins with this word, or FEW_QUALIFIERS. */
static enum few_qualifier find_qualifier(struct few_word word) {
    enum few_qualifier qualifier = 0;
    for (; qualifier < FEW_QUALIFIERS; qualifier++) {
        size_t length = strcspn(qualifiers[qualifier], " ");
        if (word.length == length && memcmp(word.text, qualifiers[qualifier], length) == 0)
            break;
    }
    return qualifier;
}

bool few_unknown_qualifier(struct few_reader *reader, struct few_word word, const char *const *known,
                           size_t count) {
    struct few_nearest nearest = few_nearest(word);
    char list[200] = "";
    for (size_t i = 0; i < count; i++) {
        few_nearest_try(&nearest, known[i]);
        const char *between = i == 0 ? "`" : i + 1 == count ? "` and `" : "`, `";
        strncat(strncat(list, between, sizeof list - strlen(list) - 1), known[i],
                sizeof list - strlen(list) - 1);
    }
    uint64_t number;
    if (few_word_count(word, &number) && word.text[-1] == ',')
        few_hint(reader, "a name has no comma; `{1}` in it stands for the place of the pattern");
    else if (few_word_count(word, &number))
        few_hint(reader, "a cell is written as `ROW,COLUMN`, without white space around the comma");
    else if (!few_hint_nearest(reader, &nearest))
        few_hint(reader, "there are %s`", list);
    return few_mistake(reader, word, "`%s` is not a qualifier", few_quote(word).text);
}

/* The further words of a qualifier that has several. */
static bool read_further(struct few_reader *reader, struct few_cursor *cursor, struct few_word first,
                         enum few_qualifier qualifier) {
    struct few_word both = first;
    for (const char *rest = strchr(qualifiers[qualifier], ' '); rest; rest = strchr(rest + 1, ' ')) {
        struct few_token token = few_next_token(cursor);
        size_t length = strcspn(rest + 1, " ");
        both = token.kind == FEW_TOKEN_WORD ? few_span(first, token.word) : both;
        if (token.kind == FEW_TOKEN_WORD && token.word.length == length && memcmp(token.word.text, rest + 1, length) == 0)
            continue;
        few_hint(reader, "did you mean `%s`?", qualifiers[qualifier]);
        return few_mistake(reader, both, "`%s` is not a qualifier", few_quote(both).text);
    }
    return true;
}

static bool read_on(struct few_reader *reader, struct few_cursor *cursor, struct few_move *move) {
    struct few_cells list = {0};
    if (!few_read_cells(reader, cursor, &list))
        return false;
    move->on = list.cells;
    move->on_count = list.count;
    return true;
}

bool few_read_end(struct few_reader *reader, struct few_cursor *cursor, struct few_word at, struct few_ends *ends) {
    const struct few_token token = few_next_token(cursor);
    const bool begin = few_token_is(token, "begin");
    if (!begin && !few_token_is(token, "end")) {
        few_hint(reader, "in a string puzzle there are `at begin` and `at end`");
        return few_expected(reader, token, "`begin` or `end`");
    }
    if (begin ? ends->begin : ends->end)
        return few_mistake(reader, few_span(at, token.word), "`at %s` is given twice", begin ? "begin" : "end");
    *(begin ? &ends->begin : &ends->end) = true;
    return true;
}

/* Reads one qualifier whose first word has been taken. */
static bool read_qualifier(struct few_reader *reader, struct few_cursor *cursor, struct few_token first,
                           struct few_move *move, struct few_head *head) {
    if (first.kind != FEW_TOKEN_WORD)
        return few_expected(reader, first, "a qualifier");
    enum few_qualifier qualifier = find_qualifier(first.word);
    if (qualifier == FEW_QUALIFIERS)
        return few_unknown_qualifier(reader, first.word, qualifiers, FEW_QUALIFIERS);
    struct few_token second = few_peek_token(cursor);
    bool both = second.kind == FEW_TOKEN_WORD && strchr(qualifiers[qualifier], ' ');
    struct few_word place = both ? few_span(first.word, second.word) : first.word;
    if (reader->puzzle->is_string && qualifier == FEW_AT)
        return few_read_end(reader, cursor, first.word, &move->ends);
    if (reader->puzzle->is_string && qualifier != FEW_COST)
        return few_mistake(reader, place, "`%s` cannot be used in a string puzzle", qualifiers[qualifier]);
    if (head->given[qualifier].text)
        return few_mistake(reader, place, "`%s` is given twice", qualifiers[qualifier]);
    bool read = false;
    switch (qualifier) {
    case FEW_ANY_DIRECTION:
        read = move->any_direction = read_further(reader, cursor, first.word, qualifier);
        break;
    case FEW_LEFT_OR_RIGHT:
    case FEW_UP_OR_DOWN:
        read = read_further(reader, cursor, first.word, qualifier);
        break;
    case FEW_MIRRORED:
    case FEW_DIAGONAL:
        read = true;
        break;
    case FEW_REPEAT:
        move->repeat = FEW_AS_OFTEN_AS_ONE_LIKES;
        read = true;
        break;
    case FEW_UNTIL:
        move->repeat = FEW_UNTIL_BLOCKED;
        read = read_further(reader, cursor, first.word, qualifier);
        break;
    case FEW_ALONG_LINKS:
        read = move->along_links = read_further(reader, cursor, first.word, qualifier);
        break;
    case FEW_AT:
        read = few_read_cell(reader, cursor, &move->at);
        break;
    case FEW_ON:
        read = read_on(reader, cursor, move);
        break;
    case FEW_COST:
        read = few_read_cost(reader, cursor, move);
        break;
    case FEW_QUALIFIERS:
        break;
    }
    head->given[qualifier] = few_span(first.word, (struct few_word){cursor->at, 0});
    return read;
}

/* The name comes first and is one word. The first word of a qualifier of two words may be a name alone. */
static bool is_name(const struct few_cursor *cursor, struct few_token token) {
    if (token.kind != FEW_TOKEN_WORD)
        return false;
    enum few_qualifier qualifier = find_qualifier(token.word);
    if (qualifier == FEW_QUALIFIERS)
        return true;
    return strchr(qualifiers[qualifier], ' ') && few_peek_token(cursor).kind != FEW_TOKEN_WORD;
}

static bool read_name(struct few_reader *reader, struct few_cursor *cursor, struct few_word word,
                      struct few_move *move) {
    struct few_token behind = few_peek_token(cursor);
    if (behind.kind == FEW_TOKEN_WORD && find_qualifier(behind.word) != FEW_QUALIFIERS) {
        few_hint(reader, "a comma stands between the name `%s` and its qualifiers", few_quote(word).text);
        return few_expected(reader, behind, "a comma");
    }
    if (behind.kind == FEW_TOKEN_WORD) {
        few_hint(reader, "join the words with hyphens, or leave out the colon if there is no name");
        return few_mistake(reader, few_span(word, behind.word), "the name of a move is one word");
    }
    if (!few_check_move_word(reader, word, "the name of a move"))
        return false;
    move->name = few_arena_copy(&reader->puzzle->arena, word.text, word.length);
    return move->name ? few_read_braces(reader, word, move) : few_fail_memory(reader->error);
}

/* A qualifier in a move without a colon, where no part of a move can be meant: the colon was forgotten. */
static bool check_no_head(struct few_reader *reader, struct few_cursor cursor) {
    struct few_token token = few_next_token(&cursor);
    for (bool begins = true; token.kind != FEW_TOKEN_END && !few_token_is(token, "->"); token = few_next_token(&cursor)) {
        const enum few_qualifier qualifier = begins && token.kind == FEW_TOKEN_WORD ? find_qualifier(token.word) : FEW_QUALIFIERS;
        begins = few_token_is_mark(token, ',');
        if (qualifier == FEW_QUALIFIERS || few_find_word(reader, token.word) != FEW_NO_WORD ||
            few_is_made_of_cells(reader, token.word))
            continue;
        few_hint(reader, "the name and the qualifiers of a move end with a colon, as in `move %s: …`", qualifiers[qualifier]);
        return few_mistake(reader, token.word, "a colon is missing behind `%s`", qualifiers[qualifier]);
    }
    return true;
}

/* A word of letters, which is neither a cell nor several, nor nearly one of them. */
static bool is_no_cell(const struct few_reader *reader, struct few_word word) {
    const struct few_puzzle *puzzle = reader->puzzle;
    struct few_nearest nearest = few_nearest(word);
    for (size_t i = 0; i < word.length; i++)
        if ((word.text[i] | 0x20) < 'a' || (word.text[i] | 0x20) > 'z')
            return false;
    for (uint32_t i = 0; i < puzzle->board_piece_count; i++)
        few_nearest_try(&nearest, puzzle->pieces[puzzle->board_pieces[i]].text);
    for (uint32_t i = 0; i < puzzle->let_count; i++)
        few_nearest_try(&nearest, puzzle->lets[i].name);
    return word.length > 1 && !nearest.best.text && few_find_word(reader, word) == FEW_NO_WORD && !few_is_made_of_cells(reader, word);
}

/* A move without a colon that begins with such a word, and goes on with cells: the word is its name, and the colon was forgotten. */
static bool check_no_name(struct few_reader *reader, struct few_cursor cursor) {
    const struct few_token first = few_next_token(&cursor), second = few_next_token(&cursor);
    if (reader->pieces_below || reader->puzzle->board_piece_count == 0 || first.kind != FEW_TOKEN_WORD || second.kind != FEW_TOKEN_WORD ||
        !is_no_cell(reader, first.word) || !(few_is_on_board(reader, second.word) || few_is_made_of_cells(reader, second.word)))
        return true;
    few_hint(reader, "if it is the name of the move, a colon belongs behind it: `move %s: …`", few_quote(first.word).text);
    return few_mistake(reader, first.word, "`%s` is not a declared piece", few_quote(first.word).text);
}

/* The turns in which the move is tried. */
static uint16_t turns_of(const struct few_head *head) {
    enum { UP_DOWN = 0x3, LEFT_RIGHT = 0xc };
    unsigned plain = 0;
    if (head->given[FEW_ANY_DIRECTION].text)
        plain = UP_DOWN | LEFT_RIGHT;
    if (head->given[FEW_LEFT_OR_RIGHT].text)
        plain |= LEFT_RIGHT;
    if (head->given[FEW_UP_OR_DOWN].text)
        plain |= UP_DOWN;
    unsigned turns = plain;
    if (head->given[FEW_MIRRORED].text)
        turns |= plain ? plain << FEW_TURN_MIRRORED : (unsigned)FEW_MIRRORED_ONLY;
    if (head->given[FEW_DIAGONAL].text)
        turns |= 0xfu << FEW_TURN_DIAGONAL;
    return (uint16_t)turns;
}

bool few_read_head(struct few_reader *reader, struct few_cursor *cursor, struct few_move *move,
                   struct few_head *head) {
    const char *colon;
    if (!find_colon(reader, cursor, &colon))
        return false;
    if (!colon)
        return reader->puzzle->is_string || (check_no_head(reader, *cursor) && check_no_name(reader, *cursor));
    struct few_cursor in_head = {cursor->at, colon};
    cursor->at = colon + 1;
    struct few_token token = few_next_token(&in_head);
    if (token.kind == FEW_TOKEN_END)
        return true;
    bool read = is_name(&in_head, token) ? read_name(reader, &in_head, token.word, move)
                                         : read_qualifier(reader, &in_head, token, move, head);
    while (read && (token = few_next_token(&in_head)).kind != FEW_TOKEN_END) {
        if (!few_token_is_mark(token, ','))
            return few_expected(reader, token, "a comma or the colon");
        read = read_qualifier(reader, &in_head, few_next_token(&in_head), move, head);
    }
    move->turns = turns_of(head);
    return read && few_settle_cost(reader, move, head);
}
