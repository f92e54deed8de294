/* Memory with a budget. Every allocation of the library goes through one few_memory, so that a limit
 * can be kept, the peak is known, and a test can make the n-th allocation fail.
 *
 * Work that no search watches over, reading and compiling, is ended likewise: a few_memory may have a stopper, and
 * once that says stop, every allocation is refused.
 *
 * Sizes are given back by the caller, which keeps the accounting free of headers. Blocks of a megabyte
 * and more are mapped directly, asked to live in huge pages, and grow in place by remapping: growth never
 * holds two copies. One few_memory may be used by several threads. */
#ifndef FEW_BASE_MEMORY_H
#define FEW_BASE_MEMORY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum few_stop { FEW_GO_ON, FEW_STOP_TIME, FEW_STOP_ASKED };

/* What may end the work on a few_memory. Only the thread that does the work has one set. */
struct few_stopper {
    double deadline;              /* on few_now's clock; 0: none */
    bool (*go_on)(void *context); /* called about ten times a second; false: stop. Or NULL */
    void *context;
    uint64_t work;                /* done since the clock was last read */
    double next;                  /* when to ask again */
    enum few_stop stopped;        /* stays */
};

struct few_memory {
    size_t budget;            /* bytes that may be in use at once */
    atomic_size_t used;       /* bytes in use now */
    atomic_size_t peak;       /* the most that were ever in use */
    atomic_bool over_budget;  /* an allocation was refused because of the budget */
    atomic_bool refused;      /* an allocation was refused by the system (or by fail_at) */
    atomic_uint_fast64_t calls;
    uint64_t fail_at;         /* the call with this number (from 1) fails; 0: none does */
    struct few_stopper *stopper; /* NULL: none */
};

void few_memory_init(struct few_memory *memory, size_t budget);

/* NULL where the budget or the system says no; `over_budget` or `refused` says which.
 * A size of 0 gives a block of no bytes, so that NULL always means refused. */
void *few_alloc(struct few_memory *memory, size_t size);
void *few_alloc_zeroed(struct few_memory *memory, size_t size);
/* For what is written at once from end to end, such as a text or a board: if it is large, its pages are there when this returns. */
void *few_alloc_filled(struct few_memory *memory, size_t size);

/* Bytes beyond old_size are not defined, except that blocks which are mapped before and after stay zeroed
 * where they were never written. On failure the old block is untouched and NULL is returned. */
void *few_resize(struct few_memory *memory, void *block, size_t old_size, size_t new_size);
void few_free(struct few_memory *memory, void *block, size_t size);

/* The size from `size` on that a block should have if it is going to grow: a whole number of huge pages, where one more of
 * these is little beside it. A page that the block ends in is made of small ones, and stays so. */
size_t few_whole_pages(size_t size);

/* So much work was done, in steps of some nanoseconds: to be said in every loop that may take long. false: stop, as where
 * memory was refused. */
bool few_ask_stopper(struct few_stopper *stopper);
static inline bool few_go_on(const struct few_memory *memory, uint64_t work) {
    struct few_stopper *stopper = memory->stopper;
    if (!stopper)
        return true;
    stopper->work += work;
    return stopper->work < (1 << 18) ? stopper->stopped == FEW_GO_ON : few_ask_stopper(stopper);
}

/* Blocks of that many bytes in all are counted against another budget from now on. No budget is checked: they exist already. */
void few_memory_pass(struct few_memory *from, struct few_memory *to, size_t size);

/* Bytes that could still be had. */
size_t few_memory_left(const struct few_memory *memory);

/* For what helps but can be done without: between begin and end it may take one part in eight of what was left when
 * the share was made, all of it together, as it is states that memory is for. More memory thus never buys a help at
 * the price of many states. That it was refused is no failure, and not noted in over_budget. One thread only sets the
 * budget. */
struct few_share {
    size_t whole, part; /* budgets */
    bool over_budget;   /* before */
};
struct few_share few_memory_share(const struct few_memory *memory);
/* The same with one part in two: for what spares more than it takes. */
struct few_share few_memory_half(const struct few_memory *memory);
void few_memory_begin_share(struct few_memory *memory, struct few_share *share);
void few_memory_end_share(struct few_memory *memory, const struct few_share *share);

/* count * size, or SIZE_MAX where that does not fit (which no budget allows). */
size_t few_array_size(size_t count, size_t size);

/* A bump allocator for things that live and die together. */
struct few_arena {
    struct few_memory *memory;
    struct few_arena_block *blocks;
};

void few_arena_init(struct few_arena *arena, struct few_memory *memory);
void few_arena_free(struct few_arena *arena);
void *few_arena_alloc(struct few_arena *arena, size_t size); /* zeroed, aligned to 16; NULL: no memory */
void *few_arena_alloc_filled(struct few_arena *arena, size_t size); /* as few_alloc_filled */
/* How full an arena is, and back to that: what was allocated since is gone. */
struct few_arena_mark {
    struct few_arena_block *block, *next;
    size_t filled;
};
struct few_arena_mark few_arena_mark(const struct few_arena *arena);
void few_arena_back(struct few_arena *arena, struct few_arena_mark mark);
char *few_arena_copy(struct few_arena *arena, const char *text, size_t length); /* NUL-terminated */

#endif
