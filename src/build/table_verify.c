/* The proof that a distance table is right, by the moves forwards; it was made by the inverse moves.
 *
 * Where moves cannot be undone, distances are kept as they are, and it is enough to look at each entry by itself:
 *
 *     a goal has distance 0; another state 1 + the least distance of a state that a move leads to;
 *     every state from which a move leads to one in the table is in the table.
 *
 * Distances that only fall along moves cannot run in circles, so these equations have one solution.
 *
 * Modulo 3 that does not hold. There, layer after layer is expanded from the goals: what a move leads to and was not seen
 * yet must be in the table, with the distance that comes next; in the end nothing of the table may be left unseen. */
#include "build/table_distances.h"

#include "base/words.h"

#include <string.h>

enum { BATCH_RESULTS = 2048 };

struct verifier {
    struct few_table *table;
    const struct few_space *space;
    struct few_watch *watch;
    size_t batch, room; /* states at once, and moves of these */
    uint64_t *states, *made, *ranks, *slots;
    struct few_step *steps;
    uint64_t *seen; /* a bit for each slot */
    uint64_t slot_count;
    const char *wrong;
    uint64_t *at; /* where it is */
};

static size_t seen_bytes(const struct verifier *v) {
    return (v->slot_count / 64 + 1) * sizeof *v->seen;
}

static bool prepare(struct verifier *v) {
    const struct few_space *space = v->space;
    struct few_memory *memory = v->watch->memory;
    size_t most = space->max_successors > space->max_predecessors ? space->max_successors : space->max_predecessors;
    size_t tag_bytes;
    if (most == 0)
        most = 1;
    v->batch = most < BATCH_RESULTS ? BATCH_RESULTS / most : 1;
    v->room = v->batch * most;
    few_visited_tags(v->table->seen, &tag_bytes);
    v->slot_count = v->table->tag_bits == 2 ? (uint64_t)tag_bytes * 4 : tag_bytes;
    v->states = few_alloc(memory, few_array_size(v->batch, space->words * sizeof *v->states));
    v->made = few_alloc(memory, few_array_size(v->room, space->words * sizeof *v->made));
    v->ranks = few_alloc(memory, few_array_size(v->room, sizeof *v->ranks));
    v->slots = few_alloc(memory, few_array_size(v->room, sizeof *v->slots));
    v->steps = few_alloc(memory, few_array_size(v->room, sizeof *v->steps));
    v->seen = few_alloc_zeroed(memory, seen_bytes(v));
    return v->states && v->made && v->ranks && v->slots && v->steps && v->seen;
}

static void release(struct verifier *v) {
    struct few_memory *memory = v->watch->memory;
    few_free(memory, v->states, v->batch * v->space->words * sizeof *v->states);
    few_free(memory, v->made, v->room * v->space->words * sizeof *v->made);
    few_free(memory, v->ranks, v->room * sizeof *v->ranks);
    few_free(memory, v->slots, v->room * sizeof *v->slots);
    few_free(memory, v->steps, v->room * sizeof *v->steps);
    few_free(memory, v->seen, seen_bytes(v));
}

static enum few_end say(struct verifier *v, const char *wrong, const uint64_t *state) {
    v->wrong = wrong;
    memcpy(v->at, state, v->space->words * sizeof *state);
    return FEW_UNSOLVABLE;
}

static void find(struct verifier *v, const uint64_t *states, size_t count) {
    if (few_visited_is_ranked(v->table->seen))
        v->space->run->rank(v->space, states, count, v->ranks);
    few_visited_find(v->table->seen, states, v->ranks, count, v->slots);
}

static unsigned tag_of(const struct verifier *v, uint64_t slot) {
    return slot == FEW_NO_SLOT ? 0 : few_visited_tag(v->table->seen, slot);
}

/* ---- Modulo 3 */

/* States of the layer at `depth`, up to v->room of them: those not seen before must have that distance, and join it. */
static enum few_end join_layer(struct verifier *v, const uint64_t *states, size_t count, uint64_t depth,
                               struct few_list *layer) {
    const unsigned tag = few_distance_tag(depth, v->table->tag_bits);
    const uint32_t words = v->space->words;
    find(v, states, count);
    for (size_t i = 0; i < count; i++) {
        const uint64_t slot = v->slots[i], *state = states + i * words;
        if (tag_of(v, slot) == 0)
            return say(v, "this state can be solved, but is not in the table", state);
        uint64_t *word = &v->seen[slot / 64], bit = UINT64_C(1) << slot % 64;
        if (*word & bit)
            continue;
        if (tag_of(v, slot) != tag)
            return say(v, "the distance of this state is wrong", state);
        *word |= bit;
        if (!few_list_append(layer, state, 1))
            return few_refused(v->watch);
    }
    return few_watch_check(v->watch);
}

