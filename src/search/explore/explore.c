/* Chooses the method for a space, and keeps what all methods report. */
#include "search/explore/explore.h"

#include "base/clock.h"
#include "facts/symmetry.h"
#include "search/explore/checkpoint.h"
#include "search/disk/disk.h"
#include "search/explore/ring.h"
#include "space/sets.h"
#include "team/cluster.h"
#include "visited/visited.h"

enum {
    SMALL_TABLE = 8 << 20,   /* bytes: it is allocated at once */
    LARGE_TABLE = 256 << 20,
    TABLE_SHARE = 512,       /* one that is not small is allocated once there is at least one seen state for every so many bytes of it */
    LOOK_FROM = 1 << 16,     /* states that are worth a look for symmetries */
    LOOK_FIRST = 1 << 20,    /* ranks for which that is done before any state is seen */
    PREDICTED_SHARE = 32,    /* of the memory that was predicted: more by that does not matter */
    LOOK_AGAIN = 16,         /* times as many, if more work may help */
    PREDICTED_FROM = 1 << 27,  /* bits of a set form: below, an exploration takes less than a second or so */
};

void few_exploration_init(struct few_exploration *exploration, struct few_memory *memory, uint32_t words) {
    *exploration = (struct few_exploration){.threads = 1, .symmetries = 1};
    few_list_init(&exploration->depths, memory, sizeof(uint64_t));
    few_list_init(&exploration->farthest, memory, words * sizeof(uint64_t));
}

void few_exploration_free(struct few_exploration *exploration) {
    few_list_free(&exploration->depths);
    few_list_free(&exploration->farthest);
}

/* The time left: first what was predicted; once an eighth is seen, the rest at the rate of the last layers, which
 * are those of the last half to three quarters of the time. Of lists, one state costs as much as another. */
static void look_ahead(struct few_exploration *result) {
    const double now = few_now(), taken = now - result->started;
    const uint64_t rest = result->expected > result->states ? result->expected - result->states : 0;
    if (result->expected == 0)
        return;
    if (taken >= 2 * result->later.seconds) {
        result->earlier = result->later;
        result->later = (struct few_milestone){taken, result->states};
    }
    const double since = taken - result->earlier.seconds;
    const uint64_t fresh = result->states - result->earlier.states;
    const bool by_lists = result->method == FEW_EXPLORE_RANK || result->method == FEW_EXPLORE_HASH;
    if (result->expected_seconds == 0 && by_lists && taken > 0.05)
        result->expected_seconds = taken * (double)result->expected / (double)result->states;
    if (result->states < result->expected / 8 && result->expected_seconds > 0)
        result->end = result->started + result->expected_seconds;
    else if (since > 0.05 && fresh > 0)
        result->end = now + since * (double)rest / (double)fresh;
}

/* ---- Symmetries */

/* Looks for symmetries that keep the first states. Those who ask for them may wait for that as long as it takes; else it takes a
 * fraction of the time that so many states take, and is tried again later if that was not enough. Memory that was predicted is kept to. */
static void look_for_symmetry(struct few_exploration *result, struct few_watch *watch, uint64_t states) {
    const struct few_problem *problem = result->looked_at;
    const struct few_space *space = problem->space;
    const bool asked_for = result->symmetry_use == FEW_SYMMETRY_ON;
    const uint64_t worth = states > LOOK_FROM ? states : LOOK_FROM;
    const uint64_t work = asked_for || worth > FEW_SYMMETRY_WORK ? FEW_SYMMETRY_WORK : worth;
    const size_t budget = watch->memory->budget, used = atomic_load(&watch->memory->used);
    if (result->needed && result->needed / PREDICTED_SHARE < budget - (used < budget ? used : budget))
        watch->memory->budget = used + result->needed / PREDICTED_SHARE;
    struct few_symmetry *found = space->keep->symmetry(space, watch->memory, problem->starts, problem->start_count, work, NULL);
    watch->memory->budget = budget;
    if (found || work == FEW_SYMMETRY_WORK)
        result->looked_at = NULL;
    result->look_from *= LOOK_AGAIN;
    if (found && found->count > 1) {
        result->symmetry = found;
        result->symmetries = found->count;
    } else {
        few_symmetry_free(found);
    }
}

static bool is_worth_a_look(const struct few_exploration *result) {
    const bool by_lists = result->method == FEW_EXPLORE_RANK || result->method == FEW_EXPLORE_HASH;
    return result->looked_at && by_lists && result->states >= result->look_from;
}

