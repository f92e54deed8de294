/* Exploring a space on disk: each layer is a run of keys (search/disk/run_file.h). A layer is read from its begin to its end; what its states lead
 * to is sorted (search/disk/sorter.h), and what was seen before is left out. Where every move can be undone, that is the layer itself and the one before; else
 * all layers before (search/disk/past.h). Several processes share it, each with its own runs (search/explore/shared_runs.h). */
#include "search/explore/checkpoint.h"

#include "search/disk/kept_runs.h"
#include "search/disk/sorter.h"
#include "search/explore/shared_runs.h"

#include <unistd.h>

struct explorer {
    struct few_watch *watch;
    struct few_exploration *result;
    struct few_disk *disk;
    struct few_sorter sorter;
    struct few_run_file layer;
    struct few_past past;
    struct few_shared_runs shared;
};

/* Where a layer is written to; NULL: a file of its own. */
static struct few_disk_file *file_of_layers(const struct explorer *explorer) {
    return explorer->result->runs ? &explorer->result->runs->file : NULL;
}

/* The next layer is found. false: no memory. */
static bool keep_run(const struct explorer *explorer, const struct few_run_file *layer) {
    return !explorer->result->runs || few_list_append(&explorer->result->runs->layers, layer, 1);
}

/* The layer is one of those before, and the next one is kept. Neither is, where memory ends: a checkpoint has as many layers as depths. */
static bool keep_both(struct explorer *explorer, const struct few_run_file *next) {
    if (!keep_run(explorer, next))
        return false;
    if (few_past_add(&explorer->past, explorer->disk, &explorer->layer))
        return true;
    if (explorer->result->runs)
        explorer->result->runs->layers.count--;
    return false;
}

static size_t make(void *context, struct few_sorter_worker *worker, size_t count) {
    struct explorer *explorer = context;
    const size_t made = few_make_batch(explorer->sorter.space, explorer->result, worker->states, count, worker->made);
    worker->generated += made;
    return few_shared_runs_deal(&explorer->shared, made);
}

/* From a layer to the next one. */
static enum few_end expand_layer(struct explorer *explorer, struct few_run_file *next) {
    const struct few_run_file *others[FEW_SORTER_MOST];
    const size_t count = few_past_with(&explorer->past, &explorer->layer, others);
    const struct few_merge_job job = {.others = others, .other_count = count, .into = file_of_layers(explorer)};
    const struct few_sorter_maker maker = {make, explorer};
    if (!explorer->shared.cluster)
        return few_sorter_advance(&explorer->sorter, &explorer->layer, &maker, &job, next);
    few_shared_runs_begin(&explorer->shared); /* what is sent is sent once: not in passes */
    const enum few_end end = few_shared_runs_end(&explorer->shared, few_sorter_expand(&explorer->sorter, &explorer->layer, &maker));
    return end == FEW_RUNNING ? few_sorter_merge(&explorer->sorter, &job, next) : end;
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
    few_shared_runs_begin(&explorer->shared);
    for (size_t done = 0, some; done < count && end == FEW_RUNNING && few_shared_runs_deals(&explorer->shared); done += some) {
        some = count - done < sorter->room ? count - done : sorter->room;
        few_make_first(sorter->space, explorer->result, states + done * sorter->space->words, some, sorter->worker[0].made);
        end = few_sorter_put(sorter, few_shared_runs_deal(&explorer->shared, some));
    }
    end = few_shared_runs_end(&explorer->shared, end);
    if (end == FEW_RUNNING && explorer->result->runs && !few_disk_create(explorer->disk, &explorer->result->runs->file))
        end = FEW_NO_DISK;
    if (end == FEW_RUNNING)
        end = few_sorter_merge(sorter, &(struct few_merge_job){.into = file_of_layers(explorer)}, &explorer->layer);
    return end == FEW_RUNNING && !keep_run(explorer, &explorer->layer) ? few_refused(explorer->watch) : end;
}

/* ---- Checkpoints */

static struct few_run_set runs_of(struct explorer *explorer) {
    struct few_kept_runs *runs = explorer->result->runs;
    return (struct few_run_set){.space = explorer->sorter.space, .disk = explorer->disk, .by_rank = explorer->sorter.by_rank, .words = explorer->sorter.words, .file = file_of_layers(explorer),
                                .lists = {runs ? &runs->layers : NULL}, .counts = {explorer->result->depths.count}, .layer = &explorer->layer,
                                .past = &explorer->past};
}

static void keep_files(void *context, struct few_out *out) {
    const struct few_run_set set = runs_of(context);
    few_run_set_write(&set, out);
}

static void keep(struct explorer *explorer, enum few_end end) {
    struct few_exploration *result = explorer->result;
    const struct few_run_set set = runs_of(explorer);
    if (end == FEW_RUNNING && result->keeper && few_disk_is_crowded(explorer->disk))
        result->keeper->next = 0;
    if (few_keep_is_due(result, end) && few_run_set_keep(&set) && few_keep(result, end, &result->at_layer, keep_files, explorer))
        few_disk_forget(explorer->disk);
}

/* Each has as many keys as its layer has states. */
static bool are_whole(const struct few_list *runs, const struct few_list *depths) {
    bool whole = true;
    for (size_t i = 0; i < runs->count && whole; i++)
        whole = ((const struct few_run_file *)few_list_at(runs, i))->count == *(const uint64_t *)few_list_at(depths, i);
    return whole;
}

