/* Pieces as numbers, and identifiers for all that has a name in the puzzle. What is written there may be any mark, a word of
 * the programming language, or a word that the program uses itself. */
#include "export/dialect.h"
#include "export/template.h"

#include <stdio.h>

/* Macros and types of the headers that are in capitals. */
static const char *const capitals[] = {"NULL", "EOF", "FILE", "BUFSIZ", "RAND_MAX", "SEEK_SET", "SEEK_CUR", "SEEK_END", "TMP_MAX", "L_tmpnam",
                                       "EXIT_SUCCESS", "EXIT_FAILURE", "SIZE_MAX", "MB_CUR_MAX", "FILENAME_MAX", "FOPEN_MAX", "P_tmpdir",
                                       "INFINITY", "NAN", "DOMAIN", "OVERFLOW", "UNDERFLOW", "I", "BIG_ENDIAN", "LITTLE_ENDIAN", "PDP_ENDIAN",
                                       "BYTE_ORDER", "CHAR_BIT", "INT_MAX", "INT_MIN", "LONG_MAX", "PATH_MAX", "True", "False", "None"};

static const struct {
    char mark;
    const char *name;
} marks[] = {{'.', "DOT"},    {'#', "SHARP"},   {'@', "AT"},       {'$', "DOLLAR"}, {'*', "STAR"},  {'+', "PLUS"},   {'-', "MINUS"},
             {'[', "OPEN"},   {']', "CLOSE"},   {'<', "LESS"},     {'>', "MORE"},   {'=', "EQUAL"}, {'!', "BANG"},   {'?', "QUERY"},
             {'%', "PERCENT"}, {'&', "AND"},    {'|', "BAR"},      {'^', "CARET"},  {'~', "TILDE"}, {'`', "BACKTICK"}, {'\'', "QUOTE"},
             {'"', "QUOTES"}, {'\\', "BACKSLASH"}, {'{', "BRACE"}, {'}', "BRACE_CLOSE"}};

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static void take(struct few_exporter *x, const char *word) {
    if (!few_words_set(x->taken, (struct few_word){word, strlen(word)}, 0))
        x->no_memory = true;
}

static bool is_taken(const struct few_exporter *x, const char *word) {
    return few_words_find(x->taken, (struct few_word){word, strlen(word)}) != FEW_NO_WORD;
}

/* Words of a text that look like identifiers, but for its comments. */
static void take_all(struct few_exporter *x, const char *text) {
    while (*text) {
        size_t length = 0;
        if (strncmp(text, FEW_TEMPLATE_SAY, strlen(FEW_TEMPLATE_SAY)) == 0) {
            const char *end = strstr(text, FEW_TEMPLATE_SAID);
            text = end ? end : text + strlen(text);
            continue;
        }
        if (*text == '@') { /* a line of the template, not of the program */
            text += strcspn(text, "\n");
            continue;
        }
        while (is_letter(text[length]) || (length && is_digit(text[length])))
            length++;
        if (length > 1)
            take(x, few_print(x, "%.*s", (int)length, text));
        text += length ? length : 1;
    }
}

static const char *spell(struct few_exporter *x, const char *text, bool in_capitals) {
    const char *name = "";
    if (text[0] && !text[1] && is_letter(text[0]) && text[0] != '_')
        return text; /* one letter stays as it is */
    for (const char *at = text; *at;) {
        size_t bytes = few_character_length(at);
        const char *part = "_";
        if (is_letter(*at) || is_digit(*at)) {
            char c = in_capitals && *at >= 'a' && *at <= 'z' ? (char)(*at - 'a' + 'A') : *at;
            part = few_print(x, "%c", c);
        } else if (bytes == 1 && !(*at == '-' && text[1])) {
            for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
                if (marks[i].mark == *at)
                    part = few_print(x, "%s%s%s", at == text ? "" : "_", marks[i].name, at[1] ? "_" : "");
        } else if (bytes > 1) {
            unsigned long point = (unsigned char)*at & (0xffu >> (bytes + 1));
            for (size_t i = 1; i < bytes; i++)
                point = point << 6 | ((unsigned char)at[i] & 0x3fu);
            part = few_print(x, "U%lX", point);
        }
        name = few_print(x, "%s%s", name, part);
        at += bytes;
    }
    return is_letter(*name) && *name != '_' ? name : few_print(x, "N%s%s", *name == '_' ? "" : "_", name);
}