/* A goal that has another distance than 0 was left out when the goals were listed. */
static enum few_end find_goals(struct verifier *v, const uint64_t *states, size_t count) {
    bool goal[BATCH_RESULTS];
    v->space->run->is_goal(v->space, states, count, goal);
    for (size_t i = 0; i < count; i++)
        if (goal[i])
            return say(v, "this goal does not have the distance 0", states + i * v->space->words);
    return FEW_RUNNING;
}

static enum few_end compare_layers(struct verifier *v, const struct few_problem *problem, struct few_list *layer,
                                   struct few_list *next) {
    const struct few_space *space = v->space;
    struct few_table *table = v->table;
    enum few_end end = FEW_RUNNING;
    uint64_t depth = 0, total = 0;
    for (size_t done = 0; done < problem->goal_count && end == FEW_RUNNING; done += v->room) {
        size_t some = problem->goal_count - done < v->room ? problem->goal_count - done : v->room;
        end = join_layer(v, problem->goals + done * space->words, some, 0, layer);
    }
    for (; layer->count && end == FEW_RUNNING; depth++) {
        const uint64_t *layers = table->layers.items;
        if (depth >= table->layers.count || layers[depth] != layer->count)
            return say(v, "the number of states at this distance is wrong", layer->items);
        total += layer->count;
        v->watch->counts.depth = depth;
        v->watch->counts.frontier = layer->count;
        v->watch->counts.remembered = total;
        next->count = 0;
        for (size_t done = 0; done < layer->count && end == FEW_RUNNING; done += v->batch) {
            size_t some = layer->count - done < v->batch ? layer->count - done : v->batch;
            end = depth ? find_goals(v, few_list_at(layer, done), some) : FEW_RUNNING;
            if (end != FEW_RUNNING)
                break;
            size_t made = space->run->successors(space, few_list_at(layer, done), some, v->made, NULL);
            v->watch->counts.expanded += some;
            v->watch->counts.generated += made;
            end = join_layer(v, v->made, made, depth + 1, next);
        }
        struct few_list swap = *layer;
        *layer = *next;
        *next = swap;
    }
    return end;
}

/* Nothing of the table may be left that was not seen. */
static enum few_end find_unseen(struct verifier *v) {
    uint64_t at = 0, slots[512];
    for (size_t count; (count = few_visited_slots(v->table->seen, &at, slots, 512)) > 0;)
        for (size_t i = 0; i < count; i++) {
            if (v->seen[slots[i] / 64] >> slots[i] % 64 & 1)
                continue;
            const uint64_t *state = few_visited_state(v->table->seen, slots[i]);
            if (!state) {
                v->space->run->unrank(v->space, &slots[i], 1, v->states);
                state = v->states;
            }
            return say(v, "this state cannot be solved, yet it is in the table", state);
        }
    return FEW_RUNNING;
}

static enum few_end verify_layers(struct verifier *v, const struct few_problem *problem) {
    struct few_list layer, next;
    few_list_init(&layer, v->watch->memory, v->space->words * sizeof(uint64_t));
    few_list_init(&next, v->watch->memory, v->space->words * sizeof(uint64_t));
    enum few_end end = compare_layers(v, problem, &layer, &next);
    few_list_free(&layer);
    few_list_free(&next);
    return end == FEW_RUNNING ? find_unseen(v) : end;
}

/* ---- Distances as they are */

