/* Numbers that depend on a seed alone. */
#ifndef FUZZ_RANDOM_H
#define FUZZ_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

typedef struct random_source {
    uint64_t at;
} random_source;

static inline uint64_t random_next(random_source *self) {
    uint64_t x = self->at += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* From 0 to count - 1. */
static inline unsigned random_below(random_source *self, unsigned count) {
    return count ? (unsigned)(random_next(self) % count) : 0;
}

static inline bool random_chance(random_source *self, unsigned percent) {
    return random_below(self, 100) < percent;
}

#endif
