/* Runs the program under test: three pipes, limits, a clock, and a look at what it left unread. It gets a process group
 * of its own, which is ended with it. */
#include "cli/judge.h"
#include "cli/progress.h"

#include "contest/contest.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { READ_END, WRITE_END, ERROR_BYTES = 1 << 16 };

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void close_pipe(int *ends) {
    for (int i = 0; i < 2; i++) {
        if (ends[i] >= 0)
            close(ends[i]);
        ends[i] = -1;
    }
}

static void limit(int what, uint64_t most) {
    struct rlimit both = {most, most};
    setrlimit((__rlimit_resource_t)what, &both);
}

/* In the child: limits, then the program, or our own answer. */
static void become(char *const *arguments, const char *judge, const struct judge_limits *limits, int failed) {
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* it does not outlive us */
#endif
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_CPU, (uint64_t)limits->seconds + 2);
    if (limits->memory)
        limit(RLIMIT_DATA, limits->memory);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    if (!arguments) {
        int status = contest_main(judge, false, stdin, stdout, stderr, NULL);
        fflush(stdout);
        _exit(status);
    }
    execvp(arguments[0], arguments);
    int why = errno;
    ssize_t written = write(failed, &why, sizeof why);
    _exit(written == (ssize_t)sizeof why ? 127 : 126);
}

struct child {
    pid_t process;
    int input[2], output[2], errors[2], failed[2];
    size_t written;
    unsigned waiting; /* how many times in a row it was seen to wait */
    bool ended;
    int status, trouble; /* trouble: what the system refused us, so that nothing can be said about the program; or 0 */
    struct rusage usage;
};

static bool begin(struct child *child, char *const *arguments, const char *judge, const struct judge_limits *limits) {
    if (pipe2(child->input, O_CLOEXEC) || pipe2(child->output, O_CLOEXEC) || pipe2(child->errors, O_CLOEXEC) ||
        pipe2(child->failed, O_CLOEXEC))
        return false;
    fflush(NULL);
    child->process = fork();
    if (child->process < 0)
        return false;
    if (child->process == 0) {
        setpgid(0, 0);
        if (dup2(child->input[READ_END], 0) < 0 || dup2(child->output[WRITE_END], 1) < 0 ||
            dup2(child->errors[WRITE_END], 2) < 0)
            _exit(126);
        if (!arguments) { /* no exec will close these */
            close_pipe(child->input);
            close_pipe(child->output);
            close_pipe(child->errors);
        }
        become(arguments, judge, limits, child->failed[WRITE_END]);
    }
    setpgid(child->process, child->process);
    const int ours[] = {child->output[WRITE_END], child->errors[WRITE_END], child->failed[WRITE_END]};
    for (size_t i = 0; i < 3; i++)
        close(ours[i]);
    child->output[WRITE_END] = child->errors[WRITE_END] = child->failed[WRITE_END] = -1;
    fcntl(child->input[WRITE_END], F_SETFL, O_NONBLOCK);
    fcntl(child->output[READ_END], F_SETFL, O_NONBLOCK);
    fcntl(child->errors[READ_END], F_SETFL, O_NONBLOCK);
    return true;
}

static void feed(struct child *child, const struct text *input) {
    int *end = &child->input[WRITE_END];
    while (*end >= 0 && child->written < input->length) {
        ssize_t wrote = write(*end, input->bytes + child->written, input->length - child->written);
        if (wrote < 0 && errno == EAGAIN)
            return;
        if (wrote < 0 && errno != EPIPE)
            child->trouble = errno;
        if (wrote <= 0)
            break;
        child->written += (size_t)wrote;
    }
    if (*end >= 0)
        close(*end);
    *end = -1;
}

/* Takes what is there; what is beyond `most` is thrown away, which *over says. */
static void take(struct child *child, int *end, struct text *text, size_t most, bool *over) {
    char bytes[1 << 14];
    for (int turn = 0; *end >= 0 && turn < 16; turn++) {
        ssize_t got = read(*end, bytes, sizeof bytes);
        if (got < 0 && (errno == EAGAIN || errno == EINTR))
            return;
        if (got < 0)
            child->trouble = errno;
        if (got <= 0) {
            close(*end);
            *end = -1;
            return;
        }
        size_t left = most > text->length ? most - text->length : 0;
        if ((size_t)got > left)
            *over = true;
        text_add(text, bytes, (size_t)got < left ? (size_t)got : left);
    }
}

static void reap(struct child *child, bool wait) {
    if (!child->ended)
        child->ended = wait4(child->process, &child->status, wait ? 0 : WNOHANG, &child->usage) == child->process;
}

/* Whether it is runnable: on a busy machine it may not have been scheduled. Where the system does not say, it is
 * taken to wait. */
