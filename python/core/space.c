/* Spaces of the user's own, with any hashable Python object as a state. Each state has a number (states.h), and the library searches
 * among the numbers.
 *
 * The library wants to know in advance how many successors a state has at most and what a move costs at most. Python does not say: when a
 * state has more, or a move costs more, the search is ended and begun again with room for twice as much.
 *
 * A search may ask for the moves of a state more than once, for instance to read a solution off what it remembers. The functions of the user's
 * take most of the time: what they said is kept, and each is called once for a state. */
#include "python/core/states.h"

#include <fewest/space.h>
#include <stdlib.h>

enum { FORWARD, BACKWARD, WAYS };
enum { BATCH = 32 }; /* states whose successors are told before any of these is looked up */

/* A successor or predecessor that is known. */
struct link {
    uint32_t number, cost;
};

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
    PyObject *given, *state; /* the state is borrowed from what was given */
    Py_hash_t hash;
    uint32_t cost, guess;
};

struct own {
    PyObject *successors, *predecessors, *is_goal, *bound; /* functions, or NULL; borrowed */
    PyObject *step;            /* the type of items that say more than a state; borrowed */
    struct states states;
    struct row *rows[WAYS]; /* of each number */
    size_t row_room[WAYS];
    struct known *known; /* NULL: neither goals nor bounds are functions */
    size_t known_room;
    struct link *links;
    size_t link_count, link_room;
    struct item *items; /* of the batch */
    size_t item_count, item_room;
    size_t max_moves;
    uint64_t max_cost;
    bool free_moves;
    bool failed; /* a Python exception is set */
    bool again;  /* there was no room */
    bool stop;   /* one of them: no function is called any more */
};

static bool fail(struct own *own) {
    own->failed = own->stop = true;
    return false;
}

/* Room for one more of what has `count`; false: an exception is set. */
static bool make_room(struct own *own, void **list, size_t size, size_t count, size_t *room) {
    if (count < *room)
        return true;
    const size_t wanted = *room ? 2 * *room : 1024;
    void *larger = realloc(*list, wanted * size);
    if (!larger) {
        PyErr_NoMemory();
        return fail(own);
    }
    *list = larger;
    *room = wanted;
    return true;
}

static bool number_of(struct own *own, PyObject *state, Py_hash_t hash, uint32_t *number) {
    bool fresh;
    if (!states_number(&own->states, state, hash, number, &fresh))
        return fail(own);
    if (!fresh)
        return true;
    for (int way = FORWARD; way <= (own->predecessors ? BACKWARD : FORWARD); way++) {
        if (!make_room(own, (void **)&own->rows[way], sizeof *own->rows[way], *number, &own->row_room[way]))
            return false;
        own->rows[way][*number] = (struct row){.count = 0};
    }
    if (!own->is_goal && !own->bound)
        return true;
    if (!make_room(own, (void **)&own->known, sizeof *own->known, *number, &own->known_room))
        return false;
    own->known[*number] = (struct known){.bound = 0};
    return true;
}

static PyObject *state_of(const struct own *own, uint64_t number) { /* borrowed */
    return own->states.list[number].state;
}

static void drop_items(struct own *own) {
    while (own->item_count)
        Py_DECREF(own->items[--own->item_count].given);
}

static void forget(struct own *own) {
    drop_items(own);
    states_free(&own->states);
    for (int way = 0; way < WAYS; way++)
        free(own->rows[way]);
    free(own->known);
    free(own->links);
    free(own->items);
}

/* ---- Successors */

/* The cost of a step. Where the library was told of less, the search is to begin again. */
static bool cost_of(struct own *own, PyObject *given, uint32_t *cost) {
    const long long amount = PyLong_AsLongLong(given);
    if (amount == -1 && PyErr_Occurred())
        return fail(own);
    if (amount < 0 || amount >= UINT32_MAX) {
        PyErr_SetString(PyExc_ValueError, "the cost of a step is a whole number from 0 to 4,294,967,294");
        return fail(own);
    }
    if ((uint64_t)amount > own->max_cost) {
        while (own->max_cost < (uint64_t)amount)
            own->max_cost = 2 * own->max_cost < UINT32_MAX ? 2 * own->max_cost : UINT32_MAX - 1;
        own->again = true;
    }
    if (amount == 0 && !own->free_moves)
        own->free_moves = own->again = true;
    *cost = (uint32_t)amount;
    return true;
}

/* One item that a function of the user's has given; the reference is ours from then on. What these functions do meanwhile does not touch the
 * list of items: they have no way to it. */
