/* libfewest: a puzzle as a program: one file, without any dependency, that solves it for any start. Beside <fewest.h>, which
 * it includes. */
#ifndef FEWEST_EXPORT_H
#define FEWEST_EXPORT_H

#include <fewest.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- A puzzle as a program ---------------------------------------------------------------------------------- */

/* How a program is written. The columns of each: name, word, meaning. The first row is the default. */
#define FEWEST_EXPORT_LANGUAGES(X)                                     \
    X(EXPORT_C, "c", "C17")                                            \
    X(EXPORT_CPP, "cpp", "C++17")                                      \
    X(EXPORT_PYTHON, "python", "Python 3")

typedef enum fewest_export_language {
#define FEWEST_ENUM(name, word, meaning) FEWEST_##name,
    FEWEST_EXPORT_LANGUAGES(FEWEST_ENUM)
#undef FEWEST_ENUM
} fewest_export_language;

#define FEWEST_EXPORT_REMEMBER(X)                                                                          \
    X(EXPORT_REMEMBER_AUTO, "auto", "as suits the language: hash in C and for judges, else std")          \
    X(EXPORT_HASH, "hash", "in a hash table of its own (not in Python)")                                  \
    X(EXPORT_PERFECT, "perfect", "by their numbers, where each state has one: Cantor expansion, the rank of an arrangement, or digits") \
    X(EXPORT_STD, "std", "in a container of the language's library (not in C)")

typedef enum fewest_export_remember {
#define FEWEST_ENUM(name, word, meaning) FEWEST_##name,
    FEWEST_EXPORT_REMEMBER(FEWEST_ENUM)
#undef FEWEST_ENUM
} fewest_export_remember;

#define FEWEST_EXPORT_QUEUES(X)                                                              \
    X(EXPORT_ONE, "one", "one queue; each state has its number of steps")                    \
    X(EXPORT_TWO, "two", "two queues: this layer and the next one")

typedef enum fewest_export_queue {
#define FEWEST_ENUM(name, word, meaning) FEWEST_##name,
    FEWEST_EXPORT_QUEUES(FEWEST_ENUM)
#undef FEWEST_ENUM
} fewest_export_queue;

#define FEWEST_EXPORT_PATHS(X)                                                               \
    X(EXPORT_PATH_AUTO, "auto", "as suits the language: map in Python where it fits, else parents") \
    X(EXPORT_PARENTS, "parents", "an array of states, each with the number of its parent")   \
    X(EXPORT_MAP, "map", "a map from each state to the one it was found from")               \
    X(EXPORT_NONE, "none", "no path: only its length")

typedef enum fewest_export_path {
#define FEWEST_ENUM(name, word, meaning) FEWEST_##name,
    FEWEST_EXPORT_PATHS(FEWEST_ENUM)
#undef FEWEST_ENUM
} fewest_export_path;

#define FEWEST_EXPORT_SEARCHES(X)                                                            \
    X(EXPORT_BFS, "bfs", "breadth-first search; Dijkstra's, where moves have costs")         \
    X(EXPORT_BIDIRECTIONAL, "bidirectional", "breadth-first search from both ends")          \
    X(EXPORT_ASTAR, "astar", "A* with a lower bound that can be read off the goal")

typedef enum fewest_export_search {
#define FEWEST_ENUM(name, word, meaning) FEWEST_##name,
    FEWEST_EXPORT_SEARCHES(FEWEST_ENUM)
#undef FEWEST_ENUM
} fewest_export_search;

#define FEWEST_EXPORT_COMMENTS(X)             \
    X(EXPORT_EN, "en", "in English")          \
    X(EXPORT_ZH, "zh", "in Chinese")

typedef enum fewest_export_comments {
#define FEWEST_ENUM(name, word, meaning) FEWEST_##name,
    FEWEST_EXPORT_COMMENTS(FEWEST_ENUM)
#undef FEWEST_ENUM
} fewest_export_comments;

typedef struct fewest_export_options {
    size_t size; /* sizeof(fewest_export_options) */
    fewest_export_language language;
    fewest_export_remember remember;
    fewest_export_queue queue;
    fewest_export_path path;
    fewest_export_search search;
    fewest_export_comments comments;
    const char *judge; /* input and output as that judge has them, for its puzzle; NULL: a start as the puzzle writes it */
} fewest_export_options;

/* A judge that programs can be written for: its name, another one or "", the built-in puzzle it is about, and the goal there (NULL: that
 * of the puzzle itself). */
typedef struct fewest_export_judge {
    const char *name, *alias, *puzzle, *goal;
} fewest_export_judge;
FEWEST_API size_t fewest_export_judge_count(void);
FEWEST_API fewest_export_judge fewest_export_judge_at(size_t index); /* all NULL: there are not so many */

/* The program as a text, to be freed with fewest_free. `options` may be NULL. NULL: see *error: what does not fit the puzzle is
 * refused, with what to choose instead; the message names options as the tool writes them, "--remember std" for `remember`. */
FEWEST_API char *fewest_export(const fewest_puzzle *puzzle, const fewest_export_options *options, fewest_error *error);

#ifdef __cplusplus
}
#endif

#endif
