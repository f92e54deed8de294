/* Joining the processes that were started with this one. */
#include "team/cluster.h"

#include <stdlib.h>
#include <string.h>

#ifdef __EMSCRIPTEN__

bool few_cluster_is_started(void) {
    return false;
}

bool few_cluster_join(struct few_cluster *cluster, struct few_error *error) {
    (void)cluster;
    return few_fail(error, FEW_ERROR_SYSTEM, "there are no other processes here");
}

#else
#include <dlfcn.h>
#include <libgen.h>
#include <stdio.h>
#include <unistd.h>

/* How many processes were started: by mpirun of Open MPI; by mpiexec of MPICH, Intel MPI and their like, and srun with PMI; by srun with
 * PMIx, which says how many there are in another way. */
bool few_cluster_is_started(void) {
    const char *size = getenv("OMPI_COMM_WORLD_SIZE");
    if (!size)
        size = getenv("PMI_SIZE");
    if (!size && getenv("PMIX_RANK"))
        size = getenv("SLURM_NTASKS");
    return size && strtoul(size, NULL, 10) > 1;
}

#define MODULE "/fewest-mpi.so"

/* Beside the program, where that was built and not installed; else where it is installed. */
static void *load(void) {
    enum { PATH_ROOM = 4096 };
    char program[PATH_ROOM], path[PATH_ROOM + sizeof MODULE];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length > 0) {
        program[length] = '\0';
        snprintf(path, sizeof path, "%s" MODULE, dirname(program));
        void *library = access(path, R_OK) == 0 ? dlopen(path, RTLD_NOW | RTLD_GLOBAL) : NULL;
        if (library)
            return library;
    }
    snprintf(path, sizeof path, "%s" MODULE, few_module_folder);
    return dlopen(path, RTLD_NOW | RTLD_GLOBAL);
}

bool few_cluster_join(struct few_cluster *cluster, struct few_error *error) {
    *cluster = (struct few_cluster){.library = load()};
    if (!cluster->library) {
        const char *why = dlerror();
        return few_fail(error, FEW_ERROR_SYSTEM, "the part of fewest that uses MPI cannot be loaded (%.150s)", why ? why : "it is not there");
    }
    cluster->module = dlsym(cluster->library, FEW_CLUSTER_SYMBOL);
    if (!cluster->module || cluster->module->form != FEW_CLUSTER_FORM)
        return few_fail(error, FEW_ERROR_SYSTEM, "the part of fewest that uses MPI is of another version");
    cluster->self = cluster->module->join(&cluster->place);
    return cluster->self || few_fail(error, FEW_ERROR_SYSTEM, "MPI could not be started");
}

#endif

/* The library stays loaded: MPI does not like to be taken away. */
void few_cluster_leave(struct few_cluster *cluster) {
    if (cluster->self)
        cluster->module->leave(cluster->self);
    cluster->self = NULL;
}

void few_cluster_combine(const struct few_cluster *cluster, uint64_t *values, size_t count, enum few_combine how) {
    cluster->module->combine(cluster->self, values, count, how);
}

uint64_t few_cluster_most(const struct few_cluster *cluster, uint64_t value) {
    few_cluster_combine(cluster, &value, 1, FEW_MOST);
    return value;
}

uint64_t few_cluster_least(const struct few_cluster *cluster, uint64_t value) {
    return UINT64_MAX - few_cluster_most(cluster, UINT64_MAX - value);
}

unsigned few_cluster_first(const struct few_cluster *cluster, bool is_true) {
    const unsigned size = cluster->place.size;
    return size - (unsigned)few_cluster_most(cluster, is_true ? size - cluster->place.number : 0);
}

void few_cluster_tell(const struct few_cluster *cluster, unsigned from, void *bytes, size_t count) {
    enum { WORDS = 256 };
    for (size_t done = 0, some; done < count; done += some) {
        uint64_t words[WORDS] = {0};
        some = count - done < sizeof words ? count - done : sizeof words;
        if (cluster->place.number == from)
            memcpy(words, (const char *)bytes + done, some);
        few_cluster_combine(cluster, words, WORDS, FEW_SUM); /* the others' are all 0 */
        memcpy((char *)bytes + done, words, some);
    }
}

/* ---- One process: it has nobody to talk to, and what all come to is what it has */

static bool is_sent(void *self, unsigned to, unsigned slot) {
    (void)self, (void)to, (void)slot;
    return true;
}

static bool receive(void *self, void *bytes, size_t room, size_t *count) {
    (void)self, (void)bytes, (void)room, (void)count;
    return false;
}

static void combine(void *self, uint64_t *values, size_t count, enum few_combine how) {
    (void)self, (void)values, (void)count, (void)how;
}

static const struct few_cluster_module module_alone = {.form = FEW_CLUSTER_FORM, .is_sent = is_sent, .receive = receive, .combine = combine};
const struct few_cluster few_cluster_alone = {.module = &module_alone, .place = {.number = 0, .size = 1, .near = 1}};
