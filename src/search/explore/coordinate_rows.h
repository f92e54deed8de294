/* What an exploration by coordinates works on. The last coordinate is the *column*; the values of all others together are the *row*:
 *
 *     row      | column 0 | column 1 | …       a bit each in two bitmaps, `seen` and `mark`
 *
 *     seen  mark
 *      0     0     not seen yet
 *      1     0     of an earlier layer
 *      1     1     of the layer that is expanded
 *      0     1     of the next layer
 *
 * A move takes a whole row to one other row, and there each column to another column by the same table. A row is made from start to end
 * from all rows that moves come from, while it is in the cache: either by *pushing*, each state of these rows says where it leads,
 * or by *pulling*, each state of this row that is not seen yet asks whether one of those it can come from is in the layer. The second
 * is far less work once most states are seen. Rows write to themselves only: any number of threads comes to the same
 * result, in any order.
 *
 * Rows may be *packed* instead (search/explore/packed_rows.h): then all that was seen counts as of the layer that is expanded, and what the last layer was is
 * known only as long as it is not turned.
 *
 * Where rows are the same by symmetry (search/explore/row_classes.h), the first of each class is kept, and the others are read off it. In what follows, a *row*
 * is one that is kept, from 0 on; which of all rows that is, is its *number*. Without classes both are the same. */
#ifndef FEW_SEARCH_COORDINATE_ROWS_H
#define FEW_SEARCH_COORDINATE_ROWS_H

#include "facts/coordinates.h"
#include "search/explore/packed_rows.h"
#include "search/explore/row_classes.h"
#include "search/search.h"
#include "team/team.h"

/* Of one worker. */
struct few_row_maker {
    uint64_t fresh;           /* states of the next layer that it found */
    uint8_t *reached;         /* by column: whether a move leads there */
    uint16_t *wanted;         /* columns that are not seen yet */
    uint64_t *layer;          /* the bits of one row that are of the layer */
    uint64_t *next;           /* the bits of this row that are of the next one */
    uint64_t *seen;           /* the bits of this row that were seen, where rows are packed */
    uint64_t padding[2];
};

struct few_rows {
    const struct few_coordinates *coordinates;
    const struct few_coordinate *column;
    const struct few_row_classes *classes; /* NULL: each row stands for itself */
    struct few_memory *memory;
    struct few_watch *watch; /* of an exploration */
    struct few_team *team;
    struct few_row_maker *makers; /* of each worker */
    unsigned workers;
    uint64_t rows, numbers;       /* that are kept, and all */
    uint32_t words;               /* of a row */
    uint64_t *seen, *mark;        /* NULL where rows are packed */
    uint64_t *packed;             /* NULL where they are not */
    uint32_t groups;              /* words of a packed row */
    bool all_found;               /* packed: the last layer is known, and not turned */
    uint16_t *layer_counts, *next_counts; /* states of each row; UINT16_MAX: that many or more. Packed: if there are any, all that were seen */
    enum few_end end;             /* what the watch said; only worker 0 asks it */
    struct few_packing packing;
};

/* Makes room for all rows, with no state seen yet; rows->classes is set. false: no memory; to be released in any case. */
bool few_rows_prepare(struct few_rows *rows, const struct few_coordinates *coordinates, struct few_memory *memory, unsigned threads,
                      bool is_packed);
void few_rows_release(struct few_rows *rows);
/* What that takes. */
size_t few_rows_bytes(const struct few_coordinates *coordinates, const struct few_row_classes *classes, unsigned threads, bool is_packed);

/* The number of a row, and how many rows it stands for. */
static inline uint64_t few_row_number(const struct few_rows *rows, uint64_t row) {
    return rows->classes ? rows->classes->first[row] : row;
}

static inline uint32_t few_row_times(const struct few_rows *rows, uint64_t row) {
    return rows->classes ? rows->classes->size[row] : 1;
}

/* The values of all coordinates but the last, of the row of this number; the number of the row that a move comes from. */
void few_row_values(const struct few_rows *rows, uint64_t number, uint32_t *values);
uint64_t few_row_before(const struct few_rows *rows, const uint32_t *values, uint32_t move);

/* Finds what is in this row of the next layer. Returns how many states. */
uint64_t few_row_make(const struct few_rows *rows, const struct few_row_maker *maker, uint64_t row);
/* The bits of a row that were seen, and of these the ones of the last layer; packed: if that was not turned. For one thread. */
void few_row_read(const struct few_rows *rows, uint64_t row, uint64_t *seen, uint64_t *layer);
/* The same of any row, by its number. */
void few_row_read_number(const struct few_rows *rows, uint64_t number, uint64_t *seen, uint64_t *layer);
/* The next layer is to be expanded: each row is turned, then the counts are swapped. */
void few_row_turn(const struct few_rows *rows, uint64_t row);
static inline void few_rows_swap_counts(struct few_rows *rows) {
    uint16_t *counts = rows->layer_counts;
    rows->layer_counts = rows->next_counts;
    rows->next_counts = counts;
}

#endif
