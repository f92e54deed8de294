/* fewest explore: how many states there are, how deep the space is, and which states are hardest. */
#include "cli/amount.h"
#include "cli/cluster.h"
#include "cli/commands.h"
#include "cli/histogram.h"
#include "cli/file.h"
#include "cli/input.h"
#include "cli/output.h"
#include "cli/terminal.h"
#include "cli/moves.h"
#include "cli/proof.h"
#include "json/answer.h"
#include "json/memory_file.h"

#include <fewest/explore.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct explore_settings {
    struct import_options import;
    const char *from, *goal, *csv, *svg, *proof;
    fewest_explore_options options;
    bool json, solutions;
    uint64_t memory;
    double time;
    fewest_cluster *cluster; /* NULL: there are no other processes */
};

#define CHOICE(name, word, meaning) {FEWEST_##name, word, meaning},
static const struct choice methods[] = {FEWEST_METHODS(CHOICE)};
static const struct choice symmetry_uses[] = {FEWEST_SYMMETRY_USES(CHOICE)};
#undef CHOICE

#define SETTINGS struct explore_settings
#define FIELD(name) .offset = offsetof(SETTINGS, name)
static const struct option options[] = {
    {.name = "from", .kind = OPTION_TEXT, .argument = "START", FIELD(from),
     .help = "another start, written as after `start` in a puzzle file"},
    GOAL_OPTION(struct explore_settings),
    IMPORT_OPTIONS(struct explore_settings),
    FEWEST_EXPLORE_OPTIONS(LIBRARY_OPTION)
    THREADS_OPTION(SETTINGS, "to use"),
    MEMORY_OPTION(struct explore_settings),
    TIME_OPTION(struct explore_settings),
    FEWEST_LIMITS(LIBRARY_LIMIT)
    {.name = "solutions", .kind = OPTION_FLAG, FIELD(solutions),
     .help = "also a shortest path to each of the deepest states shown (--hardest); with --from-goal, from each of them to the goal"},
    PROOF_OPTION(struct explore_settings),
    JSON_OPTION(struct explore_settings),
    {.name = "csv", .kind = OPTION_TEXT, .argument = "F", FIELD(csv), .help = "write depth,states to file F"},
    {.name = "svg", .kind = OPTION_TEXT, .argument = "F", FIELD(svg), .help = "draw the layers to file F"},
};
#undef FIELD
#undef SETTINGS

static fewest_exploration *explore(fewest_puzzle *puzzle, const struct explore_settings *settings, struct limits *limits,
                                   fewest_error *error) {
    fewest_explore_options wanted = settings->options;
    wanted.size = sizeof wanted;
    wanted.limits = limits_left(limits, &settings->options.limits);
    progress_begin(&limits->progress);
    fewest_exploration *exploration = fewest_explore(puzzle, &wanted, error);
    progress_end(&limits->progress);
    return exploration;
}

static const char *method_word(const fewest_exploration *exploration) {
    return fewest_method_word(fewest_exploration_method(exploration));
}

/* ---- The solutions to the deepest states */

struct solutions {
    const fewest_puzzle *puzzle;
    fewest_answer **answers; /* one for each state that is shown; NULL: none were asked for */
    size_t count;
    fewest_status worst; /* why a path was not found; FEWEST_SOLVED: all were */
};

static void free_solutions(struct solutions *solutions) {
    for (size_t i = 0; solutions->answers && i < solutions->count; i++)
        fewest_answer_free(solutions->answers[i]);
    free(solutions->answers);
}

static bool find_solutions(fewest_exploration *exploration, struct progress *progress, struct solutions *solutions,
                      fewest_error *error) {
    solutions->count = fewest_exploration_hardest(exploration);
    solutions->answers = calloc(solutions->count + 1, sizeof *solutions->answers);
    bool good = solutions->answers != NULL;
    if (!good)
        *error = (fewest_error){.status = FEWEST_SYSTEM, .message = "there is not enough memory", .text = "there is not enough memory"};
    progress_begin(progress);
    for (size_t i = 0; good && solutions->worst == FEWEST_SOLVED && i < solutions->count; i++) {
        solutions->answers[i] = fewest_exploration_solution(exploration, i, error);
        good = solutions->answers[i] != NULL;
        if (good)
            solutions->worst = fewest_answer_status(solutions->answers[i]);
    }
    progress_end(progress);
    return good;
}

