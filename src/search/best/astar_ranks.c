/* A* by rank. It goes as the one in astar.c does; but each state has one word in an array, which needs no hash, and open states wait on
 * a stack for each sum of cost and bound. The last one that was put on it comes off first: it has come furthest, or nearly so.
 *
 * As the bound is consistent, a state that is taken off has its distance. One that was put on two stacks is taken off
 * the lower one first, and is passed over on the other.
 *
 * The states of the lowest sum, that of the starts, are taken off in the order of moves, depth-first: if a goal is among them, the path to it is the first
 * solution. Else the first solution is found by trying, as in astar.c. */
#include "search/best/astar_ranks.h"

enum {
    CHECKED = 256,   /* states between two looks at the clock */
    FIRST_ROOM = 64, /* of a stack */
};

/* What is known of a state: its distance, 1 of the starts, 0 where it was not reached so far; and whether it was taken off its
 * stack, or tried on the way to the first solution. */
#define CLOSED ((uint32_t)1 << 30)
#define TRIED ((uint32_t)1 << 31)
#define DISTANCE (CLOSED - 1)
static const uint64_t MOST_RANKS = DISTANCE - 2;

struct stack {
    uint32_t *ranks;
    size_t count, room;
};

/* A state that may be tried on the way to the first solution. */
struct trial {
    uint32_t rank, move, cost;
};

struct astar {
    const struct few_problem *problem;
    const struct few_space *space;
    struct few_watch *watch;
    uint32_t *known;
    struct few_list rows; /* struct stack, by sum - lowest */
    uint64_t lowest, total;
    uint32_t goal;
    struct few_list path; /* uint64_t: states of the lowest sum on the way to the last one that was taken off */
    size_t room; /* of what follows: moves of a state */
    uint64_t *made;
    struct few_step *steps;
    uint32_t *bounds;
    uint64_t unchecked; /* states since the last look at the clock */
};

bool few_astar_ranks_fits(const struct few_problem *problem, const struct few_watch *watch) {
    const struct few_space *space = problem->space;
    const struct few_bound *bound = problem->bound;
    return space->states_are_ranks && few_costs_are_equal(space) && space->ranks <= MOST_RANKS && !space->foreign && !watch->reached &&
           space->ranks * sizeof(uint32_t) <= few_memory_left(watch->memory) / 2 && bound && bound->consistent && !bound->foreign && !problem->only_listed;
}

static bool prepare(struct astar *a) {
    struct few_memory *memory = a->watch->memory;
    const struct few_space *space = a->space;
    a->room = space->max_successors > space->max_predecessors ? space->max_successors : space->max_predecessors;
    a->room = a->room > a->problem->start_count ? a->room : a->problem->start_count;
    few_list_init(&a->rows, memory, sizeof(struct stack));
    few_list_init(&a->path, memory, sizeof(uint64_t));
    a->total = UINT64_MAX;
    a->known = few_alloc_zeroed(memory, space->ranks * sizeof *a->known);
    a->made = few_alloc(memory, few_array_size(a->room, sizeof *a->made));
    a->steps = few_alloc(memory, few_array_size(a->room, sizeof *a->steps));
    a->bounds = few_alloc(memory, few_array_size(a->room, sizeof *a->bounds));
    return a->known && a->made && a->steps && a->bounds;
}

static void free_stack(struct astar *a, struct stack *stack) {
    few_free(a->watch->memory, stack->ranks, stack->room * sizeof *stack->ranks);
    *stack = (struct stack){0};
}

static void release(struct astar *a) {
    struct few_memory *memory = a->watch->memory;
    for (size_t i = 0; i < a->rows.count; i++)
        free_stack(a, few_list_at(&a->rows, i));
    few_list_free(&a->rows);
    few_list_free(&a->path);
    few_free(memory, a->known, a->space->ranks * sizeof *a->known);
    few_free(memory, a->made, a->room * sizeof *a->made);
    few_free(memory, a->steps, a->room * sizeof *a->steps);
    few_free(memory, a->bounds, a->room * sizeof *a->bounds);
}

