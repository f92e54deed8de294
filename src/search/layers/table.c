/* Distances are kept modulo 3, or themselves where moves cannot be undone (side.c says why). Of two neighbours the
 * one nearer to the goal is known by that, so a descent leads to a goal, and its length is the distance itself. Two
 * states that are no neighbours, as starts are, can be compared only by descending from both. */
#include "search/layers/table.h"

#include "base/order.h"
#include "base/words.h"
#include "search/layers/layers.h"
#include "search/searches.h"

#include <stdlib.h>

bool few_table_init(struct few_table *table, const struct few_space *space, struct few_memory *memory) {
    const size_t most = space->max_successors ? space->max_successors : 1;
    *table = (struct few_table){.space = space, .memory = memory, .tag_bits = space->undirected ? 2 : 8};
    few_list_init(&table->layers, memory, sizeof(uint64_t));
    few_list_init(&table->far, memory, space->words * sizeof(uint64_t));
    few_list_init(&table->last, memory, space->words * sizeof(uint64_t));
    table->made = few_alloc(memory, few_array_size(most, space->words * sizeof *table->made));
    table->ranks = few_alloc(memory, few_array_size(most, sizeof *table->ranks));
    table->slots = few_alloc(memory, few_array_size(most, sizeof *table->slots));
    return table->made && table->ranks && table->slots;
}

void few_table_free(struct few_table *table) {
    if (!table->space)
        return;
    const size_t most = table->space->max_successors ? table->space->max_successors : 1;
    few_visited_free(table->seen);
    few_list_free(&table->layers);
    few_list_free(&table->far);
    few_list_free(&table->last);
    few_free(table->memory, table->made, most * table->space->words * sizeof *table->made);
    few_free(table->memory, table->ranks, most * sizeof *table->ranks);
    few_free(table->memory, table->slots, most * sizeof *table->slots);
    table->space = NULL;
}

/* ---- Building */

static void test_nothing(void *self, struct few_side *side, const uint64_t *states, const uint64_t *ranks,
                         size_t count, bool *hit) {
    (void)self, (void)side, (void)states, (void)ranks;
    memset(hit, 0, count);
}

/* A layer is whole: it is counted, and kept as one of the last until a deeper one comes. */
static bool note_layer(struct few_table *table, const struct few_list *layer) {
    uint64_t count = layer->count;
    if (!few_list_reserve(&table->layers, 1) || (count <= FEW_TABLE_FAR && !few_list_reserve(&table->far, (size_t)count)))
        return false; /* and nothing has changed */
    few_list_append(&table->layers, &count, 1);
    const uint64_t *counts = table->layers.items;
    table->states += count;
    size_t dropped = 0;
    while (table->far_layer < table->layers.count - 1 && table->far.count - dropped + count > FEW_TABLE_FAR)
        dropped += counts[table->far_layer++];
    if (dropped) {
        table->far.count -= dropped;
        memmove(table->far.items, few_list_at(&table->far, dropped), table->far.count * table->far.size);
    }
    if (count <= FEW_TABLE_FAR)
        few_list_append(&table->far, layer->items, layer->count);
    else
        table->far_layer = table->layers.count;
    return true;
}

/* ---- Checkpoints: the last layers are written besides what the side has */

struct builder {
    struct few_table *table;
    struct few_side side;
    struct few_layers layers;
};

static void write_far(const void *owner, struct few_out *out) {
    const struct builder *builder = owner;
    const struct few_table *table = builder->table;
    few_out_number(out, table->layers.count);
    few_out_number(out, table->far_layer);
    few_states_write(&table->far, out);
}

static bool read_far(void *owner, struct few_in *in) {
    struct builder *builder = owner;
    struct few_table *table = builder->table;
    const struct few_list *counts = &builder->layers.counts[1];
    const uint64_t layers = few_in_count(in, counts->count);
    table->far_layer = few_in_count(in, layers);
    if (in->failed || !few_list_append(&table->layers, counts->items, (size_t)layers) || !few_states_read(&table->far, table->space, in))
        return false;
    size_t at = 0;
    for (uint64_t layer = 0; layer < layers; layer++) {
        const uint64_t count = *(const uint64_t *)few_list_at(counts, (size_t)layer);
        table->states += count;
        if (layer < table->far_layer)
            continue;
        if (count > table->far.count - at || !few_side_has(&builder->side, &table->far, at, at + (size_t)count, layer))
            return few_in_refuse(in);
        at += (size_t)count;
    }
    return (at == table->far.count && layers >= builder->side.depth) || few_in_refuse(in);
}

