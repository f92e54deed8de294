/* What the list methods remember: all states, or of the hash table only the last layers, where that is enough. The counts
 * do not depend on it: a state that was forgotten is never met again. */
#include "search/explore.h"

#include "visited/visited.h"

bool few_seen_init(struct few_seen *seen, const struct few_space *space, struct few_memory *memory, uint64_t ranks) {
    seen->forgets = ranks == 0 && space->undirected;
    seen->tag_bits = seen->forgets ? 8 : 2;
    seen->states = ranks ? few_visited_ranked(memory, ranks, seen->tag_bits)
                         : few_visited_hashed(memory, space->words, seen->tag_bits);
    return seen->states != NULL;
}

void few_seen_turn(struct few_seen *seen, uint64_t expanded) {
    seen->depth++;
    seen->before = expanded;
}

static bool forget(struct few_seen *seen) {
    bool kept[256] = {false};
    for (uint64_t back = 0; back < 3 && back <= seen->depth; back++)
        kept[few_distance_tag(seen->depth - back, 8)] = true;
    return few_visited_forget(seen->states, kept);
}

/* A table that would have to grow is rid of what is old, if that is a quarter of it. When it cannot grow, of anything. */
static bool make_room(struct few_seen *seen, size_t count, uint64_t recent) {
    if (few_visited_has_room(seen->states, count))
        return true;
    const uint64_t all = few_visited_count(seen->states), kept = recent + seen->before;
    uint64_t old = seen->forgets && all > kept ? all - kept : 0;
    if (old > all / 4 && forget(seen))
        old = 0;
    return few_visited_reserve(seen->states, count) || (old && forget(seen) && few_visited_reserve(seen->states, count));
}

bool few_seen_add(struct few_seen *seen, uint64_t *states, uint64_t *ranks, size_t words, size_t count, uint64_t recent,
                  size_t *fresh) {
    if (!make_room(seen, count, recent))
        return false;
    unsigned tag = seen->forgets ? few_distance_tag(seen->depth, 8) : 1;
    *fresh = few_visited_add(seen->states, states, ranks, words, count, tag);
    return true;
}
