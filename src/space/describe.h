/* What a space says of its states to people. The kind of space fills it, as it alone knows what its words mean. */
#ifndef FEW_SPACE_DESCRIBE_H
#define FEW_SPACE_DESCRIBE_H

#include <stdbool.h>
#include <stdint.h>

#define FEW_NOT_SAID UINT64_MAX

struct few_description {
    const char *state;  /* what a state is */
    uint64_t cells;     /* of the board */
    uint64_t changing;  /* cells that a move can ever change */
    uint64_t pieces;    /* kinds of pieces that can stand in one of these, or be a character of a string */
    uint64_t vars;      /* that a move can ever change */
    uint64_t longest;   /* characters of the longest string; FEW_NOT_SAID: there is no string, or no longest one */
    uint64_t bits;      /* of a state, packed */
    const char *hash;   /* the perfect hash in words; "none" */
    char hash_why[256]; /* why that one, or why none */
    bool hash_chosen;   /* there could be one, but none is used */
    uint64_t numbers;   /* different ones that it gives out; 0: as many as ranks */
    char formula[256];  /* how many states there may be, as "9! / (2! * 7!)"; "": there is no formula, or no room for it */
    double about;       /* its value; negative: not known */
    uint64_t count;     /* the same exactly; 0: as the space counts them */
};

#endif
