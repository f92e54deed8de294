/* What an output means. Where a judge accepts any shortest path, the path is walked step by step; where it is longer than
 * need be, the first step is named from which it can no longer be a shortest one. */
#ifndef CONTEST_COMPARE_H
#define CONTEST_COMPARE_H

#include "contest/text.h"

#include <stdbool.h>
#include <stddef.h>

struct comparison {
    const struct judge *judge;
    const struct text *cases;
    size_t count;
    const char *ours, *theirs; /* outputs */
    /* Our own answer to an input of some judge; false: it is not known. */
    bool (*answer)(const char *judge, const char *input, struct text *output);
    struct text *why; /* what is wrong, with the step where a path goes wrong */
    size_t which;     /* the case it is about, from 0 */
};

/* Whether theirs is right, given ours; if not, `why` and `which` are set. */
bool compare_outputs(struct comparison *it);

/* ---- For judges */

/* The next line, without white space at its end; false: there is none. The second leaves out empty ones. */
bool compare_line(const char **at, struct text *line);
bool compare_full_line(const char **at, struct text *line);
bool compare_word(const char **at, struct text *word);
/* Whether two texts have the same words. */
bool compare_words(const char *a, const char *b);
/* The marks of a board, without what stands between them. */
void compare_marks(const char *text, char *marks, size_t most);

/* Names the first of `count` states that the path should not have gone to. left(context, i) is what is left to go after
 * i steps, -1: not known. */
void compare_name_detour(struct text *why, size_t count, size_t least, int (*left)(void *context, size_t step),
                         void *context);

#endif
