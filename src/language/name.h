/* Names of moves with braces, `pour-{c}-{1}-{2}`: what was matched is put in for each of them. */
#ifndef FEW_LANGUAGE_NAME_H
#define FEW_LANGUAGE_NAME_H

#include "language/label.h"
#include "language/reader.h"

/* Reads the braces of a name; move->name is set. A name without any has no parts. */
bool few_read_braces(struct few_reader *reader, struct few_word word, struct few_move *move);

/* Whether the move has what its braces ask for, once it has been read. */
bool few_check_braces(struct few_reader *reader, const struct few_move *move);

/* What a match of a move put in: the piece of each let name, and the cells (from 0) of its patterns, or of the two ends
 * of a link. */
struct few_filling {
    const uint16_t *bound;
    const uint32_t *cells;
};

void few_pen_filled(struct few_pen *pen, const struct few_puzzle *puzzle, struct few_move_place place,
                    struct few_filling filling);

/* Whether the name has this in braces. */
bool few_name_tells(const struct few_move *move, enum few_blank blank);

/* Whether the name says these by itself, so that they do not follow it. The cells that a piece leaves and reaches say both. */
bool few_name_tells_direction(const struct few_move *move);
bool few_name_tells_steps(const struct few_move *move);

/* The name of a cell, or `ROW,COLUMN` on a grid, else the number from 1. */
void few_pen_cell(struct few_pen *pen, const struct few_puzzle *puzzle, uint32_t cell);

#endif
