/* Exploring a space on disk: each layer is a run of keys (search/disk/run_file.h). A layer is read from its begin to its end; what its states lead
 * to is sorted (search/disk/sorter.h), and what was seen before is left out. Where every move can be undone, that is the layer itself and the one before; else
 * all layers before (search/disk/past.h). */
#include "search/explore/checkpoint.h"

#include "search/disk/past.h"
#include "search/disk/sorter.h"
#include "search/explore/runs.h"

#include <unistd.h>

struct explorer {
    struct few_watch *watch;
    struct few_exploration *result;
    struct few_disk *disk;
    struct few_sorter sorter;
    struct few_run_file layer;
    struct few_past past;
};

void few_kept_runs_init(struct few_kept_runs *runs, struct few_memory *memory) {
    runs->file = few_no_file;
    few_list_init(&runs->layers, memory, sizeof(struct few_run_file));
}

void few_kept_runs_free(struct few_kept_runs *runs) {
    if (runs->file.descriptor >= 0)
        close(runs->file.descriptor);
    few_list_free(&runs->layers);
}

/* Where a layer is written to; NULL: a file of its own. */
static struct few_disk_file *file_of_layers(const struct explorer *explorer) {
    return explorer->result->runs ? &explorer->result->runs->file : NULL;
}

/* The next layer is found. false: no memory. */
static bool keep_run(const struct explorer *explorer, const struct few_run_file *layer) {
    return !explorer->result->runs || few_list_append(&explorer->result->runs->layers, layer, 1);
}

static size_t make(void *context, struct few_sorter_worker *worker, size_t count) {
    const struct explorer *explorer = context;
    const size_t made = few_make_batch(explorer->sorter.space, explorer->result, worker->states, count, worker->made);
    worker->generated += made;
    return made;
}

/* From a layer to the next one. */
static enum few_end expand_layer(struct explorer *explorer, struct few_run_file *next) {
    const struct few_run_file *others[FEW_SORTER_MOST];
    const enum few_end end = few_sorter_expand(&explorer->sorter, &explorer->layer, &(struct few_sorter_maker){make, explorer});
    if (end != FEW_RUNNING)
        return end;
    const size_t count = few_past_with(&explorer->past, &explorer->layer, others);
    return few_sorter_merge(&explorer->sorter, &(struct few_merge_job){.others = others, .other_count = count, .into = file_of_layers(explorer)}, next);
}

/* What the keys of a run stand for; with `offer`, they are the farthest states. */
static enum few_end go_through(struct explorer *explorer, const struct few_run_file *run, bool offer, uint64_t *standing) {
    const uint64_t *states = explorer->sorter.worker[0].states;
    enum few_end end = FEW_RUNNING;
    *standing = 0;
    few_sorter_open(&explorer->sorter, run);
    for (size_t count; end == FEW_RUNNING && (count = few_sorter_read(&explorer->sorter)) > 0;) {
        *standing += few_stand_for(explorer->result, states, count);
        if (offer && !few_exploration_offer(explorer->result, states, count))
            return few_refused(explorer->watch);
        end = few_watch_check(explorer->watch);
    }
    return end == FEW_RUNNING && atomic_load(&explorer->disk->failed) ? FEW_NO_DISK : end;
}

static enum few_end begin(struct explorer *explorer, const uint64_t *states, size_t count) {
    struct few_sorter *sorter = &explorer->sorter;
    enum few_end end = FEW_RUNNING;
    few_disk_clean(explorer->disk, NULL, 0); /* no checkpoint refers to any file yet */
    for (size_t done = 0, some; done < count && end == FEW_RUNNING; done += some) {
        some = count - done < sorter->room ? count - done : sorter->room;
        few_make_first(sorter->space, explorer->result, states + done * sorter->space->words, some, sorter->worker[0].made);
        end = few_sorter_put(sorter, some);
    }
    if (end == FEW_RUNNING && explorer->result->runs && !few_disk_create(explorer->disk, &explorer->result->runs->file))
        end = FEW_NO_DISK;
    if (end == FEW_RUNNING)
        end = few_sorter_merge(sorter, &(struct few_merge_job){.into = file_of_layers(explorer)}, &explorer->layer);
    return end == FEW_RUNNING && !keep_run(explorer, &explorer->layer) ? few_refused(explorer->watch) : end;
}

/* ---- Checkpoints: the files are there; only which they are is written. */

/* One that shares the file of the layers is said to be at its place there, plus 1. */
static void write_run_file(const struct explorer *explorer, const struct few_run_file *run, struct few_out *out) {
    if (explorer->result->runs)
        few_out_number(out, run->is_shared ? run->first + 1 : 0);
    if (!run->is_shared)
        few_disk_write_file(&run->file, out);
    few_out_number(out, run->count);
}

static void write_layers(const struct explorer *explorer, struct few_out *out) {
    const struct few_kept_runs *runs = explorer->result->runs;
    if (!runs)
        return;
    few_disk_write_file(&runs->file, out);
    for (size_t i = 0; i < explorer->result->depths.count; i++)
        write_run_file(explorer, few_list_at(&runs->layers, i), out);
}

static void keep_files(void *context, struct few_out *out) {
    const struct explorer *explorer = context;
    few_disk_write_names(explorer->disk, out);
    few_out_number(out, explorer->sorter.by_rank);
    few_out_number(out, explorer->sorter.words);
    few_out_number(out, explorer->past.runs.count);
    write_layers(explorer, out);
    write_run_file(explorer, &explorer->layer, out);
    for (size_t i = 0; i < explorer->past.runs.count; i++)
        write_run_file(explorer, few_list_at(&explorer->past.runs, i), out);
}

