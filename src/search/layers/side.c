/* Layers are expanded in batches: generate, rank, look up, append what is new. A batch is some thousand results, so
 * that its arrays stay in the first and second cache. */
#include "search/layers/kept.h"
#include "search/layers/layers.h"

#include <stdint.h>

enum {
    BATCH_RESULTS = 2048,
    FIRST_HIT_RESULTS = 256, /* where the first hit ends the layer: about half a batch is made for nothing */
    TINY_TABLE = 32 << 10,
    SMALL_TABLE = 8 << 20,
    LARGE_TABLE = 256 << 20,
    FULL_SHARE = 2048,       /* a table that is not small is allocated once there is at least one seen state for every so many bytes of it */
    MOST_KEPT = 4 << 20,     /* bytes of a side that is worth keeping for the next search */
};

static bool choose_ranked(const struct few_side *side, bool expected_small) {
    const struct few_space *space = side->space;
    const struct few_visited_kind *asked = side->watch->store;
    if (space->ranks == 0 || (asked && !asked->by_rank))
        return false;
    size_t bytes = few_visited_ranked_bytes(space->ranks, side->tag_bits);
    if (asked)
        return true;
    return bytes <= (expected_small ? SMALL_TABLE : LARGE_TABLE) && bytes <= few_memory_left(side->watch->memory) / 2;
}

/* How many states are to be seen before the table is allocated. What a space could have says little of what is reached: a
 * table for all of it may stay nearly empty. 0: it is small, allocate it at once. */
static uint64_t states_for_table(const struct few_side *side) {
    size_t bytes = few_visited_ranked_bytes(side->space->ranks, side->tag_bits);
    return bytes <= SMALL_TABLE || side->space->states_are_ranks ? 0 : bytes / FULL_SHARE;
}

/* Which distances the tags can tell. Let d be the distance of each seen state from the first layer of the side.
 *
 * Where every move can be undone, a remainder modulo 3 (or 255) is enough at any depth: a path to one of two
 * neighbours goes on to the other with one more move, so their distances differ by one at most, however many states
 * the first layer has. From the distance of a state and the remainder of a seen neighbour follows the distance of
 * that neighbour. Every use of a tag begins at a state whose distance is known (a state of the first or the last
 * layer) and goes from neighbour to neighbour.
 *
 * Where not, a move u -> v only means d(v) <= d(u) + 1. It may lead back to a state that is nearer by any number, so
 * that no remainder will do. There a tag is the distance itself: as soon as it would not be, tags are widened. */
static uint64_t last_distance(const struct few_side *side) {
    return side->space->undirected ? UINT64_MAX : few_last_distance(side->tag_bits);
}

bool few_side_widen(struct few_side *side) {
    const unsigned wider = side->tag_bits * 2;
    if (wider > 32 || !few_visited_widen(side->seen, wider))
        return false;
    side->tag_bits = wider;
    side->last_distance = last_distance(side);
    return true;
}

static size_t state_size(const struct few_side *side) {
    return side->space->words * sizeof(uint64_t);
}

/* Takes over the side that was kept from the search before, if it is of the same kind; otherwise frees it. */
static bool reuse_kept(struct few_side *side, const struct few_visited_kind *kind) {
    struct few_side *spare = side->watch->kept ? &side->watch->kept->sides[side->backward] : NULL;
    if (!spare || !spare->seen)
        return false;
    bool fits = !side->watch->reached && spare->space == side->space && few_visited_kind(spare->seen) == kind &&
                spare->memory == side->memory;
    struct few_watch *watch = side->watch;
    const struct few_bound *hopeless = side->hopeless;
    if (fits) {
        *side = *spare;
        side->watch = watch;
        side->hopeless = hopeless;
        *spare = (struct few_side){0};
        return true;
    }
    few_side_drop(spare);
    return false;
}

/* The kind that was asked for; where it is one by rank whose table is not worth it as yet, or none was asked for, the
 * one that suits. */
