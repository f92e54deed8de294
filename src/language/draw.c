/* The statement `draw`: how a state looks in a picture. It says nothing about the puzzle itself; the searches
 * never see it.
 *
 *     draw as FORM                      the whole picture
 *     draw PIECE … as LOOK [COLOUR]    these pieces; a name stands for all its pieces
 *     draw PATTERN as block [COLOUR]   what stands on the board like this is one block; one rule for each choice of the
 *                                       names in it
 *     draw at ROW,COLUMN …             where the cells are, one after the other
 *     draw PIECE at ROW,COLUMN …       a piece that is always there, beside the cells
 *
 * The last `as` or `at` is the one that counts, so that pieces may be called like that. */
#include <string.h>

#include "language/choices.h"
#include "language/diagnose.h"
#include "language/explain.h"

enum { MAX_PLACE = 10000, MAX_CHOICES = 10000 };

static const char *const forms[] = {"wheels", "stack", "pegs", "ring", "bars", "banks"};
enum { FIRST_FORM_OF_VARS = 4, FORMS = sizeof forms / sizeof *forms };
static const char *const looks[] = {"tile",   "disc", "peg",  "square",  "wall", "floor", "hole",
                                    "player", "box",  "lamp", "sticker", "none", "block"};
enum { LOOKS = sizeof looks / sizeof *looks };
static const char *const colours[] = {"blue", "orange", "green",  "red",  "violet", "brown",
                                      "pink", "grey",   "yellow", "teal", "black",  "white"};
enum { COLOURS = sizeof colours / sizeof *colours };

/* One of these words, or the mistake of whoever wrote another. */
static const char *known_word(struct few_reader *reader, struct few_token token, const char *what,
                              const char *const *words, size_t count) {
    char list[120] = "";
    struct few_nearest nearest = few_nearest(token.word);
    for (size_t i = 0; i < count; i++) {
        if (few_token_is(token, words[i]))
            return words[i];
        few_nearest_try(&nearest, words[i]);
        strncat(strncat(list, i ? " " : "", sizeof list - strlen(list) - 1), words[i],
                sizeof list - strlen(list) - 1);
    }
    if (token.kind != FEW_TOKEN_WORD) {
        few_hint(reader, "there are: %s", list);
        few_expected(reader, token, what);
        return NULL;
    }
    if (!few_hint_nearest(reader, &nearest))
        few_hint(reader, "there are: %s", list);
    few_mistake(reader, token.word, "`%s` is not %s", few_quote(token.word).text, what);
    return NULL;
}

/* The pieces in front of `as` or `at` while they are read. */
struct pieces {
    few_code *list;
    uint32_t count, capacity, rows, columns, in_row;
    struct few_word first;
    bool of_block; /* names stay names */
};

static bool add_piece(struct few_reader *reader, struct pieces *pieces, few_code piece) {
    few_code *grown = few_grow(reader, pieces->list, pieces->count, &pieces->capacity, sizeof *grown);
    if (!grown)
        return false;
    pieces->list = grown;
    pieces->list[pieces->count++] = piece;
    pieces->in_row++;
    return true;
}

/* A declared word: a piece, or a name for some. *taken: it was one. */
static bool add_word(struct few_reader *reader, struct pieces *pieces, struct few_word word, bool *taken) {
    uint32_t found = few_find_word(reader, word);
    *taken = found != FEW_NO_WORD && found & (FEW_WORD_ON_BOARD | FEW_WORD_KIND);
    if (!*taken)
        return true;
    const few_code index = (few_code)(found & FEW_WORD_INDEX);
    if (found & FEW_WORD_PIECE || pieces->of_block)
        return add_piece(reader, pieces, found & FEW_WORD_PIECE ? index : FEW_CODE_NAME | index);
    const struct few_let *let = &reader->puzzle->lets[index];
    for (uint32_t i = 0; i < let->count; i++)
        if (few_piece_is(reader, let->domain[i], FEW_WORD_ON_BOARD | FEW_WORD_KIND) && !add_piece(reader, pieces, let->domain[i]))
            return false;
    return true;
}

