/* What comes of asking a native space for all its goal states. */
#ifndef FEW_SPACES_GOAL_LIST_H
#define FEW_SPACES_GOAL_LIST_H

enum few_goal_list {
    FEW_GOALS_LISTED,    /* these are all of them, each once; there may be none */
    FEW_GOALS_TOO_MANY,  /* more than the limit */
    FEW_GOALS_LABORIOUS, /* to find them takes too many steps, or more memory than there is */
    FEW_GOALS_UNLISTED,  /* they can only be tested for */
    FEW_GOALS_NO_MEMORY,
};

#endif
