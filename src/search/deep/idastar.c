/* IDA*: depth-first search up to a threshold on cost plus bound, which rises to the lowest sum that was cut off, until a
 * goal is found. Moves are tried in their order, so the first path at the last threshold is the one with the lowest moves.
 *
 * Several workers take the subtrees of the upper levels one after the other. When one finds a goal, those at work in later
 * subtrees stop, those in earlier ones go on: the answer is that of one worker. Each has its own table of
 * transpositions, because only what comes earlier in the order of moves may rule out what comes later. */
#include "search/deep/idastar.h"
#include "search/deep/mark.h"
#include "search/searches.h"

#include "base/clock.h"
#include "team/team.h"

#include <time.h>

enum {
    UNITS_A_WORKER = 1024, /* subtrees: their sizes differ by far */
    STANDARD_TABLE = 256 << 20,
    NAP = 2000000, /* nanoseconds */
    VAST = 1 << 30, /* states */
};

struct few_deepening {
    const struct few_problem *problem;
    struct few_watch *watch;
    const struct few_diver *diver;
    struct few_team *team; /* NULL: one worker */
    struct few_worker *workers;
    unsigned count;
    struct few_prefixes prefixes;
    struct few_counts before; /* what was done outside the subtrees */
    uint64_t threshold;
    size_t first, end; /* of the units */
    atomic_size_t next_unit, solved_unit; /* to be taken next; the first one known to have a goal */
    atomic_uint busy; /* workers */
    atomic_bool stop;
    /* Checkpoints */
    struct few_deep_mark mark; /* of the threshold, before its first unit */
    double started;
};

/* ---- Checkpoints */

/* All units before the one that is returned were searched. What is to be taken next is read first: who takes a unit says beforehand that it might. */
static size_t first_open_unit(const struct few_deepening *d) {
    size_t open = atomic_load(&d->next_unit);
    open = open < d->end ? open : d->end;
    for (unsigned w = 0; w < d->count; w++) {
        const size_t at_work = atomic_load(&d->workers[w].at_work);
        open = at_work < open ? at_work : open;
    }
    return open;
}

/* Where the threshold stands. Sums that were met in units which are searched again do no harm: they are met there again. */
static void keep_mark(const struct few_deepening *d) {
    struct few_deep_mark mark = d->mark;
    if (d->end) {
        mark.done = first_open_unit(d) - d->first;
        for (unsigned w = 0; w < d->count; w++) {
            const uint64_t next = atomic_load(&d->workers[w].found_next);
            mark.next = next < mark.next ? next : mark.next;
        }
    }
    mark.expanded = d->watch->counts.expanded;
    mark.generated = d->watch->counts.generated;
    few_deep_keep(d->watch->keeper, &mark, d->started);
}

static bool is_kept(const struct few_deepening *d) {
    return d->watch->keeper && d->watch->keeper->path;
}

static void keep_if_due(const struct few_deepening *d) {
    if (is_kept(d) && few_now() >= d->watch->keeper->next)
        keep_mark(d);
}

/* ---- Workers */

static void sum_counts(const struct few_deepening *d) {
    struct few_counts *counts = &d->watch->counts;
    counts->expanded = d->before.expanded;
    counts->generated = d->before.generated;
    counts->remembered = 0;
    for (unsigned w = 0; w < d->count; w++) {
        const struct few_worker *worker = &d->workers[w];
        counts->expanded += atomic_load_explicit(&worker->expanded, memory_order_relaxed);
        counts->generated += atomic_load_explicit(&worker->generated, memory_order_relaxed);
        counts->remembered += atomic_load_explicit(&worker->remembered, memory_order_relaxed);
    }
    counts->frontier = atomic_load_explicit(&d->workers[0].depth, memory_order_relaxed);
}

static void add_to(atomic_uint_fast64_t *count, uint64_t more) {
    atomic_store_explicit(count, atomic_load_explicit(count, memory_order_relaxed) + more, memory_order_relaxed);
}

/* Only the thread that called may report. FEW_UNSOLVABLE: another worker has failed, so that what is here does not count. */
static enum few_end check(struct few_worker *worker) {
    struct few_deepening *d = worker->shared;
    if (worker->number == 0) {
        sum_counts(d);
        enum few_end end = few_watch_check(d->watch);
        if (end != FEW_RUNNING)
            return end;
        keep_if_due(d);
    }
    return atomic_load_explicit(&d->stop, memory_order_relaxed) ? FEW_UNSOLVABLE : FEW_RUNNING;
}

