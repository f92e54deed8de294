/* fewest_solve: prepares the puzzle, has a search chosen and run (choose.c) and its solutions checked, and says how it ended. */
#include "api/checkpoint.h"
#include "api/cluster.h"
#include "api/disk_search.h"
#include "api/kept_search.h"
#include "api/searches.h"
#include "api/solving.h"

static void note_reached(void *context, unsigned side, uint64_t depth, const uint64_t *states, size_t count) {
    const struct few_solving *run = context; /* whose first member the context is */
    run->options.trace(run->options.limits.context, side, depth, states, run->problem.space->words, count);
}

static bool go_on_building(void *context, uint64_t states) {
    struct few_solving *run = context;
    (void)states; /* those of the tables are none of the search */
    run->stopped = few_watch_check(&run->base.watch);
    return run->stopped == FEW_RUNNING;
}

static struct few_bound_wish wish_of(struct few_solving *run) {
    const fewest_options *options = &run->options;
    return (struct few_bound_wish){.memory = options->bound_memory, .patterns = options->patterns, .pattern_count = options->pattern_count,
                                   .go_on = go_on_building, .context = run};
}

/* The bound belongs to the puzzle; what it takes is the search's memory all the same. */
bool few_solving_bound(struct few_solving *run, struct few_error *error) {
    fewest_answer *answer = run->answer;
    const struct few_bound_wish wish = wish_of(run);
    struct few_memory *own = &answer->puzzle->memory;
    const size_t before = atomic_load(&own->used), any = own->budget, searching = atomic_load(&answer->memory.used);
    own->budget = run->base.budget > searching ? run->base.budget - searching : 1;
    bool good = few_model_bound_within(answer->model, wish, run->options.limits.memory, &run->problem.bound, error) &&
                few_model_facts(answer->model, &run->problem.facts, error);
    own->budget = any;
    size_t after = atomic_load(&own->used), taken = after > before ? after - before : 0;
    answer->memory.budget = answer->memory.budget > taken ? answer->memory.budget - taken : 1;
    return good;
}

/* What processes share is the same for all of them. false: see *error. */
static bool share(struct few_solving *run, enum few_end *end, struct few_error *error) {
    const fewest_puzzle *puzzle = run->answer->puzzle;
    bool same_ranks;
    *end = few_agree_on_end(puzzle, *end);
    run->base.watch.cluster = puzzle->cluster ? puzzle->cluster : run->is_shared ? &few_cluster_alone : NULL;
    if (!puzzle->cluster || *end != FEW_RUNNING)
        return true;
    run->problem.goals_listed = few_cluster_least(puzzle->cluster, run->problem.goals_listed); /* by all or none: which search runs depends on it */
    return few_agree_on_puzzle(puzzle, &run->problem, &same_ranks, error);
}

/* Everything between the handle and the outcome. */
static bool run_search(struct few_solving *run, struct few_error *error) {
    fewest_answer *answer = run->answer;
    enum few_end end = few_solving_list_ends(run, &run->base.watch);
    if (!share(run, &end, error) || (end == FEW_RUNNING && !few_agree(answer->puzzle, few_search_fits(run, error), error)))
        return false;
    if (run->goes_on && end == FEW_RUNNING && !few_kept_is_same(answer->puzzle, &run->kept, error))
        return false;
    if (end != FEW_RUNNING)
        few_say_why(run, few_searches[run->options.algorithm].word, "",
                    atomic_load(&answer->memory.over_budget) ? "memory ran out before a search was chosen"
                                                      : "it was stopped before a search was chosen");
    else if (!run->on_disk && !few_choose_and_run(run, &end, error))
        return false;
    few_solving_go_to_disk(run, &end);
    const bool is_refused = end == FEW_CONTRADICTION && !few_agree(answer->puzzle, run->keeper.error.kind == FEW_ERROR_NONE, &run->keeper.error);
    if (end == FEW_SOLVED) {
        bool no_memory = false;
        if (!few_answer_holds(answer, &no_memory)) {
            end = no_memory ? few_refused(&run->base.watch) : FEW_CONTRADICTION;
        }
    }
    if (is_refused) {
        *error = run->keeper.error;
        return false;
    }
    if (end == FEW_CONTRADICTION || few_has_fault(answer->model))
        return few_contradicted(answer->model, error);
    if (end != FEW_SOLVED)
        answer->solutions.list.count = 0;
    few_end_publish(end, &answer->status, &answer->limit);
    return true;
}

static void set_limits(struct few_solving *run) {
    const fewest_options *options = &run->options;
    const struct few_puzzle *rules = run->answer->puzzle->rules;
    struct few_model *model = run->answer->puzzle->model;
    few_run_begin(&run->base, &run->answer->memory, 0);
    if (model) { /* what was kept from the search before is this one's memory now */
        few_kept_pass(&model->kept, &run->answer->memory);
        few_run_set_budget(&run->base, 0);
    }
    struct few_watch *watch = &run->base.watch;
    watch->kept = model ? &model->kept : NULL;
    watch->store = few_store_asked_for(options->remember);
    watch->any_solution = options->any && !options->all && !options->checkpoint && !options->resume; /* what is kept goes on to the same one */
    watch->within = rules && rules->has_within ? rules->within : UINT64_MAX;
    watch->transpositions = options->transpositions;
    watch->symmetry_use = few_symmetry_use_of(options->symmetry);
    watch->reached = options->trace ? note_reached : NULL;
}

