/* The classic way to explore a space: the layer is a list of states. In batches: all moves of some hundred states, their
 * ranks, then one look-up each in the table of what was seen, and what is new goes to the next layer. By rank, the list is
 * a ring (search/ring.h), unless ranks cannot be turned back into states. By hash, several threads take over at the first
 * layer that is worth it. */
#include "search/explore.h"

#include "search/ring.h"
#include "visited/visited.h"

enum { BATCH_RESULTS = 2048, SHARED_FROM = 4096 };

struct walk {
    const struct few_space *space;
    struct few_watch *watch;
    struct few_exploration *result;
    struct few_front front; /* its lists are unused where there is a ring */
    struct few_ring ring;
    size_t done;            /* of the layer */
    struct few_batch batch;
    uint64_t *made, *ranks;
};

bool few_is_shared(const struct few_exploration *result, uint64_t layer) {
    return result->threads > 1 && layer >= (result->shared_from ? result->shared_from : SHARED_FROM);
}

struct few_batch few_batch_for(const struct few_space *space, bool backward) {
    size_t most = backward ? space->max_predecessors : space->max_successors;
    if (most == 0)
        most = 1;
    const size_t states = most < BATCH_RESULTS ? BATCH_RESULTS / most : 1;
    return (struct few_batch){states, states * most};
}

size_t few_make_batch(const struct few_space *space, bool backward, const uint64_t *states, size_t count, uint64_t *made) {
    return backward ? space->run->predecessors(space, states, count, made, NULL)
                    : space->run->successors(space, states, count, made, NULL);
}

static bool prepare(struct walk *walk, bool ranked) {
    const struct few_space *space = walk->space;
    struct few_memory *memory = walk->watch->memory;
    size_t state_size = space->words * sizeof(uint64_t);
    walk->batch = few_batch_for(space, walk->result->backward);
    few_list_init(&walk->front.layer, memory, state_size);
    few_list_init(&walk->front.next, memory, state_size);
    bool good = few_seen_init(&walk->front.seen, space, memory, ranked ? space->ranks : 0);
    walk->made = few_alloc(memory, few_array_size(walk->batch.room, state_size));
    walk->ranks = few_alloc(memory, few_array_size(walk->batch.room, sizeof *walk->ranks));
    good = good && walk->made && walk->ranks;
    if (!good || !few_has_ring(space, walk->result->method))
        return good;
    size_t room = walk->result->ring;
    if (room == 0)
        room = few_ring_room(space, memory, 1, walk->batch.states);
    walk->ring.seen = walk->front.seen.states;
    return few_ring_init(&walk->ring, space, memory, room, walk->batch.states);
}

static void release_batch(struct walk *walk) {
    struct few_memory *memory = walk->watch->memory;
    few_free(memory, walk->made, walk->batch.room * walk->space->words * sizeof *walk->made);
    few_free(memory, walk->ranks, walk->batch.room * sizeof *walk->ranks);
    walk->made = walk->ranks = NULL;
}

static void release(struct walk *walk) {
    release_batch(walk);
    few_visited_free(walk->front.seen.states);
    few_list_free(&walk->front.layer);
    few_list_free(&walk->front.next);
    few_ring_free(&walk->ring);
}

static enum few_end add_some(struct walk *walk, size_t count) {
    const struct few_space *space = walk->space;
    uint64_t *ranks = few_visited_is_ranked(walk->front.seen.states) ? walk->ranks : NULL;
    if (ranks)
        space->run->rank(space, walk->made, count, ranks);
    if (walk->ring.states)
        count = few_ring_add(&walk->ring, walk->made, ranks, count);
    else if (!few_seen_add(&walk->front.seen, walk->made, ranks, count, &count, &walk->front.layer, &walk->front.next) ||
             !few_list_append(&walk->front.next, walk->made, count))
        return few_refused(walk->watch);
    walk->watch->counts.remembered += count;
    return few_watch_check(walk->watch);
}

/* What is new of `count` states in walk->made joins the next layer: near the limit on states, some after others. */
static enum few_end add_made(struct walk *walk, size_t count) {
    const uint32_t words = walk->space->words;
    size_t some = few_watch_room(walk->watch, count);
    enum few_end end = add_some(walk, some);
    for (size_t done = some; done < count && end == FEW_RUNNING; done += some) {
        some = few_watch_room(walk->watch, count - done);
        memmove(walk->made, walk->made + done * words, some * words * sizeof *walk->made);
        end = add_some(walk, some);
    }
    return end;
}

static enum few_end begin(struct walk *walk, const uint64_t *states, size_t count) {
    const uint32_t words = walk->space->words;
    enum few_end end = FEW_RUNNING;
    for (size_t done = 0; done < count && end == FEW_RUNNING;) {
        size_t some = count - done < walk->batch.room ? count - done : walk->batch.room;
        memcpy(walk->made, states + done * words, some * words * sizeof *states);
        end = add_made(walk, some);
        done += some;
    }
    return end;
}

/* Some states of the layer that were not expanded yet; *count 0: there are none. */
static const uint64_t *take(struct walk *walk, size_t *count) {
    if (walk->ring.states)
        return few_ring_take(&walk->ring, walk->batch.states, NULL, count);
    size_t left = walk->front.layer.count - walk->done;
    const uint64_t *states = few_list_at(&walk->front.layer, walk->done);
    *count = left < walk->batch.states ? left : walk->batch.states;
    walk->done += *count;
    return states;
}

static enum few_end expand(struct walk *walk) {
    struct few_counts *counts = &walk->watch->counts;
    enum few_end end = FEW_RUNNING;
    for (size_t batch; end == FEW_RUNNING;) {
        const uint64_t *states = take(walk, &batch);
        if (batch == 0)
            break;
        size_t made = few_make_batch(walk->space, walk->result->backward, states, batch, walk->made);
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
    few_seen_turn(&walk->front.seen, &walk->front.layer, &walk->front.next);
    walk->done = 0;
    return walk->front.layer.count;
}

/* Their batches, small tables, and lists of what is handed over, take more than one thread needs. */
static bool has_memory_for_threads(const struct walk *walk) {
    enum { OF_THREAD = 8 << 20 };
    return few_memory_left(walk->watch->memory) / OF_THREAD >= walk->result->threads;
}

static bool offer_layer(struct walk *walk) {
    if (walk->ring.states)
        return few_ring_offer(&walk->ring, walk->result);
    return few_exploration_offer(walk->result, walk->front.layer.items, walk->front.layer.count);
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
    while (end == FEW_RUNNING && (walk.front.next.count || few_ring_next(&walk.ring))) {
        end = few_exploration_add_layer(result, watch, turn_page(&walk));
        if (end == FEW_RUNNING && !ranked && few_is_shared(result, walk.front.layer.count) && has_memory_for_threads(&walk)) {
            release_batch(&walk);
            end = problem->space->words == 1 ? few_explore_table(problem, watch, result, &walk.front)
                                             : few_explore_parts(problem, watch, result, &walk.front);
        } else if (end == FEW_RUNNING) {
            end = expand(&walk);
        }
    }
    if (end == FEW_RUNNING)
        end = offer_layer(&walk) ? FEW_SOLVED : few_refused(watch);
    release(&walk);
    return end;
}
