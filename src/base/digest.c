#include "base/digest.h"

#include <string.h>

/* Odd numbers with about as many ones as zeros: the fractions of square roots of primes. */
static const uint64_t first_lanes[FEW_DIGEST_LANES] = {
    UINT64_C(0x6a09e667f3bcc909), UINT64_C(0xbb67ae8584caa73b), UINT64_C(0x3c6ef372fe94f82b),
    UINT64_C(0xa54ff53a5f1d36f1), UINT64_C(0x510e527fade682d1), UINT64_C(0x9b05688c2b3e6c1f),
    UINT64_C(0x1f83d9abfb41bd6b), UINT64_C(0x5be0cd19137e2179),
};
static const uint64_t factor = UINT64_C(0x9e3779b97f4a7c15);

static inline uint64_t turned(uint64_t x, unsigned by) {
    return x << by | x >> (64 - by);
}

static inline uint64_t step(uint64_t lane, uint64_t word) {
    return (turned(lane, 29) ^ word) * factor;
}

void few_digest_begin(struct few_digest *digest) {
    *digest = (struct few_digest){0};
    memcpy(digest->lanes, first_lanes, sizeof first_lanes);
}

static void add_blocks(struct few_digest *digest, const uint8_t *bytes, size_t blocks) {
    uint64_t lanes[FEW_DIGEST_LANES], words[FEW_DIGEST_LANES];
    memcpy(lanes, digest->lanes, sizeof lanes);
    for (size_t b = 0; b < blocks; b++, bytes += FEW_DIGEST_BLOCK) {
        memcpy(words, bytes, sizeof words);
        for (unsigned i = 0; i < FEW_DIGEST_LANES; i++)
            lanes[i] = step(lanes[i], words[i]);
    }
    memcpy(digest->lanes, lanes, sizeof lanes);
}

void few_digest_add(struct few_digest *digest, const void *bytes, size_t count) {
    if (count == 0)
        return; /* `bytes` may be NULL then, and memcpy must not see that */
    const uint8_t *at = bytes;
    digest->length += count;
    if (digest->resting) {
        size_t room = FEW_DIGEST_BLOCK - digest->resting, some = count < room ? count : room;
        memcpy(digest->rest + digest->resting, at, some);
        digest->resting += some;
        at += some;
        count -= some;
        if (digest->resting < FEW_DIGEST_BLOCK)
            return;
        add_blocks(digest, digest->rest, 1);
        digest->resting = 0;
    }
    add_blocks(digest, at, count / FEW_DIGEST_BLOCK);
    at += count / FEW_DIGEST_BLOCK * FEW_DIGEST_BLOCK;
    digest->resting = count % FEW_DIGEST_BLOCK;
    if (digest->resting)
        memcpy(digest->rest, at, digest->resting);
}

/* A bijection that lets every bit reach every other. */
static uint64_t mixed(uint64_t x) {
    x = (x ^ x >> 32) * UINT64_C(0xd6e8feb86659fd93);
    x = (x ^ x >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
    return x ^ x >> 32;
}

struct few_digest_value few_digest_end(struct few_digest *digest) {
    if (digest->resting) {
        memset(digest->rest + digest->resting, 0, FEW_DIGEST_BLOCK - digest->resting);
        add_blocks(digest, digest->rest, 1);
    }
    struct few_digest_value value = {{digest->length, ~digest->length}};
    for (unsigned i = 0; i < FEW_DIGEST_LANES; i++) {
        value.words[0] = mixed(step(value.words[0], digest->lanes[i]));
        value.words[1] = mixed(step(value.words[1], digest->lanes[FEW_DIGEST_LANES - 1 - i]));
    }
    return value;
}

void few_digest_number(struct few_digest *digest, uint64_t number) {
    few_digest_add(digest, &number, sizeof number);
}

void few_digest_text(struct few_digest *digest, const char *text) {
    size_t length = strlen(text);
    few_digest_number(digest, length);
    few_digest_add(digest, text, length);
}
