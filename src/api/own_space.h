/* A space of the user's own functions (fewest_wrap) as a few_space. */
#ifndef FEW_API_OWN_SPACE_H
#define FEW_API_OWN_SPACE_H

#include <fewest.h>

#include "base/error.h"
#include "base/list.h"
#include "bound/bound.h"
#include "space/space.h"
#include "spaces/goal_list.h"

struct few_space *few_own_space_create(struct few_memory *memory, const fewest_space *space,
                                       struct few_error *error);
void few_own_space_free(struct few_space *space);
bool few_own_space_starts(const struct few_space *space, struct few_list *list);
enum few_goal_list few_own_space_goals(const struct few_space *space, struct few_memory *memory, size_t limit,
                                       uint64_t **states, size_t *count);
bool few_own_space_has_goal(const struct few_space *space);
/* Whether its function has given a rank that is not below `ranks`: nothing that was found by ranks can be believed. */
bool few_own_space_misranks(const struct few_space *space);
/* The user's bound; *bound NULL: there is none. false: no memory. */
bool few_own_space_bound(const struct few_space *space, struct few_memory *memory, struct few_bound **bound);

#endif
