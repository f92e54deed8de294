/* The hash method by several threads, for states of one word, from a layer on that is worth it. All share one table, and
 * one list of what was found. The table cannot grow meanwhile, nor the list: a layer is expanded in rounds, each of no more
 * states than there is room for whatever they lead to. Whoever is first to put a state into the table has found it: which
 * one that is changes from run to run, and the order of the list with it, but not what the layer holds. */
#include "search/explore/checkpoint.h"

#include "team/team.h"
#include "visited/visited.h"

enum { LEAST_UNITS = 8, MOST_UNITS = 64 }; /* of a worker in a round */

struct worker {
    uint64_t *made;
    uint64_t expanded, generated, fresh; /* in this round */
    char apart[64];               /* from what another worker writes */
};

struct explorer {
    const struct few_space *space;
    struct few_watch *watch;
    struct few_exploration *result;
    struct few_front *front;
    struct few_team *team;
    unsigned workers;
    struct few_batch batch;
    struct worker *worker;
    size_t first;       /* state of the layer in this round */
    atomic_size_t next; /* states of the next layer */
};

static bool prepare(struct explorer *explorer) {
    struct few_memory *memory = explorer->watch->memory;
    explorer->team = few_team_create(memory, explorer->workers);
    explorer->worker = few_alloc_zeroed(memory, explorer->workers * sizeof *explorer->worker);
    bool good = explorer->team && explorer->worker;
    for (unsigned w = 0; good && w < explorer->workers; w++) {
        explorer->worker[w].made = few_alloc(memory, few_array_size(explorer->batch.room, sizeof(uint64_t)));
        good = explorer->worker[w].made != NULL;
    }
    few_visited_share(explorer->front->seen.states);
    return good;
}

static void release(struct explorer *explorer) {
    struct few_memory *memory = explorer->watch->memory;
    few_team_free(explorer->team);
    for (unsigned w = 0; explorer->worker && w < explorer->workers; w++)
        few_free(memory, explorer->worker[w].made, explorer->batch.room * sizeof(uint64_t));
    few_free(memory, explorer->worker, explorer->workers * sizeof *explorer->worker);
}

/* A unit is one batch of the layer. */
static bool expand_units(void *context, unsigned number, uint64_t first, uint64_t end) {
    struct explorer *explorer = context;
    struct worker *worker = &explorer->worker[number];
    const struct few_list *layer = &explorer->front->layer;
    uint64_t *const next = explorer->front->next.items;
    const unsigned tag = few_distance_tag(explorer->front->seen.depth, 2);
    for (uint64_t unit = first; unit < end; unit++) {
        const size_t at = explorer->first + (size_t)unit * explorer->batch.states, left = layer->count - at;
        const size_t count = left < explorer->batch.states ? left : explorer->batch.states;
        size_t made = few_make_batch(explorer->space, explorer->result, few_list_at(layer, at), count, worker->made);
        worker->expanded += count;
        worker->generated += made;
        made = few_visited_add_shared(explorer->front->seen.states, worker->made, NULL, 1, made, tag);
        worker->fresh += few_stand_for(explorer->result, worker->made, made);
        memcpy(next + atomic_fetch_add(&explorer->next, made), worker->made, made * sizeof *next);
    }
    return true;
}

/* The units that there is room for; 0: no memory. */
static uint64_t reserve_round(struct explorer *explorer) {
    struct few_front *front = explorer->front;
    const size_t least = explorer->workers * LEAST_UNITS, most = explorer->workers * MOST_UNITS;
    if (!few_seen_reserve(&front->seen, least * explorer->batch.room, &front->layer, &front->next))
        return 0;
    size_t units = few_visited_room(front->seen.states) / explorer->batch.room;
    units = units < least ? least : units < most ? units : most;
    return few_list_reserve(&front->next, units * explorer->batch.room) ? units : 0;
}

static enum few_end expand_round(struct explorer *explorer) {
    struct few_front *front = explorer->front;
    struct few_counts *counts = &explorer->watch->counts;
    const uint64_t room = reserve_round(explorer), left = front->layer.count - explorer->first;
    if (room == 0)
        return few_refused(explorer->watch);
    const uint64_t needed = (left + explorer->batch.states - 1) / explorer->batch.states, units = room < needed ? room : needed;
    atomic_store(&explorer->next, front->next.count);
    few_team_run(explorer->team, expand_units, explorer, units, 1);
    explorer->first += units * explorer->batch.states < left ? (size_t)units * explorer->batch.states : (size_t)left;
    front->next.count = atomic_load(&explorer->next);
    for (unsigned w = 0; w < explorer->workers; w++) {
        struct worker *worker = &explorer->worker[w];
        counts->expanded += worker->expanded;
        counts->generated += worker->generated;
        counts->remembered += worker->fresh;
        worker->expanded = worker->generated = worker->fresh = 0;
    }
    return few_watch_check(explorer->watch);
}

static void keep(void *context, struct few_out *out) {
    const struct explorer *explorer = context;
    few_keep_seen(out, &explorer->front->seen, 1);
    few_keep_states(out, FEW_KEPT_LAYER, &explorer->front->layer);
    few_keep_states(out, FEW_KEPT_NEXT, &explorer->front->next);
    few_out_number(out, FEW_KEPT_END);
}

enum few_end few_explore_table(const struct few_problem *problem, struct few_watch *watch,
                               struct few_exploration *result, struct few_front *front) {
    struct explorer explorer = {.space = problem->space, .watch = watch, .result = result, .front = front,
                        .workers = result->threads, .batch = few_batch_for(problem->space, result->backward)};
    enum few_end end = prepare(&explorer) ? FEW_RUNNING : few_refused(watch);
    while (end == FEW_RUNNING) {
        for (explorer.first = 0; explorer.first < front->layer.count && end == FEW_RUNNING;)
            end = expand_round(&explorer);
        if (end != FEW_RUNNING || front->next.count == 0)
            break;
        few_seen_turn(&front->seen, &front->layer, &front->next);
        end = few_exploration_add_layer(result, watch, front->layer.count);
        if (end == FEW_RUNNING)
            few_keep(result, end, &result->at_layer, keep, &explorer);
    }
    if (end != FEW_RUNNING)
        few_keep(result, end, &result->at_layer, keep, &explorer);
    else
        end = few_exploration_offer(result, front->layer.items, front->layer.count) ? FEW_SOLVED : few_refused(watch);
    release(&explorer);
    return end;
}
