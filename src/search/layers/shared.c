/* Breadth-first search by several processes (team/cluster.h), from one end or from both. Each state belongs to one of them, by its hash, which
 * remembers its distance from each end. Layer after layer, what a process finds of others' states it sends to them, until some process has
 * met a goal, or a state that was seen from the other end; why the first layer that does so is right, bidirectional.c says. Which side goes
 * on is decided by the layers of all processes together: so it is the one that a single process would choose.
 *
 * Then likewise from there to the starts, by the inverted moves: a state that was seen one step nearer to the start lies on a shortest path;
 * and, from both ends, to the goals by the moves. At last all processes get to know all these states, the *path*, and each writes the
 * solutions by itself. They depend only on which states are on the path: so they are those of one process. */
#include "search/layers/shared.h"

#include "base/clock.h"
#include "team/part.h"

enum { BATCH_RESULTS = 2048, TESTED = 256 };

/* ---- Memory */

/* Distances modulo 3 are enough where moves can be undone: see side.c. */
static struct few_visited *create_store(const struct few_shared *search) {
    struct few_visited *store = few_visited_hashed(search->watch->memory, search->space->words, search->tag_bits == 2 ? 2 : 8);
    if (store && search->tag_bits > 8 && !few_visited_widen(store, search->tag_bits)) {
        few_visited_free(store);
        return NULL;
    }
    return store;
}

static bool prepare(struct few_shared *search) {
    const struct few_space *space = search->space;
    struct few_memory *memory = search->watch->memory;
    const size_t state_size = space->words * sizeof(uint64_t);
    const size_t most = space->max_successors > space->max_predecessors ? space->max_successors : space->max_predecessors;
    few_list_init(&search->next, memory, state_size);
    few_list_init(&search->found, memory, state_size);
    few_list_init(&search->marked, memory, state_size + sizeof(uint64_t));
    search->tag_bits = space->undirected ? 2 : 32;
    search->room = most > BATCH_RESULTS ? most : BATCH_RESULTS;
    bool good = few_mail_init(&search->mail, search->cluster, memory, space->words, 1);
    for (unsigned i = 0; i < search->side_count; i++) {
        struct few_shared_side *side = &search->sides[i];
        side->number = i;
        few_list_init(&side->layer, memory, state_size);
        few_list_init(&side->widths, memory, sizeof(uint64_t));
        side->seen = create_store(search);
        good = good && side->seen;
    }
    search->path = create_store(search);
    search->made = few_alloc(memory, few_array_size(search->room, state_size));
    return good && search->path && search->made;
}

static void release(struct few_shared *search) {
    few_free(search->watch->memory, search->made, search->room * search->space->words * sizeof *search->made);
    for (unsigned i = 0; i < search->side_count; i++) {
        few_visited_free(search->sides[i].seen);
        few_list_free(&search->sides[i].layer);
        few_list_free(&search->sides[i].widths);
    }
    few_visited_free(search->path);
    few_list_free(&search->next);
    few_list_free(&search->found);
    few_list_free(&search->marked);
    few_mail_free(&search->mail);
}

/* ---- Rounds */

/* hit[i] = whether the search ends at states[i]: at a goal, or where the sides meet. At most TESTED states. */
static void test(const struct few_shared *search, const uint64_t *states, size_t count, bool *hit) {
    uint64_t slots[TESTED];
    if (search->side_count == 1) {
        few_problem_test(search->problem, states, count, hit);
        return;
    }
    few_visited_find(search->sides[!search->at->number].seen, states, NULL, count, slots);
    for (size_t i = 0; i < count; i++)
        hit[i] = slots[i] != FEW_NO_SLOT;
}

/* Notes where the search ends among new states; there is room for them. */
static void note_hits(struct few_shared *search, const uint64_t *states, size_t count) {
    const size_t words = search->space->words;
    bool hit[TESTED];
    for (size_t done = 0, some; done < count; done += some) {
        some = count - done < TESTED ? count - done : TESTED;
        test(search, states + done * words, some, hit);
        for (size_t i = 0; i < some; i++)
            if (hit[i])
                few_list_append(&search->found, states + (done + i) * words, 1);
    }
}

