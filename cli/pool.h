/* Many pieces of work of the same kind, done by several threads; what they give is taken in order. */
#ifndef CLI_POOL_H
#define CLI_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pool_work {
    void *context;
    /* Does the piece of that number; no other thread has the same `worker` at the same time. */
    void (*work)(void *context, size_t worker, size_t index);
    /* Takes what it gave: on the thread that called, in order of the numbers. */
    void (*take)(void *context, size_t index);
};

/* How many threads `threads` means for so many pieces: 0 is one, FEWEST_ALL_PROCESSORS one for each processor. */
size_t pool_size(uint64_t threads, size_t count);

/* Does all `count` pieces with `workers` threads at most; with fewer where the system refuses them. With one, or none, the calling
 * thread does the work itself. */
void pool_run(size_t count, size_t workers, const struct pool_work *work);

/* What each of so many workers may use: its share of `memory`, where 0 is as much as the library sees fit for one. */
uint64_t pool_share(uint64_t memory, size_t workers);

#endif
