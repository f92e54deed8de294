/* See checkpoint.h. */
#include "search/explore/checkpoint.h"

#include "base/clock.h"
#include "facts/symmetry.h"
#include "team/cluster.h"
#include "visited/visited.h"

/* ---- Writing */

struct content {
    const struct few_exploration *result;
    enum few_stage stage;
    struct few_counts counts;
    few_keep_method *method;
    void *explorer;
};

static void write_content(const void *work, struct few_out *out) {
    const struct content *content = work;
    const struct few_exploration *result = content->result;
    const struct few_keeper *keeper = result->keeper;
    const double seconds = keeper->before + few_now() - result->started;
    few_out_number(out, content->stage);
    few_out_number(out, content->stage == FEW_STAGE_FIRST ? FEW_EXPLORE_AUTO : result->method);
    few_out_number(out, result->on_disk);
    few_out_number(out, content->stage == FEW_STAGE_WHOLE ? result->symmetries : result->symmetry ? result->symmetry->count : 1);
    few_out_number(out, content->counts.expanded);
    few_out_number(out, content->counts.generated);
    few_out_number(out, content->stage == FEW_STAGE_FIRST ? 0 : (uint64_t)(seconds * 1000));
    few_out_number(out, result->depths.count);
    few_out_bytes(out, result->depths.items, result->depths.count * sizeof(uint64_t));
    few_part_files_write(&keeper->parts, out);
    if (content->stage == FEW_STAGE_WHOLE) {
        few_out_number(out, result->farthest.count);
        few_out_bytes(out, result->farthest.items, result->farthest.count * result->farthest.size);
    }
    if (content->method && keeper->parts.count == 0)
        content->method(content->explorer, out);
}

static void write_part(const void *work, struct few_out *out) {
    const struct content *content = work;
    content->method(content->explorer, out);
}

static bool keep(const struct content *content) {
    struct few_keeper *keeper = content->result->keeper;
    const bool good = keeper->cluster ? few_parts_write(keeper, content->method ? write_part : NULL, write_content, content)
                                      : few_whole_write(keeper, write_content, content);
    if (good)
        keeper->written = content->result->depths.count;
    return good;
}

static bool is_kept(const struct few_exploration *result) {
    return result->keeper && result->keeper->path;
}

bool few_keep_first(struct few_exploration *result) {
    if (!is_kept(result) || result->keeper->from)
        return true; /* the one that it goes on from is as good */
    return keep(&(struct content){.result = result, .stage = FEW_STAGE_FIRST}) && (!result->keeper->cluster || few_parts_are_seen(result->keeper));
}

/* Whether there is something to be kept at that end. */
static bool is_time(const struct few_exploration *result, enum few_end end) {
    switch (end) {
    case FEW_RUNNING: return few_now() >= result->keeper->next;
    case FEW_STATE_LIMIT: return !result->begins_again;
    case FEW_MEMORY_LIMIT: return !result->disk || result->on_disk || result->goes_on; /* else it begins again there */
    case FEW_TIME_LIMIT:
    case FEW_DEPTH_LIMIT:
    case FEW_INTERRUPTED:
    case FEW_NO_MEMORY:
    case FEW_NO_DISK: return true;
    default: return false;
    }
}

bool few_keep_is_due(const struct few_exploration *result, enum few_end end) {
    enum { NO, YES, NEVER };
    if (!is_kept(result))
        return false;
    /* What is tried for some seconds is begun again: another method may do it then. What was not taken up is better where it is. */
    const bool may = !result->torn && !result->tries && result->depths.count && !result->keeper->from, is_due = may && is_time(result, end);
    const struct few_cluster *cluster = result->keeper->cluster;
    if (!cluster)
        return is_due;
    /* All of them or none: the clock is that of the first one. */
    return few_cluster_most(cluster, !may ? NEVER : cluster->place.number == 0 && is_due ? YES : NO) == YES;
}

bool few_keep(struct few_exploration *result, enum few_end end, const struct few_counts *counts, few_keep_method *method, void *explorer) {
    return few_keep_is_due(result, end) &&
           keep(&(struct content){result, FEW_STAGE_MIDWAY, *counts, method, explorer});
}

bool few_keep_whole(struct few_exploration *result, const struct few_watch *watch) {
    return is_kept(result) &&
           keep(&(struct content){result, FEW_STAGE_WHOLE, watch->counts, NULL, NULL});
}

void few_keep_states(struct few_out *out, enum few_kept_kind kind, const struct few_list *list) {
    few_out_number(out, kind);
    few_out_number(out, list->count);
    few_out_bytes(out, list->items, list->count * list->size);
}

