/* Spaces of the user's own, with any hashable Python object as a state. Each state has a number, and the library searches among the numbers.
 *
 * The library wants to know in advance how many successors a state has at most and what a move costs at most. Python does not say: when a
 * state has more, or a move costs more, the search is ended and begun again with room for twice as much. So it is with the number of states: they are
 * their own ranks, for a table by rank needs no hashing, and numbers that follow each other lie side by side in it. As what the functions of the user's
 * said is kept, only the library does its part again. */
#include "python/core/own.h"

#include <fewest/space.h>
#include <string.h>
#include <time.h>

#define LEAST_SECONDS 1e-9

static size_t expand_by(struct own *own, int way, const uint64_t *states, size_t count, uint64_t *next, fewest_step *steps) {
    size_t made = 0;
    own_age(own);
    for (size_t begin = 0; begin < count && !own->stop; begin += BATCH) {
        const size_t end = begin + BATCH < count ? begin + BATCH : count;
        if (!own_learn(own, way, states + begin, end - begin) || own->stop)
            break;
        for (size_t i = begin; i < end; i++) {
            const struct row row = own->rows[way][states[i]];
            for (uint32_t k = 0; k < row.count; k++, made++) {
                next[made] = own->links[row.first + k];
                steps[made] = (fewest_step){.source = (uint32_t)i, .move = k, .cost = own->costs ? own->costs[row.first + k] : 1};
            }
        }
    }
    if (!own->stop && PyErr_CheckSignals() != 0)
        own_fails(own);
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

static void rank(void *context, const uint64_t *states, size_t count, uint64_t *ranks) {
    (void)context;
    memcpy(ranks, states, count * sizeof *ranks);
}

/* ---- Goals and bounds */

static PyObject *call_with(struct own *own, PyObject *function, uint64_t number) {
    PyObject *state = own_state(own, number);
    PyObject *says = state ? PyObject_CallFunctionObjArgs(function, state, NULL) : NULL;
    Py_XDECREF(state);
    return says;
}

static void is_goal(void *context, const uint64_t *states, size_t count, bool *goal) {
    struct own *own = context;
    for (size_t i = 0; i < count; i++) {
        if (!own->stop && !own->known[states[i]].has_goal) {
            PyObject *says = call_with(own, own->is_goal, states[i]);
            const int truth = says ? PyObject_IsTrue(says) : -1;
            Py_XDECREF(says);
            own->known[states[i]].has_goal = truth >= 0;
            own->known[states[i]].is_goal = truth > 0;
            if (truth < 0)
                own_fails(own);
        }
        goal[i] = own->known[states[i]].is_goal;
    }
}

static uint32_t bound_of(struct own *own, PyObject *says) {
    if (says == Py_None)
        return UINT32_MAX; /* no goal can be reached */
    int overflow;
    const long long bound = PyLong_AsLongLongAndOverflow(says, &overflow);
    if (bound == -1 && PyErr_Occurred()) {
        own_wants_number(own, "a bound is a whole number or None, not %R", says);
        return 0;
    }
    if (overflow < 0 || (!overflow && bound < 0)) {
        PyErr_SetString(PyExc_ValueError, "a bound is at least 0");
        own_fails(own);
        return 0;
    }
    return overflow || bound >= UINT32_MAX ? UINT32_MAX - 1 : (uint32_t)bound;
}

static void bound(void *context, const uint64_t *states, size_t count, uint32_t *bounds) {
    struct own *own = context;
    for (size_t i = 0; i < count; i++) {
        if (!own->stop && !own->known[states[i]].has_bound) {
            PyObject *says = call_with(own, own->bound, states[i]);
            const uint32_t told = says ? bound_of(own, says) : 0;
            if (!says)
                own_fails(own);
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
        uint32_t number;
        if (!own_number(own, PyTuple_GetItem(states, i), &number)) {
            PyMem_Free(list);
            return NULL;
        }
        list[i] = number;
    }
    return list;
}

static bool append_state(struct own *own, PyObject *list, uint64_t number) {
    PyObject *state = own_state(own, number);
    const bool good = state && PyList_Append(list, state) == 0;
    Py_XDECREF(state);
    return good;
}

/* Solutions as a list of (states, numbers of moves). */
static PyObject *solutions_of(struct own *own, const fewest_answer *answer) {
    const size_t count = fewest_answer_status(answer) == FEWEST_SOLVED ? fewest_answer_listed(answer) : 0;
    PyObject *made = PyList_New(0);
    for (size_t solution = 0; made && solution < count; solution++) {
        const size_t length = fewest_answer_solution_length(answer, solution);
        PyObject *states = PyList_New(0), *moves = PyList_New(0);
        bool good = states && moves;
        for (size_t step = 0; good && step <= length; step++) {
            const uint64_t *words = fewest_answer_words(answer, solution, step);
            good = (words || PyErr_NoMemory()) && append_state(own, states, *words);
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

static PyObject *hardest_of(struct own *own, const fewest_exploration *exploration) {
    const size_t count = fewest_exploration_hardest(exploration);
    PyObject *made = PyList_New(0);
    for (size_t i = 0; made && i < count; i++) {
        const uint64_t *words = fewest_exploration_words(exploration, i);
        if (!words || !append_state(own, made, *words)) {
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

static PyObject *tell_answer(struct own *own, const fewest_answer *answer, const struct watch *watch) {
    PyObject *facts = facts_of(answer, watch);
    return facts ? pair_of(facts, solutions_of(own, answer)) : NULL;
}

static PyObject *tell_exploration(struct own *own, fewest_exploration *exploration, const struct watch *watch) {
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

static double seconds_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* Attempts, until there is room for all states, successors and costs. They share the time. */
static PyObject *search_with(struct own *own, PyObject *starts, PyObject *goals, bool undirected, fewest_options *options, bool explores,
                             uint64_t hardest, struct watch *watch) {
    const double began = seconds_now(), seconds = options->limits.seconds;
    uint64_t *start_numbers = numbers_of(own, starts), *goal_numbers = goals && start_numbers ? numbers_of(own, goals) : NULL;
    PyObject *made = NULL;
    bool good = start_numbers && (goal_numbers || !goals);
    while (good && !made) {
        own->again = own->stop = false;
        const fewest_space space = {
            .words = 1, .max_moves = own->max_moves, .max_cost = (uint32_t)own->max_cost, .undirected = undirected,
            .free_moves = own->free_moves, .expand = expand, .backward = own->predecessors ? backward : NULL,
            .is_goal = own->is_goal ? is_goal : NULL, .starts = start_numbers, .start_count = (size_t)PyTuple_Size(starts), .goals = goal_numbers,
            .goal_count = goals ? (size_t)PyTuple_Size(goals) : 0, .context = own, .bound = own->bound ? bound : NULL,
            .rank = rank, .ranks = own->ranks};
        const double left = began + seconds - seconds_now();
        if (seconds > 0)
            options->limits.seconds = left > LEAST_SECONDS ? left : LEAST_SECONDS; /* 0 is no limit */
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
                      .bound = function_or_null(bounds), .step = step, .max_moves = 16, .max_cost = 1, .ranks = FIRST_RANKS};
    watch.stop = &own.stop;
    options.limits.threads = 0;
    PyObject *made = search_with(&own, starts, function_or_null(goals), undirected, &options, explores, hardest, &watch);
    own_forget(&own);
    return made;
}

PyMethodDef space_functions[] = {
    {"search", search, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