const char *few_identifier(struct few_exporter *x, const char *text, bool in_capitals) {
    const char *name = spell(x, text, in_capitals), *free_name = name;
    for (unsigned number = 2; is_taken(x, free_name) && !x->no_memory; number++)
        free_name = few_print(x, "%s_%u", name, number);
    take(x, free_name);
    return free_name;
}

/* Whether a piece that is a number can be told by that number. */
static bool numbers_fit(const struct few_puzzle *puzzle) {
    for (uint32_t i = 0; i < puzzle->piece_count; i++) {
        const struct few_piece *piece = &puzzle->pieces[i];
        if (piece->is_number && (piece->number < 0 || piece->number >= 2 * (int64_t)puzzle->piece_count + 16))
            return false;
    }
    return true;
}

/* Where no piece of the board is a number, its pieces follow each other: a state is packed by the lowest and the highest of them, and
 * numbers that only vars have would lie between. */
static void number_board(struct few_exporter *x, bool *used, bool *has_code) {
    const struct few_puzzle *puzzle = x->puzzle;
    for (uint32_t i = 0; i < puzzle->board_piece_count; i++)
        if (puzzle->pieces[puzzle->board_pieces[i]].is_number)
            return;
    uint32_t first = 0;
    for (uint32_t next = 0; next < first + puzzle->board_piece_count; next++)
        if (used[next])
            first = next + 1;
    for (uint32_t i = 0; i < puzzle->board_piece_count; i++) {
        has_code[puzzle->board_pieces[i]] = true;
        used[x->code[puzzle->board_pieces[i]] = first + i] = true;
    }
}

static bool number_plainly(struct few_exporter *x) {
    const struct few_puzzle *puzzle = x->puzzle;
    size_t most = 3 * (size_t)puzzle->piece_count + 17;
    bool *used = few_arena_alloc(&x->arena, most), *has_code = few_arena_alloc(&x->arena, puzzle->piece_count + 1);
    if (!used || !has_code)
        return few_fail_memory(x->error);
    for (uint32_t i = 0; i < puzzle->piece_count; i++) {
        has_code[i] = puzzle->pieces[i].is_number;
        if (has_code[i])
            used[x->code[i] = (uint32_t)puzzle->pieces[i].number] = true;
    }
    number_board(x, used, has_code);
    for (uint32_t i = 0, next = 0; i < puzzle->piece_count; i++) {
        if (has_code[i])
            continue;
        while (used[next])
            next++;
        used[x->code[i] = next] = true;
    }
    return true;
}

static bool number_letters(struct few_exporter *x) {
    const struct few_puzzle *puzzle = x->puzzle;
    uint32_t beyond = 128;
    for (uint32_t i = 0; i < puzzle->piece_count; i++) {
        unsigned char c = (unsigned char)puzzle->pieces[i].text[0];
        x->code[i] = c < 128 ? c : beyond++;
    }
    return beyond <= 256 || few_fail(x->error, FEW_ERROR_INPUT, "this puzzle cannot be exported: its strings have %u letters beyond ASCII, and a program has room for 128", beyond - 128);
}

static bool number_pieces(struct few_exporter *x) {
    const struct few_puzzle *puzzle = x->puzzle;
    x->code = few_arena_alloc(&x->arena, few_array_size(puzzle->piece_count + 1, sizeof *x->code));
    if (!x->code)
        return few_fail_memory(x->error);
    x->numbering = puzzle->is_string ? FEW_NUMBERS_LETTERS : numbers_fit(puzzle) ? FEW_NUMBERS_PLAIN : FEW_NUMBERS_TABLE;
    if (x->numbering == FEW_NUMBERS_LETTERS && !number_letters(x))
        return false;
    if (x->numbering == FEW_NUMBERS_PLAIN && !number_plainly(x))
        return false;
    for (uint32_t i = 0; i < puzzle->piece_count; i++) {
        if (x->numbering == FEW_NUMBERS_TABLE)
            x->code[i] = i;
        if (x->code[i] >= x->code_count)
            x->code_count = x->code[i] + 1;
    }
    x->of_code = few_arena_alloc(&x->arena, few_array_size(x->code_count + 1, sizeof *x->of_code));
    if (!x->of_code)
        return few_fail_memory(x->error);
    for (uint32_t i = 0; i <= x->code_count; i++)
        x->of_code[i] = FEW_CODE_ANY;
    for (uint32_t i = 0; i < puzzle->piece_count; i++)
        x->of_code[x->code[i]] = (uint16_t)i;
    return true;
}

