/* What is decided once for a puzzle: the form in which it is drawn, how each piece looks, where the cells are. */
#ifndef DRAW_PLAN_H
#define DRAW_PLAN_H

#include "draw/scene.h"

#include <fewest/pictures.h>

/* How a whole state is drawn. The words of `draw as` come first. */
enum draw_form { FORM_WHEELS, FORM_STACK, FORM_PEGS, FORM_RING, FORM_BARS, FORM_BANKS, FORM_BOARD, FORM_VALUES, FORM_STRING };

enum draw_look {
    LOOK_TILE, LOOK_DISC, LOOK_PEG, LOOK_SQUARE, LOOK_WALL, LOOK_FLOOR, LOOK_HOLE, LOOK_PLAYER, LOOK_BOX,
    LOOK_LAMP, LOOK_STICKER, LOOK_NONE
};

struct draw_piece {
    const char *text;
    enum draw_look look;
    char tone[DRAW_TONE];
    bool told, coloured; /* a `draw` statement said so */
};

struct draw_place {
    double x, y; /* the middle of the cell */
};

struct draw_plan {
    const fewest_puzzle *puzzle;
    fewest_parts parts;
    enum draw_form form, vars_form; /* of the board or string; of the vars: FORM_BARS, FORM_BANKS, FORM_VALUES */
    size_t cells;
    struct draw_piece *pieces;
    struct draw_piece *kinds;    /* of floor, numbered as pieces are */
    struct draw_place *places;   /* of each cell */
    double width, height;        /* of the board */
    double name_width;           /* of the names of cells */
    bool coarse;                 /* so many cells that they are not drawn one by one */
    bool blocks;                 /* some `draw` statement is about a block */
    fewest_bond *bonds;          /* what the rules hold together, of pieces whose look nobody told */
    size_t bond_count;
};

/* Whether things with this look move about; the others belong to their cell. */
bool draw_look_moves(enum draw_look look);

/* look.c: fills plan->pieces and plan->kinds. */
void draw_choose_looks(struct draw_plan *plan);

/* The number of a colour in the palette, and of one of a cube's stickers. */
void draw_tone_of_colour(const char *colour, enum draw_look look, char tone[DRAW_TONE]);

#endif
