/* Which instructions can be done in either order: those that do not touch what the other changes. */
#include "facts/rules/rule_facts.h"

enum { MOST_MOVES = 1024 };

static bool changes(const struct few_listing *listing, const struct few_instruction *a,
                    const struct few_instruction *b) {
    const struct few_atom *mine = few_atoms(listing, a), *other = few_atoms(listing, b);
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t k = 0; k < b->count; k++)
            if (mine[i].slot == other[k].slot && (few_atom_changes(&mine[i]) || few_atom_changes(&other[k])))
                return true;
    return false;
}

bool few_commuting_find(struct few_memory *memory, const struct few_rule_space *space, struct few_commuting **found) {
    const struct few_listing *listing = &space->listing;
    *found = NULL;
    if (listing->count > MOST_MOVES)
        return true;
    struct few_commuting *commuting = few_commuting_create(memory, (uint32_t)listing->count);
    if (!commuting)
        return false;
    for (uint32_t a = 0; a < commuting->moves; a++)
        for (uint32_t b = 0; b < a; b++)
            if (!changes(listing, &listing->instructions[a], &listing->instructions[b]))
                few_commuting_add(commuting, a, b);
    *found = commuting;
    return true;
}
