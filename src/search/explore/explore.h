/* Exploring a whole space, layer by layer: how many states lie at each distance from the first ones, and which are the
 * farthest. Four methods with one interface; each gives the same counts and the same farthest states.
 *
 * - coordinates: whole rows of states at a time, where moves permute the contents of cells (facts/coordinates.h);
 * - sets:  whole words of states at a time, where the space has a set form (space/sets.h);
 * - rank:  a list of states for the layer, a bit table indexed by the perfect hash for what was seen;
 * - hash:  the same list, and an open hash table. */
#ifndef FEW_SEARCH_EXPLORE_H
#define FEW_SEARCH_EXPLORE_H

#include "search/search.h"

enum few_explore_method { FEW_EXPLORE_AUTO, FEW_EXPLORE_SETS, FEW_EXPLORE_RANK, FEW_EXPLORE_HASH, FEW_EXPLORE_COORDINATES };


struct few_keeper;
struct few_disk;
struct few_cluster;
struct few_kept_runs;
struct few_kept_tags;

struct few_milestone {
    double seconds;
    uint64_t states;
};

struct few_exploration {
    enum few_explore_method method; /* what was asked for; then what was chosen */
    bool backward;                  /* by the inverse moves */
    unsigned threads;               /* at least 1 */
    size_t keep;                    /* farthest states to keep */
    size_t shared_from;             /* states of a layer that several threads share; 0: as many as are worth it */
    size_t ring;                    /* states in a ring (search/explore/ring.h); 0: as many as are good */
    size_t large;                   /* bytes of a table that is not taken at once; 0: what is not small */
    uint64_t needed;                /* bytes, where that is known in advance; 0: it is not */
    uint64_t orbit;                 /* states that there are, if the moves alone say so (facts/orbit.h); 0: not known */
    enum few_symmetry_use symmetry_use;
    uint32_t symmetries;            /* maps that were used, at least 1 */
    struct few_symmetry *symmetry;  /* that lists go by (facts/symmetry.h): they hold one state of each class. NULL: none */
    uint64_t look_from;             /* states that are seen before symmetries are looked for, or looked for again; 0: as many as are good */
    const struct few_problem *looked_at; /* NULL: they are not looked for any more */
    bool begins_again;              /* some were found: the lists that were made are not what they should be */
    const char *unsuited;           /* why the method that was asked for cannot be: nothing was explored; NULL: it can */
    uint64_t expected;              /* states at most, where that is known in advance; 0: it is not */
    double expected_seconds;        /* predicted or from the first layers; 0: not known */
    double started, end;            /* when it began, and when it will end by what was seen of it, 0: not known */
    struct few_milestone earlier, later;
    struct few_keeper *keeper;      /* of checkpoints (search/explore/checkpoint.h); NULL: there are none */
    struct few_counts at_layer;     /* when the last layer was whole */
    bool tries;                     /* the limit on states is only to see how many there are */
    struct few_disk *disk;          /* for what does not fit into memory (search/disk/disk.h); NULL: there is none */
    bool on_disk;                   /* it was used */
    bool goes_on;  /* from a checkpoint: in memory or on disk, where it was written */
    bool always_disk;               /* even for what would fit */
    bool always_packed;             /* by coordinates, even where bitmaps would fit */
    bool always_whole;              /* by coordinates of whole orbits, if they have symmetries, of whatever sizes they are */
    uint64_t disk_parts;            /* by sets (search/explore/set_blocks.h); 0: as few as fit */
    struct few_kept_runs *runs;     /* by runs: all layers stay on disk; NULL: only those that are needed do */
    struct few_kept_tags *tags;     /* by several processes, by rank or by hash: all distances stay (tags.h); NULL: only those that are needed do */
    const struct few_cluster *cluster; /* processes that share it (team/cluster.h); NULL: this one alone */
    uint64_t sent;                  /* bytes, by all of them */
    bool torn;                      /* there is a layer that the list of layers has not */
    uint64_t states;                /* all that were seen in whole layers */
    struct few_list depths;         /* uint64_t: states at distance 0, 1, 2, … */
    struct few_list farthest;       /* of the last layer the `keep` smallest states, as packed words */
};

