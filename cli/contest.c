/* fewest contest JUDGE < input: solves an online judge's task in that judge's own format. */
#include "contest/contest.h"
#include "contest/judge.h"

#include "cli/commands.h"
#include "cli/judges.h"
#include "cli/limits.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

struct contest_settings {
    bool list, many;
    uint64_t memory;
    double time;
};

static const struct option contest_options[] = {
    {.name = "list", .kind = OPTION_FLAG, .offset = offsetof(struct contest_settings, list),
     .help = "list the judges, their other names and what is solved"},
    {.name = "many", .kind = OPTION_FLAG, .offset = offsetof(struct contest_settings, many),
     .help = "answer many inputs, with a line --- between any two; they share tables and memory"},
    MEMORY_OPTION(struct contest_settings),
    TIME_OPTION(struct contest_settings),
};

static int list_judges(void) {
    for (size_t i = 0; i < contest_count(); i++) {
        const struct judge *judge = contest_at(i);
        printf("%-12s  %-12s  %s\n", judge->name, judge->alias, judge->summary);
    }
    return fflush(stdout) == 0 ? FEWEST_SOLVED : FEWEST_SYSTEM;
}

/* Memory that one case frees is kept for the next one. */
static void keep_memory(void) {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 64 << 20);
    mallopt(M_TRIM_THRESHOLD, 256 << 20);
#endif
}

/* Without a line of progress: a signal ends it at once. */
static fewest_limits left_of(void *limits) {
    fewest_limits left = limits_left(limits, NULL);
    left.progress = NULL;
    return left;
}

static int run_contest(const void *settings, char **operands, int count) {
    const struct contest_settings *contest = settings;
    if (contest->list)
        return list_judges();
    if (count == 0) {
        fprintf(stderr, "fewest contest: which judge? fewest contest --list names them\n");
        return FEWEST_INVALID;
    }
    if (!contest->memory)
        keep_memory();
    if (!contest_named(operands[0]))
        return report_unknown_judge(&contest_command, operands[0]);
    struct limits limits;
    limits_begin(&limits, contest->memory, contest->time);
    const struct contest_limits left = {left_of, &limits};
    const bool limited = contest->memory || contest->time > 0;
    return contest_main(operands[0], contest->many, stdin, stdout, stderr, limited ? &left : NULL);
}

const struct command contest_command = {
    .name = "contest",
    .operands = "JUDGE",
    .summary = "solve an online judge's task: read its input, print its output",
    .details = "Read the input of an online judge's task from standard input and print exactly what that judge "
               "asks for; 'fewest contest --list' names the judges. White space in the input is free-form.\n"
               "Exit status: 0, or 2 where the input is wrong; then a message names the line and no answer is "
               "printed. Likewise 3 (limit reached) and 4 (system error).",
    .examples = "Which judges there are: fewest contest --list\n"
                "Solve one input: echo \"2 3 4 1 5 x 7 6 8\" | fewest contest poj-1077",
    .options = contest_options,
    .option_count = sizeof contest_options / sizeof *contest_options,
    .min_operands = 0,
    .max_operands = 1,
    .surplus = "one judge at a time; the input comes from standard input",
    .settings_size = sizeof(struct contest_settings),
    .run = run_contest,
};
