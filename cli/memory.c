#include "cli/memory.h"

#include <stdio.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

/* What the process has in memory already; 0 where the system does not say. */
static uint64_t resident_bytes(void) {
    unsigned long long size, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file)
        return 0;
    if (fscanf(file, "%llu %llu", &size, &resident) != 2)
        resident = 0;
    fclose(file);
    return resident * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* What the process has before the puzzle is read cannot be given to the library any more; nor can a reserve for
 * code that is loaded when it first runs, and for what is printed. It differs by some pages from run to run, which must
 * make no difference: with little memory states are numbered in another way, and a table or a checkpoint is to be used
 * with as much memory as it was built with. So it is rounded up. */
uint64_t memory_for_library(uint64_t promised) {
    const uint64_t reserve = 3 << 19, least = 1 << 20;
    if (promised == 0)
        return 0;
    const uint64_t mebibyte = 1 << 20, usual = 3 * mebibyte, counted = resident_bytes();
    const uint64_t resident = counted <= usual ? usual : (counted + mebibyte - 1) / mebibyte * mebibyte;
#ifdef __GLIBC__
    /* Blocks that grow are to go back to the system, not to be kept in pieces for later. */
    mallopt(M_MMAP_THRESHOLD, 64 << 10);
    mallopt(M_TRIM_THRESHOLD, 64 << 10);
#endif
    return promised > resident + reserve + least ? promised - resident - reserve : least;
}
