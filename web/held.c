/* A list from the oldest to the newest, under one lock. A socket in the list is open: it is removed before it is closed. */
#include "web/held.h"

#include <stdlib.h>
#include <sys/socket.h>

void held_init(struct held *held, unsigned most) {
    *held = (struct held){.most = most};
    held->newest = &held->oldest;
    pthread_mutex_init(&held->lock, NULL);
}

void held_free(struct held *held) {
    pthread_mutex_destroy(&held->lock);
}

/* Under the lock. The thread that waits for the connection sees its end, and removes it. */
static void close_oldest(struct held *held) {
    for (struct held_connection *at = held->oldest.newer; at; at = at->newer) {
        if (at->answers || at->closing)
            continue;
        at->closing = true;
        held->count--;
        shutdown(at->socket, SHUT_RDWR);
        return;
    }
}

struct held_connection *held_add(struct held *held, int socket) {
    struct held_connection *connection = calloc(1, sizeof *connection);
    if (!connection)
        return NULL;
    connection->socket = socket;
    pthread_mutex_lock(&held->lock);
    if (held->count >= held->most)
        close_oldest(held);
    connection->older = held->newest;
    held->newest->newer = connection;
    held->newest = connection;
    held->count++;
    pthread_mutex_unlock(&held->lock);
    return connection;
}

void held_remove(struct held *held, struct held_connection *connection) {
    if (!connection)
        return;
    pthread_mutex_lock(&held->lock);
    connection->older->newer = connection->newer;
    if (connection->newer)
        connection->newer->older = connection->older;
    else
        held->newest = connection->older;
    held->count -= !connection->closing;
    pthread_mutex_unlock(&held->lock);
    free(connection);
}

void held_answers(struct held *held, struct held_connection *connection, bool answers) {
    if (!connection)
        return;
    pthread_mutex_lock(&held->lock);
    connection->answers = answers;
    pthread_mutex_unlock(&held->lock);
}
