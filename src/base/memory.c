/* The budget is kept with two atomic counters: a size is reserved first and given back if the system then
 * refuses, so that two threads can never exceed the budget together. */
#include "base/memory.h"

#include "base/clock.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined __linux__ && !defined MADV_COLLAPSE
#define MADV_COLLAPSE 25 /* Linux 6.1; older ones refuse it, which is harmless */
#endif
#if defined __linux__ && !defined MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23 /* Linux 5.14, likewise */
#endif

enum { MAPPED_FROM = 1 << 20, HUGE_PAGE = 2 << 20, ARENA_BLOCK = 1 << 16, SMALL_BLOCK = 1 << 10 };

void few_memory_init(struct few_memory *memory, size_t budget) {
    memset(memory, 0, sizeof *memory);
    memory->budget = budget;
}

static void raise_peak(struct few_memory *memory, size_t now) {
    size_t peak = atomic_load(&memory->peak);
    while (now > peak && !atomic_compare_exchange_weak(&memory->peak, &peak, now)) {
    }
}

static bool reserve(struct few_memory *memory, size_t size) {
    size_t before = atomic_fetch_add(&memory->used, size);
    if (size > memory->budget || before > memory->budget - size) {
        atomic_fetch_sub(&memory->used, size);
        atomic_store(&memory->over_budget, true);
        return false;
    }
    raise_peak(memory, before + size);
    return true;
}

static void release(struct few_memory *memory, size_t size) {
    atomic_fetch_sub(&memory->used, size);
}

static bool planned_failure(struct few_memory *memory) {
    uint64_t call = atomic_fetch_add(&memory->calls, 1) + 1;
    return memory->fail_at != 0 && call == memory->fail_at;
}

size_t few_whole_pages(size_t size) {
    const size_t over = size % HUGE_PAGE;
    return size >= 8 * (size_t)HUGE_PAGE && over && size <= SIZE_MAX - HUGE_PAGE ? size + HUGE_PAGE - over : size;
}

/* Blocks from MAPPED_FROM on: fresh ones are zeroed, and so is what is new in one that grows. */
#ifdef __wasm__

/* There are no pages to map, only a memory that grows. */
static void *map_block(size_t size, bool is_filled) {
    (void)is_filled;
    return calloc(1, size);
}

static void *resize_mapped(void *block, size_t old_size, size_t new_size) {
    char *grown = realloc(block, new_size);
    if (grown && new_size > old_size)
        memset(grown + old_size, 0, new_size - old_size);
    return grown;
}

static void unmap_block(void *block, size_t size) {
    (void)size;
    free(block);
}

#else

/* Huge pages more than double the rate of random look-ups in large tables. A block that ends within one has small pages
 * there, so that no more is resident than was asked for. */
static bool wants_huge_pages(size_t size) {
    return size >= 2 * (size_t)HUGE_PAGE;
}

/* A hint only. */
static void ask_for_huge_pages(void *block, size_t size) {
#ifdef MADV_HUGEPAGE
    madvise(block, size, MADV_HUGEPAGE);
#else
    (void)block;
    (void)size;
#endif
}

/* Fresh addresses, from the beginning of a huge page where the block is to have such: by mapping one more than is needed
 * and giving back what sticks out. */
static void *map_pages(size_t size, int access, bool huge) {
    const size_t slack = huge ? HUGE_PAGE : 0, page = (size_t)sysconf(_SC_PAGESIZE);
    if (size > SIZE_MAX - slack - page)
        return NULL;
    const size_t whole = (size + page - 1) / page * page;
    char *block = mmap(NULL, whole + slack, access, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED)
        return NULL;
    size_t before = slack ? (HUGE_PAGE - (uintptr_t)block % HUGE_PAGE) % HUGE_PAGE : 0;
    if (before)
        munmap(block, before);
    if (slack > before)
        munmap(block + before + whole, slack - before);
    return block + before;
}

/* All pages at once: one by one, each would interrupt the program when it is first touched. */
static void make_pages(void *block, size_t size) {
#ifdef MADV_POPULATE_WRITE
    madvise(block, size, MADV_POPULATE_WRITE);
#else
    (void)block;
    (void)size;
#endif
}

static void *map_block(size_t size, bool is_filled) {
    const bool huge = wants_huge_pages(size) || (is_filled && size >= HUGE_PAGE);
    void *block = map_pages(size, PROT_READ | PROT_WRITE, huge);
    if (block && huge)
        ask_for_huge_pages(block, size);
    if (block && is_filled)
        make_pages(block, size);
    return block;
}

/* A hint, too: what was filled as small pages becomes huge ones. */
static void gather_pages(void *block, size_t size) {
#ifdef MADV_COLLAPSE
    madvise(block, size, MADV_COLLAPSE);
#else
    (void)block;
    (void)size;
#endif
}

