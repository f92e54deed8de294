/* Breadth-first search on disk: every layer is a run of sorted states (search/disk/run_file.h), and stays there. What a layer leads to is sorted, and what was
 * seen before is left out: where every move can be undone, that is the layer itself and the one before, else all layers. A state that is a goal is never one that
 * was seen before, or the search would have ended there: so goals are found before anything is sorted, and the layer that they are in is never made.
 *
 * Then the states on shortest paths are found, from the goals back, layer after layer: those of a layer from which a move leads to such a state. They become runs,
 * too, and few_follow goes through them from the start. So the solution is the same as in memory. */
#include "search/layers/bfs_disk.h"

#include "base/clock.h"
#include "base/order.h"
#include "search/disk/kept_runs.h"
#include "search/disk/sorter.h"
#include "search/keeper.h"

enum {
    BATCH_RESULTS = 2048,
    SHARED_FROM = 4096,      /* states of a layer that several threads share */
    CHUNK_SHARE = 4,         /* of the memory, where moves cannot be inverted */
    MOST_CHUNK = 1 << 28,    /* words of it */
    BETWEEN_CHECKS = 1 << 14,
};

#define QUICK_RANKS (UINT64_C(1) << 40)

struct search {
    const struct few_problem *problem;
    const struct few_space *space;
    struct few_watch *watch;
    struct few_disk *disk;
    bool by_rank;
    bool one_is_enough;
    atomic_bool found;         /* a goal */
    struct few_sorter sorter;
    struct few_past past;
    struct few_kept_runs runs; /* from the starts on; without that of the goals */
    struct few_list marked;    /* struct few_run_file, in the same file: states on shortest paths, from the goals back */
    double started;
    struct few_counts whole;   /* up to the last layer that is */
    bool is_kept;              /* a checkpoint refers to the files */
};

static bool is_inverted(const struct search *search) {
    return search->space->run->predecessors != NULL;
}

static const struct few_run_file *last_of(const struct few_list *runs) {
    return few_list_at(runs, runs->count - 1);
}

/* A sorter for that many results of a state at most. FEW_RUNNING: it is ready. It is to be freed in any case. */
static enum few_end begin_sorting(struct search *search, size_t most, unsigned workers) {
    most = most ? most : 1;
    const size_t states = most < BATCH_RESULTS ? BATCH_RESULTS / most : 1;
    search->sorter = (struct few_sorter){.space = search->space, .watch = search->watch, .disk = search->disk, .workers = workers,
                                         .shared_from = SHARED_FROM, .by_rank = search->by_rank, .states = states, .room = states * most};
    return few_sorter_init(&search->sorter) ? FEW_RUNNING : few_refused(search->watch);
}

/* All that was gathered becomes the next run of a list. */
static enum few_end end_sorting(struct search *search, const struct few_run_file *const *others, size_t count, bool within, struct few_list *list) {
    const struct few_merge_job job = {.others = others, .other_count = count, .within = within, .into = &search->runs.file};
    struct few_run_file run = few_no_run;
    const enum few_end end = few_sorter_merge(&search->sorter, &job, &run);
    return end == FEW_RUNNING && !few_list_append(list, &run, 1) ? few_refused(search->watch) : end;
}

/* ---- Checkpoints, between layers: how far the search is, and which files there are */

static struct few_run_set runs_of(struct search *search) {
    return (struct few_run_set){.space = search->space, .disk = search->disk, .by_rank = search->by_rank, .words = search->by_rank ? 1 : search->space->words,
                                .file = &search->runs.file, .lists = {&search->runs.layers, &search->marked}, .past = &search->past};
}

