#include "search/explore/tags.h"

void few_kept_tags_init(struct few_kept_tags *tags, const struct few_space *space, struct few_memory *memory, uint64_t most_far) {
    *tags = (struct few_kept_tags){.most_far = most_far, .tag_bits = space->undirected ? 2 : 8};
    few_list_init(&tags->far, memory, (space->words + 1) * sizeof(uint64_t));
}

void few_kept_tags_free(struct few_kept_tags *tags) {
    few_visited_free(tags->seen);
    few_list_free(&tags->far);
    tags->seen = NULL;
}

bool few_kept_tags_turn(struct few_kept_tags *tags, const uint64_t *counts, uint64_t depth, size_t ours) {
    size_t dropped = 0;
    tags->far_count += counts[depth];
    while (tags->far_count > tags->most_far)
        tags->far_count -= counts[tags->far_layer++];
    while (dropped < tags->far.count && *(const uint64_t *)few_list_at(&tags->far, dropped) < tags->far_layer)
        dropped++;
    tags->far.count -= dropped;
    if (dropped && tags->far.count)
        memmove(tags->far.items, few_list_at(&tags->far, dropped), tags->far.count * tags->far.size);
    return tags->far_layer > depth || few_list_reserve(&tags->far, ours);
}

void few_kept_tags_put(struct few_kept_tags *tags, uint64_t depth, const uint64_t *state, size_t words) {
    uint64_t *item = few_list_at(&tags->far, tags->far.count++);
    item[0] = depth;
    memcpy(item + 1, state, words * sizeof *state);
}
