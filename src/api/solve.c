/* fewest_solve: chooses the search, runs it, has its ways checked, and says how it ended. */
#include "api/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    FEW_GOALS = 4096,        /* goal states that make searching backwards worth while without being asked */
    MANY_GOALS = 1 << 20,    /* and at the most, when it was asked for */
    BOUND_MEMORY = 256 << 20,
    LARGE_COST = 1000,       /* A* has a row for each sum of costs */
    VAST = 1 << 30,          /* states of a space that is not walked to its end */
    PROBE_STATES = 3000000,  /* seen from both ends before another search is tried */
    PROBE_EXPANDED = 5000000, /* the same, going deep */
};

fewest_options fewest_defaults(void) {
    return (fewest_options){.depth = UINT64_MAX, .list = 100, .bound_memory = BOUND_MEMORY, .threads = 1,
                            .transpositions = UINT64_MAX};
}

/* The run of a search. */
struct run {
    struct few_run base; /* first: the watch hands it to note_reached */
    fewest_answer *answer;
    fewest_options options;
    struct few_problem problem;
    uint64_t *starts, *goals;
    size_t start_room, goal_room;
    fewest_algorithm algorithm;
    bool no_bound;        /* for want of memory */
    enum few_end stopped; /* why the making of a bound was stopped; FEW_RUNNING: it was not */
};

static void note_reached(void *context, unsigned side, uint64_t depth, const uint64_t *states, size_t count) {
    const struct run *run = context; /* whose first member the context is */
    run->options.trace(run->options.context, side, depth, states, run->problem.space->words, count);
}

static const char *algorithm_word(fewest_algorithm algorithm) {
    static const char *const words[] = {
#define FEWEST_WORD(name, word, meaning) word,
        FEWEST_ALGORITHMS(FEWEST_WORD)
#undef FEWEST_WORD
    };
    return (size_t)algorithm < sizeof words / sizeof *words ? words[algorithm] : "unknown";
}

/* Goals are listed for searching backwards where they are few; for a forward search only to know whether there is just
 * one. */
static enum few_end list_goals(struct run *run) {
    const struct few_model *model = run->answer->model;
    bool can_turn = model->space->run->predecessors && model->space->max_cost == 1;
    size_t limit = 1;
    if (can_turn && run->options.algorithm == FEWEST_AUTO)
        limit = FEW_GOALS;
    if (can_turn && run->options.algorithm == FEWEST_BIDIRECTIONAL)
        limit = MANY_GOALS;
    struct few_problem *problem = &run->problem;
    const enum few_end end = few_model_goals_within(model, &run->base.watch, limit, &run->goals, &problem->goal_count,
                                                    &run->goal_room, &problem->goals_listed);
    if (end != FEW_RUNNING)
        return end;
    problem->goals = run->goals;
    if (run->options.algorithm == FEWEST_ASTAR || run->options.algorithm == FEWEST_IDASTAR) {
        run->algorithm = run->options.algorithm;
        return FEW_RUNNING;
    }
    run->algorithm = can_turn && problem->goals_listed && run->options.algorithm != FEWEST_BFS
                         ? FEWEST_BIDIRECTIONAL
                         : FEWEST_BFS;
    /* In a maze most cells may lie on some shortest way; going back from the goal alone spares sorting them out. */
    if (run->algorithm == FEWEST_BIDIRECTIONAL && run->options.algorithm == FEWEST_AUTO && !run->options.all &&
        model->space->has_many_paths && model->space->undirected) {
        run->algorithm = FEWEST_BFS;
        run->base.watch.from_goals = true;
    }
    return FEW_RUNNING;
}

static bool uses_bound(const struct run *run) {
    return !run->answer->puzzle->has_table && run->answer->model->space->max_cost <= LARGE_COST &&
           (run->algorithm == FEWEST_ASTAR || run->algorithm == FEWEST_IDASTAR);
}

static bool go_on_building(void *context, uint64_t states) {
    struct run *run = context;
    (void)states; /* those of the tables are none of the search */
    run->stopped = few_watch_check(&run->base.watch);
    return run->stopped == FEW_RUNNING;
}

/* The bound belongs to the puzzle; what it takes is the search's memory all the same. */
static bool prepare_bound(struct run *run, struct few_error *error) {
    fewest_answer *answer = run->answer;
    struct few_bound_wish wish = {run->options.bound_memory, run->options.patterns, run->options.pattern_count, go_on_building, run};
    struct few_memory *own = &answer->puzzle->memory;
    const size_t before = atomic_load(&own->used), any = own->budget, searching = atomic_load(&answer->memory.used);
    own->budget = run->base.budget > searching ? run->base.budget - searching : 1;
    bool good = few_model_bound_within(answer->model, wish, run->options.memory, &run->problem.bound, error);
    own->budget = any;
    size_t after = atomic_load(&own->used), taken = after > before ? after - before : 0;
    answer->memory.budget = answer->memory.budget > taken ? answer->memory.budget - taken : 1;
    return good;
}

