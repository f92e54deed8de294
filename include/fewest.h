/* libfewest: the fewest moves from start to goal, proved.
 *
 * Given any system of states and moves, a puzzle, a lock, a string with rewriting rules, a maze, this library
 * finds a shortest way from the start to the goal, or proves that there is none. The system is a short text
 * in the puzzle language (docs/language.md), or a set of your own C functions.
 *
 * The simplest use:
 *
 *     fewest_error error;
 *     fewest_puzzle *puzzle = fewest_load("eight", &error);
 *     fewest_answer *answer = puzzle ? fewest_solve(puzzle, NULL, &error) : NULL;
 *     if (!answer) { fprintf(stderr, "%s\n", error.text); return error.status; }
 *     for (size_t i = 0; i < fewest_answer_length(answer); i++)
 *         puts(fewest_answer_move(answer, 0, i));
 *     fewest_answer_free(answer);
 *     fewest_puzzle_free(puzzle);
 *
 * This header is in five parts: (1) outcomes and errors, (2) puzzles from text, (3) searching and reading
 * the answer, (4) walking a whole space, (5) spaces of your own, in <fewest/space.h>, which is included at the end.
 * The library never prints, never exits, and keeps no state outside the handles it gives out. Different handles may be
 * used by different threads at once, one handle by one thread at a time. A puzzle with its explorations and graphs
 * counts as one handle, for these ask the puzzle; each answer is one of its own. Functions that take a pointer to free
 * accept NULL. Numbers that are no enumerators are an error wherever one is asked for. */
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

FEWEST_API const char *fewest_version(void); /* "0.1.0" */

/* ---- 1. Outcomes and errors -------------------------------------------------------------------------- */

/* How a call ended. The numbers are the exit statuses of the tool. */
#define FEWEST_STATUSES(X)                                                                                \
    X(SOLVED, 0, "solved", "a shortest way was found")                                                    \
    X(UNSOLVABLE, 1, "unsolvable", "it is proved that there is no way")                                   \
    X(INVALID, 2, "invalid", "what was given is wrong")                                                   \
    X(LIMIT, 3, "limit", "a limit was reached before the answer was known")                               \
    X(SYSTEM, 4, "error", "the system refused memory or a file")                                          \
    X(INTERRUPTED, 130, "interrupted", "the progress function asked to stop")

typedef enum fewest_status {
#define FEWEST_ENUM(name, number, word, meaning) FEWEST_##name = number,
    FEWEST_STATUSES(FEWEST_ENUM)
#undef FEWEST_ENUM
} fewest_status;

/* Which limit was reached. */
#define FEWEST_LIMITS(X)                                                                                  \
    X(NO_LIMIT, "none")                                                                                   \
    X(MEMORY_LIMIT, "memory")                                                                             \
    X(TIME_LIMIT, "time")                                                                                 \
    X(STATE_LIMIT, "states")                                                                              \
    X(DEPTH_LIMIT, "depth")

typedef enum fewest_limit {
#define FEWEST_ENUM(name, word) FEWEST_##name,
    FEWEST_LIMITS(FEWEST_ENUM)
#undef FEWEST_ENUM
} fewest_limit;

FEWEST_API const char *fewest_status_word(fewest_status status); /* "solved", … */
FEWEST_API const char *fewest_limit_word(fewest_limit limit);

/* A mistake, said to a person. Filled only when a call fails; every function that fails fills it. */
typedef struct fewest_error {
    fewest_status status;  /* FEWEST_INVALID, _SYSTEM, _LIMIT or _INTERRUPTED */
    fewest_limit limit;    /* where it is LIMIT and known */
    unsigned line, column; /* place in the text, from 1, in characters; 0: it has no place */
    char message[256];     /* one sentence: what is wrong */
    char hint[256];        /* what was probably meant; perhaps empty */
    char text[1024];       /* all of it for a terminal: file, line, column, the line, a caret, the hint */
} fewest_error;

