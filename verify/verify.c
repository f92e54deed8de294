/* fewest-verify: checks a proof that `fewest solve --proof` or `fewest explore --proof` wrote, and says *verified* or the
 * first thing that is wrong. It is meant to be read: it shares no code with the library, needs nothing but the C library
 * (`cc verify.c`), reads the rules of the puzzle by itself and plays the moves on a plain board.
 *
 *     fewest-verify PROOF [PUZZLE]     PROOF may be -, standard input; PUZZLE is the file that the proof must be about
 *
 * Exit status: 0 verified, 1 the proof is wrong, 2 it cannot be read, 4 no memory. What stands in a proof and why it is one
 * is told in docs/proofs.md; what the rules mean, in docs/language.md, and a text that breaks these rules means nothing here.
 * From the top: words and statements, declarations, what is written in moves, moves, starts and goals, the state at hand and
 * what fits it, moving, states in a table, the proof. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The system takes all memory back. */
static void end(int status) {
    _Exit(fflush(stdout) == 0 ? status : 4);
}

static void fail(int status, const char *format, ...) {
    va_list list;
    va_start(list, format);
    fputs(status == 1 ? "not verified: " : "fewest-verify: ", stdout);
    vprintf(format, list);
    va_end(list);
    putchar('\n');
    end(status);
}

static void *checked(void *block) {
    if (!block)
        fail(4, "there is not enough memory");
    return block;
}

static void *zeroed(size_t count, size_t size) {
    return checked(calloc(count + 1, size));
}

/* How many items there is room for stands in front of a list. */
union front {
    size_t room;
    max_align_t align;
};
static void *grown(void *list, size_t count, size_t size) {
    union front *front = list ? (union front *)list - 1 : NULL;
    if (front && count < front->room)
        return list;
    front = checked(realloc(front, sizeof *front + 2 * (count + 4) * size));
    front->room = 2 * (count + 4);
    return front + 1;
}
#define PUSH(list, count, value) ((list) = grown((list), (size_t)(count), sizeof *(list)), (list)[(count)++] = (value))

/* ---- Words. Each has one number, and says what it was declared as: 1 + an index; 0: not as this. */

static struct word {
    char *text;
    int length, kind, name, var, cell;
    bool is_piece, is_number;
    int64_t number;
} *words;
static int word_count, *word_table; /* 1 + the number of a word; at most half full */
static size_t word_slots;

static uint64_t digest(uint64_t hash, const void *bytes, size_t length) { /* FNV-1a */
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ ((const unsigned char *)bytes)[i]) * UINT64_C(0x100000001b3);
    return hash;
}
#define DIGEST UINT64_C(0xcbf29ce484222325)

static bool read_number(const char *text, int length, int64_t *number) {
    const int sign = length > 1 && text[0] == '-', digits = length - sign;
    *number = 0;
    for (int i = sign; i < length && digits <= 18 && text[i] >= '0' && text[i] <= '9'; i++)
        if (*number = *number * 10 + (text[i] - '0'), i + 1 == length)
            return *number = sign ? -*number : *number, true;
    return false;
}

static size_t word_slot(const char *text, int length) {
    size_t slot = digest(DIGEST, text, (size_t)length) & (word_slots - 1);
    for (const struct word *word; word_table[slot]; slot = (slot + 1) & (word_slots - 1))
        if ((word = &words[word_table[slot] - 1])->length == length && memcmp(word->text, text, (size_t)length) == 0)
            break;
    return slot;
}

static int word_of(const char *text, int length) {
    if ((size_t)word_count * 2 >= word_slots) {
        free(word_table);
        word_slots = word_slots ? word_slots * 2 : 1024;
        word_table = zeroed(word_slots, sizeof *word_table);
        for (int i = 0; i < word_count; i++)
            word_table[word_slot(words[i].text, words[i].length)] = i + 1;
    }
    const size_t slot = word_slot(text, length);
    if (!word_table[slot]) {
        struct word word = {.length = length, .text = zeroed((size_t)length, 1)};
        memcpy(word.text, text, (size_t)length);
        word.is_number = read_number(text, length, &word.number);
        PUSH(words, word_count, word);
        word_table[slot] = word_count;
    }
    return word_table[slot] - 1;
}

static int letter_length(const char *text) { /* in bytes */
    int length = 1;
    while (((unsigned char)text[length] & 0xc0) == 0x80)
        length++;
    return length;
}

/* ---- Statements: runs of tokens. A token is a word or one of the marks : , / ( ) */

static struct token {
    int word, row;    /* -1: a mark; the row of the text, for messages */
    char mark;        /* 0: a word */
    bool line, space; /* a line ended before it; it does not touch the token before */
} *tokens;
static struct statement {
    int keyword, first, end;
} *statements;
static int token_count, statement_count;

static void unreadable(int token) {
    if (token < 0 || token >= token_count)
        fail(2, "the puzzle cannot be read: it ends too early");
    const char mark[] = {tokens[token].mark, 0};
    fail(2, "the puzzle cannot be read: `%s` in line %d is not understood", *mark ? mark : words[tokens[token].word].text, tokens[token].row);
}
static void need(bool right, int token) {
    if (!right)
        unreadable(token);
}

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

/* Cuts a text into statements; one that was given by hand is a single statement, of which the keyword (>= 0) is known. */
static void split_text(const char *text, size_t length, int keyword) {
    struct statement whole = {keyword, token_count, token_count};
    if (keyword >= 0)
        PUSH(statements, statement_count, whole);
    int row = 1;
    for (const char *at = text, *end = text + length, *next; at < end; at = next + 1, row++) {
        next = memchr(at, '\n', (size_t)(end - at));
        next = next ? next : end;
        bool line = true, space = true, begins = keyword < 0 && at < next && !is_space(*at);
        for (; at < next && *at != ';'; at++) {
            const char *first = at;
            if (is_space(*at)) {
                space = true;
                continue;
            }
            while (*at && !strchr(":,/()", *at) && at + 1 < next && !is_space(at[1]) && at[1] && !strchr(":,/();", at[1]))
                at++;
            struct token token = {-1, row, strchr(":,/()", *at) ? *at : 0, line, space};
            token.word = token.mark ? -1 : word_of(first, (int)(at + 1 - first));
            whole = (struct statement){token.word, token_count, token_count};
            if (*at == 0 || (statement_count == 0 && !begins))
                fail(2, "the puzzle cannot be read: line %d", row);
            if (begins)
                PUSH(statements, statement_count, whole);
            else
                PUSH(tokens, token_count, token);
            statements[statement_count - 1].end = token_count;
            line = begins, space = begins = false;
        }
    }
}

static bool is(int token, int end, const char *text) {
    return token < end && tokens[token].word >= 0 && strcmp(words[tokens[token].word].text, text) == 0;
}
static bool is_mark(int token, int end, char mark) {
    return token < end && tokens[token].mark == mark;
}
static int word_at(int token, int end) {
    need(token < end && !tokens[token].mark, token);
    return tokens[token].word;
}
/* The first such word (or mark) outside of parentheses; end: there is none. */
static int find(int from, int end, const char *text) {
    for (int depth = 0; from < end; from++) {
        depth += (tokens[from].mark == '(') - (tokens[from].mark == ')');
        if (depth <= 0 && (strchr(":,", *text) ? tokens[from].mark == *text : is(from, end, text)))
            return from;
    }
    return end;
}
static int64_t count_at(int token, int end, int64_t most) {
    const struct word *word = &words[word_at(token, end)];
    need(word->is_number && word->number >= 0 && word->number <= most, token);
    return word->number;
}

/* ---- Declarations */

enum { ANY, WORD, NAME, VAR, SUM, REST }; /* what is written for a cell, or compared; ANY is `_` */
struct spec {
    int kind, id, floor_kind, floor; /* the floor under it is ANY, a WORD or a NAME */
};
static struct name {
    int *list, count, bound, kept; /* the word that it stands for; -1: none as yet */
    bool ring, rest, *has;   /* by word */
} *names;
static struct var {
    int word, *list, count;
    bool *has;
} *vars;
static struct link {
    int from, to;
    int64_t weight;
} *links;
static int name_count, var_count, link_count, rows, columns, cells; /* 0: no board */
static bool wraps_rows, wraps_columns, has_cells, is_string, any_letter;
static int64_t longest = -1, within = -1;            /* -1: no bound */
static int *pieces, piece_count, wall = -1, *ground; /* the kind of floor of each cell; NULL: there is no floor */

/* The words of a list, with ranges written out. */
static int *read_list(int at, int end, int *count) {
    int *list = NULL;
    for (*count = 0; at < end; at++) {
        const int id = word_at(at, end);
        const char *text = words[id].text, *dots = words[id].length > 3 ? strstr(text + 1, "..") : NULL;
        int64_t first = 0, last = -1;
        const bool letters = dots && words[id].length == 4 && ((text[0] >= 'a' && text[0] <= 'z' && text[3] >= 'a' && text[3] <= 'z') ||
                                                               (text[0] >= 'A' && text[0] <= 'Z' && text[3] >= 'A' && text[3] <= 'Z'));
        if (letters)
            first = text[0], last = text[3];
        else if (!dots || !read_number(text, (int)(dots - text), &first) || !read_number(dots + 2, (int)strlen(dots + 2), &last))
            PUSH(list, *count, id), first = 0, last = -1;
        need(last - first < 10000, at);
        for (char number[32]; first <= last; first++) {
            number[0] = (char)first;
            PUSH(list, *count, word_of(number, letters ? 1 : snprintf(number, sizeof number, "%" PRId64, first)));
        }
    }
    return list;
}