/* The states of v->states, `count` of them with these slots. */
static enum few_end verify_batch(struct verifier *v, const uint64_t *slots, size_t count, uint64_t *layers,
                                 uint64_t layer_count) {
    const struct few_space *space = v->space;
    const uint32_t words = space->words;
    unsigned least[BATCH_RESULTS]; /* the lowest tag that a move leads to; 256: none */
    bool goal[BATCH_RESULTS];
    for (size_t i = 0; i < count; i++)
        least[i] = 256;
    space->run->is_goal(space, v->states, count, goal);
    size_t made = space->run->successors(space, v->states, count, v->made, v->steps);
    find(v, v->made, made);
    for (size_t i = 0; i < made; i++) {
        unsigned tag = tag_of(v, v->slots[i]);
        if (tag && tag < least[v->steps[i].source])
            least[v->steps[i].source] = tag;
    }
    for (size_t i = 0; i < count; i++) {
        unsigned tag = tag_of(v, slots[i]);
        if (tag != (goal[i] ? 1 : least[i] + 1))
            return say(v, "the distance of this state is wrong", v->states + i * words);
        if (tag > layer_count)
            return say(v, "the number of states at this distance is wrong", v->states + i * words);
        layers[tag - 1]++;
    }
    made = space->run->predecessors(space, v->states, count, v->made, NULL);
    find(v, v->made, made);
    for (size_t i = 0; i < made; i++)
        if (tag_of(v, v->slots[i]) == 0)
            return say(v, "this state can be solved, but is not in the table", v->made + i * words);
    return few_watch_check(v->watch);
}

static enum few_end verify_entries(struct verifier *v, const struct few_problem *problem) {
    const struct few_space *space = v->space;
    struct few_table *table = v->table;
    uint64_t layers[256] = {0}, slots[BATCH_RESULTS], at = 0;
    const uint64_t *wanted = table->layers.items;
    enum few_end end = FEW_RUNNING;
    for (size_t i = 0; i < problem->goal_count && end == FEW_RUNNING; i++) {
        find(v, problem->goals + i * space->words, 1);
        if (tag_of(v, v->slots[0]) != 1)
            end = say(v, "this goal does not have the distance 0", problem->goals + i * space->words);
    }
    for (size_t count; end == FEW_RUNNING &&
                       (count = few_visited_slots(table->seen, &at, slots, v->batch)) > 0;) {
        for (size_t i = 0; i < count; i++) {
            const uint64_t *state = few_visited_state(table->seen, slots[i]);
            if (state)
                memcpy(v->states + i * space->words, state, space->words * sizeof *state);
        }
        if (few_visited_is_ranked(table->seen))
            space->run->unrank(space, slots, count, v->states);
        for (size_t i = 0; i < count && end == FEW_RUNNING; i++)
            if (!space->run->holds(space, v->states + i * space->words))
                end = say(v, "this state is impossible, yet it is in the table", v->states + i * space->words);
        if (end != FEW_RUNNING)
            break;
        v->watch->counts.expanded += count;
        v->watch->counts.remembered += count;
        end = verify_batch(v, slots, count, layers, table->layers.count);
    }
    for (size_t d = 0; d < table->layers.count && end == FEW_RUNNING; d++)
        if (layers[d] != wanted[d])
            end = say(v, "the number of states at a distance is wrong: a counted state is not there", v->states);
    return end;
}

/* The last layers, which are kept by themselves, too. */
static enum few_end verify_far(struct verifier *v) {
    struct few_table *table = v->table;
    const uint64_t *layers = table->layers.items;
    const size_t words = v->space->words;
    size_t at = 0;
    for (uint64_t layer = table->far_layer; layer < table->layers.count; layer++)
        for (uint64_t i = 0; i < layers[layer]; i++, at++) {
            const uint64_t *state = few_list_at(&table->far, at < table->far.count ? at : 0);
            if (at >= table->far.count || few_table_distance(table, state, NULL) != layer ||
                (i > 0 && few_words_compare(state - words, state, words) >= 0))
                return say(v, "the last layers are not what they should be", table->far.count ? state : v->states);
        }
    return at == table->far.count ? FEW_SOLVED : say(v, "the last layers are not what they should be", v->states);
}

enum few_end few_distances_verify(struct few_table *table, const struct few_problem *problem, struct few_watch *watch,
                                  const char **wrong, uint64_t *state) {
    struct verifier v = {.table = table, .space = problem->space, .watch = watch, .at = state};
    enum few_end end = prepare(&v) ? FEW_RUNNING : few_refused(watch);
    if (end == FEW_RUNNING) {
        memset(v.states, 0, v.space->words * sizeof *v.states);
        end = table->tag_bits == 2 ? verify_layers(&v, problem) : verify_entries(&v, problem);
    }
    if (end == FEW_RUNNING)
        end = verify_far(&v);
    release(&v);
    *wrong = v.wrong;
    return end;
}
