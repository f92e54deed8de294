/* Which search runs. The candidates are gone through in their order: the first that fits the problem runs, and the
 * reason for which it fits is the one that is given to people. A candidate may be limited, to try its luck: when it
 * gives up, the next one is asked. */
#include "api/kept_search.h"
#include "bound/coordinate_tables.h"
#include "bound/gaps.h"

#include <stdio.h>
#include <string.h>

enum {
    MANY_GOALS = 1 << 20,     /* and at the most, when it was asked for */
    LARGE = 1 << 24,          /* states of a space in which a bound may save most of the work */
    BEYOND_SMALL = 1 << 12,   /* of one that takes longer to search than a bound to make */
    VAST = 1 << 30,           /* of one that is not explored to its end */
    PROBE_STATES = 3000000,   /* seen from both ends before another search is tried */
    PROBE_EXPANDED = 5000000, /* going deep where all solutions are equally long, before another search is tried */
    PROBE_SLIDES = 1 << 22,   /* the same in sliding puzzles: what takes no longer than making tables */
    PROBE_GAPS = 1 << 15,     /* the same with gaps, to see how they grow */
    PROBE_TURNS = 1 << 18,    /* seen from both ends where moves only permute, before tables are made */
    WIDE = 1 << 16,           /* cells of a board on which a walker may find its way without seeing most of them */
    PROBE_CELLS = 16,         /* one part in so many of them, before another search is tried */
};

/* States of a space whose ends are not met from both sides, unless they are near: the square root of that would be seen. */
#define TOO_MANY_TO_MEET (UINT64_C(1) << 52)

struct candidate {
    unsigned search; /* of few_searches; FEW_AUTO: the one that was asked for */
    few_candidate_fits *fits;
    uint64_t states, expanded; /* after which it gives up; 0: never */
    bool from_goals;           /* all the way back from the goals */
    uint32_t part;             /* gives up after one part in so many of all states; 0: never */
};

/* Puts texts one behind the other, the last of them NULL, as far as there is room. (Every answer has a reason: snprintf
 * would take a good part of the time of a small one.) */
static void join(char *room, size_t size, const char *const texts[]) {
    size_t at = 0;
    for (; *texts; texts++) {
        const size_t length = strnlen(*texts, size - 1 - at);
        memcpy(room + at, *texts, length);
        at += length;
    }
    room[at] = 0;
}

static void say_few_goals(const struct few_solving *s, char *buffer, size_t size) {
    char digits[24], *at = &digits[23];
    size_t rest = s->problem.goal_count;
    *at = 0;
    do
        *--at = (char)('0' + rest % 10);
    while (rest /= 10);
    join(buffer, size, (const char *const[]){"moves can be inverted, and there are few goals (", at, ")", NULL});
}

static bool is_free(const struct few_solving *s) {
    return s->options.algorithm == FEWEST_AUTO;
}

/* The search that was asked for. */
static const struct few_search *asked(const struct few_solving *s) {
    return few_searches[s->options.algorithm].search;
}

static bool can(const struct few_solving *s, unsigned search) {
    return !few_search_lacks(few_searches[search].search, &s->problem, s->options.all);
}

/* How many goals are worth listing for the searches that may be chosen. */
static size_t goals_worth_listing(const struct few_solving *s) {
    const struct few_space *space = s->answer->model->space;
    if (!space->run->predecessors || !few_costs_are_equal(space))
        return 1; /* only to know whether there is just one */
    return is_free(s) || s->from_goals ? FEW_LISTED_GOALS : asked(s)->needs & FEW_NEEDS_GOALS ? MANY_GOALS : 1;
}

/* Whether a table says of each of these states how far it is, or that no goal can be reached. */
static bool has_all(struct few_table *table, const uint64_t *states, size_t count, size_t words) {
    for (size_t i = 0; table && table->around && i < count; i++)
        if (few_table_distance(table, states + i * words, NULL) == UINT64_MAX)
            return false;
    return true;
}

