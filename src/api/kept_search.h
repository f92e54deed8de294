/* Searches that are kept in a checkpoint: what they are of. */
#ifndef FEW_API_KEPT_SEARCH_H
#define FEW_API_KEPT_SEARCH_H

#include "api/solving.h"

/* The checkpoint that is to be written; NULL: none. */
const char *few_kept_path(const fewest_options *options);
/* Whether the search goes on from a file, or is to be written: opens and checks what there is. To be closed in any case. false: see *error. */
bool few_search_open(struct few_solving *run, struct few_error *error);
/* Once it is known what it begins from. false: see *error. */
bool few_search_fits(struct few_solving *run, struct few_error *error);
/* Before a search is run, which may give up where it only tries its luck: then it is not kept. At first a checkpoint that has nothing is
 * written, so that it is known whether that can be done. false: see *error. */
bool few_search_begins(struct few_solving *run, unsigned search, bool from_goals, bool tries, struct few_error *error);
/* It begins anew there, or goes on there from the checkpoint; and is kept as such from now on. */
void few_search_goes_to_disk(struct few_solving *run);
/* The answer says whether it can be gone on with. */
void few_search_close(struct few_solving *run);

#endif
