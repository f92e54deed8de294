/* What the module that knows MPI (team/mpi.c) gives to the library, which does not: it is loaded only where processes are started by
 * mpirun or the like, so that no other start pays for it. */
#ifndef FEW_TEAM_CLUSTER_MODULE_H
#define FEW_TEAM_CLUSTER_MODULE_H

#include <stdbool.h>
#include <stddef.h>
#include <sched.h>
#include <stdint.h>
#include <time.h>

/* Between two looks for something that has not come: at first it is looked for again at once, then others may have the processor, and then it sleeps, as
 * those who are waited for may need this very processor. */
static inline void few_rest(unsigned *looks) {
    enum { AT_ONCE = 256, SOON = 4096, NAP = 50000 /* nanoseconds */ };
    if (*looks > SOON)
        nanosleep(&(struct timespec){0, NAP}, NULL);
    else if (*looks > AT_ONCE)
        sched_yield();
    ++*looks;
}

enum few_combine { FEW_SUM, FEW_MOST };

struct few_cluster_place {
    unsigned number, size; /* of this process, from 0; of all */
    unsigned near;         /* processes on this machine, with this one */
};

/* One struct of this name and form is in the module. A message has less than 2 GiB. */
struct few_cluster_module {
    uint32_t form; /* FEW_CLUSTER_FORM: that of this struct */
    /* NULL: it could not be. */
    void *(*join)(struct few_cluster_place *place);
    void (*leave)(void *self);
    /* Begins to send the bytes, which stay as they are until is_sent says so. There are two slots for each process. */
    void (*send)(void *self, unsigned to, unsigned slot, const void *bytes, size_t count);
    bool (*is_sent)(void *self, unsigned to, unsigned slot);
    /* Takes a message, if one has come. Those of one process come in their order. */
    bool (*receive)(void *self, void *bytes, size_t room, size_t *count);
    /* Of all processes, which all call it: each value becomes the sum, or the largest one. */
    void (*combine)(void *self, uint64_t *values, size_t count, enum few_combine how);
};

enum { FEW_CLUSTER_FORM = 1 };
#define FEW_CLUSTER_SYMBOL "few_cluster_by_mpi"

#endif