enum few_end few_solving_list_ends(struct few_solving *s, struct few_watch *watch) {
    struct few_model *model = s->answer->model;
    struct few_problem *problem = &s->problem;
    enum few_end end = FEW_RUNNING;
    problem->space = model->space;
    problem->table = s->answer->puzzle->has_table ? &s->answer->puzzle->table : NULL;
    problem->goal_limit = goals_worth_listing(s);
    if (!few_model_starts(model, watch->memory, &s->starts, &problem->start_count, &s->start_room))
        end = few_refused(watch);
    if (end == FEW_RUNNING && !has_all(problem->table, s->starts, problem->start_count, model->space->words))
        problem->table = NULL;
    if (end == FEW_RUNNING && !problem->table)
        end = few_model_goals_within(model, watch, problem->goal_limit, &s->goals, &problem->goal_count, &s->goal_room,
                                     &problem->goal_outcome);
    problem->goals_listed = end == FEW_RUNNING && !problem->table && problem->goal_outcome == FEW_GOALS_LISTED;
    problem->starts = s->starts;
    problem->goals = s->goals;
    return end;
}

void few_solving_free_ends(struct few_solving *s, struct few_memory *memory) {
    const size_t size = s->answer->model->space->words * sizeof *s->starts;
    few_free(memory, s->starts, s->start_room * size);
    few_free(memory, s->goals, s->goal_room * size);
}

/* What is known of a space of so many states at least, where the choice is free; else NULL. */
static const struct few_facts *known(struct few_solving *s, uint64_t least) {
    const struct few_space *space = s->problem.space;
    struct few_error error;
    few_error_clear(&error);
    const bool asks = is_free(s) && !s->options.all && few_costs_are_equal(space) && (!space->ranks || space->ranks >= least);
    if (asks && !s->problem.facts && !few_model_facts(s->answer->model, &s->problem.facts, &error))
        return NULL;
    return asks ? s->problem.facts : NULL;
}

/* ---- The candidates */

static const char *has_table(struct few_solving *s, char *buffer, size_t size) {
    (void)buffer, (void)size;
    return !s->problem.table                       ? NULL
           : s->answer->puzzle->table_file.parts ? "all distances are known, from a table in a file"
                                                 : "all distances are known";
}

/* A search that goes on from a checkpoint, by what was chosen then. */
static const char *as_kept(struct few_solving *s, char *buffer, size_t size) {
    (void)buffer, (void)size;
    if (!s->goes_on || s->chosen == FEWEST_AUTO || !can(s, s->from_goals ? FEW_BIDIRECTIONAL : s->chosen))
        return NULL;
    return asked(s)->needs & FEW_USES_BOUND ? "" : "it goes on from a checkpoint";
}

/* Any search that was asked for. Where it has a bound, that is what is said of it. */
static const char *as_asked(struct few_solving *s, char *buffer, size_t size) {
    (void)buffer, (void)size;
    return !can(s, s->options.algorithm) ? NULL : asked(s)->needs & FEW_USES_BOUND ? "" : "as asked";
}

/* The bound without tables: it costs next to nothing. One with tables may be there from the search before. */
static bool has_cheap_bound(struct few_solving *s) {
    struct few_model *model = s->answer->model;
    struct few_error error;
    struct few_bound_wish no_tables = {0};
    few_error_clear(&error);
    s->problem.bound = model->bound;
    return s->problem.bound || few_model_bound(model, &no_tables, &s->problem.bound, &error);
}

/* Gaps cost nothing, and what is near needs no tables: these are made if that is not enough. */
static const char *as_asked_with_gaps(struct few_solving *s, char *buffer, size_t size) {
    (void)buffer, (void)size;
    const struct few_facts *facts = NULL;
    struct few_error error;
    few_error_clear(&error);
    if (is_free(s) || !(asked(s)->needs & FEW_USES_BOUND) || !can(s, s->options.algorithm) || s->options.all || s->options.trace ||
        s->options.pattern_count || !s->options.bound_memory || few_problem_starts_at_goal(&s->problem) || !few_model_facts(s->answer->model, &facts, &error))
        return NULL;
    const bool permutes = facts && facts->orbit && facts->orbit->whole;
    s->problem.facts = facts;
    if (permutes && has_cheap_bound(s) && s->problem.bound && s->problem.bound->kind == &few_gaps_kind)
        return "";
    s->problem.bound = NULL; /* another is to be made */
    return NULL;
}

