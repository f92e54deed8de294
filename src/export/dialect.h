/* How a programming language spells what the translation says: statements are functions, expressions are texts. */
#ifndef FEW_EXPORT_DIALECT_H
#define FEW_EXPORT_DIALECT_H

#include "export/exporter.h"

struct few_dialect {
    const char *word;      /* "c" */
    const char *template;  /* the program around what is translated */
    const char *ending;    /* of the names of its templates */
    bool trigraphs;        /* two question marks may be the beginning of another mark */
    const char *and, *or, *not, *yes, *no, *long_suffix;
    const char *now;       /* the state, as it is given on to a function */
    const char *length;    /* of a string */
    const char *const *keywords; /* up to NULL */

    /* Expressions. */
    const char *(*cell)(struct few_exporter *x, const char *index);  /* a cell of the state before the move */
    const char *(*var)(struct few_exporter *x, const char *name);
    const char *(*letter)(struct few_exporter *x, uint16_t piece);   /* a piece of a string */
    const char *(*letters)(struct few_exporter *x, const char *text); /* several, as a text */
    const char *(*letter_number)(struct few_exporter *x, const char *letter); /* the number that it is */
    const char *(*number_letter)(struct few_exporter *x, const char *number); /* and back */
    const char *(*among_letters)(struct few_exporter *x, const char *letters, const char *letter); /* whether it is one of them */
    const char *(*ring_letter)(struct few_exporter *x, const char *letters, const char *letter, unsigned step, unsigned count);
    const char *(*choose)(struct few_exporter *x, const char *condition, const char *yes, const char *no);

    /* Statements. */
    void (*comment)(struct few_exporter *x, const char *text);
    void (*begin_for)(struct few_exporter *x, const char *counter, unsigned span, const char *limit); /* counter + span <= limit */
    void (*begin_range)(struct few_exporter *x, const char *counter, const char *from, const char *limit);
    void (*begin_if)(struct few_exporter *x, const struct few_parts *conditions); /* all of them */
    void (*begin_block)(struct few_exporter *x); /* what is declared in it is gone behind it */
    void (*end)(struct few_exporter *x);
    void (*give)(struct few_exporter *x, const char *value);         /* returns it */
    void (*give_all)(struct few_exporter *x, const struct few_parts *conditions); /* whether all hold */
    void (*let)(struct few_exporter *x, const char *name, const char *value); /* a whole number, set once */
    /* Lays a pattern; goes on with the next turn of the loop where it lies beyond the board, or where `unless` holds. */
    void (*lay)(struct few_exporter *x, const char *cells, const char *first, const char *direction, uint32_t rows,
                uint32_t columns, const char *unless);
    void (*begin_next)(struct few_exporter *x);  /* the next state is a copy of this one, to be changed */
    void (*set_cell)(struct few_exporter *x, const char *index, const char *value);
    void (*set_var)(struct few_exporter *x, const char *name, const char *value);
    const char *(*next_cell)(struct few_exporter *x, const char *index);
    const char *(*next_var)(struct few_exporter *x, const char *name);
    void (*add_move)(struct few_exporter *x, const char *name, const char *place, const char *cost);
    const char *(*build_name)(struct few_exporter *x, const struct few_name *name); /* of the move that is added */
    void (*begin_each)(struct few_exporter *x, const char *name, const uint16_t *pieces, uint32_t count); /* a loop over these */
    /* Of strings: at `place` so many letters are replaced by these. And all rules as a table, where they are plain words. */
    void (*rewrite)(struct few_exporter *x, uint32_t before, const char *const *values, uint32_t after, const char *name, const char *cost);
    void (*begin_rules)(struct few_exporter *x);
    void (*rule)(struct few_exporter *x, const char *name, const char *before, const char *after, uint32_t cost);
    void (*end_rules)(struct few_exporter *x);
    void (*try_rules)(struct few_exporter *x);
    void (*begin_function)(struct few_exporter *x, const char *name, const char *const *names, size_t count); /* bool, of `now` */
    void (*end_function)(struct few_exporter *x);
    const char *(*is_text)(struct few_exporter *x, const char *text); /* of a string */

    /* Tables. */
    void (*numbers)(struct few_exporter *x, const char *name, const char *const *items, size_t count);
    void (*pairs)(struct few_exporter *x, const char *name, const uint32_t (*items)[2], size_t count);
    void (*drawing)(struct few_exporter *x, const char *name, const char *const *items, uint32_t rows, uint32_t columns);
    void (*begin_goal_states)(struct few_exporter *x);
    void (*goal_state)(struct few_exporter *x, const few_code *cells, const char *vars);
    void (*end_goal_states)(struct few_exporter *x);
    /* Names for numbers that rise, and behind them one for how many there are. */
    void (*constants)(struct few_exporter *x, const char *const *names, const uint32_t *values, size_t count, const char *total_name, uint32_t total);
    void (*piece_numbers)(struct few_exporter *x, const char *const *numbers, size_t count);
    void (*begin_values)(struct few_exporter *x); /* what each var can be: a row each of 0 and 1 */
    void (*values_of)(struct few_exporter *x, const char *row);
    void (*end_values)(struct few_exporter *x);
    void (*start)(struct few_exporter *x, const char *text);
    void (*texts)(struct few_exporter *x, const char *name, const char *const *items, size_t count);

    const char *(*is_drawing)(struct few_exporter *x, const char *table); /* the whole board is as a table that leaves no cell open */
    void (*begin_list)(struct few_exporter *x, const char *counter, const char *const *items, size_t count); /* a loop over few numbers */
    void (*begin_counting)(struct few_exporter *x, const char *name); /* a function of `now` that counts */
    void (*count)(struct few_exporter *x, const char *name); /* adds one to it */
    /* The loop over the steps of a move: `at` is where the pattern lies; it ends where the pattern does not lie on the board. */
    void (*begin_steps)(struct few_exporter *x, uint32_t rows, uint32_t columns, bool laid); /* laid: `at` is known already */
    void (*end_steps)(struct few_exporter *x);
    void (*leave_if)(struct few_exporter *x, const struct few_parts *conditions); /* the loop, if one of them holds */
    void (*leave)(struct few_exporter *x);
    void (*set)(struct few_exporter *x, const char *name, const char *value); /* of what was let */
    void (*board_table)(struct few_exporter *x, const char *name, const char *const *items, uint32_t rows, uint32_t columns);
};

extern const struct few_dialect few_dialect_c, few_dialect_cpp, few_dialect_python;

#endif