static enum few_end take_up(struct explorer *explorer) {
    struct few_exploration *result = explorer->result;
    struct few_in *from = few_kept_from(result);
    const uint64_t *depths = result->depths.items;
    const struct few_run_set set = runs_of(explorer);
    const bool good = few_run_set_read(&set, from);
    if (good && ((result->runs && !are_whole(&result->runs->layers, &result->depths)) ||
                 (!result->symmetry && explorer->layer.count != depths[result->depths.count - 1])))
        few_in_refuse(from);
    if (good && few_taken_up(result)) {
        few_run_set_clean(&set);
        return FEW_RUNNING;
    }
    return good || from->failed                        ? few_not_taken_up(result, explorer->watch)
           : atomic_load(&explorer->disk->failed) ? FEW_NO_DISK
                                                  : few_refused(explorer->watch);
}

/* ---- All of it */

/* What was found of a layer by all processes: its keys, and what they stand for. */
struct found {
    uint64_t keys, standing;
};

/* How it ended for all, with what all found, if `end` is FEW_RUNNING, in this run. */
static enum few_end meet(struct explorer *explorer, enum few_end end, const struct few_run_file *run, struct found *found) {
    *found = (struct found){run->count, run->count};
    if (end == FEW_RUNNING && explorer->result->symmetry && run->count)
        end = go_through(explorer, run, false, &found->standing);
    uint64_t numbers[] = {found->keys, found->standing};
    few_shared_runs_add_up(&explorer->shared, numbers, 2, &explorer->result->sent);
    *found = (struct found){numbers[0], numbers[1]};
    return few_shared_runs_agree(&explorer->shared, end);
}

/* Nothing new was found: the layer has the farthest states. */
static enum few_end finish(struct explorer *explorer) {
    struct few_exploration *result = explorer->result;
    uint64_t standing;
    enum few_end end = go_through(explorer, &explorer->layer, true, &standing);
    if (result->cluster)
        end = few_exploration_gather(result, explorer->watch, end);
    return end == FEW_RUNNING ? FEW_SOLVED : end;
}

static enum few_end explore(struct explorer *explorer, const struct few_problem *problem) {
    struct few_exploration *result = explorer->result;
    struct few_watch *watch = explorer->watch;
    bool is_added = few_kept_from(result);
    enum few_end end = is_added ? take_up(explorer) : begin(explorer, problem->starts, problem->start_count);
    if (end == FEW_CONTRADICTION)
        return end;
    struct found found = {explorer->layer.count, 0};
    if (!is_added)
        end = meet(explorer, end, &explorer->layer, &found);
    watch->counts.remembered += found.standing;
    while (end == FEW_RUNNING && found.keys) {
        struct few_run_file next = few_no_run;
        end = is_added ? FEW_RUNNING : few_exploration_add_layer(result, watch, found.standing);
        is_added = false;
        if (end == FEW_RUNNING)
            end = few_watch_check(watch);
        if (end == FEW_RUNNING)
            keep(explorer, end);
        if (end == FEW_RUNNING)
            end = few_past_tidy(&explorer->past, &explorer->sorter.merge);
        end = few_shared_runs_agree(&explorer->shared, end);
        if (end != FEW_RUNNING)
            break;
        end = meet(explorer, expand_layer(explorer, &next), &next, &found);
        if (end == FEW_RUNNING && found.keys == 0) {
            few_run_drop(explorer->disk, &next);
            return finish(explorer);
        }
        watch->counts.remembered = result->states + found.standing;
        if (end == FEW_RUNNING)
            end = few_watch_check(watch);
        if (end == FEW_RUNNING && !keep_both(explorer, &next))
            end = few_refused(watch);
        if (end == FEW_RUNNING)
            explorer->layer = next;
        else
            few_run_drop(explorer->disk, &next);
        end = few_shared_runs_agree(&explorer->shared, end);
    }
    keep(explorer, end);
    return end == FEW_RUNNING ? FEW_SOLVED : end; /* there was no first state */
}

enum few_end few_explore_runs(const struct few_problem *problem, struct few_watch *watch, struct few_exploration *result) {
    const struct few_space *space = problem->space;
    const struct few_batch batch = few_batch_for(space, result->backward);
    struct explorer explorer = {.watch = watch, .result = result, .disk = result->disk, .layer = few_no_run,
                                .sorter = {.space = space, .watch = watch, .disk = result->disk, .workers = result->cluster ? 1 : result->threads,
                                           .shared_from = few_shared_from(result), .by_rank = result->method == FEW_EXPLORE_RANK,
                                           .states = batch.states, .room = batch.room}};
    struct few_shared_runs *shared = &explorer.shared;
    watch->store_name = "runs on disk";
    few_past_init(&explorer.past, watch->memory, !space->undirected);
    enum few_end end = few_shared_runs_init(shared, problem, watch, result, &explorer.sorter);
    const bool has_sorter = end == FEW_RUNNING;
    if (has_sorter)
        end = few_shared_runs_agree(shared, few_sorter_init(&explorer.sorter) ? FEW_RUNNING : few_refused(watch));
    if (end == FEW_RUNNING)
        end = explore(&explorer, problem);
    if (has_sorter)
        few_sorter_free(&explorer.sorter);
    if (explorer.layer.file.descriptor >= 0 && !explorer.layer.is_shared)
        close(explorer.layer.file.descriptor);
    few_past_close(&explorer.past);
    few_shared_runs_free(shared);
    return end;
}