static const char *astar_instead(struct few_solving *s, char *buffer, size_t size) {
    const bool free = asked(s)->needs & FEW_NEEDS_PAID_MOVES && s->problem.space->has_free;
    if (!(free || (s->options.all && asked(s)->needs & FEW_FINDS_ONE)) || !can(s, FEW_ASTAR))
        return NULL;
    snprintf(buffer, size, free ? "some moves cost nothing, for which %s is not made; " : "%s finds only one solution; ",
             few_searches[s->options.algorithm].word);
    return buffer;
}

/* Where costs differ, nothing goes from both ends; and most of what Dijkstra's search expands has lost a box, or leaves one far away. In a small
 * space it is done before a bound is made. */
static const char *pushes_boxes(struct few_solving *s, char *buffer, size_t size) {
    (void)buffer, (void)size;
    const struct few_space *space = s->problem.space;
    const bool fits = is_free(s) && !few_costs_are_equal(space) && !space->undirected && !space->has_many_paths && (!space->ranks || space->ranks >= BEYOND_SMALL) &&
                      !s->options.trace && !s->options.pattern_count && can(s, FEW_ASTAR);
    if (!fits)
        return NULL;
    if (has_cheap_bound(s) && s->problem.bound && s->problem.bound->has_boxes)
        return "costs differ, and boxes tell how far it is; ";
    s->problem.bound = NULL;
    return NULL;
}

static const char *has_costs(struct few_solving *s, char *buffer, size_t size) {
    (void)buffer, (void)size;
    const bool bound = asked(s)->needs & FEW_USES_BOUND;
    return few_search_lacks(few_searches[bound ? FEW_ASTAR : FEW_BFS].search, &s->problem, false);
}

/* Sliding puzzles: with the distances of the tiles alone what is near is found before tables are made, with tables what is far. */
static const char *slides(struct few_solving *s, char *buffer, size_t size) {
    (void)buffer, (void)size;
    const struct few_facts *facts = known(s, LARGE);
    const bool fits = facts && facts->exchanges && s->problem.start_count == 1 && !s->options.trace && !s->options.pattern_count;
    return fits && has_cheap_bound(s) ? "every move exchanges the blank, and the bound is carried along; " : NULL;
}

/* Layers from both ends can be watched; what is searched depth-first and fast cannot. */
static const char *is_watched(struct few_solving *s, char *buffer, size_t size) {
    (void)buffer, (void)size;
    const struct few_facts *facts = known(s, VAST);
    return facts && facts->exchanges && can(s, FEW_BIDIRECTIONAL) ? "moves can be inverted, and the layers can be seen" : NULL;
}

static const char *is_far(struct few_solving *s, char *buffer, size_t size) {
    (void)buffer, (void)size;
    return s->given_up == slides || s->given_up == is_watched ? "too far for that: tables pay off; " : NULL;
}

/* Gaps between neighbours are often all that is left to do. */
static const char *has_gaps(struct few_solving *s, char *buffer, size_t size) {
    (void)buffer, (void)size;
    const struct few_facts *facts = known(s, LARGE);
    if (!facts || facts->graded || s->options.trace || s->options.pattern_count || !has_cheap_bound(s) || !s->problem.bound || s->problem.bound->kind != &few_gaps_kind)
        return NULL;
    return "gaps between neighbours bound the distance; ";
}

/* Whether gaps say far more than tables could: log(entries) / log(moves) is how far from the goal most entries of a table are. */
static bool has_strong_gaps(struct few_solving *s) {
    const uint64_t moves = s->problem.space->max_successors + UINT64_C(1);
    uint32_t bound = 0, depth = 0;
    for (uint64_t entries = LARGE - 1; entries && moves > 1; entries /= moves)
        depth++;
    if (has_cheap_bound(s) && s->problem.bound && s->problem.bound->kind == &few_gaps_kind)
        few_bound_look_up(s->problem.bound, s->problem.starts, 1, &bound);
    s->problem.bound = NULL;
    return bound >= 2 * depth;
}