/* Which level of processor the library uses: "baseline", "v3", "v4", or "native". FEWEST_CPU in the environment forces one;
 * NULL: see *error, that level is not here, and the highest one that is will be used. */
FEWEST_API const char *fewest_cpu(fewest_error *error);

/* ---- 2. Puzzles from text ---------------------------------------------------------------------------- */

typedef struct fewest_puzzle fewest_puzzle;

/* A built-in puzzle by its name ("eight", "tiles-3x4"), or the file of that path: puzzle language, a maze
 * as a 0/1 matrix, or a MovingAI .map. NULL on failure. */
FEWEST_API fewest_puzzle *fewest_load(const char *name, fewest_error *error);

/* The same from a text in memory; `name` is what errors call it. The text may be freed afterwards. */
FEWEST_API fewest_puzzle *fewest_parse(const char *text, size_t length, const char *name, fewest_error *error);
FEWEST_API void fewest_puzzle_free(fewest_puzzle *puzzle);

/* Another start or goal, written as behind `start` and `goal` in a file. A board may also be given in one row
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
/* The rules of a built-in as text, to be freed with free(); NULL: there is none of that name (*error says
 * which name is near) or no memory. */
FEWEST_API char *fewest_builtin_text(const char *name, fewest_error *error);

/* Plays moves from the start. `words` are the words of a solution (docs/language.md, Solutions as text). */
typedef enum fewest_verdict {
    FEWEST_REACHES_GOAL,
    FEWEST_MISSES_GOAL,   /* all moves are possible, but the last state is no goal */
    FEWEST_MOVE_FAILS,    /* the move at `step` is not possible there, or its word fits several */
    FEWEST_CANNOT_CHECK,  /* see *error */
    FEWEST_TOO_LONG       /* the last state is a goal, but the moves cost more than `within` allows: no solution */
} fewest_verdict;

/* *step is the number of moves played, *state (if not NULL) the last state as text, to be freed with free(). */
FEWEST_API fewest_verdict fewest_check(fewest_puzzle *puzzle, const char *const *words, size_t count,
                                       size_t *step, char **state, fewest_error *error);

/* A state some `steps` random moves away: backwards from a goal where that is possible, so that it can be solved, else
 * forwards from the start. The same seed gives the same state. As text behind `start`, to be freed with free(); NULL:
 * see *error. The puzzle needs a start and a goal and stays as it was. */
FEWEST_API char *fewest_random_state(fewest_puzzle *puzzle, size_t steps, uint64_t seed, fewest_error *error);

/* What a picture of a state needs: the parts of a puzzle and its `draw` statements. Pieces, cells and vars are
 * numbered from 0. What is pointed to lives until the puzzle is freed or given another goal. */
typedef struct fewest_parts {
    bool is_string;
    size_t rows, columns; /* of the board; 0: there is none */
    size_t pieces, board_pieces, vars, links, hints; /* how many there are */
    const uint16_t *board_piece;  /* the pieces that can stand in a cell */
    const uint32_t (*link)[2];    /* pairs of cells */
    const uint16_t *goal;         /* the drawing of the first goal; what is no piece may be any. NULL: none */
} fewest_parts;
typedef struct fewest_var { const char *name; const uint16_t *values; size_t count; } fewest_var;
typedef struct fewest_hint {      /* one `draw` statement */
    const char *as, *colour;      /* NULL: not said */
    const uint16_t *pieces;       /* rows x columns pieces; 0 x 0: it is about the whole picture */
    size_t rows, columns, places;
    const uint32_t (*place)[2];   /* rows and columns, from 1 */
} fewest_hint;
FEWEST_API fewest_parts fewest_parts_of(const fewest_puzzle *puzzle); /* all 0 for a space of your own */
FEWEST_API const char *fewest_piece(const fewest_puzzle *puzzle, size_t piece);
FEWEST_API fewest_var fewest_var_at(const fewest_puzzle *puzzle, size_t var);
FEWEST_API fewest_hint fewest_hint_at(const fewest_puzzle *puzzle, size_t hint);
/* Reads a state as it is written behind `start`: the piece of each cell, then the value of each var (UINT16_MAX:
 * any; or, where a string may have every character, one that the puzzle does not know), to be freed with free(). The puzzle stays as it was. NULL: see *error. */
