/* libfewest: whole spaces of states instead of one solution: how many states there are and how deep, the states around
 * the start as a graph, and starts for others to solve. Beside <fewest.h>, which it includes. */
#ifndef FEWEST_EXPLORE_H
#define FEWEST_EXPLORE_H

#include <fewest.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Exploring a whole space ----------------------------------------------------------------------------- */

#define FEWEST_METHODS(X)                                                                         \
    X(METHOD_AUTO, "auto", "chosen by what is known about the puzzle, and by memory")             \
    X(METHOD_SETS, "sets", "whole words of states at a time, where pieces are only moved around") \
    X(METHOD_RANK, "rank", "a list for the layer and a table indexed by a perfect hash")          \
    X(METHOD_HASH, "hash", "a list for the layer and an open hash table")                         \
    X(METHOD_COORDINATES, "coordinates", "whole rows of states at a time, where moves permute the contents of cells")

typedef enum fewest_method {
#define FEWEST_ENUM(name, word, meaning) FEWEST_##name,
    FEWEST_METHODS(FEWEST_ENUM)
#undef FEWEST_ENUM
} fewest_method;

/* The columns are those of FEWEST_OPTIONS. */
#define FEWEST_EXPLORE_OPTIONS(X)                                                                                  \
    X(fewest_method, method, METHODS, "method", "auto",                                                            \
      "how to explore; a method that does not apply is replaced by the next one, but coordinates are an error") \
    X(bool, from_goal, FLAG, "from-goal", NULL,                                                                    \
      "explore from the goals that the start allows, by the inverse moves: depths are then distances to the goal") \
    X(uint64_t, hardest, COUNT, "hardest", "1", "the most states of the last layer to show") \
    X(fewest_symmetry_use, symmetry, SYMMETRY_USES, "symmetry", "auto",                                            \
      "whether one state stands for all that are the same by symmetry; the counts are the same")                   \
    X(const char *, checkpoint, FILE, "checkpoint", NULL,                                                          \
      "write the exploration to this file as it runs, and when a limit or a signal ends it")                       \
    X(double, every, SECONDS, "every", "60", "seconds between two checkpoints, at least; also as 5m or 1h")        \
    X(const char *, resume, FILE, "resume", NULL, "continue from this checkpoint, and write it again as the run goes on") \
    X(const char *, disk, FOLDER, "disk", NULL,                                                                    \
      "a folder for what does not fit into memory; it is used only then")                                          \
    X(uint64_t, disk_limit, ROOM, "disk-limit", "none", "bytes that files there may take")

typedef struct fewest_explore_options {
    size_t size; /* sizeof(fewest_explore_options) */
    fewest_limits limits; /* by sets and by coordinates, whole layers are counted: the states of the last one may be past the limit */
#define FEWEST_MEMBER(type, name, form, option, standard, meaning) type name;
    FEWEST_EXPLORE_OPTIONS(FEWEST_MEMBER)
#undef FEWEST_MEMBER
} fewest_explore_options;

typedef struct fewest_exploration fewest_exploration;

/* Counts the states at each number of moves from the start (to the goal, with from_goal). Costs and `within` play no
 * part, but for strings of any length, which have no end: of these, as many moves are made as `within` allows if each
 * costs as little as a move can, unless limits.depth says how far; then limit is DEPTH.
 *
 * With from_goal these are states as the start makes them possible: a cell that no move can change from there keeps
 * its piece, and pieces that are never lost or made are as many as in the start; but one piece that walks among fixed
 * cells may stand on any floor, whether it can come there or not. A goal is not needed. The status is SOLVED when the
 * whole space was explored, else LIMIT, INTERRUPTED or SYSTEM, with the layers that were finished; NULL only where
 * nothing could be explored. */
FEWEST_API fewest_exploration *fewest_explore(fewest_puzzle *puzzle, const fewest_explore_options *options,
                                              fewest_error *error);
FEWEST_API void fewest_exploration_free(fewest_exploration *exploration);

FEWEST_API fewest_status fewest_exploration_status(const fewest_exploration *exploration);
FEWEST_API fewest_limit fewest_exploration_limit(const fewest_exploration *exploration);
FEWEST_API const fewest_statistics *fewest_exploration_statistics(const fewest_exploration *exploration);
FEWEST_API fewest_method fewest_exploration_method(const fewest_exploration *exploration); /* as it ran */
FEWEST_API const char *fewest_method_word(fewest_method method);

