/* What the moves of a state are called where that depends on what was matched: by names with braces, and by what tells
 * moves apart that have the same label. A move may have several names, one for each way in which it can be matched. */
#ifndef FEW_LANGUAGE_NAMINGS_H
#define FEW_LANGUAGE_NAMINGS_H

#include "base/list.h"
#include "language/puzzle.h"
#include "space/space.h"

/* What such a name tells. */
enum few_telling {
    FEW_TOLD_BRACES,    /* what its braces ask for; the others are for moves without braces: */
    FEW_TOLD_CHOICE,    /* the values of free names that the move puts, else the moved piece */
    FEW_TOLD_TO,        /* of moves without a direction: the cell that the moved piece reaches */
    FEW_TOLD_CHOICE_TO, /* both */
    FEW_TOLD_FROM_TO,   /* and the cell that it leaves */
    FEW_TELLINGS
};

struct few_naming {
    enum few_telling telling;
    uint32_t move;  /* its place in the list of moves */
    uint32_t order; /* of this match among those of the same rule, direction and cell */
    bool first;     /* no match before this one leads where it leads */
    const char *label;
};

struct few_namings {
    struct few_arena arena;
    struct few_list list; /* few_naming: the first of a move comes before its others */
};

/* Names with braces. `next`: what each of the `count` moves leads to. False: no memory. Free it in either case. */
bool few_namings_make(struct few_namings *namings, struct few_memory *memory, const struct few_puzzle *puzzle,
                      const struct few_space *space, const uint64_t *state, const uint64_t *next,
                      const struct few_step *steps, const struct few_move_place *places, size_t count);
/* Adds what tells moves without braces apart. */
bool few_namings_tell(struct few_namings *namings, struct few_memory *memory, const struct few_puzzle *puzzle,
                      const struct few_space *space, const uint64_t *state, const uint64_t *next,
                      const struct few_step *steps, const struct few_move_place *places, size_t count);
/* Whether a rule without braces has anything to tell. */
bool few_can_tell(const struct few_puzzle *puzzle, const struct few_move *move);
void few_namings_free(struct few_namings *namings);

static inline bool few_has_braces(const struct few_puzzle *puzzle, struct few_move_place place) {
    return puzzle->moves[place.rule].name_part_count > 0;
}

#endif
