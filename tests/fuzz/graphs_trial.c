/* One graph and all that is asked about it. The answers of one question must not depend on those before: most are asked of
 * the same handle, which keeps what it learned. */
#include "graphs.h"

#include <fewest/space.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* ---- A clock of our own, in place of the system's: limits on time fall at the same place in every run */

static _Thread_local uint64_t now = UINT64_C(1000000000), step = 1000;

void clock_step(uint64_t nanoseconds) {
    step = nanoseconds;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    if (clock != CLOCK_MONOTONIC)
        return (int)syscall(SYS_clock_gettime, clock, time);
    now += step;
    time->tv_sec = (time_t)(now / 1000000000);
    time->tv_nsec = (long)(now % 1000000000);
    return 0;
}

bool differs(struct trial *trial, const char *kind, const char *format, ...) {
    if (trial->kind[0])
        return false;
    va_list list;
    va_start(list, format);
    vsnprintf(trial->text, sizeof trial->text, format, list);
    va_end(list);
    snprintf(trial->kind, sizeof trial->kind, "%s", kind);
    return false;
}

/* ---- The questions */

struct question {
    bool (*ask)(struct trial *trial, fewest_puzzle *puzzle, struct chance *chance);
    uint32_t most_nodes;  /* of larger graphs it is not asked */
    bool fresh;           /* of a handle of its own */
};

static const struct question questions[] = {
    {ask_every_manner, 30, false},
    {ask_solve, UINT32_MAX, false},
    {ask_limits, UINT32_MAX, false},
    {ask_solve, UINT32_MAX, true},
    {ask_progress, UINT32_MAX, false},
    {ask_trace, UINT32_MAX, false},
    {ask_table, UINT32_MAX, true},
    {ask_exploration, UINT32_MAX, false},
    {ask_limits, UINT32_MAX, false},
    {ask_exploration, UINT32_MAX, true},
    {ask_graph, UINT32_MAX, false},
    {ask_bound, UINT32_MAX, false},
    {ask_progress, UINT32_MAX, true},
    {ask_limits, UINT32_MAX, true},
    {ask_refused, UINT32_MAX, true},
    {ask_solve, UINT32_MAX, false},
};
enum { QUESTIONS = sizeof questions / sizeof *questions };

static bool ask(struct trial *trial, const struct question *question, fewest_puzzle *puzzle) {
    struct chance chance = {trial->seed * UINT64_C(0xd1342543de82ef95) + (uint64_t)trial->number};
    fewest_error error = {0};
    clock_step(1000);
    if (!question->fresh)
        return question->ask(trial, puzzle, &chance);
    fewest_puzzle *own = fewest_wrap(&trial->own.space, &error);
    bool good = own ? question->ask(trial, own, &chance) : differs(trial, "wrap", "%s", error.message);
    fewest_puzzle_free(own);
    return good;
}

static bool ask_all(struct trial *trial, fewest_puzzle *puzzle) {
    fewest_error error = {0};
    fewest_options options = {.size = sizeof options};
    options.all = true;
    fewest_answer *held = trial->only < 0 ? fewest_solve(puzzle, &options, &error) : NULL;
    bool good = true, holds = held != NULL;
    for (int i = 0; i < QUESTIONS && good; i++) {
        if ((trial->only >= 0 && trial->only != i) || trial->truth.graph->nodes > questions[i].most_nodes)
            continue;
        trial->number = i;
        good = ask(trial, &questions[i], puzzle);
    }
    if (!good || !holds) {
        fewest_answer_free(held);
        return good;
    }
    snprintf(trial->asked, sizeof trial->asked, "an answer that was held while others were asked for");
    trial->number = QUESTIONS;
    return expect_answer(trial, held, &options, &error);
}

bool trial_run(struct trial *trial, const struct graph *graph, uint64_t seed, int only) {
    fewest_error error = {0};
    memset(trial, 0, sizeof *trial);
    trial->seed = seed;
    trial->only = only;
    snprintf(trial->asked, sizeof trial->asked, "wrap");
    truth_find(&trial->truth, graph);
    bool good = own_make(&trial->own, &trial->truth);
    fewest_puzzle *puzzle = good ? fewest_wrap(&trial->own.space, &error) : NULL;
    good = puzzle ? ask_all(trial, puzzle) : differs(trial, "wrap", "%s", error.message);
    fewest_puzzle_free(puzzle);
    own_free(&trial->own);
    truth_free(&trial->truth);
    return good;
}
