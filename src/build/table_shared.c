/* See table_shared.h. The others wait for what the first process says next, as it writes:
 *
 *     GIVE_TAGS     by rank: one after the other sends all its tags
 *     BEGIN         a list of states is written from its beginning, for the tags, and once more for the states
 *     GIVE_ENTRIES  its next part: all states up to the least one that ends a batch of some process are sent, and sorted by the first one
 *     STOP          that was all, or it cannot be written */
#include "build/table_shared.h"

#include "base/order.h"
#include "base/sort.h"
#include "base/words.h"
#include "build/table_entries.h"
#include "search/explore/explore.h"

#include <errno.h>

enum { GIVE_TAGS = 1, BEGIN, GIVE_ENTRIES, STOP };
enum { SENT = 512 /* words of tags at once */, MOST_BATCH = 1 << 16, BATCH_SHARE = 8 };

static enum few_end agree(const struct few_shared_table *table, enum few_end end) {
    return (enum few_end)few_cluster_most(table->cluster, end);
}

static bool is_first(const struct few_shared_table *table) {
    return table->cluster->place.number == 0;
}

static enum few_end begin_mail(struct few_shared_table *table, size_t words, size_t least) {
    const bool good = few_mail_init(&table->mail, table->cluster, table->watch->memory, words, least);
    return agree(table, good ? FEW_RUNNING : few_refused(table->watch));
}

static void end_mail(struct few_shared_table *table) {
    few_mail_free(&table->mail);
    table->mail = (struct few_mail){0};
}

static bool sort(const struct few_shared_table *table, const struct few_list *entries) {
    return entries->count < 2 || few_sort_states(table->watch->memory, entries->items, entries->count, table->table.space->words + (size_t)1);
}

/* ---- The last layers */

static uint64_t take_entries(void *context, uint64_t *items, size_t count) {
    struct few_shared_table *table = context;
    return few_list_append(&table->come, items, count) ? FEW_RUNNING : few_refused(table->watch);
}

/* Sorts them by depth and state. */
static enum few_end keep_far(struct few_shared_table *table) {
    struct few_table *all = &table->table;
    size_t words = all->space->words + (size_t)1;
    if (!few_list_append(&table->come, table->tags.far.items, table->tags.far.count) || !few_list_reserve(&all->far, table->come.count))
        return few_refused(table->watch);
    if (table->come.count > 1)
        few_order(table->come.items, table->come.count, table->come.size, few_words_order, &words);
    for (size_t i = 0; i < table->come.count; i++)
        few_list_append(&all->far, (const uint64_t *)few_list_at(&table->come, i) + 1, 1); /* there is room */
    return FEW_RUNNING;
}

static enum few_end gather_far(struct few_shared_table *table) {
    enum few_end end = begin_mail(table, table->table.space->words + (size_t)1, 1);
    table->table.far_layer = table->tags.far_layer;
    if (end == FEW_RUNNING) {
        few_mail_begin(&table->mail, take_entries, table);
        for (size_t i = 0; i < table->tags.far.count && !is_first(table); i++)
            few_mail_put(&table->mail, 0, few_list_at(&table->tags.far, i));
        end = (enum few_end)few_mail_end(&table->mail, FEW_RUNNING);
    }
    end_mail(table);
    if (end == FEW_RUNNING)
        end = agree(table, is_first(table) ? keep_far(table) : FEW_RUNNING);
    few_list_free(&table->come);
    few_list_free(&table->tags.far);
    return end;
}

/* ---- Exploring */

/* Our states with their tags, in order, in place of the store. */
static enum few_end list_entries(struct few_shared_table *table) {
    struct few_table ours = table->table;
    ours.seen = table->tags.seen;
    ours.states = few_visited_count(ours.seen);
    const bool listed = few_distances_list(&ours, table->tags.by_rank ? table->tags.first : 0, &table->entries);
    few_visited_free(table->tags.seen);
    table->tags.seen = NULL;
    return listed && sort(table, &table->entries) ? FEW_RUNNING : few_refused(table->watch);
}

static enum few_end take_result(struct few_shared_table *table, struct few_exploration *result) {
    struct few_table *all = &table->table;
    all->layers = result->depths;
    few_list_init(&result->depths, all->memory, sizeof(uint64_t));
    all->states = result->states;
    all->whole = true;
    if (all->tag_bits == 8 && all->layers.count > few_last_distance(8) + 1)
        all->tag_bits = 16; /* as a table in memory has: it cannot be written */
    table->by_rank = table->tags.by_rank && few_distances_by_rank(all);
    enum few_end end = gather_far(table);
    if (end == FEW_RUNNING && !table->by_rank && all->tag_bits <= 8)
        end = agree(table, list_entries(table));
    return end;
}

