/* Whether an answer is as it must be: status, cost, number of solutions, and each one that is listed, in its order. */
#include "graphs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- One solution */

static bool expect_step(struct trial *trial, fewest_answer *answer, size_t solution, size_t step, bool by_moves, uint64_t *cost,
                        uint64_t *free_moves) {
    const struct truth *truth = &trial->truth;
    const struct graph *graph = truth->graph;
    const uint64_t *before = fewest_answer_words(answer, solution, step), *after = fewest_answer_words(answer, solution, step + 1);
    uint32_t from = before ? own_node(&trial->own, before) : NO_NODE, to = after ? own_node(&trial->own, after) : NO_NODE;
    if (from == NO_NODE || to == NO_NODE)
        return differs(trial, "state", "solution %zu, step %zu: a state that nobody made", solution, step);
    uint32_t move = fewest_answer_move_number(answer, solution, step), arc = truth_arc(truth, from, to);
    bool there = false;
    for (uint32_t i = truth->first_out[from]; i < truth->first_out[from + 1]; i++) {
        const struct arc *other = &graph->arcs[truth->out[i]];
        there |= other->to == to && other->move == move;
    }
    if (!there)
        return differs(trial, "move", "solution %zu, step %zu: there is no move %u from %u to %u", solution, step, move, from, to);
    if (graph->arcs[arc].move != move)
        return differs(trial, "move", "solution %zu, step %zu: move %u from %u to %u is not the lowest of the cheapest", solution, step, move, from, to);
    *cost += by_moves ? 1 : cost_of(graph, &graph->arcs[arc]);
    *free_moves += cost_of(graph, &graph->arcs[arc]) == 0;
    return true;
}

bool expect_solution(struct trial *trial, fewest_answer *answer, size_t solution, bool by_moves) {
    uint64_t cost = 0, free_moves = 0;
    size_t length = fewest_answer_solution_length(answer, solution);
    for (size_t step = 0; step < length; step++)
        if (!expect_step(trial, answer, solution, step, by_moves, &cost, &free_moves))
            return false;
    const uint64_t *words = fewest_answer_words(answer, solution, length);
    if (!words || own_node(&trial->own, words) == NO_NODE)
        return differs(trial, "state", "solution %zu: no last state", solution);
    if (cost != fewest_answer_cost(answer))
        return differs(trial, "cost", "solution %zu costs %llu, and the answer says %llu", solution, (unsigned long long)cost,
                       (unsigned long long)fewest_answer_cost(answer));
    if (!by_moves && cost == trial->truth.best && free_moves != trial->truth.best_free)
        return differs(trial, "free moves", "solution %zu has %llu free moves, and %llu are enough", solution,
                       (unsigned long long)free_moves, (unsigned long long)trial->truth.best_free);
    char text[16];
    for (size_t step = 0; step < length && step < 2; step++) {
        snprintf(text, sizeof text, "%u", fewest_answer_move_number(answer, solution, step));
        const char *word = fewest_answer_move(answer, solution, step);
        if (!word || strcmp(word, text) != 0)
            return differs(trial, "word", "solution %zu, step %zu: the word of move %s is %s", solution, step, text, word ? word : "NULL");
    }
    if (!fewest_answer_state(answer, solution, length) || !fewest_answer_drawing(answer, solution, 0))
        return differs(trial, "text", "solution %zu: a state without text", solution);
    return true;
}

static uint32_t node_at(const struct trial *trial, const fewest_answer *answer, size_t solution, size_t step) {
    return own_node(&trial->own, fewest_answer_words(answer, solution, step));
}

static bool is_start(const struct graph *graph, uint32_t node) {
    for (uint32_t i = 0; i < graph->start_count; i++)
        if (graph->starts[i] == node)
            return true;
    return false;
}

/* ---- All of them, in order */

struct lister {
    struct trial *trial;
    fewest_answer *answer;
    size_t solution, listed; /* the solution that comes next; how many there are */
    uint32_t *nodes, *moves;
};

