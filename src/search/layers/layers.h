/* Searches by layers that can be taken up again (search/keeper.h): one side of a breadth-first search, or two. A checkpoint has all that was seen, the
 * layer that is expanded and how much of it was, what is known of the next one, and the states at which the search ends, if some were found: so
 * nothing is lost but the batch at hand, which is expanded again and finds nothing that it has found before.
 *
 * All paths are sorted out at the end (few_side_mark_back), so that the solutions do not depend on the order in which states were found. */
#ifndef FEW_SEARCH_LAYERS_H
#define FEW_SEARCH_LAYERS_H

#include "search/keeper.h"
#include "search/layers/side.h"

struct few_layers {
    struct few_watch *watch;
    struct few_side *sides[2];
    unsigned count;           /* of the sides; 0: nothing is kept */
    struct few_list *found;
    struct few_list counts[2]; /* uint64_t: of each side, states of its layers; by whether it goes backward */
    bool has_begun;           /* all sides have their first layer */
    double started;
    /* What its owner has besides, behind all that; NULL: nothing. `read` is called once the sides are as they were; false: as few_side_read. */
    void (*write)(const void *owner, struct few_out *out);
    bool (*read)(void *owner, struct few_in *in);
    void *owner;
};

/* For a search that ends where `found` has states. Where no checkpoint was asked for, this does nothing, nor do the others. To be freed. */
void few_layers_init(struct few_layers *layers, struct few_watch *watch, struct few_list *found);
/* A side that few_side_init has made. */
void few_layers_add(struct few_layers *layers, struct few_side *side);
/* Goes on from the checkpoint, if there is one that has something: *taken_up says so. Else the sides are to begin. Then few_layers_begin. */
enum few_end few_layers_take_up(struct few_layers *layers, bool *taken_up);
void few_layers_begin(struct few_layers *layers);
/* Whether it was taken up in the midst of a layer, of which something is known: where that is a state at which the search ends, the layer is to be
 * finished all the same. */
bool few_layers_are_midway(const struct few_layers *layers);
void few_layers_keep_if_due(struct few_layers *layers);
/* Where a limit ended it, it is written. Before the sides are freed. */
void few_layers_end(struct few_layers *layers, enum few_end end);
void few_layers_free(struct few_layers *layers);

/* ---- One side as a stream (side_stream.c) */

void few_side_write(const struct few_side *side, const struct few_list *counts, struct few_out *out);
/* Into a side that is empty. false: see in->error, or memory was refused. */
bool few_side_read(struct few_side *side, struct few_list *counts, struct few_in *in);
/* Whether these states were seen by the side, at that depth. */
bool few_side_has(struct few_side *side, const struct few_list *list, size_t first, size_t end, uint64_t depth);
/* States one after the other. */
void few_states_write(const struct few_list *list, struct few_out *out);
/* A number as few_number_write writes it (base/bit_code.h). */
uint64_t few_in_small(struct few_in *in);
bool few_states_read(struct few_list *list, const struct few_space *space, struct few_in *in);

#endif
