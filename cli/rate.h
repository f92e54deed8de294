/* What `fewest rate` finds out about one puzzle, and how a list of them is reported. */
#ifndef CLI_RATE_H
#define CLI_RATE_H

#include <fewest.h>
#include <stdio.h>

struct rating {
    const char *file;
    uint64_t level;      /* in a file of several, from 1; 0: it is the only one */
    char *title;         /* "" where it has none */
    fewest_status status;
    char *why;           /* what was wrong, or which limit was reached; NULL: nothing */
    bool has_costs;
    uint64_t length, cost, solutions; /* where it is solved */
    uint64_t seen, expanded;          /* states that the search kept, and whose moves it tried */
    double seconds;
    bool whole;          /* the states that can be reached were all counted; only then the following are known */
    uint64_t states, depth, goals, dead;
    double branching;
    char *picture;       /* SVG of the start; NULL: none */
};

struct ratings {
    struct rating *list;
    size_t count;
};

/* Each writes all of them. */
void rate_text(FILE *file, const struct ratings *ratings);
void rate_csv(FILE *file, const struct ratings *ratings);
void rate_json(FILE *file, const struct ratings *ratings);
void rate_html(FILE *file, const void *ratings);

/* "levels.xsb 3" */
enum { RATE_NAME = 128 };
struct rate_name {
    char text[RATE_NAME];
};
struct rate_name rate_name_of(const struct rating *rating);

/* Which of the numbers are known. */
bool is_searched(const struct rating *rating);

#endif