FEWEST_API uint16_t *fewest_read_state(const fewest_puzzle *puzzle, const char *state, size_t *count,
                                       fewest_error *error);

/* ---- 3. Searching ------------------------------------------------------------------------------------ */

#define FEWEST_ALGORITHMS(X)                                                                              \
    X(AUTO, "auto", "chosen by what is known of the puzzle")                                              \
    X(BFS, "bfs", "breadth-first from the start")                                                         \
    X(BIDIRECTIONAL, "bidirectional", "breadth-first from both ends, the cheaper side first")             \
    X(ASTAR, "astar", "the most promising state first, by a lower bound found in the rules")              \
    X(IDASTAR, "idastar", "depth-first with a lower bound and rising limits, remembering little")

typedef enum fewest_algorithm {
#define FEWEST_ENUM(name, word, meaning) FEWEST_##name,
    FEWEST_ALGORITHMS(FEWEST_ENUM)
#undef FEWEST_ENUM
} fewest_algorithm;

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

/* A layer that is finished: of the side of the start (0) or of the goal (1); so many states are so deep. The layer in which
 * a search finds what it looks for is told, too, with the states that were reached in it till then, as the trace has them.
 * Of A* and IDA*: so many were expanded at that sum of cost and bound. */
typedef struct fewest_layer {
    unsigned side;
    uint64_t depth, states;
} fewest_layer;

/* What a search has done so far. */
typedef struct fewest_statistics {
    uint64_t expanded;   /* states whose moves were tried */
    uint64_t generated;  /* states that these moves led to, repeated ones included */
    uint64_t remembered; /* different states that were kept */
    uint64_t depth;      /* layers completed, on both sides together (or the cost reached) */
    uint64_t frontier;   /* states of the layer at hand */
    uint64_t frontiers[2]; /* the same of the start's side and of the goal's */
    uint64_t bytes;      /* memory in use by the puzzle and the search */
    uint64_t peak_bytes; /* the most that was in use */
    double seconds;
    double left;           /* seconds that a walk is still expected to take; 0: not known */
    const char *algorithm; /* "bfs", … as it ran */
    const char *store;     /* how states were remembered, for people */
    const fewest_layer *layers; /* in the order they were finished; for progress until it returns, else as the answer */
    size_t layer_count;
} fewest_statistics;

/* Called about ten times a second while a search runs, on the thread that called. false: stop it. */
typedef bool fewest_progress(void *context, const fewest_statistics *so_far);

/* Called with every state when it is first reached, in the order of the search; IDA*, which remembers none, with every
 * state when it is expanded. Side and depth are those of layers; `states` are `count` packed ones, `words` 64-bit words
 * each. For small spaces: it slows. */
typedef void fewest_trace(void *context, unsigned side, uint64_t depth, const uint64_t *states, size_t words,
                          size_t count);

typedef struct fewest_options {
    fewest_algorithm algorithm; /* FEWEST_AUTO */
    fewest_remember remember;   /* FEWEST_REMEMBER_AUTO */
    uint64_t memory;            /* bytes for puzzle and search together; 0: 80 % of what is free */
    double seconds;             /* 0: no limit */
    uint64_t states;            /* states to remember; with one more the search ends; 0: no limit */
    uint64_t depth;             /* longest way (highest cost) to look for; UINT64_MAX: no limit */
    bool all;                   /* count all shortest ways; false: one way is enough */
    size_t list;                /* of these, how many are kept to be read, at least 1; 100 */
    bool any;                   /* any shortest way will do, not only the first in order: quicker. Not with `all` */
    fewest_progress *progress;  /* NULL */
    fewest_trace *trace;        /* NULL */
    void *context;              /* given to progress and trace */
    uint64_t bound_memory;      /* bytes for the tables of a bound; 256 MiB. 0: no tables */
    const char *const *patterns; /* groups of pieces for these tables, "1,2,3,4"; NULL: chosen by the library */
    size_t pattern_count;
    unsigned threads;            /* of IDA*: 1; 0: one for each processor. A space of your own has one */
    uint64_t transpositions;     /* bytes for states IDA* has seen; 0: none; UINT64_MAX: as it suits */
} fewest_options;

