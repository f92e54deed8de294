/* fewest-verify: checks a proof that `fewest solve --proof` or `fewest explore --proof` wrote, and says *verified* or the
 * first thing that is wrong. It is meant to be read: it shares no code with the library, needs nothing but the C library
 * (`cc verify.c`), and reads the rules of the puzzle by itself.
 *
 *     fewest-verify PROOF [PUZZLE]     PROOF may be -, standard input; PUZZLE is the file that the proof must be about
 *     fewest-verify --disk DIR …       keeps most of what it must remember of a list there, in files that are gone at the end
 *     fewest-verify --progress …       says on standard error how many states it has looked at
 *
 * Exit status: 0 verified, 1 the proof is wrong, 2 it cannot be read, 4 no memory. What stands in a proof and why it is one
 * is told in docs/proofs.md; what the rules mean, in docs/language.md, and a text that breaks these rules means nothing here.
 *
 * From the top: words and statements; formulas; drawings; declarations; rules; starts, goals and what must never be; then
 * every rule is written out as plain moves, which look at some places and change some; states; proofs, a part for each kind. */
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

static void *checked(void *block) { return block ? block : (fail(4, "there is not enough memory"), NULL); }
static void *zeroed(size_t count, size_t size) { return checked(calloc(count + 1, size)); }

union front { /* how many items there is room for stands in front of a list */
    size_t room;
    max_align_t align;
};
static void *grown(void *list, size_t count, size_t size) { /* with room for one more than so many */
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
static bool holds(const struct list *list, int item) { return place_in(list, item) >= 0; }
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
static bool is_word(int id, const char *text) { return strcmp(words[id].text, text) == 0; }
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
            at = memchr(first, '\n', (size_t)(end - first)) ? memchr(first, '\n', (size_t)(end - first)) : end;
        } else if (is_among(*first, " \t\r\v\f\n")) {
            token.space = true, token.line |= *first == '\n', token.row += *first == '\n';
        } else {
            while (!is_among(*first, ":,/()") && at < end && !is_among(*at, " \t\r\v\f\n;:,/()"))
                at++;
            token.word = word_of(first, (size_t)(at - first));
            const bool begins = keyword < 0 && (first == text || first[-1] == '\n');
            snprintf(spaced, sizeof spaced, " %s ", words[token.word].text);
            if (begins ? !strstr(known, spaced) || (at < end && is_among(*at, ",/()")) : !statement_count)
                fail(2, "the puzzle cannot be read: `%s` in line %d is no statement", words[token.word].text, token.row);
            if (begins)
                PUSH(statements, statement_count, ((struct statement){token.word, token_count, token_count}));
            else
                PUSH(tokens, token_count, token), statements[statement_count - 1].end = token_count;
            token.line = token.space = begins;
        }
    }
}

