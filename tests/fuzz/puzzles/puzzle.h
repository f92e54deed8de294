/* A puzzle as it is written, taken literally: nothing is unfolded, merged or derived. */
#ifndef FUZZ_PUZZLE_H
#define FUZZ_PUZZLE_H

#include "arena.h"

#include <stdbool.h>
#include <stdint.h>

typedef uint16_t symbol; /* a piece or a value: a word, by its number */

enum { UP, DOWN, LEFT, RIGHT, NO_DIRECTION };

typedef struct word {
    const char *text;
    bool is_number, is_piece;
    long number;
} word;

typedef struct choice { /* a var with its values, or a name with its list */
    const char *text;
    symbol *values;
    size_t count;
    bool is_ring;
} choice;

typedef struct term {
    int sign, name; /* -1: it is a number */
    long number;
    bool times; /* it is not added: it multiplies the one before it */
} term;

typedef enum cell_kind { CELL_ANY, CELL_SYMBOL, CELL_NAME, CELL_SUM, CELL_NUMBER } cell_kind;

typedef struct cell {
    cell_kind kind;
    int index; /* of a symbol or a name */
    long number; /* of a number that is not declared */
    term *terms;
    size_t term_count;
} cell;

typedef struct drawing {
    size_t rows, columns;
    cell *cells;
} drawing;

typedef enum part_kind { PART_PATTERN, PART_VALUE, PART_CYCLE } part_kind;

typedef struct part {
    part_kind kind;
    drawing left, right;
    size_t var;
    cell demand, result;
    bool changes;          /* a value that is given, not only demanded */
    uint32_t (*carry)[2];  /* of a cycle: from, to */
    size_t carry_count;
} part;

typedef struct condition {
    cell left, right;
    char operation[3];
} condition;

enum { MOST_FORMULA = 200 };
enum { BOTH = -1, EITHER = -2, NEITHER = -3 }; /* `and`, `or`, `not` */

typedef enum place_kind { EVERYWHERE, AT, ON, ALONG_LINKS } place_kind;
typedef enum repetition { ONCE, REPEAT, UNTIL_BLOCKED } repetition;

/* One way in which the patterns of a rule lie: where a step down and a step right in the drawing lead on the board, row and
 * column each; and what that is called: directions by their number, -1: none. */
typedef struct way {
    long down[2], right[2];
    int first, second;
    bool mirrored;
} way;

typedef struct rule {
    const char *name, *sides; /* NULL: it has none; a string's two sides as written */
    bool any_direction, sideways, upright, mirrored, diagonal; /* as the head says: `left or right` is sideways */
    way ways[12];
    size_t way_count;
    repetition repeats;
    place_kind place;
    uint32_t *cells; /* of `at` and `on` */
    size_t cell_count;
    uint32_t cost;
    cell cost_cell; /* CELL_ANY: the cost is a number */
    part *parts;
    size_t part_count;
    condition *conditions;
    size_t condition_count;
    int *formula; /* how they are joined: numbers of conditions, each sign behind what it joins */
    size_t formula_count;
    int *free; /* names that stand on no left side, in the order in which they are written */
    size_t free_count;
} rule;

typedef enum goal_kind { GOAL_DRAWING, GOAL_VALUE, GOAL_SOMEWHERE, GOAL_NOWHERE, GOAL_COMPARED } goal_kind;

typedef struct side { /* of a comparison of vars: a sum, whose names are vars, or a value */
    term *terms;
    size_t count;
    int value; /* -1: it is a sum */
} side;

typedef struct demand {
    goal_kind kind;
    drawing pattern;
    size_t var;
    cell value;
    bool any_direction, diagonal, turned; /* turned round by `not` */
    side left, right;
    char operation[3];
} demand;

typedef struct goal {
    demand *demands;
    size_t count;
    bool follows_or;
} goal;

typedef struct start {
    symbol *cells; /* NULL: the board is not told */
    size_t count;
    int *values; /* of each var an index; -1: any; -2: not told */
} start;

typedef struct puzzle {
    arena memory;
    char mistake[200]; /* empty: there is none */
    bool has_board, is_grid, is_string, is_open; /* open: every character is a piece */
    size_t rows, columns, bound; /* SIZE_MAX: the string has no bound */
    bool wraps_rows, wraps_columns;
    uint32_t (*links)[2];
    size_t link_count;
    word *words;
    size_t word_count;
    uint16_t *slots; /* of words by hash: their number from 1 */
    size_t slot_count;
    bool has_pieces, has_names;
    choice *vars, *names;
    size_t var_count, name_count;
    const char *directions[4];
    rule *rules;
    size_t rule_count;
    goal *goals, *nevers;
    size_t goal_count, never_count;
    bool has_start;
    start start;
    bool has_within;
    uint64_t within;
} puzzle;

static inline size_t puzzle_cells(const puzzle *game) {
    return game->rows * game->columns;
}

#endif