enum few_end few_worker_check(struct few_worker *worker, uint64_t expanded, uint64_t generated, uint64_t depth) {
    add_to(&worker->expanded, expanded);
    add_to(&worker->generated, generated);
    atomic_store_explicit(&worker->remembered, worker->transpositions.count, memory_order_relaxed);
    atomic_store_explicit(&worker->depth, depth, memory_order_relaxed);
    if (atomic_load_explicit(&worker->shared->solved_unit, memory_order_relaxed) < worker->unit)
        return FEW_UNSOLVABLE; /* an earlier subtree has a goal: what is here does not count */
    return check(worker);
}

enum few_end few_worker_refused(const struct few_worker *worker) {
    return few_refused(worker->shared->watch);
}

static void note_solved(struct few_deepening *d, size_t unit) {
    size_t known = atomic_load(&d->solved_unit);
    while (unit < known && !atomic_compare_exchange_weak(&d->solved_unit, &known, unit)) {
    }
}

/* One subtree after the other, until there are no more, one has a goal, or the search is to stop. */
static void take_units(struct few_worker *worker) {
    struct few_deepening *d = worker->shared;
    while (worker->end == FEW_RUNNING) {
        atomic_store(&worker->at_work, atomic_load(&d->next_unit)); /* that one or a later one */
        const size_t unit = atomic_fetch_add(&d->next_unit, 1);
        if (unit >= d->end || unit > atomic_load(&d->solved_unit)) {
            atomic_store(&worker->at_work, SIZE_MAX);
            return;
        }
        worker->unit = unit;
        atomic_store(&worker->at_work, unit);
        struct few_stand at = few_prefix_stand(&d->prefixes, unit);
        worker->end = d->diver->dive(worker->diver, &at, d->threshold);
        if (worker->end == FEW_SOLVED)
            note_solved(d, unit);
        atomic_store(&worker->found_next, worker->next); /* before the unit counts as searched */
    }
}

static bool has_failed(const struct few_worker *worker) {
    return worker->end > FEW_UNSOLVABLE;
}

/* The thread that called stays awake until the others are done. */
static void wait_for_others(struct few_worker *worker) {
    struct few_deepening *d = worker->shared;
    while (atomic_load(&d->busy) > 0 && !has_failed(worker)) {
        struct timespec nap = {0, NAP};
        nanosleep(&nap, NULL);
        enum few_end end = check(worker);
        if (end > FEW_UNSOLVABLE)
            worker->end = end;
    }
}

static bool work(void *context, unsigned number, uint64_t first, uint64_t end) {
    struct few_deepening *d = context;
    struct few_worker *worker = &d->workers[number];
    (void)first, (void)end;
    atomic_fetch_add(&d->busy, 1);
    take_units(worker);
    if (has_failed(worker))
        atomic_store(&d->stop, true);
    atomic_fetch_sub(&d->busy, 1);
    if (number == 0) {
        wait_for_others(worker);
        if (has_failed(worker))
            atomic_store(&d->stop, true);
    }
    return true;
}

/* ---- One threshold */

/* What the workers' ends come to. */
static enum few_end sum_up(struct few_deepening *d, uint64_t *next, const struct few_worker **solver) {
    enum few_end end = FEW_RUNNING;
    const size_t solved = atomic_load(&d->solved_unit);
    sum_counts(d);
    for (unsigned w = 0; w < d->count; w++) {
        const struct few_worker *worker = &d->workers[w];
        *next = worker->next < *next ? worker->next : *next;
        if (worker->end == FEW_SOLVED && worker->unit == solved)
            *solver = worker;
        if (has_failed(worker) && end != FEW_NO_MEMORY)
            end = worker->end;
    }
    return end != FEW_RUNNING ? end : *solver ? FEW_SOLVED : FEW_RUNNING;
}

static enum few_end search_units(struct few_deepening *d, uint64_t *next, const struct few_worker **solver) {
    d->first = d->prefixes.first;
    d->end = d->prefixes.nodes.count;
    atomic_store(&d->next_unit, d->first + d->mark.done);
    atomic_store(&d->solved_unit, SIZE_MAX);
    atomic_store(&d->stop, false);
    for (unsigned w = 0; w < d->count; w++) {
        d->workers[w].next = UINT64_MAX;
        atomic_store(&d->workers[w].at_work, SIZE_MAX);
        atomic_store(&d->workers[w].found_next, UINT64_MAX);
        d->workers[w].end = FEW_RUNNING;
    }
    if (d->team && d->end - d->first > 1)
        few_team_run(d->team, work, d, d->count, 1);
    else
        work(d, 0, 0, 1);
    return sum_up(d, next, solver);
}

