/* What the files of fewest_solve share. */
#ifndef FEW_API_SOLVING_H
#define FEW_API_SOLVING_H

#include "api/run.h"
#include "api/searches.h"
#include "search/disk/disk.h"
#include "search/keeper.h"

enum {
    FEW_LISTED_GOALS = 4096, /* goal states that make searching backwards worth while without being asked */
    FEW_WHY = 96,            /* bytes of a reason */
};

struct few_solving;

/* Why a candidate is the one to run; NULL: it is not. May write into the buffer. */
typedef const char *few_candidate_fits(struct few_solving *solving, char *buffer, size_t size);

struct few_solving {
    struct few_run base; /* first: the watch hands it to its callbacks */
    fewest_answer *answer;
    fewest_options options;
    struct few_problem problem;
    uint64_t *starts, *goals;
    size_t start_room, goal_room;
    few_candidate_fits *given_up; /* the last one that had no luck; NULL: none */
    uint64_t tried;    /* the last threshold up to which it found nothing, and … */
    double next_round; /* … what it would have expanded next; 0: nothing was tried */
    double moves;      /* that a state had on average */
    enum few_end stopped; /* why the making of a bound was stopped; FEW_RUNNING: it was not */
    /* Checkpoints (api/kept_search.h) */
    struct few_keeper keeper;
    struct few_in kept; /* what it goes on from, where goes_on */
    bool goes_on;
    unsigned chosen;  /* the search that is kept; FEWEST_AUTO: none is chosen yet */
    bool is_shared;   /* by those who began it */
    bool on_disk;     /* it has gone to disk */
    bool from_goals;  /* as it was chosen: it goes back from the goals alone */
    uint64_t first;
    struct few_digest_value fingerprint;
    char *disk_folder;    /* as the checkpoint says */
    struct few_disk disk; /* where base.watch.disk (api/disk_search.h) */
};

/* Makes the bound for the problem, with tables, out of the memory of the search. false: see *error, and `stopped`. */
bool few_solving_bound(struct few_solving *solving, struct few_error *error);

/* Fills the problem with the starts, and with the goals, if these are few enough for the searches that may be chosen. They are
 * in the memory of the watch, and given back to it at the end. FEW_RUNNING, or why it ended. */
enum few_end few_solving_list_ends(struct few_solving *solving, struct few_watch *watch);
void few_solving_free_ends(struct few_solving *solving, struct few_memory *memory);

/* Chooses a search by what the problem has, and runs it; one that gives up makes room for the next. Says in the answer which
 * one ran and why. *end is how it ended. false: see *error. */
bool few_choose_and_run(struct few_solving *solving, enum few_end *end, struct few_error *error);

/* What few_choose_and_run would run, in that order, without running it: each but the last may give up. At most `room` of them
 * are written; how many these are. The bounds of searches are not made for that. */
struct few_planned {
    const struct few_search_row *row;
    char why[FEW_WHY];
    uint64_t states, expanded; /* after which it gives up; 0: never */
};
size_t few_choose(struct few_solving *solving, struct few_planned *plan, size_t room);

/* The search for a problem that is met in other work, where nobody asked for one: none of them gives up, and none builds a bound. */
const struct few_search_row *few_choose_plainly(const struct few_problem *problem, bool all);

/* Why it is known without a search that there is no solution; NULL: it is not known. */
const char *few_known_unsolvable(struct few_solving *solving);

/* What was done is forgotten, but for its counts: another search begins. */
void few_solving_begin_anew(struct few_solving *solving);

/* What that search may leave out is a part of the problem. Whoever watches it sees all states. */
void few_solving_find_hopeless(struct few_solving *solving, const struct few_search *search, bool from_goals);

/* Says which search was to run when it ended before it could. */
void few_say_why(struct few_solving *solving, const char *word, const char *choice, const char *why);

#endif