static bool grow(struct astar *a, struct stack *stack) {
    const size_t room = stack->room ? 2 * stack->room : FIRST_ROOM;
    uint32_t *grown = few_resize(a->watch->memory, stack->ranks, stack->room * sizeof *grown, room * sizeof *grown);
    if (!grown)
        return false;
    stack->ranks = grown;
    stack->room = room;
    return true;
}

static bool push(struct astar *a, uint64_t sum, uint64_t rank) {
    const uint64_t index = sum - a->lowest;
    while (index >= a->rows.count) {
        const struct stack empty = {0};
        if (!few_list_append(&a->rows, &empty, 1))
            return false;
    }
    struct stack *stack = (struct stack *)a->rows.items + index;
    if (stack->count == stack->room && !grow(a, stack))
        return false;
    stack->ranks[stack->count++] = (uint32_t)rank;
    a->watch->counts.frontier++;
    return true;
}

/* The limits on states at once, the clock now and then. */
static enum few_end check(struct astar *a) {
    const struct few_watch *watch = a->watch;
    if (few_watch_is_full(watch))
        return FEW_STATE_LIMIT;
    if (++a->unchecked < CHECKED && !(watch->max_expanded && watch->counts.expanded > watch->max_expanded))
        return FEW_RUNNING;
    a->unchecked = 0;
    return few_watch_check(a->watch);
}

/* Puts states on the stacks of their sums that can be reached at that cost, the first on top. A path that is longer than there are
 * states is no shortest one. */
static enum few_end reach(struct astar *a, size_t count, uint32_t cost) {
    few_bound_look_up(a->problem->bound, a->made, count, a->bounds);
    for (size_t i = count; i-- > 0;) {
        uint32_t *known = &a->known[a->made[i]];
        const uint64_t sum = (uint64_t)cost + a->bounds[i];
        if (a->bounds[i] == FEW_NO_PATH || sum >= a->space->ranks)
            continue;
        a->watch->counts.remembered += *known == 0;
        *known = cost + 1;
        if (!push(a, sum, a->made[i]))
            return few_refused(a->watch);
        if (few_watch_is_full(a->watch))
            return FEW_STATE_LIMIT;
    }
    return FEW_RUNNING;
}

/* By moves. Most spaces have them in this order already, and a state has few. */
static void sort_moves(struct astar *a, size_t count) {
    for (size_t i = 1; i < count; i++) {
        if (a->steps[i - 1].move <= a->steps[i].move)
            continue;
        const struct few_step step = a->steps[i];
        const uint64_t rank = a->made[i];
        size_t at = i;
        for (; at > 0 && a->steps[at - 1].move > step.move; at--) {
            a->steps[at] = a->steps[at - 1];
            a->made[at] = a->made[at - 1];
        }
        a->steps[at] = step;
        a->made[at] = rank;
    }
}

static enum few_end expand(struct astar *a, uint64_t rank, uint32_t cost, bool in_order) {
    size_t kept = 0;
    const size_t count = a->space->run->successors(a->space, &rank, 1, a->made, in_order ? a->steps : NULL);
    if (in_order)
        sort_moves(a, count);
    a->watch->counts.expanded++;
    a->watch->counts.generated += count;
    for (size_t i = 0; i < count; i++) {
        const uint32_t known = a->known[a->made[i]], before = known & DISTANCE;
        a->made[kept] = a->made[i]; /* in order: one that waits at the same cost is tried from here first */
        kept += before == 0 || before > cost + 2 || (in_order && known == cost + 2);
    }
    const enum few_end end = reach(a, kept, cost + 1);
    return end == FEW_RUNNING ? check(a) : end;
}

