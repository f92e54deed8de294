/* Exploring a space on disk: each layer is a run of keys (search/explore/run_file.h). A layer is read from its begin to its end; what its states lead
 * to is gathered in memory, sorted whenever that is full, and written as a run. Then these runs are merged, and what was seen
 * before is left out. Where every move can be undone, that is the layer itself and the one before; else all layers before, of which those of
 * like size are merged, so that there are few of them.
 *
 * Several threads expand, sort and write; one merges. */
#include "search/explore/checkpoint.h"

#include "base/sort.h"
#include "search/explore/merge_runs.h"
#include "team/team.h"

#include <unistd.h>

enum {
    LEAST_BUFFERS = 8,        /* for merging */
    MOST_BUFFERS = 1024,
    LEAST_KEYS = 1 << 12,     /* of a worker, in memory */
    MOST_KEYS_BYTES = 1 << 30,
};

struct worker {
    uint64_t *keys;       /* what was found, not sorted */
    uint64_t *states, *made, *ranks;
    size_t count;
    struct few_list runs; /* struct few_run_file */
    uint64_t expanded, generated;
    uint8_t *buffer;      /* of the run that is written */
    char apart[64];
};

struct explorer {
    const struct few_space *space;
    struct few_watch *watch;
    struct few_exploration *result;
    struct few_disk *disk;
    struct few_team *team;
    struct worker *worker;
    unsigned workers;
    struct few_batch batch;
    bool by_rank;
    uint32_t words;      /* of a key */
    size_t room;         /* keys of a worker */
    struct few_run_file layer;
    struct few_list old; /* struct few_run_file: the layer before, or all before */
    struct few_run_reader reader; /* of the layer */
    bool is_open;        /* it has a key */
    uint8_t *reader_buffer;
    pthread_mutex_t taking;
    struct few_merge merge;
    size_t merge_bytes;
    struct few_counts before; /* up to this layer */
    atomic_int end;      /* an enum few_end */
};

/* ---- Memory */

static size_t batch_bytes(const struct explorer *explorer) {
    const size_t state = explorer->space->words * sizeof(uint64_t);
    return few_array_size(explorer->batch.states + explorer->batch.room, state) +
           few_array_size(explorer->batch.states + explorer->batch.room, sizeof(uint64_t));
}

static bool prepare_worker(struct explorer *explorer, struct worker *worker) {
    struct few_memory *memory = explorer->watch->memory;
    few_list_init(&worker->runs, memory, sizeof(struct few_run_file));
    worker->states = few_alloc(memory, batch_bytes(explorer));
    worker->buffer = few_alloc(memory, FEW_RUN_BLOCK);
    worker->keys = few_alloc(memory, explorer->room * explorer->words * sizeof *worker->keys);
    if (!worker->states || !worker->buffer || !worker->keys)
        return false;
    worker->made = worker->states + explorer->batch.states * explorer->space->words;
    worker->ranks = worker->made + explorer->batch.room * explorer->space->words;
    return true;
}

/* Keys are sorted in as much memory again; what is left is for merging, at least a part in eight. */
static bool divide_memory(struct explorer *explorer) {
    const size_t left = few_memory_left(explorer->watch->memory), key = explorer->words * sizeof(uint64_t);
    const size_t fixed = FEW_EXPLORE_RESERVE + explorer->workers * (batch_bytes(explorer) + FEW_RUN_BLOCK) + FEW_RUN_BLOCK;
    const size_t reader = FEW_RUN_BLOCK + sizeof(struct few_run_reader) + sizeof(uint32_t);
    if (left < fixed + LEAST_BUFFERS * reader)
        return false;
    const size_t rest = left - fixed;
    size_t buffers = rest / 8 / reader;
    buffers = buffers < LEAST_BUFFERS ? LEAST_BUFFERS : buffers < MOST_BUFFERS ? buffers : MOST_BUFFERS;
    size_t keys = (rest - buffers * reader) / 2 / explorer->workers;
    keys = (keys < MOST_KEYS_BYTES ? keys : MOST_KEYS_BYTES) / key;
    explorer->merge.buffers = buffers;
    explorer->room = keys;
    return keys >= LEAST_KEYS && keys >= explorer->batch.room;
}

