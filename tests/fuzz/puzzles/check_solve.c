/* Searching: every algorithm, store and number of threads; limits; start and goal given by hand. */
#include "trial.h"

#include "reader.h"

#include <inttypes.h>
#include <string.h>

question default_question(trial *self, const char *kind) {
    return (question){kind, "", {.size = sizeof(fewest_options)}, &self->reach, &self->known, self->game->has_within ? self->game->within : FAR};
}

const char *options_text(trial *self, const fewest_options *options) {
    static const char *const algorithms[] = {"auto", "bfs", "bidirectional", "astar", "idastar"};
    static const char *const stores[] = {"auto", "rank", "hash", "tree"}, *const symmetry[] = {"auto", "on", "off"};
    return arena_print(&self->memory, "algorithm %s, remember %s, threads %" PRIu64 ", all %d, list %" PRIu64 ", any %d, depth %" PRId64 ", states %" PRIu64
                       ", bound memory %" PRIu64 ", transpositions %" PRId64 ", symmetry %s",
                       algorithms[options->algorithm], stores[options->remember], options->limits.threads, options->all, options->list,
                       options->any, (int64_t)meant(options->limits.depth, UINT64_MAX), options->limits.states,
                       meant(options->bound_memory, FEWEST_BOUND_MEMORY), (int64_t)meant(options->transpositions, UINT64_MAX), symmetry[options->symmetry]);
}

/* Large tables of a bound take most of the time; small ones are as good for finding mistakes. */
void limit_tables(trial *self, fewest_options *options) {
    static const uint64_t sizes[] = {FEWEST_ZERO, 4096, 1 << 16, 1 << 16, 1 << 18};
    if (!chance(self, 1)) options->bound_memory = sizes[below(self, 5)];
}

void random_options(trial *self, fewest_options *options) {
    options->algorithm = (fewest_algorithm)below(self, 5);
    options->remember = (fewest_remember)below(self, 4);
    options->limits.threads = 1 + below(self, 2);
    options->all = chance(self, 40);
    options->any = !options->all && chance(self, 20);
    options->list = chance(self, 25) && self->known.best < 60 ? 100 : 1 + below(self, 8);
    options->symmetry = (fewest_symmetry_use)below(self, 3);
    limit_tables(self, options);
    if (chance(self, 30)) options->transpositions = chance(self, 50) ? FEWEST_ZERO : 1 << 16;
    if (options->algorithm == FEWEST_IDASTAR) options->limits.seconds = IDASTAR_SECONDS;
    /* Asked for by name, it lists up to a million goals. */
    if (options->algorithm == FEWEST_BIDIRECTIONAL) options->limits.seconds = TABLE_SECONDS;
}

/* ---- solutions ---- */

typedef struct comparison {
    trial *self;
    const question *asked;
    fewest_answer *answer;
    size_t solution;
    bool same;
} comparison;

static bool same_solution(void *context, const uint32_t *nodes, const edge *edges, size_t length) {
    comparison *with = context;
    trial *self = with->self;
    const question *asked = with->asked;
    if (with->solution >= fewest_answer_listed(with->answer)) return false;
    const size_t got = fewest_answer_solution_length(with->answer, with->solution);
    with->same = false;
    if (got != length) return differs(self, asked->kind, "%s: solution %zu has %zu moves, not %zu", asked->what, with->solution, got, length);
    for (size_t i = 0; i <= length; i++) {
        const char *text = fewest_answer_state(with->answer, with->solution, i), *wanted = space_text(asked->reach, nodes[i]);
        bool same;
        if (!means_state(self, asked->kind, text, wanted, asked->reach->nodes[nodes[i]].at, &same)) return false;
        if (!same) return differs(self, asked->kind, "%s: solution %zu, state %zu is %s, not %s", asked->what, with->solution, i, text, wanted);
        if (i == length) break;
        const char *expected = space_word(asked->reach, nodes[i], edges[i].move);
        const char *word = fewest_answer_move(with->answer, with->solution, i);
        if (!word || strcmp(word, expected) != 0)
            return differs(self, asked->kind, "%s: solution %zu, move %zu is %s, not %s", asked->what, with->solution, i, word ? word : "NULL", expected);
    }
    with->same = true;
    with->solution++;
    self->questions++;
    return true;
}

