/* What the public handles are made of. */
#ifndef FEW_API_HANDLE_H
#define FEW_API_HANDLE_H

#include <fewest/explore.h>
#include <fewest/pictures.h>
#include <fewest/space.h>
#include <fewest/tables.h>

#include "api/budget.h"
#include "api/model.h"
#include "api/options.h"
#include "api/texts.h"
#include "build/table_file.h"
#include "search/layers/reached.h"
#include "search/search.h"
#include "team/cluster.h"
#include "search/layers/table.h"

enum { FEW_SPARE_MODELS = 32 };

struct fewest_puzzle {
    atomic_uint users;        /* its owner and its results, which may be freed in any order, by any thread */
    struct few_memory memory; /* no budget of its own (see scope.h): what it uses is taken from a search's */
    struct few_puzzle *rules; /* NULL for a space that the user defines */
    struct few_model *model;  /* NULL: to be made */
    bool adopted;             /* the model was made for another start, for the sake of that start's table */
    struct few_model *spares[FEW_SPARE_MODELS]; /* made for starts with other pieces; used again for another start of that kind */
    unsigned next_spare;
    struct few_free_memory free_memory;
    bool has_table;
    struct few_table table;   /* distances of all states of the model to its present goals */
    struct few_table_file table_file; /* where these are, if they were not made here */
    struct few_given {        /* the last START and GOAL that were given, for tables that name their puzzle */
        char *text;
        size_t room;
        bool is_given;
        uint64_t times; /* that another one was tried for */
    } given[2];
    const struct few_cluster *cluster; /* processes that share it (api/cluster.h); NULL: none do */
    bool is_limited;
    fewest_limits limits;     /* what it was loaded with: for calls that have no options of their own */
    uint64_t fail_at;         /* for tests: the allocation of a search that fails; 0: none does */
};

struct fewest_answer {
    struct few_memory memory;
    fewest_puzzle *puzzle;   /* held: the model is made of its rules, and in its memory */
    struct few_model *model; /* NULL where the memory was not enough to make it */
    fewest_status status;
    fewest_limit limit;
    bool has_within; /* the puzzle's own bound */
    uint64_t within;
    fewest_statistics statistics;
    struct few_list layers; /* fewest_layer */
    struct few_solutions solutions;
    bool any_start, any_end; /* the solutions begin or end elsewhere than the puzzle says */
    char reason[256];
    char trouble[256]; /* with a checkpoint, or a disk; empty: none */
    bool is_kept;
    bool on_disk;
    uint64_t disk_bytes[3]; /* the most at a time, written, read */
    struct few_texts words, lines, drawings; /* one for each move, or for each state, of all solutions */
};

/* Counts one more user of the puzzle, which is returned; one less: the last one frees it. NULL is fine. */
fewest_puzzle *few_puzzle_hold(fewest_puzzle *puzzle);
void few_puzzle_release(fewest_puzzle *puzzle);

/* An answer without anything in it yet, that holds the puzzle; NULL: no memory. */
fewest_answer *few_answer_create(fewest_puzzle *puzzle);

/* The limits that the puzzle was given; NULL: none. */
const fewest_limits *few_puzzle_limits(const fewest_puzzle *puzzle);

/* Turns an inner error into the public one; `error` may be NULL. */
void few_error_publish(const struct few_error *from, fewest_error *error);

/* How an inner search ended, as the public status and limit. */
void few_end_publish(enum few_end end, fewest_status *status, fewest_limit *limit);
/* Whether the functions of a user-defined space did what they must not: its outcome is not believed. */
bool few_has_fault(const struct few_model *model);
/* Says what FEW_CONTRADICTION means; always false. */
bool few_contradicted(const struct few_model *model, struct few_error *error);

/* A random walk of that many steps: backwards from a goal where that is possible, else forwards from a start. */
bool few_model_walk(const struct few_model *model, struct few_memory *memory, size_t steps, uint64_t *seed,
                    uint64_t *state, bool *backward, struct few_error *error);

/* Makes the distances of all states up to `depth`. Where goals cannot be listed, these are the states that can be reached
 * from the start (table->around). `for_starts`: starts are to be drawn by it. false: see *error. */
bool few_puzzle_tabulate(fewest_puzzle *puzzle, const fewest_limits *limits, uint64_t depth, bool for_starts,
                         struct few_table *table, struct few_error *error);

/* Lets go of the distances, when the goal or the model changes. */
void few_puzzle_drop_table(fewest_puzzle *puzzle);

/* Lets go of the models that are kept for later. */
void few_puzzle_drop_spares(fewest_puzzle *puzzle);

/* Makes the model for this purpose if there is none, within these limits (NULL: those that the puzzle was loaded with). */
bool few_puzzle_prepare(fewest_puzzle *puzzle, struct few_purpose purpose, const fewest_limits *limits,
                        struct few_error *error);

/* The same for an exploration of that many steps, which needs no goal. */
bool few_puzzle_prepare_to_explore(fewest_puzzle *puzzle, uint64_t steps, const fewest_limits *limits,
                                   struct few_error *error);

/* Makes the model for another start of the same puzzle; whether it serves the present one, too, is asked of it then. If not, it is
 * dropped, and the next call makes another. It may have states that the present start does not lead to: starts are not drawn from
 * it. */
bool few_puzzle_serve_from(fewest_puzzle *puzzle, const struct few_start *start, struct few_error *error);
bool few_puzzle_serves(fewest_puzzle *puzzle);
void few_puzzle_drop_adopted(fewest_puzzle *puzzle);

/* A state as after `start`, to be freed with free(); NULL: no memory. The puzzle has rules. */
char *few_state_text(const struct few_model *model, struct few_memory *memory, const uint64_t *state);

/* A state of a path as the model of the answer has it. */
const uint64_t *few_answer_words(const fewest_answer *answer, size_t solution, size_t step);

/* Replays every solution by the checker (by the space itself, where there are no rules to go by). */
bool few_answer_holds(fewest_answer *answer, bool *no_memory);

#endif