static void write_search(const void *work, struct few_out *out) {
    struct search *search = (struct search *)work;
    const struct few_run_set set = runs_of(search);
    const struct few_progress progress = {.stage = FEW_STAGE_DISK, .least = search->runs.layers.count, .expanded = search->whole.expanded,
                                          .generated = search->whole.generated, .seconds = search->watch->keeper->before + few_now() - search->started};
    few_progress_write(out, &progress);
    few_out_number(out, search->runs.layers.count);
    few_out_number(out, search->marked.count);
    few_run_set_write(&set, out);
}

/* The first one at once: it takes the place of what the search had in memory. */
static void keep(struct search *search, enum few_end end) {
    struct few_keeper *keeper = search->watch->keeper;
    const struct few_run_set set = runs_of(search);
    if (!keeper || !keeper->path || search->runs.layers.count + search->marked.count == 0)
        return;
    const bool is_early = end > FEW_UNSOLVABLE && end != FEW_CONTRADICTION;
    const bool is_time = end == FEW_RUNNING && (!search->is_kept || few_now() >= keeper->next || few_disk_is_crowded(search->disk));
    if ((!is_early && !is_time) || !few_run_set_keep(&set) || !few_keeper_write(keeper, write_search, search))
        return;
    keeper->written++;
    search->is_kept = true;
    few_disk_forget(search->disk);
}

static uint64_t read_count(struct few_in *in) {
    return few_in_count(in, in->size / sizeof(uint64_t));
}

void few_bfs_disk_names(struct few_disk *disk, struct few_in *in) {
    read_count(in); /* of both lists */
    read_count(in);
    few_disk_read_names(disk, in);
}

/* As if all of it had just been found. */
static bool note_runs(struct search *search, const struct few_progress *progress) {
    struct few_watch *watch = search->watch;
    const size_t layers = search->runs.layers.count, all = layers + (search->marked.count > 0);
    watch->keeper->before = progress->seconds;
    watch->counts.expanded += progress->expanded;
    watch->counts.generated += progress->generated;
    for (size_t depth = 0; depth < all; depth++) {
        const struct few_run_file *run = depth < layers ? few_list_at(&search->runs.layers, depth) : few_list_at(&search->marked, 0);
        watch->counts.remembered += run->count;
        watch->counts.frontier = watch->counts.frontiers[0] = run->count;
        watch->counts.depth = depth;
        if (!few_watch_layer(watch, 0, depth, run->count))
            return false;
    }
    search->whole = watch->counts;
    return true;
}

/* FEW_RUNNING: it is where it was. */
static enum few_end take_up(struct search *search) {
    struct few_keeper *keeper = search->watch->keeper;
    struct few_in *in = keeper->from;
    struct few_run_set set = runs_of(search);
    struct few_progress progress;
    keeper->from = NULL;
    search->is_kept = true; /* its files stay, whatever comes */
    if (few_progress_read(in, &progress) && progress.stage != FEW_STAGE_DISK)
        few_in_refuse(in);
    for (unsigned i = 0; i < 2; i++)
        set.counts[i] = read_count(in);
    if (set.counts[0] + set.counts[1] == 0 || set.counts[1] > set.counts[0] + 1)
        few_in_refuse(in);
    bool good = !in->failed && few_run_set_read(&set, in) && few_in_is_done(in);
    if (!good)
        search->runs.layers.count = search->marked.count = 0; /* nothing that is to be written */
    if (good) {
        few_run_set_clean(&set);
        atomic_store(&search->found, search->marked.count > 0);
        good = note_runs(search, &progress);
    }
    return good                                     ? FEW_RUNNING
           : keeper->error.kind != FEW_ERROR_NONE   ? FEW_CONTRADICTION
           : atomic_load(&search->disk->failed) ? FEW_NO_DISK
                                                : few_refused(search->watch);
}

/* ---- To the goals */

