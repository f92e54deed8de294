/* fewest solve --starts: one puzzle for many starts. Each thread has a handle of its own, which keeps what earlier searches have
 * built; the lines are printed in the order of the file. */
#include "cli/output.h"
#include "cli/pool.h"
#include "cli/solve.h"
#include "json/memory_file.h"

#include <stdlib.h>
#include <string.h>

struct start {
    char *text;
    uint64_t line; /* from 1 */
    char *answer;  /* the line that is printed */
    int status;
};

struct batch {
    const struct solve_settings *settings;
    struct puzzle_text source;
    struct text file;
    struct start *starts;
    size_t count;
    fewest_puzzle **puzzles; /* of each thread; NULL: not opened yet */
    size_t workers;
    uint64_t memory; /* of each thread */
    int worst;
};

/* ---- The file */

static bool is_left_out(const char *line) {
    line += strspn(line, " \t\f\v");
    return *line == '\0' || *line == ';';
}

/* The lines of the file, cut where they stand. A line that has a zero byte ends there, and is then refused as the start it is. */
static bool find_starts(struct batch *batch) {
    char *at = batch->file.bytes, *const end = at + batch->file.length;
    size_t lines = 1;
    for (const char *c = at; c < end; c++)
        lines += *c == '\n';
    char *whole = realloc(batch->file.bytes, batch->file.length + 1);
    if (!whole)
        return false;
    batch->file.bytes = at = whole;
    batch->starts = calloc(lines, sizeof *batch->starts);
    if (!batch->starts)
        return false;
    at[batch->file.length] = '\0';
    for (uint64_t line = 1; at < whole + batch->file.length; line++) {
        char *stop = memchr(at, '\n', (size_t)(whole + batch->file.length - at));
        if (stop)
            *stop = '\0';
        char *last = stop ? stop : whole + batch->file.length;
        if (last > at && last[-1] == '\r')
            last[-1] = '\0';
        if (!is_left_out(at))
            batch->starts[batch->count++] = (struct start){.text = at, .line = line};
        at = stop ? stop + 1 : whole + batch->file.length;
    }
    return true;
}

/* ---- One start */

static fewest_puzzle *open_for(struct batch *batch, struct limits *limits, fewest_error *error) {
    const struct solve_settings *settings = batch->settings;
    fewest_puzzle *puzzle = parse_puzzle(&batch->source, &settings->import, limits_left(limits, NULL), error);
    if (puzzle && settings->goal && !fewest_set_goal(keep_to(puzzle, limits), settings->goal, error)) {
        fewest_puzzle_free(puzzle);
        puzzle = NULL;
    }
    if (puzzle)
        load_tables_for(puzzle, settings);
    return puzzle;
}

static void begin_limits(const struct batch *batch, struct limits *limits) {
    limits_begin(limits, 0, batch->settings->time);
    limits->memory = batch->memory;
}

/* The answer for a start, with the status it has; NULL: see *error. */
static fewest_answer *answer_for(struct batch *batch, size_t worker, const struct start *start, fewest_error *error) {
    struct limits limits;
    begin_limits(batch, &limits);
    if (!batch->puzzles[worker])
        batch->puzzles[worker] = open_for(batch, &limits, error);
    fewest_puzzle *puzzle = batch->puzzles[worker];
    if (!puzzle || !fewest_set_start(keep_to(puzzle, &limits), start->text, error))
        return NULL;
    const fewest_limits left = limits_left(&limits, &batch->settings->options.limits);
    return search_by(puzzle, batch->settings, &left, error);
}

static bool write_line(FILE *file, const struct batch *batch, const struct start *start, fewest_answer *answer,
                       const fewest_error *error) {
    struct json json = json_to(file);
    bool good = true;
    json_begin(&json, '{');
    json_key(&json, "line");
    json_count(&json, start->line);
    json_key(&json, "start");
    json_text(&json, start->text);
    if (answer) {
        good = json_answer(&json, answer, batch->settings);
    } else { /* a start is one line: the line is that of the file */
        fewest_error here = *error;
        here.line = 0;
        json_error(&json, &here);
        if (error->column) {
            json_key(&json, "column");
            json_count(&json, error->column);
        }
    }
    json_finish(&json);
    return good;
}

static void work(void *context, size_t worker, size_t index) {
    struct batch *batch = context;
    struct start *start = &batch->starts[index];
    fewest_error error = {0};
    if (was_interrupted()) {
        start->status = FEWEST_INTERRUPTED;
        return;
    }
    fewest_answer *answer = answer_for(batch, worker, start, &error);
    struct memory_file line;
    const bool made = memory_file_open(&line) && write_line(line.file, batch, start, answer, &error);
    start->answer = memory_file_close(&line);
    start->status = (int)(answer ? fewest_answer_status(answer) : error.status);
    if (!made || !start->answer) {
        free(start->answer);
        start->answer = NULL;
        start->status = FEWEST_SYSTEM;
    }
    fewest_answer_free(answer);
}

static void take(void *context, size_t index) {
    struct batch *batch = context;
    struct start *start = &batch->starts[index];
    if (start->status > batch->worst)
        batch->worst = start->status;
    if (start->answer) {
        fputs(start->answer, stdout);
        fflush(stdout);
    }
    if (start->status == FEWEST_SYSTEM)
        fprintf(stderr, "fewest: line %llu: the system refused memory\n", (unsigned long long)start->line);
    free(start->answer);
    start->answer = NULL;
}

/* ---- All of them */

/* The puzzle is opened once before anything is solved: what is wrong with it is said once. */
static bool prepare(struct batch *batch, const char *name, fewest_error *error) {
    const struct solve_settings *settings = batch->settings;
    struct limits limits;
    limits_begin(&limits, settings->memory, settings->time);
    const fewest_limits left = limits_left(&limits, NULL);
    if (!read_puzzle(name, &settings->import, &left, &batch->source, error) ||
        !read_text(settings->starts, &limits, &batch->file, error))
        return false;
    *error = (fewest_error){.status = FEWEST_SYSTEM, .message = "there is not enough memory", .text = "fewest: there is not enough memory"};
    if (!find_starts(batch))
        return false;
    batch->workers = pool_size(settings->options.limits.threads, batch->count);
    batch->memory = pool_share(limits.memory, batch->workers);
    batch->puzzles = calloc(batch->workers, sizeof(fewest_puzzle *));
    if (!batch->puzzles)
        return false;
    begin_limits(batch, &limits);
    batch->puzzles[0] = open_for(batch, &limits, error);
    if (!batch->puzzles[0])
        return false;
    if (fewest_has_goal(batch->puzzles[0]))
        return true;
    usage_error(error, NULL, "", "%.100s: the puzzle has no goal: give one with --goal", name);
    return false;
}

int solve_starts(const char *name, const struct solve_settings *given) {
    struct solve_settings settings = *given;
    struct batch batch = {.settings = &settings};
    struct progress progress;
    fewest_error error;
    progress_begin(&progress);
    const bool ready = prepare(&batch, name, &error);
    if (ready) {
        settings.options.limits.threads = 0; /* they are used up */
        pool_run(batch.count, batch.workers, &(struct pool_work){.context = &batch, .work = work, .take = take});
    }
    progress_end(&progress);
    const int status = ready ? batch.worst : report_error(&error, settings.json);
    for (size_t i = 0; batch.puzzles && i < batch.workers; i++)
        fewest_puzzle_free(batch.puzzles[i]);
    free(batch.puzzles);
    free(batch.starts);
    free(batch.file.bytes);
    free_puzzle_text(&batch.source);
    return status;
}