/* What was seen with that tag, some at a time. */
static void keep_tagged(struct few_out *out, const struct few_visited *seen, unsigned tag, uint32_t words) {
    enum { SLOTS = 64 };
    uint64_t slots[SLOTS], states[SLOTS * FEW_MAX_WORDS], at = 0;
    for (size_t count; (count = few_visited_slots(seen, &at, slots, SLOTS)) > 0;) {
        size_t some = 0;
        for (size_t i = 0; i < count; i++)
            if (few_visited_tag(seen, slots[i]) == tag)
                memcpy(states + words * some++, few_visited_state(seen, slots[i]), words * sizeof *states);
        if (some == 0)
            continue;
        few_out_number(out, FEW_KEPT_SEEN - 1 + tag);
        few_out_number(out, some);
        few_out_bytes(out, states, some * words * sizeof *states);
    }
}

void few_keep_seen(struct few_out *out, const struct few_seen *seen, uint32_t words) {
    const unsigned before = few_distance_tag(seen->depth + 1, 2); /* that of depth - 2 */
    for (unsigned tag = 1; tag <= 3; tag++)
        if (!seen->forgets || tag == before) /* others are older, or in one of the lists */
            keep_tagged(out, seen->states, tag, words);
}

/* ---- Reading */

/* Whether time is over, or somebody wants it to end. Other limits are for states that are found. */
static bool is_over(struct few_watch *watch, enum few_end *end) {
    *end = few_watch_check(watch);
    return *end == FEW_TIME_LIMIT || *end == FEW_INTERRUPTED;
}

enum few_end few_not_taken_up(const struct few_exploration *result, struct few_watch *watch) {
    enum few_end end;
    if (result->keeper->error.kind != FEW_ERROR_NONE)
        return FEW_CONTRADICTION;
    return is_over(watch, &end) ? end : few_refused(watch);
}

bool few_taken_up(struct few_exploration *result) {
    struct few_in *from = result->keeper->from;
    result->keeper->from = NULL;
    return few_in_is_done(from);
}

/* The layers, as if they had just been found. */
static bool read_layers(struct few_exploration *result, struct few_watch *watch, struct few_in *from) {
    const uint64_t layers = few_in_count(from, from->size / sizeof(uint64_t));
    for (uint64_t d = 0; d < layers && !from->failed; d++) {
        const uint64_t count = few_in_number(from);
        if (from->failed || count == 0 || !few_watch_layer(watch, 0, d, count) || !few_list_append(&result->depths, &count, 1))
            break;
        result->states += count;
        watch->counts.frontier = watch->counts.frontiers[0] = count;
        watch->counts.depth = d;
    }
    watch->counts.remembered = result->states;
    if (!from->failed && result->depths.count < layers)
        few_fail_memory(from->error);
    return !from->failed && result->depths.count == layers;
}

static bool read_farthest(struct few_exploration *result, struct few_in *from) {
    const uint64_t count = few_in_count(from, from->size / result->farthest.size);
    uint64_t state[FEW_MAX_WORDS];
    for (uint64_t i = 0; i < count && !from->failed; i++) {
        few_in_bytes(from, state, result->farthest.size);
        if (!few_list_append(&result->farthest, state, 1))
            return few_fail_memory(from->error);
    }
    return few_taken_up(result);
}

bool few_take_up(struct few_exploration *result, struct few_watch *watch, enum few_stage *stage, uint32_t *symmetries) {
    struct few_in *from = result->keeper->from;
    *stage = (enum few_stage)few_in_count(from, FEW_STAGE_WHOLE);
    const enum few_explore_method method = (enum few_explore_method)few_in_count(from, FEW_EXPLORE_COORDINATES);
    const bool on_disk = few_in_count(from, 1);
    *symmetries = (uint32_t)few_in_count(from, UINT32_MAX);
    const uint64_t expanded = few_in_number(from), generated = few_in_number(from);
    result->keeper->before = (double)few_in_number(from) / 1000;
    if (!read_layers(result, watch, from) || !few_part_files_read(from, &result->keeper->taken))
        return false;
    if (strcmp(result->keeper->path, from->path) == 0) /* these are replaced, then */
        result->keeper->parts = (struct few_part_files){.processes = result->keeper->taken.processes, .slot = result->keeper->taken.slot};
    if (*stage == FEW_STAGE_FIRST)
        return few_taken_up(result);
    result->method = method;
    result->on_disk = on_disk;
    watch->counts.expanded = expanded;
    watch->counts.generated = generated;
    result->at_layer = watch->counts;
    if (result->depths.count == 0 && *stage == FEW_STAGE_MIDWAY)
        return few_in_refuse(from);
    if (*stage != FEW_STAGE_WHOLE)
        return !from->failed;
    result->symmetries = *symmetries;
    return read_farthest(result, from);
}

