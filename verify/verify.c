/* fewest-verify: checks a proof that `fewest solve --proof` or `fewest explore --proof` wrote, and says *verified* or the
 * first thing that is wrong. It is meant to be read: it shares no code with the library, needs nothing but the C library
 * (`cc verify.c`), and reads the rules of the puzzle by itself.
 *
 *     fewest-verify PROOF [PUZZLE]     PROOF may be -, standard input; PUZZLE is the file that the proof must be about
 *
 * Exit status: 0 verified, 1 the proof is wrong, 2 it cannot be read, 4 no memory. What stands in a proof and why it is one
 * is told in docs/proofs.md; what the rules mean, in docs/language.md, and a text that breaks these rules means nothing here.
 *
 * From the top: words and statements; declarations; sums and comparisons; drawings; rules; starts, goals and what must never
 * be; then every rule is written out as plain moves, which look at some places and change some; states; proofs. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Noreturn void fail(int status, const char *format, ...) {
    va_list list;
    va_start(list, format);
    fputs(status == 1 ? "not verified: " : "fewest-verify: ", stdout);
    vprintf(format, list);
    va_end(list);
    putchar('\n');
    fflush(stdout);
    _Exit(status); /* the system takes all memory back */
}

static void *checked(void *block) {
    if (!block)
        fail(4, "there is not enough memory");
    return block;
}

static void *zeroed(size_t count, size_t size) { return checked(calloc(count + 1, size)); }

/* How many items there is room for stands in front of a list. */
union front {
    size_t room;
    max_align_t align;
};
static void *grown(void *list, size_t count, size_t size) {
    union front *front = list ? (union front *)list - 1 : NULL;
    if (front && count < front->room)
        return list;
    front = checked(count > SIZE_MAX / 8 / size ? NULL : realloc(front, sizeof *front + 2 * (count + 4) * size));
    front->room = 2 * (count + 4);
    return front + 1;
}
#define PUSH(list, count, value) ((list) = grown((list), (size_t)(count), sizeof *(list)), (list)[(count)++] = (value))

/* ---- Words. Each has one number, and says what it was declared as: 1 + an index; 0: not as this. */

static struct word {
    char *text;
    int length, next; /* next: in its bucket */
    int piece, kind, name, var, cell;
    bool is_number, is_count; /* is_count: digits, also with superfluous zeros */
    int64_t number;
} *words;
static int word_count, buckets[1 << 16]; /* 1 + the number of a word */
struct list {
    int *items, count;
};

static uint64_t digest(const void *bytes, size_t length) { /* FNV-1a */
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ ((const unsigned char *)bytes)[i]) * UINT64_C(0x100000001b3);
    return hash;
}

static int word_of(const char *text, int length) {
    int *bucket = &buckets[digest(text, (size_t)length) % (1 << 16)];
    for (int i = *bucket; i; i = words[i - 1].next)
        if (words[i - 1].length == length && memcmp(words[i - 1].text, text, (size_t)length) == 0)
            return i - 1;
    struct word word = {.text = zeroed((size_t)length, 1), .length = length, .next = *bucket};
    memcpy(word.text, text, (size_t)length);
    const int sign = *word.text == '-', digits = length - sign;
    word.is_count = digits > 0 && digits <= 18 && (int)strspn(word.text + sign, "0123456789") == digits;
    word.is_number = word.is_count && digits <= 15 && (word.text[sign] != '0' || length == 1); /* 01 is a word like any other */
    word.number = word.is_count ? strtoll(word.text, NULL, 10) : 0;
    PUSH(words, word_count, word);
    return (*bucket = word_count) - 1;
}

static struct word named(const char *text, int length) {
    const int id = word_of(text, length); /* the list of words may move */
    return words[id];
}

static int number_word(int64_t number) {
    char text[32];
    return word_of(text, snprintf(text, sizeof text, "%" PRId64, number));
}

static int letter_length(const char *text) { /* in bytes */
    int length = 1;
    while (((unsigned char)text[length] & 0xc0) == 0x80)
        length++;
    return length;
}
static bool is_letter(int word) { return words[word].length == letter_length(words[word].text); }

static int place_in(const struct list *list, int item) { /* -1: it is not in it */
    for (int i = 0; i < list->count; i++)
        if (list->items[i] == item)
            return i;
    return -1;
}

/* ---- Statements: runs of tokens. A token is a word; the marks : , / ( ) are words of their own. */

static struct token {
    int word, row;    /* the row of the text, for messages */
    bool line, space; /* a line ended before it; it does not touch the token before */
} *tokens;
static struct statement {
    int keyword, first, end;
} *statements;
static int token_count, statement_count;

static void need(bool right, int token) {
    if (!right && (token < 0 || token >= token_count))
        fail(2, "the puzzle cannot be read: it ends too early");
    if (!right)
        fail(2, "the puzzle cannot be read: `%s` in line %d is not understood", words[tokens[token].word].text, tokens[token].row);
}

static bool is_among(char c, const char *list) { return c && strchr(list, c); }

static bool is_keyword(const char *text, int length) {
    static const char known[] = " title board cells links string pieces floor var let names move start goal never within draw ";
    char word[16];
    return length < 10 && strstr(known, (snprintf(word, sizeof word, " %.*s ", length, text), word));
}

/* Cuts a text into statements. One that was given by hand is a single statement, whose keyword (>= 0) is known. */
static void split_text(const char *text, size_t length, int keyword) {
    struct statement statement = {keyword, token_count, token_count};
    struct token token = {0, 1, true, true};
    if (memchr(text, 0, length))
        fail(2, "the puzzle cannot be read: it is no text");
    if (keyword >= 0)
        PUSH(statements, statement_count, statement);
    for (const char *at = text, *end = text + length, *first; at < end;) {
        first = at++;
        if (*first == ';') {
            while (at < end && *at != '\n')
                at++;
        } else if (*first == '\n') {
            token.line = token.space = true, token.row++;
        } else if (is_among(*first, " \t\r\v\f")) {
            token.space = true;
        } else {
            while (!is_among(*first, ":,/()") && at < end && !is_among(*at, " \t\r\v\f\n;:,/()"))
                at++;
            token.word = word_of(first, (int)(at - first));
            token.line |= statement_count && statements[statement_count - 1].end == token_count && statements[statement_count - 1].first == token_count;
            statement = (struct statement){token.word, token_count, token_count};
            const bool begins = keyword < 0 && (first == text || first[-1] == '\n');
            if (begins ? !is_keyword(first, (int)(at - first)) || (at < end && !is_among(*at, " \t\r\v\f\n;")) : !statement_count)
                fail(2, "the puzzle cannot be read: `%.*s` in line %d is no statement", (int)(at - first), first, token.row);
            if (begins)
                PUSH(statements, statement_count, statement);
            else
                PUSH(tokens, token_count, token), statements[statement_count - 1].end = token_count;
            token.line = token.space = false;
        }
    }
}

static bool is(int token, int end, const char *text) { return token < end && strcmp(words[tokens[token].word].text, text) == 0; }

static int word_at(int token, int end) {
    need(token < end, token);
    return tokens[token].word;
}

/* The first such word outside of parentheses; end: there is none. */
static int find(int from, int end, const char *text) {
    for (int depth = 0; from < end; from++) {
        depth += is(from, end, "(") - is(from, end, ")");
        if (depth <= 0 && is(from, end, text))
            return from;
    }
    return end;
}

static int64_t count_at(int token, int end, int64_t most) {
    const struct word *word = &words[word_at(token, end)];
    need(word->is_count && word->number >= 0 && word->number <= most, token);
    return word->number;
}

/* ---- Declarations */

static struct name {
    struct list list;
    bool ring, rest;
    int bound; /* the word that it stands for; -1: none as yet */
} *names;
static struct link {
    int from, to;
    int64_t weight;
} *links;
static struct list pieces, *vars; /* all that they can be */
static int name_count, var_count, link_count, rows, columns, cells; /* 0: no board */
static bool wraps_rows, wraps_columns, has_cells, is_string, any_letter;
static int64_t longest = -1, within = -1; /* -1: no bound */
static int wall = -1, *ground;            /* the kind of floor of each cell; NULL: there is no floor */

/* The words of a list, with ranges written out. */
static struct list read_list(int at, int end) {
    struct list list = {0};
    for (; at < end; at++) {
        const int id = word_at(at, end), length = words[id].length;
        const char *text = words[id].text, *dots = length > 3 ? strstr(text + 1, "..") : NULL;
        const struct word first = named(text, dots ? (int)(dots - text) : 0), last = named(dots ? dots + 2 : text, dots ? (int)strlen(dots + 2) : 0);
        const bool letters = dots && length == 4 && ((*text >= 'a' && *text <= 'z' && text[3] >= 'a' && text[3] <= 'z') || (*text >= 'A' && *text <= 'Z' && text[3] >= 'A' && text[3] <= 'Z'));
        if (!letters && !(first.is_number && last.is_number))
            PUSH(list.items, list.count, id);
        need(last.number - first.number < 10000, at);
        for (char c = letters ? *first.text : 1; c <= (letters ? *last.text : 0); c++)
            PUSH(list.items, list.count, word_of(&c, 1));
        for (int64_t n = first.number; first.is_number && last.is_number && n <= last.number; n++)
            PUSH(list.items, list.count, number_word(n));
    }
    return list;
}

/* `board 3 x 4`, `board 3x4`, `board 7`, and `wrapped` behind it. */
static void read_board(int at, int end) {
    const char *text = words[word_at(at, end)].text, *x = strchr(text, 'x');
    const bool apart = is(at + 1, end, "x");
    const struct word first = named(text, x ? (int)(x - text) : (int)strlen(text));
    const struct word second = x ? named(x + 1, (int)strlen(x + 1)) : apart ? words[word_at(at + 2, end)] : named("1", 1);
    need(first.number > 0 && second.number > 0 && first.number <= (1 << 24) / second.number, at);
    rows = x || apart ? (int)first.number : 1;
    columns = x || apart ? (int)second.number : (int)first.number;
    at += apart ? 3 : 1;
    wraps_rows = is(at, end, "wrapped") && !is(at + 1, end, "left-right");
    wraps_columns = is(at, end, "wrapped") && !is(at + 1, end, "up-down");
}

/* A cell by its name, its number or ROW,COLUMN; *at is moved past it. */
static int read_cell(int *at, int end) {
    const int first = *at, id = word_at((*at)++, end);
    int64_t cell = has_cells ? words[id].cell : count_at(first, end, cells);
    if (!has_cells && is(*at, end, ",") && !tokens[*at].space && *at + 1 < end && !tokens[*at + 1].space) {
        const int64_t column = count_at(*at + 1, end, columns);
        cell = cell > 0 && cell <= rows && column > 0 ? (cell - 1) * columns + column : 0;
        *at += 2;
    }
    need(cell > 0, first);
    return (int)cell - 1;
}

/* The same in a list, in which 1..4 are four cells. */
static void add_cells(int *at, int end, struct list *list) {
    const int id = word_at(*at, end);
    const char *dots = has_cells ? NULL : strstr(words[id].text, "..");
    const struct word first = named(words[id].text, dots ? (int)(dots - words[id].text) : 0), last = named(dots ? dots + 2 : "", dots ? (int)strlen(dots + 2) : 0);
    if (!dots) {
        PUSH(list->items, list->count, read_cell(at, end));
        return;
    }
    need(first.is_count && last.is_count && first.number > 0 && first.number <= last.number && last.number <= cells, (*at)++);
    for (int64_t cell = first.number; cell <= last.number; cell++)
        PUSH(list->items, list->count, (int)cell - 1);
}

/* A link is cut at the hyphen where there is a cell on both sides. */
static void read_links(int at, int end) {
    for (int first = at; at < end; first = at) {
        const int id = word_at(at++, end), length = words[id].length;
        struct link link = {-1, -1, 1};
        for (int i = 1; i + 1 < length; i++) {
            if (words[id].text[i] != '-')
                continue;
            const int from = word_of(words[id].text, i), to = word_of(words[id].text + i + 1, length - i - 1);
            const int64_t a = has_cells ? words[from].cell : words[from].number, b = has_cells ? words[to].cell : words[to].number;
            if (a > 0 && b > 0 && a <= cells && b <= cells)
                link.from = (int)a - 1, link.to = (int)b - 1;
        }
        if (is(at, end, ":"))
            link.weight = count_at(at + 1, end, 1000000000), at += 2;
        need(link.from >= 0, first);
        PUSH(links, link_count, link);
    }
}

/* The kinds stand on the first line, the drawing below it: words that are kinds, or that are made of such. */
static void read_floor(int at, int end) {
    int drawn = at < end ? at + 1 : end, cell = 0;
    while (drawn < end && !tokens[drawn].line)
        drawn++;
    const struct list kinds = read_list(at, drawn);
    need(kinds.count > 0 && cells > 0, at);
    for (int i = 0; i < kinds.count; i++)
        words[kinds.items[i]].kind = i + 1;
    wall = kinds.items[0];
    ground = zeroed((size_t)cells, sizeof *ground);
    for (at = drawn; at < end; at++) {
        const int id = tokens[at].word, length = is(at, end, "/") ? 0 : words[id].length;
        for (int i = 0, next; i < length; i += next) {
            next = words[id].kind ? length : letter_length(words[id].text + i);
            const int kind = word_of(words[id].text + i, next);
            need(words[kind].kind && cell < cells, at);
            ground[cell++] = kind;
        }
    }
    need(cell == cells, end - 1);
}

static void read_let(int at, int end) {
    int equals = at;
    while (equals < end && !is(equals, end, "="))
        equals++;
    const bool ring = is(equals + 1, end, "ring"), rest = is_string && equals + 2 == end && is(equals + 1, end, "rest");
    const struct name name = {read_list(equals + 1 + ring, end), ring, rest, -1};
    need(name.list.count > 0, at);
    for (; at < equals; at++)
        if (!is(at, end, ",")) {
            PUSH(names, name_count, name);
            words[tokens[at].word].name = name_count;
        }
}

