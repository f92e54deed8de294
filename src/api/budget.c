#include "api/budget.h"

#include "base/clock.h"

#include <stdio.h>
#include <unistd.h>

enum { LEAST_MEMORY = 64 << 20 }; /* where the system does not say what is free */

/* What the system says to be available, in bytes. */
static uint64_t free_memory(void) {
    uint64_t kilobytes = 0;
    FILE *file = fopen("/proc/meminfo", "re");
    char line[128];
    while (file && fgets(line, sizeof line, file)) {
        unsigned long long value;
        if (sscanf(line, "MemAvailable: %llu", &value) == 1)
            kilobytes = value;
    }
    if (file)
        fclose(file);
    if (kilobytes)
        return kilobytes * 1024;
#ifdef _SC_AVPHYS_PAGES
    long pages = sysconf(_SC_AVPHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    if (pages > 0 && size > 0)
        return (uint64_t)pages * (uint64_t)size;
#endif
    return LEAST_MEMORY;
}

size_t few_budget(const fewest_limits *limits, struct few_free_memory *known) {
    const double now = few_roughly_now();
    if (!limits->memory && (known->asked == 0 || now > known->asked + 1))
        *known = (struct few_free_memory){free_memory(), now};
    uint64_t budget = limits->memory ? limits->memory : known->bytes / 5 * 4;
    return budget < SIZE_MAX / 2 ? (size_t)budget : SIZE_MAX / 2;
}

unsigned few_thread_count(uint64_t wanted) {
    enum { MOST = 256 };
    if (wanted == FEWEST_ALL_PROCESSORS) {
        const long processors = sysconf(_SC_NPROCESSORS_ONLN);
        wanted = processors < 1 ? 1 : (uint64_t)processors;
    }
    return wanted < 1 ? 1 : wanted > MOST ? MOST : (unsigned)wanted;
}
