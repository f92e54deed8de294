/* The hash method by several threads, from a layer on that is worth it, for states that cannot be claimed in one step as in
 * explore_table.c: those of more than one word, and all in a store that threads cannot share. The states are dealt out: each belongs to one part, by its hash, and a part has
 * its own table of what was seen and its own list of the layer, so that nothing is locked. Rounds of two steps, with all
 * threads waiting between them:
 *
 *     expand  a worker takes a batch of the layer, and sorts the results by the part they belong to
 *     add     a worker takes a part, looks up all results that belong to it, and keeps what is new
 *
 * There are more parts than workers, so that a slower worker does fewer of them. Which states are in a layer does not depend
 * on the order, so that the result is that of one thread. */
#include "search/explore/checkpoint.h"

#include "team/part.h"
#include "team/team.h"
#include "visited/visited.h"

enum {
    PARTS_OF_WORKER = 2,
    ROUND_RESULTS = 1 << 15, /* of a worker: enough to make waiting cheap, few enough for the second cache */
};

struct part {
    struct few_seen seen;
    struct few_list next;
    uint64_t fresh; /* in this round */
    char apart[64]; /* from what another worker writes */
};

struct worker {
    struct few_list *out; /* results: one list for each part */
    uint64_t *made;
    uint64_t expanded, generated; /* in this round */
    char apart[64];
};

struct explorer {
    const struct few_space *space;
    struct few_watch *watch;
    struct few_exploration *result;
    struct few_team *team;
    unsigned workers, parts;
    struct few_batch batch;
    struct worker *worker;
    struct part *part;
    struct few_list *layer; /* one list for each part */
    uint64_t first_unit;    /* of this round */
};

/* ---- Memory */

static bool prepare_worker(const struct explorer *explorer, struct worker *worker) {
    struct few_memory *memory = explorer->watch->memory;
    const size_t state_size = explorer->space->words * sizeof(uint64_t);
    worker->made = few_alloc(memory, few_array_size(explorer->batch.room, state_size));
    worker->out = few_alloc_zeroed(memory, explorer->parts * sizeof *worker->out);
    for (unsigned p = 0; worker->out && p < explorer->parts; p++)
        few_list_init(&worker->out[p], memory, state_size);
    return worker->made && worker->out;
}

static bool prepare(struct explorer *explorer, const struct few_seen *seen) {
    struct few_memory *memory = explorer->watch->memory;
    const size_t state_size = explorer->space->words * sizeof(uint64_t);
    explorer->team = few_team_create(memory, explorer->workers);
    explorer->worker = few_alloc_zeroed(memory, explorer->workers * sizeof *explorer->worker);
    explorer->part = few_alloc_zeroed(memory, explorer->parts * sizeof *explorer->part);
    explorer->layer = few_alloc_zeroed(memory, explorer->parts * sizeof *explorer->layer);
    bool good = explorer->team && explorer->worker && explorer->part && explorer->layer;
    for (unsigned w = 0; good && w < explorer->workers; w++)
        good = prepare_worker(explorer, &explorer->worker[w]);
    for (unsigned p = 0; good && p < explorer->parts; p++) {
        struct part *part = &explorer->part[p];
        few_list_init(&part->next, memory, state_size);
        few_list_init(&explorer->layer[p], memory, state_size);
        good = few_seen_init(&part->seen, explorer->space, memory, few_visited_kind(seen->states));
        part->seen.large /= explorer->parts;
        part->seen.depth = seen->depth;
        part->seen.growth = seen->growth;
        part->seen.before = seen->before / explorer->parts;
    }
    return good;
}

static void release(struct explorer *explorer) {
    struct few_memory *memory = explorer->watch->memory;
    few_team_free(explorer->team);
    for (unsigned w = 0; explorer->worker && w < explorer->workers; w++) {
        struct worker *worker = &explorer->worker[w];
        few_free(memory, worker->made, explorer->batch.room * explorer->space->words * sizeof *worker->made);
        for (unsigned p = 0; worker->out && p < explorer->parts; p++)
            few_list_free(&worker->out[p]);
        few_free(memory, worker->out, explorer->parts * sizeof *worker->out);
    }
    for (unsigned p = 0; explorer->part && explorer->layer && p < explorer->parts; p++) {
        few_visited_free(explorer->part[p].seen.states);
        if (explorer->part[p].next.memory)
            few_list_free(&explorer->part[p].next);
        if (explorer->layer[p].memory)
            few_list_free(&explorer->layer[p]);
    }
    few_free(memory, explorer->worker, explorer->workers * sizeof *explorer->worker);
    few_free(memory, explorer->part, explorer->parts * sizeof *explorer->part);
    few_free(memory, explorer->layer, explorer->parts * sizeof *explorer->layer);
}

