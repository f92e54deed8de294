/* The C library's own blocks; on Linux, large ones are mappings. */
#include "python/core/blocks.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 1024 };

#ifdef __linux__

#include <stdint.h>
#include <sys/mman.h>

enum { HUGE_PAGE = 1 << 21 };

static bool is_mapped(size_t size) {
    return size >= HUGE_PAGE;
}

static size_t whole_pages(size_t size) {
    return (size + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
}

/* Fresh zeros that begin at a huge page: one more is mapped than is needed, and what sticks out is given back. */
static void *map(size_t size) {
    if (size > SIZE_MAX - 2 * (size_t)HUGE_PAGE)
        return NULL;
    size = whole_pages(size);
    char *made = mmap(NULL, size + HUGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (made == MAP_FAILED)
        return NULL;
    const size_t before = (HUGE_PAGE - (uintptr_t)made % HUGE_PAGE) % HUGE_PAGE;
    if (before)
        munmap(made, before);
    munmap(made + before + size, HUGE_PAGE - before);
    madvise(made + before, size, MADV_HUGEPAGE); /* where it is refused, pages are small */
    return made + before;
}

static void *grow_mapped(void *old, size_t old_size, size_t size) {
    void *made = map(size);
    if (!made || is_mapped(old_size)) {
        void *moved = made ? mremap(old, whole_pages(old_size), whole_pages(size), MREMAP_MAYMOVE | MREMAP_FIXED, made) : MAP_FAILED;
        return moved == MAP_FAILED ? NULL : moved;
    }
    if (old_size)
        memcpy(made, old, old_size);
    free(old);
    return made;
}

static void unmap(void *block, size_t size) {
    munmap(block, whole_pages(size));
}

#else

static bool is_mapped(size_t size) {
    (void)size;
    return false;
}

static void *map(size_t size) {
    return calloc(size, 1);
}

static void *grow_mapped(void *old, size_t old_size, size_t size) {
    (void)old_size;
    return realloc(old, size);
}

static void unmap(void *block, size_t size) {
    (void)size;
    free(block);
}

#endif

void *block_grown(void *old, size_t old_size, size_t size) {
    return is_mapped(size) ? grow_mapped(old, old_size, size) : realloc(old, size);
}

void *block_of_zeros(size_t size) {
    return is_mapped(size) ? map(size) : calloc(size, 1);
}

void block_free(void *block, size_t size) {
    if (block && is_mapped(size))
        unmap(block, size);
    else
        free(block);
}

bool block_reserve(void **list, size_t size, size_t count, size_t more, size_t *room) {
    if (more <= *room - count)
        return true;
    size_t wanted = *room ? 2 * *room : FIRST_ROOM;
    while (wanted - count < more)
        wanted *= 2;
    void *larger = block_grown(*list, *room * size, wanted * size);
    if (!larger)
        return false;
    *list = larger;
    *room = wanted;
    return true;
}
