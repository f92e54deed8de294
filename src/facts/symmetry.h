/* Symmetries of a space: maps of its states onto themselves that take the moves of a state to the moves of its image. All of them
 * together are a group. States that are images of each other are a *class*, and what can be done from one of a class can be done
 * from any of it. So an exploration may go on with one state of each class, the *least*, and count all.
 *
 * Which state of a class is the least is arbitrary, but must be found fast. Each state has a sum, of one random number for each of
 * its fields and what that holds. The sums of all images of a state are added up at once, one row of a table for each chunk of its bits. The
 * least state is the image with the lowest sum; of several, the one whose words are lowest. A state that some maps leave as it
 * is has as many images of lowest sum as there are such maps, which gives the size of its class. */
#ifndef FEW_FACTS_SYMMETRY_H
#define FEW_FACTS_SYMMETRY_H

#include "base/memory.h"
#include "state/field.h"

enum {
    FEW_MOST_SYMMETRIES = 128,
    FEW_SYMMETRY_WORK = 2 << 20, /* that is always worth it: some hundredths of a second */
};

/* What a map does to one field: where its content goes, and what becomes of each value. */
struct few_field_map {
    uint32_t to;            /* a field of the same width */
    const uint16_t *values; /* of all that the bits can say; it takes no two to the same */
};

/* Some fields side by side in one word. */
struct few_symmetry_chunk {
    uint32_t word, shift, bits, mask;
    uint32_t first;  /* row of its tables */
    uint32_t field, fields;
};

struct few_symmetry {
    struct few_memory *memory;
    uint32_t words, fields;
    uint32_t count;  /* maps; the first changes nothing */
    uint32_t lanes;  /* the same, rounded up: the first map is repeated */
    uint32_t chunks, rows;
    struct few_symmetry_chunk *chunk;
    uint16_t *sums;   /* of each row: what it adds to the sum of each image */
    uint64_t *images; /* of each map and row: the bits of the image */
};

/* From `count` maps, each one few_field_map for each of `field_count` fields, the first of which changes nothing; the fields are in
 * ascending order. At most FEW_MOST_SYMMETRIES, and no field has more than 16 bits. NULL: no memory. */
struct few_symmetry *few_symmetry_create(struct few_memory *memory, uint32_t words, const struct few_field *fields,
                                         uint32_t field_count, const struct few_field_map *maps, uint32_t count);
void few_symmetry_free(struct few_symmetry *symmetry); /* NULL is fine */

void few_symmetry_image(const struct few_symmetry *symmetry, uint32_t map, const uint64_t *state, uint64_t *image);
/* Puts the least state of its class in the place of each. */
void few_symmetry_reduce(const struct few_symmetry *symmetry, uint64_t *states, size_t count);
/* The states in the classes of these, all added up. */
uint64_t few_symmetry_count(const struct few_symmetry *symmetry, const uint64_t *states, size_t count);

/* Whether every map takes the set of these states onto itself: all classes that they are of are whole. false: not so, or a state is there
 * twice, or no memory. */
bool few_symmetry_keeps_all(const struct few_symmetry *symmetry, const uint64_t *states, size_t count);
/* keeps[n]: whether the n-th map takes the set of these states onto itself. false: no memory. */
bool few_symmetry_keeps(const struct few_symmetry *symmetry, const uint64_t *states, size_t count, bool *keeps);
/* Those of the maps that do, which are a group as well; to be freed. NULL: no memory. */
struct few_symmetry *few_symmetry_keeping(const struct few_symmetry *symmetry, const uint64_t *states, size_t count);

#endif
