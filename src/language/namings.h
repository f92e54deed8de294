/* What the moves of a state are called where their names have braces: a move may have several names, one for each way
 * in which it can be matched. */
#ifndef FEW_LANGUAGE_NAMINGS_H
#define FEW_LANGUAGE_NAMINGS_H

#include "base/list.h"
#include "language/puzzle.h"
#include "space/space.h"

struct few_naming {
    uint32_t move;  /* its place in the list of moves */
    uint32_t order; /* of this match among those of the same rule, direction and cell */
    const char *label;
};

struct few_namings {
    struct few_arena arena;
    struct few_list list; /* few_naming: the first of a move comes before its others */
};

/* `next`: what each of the `count` moves leads to. False: no memory. Free it in either case. */
bool few_namings_make(struct few_namings *namings, struct few_memory *memory, const struct few_puzzle *puzzle,
                      const struct few_space *space, const uint64_t *state, const uint64_t *next,
                      const struct few_step *steps, const struct few_move_place *places, size_t count);
void few_namings_free(struct few_namings *namings);

static inline bool few_has_braces(const struct few_puzzle *puzzle, struct few_move_place place) {
    return puzzle->moves[place.rule].name_part_count > 0;
}

#endif