static const struct few_visited_kind *kind_for(const struct few_visited_kind *asked, bool ranked) {
    return asked && asked->by_rank == ranked ? asked : ranked ? &few_ranked_kind : &few_hashed_kind;
}

/* Where moves can be undone, two bits are enough; a byte is quicker to read where the table is small all the same. */
static unsigned first_tag_bits(const struct few_space *space, const struct few_watch *watch) {
    const bool tiny = watch->kept && space->ranks && space->ranks <= TINY_TABLE;
    return space->undirected && !tiny ? 2 : 8;
}

struct few_store_plan few_side_plan(const struct few_problem *problem, struct few_watch *watch, bool expected_small) {
    const struct few_space *space = problem->space;
    const struct few_side side = {.space = space, .watch = watch, .tag_bits = first_tag_bits(space, watch)};
    const bool ranked = choose_ranked(&side, expected_small);
    const uint64_t from = ranked ? states_for_table(&side) : 0;
    const struct few_visited_kind *kind = kind_for(watch->store, ranked && from == 0);
    return (struct few_store_plan){.name = kind->name ? kind->name : space->rank_name,
                                   .later = from ? space->rank_name : NULL,
                                   .from = from,
                                   .bytes = ranked ? few_visited_ranked_bytes(space->ranks, side.tag_bits) : 0};
}

bool few_side_init(struct few_side *side, const struct few_problem *problem, struct few_watch *watch, bool backward,
                   bool expected_small) {
    const struct few_space *space = problem->space;
    struct few_memory *memory = watch->memory;
    *side = (struct few_side){.space = space, .watch = watch, .memory = memory, .backward = backward};
    side->tag_bits = first_tag_bits(space, watch);
    side->last_distance = last_distance(side);
    side->graph = problem->graph;
    side->hopeless = backward || side->graph ? NULL : problem->hopeless;
    side->keeps_layers = space->run->predecessors == NULL && !side->graph;
    bool ranked = choose_ranked(side, expected_small);
    const uint64_t rank_from = ranked ? states_for_table(side) : 0;
    ranked = ranked && rank_from == 0;
    const struct few_visited_kind *kind = kind_for(watch->store, ranked);
    watch->store_name = kind->name ? kind->name : space->rank_name;
    const bool reused = reuse_kept(side, kind);
    side->rank_from = rank_from;
    if (reused)
        return true;
    few_list_init(&side->layer, memory, state_size(side));
    few_list_init(&side->next, memory, state_size(side));
    few_list_init(&side->log, memory, state_size(side));
    few_list_init(&side->layer_start, memory, sizeof(size_t));
    size_t most = backward ? space->max_predecessors : space->max_successors;
    if (most == 0)
        most = 1;
    side->batch = most < BATCH_RESULTS && !watch->reached ? BATCH_RESULTS / most : 1; /* one by one, to be watched */
    side->room = side->batch * most;
    side->seen = kind->create(memory, space->ranks, space->words, side->tag_bits);
    side->made = few_alloc(memory, few_array_size(side->room, state_size(side)));
    side->ranks = few_alloc(memory, few_array_size(side->room, sizeof *side->ranks));
    side->slots = few_alloc(memory, few_array_size(side->room, sizeof *side->slots));
    side->flags = few_alloc(memory, side->room);
    return side->seen && side->made && side->ranks && side->slots && side->flags;
}

void few_side_drop(struct few_side *side) {
    struct few_memory *memory = side->memory;
    if (!memory)
        return;
    few_visited_free(side->seen);
    few_free(memory, side->made, side->room * state_size(side));
    few_free(memory, side->least, side->least ? side->room * state_size(side) : 0);
    few_free(memory, side->ranks, side->room * sizeof *side->ranks);
    few_free(memory, side->slots, side->room * sizeof *side->slots);
    few_free(memory, side->flags, side->room);
    few_list_free(&side->layer);
    few_list_free(&side->next);
    few_list_free(&side->log);
    few_list_free(&side->layer_start);
    *side = (struct few_side){0};
}

