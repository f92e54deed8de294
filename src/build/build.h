/* Bounds made from the rules of a board puzzle: Manhattan distances, numbers of pieces, gaps between neighbours, pattern
 * databases, boxes and targets. */
#ifndef FEW_BUILD_BUILD_H
#define FEW_BUILD_BUILD_H

#include "bound/boxes.h"
#include "bound/coordinate_tables.h"
#include "bound/dead_cells.h"
#include "bound/gaps.h"
#include "bound/keys.h"
#include "bound/largest.h"
#include "bound/potentials.h"
#include "bound/rank_tables.h"
#include "facts/rules/rule_facts.h"
#include "rules/rule_space.h"

/* Those of the cells of the space, none as yet. NULL: no memory. */
struct few_keys *few_keys_for(const struct few_rule_space *space, struct few_memory *memory);
struct few_potentials *few_potentials_for(const struct few_rule_space *space, struct few_memory *memory);

/* Adds Manhattan distances: one key for each goal. false: no memory. */
bool few_build_manhattan(struct few_keys *keys, const struct few_rule_space *space, const struct few_movers *movers);

/* Adds potentials that count pieces, where moves change their numbers. false: no memory. */
bool few_build_counting(struct few_potentials *potentials, const struct few_rule_space *space,
                        const struct few_tallies *tallies);

/* A bound by gaps between neighbours, on a board that has so many of each content; *made NULL: none that would be of use.
 * false: no memory. */
bool few_build_gaps(struct few_memory *memory, const struct few_rule_space *space, const uint32_t *contents,
                    struct few_gaps **made);

/* A bound by boxes and targets, where it says more than what is known already; *made NULL: it does not, or there is none. false: no
 * memory. */
bool few_build_boxes(struct few_memory *memory, const struct few_rule_space *space, const struct few_bound *known,
                     struct few_boxes **made);

/* Only what tells from which states no goal can be reached, by dead cells; *bound NULL: nothing does. false: no memory, or stopped. */
bool few_build_dead_cells(struct few_memory *memory, const struct few_rule_space *space, struct few_bound **bound);

/* Groups of pieces for patterns: group[piece], or FEW_NO_GROUP. */
enum { FEW_NO_GROUP = 255, FEW_MOST_GROUPS = FEW_MOST_KEYS };

struct few_groups {
    uint8_t *group; /* of each piece of the puzzle */
    uint32_t pieces, count;
};

/* What a bound may cost, and the function that may stop its construction. */
struct few_build {
    const struct few_rule_facts *facts; /* of the space */
    uint64_t budget;                /* bytes for tables; 0: none */
    const struct few_groups *named; /* NULL: chosen here */
    bool for_file;                  /* only tables that a file can hold */
    /* called every few thousand states with their number; false: stop. NULL: it is not interruptible */
    bool (*go_on)(void *context, uint64_t states);
    void *context;
};

/* Work done while building: states made, and what is left of them. */
struct few_work {
    const struct few_build *build;
    uint64_t left;
    uint64_t since;  /* the last question */
    bool exhausted;  /* more was needed than was left */
    bool stop_requested;
};

/* Counts `states` more; false: stop, either flag says why. */
bool few_work_done(struct few_work *work, uint64_t states);
static inline bool few_work_stopped(const struct few_work *work) {
    return work->exhausted || work->stop_requested;
}

/* Additive pattern databases of a sliding puzzle: a move counts for the group whose piece it moves. Room for them must be
 * left in the memory. *built false: they do not suit this puzzle or the budget, and the bound is as it was. false: no
 * memory, or asked to stop. */
bool few_build_patterns(struct few_keys *keys, const struct few_rule_space *space, struct few_work *work, bool *built);

/* Pattern databases of any other puzzle: for the groups that are named, or for those that raise most what is known without
 * them. false: see *error, or asked to stop. */
bool few_build_tables(struct few_rank_tables *tables, const struct few_bound *known, const struct few_rule_space *space,
                      struct few_work *work, struct few_error *error);

/* Pattern databases by coordinates, where moves only permute; *made NULL: there are none. false: no memory, or asked to stop. */
bool few_build_coordinates(struct few_memory *memory, const struct few_rule_space *space, struct few_work *work,
                           struct few_coordinate_tables **made);

/* All parts of the best bound that can be had, which are finished. NULL: see *error; without a message in it, go_on
 * said no. */
struct few_largest *few_build_parts(struct few_memory *memory, const struct few_rule_space *space,
                                    const struct few_build *build, struct few_error *error);
/* The best that can be had. NULL: see *error; without a message in it, go_on said no. */
struct few_bound *few_build_bound(struct few_memory *memory, const struct few_rule_space *space,
                                  const struct few_build *build, struct few_error *error);

#endif
