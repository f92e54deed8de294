/* fewest judge: a stress test for the user's own solution of an online judge's task. */
#include "cli/judge.h"

#include "cli/amount.h"
#include "cli/commands.h"
#include "cli/file.h"
#include "cli/judges.h"
#include "cli/output.h"
#include "contest/contest.h"
#include "contest/judge.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

struct judge_settings {
    uint64_t cases, seed, memory;
    double time;
    bool beyond;
    const char *save;
};

#define FIELD(name) .offset = offsetof(struct judge_settings, name)
static const struct option options[] = {
    {.name = "cases", .kind = OPTION_COUNT, .argument = "N", .standard = "100", .min = 1, .max = 1000000, FIELD(cases),
     .help = "random cases, besides those known to be special; the last ones are at the judge's limits"},
    {.name = "seed", .kind = OPTION_COUNT, .argument = "S", .standard = "1", .max = UINT64_MAX, FIELD(seed),
     .help = "another series of random cases"},
    {.name = "time-limit", .kind = OPTION_SECONDS, .argument = "S", .standard = "2", .standing = 2, FIELD(time),
     .help = "seconds for one run of the program: of processor time, or of the clock where it waits"},
    {.name = "memory-limit", .kind = OPTION_SIZE, .argument = "M", .standard = "1G", .min = 1 << 20, .max = UINT64_MAX,
     FIELD(memory), .help = "memory for the data of the program"},
    {.name = "beyond", .kind = OPTION_FLAG, FIELD(beyond),
     .help = "also inputs that the judge promises not to give: a maze without a path, boards that cannot be reached"},
    {.name = "save", .kind = OPTION_TEXT, .argument = "DIR", FIELD(save),
     .help = "write the failing input, the expected output and the program's output to files in DIR"},
};
#undef FIELD

/* ---- One trial: an input, our answer, the program's */

enum verdict { RIGHT, WRONG, ENDS_NOT, CRASHES, FAILS, PRINTS_ENDLESSLY, PRINTS_NOTHING, READS_NOTHING, NO_MEMORY };

static const char *const verdict_words[] = {
    "right",           "wrong answer",   "does not end in time", "crashes",         "ends with an error",
    "prints endlessly", "prints nothing", "reads no input",       "uses too much memory",
};

struct trial {
    struct text *cases;
    size_t count;
    struct text input, ours;
    struct judge_run run;
    enum verdict verdict;
    struct text why;
    size_t which; /* the case that `why` is about */
};

struct session {
    const struct judge *task;
    const struct judge_settings *settings;
    char *const *program;
    struct judge_limits limits;
    size_t runs, cases, skipped;
    int refused; /* errno where the system refused what our own answer needs; 0: nothing */
    double slowest;
    uint64_t peak;
};

static void trial_free(struct trial *trial) {
    for (size_t i = 0; i < trial->count; i++)
        text_free(&trial->cases[i]);
    free(trial->cases);
    text_free(&trial->input);
    text_free(&trial->ours);
    text_free(&trial->why);
    judge_run_free(&trial->run);
    *trial = (struct trial){0};
}

static void trial_add(struct trial *trial, const char *text) {
    struct text *cases = realloc(trial->cases, (trial->count + 1) * sizeof *cases);
    if (!cases) {
        fputs("fewest judge: there is not enough memory\n", stderr);
        exit(FEWEST_SYSTEM);
    }
    trial->cases = cases;
    cases[trial->count] = (struct text){0};
    text_set(&cases[trial->count++], text);
}

/* The input that holds these cases. */
static void join_cases(const struct judge *task, const struct text *cases, size_t count, struct text *input) {
    text_set(input, "");
    if (task->counts_cases)
        text_print(input, "%zu\n", count);
    for (size_t i = 0; i < count; i++)
        text_add(input, text_of(&cases[i]), cases[i].length);
    if (task->last)
        text_print(input, "%s", task->last);
}