FEWEST_API fewest_options fewest_defaults(void);

/* fewest_load and fewest_parse within limits: of these, memory, seconds and progress with its context count, from the first
 * byte read on. The puzzle keeps them for calls that have no options, or whose options are NULL; each of these calls has the
 * seconds anew. fewest_set_limits gives others from then on; NULL: none. */
FEWEST_API fewest_puzzle *fewest_load_within(const char *name, const fewest_options *limits, fewest_error *error);
FEWEST_API fewest_puzzle *fewest_parse_within(const char *text, size_t length, const char *name,
                                              const fewest_options *limits, fewest_error *error);
FEWEST_API void fewest_set_limits(fewest_puzzle *puzzle, const fewest_options *limits);

/* Finds the distance of every state to the goal and keeps it with the puzzle, two bits or a byte a state: from then on
 * fewest_solve answers any start by look-up, until the goal changes. Worth while for many starts in a space that is
 * small enough. Needs moves of cost 1 and goals that can be listed. The limits and the progress function of
 * `options` hold. false: see *error, whose status may also be LIMIT or INTERRUPTED; the puzzle is as it was. */
FEWEST_API bool fewest_tabulate(fewest_puzzle *puzzle, const fewest_options *options, fewest_error *error);

typedef struct fewest_answer fewest_answer;

/* Searches from the puzzle's start to its goal. `options` may be NULL. The answer's status is SOLVED,
 * UNSOLVABLE, LIMIT, INTERRUPTED, or SYSTEM when memory was refused midway; NULL is returned only where nothing
 * could be searched at all (no start, no goal, a mistake found late). An answer does not outlive its puzzle. */
FEWEST_API fewest_answer *fewest_solve(fewest_puzzle *puzzle, const fewest_options *options, fewest_error *error);
FEWEST_API void fewest_answer_free(fewest_answer *answer);

FEWEST_API fewest_status fewest_answer_status(const fewest_answer *answer);
FEWEST_API fewest_limit fewest_answer_limit(const fewest_answer *answer); /* where the status is LIMIT */
/* What the puzzle allows a solution to cost with `within`: UNSOLVABLE then says no more than that. UINT64_MAX: anything. */
FEWEST_API uint64_t fewest_answer_within(const fewest_answer *answer);
FEWEST_API const fewest_statistics *fewest_answer_statistics(const fewest_answer *answer);

/* One line: which search ran, and why that one. */
FEWEST_API const char *fewest_answer_reason(const fewest_answer *answer);

/* Moves of a shortest way (0 where the start is a goal), and its cost: the sum of its moves' costs. */
FEWEST_API size_t fewest_answer_length(const fewest_answer *answer);
FEWEST_API uint64_t fewest_answer_cost(const fewest_answer *answer);

/* The number of shortest ways, when `all` was asked for (UINT64_MAX: that many or more), else 1; and how many
 * of them can be read here. The first is the one with the lowest moves in the order of the puzzle. */
FEWEST_API uint64_t fewest_answer_ways(const fewest_answer *answer);
FEWEST_API size_t fewest_answer_listed(const fewest_answer *answer);
/* Moves of that way: the same for all ways unless costs differ. */
FEWEST_API size_t fewest_answer_way_length(const fewest_answer *answer, size_t way);

/* The word of a move, step < length; the state before that move as text, step <= length: in one line as
 * `start` is written, or drawn in rows. The texts live as long as the answer; NULL: no memory. */