/* Where moves only permute, and from both ends most states are out of reach, tables by coordinates lead to the goal; but what is near needs none. */
static const char *permutes(struct few_solving *s, char *buffer, size_t size) {
    (void)buffer, (void)size;
    const struct few_facts *facts = known(s, LARGE);
    const bool fits = facts && facts->orbit && facts->orbit->whole && facts->orbit->goals && s->problem.start_count == 1 &&
                      !s->options.trace && !s->options.pattern_count && s->options.bound_memory && can(s, FEW_BIDIRECTIONAL);
    const uint64_t states = fits ? few_orbit_states(facts->orbit, s->problem.starts) : 1;
    return (states == 0 || states > TOO_MANY_TO_MEET) && !has_strong_gaps(s) ? "a goal that is near is soon met from both ends" : NULL;
}

/* In a plan they are believed to be there. Making them may be stopped, and then that is how it ends: the search itself would ask again. */
static const char *has_coordinates(struct few_solving *s, char *buffer, size_t size) {
    (void)buffer, (void)size;
    struct few_error error;
    few_error_clear(&error);
    if (s->given_up != permutes)
        return NULL;
    const bool made = s->next_round > 0 && few_solving_bound(s, &error) && s->problem.bound;
    if (s->next_round > 0 && s->stopped == FEW_RUNNING && !(made && s->problem.bound->kind == &few_coordinate_tables_kind)) {
        s->problem.bound = NULL;
        return NULL;
    }
    return "moves only permute, and there are too many states to meet from both ends; ";
}

/* How many states there are within half the way from either end, if each leads to so many others and no solution is shorter. */
static double from_both_ends(double others, uint64_t least) {
    double states = 2;
    for (uint64_t d = 0; d < least / 2 && states < 1e18; d++)
        states *= others;
    return states;
}

/* Whether the next round is smaller than a search from both ends would have to be. In a plan, the first rounds have yet to be done. That
 * there is a solution must be known: going deep would never end without one. */
static const char *grow_slowly(struct few_solving *s, char *buffer, size_t size) {
    const struct few_facts *facts = known(s, LARGE);
    uint32_t bound = 0;
    if (s->given_up != has_gaps || !facts || !facts->orbit || !facts->orbit->whole || !s->problem.start_count || !has_cheap_bound(s))
        return NULL;
    few_bound_look_up(s->problem.bound, s->problem.starts, 1, &bound);
    const uint64_t least = s->tried > bound ? s->tried : bound;
    const bool plans = s->next_round <= 0;
    const double deep = plans ? PROBE_GAPS : s->next_round, moves = plans ? s->problem.space->max_successors : s->moves;
    const double wide = from_both_ends(moves - 1, least + 1); /* one of the moves leads back */
    if (deep > wide)
        return NULL;
    snprintf(buffer, size, "from both ends there would be %.0e states or more on the way; ", wide);
    return buffer;
}

/* Where all solutions are equally long, depth-first search may soon find one; where solutions are rare, it gives up. */
static const char *is_graded(struct few_solving *s, char *buffer, size_t size) {
    (void)buffer, (void)size;
    const struct few_facts *facts = known(s, VAST);
    return facts && facts->graded && has_cheap_bound(s) ? "all solutions are equally long; " : NULL;
}

/* On a board that is mostly open, A* sees a small part of it; in a labyrinth all of it. */
static const char *is_open(struct few_solving *s, char *buffer, size_t size) {
    (void)buffer, (void)size;
    const struct few_space *space = s->problem.space;
    const bool fits = is_free(s) && !s->options.all && !s->options.trace && space->has_many_paths && few_costs_are_equal(space) &&
                      space->ranks >= WIDE && s->problem.start_count == 1;
    return fits && has_cheap_bound(s) && s->problem.bound ? "on a wide board most cells need not be looked at; " : NULL;
}

/* Going back from the goal alone spares sorting out the states on shortest paths, where these are most of them. */
static const char *has_many_paths(struct few_solving *s, char *buffer, size_t size) {
    (void)buffer, (void)size;
    const struct few_space *space = s->problem.space;
    return is_free(s) && !s->options.all && space->has_many_paths && space->undirected && can(s, FEW_BIDIRECTIONAL)
               ? "most states may lie on shortest paths: breadth-first, back from the goal"
               : NULL;
}

static const char *turns(struct few_solving *s, char *buffer, size_t size) {
    if (!is_free(s) || !can(s, FEW_BIDIRECTIONAL))
        return NULL;
    say_few_goals(s, buffer, size);
    return buffer;
}

