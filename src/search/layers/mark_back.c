/* The states on shortest paths: marked, from the last layer of a side back to its first. */
#include "search/layers/side.h"

/* Marks those of `count` states (at most side->room; they are moved about) that were seen at `depth`; those not marked
 * before go to `list`. */
static enum few_end mark_states(struct few_side *side, uint64_t *states, size_t count, uint64_t depth,
                                struct few_list *list) {
    if (side->symmetry)
        few_symmetry_reduce(side->symmetry, states, count);
    uint64_t *ranks = few_side_ranks(side, states, count);
    count = few_visited_mark_seen(side->seen, states, ranks, ranks == states ? 0 : side->space->words, count,
                                  few_distance_tag(depth, side->tag_bits));
    return !list || few_list_append(list, states, count) ? FEW_RUNNING : few_refused(side->watch);
}

/* One layer back by the inverted moves. What is marked has the distance `depth`, not only its remainder: all of `ends` have
 * depth + 1, and from there see last_distance. So each marked state has a marked state behind it, up to the last layer. */
static enum few_end mark_predecessors(struct few_side *side, const struct few_list *ends, uint64_t depth,
                                      struct few_list *before) {
    const struct few_space *space = side->space;
    size_t most = space->max_predecessors ? space->max_predecessors : 1;
    size_t batch = side->room / most ? side->room / most : 1, room = batch * most;
    uint64_t *made = side->made;
    if (room > side->room) { /* one state may have more predecessors than a batch has successors */
        made = few_alloc(side->watch->memory, few_array_size(room, space->words * sizeof *made));
        if (!made)
            return few_refused(side->watch);
    }
    enum few_end end = FEW_RUNNING;
    for (size_t done = 0; done < ends->count && end == FEW_RUNNING;) {
        size_t take = ends->count - done < batch ? ends->count - done : batch;
        size_t count = 0;
        if (!few_side_expand(side, !side->backward, few_list_at(ends, done), take, made, &count))
            end = few_refused(side->watch);
        for (size_t i = 0; i < count && end == FEW_RUNNING; i += side->room) {
            size_t some = count - i < side->room ? count - i : side->room;
            end = mark_states(side, made + i * space->words, some, depth, before);
        }
        if (end == FEW_RUNNING)
            end = few_watch_check(side->watch);
        done += take;
    }
    if (made != side->made)
        few_free(side->watch->memory, made, room * space->words * sizeof *made);
    return end;
}

static enum few_end mark_by_predecessors(struct few_side *side, const struct few_list *ends, uint64_t depth) {
    struct few_list now, before;
    few_list_init(&now, side->watch->memory, ends->size);
    few_list_init(&before, side->watch->memory, ends->size);
    enum few_end end = few_list_append(&now, ends->items, ends->count) ? FEW_RUNNING : few_refused(side->watch);
    while (end == FEW_RUNNING && depth > 0) {
        before.count = 0;
        end = mark_predecessors(side, &now, --depth, &before);
        struct few_list swap = now;
        now = before;
        before = swap;
    }
    few_list_free(&now);
    few_list_free(&before);
    return end;
}

/* Without inverted moves: from the last layer to the first, a state is on a path if one of its successors is. */
static enum few_end mark_by_successors(struct few_side *side, uint64_t depth) {
    const struct few_space *space = side->space;
    const uint32_t words = space->words;
    struct few_memory *memory = side->watch->memory;
    size_t steps_bytes = side->room * sizeof(struct few_step);
    struct few_step *steps = few_alloc(memory, steps_bytes);
    if (!steps)
        return few_refused(side->watch);
    enum few_end end = FEW_RUNNING;
    const size_t *starts = side->layer_start.items;
    while (end == FEW_RUNNING && depth-- > 0) {
        const unsigned tag = few_distance_tag(depth + 1, side->tag_bits);
        for (size_t at = starts[depth]; at < starts[depth + 1] && end == FEW_RUNNING;) {
            size_t left = starts[depth + 1] - at, batch = left < side->batch ? left : side->batch;
            const uint64_t *states = few_list_at(&side->log, at);
            size_t count = space->run->successors(space, states, batch, side->made, steps);
            few_side_find(side, space, side->made, count, side->slots);
            size_t last = SIZE_MAX;
            for (size_t i = 0; i < count && end == FEW_RUNNING; i++) {
                uint64_t slot = side->slots[i];
                if (slot == FEW_NO_SLOT || steps[i].source == last || few_visited_tag(side->seen, slot) != tag ||
                    !few_visited_marked(side->seen, slot))
                    continue;
                last = steps[i].source;
                uint64_t source_slot;
                bool fresh;
                few_side_find(side, space, states + last * words, 1, &source_slot);
                if (!few_visited_mark(side->seen, source_slot, &fresh))
                    end = few_refused(side->watch);
            }
            if (end == FEW_RUNNING)
                end = few_watch_check(side->watch);
            at += batch;
        }
    }
    few_free(memory, steps, steps_bytes);
    return end;
}

enum few_end few_side_mark_back(struct few_side *side, const struct few_list *ends, uint64_t depth) {
    uint64_t slot;
    bool fresh;
    few_side_find(side, side->space, ends->items, 1, &slot);
    if (!few_visited_mark(side->seen, slot, &fresh)) /* the first mark gets memory for all */
        return few_refused(side->watch);
    enum few_end end = FEW_RUNNING;
    for (size_t done = 0; done < ends->count && end == FEW_RUNNING; done += side->room) {
        size_t some = ends->count - done < side->room ? ends->count - done : side->room;
        memcpy(side->made, few_list_at(ends, done), some * ends->size);
        end = mark_states(side, side->made, some, depth, NULL);
    }
    if (end != FEW_RUNNING)
        return end;
    return side->keeps_layers ? mark_by_successors(side, depth) : mark_by_predecessors(side, ends, depth);
}