/* What is new of our states joins the layer that is made. */
static uint64_t take_new(void *context, uint64_t *states, size_t count) {
    struct few_shared *search = context;
    const size_t words = search->space->words;
    if (!few_visited_reserve(search->at->seen, count) || !few_list_reserve(&search->next, count) || !few_list_reserve(&search->found, count))
        return few_refused(search->watch); /* before any of them counts as seen: what was seen is not tested again */
    count = few_visited_add(search->at->seen, states, NULL, words, count, few_distance_tag(search->distance, search->tag_bits));
    few_list_append(&search->next, states, count);
    search->fresh += count;
    search->watch->counts.remembered += count;
    note_hits(search, states, count);
    return FEW_RUNNING;
}

/* Adds a state of ours to the path. */
static bool mark(struct few_shared *search, uint64_t *state) {
    const size_t words = search->space->words;
    if (!few_visited_reserve(search->path, 1) || !few_list_reserve(&search->next, 1) || !few_list_reserve(&search->marked, 1))
        return false;
    if (few_visited_add(search->path, state, NULL, words, 1, few_distance_tag(search->depth, search->tag_bits))) {
        few_list_append(&search->next, state, 1);
        uint64_t *item = few_list_at(&search->marked, search->marked.count++);
        item[0] = search->depth;
        memcpy(item + 1, state, words * sizeof *state);
    }
    return true;
}

/* Those of our states that were seen at that distance are on the path. */
static uint64_t take_nearer(void *context, uint64_t *states, size_t count) {
    struct few_shared *search = context;
    const struct few_visited *seen = search->at->seen;
    const size_t words = search->space->words;
    for (size_t i = 0; i < count; i++) {
        uint64_t slot;
        few_visited_find(seen, states + i * words, NULL, 1, &slot);
        if (slot != FEW_NO_SLOT && few_visited_tag(seen, slot) == few_distance_tag(search->distance, search->tag_bits) &&
            !mark(search, states + i * words))
            return few_refused(search->watch);
    }
    return FEW_RUNNING;
}

/* The path as others have it. */
static uint64_t take_path(void *context, uint64_t *items, size_t count) {
    struct few_shared *search = context;
    const size_t words = search->space->words;
    if (!few_visited_reserve(search->path, count))
        return few_refused(search->watch);
    for (size_t i = 0; i < count; i++, items += 1 + words)
        few_visited_add(search->path, items + 1, NULL, words, 1, few_distance_tag(items[0], search->tag_bits));
    return FEW_RUNNING;
}

/* What is in search->made: ours is taken, the rest sent. */
static enum few_end deal(struct few_shared *search, size_t count, few_take_mail *take) {
    const size_t words = search->space->words;
    uint64_t *ours = search->made;
    for (size_t i = 0; i < count; i++) {
        const uint64_t *state = search->made + i * words;
        const unsigned owner = few_part_of(state, words, search->cluster->place.size);
        if (owner != search->cluster->place.number) {
            few_mail_put(&search->mail, owner, state);
        } else {
            memmove(ours, state, words * sizeof *state);
            ours += words;
        }
    }
    return (enum few_end)take(search, search->made, (size_t)(ours - search->made) / words);
}

/* All moves of the side's layer, or all inverted ones. */
static enum few_end expand(struct few_shared *search, bool backward, few_take_mail *take) {
    const struct few_space *space = search->space;
    const struct few_list *layer = &search->at->layer;
    struct few_counts *counts = &search->watch->counts;
    const size_t most = backward ? space->max_predecessors : space->max_successors, batch = most ? search->room / most : search->room;
    enum few_end end = FEW_RUNNING;
    for (size_t done = 0, some; done < layer->count && end == FEW_RUNNING && search->mail.verdict == FEW_RUNNING; done += some) {
        some = layer->count - done < batch ? layer->count - done : batch;
        const uint64_t *states = few_list_at(layer, done);
        const size_t made = backward ? space->run->predecessors(space, states, some, search->made, NULL)
                                     : space->run->successors(space, states, some, search->made, NULL);
        const bool forward = take == take_new && !backward;
        if (take == take_new) {
            counts->expanded += some;
            counts->generated += made;
        }
        end = deal(search, few_drop_hopeless(forward ? search->problem->hopeless : NULL, search->made, made), take);
        few_mail_look(&search->mail);
        if (end == FEW_RUNNING)
            end = few_watch_check(search->watch);
    }
    return end;
}

static void turn_page(struct few_shared *search) {
    const struct few_list done = search->at->layer;
    search->at->layer = search->next;
    search->next = done;
    search->next.count = 0;
}