static enum few_end begin(struct builder *builder, const struct few_problem *problem, struct few_target *target) {
    bool taken_up;
    few_layers_add(&builder->layers, &builder->side);
    enum few_end end = few_layers_take_up(&builder->layers, &taken_up);
    if (end == FEW_RUNNING && !taken_up)
        end = few_side_begin(&builder->side, problem->goals, problem->goal_count, target);
    if (end == FEW_RUNNING)
        few_layers_begin(&builder->layers);
    return end;
}

/* Each of the last layers in the order of its states, so that it does not depend on how it was found. */
static void sort_far(struct few_table *table) {
    const uint64_t *counts = table->layers.items;
    size_t words = table->space->words, at = 0;
    for (uint64_t layer = table->far_layer; layer < table->layers.count; at += counts[layer++])
        if (counts[layer] > 1)
            few_order(few_list_at(&table->far, at), counts[layer], table->far.size, few_words_order, &words);
}

/* By rank where the table fits, else by hash. */
static const struct few_visited_kind *choose_store(const struct few_table *table) {
    const struct few_space *space = table->space;
    size_t bytes = space->ranks ? few_visited_ranked_bytes(space->ranks, table->tag_bits) : SIZE_MAX;
    return bytes < few_memory_left(table->memory) ? &few_ranked_kind : &few_hashed_kind;
}

/* All layers of a side that looks for nothing. The watch has the store, and nothing kept. */
static enum few_end build(struct few_table *table, const struct few_problem *problem, struct few_watch *watch) {
    struct few_list nothing;
    struct builder builder = {.table = table};
    struct few_side *side = &builder.side;
    few_list_init(&nothing, watch->memory, problem->space->words * sizeof(uint64_t));
    few_layers_init(&builder.layers, watch, &nothing);
    builder.layers.write = write_far;
    builder.layers.read = read_far;
    builder.layers.owner = &builder;
    struct few_target target = {.test = test_nothing, .found = &nothing};
    enum few_end end = few_side_init(side, problem, watch, true, false) ? begin(&builder, problem, &target) : few_refused(watch);
    while (end == FEW_RUNNING && side->layer.count) {
        if (table->layers.count <= side->depth && !note_layer(table, &side->layer))
            end = few_refused(watch);
        else if (side->depth == watch->max_depth)
            break;
        else
            end = few_side_advance(side, &target);
    }
    few_layers_end(&builder.layers, end);
    few_layers_free(&builder.layers);
    table->seen = side->seen;
    table->tag_bits = side->tag_bits;
    table->whole = side->layer.count == 0;
    side->seen = NULL;
    table->last = side->layer;
    few_list_init(&side->layer, watch->memory, side->layer.size);
    if (table->whole)
        few_list_free(&table->last);
    few_side_free(side);
    few_list_free(&nothing);
    return end;
}

enum few_end few_table_build(struct few_table *table, const struct few_problem *problem, struct few_watch *watch) {
    const struct few_visited_kind *const store = watch->store;
    struct few_kept *const kept = watch->kept;
    enum few_end end = few_table_init(table, problem->space, watch->memory) ? FEW_RUNNING : few_refused(watch);
    if (end == FEW_RUNNING) {
        watch->store = choose_store(table);
        watch->kept = NULL; /* what is built here is the table's for good */
        end = build(table, problem, watch);
        watch->store = store;
        watch->kept = kept;
    }
    if (end == FEW_RUNNING) {
        sort_far(table);
        return FEW_SOLVED;
    }
    few_table_free(table);
    return end;
}

/* ---- Reading */

static unsigned tag_of(const struct few_table *table, uint64_t slot) {
    return slot == FEW_NO_SLOT ? 0 : few_visited_tag(table->seen, slot);
}

