/* What JavaScript calls by name; only in the build for WebAssembly. */
#include "web/wasm/worker.h"

/* In library.js. */
bool fewest_told(const char *progress);

struct worker *fewest_open(double memory, double seconds);

struct worker *fewest_open(double memory, double seconds) {
    return worker_create(memory, seconds, fewest_told);
}