/* Any shortest path will do: it is played. */
static bool plays(trial *self, const question *asked, fewest_answer *answer) {
    uint64_t cost = 0, weight = 0;
    state at, next;
    const size_t length = fewest_answer_length(answer);
    if (!state_of_text(self, asked->kind, fewest_answer_state(answer, 0, 0), &at)) return false;
    const size_t begin = space_find(asked->reach, at);
    if (begin < asked->known->first || begin >= asked->known->end) return differs(self, asked->kind, "%s: begins elsewhere", asked->what);
    for (size_t i = 0; i < length; i++, at = next) {
        const moves all = moves_of(self->game, at, &self->memory);
        step *steps;
        const size_t count = steps_of(&all, &self->memory, &steps);
        size_t found = count;
        for (size_t k = 0; k < count; k++)
            if (strcmp(word_of(self->game, &all, steps[k].move, &self->memory), fewest_answer_move(answer, 0, i)) == 0) found = k;
        if (found == count) return differs(self, asked->kind, "%s: move %zu, %s, is none", asked->what, i, fewest_answer_move(answer, 0, i));
        cost += steps[found].cost;
        weight += weight_of(steps[found].cost);
        if (!state_of_text(self, asked->kind, fewest_answer_state(answer, 0, i + 1), &next)) return false;
        if (!same_state(next, all.items[steps[found].move].result))
            return differs(self, asked->kind, "%s: move %zu leads to another state", asked->what, i);
    }
    const size_t last = space_find(asked->reach, at);
    if (last == SIZE_MAX || !asked->known->goal[last]) return differs(self, asked->kind, "%s: ends at no goal", asked->what);
    if (cost != asked->known->best) return differs(self, asked->kind, "%s: the moves cost %" PRIu64, asked->what, cost);
    if (weight != asked->known->least[begin]) return differs(self, asked->kind, "%s: more moves that cost nothing than it takes", asked->what);
    return true;
}

static bool compare_solved(trial *self, const question *asked, fewest_answer *answer) {
    const fewest_options *options = &asked->options;
    const uint64_t cost = fewest_answer_cost(answer), solutions = fewest_answer_solutions(answer);
    if (cost != asked->known->best)
        return differs(self, asked->kind, "%s: cost %" PRIu64 ", not %" PRIu64, asked->what, cost, asked->known->best);
    const uint64_t expected = options->all ? asked->known->best_solutions : 1;
    if (solutions != expected) return differs(self, asked->kind, "%s: %" PRIu64 " solutions, not %" PRIu64, asked->what, solutions, expected);
    const size_t listed = fewest_answer_listed(answer), most = options->all ? (size_t)meant(options->list, 100) : 1;
    if (listed != (expected < most ? expected : most)) return differs(self, asked->kind, "%s: %zu solutions are listed", asked->what, listed);
    if (options->any) return plays(self, asked, answer);
    comparison with = {self, asked, answer, 0, true};
    space_solutions(asked->reach, asked->known, same_solution, &with);
    if (!with.same) return false;
    if (with.solution != listed) return differs(self, asked->kind, "%s: %zu of %zu solutions were compared", asked->what, with.solution, listed);
    return true;
}

static bool may_refuse(const fewest_options *options) {
    return options->remember == FEWEST_REMEMBER_RANK || options->algorithm >= FEWEST_BIDIRECTIONAL;
}

static bool compare_answer(trial *self, const question *asked, fewest_answer *answer) {
    const fewest_options *options = &asked->options;
    const fewest_status status = fewest_answer_status(answer);
    const fewest_limit limit = fewest_answer_limit(answer);
    const bool solvable = asked->known->best != FAR && asked->known->best <= asked->within;
    const uint64_t best = solvable ? asked->known->best : FAR;
    const bool deep = options->limits.depth && (!solvable || best > meant(options->limits.depth, UINT64_MAX));
    self->questions++;
    if (status == FEWEST_LIMIT && limit == FEWEST_TIME_LIMIT && options->limits.seconds > 0) return self->refusals++, true;
    if (status == FEWEST_LIMIT && limit == FEWEST_DEPTH_LIMIT && deep) return true;
    if (status == FEWEST_LIMIT && limit == FEWEST_STATE_LIMIT && options->limits.states > 0) return true;
    /* A perfect hash of all arrangements may be too large, where it was asked for. */
    if (status == FEWEST_LIMIT && limit == FEWEST_MEMORY_LIMIT && options->remember == FEWEST_REMEMBER_RANK) return self->refusals++, true;
    if (status == FEWEST_UNSOLVABLE && !solvable) return true;
    if (status == FEWEST_SOLVED && solvable && !deep) return compare_solved(self, asked, answer);
    return differs(self, asked->kind, "%s: %s (%s), length %zu, cost %" PRIu64 "; right is %s %" PRId64 " [%s]", asked->what,
                   fewest_status_word(status), fewest_limit_word(limit), fewest_answer_length(answer), fewest_answer_cost(answer),
                   solvable ? "solved" : "unsolvable", (int64_t)best, fewest_answer_reason(answer));
}

