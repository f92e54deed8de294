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
    unsigned list;   /* the last list that it stands in, by its number */
    bool is_written; /* a character that stands further up, where every one is a piece */
    long number;
} word;

typedef struct choice { /* a var with its values, or a name with its list */
    const char *text;
    symbol *values;
    size_t count;
    bool is_ring;
    bool is_rest; /* all further characters of a string; it has no list */
} choice;

typedef struct symbols {
    symbol *items;
    size_t count;
} symbols;

/* Cells that are counted: those with one of these pieces, on one of these floors (if any are told), in that row or column (if not 0). */
typedef struct tally {
    symbols pieces, kinds;
    bool on_floor;
    size_t row, column;
} tally;

typedef struct term {
    int sign, name; /* -1: it is a number */
    long number;
    bool times; /* it is not added: it multiplies the one before it */
    bool is_weight; /* in a cost: the weight of the link */
    const tally *counted; /* in a comparison of a goal; NULL: it is no count */
} term;

typedef enum cell_kind { CELL_ANY, CELL_SYMBOL, CELL_NAME, CELL_SUM, CELL_NUMBER, CELL_REST } cell_kind;

typedef struct cell {
    cell_kind kind;
    int index; /* of a symbol, a name or a rest */
    long number; /* of a number that is not declared */
    term *terms;
    size_t term_count;
    cell_kind floor_kind; /* behind `|`: CELL_ANY (there is none), CELL_SYMBOL or CELL_NAME */
    int floor_index;
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

enum { MOST_FORMULA = 200, MOST_COST = 1000000000 };
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

/* Where the piece that a move carries about stands in its patterns: the part, and the cell of its pattern. */
typedef struct spot {
    bool is_clear;
    size_t part, cell;
} spot;

typedef struct rule {
    const char *name, *sides; /* NULL: it has none; a string's two sides as written */
    bool any_direction, sideways, upright, mirrored, diagonal; /* as the head says: `left or right` is sideways */
    way ways[12];
    size_t way_count;
    repetition repeats;
    place_kind place;
    uint32_t *cells; /* of `at` and `on` */
    size_t cell_count;
    bool at_begin, at_end; /* of a string */
    bool has_cost;
    uint32_t cost;
    cell cost_cell; /* CELL_ANY: the cost is a number, or the weight of a link where it has none */
    part *parts;
    size_t part_count;
    condition *conditions;
    size_t condition_count;
    int *formula; /* how they are joined: numbers of conditions, each sign behind what it joins */
    size_t formula_count;
    spot leaves, reaches;
    int *free; /* names that stand on no left side, in the order in which they are written */
    size_t free_count;
} rule;

typedef enum goal_kind {
    GOAL_DRAWING,
    GOAL_VALUE,
    GOAL_SOMEWHERE,
    GOAL_NOWHERE,
    GOAL_COMPARED,
    GOAL_EVERY_ON,  /* every piece of these on one of these floors */
    GOAL_EVERY_HAS, /* every cell of these floors has one of these pieces */
} goal_kind;

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
    bool at_begin, at_end;
    side left, right;
    char operation[3];
    tally every;
    bool is_denied; /* `not` before an `every` */
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
    uint64_t *work;    /* how many cells were compared with patterns so far */
    bool has_board, is_grid, is_string, is_open; /* open: every character is a piece */
    size_t rows, columns, bound; /* SIZE_MAX: the string has no bound */
    bool wraps_rows, wraps_columns;
    symbols kinds;  /* of the floor, the wall first; none: there is no floor */
    symbol *floor;  /* the kind of each cell */
    const char **cell_names; /* NULL: cells have numbers, or rows and columns */
    uint32_t (*links)[2];
    uint32_t *weights; /* of the links */
    size_t link_count;
    word *words;
    size_t word_count;
    uint16_t *slots; /* of words by hash: their number from 1 */
    size_t slot_count;
    bool has_string; /* one is declared, perhaps further down */
    bool has_title, has_pieces, are_pieces_read, has_names;
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

static inline bool is_wall(const puzzle *game, size_t at) {
    return game->floor && game->floor[at] == game->kinds.items[0];
}

/* Whether some of its moves may cost other than 1. */
static inline bool rule_has_costs(const puzzle *game, const rule *made) {
    for (size_t i = 0; made->place == ALONG_LINKS && !made->has_cost && i < game->link_count; i++)
        if (game->weights[i] != 1) return true;
    return made->cost != 1 || made->cost_cell.kind != CELL_ANY;
}

static inline size_t puzzle_cells(const puzzle *game) {
    return game->rows * game->columns;
}

#endif
