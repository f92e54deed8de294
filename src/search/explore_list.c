/* The classic way to walk a space: the layer is a list of states. In batches: all moves of some hundred states, their
 * ranks, then one look-up each in the table of what was seen, and what is new goes to the next layer. By rank, the list is
 * a ring (search/ring.h), unless ranks cannot be turned back into states. */
#include "search/explore.h"

#include "search/ring.h"
#include "visited/visited.h"

enum { BATCH_RESULTS = 2048 };

struct walk {
    const struct few_space *space;
    struct few_watch *watch;
    struct few_exploration *result;
    struct few_seen seen;
    struct few_ring ring;
    struct few_list layer, next; /* states, where there is no ring */
    size_t done;                 /* of the layer */
    size_t batch, room;          /* states taken at once, and the most results they can have */
    uint64_t *made, *ranks;
};

static bool prepare(struct walk *walk, bool ranked) {
    const struct few_space *space = walk->space;
    struct few_memory *memory = walk->watch->memory;
    size_t state_size = space->words * sizeof(uint64_t);
    size_t most = walk->result->backward ? space->max_predecessors : space->max_successors;
    if (most == 0)
        most = 1;
    walk->batch = most < BATCH_RESULTS ? BATCH_RESULTS / most : 1;
    walk->room = walk->batch * most;
    few_list_init(&walk->layer, memory, state_size);
    few_list_init(&walk->next, memory, state_size);
    bool good = few_seen_init(&walk->seen, space, memory, ranked ? space->ranks : 0);
    walk->made = few_alloc(memory, few_array_size(walk->room, state_size));
    walk->ranks = few_alloc(memory, few_array_size(walk->room, sizeof *walk->ranks));
    good = good && walk->made && walk->ranks;
    if (!good || !few_has_ring(space, walk->result->method))
        return good;
    size_t room = walk->result->ring;
    if (room == 0)
        room = few_ring_room(space, memory, 1, walk->batch);
    walk->ring.parts = 1;
    walk->ring.seen = walk->seen.states;
    return few_ring_init(&walk->ring, space, memory, room, walk->batch);
}

static void release(struct walk *walk) {
    struct few_memory *memory = walk->watch->memory;
    few_visited_free(walk->seen.states);
    few_free(memory, walk->made, walk->room * walk->space->words * sizeof *walk->made);
    few_free(memory, walk->ranks, walk->room * sizeof *walk->ranks);
    few_list_free(&walk->layer);
    few_list_free(&walk->next);
    few_ring_free(&walk->ring);
}

/* What is new of `count` states in walk->made joins the next layer. */
static enum few_end add_made(struct walk *walk, size_t count) {
    const struct few_space *space = walk->space;
    uint64_t *ranks = few_visited_is_ranked(walk->seen.states) ? walk->ranks : NULL;
    if (ranks)
        space->run->rank(space, walk->made, count, ranks);
    if (walk->ring.states)
        count = few_ring_add(&walk->ring, walk->made, ranks, count);
    else if (!few_seen_add(&walk->seen, walk->made, ranks, count, &count, &walk->layer, &walk->next) ||
             !few_list_append(&walk->next, walk->made, count))
        return few_refused(walk->watch);
    walk->watch->counts.remembered += count;
    return few_watch_check(walk->watch);
}

static enum few_end begin(struct walk *walk, const uint64_t *states, size_t count) {
    const uint32_t words = walk->space->words;
    enum few_end end = FEW_RUNNING;
    for (size_t done = 0; done < count && end == FEW_RUNNING;) {
        size_t some = count - done < walk->room ? count - done : walk->room;
        memcpy(walk->made, states + done * words, some * words * sizeof *states);
        end = add_made(walk, some);
        done += some;
    }
    return end;
}

/* Some states of the layer that were not expanded yet; *count 0: there are none. */
static const uint64_t *take(struct walk *walk, size_t *count) {
    if (walk->ring.states)
        return few_ring_take(&walk->ring, walk->batch, count);
    size_t left = walk->layer.count - walk->done;
    const uint64_t *states = few_list_at(&walk->layer, walk->done);
    *count = left < walk->batch ? left : walk->batch;
    walk->done += *count;
    return states;
}

static enum few_end expand(struct walk *walk) {
    const struct few_space *space = walk->space;
    struct few_counts *counts = &walk->watch->counts;
    const bool backward = walk->result->backward;
    enum few_end end = FEW_RUNNING;
    for (size_t batch; end == FEW_RUNNING;) {
        const uint64_t *states = take(walk, &batch);
        if (batch == 0)
            break;
        size_t made = backward ? space->run->predecessors(space, states, batch, walk->made, NULL)
                               : space->run->successors(space, states, batch, walk->made, NULL);
        counts->expanded += batch;
        counts->generated += made;
        end = add_made(walk, made);
    }
    return end;
}

/* The layer that was made is to be expanded; returns its states. */
static uint64_t turn_page(struct walk *walk) {
    if (walk->ring.states)
        return few_ring_turn(&walk->ring);
    few_seen_turn(&walk->seen, &walk->layer, &walk->next);
    walk->done = 0;
    return walk->layer.count;
}

static bool offer_layer(struct walk *walk) {
    if (walk->ring.states)
        return few_ring_offer(&walk->ring, walk->result);
    return few_exploration_offer(walk->result, walk->layer.items, walk->layer.count);
}

enum few_end few_explore_list(const struct few_problem *problem, struct few_watch *watch,
                              struct few_exploration *result) {
    struct walk walk = {.space = problem->space, .watch = watch, .result = result};
    bool ranked = result->method == FEW_EXPLORE_RANK;
    watch->store_name = ranked ? problem->space->rank_name : "hash table";
    enum few_end end = prepare(&walk, ranked) ? FEW_RUNNING : few_refused(watch);
    if (end == FEW_RUNNING && walk.ring.states)
        result->needed = atomic_load(&watch->memory->used);
    if (end == FEW_RUNNING)
        end = begin(&walk, problem->starts, problem->start_count);
    while (end == FEW_RUNNING && (walk.next.count || few_ring_next(&walk.ring))) {
        if (!few_exploration_add_layer(result, watch, turn_page(&walk)))
            end = few_refused(watch);
        else if (result->depths.count > watch->max_depth)
            end = FEW_DEPTH_LIMIT;
        else
            end = expand(&walk);
    }
    if (end == FEW_RUNNING)
        end = offer_layer(&walk) ? FEW_SOLVED : few_refused(watch);
    release(&walk);
    return end;
}
