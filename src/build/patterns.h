/* Between choosing the groups of a pattern database and filling its tables. */
#ifndef FEW_BUILD_PATTERNS_H
#define FEW_BUILD_PATTERNS_H

#include "build/build.h"

enum {
    FEW_MOST_PLACES = 32,  /* cells of a sliding puzzle with tables */
    FEW_MOST_VALUES = 64,  /* packed values of a cell */
    FEW_MOST_SPECIAL = 8,  /* tables at once */
    FEW_MOST_OF_WORDS = 4, /* the same where a state is one word: the fastest search carries that many along */
    FEW_MOST_IMAGES = 64,
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

/* Whether tables of this board can be filled so, whatever the pieces, and how many pieces they can have. */
bool few_sets_suit(const struct few_exchanges *exchanges);
enum { FEW_MOST_IN_SETS = 7 };

/* Ways to lay the board on itself: where each place comes to lie. The first changes nothing. */
struct few_images {
    uint32_t count;
    uint8_t map[FEW_MOST_IMAGES][FEW_MOST_PLACES];
};
void few_images_find(struct few_images *images, const struct few_exchanges *exchanges);
uint32_t few_image_of_places(const struct few_images *images, uint32_t which, uint32_t places);

/* Whether the table of an earlier group serves this one, too: the first such is *other. */
bool few_images_share(const struct few_images *images, const struct few_exchanges *exchanges, const struct few_layout *layout,
                      const uint8_t *group, uint32_t which, uint32_t *other);
/* Gives the key of such a group the table of the other, and its own weights into it. */
void few_weigh_by_image(const struct few_keys *keys, const struct few_images *images, const struct few_exchanges *exchanges,
                        const struct few_layout *layout, const uint8_t *group, uint32_t which, uint32_t other, struct few_key *key);

/* A piece that can be in a group, and where it goes. */
struct few_candidate {
    few_code piece;
    uint32_t place, copies;
    uint64_t radix;
};

struct few_group_limits {
    uint64_t entries, arranged; /* of one table: its size, and arrangements of its pieces */
    uint32_t pieces, groups;
    bool with_blank;
    const struct few_images *images; /* groups that share a table are looked for; NULL: they are not */
};

/* Groups for all candidates, up to FEW_MOST_PLACES: group[piece]. *made 0: they do not fit. false: no memory. */
bool few_choose_groups(struct few_keys *keys, const struct few_build *build, const struct few_rule_space *space,
                       const struct few_candidate *all, uint32_t count, const struct few_group_limits *limits, uint8_t *group,
                       uint32_t *made);

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