/* ---- The two steps of a round */

/* Puts states behind those of the same part in `out`. All might belong to one part, so that there is room for all in each.
 * false: no memory. */
static bool deal(const struct explorer *explorer, struct few_list *out, const uint64_t *states, size_t count) {
    const size_t words = explorer->space->words;
    for (unsigned p = 0; p < explorer->parts; p++)
        if (!few_list_reserve(&out[p], count))
            return false;
    for (size_t i = 0; i < count; i++, states += words) {
        struct few_list *list = &out[few_part_of(states, words, explorer->parts)];
        memcpy(few_list_at(list, list->count++), states, list->size);
    }
    return true;
}

/* The layer is handed out in units of one batch, part by part. */
static uint64_t units_of(const struct explorer *explorer, unsigned part) {
    return (explorer->layer[part].count + explorer->batch.states - 1) / explorer->batch.states;
}

static const uint64_t *unit_states(const struct explorer *explorer, uint64_t unit, size_t *count) {
    unsigned part = 0;
    for (; unit >= units_of(explorer, part); part++)
        unit -= units_of(explorer, part);
    const size_t first = (size_t)unit * explorer->batch.states, left = explorer->layer[part].count - first;
    *count = left < explorer->batch.states ? left : explorer->batch.states;
    return few_list_at(&explorer->layer[part], first);
}

static bool expand_units(void *context, unsigned number, uint64_t first, uint64_t end) {
    struct explorer *explorer = context;
    struct worker *worker = &explorer->worker[number];
    for (uint64_t unit = first; unit < end; unit++) {
        size_t count;
        const uint64_t *states = unit_states(explorer, explorer->first_unit + unit, &count);
        const size_t made = few_make_batch(explorer->space, explorer->result, states, count, worker->made);
        worker->expanded += count;
        worker->generated += made;
        if (!deal(explorer, worker->out, worker->made, made))
            return false;
    }
    return true;
}

static bool add_results(const struct few_exploration *result, struct part *part, const struct few_list *layer, struct few_list *results) {
    size_t count = results->count;
    results->count = 0;
    if (count == 0)
        return true;
    if (!few_list_reserve(&part->next, count) || /* what is seen is also there, whenever memory is refused */
        !few_seen_add(&part->seen, results->items, NULL, count, &count, layer, &part->next))
        return false;
    part->fresh += few_stand_for(result, results->items, count);
    return few_list_append(&part->next, results->items, count);
}

static bool add_parts(void *context, unsigned number, uint64_t first, uint64_t end) {
    struct explorer *explorer = context;
    (void)number;
    for (uint64_t p = first; p < end; p++)
        for (unsigned w = 0; w < explorer->workers; w++)
            if (!add_results(explorer->result, &explorer->part[p], &explorer->layer[p], &explorer->worker[w].out[p]))
                return false;
    return true;
}

/* ---- Dealing out at first */

static bool add_dealt(struct explorer *explorer, unsigned tag) {
    for (unsigned p = 0; p < explorer->parts; p++) {
        struct few_list *dealt = &explorer->worker[0].out[p];
        struct few_visited *states = explorer->part[p].seen.states;
        if (!few_visited_reserve(states, dealt->count))
            return false;
        few_visited_add(states, dealt->items, NULL, explorer->space->words, dealt->count, tag);
        dealt->count = 0;
    }
    return true;
}

/* All that was seen with that tag. */
static bool deal_tag(struct explorer *explorer, const struct few_visited *seen, unsigned tag) {
    enum { SLOTS = 512 };
    const struct worker *worker = &explorer->worker[0];
    uint64_t slots[SLOTS], at = 0;
    for (size_t count; (count = few_visited_slots(seen, &at, slots, SLOTS)) > 0;) {
        for (size_t i = 0; i < count; i++)
            if (few_visited_tag(seen, slots[i]) == tag &&
                !deal(explorer, worker->out, few_visited_state(seen, slots[i]), 1))
                return false;
        if (!add_dealt(explorer, tag))
            return false;
    }
    return true;
}

