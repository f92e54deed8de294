#include "search/layers/kept.h"

struct few_astar_store *few_kept_astar(struct few_kept *kept) {
    return kept ? &kept->astar : NULL;
}

size_t few_kept_bytes(const struct few_kept *kept) {
    size_t bytes = few_astar_store_bytes(&kept->astar) + (kept->graph ? few_graph_bytes(kept->graph) : 0) +
                   (kept->aims ? kept->aims->bytes : 0);
    for (int i = 0; i < 2; i++)
        bytes += kept->sides[i].seen ? few_side_bytes(&kept->sides[i]) : 0;
    return bytes;
}

void few_kept_pass(struct few_kept *kept, struct few_memory *to) {
    for (int i = 0; i < 2; i++) {
        struct few_side *side = &kept->sides[i];
        if (!side->seen || side->memory == to)
            continue;
        few_memory_pass(side->memory, to, few_side_bytes(side) - few_visited_bytes(side->seen));
        few_visited_pass(side->seen, to);
        side->memory = side->layer.memory = side->next.memory = side->log.memory = side->layer_start.memory = to;
    }
    if (kept->graph && kept->graph->memory != to)
        few_graph_pass(kept->graph, to);
    few_astar_store_pass(&kept->astar, to);
    if (kept->aims && kept->aims->memory != to) {
        few_memory_pass(kept->aims->memory, to, kept->aims->bytes);
        kept->aims->memory = to;
    }
}

void few_kept_free(struct few_kept *kept) {
    few_side_drop(&kept->sides[0]);
    few_side_drop(&kept->sides[1]);
    few_graph_free(kept->graph);
    kept->graph = NULL;
    few_astar_store_free(&kept->astar);
    if (kept->aims)
        kept->aims->run->free(kept->aims);
    kept->aims = NULL;
}
