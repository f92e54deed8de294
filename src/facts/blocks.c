#include "facts/blocks.h"

#include <string.h>

void few_blocks_find(uint32_t points, const few_permutation *moves, uint32_t count, uint8_t a, uint8_t b, uint8_t *block) {
    for (uint32_t p = 0; p < points; p++)
        block[p] = (uint8_t)p;
    bool changed = few_points_unite(block, a, b);
    while (changed) {
        changed = false;
        for (uint32_t m = 0; m < count; m++)
            for (uint32_t p = 0; p < points; p++) {
                const uint8_t *move = moves[m];
                changed |= few_points_unite(block, move[p], move[few_points_root(block, (uint8_t)p)]);
            }
    }
    for (uint32_t p = 0; p < points; p++)
        block[p] = few_points_root(block, (uint8_t)p);
}

/* Some moves, as many as can be had one after the other, that lead from no point to another one of its block, however often they are done. */
static void choose_even(uint32_t points, const few_permutation *moves, uint32_t count, const uint8_t *block, bool *even) {
    uint8_t joined[FEW_GROUP_POINTS], tried[FEW_GROUP_POINTS];
    for (uint32_t p = 0; p < points; p++)
        joined[p] = (uint8_t)p;
    for (uint32_t m = 0; m < count; m++) {
        memcpy(tried, joined, sizeof tried);
        for (uint32_t p = 0; p < points; p++)
            few_points_unite(tried, (uint8_t)p, moves[m][p]);
        even[m] = true;
        for (uint32_t p = 0; p < points && even[m]; p++)
            for (uint32_t q = 0; q < p && even[m]; q++)
                even[m] = block[p] != block[q] || few_points_root(tried, (uint8_t)p) != few_points_root(tried, (uint8_t)q);
        if (even[m])
            memcpy(joined, tried, sizeof joined);
    }
}

struct numbering {
    uint32_t points;
    const uint8_t *block;
    uint8_t *labels;
    uint8_t queue[FEW_GROUP_POINTS]; /* blocks that have labels */
    uint32_t known;
};

/* Carries the labels of a block along a move. false: that block has some. */
static bool carry(struct numbering *n, uint8_t from, const uint8_t *move) {
    const uint8_t to = n->block[move[from]];
    if (n->labels[to])
        return false;
    for (uint32_t p = 0; p < n->points; p++)
        if (n->block[p] == from)
            n->labels[move[p]] = n->labels[p];
    n->queue[n->known++] = to;
    return true;
}

/* Along one move that is not even, from the first block that is possible for. false: all blocks have labels. */
static bool carry_on(struct numbering *n, const few_permutation *moves, uint32_t count) {
    for (uint32_t i = 0; i < n->known; i++)
        for (uint32_t m = 0; m < count; m++)
            if (carry(n, n->queue[i], moves[m]))
                return true;
    return false;
}

void few_blocks_number(uint32_t points, const few_permutation *moves, uint32_t count, uint8_t first, const uint8_t *block,
                       uint8_t *labels) {
    struct numbering n = {.points = points, .block = block, .labels = labels};
    bool even[FEW_MOST_NUMBERED] = {false};
    uint8_t next = 1;
    uint32_t done = 0;
    memset(labels, 0, FEW_GROUP_POINTS);
    for (uint32_t p = 0; p < points; p++)
        if (block[p] == block[first])
            labels[p] = next++;
    n.queue[n.known++] = block[first];
    choose_even(points, moves, count < FEW_MOST_NUMBERED ? count : FEW_MOST_NUMBERED, block, even);
    do {
        for (; done < n.known; done++)
            for (uint32_t m = 0; m < count && m < FEW_MOST_NUMBERED; m++)
                if (even[m])
                    carry(&n, n.queue[done], moves[m]);
    } while (carry_on(&n, moves, count));
}