/* NULL: there is none. */
static fewest_answer *solution_to(const struct solutions *solutions, size_t index) {
    fewest_answer *answer = solutions->answers ? solutions->answers[index] : NULL;
    return answer && fewest_answer_status(answer) == FEWEST_SOLVED ? answer : NULL;
}

static bool json_solutions(struct json *json, const struct solutions *solutions) {
    json_key(json, "solutions");
    json_begin(json, '[');
    for (size_t i = 0; i < solutions->count; i++) {
        fewest_answer *answer = solution_to(solutions, i);
        if (!answer)
            json_text(json, NULL);
        else if (!json_moves(json, answer, 0))
            return false;
    }
    json_end(json, ']');
    return true;
}

/* An exploration without a first state: no goal can be listed, or none fits the start. */
static bool has_no_goal(const fewest_exploration *exploration) {
    return fewest_exploration_status(exploration) == FEWEST_SOLVED && fewest_exploration_states(exploration) == 0;
}

/* ---- As JSON */

static bool json_exploration(FILE *file, fewest_exploration *exploration, const char *checkpoint, const fewest_cluster *cluster,
                             const struct solutions *solutions) {
    struct json json = json_to(file);
    const fewest_statistics *statistics = fewest_exploration_statistics(exploration);
    fewest_status status = fewest_exploration_status(exploration);
    size_t layers = fewest_exploration_layers(exploration);
    json_begin(&json, '{');
    json_key(&json, "status");
    json_text(&json, status == FEWEST_SOLVED ? "explored" : fewest_status_word(status));
    json_key(&json, "states");
    json_count(&json, fewest_exploration_states(exploration));
    json_key(&json, "depths");
    json_begin(&json, '[');
    for (size_t d = 0; d < layers; d++)
        json_count(&json, fewest_exploration_layer(exploration, d));
    json_end(&json, ']');
    json_key(&json, "max_depth");
    if (layers)
        json_count(&json, layers - 1);
    else
        json_text(&json, NULL);
    json_key(&json, "space");
    if (fewest_exploration_space(exploration))
        json_count(&json, fewest_exploration_space(exploration));
    else
        json_text(&json, NULL);
    json_key(&json, "hardest");
    json_begin(&json, '[');
    for (size_t i = 0; i < fewest_exploration_hardest(exploration); i++) {
        const char *text = fewest_exploration_state(exploration, i);
        if (!text)
            return false;
        json_text(&json, text);
    }
    json_end(&json, ']');
    if (solutions->answers && !json_solutions(&json, solutions))
        return false;
    json_key(&json, "branching_factor");
    if (statistics->expanded)
        json_seconds(&json, (double)statistics->generated / (double)statistics->expanded);
    else
        json_text(&json, NULL);
    json_key(&json, "seconds");
    json_seconds(&json, statistics->seconds);
    json_key(&json, "peak_bytes");
    json_count(&json, statistics->peak_bytes);
    json_key(&json, "needed_bytes");
    if (fewest_exploration_needed(exploration))
        json_count(&json, fewest_exploration_needed(exploration));
    else
        json_text(&json, NULL);
    double seconds;
    uint64_t expected = fewest_exploration_expected(exploration, &seconds);
    json_key(&json, "expected_states");
    if (expected)
        json_count(&json, expected);
    else
        json_text(&json, NULL);
    json_key(&json, "expected_seconds");
    if (seconds > 0)
        json_seconds(&json, seconds);
    else
        json_text(&json, NULL);
    json_key(&json, "method");
    json_text(&json, method_word(exploration));
    json_key(&json, "symmetry");
    json_count(&json, fewest_exploration_symmetries(exploration));
    if (cluster) {
        json_key(&json, "processes");
        json_count(&json, fewest_cluster_size(cluster));
        json_key(&json, "sent_bytes");
        json_count(&json, fewest_exploration_sent(exploration));
    }
    uint64_t most, written, read;
    if (fewest_exploration_disk(exploration, &most, &written, &read)) {
        json_key(&json, "disk_bytes");
        json_count(&json, most);
        json_key(&json, "disk_written");
        json_count(&json, written);
        json_key(&json, "disk_read");
        json_count(&json, read);
    }
    if (checkpoint) {
        json_key(&json, "checkpoint");
        json_text(&json, checkpoint);
    }
    if (has_no_goal(exploration)) {
        json_key(&json, "reason");
        json_text(&json, no_goal_states);
    }
    if (status == FEWEST_LIMIT) {
        json_key(&json, "limit");
        json_text(&json, fewest_limit_word(fewest_exploration_limit(exploration)));
    } else if (status == FEWEST_SYSTEM || solutions->worst == FEWEST_SYSTEM) {
        json_key(&json, "error");
        json_text(&json, fewest_exploration_trouble(exploration) ? fewest_exploration_trouble(exploration)
                         : status == FEWEST_SYSTEM              ? "the system refused memory during the exploration"
                                                 : "the system refused memory while solutions were looked for");
    }
    json_finish(&json);
    return true;
}