/* Once there is a goal, only goals are of use: all is made again, for these alone. */
static size_t sift(struct search *search, struct few_sorter_worker *worker, size_t count) {
    const uint32_t words = search->space->words;
    size_t hits = 0;
    few_problem_test(search->problem, worker->made, count, worker->flags);
    for (size_t i = 0; i < count; i++)
        hits += worker->flags[i];
    if (!search->sorter.pass.again) {
        if (hits)
            atomic_store(&search->sorter.pass.is_again, true);
        return count;
    }
    if (hits && search->one_is_enough)
        atomic_store(&search->sorter.is_enough, true);
    size_t kept = 0;
    for (size_t i = 0; i < count && hits; i++)
        if (worker->flags[i])
            memmove(worker->made + kept++ * words, worker->made + i * words, words * sizeof *worker->made);
    return kept;
}

static size_t make_successors(void *context, struct few_sorter_worker *worker, size_t count) {
    struct search *search = context;
    const size_t made = search->space->run->successors(search->space, worker->states, count, worker->made, NULL);
    worker->generated += made;
    return sift(search, worker, few_drop_hopeless(search->problem->hopeless, worker->made, made));
}

/* A layer is whole, or the goals are found: they are a part of one. */
static enum few_end note_layer(struct search *search) {
    struct few_watch *watch = search->watch;
    const bool found = atomic_load(&search->found);
    const uint64_t count = last_of(found ? &search->marked : &search->runs.layers)->count;
    watch->counts.remembered += count;
    watch->counts.frontier = watch->counts.frontiers[0] = count;
    watch->counts.depth = search->runs.layers.count - !found;
    search->whole = watch->counts;
    if (!few_watch_layer(watch, 0, watch->counts.depth, count))
        return few_refused(watch);
    return few_watch_check(watch);
}

static enum few_end begin(struct search *search) {
    const struct few_problem *problem = search->problem;
    struct few_sorter *sorter = &search->sorter;
    const uint32_t words = search->space->words;
    enum few_end end = FEW_RUNNING;
    few_disk_clean(search->disk, NULL, 0); /* no checkpoint refers to any file */
    if (!few_disk_create(search->disk, &search->runs.file))
        return FEW_NO_DISK;
    atomic_store(&search->found, few_problem_starts_at_goal(problem));
    sorter->pass.again = atomic_load(&search->found);
    for (size_t done = 0, some; done < problem->start_count && end == FEW_RUNNING; done += some) {
        some = problem->start_count - done < sorter->room ? problem->start_count - done : sorter->room;
        memcpy(sorter->worker[0].made, problem->starts + done * words, some * words * sizeof *problem->starts);
        end = few_sorter_put(sorter, sift(search, &sorter->worker[0], some));
    }
    sorter->pass.again = false;
    if (end == FEW_RUNNING)
        end = end_sorting(search, NULL, 0, false, atomic_load(&search->found) ? &search->marked : &search->runs.layers);
    return end == FEW_RUNNING ? note_layer(search) : end;
}

static enum few_end advance(struct search *search) {
    const struct few_run_file *others[FEW_SORTER_MOST];
    const struct few_run_file layer = *last_of(&search->runs.layers);
    struct few_sorter *sorter = &search->sorter;
    struct few_run_file run = few_no_run;
    enum few_end end = few_past_tidy(&search->past, &sorter->merge);
    const struct few_merge_job job = {.others = others, .other_count = few_past_with(&search->past, &layer, others), .into = &search->runs.file};
    if (end == FEW_RUNNING)
        end = few_sorter_advance(sorter, &layer, &(struct few_sorter_maker){make_successors, search}, &job, &run);
    if (end != FEW_RUNNING)
        return end;
    const bool found = sorter->pass.again;
    if (!few_list_append(found ? &search->marked : &search->runs.layers, &run, 1))
        return few_refused(search->watch);
    atomic_store(&search->found, found);
    if (!found && !few_past_add(&search->past, search->disk, &layer)) {
        search->runs.layers.count--; /* so that a checkpoint fits together */
        return few_refused(search->watch);
    }
    return note_layer(search);
}

