/* What is known of a space once and for all, for its present goals. The choice of a search and the searches use it; without
 * it they are slower, and as right. How facts are found is known to the kind of space; those of rules are found in
 * facts/rules. */
#ifndef FEW_FACTS_FACTS_H
#define FEW_FACTS_FACTS_H

#include "facts/commuting.h"
#include "facts/exchanges.h"
#include "facts/orbit.h"
#include "facts/parity.h"

/* The first member of a larger struct, which `free` knows. */
struct few_facts {
    void (*free)(struct few_facts *facts);
    struct few_exchanges *exchanges; /* every move is one of these; NULL: not so, or not known */
    struct few_parity parity;        /* of these */
    struct few_commuting *commuting; /* NULL: nothing is known */
    struct few_orbit *orbit;         /* NULL: some move is no permutation, or it is not known */
    bool graded;                     /* all paths from a state to a goal are equally long */
};

/* Why no goal can be reached from a state. */
struct few_obstacle {
    const char *word, *why;
};

/* What keeps this state from every goal; NULL: nothing that is known. `facts` may be NULL. */
const struct few_obstacle *few_facts_forbid(const struct few_facts *facts, const uint64_t *state);

#endif
