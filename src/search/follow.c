/* From what a search remembers to the solutions themselves. Starting from the starts, every successor that the guide says to
 * lie on a shortest path is followed: depth-first in the order of moves for the solutions that are listed, layer by
 * layer for their number. */
#include "base/order.h"
#include "search/search.h"

#include <stdlib.h>

void few_solutions_init(struct few_solutions *solutions, struct few_memory *memory, uint32_t words) {
    few_list_init(&solutions->states, memory, words * sizeof(uint64_t));
    few_list_init(&solutions->moves, memory, sizeof(uint32_t));
    few_list_init(&solutions->list, memory, sizeof(struct few_solution));
    solutions->total = 0;
    solutions->cost = 0;
}

void few_solutions_free(struct few_solutions *solutions) {
    few_list_free(&solutions->states);
    few_list_free(&solutions->moves);
    few_list_free(&solutions->list);
}

/* A state on a path, and the move and cost by which it was reached. */
struct hop {
    uint64_t cost;
    uint32_t move;
};

struct follower {
    const struct few_space *space;
    struct few_watch *watch;
    const struct few_guide *guide;
    bool by_moves;
    size_t room;
    uint64_t *made;
    struct few_step *steps;
    uint64_t *costs;
    bool *on_path;
    uint32_t *order;
};

static bool follower_init(struct follower *f, const struct few_problem *problem, struct few_watch *watch,
                          const struct few_guide *guide) {
    struct few_memory *memory = watch->memory;
    size_t most = problem->space->max_successors ? problem->space->max_successors : 1;
    *f = (struct follower){.space = problem->space, .watch = watch, .guide = guide, .by_moves = problem->by_moves};
    f->room = most > problem->start_count ? most : problem->start_count;
    f->made = few_alloc(memory, few_array_size(f->room, problem->space->words * sizeof *f->made));
    f->steps = few_alloc(memory, few_array_size(f->room, sizeof *f->steps));
    f->costs = few_alloc(memory, few_array_size(f->room, sizeof *f->costs));
    f->on_path = few_alloc(memory, f->room);
    f->order = few_alloc(memory, few_array_size(f->room, sizeof *f->order));
    return f->made && f->steps && f->costs && f->on_path && f->order;
}

static void follower_free(struct follower *f) {
    struct few_memory *memory = f->watch->memory;
    few_free(memory, f->made, f->room * f->space->words * sizeof *f->made);
    few_free(memory, f->steps, f->room * sizeof *f->steps);
    few_free(memory, f->costs, f->room * sizeof *f->costs);
    few_free(memory, f->on_path, f->room);
    few_free(memory, f->order, f->room * sizeof *f->order);
}

static int by_move(const void *a, const void *b, void *steps) {
    const struct few_step *all = steps;
    uint32_t i = *(const uint32_t *)a, k = *(const uint32_t *)b;
    if (all[i].move != all[k].move)
        return all[i].move < all[k].move ? -1 : 1;
    return (i > k) - (i < k);
}

static bool same_state(const struct follower *f, uint32_t i, uint32_t k) {
    const uint32_t words = f->space->words;
    return memcmp(f->made + (size_t)i * words, f->made + (size_t)k * words, words * sizeof *f->made) == 0;
}

/* The successors of a state that lie on a shortest path, in the order of moves, each state once; f->order lists them.
 * Of moves to one state the cheapest counts, and the first of these: where all count as one, it is still what the
 * step is called by. */
static uint32_t next_on_path(struct follower *f, const uint64_t *state, uint64_t cost) {
    size_t count = f->space->run->successors(f->space, state, 1, f->made, f->steps);
    for (size_t i = 0; i < count; i++)
        f->costs[i] = f->guide->advance ? f->guide->advance(f->guide->self, cost, f->steps[i].cost)
                                        : cost + (f->by_moves ? 1 : f->steps[i].cost);
    f->guide->test(f->guide->self, f->made, f->costs, count, f->on_path);
    uint32_t kept = 0, different = 0;
    for (uint32_t i = 0; i < count; i++)
        if (f->on_path[i] && f->costs[i] <= f->guide->total)
            f->order[kept++] = i;
    few_order(f->order, kept, sizeof *f->order, by_move, f->steps);
    bool renamed = false;
    for (uint32_t i = 0; i < kept; i++) {
        bool repeated = false;
        for (uint32_t k = 0; k < different && !repeated; k++) {
            repeated = f->costs[f->order[k]] == f->costs[f->order[i]] && same_state(f, f->order[k], f->order[i]);
            if (repeated && f->steps[f->order[i]].cost < f->steps[f->order[k]].cost) {
                f->order[k] = f->order[i];
                renamed = true;
            }
        }
        if (!repeated)
            f->order[different++] = f->order[i];
    }
    if (renamed)
        few_order(f->order, different, sizeof *f->order, by_move, f->steps);
    return different;
}

/* Depth-first. The stack holds, for each state of the current path, its siblings still to be tried. */
struct stack {
    struct few_list states, hops, ends; /* `ends`: size_t, where the siblings of each level end */
};

