/* libfewest: proofs that another program can check. fewest_solve claims that nothing is shorter, or that there is no
 * solution, and fewest_explore how many states there are at each depth; a proof holds what it takes to check that without
 * this library. docs/proofs.md says what stands in one, and fewest-verify checks them. Beside <fewest.h>, which it includes. */
#ifndef FEWEST_PROOF_H
#define FEWEST_PROOF_H

#include <fewest/explore.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Proofs ------------------------------------------------------------------------------------------------ */

/* What a proof is about, and where it goes. */
typedef struct fewest_proof {
    size_t size;        /* sizeof(fewest_proof) */
    fewest_limits limits; /* of the enumeration that the proof is written from */
    const char *text;   /* of the puzzle, from which it was made; a part of the proof */
    size_t length;
    /* Takes the proof, piece by piece; false: it cannot be written, and nothing more is. */
    bool (*write)(void *context, const void *bytes, size_t length);
    void *context;
    /* A folder for the states that are listed, where every move counts the same: they are in files there that have no names, and in memory a few
     * of them at a time. NULL: all are in memory. The most bytes that these files may take; 0: any number. */
    const char *disk;
    uint64_t disk_limit;
    bool lists_states; /* list all states, even where a shorter proof would do */
    uint64_t states, bytes; /* filled in: how many states it lists or was counted for, and how long it is */
} fewest_proof;

/* Writes the proof of an answer whose status is SOLVED (it is that cost, and nothing is cheaper) or UNSOLVABLE, found for the
 * present start and goal of the puzzle. Every state that is nearer than the goal (if there is no solution: every state that
 * can be reached) is enumerated from the start and remembered; where layers from both ends will do, as far as half of the way,
 * and where a parity keeps the goal away, or a lower bound does that the verifier works out by itself, none. false: see *error; its status is LIMIT where that
 * does not fit the limits, INVALID where there is nothing to prove, or it is about another puzzle, and SYSTEM where `write` failed. */
FEWEST_API bool fewest_prove_answer(fewest_puzzle *puzzle, const fewest_answer *answer, fewest_proof *proof,
                                    fewest_error *error);
/* The same for the number of states at each depth of an exploration from the start, whose status is SOLVED. */
FEWEST_API bool fewest_prove_exploration(fewest_puzzle *puzzle, const fewest_exploration *exploration, fewest_proof *proof,
                                         fewest_error *error);

#ifdef __cplusplus
}
#endif

#endif