/* How many symmetries were used: up to so many states were visited as one. 1: none. */
FEWEST_API uint32_t fewest_exploration_symmetries(const fewest_exploration *exploration);

/* States in all layers; layers, which is one more than the largest depth; states of one layer, from 0. */
FEWEST_API uint64_t fewest_exploration_states(const fewest_exploration *exploration);
FEWEST_API size_t fewest_exploration_layers(const fewest_exploration *exploration);
FEWEST_API uint64_t fewest_exploration_layer(const fewest_exploration *exploration, size_t depth);
/* Arrangements of the pieces, reachable or not; 0: not known. */
FEWEST_API uint64_t fewest_exploration_space(const fewest_exploration *exploration);

/* Bytes that the exploration needs, predicted to a few percent before it begins; 0 (by hash): not known. One that needs
 * more than it may use is not begun: its status is LIMIT, and it has no layers. */
FEWEST_API uint64_t fewest_exploration_needed(const fewest_exploration *exploration);
/* States at most, and seconds (if not NULL) as predicted before the exploration or from its first layers; 0: not known. */
FEWEST_API uint64_t fewest_exploration_expected(const fewest_exploration *exploration, double *seconds);

/* Bytes that processes sent to each other, where several shared the exploration (<fewest/cluster.h>). */
FEWEST_API uint64_t fewest_exploration_sent(const fewest_exploration *exploration);

/* States of the last layer, where the status is SOLVED: the same ones whatever the method and the threads. The text
 * is written as after `start` and lives as long as the handle; NULL: no memory. */
FEWEST_API size_t fewest_exploration_hardest(const fewest_exploration *exploration);
FEWEST_API const char *fewest_exploration_state(const fewest_exploration *exploration, size_t index);
/* The same packed, as a trace has it; NULL: there is none of that index. */
FEWEST_API const uint64_t *fewest_exploration_words(const fewest_exploration *exploration, size_t index);
/* A shortest path from the start to that state (with from_goal: from that state to a goal): the start and the goals that were
 * explored, even if the puzzle has others now. It is searched for within what is left of the limits of the exploration's
 * options; the time between the calls does not count. Every move counts as one. It is a search, in which the puzzle counts as used,
 * unless that was freed. NULL: see *error. */
FEWEST_API fewest_answer *fewest_exploration_solution(fewest_exploration *exploration, size_t index, fewest_error *error);

/* ---- Checkpoints ------------------------------------------------------------------------------------------- */

/* With options.checkpoint, an exploration is written to that file: at once, then at the first layer after options.every seconds
 * (0: 60), when a limit or the progress function ends it, and when it is whole. The file is there whole or not at all, whenever the
 * process ends, and has a checksum over all its bytes. It holds the puzzle as text, unless that is a maze or longer than a megabyte.
 *
 * With options.resume, an exploration continues from such a file, by the method it began with; limits and threads may be different.
 * The puzzle, its start and its goals, and from_goal must be those of the file: else it is refused. If options.checkpoint is NULL, the
 * same file is written. A file of another version of the library is refused, too. A file at one of these names that is neither a checkpoint nor
 * empty is never replaced: FEWEST_INVALID.
 *
 * Processes that share the puzzle (<fewest/cluster.h>) write together, in a folder that all of them see: beside that file, each has one of its own, with the
 * same name and a letter and a number behind it. Any number of processes, or one alone, may continue.
 *
 * With options.disk, layers that do not fit into memory are files in that folder, without names, or, with a checkpoint, which refers to them,
 * with names that begin with "fewest-". If the disk is full, or options.disk_limit (0: none) too low, the status is SYSTEM.
 *
 * What went wrong with files: why the last checkpoint could not be written, or the disk not be used; NULL: nothing. */
FEWEST_API const char *fewest_exploration_trouble(const fewest_exploration *exploration);

/* Whether the last checkpoint was written, so that the exploration can be continued. */
FEWEST_API bool fewest_exploration_is_kept(const fewest_exploration *exploration);
/* Whether the layers were on disk; if so, the most bytes that files took at a time, and all that were written and read. */
FEWEST_API bool fewest_exploration_disk(const fewest_exploration *exploration, uint64_t *most, uint64_t *written, uint64_t *read);