static void *resize_mapped(void *block, size_t old_size, size_t new_size) {
    const bool becomes_large = wants_huge_pages(new_size) && !wants_huge_pages(old_size);
    void *grown = becomes_large ? MAP_FAILED : mremap(block, old_size, new_size, 0), *place;
    if (grown == MAP_FAILED && wants_huge_pages(new_size) && (place = map_pages(new_size, PROT_NONE, true)) != NULL) {
        /* Where the system would put it, huge pages would be cut to pieces. */
        grown = mremap(block, old_size, new_size, MREMAP_MAYMOVE | MREMAP_FIXED, place);
        if (grown == MAP_FAILED)
            munmap(place, new_size);
    }
    if (grown == MAP_FAILED)
        grown = mremap(block, old_size, new_size, MREMAP_MAYMOVE);
    if (grown == MAP_FAILED)
        return NULL;
    if (wants_huge_pages(new_size))
        ask_for_huge_pages(grown, new_size);
    if (becomes_large)
        gather_pages(grown, old_size / HUGE_PAGE * HUGE_PAGE);
    return grown;
}

static void unmap_block(void *block, size_t size) {
    munmap(block, size);
}

#endif

bool few_ask_stopper(struct few_stopper *stopper) {
    const double now = few_now();
    stopper->work = 0;
    if (stopper->stopped != FEW_GO_ON)
        return false;
    if (stopper->deadline != 0 && now >= stopper->deadline) {
        stopper->stopped = FEW_STOP_TIME;
    } else if (stopper->go_on && now >= stopper->next) {
        stopper->next = now + 0.1;
        if (!stopper->go_on(stopper->context))
            stopper->stopped = FEW_STOP_ASKED;
    }
    return stopper->stopped == FEW_GO_ON;
}

/* What is asked for is soon filled, so that it counts as work. */
static bool may_allocate(const struct few_memory *memory, size_t size) {
    return few_go_on(memory, 64 + size / 8);
}

enum content { ANYTHING, ZEROS, FILLED };

static void *allocate(struct few_memory *memory, size_t size, enum content content) {
    if (!may_allocate(memory, size) || !reserve(memory, size))
        return NULL;
    void *block = NULL;
    const size_t asked = size ? size : 1; /* NULL means refused, and nothing else */
    if (!planned_failure(memory))
        block = size >= MAPPED_FROM ? map_block(size, content == FILLED) : content == ZEROS ? calloc(1, asked) : malloc(asked);
    if (!block) {
        release(memory, size);
        atomic_store(&memory->refused, true);
    }
    return block;
}

void *few_alloc(struct few_memory *memory, size_t size) {
    return allocate(memory, size, ANYTHING);
}

void *few_alloc_zeroed(struct few_memory *memory, size_t size) {
    return allocate(memory, size, ZEROS);
}

void *few_alloc_filled(struct few_memory *memory, size_t size) {
    return allocate(memory, size, FILLED);
}

void *few_resize(struct few_memory *memory, void *block, size_t old_size, size_t new_size) {
    if (!block)
        return few_alloc(memory, new_size);
    if (old_size == new_size)
        return block;
    const bool mapped = old_size >= MAPPED_FROM;
    if (mapped != (new_size >= MAPPED_FROM)) { /* crosses over: copied once, while it is small; for that moment there are two */
        void *copy = few_alloc(memory, new_size);
        if (!copy)
            return NULL;
        memcpy(copy, block, old_size < new_size ? old_size : new_size);
        few_free(memory, block, old_size);
        return copy;
    }
    if (new_size > old_size && (!may_allocate(memory, new_size) || !reserve(memory, new_size - old_size)))
        return NULL;
    void *grown = NULL;
    if (!planned_failure(memory))
        grown = mapped ? resize_mapped(block, old_size, new_size) : realloc(block, new_size ? new_size : 1);
    if (!grown) {
        if (new_size > old_size)
            release(memory, new_size - old_size);
        atomic_store(&memory->refused, true);
        return NULL;
    }
    if (new_size < old_size)
        release(memory, old_size - new_size);
    return grown;
}

void few_free(struct few_memory *memory, void *block, size_t size) {
    if (!block)
        return;
    if (size >= MAPPED_FROM)
        unmap_block(block, size);
    else
        free(block);
    release(memory, size);
}

void few_memory_pass(struct few_memory *from, struct few_memory *to, size_t size) {
    release(from, size);
    raise_peak(to, atomic_fetch_add(&to->used, size) + size);
}

size_t few_memory_left(const struct few_memory *memory) {
    size_t used = atomic_load(&memory->used);
    return used < memory->budget ? memory->budget - used : 0;
}

static struct few_share share_of(const struct few_memory *memory, size_t parts) {
    const size_t left = few_memory_left(memory);
    return (struct few_share){.whole = memory->budget, .part = memory->budget - (left - left / parts)};
}

struct few_share few_memory_share(const struct few_memory *memory) {
    return share_of(memory, 8);
}

struct few_share few_memory_half(const struct few_memory *memory) {
    return share_of(memory, 2);
}

void few_memory_begin_share(struct few_memory *memory, struct few_share *share) {
    share->over_budget = atomic_load(&memory->over_budget);
    memory->budget = share->part;
}

void few_memory_end_share(struct few_memory *memory, const struct few_share *share) {
    memory->budget = share->whole;
    atomic_store(&memory->over_budget, share->over_budget);
}

