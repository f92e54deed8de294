/* An exploration by sets that several processes share (team/cluster.h). Each has a range of the units (search/explore/set_explorer.h): whole
 * chunks, where there are enough of them, so that only moves that change the first pieces of the sequence lead from one process to another;
 * else a range of planes. Units of other processes from which moves lead to its own are its *guests*: of these it has the layer, too.
 *
 *     before    each process says of which units it needs to know, to those who have them
 *     a layer   units that others need are made first, and are sent while the rest is made; a layer is a round of mail:
 *
 *               | unit | bytes | its bits, in as few bytes as they take (base/bit_code.h), filled up to a word | unit | bytes | …
 *
 * Empty units are not sent. */
#ifndef FEW_SEARCH_EXPLORE_SET_SHARE_H
#define FEW_SEARCH_EXPLORE_SET_SHARE_H

#include "search/explore/explore.h"
#include "search/explore/set_explorer.h"
#include "team/cluster.h"

struct few_set_want {
    uint64_t unit, process; /* that needs it */
};

struct few_set_share {
    const struct few_cluster *cluster;
    struct few_set_explorer *explorer;
    struct few_memory *memory;
    struct few_mail mail;
    struct few_list guests;     /* uint64_t: their units, in order */
    uint64_t *now, *next;       /* the layer of the guests, and what has come of the next one */
    struct few_list wants;      /* struct few_set_want: our units, in order */
    uint64_t *order;            /* our units, in the order in which they are made */
    uint64_t wanted;            /* of these the first, which others need */
    const uint64_t **at;        /* where the layer of each unit is; NULL: not here */
    uint64_t *code;             /* room for a unit that is sent */
};

/* The first unit of one of so many processes; of the one behind the last: all units. */
uint64_t few_set_first_unit(const struct few_sets *sets, uint64_t processes, uint64_t process);
/* The units of this process: explorer->first and explorer->units. */
void few_set_share_out(struct few_set_explorer *explorer, const struct few_cluster *cluster);
/* All processes do it together; to be freed in any case. FEW_RUNNING, or why not; the same for all. */
enum few_end few_set_share_begin(struct few_set_share *share, struct few_set_explorer *explorer, const struct few_cluster *cluster);
void few_set_share_free(struct few_set_share *share);
/* Where the layer of a guest is; NULL: it is none. */
uint64_t *few_set_guest(const struct few_set_share *share, uint64_t unit);
/* The layer in explorer->now, and that of the guests, is the one to be expanded. */
void few_set_share_point(struct few_set_share *share);
/* A layer begins. */
void few_set_share_open(struct few_set_share *share);
/* Sends what was made of the units that others need; takes what has come (FEW_RUNNING, or why one of the others has stopped); and
 * ends it, for all. */
void few_set_share_send(struct few_set_share *share);
enum few_end few_set_share_look(struct few_set_share *share);
enum few_end few_set_share_end(struct few_set_share *share, enum few_end end);
/* What was made is the layer now. */
void few_set_share_turn(struct few_set_share *share);

#endif
