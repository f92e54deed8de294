/* The proof of an answer (<fewest/proof.h>), in a run. It has bytes of any kind, and goes to the page as base64. */
#include "web/run.h"

#include "web/options.h"
#include "web/puzzle_text.h"

#include <fewest/proof.h>
#include <stdlib.h>
#include <string.h>

struct prove_job {
    fewest_puzzle *puzzle;
    fewest_options options;
    char *rules;   /* that the proof is about */
    bool imported; /* they stand for a file of another program */
};

static void free_job(void *context) {
    struct prove_job *job = context;
    fewest_puzzle_free(job->puzzle);
    free(job->rules);
    free(job);
}

static bool report(void *context, const fewest_statistics *so_far) {
    return run_tell(context, progress_json(so_far));
}

/* The proof as it is written: no longer than what a request can carry, for it is to be verified. */
struct bytes {
    unsigned char *items;
    size_t count, room;
    bool too_long;
};

static bool keep(void *context, const void *bytes, size_t length) {
    struct bytes *kept = context;
    kept->too_long = length > MOST_BODY - kept->count;
    if (kept->too_long)
        return false;
    if (kept->count + length > kept->room) {
        const size_t room = 2 * (kept->count + length);
        unsigned char *items = realloc(kept->items, room);
        if (!items)
            return false;
        kept->items = items;
        kept->room = room;
    }
    memcpy(kept->items + kept->count, bytes, length);
    kept->count += length;
    return true;
}

/* NULL: no memory. */
static char *base64(const struct bytes *bytes) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char *text = malloc((bytes->count + 2) / 3 * 4 + 1), *at = text;
    for (size_t i = 0; text && i < bytes->count; i += 3) {
        const size_t left = bytes->count - i;
        const unsigned three = (unsigned)bytes->items[i] << 16 | (left > 1 ? (unsigned)bytes->items[i + 1] << 8 : 0) |
                               (left > 2 ? bytes->items[i + 2] : 0);
        *at++ = digits[three >> 18];
        *at++ = digits[three >> 12 & 63];
        *at++ = left > 1 ? digits[three >> 6 & 63] : '=';
        *at++ = left > 2 ? digits[three & 63] : '=';
    }
    if (text)
        *at = 0;
    return text;
}

static char *proof_json(const struct prove_job *job, const fewest_proof *proof, const struct bytes *bytes) {
    struct page_json page;
    char *text = base64(bytes);
    if (!text || !page_json_begin(&page)) {
        free(text);
        return NULL;
    }
    struct json *json = &page.json;
    json_begin(json, '{');
    json_key(json, "running");
    json_bool(json, false);
    json_key(json, "status");
    json_text(json, "proved");
    json_key(json, "states");
    json_count(json, proof->states);
    json_key(json, "bytes");
    json_count(json, proof->bytes);
    json_key(json, "imported");
    json_bool(json, job->imported);
    json_key(json, "proof");
    json_text(json, text);
    json_end(json, '}');
    free(text);
    return page_json_end(&page);
}

static bool prove(const struct prove_job *job, fewest_proof *proof, fewest_error *error) {
    fewest_answer *answer = fewest_solve(job->puzzle, &job->options, error);
    if (!answer)
        return false;
    const fewest_status status = fewest_answer_status(answer);
    bool good = status == FEWEST_SOLVED || status == FEWEST_UNSOLVABLE;
    if (good) {
        good = fewest_prove_answer(job->puzzle, answer, proof, error);
    } else {
        error->status = status;
        snprintf(error->message, sizeof error->message, "%s", status == FEWEST_INTERRUPTED ? "interrupted" : "a limit was reached before there was an answer");
    }
    fewest_answer_free(answer);
    return good;
}

static void work(struct run *run, void *context) {
    struct prove_job *job = context;
    fewest_error error = {0};
    struct bytes bytes = {0};
    job->options.limits.progress = report;
    job->options.limits.context = run;
    fewest_proof proof = {.size = sizeof proof, .limits = job->options.limits, .text = job->rules, .length = strlen(job->rules),
                          .write = keep, .context = &bytes};
    char *result = NULL;
    if (prove(job, &proof, &error)) {
        result = proof_json(job, &proof, &bytes);
        error.status = FEWEST_SYSTEM;
        snprintf(error.message, sizeof error.message, "there is not enough memory to show the proof");
    } else if (bytes.too_long) {
        error.status = FEWEST_LIMIT;
        snprintf(error.message, sizeof error.message, "the proof is longer than four megabytes");
        snprintf(error.hint, sizeof error.hint, "the tool writes it: fewest solve PUZZLE --proof FILE");
    }
    run->result = result ? result : failure_json(&error);
    free(bytes.items);
    free_job(job);
}

bool begin_prove(struct request *request) {
    bool result;
    fewest_error error = {0};
    fewest_options options;
    if (!search_options(request, &options, &result))
        return result;
    fewest_puzzle *puzzle = requested_puzzle(request, &result);
    if (!puzzle)
        return result;
    bool imported;
    char *rules = requested_rules(request, &imported, &error);
    struct prove_job *job = rules ? malloc(sizeof *job) : NULL;
    if (!job) {
        free(rules);
        fewest_puzzle_free(puzzle);
        return answer_no_memory(request);
    }
    *job = (struct prove_job){puzzle, options, rules, imported};
    return begin_run(request, work, job, free_job);
}
