#include "space/fingerprint.h"
#include "spaces/walker/space.h"

static void add_edges(struct few_digest *digest, const struct few_walker_edges *edges, uint32_t cells) {
    few_digest_number(digest, edges->first != NULL);
    for (uint32_t c = 0; edges->first && c < cells; c++) {
        few_digest_number(digest, edges->first[c]);
        for (uint32_t e = edges->first[c]; e < edges->first[c + 1]; e++)
            few_digest_number(digest, (uint64_t)edges->edges[e].cost << 32 | edges->edges[e].cell);
    }
}

void few_walker_fingerprint(const struct few_space *space, const struct few_puzzle *puzzle, struct few_digest *digest) {
    const struct few_walker *walker = (const struct few_walker *)space;
    few_digest_space(digest, 2, space);
    few_digest_number(digest, walker->rows);
    few_digest_number(digest, walker->columns);
    few_digest_number(digest, (uint64_t)walker->border_rows << 32 | walker->border_columns);
    few_digest_number(digest, walker->frozen ? walker->start : UINT32_MAX);
    few_digest_text(digest, few_code_text(puzzle, walker->mover));
    few_digest_text(digest, few_code_text(puzzle, walker->floor));
    few_digest_add(digest, walker->board, walker->cells);
    few_digest_number(digest, walker->step_count);
    for (uint32_t s = 0; s < walker->step_count; s++) {
        const struct few_walker_step *step = &walker->steps[s];
        few_digest_number(digest, (uint64_t)(uint32_t)step->delta << 32 | step->cost);
        few_digest_number(digest, step->end - step->first);
        for (uint32_t c = step->first; c < step->end; c++)
            few_digest_number(digest,
                              (uint64_t)(uint32_t)walker->conditions[c].offset << 32 | walker->conditions[c].wanted);
    }
    add_edges(digest, &walker->forward, walker->cells);
    few_digest_number(digest, walker->goal_count);
    if (walker->goal_bits)
        few_digest_add(digest, walker->goal_bits, ((size_t)walker->cells + 63) / 64 * sizeof *walker->goal_bits);
    else
        few_digest_number(digest, walker->goal_count ? walker->goal_cell : 0);
    if (walker->never_bits)
        few_digest_add(digest, walker->never_bits, ((size_t)walker->cells + 63) / 64 * sizeof *walker->never_bits);
}
