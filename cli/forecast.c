/* fewest forecast: what exploring a whole space would take, before it is begun, on this machine or on others. */
#include "cli/amount.h"
#include "cli/commands.h"
#include "cli/forecast_model.h"
#include "cli/input.h"
#include "cli/output.h"

#include <fewest/explain.h>
#include <fewest/explore.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct forecast_settings {
    struct import_options import;
    uint64_t nodes, processes, memory, network, disk, speed, states;
    double time;
    bool json;
};

enum { LOOKED_AT = 300000 }; /* states that are counted, and explored to see how fast that is */

#define FIELD(name) .offset = offsetof(struct forecast_settings, name)
static const struct option options[] = {
    IMPORT_OPTIONS(struct forecast_settings),
    {.name = "nodes", .kind = OPTION_COUNT, .argument = "N", .standard = "1", .min = 1, .max = 1000000, FIELD(nodes), .help = "machines"},
    {.name = "processes", .kind = OPTION_COUNT, .argument = "N", .standard = "auto", .standing = 0, .min = 1, .max = 4096, FIELD(processes),
     .help = "processes, or threads, on each; auto: as many as this machine has processors"},
    {.name = "memory", .kind = OPTION_SIZE, .argument = "M", .standard = "auto", .standing = 0, .min = 1 << 20, .max = UINT64_MAX, FIELD(memory),
     .help = "memory of each, as 24G; auto: what this machine has"},
    {.name = "network", .kind = OPTION_SIZE, .argument = "B", .standard = "120M", .min = 1, .max = UINT64_MAX, FIELD(network),
     .help = "bytes a second that each can send; 120M is about a gigabit"},
    {.name = "disk", .kind = OPTION_SIZE, .argument = "D", .standard = "1T", .min = 0, .max = UINT64_MAX, FIELD(disk), .help = "bytes of disk of each"},
    {.name = "disk-speed", .kind = OPTION_SIZE, .argument = "B", .standard = "500M", .min = 1, .max = UINT64_MAX, FIELD(speed),
     .help = "bytes a second that a disk reads or writes"},
    {.name = "states", .kind = OPTION_COUNT, .argument = "N", .standard = "auto", .standing = 0, .min = 1, .max = UINT64_MAX - 2, FIELD(states),
     .help = "assume this many states; auto: the number that can be reached, or an upper bound of it"},
    TIME_OPTION(struct forecast_settings),
    JSON_OPTION(struct forecast_settings),
};
#undef FIELD

/* ---- What is known */

struct known {
    struct forecast_space space;
    struct forecast_machines machines;
    const char *basis; /* of the number of states */
    uint64_t states, looked_at;
};

static bool count_states(const struct forecast_settings *settings, const fewest_facts *facts, struct known *known, fewest_error *error) {
    known->basis = settings->states                         ? "as given"
                   : facts->whole                           ? "all counted"
                   : facts->orbit != FEWEST_UNKNOWN         ? "exactly, by the group of permutations that the moves generate"
                   : facts->at_most == FEWEST_UNKNOWN       ? NULL
                   : facts->parity                          ? "at most: half of all arrangements, as moves keep a parity"
                                                            : "at most: all arrangements";
    known->states = settings->states ? settings->states : facts->at_most;
    known->space.states = (double)known->states;
    if (!known->basis)
        usage_error(error, &forecast_command, "say how many to assume: --states N",
                    "how many states there are is not known, but that there are at least %s", show_count(facts->reached).text);
    return known->basis;
}

/* States a second of one process, by hash, among the nearest ones. */
static double measure_rate(fewest_puzzle *puzzle, struct limits *limits, uint64_t *states, fewest_error *error) {
    fewest_explore_options wanted = {.size = sizeof wanted, .method = FEWEST_METHOD_HASH, .symmetry = FEWEST_SYMMETRY_OFF};
    wanted.limits = limits_left(limits, NULL);
    wanted.limits.states = LOOKED_AT;
    fewest_exploration *exploration = fewest_explore(puzzle, &wanted, error);
    if (!exploration)
        return 0;
    const fewest_statistics *statistics = fewest_exploration_statistics(exploration);
    *states = statistics->expanded;
    const double rate = (double)(statistics->expanded + 1) / (statistics->seconds > 1e-6 ? statistics->seconds : 1e-6);
    fewest_exploration_free(exploration);
    return rate;
}

