/* Texts in the puzzle language, and mazes and maps, which are read by the same door: parsed, compiled, searched for a short
 * while, explored, checked. */
#include "bytes.h"

#include <fewest/explore.h>
#include <fewest/pictures.h>
#include <fewest/space.h>
#include <fewest/tables.h>
#include <stdlib.h>

enum { FEW_WITH_THREADS = 64 }; /* to start one takes longer than all the rest of an input */

void begin_inputs(void) {}

static void read_answer(fewest_puzzle *puzzle, fewest_answer *answer) {
    fewest_error error = {0};
    size_t length = fewest_answer_length(answer), step = 0;
    const char **words = calloc(length + 1, sizeof *words);
    bool all = words != NULL;
    for (size_t i = 0; i < length && all; i++)
        all = (words[i] = fewest_answer_move(answer, 0, i)) && fewest_answer_state(answer, 0, i);
    fewest_answer_drawing(answer, 0, length);
    if (all) {
        char *last = NULL;
        fewest_verdict verdict = fewest_check(puzzle, words, length, &step, &last, &error);
        must(verdict == FEWEST_REACHES_GOAL || verdict == FEWEST_CANNOT_CHECK, "a solution passes its check");
        if (verdict == FEWEST_CANNOT_CHECK)
            must(error.status == FEWEST_SYSTEM, "a solution can be checked");
        fewest_free(last);
    }
    free(words);
}

static void solve(fewest_puzzle *puzzle, uint64_t manner) {
    fewest_error error = {0};
    fewest_options options = short_options();
    options.algorithm = (fewest_algorithm)(manner % 5);
    options.remember = (fewest_remember)(manner / 5 % 4);
    options.all = manner / 20 % 2;
    options.any = manner / 40 % 2;
    options.limits.threads = manner / 80 % FEW_WITH_THREADS ? 1 : 2;
    fewest_answer *answer = fewest_solve(puzzle, &options, &error);
    if (!answer) {
        must_explain(&error);
        return;
    }
    if (fewest_answer_status(answer) == FEWEST_SOLVED && fewest_answer_listed(answer))
        read_answer(puzzle, answer);
    fewest_answer_free(answer);
}

static void explore(fewest_puzzle *puzzle, uint64_t manner) {
    fewest_error error = {0};
    fewest_explore_options options = {.size = sizeof options};
    options.method = (fewest_method)(manner % 4);
    options.from_goal = manner / 4 % 2;
    options.limits = short_options().limits;
    options.limits.threads = manner / 8 % FEW_WITH_THREADS ? 1 : 2;
    fewest_exploration *exploration = fewest_explore(puzzle, &options, &error);
    if (!exploration) {
        must_explain(&error);
        return;
    }
    for (size_t i = 0; i < fewest_exploration_hardest(exploration); i++)
        fewest_exploration_state(exploration, i);
    if (fewest_exploration_hardest(exploration))
        fewest_answer_free(fewest_exploration_solution(exploration, 0, &error));
    fewest_exploration_free(exploration);
}

static void look_around(fewest_puzzle *puzzle) {
    fewest_error error = {0};
    fewest_options options = short_options();
    options.limits.states = 20;
    fewest_graph *graph = fewest_graph_around(puzzle, &options, &error);
    if (!graph) {
        must_explain(&error);
        return;
    }
    for (size_t i = 0; i < fewest_graph_edges(graph); i++)
        fewest_graph_edge(graph, i);
    for (size_t i = 0; i < fewest_graph_nodes(graph); i++) {
        fewest_node node = fewest_graph_node(graph, i);
        size_t count;
        if (i < 3 && node.state)
            fewest_free(fewest_read_state(puzzle, node.state, &count, &error));
    }
    fewest_graph_free(graph);
}

static void make_more(fewest_puzzle *puzzle, uint64_t manner) {
    fewest_error error = {0};
    fewest_bound_check check;
    fewest_options options = short_options();
    char fingerprint[33];
    if (manner % 4 == 0)
        fewest_free(fewest_random_state(puzzle, 5, manner, &error));
    if (manner % 4 == 1)
        fewest_check_bound(puzzle, &options, &check, NULL, &error);
    if (manner % 4 == 2 && fewest_tabulate(puzzle, &options, &error))
        solve(puzzle, manner / 4);
    if (manner % 4 == 3) {
        fewest_generate_options wanted = {.size = sizeof wanted};
        wanted.limits = options.limits;
        fewest_instances_free(fewest_generate(puzzle, &wanted, &error));
    }
    if (!fewest_fingerprint(puzzle, fingerprint, &error))
        must_explain(&error);
}

/* A maze has no start and goal of its own. */
static void give_ends(fewest_puzzle *puzzle, uint64_t manner) {
    static const char *const places[] = {"1,1", "1,2", "2,2", "3,3", "5,4", "0,0", "9999999999,1"};
    fewest_error error = {0};
    if (!fewest_has_start(puzzle))
        fewest_set_start(puzzle, places[manner % 7], &error);
    if (!fewest_has_goal(puzzle))
        fewest_set_goal(puzzle, places[manner / 7 % 7], &error);
}

void try_input(const uint8_t *data, size_t size) {
    fewest_error error = {0};
    uint64_t manner = mixture(data, size);
    fewest_puzzle *puzzle = fewest_parse((const char *)data, size, "fuzz", &error);
    if (!puzzle) {
        must_explain(&error);
        return;
    }
    give_ends(puzzle, manner >> 8);
    solve(puzzle, manner >> 16);
    if (manner >> 32 & 1)
        explore(puzzle, manner >> 33);
    if (manner >> 40 & 1)
        look_around(puzzle);
    if (manner >> 41 & 1)
        make_more(puzzle, manner >> 42);
    fewest_puzzle_free(puzzle);
}
