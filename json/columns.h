/* Columns of results: for each index a number or a text. Who gives results away, as JSON or as objects of another language, writes them from these. */
#ifndef JSON_COLUMNS_H
#define JSON_COLUMNS_H

#include <fewest/explore.h>

typedef uint64_t number_at(const void *of, size_t index);
typedef const char *text_at(const void *of, size_t index); /* NULL: no memory */

/* A column of a graph: numbers, or texts. */
struct graph_column {
    const char *name;
    bool of_moves; /* one for each move; else one for each state */
    number_at *number;
    text_at *text;
};

enum { GRAPH_COLUMNS = 7 };
extern const struct graph_column graph_columns[GRAPH_COLUMNS];

/* Of a fewest_exploration: the states at each depth, and the hardest states. */
number_at column_layer;
text_at column_hardest;
/* Of fewest_instances: the starts, and how many moves each is from the goal. */
text_at column_start;
number_at column_start_depth;

#endif
