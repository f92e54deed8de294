#include "space.h"

#include <stdlib.h>
#include <string.h>

/* ---- states ---- */

static uint64_t hash_of(state one) {
    uint64_t hash = 0x9e3779b97f4a7c15u ^ one.count;
    for (size_t i = 0; i < one.count; i++) {
        hash = (hash ^ one.at[i]) * 0xff51afd7ed558ccdu;
        hash ^= hash >> 29;
    }
    return hash;
}

static size_t slot_of(const space *made, state one) {
    size_t slot = hash_of(one) & (made->slots - 1);
    while (made->table[slot] && !same_state(made->nodes[made->table[slot] - 1].at, one)) slot = (slot + 1) & (made->slots - 1);
    return slot;
}

size_t space_find(const space *made, state one) {
    const uint32_t found = made->table[slot_of(made, one)];
    return found ? found - 1 : SIZE_MAX;
}

static size_t add(space *made, state one, uint32_t depth) {
    const size_t slot = slot_of(made, one);
    if (made->table[slot]) return made->table[slot] - 1;
    const state kept = {arena_grow(&made->memory, one.at, one.count * sizeof(symbol), (one.count + 1) * sizeof(symbol)), one.count};
    made->nodes[made->count] = (node){.at = kept, .depth = depth};
    made->table[slot] = (uint32_t)++made->count;
    return made->count - 1;
}

/* Moves that are worked out at most: three patterns on one board may go together in thousands of ways from each state. Each of
 * them may lead to what must never be, which is looked for with as many patterns: cells that are compared at most. */
enum { MOST_MOVES = 300000, MOST_WORK = 30000000 };

void space_build(space *made, const puzzle *game, const state *starts, size_t start_count, size_t limit, size_t depth) {
    const uint64_t before = *game->work;
    size_t worked_out = 0;
    *made = (space){.game = game, .slots = 1};
    while (made->slots < 4 * (limit + start_count)) made->slots *= 2;
    made->table = calloc(made->slots, sizeof *made->table);
    made->nodes = calloc(limit + start_count + 1, sizeof *made->nodes);
    if (!made->table || !made->nodes) exit(4);
    for (size_t i = 0; i < start_count; i++) add(made, starts[i], 0);
    made->start_count = made->count;
    for (size_t i = 0; i < made->count; i++) {
        if (made->nodes[i].depth >= depth) {
            made->is_cut = true;
            continue;
        }
        arena scratch = {0};
        const moves all = moves_without_words(game, made->nodes[i].at, &scratch);
        step *steps;
        const size_t count = steps_of(&all, &scratch, &steps);
        edge *edges = arena_take(&made->memory, (count + 1) * sizeof *edges);
        bool full = (worked_out += all.count) > MOST_MOVES || *game->work - before > MOST_WORK;
        for (size_t k = 0; k < count && !full; k++) {
            const state result = all.items[steps[k].move].result;
            full = made->count >= limit && space_find(made, result) == SIZE_MAX;
            if (!full)
                edges[k] = (edge){(uint32_t)add(made, result, made->nodes[i].depth + 1), steps[k].cost, (uint32_t)steps[k].move};
        }
        arena_free(&scratch);
        if (full) return;
        made->nodes[i].edges = edges;
        made->nodes[i].edge_count = (uint32_t)count;
        made->move_count += count;
    }
    made->is_whole = true;
}

void space_free(space *made) {
    free(made->table);
    free(made->nodes);
    arena_free(&made->memory);
}

const char *space_text(space *made, size_t index) {
    node *one = &made->nodes[index];
    if (!one->text) one->text = state_text(made->game, one->at, &made->memory);
    return one->text;
}

const char *space_word(space *made, size_t index, uint32_t move) {
    node *one = &made->nodes[index];
    if (!one->words) {
        arena scratch = {0};
        const moves all = moves_of(made->game, one->at, &scratch);
        one->words = arena_take(&made->memory, (one->edge_count + 1) * sizeof *one->words);
        for (size_t k = 0; k < one->edge_count; k++)
            one->words[k] = arena_print(&made->memory, "%s", word_of(made->game, &all, one->edges[k].move, &scratch));
        arena_free(&scratch);
    }
    size_t k = 0;
    while (one->edges[k].move != move) k++;
    return one->words[k];
}

/* ---- distances ---- */

/* Lowers distances over edges turned round until nothing changes. */
static void relax(space *made, const bool *goal, uint64_t *far, bool by_cost) {
    arena scratch = {0};
    const size_t n = made->count;
    size_t *first = arena_take(&scratch, (n + 2) * sizeof *first);
    struct {
        uint32_t from;
        uint64_t weight;
    } *back = arena_take(&scratch, (made->move_count + 1) * sizeof *back);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < made->nodes[i].edge_count; k++) first[made->nodes[i].edges[k].to + 1]++;
    for (size_t i = 0; i < n; i++) first[i + 1] += first[i];
    size_t *fill = arena_grow(&scratch, first, (n + 1) * sizeof *fill, (n + 1) * sizeof *fill);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < made->nodes[i].edge_count; k++) {
            const edge *one = &made->nodes[i].edges[k];
            back[fill[one->to]].from = (uint32_t)i;
            back[fill[one->to]++].weight = by_cost ? weight_of(one->cost) : 1;
        }
    uint32_t *queue = arena_take(&scratch, (n + 1) * sizeof *queue);
    bool *waits = arena_take(&scratch, n + 1);
    size_t head = 0, count = 0;
    for (size_t i = 0; i < n; i++) {
        far[i] = goal[i] ? 0 : FAR;
        if (goal[i]) queue[count++] = (uint32_t)i, waits[i] = true;
    }
    while (count > 0) {
        const uint32_t at = queue[head];
        head = (head + 1) % (n + 1), count--, waits[at] = false;
        for (size_t k = first[at]; k < first[at + 1]; k++) {
            const uint32_t from = back[k].from;
            if (far[from] <= far[at] + back[k].weight) continue;
            far[from] = far[at] + back[k].weight;
            if (!waits[from]) queue[(head + count++) % (n + 1)] = from, waits[from] = true;
        }
    }
    arena_free(&scratch);
}

