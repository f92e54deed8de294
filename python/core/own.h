/* What is known of a space of the user's own: its states have numbers (states.h), and what the functions of the user's said about each is kept,
 * for they take most of the time. Each is called once for a state. */
#ifndef PYTHON_CORE_OWN_H
#define PYTHON_CORE_OWN_H

#include "python/core/states.h"

enum { FORWARD, BACKWARD, WAYS };
enum { BATCH = 32 }; /* states whose successors are told before any of these is looked up */
enum { FIRST_RANKS = 1 << 16, MORE_RANKS = 32 }; /* only what is touched of a large table takes memory */

/* The links of a state. */
struct row {
    size_t first;
    uint32_t count;
    bool known;
};

/* What else is known of a state, where there are functions for it. */
struct known {
    uint32_t bound;
    bool has_bound, has_goal, is_goal;
};

/* What a function of the user's has given: a state, or a Step. */
struct item {
    struct key key;
    uint32_t cost, guess;
    PyObject *state; /* NULL: nobody will ask for it */
};

/* The objects of states that are fresh: of packed ones, goals and bounds are asked for soon. They have numbers that follow each other. */
struct recent {
    PyObject **list;
    size_t count, room;
    uint64_t first;
};

struct own {
    PyObject *successors, *predecessors, *is_goal, *bound; /* functions, or NULL; borrowed */
    PyObject *step;            /* the type of items that say more than a state; borrowed */
    struct states states;
    struct row *rows[WAYS]; /* of each number */
    size_t row_room[WAYS];
    struct known *known; /* NULL: neither goals nor bounds are functions */
    size_t known_room;
    uint32_t *links; /* the number of a successor or predecessor that is known */
    size_t link_count, link_room;
    uint32_t *costs; /* of each link; NULL: all cost 1 */
    size_t cost_room;
    struct item *items; /* that are not yet links */
    size_t item_count, item_room;
    struct buffer keys; /* of the items */
    struct recent recent;
    size_t made; /* items of the state that is asked for */
    size_t max_moves;
    uint64_t max_cost, ranks;
    bool free_moves;
    bool failed; /* a Python exception is set */
    bool again;  /* there was no room */
    bool stop;   /* one of them: no function is called any more */
};

/* Says that an exception is set, and is false. */
bool own_fails(struct own *own);
/* The same where what was given is no number: `form` has a %R for it. Other exceptions, of the user's own numbers, stay. */
bool own_wants_number(struct own *own, const char *form, PyObject *given);

/* The number of a state. Not while items wait. false: an exception is set. */
bool own_number(struct own *own, PyObject *state, uint32_t *number);
/* The state of a number: a new reference. NULL: an exception is set. */
PyObject *own_state(struct own *own, uint64_t number);
/* From then on other states are fresh. */
void own_age(struct own *own);

/* Asks for the moves of states, of each once; at most BATCH of them. false: an exception is set. If there was no room for what the user's
 * functions said, own->stop is set, too; it is kept nevertheless. */
bool own_learn(struct own *own, int way, const uint64_t *states, size_t count);

void own_forget(struct own *own);

#endif
