/* What the programs share: each input is tried as it is and, now and then, once more with an allocation refused. The
 * allocations of the library are seen because it is linked with --wrap. */
#include "bytes.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { REFUSE_ONE_IN = 16 };

static atomic_ullong calls, refuse_at; /* allocations of this try; the one that is refused, 0: none is */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__real_mmap(void *address, size_t length, int protection, int flags, int file, off_t offset);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void *__wrap_mmap(void *address, size_t length, int protection, int flags, int file, off_t offset);

bool is_refused(void) {
    unsigned long long at = atomic_load(&refuse_at), call = atomic_fetch_add(&calls, 1) + 1;
    if (at == 0 || call != at)
        return false;
    errno = ENOMEM;
    return true;
}

void refuse_nothing(void) {
    atomic_store(&refuse_at, 0);
}

void *__wrap_malloc(size_t size) {
    return is_refused() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
    return is_refused() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *block, size_t size) {
    return is_refused() ? NULL : __real_realloc(block, size);
}

void *__wrap_mmap(void *address, size_t length, int protection, int flags, int file, off_t offset) {
    return is_refused() ? MAP_FAILED : __real_mmap(address, length, protection, flags, file, offset);
}

uint64_t mixture(const uint8_t *data, size_t size) {
    uint64_t x = UINT64_C(0x9e3779b97f4a7c15) + size;
    for (size_t i = 0; i < size; i++) {
        x = (x ^ data[i]) * UINT64_C(0xbf58476d1ce4e5b9);
        x ^= x >> 29;
    }
    return x;
}

void must(bool so, const char *words) {
    if (so)
        return;
    fprintf(stderr, "must: %s\n", words);
    abort();
}

void must_explain(const fewest_error *error) {
    must(error->message[0] && error->text[0], "an error says what is wrong");
    must(memchr(error->message, 0, sizeof error->message) && memchr(error->text, 0, sizeof error->text) &&
             memchr(error->hint, 0, sizeof error->hint), "its texts end");
    must(error->status != FEWEST_SOLVED && error->status != FEWEST_UNSOLVABLE, "an error is no answer");
}

fewest_options short_options(void) {
    fewest_options options = {.size = sizeof options};
    options.limits.memory = 1 << 20;
    options.limits.states = 100;
    options.limits.seconds = 0.005;
    options.list = 3;
    options.bound_memory = 1 << 12;
    return options;
}

static unsigned long long try_once(const uint8_t *data, size_t size, unsigned long long refused) {
    static bool begun;
    if (!begun)
        begin_inputs();
    begun = true;
    atomic_store(&calls, 0);
    atomic_store(&refuse_at, refused);
    try_input(data, size);
    atomic_store(&refuse_at, 0);
    return atomic_load(&calls);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    unsigned long long made = try_once(data, size, 0);
    uint64_t chance = mixture(data, size) >> 17;
    if (made && chance % REFUSE_ONE_IN == 0)
        try_once(data, size, 1 + chance / REFUSE_ONE_IN % made);
    return 0;
}

void try_refusing(const uint8_t *data, size_t size, unsigned times) {
    unsigned long long made = try_once(data, size, 0);
    unsigned long long step = made / times + 1;
    for (unsigned long long at = 1; at <= made; at += step)
        try_once(data, size, at);
}
