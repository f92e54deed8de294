/* A puzzle as its text says it, nothing expanded yet. The parser makes it, everything else reads it:
 * the compiler, the native spaces, the checker, the words of a solution. All of it lives in one arena.
 *
 * A *piece* is any word that can stand in a cell or be the value of a var; all pieces of a puzzle are
 * numbered in one table. A *code* is what stands in one cell of a drawing or pattern, in 16 bits:
 *
 *     0 .. 0x7fff          that piece
 *     0x8000 | n           the let name n (any one of its domain, the same throughout a rule)
 *     0xc000 | n           the sum n (only on the right side of a part)
 *     0xffff               `_`: not looked at, not changed */
#ifndef FEW_LANGUAGE_PUZZLE_H
#define FEW_LANGUAGE_PUZZLE_H

#include "base/error.h"
#include "base/memory.h"

typedef uint16_t few_code;
enum {
    FEW_CODE_NAME = 0x8000,
    FEW_CODE_SUM = 0xc000,
    FEW_CODE_ANY = 0xffff,
    FEW_MAX_PIECES = 0x7fff,
    FEW_MAX_NAMES = 0x3fff,
    FEW_MAX_SUMS = 0x3ffe,
    FEW_REST = 0xfffe,   /* among the values of a right side: the rest of the string (no piece and no code has this number) */
    FEW_WEIGHT = 0xffff, /* in a sum that is being read, in place of a name: the weight of the link */
};

static inline bool few_code_is_piece(few_code c) { return c < FEW_CODE_NAME; }
static inline bool few_code_is_name(few_code c) { return c >= FEW_CODE_NAME && c < FEW_CODE_SUM; }
static inline bool few_code_is_sum(few_code c) { return c >= FEW_CODE_SUM && c != FEW_CODE_ANY; }
static inline unsigned few_code_index(few_code c) { return c & 0x3fff; } /* of a name or a sum */

/* A place in the text, for errors that are found after parsing. */
struct few_where {
    unsigned line, column, width; /* from 1, in characters */
};

struct few_piece {
    const char *text;
    bool is_number; /* the text is a whole number, perhaps with a minus sign */
    int64_t number;
};

struct few_let {
    const char *name;
    uint16_t *domain; /* pieces, in the order given */
    uint32_t count;
    bool ring;
    bool rest; /* all further characters of a string: it has no domain */
};

struct few_var {
    const char *name;
    uint16_t *values; /* pieces */
    uint32_t count;
};

/* A part of a sum in which names are multiplied: factor * name * name … They are all numbers. */
struct few_product {
    int64_t factor;
    uint16_t *names;
    uint32_t count;
};

/* name ± name … + product … + constant; all names are numbers, or there is one name and it is in a ring, or the sum
 * is a lone name or a lone piece (`piece` then; otherwise FEW_CODE_ANY). */
struct few_sum {
    uint16_t *names;
    int8_t *signs; /* +1 or -1 for each name */
    uint32_t count;
    struct few_product *products;
    uint32_t product_count;
    int64_t constant;
    few_code piece;
    bool ring;
    const char *text; /* as it was written; NULL for one that is only compared */
};

enum few_comparator { FEW_EQUAL, FEW_UNEQUAL, FEW_LESS, FEW_AT_MOST, FEW_GREATER, FEW_AT_LEAST };

/* Of the comparisons of a move the first is looked at first; where each goes on says which of them are looked at, and
 * whether all of it holds in the end. */
struct few_comparison {
    struct few_sum left, right;
    enum few_comparator comparator;
    uint32_t if_true, if_false; /* the number of a later one, or FEW_HOLDS, or FEW_FAILS */
};
#define FEW_HOLDS (UINT32_MAX - 1)
#define FEW_FAILS (UINT32_MAX - 2)

/* Where in a string something must stand: at its begin, at its end, at both, or anywhere. */
struct few_ends {
    bool begin, end;
};
static inline bool few_stands(struct few_ends ends, size_t place, size_t length, size_t string_length) {
    return (!ends.begin || place == 0) && (!ends.end || place + length == string_length);
}

enum few_part_kind { FEW_PART_PATTERN, FEW_PART_VAR, FEW_PART_CYCLE };