static bool add(struct own *own, PyObject *given) {
    if (!make_room(own, (void **)&own->items, sizeof *own->items, own->item_count, &own->item_room)) {
        Py_DECREF(given);
        return false;
    }
    struct item *item = &own->items[own->item_count++];
    PyObject *state = item->given = given;
    item->cost = 1;
    if ((PyObject *)Py_TYPE(given) == own->step) {
        PyObject *cost = PyTuple_GetItem(given, 2);
        state = PyTuple_GetItem(given, 1);
        if (!state || !cost)
            return fail(own);
        if (!cost_of(own, cost, &item->cost))
            return false;
    }
    const Py_hash_t hash = PyObject_Hash(state);
    if (hash == -1)
        return fail(own);
    states_fetch_seat(&own->states, hash);
    item->state = state;
    item->hash = hash;
    return true;
}

static bool add_all(struct own *own, PyObject *items) {
    if (PyList_Check(items)) { /* which may change meanwhile: an item is held until it has been looked at */
        for (Py_ssize_t i = 0; i < PyList_Size(items); i++)
            if (!add(own, new_reference(PyList_GetItem(items, i))))
                return false;
        return true;
    }
    PyObject *iterator = PyObject_GetIter(items), *item;
    if (!iterator)
        return fail(own);
    bool good = true;
    while (good && (item = PyIter_Next(iterator)))
        good = add(own, item);
    Py_DECREF(iterator);
    return good && (!PyErr_Occurred() || fail(own));
}

/* Asks for the moves of a state: *count items more. */
static bool ask(struct own *own, int way, uint64_t state, uint32_t *count) {
    const size_t before = own->item_count;
    PyObject *items = PyObject_CallFunctionObjArgs(way == FORWARD ? own->successors : own->predecessors, state_of(own, state), NULL);
    const bool good = items ? add_all(own, items) : fail(own);
    Py_XDECREF(items);
    const size_t made = own->item_count - before;
    if (made > UINT32_MAX) {
        PyErr_SetString(PyExc_MemoryError, "a state has more than 4,294,967,295 successors");
        return fail(own);
    }
    if (made > own->max_moves) {
        own->max_moves = made > 2 * own->max_moves ? made : 2 * own->max_moves;
        own->again = true;
    }
    *count = (uint32_t)made;
    return good;
}

/* Looks up what was told, and keeps it. */
static bool keep_items(struct own *own) {
    for (size_t i = 0; i < own->item_count; i++) {
        own->items[i].guess = states_guess(&own->states, own->items[i].hash);
        states_fetch_number(&own->states, own->items[i].guess);
    }
    for (size_t i = 0; i < own->item_count; i++)
        states_fetch_state(&own->states, own->items[i].guess);
    for (size_t i = 0; i < own->item_count; i++) {
        const struct item *item = &own->items[i];
        uint32_t number;
        if (!number_of(own, item->state, item->hash, &number) ||
            !make_room(own, (void **)&own->links, sizeof *own->links, own->link_count, &own->link_room))
            return false;
        own->links[own->link_count++] = (struct link){number, item->cost};
    }
    drop_items(own);
    return true;
}

/* Asks for the moves of states, of each once; at most BATCH of them. */
static bool learn(struct own *own, int way, const uint64_t *states, size_t count) {
    uint32_t counts[BATCH];
    size_t first = own->link_count;
    bool good = true;
    for (size_t i = 0; i < count; i++)
        states_fetch_object(state_of(own, states[i]));
    for (size_t i = 0; good && i < count; i++) {
        counts[i] = 0;
        if (!own->rows[way][states[i]].known)
            good = ask(own, way, states[i], &counts[i]);
    }
    good = good && keep_items(own);
    for (size_t i = 0; good && i < count; i++) {
        struct row *row = &own->rows[way][states[i]];
        if (!row->known)
            *row = (struct row){first, counts[i], true};
        first += counts[i];
    }
    own->stop |= own->again;
    return good;
}

static size_t expand_by(struct own *own, int way, const uint64_t *states, size_t count, uint64_t *next, fewest_step *steps) {
    size_t made = 0;
    for (size_t begin = 0; begin < count && !own->stop; begin += BATCH) {
        const size_t end = begin + BATCH < count ? begin + BATCH : count;
        if (!learn(own, way, states + begin, end - begin) || own->stop)
            break;
        for (size_t i = begin; i < end; i++) {
            const struct row row = own->rows[way][states[i]];
            const struct link *links = own->links + row.first;
            for (uint32_t k = 0; k < row.count; k++, made++) {
                next[made] = links[k].number;
                steps[made] = (fewest_step){.source = (uint32_t)i, .move = k, .cost = links[k].cost};
            }
        }
    }
    if (!own->stop && PyErr_CheckSignals() != 0)
        fail(own);
    return made;
}