FEWEST_API const char *fewest_answer_move(fewest_answer *answer, size_t way, size_t step);
FEWEST_API const char *fewest_answer_state(fewest_answer *answer, size_t way, size_t step);
FEWEST_API const char *fewest_answer_drawing(fewest_answer *answer, size_t way, size_t step);

/* The same as the numbers of a space of your own (part 5). Words of a string are NULL unless the search was traced: else
 * they are packed for that search alone, in fewer words than a graph has. */
FEWEST_API uint32_t fewest_answer_move_number(const fewest_answer *answer, size_t way, size_t step);
FEWEST_API const uint64_t *fewest_answer_words(const fewest_answer *answer, size_t way, size_t step);

/* ---- 4. Walking a whole space ------------------------------------------------------------------------- */

#define FEWEST_METHODS(X)                                                                                 \
    X(METHOD_AUTO, "auto", "chosen by what is known of the puzzle, and by memory")                        \
    X(METHOD_SETS, "sets", "whole words of states at a time, where pieces are only moved about")          \
    X(METHOD_RANK, "rank", "a list for the layer and a table indexed by a perfect hash")                  \
    X(METHOD_HASH, "hash", "a list for the layer and an open hash table")

typedef enum fewest_method {
#define FEWEST_ENUM(name, word, meaning) FEWEST_##name,
    FEWEST_METHODS(FEWEST_ENUM)
#undef FEWEST_ENUM
} fewest_method;

typedef struct fewest_explore_options {
    fewest_method method;      /* FEWEST_METHOD_AUTO; one that does not fit the puzzle gives way to the next */
    bool from_goal;            /* walk from the goals that the start allows, by the moves turned round; false: from the start */
    unsigned threads;          /* 1; 0: one for each processor */
    uint64_t memory;           /* as in fewest_options, like the next three */
    double seconds;
    uint64_t states;           /* by sets, whole layers are counted: the last one may be past it */
    uint64_t depth;
    size_t hardest;            /* states of the last layer that are kept to be read; 1 */
    fewest_progress *progress; /* NULL */
    void *context;             /* given to progress */
} fewest_explore_options;

FEWEST_API fewest_explore_options fewest_explore_defaults(void);
typedef struct fewest_exploration fewest_exploration;

/* Counts the states at each number of moves from the start (to the goal, with from_goal); costs and `within` play no part.
 * With from_goal these are states as the start makes them possible: a cell that no move can change from there keeps its
 * piece, and pieces that are never lost or made are as many as in the start. Strings of any length have no end: of these, no
 * more than `within` allows, unless options->depth says how far; then limit is DEPTH. A
 * goal is not needed. The status is SOLVED when the whole space was walked, else LIMIT, INTERRUPTED or SYSTEM,
 * with the layers that were finished; NULL only where nothing could be walked. It does not outlive its puzzle. */
FEWEST_API fewest_exploration *fewest_explore(fewest_puzzle *puzzle, const fewest_explore_options *options,
                                              fewest_error *error);
FEWEST_API void fewest_exploration_free(fewest_exploration *exploration);

FEWEST_API fewest_status fewest_exploration_status(const fewest_exploration *exploration);
FEWEST_API fewest_limit fewest_exploration_limit(const fewest_exploration *exploration);
FEWEST_API const fewest_statistics *fewest_exploration_statistics(const fewest_exploration *exploration);
FEWEST_API fewest_method fewest_exploration_method(const fewest_exploration *exploration); /* as it ran */
FEWEST_API const char *fewest_method_word(fewest_method method);

/* States in all layers; layers, which is one more than the largest depth; states of one layer, from 0. */
FEWEST_API uint64_t fewest_exploration_states(const fewest_exploration *exploration);
FEWEST_API size_t fewest_exploration_layers(const fewest_exploration *exploration);
FEWEST_API uint64_t fewest_exploration_layer(const fewest_exploration *exploration, size_t depth);
/* Arrangements of the pieces, reachable or not; 0: not known. */
FEWEST_API uint64_t fewest_exploration_space(const fewest_exploration *exploration);

