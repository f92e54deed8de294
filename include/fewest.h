/* libfewest: the fewest moves from start to goal, proved.
 *
 * Given any system of states and moves, a puzzle, a lock, a string with rewriting rules, a maze, this library finds a
 * shortest path from the start to the goal, or proves that there is none. The system is a short text in the puzzle
 * language (docs/language.md), or a set of your own C functions.
 *
 * The simplest use:
 *
 *     fewest_error error;
 *     fewest_puzzle *puzzle = fewest_load("eight", &error);
 *     fewest_answer *answer = puzzle ? fewest_solve(puzzle, NULL, &error) : NULL;
 *     if (!answer) { fprintf(stderr, "%s\n", error.text); return error.status; }
 *     if (fewest_answer_status(answer) == FEWEST_UNSOLVABLE) puts("there is no solution");
 *     for (size_t i = 0; i < fewest_answer_length(answer); i++)
 *         puts(fewest_answer_move(answer, 0, i));
 *     fewest_answer_free(answer);
 *     fewest_puzzle_free(puzzle);
 *
 * This header is the core: (1) outcomes and errors, (2) limits and progress, (3) puzzles from text, (4) searching and
 * reading the answer. Beside it are <fewest/explore.h>, whole spaces and starts to solve; <fewest/explain.h>,
 * what there is to know of a puzzle before it is solved; <fewest/tables.h>, distances and pattern databases in files;
 * <fewest/space.h>, spaces of your own; <fewest/pictures.h>, the parts of a puzzle for drawing it; <fewest/export.h>, a
 * puzzle as a program; <fewest/proof.h>, proofs that another program can check; and <fewest/cluster.h>, processes that
 * share a puzzle. Each includes this one.
 *
 * The library never prints, never exits, and keeps no state outside the handles it gives out. Different puzzles may
 * be used by different threads at once, one puzzle by one thread at a time. Results (answers, explorations, graphs,
 * generated starts) are handles of their own: they may be freed before or after their puzzle, and what takes a const
 * one may be called by any number of threads at once, whatever happens to the puzzle meanwhile. Functions that take a
 * pointer to free accept NULL. A value that is not an
 * enumerator is refused with FEWEST_INVALID. Pointers
 * may be NULL only where it is said; `error` always may, if nobody reads it. */
#ifndef FEWEST_H
#define FEWEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef FEWEST_API
#define FEWEST_API __attribute__((visibility("default")))
#endif

#define FEWEST_VERSION_MAJOR 0
#define FEWEST_VERSION_MINOR 1
#define FEWEST_VERSION_PATCH 0

#define FEWEST_VERSION_NUMBER (FEWEST_VERSION_MAJOR * 1000000u + FEWEST_VERSION_MINOR * 1000u + FEWEST_VERSION_PATCH)

/* The version of the library linked at run time, which may differ from that of this header: "0.1.0", 1000. */
FEWEST_API const char *fewest_version(void);
FEWEST_API unsigned fewest_version_number(void);

/* Frees what a function has handed out, where it says so: a text, or the pieces of a state. */
FEWEST_API void fewest_free(void *handed_out);

/* ---- 1. Outcomes and errors -------------------------------------------------------------------------- */

/* How a call ended. The numbers are the exit statuses of the tool. */
#define FEWEST_STATUSES(X)                                                                                \
    X(SOLVED, 0, "solved", "a shortest solution was found")                                                    \
    X(UNSOLVABLE, 1, "unsolvable", "it is proved that there is no solution")                                   \
    X(INVALID, 2, "invalid", "the input is invalid")                                                   \
    X(LIMIT, 3, "limit", "a limit was reached before the answer was known")                               \
    X(SYSTEM, 4, "error", "the system refused memory or a file")                                          \
    X(INTERRUPTED, 130, "interrupted", "the progress function asked to stop")

typedef enum fewest_status {
#define FEWEST_ENUM(name, number, word, meaning) FEWEST_##name = number,
    FEWEST_STATUSES(FEWEST_ENUM)
#undef FEWEST_ENUM
} fewest_status;

/* The limits there are; FEWEST_NO_LIMIT is none of them. The columns: what the one that was reached is called, its
 * word; type and name of the member of fewest_limits, of which a 0 is no limit; how the tool reads it, its option
 * there, the default, the meaning. */
