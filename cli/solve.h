/* What `fewest solve` shares with its batches: the settings, a search by them, and the answer as JSON. */
#ifndef CLI_SOLVE_H
#define CLI_SOLVE_H

#include "cli/cluster.h"
#include "cli/input.h"
#include "cli/tables.h"
#include "json/json.h"

struct solve_settings {
    struct import_options import;
    const char *goal;
    fewest_options options;
    struct listing all;
    uint64_t memory;
    struct texts patterns;
    bool check_bound, why, proof_list;
    double time;
    bool show, play, json;
    const char *svg, *starts, *proof;
    struct table_choice tables;
    fewest_cluster *cluster; /* NULL: there are no other processes */
};

/* A search by these settings, within the limits that are left. */
fewest_answer *search_by(fewest_puzzle *puzzle, const struct solve_settings *settings, const fewest_limits *left,
                         fewest_error *error);

/* Loads the saved tables that are of use to such a search. */
void load_tables_for(fewest_puzzle *puzzle, const struct solve_settings *settings);

/* The members of an answer; every search has the same, and what is not known is null. false: there was no memory for a text. */
bool json_answer(struct json *json, fewest_answer *answer, const struct solve_settings *settings);

/* fewest solve --starts: the exit status. */
int solve_starts(const char *name, const struct solve_settings *settings);

#endif