static enum few_end go_forward(struct search *search) {
    enum few_end end = begin_sorting(search, search->space->max_successors, search->space->foreign || !search->watch->threads ? 1 : search->watch->threads);
    if (end == FEW_RUNNING && search->runs.file.descriptor < 0)
        end = begin(search);
    while (end == FEW_RUNNING && !atomic_load(&search->found)) {
        keep(search, end);
        end = few_depth_check(search->watch, search->runs.layers.count - 1);
        if (last_of(&search->runs.layers)->count == 0)
            end = FEW_UNSOLVABLE;
        if (end == FEW_RUNNING)
            end = advance(search);
    }
    few_sorter_free(&search->sorter);
    if (end == FEW_RUNNING || end == FEW_UNSOLVABLE)
        few_past_drop(&search->past, search->disk); /* the checkpoint of one that ends early refers to it */
    return end;
}

/* ---- Back to the starts, by the inverted moves */

/* The layer whose states on shortest paths are to be found now; NULL: all are. */
static const struct few_run_file *next_back(struct search *search) {
    const size_t layers = search->runs.layers.count, done = search->marked.count - 1;
    if (done == layers)
        return NULL;
    keep(search, FEW_RUNNING);
    return few_list_at(&search->runs.layers, layers - 1 - done);
}

static size_t make_predecessors(void *context, struct few_sorter_worker *worker, size_t count) {
    const struct search *search = context;
    return search->space->run->predecessors(search->space, worker->states, count, worker->made, NULL);
}

static enum few_end mark_predecessors(struct search *search, const struct few_run_file *layer) {
    const struct few_run_file ends = *last_of(&search->marked);
    const struct few_counts before = search->watch->counts; /* those that go back are none of the search */
    enum few_end end = few_sorter_expand(&search->sorter, &ends, &(struct few_sorter_maker){make_predecessors, search});
    search->watch->counts = before;
    return end == FEW_RUNNING ? end_sorting(search, &layer, 1, true, &search->marked) : end;
}

/* ---- The same where moves cannot be inverted: all moves of the layer are made again */

struct chunk {
    struct search *search;
    uint64_t *states;  /* some that are marked in the next layer, sorted */
    size_t count, room;
    struct few_step *steps;
};

static bool has(const struct chunk *chunk, const uint64_t *state) {
    const uint32_t words = chunk->search->space->words;
    size_t first = 0, end = chunk->count;
    while (first < end) {
        const size_t middle = first + (end - first) / 2;
        const int order = few_key_compare(chunk->states + middle * words, state, words);
        if (order == 0)
            return true;
        if (order < 0)
            first = middle + 1;
        else
            end = middle;
    }
    return false;
}

/* The states from which a move leads to one of the chunk. */
static size_t make_sources(void *context, struct few_sorter_worker *worker, size_t count) {
    const struct chunk *chunk = context;
    const struct few_space *space = chunk->search->space;
    const uint32_t words = space->words;
    const size_t made = space->run->successors(space, worker->states, count, worker->made, chunk->steps);
    memset(worker->flags, 0, count);
    for (size_t i = 0; i < made; i++)
        if (!worker->flags[chunk->steps[i].source] && has(chunk, worker->made + i * words))
            worker->flags[chunk->steps[i].source] = true;
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (worker->flags[i])
            memcpy(worker->made + kept++ * words, worker->states + i * words, words * sizeof *worker->made);
    return kept;
}

static enum few_end mark_sources(struct search *search, const struct few_run_file *layer, struct chunk *chunk, uint8_t *buffer) {
    const struct few_run_file ends = *last_of(&search->marked);
    const uint32_t words = search->space->words;
    const struct few_counts before = search->watch->counts;
    struct few_run_reader reader;
    enum few_end end = FEW_RUNNING;
    bool more = few_keys_open(&reader, search->disk, &ends, words, buffer);
    while (more && end == FEW_RUNNING) {
        for (chunk->count = 0; more && chunk->count < chunk->room; chunk->count++) {
            memcpy(chunk->states + chunk->count * words, reader.key, words * sizeof *chunk->states);
            more = few_keys_next(&reader);
        }
        end = few_sorter_expand(&search->sorter, layer, &(struct few_sorter_maker){make_sources, chunk});
    }
    search->watch->counts = before;
    return end == FEW_RUNNING ? end_sorting(search, NULL, 0, false, &search->marked) : end;
}

