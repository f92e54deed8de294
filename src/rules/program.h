/* Instructions packed for running: guard and change on whole words of a state.
 *
 *     if ((s & mask) == want)  next = ((s & keep) ^ flip) | rotate(s & moved_1, by_1) | …
 *
 * A program is one direction, forwards or backwards. To try only what can fit, its operations are filed under keys:
 *
 * - a *piece key*: some cell holds a given piece. All cells of a word that hold it are found at once (see
 *   few_match), and each has its list of operations. The rarest piece of each instruction is its key.
 * - a *field key*: a field is read and its value selects a list; where pieces are many and fields few.
 * - the rest is always tried. */
#ifndef FEW_RULES_PROGRAM_H
#define FEW_RULES_PROGRAM_H

#include "rules/instruction.h"
#include "space/space.h"
#include "state/field.h"

enum {
    FEW_MAX_BOARD_WORDS = FEW_MAX_WORDS,
    FEW_LANES = 4, /* words that are dealt with at once (lanes.h) */
};

/* How the slots of a puzzle that can change are packed. */
struct few_layout {
    uint32_t words;
    uint32_t slots, cells;      /* as in the listing */
    struct few_field *fields;   /* of each slot; width 0: it never changes */
    few_code *fixed;            /* the piece of a slot that never changes */
    uint32_t cell_width;        /* all cells have the same; 0: no cell changes */
    uint32_t cell_fields;       /* cells that can change */
    uint32_t *order;            /* slots that can change: cells by component, then vars */
    uint32_t order_count;
    /* packed value <-> piece: cells share one table, each var has its own */
    uint32_t cell_values;
    few_code *cell_piece;       /* of a packed value */
    uint16_t *cell_value;       /* of a piece; FEW_CODE_ANY: cannot stand in a cell that changes */
    few_code **var_piece;
    uint16_t **var_value;
    uint32_t *var_values;
};

/* Lays out the slots that can change, cells of one component side by side. Lives in the arena. false: no memory, or
 * the state is too large. */
bool few_layout_build(struct few_layout *layout, struct few_arena *arena, const struct few_listing *listing,
                      const struct few_possible *possible, const uint32_t *component, struct few_error *error);

/* The packed value of a piece in a slot, FEW_CODE_ANY where it cannot stand there. */
uint16_t few_pack_piece(const struct few_layout *layout, uint32_t slot, few_code piece);
few_code few_unpack_piece(const struct few_layout *layout, uint32_t slot, uint32_t value);

struct few_shuffle {
    uint64_t moved;
    uint8_t from_word, to_word, rotate;
};

struct few_guard {
    uint64_t mask, want;
    uint8_t word;
};

struct few_change {
    uint64_t keep, flip;
    uint8_t word;
};

/* One cache line. States of one word have everything in line: an operation that carries nothing has moved == 0, so
 * that constants and exchanges run through the same few instructions without a branch; what is carried besides
 * stands in the list of shuffles. Larger states keep lists of guards and changes instead. */
struct few_operation {
    union {
        struct {
            uint64_t mask, want, keep, flip, moved;
        };
        struct {
            uint32_t first_guard, first_change;
            uint32_t guards, changes;
        };
    };
    uint32_t move, cost, first_shuffle;
    uint16_t shuffles;
    uint8_t rotate;
    uint8_t padding[9]; /* a power of two is reached by a shift */
};
_Static_assert(sizeof(struct few_operation) == 64, "one cache line");

/* Operations that change known pieces to other pieces and no more: next = s ^ flip, never the same. Most puzzles of two
 * pieces have no others. So many of one list are tried at once; where a row is not full, the rest never fits: it wants a
 * bit that is not in its mask, and its flip is 0. */
struct few_flip_row {
    uint64_t mask[FEW_LANES], want[FEW_LANES], flip[FEW_LANES];
};

/* Rows first .. end - 1 of one cell of a piece key. Those from `later` on want some bit of `wanted` to be set: where none
 * is, no piece stands near enough, and none of them need be tried. */
struct few_flips {
    uint64_t wanted;
    uint32_t first, later, end;
};

/* Operations first .. first + count - 1 */
struct few_range {
    uint32_t first, count;
};

/* All cells of one word that hold one piece: fields of `sample ^ pattern` that are zero. */
struct few_piece_key {
    uint8_t word;
    uint64_t pattern;          /* the piece in every field */
    uint64_t low, high;        /* the low bits and the top bit of every field that has a list */
    struct few_range list[64]; /* by the place of the top bit */
    struct few_flips flips[64]; /* the same, where the program has flips */
};

struct few_field_key {
    struct few_field field;
    struct few_range *list; /* by value */
};

/* The tests of all operations of one list, those that they share made once. A node looks at one field, whose value says
 * how to go on. So a slide looks at each cell on its way once, however many operations there are for its lengths and for
 * what ends it. A link is the number of a node, or of an operation that can be done, or says that nothing can be. */
#define FEW_NO_LINK UINT32_MAX
#define FEW_LINK_DONE (UINT32_C(1) << 31)

struct few_node {
    struct few_field field; /* width 0: none */
    uint32_t links;         /* the first of them, one for each value of the field */
    uint32_t done;          /* an operation that can be done whatever the field holds; FEW_NO_LINK: none */
    uint32_t beside;        /* a link for operations that do not look at the field */
};

struct few_program {
    uint32_t words;
    uint32_t max_results; /* of one state */
    bool plain;           /* one word, and no operation has shuffles in the list */
    bool certain;         /* plain, and what the keys find fits and changes something: nothing is left to test */
    struct few_operation *operations;
    struct few_flip_row *flips; /* the same, where each of them is a flip and has a piece key; else NULL */
    uint32_t flip_rows;
    size_t count;
    struct few_guard *guards;
    struct few_change *changes;
    struct few_shuffle *shuffles;
    struct few_piece_key *piece_keys;
    uint32_t piece_key_count;
    struct few_field_key *field_keys;
    uint32_t field_key_count;
    struct few_range always;
    uint32_t *trees; /* of the first operation of a list: the link for all of it; NULL: lists are run through */
    struct few_node *nodes;
    uint32_t *links;
};

/* Of each piece: how often it stands on the board at the start, an estimate of what is rare; and how often it can
 * stand there at most. */
struct few_piece_counts {
    const uint32_t *at_start, *at_most;
};

/* Lives in the arena. NULL: no memory. */
struct few_program *few_program_build(struct few_arena *arena, const struct few_listing *listing,
                                      const struct few_layout *layout, struct few_piece_counts counts,
                                      bool backwards);

/* Makes the trees of a program of several words. keys[n] is the slot of which the n-th operation needs no test, as its key
 * has found it; FEW_NOWHERE: none. Where trees would not pay off, there are none. false: no memory. */
struct few_tree_source {
    struct few_arena *arena;
    const struct few_listing *listing;
    const struct few_layout *layout;
    bool backwards;
};
bool few_trees_build(struct few_program *program, const struct few_tree_source *source, const uint32_t *keys);

size_t few_program_run(const struct few_program *program, const uint64_t *states, size_t count, uint64_t *next,
                       struct few_step *steps);

#endif
