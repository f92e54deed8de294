/* Rows of states (search/explore/coordinate_rows.h) in 1.6 bits a state, where two bitmaps do not fit into the memory.
 *
 *     0   not seen yet
 *     1   seen
 *     2   of the next layer
 *
 * Five such digits are a number below 3^5 = 243, a byte; forty are a word. What is missing is which of the seen states are of the layer that is expanded.
 * It need not be known: all neighbours of earlier layers were seen before, so that whatever a seen state leads to was seen or is of the next layer. It
 * only takes longer where layers are thin. Words are read and written at once: what changes in one while others read it is not seen yet. */
#ifndef FEW_SEARCH_PACKED_ROWS_H
#define FEW_SEARCH_PACKED_ROWS_H

#include <stdint.h>

enum { FEW_PACKED_STATES = 40 }; /* of a word */

struct few_packing {
    uint8_t seen[256], next[256]; /* of a byte: five bits */
    uint8_t turned[256];          /* what was of the next layer is seen */
    uint8_t byte[1 << 10];        /* by the bits of the next layer, then those that are seen */
};

void few_packing_init(struct few_packing *packing);

/* The bits of a row, one for each state: those that are seen or those of the next layer. */
void few_unpack(const uint8_t *of_byte, const uint64_t *packed, uint32_t groups, uint64_t *bits, uint32_t words);
/* Writes those words of a row in which something is of the next layer. Nothing may be in both. */
void few_pack_next(const struct few_packing *packing, const uint64_t *seen, const uint64_t *next, uint32_t words, uint64_t *packed,
                   uint32_t groups);
/* Writes all words of a row, of which nothing was seen. */
void few_pack_all(const struct few_packing *packing, const uint64_t *seen, const uint64_t *next, uint32_t words, uint64_t *packed,
                  uint32_t groups);
/* What was of the next layer is seen. */
void few_turn_packed(const struct few_packing *packing, uint64_t *packed, uint32_t groups);

#endif
