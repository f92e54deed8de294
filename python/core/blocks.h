/* Blocks of memory that grow. Large ones live in huge pages, where the system has them, and are moved as they are: the tables of a space are looked
 * into at random, and a page that is touched for the first time takes as long as some lookups. */
#ifndef PYTHON_CORE_BLOCKS_H
#define PYTHON_CORE_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>

/* A block with the bytes of the old one, which is smaller and gone then; or NULL and 0 bytes. NULL: no memory, and the old one is untouched. */
void *block_grown(void *old, size_t old_size, size_t size);
/* One of zeros. */
void *block_of_zeros(size_t size);
void block_free(void *block, size_t size);

/* Room for `more` elements after `count` of them, in a list of *room that have that size. false: no memory. */
bool block_reserve(void **list, size_t size, size_t count, size_t more, size_t *room);

#endif
