/* fewest_explain: what is known of a puzzle before it is solved. What is proved comes from the space and its facts; what is
 * counted, from going through states (measure.c); what is chosen, from the list of candidates (choose.c). */
#include "api/measure.h"
#include "api/solving.h"
#include "facts/symmetry.h"
#include "space/describe.h"

#include <fewest/explain.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CHOICES = 8 };

/* Of each fact, where it comes from. */
struct bases {
#define FEW_MEMBER(question, form, type, name, basis, meaning) fewest_basis name;
    FEWEST_FACTS(FEW_MEMBER)
#undef FEW_MEMBER
};

struct fewest_explanation {
    struct few_memory memory;
    struct few_run run;
    fewest_puzzle *puzzle;   /* held */
    struct few_model *model; /* in which states were counted */
    fewest_status status;
    fewest_limit limit;
    fewest_facts facts;
    struct bases bases;
    struct few_description description;
    struct few_measure measure;
    char bound[sizeof((struct few_bound *)0)->text];
    struct few_planned plan[MOST_CHOICES];
    size_t planned;
};

/* ---- What the space says of itself */

static const char *known_text(const char *text) {
    return text && *text ? text : NULL;
}

static void describe(fewest_explanation *self) {
    const struct few_space *space = self->model->space;
    struct few_description *d = &self->description;
    fewest_facts *facts = &self->facts;
    *d = (struct few_description){.state = "words of 64 bits", .cells = FEW_NOT_SAID, .changing = FEW_NOT_SAID,
                                  .pieces = FEW_NOT_SAID, .vars = FEW_NOT_SAID, .longest = FEW_NOT_SAID,
                                  .bits = (uint64_t)space->words * 64, .hash = "none", .about = -1};
    d->hash_chosen = !space->keep->describe; /* whoever says no more of its states may still know how to number them */
    if (space->keep->describe)
        space->keep->describe(space, d);
    else if (space->ranks)
        d->hash = space->rank_name;
    const uint64_t possible = d->count ? d->count : space->keep->count ? space->keep->count(space) : space->ranks;
    facts->state = d->state;
    facts->cells = d->cells;
    facts->changing = d->changing;
    facts->pieces = d->pieces;
    facts->vars = d->vars;
    facts->longest = d->longest;
    facts->bits = d->bits;
    facts->formula = known_text(d->formula);
    facts->possible = possible ? possible : FEWEST_UNKNOWN;
    facts->possible_about = possible ? (double)possible : isfinite(d->about) ? d->about : -1;
    facts->hash = d->hash;
    facts->hash_why = known_text(d->hash_why);
    facts->ranks = !space->ranks ? FEWEST_UNKNOWN : d->numbers ? d->numbers : space->ranks;
    facts->equal_costs = few_costs_are_equal(space);
    facts->undone = space->undirected;
    facts->invertible = space->undirected || space->run->predecessors;
}

/* What can be reached, by the group of the moves. */
static void note_orbit(fewest_explanation *self, const struct few_facts *known, const struct few_list *starts) {
    const uint64_t states = known && known->orbit && starts->count == 1 ? few_orbit_states(known->orbit, starts->items) : 0;
    self->facts.orbit = states ? states : FEWEST_UNKNOWN;
}

static void note_symmetries(fewest_explanation *self, const struct few_list *starts) {
    const struct few_space *space = self->model->space;
    uint32_t of_rules = 0;
    if (!space->keep->symmetry || starts->count == 0)
        return;
    struct few_symmetry *symmetry = space->keep->symmetry(space, &self->memory, starts->items, starts->count, FEW_SYMMETRY_WORK, &of_rules);
    if (symmetry)
        self->facts.symmetries = symmetry->count;
    if (of_rules)
        self->facts.rule_symmetries = of_rules;
    few_symmetry_free(symmetry);
}