/* What is in such a file. */
typedef struct fewest_checkpoint fewest_checkpoint;
FEWEST_API fewest_checkpoint *fewest_checkpoint_open(const char *path, fewest_error *error); /* NULL: see *error */
FEWEST_API void fewest_checkpoint_free(fewest_checkpoint *checkpoint);
FEWEST_API bool fewest_checkpoint_looks_like(const char *path); /* by its first bytes alone */
/* Removes a checkpoint, the files of processes beside it, and those of a search on disk; false: there is none, or errno says why it cannot be removed. */
FEWEST_API bool fewest_checkpoint_remove(const char *path);
FEWEST_API const char *fewest_checkpoint_name(const fewest_checkpoint *checkpoint); /* that the puzzle was loaded by */
FEWEST_API bool fewest_checkpoint_is_whole(const fewest_checkpoint *checkpoint);    /* all is explored */
FEWEST_API uint64_t fewest_checkpoint_layers(const fewest_checkpoint *checkpoint); /* of a search: what every solution costs at least */
FEWEST_API uint64_t fewest_checkpoint_states(const fewest_checkpoint *checkpoint); /* of a search: those that were expanded */
FEWEST_API double fewest_checkpoint_seconds(const fewest_checkpoint *checkpoint);   /* that it took so far */
/* The puzzle within limits (NULL: none), and the options to continue with: limits.depth, where it cannot be another, method, from_goal, hardest,
 * symmetry and resume, which is valid as long as the checkpoint. NULL: see *error. */
FEWEST_API fewest_puzzle *fewest_checkpoint_puzzle(const fewest_checkpoint *checkpoint, const fewest_limits *limits,
                                                   fewest_explore_options *options, fewest_error *error);
/* Whether it is of a search (fewest_solve); the puzzle of one, and the options to continue with: resume, and algorithm, remember, all and list, where
 * these are not set yet. */
FEWEST_API bool fewest_checkpoint_is_search(const fewest_checkpoint *checkpoint);
FEWEST_API fewest_puzzle *fewest_checkpoint_search(const fewest_checkpoint *checkpoint, const fewest_limits *limits, fewest_options *options,
                                                   fewest_error *error);

/* Whether it is of a distance table (fewest_table_build); the file that the table is for, NULL: none; the puzzle, and the option to go on with: resume. */
FEWEST_API bool fewest_checkpoint_is_table(const fewest_checkpoint *checkpoint);
FEWEST_API const char *fewest_checkpoint_output(const fewest_checkpoint *checkpoint);
FEWEST_API fewest_puzzle *fewest_checkpoint_table(const fewest_checkpoint *checkpoint, const fewest_limits *limits, fewest_options *options,
                                                  fewest_error *error);

/* ---- Graphs ------------------------------------------------------------------------------------------------ */

/* The states around the start and the moves between them: to play by hand, to draw, to apply a move to a state. */
typedef struct fewest_graph fewest_graph;

typedef struct fewest_node {
    const char *state;     /* as after `start`; lives as long as the graph; NULL: no memory */
    const uint64_t *words; /* the same packed, as a later trace has it, and the answer to a traced search */
    uint64_t depth;        /* moves from the start */
    bool is_goal;
} fewest_node;

typedef struct fewest_edge {
    size_t from, to; /* nodes */
    uint64_t cost;
    const char *word; /* of the move; lives as long as the graph; NULL: no memory */
} fewest_edge;

/* The states within limits.depth moves of the start (1: its own moves), nearest first, and of these at most
 * limits.states (0: a million); with memory and time as there. Edges are in the order of nodes and of their moves, one
 * for each state that is led to. A goal is not needed. NULL: see *error. */
FEWEST_API fewest_graph *fewest_graph_around(fewest_puzzle *puzzle, const fewest_options *options, fewest_error *error);
/* The same backwards: the states from which at most limits.depth moves lead to `state`, as after `start`, or (NULL) to a goal, of
 * which there may be at most limits.states, and the moves between them; the depth of a node is that distance. The puzzle's own
 * start need not lead to them, and stays as it is. Refused where moves cannot be inverted, or goals not listed. */
FEWEST_API fewest_graph *fewest_graph_back(fewest_puzzle *puzzle, const char *state, const fewest_options *options,
                                           fewest_error *error);
