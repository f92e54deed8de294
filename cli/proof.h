/* --proof FILE: the puzzle is opened with its text, and what was found is written as a proof. */
#ifndef CLI_PROOF_H
#define CLI_PROOF_H

#include "cli/input.h"

#include <fewest/proof.h>

#define PROOF_OPTION(settings)                                                                                    \
    {.name = "proof", .kind = OPTION_TEXT, .argument = "FILE", .offset = offsetof(settings, proof),                \
     .help = "write a proof that 'fewest verify' checks without this program; -: to standard output, and all else to standard error"}

struct proof_file {
    const char *path; /* NULL: no proof is asked for */
    int output;       /* of `-`: what standard output was */
    bool lists_states; /* even where a shorter proof would do */
    const char *disk;  /* where they are listed; NULL: in memory */
    uint64_t disk_limit;
    char *text;       /* of the puzzle */
    size_t length;
};

/* Opens the puzzle as open_unfinished does; where a proof is asked for, its text is kept. */
fewest_puzzle *open_for_proof(struct proof_file *proof, const char *path, const char *name, const char *start, const char *goal,
                              const struct import_options *import, struct limits *limits, fewest_error *error);

/* Writes it, of an answer or else of an exploration, within what is left of the limits and those that were asked for besides, unless none is asked for or there is nothing to prove. The exit status: 0,
 * or why there is no proof, which was said. */
int write_proof(struct proof_file *proof, fewest_puzzle *puzzle, const fewest_answer *answer, const fewest_exploration *exploration,
                struct limits *limits, const fewest_limits *asked, bool as_json);

void close_proof(struct proof_file *proof);

#endif
