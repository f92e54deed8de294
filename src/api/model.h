/* A puzzle made searchable: the space that suits it, compiled for its present start. Shared by the puzzle and the
 * answers that were found in it, so that an answer can be read after the puzzle has been given another start. */
#ifndef FEW_API_MODEL_H
#define FEW_API_MODEL_H

#include "bound/bound.h"
#include "build/table_file.h"
#include "facts/facts.h"
#include "language/puzzle.h"
#include "search/layers/kept.h"
#include "space/space.h"

#include <pthread.h>

struct few_model {
    struct few_memory *memory;
    struct few_space *space;
    bool is_renewed; /* the space was made for another start or goal: it may have more states than the present ones need */
    const struct few_puzzle *puzzle; /* NULL for a space that the user defines */
    /* The puzzle as it was then, for texts: these are made while its owner may be giving it another start. */
    struct few_puzzle named;
    /* The same with all moves, where this one is cut, for the words of moves: see few_model_keep_words. */
    struct few_whole {
        pthread_mutex_t lock;     /* of all that follows */
        struct few_memory memory; /* the puzzle's is for its owner's thread */
        struct few_space *space;  /* NULL: not made, or no memory */
        bool is_tried;
    } whole;
    atomic_uint users; /* the puzzle and its answers, which may be freed by several threads */
    struct few_facts *facts; /* for the present goals, once they were asked for; NULL: not yet */
    /* The bound that was asked for last, kept because searches from other starts share it. */
    struct few_bound *bound;
    struct few_bound_wish bound_wish;
    char *bound_patterns; /* the patterns of bound_wish as one text, or NULL */
    struct few_bound *hopeless; /* which tells only from which states no goal can be reached; NULL: nothing does, or … */
    bool knows_hopeless;        /* … it was not asked for since the goals have changed */
    struct few_kept kept; /* for the next search */
    _Atomic(struct few_checker *) checker; /* of the answer before; NULL: there is none, or another thread uses it */
    struct few_table_file bound_file; /* where the tables of the bound are, if they were not made here */
    uint64_t bound_bytes;             /* of these */
};

/* What is known of the space for its present goals; *facts NULL: nothing. false: no memory, see *error. */
bool few_model_facts(struct few_model *model, const struct few_facts **facts, struct few_error *error);

/* Whether these patterns name pieces of the puzzle, whichever search may use them. false: see *error. */
bool few_model_patterns(const struct few_model *model, struct few_memory *memory, const struct few_bound_wish *wish,
                        struct few_error *error);

/* The bound of the model for its present goals; *bound NULL: nothing is known. false: see *error; without a message in
 * it, wish->go_on said no. */
bool few_model_bound(struct few_model *model, const struct few_bound_wish *wish, const struct few_bound **bound,
                     struct few_error *error);
/* The same where no more than `memory` bytes are there in all (0: not given): tables take half of these at most, and where
 * filling them takes more than there is, there are fewer or none. */
bool few_model_bound_within(struct few_model *model, struct few_bound_wish wish, uint64_t memory,
                            const struct few_bound **bound, struct few_error *error);
void few_model_forget_bound(struct few_model *model);
/* Only what tells from which states no goal can be reached; NULL: nothing does, or there is no memory for it. */
const struct few_bound *few_model_hopeless(struct few_model *model);
/* The goals have changed: facts and bound are rebuilt. */
void few_model_forget_goals(struct few_model *model);

/* Adopts the bound in an open file, which then belongs to the model. false: see *error, and the file is still open. */
bool few_model_load_bound(struct few_model *model, struct few_table_file *file, const char *path,
                          struct few_error *error);

/* A model with one user, or NULL with *error filled. */
struct few_model *few_model_create(struct few_memory *memory, const struct few_puzzle *puzzle,
                                   struct few_purpose purpose, struct few_error *error);
/* The same for a space that is there already, and is freed with the model. */
struct few_model *few_model_wrap(struct few_memory *memory, struct few_space *space);
void few_model_release(struct few_model *model);

/* Whether the model is right for this. */
bool few_model_suits(const struct few_model *model, struct few_purpose purpose);

/* How many moves of an exploration, forwards or backwards, the model is right for; UINT64_MAX: any number. */
uint64_t few_model_steps(const struct few_model *model, bool backward);

/* After the puzzle's start or goals changed: whether the model still serves (it then has the new goals). */
bool few_model_refresh(struct few_model *model, bool start_changed, struct few_error *error);

/* The start states: *states has *count of them in `room` states of space. false: no memory. */
bool few_model_starts(const struct few_model *model, struct few_memory *memory, uint64_t **states, size_t *count,
                      size_t *room);

/* All goal states, where there are at most `limit` and they can be listed: *states has *count of them in `room` states of
 * space. */
enum few_goal_list few_model_goals(const struct few_model *model, struct few_memory *memory, size_t limit, uint64_t **states,
                                   size_t *count, size_t *room);

/* The same while a search watches: the clock and the progress function are asked meanwhile, too. FEW_RUNNING, or why
 * it ended. */
enum few_end few_model_goals_within(const struct few_model *model, struct few_watch *watch, size_t limit, uint64_t **states,
                                    size_t *count, size_t *room, enum few_goal_list *result);

/* What the words of moves need, where the space is cut: it is made of the puzzle when a word is first asked for, or
 * before the puzzle changes. Any thread may call it. NULL: there is none, or no memory; then words are made among the
 * moves that the space has. */
const struct few_space *few_model_keep_words(const struct few_model *model);

/* A state in one line as after `start`, or drawn in rows; the word of a move in a state. Blocks from few_alloc, *bytes
 * their size for few_free; NULL: no memory. A word with *bytes 0 belongs to the puzzle. */
char *few_model_line(const struct few_model *model, struct few_memory *memory, const uint64_t *state, size_t *bytes);
char *few_model_drawing(const struct few_model *model, struct few_memory *memory, const uint64_t *state,
                        size_t *bytes);
const char *few_model_word(const struct few_model *model, struct few_memory *memory, const uint64_t *state, uint32_t move,
                           size_t *bytes);

#endif