/* The slots of the moves of one state, or of that state. */
static void find(const struct few_table *table, const uint64_t *states, size_t count) {
    if (few_visited_is_ranked(table->seen))
        table->space->run->rank(table->space, states, count, table->ranks);
    few_visited_find(table->seen, states, table->ranks, count, table->slots);
}

static bool same_state(const struct few_table *table, size_t i, size_t k) {
    const uint32_t words = table->space->words;
    return memcmp(table->made + i * words, table->made + k * words, words * sizeof *table->made) == 0;
}

/* The tag of the distance that is less by one; 0: there is no such. */
static unsigned tag_below(const struct few_table *table, unsigned tag) {
    return tag > 1 ? tag - 1 : table->space->undirected ? (unsigned)few_last_distance(table->tag_bits) + 1 : 0;
}

uint64_t few_table_distance(struct few_table *table, const uint64_t *state, bool *only) {
    const struct few_space *space = table->space;
    const uint64_t deepest = few_table_depth(table);
    uint64_t at[FEW_MAX_WORDS], distance = 0;
    find(table, state, 1);
    unsigned tag = tag_of(table, table->slots[0]);
    if (only)
        *only = true;
    if (tag == 0)
        return UINT64_MAX;
    memcpy(at, state, space->words * sizeof *at);
    for (; distance <= deepest; distance++) {
        bool goal = false;
        if (tag == 1) /* a multiple of the ring: perhaps 0 */
            space->run->is_goal(space, at, 1, &goal);
        if (goal)
            return distance;
        unsigned wanted = tag_below(table, tag);
        if (wanted == 0)
            break;
        size_t count = space->run->successors(space, at, 1, table->made, NULL), i = 0;
        find(table, table->made, count);
        while (i < count && tag_of(table, table->slots[i]) != wanted)
            i++;
        if (i == count)
            break;
        for (size_t k = i + 1; only && *only && k < count; k++)
            *only = tag_of(table, table->slots[k]) != wanted || same_state(table, i, k);
        memcpy(at, table->made + i * space->words, space->words * sizeof *at);
        tag = wanted;
    }
    return UINT64_MAX;
}

struct descent {
    struct few_table *table;
    uint64_t total;
};

/* What a move leads to from a state at the distance total - cost + 1, or starts at the distance `total`: of both the
 * remainder gives the distance. */
static void test_descent(void *self, const uint64_t *states, const uint64_t *costs, size_t count, bool *on_path) {
    const struct descent *descent = self;
    struct few_table *table = descent->table;
    const struct few_space *space = table->space;
    const size_t most = space->max_successors ? space->max_successors : 1;
    for (size_t done = 0; done < count; done += most) {
        size_t some = count - done < most ? count - done : most;
        find(table, states + done * space->words, some);
        for (size_t i = 0; i < some; i++) {
            uint64_t cost = costs[done + i];
            bool *on = &on_path[done + i];
            *on = cost <= descent->total &&
                  tag_of(table, table->slots[i]) == few_distance_tag(descent->total - cost, table->tag_bits);
            if (*on && cost == descent->total)
                space->run->is_goal(space, states + (done + i) * space->words, 1, on);
        }
    }
}

/* The first path from one start by a single descent: at each state the lowest move that leads nearer. Appends to
 * `solutions`; UINT64_MAX: there is none. */
static enum few_end descend(struct few_table *table, const uint64_t *start, struct few_watch *watch,
                              struct few_step *steps, struct few_solutions *solutions, uint64_t *length) {
    const struct few_space *space = table->space;
    const uint32_t words = space->words;
    uint64_t at[FEW_MAX_WORDS];
    *length = UINT64_MAX;
    find(table, start, 1);
    unsigned tag = tag_of(table, table->slots[0]);
    memcpy(at, start, words * sizeof *at);
    if (!few_list_append(&solutions->states, at, 1))
        return few_refused(watch);
    for (uint64_t distance = 0; tag && distance <= few_table_depth(table); distance++) {
        bool goal = false;
        if (tag == 1) /* a multiple of the ring: perhaps 0 */
            space->run->is_goal(space, at, 1, &goal);
        if (goal) {
            *length = distance;
            break;
        }
        tag = tag_below(table, tag);
        if (tag == 0)
            break;
        size_t count = space->run->successors(space, at, 1, table->made, steps), best = count;
        find(table, table->made, count);
        for (size_t i = 0; i < count; i++)
            if (tag_of(table, table->slots[i]) == tag && (best == count || steps[i].move < steps[best].move))
                best = i;
        if (best == count)
            break;
        memcpy(at, table->made + best * words, words * sizeof *at);
        if (!few_list_append(&solutions->states, at, 1) || !few_list_append(&solutions->moves, &steps[best].move, 1))
            return few_refused(watch);
    }
    return FEW_RUNNING;
}

