/* Searches that are kept in a checkpoint: what they are of. */
#ifndef FEW_API_KEPT_SEARCH_H
#define FEW_API_KEPT_SEARCH_H

#include "api/solving.h"

/* Whether the search goes on from a file, or is to be written: opens and checks what there is. To be closed in any case. false: see *error. */
bool few_search_open(struct few_solving *run, struct few_error *error);
/* Once it is known what it begins from. false: see *error. */
bool few_search_fits(struct few_solving *run, struct few_error *error);
/* The answer says whether it can be gone on with. */
void few_search_close(struct few_solving *run);

#endif
