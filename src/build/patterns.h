/* Between choosing the groups of a pattern database and filling its tables. */
#ifndef FEW_BUILD_PATTERNS_H
#define FEW_BUILD_PATTERNS_H

#include "build/build.h"

enum {
    FEW_MOST_PLACES = 32,  /* cells of a sliding puzzle with tables */
    FEW_MOST_VALUES = 64,  /* packed values of a cell */
    FEW_MOST_SPECIAL = 4,  /* tables at once */
};

/* The exchanges of the space that a bound is built for. */
static inline const struct few_exchanges *few_exchanges_of(const struct few_build *build) {
    return build->facts->facts.exchanges;
}

/* Fills the table of a key whose weights are there. `member` says which packed values belong to the group. With the blank
 * in the key, entries are for each of its places; else the lowest of all. false: no memory, or asked to stop. */
bool few_fill_exchange_table(struct few_keys *keys, struct few_key *key, const bool *member, bool with_blank,
                             struct few_work *work);

/* The same for different pieces on boards where the blank can go back: far less work. */
bool few_sets_fit(const struct few_exchanges *exchanges, uint32_t values, const bool *member,
                  const uint32_t *copies_of_value);
bool few_fill_by_sets(struct few_keys *keys, struct few_key *key, const bool *member, bool with_blank,
                      struct few_work *work);

/* The weights of the key of group `which`, and the entries of its table. false: no memory, or there is no such table. */
bool few_weigh_group(struct few_keys *keys, const struct few_rule_space *space, const struct few_exchanges *exchanges,
                     struct few_key *key, uint8_t which, const uint8_t *group, bool with_blank, uint64_t *entries);

/* Whether the groups may be added: an instruction may move one piece that is carried blindly, or any number of pieces of
 * one group. */
bool few_are_additive(const struct few_movers *movers, const uint8_t *group);

/* Distances to the nearest goal of a smaller puzzle, by rank, cut to FEW_TABLE_MOST. Where work->stopped they are not all
 * there. false: no memory. */
bool few_fill_abstract_table(struct few_memory *memory, const struct few_rule_space *abstract, uint8_t *entries,
                             struct few_work *work);

#endif
