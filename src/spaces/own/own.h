/* The functions of a user-defined space (fewest_wrap) as a few_space. */
#ifndef FEW_SPACES_OWN_H
#define FEW_SPACES_OWN_H

#include <fewest/space.h>

#include "base/error.h"
#include "space/space.h"

struct few_space *few_own_space_create(struct few_memory *memory, const fewest_space *space,
                                       struct few_error *error);

#endif
