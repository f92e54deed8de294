/* fewest table: tables in files: built, described, verified. */
#include "cli/cluster.h"
#include "cli/tables.h"

#include "cli/amount.h"
#include "cli/commands.h"
#include "cli/input.h"
#include "cli/output.h"

#include <fewest/explore.h>
#include <fewest/tables.h>
#include <stdlib.h>
#include <string.h>

struct table_settings {
    struct import_options import;
    const char *start, *goal, *output;
    bool distances, json;
    uint64_t memory, bound_memory;
    struct texts patterns;
    double time, every;
    const char *checkpoint, *resume, *disk;
    uint64_t disk_limit;
    fewest_options options; /* threads */
    fewest_cluster *cluster; /* NULL: there are no other processes */
};

#define FIELD(name) .offset = offsetof(struct table_settings, name)
static const struct option options[] = {
    {.name = "distances", .kind = OPTION_FLAG, FIELD(distances),
     .help = "build the distance of every state to the goal, 2 bits or a byte a state; otherwise the pattern databases "
             "that astar and idastar use"},
    {.name = "output", .letter = 'o', .kind = OPTION_TEXT, .argument = "FILE", FIELD(output),
     .help = "write the table to this file, not to the cache folder"},
    {.name = "bound-memory", .kind = OPTION_SIZE, .argument = "M", .standard = "256M", .min = 1 << 20, .max = UINT64_MAX,
     FIELD(bound_memory), .help = "for pattern databases"},
    {.name = "pattern", .kind = OPTION_TEXTS, .argument = "P,Q,...", FIELD(patterns),
     .help = "pieces that share a pattern database; once for each"},
    {.name = "start", .kind = OPTION_TEXT, .argument = "START", FIELD(start),
     .help = "a start with other pieces, or other cells that no move changes. Any other makes no difference, unless the goal leaves so much open "
             "that the states which meet it are found by exploring from the start: then the table has the states that this start leads to, "
             "and 'table info' says so"},
    GOAL_OPTION(struct table_settings),
    IMPORT_OPTIONS(struct table_settings),
    MEMORY_OPTION(struct table_settings),
    TIME_OPTION(struct table_settings),
    {.name = "checkpoint", .kind = OPTION_TEXT, .argument = "F", FIELD(checkpoint),
     .help = "with --distances: write what was built to this file as it goes, to go on later"},
    {.name = "every", .kind = OPTION_SECONDS, .argument = "S", .standard = "60", FIELD(every),
     .help = "seconds between two checkpoints, at least; also as 5m or 1h"},
    {.name = "resume", .kind = OPTION_TEXT, .argument = "F", FIELD(resume),
     .help = "build: go on from this checkpoint, which is then also written again; it holds PUZZLE and the name of the table"},
    {.name = "disk", .kind = OPTION_TEXT, .argument = "DIR", FIELD(disk),
     .help = "with --distances: a folder for what does not fit into memory; it is used only then"},
    {.name = "disk-limit", .kind = OPTION_SIZE, .argument = "N", .min = 1, .max = UINT64_MAX, FIELD(disk_limit), .help = "bytes that files there may take"},
    THREADS_OPTION(struct table_settings, "of a distance table that is built on disk"),
    JSON_OPTION(struct table_settings),
};
#undef FIELD

static int usage(const struct table_settings *settings, const char *hint, const char *message) {
    fewest_error error;
    usage_error(&error, &table_command, hint, "%s", message);
    return report_error(&error, settings->json);
}

/* ---- What a table is */

/* From an empty table every state has no solution. */
static bool is_empty(const fewest_table_info *info) {
    return info->entries == 0 && strcmp(info->kind, "distances") == 0;
}

