/* See layers.h. */
#include "search/layers/layers.h"

#include "base/clock.h"

void few_layers_init(struct few_layers *layers, struct few_watch *watch, struct few_list *found) {
    *layers = (struct few_layers){.watch = watch, .found = found, .started = few_now()};
    for (unsigned s = 0; s < 2; s++)
        few_list_init(&layers->counts[s], watch->memory, sizeof(uint64_t));
}

void few_layers_free(struct few_layers *layers) {
    few_list_free(&layers->counts[0]);
    few_list_free(&layers->counts[1]);
}

void few_layers_add(struct few_layers *layers, struct few_side *side) {
    if (!layers->watch->keeper)
        return;
    layers->sides[layers->count++] = side;
    side->kept = layers;
}

void few_layers_begin(struct few_layers *layers) {
    layers->has_begun = layers->count > 0;
}

bool few_layers_are_midway(const struct few_layers *layers) {
    bool midway = false;
    for (unsigned s = 0; s < layers->count; s++)
        midway |= layers->sides[s]->reached > 0;
    return midway;
}

/* ---- Writing */

static uint64_t depth_of(const struct few_layers *layers) {
    uint64_t depth = 0;
    for (unsigned s = 0; s < layers->count; s++)
        depth += layers->sides[s]->depth;
    return depth;
}

static void write_layers(const void *work, struct few_out *out) {
    const struct few_layers *layers = work;
    const struct few_watch *watch = layers->watch;
    struct few_progress progress = {.stage = FEW_STAGE_LAYERS,
                                    .least = depth_of(layers) + (layers->found->count == 0 || few_layers_are_midway(layers)),
                                    .expanded = watch->counts.expanded,
                                    .generated = watch->counts.generated,
                                    .seconds = watch->keeper->before + few_now() - layers->started};
    for (unsigned s = 0; s < layers->count; s++) {
        progress.expanded -= layers->sides[s]->undone.expanded;
        progress.generated -= layers->sides[s]->undone.generated;
    }
    few_progress_write(out, &progress);
    few_out_number(out, layers->count);
    for (unsigned s = 0; s < layers->count; s++)
        few_side_write(layers->sides[s], &layers->counts[layers->sides[s]->backward], out);
    few_states_write(layers->found, out);
    if (layers->write)
        layers->write(layers->owner, out);
}

static void keep(const struct few_layers *layers) {
    struct few_keeper *keeper = layers->watch->keeper;
    if (few_keeper_write(keeper, write_layers, layers))
        keeper->written++;
}

void few_layers_keep_if_due(struct few_layers *layers) {
    const struct few_keeper *keeper = layers->watch->keeper;
    if (layers->has_begun && keeper->path && few_now() >= keeper->next)
        keep(layers);
}

void few_layers_end(struct few_layers *layers, enum few_end end) {
    const bool is_early = end > FEW_UNSOLVABLE && end != FEW_CONTRADICTION;
    if (layers->has_begun && is_early && layers->watch->keeper->path)
        keep(layers);
}

/* ---- Reading */

/* Each state at which the search ends was seen by all sides, by one of them in the last layer that it has. */
static bool are_seen(const struct few_layers *layers) {
    const struct few_list *found = layers->found;
    for (size_t i = 0; i < found->count; i++)
        for (unsigned s = 0; s < layers->count; s++) {
            struct few_side *side = layers->sides[s];
            uint64_t slot;
            few_side_find(side, side->space, few_list_at(found, i), 1, &slot);
            if (slot == FEW_NO_SLOT)
                return false;
        }
    return true;
}

static bool read_layers(struct few_layers *layers, struct few_in *in) {
    if (few_in_count(in, 2) != layers->count)
        return few_in_refuse(in);
    for (unsigned s = 0; s < layers->count; s++)
        if (!few_side_read(layers->sides[s], &layers->counts[layers->sides[s]->backward], in))
            return false;
    if (!few_states_read(layers->found, layers->sides[0]->space, in))
        return false;
    if (!are_seen(layers))
        return few_in_refuse(in);
    return (!layers->read || layers->read(layers->owner, in)) && few_in_is_done(in);
}

/* As if all of it had just been found. */
static bool note_progress(const struct few_layers *layers, const struct few_progress *progress) {
    struct few_watch *watch = layers->watch;
    struct few_counts *counts = &watch->counts;
    watch->keeper->before = progress->seconds;
    counts->expanded += progress->expanded;
    counts->generated += progress->generated;
    counts->remembered = 0;
    counts->depth += depth_of(layers);
    for (unsigned s = 0; s < layers->count; s++) {
        const struct few_side *side = layers->sides[s];
        const struct few_list *layer_counts = &layers->counts[side->backward];
        counts->remembered += few_visited_count(side->seen);
        counts->frontier = counts->frontiers[side->backward] = side->layer.count;
        for (size_t depth = 0; depth < layer_counts->count; depth++)
            if (!few_watch_layer(watch, side->backward, depth, *(const uint64_t *)few_list_at(layer_counts, depth)))
                return false;
    }
    return true;
}

enum few_end few_layers_take_up(struct few_layers *layers, bool *taken_up) {
    struct few_keeper *keeper = layers->watch->keeper;
    struct few_progress progress;
    *taken_up = false;
    if (!layers->count || !keeper->from)
        return FEW_RUNNING;
    struct few_in *in = keeper->from;
    keeper->from = NULL;
    bool good = few_progress_read(in, &progress);
    if (good && progress.stage == FEW_STAGE_NOTHING)
        return few_in_is_done(in) ? FEW_RUNNING : FEW_CONTRADICTION;
    if (good && progress.stage != FEW_STAGE_LAYERS)
        good = few_in_refuse(in);
    *taken_up = good && read_layers(layers, in) && note_progress(layers, &progress);
    return *taken_up ? FEW_RUNNING : keeper->error.kind != FEW_ERROR_NONE ? FEW_CONTRADICTION : few_refused(layers->watch);
}