/* Which search runs, by name and in one line. */
static void name_search(struct run *run) {
    fewest_answer *answer = run->answer;
    const struct few_problem *problem = &run->problem;
    const char *name = algorithm_word(run->algorithm), *why = "as asked";
    char goals[64];
    if (answer->puzzle->has_table) {
        name = "table";
        why = answer->puzzle->table_file.parts ? "all distances are known, from a table in a file" : "all distances are known";
    } else if (uses_bound(run)) {
        why = problem->bound                ? problem->bound->text
              : run->stopped != FEW_RUNNING ? "stopped while the tables of its bound were made"
              : run->no_bound               ? "there is no memory for its bound"
                                            : "nothing is known of what is left to pay";
        if (run->options.algorithm == FEWEST_AUTO) {
            const char *choice = problem->bound->graded ? "all ways are equally long" : "too far to be met from both ends";
            snprintf(answer->reason, sizeof answer->reason, "%s: %s; %s", name, choice, why);
            run->base.word = name;
            return;
        }
    } else if (problem->space->max_cost > 1) {
        const bool asked = run->algorithm == FEWEST_ASTAR || run->algorithm == FEWEST_IDASTAR;
        name = "dijkstra";
        why = asked ? "bounds are for moves that cost up to 1000" : "moves cost more than 1";
    } else if (run->algorithm == FEWEST_AUTO) {
        why = atomic_load(&run->answer->memory.over_budget) ? "memory ran out before a search was chosen"
                                                            : "it was stopped before a search was chosen";
    } else if (run->base.watch.from_goals) {
        why = "a maze is walked back from its goal";
    } else if (run->options.algorithm != FEWEST_BFS && run->algorithm == FEWEST_BFS) {
        why = "there is no way back from the goal, or too many goals";
    } else if (run->algorithm == FEWEST_BIDIRECTIONAL && run->options.algorithm == FEWEST_AUTO) {
        snprintf(goals, sizeof goals, "moves can be turned round, and goals are few (%zu)", problem->goal_count);
        why = goals;
    }
    const bool changed = run->options.algorithm == FEWEST_IDASTAR && run->algorithm == FEWEST_ASTAR && uses_bound(run);
    run->base.word = name;
    snprintf(answer->reason, sizeof answer->reason, "%s: %s%s", name,
             changed ? "idastar finds no more than one way; " : "", why);
}

static enum few_end search_with_bound(struct run *run, size_t list) {
    struct few_ways *ways = &run->answer->ways;
    if (run->algorithm == FEWEST_IDASTAR && !run->options.all)
        return few_search_idastar(&run->problem, &run->base.watch, list, false, ways);
    return few_search_astar(&run->problem, &run->base.watch, list, run->options.all, ways);
}

/* What is known without tables of a space that is too large to be walked, where the choice is free; else NULL. */
static const struct few_bound *bound_to_choose_by(struct run *run) {
    const struct few_model *model = run->answer->model;
    if (run->options.algorithm != FEWEST_AUTO || run->options.all || model->space->no_patterns ||
        (model->space->ranks && model->space->ranks < VAST))
        return NULL;
    struct few_error error = {0};
    struct few_bound_wish none = {0};
    const struct few_bound *bound = model->bound; /* one with tables may be there from the search before */
    if (!bound && !few_model_bound(run->answer->model, &none, &bound, &error))
        return NULL;
    return bound;
}

/* What was done is forgotten, but for its counts: another search begins. */
static void begin_anew(struct run *run) {
    struct few_ways *ways = &run->answer->ways;
    ways->states.count = ways->moves.count = ways->list.count = 0;
    struct few_watch *watch = &run->base.watch;
    watch->counts.remembered = watch->counts.frontier = 0;
    watch->counts.frontiers[0] = watch->counts.frontiers[1] = run->base.layers.count = 0;
    watch->levelled = watch->counts.expanded;
    struct few_memory *searching = &run->answer->memory, *own = &run->answer->puzzle->memory;
    size_t together = atomic_load(&searching->peak) + atomic_load(&own->used); /* the tables come after that */
    if (together > atomic_load(&own->peak))
        atomic_store(&own->peak, together);
    atomic_store(&searching->peak, atomic_load(&searching->used));
    atomic_store(&searching->over_budget, false);
}

