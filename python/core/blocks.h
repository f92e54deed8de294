/* Blocks of memory that grow. Large ones are asked to live in huge pages: the tables of a space are looked into at random, and a page that is
 * touched for the first time takes as long as some lookups. */
#ifndef PYTHON_CORE_BLOCKS_H
#define PYTHON_CORE_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>

/* A block of `size` bytes with the first `used` of the old one, which is freed. NULL: no memory, and the old one is untouched. To be freed by free(). */
void *block_grown(void *old, size_t used, size_t size);
/* One of zeros. */
void *block_of_zeros(size_t size);

#endif