static bool push_level(struct stack *stack, const struct follower *f, uint32_t count) {
    const uint32_t words = f->space->words;
    for (uint32_t i = count; i-- > 0;) { /* the first move on top */
        struct hop hop = {f->costs[f->order[i]], f->steps[f->order[i]].move};
        if (!few_list_append(&stack->states, f->made + (size_t)f->order[i] * words, 1) ||
            !few_list_append(&stack->hops, &hop, 1))
            return false;
    }
    size_t end = stack->states.count;
    return few_list_append(&stack->ends, &end, 1);
}

static bool write_solution(const struct stack *stack, struct few_solutions *solutions) {
    const size_t *ends = stack->ends.items;
    struct few_solution solution = {solutions->states.count, solutions->moves.count, stack->ends.count - 1};
    for (size_t level = 0; level < stack->ends.count; level++) {
        const struct hop *hop = few_list_at(&stack->hops, ends[level] - 1);
        if (!few_list_append(&solutions->states, few_list_at(&stack->states, ends[level] - 1), 1) ||
            (level > 0 && !few_list_append(&solutions->moves, &hop->move, 1)))
            return false;
    }
    return few_list_append(&solutions->list, &solution, 1);
}

/* Leaves the state on top: goes on to its next sibling, or further down the stack. */
static void pop_state(struct stack *stack) {
    size_t *ends = stack->ends.items;
    while (stack->ends.count) {
        size_t level = stack->ends.count - 1, first = level ? ends[level - 1] : 0;
        stack->states.count = stack->hops.count = --ends[level];
        if (ends[level] > first)
            return;
        stack->ends.count--;
    }
}

static enum few_end list_solutions(struct follower *f, const struct few_problem *problem, size_t list,
                              struct few_solutions *solutions) {
    struct few_memory *memory = f->watch->memory;
    struct stack stack;
    few_list_init(&stack.states, memory, f->space->words * sizeof(uint64_t));
    few_list_init(&stack.hops, memory, sizeof(struct hop));
    few_list_init(&stack.ends, memory, sizeof(size_t));
    uint32_t first = 0;
    memcpy(f->made, problem->starts, problem->start_count * f->space->words * sizeof *f->made);
    for (size_t i = 0; i < problem->start_count; i++) {
        f->costs[i] = 0;
        f->steps[i] = (struct few_step){0, (uint32_t)i, 0};
    }
    f->guide->test(f->guide->self, f->made, f->costs, problem->start_count, f->on_path);
    for (uint32_t i = 0; i < problem->start_count; i++)
        if (f->on_path[i])
            f->order[first++] = i;
    bool good = first == 0 || push_level(&stack, f, first);
    enum few_end end = FEW_RUNNING;
    while (good && end == FEW_RUNNING && stack.ends.count && solutions->list.count < list) {
        const struct hop *hop = few_list_at(&stack.hops, stack.hops.count - 1);
        const uint64_t *state = few_list_at(&stack.states, stack.states.count - 1);
        enum few_end trial = FEW_RUNNING;
        uint32_t next = 0;
        if (hop->cost == f->guide->total)
            good = write_solution(&stack, solutions);
        else if (f->guide->attempt)
            trial = f->guide->attempt(f->guide->self, state, hop->cost);
        if (trial == FEW_RUNNING && hop->cost != f->guide->total)
            next = next_on_path(f, state, hop->cost);
        const bool dead_end = next == 0 && hop->cost != f->guide->total;
        if (next)
            good = push_level(&stack, f, next);
        else
            pop_state(&stack);
        if (dead_end && !f->guide->attempt)
            end = FEW_CONTRADICTION;
        else
            end = trial == FEW_RUNNING || trial == FEW_UNSOLVABLE ? few_watch_check(f->watch) : trial;
    }
    few_list_free(&stack.states);
    few_list_free(&stack.hops);
    few_list_free(&stack.ends);
    return good ? end : few_refused(f->watch);
}

/* Layer by layer: how many paths lead to each state. Entries are `words` words, the cost, the number of paths. */
struct counter {
    size_t words;
};

static int by_cost_and_state(const void *a, const void *b, void *counter) {
    const uint64_t *x = a, *y = b;
    const size_t words = ((const struct counter *)counter)->words;
    if (x[words] != y[words])
        return x[words] < y[words] ? -1 : 1;
    for (size_t w = 0; w < words; w++)
        if (x[w] != y[w])
            return x[w] < y[w] ? -1 : 1;
    return 0;
}