static bool prepare(struct explorer *explorer) {
    struct few_memory *memory = explorer->watch->memory;
    while (explorer->workers > 1 && !divide_memory(explorer))
        explorer->workers--; /* fewer where memory is short: the result is the same */
    if (!divide_memory(explorer)) {
        atomic_store(&memory->over_budget, true);
        return false;
    }
    struct few_merge *merge = &explorer->merge;
    explorer->team = few_team_create(memory, explorer->workers);
    explorer->worker = few_alloc_zeroed(memory, explorer->workers * sizeof *explorer->worker);
    explorer->reader_buffer = few_alloc(memory, FEW_RUN_BLOCK);
    explorer->merge_bytes = merge->buffers * (FEW_RUN_BLOCK + sizeof(struct few_run_reader) + sizeof(uint32_t));
    uint8_t *block = few_alloc(memory, explorer->merge_bytes);
    *merge = (struct few_merge){explorer->disk, explorer->watch, explorer->words, block, merge->buffers, NULL, NULL};
    if (!explorer->team || !explorer->worker || !explorer->reader_buffer || !block)
        return false;
    merge->readers = (struct few_run_reader *)(void *)(block + merge->buffers * FEW_RUN_BLOCK);
    merge->heap = (uint32_t *)(merge->readers + merge->buffers);
    bool good = true;
    for (unsigned w = 0; w < explorer->workers && good; w++)
        good = prepare_worker(explorer, &explorer->worker[w]);
    return good;
}

static void drop_runs(struct explorer *explorer, struct few_list *runs) {
    for (size_t i = 0; i < runs->count; i++)
        few_disk_drop(explorer->disk, &((struct few_run_file *)few_list_at(runs, i))->file);
    runs->count = 0;
}

static void close_runs(struct few_list *runs) {
    for (size_t i = 0; i < runs->count; i++)
        close(((struct few_run_file *)few_list_at(runs, i))->file.descriptor);
    few_list_free(runs);
}

static void release(struct explorer *explorer) {
    struct few_memory *memory = explorer->watch->memory;
    few_team_free(explorer->team);
    for (unsigned w = 0; explorer->worker && w < explorer->workers; w++) {
        struct worker *worker = &explorer->worker[w];
        if (!worker->runs.memory)
            continue;
        few_free(memory, worker->states, batch_bytes(explorer));
        few_free(memory, worker->buffer, FEW_RUN_BLOCK);
        few_free(memory, worker->keys, explorer->room * explorer->words * sizeof *worker->keys);
        drop_runs(explorer, &worker->runs);
        few_list_free(&worker->runs);
    }
    few_free(memory, explorer->worker, explorer->workers * sizeof *explorer->worker);
    few_free(memory, explorer->reader_buffer, FEW_RUN_BLOCK);
    few_free(memory, explorer->merge.memory, explorer->merge_bytes);
    if (explorer->layer.file.descriptor >= 0)
        close(explorer->layer.file.descriptor);
    close_runs(&explorer->old);
    pthread_mutex_destroy(&explorer->taking);
}

/* ---- Keys */

/* Of `count` states in worker->made. */
static void add_keys(const struct explorer *explorer, struct worker *worker, size_t count) {
    const struct few_space *space = explorer->space;
    uint64_t *to = worker->keys + worker->count * explorer->words;
    if (explorer->by_rank)
        space->run->rank(space, worker->made, count, to);
    else
        memcpy(to, worker->made, count * explorer->words * sizeof *to);
    worker->count += count;
}

static void keys_to_states(const struct explorer *explorer, const uint64_t *keys, size_t count, uint64_t *states) {
    const struct few_space *space = explorer->space;
    if (explorer->by_rank)
        space->run->unrank(space, keys, count, states);
    else
        memcpy(states, keys, count * explorer->words * sizeof *keys);
}