static bool is(int token, int end, const char *text) { return token < end && is_word(tokens[token].word, text); }
static int find(int from, int end, const char *text) { /* the first such word; end: there is none */
    while (from < end && !is(from, end, text))
        from++;
    return from;
}
static int word_at(int token, int end) {
    need(token < end, token);
    return tokens[token].word;
}
static int count_at(int token, int end, int64_t least, int64_t most) {
    const struct word *word = &words[word_at(token, end)];
    need(word->is_count && word->number >= least && word->number <= most, token);
    return (int)word->number;
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

static bool is_free(int token, int end, const char *text) { /* a word of the language, and nothing that was declared */
    const struct word *word = is(token, end, text) && !is_string ? &words[tokens[token].word] : NULL;
    return word && !word->is_value && !word->name && !word->var;
}
static bool stands_for(int id, int word, bool of_floor) { /* a name stands for all of its list that can be there */
    const bool is_name = words[id].name && !(of_floor ? words[id].kind : words[id].piece);
    return is_name ? (of_floor || word != wall) && holds(&names[words[id].name - 1].list, word) : id == word;
}

/* ---- Formulas: conditions, comparisons and sums, of names in moves and of vars and counts in goals. They are read into steps in the
 * order in which they are worked out: both sides first, then what joins them. */

enum source { OF_WHERE, OF_COST, OF_RIGHT, OF_GOAL, OF_PIECE, OF_FLOOR }; /* what a word may mean where it stands */
enum operation { WORD, NUMBER, NAME, VAR, WEIGHT, COUNT, PLUS, MINUS, TIMES, COMPARE, NOT, AND, OR, END };
enum { ANY = -1, NONE = -2 }; /* in place of a word: `_`; what cannot be there */
static struct step {
    enum operation operation;
    int id, floor, line; /* a word, name or var; of a count, also the floor, and a row, or a column below 0 */
    int64_t number;      /* of a comparison: 1 if less will do, 2 if equal, 4 if more */
} *steps;
static int step_count, at_hand, behind; /* the token that is read, and the first that is not */
static const char *rest;                /* of the word at hand */
static bool has_name, has_var;          /* some was read; a var or a count */
static struct list left_names, used_names; /* of the rule that is read: on its left sides, and elsewhere */
static int64_t link_weight;

static const struct operator {
    const char *text;
    int level; /* a greater one binds more; between them, in level 3, are `not` and parentheses */
    enum operation operation;
    int mean;
} operators[] = {{",", 0, AND, 0}, {"or", 1, OR, 0}, {"and", 2, AND, 0}, {"<=", 4, COMPARE, 3}, {">=", 4, COMPARE, 6},
                 {"!=", 4, COMPARE, 5}, {"<", 4, COMPARE, 1}, {">", 4, COMPARE, 4}, {"=", 4, COMPARE, 2}, {"+", 5, PLUS, 0},
                 {"-", 5, MINUS, 0}, {"*", 6, TIMES, 0}};

static void add_step(enum operation operation, int id, int floor, int line, int64_t number) {
    PUSH(steps, step_count, ((struct step){operation, id, floor, line, number}));
}
static void read_from(int at, int end) { at_hand = at, behind = end, rest = at < end ? words[tokens[at].word].text : ""; }
static bool skip(size_t length) {
    rest += length;
    if (!*rest)
        read_from(at_hand + 1, behind);
    return true;
}
static bool skip_word(const char *word) { return strcmp(rest, word) == 0 && skip(strlen(word)); }
static bool skip_mark(const char *mark) { return strncmp(rest, mark, strlen(mark)) == 0 && skip(strlen(mark)); }

static bool is_known(int id, enum source source, bool alone) { /* alone: it is a whole token */
    const struct word *word = &words[id];
    const bool is_name = word->name && !names[word->name - 1].rest;
    const bool is_joint = alone && (is_word(id, "and") || is_word(id, "or") || is_word(id, "not"));
    switch (source) {
    case OF_WHERE: return !is_joint && (is_name || word->is_value || word->is_number || (any_letter && is_letter(id)));
    case OF_COST: return is_name || word->is_count || is_word(id, "weight");
    case OF_RIGHT: return is_name || word->is_number;
    case OF_GOAL: return !is_joint && (word->var || word->is_value || word->is_number);
    case OF_PIECE: return is_name || word->piece;
    default: return is_name || word->kind;
    }
}

/* The word at hand, or as much of it as is known: it is cut at operators where it must be. NONE: it is not known. */
static int read_known(enum source source) {
    static const char *const cuts[] = {"", "=<>!", "=<>!+-", "=<>!+-*"};
    for (int i = 0; i < 4 && *rest; i++) {
        const size_t length = 1 + (i ? strcspn(rest + 1, cuts[i]) : strlen(rest + 1));
        const int id = word_of(rest, length);
        const bool alone = at_hand < behind && rest == words[tokens[at_hand].word].text && !rest[length];
        if (is_known(id, source, alone) && skip(length))
            return id;
    }
    return NONE;
}

/* `count P`, `count P on F`, `count P in row N`: how many cells there are with that piece. */
static bool read_count(void) {
    const int id = read_known(OF_PIECE), floor = id != NONE && skip_word("on") ? read_known(OF_FLOOR) : ANY;
    int64_t line = 0;
    if (id != NONE && floor == ANY && skip_word("in")) {
        const bool row = skip_word("row") || !skip_word("column");
        const size_t digits = strspn(rest, "0123456789");
        const int number = word_of(rest, digits); /* words move when one is added */
        line = digits ? words[number].number : 0;
        if (line < 1 || line > (row ? rows : columns))
            return false;
        line = skip(digits) && row ? line : -line;
    }
    if (id != NONE)
        add_step(COUNT, id, floor, (int)line, 0);
    has_var = true;
    return id != NONE && floor != NONE;
}

static bool read_operand(enum source source) {
    if (source == OF_GOAL && is_free(at_hand, behind, "count") && skip_word("count"))
        return read_count();
    int id = read_known(source);
    const bool minus = id == NONE && skip_mark("-");
    id = minus ? read_known(source) : id;
    if (id == NONE)
        return false;
    const int var = source == OF_GOAL ? words[id].var : 0, name = source == OF_GOAL ? 0 : words[id].name;
    if (var)
        add_step(VAR, var - 1, ANY, 0, 0);
    else if (name)
        add_step(NAME, name - 1, ANY, 0, 0);
    else
        add_step(source != OF_COST ? WORD : words[id].is_count ? NUMBER : WEIGHT, id, ANY, 0, words[id].number);
    if (name && !holds(&used_names, name - 1))
        add(&used_names, name - 1);
    has_name |= name > 0, has_var |= var > 0;
    if (minus)
        add_step(NUMBER, 0, ANY, 0, -1), add_step(TIMES, 0, ANY, 0, 0);
    return true;
}

/* What is joined by operators of that level. False: as far as it was read, it is no formula. */
static bool read_formula(enum source source, int level) {
    static int depth;
    const int star = text_word("*");
    const bool times = source != OF_GOAL && !any_letter && !words[star].is_value;
    bool wanted = true, compared = level != 4, good;
    if (level == 7)
        return read_operand(source);
    while (level == 3 && skip_word("not"))
        wanted = !wanted;
    if (level == 3 && skip_word("(")) {
        good = depth++ < 200 && read_formula(source, 0) && skip_word(")");
        depth--;
    } else {
        good = read_formula(source, level + 1) && (compared || source != OF_GOAL || has_var); /* else it is a drawing */
    }
    for (int i = 0; good && i < 12; i++) {
        const struct operator *one = &operators[i];
        const bool may_follow = one->level == level && !(level == 4 && compared) && (level < 6 || times);
        if (!may_follow || !(level < 3 ? skip_word : skip_mark)(one->text))
            continue;
        good = read_formula(source, level + 1);
        add_step(one->operation, 0, ANY, 0, one->mean);
        i = -1, compared = true; /* another one may follow, but comparisons do not follow each other */
    }
    if (!wanted)
        add_step(NOT, 0, ANY, 0, 0);
    return good && compared;
}

/* Where the steps of a formula begin, counted from 1. 0: these tokens are none. */
static int formula_of(int at, int end, enum source source) {
    const int first = step_count;
    has_var = false;
    read_from(at, end);
    const bool good = read_formula(source, source == OF_WHERE ? 0 : source == OF_GOAL ? 4 : 5) && !*rest;
    add_step(END, 0, ANY, 0, 0);
    step_count = good ? step_count : first;
    return good ? first + 1 : 0;
}
/* The same for a sum with names that is one word. */
static int sum_of(int id) {
    const int first = step_count, mark = used_names.count;
    has_name = false, at_hand = behind = 0, rest = words[id].text;
    const bool good = read_formula(OF_RIGHT, 5) && !*rest && has_name;
    add_step(END, 0, ANY, 0, 0);
    step_count = good ? step_count : first, used_names.count = good ? used_names.count : mark;
    return good ? first + 1 : 0;
}

struct value {
    int word, ring; /* -1: a number that need not be a word, or nothing; of the name of a ring, its number from 1 */
    bool is_number;
    int64_t number; /* or what is true is 1, what is false 0 */
};
static struct value word_value(int word) { return (struct value){word, 0, words[word].is_number, words[word].number}; }
static struct value number_value(int64_t number) { return (struct value){-1, 0, true, number}; }

/* With the name of a ring, a number is so many steps around it. What cannot be added up is nothing. */
static struct value joined(enum operation operation, struct value a, struct value b) {
    const uint64_t x = (uint64_t)a.number, y = (uint64_t)b.number;
    if (b.ring && !a.ring && operation == PLUS)
        return joined(operation, b, a);
    if (a.ring && !b.ring && b.is_number && operation != TIMES) {
        const struct list *list = &names[a.ring - 1].list;
        const int64_t forward = (operation == PLUS ? b.number : -b.number) % list->count;
        struct value value = word_value(list->items[(place_in(list, a.word) + forward + list->count) % list->count]);
        value.ring = a.ring;
        return value;
    }
    if (a.ring || b.ring || !a.is_number || !b.is_number)
        return (struct value){.word = -1};
    return number_value((int64_t)(operation == PLUS ? x + y : operation == MINUS ? x - y : x * y));
}

static struct value related(int64_t mean, struct value a, struct value b) {
    const bool numbers = a.is_number && b.is_number, same = a.word >= 0 && a.word == b.word;
    const int is = numbers ? a.number < b.number ? 1 : a.number == b.number ? 2 : 4 : same ? 2 : 5; /* 5: different, and in no order */
    return number_value((mean & is) == is);
}

static int64_t counted(const struct step *step) {
    int64_t found = 0;
    for (int cell = 0; cell < cells; cell++)
        found += (step->floor == ANY || (ground && stands_for(step->floor, ground[cell], true))) &&
                 (step->id == ANY || stands_for(step->id, word_here(cell), false)) &&
                 (!step->line || step->line == (step->line > 0 ? cell / columns + 1 : -(cell % columns) - 1));
    return found;
}

static struct value worked_out(int formula) {
    static struct value stack[2048]; /* parentheses, and what they can stand in, are no deeper */
    struct value *top = stack;
    for (const struct step *step = &steps[formula - 1]; step->operation != END; step++) {
        struct value *a = top - 2, *b = top - 1;
        switch (step->operation) {
        case WORD: *top++ = word_value(step->id); break;
        case NUMBER: *top++ = number_value(step->number); break;
        case NAME: *top++ = word_value(names[step->id].bound), top[-1].ring = names[step->id].ring ? step->id + 1 : 0; break;
        case VAR: *top++ = word_value(word_here(cells + step->id)); break;
        case WEIGHT: *top++ = number_value(link_weight); break;
        case COUNT: *top++ = number_value(counted(step)); break;
        case COMPARE: *a = related(step->number, *a, *b), top--; break;
        case NOT: b->number = !b->number; break;
        case AND: a->number = a->number && b->number, top--; break;
        case OR: a->number = a->number || b->number, top--; break;
        default: *a = joined(step->operation, *a, *b), top--; break;
        }
    }
    return *stack;
}

/* ---- Drawings. What is written in a cell is a word, ANY, a name, or a sum that is put there. */

enum side { LEFT, RIGHT, STATE, FLOOR }; /* of a move; of a start, a goal or a never; of the floor */
enum { UNKNOWN = -3, NAMED = -4 };       /* NAMED - 2N is the name N, and NAMED - 2F - 1 the sum whose formula is F */
struct cell {
    int piece, floor;
};
struct drawing {
    int rows, columns, count;
    struct cell *cells;
};

static bool is_named(int what) { return what <= NAMED && what % 2 == 0; }
static struct name *name_of(int what) { return &names[(NAMED - what) / 2]; }
static int named(int name, enum side side) {
    struct list *list = side == LEFT ? &left_names : &used_names;
    if (side != STATE && !names[name].rest && !holds(list, name))
        add(list, name);
    return NAMED - 2 * name;
}

/* What a word means in a cell (domain 0) or as the value of a var. */
static int meaning(int id, int domain, enum side side) {
    if (side == FLOOR ? words[id].kind : domain ? holds(&domains[domain], id) : words[id].piece)
        return id;
    if (words[id].name || is_word(id, "_"))
        return words[id].name ? named(words[id].name - 1, side) : ANY;
    const int sum = side == RIGHT ? sum_of(id) : 0;
    return sum ? NAMED - 2 * sum - 1 : UNKNOWN;
}

static struct cell read_cell(int id, enum side side) {
    struct cell cell = {meaning(id, 0, side), ANY};
    const char *text = words[id].text, *bar = ground && side != RIGHT ? text : NULL;
    while (cell.piece == UNKNOWN && bar && (bar = strchr(bar + 1, '|')) && bar[1]) { /* P|F */
        const int floor = text_word(bar + 1);
        if (!words[floor].kind && !words[floor].name)
            continue;
        cell.piece = meaning(word_of(text, (size_t)(bar - text)), 0, side);
        cell.floor = words[floor].kind ? floor : named(words[floor].name - 1, side);
    }
    return cell;
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
        const struct cell whole_word = read_cell(tokens[at].word, side);
        const char *text = words[tokens[at].word].text;
        for (size_t length; *text; text += length) { /* if it means nothing, every letter is a cell */
            length = whole_word.piece != UNKNOWN ? strlen(text) : letter_length(text);
            const int letter = word_of(text, length);
            struct cell cell = whole_word.piece != UNKNOWN ? whole_word : read_cell(letter, side);
            need(cell.piece != UNKNOWN || any_letter, at);
            cell.piece = cell.piece == UNKNOWN ? letter : cell.piece;
            PUSH(drawing.cells, drawing.count, cell);
        }
    }
    return drawing;
}

/* ---- Declarations */

