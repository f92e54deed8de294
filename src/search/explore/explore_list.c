/* The classic exploration: the layer is a list of states. In batches: all moves of some hundred states, their
 * ranks, then one look-up each in the table of what was seen, and what is new goes to the next layer. By rank, the list is
 * a ring (search/explore/ring.h), unless ranks cannot be turned back into states. By hash, several threads take over at the first
 * layer that is worth it. */
#include "search/explore/explore.h"

#include "facts/symmetry.h"
#include "search/explore/checkpoint.h"
#include "search/explore/ring.h"
#include "visited/visited.h"

enum { BATCH_RESULTS = 2048, SHARED_FROM = 4096 };

struct explorer {
    const struct few_space *space;
    struct few_watch *watch;
    struct few_exploration *result;
    struct few_front front; /* its lists are unused where there is a ring */
    struct few_ring ring;
    size_t done;            /* of the layer */
    struct few_batch batch;
    uint64_t *made, *ranks;
};

uint64_t few_shared_from(const struct few_exploration *result) {
    return result->shared_from ? result->shared_from : SHARED_FROM;
}

bool few_is_shared(const struct few_exploration *result, uint64_t layer) {
    return result->threads > 1 && layer >= few_shared_from(result);
}

struct few_batch few_batch_for(const struct few_space *space, bool backward) {
    size_t most = backward ? space->max_predecessors : space->max_successors;
    if (most == 0)
        most = 1;
    const size_t states = most < BATCH_RESULTS ? BATCH_RESULTS / most : 1;
    return (struct few_batch){states, states * most};
}

size_t few_make_batch(const struct few_space *space, const struct few_exploration *result, const uint64_t *states, size_t count,
                      uint64_t *made) {
    const size_t all = result->backward ? space->run->predecessors(space, states, count, made, NULL)
                                        : space->run->successors(space, states, count, made, NULL);
    if (result->symmetry)
        few_symmetry_reduce(result->symmetry, made, all);
    return all;
}

void few_make_first(const struct few_space *space, const struct few_exploration *result, const uint64_t *states, size_t count,
                    uint64_t *made) {
    memcpy(made, states, count * space->words * sizeof *states);
    if (result->symmetry)
        few_symmetry_reduce(result->symmetry, made, count);
}

uint64_t few_stand_for(const struct few_exploration *result, const uint64_t *states, size_t count) {
    return result->symmetry ? few_symmetry_count(result->symmetry, states, count) : count;
}

static bool prepare(struct explorer *explorer, const struct few_visited_kind *kind) {
    const struct few_space *space = explorer->space;
    struct few_memory *memory = explorer->watch->memory;
    size_t state_size = space->words * sizeof(uint64_t);
    explorer->batch = few_batch_for(space, explorer->result->backward);
    few_list_init(&explorer->front.layer, memory, state_size);
    few_list_init(&explorer->front.next, memory, state_size);
    bool good = few_seen_init(&explorer->front.seen, space, memory, kind);
    explorer->made = few_alloc(memory, few_array_size(explorer->batch.room, state_size));
    explorer->ranks = few_alloc(memory, few_array_size(explorer->batch.room, sizeof *explorer->ranks));
    good = good && explorer->made && explorer->ranks;
    if (!good || !few_has_ring(space, explorer->result->method))
        return good;
    size_t room = explorer->result->ring;
    if (room == 0)
        room = few_ring_room(space, memory, 1, explorer->batch.states);
    explorer->ring.seen = explorer->front.seen.states;
    return few_ring_init(&explorer->ring, space, memory, room, explorer->batch.states);
}

static void release_batch(struct explorer *explorer) {
    struct few_memory *memory = explorer->watch->memory;
    few_free(memory, explorer->made, explorer->batch.room * explorer->space->words * sizeof *explorer->made);
    few_free(memory, explorer->ranks, explorer->batch.room * sizeof *explorer->ranks);
    explorer->made = explorer->ranks = NULL;
}