static enum few_end go_back_by_moves(struct search *search) {
    struct few_memory *memory = search->watch->memory;
    const size_t state = search->space->words * sizeof(uint64_t), share = few_memory_left(memory) / CHUNK_SHARE;
    struct chunk chunk = {.search = search, .room = (share < MOST_CHUNK ? share : MOST_CHUNK) / state + 1};
    chunk.states = few_alloc(memory, chunk.room * state);
    uint8_t *buffer = few_alloc(memory, FEW_RUN_BLOCK);
    enum few_end end = chunk.states && buffer ? begin_sorting(search, search->space->max_successors, 1) : few_refused(search->watch);
    const size_t steps = search->sorter.room * sizeof *chunk.steps;
    const bool sorts = chunk.states && buffer;
    if (end == FEW_RUNNING)
        chunk.steps = few_alloc(memory, steps);
    if (end == FEW_RUNNING && !chunk.steps)
        end = few_refused(search->watch);
    for (const struct few_run_file *layer; end == FEW_RUNNING && (layer = next_back(search)) != NULL;)
        end = mark_sources(search, layer, &chunk, buffer);
    if (chunk.steps)
        few_free(memory, chunk.steps, steps);
    if (sorts)
        few_sorter_free(&search->sorter);
    few_free(memory, buffer, FEW_RUN_BLOCK);
    few_free(memory, chunk.states, chunk.room * state);
    return end;
}

static enum few_end go_back(struct search *search) {
    if (!is_inverted(search))
        return go_back_by_moves(search);
    enum few_end end = begin_sorting(search, search->space->max_predecessors, 1);
    for (const struct few_run_file *layer; end == FEW_RUNNING && (layer = next_back(search)) != NULL;)
        end = mark_predecessors(search, layer);
    few_sorter_free(&search->sorter);
    return end;
}

/* ---- And to the goals again */

struct follower {
    const struct search *search;
    size_t room;       /* states that are asked for at once */
    uint64_t *ranks;   /* of them, where keys are these */
    uint32_t *order;
    const uint64_t *keys;
    uint32_t words;    /* of a key */
    uint8_t *buffer;
    enum few_end end;  /* FEW_RUNNING, or why the states could not be read */
};

static int by_key(const void *a, const void *b, void *context) {
    const struct follower *follower = context;
    const uint32_t words = follower->words;
    return few_key_compare(follower->keys + *(const uint32_t *)a * (size_t)words, follower->keys + *(const uint32_t *)b * (size_t)words, words);
}

/* One pass over what is marked at that distance. */
static void test_marked(void *self, const uint64_t *states, const uint64_t *costs, size_t count, bool *on_path) {
    struct follower *follower = self;
    const struct search *search = follower->search;
    const struct few_space *space = search->space;
    const uint32_t words = follower->words;
    memset(on_path, 0, count);
    if (count == 0 || costs[0] >= search->marked.count || follower->end != FEW_RUNNING)
        return;
    const struct few_run_file *run = few_list_at(&search->marked, search->marked.count - 1 - (size_t)costs[0]);
    follower->keys = search->by_rank ? follower->ranks : states;
    if (search->by_rank)
        space->run->rank(space, states, count, follower->ranks);
    for (uint32_t i = 0; i < count; i++)
        follower->order[i] = i;
    few_order(follower->order, count, sizeof *follower->order, by_key, follower);
    struct few_run_reader reader;
    size_t at = 0;
    uint64_t passed = 1;
    for (bool more = few_keys_open(&reader, search->disk, run, words, follower->buffer); more && at < count; passed++) {
        const int order = few_key_compare(follower->keys + follower->order[at] * (size_t)words, reader.key, words);
        on_path[follower->order[at]] = order == 0;
        if (order <= 0)
            at++;
        else
            more = few_keys_next(&reader);
        if (passed % BETWEEN_CHECKS == 0 && (follower->end = few_watch_check(search->watch)) != FEW_RUNNING)
            return;
    }
    if (atomic_load(&search->disk->failed))
        follower->end = FEW_NO_DISK;
}

