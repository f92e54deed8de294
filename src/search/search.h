/* What all searches share: the problem, its limits and progress, how it ends, and the solutions it found. */
#ifndef FEW_SEARCH_SEARCH_H
#define FEW_SEARCH_SEARCH_H

#include "base/list.h"
#include "bound/bound.h"
#include "facts/facts.h"
#include "space/space.h"
#include "visited/visited.h"

struct few_graph;
struct few_table;
struct few_cluster;
struct few_keeper;
struct few_disk;

struct few_problem {
    const struct few_space *space;
    const uint64_t *starts;
    size_t start_count;
    const uint64_t *goals; /* all goal states, where goals_listed; else they are only tested for */
    size_t goal_count;
    bool goals_listed;
    size_t goal_limit;               /* how many could have been listed */
    enum few_goal_list goal_outcome; /* why they are not listed */
    bool only_listed; /* the goals are those listed, whatever the space takes for one */
    bool by_moves;    /* every move counts as one, whatever it costs: for bfs and bidirectional */
    const struct few_bound *bound; /* for A* and IDA*; NULL: nothing is known */
    const struct few_bound *hopeless; /* for bfs and bidirectional: from which states no goal can be reached, these are left out; NULL: not known */
    const struct few_facts *facts; /* of the space; NULL: not known */
    struct few_table *table; /* the distances of all states; NULL: not known */
    struct few_graph *graph; /* of which `space` is the space; NULL: of none */
};

/* goal[i] = whether states[i] is a goal of the problem. */
void few_problem_test(const struct few_problem *problem, const uint64_t *states, size_t count, bool *goal);

/* Whether some start is a goal. */
bool few_problem_starts_at_goal(const struct few_problem *problem);

/* Leaves out the states from which no goal can be reached, as `hopeless` says (NULL: none), and returns how many are left. */
size_t few_drop_hopeless(const struct few_bound *hopeless, uint64_t *states, size_t count);

enum few_end {
    FEW_RUNNING,
    FEW_SOLVED,
    FEW_UNSOLVABLE,
    FEW_MEMORY_LIMIT,
    FEW_TIME_LIMIT,
    FEW_STATE_LIMIT,
    FEW_DEPTH_LIMIT,
    FEW_INTERRUPTED,
    FEW_NO_MEMORY,
    FEW_NO_DISK, /* a file could not be written or read (search/disk/disk.h) */
    FEW_CONTRADICTION, /* the functions of the space contradict each other: a bug in the space or in fewest */
};

struct few_counts {
    uint64_t expanded, generated, remembered, depth, frontier;
    uint64_t frontiers[2]; /* of each side, where there are sides */
};

struct few_kept;
struct few_astar_store;

#define FEW_TRANSPOSITIONS_AUTO UINT64_MAX

enum few_symmetry_use { FEW_SYMMETRY_AUTO, FEW_SYMMETRY_ON, FEW_SYMMETRY_OFF };

/* The limits of a search, its counts so far, and the functions that are called as it goes on. */
struct few_watch {
    struct few_memory *memory;
    struct few_kept *kept; /* what searches keep for the next one (layers/kept.h); NULL: nothing */
    const struct few_cluster *cluster; /* processes that share a breadth-first search, from one end or both (team/cluster.h); NULL: this one alone */
    struct few_disk *disk; /* for a breadth-first search that does not fit into memory (search/layers/bfs_disk.h); NULL: there is none */
    const struct few_visited_kind *store; /* how states are remembered; NULL: chosen by what fits */
    bool any_solution;        /* whichever shortest path is found first will do */
    bool from_goals;     /* bidirectional: search backward only, from the goals, see there */
    uint64_t max_states; /* 0: no limit */
    uint64_t max_expanded; /* most states to expand, 0: no limit; the search then ends with FEW_STATE_LIMIT */
    uint64_t max_depth;  /* a longer path is not looked for: the limit `depth` */
    uint64_t within;     /* a longer path does not count: the puzzle's own bound */
    double deadline;     /* on few_now's clock; 0: none */
    unsigned threads;    /* IDA*; 0: one */
    struct few_keeper *keeper; /* IDA*: of checkpoints (search/keeper.h); NULL: there are none */
    enum few_symmetry_use symmetry_use; /* bfs, bidirectional: whether one state stands for its class (layers/classes.h) */
    uint32_t symmetries;     /* that were used so; 0: none */
    uint64_t transpositions; /* IDA*: bytes for its tables of states; 0: none; FEW_TRANSPOSITIONS_AUTO */
    bool (*report)(void *context, const struct few_counts *counts); /* or NULL; false: stop */
    /* Called for every finished layer, and for every state as it is reached; or NULL. */
    bool (*layer)(void *context, unsigned side, uint64_t depth, uint64_t states); /* false: no memory */
    void (*reached)(void *context, unsigned side, uint64_t depth, const uint64_t *states, size_t count);
    void *context; /* of all three */
    double next_report;
    bool stop_requested; /* report returned false; it is not called again */
    struct few_counts counts;
    uint64_t levelled;      /* states that were expanded up to the last level */
    const char *store_name; /* what was chosen, for people */
};

/* To be called every few thousand states. FEW_RUNNING, or why to stop. */
enum few_end few_watch_check(struct few_watch *watch);
/* What ends work on a memory when the watch would; to be set while one thread prepares something. */
struct few_stopper few_watch_stopper(struct few_watch *watch);
/* Whether more states are remembered than may be. Searches stop there at once, in the midst of the moves of a state. */
static inline bool few_watch_is_full(const struct few_watch *watch) {
    return watch->max_states && watch->counts.remembered > watch->max_states;
}
/* How many of `count` results, of which any may be new, to look at before that is asked again: as many as it takes to pass
 * the limit by one. */
