/* libfewest: what one asks of a puzzle before writing a program for it: what a state is, how many there are, whether they can
 * be numbered, whether moves can be undone, which search fits. Beside <fewest.h>, which it includes. */
#ifndef FEWEST_EXPLAIN_H
#define FEWEST_EXPLAIN_H

#include <fewest.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Explaining a puzzle ------------------------------------------------------------------------------------ */

/* The questions, in the order in which one asks them. */
#define FEWEST_QUESTIONS(X)                                             \
    X(ASKS_STATE, "state", "What is a state?")                          \
    X(ASKS_NUMBER, "number", "How many states are there?")              \
    X(ASKS_HASH, "hash", "Is there a perfect hash?")                    \
    X(ASKS_MOVES, "moves", "How many moves does a state have?")         \
    X(ASKS_COSTS, "costs", "Do moves have costs?")                      \
    X(ASKS_UNDO, "undo", "Can moves be undone?")                        \
    X(ASKS_GOAL, "goal", "Is the goal known?")                          \
    X(ASKS_SEARCH, "search", "Which search?")                           \
    X(ASKS_STORE, "store", "How are states remembered?")                \
    X(ASKS_EFFORT, "effort", "How much memory and time would it take?")

typedef enum fewest_question {
#define FEWEST_ENUM(name, word, meaning) FEWEST_##name,
    FEWEST_QUESTIONS(FEWEST_ENUM)
#undef FEWEST_ENUM
} fewest_question;

/* Where a fact comes from. */
#define FEWEST_BASES(X)                                                          \
    X(PROVED, "proved", "from the rules, the start and the goal alone")          \
    X(COUNTED, "counted", "by going through states, nearest to the start first") \
    X(CHOSEN, "chosen", "as a search would choose it now, by the rules and by memory") \
    X(PREDICTED, "predicted", "from what a small part took")                     \
    X(MEASURED, "measured", "taken by exploring all states")                     \
    X(NO_BASIS, "none", "it is not known")

typedef enum fewest_basis {
#define FEWEST_ENUM(name, word, meaning) FEWEST_##name,
    FEWEST_BASES(FEWEST_ENUM)
#undef FEWEST_ENUM
} fewest_basis;

/* The facts. What is not known is NULL, FEWEST_UNKNOWN or a negative number; a flag that is false says nothing. The columns: the
 * question that it helps to answer; its form, TEXT, COUNT, NUMBER or FLAG; type, name, where it comes from as a rule, meaning. */