/* A limit that was reached before the puzzle was ready is an answer, too. false: see *error. */
static bool end_early(struct few_solving *run, const struct few_error *error) {
    enum few_end end = error->kind == FEW_ERROR_MEMORY_LIMIT ? FEW_MEMORY_LIMIT
                       : error->kind == FEW_ERROR_TIME_LIMIT ? FEW_TIME_LIMIT
                       : error->kind == FEW_ERROR_INTERRUPTED ? FEW_INTERRUPTED
                                                              : FEW_RUNNING;
    if (end != FEW_RUNNING)
        few_end_publish(end, &run->answer->status, &run->answer->limit);
    return end != FEW_RUNNING;
}

/* Whether processes can share the search: they do so breadth-first, from one end or both. */
static bool can_share(struct few_solving *run, const struct few_space *space, struct few_error *error) {
    fewest_algorithm *algorithm = &run->options.algorithm;
    if (*algorithm != FEWEST_AUTO && *algorithm != FEWEST_BFS && *algorithm != FEWEST_BIDIRECTIONAL)
        return few_fail(error, FEW_ERROR_INPUT, "several processes share a search only by bfs or bidirectional, not by %s", few_searches[*algorithm].word);
    if (!few_costs_are_equal(space))
        return few_fail(error, FEW_ERROR_INPUT, "several processes cannot share this search: its moves have costs");
    if (!space->run->predecessors)
        return few_fail(error, FEW_ERROR_INPUT, "several processes cannot share this search: its moves cannot be inverted");
    if (run->options.trace)
        return few_fail(error, FEW_ERROR_INPUT, "a search that several processes share has no trace");
    if (*algorithm == FEWEST_AUTO)
        *algorithm = FEWEST_BFS;
    return true;
}

/* The search proper, in a puzzle that is ready for it. */
static bool solve(struct few_solving *run, struct few_error *error) {
    fewest_answer *answer = run->answer;
    const struct few_space *space = answer->puzzle->model->space;
    const struct few_visited_kind *store = run->base.watch.store;
    if (store && store->by_rank && space->ranks == 0)
        return few_fail(error, FEW_ERROR_INPUT, "this puzzle has no perfect hash that could be used");
    if (!few_solving_open_disk(run, error) || (answer->puzzle->cluster && !can_share(run, space, error)))
        return false;
    answer->model = answer->puzzle->model;
    atomic_fetch_add(&answer->model->users, 1);
    if (space->foreign)
        run->base.watch.threads = 1; /* the user's functions are never called by two threads at once */
    few_solutions_init(&answer->solutions, &answer->memory, space->words);
    const struct few_bound_wish wish = wish_of(run);
    bool good = few_model_patterns(answer->model, &answer->memory, &wish, error) && run_search(run, error);
    few_solving_free_ends(run, &answer->memory);
    return good;
}

fewest_answer *fewest_solve(fewest_puzzle *puzzle, const fewest_options *options, fewest_error *error) {
    struct few_error inner;
    struct few_solving run = {0};
    few_error_clear(&inner);
    if (!few_options_read(options, few_puzzle_limits(puzzle), &run.options, &inner)) {
        few_error_publish(&inner, error);
        return NULL;
    }
    const fewest_limits *limits = &run.options.limits;
    few_run_init(&run.base, puzzle, limits, few_searches[run.options.algorithm].word);
    run.base.keeps_layers = true;
    if (atomic_load(&puzzle->memory.used) > run.base.budget / 4)
        few_puzzle_drop_spares(puzzle);
    if (puzzle->model && few_kept_bytes(&puzzle->model->kept) > run.base.budget / 8)
        few_kept_free(&puzzle->model->kept);
    atomic_store(&puzzle->memory.peak, atomic_load(&puzzle->memory.used)); /* without what was just let go */
    fewest_answer *answer = run.answer = few_answer_create(puzzle);
    bool good = few_agree(puzzle, answer || few_fail_memory(&inner), &inner);
    if (good) {
        answer->has_within = puzzle->rules && puzzle->rules->has_within;
        answer->within = answer->has_within ? puzzle->rules->within : 0;
        struct few_error too_large;
        few_error_clear(&too_large);
        /* What is traced has the states of a graph, where there is room for these. */
        bool ready = (run.options.trace && few_puzzle_prepare(puzzle, FEW_TO_EXPLORE, limits, &too_large)) ||
                     few_puzzle_prepare(puzzle, FEW_TO_SOLVE, limits, &inner);
        ready = few_agree(puzzle, ready, &inner);
        set_limits(&run);
        good = !ready ? end_early(&run, &inner) : few_agree(puzzle, few_search_open(&run, &inner), &inner) && solve(&run, &inner);
        few_search_close(&run);
        few_solving_close_disk(&run);
        few_run_measure(&run.base);
        answer->statistics = run.base.statistics;
        answer->statistics.seconds += run.keeper.before;
        answer->layers = run.base.layers;
        if (puzzle->model)
            few_kept_pass(&puzzle->model->kept, &puzzle->memory);
        answer->memory.budget = SIZE_MAX / 2; /* what is read from it now is no longer the search's memory */
    }
    if (!good) {
        fewest_answer_free(answer);
        few_error_publish(&inner, error);
        return NULL;
    }
    return answer;
}
