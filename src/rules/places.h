/* States of large boards with few pieces, kept small. Where the cells of a component conserve their pieces and most of them hold
 * one value, the *common* one, it is enough to say where the others stand: each of them has a field with the number of its
 * place among the cells of the component. Pieces of one kind stand in ascending order, so that a state is written in one way
 * only. All else is kept as it is. Moves are made on the *wide* form, which has a field for each cell (rules/program.h). */
#ifndef FEW_RULES_PLACES_H
#define FEW_RULES_PLACES_H

#include "rules/rule_space.h"
#include "state/rare.h"

/* One piece that is not the common one: where the number of its place stands. */
struct few_placed {
    struct few_field field;
    uint32_t value;
};

struct few_place_group {
    uint32_t cells, common, placed_count, span_count;
    struct few_field *cell; /* of each place, in the wide form */
    struct few_placed *placed; /* by value, then by place */
    uint32_t *first;        /* of each value: its first among the placed; of the last one and one more, all */
    struct few_rare_span *spans; /* of the wide form */
};

/* A field that is kept as it is. */
struct few_kept_field {
    struct few_field wide, narrow;
};

struct few_places {
    uint32_t words, wide_words, cell_width, cell_values, bits;
    uint64_t *blank; /* the wide form with common values only */
    struct few_place_group *groups;
    uint32_t group_count;
    struct few_kept_field *kept;
    uint32_t kept_count;
    uint32_t *group, *number; /* of each slot that changes: its group, and its place there; FEW_NOWHERE, and which it is of the kept */
};

/* Lives in the arena. NULL: no memory. */
struct few_places *few_places_create(struct few_arena *arena, const struct few_rule_space *space);

void few_places_widen(const struct few_places *places, const uint64_t *state, uint64_t *wide);
/* false: there are not as many of each piece as there should be. */
bool few_places_narrow(const struct few_places *places, const uint64_t *wide, uint64_t *state);
/* Whether these words are the narrow form of some wide one. */
bool few_places_hold(const struct few_places *places, const uint64_t *state);

/* What operations do to the narrow form, where that is always the same: one word is flipped. */
struct few_place_flip {
    uint64_t flip; /* 0: it is not always the same */
    uint32_t word;
};

/* Of each operation of a program of this space. NULL: no memory. */
struct few_place_flip *few_places_flips(struct few_arena *arena, const struct few_rule_space *space,
                                        const struct few_places *places, const struct few_program *program, bool backwards);

/* As few_program_run, on narrow states. */
size_t few_program_run_places(const struct few_program *program, const struct few_places *places,
                              const struct few_place_flip *flips, const uint64_t *states, size_t count, uint64_t *next,
                              struct few_step *steps);

#endif