#define FEWEST_LIMITS(X)                                                                                  \
    X(MEMORY_LIMIT, "memory", uint64_t, memory, NONE, "memory", "auto",                                   \
      "bytes for puzzle and work together; auto: 80 % of what is free")                                   \
    X(TIME_LIMIT, "time", double, seconds, NONE, "time", "none", "seconds")                               \
    X(STATE_LIMIT, "states", uint64_t, states, POSITIVE, "states", "none",                                \
      "the most states to keep: a search stops at the next one, an exploration before the layer with it")  \
    X(DEPTH_LIMIT, "depth", uint64_t, depth, COUNT, "max-depth", "none",                                  \
      "the most moves (or the highest cost) of a solution, or layers to explore after the first")

typedef enum fewest_limit {
    FEWEST_NO_LIMIT,
#define FEWEST_ENUM(name, word, type, member, form, option, standard, meaning) FEWEST_##name,
    FEWEST_LIMITS(FEWEST_ENUM)
#undef FEWEST_ENUM
} fewest_limit;

FEWEST_API const char *fewest_status_word(fewest_status status); /* "solved", … */
FEWEST_API const char *fewest_limit_word(fewest_limit limit);

/* A mistake, with a message for a person. Filled only when a call fails; every function that fails fills it. */
typedef struct fewest_error {
    fewest_status status;  /* FEWEST_INVALID, _SYSTEM, _LIMIT or _INTERRUPTED; of fewest_generate also _UNSOLVABLE */
    fewest_limit limit;    /* where it is LIMIT and known */
    unsigned line, column; /* place in the text, from 1, in characters; 0: it has no place */
    char message[256];     /* one sentence: what is wrong */
    char hint[256];        /* what was probably meant; perhaps empty */
    char text[1024];       /* all of it for a terminal: file, line, column, the line, a caret, the hint; in lines, the
                              last of which has no newline */
} fewest_error;

/* Which level of processor the library uses: "baseline", "v3", "v4", or "native". FEWEST_CPU in the environment forces one;
 * NULL: the level forced by FEWEST_CPU is not available; see *error. The highest available one is used. */
FEWEST_API const char *fewest_cpu(fewest_error *error);

/* ---- 2. Limits and progress ---------------------------------------------------------------------------- */

/* A layer that is finished: of the side of the start (0) or of the goal (1); so many states are so deep. The layer in which
 * a search finds what it looks for is listed, too, with the states reached in it so far, as the trace has them.
 * Of A* and IDA*: so many were expanded at that sum of cost and bound. */
typedef struct fewest_layer {
    unsigned side;
    uint64_t depth, states;
} fewest_layer;

/* What a search has done so far. The columns: how JSON has it in answers, and in reports of progress (NOTHING: it has
 * not); type, name, meaning. */
#define FEWEST_STATISTICS(X)                                                                              \
    X(TEXT, TEXT, const char *, algorithm, "the search as it ran: \"bfs\", …")                            \
    X(TEXT, NOTHING, const char *, store, "how states were remembered, for people")                       \
    X(COUNT, COUNT, uint64_t, expanded, "states whose moves were tried")                                  \
    X(COUNT, COUNT, uint64_t, generated, "states that these moves led to, repeated ones included")        \
    X(COUNT, COUNT, uint64_t, remembered, "different states that were kept")                              \
    X(COUNT, COUNT, uint64_t, depth, "layers completed, on both sides together (or the cost reached)")    \
    X(NOTHING, COUNT, uint64_t, frontier, "states of the current layer")                                  \
    X(NOTHING, COUNT, uint64_t, bytes, "memory in use by the puzzle and the search")                      \
    X(COUNT, NOTHING, uint64_t, peak_bytes, "the most memory that was in use")                            \
    X(SECONDS, SECONDS, double, seconds, "since the search began")                                        \
    X(NOTHING, NOTHING, double, left, "seconds that an exploration is still expected to take; 0: not known")

typedef struct fewest_statistics {
    const fewest_layer *layers; /* in the order they were finished; for progress until it returns, else as the answer */
    size_t layer_count;
    uint64_t frontiers[2];      /* states of the current layer on the start's side and on the goal's */
#define FEWEST_MEMBER(in_answer, in_progress, type, name, meaning) type name;
    FEWEST_STATISTICS(FEWEST_MEMBER)
#undef FEWEST_MEMBER
} fewest_statistics;

