/* Random graphs against a plain search:
 *
 *     fuzz-graphs [--seed N] [--graphs N] [--seconds N] [--patience SECONDS]
 *
 * Graph number i follows from seed + i alone. The work is done in a process of its own, so that crashes and hangs are found
 * and named as well. A graph with a difference is made smaller as long as it still differs, and printed. */
#include "graphs.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE = 20, SHRINK_SECONDS = 60, MOST_KINDS = 30, BESIDE = 8 };

/* Seen by both processes. */
struct board {
    uint64_t seed, graphs, questions;
    struct trial trial, beside;
};

struct settings {
    uint64_t seed, graphs;
    double seconds;
    unsigned patience; /* seconds of work on one graph before it counts as a hang */
};

static double real_now(void) { /* not by the clock that the library sees */
    struct timespec time = {0};
    syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void make(struct graph *graph, uint64_t seed) {
    struct chance chance = {seed * UINT64_C(0x2545f4914f6cdd1d)};
    graph_make(graph, &chance);
}

/* ---- The process that does the work */

static void set_watchdog(unsigned seconds) {
    struct itimerval cpu = {.it_value.tv_sec = seconds};
    setitimer(ITIMER_PROF, &cpu, NULL);
    alarm(6 * seconds + 1); /* one that waits for nothing takes no time of the processor */
}

struct job {
    struct trial *trial;
    uint64_t seed;
    bool good;
};

static int run_job(void *context) {
    struct job *job = context;
    struct graph graph;
    make(&graph, job->seed);
    job->good = trial_run(job->trial, &graph, job->seed, -1);
    graph_free(&graph);
    return 0;
}

/* Every so often another graph is asked about at the same time, by another thread with handles of its own. */
static bool run_seed(struct board *board, uint64_t seed) {
    struct job mine = {.trial = &board->trial, .seed = seed};
    struct job other = {.trial = &board->beside, .seed = seed + 1};
    thrd_t thread;
    bool beside = seed % BESIDE == 0 && thrd_create(&thread, run_job, &other) == thrd_success;
    run_job(&mine);
    if (beside)
        thrd_join(thread, NULL);
    board->questions += mine.trial->questions;
    if (beside && mine.good && !other.good)
        board->trial = board->beside;
    return mine.good && (!beside || other.good);
}

/* 0: all is well so far; 3: a difference. */
static int work(struct board *board, const struct settings *settings, uint64_t first, double end) {
    for (uint64_t seed = first; seed - settings->seed < settings->graphs; seed++) {
        if (settings->seconds > 0 && real_now() >= end)
            break;
        board->seed = seed;
        set_watchdog(settings->patience);
        if (!run_seed(board, seed))
            return 3;
        board->graphs++;
    }
    board->seed = UINT64_MAX;
    return 0;
}

/* ---- What came of it */

static void name_end(struct trial *trial, int status) {
    if (WIFEXITED(status) && WEXITSTATUS(status) == 3)
        return;
    trial->kind[0] = 0;
    if (WIFEXITED(status))
        differs(trial, "end", "the process ended with %d: a report of a sanitizer, or a leak", WEXITSTATUS(status));
    else if (WTERMSIG(status) == SIGPROF || WTERMSIG(status) == SIGALRM)
        differs(trial, "hang", "it does not end");
    else
        differs(trial, "crash", "signal %d", WTERMSIG(status));
}

/* ---- Smaller graphs */

struct shrinker {
    struct board *board;
    struct graph graph; /* the smallest so far */
    uint64_t seed;
    int only;
    unsigned patience;
    char kind[32];
    double end;
};

/* Whether that graph differs in the same manner. */
static bool still_differs(struct shrinker *shrinker, const struct graph *graph, int only) {
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        if (!freopen("/dev/null", "w", stderr))
            _exit(0);
        set_watchdog(shrinker->patience);
        _exit(trial_run(&shrinker->board->trial, graph, shrinker->seed, only) ? 0 : 3);
    }
    int status = 0;
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (child < 0 || status == 0)
        return false;
    name_end(&shrinker->board->trial, status);
    return strcmp(shrinker->board->trial.kind, shrinker->kind) == 0;
}

static bool take(struct shrinker *shrinker, struct graph *smaller) {
    if (real_now() < shrinker->end && still_differs(shrinker, smaller, shrinker->only)) {
        graph_free(&shrinker->graph);
        shrinker->graph = *smaller;
        return true;
    }
    graph_free(smaller);
    return false;
}

static bool drop_arcs(struct shrinker *shrinker, uint32_t first, uint32_t count) {
    struct graph smaller;
    graph_copy(&smaller, &shrinker->graph);
    memmove(smaller.arcs + first, smaller.arcs + first + count, (smaller.arc_count - first - count) * sizeof *smaller.arcs);
    smaller.arc_count -= count;
    return take(shrinker, &smaller);
}