static void set_machines(const struct forecast_settings *settings, struct forecast_machines *machines) {
    const long processors = sysconf(_SC_NPROCESSORS_ONLN), pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    machines->nodes = (double)settings->nodes;
    machines->processes = settings->processes ? (double)settings->processes : processors > 0 ? (double)processors : 1;
    machines->memory = settings->memory ? (double)settings->memory : (double)pages * (double)size;
    machines->network = (double)settings->network;
    machines->disk = (double)settings->disk;
    machines->speed = (double)settings->speed;
}

static bool look(fewest_puzzle *puzzle, const struct forecast_settings *settings, struct limits *limits, struct known *known, fewest_error *error) {
    fewest_options wanted = {.size = sizeof wanted};
    wanted.limits = limits_left(limits, NULL);
    wanted.limits.states = LOOKED_AT;
    fewest_explanation *explanation = fewest_explain(puzzle, &wanted, error);
    if (!explanation)
        return false;
    const fewest_facts *facts = fewest_explanation_facts(explanation);
    const uint64_t bits = facts->bits == FEWEST_UNKNOWN ? 64 : facts->bits;
    const bool by_sets = fewest_explanation_basis(explanation, "explore_bytes") == FEWEST_PREDICTED;
    known->space = (struct forecast_space){.moves = facts->moves_mean > 0 ? facts->moves_mean : 1,
                                           .state_bytes = (double)((bits + 63) / 64 * 8),
                                           .ranks = facts->ranks == FEWEST_UNKNOWN ? 0 : (double)facts->ranks,
                                           .set_bytes = by_sets ? (double)facts->explore_bytes : 0,
                                           .undone = facts->undone};
    bool good = count_states(settings, facts, known, error);
    fewest_explanation_free(explanation);
    if (good)
        known->space.rate = measure_rate(puzzle, limits, &known->looked_at, error);
    set_machines(settings, &known->machines);
    return good && known->space.rate > 0;
}

/* ---- What comes of it */

static uint64_t whole(double number) {
    return number < 1.8e19 ? (uint64_t)number : UINT64_MAX;
}

/* A dash: none. */
static struct amount size_or_none(double bytes) {
    return bytes > 0 ? show_size(whole(bytes)) : (struct amount){"-"};
}

static void print_plan(const struct forecast_plan *plan) {
    printf("%-13s %5s %12s %12s %12s %12s %12s  %s", plan->method, show_count(whole(plan->nodes)).text, size_or_none(plan->memory).text,
           size_or_none(plan->disk).text, size_or_none(plan->written).text, size_or_none(plan->read).text, size_or_none(plan->sent).text,
           show_duration(plan->seconds).text);
    if (plan->lacks)
        printf("; does not fit: %s", plan->lacks);
    putchar('\n');
}

static void print_text(const struct known *known, const struct forecast_plan *plans, size_t count) {
    const struct forecast_space *space = &known->space;
    const struct forecast_machines *machines = &known->machines;
    printf("%s states (%s)\n", show_count(known->states).text, known->basis);
    printf("%.3g moves a state; %.0f bytes a packed state; %s\n", space->moves, space->state_bytes,
           space->ranks > 0 ? "there is a perfect hash" : "there is no perfect hash");
    printf("one process here: %s by hash, among the nearest %s states\n", show_rate(space->rate).text, show_count(known->looked_at).text);
    printf("%.0f node%s with %.0f process%s, %s of memory and %s of disk each; %s a second between nodes, %s a second of a disk\n\n",
           machines->nodes, machines->nodes == 1 ? "" : "s", machines->processes, machines->processes == 1 ? "" : "es", show_size(whole(machines->memory)).text, show_size(whole(machines->disk)).text,
           show_size(whole(machines->network)).text, show_size(whole(machines->speed)).text);
    printf("%-13s %5s %12s %12s %12s %12s %12s  %s\n", "method", "nodes", "memory each", "disk each", "written", "read", "sent", "time");
    for (size_t i = 0; i < count; i++)
        print_plan(&plans[i]);
    printf("\nAssumed: the widest layer has %.3g %% of the states; processes wait half of the time; what is slower, computing, network or disk, sets the time; "
           "other states take as long as the nearest ones. docs/scale.md says where the figures come from.\n", 100 * forecast_widest(space));
}

