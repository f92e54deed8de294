/* The C library's own blocks, aligned where they are large. */
#include "python/core/blocks.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { HUGE_PAGE = 1 << 21 };

static void *large_block(size_t size) {
    void *made;
    if (posix_memalign(&made, HUGE_PAGE, size) != 0)
        return NULL;
#ifdef MADV_HUGEPAGE
    madvise(made, size, MADV_HUGEPAGE); /* where it is refused, pages are small */
#endif
    return made;
}

void *block_grown(void *old, size_t used, size_t size) {
    if (size < HUGE_PAGE)
        return realloc(old, size);
    void *made = large_block(size);
    if (made && used)
        memcpy(made, old, used);
    if (made)
        free(old);
    return made;
}

void *block_of_zeros(size_t size) {
    void *made = size < HUGE_PAGE ? calloc(size, 1) : large_block(size);
    if (made && size >= HUGE_PAGE)
        memset(made, 0, size);
    return made;
}