struct few_part {
    enum few_part_kind kind;
    struct few_where where;
    /* pattern: rows x columns codes a side, in reading order. In a string puzzle rows is 1, columns the
     * length of `before` and after_columns that of `after`, which may be 0. */
    uint32_t rows, columns, after_columns;
    few_code *before, *after;
    /* The left side ends in the rest of the string, the let name `rest`, which is not part of `before`; `after` may hold it. */
    bool has_rest;
    uint16_t rest;
    few_code *floors; /* of each cell the kind of floor that is asked for, or a name; NULL: none is */
    /* var: before[0] and after[0]; a part that only tests has after[0] == FEW_CODE_ANY */
    uint32_t var;
    /* cycle: the cells (from 0) of all its cycles one after the other, and the length of each cycle */
    uint32_t *cells;
    uint32_t *lengths;
    uint32_t cycles;
};

/* Directions of moves, in the order of moves: up, down, left, right; the mirror images that run there; up-left, up-right,
 * down-left, down-right. A move that is only mirrored has no direction: then its mirror image is the one that runs left. */
enum {
    FEW_TURN_LEFT = 2,
    FEW_TURN_RIGHT = 3,
    FEW_TURN_MIRRORED = 4,
    FEW_TURN_DIAGONAL = 8,
    FEW_TURNS = 12,
    FEW_MIRRORED_ONLY = 1 << (FEW_TURN_MIRRORED + FEW_TURN_LEFT),
};
/* A part of the name of a move: text, or in braces what was matched (language/name.h). */
enum few_blank { FEW_BLANK_NONE, FEW_BLANK_NAME, FEW_BLANK_PLACE, FEW_BLANK_DIRECTION, FEW_BLANK_STEPS, FEW_BLANK_FROM, FEW_BLANK_TO };
struct few_name_part {
    enum few_blank blank;
    uint32_t index;   /* of the let name, or of the pattern, from 0; of a direction 1: in capitals */
    const char *text; /* NULL in braces */
    struct few_where where; /* of what stands in braces */
};
enum { FEW_NAME_PLACES = 64 }; /* the most patterns whose places a name can tell */

/* Whether a step is done again and again in its direction, one cell further each time, as one move. */
enum few_repeat { FEW_ONCE, FEW_AS_OFTEN_AS_ONE_LIKES, FEW_UNTIL_BLOCKED };

struct few_move {
    const char *name; /* as written; NULL: none was given */
    struct few_name_part *name_parts;
    uint32_t name_part_count; /* 0: there are no braces in it */
    uint32_t *labels;         /* of each turn, that as drawn first: language/labels.h; NULL: they are not the same at each match */
    struct few_where where;
    bool any_direction, along_links;
    enum few_repeat repeat;
    uint16_t turns;    /* bit t is set where it is tried in turn t (turns.h); none: as drawn */
    uint32_t at;       /* cell from 0, or FEW_NOWHERE */
    struct few_ends ends; /* of a string */
    uint32_t *on;      /* cells from 0, or NULL */
    uint32_t on_count;
    /* It costs what `cost` says, and for each unit of the weight of the link that it goes along what `per_weight` says. */
    uint32_t cost;
    struct few_sum *cost_sum; /* what it costs depends on its names; NULL: it is `cost` */
    uint32_t per_weight;
    struct few_sum *per_weight_sum; /* the same */
    struct few_part *parts;
    uint32_t part_count;
    struct few_comparison *conditions;
    uint32_t condition_count;
    few_code *free; /* names that stand on no left side: any of their values, a move for each */
    uint32_t free_count;
};
#define FEW_NOWHERE UINT32_MAX

struct few_drawing {
    uint32_t rows, columns; /* of a string puzzle: 1 x length */
    few_code *cells;
    few_code *floors; /* as in a part */
    struct few_where where;
};

struct few_start {
    bool given;               /* the text has a start */
    struct few_where where;
    struct few_drawing board; /* cells is NULL where there is no board; only pieces inside */
    few_code *vars;           /* one for each var: a piece, or FEW_CODE_ANY for `is any` */
};

enum few_condition_kind {
    FEW_GOAL_DRAWING,
    FEW_GOAL_VAR,
    FEW_GOAL_SOMEWHERE,
    FEW_GOAL_NOWHERE,
    FEW_GOAL_COMPARED,
    FEW_GOAL_EVERY
};

/* Which cells are meant: all, those on a kind of floor (or on any of a name's list), those beside that floor, those of a row or
 * a column. */
enum few_area_kind { FEW_AREA_ALL, FEW_AREA_ON, FEW_AREA_OFF, FEW_AREA_ROW, FEW_AREA_COLUMN };
struct few_area {
    enum few_area_kind kind;
    few_code floor;
    uint32_t line; /* from 0 */
};

/* How many cells of an area hold a piece, or any of a name's list. */
struct few_counted {
    few_code piece;
    struct few_area area;
    int8_t sign; /* +1 or -1 in a sum */
};

