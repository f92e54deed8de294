/* A plain breadth-first search of the eight puzzle, as a good textbook writes it before it thinks of speed:
 * boards of nine bytes in structs with their path, a chained hash table, a queue of structs. It explores all
 * 181,440 states from the solved board.
 *
 *     eight_bfs [TIMES]     prints states and seconds */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CELLS = 9, EDGE = 3, STATES = 181440, BUCKETS = 99997, DIRECTIONS = 4 };

struct node {
    signed char data[CELLS];
    int action; /* direction that led here */
    int index;  /* its place in nodes */
    int father; /* the place of the state it came from */
    int count;  /* moves so far */
};

struct table {
    struct node nodes[STATES];
    int node_count;
    int head[BUCKETS]; /* first node of a bucket, -1 for none */
    int next[STATES];  /* the one after it in the same bucket */
};

struct queue {
    struct node items[STATES];
    int front, back;
};

static int bucket_of(const struct node *node) {
    int number = 0;
    for (int i = 0; i < CELLS; i++) number = number * 10 + node->data[i];
    return number % BUCKETS;
}

static int contains(const struct table *table, const struct node *node, int bucket) {
    for (int i = table->head[bucket]; i != -1; i = table->next[i]) {
        if (memcmp(table->nodes[i].data, node->data, CELLS) == 0) return 1;
    }
    return 0;
}

static int is_known(const struct table *table, const struct node *node) {
    return contains(table, node, bucket_of(node));
}

/* Like the insert of any set, it does nothing for what is there already, and has to look for that. */
static void insert(struct table *table, const struct node *node) {
    int bucket = bucket_of(node);
    if (contains(table, node, bucket)) return;
    table->next[node->index] = table->head[bucket];
    table->head[bucket] = node->index;
}

/* Gives a state its number, with which it is found again, and keeps its path. */
static void keep(struct table *table, struct node *node) {
    node->index = table->node_count++;
    table->nodes[node->index] = *node;
}

static int blank_of(const struct node *node) {
    int place = 0;
    while (node->data[place] != 0) place++;
    return place;
}

/* Returns the number of states reached; *depth is the number of moves to the farthest. */
static int explore(struct table *table, struct queue *queue, int *depth) {
    static const int down[DIRECTIONS] = {-1, 1, 0, 0}, across[DIRECTIONS] = {0, 0, -1, 1};
    struct node start = {.data = {1, 2, 3, 4, 5, 6, 7, 8, 0}, .action = -1, .father = -1};
    for (int i = 0; i < BUCKETS; i++) table->head[i] = -1;
    table->node_count = 0;
    queue->front = queue->back = 0;
    keep(table, &start);
    insert(table, &start);
    queue->items[queue->back++] = start;
    while (queue->front < queue->back) {
        struct node node = queue->items[queue->front++];
        int blank = blank_of(&node), row = blank / EDGE, column = blank % EDGE;
        *depth = node.count;
        for (int action = 0; action < DIRECTIONS; action++) {
            int new_row = row + down[action], new_column = column + across[action];
            if (new_row < 0 || new_row >= EDGE || new_column < 0 || new_column >= EDGE) continue;
            int place = new_row * EDGE + new_column;
            struct node next = node;
            next.data[blank] = node.data[place];
            next.data[place] = 0;
            if (is_known(table, &next)) continue;
            next.action = action;
            next.father = node.index;
            next.count = node.count + 1;
            keep(table, &next);
            queue->items[queue->back++] = next;
            insert(table, &next);
        }
    }
    return table->node_count;
}

static double seconds_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

int main(int argc, char **argv) {
    int times = argc > 1 ? atoi(argv[1]) : 1, depth = 0, right = 1;
    struct table *table = malloc(sizeof *table);
    struct queue *queue = malloc(sizeof *queue);
    if (!table || !queue || times < 1) return 2;
    double best = 0, begin = seconds_now(), total;
    for (int i = 0; i < times; i++) {
        double before = seconds_now();
        right &= explore(table, queue, &depth) == STATES && depth == 31;
        double taken = seconds_now() - before;
        if (i == 0 || taken < best) best = taken;
    }
    total = seconds_now() - begin;
    printf("plain %d states, %d times: %.6f seconds, best %.6f\n", STATES, times, total, best);
    free(table);
    free(queue);
    return right ? 0 : 1;
}
