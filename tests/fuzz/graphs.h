/* Random graphs as user-defined spaces (part 5 of fewest.h), solved by the library and by a plain search. One trial is one
 * graph with everything that is asked about it; it follows from its seed alone. */
#ifndef FUZZ_GRAPHS_H
#define FUZZ_GRAPHS_H

#include <fewest.h>
#include <fewest/space.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MOST_WORDS = 8, MOST_ENDS = 12 };
#define NO_NODE UINT32_MAX
#define NO_WAY UINT64_MAX

/* ---- Chance */

struct chance {
    uint64_t state;
};
uint64_t draw_word(struct chance *chance);
unsigned draw(struct chance *chance, unsigned limit);               /* 0 .. limit - 1 */
unsigned draw_between(struct chance *chance, unsigned low, unsigned high); /* both included */
bool one_in(struct chance *chance, unsigned many);

/* ---- The graph */

struct arc {
    uint32_t from, to, move, cost;
};

enum bound_kind { BOUND_NONE, BOUND_ZERO, BOUND_EXACT, BOUND_LOWER, BOUND_LARGE, BOUND_TOO_HIGH, BOUND_KINDS };

struct graph {
    uint32_t nodes, words, arc_count;
    uint32_t spread;    /* how nodes are written as states */
    uint32_t spare;     /* ranks that no node has, and moves that no state has */
    uint32_t max_cost;  /* as the library is told: 0 and 1 mean that moves cost 1 */
    bool free_moves;    /* as the library is told: a cost of 0 is meant, and not a 1 */
    bool undirected;    /* as the library is told; then arcs 2n and 2n + 1 undo one another */
    bool symmetric;     /* whether they do, told or not */
    bool backward, tests_goals, lists_goals, ranks;
    bool distinct;      /* moves of one node to different nodes have different numbers */
    enum bound_kind bound;
    uint64_t bound_seed;
    struct arc *arcs;
    uint32_t starts[MOST_ENDS], start_count; /* the same node may come twice */
    uint32_t goals[MOST_ENDS], goal_count;   /* likewise */
};

void graph_make(struct graph *graph, struct chance *chance);
void graph_copy(struct graph *to, const struct graph *from);
void graph_free(struct graph *graph);
void graph_print(const struct graph *graph);
static inline uint32_t cost_of(const struct graph *graph, const struct arc *arc) {
    return arc->cost == 0 ? !graph->free_moves : graph->max_cost > 1 ? arc->cost : 1;
}

/* ---- What is true of it */

struct truth {
    const struct graph *graph;
    uint32_t *first_out, *out, *first_in, *in; /* arcs by the node they leave and enter */
    bool *is_goal;
    uint64_t *to_goal, *solutions;                  /* cheapest cost, NO_WAY: none; cheapest solutions, UINT64_MAX: that many or more */
    uint64_t *to_goal_free;                    /* the fewest free moves of a way to a goal that costs that */
    uint64_t *depth, *to_goal_moves;           /* moves from a start; moves to a goal */
    uint64_t *from_start;                      /* cheapest cost from a start */
    uint32_t *bound;
    uint64_t best, best_free, total;           /* of the whole: cost, free moves, solutions */
};
static inline bool truth_is_best(const struct truth *truth, uint32_t node) {
    return truth->to_goal[node] == truth->best && truth->to_goal_free[node] == truth->best_free;
}

void truth_find(struct truth *truth, const struct graph *graph);
void truth_free(struct truth *truth);
/* The nodes that follow on a cheapest path, each once, by the lowest of its cheapest moves, lowest first: arcs. */
uint32_t truth_steps(const struct truth *truth, uint32_t node, uint32_t *arcs);
/* The cheapest arc between two nodes, and of these the lowest; NO_NODE: none. */
uint32_t truth_arc(const struct truth *truth, uint32_t from, uint32_t to);

/* ---- The space of it */

struct own {
    const struct truth *truth;
    uint64_t *states;   /* of each node */
    uint32_t *table;    /* open hash table of nodes, by state */
    uint32_t table_size;
    uint64_t *rank_of;
    uint64_t *starts, *goals;
    bool strange;       /* a state came that nobody made */
    fewest_space space;
};

bool own_make(struct own *own, const struct truth *truth);
void own_free(struct own *own);
uint32_t own_node(const struct own *own, const uint64_t *state); /* NO_NODE: of none */

/* ---- What is asked */

struct trial {
    struct truth truth;
    struct own own;
    uint64_t seed;
    int only;           /* number of the one question that is asked; -1: all */
    uint64_t questions; /* answered so far */
    char kind[32];      /* what differs, in a word; "": nothing */
    char text[600];     /* and in a sentence */
    char asked[200];    /* the question at hand */
    int number;         /* its number */
};

/* Notes the first difference; returns false. */
bool differs(struct trial *trial, const char *kind, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* A question: a puzzle is there, and chance of its own. false: something differs. */
bool ask_solve(struct trial *trial, fewest_puzzle *puzzle, struct chance *chance);
bool ask_every_manner(struct trial *trial, fewest_puzzle *puzzle, struct chance *chance);
bool ask_limits(struct trial *trial, fewest_puzzle *puzzle, struct chance *chance);
bool ask_progress(struct trial *trial, fewest_puzzle *puzzle, struct chance *chance);
bool ask_trace(struct trial *trial, fewest_puzzle *puzzle, struct chance *chance);
bool ask_table(struct trial *trial, fewest_puzzle *puzzle, struct chance *chance);
bool ask_exploration(struct trial *trial, fewest_puzzle *puzzle, struct chance *chance);
bool ask_graph(struct trial *trial, fewest_puzzle *puzzle, struct chance *chance);
bool ask_refused(struct trial *trial, fewest_puzzle *puzzle, struct chance *chance);
bool ask_bound(struct trial *trial, fewest_puzzle *puzzle, struct chance *chance);

/* Draws what to solve by, and says it in trial->asked. */
/* A number in options as it is meant: 0 is the default. */
static inline uint64_t meant(uint64_t number, uint64_t standard) {
    return number == 0 ? standard : number == FEWEST_ZERO ? 0 : number;
}

fewest_options draw_options(struct trial *trial, struct chance *chance);
/* Whether an answer without limits is as it must be; it is freed. */
bool expect_answer(struct trial *trial, fewest_answer *answer, const fewest_options *options, const fewest_error *error);
/* The same of an answer that a limit may have ended. */
bool expect_limited(struct trial *trial, fewest_answer *answer, const fewest_options *options, const fewest_error *error);
/* One solution of an answer: from a start to a goal, move by move. */
bool expect_solution(struct trial *trial, fewest_answer *answer, size_t solution, bool by_moves);

/* Who hears of progress, and stops it at some call. */
struct listener {
    struct trial *trial;
    unsigned calls, last; /* so far; the one that asks to stop, from 1; 0: none does */
    bool stopped, wrong;
    uint64_t expanded;
    double seconds;
};
bool listen(void *context, const fewest_statistics *so_far);

/* The clock of this thread goes on by so many nanoseconds each time somebody looks at it. */
void clock_step(uint64_t nanoseconds);

/* Asks everything about a graph: the same for the same seed, whatever the graph. */
bool trial_run(struct trial *trial, const struct graph *graph, uint64_t seed, int only);

#endif