/* Where all ways are equally long, going deep may soon find one. It ends with FEW_RUNNING where it takes too long: so it
 * does where there are few or none. */
static enum few_end search_deep_first(struct run *run, const struct few_bound *bound) {
    const fewest_algorithm other = run->algorithm;
    run->algorithm = FEWEST_IDASTAR;
    run->problem.bound = bound;
    run->base.watch.max_expanded = PROBE_EXPANDED;
    name_search(run);
    enum few_end end = few_search_idastar(&run->problem, &run->base.watch, 1, false, &run->answer->ways);
    run->base.watch.max_expanded = 0;
    if (end != FEW_STATE_LIMIT && end != FEW_MEMORY_LIMIT)
        return end;
    run->algorithm = other;
    name_search(run);
    begin_anew(run);
    return FEW_RUNNING;
}

/* Sliding puzzles: searching from both ends solves what is near, IDA* what is far. */
static enum few_end search_both_ways_first(struct run *run) {
    struct few_ways *ways = &run->answer->ways;
    struct few_watch *watch = &run->base.watch;
    const uint64_t limit = watch->max_states;
    struct few_error error = {0};
    if (run->problem.start_count == 1 &&
        few_exchanges_never(run->answer->model->bound->exchanges, *run->problem.starts)) {
        snprintf(run->answer->reason, sizeof run->answer->reason,
                 "parity: only half of all arrangements can be solved, and this one is in the other half");
        return FEW_UNSOLVABLE;
    }
    watch->max_states = limit && limit < PROBE_STATES ? limit : PROBE_STATES;
    enum few_end end = few_search_bidirectional(&run->problem, watch, 1, false, ways);
    watch->max_states = limit;
    bool gave_up = end == FEW_STATE_LIMIT || end == FEW_MEMORY_LIMIT;
    if (!gave_up || limit == PROBE_STATES || (limit && limit < PROBE_STATES))
        return end;
    begin_anew(run);
    run->algorithm = FEWEST_IDASTAR;
    if (!prepare_bound(run, &error))
        return run->stopped != FEW_RUNNING ? run->stopped : few_refused(watch);
    name_search(run);
    return search_with_bound(run, 1);
}

static enum few_end search(struct run *run) {
    const struct few_problem *problem = &run->problem;
    struct few_ways *ways = &run->answer->ways;
    size_t list = run->options.all && run->options.list ? run->options.list : 1;
    if (run->answer->puzzle->has_table)
        return few_table_answer(&run->answer->puzzle->table, problem, &run->base.watch, list, run->options.all, ways);
    if (problem->goals_listed && problem->goal_count == 0)
        return FEW_UNSOLVABLE; /* no state at all meets the goal with the pieces there are */
    if (uses_bound(run))
        return search_with_bound(run, list);
    if (problem->space->max_cost > 1)
        return few_search_costs(problem, &run->base.watch, list, run->options.all, ways);
    const struct few_bound *bound = bound_to_choose_by(run);
    if (bound && bound->exchanges && run->algorithm == FEWEST_BIDIRECTIONAL)
        return search_both_ways_first(run);
    if (bound && bound->graded) {
        enum few_end end = search_deep_first(run, bound);
        if (end != FEW_RUNNING)
            return end;
    }
    if (run->algorithm == FEWEST_BIDIRECTIONAL || run->base.watch.from_goals)
        return few_search_bidirectional(problem, &run->base.watch, list, run->options.all, ways);
    return few_search_bfs(problem, &run->base.watch, list, run->options.all, ways);
}

/* Everything between the handle and the outcome. */
static bool run_search(struct run *run, struct few_error *error) {
    fewest_answer *answer = run->answer;
    struct few_memory *memory = &answer->memory;
    struct few_problem *problem = &run->problem;
    enum few_end end = FEW_RUNNING;
    problem->space = answer->model->space;
    if (!few_model_starts(answer->model, memory, &run->starts, &problem->start_count, &run->start_room))
        end = few_refused(&run->base.watch);
    else if (!answer->puzzle->has_table)
        end = list_goals(run);
    problem->starts = run->starts;
    if (run->algorithm == FEWEST_IDASTAR && run->options.all)
        run->algorithm = FEWEST_ASTAR; /* all ways need what A* remembers */
    if (end == FEW_RUNNING && uses_bound(run) && !prepare_bound(run, error)) {
        const bool too_little = error->kind == FEW_ERROR_MEMORY && !atomic_load(&answer->puzzle->memory.refused);
        if (run->stopped == FEW_RUNNING && !too_little)
            return false;
        end = run->stopped != FEW_RUNNING ? run->stopped : FEW_MEMORY_LIMIT;
        run->no_bound = true;
        *error = (struct few_error){0};
    }
    name_search(run);
    if (end == FEW_RUNNING)
        end = problem->start_count ? search(run) : FEW_UNSOLVABLE;
    if (end == FEW_SOLVED) {
        bool no_memory = false;
        if (!few_answer_holds(answer, &no_memory)) {
            end = no_memory ? few_refused(&run->base.watch) : FEW_CONTRADICTION;
        }
    }
    if (end == FEW_CONTRADICTION || few_misranks(answer->model))
        return few_contradicted(answer->model, error);
    if (end != FEW_SOLVED)
        answer->ways.list.count = 0;
    few_end_publish(end, &answer->status, &answer->limit);
    return true;
}