enum few_end few_shared_table_explore(struct few_shared_table *table, const struct few_problem *problem, struct few_watch *watch,
                                      const struct few_cluster *cluster, bool same_ranks) {
    const struct few_space *space = problem->space;
    const struct few_problem goals = {.space = space, .starts = problem->goals, .start_count = problem->goal_count};
    const bool by_rank = same_ranks && space->ranks && space->run->rank && space->run->unrank;
    struct few_exploration result;
    *table = (struct few_shared_table){.watch = watch, .cluster = cluster, .end = FEW_RUNNING};
    few_kept_tags_init(&table->tags, space, watch->memory, FEW_TABLE_FAR);
    few_list_init(&table->come, watch->memory, table->tags.far.size);
    few_list_init(&table->entries, watch->memory, table->tags.far.size);
    few_exploration_init(&result, watch->memory, space->words);
    result.method = by_rank ? FEW_EXPLORE_RANK : FEW_EXPLORE_HASH;
    result.backward = !space->undirected;
    result.threads = 1;
    result.symmetry_use = FEW_SYMMETRY_OFF;
    result.cluster = cluster;
    result.tags = &table->tags;
    enum few_end end = agree(table, few_table_init(&table->table, space, watch->memory) ? FEW_RUNNING : few_refused(watch));
    if (end == FEW_RUNNING)
        end = few_explore_cluster(&goals, watch, &result);
    if (end == FEW_SOLVED) {
        end = take_result(table, &result);
        end = end == FEW_RUNNING ? FEW_SOLVED : end;
    }
    few_exploration_free(&result);
    return end;
}

void few_shared_table_free(struct few_shared_table *table) {
    few_kept_tags_free(&table->tags);
    few_list_free(&table->entries);
    few_list_free(&table->come);
    end_mail(table);
    few_table_free(&table->table);
}

/* ---- Tags by rank */

static uint64_t take_tags(void *context, uint64_t *items, size_t count) {
    struct few_shared_table *table = context;
    const uint64_t bytes = count * sizeof *items, some = bytes < table->left ? bytes : table->left; /* the last word may have less */
    table->left -= some;
    if (!few_table_put(table->sink, items, (size_t)some))
        return FEW_CONTRADICTION; /* as errno says */
    table->end = few_watch_check(table->watch);
    return table->end;
}

/* Ours, as far as there are ranks. */
static const uint64_t *tags_of(const struct few_shared_table *table, size_t *words) {
    const unsigned in_word = 64 / table->tags.tag_bits;
    const uint64_t ranks = table->table.space->ranks, first = table->tags.first;
    const uint64_t some = first >= ranks ? 0 : ranks - first < table->tags.share ? ranks - first : table->tags.share;
    size_t bytes;
    const void *tags = few_visited_tags(table->tags.seen, &bytes);
    *words = (size_t)((some + in_word - 1) / in_word);
    return tags;
}

/* A round for each process, so that they come in order. */
static uint64_t give_tags(struct few_shared_table *table) {
    const struct few_cluster_place place = table->cluster->place;
    size_t words;
    const uint64_t *tags = tags_of(table, &words);
    uint64_t verdict = FEW_RUNNING;
    for (unsigned giver = 1; giver < place.size && verdict == FEW_RUNNING; giver++) {
        few_mail_begin(&table->mail, take_tags, table);
        for (size_t done = 0, some; done < words && giver == place.number; done += some) {
            some = words - done < SENT ? words - done : SENT;
            few_mail_put_some(&table->mail, 0, tags + done, some);
        }
        verdict = few_mail_end(&table->mail, FEW_RUNNING);
    }
    return verdict;
}

static bool stopped(const struct few_shared_table *table) {
    if (table->end != FEW_RUNNING)
        errno = ECANCELED;
    return false;
}

static bool make_tags(void *context, struct few_table_sink *sink) {
    struct few_shared_table *table = context;
    size_t words;
    const uint64_t *tags = tags_of(table, &words);
    const uint64_t ranks = table->table.space->ranks;
    table->sink = sink;
    table->left = table->tags.tag_bits == 2 ? ranks / 4 + (ranks % 4 != 0) : ranks;
    for (size_t done = 0, some; done < words; done += some) {
        some = words - done < SENT ? words - done : SENT;
        uint64_t copy[SENT];
        memcpy(copy, tags + done, some * sizeof *copy);
        if (take_tags(table, copy, some) != FEW_RUNNING)
            return stopped(table);
    }
    few_cluster_most(table->cluster, GIVE_TAGS);
    return give_tags(table) == FEW_RUNNING || stopped(table);
}

/* ---- States in order, each with its tag */

static const uint64_t *entry_at(const struct few_shared_table *table, size_t index) {
    return few_list_at(&table->entries, index);
}

