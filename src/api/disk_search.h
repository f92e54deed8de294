/* Searches that go to disk where memory does not suffice. */
#ifndef FEW_API_DISK_SEARCH_H
#define FEW_API_DISK_SEARCH_H

#include "api/solving.h"

/* Whether the search may go there, if that is asked for: opens the folder. To be closed in any case. false: see *error. */
bool few_solving_open_disk(struct few_solving *solving, struct few_error *error);
/* A search has ended for want of memory, or the checkpoint is of one that had: goes on breadth-first on disk, if there is one; then *end is how that ended. */
void few_solving_go_to_disk(struct few_solving *solving, enum few_end *end);
/* The answer says what was read and written. */
void few_solving_close_disk(struct few_solving *solving);

#endif