static size_t expand(void *context, const uint64_t *states, size_t count, uint64_t *next, fewest_step *steps) {
    struct own *own = context;
    return expand_by(own, FORWARD, states, count, next, steps);
}

static size_t backward(void *context, const uint64_t *states, size_t count, uint64_t *next, fewest_step *steps) {
    struct own *own = context;
    return expand_by(own, BACKWARD, states, count, next, steps);
}

/* ---- Goals and bounds */

static void is_goal(void *context, const uint64_t *states, size_t count, bool *goal) {
    struct own *own = context;
    for (size_t i = 0; i < count; i++) {
        if (!own->stop && !own->known[states[i]].has_goal) {
            PyObject *says = PyObject_CallFunctionObjArgs(own->is_goal, state_of(own, states[i]), NULL);
            const int truth = says ? PyObject_IsTrue(says) : -1;
            Py_XDECREF(says);
            own->known[states[i]].has_goal = truth >= 0;
            own->known[states[i]].is_goal = truth > 0;
            if (truth < 0)
                fail(own);
        }
        goal[i] = own->known[states[i]].is_goal;
    }
}

static uint32_t bound_of(struct own *own, PyObject *says) {
    if (says == Py_None)
        return UINT32_MAX; /* no goal can be reached */
    const unsigned long long bound = PyLong_AsUnsignedLongLong(says);
    if (PyErr_Occurred()) {
        fail(own);
        return 0;
    }
    return bound >= UINT32_MAX ? UINT32_MAX - 1 : (uint32_t)bound;
}

static void bound(void *context, const uint64_t *states, size_t count, uint32_t *bounds) {
    struct own *own = context;
    for (size_t i = 0; i < count; i++) {
        if (!own->stop && !own->known[states[i]].has_bound) {
            PyObject *says = PyObject_CallFunctionObjArgs(own->bound, state_of(own, states[i]), NULL);
            const uint32_t told = says ? bound_of(own, says) : 0;
            if (!says)
                fail(own);
            Py_XDECREF(says);
            own->known[states[i]].bound = told;
            own->known[states[i]].has_bound = true;
        }
        bounds[i] = own->known[states[i]].bound;
    }
}

/* ---- Searching */

/* The numbers of the states in a tuple. To be freed with PyMem_Free; NULL: an exception is set. */
static uint64_t *numbers_of(struct own *own, PyObject *states) {
    const Py_ssize_t count = PyTuple_Size(states);
    uint64_t *list = PyMem_Calloc((size_t)count + 1, sizeof *list);
    if (!list)
        PyErr_NoMemory();
    for (Py_ssize_t i = 0; list && i < count; i++) {
        PyObject *state = PyTuple_GetItem(states, i);
        const Py_hash_t hash = PyObject_Hash(state);
        uint32_t number;
        if (hash == -1 || !number_of(own, state, hash, &number)) {
            fail(own);
            PyMem_Free(list);
            return NULL;
        }
        list[i] = number;
    }
    return list;
}

/* Solutions as a list of (states, numbers of moves). */
static PyObject *solutions_of(const struct own *own, const fewest_answer *answer) {
    const size_t count = fewest_answer_status(answer) == FEWEST_SOLVED ? fewest_answer_listed(answer) : 0;
    PyObject *made = PyList_New(0);
    for (size_t solution = 0; made && solution < count; solution++) {
        const size_t length = fewest_answer_solution_length(answer, solution);
        PyObject *states = PyList_New(0), *moves = PyList_New(0);
        bool good = states && moves;
        for (size_t step = 0; good && step <= length; step++) {
            const uint64_t *words = fewest_answer_words(answer, solution, step);
            good = (words || PyErr_NoMemory()) && PyList_Append(states, state_of(own, *words)) == 0;
        }
        for (size_t step = 0; good && step < length; step++) {
            PyObject *move = PyLong_FromUnsignedLong(fewest_answer_move_number(answer, solution, step));
            good = move && PyList_Append(moves, move) == 0;
            Py_XDECREF(move);
        }
        PyObject *pair = good ? PyTuple_Pack(2, states, moves) : NULL;
        good = pair && PyList_Append(made, pair) == 0;
        Py_XDECREF(pair);
        Py_XDECREF(states);
        Py_XDECREF(moves);
        if (!good) {
            Py_DECREF(made);
            made = NULL;
        }
    }
    return made;
}

static PyObject *hardest_of(const struct own *own, const fewest_exploration *exploration) {
    const size_t count = fewest_exploration_hardest(exploration);
    PyObject *made = PyList_New(0);
    for (size_t i = 0; made && i < count; i++) {
        const uint64_t *words = fewest_exploration_words(exploration, i);
        if (!words || PyList_Append(made, state_of(own, *words)) != 0) {
            Py_DECREF(made);
            return PyErr_Occurred() ? NULL : PyErr_NoMemory();
        }
    }
    return made;
}

