/* See sorter.h. */
#include "search/disk/sorter.h"

#include "base/sort.h"
#include "team/team.h"

enum {
    LEAST_BUFFERS = 6,        /* for merging */
    LEAST_KEYS = 1 << 12,     /* of a worker, in memory */
    MOST_KEYS_BYTES = 1 << 30,
};

/* ---- Memory */

/* What one takes when runs are merged, beside its block. */
static const size_t READER = sizeof(struct few_run_reader) + sizeof(uint32_t);

static size_t pool_bytes(const struct few_sorter *sorter) {
    return 2 * sorter->workers * sorter->keys * sorter->words * sizeof *sorter->pool;
}

static size_t batch_bytes(const struct few_sorter *sorter) {
    const size_t all = sorter->states + sorter->room;
    const size_t found = few_array_size(sorter->room, (sorter->words + 1) * sizeof(uint64_t) + sizeof(uint32_t) + sizeof(bool));
    return few_array_size(all, sorter->space->words * sizeof(uint64_t)) + few_array_size(all, sizeof(uint64_t)) + found;
}

static bool prepare_worker(struct few_sorter *sorter, struct few_sorter_worker *worker) {
    struct few_memory *memory = sorter->watch->memory;
    few_list_init(&worker->runs, memory, sizeof(struct few_run_file));
    worker->states = few_alloc(memory, batch_bytes(sorter));
    worker->buffer = few_alloc(memory, FEW_RUN_BLOCK);
    if (!worker->states || !worker->buffer)
        return false;
    worker->keys = sorter->pool + (size_t)(worker - sorter->worker) * 2 * sorter->keys * sorter->words;
    worker->made = worker->states + sorter->states * sorter->space->words;
    worker->ranks = worker->made + sorter->room * sorter->space->words;
    worker->found = worker->ranks + sorter->states + sorter->room;
    worker->hashes = worker->found + sorter->room * sorter->words;
    worker->order = (uint32_t *)(worker->hashes + sorter->room);
    worker->flags = (bool *)(worker->order + sorter->room);
    return true;
}

/* Keys are sorted in as much memory again; what is left is for merging, at least a part in eight. */
static bool divide_memory(struct few_sorter *sorter) {
    const size_t left = few_memory_left(sorter->watch->memory), key = sorter->words * sizeof(uint64_t);
    const size_t fixed = FEW_SORTER_RESERVE + sorter->workers * (batch_bytes(sorter) + FEW_RUN_BLOCK) + FEW_RUN_BLOCK;
    const size_t reader = FEW_RUN_BLOCK + READER, lists = FEW_MERGE_LISTS * READER;
    if (left < fixed + lists + LEAST_BUFFERS * reader)
        return false;
    const size_t rest = left - fixed - lists;
    size_t buffers = rest / 8 / reader;
    buffers = buffers < LEAST_BUFFERS ? LEAST_BUFFERS : buffers < FEW_SORTER_MOST ? buffers : FEW_SORTER_MOST;
    size_t keys = (rest - buffers * reader) / 2 / sorter->workers;
    keys = (keys < MOST_KEYS_BYTES ? keys : MOST_KEYS_BYTES) / key;
    sorter->merge.buffers = buffers;
    sorter->keys = keys;
    return keys >= LEAST_KEYS && keys >= sorter->room;
}