/* `board 3 x 4`, `board 3x4`, `board 7`, and `wrapped` behind it. */
static void read_board(int at, int end) {
    const char *text = words[word_at(at, end)].text, *x = strchr(text, 'x');
    const bool apart = is(at + 1, end, "x");
    int64_t first = 0, second = apart ? count_at(at + 2, end, 1 << 28) : 1;
    need(read_number(text, (int)(x ? x - text : (long)strlen(text)), &first) && (!x || read_number(x + 1, (int)strlen(x + 1), &second)), at);
    need(first > 0 && second > 0 && first <= (1 << 28) / second, at);
    rows = x || apart ? (int)first : 1;
    columns = x || apart ? (int)second : (int)first;
    at += apart ? 3 : 1;
    wraps_rows = is(at, end, "wrapped") && !is(at + 1, end, "left-right");
    wraps_columns = is(at, end, "wrapped") && !is(at + 1, end, "up-down");
    need(at + is(at, end, "wrapped") + (wraps_rows != wraps_columns) == end, at);
}

/* A cell by its name, its number or ROW,COLUMN; *at is moved past it. */
static int read_cell(int *at, int end) {
    const int first = *at, id = word_at((*at)++, end);
    int64_t cell = has_cells ? words[id].cell : count_at(first, end, cells), column;
    if (!has_cells && is_mark(*at, end, ',') && !tokens[*at].space && *at + 1 < end && !tokens[*at + 1].space) {
        column = count_at(*at + 1, end, columns);
        cell = cell > 0 && cell <= rows && column > 0 ? (cell - 1) * columns + column : 0;
        *at += 2;
    }
    need(cell > 0, first);
    return (int)cell - 1;
}

/* A link is cut at the hyphen where there is a cell on both sides. */
static void read_links(int at, int end) {
    while (at < end) {
        const char *text = words[word_at(at, end)].text;
        const int length = words[tokens[at].word].length, first = at++;
        struct link link = {-1, -1, 1};
        for (int i = 1; i + 1 < length; i++) {
            int64_t from = 0, to = 0;
            const int one = word_of(text, i), other = word_of(text + i + 1, length - i - 1);
            from = text[i] != '-' ? 0 : has_cells ? words[one].cell : words[one].is_number ? words[one].number : 0;
            to = has_cells ? words[other].cell : words[other].is_number ? words[other].number : 0;
            if (from > 0 && to > 0 && from <= cells && to <= cells)
                link.from = (int)from - 1, link.to = (int)to - 1;
        }
        if (is_mark(at, end, ':'))
            link.weight = count_at(at + 1, end, 1000000000), at += 2;
        need(link.from >= 0, first);
        PUSH(links, link_count, link);
    }
}

static bool is_value(int id) {
    bool found = words[id].is_piece || words[id].kind;
    for (int i = 0; !found && i < var_count; i++)
        for (int j = 0; !found && j < vars[i].count; j++)
            found = vars[i].list[j] == id;
    return found;
}

