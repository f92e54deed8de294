/* Solving, in a run: the search on its thread, its progress, and the answer as all the texts that may be asked for. */
#include "web/run.h"

#include "json/answer.h"
#include "json/memory_file.h"
#include "draw/svg.h"
#include "web/options.h"
#include "web/puzzle_text.h"
#include "web/scenes.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_STATES_BYTES = 8 << 20 }; /* of the states of a solution together, or of its scenes: more are left out */

struct solve_job {
    fewest_puzzle *puzzle;
    fewest_options options;
};

static void free_job(void *context) {
    struct solve_job *job = context;
    fewest_puzzle_free(job->puzzle);
    free(job);
}

static bool report(void *context, const fewest_statistics *so_far) {
    return run_tell(context, progress_json(so_far));
}

/* ---- The answer as texts */

static bool states_are_few(const char *first, const fewest_answer *answer) {
    return strlen(first) <= MOST_STATES_BYTES / (fewest_answer_length(answer) + 1);
}

static bool write_solution(struct json *json, const fewest_puzzle *puzzle, fewest_answer *answer) {
    const char *first = fewest_answer_state(answer, 0, 0);
    if (!first)
        return false;
    const bool few = states_are_few(first, answer);
    if (!json_shortest(json, answer))
        return false;
    json_key(json, "states");
    if (!few)
        json_text(json, NULL);
    else if (!json_states(json, answer, 0))
        return false;
    if (!puzzle)
        return true;
    json_key(json, "scenes");
    if (few)
        write_scenes(json, puzzle, answer, MOST_STATES_BYTES);
    else
        json_text(json, NULL);
    return true;
}

/* With the puzzle for the page, which wants its pictures; without (NULL) to be downloaded, or for those who play. */
static char *answer_json_text(const fewest_puzzle *puzzle, fewest_answer *answer) {
    struct page_json page;
    if (!page_json_begin(&page))
        return NULL;
    struct json *json = &page.json;
    fewest_status status = fewest_answer_status(answer);
    bool good = true;
    json_begin(json, '{');
    if (puzzle) {
        json_key(json, "running");
        json_bool(json, false);
    }
    json_key(json, "status");
    json_text(json, fewest_status_word(status));
    json_key(json, "limit");
    json_text(json, status == FEWEST_LIMIT ? fewest_limit_word(fewest_answer_limit(answer)) : NULL);
    json_key(json, "reason");
    json_text(json, fewest_answer_reason(answer));
    json_within(json, answer);
    if (status == FEWEST_SOLVED)
        good = write_solution(json, puzzle, answer);
    json_key(json, "statistics");
    json_begin(json, '{');
    json_statistics(json, fewest_answer_statistics(answer));
    json_end(json, '}');
    json_end(json, '}');
    char *text = page_json_end(&page);
    if (good)
        return text;
    free(text);
    return NULL;
}

char *solution_json(fewest_answer *answer) {
    return answer_json_text(NULL, answer);
}

static char *solution_words(fewest_answer *answer) {
    struct memory_file words;
    if (!memory_file_open(&words))
        return NULL;
    bool good = true;
    for (size_t step = 0; step < fewest_answer_length(answer) && good; step++) {
        const char *word = fewest_answer_move(answer, 0, step);
        good = word != NULL;
        fprintf(words.file, "%s%s", step ? " " : "", word ? word : "");
    }
    fputc('\n', words.file);
    char *text = memory_file_close(&words);
    return good ? text : (free(text), NULL);
}

static char *solution_pictures(const fewest_puzzle *puzzle, fewest_answer *answer) {
    struct memory_file picture;
    fewest_error ignored = {0};
    const char *first = fewest_answer_state(answer, 0, 0);
    if (!first || !states_are_few(first, answer) || !memory_file_open(&picture))
        return NULL;
    bool drawn = draw_svg_answer(picture.file, puzzle, answer, 0, &ignored);
    char *text = memory_file_close(&picture);
    return drawn ? text : (free(text), NULL);
}

static void work(struct run *run, void *context) {
    struct solve_job *job = context;
    fewest_error error = {0};
    job->options.limits.progress = report;
    job->options.limits.context = run;
    fewest_answer *answer = fewest_solve(job->puzzle, &job->options, &error);
    char *result = NULL;
    if (answer) {
        run_tell(run, progress_json(fewest_answer_statistics(answer)));
        result = answer_json_text(job->puzzle, answer);
        if (result && fewest_answer_status(answer) == FEWEST_SOLVED) {
            run->downloads[DOWNLOAD_TEXT] = solution_words(answer);
            run->downloads[DOWNLOAD_JSON] = solution_json(answer);
            run->downloads[DOWNLOAD_SVG] = solution_pictures(job->puzzle, answer);
        }
        fewest_answer_free(answer);
        error.status = FEWEST_SYSTEM;
        snprintf(error.message, sizeof error.message, "there is not enough memory to show the answer");
    }
    run->result = result ? result : failure_json(&error);
    free_job(job);
}

/* ---- The request */

bool begin_solve(struct request *request) {
    bool result;
    fewest_options options;
    if (!search_options(request, &options, &result))
        return result;
    fewest_puzzle *puzzle = requested_puzzle(request, &result);
    if (!puzzle)
        return result;
    struct solve_job *job = malloc(sizeof *job);
    if (!job) {
        fewest_puzzle_free(puzzle);
        return false;
    }
    *job = (struct solve_job){puzzle, options};
    return begin_run(request, work, job, free_job);
}
