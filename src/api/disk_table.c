/* See kept_table.h: distance tables that memory does not suffice for. */
#include "api/kept_table.h"

#include "api/checkpoint.h"
#include "api/fingerprint.h"
#include "build/table_disk.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool few_kept_table_open_disk(struct few_kept_table *kept, struct few_memory *memory) {
    const fewest_options *options = kept->options;
    const char *folder = options->disk ? options->disk : kept->folder;
    const uint64_t limit = options->disk ? options->disk_limit : kept->disk_limit;
    if (!folder)
        return true;
    kept->has_disk = true;
    kept->disk_limit = limit;
    if (few_disk_open(&kept->disk, folder, limit, options->checkpoint ? options->checkpoint : options->resume, memory))
        return true;
    kept->keeper.error = kept->disk.error;
    return false;
}

static bool write_file(const struct few_kept_table *kept, struct few_disk_table *table, struct few_error *error) {
    struct few_distances_sections made;
    return few_disk_table_arrange(table, &made, error) && few_puzzle_write_distances(kept->puzzle, table->watch->memory, kept->output, &made, error);
}

/* The table is there: nobody is to go on with it, and its files are of no use, also those of all that was seen before the last layer. */
static void clear_away(struct few_kept_table *kept, struct few_disk_table *table) {
    if (kept->keeper.path)
        unlink(kept->keeper.path);
    few_disk_table_drop(table);
    if (kept->disk.named)
        few_disk_clean(&kept->disk, NULL, 0);
}

enum few_end few_kept_table_on_disk(struct few_kept_table *kept, const struct few_problem *problem, bool around, struct few_watch *watch) {
    struct few_keeper *keeper = watch->keeper;
    struct few_error *error = &kept->keeper.error;
    struct few_disk_table table;
    kept->on_disk = true;
    watch->counts = (struct few_counts){0};
    enum few_end end = few_disk_table_explore(&table, problem, watch, &kept->disk, keeper);
    if (end == FEW_SOLVED) {
        table.table.around = around;
        kept->is_written = write_file(kept, &table, error);
        end = kept->is_written ? FEW_SOLVED : table.end != FEW_RUNNING ? table.end : FEW_CONTRADICTION;
        if (table.end != FEW_RUNNING)
            *error = (struct few_error){0}; /* the end says it */
    }
    if (kept->is_written)
        clear_away(kept, &table);
    if (end == FEW_NO_DISK)
        *error = kept->disk.error;
    if (end == FEW_NO_DISK && error->kind == FEW_ERROR_LIMIT)
        error->kind = FEW_ERROR_SYSTEM; /* no limit of the search, and as if the disk were full */
    few_disk_table_free(&table);
    return end;
}

void few_kept_table_close_disk(struct few_kept_table *kept) {
    if (kept->has_disk)
        few_disk_close(&kept->disk);
    kept->has_disk = false;
    free(kept->folder);
    kept->folder = NULL;
}
