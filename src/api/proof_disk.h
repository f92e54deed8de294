/* The states of a proof, listed layer by layer on disk (search/disk/disk.h): for moves that all count the same. */
#ifndef FEW_API_PROOF_DISK_H
#define FEW_API_PROOF_DISK_H

#include "search/disk/disk.h"
#include "search/search.h"
#include "space/space.h"

struct few_proof_walk {
    const struct few_space *space;
    struct few_memory *memory;
    struct few_watch *watch;
    struct few_disk *disk;
    uint64_t depth; /* states that are as many moves away do not count */
    /* The successors of a state, in the order of moves, each once: how many there are, and each of them until the next call. */
    size_t (*expand)(void *context, const uint64_t *state);
    const uint64_t *(*successor)(void *context, size_t i);
    /* A state is listed: behind the last one, the gap-th successor. false: there is no more to be done. */
    bool (*list)(void *context, uint64_t gap);
    void *context;
    uint64_t listed; /* filled in: how many states, with the starts */
};

/* From these states, each of which is listed once, in the order in which they come first. FEW_RUNNING: all are listed. FEW_NO_DISK: see disk->error. */
enum few_end few_proof_walk(struct few_proof_walk *walk, const uint64_t *starts, size_t count);

#endif
