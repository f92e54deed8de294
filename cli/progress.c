/* A line on standard error, only where that is a terminal, and only for what takes more than a second. */
#include "cli/progress.h"

#include "cli/amount.h"
#include "cli/terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t grace_seconds = 3;

static volatile sig_atomic_t interrupted; /* never reset: no further work is begun */
static volatile sig_atomic_t watched;     /* a run polls `interrupted`; otherwise a signal ends the process at once */
static volatile sig_atomic_t other_group;

static void end_now(void) {
    if (other_group)
        kill(-other_group, SIGKILL);
    _exit(FEWEST_INTERRUPTED);
}

/* What is said at the first signal, and the file that must be there for it; "": nothing. */
static char said[512], needed[512];

void say_at_signal(const char *file, const char *format, ...) {
    va_list arguments;
    *needed = '\0';
    va_start(arguments, format);
    const int length = vsnprintf(said, sizeof said, format, arguments);
    va_end(arguments);
    if (length > 0 && (size_t)length < sizeof said && strlen(file) < sizeof needed)
        strcpy(needed, file);
}

void say_nothing_at_signal(void) {
    *needed = '\0';
}

/* By one of the processes that share a job, the one that is first to lock the file: the lock is held until the process ends. */
static void say(void) {
    struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    const int file = *needed ? open(needed, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0)
        return;
    if (fcntl(file, F_SETLK, &all) != 0) {
        close(file);
        return;
    }
    *needed = '\0';
    const ssize_t written = write(STDERR_FILENO, said, strlen(said));
    (void)written;
}

static void on_signal(int number) {
    const int before = errno;
    say();
    errno = before;
    if (!watched || interrupted || number == SIGALRM)
        end_now();
    interrupted = 1;
    alarm((unsigned)grace_seconds);
}

void catch_signals(void) {
    /* Even where SIGINT was ignored, which shells do for what they start in the background: a signal that is sent
     * explicitly is meant. Without SA_RESTART, so that waiting for input ends. */
    struct sigaction action = {.sa_handler = on_signal};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGALRM, &action, NULL);
    signal(SIGXFSZ, SIG_IGN); /* a file that may grow no further is a write error, which is reported */
}

void allow_after_signal(unsigned seconds) {
    grace_seconds = (sig_atomic_t)seconds;
}

void end_with_us(pid_t group) {
    other_group = group;
}

static void change_mask(int how) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigprocmask(how, &set, NULL);
}

void hold_signals(void) {
    change_mask(SIG_BLOCK);
}

void release_signals(void) {
    change_mask(SIG_UNBLOCK);
}

bool was_interrupted(void) {
    return interrupted;
}

void progress_begin(struct progress *progress) {
    const char *terminal = getenv("TERM");
    bool can_erase = terminal && strcmp(terminal, "dumb") != 0;
    *progress = (struct progress){.on_terminal = can_erase && isatty(STDERR_FILENO)};
    watched = 1;
}

static void erase(struct progress *progress) {
    if (!progress->shown)
        return;
    fputs("\r\033[K", stderr);
    progress->shown = false;
}

void progress_end(struct progress *progress) {
    erase(progress);
    watched = 0; /* the alarm stays: the report must end soon, too */
}

static void show(struct progress *progress, const fewest_statistics *so_far) {
    char line[256];
    unsigned seconds = (unsigned)so_far->seconds;
    int length = snprintf(line, sizeof line, "%u:%02u  ", seconds / 60, seconds % 60);
    if (so_far->frontier) /* the making of pattern databases has none */
        length += snprintf(line + length, sizeof line - (size_t)length, "layer %s  frontier %s  ",
                           show_count(so_far->depth).text, show_count(so_far->frontier).text);
    length += snprintf(line + length, sizeof line - (size_t)length, "states %s  %s  %s",
                       show_count(so_far->remembered).text,
                       show_rate((double)so_far->remembered / so_far->seconds).text, show_size(so_far->bytes).text);
    if (so_far->left >= 1)
        length += snprintf(line + length, sizeof line - (size_t)length, "  about %s left", show_duration(so_far->left).text);
    /* A line that reaches the last column could wrap, and then would not be erased. */
    int room = (int)terminal_width(STDERR_FILENO) - 1;
    erase(progress);
    fprintf(stderr, "%.*s", length < room ? length : room, line);
    fflush(stderr);
    progress->shown = true;
}

bool progress_report(void *context, const fewest_statistics *so_far) {
    struct progress *progress = context;
    if (progress->on_terminal && so_far->seconds >= 1)
        show(progress, so_far);
    return !interrupted;
}
