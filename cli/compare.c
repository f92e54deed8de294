/* fewest compare: every search on the same starts, in one table. */
#include "cli/compare.h"

#include "cli/commands.h"
#include "cli/file.h"
#include "cli/input.h"
#include "cli/output.h"
#include "cli/tables.h"

#include <fewest/explore.h>
#include <fewest/tables.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct compare_settings {
    struct import_options import;
    const char *goal, *csv, *svg;
    uint64_t random, seed, steps, memory, tables;
    double time;
    struct table_choice saved;
    bool json;
};

#define FIELD(name) .offset = offsetof(struct compare_settings, name)
static const struct option options[] = {
    GOAL_OPTION(struct compare_settings),
    IMPORT_OPTIONS(struct compare_settings),
    {.name = "random", .kind = OPTION_COUNT, .argument = "K", .standard = "none", .standing = 0, .min = 1, .max = 10000,
     FIELD(random), .help = "K random starts, by random walks from the goal (or from the start, where moves cannot be undone)"},
    {.name = "seed", .kind = OPTION_COUNT, .argument = "S", .standard = "1", .max = UINT64_MAX, FIELD(seed),
     .help = "another series of random starts"},
    {.name = "steps", .kind = OPTION_COUNT, .argument = "N", .standard = "100", .max = 1000000, FIELD(steps),
     .help = "moves of each random walk"},
    {.name = "time", .kind = OPTION_SECONDS, .argument = "S", .standard = "10", FIELD(time),
     .help = "seconds for each search from one start; a search that needs more is stopped"},
    {.name = "memory", .kind = OPTION_SIZE, .argument = "M", .standard = "auto", .standing = 0, .min = 1 << 20,
     .max = UINT64_MAX, FIELD(memory), .help = "memory for each search, as 512M or 1.5G; auto: 80 % of what is free"},
    {.name = "tables", .kind = OPTION_SIZE, .argument = "M", .standard = "32M", .min = 1 << 20, .max = UINT64_MAX,
     FIELD(tables), .help = "memory for pattern databases, where searches with a lower bound are compared"},
    TABLE_OPTIONS(struct compare_settings, saved),
    JSON_OPTION(struct compare_settings),
    {.name = "csv", .kind = OPTION_TEXT, .argument = "F", FIELD(csv), .help = "write the table to file F"},
    {.name = "svg", .kind = OPTION_TEXT, .argument = "F", FIELD(svg), .help = "draw the table as bars to file F"},
};
#undef FIELD

/* What is run: every search with every store, and with and without tables for its bound. What turns out to be the
 * same as a row before it is not shown twice, so that a new search needs no line here. */
struct search {
    fewest_algorithm algorithm;
    const char *word;
};

static const struct search searches[] = {
#define SEARCH(name, word, meaning) {FEWEST_##name, word},
    FEWEST_ALGORITHMS(SEARCH)
#undef SEARCH
};
static const fewest_remember stores[] = {
#define STORE(name, word, meaning) FEWEST_##name,
    FEWEST_STORES(STORE)
#undef STORE
};
enum { SEARCHES = sizeof searches / sizeof *searches, STORES = sizeof stores / sizeof *stores };

struct starts {
    char **texts; /* an entry NULL: the start of the puzzle */
    size_t count;
};

struct job {
    const struct compare_settings *settings;
    const char *name; /* of the puzzle, as it was given */
    fewest_puzzle *puzzle;
    bool without[2];  /* of each kind of saved tables: there is none, so it is not looked for again */
    struct starts starts;
    struct limits limits;
    struct comparison comparison;
    int64_t *lengths; /* of the starts, -1: unsolvable, -2: not known yet */
    fewest_error error;
    bool interrupted, refused; /* refused: the system has no memory left, and what follows would not be comparable */
};

static fewest_answer *search(struct job *job, const fewest_options *options) {
    progress_begin(&job->limits.progress);
    fewest_answer *answer = fewest_solve(job->puzzle, options, &job->error);
    progress_end(&job->limits.progress);
    job->interrupted |= was_interrupted(); /* even where the answer was found before that was seen */
    if (answer ? fewest_answer_status(answer) == FEWEST_SYSTEM : job->error.status == FEWEST_SYSTEM) {
        job->refused = true;
        job->error.message[0] = '\0'; /* which is reported as: no memory */
    }
    return answer;
}

