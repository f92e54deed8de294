/* See kept_table.h. */
#include "api/kept_table.h"

#include "api/checkpoint.h"
#include "api/fingerprint.h"
#include "base/clock.h"

#include <stdlib.h>
#include <string.h>

static const double usual_pause = 60; /* seconds */

static bool is_asked_for(const struct few_kept_table *kept) {
    return kept->options->checkpoint || kept->options->resume;
}

bool few_kept_table_open(struct few_kept_table *kept, const fewest_puzzle *puzzle, const fewest_options *options, const char *output, struct few_error *error) {
    *kept = (struct few_kept_table){.puzzle = puzzle, .options = options, .output = output};
    struct few_checkpoint_head head = {0};
    if (few_kept_table_is_shared(kept) && (options->disk || is_asked_for(kept)))
        return few_fail(error, FEW_ERROR_INPUT, "several processes build a distance table in memory and without checkpoints: one process can %s",
                        options->disk ? "go to disk" : "be continued");
    if (options->disk && !output)
        return few_fail(error, FEW_ERROR_INPUT, "a distance table that is to stay in memory cannot go to disk: build one in a file");
    if (!is_asked_for(kept))
        return true;
    if (!puzzle->rules)
        return few_fail(error, FEW_ERROR_INPUT, "a space of your own cannot be kept in a checkpoint");
    few_memory_init(&kept->keeper.memory, FEW_KEEPER_MEMORY);
    if (!options->resume)
        return true;
    if (!few_in_open(&kept->from, options->resume, &few_checkpoint_form, &kept->keeper.memory, error))
        return false;
    kept->goes_on = true;
    bool good = few_head_read(&kept->from, FEW_KEPT_TABLE, &head);
    kept->fingerprint = head.fingerprint;
    kept->first = head.first;
    kept->on_disk = head.options.method != FEWEST_METHOD_AUTO;
    kept->disk_limit = head.options.disk_limit;
    if (good && head.has_disk) {
        kept->folder = strdup(head.disk.text);
        good = kept->folder || few_fail_memory(error);
    }
    if (good && kept->on_disk) {
        struct few_progress before; /* for people; the exploration says it again */
        good = few_progress_read(&kept->from, &before);
    }
    few_head_free(&kept->keeper.memory, &head);
    return good;
}

void few_kept_table_close(struct few_kept_table *kept) {
    if (kept->goes_on)
        few_in_close(&kept->from);
    kept->goes_on = false;
    few_kept_table_close_disk(kept);
}

static void write_head(void *context, struct few_out *out) {
    const struct few_kept_table *kept = context;
    const struct few_space *space = kept->puzzle->model->space;
    const fewest_method method = !kept->on_disk ? FEWEST_METHOD_AUTO : space->ranks ? FEWEST_METHOD_RANK : FEWEST_METHOD_HASH;
    const fewest_explore_options options = {.method = method, .disk = kept->has_disk ? kept->disk.folder : NULL, .disk_limit = kept->disk_limit};
    const struct few_head_about about = {.kind = FEW_KEPT_TABLE, .options = &options, .steps = UINT64_MAX, .fingerprint = kept->fingerprint, .first = kept->first,
                                         .output = kept->output};
    few_head_write(out, kept->puzzle, &about);
    if (!kept->on_disk)
        return;
    const struct few_counts *counts = &kept->watch->counts;
    few_progress_write(out, &(struct few_progress){.stage = FEW_STAGE_LAYERS, .least = counts->depth, .expanded = counts->expanded, .generated = counts->generated,
                                                   .seconds = kept->keeper.before + few_now() - kept->started});
}

/* What distinguishes the states that it begins from; and the starts, where it depends on these which states there are. */
static bool digest_first(const struct few_kept_table *kept, const struct few_problem *problem, bool around, struct few_watch *watch, uint64_t *first) {
    const struct few_model *model = kept->puzzle->model;
    struct few_problem goals = {.space = model->space, .starts = problem->goals, .start_count = problem->goal_count};
    *first = few_digest_first(&goals);
    if (!around)
        return true;
    uint64_t *starts = NULL;
    size_t room = 0;
    if (!few_model_starts(model, watch->memory, &starts, &goals.start_count, &room))
        return false;
    goals.starts = starts;
    *first = *first * 3 + few_digest_first(&goals);
    few_free(watch->memory, starts, room * model->space->words * sizeof *starts);
    return true;
}

static bool refuse(struct few_kept_table *kept, const char *why) {
    return few_fail(&kept->keeper.error, FEW_ERROR_INPUT, "%.120s is a checkpoint of another %s", kept->from.path, why);
}

bool few_kept_table_begin(struct few_kept_table *kept, const struct few_problem *problem, bool around, struct few_watch *watch) {
    struct few_keeper *keeper = &kept->keeper;
    struct few_digest_value fingerprint;
    uint64_t first;
    kept->watch = watch;
    kept->started = few_now();
    if (!few_kept_table_open_disk(kept, watch->memory))
        return false;
    if (!is_asked_for(kept))
        return true;
    if (!few_model_fingerprint(kept->puzzle->model, false, &fingerprint, &keeper->error))
        return false;
    if (!digest_first(kept, problem, around, watch, &first))
        return few_fail_memory(&keeper->error);
    if (kept->goes_on && (fingerprint.words[0] != kept->fingerprint.words[0] || fingerprint.words[1] != kept->fingerprint.words[1]))
        return refuse(kept, "puzzle: its rules, its pieces or its goal are not the same");
    if (kept->goes_on && first != kept->first)
        return refuse(kept, around ? "start of this puzzle" : "goal of this puzzle");
    kept->fingerprint = fingerprint;
    kept->first = first;
    keeper->path = kept->options->checkpoint ? kept->options->checkpoint : kept->options->resume;
    keeper->every = kept->options->every > 0 ? kept->options->every : usual_pause;
    keeper->next = few_now() + keeper->every;
    keeper->about = write_head;
    keeper->context = kept;
    keeper->from = kept->goes_on ? &kept->from : NULL;
    kept->from.error = &keeper->error;
    watch->keeper = keeper;
    if (!few_out_may_replace(keeper->path, &few_checkpoint_form, &keeper->error))
        return false;
    return kept->goes_on || kept->on_disk || few_parts_write_nothing(keeper);
}