static void print_info(const char *path, const fewest_table_info *info) {
    printf("%s\n", path);
    printf("  kind         %s\n", info->kind);
    if (*info->puzzle)
        printf("  puzzle       %s\n", info->puzzle);
    printf("  fingerprint  %s\n", info->fingerprint);
    printf("  built from   %s\n", info->parameters);
    if (info->states)
        printf("  states       %s, up to %s move%s from the goal\n", show_count(info->states).text,
               show_count(info->depth).text, plural(info->depth));
    printf("  size         %s, %s entr%s, version %u\n", show_size(info->bytes).text, show_count(info->entries).text,
           info->entries == 1 ? "y" : "ies", info->version);
    if (is_empty(info))
        printf("  %s\n", no_goal_states);
}

static void json_info(const char *status, const char *path, const fewest_table_info *info) {
    const struct {
        const char *key, *text;
    } texts[] = {{"status", status},
                 {"file", path},
                 {"kind", info->kind},
                 {"puzzle", *info->puzzle ? info->puzzle : NULL},
                 {"fingerprint", info->fingerprint},
                 {"parameters", info->parameters}};
    const struct {
        const char *key;
        uint64_t count;
    } counts[] = {{"version", info->version}, {"bytes", info->bytes}, {"entries", info->entries},
                  {"bits", info->bits},       {"states", info->states}, {"depth", info->depth}};
    struct json json = json_to(stdout);
    json_begin(&json, '{');
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        json_key(&json, texts[i].key);
        json_text(&json, texts[i].text);
    }
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        json_key(&json, counts[i].key);
        json_count(&json, counts[i].count);
    }
    if (is_empty(info)) {
        json_key(&json, "reason");
        json_text(&json, no_goal_states);
    }
    json_finish(&json);
}

static int show_info(const struct table_settings *settings, const char *status, const char *path) {
    fewest_table_info info;
    fewest_error error;
    if (!fewest_table_read_info(path, &info, &error))
        return report_error(&error, settings->json);
    if (settings->json)
        json_info(status, path, &info);
    else
        print_info(path, &info);
    return 0;
}

/* ---- The actions */

static fewest_options options_left(const struct table_settings *settings, struct limits *limits) {
    fewest_options wanted = {.size = sizeof wanted, .limits = limits_left(limits, NULL)};
    wanted.bound_memory = settings->bound_memory;
    wanted.patterns = settings->patterns.list;
    wanted.pattern_count = settings->patterns.count;
    wanted.checkpoint = settings->checkpoint;
    wanted.resume = settings->resume;
    wanted.every = settings->every;
    wanted.disk = settings->disk;
    wanted.disk_limit = settings->disk_limit;
    wanted.limits.threads = settings->options.limits.threads;
    return wanted;
}

static fewest_table_kind kind_of(const struct table_settings *settings) {
    return settings->distances || settings->resume ? FEWEST_TABLE_DISTANCES : FEWEST_TABLE_PATTERNS;
}

static bool write_table(const struct table_settings *settings, fewest_puzzle *puzzle, const char *path,
                        struct limits *limits, fewest_error *error) {
    fewest_options wanted = options_left(settings, limits);
    progress_begin(&limits->progress);
    bool built = fewest_table_build(puzzle, kind_of(settings), &wanted, path, error);
    progress_end(&limits->progress);
    return built;
}

/* The puzzle that is named, or that of the checkpoint. NULL: see *error. */
static fewest_puzzle *open_either(const struct table_settings *settings, const char *name, struct limits *limits, fewest_checkpoint **checkpoint, fewest_error *error) {
    if (name)
        return open_puzzle(name, settings->start, settings->goal, &settings->import, limits, error);
    const fewest_limits left = limits_left(limits, NULL);
    fewest_options ignored = {.size = sizeof ignored};
    *checkpoint = fewest_checkpoint_open(settings->resume, error);
    return *checkpoint ? fewest_checkpoint_table(*checkpoint, &left, &ignored, error) : NULL;
}

/* A limit or a signal ended it, and it can be gone on with. */
static void say_how_to_go_on(const struct table_settings *settings, const fewest_error *error) {
    const char *kept = settings->checkpoint ? settings->checkpoint : settings->resume;
    const bool ended_early = error->status == FEWEST_LIMIT || error->status == FEWEST_INTERRUPTED || error->status == FEWEST_SYSTEM;
    if (kept && !settings->json && ended_early && fewest_checkpoint_looks_like(kept))
        printf("continue with: fewest table build --resume %s\n", kept);
}

