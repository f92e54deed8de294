/* Puzzles in which each move, whatever else it asks for or does, permutes the contents of the cells that can change. From a state
 * only those can be reached that the group of these permutations (facts/group.h) leads to: its orbit. */
#ifndef FEW_FACTS_ORBIT_H
#define FEW_FACTS_ORBIT_H

#include "facts/group.h"
#include "state/field.h"

struct few_orbit {
    struct few_memory *memory;
    struct few_group *group;
    few_permutation *moves; /* what each instruction permutes */
    size_t move_count;
    uint32_t points, words;
    struct few_field field[FEW_GROUP_POINTS]; /* of each point, in a state */
    bool whole;      /* moves ask for nothing and do nothing else: all of the orbit can be reached, and it is all there is */
    uint64_t *goals; /* all goal states, of `words` words each; NULL: they are too many, or not known */
    size_t goal_count, goal_room;
};

void few_orbit_free(struct few_orbit *orbit); /* NULL is fine */

/* Whether no goal lies in the orbit of this state. false: one does, or it is not known. */
bool few_orbit_lacks_goal(const struct few_orbit *orbit, const uint64_t *state);

/* How many states can be reached from this one; 0: not known. */
uint64_t few_orbit_states(const struct few_orbit *orbit, const uint64_t *state);

#endif
