/* What a word has behind its label: `@CELL`, then `#K`; both may be missing. */
#ifndef FEW_LANGUAGE_SUFFIX_H
#define FEW_LANGUAGE_SUFFIX_H

#include "language/label.h"

struct few_suffix {
    bool has_cell;
    uint32_t cell;   /* from 0 */
    uint64_t number; /* 0: none */
};

void few_pen_suffix(struct few_pen *pen, const struct few_puzzle *puzzle, struct few_suffix suffix);

enum few_suffix_fault { FEW_SUFFIX_FINE, FEW_SUFFIX_MALFORMED, FEW_SUFFIX_BEYOND /* the board has no such cell */ };
/* Nothing else may follow. */
enum few_suffix_fault few_read_suffix(const struct few_puzzle *puzzle, const char *at, struct few_suffix *suffix);

#endif