/* Made in memory first, so that half an object is never printed. */
static bool print_json(fewest_exploration *exploration, const char *checkpoint, const fewest_cluster *cluster, const struct solutions *solutions) {
    struct memory_file page;
    bool made = memory_file_open(&page) && json_exploration(page.file, exploration, checkpoint, cluster, solutions);
    char *text = memory_file_close(&page);
    made &= text != NULL;
    if (made)
        fwrite(text, 1, page.length, stdout);
    free(text);
    return made;
}

/* ---- As text */

static bool print_hardest(fewest_exploration *exploration, const struct solutions *solutions) {
    size_t layers = fewest_exploration_layers(exploration), shown = fewest_exploration_hardest(exploration);
    if (shown == 0)
        return true;
    uint64_t all = fewest_exploration_layer(exploration, layers - 1);
    printf("deepest (%s of %s):\n", show_count(shown).text, show_count(all).text);
    for (size_t i = 0; i < shown; i++) {
        const char *text = fewest_exploration_state(exploration, i);
        if (!text)
            return false;
        printf("  %s\n", text);
        fewest_answer *answer = solution_to(solutions, i);
        if (!answer)
            continue;
        fputs("    ", stdout);
        if (!print_moves(solutions->puzzle, answer, 0))
            return false;
    }
    if (solutions->worst != FEWEST_SOLVED)
        printf("not all solutions were found: %s\n", solutions->worst == FEWEST_LIMIT ? "a limit was reached" : fewest_status_word(solutions->worst));
    return true;
}

/* An exploration that was not begun, because it is known to need too much. */
static bool is_refused(const fewest_exploration *exploration) {
    return fewest_exploration_status(exploration) == FEWEST_LIMIT &&
           fewest_exploration_limit(exploration) == FEWEST_MEMORY_LIMIT && fewest_exploration_layers(exploration) == 0 &&
           fewest_exploration_needed(exploration) > 0;
}

/* Where the exploration is written to; NULL: nowhere. */
static const char *kept_in(const struct explore_settings *settings) {
    return settings->options.checkpoint ? settings->options.checkpoint : settings->options.resume;
}

static bool can_go_on(const fewest_exploration *exploration, const struct explore_settings *settings) {
    return fewest_exploration_status(exploration) != FEWEST_SOLVED && kept_in(settings) && fewest_exploration_is_kept(exploration);
}

static void print_way_on(const fewest_exploration *exploration, const struct explore_settings *settings) {
    if (!can_go_on(exploration, settings))
        return;
    printf("continue with: %sfewest explore --resume %s\n", mpirun_of(settings->cluster).text, kept_in(settings));
}

static void print_processes(const fewest_exploration *exploration, const struct explore_settings *settings, uint64_t states) {
    if (settings->cluster)
        printf("%u processes (a state: %.3g bytes sent), ", fewest_cluster_size(settings->cluster),
               (double)fewest_exploration_sent(exploration) / (double)(states ? states : 1));
}

