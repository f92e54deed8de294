#include "cli/memory.h"

#include <stdio.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

enum { MEBIBYTE = 1 << 20 };

static uint64_t round_up(uint64_t bytes) {
    return (bytes + MEBIBYTE - 1) / MEBIBYTE * MEBIBYTE;
}

/* What the process has in memory already: its own pages, and those of files, mostly code. How many of a file the system has mapped besides
 * those that were needed is its own affair, and differs by hundreds of kilobytes: up to 4 MiB they count as 2, and the reserve has the rest.
 * Where the system says nothing, that is what the tool has without MPI. */
static uint64_t resident_bytes(void) {
    unsigned long long size, resident = 0, of_files = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file) {
        if (fscanf(file, "%llu %llu %llu", &size, &resident, &of_files) != 3 || of_files > resident)
            resident = of_files = 0;
        fclose(file);
    }
    const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), own = round_up((resident - of_files) * page), files = of_files * page;
    return (own ? own : MEBIBYTE) + (files <= 4 * MEBIBYTE ? 2 * MEBIBYTE : round_up(files));
}

/* What the process has before the puzzle is read cannot be given to the library any more; nor can a reserve for
 * code that is loaded when it first runs, and for what is printed. It differs by some pages from run to run, which must
 * make no difference: with little memory states are numbered in another way, and a table or a checkpoint is to be used
 * with as much memory as it was built with. So it is rounded up. */
uint64_t memory_for_library(uint64_t promised) {
    const uint64_t reserve = 3 << 19, least = 1 << 20;
    if (promised == 0)
        return 0;
    const uint64_t resident = resident_bytes();
#ifdef __GLIBC__
    /* Blocks that grow are to go back to the system, not to be kept in pieces for later. */
    mallopt(M_MMAP_THRESHOLD, 64 << 10);
    mallopt(M_TRIM_THRESHOLD, 64 << 10);
#endif
    return promised > resident + reserve + least ? promised - resident - reserve : least;
}