/* What holds of the search that would have run instead. */
static const char *always(struct few_solving *s, char *buffer, size_t size) {
    const struct few_search *better = is_free(s) ? few_searches[FEW_BIDIRECTIONAL].search : asked(s);
    const char *why = few_search_lacks(better, &s->problem, s->options.all);
    const bool counted = s->problem.space->run->predecessors && !s->problem.goals_listed && !s->problem.table &&
                         s->problem.goal_outcome == FEW_GOALS_TOO_MANY && better->needs & FEW_NEEDS_GOALS;
    if (!counted)
        return why;
    snprintf(buffer, size, "there %s more than %zu goal%s", s->problem.goal_limit == 1 ? "is" : "are", s->problem.goal_limit,
             few_plural(s->problem.goal_limit));
    return buffer;
}

static const struct candidate candidates[] = {
    {FEW_TABLE, has_table, 0, 0, false, 0},
    {FEW_AUTO, as_kept, 0, 0, false, 0},
    {FEW_AUTO, as_asked_with_gaps, 0, PROBE_GAPS, false, 0},
    {FEW_AUTO, as_asked, 0, 0, false, 0},
    {FEW_ASTAR, astar_instead, 0, 0, false, 0},
    {FEW_ASTAR, pushes_boxes, 0, 0, false, 0},
    {FEW_DIJKSTRA, has_costs, 0, 0, false, 0},
    {FEW_IDASTAR, slides, 0, PROBE_SLIDES, false, 0},
    {FEW_IDASTAR, is_far, 0, 0, false, 0},
    {FEW_BIDIRECTIONAL, is_watched, PROBE_STATES, 0, false, 0},
    {FEW_IDASTAR, is_far, 0, 0, false, 0},
    {FEW_IDASTAR, has_gaps, 0, PROBE_GAPS, false, 0},
    {FEW_BIDIRECTIONAL, permutes, PROBE_TURNS, 0, false, 0},
    {FEW_IDASTAR, has_coordinates, 0, 0, false, 0},
    {FEW_IDASTAR, grow_slowly, 0, 0, false, 0},
    {FEW_IDASTAR, is_graded, 0, PROBE_EXPANDED, false, 0},
    {FEW_ASTAR, is_open, 0, 0, false, PROBE_CELLS},
    {FEW_BFS, has_many_paths, 0, 0, true, 0},
    {FEW_BIDIRECTIONAL, turns, 0, 0, false, 0},
    {FEW_BFS, always, 0, 0, false, 0},
};

/* ---- For a search that is a part of other work */

const struct few_search_row *few_choose_plainly(const struct few_problem *problem, bool all) {
    static const unsigned in_order[] = {FEW_ASTAR, FEW_BIDIRECTIONAL, FEW_BFS, FEW_DIJKSTRA};
    const size_t last = sizeof in_order / sizeof *in_order - 1; /* which lacks nothing */
    size_t i = problem->bound ? 0 : 1;
    while (i < last && few_search_lacks(few_searches[in_order[i]].search, problem, all))
        i++;
    return &few_searches[in_order[i]];
}

/* ---- Running one */

void few_say_why(struct few_solving *s, const char *word, const char *choice, const char *why) {
    s->base.word = word;
    join(s->answer->reason, sizeof s->answer->reason, (const char *const[]){word, ": ", choice, why, NULL});
}

/* What the next round of a depth-first search that gave up would expand, by how the rounds before it grew. */
static void note_growth(struct few_solving *s) {
    const struct few_list *layers = &s->base.layers;
    const struct few_counts *counts = &s->base.watch.counts;
    s->next_round = (double)counts->expanded;
    s->moves = (double)counts->generated / (double)(counts->expanded + 1);
    s->tried = 0;
    if (layers->count < 2)
        return;
    const fewest_layer *last = few_list_at(layers, layers->count - 1), *before = last - 1;
    s->tried = last->depth;
    if (before->states && (double)last->states * (double)last->states / (double)before->states > s->next_round)
        s->next_round = (double)last->states * (double)last->states / (double)before->states;
}

