/* See kept_search.h. */
#include "api/kept_search.h"

#include "api/checkpoint.h"
#include "api/fingerprint.h"
#include "base/clock.h"

#include <stdio.h>

static const double usual_pause = 60; /* seconds */

static bool is_asked_for(const fewest_options *options) {
    return options->checkpoint || options->resume;
}

static bool can_be_kept(const struct few_solving *run, struct few_error *error) {
    const fewest_options *options = &run->options;
    const fewest_puzzle *puzzle = run->answer->puzzle;
    if (options->algorithm != FEWEST_IDASTAR)
        return few_fail(error, FEW_ERROR_INPUT, "a checkpoint is for a search by idastar, not by %s: ask for it (--algorithm idastar)",
                        few_searches[options->algorithm].word);
    if (!puzzle->rules)
        return few_fail(error, FEW_ERROR_INPUT, "a space of your own cannot be kept in a checkpoint");
    if (puzzle->cluster)
        return few_fail(error, FEW_ERROR_INPUT, "what several processes share cannot be kept in a checkpoint");
    return (!options->all && !options->trace) || few_fail(error, FEW_ERROR_INPUT, "a checkpoint is for one solution, without a trace");
}

bool few_search_open(struct few_solving *run, struct few_error *error) {
    fewest_options *options = &run->options;
    struct few_checkpoint_head head = {0};
    if (!is_asked_for(options))
        return true;
    if (options->resume && options->algorithm == FEWEST_AUTO)
        options->algorithm = FEWEST_IDASTAR;
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
    few_head_free(&run->keeper.memory, &head);
    return good;
}

static void write_head(void *context, struct few_out *out) {
    const struct few_solving *run = context;
    const struct few_head_about about = {FEW_KEPT_SEARCH, NULL, UINT64_MAX, run->fingerprint, run->first};
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
    const char *lacks = few_search_lacks(few_searches[FEW_IDASTAR].search, &run->problem, false);
    if (lacks) /* another search would run in its place, which writes none */
        return few_fail(error, FEW_ERROR_INPUT, "a checkpoint is for a search by idastar, which is not for this puzzle: %s", lacks);
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
    keeper->path = options->checkpoint ? options->checkpoint : options->resume;
    keeper->every = options->every > 0 ? options->every : usual_pause;
    keeper->next = few_now() + keeper->every;
    keeper->about = write_head;
    keeper->context = run;
    keeper->from = run->goes_on ? &run->kept : NULL;
    run->kept.error = &keeper->error;
    run->base.watch.keeper = keeper;
    return true;
}

void few_search_close(struct few_solving *run) {
    const struct few_keeper *keeper = &run->keeper;
    if (run->answer) {
        snprintf(run->answer->trouble, sizeof run->answer->trouble, "%s", keeper->error.kind == FEW_ERROR_NONE ? "" : keeper->error.message);
        run->answer->is_kept = keeper->path && keeper->error.kind == FEW_ERROR_NONE && (keeper->written || run->goes_on);
    }
    if (run->goes_on)
        few_in_close(&run->kept);
}
