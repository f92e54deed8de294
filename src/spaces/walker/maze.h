/* Mazes in other forms than the puzzle language, read into the puzzle that this text would give:
 *
 *     board   R x C
 *     pieces  @ 0 1
 *     names   U D L R
 *     move    any direction:  @ 0 -> 0 @
 *
 * with the start and goal drawings that belong to it. Two forms are known:
 * - a matrix of 0 (free) and 1 (wall), with or without white space between; from the top left to
 * the bottom right cell;
 * - a MovingAI `.map` file; from the first to the last free cell in reading order.
 *
 * A wall at the start is no mistake: the mover is then not on the board, and no path leads to the
 * goal. Where a cell is named (few_maze_place), it is one.
 *
 * A byte order mark is skipped. Lines end in a line feed, with or without a carriage return, or, where
 * there is no line feed at all, in a carriage return. */
#ifndef FEW_SPACES_MAZE_H
#define FEW_SPACES_MAZE_H

#include "language/puzzle.h"

/* Whether a text is meant as one of these forms: it begins with `type `, or its first line that is
 * not blank has nothing but 0 and 1. No puzzle text does. */
bool few_maze_looks_like(const char *text, size_t length);

/* NULL on failure, with *error filled. To be freed with few_puzzle_free. The text need not outlive
 * the call. */
struct few_puzzle *few_maze_parse(struct few_memory *memory, const char *file, const char *text,
                                  size_t length, struct few_error *error);

/* Whether a text is ROW,COLUMN, which no drawing can be. */
bool few_maze_is_cell(const char *text, size_t length);

/* Puts the mover of a board on which one piece moves (few_walker_pieces) into the cell ROW,COLUMN,
 * or makes this cell its goal. `what` names the text in errors ("START", "--goal"). On failure the
 * puzzle is unchanged. */
bool few_maze_place(struct few_puzzle *puzzle, const char *what, const char *text, size_t length,
                    bool goal, struct few_error *error);

#endif