static bool end_row(struct few_reader *reader, struct pieces *pieces, struct few_word place) {
    if (pieces->in_row == 0)
        return few_mistake(reader, place, "a row of the block is empty");
    if (pieces->rows && pieces->in_row != pieces->columns)
        return few_mistake(reader, place, "the rows of a block are equally long, but here are %u and %u cells",
                           pieces->columns, pieces->in_row);
    pieces->rows++;
    pieces->columns = pieces->in_row;
    pieces->in_row = 0;
    return true;
}

static bool read_pieces(struct few_reader *reader, struct few_cursor cursor, struct pieces *pieces) {
    struct few_token token = few_next_token(&cursor);
    pieces->first = token.word;
    for (; token.kind != FEW_TOKEN_END; token = few_next_token(&cursor)) {
        if (few_token_is_mark(token, '/')) {
            if (!end_row(reader, pieces, token.word))
                return false;
            continue;
        }
        if (few_token_is_mark(token, ','))
            few_hint(reader, "pieces are listed without commas");
        if (token.kind != FEW_TOKEN_WORD)
            return few_expected(reader, token, "a piece");
        bool taken;
        if (!add_word(reader, pieces, token.word, &taken))
            return false;
        const char *end = token.word.text + token.word.length;
        for (const char *at = token.word.text; !taken && at < end; at += few_character_length(at)) {
            struct few_word one = {at, few_character_length(at)};
            bool found;
            if (!add_word(reader, pieces, one, &found))
                return false;
            if (!found)
                return few_undeclared_cell(reader, token.word, one, false);
        }
    }
    return pieces->count == 0 || end_row(reader, pieces, token.word);
}

static bool is_digit(const char *at, const char *end) {
    return at < end && *at >= '0' && *at <= '9';
}

/* ROW,COLUMN; whether there is a cell of the board does not matter here. */
static bool read_place(struct few_reader *reader, struct few_cursor *cursor, uint32_t place[2]) {
    struct few_token row = few_next_token(cursor), column = row;
    uint64_t numbers[2] = {0, 0};
    bool pair = row.kind == FEW_TOKEN_WORD && cursor->at < cursor->end && *cursor->at == ','
        && is_digit(cursor->at + 1, cursor->end);
    if (pair) {
        few_next_token(cursor); /* the comma */
        column = few_next_token(cursor);
    }
    if (!pair || !few_word_count(row.word, &numbers[0]) || !few_word_count(column.word, &numbers[1])) {
        few_hint(reader, "a place is `ROW,COLUMN` without white space, counted from 1");
        return few_expected(reader, row, "a place");
    }
    for (int i = 0; i < 2; i++) {
        if (numbers[i] == 0 || numbers[i] > MAX_PLACE)
            return few_mistake(reader, i ? column.word : row.word, "a place is counted from 1 to %d",
                               MAX_PLACE);
        place[i] = (uint32_t)numbers[i];
    }
    return true;
}

static bool read_places(struct few_reader *reader, struct few_cursor *cursor, struct few_drawing_rule *rule) {
    const struct few_puzzle *puzzle = reader->puzzle;
    uint64_t cells = (uint64_t)puzzle->rows * puzzle->columns;
    uint32_t capacity = 0;
    struct few_token first = few_peek_token(cursor);
    do {
        uint32_t(*grown)[2] = few_grow(reader, rule->places, rule->place_count, &capacity, sizeof *grown);
        if (!grown)
            return false;
        rule->places = grown;
        struct few_word word = few_peek_token(cursor).word;
        if (!read_place(reader, cursor, grown[rule->place_count]))
            return false;
        if (!rule->piece_count && rule->place_count == cells)
            return few_mistake(reader, word, "there are more places than the %llu cell%s of the board",
                               (unsigned long long)cells, few_plural(cells));
        rule->place_count++;
    } while (few_peek_token(cursor).kind != FEW_TOKEN_END);
    if (!rule->piece_count && rule->place_count < cells)
        return few_mistake(reader, first.word, "there %s %u place%s, but the board has %llu cells",
                           rule->place_count == 1 ? "is" : "are", rule->place_count, few_plural(rule->place_count),
                           (unsigned long long)cells);
    return true;
}