/* ---- Layers */

enum few_end few_exploration_add_layer(struct few_exploration *result, struct few_watch *watch, uint64_t count) {
    const uint64_t depth = result->depths.count;
    if (result->symmetry)
        count = watch->counts.remembered - result->states;
    /* All or nothing: what was seen is always the sum of the layers. */
    if (!few_list_reserve(&result->depths, 1) || !few_watch_layer(watch, 0, depth, count) ||
        !few_list_append(&result->depths, &count, 1)) {
        result->torn = true;
        return few_refused(watch);
    }
    result->states += count;
    watch->counts.frontier = watch->counts.frontiers[0] = count;
    watch->counts.depth = depth;
    watch->counts.remembered = result->states;
    result->at_layer = watch->counts;
    look_ahead(result);
    if (is_worth_a_look(result)) {
        look_for_symmetry(result, watch, result->states);
        result->begins_again = result->symmetry != NULL;
        if (result->begins_again)
            return FEW_STATE_LIMIT;
    }
    return result->depths.count > watch->max_depth ? FEW_DEPTH_LIMIT : FEW_RUNNING;
}

static int compare(const uint64_t *a, const uint64_t *b, size_t words) {
    for (size_t i = 0; i < words; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

/* A state that is there already is not kept twice. */
static bool offer(struct few_exploration *result, const uint64_t *state) {
    struct few_list *list = &result->farthest;
    const size_t words = list->size / sizeof *state;
    size_t at = list->count;
    while (at > 0 && compare(state, few_list_at(list, at - 1), words) < 0)
        at--;
    if (at == result->keep || (at > 0 && compare(state, few_list_at(list, at - 1), words) == 0))
        return true;
    if (list->count < result->keep && !few_list_append(list, state, 1))
        return false;
    for (size_t i = list->count - 1; i > at; i--)
        memcpy(few_list_at(list, i), few_list_at(list, i - 1), list->size);
    memcpy(few_list_at(list, at), state, list->size);
    return true;
}

bool few_exploration_offer(struct few_exploration *result, const uint64_t *states, size_t count) {
    const size_t words = result->farthest.size / sizeof *states;
    bool good = true;
    for (size_t i = 0; i < count && result->keep && good; i++, states += words) {
        good = offer(result, states);
        for (uint32_t m = 1; result->symmetry && m < result->symmetry->count && good; m++) {
            uint64_t image[FEW_MAX_WORDS];
            few_symmetry_image(result->symmetry, m, states, image);
            good = offer(result, image);
        }
    }
    return good;
}

/* What an exploration by rank must have beside its table: lists that grow need as much again; a ring uses what is left. */
static size_t beside_table(const struct few_space *space, size_t table, unsigned threads) {
    const size_t kilobytes = threads > 1 ? threads * (space->words + (size_t)1) * 64 : 256;
    return few_has_ring(space, FEW_EXPLORE_RANK) ? FEW_EXPLORE_RESERVE + kilobytes * 1024 : table;
}

/* The least memory beside the table. A method that was asked for may run slowly, but needs room for one batch. */
static size_t least_beside_table(const struct few_space *space, const struct few_exploration *result) {
    const struct few_batch batch = few_batch_for(space, result->backward);
    const size_t made = few_array_size(batch.room, (space->words + (size_t)1) * sizeof(uint64_t));
    return made < SIZE_MAX / 4 ? FEW_EXPLORE_RESERVE + 2 * made : SIZE_MAX;
}

static enum few_explore_method choose_list(const struct few_space *space, const struct few_watch *watch,
                                           const struct few_exploration *result) {
    const size_t table = space->ranks ? few_visited_ranked_bytes(space->ranks, 2) : SIZE_MAX;
    const size_t left = few_memory_left(watch->memory);
    if (table > left || result->method == FEW_EXPLORE_HASH)
        return FEW_EXPLORE_HASH;
    if (result->method == FEW_EXPLORE_RANK)
        return least_beside_table(space, result) <= left - table ? FEW_EXPLORE_RANK : FEW_EXPLORE_HASH;
    if (table > LARGE_TABLE && !few_has_ring(space, FEW_EXPLORE_RANK))
        return FEW_EXPLORE_HASH;
    return beside_table(space, table, 1) <= left - table ? FEW_EXPLORE_RANK : FEW_EXPLORE_HASH;
}

/* Fewer threads where memory is too short for more: the result is the same. */
static unsigned affordable_threads(const struct few_space *space, const struct few_watch *watch,
                                   const struct few_exploration *result) {
    unsigned threads = result->threads;
    const size_t table = few_visited_ranked_bytes(space->ranks, 2), left = few_memory_left(watch->memory);
    while (threads > 1 && (table > left || beside_table(space, table, threads) > left - table))
        threads--;
    return threads;
}

/* Where every move can be undone, pieces that only change places come into all arrangements, or into half of them, unless they
 * come into few (see predict): if the bitmaps of these do not fit, no list of them will, and by rank a space that large takes
 * many times as long. Then it is better to say so than to try for hours. */
static bool is_hopeless(const struct few_space *space, const struct few_watch *watch, const struct few_disk *disk) {
    return !disk && space->undirected && watch->max_states == 0 && watch->max_depth == UINT64_MAX && watch->deadline == 0;
}

static bool is_small(const struct few_space *space) {
    return space->ranks && few_visited_ranked_bytes(space->ranks, 2) <= LARGE_TABLE;
}

struct few_sets *few_predict_sets(const struct few_problem *problem, struct few_watch *watch, struct few_exploration *result) {
    const struct few_space *space = problem->space;
    const enum few_explore_method wanted = result->method;
    struct few_sets *sets = NULL;
    struct few_stopper stopper = few_watch_stopper(watch), *before = watch->memory->stopper;
    watch->memory->stopper = &stopper; /* tables of a long sequence may take minutes */
    if (space->run->sets && (wanted == FEW_EXPLORE_AUTO || wanted == FEW_EXPLORE_SETS))
        sets = space->run->sets(space, watch->memory,
                                &(struct few_set_request){result->backward, wanted == FEW_EXPLORE_SETS, problem->starts, problem->start_count});
    watch->memory->stopper = before;
    if (!sets)
        return NULL;
    /* Pieces that keep their order, in a row say, come into few of their arrangements: a list of these is at hand at once. */
    const bool large = sets->planes * sets->bits >= PREDICTED_FROM;
    if (large && wanted == FEW_EXPLORE_AUTO && few_explore_ends_soon(problem, watch, result->backward)) {
        sets->free(sets);
        return NULL;
    }
    const size_t bytes = few_explore_sets_bytes(sets);
    result->needed = bytes == SIZE_MAX ? bytes : bytes + atomic_load(&watch->memory->used);
    result->method = FEW_EXPLORE_SETS;
    result->expected = sets->reach;
    if (large)
        result->expected_seconds = few_forecast_sets(problem, sets, watch, result);
    return sets;
}

bool few_explore_predict(const struct few_problem *problem, struct few_watch *watch, struct few_exploration *result) {
    struct few_sets *sets = few_predict_sets(problem, watch, result);
    if (sets)
        sets->free(sets);
    return sets != NULL;
}

/* FEW_RUNNING: there is no set form that pays off and fits. */
static enum few_end try_sets(const struct few_problem *problem, struct few_watch *watch, struct few_exploration *result) {
    const struct few_space *space = problem->space;
    const enum few_explore_method wanted = result->method;
    struct few_sets *sets = few_predict_sets(problem, watch, result);
    if (!sets)
        return few_watch_check(watch);
    const size_t bytes = few_explore_sets_bytes(sets), left = few_memory_left(watch->memory);
    const bool fits = bytes <= left && left - bytes >= FEW_EXPLORE_RESERVE;
    enum few_end end = FEW_RUNNING;
    if (few_kept_from(result) ? !result->on_disk && fits : fits && !result->always_disk) {
        end = few_explore_sets(problem, sets, watch, result);
    } else if (result->disk && space->undirected && (result->on_disk || !few_kept_from(result))) {
        result->on_disk = true;
        end = few_explore_sets_on_disk(problem, sets, watch, result);
        result->on_disk = end != FEW_RUNNING;
    }
    sets->free(sets);
    if (end == FEW_RUNNING) {
        result->method = wanted;
        bool by_rank = choose_list(space, watch, result) == FEW_EXPLORE_RANK && is_small(space);
        if (!by_rank && is_hopeless(space, watch, result->disk))
            end = FEW_MEMORY_LIMIT;
    }
    return end;
}

/* By rank or hash. */
static enum few_end explore_list(const struct few_problem *problem, struct few_watch *watch, struct few_exploration *result) {
    const struct few_space *space = problem->space;
    if (!few_has_ring(space, result->method))
        return few_explore_list(problem, watch, result);
    if (result->expected == 0 && space->undirected)
        result->expected = space->ranks;
    result->threads = affordable_threads(space, watch, result);
    return result->threads > 1 ? few_explore_ranks(problem, watch, result) : few_explore_list(problem, watch, result);
}

/* What was seen so far is of no use. */
static void start_over(struct few_watch *watch, struct few_exploration *result) {
    watch->counts = (struct few_counts){0};
    result->states = 0;
    result->depths.count = 0;
    result->farthest.count = 0;
    result->earlier = result->later = (struct few_milestone){0};
    result->at_layer = (struct few_counts){0};
    result->torn = false;
}

/* A table that is not small is worth its memory where it does not stay nearly empty, which is not known in advance:
 * the exploration begins by hash. FEW_RUNNING: it has seen that many states, and is to start over by rank. */
static enum few_end try_hash(const struct few_problem *problem, struct few_watch *watch, struct few_exploration *result,
                             uint64_t states) {
    const uint64_t most = watch->max_states;
    const bool decides = most == 0 || most > states; /* not the limit that was asked for */
    if (decides)
        watch->max_states = states;
    result->method = FEW_EXPLORE_HASH;
    result->tries = decides;
    enum few_end end = explore_list(problem, watch, result);
    result->tries = false;
    watch->max_states = most;
    if (end != FEW_STATE_LIMIT || !decides || result->begins_again)
        return end;
    start_over(watch, result);
    result->method = FEW_EXPLORE_RANK;
    return FEW_RUNNING;
}

/* By the list method that fits and what was asked for. */
static enum few_end explore_lists(const struct few_problem *problem, struct few_watch *watch, struct few_exploration *result) {
    const struct few_space *space = problem->space;
    const bool free_to_choose = result->method != FEW_EXPLORE_RANK;
    result->method = choose_list(space, watch, result);
    const size_t table = result->method == FEW_EXPLORE_RANK ? few_visited_ranked_bytes(space->ranks, 2) : 0;
    const bool has_form = result->expected != 0;
    if (!has_form)
        result->expected = result->orbit;
    if (free_to_choose && !has_form && table > (result->large ? result->large : SMALL_TABLE)) {
        const enum few_end end = try_hash(problem, watch, result, table / TABLE_SHARE);
        if (end != FEW_RUNNING)
            return end;
    }
    if (result->looked_at && result->method == FEW_EXPLORE_RANK && space->undirected && space->ranks >= LOOK_FIRST)
        look_for_symmetry(result, watch, space->ranks / LOOK_AGAIN); /* most of them may be reached */
    return explore_list(problem, watch, result);
}

void few_prepare_symmetry(const struct few_problem *problem, struct few_watch *watch, struct few_exploration *result) {
    const struct few_space *space = problem->space;
    if (result->symmetry_use == FEW_SYMMETRY_OFF || !space->keep || !space->keep->symmetry || problem->start_count == 0)
        return;
    const bool asked_for = result->symmetry_use == FEW_SYMMETRY_ON;
    const bool by_others = result->method == FEW_EXPLORE_SETS || result->method == FEW_EXPLORE_COORDINATES; /* lists, if these do not fit */
    result->looked_at = problem;
    if (result->look_from == 0)
        result->look_from = asked_for ? 1 : LOOK_FROM;
    if (asked_for && !by_others)
        look_for_symmetry(result, watch, 0);
}

/* ---- Going on from a checkpoint */

/* The end that all processes come to. */
static enum few_end agree(const struct few_exploration *result, enum few_end end) {
    return result->cluster ? (enum few_end)few_cluster_most(result->cluster, end) : end;
}

/* The symmetries that it was explored with are found again. */
static bool find_symmetry(const struct few_problem *problem, struct few_watch *watch, struct few_exploration *result, uint32_t count) {
    const struct few_space *space = problem->space;
    if (count > 1 && space->keep && space->keep->symmetry)
        result->symmetry = space->keep->symmetry(space, watch->memory, problem->starts, problem->start_count, FEW_SYMMETRY_WORK, NULL);
    result->symmetries = count;
    return count <= 1 || (result->symmetry && result->symmetry->count == count);
}

enum few_end few_explore_on_disk(const struct few_problem *problem, struct few_watch *watch, struct few_exploration *result,
                                 enum few_explore_method wanted) {
    const struct few_space *space = problem->space;
    start_over(watch, result);
    result->on_disk = true;
    result->method = space->ranks && space->run->unrank && wanted != FEW_EXPLORE_HASH ? FEW_EXPLORE_RANK : FEW_EXPLORE_HASH;
    result->needed = 0;
    if (result->looked_at)
        look_for_symmetry(result, watch, UINT64_MAX);
    return few_explore_runs(problem, watch, result);
}

/* By the method that it began with, whatever another one would take. */
static enum few_end go_on_by(const struct few_problem *problem, struct few_watch *watch, struct few_exploration *result) {
    enum few_end end = FEW_RUNNING;
    switch (result->method) {
    case FEW_EXPLORE_COORDINATES: end = few_try_coordinates(problem, watch, result); break;
    case FEW_EXPLORE_SETS: end = try_sets(problem, watch, result); break;
    case FEW_EXPLORE_RANK:
    case FEW_EXPLORE_HASH:
        if (result->on_disk)
            return few_explore_runs(problem, watch, result);
        if (choose_list(problem->space, watch, result) != result->method)
            return FEW_MEMORY_LIMIT;
        return explore_list(problem, watch, result);
    case FEW_EXPLORE_AUTO: break;
    }
    /* It was there when the checkpoint was written: memory for it is what may be missing. */
    return end == FEW_RUNNING && !result->unsuited ? FEW_MEMORY_LIMIT : end;
}

static enum few_end explore_anew(const struct few_problem *problem, struct few_watch *watch, struct few_exploration *result) {
    if (watch->store) /* whoever asks for a store, asks for lists */
        result->method = watch->store->by_rank ? FEW_EXPLORE_RANK : FEW_EXPLORE_HASH;
    few_prepare_symmetry(problem, watch, result);
    enum few_end end = FEW_RUNNING;
    if (!result->symmetry || result->method != FEW_EXPLORE_AUTO) { /* or lists are asked for by that */
        end = few_try_coordinates(problem, watch, result);
        if (end == FEW_RUNNING && !result->unsuited)
            end = try_sets(problem, watch, result);
    }
    if (end == FEW_RUNNING && !result->unsuited) {
        const enum few_explore_method wanted = result->method;
        const uint64_t expected = result->expected;
        result->needed = 0;
        result->expected_seconds = 0;
        end = result->always_disk ? FEW_MEMORY_LIMIT : explore_lists(problem, watch, result);
        if (result->begins_again) {
            result->begins_again = false;
            result->method = wanted;
            result->expected = expected;
            result->needed = 0;
            start_over(watch, result);
            end = explore_lists(problem, watch, result);
        }
        if (end == FEW_MEMORY_LIMIT && result->disk)
            end = few_explore_on_disk(problem, watch, result, wanted);
    } else if (result->method != FEW_EXPLORE_COORDINATES || result->unsuited) {
        result->symmetries = 1;
    }
    return end;
}

static enum few_end go_on(const struct few_problem *problem, struct few_watch *watch, struct few_exploration *result, bool *begins) {
    enum few_stage stage;
    uint32_t symmetries;
    *begins = false;
    enum few_end end = few_take_up(result, watch, &stage, &symmetries) ? FEW_RUNNING : FEW_CONTRADICTION;
    end = agree(result, end);
    if (end != FEW_RUNNING)
        return end;
    if (stage == FEW_STAGE_WHOLE)
        return FEW_SOLVED;
    if (stage == FEW_STAGE_FIRST) {
        *begins = true;
        return FEW_RUNNING;
    }
    end = agree(result, find_symmetry(problem, watch, result, symmetries) ? FEW_RUNNING : few_not_taken_up(result, watch));
    if (end != FEW_RUNNING)
        return end;
    result->goes_on = true;
    if (result->depths.count > watch->max_depth)
        return FEW_DEPTH_LIMIT;
    return result->cluster ? few_go_on_with_others(problem, watch, result) : go_on_by(problem, watch, result);
}

enum few_end few_explore(const struct few_problem *problem, struct few_watch *watch, struct few_exploration *result) {
    enum few_end end = FEW_RUNNING;
    bool begins = true;
    result->started = few_now();
    if (!few_keep_first(result))
        return FEW_CONTRADICTION; /* see keeper->error */
    if (few_kept_from(result))
        end = go_on(problem, watch, result, &begins);
    if (begins)
        end = result->cluster ? few_explore_with_others(problem, watch, result) : explore_anew(problem, watch, result);
    if (end == FEW_SOLVED && few_keep_whole(result, watch) && result->disk && result->disk->named)
        few_disk_clean(result->disk, NULL, 0);
    few_symmetry_free(result->symmetry);
    result->symmetry = NULL;
    return end;
}
