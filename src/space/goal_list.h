/* What comes of asking a native space for all its goal states. */
#ifndef FEW_SPACES_GOAL_LIST_H
#define FEW_SPACES_GOAL_LIST_H

enum few_goal_list {
    FEW_GOALS_LISTED,   /* these are all of them, each once; there may be none */
    FEW_GOALS_TOO_MANY, /* more than the limit, or they cannot be listed */
    FEW_GOALS_NO_MEMORY,
};

#endif
