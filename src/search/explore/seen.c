/* What the list methods remember: all states, or of the hash table only the last layers, where that is enough. The counts
 * do not depend on it: a state that was forgotten is never met again.
 *
 * Tags are distances modulo 3, so that three layers can be told apart, but not from older ones. When layer d is expanded,
 * all states of its remainder and of that of layer d + 1 are taken out, and what the lists hold of these two layers is
 * put in again. Of the remainder of layer d - 1 older states stay for a while, which is harmless. */
#include "search/explore/explore.h"

#include "visited/visited.h"

enum { LARGE = 1 << 20 }; /* bytes of a table */

bool few_seen_init(struct few_seen *seen, const struct few_space *space, struct few_memory *memory,
                   const struct few_visited_kind *kind) {
    seen->memory = memory;
    seen->large = LARGE;
    seen->tag_bits = 2;
    seen->forgets = kind->forget && space->undirected;
    seen->states = kind->create(memory, space->ranks, space->words, seen->tag_bits);
    return seen->states != NULL;
}

bool few_seen_init_whole(struct few_seen *seen, const struct few_space *space, struct few_memory *memory, unsigned tag_bits) {
    *seen = (struct few_seen){.memory = memory, .tag_bits = tag_bits, .states = few_visited_hashed(memory, space->words, tag_bits)};
    return seen->states != NULL;
}

/* All of them are new: the list stays as it is. */
static void put_back(struct few_seen *seen, const struct few_list *list, uint64_t depth) {
    few_visited_add(seen->states, list->items, NULL, list->size / sizeof(uint64_t), list->count,
                    few_distance_tag(depth, 2));
}

static bool forget(struct few_seen *seen, const struct few_list *layer, const struct few_list *next) {
    bool kept[4] = {false};
    kept[few_distance_tag(seen->depth + 1, 2)] = true; /* that of depth - 2 */
    if (!few_visited_forget(seen->states, kept))
        return false;
    put_back(seen, layer, seen->depth + 2); /* that of depth - 1 */
    put_back(seen, next, seen->depth);
    return true;
}

/* A large table that would have to grow is rid of what is old, if that is a quarter of it; a small one only when it cannot
 * grow. */
bool few_seen_reserve(struct few_seen *seen, size_t count, const struct few_list *layer, const struct few_list *next) {
    if (few_visited_has_room(seen->states, count))
        return true;
    const uint64_t all = few_visited_count(seen->states), kept = seen->before + layer->count + next->count;
    uint64_t old = seen->forgets && all > kept ? all - kept : 0;
    if (old > all / 4 && few_visited_bytes(seen->states) >= seen->large && forget(seen, layer, next))
        old = 0;
    return few_visited_reserve(seen->states, count) ||
           (old && forget(seen, layer, next) && few_visited_reserve(seen->states, count));
}

/* What the layer will be at least, by how the last two grew: a table that becomes larger step by step moves its states at
 * each step. */
static size_t coming(struct few_seen *seen, size_t layer, uint64_t expanded) {
    const double growth = expanded ? (double)layer / (double)expanded : 1;
    const double change = seen->growth > growth ? growth / seen->growth : 1;
    seen->growth = growth;
    return (size_t)((double)layer * growth * change * 2 / 3);
}

void few_seen_turn(struct few_seen *seen, struct few_list *layer, struct few_list *next) {
    const struct few_list expanded = *layer;
    *layer = *next;
    *next = expanded;
    next->count = 0;
    seen->depth++;
    seen->before = expanded.count;
    const size_t more = coming(seen, layer->count, expanded.count);
    if (few_array_size(more, 2 * layer->size) <= few_memory_left(seen->memory) / 4)
        few_seen_reserve(seen, more, layer, next); /* if not, it grows as states come */
}

bool few_seen_add(struct few_seen *seen, uint64_t *states, uint64_t *ranks, size_t count, size_t *fresh,
                  const struct few_list *layer, const struct few_list *next) {
    if (!few_seen_reserve(seen, count, layer, next))
        return false;
    *fresh = few_visited_add(seen->states, states, ranks, next->size / sizeof *states, count,
                             few_distance_tag(seen->depth, seen->tag_bits));
    return true;
}
