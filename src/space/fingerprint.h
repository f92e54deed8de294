/* What the fingerprints of all spaces begin with. A fingerprint is a digest of what the tables of a puzzle depend on: the
 * rules as they were compiled, the pieces, which of them are conserved and how many there are, and the goal; not the
 * title, the words of moves, comments, or the start, as long as another start has the same pieces. */
#ifndef FEW_SPACE_FINGERPRINT_H
#define FEW_SPACE_FINGERPRINT_H

#include "base/digest.h"
#include "space/space.h"

struct few_in;

/* `kind` is the number of the kind of space in files: 0 boards, 1 strings, 2 walkers. */
void few_digest_space(struct few_digest *digest, uint64_t kind, const struct few_space *space);
/* What only depends on how states are numbered, which is not in the above. */
void few_digest_order(struct few_digest *digest, const struct few_space *space);
/* The same as a number, for a checkpoint that has ranks; and whether the one that was read there is that of the space: false, see in->error. */
uint64_t few_order_of(const struct few_space *space);
bool few_order_fits(struct few_in *in, const struct few_space *space, uint64_t order);

#endif
