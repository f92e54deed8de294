/* See table_disk.h.
 *
 * Each layer is a run of its states in ascending order. By rank, a part of the tags is filled from all layers at the place where each of them was left; then
 * the next part is. Where the file is a list of states, the next states of all layers are read and sorted as far as all of them are known. */
#include "build/table_disk.h"

#include "base/order.h"
#include "base/sort.h"
#include "base/words.h"
#include "build/table_entries.h"
#include "search/disk/sorter.h"
#include "search/explore/checkpoint.h"

#include <errno.h>

enum { BATCH = 1 << 10, MOST_PART = 1 << 28, LEAST_STATES = 2 };

static struct few_run_file *layer_of(const struct few_disk_table *table, size_t depth) {
    return few_list_at(&table->runs.layers, depth);
}

/* ---- Exploring */

static enum few_end explore(const struct few_problem *goals, struct few_watch *watch, struct few_exploration *result) {
    enum few_stage stage;
    uint32_t symmetries;
    if (!few_keep_first(result))
        return FEW_CONTRADICTION; /* see keeper->error */
    if (few_kept_from(result) && !few_take_up(result, watch, &stage, &symmetries))
        return FEW_CONTRADICTION;
    result->on_disk = true;
    return few_explore_runs(goals, watch, result);
}

/* The last layers, as few_table_build keeps them. */
static enum few_end read_far(struct few_disk_table *table) {
    struct few_table *all = &table->table;
    const struct few_space *space = all->space;
    const uint64_t *counts = all->layers.items;
    uint64_t far = 0;
    size_t words = space->words;
    for (all->far_layer = all->layers.count; all->far_layer > 0 && far + counts[all->far_layer - 1] <= FEW_TABLE_FAR; all->far_layer--)
        far += counts[all->far_layer - 1];
    uint8_t *buffer = few_alloc(all->memory, FEW_RUN_BLOCK);
    enum few_end end = buffer && few_list_reserve(&all->far, (size_t)far + 1) ? FEW_RUNNING : few_refused(table->watch);
    for (uint64_t depth = all->far_layer; depth < all->layers.count && end == FEW_RUNNING; depth++) {
        struct few_run_reader reader;
        uint64_t *first = few_list_at(&all->far, all->far.count);
        for (bool more = few_keys_open(&reader, table->disk, layer_of(table, depth), table->by_rank ? 1 : space->words, buffer); more;
             more = few_keys_next(&reader)) {
            uint64_t state[FEW_MAX_WORDS];
            if (table->by_rank)
                space->run->unrank(space, reader.key, 1, state);
            few_list_append(&all->far, table->by_rank ? state : reader.key, 1); /* there is room */
        }
        if (counts[depth] > 1)
            few_order(first, counts[depth], all->far.size, few_words_order, &words);
        end = atomic_load(&table->disk->failed) ? FEW_NO_DISK : FEW_RUNNING;
    }
    few_free(all->memory, buffer, FEW_RUN_BLOCK);
    return end;
}

enum few_end few_disk_table_explore(struct few_disk_table *table, const struct few_problem *problem, struct few_watch *watch, struct few_disk *disk,
                                    struct few_keeper *keeper) {
    const struct few_space *space = problem->space;
    const struct few_problem goals = {.space = space, .starts = problem->goals, .start_count = problem->goal_count};
    struct few_exploration result;
    *table = (struct few_disk_table){.watch = watch, .disk = disk, .by_rank = space->ranks && space->run->rank && space->run->unrank, .end = FEW_RUNNING};
    few_kept_runs_init(&table->runs, watch->memory);
    few_exploration_init(&result, watch->memory, space->words);
    result.method = table->by_rank ? FEW_EXPLORE_RANK : FEW_EXPLORE_HASH;
    result.backward = !space->undirected;
    result.threads = watch->threads ? watch->threads : 1;
    result.symmetry_use = FEW_SYMMETRY_OFF;
    result.keeper = keeper;
    result.disk = disk;
    result.runs = &table->runs;
    enum few_end end = few_table_init(&table->table, space, watch->memory) ? explore(&goals, watch, &result) : few_refused(watch);
    if (end == FEW_SOLVED) {
        table->table.layers = result.depths;
        few_list_init(&result.depths, watch->memory, sizeof(uint64_t));
        table->table.states = result.states;
        table->table.whole = true;
        if (table->table.tag_bits == 8 && table->table.layers.count > few_last_distance(8) + 1)
            table->table.tag_bits = 16;
        end = read_far(table);
        end = end == FEW_RUNNING ? FEW_SOLVED : end;
    }
    few_exploration_free(&result);
    return end;
}