/* What moves keep. */
static bool note_kept(fewest_explanation *self, struct few_error *error) {
    const struct few_facts *known = NULL;
    if (!few_model_facts(self->model, &known, error))
        return false;
    self->facts.parity = known && known->exchanges && known->parity.known;
    struct few_list starts;
    few_list_init(&starts, &self->memory, self->model->space->words * sizeof(uint64_t));
    const bool good = self->model->space->keep->starts(self->model->space, &starts);
    if (good) {
        note_orbit(self, known, &starts);
        note_symmetries(self, &starts);
    }
    few_list_free(&starts);
    return good || few_fail_memory(error);
}

/* ---- The goal */

static bool note_goals(fewest_explanation *self, struct few_error *error) {
    fewest_facts *facts = &self->facts;
    const struct few_puzzle *rules = self->puzzle->rules;
    uint64_t *states = NULL;
    size_t count = 0, room = 0;
    enum few_goal_list result;
    facts->goals = FEWEST_UNKNOWN;
    facts->within = rules && rules->has_within ? rules->within : FEWEST_UNKNOWN;
    facts->goal = "none";
    if (!fewest_has_goal(self->puzzle))
        return true;
    const enum few_end end = few_model_goals_within(self->model, &self->run.watch, FEW_LISTED_GOALS, &states, &count, &room, &result);
    few_free(&self->memory, states, room * self->model->space->words * sizeof *states);
    if (end != FEW_RUNNING) {
        facts->goal = "not known";
        return few_run_explain(end, "to list the goals", error);
    }
    const bool listed = result == FEW_GOALS_LISTED;
    facts->goals = listed ? count : FEWEST_UNKNOWN;
    facts->goal = !listed ? "a condition" : count == 0 ? "no state" : count == 1 ? "one state" : "several states";
    return true;
}

/* ---- The choice of a search, in the space that is made for solving */

/* What the bound without tables says of the starts; one with tables that is there already says more. Nothing, if it is
 * nothing. */
static void note_bound(fewest_explanation *self, const struct few_problem *problem) {
    struct few_model *model = self->puzzle->model;
    const struct few_bound *bound = model->bound;
    struct few_bound_wish no_tables = {0};
    struct few_error ignored = {0};
    uint32_t least = FEW_NO_PATH;
    if (!bound && !few_model_bound(model, &no_tables, &bound, &ignored))
        return;
    for (size_t i = 0; bound && i < problem->start_count; i++) {
        uint32_t here;
        few_bound_look_up(bound, problem->starts + i * model->space->words, 1, &here);
        least = here < least ? here : least;
    }
    if (!bound || !least || least == FEW_NO_PATH)
        return;
    memcpy(self->bound, bound->text, sizeof self->bound);
    self->facts.bound = self->bound;
    self->facts.bound_start = least;
}

static bool choose(fewest_explanation *self, struct few_solving *s, struct few_error *error) {
    const struct few_problem *problem = &s->problem;
    struct few_watch *watch = &self->run.watch;
    fewest_puzzle *puzzle = self->puzzle;
    const enum few_end end = few_solving_list_ends(s, watch);
    if (end == FEW_RUNNING) {
        watch->kept = &puzzle->model->kept;
        self->planned = few_choose(s, self->plan, MOST_CHOICES);
        self->facts.unsolvable = few_known_unsolvable(s);
        note_bound(self, problem);
        const struct few_store_plan store = few_search_store(self->plan[0].row->search, problem, watch);
        watch->kept = NULL;
        self->facts.search = self->plan[0].row->word;
        self->facts.search_why = self->plan[0].why;
        self->facts.store = store.name;
        self->facts.store_later = store.later;
        self->facts.store_from = store.later ? store.from : FEWEST_UNKNOWN;
        self->facts.table_bytes = store.bytes ? store.bytes : FEWEST_UNKNOWN;
    }
    few_solving_free_ends(s, &self->memory);
    return few_run_explain(end, "to choose a search", error);
}