/* Called about ten times a second while a search runs, on the thread that called. false: stop it. */
typedef bool fewest_progress(void *context, const fewest_statistics *so_far);

/* What a call may use, and who is asked whether it may go on. It is a part of all options; all zero, the defaults. */
typedef struct fewest_limits {
    fewest_progress *progress; /* or NULL */
    void *context;             /* given to progress, and to a trace */
    uint64_t threads;          /* at most; 0: one. Only IDA* and explorations use more, and never with a space of your own */
#define FEWEST_MEMBER(name, word, type, member, form, option, standard, meaning) type member;
    FEWEST_LIMITS(FEWEST_MEMBER)
#undef FEWEST_MEMBER
    uint64_t reserved[4];      /* zero: room for limits of later versions */
} fewest_limits;

/* Where a 0 means the default, this is the number 0: a depth of 0 moves, no bytes for tables. It is refused where that makes no
 * sense: no states, no memory, no threads. And any number as it is. */
#define FEWEST_ZERO (UINT64_MAX - 1)
#define FEWEST_EXACTLY(number) ((number) == 0 ? FEWEST_ZERO : (uint64_t)(number))
#define FEWEST_ALL_PROCESSORS UINT64_MAX /* threads: one for each */

/* ---- 3. Puzzles from text ---------------------------------------------------------------------------- */

typedef struct fewest_puzzle fewest_puzzle;

/* A built-in puzzle by its name ("eight", "tiles-3x4"), or the file of that path: puzzle language, a maze
 * as a 0/1 matrix, or a MovingAI .map. NULL on failure. */
FEWEST_API fewest_puzzle *fewest_load(const char *name, fewest_error *error);

/* The same from a text in memory; `name` is what errors call it. The text may be freed afterwards. */
FEWEST_API fewest_puzzle *fewest_parse(const char *text, size_t length, const char *name, fewest_error *error);
FEWEST_API void fewest_puzzle_free(fewest_puzzle *puzzle);

/* The same within limits, from the first byte read on. The puzzle keeps them for calls that have no options, or whose
 * options are NULL; each of these calls has the full time again. fewest_set_limits gives others from then on; NULL:
 * none. */
FEWEST_API fewest_puzzle *fewest_load_within(const char *name, const fewest_limits *limits, fewest_error *error);
FEWEST_API fewest_puzzle *fewest_parse_within(const char *text, size_t length, const char *name,
                                              const fewest_limits *limits, fewest_error *error);
FEWEST_API bool fewest_set_limits(fewest_puzzle *puzzle, const fewest_limits *limits, fewest_error *error);

/* Another start or goal, written as after `start` and `goal` in a file. A board may also be given in one row
 * without `/`; the place of a maze's walker as ROW,COLUMN, where no wall is. On failure the puzzle is as it was. */
FEWEST_API bool fewest_set_start(fewest_puzzle *puzzle, const char *start, fewest_error *error);
FEWEST_API bool fewest_set_goal(fewest_puzzle *puzzle, const char *goal, fewest_error *error);

FEWEST_API bool fewest_has_start(const fewest_puzzle *puzzle);
FEWEST_API bool fewest_has_goal(const fewest_puzzle *puzzle);
FEWEST_API const char *fewest_title(const fewest_puzzle *puzzle); /* "" where it has none */

/* Built-in puzzles. A family such as tiles-RxC is listed once, under its pattern, and loads with numbers. */
typedef struct fewest_builtin {
    const char *name;    /* "eight", "tiles-RxC" */
    const char *summary; /* one line */
    const char *source;  /* where it comes from */
    bool is_family;
} fewest_builtin;

FEWEST_API size_t fewest_builtin_count(void);
FEWEST_API fewest_builtin fewest_builtin_at(size_t index);
/* The rules of a built-in as text, to be freed with fewest_free; NULL: there is none of that name (*error says
 * which name is near) or no memory. */
FEWEST_API char *fewest_builtin_text(const char *name, fewest_error *error);

/* Whether every move is called by one character. Then a solution whose words have one each may be written without spaces
 * (docs/language.md, Solutions as text), for it can be read in one way only. */
