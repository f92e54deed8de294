/* Reads off the instructions whether each of them permutes the contents of cells. */
#include "facts/rules/rule_facts.h"

#include <string.h>

enum { MOST_INSTRUCTIONS = 4096, MOST_GOALS = 100 };

struct reading {
    const struct few_rule_space *space;
    uint8_t *point_of; /* of each slot that can change and is a cell */
    uint32_t points;
    bool whole, only_whole;
    bool permutes; /* each instruction does */
};

static bool is_point(const struct reading *r, uint32_t slot) {
    return slot < r->space->listing.cells && r->space->layout.fields[slot].width > 0;
}

/* What the instruction does to one slot. false: no permutation has it. */
static bool read_atom(struct reading *r, const struct few_atom *atom, uint8_t *permutation) {
    r->whole &= atom->test == FEW_CODE_ANY && is_point(r, atom->slot);
    if (atom->slot >= r->space->listing.cells)
        return true; /* a var is none of the points */
    if (!few_atom_changes(atom))
        return true;
    if (atom->from == FEW_NOWHERE || !is_point(r, atom->from) || !is_point(r, atom->slot))
        return false;
    permutation[r->point_of[atom->from]] = r->point_of[atom->slot];
    return true;
}

static bool read_instruction(struct reading *r, const struct few_instruction *instruction, uint8_t *permutation) {
    bool reached[FEW_GROUP_POINTS] = {false};
    const struct few_atom *atoms = few_atoms(&r->space->listing, instruction);
    for (uint32_t i = 0; i < FEW_GROUP_POINTS; i++)
        permutation[i] = (uint8_t)i;
    for (uint32_t i = 0; i < instruction->count; i++)
        if (!read_atom(r, &atoms[i], permutation))
            return false;
    for (uint32_t i = 0; i < r->points; i++) {
        if (reached[permutation[i]])
            return false;
        reached[permutation[i]] = true;
    }
    return true;
}

static void number_points(struct reading *r, struct few_orbit *orbit) {
    const struct few_layout *layout = &r->space->layout;
    for (uint32_t i = 0; i < layout->order_count; i++) {
        const uint32_t slot = layout->order[i];
        if (!is_point(r, slot))
            continue;
        r->point_of[slot] = (uint8_t)r->points;
        orbit->field[r->points++] = layout->fields[slot];
    }
    orbit->points = r->points;
    orbit->words = layout->words;
}

/* false: no memory. Without a group, there is nothing to know. */
static bool fill(struct reading *r, struct few_orbit *orbit) {
    const struct few_listing *listing = &r->space->listing;
    number_points(r, orbit);
    r->whole = !r->space->nevers.filters;
    for (size_t n = 0; n < listing->count; n++)
        if (!read_instruction(r, &listing->instructions[n], orbit->moves[n])) {
            r->permutes = false;
            return true;
        }
    orbit->whole = r->whole;
    if (r->only_whole && !r->whole)
        return true;
    if (!few_group_generate(orbit->memory, r->points, (const few_permutation *)orbit->moves, listing->count, &orbit->group))
        return false;
    if (r->only_whole)
        return true;
    if (orbit->group && few_rule_space_list_goals(r->space, orbit->memory, MOST_GOALS, &orbit->goals, &orbit->goal_count,
                                                  &orbit->goal_room) != FEW_GOALS_LISTED)
        orbit->goals = NULL;
    return true;
}

/* Why it is not even tried; NULL: it is. */
static const char *unfit(const struct few_rule_space *space) {
    const struct few_layout *layout = &space->layout;
    return layout->cell_fields <= 1 || space->listing.count == 0   ? "fewer than two cells ever change"
           : layout->cell_fields > FEW_GROUP_POINTS                ? "too many cells can change"
           : space->listing.count > MOST_INSTRUCTIONS              ? "there are too many moves"
                                                                   : NULL;
}

/* All of it may be done without, so that it takes its share of the memory and no more. *why there is none; NULL: there was no memory,
 * or no time. */
static struct few_orbit *find(struct few_memory *memory, const struct few_rule_space *space, bool only_whole, const char **why) {
    struct reading r = {.space = space, .only_whole = only_whole, .permutes = true};
    const size_t count = space->listing.count, slots = space->listing.slots;
    *why = unfit(space);
    if (*why)
        return NULL;
    struct few_share share = few_memory_share(memory);
    few_memory_begin_share(memory, &share);
    struct few_orbit *orbit = few_alloc_zeroed(memory, sizeof *orbit);
    r.point_of = few_alloc_zeroed(memory, slots);
    if (orbit) {
        orbit->memory = memory;
        orbit->moves = few_alloc(memory, count * sizeof *orbit->moves);
        orbit->move_count = count;
    }
    const bool filled = orbit && orbit->moves && r.point_of && fill(&r, orbit), good = filled && orbit->group;
    if (!filled)
        *why = NULL;
    else if (!good)
        *why = space->nevers.filters ? "what must never be is not known before a move is done"
               : !r.permutes         ? "some move does more than to permute the contents of cells"
               : only_whole && !r.whole ? "some move asks what cells hold, or changes a var"
                                     : "what its moves can permute is too hard to say";
    few_free(memory, r.point_of, slots);
    if (!good)
        few_orbit_free(orbit);
    few_memory_end_share(memory, &share);
    return good ? orbit : NULL;
}

struct few_orbit *few_orbit_find(struct few_memory *memory, const struct few_rule_space *space) {
    const char *why;
    return find(memory, space, false, &why);
}

struct few_orbit *few_orbit_find_whole(struct few_memory *memory, const struct few_rule_space *space, const char **why) {
    return find(memory, space, true, why);
}
