/* An exploration by sets on disk, where every move can be undone: what a state leads to is in its layer, the one before or the next. A layer is a file of *blocks*: the chunks of one plane that belong to one *part*, which is a range of
 * chunks. Each chunk of a block is coded by itself (base/bit_code.h), so that a layer takes about as many bytes as it has states. Part
 * after part is made, from the blocks that moves into it come from; most of these are its own.
 *
 *     in memory, of the part that is made:  `next` and `seen`, chunk by chunk, the planes of a chunk side by side
 *     of the layer:                         the blocks that are needed, each in a slot, chunk by chunk */
#ifndef FEW_SEARCH_EXPLORE_SET_BLOCKS_H
#define FEW_SEARCH_EXPLORE_SET_BLOCKS_H

#include "search/disk/disk.h"
#include "search/explore/explore.h"
#include "search/explore/set_explorer.h"

struct few_set_block {
    uint64_t place, count; /* in the file; states. None: there is nothing in it */
};

struct few_set_layer {
    struct few_disk_file file;
    struct few_set_block *blocks; /* of each part those of each plane */
};

struct few_set_worker {
    uint8_t *code;         /* of one block */
    uint64_t count, moves;
    char apart[64];
};

struct few_set_disk {
    struct few_set_explorer sets; /* first, for the functions that make units */
    struct few_disk *disk;
    unsigned workers;
    uint64_t parts, part_chunks, block_count;
    struct few_set_layer now, old, next; /* old: the layer before */
    uint64_t part;                /* that is made */
    uint32_t *needs;              /* blocks of the layer that each part is made from, one part after the other */
    uint64_t *first_need;
    uint64_t most_needs;          /* of one part */
    uint64_t **loaded;            /* of each block of the layer where it is; NULL: not in memory */
    uint64_t *slots;              /* memory for blocks */
    uint32_t *slot_block;         /* which is in each; UINT32_MAX: none */
    uint64_t slot_count;
    uint32_t *wanted;             /* blocks to be loaded */
    struct few_set_worker *worker;
    uint64_t *simple_moves;       /* of each plane: moves that all of its states have */
    size_t bytes[10];             /* of all these, as allocated */
};

/* Marks what a chunk of a plane is made from by this step: the blocks, if a part has that many chunks; the units, if it has one. */
void few_set_mark_sources(const struct few_sets *sets, const struct few_set_step *step, uint64_t chunk, uint64_t part_chunks, uint64_t *bits);

/* The fewest parts for which that memory is enough; 0: it never is. */
uint64_t few_set_parts(const struct few_sets *sets, struct few_memory *memory, unsigned workers);
/* false: no memory. */
bool few_set_disk_prepare(struct few_set_disk *self, struct few_memory *memory, uint64_t parts);
void few_set_disk_release(struct few_set_disk *self, struct few_memory *memory);

/* Reads all blocks of the layer that the part is made from, and sets `seen` to what is of it or of the one before. false: see disk->error. */
bool few_set_load_part(struct few_set_disk *self, uint64_t part);
/* Whether nothing of the layer is where moves into the part come from. */
bool few_set_part_is_empty(const struct few_set_disk *self, uint64_t part);
/* Makes the part; the states that are new of it are in few_set_worker.count. false: stopped, see sets.end. */
bool few_set_make_part(struct few_set_disk *self);
/* Writes what was made of it. false: see disk->error. */
bool few_set_store_part(struct few_set_disk *self);
/* One block of the layer, wherever there is room. NULL: see disk->error. */
const uint64_t *few_set_load_block(struct few_set_disk *self, uint32_t block);
/* What was loaded is of another layer. */
void few_set_unload(struct few_set_disk *self);

#endif