static inline size_t few_watch_room(const struct few_watch *watch, size_t count) {
    const uint64_t known = watch->counts.remembered, room = watch->max_states > known ? watch->max_states - known : 0;
    return watch->max_states && room < count ? (size_t)room + 1 < count ? (size_t)room + 1 : count : count;
}
/* Memory was refused: by the budget or by the system. */
enum few_end few_refused(const struct few_watch *watch);
/* The search is at that depth without an answer: FEW_RUNNING, or the end it has come to. */
enum few_end few_depth_check(const struct few_watch *watch, uint64_t depth);

/* A layer of a side is finished: it has that many states. Of searches that go by sums: all states of that sum are
 * expanded. false: memory was refused. */
bool few_watch_layer(struct few_watch *watch, unsigned side, uint64_t depth, uint64_t states);
bool few_watch_level(struct few_watch *watch, uint64_t sum);

/* States are seen for the first time, on that side, at that depth or sum. */
static inline void few_watch_reached(const struct few_watch *watch, unsigned side, uint64_t depth,
                                     const uint64_t *states, size_t count) {
    if (watch->reached && count)
        watch->reached(watch->context, side, depth, states, count);
}

/* Shortest solutions: the states of each one after the other, and the moves between. */
struct few_solution {
    size_t first_state, first_move, length; /* into states (length + 1 of them) and moves */
};

struct few_solutions {
    struct few_list states, moves, list; /* words of a state; uint32_t; struct few_solution */
    uint64_t total;                      /* all shortest solutions, UINT64_MAX: that many or more; 1 when not counted */
    uint64_t cost;
};

void few_solutions_init(struct few_solutions *solutions, struct few_memory *memory, uint32_t words);
void few_solutions_free(struct few_solutions *solutions);

/* Which successors lie on a shortest path: made by each search from what it remembers. */
struct few_guide {
    void *self;
    uint64_t total; /* cost of a shortest path */
    /* on_path[i] = whether states[i], reached at cost costs[i] from a start by a shortest path, lies on one */
    void (*test)(void *self, const uint64_t *states, const uint64_t *costs, size_t count, bool *on_path);
    /* NULL where `test` is sure: then every state on a path has one behind it, and where not, the end is
     * FEW_CONTRADICTION, at once: to go back and try others might take for ever. Where it only says that a state may
     * lie on a shortest path, the first path is found by trying: this is called before a state is tried at that cost.
     * FEW_UNSOLVABLE: it is not worth trying, because it was tried before; FEW_RUNNING: try it; else why to stop.
     * Then `list` is 1, and nothing is counted. */
    enum few_end (*attempt)(void *self, const uint64_t *state, uint64_t cost);
    /* What a path costs behind a move of that cost. NULL: the sum of both. Where it is not, costs are any numbers, 0 at the
     * starts, that each move makes higher; and the cost of the solutions is to be set behind few_follow. */
    uint64_t (*advance)(void *self, uint64_t so_far, uint32_t cost);
};

/* Writes the first `list` shortest solutions in the order of moves, and counts all of them if `count` is set. Every
 * state of a path comes from `guide`; the states of cost `total` on a path are goals. FEW_SOLVED, or why it stopped. */
enum few_end few_follow(const struct few_problem *problem, struct few_watch *watch, const struct few_guide *guide,
                        size_t list, bool count, struct few_solutions *solutions);

/* Writes one solution from its states, `count` of the problem's space, each a move of cost 1 from the one before; the
 * moves are the lowest that lead there. FEW_SOLVED, or why it stopped. */
enum few_end few_write_solution(const struct few_problem *problem, struct few_watch *watch, const uint64_t *states,
                           size_t count, struct few_solutions *solutions);

/* What was kept of A*; NULL where nothing is kept. */
struct few_astar_store *few_kept_astar(struct few_kept *kept);

/* The searches. Each fills solutions when it returns FEW_SOLVED. */
enum few_end few_search_bfs(const struct few_problem *problem, struct few_watch *watch, size_t list, bool count,
                            struct few_solutions *solutions);
/* The same by the processes of watch->cluster; needs predecessors. All of them have the solutions. */
enum few_end few_search_bfs_shared(const struct few_problem *problem, struct few_watch *watch, size_t list, bool count,
                                   struct few_solutions *solutions);
/* Needs predecessors, listed goals and moves of cost 1. */
enum few_end few_search_bidirectional(const struct few_problem *problem, struct few_watch *watch, size_t list,
                                      bool count, struct few_solutions *solutions);
/* The same by the processes of watch->cluster. All of them have the solutions. No start is a goal. */
enum few_end few_search_bidirectional_shared(const struct few_problem *problem, struct few_watch *watch, size_t list, bool count,
                                             struct few_solutions *solutions);
/* Moves of different costs, by buckets. */
enum few_end few_search_costs(const struct few_problem *problem, struct few_watch *watch, size_t list, bool count,
                              struct few_solutions *solutions);
/* With a lower bound on what is left to pay: the most promising state first, all states remembered. */
enum few_end few_search_astar(const struct few_problem *problem, struct few_watch *watch, size_t list, bool count,
                              struct few_solutions *solutions);
/* With a lower bound, depth-first with rising thresholds; remembers what it is given memory for. Where moves can be
 * undone and no goal can be reached, only a limit ends it. More than one solution is left to A*. */
enum few_end few_search_idastar(const struct few_problem *problem, struct few_watch *watch, size_t list, bool count,
                                struct few_solutions *solutions);

#endif
