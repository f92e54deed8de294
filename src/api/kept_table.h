/* Distance tables that are kept in a checkpoint while they are built. */
#ifndef FEW_API_KEPT_TABLE_H
#define FEW_API_KEPT_TABLE_H

#include "api/handle.h"
#include "search/keeper.h"

struct few_kept_table {
    const fewest_puzzle *puzzle;
    const fewest_options *options; /* that were read */
    const char *output;            /* the file that the table is for; NULL: none */
    struct few_keeper keeper;
    struct few_in from; /* where goes_on */
    bool goes_on;
    struct few_digest_value fingerprint;
    uint64_t first;
};

/* Opens what it goes on from, if that was asked for. To be closed in any case. false: see *error. */
bool few_kept_table_open(struct few_kept_table *kept, const fewest_puzzle *puzzle, const fewest_options *options, const char *output, struct few_error *error);
/* Once the goals are known; around: of the states that the start leads to. false: see kept->keeper.error. */
bool few_kept_table_begin(struct few_kept_table *kept, const struct few_problem *problem, bool around, struct few_watch *watch);
void few_kept_table_close(struct few_kept_table *kept);

/* fewest_tabulate, for that file. */
bool few_tabulate_for(fewest_puzzle *puzzle, const fewest_options *options, const char *output, fewest_error *error);
/* few_puzzle_tabulate, kept. */
bool few_puzzle_tabulate_kept(fewest_puzzle *puzzle, const fewest_limits *limits, uint64_t depth, struct few_kept_table *kept,
                              struct few_table *table, struct few_error *error);

#endif
