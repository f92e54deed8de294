/* Threads that wait for work. Units are handed out by a counter, so that a worker that gets the heavy ones does fewer
 * of them. A worker that waits spins for some microseconds before it goes to sleep: the next layer of a small space
 * is there sooner than a sleeping thread is woken. With more workers than processors it does not spin: another could
 * use the processor. */
#include "team/team.h"

#include <pthread.h>
#include <unistd.h>

enum { LOOKS = 2000 }; /* some tens of microseconds */

struct member {
    struct few_team *team;
    pthread_t thread;
    unsigned number;
};

struct few_team {
    struct few_memory *memory;
    unsigned size, started; /* members, of which the first is the caller; threads that run */
    pthread_mutex_t lock;
    pthread_cond_t begin, done;
    unsigned looks;
    atomic_uint_fast64_t round; /* counts the runs */
    atomic_uint working;        /* members still at work in this round */
    bool closing;
    few_team_work *work;
    void *context;
    uint64_t units, grain;
    atomic_uint_fast64_t next;
    atomic_bool stopped;
    struct member members[];
};

static size_t team_bytes(unsigned size) {
    return sizeof(struct few_team) + size * sizeof(struct member);
}

static void take_part(struct few_team *team, unsigned number) {
    while (!atomic_load_explicit(&team->stopped, memory_order_relaxed)) {
        uint64_t first = atomic_fetch_add(&team->next, team->grain);
        if (first >= team->units)
            break;
        uint64_t end = team->units - first < team->grain ? team->units : first + team->grain;
        if (!team->work(team->context, number, first, end))
            atomic_store(&team->stopped, true);
    }
}

static void pause_a_little(void) {
#if defined __x86_64__ || defined __i386__
    __builtin_ia32_pause();
#endif
}

/* Without the lock; without success it is asked again with it. */
static void look_for_work(struct few_team *team, uint64_t round) {
    for (unsigned i = 0; i < team->looks && atomic_load_explicit(&team->round, memory_order_acquire) == round; i++)
        pause_a_little();
}

static void look_for_the_end(struct few_team *team) {
    for (unsigned i = 0; i < team->looks && atomic_load_explicit(&team->working, memory_order_acquire); i++)
        pause_a_little();
}

static void *live(void *given) {
    struct member *member = given;
    struct few_team *team = member->team;
    uint64_t round = 0;
    for (;;) {
        look_for_work(team, round);
        if (atomic_load_explicit(&team->round, memory_order_acquire) == round) {
            pthread_mutex_lock(&team->lock);
            while (!team->closing && atomic_load(&team->round) == round)
                pthread_cond_wait(&team->begin, &team->lock);
            const bool closing = team->closing;
            pthread_mutex_unlock(&team->lock);
            if (closing)
                break;
        }
        round++;
        take_part(team, member->number);
        if (atomic_fetch_sub(&team->working, 1) == 1) {
            pthread_mutex_lock(&team->lock); /* the caller checks `working` under this lock: it cannot miss the signal */
            pthread_cond_signal(&team->done);
            pthread_mutex_unlock(&team->lock);
        }
    }
    return NULL;
}

struct few_team *few_team_create(struct few_memory *memory, unsigned workers) {
    struct few_team *team = few_alloc_zeroed(memory, team_bytes(workers));
    if (!team)
        return NULL;
    team->memory = memory;
    team->size = workers;
    team->looks = workers <= (unsigned long)sysconf(_SC_NPROCESSORS_ONLN) ? LOOKS : 0;
    pthread_mutex_init(&team->lock, NULL);
    pthread_cond_init(&team->begin, NULL);
    pthread_cond_init(&team->done, NULL);
    for (team->started = 1; team->started < workers; team->started++) {
        struct member *member = &team->members[team->started];
        member->team = team;
        member->number = team->started;
        if (pthread_create(&member->thread, NULL, live, member) != 0) {
            atomic_store(&memory->refused, true);
            few_team_free(team);
            return NULL;
        }
    }
    return team;
}

void few_team_free(struct few_team *team) {
    if (!team)
        return;
    pthread_mutex_lock(&team->lock);
    team->closing = true;
    pthread_cond_broadcast(&team->begin);
    pthread_mutex_unlock(&team->lock);
    for (unsigned i = 1; i < team->started; i++)
        pthread_join(team->members[i].thread, NULL);
    pthread_mutex_destroy(&team->lock);
    pthread_cond_destroy(&team->begin);
    pthread_cond_destroy(&team->done);
    few_free(team->memory, team, team_bytes(team->size));
}

unsigned few_team_size(const struct few_team *team) {
    return team->size;
}

bool few_team_run(struct few_team *team, few_team_work *work, void *context, uint64_t units, uint64_t grain) {
    team->work = work;
    team->context = context;
    team->units = units;
    team->grain = grain ? grain : 1;
    atomic_store(&team->next, 0);
    atomic_store(&team->stopped, false);
    const bool shared = team->size > 1 && units > team->grain; /* waking the others costs more than a small job */
    if (shared) {
        atomic_store(&team->working, team->size - 1);
        pthread_mutex_lock(&team->lock);
        atomic_fetch_add(&team->round, 1);
        pthread_cond_broadcast(&team->begin);
        pthread_mutex_unlock(&team->lock);
    }
    take_part(team, 0);
    if (shared) {
        look_for_the_end(team);
        if (atomic_load(&team->working)) {
            pthread_mutex_lock(&team->lock);
            while (atomic_load(&team->working))
                pthread_cond_wait(&team->done, &team->lock);
            pthread_mutex_unlock(&team->lock);
        }
    }
    return !atomic_load(&team->stopped);
}
