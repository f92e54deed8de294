/* What the two halves of the checker share: the state, the names bound so far, and whether a
 * pattern fits at a place of the board. A string is a board of one row here. */
#ifndef FEW_LANGUAGE_CHECKER_FIT_H
#define FEW_LANGUAGE_CHECKER_FIT_H

#include "base/list.h"
#include "language/checker.h"

/* How a pattern lies: where one row further and one column further lead, as steps down and to the
 * right. The first four are the directions in the order of `names`; the diagonals are for patterns
 * of one row. */
struct few_orientation {
    int64_t row_down, row_right, column_down, column_right;
};
enum {
    FEW_UP,
    FEW_DOWN,
    FEW_LEFT,
    FEW_RIGHT,
    FEW_DOWN_RIGHT,
    FEW_DOWN_LEFT,
    FEW_UP_LEFT,
    FEW_UP_RIGHT,
    FEW_UP_MIRRORED, /* rows run to the other side */
    FEW_DOWN_MIRRORED,
    FEW_LEFT_MIRRORED,
    FEW_RIGHT_MIRRORED,
    FEW_ORIENTATIONS
};
extern const struct few_orientation few_orientations[FEW_ORIENTATIONS];

/* Which board cell each cell of a pattern lies on: those of a list, or in even steps from the
 * first. */
struct few_lie {
    const uint32_t *cells; /* NULL: in steps */
    int64_t first, row_step, column_step;
    const struct few_orientation *across; /* on a board that is wrapped: how it lies, over the edges too; else NULL */
    int64_t rows, columns;                /* of that board */
};

/* A pattern that is sought, and the place where it was found. */
struct few_sought {
    const few_code *codes, *floors; /* of each cell: what must be in it, and on which floor; floors may be NULL */
    uint32_t rows, columns;
    struct few_lie lie;
    uint64_t next;  /* the first place that has not been tried */
    uint32_t trail; /* names that were bound before it */
    struct few_ends ends;   /* of a string, in a goal */
    unsigned orientations;  /* of a goal: bit w is set where it may lie in orientation w */
};

struct few_checker {
    struct few_memory *memory;
    const struct few_puzzle *puzzle;
    struct few_list values; /* uint16_t: the state */
    uint16_t *bound;        /* for each let name the piece it stands for, or FEW_CODE_ANY */
    uint16_t *trail;        /* the names that are bound, the latest last */
    uint32_t trail_length;
    struct few_list sought;  /* struct few_sought: the patterns of a move or a goal */
    struct few_list changes; /* struct few_put: what a move does to the state */
    struct few_list word;    /* uint16_t: what a move puts into a string, and what it takes out */
    uint16_t *aside[2];      /* bound and trail of a move, while its result is tested; NULL: there is no `never` */
    struct few_list sought_aside;
    uint16_t *claimed; /* room for the state that is said to come next; NULL until it is needed */
    uint32_t *linked;  /* the neighbours by links of cell c are linked[links_from[c] ..  */
    uint32_t *links_from; /* … links_from[c + 1] - 1]; NULL where no move goes along links */
    uint32_t *weights;    /* of the links to these; NULL where all are 1 */
    uint32_t weight;      /* of the link that is tried */
    bool *on_board;       /* of each piece: whether it can stand in a cell */
    uint32_t pieces;      /* as many as there were when the checker was made */
};

/* One value of the state (a cell or, behind the cells, a var) that a move puts. */
struct few_put {
    uint32_t place;
    uint16_t before, after;
};

static inline size_t few_board_cells(const struct few_puzzle *puzzle) {
    return (size_t)puzzle->rows * puzzle->columns;
}

static inline size_t few_board_values(const struct few_puzzle *puzzle) {
    return few_board_cells(puzzle) + puzzle->var_count;
}

static inline uint16_t *few_checker_state(const struct few_checker *checker) {
    return checker->values.items;
}

static inline size_t few_checker_rows(const struct few_checker *checker) {
    return checker->puzzle->is_string ? 1 : checker->puzzle->rows;
}

static inline size_t few_checker_columns(const struct few_checker *checker) {
    return checker->puzzle->is_string ? checker->values.count : checker->puzzle->columns;
}

/* Forgets what the names stand for, except the first `trail` that were bound. */
void few_checker_unbind(struct few_checker *checker, uint32_t trail);

/* Whether a code allows this piece; binds a name that is not bound yet. */
bool few_checker_allows(struct few_checker *checker, few_code code, uint16_t piece);

/* Lays a pattern with its first cell at a board cell. False: part of it would be beyond the board.
 */
bool few_checker_lay(const struct few_checker *checker, struct few_sought *sought,
                     const struct few_orientation *orientation, size_t cell);

/* Whether a pattern fits where it lies; binds its names. */
bool few_checker_fits(struct few_checker *checker, const struct few_sought *sought);

/* How a pattern lies in a direction that a move can have, or as drawn. */
const struct few_orientation *few_checker_orientation(int32_t direction);

/* Adds what a part puts to the list of changes, from the state as it is; false: that is no piece possible there, or no memory. */
bool few_checker_add_pattern(struct few_checker *checker, const struct few_part *part, const struct few_sought *found,
                             bool *no_memory);
bool few_checker_add_var(struct few_checker *checker, const struct few_part *part, bool *no_memory);

/* Makes the changes from the first-th on. Where two changes of one value differ, the last one stands, so that the others
 * are found missing: then it is no move and they are taken back. */
bool few_checker_make_from(struct few_checker *checker, size_t first);
void few_checker_take_back(struct few_checker *checker, size_t first);

/* Makes a move of place.steps steps, each like the one before and one cell further, and counts in *changed the values that
 * differ from before. Names are bound. What it does to vars is done once, behind the last step. False: it is no move, and
 * nothing has changed. */
bool few_checker_make_steps(struct few_checker *checker, const struct few_move *move, struct few_move_place place,
                            size_t *changed, bool *no_memory);

/* Whether what stands behind `where` holds, and the move has a cost, with the names as they are bound. */
bool few_checker_conditions_hold(const struct few_checker *checker, const struct few_move *move);

/* The piece that a code on a right side puts into a cell; FEW_CODE_ANY: none that can stand there. */
uint16_t few_checker_piece_put(const struct few_checker *checker, few_code code);

/* checker_string.c: few_checker_play and few_checker_show for strings. */
bool few_checker_play_on_string(struct few_checker *checker, const struct few_move *move, uint32_t place,
                                const struct few_space *space, const uint64_t *claimed_state, bool *no_memory);
bool few_checker_show_on_string(struct few_checker *checker, struct few_move_place place, few_checker_result *show,
                                void *context);

/* The same on a wrapped board. */
size_t few_lie_across(const struct few_sought *sought, size_t i);

/* Board cell of the i-th cell of a pattern. */
static inline size_t few_lie_cell(const struct few_sought *sought, size_t i) {
    const struct few_lie *lie = &sought->lie;
    if (lie->cells)
        return lie->cells[i];
    if (lie->across)
        return few_lie_across(sought, i);
    if (sought->rows == 1)
        return (size_t)(lie->first + (int64_t)i * lie->column_step);
    int64_t row = (int64_t)(i / sought->columns), column = (int64_t)(i % sought->columns);
    return (size_t)(lie->first + row * lie->row_step + column * lie->column_step);
}

#endif
