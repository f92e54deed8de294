/* What distinguishes the puzzle of one table from that of another. */
#ifndef FEW_API_FINGERPRINT_H
#define FEW_API_FINGERPRINT_H

#include "api/model.h"
#include "base/digest.h"

/* The fingerprint of a compiled puzzle with its present goals; with_order, also of how its states are numbered, which may change
 * with the memory that there is. false: see *error. */
bool few_model_fingerprint(const struct few_model *model, bool with_order, struct few_digest_value *fingerprint,
                           struct few_error *error);

#endif