static enum few_end follow(const struct search *search, size_t list, bool count, struct few_solutions *solutions) {
    const struct few_problem *problem = search->problem;
    struct few_memory *memory = search->watch->memory;
    struct follower follower = {.search = search, .room = search->space->max_successors > problem->start_count ? search->space->max_successors : problem->start_count,
                                .words = search->by_rank ? 1 : search->space->words, .end = FEW_RUNNING};
    follower.ranks = few_alloc(memory, few_array_size(follower.room, sizeof *follower.ranks));
    follower.order = few_alloc(memory, few_array_size(follower.room, sizeof *follower.order));
    follower.buffer = few_alloc(memory, FEW_RUN_BLOCK);
    const struct few_guide guide = {.self = &follower, .total = search->marked.count - 1, .test = test_marked};
    enum few_end end = follower.ranks && follower.order && follower.buffer ? few_follow(problem, search->watch, &guide, list, count, solutions)
                                                                           : few_refused(search->watch);
    few_free(memory, follower.ranks, follower.room * sizeof *follower.ranks);
    few_free(memory, follower.order, follower.room * sizeof *follower.order);
    few_free(memory, follower.buffer, FEW_RUN_BLOCK);
    return follower.end == FEW_RUNNING ? end : follower.end;
}

/* Ranks are shorter keys than states; where they are large, they take longer to compute than they save. A user's are not believed. */
static bool goes_by_rank(const struct search *search) {
    const struct few_space *space = search->space;
    const struct few_visited_kind *asked = search->watch->store;
    if (!space->ranks || !space->run->rank || !space->run->unrank || !is_inverted(search) || space->foreign)
        return false;
    return asked ? asked->by_rank : space->words > 1 || space->ranks <= QUICK_RANKS;
}

/* What a checkpoint refers to stays where it is. */
static void close_files(struct search *search) {
    if (!search->is_kept) {
        few_past_drop(&search->past, search->disk);
        few_disk_drop(search->disk, &search->runs.file);
        few_disk_forget(search->disk);
    }
    few_past_close(&search->past);
    few_kept_runs_free(&search->runs);
    few_list_free(&search->marked);
}

enum few_end few_search_bfs_on_disk(const struct few_problem *problem, struct few_watch *watch, size_t list, bool count,
                                    struct few_solutions *solutions) {
    const struct few_space *space = problem->space;
    struct search search = {.problem = problem, .space = space, .watch = watch, .disk = watch->disk, .started = few_now(),
                            .one_is_enough = watch->any_solution || (problem->goals_listed && problem->goal_count == 1)};
    search.by_rank = goes_by_rank(&search);
    watch->store_name = "runs on disk";
    few_past_init(&search.past, watch->memory, !space->undirected || space->foreign); /* a user's word is not believed */
    few_kept_runs_init(&search.runs, watch->memory);
    few_list_init(&search.marked, watch->memory, sizeof(struct few_run_file));
    enum few_end end = watch->keeper && watch->keeper->from ? take_up(&search) : FEW_RUNNING;
    if (end == FEW_RUNNING)
        end = go_forward(&search);
    if (end == FEW_RUNNING)
        end = go_back(&search);
    if (end == FEW_RUNNING)
        end = follow(&search, list, count, solutions);
    keep(&search, end);
    close_files(&search);
    return end;
}