/* A layer is begun, or gone on with, by all of them. */
static void begin_layer(struct few_shared *search, struct few_shared_side *side, uint64_t distance) {
    search->at = side;
    search->distance = distance;
    search->is_midway = true;
    few_mail_begin(&search->mail, take_new, search);
}

/* It is made, unless something ended it before: then it is begun once more by whoever goes on. */
static enum few_end finish_layer(struct few_shared *search, enum few_end end) {
    struct few_counts *counts = &search->watch->counts, *settled = &search->settled;
    struct few_shared_side *side = search->at;
    end = (enum few_end)few_mail_end(&search->mail, end);
    uint64_t sums[] = {search->fresh, search->found.count, counts->expanded - settled->expanded, counts->generated - settled->generated};
    few_cluster_combine(search->cluster, sums, sizeof sums / sizeof *sums, FEW_SUM);
    search->hits = sums[1];
    counts->expanded = settled->expanded + sums[2];
    counts->generated = settled->generated + sums[3];
    counts->remembered = settled->remembered + sums[0];
    counts->frontier = counts->frontiers[side->number] = sums[0];
    counts->depth = search->distance + search->sides[!side->number].depth;
    if (end != FEW_RUNNING)
        return end;
    search->is_midway = false;
    side->depth = search->distance;
    side->width = sums[0];
    *settled = *counts;
    search->fresh = 0;
    turn_page(search);
    if (!few_list_append(&side->widths, &side->width, 1) || !few_watch_layer(search->watch, side->number, side->depth, side->width))
        end = few_refused(search->watch);
    else if (few_watch_is_full(search->watch))
        end = FEW_STATE_LIMIT;
    end = (enum few_end)few_cluster_most(search->cluster, end);
    if (end == FEW_RUNNING)
        few_shared_keep(search, end);
    return end;
}

/* The first layer of a side: the first process deals it out. */
static enum few_end begin_side(struct few_shared *search, unsigned number) {
    const uint64_t *states = number ? search->problem->goals : search->problem->starts;
    const size_t words = search->space->words, count = number ? search->problem->goal_count : search->problem->start_count;
    enum few_end end = FEW_RUNNING;
    begin_layer(search, &search->sides[number], 0);
    for (size_t i = 0; i < count && end == FEW_RUNNING && search->cluster->place.number == 0; i++) {
        memcpy(search->made, states + i * words, words * sizeof *search->made);
        end = deal(search, 1, take_new);
    }
    return finish_layer(search, end);
}

/* As few_search_bidirectional does it. */
static struct few_shared_side *choose_side(struct few_shared *search) {
    struct few_shared_side *sides = search->sides;
    return search->side_count == 1 || (!search->watch->from_goals && sides[0].width <= sides[1].width) ? &sides[0] : &sides[1];
}

/* The first layers, or where the checkpoint ends. */
static enum few_end begin(struct few_shared *search) {
    bool taken_up;
    search->settled = search->watch->counts;
    enum few_end end = few_shared_take_up(search, &taken_up);
    for (unsigned number = search->side_count; number-- > 0 && end == FEW_RUNNING && !taken_up;)
        end = begin_side(search, number);
    search->has_begun = end == FEW_RUNNING;
    return end;
}

/* Layer by layer, until one of them ends it. */
static enum few_end meet(struct few_shared *search) {
    enum few_end end = begin(search);
    while (end == FEW_RUNNING && (search->is_midway || !search->hits)) {
        if (!search->is_midway) {
            end = few_depth_check(search->watch, search->watch->counts.depth);
            for (unsigned i = 0; i < search->side_count; i++)
                if (search->sides[i].width == 0 && (end == FEW_RUNNING || search->side_count == 1))
                    end = FEW_UNSOLVABLE;
            if (end != FEW_RUNNING)
                break;
            search->at = choose_side(search);
        }
        begin_layer(search, search->at, search->at->depth + 1);
        end = finish_layer(search, expand(search, search->at->number, take_new));
    }
    if (end != FEW_RUNNING)
        few_shared_keep(search, end);
    return end;
}

/* ---- The path */

