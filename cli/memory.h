/* The promise of --memory. */
#ifndef CLI_MEMORY_H
#define CLI_MEMORY_H

#include <stdint.h>

/* What the library may use, so that the whole process stays within what was promised (0: no promise). To be called
 * before the puzzle is read. */
uint64_t memory_for_library(uint64_t promised);

#endif
