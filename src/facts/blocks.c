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

void few_blocks_number(uint32_t points, const few_permutation *moves, uint32_t count, uint8_t first, const uint8_t *block,
                       uint8_t *labels) {
    uint8_t queue[FEW_GROUP_POINTS], next = 1;
    uint32_t known = 0;
    memset(labels, 0, FEW_GROUP_POINTS);
    for (uint32_t p = 0; p < points; p++)
        if (block[p] == block[first])
            labels[p] = next++;
    queue[known++] = block[first];
    for (uint32_t n = 0; n < known; n++)
        for (uint32_t m = 0; m < count; m++) {
            const uint8_t *move = moves[m], target = block[move[queue[n]]];
            if (labels[target])
                continue;
            for (uint32_t p = 0; p < points; p++)
                if (block[p] == queue[n])
                    labels[move[p]] = labels[p];
            queue[known++] = target;
        }
}