/* What the worker has in memory becomes a run. */
static enum few_end write_run(struct explorer *explorer, struct worker *worker) {
    const uint32_t words = explorer->words;
    struct few_run_file run = few_no_run;
    struct few_run_writer writer;
    if (worker->count == 0)
        return FEW_RUNNING;
    if (!few_list_reserve(&worker->runs, 1) || !few_sort_states(explorer->watch->memory, worker->keys, worker->count, words))
        return few_refused(explorer->watch);
    bool good = few_keys_begin(&writer, explorer->disk, &run, words, worker->buffer);
    for (size_t i = 0; i < worker->count && good; i++) {
        const uint64_t *key = worker->keys + i * words;
        if (i == 0 || few_key_compare(key, key - words, words) != 0)
            good = few_keys_put(&writer, key);
    }
    good = good && few_keys_end(&writer);
    worker->count = 0;
    if (run.file.descriptor >= 0)
        few_list_append(&worker->runs, &run, 1);
    return good ? FEW_RUNNING : FEW_NO_DISK;
}

/* ---- Layers */

/* Some keys of the layer that were not taken yet, into worker->ranks, or worker->states where these are states. Returns how many. */
static size_t take(struct explorer *explorer, struct worker *worker) {
    const uint32_t words = explorer->words;
    uint64_t *to = explorer->by_rank ? worker->ranks : worker->states;
    size_t count = 0;
    pthread_mutex_lock(&explorer->taking);
    for (; count < explorer->batch.states && explorer->is_open; count++) {
        memcpy(to + count * words, explorer->reader.key, words * sizeof *to);
        explorer->is_open = few_keys_next(&explorer->reader);
    }
    pthread_mutex_unlock(&explorer->taking);
    return count;
}

static enum few_end expand(struct explorer *explorer, struct worker *worker, size_t count) {
    if (explorer->by_rank)
        keys_to_states(explorer, worker->ranks, count, worker->states);
    const size_t made = few_make_batch(explorer->space, explorer->result, worker->states, count, worker->made);
    worker->expanded += count;
    worker->generated += made;
    enum few_end end = FEW_RUNNING;
    if (made > explorer->room - worker->count)
        end = write_run(explorer, worker);
    if (end == FEW_RUNNING)
        add_keys(explorer, worker, made);
    return end;
}

/* A unit is what one worker does until nothing is left. */
static bool expand_all(void *context, unsigned number, uint64_t first, uint64_t last) {
    struct explorer *explorer = context;
    struct worker *worker = &explorer->worker[number];
    enum few_end end = FEW_RUNNING;
    (void)first;
    (void)last;
    for (size_t count; end == FEW_RUNNING && (count = take(explorer, worker)) > 0;) {
        end = expand(explorer, worker, count);
        if (number == 0 && end == FEW_RUNNING)
            end = few_watch_check(explorer->watch);
        if (end == FEW_RUNNING)
            end = (enum few_end)atomic_load(&explorer->end);
    }
    if (end == FEW_RUNNING)
        end = write_run(explorer, worker);
    if (end != FEW_RUNNING)
        atomic_store(&explorer->end, (int)end);
    return end == FEW_RUNNING;
}

/* Merges all runs of the workers into few enough to be merged with what was seen. */
static enum few_end thin_out(struct explorer *explorer, struct few_list *runs, size_t most) {
    const struct few_run_file *some[MOST_BUFFERS];
    const size_t at_once = few_merge_most(&explorer->merge, 0);
    enum few_end end = FEW_RUNNING;
    while (runs->count > most && end == FEW_RUNNING) {
        struct few_run_file merged = few_no_run;
        const size_t count = runs->count < at_once ? runs->count : at_once;
        for (size_t i = 0; i < count; i++)
            some[i] = few_list_at(runs, i);
        end = few_merge_runs(&explorer->merge, some, count, NULL, 0, &merged);
        for (size_t i = 0; i < count; i++)
            few_disk_drop(explorer->disk, &((struct few_run_file *)few_list_at(runs, i))->file);
        memmove(few_list_at(runs, 0), few_list_at(runs, count), (runs->count - count) * runs->size);
        runs->count -= count;
        if (merged.file.descriptor >= 0)
            few_list_append(runs, &merged, 1); /* there is room */
    }
    return end;
}