bool few_sorter_init(struct few_sorter *sorter) {
    struct few_memory *memory = sorter->watch->memory;
    sorter->words = sorter->by_rank ? 1 : sorter->space->words;
    pthread_mutex_init(&sorter->taking, NULL);
    pthread_mutex_init(&sorter->pass.limiting, NULL);
    for (unsigned s = 0; s < FEW_SORTER_SETS; s++)
        pthread_mutex_init(&sorter->pass.locks[s], NULL);
    while (sorter->workers > 1 && !divide_memory(sorter))
        sorter->workers--; /* fewer where memory is short: the result is the same */
    if (!divide_memory(sorter)) {
        atomic_store(&memory->over_budget, true);
        return false;
    }
    struct few_merge *merge = &sorter->merge;
    sorter->team = few_team_create(memory, sorter->workers);
    sorter->worker = few_alloc_zeroed(memory, sorter->workers * sizeof *sorter->worker);
    sorter->reader_buffer = few_alloc(memory, FEW_RUN_BLOCK);
    sorter->merge_bytes = merge->buffers * (FEW_RUN_BLOCK + READER) + FEW_MERGE_LISTS * READER;
    uint8_t *block = few_alloc(memory, sorter->merge_bytes);
    *merge = (struct few_merge){.disk = sorter->disk, .watch = sorter->watch, .words = sorter->words, .memory = block, .buffers = merge->buffers};
    sorter->pool = few_alloc(memory, pool_bytes(sorter));
    if (!sorter->team || !sorter->worker || !sorter->reader_buffer || !block || !sorter->pool)
        return false;
    merge->readers = (struct few_run_reader *)(void *)(block + merge->buffers * FEW_RUN_BLOCK);
    merge->heap = (uint32_t *)(merge->readers + merge->buffers + FEW_MERGE_LISTS);
    bool good = true;
    for (unsigned w = 0; w < sorter->workers && good; w++)
        good = prepare_worker(sorter, &sorter->worker[w]);
    return good;
}

static void drop_runs(struct few_sorter *sorter, struct few_list *runs) {
    for (size_t i = 0; i < runs->count; i++)
        few_run_drop(sorter->disk, few_list_at(runs, i));
    runs->count = 0;
}

void few_sorter_free(struct few_sorter *sorter) {
    struct few_memory *memory = sorter->watch->memory;
    few_team_free(sorter->team);
    for (unsigned w = 0; sorter->worker && w < sorter->workers; w++) {
        struct few_sorter_worker *worker = &sorter->worker[w];
        if (!worker->runs.memory)
            continue;
        few_free(memory, worker->states, batch_bytes(sorter));
        few_free(memory, worker->buffer, FEW_RUN_BLOCK);
        drop_runs(sorter, &worker->runs);
        few_list_free(&worker->runs);
    }
    few_free(memory, sorter->worker, sorter->workers * sizeof *sorter->worker);
    few_free(memory, sorter->reader_buffer, FEW_RUN_BLOCK);
    few_free(memory, sorter->merge.memory, sorter->merge_bytes);
    if (sorter->pool)
        few_free(memory, sorter->pool, pool_bytes(sorter));
    for (unsigned s = 0; s < FEW_SORTER_SETS; s++)
        pthread_mutex_destroy(&sorter->pass.locks[s]);
    pthread_mutex_destroy(&sorter->pass.limiting);
    pthread_mutex_destroy(&sorter->taking);
}

/* ---- Keys */

void few_sorter_keys(const struct few_sorter *sorter, const uint64_t *states, size_t count, uint64_t *keys) {
    const struct few_space *space = sorter->space;
    if (sorter->by_rank)
        space->run->rank(space, states, count, keys);
    else
        memcpy(keys, states, count * sorter->words * sizeof *keys);
}

/* What the worker has in memory becomes a run. */
static enum few_end write_run(struct few_sorter *sorter, struct few_sorter_worker *worker) {
    const uint32_t words = sorter->words;
    struct few_run_file run = few_no_run;
    struct few_run_writer writer;
    if (worker->count == 0)
        return FEW_RUNNING;
    uint64_t *spare = worker->keys + sorter->keys * words;
    if (!few_list_reserve(&worker->runs, 1) || !few_sort_states_beside(sorter->watch->memory, worker->keys, spare, worker->count, words))
        return few_refused(sorter->watch);
    bool good = few_keys_begin(&writer, sorter->disk, &run, NULL, words, worker->buffer, true);
    for (size_t i = 0; i < worker->count && good; i++) {
        const uint64_t *key = worker->keys + i * words;
        if (i == 0 || few_key_compare(key, key - words, words) != 0)
            good = few_keys_put(&writer, key);
    }
    good = good && few_keys_end(&writer);
    if (good && sorter->pass.tries)
        few_sorter_judge(sorter, worker, &run);
    worker->count = 0;
    if (run.file.descriptor >= 0)
        few_list_append(&worker->runs, &run, 1);
    return good ? FEW_RUNNING : FEW_NO_DISK;
}

