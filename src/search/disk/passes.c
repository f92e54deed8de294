/* See sorter.h: what the states of a run lead to, in passes over it. Each finds the smallest keys that were not written yet, as many as fit, and writes those that
 * no other run holds. Where a set is full, it lowers the limit of the pass, from which on keys are left to the next one. */
#include "search/disk/sorter.h"

#include "team/team.h"

/* More of them would take longer than to write what is found, and to merge it; and so do several where that writes only some times what is to stay. */
enum { MOST_PASSES = 12, FEW_WRITTEN = 5 };

static bool is_below(const uint64_t *key, const uint64_t *bound, uint32_t words) {
    return few_key_compare(key, bound, words) < 0;
}

/* ---- Keys into sets */

/* The set is full: a lower limit, for all of them. */
static void make_room(struct few_sorter *sorter, struct few_key_set *set, uint64_t *limit) {
    struct few_sorter_pass *pass = &sorter->pass;
    const size_t size = sorter->words * sizeof *limit;
    do {
        few_key_set_middle(set, limit);
        pthread_mutex_lock(&pass->limiting);
        if (!pass->has_limit || is_below(limit, pass->limit, sorter->words))
            memcpy(pass->limit, limit, size);
        pass->has_limit = true;
        memcpy(limit, pass->limit, size);
        pthread_mutex_unlock(&pass->limiting);
        few_key_set_prune(set, limit);
    } while (few_key_set_is_full(set));
}

/* The bounds of the pass as they are now. false: there is no limit yet. */
static bool read_limit(struct few_sorter_pass *pass, uint64_t *limit, size_t size) {
    pthread_mutex_lock(&pass->limiting);
    const bool has_limit = pass->has_limit;
    if (has_limit)
        memcpy(limit, pass->limit, size);
    pthread_mutex_unlock(&pass->limiting);
    return has_limit;
}

/* Keys of one set, which are told by their places. */
static void add_to(struct few_sorter *sorter, unsigned number, const struct few_sorter_worker *worker, const uint32_t *places, size_t count) {
    struct few_sorter_pass *pass = &sorter->pass;
    struct few_key_set *set = &pass->sets[number];
    const uint32_t words = sorter->words;
    uint64_t limit[FEW_MAX_WORDS];
    bool is_limited = false;
    for (size_t i = 0; i < count; i++)
        few_key_set_prefetch(set, worker->hashes[places[i]]);
    pthread_mutex_lock(&pass->locks[number]);
    for (size_t i = 0; i < count; i++) {
        const uint64_t *key = worker->found + places[i] * (size_t)words;
        if (few_key_set_is_full(set)) {
            make_room(sorter, set, limit);
            is_limited = true;
        }
        if (!is_limited || is_below(key, limit, words))
            few_key_set_add(set, key, worker->hashes[places[i]]);
    }
    pthread_mutex_unlock(&pass->locks[number]);
}

/* Puts those within the bounds first, with their hashes; returns how many. */
static size_t select_keys(struct few_sorter *sorter, struct few_sorter_worker *worker, size_t count) {
    struct few_sorter_pass *pass = &sorter->pass;
    const uint32_t words = sorter->words;
    uint64_t limit[FEW_MAX_WORDS];
    const bool has_limit = read_limit(pass, limit, words * sizeof *limit);
    size_t kept = 0;
    few_sorter_keys(sorter, worker->made, count, worker->found);
    for (size_t i = 0; i < count; i++) {
        const uint64_t *key = worker->found + i * words;
        if ((pass->has_from && is_below(key, pass->from, words)) || (has_limit && !is_below(key, limit, words)))
            continue;
        memmove(worker->found + kept * words, key, words * sizeof *key);
        worker->hashes[kept++] = few_key_hash(key, words);
    }
    return kept;
}

void few_sorter_take(struct few_sorter *sorter, struct few_sorter_worker *worker, size_t count) {
    const unsigned sets = sorter->pass.count;
    size_t first[FEW_SORTER_SETS + 1] = {0}, at[FEW_SORTER_SETS];
    const size_t kept = select_keys(sorter, worker, count);
    for (size_t i = 0; i < kept; i++)
        first[worker->hashes[i] % sets + 1]++;
    for (unsigned s = 0; s < sets; s++)
        at[s] = first[s + 1] += first[s];
    for (size_t i = kept; i-- > 0;)
        worker->order[--at[worker->hashes[i] % sets]] = (uint32_t)i;
    for (unsigned s = 0; s < sets; s++)
        if (first[s + 1] > first[s])
            add_to(sorter, s, worker, worker->order + first[s], first[s + 1] - first[s]);
}

/* ---- Passes */

/* Sets for that many keys, if there is memory for them. */
static void begin_pass(struct few_sorter *sorter, double keys) {
    struct few_sorter_pass *pass = &sorter->pass;
    const size_t all = 2 * sorter->workers * sorter->keys;
    unsigned count = sorter->workers == 1 ? 1 : FEW_SORTER_SETS;
    while (count > 1 && all / count < FEW_KEY_SET_LEAST)
        count /= 2;
    size_t slots = all / count;
    if (keys * 2 / count + FEW_KEY_SET_LEAST < (double)slots)
        slots = (size_t)(keys * 2 / count) + FEW_KEY_SET_LEAST;
    for (unsigned s = 0; s < count; s++)
        few_key_set_begin(&pass->sets[s], sorter->pool + s * slots * sorter->words, slots, sorter->words);
    pass->count = count;
    pass->has_limit = false;
}

