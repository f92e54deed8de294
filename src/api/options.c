/* Numbers that come from outside are no enumerators until somebody has looked. */
#include "api/handle.h"

static bool is_known(const char *what, unsigned value, unsigned count, struct few_error *error) {
    return value < count || few_fail(error, FEW_ERROR_INPUT, "%s is %u, and the largest there is is %u", what, value, count - 1);
}

#define FEW_COUNT(...) +1
bool few_options_known(const fewest_options *options, struct few_error *error) {
    return !options || (is_known("options.algorithm", (unsigned)options->algorithm, 0 FEWEST_ALGORITHMS(FEW_COUNT), error) &&
                        is_known("options.remember", (unsigned)options->remember, 0 FEWEST_STORES(FEW_COUNT), error));
}

bool few_method_known(fewest_method method, struct few_error *error) {
    return is_known("options.method", (unsigned)method, 0 FEWEST_METHODS(FEW_COUNT), error);
}

bool few_kind_known(fewest_table_kind kind, struct few_error *error) {
    return is_known("the kind of table", (unsigned)kind, FEWEST_TABLE_PATTERNS + 1, error);
}

fewest_options few_options_of(const fewest_puzzle *puzzle, const fewest_options *options) {
    fewest_options standard = fewest_defaults();
    if (options)
        return *options;
    if (puzzle->is_limited) {
        standard.memory = puzzle->limits.memory;
        standard.seconds = puzzle->limits.seconds;
        standard.progress = puzzle->limits.progress;
        standard.context = puzzle->limits.context;
    }
    return standard;
}