/* From where the search has ended to the end of a side. `where`: what was found, of that depth. */
static enum few_end mark_side(struct few_shared *search, unsigned number, const struct few_list *where, uint64_t depth) {
    struct few_shared_side *side = search->at = &search->sides[number];
    enum few_end end = FEW_RUNNING;
    search->next.count = 0;
    search->depth = depth;
    search->distance = side->depth;
    if (!few_list_append(&search->next, where->items, where->count))
        end = few_refused(search->watch);
    end = (enum few_end)few_cluster_most(search->cluster, end);
    while (end == FEW_RUNNING && search->distance > 0) {
        turn_page(search);
        search->distance--;
        search->depth = number ? search->depth + 1 : search->depth - 1;
        few_mail_begin(&search->mail, take_nearer, search);
        end = (enum few_end)few_mail_end(&search->mail, expand(search, !number, take_nearer));
    }
    return end;
}

static enum few_end mark_path(struct few_shared *search) {
    const size_t words = search->space->words;
    const uint64_t depth = search->sides[0].depth;
    enum few_end end = FEW_RUNNING;
    search->depth = depth;
    for (size_t i = 0; i < search->found.count && end == FEW_RUNNING; i++)
        if (!mark(search, (uint64_t *)search->found.items + i * words))
            end = few_refused(search->watch);
    end = (enum few_end)few_cluster_most(search->cluster, end);
    for (unsigned number = 0; number < search->side_count && end == FEW_RUNNING; number++)
        end = mark_side(search, number, &search->found, depth);
    return end;
}

/* All of it to all of them. */
static enum few_end share_path(struct few_shared *search) {
    const struct few_cluster_place place = search->cluster->place;
    struct few_mail mail;
    const bool good = few_mail_init(&mail, search->cluster, search->watch->memory, 1 + search->space->words, 1);
    enum few_end end = (enum few_end)few_cluster_most(search->cluster, good ? FEW_RUNNING : few_refused(search->watch));
    if (end == FEW_RUNNING) {
        few_mail_begin(&mail, take_path, search);
        for (unsigned to = 0; to < place.size; to++)
            for (size_t i = 0; i < search->marked.count && to != place.number; i++)
                few_mail_put(&mail, to, few_list_at(&search->marked, i));
        end = (enum few_end)few_mail_end(&mail, FEW_RUNNING);
    }
    few_mail_free(&mail);
    return end;
}

static void test_path(void *self, const uint64_t *states, const uint64_t *costs, size_t count, bool *on_path) {
    const struct few_shared *search = self;
    const uint64_t total = search->sides[0].depth + search->sides[1].depth;
    for (size_t i = 0; i < count; i++) {
        const uint64_t *state = states + i * search->space->words;
        uint64_t slot;
        few_visited_find(search->path, state, NULL, 1, &slot);
        on_path[i] = slot != FEW_NO_SLOT && few_visited_tag(search->path, slot) == few_distance_tag(costs[i], search->tag_bits);
        if (on_path[i] && costs[i] == total) /* a goal listed for nothing, of a space that the user defines */
            few_problem_test(search->problem, state, 1, &on_path[i]);
    }
}

static enum few_end run(const struct few_problem *problem, struct few_watch *watch, unsigned sides, size_t list, bool count,
                        struct few_solutions *solutions) {
    struct few_shared search = {.problem = problem, .space = problem->space, .watch = watch, .cluster = watch->cluster, .side_count = sides, .started = few_now()};
    const bool good = prepare(&search);
    watch->store_name = few_hashed_kind.name;
    enum few_end end = (enum few_end)few_cluster_most(search.cluster, good ? FEW_RUNNING : few_refused(watch));
    if (end == FEW_RUNNING)
        end = meet(&search);
    if (end == FEW_RUNNING)
        end = mark_path(&search);
    if (end == FEW_RUNNING)
        end = share_path(&search);
    if (end == FEW_RUNNING) {
        const struct few_guide guide = {.self = &search, .total = search.sides[0].depth + search.sides[1].depth, .test = test_path};
        end = few_follow(problem, watch, &guide, list, count, solutions);
    }
    release(&search);
    return end;
}

enum few_end few_search_bfs_shared(const struct few_problem *problem, struct few_watch *watch, size_t list, bool count,
                                   struct few_solutions *solutions) {
    return run(problem, watch, 1, list, count, solutions);
}

enum few_end few_search_bidirectional_shared(const struct few_problem *problem, struct few_watch *watch, size_t list, bool count,
                                             struct few_solutions *solutions) {
    return run(problem, watch, 2, list, count, solutions);
}