static bool write_solution(struct few_deepening *d, const struct few_worker *solver, struct few_solutions *solutions) {
    struct few_solution solution = {solutions->states.count, solutions->moves.count, 0};
    if (!few_prefix_write(&d->prefixes, solver->unit, solutions) || !d->diver->write(solver->diver, solutions))
        return false;
    solution.length = solutions->moves.count - solution.first_move;
    solutions->total = 1;
    return few_list_append(&solutions->list, &solution, 1);
}

/* No solution costs more: a shortest one comes to no state twice. UINT64_MAX: how many states there are is not known, or
 * the user's word only. */
static uint64_t most_cost(const struct few_space *space) {
    uint64_t most;
    if (space->foreign || !space->ranks || __builtin_mul_overflow(space->ranks - 1, (uint64_t)space->max_cost, &most))
        return UINT64_MAX;
    return most;
}

/* Cuts the tree into subtrees, if there are threads to share them, or checkpoints, which say how many of them were searched. One that is gone
 * on from has *from; if its subtrees are these, some of them are done. false: no memory. */
static bool cut(struct few_deepening *d, uint64_t *next, const struct few_deep_mark *from) {
    const bool goes_on = from->wanted && from->threshold == d->threshold;
    const size_t wanted = goes_on ? (size_t)from->wanted : (size_t)UNITS_A_WORKER * d->count;
    if (!few_prefixes_begin(&d->prefixes, d->threshold, next))
        return false;
    if (!d->team && !d->watch->keeper)
        return true;
    if (!few_prefixes_split(&d->prefixes, wanted, d->threshold, next, &d->before))
        return false;
    d->mark = (struct few_deep_mark){.threshold = d->threshold, .wanted = wanted, .subtrees = few_deep_subtrees(&d->prefixes), .next = UINT64_MAX};
    if (goes_on && from->subtrees.words[0] == d->mark.subtrees.words[0] && from->subtrees.words[1] == d->mark.subtrees.words[1] &&
        from->done <= d->prefixes.nodes.count - d->prefixes.first) {
        d->mark.done = from->done;
        d->mark.next = from->next;
        *next = from->next < *next ? from->next : *next;
    }
    return true;
}

/* The first threshold, and what a checkpoint says of it. */
static enum few_end begin(struct few_deepening *d, struct few_deep_mark *from) {
    struct few_keeper *keeper = d->watch->keeper;
    uint64_t next = UINT64_MAX;
    *from = (struct few_deep_mark){0};
    if (!few_prefixes_begin(&d->prefixes, 0, &next))
        return few_refused(d->watch);
    d->threshold = d->prefixes.nodes.count ? 0 : next;
    if (keeper && keeper->from) {
        if (!few_deep_take_up(keeper, from))
            return FEW_CONTRADICTION; /* see keeper->error */
        d->threshold = from->threshold > d->threshold ? from->threshold : d->threshold;
        d->before.expanded += from->expanded;
        d->before.generated += from->generated;
        d->watch->counts = d->before;
    }
    return FEW_RUNNING;
}

/* Threshold after threshold, until there is a solution, or an end. */
static enum few_end raise(struct few_deepening *d, const struct few_deep_mark *from, struct few_solutions *solutions) {
    struct few_watch *watch = d->watch;
    const uint64_t most = most_cost(d->problem->space);
    for (uint64_t next; d->threshold != UINT64_MAX; d->threshold = next) {
        d->end = 0; /* no unit is at work */
        d->mark = (struct few_deep_mark){.threshold = d->threshold, .next = UINT64_MAX};
        if (from->wanted && from->threshold == d->threshold)
            d->mark = *from;
        enum few_end end = d->threshold ? few_depth_check(watch, d->threshold - 1) : FEW_RUNNING;
        const struct few_worker *solver = NULL;
        if (end != FEW_RUNNING)
            return end;
        if (d->threshold > most)
            break;
        next = UINT64_MAX;
        watch->counts.depth = d->threshold;
        if (!cut(d, &next, from))
            return few_refused(watch);
        end = search_units(d, &next, &solver);
        if ((end == FEW_RUNNING || end == FEW_SOLVED) && !few_watch_level(watch, d->threshold))
            end = few_refused(watch);
        if (end == FEW_SOLVED && !write_solution(d, solver, solutions))
            end = few_refused(watch);
        if (end != FEW_RUNNING)
            return end;
    }
    return FEW_UNSOLVABLE; /* nothing was cut off for its length: all paths were tried; or what was is too long for any */
}