void few_disk_table_drop(struct few_disk_table *table) {
    few_disk_drop(table->disk, &table->runs.file);
    few_disk_forget(table->disk);
}

void few_disk_table_free(struct few_disk_table *table) {
    few_kept_runs_free(&table->runs);
    few_table_free(&table->table);
}

/* ---- From ranks to states, where the file is a list of these */

static enum few_end sort_layer(struct few_disk_table *table, struct few_sorter *sorter, size_t depth, struct few_disk_file *into, uint8_t *buffer) {
    struct few_run_file *layer = layer_of(table, depth), sorted = few_no_run;
    struct few_run_reader reader;
    uint64_t ranks[BATCH];
    enum few_end end = FEW_RUNNING;
    for (bool more = few_keys_open(&reader, table->disk, layer, 1, buffer); more && end == FEW_RUNNING;) {
        size_t count = 0;
        for (; count < BATCH && more; more = few_keys_next(&reader))
            ranks[count++] = reader.key[0];
        sorter->space->run->unrank(sorter->space, ranks, count, sorter->worker[0].made);
        end = few_sorter_put(sorter, count);
        if (end == FEW_RUNNING)
            end = few_watch_check(table->watch);
    }
    if (end == FEW_RUNNING)
        end = few_sorter_merge(sorter, &(struct few_merge_job){.into = into}, &sorted);
    if (end == FEW_RUNNING)
        *layer = sorted;
    return end;
}

static enum few_end sort_by_state(struct few_disk_table *table) {
    struct few_memory *memory = table->watch->memory;
    struct few_disk_file into = few_no_file;
    uint8_t *buffer = few_alloc(memory, FEW_RUN_BLOCK);
    if (!buffer)
        return few_refused(table->watch);
    struct few_sorter sorter = {.space = table->table.space, .watch = table->watch, .disk = table->disk, .workers = 1, .shared_from = UINT64_MAX,
                                .states = BATCH, .room = BATCH};
    enum few_end end = few_sorter_init(&sorter) ? FEW_RUNNING : few_refused(table->watch);
    if (end == FEW_RUNNING && !few_disk_create(table->disk, &into))
        end = FEW_NO_DISK;
    for (size_t depth = 0; depth < table->runs.layers.count && end == FEW_RUNNING; depth++)
        end = sort_layer(table, &sorter, depth, &into, buffer);
    few_sorter_free(&sorter);
    few_free(memory, buffer, FEW_RUN_BLOCK);
    few_disk_drop(table->disk, end == FEW_RUNNING ? &table->runs.file : &into);
    if (end == FEW_RUNNING) {
        table->runs.file = into;
        table->by_rank = false;
    }
    return end;
}

/* ---- All layers at once, each from where it was left */

struct passage {
    struct few_disk_table *table;
    struct few_list marks; /* struct few_run_mark of each layer; left 0: all of it was read */
    uint8_t *buffer;       /* of a run */
    void *part;
    size_t bytes;          /* of the part */
};

static bool stop(struct passage *passage, enum few_end end) {
    passage->table->end = end;
    errno = ECANCELED;
    return false;
}

