/* See merge_runs.h. The runs wait in a heap, by the key that each has come to. */
#include "search/disk/merge_runs.h"

enum { BETWEEN_CHECKS = 1 << 14 };

size_t few_merge_most(const struct few_merge *merge, size_t others) {
    return merge->buffers > others + 1 ? merge->buffers - others - 1 : 0;
}

static bool is_before(const struct few_merge *merge, uint32_t a, uint32_t b) {
    return few_key_compare(merge->readers[a].key, merge->readers[b].key, merge->words) < 0;
}

/* Lets the run at a place of the heap sink to where it belongs. */
static void sink(const struct few_merge *merge, size_t count, size_t at) {
    uint32_t *heap = merge->heap;
    const uint32_t moved = heap[at];
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && is_before(merge, heap[child + 1], heap[child]))
            child++;
        if (!is_before(merge, heap[child], moved))
            break;
        heap[at] = heap[child];
    }
    heap[at] = moved;
}

/* Of those that have a key, from the first of the runs on. */
static size_t make_heap(const struct few_merge *merge, size_t first, size_t runs) {
    size_t count = 0;
    for (size_t i = first; i < first + runs; i++)
        if (merge->readers[i].left)
            merge->heap[count++] = (uint32_t)i;
    for (size_t i = count / 2; i-- > 0;)
        sink(merge, count, i);
    return count;
}

/* Whether one of these readers holds the key; they go on to it. */
static bool is_held(struct few_run_reader *readers, size_t count, const uint64_t *key, uint32_t words) {
    bool held = false;
    for (size_t i = 0; i < count; i++) {
        int order = -1;
        while (readers[i].left && (order = few_key_compare(readers[i].key, key, words)) < 0)
            few_keys_next(&readers[i]);
        held = held || (readers[i].left && order == 0);
    }
    return held;
}

/* What the others have read is passed. The runs are those whose readers stand behind them and the result. */
static enum few_end merge_some(struct few_merge *merge, size_t count) {
    const uint32_t words = merge->words;
    uint64_t last[FEW_MAX_WORDS];
    enum few_end end = FEW_RUNNING;
    bool any = false;
    size_t waiting = make_heap(merge, merge->others + 1, count);
    for (uint64_t done = 1; waiting && end == FEW_RUNNING; done++) {
        struct few_run_reader *first = &merge->readers[merge->heap[0]];
        if (!any || few_key_compare(first->key, last, words) != 0) {
            memcpy(last, first->key, words * sizeof *last);
            any = true;
            if (is_held(merge->readers, merge->others, last, words) == merge->within && !few_keys_put(&merge->writer, last))
                return FEW_NO_DISK;
        }
        if (!few_keys_next(first))
            merge->heap[0] = merge->heap[--waiting];
        if (waiting)
            sink(merge, waiting, 0);
        if (done % BETWEEN_CHECKS == 0)
            end = few_watch_check(merge->watch);
    }
    return end == FEW_RUNNING && atomic_load(&merge->disk->failed) ? FEW_NO_DISK : end;
}

static uint8_t *buffer_of(const struct few_merge *merge, size_t number) {
    return merge->memory + number * FEW_RUN_BLOCK;
}

enum few_end few_merge_begin(struct few_merge *merge, const struct few_merge_job *job, struct few_run_file *result) {
    merge->others = job->other_count;
    merge->within = job->within;
    for (size_t i = 0; i < job->other_count; i++)
        few_keys_open(&merge->readers[i], merge->disk, job->others[i], merge->words, buffer_of(merge, i));
    return few_keys_begin(&merge->writer, merge->disk, result, job->into, merge->words, buffer_of(merge, job->other_count), job->passes) ? FEW_RUNNING : FEW_NO_DISK;
}

enum few_end few_merge_lists(struct few_merge *merge, const uint64_t *const *lists, const size_t *counts, size_t count) {
    for (size_t i = 0; i < count; i++)
        few_keys_open_list(&merge->readers[merge->others + 1 + i], lists[i], counts[i], merge->words);
    return merge_some(merge, count);
}

enum few_end few_merge_end(struct few_merge *merge) {
    return few_keys_end(&merge->writer) && !atomic_load(&merge->disk->failed) ? FEW_RUNNING : FEW_NO_DISK;
}

enum few_end few_merge_runs(struct few_merge *merge, const struct few_merge_job *job, struct few_run_file *result) {
    enum few_end end = few_merge_begin(merge, job, result);
    if (end != FEW_RUNNING)
        return end;
    for (size_t i = 0; i < job->count; i++) {
        const size_t number = job->other_count + 1 + i;
        few_keys_open(&merge->readers[number], merge->disk, job->runs[i], merge->words, buffer_of(merge, number));
    }
    end = merge_some(merge, job->count);
    const enum few_end written = few_merge_end(merge);
    return end == FEW_RUNNING ? written : end;
}
