/* Threads that wait for work under one lock. Units are handed out by a counter, so that a worker that gets the heavy
 * ones does fewer of them. */
#include "team/team.h"

#include <pthread.h>

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
    uint64_t round;   /* counts the runs */
    unsigned working; /* members still at work in this round */
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

static void *live(void *given) {
    struct member *member = given;
    struct few_team *team = member->team;
    uint64_t round = 0;
    pthread_mutex_lock(&team->lock);
    for (;;) {
        while (!team->closing && team->round == round)
            pthread_cond_wait(&team->begin, &team->lock);
        if (team->closing)
            break;
        round = team->round;
        pthread_mutex_unlock(&team->lock);
        take_part(team, member->number);
        pthread_mutex_lock(&team->lock);
        if (--team->working == 0)
            pthread_cond_signal(&team->done);
    }
    pthread_mutex_unlock(&team->lock);
    return NULL;
}

struct few_team *few_team_create(struct few_memory *memory, unsigned workers) {
    struct few_team *team = few_alloc_zeroed(memory, team_bytes(workers));
    if (!team)
        return NULL;
    team->memory = memory;
    team->size = workers;
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
    pthread_mutex_lock(&team->lock);
    team->work = work;
    team->context = context;
    team->units = units;
    team->grain = grain ? grain : 1;
    atomic_store(&team->next, 0);
    atomic_store(&team->stopped, false);
    team->working = team->size - 1;
    bool shared = team->size > 1 && units > team->grain; /* waking the others costs more than a small job */
    if (shared) {
        team->round++;
        pthread_cond_broadcast(&team->begin);
    }
    pthread_mutex_unlock(&team->lock);
    take_part(team, 0);
    if (shared) {
        pthread_mutex_lock(&team->lock);
        while (team->working)
            pthread_cond_wait(&team->done, &team->lock);
        pthread_mutex_unlock(&team->lock);
    }
    return !atomic_load(&team->stopped);
}
