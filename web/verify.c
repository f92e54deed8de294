/* A proof, verified by the separate program that shares no code with this one: `fewest verify` in a process of its own, with the limits of a
 * search. Nothing is written to disk. */
#include "web/run.h"
#include "web/verify.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PROOF, PUZZLE, SAID, FILES, MOST_SAID = 2000, BLINK = 10000000 /* nanoseconds */ };

struct verify_job {
    int files[FILES]; /* in memory; -1: there is none */
    struct web_limits limits;
};

static void free_job(void *context) {
    struct verify_job *job = context;
    for (int i = 0; i < FILES; i++)
        if (job->files[i] >= 0)
            close(job->files[i]);
    free(job);
}

/* A file in memory with this in it, to be read from its beginning; -1: there is none. */
static int memory_file(const char *text, size_t length) {
    int file = memfd_create("fewest", MFD_CLOEXEC);
    for (size_t done = 0; file >= 0 && done < length;) {
        ssize_t some = write(file, text + done, length - done);
        if (some < 0 && errno == EINTR)
            continue;
        if (some <= 0) {
            close(file);
            return -1;
        }
        done += (size_t)some;
    }
    if (file >= 0)
        lseek(file, 0, SEEK_SET);
    return file;
}

/* Between fork and exec: nothing here may ask for memory. */
static _Noreturn void become_verifier(const struct verify_job *job, char *const *arguments) {
    const struct rlimit memory = {job->limits.memory, job->limits.memory};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (dup2(job->files[PROOF], STDIN_FILENO) < 0 || dup2(job->files[SAID], STDOUT_FILENO) < 0 || dup2(job->files[SAID], STDERR_FILENO) < 0)
        _exit(FEWEST_SYSTEM);
    const unsigned others = STDERR_FILENO + 1;
    if (job->files[PUZZLE] >= 0) {
        int copy = dup(job->files[PUZZLE]); /* which may have been that number itself */
        if (copy < 0 || dup2(copy, (int)others) < 0)
            _exit(FEWEST_SYSTEM);
    }
    close_range(others + (job->files[PUZZLE] >= 0), ~0U, 0);
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    (void)memory; /* their shadow takes more addresses than any limit allows */
#else
    setrlimit(RLIMIT_AS, &memory);
#endif
    execv("/proc/self/exe", arguments);
    _exit(FEWEST_SYSTEM);
}

/* The status that the process ended with; -1: it could not be begun, was stopped, or took too long (*why). */
static int wait_for(struct run *run, pid_t process, double seconds, const char **why) {
    const double end = seconds_now() + seconds;
    int status = 0;
    for (;;) {
        pid_t ended = waitpid(process, &status, WNOHANG);
        if (ended == process)
            return WIFEXITED(status) ? WEXITSTATUS(status) : FEWEST_SYSTEM;
        if (ended < 0 && errno != EINTR) {
            *why = "the verifier was lost";
            return -1;
        }
        const bool late = seconds > 0 && seconds_now() > end;
        if (late || !run_tell(run, NULL)) {
            *why = late ? "the time limit was reached" : "interrupted";
            kill(process, SIGKILL);
            waitpid(process, &status, 0);
            return -1;
        }
        nanosleep(&(struct timespec){.tv_nsec = BLINK}, NULL);
    }
}

/* What the verifier said, without its line end. */
static void read_said(int file, char *said, size_t room) {
    lseek(file, 0, SEEK_SET);
    ssize_t length = read(file, said, room - 1);
    said[length > 0 ? length : 0] = 0;
    said[strcspn(said, "\n")] = 0;
}

static char *verdict_json(int status, const char *said) {
    struct page_json page;
    if (!page_json_begin(&page))
        return NULL;
    struct json *json = &page.json;
    json_begin(json, '{');
    json_key(json, "running");
    json_bool(json, false);
    json_key(json, "status");
    json_text(json, status == 0 ? "verified" : "refused");
    json_key(json, "exit");
    json_count(json, (uint64_t)status);
    json_key(json, "message");
    json_text(json, said);
    json_end(json, '}');
    return page_json_end(&page);
}

static void work(struct run *run, void *context) {
    struct verify_job *job = context;
    char tool[] = "fewest", command[] = "verify", standard[] = "-", puzzle[] = "/dev/fd/3";
    char *const arguments[] = {tool, command, standard, job->files[PUZZLE] >= 0 ? puzzle : NULL, NULL};
    const char *why = "the verifier could not be begun";
    const pid_t process = fork();
    if (process == 0)
        become_verifier(job, arguments);
    const int status = process > 0 ? wait_for(run, process, job->limits.seconds, &why) : -1;
    if (status < 0) {
        fewest_error error = {.status = FEWEST_SYSTEM};
        snprintf(error.message, sizeof error.message, "%s", why);
        run->result = failure_json(&error);
    } else {
        char said[MOST_SAID];
        read_said(job->files[SAID], said, sizeof said);
        run->result = verdict_json(status, said);
    }
    free_job(job);
}

bool begin_verify(struct request *request) {
    uint64_t puzzle;
    bool result;
    if (!count_parameter(request, "puzzle", 0, &puzzle, &result))
        return result;
    if (puzzle > request->length)
        return answer_problem(request, HTTP_BAD_REQUEST, "puzzle=N: so many bytes of the body are the puzzle, the others the proof", "the request is too short");
    struct verify_job *job = malloc(sizeof *job);
    if (!job)
        return false;
    const size_t length = (size_t)puzzle;
    *job = (struct verify_job){{memory_file(request->body + length, request->length - length), length ? memory_file(request->body, length) : -1,
                                memory_file("", 0)}, request->site->limits};
    if (job->files[PROOF] < 0 || job->files[SAID] < 0 || (length && job->files[PUZZLE] < 0)) {
        free_job(job);
        return answer_no_memory(request);
    }
    return begin_run(request, work, job, free_job);
}