void few_exploration_init(struct few_exploration *exploration, struct few_memory *memory, uint32_t words);
void few_exploration_free(struct few_exploration *exploration);

/* Explores all that can be reached from problem->starts (the goals play no part). FEW_SOLVED: all of it was explored;
 * otherwise why not, with the layers that are whole. FEW_RUNNING: coordinates were asked for, and there are none (see unsuited); any other
 * method that does not fit is replaced by the next one. */
enum few_end few_explore(const struct few_problem *problem, struct few_watch *watch, struct few_exploration *result);

/* What that would need and take by sets, without doing it: fills needed, expected and expected_seconds, each where it is
 * known in advance. false: there is no set form that pays off. */
bool few_explore_predict(const struct few_problem *problem, struct few_watch *watch, struct few_exploration *result);

/* ---- For the methods */

enum { FEW_EXPLORE_RESERVE = 256 << 10 }; /* bytes for the counts of layers, and the farthest states */

struct few_front;

enum few_end few_explore_list(const struct few_problem *problem, struct few_watch *watch,
                              struct few_exploration *result);
/* By several threads: by rank, with rings (search/explore/ring.h); by hash, from where an exploration stands before a layer
 * is expanded, in one table for states of one word and in parts for larger ones. That front is then of no use but to
 * be freed. */
enum few_end few_explore_ranks(const struct few_problem *problem, struct few_watch *watch,
                               struct few_exploration *result);
enum few_end few_explore_table(const struct few_problem *problem, struct few_watch *watch,
                               struct few_exploration *result, struct few_front *front);
enum few_end few_explore_parts(const struct few_problem *problem, struct few_watch *watch,
                               struct few_exploration *result, struct few_front *front);
struct few_sets;
size_t few_explore_sets_bytes(const struct few_sets *sets); /* SIZE_MAX: more than there can be */
enum few_end few_explore_sets(const struct few_problem *problem, const struct few_sets *sets, struct few_watch *watch,
                              struct few_exploration *result);

/* On disk. By sets: FEW_RUNNING, it fits in no way. By runs of ranks or of states, as result->method says. */
enum few_end few_explore_sets_on_disk(const struct few_problem *problem, const struct few_sets *sets, struct few_watch *watch,
                                      struct few_exploration *result);
enum few_end few_explore_runs(const struct few_problem *problem, struct few_watch *watch, struct few_exploration *result); /* see runs.h, too */

/* Memory did not suffice: from the first states, by runs, in whose order ranks are the shorter keys. `wanted`: the method that was asked for. */
enum few_end few_explore_on_disk(const struct few_problem *problem, struct few_watch *watch, struct few_exploration *result, enum few_explore_method wanted);

/* The set form and what is known in advance of exploring by it; NULL: there is none that pays off. */
struct few_sets *few_predict_sets(const struct few_problem *problem, struct few_watch *watch, struct few_exploration *result);
/* Symmetries may be looked for; where they are asked for, that is done at once. */
void few_prepare_symmetry(const struct few_problem *problem, struct few_watch *watch, struct few_exploration *result);

/* By the processes of result->cluster, all together: from the first states; or from a checkpoint, by the method that it began with, whoever wrote it. */
enum few_end few_explore_with_others(const struct few_problem *problem, struct few_watch *watch, struct few_exploration *result);
enum few_end few_go_on_with_others(const struct few_problem *problem, struct few_watch *watch, struct few_exploration *result);
/* By the processes of result->cluster. By sets that several processes share (search/explore/set_share.h): the bytes that one of them needs, but
 * for what it gets from others. By rank or by hash, chosen in the same way by all. */
size_t few_explore_shared_sets_bytes(const struct few_sets *sets, const struct few_cluster *cluster);
enum few_end few_explore_cluster(const struct few_problem *problem, struct few_watch *watch, struct few_exploration *result);

struct few_coordinates;
struct few_row_classes;
/* Classes: of rows that are the same by symmetry (search/explore/row_classes.h); NULL: there are none. Packed, a state takes 1.6 bits instead of 2, and
 * thin layers take longer. SIZE_MAX: more than there can be. */
size_t few_explore_coordinates_bytes(const struct few_coordinates *coordinates, const struct few_row_classes *classes, unsigned threads,
                                     bool is_packed);
