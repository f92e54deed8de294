/* Making a distance table, in a run; and looking up in one that is kept. Not every space is small enough: then those who play
 * have a search in the background. */
#include "web/tables.h"

#include "web/puzzle_text.h"
#include "web/run.h"

#include <fewest/tables.h>
#include <stdlib.h>
#include <string.h>

/* A start that the table does not have is searched for; whoever asks can do that better by a run of its own. */
static const double look_up_seconds = 0.2;

void tables_init(struct tables *tables) {
    *tables = (struct tables){0};
    pthread_mutex_init(&tables->lock, NULL);
}

static void drop(struct kept_table *table) {
    fewest_puzzle_free(table->puzzle);
    free(table->text);
    *table = (struct kept_table){0};
}

void tables_free(struct tables *tables) {
    for (size_t i = 0; i < MOST_TABLES; i++)
        drop(&tables->kept[i]);
    pthread_mutex_destroy(&tables->lock);
}

/* Under the lock: the one of that place comes first. */
static void bring_forward(struct tables *tables, size_t place) {
    const struct kept_table wanted = tables->kept[place];
    memmove(tables->kept + 1, tables->kept, place * sizeof *tables->kept);
    tables->kept[0] = wanted;
}

/* Under the lock: MOST_TABLES if there is none for this text. */
static size_t find(const struct tables *tables, const char *text) {
    size_t place = 0;
    while (place < MOST_TABLES && !(tables->kept[place].puzzle && strcmp(tables->kept[place].text, text) == 0))
        place++;
    return place;
}

/* Takes over what the table has. */
static void keep(struct tables *tables, struct kept_table *table) {
    pthread_mutex_lock(&tables->lock);
    size_t place = find(tables, table->text);
    if (place == MOST_TABLES)
        place--;
    drop(&tables->kept[place]);
    tables->kept[place] = *table;
    bring_forward(tables, place);
    pthread_mutex_unlock(&tables->lock);
    *table = (struct kept_table){0};
}

/* ---- Making one */

struct table_job {
    struct tables *tables;
    struct kept_table table;
    fewest_options options;
};

static void free_job(void *context) {
    struct table_job *job = context;
    drop(&job->table);
    free(job);
}

static bool report(void *context, const fewest_statistics *so_far) {
    return run_tell(context, progress_json(so_far));
}


static void work(struct run *run, void *context) {
    struct table_job *job = context;
    fewest_error error = {0};
    job->options.limits.progress = report;
    job->options.limits.context = run;
    if (fewest_tabulate(job->table.puzzle, &job->options, &error)) {
        keep(job->tables, &job->table);
        run->result = strdup("{\"running\":false,\"status\":\"kept\"}");
    } else {
        run->result = failure_json(&error);
    }
    free_job(job);
}

bool begin_table(struct request *request) {
    bool result;
    const struct web_limits *limits = &request->site->limits;
    fewest_puzzle *puzzle = requested_puzzle(request, &result);
    if (!puzzle)
        return result;
    struct table_job *job = malloc(sizeof *job);
    if (!job) {
        fewest_puzzle_free(puzzle);
        return false;
    }
    *job = (struct table_job){&request->site->tables, {strdup(request->body), puzzle}, {.size = sizeof job->options}};
    if (!job->table.text) {
        free_job(job);
        return false;
    }
    job->options.limits.memory = limits->memory < TABLE_BYTES ? limits->memory : TABLE_BYTES;
    job->options.limits.seconds = limits->seconds < TABLE_SECONDS ? limits->seconds : TABLE_SECONDS;
    return begin_run(request, work, job, free_job);
}

/* ---- Looking up */

/* The answer as JSON, or NULL and the reason. */
static char *distance_json(fewest_puzzle *puzzle, const char *start, fewest_error *error) {
    fewest_options options = {.size = sizeof options};
    options.limits.seconds = look_up_seconds;
    options.limits.memory = TABLE_BYTES;
    fewest_answer *answer = fewest_set_start(puzzle, start, error) ? fewest_solve(puzzle, &options, error) : NULL;
    if (!answer)
        return NULL;
    char *text = solution_json(answer);
    fewest_answer_free(answer);
    if (!text)
        *error = (fewest_error){.status = FEWEST_SYSTEM, .message = "there is not enough memory"};
    return text;
}

bool look_up(struct request *request) {
    struct tables *tables = &request->site->tables;
    const char *start = parameter(request, "start");
    fewest_error error = {0};
    if (!start)
        return answer_problem(request, HTTP_BAD_REQUEST, "as ?start=...", "the request does not name a state");
    pthread_mutex_lock(&tables->lock);
    const size_t place = find(tables, request->body);
    char *text = place < MOST_TABLES ? distance_json(tables->kept[place].puzzle, start, &error) : NULL;
    if (place < MOST_TABLES)
        bring_forward(tables, place);
    pthread_mutex_unlock(&tables->lock);
    if (place == MOST_TABLES)
        return answer_problem(request, HTTP_NOT_FOUND, "have one made by api/table", "there is no table of this puzzle");
    return text ? answer_text(request, HTTP_OK, "application/json", text, strlen(text), NULL)
                : answer_error(request, &error, "start");
}
