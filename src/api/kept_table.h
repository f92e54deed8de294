/* Distance tables that are kept in a checkpoint while they are built. */
#ifndef FEW_API_KEPT_TABLE_H
#define FEW_API_KEPT_TABLE_H

#include "api/handle.h"
#include "build/table_distances.h"
#include "search/disk/disk.h"
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
    const struct few_watch *watch; /* of what is built, */
    double started;                /* since then */
    struct few_disk disk; /* where has_disk: for what does not fit into memory */
    bool has_disk;
    char *folder;         /* that the checkpoint names; NULL: none */
    uint64_t disk_limit;
    bool on_disk;         /* it is built there, and so it is in the checkpoint */
    bool same_ranks;      /* all processes that share it number states in the same way */
    bool is_written;      /* to its file, from there; it is not in memory */
};

/* Opens what it goes on from, if that was asked for. To be closed in any case. false: see *error. */
bool few_kept_table_open(struct few_kept_table *kept, const fewest_puzzle *puzzle, const fewest_options *options, const char *output, struct few_error *error);
/* Once the goals are known; around: of the states that the start leads to. false: see kept->keeper.error. */
bool few_kept_table_begin(struct few_kept_table *kept, const struct few_problem *problem, bool around, struct few_watch *watch);
void few_kept_table_close(struct few_kept_table *kept);

/* The folder for what does not fit into memory, if there is one; files there have names if there is a checkpoint. Likewise. */
bool few_kept_table_open_disk(struct few_kept_table *kept, struct few_memory *memory);
/* Builds the table there, and writes its file. FEW_SOLVED, or why not: kept->keeper.error may say more. */
enum few_end few_kept_table_on_disk(struct few_kept_table *kept, const struct few_problem *problem, bool around, struct few_watch *watch);
void few_kept_table_close_disk(struct few_kept_table *kept);

/* Whether the processes that share the puzzle build the table together, each with its part. */
bool few_kept_table_is_shared(const struct few_kept_table *kept);
/* If so, whether all of them have the same puzzle and start, so that all they find is the same but for limits; true, if not. false: see *error. */
bool few_kept_table_agree(struct few_kept_table *kept, struct few_memory *memory, struct few_error *error);
/* All together build it, and the first process writes its file. Returns as few_kept_table_on_disk, the same in all. */
enum few_end few_kept_table_together(struct few_kept_table *kept, const struct few_problem *problem, bool around, struct few_watch *watch);

enum { FEW_PUZZLE_SECTIONS = 8 };
/* The puzzle itself goes with a table, so that it can be verified from the file alone: adds at most FEW_PUZZLE_SECTIONS. */
void few_puzzle_add_sections(const fewest_puzzle *puzzle, struct few_table_section *sections, uint32_t *count);
/* The file of a distance table with these sections, and with the puzzle. */
bool few_puzzle_write_distances(const fewest_puzzle *puzzle, struct few_memory *memory, const char *path, const struct few_distances_sections *made,
                                struct few_error *error);

/* fewest_tabulate, for that file; *is_written: memory did not suffice, and it is there already. */
bool few_tabulate_for(fewest_puzzle *puzzle, const fewest_options *options, const char *output, bool *is_written, fewest_error *error);
/* few_puzzle_tabulate, kept. */
bool few_puzzle_tabulate_kept(fewest_puzzle *puzzle, const fewest_limits *limits, uint64_t depth, struct few_kept_table *kept,
                              struct few_table *table, struct few_error *error);

#endif
