/* Pattern databases of puzzles whose moves only permute, indexed by coordinates. A coordinate has a value for each arrangement of its labels
 * (facts/views.h), and a table of where each move leads from each value. A database has an entry for each combination of values of some
 * coordinates: the least number of moves from there to the combination of a goal. It is filled back from the goals, up to a depth;
 * what lies farther is known to be one move farther at least.
 *
 *     entry     sum of value * stride over its coordinates; four bits, or a byte where distances are longer
 *
 * Why it is a bound: a move of the puzzle leads from the combination of one state to that of the next, so that a path to a goal is a path to its
 * combination. For the same reason no move lowers an entry by more than one, nor the largest of several. */
#ifndef FEW_BOUND_COORDINATE_TABLES_H
#define FEW_BOUND_COORDINATE_TABLES_H

#include "bound/bound.h"
#include "state/homes.h"

enum {
    FEW_TABLE_COORDINATES = 16, /* at most */
    FEW_COORDINATE_TABLES = 12,
    FEW_TABLE_PARTS = 4,
    FEW_NIBBLE = 15, /* the largest entry of four bits */
};

struct few_table_coordinate {
    uint32_t values;
    uint16_t *to;      /* where moves lead: entry value * moves + move */
    /* The value of a state. Each point adds a weight, which depends on its home; the sums of all arrangements differ. */
    uint64_t *weights; /* entry point * points + home */
    uint64_t *sums;    /* an open hash table, with the value of each */
    uint16_t *value;   /* … */
    bool *is_used;
    uint32_t mask;
};

struct few_coordinate_table {
    uint32_t part[FEW_TABLE_PARTS], parts; /* coordinates */
    uint64_t stride[FEW_TABLE_PARTS];
    uint64_t entries;
    uint8_t *entry;
    bool bytes;     /* an entry is a byte */
    uint32_t depth; /* up to which distances are exact */
};

struct few_coordinate_tables {
    struct few_bound bound;
    struct few_homes homes;
    uint32_t points, moves;
    uint8_t (*carry)[FEW_HOME_POINTS]; /* where each move takes the content of each point */
    uint32_t *number;                  /* of each move in the puzzle: the lowest that does the same */
    struct few_table_coordinate coordinate[FEW_TABLE_COORDINATES];
    uint32_t coordinates;
    struct few_coordinate_table table[FEW_COORDINATE_TABLES]; /* the one that says most first */
    uint32_t tables;
    double mean; /* of the first table, over all combinations that moves come to */
};

extern const struct few_bound_kind few_coordinate_tables_kind;

/* With nothing in it yet; NULL: no memory. */
struct few_coordinate_tables *few_coordinate_tables_create(struct few_memory *memory, uint32_t words);

static inline size_t few_coordinate_table_bytes(const struct few_coordinate_table *table) {
    return (size_t)(table->bytes ? table->entries : (table->entries + 1) / 2);
}

static inline uint32_t few_coordinate_entry(const struct few_coordinate_table *table, uint64_t index) {
    return table->bytes ? table->entry[index] : table->entry[index / 2] >> index % 2 * 4 & FEW_NIBBLE;
}

/* The values of a state. false: no goal can be reached from it. Of a state that moves cannot make of a goal, they may be any. */
bool few_coordinate_values(const struct few_coordinate_tables *tables, const uint64_t *state, uint16_t *values);

#endif
