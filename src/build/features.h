/* What an abstraction may keep or forget of a puzzle, and the tables made from such choices. */
#ifndef FEW_BUILD_FEATURES_H
#define FEW_BUILD_FEATURES_H

#include "build/patterns.h"
#include "rules/abstract.h"

enum { FEW_MOST_FEATURES = 256, FEW_MOST_SAMPLES = 33 };

/* A piece (on boards that keep their pieces), a var or a cell, or all cells of a component that keeps its pieces beside
 * others that do not. */
enum few_feature_kind { FEW_FEATURE_PIECE, FEW_FEATURE_SLOT, FEW_FEATURE_COMPONENT };

struct few_feature {
    enum few_feature_kind kind;
    uint32_t index;  /* piece, slot, or lowest slot of the component */
    uint32_t unit;   /* pieces that some move moves together have the same: the lowest of their features */
    uint32_t home;   /* of a piece: the first cell where the goal wants it */
    bool filler;     /* a piece that only makes room for others */
};

/* A set of features, and whether all moves are paid for or only those of the set's pieces that are no fillers. */
struct few_choice {
    bool kept[FEW_MOST_FEATURES];
    bool partly_paid;
};

struct few_features {
    const struct few_rule_space *space;
    struct few_arena arena;
    struct few_feature list[FEW_MOST_FEATURES];
    uint32_t count;
    few_code *renamed; /* room for one abstraction */
    bool *dropped, *paid;
    uint64_t *samples; /* states on random walks from the start, the start first */
    uint32_t sample_count;
};

/* *fits false: there are too many, or too few. With `by_piece` the pieces are features on any board, and cells are none.
 * false: no memory. */
bool few_features_find(struct few_features *features, const struct few_rule_space *space,
                       const struct few_movers *movers, bool by_piece, struct few_memory *memory, bool *fits);
void few_features_free(struct few_features *features);

/* The ranks of a choice; 0: beyond all bounds. */
uint64_t few_choice_size(struct few_features *features, const struct few_choice *choice);

/* The table of a choice. *table NULL: it cannot be made, or not with the work that is left. false: no memory, or
 * asked to stop. */
bool few_choice_build(struct few_features *features, const struct few_choice *choice, struct few_memory *memory,
                      struct few_work *work, struct few_table_by_rank **table);

#endif
