/* The progress line of a long search; Control-C, and SIGTERM, which means the same. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <fewest.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* From here on Control-C ends the process at once, with status 130; to be called first of all. */
void catch_signals(void);
/* How long a run may take to end after the first signal, if not the usual three seconds. */
void allow_after_signal(unsigned seconds);

/* What is written to standard error when the first signal comes, if that file is there. Of several processes for which it is the same file, one writes it. */
__attribute__((format(printf, 2, 3))) void say_at_signal(const char *file, const char *format, ...);
/* From then on nothing. */
void say_nothing_at_signal(void);

/* What runs as this process group ends with us; 0: nothing does. */
void end_with_us(pid_t group);

/* No signal interrupts what is written between these two. */
void hold_signals(void);
void release_signals(void);

struct progress {
    bool on_terminal;
    bool shown;
};

/* Between these two, Control-C makes progress_report answer false, from then on; some seconds later the process is
 * ended, if it is still there, and by a second Control-C at once. The end erases the line. */
void progress_begin(struct progress *progress);
void progress_end(struct progress *progress);

/* Whether Control-C has come. */
bool was_interrupted(void);

/* For fewest_options.progress, with the struct as its context. */
fewest_progress progress_report;

#endif
