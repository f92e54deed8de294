#include "search/layers/graph.h"

enum {
    MOST_RANKS = 1 << 17,
    MOST_NEIGHBOURS = 1 << 22, /* of all ranks together, if each had as many as any one may have */
    BATCH_RESULTS = 1024,
};

static const struct few_space_functions no_functions = {0};

static size_t state_bytes(const struct few_graph *graph) {
    return graph->of->words * sizeof(uint64_t);
}

static size_t row_bytes(const struct few_graph *graph) {
    return (size_t)graph->of->ranks * sizeof(struct few_row);
}

static size_t work_bytes(const struct few_graph *graph) {
    return graph->batch * (sizeof *graph->fresh + state_bytes(graph) + sizeof *graph->counts) +
           graph->room * (state_bytes(graph) + sizeof *graph->ranks);
}

/* Everything that is needed while rows are written, in one block. */
static bool allocate(struct few_graph *graph) {
    char *work = few_alloc(graph->memory, work_bytes(graph));
    graph->fresh = (uint64_t *)(void *)work;
    bool good = work != NULL;
    if (good) {
        graph->states = graph->fresh + graph->batch;
        graph->made = graph->states + graph->batch * graph->of->words;
        graph->ranks = graph->made + graph->room * graph->of->words;
        graph->counts = (uint32_t *)(graph->ranks + graph->room);
    }
    for (int back = 0; back < (graph->of->undirected ? 1 : 2); back++) {
        few_list_init(&graph->rows[back].list, graph->memory, sizeof(uint32_t));
        graph->rows[back].row = few_alloc_zeroed(graph->memory, row_bytes(graph));
        good = good && graph->rows[back].row;
    }
    return good;
}

static size_t most_neighbours(const struct few_space *of) {
    return of->max_successors > of->max_predecessors ? of->max_successors : of->max_predecessors;
}

bool few_graph_fits(const struct few_memory *memory, const struct few_space *of) {
    const size_t most = most_neighbours(of);
    return of->ranks != 0 && of->ranks <= MOST_RANKS && most != 0 && most <= MOST_NEIGHBOURS / of->ranks &&
           of->run->predecessors && of->run->unrank && !of->states_are_ranks &&
           (of->undirected ? 1 : 2) * MOST_NEIGHBOURS * sizeof(uint32_t) <= few_memory_left(memory) / 8;
}

struct few_graph *few_graph_create(struct few_memory *memory, const struct few_space *of) {
    const size_t most = most_neighbours(of);
    if (!few_graph_fits(memory, of))
        return NULL;
    struct few_graph *graph = few_alloc_zeroed(memory, sizeof *graph);
    if (!graph)
        return NULL;
    *graph = (struct few_graph){.space = *of, .of = of, .memory = memory};
    graph->space.run = &no_functions;
    graph->space.words = 1;
    graph->space.states_are_ranks = true;
    graph->space.max_successors = graph->space.max_predecessors = (uint32_t)most;
    graph->batch = most < BATCH_RESULTS ? BATCH_RESULTS / most : 1;
    graph->room = graph->batch * most;
    if (!allocate(graph)) {
        few_graph_free(graph);
        return NULL;
    }
    return graph;
}

void few_graph_free(struct few_graph *graph) {
    if (!graph)
        return;
    for (int back = 0; back < 2; back++) {
        few_free(graph->memory, graph->rows[back].row, row_bytes(graph));
        if (graph->rows[back].list.items)
            few_list_free(&graph->rows[back].list);
    }
    few_free(graph->memory, graph->fresh, work_bytes(graph));
    few_free(graph->memory, graph, sizeof *graph);
}

size_t few_graph_bytes(const struct few_graph *graph) {
    size_t bytes = sizeof *graph + work_bytes(graph);
    for (int back = 0; back < 2; back++)
        bytes += (graph->rows[back].row ? row_bytes(graph) : 0) + graph->rows[back].list.room * sizeof(uint32_t);
    return bytes;
}

void few_graph_pass(struct few_graph *graph, struct few_memory *to) {
    few_memory_pass(graph->memory, to, few_graph_bytes(graph));
    graph->memory = graph->rows[0].list.memory = graph->rows[1].list.memory = to;
}

/* Writes the rows of `count` ranks in graph->fresh. */
static bool write_rows(struct few_graph *graph, bool backward, struct few_rows *rows, size_t count) {
    const struct few_space *of = graph->of;
    size_t (*const expand)(const struct few_space *, const uint64_t *, size_t, uint64_t *, struct few_step *) =
        backward ? of->run->predecessors : of->run->successors;
    size_t made = 0;
    of->run->unrank(of, graph->fresh, count, graph->states);
    for (size_t i = 0; i < count; i++) { /* one by one: to know where each comes from would cost more */
        size_t some = expand(of, graph->states + i * of->words, 1, graph->made + made * of->words, NULL);
        graph->counts[i] = (uint32_t)some;
        made += some;
    }
    of->run->rank(of, graph->made, made, graph->ranks);
    /* One more than there are, so that no row ends at 0. */
    if (!few_list_reserve(&rows->list, made + 1))
        return false;
    uint32_t *list = rows->list.items;
    size_t end = rows->list.count ? rows->list.count : 1;
    for (size_t i = 0; i < made; i++)
        list[end + i] = (uint32_t)graph->ranks[i];
    for (size_t i = 0; i < count; i++) {
        end += graph->counts[i];
        rows->row[graph->fresh[i]] = (struct few_row){(uint32_t)end, graph->counts[i]};
    }
    rows->list.count = end;
    return true;
}

bool few_graph_expand(struct few_graph *graph, bool backward, const uint64_t *states, size_t count, uint64_t *next,
                      size_t *made) {
    bool back = backward && !graph->of->undirected;
    struct few_rows *rows = &graph->rows[back];
    const struct few_row *const row = rows->row;
    for (size_t i = 0, fresh = 0; i < count;) {
        for (; i < count && fresh < graph->batch; i++) {
            graph->fresh[fresh] = states[i];
            fresh += row[states[i]].end == 0;
        }
        if (fresh && !write_rows(graph, back, rows, fresh))
            return false;
        fresh = 0;
    }
    const uint32_t *const list = rows->list.items;
    uint64_t *to = next;
    for (size_t i = 0; i < count; i++) {
        const struct few_row at = row[states[i]];
        const uint32_t *from = list + (at.end - at.count);
        for (uint32_t k = 0; k < at.count; k++)
            to[k] = from[k];
        to += at.count;
    }
    *made = (size_t)(to - next);
    return true;
}
