/* A separate player of moves, straight from the parsed rules on the plain form of a state: no
 * packing, no instructions, no tables. Every solution is replayed by it before anyone sees it. It
 * shares nothing with the engine but the puzzle, so that a mistake of the one does not hide a
 * mistake of the other. */
#ifndef FEW_LANGUAGE_CHECKER_H
#define FEW_LANGUAGE_CHECKER_H

#include "language/puzzle.h"
#include "space/space.h"

/* Holds one plain state: the piece of each board cell in reading order, then of each var; of a
 * string its characters. The puzzle must outlive it. */
struct few_checker;

struct few_checker *few_checker_create(struct few_memory *memory,
                                       const struct few_puzzle *puzzle); /* NULL: no memory */
void few_checker_free(struct few_checker *checker);                      /* NULL is fine */

/* For a checker that is kept from answer to answer: its memory, and charging that to another budget. */
size_t few_checker_bytes(const struct few_checker *checker);
void few_checker_pass(struct few_checker *checker, struct few_memory *to);

/* Puts it on a start state. False, and nothing changed, where these values are no start of the
 * puzzle: the board as in puzzle->start, the vars as given there or any of the var's values where
 * it says `is any`. (A string longer than any before may also fail for want of memory;
 * memory->over_budget or refused says which.) */
bool few_checker_begin(struct few_checker *checker, const uint16_t *values, size_t length);
/* The same for any state, start or not. */
bool few_checker_put(struct few_checker *checker, const uint16_t *values, size_t length);

/* Plays the move of rule place.rule in place.direction with the first pattern's first cell at
 * place.cell (FEW_NO_CELL where the move has no pattern), of place.steps steps where it is one step repeated. Where that may have several results (a
 * move of several patterns or with free names, or along links of a cell with several links) the one that equals
 * claimed_state is taken; only then it is asked for, by space->run->read. Otherwise there is one
 * result at most, and it is taken whatever is claimed. False: that move is not possible here, or
 * none of its results is the claimed one; the state is unchanged. *no_memory says whether memory
 * failed. A move that leads to a state in which some `never` holds is not possible. A move costs only its pattern, not the
 * whole board, unless it has several results or the puzzle has a `never`. */
bool few_checker_play(struct few_checker *checker, struct few_move_place place,
                      const struct few_space *space, const uint64_t *claimed_state,
                      bool *no_memory);

/* Shows every result of that move in the order of moves, the same one perhaps several times: while `show` is
 * called, the checker holds it, and it must not be changed. Afterwards all is as before. False: no memory. */
typedef void few_checker_result(struct few_checker *checker, void *context);
bool few_checker_show(struct few_checker *checker, struct few_move_place place,
                      few_checker_result *show, void *context);
/* What a move costs with the names as they are bound, while its result is shown. FEW_NO_COST: it would be no
 * move. */
uint32_t few_checker_cost(const struct few_checker *checker, const struct few_move *move);

/* While a result is shown: the piece of each let name, and the cells (from 0, `room` of them) of the patterns, or of the
 * two ends of a link. */
void few_checker_match(const struct few_checker *checker, struct few_move_place place, const uint16_t **bound,
                       uint32_t *cells, uint32_t room);

/* Whether some goal line holds and no `never` does, tested naively. */
bool few_checker_at_goal(struct few_checker *checker, bool *no_memory);

/* The first `never` that holds in the present state; NULL: none does. */
const struct few_goal *few_checker_never(struct few_checker *checker, bool *no_memory);

/* The present state; valid until the next call that changes it. */
const uint16_t *few_checker_values(const struct few_checker *checker, size_t *length);

#endif
