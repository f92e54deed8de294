/* Reading a judge's input: lenient about white space, exact about everything else. The whole input is in
 * memory; a *mark* is a single character that is not white space, a *word* a run of them, and both know
 * their line. */
#ifndef CONTEST_READ_H
#define CONTEST_READ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct contest_limits;

struct input {
    char *text;
    const char *at, *end; /* what is left of the part at hand */
    const char *text_end; /* of the last part; that is the only one unless there are many */
    size_t line;         /* of `at`, from 1 */
    size_t counted_line; /* the line whose tokens were counted last, 0: none; a line may be very long */
    int counted_kind;
    size_t counted_left;
    bool failed;
    bool by_system; /* failed because the input could not be read or memory was refused */
    bool by_limit;  /* there was not enough time, or it is larger than the memory that may be used */
    size_t room;    /* bytes of text */
    size_t failed_line;
    char message[256];
};

struct token {
    const char *text; /* not zero-terminated */
    size_t length;
    size_t line;
};

enum token_kind { MARK, WORD };

/* False: it could not be read, is empty or has a NUL byte. To be closed in any case. With `many`, lines `---`
 * cut it into parts, and each in its turn is all that can be read. */
bool input_open(struct input *input, FILE *file, bool many, const struct contest_limits *limits);
void input_close(struct input *input);
/* Goes on to the next part. False: there is none, or it is empty, which is a mistake. */
bool input_next_part(struct input *input);

/* Keeps the first mistake: what was expected and what is there. Always false. */
bool input_fail(struct input *input, size_t line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same for memory that was refused. */
static inline bool input_fail_memory(struct input *input) {
    if (!input->failed)
        input->by_system = true;
    input_fail(input, 0, "there is not enough memory");
    return false;
}

/* Whether only white space is left. */
bool input_at_end(struct input *input);
/* The same, and anything else is a mistake: "expected nothing after `last`". */
bool input_expect_end(struct input *input, const char *last);

/* How many tokens are on the rest of the line at hand, which is the next line that has any. */
size_t input_left_on_line(struct input *input, enum token_kind kind);

/* The next token; the input must not be at its end. */
struct token input_next(struct input *input, enum token_kind kind);

/* Reads `count` tokens that belong together and is strict in one thing: they end where a line ends,
 * unless that line holds the same number of such groups. A short line may go on in the next. `what` is
 * what one group is called ("nine pieces"). */
bool input_group(struct input *input, enum token_kind kind, size_t count, const char *what,
                 struct token *tokens);

/* A whole number from min to max; `what` says what it is. */
bool input_number(struct input *input, struct token token, const char *what, int64_t min, int64_t max,
                  int64_t *number);
bool input_next_number(struct input *input, const char *what, int64_t min, int64_t max, int64_t *number);
/* A decimal number such as 1.5. */
bool input_next_decimal(struct input *input, const char *what, double *number);

/* A token as it is quoted in a message: short, and nothing in it that a terminal obeys. */
struct quoted {
    char text[48];
};
struct quoted input_quote(struct token token);

#endif