/* The shape of the board comes first, since the others refer to it. */
static void declare(const struct statement *s, bool shape) {
    static const char *const keywords[] = {"board", "cells", "string", "within", "pieces", "links", "floor", "let", "var"};
    const int at = s->first, end = s->end;
    int keyword = 0;
    while (keyword < 9 && strcmp(words[s->keyword].text, keywords[keyword]) != 0)
        keyword++;
    static bool seen[10];
    if (shape != (keyword < 4))
        return;
    need(!seen[keyword] || keyword == 5 || keyword > 6, at); /* most are declared once */
    seen[keyword] = true;
    const struct list list = keyword == 1 || keyword == 4 ? read_list(at, end) : keyword == 8 ? read_list(at + 2, end) : (struct list){0};
    switch (keyword) {
    case 0: read_board(at, end); break;
    case 1:
        for (int i = 0; i < list.count; i++)
            words[list.items[i]].cell = i + 1;
        rows = 1, columns = list.count, has_cells = true;
        break;
    case 2: is_string = any_letter = true, longest = at < end ? count_at(at, end, 1 << 24) : -1; break;
    case 3: within = count_at(at, end, INT64_C(1) << 38); break;
    case 4:
        for (int i = 0; i < list.count; i++)
            words[list.items[i]].piece = i + 1;
        pieces = list, any_letter = false;
        break;
    case 5: read_links(at, end); break;
    case 6: read_floor(at, end); break;
    case 7: read_let(at, end); break;
    case 8:
        need(is(at + 1, end, "=") && list.count > 0, at);
        PUSH(vars, var_count, list);
        words[tokens[at].word].var = var_count;
    }
}

static bool is_value(int id) {
    bool found = words[id].piece || words[id].kind;
    for (int i = 0; !found && i < var_count; i++)
        found = place_in(&vars[i], id) >= 0;
    return found;
}

/* ---- The state at hand. On a board each place (a cell, or a var behind the cells) holds one of its pairs: a number for
 * the place and what is there. Of a string it is a list of letters. */

static int *state, state_length, *pair_word, *pair_place, *base; /* base: the first pair of each place */

static int word_here(int place) { return is_string ? state[place] : pair_word[state[place]]; }

/* ---- Sums and comparisons, of names in moves and of vars in goals. They are worked out where they stand. */

struct value {
    int word, ring; /* -1: a number that need not be a word; the name of the ring in which it is, or -1 */
    bool is_number, is_nothing;
    int64_t number;
};
enum source { OF_MOVE, OF_COST, OF_GOAL }; /* names are added, names and the weight of a link, or vars */
static struct list left_names, used_names; /* of the rule that is read: on its left sides, and elsewhere */
static int64_t link_weight;

static struct value word_value(int word, int ring) {
    return (struct value){.word = word, .ring = ring, .is_number = words[word].is_number, .number = words[word].number};
}
static struct value number_value(uint64_t number) {
    return (struct value){.word = -1, .ring = -1, .is_number = true, .number = (int64_t)number};
}

static struct value joined(char operator, struct value a, struct value b) {
    if (operator == '+' && a.ring < 0 && b.ring >= 0)
        return joined('+', b, a);
    const uint64_t x = (uint64_t)a.number, y = (uint64_t)b.number;
    if (a.ring < 0 || operator == '*')
        return number_value(operator == '+' ? x + y : operator == '-' ? x - y : x * y);
    const struct list *ring = &names[a.ring].list;
    const int64_t step = b.number % ring->count, at = place_in(ring, a.word) + (operator == '+' ? step : -step);
    return word_value(ring->items[(at + ring->count) % ring->count], a.ring);
}

/* The word that a name stands for; while the names of a rule are only collected, any. */
static int name_word(int name, bool left) {
    struct list *list = left ? &left_names : &used_names;
    if (place_in(list, name) < 0)
        PUSH(list->items, list->count, name);
    return names[name].bound >= 0 ? names[name].bound : names[name].list.items[0];
}

/* Names (or vars) and whole numbers that are joined by + - *; the last operator joins last. */
static struct value sum_of(const char *text, int length, enum source source) {
    const bool times = source != OF_GOAL && !any_letter && !is_value(word_of("*", 1));
    for (int level = 0; level < 2 && length < 1000; level++)
        for (int i = length - 1; i > 0; i--)
            if (is_among(text[i], level == 0 ? "+-" : times ? "*" : "")) {
                const struct value a = sum_of(text, i, source), b = a.is_nothing ? a : sum_of(text + i + 1, length - i - 1, source);
                return b.is_nothing ? b : joined(text[i], a, b);
            }
    const int id = word_of(text, length), name = words[id].name - 1;
    if (source == OF_GOAL && words[id].var)
        return state ? word_value(word_here(cells + words[id].var - 1), -1) : number_value(0);
    if (source != OF_GOAL && name >= 0 && !names[name].rest)
        return word_value(name_word(name, false), names[name].ring ? name : -1);
    if (source == OF_COST && strcmp(words[id].text, "weight") == 0)
        return number_value((uint64_t)link_weight);
    if (length > 1 && length < 1000 && *text == '-' && !words[id].is_number) {
        const struct value b = sum_of(text + 1, length - 1, source);
        return b.is_nothing ? b : joined('-', number_value(0), b);
    }
    if (source == OF_COST && words[id].is_count)
        return number_value((uint64_t)words[id].number);
    return words[id].is_number ? word_value(id, -1) : (struct value){.is_nothing = true};
}

static bool is_reserved(int token, int end, const char *text) {
    const int id = is(token, end, text) ? tokens[token].word : -1;
    return id >= 0 && !is_string && !is_value(id) && !words[id].name && !words[id].var;
}

static bool stands_for(int id, int word, bool of_floor) { /* a name stands for all of its list that can be there */
    if (!words[id].name || (of_floor ? words[id].kind : words[id].piece))
        return id == word;
    return (of_floor || words[word].piece) && place_in(&names[words[id].name - 1].list, word) >= 0;
}

/* How many cells hold that piece: of all, or of those that are (or are not) on that floor, or of a row or column. With no
 * piece (-1), how many cells there are. */
static int64_t counted(int piece, int floor, bool on, int row, int column) {
    int64_t found = 0;
    for (int cell = 0; cell < cells; cell++) {
        const bool lies = floor < 0 || (ground && stands_for(floor, ground[cell], true));
        if (lies == on && (row < 0 || cell / columns == row) && (column < 0 || cell % columns == column))
            found += piece < 0 || (state && stands_for(piece, word_here(cell), false));
    }
    return found;
}

/* One side of a comparison: a word, or a sum of which + and - may stand apart. */
static struct value side_of(int at, int end, enum source source) {
    struct value sum = {.is_nothing = true};
    for (int next; at < end; at = next) {
        const bool begins = sum.is_nothing;
        const char operator = begins || is(at, end, "+") ? '+' : '-';
        need(operator == '+' || is(at, end, "-"), at);
        at += !begins;
        const int id = word_at(at, end), name = words[id].name - 1;
        struct value one;
        next = at + 1;
        if (source == OF_GOAL && is_reserved(at, end, "count")) {
            const bool in = is(at + 2, end, "in"), on = is(at + 2, end, "on"), row = in && is(at + 3, end, "row");
            need(!in || row || is(at + 3, end, "column"), at + 3);
            const int number = in ? (int)count_at(at + 4, end, row ? rows : columns) - 1 : -1;
            one = number_value((uint64_t)counted(word_at(at + 1, end), on ? word_at(at + 3, end) : -1, true, row ? number : -1, row ? -1 : number));
            next = at + (in ? 5 : on ? 4 : 2);
        } else if ((is_value(id) || words[id].is_number || (any_letter && is_letter(id))) && (name < 0 || source == OF_GOAL) && !(words[id].var && source == OF_GOAL)) {
            one = word_value(id, -1);
        } else {
            one = sum_of(words[id].text, words[id].length, source);
        }
        need(!one.is_nothing, at);
        sum = begins ? one : joined(operator, sum, one);
    }
    need(!sum.is_nothing, end - 1);
    return sum;
}

enum { EQUAL, UNEQUAL, LESS, AT_MOST, MORE, AT_LEAST };

static int operator_of(const char *text, int *length) {
    static const char *const operators[] = {"=", "!=", "<", "<=", ">", ">="};
    int found = -1;
    for (int i = 0; i < 6; i++)
        if (strncmp(text, operators[i], strlen(operators[i])) == 0)
            found = found < 0 || i % 2 ? i : found;
    *length = found < 0 ? 0 : (int)strlen(operators[found]);
    return found;
}

/* Copies these tokens behind all others, cut at operators. Returns where the only operator is; -1: there is none, or more. */
static int cut_at_operator(int at, int end, enum source source) {
    int middle = -1, length;
    for (int i = at; i < end; i++) {
        struct token token = tokens[i];
        const int id = token.word;
        const bool operand = middle >= 0 || i == at || is_reserved(i - 1, end, "count") || is(i - 1, end, "on"); /* though it is written like an operator */
        const bool alone = operator_of(words[id].text, &length) >= 0 && length == words[id].length;
        const bool kept = source != OF_GOAL && (middle >= 0 || (i == at && end - at == 3));
        const bool known = kept || ((is_value(id) || words[id].name || words[id].var) && (operand || !alone));
        for (int begin = 0, stop = 0; begin < words[id].length; begin = stop) {
            const bool cuts = !known && (middle < 0 || source == OF_GOAL) && operator_of(words[id].text + begin, &length) >= 0;
            for (stop += cuts ? length : 1; !cuts && words[id].text[stop] && (known || operator_of(words[id].text + stop, &length) < 0);)
                stop++;
            if (cuts && middle >= 0)
                return -1;
            middle = cuts ? token_count : middle;
            token.word = word_of(words[id].text + begin, stop - begin);
            PUSH(tokens, token_count, token);
        }
    }
    return middle;
}

/* Whether there is a comparison, and if so whether it holds. In a goal it must begin with a var, a count or a sum. */
static bool compare(int at, int end, enum source source, bool *holds) {
    int length;
    const int from = token_count, middle = cut_at_operator(at, end, source), stop = token_count;
    bool is_one = middle > from && middle + 1 < stop;
    if (is_one && source == OF_GOAL && !is_reserved(from, stop, "count")) {
        const struct word *first = &words[tokens[from].word];
        is_one = !first->is_number && !sum_of(first->text, first->length, source).is_nothing;
    }
    if (is_one) {
        const struct value a = side_of(from, middle, source), b = side_of(middle + 1, stop, source);
        const int operator = operator_of(words[tokens[middle].word].text, &length);
        const int64_t x = a.number, y = b.number;
        const bool found[] = {[EQUAL] = x == y, [UNEQUAL] = x != y, [LESS] = x < y, [AT_MOST] = x <= y, [MORE] = x > y, [AT_LEAST] = x >= y};
        *holds = a.is_number && b.is_number ? found[operator] : (a.word >= 0 && a.word == b.word) == (operator == EQUAL);
    }
    token_count = from;
    return is_one;
}

/* What follows `where`: conditions joined by commas, or, and; not and parentheses. */
static bool formula_holds(int at, int end, int level, int depth) {
    static const char *const joints[] = {",", "or", "and"};
    bool holds = false;
    need(at < end && depth < 500, at);
    const int joint = level < 3 ? find(at, end, joints[level]) : end;
    if (level < 3 && joint == end)
        return formula_holds(at, end, level + 1, depth + 1);
    if (level < 3) { /* both are read, so that all names are seen */
        const bool a = formula_holds(at, joint, level + 1, depth + 1), b = formula_holds(joint + 1, end, level, depth + 1);
        return level == 1 ? a || b : a && b;
    }
    if (is(at, end, "not"))
        return !formula_holds(at + 1, end, 3, depth + 1);
    if (is(at, end, "(") && is(end - 1, end, ")"))
        return formula_holds(at + 1, end - 1, 0, depth + 1);
    need(compare(at, end, OF_MOVE, &holds), at);
    return holds;
}

/* ---- Drawings. The names of a move are bound while it is read, so that its drawings hold words only. */

struct spec { /* what is written for a cell, and for the floor under it (ANY, WORD or NAME); ANY is `_` */
    enum { ANY, WORD, NAME, REST } kind, floor_kind;
    int id, floor; /* a word (-1: one that cannot be there) or a name */
};
struct drawing {
    int rows, columns, count;
    struct spec *cells;
};
enum side { LEFT, RIGHT, STATE }; /* of a move, or of a start, a goal or a never */

/* The value as a word that can stand in a cell (var -1) or be a value of that var; -1: it cannot. */
static int possible(struct value value, int var) {
    const struct list *list = var < 0 ? &pieces : &vars[var];
    const int word = value.word;
    if (word >= 0 && (place_in(list, word) >= 0 || (var < 0 && (word == wall || (any_letter && is_letter(word))))))
        return word;
    if (any_letter)
        return value.is_number && value.number >= 0 && value.number < 10 ? number_word(value.number) : -1;
    for (int i = 0; value.is_number && i < list->count; i++)
        if (words[list->items[i]].is_number && words[list->items[i]].number == value.number)
            return list->items[i];
    return value.is_number && wall >= 0 && var < 0 && words[wall].is_number && words[wall].number == value.number ? wall : -1;
}

static struct spec name_spec(int name, enum side side, int var) {
    if (side == STATE || names[name].rest)
        return (struct spec){.kind = names[name].rest ? REST : NAME, .id = name};
    const int word = name_word(name, side == LEFT);
    return (struct spec){.kind = WORD, .id = side == RIGHT ? possible(word_value(word, -1), var) : word};
}