/* What the settings say, before anything is opened. */
static bool fits(const struct table_settings *settings, int count, fewest_error *error) {
    const char *wrong = NULL, *hint = "";
    if (settings->distances && settings->patterns.count) {
        wrong = "either --distances or --pattern, not both";
    } else if (settings->checkpoint && !settings->distances && !settings->resume) {
        wrong = "pattern databases cannot be kept in a checkpoint, a distance table can";
        hint = "say --distances";
    } else if (count == 0 && (settings->start || settings->goal)) {
        wrong = "--start and --goal are not for --resume alone";
        hint = "name the puzzle, too";
    } else if (settings->cluster && !settings->distances) {
        wrong = settings->resume ? "several processes do not continue the building of a table" : "several processes do not share the building of pattern databases";
        hint = "without mpirun";
    }
    if (wrong)
        usage_error(error, &table_command, hint, "%s", wrong);
    return !wrong;
}

/* Where it is written: the first process says. NULL: see *error, which says nothing if there is no memory. */
static char *path_of(const struct table_settings *settings, fewest_puzzle *puzzle, const fewest_checkpoint *checkpoint, fewest_error *error) {
    const char *output = settings->output ? settings->output : checkpoint ? fewest_checkpoint_output(checkpoint) : NULL;
    return output ? strdup(output) : cached_table(puzzle, kind_of(settings), true, error);
}

/* Several processes do the same; the first one speaks. */
static int build(const struct table_settings *settings, char **operands, int count) {
    fewest_error error = {0};
    char *path = NULL;
    fewest_checkpoint *checkpoint = NULL;
    struct limits limits;
    limits_begin(&limits, settings->memory, settings->time);
    fewest_puzzle *puzzle = fits(settings, count, &error) ? open_either(settings, count ? operands[0] : NULL, &limits, &checkpoint, &error) : NULL;
    promise_way_on(NULL, "table build", settings->checkpoint ? settings->checkpoint : settings->resume);
    if (puzzle)
        path = path_of(settings, puzzle, checkpoint, &error);
    const bool lacks_memory = puzzle && !path && !error.message[0];
    bool good = fewest_cluster_agree(settings->cluster, path != NULL, &error) && path;
    if (good) {
        fewest_share(puzzle, settings->cluster);
        good = write_table(settings, puzzle, path, &limits, &error);
    }
    int status = good ? 0 : (int)error.status;
    if (!speaks(settings->cluster)) {
        /* The first one says it. */
    } else if (lacks_memory) {
        status = report_no_memory(settings->json);
    } else if (!good) {
        status = report_error(&error, settings->json);
        say_how_to_go_on(settings, &error);
    } else {
        status = show_info(settings, "built", path);
    }
    free(path);
    fewest_puzzle_free(puzzle);
    fewest_checkpoint_free(checkpoint);
    return status;
}

static int build_together(const struct table_settings *given, char **operands, int count) {
    struct table_settings settings = *given;
    fewest_error error = {0};
    if (!join_cluster(&table_command, &settings, count > 0, &settings.cluster, &error))
        return report_error(&error, settings.json);
    const int status = build(&settings, operands, count);
    fflush(stdout); /* what is said is said, whatever becomes of the others */
    fewest_cluster_leave(settings.cluster);
    return status;
}

static int info(const struct table_settings *settings, char **operands, int count) {
    if (count > 1)
        return usage(settings, "", "info takes one FILE");
    return show_info(settings, "table", operands[0]);
}

