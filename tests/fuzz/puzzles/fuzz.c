/* Random puzzles against the interpreter, in two processes that are watched: a crash or a hang is a failure as well.
 *
 *     fuzz [--seconds S] [--seed N] [--jobs J] [--count N] [--failures N] [--shrink S]
 *     fuzz --case N       one puzzle of a campaign, shown and asked everything
 *     fuzz FILE...        puzzles from files, asked everything
 *     fuzz --pairs 1 ...  also says which constructs were hardly tried together
 *     fuzz --tell N       what is true of N puzzles, a line of JSON each (with --seed); with files, of these
 *
 * Status 0: no difference, 1: there are some, 2: usage. */
#include "constructs.h"
#include "generator.h"
#include "shrink.h"
#include "tell.h"

#include <inttypes.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_JOBS = 16, MOST_TEXT = 60000, EXIT_DIFFERENT = 17 }; /* sanitizers end with other statuses */

/* What a process tells of itself, in shared memory. */
typedef struct report {
    uint64_t index; /* the current case */
    uint64_t puzzles, too_large, mistaken, questions, refusals;
    uint64_t constructs[CONSTRUCT_COUNT * CONSTRUCT_COUNT];
    char text[MOST_TEXT], kind[24], difference[3000], asking[ASKING_ROOM];
    double slowest; /* processor time of the question that took longest */
    uint64_t slow_case;
    char slow_question[ASKING_ROOM];
} report;

typedef struct campaign {
    double seconds, patience, shrinking;
    uint64_t seed, count;
    unsigned jobs, failures, most_failures;
    bool tells_pairs;
    char folder[64];
    report *reports; /* of each job, and one more for shrinking */
    struct timespec begin;
    char seen[64][24];
    unsigned seen_count;
} campaign;

static double elapsed(const campaign *self) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - self->begin.tv_sec) + 1e-9 * (double)(now.tv_nsec - self->begin.tv_nsec);
}

static uint64_t case_seed(uint64_t seed, uint64_t index) {
    random_source mixed = {seed * 0x2545f4914f6cdd1du + index};
    return random_next(&mixed) >> 16;
}

/* A busy machine is not a hang: what counts is the processor time of the process, or very much time. */
static double worked(pid_t child) {
    clockid_t clock;
    struct timespec used = {0};
    if (clock_getcpuclockid(child, &clock) == 0) clock_gettime(clock, &used);
    return (double)used.tv_sec + 1e-9 * (double)used.tv_nsec;
}

/* ---- one puzzle ---- */

static outcome run_text(const campaign *self, report *into, const char *text, uint64_t seed, bool thorough) {
    trial one = {.text = text, .folder = self->folder, .asking = into->asking, .seed = seed, .is_thorough = thorough};
    snprintf(into->text, sizeof into->text, "%s", text);
    const outcome result = trial_run(&one);
    into->puzzles++;
    into->questions += one.questions;
    into->refusals += one.refusals;
    into->too_large += result == TOO_LARGE;
    into->mistaken += result == MISTAKEN;
    if (result == SAME) count_constructs(&one, into->constructs);
    if (one.slowest > into->slowest) {
        into->slowest = one.slowest;
        into->slow_case = seed;
        memcpy(into->slow_question, one.slow_question, sizeof into->slow_question);
    }
    memcpy(into->kind, one.kind, sizeof into->kind);
    memcpy(into->difference, one.difference, sizeof into->difference);
    trial_free(&one);
    return result;
}

/* ---- a worker ---- */

static void work(const campaign *self, report *into, uint64_t first) {
    for (uint64_t index = first; index < self->count && elapsed(self) < self->seconds; index += self->jobs) {
        arena memory = {0};
        into->index = index;
        into->text[0] = 0;
        snprintf(into->asking, sizeof into->asking, "nothing yet: the puzzle is being made");
        const uint64_t seed = case_seed(self->seed, index);
        const outcome result = run_text(self, into, generate_puzzle(&memory, seed), seed, false);
        arena_free(&memory);
        if (result == DIFFERENT) _exit(EXIT_DIFFERENT);
    }
    _exit(0);
}

static pid_t start_work(const campaign *self, unsigned job, uint64_t first) {
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) work(self, &self->reports[job], first);
    if (child < 0) exit(4);
    return child;
}