static PyObject *pair_of(PyObject *facts, PyObject *rest) {
    PyObject *made = facts && rest ? PyTuple_Pack(2, facts, rest) : NULL;
    Py_XDECREF(facts);
    Py_XDECREF(rest);
    return made;
}

static PyObject *tell_answer(const struct own *own, const fewest_answer *answer, const struct watch *watch) {
    PyObject *facts = facts_of(answer, watch);
    return facts ? pair_of(facts, solutions_of(own, answer)) : NULL;
}

static PyObject *tell_exploration(const struct own *own, fewest_exploration *exploration, const struct watch *watch) {
    PyObject *facts = exploration_facts(exploration, watch);
    return facts ? pair_of(facts, hardest_of(own, exploration)) : NULL;
}

/* What one attempt gives: (facts, solutions), or (facts, hardest states) of an exploration. NULL: an exception is set, or own->again. */
static PyObject *attempt(struct own *own, const fewest_space *space, const fewest_options *options, bool explores, uint64_t hardest,
                         struct watch *watch) {
    fewest_error error;
    PyObject *made = NULL;
    fewest_puzzle *puzzle = fewest_wrap(space, &error);
    if (puzzle && explores) {
        const fewest_explore_options wanted = {.size = sizeof wanted, .limits = options->limits, .hardest = hardest};
        fewest_exploration *exploration = fewest_explore(puzzle, &wanted, &error);
        if (!own->stop)
            made = exploration ? tell_exploration(own, exploration, watch) : raise_error(&error, watch);
        fewest_exploration_free(exploration);
    } else if (puzzle) {
        fewest_answer *answer = fewest_solve(puzzle, options, &error);
        if (!own->stop)
            made = answer ? tell_answer(own, answer, watch) : raise_error(&error, watch);
        fewest_answer_free(answer);
    } else {
        raise_error(&error, watch);
    }
    fewest_puzzle_free(puzzle);
    return made;
}

static PyObject *function_or_null(PyObject *given) {
    return given == Py_None ? NULL : given;
}

/* Attempts, until there is room for all successors and costs. */
static PyObject *search_with(struct own *own, PyObject *starts, PyObject *goals, bool undirected, const fewest_options *options, bool explores,
                             uint64_t hardest, struct watch *watch) {
    uint64_t *start_numbers = numbers_of(own, starts), *goal_numbers = goals && start_numbers ? numbers_of(own, goals) : NULL;
    PyObject *made = NULL;
    bool good = start_numbers && (goal_numbers || !goals);
    while (good && !made) {
        own->again = own->stop = false;
        const fewest_space space = {
            .words = 1, .max_moves = own->max_moves, .max_cost = (uint32_t)own->max_cost, .undirected = undirected,
            .free_moves = own->free_moves, .expand = expand, .backward = own->predecessors ? backward : NULL,
            .is_goal = own->is_goal ? is_goal : NULL, .starts = start_numbers, .start_count = (size_t)PyTuple_Size(starts), .goals = goal_numbers,
            .goal_count = goals ? (size_t)PyTuple_Size(goals) : 0, .context = own, .bound = own->bound ? bound : NULL};
        made = attempt(own, &space, options, explores, hardest, watch);
        good = own->again && !own->failed && !PyErr_Occurred();
    }
    PyMem_Free(start_numbers);
    PyMem_Free(goal_numbers);
    return made;
}

/* search(starts, successors, predecessors, undirected, is_goal, goals, bound, Step, explores, hardest, options): starts and goals are tuples,
 * what is not given is None */
static PyObject *search(PyObject *module, PyObject *arguments) {
    PyObject *starts, *successors, *predecessors, *tests, *goals, *bounds, *step, *given;
    int undirected, explores;
    unsigned long long hardest;
    fewest_options options;
    struct watch watch;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "O!OOpOOOOpKO", &PyTuple_Type, &starts, &successors, &predecessors, &undirected, &tests, &goals, &bounds,
                          &step, &explores, &hardest, &given) ||
        !read_options(given, &options, &watch))
        return NULL;
    struct own own = {.successors = successors, .predecessors = function_or_null(predecessors), .is_goal = function_or_null(tests),
                      .bound = function_or_null(bounds), .step = step, .max_moves = 16, .max_cost = 1};
    watch.stop = &own.stop;
    options.limits.threads = 0;
    PyObject *made = search_with(&own, starts, function_or_null(goals), undirected, &options, explores, hardest, &watch);
    forget(&own);
    return made;
}

PyMethodDef space_functions[] = {
    {"search", search, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
