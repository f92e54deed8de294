/* `CELL is p` in a start, a goal or a `never`: what stands in one cell that has a name. */
#ifndef FEW_LANGUAGE_CELL_IS_H
#define FEW_LANGUAGE_CELL_IS_H

#include "language/drawing.h"

/* Whether such a condition begins here. Where `is` is a piece, it does not. */
bool few_is_cell_is(const struct few_reader *reader, struct few_cursor cursor);

/* In a goal or a `never`: a drawing of the board in which only that cell matters. */
bool few_read_cell_is(struct few_reader *reader, struct few_cursor *cursor, struct few_condition *condition);

/* In a start: cell by cell takes the place of the drawing, which is in the reader's scratch. `board` is empty before the
 * first one; `drawn`: it was drawn before. */
bool few_read_start_cell(struct few_reader *reader, struct few_cursor *cursor, struct few_sketch *board, bool drawn);

/* Behind the last one: all other cells hold `.`. */
bool few_fill_start_cells(struct few_reader *reader, const struct few_sketch *board);

#endif