bool few_kept_open(const struct few_exploration *result, uint64_t number, struct few_kept_part *part) {
    struct few_keeper *keeper = result->keeper;
    struct few_in *from = keeper->from;
    *part = (struct few_kept_part){.in = from};
    if (keeper->taken.count == 0)
        return !from->failed;
    part->in = &part->file.in;
    if (!few_part_open(&part->file, from->path, &keeper->taken, number, &keeper->memory, &keeper->error))
        from->failed = true;
    return !from->failed;
}

bool few_kept_close(const struct few_exploration *result, struct few_kept_part *part, bool good) {
    struct few_keeper *keeper = result->keeper;
    if (keeper->taken.count == 0)
        return good && !keeper->from->failed;
    if (good && !few_in_is_done(&part->file.in))
        keeper->from->failed = true;
    few_part_close(&part->file, &keeper->memory);
    return good && !keeper->from->failed;
}

bool few_read_states(const struct few_space *space, struct few_in *from, few_take_states *take, void *context) {
    enum { SOME = 64 };
    uint64_t states[SOME * FEW_MAX_WORDS];
    const size_t words = space->words;
    for (uint64_t kind; (kind = few_in_count(from, FEW_KEPT_NEXT)) != FEW_KEPT_END && !from->failed;) {
        size_t some;
        for (uint64_t left = few_in_number(from); left && !from->failed; left -= some) {
            some = left < SOME ? (size_t)left : SOME;
            few_in_bytes(from, states, some * words * sizeof *states);
            for (size_t i = 0; i < some && !from->failed; i++)
                if (space->run->holds && !space->run->holds(space, states + i * words))
                    few_in_refuse(from);
            if (from->failed || !take(context, (enum few_kept_kind)kind, states, some))
                return false;
        }
    }
    return !from->failed;
}

bool few_front_take(struct few_front *front, enum few_kept_kind kind, uint64_t *states, size_t count) {
    struct few_list *list = kind == FEW_KEPT_LAYER ? &front->layer : kind == FEW_KEPT_NEXT ? &front->next : NULL;
    const uint64_t depth = front->seen.depth - (kind == FEW_KEPT_LAYER);
    const unsigned tag = list ? few_distance_tag(depth, 2) : (unsigned)kind - FEW_KEPT_SEEN + 1;
    if (!few_seen_reserve(&front->seen, count, &front->layer, &front->next) || (list && !few_list_append(list, states, count)))
        return false;
    few_visited_add(front->seen.states, states, NULL, front->layer.size / sizeof *states, count, tag);
    return true;
}

void few_front_begin(const struct few_exploration *result, struct few_front *front) {
    const uint64_t *depths = result->depths.items, layers = result->depths.count;
    front->seen.depth = layers;
    front->seen.before = layers > 1 ? depths[layers - 2] : 0;
}

/* What is written of a layer are least states of their classes. */
uint64_t few_front_layer(const struct few_exploration *result, const struct few_front *front) {
    uint64_t state[FEW_MAX_WORDS];
    for (size_t i = 0; i < front->layer.count && result->symmetry; i++) {
        memcpy(state, few_list_at(&front->layer, i), front->layer.size);
        few_symmetry_reduce(result->symmetry, state, 1);
        if (memcmp(state, few_list_at(&front->layer, i), front->layer.size) != 0)
            return UINT64_MAX;
    }
    return few_stand_for(result, front->layer.items, front->layer.count);
}

void few_front_reserve(struct few_front *front, const struct few_in *part) {
    const size_t size = front->layer.size;
    size_t most = part->size / size;
    while (most && few_array_size(most, 2 * size) > few_memory_left(front->seen.memory) / 2)
        most /= 2;
    if (most)
        few_visited_reserve(front->seen.states, most); /* if not, it grows as they come */
}

struct taking {
    struct few_front *front;
    struct few_watch *watch;
};

static bool take_states(void *context, enum few_kept_kind kind, uint64_t *states, size_t count) {
    const struct taking *taking = context;
    enum few_end end;
    return !is_over(taking->watch, &end) && few_front_take(taking->front, kind, states, count);
}

static bool read_part(const struct few_space *space, struct taking *taking, struct few_in *part) {
    few_front_reserve(taking->front, part);
    return few_read_states(space, part, take_states, taking);
}

bool few_read_front(struct few_exploration *result, const struct few_space *space, struct few_watch *watch, struct few_front *front) {
    const uint64_t *depths = result->depths.items;
    struct taking taking = {front, watch};
    few_front_begin(result, front);
    for (uint64_t number = 0; number < few_kept_parts(result); number++) {
        struct few_kept_part part;
        const bool good = few_kept_open(result, number, &part) && read_part(space, &taking, part.in);
        if (!few_kept_close(result, &part, good))
            return false;
    }
    if (few_front_layer(result, front) != depths[result->depths.count - 1])
        return few_in_refuse(few_kept_from(result));
    return few_taken_up(result);
}
