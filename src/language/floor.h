/* Floors: the kind that each cell has for ever, below the pieces. The first kind is the wall. It is a piece of the
 * board, too, but one that stands in all walls and nowhere else, and that no move puts or takes away. */
#ifndef FEW_LANGUAGE_FLOOR_H
#define FEW_LANGUAGE_FLOOR_H

#include "language/drawing.h"

enum few_floor_result { FEW_FLOOR_NONE, FEW_FLOOR_FOUND, FEW_FLOOR_WRONG };

/* `P|F`: P is a piece, a name or `_`, F a kind of floor or a name. FEW_FLOOR_NONE: it may be something else. */
enum few_floor_result few_split_floor(struct few_reader *reader, struct few_word word, struct few_word *piece,
                                      few_code *kind);

/* A kind of floor, or a name that has some in its list. */
bool few_read_kind(struct few_reader *reader, struct few_word word, few_code *kind);

/* In a drawing of the whole board a wall is where the floor has one, and nowhere else. */
bool few_check_walls(struct few_reader *reader, const struct few_sketch *sketch);

/* What is a wall on one side of a move is one on the other. */
bool few_check_walls_stay(struct few_reader *reader, const struct few_part *part, struct few_word place);

/* Mistakes. All return false. */
bool few_undeclared_kind(struct few_reader *reader, struct few_word word);
bool few_wall_is_piece(struct few_reader *reader, struct few_word wall, struct few_word place);
bool few_wall_in_cycle(struct few_reader *reader, struct few_word place, uint32_t cell);
bool few_floor_elsewhere(struct few_reader *reader, struct few_word word, const char *what);

#endif