/* ---- shrinking: each attempt in a process of its own ---- */

typedef struct suspect {
    campaign *campaign;
    uint64_t seed;
    const char *kind;
} suspect;

/* How a process ended: NULL for no difference, else its kind. */
static const char *ending(int status, const report *into) {
    if (WIFSIGNALED(status)) return WTERMSIG(status) == SIGKILL ? "hang" : "crash";
    const int code = WEXITSTATUS(status);
    return code == 0 ? NULL : code == EXIT_DIFFERENT ? into->kind : "crash";
}

static const char *run_apart(const campaign *self, const char *text, uint64_t seed, bool thorough) {
    report *into = &self->reports[self->jobs];
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        const int null = fileno(freopen("/dev/null", "w", stderr));
        (void)null;
        _exit(run_text(self, into, text, seed, thorough) == DIFFERENT ? EXIT_DIFFERENT : 0);
    }
    if (child < 0) exit(4);
    int status;
    for (double waited = 0; waitpid(child, &status, WNOHANG) == 0; waited += 0.001) {
        if (waited > 5 * self->patience || worked(child) > self->patience / 2) kill(child, SIGKILL);
        usleep(1000);
    }
    return ending(status, into);
}

static bool fails_alike(void *context, const char *text) {
    const suspect *self = context;
    const char *kind = run_apart(self->campaign, text, self->seed, false);
    if (!kind) kind = run_apart(self->campaign, text, self->seed, true);
    return kind && strcmp(kind, self->kind) == 0;
}

static void show_failure(campaign *self, uint64_t seed, const char *kind, const char *text, const char *difference) {
    arena memory = {0};
    unsigned alike = 0;
    for (unsigned i = 0; i < self->seen_count; i++) alike += strcmp(self->seen[i], kind) == 0;
    if (self->seen_count < 64) snprintf(self->seen[self->seen_count++], sizeof self->seen[0], "%s", kind);
    printf("\nDIFFERENCE (%s), case %" PRIu64 ": %s\n", kind, seed, difference);
    fflush(stdout); /* making it small takes a while */
    suspect found = {self, seed, kind};
    if (alike < 3 && self->shrinking > 0) {
        text = shrink_text(&memory, text, strcmp(kind, "hang") == 0 ? 6 * self->shrinking : self->shrinking, fails_alike, &found);
        if (fails_alike(&found, text) && strcmp(kind, "hang") != 0 && strcmp(kind, "crash") != 0)
            printf("made small: %s\n", self->reports[self->jobs].difference);
    }
    printf("----\n%s----\n", text);
    fflush(stdout);
    arena_free(&memory);
    self->failures++;
}

/* ---- the campaign ---- */

static void sum_up(const campaign *self, report *total) {
    memset(total, 0, sizeof *total);
    for (unsigned i = 0; i < self->jobs; i++) {
        const report *one = &self->reports[i];
        total->puzzles += one->puzzles;
        total->too_large += one->too_large;
        total->mistaken += one->mistaken;
        total->questions += one->questions;
        total->refusals += one->refusals;
        if (one->slowest > total->slowest) {
            total->slowest = one->slowest;
            total->slow_case = one->slow_case;
            memcpy(total->slow_question, one->slow_question, sizeof total->slow_question);
        }
        for (size_t k = 0; k < CONSTRUCT_COUNT * CONSTRUCT_COUNT; k++) total->constructs[k] += one->constructs[k];
    }
}

static void tell_progress(const campaign *self) {
    report *total = &self->reports[self->jobs + 1];
    sum_up(self, total);
    fprintf(stderr, "fuzz: %.0f s, %" PRIu64 " puzzles (%.0f a second), %" PRIu64 " answers compared, %u differences\n", elapsed(self),
            total->puzzles, (double)total->puzzles / elapsed(self), total->questions, self->failures);
}

/* A process that ended or hangs. Returns its successor, or 0 where it was done. */
static pid_t look_after(campaign *self, unsigned job, int status) {
    report *one = &self->reports[job];
    const char *kind = ending(status, one);
    if (!kind) return 0;
    char kept[24];
    snprintf(kept, sizeof kept, "%s", kind);
    const bool told = strcmp(kept, "hang") != 0 && strcmp(kept, "crash") != 0;
    show_failure(self, case_seed(self->seed, one->index), kept, one->text, told ? one->difference : one->asking);
    if (self->failures >= self->most_failures) return 0;
    return start_work(self, job, one->index + self->jobs);
}