static bool drop_some_arcs(struct shrinker *shrinker) {
    bool any = false;
    uint32_t unit = shrinker->graph.symmetric ? 2 : 1, chunk = 1;
    while (chunk * 2 * unit <= shrinker->graph.arc_count)
        chunk *= 2;
    for (; chunk > 0; chunk /= 2)
        for (uint32_t first = 0; first + chunk * unit <= shrinker->graph.arc_count;)
            if (drop_arcs(shrinker, first, chunk * unit))
                any = true;
            else
                first += chunk * unit;
    return any;
}

static bool drop_end(struct shrinker *shrinker, bool of_starts) {
    for (uint32_t i = 0; i < (of_starts ? shrinker->graph.start_count : shrinker->graph.goal_count); i++) {
        struct graph smaller;
        graph_copy(&smaller, &shrinker->graph);
        uint32_t *ends = of_starts ? smaller.starts : smaller.goals;
        uint32_t *count = of_starts ? &smaller.start_count : &smaller.goal_count;
        memmove(ends + i, ends + i + 1, (*count - i - 1) * sizeof *ends);
        (*count)--;
        if (take(shrinker, &smaller))
            return true;
    }
    return false;
}

/* Nodes that nothing leads to or from, and that are no ends, are left out; the others close up. */
static bool drop_nodes(struct shrinker *shrinker) {
    struct graph smaller;
    graph_copy(&smaller, &shrinker->graph);
    uint32_t *name = calloc(smaller.nodes + 1, sizeof *name), count = 0;
    if (!name)
        abort();
    for (uint32_t a = 0; a < smaller.arc_count; a++)
        name[smaller.arcs[a].from] = name[smaller.arcs[a].to] = 1;
    for (uint32_t i = 0; i < smaller.start_count; i++)
        name[smaller.starts[i]] = 1;
    for (uint32_t i = 0; i < smaller.goal_count; i++)
        name[smaller.goals[i]] = 1;
    for (uint32_t n = 0; n < smaller.nodes; n++)
        name[n] = name[n] ? count++ : 0;
    for (uint32_t a = 0; a < smaller.arc_count; a++) {
        smaller.arcs[a].from = name[smaller.arcs[a].from];
        smaller.arcs[a].to = name[smaller.arcs[a].to];
    }
    for (uint32_t i = 0; i < smaller.start_count; i++)
        smaller.starts[i] = name[smaller.starts[i]];
    for (uint32_t i = 0; i < smaller.goal_count; i++)
        smaller.goals[i] = name[smaller.goals[i]];
    free(name);
    bool fewer = count && count < smaller.nodes;
    smaller.nodes = count;
    if (fewer)
        return take(shrinker, &smaller);
    graph_free(&smaller);
    return false;
}

enum { PLAINER = 12 };

/* One thing less that is special; false: it is not there. */
static bool make_plainer(struct graph *graph, int which) {
    struct graph before = *graph;
    switch (which) {
    case 0: graph->words = 1; break;
    case 1: graph->spread = 0; break;
    case 2: graph->spare = 0; break;
    case 3: graph->bound = BOUND_NONE; break;
    case 4: graph->bound = graph->bound == BOUND_NONE ? BOUND_NONE : BOUND_EXACT; break;
    case 5: graph->ranks = false; break;
    case 6: graph->backward = false; break;
    case 7: graph->undirected = graph->symmetric = false; break;
    case 8: graph->lists_goals = true, graph->tests_goals = false; break;
    case 9: graph->lists_goals = false, graph->tests_goals = true; break;
    case 10: graph->free_moves = false; break;
    default: graph->max_cost = 1; break;
    }
    return memcmp(&before, graph, sizeof before) != 0;
}

static bool simplify(struct shrinker *shrinker) {
    bool any = false;
    for (int which = 0; which < PLAINER; which++) {
        struct graph smaller;
        graph_copy(&smaller, &shrinker->graph);
        if (which == 9 && shrinker->graph.lists_goals && !shrinker->graph.tests_goals) {
            graph_free(&smaller); /* else 8 and 9 take turns for ever */
            continue;
        }
        if (make_plainer(&smaller, which))
            any |= take(shrinker, &smaller);
        else
            graph_free(&smaller);
    }
    for (uint32_t a = 0; a < shrinker->graph.arc_count && a < 50 && shrinker->graph.max_cost > 1; a++) {
        if (shrinker->graph.arcs[a].cost <= 2)
            continue;
        struct graph smaller;
        graph_copy(&smaller, &shrinker->graph);
        smaller.arcs[a].cost = 2;
        any |= take(shrinker, &smaller);
    }
    return any;
}