/* The states up to this one are given now. false: all that are left. */
static bool find_last(const struct few_shared_table *table, uint64_t *last) {
    const struct few_cluster *cluster = table->cluster;
    const uint32_t words = table->table.space->words;
    bool is_least = table->entries.count - table->at > table->batch;
    if (few_cluster_most(cluster, is_least) == 0)
        return false;
    uint64_t ours[FEW_MAX_WORDS] = {0};
    if (is_least)
        memcpy(ours, entry_at(table, table->at + table->batch - 1), words * sizeof *ours);
    for (uint32_t w = 0; w < words; w++) {
        last[w] = few_cluster_least(cluster, is_least ? ours[w] : UINT64_MAX);
        is_least = is_least && ours[w] == last[w];
    }
    return true;
}

static uint64_t give_entries(struct few_shared_table *table) {
    const uint32_t words = table->table.space->words;
    uint64_t last[FEW_MAX_WORDS];
    const bool has_last = find_last(table, last);
    few_mail_begin(&table->mail, take_entries, table);
    for (; table->at < table->entries.count; table->at++) {
        const uint64_t *entry = entry_at(table, table->at);
        if (has_last && few_words_compare(entry, last, words) > 0)
            break;
        if (is_first(table))
            few_list_append(&table->come, entry, 1); /* there is room */
        else
            few_mail_put(&table->mail, 0, entry);
    }
    return few_mail_end(&table->mail, FEW_RUNNING);
}

/* The next of all processes. */
static enum few_end gather_entries(struct few_shared_table *table) {
    table->come.count = 0;
    few_cluster_most(table->cluster, GIVE_ENTRIES);
    enum few_end end = (enum few_end)give_entries(table);
    if (end == FEW_RUNNING && !sort(table, &table->come))
        end = few_refused(table->watch);
    return end == FEW_RUNNING ? few_watch_check(table->watch) : end;
}

static bool make_entries(struct few_shared_table *table, struct few_table_sink *sink, bool has_tags) {
    const size_t words = table->table.space->words;
    struct few_entries entries = {.sink = sink, .words = words, .tag_bits = table->tags.tag_bits, .has_tags = has_tags};
    few_cluster_most(table->cluster, BEGIN);
    table->at = 0;
    for (uint64_t left = table->table.states; left > 0; left -= table->come.count) {
        table->end = gather_entries(table);
        if (table->end != FEW_RUNNING)
            return stopped(table);
        for (size_t i = 0; i < table->come.count; i++) {
            const uint64_t *entry = few_list_at(&table->come, i);
            if (!few_entries_put(&entries, entry, (unsigned)entry[words]))
                return false;
        }
    }
    return few_entries_end(&entries);
}

static bool make_tags_of_states(void *context, struct few_table_sink *sink) {
    return make_entries(context, sink, true);
}

static bool make_states(void *context, struct few_table_sink *sink) {
    return make_entries(context, sink, false);
}

/* ---- The file */

/* How many entries each process gives at once: the first one has room for those of all. */
static enum few_end agree_on_batch(struct few_shared_table *table) {
    const unsigned size = table->cluster->place.size;
    enum few_end end = FEW_RUNNING;
    size_t batch = 0;
    if (is_first(table) && !table->by_rank) {
        batch = few_memory_left(table->watch->memory) / BATCH_SHARE / size / table->come.size;
        batch = batch > MOST_BATCH ? MOST_BATCH : batch ? batch : 1;
        if (!few_list_reserve(&table->come, batch * size))
            end = few_refused(table->watch);
    }
    table->batch = (size_t)few_cluster_most(table->cluster, batch);
    return agree(table, end);
}

static void serve(struct few_shared_table *table) {
    for (uint64_t wanted; (wanted = few_cluster_most(table->cluster, 0)) != STOP;)
        if (wanted == GIVE_TAGS)
            give_tags(table);
        else if (wanted == GIVE_ENTRIES)
            give_entries(table);
        else
            table->at = 0;
}

static enum few_end write_first(struct few_shared_table *table, few_write_sections *write, void *context, struct few_error *error) {
    const struct few_distances_maker maker = {table->by_rank, table->by_rank ? make_tags : make_tags_of_states, make_states, table};
    struct few_distances_sections sections;
    const bool good = few_distances_arrange_made(&table->table, &maker, &sections, error) && write(context, &sections, error);
    few_cluster_most(table->cluster, STOP);
    if (!good && table->end != FEW_RUNNING)
        *error = (struct few_error){0}; /* the end says it */
    return good ? FEW_SOLVED : table->end != FEW_RUNNING ? table->end : FEW_CONTRADICTION;
}

enum few_end few_shared_table_write(struct few_shared_table *table, few_write_sections *write, void *context, struct few_error *error) {
    enum few_end end = begin_mail(table, table->by_rank ? 1 : table->table.space->words + (size_t)1, SENT);
    if (end == FEW_RUNNING)
        end = agree_on_batch(table);
    if (end == FEW_RUNNING && is_first(table))
        end = write_first(table, write, context, error);
    else if (end == FEW_RUNNING)
        serve(table);
    return agree(table, end);
}
