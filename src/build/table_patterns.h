/* Pattern databases as sections of a file: a bound taken apart and put together again, and the proof that it is one. */
#ifndef FEW_BUILD_TABLE_PATTERNS_H
#define FEW_BUILD_TABLE_PATTERNS_H

#include "build/build.h"
#include "build/table_file.h"
#include "rules/abstract.h"
#include "search/search.h"

#define FEW_TABLE_PATTERNS "patterns"

/* What stands in the section `about`. */
struct few_patterns_about {
    uint64_t keys_how, consistent, divisor, exchanges;
    uint64_t words, fields, stride, keys, tables;
    uint64_t entries; /* bytes of all tables */
    uint64_t wished;  /* memory that they were allowed */
};

/* One for each table by rank, in the section `tables`. */
struct few_patterns_table {
    uint64_t size, sum;
    struct few_digest_value order; /* of the ranks */
};

struct few_patterns_sections {
    struct few_patterns_about about;
    uint64_t key_sizes[FEW_MOST_KEYS];
    struct few_patterns_table tables[FEW_MOST_TABLES];
    struct few_table_section list[6 + 2 * FEW_MOST_KEYS + 2 * FEW_MOST_TABLES];
    uint32_t count;
};

/* The parts of a bound that a file has; NULL: it has no such. */
struct few_patterns_parts {
    struct few_keys *keys;
    struct few_rank_tables *tables;
};
struct few_patterns_parts few_patterns_parts(struct few_bound *bound);

/* What the section `about` says of the keys. */
enum { FEW_NO_KEYS, FEW_LOWEST_KEY, FEW_ADDED_KEYS };
static inline uint64_t few_keys_how(const struct few_keys *keys) {
    return !keys ? FEW_NO_KEYS : keys->added ? FEW_ADDED_KEYS : FEW_LOWEST_KEY;
}

/* Whether a bound has tables at all. */
bool few_patterns_any(struct few_bound *bound);

/* Nothing is copied but what stands in *sections. */
void few_patterns_arrange(struct few_bound *bound, const struct few_rule_space *space, const struct few_facts *facts,
                          uint64_t wished, const char *patterns,
                          struct few_patterns_sections *sections);

const struct few_patterns_about *few_patterns_about(const struct few_table_file *file);

/* The bound in an open file, for a space with the right fingerprint; its tables stay in the file, which must stay open.
 * NULL: see *error. */
struct few_bound *few_patterns_read(const struct few_table_file *file, const struct few_rule_space *space,
                                    const struct few_rule_facts *facts, struct few_memory *memory, const char *path,
                                    struct few_error *error);

/* Keeps with a table what few_patterns_read needs to make its images again. false: no memory. */
bool few_table_keep_origin(struct few_table_by_rank *table, const struct few_rule_space *space,
                           const struct few_abstraction *abstraction, struct few_memory *memory);
/* The smaller puzzle of such a table, and its image. NULL: no memory, or (*fits false) the origin does not fit. */
struct few_rule_space *few_table_space(const uint8_t *origin, size_t bytes, const struct few_rule_space *space,
                                       struct few_memory *memory, struct few_image *image, bool *fits);

/* Whether only moves of some pieces are paid for in that table, and moves of this piece are. */
bool few_table_pays_for(const struct few_table_by_rank *table, const struct few_rule_space *space, few_code piece);

/* Distinguishes one order of ranks from another, by some states and their ranks: see api/fingerprint.c. */
struct few_digest_value few_ranking_order(const struct few_ranking *ranking);

/* Whether every entry that a state can use agrees with its neighbours: no move lowers one by more than it costs,
 * goals have 0, and what is more than 0 has a move that lowers it by just that. FEW_SOLVED: so it is; FEW_UNSOLVABLE:
 * *wrong says what is not; otherwise why it was not found out. */
enum few_end few_patterns_verify(struct few_bound *bound, const struct few_rule_space *space,
                                 const struct few_rule_facts *facts, struct few_watch *watch, const char **wrong);

#endif