/* Every cheapest path on from the end of the one at hand, lowest moves first, beside those of the answer. */
static bool list_on(struct lister *lister, size_t length) {
    struct trial *trial = lister->trial;
    const struct truth *truth = &trial->truth;
    uint32_t node = lister->nodes[length];
    if (truth->is_goal[node]) {
        size_t solution = lister->solution++;
        if (fewest_answer_solution_length(lister->answer, solution) != length)
            return differs(trial, "order", "solution %zu has %zu moves, %zu are right", solution,
                           fewest_answer_solution_length(lister->answer, solution), length);
        for (size_t step = 0; step <= length; step++)
            if (node_at(trial, lister->answer, solution, step) != lister->nodes[step] ||
                (step < length && fewest_answer_move_number(lister->answer, solution, step) != lister->moves[step]))
                return differs(trial, "order", "solution %zu, step %zu: at %u, not at %u", solution, step,
                               node_at(trial, lister->answer, solution, step), lister->nodes[step]);
        return true;
    }
    uint32_t degree = truth->first_out[node + 1] - truth->first_out[node];
    uint32_t *arcs = malloc((degree + 1) * sizeof *arcs);
    if (!arcs)
        abort();
    uint32_t count = truth_steps(truth, node, arcs);
    bool good = true;
    for (uint32_t i = 0; i < count && good && lister->solution < lister->listed; i++) {
        lister->nodes[length + 1] = truth->graph->arcs[arcs[i]].to;
        lister->moves[length] = truth->graph->arcs[arcs[i]].move;
        good = list_on(lister, length + 1);
    }
    free(arcs);
    return good;
}

static bool expect_list(struct trial *trial, fewest_answer *answer) {
    const struct graph *graph = trial->truth.graph;
    struct lister lister = {.trial = trial, .answer = answer, .listed = fewest_answer_listed(answer)};
    lister.nodes = malloc((graph->nodes + 1) * sizeof *lister.nodes);
    lister.moves = malloc((graph->nodes + 1) * sizeof *lister.moves);
    if (!lister.nodes || !lister.moves)
        abort();
    bool good = true;
    for (uint32_t i = 0; i < graph->start_count && good && lister.solution < lister.listed; i++) {
        bool again = false;
        for (uint32_t k = 0; k < i; k++)
            again |= graph->starts[k] == graph->starts[i];
        lister.nodes[0] = graph->starts[i];
        if (!again && truth_is_best(&trial->truth, graph->starts[i]))
            good = list_on(&lister, 0);
    }
    free(lister.nodes);
    free(lister.moves);
    return good;
}

/* Where one number means several moves, their order is not known: each solution must differ from the one before, and where it
 * first does, its move must not be lower. */
static bool expect_rising(struct trial *trial, fewest_answer *answer) {
    for (size_t solution = 1; solution < fewest_answer_listed(answer); solution++) {
        size_t step = 0, length = fewest_answer_solution_length(answer, solution), before = fewest_answer_solution_length(answer, solution - 1);
        while (step <= length && step <= before && node_at(trial, answer, solution - 1, step) == node_at(trial, answer, solution, step))
            step++;
        if (step > length || step > before)
            return differs(trial, "order", "solution %zu is the one before once more", solution);
        if (step && fewest_answer_move_number(answer, solution - 1, step - 1) > fewest_answer_move_number(answer, solution, step - 1))
            return differs(trial, "order", "solution %zu comes before the one before it", solution);
    }
    return true;
}

/* The lowest move at every step. */
static bool expect_first(struct trial *trial, fewest_answer *answer) {
    const struct truth *truth = &trial->truth;
    uint32_t first = 0;
    while (!truth_is_best(truth, truth->graph->starts[first]))
        first++;
    if (node_at(trial, answer, 0, 0) != truth->graph->starts[first])
        return differs(trial, "order", "the first solution starts at %u, not at %u", node_at(trial, answer, 0, 0),
                       truth->graph->starts[first]);
    uint32_t *arcs = malloc((truth->graph->arc_count + 1) * sizeof *arcs);
    if (!arcs)
        abort();
    bool good = true;
    for (size_t step = 0; step < fewest_answer_solution_length(answer, 0) && good; step++) {
        uint32_t node = node_at(trial, answer, 0, step), count = truth_steps(truth, node, arcs);
        uint32_t lowest = count ? truth->graph->arcs[arcs[0]].move : 0;
        if (lowest != fewest_answer_move_number(answer, 0, step))
            good = differs(trial, "order", "solution 0, step %zu at %u: move %u, and %u is lower", step, node,
                           fewest_answer_move_number(answer, 0, step), lowest);
    }
    free(arcs);
    return good;
}

static bool expect_solutions(struct trial *trial, fewest_answer *answer, const fewest_options *options) {
    const struct truth *truth = &trial->truth;
    uint64_t solutions = options->all ? truth->total : 1;
    if (fewest_answer_solutions(answer) != solutions)
        return differs(trial, "solutions", "%llu solutions, and %llu are right", (unsigned long long)fewest_answer_solutions(answer),
                       (unsigned long long)solutions);
    size_t list = options->all ? (size_t)meant(options->list, 100) : 1, listed = solutions < list ? (size_t)solutions : list;
    if (fewest_answer_listed(answer) != listed)
        return differs(trial, "listed", "%zu solutions are listed, not %zu", fewest_answer_listed(answer), listed);
    if (fewest_answer_length(answer) != fewest_answer_solution_length(answer, 0))
        return differs(trial, "length", "the answer is not as long as its first solution");
    for (size_t solution = 0; solution < listed; solution++) {
        if (!expect_solution(trial, answer, solution, false))
            return false;
        if (!is_start(truth->graph, node_at(trial, answer, solution, 0)) ||
            !truth->is_goal[node_at(trial, answer, solution, fewest_answer_solution_length(answer, solution))])
            return differs(trial, "ends", "solution %zu is not from a start to a goal", solution);
    }
    if (options->any && !options->all)
        return true;
    if (!expect_first(trial, answer))
        return false;
    return truth->graph->distinct ? expect_list(trial, answer) : expect_rising(trial, answer);
}

