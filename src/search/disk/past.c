/* See past.h. */
#include "search/disk/past.h"

#include <unistd.h>

void few_past_init(struct few_past *past, struct few_memory *memory, bool keeps_all) {
    few_list_init(&past->runs, memory, sizeof(struct few_run_file));
    past->keeps_all = keeps_all;
}

void few_past_close(struct few_past *past) {
    for (size_t i = 0; i < past->runs.count; i++) {
        const struct few_run_file *run = few_list_at(&past->runs, i);
        if (!run->is_shared)
            close(run->file.descriptor);
    }
    few_list_free(&past->runs);
}

void few_past_drop(struct few_past *past, struct few_disk *disk) {
    for (size_t i = 0; i < past->runs.count; i++)
        few_run_drop(disk, few_list_at(&past->runs, i));
    past->runs.count = 0;
}

bool few_past_add(struct few_past *past, struct few_disk *disk, const struct few_run_file *layer) {
    if (!few_list_reserve(&past->runs, 1))
        return false;
    if (!past->keeps_all)
        few_past_drop(past, disk);
    return few_list_append(&past->runs, layer, 1);
}

enum few_end few_past_tidy(struct few_past *past, struct few_merge *merge) {
    struct few_list *runs = &past->runs;
    enum few_end end = FEW_RUNNING;
    while (runs->count > 1 && end == FEW_RUNNING) {
        struct few_run_file *last = few_list_at(runs, runs->count - 1), *before = few_list_at(runs, runs->count - 2), merged = few_no_run;
        if (last->count < before->count / 2 && runs->count + 4 < merge->buffers / 2)
            break;
        end = few_merge_runs(merge, &(struct few_merge_job){.runs = (const struct few_run_file *[]){before, last}, .count = 2}, &merged);
        few_run_drop(merge->disk, end == FEW_RUNNING ? before : &merged);
        if (end != FEW_RUNNING)
            break;
        few_run_drop(merge->disk, last);
        *before = merged;
        runs->count--;
    }
    return end;
}

size_t few_past_with(const struct few_past *past, const struct few_run_file *layer, const struct few_run_file **others) {
    for (size_t i = 0; i < past->runs.count; i++)
        others[i] = few_list_at(&past->runs, i);
    others[past->runs.count] = layer;
    return past->runs.count + 1;
}
