/* The table of judges; reading, running, and printing all or nothing. */
#include "contest/contest.h"

#include "contest/judges.h"
#include "contest/solver.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const struct judge *const judges[] = {
#define CONTEST_ROW(word) &judge_##word,
    CONTEST_JUDGES(CONTEST_ROW)
#undef CONTEST_ROW
};
enum { JUDGES = sizeof judges / sizeof *judges };

size_t contest_count(void) { return JUDGES; }

const struct judge *contest_at(size_t index) { return judges[index]; }

const struct judge *contest_named(const char *name) {
    for (size_t i = 0; i < JUDGES; i++) {
        if (*name && (strcmp(name, judges[i]->name) == 0 || strcmp(name, judges[i]->alias) == 0))
            return judges[i];
    }
    return NULL;
}

bool run_fail(struct run *run, fewest_status status, const char *format, ...) {
    if (run->trouble != FEWEST_SOLVED)
        return false;
    run->trouble = status;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(run->message, sizeof run->message, format, arguments);
    va_end(arguments);
    return false;
}

bool run_print(struct run *run, const char *format, ...) {
    struct output *output = &run->output;
    char line[256];
    va_list arguments;
    va_start(arguments, format);
    const int written = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (written < 0 || (size_t)written >= sizeof line) {
        return run_fail(run, FEWEST_SYSTEM, "a line of the output is too long");
    }
    if (output->room - output->length < (size_t)written) {
        const size_t room = 2 * output->room + sizeof line;
        char *larger = realloc(output->text, room);
        if (!larger)
            return run_fail(run, FEWEST_SYSTEM, "there is not enough memory");
        output->text = larger;
        output->room = room;
    }
    memcpy(output->text + output->length, line, (size_t)written);
    output->length += (size_t)written;
    return true;
}

static int finish(const struct run *run, FILE *out, FILE *err, const char *judge) {
    if (run->input.failed && run->input.failed_line > 0) {
        fprintf(err, "fewest contest %s: line %zu: %s\n", judge, run->input.failed_line, run->input.message);
        return FEWEST_INVALID;
    }
    if (run->input.failed) {
        fprintf(err, "fewest contest %s: %s\n", judge, run->input.message);
        return run->input.by_system ? FEWEST_SYSTEM : run->input.by_limit ? FEWEST_LIMIT : FEWEST_INVALID;
    }
    if (run->trouble != FEWEST_SOLVED) {
        fprintf(err, "fewest contest %s: %s\n", judge, run->message);
        return (int)run->trouble;
    }
    const struct output *output = &run->output;
    const size_t written = output->length ? fwrite(output->text, 1, output->length, out) : 0;
    if (written < output->length || fflush(out) != 0) {
        fprintf(err, "fewest contest %s: the output cannot be written\n", judge);
        return FEWEST_SYSTEM;
    }
    return FEWEST_SOLVED;
}

int contest_main(const char *judge, bool many, FILE *in, FILE *out, FILE *err,
                 const struct contest_limits *limits) {
    const struct judge *known = contest_named(judge);
    if (!known) {
        fprintf(err, "fewest contest: there is no judge '%s'; see fewest contest --list\n", judge);
        return FEWEST_INVALID;
    }
    struct run run = {.trouble = FEWEST_SOLVED, .limits = limits};
    bool good = input_open(&run.input, in, many, limits);
    while (good) {
        good = known->solve(&run);
        if (!good || !input_next_part(&run.input))
            break;
    }
    if (!good && !run.input.failed)
        run_fail(&run, FEWEST_SYSTEM, "the answer is not known");
    const int status = finish(&run, out, err, judge);
    solver_free(run.solver);
    input_close(&run.input);
    free(run.output.text);
    return status;
}
