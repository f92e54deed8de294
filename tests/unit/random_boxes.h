/* Random puzzles in which boxes are pushed, and all of their states with their true distances. */
#ifndef FEW_TESTS_UNIT_RANDOM_BOXES_H
#define FEW_TESTS_UNIT_RANDOM_BOXES_H

#include "api.h"

#include "space/space.h"
#include "visited/nodes.h"

#if defined(__SANITIZE_ADDRESS__)
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

enum { MOST_STATES = 30000 };

static inline uint64_t next_random(uint64_t *generator) {
    uint64_t x = *generator += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

static inline uint32_t below(uint64_t *random, uint32_t end) {
    return (uint32_t)(next_random(random) % end);
}

enum rules { WALKS, FREE_WALKS, PULLS, PUSHES_TWO, TWO_KINDS, COSTS, NEVERS, CARRIES, ALL_RULES };

static const __attribute__((unused)) char *const rules_of[ALL_RULES] = {
    "move    any direction:  @ . -> . @\nmove    push, any direction:  @ $ . -> . @ $\n",
    "move    any direction, cost 0:  @ . -> . @\nmove    push, any direction:  @ $ . -> . @ $\n",
    "move    any direction:  @ . -> . @\nmove    pull, any direction:  $ @ . -> . $ @\n",
    "move    any direction:  @ . -> . @\nmove    push, any direction:  @ $ . -> . @ $\nmove    push-two, any direction:  @ $ $ . -> . @ $ $\n",
    "let     x = $ &\nmove    any direction:  @ . -> . @\nmove    push, any direction:  @ x . -> . @ x\n",
    "move    any direction, cost 2:  @ . -> . @\nmove    push, left or right, cost 3:  @ $ . -> . @ $\nmove    push, up or down, cost 7:  @ $ . -> . @ $\n",
    "move    any direction:  @ . -> . @\nmove    push, any direction:  @ $ . -> . @ $\nnever   somewhere, any direction: $ $ $\n",
    "let     x = $ &\nmove    any direction:  @ . -> . @\nmove    push, any direction:  @ $ . -> . @ $\nmove    swap, left or right, cost 2:  @ x -> x @\nmove    turn, any direction, cost 3:  $ & -> & $\n",
};

/* Puts `count` of a piece into empty cells. */
static inline void put(char *cells, uint32_t size, char piece, uint32_t count, uint64_t *random) {
    for (uint32_t tries = 0; count && tries < 1000; tries++) {
        const uint32_t c = below(random, size);
        if (cells[c] != '.')
            continue;
        cells[c] = piece;
        count--;
    }
}

static inline void write_rows(char *text, const char *cells, uint32_t rows, uint32_t columns) {
    for (uint32_t r = 0; r < rows; r++)
        sprintf(text + strlen(text), "        %.*s\n", (int)columns, cells + r * columns);
}

/* Three boxes side by side, which one of the rules forbids. */
static inline bool has_three(const char *cells, uint32_t rows, uint32_t columns) {
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t c = 0; c < columns; c++) {
            const char *at = cells + r * columns + c;
            if ((c + 2 < columns && at[0] == '$' && at[1] == '$' && at[2] == '$') ||
                (r + 2 < rows && at[0] == '$' && at[columns] == '$' && at[2 * columns] == '$'))
                return true;
        }
    return false;
}

/* A puzzle of its own for each seed. Goals are drawings with the boxes in other cells; some have fewer boxes than there are. */
static inline void invent(char *text, enum rules rules, uint64_t *random) {
    const uint32_t least = rules == PUSHES_TWO ? 4 : 3;
    const uint32_t rows = least + below(random, 5 - least), columns = 4 + below(random, 2), size = rows * columns;
    const uint32_t others = rules == TWO_KINDS || rules == CARRIES, boxes = 1 + below(random, others ? 2 : 3), goals = 1 + below(random, 2);
    char cells[32], walls[32];
    memset(walls, '.', sizeof walls);
    put(walls, size, '#', below(random, 3), random);
    do {
        memcpy(cells, walls, sizeof cells);
        put(cells, size, '@', 1, random);
        put(cells, size, '$', boxes, random);
        put(cells, size, '&', others, random);
    } while (has_three(cells, rows, columns));
    sprintf(text, "board   %u x %u\npieces  @ $ & . #\n%sstart\n", rows, columns, rules_of[rules]);
    write_rows(text, cells, rows, columns);
    for (uint32_t g = 0; g < goals; g++) {
        memcpy(cells, walls, sizeof cells);
        put(cells, size, '$', boxes - (boxes > 1 && below(random, 3) == 0), random);
        put(cells, size, '&', others, random);
        for (uint32_t c = 0; c < size; c++)
            cells[c] = cells[c] == '.' || cells[c] == '#' ? '_' : cells[c];
        strcat(text, "goal\n");
        write_rows(text, cells, rows, columns);
    }
}

struct edge {
    uint32_t from, to, cost;
};

/* Every state that can be reached, its moves and its distance to the nearest goal. false: there are too many. */
static inline bool explore(const struct few_space *space, const uint64_t *start, struct few_nodes *nodes, struct few_list *edges, uint32_t *distance) {
    uint64_t *next = malloc((space->max_successors + (size_t)1) * space->words * sizeof *next);
    struct few_step *steps = malloc((space->max_successors + (size_t)1) * sizeof *steps);
    bool fresh, fits = true;
    few_nodes_add(nodes, start, 0, &fresh);
    for (uint32_t n = 0; n < nodes->states.count && fits; n++) {
        const size_t made = space->run->successors(space, few_node_state(nodes, n), 1, next, steps);
        for (size_t i = 0; i < made; i++) {
            const struct edge edge = {n, few_nodes_add(nodes, next + i * space->words, 0, &fresh), steps[i].cost};
            assert_true(few_list_append(edges, &edge, 1));
        }
        fits = nodes->states.count < MOST_STATES;
    }
    free(next);
    free(steps);
    for (uint32_t n = 0; n < nodes->states.count && fits; n++) {
        bool goal;
        space->run->is_goal(space, few_node_state(nodes, n), 1, &goal);
        distance[n] = goal ? 0 : FEW_NO_PATH;
    }
    for (bool changed = fits; changed;) {
        changed = false;
        for (size_t e = edges->count; e-- > 0;) {
            const struct edge *edge = few_list_at(edges, e);
            if (distance[edge->to] == FEW_NO_PATH || distance[edge->to] + edge->cost >= distance[edge->from])
                continue;
            distance[edge->from] = distance[edge->to] + edge->cost;
            changed = true;
        }
    }
    return fits;
}

#endif
