#include "api/fingerprint.h"

bool few_model_fingerprint(const struct few_model *model, struct few_digest_value *fingerprint,
                           struct few_error *error) {
    const struct few_space *space = model->space;
    if (!space->keep->fingerprint)
        return few_fail(error, FEW_ERROR_INPUT, "tables in files are for puzzles from text");
    struct few_digest digest;
    few_digest_begin(&digest);
    space->keep->fingerprint(space, model->puzzle, &digest);
    *fingerprint = few_digest_end(&digest);
    return true;
}