void few_solving_begin_anew(struct few_solving *s) {
    struct few_solutions *solutions = &s->answer->solutions;
    solutions->states.count = solutions->moves.count = solutions->list.count = 0;
    struct few_watch *watch = &s->base.watch;
    watch->counts.remembered = watch->counts.frontier = 0;
    watch->counts.frontiers[0] = watch->counts.frontiers[1] = s->base.layers.count = 0;
    watch->levelled = watch->counts.expanded;
    struct few_memory *searching = &s->answer->memory, *own = &s->answer->puzzle->memory;
    size_t together = atomic_load(&searching->peak) + atomic_load(&own->used); /* the tables come after that */
    if (together > atomic_load(&own->peak))
        atomic_store(&own->peak, together);
    atomic_store(&searching->peak, atomic_load(&searching->used));
    atomic_store(&searching->over_budget, false);
    s->problem.bound = NULL;
}

/* The bound of the search, and the reason with what the bound says of itself. FEW_RUNNING: go on. false: see *error. */
static bool prepare_bound(struct few_solving *s, const char *word, const char *choice, enum few_end *end,
                          struct few_error *error) {
    const struct few_problem *problem = &s->problem;
    bool no_memory = false;
    if (!problem->bound && few_problem_starts_at_goal(problem)) { /* any search ends at once: a bound would be made for nothing */
        few_say_why(s, word, choice, "the start is a goal, so that no bound is made");
        return true;
    }
    if (!problem->bound && !few_solving_bound(s, error)) {
        no_memory = error->kind == FEW_ERROR_MEMORY && !atomic_load(&s->answer->puzzle->memory.refused);
        if (s->stopped == FEW_RUNNING && !no_memory)
            return false;
        *end = s->stopped != FEW_RUNNING ? s->stopped : FEW_MEMORY_LIMIT;
        *error = (struct few_error){0};
    }
    few_say_why(s, word, choice,
                problem->bound              ? problem->bound->text
                : s->stopped != FEW_RUNNING ? "stopped while its pattern databases were built"
                : no_memory                 ? "there is not enough memory for its lower bound"
                                            : "no lower bound above 0 is known");
    return true;
}

void few_solving_find_hopeless(struct few_solving *s, const struct few_search *search, bool from_goals) {
    char *reason = s->answer->reason;
    const size_t length = strlen(reason);
    s->problem.hopeless = NULL;
    if (search->needs & FEW_LEAVES_HOPELESS && !s->options.trace && !from_goals)
        s->problem.hopeless = few_model_hopeless(s->answer->model);
    if (s->problem.hopeless)
        join(reason + length, sizeof s->answer->reason - length, (const char *const[]){", ", s->problem.hopeless->text, NULL});
}

static void say_symmetries(struct few_solving *s) {
    char *reason = s->answer->reason;
    const size_t length = strlen(reason);
    if (s->base.watch.symmetries)
        snprintf(reason + length, sizeof s->answer->reason - length, ", up to %u states as one by symmetry", (unsigned)s->base.watch.symmetries);
}

/* After how many states that are expanded a candidate gives up; 0: never. */
static uint64_t most_expanded(const struct few_solving *s, const struct candidate *candidate) {
    return candidate->part ? s->problem.space->ranks / candidate->part : candidate->expanded;
}

/* With the limits of a candidate that only tries its luck. */
static enum few_end run(struct few_solving *s, const struct candidate *candidate, const struct few_search *search, bool from_goals) {
    struct few_watch *watch = &s->base.watch;
    const uint64_t states = watch->max_states;
    const size_t list = s->options.all ? (size_t)s->options.list : 1;
    if (candidate->states && (!states || candidate->states < states))
        watch->max_states = candidate->states;
    const uint64_t expanded = most_expanded(s, candidate);
    watch->max_expanded = expanded ? watch->counts.expanded + expanded : 0;
    watch->from_goals = from_goals;
    /* Going back from the goals all the way is a manner of the search from both ends. */
    enum few_end end = (from_goals ? few_searches[FEW_BIDIRECTIONAL].search : search)
                           ->run(&s->problem, watch, list, s->options.all, &s->answer->solutions);
    watch->max_states = states;
    watch->max_expanded = 0;
    return end;
}

