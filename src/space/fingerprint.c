#include "space/fingerprint.h"

#include "base/stream.h"

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

uint64_t few_order_of(const struct few_space *space) {
    struct few_digest digest;
    few_digest_begin(&digest);
    few_digest_order(&digest, space);
    return few_digest_end(&digest).words[0];
}

bool few_order_fits(struct few_in *in, const struct few_space *space, uint64_t order) {
    if (in->failed || order == few_order_of(space))
        return !in->failed;
    in->failed = true;
    return few_fail(in->error, FEW_ERROR_INPUT, "%.120s numbers its states in another way: continue with as much memory as it began with", in->path);
}

void few_digest_space(struct few_digest *digest, uint64_t kind, const struct few_space *space) {
    few_digest_number(digest, kind);
    few_digest_number(digest, space->words);
    few_digest_number(digest, space->undirected);
    few_digest_number(digest, (uint64_t)space->has_free << 32 | space->max_cost);
    few_digest_number(digest, space->ranks);
}