/* var ± var … ± count … + constant; all vars have numbers only, or the sum is a lone var or a lone piece (`piece` then;
 * otherwise FEW_CODE_ANY). */
struct few_var_sum {
    uint32_t *vars;
    int8_t *signs; /* +1 or -1 for each var */
    uint32_t count;
    struct few_counted *counted;
    uint32_t counted_count;
    int64_t constant;
    few_code piece;
};

/* Whether a sum is a var and nothing else. */
static inline bool few_is_lone_var(const struct few_var_sum *sum) {
    return sum->count == 1 && sum->signs[0] > 0 && sum->constant == 0 && sum->counted_count == 0;
}

struct few_condition {
    enum few_condition_kind kind;
    bool any_direction, diagonal;
    struct few_ends ends;       /* of a string */
    struct few_drawing drawing; /* pieces, names, `_` */
    uint32_t var;
    few_code value;             /* a piece or a name */
    struct few_var_sum left, right; /* of a comparison */
    enum few_comparator comparator;
    struct few_counted every; /* `every F has P`: all cells of this area hold it; `every P on F`: none does */
    bool has;                 /* the first of these */
    bool opposite;            /* `not every …` */
};

/* Whether some side of a comparison counts pieces. */
static inline bool few_condition_counts(const struct few_condition *condition) {
    return condition->left.counted_count || condition->right.counted_count;
}

/* Whether it is about how many pieces there are in an area, or about all of them. */
static inline bool few_is_aggregate(const struct few_condition *condition) {
    return condition->kind == FEW_GOAL_EVERY || (condition->kind == FEW_GOAL_COMPARED && few_condition_counts(condition));
}

/* One goal line, or one `never`, or what stands between two `or` of it: all its conditions hold. A name stands for the same piece throughout the line. */
struct few_goal {
    struct few_condition *conditions;
    uint32_t count;
    struct few_where where;
};

/* One `draw` statement, for pictures only. */
struct few_drawing_rule {
    struct few_where where;
    const char *as, *colour;   /* words of the language; NULL: not said */
    uint16_t *pieces;          /* whose look it says: rows x columns of them; none: of the whole picture */
    uint32_t piece_count, rows, columns;
    uint32_t (*places)[2];     /* row and column, from 1 */
    uint32_t place_count;
};

struct few_puzzle {
    struct few_arena arena;
    struct few_arena given[2]; /* the start and the goal that took the place of the text's, where these need room */
    const char *file;  /* name of the text, for errors */
    const char *title; /* NULL: none */

    bool is_string;
    uint32_t rows, columns;   /* of the board; 0 x 0 where there is none */
    bool wraps_rows, wraps_columns; /* behind the last row (column) comes the first again */
    bool is_grid;             /* `board R x C`: cells are called ROW,COLUMN; otherwise by number */
    const char **cell_names;  /* `cells A B …`: by these; NULL: they have none */
    uint32_t max_length;      /* of a string; FEW_NOWHERE: any */
    uint32_t (*links)[2];     /* cells from 0 */
    uint32_t *weights;        /* of the links; NULL: each has the weight 1 */
    uint32_t link_count;

    struct few_piece *pieces;
    uint32_t piece_count;
    uint16_t *board_pieces;   /* those that can stand in a cell, and the wall that does in some of them */
    uint32_t board_piece_count;
    uint16_t *kinds;          /* of floor, as pieces; the first is the wall */
    uint32_t kind_count;      /* 0: there is no `floor` */
    uint16_t *floor;          /* of each cell its kind */
    struct few_var *vars;
    uint32_t var_count;
    struct few_let *lets;
    uint32_t let_count;
    struct few_sum *sums;
    uint32_t sum_count;
    const char *directions[4]; /* up, down, left, right */

    struct few_move *moves;
    uint32_t move_count;
    const char **labels; /* of moves, no two alike */
    uint32_t label_count;
    struct few_start start;
    struct few_goal *goals;
    uint32_t goal_count;
    struct few_goal *nevers;  /* a state in which one of these holds is not entered */
    uint32_t never_count;
    bool has_within;
    uint64_t within;
    struct few_drawing_rule *drawing_rules;
    uint32_t drawing_rule_count;

    bool any_character;    /* a string puzzle without `pieces`: any character becomes a piece when it is used */
    uint16_t *numbers;     /* the pieces that are whole numbers, in ascending order of these */
    uint32_t number_count;