/* All runs of all workers, into the list of the first. */
static bool gather(struct explorer *explorer) {
    struct few_list *runs = &explorer->worker[0].runs;
    for (unsigned w = 1; w < explorer->workers; w++) {
        struct few_list *others = &explorer->worker[w].runs;
        if (!few_list_append(runs, others->items, others->count))
            return false;
        others->count = 0;
    }
    return true;
}

/* From what was found to the next layer. */
static enum few_end merge_layer(struct explorer *explorer, struct few_run_file *next) {
    const struct few_run_file *some[MOST_BUFFERS], *without[MOST_BUFFERS];
    struct few_list *runs = &explorer->worker[0].runs;
    const size_t old = explorer->old.count;
    if (!gather(explorer))
        return few_refused(explorer->watch);
    enum few_end end = thin_out(explorer, runs, few_merge_most(&explorer->merge, old + 1));
    if (end != FEW_RUNNING)
        return end;
    for (size_t i = 0; i < runs->count; i++)
        some[i] = few_list_at(runs, i);
    for (size_t i = 0; i < old; i++)
        without[i] = few_list_at(&explorer->old, i);
    without[old] = &explorer->layer;
    end = few_merge_runs(&explorer->merge, some, runs->count, without, old + 1, next);
    drop_runs(explorer, runs);
    return end;
}

/* The layer is one of those that were seen, and the next one is the layer. false: no memory, and nothing has changed. */
static bool turn_page(struct explorer *explorer, const struct few_run_file *next) {
    if (!few_list_reserve(&explorer->old, 1))
        return false;
    if (explorer->space->undirected)
        drop_runs(explorer, &explorer->old);
    few_list_append(&explorer->old, &explorer->layer, 1);
    explorer->layer = *next;
    return true;
}

/* Where moves cannot be undone, all layers stay: those that are not much larger than the last one are merged with it, so that there are few. */
static enum few_end merge_old(struct explorer *explorer) {
    struct few_list *old = &explorer->old;
    enum few_end end = FEW_RUNNING;
    while (old->count > 1 && end == FEW_RUNNING) {
        struct few_run_file *last = few_list_at(old, old->count - 1), *before = few_list_at(old, old->count - 2), merged = few_no_run;
        if (last->count < before->count / 2 && old->count + 4 < explorer->merge.buffers / 2)
            break;
        end = few_merge_runs(&explorer->merge, (const struct few_run_file *[]){before, last}, 2, NULL, 0, &merged);
        few_disk_drop(explorer->disk, end == FEW_RUNNING ? &before->file : &merged.file);
        if (end != FEW_RUNNING)
            break;
        few_disk_drop(explorer->disk, &last->file);
        *before = merged;
        old->count--;
    }
    return end;
}

static void add_up(struct explorer *explorer) {
    struct few_counts *counts = &explorer->watch->counts;
    for (unsigned w = 0; w < explorer->workers; w++) {
        counts->expanded += explorer->worker[w].expanded;
        counts->generated += explorer->worker[w].generated;
        explorer->worker[w].expanded = explorer->worker[w].generated = 0;
    }
}

/* What the keys of a run stand for; with `offer`, they are the farthest states. */
static enum few_end go_through(struct explorer *explorer, const struct few_run_file *run, bool offer, uint64_t *standing) {
    struct worker *worker = &explorer->worker[0];
    enum few_end end = FEW_RUNNING;
    *standing = 0;
    explorer->is_open = few_keys_open(&explorer->reader, explorer->disk, run, explorer->words, explorer->reader_buffer);
    for (size_t count; end == FEW_RUNNING && (count = take(explorer, worker)) > 0;) {
        if (explorer->by_rank)
            keys_to_states(explorer, worker->ranks, count, worker->states);
        *standing += few_stand_for(explorer->result, worker->states, count);
        if (offer && !few_exploration_offer(explorer->result, worker->states, count))
            return few_refused(explorer->watch);
        end = few_watch_check(explorer->watch);
    }
    return end == FEW_RUNNING && atomic_load(&explorer->disk->failed) ? FEW_NO_DISK : end;
}

