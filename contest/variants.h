/* Simpler forms of a case on which a program fails. */
#ifndef CONTEST_VARIANTS_H
#define CONTEST_VARIANTS_H

#include "contest/text.h"

#include <stdbool.h>
#include <stddef.h>

struct judge;

/* Makes the k-th form, k from 0; false: there are no more (there may be as many as `from` has bytes). */
typedef bool variant_maker(const char *from, size_t k, struct text *to);

variant_maker drop_line, drop_mark;

/* The k-th simpler or at least other form of a case of that judge: false where there are no more. It may be no case
 * at all, which our own answer shows, or the same. */
bool simpler_variant(const struct judge *judge, const char *from, size_t k, struct text *to);

#endif