static const char **room_for(struct few_exporter *x, uint32_t count) {
    const char **names = few_arena_alloc(&x->arena, few_array_size(count + 1, sizeof *names));
    x->no_memory |= !names;
    return names;
}

bool few_export_names(struct few_exporter *x) {
    const struct few_puzzle *puzzle = x->puzzle;
    x->piece = room_for(x, puzzle->piece_count);
    x->var = room_for(x, puzzle->var_count);
    x->let = room_for(x, puzzle->let_count);
    if (x->no_memory)
        return few_fail_memory(x->error);
    for (const char *const *word = x->dialect->keywords; *word; word++)
        take(x, *word);
    for (size_t i = 0; i < sizeof capitals / sizeof *capitals; i++)
        take(x, capitals[i]);
    for (size_t i = 0; i < few_template_count; i++)
        if (strstr(few_templates[i].name, x->dialect->ending))
            take_all(x, few_templates[i].text);
    take_all(x, "now next cell var at at2 at3 first first2 first3 row row2 row3 column column2 column3 way link end place length text lay "
                "UP DOWN LEFT RIGHT UP_LEFT UP_RIGHT DOWN_LEFT DOWN_RIGHT ROWS COLUMNS CELLS VARS PIECES WITHIN LONGEST START links down right number find_number goal GOAL match direction cells row_step column_step piece_text var_values "
                "ways way2 way3 way2s way3s ground cell_name weight here steps begin reached count found is_forbidden beyond");
    if (!number_pieces(x))
        return false;
    for (uint32_t i = 0; i < puzzle->piece_count && !x->no_memory; i++) {
        const struct few_piece *piece = &puzzle->pieces[i];
        if (puzzle->is_string)
            x->piece[i] = x->dialect->letter(x, (uint16_t)i);
        else if (piece->is_number && x->numbering == FEW_NUMBERS_PLAIN)
            x->piece[i] = piece->text;
        else
            x->piece[i] = few_identifier(x, piece->text, true);
    }
    for (uint32_t i = 0; i < puzzle->var_count && !x->no_memory; i++)
        x->var[i] = few_identifier(x, puzzle->vars[i].name, true);
    for (uint32_t i = 0; i < puzzle->let_count && !x->no_memory; i++)
        x->let[i] = few_identifier(x, puzzle->lets[i].name, false);
    return !x->no_memory || few_fail_memory(x->error);
}

const char *few_statement_text(struct few_exporter *x, struct few_where where) {
    const struct few_puzzle *puzzle = x->puzzle;
    if (!puzzle->text || !where.line)
        return "";
    const char *at = puzzle->text, *end = at + puzzle->text_length;
    const char line_end = few_line_end(at, end);
    for (unsigned line = 1; line < where.line && at < end; line++) {
        const char *found = memchr(at, line_end, (size_t)(end - at));
        at = found ? found + 1 : end;
    }
    struct few_cursor statement;
    if (!few_next_statement(at, end, &statement))
        return "";
    const char *text = "", *behind = NULL;
    for (struct few_token token; (token = few_next_token(&statement)).kind != FEW_TOKEN_END;) {
        const char *blank = !*text ? "" : token.new_line && token.mark != '/' && text[strlen(text) - 1] != '/' ? " / " : token.word.text == behind ? "" : " ";
        text = few_print(x, "%s%s%.*s", text, blank, (int)token.word.length, token.word.text);
        behind = token.word.text + token.word.length;
    }
    return text;
}

const char **few_piece_names(struct few_exporter *x, const uint16_t *pieces, uint32_t count, bool *in_a_row) {
    const char **names = few_arena_alloc(&x->arena, few_array_size(count + 1, sizeof *names));
    *in_a_row = true;
    if (!names)
        x->no_memory = true;
    for (uint32_t i = 0; names && i < count; i++) {
        names[i] = x->piece[pieces[i]];
        *in_a_row &= x->code[pieces[i]] == x->code[pieces[0]] + i;
    }
    return names;
}