static bool open_layer(const struct passage *passage, size_t depth, struct few_run_reader *reader) {
    const struct few_disk_table *table = passage->table;
    const struct few_run_mark *mark = few_list_at(&passage->marks, depth);
    const uint32_t words = table->by_rank ? 1 : table->table.space->words;
    return mark->left && few_keys_return(reader, table->disk, layer_of(table, depth), words, passage->buffer, mark);
}

static void leave_layer(struct passage *passage, size_t depth, const struct few_run_reader *reader, bool more) {
    struct few_run_mark *mark = few_list_at(&passage->marks, depth);
    *mark = more ? few_keys_mark(reader) : (struct few_run_mark){0};
}

/* `share`: of the memory that is left, as many parts are not taken. */
static bool begin_passage(struct passage *passage, size_t share) {
    struct few_disk_table *table = passage->table;
    struct few_memory *memory = table->watch->memory;
    few_list_init(&passage->marks, memory, sizeof(struct few_run_mark));
    passage->buffer = few_alloc(memory, FEW_RUN_BLOCK);
    bool good = passage->buffer && few_list_reserve(&passage->marks, table->runs.layers.count + 1);
    for (size_t depth = 0; depth < table->runs.layers.count && good; depth++) {
        const struct few_run_file *layer = layer_of(table, depth);
        few_list_append(&passage->marks, &(struct few_run_mark){.block = layer->first, .left = layer->count, .taken = 1}, 1);
    }
    const size_t left = few_memory_left(memory) / share / 64 * 64, entry = (table->table.space->words + (size_t)1) * sizeof(uint64_t);
    const size_t least = (table->runs.layers.count + LEAST_STATES) * entry; /* at least one state of each */
    passage->bytes = table->part ? table->part : left > MOST_PART ? MOST_PART : left;
    passage->bytes = passage->bytes < least ? least : passage->bytes;
    passage->part = good ? few_alloc(memory, passage->bytes) : NULL;
    return passage->part || stop(passage, few_refused(table->watch));
}

static bool end_passage(struct passage *passage, bool good) {
    struct few_memory *memory = passage->table->watch->memory;
    if (passage->part)
        few_free(memory, passage->part, passage->bytes);
    few_free(memory, passage->buffer, FEW_RUN_BLOCK);
    few_list_free(&passage->marks);
    return good;
}

static bool may_go_on(struct passage *passage) {
    const enum few_end end = atomic_load(&passage->table->disk->failed) ? FEW_NO_DISK : few_watch_check(passage->table->watch);
    return end == FEW_RUNNING || stop(passage, end);
}

/* ---- Tags by rank */

static void fill_part(struct passage *passage, uint64_t first, uint64_t end) {
    const unsigned bits = passage->table->table.tag_bits;
    memset(passage->part, 0, passage->bytes);
    for (size_t depth = 0; depth < passage->marks.count; depth++) {
        const unsigned tag = few_distance_tag(depth, bits);
        struct few_run_reader reader;
        bool more = open_layer(passage, depth, &reader);
        for (; more && reader.key[0] < end; more = few_keys_next(&reader))
            few_put_tag(passage->part, reader.key[0] - first, tag, bits);
        leave_layer(passage, depth, &reader, more);
    }
}

static bool make_tags_by_rank(void *context, struct few_table_sink *sink) {
    struct passage passage = {.table = context};
    const struct few_table *table = &passage.table->table;
    const uint64_t ranks = table->space->ranks;
    bool good = begin_passage(&passage, 2);
    for (uint64_t first = 0, some; first < ranks && good; first += some) {
        some = (uint64_t)passage.bytes * (8 / table->tag_bits);
        some = ranks - first < some ? ranks - first : some;
        fill_part(&passage, first, first + some);
        good = may_go_on(&passage) && few_table_put(sink, passage.part, (size_t)(table->tag_bits == 2 ? (some + 3) / 4 : some));
    }
    return end_passage(&passage, good);
}

/* ---- States in order, each with its distance */