FEWEST_API bool fewest_moves_are_letters(const fewest_puzzle *puzzle);

/* Plays moves from the start. `words` are the words of a solution (docs/language.md, Solutions as text). */
typedef enum fewest_verdict {
    FEWEST_REACHES_GOAL,
    FEWEST_MISSES_GOAL,   /* all moves are possible, but the last state is not a goal */
    FEWEST_MOVE_FAILS,    /* the move at `step` is not possible there, or its word fits several */
    FEWEST_CANNOT_CHECK,  /* see *error */
    FEWEST_TOO_LONG       /* the last state is a goal, but the moves cost more than `within` allows: no solution */
} fewest_verdict;

/* *step (if not NULL) is the number of moves played, *state (if not NULL) the last state as text, to be freed with fewest_free. */
FEWEST_API fewest_verdict fewest_check(fewest_puzzle *puzzle, const char *const *words, size_t count,
                                       size_t *step, char **state, fewest_error *error);

/* ---- 4. Searching ------------------------------------------------------------------------------------ */

/* All of them prove that there is no solution where there is none, given time and memory; idastar, which forgets
 * states, only where those that can be reached fit its table of transpositions, or are few and counted. Otherwise it
 * runs until a limit is reached. */
#define FEWEST_ALGORITHMS(X)                                                                              \
    X(AUTO, "auto", "chosen by what is known about the puzzle")                                              \
    X(BFS, "bfs", "breadth-first from the start; auto may begin at the goal")                             \
    X(BIDIRECTIONAL, "bidirectional", "breadth-first from both ends, the cheaper side first")             \
    X(ASTAR, "astar", "the most promising state first, by a lower bound found in the rules")              \
    X(IDASTAR, "idastar", "depth-first with a lower bound and rising limits, remembering little")

typedef enum fewest_algorithm {
#define FEWEST_ENUM(name, word, meaning) FEWEST_##name,
    FEWEST_ALGORITHMS(FEWEST_ENUM)
#undef FEWEST_ENUM
} fewest_algorithm;

/* Whether a search that is asked for uses a lower bound, and so the pattern databases of one; auto itself does not. */
FEWEST_API bool fewest_uses_bound(fewest_algorithm algorithm);

#define FEWEST_STORES(X)                                                                                  \
    X(REMEMBER_AUTO, "auto", "a perfect hash where it fits, else a hash table")                           \
    X(REMEMBER_RANK, "rank", "a table indexed by a perfect hash, two bits or a byte a state")             \
    X(REMEMBER_HASH, "hash", "an open hash table of packed states")                                       \
    X(REMEMBER_TREE, "tree", "a search tree of packed states, for comparison")

typedef enum fewest_remember {
#define FEWEST_ENUM(name, word, meaning) FEWEST_##name,
    FEWEST_STORES(FEWEST_ENUM)
#undef FEWEST_ENUM
} fewest_remember;

/* Whether one state stands for all that symmetries of the puzzle take it to. They are found from the rules. An exploration uses those that keep the
 * states that it begins from; BFS and BIDIRECTIONAL those that keep the starts and keep the goals, if these are listed: solutions, their order and their
 * number are the same. */
#define FEWEST_SYMMETRY_USES(X)                                                                                 \
    X(SYMMETRY_AUTO, "auto", "once 65,536 states were seen; explorations by coordinates from the beginning")        \
    X(SYMMETRY_ON, "on", "wherever there are some; explorations then by rank or by hash, unless another method is asked for") \
    X(SYMMETRY_OFF, "off", "every state is visited")

typedef enum fewest_symmetry_use {
#define FEWEST_ENUM(name, word, meaning) FEWEST_##name,
    FEWEST_SYMMETRY_USES(FEWEST_ENUM)
#undef FEWEST_ENUM
} fewest_symmetry_use;

/* Called with every state when it is first reached, in the order of the search; IDA*, which remembers none, with every
 * state when it is expanded. Side and depth are those of layers; `states` are `count` packed ones, `words` 64-bit words
 * each. Meant for small spaces: it slows the search down. */
typedef void fewest_trace(void *context, unsigned side, uint64_t depth, const uint64_t *states, size_t words,
                          size_t count);