static enum few_end expand_layer(struct explorer *explorer, struct few_run_file *next) {
    explorer->is_open = few_keys_open(&explorer->reader, explorer->disk, &explorer->layer, explorer->words, explorer->reader_buffer);
    atomic_store(&explorer->end, FEW_RUNNING);
    const unsigned workers = few_is_shared(explorer->result, explorer->layer.count) ? explorer->workers : 1;
    few_team_run(explorer->team, expand_all, explorer, workers, 1);
    add_up(explorer);
    enum few_end end = (enum few_end)atomic_load(&explorer->end);
    if (end == FEW_RUNNING && atomic_load(&explorer->disk->failed))
        end = FEW_NO_DISK;
    return end == FEW_RUNNING ? merge_layer(explorer, next) : end;
}

static enum few_end begin(struct explorer *explorer, const uint64_t *states, size_t count) {
    const uint32_t words = explorer->space->words;
    struct worker *worker = &explorer->worker[0];
    enum few_end end = FEW_RUNNING;
    for (size_t done = 0, some; done < count && end == FEW_RUNNING; done += some) {
        some = count - done < explorer->batch.room ? count - done : explorer->batch.room;
        few_make_first(explorer->space, explorer->result, states + done * words, some, worker->made);
        if (some > explorer->room - worker->count)
            end = write_run(explorer, worker);
        if (end == FEW_RUNNING)
            add_keys(explorer, worker, some);
    }
    if (end == FEW_RUNNING)
        end = write_run(explorer, worker);
    if (end == FEW_RUNNING)
        end = thin_out(explorer, &worker->runs, 1);
    if (end == FEW_RUNNING && worker->runs.count) {
        explorer->layer = *(struct few_run_file *)worker->runs.items;
        worker->runs.count = 0;
    }
    return end;
}

/* ---- Checkpoints: the files are there; only which they are is written. */

static void write_run_file(const struct few_run_file *run, struct few_out *out) {
    few_disk_write_file(&run->file, out);
    few_out_number(out, run->count);
}

static void keep_files(void *context, struct few_out *out) {
    const struct explorer *explorer = context;
    few_disk_write_names(explorer->disk, out);
    few_out_number(out, explorer->by_rank);
    few_out_number(out, explorer->words);
    few_out_number(out, explorer->old.count);
    write_run_file(&explorer->layer, out);
    for (size_t i = 0; i < explorer->old.count; i++)
        write_run_file(few_list_at(&explorer->old, i), out);
}

static void keep(struct explorer *explorer, enum few_end end) {
    struct few_exploration *result = explorer->result;
    /* What was dropped is there until then: it is not to become the larger part. */
    if (end == FEW_RUNNING && result->keeper && explorer->disk->doomed_bytes > explorer->disk->used / 2)
        result->keeper->next = 0;
    if (!few_keep_is_due(result, end))
        return;
    bool good = few_disk_keep(explorer->disk, &explorer->layer.file);
    for (size_t i = 0; i < explorer->old.count && good; i++)
        good = few_disk_keep(explorer->disk, &((struct few_run_file *)few_list_at(&explorer->old, i))->file);
    if (good && few_keep(result, end, &result->at_layer, keep_files, explorer))
        few_disk_forget(explorer->disk);
}

static bool read_run_file(struct explorer *explorer, struct few_run_file *run, struct few_in *from) {
    const bool good = few_disk_read_file(explorer->disk, &run->file, from);
    run->count = few_in_number(from);
    return good;
}