size_t few_array_size(size_t count, size_t size) {
    size_t product;
    return __builtin_mul_overflow(count, size, &product) ? SIZE_MAX : product;
}

/* Under the address sanitizer nothing of an arena may be touched but what was allocated, and there is a gap behind each piece:
 * a look beyond its end is seen as it would be for a piece of its own. */
#if defined __has_feature
#if __has_feature(address_sanitizer)
#define SANITIZED_ARENA
#endif
#endif
#if defined __SANITIZE_ADDRESS__ || defined SANITIZED_ARENA
#include <sanitizer/asan_interface.h>
enum { ARENA_GAP = 16 };
static void hide(const void *bytes, size_t size) { __asan_poison_memory_region(bytes, size); }
static void show(const void *bytes, size_t size) { __asan_unpoison_memory_region(bytes, size); }
#else
enum { ARENA_GAP = 0 };
static void hide(const void *bytes, size_t size) { (void)bytes, (void)size; }
static void show(const void *bytes, size_t size) { (void)bytes, (void)size; }
#endif

struct few_arena_block {
    struct few_arena_block *next;
    size_t size, filled; /* of the whole block, this head included */
    size_t padding;      /* keeps what follows aligned to 16 */
};

void few_arena_init(struct few_arena *arena, struct few_memory *memory) {
    arena->memory = memory;
    arena->blocks = NULL;
}

static void free_block(struct few_arena *arena, struct few_arena_block *block) {
    show(block, block->size);
    few_free(arena->memory, block, block->size);
}

void few_arena_free(struct few_arena *arena) {
    for (struct few_arena_block *block = arena->blocks, *next; block; block = next) {
        next = block->next;
        free_block(arena, block);
    }
    arena->blocks = NULL;
}

/* What is mapped is zeroed in any case. */
static struct few_arena_block *new_block(struct few_arena *arena, size_t room, bool is_filled) {
    const size_t size = sizeof(struct few_arena_block) + room;
    struct few_arena_block *block = allocate(arena->memory, size, is_filled && size >= MAPPED_FROM ? FILLED : ZEROS);
    if (!block)
        return NULL;
    block->size = size;
    block->filled = sizeof *block;
    hide(block + 1, room);
    return block;
}

/* Blocks begin small, as many arenas never need more, and double. */
static size_t next_room(const struct few_arena *arena, size_t size) {
    size_t room = arena->blocks ? 2 * (arena->blocks->size - sizeof(struct few_arena_block)) : SMALL_BLOCK;
    while (room < 4 * size)
        room *= 2;
    return room < ARENA_BLOCK ? room : ARENA_BLOCK;
}

static void *take(struct few_arena *arena, size_t size, bool is_filled) {
    if (size > SIZE_MAX / 2) {
        atomic_store(&arena->memory->over_budget, true);
        return NULL;
    }
    const size_t asked = size;
    size = ((size + 15) & ~(size_t)15) + ARENA_GAP;
    struct few_arena_block *block = arena->blocks;
    if (!block || block->size - block->filled < size) {
        bool large = size > ARENA_BLOCK / 4;
        block = new_block(arena, large ? size : next_room(arena, size), is_filled);
        if (!block)
            return NULL;
        if (large && arena->blocks) { /* keep filling the block that is open */
            block->next = arena->blocks->next;
            arena->blocks->next = block;
        } else {
            block->next = arena->blocks;
            arena->blocks = block;
        }
    }
    void *piece = (char *)block + block->filled;
    block->filled += size;
    show(piece, asked);
    return piece;
}

void *few_arena_alloc(struct few_arena *arena, size_t size) {
    return take(arena, size, false);
}

void *few_arena_alloc_filled(struct few_arena *arena, size_t size) {
    return take(arena, size, true);
}

struct few_arena_mark few_arena_mark(const struct few_arena *arena) {
    struct few_arena_block *block = arena->blocks;
    return (struct few_arena_mark){block, block ? block->next : NULL, block ? block->filled : 0};
}

/* Blocks since then stand before the one that was open, or, large ones, right behind it. */
void few_arena_back(struct few_arena *arena, struct few_arena_mark mark) {
    struct few_arena_block **const ends[2] = {&arena->blocks, mark.block ? &mark.block->next : NULL};
    for (int i = 0; i < 2 && ends[i]; i++)
        for (struct few_arena_block *block = *ends[i], *stop = i ? mark.next : mark.block, *next; block != stop;
             block = next) {
            next = block->next;
            free_block(arena, block);
            *ends[i] = next;
        }
    if (!mark.block)
        return;
    char *const since = (char *)mark.block + mark.filled;
    const size_t size = mark.block->filled - mark.filled;
    show(since, size);
    memset(since, 0, size);
    hide(since, size);
    mark.block->filled = mark.filled;
}

char *few_arena_copy(struct few_arena *arena, const char *text, size_t length) {
    char *copy = few_arena_alloc(arena, length + 1);
    if (copy && length)
        memcpy(copy, text, length);
    return copy;
}