static bool wants_to_run(pid_t process) {
    char path[64], text[512];
    snprintf(path, sizeof path, "/proc/%ld/stat", (long)process);
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    const char *name_end = strrchr(text, ')');
    return name_end && strlen(name_end) > 2 && (name_end[2] == 'R' || name_end[2] == 'D');
}

static double processor_seconds(pid_t process) {
    clockid_t clock;
    struct timespec time;
    if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0)
        return 0;
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* The limit is on processor time for a program that computes, and on the clock for one that waits. True when it is over;
 * called again and again from the time when it could be. */
static bool is_over(struct child *child, const struct judge_limits *limits, double beyond, struct judge_run *run) {
    enum { GLANCES = 10, PATIENCE = 10 };
    child->waiting = wants_to_run(child->process) ? 0 : child->waiting + 1;
    run->was_computing = child->waiting < GLANCES;
    if (child->waiting >= GLANCES || beyond > PATIENCE * limits->seconds)
        return true;
    return processor_seconds(child->process) >= limits->seconds;
}

/* Until the program has ended, by itself or because it was stopped. */
static enum ending watch(struct child *child, const struct text *input, const struct judge_limits *limits,
                         struct judge_run *run) {
    const double deadline = now() + limits->seconds;
    bool over = false, unimportant = false;
    while (true) {
        bool all_read = child->output[READ_END] < 0 && child->errors[READ_END] < 0;
        double left = deadline - now();
        if (left <= 0 && is_over(child, limits, -left, run))
            return ENDED_TIME;
        struct pollfd files[] = {{.fd = child->input[WRITE_END], .events = POLLOUT},
                                 {.fd = child->output[READ_END], .events = POLLIN},
                                 {.fd = child->errors[READ_END], .events = POLLIN}};
        int slice = all_read ? 1 : left <= 0 ? 5 : 20; /* a program may end and leave its output to another */
        poll(files, 3, left > 0 && left * 1000 < slice ? (int)(left * 1000) + 1 : slice);
        reap(child, false);
        feed(child, input);
        take(child, &child->output[READ_END], &run->output, limits->output, &over);
        take(child, &child->errors[READ_END], &run->errors, ERROR_BYTES, &unimportant);
        if (over)
            return ENDED_OUTPUT;
        if (child->ended)
            return ENDED_WELL;
    }
}

static void take_rest(struct child *child, const struct judge_limits *limits, struct judge_run *run) {
    bool over = false;
    take(child, &child->output[READ_END], &run->output, limits->output, &over);
    take(child, &child->errors[READ_END], &run->errors, ERROR_BYTES, &over);
}

static double seconds_of(struct timeval time) { return (double)time.tv_sec + 1e-6 * (double)time.tv_usec; }

void judge_run_program(char *const *arguments, const char *judge, const struct text *input,
                       const struct judge_limits *limits, struct judge_run *run) {
    struct child child = {.input = {-1, -1}, .output = {-1, -1}, .errors = {-1, -1}, .failed = {-1, -1}};
    double begun = now();
    *run = (struct judge_run){.ending = ENDED_UNBEGUN};
    struct sigaction ignored = {.sa_handler = SIG_IGN}, before;
    sigaction(SIGPIPE, &ignored, &before);
    if (begin(&child, arguments, judge, limits)) {
        int unread = 0, why = 0;
        end_with_us(child.process);
        run->ending = watch(&child, input, limits, run);
        end_with_us(0);
        kill(-child.process, SIGKILL);
        reap(&child, true);
        take_rest(&child, limits, run);
        run->seconds = now() - begun;
        run->processor_seconds = seconds_of(child.usage.ru_utime) + seconds_of(child.usage.ru_stime);
        run->peak_bytes = (uint64_t)child.usage.ru_maxrss * 1024;
        if (ioctl(child.input[READ_END], FIONREAD, &unread) == 0) {
            run->input_left = input->length - child.written + (size_t)unread;
            run->read_nothing = run->input_left == input->length && input->length > 0;
        }
        if (run->ending == ENDED_WELL && WIFSIGNALED(child.status)) {
            run->number = WTERMSIG(child.status);
            run->ending = run->number == SIGXCPU ? ENDED_TIME : ENDED_SIGNAL;
        } else if (run->ending == ENDED_WELL && WEXITSTATUS(child.status) != 0) {
            run->ending = ENDED_STATUS;
            run->number = WEXITSTATUS(child.status);
        }
        ssize_t got = read(child.failed[READ_END], &why, sizeof why);
        if (got < 0)
            child.trouble = errno;
        if (got != (ssize_t)sizeof why)
            why = child.trouble;
        if (why) {
            run->ending = ENDED_UNBEGUN;
            run->number = why;
        }
    } else {
        run->number = errno;
    }
    sigaction(SIGPIPE, &before, NULL);
    close_pipe(child.input);
    close_pipe(child.output);
    close_pipe(child.errors);
    close_pipe(child.failed);
}

void judge_run_free(struct judge_run *run) {
    text_free(&run->output);
    text_free(&run->errors);
}
