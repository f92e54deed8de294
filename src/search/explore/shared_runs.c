#include "search/explore/shared_runs.h"

enum few_end few_shared_runs_init(struct few_shared_runs *shared, const struct few_problem *problem, struct few_watch *watch,
                                  const struct few_exploration *result, struct few_sorter *sorter) {
    *shared = (struct few_shared_runs){.cluster = result->cluster, .watch = watch, .sorter = sorter, .room = sorter->room, .before = watch->counts};
    if (!shared->cluster)
        return FEW_RUNNING;
    few_home_choose(&shared->home, problem, watch, result);
    bool good = few_mail_init(&shared->mail, shared->cluster, watch->memory, problem->space->words, FEW_DEALT);
    shared->owners = few_alloc(watch->memory, few_array_size(shared->room, sizeof *shared->owners));
    good = good && shared->owners;
    return few_shared_runs_agree(shared, good ? FEW_RUNNING : few_refused(watch));
}

void few_shared_runs_free(struct few_shared_runs *shared) {
    if (!shared->cluster)
        return;
    few_mail_free(&shared->mail);
    few_free(shared->watch->memory, shared->owners, shared->room * sizeof *shared->owners);
}

bool few_shared_runs_deals(const struct few_shared_runs *shared) {
    return !shared->cluster || shared->cluster->place.number == 0;
}

enum few_end few_shared_runs_agree(const struct few_shared_runs *shared, enum few_end end) {
    return shared->cluster ? (enum few_end)few_cluster_most(shared->cluster, end) : end;
}

/* While what we made ourselves is dealt out, too: it has a place of its own. */
static uint64_t take(void *context, uint64_t *states, size_t count) {
    const struct few_shared_runs *shared = context;
    return few_sorter_put_more(shared->sorter, states, count);
}

void few_shared_runs_begin(struct few_shared_runs *shared) {
    if (shared->cluster)
        few_mail_begin(&shared->mail, take, shared);
}

enum few_end few_shared_runs_end(struct few_shared_runs *shared, enum few_end end) {
    return shared->cluster ? (enum few_end)few_mail_end(&shared->mail, end) : end;
}

size_t few_shared_runs_deal(struct few_shared_runs *shared, size_t count) {
    if (!shared->cluster)
        return count;
    const size_t words = shared->sorter->space->words;
    uint64_t *made = shared->sorter->worker[0].made;
    for (size_t i = 0; i < count; i++)
        shared->owners[i] = few_home_of(&shared->home, made + i * words, words, shared->cluster->place.size);
    const size_t ours = few_mail_deal(&shared->mail, made, shared->owners, count);
    few_mail_look(&shared->mail);
    if (shared->mail.verdict != FEW_RUNNING)
        atomic_store(&shared->sorter->end, (int)shared->mail.verdict); /* some process has to stop: so do we */
    return ours;
}

void few_shared_runs_add_up(struct few_shared_runs *shared, uint64_t *numbers, size_t count, uint64_t *sent) {
    struct few_counts *counts = &shared->watch->counts, *before = &shared->before;
    uint64_t sums[] = {counts->expanded - before->expanded, counts->generated - before->generated, shared->mail.sent};
    if (!shared->cluster)
        return;
    few_cluster_combine(shared->cluster, sums, sizeof sums / sizeof *sums, FEW_SUM);
    few_cluster_combine(shared->cluster, numbers, count, FEW_SUM);
    counts->expanded = before->expanded + sums[0];
    counts->generated = before->generated + sums[1];
    *sent = sums[2];
    *before = *counts;
}
