#include "facts/facts.h"

bool few_facts_forbid(const struct few_facts *facts, const uint64_t *state) {
    return facts && facts->exchanges && few_parity_differs(&facts->parity, facts->exchanges, *state);
}
