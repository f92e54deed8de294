/* Cells as they are written: by name where they have names, else `ROW,COLUMN`, or one number in reading order. */
#ifndef FEW_LANGUAGE_CELLS_H
#define FEW_LANGUAGE_CELLS_H

#include "language/reader.h"

/* The cell with this name, or FEW_NO_WORD: there is none, as where cells have no names. */
uint32_t few_find_cell(const struct few_reader *reader, struct few_word word);
/* There is no cell called so. Returns false. */
bool few_undeclared_cell_name(struct few_reader *reader, struct few_word word);

bool few_read_cell(struct few_reader *reader, struct few_cursor *cursor, uint32_t *cell); /* from 0 */

/* A list of cells up to a mark or the end; `1..4` is short for `1 2 3 4`. The same cell twice is a mistake,
 * also if it was among those that are in the list already. */
struct few_cells {
    uint32_t *cells;
    uint32_t count, capacity;
};
bool few_read_cells(struct few_reader *reader, struct few_cursor *cursor, struct few_cells *list);

#endif
