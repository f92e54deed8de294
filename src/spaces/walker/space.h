/* What the files of the walker share.
 *
 * The board is kept with a border, one byte a cell, so that a step needs no test for the edge. The
 * border to the right of a row is also the one to the left of the next (drawn for a border of one
 * cell):
 *
 *          # # # # #
 *          # a b c d        index of a cell = (row + border_rows) * stride + column +
 * border_columns # e f g h # # # # # #
 *
 * The index is the state, and its own rank. */
#ifndef FEW_SPACES_WALKER_SPACE_H
#define FEW_SPACES_WALKER_SPACE_H

#include "language/choices.h"
#include "language/puzzle.h"
#include "space/space.h"

/* What stands in a cell: a number for each piece that is on the board at the start. */
enum {
    FEW_WALKER_FLOOR = 0,
    FEW_WALKER_LAST = 250,     /* other pieces: 1 .. 250 */
    FEW_WALKER_ON_BOARD = 252, /* of a condition: anything but the border */
    FEW_WALKER_MOVER = 253,    /* of a goal only: the mover itself */
    FEW_WALKER_MISSING = 254,  /* a piece that is nowhere on the board */
    FEW_WALKER_BORDER = 255,
};

struct few_walker_condition {
    int32_t offset; /* from the cell of the mover before the step */
    uint8_t wanted;
};

/* A step that can be made wherever its conditions hold. */
struct few_walker_step {
    int32_t delta;
    uint32_t move, cost;
    uint32_t first, end; /* its conditions */
};

/* A step that only one cell has; the conditions are known to hold. */
struct few_walker_edge {
    uint32_t cell; /* the one that it leads to (forward) or comes from (backward) */
    uint32_t move, cost;
};

struct few_walker_edges {
    uint32_t *first; /* edges of cell x: first[x] .. first[x + 1] - 1; NULL: there are none */
    struct few_walker_edge *edges;
    uint32_t most; /* of one cell */
};

struct few_walker_move {
    uint32_t rule;
    int32_t direction;
    int64_t cell; /* board cell of the pattern's first cell; for a step: from that of the mover */
    bool absolute;
    uint32_t steps; /* of a repeated one, else 0 */
};

struct few_walker {
    struct few_space space; /* first, so that a few_space is one of these */
    struct few_memory *memory;
    struct few_arena arena;
    uint32_t rows, columns, border_rows, border_columns, stride;
    uint32_t cells; /* with the border */
    uint8_t *board; /* what lies under the mover where it stands is floor */
    few_code mover, floor;
    bool frozen; /* no rule can ever fit: state 0 is the board as it is */
    uint32_t start;

    uint16_t *piece_of; /* of a number in a cell */
    uint8_t *number_of; /* of a piece */
    struct few_walker_step *steps;
    uint32_t step_count;
    struct few_walker_condition *conditions;
    struct few_walker_edges forward, backward;
    struct few_walker_move *moves;
    uint32_t move_count;

    uint64_t *goal_bits; /* one for each cell; NULL where there is at most one goal */
    uint64_t goal_count;
    uint32_t goal_cell; /* the only one */
    uint64_t *never_bits; /* one for each cell: the mover must not stand there; NULL: it may stand on any floor */
};

static inline uint32_t few_walker_index(const struct few_walker *walker, uint32_t row,
                                        uint32_t column) {
    return (row + walker->border_rows) * walker->stride + column + walker->border_columns;
}

/* What one choice of a rule's names comes to on this board. */
enum few_walker_sense {
    FEW_WALKER_NEVER,    /* needs more of a piece than there is, or a sum has no value, or changes
                            nothing */
    FEW_WALKER_EXCHANGE, /* exchanges the pieces of two cells */
    FEW_WALKER_OTHER,
};

struct few_walker_exchange {
    uint32_t first, second; /* cells of the pattern */
    few_code first_piece, second_piece;
};

/* How often a piece stands on the board, counted up to 255, and room for counting in a pattern. */
struct few_walker_counts {
    uint8_t on_board[FEW_MAX_PIECES + 1], in_pattern[FEW_MAX_PIECES + 1];
};

enum few_walker_sense few_walker_judge(const struct few_puzzle *puzzle, const struct few_part *part,
                                       const uint16_t *assignment, struct few_walker_counts *counts,
                                       struct few_walker_exchange *exchange);

/* The names of a rule, in the order in which they are bound. */
void few_walker_add_names(struct few_choices *choices, const struct few_move *move);

/* A way to lay a pattern: where its columns and its rows go. */
struct few_walker_turn {
    int32_t column_row,
        column_column; /* one column further in the pattern is so much on the board */
    int32_t row_row, row_column;
};
extern const struct few_walker_turn few_walker_turns[4]; /* up, down, left, right */
extern const struct few_walker_turn
    few_walker_diagonals[4]; /* the first two in the order of reading */

/* In steps.c */
extern const struct few_space_functions few_walker_functions;
extern const struct few_space_keeping few_walker_keeping;

/* In walker.c */
void few_walker_describe(const struct few_space *space, struct few_description *description);

/* In bound.c */
bool few_walker_bound(const struct few_space *space, struct few_memory *memory, const struct few_facts *facts,
                      const struct few_bound_wish *wish, struct few_bound **bound, struct few_error *error);

/* In fingerprint.c */
void few_walker_fingerprint(const struct few_space *space, const struct few_puzzle *puzzle, struct few_digest *digest);

/* The rules that can fit, which tell how wide the border is; and, when the board is filled, its
 * steps, edges and moves: see walker_rules.c. */
struct few_walker_rules;
struct few_walker_rules *few_walker_rules(struct few_walker *walker,
                                          const struct few_puzzle *puzzle,
                                          struct few_walker_counts *counts,
                                          struct few_error *error);
bool few_walker_make_steps(struct few_walker *walker, const struct few_puzzle *puzzle,
                           struct few_walker_rules *rules, struct few_error *error);
void few_walker_rules_free(struct few_walker_rules *rules);

static inline bool few_walker_may_stand(const struct few_walker *walker, uint64_t cell) {
    return walker->board[cell] == FEW_WALKER_FLOOR &&
           (!walker->never_bits || !(walker->never_bits[cell >> 6] >> (cell & 63) & 1));
}

/* Finds the goal cells, and those that must never be entered: see walker_goals.c. */
bool few_walker_find_goals(struct few_walker *walker, const struct few_puzzle *puzzle,
                           struct few_error *error);

#endif
