/* Searches that run, and some that are done. Each has a thread of its own, which writes its news as text;
 * requests only read texts. A search that no client asks about for a while is stopped. Where there are no threads, a search is
 * done before the request that began it is answered, and its news are told as they come. */
#ifndef WEB_RUNS_H
#define WEB_RUNS_H

#include <fewest.h>
#include <pthread.h>
#include <stdatomic.h>

enum {
    MOST_FINISHED = 32,            /* runs that are remembered when they are done, */
    MOST_FINISHED_BYTES = 64 << 20, /* and their texts; the last one is, in any case */
    MOST_QUICK = 8,                /* requests that have a puzzle compiled, at once */
    QUICK_PATIENCE = 2,            /* seconds that others wait for a place among them */
    UNSEEN_SECONDS = 5,            /* a search that no client has asked about for so long is stopped */
};

enum download { DOWNLOAD_TEXT, DOWNLOAD_JSON, DOWNLOAD_SVG, DOWNLOAD_COUNT };

struct run;

/* The work of a run, on its thread: calls run_tell now and then, and in the end sets run->result. Frees the job. */
typedef void run_work(struct run *run, void *job);

struct run {
    uint64_t id;
    struct runs *runs;
    struct run *next; /* an older one */
    pthread_t thread;
    bool joined;
    run_work *work;
    void *job;
    double started;
    /* Below: under the lock of `runs`. */
    bool stopping, done;
    unsigned users;       /* requests that hold it */
    unsigned watchers;    /* streams of events among them */
    double seen;          /* when a client last asked */
    uint64_t version;     /* of `progress`, from 1 */
    char *progress;       /* JSON */
    char *result;         /* JSON, when it is done */
    char *downloads[DOWNLOAD_COUNT];
    size_t bytes;         /* of these texts, when it is done */
};

/* News of the run at work, as JSON; NULL: there are none, it only asks whether to go on. false: it is to stop. */
typedef bool runs_listener(void *listener, const char *progress);

struct runs {
    pthread_mutex_t lock;
    pthread_cond_t changed; /* there is news of a run */
    pthread_cond_t room;    /* a place among the quick ones is free */
    struct run *newest;
    uint64_t last_id;
    unsigned most, busy; /* searches at once */
    unsigned quick;
    atomic_bool closing;
    runs_listener *told; /* NULL: there are threads, and requests ask for news */
    void *listener;
};

void runs_init(struct runs *runs, unsigned most);
/* Without threads: see above. */
void runs_init_alone(struct runs *runs, runs_listener *told, void *listener);
/* Stops everything, waits for it and forgets it. No request may be in progress any more. */
void runs_free(struct runs *runs);
/* Stops everything and wakes up whoever waits. */
void runs_close(struct runs *runs);

/* Begins to work on a job. NULL: there is no room (*full) or no memory; then the job is still the caller's. */
struct run *run_begin(struct runs *runs, run_work *work, void *job, bool *full);
/* A run by its number, held until run_release; NULL: there is none. */
struct run *run_hold(struct runs *runs, uint64_t id);
void run_release(struct run *run);
void run_stop(struct run *run);

/* From the thread of the run: new progress, whose ownership passes to the run. false: it is to stop. */
bool run_tell(struct run *run, char *progress);

/* Room for a search that a request does by itself. */
bool runs_enter(struct runs *runs);
void runs_leave(struct runs *runs);

/* A place among the requests that compile a puzzle: waits some seconds for one. false: there is none. */
bool quick_enter(struct runs *runs);
void quick_leave(struct runs *runs);

double seconds_now(void);

#endif