static void watch(campaign *self) {
    pid_t children[MOST_JOBS];
    uint64_t last[MOST_JOBS];
    double since[MOST_JOBS], before[MOST_JOBS], told = 0;
    unsigned running = self->jobs;
    for (unsigned i = 0; i < self->jobs; i++) {
        children[i] = start_work(self, i, i);
        last[i] = UINT64_MAX;
        since[i] = before[i] = 0;
    }
    while (running > 0) {
        usleep(20000);
        for (unsigned i = 0; i < self->jobs; i++) {
            int status;
            const double now = elapsed(self);
            if (!children[i]) continue;
            if (self->reports[i].puzzles != last[i]) {
                last[i] = self->reports[i].puzzles;
                since[i] = now;
                before[i] = worked(children[i]);
            }
            if (now - since[i] > 10 * self->patience || worked(children[i]) - before[i] > self->patience) kill(children[i], SIGKILL);
            if (waitpid(children[i], &status, WNOHANG) <= 0) continue;
            children[i] = look_after(self, i, status);
            since[i] = elapsed(self);
            before[i] = 0;
            running -= children[i] == 0;
        }
        if (elapsed(self) - told >= 10) tell_progress(self), told = elapsed(self);
    }
}

/* Which two constructs were hardly tried together: not at all, or in fewer than ten puzzles. */
static void tell_pairs(const uint64_t *counts) {
    for (size_t i = 0; i < CONSTRUCT_COUNT; i++)
        for (size_t k = i + 1; k < CONSTRUCT_COUNT; k++)
            if (counts[i * CONSTRUCT_COUNT + k] < 10)
                printf("%10" PRIu64 " %s with %s\n", counts[i * CONSTRUCT_COUNT + k], construct_texts[i], construct_texts[k]);
}

static int run_campaign(campaign *self) {
    printf("fuzz: seed %" PRIu64 ", %.0f seconds, %u processes\n", self->seed, self->seconds, self->jobs);
    watch(self);
    tell_progress(self);
    report *total = &self->reports[self->jobs + 1];
    printf("%" PRIu64 " puzzles, %" PRIu64 " answers compared, %" PRIu64 " questions that do not apply, %" PRIu64
           " puzzles too large, %" PRIu64 " with mistakes found by both\n",
           total->puzzles, total->questions, total->refusals, total->too_large, total->mistaken);
    printf("slowest: %.1f s of processor time, case %" PRIu64 ", %s\n", total->slowest, total->slow_case, total->slow_question);
    for (size_t i = 0; i < CONSTRUCT_COUNT; i++) printf("%10" PRIu64 " %s\n", total->constructs[i * (CONSTRUCT_COUNT + 1)], construct_texts[i]);
    if (self->tells_pairs) tell_pairs(total->constructs);
    printf("fuzz: %u differences (seed %" PRIu64 ")\n", self->failures, self->seed);
    return self->failures > 0;
}

static int run_one(campaign *self, const char *name, const char *text, uint64_t seed) {
    report *into = &self->reports[self->jobs];
    into->too_large = into->mistaken = 0;
    const char *kind = run_apart(self, text, seed, false);
    if (!kind && !into->mistaken) kind = run_apart(self, text, seed, true);
    const bool told = kind && strcmp(kind, "hang") != 0 && strcmp(kind, "crash") != 0;
    if (kind) printf("%s: DIFFERENCE (%s): %s\n", name, kind, told ? into->difference : into->asking);
    else printf("%s: no difference%s%s\n", name, into->too_large ? " (too large)" : "", into->mistaken ? " (a mistake)" : "");
    return kind != NULL;
}

/* To be freed; NULL: it cannot be read. */
static char *text_of(const char *path) {
    char *text = calloc(1, MOST_TEXT);
    FILE *file = fopen(path, "r");
    if (!file || !text) {
        fprintf(stderr, "fuzz: %s cannot be read\n", path);
        free(text);
        return NULL;
    }
    const size_t length = fread(text, 1, MOST_TEXT - 1, file);
    fclose(file);
    text[length] = 0;
    return text;
}

