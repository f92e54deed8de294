/* AcWing 190 and Luogu P1032, string rewriting: `A B`, then up to six rules; the least number of steps up
 * to 10, or `NO ANSWER!`.
 *
 * Only the number of steps is asked for, so it does not matter what the characters are called. They are
 * renamed to letters that mean nothing in the puzzle language, and every input can be written in it. */
#include "contest/cases.h"
#include "contest/solver.h"

#include <string.h>

enum { MOST_RULES = 6, MOST_CHARACTERS = 20, MOST_STEPS = 10 };

struct names {
    unsigned count;
    unsigned of[256]; /* from 1 in the order of appearance; 0: not seen yet */
};

/* Capital letters first, then the letters from U+0100 on, which are two bytes each in UTF-8. */
static size_t rename_character(struct names *names, char character, char *to) {
    unsigned *number = &names->of[(unsigned char)character];
    if (*number == 0)
        *number = ++names->count;
    const unsigned letter = *number - 1;
    if (letter < 26) {
        to[0] = (char)('A' + letter);
        return 1;
    }
    const unsigned code = 0x100 + letter - 26;
    to[0] = (char)(0xc0 | code >> 6);
    to[1] = (char)(0x80 | (code & 0x3f));
    return 2;
}

struct word {
    /* renamed: a character may have four bytes, and each of them is two then */
    char text[2 * 4 * MOST_CHARACTERS + 1];
};

static bool rename_word(struct input *input, struct names *names, struct token token, struct word *word) {
    size_t characters = 0, length = 0;
    for (size_t i = 0; i < token.length; i++) {
        /* Bytes that continue a UTF-8 character count for none. */
        characters += (token.text[i] & 0xc0) != 0x80;
        if (characters > MOST_CHARACTERS || length + 2 >= sizeof word->text) {
            return input_fail(input, token.line, "expected a string of at most %d characters, found %s",
                              MOST_CHARACTERS, input_quote(token).text);
        }
        length += rename_character(names, token.text[i], word->text + length);
    }
    word->text[length] = '\0';
    return true;
}

static bool read_pair(struct input *input, struct names *names, struct word pair[2]) {
    struct token tokens[2];
    if (input_left_on_line(input, WORD) > 2) {
        return input_fail(input, input->line, "expected two strings, found %zu",
                          input_left_on_line(input, WORD));
    }
    return input_group(input, WORD, 2, "two strings", tokens) &&
           rename_word(input, names, tokens[0], &pair[0]) && rename_word(input, names, tokens[1], &pair[1]);
}

static bool answer(struct run *run, const char *text, size_t line) {
    struct solver *solver = solver_parse(run, text, strlen(text));
    return solver && solver_print_length(solver, solver_solve(solver, line), "NO ANSWER!");
}

static bool solve(struct run *run) {
    struct input *input = &run->input;
    struct names names = {0};
    struct word ends[2], rule[2];
    char text[(MOST_RULES + 2) * 2 * sizeof(struct word)] = "string\n";
    size_t length = strlen(text);
    bool can_move = false;
    const size_t line = input->line;
    if (!read_pair(input, &names, ends))
        return false;
    for (unsigned rules = 0; !input_at_end(input); rules++) {
        if (rules == MOST_RULES) {
            return input_fail(input, input->line, "expected at most %d rules, found one more", MOST_RULES);
        }
        if (!read_pair(input, &names, rule))
            return false;
        if (strcmp(rule[0].text, rule[1].text) == 0)
            continue;
        can_move = true;
        length += (size_t)snprintf(text + length, sizeof text - length, "move %s -> %s\n", rule[0].text,
                                   rule[1].text);
    }
    if (strcmp(ends[0].text, ends[1].text) == 0)
        return run_print(run, "0\n");
    if (!can_move)
        return run_print(run, "NO ANSWER!\n");
    snprintf(text + length, sizeof text - length, "start %s\ngoal %s\nwithin %d\n", ends[0].text,
             ends[1].text, MOST_STEPS);
    return answer(run, text, line);
}

/* ---- Cases */

static void add_word(struct text *text, uint64_t *seed, unsigned letters, unsigned longest, const char *end) {
    for (unsigned left = 1 + (unsigned)case_random(seed, longest); left > 0; left--)
        text_print(text, "%c", (char)('a' + case_random(seed, letters)));
    text_print(text, "%s", end);
}

/* A goal is made by rewriting the start, so that there is often a solution. */
static void make_strings(struct text *text, uint64_t *seed, double level) {
    struct text rules = {0};
    char before[6][24], after[6][24], string[256];
    unsigned letters = 2 + (unsigned)case_random(seed, 4), longest = case_within(seed, level, 2, 4);
    unsigned count = case_within(seed, level, 1, 6);
    for (unsigned i = 0; i < count; i++) {
        struct text word = {0};
        add_word(&word, seed, letters, case_chance(seed, 50) ? 1 : 2, "");
        snprintf(before[i], sizeof before[i], "%s", text_of(&word));
        word.length = 0;
        add_word(&word, seed, letters, longest, "");
        snprintf(after[i], sizeof after[i], "%s", text_of(&word));
        text_free(&word);
        text_print(&rules, "%s %s\n", before[i], after[i]);
    }
    struct text start = {0};
    add_word(&start, seed, letters, case_within(seed, level, 2, 12), "");
    snprintf(string, sizeof string, "%s", text_of(&start));
    for (unsigned left = case_within(seed, level, 0, 12) * 6; left > 0; left--) {
        unsigned rule = (unsigned)case_random(seed, count);
        size_t at = case_random(seed, strlen(string)), cut = strlen(before[rule]);
        char next[256];
        if (strncmp(string + at, before[rule], cut) != 0)
            continue;
        snprintf(next, sizeof next, "%.*s%s%s", (int)at, string, after[rule], string + at + cut);
        if (strlen(next) <= 20)
            memcpy(string, next, sizeof string);
    }
    text_print(text, "%s %s\n%s", text_of(&start), string, text_of(&rules));
    text_free(&start);
    text_free(&rules);
}

const struct judge judge_acwing_190 = {
    .name = "acwing-190",
    .alias = "luogu-p1032",
    .summary = "string rewriting: the number of steps up to 10",
    .solve = solve,
    .edges = CASES(
        "abcd xyz\nabc xu\nud y\ny yz\n", "a a\n", "a b\n", "a b\na b\n",
        "aabbca aaaccca\nb a\nba bcc\n", "aa aaaaaaaa\naaaa aaa\na aaa\n",
        "aaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbb\naa bb\n", "aaaa b\naa a\naa b\n"),
    .beyond_edges = NO_CASES,
    .generate = make_strings,
    .simpler = {drop_line, drop_mark},
};