size_t few_side_bytes(const struct few_side *side) {
    return few_visited_bytes(side->seen) + side->room * (state_size(side) + sizeof *side->ranks + sizeof *side->slots + 1) +
           (side->layer.room + side->next.room) * state_size(side);
}

void few_side_free(struct few_side *side) {
    struct few_kept *kept = side->watch ? side->watch->kept : NULL;
    bool whole = side->seen && side->made && side->ranks && side->slots && side->flags;
    if (!kept || !whole || side->tag_bits > 8 || side->watch->reached || side->keeps_layers || !few_visited_kind(side->seen)->reusable ||
        kept->sides[side->backward].seen || few_side_bytes(side) > MOST_KEPT) {
        few_side_drop(side);
        return;
    }
    few_visited_clear(side->seen);
    side->layer.count = side->next.count = 0;
    side->depth = side->done = 0;
    side->undone = (struct few_counts){0};
    few_free(side->memory, side->least, side->least ? side->room * state_size(side) : 0);
    side->least = NULL;
    side->symmetry = NULL;
    side->kept = NULL;
    side->watch = NULL;
    kept->sides[side->backward] = *side;
    *side = (struct few_side){0};
}

bool few_side_expand(const struct few_side *side, bool against, const uint64_t *states, size_t count, uint64_t *next,
                     size_t *made) {
    const struct few_space *space = side->space;
    const bool backward = side->backward != against;
    if (side->graph)
        return few_graph_expand(side->graph, backward, states, count, next, made);
    *made = backward ? space->run->predecessors(space, states, count, next, NULL)
                     : space->run->successors(space, states, count, next, NULL);
    return true;
}

uint64_t *few_side_ranks(struct few_side *side, uint64_t *states, size_t count) {
    if (!few_visited_is_ranked(side->seen))
        return NULL;
    if (side->space->states_are_ranks)
        return states;
    side->space->run->rank(side->space, states, count, side->ranks);
    return side->ranks;
}

/* Moves the states whose flag is set to the front, their ranks with them. */
static size_t keep_flagged(struct few_side *side, uint64_t *states, uint64_t *ranks, size_t count) {
    const uint32_t words = side->space->words;
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (!side->flags[i])
            continue;
        memmove(states + kept * words, states + i * words, words * sizeof *states);
        if (ranks && ranks != states)
            ranks[kept] = ranks[i];
        kept++;
    }
    return kept;
}

/* What is kept must hold together, wherever it ends: no state is seen without being in its list. */
static bool has_room(struct few_side *side, size_t count, bool only_hits, const struct few_target *target) {
    return (only_hits || few_list_reserve(&side->next, count)) && (!target || few_list_reserve(target->found, count));
}

static enum few_end take_some(struct few_side *side, size_t count, uint64_t depth, struct few_target *target) {
    uint64_t *states = side->made, *ranks = few_side_ranks(side, states, count);
    const uint32_t words = ranks == states ? 0 : side->space->words;
    if (depth > side->last_distance && !few_side_widen(side))
        return few_refused(side->watch);
    const unsigned tag = few_distance_tag(depth, side->tag_bits);
    const bool only_hits = target && (target->only_hits || target->found->count > 0);
    if (only_hits) {
        target->test(target->self, side, states, ranks, count, side->flags);
        count = keep_flagged(side, states, ranks, count);
    }
    if (!few_visited_reserve(side->seen, count) || (side->kept && !has_room(side, count, only_hits, target)))
        return few_refused(side->watch);
    count = few_visited_add(side->seen, states, ranks, words, count, tag);
    side->watch->counts.remembered += count;
    side->reached += count;
    few_watch_reached(side->watch, side->backward, depth, states, count);
    if (!only_hits) {
        if (!few_list_append(&side->next, states, count))
            return few_refused(side->watch);
        if (!target)
            return FEW_RUNNING;
        target->test(target->self, side, states, ranks, count, side->flags);
        count = keep_flagged(side, states, ranks, count);
    }
    return few_list_append(target->found, states, count) ? FEW_RUNNING : few_refused(side->watch);
}

