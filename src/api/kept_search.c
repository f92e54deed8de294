/* See kept_search.h. */
#include "api/kept_search.h"

#include "api/checkpoint.h"
#include "api/fingerprint.h"
#include "base/clock.h"
#include "search/part_files.h"

#include <stdio.h>
#include <string.h>

static const double usual_pause = 60; /* seconds */

const char *few_kept_path(const fewest_options *options) {
    return options->checkpoint ? options->checkpoint : options->resume;
}

static bool is_asked_for(const fewest_options *options) {
    return few_kept_path(options) != NULL;
}

static bool can_be_kept(const struct few_solving *run, struct few_error *error) {
    const fewest_options *options = &run->options;
    const fewest_puzzle *puzzle = run->answer->puzzle;
    const struct few_search_row *asked = &few_searches[options->algorithm];
    if (!(asked->search->needs & (FEW_CAN_BE_KEPT | FEW_IS_CHOSEN)))
        return few_fail(error, FEW_ERROR_INPUT, "a search by %s cannot be kept in a checkpoint: bfs, bidirectional and idastar can", asked->word);
    if (!puzzle->rules)
        return few_fail(error, FEW_ERROR_INPUT, "a space of your own cannot be kept in a checkpoint");
    if (options->all && asked->search->needs & FEW_FINDS_ONE)
        return few_fail(error, FEW_ERROR_INPUT, "%s finds one solution only: to count all of them with a checkpoint, ask for bfs or bidirectional", asked->word);
    return !options->trace || few_fail(error, FEW_ERROR_INPUT, "a search with a checkpoint has no trace");
}

/* What the file says of the search. */
static bool take_choice(struct few_solving *run, const struct few_kept_choice *choice, struct few_error *error) {
    fewest_options *options = &run->options;
    if (options->algorithm != FEWEST_AUTO && choice->algorithm != FEWEST_AUTO && (unsigned)options->algorithm != choice->algorithm)
        return few_fail(error, FEW_ERROR_INPUT, "%.120s is of a search by %s, not by %s", options->resume, few_searches[choice->algorithm].word,
                        few_searches[options->algorithm].word);
    if (options->algorithm == FEWEST_AUTO)
        options->algorithm = (fewest_algorithm)choice->algorithm;
    run->chosen = choice->algorithm;
    run->from_goals = choice->from_goals;
    run->is_shared = choice->is_shared;
    return true;
}

/* Where it is on disk, or may go there. false: see *error. */
static bool take_disk(struct few_solving *run, const struct few_checkpoint_head *head, struct few_error *error) {
    fewest_options *options = &run->options;
    run->on_disk = head->has_disk && head->options.method != FEWEST_METHOD_AUTO;
    if (!head->has_disk || options->disk)
        return true;
    options->disk = run->disk_folder = strdup(head->disk.text);
    options->disk_limit = options->disk_limit ? options->disk_limit : head->options.disk_limit;
    return options->disk || few_fail_memory(error);
}

bool few_search_open(struct few_solving *run, struct few_error *error) {
    const fewest_options *options = &run->options;
    struct few_checkpoint_head head = {0};
    if (!is_asked_for(options))
        return true;
    if (!can_be_kept(run, error))
        return false;
    few_memory_init(&run->keeper.memory, FEW_KEEPER_MEMORY);
    if (!options->resume)
        return true;
    if (!few_in_open(&run->kept, options->resume, &few_checkpoint_form, &run->keeper.memory, error))
        return false;
    run->goes_on = true;
    const bool good = few_head_read(&run->kept, FEW_KEPT_SEARCH, &head);
    run->fingerprint = head.fingerprint;
    run->first = head.first;
    const struct few_kept_choice choice = head.choice;
    const bool found_disk = !good || take_disk(run, &head, error);
    few_head_free(&run->keeper.memory, &head);
    return good && found_disk && take_choice(run, &choice, error) && can_be_kept(run, error);
}