/* Bytes that the walk needs, known to some percent before it begins; 0 (by hash): not known. A walk that needs more
 * than it may have is not begun: its status is LIMIT, and it has no layers. */
FEWEST_API uint64_t fewest_exploration_needed(const fewest_exploration *exploration);
/* States at most, and seconds (if not NULL) as predicted before the walk or from its first layers; 0: not known. */
FEWEST_API uint64_t fewest_exploration_expected(const fewest_exploration *exploration, double *seconds);

/* States of the last layer, where the status is SOLVED: the same ones whatever the method and the threads. The text
 * is written as behind `start` and lives as long as the handle; NULL: no memory. */
FEWEST_API size_t fewest_exploration_hardest(const fewest_exploration *exploration);
FEWEST_API const char *fewest_exploration_state(fewest_exploration *exploration, size_t index);
/* The same packed, as a trace has it; NULL: there is none of that index. */
FEWEST_API const uint64_t *fewest_exploration_words(const fewest_exploration *exploration, size_t index);
/* A shortest way from the start to that state (with from_goal: from that state to a goal), searched for within the
 * limits of the walk's options. Every move counts as one. NULL: see *error. */
FEWEST_API fewest_answer *fewest_exploration_way(fewest_exploration *exploration, size_t index, fewest_error *error);

/* The states around the start and the moves between them: to play by hand, to draw, to apply a move to a state. */
typedef struct fewest_graph fewest_graph;

typedef struct fewest_node {
    const char *state;     /* as behind `start`; lives as long as the graph; NULL: no memory */
    const uint64_t *words; /* the same packed, as a later trace has it, and the answer to a traced search */
    uint64_t depth;        /* moves from the start */
    bool is_goal;
} fewest_node;

typedef struct fewest_edge {
    size_t from, to; /* nodes */
    uint64_t cost;
    const char *word; /* of the move; lives as long as the graph; NULL: no memory */
} fewest_edge;

/* The states within options->depth moves of the start (1: its own moves), nearest first, and of these at most
 * options->states (0: a million); with memory and time as there. Edges are in the order of nodes and of their moves, one
 * for each state that is led to. A goal is not needed. NULL: see *error. It does not outlive its puzzle. */
FEWEST_API fewest_graph *fewest_graph_around(fewest_puzzle *puzzle, const fewest_options *options, fewest_error *error);
FEWEST_API void fewest_graph_free(fewest_graph *graph);
FEWEST_API bool fewest_graph_is_whole(const fewest_graph *graph); /* no state and no move was left out */
FEWEST_API size_t fewest_graph_nodes(const fewest_graph *graph);
FEWEST_API size_t fewest_graph_edges(const fewest_graph *graph);
FEWEST_API fewest_node fewest_graph_node(fewest_graph *graph, size_t index);
FEWEST_API fewest_edge fewest_graph_edge(fewest_graph *graph, size_t index);
FEWEST_API size_t fewest_graph_find(const fewest_graph *graph, const uint64_t *words); /* SIZE_MAX: not there, or NULL */

/* What a check of a bound found. */
typedef enum fewest_bound_verdict {
    FEWEST_BOUND_HOLDS,        /* it is right in every state that can be reached */
    FEWEST_BOUND_HOLDS_SO_FAR, /* there are more states than were looked at */
    FEWEST_BOUND_TOO_HIGH,     /* `bound` exceeds the true distance `distance`: a shortest way may be missed */
    FEWEST_BOUND_DROPS         /* a move of `cost` lowers it from `bound` to `distance`: A* works twice */
} fewest_bound_verdict;

typedef struct fewest_bound_check {
    fewest_bound_verdict verdict;
    uint64_t states; /* that were looked at */
    uint64_t bound, distance, cost;
    uint64_t words[8]; /* the first state where something is wrong */
} fewest_bound_check;