/* Takes all states off the stack of that sum, or finds a goal there. */
static enum few_end settle(struct astar *a, uint64_t sum) {
    struct stack *stack;
    const bool first = sum == a->lowest;
    while ((stack = few_list_at(&a->rows, sum - a->lowest))->count) {
        const uint64_t rank = stack->ranks[--stack->count];
        uint32_t *known = &a->known[rank];
        a->watch->counts.frontier--;
        if (*known & CLOSED)
            continue;
        const uint32_t cost = *known - 1;
        bool goal = false;
        *known |= CLOSED;
        if (first) {
            a->path.count = cost; /* there are as many or more: the state before it was taken off, and since then only what is behind that */
            if (!few_list_append(&a->path, &rank, 1))
                return few_refused(a->watch);
        }
        if (cost == sum) /* its bound is 0 */
            a->space->run->is_goal(a->space, &rank, 1, &goal);
        if (goal) {
            a->total = sum;
            a->goal = (uint32_t)rank;
            return FEW_RUNNING;
        }
        const enum few_end end = expand(a, rank, cost, first);
        if (end != FEW_RUNNING)
            return end;
    }
    free_stack(a, stack);
    return FEW_RUNNING;
}

static enum few_end begin(struct astar *a) {
    const struct few_problem *problem = a->problem;
    few_bound_look_up(problem->bound, problem->starts, problem->start_count, a->bounds);
    a->lowest = UINT64_MAX;
    for (size_t i = 0; i < problem->start_count; i++) {
        a->lowest = a->bounds[i] < a->lowest ? a->bounds[i] : a->lowest;
        a->made[i] = problem->starts[i];
    }
    return reach(a, problem->start_count, 0);
}

static enum few_end search(struct astar *a) {
    enum few_end end = begin(a);
    for (uint64_t sum = a->lowest; end == FEW_RUNNING && a->total == UINT64_MAX && sum - a->lowest < a->rows.count; sum++) {
        if (((struct stack *)few_list_at(&a->rows, sum - a->lowest))->count == 0)
            continue;
        end = sum ? few_depth_check(a->watch, sum - 1) : FEW_RUNNING;
        if (end != FEW_RUNNING)
            break;
        a->watch->counts.depth = sum;
        end = settle(a, sum);
        const bool expanded = a->watch->counts.expanded > a->watch->levelled;
        if (end == FEW_RUNNING && a->total == UINT64_MAX && expanded && !few_watch_level(a->watch, sum))
            end = few_refused(a->watch);
    }
    return end == FEW_RUNNING && a->total == UINT64_MAX ? FEW_UNSOLVABLE : end;
}

/* ---- The first solution in the order of moves, by trying as in astar.c */

/* Whether a state need not be tried at that cost. */
static bool is_done(const struct astar *a, uint64_t rank, uint32_t cost) {
    const uint32_t known = a->known[rank], before = known & DISTANCE;
    return before != 0 && (before < cost + 1 || (before == cost + 1 && known & TRIED));
}

/* The moves of a state that may lead to a goal in time, the lowest on top of the stack. */
static bool push_trials(struct astar *a, struct few_list *trials, uint64_t rank, uint32_t cost) {
    const size_t count = a->space->run->successors(a->space, &rank, 1, a->made, a->steps);
    size_t kept = 0;
    a->watch->counts.generated += count;
    for (size_t i = 0; i < count; i++) {
        a->made[kept] = a->made[i];
        a->steps[kept] = a->steps[i];
        kept += !is_done(a, a->made[i], cost + 1);
    }
    sort_moves(a, kept);
    few_bound_look_up(a->problem->bound, a->made, kept, a->bounds);
    for (size_t i = kept; i-- > 0;) {
        const struct trial trial = {(uint32_t)a->made[i], a->steps[i].move, cost + 1};
        bool possible = a->bounds[i] != FEW_NO_PATH && cost + 1 + (uint64_t)a->bounds[i] <= a->total;
        if (possible && cost + 1 == a->total)
            a->space->run->is_goal(a->space, &a->made[i], 1, &possible);
        if (possible && !few_list_append(trials, &trial, 1))
            return false;
    }
    return true;
}

