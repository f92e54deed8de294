/* The terminal as one screen that is drawn over and over: letters come at once, nothing is echoed, and everything is as it
 * was when it is left. */
#ifndef CLI_SCREEN_H
#define CLI_SCREEN_H

#include <stdbool.h>
#include <stddef.h>

struct screen;

/* NULL: this is no terminal, or the system refuses. */
struct screen *screen_open(void);
void screen_close(struct screen *screen);

/* As it is now: it may have changed. */
void screen_size(const struct screen *screen, size_t *columns, size_t *rows);

/* Replaces what is shown by these lines. */
void screen_show(struct screen *screen, const char *lines, size_t length);

enum key { KEY_NONE, KEY_OTHER, KEY_END_ALL, KEY_PLAY, KEY_FORWARD, KEY_BACK, KEY_FIRST, KEY_LAST, KEY_FASTER, KEY_SLOWER };

/* Waits for a key, `milliseconds` at most (negative: as long as it takes). KEY_NONE: time is over. KEY_OTHER also where the
 * screen has to be redrawn. A signal that ends the process does so here, after the terminal was put right. */
enum key screen_wait(struct screen *screen, int milliseconds);

#endif