static void print_disk(const fewest_exploration *exploration, uint64_t states) {
    uint64_t most, written, read;
    if (!fewest_exploration_disk(exploration, &most, &written, &read))
        return;
    const double all = (double)(states ? states : 1);
    printf(", %s on disk (a state: %.3g bytes written, %.3g read)", show_size(most).text, (double)written / all, (double)read / all);
}

static bool print_text(fewest_exploration *exploration, const struct explore_settings *settings, const struct solutions *solutions) {
    if (fewest_exploration_status(exploration) == FEWEST_LIMIT && fewest_exploration_layers(exploration) == 0 &&
        fewest_exploration_limit(exploration) == FEWEST_MEMORY_LIMIT && !is_refused(exploration)) {
        printf("limit reached: memory; exploration cannot begin with what it may use (--memory); the puzzle alone takes %s of that\n",
               show_size(fewest_exploration_statistics(exploration)->peak_bytes).text);
        print_way_on(exploration, settings);
        return true;
    }
    if (is_refused(exploration)) {
        double seconds;
        uint64_t states = fewest_exploration_expected(exploration, &seconds);
        const uint64_t space = fewest_exploration_space(exploration);
        printf("limit reached: memory; exploring this space takes %s, more than it may use (--memory)",
               show_size(fewest_exploration_needed(exploration)).text);
        if (space)
            printf(": it has %s arrangements", show_count(space).text);
        if (states)
            printf(space ? ", of which at most %s can be reached" : ": at most %s states can be reached", show_count(states).text);
        if (seconds > 0)
            printf("; with that memory it would take about %s", show_duration(seconds).text);
        if (states && !settings->options.disk)
            printf("; with --disk DIR less memory will do, and about %s are written there in all", show_size(states).text);
        putchar('\n');
        print_way_on(exploration, settings);
        return true;
    }
    const fewest_statistics *statistics = fewest_exploration_statistics(exploration);
    uint64_t states = fewest_exploration_states(exploration), space = fewest_exploration_space(exploration);
    size_t layers = fewest_exploration_layers(exploration);
    print_histogram(stdout, exploration, terminal_width(STDOUT_FILENO));
    printf("%s state%s, depth %s", show_count(states).text, plural(states), show_count(layers ? layers - 1 : 0).text);
    if (space)
        printf("; %.4g %% of %s arrangement%s", 100.0 * (double)states / (double)space, show_count(space).text, plural(space));
    putchar('\n');
    if (has_no_goal(exploration))
        puts(no_goal_states);
    if (!print_hardest(exploration, solutions))
        return false;
    switch (fewest_exploration_status(exploration)) {
    case FEWEST_SOLVED: break;
    case FEWEST_LIMIT:
        printf("limit reached: %s; shown are the layers that were finished\n",
               fewest_limit_word(fewest_exploration_limit(exploration)));
        break;
    case FEWEST_INTERRUPTED: printf("interrupted; shown are the layers that were finished\n"); break;
    default:
        if (!fewest_exploration_trouble(exploration))
            fprintf(stderr, "fewest: the system refused memory during the exploration\n");
    }
    print_way_on(exploration, settings);
    if (solutions->worst == FEWEST_SYSTEM)
        fprintf(stderr, "fewest: the system refused memory while solutions were looked for\n");
    if (statistics->expanded) /* the sets method counts moves only at the end */
        printf("branching factor %.3g, ", (double)statistics->generated / (double)statistics->expanded);
    printf("method %s, ", method_word(exploration));
    print_processes(exploration, settings, states);
    if (fewest_exploration_symmetries(exploration) > 1)
        printf("symmetry %s, ", show_count(fewest_exploration_symmetries(exploration)).text);
    printf("%s, %s, %s", show_seconds(statistics->seconds).text,
           show_rate((double)states / (statistics->seconds > 0 ? statistics->seconds : 1e-9)).text,
           show_size(statistics->peak_bytes).text);
    print_disk(exploration, states);
    printf(" (%.3g bytes a state; ", (double)statistics->peak_bytes / (double)(states ? states : 1));
    if (fewest_exploration_needed(exploration))
        printf("predicted: %s)\n", show_size(fewest_exploration_needed(exploration)).text);
    else
        printf("not predicted)\n");
    return true;
}

