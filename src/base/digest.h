/* A digest of bytes, 128 bits: to tell one puzzle from another, and a whole file from a damaged one. It guards against
 * accidents, not against people.
 *
 * Eight lanes take a word each in turn. A step is a bijection of the lane for a given word, and different words lead
 * to different lanes; so is every step of the folding at the end. Hence a change within one word is always seen, and
 * any other with a chance of 1 in 2^128 to be missed. */
#ifndef FEW_BASE_DIGEST_H
#define FEW_BASE_DIGEST_H

#include <stddef.h>
#include <stdint.h>

enum { FEW_DIGEST_LANES = 8, FEW_DIGEST_BLOCK = FEW_DIGEST_LANES * 8 };

struct few_digest {
    uint64_t lanes[FEW_DIGEST_LANES];
    uint64_t length;
    uint8_t rest[FEW_DIGEST_BLOCK]; /* what does not fill a block yet */
    size_t resting;
};

struct few_digest_value {
    uint64_t words[2];
};

void few_digest_begin(struct few_digest *digest);
void few_digest_add(struct few_digest *digest, const void *bytes, size_t count);
struct few_digest_value few_digest_end(struct few_digest *digest);

/* A number, and a text with its end, so that what follows cannot be taken for a part of it. */
void few_digest_number(struct few_digest *digest, uint64_t number);
void few_digest_text(struct few_digest *digest, const char *text);

#endif