static int verify(const struct table_settings *settings, char **operands, int count) {
    fewest_error error = {0};
    struct limits limits;
    fewest_puzzle *puzzle = NULL;
    limits_begin(&limits, settings->memory, settings->time);
    if (count > 1)
        puzzle = open_puzzle(operands[1], settings->start, settings->goal, &settings->import, &limits, &error);
    if (count > 1 && !puzzle)
        return report_error(&error, settings->json);
    fewest_options wanted = options_left(settings, &limits);
    progress_begin(&limits.progress);
    bool right = fewest_table_verify(operands[0], puzzle, &wanted, &error);
    progress_end(&limits.progress);
    int status = 0;
    if (!right) {
        status = report_error(&error, settings->json);
    } else {
        status = show_info(settings, "right", operands[0]);
        if (status == 0 && !settings->json)
            puts("every entry that a state can use agrees with its neighbours, and the checksum is right");
    }
    fewest_puzzle_free(puzzle);
    return status;
}

static int run(const void *given, char **operands, int count) {
    const struct table_settings *settings = given;
    static const struct {
        const char *name;
        int (*run)(const struct table_settings *settings, char **operands, int count);
        int most;
    } actions[] = {{"build", build_together, 1}, {"info", info, 1}, {"verify", verify, 2}};
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++) {
        if (strcmp(operands[0], actions[i].name) != 0)
            continue;
        if (count < 2 && !(i == 0 && settings->resume))
            return usage(settings, "", i == 0 ? "build needs a PUZZLE, or --resume F" : "name the FILE of the table");
        if (count - 1 > actions[i].most)
            return usage(settings, "", "too many arguments");
        return actions[i].run(settings, operands + 1, count - 1);
    }
    return usage(settings, "", "expected build, info or verify, and then a PUZZLE or a FILE");
}

const struct command table_command = {
    .name = "table",
    .operands = "build|info|verify [PUZZLE|FILE [PUZZLE]]",
    .summary = "distance tables and pattern databases in files: build, describe or verify one",
    .details =
        "Keep what was computed once: 'table build PUZZLE' builds the pattern databases that astar and idastar use, or "
        "with --distances the distance of every state, and writes them to the cache folder "
        "(XDG_CACHE_HOME/fewest, or ~/.cache/fewest) or with --output to a file. 'fewest solve' and 'fewest generate' "
        "find it there. One table is enough for all starts with the same pieces and the same contents of the cells that no move changes. "
        "Only this command writes to the cache.\n"
        "'table info FILE' describes a table. 'table verify FILE' compares every entry that a state can use with its "
        "neighbours, by the rules of the puzzle that the file names, or of PUZZLE; entries of pattern databases for "
        "arrangements with a piece where it can never stand are not checked; no search uses them either. A file that is cut off or damaged, of another "
        "version or for another puzzle, is refused; so is one that was built with less than some 32M of memory, unless it is used with as little.\n"
        "With --checkpoint F a distance table is written to F while it is built, and when a limit, Control-C or SIGTERM ends that; 'table build --resume F' continues it. "
        "Finding the goals, where these cannot be listed, is done again. Pattern databases are not kept.\n"
        "If mpirun or srun starts several processes, they share the building of a distance table: each has a part of the states, and --memory is for each; the first one writes the "
        "file, which has the same bytes as that of one process. They do so in memory and without --checkpoint; pattern databases are not shared.\n"
        "With --disk DIR a distance table that does not fit into memory (--memory) is built in files there, of about a byte a state where states are numbered, and written to its file part by "
        "part: the same bytes as in memory. At the end the files are removed, and with them the checkpoint, which refers to them.\n"
        "Exit status: 0 done (verify: the table is right), 2 bad input or usage, a table that is refused or wrong, 3 "
        "limit reached, 4 system error, 130 interrupted.",
    .examples = "Keep the pattern databases of Klotski, and solve it with them: "
                "fewest table build klotski --output k.table && fewest solve klotski --algorithm astar --table k.table\n"
                "Keep the distances of all states of the eight puzzle in a file: "
                "fewest table build eight --distances --output eight.table\n"
                "Prove that the table is right: fewest table verify eight.table",
    COMMAND_RUNS(struct table_settings),
    .min_operands = 1,
    .max_operands = 3,
};
