/* fewest-verify: checks a proof that `fewest solve --proof` or `fewest explore --proof` wrote, and says *verified* or the
 * first thing that is wrong. It is meant to be read: it shares no code with the library, needs nothing but the C library
 * (`cc verify.c`), and reads the rules of the puzzle by itself.
 *
 *     fewest-verify PROOF [PUZZLE]     PROOF may be -, standard input; PUZZLE is the file that the proof must be about
 *     fewest-verify --disk DIR …       keeps most of what it must remember of a list there, in a file that is gone at the end
 *     fewest-verify --progress …       says on standard error how many states it has looked at
 *
 * Exit status: 0 verified, 1 the proof is wrong, 2 it cannot be read, 4 no memory. What stands in a proof and why it is one
 * is told in docs/proofs.md; what the rules mean, in docs/language.md, and a text that breaks these rules means nothing here.
 *
 * From the top: words and statements; sums and comparisons; drawings; declarations; rules; starts, goals and what must never
 * be; then every rule is written out as plain moves, which look at some places and change some; states; proofs. */
#include <ctype.h>
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

union front { /* how many items there is room for stands in front of a list */
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
#define RELEASE(list) ((list) ? free((union front *)(void *)(list) - 1) : (void)0)

struct list {
    int *items, count;
};
static void add(struct list *list, int item) { PUSH(list->items, list->count, item); }
static int place_in(const struct list *list, int item) { /* -1: it is not in it */
    int i = list->count - 1;
    while (i >= 0 && list->items[i] != item)
        i--;
    return i;
}
static int compare_ints(const void *a, const void *b) { return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b); }
static void sort(struct list *list) {
    if (list->count > 1)
        qsort(list->items, (size_t)list->count, sizeof *list->items, compare_ints);
}

static uint64_t digest(const void *bytes, size_t length) { /* FNV-1a */
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ ((const unsigned char *)bytes)[i]) * UINT64_C(0x100000001b3);
    return hash;
}

/* ---- Words. Each has one number, and says what it was declared as: 1 + an index; 0: not as this. */

static struct word {
    char *text;
    int length, next; /* next: in its bucket */
    int piece, kind, name, var, cell;
    bool is_value, is_number, is_count; /* is_value: a piece, a kind of floor, or what a var can be; is_count: also 007 */
    bool leaves;                        /* a move replaces this piece */
    int64_t number;
} *words;
static int word_count, buckets[1 << 16]; /* 1 + the number of a word */

static int word_of(const char *text, size_t length) {
    int *bucket = &buckets[digest(text, length) % (1 << 16)];
    for (int i = *bucket; i; i = words[i - 1].next)
        if ((size_t)words[i - 1].length == length && memcmp(words[i - 1].text, text, length) == 0)
            return i - 1;
    struct word word = {.text = zeroed(length, 1), .length = (int)length, .next = *bucket};
    memcpy(word.text, text, length);
    const size_t sign = *word.text == '-', digits = length - sign;
    word.is_count = digits > 0 && digits <= 18 && strspn(word.text + sign, "0123456789") == digits;
    word.is_number = word.is_count && digits <= 15 && (word.text[sign] != '0' || length == 1); /* 01 is a word like any other */
    word.number = word.is_count ? strtoll(word.text, NULL, 10) : 0;
    PUSH(words, word_count, word);
    return (*bucket = word_count) - 1;
}
static int text_word(const char *text) { return word_of(text, strlen(text)); }
static int number_word(int64_t number) {
    char text[32];
    return word_of(text, (size_t)snprintf(text, sizeof text, "%" PRId64, number));
}

static size_t letter_length(const char *text) { /* in bytes */
    size_t length = 1;
    while (((unsigned char)text[length] & 0xc0) == 0x80)
        length++;
    return length;
}
static bool is_letter(int word) { return words[word].length == (int)letter_length(words[word].text); }
static bool is_among(char c, const char *list) { return c && strchr(list, c); }

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

/* Cuts a text into statements. One that was given by hand is a single statement, whose keyword (>= 0) is known. */
static void split_text(const char *text, size_t length, int keyword) {
    static const char known[] = " title board cells links string pieces floor var let names move start goal never within draw ";
    struct token token = {0, 1, true, true};
    char spaced[16];
    if (memchr(text, 0, length))
        fail(2, "the puzzle cannot be read: it is no text");
    if (keyword >= 0)
        PUSH(statements, statement_count, ((struct statement){keyword, token_count, token_count}));
    for (const char *at = text, *end = text + length, *first; at < end;) {
        first = at++;
        if (*first == ';') {
            while (at < end && *at != '\n')
                at++;
            continue;
        }
        if (is_among(*first, " \t\r\v\f\n")) {
            token.space = true, token.line |= *first == '\n', token.row += *first == '\n';
            continue;
        }
        while (!is_among(*first, ":,/()") && at < end && !is_among(*at, " \t\r\v\f\n;:,/()"))
            at++;
        token.word = word_of(first, (size_t)(at - first));
        const bool begins = keyword < 0 && (first == text || first[-1] == '\n');
        snprintf(spaced, sizeof spaced, " %s ", words[token.word].text);
        if (begins ? !strstr(known, spaced) || (at < end && is_among(*at, ":,/()")) : !statement_count)
            fail(2, "the puzzle cannot be read: `%s` in line %d is no statement", words[token.word].text, token.row);
        if (begins)
            PUSH(statements, statement_count, ((struct statement){token.word, token_count, token_count}));
        else
            PUSH(tokens, token_count, token), statements[statement_count - 1].end = token_count;
        token.line = token.space = begins;
    }
}