static bool note_choice(fewest_explanation *self, const fewest_options *options, struct few_error *error) {
    if (!fewest_has_goal(self->puzzle))
        return true;
    if (!few_puzzle_prepare(self->puzzle, FEW_TO_EXPLAIN, &options->limits, error))
        return false;
    struct few_solving s = {.options = *options, .answer = few_answer_create(self->puzzle)};
    if (!s.answer)
        return few_fail_memory(error);
    s.answer->model = self->puzzle->model;
    atomic_fetch_add(&s.answer->model->users, 1);
    const bool good = choose(self, &s, error);
    fewest_answer_free(s.answer);
    return good;
}

/* ---- All of it */

/* How many states can be reached at most, by all that is known. */
static uint64_t most_reached(const fewest_facts *facts, const struct few_measure *measure) {
    uint64_t most = facts->possible;
    if (facts->whole)
        return facts->reached;
    if (facts->orbit != FEWEST_UNKNOWN)
        return facts->orbit;
    if (facts->parity && most != FEWEST_UNKNOWN)
        most = most / 2 + most % 2;
    return measure->expected && measure->expected < most ? measure->expected : most;
}

static void note_measure(fewest_explanation *self) {
    const struct few_measure *m = &self->measure;
    fewest_facts *facts = &self->facts;
    facts->starts = m->starts;
    const bool counted = m->whole || m->reached;
    facts->reached = counted ? m->reached : FEWEST_UNKNOWN;
    facts->depth = counted ? m->depth : FEWEST_UNKNOWN;
    facts->whole = facts->taken = m->whole;
    facts->at_most = most_reached(facts, m);
    facts->measured = m->measured;
    facts->measured_all = m->measured_all;
    facts->moves_least = m->measured ? m->least : FEWEST_UNKNOWN;
    facts->moves_mean = m->measured ? (double)m->moves / (double)m->measured : -1;
    facts->moves_most = m->measured ? m->most : FEWEST_UNKNOWN;
    facts->cost_least = m->moves ? m->cheapest : FEWEST_UNKNOWN;
    facts->cost_most = m->moves ? m->dearest : FEWEST_UNKNOWN;
    facts->one_way_state = m->one_way_state;
    facts->one_way_move = m->one_way_move;
    facts->goals_met = m->goals_counted ? m->goals : FEWEST_UNKNOWN;
    facts->explore_bytes = m->bytes ? m->bytes : FEWEST_UNKNOWN;
    facts->explore_seconds = m->seconds;
    if (!m->whole && facts->explore_seconds < 0 && facts->at_most != FEWEST_UNKNOWN && m->reached)
        facts->explore_seconds = m->taken * ((double)facts->at_most / (double)m->reached);
}

/* Where each fact comes from: what is not known has no basis, and some facts come from more than one place. */
static void note_bases(fewest_explanation *self) {
    const fewest_facts *facts = &self->facts;
    struct bases *bases = &self->bases;
#define FEW_IS_TEXT(value) ((value) != NULL)
#define FEW_IS_COUNT(value) ((value) != FEWEST_UNKNOWN)
#define FEW_IS_NUMBER(value) ((value) >= 0)
#define FEW_IS_FLAG(value) (value)
#define FEW_NOTE(question, form, type, name, basis, meaning) \
    bases->name = FEW_IS_##form(facts->name) ? FEWEST_##basis : FEWEST_NO_BASIS;
    FEWEST_FACTS(FEW_NOTE)
#undef FEW_NOTE
    if (facts->one_way_state)
        bases->undone = FEWEST_COUNTED; /* that it is false */
    if (facts->equal_costs && facts->cost_least != FEWEST_UNKNOWN)
        bases->cost_least = bases->cost_most = FEWEST_PROVED;
    if (facts->whole) {
        bases->at_most = FEWEST_COUNTED;
        bases->explore_bytes = bases->explore_seconds = FEWEST_MEASURED;
    }
    if (self->description.hash_chosen && facts->ranks == FEWEST_UNKNOWN)
        bases->hash = bases->hash_why = FEWEST_CHOSEN;
    if (!facts->hash_why)
        bases->hash_why = FEWEST_NO_BASIS;
    if (strcmp(facts->goal, "not known") == 0)
        bases->goal = FEWEST_NO_BASIS;
}

