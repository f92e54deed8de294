/* See kept_runs.h. */
#include "search/disk/kept_runs.h"

#include "base/stream.h"
#include "search/disk/sorter.h"
#include "space/fingerprint.h"

#include <unistd.h>

enum { LISTS = 2 };

void few_kept_runs_init(struct few_kept_runs *runs, struct few_memory *memory) {
    runs->file = few_no_file;
    few_list_init(&runs->layers, memory, sizeof(struct few_run_file));
}

void few_kept_runs_free(struct few_kept_runs *runs) {
    if (runs->file.descriptor >= 0)
        close(runs->file.descriptor);
    few_list_free(&runs->layers);
}

/* All files but those of the past. */
static const struct few_disk_file *main_file(const struct few_run_set *set) {
    return set->file ? set->file : &set->layer->file;
}

bool few_run_set_keep(const struct few_run_set *set) {
    const struct few_list *past = &set->past->runs;
    bool good = few_disk_keep(set->disk, main_file(set));
    for (size_t i = 0; i < past->count && good; i++)
        good = few_disk_keep(set->disk, &((const struct few_run_file *)few_list_at(past, i))->file);
    return good;
}

/* ---- Writing */

/* One in the file that all share is said to be at its place there, plus 1. */
static void write_run(const struct few_run_set *set, const struct few_run_file *run, struct few_out *out) {
    if (set->file)
        few_out_number(out, run->is_shared ? run->first + 1 : 0);
    if (!run->is_shared)
        few_disk_write_file(&run->file, out);
    few_out_number(out, run->count);
}

static void write_list(const struct few_run_set *set, const struct few_list *runs, struct few_out *out) {
    for (size_t i = 0; i < runs->count; i++)
        write_run(set, few_list_at(runs, i), out);
}

void few_run_set_write(const struct few_run_set *set, struct few_out *out) {
    few_disk_write_names(set->disk, out);
    few_out_number(out, set->by_rank);
    few_out_number(out, set->words);
    few_out_number(out, set->by_rank ? few_order_of(set->space) : 0);
    few_out_number(out, set->past->runs.count);
    if (set->file)
        few_disk_write_file(set->file, out);
    for (unsigned i = 0; i < LISTS && set->lists[i]; i++)
        write_list(set, set->lists[i], out);
    if (set->layer)
        write_run(set, set->layer, out);
    write_list(set, &set->past->runs, out);
}

/* ---- Reading */

static bool read_run(const struct few_run_set *set, struct few_run_file *run, struct few_in *from) {
    struct few_disk_file *const shared = set->file;
    *run = few_no_run;
    const uint64_t place = shared ? few_in_count(from, atomic_load(&shared->size) + 1) : 0;
    if (place) {
        run->file.descriptor = shared->descriptor;
        run->file.number = shared->number;
        run->first = place - 1;
        run->is_shared = true;
    }
    const bool good = place ? !from->failed : few_disk_read_file(set->disk, &run->file, from);
    run->count = few_in_number(from);
    return good;
}

static bool read_list(const struct few_run_set *set, struct few_list *runs, uint64_t count, bool is_shared, struct few_in *from) {
    if (!few_list_reserve(runs, (size_t)count + 1))
        return false;
    bool good = !from->failed;
    for (uint64_t i = 0; i < count && good; i++) {
        struct few_run_file *run = few_list_at(runs, (size_t)i);
        good = read_run(set, run, from);
        if (good && is_shared && !run->is_shared)
            good = few_in_refuse(from);
        runs->count += good;
    }
    return good;
}

bool few_run_set_read(const struct few_run_set *set, struct few_in *from) {
    few_disk_read_names(set->disk, from);
    if (few_in_number(from) != set->by_rank || few_in_number(from) != set->words)
        few_in_refuse(from);
    const uint64_t order = few_in_number(from);
    if (set->by_rank && !few_order_fits(from, set->space, order))
        return false;
    const uint64_t old = few_in_count(from, FEW_SORTER_MOST / 2);
    bool good = !set->file || few_disk_read_file(set->disk, set->file, from);
    for (unsigned i = 0; i < LISTS && set->lists[i] && good; i++)
        good = read_list(set, set->lists[i], set->counts[i], true, from);
    if (good && set->layer)
        good = read_run(set, set->layer, from);
    return good && read_list(set, &set->past->runs, old, false, from);
}

void few_run_set_clean(const struct few_run_set *set) {
    const struct few_disk_file *files[FEW_SORTER_MOST + 1];
    size_t count = 0;
    files[count++] = main_file(set);
    for (size_t i = 0; i < set->past->runs.count; i++)
        files[count++] = &((const struct few_run_file *)few_list_at(&set->past->runs, i))->file;
    few_disk_clean(set->disk, files, count);
}
