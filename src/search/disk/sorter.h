/* States in any order and any number become one run (search/disk/run_file.h). There are two ways. Either they are gathered in memory, sorted whenever that is full, and
 * written; then what was written is merged. Or, for what the states of a run lead to (passes.c), only the smallest keys that were not written yet are kept, each
 * once, as many as there is memory for; then they are written, and the run is gone through again for the next ones: so nothing is written but the result. That
 * is quicker, too, unless it takes many passes. Several threads make states, sort and write; one merges.
 *
 * A key is a state, or its rank. */
#ifndef FEW_SEARCH_DISK_SORTER_H
#define FEW_SEARCH_DISK_SORTER_H

#include "search/disk/key_set.h"
#include "search/disk/merge_runs.h"

struct few_team;

enum {
    FEW_SORTER_MOST = 1024,          /* runs that are merged at once, with the others */
    FEW_SORTER_RESERVE = 256 << 10,  /* bytes of memory that are left to others */
    FEW_SORTER_SETS = FEW_MERGE_LISTS,
};

/* Keys of one pass: those from `from` on and below `limit`. Each has its set by its hash, so that workers seldom wait for each other. */
struct few_sorter_pass {
    struct few_key_set sets[FEW_SORTER_SETS];
    pthread_mutex_t locks[FEW_SORTER_SETS], limiting;
    unsigned count;       /* of sets; 0: none is under way */
    bool has_from, has_limit;
    uint64_t from[FEW_MAX_WORDS], limit[FEW_MAX_WORDS];
    double grows;         /* keys that a state of the last run led to; 0: not known */
    double fresh[2];      /* new keys for each state of the last run, and of the one before; 0: not known */
    bool tries;           /* whether few are written is to be seen by the first run */
    atomic_bool is_dear;  /* it was: too many are */
    atomic_bool is_again; /* whoever makes states wants the first pass to begin again, as it makes others then */
    bool again;           /* it has */
};

struct few_sorter_worker {
    uint64_t *keys;         /* what was found, not sorted; and behind it as much room */
    uint64_t *states, *made, *ranks;
    uint64_t *found, *hashes; /* the keys of `made` */
    uint32_t *order;
    bool *flags;            /* one for each of `made`, for whoever makes them */
    size_t count;           /* keys */
    struct few_list runs;   /* struct few_run_file */
    uint64_t expanded, generated;
    uint8_t *buffer;        /* of the run that is written */
    char apart[64];
};

struct few_sorter {
    /* What it is made for. */
    const struct few_space *space;
    struct few_watch *watch;
    struct few_disk *disk;
    unsigned workers;     /* at least 1; fewer are used where memory is short */
    uint64_t shared_from; /* keys of a run from which on the workers share it */
    bool by_rank;
    size_t states, room;  /* of a batch, and results that it has at most */

    uint32_t words;       /* of a key */
    size_t keys;          /* that a worker has room for */
    uint64_t *pool;       /* the keys of all */
    struct few_sorter_pass pass;
    struct few_team *team;
    struct few_sorter_worker *worker;
    struct few_run_reader reader; /* of what is expanded */
    bool is_open;         /* it has a key */
    uint8_t *reader_buffer;
    pthread_mutex_t taking;
    struct few_merge merge;
    size_t merge_bytes;
    atomic_int end;       /* an enum few_end */
    atomic_bool is_enough; /* whoever makes states needs no more of them */
    const struct few_sorter_maker *maker;
};

/* Makes states of the `count` in worker->states, at most sorter->room, into worker->made, and returns how many are to be sorted. It counts in
 * worker->generated. Several workers call it at the same time. */
struct few_sorter_maker {
    size_t (*make)(void *context, struct few_sorter_worker *worker, size_t count);
    void *context;
};

/* Divides what memory there is. false: memory was refused. To be freed in any case. */
bool few_sorter_init(struct few_sorter *sorter);
void few_sorter_free(struct few_sorter *sorter);

/* What the states of a run lead to is gathered. Adds to the counts of the watch. FEW_RUNNING, or why it ended. */
enum few_end few_sorter_expand(struct few_sorter *sorter, const struct few_run_file *run, const struct few_sorter_maker *maker);
/* So are `count` states in sorter->worker[0].made, at most sorter->room. */
enum few_end few_sorter_put(struct few_sorter *sorter, size_t count);
/* So are states that others have made, any number of them, while one thread makes some: the first worker gathers them. */
enum few_end few_sorter_put_more(struct few_sorter *sorter, const uint64_t *states, size_t count);
/* What was gathered so far is of no use. */
void few_sorter_forget(struct few_sorter *sorter);
/* All that was gathered becomes one run, as the job says, whose runs are not set. */
enum few_end few_sorter_merge(struct few_sorter *sorter, const struct few_merge_job *job, struct few_run_file *result);

/* Both at once: what the states of a run lead to becomes one run. The states are made several times, where that is better than to write more of them; and once more, if the
 * maker says `is_again` in the first pass. */
enum few_end few_sorter_advance(struct few_sorter *sorter, const struct few_run_file *run, const struct few_sorter_maker *maker, const struct few_merge_job *job,
                                struct few_run_file *result);
/* Of a pass: `count` states in worker->made. */
void few_sorter_take(struct few_sorter *sorter, struct few_sorter_worker *worker, size_t count);

/* The first run of a worker, of worker->count keys with those that it found several times. */
void few_sorter_judge(struct few_sorter *sorter, const struct few_sorter_worker *worker, const struct few_run_file *run);

/* The next states of a run that was opened, in sorter->worker[0].states; how many: 0 is the end of it, or the disk failed. */
void few_sorter_open(struct few_sorter *sorter, const struct few_run_file *run);
size_t few_sorter_read(struct few_sorter *sorter);

/* The keys of states. */
void few_sorter_keys(const struct few_sorter *sorter, const uint64_t *states, size_t count, uint64_t *keys);

#endif