/* Compares the bound that A* and IDA* use, the library's or your own, with the true distances in up to
 * options->states states (0: a million) from the start on, in those that are no more than options->depth moves from it, and in as
 * many as options->seconds allows; memory and progress are as in fewest_solve. *state (if not NULL) is the state that breaks it, to be
 * freed with free(); NULL where there is none or it has no text. false: see *error. */
FEWEST_API bool fewest_check_bound(fewest_puzzle *puzzle, const fewest_options *options,
                                   fewest_bound_check *check, char **state, fewest_error *error);

/* Tables in files (docs/internals/tables.md): what fewest_tabulate keeps with a puzzle, or the databases of a bound. */
typedef enum fewest_table_kind { FEWEST_TABLE_DISTANCES, FEWEST_TABLE_PATTERNS } fewest_table_kind;

typedef struct fewest_table_info {
    unsigned version, bits;                 /* of the format; of an entry */
    uint64_t bytes, entries, states, depth; /* of the file; … ; the largest distance */
    char kind[20], fingerprint[33], puzzle[64], parameters[128];
} fewest_table_info;

/* Of the rules as compiled, pieces and goal, in 32 hexadecimal digits; not of the start, if it has the same pieces and the same
 * cells that no move changes. */
FEWEST_API bool fewest_fingerprint(fewest_puzzle *puzzle, char text[33], fewest_error *error);
/* Makes a table, if the puzzle does not have it, and writes it to a file, whole or not at all. */
FEWEST_API bool fewest_table_build(fewest_puzzle *puzzle, fewest_table_kind kind, const fewest_options *options,
                                   const char *path, fewest_error *error);
/* Takes up a table, which is read into memory. One that is damaged or for another puzzle is refused. */
FEWEST_API bool fewest_table_load(fewest_puzzle *puzzle, const char *path, fewest_error *error);
FEWEST_API bool fewest_table_read_info(const char *path, fewest_table_info *info, fewest_error *error);
/* Compares every entry with its neighbours. `puzzle` NULL: the one that the file tells of; else it takes up the table. */
FEWEST_API bool fewest_table_verify(const char *path, fewest_puzzle *puzzle, const fewest_options *options,
                                    fewest_error *error);

/* Starts for others to solve. The same seed gives the same ones everywhere, with or without a table. */
#define FEWEST_ANY_DEPTH UINT64_MAX /* all that can be solved are equally likely, where they can be listed */
#define FEWEST_DEEPEST (UINT64_MAX - 1)

typedef struct fewest_generate_options {
    uint64_t depth, seed;  /* exactly so many moves, FEWEST_ANY_DEPTH; 1 */
    size_t count;          /* different ones; 1 */
    bool unique;           /* only those with one shortest way; false */
    fewest_options limits; /* memory, seconds and progress */
} fewest_generate_options;

typedef struct fewest_instances fewest_instances;
FEWEST_API fewest_generate_options fewest_generate_defaults(void);
/* NULL: see *error; UNSOLVABLE: there is no such start. There may be fewer than were asked for. None needs more than
 * `within` allows. */
FEWEST_API fewest_instances *fewest_generate(fewest_puzzle *puzzle, const fewest_generate_options *options,
                                             fewest_error *error);
FEWEST_API void fewest_instances_free(fewest_instances *instances);
FEWEST_API size_t fewest_instances_count(const fewest_instances *instances);
/* As behind `start`; its depth, UINT64_MAX: not known; and in one line for all of them: where they were drawn from. */
FEWEST_API const char *fewest_instances_state(const fewest_instances *instances, size_t index);
FEWEST_API uint64_t fewest_instances_depth(const fewest_instances *instances, size_t index);
FEWEST_API const char *fewest_instances_reason(const fewest_instances *instances);

#ifdef __cplusplus
}
#endif

#include <fewest/space.h>

#endif
