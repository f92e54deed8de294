/* A checkpoint that several processes write together (team/cluster.h), in a folder that all of them share: one file of each process, with what that
 * one has, and the file that was asked for, FILE, which says how far the work is, and of each of the others what its bytes come to.
 *
 *     FILE          digest of FILE.a0, digest of FILE.a1, …
 *     FILE.a0 …     what process 0 has, …
 *     FILE.b0 …     likewise, of the next checkpoint
 *
 * Each of them is written aside and takes its name when it is whole. FILE is the last one, and names of the other letter are used than those that it
 * refers to: so FILE and what it refers to are there whenever the processes end, and fit together. The older ones are removed then. */
#ifndef FEW_SEARCH_PART_FILES_H
#define FEW_SEARCH_PART_FILES_H

#include "search/keeper.h"

extern const struct few_stream_form few_part_form;

/* What FILE says of them. */
void few_part_files_write(const struct few_part_files *files, struct few_out *out);
/* To be freed in any case. false: see in->error. */
bool few_part_files_read(struct few_in *in, struct few_part_files *files);
void few_part_files_free(struct few_memory *memory, struct few_part_files *files);

/* All processes do it together. Each writes its part, unless `part` is NULL, and the first one the file at keeper->path, once all of them are there.
 * false: see keeper->error, which is the same for all; what was there before is still good. */
bool few_parts_write(struct few_keeper *keeper, few_keep_work *part, few_keep_work *file, const void *work);
/* By one process alone. The parts of what was there before are removed. */
bool few_whole_write(struct few_keeper *keeper, few_keep_work *file, const void *work);
/* By those who will write it, before anything is done, so that it is known whether that can be done. false: see keeper->error. */
bool few_parts_write_nothing(struct few_keeper *keeper);
/* All files beside the one at keeper->path, which is not there any more. */
void few_parts_remove(struct few_keeper *keeper);
/* Whether none of the names that this process will use belongs to a file of another kind. false: see *error. */
bool few_parts_may_be_written(struct few_keeper *keeper, struct few_error *error);
/* Whether there seem to be parts of what is at keeper->path. */
bool few_parts_are_beside(struct few_keeper *keeper);
/* Whether all processes see the file that the first one has just written. false: see keeper->error, the same for all. */
bool few_parts_are_seen(struct few_keeper *keeper);

/* One of the files. */
struct few_part_file {
    struct few_in in;
    char *path;
    size_t room;
};

/* One of those that the file at this path names; reads all of it once. To be closed in any case. false: see *error. */
bool few_part_open(struct few_part_file *part, const char *path, const struct few_part_files *files, uint64_t number, struct few_memory *memory,
                   struct few_error *error);
void few_part_close(struct few_part_file *part, struct few_memory *memory);

#endif
