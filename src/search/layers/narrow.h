/* From both ends within a limit that rises: see narrow.c. */
#ifndef FEW_SEARCH_NARROW_H
#define FEW_SEARCH_NARROW_H

#include "search/layers/side.h"

/* Whether that can be done here; if so, everything is set for few_narrow_meet. */
bool few_narrow_fits(const struct few_problem *problem, struct few_watch *watch);

/* FEW_RUNNING: the sides met, one state where they did is in `found`; otherwise why they did not. The sides are fresh. */
enum few_end few_narrow_meet(const struct few_problem *problem, struct few_side *forward, struct few_side *backward,
                             struct few_list *found);

#endif