static int tell_files(char **paths) {
    for (; *paths; paths++) {
        char *text = text_of(*paths);
        if (!text) return 2;
        if (!tell_truth(stdout, 1, text)) printf("{\"text\":\"%s: a mistake, or too large\"}\n", *paths);
        free(text);
    }
    return 0;
}

static int run_file(campaign *self, const char *path) {
    char *text = text_of(path);
    if (!text) return 2;
    const int status = run_one(self, path, text, 1);
    free(text);
    return status;
}

static int tell(const campaign *self, uint64_t wanted) {
    for (uint64_t index = 0, told = 0; told < wanted; index++) {
        arena memory = {0};
        const uint64_t seed = case_seed(self->seed, index);
        told += tell_truth(stdout, seed, generate_puzzle(&memory, seed)) != 0;
        arena_free(&memory);
    }
    return 0;
}

static int run_case(campaign *self, const char *number) {
    arena memory = {0};
    const uint64_t seed = strtoull(number, NULL, 10);
    const char *text = generate_puzzle(&memory, seed);
    printf("%s", text);
    const int status = run_one(self, number, text, seed);
    arena_free(&memory);
    return status;
}

/* Memory that is given back is asked for again by the next puzzle, and most of it is small. */
static void keep_memory(void) {
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 256 << 20);
    mallopt(M_TOP_PAD, 4 << 20);
    prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0);
}

int main(int count, char **words) {
    campaign self = {.seconds = 600, .patience = 30, .shrinking = 20, .seed = 1, .count = UINT64_MAX, .jobs = 2, .most_failures = 20};
    int status = 0, at = 1;
    const char *number = NULL;
    uint64_t told = 0;
    keep_memory();
    for (; at + 1 < count && strncmp(words[at], "--", 2) == 0; at += 2) {
        const char *value = words[at + 1];
        if (strcmp(words[at], "--seconds") == 0) self.seconds = strtod(value, NULL);
        else if (strcmp(words[at], "--seed") == 0) self.seed = strtoull(value, NULL, 10);
        else if (strcmp(words[at], "--jobs") == 0) self.jobs = (unsigned)strtoul(value, NULL, 10);
        else if (strcmp(words[at], "--count") == 0) self.count = strtoull(value, NULL, 10);
        else if (strcmp(words[at], "--failures") == 0) self.most_failures = (unsigned)strtoul(value, NULL, 10);
        else if (strcmp(words[at], "--shrink") == 0) self.shrinking = strtod(value, NULL);
        else if (strcmp(words[at], "--tell") == 0) told = strtoull(value, NULL, 10);
        else if (strcmp(words[at], "--pairs") == 0) self.tells_pairs = strcmp(value, "1") == 0;
        else if (strcmp(words[at], "--case") == 0) number = value;
        else return fprintf(stderr, "fuzz: unknown option %s\n", words[at]), 2;
    }
    if (self.jobs < 1 || self.jobs > MOST_JOBS) return fputs("fuzz: --jobs is 1 to 16\n", stderr), 2;
    if (at < count && strncmp(words[at], "--", 2) == 0) return fprintf(stderr, "fuzz: %s needs a value\n", words[at]), 2;
    /* Tables are flushed to the disk, which would take most of the time. */
    if (told > 0 && at < count) return tell_files(words + at);
    if (told > 0) return tell(&self, told);
    snprintf(self.folder, sizeof self.folder, "%s/fewest-fuzz-XXXXXX", access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    if (!mkdtemp(self.folder)) return fputs("fuzz: no folder for tables\n", stderr), 4;
    self.reports = mmap(NULL, (self.jobs + 2) * sizeof *self.reports, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (self.reports == MAP_FAILED) return fputs("fuzz: no shared memory\n", stderr), 4;
    clock_gettime(CLOCK_MONOTONIC, &self.begin);
    if (number) status = run_case(&self, number);
    for (int i = at; i < count; i++) {
        const int one = run_file(&self, words[i]);
        if (one > status) status = one;
    }
    if (!number && at == count) status = run_campaign(&self);
    rmdir(self.folder);
    return status;
}