bool ask_solve(trial *self, fewest_puzzle *engine, const question *asked) {
    fewest_error error;
    asks(self, asked->kind, asked->what);
    fewest_answer *answer = fewest_solve(engine, &asked->options, &error);
    if (!answer) {
        if (error.status == FEWEST_INVALID && may_refuse(&asked->options)) return self->refusals++, true;
        return differs(self, asked->kind, "%s: no answer: %s (%s)", asked->what, error.message, fewest_status_word(error.status));
    }
    const bool same = compare_answer(self, asked, answer);
    fewest_answer_free(answer);
    return same;
}

/* ---- the questions ---- */

bool check_solve(trial *self) {
    if (self->game->goal_count == 0) return true;
    question asked = default_question(self, "solve");
    asked.options.all = chance(self, 70);
    if (self->known.best >= 60) asked.options.list = 3;
    asked.what = options_text(self, &asked.options);
    if (!ask_solve(self, self->engine, &asked)) return false;
    for (unsigned i = 0; i < (self->is_thorough ? 20 : 3); i++) {
        asked.options = (fewest_options){.size = sizeof asked.options};
        random_options(self, &asked.options);
        asked.what = options_text(self, &asked.options);
        if (!ask_solve(self, self->engine, &asked)) return false;
    }
    return true;
}

bool check_limits(trial *self) {
    if (self->game->goal_count == 0) return true;
    question asked = default_question(self, "limit");
    random_options(self, &asked.options);
    const uint64_t best = self->known.best == FAR ? below(self, 9) : self->known.best;
    const uint64_t depth = chance(self, 50) ? best - (best > 0) + below(self, 3) : below(self, (unsigned)(best % 1000) + 2);
    if (chance(self, 60)) asked.options.limits.depth = FEWEST_EXACTLY(depth);
    else asked.options.limits.states = 1 + below(self, (unsigned)self->reach.count + 3);
    asked.what = options_text(self, &asked.options);
    return ask_solve(self, self->engine, &asked);
}

static bool start_by_hand(trial *self, fewest_puzzle *engine) {
    fewest_error error;
    const size_t index = below(self, (unsigned)self->reach.count);
    const node *from = &self->reach.nodes[index];
    if (from->at.count == 0) return true; /* the empty string cannot be written */
    const char *text = state_text(self->game, from->at, &self->memory);
    if (!fewest_set_start(engine, text, &error)) return engine_says_no(self, "by hand", &error);
    truth known = truth_from(&self->known, index);
    question asked = default_question(self, "by hand");
    random_options(self, &asked.options);
    asked.known = &known;
    asked.what = arena_print(&self->memory, "START %s: %s", text, options_text(self, &asked.options));
    if (!is_endless(self)) return ask_solve(self, engine, &asked);
    /* What is reached from there goes beyond what is reached from the start. */
    space around;
    bool same = true;
    space_build(&around, self->game, &from->at, 1, 1500, self->game->within);
    if (around.is_whole) {
        known = space_truth(&around, self->game->goals, self->game->goal_count);
        asked.reach = &around;
        same = ask_solve(self, engine, &asked);
    }
    space_free(&around);
    return same;
}

/* A start that must never be is refused, and the one before stays. */
static bool never_by_hand(trial *self, fewest_puzzle *engine) {
    fewest_error error;
    puzzle unbound = *self->game;
    unbound.never_count = 0;
    const moves all = moves_without_words(&unbound, self->reach.nodes[below(self, (unsigned)self->reach.count)].at, &self->memory);
    for (size_t i = 0; i < all.count; i++) {
        if (!must_never_be(self->game, all.items[i].result) || all.items[i].result.count == 0) continue;
        const char *text = state_text(self->game, all.items[i].result, &self->memory);
        self->questions++;
        if (fewest_set_start(engine, text, &error)) return differs(self, "by hand", "START %s is taken, but must never be", text);
        if (error.status != FEWEST_INVALID) return engine_says_no(self, "by hand", &error);
        break;
    }
    question asked = default_question(self, "by hand");
    asked.what = "after a start that must never be";
    return self->game->goal_count == 0 || ask_solve(self, engine, &asked);
}