/* A sum on the right side, with a name and an operator in it. */
static bool read_sum(int id, int var, struct spec *spec) {
    const int used = used_names.count;
    bool is_named = false;
    for (const char *at = words[id].text, *next; *at; at = next + (*next != 0)) {
        next = at + strcspn(at, "+-*");
        is_named |= named(at, (int)(next - at)).name > 0;
    }
    struct value value = {.is_nothing = true};
    if (is_named && strpbrk(words[id].text + 1, "+-*"))
        value = sum_of(words[id].text, words[id].length, OF_MOVE);
    used_names.count = value.is_nothing ? used : used_names.count;
    *spec = (struct spec){.kind = WORD, .id = value.is_nothing ? -1 : possible(value, var)};
    return !value.is_nothing;
}

/* What may stand in a cell by itself; false: it must be taken apart. */
static bool read_whole(int id, enum side side, struct spec *spec) {
    *spec = (struct spec){.kind = WORD, .id = id};
    if (words[id].piece || id == wall)
        return true;
    if (words[id].name)
        return *spec = name_spec(words[id].name - 1, side, -1), true;
    if (strcmp(words[id].text, "_") == 0)
        return spec->kind = ANY, true;
    if (side == RIGHT)
        return read_sum(id, -1, spec);
    for (int bar = 1; ground && bar + 1 < words[id].length; bar++) { /* P|F */
        const int floor = word_of(words[id].text + bar + 1, words[id].length - bar - 1), piece = word_of(words[id].text, bar);
        if (words[id].text[bar] != '|' || !(words[floor].kind || words[floor].name) || strchr(words[piece].text, '|') || !read_whole(piece, side, spec))
            continue;
        const struct spec under = words[floor].kind ? (struct spec){.kind = WORD, .id = floor} : name_spec(words[floor].name - 1, side, -1);
        spec->floor_kind = under.kind;
        spec->floor = under.id;
        return true;
    }
    return false;
}

static struct drawing read_drawing(int at, int end, enum side side) {
    struct drawing drawing = {0};
    int begun = 0; /* cells before this row */
    for (; at <= end; at++) {
        const bool bar = is(at, end, "/");
        if ((at == end || bar || tokens[at].line) && drawing.count > begun) {
            need(drawing.rows++ == 0 || drawing.count - begun == drawing.columns, at - 1);
            drawing.columns = drawing.count - begun;
            begun = drawing.count;
        }
        if (at == end || bar)
            continue;
        struct spec spec;
        const int id = tokens[at].word, length = words[id].length;
        const bool as_one = read_whole(id, side, &spec);
        for (int i = 0, next; i < length; i += next) {
            next = as_one ? length : letter_length(words[id].text + i);
            const int one = word_of(words[id].text + i, next);
            if (!as_one && !read_whole(one, side, &spec)) {
                need(any_letter, at);
                spec = (struct spec){.kind = WORD, .id = one};
            }
            PUSH(drawing.cells, drawing.count, spec);
        }
    }
    return drawing;
}

/* ---- Rules. One is read again for each choice of its names, which gives a variant of it. */

struct way {
    int a, b, c, d; /* the cell in row r and column q of a drawing lies a*r + b*q rows and c*r + d*q columns further */
};
struct part {
    enum { PATTERN, VALUE, CYCLE } kind;
    struct drawing left, right; /* of a value, one cell each; nothing on the right: it is only tested */
    struct list places, to;     /* of a value, its var; of a cycle, what goes where */
};
struct variant {
    struct part *parts;
    int64_t cost;
};
static struct rule { /* of a condition, only how its pattern may lie */
    int body, where, end, cost; /* tokens */
    int part_count, way_count, at, variant_count, first_move, end_move; /* at: a cell; -1: anywhere */
    struct way ways[12];
    struct list on, chosen; /* the names that are chosen */
    enum { ONCE, REPEAT, UNTIL_BLOCKED } repeat;
    bool along, at_begin, at_end;
    struct variant *variants;
} *rules;
static int rule_count;
enum { ALL_TURNS = 1, LEFT_RIGHT = 2, UP_DOWN = 4, MIRRORED = 8, DIAGONAL = 16 };

static void add_ways(struct rule *rule, int asked) { /* in the order of moves */
    static const struct way ways[] = {{0, -1, 1, 0}, {0, 1, -1, 0}, {-1, 0, 0, -1}, {1, 0, 0, 1}, {0, -1, 0, -1}, {0, -1, 0, 1}, {0, 1, 0, -1}, {0, 1, 0, 1}};
    for (int i = 0; i < 8; i++) {
        const int turn = i % 4, mirror = i > 3 ? -1 : 1;
        if ((i < 4 || asked & MIRRORED) && asked & (ALL_TURNS | (turn < 2 ? UP_DOWN : LEFT_RIGHT)))
            rule->ways[rule->way_count++] = (struct way){ways[turn].a * mirror, ways[turn].b, ways[turn].c * mirror, ways[turn].d};
    }
    for (int i = 4; i < 8 && asked & DIAGONAL; i++)
        rule->ways[rule->way_count++] = ways[i];
    if (rule->way_count == 0)
        rule->ways[rule->way_count++] = ways[3];
    if (asked == MIRRORED)
        rule->ways[rule->way_count++] = (struct way){1, 0, 0, -1};
}

/* One item of a head: a qualifier, or the name of the move, which does not matter here. */
static void read_qualifier(struct rule *rule, int at, int end, bool first, int *asked) {
    static const char *const known[] = {"any direction", "left or right", "up or down", "mirrored", "diagonal", "repeat", "until blocked", "along links", "at begin", "at end"};
    char text[64] = "";
    int next = at + 1, found = 0;
    for (int i = at; i < end && strlen(text) + (size_t)words[tokens[i].word].length + 2 < sizeof text; i++)
        strcat(strcat(text, i > at ? " " : ""), words[tokens[i].word].text);
    while (found < (is_string ? 10 : 8) && strcmp(text, known[found]) != 0)
        found++;
    *asked |= found < 5 ? 1 << found : 0;
    rule->repeat = found == 5 ? REPEAT : found == 6 ? UNTIL_BLOCKED : rule->repeat;
    rule->along |= found == 7;
    rule->at_begin |= found == 8 && is_string;
    rule->at_end |= found == 9;
    if (found < (is_string ? 10 : 8))
        return;
    if (is(at, end, "at") && end - at > 1)
        rule->at = read_cell(&next, end);
    else if (is(at, end, "on") && end - at > 1)
        while (next < end)
            add_cells(&next, end, &rule->on);
    else if (is(at, end, "cost") && end - at == 2)
        rule->cost = next;
    else
        need(first && end - at == 1, at);
}

static struct spec read_value(int token, int end, int var, enum side side) {
    struct spec spec = {.kind = WORD, .id = word_at(token, end)};
    const int name = words[spec.id].name - 1;
    if (place_in(&vars[var], spec.id) >= 0)
        return spec;
    need(name >= 0 || (side == RIGHT && read_sum(spec.id, var, &spec)), token);
    return name >= 0 ? name_spec(name, side, var) : spec;
}

static struct part read_part(int at, int end) {
    struct part part = {.kind = PATTERN};
    const int arrow = find(at, end, "->"), var = words[word_at(at, end)].var - 1;
    if (var >= 0 && arrow == at + 2 && (end == arrow || end == arrow + 2)) {
        part.kind = VALUE;
        PUSH(part.places.items, part.places.count, cells + var);
        PUSH(part.left.cells, part.left.count, read_value(at + 1, end, var, LEFT));
        if (arrow < end && !is(arrow + 1, end, "_"))
            PUSH(part.right.cells, part.right.count, read_value(arrow + 1, end, var, RIGHT));
    } else if (is(at, end, "cycle") && arrow == end) {
        part.kind = CYCLE;
        for (at++; at < end; at++) {
            const int first = part.places.count;
            for (at++; at < end && !is(at, end, ")");)
                add_cells(&at, end, &part.places);
            for (int i = first; i < part.places.count; i++)
                PUSH(part.to.items, part.to.count, part.places.items[i + 1 < part.places.count ? i + 1 : first]);
        }
    } else {
        part.left = read_drawing(at, arrow, LEFT);
        part.right = read_drawing(arrow + 1, end, RIGHT);
        const bool same = part.left.rows == part.right.rows && part.left.columns == part.right.columns;
        need(part.left.count > 0 && (is_string ? part.right.rows < 2 && part.left.rows == 1 : same), at);
        for (int i = 0; i < part.right.count; i++) /* what is not tested is not changed */
            need(is_string ? part.right.cells[i].kind != ANY || same : part.left.cells[i].kind != ANY || part.right.cells[i].kind == ANY, at);
    }
    return part;
}

/* The rule as it is with its names bound as they are. False: it is no move. */
static bool read_variant(struct rule *rule, struct variant *variant) {
    const struct value cost = rule->cost ? side_of(rule->cost, rule->cost + 1, OF_COST) : number_value(rule->along ? (uint64_t)link_weight : 1);
    bool good = cost.is_number && cost.number >= 0 && cost.number <= 1000000000;
    *variant = (struct variant){.cost = cost.number};
    rule->part_count = 0;
    for (int at = rule->body, comma; at < rule->where; at = comma + 1) {
        comma = find(at, rule->where, ",");
        const struct part part = read_part(at, comma);
        for (int i = 0; i < part.right.count; i++)
            good = good && (part.right.cells[i].kind != WORD || part.right.cells[i].id >= 0);
        PUSH(variant->parts, rule->part_count, part);
    }
    return (rule->where == rule->end || formula_holds(rule->where + 1, rule->end, 0, 0)) && good;
}

/* Every choice of the names from that one on, the last one changing fastest. */
static void read_variants(struct rule *rule, int next) {
    struct variant variant;
    if (next == rule->chosen.count) {
        if (read_variant(rule, &variant))
            PUSH(rule->variants, rule->variant_count, variant);
        return;
    }
    struct name *name = &names[rule->chosen.items[next]];
    for (int i = 0; i < name->list.count; i++) {
        name->bound = name->list.items[i];
        read_variants(rule, next + 1);
    }
    name->bound = -1;
}

static bool joins_digits(int comma, int from, int end) { /* a comma of a cell ROW,COLUMN */
    return comma > from && comma + 1 < end && !tokens[comma].space && !tokens[comma + 1].space &&
           words[tokens[comma - 1].word].is_count && words[tokens[comma + 1].word].is_count;
}

static void read_move(int at, int end) {
    struct rule rule = {.at = -1, .body = at, .end = end};
    int colon = at, asked = 0, patterns = 0;
    while (colon < end && !(is(colon, end, ":") && !tokens[colon].space && (colon + 1 == end || tokens[colon + 1].space)))
        colon++;
    for (int item = at, next; colon < end && item < colon; item = next + 1) {
        for (next = item; next < colon && (!is(next, colon, ",") || joins_digits(next, item, colon));)
            next++;
        read_qualifier(&rule, item, next, item == at, &asked);
        rule.body = colon + 1;
    }
    rule.where = find(rule.body, end, "where");
    add_ways(&rule, asked);
    link_weight = 1;
    left_names.count = used_names.count = 0;
    struct variant first; /* shows what names there are, and what shape it has */
    read_variant(&rule, &first);
    for (int i = 0; i < rule.part_count; i++) {
        const struct part *part = &first.parts[i];
        patterns += part->kind == PATTERN;
        need(part->kind != PATTERN || ((!rule.on.count || rule.on.count == part->left.count) && (!rule.along || part->left.count == 2)), at);
        need(part->kind != CYCLE || !rule.repeat, at);
    }
    need(is_string ? rule.part_count == 1 && patterns == 1 : rule.part_count > 0, at);
    need(patterns == 1 || (!rule.repeat && !rule.on.count && !rule.along && rule.at < 0), at);
    for (int i = 0; i < left_names.count; i++)
        PUSH(rule.chosen.items, rule.chosen.count, left_names.items[i]);
    for (int i = 0; i < used_names.count; i++)
        if (place_in(&left_names, used_names.items[i]) < 0)
            PUSH(rule.chosen.items, rule.chosen.count, used_names.items[i]);
    read_variants(&rule, 0);
    PUSH(rules, rule_count, rule);
}

/* ---- Starts, goals and what must never be */

struct condition {
    enum { COMPARED, DRAWN, SOUGHT, EVERY } kind;
    bool wanted;
    int at, end;            /* tokens */
    struct drawing drawing; /* only the cells that matter; of a drawn string, columns is its length */
    struct list places;     /* of these; of what is sought, all that it may lie on, one after the other */
    struct rule ways;
};
struct line {
    struct condition *conditions;
    int count;
};
struct lines {
    struct line *items;
    int count;
};
static struct lines goals, nevers;
static int *start, start_length; /* the piece of each cell, then the value of each var; of a string its letters */
static bool *start_any;          /* by var */

/* Where the cell in that row and column of a drawing lies; -1: beyond an edge. */
static int cell_of(const struct way *way, int first, int row, int column) {
    int64_t r = first / columns + (int64_t)way->a * row + (int64_t)way->b * column, q = first % columns + (int64_t)way->c * row + (int64_t)way->d * column;
    r = wraps_rows ? (r % rows + rows) % rows : r;
    q = wraps_columns ? (q % columns + columns) % columns : q;
    return r < 0 || q < 0 || r >= rows || q >= columns ? -1 : (int)(r * columns + q);
}

/* Lays a drawing with its first cell there, so many steps further. False: it does not lie on the board. */
static bool lay(const struct drawing *drawing, const struct way *way, int first, int steps, int *to) {
    for (int i = 0; i < drawing->count; i++) {
        to[i] = cell_of(way, first, i / drawing->columns, i % drawing->columns + steps);
        for (int j = 0; (wraps_rows || wraps_columns) && j < i; j++)
            if (to[j] == to[i])
                return false;
        if (to[i] < 0)
            return false;
    }
    return true;
}

static void add_place(struct condition *condition, int place, struct spec spec) {
    PUSH(condition->places.items, condition->places.count, place);
    PUSH(condition->drawing.cells, condition->drawing.count, spec);
}