static void write_head(void *context, struct few_out *out) {
    const struct few_solving *run = context;
    const fewest_options *options = &run->options;
    const fewest_explore_options on_disk = {.disk = options->disk, .disk_limit = options->disk_limit, .method = run->on_disk ? FEWEST_METHOD_HASH : FEWEST_METHOD_AUTO};
    const struct few_head_about about = {
        FEW_KEPT_SEARCH, &on_disk, UINT64_MAX, run->fingerprint, run->first,
        {run->chosen, run->from_goals, (unsigned)options->remember, options->all, options->list, run->base.watch.cluster != NULL}, NULL,
    };
    few_head_write(out, run->answer->puzzle, &about);
}

static bool refuse(const struct few_solving *run, struct few_error *error, const char *why) {
    return few_fail(error, FEW_ERROR_INPUT, "%.120s is a checkpoint of another %s", run->kept.path, why);
}

bool few_search_fits(struct few_solving *run, struct few_error *error) {
    const fewest_options *options = &run->options;
    struct few_digest_value fingerprint;
    if (!is_asked_for(options))
        return true;
    if (!few_model_fingerprint(run->answer->model, false, &fingerprint, error))
        return false;
    const uint64_t first = few_digest_first(&run->problem);
    if (run->goes_on && (fingerprint.words[0] != run->fingerprint.words[0] || fingerprint.words[1] != run->fingerprint.words[1]))
        return refuse(run, error, "puzzle: its rules, its pieces or its goal are not the same");
    if (run->goes_on && first != run->first)
        return refuse(run, error, "start of this puzzle");
    run->fingerprint = fingerprint;
    run->first = first;
    struct few_keeper *keeper = &run->keeper;
    keeper->path = few_kept_path(options);
    keeper->every = options->every > 0 ? options->every : usual_pause;
    keeper->next = few_now() + keeper->every;
    keeper->about = write_head;
    keeper->context = run;
    keeper->cluster = run->base.watch.cluster;
    keeper->from = run->goes_on ? &run->kept : NULL;
    run->kept.error = &keeper->error;
    if (!run->goes_on || strcmp(keeper->path, options->resume) != 0)
        few_keeper_look_at_old(keeper);
    return few_parts_may_be_written(keeper, error);
}

bool few_search_begins(struct few_solving *run, unsigned search, bool from_goals, bool tries, struct few_error *error) {
    const struct few_search_row *row = &few_searches[search];
    struct few_keeper *keeper = &run->keeper;
    run->base.watch.keeper = NULL;
    if (!is_asked_for(&run->options) || row->search->needs & FEW_NEEDS_TABLE)
        return true;
    if (!tries && !(row->search->needs & FEW_CAN_BE_KEPT))
        return few_fail(error, FEW_ERROR_INPUT, "this search is by %s, which cannot be kept in a checkpoint: bfs, bidirectional and idastar can", row->word);
    if (!tries && run->goes_on && run->chosen != FEWEST_AUTO && run->chosen != search)
        return few_fail(error, FEW_ERROR_INPUT, "%.120s is of a search by %s, which cannot be continued here", run->kept.path, few_searches[run->chosen].word);
    if (!tries) {
        run->chosen = search;
        run->from_goals = from_goals;
        run->base.watch.keeper = keeper;
    }
    if (!run->goes_on && !keeper->written && !few_parts_write_nothing(keeper)) {
        *error = keeper->error;
        return false;
    }
    return true;
}

void few_search_goes_to_disk(struct few_solving *run) {
    if (!is_asked_for(&run->options))
        return;
    run->base.watch.keeper = &run->keeper;
    run->chosen = FEWEST_BFS;
    run->from_goals = false;
    if (!run->on_disk)
        run->keeper.from = NULL; /* what it had in memory is of no use there */
    run->on_disk = true;
}

void few_search_close(struct few_solving *run) {
    const struct few_keeper *keeper = &run->keeper;
    if (run->answer) {
        snprintf(run->answer->trouble, sizeof run->answer->trouble, "%s", keeper->error.kind == FEW_ERROR_NONE ? "" : keeper->error.message);
        run->answer->is_kept = keeper->path && keeper->error.kind == FEW_ERROR_NONE && (keeper->written || run->goes_on);
    }
    few_part_files_free(&run->keeper.memory, &run->keeper.taken);
    if (run->goes_on)
        few_in_close(&run->kept);
}
