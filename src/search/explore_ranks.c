/* The rank method by several threads. All share the table of what was seen; each has its own ring of states to expand,
 * puts what it finds there, and takes from those of the others when it is empty. Whoever is first to put the tag of a
 * state, has found it: which one that is changes from run to run, but not what the layer holds. */
#include "search/explore.h"

#include <pthread.h>

#include "search/ring.h"
#include "team/team.h"
#include "visited/visited.h"

struct worker {
    struct few_ring ring;
    pthread_mutex_t taking; /* from this ring */
    uint64_t *states, *made, *ranks;
    atomic_uint_fast64_t expanded, generated, fresh; /* in this layer; worker 0 reads them for reports */
    char apart[64];                                  /* from what another worker writes */
};

struct walk {
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

static bool prepare_worker(const struct walk *walk, struct worker *worker) {
    struct few_memory *memory = walk->watch->memory;
    const size_t state_size = walk->space->words * sizeof(uint64_t);
    worker->states = few_alloc(memory, few_array_size(walk->batch.states, state_size));
    worker->made = few_alloc(memory, few_array_size(walk->batch.room, state_size));
    worker->ranks = few_alloc(memory, few_array_size(walk->batch.room, sizeof *worker->ranks));
    return worker->states && worker->made && worker->ranks;
}

/* All that the exploration needs is allocated before it begins; the rings use what is left. */
static bool prepare(struct walk *walk) {
    struct few_memory *memory = walk->watch->memory;
    walk->team = few_team_create(memory, walk->workers);
    walk->worker = few_alloc_zeroed(memory, walk->workers * sizeof *walk->worker);
    walk->seen = few_visited_ranked(memory, walk->space->ranks, 2);
    if (!walk->team || !walk->worker || !walk->seen)
        return false;
    few_visited_share(walk->seen);
    bool good = true;
    for (unsigned w = 0; w < walk->workers; w++) {
        pthread_mutex_init(&walk->worker[w].taking, NULL);
        good = good && prepare_worker(walk, &walk->worker[w]);
    }
    size_t room = walk->result->ring;
    if (room == 0)
        room = few_ring_room(walk->space, memory, walk->workers, walk->batch.states);
    for (unsigned w = 0; good && w < walk->workers; w++) {
        struct few_ring *ring = &walk->worker[w].ring;
        ring->seen = walk->seen;
        ring->shared = true;
        good = few_ring_init(ring, walk->space, memory, room, walk->batch.states);
    }
    return good;
}

static void release(struct walk *walk) {
    struct few_memory *memory = walk->watch->memory;
    const size_t state_size = walk->space->words * sizeof(uint64_t);
    few_team_free(walk->team);
    for (unsigned w = 0; walk->worker && walk->seen && walk->team && w < walk->workers; w++) {
        struct worker *worker = &walk->worker[w];
        pthread_mutex_destroy(&worker->taking);
        few_free(memory, worker->states, walk->batch.states * state_size);
        few_free(memory, worker->made, walk->batch.room * state_size);
        few_free(memory, worker->ranks, walk->batch.room * sizeof *worker->ranks);
        few_ring_free(&worker->ring);
    }
    few_free(memory, walk->worker, walk->workers * sizeof *walk->worker);
    few_visited_free(walk->seen);
}

/* ---- Layers */

static void add_up(struct walk *walk) {
    struct few_counts *counts = &walk->watch->counts;
    counts->expanded = walk->before.expanded;
    counts->generated = walk->before.generated;
    counts->remembered = walk->before.remembered;
    for (unsigned w = 0; w < walk->workers; w++) {
        struct worker *worker = &walk->worker[w];
        counts->expanded += atomic_load_explicit(&worker->expanded, memory_order_relaxed);
        counts->generated += atomic_load_explicit(&worker->generated, memory_order_relaxed);
        counts->remembered += atomic_load_explicit(&worker->fresh, memory_order_relaxed);
    }
}

/* What is new of `count` states in worker->made joins the next layer. */
static void add_made(struct walk *walk, struct worker *worker, size_t count) {
    walk->space->run->rank(walk->space, worker->made, count, worker->ranks);
    const size_t fresh = few_ring_add(&worker->ring, worker->made, worker->ranks, count);
    atomic_fetch_add_explicit(&worker->fresh, fresh, memory_order_relaxed);
}

static void expand(struct walk *walk, struct worker *worker, size_t count) {
    const size_t made = few_make_batch(walk->space, walk->result->backward, worker->states, count, worker->made);
    atomic_fetch_add_explicit(&worker->expanded, count, memory_order_relaxed);
    atomic_fetch_add_explicit(&worker->generated, made, memory_order_relaxed);
    add_made(walk, worker, made);
}

/* Some states of the layer, into worker->states: from its own ring first. Returns how many. */
static size_t take(struct walk *walk, unsigned number) {
    size_t count = 0;
    for (unsigned i = 0; i < walk->workers && count == 0; i++) {
        struct worker *from = &walk->worker[(number + i) % walk->workers];
        pthread_mutex_lock(&from->taking);
        few_ring_take(&from->ring, walk->batch.states, walk->worker[number].states, &count);
        pthread_mutex_unlock(&from->taking);
    }
    return count;
}

/* A unit is what one worker does until nothing is left. */
static bool expand_all(void *context, unsigned number, uint64_t first, uint64_t end) {
    struct walk *walk = context;
    (void)first;
    (void)end;
    for (size_t count; (count = take(walk, number)) > 0;) {
        expand(walk, &walk->worker[number], count);
        if (atomic_load_explicit(&walk->end, memory_order_relaxed) != FEW_RUNNING)
            return false;
        if (number != 0)
            continue;
        add_up(walk);
        atomic_store_explicit(&walk->end, (int)few_watch_check(walk->watch), memory_order_relaxed);
    }
    return true;
}

static enum few_end expand_layer(struct walk *walk, uint64_t count) {
    walk->before = walk->watch->counts;
    few_team_run(walk->team, expand_all, walk, few_is_shared(walk->result, count) ? walk->workers : 1, 1);
    add_up(walk);
    const enum few_end end = (enum few_end)atomic_load(&walk->end);
    return end == FEW_RUNNING ? few_watch_check(walk->watch) : end;
}

/* What was found is the layer now; what is not in the rings is taken from the table by way of the first one. */
static uint64_t turn_page(struct walk *walk) {
    struct few_ring *first = &walk->worker[0].ring;
    uint64_t count = 0;
    for (unsigned w = 0; w < walk->workers; w++) {
        struct worker *worker = &walk->worker[w];
        worker->expanded = worker->generated = worker->fresh = 0;
        count += few_ring_turn(&worker->ring);
        if (w == 0)
            continue;
        first->unlisted += worker->ring.unlisted;
        worker->ring.unlisted = 0;
    }
    return count;
}

static enum few_end begin(struct walk *walk, const uint64_t *states, size_t count) {
    const uint32_t words = walk->space->words;
    struct worker *worker = &walk->worker[0];
    for (size_t done = 0; done < count; done += walk->batch.room) {
        const size_t some = count - done < walk->batch.room ? count - done : walk->batch.room;
        memcpy(worker->made, states + done * words, some * words * sizeof *states);
        add_made(walk, worker, some);
    }
    add_up(walk);
    return few_watch_check(walk->watch);
}

static bool anything_next(const struct walk *walk) {
    bool any = false;
    for (unsigned w = 0; w < walk->workers; w++)
        any = any || few_ring_next(&walk->worker[w].ring);
    return any;
}

enum few_end few_explore_ranks(const struct few_problem *problem, struct few_watch *watch,
                               struct few_exploration *result) {
    struct walk walk = {.space = problem->space, .watch = watch, .result = result, .workers = result->threads,
                        .batch = few_batch_for(problem->space, result->backward), .end = FEW_RUNNING};
    watch->store_name = problem->space->rank_name;
    enum few_end end = prepare(&walk) ? FEW_RUNNING : few_refused(watch);
    if (end == FEW_RUNNING) {
        result->needed = atomic_load(&watch->memory->used);
        end = begin(&walk, problem->starts, problem->start_count);
    }
    while (end == FEW_RUNNING && anything_next(&walk)) {
        const uint64_t count = turn_page(&walk);
        end = few_exploration_add_layer(result, watch, count);
        if (end == FEW_RUNNING)
            end = expand_layer(&walk, count);
    }
    for (unsigned w = 0; w < walk.workers && end == FEW_RUNNING; w++)
        if (!few_ring_offer(&walk.worker[w].ring, result))
            end = few_refused(watch);
    release(&walk);
    return end == FEW_RUNNING ? FEW_SOLVED : end;
}