/* `somewhere` and `nowhere`, with all places where the pattern may lie. */
static void read_sought(struct condition *condition, int colon) {
    int asked = 0, *to;
    need(is(condition->at, condition->end, "somewhere") || is(condition->at, condition->end, "nowhere"), condition->at);
    condition->kind = SOUGHT;
    condition->wanted = is(condition->at, condition->end, "somewhere");
    for (int next = condition->at + 1, comma; next < colon; next = comma) {
        comma = find(next + 1, colon, ",");
        read_qualifier(&condition->ways, next + 1, comma, false, &asked);
    }
    add_ways(&condition->ways, asked);
    if (asked == DIAGONAL) { /* as drawn, and along both diagonals downwards */
        condition->ways.ways[0] = (struct way){1, 0, 0, 1};
        condition->ways.ways[1] = condition->ways.ways[--condition->ways.way_count];
    }
    condition->drawing = read_drawing(colon + 1, condition->end, STATE);
    to = zeroed((size_t)condition->drawing.count, sizeof *to);
    for (int i = 0; !is_string && i < condition->ways.way_count * cells; i++)
        for (int j = lay(&condition->drawing, &condition->ways.ways[i / cells], i % cells, 0, to) ? 0 : cells; j < condition->drawing.count; j++)
            PUSH(condition->places.items, condition->places.count, to[j]);
    free(to);
}

static struct condition read_condition(int at, int end) {
    struct condition condition = {.kind = DRAWN, .wanted = true};
    bool holds, turned = false;
    for (; is(at, end, "not") && end - at > 1 && !is_value(tokens[at].word) && !words[tokens[at].word].name; at++)
        turned = !turned;
    const int id = word_at(at, end), var = words[id].var - 1, colon = find(at, end, ":");
    condition.at = at, condition.end = end;
    if (end - at == 3 && is(at + 1, end, "is") && (var >= 0 || (words[id].cell && !words[tokens[at + 1].word].piece))) {
        struct drawing one = {0};
        if (var < 0)
            one = read_drawing(at + 2, end, STATE);
        need(var >= 0 || one.count == 1, at);
        add_place(&condition, var >= 0 ? cells + var : words[id].cell - 1, var >= 0 ? read_value(at + 2, end, var, STATE) : one.cells[0]);
    } else if (colon < end) {
        read_sought(&condition, colon);
    } else if (is_reserved(at, end, "every")) {
        condition.kind = EVERY;
        need(end - at == 4 && (is(at + 2, end, "on") || is(at + 2, end, "has")), at);
    } else if (!is_string && compare(at, end, OF_GOAL, &holds)) {
        condition.kind = COMPARED;
    } else {
        const struct drawing board = read_drawing(at, end, STATE);
        need(is_string ? board.rows == 1 : board.rows == rows && board.columns == columns, at);
        condition.drawing.columns = board.count;
        for (int i = 0; i < board.count; i++)
            if (board.cells[i].kind != ANY || board.cells[i].floor_kind != ANY)
                add_place(&condition, i, board.cells[i]);
    }
    condition.wanted = condition.wanted != turned;
    return condition;
}

/* Where `or` is a piece, too, it joins what is whole and no drawing. */
static bool joins(int begin, int at) {
    while (is(begin, at, "not"))
        begin++;
    if (begin >= at)
        return false;
    const char *text = words[tokens[begin].word].text;
    int length = 0;
    const bool apart = is(begin + 1, at, "is") || (begin + 1 < at && operator_of(words[tokens[begin + 1].word].text, &length) >= 0);
    const bool drawn = !named(text, (int)strcspn(text, "=<>!+-")).var && !is(begin, at, "count") && !is(begin, at, "every");
    return !drawn && at - begin >= (apart ? 3 : 1);
}

static void read_lines(struct lines *lines, int at, int end) {
    const int id = word_of("or", 2);
    const bool declared = is_value(id) || words[id].name;
    struct line line = {0};
    for (int begin = at, colon = -1; at <= end; at++) {
        int first = begin;
        while (at == begin && is(first, end, "not"))
            first++;
        if (at == begin && (is(first, end, "somewhere") || is(first, end, "nowhere")))
            colon = find(first, end, ":"); /* commas before it belong to the pattern */
        const bool or = at == end || (is(at, end, "or") && (!declared || joins(begin, at)));
        if (!or && !is(at, end, "and") && !(is(at, end, ",") && at > colon))
            continue;
        const struct condition condition = read_condition(begin, at);
        PUSH(line.conditions, line.count, condition);
        begin = at + 1;
        if (or) {
            PUSH(lines->items, lines->count, line);
            line = (struct line){0};
        }
    }
}

static void read_start(int at, int end) {
    const struct drawing letters = is_string ? read_drawing(at, end, STATE) : (struct drawing){0};
    need(!start, at);
    start_length = is_string ? letters.count : cells + var_count;
    start = zeroed((size_t)start_length, sizeof *start);
    start_any = zeroed((size_t)var_count, sizeof *start_any);
    for (int i = 0; i < start_length; i++) {
        start[i] = is_string ? letters.cells[i].id : i >= cells ? vars[i - cells].items[0] : ground && ground[i] == wall ? wall : word_of(".", 1);
        need(!is_string || letters.cells[i].kind == WORD, at);
    }
    for (int next; at < end && !is_string; at = next + 1) {
        next = find(at, end, "and");
        const int id = word_at(at, end), var = words[id].var - 1, told = next - at == 3 && is(at + 1, end, "is");
        if (told && var >= 0) {
            const bool called = place_in(&vars[var], word_at(at + 2, end)) >= 0;
            need(called || is(at + 2, end, "any"), at + 2);
            start_any[var] = !called;
            start[cells + var] = called ? word_at(at + 2, end) : vars[var].items[0];
        } else if (told && words[id].cell && !words[tokens[at + 1].word].piece) {
            start[words[id].cell - 1] = word_at(at + 2, end);
        } else {
            const struct drawing drawing = read_drawing(at, next, STATE);
            need(drawing.rows == rows && drawing.columns == columns, at);
            for (int i = 0; i < cells; i++)
                start[i] = drawing.cells[i].id, need(drawing.cells[i].kind == WORD, at);
        }
    }
}

static void append(char **text, size_t *length, const char *more) {
    while (*more)
        PUSH(*text, *length, *more++);
}

/* A matrix of 0 (free) and 1 (wall) is a maze, from the top left to the bottom right: the puzzle that it stands for. */
static char *written_out(const char *matrix, size_t length, size_t *made) {
    char *text = NULL, *drawn = NULL, head[64];
    size_t row_count = 0, drawn_length = 0, goal_length = 0, in_row = 0;
    for (size_t i = 0; i <= length; i++) {
        const char c = i < length ? matrix[i] : '\n';
        if (c == '0' || c == '1') {
            if (in_row++ == 0)
                row_count++, append(&drawn, &drawn_length, " ");
            PUSH(drawn, drawn_length, row_count == 1 && in_row == 1 && c == '0' ? '@' : c);
        } else if (c == '\n' || c == '\r') {
            if (in_row)
                append(&drawn, &drawn_length, "\n");
            in_row = 0;
        } else if (c != ' ' && c != '\t') {
            fail(2, "the puzzle cannot be read: it is no matrix of 0 and 1");
        }
    }
    PUSH(drawn, drawn_length, 0);
    if (row_count == 0)
        fail(2, "the puzzle cannot be read: it is empty");
    snprintf(head, sizeof head, "board %zu x %zu\npieces @ 0 1\n", row_count, strcspn(drawn, "\n") - 1);
    *made = 0;
    append(&text, made, head);
    append(&text, made, "move any direction: @ 0 -> 0 @\nstart\n");
    append(&text, made, drawn);
    append(&text, made, "goal\n");
    for (size_t i = 0; i + 1 < drawn_length; i++)
        PUSH(text, *made, is_among(drawn[i], "@01") ? '_' : drawn[i]), goal_length = is_among(drawn[i], "@01") ? *made : goal_length;
    text[goal_length - 1] = '@';
    return text;
}

/* What is given replaces the start or the goals of the text. */
static void read_puzzle(const char *text, size_t length, const char *given[2], const size_t given_length[2]) {
    const size_t mark = length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    text += mark, length -= mark;
    if (is_among(text[strspn(text, " \t\r\n")], "01"))
        text = written_out(text, length, &length);
    split_text(text, length, -1);
    for (int i = 0; i < 2 * statement_count; i++) {
        declare(&statements[i % statement_count], i < statement_count);
        cells = rows * columns;
    }
    const int own = statement_count;
    for (int i = 0; i < 2; i++)
        if (given[i])
            split_text(given[i], given_length[i], i ? word_of("goal", 4) : word_of("start", 5));
    for (int i = 0; i < statement_count; i++) {
        const struct statement s = statements[i];
        const char *keyword = words[s.keyword].text;
        if (strcmp(keyword, "move") == 0)
            read_move(s.first, s.end);
        else if (strcmp(keyword, "start") == 0 && (i >= own || !given[0]))
            read_start(s.first, s.end);
        else if (strcmp(keyword, "goal") == 0 && (i >= own || !given[1]))
            read_lines(&goals, s.first, s.end);
        else if (strcmp(keyword, "never") == 0)
            read_lines(&nevers, s.first, s.end);
    }
    if (rule_count == 0 || !start || (is_string ? cells + var_count : !start_length))
        fail(2, "the puzzle has no move or no start");
}

/* ---- What holds in the state at hand */

static struct list trail; /* names that are bound */

static void release(int mark) {
    while (trail.count > mark)
        names[trail.items[--trail.count]].bound = -1;
}

static bool fits_word(int kind, int id, int found) {
    if (kind != NAME)
        return kind == ANY || id == found;
    if (names[id].bound >= 0 || place_in(&names[id].list, found) < 0)
        return names[id].bound == found;
    names[id].bound = found;
    PUSH(trail.items, trail.count, id);
    return true;
}

static bool fits(const struct drawing *drawing, const int *places, int first) {
    for (int i = 0; i < drawing->count; i++) {
        const struct spec *spec = &drawing->cells[i];
        const int place = places ? places[i] : first + i;
        if (!fits_word(spec->kind, spec->id, word_here(place)) || (spec->floor_kind != ANY && !fits_word(spec->floor_kind, spec->floor, ground[place])))
            return false;
    }
    return true;
}

static bool line_holds(const struct line *line, int from);

/* Whether the condition fits in some way in which the rest of its line holds, too (NULL: in any way). */
static bool condition_fits(const struct condition *c, const struct line *line, int next) {
    const int mark = trail.count, count = c->drawing.count;
    bool found = false;
    if (c->kind == COMPARED || c->kind == EVERY) {
        const bool has = is(c->at + 2, c->end, "has");
        const int piece = tokens[c->at + (has ? 3 : 1)].word, floor = tokens[c->at + (has ? 1 : 3)].word;
        if (c->kind == EVERY)
            found = counted(piece, floor, has, -1, -1) == (has ? counted(-1, floor, true, -1, -1) : 0);
        else
            compare(c->at, c->end, OF_GOAL, &found);
        return found == c->wanted && (!line || line_holds(line, next));
    }
    if (c->kind == DRAWN) {
        found = (!is_string || c->drawing.columns == state_length) && fits(&c->drawing, c->places.items, 0) && (!line || line_holds(line, next));
        release(mark);
        return found;
    }
    for (int i = 0; !found && (is_string ? i + count <= state_length : i + count <= c->places.count); i += is_string ? 1 : count) {
        found = !(is_string && ((c->ways.at_begin && i) || (c->ways.at_end && i + count < state_length))) &&
                fits(&c->drawing, is_string ? NULL : c->places.items + i, i) && (!line || line_holds(line, next));
        release(mark);
    }
    return found;
}

/* Names are chosen by all that is wanted; then nothing may be found of what is not. */
static bool line_holds(const struct line *line, int from) {
    for (; from < line->count; from++)
        if (line->conditions[from].wanted || line->conditions[from].kind == COMPARED || line->conditions[from].kind == EVERY)
            return condition_fits(&line->conditions[from], line, from + 1);
    for (int i = 0; i < line->count; i++)
        if (!line->conditions[i].wanted && (line->conditions[i].kind == SOUGHT || line->conditions[i].kind == DRAWN) && condition_fits(&line->conditions[i], NULL, 0))
            return false;
    return true;
}

static bool some_line_holds(const struct lines *lines) {
    for (int i = 0; i < lines->count; i++)
        if (line_holds(&lines->items[i], 0))
            return true;
    return false;
}

/* ---- Moves: every variant of every rule at every place, in the order of moves. A move looks for pairs and puts others. */

struct move {
    int first, tests, puts, copies, blocks; /* in the pool, one after the other; a copy is a place and where it comes from */
    int64_t cost;
};
static struct game {
    struct move *moves;
    int count, *bucket, *bucket_at, always; /* moves by one of the pairs that they look for, if it is not in the start */
} game;
static int *pool, pool_count, pair_count, *start_pairs;
static bool *leaves, *turns;                         /* words that a move replaces; cells of a cycle */
static int *held, **spots;                           /* by place: the word that must be there, or -1; where the patterns lie */
static struct list looked;                           /* these places */
static struct put { int place, word, from, step; } *written; /* from: the place that it is copied from, or -1 */
static int put_count;
enum { THE_REST = INT32_MIN };

static bool is_fixed(int place) { return place < cells && (start[place] == wall || (!leaves[start[place]] && !turns[place])); }

/* -1: it can never be there. */
static int pair_of(int place, int word) {
    if (is_fixed(place))
        return word == start[place] ? base[place] : -1;
    const int index = place < cells ? words[word].piece - 1 : place_in(&vars[place - cells], word);
    return index < 0 ? -1 : base[place] + index;
}

