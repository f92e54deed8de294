/* The rank method by several threads. All share the table of what was seen; each has its own ring of states to expand,
 * puts what it finds there, and takes from those of the others when it is empty. Whoever is first to put the tag of a
 * state, has found it: which one that is changes from run to run, but not what the layer holds. */
#include "search/explore/explore.h"

#include <pthread.h>

#include "search/explore/checkpoint.h"
#include "search/explore/ring.h"
#include "team/team.h"
#include "visited/visited.h"

struct worker {
    struct few_ring ring;
    pthread_mutex_t taking; /* from this ring */
    uint64_t *states, *made, *ranks;
    atomic_uint_fast64_t expanded, generated, fresh; /* in this layer; worker 0 reads them for reports */
    char apart[64];                                  /* from what another worker writes */
};

struct explorer {
    const struct few_space *space;
    struct few_watch *watch;
    struct few_exploration *result;
    struct few_visited *seen;
    struct few_team *team;
    unsigned workers;
    struct few_batch batch;
    struct worker *worker;
    struct few_counts before; /* up to this layer */
    atomic_int end;           /* an enum few_end */
};

static bool prepare_worker(const struct explorer *explorer, struct worker *worker) {
    struct few_memory *memory = explorer->watch->memory;
    const size_t state_size = explorer->space->words * sizeof(uint64_t);
    worker->states = few_alloc(memory, few_array_size(explorer->batch.states, state_size));
    worker->made = few_alloc(memory, few_array_size(explorer->batch.room, state_size));
    worker->ranks = few_alloc(memory, few_array_size(explorer->batch.room, sizeof *worker->ranks));
    return worker->states && worker->made && worker->ranks;
}

/* All that the exploration needs is allocated before it begins; the rings use what is left. */
static bool prepare(struct explorer *explorer) {
    struct few_memory *memory = explorer->watch->memory;
    explorer->team = few_team_create(memory, explorer->workers);
    explorer->worker = few_alloc_zeroed(memory, explorer->workers * sizeof *explorer->worker);
    explorer->seen = few_visited_ranked(memory, explorer->space->ranks, 2);
    if (!explorer->team || !explorer->worker || !explorer->seen)
        return false;
    few_visited_share(explorer->seen);
    bool good = true;
    for (unsigned w = 0; w < explorer->workers; w++) {
        pthread_mutex_init(&explorer->worker[w].taking, NULL);
        good = good && prepare_worker(explorer, &explorer->worker[w]);
    }
    size_t room = explorer->result->ring;
    if (room == 0)
        room = few_ring_room(explorer->space, memory, explorer->workers, explorer->batch.states);
    for (unsigned w = 0; good && w < explorer->workers; w++) {
        struct few_ring *ring = &explorer->worker[w].ring;
        ring->seen = explorer->seen;
        ring->shared = true;
        good = few_ring_init(ring, explorer->space, memory, room, explorer->batch.states);
    }
    return good;
}

static void release(struct explorer *explorer) {
    struct few_memory *memory = explorer->watch->memory;
    const size_t state_size = explorer->space->words * sizeof(uint64_t);
    few_team_free(explorer->team);
    for (unsigned w = 0; explorer->worker && explorer->seen && explorer->team && w < explorer->workers; w++) {
        struct worker *worker = &explorer->worker[w];
        pthread_mutex_destroy(&worker->taking);
        few_free(memory, worker->states, explorer->batch.states * state_size);
        few_free(memory, worker->made, explorer->batch.room * state_size);
        few_free(memory, worker->ranks, explorer->batch.room * sizeof *worker->ranks);
        few_ring_free(&worker->ring);
    }
    few_free(memory, explorer->worker, explorer->workers * sizeof *explorer->worker);
    few_visited_free(explorer->seen);
}

/* ---- Layers */

static void add_up(struct explorer *explorer) {
    struct few_counts *counts = &explorer->watch->counts;
    counts->expanded = explorer->before.expanded;
    counts->generated = explorer->before.generated;
    counts->remembered = explorer->before.remembered;
    for (unsigned w = 0; w < explorer->workers; w++) {
        struct worker *worker = &explorer->worker[w];
        counts->expanded += atomic_load_explicit(&worker->expanded, memory_order_relaxed);
        counts->generated += atomic_load_explicit(&worker->generated, memory_order_relaxed);
        counts->remembered += atomic_load_explicit(&worker->fresh, memory_order_relaxed);
    }
}

/* What is new of `count` states in worker->made joins the next layer. */
static void add_made(struct explorer *explorer, struct worker *worker, size_t count) {
    explorer->space->run->rank(explorer->space, worker->made, count, worker->ranks);
    const size_t fresh = few_ring_add(&worker->ring, worker->made, worker->ranks, count);
    atomic_fetch_add_explicit(&worker->fresh, few_stand_for(explorer->result, worker->made, fresh), memory_order_relaxed);
}

static void expand(struct explorer *explorer, struct worker *worker, size_t count) {
    const size_t made = few_make_batch(explorer->space, explorer->result, worker->states, count, worker->made);
    atomic_fetch_add_explicit(&worker->expanded, count, memory_order_relaxed);
    atomic_fetch_add_explicit(&worker->generated, made, memory_order_relaxed);
    add_made(explorer, worker, made);
}

/* Some states of the layer, into worker->states: from its own ring first. Returns how many. */
static size_t take(struct explorer *explorer, unsigned number) {
    size_t count = 0;
    for (unsigned i = 0; i < explorer->workers && count == 0; i++) {
        struct worker *from = &explorer->worker[(number + i) % explorer->workers];
        pthread_mutex_lock(&from->taking);
        few_ring_take(&from->ring, explorer->batch.states, explorer->worker[number].states, &count);
        pthread_mutex_unlock(&from->taking);
    }
    return count;
}

