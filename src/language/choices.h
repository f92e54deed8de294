/* Every way to choose pieces for the let names of a rule or of a goal line: an odometer whose first
 * name turns slowest, which is the order of moves. It lives where its user puts it and allocates
 * nothing. */
#ifndef FEW_LANGUAGE_CHOICES_H
#define FEW_LANGUAGE_CHOICES_H

#include "language/puzzle.h"

/* More names than this in one rule leave no hope of expanding it (unless each has a single value).
 */
enum { FEW_CHOICE_NAMES = 64 };

struct few_choices {
    const struct few_puzzle *puzzle;
    uint16_t
        *assignment; /* room for every name of the puzzle; names chosen elsewhere may be in it */
    uint32_t count;
    bool too_many_names;
    uint16_t names[FEW_CHOICE_NAMES];
    uint32_t at[FEW_CHOICE_NAMES];
};

void few_choices_init(struct few_choices *choices, const struct few_puzzle *puzzle,
                      uint16_t *assignment);

/* Adds the names among these codes, except those that `outer` (NULL: none) chooses already. */
void few_choices_add(struct few_choices *choices, const struct few_choices *outer,
                     const few_code *codes, size_t count);

/* Adds the names of a move that no left side binds. They come last, so that they turn fastest. */
void few_choices_add_free(struct few_choices *choices, const struct few_move *move);

/* How many choices there are; UINT64_MAX for more than that or for too many names. */
uint64_t few_choices_total(const struct few_choices *choices);

/* Sets the first choice; false where a name has no value at all. */
bool few_choices_first(struct few_choices *choices);
bool few_choices_next(struct few_choices *choices);

/* The work of trying one choice for a move, allowed or not, in the unit of few_go_on. */
uint64_t few_choices_work(const struct few_move *move);

/* Whether the `where` conditions of a move hold for the present choice, and it has a cost (where it does not depend on a
 * link). */
bool few_choices_allowed(const struct few_choices *choices, const struct few_move *move);

/* Writes the values of `count` codes under the present choice, FEW_CODE_ANY for `_`; false where a
 * sum has a value that is no piece: then this choice is no move. */
bool few_choices_values(const struct few_choices *choices, const few_code *codes, size_t count,
                        few_code *values);

#endif