static void number_pairs(void) {
    leaves = zeroed((size_t)word_count, sizeof *leaves);
    turns = zeroed((size_t)cells, sizeof *turns);
    base = zeroed((size_t)start_length, sizeof *base);
    held = zeroed((size_t)start_length, sizeof *held);
    for (const struct rule *rule = rules; rule < rules + rule_count; rule++)
        for (int i = 0; i < rule->variant_count * rule->part_count; i++) {
            const struct part *part = &rule->variants[i / rule->part_count].parts[i % rule->part_count];
            for (int j = 0; part->kind == PATTERN && j < part->right.count; j++)
                if (part->right.cells[j].kind == WORD && part->right.cells[j].id != part->left.cells[j].id)
                    leaves[part->left.cells[j].id] = true;
            for (int j = 0; part->kind == CYCLE && j < part->places.count; j++)
                turns[part->places.items[j]] = true;
        }
    for (int place = 0; place < start_length; place++) {
        const struct list one = {&start[place], 1}, *list = is_fixed(place) ? &one : place < cells ? &pieces : &vars[place - cells];
        int count = base[place] = pair_count;
        held[place] = -1;
        for (int i = 0; i < list->count; i++) {
            PUSH(pair_place, count, place);
            PUSH(pair_word, pair_count, list->items[i]);
        }
        count = place;
        PUSH(start_pairs, count, pair_of(place, start[place]));
        if (start_pairs[place] < 0)
            fail(2, "the puzzle cannot be read: `%s` cannot stand there", words[start[place]].text);
    }
}

static int64_t word_now(int place) { /* after the puts of earlier steps; -1: whatever */
    for (int i = put_count - 1; i >= 0; i--)
        if (written[i].place == place)
            return written[i].word;
    return held[place];
}

/* Demands what the drawing shows. False: it cannot be there. */
static bool look(const struct drawing *drawing, const int *places) {
    for (int i = 0; i < drawing->count; i++) {
        const struct spec *spec = &drawing->cells[i];
        if (spec->floor_kind != ANY && ground[places[i]] != spec->floor)
            return false;
        const int64_t now = spec->kind == ANY ? spec->id : word_now(places[i]);
        if (now >= 0 ? now != spec->id : pair_of(places[i], spec->id) < 0)
            return false;
        if (now >= 0 || spec->kind == ANY)
            continue;
        held[places[i]] = spec->id;
        PUSH(looked.items, looked.count, places[i]);
    }
    return true;
}

static void forget(int mark) {
    while (looked.count > mark)
        held[looked.items[--looked.count]] = -1;
}

/* False: something else is put there by another part. A later step of the same move may. */
static bool put(int place, int word, int from, int step) {
    for (int i = 0; i < put_count; i++)
        if (written[i].place == place && written[i].from < 0 && from < 0) {
            const bool good = written[i].word == word || written[i].step < step;
            written[i].word = word;
            return good;
        }
    const struct put one = {place, word, from, step};
    PUSH(written, put_count, one);
    return from >= 0 || pair_of(place, word) >= 0;
}

static void push_sorted(struct list *list, int item) {
    PUSH(list->items, list->count, item);
    for (int i = list->count - 1; i > 0 && list->items[i - 1] > item; i--) {
        list->items[i] = list->items[i - 1];
        list->items[i - 1] = item;
    }
}

static int compare_ints(const void *a, const void *b) { return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b); }

/* Makes a move of what was looked at and put. False: it changes nothing. */
static bool add_move(int64_t cost) {
    struct move move = {.first = pool_count, .cost = cost};
    for (int i = 0; i < looked.count; i++)
        if (!is_fixed(looked.items[i]))
            PUSH(pool, pool_count, pair_of(looked.items[i], held[looked.items[i]]));
    move.tests = pool_count - move.first;
    for (int i = 0; i < put_count; i++)
        move.copies += written[i].from >= 0;
    for (int i = 0; i < put_count; i++)
        if (written[i].from < 0 && (move.copies || held[written[i].place] != written[i].word))
            PUSH(pool, pool_count, pair_of(written[i].place, written[i].word));
    move.puts = pool_count - move.first - move.tests;
    if (move.puts > 1)
        qsort(pool + move.first + move.tests, (size_t)move.puts, sizeof *pool, compare_ints);
    for (int place = 0; move.copies && place < cells; place++) /* in the order of places */
        for (int i = 0; i < put_count; i++)
            if (written[i].from >= 0 && written[i].place == place) {
                PUSH(pool, pool_count, place);
                PUSH(pool, pool_count, written[i].from);
            }
    if (pool_count > 1 << 30)
        fail(4, "there are too many moves");
    if (move.puts + move.copies)
        PUSH(game.moves, game.count, move);
    return move.puts + move.copies > 0;
}

/* One step: first all parts look, then they put. False: it is not possible, or changes nothing. */
static bool do_step(const struct rule *rule, const struct variant *variant, const struct way *way, int step) {
    bool good = true, changes = !rule->repeat;
    for (int i = 0; good && i < 2 * rule->part_count; i++) {
        const struct part *part = &variant->parts[i % rule->part_count];
        int *places = part->kind == PATTERN ? spots[i % rule->part_count] : part->places.items;
        if (step && part->kind != PATTERN)
            continue; /* values change once */
        if (rule->repeat && part->kind == PATTERN)
            good = lay(&part->left, way, *places, step, places + part->left.count), places += part->left.count;
        if (i < rule->part_count)
            good = good && look(&part->left, places);
        for (int j = 0; good && i >= rule->part_count && j < part->right.count; j++)
            if (part->right.cells[j].kind != ANY) {
                good = put(places[j], part->right.cells[j].id, -1, step);
                changes |= part->kind == PATTERN && part->right.cells[j].id != part->left.cells[j].id;
            }
        for (int j = 0; good && i >= rule->part_count && j < part->to.count; j++)
            good = put(part->to.items[j], -1, places[j], step);
    }
    return good && changes;
}

/* The move of so many steps, if it is one. */
static void write_move(const struct rule *rule, const struct variant *variant, const struct way *way, int steps) {
    bool good = true;
    put_count = 0;
    for (int step = 0; good && step < steps; step++)
        good = do_step(rule, variant, way, step);
    if (good && add_move(variant->cost) && rule->repeat == UNTIL_BLOCKED) {
        struct move *move = &game.moves[game.count - 1];
        const int mark = looked.count;
        good = do_step(rule, variant, way, steps); /* it must not be possible to go on */
        for (int i = mark; good && i < looked.count; i++)
            if (!is_fixed(looked.items[i]))
                PUSH(pool, pool_count, pair_of(looked.items[i], held[looked.items[i]]));
        move->blocks = pool_count - move->first - move->tests - move->puts;
        game.count -= good && move->blocks == 0;
    }
    forget(0);
}

/* Every place of the patterns from that part on; then every number of steps, and every variant. */
static void place_parts(const struct rule *rule, const struct way *way, int number) {
    const struct part *part = &rule->variants[0].parts[number < rule->part_count ? number : 0];
    if (number < rule->part_count && (part->kind != PATTERN || rule->on.count || rule->along)) {
        for (int i = 0; i < rule->on.count && part->kind == PATTERN; i++)
            spots[number][i] = rule->on.items[i];
        place_parts(rule, way, number + 1);
    } else if (number < rule->part_count) {
        for (int first = rule->at < 0 ? 0 : rule->at; first < (rule->at < 0 ? cells : rule->at + 1); first++)
            if (lay(&part->left, way, first, 0, spots[number]))
                place_parts(rule, way, number + 1);
    } else {
        int most = 1;
        for (int i = 0, next; rule->repeat && i < rule->part_count; i++) /* to the edge, or once round a wrapped board */
            while (rule->variants[0].parts[i].kind == PATTERN && (next = cell_of(way, spots[i][0], 0, most)) >= 0 && next != spots[i][0])
                most++;
        for (int i = 0; i < most * rule->variant_count; i++)
            write_move(rule, &rule->variants[i % rule->variant_count], way, i / rule->variant_count + 1);
    }
}

/* Along links the cost may depend on the link, so that the rule is read again for each. */
static void place_along(struct rule *rule) {
    int pattern = 0;
    for (int i = 0; i < 2 * link_count; i++) {
        link_weight = links[i / 2].weight;
        if (i % 2 == 0)
            rule->variant_count = 0, read_variants(rule, 0);
        while (rule->variant_count && rule->variants[0].parts[pattern].kind != PATTERN)
            pattern++;
        spots[pattern][i % 2] = links[i / 2].from;
        spots[pattern][1 - i % 2] = links[i / 2].to;
        if (rule->variant_count)
            place_parts(rule, rule->ways, 0);
    }
}

static void add_string_move(const struct variant *variant) {
    struct move move = {.first = pool_count, .cost = variant->cost};
    const struct drawing *left = &variant->parts[0].left, *right = &variant->parts[0].right;
    for (int i = 0; i < left->count; i++)
        PUSH(pool, pool_count, left->cells[i].kind == REST ? THE_REST : left->cells[i].kind == ANY ? -1 : left->cells[i].id);
    for (int i = 0; i < right->count; i++)
        PUSH(pool, pool_count, right->cells[i].kind == REST ? THE_REST : right->cells[i].kind == ANY ? -1 - i : right->cells[i].id);
    move.tests = left->count, move.puts = right->count;
    PUSH(game.moves, game.count, move);
}

/* Each move is tried only in states that have a pair which it looks for and the start has not: the one with the fewest. */
static void sort_moves(struct game *one, const int *origin) {
    int *chosen = zeroed((size_t)one->count, sizeof *chosen);
    one->bucket_at = zeroed((size_t)pair_count + 2, sizeof *one->bucket_at);
    one->bucket = zeroed((size_t)one->count, sizeof *one->bucket);
    int *number = one->bucket_at + 2; /* of moves by pair; those with none stand first, under the pair -1 */
    for (int i = 0; i < one->count; i++) {
        const struct move *move = &one->moves[i];
        chosen[i] = -1;
        for (int j = move->first; j < move->first + move->tests; j++)
            if (origin[pair_place[pool[j]]] != pool[j] && (chosen[i] < 0 || number[pool[j]] < number[chosen[i]]))
                chosen[i] = pool[j];
        number[chosen[i]]++;
    }
    for (int pair = 0; pair <= pair_count; pair++)
        one->bucket_at[pair + 1] += one->bucket_at[pair];
    for (int i = 0; i < one->count; i++)
        one->bucket[one->bucket_at[chosen[i] + 1]++] = i;
    free(chosen); /* now bucket_at[pair] is where the bucket of the pair begins, and [-1 + 1 = 0] where that of -1 ends */
}

static void write_moves(void) {
    if (!is_string)
        number_pairs();
    for (struct rule *rule = rules; rule < rules + rule_count; rule++) {
        int longest_part = 1;
        rule->first_move = game.count;
        for (int i = 0; i < rule->part_count && rule->variant_count; i++)
            if (longest_part < rule->variants[0].parts[i].left.count)
                longest_part = rule->variants[0].parts[i].left.count;
        spots = zeroed((size_t)rule->part_count, sizeof *spots);
        for (int i = 0; i < rule->part_count; i++)
            spots[i] = zeroed(2 * (size_t)longest_part, sizeof **spots);
        for (int i = 0; i < rule->variant_count && is_string; i++)
            add_string_move(&rule->variants[i]);
        if (rule->along)
            place_along(rule);
        for (int way = 0; way < rule->way_count && rule->variant_count && !is_string && !rule->along; way++)
            place_parts(rule, &rule->ways[way], 0);
        rule->end_move = game.count;
    }
    if (!is_string)
        sort_moves(&game, start_pairs);
}

/* ---- Spaces. A state is a list of items: the pairs that are not as in the origin of its space, or the letters of a string.
 * Beside the space of the puzzle there are smaller ones, which are images of it (see Tables). */

static const uint64_t far = UINT64_MAX;
struct known {
    uint64_t distance;
    size_t key;     /* in `keys`; it ends where the next one begins */
    int position;   /* among the successors that are at hand */
    bool is_listed; /* else it is only known that it must be, at this distance at most */
};
struct space {
    struct game moves;   /* of a smaller space */
    int *origin, *image; /* by place; by pair: what becomes of it in a smaller space, NULL: this is the whole one */
    bool *is_dropped;    /* by place: it is left out */
    struct known *known;
    uint32_t count;
    uint64_t *table; /* 1 + the number of a state, and half of its hash; at most half full */
    size_t slots, key_count;
    unsigned char *keys;
};
static struct space whole, *here = &whole;
enum { FRONT = 0, BACK = 2 }; /* from both ends the distance of a state only says on which side it is */
static int width; /* bytes of an item */
static struct list own, after, shown; /* the state at hand, a successor; what the board shows */

static size_t length_of(const struct space *space, uint32_t number) {
    return (number + 1 < space->count ? space->known[number + 1].key : space->key_count) - space->known[number].key;
}

/* Makes these items the state at hand. They must stay until others are shown. */
static void show(struct list items) {
    for (int i = 0; !is_string && i < shown.count; i++)
        state[pair_place[shown.items[i]]] = here->origin[pair_place[shown.items[i]]];
    for (int i = 0; !is_string && i < items.count; i++)
        state[pair_place[items.items[i]]] = items.items[i];
    shown = items;
    if (is_string)
        state = items.items, state_length = items.count;
}

static bool after_meets(const struct lines *lines) {
    if (lines->count == 0)
        return false;
    show(after);
    const bool found = some_line_holds(lines);
    show(own);
    return found;
}

/* The items as bytes, behind all keys of the space, where they stay if they are new. */
static unsigned char *pack(struct space *space, const struct list *items) {
    space->keys = grown(space->keys, space->key_count + (size_t)items->count * (size_t)width, 1);
    unsigned char *key = space->keys + space->key_count;
    for (int i = 0; i < items->count; i++)
        for (int j = 0; j < width; j++)
            key[i * width + j] = (unsigned char)((unsigned)items->items[i] >> 8 * j);
    return key;
}

