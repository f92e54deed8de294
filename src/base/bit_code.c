#include "base/bit_code.h"

#include <string.h>

enum { AS_GAPS = 1, AS_WORDS = 2 };

static size_t write_words(const uint64_t *words, size_t count, uint8_t *bytes) {
    bytes[0] = AS_WORDS;
    memcpy(bytes + 1, words, count * sizeof *words);
    return few_bits_room(count);
}

size_t few_bits_write(const uint64_t *words, size_t count, uint8_t *bytes) {
    uint64_t ones = 0, next = 0; /* the place behind the last set bit */
    for (size_t w = 0; w < count; w++)
        ones += (uint64_t)__builtin_popcountll(words[w]);
    if (ones == 0)
        return 0;
    if (ones >= count * sizeof *words)
        return write_words(words, count, bytes);
    uint8_t *to = bytes;
    *to++ = AS_GAPS;
    for (size_t w = 0; w < count; w++)
        for (uint64_t word = words[w]; word; word &= word - 1) {
            const uint64_t place = w * 64 + (uint64_t)__builtin_ctzll(word);
            if ((size_t)(to - bytes) + FEW_NUMBER_ROOM > count * sizeof *words)
                return write_words(words, count, bytes);
            to = few_number_write(to, place - next);
            next = place + 1;
        }
    return (size_t)(to - bytes);
}

bool few_bits_read(const uint8_t *bytes, size_t size, uint64_t *words, size_t count) {
    if (size == few_bits_room(count) && bytes[0] == AS_WORDS) {
        memcpy(words, bytes + 1, count * sizeof *words);
        return true;
    }
    memset(words, 0, count * sizeof *words);
    if (size == 0)
        return true;
    const uint8_t *at = bytes + 1, *const end = bytes + size;
    uint64_t place = 0;
    if (bytes[0] != AS_GAPS)
        return false;
    while (at < end) {
        uint64_t gap;
        at = few_number_read(at, end, &gap);
        if (!at || gap >= count * 64 - place)
            return false;
        place += gap;
        words[place / 64] |= UINT64_C(1) << place % 64;
        if (++place == count * 64)
            break;
    }
    return at == end;
}