static void release(struct explorer *explorer) {
    release_batch(explorer);
    few_visited_free(explorer->front.seen.states);
    few_list_free(&explorer->front.layer);
    few_list_free(&explorer->front.next);
    few_ring_free(&explorer->ring);
}

static enum few_end add_some(struct explorer *explorer, size_t count) {
    const struct few_space *space = explorer->space;
    uint64_t *ranks = few_visited_is_ranked(explorer->front.seen.states) ? explorer->ranks : NULL;
    if (ranks)
        space->run->rank(space, explorer->made, count, ranks);
    if (explorer->ring.states)
        count = few_ring_add(&explorer->ring, explorer->made, ranks, count);
    /* There is room in the list first: what is seen is also there, whenever memory is refused. */
    else if (!few_list_reserve(&explorer->front.next, count) ||
             !few_seen_add(&explorer->front.seen, explorer->made, ranks, count, &count, &explorer->front.layer, &explorer->front.next) ||
             !few_list_append(&explorer->front.next, explorer->made, count))
        return few_refused(explorer->watch);
    explorer->watch->counts.remembered += few_stand_for(explorer->result, explorer->made, count);
    return few_watch_check(explorer->watch);
}

/* What is new of `count` states in explorer->made joins the next layer: near the limit on states, some after others. */
static enum few_end add_made(struct explorer *explorer, size_t count) {
    const uint32_t words = explorer->space->words;
    /* What is kept must be whole: then the last batch may pass the limit. */
    size_t some = explorer->result->keeper ? count : few_watch_room(explorer->watch, count);
    enum few_end end = add_some(explorer, some);
    for (size_t done = some; done < count && end == FEW_RUNNING; done += some) {
        some = few_watch_room(explorer->watch, count - done);
        memmove(explorer->made, explorer->made + done * words, some * words * sizeof *explorer->made);
        end = add_some(explorer, some);
    }
    return end;
}

static enum few_end begin(struct explorer *explorer, const uint64_t *states, size_t count) {
    const uint32_t words = explorer->space->words;
    enum few_end end = FEW_RUNNING;
    for (size_t done = 0; done < count && end == FEW_RUNNING;) {
        size_t some = count - done < explorer->batch.room ? count - done : explorer->batch.room;
        few_make_first(explorer->space, explorer->result, states + done * words, some, explorer->made);
        end = add_made(explorer, some);
        done += some;
    }
    return end;
}

/* Some states of the layer that were not expanded yet; *count 0: there are none. */
static const uint64_t *take(struct explorer *explorer, size_t *count) {
    if (explorer->ring.states)
        return few_ring_take(&explorer->ring, explorer->batch.states, NULL, count);
    size_t left = explorer->front.layer.count - explorer->done;
    const uint64_t *states = few_list_at(&explorer->front.layer, explorer->done);
    *count = left < explorer->batch.states ? left : explorer->batch.states;
    explorer->done += *count;
    return states;
}

static enum few_end expand(struct explorer *explorer) {
    struct few_counts *counts = &explorer->watch->counts;
    enum few_end end = FEW_RUNNING;
    for (size_t batch; end == FEW_RUNNING;) {
        const uint64_t *states = take(explorer, &batch);
        if (batch == 0)
            break;
        size_t made = few_make_batch(explorer->space, explorer->result, states, batch, explorer->made);
        counts->expanded += batch;
        counts->generated += made;
        end = add_made(explorer, made);
    }
    return end;
}

/* The layer that was made is to be expanded; returns its states. */
static uint64_t turn_page(struct explorer *explorer) {
    if (explorer->ring.states)
        return few_ring_turn(&explorer->ring);
    few_seen_turn(&explorer->front.seen, &explorer->front.layer, &explorer->front.next);
    explorer->done = 0;
    return explorer->front.layer.count;
}

/* ---- Checkpoints */

static void keep_front(void *context, struct few_out *out) {
    const struct explorer *explorer = context;
    few_keep_seen(out, &explorer->front.seen, explorer->space->words);
    few_keep_states(out, FEW_KEPT_LAYER, &explorer->front.layer);
    few_keep_states(out, FEW_KEPT_NEXT, &explorer->front.next);
    few_out_number(out, FEW_KEPT_END);
}

