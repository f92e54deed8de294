/* What JavaScript calls by name; only in the build for WebAssembly. Besides: malloc, free, fewest_puzzle_free. */
#include "js/core/core.h"

/* In js/src/module.js. */
bool fewest_told(const char *progress);

char *fewest_call(const char *name, fewest_puzzle *puzzle, const char *parameters, size_t size, const char *body, size_t length);

char *fewest_call(const char *name, fewest_puzzle *puzzle, const char *parameters, size_t size, const char *body, size_t length) {
    return core_call(name, puzzle, parameters, size, body, length, fewest_told);
}
