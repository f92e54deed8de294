/* The space of a board on which one piece moves among fixed cells: a graph whose nodes are the
 * cells. That it is such a board is derived from the rules and the start, never from names: every
 * rule that can ever fit exchanges the same two pieces, one of them (the mover) stands on the board
 * exactly once, and everything else a rule mentions is only tested. The other piece of the exchange
 * is the floor.
 *
 * A board on which no rule can ever fit, because a piece it needs is not there, is such a board
 * too: it has the one state that it starts in. */
#ifndef FEW_SPACES_WALKER_H
#define FEW_SPACES_WALKER_H

#include "language/puzzle.h"
#include "space/space.h"
#include "space/goal_list.h"

/* Both try every choice of every rule, and answer false where the stopper of this memory ends that. */
bool few_walker_fits(struct few_memory *memory, const struct few_puzzle *puzzle);

/* The piece that moves and the piece it leaves behind; also where the mover is not on the board, or no
 * floor is. False where the puzzle is no such board. */
bool few_walker_pieces(struct few_memory *memory, const struct few_puzzle *puzzle, few_code *mover, few_code *floor);

/* A puzzle for which few_walker_fits. NULL on failure, with *error filled. The puzzle need not
 * outlive it. */
struct few_space *few_walker_space(struct few_memory *memory, const struct few_puzzle *puzzle,
                                   struct few_error *error);
void few_walker_space_free(struct few_space *space); /* NULL is fine */

/* In how many cells the piece can stand, reachable or not: so many states there are. */
uint64_t few_walker_places(const struct few_space *space);

bool few_walker_starts(const struct few_space *space, struct few_list *list);

/* All goal states, if there are at most `limit`. The block is *count * 8 bytes, to be given back to
 * few_free; NULL where there are none. */
enum few_goal_list few_walker_goals(const struct few_space *space, struct few_memory *memory,
                                    size_t limit, uint64_t **states, size_t *count);

#endif
