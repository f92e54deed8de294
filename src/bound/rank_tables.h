/* Pattern databases that are indexed by the rank of a state's image (state/image.h). Some of them are added up; the
 * largest of the sums counts. */
#ifndef FEW_BOUND_RANK_TABLES_H
#define FEW_BOUND_RANK_TABLES_H

#include "bound/bound.h"
#include "state/image.h"
#include "state/rank.h"

enum { FEW_MOST_TABLES = 32 };

/* The least cost to a goal from every image of a state. */
struct few_table_by_rank {
    struct few_image image;
    struct few_ranking *ranking; /* of the images */
    uint8_t *entries;
    uint64_t size;
    uint32_t sum; /* the entries of tables with the same number, which stand side by side, are added up */
    bool borrowed;   /* the entries lie in a file */
    uint8_t *origin; /* how the images are made, to make them again when the entries come from a file */
    size_t origin_bytes;
};

struct few_rank_tables {
    struct few_bound bound;
    struct few_table_by_rank *list[FEW_MOST_TABLES];
    uint32_t count;
};

extern const struct few_bound_kind few_rank_tables_kind;

/* With none as yet; they are put into the list, and freed with it. NULL: no memory. */
struct few_rank_tables *few_rank_tables_create(struct few_memory *memory, uint32_t words);

void few_table_by_rank_free(struct few_memory *memory, struct few_table_by_rank *table); /* NULL is fine */
/* Raises each of the bounds to the largest sum of table entries. */
void few_tables_raise(struct few_table_by_rank *const *tables, uint32_t table_count, const uint64_t *states,
                      size_t count, uint32_t *bounds);

#endif
