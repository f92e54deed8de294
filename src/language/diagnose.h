/* Mistakes: where they are, what is wrong, and what was probably meant. */
#ifndef FEW_LANGUAGE_DIAGNOSE_H
#define FEW_LANGUAGE_DIAGNOSE_H

#include "language/reader.h"

/* A mistake at a word, or about the text as a whole where the word's text is NULL. Returns false. A hint that
 * was given before is shown with it. */
bool few_mistake(struct few_reader *reader, struct few_word place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void few_hint(struct few_reader *reader, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A word as it is shown in a message: cut where it is long. Use it as few_quote(word).text. */
struct few_quote {
    char text[100];
};
struct few_quote few_quote(struct few_word word);

/* The nearest of several words by the number of typing slips that lead from one to the other. */
struct few_nearest {
    struct few_word word;
    struct few_word best; /* text is NULL: nothing is near */
    unsigned distance;
};
struct few_nearest few_nearest(struct few_word word);
void few_nearest_try(struct few_nearest *nearest, const char *candidate);
bool few_hint_nearest(struct few_reader *reader, const struct few_nearest *nearest); /* true: gave a hint */
/* A statement that is indented, so that it continues the one above: says so. false: the word is none. */
bool few_hint_margin(struct few_reader *reader, struct few_word word);

/* Some of these must stand here, but something else does (or nothing). */
bool few_expected(struct few_reader *reader, struct few_token found, const char *what);

/* A statement must end here. */
bool few_expect_end(struct few_reader *reader, struct few_cursor *cursor);

/* The line of a pointer into the text, from 1, for "the first is in line 3". */
unsigned few_line_of(const struct few_reader *reader, const char *at);

/* Fills line, column, width and the window of the source. */
void few_error_at(struct few_error *error, const char *text, const char *end, struct few_word place);

#endif
