/* The progress line of a long search, and Control-C. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <fewest.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

struct progress {
    bool on_terminal;
    bool shown;
    struct sigaction before; /* what Control-C did until now */
};

/* Between these two, Control-C makes progress_report answer false; a second one ends the process at once.
 * The end erases the line. */
void progress_begin(struct progress *progress);
void progress_end(struct progress *progress);

/* For fewest_options.progress, with the struct as its context. */
fewest_progress progress_report;

#endif
