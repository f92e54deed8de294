/* The table of runs. One lock for all: it is held for moments only, never while anything is searched or sent. */
#include "web/runs.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* What a search had goes back to the system, not into a pool of its thread. */
static void give_back_memory(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

void runs_init(struct runs *runs, unsigned most) {
    pthread_condattr_t monotonic;
    *runs = (struct runs){.most = most};
    pthread_mutex_init(&runs->lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&runs->changed, &monotonic);
    pthread_cond_init(&runs->room, &monotonic);
    pthread_condattr_destroy(&monotonic);
    give_back_memory(); /* once before there are threads: where another allocator stands in for glibc's, the first call sets
                           glibc's up, which two threads must not do at once */
}

void runs_init_alone(struct runs *runs, runs_listener *told, void *listener) {
    runs_init(runs, 1);
    runs->told = told;
    runs->listener = listener;
}

static void run_free(struct run *run) {
    if (!run->joined)
        pthread_join(run->thread, NULL);
    free(run->progress);
    free(run->result);
    for (int kind = 0; kind < DOWNLOAD_COUNT; kind++)
        free(run->downloads[kind]);
    free(run);
}

void runs_close(struct runs *runs) {
    pthread_mutex_lock(&runs->lock);
    runs->closing = true;
    for (struct run *run = runs->newest; run; run = run->next)
        run->stopping = true;
    pthread_cond_broadcast(&runs->changed);
    pthread_cond_broadcast(&runs->room);
    pthread_mutex_unlock(&runs->lock);
}

void runs_free(struct runs *runs) {
    runs_close(runs);
    while (runs->newest) {
        struct run *run = runs->newest;
        runs->newest = run->next;
        run_free(run); /* joins its thread, which takes the lock in the end */
    }
    pthread_cond_destroy(&runs->room);
    pthread_cond_destroy(&runs->changed);
    pthread_mutex_destroy(&runs->lock);
}

/* Under the lock: joins threads that have ended, and forgets the oldest runs. A thread that has set `done` never takes
 * the lock again, so it can be waited for. */
static void tidy(struct runs *runs) {
    unsigned finished = 0;
    size_t bytes = 0;
    for (struct run **place = &runs->newest; *place;) {
        struct run *run = *place;
        if (run->done && !run->joined) {
            pthread_join(run->thread, NULL);
            run->joined = true;
        }
        if (run->done) {
            finished++;
            bytes += run->bytes;
        }
        bool forget = run->done && (finished > MOST_FINISHED || (finished > 1 && bytes > MOST_FINISHED_BYTES));
        if (forget && run->users == 0) {
            bytes -= run->bytes;
            *place = run->next;
            run_free(run);
        } else {
            place = &run->next;
        }
    }
}

static size_t text_bytes(const struct run *run) {
    size_t bytes = (run->progress ? strlen(run->progress) : 0) + (run->result ? strlen(run->result) : 0);
    for (int kind = 0; kind < DOWNLOAD_COUNT; kind++)
        bytes += run->downloads[kind] ? strlen(run->downloads[kind]) : 0;
    return bytes;
}

static void *run_thread(void *context) {
    struct run *run = context;
    struct runs *runs = run->runs;
    run->work(run, run->job);
    give_back_memory();
    pthread_mutex_lock(&runs->lock);
    run->bytes = text_bytes(run);
    run->done = true;
    runs->busy--;
    pthread_cond_broadcast(&runs->changed);
    pthread_mutex_unlock(&runs->lock);
    return NULL;
}

struct run *run_begin(struct runs *runs, run_work *work, void *job, bool *full) {
    struct run *run = calloc(1, sizeof *run);
    *full = false;
    if (!run)
        return NULL;
    *run = (struct run){.runs = runs, .work = work, .job = job, .users = 1, .started = seconds_now()};
    run->seen = run->started;
    pthread_mutex_lock(&runs->lock);
    tidy(runs);
    *full = runs->busy >= runs->most || runs->closing;
    const bool alone = runs->told != NULL;
    const bool begun = !*full && (alone || pthread_create(&run->thread, NULL, run_thread, run) == 0);
    if (begun) {
        run->joined = alone;
        runs->busy++;
        run->id = ++runs->last_id;
        run->next = runs->newest;
        runs->newest = run;
    }
    pthread_mutex_unlock(&runs->lock);
    if (begun && alone)
        run_thread(run);
    if (begun)
        return run;
    free(run);
    return NULL;
}

struct run *run_hold(struct runs *runs, uint64_t id) {
    pthread_mutex_lock(&runs->lock);
    struct run *run = runs->newest;
    while (run && run->id != id)
        run = run->next;
    if (run) {
        run->users++;
        run->seen = seconds_now();
    }
    pthread_mutex_unlock(&runs->lock);
    return run;
}

void run_release(struct run *run) {
    pthread_mutex_lock(&run->runs->lock);
    run->users--;
    pthread_mutex_unlock(&run->runs->lock);
}

void run_stop(struct run *run) {
    pthread_mutex_lock(&run->runs->lock);
    run->stopping = true;
    pthread_mutex_unlock(&run->runs->lock);
}

bool run_tell(struct run *run, char *progress) {
    struct runs *runs = run->runs;
    double now = seconds_now();
    const bool alone = runs->told != NULL, wanted = !alone || runs->told(runs->listener, progress);
    pthread_mutex_lock(&runs->lock);
    if (progress) {
        free(run->progress);
        run->progress = progress;
        run->version++;
        pthread_cond_broadcast(&runs->changed);
    }
    if (!wanted || (!alone && run->watchers == 0 && now - run->seen > UNSEEN_SECONDS))
        run->stopping = true;
    bool go_on = !run->stopping;
    pthread_mutex_unlock(&runs->lock);
    return go_on;
}

bool runs_enter(struct runs *runs) {
    pthread_mutex_lock(&runs->lock);
    bool room = runs->busy < runs->most && !runs->closing;
    if (room)
        runs->busy++;
    pthread_mutex_unlock(&runs->lock);
    return room;
}

void runs_leave(struct runs *runs) {
    pthread_mutex_lock(&runs->lock);
    runs->busy--;
    pthread_mutex_unlock(&runs->lock);
}

bool quick_enter(struct runs *runs) {
    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += QUICK_PATIENCE;
    int waited = 0;
    pthread_mutex_lock(&runs->lock);
    while (runs->quick >= MOST_QUICK && !runs->closing && waited == 0)
        waited = pthread_cond_timedwait(&runs->room, &runs->lock, &end);
    const bool room = runs->quick < MOST_QUICK && !runs->closing;
    runs->quick += room;
    pthread_mutex_unlock(&runs->lock);
    return room;
}

void quick_leave(struct runs *runs) {
    pthread_mutex_lock(&runs->lock);
    runs->quick--;
    pthread_cond_signal(&runs->room);
    pthread_mutex_unlock(&runs->lock);
}