static uint64_t add_saturating(uint64_t a, uint64_t b) {
    uint64_t sum;
    return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

/* Sorts by cost and state and makes one entry of equal ones. */
static void merge_entries(struct few_list *entries, struct counter *counter) {
    size_t kept = 0;
    if (entries->count > 1)
        few_order(entries->items, entries->count, entries->size, by_cost_and_state, counter);
    for (size_t i = 0; i < entries->count; i++) {
        uint64_t *entry = few_list_at(entries, i), *last = kept ? few_list_at(entries, kept - 1) : NULL;
        if (last && by_cost_and_state(last, entry, counter) == 0)
            last[counter->words + 1] = add_saturating(last[counter->words + 1], entry[counter->words + 1]);
        else
            memmove(few_list_at(entries, kept++), entry, entries->size);
    }
    entries->count = kept;
}

static enum few_end count_solutions(struct follower *f, const struct few_problem *problem, struct few_solutions *solutions) {
    const size_t words = f->space->words;
    struct counter counter = {words};
    struct few_list now;
    few_list_init(&now, f->watch->memory, (words + 2) * sizeof(uint64_t));
    memcpy(f->made, problem->starts, problem->start_count * words * sizeof *f->made);
    memset(f->costs, 0, problem->start_count * sizeof *f->costs);
    f->guide->test(f->guide->self, f->made, f->costs, problem->start_count, f->on_path);
    bool good = true;
    uint64_t entry[FEW_MAX_WORDS + 2];
    for (size_t i = 0; i < problem->start_count && good; i++)
        if (f->on_path[i]) {
            memcpy(entry, f->made + i * words, words * sizeof *entry);
            entry[words] = 0;
            entry[words + 1] = 1;
            good = few_list_append(&now, entry, 1);
        }
    merge_entries(&now, &counter);
    /* Always the states of the lowest cost are followed, those of higher cost wait: with costs of 1 whole layers. */
    enum few_end end = FEW_RUNNING;
    solutions->total = 0;
    while (good && end == FEW_RUNNING && now.count) {
        uint64_t lowest = ((uint64_t *)now.items)[words];
        struct few_list next;
        few_list_init(&next, f->watch->memory, now.size);
        for (size_t i = 0; i < now.count && good && end == FEW_RUNNING; i++) {
            const uint64_t *from = few_list_at(&now, i);
            if (from[words] != lowest) {
                good = few_list_append(&next, from, 1);
                continue;
            }
            if (lowest == f->guide->total) {
                solutions->total = add_saturating(solutions->total, from[words + 1]);
                continue;
            }
            uint32_t count = next_on_path(f, from, lowest);
            if (count == 0)
                end = FEW_CONTRADICTION;
            for (uint32_t k = 0; k < count && good; k++) {
                memcpy(entry, f->made + f->order[k] * words, words * sizeof *entry);
                entry[words] = f->costs[f->order[k]];
                entry[words + 1] = from[words + 1];
                good = few_list_append(&next, entry, 1);
            }
            if (end == FEW_RUNNING)
                end = few_watch_check(f->watch);
        }
        few_list_free(&now);
        now = next;
        merge_entries(&now, &counter);
    }
    few_list_free(&now);
    return good ? end : few_refused(f->watch);
}

enum few_end few_follow(const struct few_problem *problem, struct few_watch *watch, const struct few_guide *guide,
                        size_t list, bool count, struct few_solutions *solutions) {
    struct follower f;
    enum few_end end = follower_init(&f, problem, watch, guide) ? FEW_RUNNING : few_refused(watch);
    if (end == FEW_RUNNING)
        end = list_solutions(&f, problem, list, solutions);
    if (end == FEW_RUNNING && count)
        end = count_solutions(&f, problem, solutions);
    else
        solutions->total = solutions->list.count;
    solutions->cost = guide->total;
    follower_free(&f);
    if (end == FEW_RUNNING && solutions->list.count == 0 && list)
        end = FEW_CONTRADICTION;
    return end == FEW_RUNNING ? FEW_SOLVED : end;
}

/* The lowest of the cheapest moves from a state to the next; UINT32_MAX: there is none. */
static uint32_t lowest_move(struct follower *f, const uint64_t *from, const uint64_t *to) {
    const size_t words = f->space->words;
    size_t count = f->space->run->successors(f->space, from, 1, f->made, f->steps);
    uint32_t move = UINT32_MAX, cost = UINT32_MAX;
    for (size_t i = 0; i < count; i++)
        if (f->made[i * words] == to[0] &&
            (f->steps[i].cost < cost || (f->steps[i].cost == cost && f->steps[i].move < move)) &&
            (words == 1 || memcmp(f->made + i * words, to, words * sizeof *to) == 0)) {
            move = f->steps[i].move;
            cost = f->steps[i].cost;
        }
    return move;
}

enum few_end few_write_solution(const struct few_problem *problem, struct few_watch *watch, const uint64_t *states,
                           size_t count, struct few_solutions *solutions) {
    const size_t words = problem->space->words;
    struct follower f;
    struct few_solution solution = {solutions->states.count, solutions->moves.count, count - 1};
    bool good = follower_init(&f, problem, watch, NULL) && few_list_append(&solutions->states, states, count) &&
                few_list_reserve(&solutions->moves, count), contradicts = false;
    for (size_t i = 0; i + 1 < count && good; i++) {
        uint32_t move = lowest_move(&f, states + i * words, states + (i + 1) * words);
        contradicts = contradicts || move == UINT32_MAX;
        good = few_list_append(&solutions->moves, &move, 1);
    }
    good = good && few_list_append(&solutions->list, &solution, 1);
    solutions->total = 1;
    solutions->cost = count - 1;
    follower_free(&f);
    return !good ? few_refused(watch) : contradicts ? FEW_CONTRADICTION : FEW_SOLVED;
}
