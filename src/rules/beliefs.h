/* Whatever is derived from rules is a belief until it was tried. Builds for debugging (without NDEBUG: so are the sanitized
 * ones) try each belief on some states against the plain moves of the checker before it is used; one that is false ends
 * the program, with its name and the puzzle. Elsewhere these calls do nothing. */
#ifndef FEW_RULES_BELIEFS_H
#define FEW_RULES_BELIEFS_H

#include "language/puzzle.h"

/* Ends the program where `holds` is false. */
#ifdef NDEBUG
static inline void few_belief(const char *what, bool holds, const struct few_puzzle *puzzle) {
    (void)what, (void)holds, (void)puzzle;
}
#else
void few_belief(const char *what, bool holds, const struct few_puzzle *puzzle);
#endif

#endif