/* Of at most sorter->room states. */
static enum few_end add_keys(struct few_sorter *sorter, struct few_sorter_worker *worker, const uint64_t *states, size_t count) {
    const enum few_end end = count > sorter->keys - worker->count ? write_run(sorter, worker) : FEW_RUNNING;
    if (end != FEW_RUNNING)
        return end;
    few_sorter_keys(sorter, states, count, worker->keys + worker->count * sorter->words);
    worker->count += count;
    return FEW_RUNNING;
}

enum few_end few_sorter_put(struct few_sorter *sorter, size_t count) {
    return add_keys(sorter, &sorter->worker[0], sorter->worker[0].made, count);
}

enum few_end few_sorter_put_more(struct few_sorter *sorter, const uint64_t *states, size_t count) {
    enum few_end end = FEW_RUNNING;
    for (size_t done = 0, some; done < count && end == FEW_RUNNING; done += some) {
        some = count - done < sorter->room ? count - done : sorter->room;
        end = add_keys(sorter, &sorter->worker[0], states + done * sorter->space->words, some);
    }
    return end;
}

void few_sorter_forget(struct few_sorter *sorter) {
    for (unsigned w = 0; w < sorter->workers; w++) {
        sorter->worker[w].count = 0;
        drop_runs(sorter, &sorter->worker[w].runs);
    }
}

/* ---- Reading and expanding */

/* Some keys of the run that were not taken yet, as states. Returns how many. */
static size_t take(struct few_sorter *sorter, struct few_sorter_worker *worker) {
    const struct few_space *space = sorter->space;
    const uint32_t words = sorter->words;
    uint64_t *to = sorter->by_rank ? worker->ranks : worker->states;
    size_t count = 0;
    pthread_mutex_lock(&sorter->taking);
    for (; count < sorter->states && sorter->is_open; count++) {
        memcpy(to + count * words, sorter->reader.key, words * sizeof *to);
        sorter->is_open = few_keys_next(&sorter->reader);
    }
    pthread_mutex_unlock(&sorter->taking);
    if (sorter->by_rank && count)
        space->run->unrank(space, worker->ranks, count, worker->states);
    return count;
}

void few_sorter_open(struct few_sorter *sorter, const struct few_run_file *run) {
    sorter->is_open = few_keys_open(&sorter->reader, sorter->disk, run, sorter->words, sorter->reader_buffer);
}

size_t few_sorter_read(struct few_sorter *sorter) {
    return take(sorter, &sorter->worker[0]);
}

static enum few_end expand(struct few_sorter *sorter, struct few_sorter_worker *worker, size_t count) {
    const struct few_sorter_maker *maker = sorter->maker;
    const size_t made = maker->make(maker->context, worker, count);
    worker->expanded += count;
    if (atomic_load(&sorter->pass.is_dear) || (atomic_load(&sorter->pass.is_again) && !sorter->pass.again))
        return FEW_SOLVED; /* which only ends the pass */
    if (sorter->pass.count == 0)
        return add_keys(sorter, worker, worker->made, made);
    few_sorter_take(sorter, worker, made);
    return FEW_RUNNING;
}

/* A unit is what one worker does until nothing is left. */
static bool expand_all(void *context, unsigned number, uint64_t first, uint64_t last) {
    struct few_sorter *sorter = context;
    struct few_sorter_worker *worker = &sorter->worker[number];
    enum few_end end = FEW_RUNNING;
    (void)first;
    (void)last;
    for (size_t count; end == FEW_RUNNING && !atomic_load(&sorter->is_enough) && (count = take(sorter, worker)) > 0;) {
        end = expand(sorter, worker, count);
        if (number == 0 && end == FEW_RUNNING)
            end = few_watch_check(sorter->watch);
        if (end == FEW_RUNNING)
            end = (enum few_end)atomic_load(&sorter->end);
    }
    if (end == FEW_RUNNING)
        end = write_run(sorter, worker);
    if (end != FEW_RUNNING)
        atomic_store(&sorter->end, (int)end);
    return end == FEW_RUNNING;
}

