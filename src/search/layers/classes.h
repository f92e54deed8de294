/* Symmetries in breadth-first search, from one end or both. Those are used that take the starts onto themselves and the goals, too. So all states of a class
 * (facts/symmetry.h) are equally far from the starts, and from the goals; one of them lies on a shortest path if all do. One of each is remembered and expanded,
 * the least. What is asked of a state is asked of the least of its class: whether it was seen, how far it is, whether it is marked.
 *
 * Solutions are followed state by state, as ever (few_follow): they are the same, in the same order, and as many.
 *
 * They are looked for between two layers, once enough states were seen to be worth it. Up to there every state was remembered: all layers are whole, and hold the
 * least state of each class that they have. */
#ifndef FEW_SEARCH_CLASSES_H
#define FEW_SEARCH_CLASSES_H

#include "search/layers/side.h"

struct few_classes {
    const struct few_problem *problem; /* NULL: no symmetries are looked for, or no longer */
    struct few_watch *watch;
    struct few_symmetry *symmetry; /* NULL: none as yet */
    uint64_t look_from;            /* states that are to be seen first */
};

/* To be freed. A search that is watched, written to a file or narrowed has no classes. */
void few_classes_init(struct few_classes *classes, const struct few_problem *problem, struct few_watch *watch);
/* Between two layers: all sides go on with one state of each class, once it is worth it. */
void few_classes_look(struct few_classes *classes, struct few_side *const *sides, unsigned count);
/* After the sides. */
void few_classes_free(struct few_classes *classes);

#endif