/* Our own answer. false: it is no input of this judge, or beyond its promises, or too hard to solve here. */
static bool answer_ourselves(struct session *session, struct trial *trial) {
    const struct judge_limits limits = {.seconds = 10, .output = (size_t)64 << 20};
    const char *beyond = session->task->beyond;
    struct judge_run run;
    join_cases(session->task, trial->cases, trial->count, &trial->input);
    judge_run_program(NULL, session->task->name, &trial->input, &limits, &run);
    bool good = run.ending == ENDED_WELL;
    if (run.ending == ENDED_UNBEGUN)
        session->refused = run.number;
    else if (run.ending == ENDED_STATUS && run.number == FEWEST_SYSTEM)
        session->refused = ENOMEM;
    text_set(&trial->ours, text_of(&run.output));
    judge_run_free(&run);
    return good && (session->settings->beyond || !beyond || strncmp(text_of(&trial->ours), beyond, strlen(beyond)) != 0);
}

static bool is_blank(const char *text) { return text[strspn(text, " \t\r\n")] == '\0'; }

/* Whether what a program said when it failed is about memory. */
static bool tells_of_memory(const struct judge_run *run, uint64_t limit) {
    static const char *const words[] = {"bad_alloc", "MemoryError", "OutOfMemory", "out of memory", "Cannot allocate"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strstr(text_of(&run->errors), words[i]))
            return true;
    }
    return limit && run->peak_bytes > limit / 10 * 9;
}

/* Our own answer to an input of some judge. */
static bool answer(const char *judge, const char *input, struct text *output) {
    const struct judge_limits limits = {.seconds = 10, .output = 1 << 20};
    struct text given = {0};
    struct judge_run run;
    text_set(&given, input);
    judge_run_program(NULL, judge, &given, &limits, &run);
    bool good = run.ending == ENDED_WELL;
    text_set(output, text_of(&run.output));
    judge_run_free(&run);
    text_free(&given);
    return good;
}

static bool means_right(const struct session *session, struct trial *trial) {
    struct comparison comparison = {
        .judge = session->task,
        .cases = trial->cases,
        .count = trial->count,
        .ours = text_of(&trial->ours),
        .theirs = text_of(&trial->run.output),
        .answer = answer,
        .why = &trial->why,
    };
    bool good = compare_outputs(&comparison);
    trial->which = comparison.which;
    return good;
}

static void judge_ending(const struct session *session, struct trial *trial) {
    const struct judge_run *run = &trial->run;
    struct text *why = &trial->why;
    text_set(why, "");
    switch (run->ending) {
    case ENDED_TIME:
        trial->verdict = ENDS_NOT;
        text_print(why, "stopped after %s; it was %s (%s of processor time)%s", show_seconds(run->seconds).text,
                   run->was_computing ? "computing" : "waiting", show_seconds(run->processor_seconds).text,
                   run->read_nothing ? " and had read none of its input" : "");
        break;
    case ENDED_OUTPUT:
        trial->verdict = PRINTS_ENDLESSLY;
        text_print(why, "stopped after %s of output; %zu byte%s expected",
                   show_size(session->limits.output).text, trial->ours.length, trial->ours.length == 1 ? " was" : "s were");
        break;
    case ENDED_SIGNAL:
    case ENDED_STATUS:
        trial->verdict = run->ending == ENDED_SIGNAL ? CRASHES : FAILS;
        if (tells_of_memory(run, session->limits.memory))
            trial->verdict = NO_MEMORY;
        if (run->ending == ENDED_SIGNAL)
            text_print(why, "signal %d, %s", run->number, strsignal(run->number));
        else
            text_print(why, "exit status %d", run->number);
        if (trial->verdict == NO_MEMORY)
            text_print(why, "; it had used %s of %s", show_size(run->peak_bytes).text,
                       show_size(session->limits.memory).text);
        break;
    case ENDED_WELL:
        trial->verdict = means_right(session, trial)               ? RIGHT
                         : run->read_nothing               ? READS_NOTHING
                         : is_blank(text_of(&run->output)) ? PRINTS_NOTHING
                                                           : WRONG;
        break;
    case ENDED_UNBEGUN: break;
    }
}