static void shrink(struct board *board, uint64_t seed, const struct settings *settings) {
    struct shrinker shrinker = {.board = board, .seed = seed, .only = -1,
                                .patience = settings->patience < 3 ? settings->patience : 3,
                                .end = real_now() + SHRINK_SECONDS};
    struct trial found = board->trial;
    memcpy(shrinker.kind, found.kind, sizeof shrinker.kind);
    make(&shrinker.graph, seed);
    printf("seed %" PRIu64 ": %s: %s\n  %s\n", seed, found.kind, found.text, found.asked);
    fflush(stdout); /* making it smaller takes a while */
    if (still_differs(&shrinker, &shrinker.graph, found.number))
        shrinker.only = found.number;
    else if (!still_differs(&shrinker, &shrinker.graph, -1)) {
        printf("  not seen again alone\n");
        graph_free(&shrinker.graph);
        return;
    }
    while (real_now() < shrinker.end) {
        bool any = drop_some_arcs(&shrinker);
        any |= drop_end(&shrinker, true);
        any |= drop_end(&shrinker, false);
        any |= drop_nodes(&shrinker);
        any |= simplify(&shrinker);
        if (!any)
            break;
    }
    still_differs(&shrinker, &shrinker.graph, shrinker.only);
    printf("made smaller: %s\n  %s\n", board->trial.text, board->trial.asked);
    graph_print(&shrinker.graph);
    graph_free(&shrinker.graph);
    fflush(stdout);
}

/* ---- All of it */

struct kinds {
    char names[MOST_KINDS][64];
    unsigned times[MOST_KINDS], count;
};

/* How often this kind of difference was seen before. */
static unsigned note_kind(struct kinds *kinds, const struct trial *trial) {
    char name[64];
    snprintf(name, sizeof name, "%.30s, %.*s", trial->kind, (int)strcspn(trial->asked, ":,"), trial->asked);
    for (unsigned k = 0; k < kinds->count; k++)
        if (strcmp(kinds->names[k], name) == 0)
            return kinds->times[k]++;
    if (kinds->count < MOST_KINDS)
        snprintf(kinds->names[kinds->count++], sizeof *kinds->names, "%s", name);
    kinds->times[kinds->count - 1] = 1;
    return 0;
}

static int fuzz(struct board *board, const struct settings *settings) {
    struct kinds kinds = {0};
    const double began = real_now(), end = began + settings->seconds;
    unsigned differences = 0;
    for (uint64_t first = settings->seed; differences < 1000;) {
        fflush(stdout);
        pid_t child = fork();
        if (child < 0)
            return 4;
        if (child == 0)
            exit(work(board, settings, first, end));
        int status;
        while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
        }
        if (status == 0)
            break;
        differences++;
        uint64_t seed = board->seed;
        name_end(&board->trial, status);
        if (seed == UINT64_MAX) {
            printf("%s: %s\n", board->trial.kind, board->trial.text);
            break;
        }
        if (board->trial.seed && board->trial.seed != seed && strcmp(board->trial.kind, "hang"))
            printf("beside seed %" PRIu64 ", seed %" PRIu64 ": %s\n", seed, board->trial.seed, board->trial.kind);
        if (note_kind(&kinds, &board->trial) == 0)
            shrink(board, board->trial.seed ? board->trial.seed : seed, settings);
        first = seed + 1;
    }
    for (unsigned k = 0; k < kinds.count; k++)
        printf("%u times: %s\n", kinds.times[k], kinds.names[k]);
    double seconds = real_now() - began;
    printf("%" PRIu64 " graphs, %" PRIu64 " answers, %.1f s (%.0f graphs a second), %u differences\n", board->graphs,
           board->questions, seconds, (double)board->graphs / seconds, differences);
    return differences ? 1 : 0;
}

int main(int argc, char **argv) {
    struct settings settings = {.seed = 1, .graphs = UINT64_MAX, .patience = PATIENCE};
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--seed") == 0)
            settings.seed = strtoull(argv[i + 1], NULL, 10);
        else if (strcmp(argv[i], "--graphs") == 0)
            settings.graphs = strtoull(argv[i + 1], NULL, 10);
        else if (strcmp(argv[i], "--seconds") == 0)
            settings.seconds = strtod(argv[i + 1], NULL);
        else if (strcmp(argv[i], "--patience") == 0)
            settings.patience = (unsigned)strtoul(argv[i + 1], NULL, 10);
        else
            return 2;
    }
    if (settings.graphs == UINT64_MAX && settings.seconds == 0)
        settings.seconds = 20;
    struct board *board = mmap(NULL, sizeof *board, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (board == MAP_FAILED)
        return 4;
    printf("random graphs from seed %" PRIu64 "\n", settings.seed);
    return fuzz(board, &settings);
}