static unsigned line_of_first(const struct few_puzzle *puzzle, const struct few_drawing_rule *rule, uint16_t piece) {
    for (uint32_t i = 0; i < puzzle->drawing_rule_count; i++) {
        const struct few_drawing_rule *other = &puzzle->drawing_rules[i];
        bool same = !rule->as == !other->as && !rule->piece_count == !other->piece_count;
        for (uint32_t p = 0; same && p < other->piece_count; p++)
            if (other->pieces[p] == piece && strcmp(other->as, "block") != 0)
                return other->where.line;
        if (same && rule->piece_count == 0)
            return other->where.line;
    }
    return rule->where.line;
}

/* Whether a statement above says the same already. */
static bool check_once(struct few_reader *reader, struct few_word keyword, const struct few_drawing_rule *rule) {
    const struct few_puzzle *puzzle = reader->puzzle;
    if (rule->piece_count == 0) {
        bool *known = rule->as ? &reader->drawn_as : &reader->drawn_at;
        if (*known)
            return few_mistake(reader, keyword, "there is a second `draw %s`; the first is on line %u",
                               rule->as ? "as" : "at", line_of_first(puzzle, rule, 0));
        *known = true;
    }
    if (!rule->as || strcmp(rule->as, "block") == 0)
        return true;
    if (!reader->drawn)
        reader->drawn = few_arena_alloc(&reader->puzzle->arena, (FEW_MAX_PIECES + 8) / 8);
    if (!reader->drawn)
        return few_fail_memory(reader->error);
    for (uint32_t i = 0; i < rule->piece_count; i++) {
        uint16_t piece = rule->pieces[i];
        if (reader->drawn[piece / 8] >> piece % 8 & 1) {
            struct few_quote quote = few_quote(
                (struct few_word){puzzle->pieces[piece].text, strlen(puzzle->pieces[piece].text)});
            return few_mistake(reader, keyword, "the look of `%s` is already given on line %u", quote.text,
                               line_of_first(puzzle, rule, piece));
        }
        reader->drawn[piece / 8] |= (uint8_t)(1 << piece % 8);
    }
    return true;
}

static bool read_form(struct few_reader *reader, struct few_cursor *cursor, struct few_drawing_rule *rule) {
    struct few_token token = few_next_token(cursor);
    if (!(rule->as = known_word(reader, token, "a form of a whole picture", forms, FORMS)))
        return false;
    bool of_vars = strcmp(rule->as, forms[FIRST_FORM_OF_VARS]) == 0 || strcmp(rule->as, forms[FORMS - 1]) == 0;
    if (of_vars ? reader->puzzle->var_count == 0 : reader->puzzle->rows == 0)
        return few_mistake(reader, token.word, "`draw as %s` needs a `%s`", rule->as,
                           of_vars ? "var" : "board");
    return true;
}

static bool read_look(struct few_reader *reader, struct few_cursor *cursor, const struct pieces *pieces,
                      struct few_drawing_rule *rule) {
    struct few_token token = few_next_token(cursor);
    if (!(rule->as = known_word(reader, token, "a look of a piece", looks, LOOKS)))
        return false;
    bool block = strcmp(rule->as, "block") == 0;
    if (!block && pieces->rows > 1) {
        few_hint(reader, "pieces are listed without `/`; a drawing of several cells is drawn `as block`");
        return few_mistake(reader, token.word, "only a block has more than one row");
    }
    if (block && (rule->rows > reader->puzzle->rows || rule->columns > reader->puzzle->columns))
        return few_mistake(reader, pieces->first, "the block is larger than the board");
    token = few_peek_token(cursor);
    if (token.kind == FEW_TOKEN_END)
        return true;
    few_next_token(cursor);
    rule->colour = known_word(reader, token, "a colour", colours, COLOURS);
    return rule->colour != NULL;
}

/* The last `as` or `at`; a token of kind END where there is none. */
static struct few_token find_keyword(struct few_cursor cursor) {
    struct few_token found = {0}, token;
    while ((token = few_next_token(&cursor)).kind != FEW_TOKEN_END)
        if (few_token_is(token, "as") || few_token_is(token, "at"))
            found = token;
    if (found.kind == FEW_TOKEN_END)
        found = token;
    return found;
}

