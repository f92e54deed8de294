/* A random rule as it is made: among the files of the generator. */
#ifndef FUZZ_RULE_DRAFT_H
#define FUZZ_RULE_DRAFT_H

#include "generator.h"

enum { MOST_PARTS = 4, MOST_CELLS = 6 };

typedef struct sketch {
    unsigned rows, columns;         /* of a pattern */
    const char *left[MOST_CELLS], *floor[MOST_CELLS]; /* what is asked of the floor; NULL: nothing */
    int var; /* -1: it is none */
    bool is_cycle;
} sketch;

typedef struct rule_draft {
    sketch parts[MOST_PARTS];
    unsigned count, patterns;
    bool bound[MOST_NAMES]; /* what stands on the left, and what may be free on the right */
    bool any_direction, is_placed, has_sum, has_free, is_bare; /* bare: no name stands on the left */
    bool is_linked, tells_direction, tells_steps, repeats;
    const char *told; /* a name that stands in braces, so that it must be matched; NULL: none */
} rule_draft;

/* A name of those (NULL: of all); NULL: there is none. */
const char *random_name(draft *self, const bool *bound);
/* The same among names that can be at their place: in a cell (-1), or in that var. Now and then any. */
const char *random_name_for(draft *self, const bool *bound, int var);
int name_index(const draft *self, const char *text);
/* A product of a name of numbers; NULL: `*` is a piece. */
const char *random_product(draft *self, const char *name, const char *other);
/* A sum of a name that is bound, with numbers or another name; NULL: there is none. */
const char *random_sum(draft *self, const bool *bound);

/* The head of a rule, up to its colon. */
void add_head(draft *self, rule_draft *made);
/* What was matched, in braces behind the name of a move: one of its names, the place of a pattern, the direction. */
void add_braces(draft *self, rule_draft *made, unsigned places);
void add_cost(draft *self, rule_draft *made, bool *colon);
void add_where(draft *self, const rule_draft *made);

#endif