/* ---- Files */

struct shown {
    const fewest_exploration *exploration;
    const char *title;
};

static void csv_file(FILE *file, const void *context) {
    write_csv(file, ((const struct shown *)context)->exploration);
}

static void svg_file(FILE *file, const void *context) {
    const struct shown *shown = context;
    write_svg(file, shown->exploration, shown->title);
}

/* That of every process, though only one of them speaks: mpirun takes that of the first one that ends. */
static int status_of(const fewest_exploration *exploration) {
    const fewest_status status = fewest_exploration_status(exploration);
    const bool is_lost = status != FEWEST_SOLVED && fewest_exploration_trouble(exploration); /* what was done, and that was not asked for */
    return (int)(is_lost ? FEWEST_SYSTEM : status);
}

static int report(fewest_exploration *exploration, const struct explore_settings *settings, const struct solutions *solutions,
                  const char *title) {
    const char *checkpoint = can_go_on(exploration, settings) ? kept_in(settings) : NULL;
    if (!(settings->json ? print_json(exploration, checkpoint, settings->cluster, solutions) : print_text(exploration, settings, solutions)))
        return report_no_memory(settings->json);
    if (fewest_exploration_trouble(exploration))
        fprintf(stderr, "fewest: %s\n", fewest_exploration_trouble(exploration));
    const struct shown shown = {exploration, title};
    /* What a limit ended is written as far as it came; what the system ended is not. */
    const bool writes = fewest_exploration_status(exploration) != FEWEST_SYSTEM;
    if (writes && ((settings->csv && !write_whole(settings->csv, csv_file, &shown)) ||
                   (settings->svg && !write_whole(settings->svg, svg_file, &shown))))
        return FEWEST_SYSTEM;
    return fewest_exploration_status(exploration) == FEWEST_SOLVED ? (int)solutions->worst : status_of(exploration);
}

/* The puzzle that is named, or else that of the checkpoint, with its options. NULL: see *error. */
static fewest_puzzle *open_either(const char *name, struct explore_settings *settings, struct limits *limits, fewest_checkpoint **checkpoint,
                                  struct proof_file *proof, fewest_error *error) {
    if (settings->options.resume && !name) {
        if (settings->proof) {
            usage_error(error, &explore_command, "name the puzzle, too", "--proof is not for --resume alone: it holds the text of the puzzle");
            return NULL;
        }
        if (settings->from || settings->goal) {
            usage_error(error, &explore_command, "name the puzzle, too", "--from and --goal are not for --resume alone");
            return NULL;
        }
        *checkpoint = fewest_checkpoint_open(settings->options.resume, error);
        const fewest_limits left = limits_left(limits, NULL);
        return *checkpoint ? fewest_checkpoint_puzzle(*checkpoint, &left, &settings->options, error) : NULL;
    }
    if (!name) {
        usage_error(error, &explore_command, "", "too few arguments: it takes PUZZLE, or --resume F");
        return NULL;
    }
    const char *path = speaks(settings->cluster) ? settings->proof : NULL; /* it is written by one of them */
    return open_for_proof(proof, path, name, settings->from, settings->goal, &settings->import, limits, error);
}

/* What the others do likewise is done by all of them, or by none. */
static fewest_puzzle *open_shared(const char *name, struct explore_settings *settings, struct limits *limits, fewest_checkpoint **checkpoint,
                                  struct proof_file *proof, fewest_error *error) {
    *proof = (struct proof_file){.output = -1};
    fewest_puzzle *puzzle = open_either(name, settings, limits, checkpoint, proof, error);
    if (fewest_cluster_agree(settings->cluster, puzzle != NULL, error)) {
        fewest_share(puzzle, settings->cluster);
        return puzzle;
    }
    fewest_puzzle_free(puzzle);
    return NULL;
}

