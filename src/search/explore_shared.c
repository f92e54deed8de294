/* The list methods by several threads. The states are dealt out: each belongs to one part, by its rank or its hash, and
 * a part has its own table of what was seen and its own list of the layer, so that nothing is locked. Rounds of two
 * steps, with all threads waiting between them:
 *
 *     expand  each part takes some of its layer, and sorts the results by the part they belong to
 *     add     each part looks up all results that belong to it, and keeps what is new
 *
 * Which states are in a layer does not depend on the order, so that the result is that of one thread. */
#include "search/explore.h"

#include "search/ring.h"
#include "team/team.h"
#include "visited/visited.h"

enum {
    BATCH_RESULTS = 2048,
    ROUND_RESULTS = 1 << 16, /* of a part: enough to make waiting cheap, few enough for the second cache */
    RANK_BLOCK_BITS = FEW_RING_BLOCK_BITS,
};

struct box {
    struct few_list states, ranks; /* ranks within the table of their part; unused by hashed parts */
};

struct part {
    struct few_seen seen;
    struct few_ring ring;
    struct few_list layer, next; /* where there is no ring */
    size_t done;               /* states of the layer that were expanded */
    struct box *out;           /* one for each part */
    uint64_t *made, *ranks;
    uint64_t expanded, generated, fresh;
};

struct walk {
    const struct few_space *space;
    struct few_watch *watch;
    struct few_exploration *result;
    struct few_team *team;
    bool ranked;
    unsigned parts;
    size_t batch, room;
    size_t box_room;           /* states that a box can take in a round */
    struct part *part;
};

static uint64_t ranks_of_part(const struct walk *walk) {
    uint64_t blocks = (walk->space->ranks >> RANK_BLOCK_BITS) + 1;
    return (blocks / walk->parts + 1) << RANK_BLOCK_BITS;
}

/* Any bits will do that are not the high ones which the tables go by. */
static unsigned part_of_state(const struct walk *walk, const uint64_t *state) {
    uint64_t mixed = 0;
    for (uint32_t i = 0; i < walk->space->words; i++)
        mixed = (mixed ^ state[i] ^ state[i] >> 31) * UINT64_C(0xff51afd7ed558ccd);
    return (unsigned)((mixed >> 24 & 0xffffff) * walk->parts >> 24); /* parts * fraction, without a division */
}

static unsigned part_of_rank(const struct walk *walk, uint64_t rank, uint64_t *within) {
    uint64_t block = rank >> RANK_BLOCK_BITS, turn;
    if ((walk->parts & (walk->parts - 1)) == 0) /* most often: no division then */
        turn = block >> __builtin_ctz(walk->parts);
    else
        turn = block / walk->parts;
    *within = turn << RANK_BLOCK_BITS | (rank & ((1 << RANK_BLOCK_BITS) - 1));
    return (unsigned)(block - turn * walk->parts);
}

static bool prepare_part(struct walk *walk, struct part *part) {
    struct few_memory *memory = walk->watch->memory;
    const size_t state_size = walk->space->words * sizeof(uint64_t);
    few_list_init(&part->layer, memory, state_size);
    few_list_init(&part->next, memory, state_size);
    bool good = few_seen_init(&part->seen, walk->space, memory, walk->ranked ? ranks_of_part(walk) : 0);
    part->made = few_alloc(memory, few_array_size(walk->room, state_size));
    part->ranks = few_alloc(memory, few_array_size(walk->room, sizeof *part->ranks));
    part->out = few_alloc_zeroed(memory, walk->parts * sizeof *part->out);
    for (unsigned p = 0; part->out && p < walk->parts; p++) {
        few_list_init(&part->out[p].states, memory, state_size);
        few_list_init(&part->out[p].ranks, memory, sizeof(uint64_t));
    }
    return good && part->made && part->ranks && part->out;
}

/* All that a walk with rings needs is set aside before it begins: boxes for what a round brings, dealt out evenly; and the
 * rings, which do with what is left. */
static bool prepare_rings(struct walk *walk) {
    struct few_memory *memory = walk->watch->memory;
    const size_t all = few_array_size(walk->space->ranks, walk->room / walk->batch);
    const size_t share = (all < ROUND_RESULTS ? all : ROUND_RESULTS) / walk->parts;
    bool good = true;
    walk->box_room = share + share / 8 + walk->room;
    for (unsigned p = 0; good && p < walk->parts; p++)
        for (unsigned q = 0; good && q < walk->parts; q++)
            good = few_list_reserve(&walk->part[p].out[q].states, walk->box_room) &&
                   few_list_reserve(&walk->part[p].out[q].ranks, walk->box_room);
    size_t room = walk->result->ring;
    if (room == 0)
        room = few_ring_room(walk->space, memory, walk->parts, walk->batch);
    for (unsigned p = 0; good && p < walk->parts; p++) {
        struct few_ring *ring = &walk->part[p].ring;
        ring->part = p;
        ring->parts = walk->parts;
        ring->seen = walk->part[p].seen.states;
        good = few_ring_init(ring, walk->space, memory, room, walk->batch);
    }
    return good;
}