typedef struct sorted {
    uint64_t far;
    size_t index;
} sorted;

static int by_distance(const void *a, const void *b) {
    const sorted *x = a, *y = b;
    return x->far < y->far ? -1 : x->far > y->far;
}

static uint64_t add_solutions(uint64_t a, uint64_t b) {
    return a + b < a ? UINT64_MAX : a + b;
}

static void count_solutions(space *made, const uint64_t *far, uint64_t *solutions, bool by_cost) {
    arena scratch = {0};
    sorted *order = arena_take(&scratch, (made->count + 1) * sizeof *order);
    for (size_t i = 0; i < made->count; i++) order[i] = (sorted){far[i], i};
    qsort(order, made->count, sizeof *order, by_distance);
    for (size_t n = 0; n < made->count && order[n].far != FAR; n++) {
        const node *one = &made->nodes[order[n].index];
        uint64_t sum = order[n].far == 0;
        for (size_t k = 0; order[n].far > 0 && k < one->edge_count; k++) {
            const edge *e = &one->edges[k];
            if (far[e->to] != FAR && far[e->to] + (by_cost ? weight_of(e->cost) : 1) == order[n].far) sum = add_solutions(sum, solutions[e->to]);
        }
        solutions[order[n].index] = sum;
    }
    arena_free(&scratch);
}

static uint64_t least_of(const truth *known) {
    uint64_t least = FAR;
    for (size_t i = known->first; i < known->end; i++)
        if (known->least[i] < least) least = known->least[i];
    return least;
}

truth space_truth(space *made, const goal *goals, size_t goal_count) {
    truth known = {.best = FAR, .end = made->start_count};
    known.goal = arena_take(&made->memory, made->count + 1);
    for (size_t i = 0; i < made->count; i++) {
        known.goal[i] = is_goal(made->game, goals, goal_count, made->nodes[i].at);
        known.goal_count += known.goal[i];
    }
    uint64_t **rows[] = {&known.least, &known.moves, &known.solutions, &known.short_solutions};
    for (size_t i = 0; i < 4; i++) *rows[i] = arena_take(&made->memory, (made->count + 1) * sizeof **rows[i]);
    relax(made, known.goal, known.least, true);
    relax(made, known.goal, known.moves, false);
    count_solutions(made, known.least, known.solutions, true);
    count_solutions(made, known.moves, known.short_solutions, false);
    const uint64_t least = least_of(&known);
    known.best = cost_of(least);
    for (size_t i = 0; i < made->start_count; i++)
        if (least != FAR && known.least[i] == least) known.best_solutions = add_solutions(known.best_solutions, known.solutions[i]);
    return known;
}

truth truth_from(const truth *known, size_t index) {
    truth other = *known;
    other.first = index;
    other.end = index + 1;
    other.best = cost_of(known->least[index]);
    other.best_solutions = known->solutions[index];
    return other;
}

/* ---- solutions ---- */

typedef struct listing {
    const space *made;
    const truth *known;
    solution_visitor *visit;
    void *context;
    uint32_t *nodes;
    edge *edges;
} listing;

static bool descend(listing *self, size_t length) {
    const size_t at = self->nodes[length];
    const uint64_t *far = self->known->least;
    if (far[at] == 0) return self->visit(self->context, self->nodes, self->edges, length);
    const node *one = &self->made->nodes[at];
    for (size_t k = 0; k < one->edge_count; k++) {
        const edge *e = &one->edges[k];
        if (far[e->to] == FAR || far[e->to] + weight_of(e->cost) != far[at]) continue;
        self->edges[length] = *e;
        self->nodes[length + 1] = e->to;
        if (!descend(self, length + 1)) return false;
    }
    return true;
}

void space_solutions(const space *made, const truth *known, solution_visitor *visit, void *context) {
    const uint64_t least = least_of(known);
    if (least == FAR) return;
    arena scratch = {0};
    listing self = {made, known, visit, context, NULL, NULL};
    self.nodes = arena_take(&scratch, (made->count + 2) * sizeof *self.nodes);
    self.edges = arena_take(&scratch, (made->count + 2) * sizeof *self.edges);
    for (size_t i = known->first; i < known->end; i++) {
        if (known->least[i] != least) continue;
        self.nodes[0] = (uint32_t)i;
        if (!descend(&self, 0)) break;
    }
    arena_free(&scratch);
}