/* Without what is hopeless, only the least states of their classes, and no more than the limit on states allows. */
static enum few_end take_sifted(struct few_side *side, size_t count, uint64_t depth, struct few_target *target) {
    if (side->hopeless)
        count = few_drop_hopeless(side->hopeless, side->made, count);
    if (side->symmetry)
        few_symmetry_reduce(side->symmetry, side->made, count);
    size_t some = few_watch_room(side->watch, count);
    enum few_end end = take_some(side, some, depth, target);
    for (size_t done = some; done < count && end == FEW_RUNNING; done += some) { /* near the limit on states */
        if (few_watch_is_full(side->watch))
            return FEW_STATE_LIMIT;
        some = few_watch_room(side->watch, count - done);
        memmove(side->made, side->made + done * side->space->words, some * state_size(side));
        end = take_some(side, some, depth, target);
    }
    return end;
}

enum few_end few_side_take(struct few_side *side, size_t count, uint64_t depth, struct few_target *target) {
    const bool is_sifted = side->hopeless || side->symmetry || side->watch->max_states;
    return (is_sifted ? take_sifted : take_some)(side, count, depth, target);
}

bool few_side_move_to_table(struct few_side *side) {
    const struct few_space *space = side->space;
    const size_t bytes = few_visited_ranked_bytes(space->ranks, side->tag_bits);
    side->rank_from = 0;
    if (side->tag_bits > 8 ||
        (!side->watch->store && bytes > few_memory_left(side->watch->memory) / 2))
        return true;
    struct few_visited *table = few_visited_ranked(side->memory, space->ranks, side->tag_bits);
    if (!table)
        return false;
    uint64_t at = 0;
    for (size_t count; (count = few_visited_slots(side->seen, &at, side->slots, side->room)) > 0;) {
        for (size_t i = 0; i < count; i++)
            memcpy(side->made + i * space->words, few_visited_state(side->seen, side->slots[i]), state_size(side));
        space->run->rank(space, side->made, count, side->ranks);
        for (size_t i = 0; i < count; i++)
            few_visited_add(table, side->made + i * space->words, side->ranks + i, space->words, 1,
                            few_visited_tag(side->seen, side->slots[i]));
    }
    few_visited_free(side->seen);
    side->seen = table;
    side->watch->store_name = space->rank_name;
    return true;
}

/* The next layer becomes the outermost one, at that depth. Where memory is refused, nothing has changed. */
static enum few_end turn_page(struct few_side *side, uint64_t depth) {
    struct few_counts *counts = &side->watch->counts;
    if (side->rank_from && few_visited_count(side->seen) >= side->rank_from && !few_side_move_to_table(side))
        return few_refused(side->watch);
    if ((side->keeps_layers && (!few_list_reserve(&side->layer_start, 1) || !few_list_reserve(&side->log, side->next.count))) ||
        (side->kept && !few_list_reserve(&side->kept->counts[side->backward], 1)) ||
        !few_watch_layer(side->watch, side->backward, depth, side->reached))
        return few_refused(side->watch);
    if (side->kept)
        few_list_append(&side->kept->counts[side->backward], &side->reached, 1);
    if (side->keeps_layers) {
        const size_t start = side->log.count;
        few_list_append(&side->layer_start, &start, 1);
        few_list_append(&side->log, side->next.items, side->next.count);
    }
    struct few_list old = side->layer;
    side->layer = side->next;
    side->next = old;
    side->next.count = 0;
    side->reached = side->done = 0;
    side->depth = depth;
    counts->frontier = counts->frontiers[side->backward] = side->layer.count;
    return FEW_RUNNING;
}

enum few_end few_side_begin(struct few_side *side, const uint64_t *states, size_t count, struct few_target *target) {
    const uint32_t words = side->space->words;
    side->reached = 0;
    for (size_t done = 0; done < count;) {
        size_t batch = count - done < side->room ? count - done : side->room;
        memcpy(side->made, states + done * words, batch * words * sizeof *states);
        enum few_end end = few_side_take(side, batch, 0, target);
        if (end != FEW_RUNNING)
            return end;
        done += batch;
    }
    return turn_page(side, 0);
}