/* Whether to go on: when the time is over, with what is known by then. */
static bool goes_on(fewest_explanation *self, bool good, struct few_error *error) {
    if (good || error->kind != FEW_ERROR_TIME_LIMIT)
        return good;
    *error = (struct few_error){0};
    self->status = FEWEST_LIMIT;
    self->limit = FEWEST_TIME_LIMIT;
    return true;
}

static bool measure(fewest_explanation *self, struct few_error *error) {
    const enum few_end end = few_measure_take(&self->measure, self->model, &self->run, fewest_has_goal(self->puzzle));
    note_measure(self);
    return few_run_explain(end, "to count states", error);
}

/* What takes longest comes last: time may end it. */
static bool explain(fewest_explanation *self, const fewest_options *options, struct few_error *error) {
    self->facts.store_from = self->facts.table_bytes = self->facts.orbit = self->facts.bound_start =
        self->facts.symmetries = self->facts.rule_symmetries = FEWEST_UNKNOWN;
    describe(self);
    if (!note_kept(self, error) || !goes_on(self, note_goals(self, error), error) ||
        !goes_on(self, note_choice(self, options, error), error) || !goes_on(self, measure(self, error), error))
        return false;
    note_bases(self);
    return true;
}

fewest_explanation *fewest_explain(fewest_puzzle *puzzle, const fewest_options *options, fewest_error *error) {
    struct few_error inner = {0};
    fewest_options wanted;
    bool good = few_options_read(options, few_puzzle_limits(puzzle), &wanted, &inner);
    fewest_explanation *self = good ? calloc(1, sizeof *self) : NULL;
    if (good && !self)
        few_fail_memory(&inner);
    if (self) {
        few_run_init(&self->run, puzzle, &wanted.limits, "explain");
        good = few_puzzle_prepare_to_explore(puzzle, UINT64_MAX, &wanted.limits, &inner);
    }
    if (self && good) {
        wanted.algorithm = FEWEST_AUTO;
        wanted.remember = FEWEST_REMEMBER_AUTO;
        wanted.all = false;
        few_run_begin(&self->run, &self->memory, 0);
        self->puzzle = few_puzzle_hold(puzzle);
        self->model = puzzle->model;
        atomic_fetch_add(&self->model->users, 1);
        good = explain(self, &wanted, &inner) && (!few_has_fault(self->model) || few_contradicted(self->model, &inner));
    }
    if (self && good)
        return self;
    fewest_explanation_free(self);
    few_error_publish(&inner, error);
    return NULL;
}

void fewest_explanation_free(fewest_explanation *self) {
    if (!self)
        return;
    if (self->model) {
        few_measure_free(&self->measure, &self->memory);
        few_list_free(&self->run.layers);
        few_model_release(self->model);
    }
    few_puzzle_release(self->puzzle);
    free(self);
}

fewest_status fewest_explanation_status(const fewest_explanation *self) {
    return self->status;
}

fewest_limit fewest_explanation_limit(const fewest_explanation *self) {
    return self->limit;
}

fewest_basis fewest_explanation_basis(const fewest_explanation *self, const char *fact) {
#define FEW_FIND(question, form, type, name, basis, meaning) \
    if (strcmp(fact, #name) == 0)                            \
        return self->bases.name;
    FEWEST_FACTS(FEW_FIND)
#undef FEW_FIND
    return FEWEST_NO_BASIS;
}

const fewest_facts *fewest_explanation_facts(const fewest_explanation *self) {
    return &self->facts;
}

size_t fewest_explanation_choices(const fewest_explanation *self) {
    return self->planned;
}

fewest_choice fewest_explanation_choice(const fewest_explanation *self, size_t index) {
    if (index >= self->planned)
        return (fewest_choice){0};
    const struct few_planned *planned = &self->plan[index];
    return (fewest_choice){planned->row->word, planned->why, planned->states, planned->expanded};
}