static int explore_and_report(struct explore_settings *settings, const char *name) {
    fewest_checkpoint *checkpoint = NULL;
    fewest_error error = {0};
    struct limits limits;
    struct solutions solutions = {0};
    fewest_exploration *exploration = NULL;
    limits_begin(&limits, settings->memory, settings->time);
    struct proof_file proof;
    fewest_puzzle *puzzle = open_shared(name, settings, &limits, &checkpoint, &proof, &error);
    solutions.puzzle = puzzle;
    proof.disk = settings->options.disk, proof.disk_limit = settings->options.disk_limit;
    promise_way_on(settings->cluster, "explore", kept_in(settings));
    if (puzzle)
        exploration = explore(puzzle, settings, &limits, &error);
    say_nothing_at_signal(); /* the report says it: mpirun sends signals also where it ended with a status other than 0 */
    bool good = exploration != NULL;
    int status = good ? status_of(exploration) : (int)error.status;
    if (speaks(settings->cluster)) {
        good = good && (!settings->solutions || find_solutions(exploration, &limits.progress, &solutions, &error));
        status = good ? report(exploration, settings, &solutions, *fewest_title(puzzle) ? fewest_title(puzzle) : name ? name : fewest_checkpoint_name(checkpoint))
                      : report_error(&error, settings->json);
        const int proved = good ? write_proof(&proof, puzzle, NULL, exploration, &limits, &settings->options.limits, settings->json) : 0;
        status = proved ? proved : status;
    }
    close_proof(&proof);
    free_solutions(&solutions);
    fewest_exploration_free(exploration);
    fewest_puzzle_free(puzzle);
    fewest_checkpoint_free(checkpoint);
    return status;
}

static int run(const void *given, char **operands, int count) {
    struct explore_settings settings = *(const struct explore_settings *)given;
    fewest_error error = {0};
    if (!join_cluster(&explore_command, &settings, count > 0, &settings.cluster, &error))
        return report_error(&error, settings.json);
    const int status = explore_and_report(&settings, count ? operands[0] : NULL);
    fflush(stdout); /* what is said is said, whatever becomes of the others */
    fewest_cluster_leave(settings.cluster);
    return status;
}

const struct command explore_command = {
    .name = "explore",
    .operands = "[PUZZLE]",
    .summary = "explore the whole space: count the states at each depth",
    .details =
        "Count the states at each number of moves from the start, show the deepest ones, and draw the shape of the space. "
        "PUZZLE is a built-in ('fewest list'), a file, or - for standard input; it needs no goal. Every move counts as "
        "one, whatever it costs.\n"
        "With --checkpoint F the exploration is written to F as it runs, and when a limit, Control-C or SIGTERM ends it. --resume F continues it. "
        "PUZZLE is not needed then, because F holds it (unless it is a maze or a text of more than a megabyte). Limits and threads may be different. "
        "'fewest resume' lists such files.\n"
        "With --disk DIR, layers that do not fit into memory (--memory) are kept in files there, of one to a few bytes a state; at the end they are removed.\n"
        "If mpirun or srun starts several processes, they share the exploration, by sets, rank or hash: each has a part of the states, and --memory is for each; the first one prints, and writes the proof. "
        "Without --memory, the processes on one machine share the memory that is free there. Symmetries are then used only with --symmetry on. With --disk each has files of its own, and there are no checkpoints. With --checkpoint F each process also writes a file of its own, F.a0 or F.b0 and so on, in the same folder, which all machines must share; any number of processes can continue.\n"
        "Exit status: 0 the whole space was explored, 2 bad input or usage, 3 limit reached, 4 system error, 130 "
        "interrupted.",
    .examples = "How many states there are at each depth: fewest explore two-jugs\n"
                "The hardest eight-puzzles, with a solution each: fewest explore eight --from-goal --hardest 2 --solutions",
    COMMAND_RUNS(struct explore_settings),
    .min_operands = 0,
    .max_operands = 1,
    .surplus = "another start is given with --from, in quotes",
};
