/* Processes by MPI: a module that is loaded where there are some (team/cluster.c). The only file that knows MPI. What fails in MPI ends
 * all processes, with its own message: that is MPI's way, and nothing here could go on. */
#include "team/cluster_module.h"

#include <mpi.h>
#include <stdlib.h>

enum { SLOTS = 2, TAG = 1 };

struct slot {
    MPI_Request request;
};

struct processes {
    MPI_Comm all; /* our own, so that nobody else's messages come between */
    struct slot *slots; /* SLOTS for each process */
    unsigned size;
};

static unsigned count_near(MPI_Comm all) {
    MPI_Comm near;
    int count = 1;
    MPI_Comm_split_type(all, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &near);
    MPI_Comm_size(near, &count);
    MPI_Comm_free(&near);
    return (unsigned)count;
}

static void *join(struct few_cluster_place *place) {
    struct processes *self = calloc(1, sizeof *self);
    int started = 0, number = 0, size = 1, threads;
    if (!self || MPI_Initialized(&started) != MPI_SUCCESS ||
        (!started && MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &threads) != MPI_SUCCESS)) { /* there are others, but only one calls MPI */
        free(self);
        return NULL;
    }
    MPI_Comm_dup(MPI_COMM_WORLD, &self->all);
    MPI_Comm_rank(self->all, &number);
    MPI_Comm_size(self->all, &size);
    self->size = (unsigned)size;
    self->slots = calloc((size_t)SLOTS * self->size, sizeof *self->slots);
    if (!self->slots) {
        MPI_Abort(self->all, 4);
        return NULL;
    }
    for (unsigned i = 0; i < SLOTS * self->size; i++)
        self->slots[i].request = MPI_REQUEST_NULL;
    *place = (struct few_cluster_place){(unsigned)number, (unsigned)size, count_near(self->all)};
    return self;
}

static void leave(void *given) {
    struct processes *self = given;
    for (unsigned i = 0; i < SLOTS * self->size; i++)
        MPI_Wait(&self->slots[i].request, MPI_STATUS_IGNORE);
    MPI_Comm_free(&self->all);
    MPI_Finalize();
    free(self->slots);
    free(self);
}

static void send(void *given, unsigned to, unsigned slot, const void *bytes, size_t count) {
    struct processes *self = given;
    MPI_Isend(bytes, (int)count, MPI_BYTE, (int)to, TAG, self->all, &self->slots[SLOTS * to + slot].request);
}

static bool is_sent(void *given, unsigned to, unsigned slot) {
    struct processes *self = given;
    int done = 0;
    MPI_Test(&self->slots[SLOTS * to + slot].request, &done, MPI_STATUS_IGNORE);
    return done;
}

static bool receive(void *given, void *bytes, size_t room, size_t *count) {
    struct processes *self = given;
    MPI_Message message;
    MPI_Status status;
    int come = 0, length = 0;
    MPI_Improbe(MPI_ANY_SOURCE, TAG, self->all, &come, &message, &status);
    if (!come)
        return false;
    MPI_Mrecv(bytes, (int)room, MPI_BYTE, &message, &status);
    MPI_Get_count(&status, MPI_BYTE, &length);
    *count = (size_t)length;
    return true;
}

static void combine(void *given, uint64_t *values, size_t count, enum few_combine how) {
    struct processes *self = given;
    MPI_Request request;
    int done = 0;
    unsigned looks = 0;
    MPI_Iallreduce(MPI_IN_PLACE, values, (int)count, MPI_UINT64_T, how == FEW_SUM ? MPI_SUM : MPI_MAX, self->all, &request);
    while (MPI_Test(&request, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && !done) /* MPI_Allreduce would keep the processor busy */
        few_rest(&looks);
}

extern const struct few_cluster_module few_cluster_by_mpi;
__attribute__((visibility("default"))) const struct few_cluster_module few_cluster_by_mpi = {
    .form = FEW_CLUSTER_FORM,
    .join = join,
    .leave = leave,
    .send = send,
    .is_sent = is_sent,
    .receive = receive,
    .combine = combine,
};