static void keep_ring(void *context, struct few_out *out) {
    const struct explorer *explorer = context;
    few_ring_keep(&explorer->ring, out);
}

/* Lists are kept as if nothing of the layer had been expanded. */
static void keep(struct explorer *explorer, enum few_end end) {
    const struct few_exploration *result = explorer->result;
    if (!explorer->ring.states)
        few_keep(explorer->result, end, &result->at_layer, keep_front, explorer);
    else if (few_keep_is_due(result, end)) {
        const bool whole = few_ring_next(&explorer->ring) == 0;
        few_ring_settle(&explorer->ring, whole);
        few_keep(explorer->result, end, whole ? &result->at_layer : &explorer->watch->counts, keep_ring, explorer);
    }
}

static enum few_end take_up(struct explorer *explorer) {
    struct few_exploration *result = explorer->result;
    const bool by_ring = explorer->ring.states;
    uint64_t known = 0; /* of the next layer */
    const bool good = by_ring ? few_ring_take_up(&explorer->ring, result, &known) : few_read_front(result, explorer->space, explorer->watch, &explorer->front);
    if (good && !by_ring)
        known = few_stand_for(result, explorer->front.next.items, explorer->front.next.count);
    explorer->watch->counts.remembered += known;
    return good ? FEW_RUNNING : few_not_taken_up(result, explorer->watch);
}

/* Their batches, small tables, and lists of what is handed over, take more than one thread needs. */
static bool has_memory_for_threads(const struct explorer *explorer) {
    enum { OF_THREAD = 8 << 20 };
    return few_memory_left(explorer->watch->memory) / OF_THREAD >= explorer->result->threads;
}

static bool offer_layer(struct explorer *explorer) {
    if (explorer->ring.states)
        return few_ring_offer(&explorer->ring, explorer->result);
    return few_exploration_offer(explorer->result, explorer->front.layer.items, explorer->front.layer.count);
}

enum few_end few_explore_list(const struct few_problem *problem, struct few_watch *watch,
                              struct few_exploration *result) {
    struct explorer explorer = {.space = problem->space, .watch = watch, .result = result};
    bool ranked = result->method == FEW_EXPLORE_RANK;
    const struct few_visited_kind *kind = watch->store ? watch->store : ranked ? &few_ranked_kind : &few_hashed_kind;
    watch->store_name = kind->name ? kind->name : problem->space->rank_name;
    enum few_end end = prepare(&explorer, kind) ? FEW_RUNNING : few_refused(watch);
    if (end == FEW_RUNNING && explorer.ring.states)
        result->needed = atomic_load(&watch->memory->used);
    bool is_added = end == FEW_RUNNING && few_kept_from(result), handed_over = false;
    if (end == FEW_RUNNING)
        end = is_added ? take_up(&explorer) : begin(&explorer, problem->starts, problem->start_count);
    while (end == FEW_RUNNING && (is_added || explorer.front.next.count || few_ring_next(&explorer.ring))) {
        if (!is_added)
            end = few_exploration_add_layer(result, watch, turn_page(&explorer));
        is_added = false;
        if (end == FEW_RUNNING)
            keep(&explorer, end);
        if (end == FEW_RUNNING && !kind->by_rank && few_is_shared(result, explorer.front.layer.count) &&
            explorer.front.next.count == 0 && has_memory_for_threads(&explorer)) {
            release_batch(&explorer);
            handed_over = true;
            end = kind->add_shared && problem->space->words == 1
                      ? few_explore_table(problem, watch, result, &explorer.front)
                      : few_explore_parts(problem, watch, result, &explorer.front);
        } else if (end == FEW_RUNNING) {
            end = expand(&explorer);
        }
    }
    if (end == FEW_RUNNING)
        end = offer_layer(&explorer) ? FEW_SOLVED : few_refused(watch);
    else if (!handed_over)
        keep(&explorer, end);
    release(&explorer);
    return end;
}
