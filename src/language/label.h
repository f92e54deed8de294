/* What a move is called before its place is added: its name, its direction, or the two sides of a
 * string rule. */
#ifndef FEW_LANGUAGE_LABEL_H
#define FEW_LANGUAGE_LABEL_H

#include "language/puzzle.h"
#include "space/space.h"

/* Text goes through a pen, so that one piece of code measures a word (no paper), writes it (paper),
 * and compares it with one that is there (a model). */
struct few_pen {
    char *paper;       /* room for all of it; NULL: only count */
    const char *model; /* NUL-terminated; NULL: none */
    size_t bytes;      /* so far */
    bool differs;      /* from the begin of the model */
    bool capitals;     /* A to Z are put for a to z */
};

void few_pen_put(struct few_pen *pen, const char *text);
void few_pen_number(struct few_pen *pen, int64_t number);

/* A turn of the move that is not as drawn. */
void few_pen_direction(struct few_pen *pen, const struct few_puzzle *puzzle, const struct few_move *move,
                       int32_t direction);

/* Of a move without braces in its name; its cell does not matter. */
void few_pen_label(struct few_pen *pen, const struct few_puzzle *puzzle, struct few_move_place place);

/* The same with something in front of the direction, behind the name; NULL: nothing. */
void few_pen_label_with(struct few_pen *pen, const struct few_puzzle *puzzle, struct few_move_place place, const char *middle);

/* Bytes of the label if `word` begins with it, otherwise 0. With FEW_ANY_STEPS the word says the number. */
size_t few_begins_with_label(const char *word, const struct few_puzzle *puzzle, struct few_move_place place);
#define FEW_ANY_STEPS UINT32_MAX

#endif