static struct list read_list(int at, int end) { /* words; ranges are written out */
    struct list list = {0};
    for (; at < end; at++) {
        const char *text = words[tokens[at].word].text, *dots = strstr(text + 1, "..");
        const int first = dots ? word_of(text, (size_t)(dots - text)) : tokens[at].word, last = dots ? text_word(dots + 2) : first;
        const int a = (unsigned char)*text, z = dots == text + 1 && strlen(text) == 4 ? (unsigned char)text[3] : 0;
        const bool letters = (islower(a) && islower(z)) || (isupper(a) && isupper(z));
        const bool numbers = dots && words[first].is_number && words[last].is_number;
        need(words[last].number - words[first].number < 10000, at);
        for (char c = (char)a; letters && c <= z; c++)
            add(&list, word_of(&c, 1));
        for (int64_t n = words[first].number, most = words[last].number; numbers && n <= most; n++)
            add(&list, number_word(n));
        if (!letters && !numbers)
            add(&list, tokens[at].word);
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
static struct list cells_of(int at, int end) { /* by their names, their numbers or ROW,COLUMN */
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

static void read_board(int at, int end) { /* `3 x 4`, `3x4`, `7`, and `wrapped` behind it */
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
    need(words[tokens[at].word].is_count && within >= 0, at);
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
static void read_floor(int at, int end) { /* kinds, and a drawing below their line; the first kind is the wall, which is also a piece */
    int drawn = at < end ? at + 1 : end;
    while (drawn < end && !tokens[drawn].line)
        drawn++;
    const struct list kinds = read_list(at, drawn);
    need(kinds.count > 0 && cells > 0, at);
    for (int i = 0; i < kinds.count; i++)
        words[kinds.items[i]].kind = i + 1, words[kinds.items[i]].is_value = true;
    const struct drawing drawing = read_drawing(drawn, end, FLOOR);
    need(drawing.rows == rows && drawing.columns == columns, drawn);
    ground = zeroed((size_t)cells, sizeof *ground);
    for (int i = 0; i < cells; i++)
        ground[i] = drawing.cells[i].piece;
    wall = kinds.items[0];
    add(domains, wall);
    words[wall].piece = domains->count;
}
static void read_links(int at, int end) {
    for (; at < end; at++) {
        const char *text = words[tokens[at].word].text;
        struct link link = {-1, -1, 1};
        for (const char *cut = strchr(text, '-'); cut; cut = strchr(cut + 1, '-')) { /* where there is a cell on both sides */
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
    const bool ring = equals + 2 < end && is(equals + 1, end, "ring"), rest_of_all = is_string && equals + 2 == end && is(equals + 1, end, "rest");
    const struct name name = {read_list(equals + 1 + ring, end), ring, rest_of_all, -1};
    need(name.list.count > 0, at);
    for (; at < equals; at++) {
        if (is(at, end, ","))
            continue;
        need(!is_among(*words[tokens[at].word].text, ":/()"), at);
        PUSH(names, name_count, name);
        words[tokens[at].word].name = name_count;
    }
}

/* ---- Rules. One is tried with each choice of its names, which gives a variant of it: words only. */

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
    int **words; /* of each part: what is looked for, then the floors, then what is put */
    int64_t cost;
};
static struct rule {
    int asked, at, cost, where; /* at: a cell; -1: anywhere; cost, where: formulas; 0: there is none */
    struct part *parts;
    struct variant *variants;
    int part_count, variant_count;
    struct list on, chosen; /* the cells that it is on; the names that are chosen */
} *rules;
static int rule_count;
static bool *turns; /* by cell: it is part of a cycle */

/* How a pattern may lie, in the order of moves. What is sought is also looked for as drawn, and along diagonals only downwards. */
static int ways_of(int asked, bool sought, struct way ways[12]) {
    static const struct way turned_to[] = {{0, -1, 1, 0}, {0, 1, -1, 0}, {-1, 0, 0, -1}, {1, 0, 0, 1}};
    static const struct way slants[] = {{0, -1, 0, -1}, {0, -1, 0, 1}, {0, 1, 0, -1}, {0, 1, 0, 1}};
    const bool turned = asked & (ANY_DIRECTION | LEFT_RIGHT | UP_DOWN);
    int count = 0;
    for (int i = 0; i < (asked & MIRRORED ? 8 : 4); i++) {
        const struct way way = turned_to[i % 4], mirror = turned ? (struct way){-way.a, way.b, -way.c, way.d} : (struct way){1, 0, 0, -1};
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
    const int known_count = is_string ? 10 : 8;
    char text[64];
    int i = 0;
    join_words(at, end, text);
    while (i < known_count && strcmp(text, known[i]) != 0)
        i++;
    if (i < known_count) {
        rule->asked |= 1 << i;
    } else if ((is(at, end, "at") || is(at, end, "on")) && end - at > 1) {
        const struct list there = cells_of(at + 1, end);
        need(there.count > 0, at);
        rule->at = is(at, end, "at") ? *there.items : rule->at;
        rule->on = is(at, end, "on") ? there : rule->on;
    } else if (is(at, end, "cost") && end - at == 2) {
        rule->cost = formula_of(at + 1, end, OF_COST);
        need(rule->cost, at_hand);
    } else {
        need(first && end - at == 1, at);
    }
}

static struct part read_part(int at, int end) {
    struct part part = {0};
    const int arrow = find(at, end, "->"), var = words[word_at(at, end)].var;
    if (var && arrow == at + 2 && (end == arrow || end == arrow + 2)) {
        const int left = meaning(tokens[at + 1].word, var, LEFT);
        const int right = arrow < end ? meaning(tokens[arrow + 1].word, var, RIGHT) : ANY;
        need(left != UNKNOWN && left != ANY && right != UNKNOWN, at + 1);
        add(&part.places, cells + var - 1);
        PUSH(part.left.cells, part.left.count, ((struct cell){left, ANY}));
        PUSH(part.right.cells, part.right.count, ((struct cell){right, ANY}));
    } else if (is(at, end, "cycle") && arrow == end) {
        for (int close; ++at < end; at = close) {
            close = find(at, end, ")");
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

/* The word as it is with the names bound as they are: what cannot be there is NONE, the rest of a string stays as it is. */
static int bound_word(int what, int domain) {
    if (what > NAMED || (is_named(what) && name_of(what)->rest))
        return what;
    const struct value value = is_named(what) ? word_value(name_of(what)->bound) : worked_out((NAMED - what) / 2);
    const int word = value.word >= 0 ? value.word : value.is_number ? number_word(value.number) : NONE;
    return word != NONE && (domain == 0 && any_letter ? is_letter(word) : holds(&domains[domain], word)) ? word : NONE;
}

/* The rule with its names bound as they are, if it is a move. */
static void add_variant(struct rule *rule) {
    if (rule->where && !worked_out(rule->where).number)
        return;
    const struct value cost = rule->cost ? worked_out(rule->cost) : number_value(rule->asked & ALONG_LINKS ? link_weight : 1);
    struct variant variant = {zeroed((size_t)rule->part_count, sizeof *variant.words), cost.number};
    for (int number = 0; number < rule->part_count; number++) {
        const struct part *part = &rule->parts[number];
        const int count = part->left.count, domain = part->is_laid || !count ? 0 : domain_of(*part->places.items);
        int *said = variant.words[number] = zeroed((size_t)(2 * count + part->right.count), sizeof *said);
        for (int i = 0; i < count; i++) {
            const int floor = part->left.cells[i].floor;
            said[i] = bound_word(part->left.cells[i].piece, domain);
            said[count + i] = is_named(floor) ? name_of(floor)->bound : floor;
        }
        for (int i = 0; i < part->right.count; i++)
            said[2 * count + i] = bound_word(part->right.cells[i].piece, domain);
        for (int i = 0; i < 2 * count + part->right.count; i++)
            if (said[i] == NONE)
                return;
    }
    for (int number = 0; !is_string && number < rule->part_count; number++) {
        const struct part *part = &rule->parts[number];
        const int *left = variant.words[number], *right = left + 2 * part->left.count;
        for (int i = 0; part->is_laid && i < part->left.count; i++)
            if (right[i] >= 0 && right[i] != left[i])
                words[left[i]].leaves = true;
        for (int i = 0; i < part->from.count; i++)
            turns[part->from.items[i]] = true;
    }
    if (cost.is_number && cost.number >= 0 && cost.number <= 1000000000)
        PUSH(rule->variants, rule->variant_count, variant);
}

/* Every choice of the names from that one on, the last one changing fastest. */
static void add_variants(struct rule *rule, int next) {
    struct name *name = next < rule->chosen.count ? &names[rule->chosen.items[next]] : NULL;
    if (!name)
        add_variant(rule);
    for (int i = 0; name && i < name->list.count; i++) {
        name->bound = name->list.items[i];
        add_variants(rule, next + 1);
        name->bound = -1;
    }
}

static void read_move(int at, int end) {
    struct rule rule = {.at = -1};
    int colon = at, patterns = 0;
    while (colon < end && !(is(colon, end, ":") && (colon + 1 == end || tokens[colon + 1].space)))
        colon++;
    link_weight = 1;
    left_names.count = used_names.count = 0;
    turns = turns ? turns : zeroed((size_t)cells, sizeof *turns);
    for (int item = at, next; colon < end && item < colon; item = next + 1) {
        for (next = item; next < colon && (!is(next, colon, ",") || (next > item && is_pair(next - 1, colon)));)
            next++;
        read_qualifier(&rule, item, next, item == at);
    }
    const int where = find(colon < end ? colon : at, end, "where"), on = rule.asked & ALONG_LINKS ? 2 : rule.on.count;
    const bool repeats = rule.asked & (REPEAT | UNTIL_BLOCKED);
    need(!repeats || !on, at);
    for (int first = colon < end ? colon + 1 : at, comma; first < where; first = comma + 1) {
        for (comma = first; comma < where && !is(comma, where, ","); comma++)
            if (is(comma, where, "(")) /* a comma behind it is that of a cell */
                comma = find(comma, where, ")") - 1;
        const struct part part = read_part(first, comma);
        patterns += part.is_laid;
        need(part.is_laid ? !on || on == part.left.count : !is_string, at);
        need(!repeats || !part.from.count, at);
        PUSH(rule.parts, rule.part_count, part);
    }
    rule.where = where < end ? formula_of(where + 1, end, OF_WHERE) : 0;
    need(where == end || rule.where, at_hand);
    const bool is_bare = !repeats && !on && rule.at < 0 && !is_string;
    need(rule.part_count > 0 && (patterns == 1 || is_bare), at);
    rule.chosen = left_names, left_names = (struct list){0};
    for (int i = 0; i < used_names.count; i++)
        if (!holds(&rule.chosen, used_names.items[i]))
            add(&rule.chosen, used_names.items[i]);
    add_variants(&rule, 0);
    PUSH(rules, rule_count, rule);
}

/* ---- Starts, goals and what must never be: lines of conditions, one of which must hold */

struct condition { /* a comparison, or a pattern with the places that it may lie on */
    bool wanted;
    int formula; /* 0: it is a pattern */
    struct drawing drawing;
    struct list places; /* one after the other */
    int lies, asked;    /* how many times; of a string AT_BEGIN and AT_END */
};
static struct lines {
    struct line {
        struct condition *items;
        int count;
    } *items;
    int count;
} starts, goals, nevers;
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
static bool lay(const struct drawing *drawing, const struct way *way, int first, int steps_done, struct list *to) {
    const int begin = to->count;
    bool good = true;
    for (int i = 0; good && i < drawing->count; i++) {
        const int cell = cell_of(way, first, i / drawing->columns, i % drawing->columns + steps_done);
        const struct list before = {begin ? to->items + begin : to->items, to->count - begin};
        good = cell >= 0 && !((wraps_rows || wraps_columns) && i && holds(&before, cell));
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
    for (int comma = at + 1, next; comma < colon; comma = next) {
        next = find(comma + 1, colon, ",");
        read_qualifier(&rule, comma + 1, next, false);
    }
    condition->wanted = is(at, end, "somewhere"), condition->asked = rule.asked, condition->lies = 0;
    condition->drawing = read_drawing(colon + 1, end, STATE);
    need(condition->drawing.count > 0, colon);
    for (int i = 0, count = ways_of(rule.asked, true, ways); !is_string && i < count * cells; i++)
        condition->lies += lay(&condition->drawing, &ways[i / cells], i % cells, 0, &condition->places);
}

static void add_cell(struct condition *condition, struct cell cell, int place) {
    PUSH(condition->drawing.cells, condition->drawing.count, cell);
    add(&condition->places, place);
}

static bool asks_place(int at, int end) { /* V is p, C is p */
    const struct word *word = end - at == 3 && is(at + 1, end, "is") ? &words[tokens[at].word] : NULL;
    return word && (word->var || (word->cell && !words[tokens[at + 1].word].piece));
}

static struct condition read_condition(int at, int end) {
    struct condition condition = {.wanted = true, .lies = 1, .asked = AT_BEGIN | AT_END};
    bool turned = false;
    for (; is(at, end, "not") && end - at > 1 && !words[tokens[at].word].is_value && !words[tokens[at].word].name; at++)
        turned = !turned;
    const int var = words[word_at(at, end)].var, cell = words[tokens[at].word].cell, colon = find(at, end, ":");
    if (asks_place(at, end)) {
        const int id = tokens[at + 2].word;
        struct cell said = var ? (struct cell){meaning(id, var, STATE), ANY} : read_cell(id, STATE);
        need(said.piece != UNKNOWN || (var && is_word(id, "any")), at + 2);
        said.piece = said.piece == UNKNOWN ? ANY : said.piece; /* of a start */
        add_cell(&condition, said, var ? cells + var - 1 : cell - 1);
    } else if (colon < end) {
        read_sought(&condition, at, colon, end);
    } else if (is_free(at, end, "every")) { /* P on F: there are as many P as P on F; F has P: as many cells on F as P on F */
        const bool has = is(at + 2, end, "has");
        need(end - at == 4 && (has || is(at + 2, end, "on")), at);
        const int piece = tokens[at + (has ? 3 : 1)].word, floor = tokens[at + (has ? 1 : 3)].word;
        condition.formula = step_count + 1;
        add_step(COUNT, has ? ANY : piece, has ? floor : ANY, 0, 0), add_step(COUNT, piece, floor, 0, 0);
        add_step(COMPARE, 0, ANY, 0, 2), add_step(END, 0, ANY, 0, 0);
    } else if (is_string || !(condition.formula = formula_of(at, end, OF_GOAL))) {
        const struct drawing board = read_drawing(at, end, STATE);
        need(is_string ? board.rows == 1 : board.rows == rows && board.columns == columns, at);
        for (int i = 0; i < board.count; i++)
            if (is_string || board.cells[i].piece != ANY || board.cells[i].floor != ANY)
                add_cell(&condition, board.cells[i], i);
    }
    condition.wanted = condition.wanted != turned;
    return condition;
}

/* Where `or` is a piece, too, it joins what is whole and no drawing. */
static bool joins(int begin, int at) {
    const int mark = step_count;
    const bool is_whole = asks_place(begin, at) || (is_free(begin, at, "every") && at - begin == 4) || formula_of(begin, at, OF_GOAL);
    step_count = mark;
    return is_whole;
}
/* Comparisons first, then what is wanted, then what is not: that is the order in which they are looked at. */
static int rank(const struct condition *condition) { return condition->formula ? 0 : condition->wanted ? 1 : 2; }
static int compare_conditions(const void *a, const void *b) { return rank(a) - rank(b); }

static void read_lines(struct lines *lines, int at, int end) {
    const int id = text_word("or");
    const bool is_declared = words[id].is_value || words[id].name;
    struct line line = {0};
    for (int begin = at, colon = -1; at <= end; at++) {
        int first = begin;
        while (is(first, end, "not"))
            first++;
        if (at == begin && (is(first, end, "somewhere") || is(first, end, "nowhere")))
            colon = find(first, end, ":"); /* commas before it belong to the pattern */
        const bool ends = at == end || (is(at, end, "or") && lines != &starts && (!is_declared || joins(first, at)));
        if (!ends && !is(at, end, "and") && !(is(at, end, ",") && at > colon))
            continue;
        PUSH(line.items, line.count, read_condition(begin, at));
        begin = at + 1;
        if (ends) {
            qsort(line.items, (size_t)line.count, sizeof *line.items, compare_conditions);
            PUSH(lines->items, lines->count, line);
            line = (struct line){0};
        }
    }
}
static void read_goal(int at, int end) { read_lines(&goals, at, end); }
static void read_never(int at, int end) { read_lines(&nevers, at, end); }

/* The word that a line wants in each place; ANY: it does not say. */
static int *wanted_by(const struct line *line, int places) {
    int *wanted = zeroed((size_t)places, sizeof *wanted);
    for (int place = 0; place < places; place++)
        wanted[place] = ANY;
    for (const struct condition *c = line->items; c < line->items + line->count; c++) {
        const struct step *step = c->formula && c->wanted ? &steps[c->formula - 1] : NULL;
        const bool every = step && step[0].operation == COUNT && step[0].id == ANY && step[0].floor != ANY && !step[0].line &&
                           step[1].operation == COUNT && step[1].floor == step[0].floor && !step[1].line &&
                           step[2].operation == COMPARE && step[2].number == 2;
        for (int place = 0; every && words[step[1].id].piece && place < cells && ground; place++) /* every F has P */
            if (wanted[place] == ANY && stands_for(step->floor, ground[place], true))
                wanted[place] = step[1].id;
        for (int i = 0; !c->formula && c->wanted && c->lies == 1 && i < c->drawing.count; i++) {
            const int place = is_string ? i : c->places.items[i];
            if (place < places && wanted[place] == ANY && c->drawing.cells[i].piece >= 0)
                wanted[place] = c->drawing.cells[i].piece;
        }
    }
    return wanted;
}

static void read_start(int at, int end) {
    need(!start, at);
    read_lines(&starts, at, end);
    start_length = is_string ? starts.items->items->drawing.count : cells + domain_count - 1;
    start = wanted_by(starts.items, start_length);
    for (int place = 0; place < (is_string ? start_length : cells); place++) {
        need(!is_string || start[place] != ANY, at);
        if (start[place] == ANY)
            start[place] = ground && ground[place] == wall ? wall : text_word(".");
    }
}

/* ---- The puzzle */

/* A matrix of 0 (free) and 1 (wall) is a maze, from the top left to the bottom right: the puzzle that it stands for. */
static char *written_out(const char *matrix, size_t *length) {
    char *from = zeroed(*length, 1), *to = zeroed(*length, 1), *text = zeroed(2 * *length + 200, 1), *last = to;
    int row_count = 0, in_row = 0, in_first = 0;
    for (size_t i = 0; i < *length; i++) {
        const bool digit = is_among(matrix[i], "01"), ends = is_among(matrix[i], "\r\n");
        if (!digit && !ends && !is_among(matrix[i], " \t"))
            fail(2, "the puzzle cannot be read: it is no matrix of 0 and 1");
        from[i] = ends ? '/' : digit && row_count == 0 && matrix[i] == '0' ? '@' : matrix[i];
        to[i] = digit ? '_' : from[i], last = digit ? to + i : last;
        row_count += digit && !in_row, in_row = ends ? 0 : in_row + digit, in_first += row_count == 1 && digit;
    }
    *last = '@';
    *length = (size_t)sprintf(text, "board %d x %d\npieces @ 0 1\nmove any direction: @ 0 -> 0 @\nstart %s\ngoal %s\n",
                              row_count, in_first, from, to);
    return text;
}

/* What is given replaces the start or the goals of the text. */
static void read_puzzle(const char *text, size_t length, const char *given[2], const size_t given_length[2]) {
    static const struct {
        const char *keyword;
        void (*read)(int at, int end);
        bool once;
    } kinds[] = {{"board", read_board, true}, {"cells", read_cells, true}, {"string", read_string, true}, {"within", read_within, true},
                 {"links", read_links, false}, {"pieces", read_pieces, true}, {"floor", read_floor, true}, {"let", read_let, false},
                 {"var", read_var, false}, {"move", read_move, false}, {"start", read_start, false}, {"goal", read_goal, false},
                 {"never", read_never, false}};
    /* The first may stand anywhere, and pieces are read before kinds of floor. For the others a word means what was declared above it. */
    enum { PIECES = 5, FLOORS = 6, LATER = FLOORS, USES = 9, START = 10, READ = 13 };
    bool seen[READ] = {false};
    int first_use = -1; /* the first statement that uses what was declared */
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
    for (int pass = 0; pass <= LATER; pass++)
        for (int i = 0, kind = 0; i < statement_count; i++, kind = 0) {
            while (kind < READ && !is_word(statements[i].keyword, kinds[kind].keyword))
                kind++;
            const bool replaced = i < own && (kind == START || kind == START + 1) && given[kind - START];
            first_use = first_use < 0 && kind >= USES && kind < READ ? i : first_use;
            if (kind == READ || replaced || (kind < LATER ? kind : LATER) != pass)
                continue;
            need(!kinds[kind].once || !seen[kind], statements[i].first); /* declared once */
            need((kind != PIECES && kind != FLOORS) || first_use < 0 || i < first_use, statements[i].first);
            seen[kind] = true;
            kinds[kind].read(statements[i].first, statements[i].end);
            cells = rows * columns;
        }
    if (rule_count == 0 || !start || (is_string ? cells + domain_count > 1 : !start_length))
        fail(2, "the puzzle has no move or no start");
}

/* ---- What holds in the state at hand */

static struct list trail; /* names that are bound */

static bool fits_word(int what, int found) {
    struct name *name = is_named(what) ? name_of(what) : NULL;
    if (!name || name->bound >= 0 || !holds(&name->list, found))
        return what == ANY || found == (name ? name->bound : what);
    name->bound = found;
    add(&trail, (int)(name - names));
    return true;
}

static bool fits(const struct condition *c, int number) {
    for (int i = 0; i < c->drawing.count; i++) {
        const struct cell *cell = &c->drawing.cells[i];
        const int place = is_string ? number + i : c->places.items[number * c->drawing.count + i];
        if (!fits_word(cell->piece, word_here(place)) || (cell->floor != ANY && !fits_word(cell->floor, ground[place])))
            return false;
    }
    return true;
}

/* Whether the line holds from that condition on. Names are chosen by all that is wanted; then nothing may be found of what is not. Only
 * where a name is chosen, another choice may have to be tried: so this is never deeper than there are names. */
static bool line_holds(const struct condition *c, const struct condition *end) {
    for (; c < end; c++) {
        const int mark = trail.count, last = is_string ? shown.count - c->drawing.count : c->lies - 1;
        bool found = c->formula && worked_out(c->formula).number;
        for (int i = 0; !c->formula && !found && i <= last; i++) {
            const bool lies = !is_string || !((c->asked & AT_BEGIN && i) || (c->asked & AT_END && i < last));
            found = lies && fits(c, i);
            const bool chosen = found && c->wanted && trail.count > mark, good = chosen && line_holds(c + 1, end);
            while (trail.count > mark)
                names[trail.items[--trail.count]].bound = -1;
            if (good)
                return true;
            found = found && !chosen;
        }
        if (found != c->wanted)
            return false;
    }
    return true;
}

static bool some_line_holds(const struct lines *lines) {
    bool found = false;
    for (int i = 0; i < lines->count && !found; i++)
        found = line_holds(lines->items[i].items, lines->items[i].items + lines->items[i].count);
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

static int pair_of(int place, int word) { /* -1: it can never be there */
    const int index = place < cells ? words[word].piece - 1 : place_in(&domains[domain_of(place)], word);
    const bool never = index < 0 || (place < cells && (is_fixed(place) ? word != start[place] : word == wall));
    return never ? -1 : place << bits | index;
}

static void number_pairs(void) {
    start_pairs = zeroed((size_t)start_length, sizeof *start_pairs), sketch = zeroed((size_t)start_length, sizeof *sketch);
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

static void end_move(struct move *move) { /* copies are in the order of the places that they lead to */
    if (move->copies)
        qsort(pool + move->first + 2 * move->count, (size_t)move->copies, 2 * sizeof *pool, compare_ints);
    if (pool_count > 1 << 30)
        fail(4, "there are too many moves");
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
        PUSH(pool, pool_count, looks || puts ? pair_of(place, looks ? s.before : s.after) : ANY);
        move.count += looks, changes |= puts;
    }
    for (int i = 0; i < copied.count; i++)
        PUSH(pool, pool_count, copied.items[i]);
    end_move(&move);
    if (changes)
        PUSH(moves, move_count, move);
    return changes;
}

/* One step: first all parts look, then they put. False: it is not possible, or changes nothing. */
static bool do_step(const struct rule *rule, const struct variant *variant, const struct way *way, int step) {
    static struct list further;
    bool changes = !(rule->asked & (REPEAT | UNTIL_BLOCKED));
    for (int i = 0; i < 2 * rule->part_count; i++) {
        const int number = i % rule->part_count, looks = i < rule->part_count;
        const struct part *part = &rule->parts[number];
        const int count = part->left.count, *left = variant->words[number], *floors = left + count, *right = floors + count;
        if (step && !part->is_laid)
            continue; /* values change once */
        further.count = 0;
        if (step && !lay(&part->left, way, *spots[number].items, step, &further))
            return false;
        const int *places = step ? further.items : spots[number].items;
        for (int j = 0; j < count; j++) {
            const int word = looks ? left[j] : right[j];
            struct sketch *s = &sketch[places[j]];
            if ((looks && floors[j] != ANY && ground[places[j]] != floors[j]) || (word != ANY && pair_of(places[j], word) < 0))
                return false;
            if (word == ANY)
                continue;
            if (looks && s->before == ANY)
                s->before = s->after = word, add(&touched, places[j]);
            if (s->after != word && (looks || s->step == step))
                return false; /* something else is there; or another part puts something else there */
            if (!looks)
                s->after = word, s->step = step, changes |= part->is_laid && word != left[j];
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
static void write_move(const struct rule *rule, const struct variant *variant, const struct way *way, int step_number) {
    bool good = true;
    for (int step = 0; good && step < step_number; step++)
        good = do_step(rule, variant, way, step);
    if (good && add_move(variant->cost) && rule->asked & UNTIL_BLOCKED) {
        struct move *move = &moves[move_count - 1];
        const int mark = touched.count;
        good = do_step(rule, variant, way, step_number); /* it must not be possible to go on */
        for (int i = mark; good && i < touched.count; i++)
            if (!is_fixed(touched.items[i]))
                PUSH(pool, pool_count, pair_of(touched.items[i], sketch[touched.items[i]].before)), move->blocks++;
        move_count -= good && move->blocks == 0;
    }
    for (int i = 0; i < touched.count; i++)
        sketch[touched.items[i]] = (struct sketch){ANY, ANY, -1};
    touched.count = copied.count = 0;
}

/* Every place of the patterns from that part on; then every number of steps, to the edge or once round, and every variant. */
static void place_parts(const struct rule *rule, const struct way *way, int number) {
    static int first; /* of the pattern; if it is repeated, there is only one */
    const struct part *part = &rule->parts[number];
    if (number == rule->part_count) {
        for (int count = 1, there = -1; count == 1 || (there >= 0 && there != first); count++) {
            for (int i = 0; i < rule->variant_count; i++)
                write_move(rule, &rule->variants[i], way, count);
            there = rule->asked & (REPEAT | UNTIL_BLOCKED) ? cell_of(way, first, 0, count) : -1;
        }
    } else if (!part->is_laid || rule->on.count) {
        spots[number] = part->is_laid ? rule->on : part->places;
        place_parts(rule, way, number + 1);
    } else {
        for (int cell = rule->at < 0 ? 0 : rule->at; cell < (rule->at < 0 ? cells : rule->at + 1); cell++) {
            first = cell, spots[number].count = 0;
            if (lay(&part->left, way, cell, 0, &spots[number]))
                place_parts(rule, way, number + 1);
        }
    }
}

/* Every move of the rule. Along links the cost may depend on the link, so that the variants are made again for each. */
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
            add_variants(rule, 0);
        }
        if (rule->variant_count)
            place_parts(rule, along ? NULL : &ways[i], 0);
    }
}

/* ---- Spaces. A state is a list of items: the pairs that are not as in the origin of its space, or the letters of a string.
 * Beside the space of the puzzle there are smaller ones, in which several pairs of a place look alike (see Tables). */

static const uint64_t far = UINT64_MAX;
struct key { /* a state as bytes */
    const unsigned char *bytes;
    size_t length;
    uint64_t hash;
};
struct known { /* a state that is remembered */
    uint64_t distance;
    uint32_t length, is_listed; /* is_listed: else it is only known that it must be, at this distance at most */
    unsigned char bytes[];
};
static struct space {
    int *origin, *image;    /* by place; by pair: what it looks like */
    struct move *moves;     /* as many as `moves` */
    int *bucket, *chain;    /* moves, from 1, by a pair that they look for and the origin has not: the first one; the one after each */
    bool is_small;          /* what must never be, and what blocks a move, is forgotten */
    uint64_t *room, *table; /* what is known, one behind the other; by hash, 1 + where it is, and half of the hash */
    size_t end, next, slots, count; /* of the room; next: from both ends, the first one of the last layer */
} whole, *here = &whole, *tables;   /* tables: with the cost from each of their states to a goal as its distance */
static int width, table_count;      /* width: bytes of an item */
static struct list own, after;      /* the state at hand, a successor */
static bool adds, counts_moves, found_goal; /* tables are added; each move counts as one; a goal was seen at the bound */
static bool shows_progress;
static uint64_t bound;

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
    int *number = zeroed((size_t)pair_count, sizeof *number); /* of moves by pair; those with none are under the pair behind all */
    space->bucket = zeroed((size_t)pair_count, sizeof *space->bucket);
    space->chain = zeroed((size_t)move_count, sizeof *space->chain);
    for (int i = 0, chosen; i < move_count; i++) {
        const struct move *move = &space->moves[i];
        chosen = pair_count;
        for (int j = move->first; j < move->first + move->count; j++) {
            const int pair = space->image[pool[j]];
            if (space->origin[place_of(pair)] != pair && (chosen == pair_count || number[pair] < number[chosen]))
                chosen = pair;
        }
        if (counts_in(space, move))
            space->chain[i] = space->bucket[chosen], space->bucket[chosen] = i + 1, number[chosen]++;
    }
    free(number);
}

/* Makes these items the state at hand. They must stay until others are shown. */
static void show(struct list items) {
    for (int i = 0; !is_string && i < shown.count; i++)
        state[place_of(shown.items[i])] = here->origin[place_of(shown.items[i])];
    for (int i = 0; !is_string && i < items.count; i++)
        state[place_of(items.items[i])] = items.items[i];
    shown = items;
}
static bool after_meets(const struct lines *lines) {
    if (!lines->count)
        return false;
    show(after);
    const bool found = some_line_holds(lines);
    show(own);
    return found;
}

static struct key key_of(const unsigned char *bytes, size_t length) {
    uint64_t hash = length, part;
    for (size_t i = 0; i < length; i += sizeof part, hash ^= hash >> 29) {
        part = 0;
        memcpy(&part, bytes + i, length - i < sizeof part ? length - i : sizeof part);
        hash = (hash ^ part) * UINT64_C(0x9e3779b97f4a7c15);
    }
    return (struct key){bytes, length, hash};
}
/* The items as bytes, behind so many others that are there. */
static struct key pack(const struct list *items, unsigned char **buffer, size_t first) {
    unsigned char *at = *buffer = grown(*buffer, first + (size_t)items->count * (size_t)width, 1);
    at += first;
    for (int i = 0; i < items->count; i++)
        for (int j = 0; j < width; j++)
            *at++ = (unsigned char)((unsigned)items->items[i] >> 8 * j);
    return key_of(*buffer + first, (size_t)items->count * (size_t)width);
}
static struct key packed(const struct list *items) { /* until others are */
    static unsigned char *buffer;
    return pack(items, &buffer, 0);
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

static struct known *known_at(const struct space *space, size_t at) { return (struct known *)(void *)(space->room + at); }
static size_t where_is(const struct space *space, struct known *one) { return (size_t)((uint64_t *)(void *)one - space->room); }
static size_t size_of(size_t length) { return 2 + (length + 7) / 8; } /* of `room` */
static size_t behind_it(const struct space *space, size_t at) { return at + size_of(known_at(space, at)->length); }
static struct key key_at(const struct space *space, size_t at) {
    const struct known *one = known_at(space, at);
    return key_of(one->bytes, one->length);
}

/* Where the state is in the table, or would be. */
static uint64_t *slot_of(const struct space *space, struct key key) {
    size_t slot = (key.hash ^ key.hash >> 32) & (space->slots - 1);
    for (uint64_t other; (other = space->table[slot]); slot = (slot + 1) & (space->slots - 1)) {
        const struct known *known = (uint32_t)(other >> 32) == (uint32_t)key.hash ? known_at(space, (uint32_t)other - 1) : NULL;
        if (known && known->length == key.length && memcmp(known->bytes, key.bytes, key.length) == 0)
            break;
    }
    return &space->table[slot];
}
/* What is known of the state, until another one is added. NULL: nothing. */
static struct known *find_known(const struct space *space, struct key key) {
    const uint64_t slot = space->slots ? *slot_of(space, key) : 0;
    return slot ? known_at(space, (uint32_t)slot - 1) : NULL;
}
/* The same; if it is new, it is known from now on, at that distance. */
static struct known *know(struct space *space, struct key key, uint64_t distance) {
    if (2 * space->count >= space->slots) {
        free(space->table);
        space->slots = space->slots ? 2 * space->slots : 1 << 6;
        space->table = zeroed(space->slots, sizeof *space->table);
        for (size_t at = 0; at < space->end; at = behind_it(space, at)) {
            const struct key one = key_at(space, at);
            *slot_of(space, one) = one.hash << 32 | (at + 1);
        }
    }
    uint64_t *slot = slot_of(space, key);
    if (!*slot) {
        checked(space->end >= UINT32_MAX - 1 ? NULL : slot);
        *slot = key.hash << 32 | (space->end + 1);
        space->room = grown(space->room, space->end + size_of(key.length), sizeof *space->room);
        *known_at(space, space->end) = (struct known){distance, (uint32_t)key.length, 0};
        memcpy(known_at(space, space->end)->bytes, key.bytes, key.length);
        space->end += size_of(key.length), space->count++;
    }
    return known_at(space, (uint32_t)*slot - 1);
}

/* Whether the successor at hand must never be. What is known was looked at before. */
static bool is_forbidden(struct key key) {
    return nevers.count > 0 && !here->is_small && !find_known(here, key) && after_meets(&nevers);
}

static void load(struct key key) { /* makes a state the one at hand */
    show((struct list){0});
    unpack(key, &own);
    show(own);
}
static void enter(struct space *space) { /* turns to another space, at its origin */
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
static void add_all(struct list *list, const struct list *from, int first, int end) {
    for (int i = first; i < end && (longest < 0 || list->count <= longest); i++) { /* what is too long is no move */
        if (list->count >= 1 << 24)
            fail(4, "a string becomes too long");
        add(list, from->items[i]);
    }
}

/* What a rule makes of the string at hand, with its left side at that place. */
static bool rewrite(const struct rule *rule, const int *left, int first) {
    const int last = rule->parts->left.count - 1, right_count = rule->parts->right.count, *right = left + 2 * (last + 1);
    const bool has_rest = left[last] <= NAMED; /* all further letters */
    const int end = first + last + !has_rest;
    if (end > own.count || (rule->asked & AT_BEGIN && first) || (rule->asked & AT_END && !has_rest && end < own.count))
        return false;
    for (int i = first; i < end; i++)
        if (left[i - first] != ANY && left[i - first] != own.items[i])
            return false;
    after.count = 0;
    add_all(&after, &own, 0, first);
    for (int i = 0; i < right_count; i++) {
        if (right[i] == ANY ? first + i >= own.count : right[i] < 0 && right[i] != left[last])
            return false;
        if (right[i] >= 0)
            add(&after, right[i]);
        else
            add_all(&after, &own, right[i] == ANY ? first + i : end, right[i] == ANY ? first + i + 1 : own.count);
    }
    if (!has_rest)
        add_all(&after, &own, end, own.count);
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
        take_image(&tables[i], &after, &items);
        const struct known *known = find_known(&tables[i], packed(&items));
        const uint64_t left = known ? known->distance : 0;
        if (left == far)
            return far;
        sum = adds ? added(sum, left) : left > sum ? left : sum;
    }
    return sum;
}

/* The successors that are nearer than the bound, in the order of moves; each once, by the first of the cheapest moves. With tables
 * they are those from which a goal may be within the bound. */
static struct successor {
    struct key key;
    uint64_t distance, left;
    size_t at; /* of its bytes, in `successor_bytes` */
    bool is_dead;
} *successors;
static unsigned char *successor_bytes;
static int successor_count;

static uint64_t weight_of(int64_t cost) { return cost == 0 || counts_moves ? 1 : (uint64_t)cost << 24; }

static void add_successor(uint64_t distance, int64_t cost) {
    const struct successor *last = successor_count ? &successors[successor_count - 1] : NULL;
    struct successor one = {.distance = added(distance, weight_of(cost)), .left = remaining()};
    one.at = last ? last->at + last->key.length : 0;
    if (one.distance == bound && !found_goal && !tables)
        found_goal = after_meets(&goals) && !after_meets(&nevers);
    if (tables ? one.left == far || added(one.distance, one.left) > bound : one.distance >= bound)
        return;
    one.key = pack(&after, &successor_bytes, one.at);
    if (is_forbidden(one.key))
        return;
    for (struct successor *other = successors; other < successors + successor_count; other++)
        if (other->key.hash == one.key.hash && !other->is_dead && other->key.length == one.key.length &&
            memcmp(successor_bytes + other->at, one.key.bytes, one.key.length) == 0) {
            if (other->distance <= one.distance)
                return;
            other->is_dead = true;
        }
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
    for (int i = -1; !is_string && i < own.count; i++)
        for (int number = here->bucket[i < 0 ? pair_count : own.items[i]]; number; number = here->chain[number - 1]) {
            const struct move *move = &here->moves[number - 1];
            const int *looks = pool + move->first, *blocks = looks + 2 * move->count + 2 * move->copies;
            if (looks_at(looks, move->count) && (here->is_small || !move->blocks || !looks_at(blocks, move->blocks)))
                add(fitting, number - 1);
        }
    sort(fitting);
}

static void expand(uint64_t distance) {
    static struct list fitting;
    int kept = successor_count = 0;
    successors = grown(successors, 0, sizeof *successors); /* even if there is none */
    find_fitting(&fitting);
    for (int i = 0; i < fitting.count; i++)
        if (make(&here->moves[fitting.items[i]]))
            add_successor(distance, here->moves[fitting.items[i]].cost);
    for (const struct rule *rule = rules; is_string && rule < rules + rule_count; rule++)
        for (int first = 0; first <= own.count; first++)
            for (int i = 0; i < rule->variant_count; i++)
                if (rewrite(rule, *rule->variants[i].words, first))
                    add_successor(distance, rule->variants[i].cost);
    for (int i = 0; i < successor_count; i++) {
        successors[i].key.bytes = successor_bytes + successors[i].at; /* now they stay where they are */
        if (!successors[i].is_dead)
            successors[kept++] = successors[i];
    }
    successor_count = kept;
}

/* Every start is known: vars that may be any have each of their values. */
static void know_starts(int place) {
    while (place < start_length && start[place] != ANY)
        place++;
    if (place == start_length && is_forbidden(packed(&after)))
        fail(2, "the puzzle cannot be read: a start is what must never be");
    if (place == start_length)
        know(&whole, packed(&after), 0);
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
    static bool is_half; /* the lower half of the byte was read */
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

/* ---- By a list. What waits is written in one run and then read in one; if there is a folder, in a file there, which has no name. */

enum { PARTS = 256, FEW = 1 << 13 };
struct stream {
    unsigned char *bytes; /* as long as there are few */
    FILE *file;
    size_t at, end;       /* what is read next */
};
struct note { /* what is said of a state, which stands behind it */
    uint64_t distance, order;
    size_t length;
};
static struct lane { /* the states that moves of one weight led to: they are listed in the order of their distance */
    uint64_t weight;
    struct stream in, out; /* when one is read to its end, they change places */
    struct note next;
    bool has_next;
} *lanes;
static struct stream parts[PARTS]; /* notes on states of the other parts; where they are not in memory */
static int lane_count;
static size_t part_at_hand, listed_count, layer_count, listed_here;
static uint64_t *layers; /* where moves are counted: how many are listed at each distance */
static const char *folder; /* NULL: all stays in memory */
static bool is_full;       /* no more files can be open at once: what has none stays in memory */

static FILE *new_file(void) {
    static bool was_made;
    FILE *file = NULL;
    char name[4096];
    for (int i = 0; i < 10000 && !file; i++) {
        snprintf(name, sizeof name, "%s/fewest-verify-%d", folder, i);
        file = fopen(name, "w+bx");
    }
    if (!file && !was_made)
        fail(4, "no file can be made in %s", folder);
    if (file)
        remove(name);
    was_made = true, is_full = !file;
    return file;
}

static void give(struct stream *to, const void *bytes, size_t length) {
    const bool moves_out = folder && !is_full && !to->file && to->end >= FEW;
    to->file = moves_out ? new_file() : to->file;
    if ((moves_out && to->file && fwrite(to->bytes, 1, to->end, to->file) != to->end) || (to->file && fwrite(bytes, 1, length, to->file) != length))
        fail(4, "a file in %s cannot be written", folder);
    to->bytes = to->file ? to->bytes : grown(to->bytes, to->end + length, 1);
    if (!to->file && length)
        memcpy(to->bytes + to->end, bytes, length);
    to->end += length;
}

/* Takes as much as was given at once. False: there is nothing. */
static bool take(struct stream *from, void *bytes, size_t length) {
    if (from->at == from->end || !length)
        return false;
    if (from->file && fread(bytes, 1, length, from->file) != length)
        fail(4, "a file in %s cannot be read", folder);
    if (!from->file)
        memcpy(bytes, from->bytes + from->at, length);
    from->at += length;
    return true;
}
static void begin(struct stream *stream) { /* to read it, or to write it anew */
    stream->at = 0;
    if (stream->file && fseek(stream->file, 0, SEEK_SET) != 0) /* which writes what waits, and says whether that could be done */
        fail(4, "a file in %s cannot be written", folder);
}

static void give_note(struct stream *to, struct key key, uint64_t distance, uint64_t order) {
    const struct note note = {distance, order, key.length};
    give(to, &note, sizeof note);
    give(to, key.bytes, key.length);
}
static struct key take_key(struct stream *from, size_t length) { /* what waits behind its note; until another one is taken */
    static unsigned char *bytes;
    bytes = grown(bytes, length, 1);
    take(from, bytes, length);
    return key_of(bytes, length);
}

/* That a state is listed at that distance (order is its number, from 1), or (order 0) that it must be, at that distance at most. With a
 * folder, states are divided into parts, and what is said of other parts than that at hand waits there until their turn comes. */
static void note_state(struct key key, uint64_t distance, uint64_t order) {
    const size_t part = folder ? key.hash >> 40 & (PARTS - 1) : 0;
    if (part != part_at_hand) {
        give_note(&parts[part], key, distance, order);
        return;
    }
    struct known *one = know(&whole, key, distance);
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
    give_note(&lanes[i].in, key, distance, ++listed_count);
    note_state(key, distance, listed_count);
    while (counts_moves && layer_count <= distance)
        PUSH(layers, layer_count, 0);
    if (counts_moves)
        layers[distance]++;
}

/* The listed state that comes next: the nearest, and of these the one that was listed first. NULL: there is none. */
static struct lane *next_lane(void) {
    struct lane *nearest = NULL;
    for (struct lane *lane = lanes; lane < lanes + lane_count; lane++) {
        if (!lane->has_next && lane->out.at == lane->out.end) {
            const struct stream empty = lane->out;
            lane->out = lane->in, lane->in = empty, lane->in.end = 0;
            begin(&lane->in), begin(&lane->out);
        }
        lane->has_next = lane->has_next || take(&lane->out, &lane->next, sizeof lane->next);
        const struct note a = lane->next, b = nearest ? nearest->next : a;
        if (lane->has_next && (!nearest || a.distance < b.distance || (a.distance == b.distance && a.order < b.order)))
            nearest = lane;
    }
    return nearest;
}

static void check_part(void) {
    if (listed_here != whole.count)
        fail(1, "%zu states that moves lead to are left out", whole.count - listed_here);
    listed_here = whole.count = whole.end = 0;
    if (whole.slots)
        memset(whole.table, 0, whole.slots * sizeof *whole.table);
}

/* Every state that is nearer than the bound is listed, by the first move that leads to it at its distance: the number read
 * says how many successors to pass by, plus one; 0 ends the list. Whatever is passed by must be listed, too, and not
 * farther away than it is here. So no state nearer than the bound is forgotten, and none of them is a goal. */
static void check_list(bool goals_count) {
    const struct space starts = whole;
    whole.room = whole.table = NULL, whole.end = whole.slots = whole.count = 0;
    for (size_t at = 0; at < starts.end; at = behind_it(&starts, at))
        list_state(key_at(&starts, at), 0, 0);
    uint64_t next = read_gap();
    for (struct lane *lane; (lane = next_lane()); ) {
        const uint64_t distance = lane->next.distance;
        lane->has_next = false;
        load(take_key(&lane->out, lane->next.length));
        if (goals_count && some_line_holds(&goals)) {
            if (distance < bound)
                fail(1, "a goal is nearer than is claimed, at cost %" PRIu64, distance >> 24);
            found_goal = true;
        }
        expand(distance);
        for (const struct successor *one = successors; one < successors + successor_count; one++) {
            if (next == 1)
                list_state(one->key, one->distance, one->distance - distance);
            else
                note_state(one->key, one->distance, 0);
            next = next == 1 ? read_gap() : next - (next > 0);
        }
    }
    if (next)
        fail(1, "the proof lists more states than moves lead to");
    if (next_byte() != '\n')
        fail(1, "something is behind the states");
    check_part();
    while (folder && ++part_at_hand < PARTS) {
        struct stream *part = &parts[part_at_hand];
        if (part_at_hand % (PARTS / 4) == 0 && shows_progress)
            fprintf(stderr, "fewest-verify: part %zu of %d\n", part_at_hand, PARTS);
        begin(part);
        for (struct note note; take(part, &note, sizeof note);)
            note_state(take_key(part, note.length), note.distance, note.order);
        if (part->file)
            fclose(part->file);
        RELEASE(part->bytes);
        check_part();
    }
}

/* ---- By a lower bound. A state *counts* if its distance and what the tables leave to be paid come to less than what is claimed. Whatever
 * counts is expanded, again if a cheaper way to it is found, and none of it is a goal: on the way to a goal that is too near, every state
 * would count. Then those are expanded for which it comes to just what is claimed, until one is a goal. */

static size_t *counting, *others, counting_count, other_count; /* where the states are that wait */

static void wait_for(struct known *one, uint64_t distance, uint64_t left) {
    one->distance = distance, one->is_listed = true;
    if (added(distance, left) < bound)
        PUSH(counting, counting_count, where_is(&whole, one));
    else
        PUSH(others, other_count, where_is(&whole, one));
}

static void search(void) {
    for (size_t at = 0, end = whole.end; at < end; at = behind_it(&whole, at)) {
        unpack(key_at(&whole, at), &after);
        const uint64_t left = remaining();
        if (left <= bound && left != far)
            wait_for(known_at(&whole, at), 0, left);
    }
    for (size_t done = 0; !found_goal && (done < counting_count || other_count);) {
        const size_t at = done < counting_count ? counting[done++] : others[--other_count];
        const uint64_t distance = known_at(&whole, at)->distance;
        load(key_at(&whole, at));
        found_goal = some_line_holds(&goals);
        if (found_goal && distance < bound)
            fail(1, "a goal is nearer than is claimed, at cost %" PRIu64, distance >> 24);
        expand(distance);
        for (const struct successor *one = successors; one < successors + successor_count; one++) {
            struct known *there = know(&whole, one->key, one->distance);
            if (!there->is_listed || there->distance > one->distance)
                wait_for(there, one->distance, one->left);
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
    for (int i = 0; i < goals.count; i++) {
        struct list line = {0};
        int *said = wanted_by(&goals.items[i], start_length);
        for (int place = 0; place < start_length; place++) {
            if (said[place] != ANY)
                add(&line, pair_of(place, said[place]));
            is_open[place] |= said[place] == ANY && !is_fixed(place);
        }
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
    end_move(&back);
    return back;
}

/* One layer more on that side. Whether it meets the other side. */
static bool grow(struct space *side, const struct space *other) {
    bool meets = false;
    enter(side);
    for (const size_t end = side->end; side->next < end && !meets; side->next = behind_it(side, side->next)) {
        load(key_at(side, side->next));
        expand(0);
        for (int i = 0; i < successor_count && !meets; i++)
            know(side, successors[i].key, 0), meets = find_known(other, successors[i].key);
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
        if (place_in(&wanted[i], -1) < 0 && after_meets(&goals) && !is_forbidden(packed(&after))) {
            know(&back, packed(&after), 0);
            meets |= find_known(&whole, packed(&after)) != NULL;
        }
    }
    for (int place = 0; place < start_length; place++)
        if (is_open[place])
            fail(2, "a goal leaves open what is in some place: this is no proof for it");
    for (; !meets && depth < most && whole.next < whole.end && back.next < back.end; depth++)
        meets = back.end - back.next < whole.end - whole.next ? grow(&back, &whole) : grow(&whole, &back);
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
    for (size_t at = 0; at < whole.end; at = behind_it(&whole, at)) { /* as yet only the starts are known */
        unpack(key_at(&whole, at), &own);
        take_image(table, &own, &after);
        know(table, packed(&after), far);
    }
    own.count = 0;
    for (size_t at = 0; at < table->end; at = behind_it(table, at)) {
        load(key_at(table, at));
        expand(0);
        for (const struct successor *one = successors; one < successors + successor_count; one++) {
            const uint32_t to = (uint32_t)where_is(table, know(table, one->key, far));
            PUSH(edges, edge_count, ((struct edge){(uint32_t)at, to, (uint32_t)(one->distance >> 24)}));
        }
        known_at(table, at)->distance = is_wanted() ? 0 : far;
    }
    for (bool changes = true; changes;) {
        changes = false;
        for (size_t i = edge_count; i-- > 0;) {
            const uint64_t there = known_at(table, edges[i].to)->distance;
            const uint64_t through = there == far ? far : added(there, (uint64_t)edges[i].cost << 24);
            if (through < known_at(table, edges[i].from)->distance)
                known_at(table, edges[i].from)->distance = through, changes = true;
        }
    }
    enter(&whole);
    RELEASE(edges);
}

/* There is a line for each, and behind these the last line of the proof. */
static void make_tables(void) {
    const uint64_t limit = bound;
    int all = 0;
    char *line;
    tables = grown(NULL, 0, sizeof *tables); /* even if there is none */
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
    bool found = some_line_holds(&goals);
    if (depth > 10000)
        fail(1, "the search goes too deep");
    find_fitting(&fitting);
    for (int i = 0; i < fitting.count && !found; i++) {
        const struct move *move = &moves[fitting.items[i]];
        const uint64_t left = make(move) && !is_same(&after, &before) ? remaining() : far, there = added(distance, weight_of(move->cost));
        if (left == far || added(there, left) > bound || after_meets(&nevers))
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

static bool is_within(uint64_t most) { /* whether there is a solution that costs at most so much */
    bool found = false;
    bound = most;
    for (size_t at = 0; at < whole.end && !found; at = behind_it(&whole, at)) {
        unpack(key_at(&whole, at), &after);
        const uint64_t left = remaining();
        load(key_at(&whole, at));
        found = left != far && left <= bound && dive(0, (struct list){0}, 0);
    }
    return found;
}

/* ---- By parity. A state is a sum, modulo 2, of its pairs and (where all pieces are different, and moves only exchange
 * them) of the sign of its arrangement. A move adds a vector that depends on nothing but the move. So where the vector from
 * the start to a goal is not a sum of these, the goal cannot be reached. What is in an open place is left out of all vectors. */

static uint64_t **basis, *vector; /* basis: by the first bit of each; vector: the one at hand; the last bit is the sign */

static void flip(int bit) {
    if (bit == pair_count || !is_open[place_of(bit)])
        vector[bit / 64] ^= UINT64_C(1) << bit % 64;
}

/* Makes the vector from these pairs to those, in the same places. Whether the cells hold the same pieces, each once: then it has a sign. */
static bool set_vector(const struct list *from, const struct list *to) {
    bool exchanges = true;
    free(vector);
    vector = zeroed((size_t)pair_count / 64 + 1, sizeof *vector);
    for (int i = 0; i < 2 * from->count; i++) {
        const struct list *there = i < from->count ? from : to, *elsewhere = i < from->count ? to : from;
        const int at = i % from->count, pair = there->items[at];
        bool stays = false;
        flip(pair);
        for (int j = 0; j < from->count; j++) {
            if (place_of(pair) >= cells || place_of(from->items[j]) >= cells)
                continue; /* of vars */
            stays = stays || word_in(elsewhere->items[j]) == word_in(pair);
            exchanges = exchanges && (j == at || word_in(there->items[j]) != word_in(pair));
            if (j < at && word_in(there->items[j]) > word_in(pair))
                flip(pair_count);
        }
        exchanges = exchanges && (stays || place_of(pair) >= cells);
    }
    return exchanges;
}

/* Takes from the vector at hand what others make up. Its first bit; -1: nothing is left. */
static int reduce(bool has_sign) {
    for (int bit = 0; bit < pair_count + has_sign; bit++) {
        const bool is_set = vector[bit / 64] >> bit % 64 & 1;
        if (is_set && !basis[bit])
            return bit;
        for (int i = bit / 64; is_set && i <= pair_count / 64; i++)
            vector[i] ^= basis[bit][i];
    }
    return -1;
}

/* What no move can do: the vector from a start to a goal. */
static void check_parity(void) {
    struct list from = {0}, to = {0};
    bool signs = true;
    if (pair_count > 1 << 15)
        fail(2, "this is no proof for such a puzzle");
    basis = zeroed((size_t)pair_count + 1, sizeof *basis);
    for (int place = 0; place < start_length; place++) {
        signs = signs && !(place < cells && is_open[place]);
        is_open[place] |= start[place] == ANY;
        if (!is_fixed(place))
            add(&from, start_pairs[place]);
    }
    signs = signs && set_vector(&from, &from);
    for (int i = 0; i < 2 * move_count; i++) { /* first what is open, and whether all only exchange pieces; then their vectors */
        const struct move *move = &moves[i % move_count];
        const int *looks = pool + move->first, *puts = looks + move->count, *copies = puts + move->count;
        from.count = to.count = 0;
        for (int j = 0; j < 2 * move->copies; j++)
            is_open[copies[j]] = true;
        for (int j = 0; j < move->count; j++)
            if (puts[j] >= 0)
                add(&from, looks[j]), add(&to, puts[j]);
        const bool exchanges = set_vector(&from, &to);
        signs = signs && !move->copies && exchanges;
        const int bit = i < move_count ? -1 : reduce(signs);
        if (bit >= 0)
            basis[bit] = vector, vector = NULL;
    }
    for (int i = 0; i < wanted_count; i++) {
        from.count = to.count = 0;
        for (int place = 0; place < start_length; place++) {
            int pair = start_pairs[place];
            for (int j = 0; j < wanted[i].count; j++)
                pair = place_of(wanted[i].items[j]) == place ? wanted[i].items[j] : pair;
            if (!is_fixed(place))
                add(&from, start_pairs[place]), add(&to, pair);
        }
        const bool exchanges = set_vector(&from, &to); /* where a piece stands twice, no exchange leads to it */
        if (!holds(&wanted[i], -1) && (!signs || exchanges) && reduce(signs) < 0)
            fail(1, "the parity is right: it does not keep the goal away");
    }
}

/* ---- The file */

static void check_layers(const char *line) {
    char *end;
    for (size_t i = 0; i < layer_count; i++, line = end) /* a blank and digits for each */
        if (*line != ' ' || !isdigit((unsigned char)line[1]) || strtoull(line, &end, 10) != layers[i])
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
    char *end, *bytes = NULL;
    if (strncmp(*line, word, strlen(word)) != 0)
        return NULL;
    *length = strtoull(*line + strlen(word), &end, 10) % SIZE_MAX;
    for (size_t count = 0; count <= *length;)
        PUSH(bytes, count, (char)next_byte());
    if (*end || bytes[*length] != '\n')
        fail(1, "a block of the proof does not end where it should");
    bytes[*length] = 0;
    *line = read_line();
    return bytes;
}

/* What is claimed, and how it is said to be proved; then the verdict. */
int main(int count, char **arguments) {
    static const char head[] = "fewest proof 2\n", *const kinds[] = {"by list", "by ends", "by bound", "by depth", "by parity"};
    static const char *const said[] = {"", "from both ends", "by a lower bound", "by a lower bound", "by parity"};
    enum { LIST, ENDS, BOUND, DEPTH, PARITY, KINDS } kind = LIST;
    if (count > 1 && strcmp(arguments[1], "--progress") == 0)
        shows_progress = true, arguments++, count--;
    if (count > 2 && strcmp(arguments[1], "--disk") == 0)
        folder = arguments[2], arguments += 2, count -= 2;
    if (count < 2 || count > 3)
        fail(2, "usage: fewest-verify [--progress] [--disk DIR] PROOF [PUZZLE]");
    proof = opened(arguments[1]);
    char first[sizeof head] = "", number[64];
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
    const bool unsolvable = strcmp(claim, "claim unsolvable") == 0, explored = strncmp(claim, "claim explored ", 15) == 0;
    const bool numbers = sscanf(claim, "claim solved %" SCNu64 " %" SCNu64, &cost, &free_moves) == 2;
    snprintf(number, sizeof number, "claim solved %" PRIu64 " %" PRIu64, cost, free_moves);
    const bool solved = numbers && strcmp(claim, number) == 0; /* so there is one way to write it */
    if (!unsolvable && !explored && !solved)
        fail(1, "the proof claims nothing that is known here");
    if (cost >> 39 || free_moves >> 24 || (within >= 0 && cost > (uint64_t)within))
        fail(1, "a cost that is too large");
    if (!explored && !goals.count)
        fail(2, "the puzzle has no goal");
    if (kind == KINDS || (kind != LIST && explored) || (kind == PARITY && !unsolvable) || (kind == ENDS && free_moves))
        fail(1, "the proof is of no kind that is known here");
    counts_moves = explored;
    const bool endless = within < 0 || within + 1 >= INT64_C(1) << 40; /* so much cannot be added up */
    bound = explored || (unsolvable && endless) ? far : unsolvable ? (uint64_t)(within + 1) << 24 : cost << 24 | free_moves;
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
    if (kind == DEPTH && limit && is_within(limit - 1))
        fail(1, "a goal is nearer than is claimed");
    if (kind == DEPTH && solved)
        found_goal = is_within(limit);
    if (kind == PARITY)
        check_parity();
    if (kind == ENDS) {
        const uint64_t found = check_ends(solved ? cost : within < 0 ? far : (uint64_t)within);
        if (found != far && (unsolvable || found < cost))
            fail(1, "there is a solution of %" PRIu64 " moves", found);
        found_goal = found == cost;
    }
    if (solved && !found_goal)
        fail(1, "no goal is that near");
    if (explored)
        check_layers(claim + 14);
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