enum few_end few_explore_coordinates(const struct few_coordinates *coordinates, const struct few_row_classes *classes, bool is_packed,
                                     struct few_watch *watch, struct few_exploration *result);
/* FEW_RUNNING: there are no coordinates that pay off and fit. Fills result->orbit. */
enum few_end few_try_coordinates(const struct few_problem *problem, struct few_watch *watch, struct few_exploration *result);

/* Whether only some thousand states can be reached. It is tried, in some milliseconds. */
bool few_explore_ends_soon(const struct few_problem *problem, struct few_watch *watch, bool backward);
/* Seconds that an exploration by sets will take to see result->expected states; 0: not known. */
double few_forecast_sets(const struct few_problem *problem, const struct few_sets *sets, struct few_watch *watch,
                         const struct few_exploration *result);

/* What was seen, by a list method. Where every move can be undone, a state of layer d leads only to layers d - 1, d and
 * d + 1: older ones are forgotten rather than to let the hash table grow, or when memory is short. */
struct few_seen {
    struct few_memory *memory;
    struct few_visited *states;
    double growth; /* of the layer that is expanded, from the one before */
    unsigned tag_bits;
    bool forgets;
    size_t large; /* bytes from which on it forgets states instead of growing */
    uint64_t depth;  /* of the layer that is being made */
    uint64_t before; /* states of the layer before the one that is expanded */
};

bool few_seen_init(struct few_seen *seen, const struct few_space *space, struct few_memory *memory,
                   const struct few_visited_kind *kind);
/* The same by hash, with distances in tags of 2 or 8 bits, which all stay. */
bool few_seen_init_whole(struct few_seen *seen, const struct few_space *space, struct few_memory *memory, unsigned tag_bits);
/* Adds what is new of `count` states and moves it to the front; *fresh: how many. The states of the layer that is expanded,
 * and of the next one so far, are in these lists. false: no memory. */
bool few_seen_add(struct few_seen *seen, uint64_t *states, uint64_t *ranks, size_t count, size_t *fresh,
                  const struct few_list *layer, const struct few_list *next);
/* Makes room for that many more. false: no memory. */
bool few_seen_reserve(struct few_seen *seen, size_t count, const struct few_list *layer, const struct few_list *next);
/* The next layer, which was made, is to be expanded: the lists change places, and `next` is empty. */
void few_seen_turn(struct few_seen *seen, struct few_list *layer, struct few_list *next);

/* Where an exploration by lists stands: what was seen, the layer that is expanded and what was found of the next one. */
struct few_front {
    struct few_seen seen;
    struct few_list layer, next; /* states */
};

/* How many states are expanded at once, and how many results they have at most. */
struct few_batch {
    size_t states, room;
};

/* Whether the threads share a layer of that many states: of small ones, each would wait for the others more than work. */
bool few_is_shared(const struct few_exploration *result, uint64_t layer);
uint64_t few_shared_from(const struct few_exploration *result); /* states of a layer */

struct few_batch few_batch_for(const struct few_space *space, bool backward);
/* All that moves lead to, or else the least states of the classes of these. */
size_t few_make_batch(const struct few_space *space, const struct few_exploration *result, const uint64_t *states, size_t count,
                      uint64_t *made);
/* States to begin from, taken into `made` likewise. */
void few_make_first(const struct few_space *space, const struct few_exploration *result, const uint64_t *states, size_t count,
                    uint64_t *made);
/* How many states these stand for. The limit on states is on that number, and counts.remembered is. */
uint64_t few_stand_for(const struct few_exploration *result, const uint64_t *states, size_t count);

/* Notes a layer that is whole; `count` is not used where there is a symmetry. FEW_RUNNING: it is to be expanded. */
enum few_end few_exploration_add_layer(struct few_exploration *result, struct few_watch *watch, uint64_t count);
/* The processes have offered theirs: all get to know which are the smallest. `end` is how that went here; returns how it went for all. */
enum few_end few_exploration_gather(struct few_exploration *result, struct few_watch *watch, enum few_end end);
/* Offers states of the last layer; the smallest are kept, in order. false: no memory. */
bool few_exploration_offer(struct few_exploration *result, const uint64_t *states, size_t count);

#endif