static void unpack(const struct space *space, uint32_t number, struct list *items) {
    const size_t end = space->known[number].key + length_of(space, number);
    items->count = 0;
    for (size_t at = space->known[number].key; at < end; at += (size_t)width) {
        int item = 0;
        for (int j = 0; j < width; j++)
            item |= (int)((unsigned)space->keys[at + (size_t)j] << 8 * j);
        PUSH(items->items, items->count, item);
    }
}

/* Where the key is in the table, or would be; *tag is what stands there beside its number. */
static size_t slot_of(const struct space *space, const unsigned char *key, size_t length, uint64_t *tag) {
    uint64_t hash = length, part;
    for (size_t i = 0; i < length; i += sizeof part, hash ^= hash >> 29) {
        part = 0;
        memcpy(&part, key + i, length - i < sizeof part ? length - i : sizeof part);
        hash = (hash ^ part) * UINT64_C(0x9e3779b97f4a7c15);
    }
    *tag = hash << 32;
    size_t slot = (hash ^ hash >> 32) & (space->slots - 1);
    for (uint64_t other; (other = space->table[slot]); slot = (slot + 1) & (space->slots - 1))
        if (other >> 32 == *tag >> 32 && length_of(space, (uint32_t)other - 1) == length && memcmp(space->keys + space->known[(uint32_t)other - 1].key, key, length) == 0)
            break;
    return slot;
}

/* The number of the successor at hand among all known states. If it is new, it is added with that distance, unless it must
 * never be: then the result is -1. A smaller space has nothing that must never be. */
static int64_t know(uint64_t distance) {
    struct space *space = here;
    const size_t length = (size_t)after.count * (size_t)width;
    const unsigned char *key = pack(space, &after);
    uint64_t tag;
    size_t slot;
    if (2 * (size_t)space->count >= space->slots) {
        free(space->table);
        space->slots = space->slots ? 2 * space->slots : 1 << 12;
        space->table = zeroed(space->slots, sizeof *space->table);
        for (uint32_t i = 0; i < space->count; i++)
            slot = slot_of(space, space->keys + space->known[i].key, length_of(space, i), &tag), space->table[slot] = tag | (i + 1);
    }
    slot = slot_of(space, key, length, &tag);
    if (!space->table[slot]) {
        if (!space->image && after_meets(&nevers))
            return -1;
        const struct known fresh = {.distance = distance, .key = space->key_count};
        space->key_count += length;
        checked(space->count >= INT32_MAX ? NULL : space->table);
        PUSH(space->known, space->count, fresh);
        space->table[slot] = tag | space->count;
    }
    return (uint32_t)space->table[slot] - 1;
}

/* Makes a known state the one at hand. */
static void load(uint32_t number) {
    show((struct list){0});
    unpack(here, number, &own);
    show(own);
}

/* Turns to another space, at its origin. */
static void enter(struct space *space) {
    here = space, own.count = 0, shown = (struct list){0};
    for (int place = 0; !is_string && place < start_length; place++)
        state[place] = space->origin[place];
}

static void release_list(struct list *list) {
    if (list->items)
        free((union front *)(void *)list->items - 1);
    *list = (struct list){0};
}

/* Makes a copy of these items the state at hand. */
static void show_items(const struct list *items) {
    show((struct list){0});
    own.count = 0;
    for (int i = 0; i < items->count; i++)
        PUSH(own.items, own.count, items->items[i]);
    show(own);
}

/* What the move makes of the state at hand, which it fits. False: it changes nothing, or puts two things in one place. */
static bool make(const struct move *move) {
    static struct list changed;
    bool changes = false;
    changed.count = after.count = 0;
    for (const int *put = pool + move->first + move->tests, *end = put + move->puts; put < end; put++)
        PUSH(changed.items, changed.count, *put);
    for (const int *copy = pool + move->first + move->tests + move->puts, *end = copy + 2 * move->copies; copy < end; copy += 2)
        push_sorted(&changed, base[copy[0]] + state[copy[1]] - base[copy[1]]);
    for (int i = 0, j = 0; i < own.count || j < changed.count;) { /* both are in the order of places */
        const int place = j < changed.count ? pair_place[changed.items[j]] : INT32_MAX;
        if (i < own.count && pair_place[own.items[i]] < place) {
            PUSH(after.items, after.count, own.items[i++]);
            continue;
        }
        const int pair = changed.items[j];
        i += i < own.count && pair_place[own.items[i]] == place;
        for (; j < changed.count && pair_place[changed.items[j]] == place; j++)
            if (changed.items[j] != pair)
                return false;
        changes |= pair != state[place];
        if (pair != here->origin[place])
            PUSH(after.items, after.count, pair);
    }
    return changes;
}

static bool rewrite(const struct rule *rule, const struct move *move, int first) {
    const int *left = pool + move->first, *right = left + move->tests;
    const int rest = left[move->tests - 1] == THE_REST, behind = first + move->tests - rest;
    after.count = 0;
    if (behind > own.count || (rule->at_begin && first) || (rule->at_end && !rest && behind < own.count))
        return false;
    for (int i = first; i < behind; i++)
        if (left[i - first] >= 0 && left[i - first] != own.items[i])
            return false;
    for (int i = 0; i < first; i++)
        PUSH(after.items, after.count, own.items[i]);
    for (int i = 0; i < move->puts; i++) {
        if (right[i] != THE_REST)
            PUSH(after.items, after.count, right[i] < 0 ? own.items[first - 1 - right[i]] : right[i]);
        for (int j = behind; right[i] == THE_REST && j < own.count && after.count < 1 << 24; j++)
            PUSH(after.items, after.count, own.items[j]);
    }
    for (int i = behind; !rest && i < own.count; i++)
        PUSH(after.items, after.count, own.items[i]);
    return (longest < 0 || after.count <= longest) && (after.count != own.count || (own.count && memcmp(after.items, own.items, (size_t)own.count * sizeof *own.items) != 0));
}

static bool looks_at(const int *pairs, int count) {
    for (int i = 0; i < count; i++)
        if (state[pair_place[pairs[i]]] != pairs[i])
            return false;
    return true;
}

/* The successors that are nearer than the bound, in the order of moves; each once, by the first of the cheapest moves. */
static struct successor {
    uint32_t number;
    uint64_t distance;
    bool is_dead;
} *successors;
static int successor_count;
static uint64_t bound;
static bool counts_moves, found_goal; /* each move counts as one, whatever it costs; a goal was seen at the bound */
static struct space *tables;          /* smaller spaces, with the cost from each of their states to a goal */
static int table_count;
static bool by_bound, adds; /* tables are used; no move counts in two of them: then they are added, else the largest is taken */

/* The least that the tables leave to be paid from the successor at hand; 0 where there are none. */
static uint64_t remaining(void) {
    static struct list items;
    uint64_t sum = 0, tag;
    for (struct space *table = tables; here == &whole && table < tables + table_count; table++) {
        items.count = 0;
        for (int i = 0; i < after.count; i++)
            if (table->image[after.items[i]] != table->origin[pair_place[after.items[i]]])
                PUSH(items.items, items.count, table->image[after.items[i]]);
        const uint64_t number = table->table[slot_of(table, pack(table, &items), (size_t)items.count * (size_t)width, &tag)];
        const uint64_t left = number ? table->known[(uint32_t)number - 1].distance : 0;
        if (left == far)
            return far;
        sum = adds ? sum + left : left > sum ? left : sum;
    }
    return sum;
}

static uint64_t weight_of(int64_t cost) { return cost == 0 || counts_moves ? 1 : (uint64_t)cost << 24; }

static void add_successor(uint64_t distance, int64_t cost) {
    struct successor one = {.distance = distance + weight_of(cost)};
    if (one.distance == bound && !found_goal && !by_bound)
        found_goal = after_meets(&goals) && !after_meets(&nevers);
    const uint64_t left = remaining();
    const bool is_near = by_bound ? left != far && one.distance + left <= bound : one.distance < bound;
    const int64_t number = is_near ? know(one.distance) : -1;
    if (number < 0)
        return;
    struct known *there = &here->known[number];
    one.number = (uint32_t)number;
    if (there->position < successor_count && successors[there->position].number == one.number) {
        struct successor *other = &successors[there->position];
        if (other->distance <= one.distance)
            return;
        other->is_dead = true;
    }
    there->position = successor_count;
    PUSH(successors, successor_count, one);
}

/* The moves that fit the state at hand, in their order. */
static void find_fitting(const struct game *one, struct list *fitting) {
    fitting->count = 0;
    for (int i = -1; !is_string && i < own.count; i++) {
        const int pair = i < 0 ? -1 : own.items[i];
        for (int j = pair < 0 ? 0 : one->bucket_at[pair]; j < one->bucket_at[pair + 1]; j++) {
            const struct move *move = &one->moves[one->bucket[j]];
            if (looks_at(pool + move->first, move->tests) && !(move->blocks && looks_at(pool + move->first + move->tests + move->puts, move->blocks)))
                push_sorted(fitting, one->bucket[j]);
        }
    }
}

static void expand(const struct game *one, uint64_t distance) {
    static struct list fitting;
    find_fitting(one, &fitting);
    successor_count = 0;
    for (int i = 0; i < fitting.count; i++)
        if (make(&one->moves[fitting.items[i]]))
            add_successor(distance, one->moves[fitting.items[i]].cost);
    for (const struct rule *rule = rules; is_string && rule < rules + rule_count; rule++)
        for (int first = 0; first <= own.count; first++)
            for (int i = rule->first_move; i < rule->end_move; i++)
                if (rewrite(rule, &one->moves[i], first))
                    add_successor(distance, one->moves[i].cost);
}

static void begin_at_start(void) {
    const int most = is_string ? word_count : pair_count;
    width = most < 1 << 8 ? 1 : most < 1 << 16 ? 2 : 4;
    state = zeroed((size_t)start_length, sizeof *state);
    whole.origin = start_pairs;
    enter(&whole);
}

/* ---- Proofs */

static unsigned char *proof;
static size_t proof_length, proof_at;
static bool is_half; /* the lower half of the byte was read */

/* A number in halves of bytes, three bits in each, the lowest first; the fourth bit says that more follow. */
static uint64_t read_gap(void) {
    uint64_t number = 0;
    for (int shift = 0; shift < 63; shift += 3) {
        if (proof_at >= proof_length)
            fail(1, "the proof is cut short");
        const unsigned half = is_half ? proof[proof_at] >> 4 : proof[proof_at] & 15;
        proof_at += is_half;
        is_half = !is_half;
        number |= (uint64_t)(half & 7) << shift;
        if (half < 8)
            return number;
    }
    fail(1, "a number in the proof is too large");
    return 0;
}

/* The states to be expanded: a heap, the nearest on top, and of these the one that was listed first. */
static struct waiting {
    uint64_t distance, order;
    uint32_t number;
} *heap;
static size_t heap_count, listed_count;
static uint64_t *layers; /* where moves are counted: how many are listed at each distance */
static size_t layer_count;

static bool is_before(struct waiting a, struct waiting b) {
    return a.distance < b.distance || (a.distance == b.distance && a.order < b.order);
}

static void push(struct waiting added) {
    size_t at = heap_count;
    PUSH(heap, heap_count, added);
    for (; at > 0 && is_before(added, heap[(at - 1) / 2]); at = (at - 1) / 2)
        heap[at] = heap[(at - 1) / 2];
    heap[at] = added;
}

static struct waiting take_nearest(void) {
    const struct waiting first = heap[0], last = heap[--heap_count];
    size_t at = 0;
    for (size_t next = 1; next < heap_count; next = 2 * at + 1) {
        next += next + 1 < heap_count && is_before(heap[next + 1], heap[next]);
        if (!is_before(heap[next], last))
            break;
        heap[at] = heap[next];
        at = next;
    }
    heap[at] = last;
    return first;
}

/* Every start is known: vars that may be any have each of their values. */
static void know_starts(int var) {
    while (var < var_count && !start_any[var])
        var++;
    for (int i = 0; var < var_count && i < vars[var].count; i++) {
        if (i > 0)
            PUSH(after.items, after.count, base[cells + var] + i);
        know_starts(var + 1);
        after.count -= i > 0;
    }
    if (var < var_count)
        return;
    for (int i = 0; is_string && i < start_length; i++)
        PUSH(after.items, after.count, start[i]);
    if (know(FRONT) < 0)
        fail(2, "the puzzle cannot be read: a start is what must never be");
}

static void list_state(uint32_t number, uint64_t distance) {
    struct known *one = &whole.known[number];
    if (one->is_listed || one->distance < distance)
        fail(1, "state %zu is listed %s", listed_count, one->is_listed ? "twice" : "too far away");
    one->distance = distance;
    one->is_listed = true;
    push((struct waiting){distance, listed_count++, number});
    while (counts_moves && layer_count <= distance)
        PUSH(layers, layer_count, 0);
    if (counts_moves)
        layers[distance]++;
}

/* Every state that is nearer than the bound is listed, by the first move that leads to it at its distance: the number read
 * says how many successors to pass by, plus one; 0 ends the list. Whatever is passed by must be listed, too, and not
 * farther away than it is here. So no state nearer than the bound is forgotten, and none of them is a goal. */
static void check_list(bool goals_count) {
    for (uint32_t i = 0; i < whole.count; i++)
        list_state(i, 0);
    uint64_t next = read_gap();
    while (heap_count) {
        const struct waiting at = take_nearest();
        load(at.number);
        if (goals_count && some_line_holds(&goals)) {
            if (at.distance < bound)
                fail(1, "a goal is nearer than is claimed, at cost %" PRIu64, at.distance >> 24);
            found_goal = true;
        }
        expand(&game, at.distance);
        for (int i = 0; i < successor_count; i++) {
            const struct successor one = successors[i];
            if (one.is_dead)
                continue;
            struct known *there = &whole.known[one.number];
            if (next == 1) {
                list_state(one.number, one.distance);
                next = read_gap();
                continue;
            }
            next -= next > 0;
            if (there->is_listed && there->distance > one.distance)
                fail(1, "a state is listed too far away");
            if (there->distance > one.distance)
                there->distance = one.distance;
        }
    }
    if (next)
        fail(1, "the proof lists more states than moves lead to");
    if (listed_count != whole.count)
        fail(1, "%" PRIu64 " states that moves lead to are left out", (uint64_t)whole.count - listed_count);
    proof_at += is_half;
}