/* The kinds stand on the first line, the drawing below it: words that are kinds, or that are made of such. */
static void read_floor(int at, int end) {
    int drawn = at + 1, cell = 0, count;
    while (drawn < end && !tokens[drawn].line)
        drawn++;
    const int *kinds = read_list(at, drawn, &count);
    need(count > 0 && cells > 0, at);
    for (int i = 0; i < count; i++)
        words[kinds[i]].kind = i + 1;
    wall = kinds[0];
    ground = zeroed((size_t)cells, sizeof *ground);
    for (at = drawn; at < end; at++) {
        const int id = tokens[at].word, length = is_mark(at, end, '/') ? 0 : words[word_at(at, end)].length;
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
    while (!is(equals, end, "=") && equals < end)
        equals++;
    struct name name = {.ring = is(equals + 1, end, "ring"), .rest = is_string && equals + 2 == end && is(equals + 1, end, "rest"), .bound = -1};
    name.list = read_list(equals + 1 + name.ring, end, &name.count);
    need(name.count > 0, at);
    for (; at < equals; at++)
        if (!tokens[at].mark) {
            PUSH(names, name_count, name);
            words[tokens[at].word].name = name_count;
        }
}

/* The shape of the board comes first, since the others refer to it. */
static void declare(const struct statement *s, bool shape) {
    const char *keyword = s->keyword < 0 ? "" : words[s->keyword].text;
    const int at = s->first, end = s->end;
    if (strcmp(keyword, "board") == 0 && shape) {
        read_board(at, end);
    } else if (strcmp(keyword, "cells") == 0 && shape) {
        const int *list = read_list(at, end, &columns);
        for (int i = 0; i < columns; i++)
            words[list[i]].cell = i + 1;
        rows = 1, has_cells = true;
    } else if (strcmp(keyword, "string") == 0 && shape) {
        is_string = any_letter = true;
        longest = at < end ? count_at(at, end, 1 << 24) : -1;
    } else if (strcmp(keyword, "within") == 0 && shape) {
        within = count_at(at, end, INT64_C(1) << 38);
    } else if (strcmp(keyword, "pieces") == 0 && !shape) {
        pieces = read_list(at, end, &piece_count);
        for (int i = 0; i < piece_count; i++)
            words[pieces[i]].is_piece = true;
        any_letter = false;
    } else if (strcmp(keyword, "links") == 0 && !shape) {
        read_links(at, end);
    } else if (strcmp(keyword, "floor") == 0 && !shape) {
        read_floor(at, end);
    } else if (strcmp(keyword, "let") == 0 && !shape) {
        read_let(at, end);
    } else if (strcmp(keyword, "var") == 0 && !shape) {
        struct var var = {.word = word_at(at, end)};
        var.list = read_list(at + 2, end, &var.count);
        need(is(at + 1, end, "=") && var.count > 0, at);
        PUSH(vars, var_count, var);
        words[var.word].var = var_count;
    }
}

/* ---- What is written: drawings, sums, comparisons */

struct drawing {
    int rows, columns, count;
    struct spec *cells;
};
static struct sum {
    struct term {
        int64_t factor;
        int *atoms, count; /* a name, WEIGHT, or VARS + a var, or COUNTS + a count */
    } *terms;
    int count, ring; /* the name that goes round; -1: none */
} *sums;
enum { WEIGHT = -1, VARS = 1 << 24, COUNTS = 1 << 25 };
static struct counted {
    int *list, list_count, *cells, cell_count; /* how many of these cells hold one of the list */
} *counts;
static int sum_count, count_count;
static int *bound_names, *used_names, bound_count, used_count; /* on left sides of the move that is read; elsewhere in it */

static struct spec name_spec(int id, bool left) {
    const int name = words[id].name - 1;
    if (left)
        PUSH(bound_names, bound_count, name);
    else
        PUSH(used_names, used_count, name);
    return (struct spec){.kind = names[name].rest ? REST : NAME, .id = name};
}

static struct spec sum_spec(struct sum sum) {
    PUSH(sums, sum_count, sum);
    return (struct spec){.kind = SUM, .id = sum_count - 1};
}

/* Adds to a sum what a word joins of names (of a goal: vars) and numbers; weighs: also the weight of a link. False: it is no
 * such word. */
static bool read_sum(int id, struct sum *sum, int64_t sign, bool of_goal, bool weighs) {
    const char *at = words[id].text;
    const bool times = !of_goal && !any_letter && !is_value(word_of("*", 1));
    const int first_used = used_count;
    do {
        struct term term = {.factor = *at == '-' ? -sign : sign};
        at += *at == '-' || *at == '+';
        for (bool more = true; more; at += more) {
            const int length = (int)strcspn(at, times ? "+-*" : "+-"), one = word_of(at, length);
            if (of_goal ? words[one].var : words[one].name && !names[words[one].name - 1].rest)
                PUSH(term.atoms, term.count, of_goal ? VARS + words[one].var - 1 : name_spec(one, false).id);
            else if (weighs && strcmp(words[one].text, "weight") == 0)
                PUSH(term.atoms, term.count, WEIGHT);
            else if (words[one].is_number)
                term.factor = (int64_t)((uint64_t)term.factor * (uint64_t)words[one].number);
            else
                return used_count = first_used, false;
            at += length;
            more = *at == '*';
        }
        for (int i = 0; !of_goal && i < term.count; i++)
            if (term.atoms[i] >= 0 && names[term.atoms[i]].ring) {
                if (sum->ring >= 0 || term.count > 1 || term.factor != 1)
                    fail(2, "the puzzle cannot be read: a name of a ring stands with numbers only: %s", words[id].text);
                sum->ring = term.atoms[i];
            }
        PUSH(sum->terms, sum->count, term);
    } while (*at);
    return true;
}

/* A sum as one may stand in a cell: with a name and an operator in it. */
static bool read_cell_sum(int id, struct spec *spec) {
    struct sum sum = {.ring = -1};
    if (!strpbrk(words[id].text + (words[id].length > 0), "+-*") || !read_sum(id, &sum, 1, false, false))
        return false;
    bool named = false;
    for (int i = 0; i < sum.count; i++)
        named |= sum.terms[i].count > 0;
    if (named)
        *spec = sum_spec(sum);
    return named;
}

/* What may stand in a cell by itself; false: it must be taken apart. */
static bool read_whole(int id, bool right, struct spec *spec) {
    const bool is_word = words[id].is_piece || id == wall;
    *spec = (struct spec){.kind = WORD, .id = id};
    if (!is_word && words[id].name)
        *spec = name_spec(id, !right);
    else if (!is_word && strcmp(words[id].text, "_") == 0)
        spec->kind = ANY;
    else if (!is_word && right)
        return read_cell_sum(id, spec);
    else if (!is_word)
        for (int bar = 1; ground && bar + 1 < words[id].length; bar++) { /* P|F */
            const int floor = word_of(words[id].text + bar + 1, words[id].length - bar - 1), piece = word_of(words[id].text, bar);
            if (words[id].text[bar] != '|' || !(words[floor].kind || words[floor].name) || !read_whole(piece, false, spec))
                continue;
            spec->floor_kind = words[floor].kind ? WORD : NAME;
            spec->floor = words[floor].kind ? floor : name_spec(floor, true).id;
            return true;
        }
    return is_word || words[id].name || spec->kind == ANY;
}

static struct drawing read_drawing(int at, int end, bool right) {
    struct drawing drawing = {0};
    int begun = 0; /* cells before this row */
    for (; at <= end; at++) {
        const bool row_ends = at == end || tokens[at].line || tokens[at].mark == '/';
        if (row_ends && drawing.count > begun) {
            need(drawing.rows++ == 0 || drawing.count - begun == drawing.columns, at - 1);
            drawing.columns = drawing.count - begun;
            begun = drawing.count;
        }
        if (at == end || tokens[at].mark == '/')
            continue;
        struct spec spec;
        const int id = word_at(at, end), length = words[id].length;
        const bool whole = read_whole(id, right, &spec);
        for (int i = 0, next; i < length; i += next) {
            next = whole ? length : letter_length(words[id].text + i);
            const int one = word_of(words[id].text + i, next);
            if (!whole && !read_whole(one, true, &spec) && any_letter)
                spec = (struct spec){.kind = WORD, .id = one};
            else
                need(whole || spec.kind != WORD || words[one].is_piece || one == wall, at);
            if (!whole && spec.kind == NAME && !right)
                PUSH(bound_names, bound_count, spec.id);
            PUSH(drawing.cells, drawing.count, spec);
        }
    }
    return drawing;
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

struct formula {
    char joint; /* & | ! or 0: a comparison */
    int operator;
    struct formula *left, *right;
    struct spec a, b;
};

static struct spec read_operand(int id, int token, bool weighs) {
    struct sum sum = {.ring = -1};
    if (words[id].name)
        return name_spec(id, false);
    if (is_value(id) || words[id].is_number || (any_letter && words[id].length == letter_length(words[id].text)))
        return (struct spec){.kind = WORD, .id = id};
    need(read_sum(id, &sum, 1, false, weighs), token);
    return sum_spec(sum);
}

static struct formula *read_formula(int at, int end, int level, int depth) {
    static const char *const joints[] = {",", "or", "and"};
    need(at < end && depth < 500, at);
    const int joint = level < 3 ? find(at, end, joints[level]) : end, first = at;
    struct formula *formula = zeroed(1, sizeof *formula);
    char text[512] = "";
    int length = 0, middle = 1;
    if (level < 3 && joint == end)
        return read_formula(at, end, level + 1, depth + 1);
    if (level < 3 || is(at, end, "not")) {
        formula->joint = level == 3 ? '!' : level == 1 ? '|' : '&';
        formula->left = level == 3 ? read_formula(at + 1, end, 3, depth + 1) : read_formula(at, joint, level + 1, depth + 1);
        formula->right = level == 3 ? NULL : read_formula(joint + 1, end, level, depth + 1);
        return formula;
    }
    if (is_mark(at, end, '(') && is_mark(end - 1, end, ')'))
        return read_formula(at + 1, end - 1, 0, depth + 1);
    for (; at < end; at++) {
        need(strlen(text) + (size_t)words[word_at(at, end)].length < sizeof text, at);
        strcat(text, words[tokens[at].word].text);
    }
    if (end - first == 3) /* the operator may stand apart */
        middle = words[tokens[first].word].length;
    while (text[middle] && (formula->operator = operator_of(text + middle, &length)) < 0)
        middle++;
    need(text[middle] && text[middle + length], first);
    formula->a = read_operand(word_of(text, middle), first, false);
    formula->b = read_operand(word_of(text + middle + length, (int)strlen(text + middle + length)), first, false);
    return formula;
}

/* ---- Moves */

struct way {
    int a, b, c, d; /* the cell in row r and column q of a drawing lies a*r + b*q rows and c*r + d*q columns further */
};
enum { PATTERN, VALUE, CYCLE };
struct part {
    int kind, var, *cells, *to, count; /* where a pattern lies now; of a cycle, what goes where */
    struct drawing left, right;        /* of a value, one cell each; nothing on the right: it is only tested */
};
static struct rule {
    struct part *parts;
    int part_count, way_count, at, *on, on_count, *free, free_count, repeat; /* repeat: 1 as often as one likes, 2 until blocked */
    struct way ways[12];
    bool along, begin, end, costs, weighs;
    struct spec cost;
    struct formula *where;
} *rules;
static int rule_count;
enum { ALL_TURNS = 1, LEFT_RIGHT = 2, UP_DOWN = 4, MIRRORED = 8, DIAGONAL = 16 };

static void add_ways(struct rule *rule, int asked) { /* in the order of moves */
    static const struct way ways[] = {{0, -1, 1, 0}, {0, 1, -1, 0}, {-1, 0, 0, -1}, {1, 0, 0, 1}, {0, -1, 0, -1}, {0, -1, 0, 1}, {0, 1, 0, -1}, {0, 1, 0, 1}};
    for (int i = 0; i < 8; i++) {
        const int turn = i % 4, mirror = i > 3 ? -1 : 1;
        if ((i > 3 && !(asked & MIRRORED)) || !(asked & (ALL_TURNS | (turn < 2 ? UP_DOWN : LEFT_RIGHT))))
            continue;
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
    for (int i = at; i < end && !tokens[i].mark && strlen(text) + (size_t)words[tokens[i].word].length + 2 < sizeof text; i++)
        strcat(strcat(text, i > at ? " " : ""), words[tokens[i].word].text);
    while (found < (is_string ? 10 : 8) && strcmp(text, known[found]) != 0)
        found++;
    if (found < (is_string ? 10 : 8)) {
        *asked |= found < 5 ? 1 << found : 0;
        rule->repeat = found == 5 || found == 6 ? found - 4 : rule->repeat;
        rule->along |= found == 7;
        rule->begin |= found == 8;
        rule->end |= found == 9;
        return;
    }
    if (is(at, end, "at") && end - at > 1) {
        rule->at = read_cell(&next, end);
    } else if (is(at, end, "on") && end - at > 1) {
        while (next < end)
            PUSH(rule->on, rule->on_count, read_cell(&next, end));
    } else if (is(at, end, "cost") && end - at == 2) {
        rule->costs = true;
        rule->weighs = is(next, end, "weight") && !words[tokens[next].word].name;
        if (!rule->weighs)
            rule->cost = read_operand(word_at(next, end), next, true);
        next++;
    } else {
        need(first && end - at == 1, at);
    }
    need(next == end, next);
}

static struct spec read_value(int token, int end, int var, bool right) {
    struct spec spec = {.kind = WORD, .id = word_at(token, end)};
    for (int i = 0; i < vars[var].count; i++)
        if (vars[var].list[i] == spec.id)
            return spec;
    need(words[spec.id].name || (right && strpbrk(words[spec.id].text, "+-*")), token);
    if (words[spec.id].name)
        return name_spec(spec.id, !right);
    need(read_cell_sum(spec.id, &spec), token);
    return spec;
}

static struct part read_part(int at, int end) {
    struct part part = {.kind = PATTERN};
    const int arrow = find(at, end, "->"), var = at < end && !tokens[at].mark ? words[tokens[at].word].var : 0;
    need(at < end, at);
    if (var && arrow == at + 2 && (end == arrow || end == arrow + 2)) {
        part.kind = VALUE;
        part.var = var - 1;
        PUSH(part.left.cells, part.left.count, read_value(at + 1, end, part.var, false));
        if (arrow < end && !is(arrow + 1, end, "_"))
            PUSH(part.right.cells, part.right.count, read_value(arrow + 1, end, part.var, true));
    } else if (is(at, end, "cycle") && arrow == end) {
        part.kind = CYCLE;
        for (at++; at < end; at++) {
            const int first = part.count;
            int count = first;
            need(is_mark(at, end, '('), at);
            for (at++; at < end && !is_mark(at, end, ')');)
                PUSH(part.cells, part.count, read_cell(&at, end));
            for (int i = first; i < part.count; i++)
                PUSH(part.to, count, part.cells[i + 1 < part.count ? i + 1 : first]);
        }
    } else {
        part.left = read_drawing(at, arrow, false);
        part.right = read_drawing(arrow + 1, end, true);
        need(part.left.count > 0 && (is_string ? part.right.rows < 2 && part.left.rows == 1 : part.left.rows == part.right.rows && part.left.columns == part.right.columns), at);
        part.cells = zeroed((size_t)part.left.count, sizeof *part.cells);
    }
    return part;
}

static bool joins_digits(int comma, int from, int end) { /* a comma of a cell ROW,COLUMN */
    return comma > from && comma + 1 < end && !tokens[comma].space && !tokens[comma + 1].space && tokens[comma - 1].word >= 0 &&
           words[tokens[comma - 1].word].is_number && tokens[comma + 1].word >= 0 && words[tokens[comma + 1].word].is_number;
}

static void read_move(int at, int end) {
    struct rule rule = {.at = -1, .cost = {.kind = WORD, .id = word_of("1", 1)}};
    int colon = at, asked = 0, patterns = 0;
    used_count = bound_count = 0;
    while (colon < end && !(tokens[colon].mark == ':' && !tokens[colon].space && (colon + 1 == end || tokens[colon + 1].space)))
        colon++;
    for (int item = at, next; colon < end && item < colon; item = next + 1) {
        for (next = item; next < colon && (tokens[next].mark != ',' || joins_digits(next, item, colon));)
            next++;
        read_qualifier(&rule, item, next, item == at, &asked);
    }
    at = colon < end ? colon + 1 : at;
    const int where = find(at, end, "where"), first = at;
    rule.weighs |= rule.along && !rule.costs;
    add_ways(&rule, asked);
    for (int comma; at < where; at = comma + 1) {
        comma = find(at, where, ",");
        const struct part part = read_part(at, comma);
        PUSH(rule.parts, rule.part_count, part);
        patterns += part.kind == PATTERN;
        need(part.kind != PATTERN || (!rule.on || rule.on_count == part.left.count), at);
        need(part.kind != PATTERN || !rule.along || part.left.count == 2, at);
        need(part.kind != CYCLE || !rule.repeat, at);
    }
    need(is_string ? rule.part_count == 1 && patterns == 1 : rule.part_count > 0, first);
    need(patterns == 1 || (!rule.repeat && !rule.on && !rule.along && rule.at < 0), first);
    if (where < end)
        rule.where = read_formula(where + 1, end, 0, 0);
    for (int i = 0; i < used_count; i++) {
        bool known = names[used_names[i]].rest;
        for (int j = 0; j < bound_count; j++)
            known |= bound_names[j] == used_names[i];
        for (int j = 0; j < rule.free_count; j++)
            known |= rule.free[j] == used_names[i];
        if (!known)
            PUSH(rule.free, rule.free_count, used_names[i]);
    }
    PUSH(rules, rule_count, rule);
}

/* ---- Starts, goals and what must never be */

struct condition {
    bool is_seek, is_drawn, wanted; /* a pattern is sought, or a drawing fits; neither: a comparison */
    int *places;                    /* of a drawing, which holds only cells that matter */
    struct drawing drawing;
    struct rule ways;
    struct formula compared;
};
struct line {
    struct condition *conditions;
    int count;
};
static struct line *goals, *nevers;
static int goal_count, never_count;
static int *start, start_length; /* the piece of each cell, then the value of each var; of a string its letters */
static bool *start_any;          /* by var */

static bool is_reserved(int token, int end, const char *text) {
    const int id = is(token, end, text) ? tokens[token].word : -1;
    return id >= 0 && !is_string && !is_value(id) && !words[id].name && !words[id].var;
}

/* How many cells hold what the word stands for: of all, or of those that are (or are not) on the floor that a word stands for,
 * or of a row or column. *cell_count says how many cells these are. */
static struct sum read_counted(int piece, int floor, bool on, int row, int column, int end, int *cell_count) {
    const int id = word_at(piece, end), kind = floor < 0 ? -1 : word_at(floor, end);
    struct counted counted = {0};
    for (int i = 0; i < (words[id].name ? names[words[id].name - 1].count : 1); i++) {
        const int one = words[id].name ? names[words[id].name - 1].list[i] : id;
        if (words[one].is_piece || (one == wall && !words[id].name))
            PUSH(counted.list, counted.list_count, one);
    }
    for (int cell = 0; cell < cells; cell++) {
        bool lies = kind < 0 || (ground && ground[cell] == kind);
        for (int i = 0; ground && kind >= 0 && words[kind].name && !words[kind].kind && i < names[words[kind].name - 1].count; i++)
            lies |= names[words[kind].name - 1].list[i] == ground[cell];
        if (lies == on && (row < 0 || cell / columns == row) && (column < 0 || cell % columns == column))
            PUSH(counted.cells, counted.cell_count, cell);
    }
    need(counted.list_count > 0, piece);
    *cell_count = counted.cell_count;
    struct term term = {.factor = 1};
    struct sum sum = {.ring = -1};
    PUSH(term.atoms, term.count, COUNTS + count_count);
    PUSH(counts, count_count, counted);
    PUSH(sum.terms, sum.count, term);
    return sum;
}

/* One side of a comparison of vars and counts, from *at on to its operator or the end. */
static struct spec read_side(int *at, int end) {
    struct sum sum = {.ring = -1};
    int64_t sign = 1;
    for (int length, unused, first = *at;; sign = is(*at, end, "-") ? -1 : 1, ++*at) {
        if (is_reserved(*at, end, "count")) {
            const bool in = is(*at + 2, end, "in"), on = is(*at + 2, end, "on"), row = in && is(*at + 3, end, "row");
            need(!in || row || is(*at + 3, end, "column"), *at + 3);
            const int number = in ? (int)count_at(*at + 4, end, row ? rows : columns) - 1 : -1;
            struct sum one = read_counted(*at + 1, on ? *at + 3 : -1, true, row ? number : -1, row ? -1 : number, end, &unused);
            one.terms[0].factor = sign;
            PUSH(sum.terms, sum.count, one.terms[0]);
            *at += in ? 5 : on ? 4 : 2;
        } else if (!read_sum(word_at(*at, end), &sum, sign, true, false) || (is_value(tokens[*at].word) && !words[tokens[*at].word].is_number && !words[tokens[*at].word].var)) {
            need(*at == first, *at);
            return (struct spec){.kind = WORD, .id = tokens[(*at)++].word};
        } else {
            ++*at;
        }
        if (*at == end || (operator_of(words[word_at(*at, end)].text, &length) >= 0))
            break;
        need(is(*at, end, "+") || is(*at, end, "-"), *at);
    }
    if (sum.count == 1 && sum.terms[0].count == 1 && sum.terms[0].factor == 1 && sum.terms[0].atoms[0] < COUNTS)
        return (struct spec){.kind = VAR, .id = sum.terms[0].atoms[0] - VARS};
    return sum_spec(sum);
}

/* A comparison of vars and counts, or `every`, which is one of counts. False: it is something else. */
static bool read_compared(int at, int end, struct formula *compared) {
    int count = 0, seen = 0, length, from = token_count;
    if (is_reserved(at, end, "every")) {
        const bool has = is(at + 2, end, "has");
        char text[32];
        need(end - at == 4 && (has || is(at + 2, end, "on")), at);
        compared->a = sum_spec(has ? read_counted(at + 3, at + 1, true, -1, -1, end, &count) : read_counted(at + 1, at + 3, false, -1, -1, end, &count));
        compared->b = (struct spec){.kind = WORD, .id = word_of(text, snprintf(text, sizeof text, "%d", has ? count : 0))};
        return true;
    }
    for (int i = at; i < end && !tokens[i].mark; i++) { /* the words, cut at operators */
        const int id = tokens[i].word;
        const bool operand = seen || i == at || is(i - 1, end, "count") || is(i - 1, end, "on"); /* even if it is written like an operator */
        const bool whole = operator_of(words[id].text, &length) >= 0 && length == words[id].length;
        const bool known = (is_value(id) || words[id].name || words[id].var) && (operand || !whole);
        for (int begin = 0, stop; begin < words[id].length; begin = stop, count++) {
            struct token token = tokens[i];
            const bool cuts = !known && operator_of(words[id].text + begin, &length) >= 0;
            stop = begin + (cuts ? length : 1);
            while (!cuts && stop < words[id].length && (known || operator_of(words[id].text + stop, &length) < 0))
                stop++;
            seen += cuts;
            token.word = word_of(words[id].text + begin, stop - begin);
            PUSH(tokens, token_count, token);
        }
    }
    struct sum first = {.ring = -1};
    const bool is_sum = seen == 1 && read_sum(tokens[from].word, &first, 1, true, false) && (first.count > 1 || first.terms[0].count);
    if (seen != 1 || !(is_sum || is_reserved(at, end, "count")))
        return token_count = from, false;
    at = from, end = from + count;
    compared->a = read_side(&at, end);
    compared->operator = operator_of(words[word_at(at, end)].text, &length);
    at++;
    compared->b = read_side(&at, end);
    need(at == end && compared->operator >= 0, at - 1);
    return true;
}

static void add_place(struct condition *condition, int place, struct spec spec) {
    int count = condition->drawing.count;
    PUSH(condition->places, count, place);
    PUSH(condition->drawing.cells, condition->drawing.count, spec);
}

static struct condition read_condition(int at, int end) {
    struct condition condition = {.wanted = true};
    const int id = word_at(at, end), colon = find(at, end, ":");
    if (is(at, end, "not") && end - at > 1 && !is_value(id) && !words[id].name) {
        condition = read_condition(at + 1, end);
        condition.wanted = !condition.wanted;
    } else if (end - at == 3 && is(at + 1, end, "is") && (words[id].var || (words[id].cell && !words[tokens[at + 1].word].is_piece))) {
        struct drawing one = {0};
        if (!words[id].var)
            one = read_drawing(at + 2, end, false);
        condition.is_drawn = true;
        need(words[id].var || one.count == 1, at);
        add_place(&condition, words[id].var ? cells + words[id].var - 1 : words[id].cell - 1, words[id].var ? read_value(at + 2, end, words[id].var - 1, false) : one.cells[0]);
    } else if (colon < end) {
        int asked = 0;
        need(is(at, end, "somewhere") || is(at, end, "nowhere"), at);
        condition.is_seek = true;
        condition.wanted = is(at, end, "somewhere");
        for (int next = at + 1, comma; next < colon; next = comma) {
            comma = find(next + 1, colon, ",");
            read_qualifier(&condition.ways, next + 1, comma, false, &asked);
        }
        add_ways(&condition.ways, asked);
        if (asked == DIAGONAL) { /* as drawn, and along both diagonals downwards */
            condition.ways.ways[0] = (struct way){1, 0, 0, 1};
            condition.ways.ways[1] = condition.ways.ways[--condition.ways.way_count];
        }
        condition.drawing = read_drawing(colon + 1, end, false);
    } else if (is_string || !read_compared(at, end, &condition.compared)) {
        const struct drawing whole = read_drawing(at, end, false);
        need(is_string ? whole.rows == 1 : whole.rows == rows && whole.columns == columns, at);
        condition.is_drawn = true;
        condition.drawing.columns = whole.count;
        for (int i = 0; i < whole.count; i++)
            if (whole.cells[i].kind != ANY || whole.cells[i].floor_kind != ANY)
                add_place(&condition, i, whole.cells[i]);
    }
    return condition;
}

/* Where `or` is a piece, too, it joins what is whole and no drawing. */
static bool joins(int begin, int at) {
    while (is(begin, at, "not"))
        begin++;
    if (begin >= at || tokens[begin].mark)
        return false;
    const char *text = words[tokens[begin].word].text;
    int length = 0;
    const bool apart = is(begin + 1, at, "is") || (begin + 1 < at && tokens[begin + 1].word >= 0 && operator_of(words[tokens[begin + 1].word].text, &length) >= 0);
    const bool drawn = !words[word_of(text, (int)strcspn(text, "=<>!+-"))].var && !is(begin, at, "count") && !is(begin, at, "every");
    return !drawn && at - begin >= (apart ? 3 : 1);
}

static void read_lines(struct line **lines, int *count, int at, int end) {
    const int id = word_of("or", 2);
    const bool declared = is_value(id) || words[id].name;
    struct line line = {0};
    for (int begin = at, colon = -1; at <= end; at++) {
        for (int first = begin; at == begin && first < end; first++) /* commas before the colon of a pattern belong to it */
            if (!is(first, end, "not")) {
                colon = is(first, end, "somewhere") || is(first, end, "nowhere") ? find(first, end, ":") : colon;
                break;
            }
        const bool or = at == end || (is(at, end, "or") && (!declared || joins(begin, at)));
        if (!or && !is(at, end, "and") && !(is_mark(at, end, ',') && at > colon))
            continue;
        const struct condition condition = read_condition(begin, at);
        PUSH(line.conditions, line.count, condition);
        begin = at + 1;
        if (or) {
            PUSH(*lines, *count, line);
            line = (struct line){0};
        }
    }
}

static void read_start(int at, int end) {
    struct drawing letters = {0};
    if (is_string)
        letters = read_drawing(at, end, false);
    start_length = is_string ? letters.count : cells + var_count;
    start = zeroed((size_t)start_length, sizeof *start);
    start_any = zeroed((size_t)var_count, sizeof *start_any);
    for (int i = 0; i < start_length; i++)
        start[i] = is_string ? letters.cells[i].id : i >= cells ? vars[i - cells].list[0] : ground && ground[i] == wall ? wall : word_of(".", 1);
    for (int next; at < end && !is_string; at = next + 1) {
        next = find(at, end, "and");
        const int id = word_at(at, end), told = next - at == 3 && is(at + 1, end, "is");
        if (told && words[id].var) {
            const int value = word_at(at + 2, end), var = words[id].var - 1;
            bool called = false;
            for (int i = 0; i < vars[var].count; i++)
                called |= vars[var].list[i] == value;
            need(called || is(at + 2, end, "any"), at + 2);
            start_any[var] = !called;
            start[cells + var] = called ? value : vars[var].list[0];
        } else if (told && words[id].cell && !words[tokens[at + 1].word].is_piece) {
            start[words[id].cell - 1] = word_at(at + 2, end);
        } else {
            const struct drawing drawing = read_drawing(at, next, false);
            need(drawing.rows == rows && drawing.columns == columns, at);
            for (int i = 0; i < cells; i++)
                start[i] = drawing.cells[i].id, need(drawing.cells[i].kind == WORD, at);
        }
    }
}

static bool *listed_words(const int *list, int count) {
    bool *has = zeroed((size_t)word_count, sizeof *has);
    for (int i = 0; i < count; i++)
        has[list[i]] = true;
    return has;
}

/* What is given replaces the start or the goals of the text. */
static void read_puzzle(const char *text, size_t length, const char *given[2], const size_t given_length[2]) {
    const size_t mark = length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    split_text(text + mark, length - mark, -1);
    for (int i = 0; i < 2 * statement_count; i++) {
        declare(&statements[i % statement_count], i < statement_count);
        cells = rows * columns;
    }
    const int own = statement_count;
    for (int i = 0; i < 2; i++)
        if (given[i])
            split_text(given[i], given_length[i], i ? word_of("goal", 4) : word_of("start", 5));
    for (int i = 0; i < 10; i++)
        word_of(&"0123456789"[i], 1); /* what a sum may come to in a string */
    for (int i = 0; i < statement_count; i++) {
        const struct statement s = statements[i];
        const char *keyword = s.keyword < 0 ? "" : words[s.keyword].text;
        if (strcmp(keyword, "move") == 0)
            read_move(s.first, s.end);
        else if (strcmp(keyword, "start") == 0 && (i >= own || !given[0]))
            read_start(s.first, s.end);
        else if (strcmp(keyword, "goal") == 0 && (i >= own || !given[1]))
            read_lines(&goals, &goal_count, s.first, s.end);
        else if (strcmp(keyword, "never") == 0)
            read_lines(&nevers, &never_count, s.first, s.end);
    }
    if (rule_count == 0 || !start)
        fail(2, "the puzzle has no move or no start");
    for (int i = 0; i < name_count; i++)
        names[i].has = listed_words(names[i].list, names[i].count);
    for (int i = 0; i < var_count; i++)
        vars[i].has = listed_words(vars[i].list, vars[i].count);
}

/* ---- The state at hand, and what fits it */

static int *state, state_length; /* as `start` */
static struct stand {
    int *cells, count;
} *stands; /* by word: the cells where it stands */
static int *stands_at; /* by cell: its place in that list */
static struct change {
    int place, word;
} *changes; /* what was there, to be undone, the last one first */
static int change_count, *trail, trail_count; /* names that are bound */

static void put(int place, int word) {
    const struct change change = {place, state[place]};
    if (place < cells) {
        struct stand *from = &stands[state[place]], *to = &stands[word];
        const int last = from->cells[--from->count];
        from->cells[stands_at[place]] = last;
        stands_at[last] = stands_at[place];
        stands_at[place] = to->count;
        PUSH(to->cells, to->count, place);
    }
    state[place] = word;
    PUSH(changes, change_count, change);
}

static void undo(int mark) {
    while (change_count > mark) {
        put(changes[change_count - 1].place, changes[change_count - 1].word);
        change_count -= 2; /* that one, and the one by which it was undone */
    }
}

static void release(int mark) {
    while (trail_count > mark)
        names[trail[--trail_count]].bound = -1;
}

static bool fits_word(int kind, int id, int found) {
    if (kind != NAME)
        return kind == ANY || id == found;
    struct name *name = &names[id];
    if (name->bound >= 0 || !name->has[found])
        return name->bound == found;
    name->bound = found;
    PUSH(trail, trail_count, id);
    return true;
}

static bool fits(const struct drawing *drawing, const int *places) {
    for (int i = 0; i < drawing->count; i++) {
        const struct spec *spec = &drawing->cells[i];
        if (!fits_word(spec->kind, spec->id, state[places[i]]) || (spec->floor_kind != ANY && !fits_word(spec->floor_kind, spec->floor, ground[places[i]])))
            return false;
    }
    return true;
}

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

/* ---- Values and conditions in the state at hand */

struct value {
    int word; /* -1: a number that need not be a word */
    bool is_number;
    int64_t number;
};

static struct value word_value(int word) {
    return (struct value){word, words[word].is_number, words[word].number};
}

static uint64_t atom_value(int atom, int64_t weight) {
    uint64_t found = 0;
    if (atom < 0)
        return (uint64_t)weight;
    if (atom < COUNTS)
        return (uint64_t)words[atom < VARS ? names[atom].bound : state[cells + atom - VARS]].number;
    const struct counted *counted = &counts[atom - COUNTS];
    for (int i = 0; i < counted->cell_count; i++)
        for (int j = 0; j < counted->list_count; j++)
            found += state[counted->cells[i]] == counted->list[j];
    return found;
}

static struct value value_of(struct spec spec, int64_t weight) {
    if (spec.kind != SUM)
        return word_value(spec.kind == NAME ? names[spec.id].bound : spec.kind == VAR ? state[cells + spec.id] : spec.id);
    const struct sum *sum = &sums[spec.id];
    uint64_t total = 0;
    for (int i = 0; i < sum->count; i++) {
        uint64_t product = (uint64_t)sum->terms[i].factor;
        for (int j = 0; j < sum->terms[i].count; j++)
            product *= sum->ring >= 0 && sum->terms[i].atoms[j] == sum->ring ? 0 : atom_value(sum->terms[i].atoms[j], weight);
        total += product;
    }
    if (sum->ring < 0)
        return (struct value){-1, true, (int64_t)total};
    const struct name *ring = &names[sum->ring];
    int64_t at = 0;
    while (ring->list[at] != ring->bound)
        at++;
    at = ((at + (int64_t)total) % ring->count + ring->count) % ring->count;
    return word_value(ring->list[at]);
}

static bool holds(const struct formula *f) {
    if (f->joint == '&' || f->joint == '|')
        return f->joint == '&' ? holds(f->left) && holds(f->right) : holds(f->left) || holds(f->right);
    if (f->joint == '!')
        return !holds(f->left);
    const struct value a = value_of(f->a, 0), b = value_of(f->b, 0);
    if (!a.is_number || !b.is_number) {
        if (f->operator > UNEQUAL)
            fail(2, "the puzzle cannot be read: only numbers have an order");
        return (a.word >= 0 && a.word == b.word) == (f->operator == EQUAL);
    }
    const bool found[] = {[EQUAL] = a.number == b.number, [UNEQUAL] = a.number != b.number, [LESS] = a.number < b.number,
                          [AT_MOST] = a.number <= b.number, [MORE] = a.number > b.number, [AT_LEAST] = a.number >= b.number};
    return found[f->operator];
}

/* The value as a word that can stand in a cell (var -1) or be a value of that var; -1: it cannot. */
static int possible(struct value value, int var) {
    const int *list = var < 0 ? pieces : vars[var].list, count = var < 0 ? piece_count : vars[var].count;
    const int word = value.word;
    if (word >= 0 && (var >= 0 ? vars[var].has[word] : words[word].is_piece || word == wall || (any_letter && words[word].length == letter_length(words[word].text))))
        return word;
    if (!value.is_number || any_letter)
        return value.is_number && value.number >= 0 && value.number < 10 ? word_of(&"0123456789"[value.number], 1) : -1;
    for (int i = 0; i < count; i++)
        if (words[list[i]].is_number && words[list[i]].number == value.number)
            return list[i];
    return wall >= 0 && var < 0 && words[wall].is_number && words[wall].number == value.number ? wall : -1;
}

static bool line_holds(const struct line *line, int from);

/* Whether the condition fits in some way in which the rest of its line holds, too (NULL: in any way). */
static bool condition_fits(const struct condition *c, const struct line *line, int next) {
    const int mark = trail_count, count = c->drawing.count, ways = is_string ? 1 : c->ways.way_count;
    bool found = false;
    if (c->is_drawn) {
        found = (!is_string || c->drawing.columns == state_length) && fits(&c->drawing, c->places) && (!line || line_holds(line, next));
        release(mark);
        return found;
    }
    if (!c->is_seek)
        return holds(&c->compared) == c->wanted && line_holds(line, next);
    int *to = zeroed((size_t)count, sizeof *to);
    for (int i = 0; !found && i < ways * (is_string ? state_length - count + 1 : cells); i++) {
        const int first = is_string ? i : i % cells;
        bool lies = is_string ? (!c->ways.begin || first == 0) && (!c->ways.end || first + count == state_length)
                              : lay(&c->drawing, &c->ways.ways[i / cells], first, 0, to);
        for (int j = 0; is_string && j < count; j++)
            to[j] = first + j;
        found = lies && fits(&c->drawing, to) && (!line || line_holds(line, next));
        release(mark);
    }
    free(to);
    return found;
}

/* Names are chosen by all that is wanted; then nothing may be found of what is not. */
static bool line_holds(const struct line *line, int from) {
    for (; from < line->count; from++)
        if (line->conditions[from].wanted || !(line->conditions[from].is_seek || line->conditions[from].is_drawn))
            return condition_fits(&line->conditions[from], line, from + 1);
    for (int i = 0; i < line->count; i++)
        if (!line->conditions[i].wanted && (line->conditions[i].is_seek || line->conditions[i].is_drawn) && condition_fits(&line->conditions[i], NULL, 0))
            return false;
    return true;
}

/* The names of a line have nothing to do with those of the move that led here. */
static bool some_line_holds(const struct line *lines, int count) {
    bool found = false;
    for (int i = 0; count && i < name_count; i++)
        names[i].kept = names[i].bound, names[i].bound = -1;
    for (int i = 0; !found && i < count; i++)
        found = line_holds(&lines[i], 0);
    for (int i = 0; count && i < name_count; i++)
        names[i].bound = names[i].kept;
    return found;
}

/* ---- Moving: all successors of the state at hand, in the order of moves */

static struct successor {
    size_t key, length; /* its key, in the bytes below */
    uint64_t distance;
    int steps;
    bool is_goal, is_dead;
} *successors;
static int successor_count;
static unsigned char *bytes, *own_key; /* own: of the state at hand */
static size_t byte_count, own_length;
static uint64_t own_distance, bound; /* goals are looked for at the distance `bound` */
static int *differs, differ_count;   /* where the state at hand is not as the start */
static bool counts_moves;            /* each counts as one, whatever it costs */

static void add_number(uint64_t number) {
    for (; number > 127; number >>= 7)
        PUSH(bytes, byte_count, (unsigned char)(number | 128));
    PUSH(bytes, byte_count, (unsigned char)number);
}

static int compare_ints(const void *a, const void *b) {
    return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b);
}

/* Appends the key of the state: of a string its letters, of a board the places where it is not as the start. */
static void add_key(void) {
    static int *places;
    int count = 0, last = -1;
    for (int i = 0; is_string && i < state_length; i++)
        add_number((uint64_t)state[i]);
    for (int i = 0; !is_string && i < differ_count; i++)
        PUSH(places, count, differs[i]);
    for (int i = 0; !is_string && i < change_count; i++)
        PUSH(places, count, changes[i].place);
    if (count)
        qsort(places, (size_t)count, sizeof *places, compare_ints);
    for (int i = 0; i < count; i++)
        if (places[i] != last && state[places[i]] != start[places[i]]) {
            add_number((uint64_t)(places[i] - last - 1) * (uint64_t)word_count + (uint64_t)state[places[i]]);
            last = places[i];
        }
}

static void add_successor(int64_t cost, int steps) {
    struct successor found = {.key = byte_count, .steps = steps};
    add_key();
    found.length = byte_count - found.key;
    found.distance = own_distance + (cost == 0 || counts_moves ? 1 : (uint64_t)cost << 24);
    if ((found.length == own_length && memcmp(bytes + found.key, own_key, own_length) == 0) || some_line_holds(nevers, never_count)) {
        byte_count = found.key; /* nothing was changed, or it must not be */
        return;
    }
    found.is_goal = found.distance == bound && some_line_holds(goals, goal_count);
    PUSH(successors, successor_count, found);
}

/* Puts what the parts of that kind (-1: all) of a move write. False: they contradict each other, or it cannot be there. */
static bool put_parts(const struct rule *rule, int kind) {
    static struct change *writes;
    int count = 0;
    for (const struct part *part = rule->parts; part < rule->parts + rule->part_count; part++)
        for (int i = 0; (kind < 0 || part->kind == kind) && i < (part->kind == CYCLE ? part->count : part->right.count); i++) {
            const struct spec spec = part->kind == CYCLE ? (struct spec){.kind = WORD, .id = state[part->cells[i]]} : part->right.cells[i];
            struct change write = {part->kind == VALUE ? cells + part->var : part->kind == CYCLE ? part->to[i] : part->cells[i], -1};
            if (spec.kind == ANY)
                continue;
            write.word = possible(value_of(spec, 0), part->kind == VALUE ? part->var : -1);
            if (write.word < 0 || (part->kind != VALUE && (write.word == wall) != (state[write.place] == wall)))
                return false;
            for (int j = 0; j < count; j++)
                if (writes[j].place == write.place && writes[j].word != write.word)
                    return false;
            PUSH(writes, count, write);
        }
    for (int i = 0; i < count; i++)
        if (state[writes[i].place] != writes[i].word)
            put(writes[i].place, writes[i].word);
    return true;
}

/* One step after the other, each one cell further; the values change once, at the end. */
static void repeat(const struct rule *rule, const struct way *way, int64_t cost) {
    struct part *part = rule->parts;
    while (part->kind != PATTERN)
        part++;
    const int mark = change_count, first = part->cells[0];
    bool goes_on = true, is_round = false;
    for (int steps = 0; goes_on; steps++) {
        const int before = change_count;
        goes_on = lay(&part->left, way, first, steps, part->cells) && fits(&part->left, part->cells) && put_parts(rule, PATTERN) && change_count > before;
        const bool ends = rule->repeat == 1 ? goes_on : !goes_on && steps;
        const int after = change_count;
        if (ends && put_parts(rule, VALUE))
            add_successor(cost, rule->repeat == 1 ? steps + 1 : steps);
        undo(after);
        if (is_round || (goes_on && (is_round = cell_of(way, first, 0, steps + 1) == first) && rule->repeat == 1))
            break; /* once round a wrapped board: what goes on from there is never blocked */
    }
    undo(mark);
    lay(&part->left, way, first, 0, part->cells);
}

static void rewrite(const struct rule *rule, int64_t cost) {
    static int *text;
    const struct part *part = rule->parts;
    const bool rest = part->left.cells[part->left.count - 1].kind == REST;
    const int first = part->cells[0], behind = first + part->left.count - rest, old_length = state_length;
    int count = 0, *const old = state;
    for (int i = 0; i < first; i++)
        PUSH(text, count, state[i]);
    for (int i = 0; i < part->right.count; i++) {
        const struct spec spec = part->right.cells[i];
        for (int j = behind; spec.kind == REST && j < state_length && count < 1 << 24; j++)
            PUSH(text, count, state[j]);
        const int word = spec.kind == REST ? 0 : spec.kind == ANY ? state[first + i] : possible(value_of(spec, 0), -1);
        if (word < 0)
            return;
        if (spec.kind != REST)
            PUSH(text, count, word);
    }
    for (int i = behind; !rest && i < state_length; i++)
        PUSH(text, count, state[i]);
    if (longest >= 0 && count > longest)
        return;
    state = text, state_length = count;
    add_successor(cost, 0);
    state = old, state_length = old_length;
}

/* Every choice of the free names, and then the move. */
static void choose(const struct rule *rule, const struct way *way, int next, int64_t weight) {
    for (int i = 0; next < rule->free_count && i < names[rule->free[next]].count; i++) {
        names[rule->free[next]].bound = names[rule->free[next]].list[i];
        choose(rule, way, next + 1, weight);
        names[rule->free[next]].bound = -1;
    }
    if (next < rule->free_count || (rule->where && !holds(rule->where)))
        return;
    const int mark = change_count;
    const int64_t cost = rule->weighs ? weight : value_of(rule->cost, weight).number;
    if (cost < 0 || cost > 1000000000)
        return;
    if (is_string)
        rewrite(rule, cost);
    else if (rule->repeat)
        repeat(rule, way, cost);
    else if (put_parts(rule, -1))
        add_successor(cost, 0);
    undo(mark);
}

static void fit_parts(const struct rule *rule, const struct way *way, int number, int64_t weight);

static void fit_here(const struct rule *rule, const struct way *way, int number, int64_t weight) {
    const int mark = trail_count, before = successor_count;
    if (fits(&rule->parts[number].left, rule->parts[number].cells))
        fit_parts(rule, way, number + 1, weight);
    release(mark);
    for (int i = before + 1; rule->repeat && i < successor_count; i++) /* in the order of steps */
        for (int j = i; j > before && successors[j - 1].steps > successors[j].steps; j--) {
            const struct successor other = successors[j];
            successors[j] = successors[j - 1];
            successors[j - 1] = other;
        }
}

/* Every place where the pattern lies. If one of its pieces is rare on the board, only places with that piece are tried. */
static void fit_pattern(const struct rule *rule, const struct way *way, int number) {
    static int *places, place_count;
    const struct part *part = &rule->parts[number];
    const struct way back = {-way->a, -way->b, -way->c, -way->d};
    const int first_place = place_count;
    int rare = -1;
    for (int i = 0; i < part->left.count; i++)
        if (part->left.cells[i].kind == WORD && (rare < 0 || stands[part->left.cells[i].id].count < stands[part->left.cells[rare].id].count))
            rare = i;
    const struct stand *stand = rare < 0 ? NULL : &stands[part->left.cells[rare].id];
    const bool narrow = stand && stand->count < cells / 4;
    for (int i = 0; i < (rule->at >= 0 ? 1 : narrow ? stand->count : cells); i++) {
        const int first = rule->at >= 0 ? rule->at : narrow ? cell_of(&back, stand->cells[i], rare / part->left.columns, rare % part->left.columns) : i;
        if (first >= 0)
            PUSH(places, place_count, first);
    }
    if (narrow && place_count > first_place)
        qsort(places + first_place, (size_t)(place_count - first_place), sizeof *places, compare_ints);
    for (int i = first_place, end = place_count; i < end; i++)
        if (lay(&part->left, way, places[i], 0, part->cells))
            fit_here(rule, way, number, 0);
    place_count = first_place;
}

static void fit_parts(const struct rule *rule, const struct way *way, int number, int64_t weight) {
    const int mark = trail_count;
    struct part *part = &rule->parts[number];
    if (number == rule->part_count) {
        choose(rule, way, 0, weight);
    } else if (part->kind != PATTERN) {
        if (part->kind == CYCLE || fits_word(part->left.cells[0].kind, part->left.cells[0].id, state[cells + part->var]))
            fit_parts(rule, way, number + 1, weight);
        release(mark);
    } else if (rule->on || rule->along) {
        for (int i = 0; i < (rule->on ? 1 : 2 * link_count); i++) {
            const struct link *link = rule->on ? NULL : &links[i / 2];
            for (int j = 0; j < part->left.count; j++)
                part->cells[j] = rule->on ? rule->on[j] : i % 2 == j ? link->from : link->to;
            fit_here(rule, way, number, link ? link->weight : 0);
        }
    } else {
        fit_pattern(rule, way, number);
    }
}

static void fit_string(const struct rule *rule) {
    const struct part *part = rule->parts;
    const int rest = part->left.cells[part->left.count - 1].kind == REST, count = part->left.count - rest;
    const struct drawing left = {1, count, count, part->left.cells};
    for (int first = 0; first + count <= state_length; first++) {
        if ((rule->begin && first) || (rule->end && !rest && first + count < state_length))
            continue;
        for (int i = 0; i < count; i++)
            part->cells[i] = first + i;
        if (fits(&left, part->cells))
            choose(rule, NULL, 0, 0);
        release(0);
    }
}

/* Makes the list of successors. Of several moves to one state the first of the cheapest counts. */
static void expand(void) {
    static int *table;
    size_t slots = 16;
    successor_count = 0;
    byte_count = 0;
    for (int i = 0; i < rule_count; i++)
        for (int way = 0; way < (is_string ? 1 : rules[i].way_count); way++)
            is_string ? fit_string(&rules[i]) : fit_parts(&rules[i], &rules[i].ways[way], 0, 0);
    while (slots < 2 * (size_t)successor_count)
        slots *= 2;
    table = grown(table, slots, sizeof *table);
    memset(table, 0, slots * sizeof *table);
    for (int i = 0; i < successor_count; i++) {
        struct successor *one = &successors[i];
        size_t slot = digest(DIGEST, bytes + one->key, one->length) & (slots - 1);
        for (struct successor *other; table[slot]; slot = (slot + 1) & (slots - 1))
            if ((other = &successors[table[slot] - 1])->length == one->length && memcmp(bytes + one->key, bytes + other->key, one->length) == 0) {
                *(one->distance < other->distance ? &other->is_dead : &one->is_dead) = true;
                break;
            }
        if (!one->is_dead)
            table[slot] = i + 1;
    }
}

/* ---- States in a table: each is a key, and has a distance */

static struct known {
    size_t key, length; /* in `keys` */
    uint64_t distance;
    bool is_listed; /* else it is only known that it must be, at this distance at most */
} *known;
static uint32_t known_count, *known_table; /* 1 + index; at most half full */
static size_t known_slots, key_count, key_room;
static unsigned char *keys;

static size_t known_slot(const unsigned char *key, size_t length) {
    const uint64_t hash = digest(DIGEST, key, length);
    size_t slot = (hash ^ hash >> 32) & (known_slots - 1);
    for (const struct known *other; known_table[slot]; slot = (slot + 1) & (known_slots - 1))
        if ((other = &known[known_table[slot] - 1])->length == length && memcmp(keys + other->key, key, length) == 0)
            break;
    return slot;
}

/* The state of that key; where it is new, it is added with that distance, and not listed. */
static struct known *know(const unsigned char *key, size_t length, uint64_t distance) {
    if (2 * (size_t)known_count >= known_slots) {
        free(known_table);
        known_slots = known_slots ? 2 * known_slots : 1 << 12;
        known_table = zeroed(known_slots, sizeof *known_table);
        for (uint32_t i = 0; i < known_count; i++)
            known_table[known_slot(keys + known[i].key, known[i].length)] = i + 1;
    }
    const size_t slot = known_slot(key, length);
    if (!known_table[slot]) {
        const struct known fresh = {key_count, length, distance, false};
        if (key_count + length > key_room) {
            key_room = 2 * (key_room + length);
            keys = checked(realloc(keys, key_room));
        }
        if (length)
            memcpy(keys + key_count, key, length);
        key_count += length;
        checked(known_count == UINT32_MAX - 1 ? NULL : known_table);
        PUSH(known, known_count, fresh);
        known_table[slot] = known_count;
    }
    return &known[known_table[slot] - 1];
}

/* Makes a state the one at hand. */
static void load(const struct known *one) {
    const unsigned char *key = keys + one->key, *end = key + one->length;
    int place = -1, count = 0;
    for (int i = 0; i < differ_count; i++)
        put(differs[i], start[differs[i]]);
    differ_count = 0;
    own_key = checked(realloc(own_key, one->length + 1));
    own_length = one->length;
    own_distance = one->distance;
    for (size_t i = 0; i < own_length; i++)
        own_key[i] = key[i];
    while (key < end) {
        uint64_t number = 0;
        for (int shift = 0, more = 1; more; shift += 7, more = *key++ > 127)
            number |= (uint64_t)(*key & 127) << shift;
        if (is_string) {
            PUSH(state, count, (int)number);
            continue;
        }
        place += (int)(number / (uint64_t)word_count) + 1;
        put(place, (int)(number % (uint64_t)word_count));
        PUSH(differs, differ_count, place);
    }
    state_length = is_string ? count : start_length;
    change_count = 0;
}

/* The states to be expanded: a heap, the nearest on top, and of these the one that was listed first. */
static struct waiting {
    uint64_t distance, number;
    uint32_t index;
} *heap;
static size_t heap_count, listed_count;
static uint64_t *layers; /* where moves are counted: how many are listed at each distance */
static int layer_count;

static bool is_before(struct waiting a, struct waiting b) {
    return a.distance < b.distance || (a.distance == b.distance && a.number < b.number);
}

static void list_state(struct known *one, uint64_t distance) {
    if (one->is_listed || one->distance < distance)
        fail(1, "state %zu is listed %s", listed_count, one->is_listed ? "twice" : "too far away");
    one->distance = distance;
    one->is_listed = true;
    const struct waiting added = {distance, listed_count++, (uint32_t)(one - known)};
    size_t at = heap_count;
    PUSH(heap, heap_count, added);
    for (; at > 0 && is_before(added, heap[(at - 1) / 2]); at = (at - 1) / 2)
        heap[at] = heap[(at - 1) / 2];
    heap[at] = added;
    for (; counts_moves && (uint64_t)layer_count <= distance;)
        PUSH(layers, layer_count, 0);
    if (counts_moves)
        layers[distance]++;
}

static uint32_t take_nearest(void) {
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
    return first.index;
}

/* ---- The proof */

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

/* Every start is listed: vars that may be any have each of their values. */
static void list_starts(int var) {
    while (var < var_count && !start_any[var])
        var++;
    const int mark = change_count;
    for (int i = 0; var < var_count && i < vars[var].count; i++) {
        put(cells + var, vars[var].list[i]);
        list_starts(var + 1);
        undo(mark);
    }
    if (var < var_count)
        return;
    if (some_line_holds(nevers, never_count))
        fail(2, "the puzzle cannot be read: a start is what must never be");
    byte_count = 0;
    add_key();
    list_state(know(bytes, byte_count, 0), 0);
}

/* Every state that is nearer than the bound is listed, by the first move that leads to it at its distance: the number read
 * says how many successors to pass by, plus one; 0 ends the list. Whatever is passed by must be listed, too, and not
 * farther away than it is here. So no state nearer than the bound is forgotten, and none of them is a goal. */
static bool check_states(bool goals_count) {
    bool found = false;
    list_starts(0);
    uint64_t next = read_gap();
    while (heap_count) {
        load(&known[take_nearest()]);
        if (goals_count && some_line_holds(goals, goal_count)) {
            if (own_distance < bound)
                fail(1, "a goal is nearer than is claimed, at cost %" PRIu64, own_distance >> 24);
            found = true;
        }
        expand();
        for (int i = 0; i < successor_count; i++) {
            const struct successor one = successors[i];
            found |= one.is_goal && !one.is_dead;
            if (one.is_dead || one.distance >= bound)
                continue;
            struct known *state_there = know(bytes + one.key, one.length, one.distance);
            if (next == 1) {
                list_state(state_there, one.distance);
                next = read_gap();
                continue;
            }
            next -= next > 0;
            if (state_there->is_listed && state_there->distance > one.distance)
                fail(1, "a state is listed too far away");
            if (state_there->distance > one.distance)
                state_there->distance = one.distance;
        }
    }
    if (next)
        fail(1, "the proof lists more states than moves lead to");
    if (listed_count != known_count)
        fail(1, "%" PRIu64 " states that moves lead to are left out", (uint64_t)known_count - listed_count);
    proof_at += is_half;
    return found;
}

static void read_all(const char *name, unsigned char **text, size_t *length) {
    FILE *file = strcmp(name, "-") == 0 ? stdin : fopen(name, "rb");
    for (int c; file && (c = getc(file)) != EOF;)
        PUSH(*text, *length, (unsigned char)c);
    if (!file || ferror(file))
        fail(2, "%s cannot be read", name);
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

static void check_layers(const char *line) {
    char *end;
    for (int i = 0; i < layer_count; i++, line = end)
        if (strtoull(line, &end, 10) != layers[i] || end == line)
            fail(1, "at %d moves there are %" PRIu64 " states, not as is claimed", i, layers[i]);
    if (*line != '\n')
        fail(1, "there are %d layers, not as is claimed", layer_count);
}

static void begin_at_start(void) {
    state = grown(NULL, (size_t)start_length, sizeof *state);
    stands = zeroed((size_t)word_count, sizeof *stands);
    stands_at = zeroed((size_t)cells, sizeof *stands_at);
    bytes = grown(NULL, 0, 1);
    keys = zeroed(1, 1);
    state_length = start_length;
    for (int i = 0; i < start_length; i++) {
        state[i] = start[i];
        if (i < cells) {
            stands_at[i] = stands[start[i]].count;
            PUSH(stands[start[i]].cells, stands[start[i]].count, i);
        }
    }
}

int main(int count, char **arguments) {
    static const char head[] = "fewest proof 1\n";
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
    snprintf(check, sizeof check, "check %016" PRIx64 "\n", digest(DIGEST, proof, last));
    if (!line || strcmp((char *)proof + last, check) != 0)
        fail(1, "the proof was changed or cut short: its digest is another");
    read_puzzle(text, length, given, given_length);
    uint64_t cost = 0, free_moves = 0;
    int used = 0;
    const bool unsolvable = strncmp(claim, "claim unsolvable\n", 17) == 0, explored = strncmp(claim, "claim explored ", 15) == 0;
    if (!unsolvable && !explored && (sscanf(claim, "claim solved %" SCNu64 " %" SCNu64 "%n", &cost, &free_moves, &used) != 2 || claim[used] != '\n'))
        fail(1, "the proof claims nothing that is known here");
    if (cost >> 39 || free_moves >> 24 || (within >= 0 && cost > (uint64_t)within))
        fail(1, "a cost that is too large");
    if (!explored && !goals)
        fail(2, "the puzzle has no goal");
    counts_moves = explored;
    bound = explored || (unsolvable && within < 0) ? UINT64_MAX : unsolvable ? (uint64_t)(within + 1) << 24 : cost << 24 | free_moves;
    proof_at = (size_t)(line + 1 - (char *)proof);
    begin_at_start();
    const bool found = check_states(!explored);
    if (proof_at + 1 != last || proof[proof_at] != '\n')
        fail(1, "something is behind the states");
    if (!unsolvable && !explored && !found)
        fail(1, "no goal is that near");
    if (explored)
        check_layers(claim + 15);
    const char *plural = listed_count == 1 ? "" : "s";
    printf("verified: ");
    if (explored)
        printf("%zu state%s, the last after %d move%s\n", listed_count, plural, layer_count - 1, layer_count == 2 ? "" : "s");
    else if (unsolvable)
        printf("no moves lead to a goal%s (%zu state%s)\n", within < 0 ? "" : " within the limit of the puzzle", listed_count, plural);
    else
        printf("a goal is reached at cost %" PRIu64 ", and not below it (%zu state%s)\n", cost, listed_count, plural);
    for (int i = 0; i < 2; i++)
        if (given[i])
            printf("%s: %.*s\n", i ? "goal" : "start", (int)given_length[i], given[i]);
    end(0);
}