static enum few_end deepen(struct few_deepening *d, struct few_solutions *solutions) {
    struct few_deep_mark from;
    enum few_end end = begin(d, &from);
    if (end == FEW_RUNNING)
        end = raise(d, &from, solutions);
    if (is_kept(d) && end > FEW_UNSOLVABLE && end != FEW_CONTRADICTION)
        keep_mark(d);
    return end;
}

/* ---- The whole */

static bool prepare(struct few_deepening *d, unsigned threads, size_t table_bytes) {
    struct few_memory *memory = d->watch->memory;
    if (!few_prefixes_init(&d->prefixes, d->problem, memory))
        return false;
    d->workers = few_alloc_zeroed(memory, threads * sizeof *d->workers);
    if (!d->workers)
        return false;
    for (d->count = 0; d->count < threads;) {
        struct few_worker *worker = &d->workers[d->count];
        worker->shared = d;
        worker->number = d->count;
        worker->memory = memory;
        worker->watch = d->watch;
        few_transpositions_init(&worker->transpositions, memory, d->problem->space->words, table_bytes / threads);
        worker->diver = d->diver->create(d->problem, worker);
        if (!worker->diver)
            return false;
        d->count++;
    }
    if (threads > 1)
        d->team = few_team_create(memory, threads);
    return threads == 1 || d->team;
}

static void release(struct few_deepening *d, unsigned threads) {
    struct few_memory *memory = d->watch->memory;
    few_team_free(d->team);
    for (unsigned w = 0; w < d->count; w++) {
        d->diver->free(d->workers[w].diver);
        few_transpositions_free(&d->workers[w].transpositions);
    }
    few_free(memory, d->workers, d->workers ? threads * sizeof *d->workers : 0);
    few_prefixes_free(&d->prefixes);
}

/* The diver that is fastest. The special ones do not report states to a trace. */
static const struct few_diver *choose_diver(const struct few_problem *problem, const struct few_watch *watch) {
    return watch->reached                      ? &few_any_diver
           : few_exchange_diver_fits(problem) ? &few_exchange_diver
           : few_board_diver_fits(problem)    ? &few_board_diver
           : few_gaps_diver_fits(problem)     ? &few_gaps_diver
           : few_coordinates_diver_fits(problem, watch) ? &few_coordinates_diver
                                               : &few_any_diver;
}

/* Bytes for tables of transpositions. In sliding puzzles a look-up takes longer than searching on, unless it is asked
 * for; so it does among gaps, where there are so many states that few are met twice, and by coordinates. */
static size_t table_bytes(const struct few_watch *watch, const struct few_space *space, const struct few_diver *diver) {
    uint64_t bytes = watch->transpositions;
    size_t most = few_memory_left(watch->memory) / 2;
    if (watch->max_states && watch->max_states < most / (space->words * sizeof(uint64_t)))
        most = (size_t)watch->max_states * space->words * sizeof(uint64_t);
    const bool is_vast = !space->ranks || space->ranks > VAST;
    if (bytes == FEW_TRANSPOSITIONS_AUTO)
        bytes = diver == &few_exchange_diver || diver == &few_board_diver || diver == &few_coordinates_diver || (diver == &few_gaps_diver && is_vast) ? 0 : STANDARD_TABLE;
    return bytes < most ? (size_t)bytes : most;
}

enum few_end few_search_idastar(const struct few_problem *problem, struct few_watch *watch, size_t list, bool count,
                                struct few_solutions *solutions) {
    if (list > 1 || count)
        return few_search_astar(problem, watch, list, count, solutions);
    const struct few_diver *diver = choose_diver(problem, watch);
    const size_t bytes = table_bytes(watch, problem->space, diver);
    /* Several threads have no common order for a trace. Where all solutions are equally long, the table does most of the
     * work, and tables of their own would do it twice. */
    const bool alone = watch->threads == 0 || watch->reached || (bytes && problem->facts && problem->facts->graded);
    const unsigned threads = alone ? 1 : watch->threads;
    watch->store_name = bytes ? "the current path and a transposition table" : "the current path only";
    if (problem->start_count == 1 && few_facts_forbid(problem->facts, problem->starts))
        return FEW_UNSOLVABLE;
    struct few_deepening d = {.problem = problem, .watch = watch, .before = watch->counts, .diver = diver, .started = few_now()};
    enum few_end end = prepare(&d, threads, bytes) ? deepen(&d, solutions) : few_refused(watch);
    release(&d, threads);
    return end;
}

FEW_SEARCH(IDASTAR, FEW_NEEDS_SMALL_COSTS | FEW_NEEDS_PAID_MOVES | FEW_USES_BOUND | FEW_FINDS_ONE | FEW_CAN_BE_KEPT, few_search_idastar);
