/* The file that tests of tables write to and read, again and again: in memory where there is such a folder, for
 * every write waits for the disk. make_path and remove_path go around a group of tests. */
#ifndef FEW_TESTS_UNIT_TABLE_PATH_H
#define FEW_TESTS_UNIT_TABLE_PATH_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char path[64];

static int make_path(void **state) {
    (void)state;
    snprintf(path, sizeof path, "%s/fewest-tables-XXXXXX", access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    int descriptor = mkstemp(path);
    return descriptor < 0 ? -1 : close(descriptor);
}

static int remove_path(void **state) {
    (void)state;
    return unlink(path);
}

#endif
