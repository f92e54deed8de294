#include "cli/pool.h"

#include <fewest.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct pool {
    const struct pool_work *work;
    size_t count;
    pthread_mutex_t lock;
    pthread_cond_t changed; /* a piece is done */
    size_t next, workers;   /* the next piece to begin; threads so far */
    bool *done;
};

size_t pool_size(uint64_t threads, size_t count) {
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (threads == FEWEST_ALL_PROCESSORS)
        threads = processors > 0 ? (uint64_t)processors : 1;
    if (threads > count)
        threads = count;
    return threads ? (size_t)threads : 1;
}

uint64_t pool_share(uint64_t memory, size_t workers) {
    if (workers < 2)
        return memory;
    if (memory == 0) { /* each of them would take most of what is free */
        const long pages = sysconf(_SC_AVPHYS_PAGES), size = sysconf(_SC_PAGESIZE);
        memory = pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size / 5 * 4 : (uint64_t)1 << 30;
    }
    return memory / workers ? memory / workers : 1;
}

static void *work_on(void *given) {
    struct pool *pool = given;
    pthread_mutex_lock(&pool->lock);
    const size_t worker = pool->workers++;
    while (pool->next < pool->count) {
        const size_t index = pool->next++;
        pthread_mutex_unlock(&pool->lock);
        pool->work->work(pool->work->context, worker, index);
        pthread_mutex_lock(&pool->lock);
        pool->done[index] = true;
        pthread_cond_signal(&pool->changed);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

static void run_alone(size_t count, const struct pool_work *work) {
    for (size_t index = 0; index < count; index++) {
        work->work(work->context, 0, index);
        work->take(work->context, index);
    }
}

static void take_all(struct pool *pool) {
    for (size_t index = 0; index < pool->count; index++) {
        pthread_mutex_lock(&pool->lock);
        while (!pool->done[index])
            pthread_cond_wait(&pool->changed, &pool->lock);
        pthread_mutex_unlock(&pool->lock);
        pool->work->take(pool->work->context, index);
    }
}

void pool_run(size_t count, size_t workers, const struct pool_work *work) {
    struct pool pool = {.work = work, .count = count, .lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};
    pthread_t *threads = workers > 1 ? calloc(workers, sizeof *threads) : NULL;
    pool.done = workers > 1 ? calloc(count ? count : 1, sizeof *pool.done) : NULL;
    size_t started = 0;
    while (threads && pool.done && started < workers && pthread_create(&threads[started], NULL, work_on, &pool) == 0)
        started++;
    if (started)
        take_all(&pool);
    else
        run_alone(count, work);
    for (size_t i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    free(pool.done);
    free(threads);
}
