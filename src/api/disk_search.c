/* See disk_search.h. */
#include "api/disk_search.h"

#include "api/kept_search.h"
#include "search/layers/bfs_disk.h"
#include "search/layers/kept.h"

#include <stdio.h>
#include <stdlib.h>

/* Why the search cannot go to disk; NULL: it can. */
static const char *unfit(const struct few_solving *s) {
    const fewest_options *options = &s->options;
    const struct few_space *space = s->answer->puzzle->model->space;
    return s->answer->puzzle->cluster              ? "several processes share it"
           : options->all                          ? "all shortest solutions are to be counted, and there only one is found"
           : options->trace                        ? "it has a trace"
           : !few_costs_are_equal(space)           ? "its moves have costs"
                                                   : NULL;
}

bool few_solving_open_disk(struct few_solving *s, struct few_error *error) {
    const fewest_options *options = &s->options;
    if (!options->disk)
        return true;
    if (options->algorithm != FEWEST_AUTO && options->algorithm != FEWEST_BFS)
        return few_fail(error, FEW_ERROR_INPUT, "a search by %s cannot go to disk: only bfs can, and auto", few_searches[options->algorithm].word);
    const char *why = unfit(s);
    if (why)
        return few_fail(error, FEW_ERROR_INPUT, "this search cannot go to disk: %s", why);
    s->base.watch.disk = &s->disk;
    if (few_disk_open(&s->disk, options->disk, options->disk_limit, few_kept_path(options), &s->answer->memory))
        return true;
    *error = s->disk.error;
    return false;
}

void few_solving_go_to_disk(struct few_solving *s, enum few_end *end) {
    struct few_watch *watch = &s->base.watch;
    char why[FEW_WHY];
    if (*end != (s->on_disk ? FEW_RUNNING : FEW_MEMORY_LIMIT) || !watch->disk || !s->problem.start_count || !s->starts)
        return;
    if (s->on_disk)
        snprintf(why, sizeof why, "as in the checkpoint, on disk");
    else
        snprintf(why, sizeof why, "memory was not enough for %.20s; breadth-first on disk", s->base.word);
    few_say_why(s, few_searches[FEWEST_BFS].word, "", why);
    few_solving_begin_anew(s);
    if (watch->kept)
        few_kept_free(watch->kept);
    watch->store_name = NULL;
    few_search_goes_to_disk(s);
    few_solving_find_hopeless(s, few_searches[FEWEST_BFS].search, false);
    *end = few_search_bfs_on_disk(&s->problem, watch, 1, false, &s->answer->solutions);
}

void few_solving_close_disk(struct few_solving *s) {
    const struct few_disk *disk = &s->disk;
    fewest_answer *answer = s->answer;
    if (!s->base.watch.disk) {
        free(s->disk_folder);
        return;
    }
    answer->disk_bytes[0] = atomic_load(&disk->most);
    answer->disk_bytes[1] = atomic_load(&disk->written);
    answer->disk_bytes[2] = atomic_load(&disk->read);
    answer->on_disk = answer->disk_bytes[1] > 0;
    if (disk->error.kind != FEW_ERROR_NONE)
        snprintf(answer->trouble, sizeof answer->trouble, "%s", disk->error.message);
    few_disk_close(&s->disk);
    free(s->disk_folder);
    s->base.watch.disk = NULL;
}
