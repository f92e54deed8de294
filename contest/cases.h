/* What random cases are made of: numbers that a seed determines, and boards written in rows. */
#ifndef CONTEST_CASES_H
#define CONTEST_CASES_H

#include "contest/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

uint64_t case_random(uint64_t *seed, uint64_t below); /* 0 .. below - 1 */
bool case_chance(uint64_t *seed, unsigned percent);
/* From `low` to what the level (0 to 1) allows, at most `high`. */
unsigned case_within(uint64_t *seed, double level, unsigned low, unsigned high);
void case_shuffle(char *cells, size_t count, uint64_t *seed);
void case_add_rows(struct text *text, const char *cells, size_t rows, size_t columns);

/* A list of cases, as struct judge holds them. */
#define CASES(...) (const char *const[]) { __VA_ARGS__, NULL }
#define NO_CASES CASES(NULL)

#endif