/* ---- From both ends: the states that are at most so many moves away from a start, and those from which a goal is at most so
 * many moves away. As long as no state is on both sides, no solution is as short as both together. */

static struct list ends[2];   /* the last layer of each side */

static int pair_in(int first, int count, int place) {
    for (int i = first; i < first + count; i++)
        if (pair_place[pool[i]] == place)
            return pool[i];
    return -1;
}

/* Where a copy takes what is in that place. */
static int goes_to(const struct move *move, int place) {
    for (int i = move->first + move->tests + move->puts; i < move->first + move->tests + move->puts + 2 * move->copies; i += 2)
        if (pool[i + 1] == place)
            return pool[i];
    return place;
}

/* The same move backwards: it looks for what was put, and puts what was there before. */
static struct move turned_round(struct move move) {
    const int put_at = move.first + move.tests, copy_at = put_at + move.puts;
    struct move back = {.first = pool_count, .puts = move.puts, .copies = move.copies, .cost = 1};
    bool good = !move.blocks && move.cost == 1;
    for (int i = move.first; i < put_at; i++) {
        const int place = pair_place[pool[i]], to = goes_to(&move, place);
        if (pair_in(put_at, move.puts, place) < 0)
            PUSH(pool, pool_count, base[to] + pool[i] - base[place]);
    }
    for (int i = put_at; i < copy_at; i++)
        PUSH(pool, pool_count, pool[i]);
    back.tests = pool_count - back.first;
    for (int i = put_at; i < copy_at; i++) {
        PUSH(pool, pool_count, pair_in(move.first, move.tests, pair_place[pool[i]]));
        good = good && pool[pool_count - 1] >= 0;
    }
    for (int i = copy_at; i < copy_at + 2 * move.copies; i += 2) {
        good = good && pair_in(put_at, move.puts, pool[i]) < 0; /* nothing else is put there */
        for (int j = copy_at; j < i; j += 2)
            good = good && pool[j] != pool[i];
        PUSH(pool, pool_count, pool[i + 1]);
        PUSH(pool, pool_count, pool[i]);
    }
    if (!good)
        fail(2, "there are moves here that cannot be turned round");
    return back;
}

/* The word that a line of the goal wants in a place; -1: it does not say. */
static int wanted_at(const struct line *line, int place) {
    for (const struct condition *c = line->conditions; c < line->conditions + line->count; c++) {
        if (c->kind == EVERY && c->wanted && is(c->at + 2, c->end, "has") && place < cells && ground && stands_for(tokens[c->at + 1].word, ground[place], true) && words[tokens[c->at + 3].word].piece)
            return tokens[c->at + 3].word;
        for (int j = 0; c->kind == DRAWN && c->wanted && j < c->drawing.count; j++)
            if (c->places.items[j] == place && c->drawing.cells[j].kind == WORD)
                return c->drawing.cells[j].id;
    }
    return -1;
}

/* The only state that meets this line, which must say what is in every place that can change. Whether it is a start. */
static bool know_goal(const struct line *line) {
    bool meets = true;
    after.count = 0;
    for (int place = 0; place < start_length; place++) {
        const int word = wanted_at(line, place), pair = word < 0 ? start_pairs[place] : pair_of(place, word);
        if (word < 0 && !is_fixed(place))
            fail(2, "a goal leaves open what is in some place: this is no proof for it");
        meets = meets && pair >= 0;
        if (pair >= 0 && pair != start_pairs[place])
            PUSH(after.items, after.count, pair);
    }
    if (!meets || !after_meets(&goals))
        return false;
    const uint32_t before = whole.count;
    const int64_t number = know(BACK);
    if (number >= before)
        PUSH(ends[1].items, ends[1].count, (int)number);
    return number >= 0 && whole.known[number].distance == FRONT;
}

/* One layer more on that side. Whether it meets the other side. */
static bool grow(int side, const struct game *moves) {
    const struct list layer = ends[side];
    bool meets = false;
    ends[side] = (struct list){0};
    for (int i = 0; i < layer.count && !meets; i++) {
        const uint32_t before = whole.count;
        load((uint32_t)layer.items[i]);
        expand(moves, side ? BACK : FRONT);
        for (int j = 0; j < successor_count; j++) {
            const uint32_t number = successors[j].number;
            meets |= (whole.known[number].distance >= BACK) != (side == 1);
            if (number >= before)
                PUSH(ends[side].items, ends[side].count, (int)number);
        }
    }
    return meets;
}

/* The number of moves of the shortest solution, as far as `most`; more than that: there is none. */
static uint64_t check_ends(uint64_t most) {
    struct game back = {0};
    uint64_t depth = 0;
    bool meets = false;
    if (is_string)
        fail(2, "there are moves here that cannot be turned round");
    for (int i = 0; i < game.count; i++)
        PUSH(back.moves, back.count, turned_round(game.moves[i]));
    sort_moves(&back, start_pairs);
    bound = UINT64_MAX, counts_moves = true;
    for (uint32_t i = 0; i < whole.count; i++)
        PUSH(ends[0].items, ends[0].count, (int)i);
    for (int i = 0; i < goals.count; i++)
        meets |= know_goal(&goals.items[i]);
    for (; !meets && depth < most && ends[0].count && ends[1].count; depth++)
        meets = ends[1].count < ends[0].count ? grow(1, &back) : grow(0, &game);
    return meets ? depth : UINT64_MAX;
}

/* ---- Tables. A smaller space tells only some pieces apart, and leaves out some vars and cells. Each move of the puzzle is a
 * move there, or changes nothing; what is in the way there is in the way here; and a goal becomes a goal. So what it costs
 * there to come to a goal is a lower bound, and where there is no way to one, there is none here. Where no move of the puzzle
 * changes something in two of these spaces, each move is paid for in one of them at most, and their costs may be added. */

/* A line of the proof: the pieces that are told apart and the vars that are kept; behind a / the numbers of cells that are not. */
static void read_table(struct space *table, char *line) {
    struct list kept = {0};
    bool is_cell = false;
    table->is_dropped = zeroed((size_t)start_length, sizeof *table->is_dropped);
    for (char *word = strtok(line, " "); word; word = strtok(NULL, " ")) {
        const int id = word_of(word, (int)strlen(word));
        if (is_cell && (!words[id].is_number || words[id].number < 1 || words[id].number > cells))
            fail(1, "a table leaves out a cell that is not there");
        if (is_cell)
            table->is_dropped[words[id].number - 1] = true;
        else
            PUSH(kept.items, kept.count, id);
        is_cell |= strcmp(word, "/") == 0;
    }
    for (int id = 0; id < word_count; id++)
        if (words[id].var && place_in(&kept, id) < 0)
            table->is_dropped[cells + words[id].var - 1] = true;
    int other = 0; /* all pieces that are not named look like the first of them */
    while (other < pieces.count && place_in(&kept, pieces.items[other]) >= 0)
        other++;
    table->image = zeroed((size_t)pair_count, sizeof *table->image);
    table->origin = zeroed((size_t)start_length, sizeof *table->origin);
    for (int pair = 0; pair < pair_count; pair++) {
        const int place = pair_place[pair];
        const bool stays = is_fixed(place) || place >= cells || place_in(&kept, pair_word[pair]) >= 0;
        table->image[pair] = table->is_dropped[place] ? start_pairs[place] : stays ? pair : base[place] + other;
    }
    for (int place = 0; place < start_length; place++)
        table->origin[place] = table->image[start_pairs[place]];
}

/* The move as it is in the smaller space. False: it changes nothing there. */
static bool add_image(struct space *table, const struct move *move) {
    const int put_at = move->first + move->tests, copy_at = put_at + move->puts;
    struct move image = {.first = pool_count, .cost = move->cost};
    for (int i = move->first; i < put_at; i++)
        if (!table->is_dropped[pair_place[pool[i]]])
            PUSH(pool, pool_count, table->image[pool[i]]);
    image.tests = pool_count - image.first;
    for (int i = put_at; i < copy_at; i++) {
        const int was = pair_in(move->first, move->tests, pair_place[pool[i]]);
        if (!table->is_dropped[pair_place[pool[i]]] && (move->copies || was < 0 || table->image[was] != table->image[pool[i]]))
            PUSH(pool, pool_count, table->image[pool[i]]);
    }
    image.puts = pool_count - image.first - image.tests;
    for (int i = copy_at; i < copy_at + 2 * move->copies; i += 2) {
        if (table->is_dropped[pool[i]])
            continue;
        if (table->is_dropped[pool[i + 1]])
            fail(2, "a table leaves out a cell of a cycle, and not all of it");
        PUSH(pool, pool_count, pool[i]);
        PUSH(pool, pool_count, pool[i + 1]);
        image.copies++;
    }
    if (image.puts + image.copies == 0) {
        pool_count = image.first;
        return false;
    }
    PUSH(table->moves.moves, table->moves.count, image);
    return true;
}

/* The pairs that each line of the goal wants in the smaller space. A line that wants what can never be wants what is nowhere. */
static struct list *wanted_pairs(const struct space *table) {
    struct list *wanted = zeroed((size_t)goals.count, sizeof *wanted);
    for (int i = 0; i < goals.count; i++)
        for (int place = 0; place < start_length; place++) {
            const int word = wanted_at(&goals.items[i], place), pair = word < 0 ? -1 : pair_of(place, word);
            if (word >= 0 && (pair < 0 || !table->is_dropped[place]))
                PUSH(wanted[i].items, wanted[i].count, pair < 0 ? -1 : table->image[pair]);
        }
    return wanted;
}

static bool is_wanted(const struct list *wanted) {
    bool found = false;
    for (int i = 0; i < goals.count && !found; i++) {
        found = true;
        for (int j = 0; j < wanted[i].count && found; j++)
            found = wanted[i].items[j] >= 0 && state[pair_place[wanted[i].items[j]]] == wanted[i].items[j];
    }
    return found;
}

/* All states of the smaller space, and what it costs from each to come to a goal: entries are lowered until none is more than a
 * move and the entry there. */
static void fill_table(struct space *table) {
    struct edge {
        uint32_t from, to, cost;
    } *edges = NULL;
    size_t edge_count = 0;
    const struct list *wanted = wanted_pairs(table);
    sort_moves(&table->moves, table->origin);
    enter(table);
    for (uint32_t i = 0; i < whole.count; i++) { /* as yet only the starts are known */
        unpack(&whole, i, &own);
        after.count = 0;
        for (int j = 0; j < own.count; j++)
            if (table->image[own.items[j]] != table->origin[pair_place[own.items[j]]])
                PUSH(after.items, after.count, table->image[own.items[j]]);
        know(far);
    }
    own.count = 0;
    for (uint32_t i = 0; i < table->count; i++) {
        load(i);
        expand(&table->moves, 0);
        for (int j = 0; j < successor_count; j++) {
            const struct edge edge = {i, successors[j].number, (uint32_t)(successors[j].distance >> 24)};
            PUSH(edges, edge_count, edge);
        }
        table->known[i].distance = is_wanted(wanted) ? 0 : far;
    }
    for (bool changes = true; changes;) {
        changes = false;
        for (size_t i = edge_count; i-- > 0;) {
            const uint64_t there = table->known[edges[i].to].distance, through = there + ((uint64_t)edges[i].cost << 24);
            if (there != far && through < table->known[edges[i].from].distance)
                table->known[edges[i].from].distance = through, changes = true;
        }
    }
    enter(&whole);
    if (edges)
        free((union front *)(void *)edges - 1);
}

/* There is a line for each, and nothing behind these. */
static void make_tables(char *line, const char *behind, uint64_t limit) {
    if (is_string)
        fail(2, "there are no tables for strings");
    for (char *end; line < behind; line = end + 1) {
        end = memchr(line, '\n', (size_t)(behind - line)); /* each line ends, the last one before `check` */
        if (strncmp(line, "table ", 6) != 0)
            fail(1, "something that is no table is behind the claim");
        *end = 0;
        struct space table = {0};
        read_table(&table, line + 6);
        PUSH(tables, table_count, table);
    }
    adds = true;
    for (int i = 0; i < game.count; i++) {
        int counts = 0;
        for (int j = 0; j < table_count; j++)
            counts += add_image(&tables[j], &game.moves[i]);
        adds = adds && counts < 2;
    }
    const int all = table_count;
    bound = far, by_bound = true;
    for (table_count = 0; table_count < all; table_count++)
        fill_table(&tables[table_count]);
    bound = limit;
}

/* The search itself, by the costs so far and what the tables leave to be paid: A*. The distance of the nearest goal, if it is
 * within the bound. */
static uint64_t search_by_tables(void) {
    for (uint32_t i = 0; i < whole.count; i++) {
        unpack(&whole, i, &after);
        const uint64_t left = remaining();
        if (left != far)
            push((struct waiting){left, far, i});
    }
    while (heap_count) {
        const struct waiting at = take_nearest();
        const uint64_t distance = far - at.order; /* of equally good ones the farthest from the start comes first */
        if (whole.known[at.number].distance < distance)
            continue;
        load(at.number);
        if (some_line_holds(&goals))
            return distance;
        expand(&game, distance);
        for (int i = 0; i < successor_count; i++) {
            const struct successor one = successors[i];
            struct known *there = &whole.known[one.number];
            if (one.is_dead || (there->is_listed && there->distance <= one.distance))
                continue;
            there->distance = one.distance;
            there->is_listed = true;
            unpack(&whole, one.number, &after);
            push((struct waiting){one.distance + remaining(), far - one.distance, one.number});
        }
    }
    return far;
}

