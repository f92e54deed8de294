/* Bitmaps as few bytes: nothing where no bit is set; else the gaps between the set bits, seven bits of a gap to a byte, the
 * lowest first, the eighth set where more follow; or the words as they are, where that is shorter. */
#ifndef FEW_BASE_BIT_CODE_H
#define FEW_BASE_BIT_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes that a bitmap of that many words takes at most. */
static inline size_t few_bits_room(size_t words) {
    return words * sizeof(uint64_t) + 1;
}

/* Returns how many bytes it is. */
size_t few_bits_write(const uint64_t *words, size_t count, uint8_t *bytes);
/* All of `words` is written. false: these bytes are no such bitmap. */
bool few_bits_read(const uint8_t *bytes, size_t size, uint64_t *words, size_t count);

/* Numbers likewise. few_number_write returns the byte behind it; few_number_read, too: NULL: it is not within `end`. */
enum { FEW_NUMBER_ROOM = 10 };

static inline uint8_t *few_number_write(uint8_t *to, uint64_t number) {
    for (; number >= 128; number >>= 7)
        *to++ = (uint8_t)(number | 128);
    *to++ = (uint8_t)number;
    return to;
}

static inline const uint8_t *few_number_read(const uint8_t *from, const uint8_t *end, uint64_t *number) {
    uint64_t value = 0;
    for (unsigned shift = 0; from < end && shift < 64; shift += 7) {
        const uint8_t byte = *from++;
        value |= (uint64_t)(byte & 127) << shift;
        if (byte < 128) {
            *number = value;
            return from;
        }
    }
    return NULL;
}

#endif