static bool prepare(struct walk *walk) {
    struct few_memory *memory = walk->watch->memory;
    size_t most = walk->result->backward ? walk->space->max_predecessors : walk->space->max_successors;
    if (most == 0)
        most = 1;
    walk->batch = most < BATCH_RESULTS ? BATCH_RESULTS / most : 1;
    walk->room = walk->batch * most;
    walk->box_room = SIZE_MAX; /* boxes of hashed parts grow */
    walk->team = few_team_create(memory, walk->parts);
    walk->part = few_alloc_zeroed(memory, walk->parts * sizeof *walk->part);
    bool good = walk->team && walk->part;
    for (unsigned p = 0; good && p < walk->parts; p++)
        good = prepare_part(walk, &walk->part[p]);
    return good && (!few_has_ring(walk->space, walk->result->method) || prepare_rings(walk));
}

static void release(struct walk *walk) {
    struct few_memory *memory = walk->watch->memory;
    few_team_free(walk->team);
    for (unsigned p = 0; walk->part && p < walk->parts; p++) {
        struct part *part = &walk->part[p];
        few_visited_free(part->seen.states);
        few_ring_free(&part->ring);
        few_free(memory, part->made, walk->room * walk->space->words * sizeof *part->made);
        few_free(memory, part->ranks, walk->room * sizeof *part->ranks);
        for (unsigned q = 0; part->out && q < walk->parts; q++) {
            few_list_free(&part->out[q].states);
            few_list_free(&part->out[q].ranks);
        }
        few_free(memory, part->out, walk->parts * sizeof *part->out);
        if (part->layer.memory) {
            few_list_free(&part->layer);
            few_list_free(&part->next);
        }
    }
    few_free(memory, walk->part, walk->parts * sizeof *walk->part);
}

/* ---- The two steps of a round */

/* Puts a state behind what is in the box, where there is room. */
static inline void put(struct box *box, const uint64_t *state, size_t words, bool ranked, uint64_t rank) {
    uint64_t *to = (uint64_t *)box->states.items + box->states.count * words;
    for (size_t i = 0; i < words; i++)
        to[i] = state[i];
    if (ranked)
        ((uint64_t *)box->ranks.items)[box->states.count] = rank;
    box->states.count++;
}

/* Sorts `count` states of part->made into its boxes. */
static bool deal(const struct walk *walk, struct part *part, size_t count) {
    const size_t words = walk->space->words;
    const uint64_t *made = part->made;
    if (count == 0)
        return true;
    for (unsigned p = 0; p < walk->parts; p++) {
        part->out[p].ranks.count = part->out[p].states.count;
        if (!few_list_reserve(&part->out[p].states, count) ||
            (walk->ranked && !few_list_reserve(&part->out[p].ranks, count)))
            return false;
    }
    if (walk->ranked) {
        walk->space->run->rank(walk->space, made, count, part->ranks);
        for (size_t i = 0; i < count; i++) {
            uint64_t within;
            unsigned to = part_of_rank(walk, part->ranks[i], &within);
            put(&part->out[to], made + i * words, words, true, within);
        }
    } else if (words == 1) {
        for (size_t i = 0; i < count; i++)
            put(&part->out[part_of_state(walk, made + i)], made + i, 1, false, 0);
    } else {
        for (size_t i = 0; i < count; i++)
            put(&part->out[part_of_state(walk, made + i * words)], made + i * words, words, false, 0);
    }
    return true;
}

static bool is_done(const struct part *part) {
    return part->ring.states ? few_ring_left(&part->ring) == 0 : part->done == part->layer.count;
}

/* Some states of the layer that were not expanded yet, and there are such. */
static const uint64_t *take(const struct walk *walk, struct part *part, size_t *count) {
    if (part->ring.states)
        return few_ring_take(&part->ring, walk->batch, count);
    const uint64_t *states = few_list_at(&part->layer, part->done);
    size_t left = part->layer.count - part->done;
    *count = left < walk->batch ? left : walk->batch;
    part->done += *count;
    return states;
}

/* For the results of one more batch. */
static bool boxes_have_room(const struct walk *walk, const struct part *part) {
    for (unsigned p = 0; p < walk->parts; p++)
        if (part->out[p].states.count > walk->box_room - walk->room)
            return false;
    return true;
}

static bool expand_part(struct walk *walk, struct part *part) {
    const struct few_space *space = walk->space;
    for (size_t results = 0; !is_done(part) && results < ROUND_RESULTS && boxes_have_room(walk, part);) {
        size_t batch;
        const uint64_t *states = take(walk, part, &batch);
        size_t made = walk->result->backward ? space->run->predecessors(space, states, batch, part->made, NULL)
                                             : space->run->successors(space, states, batch, part->made, NULL);
        part->expanded += batch;
        part->generated += made;
        results += made;
        if (!deal(walk, part, made))
            return false;
    }
    return true;
}

