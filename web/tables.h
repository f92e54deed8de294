/* Distance tables that are kept for those who play: how far a state is from a goal is then looked up, not searched for. */
#ifndef WEB_TABLES_H
#define WEB_TABLES_H

#include <fewest.h>
#include <pthread.h>

enum {
    MOST_TABLES = 4,          /* that are kept; then the one that was not asked for the longest is dropped */
    TABLE_BYTES = 64 << 20,   /* of one, while it is made and afterwards */
    TABLE_SECONDS = 5,        /* to make one: a player does not wait for it, but others want to search */
};

/* A puzzle with its distances, and the text that it was read from. */
struct kept_table {
    char *text;
    fewest_puzzle *puzzle;
};

struct tables {
    pthread_mutex_t lock; /* held while a distance is looked up, as a puzzle is used by one thread at a time */
    struct kept_table kept[MOST_TABLES]; /* the one that was asked for last comes first; then those without a puzzle */
};

void tables_init(struct tables *tables);
void tables_free(struct tables *tables);

#endif