static enum few_end take_up(struct explorer *explorer) {
    struct few_exploration *result = explorer->result;
    struct few_in *from = few_kept_from(result);
    const uint64_t *depths = result->depths.items;
    const struct few_disk_file *files[MOST_BUFFERS];
    few_disk_read_names(explorer->disk, from);
    if (few_in_number(from) != explorer->by_rank || few_in_number(from) != explorer->words)
        few_in_refuse(from);
    const uint64_t old = few_in_count(from, MOST_BUFFERS / 2);
    if (!few_list_reserve(&explorer->old, (size_t)old + 1))
        return few_refused(explorer->watch);
    bool good = read_run_file(explorer, &explorer->layer, from);
    files[0] = &explorer->layer.file;
    for (uint64_t i = 0; i < old && good; i++) {
        struct few_run_file *run = few_list_at(&explorer->old, i);
        good = read_run_file(explorer, run, from);
        files[i + 1] = &run->file;
        explorer->old.count += good;
    }
    if (good && !result->symmetry && explorer->layer.count != depths[result->depths.count - 1])
        few_in_refuse(from);
    if (good && few_taken_up(result)) {
        few_disk_clean(explorer->disk, files, (size_t)old + 1);
        return FEW_RUNNING;
    }
    return good ? few_not_taken_up(result, explorer->watch) : from->failed ? FEW_CONTRADICTION : FEW_NO_DISK;
}

/* ---- All of it */

static enum few_end explore(struct explorer *explorer, const struct few_problem *problem) {
    struct few_exploration *result = explorer->result;
    struct few_watch *watch = explorer->watch;
    bool is_added = few_kept_from(result);
    uint64_t standing = 0;
    enum few_end end = is_added ? take_up(explorer) : begin(explorer, problem->starts, problem->start_count);
    if (end == FEW_CONTRADICTION)
        return end;
    if (!is_added && end == FEW_RUNNING)
        end = go_through(explorer, &explorer->layer, false, &standing);
    watch->counts.remembered += standing;
    while (end == FEW_RUNNING && explorer->layer.count) {
        struct few_run_file next = few_no_run;
        end = is_added ? FEW_RUNNING : few_exploration_add_layer(result, watch, standing);
        is_added = false;
        if (end == FEW_RUNNING)
            end = few_watch_check(watch);
        if (end == FEW_RUNNING)
            keep(explorer, end);
        if (end == FEW_RUNNING)
            end = merge_old(explorer);
        if (end == FEW_RUNNING)
            end = expand_layer(explorer, &next);
        if (end == FEW_RUNNING && next.count == 0) {
            few_disk_drop(explorer->disk, &next.file);
            return go_through(explorer, &explorer->layer, true, &standing) == FEW_RUNNING ? FEW_SOLVED : few_watch_check(watch);
        }
        if (end == FEW_RUNNING && result->symmetry)
            end = go_through(explorer, &next, false, &standing);
        else
            standing = next.count;
        watch->counts.remembered = result->states + standing;
        if (end == FEW_RUNNING)
            end = few_watch_check(watch);
        if (end == FEW_RUNNING && !turn_page(explorer, &next))
            end = few_refused(watch);
        if (end != FEW_RUNNING)
            few_disk_drop(explorer->disk, &next.file);
    }
    keep(explorer, end);
    return end == FEW_RUNNING ? FEW_SOLVED : end; /* there was no first state */
}

enum few_end few_explore_runs(const struct few_problem *problem, struct few_watch *watch, struct few_exploration *result) {
    const struct few_space *space = problem->space;
    struct explorer explorer = {.space = space, .watch = watch, .result = result, .disk = result->disk, .workers = result->threads,
                                .batch = few_batch_for(space, result->backward), .layer = few_no_run};
    explorer.by_rank = result->method == FEW_EXPLORE_RANK;
    explorer.words = explorer.by_rank ? 1 : space->words;
    watch->store_name = "runs on disk";
    pthread_mutex_init(&explorer.taking, NULL);
    few_list_init(&explorer.old, watch->memory, sizeof(struct few_run_file));
    const enum few_end end = prepare(&explorer) ? explore(&explorer, problem) : few_refused(watch);
    release(&explorer);
    return end;
}
