/* What a progress function is told of work that has no answer of its own: making and verifying tables, drawing starts. */
#ifndef FEW_API_TOLD_H
#define FEW_API_TOLD_H

#include "search/search.h"

#include <fewest.h>

fewest_statistics few_told(const struct few_counts *counts, struct few_memory *memory, double started,
                           const char *algorithm, const char *store);

#endif