FEWEST_API void fewest_graph_free(fewest_graph *graph);
FEWEST_API bool fewest_graph_is_whole(const fewest_graph *graph); /* no state and no move was left out */
FEWEST_API size_t fewest_graph_nodes(const fewest_graph *graph);
FEWEST_API size_t fewest_graph_edges(const fewest_graph *graph);
FEWEST_API fewest_node fewest_graph_node(const fewest_graph *graph, size_t index);
FEWEST_API fewest_edge fewest_graph_edge(const fewest_graph *graph, size_t index);
/* The same without the texts, which are kept once they were asked for: for programs that go through large graphs. Past the end: 0. */
FEWEST_API uint64_t fewest_graph_depth(const fewest_graph *graph, size_t node);
FEWEST_API bool fewest_graph_is_goal(const fewest_graph *graph, size_t node);
FEWEST_API size_t fewest_graph_from(const fewest_graph *graph, size_t edge);
FEWEST_API size_t fewest_graph_to(const fewest_graph *graph, size_t edge);
FEWEST_API uint64_t fewest_graph_cost(const fewest_graph *graph, size_t edge);
FEWEST_API size_t fewest_graph_find(const fewest_graph *graph, const uint64_t *words); /* SIZE_MAX: not there, or NULL */

/* bounds[i] = a lower bound of the cost from node i to a goal, as A* has it with these options (bound_memory FEWEST_ZERO: without
 * tables); UINT32_MAX: no goal can be reached from there. 0 everywhere where nothing is known. The puzzle must be as it was when the
 * graph was made, and counts as used meanwhile. false: see *error. */
FEWEST_API bool fewest_graph_bounds(const fewest_graph *graph, const fewest_options *options, uint32_t *bounds,
                                    fewest_error *error);

/* ---- Starts ------------------------------------------------------------------------------------------------ */

/* A state some `steps` random moves away: backwards from a goal where that is possible, so that it can be solved,
 * else forwards from the start. The same seed gives the same state. As text, as after `start`, to be freed with
 * fewest_free; NULL: see *error. The puzzle needs a start and a goal and stays as it was. */
FEWEST_API char *fewest_random_state(fewest_puzzle *puzzle, size_t steps, uint64_t seed, fewest_error *error);

/* Starts for others to solve. The same seed gives the same ones everywhere, with or without a table. */
#define FEWEST_DIFFICULTIES(X)                                                             \
    X(ANY_DEPTH, "any", "each solvable start is equally likely, where they can be listed") \
    X(EXACT_DEPTH, "exact", "exactly `depth` moves from the goal")                         \
    X(DEEPEST, "deepest", "as far from the goal as possible")

typedef enum fewest_difficulty {
#define FEWEST_ENUM(name, word, meaning) FEWEST_##name,
    FEWEST_DIFFICULTIES(FEWEST_ENUM)
#undef FEWEST_ENUM
} fewest_difficulty;

/* The columns are those of FEWEST_OPTIONS. A seed is any number; FEWEST_ZERO is 0. */
#define FEWEST_GENERATE_OPTIONS(X)                                                       \
    X(fewest_difficulty, difficulty, NONE, "", "any", "how far from the goal")           \
    X(uint64_t, depth, NONE, "", "0", "moves, for FEWEST_EXACT_DEPTH")                   \
    X(uint64_t, count, NONE, "", "1", "how many, all different")                         \
    X(bool, unique, FLAG, "unique", NULL, "only starts with just one shortest solution") \
    X(uint64_t, seed, NONE, "", "0", "the same seed gives the same starts")

typedef struct fewest_generate_options {
    size_t size; /* sizeof(fewest_generate_options) */
    fewest_limits limits; /* memory, seconds and progress */
#define FEWEST_MEMBER(type, name, form, option, standard, meaning) type name;
    FEWEST_GENERATE_OPTIONS(FEWEST_MEMBER)
#undef FEWEST_MEMBER
} fewest_generate_options;

typedef struct fewest_instances fewest_instances;
/* NULL: see *error; its status is UNSOLVABLE where no state can be solved, or none has just one shortest solution (`unique`), and
 * INVALID where no start has the depth that was asked for. There may be fewer than were asked for. None needs more than
 * `within` allows. */
FEWEST_API fewest_instances *fewest_generate(fewest_puzzle *puzzle, const fewest_generate_options *options,
                                             fewest_error *error);
FEWEST_API void fewest_instances_free(fewest_instances *instances);
FEWEST_API size_t fewest_instances_count(const fewest_instances *instances);
/* As after `start`; its depth, UINT64_MAX: not known; and in one line for all of them: where they were drawn from,
 * and where there are fewer than were asked for, whether there may be more. */
FEWEST_API const char *fewest_instances_state(const fewest_instances *instances, size_t index);
FEWEST_API uint64_t fewest_instances_depth(const fewest_instances *instances, size_t index);
FEWEST_API const char *fewest_instances_reason(const fewest_instances *instances);

#ifdef __cplusplus
}
#endif

#endif
