#include "api/fingerprint.h"

#include "space/fingerprint.h"

bool few_model_fingerprint(const struct few_model *model, bool with_order, struct few_digest_value *fingerprint,
                           struct few_error *error) {
    const struct few_space *space = model->space;
    if (!space->keep->fingerprint)
        return few_fail(error, FEW_ERROR_INPUT, "tables and checkpoints in files are for puzzles from text");
    struct few_digest digest;
    few_digest_begin(&digest);
    space->keep->fingerprint(space, model->puzzle, &digest);
    if (with_order)
        few_digest_order(&digest, space);
    *fingerprint = few_digest_end(&digest);
    return true;
}
