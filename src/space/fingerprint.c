#include "space/fingerprint.h"

/* The order of the states is not written down anywhere, and another one is taken where memory for the tables of the first
 * is refused. Some states and their ranks tell them apart. */
void few_digest_order(struct few_digest *digest, const struct few_space *space) {
    enum { SAMPLES = 64 };
    uint64_t state[FEW_MAX_WORDS];
    for (uint64_t i = 0; i < SAMPLES && space->ranks && space->run->unrank; i++) {
        uint64_t rank = i < 2 ? i * (space->ranks - 1) : i * UINT64_C(0x9e3779b97f4a7c15) % space->ranks;
        space->run->unrank(space, &rank, 1, state);
        few_digest_add(digest, state, space->words * sizeof *state);
    }
}

void few_digest_space(struct few_digest *digest, uint64_t kind, const struct few_space *space) {
    few_digest_number(digest, kind);
    few_digest_number(digest, space->words);
    few_digest_number(digest, space->undirected);
    few_digest_number(digest, (uint64_t)space->has_free << 32 | space->max_cost);
    few_digest_number(digest, space->ranks);
}