/* In pieces, as the ring takes a piece as a whole or not at all. */
static void add_to_ring(const struct walk *walk, struct part *part, const struct box *box) {
    const size_t count = box->states.count, piece = walk->room;
    for (size_t done = 0; done < count; done += piece)
        part->fresh += few_ring_add(&part->ring, few_list_at(&box->states, done), few_list_at(&box->ranks, done),
                                    count - done < piece ? count - done : piece);
}

static bool add_box(const struct walk *walk, struct part *part, struct box *box) {
    size_t count = box->states.count;
    bool good = true;
    if (part->ring.states)
        add_to_ring(walk, part, box);
    else if (count) {
        good = few_seen_add(&part->seen, box->states.items, walk->ranked ? box->ranks.items : NULL, count, &count,
                            &part->layer, &part->next) &&
               few_list_append(&part->next, box->states.items, count);
        part->fresh += count;
    }
    box->states.count = box->ranks.count = 0;
    return good;
}

static bool expand_parts(void *context, unsigned worker, uint64_t first, uint64_t end) {
    struct walk *walk = context;
    (void)worker;
    for (uint64_t p = first; p < end; p++)
        if (!expand_part(walk, &walk->part[p]))
            return false;
    return true;
}

static bool add_parts(void *context, unsigned worker, uint64_t first, uint64_t end) {
    struct walk *walk = context;
    (void)worker;
    for (uint64_t p = first; p < end; p++)
        for (unsigned from = 0; from < walk->parts; from++)
            if (!add_box(walk, &walk->part[p], &walk->part[from].out[p]))
                return false;
    return true;
}

/* ---- Layers */

static enum few_end add_all(struct walk *walk) {
    struct few_counts *counts = &walk->watch->counts;
    if (!few_team_run(walk->team, add_parts, walk, walk->parts, 1))
        return few_refused(walk->watch);
    for (unsigned p = 0; p < walk->parts; p++) {
        struct part *part = &walk->part[p];
        counts->expanded += part->expanded;
        counts->generated += part->generated;
        counts->remembered += part->fresh;
        part->expanded = part->generated = part->fresh = 0;
    }
    return few_watch_check(walk->watch);
}

static enum few_end begin(struct walk *walk, const uint64_t *states, size_t count) {
    struct part *part = &walk->part[0];
    const uint32_t words = walk->space->words;
    enum few_end end = FEW_RUNNING;
    for (size_t done = 0; done < count && end == FEW_RUNNING;) {
        size_t some = count - done < walk->room ? count - done : walk->room;
        memcpy(part->made, states + done * words, some * words * sizeof *states);
        end = deal(walk, part, some) ? add_all(walk) : few_refused(walk->watch);
        done += some;
    }
    return end;
}

static uint64_t turn_page(struct walk *walk) {
    uint64_t count = 0;
    for (unsigned p = 0; p < walk->parts; p++) {
        struct part *part = &walk->part[p];
        if (part->ring.states) {
            count += few_ring_turn(&part->ring);
            continue;
        }
        few_seen_turn(&part->seen, &part->layer, &part->next);
        part->done = 0;
        count += part->layer.count;
    }
    return count;
}

static enum few_end expand_layer(struct walk *walk) {
    for (bool more = true; more;) {
        if (!few_team_run(walk->team, expand_parts, walk, walk->parts, 1))
            return few_refused(walk->watch);
        enum few_end end = add_all(walk);
        if (end != FEW_RUNNING)
            return end;
        more = false;
        for (unsigned p = 0; p < walk->parts; p++)
            more = more || !is_done(&walk->part[p]);
    }
    return FEW_RUNNING;
}

static bool anything_next(const struct walk *walk) {
    for (unsigned p = 0; p < walk->parts; p++)
        if (walk->part[p].next.count || few_ring_next(&walk->part[p].ring))
            return true;
    return false;
}

enum few_end few_explore_shared(const struct few_problem *problem, struct few_watch *watch,
                                struct few_exploration *result) {
    struct walk walk = {.space = problem->space, .watch = watch, .result = result, .parts = result->threads,
                        .ranked = result->method == FEW_EXPLORE_RANK};
    watch->store_name = walk.ranked ? problem->space->rank_name : "hash table";
    enum few_end end = prepare(&walk) ? FEW_RUNNING : few_refused(watch);
    if (end == FEW_RUNNING && few_has_ring(problem->space, result->method))
        result->needed = atomic_load(&watch->memory->used);
    if (end == FEW_RUNNING)
        end = begin(&walk, problem->starts, problem->start_count);
    while (end == FEW_RUNNING && anything_next(&walk)) {
        if (!few_exploration_add_layer(result, watch, turn_page(&walk)))
            end = few_refused(watch);
        else if (result->depths.count > watch->max_depth)
            end = FEW_DEPTH_LIMIT;
        else
            end = expand_layer(&walk);
    }
    for (unsigned p = 0; p < walk.parts && end == FEW_RUNNING; p++) {
        struct part *part = &walk.part[p];
        if (!(part->ring.states ? few_ring_offer(&part->ring, result)
                                : few_exploration_offer(result, part->layer.items, part->layer.count)))
            end = few_refused(watch);
    }
    release(&walk);
    return end == FEW_RUNNING ? FEW_SOLVED : end;
}