static void set_limits(struct run *run) {
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
    watch->store = options->remember == FEWEST_REMEMBER_RANK   ? FEW_STORE_RANK
                   : options->remember == FEWEST_REMEMBER_HASH ? FEW_STORE_HASH
                   : options->remember == FEWEST_REMEMBER_TREE ? FEW_STORE_TREE
                                                               : FEW_STORE_AUTO;
    watch->any_way = options->any && !options->all;
    watch->within = rules && rules->has_within ? rules->within : UINT64_MAX;
    watch->transpositions = options->transpositions;
    watch->reached = options->trace ? note_reached : NULL;
}

/* A limit that was reached before the puzzle was ready is an answer, too. false: see *error. */
static bool end_early(struct run *run, const struct few_error *error) {
    enum few_end end = error->kind == FEW_ERROR_MEMORY_LIMIT ? FEW_MEMORY_LIMIT
                       : error->kind == FEW_ERROR_TIME_LIMIT ? FEW_TIME_LIMIT
                       : error->kind == FEW_ERROR_INTERRUPTED ? FEW_INTERRUPTED
                                                              : FEW_RUNNING;
    if (end != FEW_RUNNING)
        few_end_publish(end, &run->answer->status, &run->answer->limit);
    return end != FEW_RUNNING;
}

/* The search proper, in a puzzle that is ready for it. */
static bool solve(struct run *run, struct few_error *error) {
    fewest_answer *answer = run->answer;
    const struct few_space *space = answer->puzzle->model->space;
    if (run->options.remember == FEWEST_REMEMBER_RANK && space->ranks == 0)
        return few_fail(error, FEW_ERROR_INPUT, "this puzzle has no perfect hash that could be used");
    answer->model = answer->puzzle->model;
    atomic_fetch_add(&answer->model->users, 1);
    if (space->foreign)
        run->base.watch.threads = 1; /* the user's functions are never called by two threads at once */
    few_ways_init(&answer->ways, &answer->memory, space->words);
    bool good = run_search(run, error);
    few_free(&answer->memory, run->starts, run->start_room * space->words * sizeof *run->starts);
    few_free(&answer->memory, run->goals, run->goal_room * space->words * sizeof *run->goals);
    return good;
}

fewest_answer *fewest_solve(fewest_puzzle *puzzle, const fewest_options *options, fewest_error *error) {
    struct few_error inner = {0};
    struct run run = {.options = few_options_of(puzzle, options)};
    few_run_init(&run.base, puzzle, &run.options, algorithm_word(run.options.algorithm));
    run.base.keeps_layers = true;
    if (atomic_load(&puzzle->memory.used) > run.base.budget / 4)
        few_puzzle_drop_spares(puzzle);
    if (puzzle->model && few_kept_bytes(&puzzle->model->kept) > run.base.budget / 8)
        few_kept_free(&puzzle->model->kept);
    atomic_store(&puzzle->memory.peak, atomic_load(&puzzle->memory.used)); /* without what was just let go */
    fewest_answer *answer = run.answer = calloc(1, sizeof *answer);
    bool good = (answer || few_fail_memory(&inner)) && few_options_known(&run.options, &inner);
    if (good) {
        answer->puzzle = puzzle;
        answer->has_within = puzzle->rules && puzzle->rules->has_within;
        answer->within = answer->has_within ? puzzle->rules->within : 0;
        struct few_error too_large = {0};
        /* What is traced has the states of a graph, where there is room for these. */
        bool ready = (run.options.trace && few_puzzle_prepare(puzzle, FEW_TO_WALK, &run.options, &too_large)) ||
                     few_puzzle_prepare(puzzle, FEW_TO_SOLVE, &run.options, &inner);
        set_limits(&run);
        good = ready ? solve(&run, &inner) : end_early(&run, &inner);
        few_run_measure(&run.base);
        answer->statistics = run.base.statistics;
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