static bool sort_sets(void *context, unsigned worker, uint64_t first, uint64_t end) {
    struct few_sorter *sorter = context;
    (void)worker;
    for (uint64_t s = first; s < end; s++)
        few_key_set_sort(&sorter->pass.sets[s], sorter->pass.has_limit ? sorter->pass.limit : NULL);
    return true;
}

/* Writes what the pass has found; *keys grows by how much that is. */
static enum few_end end_pass(struct few_sorter *sorter, uint64_t *keys) {
    struct few_sorter_pass *pass = &sorter->pass;
    const unsigned count = pass->count;
    const uint64_t *lists[FEW_SORTER_SETS];
    size_t counts[FEW_SORTER_SETS];
    few_team_run(sorter->team, sort_sets, sorter, count, 1);
    pass->count = 0;
    for (unsigned s = 0; s < count; s++) {
        lists[s] = pass->sets[s].slots;
        counts[s] = pass->sets[s].count;
        *keys += counts[s];
    }
    pass->has_from = pass->has_limit;
    memcpy(pass->from, pass->limit, sizeof pass->from);
    return few_merge_lists(&sorter->merge, lists, counts, count);
}

/* All states of the run; again, if the maker says so. Only the first time is counted. */
static enum few_end make_all(struct few_sorter *sorter, const struct few_run_file *run, const struct few_sorter_maker *maker, double keys, bool by_passes) {
    struct few_sorter_pass *pass = &sorter->pass;
    if (by_passes)
        begin_pass(sorter, keys);
    enum few_end end = few_sorter_expand(sorter, run, maker);
    if (end == FEW_SOLVED && !atomic_load(&pass->is_dear)) {
        const struct few_counts before = sorter->watch->counts;
        pass->again = true;
        few_sorter_forget(sorter);
        if (by_passes)
            begin_pass(sorter, keys);
        end = few_sorter_expand(sorter, run, maker);
        sorter->watch->counts = before;
    }
    if (end != FEW_RUNNING)
        pass->count = 0;
    return end;
}

static enum few_end go_by_passes(struct few_sorter *sorter, const struct few_run_file *run, const struct few_sorter_maker *maker, const struct few_merge_job *job,
                                 double wanted, struct few_run_file *result) {
    struct few_counts first = {0};
    uint64_t keys = 0;
    enum few_end end = few_merge_begin(&sorter->merge, job, result);
    for (unsigned number = 0; end == FEW_RUNNING && (number == 0 || sorter->pass.has_from); number++) {
        end = make_all(sorter, run, maker, wanted, true);
        if (end == FEW_RUNNING)
            end = end_pass(sorter, &keys);
        if (number == 0)
            first = sorter->watch->counts;
        sorter->watch->counts = first;
    }
    sorter->pass.grows = (double)keys / (double)(run->count + 1);
    return end == FEW_RUNNING ? few_merge_end(&sorter->merge) : end;
}

/* Keys that would be written for each that is new, which are as many as the last results lead one to expect. */
void few_sorter_judge(struct few_sorter *sorter, const struct few_sorter_worker *worker, const struct few_run_file *run) {
    struct few_sorter_pass *pass = &sorter->pass;
    const double each = (double)run->count / (double)(worker->expanded + 1), last = pass->fresh[0], before = pass->fresh[1];
    const double fresh = before > last ? last * last / before : last;
    if (each + fresh > FEW_WRITTEN * fresh)
        atomic_store(&pass->is_dear, true);
}

/* By runs that are written and merged. FEW_SOLVED: that would write too much, and nothing was done. */
static enum few_end go_by_runs(struct few_sorter *sorter, const struct few_run_file *run, const struct few_sorter_maker *maker, const struct few_merge_job *job,
                               bool tries, struct few_run_file *result) {
    struct few_sorter_pass *pass = &sorter->pass;
    const struct few_counts counts = sorter->watch->counts;
    pass->tries = tries;
    enum few_end end = make_all(sorter, run, maker, 0, false);
    pass->tries = false;
    if (end == FEW_SOLVED) { /* it was too dear: in passes, then */
        few_sorter_forget(sorter);
        sorter->watch->counts = counts;
        atomic_store(&pass->is_dear, false);
        atomic_store(&pass->is_again, false);
        pass->again = false;
        return FEW_SOLVED;
    }
    if (end == FEW_RUNNING)
        end = few_sorter_merge(sorter, job, result);
    if (end != FEW_RUNNING)
        return end;
    pass->grows = (double)(result->count + run->count) / (double)(run->count + 1);
    return FEW_RUNNING;
}

enum few_end few_sorter_advance(struct few_sorter *sorter, const struct few_run_file *run, const struct few_sorter_maker *maker, const struct few_merge_job *job,
                                struct few_run_file *result) {
    struct few_sorter_pass *pass = &sorter->pass;
    const double states = (double)run->count + 1, usual = pass->grows > 0 ? pass->grows : 2, most = (double)(sorter->room / sorter->states);
    const double wanted = states * (pass->grows > 0 && pass->grows * 2 < most ? pass->grows * 2 : most), room = 1.2 * (double)(sorter->workers * sorter->keys);
    pass->again = pass->has_from = false;
    atomic_store(&pass->is_again, false);
    const bool many = usual * states > MOST_PASSES * room;
    enum few_end end = FEW_SOLVED;
    if (usual * states > room)
        end = go_by_runs(sorter, run, maker, job, !many, result);
    if (end == FEW_SOLVED)
        end = go_by_passes(sorter, run, maker, job, wanted, result);
    pass->fresh[1] = pass->fresh[0];
    pass->fresh[0] = (double)result->count / states;
    return end;
}