/* Runs the program on the trial's input, to which our answer is known. false: it cannot be started. */
static bool try_program(struct session *session, struct trial *trial) {
    session->limits.output = ((size_t)1 << 20) + 4 * trial->ours.length;
    judge_run_program(session->program, NULL, &trial->input, &session->limits, &trial->run);
    if (trial->run.ending == ENDED_UNBEGUN)
        return false;
    session->runs++;
    judge_ending(session, trial);
    return true;
}

/* The same from the cases; false also where they are no input. */
static bool try(struct session *session, struct trial *trial) {
    trial->run.ending = ENDED_WELL;
    return answer_ourselves(session, trial) && try_program(session, trial);
}

/* ---- Shrinking */

struct budget {
    double until;
    unsigned runs;
};

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static bool has_left(struct budget *budget) { return budget->runs > 0 && now() < budget->until; }

/* How large an answer is: a number by its value, a path by its length. */
static unsigned long answer_size(const char *answer) {
    if (*answer >= '0' && *answer <= '9')
        return strtoul(answer, NULL, 10);
    return strlen(answer);
}

/* Shorter, or with a smaller answer, or earlier in the alphabet: so every chain of simpler ones comes to an end. */
static bool is_simpler(const struct trial *a, const struct trial *b) {
    if (a->count != b->count)
        return a->count < b->count;
    if (a->input.length != b->input.length)
        return a->input.length < b->input.length;
    unsigned long size_a = answer_size(text_of(&a->ours)), size_b = answer_size(text_of(&b->ours));
    if (size_a != size_b)
        return size_a < size_b;
    return strcmp(text_of(&a->input), text_of(&b->input)) < 0;
}

/* Takes the place of the worst trial if it fails in the same way and is simpler. It is freed in any case. */
static bool replaces(struct session *session, struct trial *candidate, struct trial *worst, struct budget *budget) {
    bool taken = false;
    budget->runs--;
    if (answer_ourselves(session, candidate) && is_simpler(candidate, worst) && try_program(session, candidate) &&
        candidate->verdict == worst->verdict) {
        trial_free(worst);
        *worst = *candidate;
        taken = true;
    } else {
        trial_free(candidate);
    }
    return taken;
}

/* The one case that failed, or halves of what there is. */
static void shrink_count(struct session *session, struct trial *worst, struct budget *budget) {
    if (worst->count > 1) {
        struct trial one = {0};
        trial_add(&one, text_of(&worst->cases[worst->which]));
        if (replaces(session, &one, worst, budget))
            return;
    }
    for (size_t size = (worst->count + 1) / 2; worst->count > 1 && has_left(budget); size = (size + 1) / 2) {
        bool taken = false;
        for (size_t from = 0; !taken && from < worst->count && has_left(budget); from += size) {
            struct trial some = {0};
            for (size_t i = 0; i < worst->count; i++) {
                if (i < from || i >= from + size)
                    trial_add(&some, text_of(&worst->cases[i]));
            }
            if (some.count == 0)
                trial_free(&some);
            else
                taken = replaces(session, &some, worst, budget);
        }
        if (size == 1 && !taken)
            break;
    }
}

/* Special and small random cases, the tiniest first. */
static void shrink_afresh(struct session *session, struct trial *worst, struct budget *budget) {
    const struct judge *task = session->task;
    unsigned most = budget->runs / 2;
    uint64_t seed = session->settings->seed;
    if (worst->count != 1)
        return;
    for (unsigned i = 0; i < most && has_left(budget); i++) {
        struct trial tiny = {0};
        struct text text = {0};
        task->generate(&text, &seed, 0.5 * i / most);
        trial_add(&tiny, text_of(&text));
        text_free(&text);
        if (replaces(session, &tiny, worst, budget))
            return;
    }
}

static void shrink_variants(struct session *session, struct trial *worst, struct budget *budget) {
    if (worst->count != 1)
        return;
    for (size_t k = 0; has_left(budget); k++) {
        struct text text = {0};
        bool more = simpler_variant(session->task, text_of(&worst->cases[0]), k, &text);
        if (more && strcmp(text_of(&text), text_of(&worst->cases[0])) != 0) {
            struct trial other = {0};
            trial_add(&other, text_of(&text));
            if (replaces(session, &other, worst, budget))
                k = (size_t)-1;
        }
        text_free(&text);
        if (!more)
            return;
    }
}

