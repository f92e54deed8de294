/* A folder for what does not fit into memory: files that are written once, read often, and dropped. Where a checkpoint may refer to
 * them they have names, fewest-KEY-NUMBER.part, and stay until the next checkpoint is there; else they have none, so that nothing is left
 * behind whenever the process ends.
 *
 * What is written is a *block*: its size, a digest of its bytes together with the number of its file and its place there, and the bytes. So no
 * byte that was changed is ever used, nor a block of another file. */
#ifndef FEW_SEARCH_DISK_DISK_H
#define FEW_SEARCH_DISK_DISK_H

#include "base/error.h"
#include "base/list.h"

#include <pthread.h>
#include <stdatomic.h>

struct few_in;
struct few_out;

struct few_disk {
    const char *folder;
    uint64_t limit;              /* bytes; 0: none */
    bool named;
    uint64_t key;                /* of the names */
    atomic_uint_fast64_t next;   /* number of a file */
    atomic_uint_fast64_t used, most, written, read; /* bytes */
    struct few_list doomed;      /* struct few_disk_name: files that are not needed any more, but for the last checkpoint */
    uint64_t doomed_bytes;
    pthread_mutex_t lock;        /* of the error */
    struct few_error error;
    atomic_bool failed;          /* see error */
};

struct few_disk_name {
    uint64_t number, size;
};

struct few_disk_file {
    int descriptor; /* -1: there is none */
    uint64_t number;
    bool is_named;
    atomic_uint_fast64_t size;
};

static const struct few_disk_file few_no_file = {.descriptor = -1};

/* Whether files can be made there: false, see disk->error. `checkpoint`: the file that may refer to them; NULL: none. */
bool few_disk_open(struct few_disk *disk, const char *folder, uint64_t limit, const char *checkpoint, struct few_memory *memory);
/* By what the files of a checkpoint are known; NULL: of a run without one. */
uint64_t few_disk_key(const char *checkpoint);
/* Frees what it took. Files that a checkpoint refers to stay. */
void few_disk_close(struct few_disk *disk);

/* All of these may be called by several threads, and are false where disk->failed. */
bool few_disk_create(struct few_disk *disk, struct few_disk_file *file);
/* The same for one that no checkpoint will ever refer to: it has no name. */
bool few_disk_create_passing(struct few_disk *disk, struct few_disk_file *file);
/* Appends a block; *place is where it is. */
bool few_disk_write(struct few_disk *disk, struct few_disk_file *file, const void *bytes, size_t count, uint64_t *place);
/* Reads the block at a place, of at most `room` bytes. */
bool few_disk_read(struct few_disk *disk, const struct few_disk_file *file, uint64_t place, void *bytes, size_t room, size_t *count);
/* The place behind a block of that many bytes. */
uint64_t few_disk_behind(uint64_t place, size_t count);

/* By one thread. The file is not needed any more; it may be none. */
void few_disk_drop(struct few_disk *disk, struct few_disk_file *file);
/* A checkpoint is about to refer to this one: it is on the disk. */
bool few_disk_keep(struct few_disk *disk, const struct few_disk_file *file);
/* Whether what was dropped, and is there until the next checkpoint, has become the larger part: then it is time for one. */
bool few_disk_is_crowded(const struct few_disk *disk);
/* The checkpoint is there: what was dropped before it goes. */
void few_disk_forget(struct few_disk *disk);

/* In checkpoints: how files are called, and a file. */
void few_disk_write_names(const struct few_disk *disk, struct few_out *out);
void few_disk_read_names(struct few_disk *disk, struct few_in *from);
void few_disk_write_file(const struct few_disk_file *file, struct few_out *out);
bool few_disk_read_file(struct few_disk *disk, struct few_disk_file *file, struct few_in *from);
/* After all were read: takes away what was written behind the checkpoint. */
void few_disk_clean(struct few_disk *disk, const struct few_disk_file *const *files, size_t count);

#endif
