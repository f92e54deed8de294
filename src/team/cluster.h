/* Processes that share a job, on one machine or on many. All of them do the same with the same puzzle, each with its part of the
 * states; what one of them finds of another's part, it sends there. MPI calls the number of a process its rank; here that word is
 * for states. */
#ifndef FEW_TEAM_CLUSTER_H
#define FEW_TEAM_CLUSTER_H

#include "base/error.h"
#include "base/memory.h"
#include "team/cluster_module.h"

struct few_cluster {
    const struct few_cluster_module *module;
    void *self, *library;
    struct few_cluster_place place;
};

/* Where the module is installed. */
extern const char few_module_folder[];

/* This process alone, for what several began. */
extern const struct few_cluster few_cluster_alone;

/* Whether this process was started as one of several, as the environment says. */
bool few_cluster_is_started(void);
/* false: see *error. */
bool few_cluster_join(struct few_cluster *cluster, struct few_error *error);
/* All of them leave at about the same time. */
void few_cluster_leave(struct few_cluster *cluster);

/* What all processes come to, if all call this: each value becomes the sum, or the largest one. */
void few_cluster_combine(const struct few_cluster *cluster, uint64_t *values, size_t count, enum few_combine how);
uint64_t few_cluster_least(const struct few_cluster *cluster, uint64_t value);
uint64_t few_cluster_most(const struct few_cluster *cluster, uint64_t value);
/* The number of the first process for which it is true; their number, if it is true for none. */
unsigned few_cluster_first(const struct few_cluster *cluster, bool is_true);
/* All get the bytes of that process. */
void few_cluster_tell(const struct few_cluster *cluster, unsigned from, void *bytes, size_t count);

/* ---- Mail: items of one size that belong to other processes. In *rounds*: each process puts items and takes what comes, and a round
 * ends when all have said that they are done, and all that was put is taken. Items are sent in letters, while the next one is
 * filled:
 *
 *     letter   | 0: more will come in this round; else 1 + verdict | item | item | …
 *
 * The *verdict* is a number that says whether to go on, 0, or why not: the largest is that of the round, and is known to the others
 * as soon as the process that found it is done. */
typedef uint64_t few_take_mail(void *context, uint64_t *items, size_t count); /* may change the items; returns a verdict */

struct few_letter {
    uint64_t *words;
    size_t count; /* items */
};

struct few_mail {
    const struct few_cluster *cluster;
    struct few_memory *memory;
    size_t item, room;          /* words of an item; items of a letter */
    struct few_letter *letters; /* two for each process: one is filled while the other is on its way */
    uint8_t *filled;            /* by process: which */
    uint64_t **ends;            /* by process: where its next item goes */
    uint64_t *come;             /* a letter that has come */
    unsigned open;              /* processes that have more to send */
    uint64_t verdict;           /* the largest so far */
    uint64_t sent;              /* bytes, in all rounds */
    bool failed;                /* `take` had a verdict: nothing is taken any more */
    few_take_mail *take;
    void *context;
};

/* Of items of that many words; a letter has room for `least` of them or more. To be freed in any case. false: no memory. */
bool few_mail_init(struct few_mail *mail, const struct few_cluster *cluster, struct few_memory *memory, size_t words, size_t least);
void few_mail_free(struct few_mail *mail);
void few_mail_begin(struct few_mail *mail, few_take_mail *take, void *context);
/* To another process. */
void few_mail_put(struct few_mail *mail, unsigned to, const uint64_t *item);
/* Some items that come in one letter, one behind the other: no more than a letter is sure to have room for. */
void few_mail_put_some(struct few_mail *mail, unsigned to, const uint64_t *items, size_t count);
/* Deals items out to those who have them, by number of process. Ours are moved to the front; returns how many these are. For mail whose letters have
 * room for FEW_DEALT items or more. */
enum { FEW_DEALT = 256 };
size_t few_mail_deal(struct few_mail *mail, uint64_t *items, const uint32_t *owners, size_t count);
/* Takes what has come. */
void few_mail_look(struct few_mail *mail);
/* This process has nothing more to put. Waits for all others; returns the verdict of all. */
uint64_t few_mail_end(struct few_mail *mail, uint64_t verdict);

#endif