/* What can be chosen. All structs of options begin with their size, so that a program goes on working with later versions
 * of the library, whose structs have more members:
 *
 *     fewest_options options = {.size = sizeof options};
 *     options.limits.seconds = 10;
 *
 * Members behind that size are read as zero, and zero is the default everywhere: a zeroed struct is as good as none. A size
 * of 0 is that of the first version. Of a struct from a later version, what this one does not know must be zero. Where a
 * meaning speaks of 0, that is FEWEST_ZERO.
 * The columns: type, name, how the tool reads it, its option there, the default, the meaning. */
#define FEWEST_OPTIONS(X)                                                                                 \
    X(fewest_algorithm, algorithm, ALGORITHMS, "algorithm", "auto", "how to search")                      \
    X(fewest_remember, remember, STORES, "remember", "auto", "how to remember the states that were seen") \
    X(uint64_t, bound_memory, SIZE, "bound-memory", "256M",                                               \
      "memory for the pattern databases of the lower bound (astar, idastar); 0: none")                    \
    X(uint64_t, transpositions, SIZE, "transpositions", "auto",                                           \
      "memory for the states that idastar has seen, 0: none; auto: 256M, but none for sliding puzzles")   \
    X(bool, all, NONE, "", "false", "count all shortest solutions; else one is enough")                   \
    X(bool, any, NONE, "", "false",                                                                       \
      "any shortest solution will do, not only the first in order: quicker; not with `all`")              \
    X(uint64_t, list, NONE, "", "100", "of all shortest solutions, how many are kept to be read, at least 1") \
    X(const char *const *, patterns, NONE, "", "chosen by the library",                                   \
      "groups of pieces that share a pattern database of the lower bound, \"1,2,3,4\"")                              \
    X(size_t, pattern_count, NONE, "", "0", "how many groups these are")                                  \
    X(fewest_trace *, trace, NONE, "", "NULL", "given every state that is reached, with limits.context")  \
    X(const char *, checkpoint, FILE, "checkpoint", NULL, "write the search to this file as it runs, to continue it later (bfs, bidirectional, idastar)") \
    X(double, every, SECONDS, "every", "60", "seconds between two checkpoints, at least; also as 5m or 1h") \
    X(const char *, resume, FILE, "resume", NULL, "continue from this checkpoint, and write it again as the run goes on") \
    X(const char *, disk, FOLDER, "disk", NULL, "a folder for what does not fit into memory (bfs, auto); it is used only then") \
    X(uint64_t, disk_limit, ROOM, "disk-limit", "none", "bytes that files there may take")                \
    X(fewest_symmetry_use, symmetry, SYMMETRY_USES, "symmetry", "auto",                                   \
      "whether one state stands for all that are the same by symmetry (bfs, bidirectional); the solutions are the same")

#define FEWEST_BOUND_MEMORY (UINT64_C(256) << 20) /* the default of bound_memory */

typedef struct fewest_options {
    size_t size; /* sizeof(fewest_options) */
    fewest_limits limits;
#define FEWEST_MEMBER(type, name, form, option, standard, meaning) type name;
    FEWEST_OPTIONS(FEWEST_MEMBER)
#undef FEWEST_MEMBER
} fewest_options;

typedef struct fewest_answer fewest_answer;

/* Searches from the puzzle's start to its goal. `options` may be NULL. The answer's status is SOLVED,
 * UNSOLVABLE, LIMIT, INTERRUPTED, or SYSTEM when memory was refused midway; NULL is returned only where nothing
 * could be searched at all (no start, no goal, a mistake found late). */
FEWEST_API fewest_answer *fewest_solve(fewest_puzzle *puzzle, const fewest_options *options, fewest_error *error);
FEWEST_API void fewest_answer_free(fewest_answer *answer);

FEWEST_API fewest_status fewest_answer_status(const fewest_answer *answer);
FEWEST_API fewest_limit fewest_answer_limit(const fewest_answer *answer); /* where the status is LIMIT */
/* What the puzzle allows a solution to cost with `within`: UNSOLVABLE then says no more than that. UINT64_MAX: anything. */
FEWEST_API uint64_t fewest_answer_within(const fewest_answer *answer);
FEWEST_API const fewest_statistics *fewest_answer_statistics(const fewest_answer *answer);

