/* What the parts of the translation share: the puzzle, what is known of it, and the text written so far. */
#ifndef FEW_EXPORT_EXPORTER_H
#define FEW_EXPORT_EXPORTER_H

#include "base/list.h"
#include "export/export.h"
#include "language/turns.h"
#include "language/words.h"

struct few_dialect;

/* How a piece is told by a number in the program. */
enum few_numbering {
    FEW_NUMBERS_PLAIN, /* a piece that is a number has that number */
    FEW_NUMBERS_TABLE, /* pieces are counted, and a table says which number a piece is */
    FEW_NUMBERS_LETTERS, /* of strings: a piece is its character */
};

/* What the words of a solution need besides their names. */
struct few_word_needs {
    bool place, number;
};

struct few_exporter {
    const struct few_puzzle *puzzle;
    struct few_export_choices choices;
    const struct few_dialect *dialect;
    struct few_memory *memory;
    struct few_error *error;
    struct few_arena arena; /* of all texts that are put together */
    bool no_memory;
    struct few_list text; /* char: the program */
    struct few_list *to;  /* where it is written: there, or to the tables */
    size_t function_begin; /* where the body of the function that is written begins */
    unsigned depth, kept_depth; /* of the indentation; while tables are written, that of the program */
    uint64_t indented;    /* of dialects without braces: a bit for each open block, whether it is indented */

    enum few_numbering numbering;
    uint32_t *code;       /* of each piece: its number in the program */
    uint32_t code_count;  /* one more than the largest */
    const char **piece, **let, **var; /* how they are called in the program */
    uint16_t *of_code;    /* the piece that has this number; FEW_CODE_ANY: none */

    enum { FEW_RANK_NONE, FEW_RANK_DIGITS, FEW_RANK_MULTISET, FEW_RANK_CANTOR } ranks; /* how a state can be numbered */
    uint64_t states;      /* how many numbers there are */
    bool undone, literal; /* every move is undone by a move; strings whose rules are plain words */
    bool goals_listed;
    bool has_bound, manhattan; /* a bound from the goal's drawing; by steps of pieces */
    uint16_t blank;       /* a piece that need not be counted for it, or FEW_CODE_ANY */
    uint32_t most_changed, least_cost;
    uint32_t goal_states, goal_length; /* of a search from both ends: how many goals; cells of the one that is written */
    const char *goal_table; /* of the drawing, for the bound */
    bool goal_leaves_open; /* some cells of it */
    bool no_goal;         /* some goal contradicts itself */

    bool costs, free;     /* some move costs other than 1; some move costs nothing */
    bool long_pieces, wide_pieces; /* pieces of the board of several letters; of a letter beyond ASCII */
    bool packed;          /* a state fits one word of 64 bits */
    uint64_t cell_base, var_base; /* of the digits that a cell and a var are … */
    uint64_t cell_low, var_low;   /* … once this is taken off */
    struct few_word_needs words;
    bool patternless;     /* some move has no pattern, and so no place */
    struct few_words *taken; /* identifiers */
    uint16_t single;      /* a piece: where a start has only one of it, words need no place; or FEW_CODE_ANY */
    bool turns, diagonals, mirrors, links; /* some pattern is laid in some way; some lies along a diagonal; some is mirrored; along links */
    bool repeats;         /* some move is one step repeated */
    bool built_names;     /* what some move is called depends on what was matched */
    size_t longest_name;  /* then: of a move */
    struct few_list moves, goal, nevers; /* char: the translation of these */
    bool in_never;        /* what is translated is no goal */
    unsigned goal_numbers; /* of functions and tables of goals */
    struct few_list move_tables, goal_tables, never_tables, *tables; /* char: tables that were found to be needed, which come before that */
    struct {
        const char *words, *name;
    } way_tables[8];      /* words for ways that were written */
    unsigned way_table_count;
    bool *used;           /* of each name: it must be known later, in the rule or goal that is translated */
    struct few_declared *declared, *declared_tables; /* variables of C and C++ and tables that may not be needed (unused.c) */
    uint32_t set_count;
    uint32_t longest, longest_start; /* of strings: room for letters, and for those of a start */

    /* Shortcuts (shortcuts.c). */
    bool tall;            /* some turned pattern has several rows */
    const char *board_test; /* the condition that `piece` can stand in a cell, where the reader asks it */
    bool may_stay;        /* a rule may fit and change nothing */
    /* Those of C and C++. */
    bool marks;           /* every piece is one mark */
    uint16_t sought;      /* the piece that every rule begins with, which is sought first; or FEW_CODE_ANY */
    bool goal_is_state;   /* there is one goal, and it leaves nothing open */
    bool keeps_moves;     /* each state is kept with the move that it was found by */
    uint64_t most_moves;  /* of one state; 0: too many for a local array */
};

