/* fewest generate: starts to be solved, of a given depth, the hardest, or random ones. */
#include "cli/amount.h"
#include "cli/commands.h"
#include "cli/input.h"
#include "cli/output.h"
#include "cli/tables.h"

#include <fewest/explore.h>
#include <inttypes.h>
#include <sys/random.h>
#include <time.h>

struct generate_settings {
    struct import_options import;
    const char *goal;
    uint64_t depth, count, seed, memory;
    bool hardest, random, unique, json;
    double time;
    struct table_choice tables;
};

static const uint64_t no_seed = UINT64_MAX;
#define ANY UINT64_MAX

#define FIELD(name) .offset = offsetof(struct generate_settings, name)
static const struct option options[] = {
    {.name = "depth", .kind = OPTION_COUNT, .argument = "N", .standard = "any", .standing = ANY,
     .max = ANY - 1, FIELD(depth), .help = "starts that are exactly N moves from the goal"},
    {.name = "hardest", .kind = OPTION_FLAG, FIELD(hardest), .help = "starts that are as far from the goal as possible"},
    {.name = "random", .kind = OPTION_FLAG, FIELD(random),
     .help = "starts of any depth, each solvable one equally likely, where they can be listed; the default where "
             "nothing else is asked for"},
    {.name = "count", .kind = OPTION_COUNT, .argument = "K", .standard = "1", .min = 1, .max = 1000000, FIELD(count),
     .help = "how many, all different"},
    {.name = "seed", .kind = OPTION_COUNT, .argument = "S", .standard = "new", .standing = UINT64_MAX,
     .max = UINT64_MAX - 1, FIELD(seed), .help = "the same seed gives the same starts; the seed used is printed"},
    {.name = "unique", .kind = OPTION_FLAG, FIELD(unique), .help = "only starts with exactly one shortest solution"},
    GOAL_OPTION(struct generate_settings),
    IMPORT_OPTIONS_BUT_COUNT(struct generate_settings),
    TABLE_OPTIONS(struct generate_settings, tables),
    MEMORY_OPTION(struct generate_settings),
    TIME_OPTION(struct generate_settings),
    JSON_OPTION(struct generate_settings),
};
#undef FIELD

static uint64_t new_seed(void) {
    uint32_t seed;
    if (getrandom(&seed, sizeof seed, 0) != sizeof seed)
        seed = (uint32_t)time(NULL);
    return seed; /* short enough to be typed again */
}

static fewest_instances *generate(fewest_puzzle *puzzle, const struct generate_settings *settings, uint64_t seed,
                                  struct limits *limits, fewest_error *error) {
    fewest_generate_options wanted = {.size = sizeof wanted};
    wanted.difficulty = settings->hardest ? FEWEST_DEEPEST : settings->depth == ANY ? FEWEST_ANY_DEPTH : FEWEST_EXACT_DEPTH;
    wanted.depth = settings->depth;
    wanted.count = settings->count;
    wanted.seed = seed;
    wanted.unique = settings->unique;
    wanted.limits = limits_left(limits, NULL);
    progress_begin(&limits->progress);
    fewest_instances *made = fewest_generate(puzzle, &wanted, error);
    progress_end(&limits->progress);
    return made;
}

static void print_json(const fewest_instances *made, uint64_t seed) {
    struct json json = json_to(stdout);
    json_begin(&json, '{');
    json_key(&json, "status");
    json_text(&json, "generated");
    json_key(&json, "seed");
    json_count(&json, seed);
    json_key(&json, "how");
    json_text(&json, fewest_instances_reason(made));
    json_key(&json, "starts");
    json_begin(&json, '[');
    for (size_t i = 0; i < fewest_instances_count(made); i++) {
        uint64_t depth = fewest_instances_depth(made, i);
        json_begin(&json, '{');
        json_key(&json, "start");
        json_text(&json, fewest_instances_state(made, i));
        json_key(&json, "depth");
        if (depth == UINT64_MAX)
            json_text(&json, NULL);
        else
            json_count(&json, depth);
        json_end(&json, '}');
    }
    json_end(&json, ']');
    json_finish(&json);
}

static void print_text(const fewest_instances *made, const struct generate_settings *settings, uint64_t seed) {
    size_t count = fewest_instances_count(made);
    for (size_t i = 0; i < count; i++)
        printf("%s\n", fewest_instances_state(made, i));
    fflush(stdout);
    fprintf(stderr, "seed %" PRIu64 "; %s\n", seed, fewest_instances_reason(made));
    if (count < settings->count)
        fprintf(stderr, "only %s of %s\n", show_count(count).text, show_count(settings->count).text);
}

static int run(const void *given, char **operands, int count) {
    const struct generate_settings *settings = given;
    fewest_error error = {0};
    fewest_instances *made = NULL;
    if ((settings->depth != ANY) + settings->hardest + settings->random > 1) {
        usage_error(&error, &generate_command, "", "only one of --depth, --hardest and --random");
        return report_error(&error, settings->json);
    }
    struct limits limits;
    limits_begin(&limits, settings->memory, settings->time);
    uint64_t seed = settings->seed == no_seed ? new_seed() : settings->seed;
    fewest_puzzle *puzzle = open_puzzle(operands[0], count > 1 ? operands[1] : NULL, settings->goal, &settings->import, &limits, &error);
    if (puzzle) {
        load_saved_tables(puzzle, &settings->tables, true, settings->unique);
        made = generate(puzzle, settings, seed, &limits, &error);
    }
    int status = 0;
    if (!made)
        status = report_error(&error, settings->json);
    else if (settings->json)
        print_json(made, seed);
    else
        print_text(made, settings, seed);
    fewest_instances_free(made);
    fewest_puzzle_free(puzzle);
    return status;
}

const struct command generate_command = {
    .name = "generate",
    .operands = "PUZZLE [START]",
    .summary = "make starts: of a given depth, the hardest, or random ones",
    .details =
        "Print starts that can be solved, one a line, each as START of 'fewest solve'. The depth of a start is the "
        "number of moves of a shortest solution. PUZZLE is a built-in ('fewest list'), a file, or - for standard input. "
        "Only two things of its start, or of START, matter: which pieces there are, and the cells that no move changes; these stay "
        "as they are there. (If one piece walks among fixed cells, it may stand on any floor; see 'Back from the goal' in the "
        "manual of the language.)\n"
        "The same seed gives the same starts on every machine, with or without a saved table ('fewest help table'); with "
        "a table nothing has to be searched. In spaces that are too large to explore, random starts come from long "
        "random walks, and not all are equally likely.\n"
        "Exit status: 0 done (there may be fewer than asked for), 1 there is no such start, 2 bad input or usage, a "
        "depth that is too large, 3 limit reached, 4 system error, 130 interrupted.",
    .examples = "The two hardest starts of the eight puzzle: fewest generate eight --hardest --count 2\n"
                "Five starts of 20 moves with one shortest solution each: "
                "fewest generate eight --depth 20 --unique --count 5 --seed 1",
    COMMAND_RUNS(struct generate_settings),
    .min_operands = 1,
    .max_operands = 2,
    .surplus = "a start of several words is one argument: put it in quotes",
};