static void add_up(struct few_sorter *sorter) {
    struct few_counts *counts = &sorter->watch->counts;
    for (unsigned w = 0; w < sorter->workers; w++) {
        counts->expanded += sorter->worker[w].expanded;
        counts->generated += sorter->worker[w].generated;
        sorter->worker[w].expanded = sorter->worker[w].generated = 0;
    }
}

enum few_end few_sorter_expand(struct few_sorter *sorter, const struct few_run_file *run, const struct few_sorter_maker *maker) {
    few_sorter_open(sorter, run);
    sorter->maker = maker;
    atomic_store(&sorter->end, FEW_RUNNING);
    atomic_store(&sorter->is_enough, false);
    few_team_run(sorter->team, expand_all, sorter, run->count >= sorter->shared_from ? sorter->workers : 1, 1);
    add_up(sorter);
    const enum few_end end = (enum few_end)atomic_load(&sorter->end);
    return end == FEW_RUNNING && atomic_load(&sorter->disk->failed) ? FEW_NO_DISK : end;
}

/* ---- Merging */

/* All runs of all workers, into the list of the first. */
static bool gather(struct few_sorter *sorter) {
    struct few_list *runs = &sorter->worker[0].runs;
    size_t all = 0;
    for (unsigned w = 0; w < sorter->workers; w++)
        all += sorter->worker[w].runs.count;
    if (all > runs->count && !few_list_reserve(runs, all - runs->count))
        return false;
    for (unsigned w = 0; w < sorter->workers; w++) {
        struct few_sorter_worker *worker = &sorter->worker[w];
        if (w > 0 && worker->runs.count)
            few_list_append(runs, worker->runs.items, worker->runs.count); /* there is room */
        if (w > 0)
            worker->runs.count = 0;
    }
    return true;
}

/* Merges runs until there are few enough to be merged with the others. */
static enum few_end thin_out(struct few_sorter *sorter, struct few_list *runs, size_t most) {
    const struct few_run_file *some[FEW_SORTER_MOST];
    const size_t at_once = few_merge_most(&sorter->merge, 0);
    enum few_end end = FEW_RUNNING;
    while (runs->count > most && end == FEW_RUNNING) {
        struct few_run_file merged = few_no_run;
        const size_t count = runs->count < at_once ? runs->count : at_once;
        for (size_t i = 0; i < count; i++)
            some[i] = few_list_at(runs, i);
        end = few_merge_runs(&sorter->merge, &(struct few_merge_job){.runs = some, .count = count, .passes = true}, &merged);
        for (size_t i = 0; i < count; i++)
            few_run_drop(sorter->disk, few_list_at(runs, i));
        memmove(few_list_at(runs, 0), few_list_at(runs, count), (runs->count - count) * runs->size);
        runs->count -= count;
        if (merged.file.descriptor >= 0)
            few_list_append(runs, &merged, 1); /* there is room */
    }
    return end;
}

enum few_end few_sorter_merge(struct few_sorter *sorter, const struct few_merge_job *job, struct few_run_file *result) {
    const struct few_run_file *some[FEW_SORTER_MOST];
    struct few_list *runs = &sorter->worker[0].runs;
    enum few_end end = write_run(sorter, &sorter->worker[0]);
    if (end == FEW_RUNNING && !gather(sorter))
        end = few_refused(sorter->watch);
    if (end == FEW_RUNNING)
        end = thin_out(sorter, runs, few_merge_most(&sorter->merge, job->other_count));
    if (end != FEW_RUNNING)
        return end;
    for (size_t i = 0; i < runs->count; i++)
        some[i] = few_list_at(runs, i);
    struct few_merge_job all = *job;
    all.runs = some;
    all.count = runs->count;
    end = few_merge_runs(&sorter->merge, &all, result);
    drop_runs(sorter, runs);
    return end;
}
