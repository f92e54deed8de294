/* See kept_table.h: distance tables that several processes build together. */
#include "api/kept_table.h"

#include "api/cluster.h"
#include "api/fingerprint.h"
#include "build/table_shared.h"

bool few_kept_table_is_shared(const struct few_kept_table *kept) {
    return kept->output && kept->puzzle->cluster;
}

bool few_kept_table_agree(struct few_kept_table *kept, struct few_memory *memory, struct few_error *error) {
    const fewest_puzzle *puzzle = kept->puzzle;
    struct few_problem from = {.space = puzzle->model->space};
    uint64_t *starts = NULL;
    size_t room = 0;
    if (!few_kept_table_is_shared(kept))
        return true;
    bool good = !fewest_has_start(puzzle) || few_model_starts(puzzle->model, memory, &starts, &from.start_count, &room) || few_fail_memory(error);
    from.starts = starts;
    good = few_agree(puzzle, good, error) && few_agree_on_puzzle(puzzle, &from, &kept->same_ranks, error);
    few_free(memory, starts, room * from.space->words * sizeof *starts);
    return good;
}

static bool write_file(void *context, const struct few_distances_sections *sections, struct few_error *error) {
    const struct few_kept_table *kept = context;
    return few_puzzle_write_distances(kept->puzzle, kept->watch->memory, kept->output, sections, error);
}

enum few_end few_kept_table_together(struct few_kept_table *kept, const struct few_problem *problem, bool around, struct few_watch *watch) {
    struct few_error *error = &kept->keeper.error;
    struct few_shared_table table;
    kept->watch = watch;
    enum few_end end = few_shared_table_explore(&table, problem, watch, kept->puzzle->cluster, kept->same_ranks);
    if (end == FEW_SOLVED) {
        table.table.around = around;
        end = few_shared_table_write(&table, write_file, kept, error);
        kept->is_written = end == FEW_SOLVED;
    }
    if (end == FEW_CONTRADICTION)
        few_agree(kept->puzzle, error->kind == FEW_ERROR_NONE, error);
    few_shared_table_free(&table);
    return end;
}