static void shrink(struct session *session, struct trial *worst) {
    /* The same case on every machine: runs are counted. Only where each takes very long, or has to be stopped, the clock decides. */
    double seconds = worst->verdict == ENDS_NOT ? 2 + 2 * session->settings->time : 30;
    struct budget budget = {.until = now() + seconds, .runs = 100};
    shrink_count(session, worst, &budget);
    shrink_afresh(session, worst, &budget);
    shrink_variants(session, worst, &budget);
}

/* ---- What is shown */

/* Indented, and cut where it is long. */
static void show_text(const char *title, const char *text) {
    enum { LINES = 24, BYTES = 1500 };
    size_t lines = 0, bytes = 0;
    printf("%s:\n", title);
    if (!*text)
        printf("    (nothing)\n");
    for (; *text && lines < LINES && bytes < BYTES; lines++) {
        size_t length = strcspn(text, "\n"), shown = length < 200 ? length : 200;
        printf("    %.*s%s\n", (int)shown, text, shown < length ? " ..." : "");
        bytes += shown;
        text += length + (text[length] == '\n');
    }
    if (*text)
        printf("    ... and %zu more byte%s\n", strlen(text), plural(strlen(text)));
}

static bool save(const char *directory, const char *name, const struct text *text) {
    char path[4096];
    if (snprintf(path, sizeof path, "%s/%s", directory, name) >= (int)sizeof path) {
        fprintf(stderr, "fewest: the name of the folder is too long\n");
        return false;
    }
    return write_bytes(path, text_of(text), text->length);
}

static bool save_trial(const struct trial *trial, const char *directory) {
    if (mkdir(directory, 0777) != 0 && errno != EEXIST) {
        fprintf(stderr, "fewest: %s cannot be made: %s\n", directory, strerror(errno));
        return false;
    }
    return save(directory, "input.txt", &trial->input) && save(directory, "expected.txt", &trial->ours) &&
           save(directory, "got.txt", &trial->run.output) && save(directory, "errors.txt", &trial->run.errors);
}

static int show_failure(struct session *session, struct trial *trial) {
    size_t number = session->cases, count = trial->count, bytes = trial->input.length;
    enum verdict verdict = trial->verdict;
    shrink(session, trial);
    printf("%s: %s\n", session->task->name, verdict_words[verdict]);
    printf("found at case %zu, seed %" PRIu64, number, session->settings->seed);
    if (trial->input.length < bytes || trial->count < count)
        printf("; shrunk from %zu case%s of %zu byte%s to %zu of %zu", count, plural(count), bytes, plural(bytes), trial->count,
               trial->input.length);
    putchar('\n');
    show_text("input", text_of(&trial->input));
    show_text("expected", text_of(&trial->ours));
    show_text("got", text_of(&trial->run.output));
    if (trial->run.errors.length)
        show_text("on standard error", text_of(&trial->run.errors));
    if (trial->count > 1)
        printf("case %zu: ", trial->which + 1);
    printf("why: %s\n", text_of(&trial->why));
    if (session->settings->save && !save_trial(trial, session->settings->save))
        return FEWEST_SYSTEM;
    return 1;
}

/* ---- The series of inputs */

enum { LARGEST_INPUT = 50 }; /* cases in one input, where it can hold many */

/* Special cases one by one; then random ones, growing in size and number; at the end one at the limits. The next input,
 * or none. */
static bool next_trial(const struct session *session, size_t *at, size_t *made, uint64_t *seed, struct trial *trial) {
    const struct judge *task = session->task;
    const size_t wanted = session->settings->cases;
    size_t special = 0;
    for (; task->edges[special]; special++) {
        if (special == *at)
            trial_add(trial, task->edges[special]);
    }
    for (size_t i = 0; session->settings->beyond && task->beyond_edges[i]; i++, special++) {
        if (special == *at)
            trial_add(trial, task->beyond_edges[i]);
    }
    if ((*at)++ < special)
        return true;
    if (*made >= wanted)
        return false;
    size_t batch = task->many ? 1 + *made / 2 : 1;
    if (batch > LARGEST_INPUT)
        batch = LARGEST_INPUT;
    if (*made + 1 < wanted && *made + batch >= wanted)
        batch = wanted - *made - 1;
    for (size_t i = 0; i < batch && *made < wanted; i++, ++*made) {
        struct text text = {0};
        double level = wanted > 1 ? (double)*made / (double)(wanted - 1) : 1;
        task->generate(&text, seed, level);
        trial_add(trial, text_of(&text));
        text_free(&text);
    }
    return true;
}