/* ---- Texts (writer.c) */

/* A text of the arena; "" where there is no memory, which the exporter then knows. */
const char *few_print(struct few_exporter *x, const char *format, ...) __attribute__((format(printf, 2, 3)));

void few_put(struct few_exporter *x, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A line with its indentation; an empty one has none. */
void few_line(struct few_exporter *x, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Items in lines of a table, separated by commas, that are not too long. */
void few_items(struct few_exporter *x, const char *const *items, size_t count);

enum { FEW_EXPORT_WIDTH = 108 }; /* of a line */
/* The rows of a table, a line each if it is not too long. */
void few_rows(struct few_exporter *x, const char *const *items, uint32_t rows, uint32_t columns);
/* A text whose rows are separated by `/`: a literal for each of them, and what stands behind the last one. */
void few_text_rows(struct few_exporter *x, const char *text, const char *behind);

/* A text between quotes, with all that needs it escaped. */
const char *few_quoted(struct few_exporter *x, const char *text);

/* A text that can stand in a comment. */
const char *few_harmless(struct few_exporter *x, const char *text);

/* The English or the Chinese one. */
const char *few_say(const struct few_exporter *x, const char *english, const char *chinese);

/* From now on texts are written to the tables, or to the program again. */
void few_to_tables(struct few_exporter *x, bool tables);

/* What a value may be where conditions hold: of each code whether it can be that. */
struct few_known {
    const char *value;
    bool *can;
    struct few_known *next;
};
/* A list of texts, as conditions that are joined. */
struct few_parts {
    const char **items;
    size_t count, room;
    struct few_known *known;
};

/* ---- What is not needed (unused.c) */

/* What was written from `begin` on declares a variable of the block. A counter of a loop has to stay. */
void few_declare(struct few_exporter *x, const char *name, size_t begin, bool is_counter);
void few_leave_out_unused(struct few_exporter *x); /* of the block that ends: variables that it does not speak of */
void few_table(struct few_exporter *x, const char *name, const char *const *items, size_t count); /* of numbers, among the tables */
void few_board_table(struct few_exporter *x, const char *name, const char *const *items, uint32_t rows, uint32_t columns); /* a drawing, among the tables */
void few_leave_out_tables(struct few_exporter *x); /* of a translation that ends */

/* ---- Conditions (conditions.c) */

/* Adds a text, once only. */
void few_add(struct few_exporter *x, struct few_parts *parts, const char *text);
bool few_never_hold(const struct few_exporter *x, const struct few_parts *parts);
/* Adds a text that says that a value is one of these pieces. If it contradicts the others, one that never holds is added instead. */
void few_add_one_of(struct few_exporter *x, struct few_parts *parts, const char *text, const char *value, const uint16_t *pieces, size_t count);
/* The same, and the text is what few_among makes of it, if anything is to be asked. */
void few_add_among(struct few_exporter *x, struct few_parts *parts, const char *value, const uint16_t *possible, size_t possible_count,
                   const uint16_t *wanted, size_t wanted_count);

/* Whatever names stand for, it holds: 1, it does not: 0. -1: it depends on them, or they stand for too much to be sure. */
int few_comparison_decided(struct few_exporter *x, const struct few_comparison *comparison);
int few_where_decided(struct few_exporter *x, const struct few_move *move); /* all that stands behind `where` */

/* For which values of its only name a comparison holds. */
struct few_values {
    uint16_t name;
    bool *holds; /* of each value of its let */
    uint16_t *pieces; /* those for which it does */
    uint32_t count;
};
bool few_values_that_hold(struct few_exporter *x, const struct few_comparison *comparison, struct few_values *values); /* false: it has several names, or none */

/* ---- The ideas, a file each */

bool few_rule_is_literal(const struct few_move *move); /* of strings: it replaces a word by a word */
bool few_parts_may_clash(const struct few_move *move); /* two parts may put different things into one place */
void few_note_uses(struct few_exporter *x, const struct few_move *move, bool clash); /* fills x->used */
bool few_step_may_stay(const struct few_puzzle *puzzle, const struct few_move *move); /* its pattern may change nothing (shortcuts.c) */
bool few_wall_matters(const struct few_exporter *x, const struct few_part *part, size_t i); /* the choice of names may put or take a wall there */
bool few_condition_turns(const struct few_puzzle *puzzle, const struct few_condition *condition); /* of a goal: its pattern is laid in some way; one cell is not */
bool few_rule_conserves(const struct few_puzzle *puzzle, const struct few_move *move, uint16_t piece);

bool few_export_names(struct few_exporter *x);            /* names.c: numbers and identifiers */
void few_export_facts(struct few_exporter *x);            /* facts.c */
enum { FEW_EXPORT_MOST_STATES = 1 << 26, FEW_EXPORT_MOST_GOALS = 1000 }; /* for which there is a table, a list */
void few_export_shortcuts(struct few_exporter *x);        /* shortcuts.c */
void few_export_ranks(struct few_exporter *x);            /* choices.c */
void few_export_directions(struct few_exporter *x);
void few_export_bound(struct few_exporter *x);
void few_export_suit(struct few_exporter *x);             /* choices that were left open are what suits the language */
void few_export_pieces(struct few_exporter *x);           /* state.c */
void few_export_vars(struct few_exporter *x);
void few_export_start(struct few_exporter *x);
void few_export_board_test(struct few_exporter *x);
const char *few_piece_marks(struct few_exporter *x);      /* of puzzles whose pieces are marks: the mark of each number */
void few_export_letters(struct few_exporter *x);
const char *few_letters(struct few_exporter *x);
const char *few_start_text(struct few_exporter *x);       /* as the puzzle would write it, `any` included */
void few_export_moves(struct few_exporter *x);            /* moves.c */
void few_export_goal(struct few_exporter *x);             /* goal.c */
void few_export_goal_states(struct few_exporter *x);      /* all of them, for a search from both ends */
void few_export_nevers(struct few_exporter *x);
void few_export_ground(struct few_exporter *x);           /* state.c */
void few_export_cell_names(struct few_exporter *x);
bool few_text_speaks_of(const struct few_list *text, const char *name); /* as a word */
bool few_translation_speaks_of(const struct few_exporter *x, const char *name); /* rules and goals */
bool few_export_refuse_python(struct few_exporter *x);    /* refuse_python.c */
bool few_export_refuse_moves(struct few_exporter *x); /* asked first: the rest expects rules that it can translate */
bool few_export_refuse(struct few_exporter *x);           /* refuse.c: false: these choices do not go with the puzzle */

/* An identifier that nothing else has, made of a text. */
const char *few_identifier(struct few_exporter *x, const char *text, bool capitals);

/* What these pieces are called in the program; *in_a_row: their numbers follow each other. NULL: no memory. */
const char **few_piece_names(struct few_exporter *x, const uint16_t *pieces, uint32_t count, bool *in_a_row);

/* The statement there, as the puzzle has it, white space made one blank. "" where it is not known. */
const char *few_statement_text(struct few_exporter *x, struct few_where where);

/* values.c: what names and sums come to */

/* The condition that a value, known to be among `possible`, is one of `wanted`; NULL: it always is. "" where it never is. */
const char *few_among(struct few_exporter *x, const char *value, const uint16_t *possible, size_t possible_count,
                      const uint16_t *wanted, size_t wanted_count);

/* Whether a code on a right side may ever be one of `possible`. */
bool few_can_put(const struct few_exporter *x, const struct few_move *move, few_code code, const uint16_t *possible, size_t count);
/* What a code on a right side puts, one of `possible`; conditions that must hold for that are added. NULL: it never is one. */
const char *few_value_put(struct few_exporter *x, const struct few_move *move, few_code code, const uint16_t *possible,
                          size_t count, struct few_parts *conditions);
bool few_comparison_asks(struct few_exporter *x, const struct few_comparison *comparison); /* it depends on its names */
/* The condition as it is written there; NULL: it always holds. */
const char *few_comparison_text(struct few_exporter *x, const struct few_comparison *comparison);
const char *few_number_text(struct few_exporter *x, const char *value); /* the number that a value is, which is known to be one */
const char *few_compared(struct few_exporter *x, const char *left, enum few_comparator comparator, const char *right);
const char *few_constant(struct few_exporter *x, int64_t number);

/* What a sum of numbers can come to, and its text. */
struct few_interval {
    int64_t low, high;
};
struct few_interval few_sum_interval(const struct few_exporter *x, const struct few_move *move, const struct few_sum *sum);
const char *few_sum_text(struct few_exporter *x, const struct few_sum *sum);

/* where.c */

bool few_all_must_hold(const struct few_move *move); /* what stands behind `where`, one after the other */
void few_where_fit(struct few_exporter *x, const struct few_move *move, struct few_parts *conditions);

/* costs.c */

struct few_interval few_cost_interval(const struct few_exporter *x, const struct few_move *move);
const char *few_cost_text(struct few_exporter *x, const struct few_move *move, struct few_parts *conditions);

/* ways.c: in which ways a pattern lies, as numbers that the tables of the program count by */

uint32_t few_ways_of(const struct few_exporter *x, const struct few_move *move, uint32_t *ways); /* up to FEW_TURNS of them; 0: as drawn only */
enum { FEW_NAMED_WAYS = 8 };
extern const char *const few_way_names[FEW_NAMED_WAYS]; /* the four directions, then the diagonals */
uint32_t few_way_count(const struct few_exporter *x);
const char *few_way_steps(struct few_exporter *x, bool rows); /* what a way does to the row, or to the column */
/* Returns how many blocks to end. `alone`: nothing else in the block that it is written into has a table of ways. */
unsigned few_begin_ways(struct few_exporter *x, const char *counter, const uint32_t *ways, uint32_t count, bool alone);
bool few_lies_turned(const struct few_exporter *x, const struct few_move *move); /* its patterns are laid by the function for that */

/* labels.c: what moves are called */

bool few_name_is_built(const struct few_move *move); /* it depends on what was matched */
size_t few_longest_name(const struct few_exporter *x);
bool few_share_a_label(struct few_exporter *x);       /* a word may stand for moves of two rules, or of two ways of one */
const char *few_plain_label(struct few_exporter *x, const struct few_move *move, int32_t turn);
/* What a name is made of: text, or values of the program. */
struct few_name_piece {
    enum { FEW_NAME_TEXT, FEW_NAME_WORD, FEW_NAME_MARK, FEW_NAME_NUMBER } kind;
    const char *text;
};
struct few_name {
    struct few_name_piece *pieces;
    size_t count, room;
};

/* counts.c: conditions of goals, whose functions are written at once */

const char *few_write_every(struct few_exporter *x, const struct few_condition *condition);
const char *few_write_compared(struct few_exporter *x, const struct few_condition *condition);
void few_compared_fit(struct few_exporter *x, const struct few_condition *condition, const char *text, struct few_parts *conditions); /* adds that text */

/* patterns.c: loops over places, and what is asked of each cell */

struct few_pattern {
    const few_code *codes, *floors; /* floors: NULL where none are asked for */
    uint32_t rows, columns;
    enum { FEW_LIE_STRAIGHT, FEW_LIE_TURNED, FEW_LIE_AT, FEW_LIE_ON, FEW_LIE_LINKS } lie;
    const char *direction; /* of a turned one */
    uint32_t at;        /* the cell of its first one; FEW_NOWHERE: any */
    const uint32_t *on; /* given cells */
    bool of_rule;       /* not of a goal */
    bool stepped;       /* of a step: it is laid anew for each */
    unsigned number;    /* from 0: of several patterns, whose variables have different names */
};

unsigned few_pattern_begin(struct few_exporter *x, const struct few_pattern *pattern); /* loops; returns how many to end */
const char *few_pattern_cell(struct few_exporter *x, const struct few_pattern *pattern, size_t i);
const char *few_pattern_first(struct few_exporter *x, const struct few_pattern *pattern);
/* Binds the names of a side and adds the conditions on its cells. */
void few_pattern_fit(struct few_exporter *x, const struct few_pattern *pattern, bool *bound, struct few_parts *conditions);
void few_ends_fit(struct few_exporter *x, struct few_ends ends, uint32_t length, struct few_parts *conditions); /* of a string */
/* Binds a name to what stands there, one of `possible`, or adds the condition that it is what the code says. */
void few_code_fit(struct few_exporter *x, few_code code, const char *there, bool *bound, struct few_parts *conditions, const uint16_t *possible,
                  size_t possible_count);
void few_var_fit(struct few_exporter *x, uint32_t var, few_code code, bool *bound, struct few_parts *conditions);

const uint16_t *few_cell_values(const struct few_exporter *x, size_t *count);

/* A rule, while it is written. */
struct few_rule {
    const struct few_move *move;
    bool clash;
    bool *bound;
    unsigned open; /* blocks to be closed */
    struct few_pattern *patterns;
    struct few_parts conditions;
    uint32_t ways[FEW_TURNS], way_count;
};
const char *few_name_of_rule(struct few_exporter *x, const struct few_rule *rule); /* of the move that it makes */
void few_begin_conditions(struct few_exporter *x, struct few_rule *rule);          /* moves.c: if they hold */
void few_begin_free(struct few_exporter *x, struct few_rule *rule);                /* for each choice of the names that stand on no left side */
void few_write_steps(struct few_exporter *x, struct few_rule *rule); /* repeated.c: the moves of a step that is repeated, from each cell */

/* What a move puts, and where. */
struct few_puts {
    struct few_parts cells, values; /* where, and what; a var's place is its name */
    bool *is_var;
    size_t count, room;
    bool impossible;
};
/* Of the parts of these kinds, a bit each. Conditions without which they put nothing are added to those of the rule. */
struct few_puts few_puts_of(struct few_exporter *x, struct few_rule *rule, unsigned kinds);
void few_write_puts(struct few_exporter *x, const struct few_puts *puts);
void few_begin_agreed(struct few_exporter *x, struct few_rule *rule, const struct few_puts *puts); /* if they put the same into one place */

#endif