static bool take_over(struct explorer *explorer, struct few_front *front) {
    const struct few_list *layer = &front->layer;
    for (unsigned tag = 1; tag <= 3; tag++)
        if (!deal_tag(explorer, front->seen.states, tag))
            return false;
    few_visited_free(front->seen.states);
    front->seen.states = NULL;
    for (size_t done = 0; done < layer->count; done += explorer->batch.room) {
        const size_t left = layer->count - done, some = left < explorer->batch.room ? left : explorer->batch.room;
        if (!deal(explorer, explorer->layer, few_list_at(layer, done), some))
            return false;
    }
    few_list_free(&front->layer);
    return true;
}

/* ---- Layers */

static enum few_end finish_round(struct explorer *explorer) {
    struct few_counts *counts = &explorer->watch->counts;
    uint64_t results = 0;
    for (unsigned w = 0; w < explorer->workers; w++) {
        struct worker *worker = &explorer->worker[w];
        counts->expanded += worker->expanded;
        results += worker->generated;
        worker->expanded = worker->generated = 0;
    }
    counts->generated += results;
    const uint64_t grain = results < explorer->batch.room ? explorer->parts : 1; /* not worth waking anybody */
    if (!few_team_run(explorer->team, add_parts, explorer, explorer->parts, grain))
        return few_refused(explorer->watch);
    for (unsigned p = 0; p < explorer->parts; p++) {
        counts->remembered += explorer->part[p].fresh;
        explorer->part[p].fresh = 0;
    }
    return few_watch_check(explorer->watch);
}

/* As many as have the results of a round, if states have as many as those before had. */
static uint64_t units_of_round(const struct explorer *explorer) {
    const struct few_counts *counts = &explorer->watch->counts;
    const double results = counts->expanded ? (double)counts->generated / (double)counts->expanded : 1;
    const double units = (double)ROUND_RESULTS / (results * (double)explorer->batch.states + 1);
    return (uint64_t)units * explorer->workers + explorer->workers;
}

static enum few_end expand_layer(struct explorer *explorer) {
    uint64_t units = 0, some;
    for (unsigned p = 0; p < explorer->parts; p++)
        units += units_of(explorer, p);
    enum few_end end = FEW_RUNNING;
    for (explorer->first_unit = 0; explorer->first_unit < units && end == FEW_RUNNING; explorer->first_unit += some) {
        some = units_of_round(explorer);
        some = some < units - explorer->first_unit ? some : units - explorer->first_unit;
        end = few_team_run(explorer->team, expand_units, explorer, some, 1) ? finish_round(explorer) : few_refused(explorer->watch);
    }
    return end;
}

static uint64_t turn_page(struct explorer *explorer) {
    uint64_t count = 0;
    for (unsigned p = 0; p < explorer->parts; p++) {
        struct part *part = &explorer->part[p];
        few_seen_turn(&part->seen, &explorer->layer[p], &part->next);
        count += explorer->layer[p].count;
    }
    return count;
}

static void keep(void *context, struct few_out *out) {
    const struct explorer *explorer = context;
    for (unsigned p = 0; p < explorer->parts; p++) {
        few_keep_seen(out, &explorer->part[p].seen, explorer->space->words);
        few_keep_states(out, FEW_KEPT_LAYER, &explorer->layer[p]);
        few_keep_states(out, FEW_KEPT_NEXT, &explorer->part[p].next);
    }
    few_out_number(out, FEW_KEPT_END);
}

enum few_end few_explore_parts(const struct few_problem *problem, struct few_watch *watch,
                               struct few_exploration *result, struct few_front *front) {
    struct explorer explorer = {.space = problem->space, .watch = watch, .result = result, .workers = result->threads,
                        .parts = result->threads * PARTS_OF_WORKER,
                        .batch = few_batch_for(problem->space, result->backward)};
    const bool good = prepare(&explorer, &front->seen) && take_over(&explorer, front);
    enum few_end end = good ? FEW_RUNNING : few_refused(watch);
    while (end == FEW_RUNNING) {
        const uint64_t before = watch->counts.remembered;
        end = expand_layer(&explorer);
        if (end != FEW_RUNNING || watch->counts.remembered == before)
            break;
        end = few_exploration_add_layer(result, watch, turn_page(&explorer));
        if (end == FEW_RUNNING)
            few_keep(result, end, &result->at_layer, keep, &explorer);
    }
    if (good && end != FEW_RUNNING)
        few_keep(result, end, &result->at_layer, keep, &explorer);
    for (unsigned p = 0; p < explorer.parts && end == FEW_RUNNING; p++)
        if (!few_exploration_offer(result, explorer.layer[p].items, explorer.layer[p].count))
            end = few_refused(watch);
    release(&explorer);
    return end == FEW_RUNNING ? FEW_SOLVED : end;
}
