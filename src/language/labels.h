/* The labels of the moves that are the same whatever was matched, made once. Two of them with the same text have the same
 * number, so that moves are compared without their texts. */
#ifndef FEW_LANGUAGE_LABELS_H
#define FEW_LANGUAGE_LABELS_H

#include "language/puzzle.h"
#include "space/space.h"

/* Makes them for a puzzle that has been read. False: no memory. */
bool few_make_labels(struct few_puzzle *puzzle);

/* Whether every move is called by one character. */
bool few_labels_are_letters(const struct few_puzzle *puzzle);

#define FEW_NO_LABEL UINT32_MAX

/* The number of the label in puzzle->labels. FEW_NO_LABEL: it depends on what was matched, or on the number of steps. */
static inline uint32_t few_label_of(const struct few_puzzle *puzzle, struct few_move_place place) {
    const uint32_t *labels = puzzle->moves[place.rule].labels;
    return labels ? labels[place.direction + 1] : FEW_NO_LABEL;
}

#endif