static int refused(int number) {
    fprintf(stderr, "fewest judge: the system refused a resource that is needed to continue: %s\n", strerror(number));
    return FEWEST_SYSTEM;
}

static int cannot_run(const struct session *session, int number) {
    static const int of_system[] = {EAGAIN, EMFILE, ENFILE, ENOMEM, EIO, ENOSPC};
    for (size_t i = 0; i < sizeof of_system / sizeof *of_system; i++) {
        if (number == of_system[i])
            return refused(number);
    }
    fewest_error error;
    usage_error(&error, &judge_command, "", "%.100s cannot be run: %s", session->program[0], strerror(number));
    return report_error(&error, false);
}

static int stress(struct session *session) {
    size_t at = 0, made = 0;
    uint64_t seed = session->settings->seed;
    int status = -1;
    struct trial trial = {0};
    while (status < 0 && next_trial(session, &at, &made, &seed, &trial)) {
        if (isatty(STDERR_FILENO))
            fprintf(stderr, "\rcase %zu ", session->cases + 1);
        bool tried = try(session, &trial);
        if (session->refused) {
            status = refused(session->refused);
        } else if (trial.run.ending == ENDED_UNBEGUN) {
            status = cannot_run(session, trial.run.number);
        } else if (!tried) {
            session->skipped += trial.count;
        } else {
            session->cases += trial.count;
            if (trial.run.seconds > session->slowest)
                session->slowest = trial.run.seconds;
            if (trial.run.peak_bytes > session->peak)
                session->peak = trial.run.peak_bytes;
            if (isatty(STDERR_FILENO))
                fputs("\r\033[K", stderr);
            if (trial.verdict != RIGHT)
                status = show_failure(session, &trial);
        }
        trial_free(&trial);
    }
    if (status >= 0)
        return status;
    printf("%s: %zu case%s in %zu run%s, all right; the slowest took %s, the largest %s\n", session->task->name,
           session->cases, plural(session->cases), session->runs, plural(session->runs), show_seconds(session->slowest).text, show_size(session->peak).text);
    if (session->skipped)
        printf("(%zu %s left out: too hard to solve here)\n", session->skipped, session->skipped == 1 ? "was" : "were");
    return 0;
}

static int run(const void *given, char **operands, int count) {
    const struct judge_settings *settings = given;
    struct session session = {
        .task = contest_named(operands[0]),
        .settings = settings,
        .limits = {.seconds = settings->time, .memory = settings->memory},
    };
    if (!session.task)
        return report_unknown_judge(&judge_command, operands[0]);
    /* execvp wants a list that ends with NULL, which the operands need not have. */
    char **program = calloc((size_t)count, sizeof *program);
    if (!program)
        return report_no_memory(false);
    for (int i = 1; i < count; i++)
        program[i - 1] = operands[i];
    session.program = program;
    int status = stress(&session);
    free(program);
    return status;
}

const struct command judge_command = {
    .name = "judge",
    .operands = "JUDGE -- PROGRAM [ARGUMENT]...",
    .summary = "test your own solution of an online judge's task",
    .details =
        "Run PROGRAM on one input of the judge after another, from tiny to the judge's limits, and compare its output by "
        "meaning: where the judge accepts any shortest solution, any is right. The first input on which it fails is made "
        "as small as possible and shown with what was expected and what the program printed. Options come before the --. 'fewest "
        "contest --list' names the judges.\n"
        "Exit status: 0 all right, 1 the program fails, 2 usage, 4 system error.",
    .examples = "A solution that is right: fewest judge poj-1077 --cases 10 -- fewest contest poj-1077",
    COMMAND_RUNS(struct judge_settings),
    .min_operands = 2,
    .max_operands = -1,
};
