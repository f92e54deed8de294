/* Searches, explorations, graphs and starts. */
#include "js/core/core.h"

#include "json/answer.h"
#include "json/columns.h"

#include <inttypes.h>

/* `at` gives one of `count` texts. false: there was no memory for one. */
static bool write_texts(struct call *call, const char *key, size_t count, text_at *at, const void *of) {
    json_key(call->json, key);
    json_begin(call->json, '[');
    for (size_t i = 0; i < count; i++) {
        const char *text = at(of, i);
        if (!text)
            return no_memory(call);
        json_text(call->json, text);
    }
    json_end(call->json, ']');
    return true;
}

static void write_numbers(struct json *json, const char *key, size_t count, number_at *at, const void *of) {
    json_key(json, key);
    json_begin(json, '[');
    for (size_t i = 0; i < count; i++)
        json_count(json, at(of, i));
    json_end(json, ']');
}

/* The members status, limit and statistics. */
static void write_outcome(struct json *json, fewest_status status, const char *word, fewest_limit limit, const fewest_statistics *statistics) {
    write_text(json, "status", word);
    write_text(json, "limit", status == FEWEST_LIMIT ? fewest_limit_word(limit) : NULL);
    json_key(json, "statistics");
    json_begin(json, '{');
    json_statistics(json, statistics);
    json_key(json, "layers");
    json_begin(json, '[');
    for (size_t i = 0; i < statistics->layer_count; i++) {
        json_begin(json, '{');
        write_count(json, "side", statistics->layers[i].side);
        write_count(json, "depth", statistics->layers[i].depth);
        write_count(json, "states", statistics->layers[i].states);
        json_end(json, '}');
    }
    json_end(json, ']');
    json_end(json, '}');
}

/* ---- Solving */

static bool write_solutions(struct call *call, const fewest_answer *answer, bool with_states) {
    struct json *json = call->json;
    json_key(json, "solutions");
    json_begin(json, '[');
    for (size_t i = 0; i < fewest_answer_listed(answer); i++) {
        json_begin(json, '{');
        json_key(json, "moves");
        if (!json_moves(json, answer, i))
            return no_memory(call);
        json_key(json, "states");
        if (!with_states)
            json_text(json, NULL);
        else if (!json_states(json, answer, i))
            return no_memory(call);
        json_end(json, '}');
    }
    json_end(json, ']');
    return true;
}

static bool write_answer(struct call *call, const fewest_answer *answer) {
    struct json *json = call->json;
    const fewest_status status = fewest_answer_status(answer);
    char count[24];
    if (status == FEWEST_SYSTEM)
        return no_memory(call);
    write_outcome(json, status, fewest_status_word(status), fewest_answer_limit(answer), fewest_answer_statistics(answer));
    write_text(json, "reason", fewest_answer_reason(answer));
    json_within(json, answer);
    if (status != FEWEST_SOLVED)
        return true;
    write_count(json, "length", fewest_answer_length(answer));
    write_count(json, "cost", fewest_answer_cost(answer));
    write_bool(json, "hasCosts", fewest_answer_has_costs(answer));
    /* a number of JavaScript may be too small for it */
    snprintf(count, sizeof count, "%" PRIu64, fewest_answer_solutions(answer));
    write_text(json, "solutionCount", count);
    return write_solutions(call, answer, text_of(call, "with_states"));
}

bool call_solve(struct call *call) {
    int algorithm, remember;
    if (!word_of(call, "algorithm", &algorithm) || !word_of(call, "remember", &remember))
        return false;
    const fewest_options options = {
        .size = sizeof options,
        .limits = limits_of(call),
        .algorithm = (fewest_algorithm)algorithm,
        .remember = (fewest_remember)remember,
        .all = text_of(call, "all"),
        .any = text_of(call, "any"),
        .list = number_of(call, "list"),
        .bound_memory = number_of(call, "bound_memory"),
        .transpositions = number_of(call, "transpositions"),
    };
    fewest_answer *answer = fewest_solve(call->puzzle, &options, &call->error);
    const bool good = answer && write_answer(call, answer);
    fewest_answer_free(answer);
    return good;
}

/* ---- Exploring */

static bool write_exploration(struct call *call, const fewest_exploration *exploration) {
    const fewest_status status = fewest_exploration_status(exploration);
    if (status == FEWEST_SYSTEM)
        return no_memory(call);
    write_outcome(call->json, status, status == FEWEST_SOLVED ? "explored" : fewest_status_word(status),
                  fewest_exploration_limit(exploration), fewest_exploration_statistics(exploration));
    write_text(call->json, "method", fewest_method_word(fewest_exploration_method(exploration)));
    write_count(call->json, "states", fewest_exploration_states(exploration));
    write_numbers(call->json, "layers", fewest_exploration_layers(exploration), column_layer, exploration);
    return write_texts(call, "hardest", fewest_exploration_hardest(exploration), column_hardest, exploration);
}

bool call_explore(struct call *call) {
    int method, symmetry;
    if (!word_of(call, "method", &method) || !word_of(call, "symmetry", &symmetry))
        return false;
    const fewest_explore_options options = {
        .size = sizeof options,
        .limits = limits_of(call),
        .method = (fewest_method)method,
        .symmetry = (fewest_symmetry_use)symmetry,
        .from_goal = text_of(call, "from_goal"),
        .hardest = number_of(call, "hardest"),
    };
    fewest_exploration *exploration = fewest_explore(call->puzzle, &options, &call->error);
    const bool good = exploration && write_exploration(call, exploration);
    fewest_exploration_free(exploration);
    return good;
}

/* ---- Graphs */

bool call_graph(struct call *call) {
    const fewest_options options = {.size = sizeof options, .limits = limits_of(call)};
    fewest_graph *graph = fewest_graph_around(call->puzzle, &options, &call->error);
    if (!graph)
        return false;
    const size_t nodes = fewest_graph_nodes(graph), edges = fewest_graph_edges(graph);
    write_bool(call->json, "isWhole", fewest_graph_is_whole(graph));
    bool good = true;
    for (size_t i = 0; good && i < GRAPH_COLUMNS; i++) {
        const struct graph_column *column = &graph_columns[i];
        const size_t count = column->of_moves ? edges : nodes;
        if (column->text)
            good = write_texts(call, column->name, count, column->text, graph);
        else
            write_numbers(call->json, column->name, count, column->number, graph);
    }
    fewest_graph_free(graph);
    return good;
}

/* ---- Starts */

bool call_generate(struct call *call) {
    int difficulty;
    if (!word_of(call, "difficulty", &difficulty))
        return false;
    fewest_generate_options options = {
        .size = sizeof options,
        .limits = limits_of(call),
        .difficulty = (fewest_difficulty)difficulty,
        .depth = number_of(call, "depth"),
        .count = number_of(call, "count"),
        .unique = text_of(call, "unique"),
        .seed = number_of(call, "seed"),
    };
    options.limits.depth = 0; /* what is called so is how hard they are */
    fewest_instances *found = fewest_generate(call->puzzle, &options, &call->error);
    const bool good = found && write_texts(call, "starts", fewest_instances_count(found), column_start, found);
    fewest_instances_free(found);
    return good;
}