/* With options.checkpoint, a search by BFS, BIDIRECTIONAL or IDASTAR is written to that file, whether it was asked for or chosen (any other is
 * refused): at once, then every options.every seconds (0: 60), and when a limit or the progress function ends it. The file is there whole or not at
 * all, whenever the process ends. It is small for IDASTAR, which remembers little and finds one solution; of the others it has every state that was
 * seen. With options.resume a search continues from such a file, by the same algorithm. Puzzle, start and goal must be those of the file, else it is
 * refused. Limits, threads, memory, options.remember, and for BFS and BIDIRECTIONAL options.all may be different; the solutions are the same. `any`
 * has no effect: the first solution is found. What several processes write (<fewest/cluster.h>), any number of them or one alone continues; what one has
 * written, one continues. <fewest/explore.h> says what is in a file.
 *
 * Why the last checkpoint could not be written, or the disk not be used; NULL: nothing went wrong. And whether the checkpoint was written, so that the
 * search can be continued. */
FEWEST_API const char *fewest_answer_trouble(const fewest_answer *answer);
FEWEST_API bool fewest_answer_is_kept(const fewest_answer *answer);

/* With options.disk, a search that memory does not suffice for goes on breadth-first in files in that folder, which have no names, so that none is left behind: its layers
 * are there until the goal is found, and the solution is the one that bfs finds in memory. That is for bfs and auto, one solution, and moves without costs; anything else is
 * refused. The limit on states is then kept between layers. If the disk is full, or options.disk_limit (0: none) too low, the status is SYSTEM, and
 * fewest_answer_trouble says why. With options.checkpoint the files have names that begin with "fewest-", as the checkpoint refers to them, and stay until
 * fewest_checkpoint_remove (<fewest/explore.h>) removes it and them. The folder is written there, too, so that options.resume needs no options.disk.
 *
 * Whether it was on disk; if so, the most bytes that files took at a time, and all that were written and read. */
FEWEST_API bool fewest_answer_disk(const fewest_answer *answer, uint64_t *most, uint64_t *written, uint64_t *read);

/* One line: which search ran, and why that one. */
FEWEST_API const char *fewest_answer_reason(const fewest_answer *answer);

/* Moves of a shortest solution (0 where the start is a goal), and its cost: the sum of its moves' costs. */
FEWEST_API size_t fewest_answer_length(const fewest_answer *answer);
FEWEST_API uint64_t fewest_answer_cost(const fewest_answer *answer);
/* Whether there are moves of the puzzle that cost something else than 1. */
FEWEST_API bool fewest_answer_has_costs(const fewest_answer *answer);

/* The number of shortest solutions, when `all` was asked for (UINT64_MAX: that many or more), else 1; and how many
 * of them can be read here. The first is the one with the lowest moves in the order of the puzzle. */
FEWEST_API uint64_t fewest_answer_solutions(const fewest_answer *answer);
FEWEST_API size_t fewest_answer_listed(const fewest_answer *answer);
/* Moves of that solution: the same for all of them unless costs differ. */
FEWEST_API size_t fewest_answer_solution_length(const fewest_answer *answer, size_t solution);

/* The word of a move, step < length; the state before that move as text, step <= length: in one line as
 * `start` is written, or drawn in rows. The texts live as long as the answer; NULL: no memory. */
FEWEST_API const char *fewest_answer_move(const fewest_answer *answer, size_t solution, size_t step);
FEWEST_API const char *fewest_answer_state(const fewest_answer *answer, size_t solution, size_t step);
FEWEST_API const char *fewest_answer_drawing(const fewest_answer *answer, size_t solution, size_t step);

/* What that move costs: 1 unless there are costs. It is found by trying the moves of the state again; of a space of your own, its
 * functions are called. UINT64_MAX: there is no such step, or no memory. */
FEWEST_API uint64_t fewest_answer_move_cost(const fewest_answer *answer, size_t solution, size_t step);

/* The same as the numbers of a space of your own (<fewest/space.h>). Words of a string are NULL unless the search was
 * traced: else they are packed for that search alone, in fewer words than a graph has. */
FEWEST_API uint32_t fewest_answer_move_number(const fewest_answer *answer, size_t solution, size_t step);
FEWEST_API const uint64_t *fewest_answer_words(const fewest_answer *answer, size_t solution, size_t step);

#ifdef __cplusplus
}
#endif

#endif
