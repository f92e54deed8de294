/* The goals that one goes back from. Most can be listed from what they say; of a goal that leaves much open, they must be found. */
#ifndef FEW_API_OPEN_GOALS_H
#define FEW_API_OPEN_GOALS_H

#include "api/handle.h"

enum { FEW_MOST_GOALS = 1 << 20 }; /* that are listed for a table */

struct few_open_goals {
    struct few_list goals;
    bool known;                 /* these are the goals; otherwise there is no way to find them */
    bool around;                /* but only those that the start leads to, */
    struct few_reached reached; /* as it does to all of these */
};

/* Goals that are found in one of four ways, the first that serves; which one depends on the puzzle alone:
 * - listed from what they say, up to `limit`;
 * - by looking at every state, where there are few;
 * - by exploring from the start, where it leads to few states;
 * - by looking at every state, where these can be numbered at all; or else by exploring, however long it takes.
 * Where moves cannot be made backwards, by exploring from the start: the moves that were made on the way are turned round.
 * FEW_RUNNING, or why it stopped; to be freed in both cases. */
enum few_end few_open_goals_find(struct few_open_goals *found, const fewest_puzzle *puzzle, struct few_watch *watch, size_t limit);

/* The goals of a table that was made: of all states, or (around) of those that the start leads to. */
enum few_end few_open_goals_of_table(struct few_open_goals *found, const fewest_puzzle *puzzle, struct few_watch *watch, bool around);
void few_open_goals_forget_others(struct few_open_goals *found); /* of `reached` nothing is left; the goals are */
void few_open_goals_free(struct few_open_goals *found);

#endif
