#include "cli/proof.h"

#include "cli/amount.h"
#include "cli/file.h"
#include "cli/output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Whether a proof may be written to that path: what is there is one, or empty, or no regular file, or there is nothing. Nobody is to lose a
 * file of another kind. */
static bool may_replace(const char *path, fewest_error *error) {
    static const char first[] = "fewest proof ";
    char found[sizeof first] = "";
    struct stat about;
    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode) || about.st_size == 0)
        return true;
    FILE *file = fopen(path, "rbe");
    const bool is_proof = file && fread(found, 1, sizeof first - 1, file) == sizeof first - 1 && memcmp(found, first, sizeof first - 1) == 0;
    if (file)
        fclose(file);
    if (is_proof)
        return true;
    *error = (fewest_error){.status = FEWEST_INVALID};
    snprintf(error->message, sizeof error->message, "%.120s is not a proof of fewest and is not replaced: remove it, or choose another name", path);
    snprintf(error->text, sizeof error->text, "%s", error->message);
    return false;
}

fewest_puzzle *open_for_proof(struct proof_file *proof, const char *path, const char *name, const char *start, const char *goal,
                              const struct import_options *import, struct limits *limits, fewest_error *error) {
    *proof = (struct proof_file){.path = path, .output = -1};
    if (!path)
        return open_unfinished(name, start, goal, import, limits, error);
    if (strcmp(path, "-") != 0 && !may_replace(path, error))
        return NULL;
    fewest_puzzle *puzzle = open_with_text(name, start, goal, import, limits, &proof->text, &proof->length, error);
    if (puzzle && strcmp(path, "-") == 0) {
        /* All that is printed from here on goes to standard error. */
        fflush(stdout);
        proof->output = dup(STDOUT_FILENO);
        if (proof->output < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
            *error = (fewest_error){.status = FEWEST_SYSTEM};
            snprintf(error->message, sizeof error->message, "standard output cannot be used for a proof: %s", strerror(errno));
            snprintf(error->text, sizeof error->text, "fewest: %s", error->message);
            fewest_puzzle_free(puzzle);
            puzzle = NULL;
        }
    }
    return puzzle;
}

void close_proof(struct proof_file *proof) {
    if (proof->output >= 0) {
        fflush(stdout);
        dup2(proof->output, STDOUT_FILENO);
        close(proof->output);
    }
    free(proof->text);
}

struct sink {
    FILE *file;
    int why; /* errno of what could not be written; 0: all was */
};

static bool write_piece(void *context, const void *bytes, size_t length) {
    struct sink *sink = context;
    errno = 0;
    const bool good = fwrite(bytes, 1, length, sink->file) == length && fflush(sink->file) == 0;
    if (!good)
        sink->why = errno ? errno : EIO;
    return good;
}

static bool prove(fewest_puzzle *puzzle, const fewest_answer *answer, const fewest_exploration *exploration, fewest_proof *wanted,
                  struct limits *limits, fewest_error *error) {
    progress_begin(&limits->progress);
    const bool good = answer ? fewest_prove_answer(puzzle, answer, wanted, error) : fewest_prove_exploration(puzzle, exploration, wanted, error);
    progress_end(&limits->progress);
    return good;
}

/* To standard output, or a file, which gets its name when it is whole. */
static bool open_output(const struct proof_file *proof, struct growing_file *output) {
    if (proof->output < 0)
        return growing_file_open(output, proof->path);
    const int copy = dup(proof->output);
    *output = (struct growing_file){.file = copy < 0 ? NULL : fdopen(copy, "wb")};
    const int why = errno;
    if (copy >= 0 && !output->file)
        close(copy);
    errno = why;
    return output->file != NULL;
}

int write_proof(struct proof_file *proof, fewest_puzzle *puzzle, const fewest_answer *answer, const fewest_exploration *exploration,
                struct limits *limits, const fewest_limits *asked, bool as_json) {
    const fewest_status status = answer ? fewest_answer_status(answer) : fewest_exploration_status(exploration);
    if (!proof->path || (status != FEWEST_SOLVED && status != FEWEST_UNSOLVABLE))
        return 0;
    struct growing_file output;
    fflush(stdout);
    const bool good = open_output(proof, &output);
    struct sink sink = {output.file, good ? 0 : errno};
    fewest_error error = {0};
    fewest_proof wanted = {.size = sizeof wanted, .limits = limits_left(limits, asked), .text = proof->text, .length = proof->length,
                           .write = write_piece, .context = &sink, .lists_states = proof->lists_states, .disk = proof->disk, .disk_limit = proof->disk_limit};
    const bool written = good && prove(puzzle, answer, exploration, &wanted, limits, &error);
    if (good && !growing_file_close(&output, written) && !sink.why)
        sink.why = errno;
    if (sink.why) {
        fprintf(stderr, "fewest: %s cannot be written: %s\n", strcmp(proof->path, "-") == 0 ? "standard output" : proof->path, strerror(sink.why));
        return FEWEST_SYSTEM;
    }
    if (!written) {
        fputs("fewest: no proof was written: ", stderr);
        return report_error(&error, as_json);
    }
    fprintf(stderr, "proof: %s state%s in %s bytes\n", show_count(wanted.states).text, plural(wanted.states), show_count(wanted.bytes).text);
    return 0;
}