/* Adds what one search did; false where it is not to go on with this row. */
static bool add(struct job *job, struct compared *row, fewest_answer *answer, size_t start) {
    const fewest_statistics *statistics = fewest_answer_statistics(answer);
    fewest_status status = fewest_answer_status(answer);
    bool known = status == FEWEST_SOLVED || status == FEWEST_UNSOLVABLE;
    row->status = known ? FEWEST_SOLVED : status;
    row->limit = fewest_answer_limit(answer);
    row->expanded += statistics->expanded;
    row->generated += statistics->generated;
    if (statistics->peak_bytes > row->peak_bytes)
        row->peak_bytes = statistics->peak_bytes;
    row->seconds += statistics->seconds;
    if (!known)
        return false;
    int64_t length = status == FEWEST_SOLVED ? (int64_t)fewest_answer_cost(answer) : -1;
    row->starts++;
    if (status == FEWEST_SOLVED) {
        row->solved++;
        row->length += fewest_answer_length(answer);
    }
    if (job->lengths[start] == -2)
        job->lengths[start] = length;
    if (job->lengths[start] == length)
        return true;
    job->error = (fewest_error){.status = FEWEST_SYSTEM};
    snprintf(job->error.message, sizeof job->error.message,
             "%s finds another length than the searches before it: this is a bug in fewest", row->search);
    snprintf(job->error.text, sizeof job->error.text, "fewest compare: %s", job->error.message);
    return false;
}

/* What follows the name of the search: its bound, where it has one. */
static const char *after_colon(const char *reason) {
    const char *colon = strstr(reason, ": ");
    return colon ? colon + 2 : reason;
}

/* Whether the search ran as it was asked to, and no row before it did the same. */
static bool is_new(const struct job *job, const struct compared *row, const char *ran) {
    if (strcmp(ran, row->search) != 0)
        return false;
    for (size_t i = 0; i < job->comparison.count; i++) {
        const struct compared *other = &job->comparison.rows[i];
        if (strcmp(other->search, row->search) == 0 && strcmp(other->store, row->store) == 0 &&
            strcmp(other->bound, row->bound) == 0)
            return false;
    }
    return true;
}

/* The first start is searched twice, where that is quick or tables had to be made: the difference is the set-up. */
static bool first_start(struct job *job, const fewest_options *wanted, struct compared *row) {
    fewest_answer *answer = search(job, wanted);
    if (!answer)
        return false; /* it does not apply here */
    const fewest_statistics *statistics = fewest_answer_statistics(answer);
    bool has_bound = fewest_uses_bound(wanted->algorithm);
    snprintf(row->store, sizeof row->store, "%s", statistics->store ? statistics->store : "nothing");
    if (has_bound)
        snprintf(row->bound, sizeof row->bound, "%s", after_colon(fewest_answer_reason(answer)));
    if (strcmp(statistics->algorithm, "dijkstra") == 0 && strcmp(row->search, "bfs") == 0)
        row->search = "dijkstra"; /* which is what it is where moves have costs */
    bool fresh = is_new(job, row, statistics->algorithm);
    double first = statistics->seconds;
    bool quick = has_bound || (fewest_answer_status(answer) != FEWEST_LIMIT && first < 1);
    fewest_answer *again = fresh && quick ? search(job, wanted) : NULL;
    if (again) {
        double second = fewest_answer_statistics(again)->seconds;
        row->setup = first > second ? first - second : 0;
        uint64_t peak = statistics->peak_bytes;
        if (peak > row->peak_bytes)
            row->peak_bytes = peak;
        fewest_answer_free(answer);
        answer = again;
    }
    if (fresh)
        add(job, row, answer, 0);
    fewest_answer_free(answer);
    return fresh;
}

static bool set_start(struct job *job, size_t start) {
    const char *text = job->starts.texts[start];
    return !text || fewest_set_start(job->puzzle, text, &job->error);
}

/* Loads saved tables of one kind for the row that needs them; false where there are none. */
static bool load_saved(struct job *job, fewest_table_kind kind) {
    const struct table_choice *saved = &job->settings->saved;
    fewest_table_info info;
    fewest_error error;
    bool other = saved->file && fewest_table_read_info(saved->file, &info, &error) &&
                 strcmp(info.kind, table_kind_word(kind)) != 0;
    job->without[kind] = job->without[kind] || other ||
                         !load_saved_tables(job->puzzle, saved, kind == FEWEST_TABLE_DISTANCES, kind == FEWEST_TABLE_PATTERNS);
    return !job->without[kind];
}