static bool add_rule(struct few_reader *reader, struct few_drawing_rule rule) {
    struct few_puzzle *puzzle = reader->puzzle;
    struct few_drawing_rule *grown = few_grow(reader, puzzle->drawing_rules, puzzle->drawing_rule_count,
                                              &reader->drawing_rule_capacity, sizeof *grown);
    if (!grown)
        return false;
    puzzle->drawing_rules = grown;
    puzzle->drawing_rules[puzzle->drawing_rule_count++] = rule;
    return true;
}

/* Whether all these are pieces of the board. */
static bool are_on_board(const struct few_reader *reader, const few_code *pieces, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (!few_piece_is(reader, pieces[i], FEW_WORD_ON_BOARD))
            return false;
    return true;
}

/* A block for each choice of the names in it. */
static bool add_blocks(struct few_reader *reader, struct few_word keyword, struct few_drawing_rule rule) {
    struct few_puzzle *puzzle = reader->puzzle;
    const few_code *drawn = rule.pieces;
    const size_t bytes = rule.piece_count * sizeof *drawn;
    uint16_t *assignment = few_arena_alloc(&puzzle->arena, (puzzle->let_count + 1) * sizeof *assignment);
    struct few_choices choices;
    if (!assignment)
        return few_fail_memory(reader->error);
    few_choices_init(&choices, puzzle, assignment);
    few_choices_add(&choices, NULL, drawn, rule.piece_count);
    if (few_choices_total(&choices) > MAX_CHOICES)
        return few_mistake(reader, keyword, "the names of this block can be chosen in more than %d ways", MAX_CHOICES);
    for (bool more = few_choices_first(&choices); more; more = few_choices_next(&choices)) {
        if (!(rule.pieces = few_arena_alloc(&puzzle->arena, bytes)))
            return few_fail_memory(reader->error);
        few_choices_values(&choices, drawn, rule.piece_count, rule.pieces);
        if (are_on_board(reader, rule.pieces, rule.piece_count) && !add_rule(reader, rule))
            return false;
    }
    return true;
}

static bool is_of_block(struct few_cursor behind) {
    return few_token_is(few_next_token(&behind), "block");
}

bool few_read_draw(struct few_reader *reader, struct few_cursor *cursor, struct few_word keyword) {
    struct few_puzzle *puzzle = reader->puzzle;
    if (puzzle->is_string)
        return few_mistake(reader, keyword, "a string puzzle has no `draw`: a string is drawn as it is");
    struct few_token split = find_keyword(*cursor);
    if (split.kind == FEW_TOKEN_END) {
        few_hint(reader, "as in `draw # as wall` or `draw at 1,1 1,3 2,2`");
        return few_expected(reader, split, "`as` or `at`");
    }
    const struct few_cursor behind = {split.word.text + split.word.length, cursor->end};
    struct pieces pieces = {.of_block = few_token_is(split, "as") && is_of_block(behind)};
    if (!read_pieces(reader, (struct few_cursor){cursor->at, split.word.text}, &pieces))
        return false;
    cursor->at = behind.at;
    struct few_drawing_rule rule = {.where = few_place(reader, keyword), .pieces = pieces.list,
                            .piece_count = pieces.count, .rows = pieces.rows, .columns = pieces.columns};
    bool places = few_token_is(split, "at");
    if (places && puzzle->rows == 0)
        return few_mistake(reader, split.word, "there is no board, so there are no cells to draw");
    if (places && pieces.count > 1)
        return few_mistake(reader, few_span(pieces.first, split.word), "only one piece can be drawn at places that are no cells");
    if (places ? !read_places(reader, cursor, &rule)
               : pieces.count ? !read_look(reader, cursor, &pieces, &rule) : !read_form(reader, cursor, &rule))
        return false;
    if (!few_expect_end(reader, cursor) || !check_once(reader, keyword, &rule))
        return false;
    return pieces.of_block && pieces.count ? add_blocks(reader, keyword, rule) : add_rule(reader, rule);
}