/* The next states of all layers, as many of each as it has left in proportion, each with its depth behind it. Returns how many; *last is the last state up to which there
 * are no others. Those up to `before` (NULL: there are none) were put. */
static size_t gather(struct passage *passage, const uint64_t *before, uint64_t *last, bool *is_last) {
    const uint32_t words = passage->table->table.space->words;
    const size_t room = passage->bytes / ((words + 1) * sizeof(uint64_t)), layers = passage->marks.count;
    uint64_t left = 0;
    size_t count = 0;
    *is_last = true;
    for (size_t depth = 0; depth < layers; depth++)
        left += ((const struct few_run_mark *)few_list_at(&passage->marks, depth))->left;
    for (size_t depth = 0; depth < layers; depth++) {
        const struct few_run_mark *mark = few_list_at(&passage->marks, depth);
        const size_t free = room - layers - 1, share = 1 + (size_t)((double)mark->left / (double)(left + 1) * (double)free);
        struct few_run_reader reader;
        bool more = open_layer(passage, depth, &reader);
        while (more && before && few_key_compare(reader.key, before, words) <= 0)
            more = few_keys_next(&reader);
        leave_layer(passage, depth, &reader, more);
        for (size_t i = 0; i < share && more; i++, count++, more = few_keys_next(&reader)) {
            uint64_t *entry = (uint64_t *)passage->part + count * (words + 1);
            memcpy(entry, reader.key, words * sizeof *entry);
            entry[words] = depth;
        }
        if (!more)
            continue;
        const uint64_t *end = (const uint64_t *)passage->part + (count - 1) * (words + 1);
        if (*is_last || few_key_compare(end, last, words) < 0)
            memcpy(last, end, words * sizeof *last);
        *is_last = false;
    }
    return count;
}

static bool put_sorted(struct passage *passage, struct few_entries *entries) {
    const struct few_disk_table *table = passage->table;
    const uint32_t words = table->table.space->words;
    uint64_t last[FEW_MAX_WORDS] = {0}, before[FEW_MAX_WORDS];
    bool is_last = false, good = true;
    for (bool is_first = true; !is_last && good; is_first = false) {
        memcpy(before, last, words * sizeof *last);
        const size_t count = gather(passage, is_first ? NULL : before, last, &is_last);
        if (!may_go_on(passage))
            return false;
        const uint64_t *entry = passage->part;
        if (count > 1 && !few_sort_states(table->watch->memory, passage->part, count, words + 1))
            return stop(passage, few_refused(table->watch));
        for (size_t i = 0; i < count && good && (is_last || few_key_compare(entry, last, words) <= 0); i++, entry += words + 1)
            good = few_entries_put(entries, entry, few_distance_tag(entry[words], entries->tag_bits));
    }
    return good && few_entries_end(entries);
}

static bool make_sorted(void *context, struct few_table_sink *sink, bool has_tags) {
    struct passage passage = {.table = context};
    const struct few_table *table = &passage.table->table;
    struct few_entries entries = {.sink = sink, .words = table->space->words, .tag_bits = table->tag_bits, .has_tags = has_tags};
    return end_passage(&passage, begin_passage(&passage, 3) && put_sorted(&passage, &entries));
}

static bool make_tags_by_state(void *context, struct few_table_sink *sink) {
    return make_sorted(context, sink, true);
}

static bool make_states(void *context, struct few_table_sink *sink) {
    return make_sorted(context, sink, false);
}

bool few_disk_table_arrange(struct few_disk_table *table, struct few_distances_sections *sections, struct few_error *error) {
    const bool by_rank = table->by_rank && few_distances_by_rank(&table->table);
    if (table->by_rank && !by_rank)
        table->end = sort_by_state(table);
    const struct few_distances_maker maker = {by_rank, by_rank ? make_tags_by_rank : make_tags_by_state, make_states, table};
    return table->end == FEW_RUNNING && few_distances_arrange_made(&table->table, &maker, sections, error);
}
