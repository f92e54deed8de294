/* One side of a breadth-first search: what it has seen, and its outermost layer. Forwards from the starts, or
 * backwards from the goals; breadth-first search has one, bidirectional search two. */
#ifndef FEW_SEARCH_SIDE_H
#define FEW_SEARCH_SIDE_H

#include "facts/symmetry.h"
#include "search/layers/graph.h"
#include "search/search.h"
#include "space/aim.h"
#include "visited/visited.h"

struct few_layers;

struct few_side {
    const struct few_space *space;
    struct few_watch *watch;
    struct few_memory *memory;
    struct few_graph *graph; /* NULL: the space is not written out */
    bool backward;
    const struct few_bound *hopeless; /* states that are left out, forwards; NULL: none */
    const struct few_symmetry *symmetry; /* one state stands for its class (layers/classes.h); NULL: each for itself */
    uint64_t *least;                     /* room for a batch, where there are classes */
    unsigned tag_bits;
    uint64_t last_distance; /* that tags of that many bits can tell: then they are widened */
    struct few_visited *seen;
    uint64_t rank_from; /* states from which on these are in a table by rank, not by hash; 0: it stays as it is */
    uint64_t depth;
    size_t done; /* states of the layer that were expanded */
    struct few_counts undone; /* where it ended in the midst of a batch: what of it was counted, and will be again */
    struct few_layers *kept;  /* that checkpoints are written of; NULL: none */
    struct few_list layer, next; /* states; in narrow.c `next` has those of all layers */
    uint64_t reached;            /* states of the next layer so far; where the search ends, `next` lacks some */
    /* Where moves cannot be inverted, all layers are kept, to find the path back by going forwards again. */
    bool keeps_layers;
    struct few_list log;         /* the states of all layers */
    struct few_list layer_start; /* size_t: index of each layer's first state in the log */

    /* Room for one batch. */
    size_t batch, room;
    uint64_t *made, *ranks, *slots;
    bool *flags;
};

/* What is looked for in the next layer. Once something was hit, only hits are still added. */
struct few_target {
    /* hit[i] = whether the search ends at states[i] */
    void (*test)(void *self, struct few_side *side, const uint64_t *states, const uint64_t *ranks, size_t count,
                 bool *hit);
    void *self;
    bool one_is_enough; /* the first hit ends the layer */
    bool only_hits;     /* nothing else of this layer will ever be needed */
    struct few_list *found; /* the states that were hit, each once */
};

/* expected_small: the search will likely see a small part of the space only, so that a large table is not worth it. */
bool few_side_init(struct few_side *side, const struct few_problem *problem, struct few_watch *watch, bool backward,
                   bool expected_small);
/* The store of such a side, as few_side_init would have it: what it begins with, and what takes its place once `from` states
 * were seen (NULL: nothing does). `bytes`: of the table by rank, whichever it is; 0: there is none. */
struct few_store_plan {
    const char *name, *later;
    uint64_t from;
    size_t bytes;
};
struct few_store_plan few_side_plan(const struct few_problem *problem, struct few_watch *watch, bool expected_small);
/* Keeps it in watch->kept, emptied, where there is such; otherwise frees it. */
void few_side_free(struct few_side *side);
void few_side_drop(struct few_side *side);

size_t few_side_bytes(const struct few_side *side);

/* The ranks of up to side->room states: NULL where the store takes none, and the states themselves where they are
 * their own. */
uint64_t *few_side_ranks(struct few_side *side, uint64_t *states, size_t count);
/* Tags become twice as wide. false: no memory, or they are as wide as can be. */
bool few_side_widen(struct few_side *side);
/* What was seen goes over from the hash table to one by rank, if there is memory for it. false: memory was refused. */
bool few_side_move_to_table(struct few_side *side);

/* Adds what is new of `count` states in side->made to what was seen, at that depth, and to side->next. */
enum few_end few_side_take(struct few_side *side, size_t count, uint64_t depth, struct few_target *target);
/* Adds the first layer: starts, or goals. */
enum few_end few_side_begin(struct few_side *side, const uint64_t *states, size_t count, struct few_target *target);
/* Expands the outermost layer. FEW_RUNNING: done, see target->found; otherwise why it stopped. */
enum few_end few_side_advance(struct few_side *side, struct few_target *target);

/* As `test` of a target: whether states were seen by the other side, which is `self`. */
void few_side_meets(void *self, struct few_side *side, const uint64_t *states, const uint64_t *ranks, size_t count,
                    bool *hit);

/* From now on one state stands for its class: the least one. All layers so far are whole, and side->least is there. */
void few_side_reduce(struct few_side *side, const struct few_symmetry *symmetry);

/* The slots of states, or of their classes, in what was seen; side->ranks is used when needed. At most side->room states. They are states of
 * `space`: the side's own, or the one whose ranks are the states of the side's. */
void few_side_find(struct few_side *side, const struct few_space *space, const uint64_t *states, size_t count,
                   uint64_t *slots);

/* What one move from each of `count` states leads to goes to `next`, which has room for it: a move with the side, or
 * against it. false: no memory. */
bool few_side_expand(const struct few_side *side, bool against, const uint64_t *states, size_t count, uint64_t *next,
                     size_t *made);

/* Marks every seen state from which a shortest path leads on to one of `ends`, which are in the layer at `depth`, and the
 * ends themselves. */
enum few_end few_side_mark_back(struct few_side *side, const struct few_list *ends, uint64_t depth);

#endif