/* Calls that are not searches, such as looking for saved tables, compile the puzzle too: each has the time of a search. */
static bool limit_calls(struct job *job) {
    fewest_limits limits = limits_left(&job->limits, NULL);
    limits.seconds = job->settings->time;
    return fewest_set_limits(job->puzzle, &limits, &job->error);
}

/* The puzzle loaded again, so that no search profits from the tables of another, on its first start. */
static bool begin_anew(struct job *job) {
    if (strcmp(job->name, "-") != 0) {
        fewest_puzzle_free(job->puzzle);
        job->puzzle = open_unfinished(job->name, NULL, job->settings->goal, &job->settings->import, &job->limits, &job->error);
        if (!job->puzzle || !limit_calls(job))
            return false;
    }
    if (!set_start(job, 0))
        return false;
    job->error.message[0] = '\0';
    return true;
}

/* One row; it is kept if the search applies and differs from those before. false: see job->error. */
static bool run_row(struct job *job, const char *word, const fewest_options *wanted) {
    struct compared row = {.search = word};
    if (!first_start(job, wanted, &row))
        return !job->refused;
    for (size_t start = 1; start < job->starts.count && row.status == FEWEST_SOLVED && !job->interrupted; start++) {
        if (!set_start(job, start))
            return false;
        fewest_answer *answer = search(job, wanted);
        if (!answer)
            return false;
        bool more = add(job, &row, answer, start);
        fewest_answer_free(answer);
        if (!more)
            break;
    }
    if (job->refused || (job->error.status == FEWEST_SYSTEM && job->error.message[0]))
        return false;
    struct compared *rows = realloc(job->comparison.rows, (job->comparison.count + 1) * sizeof *rows);
    if (!rows) {
        job->error.message[0] = '\0'; /* which is reported as: no memory */
        return false;
    }
    job->comparison.rows = rows;
    rows[job->comparison.count++] = row;
    return true;
}

static fewest_options limits_of(struct job *job) {
    fewest_options wanted = {.size = sizeof wanted, .limits = limits_left(&job->limits, NULL)};
    wanted.limits.seconds = job->settings->time;
    return wanted;
}

/* A search with a store, and with memory for the tables of its bound or without: these may have been saved. */
static bool run_search(struct job *job, const struct search *search, fewest_remember store, uint64_t tables) {
    fewest_options wanted = limits_of(job);
    wanted.algorithm = search->algorithm;
    wanted.remember = store;
    wanted.bound_memory = FEWEST_EXACTLY(tables);
    if (!begin_anew(job))
        return false;
    if (tables && load_saved(job, FEWEST_TABLE_PATTERNS) && tables < FEWEST_BOUND_MEMORY)
        wanted.bound_memory = FEWEST_BOUND_MEMORY; /* it is there already, as large as solve would make it */
    return run_row(job, search->word, &wanted);
}

/* The distances of all states, where they were saved, replace any search. */
static bool run_distances(struct job *job) {
    const fewest_options wanted = limits_of(job);
    return begin_anew(job) && (!load_saved(job, FEWEST_TABLE_DISTANCES) || run_row(job, "table", &wanted));
}

/* What auto would choose for the first start; the distances are there, if they were saved. */
static bool ask_auto(struct job *job) {
    const fewest_options wanted = limits_of(job);
    if (!set_start(job, 0))
        return false;
    if (job->without[FEWEST_TABLE_DISTANCES])
        load_saved(job, FEWEST_TABLE_PATTERNS);
    fewest_answer *answer = search(job, &wanted);
    if (!answer)
        return false;
    snprintf(job->comparison.chosen, sizeof job->comparison.chosen, "%s", fewest_answer_reason(answer));
    fewest_answer_free(answer);
    return !job->refused;
}

static bool run_all(struct job *job) {
    const uint64_t tables = job->settings->tables;
    for (size_t w = 0; w < SEARCHES; w++) {
        if (searches[w].algorithm == FEWEST_AUTO)
            continue;
        bool has_bound = fewest_uses_bound(searches[w].algorithm);
        for (size_t s = 0; s < STORES; s++) {
            /* Searches with a bound have a store of their own: which bound is the question there. */
            if ((stores[s] == FEWEST_REMEMBER_AUTO) != has_bound)
                continue;
            if (!run_search(job, &searches[w], stores[s], 0))
                return false;
            if (has_bound && !job->interrupted && !run_search(job, &searches[w], stores[s], tables))
                return false;
            if (job->interrupted)
                return true;
        }
    }
    return run_distances(job) && (job->interrupted || ask_auto(job));
}

