/* Chooses the method where several processes share an exploration: by sets, if that pays off and all of them can, else by rank or by hash
 * (explore_cluster.c); where memory does not suffice for that, and there is a disk, by runs there. */
#include "search/explore/explore.h"

#include "facts/symmetry.h"
#include "search/explore/checkpoint.h"
#include "space/sets.h"
#include "team/cluster.h"

static enum few_end agree(const struct few_exploration *result, enum few_end end) {
    return (enum few_end)few_cluster_most(result->cluster, end);
}

/* By sets, if all processes have the same set form and memory for their part of it. FEW_RUNNING: they do without. */
static enum few_end share_sets(const struct few_problem *problem, struct few_watch *watch, struct few_exploration *result) {
    enum { WORDS = 5 };
    const struct few_cluster *cluster = result->cluster;
    const enum few_explore_method wanted = result->method;
    struct few_sets *sets = result->symmetry ? NULL : few_predict_sets(problem, watch, result);
    const size_t bytes = sets ? few_explore_shared_sets_bytes(sets, cluster) : SIZE_MAX, left = few_memory_left(watch->memory);
    const bool fits = sets && bytes <= left && left - bytes >= FEW_EXPLORE_RESERVE;
    uint64_t form[2 * WORDS];
    memset(form, 0xff, sizeof form); /* of which no two agree */
    if (fits) {
        const uint64_t ours[WORDS] = {sets->planes, sets->bits, sets->chunk_bits, sets->reach, sets->first_step[sets->planes]};
        for (unsigned i = 0; i < WORDS; i++) {
            form[i] = ours[i];
            form[WORDS + i] = ~ours[i];
        }
    }
    few_cluster_combine(cluster, form, sizeof form / sizeof *form, FEW_MOST);
    bool same = true;
    for (unsigned i = 0; i < WORDS; i++)
        same = same && form[i] == ~form[WORDS + i];
    enum few_end end = FEW_RUNNING;
    if (same) {
        result->needed = bytes + atomic_load(&watch->memory->used);
        result->expected_seconds /= cluster->place.size;
        end = few_explore_sets(problem, sets, watch, result);
    } else {
        result->method = wanted;
        result->needed = 0;
        result->expected_seconds = 0;
    }
    if (sets)
        sets->free(sets);
    return end;
}

/* Symmetries are used only where they are asked for, and all processes have found the same. */
enum few_end few_explore_with_others(const struct few_problem *problem, struct few_watch *watch, struct few_exploration *result) {
    if (result->method == FEW_EXPLORE_COORDINATES) {
        result->unsuited = "several processes share it";
        return FEW_RUNNING;
    }
    if (result->symmetry_use == FEW_SYMMETRY_ON)
        few_prepare_symmetry(problem, watch, result);
    result->looked_at = NULL;
    const uint64_t found = result->symmetry ? result->symmetry->count : 1;
    if (few_cluster_least(result->cluster, found) != few_cluster_most(result->cluster, found)) {
        few_symmetry_free(result->symmetry);
        result->symmetry = NULL;
        result->symmetries = 1;
    }
    enum few_end end = agree(result, few_watch_check(watch));
    if (end == FEW_RUNNING)
        end = share_sets(problem, watch, result);
    if (end == FEW_RUNNING)
        end = agree(result, few_watch_check(watch)); /* tables of sets may have taken long */
    if (end != FEW_RUNNING)
        return end;
    const enum few_explore_method wanted = result->method;
    end = result->always_disk ? FEW_MEMORY_LIMIT : few_explore_cluster(problem, watch, result);
    return end == FEW_MEMORY_LIMIT && result->disk ? few_explore_on_disk(problem, watch, result, wanted) : end;
}

enum few_end few_go_on_with_others(const struct few_problem *problem, struct few_watch *watch, struct few_exploration *result) {
    const bool by_coordinates = result->method == FEW_EXPLORE_COORDINATES, by_classes = result->method == FEW_EXPLORE_RANK && result->symmetry;
    if (by_coordinates || by_classes || result->on_disk) {
        struct few_keeper *keeper = result->keeper;
        few_fail(&keeper->error, FEW_ERROR_INPUT, "%.100s was explored %s, which several processes do not share: continue it with one", keeper->from->path,
                 by_coordinates ? "by coordinates" : by_classes ? "by rank with symmetries" : "on disk");
        return FEW_CONTRADICTION;
    }
    if (result->method != FEW_EXPLORE_SETS)
        return few_explore_cluster(problem, watch, result);
    const enum few_end end = share_sets(problem, watch, result);
    return end == FEW_RUNNING ? FEW_MEMORY_LIMIT : end; /* as in go_on_by */
}