/* ---- The answer */

static bool expect_solved(struct trial *trial, fewest_answer *answer, const fewest_options *options) {
    const struct truth *truth = &trial->truth;
    if (truth->best == NO_WAY)
        return differs(trial, "false solved", "solved, and there is no solution");
    if (fewest_answer_cost(answer) != truth->best)
        return differs(trial, "cost", "cost %llu, and %llu is right", (unsigned long long)fewest_answer_cost(answer),
                       (unsigned long long)truth->best);
    return expect_solutions(trial, answer, options);
}

static bool expect_none(struct trial *trial, fewest_answer *answer) {
    if (trial->truth.best != NO_WAY)
        return differs(trial, "false unsolvable", "unsolvable, and there is a solution of cost %llu",
                       (unsigned long long)trial->truth.best);
    if (fewest_answer_listed(answer) != 0)
        return differs(trial, "listed", "unsolvable, with %zu solutions", fewest_answer_listed(answer));
    return true;
}

static bool expect_limit(struct trial *trial, fewest_answer *answer, const fewest_options *options) {
    fewest_limit limit = fewest_answer_limit(answer);
    bool asked = (limit == FEWEST_DEPTH_LIMIT && options->limits.depth) ||
                 (limit == FEWEST_STATE_LIMIT && options->limits.states) ||
                 (limit == FEWEST_TIME_LIMIT && options->limits.seconds > 0) ||
                 (limit == FEWEST_MEMORY_LIMIT && options->limits.memory);
    if (!asked)
        return differs(trial, "limit", "a limit of %s that nobody set", fewest_limit_word(limit));
    if (limit == FEWEST_DEPTH_LIMIT && trial->truth.best <= meant(options->limits.depth, UINT64_MAX))
        return differs(trial, "depth", "limit, but a solution of cost %llu is within it", (unsigned long long)trial->truth.best);
    if (fewest_answer_listed(answer) != 0)
        return differs(trial, "listed", "a limit, with %zu solutions", fewest_answer_listed(answer));
    return true;
}

static bool has_reason(struct trial *trial, fewest_answer *answer) {
    const char *reason = fewest_answer_reason(answer);
    const char *colon = reason ? strstr(reason, ": ") : NULL;
    if (!colon || !colon[2])
        return differs(trial, "reason", "the reason is \"%s\"", reason ? reason : "NULL");
    return true;
}

static bool expect_any(struct trial *trial, fewest_answer *answer, const fewest_options *options) {
    trial->questions++;
    if (trial->own.strange)
        return differs(trial, "strange", "the functions were asked about a state that nobody made");
    switch (fewest_answer_status(answer)) {
    case FEWEST_SOLVED:
        if (meant(options->limits.depth, UINT64_MAX) < fewest_answer_cost(answer))
            return differs(trial, "depth", "solved at a cost of %llu, above the limit", (unsigned long long)fewest_answer_cost(answer));
        return has_reason(trial, answer) && expect_solved(trial, answer, options);
    case FEWEST_UNSOLVABLE: return has_reason(trial, answer) && expect_none(trial, answer);
    case FEWEST_LIMIT: return expect_limit(trial, answer, options);
    default:
        return differs(trial, "status", "the status is %s", fewest_status_word(fewest_answer_status(answer)));
    }
}

bool expect_limited(struct trial *trial, fewest_answer *answer, const fewest_options *options, const fewest_error *error) {
    if (!answer && options->remember == FEWEST_REMEMBER_RANK && !trial->truth.graph->ranks)
        return error->status == FEWEST_INVALID || differs(trial, "error", "not said to be invalid: %s", error->message);
    if (!answer && trial->truth.graph->start_count == 0)
        return error->status == FEWEST_INVALID || differs(trial, "error", "not said to be invalid: %s", error->message);
    bool good = answer ? expect_any(trial, answer, options) : differs(trial, "no answer", "no answer: %s", error->message);
    fewest_answer_free(answer);
    return good;
}

bool expect_answer(struct trial *trial, fewest_answer *answer, const fewest_options *options, const fewest_error *error) {
    return expect_limited(trial, answer, options, error);
}