/* Several starts: all values of a var, in a state that can be reached. They are refused where one of them must never be. */
static bool starts_by_hand(trial *self, fewest_puzzle *engine) {
    const puzzle *game = self->game;
    fewest_error error;
    start read;
    state *all;
    const char *whole = state_text(game, self->reach.nodes[below(self, (unsigned)self->reach.count)].at, &self->memory);
    const char *name = game->vars[below(self, (unsigned)game->var_count)].text;
    const char *value = strstr(whole, arena_print(&self->memory, "%s is ", name)) + strlen(name) + 4;
    const char *text = arena_print(&self->memory, "%.*sany%s", (int)(value - whole), whole, value + strcspn(value, " "));
    if (!puzzle_read_start(self->game, text, &read)) return differs(self, "by hand", "the interpreter cannot read the start %s", text);
    const size_t count = starts_of(game, &read, &self->memory, &all);
    bool never = false, same = true;
    for (size_t i = 0; i < count; i++) never = never || must_never_be(game, all[i]);
    self->questions++;
    if (fewest_set_start(engine, text, &error) == never)
        return never ? differs(self, "by hand", "START %s is taken, but must never be", text) : engine_says_no(self, "by hand", &error);
    if (never) return true;
    space around;
    space_build(&around, game, all, count, 1500, SIZE_MAX);
    if (around.is_whole) {
        const truth known = space_truth(&around, game->goals, game->goal_count);
        question asked = default_question(self, "by hand");
        random_options(self, &asked.options);
        asked.known = &known;
        asked.reach = &around;
        asked.what = arena_print(&self->memory, "START %s: %s", text, options_text(self, &asked.options));
        same = ask_solve(self, engine, &asked);
    }
    space_free(&around);
    return same;
}

/* A state as a goal, some of its cells left open. */
static const char *goal_text(trial *self, state one) {
    const puzzle *game = self->game;
    const size_t cells = game->is_string ? one.count : puzzle_cells(game);
    const unsigned loose = chance(self, 40) ? 0 : below(self, 90);
    char *text = arena_text(&self->memory, "", 0);
    for (size_t i = 0; i < cells; i++) {
        const char *gap = i == 0 ? "" : game->is_string ? "" : i % game->columns == 0 ? " / " : " ";
        text = arena_print(&self->memory, "%s%s%s", text, gap, chance(self, loose) ? "_" : game->words[one.at[i]].text);
    }
    for (size_t i = 0; i < game->var_count; i++) {
        if (*text && chance(self, loose)) continue;
        text = arena_print(&self->memory, "%s%s%s is %s", text, *text ? " and " : "", game->vars[i].text, game->words[one.at[cells + i]].text);
    }
    return text;
}

static bool goal_by_hand(trial *self, fewest_puzzle *engine) {
    fewest_error error;
    goal *made = NULL;
    size_t count;
    const node *to = &self->reach.nodes[below(self, (unsigned)self->reach.count)], *other = &self->reach.nodes[below(self, (unsigned)self->reach.count)];
    if (to->at.count == 0) return true;
    const char *text = goal_text(self, to->at);
    if (chance(self, 25) && other->at.count > 0 && find_symbol(self->game, "or") < 0)
        text = arena_print(&self->memory, "%s or %s", text, goal_text(self, other->at));
    if (!fewest_set_goal(engine, text, &error)) return engine_says_no(self, "by hand", &error);
    if (!puzzle_read_goals(self->game, text, &made, &count)) return differs(self, "by hand", "the interpreter cannot read the goal %s", text);
    const truth known = space_truth(&self->reach, made, count);
    question asked = default_question(self, "by hand");
    random_options(self, &asked.options);
    asked.known = &known;
    asked.what = arena_print(&self->memory, "--goal %s: %s", text, options_text(self, &asked.options));
    return ask_solve(self, engine, &asked);
}

bool check_by_hand(trial *self) {
    fewest_error error;
    fewest_puzzle *engine = fewest_parse(self->text, strlen(self->text), "puzzle", &error);
    if (!engine) return engine_says_no(self, "by hand", &error);
    const bool start = self->game->goal_count > 0 && chance(self, 50);
    const bool never = self->game->never_count > 0 && chance(self, 50);
    const bool several = start && self->game->var_count > 0 && chance(self, 35);
    const bool same = never     ? never_by_hand(self, engine)
                      : several ? starts_by_hand(self, engine)
                      : start   ? start_by_hand(self, engine)
                                : goal_by_hand(self, engine);
    fewest_puzzle_free(engine);
    return same;
}