    struct few_vocabulary *vocabulary; /* the words of the puzzle, for the next reader of a start or goal; may be NULL */

    const char *text;   /* the source, kept while errors may still be reported; may be NULL */
    size_t text_length;
};

void few_vocabulary_free(struct few_vocabulary *vocabulary); /* NULL is fine */

/* Parses a text. NULL on failure, with *error filled. The text need not outlive the call
 * (the puzzle keeps what it needs; a few lines for later diagnostics come from few_puzzle.text, which
 * is a copy unless the text is larger than a megabyte, then NULL). */
struct few_puzzle *few_parse(struct few_memory *memory, const char *file, const char *text, size_t length,
                             struct few_error *error);

/* Parses what would stand behind `start` or `goal` in a file, as given on a command line. Read a little
 * more leniently: a drawing without `/` may have all cells of the board in one row. On success the
 * puzzle's start (all its goals) is replaced; a start of the same size takes the room of the one before. On
 * failure it is unchanged. `what` names the text in errors ("START", "--goal"). */
bool few_parse_start(struct few_puzzle *puzzle, const char *what, const char *text, size_t length,
                     struct few_error *error);
bool few_parse_goal(struct few_puzzle *puzzle, const char *what, const char *text, size_t length,
                    struct few_error *error);

/* A mistake found after parsing, at a place in the puzzle's text. Returns false. */
bool few_puzzle_fail(const struct few_puzzle *puzzle, struct few_where where, struct few_error *error,
                     const char *format, ...) __attribute__((format(printf, 4, 5)));
/* A free move in a string of any length: `within` does not bound it. Returns false. */
bool few_fail_free(const struct few_puzzle *puzzle, const struct few_move *move, struct few_error *error);

void few_puzzle_free(struct few_puzzle *puzzle); /* NULL is fine */

/* Whether a goal of strings names no whole string: what meets it is not listed, be it much or little. */
bool few_goal_is_open(const struct few_puzzle *puzzle);

/* The piece as it is written; "" where the code is no piece. */
static inline const char *few_code_text(const struct few_puzzle *puzzle, few_code code) {
    return few_code_is_piece(code) ? puzzle->pieces[code].text : "";
}

/* The piece that stands in all cells that are walls, and nowhere else; FEW_CODE_ANY: there is no `floor`. */
static inline few_code few_wall(const struct few_puzzle *puzzle) {
    return puzzle->kind_count ? puzzle->kinds[0] : FEW_CODE_ANY;
}

bool few_area_has(const struct few_puzzle *puzzle, struct few_area area, uint32_t cell);

/* Whether a piece is this one, or in the list of this name. */
bool few_code_has(const struct few_puzzle *puzzle, few_code code, few_code piece);
/* Whether a cell with this piece is counted. A wall is no piece: a name that has it in its list does not count it. */
bool few_is_counted(const struct few_puzzle *puzzle, const struct few_counted *counted, few_code piece);

/* The value of a code under an assignment of the let names (assignment[n]: piece of name n); FEW_CODE_ANY
 * for `_` and where a sum has a value that is no piece of this puzzle. */
few_code few_code_value(const struct few_puzzle *puzzle, few_code code, const uint16_t *assignment);
bool few_comparison_holds(const struct few_puzzle *puzzle, const struct few_comparison *comparison,
                          const uint16_t *assignment);
/* What a move costs, 0 if it is free; FEW_NO_COST: it is no move, for that is too little or too much. */
enum { FEW_MAX_COST = 1000000000 };
#define FEW_NO_COST UINT32_MAX
uint32_t few_move_cost(const struct few_puzzle *puzzle, const struct few_move *move, const uint16_t *assignment);
/* The same before it is known along which link a move goes. */
struct few_price {
    int64_t fixed, per_weight;
    bool valid; /* names that decide it are numbers */
};
struct few_price few_move_price(const struct few_puzzle *puzzle, const struct few_move *move, const uint16_t *assignment);
uint32_t few_price_cost(struct few_price price, uint32_t weight);
static inline bool few_costs_by_weight(const struct few_move *move) {
    return move->per_weight || move->per_weight_sum;
}
static inline bool few_costs_by_names(const struct few_move *move) {
    return move->cost_sum || move->per_weight_sum;
}
static inline uint32_t few_link_weight(const struct few_puzzle *puzzle, uint32_t link) {
    return puzzle->weights ? puzzle->weights[link] : 1;
}
/* Whether what stands behind `where` in a move holds. */
bool few_move_allowed(const struct few_puzzle *puzzle, const struct few_move *move, const uint16_t *assignment);

#endif