static void keep(struct explorer *explorer, enum few_end end) {
    struct few_exploration *result = explorer->result;
    /* What was dropped is there until then: it is not to become the larger part. */
    if (end == FEW_RUNNING && result->keeper && explorer->disk->doomed_bytes > explorer->disk->used / 2)
        result->keeper->next = 0;
    if (!few_keep_is_due(result, end))
        return;
    bool good = few_disk_keep(explorer->disk, result->runs ? &result->runs->file : &explorer->layer.file);
    for (size_t i = 0; i < explorer->past.runs.count && good; i++)
        good = few_disk_keep(explorer->disk, &((struct few_run_file *)few_list_at(&explorer->past.runs, i))->file);
    if (good && few_keep(result, end, &result->at_layer, keep_files, explorer))
        few_disk_forget(explorer->disk);
}

static bool read_run_file(struct explorer *explorer, struct few_run_file *run, struct few_in *from) {
    struct few_disk_file *const shared = file_of_layers(explorer);
    *run = few_no_run;
    const uint64_t place = shared ? few_in_count(from, atomic_load(&shared->size) + 1) : 0;
    if (place) {
        run->file.descriptor = shared->descriptor;
        run->file.number = shared->number;
        run->first = place - 1;
        run->is_shared = true;
    }
    const bool good = place ? !from->failed : few_disk_read_file(explorer->disk, &run->file, from);
    run->count = few_in_number(from);
    return good;
}

/* As many as the exploration has. */
static bool read_layers(struct explorer *explorer, struct few_in *from) {
    struct few_kept_runs *runs = explorer->result->runs;
    const struct few_list *depths = &explorer->result->depths;
    if (!runs)
        return true;
    bool good = few_disk_read_file(explorer->disk, &runs->file, from);
    for (size_t i = 0; i < depths->count && good; i++) {
        struct few_run_file *run = few_list_at(&runs->layers, runs->layers.count);
        good = read_run_file(explorer, run, from);
        if (good && (!run->is_shared || run->count != *(const uint64_t *)few_list_at(depths, i)))
            good = few_in_refuse(from);
        runs->layers.count += good;
    }
    return good;
}

static enum few_end take_up(struct explorer *explorer) {
    struct few_exploration *result = explorer->result;
    struct few_in *from = few_kept_from(result);
    const uint64_t *depths = result->depths.items;
    const struct few_disk_file *files[FEW_SORTER_MOST + 1];
    few_disk_read_names(explorer->disk, from);
    if (few_in_number(from) != explorer->sorter.by_rank || few_in_number(from) != explorer->sorter.words)
        few_in_refuse(from);
    const uint64_t old = few_in_count(from, FEW_SORTER_MOST / 2);
    if (!few_list_reserve(&explorer->past.runs, (size_t)old + 1) || (result->runs && !few_list_reserve(&result->runs->layers, result->depths.count + 1)))
        return few_refused(explorer->watch);
    bool good = read_layers(explorer, from) && read_run_file(explorer, &explorer->layer, from);
    files[0] = result->runs ? &result->runs->file : &explorer->layer.file;
    for (uint64_t i = 0; i < old && good; i++) {
        struct few_run_file *run = few_list_at(&explorer->past.runs, i);
        good = read_run_file(explorer, run, from);
        files[i + 1] = &run->file;
        explorer->past.runs.count += good;
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
            end = few_past_tidy(&explorer->past, &explorer->sorter.merge);
        if (end == FEW_RUNNING)
            end = expand_layer(explorer, &next);
        if (end == FEW_RUNNING && next.count == 0) {
            few_run_drop(explorer->disk, &next);
            return go_through(explorer, &explorer->layer, true, &standing) == FEW_RUNNING ? FEW_SOLVED : few_watch_check(watch);
        }
        if (end == FEW_RUNNING && result->symmetry)
            end = go_through(explorer, &next, false, &standing);
        else
            standing = next.count;
        watch->counts.remembered = result->states + standing;
        if (end == FEW_RUNNING)
            end = few_watch_check(watch);
        if (end == FEW_RUNNING && (!keep_run(explorer, &next) || !few_past_add(&explorer->past, explorer->disk, &explorer->layer)))
            end = few_refused(watch);
        if (end == FEW_RUNNING)
            explorer->layer = next;
        else
            few_run_drop(explorer->disk, &next);
    }
    keep(explorer, end);
    return end == FEW_RUNNING ? FEW_SOLVED : end; /* there was no first state */
}

enum few_end few_explore_runs(const struct few_problem *problem, struct few_watch *watch, struct few_exploration *result) {
    const struct few_space *space = problem->space;
    const struct few_batch batch = few_batch_for(space, result->backward);
    struct explorer explorer = {.watch = watch, .result = result, .disk = result->disk, .layer = few_no_run,
                                .sorter = {.space = space, .watch = watch, .disk = result->disk, .workers = result->threads,
                                           .shared_from = few_shared_from(result), .by_rank = result->method == FEW_EXPLORE_RANK,
                                           .states = batch.states, .room = batch.room}};
    watch->store_name = "runs on disk";
    few_past_init(&explorer.past, watch->memory, !space->undirected);
    const enum few_end end = few_sorter_init(&explorer.sorter) ? explore(&explorer, problem) : few_refused(watch);
    few_sorter_free(&explorer.sorter);
    if (explorer.layer.file.descriptor >= 0 && !explorer.layer.is_shared)
        close(explorer.layer.file.descriptor);
    few_past_close(&explorer.past);
    return end;
}