/* How many of the `left` states of a layer to expand at once: near the limit on states no more than may be new. */
static size_t batch_of(const struct few_side *side, size_t left) {
    const struct few_watch *watch = side->watch;
    size_t most = side->batch;
    if (watch->any_solution) { /* but in a large layer large batches are worth more than what they make for nothing */
        size_t few = FIRST_HIT_RESULTS / (side->room / side->batch) + 1, part = side->layer.count / 16;
        few = few > part ? few : part;
        most = most < few ? most : few;
    }
    size_t batch = left < most ? left : most;
    if (watch->max_states == 0)
        return batch;
    uint64_t spare = watch->max_states > watch->counts.remembered ? watch->max_states - watch->counts.remembered : 0;
    uint64_t fitting = spare / (side->room / side->batch) + 1;
    return batch < fitting ? batch : (size_t)fitting;
}

enum few_end few_side_advance(struct few_side *side, struct few_target *target) {
    struct few_watch *watch = side->watch;
    while (side->done < side->layer.count && !(target->one_is_enough && target->found->count)) {
        const size_t batch = batch_of(side, side->layer.count - side->done);
        const uint64_t *states = few_list_at(&side->layer, side->done);
        size_t made;
        if (!few_side_expand(side, false, states, batch, side->made, &made))
            return few_refused(watch);
        watch->counts.expanded += batch;
        watch->counts.generated += made;
        enum few_end end = few_side_take(side, made, side->depth + 1, target);
        if (end != FEW_RUNNING) {
            side->undone.expanded = batch;
            side->undone.generated = made;
            return end;
        }
        side->done += batch;
        if (side->kept)
            few_layers_keep_if_due(side->kept);
        end = few_watch_check(watch);
        if (end != FEW_RUNNING)
            return end;
    }
    const enum few_end end = turn_page(side, side->depth + 1);
    if (end == FEW_RUNNING)
        watch->counts.depth++;
    return end;
}

void few_side_meets(void *self, struct few_side *side, const uint64_t *states, const uint64_t *ranks, size_t count,
                    bool *hit) {
    struct few_side *other = self;
    if (few_visited_is_ranked(other->seen) && !ranks) { /* side->ranks is not in use, and other->ranks may be too short */
        const struct few_space *space = side->space;
        if (!space->states_are_ranks)
            space->run->rank(space, states, count, side->ranks);
        ranks = space->states_are_ranks ? states : side->ranks;
    }
    few_visited_find(other->seen, states, ranks, count, side->slots);
    for (size_t i = 0; i < count; i++)
        hit[i] = side->slots[i] != FEW_NO_SLOT;
}

void few_side_reduce(struct few_side *side, const struct few_symmetry *symmetry) {
    size_t kept = 0;
    side->symmetry = symmetry;
    for (size_t i = 0; i < side->layer.count; i++) { /* all states of a class are in the layer, the least among them */
        const uint64_t *state = few_list_at(&side->layer, i);
        memcpy(side->least, state, state_size(side));
        few_symmetry_reduce(symmetry, side->least, 1);
        if (memcmp(side->least, state, state_size(side)) == 0)
            memmove(few_list_at(&side->layer, kept++), state, state_size(side));
    }
    side->layer.count = kept;
}

void few_side_find(struct few_side *side, const struct few_space *space, const uint64_t *states, size_t count,
                   uint64_t *slots) {
    const uint64_t *ranks = NULL;
    if (side->symmetry) {
        memcpy(side->least, states, count * state_size(side));
        few_symmetry_reduce(side->symmetry, side->least, count);
        states = side->least;
    }
    if (few_visited_is_ranked(side->seen)) {
        ranks = space->states_are_ranks ? states : side->ranks;
        if (!space->states_are_ranks)
            space->run->rank(space, states, count, side->ranks);
    }
    few_visited_find(side->seen, states, ranks, count, slots);
}
