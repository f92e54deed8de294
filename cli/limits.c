#include "cli/limits.h"

#include "cli/memory.h"

#include <time.h>

double now_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void limits_begin(struct limits *limits, uint64_t memory, double seconds) {
    *limits = (struct limits){.memory = memory_for_library(memory), .deadline = seconds > 0 ? now_seconds() + seconds : 0};
}

fewest_limits limits_left(struct limits *limits, const fewest_limits *asked) {
    const double least = 1e-6, left = limits->deadline - now_seconds();
    fewest_limits wanted = asked ? *asked : (fewest_limits){0};
    wanted.memory = limits->memory;
    if (limits->deadline > 0)
        wanted.seconds = left > least ? left : least; /* 0 would be no limit */
    wanted.progress = progress_report;
    wanted.context = &limits->progress;
    return wanted;
}
