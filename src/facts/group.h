/* The group that the moves of a puzzle generate, where each of them only permutes the contents of some cells (the *points*).
 *
 * It is kept as a stabiliser chain (Sims 1970). Choose points b0, b1, …, the *base*. G(0) is the whole group, G(i + 1) is what
 * leaves b0 … bi where they are. For each point p that G(i) can take bi to, one element u(i, p) that does so is kept: the
 * *transversal* of level i. Every element of the group is a product u(0, p0) u(1, p1) … in exactly one way, so that
 *
 *     the number of elements is the product of the sizes of the levels, and
 *     g is in the group if and only if dividing by u(0, g b0), then u(1, …), … leaves the identity: *sifting*.
 *
 * An arrangement of pieces that may be alike is asked for by choosing p0, p1, … one after the other, as far as the pieces
 * at the points that are settled by the choice are the right ones. */
#ifndef FEW_FACTS_GROUP_H
#define FEW_FACTS_GROUP_H

#include "base/memory.h"

enum { FEW_GROUP_POINTS = 128 }; /* at most */

/* Where the content of each point goes. */
typedef uint8_t few_permutation[FEW_GROUP_POINTS];

struct few_group;

/* The orbit of each point under the generators, by its lowest point. */
void few_points_join(uint32_t points, const few_permutation *generators, size_t count, uint8_t *lowest);

/* The group that these permutations of 0 .. points - 1 generate. *group NULL: it would take too long to be sure of it. false: no
 * memory, or stopped. */
bool few_group_generate(struct few_memory *memory, uint32_t points, const few_permutation *generators, size_t count,
                        struct few_group **group);
void few_group_free(struct few_group *group); /* NULL is fine */

/* Pieces by point: whether some element takes the first arrangement to the second. */
enum few_group_answer { FEW_GROUP_NO, FEW_GROUP_YES, FEW_GROUP_TOO_HARD };
enum few_group_answer few_group_leads(const struct few_group *group, const uint32_t *from, const uint32_t *to);

/* How many arrangements the elements take this one to; 0: too hard to say, or more than 64 bits can hold. */
uint64_t few_group_orbit(const struct few_group *group, const uint32_t *pieces);

#endif