/* Fills the path with states and moves: states[0] is a start. */
static enum few_end follow(struct astar *a, struct few_list *trials, uint64_t *states, uint32_t *moves) {
    while (trials->count) {
        const struct trial trial = *(struct trial *)few_list_at(trials, --trials->count);
        states[trial.cost] = trial.rank;
        if (trial.cost)
            moves[trial.cost - 1] = trial.move;
        if (trial.cost == a->total)
            return FEW_SOLVED;
        if (is_done(a, trial.rank, trial.cost))
            continue;
        a->watch->counts.remembered += a->known[trial.rank] == 0;
        a->known[trial.rank] = (trial.cost + 1) | TRIED;
        a->watch->counts.expanded++;
        if (!push_trials(a, trials, trial.rank, trial.cost))
            return few_refused(a->watch);
        const enum few_end end = check(a);
        if (end != FEW_RUNNING)
            return end;
    }
    return FEW_CONTRADICTION;
}

static enum few_end first_solution(struct astar *a, struct few_solutions *solutions) {
    const size_t length = (size_t)a->total;
    const struct few_solution solution = {solutions->states.count, solutions->moves.count, length};
    struct few_list trials;
    few_list_init(&trials, a->watch->memory, sizeof(struct trial));
    enum few_end end = FEW_RUNNING;
    for (size_t i = a->problem->start_count; i-- > 0 && end == FEW_RUNNING;)
        if (!few_list_append(&trials, &(struct trial){(uint32_t)a->problem->starts[i], 0, 0}, 1))
            end = few_refused(a->watch);
    if (end == FEW_RUNNING && !(few_list_reserve(&solutions->states, length + 1) && few_list_reserve(&solutions->moves, length) &&
                                few_list_append(&solutions->list, &solution, 1)))
        end = few_refused(a->watch);
    if (end == FEW_RUNNING)
        end = follow(a, &trials, (uint64_t *)solutions->states.items + solution.first_state,
                     (uint32_t *)solutions->moves.items + solution.first_move);
    few_list_free(&trials);
    solutions->states.count += length + 1;
    solutions->moves.count += length;
    solutions->total = 1;
    solutions->cost = a->total;
    return end;
}

/* Any solution: back from the goal, each time to a state that is one move nearer to a start. */
static enum few_end any_solution(struct astar *a, struct few_solutions *solutions) {
    const size_t length = (size_t)a->total;
    uint64_t *path = few_alloc(a->watch->memory, (length + 1) * sizeof *path);
    if (!path)
        return few_refused(a->watch);
    path[length] = a->goal;
    enum few_end end = FEW_RUNNING;
    for (size_t at = length; at > 0 && end == FEW_RUNNING; at--) {
        const size_t count = a->space->run->predecessors(a->space, &path[at], 1, a->made, NULL);
        size_t i = 0;
        while (i < count && a->known[a->made[i]] != ((uint32_t)at | CLOSED))
            i++;
        if (i < count)
            path[at - 1] = a->made[i];
        else
            end = FEW_CONTRADICTION;
    }
    if (end == FEW_RUNNING)
        end = few_write_solution(a->problem, a->watch, path, length + 1, solutions);
    few_free(a->watch->memory, path, (length + 1) * sizeof *path);
    return end;
}

enum few_end few_astar_ranks(const struct few_problem *problem, struct few_watch *watch, struct few_solutions *solutions) {
    struct astar a = {.problem = problem, .space = problem->space, .watch = watch};
    watch->store_name = "array of distances";
    enum few_end end = prepare(&a) ? search(&a) : few_refused(watch);
    if (end == FEW_RUNNING && a.total == a.lowest)
        end = few_write_solution(problem, watch, a.path.items, a.path.count, solutions);
    else if (end == FEW_RUNNING)
        end = watch->any_solution && a.space->run->predecessors ? any_solution(&a, solutions) : first_solution(&a, solutions);
    if (end == FEW_SOLVED && !few_watch_level(watch, a.total))
        end = few_refused(watch);
    release(&a);
    return end;
}
