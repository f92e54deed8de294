/* Explorations that can be taken up again. A checkpoint is a file (base/stream.h) with all that an exploration needs to go on: what
 * it is of, which the keeper's owner writes; the layers so far; and what the method has in memory.
 *
 *     of the keeper's owner   the puzzle, the options
 *     stage                   0 nothing is explored yet, 1 midway, 2 all is explored
 *     method, whether on disk, symmetries, counts of moves, seconds, layers
 *     parts                   where several processes have written it: the files with what follows here otherwise (search/part_files.h)
 *     1: by coordinates, sets  the bitmaps of what was seen and of the layer that is to be expanded
 *        by rank               the table: what was seen, what is to be expanded of the layer, what is known of the next one (search/explore/ring.h)
 *        by hash               the states, likewise
 *        on disk               which files there are
 *     2: the farthest states
 *
 * It is written at the begin, at the first layer after some time has passed, where a limit or a signal ends the exploration, and at the
 * end. What was done of a layer that is not whole is written where that is possible (by rank), or done again: moves that
 * are made twice find nothing new. Any number of processes takes it up: each reads the parts that have something of its own. */
#ifndef FEW_SEARCH_EXPLORE_CHECKPOINT_H
#define FEW_SEARCH_EXPLORE_CHECKPOINT_H

#include "search/explore/explore.h"
#include "search/part_files.h"

enum few_stage { FEW_STAGE_FIRST, FEW_STAGE_MIDWAY, FEW_STAGE_WHOLE };

/* What a method writes of itself, which may be asked for twice. */
typedef void few_keep_method(void *explorer, struct few_out *out);

/* Whether few_keep would do something. Of several processes, all must ask. */
bool few_keep_is_due(const struct few_exploration *result, enum few_end end);
/* Before the first state: false, see keeper->error. */
bool few_keep_first(struct few_exploration *result);
/* At a layer that is to be expanded (end is FEW_RUNNING), if it is time; or where the exploration ends early. `counts` are those
 * that belong to what the method writes. true: it was written. */
bool few_keep(struct few_exploration *result, enum few_end end, const struct few_counts *counts, few_keep_method *method, void *explorer);
/* All is explored. Likewise. */
bool few_keep_whole(struct few_exploration *result, const struct few_watch *watch);

/* What the method is to go on from; NULL: it begins. It reads what it wrote, and then asks few_taken_up, which is false where there is
 * something wrong with that (see keeper->error). */
static inline struct few_in *few_kept_from(const struct few_exploration *result) {
    return result->keeper ? result->keeper->from : NULL;
}
bool few_taken_up(struct few_exploration *result);
/* The end of a method that could not read it: for that reason, because time was over, or because memory was refused. */
enum few_end few_not_taken_up(const struct few_exploration *result, struct few_watch *watch);

/* What it reads is in one part or several, each of which is opened, read to its end and closed in any case. false: see keeper->error, or (`good` is whether
 * it was read) no memory. */
struct few_kept_part {
    struct few_in *in; /* the part itself, or the file that has all */
    struct few_part_file file;
};
static inline uint64_t few_kept_parts(const struct few_exploration *result) {
    return result->keeper->taken.count ? result->keeper->taken.count : 1;
}
bool few_kept_open(const struct few_exploration *result, uint64_t number, struct few_kept_part *part);
bool few_kept_close(const struct few_exploration *result, struct few_kept_part *part, bool good);

/* Reads what comes before that: how far the exploration was. false: see keeper->error. */
bool few_take_up(struct few_exploration *result, struct few_watch *watch, enum few_stage *stage, uint32_t *symmetries);

/* ---- What methods by lists write: states one after the other, in some order, each of a kind */

enum few_kept_kind { FEW_KEPT_END, FEW_KEPT_SEEN, /* with a tag of 1 to 3 */ FEW_KEPT_LAYER = 4, FEW_KEPT_NEXT };

void few_keep_states(struct few_out *out, enum few_kept_kind kind, const struct few_list *list);
/* What was seen, without those that are never met again. */
void few_keep_seen(struct few_out *out, const struct few_seen *seen, uint32_t words);
/* A batch of such states, as it is read; returns whether to go on. */
typedef bool few_take_states(void *context, enum few_kept_kind kind, uint64_t *states, size_t count);
/* One part. false: see keeper->error, or `take` returned false. */
bool few_read_states(const struct few_space *space, struct few_in *from, few_take_states *take, void *context);
/* Puts states of a kind to where they belong: the store, and one of the lists. false: no memory. */
bool few_front_take(struct few_front *front, enum few_kept_kind kind, uint64_t *states, size_t count);
/* Room for the states of a part, before they come: they are in the order of a hash table, and would crowd one that grows with them. */
void few_front_reserve(struct few_front *front, const struct few_in *part);
/* The layers before what is read. */
void few_front_begin(const struct few_exploration *result, struct few_front *front);
/* What a layer stands for, if it is what can be written; else UINT64_MAX. */
uint64_t few_front_layer(const struct few_exploration *result, const struct few_front *front);
/* All of it, into lists that are empty, and a store that is. false: no memory, time is over, or see keeper->error. */
bool few_read_front(struct few_exploration *result, const struct few_space *space, struct few_watch *watch, struct few_front *front);

#endif
