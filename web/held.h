/* The connections that are open. When there are many, the oldest that has no whole request is closed, so that none who hold
 * connections and say nothing keep others out. */
#ifndef WEB_HELD_H
#define WEB_HELD_H

#include <pthread.h>
#include <stdbool.h>

struct held_connection {
    struct held_connection *older, *newer;
    int socket;
    bool answers; /* its request is whole, and being answered */
    bool closing; /* it was closed from here, and will soon be gone */
};

struct held {
    pthread_mutex_t lock;
    struct held_connection oldest; /* before the first */
    struct held_connection *newest;
    unsigned count, most; /* how many there are, not counting those that are closing, and how many may be */
};

void held_init(struct held *held, unsigned most);
void held_free(struct held *held);
/* A connection has come; NULL: no memory, then it is not known here. */
struct held_connection *held_add(struct held *held, int socket);
void held_remove(struct held *held, struct held_connection *connection); /* it may be NULL, here and below */
void held_answers(struct held *held, struct held_connection *connection, bool answers);

#endif
