/* Work that can be taken up again: a file (base/stream.h) with all that it needs to go on, what it is of, which the keeper's owner writes, and then what
 * the work itself writes. It is written aside and takes its name when it is whole, so that it is there whenever the process ends. */
#ifndef FEW_SEARCH_KEEPER_H
#define FEW_SEARCH_KEEPER_H

#include "base/stream.h"

/* Where several processes write a checkpoint, the files beside it (search/part_files.h). */
struct few_part_files {
    uint64_t processes; /* that there were when it was written; some of their files may be there */
    uint64_t slot;      /* 0 or 1: which names they have */
    uint64_t count;     /* of files; 0: there are none, all is in one */
    struct few_digest_value *digests; /* of each */
};

struct few_cluster;

struct few_keeper {
    struct few_memory memory;   /* its own, some megabytes at most: work without memory is kept, too */
    const char *path;           /* NULL: it is not written */
    double every;               /* seconds */
    double next;                /* on few_now's clock */
    double before;              /* seconds that it took until it was taken up */
    struct few_in *from;        /* what it goes on from, behind what its owner wrote; NULL: from the first state */
    void (*about)(void *context, struct few_out *out);
    void *context;
    struct few_error error;     /* why it could not be taken up, or written */
    uint64_t written;           /* layers in the file, which is good */
    const struct few_cluster *cluster; /* processes that write it together; NULL: this one alone */
    struct few_part_files parts; /* of what is at `path` */
    struct few_part_files taken; /* of what it goes on from */
    struct few_digest_value body; /* of the file that was written last */
};

extern const struct few_stream_form few_checkpoint_form;

/* What the work writes of itself, which may be asked for twice. */
typedef void few_keep_work(const void *work, struct few_out *out);

/* false: see keeper->error. */
bool few_keeper_write(struct few_keeper *keeper, few_keep_work *write, const void *work);

/* ---- Searches: how far one is, before what it writes of itself */

enum few_search_stage { FEW_STAGE_NOTHING, /* is done yet, and nothing follows */ FEW_STAGE_DEEP, /* IDA* */ FEW_STAGE_LAYERS /* breadth-first */,
                        FEW_STAGE_SHARED /* breadth-first by several processes (search/layers/shared_stream.c) */,
                        FEW_STAGE_DISK /* breadth-first on disk (search/layers/bfs_disk.h) */ };

struct few_progress {
    enum few_search_stage stage;
    uint64_t least; /* no solution costs less */
    uint64_t expanded, generated;
    double seconds; /* that it took */
};

void few_progress_write(struct few_out *out, const struct few_progress *progress);
/* false: see in->error. */
bool few_progress_read(struct few_in *in, struct few_progress *progress);
/* Before the search has done anything. */
void few_write_nothing(const void *work, struct few_out *out);

#endif