static bool is(int token, int end, const char *text) { return token < end && strcmp(words[tokens[token].word].text, text) == 0; }
static int word_at(int token, int end) {
    need(token < end, token);
    return tokens[token].word;
}
static int count_at(int token, int end, int64_t least, int64_t most) {
    const struct word *word = &words[word_at(token, end)];
    need(word->is_count && word->number >= least && word->number <= most, token);
    return (int)word->number;
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

static void join_words(int at, int end, char text[64]) {
    size_t used = 0;
    for (*text = 0; at < end && used + (size_t)words[tokens[at].word].length + 2 < 64; at++)
        used += (size_t)sprintf(text + used, used ? " %s" : "%s", words[tokens[at].word].text);
}

/* ---- What is declared, and the state at hand. On a board there are places, the cells and behind them the vars; what is in one is
 * told by a pair: the place, times a power of two, and which of all that can be there. A string is a list of letters. */

static struct name {
    struct list list;
    bool ring, rest;
    int bound; /* the word that it stands for; -1: none as yet */
} *names;
static struct link {
    int from, to, weight;
} *links;
static struct list *domains; /* what can stand in a cell; then what each var can be: this number is words[].var */
static int name_count, domain_count, link_count, rows, columns, cells; /* 0: no board */
static bool wraps_rows, wraps_columns, has_cells, is_string, any_letter;
static int64_t longest = -1, within = -1; /* -1: no bound */
static int wall = -1, *ground;            /* the kind of floor of each cell; NULL: there is no floor */
static int *state, bits;                  /* the pair in each place; how many bits of a pair are not its place */
static struct list shown;                 /* the state as it is kept: see Spaces */

static int domain_of(int place) { return place < cells || is_string ? 0 : place - cells + 1; }
static int place_of(int pair) { return pair >> bits; }
static int word_in(int pair) { return domains[domain_of(pair >> bits)].items[pair & ((1 << bits) - 1)]; }
static int word_here(int place) { return is_string ? shown.items[place] : word_in(state[place]); }

/* ---- Sums and comparisons, of names in moves and of vars in goals. They are worked out where they stand. */

struct value {
    int word; /* -1: a number that need not be a word */
    bool is_number;
    int64_t number;
};
enum source { OF_MOVE, OF_COST, OF_GOAL };  /* names are added, names and the weight of a link, or vars */
enum { ANY = -1, NONE = -2, UNKNOWN = -3 }; /* in place of a word: `_`; what cannot be there; what is not understood */
static struct list left_names, used_names;  /* of the rule that is read: on its left sides, and elsewhere */
static int64_t link_weight;

static struct value word_value(int word) { return (struct value){word, words[word].is_number, words[word].number}; }
static struct value number_value(uint64_t number) { return (struct value){-1, true, (int64_t)number}; }

/* The word that a name stands for; while the names of a rule are only collected, any. */
static int name_word(int name, bool left) {
    struct list *list = left ? &left_names : &used_names;
    if (place_in(list, name) < 0)
        add(list, name);
    return names[name].bound >= 0 ? names[name].bound : names[name].list.items[0];
}

/* Terms joined by + and -, made of factors joined by *. Factors are names (of a goal, vars) and whole numbers; with the name
 * of a ring, the rest are steps around it. 0: it is no sum, 1: it is one without a name, 2: with names. */
static int sum_of(const char *text, enum source source, struct value *value) {
    const int star = text_word("*");
    const bool times = source != OF_GOAL && !any_letter && !words[star].is_value;
    const struct word *lone = &words[text_word(text)];
    const bool declared = source == OF_GOAL ? lone->var : lone->name; /* even if there is a `-` inside it */
    const bool minus = *text == '-' && !declared;
    const char *at = text + minus;
    uint64_t total = 0, term = minus ? UINT64_MAX : 1;
    int ring = -1, factors = 0, kind = 1;
    for (bool more = true; more; at += more, factors++) {
        const size_t length = declared ? strlen(at) : strcspn(at, times ? "+-*" : "+-");
        const int id = word_of(at, length), name = source == OF_GOAL ? -1 : words[id].name - 1;
        *value = word_value(id);
        if (source == OF_GOAL && words[id].var)
            *value = word_value(state ? word_here(cells + words[id].var - 1) : id);
        else if (name >= 0 && !names[name].rest)
            *value = word_value(name_word(name, false)), kind = 2, ring = names[name].ring ? name : ring;
        else if (source == OF_COST && (words[id].is_count || strcmp(words[id].text, "weight") == 0))
            *value = number_value((uint64_t)(words[id].is_count ? words[id].number : link_weight));
        else if (!value->is_number)
            return 0;
        term *= name >= 0 && names[name].ring ? 0 : (uint64_t)value->number;
        at += length;
        more = *at;
        if (*at != '*')
            total += term, term = *at == '-' ? UINT64_MAX : 1;
    }
    if (ring >= 0) {
        const struct list *list = &names[ring].list;
        const int64_t place = place_in(list, name_word(ring, false)) + (int64_t)total % list->count;
        *value = word_value(list->items[(place + list->count) % list->count]);
    } else if (factors > 1 || minus) {
        *value = number_value(total);
    }
    return kind;
}

static bool is_free(int token, int end, const char *text) { /* a word of the language, and nothing that was declared */
    const struct word *word = is(token, end, text) && !is_string ? &words[tokens[token].word] : NULL;
    return word && !word->is_value && !word->name && !word->var;
}

static bool stands_for(int id, int word, bool of_floor) { /* a name stands for all of its list that can be there */
    if (!words[id].name || (of_floor ? words[id].kind : words[id].piece))
        return id == word;
    return (of_floor || word != wall) && place_in(&names[words[id].name - 1].list, word) >= 0;
}

/* `count P`, `count P on F`, `count P in row N`: how many cells there are with that piece (`_`: with any). *at is moved past it. */
static struct value counted(int *at, int end) {
    const int piece = word_at(*at + 1, end), first = *at + 2;
    const bool any = is(*at + 1, end, "_"), on = is(first, end, "on"), in = is(first, end, "in"), row = in && is(first + 1, end, "row");
    const int floor = on ? word_at(first + 1, end) : -1, line = in ? count_at(first + 2, end, 1, row ? rows : columns) - 1 : -1;
    uint64_t found = 0;
    need(!in || row || is(first + 1, end, "column"), first);
    *at = first + (on ? 2 : in ? 3 : 0);
    for (int cell = 0; state && cell < cells; cell++)
        found += (!on || (ground && stands_for(floor, ground[cell], true))) && (any || stands_for(piece, word_here(cell), false)) &&
                 (!in || line == (row ? cell / columns : cell % columns));
    return number_value(found);
}

/* One side of a comparison: a word, or a sum of which + and - may stand apart. */
static struct value side_of(int at, int end, enum source source) {
    struct value sum = {0}, one;
    need(at < end, at);
    for (bool begins = true; at < end; begins = false) {
        const uint64_t sign = !begins && is(at, end, "-") ? UINT64_MAX : 1;
        need(begins || sign > 1 || is(at, end, "+"), at);
        const int id = word_at(at += !begins, end);
        const struct word *word = &words[id];
        const bool weighs = source == OF_COST && strcmp(word->text, "weight") == 0; /* even if a piece is called so */
        if (source == OF_GOAL && (is_free(at, end, "count") || is_free(at, end, "every")))
            one = counted(&at, end);
        else if (!weighs && (word->is_value || word->is_number || (any_letter && is_letter(id))) && !(source == OF_GOAL ? word->var : word->name))
            one = word_value(id), at++;
        else
            need(sum_of(word->text, source, &one), at++);
        sum = begins ? one : number_value((uint64_t)sum.number + sign * (uint64_t)one.number);
    }
    return sum;
}

struct comparison { /* tokens; middle: the operator, 0: it is no comparison */
    int at, middle, end;
};
static size_t operator_length(const char *text) {
    return is_among(*text, "<>!") && text[1] == '=' ? 2 : is_among(*text, "=<>") ? 1 : 0;
}

/* Copies these tokens behind all others, cut at operators. What was declared is not cut, and in a move nothing behind the operator. */
static struct comparison cut_at_operator(int at, int end, enum source source) {
    struct comparison found = {token_count, 0, 0};
    for (const int first = at; at < end; at++) {
        struct token token = tokens[at];
        const struct word word = words[token.word];
        const bool is_counted = source == OF_GOAL && at > first && (is_free(at - 1, end, "count") || is_free(at - 1, end, "on"));
        for (const char *text = word.text; *text; text += words[token.word].length) {
            const bool whole = word.is_value || word.name || word.var || (source != OF_GOAL && found.middle);
            const size_t cut = operator_length(text), length = whole ? strlen(text) : cut ? cut : 1 + strcspn(text + 1, "=<>!");
            token.word = word_of(text, length);
            if (cut == length && !found.middle && token_count > found.at && !(is_counted && text == word.text))
                found.middle = token_count;
            PUSH(tokens, token_count, token);
        }
    }
    found.end = token_count;
    found.middle = found.middle + 1 < found.end ? found.middle : 0;
    return found;
}

static bool comparison_holds(struct comparison c, enum source source) {
    const struct value a = side_of(c.at, c.middle, source), b = side_of(c.middle + 1, c.end, source);
    const char *sign = words[tokens[c.middle].word].text;
    const bool numbers = a.is_number && b.is_number, equal = numbers ? a.number == b.number : a.word >= 0 && a.word == b.word;
    if (*sign == '=' || *sign == '!')
        return equal == (*sign == '=');
    return (equal && sign[1] == '=') || (numbers && !equal && (a.number < b.number) == (*sign == '<'));
}

/* What follows `where`: conditions joined by commas, or, and; not and parentheses. Only parentheses, so many of them, make it deep. */
static bool formula_holds(int at, int end, int level, int parentheses) {
    static const char *const joints[] = {",", "or", "and"};
    need(at < end && parentheses < 200, at);
    if (level < 3) { /* all are read, so that all names are seen */
        bool holds = level != 1;
        for (int joint; at <= end; at = joint + 1) {
            joint = find(at, end, joints[level]);
            const bool part = formula_holds(at, joint, level + 1, parentheses);
            holds = level == 1 ? holds || part : holds && part;
        }
        return holds;
    }
    bool wanted = true;
    for (; is(at, end, "not"); at++)
        wanted = !wanted;
    if (is(at, end, "(") && is(end - 1, end, ")"))
        return formula_holds(at + 1, end - 1, 0, parentheses + 1) == wanted;
    const int mark = token_count;
    const struct comparison comparison = cut_at_operator(at, end, OF_MOVE);
    need(comparison.middle, at);
    const bool holds = comparison_holds(comparison, OF_MOVE);
    token_count = mark;
    return holds == wanted;
}

/* ---- Drawings. The names of a move are bound while it is read, so that its drawings hold words only. */

struct cell {
    int piece, floor; /* words, or ANY */
};
struct drawing {
    int rows, columns, count;
    struct cell *cells;
};
enum side { LEFT, RIGHT, STATE, FLOOR }; /* of a move; of a start, a goal or a never; of the floor */

/* The value as a word that can stand in a cell (domain 0) or be a value of that var. */
static int possible(struct value value, int domain) {
    const int word = value.word >= 0 ? value.word : number_word(value.number);
    return (domain == 0 && any_letter ? is_letter(word) : place_in(&domains[domain], word) >= 0) ? word : NONE;
}

/* What a word means in a cell or a var. */
static int meaning(int id, int domain, enum side side) {
    const int name = words[id].name - 1;
    struct value value;
    if (side == FLOOR ? words[id].kind : domain ? place_in(&domains[domain], id) >= 0 : words[id].piece)
        return id;
    if (name >= 0 && (side == STATE || names[name].rest))
        return id;
    if (name >= 0)
        return side == LEFT ? name_word(name, true) : possible(word_value(name_word(name, false)), domain);
    if (strcmp(words[id].text, "_") == 0)
        return ANY;
    if (side == RIGHT && strpbrk(words[id].text + 1, "+-*") && sum_of(words[id].text, OF_MOVE, &value) == 2)
        return possible(value, domain);
    return UNKNOWN;
}

static bool read_cell(int id, enum side side, struct cell *cell) {
    *cell = (struct cell){meaning(id, 0, side), ANY};
    const char *text = words[id].text, *bar = ground && side != RIGHT ? text : NULL;
    while (cell->piece == UNKNOWN && bar && (bar = strchr(bar + 1, '|')) && bar[1]) { /* P|F */
        const int floor = text_word(bar + 1), name = words[floor].name - 1;
        if (!words[floor].kind && name < 0)
            continue;
        cell->piece = meaning(word_of(text, (size_t)(bar - text)), 0, side);
        cell->floor = words[floor].kind || side == STATE ? floor : name_word(name, true);
    }
    return cell->piece != UNKNOWN;
}

static struct drawing read_drawing(int at, int end, enum side side) {
    struct drawing drawing = {0};
    for (int begun = 0; at <= end; at++) { /* begun: cells before this row */
        const bool bar = is(at, end, "/");
        if ((at == end || bar || tokens[at].line) && drawing.count > begun) {
            need(drawing.rows++ == 0 || drawing.count - begun == drawing.columns, at - 1);
            drawing.columns = drawing.count - begun;
            begun = drawing.count;
        }
        if (at == end || bar)
            continue;
        struct cell cell;
        const bool as_one = read_cell(tokens[at].word, side, &cell);
        const char *text = words[tokens[at].word].text;
        for (size_t length; *text; text += length) { /* else every letter is a cell */
            length = as_one ? strlen(text) : letter_length(text);
            const int letter = word_of(text, length);
            if (!as_one && !read_cell(letter, side, &cell)) {
                need(any_letter, at);
                cell.piece = letter;
            }
            PUSH(drawing.cells, drawing.count, cell);
        }
    }
    return drawing;
}

/* ---- Declarations */

/* The words of a list; ranges are written out. */
static struct list read_list(int at, int end) {
    struct list list = {0};
    for (; at < end; at++) {
        const int id = tokens[at].word;
        const char *text = words[id].text, *dots = strstr(text + 1, "..");
        const int first = dots ? word_of(text, (size_t)(dots - text)) : id, last = dots ? text_word(dots + 2) : id;
        const int a = dots == text + 1 && words[id].length == 4 ? (unsigned char)*text : 0, z = a ? (unsigned char)text[3] : 0;
        const bool letters = (islower(a) && islower(z)) || (isupper(a) && isupper(z));
        const bool numbers = dots && words[first].is_number && words[last].is_number;
        need(words[last].number - words[first].number < 10000, at);
        for (char c = (char)a; letters && c <= z; c++)
            add(&list, word_of(&c, 1));
        for (int64_t n = words[first].number, most = words[last].number; numbers && n <= most; n++)
            add(&list, number_word(n));
        if (!letters && !numbers)
            add(&list, id);
    }
    return list;
}

static int cell_number(int id) { /* counted from 1; 0: it is none */
    return has_cells ? words[id].cell : words[id].is_count && words[id].number > 0 && words[id].number <= cells ? (int)words[id].number : 0;
}
static bool is_pair(int at, int end) { /* ROW,COLUMN */
    return is(at + 1, end, ",") && !tokens[at + 1].space && at + 2 < end && !tokens[at + 2].space &&
           words[tokens[at].word].is_count && words[tokens[at + 2].word].is_count;
}

/* Cells by their names, their numbers or ROW,COLUMN. */
static struct list cells_of(int at, int end) {
    struct list found = {0};
    for (; at < end; at++) {
        const bool pair = !has_cells && is_pair(at, end);
        const struct list range = read_list(at, pair ? at : at + 1);
        for (int i = 0; i < range.count; i++) {
            need(cell_number(range.items[i]) > 0, at);
            add(&found, cell_number(range.items[i]) - 1);
        }
        if (pair)
            add(&found, (count_at(at, end, 1, rows) - 1) * columns + count_at(at + 2, end, 1, columns) - 1), at += 2;
    }
    return found;
}

/* `board 3 x 4`, `board 3x4`, `board 7`, and `wrapped` behind it. */
static void read_board(int at, int end) {
    char text[64];
    join_words(at, end, text);
    const int found = sscanf(text, "%9d x %9d", &rows, &columns);
    if (found == 1)
        columns = rows, rows = 1;
    need(found > 0 && rows > 0 && columns > 0 && rows <= (1 << 24) / columns, at);
    wraps_rows = strstr(text, "wrapped") && !strstr(text, "left-right");
    wraps_columns = strstr(text, "wrapped") && !strstr(text, "up-down");
}

static void read_cells(int at, int end) {
    const struct list list = read_list(at, end);
    for (int i = 0; i < list.count; i++)
        words[list.items[i]].cell = i + 1;
    rows = 1, columns = list.count, has_cells = true;
}

static void read_string(int at, int end) {
    is_string = any_letter = true;
    longest = at < end ? count_at(at, end, 0, 1 << 24) : -1;
}

static void read_within(int at, int end) {
    within = words[word_at(at, end)].number;
    need(words[tokens[at].word].is_count && within >= 0 && within <= INT64_C(1) << 38, at);
}

static void read_domain(int number, int at, int end) {
    domains[number] = read_list(at, end);
    need(domains[number].count > 0, at);
    for (int i = 0; i < domains[number].count; i++)
        words[domains[number].items[i]].is_value = true;
}
static void read_pieces(int at, int end) {
    read_domain(0, at, end);
    for (int i = 0; i < domains->count; i++)
        words[domains->items[i]].piece = i + 1;
    any_letter = false;
}
static void read_var(int at, int end) {
    need(is(at + 1, end, "="), at);
    words[tokens[at].word].var = domain_count;
    PUSH(domains, domain_count, (struct list){0});
    read_domain(domain_count - 1, at + 2, end);
}

/* The kinds stand on the first line, the drawing below it. The first kind is the wall, which is also a piece. */
static void read_floor(int at, int end) {
    int drawn = at < end ? at + 1 : end;
    while (drawn < end && !tokens[drawn].line)
        drawn++;
    const struct list kinds = read_list(at, drawn);
    need(kinds.count > 0 && cells > 0, at);
    for (int i = 0; i < kinds.count; i++)
        words[kinds.items[i]].kind = i + 1, words[kinds.items[i]].is_value = true;
    wall = kinds.items[0];
    const struct drawing drawing = read_drawing(drawn, end, FLOOR);
    need(drawing.rows == rows && drawing.columns == columns, drawn);
    ground = zeroed((size_t)cells, sizeof *ground);
    for (int i = 0; i < cells; i++)
        ground[i] = drawing.cells[i].piece;
    add(domains, wall);
    words[wall].piece = domains->count;
}

/* A link is cut at the hyphen where there is a cell on both sides. */
static void read_links(int at, int end) {
    for (; at < end; at++) {
        const char *text = words[tokens[at].word].text;
        struct link link = {-1, -1, 1};
        for (const char *cut = strchr(text, '-'); cut; cut = strchr(cut + 1, '-')) {
            const int from = cell_number(word_of(text, (size_t)(cut - text))), to = cell_number(text_word(cut + 1));
            if (from && to)
                link.from = from - 1, link.to = to - 1;
        }
        need(link.from >= 0, at);
        if (is(at + 1, end, ":"))
            link.weight = count_at(at + 2, end, 0, 1000000000), at += 2;
        PUSH(links, link_count, link);
    }
}

static void read_let(int at, int end) {
    const int equals = find(at, end, "=");
    const bool ring = is(equals + 1, end, "ring"), rest = is_string && equals + 2 == end && is(equals + 1, end, "rest");
    const struct name name = {read_list(equals + 1 + ring, end), ring, rest, -1};
    need(name.list.count > 0, at);
    for (; at < equals; at++)
        if (!is(at, end, ",")) {
            PUSH(names, name_count, name);
            words[tokens[at].word].name = name_count;
        }
}

/* ---- Rules. One is read again for each choice of its names, which gives a variant of it. */

struct way {
    int a, b, c, d; /* the cell in row r and column q of a drawing lies a*r + b*q rows and c*r + d*q columns further */
};
enum { ANY_DIRECTION = 1, LEFT_RIGHT = 2, UP_DOWN = 4, MIRRORED = 8, DIAGONAL = 16,
       REPEAT = 32, UNTIL_BLOCKED = 64, ALONG_LINKS = 128, AT_BEGIN = 256, AT_END = 512 };
struct part {                   /* a pattern, the value of a var, or a cycle */
    struct drawing left, right; /* of a value, one cell each */
    struct list places, from;   /* of a value, its place; of a cycle, its cells and where their contents come from */
    bool is_laid;               /* a pattern, which may lie in several places */
};
struct variant {
    struct part *parts;
    int64_t cost;
};
static struct rule {
    int body, where, end, cost;               /* tokens */
    int asked, at, part_count, variant_count; /* at: a cell; -1: anywhere */
    struct list on, chosen;                   /* the cells that it is on; the names that are chosen */
    struct variant *variants;
} *rules;
static int rule_count;
static bool *turns; /* by cell: it is part of a cycle */

/* How a pattern may lie, in the order of moves. What is sought is also looked for as drawn, and along diagonals only downwards. */
static int ways_of(int asked, bool sought, struct way ways[12]) {
    static const struct way turns[] = {{0, -1, 1, 0}, {0, 1, -1, 0}, {-1, 0, 0, -1}, {1, 0, 0, 1}};
    static const struct way slants[] = {{0, -1, 0, -1}, {0, -1, 0, 1}, {0, 1, 0, -1}, {0, 1, 0, 1}};
    const bool turned = asked & (ANY_DIRECTION | LEFT_RIGHT | UP_DOWN);
    int count = 0;
    for (int i = 0; i < (asked & MIRRORED ? 8 : 4); i++) {
        const struct way way = turns[i % 4], mirror = turned ? (struct way){-way.a, way.b, -way.c, way.d} : (struct way){1, 0, 0, -1};
        if (turned ? asked & (ANY_DIRECTION | (i % 4 < 2 ? UP_DOWN : LEFT_RIGHT)) : i % 4 == 3 && (sought || !(asked & DIAGONAL)))
            ways[count++] = i < 4 ? way : mirror;
    }
    for (int i = sought && !turned ? 2 : 0; i < 4 && asked & DIAGONAL; i++)
        ways[count++] = slants[i];
    return count;
}

/* One item of a head: a qualifier, or the name of the move, which does not matter here. */
static void read_qualifier(struct rule *rule, int at, int end, bool first) {
    static const char *const known[] = {"any direction", "left or right", "up or down", "mirrored", "diagonal",
                                        "repeat", "until blocked", "along links", "at begin", "at end"};
    struct list there = {0};
    char text[64];
    int i = 0;
    join_words(at, end, text);
    while (i < (is_string ? 10 : 8) && strcmp(text, known[i]) != 0)
        i++;
    if (i < (is_string ? 10 : 8))
        rule->asked |= 1 << i;
    else if ((is(at, end, "at") || is(at, end, "on")) && end - at > 1)
        there = cells_of(at + 1, end), need(there.count > 0, at);
    else if (is(at, end, "cost") && end - at == 2)
        rule->cost = at + 1;
    else
        need(first && end - at == 1, at);
    if (there.count && is(at, end, "at"))
        rule->at = *there.items;
    else if (there.count)
        rule->on = there;
}

static struct part read_part(int at, int end) {
    struct part part = {0};
    const int arrow = find(at, end, "->"), var = words[word_at(at, end)].var;
    if (var && arrow == at + 2 && (end == arrow || end == arrow + 2)) {
        const int left = meaning(tokens[at + 1].word, var, LEFT), right = arrow < end ? meaning(tokens[arrow + 1].word, var, RIGHT) : ANY;
        need(left >= 0 && right != UNKNOWN, at + 1);
        add(&part.places, cells + var - 1);
        PUSH(part.left.cells, part.left.count, ((struct cell){left, ANY}));
        PUSH(part.right.cells, part.right.count, ((struct cell){right, ANY}));
    } else if (is(at, end, "cycle") && arrow == end) {
        for (int close; ++at < end; at = close) {
            for (close = at; close < end && !is(close, end, ")");)
                close++;
            const struct list cycle = cells_of(at + 1, close);
            for (int i = 0; i < cycle.count; i++)
                add(&part.from, cycle.items[i]), add(&part.places, cycle.items[(i + 1) % cycle.count]);
        }
    } else {
        part = (struct part){.is_laid = true, .left = read_drawing(at, arrow, LEFT), .right = read_drawing(arrow + 1, end, RIGHT)};
        const bool same = part.left.rows == part.right.rows && part.left.columns == part.right.columns;
        need(part.left.count > 0 && (is_string ? part.right.rows < 2 && part.left.rows == 1 : same), at);
        for (int i = 0; i < part.right.count; i++) /* what is not tested is not changed */
            need(part.right.cells[i].piece == ANY ? same : is_string || part.left.cells[i].piece != ANY, at);
    }
    return part;
}

/* The rule as it is with its names bound as they are. False: it is no move. */
static bool read_variant(struct rule *rule, struct variant *variant) {
    const struct value plain = number_value(rule->asked & ALONG_LINKS ? (uint64_t)link_weight : 1);
    const struct value cost = rule->cost ? side_of(rule->cost, rule->cost + 1, OF_COST) : plain;
    bool good = true;
    *variant = (struct variant){.cost = cost.number};
    rule->part_count = 0;
    for (int at = rule->body, comma; at < rule->where; at = comma + 1) {
        comma = find(at, rule->where, ",");
        const struct part part = read_part(at, comma);
        for (int i = 0; i < part.right.count; i++)
            good = good && part.right.cells[i].piece != NONE;
        PUSH(variant->parts, rule->part_count, part);
    }
    good = (rule->where == rule->end || formula_holds(rule->where + 1, rule->end, 0, 0)) && good;
    for (int number = 0; good && !is_string && number < rule->part_count; number++) {
        const struct part *part = &variant->parts[number];
        for (int i = 0; part->is_laid && i < part->right.count; i++)
            if (part->right.cells[i].piece >= 0 && part->right.cells[i].piece != part->left.cells[i].piece)
                words[part->left.cells[i].piece].leaves = true;
        for (int i = 0; i < part->from.count; i++)
            turns[part->from.items[i]] = true;
    }
    return good && cost.is_number && cost.number >= 0 && cost.number <= 1000000000;
}

/* Every choice of the names from that one on, the last one changing fastest. */
static void read_variants(struct rule *rule, int next) {
    struct name *name = next < rule->chosen.count ? &names[rule->chosen.items[next]] : NULL;
    struct variant variant;
    if (!name && read_variant(rule, &variant))
        PUSH(rule->variants, rule->variant_count, variant);
    for (int i = 0; name && i < name->list.count; i++) {
        name->bound = name->list.items[i];
        read_variants(rule, next + 1);
        name->bound = -1;
    }
}

static void read_move(int at, int end) {
    struct rule rule = {.at = -1, .body = at, .end = end};
    struct variant first; /* shows what names there are, and what shape it has */
    int colon = at, patterns = 0;
    while (colon < end && !(is(colon, end, ":") && (colon + 1 == end || tokens[colon + 1].space)))
        colon++;
    rule.body = colon < end ? colon + 1 : at;
    for (int item = at, next; colon < end && item < colon; item = next + 1) {
        for (next = item; next < colon && (!is(next, colon, ",") || (next > item && is_pair(next - 1, colon)));)
            next++;
        read_qualifier(&rule, item, next, item == at);
    }
    rule.where = find(rule.body, end, "where");
    link_weight = 1;
    turns = turns ? turns : zeroed((size_t)cells, sizeof *turns);
    left_names.count = used_names.count = 0;
    read_variant(&rule, &first);
    for (int i = 0; i < rule.part_count; i++) {
        const struct part *part = &first.parts[i];
        const int count = rule.asked & ALONG_LINKS ? 2 : rule.on.count;
        patterns += part->is_laid;
        need(part->is_laid ? !count || count == part->left.count : !is_string, at);
        need(!part->from.count || !(rule.asked & (REPEAT | UNTIL_BLOCKED)), at);
    }
    const bool is_bare = !(rule.asked & (REPEAT | UNTIL_BLOCKED | ALONG_LINKS)) && !rule.on.count && rule.at < 0 && !is_string;
    need(rule.part_count > 0 && (patterns == 1 || is_bare), at);
    for (int i = 0; i < left_names.count + used_names.count; i++) {
        const int name = i < left_names.count ? left_names.items[i] : used_names.items[i - left_names.count];
        if (place_in(&rule.chosen, name) < 0)
            add(&rule.chosen, name);
    }
    read_variants(&rule, 0);
    PUSH(rules, rule_count, rule);
}

/* ---- Starts, goals and what must never be: lines of conditions, one of which must hold */

static struct condition { /* a comparison, or a pattern with the places that it may lie on */
    bool wanted, ends;    /* ends: it is the last one of its line */
    struct comparison compared;
    struct drawing drawing;
    struct list places; /* one after the other */
    int lies, asked;    /* how many times; of a string AT_BEGIN and AT_END */
} *starts, *goals, *nevers;
static int start_count, goal_count, never_count;
static int *start, start_length; /* the piece of each cell, then the value of each var, or ANY; of a string its letters */

/* Where the cell in that row and column of a drawing lies; -1: beyond an edge. */
static int cell_of(const struct way *way, int first, int row, int column) {
    int64_t r = first / columns + (int64_t)way->a * row + (int64_t)way->b * column;
    int64_t q = first % columns + (int64_t)way->c * row + (int64_t)way->d * column;
    r = wraps_rows ? (r % rows + rows) % rows : r;
    q = wraps_columns ? (q % columns + columns) % columns : q;
    return r < 0 || q < 0 || r >= rows || q >= columns ? -1 : (int)(r * columns + q);
}

/* Lays a drawing with its first cell there, so many steps further. False: it does not lie on the board, or on a cell twice. */
static bool lay(const struct drawing *drawing, const struct way *way, int first, int steps, struct list *to) {
    const int begin = to->count;
    bool good = true;
    for (int i = 0; good && i < drawing->count; i++) {
        const int cell = cell_of(way, first, i / drawing->columns, i % drawing->columns + steps);
        const struct list before = {begin ? to->items + begin : to->items, to->count - begin};
        good = cell >= 0 && !((wraps_rows || wraps_columns) && i && place_in(&before, cell) >= 0);
        add(to, cell);
    }
    to->count = good ? to->count : begin;
    return good;
}

/* `somewhere` and `nowhere`, with all places where the pattern may lie. */
static void read_sought(struct condition *condition, int at, int colon, int end) {
    struct rule rule = {0};
    struct way ways[12];
    need(is(at, end, "somewhere") || is(at, end, "nowhere"), at);
    condition->wanted = is(at, end, "somewhere");
    for (int comma = at + 1, next; comma < colon; comma = next) {
        next = find(comma + 1, colon, ",");
        read_qualifier(&rule, comma + 1, next, false);
    }
    condition->asked = rule.asked;
    condition->drawing = read_drawing(colon + 1, end, STATE);
    need(condition->drawing.count > 0, colon);
    condition->lies = 0;
    for (int i = 0, count = ways_of(rule.asked, true, ways); !is_string && i < count * cells; i++)
        condition->lies += lay(&condition->drawing, &ways[i / cells], i % cells, 0, &condition->places);
}

/* `every P on F` and `every F has P` compare counts: every P on F = every P, every P on F = every _ on F. */
static void read_every(struct condition *condition, int at, int end) {
    const bool has = is(at + 2, end, "has");
    need(end - at == 4 && (has || is(at + 2, end, "on")), at);
    const int every = tokens[at].word, on = text_word("on");
    const int piece = tokens[at + (has ? 3 : 1)].word, floor = tokens[at + (has ? 1 : 3)].word;
    const int sides[] = {every, piece, on, floor, text_word("="), every, has ? text_word("_") : piece, on, floor};
    condition->compared = (struct comparison){token_count, token_count + 4, token_count + (has ? 9 : 7)};
    for (int i = 0; i < (has ? 9 : 7); i++)
        PUSH(tokens, token_count, ((struct token){.word = sides[i]}));
}

static void add_cell(struct condition *condition, struct cell cell, int place) {
    PUSH(condition->drawing.cells, condition->drawing.count, cell);
    add(&condition->places, place);
}

static struct condition read_condition(int at, int end) {
    struct condition condition = {.wanted = true, .lies = 1, .asked = AT_BEGIN | AT_END};
    bool turned = false;
    for (; is(at, end, "not") && end - at > 1 && !words[tokens[at].word].is_value && !words[tokens[at].word].name; at++)
        turned = !turned;
    const int id = word_at(at, end), var = words[id].var, colon = find(at, end, ":"), mark = token_count;
    if (end - at == 3 && is(at + 1, end, "is") && (var || (words[id].cell && !words[tokens[at + 1].word].piece))) { /* V is p, C is p */
        struct cell cell = {var ? meaning(tokens[at + 2].word, var, STATE) : ANY, ANY};
        if (cell.piece == UNKNOWN && is(at + 2, end, "any"))
            cell.piece = ANY; /* of a start */
        need(var ? cell.piece != UNKNOWN : read_cell(tokens[at + 2].word, STATE, &cell), at + 2);
        add_cell(&condition, cell, var ? cells + var - 1 : words[id].cell - 1);
    } else if (colon < end) {
        read_sought(&condition, at, colon, end);
    } else if (is_free(at, end, "every")) {
        read_every(&condition, at, end);
    } else {
        struct value value;
        condition.compared = cut_at_operator(at, is_string ? at : end, OF_GOAL);
        const struct word *first = &words[tokens[is_string ? at : mark].word];
        if (!is_free(mark, token_count, "count") && (first->is_number || is_string || !sum_of(first->text, OF_GOAL, &value)))
            condition.compared.middle = 0; /* then it is a drawing */
        if (condition.compared.middle)
            comparison_holds(condition.compared, OF_GOAL); /* can it be read? */
        else
            token_count = mark;
        const struct drawing board = read_drawing(at, condition.compared.middle ? at : end, STATE);
        need(condition.compared.middle || (is_string ? board.rows == 1 : board.rows == rows && board.columns == columns), at);
        for (int i = 0; i < board.count; i++)
            if (is_string || board.cells[i].piece != ANY || board.cells[i].floor != ANY)
                add_cell(&condition, board.cells[i], i);
    }
    condition.wanted = condition.wanted != turned;
    return condition;
}

/* Where `or` is a piece, too, it joins what is whole and no drawing. */
static bool joins(int begin, int at) {
    while (is(begin, at, "not"))
        begin++;
    const char *text = begin < at ? words[tokens[begin].word].text : "";
    const bool apart = is(begin + 1, at, "is") || (begin + 1 < at && operator_length(words[tokens[begin + 1].word].text) > 0);
    const int first = word_of(text, strcspn(text, "=<>!+-"));
    const bool told = words[first].var || is(begin, at, "count") || is(begin, at, "every");
    return told && at - begin >= (apart ? 3 : 1);
}

static void read_lines(struct condition **conditions, int *count, int at, int end) {
    const int id = text_word("or");
    const bool is_declared = words[id].is_value || words[id].name;
    for (int begin = at, colon = -1; at <= end; at++) {
        int first = begin;
        while (is(first, end, "not"))
            first++;
        if (at == begin && (is(first, end, "somewhere") || is(first, end, "nowhere")))
            colon = find(first, end, ":"); /* commas before it belong to the pattern */
        const bool ends = at == end || (is(at, end, "or") && (!is_declared || joins(begin, at)));
        if (!ends && !is(at, end, "and") && !(is(at, end, ",") && at > colon))
            continue;
        struct condition condition = read_condition(begin, at);
        condition.ends = ends;
        PUSH(*conditions, *count, condition);
        begin = at + 1;
    }
}
static void read_goal(int at, int end) { read_lines(&goals, &goal_count, at, end); }
static void read_never(int at, int end) { read_lines(&nevers, &never_count, at, end); }

/* The word that a line wants in each place; ANY: it does not say. */
static int *wanted_by(const struct condition *c, int places) {
    int *wanted = zeroed((size_t)places, sizeof *wanted);
    for (int place = 0; place < places; place++)
        wanted[place] = ANY;
    for (bool ends = false; !ends; ends = c++->ends) {
        const int middle = c->compared.middle, piece = middle > 3 ? tokens[middle - 3].word : ANY;
        const bool every = middle && is(middle + 1, c->compared.end, "every") && is(middle + 2, c->compared.end, "_"); /* every F has P */
        for (int place = 0; c->wanted && every && place < cells && ground && words[piece].piece; place++)
            if (wanted[place] == ANY && stands_for(tokens[middle - 1].word, ground[place], true))
                wanted[place] = piece;
        for (int i = 0; !middle && c->wanted && c->lies == 1 && i < c->drawing.count; i++) {
            const int place = is_string ? i : c->places.items[i], word = c->drawing.cells[i].piece;
            const bool is_name = word >= 0 && words[word].name && place_in(&domains[domain_of(place)], word) < 0;
            if (place < places && wanted[place] == ANY && word >= 0 && !is_name)
                wanted[place] = word;
        }
    }
    return wanted;
}

static void read_start(int at, int end) {
    need(!start, at);
    read_lines(&starts, &start_count, at, end);
    start_length = is_string ? starts->drawing.count : cells + domain_count - 1;
    start = wanted_by(starts, start_length);
    for (int place = 0; place < (is_string ? start_length : cells); place++) {
        need(!is_string || start[place] != ANY, at);
        if (start[place] == ANY)
            start[place] = ground && ground[place] == wall ? wall : text_word(".");
    }
}

/* ---- The puzzle */

/* A matrix of 0 (free) and 1 (wall) is a maze, from the top left to the bottom right: the puzzle that it stands for. */
static char *written_out(const char *matrix, size_t *length) {
    char *from = zeroed(*length, 1), *to = zeroed(*length, 1), *text = zeroed(2 * *length + 200, 1);
    int row_count = 0, in_row = 0, in_first = 0;
    size_t last = 0;
    for (size_t i = 0; i < *length; i++) {
        const bool digit = is_among(matrix[i], "01"), ends = is_among(matrix[i], "\r\n");
        if (!digit && !ends && !is_among(matrix[i], " \t"))
            fail(2, "the puzzle cannot be read: it is no matrix of 0 and 1");
        from[i] = ends ? '/' : digit && row_count == 0 && matrix[i] == '0' ? '@' : matrix[i];
        to[i] = digit ? '_' : from[i];
        row_count += digit && !in_row;
        in_row = ends ? 0 : in_row + digit;
        in_first += row_count == 1 && digit;
        last = digit ? i : last;
    }
    to[last] = '@';
    *length = (size_t)sprintf(text, "board %d x %d\npieces @ 0 1\nmove any direction: @ 0 -> 0 @\nstart %s\ngoal %s\n",
                              row_count, in_first, from, to);
    return text;
}

/* What is given replaces the start or the goals of the text. */
static void read_puzzle(const char *text, size_t length, const char *given[2], const size_t given_length[2]) {
    static const struct {
        const char *keyword;
        void (*read)(int at, int end);
    } readers[] = {{"board", read_board}, {"cells", read_cells}, {"string", read_string}, {"within", read_within}, {"pieces", read_pieces},
                   {"floor", read_floor}, {"links", read_links}, {"let", read_let}, {"var", read_var}, {"move", read_move},
                   {"start", read_start}, {"goal", read_goal}, {"never", read_never}};
    const size_t mark = length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    text += mark, length -= mark;
    if (is_among(text[strspn(text, " \t\r\n")], "01"))
        text = written_out(text, &length);
    split_text(text, length, -1);
    const int own = statement_count;
    for (int i = 0; i < 2; i++)
        if (given[i])
            split_text(given[i], given_length[i], text_word(i ? "goal" : "start"));
    PUSH(domains, domain_count, (struct list){0});
    for (int i = 0; i < 13; i++)
        for (int j = 0, seen = 0; j < statement_count; j++) {
            const char *keyword = words[statements[j].keyword].text;
            const bool replaced = j < own && ((given[0] && strcmp(keyword, "start") == 0) || (given[1] && strcmp(keyword, "goal") == 0));
            if (replaced || strcmp(keyword, readers[i].keyword) != 0)
                continue;
            need(i > 5 || seen++ == 0, statements[j].first); /* declared once */
            readers[i].read(statements[j].first, statements[j].end);
            cells = rows * columns;
        }
    if (rule_count == 0 || !start || (is_string ? cells + domain_count > 1 : !start_length))
        fail(2, "the puzzle has no move or no start");
}

/* ---- What holds in the state at hand */

static struct list trail; /* names that are bound */

static bool fits_word(int id, int found, bool of_floor) {
    const int name = id < 0 || (of_floor && words[id].kind) ? -1 : words[id].name - 1;
    if (id == ANY || id == found || name < 0)
        return id == ANY || id == found;
    if (names[name].bound >= 0 || place_in(&names[name].list, found) < 0)
        return names[name].bound == found;
    names[name].bound = found;
    add(&trail, name);
    return true;
}

static bool fits(const struct condition *c, int number) {
    for (int i = 0; i < c->drawing.count; i++) {
        const struct cell *cell = &c->drawing.cells[i];
        const int place = is_string ? number + i : c->places.items[number * c->drawing.count + i];
        if (!fits_word(cell->piece, word_here(place), false) || (cell->floor != ANY && !fits_word(cell->floor, ground[place], true)))
            return false;
    }
    return true;
}

/* Whether the line holds from that condition on. Names are chosen by all that is wanted; then nothing may be found of what is not. Only
 * where a name is chosen, another choice may have to be tried: so this is never deeper than there are names. */
static bool line_holds(const struct condition *line, const struct condition *c, bool of_wanted) {
    while (c) {
        const bool again = c->ends && of_wanted, next_wanted = of_wanted && !again, is_due = of_wanted == (c->wanted || c->compared.middle);
        const struct condition *next = again ? line : c->ends ? NULL : c + 1;
        const int mark = trail.count, last = is_string ? shown.count - c->drawing.count : c->lies - 1;
        bool found = false;
        if (is_due && c->compared.middle && comparison_holds(c->compared, OF_GOAL) != c->wanted)
            return false;
        for (int i = 0; is_due && !c->compared.middle && !found && i <= last; i++) {
            const bool lies = !is_string || !((c->asked & AT_BEGIN && i) || (c->asked & AT_END && i < last));
            found = lies && fits(c, i);
            const bool chosen = found && of_wanted && trail.count > mark, holds = chosen && line_holds(line, next, next_wanted);
            while (trail.count > mark)
                names[trail.items[--trail.count]].bound = -1;
            if (holds)
                return true;
            found = found && !chosen;
        }
        if (is_due && !c->compared.middle && found != of_wanted)
            return false;
        c = next, of_wanted = next_wanted;
    }
    return true;
}

static bool some_line_holds(const struct condition *conditions, int count) {
    bool begins = true, found = false;
    for (int i = 0; i < count && !found; begins = conditions[i++].ends)
        found = begins && line_holds(&conditions[i], &conditions[i], true);
    return found;
}

/* ---- Moves: every variant of every rule at every place, in the order of moves. A move looks for a pair in some places, and puts
 * one in some of these; a cycle copies what is in a place to another. */

struct move {
    int first, count, copies, blocks; /* in the pool: what it looks for; what it puts there, or ANY; copies, to and from; what must
                                       * not be there all at once */
    int64_t cost;
};
static int *pool, pool_count, pair_count, *start_pairs, move_count;
static struct move *moves;
static struct sketch { /* of a move, by place: the words there before and after it, and the step that puts the latter */
    int before, after, step;
} *sketch;
static struct list touched, copied, *spots; /* places of the sketch; copies, to and from; where each part lies */

static bool is_fixed(int place) { return place < cells && (start[place] == wall || (!words[start[place]].leaves && !turns[place])); }

/* -1: it can never be there. */
static int pair_of(int place, int word) {
    const int index = place < cells ? words[word].piece - 1 : place_in(&domains[domain_of(place)], word);
    const bool never = index < 0 || (place < cells && (is_fixed(place) ? word != start[place] : word == wall));
    return never ? -1 : place << bits | index;
}

static void number_pairs(void) {
    start_pairs = zeroed((size_t)start_length, sizeof *start_pairs);
    sketch = zeroed((size_t)start_length, sizeof *sketch);
    for (int i = 0; i < domain_count; i++)
        while (domains[i].count > 1 << bits)
            bits++;
    checked((int64_t)start_length << bits > 1 << 30 ? NULL : sketch);
    pair_count = start_length << bits;
    for (int place = 0; place < start_length; place++) {
        sketch[place] = (struct sketch){ANY, ANY, -1};
        start_pairs[place] = start[place] == ANY ? place << bits : pair_of(place, start[place]);
        if (start_pairs[place] < 0)
            fail(2, "the puzzle cannot be read: `%s` cannot stand there", words[start[place]].text);
    }
}

/* In the order of the places that they lead to. */
static void sort_copies(const struct move *move) {
    if (move->copies)
        qsort(pool + move->first + 2 * move->count, (size_t)move->copies, 2 * sizeof *pool, compare_ints);
}

/* Makes a move of the sketch. False: it changes nothing. */
static bool add_move(int64_t cost) {
    struct move move = {.first = pool_count, .cost = cost, .copies = copied.count / 2};
    bool changes = move.copies > 0;
    sort(&touched);
    for (int i = 0; i < 2 * touched.count; i++) { /* first all that it looks for, then all that it puts */
        const int place = touched.items[i % touched.count], looks = i < touched.count;
        const struct sketch s = sketch[place];
        const bool puts = !looks && s.step >= 0 && (move.copies || s.after != s.before);
        if (is_fixed(place))
            continue;
        PUSH(pool, pool_count, looks ? pair_of(place, s.before) : puts ? pair_of(place, s.after) : ANY);
        move.count += looks;
        changes |= puts;
    }
    for (int i = 0; i < copied.count; i++)
        PUSH(pool, pool_count, copied.items[i]);
    sort_copies(&move);
    if (pool_count > 1 << 30)
        fail(4, "there are too many moves");
    if (changes)
        PUSH(moves, move_count, move);
    return changes;
}

/* One step: first all parts look, then they put. False: it is not possible, or changes nothing. */
static bool do_step(const struct rule *rule, const struct variant *variant, const struct way *way, int step) {
    static struct list further;
    bool changes = !(rule->asked & (REPEAT | UNTIL_BLOCKED));
    for (int i = 0; i < 2 * rule->part_count; i++) {
        const struct part *part = &variant->parts[i % rule->part_count];
        const int *places = spots[i % rule->part_count].items, looks = i < rule->part_count;
        further.count = 0;
        if (step && !part->is_laid)
            continue; /* values change once */
        if (step && !lay(&part->left, way, *places, step, &further))
            return false;
        places = step ? further.items : places;
        for (int j = 0; j < part->left.count; j++) {
            const struct cell left = part->left.cells[j];
            const int word = looks ? left.piece : part->right.cells[j].piece;
            struct sketch *s = &sketch[places[j]];
            if ((looks && left.floor != ANY && ground[places[j]] != left.floor) || (word != ANY && pair_of(places[j], word) < 0))
                return false;
            if (word == ANY)
                continue;
            if (looks && s->before == ANY)
                s->before = s->after = word, add(&touched, places[j]);
            if (s->after != word && (looks || s->step == step))
                return false; /* something else is there; or another part puts something else there */
            if (!looks)
                s->after = word, s->step = step, changes |= part->is_laid && word != left.piece;
        }
        for (int j = 0; !looks && j < part->from.count; j++) {
            if (is_fixed(places[j]) || is_fixed(part->from.items[j]))
                return false;
            add(&copied, places[j]), add(&copied, part->from.items[j]);
        }
    }
    return changes;
}

/* The move of so many steps, if it is one. */
static void write_move(const struct rule *rule, const struct variant *variant, const struct way *way, int steps) {
    bool good = true;
    for (int step = 0; good && step < steps; step++)
        good = do_step(rule, variant, way, step);
    if (good && add_move(variant->cost) && rule->asked & UNTIL_BLOCKED) {
        struct move *move = &moves[move_count - 1];
        const int mark = touched.count;
        good = do_step(rule, variant, way, steps); /* it must not be possible to go on */
        for (int i = mark; good && i < touched.count; i++)
            if (!is_fixed(touched.items[i]))
                PUSH(pool, pool_count, pair_of(touched.items[i], sketch[touched.items[i]].before)), move->blocks++;
        move_count -= good && move->blocks == 0;
    }
    for (int i = 0; i < touched.count; i++)
        sketch[touched.items[i]] = (struct sketch){ANY, ANY, -1};
    touched.count = copied.count = 0;
}

/* Every place of the patterns from that part on; then every number of steps, and every variant. */
static void place_parts(const struct rule *rule, const struct way *way, int number) {
    const struct part *parts = rule->variants->parts, *part = &parts[number];
    if (number < rule->part_count && (!part->is_laid || rule->on.count)) {
        spots[number] = part->is_laid ? rule->on : part->places;
        place_parts(rule, way, number + 1);
    } else if (number < rule->part_count) {
        for (int first = rule->at < 0 ? 0 : rule->at; first < (rule->at < 0 ? cells : rule->at + 1); first++) {
            spots[number].count = 0;
            if (lay(&part->left, way, first, 0, &spots[number]))
                place_parts(rule, way, number + 1);
        }
    } else {
        int most = 1, pattern = 0;
        while (pattern < rule->part_count - 1 && !parts[pattern].is_laid)
            pattern++;
        for (int first = spots[pattern].count ? *spots[pattern].items : 0, next; rule->asked & (REPEAT | UNTIL_BLOCKED); most++) /* to the edge, or once round */
            if ((next = cell_of(way, first, 0, most)) < 0 || next == first)
                break;
        for (int i = 0; i < most * rule->variant_count; i++)
            write_move(rule, &rule->variants[i % rule->variant_count], way, i / rule->variant_count + 1);
    }
}

/* Every move of the rule. Along links the cost may depend on the link, so that the rule is read again for each. */
static void write_rule(struct rule *rule) {
    struct way ways[12];
    const int along = rule->asked & ALONG_LINKS, count = along ? 2 * link_count : ways_of(rule->asked, false, ways);
    spots = zeroed((size_t)rule->part_count, sizeof *spots);
    for (int i = 0; i < count; i++) {
        if (along) {
            const struct link link = links[i / 2];
            link_weight = link.weight;
            rule->on.count = rule->variant_count = 0;
            add(&rule->on, i % 2 ? link.to : link.from), add(&rule->on, i % 2 ? link.from : link.to);
            read_variants(rule, 0);
        }
        if (rule->variant_count)
            place_parts(rule, along ? NULL : &ways[i], 0);
    }
}

/* ---- Spaces. A state is a list of items: the pairs that are not as in the origin of its space, or the letters of a string.
 * Beside the space of the puzzle there are smaller ones, in which several pairs of a place look alike (see Tables). */

static const uint64_t far = UINT64_MAX;
struct known {
    uint64_t distance;
    size_t key;     /* in `keys`; it ends where the next one begins */
    int position;   /* among the successors that are at hand */
    bool is_listed; /* else it is only known that it must be, at this distance at most */
};
static struct space {
    int *origin, *image;      /* by place; by pair: what it looks like */
    struct move *moves;       /* as many as `moves` */
    int *bucket, *bucket_at;  /* moves by one of the pairs that they look for, if it is not in the origin */
    bool is_small;            /* what must never be, and what blocks a move, is forgotten */
    struct known *known;
    uint32_t count, next;     /* next: from both ends, the first one of the last layer */
    uint64_t *table;          /* 1 + the number of a state, and half of its hash; at most half full */
    size_t slots, key_count;
    unsigned char *keys;
} whole, *here = &whole, *tables; /* tables: with the cost from each of their states to a goal as its distance */
static int width, table_count;    /* width: bytes of an item */
static struct list own, after;    /* the state at hand, a successor */
static struct space near;      /* of a list: the successors of the state at hand */
static bool adds, counts_moves, found_goal, lists; /* tables are added; each move counts as one; a goal was seen at the bound; it is a list */
static uint64_t bound;
static bool shows_progress;

static bool is_left_out(const struct space *space, int place) { /* whatever is there looks the same */
    int index = domains->count - 1;
    while (index > 0 && space->image[place << bits] == space->image[place << bits | index])
        index--;
    return index <= 0;
}

static bool counts_in(const struct space *space, const struct move *move) { /* whether it changes anything there */
    const int *looks = pool + move->first, *puts = looks + move->count, *copies = puts + move->count;
    bool changes = false;
    for (int i = 0; i < move->count; i++)
        changes |= puts[i] >= 0 && (space->image[looks[i]] != space->image[puts[i]] || move->copies);
    for (int i = 0; i < 2 * move->copies; i += 2) {
        if (is_left_out(space, copies[i + 1]) && !is_left_out(space, copies[i]))
            fail(2, "a table leaves out a cell of a cycle, and not all of it");
        changes |= !is_left_out(space, copies[i]);
    }
    return changes;
}

/* Each move is tried only in states that have a pair which it looks for and the origin has not: the one with the fewest. */
static void sort_moves(struct space *space) {
    int *chosen = zeroed((size_t)move_count, sizeof *chosen);
    space->bucket_at = zeroed((size_t)pair_count + 2, sizeof *space->bucket_at);
    space->bucket = zeroed((size_t)move_count, sizeof *space->bucket);
    int *number = space->bucket_at + 2; /* of moves by pair; those with none stand first, under the pair -1 */
    for (int i = 0; i < move_count; i++) {
        const struct move *move = &space->moves[i];
        chosen[i] = counts_in(space, move) ? -1 : -2;
        for (int j = move->first; chosen[i] > -2 && j < move->first + move->count; j++) {
            const int pair = space->image[pool[j]];
            if (space->origin[place_of(pair)] != pair && (chosen[i] < 0 || number[pair] < number[chosen[i]]))
                chosen[i] = pair;
        }
        if (chosen[i] > -2)
            number[chosen[i]]++;
    }
    for (int pair = 0; pair <= pair_count; pair++)
        space->bucket_at[pair + 1] += space->bucket_at[pair];
    for (int i = 0; i < move_count; i++)
        if (chosen[i] > -2)
            space->bucket[space->bucket_at[chosen[i] + 1]++] = i;
    free(chosen); /* now bucket_at[pair] is where the bucket of the pair begins, and [-1 + 1 = 0] where that of -1 ends */
}

/* Makes these items the state at hand. They must stay until others are shown. */
static void show(struct list items) {
    for (int i = 0; !is_string && i < shown.count; i++)
        state[place_of(shown.items[i])] = here->origin[place_of(shown.items[i])];
    for (int i = 0; !is_string && i < items.count; i++)
        state[place_of(items.items[i])] = items.items[i];
    shown = items;
}

static bool after_meets(const struct condition *conditions, int count) {
    if (count == 0)
        return false;
    show(after);
    const bool found = some_line_holds(conditions, count);
    show(own);
    return found;
}

struct key {
    const unsigned char *bytes;
    size_t length;
};
static struct key key_of(const struct space *space, uint32_t number) {
    const size_t end = number + 1 < space->count ? space->known[number + 1].key : space->key_count, first = space->known[number].key;
    return (struct key){space->keys + first, end - first};
}

/* The items as bytes, until others are packed. */
static struct key pack(const struct list *items) {
    static unsigned char *bytes;
    bytes = grown(bytes, (size_t)items->count * (size_t)width, 1);
    unsigned char *at = bytes;
    for (int i = 0; i < items->count; i++)
        for (int j = 0; j < width; j++)
            *at++ = (unsigned char)((unsigned)items->items[i] >> 8 * j);
    return (struct key){bytes, (size_t)(at - bytes)};
}

static void unpack(struct key key, struct list *items) {
    items->count = 0;
    for (size_t i = 0; i < key.length; i += (size_t)width) {
        unsigned item = 0;
        for (int j = 0; j < width; j++)
            item |= (unsigned)key.bytes[i + (size_t)j] << 8 * j;
        add(items, (int)item);
    }
}

static uint64_t hash_of(struct key key) {
    uint64_t hash = key.length, part;
    for (size_t i = 0; i < key.length; i += sizeof part, hash ^= hash >> 29) {
        part = 0;
        memcpy(&part, key.bytes + i, key.length - i < sizeof part ? key.length - i : sizeof part);
        hash = (hash ^ part) * UINT64_C(0x9e3779b97f4a7c15);
    }
    return hash;
}

/* Where the key with that hash is in the table, or would be. Half of the hash stands there beside its number. */
static uint64_t *slot_of(const struct space *space, struct key key, uint64_t hash) {
    size_t slot = (hash ^ hash >> 32) & (space->slots - 1);
    for (uint64_t other; (other = space->table[slot]); slot = (slot + 1) & (space->slots - 1)) {
        const struct key found = (uint32_t)(other >> 32) == (uint32_t)hash ? key_of(space, (uint32_t)other - 1) : (struct key){NULL, SIZE_MAX};
        if (found.length == key.length && (!key.length || memcmp(found.bytes, key.bytes, key.length) == 0))
            break;
    }
    return &space->table[slot];
}

/* The number of the state among all that are known there. If it is new, it is added with that distance. */
static uint32_t know(struct space *space, struct key key, uint64_t distance) {
    if (2 * (size_t)space->count >= space->slots) {
        free(space->table);
        space->slots = space->slots ? 2 * space->slots : 1 << 6;
        space->table = zeroed(space->slots, sizeof *space->table);
        for (uint32_t i = 0; i < space->count; i++) {
            const uint64_t hash = hash_of(key_of(space, i));
            *slot_of(space, key_of(space, i), hash) = hash << 32 | (i + 1);
        }
    }
    const uint64_t hash = hash_of(key);
    uint64_t *slot = slot_of(space, key, hash);
    if (!*slot) {
        checked(space->count >= INT32_MAX ? NULL : space->table);
        PUSH(space->known, space->count, ((struct known){.distance = distance, .key = space->key_count}));
        space->keys = grown(space->keys, space->key_count + key.length, 1);
        if (key.length)
            memcpy(space->keys + space->key_count, key.bytes, key.length);
        space->key_count += key.length;
        *slot = hash << 32 | space->count;
    }
    return (uint32_t)*slot - 1;
}

static bool is_known(const struct space *space, struct key key) { return space->slots && *slot_of(space, key, hash_of(key)); }

static void forget_all(struct space *space) {
    space->count = 0, space->key_count = 0;
    if (space->slots)
        memset(space->table, 0, space->slots * sizeof *space->table);
}

/* Whether the successor at hand must never be. What is known was looked at before. */
static bool is_forbidden(void) {
    return never_count > 0 && !here->is_small && !is_known(here, pack(&after)) && after_meets(nevers, never_count);
}

/* Makes a state the one at hand. */
static void load(struct key key) {
    show((struct list){0});
    unpack(key, &own);
    show(own);
}

/* Turns to another space, at its origin. */
static void enter(struct space *space) {
    here = space, own.count = 0, shown = (struct list){0};
    for (int place = 0; !is_string && place < start_length; place++)
        state[place] = space->origin[place];
}

/* What the move makes of the state at hand, which it fits. False: it changes nothing, or puts two things in one place. */
static bool make(const struct move *move) {
    static struct list changed;
    const int *put = pool + move->first + move->count, *copy = put + move->count, mask = (1 << bits) - 1;
    bool changes = false;
    changed.count = after.count = 0;
    for (int i = 0; i < move->count; i++)
        if (put[i] >= 0)
            add(&changed, here->image[put[i]]);
    const int puts = changed.count;
    for (int i = 0; i < 2 * move->copies; i += 2)
        add(&changed, here->image[copy[i] << bits | (state[copy[i + 1]] & mask)]);
    if (puts && move->copies) /* each of them is in the order of places */
        sort(&changed);
    for (int i = 0, j = 0; i < own.count || j < changed.count;) { /* both are in the order of places */
        const int place = j < changed.count ? place_of(changed.items[j]) : INT32_MAX;
        if (i < own.count && place_of(own.items[i]) < place) {
            add(&after, own.items[i++]);
            continue;
        }
        const int pair = changed.items[j];
        i += i < own.count && place_of(own.items[i]) == place;
        for (; j < changed.count && place_of(changed.items[j]) == place; j++)
            if (changed.items[j] != pair)
                return false;
        changes |= pair != state[place];
        if (pair != here->origin[place])
            add(&after, pair);
    }
    return changes;
}

static bool is_same(const struct list *a, const struct list *b) {
    return a->count == b->count && (!a->count || memcmp(a->items, b->items, (size_t)a->count * sizeof *a->items) == 0);
}

/* What a rule makes of the string at hand, with its left side at that place. */
static bool rewrite(int asked, const struct part *part, int first) {
    const struct drawing *left = &part->left, *right = &part->right;
    const int last = left->cells[left->count - 1].piece, name = last >= 0 ? words[last].name - 1 : -1;
    const int rest = name >= 0 && names[name].rest ? last : UNKNOWN;
    const int behind = first + left->count - (rest >= 0);
    after.count = 0;
    if (behind > own.count || (asked & AT_BEGIN && first) || (asked & AT_END && rest < 0 && behind < own.count))
        return false;
    for (int i = first; i < behind; i++)
        if (left->cells[i - first].piece != ANY && left->cells[i - first].piece != own.items[i])
            return false;
    for (int i = 0; i < first; i++)
        add(&after, own.items[i]);
    for (int i = 0; i <= right->count; i++) { /* behind it, what was behind the left side */
        const int word = i < right->count ? right->cells[i].piece : rest < 0 ? rest : NONE;
        if (word == ANY && first + i >= own.count)
            return false;
        if (word == ANY || (word >= 0 && word != rest))
            add(&after, word == ANY ? own.items[first + i] : word);
        for (int j = behind; word == rest && j < own.count && after.count < 1 << 24; j++)
            add(&after, own.items[j]);
    }
    return (longest < 0 || after.count <= longest) && !is_same(&after, &own);
}

static void take_image(const struct space *table, const struct list *items, struct list *to) {
    to->count = 0;
    for (int i = 0; i < items->count; i++)
        if (table->image[items->items[i]] != table->origin[place_of(items->items[i])])
            add(to, table->image[items->items[i]]);
}

/* Costs are added in front of the number of free moves, which must not become a cost. */
static uint64_t added(uint64_t a, uint64_t b) {
    const uint64_t most_free = (UINT64_C(1) << 24) - 1;
    if (a >= far - b)
        fail(1, "the costs are too large to be added up");
    if (!counts_moves && (a & most_free) + (b & most_free) > most_free)
        fail(1, "there are too many free moves to be added up");
    return a + b;
}

/* The least that the tables leave to be paid from the successor at hand; 0 where there are none. */
static uint64_t remaining(void) {
    static struct list items;
    uint64_t sum = 0;
    for (int i = 0; here == &whole && i < table_count; i++) {
        struct space *table = &tables[i];
        take_image(table, &after, &items);
        const struct key key = pack(&items);
        const uint64_t number = *slot_of(table, key, hash_of(key));
        const uint64_t left = number ? table->known[(uint32_t)number - 1].distance : 0;
        if (left == far)
            return far;
        sum = adds ? added(sum, left) : left > sum ? left : sum;
    }
    return sum;
}

/* The successors that are nearer than the bound, in the order of moves; each once, by the first of the cheapest moves. With tables
 * they are those from which a goal may be within the bound. */
static struct successor {
    uint32_t number;
    uint64_t distance, left;
    bool is_dead;
} *successors;
static int successor_count;

static uint64_t weight_of(int64_t cost) { return cost == 0 || counts_moves ? 1 : (uint64_t)cost << 24; }

static void add_successor(uint64_t distance, int64_t cost) {
    struct space *space = lists ? &near : here;
    struct successor one = {.distance = added(distance, weight_of(cost)), .left = remaining()};
    if (one.distance == bound && !found_goal && !tables)
        found_goal = after_meets(goals, goal_count) && !after_meets(nevers, never_count);
    const bool is_near = tables ? one.left != far && added(one.distance, one.left) <= bound : one.distance < bound;
    if (!is_near || is_forbidden())
        return;
    one.number = know(space, pack(&after), one.distance);
    struct known *there = &space->known[one.number];
    if (there->position < successor_count && successors[there->position].number == one.number) {
        struct successor *other = &successors[there->position];
        if (other->distance <= one.distance)
            return;
        other->is_dead = true;
    }
    there->position = successor_count;
    PUSH(successors, successor_count, one);
}

static bool looks_at(const int *pairs, int count) {
    for (int i = 0; i < count; i++)
        if (state[place_of(pairs[i])] != here->image[pairs[i]])
            return false;
    return true;
}

/* The moves that fit the state at hand, in their order. */
static void find_fitting(struct list *fitting) {
    static uint64_t looked_at;
    if (++looked_at % (1 << 20) == 0 && shows_progress)
        fprintf(stderr, "fewest-verify: %" PRIu64 " states so far\n", looked_at);
    fitting->count = 0;
    for (int i = -1; !is_string && i < own.count; i++) {
        const int pair = i < 0 ? -1 : own.items[i];
        for (int j = pair < 0 ? 0 : here->bucket_at[pair]; j < here->bucket_at[pair + 1]; j++) {
            const struct move *move = &here->moves[here->bucket[j]];
            const int *looks = pool + move->first, *blocks = looks + 2 * move->count + 2 * move->copies;
            if (looks_at(looks, move->count) && (here->is_small || !move->blocks || !looks_at(blocks, move->blocks)))
                add(fitting, here->bucket[j]);
        }
    }
    sort(fitting);
}

static void expand(uint64_t distance) {
    static struct list fitting;
    successor_count = 0;
    forget_all(&near);
    find_fitting(&fitting);
    for (int i = 0; i < fitting.count; i++)
        if (make(&here->moves[fitting.items[i]]))
            add_successor(distance, here->moves[fitting.items[i]].cost);
    for (const struct rule *rule = rules; is_string && rule < rules + rule_count; rule++)
        for (int first = 0; first <= own.count; first++)
            for (int i = 0; i < rule->variant_count; i++)
                if (rewrite(rule->asked, rule->variants[i].parts, first))
                    add_successor(distance, rule->variants[i].cost);
}

/* Every start is known: vars that may be any have each of their values. */
static void know_starts(int place) {
    while (place < start_length && start[place] != ANY)
        place++;
    if (place == start_length && is_forbidden())
        fail(2, "the puzzle cannot be read: a start is what must never be");
    if (place == start_length)
        know(&whole, pack(&after), 0);
    for (int i = 0; place < start_length && i < domains[domain_of(place)].count; i++) {
        if (i > 0)
            add(&after, place << bits | i);
        know_starts(place + 1);
        after.count -= i > 0;
    }
}

static void write_moves(void) {
    if (!is_string)
        number_pairs();
    for (struct rule *rule = rules; rule < rules + rule_count && !is_string; rule++)
        write_rule(rule);
    const int most = is_string ? word_count : pair_count;
    width = most < 1 << 8 ? 1 : most < 1 << 16 ? 2 : 4;
    state = zeroed((size_t)start_length, sizeof *state);
    whole = (struct space){.origin = start_pairs, .image = zeroed((size_t)pair_count, sizeof *whole.image), .moves = moves};
    for (int pair = 0; pair < pair_count; pair++)
        whole.image[pair] = pair;
    if (!is_string)
        sort_moves(&whole);
    enter(&whole);
    for (int i = 0; is_string && i < start_length; i++)
        add(&after, start[i]);
    know_starts(0);
}

/* ---- The proof, which is read once, byte by byte */

static FILE *proof;
static uint64_t proof_digest, digest_before; /* of all that was read; of all before the last line that was */
static bool is_half; /* the lower half of the byte was read */

static unsigned char next_byte(void) {
    const int byte = getc(proof);
    if (byte == EOF)
        fail(ferror(proof) ? 2 : 1, ferror(proof) ? "the proof cannot be read" : "the proof is cut short");
    proof_digest = (proof_digest ^ (unsigned char)byte) * UINT64_C(0x100000001b3);
    return (unsigned char)byte;
}

static char *read_line(void) {
    static char *line;
    size_t length = 0;
    digest_before = proof_digest;
    do
        PUSH(line, length, (char)next_byte());
    while (line[length - 1] != '\n');
    line[length - 1] = 0;
    if (strlen(line) + 1 != length)
        fail(1, "a line of the proof is no text");
    return line;
}

/* The last line, which was read. */
static void check_digest(const char *line) {
    char right[32];
    snprintf(right, sizeof right, "check %016" PRIx64, digest_before);
    if (strcmp(line, right) != 0 || getc(proof) != EOF)
        fail(1, "the proof was changed or cut short: its digest is another");
}

/* A number in halves of bytes, three bits in each, the lowest first; the fourth bit says that more follow. */
static uint64_t read_gap(void) {
    static unsigned byte;
    uint64_t number = 0;
    for (int shift = 0; shift < 63; shift += 3) {
        byte = is_half ? byte >> 4 : next_byte();
        is_half = !is_half;
        number |= (uint64_t)(byte & 7) << shift;
        if (!(byte & 8))
            return number;
    }
    fail(1, "a number in the proof is too large");
}

/* ---- Bytes that wait: what comes in first goes out first. If there is a folder, most of them wait in a file there. */

enum { CHUNK = 1 << 13 };
struct pipe {
    unsigned char *in, *out;
    size_t filled, at, end; /* bytes in `in`; the next one in `out`, and behind its last */
    struct chunk {          /* in between */
        long at;
        size_t length;
    } *chunks;
    size_t count, first;    /* of the chunks; the first of them that was not taken */
};
static const char *folder;  /* NULL: all stays in memory */
static FILE *disk;          /* the file in the folder, which has no name any more */
static long disk_end;

static void open_disk(void) {
    char name[4096];
    for (int i = 0; i < 10000 && !disk; i++) {
        snprintf(name, sizeof name, "%s/fewest-verify-%d", folder, i);
        disk = fopen(name, "w+bx");
    }
    if (!disk)
        fail(4, "no file can be made in %s", folder);
    remove(name);
}

static void give(struct pipe *pipe, const void *bytes, size_t length) {
    pipe->in = grown(pipe->in, pipe->filled + length, 1);
    if (length)
        memcpy(pipe->in + pipe->filled, bytes, length);
    pipe->filled += length;
    if (!folder || pipe->filled < CHUNK)
        return;
    if (!disk)
        open_disk();
    if (fseek(disk, disk_end, SEEK_SET) != 0 || fwrite(pipe->in, 1, pipe->filled, disk) != pipe->filled)
        fail(4, "a file in %s cannot be written", folder);
    PUSH(pipe->chunks, pipe->count, ((struct chunk){disk_end, pipe->filled}));
    disk_end += (long)pipe->filled;
    pipe->filled = 0;
}

/* Takes as much as was given at once. False: there is nothing. */
static bool take(struct pipe *pipe, void *bytes, size_t length) {
    if (pipe->at == pipe->end && pipe->first < pipe->count) {
        const struct chunk chunk = pipe->chunks[pipe->first++];
        pipe->out = grown(pipe->out, chunk.length, 1);
        if (fseek(disk, chunk.at, SEEK_SET) != 0 || fread(pipe->out, 1, chunk.length, disk) != chunk.length)
            fail(4, "a file in %s cannot be read", folder);
        pipe->at = 0, pipe->end = chunk.length;
    } else if (pipe->at == pipe->end) {
        unsigned char *empty = pipe->out;
        pipe->out = pipe->in, pipe->in = empty;
        pipe->at = 0, pipe->end = pipe->filled;
        pipe->filled = pipe->count = pipe->first = 0;
    }
    const bool is_there = pipe->at < pipe->end;
    if (is_there)
        memcpy(bytes, pipe->out + pipe->at, length);
    pipe->at += is_there ? length : 0;
    return is_there;
}

/* ---- Proofs by a list */

enum { PARTS = 256 };
struct note { /* what is said of a state, which stands behind it */
    uint64_t distance, order;
    size_t length;
};
static struct lane { /* the states that moves of one weight led to: they are listed in the order of their distance */
    uint64_t weight;
    struct pipe pipe;
    struct note next;
    bool has_next;
} *lanes;
static struct pipe parts[PARTS]; /* notes on states of the other parts; where they are not in memory */
static int lane_count;
static size_t part_at_hand, listed_count, layer_count, listed_here;
static uint64_t *layers; /* where moves are counted: how many are listed at each distance */

/* That a state is listed at that distance (order is its number, from 1), or (order 0) that it must be, at that distance at most. With a
 * folder, states are divided into parts, and what is said of other parts than that at hand waits there until their turn comes. */
static void note_state(struct key key, uint64_t distance, uint64_t order) {
    const size_t part = folder ? hash_of(key) >> 40 & (PARTS - 1) : 0;
    if (part != part_at_hand) {
        const struct note note = {distance, order, key.length};
        give(&parts[part], &note, sizeof note);
        give(&parts[part], key.bytes, key.length);
        return;
    }
    const uint32_t number = know(&whole, key, distance);
    struct known *one = &whole.known[number];
    if (order && (one->is_listed || one->distance < distance))
        fail(1, "state %" PRIu64 " is listed %s", order, one->is_listed ? "twice" : "too far away");
    if (one->is_listed && one->distance > distance)
        fail(1, "a state is listed too far away");
    one->distance = distance < one->distance ? distance : one->distance;
    one->is_listed |= order > 0;
    listed_here += order > 0;
}

static void list_state(struct key key, uint64_t distance, uint64_t weight) {
    int i = 0;
    while (i < lane_count && lanes[i].weight != weight)
        i++;
    if (i == lane_count)
        PUSH(lanes, lane_count, (struct lane){.weight = weight});
    const struct note note = {distance, ++listed_count, key.length};
    note_state(key, distance, note.order);
    give(&lanes[i].pipe, &note, sizeof note);
    give(&lanes[i].pipe, key.bytes, key.length);
    while (counts_moves && layer_count <= distance)
        PUSH(layers, layer_count, 0);
    if (counts_moves)
        layers[distance]++;
}

/* What waits in a pipe behind its note. */
static struct key take_key(struct pipe *pipe, size_t length) {
    static unsigned char *bytes;
    bytes = grown(bytes, length, 1);
    if (length)
        take(pipe, bytes, length);
    return (struct key){bytes, length};
}

/* The listed state that comes next: the nearest, and of these the one that was listed first. NULL: there is none. */
static struct lane *next_lane(void) {
    struct lane *nearest = NULL;
    for (struct lane *lane = lanes; lane < lanes + lane_count; lane++) {
        lane->has_next = lane->has_next || take(&lane->pipe, &lane->next, sizeof lane->next);
        const struct note a = lane->next, b = nearest ? nearest->next : a;
        if (lane->has_next && (!nearest || a.distance < b.distance || (a.distance == b.distance && a.order < b.order)))
            nearest = lane;
    }
    return nearest;
}

static void check_part(void) {
    if (listed_here != whole.count)
        fail(1, "%zu states that moves lead to are left out", (size_t)whole.count - listed_here);
    listed_here = 0;
    forget_all(&whole);
}

/* Every state that is nearer than the bound is listed, by the first move that leads to it at its distance: the number read
 * says how many successors to pass by, plus one; 0 ends the list. Whatever is passed by must be listed, too, and not
 * farther away than it is here. So no state nearer than the bound is forgotten, and none of them is a goal. */
static void check_list(bool goals_count) {
    const struct space starts = whole;
    whole = (struct space){.origin = starts.origin, .image = starts.image, .moves = starts.moves, .bucket = starts.bucket, .bucket_at = starts.bucket_at};
    lists = true;
    for (uint32_t i = 0; i < starts.count; i++)
        list_state(key_of(&starts, i), 0, 0);
    uint64_t next = read_gap();
    for (struct lane *lane; (lane = next_lane()); ) {
        const uint64_t distance = lane->next.distance;
        lane->has_next = false;
        load(take_key(&lane->pipe, lane->next.length));
        if (goals_count && some_line_holds(goals, goal_count)) {
            if (distance < bound)
                fail(1, "a goal is nearer than is claimed, at cost %" PRIu64, distance >> 24);
            found_goal = true;
        }
        expand(distance);
        for (int i = 0; i < successor_count; i++) {
            const struct successor *one = &successors[i];
            if (one->is_dead)
                continue;
            if (next == 1)
                list_state(key_of(&near, one->number), one->distance, one->distance - distance);
            else
                note_state(key_of(&near, one->number), one->distance, 0);
            next = next == 1 ? read_gap() : next - (next > 0);
        }
    }
    if (next)
        fail(1, "the proof lists more states than moves lead to");
    if (next_byte() != '\n')
        fail(1, "something is behind the states");
    check_part();
    while (folder && ++part_at_hand < PARTS) {
        if (part_at_hand % (PARTS / 4) == 0 && shows_progress)
            fprintf(stderr, "fewest-verify: part %zu of %d\n", part_at_hand, PARTS);
        for (struct note note; take(&parts[part_at_hand], &note, sizeof note);)
            note_state(take_key(&parts[part_at_hand], note.length), note.distance, note.order);
        RELEASE(parts[part_at_hand].in), RELEASE(parts[part_at_hand].out), RELEASE(parts[part_at_hand].chunks);
        check_part();
    }
}

/* ---- By a lower bound. A state *counts* if its distance and what the tables leave to be paid come to less than what is claimed. Whatever
 * counts is expanded, again if a cheaper way to it is found, and none of it is a goal: on the way to a goal that is too near, every state
 * would count. Then those are expanded for which it comes to just what is claimed, until one is a goal. */

static struct list counting, others; /* numbers of states that wait */

static void list_found(uint32_t number, uint64_t distance, uint64_t left) {
    whole.known[number].distance = distance, whole.known[number].is_listed = true;
    add(added(distance, left) < bound ? &counting : &others, (int)number);
}

static void search(void) {
    for (uint32_t i = 0, first = whole.count; i < first; i++) {
        unpack(key_of(&whole, i), &after);
        const uint64_t left = remaining();
        if (left <= bound && left != far)
            list_found(i, 0, left);
    }
    for (int done = 0; !found_goal && (done < counting.count || others.count);) {
        const uint32_t number = (uint32_t)(done < counting.count ? counting.items[done++] : others.items[--others.count]);
        const uint64_t distance = whole.known[number].distance;
        load(key_of(&whole, number));
        found_goal = some_line_holds(goals, goal_count);
        if (found_goal && distance < bound)
            fail(1, "a goal is nearer than is claimed, at cost %" PRIu64, distance >> 24);
        expand(distance);
        for (int i = 0; i < successor_count; i++) {
            const struct successor *one = &successors[i];
            const struct known *there = &whole.known[one->number];
            if (!one->is_dead && (!there->is_listed || there->distance > one->distance))
                list_found(one->number, one->distance, one->left);
        }
    }
}

/* ---- What each line of the goal wants, for proofs that do not go through all states: pairs, -1 for what can never be */

static struct list *wanted;
static int wanted_count;
static bool *is_open; /* by place that can change: some line does not say what is there */

static void read_wanted(void) {
    is_open = zeroed((size_t)start_length, sizeof *is_open);
    if (is_string)
        fail(2, "this is no proof for strings");
    for (int i = 0; i < goal_count; i++) {
        struct list line = {0};
        int *said = i == 0 || goals[i - 1].ends ? wanted_by(&goals[i], start_length) : NULL;
        for (int place = 0; said && place < start_length; place++) {
            if (said[place] != ANY)
                add(&line, pair_of(place, said[place]));
            is_open[place] |= said[place] == ANY && !is_fixed(place);
        }
        if (said)
            PUSH(wanted, wanted_count, line);
        free(said);
    }
}

/* ---- From both ends: the states that are at most so many moves away from a start, and those from which a goal is at most so
 * many moves away. As long as no state is on both sides, no solution is as short as both together. */

/* The same move backwards: it looks for what was put, and puts what was there before. */
static struct move turned_round(const struct move *move) {
    struct move back = {pool_count, move->count, move->copies, 0, 1};
    bool good = !move->blocks && move->cost == 1;
    for (int i = 0; i < 2 * move->count; i++) {
        const int looks = pool[move->first + i % move->count], puts = pool[move->first + move->count + i % move->count];
        PUSH(pool, pool_count, i < move->count ? puts >= 0 ? puts : looks : puts >= 0 ? looks : ANY);
    }
    for (int i = 0, copy = move->first + 2 * move->count; i < 2 * move->copies; i += 2) {
        const int to = pool[copy + i], from = pool[copy + i + 1];
        PUSH(pool, pool_count, from);
        PUSH(pool, pool_count, to);
        for (int j = move->first; j < move->first + move->count; j++) /* no other part is about the cells of a cycle */
            good = good && place_of(pool[j]) != to && place_of(pool[j]) != from;
        for (int j = copy; j < copy + i; j += 2)
            good = good && pool[j] != to && pool[j + 1] != from;
    }
    if (!good)
        fail(2, "there are moves here that cannot be turned round");
    sort_copies(&back);
    return back;
}

/* One layer more on that side. Whether it meets the other side. */
static bool grow(struct space *side, const struct space *other) {
    bool meets = false;
    enter(side);
    for (const uint32_t end = side->count; side->next < end && !meets; side->next++) {
        uint32_t number = side->count;
        load(key_of(side, side->next));
        expand(0);
        for (; number < side->count && !meets; number++)
            meets = is_known(other, key_of(side, number));
    }
    return meets;
}

/* The number of moves of the shortest solution, as far as `most`; more than that: there is none. */
static uint64_t check_ends(uint64_t most) {
    struct space back = {.origin = whole.origin, .image = whole.image};
    uint64_t depth = 0;
    bool meets = false;
    for (int i = 0; i < move_count; i++) {
        int count = i;
        PUSH(back.moves, count, turned_round(&moves[i]));
    }
    sort_moves(&back);
    bound = far, counts_moves = true;
    enter(&back);
    for (int i = 0; i < wanted_count; i++) { /* the only state that meets this line */
        after.count = 0;
        for (int j = 0; j < wanted[i].count; j++)
            if (wanted[i].items[j] >= 0 && wanted[i].items[j] != start_pairs[place_of(wanted[i].items[j])])
                add(&after, wanted[i].items[j]);
        if (place_in(&wanted[i], -1) < 0 && after_meets(goals, goal_count) && !is_forbidden()) {
            know(&back, pack(&after), 0);
            meets |= is_known(&whole, pack(&after));
        }
    }
    for (int place = 0; place < start_length; place++)
        if (is_open[place])
            fail(2, "a goal leaves open what is in some place: this is no proof for it");
    for (; !meets && depth < most && whole.next < whole.count && back.next < back.count; depth++)
        meets = back.count - back.next < whole.count - whole.next ? grow(&back, &whole) : grow(&whole, &back);
    return meets ? depth : far;
}

/* ---- Tables. In a smaller space only some pieces are told apart, and some vars and cells look always the same. Each move of the
 * puzzle is a move there, or changes nothing; what is in the way there is in the way here; and a goal becomes a goal. So what it
 * costs there to come to a goal is a lower bound, and where there is no way to one, there is none here. Where no move of the puzzle
 * changes something in two of these spaces, each move is paid for in one of them at most, and their costs may be added. */

/* A line of the proof: the pieces that are told apart and the vars that are kept; behind a / the numbers of cells that are not. */
static struct space read_table(char *line) {
    struct space table = {.origin = zeroed((size_t)start_length, sizeof *table.origin), .moves = moves, .is_small = true};
    bool *left_out = zeroed((size_t)start_length, sizeof *left_out), is_cell = false;
    table.image = zeroed((size_t)pair_count, sizeof *table.image);
    struct list kept = {0};
    for (char *word = strtok(line, " "); word; word = strtok(NULL, " ")) {
        const int id = text_word(word);
        if (is_cell && (!words[id].is_number || words[id].number < 1 || words[id].number > cells))
            fail(1, "a table leaves out a cell that is not there");
        if (is_cell)
            left_out[words[id].number - 1] = true;
        else
            add(&kept, id);
        is_cell |= strcmp(word, "/") == 0;
    }
    for (int id = 0; id < word_count; id++)
        if (words[id].var && place_in(&kept, id) < 0)
            left_out[cells + words[id].var - 1] = true;
    int other = 0; /* all pieces that are not named look like the first of them */
    while (other < domains->count && place_in(&kept, domains->items[other]) >= 0)
        other++;
    for (int place = 0; place < start_length; place++) {
        const struct list *domain = &domains[domain_of(place)];
        for (int i = 0; i < domain->count; i++) {
            const bool stays = is_fixed(place) || place >= cells || place_in(&kept, domain->items[i]) >= 0;
            table.image[place << bits | i] = left_out[place] ? start_pairs[place] : place << bits | (stays ? i : other);
        }
        table.origin[place] = table.image[start_pairs[place]];
    }
    return table;
}

static bool is_wanted(void) {
    bool found = false;
    for (int i = 0; i < wanted_count && !found; i++)
        found = place_in(&wanted[i], -1) < 0 && looks_at(wanted[i].items, wanted[i].count);
    return found;
}

/* All states of the smaller space, and what it costs from each to come to a goal: entries are lowered until none is more than a
 * move and the entry there. */
static void fill_table(struct space *table) {
    struct edge {
        uint32_t from, to, cost;
    } *edges = NULL;
    size_t edge_count = 0;
    sort_moves(table);
    enter(table);
    for (uint32_t i = 0; i < whole.count; i++) { /* as yet only the starts are known */
        unpack(key_of(&whole, i), &own);
        take_image(table, &own, &after);
        know(table, pack(&after), far);
    }
    own.count = 0;
    for (uint32_t i = 0; i < table->count; i++) {
        load(key_of(table, i));
        expand(0);
        for (int j = 0; j < successor_count; j++)
            PUSH(edges, edge_count, ((struct edge){i, successors[j].number, (uint32_t)(successors[j].distance >> 24)}));
        table->known[i].distance = is_wanted() ? 0 : far;
    }
    for (bool changes = true; changes;) {
        changes = false;
        for (size_t i = edge_count; i-- > 0;) {
            const uint64_t there = table->known[edges[i].to].distance;
            const uint64_t through = there == far ? far : added(there, (uint64_t)edges[i].cost << 24);
            if (through < table->known[edges[i].from].distance)
                table->known[edges[i].from].distance = through, changes = true;
        }
    }
    enter(&whole);
    RELEASE(edges);
}

/* There is a line for each, and behind these the last line of the proof. */
static void make_tables(void) {
    const uint64_t limit = bound;
    int all = 0;
    tables = grown(NULL, 0, sizeof *tables);
    char *line;
    while (strncmp(line = read_line(), "check ", 6) != 0) {
        if (strncmp(line, "table ", 6) != 0)
            fail(1, "something that is no table is behind the claim");
        PUSH(tables, all, read_table(line + 6));
    }
    check_digest(line);
    adds = true;
    for (int i = 0; i < move_count; i++) {
        int counts = 0;
        for (int j = 0; j < all; j++)
            counts += counts_in(&tables[j], &moves[i]);
        adds = adds && counts < 2;
    }
    for (bound = far; table_count < all; table_count++)
        fill_table(&tables[table_count]);
    bound = limit;
}

/* The search without remembering states: whether a goal can be reached from the state at hand, which is at that distance,
 * within the bound. Of a way through the state `before`, the one before this, there is a shorter one. */
static bool dive(uint64_t distance, struct list before, int depth) {
    struct list fitting = {0}, from = {0}, kept = own;
    bool found = some_line_holds(goals, goal_count);
    if (depth > 10000)
        fail(1, "the search goes too deep");
    find_fitting(&fitting);
    for (int i = 0; i < fitting.count && !found; i++) {
        const struct move *move = &moves[fitting.items[i]];
        const uint64_t left = make(move) && !is_same(&after, &before) ? remaining() : far, there = added(distance, weight_of(move->cost));
        if (left == far || added(there, left) > bound || after_meets(nevers, never_count))
            continue;
        show((struct list){0});
        own = after, after = from, from = (struct list){0}; /* the successor is a list of its own */
        show(own);
        found = dive(there, kept, depth + 1);
        show((struct list){0});
        from = own, own = kept;
        show(own);
    }
    RELEASE(fitting.items), RELEASE(from.items);
    return found;
}

/* Whether there is a solution that costs at most so much. */
static bool is_within(uint64_t most) {
    bool found = false;
    bound = most;
    for (uint32_t i = 0, first = whole.count; i < first && !found; i++) {
        unpack(key_of(&whole, i), &after);
        const uint64_t left = remaining();
        load(key_of(&whole, i));
        found = left != far && left <= bound && dive(0, (struct list){0}, 0);
    }
    return found;
}

/* ---- By parity. A state is a sum, modulo 2, of its pairs and (where all pieces are different, and moves only exchange
 * them) of the sign of its arrangement. A move adds a vector that depends on nothing but the move. So where the vector from
 * the start to a goal is not a sum of these, the goal cannot be reached. What is in an open place is left out of all vectors. */

static uint64_t **basis, *vector; /* basis: by the first bit of each; vector: the one at hand; the last bit is the sign */

static void begin_vector(void) {
    free(vector);
    vector = zeroed((size_t)pair_count / 64 + 1, sizeof *vector);
}
static void flip(int bit) {
    if (bit == pair_count || !is_open[place_of(bit)])
        vector[bit / 64] ^= UINT64_C(1) << bit % 64;
}

/* Takes from the vector at hand what others make up. Its first bit; -1: nothing is left. */
static int reduce(void) {
    for (int bit = 0; bit <= pair_count; bit++) {
        const bool is_set = vector[bit / 64] >> bit % 64 & 1;
        if (is_set && !basis[bit])
            return bit;
        for (int i = bit / 64; is_set && i <= pair_count / 64; i++)
            vector[i] ^= basis[bit][i];
    }
    return -1;
}

/* The words of these pairs that are in cells; the sign of their order is added to the vector. False: one is there twice. */
static bool add_sign(const struct list *pairs, struct list *found) {
    found->count = 0;
    for (int i = 0; i < pairs->count; i++) {
        const int word = word_in(pairs->items[i]);
        if (place_of(pairs->items[i]) >= cells)
            continue;
        if (place_in(found, word) >= 0)
            return false;
        for (int j = 0; j < found->count; j++)
            if (found->items[j] > word)
                flip(pair_count);
        add(found, word);
    }
    return true;
}

/* What no move can do: the vector from a start to a goal. */
static void check_parity(void) {
    struct list looks = {0}, puts = {0}, a = {0}, b = {0}, changing = {0};
    bool signs = true;
    if (pair_count > 1 << 15)
        fail(2, "this is no proof for such a puzzle");
    basis = zeroed((size_t)pair_count + 1, sizeof *basis);
    begin_vector();
    for (int place = 0; place < start_length; place++) {
        if (!is_fixed(place))
            add(&changing, start_pairs[place]);
        signs = signs && !(place < cells && is_open[place]);
        is_open[place] |= start[place] == ANY;
    }
    signs = signs && add_sign(&changing, &a);
    for (int pass = 0; pass < 2; pass++) /* what is open, and whether each move only exchanges pieces; then their vectors */
        for (int m = 0; m < move_count; m++) {
            const struct move *move = &moves[m];
            const int *before = pool + move->first, *put = before + move->count, *copy = put + move->count;
            begin_vector();
            looks.count = puts.count = 0;
            for (int i = 0; i < 2 * move->copies; i++)
                is_open[copy[i]] = true;
            for (int i = 0; i < move->count; i++)
                if (put[i] >= 0)
                    add(&looks, before[i]), add(&puts, put[i]), flip(before[i]), flip(put[i]);
            signs = signs && !move->copies && add_sign(&looks, &a) && add_sign(&puts, &b) && a.count == b.count;
            for (int i = 0; signs && i < a.count; i++)
                signs = place_in(&b, a.items[i]) >= 0;
            const int bit = pass ? reduce() : -1;
            if (bit >= 0)
                basis[bit] = vector, vector = NULL;
        }
    for (int i = 0; i < wanted_count; i++) {
        begin_vector();
        bool good = place_in(&wanted[i], -1) < 0 && (!signs || add_sign(&changing, &a));
        puts.count = 0;
        for (int j = 0; j < changing.count; j++) {
            int pair = changing.items[j];
            for (int k = 0; k < wanted[i].count && good; k++)
                pair = place_of(wanted[i].items[k]) == place_of(pair) ? wanted[i].items[k] : pair;
            flip(changing.items[j]), flip(pair);
            add(&puts, pair);
        }
        good = good && (!signs || add_sign(&puts, &b)); /* where a piece stands twice, no exchange leads to it */
        if (good && reduce() < 0)
            fail(1, "the parity is right: it does not keep the goal away");
    }
}

/* ---- The file */

static void check_layers(const char *line) {
    char *end;
    for (size_t i = 0; i < layer_count; i++, line = end)
        if (strtoull(line, &end, 10) != layers[i] || end == line)
            fail(1, "at %zu moves there are %" PRIu64 " states, not as is claimed", i, layers[i]);
    if (*line)
        fail(1, "there are %zu layers, not as is claimed", layer_count);
}

static FILE *opened(const char *name) {
    FILE *file = strcmp(name, "-") == 0 ? stdin : fopen(name, "rb");
    if (!file)
        fail(2, "%s cannot be read", name);
    return file;
}

static bool is_text_of(const char *name, const char *text, size_t length) {
    FILE *file = opened(name);
    size_t at = 0;
    int byte;
    while ((byte = getc(file)) != EOF && at < length && (char)byte == text[at])
        at++;
    if (ferror(file))
        fail(2, "%s cannot be read", name);
    fclose(file);
    return byte == EOF && at == length;
}

/* WORD LENGTH, then that many bytes and a line feed; *line is then the line behind it. NULL: it is another line. */
static char *read_block(const char *word, char **line, size_t *length) {
    char *end;
    if (strncmp(*line, word, strlen(word)) != 0)
        return NULL;
    *length = strtoull(*line + strlen(word), &end, 10) % SIZE_MAX;
    char *bytes = NULL;
    for (size_t count = 0; count <= *length;)
        PUSH(bytes, count, (char)next_byte());
    if (*end || bytes[*length] != '\n')
        fail(1, "a block of the proof does not end where it should");
    bytes[*length] = 0;
    *line = read_line();
    return bytes;
}

int main(int count, char **arguments) {
    static const char head[] = "fewest proof 2\n";
    enum { LIST, ENDS, BOUND, DEPTH, PARITY, KINDS } kind = LIST;
    static const char *const kinds[] = {"by list", "by ends", "by bound", "by depth", "by parity"};
    static const char *const said[] = {"", "from both ends", "by a lower bound", "by a lower bound", "by parity"};
    if (count > 1 && strcmp(arguments[1], "--progress") == 0)
        shows_progress = true, arguments++, count--;
    if (count > 2 && strcmp(arguments[1], "--disk") == 0)
        folder = arguments[2], arguments += 2, count -= 2;
    if (count < 2 || count > 3)
        fail(2, "usage: fewest-verify [--progress] [--disk DIR] PROOF [PUZZLE]");
    proof = opened(arguments[1]);
    char first[sizeof head] = "";
    if (fread(first, 1, sizeof head - 1, proof) != sizeof head - 1 || strcmp(first, head) != 0)
        fail(2, "%s is no proof that this program knows", arguments[1]);
    proof_digest = digest(head, sizeof head - 1);
    size_t length = 0, given_length[2] = {0};
    char *line = read_line();
    const char *text = read_block("puzzle ", &line, &length), *given[2] = {0};
    if (!text || (count > 2 && !is_text_of(arguments[2], text, length)))
        fail(1, "the proof is about another puzzle");
    for (int i = 0; i < 2; i++)
        given[i] = read_block(i ? "goal " : "start ", &line, &given_length[i]);
    char *claim = memcpy(zeroed(strlen(line), 1), line, strlen(line));
    line = read_line();
    while (kind < KINDS && strcmp(line, kinds[kind]) != 0)
        kind++;
    if (kind == ENDS || kind == PARITY)
        check_digest(read_line());
    read_puzzle(text, length, given, given_length);
    uint64_t cost = 0, free_moves = 0;
    int used = 0;
    const bool unsolvable = strcmp(claim, "claim unsolvable") == 0, explored = strncmp(claim, "claim explored ", 15) == 0;
    const bool numbers = sscanf(claim, "claim solved %" SCNu64 " %" SCNu64 "%n", &cost, &free_moves, &used) == 2;
    const bool solved = numbers && !claim[used] && claim[12] == ' ';
    if (!unsolvable && !explored && !solved)
        fail(1, "the proof claims nothing that is known here");
    if (cost >> 39 || free_moves >> 24 || (within >= 0 && cost > (uint64_t)within))
        fail(1, "a cost that is too large");
    if (!explored && !goal_count)
        fail(2, "the puzzle has no goal");
    if (kind == KINDS || (kind != LIST && explored) || (kind == PARITY && !unsolvable) || (kind == ENDS && free_moves))
        fail(1, "the proof is of no kind that is known here");
    counts_moves = explored;
    bound = explored || (unsolvable && within < 0) ? far : unsolvable ? (uint64_t)(within + 1) << 24 : cost << 24 | free_moves;
    const uint64_t limit = bound;
    write_moves();
    if (kind != LIST)
        read_wanted();
    if (kind == BOUND || kind == DEPTH)
        make_tables();
    if (kind == LIST)
        check_list(!explored), check_digest(read_line());
    if (kind == BOUND)
        search();
    if (kind == ENDS) {
        const uint64_t found = check_ends(solved ? cost : within < 0 ? far : (uint64_t)within);
        if (found != far && (unsolvable || found < cost))
            fail(1, "there is a solution of %" PRIu64 " moves", found);
        found_goal = found == cost;
    }
    if (kind == DEPTH && limit && is_within(limit - 1))
        fail(1, "a goal is nearer than is claimed");
    if (kind == DEPTH && solved)
        found_goal = is_within(limit);
    if (kind == PARITY)
        check_parity();
    if (solved && !found_goal)
        fail(1, "no goal is that near");
    if (explored)
        check_layers(claim + 15);
    char number[64];
    snprintf(number, sizeof number, "%zu state%s", listed_count, listed_count == 1 ? "" : "s");
    const char *how = kind == LIST ? number : said[kind];
    if (explored)
        printf("verified: %s, the last after %zu move%s\n", number, layer_count - 1, layer_count == 2 ? "" : "s");
    else if (unsolvable)
        printf("verified: no moves lead to a goal%s (%s)\n", within < 0 ? "" : " within the limit of the puzzle", how);
    else
        printf("verified: a goal is reached at cost %" PRIu64 ", and not below it (%s)\n", cost, how);
    for (int i = 0; i < 2; i++)
        if (given[i])
            printf("%s: %.*s\n", i ? "goal" : "start", (int)given_length[i], given[i]);
    _Exit(fflush(stdout) == 0 ? 0 : 4); /* the system takes all memory back */
}