/* The starts as texts, owned by the list: operands, random walks, or the puzzle's own. */
static bool make_starts(struct job *job, char **operands, int count) {
    const struct compare_settings *settings = job->settings;
    size_t wanted = settings->random ? (size_t)settings->random : count > 1 ? (size_t)count - 1 : 1;
    job->starts.texts = calloc(wanted, sizeof *job->starts.texts);
    job->lengths = malloc(wanted * sizeof *job->lengths);
    if (!job->starts.texts || !job->lengths)
        return false;
    for (size_t i = 0; i < wanted; i++, job->starts.count++) {
        char **text = &job->starts.texts[i];
        job->lengths[i] = -2;
        if (settings->random) {
            char *drawn = fewest_random_state(job->puzzle, (size_t)settings->steps, settings->seed * 1000003 + i, &job->error);
            *text = drawn ? strdup(drawn) : NULL;
            fewest_free(drawn);
        } else if (count > 1)
            *text = strdup(operands[i + 1]);
        if ((settings->random || count > 1) && !*text)
            return false;
    }
    return true;
}

static void csv_file(FILE *file, const void *comparison) {
    compare_csv(file, comparison);
}

static void svg_file(FILE *file, const void *comparison) {
    compare_svg(file, comparison);
}

static int show(const struct job *job) {
    const struct compare_settings *settings = job->settings;
    const struct comparison *comparison = &job->comparison;
    int status = job->interrupted ? FEWEST_INTERRUPTED : FEWEST_LIMIT;
    for (size_t i = 0; i < comparison->count; i++) {
        if (comparison->rows[i].status == FEWEST_SOLVED && !job->interrupted)
            status = FEWEST_SOLVED;
    }
    (settings->json ? compare_json : compare_print)(stdout, comparison);
    if ((settings->csv && !write_whole(settings->csv, csv_file, comparison)) ||
        (settings->svg && !write_whole(settings->svg, svg_file, comparison)))
        status = FEWEST_SYSTEM;
    return status;
}

static int run(const void *given, char **operands, int count) {
    struct job job = {.settings = given, .name = operands[0]};
    const struct compare_settings *settings = given;
    int status = FEWEST_SYSTEM;
    if (settings->random && count > 1) {
        usage_error(&job.error, &compare_command, "", "either starts or --random, not both");
        return report_error(&job.error, settings->json);
    }
    limits_begin(&job.limits, settings->memory, 0); /* the time is for each search */
    job.puzzle = open_puzzle(operands[0], count > 1 ? operands[1] : NULL, settings->goal, &settings->import, &job.limits, &job.error);
    bool good = job.puzzle && limit_calls(&job) && make_starts(&job, operands, count);
    if (good) {
        char title[300];
        const char *own = fewest_title(job.puzzle);
        snprintf(title, sizeof title, "%.290s", *own ? own : operands[0]);
        job.comparison.title = title;
        job.comparison.starts = job.starts.count;
        good = run_all(&job);
        compare_reasons(&job.comparison);
        if (good)
            status = show(&job);
    }
    if (!good && job.error.message[0])
        status = report_error(&job.error, settings->json);
    else if (!good)
        status = report_no_memory(settings->json);
    for (size_t i = 0; i < job.starts.count; i++)
        free(job.starts.texts[i]);
    free(job.starts.texts);
    free(job.lengths);
    free(job.comparison.rows);
    fewest_puzzle_free(job.puzzle);
    return status;
}

const struct command compare_command = {
    .name = "compare",
    .operands = "PUZZLE [START]...",
    .summary = "run every search that applies and compare them in a table",
    .details =
        "Run every search that applies, with every store, from the same starts, and say what each "
        "cost and why one wins here. PUZZLE is a built-in ('fewest list'), a file, or - for standard input; each START "
        "is one argument. The set-up of a puzzle (building pattern databases) has a column of its own. "
        "Saved tables ('fewest table') are used as by 'fewest solve': pattern databases by the searches with a bound, "
        "distances in a row of their own.\n"
        "Exit status: 0 at least one search finished, 2 bad input or usage, 3 none finished within the limits, 4 system "
        "error, 130 interrupted.",
    .examples = "Which search is best here: fewest compare two-jugs",
    COMMAND_RUNS(struct compare_settings),
    .min_operands = 1,
    .max_operands = -1,
};