static void json_plan(struct json *json, const struct forecast_plan *plan) {
    const struct {
        const char *key;
        double value;
    } rows[] = {{"nodes", plan->nodes}, {"memory_bytes", plan->memory}, {"disk_bytes", plan->disk}, {"written_bytes", plan->written},
                {"read_bytes", plan->read}, {"sent_bytes", plan->sent}};
    json_begin(json, '{');
    json_key(json, "method");
    json_text(json, plan->method);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        json_key(json, rows[i].key);
        json_count(json, whole(rows[i].value));
    }
    json_key(json, "seconds");
    json_number(json, plan->seconds);
    json_key(json, "lacks");
    json_text(json, plan->lacks);
    json_end(json, '}');
}

static void print_json(const struct known *known, const struct forecast_plan *plans, size_t count) {
    const struct forecast_space *space = &known->space;
    struct json json = json_to(stdout);
    json_begin(&json, '{');
    json_key(&json, "states");
    json_count(&json, known->states);
    json_key(&json, "basis");
    json_text(&json, known->basis);
    json_key(&json, "moves");
    json_number(&json, space->moves);
    json_key(&json, "state_bytes");
    json_number(&json, space->state_bytes);
    json_key(&json, "states_a_second");
    json_number(&json, space->rate);
    json_key(&json, "widest_layer");
    json_number(&json, forecast_widest(space));
    json_key(&json, "plans");
    json_begin(&json, '[');
    for (size_t i = 0; i < count; i++)
        json_plan(&json, &plans[i]);
    json_end(&json, ']');
    json_finish(&json);
}

static int run(const void *given, char **operands, int count) {
    const struct forecast_settings *settings = given;
    fewest_error error = {0};
    struct limits limits;
    struct known known = {0};
    struct forecast_plan plans[FORECAST_PLANS];
    limits_begin(&limits, 0, settings->time);
    fewest_puzzle *puzzle = open_unfinished(operands[0], count > 1 ? operands[1] : NULL, NULL, &settings->import, &limits, &error);
    progress_begin(&limits.progress);
    const bool good = puzzle && look(puzzle, settings, &limits, &known, &error);
    progress_end(&limits.progress);
    fewest_puzzle_free(puzzle);
    if (!good)
        return report_error(&error, settings->json);
    const size_t ways = forecast(&known.space, &known.machines, plans);
    if (settings->json)
        print_json(&known, plans, ways);
    else
        print_text(&known, plans, ways);
    return 0;
}

const struct command forecast_command = {
    .name = "forecast",
    .operands = "PUZZLE [START]",
    .summary = "what exploring the whole space would take, on these or other machines",
    .details =
        "Say how much memory, disk, network and time it would take to explore all states, by each method, before you begin: on this machine, or on others, "
        "which need not be at hand. PUZZLE is a built-in ('fewest list'), a file, or - for standard input. The number of states is exact if it follows from the rules, else an "
        "upper bound. How fast states are explored is measured on this machine, with the states nearest to the start. Sets and disks are used on one node only: several nodes share an "
        "exploration by rank or by hash.\n"
        "Exit status: 0, 2 bad input or usage, 3 limit reached, 4 system error, 130 interrupted.",
    .examples = "The fifteen-puzzle on a hundred machines: fewest forecast tiles-4x4 --nodes 100 --processes 32 --memory 128G --network 1200M\n"
                "A space whose size is not known: fewest forecast strings --states 1000000000",
    COMMAND_RUNS(struct forecast_settings),
    .min_operands = 1,
    .max_operands = 2,
};