static bool is_same(const struct list *a, const struct list *b) {
    return a->count == b->count && (!a->count || memcmp(a->items, b->items, (size_t)a->count * sizeof *a->items) == 0);
}

/* The same search without remembering states: whether a goal can be reached from the state at hand, which is at that distance,
 * within the bound. Of a way through the state `before`, the one before this, there is a shorter one. */
static bool dive(uint64_t distance, struct list before, int depth) {
    struct list fitting = {0}, from = {0};
    bool found = some_line_holds(&goals);
    if (depth > 10000)
        fail(1, "the search goes too deep");
    find_fitting(&game, &fitting);
    for (int i = 0; i < own.count; i++)
        PUSH(from.items, from.count, own.items[i]);
    for (int i = 0; i < fitting.count && !found; i++) {
        const struct move *move = &game.moves[fitting.items[i]];
        const uint64_t left = make(move) && !is_same(&after, &before) ? remaining() : far, there = distance + weight_of(move->cost);
        if (left == far || there + left > bound || after_meets(&nevers))
            continue;
        show_items(&after);
        found = dive(there, from, depth + 1);
        show_items(&from);
    }
    release_list(&fitting), release_list(&from);
    return found;
}

/* First all that costs less than the bound, in vain; then, if a solution is claimed, what costs as much, until one is found. */
static uint64_t search_by_depth(bool is_solved) {
    const uint64_t limit = bound;
    uint64_t found = far;
    const uint32_t starts = whole.count;
    for (int last = limit ? 0 : 1; last < (is_solved ? 2 : 1) && found == far; last++) {
        bound = last ? limit : limit - 1;
        for (uint32_t i = 0; i < starts && found == far; i++) {
            unpack(&whole, i, &after);
            const uint64_t left = remaining();
            load(i);
            if (left != far && left <= bound && dive(0, (struct list){0}, 0))
                found = bound;
        }
    }
    bound = limit;
    return found;
}

/* ---- By parity. A state is a sum, modulo 2, of its pairs and (where all pieces are different, and moves only exchange
 * them) of the sign of its arrangement. A move adds a vector that depends on nothing but the move. So where the vector from
 * the start to a goal is not a sum of these, the goal cannot be reached. */

static uint64_t **basis, *vector; /* basis: by the first bit of each; vector: the one at hand; the last bit is the sign */
static int vector_words;

static void flip(int bit) { vector[bit / 64] ^= UINT64_C(1) << bit % 64; }

/* Takes from the vector at hand what others make up. Its first bit; -1: nothing is left. */
static int reduce(void) {
    for (int bit = 0; bit <= pair_count; bit++)
        if (vector[bit / 64] >> bit % 64 & 1) {
            if (!basis[bit])
                return bit;
            for (int i = 0; i < vector_words; i++)
                vector[i] ^= basis[bit][i];
        }
    return -1;
}

static void begin_vector(void) { memset(vector, 0, (size_t)vector_words * sizeof *vector); }

static void add_to_basis(void) {
    const int bit = reduce();
    if (bit < 0)
        return;
    basis[bit] = zeroed((size_t)vector_words, sizeof *vector);
    memcpy(basis[bit], vector, (size_t)vector_words * sizeof *vector);
}

/* Whatever is in that place makes no difference. */
static void leave_open(int place) {
    for (int pair = base[place]; pair < pair_count && pair_place[pair] == place; pair++) {
        begin_vector();
        flip(base[place]), flip(pair);
        add_to_basis();
    }
}

/* Whether the pairs of cells are all different words; if so, adds the sign of their order to the vector. */
static bool add_sign(const int *pairs, int count, struct list *found) {
    found->count = 0;
    for (int i = 0; i < count; i++)
        if (pair_place[pairs[i]] < cells) {
            const int word = pair_word[pairs[i]];
            for (int j = 0; j < found->count; j++)
                if (found->items[j] > word)
                    flip(pair_count);
            if (place_in(found, word) >= 0)
                return false;
            PUSH(found->items, found->count, word);
        }
    return true;
}

static bool has_sign(void) { /* whether every move only exchanges pieces that are all different */
    struct list words_here = {0}, before = {0}, changing = {0};
    begin_vector();
    for (int place = 0; place < cells; place++)
        if (!is_fixed(place))
            PUSH(changing.items, changing.count, start_pairs[place]);
    bool good = add_sign(changing.items, changing.count, &words_here);
    for (const struct move *move = game.moves; good && move < game.moves + game.count; move++) {
        struct list tests = {0};
        const int *puts = pool + move->first + move->tests;
        for (int i = 0; i < move->puts; i++)
            PUSH(tests.items, tests.count, pair_in(move->first, move->tests, pair_place[puts[i]]));
        good = !move->copies && place_in(&tests, -1) < 0 && add_sign(tests.items, tests.count, &before) && add_sign(puts, move->puts, &words_here) && before.count == words_here.count;
        for (int i = 0; good && i < before.count; i++)
            good = place_in(&words_here, before.items[i]) >= 0;
        release_list(&tests);
    }
    return good;
}

/* What no move can do: the vector from a start to a goal. */
static void check_parity(void) {
    struct list said = {0}, unused = {0};
    bool every_cell = true;
    if (is_string || pair_count > 1 << 14)
        fail(2, "this is no proof for such a puzzle");
    vector_words = pair_count / 64 + 1;
    vector = zeroed((size_t)vector_words, sizeof *vector);
    basis = zeroed((size_t)pair_count + 1, sizeof *basis);
    for (int place = 0; place < start_length; place++)
        for (int i = 0; i < goals.count; i++)
            if ((place >= cells && start_any[place - cells]) || (!is_fixed(place) && wanted_at(&goals.items[i], place) < 0)) {
                every_cell = every_cell && place >= cells;
                leave_open(place);
            }
    const bool signs = every_cell && has_sign();
    for (const struct move *move = game.moves; move < game.moves + game.count; move++) {
        const int put_at = move->first + move->tests, copy_at = put_at + move->puts;
        for (int i = copy_at; i < copy_at + 2 * move->copies; i++)
            leave_open(pool[i]);
        begin_vector();
        said.count = 0;
        for (int i = put_at; i < copy_at; i++) {
            const int was = pair_in(move->first, move->tests, pair_place[pool[i]]);
            if (was < 0)
                fail(2, "this is no proof for such moves");
            PUSH(said.items, said.count, was);
            flip(was), flip(pool[i]);
        }
        if (signs)
            add_sign(said.items, said.count, &unused), add_sign(pool + put_at, move->puts, &unused);
        add_to_basis();
    }
    for (int i = 0; i < goals.count; i++) {
        bool possible_there = true;
        begin_vector();
        said.count = 0;
        for (int side = 0; side < 2; side++, said.count = 0) {
            for (int place = 0; place < start_length; place++) {
                const int word = wanted_at(&goals.items[i], place), pair = side == 0 || word < 0 ? start_pairs[place] : pair_of(place, word);
                possible_there = possible_there && pair >= 0;
                if (pair >= 0 && !is_fixed(place))
                    PUSH(said.items, said.count, pair), flip(pair);
            }
            if (signs && possible_there && !add_sign(said.items, said.count, &unused))
                possible_there = false; /* a piece stands there twice: moves only exchange them */
        }
        if (possible_there && reduce() < 0)
            fail(1, "the parity is right: it does not keep the goal away");
    }
}

static void check_layers(const char *line) {
    char *end;
    for (size_t i = 0; i < layer_count; i++, line = end)
        if (strtoull(line, &end, 10) != layers[i] || end == line)
            fail(1, "at %zu moves there are %" PRIu64 " states, not as is claimed", i, layers[i]);
    if (*line != '\n')
        fail(1, "there are %zu layers, not as is claimed", layer_count);
}

static void read_all(const char *name, unsigned char **text, size_t *length) {
    FILE *file = strcmp(name, "-") == 0 ? stdin : fopen(name, "rb");
    for (int c; file && (c = getc(file)) != EOF;)
        PUSH(*text, *length, (unsigned char)c);
    if (!file || ferror(file))
        fail(2, "%s cannot be read", name);
    fclose(file);
    PUSH(*text, *length, 0); /* so that it ends, whatever it is */
    --*length;
}

/* A block of the proof: WORD LENGTH, then that many bytes and a line end. NULL: it has none of that word. */
static const char *read_block(const char *word, size_t *length) {
    char *line = (char *)proof + proof_at, *end;
    if (strncmp(line, word, strlen(word)) != 0)
        return NULL;
    *length = strtoull(line + strlen(word), &end, 10);
    const size_t at = (size_t)(end - (char *)proof);
    if (*end != '\n' || at + 1 >= proof_length || *length >= proof_length - at - 1 || end[1 + *length] != '\n')
        fail(1, "the proof is cut short");
    proof_at = at + *length + 2;
    return end + 1;
}

int main(int count, char **arguments) {
    static const char head[] = "fewest proof 2\n";
    if (count < 2 || count > 3)
        fail(2, "usage: fewest-verify PROOF [PUZZLE]");
    read_all(arguments[1], &proof, &proof_length);
    if (proof_length < sizeof head || memcmp(proof, head, sizeof head - 1) != 0)
        fail(2, "%s is no proof that this program knows", arguments[1]);
    proof_at = sizeof head - 1;
    size_t length = 0, given_length[2] = {0}, file_length = 0, last;
    const char *text = read_block("puzzle ", &length);
    const char *given[2] = {read_block("start ", &given_length[0]), NULL};
    given[1] = read_block("goal ", &given_length[1]);
    unsigned char *file = NULL;
    if (count > 2)
        read_all(arguments[2], &file, &file_length);
    if (!text || (count > 2 && (file_length != length || memcmp(file, text, length) != 0)))
        fail(1, "the proof is about another puzzle");
    for (last = proof_length - 1; last > proof_at && proof[last - 1] != '\n';)
        last--;
    char check[32], *claim = (char *)proof + proof_at, *line = memchr(claim, '\n', proof_length - proof_at);
    snprintf(check, sizeof check, "check %016" PRIx64 "\n", digest(proof, last));
    if (!line || strcmp((char *)proof + last, check) != 0)
        fail(1, "the proof was changed or cut short: its digest is another");
    read_puzzle(text, length, given, given_length);
    uint64_t cost = 0, free_moves = 0;
    int used = 0;
    const bool unsolvable = strncmp(claim, "claim unsolvable\n", 17) == 0, explored = strncmp(claim, "claim explored ", 15) == 0;
    if (!unsolvable && !explored && (sscanf(claim, "claim solved %" SCNu64 " %" SCNu64 "%n", &cost, &free_moves, &used) != 2 || claim[used] != '\n' || claim[12] != ' '))
        fail(1, "the proof claims nothing that is known here");
    if (cost >> 39 || free_moves >> 24 || (within >= 0 && cost > (uint64_t)within))
        fail(1, "a cost that is too large");
    if (!explored && !goals.count)
        fail(2, "the puzzle has no goal");
    counts_moves = explored;
    bound = explored || (unsolvable && within < 0) ? UINT64_MAX : unsolvable ? (uint64_t)(within + 1) << 24 : cost << 24 | free_moves;
    proof_at = (size_t)(line + 1 - (char *)proof);
    write_moves();
    begin_at_start();
    know_starts(0);
    char *by = line + 1;
    if (strncmp(by, "by list\n", 8) == 0) {
        proof_at += 8;
        check_list(!explored);
        if (proof[proof_at++] != '\n' || (!unsolvable && !explored && !found_goal))
            fail(1, proof[proof_at - 1] != '\n' ? "something is behind the states" : "no goal is that near");
    } else if (strncmp(by, "by ends\n", 8) == 0 && !explored && !free_moves) {
        const uint64_t most = unsolvable ? within < 0 ? UINT64_MAX : (uint64_t)within : cost, found = check_ends(most);
        proof_at += 8;
        if (unsolvable ? found != UINT64_MAX : found != cost)
            fail(1, found != UINT64_MAX ? "there is a solution of %" PRIu64 " moves" : "no goal is that near", found);
    } else if ((strncmp(by, "by bound\n", 9) == 0 || strncmp(by, "by depth\n", 9) == 0) && !explored) {
        proof_at = last;
        make_tables(by + 9, (char *)proof + last, bound);
        const uint64_t found = by[3] == 'b' ? search_by_tables() : search_by_depth(!unsolvable);
        if (unsolvable ? found < bound : found != bound)
            fail(1, found != far ? "there is a solution at cost %" PRIu64 : "no goal is that near", found >> 24);
    } else if (strncmp(by, "by parity\n", 10) == 0 && unsolvable) {
        proof_at += 10;
        check_parity();
    } else {
        fail(1, "the proof is of no kind that is known here");
    }
    if (proof_at != last)
        fail(1, "something is behind the proof");
    if (explored)
        check_layers(claim + 15);
    printf("verified: ");
    if (explored)
        printf("%zu state%s, the last after %zu move%s", listed_count, listed_count == 1 ? "" : "s", layer_count - 1, layer_count == 2 ? "" : "s");
    else if (unsolvable)
        printf("no moves lead to a goal%s", within < 0 ? "" : " within the limit of the puzzle");
    else
        printf("a goal is reached at cost %" PRIu64 ", and not below it", cost);
    if (explored || by[3] != 'l')
        puts(explored ? "" : by[3] == 'e' ? " (from both ends)" : by[3] == 'p' ? " (by parity)" : " (by a lower bound)");
    else
        printf(" (%zu state%s)\n", listed_count, listed_count == 1 ? "" : "s");
    for (int i = 0; i < 2; i++)
        if (given[i])
            printf("%s: %.*s\n", i ? "goal" : "start", (int)given_length[i], given[i]);
    _Exit(fflush(stdout) == 0 ? 0 : 4); /* the system takes all memory back */
}
