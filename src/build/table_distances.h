/* Distance tables as sections of a file, and the check of every entry against its neighbours. */
#ifndef FEW_BUILD_TABLE_DISTANCES_H
#define FEW_BUILD_TABLE_DISTANCES_H

#include "build/table_file.h"
#include "search/layers/table.h"

#define FEW_TABLE_DISTANCES "distances"

/* What stands in the section `about`. */
struct few_distances_about {
    uint64_t words, tag_bits;
    uint64_t ranks; /* 0: not by rank, but by place among the sorted states */
    uint64_t count; /* of tags */
    uint64_t states, layers, far_layer, far_count;
};

/* A whole table as sections; what is made for that is freed by few_distances_release. */
struct few_distances_sections {
    struct few_distances_about about;
    struct few_table_section list[6];
    uint32_t count;
    uint64_t *states; /* sorted, or NULL: the table is by rank */
    uint8_t *tags;    /* made for sorted states, else NULL */
    size_t state_bytes, tag_bytes;
};
bool few_distances_arrange(const struct few_table *table, struct few_distances_sections *sections,
                           struct few_error *error);
/* All states with their tags, `words` + 1 words each, in no order; by rank, slots are ranks from `first` on. To be freed. false: no memory. */
bool few_distances_list(const struct few_table *table, uint64_t first, struct few_list *entries);
/* Whether it is smaller with a tag for each rank, of which there are some, than as a list of its states. */
bool few_distances_by_rank(const struct few_table *table);

/* The same of a table whose distances are made while they are written; the table has all but these. Nothing is to be freed. */
struct few_distances_maker {
    bool by_rank;
    bool (*tags)(void *context, struct few_table_sink *sink);
    bool (*states)(void *context, struct few_table_sink *sink); /* where it is not by rank */
    void *context;
};
bool few_distances_arrange_made(const struct few_table *table, const struct few_distances_maker *maker, struct few_distances_sections *sections,
                                struct few_error *error);
void few_distances_release(const struct few_table *table, struct few_distances_sections *sections);

/* The table in an open file, for a space with the right fingerprint; it reads from the file, which must stay open. */
bool few_distances_read(struct few_table *table, const struct few_space *space, struct few_memory *memory,
                        const struct few_table_file *file, const char *path, struct few_error *error);
const struct few_distances_about *few_distances_about(const struct few_table_file *file);

/* Whether every distance is right. FEW_SOLVED: it is; FEW_UNSOLVABLE: `wrong` says what is not, and *state (room for one)
 * where; otherwise why it was not found out. */
enum few_end few_distances_verify(struct few_table *table, const struct few_problem *problem, struct few_watch *watch,
                                  const char **wrong, uint64_t *state);

#endif