/* A unit is what one worker does until nothing is left. */
static bool expand_all(void *context, unsigned number, uint64_t first, uint64_t end) {
    struct explorer *explorer = context;
    (void)first;
    (void)end;
    for (size_t count; (count = take(explorer, number)) > 0;) {
        expand(explorer, &explorer->worker[number], count);
        if (atomic_load_explicit(&explorer->end, memory_order_relaxed) != FEW_RUNNING)
            return false;
        if (number != 0)
            continue;
        add_up(explorer);
        atomic_store_explicit(&explorer->end, (int)few_watch_check(explorer->watch), memory_order_relaxed);
    }
    return true;
}

static enum few_end expand_layer(struct explorer *explorer, uint64_t count) {
    explorer->before = explorer->watch->counts;
    few_team_run(explorer->team, expand_all, explorer, few_is_shared(explorer->result, count) ? explorer->workers : 1, 1);
    add_up(explorer);
    const enum few_end end = (enum few_end)atomic_load(&explorer->end);
    return end == FEW_RUNNING ? few_watch_check(explorer->watch) : end;
}

/* What was found is the layer now; what is not in the rings is taken from the table through the first one. */
static uint64_t turn_page(struct explorer *explorer) {
    struct few_ring *first = &explorer->worker[0].ring;
    uint64_t count = 0;
    for (unsigned w = 0; w < explorer->workers; w++) {
        struct worker *worker = &explorer->worker[w];
        worker->expanded = worker->generated = worker->fresh = 0;
        count += few_ring_turn(&worker->ring);
        if (w == 0)
            continue;
        first->unlisted += worker->ring.unlisted;
        worker->ring.unlisted = 0;
    }
    return count;
}

static enum few_end begin(struct explorer *explorer, const uint64_t *states, size_t count) {
    const uint32_t words = explorer->space->words;
    struct worker *worker = &explorer->worker[0];
    for (size_t done = 0; done < count; done += explorer->batch.room) {
        const size_t some = count - done < explorer->batch.room ? count - done : explorer->batch.room;
        few_make_first(explorer->space, explorer->result, states + done * words, some, worker->made);
        add_made(explorer, worker, some);
    }
    add_up(explorer);
    return few_watch_check(explorer->watch);
}

static bool anything_next(const struct explorer *explorer) {
    bool any = false;
    for (unsigned w = 0; w < explorer->workers; w++)
        any = any || few_ring_next(&explorer->worker[w].ring);
    return any;
}

/* ---- Checkpoints */

static void keep_ring(void *context, struct few_out *out) {
    const struct explorer *explorer = context;
    few_ring_keep(&explorer->worker[0].ring, out);
}

static void keep(struct explorer *explorer, enum few_end end) {
    struct few_exploration *result = explorer->result;
    if (!few_keep_is_due(result, end))
        return;
    const bool whole = !anything_next(explorer);
    for (unsigned w = 0; w < explorer->workers; w++) {
        struct few_ring *ring = &explorer->worker[w].ring;
        few_ring_settle(ring, whole);
        if (w == 0)
            continue;
        explorer->worker[0].ring.unlisted += ring->unlisted;
        ring->unlisted = 0;
    }
    few_keep(result, end, whole ? &result->at_layer : &explorer->watch->counts, keep_ring, explorer);
}

static enum few_end take_up(struct explorer *explorer) {
    uint64_t known;
    struct few_ring *first = &explorer->worker[0].ring;
    if (!few_ring_take_up(first, explorer->result, &known))
        return few_not_taken_up(explorer->result, explorer->watch);
    explorer->watch->counts.remembered += known;
    for (unsigned w = 1; w < explorer->workers; w++)
        explorer->worker[w].ring.tag = first->tag;
    return FEW_RUNNING;
}

enum few_end few_explore_ranks(const struct few_problem *problem, struct few_watch *watch,
                               struct few_exploration *result) {
    struct explorer explorer = {.space = problem->space, .watch = watch, .result = result, .workers = result->threads,
                        .batch = few_batch_for(problem->space, result->backward), .end = FEW_RUNNING};
    watch->store_name = problem->space->rank_name;
    enum few_end end = prepare(&explorer) ? FEW_RUNNING : few_refused(watch);
    bool is_added = end == FEW_RUNNING && few_kept_from(result), is_ready = end == FEW_RUNNING;
    if (is_ready) {
        result->needed = atomic_load(&watch->memory->used);
        end = is_added ? take_up(&explorer) : begin(&explorer, problem->starts, problem->start_count);
    }
    while (end == FEW_RUNNING && (is_added || anything_next(&explorer))) {
        if (!is_added)
            end = few_exploration_add_layer(result, watch, turn_page(&explorer));
        is_added = false;
        if (end == FEW_RUNNING)
            keep(&explorer, end);
        if (end == FEW_RUNNING)
            end = expand_layer(&explorer, *(const uint64_t *)few_list_at(&result->depths, result->depths.count - 1));
    }
    if (is_ready && end != FEW_RUNNING)
        keep(&explorer, end);
    for (unsigned w = 0; w < explorer.workers && end == FEW_RUNNING; w++)
        if (!few_ring_offer(&explorer.worker[w].ring, result))
            end = few_refused(watch);
    release(&explorer);
    return end == FEW_RUNNING ? FEW_SOLVED : end;
}