/* One start, one solution: nothing is to be compared or counted. */
static enum few_end answer_one(struct few_table *table, const struct few_problem *problem, struct few_watch *watch,
                               struct few_solutions *solutions) {
    const size_t bytes = (table->space->max_successors + (size_t)1) * sizeof(struct few_step);
    struct few_step *steps = few_alloc(watch->memory, bytes);
    struct few_solution solution = {solutions->states.count, solutions->moves.count, 0};
    uint64_t length = UINT64_MAX;
    enum few_end end = steps ? descend(table, problem->starts, watch, steps, solutions, &length) : few_refused(watch);
    few_free(watch->memory, steps, bytes);
    if (end == FEW_RUNNING && (length == UINT64_MAX || length > watch->within))
        end = FEW_UNSOLVABLE;
    if (end == FEW_RUNNING && length > watch->max_depth)
        end = FEW_DEPTH_LIMIT;
    if (end != FEW_RUNNING) {
        solutions->states.count = solution.first_state;
        solutions->moves.count = solution.first_move;
        return end;
    }
    watch->counts.depth = solutions->cost = solution.length = length;
    solutions->total = 1;
    return few_list_append(&solutions->list, &solution, 1) ? FEW_SOLVED : few_refused(watch);
}

/* The starts that are nearest to a goal, in their order; *total: how near. */
static enum few_end find_nearest(struct few_table *table, const struct few_problem *problem, struct few_watch *watch,
                                 struct few_list *nearest, uint64_t *total) {
    enum few_end end = FEW_RUNNING;
    *total = UINT64_MAX;
    for (size_t i = 0; i < problem->start_count && end == FEW_RUNNING; i++) {
        const uint64_t *start = problem->starts + i * problem->space->words;
        const uint64_t distance = few_table_distance(table, start, NULL);
        if (distance < *total) {
            nearest->count = 0;
            *total = distance;
        }
        if (distance != UINT64_MAX && distance == *total && !few_list_append(nearest, start, 1))
            return few_refused(watch);
        end = few_watch_check(watch);
    }
    if (end == FEW_RUNNING && (*total == UINT64_MAX || *total > watch->within))
        end = FEW_UNSOLVABLE;
    return end == FEW_RUNNING && *total > watch->max_depth ? FEW_DEPTH_LIMIT : end;
}

enum few_end few_search_table(const struct few_problem *problem, struct few_watch *watch, size_t list, bool count,
                              struct few_solutions *solutions) {
    struct few_table *table = problem->table;
    struct descent descent = {table, UINT64_MAX};
    struct few_list nearest;
    watch->store_name = "distance table";
    if (problem->start_count == 1 && list == 1 && !count)
        return answer_one(table, problem, watch, solutions);
    few_list_init(&nearest, watch->memory, problem->space->words * sizeof(uint64_t));
    enum few_end end = find_nearest(table, problem, watch, &nearest, &descent.total);
    if (end == FEW_RUNNING) {
        struct few_problem near = *problem;
        near.starts = nearest.items;
        near.start_count = nearest.count;
        watch->counts.depth = descent.total;
        struct few_guide guide = {.self = &descent, .total = descent.total, .test = test_descent};
        end = few_follow(&near, watch, &guide, list, count, solutions);
    }
    few_list_free(&nearest);
    return end;
}

FEW_SEARCH(TABLE, FEW_NEEDS_TABLE, few_search_table);