/* Whether a candidate only tries its luck; and had none. */
static bool tries(const struct few_solving *s, const struct candidate *candidate) {
    const uint64_t states = s->base.watch.max_states;
    return most_expanded(s, candidate) || (candidate->states && (!states || candidate->states < states));
}

static bool gave_up(const struct few_solving *s, const struct candidate *candidate, enum few_end end) {
    return tries(s, candidate) && (end == FEW_STATE_LIMIT || end == FEW_MEMORY_LIMIT);
}

/* What keeps every start from every goal; NULL: nothing that is known. */
static const struct few_obstacle *obstacle(const struct few_solving *s, const struct few_facts *facts) {
    const struct few_obstacle *found = NULL;
    for (size_t i = 0; i < s->problem.start_count; i++)
        if (!(found = few_facts_forbid(facts, s->problem.starts + i * s->problem.space->words)))
            return NULL;
    return found;
}

bool few_choose_and_run(struct few_solving *s, enum few_end *end, struct few_error *error) {
    const struct few_problem *problem = &s->problem;
    const size_t count = sizeof candidates / sizeof *candidates;
    for (size_t i = 0; i < count; i++) {
        const struct candidate *candidate = &candidates[i];
        const struct few_search_row *row = &few_searches[candidate->search ? candidate->search : s->options.algorithm];
        const struct few_search *search = row->search;
        char buffer[FEW_WHY];
        const char *why = candidate->fits(s, buffer, sizeof buffer);
        if (!why)
            continue;
        *end = FEW_RUNNING;
        few_say_why(s, row->word, "", why);
        if (search->needs & FEW_USES_BOUND && !prepare_bound(s, row->word, why, end, error))
            return false;
        if (*end != FEW_RUNNING)
            return true;
        if (!problem->start_count || (!problem->table && problem->goals_listed && problem->goal_count == 0)) {
            *end = FEW_UNSOLVABLE; /* no state at all meets the goal with the pieces there are */
            return true;
        }
        const struct few_obstacle *forbids = obstacle(s, known(s, LARGE));
        if (forbids) {
            few_say_why(s, forbids->word, "", forbids->why);
            s->base.word = row->word;
            *end = FEW_UNSOLVABLE;
            return true;
        }
        const bool from_goals = candidate->fits == as_kept ? s->from_goals : candidate->from_goals;
        if (!few_search_begins(s, (unsigned)(row - few_searches), from_goals, tries(s, candidate), error))
            return false;
        few_solving_find_hopeless(s, search, from_goals);
        s->base.watch.symmetries = 0;
        *end = run(s, candidate, search, from_goals);
        say_symmetries(s);
        if (!gave_up(s, candidate, *end))
            return true;
        s->given_up = candidate->fits;
        note_growth(s);
        few_solving_begin_anew(s);
    }
    return true; /* the last candidate fits always, and never gives up */
}

/* ---- Telling, without running */

size_t few_choose(struct few_solving *s, struct few_planned *plan, size_t room) {
    size_t count = 0;
    for (size_t i = 0; i < sizeof candidates / sizeof *candidates && count < room; i++) {
        const struct candidate *candidate = &candidates[i];
        char buffer[FEW_WHY];
        const char *why = candidate->fits(s, buffer, sizeof buffer);
        if (!why)
            continue;
        struct few_planned *planned = &plan[count++];
        *planned = (struct few_planned){.row = &few_searches[candidate->search ? candidate->search : s->options.algorithm], .states = candidate->states,
                                        .expanded = most_expanded(s, candidate)};
        snprintf(planned->why, sizeof planned->why, "%.*s", (int)strcspn(why, ";"), why); /* without what its bound adds */
        if (!planned->states && !planned->expanded)
            break;
        s->given_up = candidate->fits;
        s->problem.bound = NULL;
    }
    s->given_up = NULL;
    s->problem.bound = NULL;
    return count;
}

const char *few_known_unsolvable(struct few_solving *s) {
    const struct few_facts *facts = NULL;
    struct few_error ignored;
    few_error_clear(&ignored);
    if (!s->problem.table && s->problem.goals_listed && s->problem.goal_count == 0)
        return "no state that the start allows meets the goal";
    const struct few_obstacle *found = few_model_facts(s->answer->model, &facts, &ignored) ? obstacle(s, facts) : NULL;
    return found ? found->why : NULL;
}
