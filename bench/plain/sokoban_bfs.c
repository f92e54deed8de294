/* Sokoban by breadth-first search over moves, level after level, as a first program writes it: a state is the cell of the player and the
 * sorted cells of the boxes, states are in one long array, and a hash table with chains, which grows with it, says which of them were seen.
 *
 *     sokoban_bfs [LEVEL] < levels.xsb     the fewest moves of each level, or of that one; none: there is no solution */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 100, MOST_COLUMNS = 100, MOST_BOXES = 64, FIRST_BUCKETS = 1 << 12, NONE = -1 };

static char level[MOST_ROWS][MOST_COLUMNS];
static int rows, boxes;

struct state {
    unsigned short player, box[MOST_BOXES];
};

/* States one after the other, each with its depth and the next one in its bucket; of a state only the boxes that there are. */
static unsigned short *states;
static int *depths, *next_in_bucket, *buckets;
static int count, room, bucket_count;

static char *cell(int place) {
    return &level[place / MOST_COLUMNS][place % MOST_COLUMNS];
}

static bool is_wall(int place) {
    return *cell(place) == '#';
}

static bool is_target(int place) {
    return strchr(".+*", *cell(place)) != NULL;
}

static void *grown(void *block, size_t size) {
    void *larger = realloc(block, size);
    if (!larger) exit(4);
    return larger;
}

static int *bucket_of(const unsigned short *words) {
    uint32_t hash = 2166136261u;
    for (int i = 0; i <= boxes; i++) hash = (hash ^ words[i]) * 16777619u;
    return &buckets[(hash ^ hash >> 16) % (uint32_t)bucket_count];
}

/* An empty table of so many buckets, and all states put into it. */
static void make_buckets(int wanted) {
    bucket_count = wanted;
    buckets = grown(buckets, wanted * sizeof *buckets);
    memset(buckets, 0xff, wanted * sizeof *buckets);
    for (int i = 0; i < count; i++) {
        int *bucket = bucket_of(states + (size_t)i * (boxes + 1));
        next_in_bucket[i] = *bucket;
        *bucket = i;
    }
}

static void add(const struct state *state, int depth) {
    const unsigned short *words = (const unsigned short *)state;
    int *bucket = bucket_of(words);
    const size_t size = (boxes + 1) * sizeof *words;
    for (int i = *bucket; i != NONE; i = next_in_bucket[i])
        if (memcmp(states + (size_t)i * (boxes + 1), state, size) == 0) return;
    if (count == room) {
        room = room ? 2 * room : 1024;
        states = grown(states, (size_t)room * size);
        depths = grown(depths, room * sizeof *depths);
        next_in_bucket = grown(next_in_bucket, room * sizeof *next_in_bucket);
    }
    memcpy(states + (size_t)count * (boxes + 1), state, size);
    depths[count] = depth;
    next_in_bucket[count] = *bucket;
    *bucket = count++;
    if (count > bucket_count) make_buckets(2 * bucket_count);
}

static bool is_solved(const struct state *state) {
    for (int i = 0; i < boxes; i++)
        if (!is_target(state->box[i])) return false;
    return true;
}

static int box_at(const struct state *state, int place) {
    for (int i = 0; i < boxes; i++)
        if (state->box[i] == place) return i;
    return NONE;
}

/* Puts a box into another cell, and the boxes into order again. */
static void move_box(struct state *state, int i, int to) {
    unsigned short *box = state->box;
    while (i > 0 && box[i - 1] > to) {
        box[i] = box[i - 1];
        i--;
    }
    while (i + 1 < boxes && box[i + 1] < to) {
        box[i] = box[i + 1];
        i++;
    }
    box[i] = (unsigned short)to;
}

static int solve(const struct state *start) {
    static const int steps[] = {-MOST_COLUMNS, MOST_COLUMNS, -1, 1};
    count = room = 0;
    free(states), free(depths), free(next_in_bucket);
    states = NULL, depths = next_in_bucket = NULL;
    make_buckets(FIRST_BUCKETS);
    add(start, 0);
    for (int at = 0; at < count; at++) {
        struct state state;
        memcpy(&state, states + (size_t)at * (boxes + 1), (boxes + 1) * sizeof *states);
        if (is_solved(&state)) return depths[at];
        for (int d = 0; d < 4; d++) {
            const int to = state.player + steps[d], behind = to + steps[d], box = box_at(&state, to);
            if (is_wall(to) || (box != NONE && (is_wall(behind) || box_at(&state, behind) != NONE))) continue;
            struct state next = state;
            next.player = (unsigned short)to;
            if (box != NONE) move_box(&next, box, behind);
            add(&next, depths[at] + 1);
        }
    }
    return NONE;
}

static void solve_level(void) {
    struct state start = {0};
    boxes = 0;
    for (int place = 0; place < MOST_ROWS * MOST_COLUMNS; place++) {
        if (*cell(place) == '@' || *cell(place) == '+') start.player = (unsigned short)place;
        if (*cell(place) == '$' || *cell(place) == '*') start.box[boxes++] = (unsigned short)place;
    }
    const int length = solve(&start);
    if (length == NONE) puts("none");
    else printf("%d\n", length);
}

int main(int argument_count, char **arguments) {
    const int wanted = argument_count > 1 ? atoi(arguments[1]) : 0;
    char line[MOST_COLUMNS];
    bool more = true;
    for (int number = 0; more;) {
        more = fgets(line, sizeof line, stdin) != NULL;
        line[strcspn(line, "\r\n")] = '\0';
        if (more && line[strspn(line, " #")] != ';' && strchr(line, '#')) {
            if (rows < MOST_ROWS) strcpy(level[rows++], line);
        } else if (rows) {
            number++;
            if (!wanted || wanted == number) solve_level();
            memset(level, 0, sizeof level);
            rows = 0;
        }
    }
}