#define FEWEST_FACTS(X)                                                                                             \
    X(ASKS_STATE, TEXT, const char *, state, PROVED, "what a state is")                                             \
    X(ASKS_STATE, COUNT, uint64_t, cells, PROVED, "cells of the board")                                             \
    X(ASKS_STATE, COUNT, uint64_t, changing, PROVED, "cells that a move can ever change")                           \
    X(ASKS_STATE, COUNT, uint64_t, pieces, PROVED,                                                                  \
      "kinds of pieces in these cells, or kinds of characters of a string")                                         \
    X(ASKS_STATE, COUNT, uint64_t, vars, PROVED, "vars that a move can ever change")                                \
    X(ASKS_STATE, COUNT, uint64_t, longest, PROVED, "characters of the longest string")                             \
    X(ASKS_STATE, COUNT, uint64_t, bits, PROVED, "bits of a packed state")                                          \
    X(ASKS_STATE, COUNT, uint64_t, starts, PROVED, "states that a search begins from")                              \
    X(ASKS_NUMBER, TEXT, const char *, formula, PROVED, "how many states there may be, reachable or not")           \
    X(ASKS_NUMBER, COUNT, uint64_t, possible, PROVED, "the same as a number")                                       \
    X(ASKS_NUMBER, NUMBER, double, possible_about, PROVED, "the same, rounded")                                     \
    X(ASKS_NUMBER, FLAG, bool, parity, PROVED, "moves keep a parity, so that at most half of these can be reached") \
    X(ASKS_NUMBER, COUNT, uint64_t, orbit, PROVED,                                                                  \
      "states that can be reached, exactly: by the group of permutations that the moves generate")                  \
    X(ASKS_NUMBER, COUNT, uint64_t, at_most, PROVED, "states that can be reached from the start, at most")          \
    X(ASKS_NUMBER, COUNT, uint64_t, reached, COUNTED, "states in the layers that were counted")                     \
    X(ASKS_NUMBER, COUNT, uint64_t, depth, COUNTED, "moves to the last of these layers")                            \
    X(ASKS_NUMBER, FLAG, bool, whole, COUNTED, "these are all that can be reached")                                 \
    X(ASKS_HASH, TEXT, const char *, hash, PROVED, "the perfect hash, \"none\" where there is none")                \
    X(ASKS_HASH, TEXT, const char *, hash_why, PROVED, "why that one, or why none")                                 \
    X(ASKS_HASH, COUNT, uint64_t, ranks, PROVED, "numbers that it gives out")                                       \
    X(ASKS_MOVES, COUNT, uint64_t, measured, COUNTED, "states whose moves were tried, nearest to the start first")  \
    X(ASKS_MOVES, FLAG, bool, measured_all, COUNTED, "these are all that can be reached")                           \
    X(ASKS_MOVES, COUNT, uint64_t, moves_least, COUNTED,                                                            \
      "different states that one move leads to from one of these, at least")                                        \
    X(ASKS_MOVES, NUMBER, double, moves_mean, COUNTED, "the same on average: the branching factor")                 \
    X(ASKS_MOVES, COUNT, uint64_t, moves_most, COUNTED, "the same at most")                                         \
    X(ASKS_COSTS, FLAG, bool, equal_costs, PROVED, "every move costs 1")                                            \
    X(ASKS_COSTS, COUNT, uint64_t, cost_least, COUNTED, "the cheapest move of the states whose moves were tried")   \
    X(ASKS_COSTS, COUNT, uint64_t, cost_most, COUNTED, "the most expensive of them")                                \
    X(ASKS_UNDO, FLAG, bool, undone, PROVED, "every move can be undone by one of the same cost")                    \
    X(ASKS_UNDO, TEXT, const char *, one_way_state, COUNTED,                                                        \
      "a state with a move that no move of that cost undoes; the first one that was met")                           \
    X(ASKS_UNDO, TEXT, const char *, one_way_move, COUNTED, "that move")                                            \
    X(ASKS_UNDO, FLAG, bool, invertible, PROVED, "the states that lead to a state by one move can be listed")       \
    X(ASKS_GOAL, TEXT, const char *, goal, PROVED,                                                                  \
      "one state, several states, a condition, no state, or none where there is no goal")                           \
    X(ASKS_GOAL, COUNT, uint64_t, goals, PROVED,                                                                    \
      "states that meet the goal with the pieces of the start, reachable or not")                                   \
    X(ASKS_GOAL, COUNT, uint64_t, goals_met, COUNTED, "goals among the states whose moves were tried")              \
    X(ASKS_GOAL, COUNT, uint64_t, within, PROVED, "what a solution may cost")                                       \
    X(ASKS_GOAL, TEXT, const char *, unsolvable, PROVED,                                                            \
      "why there is no solution, where that is known without a search")                                             \
    X(ASKS_SEARCH, TEXT, const char *, search, CHOSEN, "the search that runs first")                                \
    X(ASKS_SEARCH, TEXT, const char *, search_why, CHOSEN, "why that one")                                          \
    X(ASKS_STORE, TEXT, const char *, store, CHOSEN, "how that search remembers states at first")                   \
    X(ASKS_STORE, TEXT, const char *, store_later, CHOSEN, "what takes its place once many states were seen")       \
    X(ASKS_STORE, COUNT, uint64_t, store_from, CHOSEN, "how many these are")                                        \
    X(ASKS_STORE, COUNT, uint64_t, table_bytes, CHOSEN, "bytes of its table by perfect hash")                       \
    X(ASKS_EFFORT, FLAG, bool, taken, COUNTED, "the whole space was explored: what follows was measured")           \
    X(ASKS_EFFORT, COUNT, uint64_t, explore_bytes, PREDICTED, "memory for exploring all that can be reached")       \
    X(ASKS_EFFORT, NUMBER, double, explore_seconds, PREDICTED, "time for that, at most")                            \
    X(ASKS_GOAL, TEXT, const char *, bound, PROVED, "what bounds the cost of a solution from below, without tables") \
    X(ASKS_GOAL, COUNT, uint64_t, bound_start, PROVED, "what that says of the start: no solution costs less") \
    X(ASKS_NUMBER, COUNT, uint64_t, rule_symmetries, PROVED,                                                        \
      "ways to map the board onto itself that keep the rules, if pieces are renamed fittingly; the one that changes nothing counts") \
    X(ASKS_NUMBER, COUNT, uint64_t, symmetries, PROVED,                                                             \
      "symmetries that also keep the start; states that they take to each other are a class")

#define FEWEST_UNKNOWN UINT64_MAX

typedef struct fewest_facts {
#define FEWEST_MEMBER(question, form, type, name, basis, meaning) type name;
    FEWEST_FACTS(FEWEST_MEMBER)
#undef FEWEST_MEMBER
} fewest_facts;

typedef struct fewest_explanation fewest_explanation;

/* Finds the facts of a puzzle with its present start and goal; a goal is not needed. Nothing is solved. Of `options`, the
 * limits count: at most limits.states states are counted (0: a million), and of at most a quarter of a million the moves are
 * tried. A memory limit makes that fewer. When the time is over, the status is LIMIT, and what is not known by then stays unknown;
 * else it is SOLVED. NULL: see *error. */
FEWEST_API fewest_explanation *fewest_explain(fewest_puzzle *puzzle, const fewest_options *options, fewest_error *error);
FEWEST_API void fewest_explanation_free(fewest_explanation *explanation);
FEWEST_API fewest_status fewest_explanation_status(const fewest_explanation *explanation);
FEWEST_API fewest_limit fewest_explanation_limit(const fewest_explanation *explanation); /* where the status is LIMIT */
FEWEST_API const fewest_facts *fewest_explanation_facts(const fewest_explanation *explanation);
/* Where a fact comes from this time, by the name that it has in fewest_facts; NO_BASIS: it is not known, or a flag that is false. */
FEWEST_API fewest_basis fewest_explanation_basis(const fewest_explanation *explanation, const char *fact);

/* The searches that run one after the other until one has the answer: each but the last gives up after so many states. */
typedef struct fewest_choice {
    const char *search, *why;
    uint64_t states, expanded; /* after which it gives up; 0: never */
} fewest_choice;
FEWEST_API size_t fewest_explanation_choices(const fewest_explanation *explanation); /* 0: there is no goal */
FEWEST_API fewest_choice fewest_explanation_choice(const fewest_explanation *explanation, size_t index);

#ifdef __cplusplus
}
#endif

#endif
