#include "api/sample.h"

#include "base/order.h"
#include "base/random.h"
#include "base/words.h"

#include <stdlib.h>

enum {
    FEW_STATES = 4096, /* so many are listed at once */
    SPARSE = 17,       /* bits: in a larger share of the ranks than 2^-17, a draw finds one soon */
    PATIENCE = 200,    /* draws for each one that is wanted, if all of them were good */
    MORE = 10,
};

uint64_t few_sample_layer(const struct few_table *table, uint64_t depth) {
    return depth < table->layers.count ? *(const uint64_t *)few_list_at(&table->layers, (size_t)depth) : 0;
}

uint64_t few_sample_size(const struct few_sample *sample) {
    uint64_t size = 0;
    if (sample->depth != UINT64_MAX)
        return few_sample_layer(sample->table, sample->depth);
    for (uint64_t depth = 0; depth < sample->table->layers.count && depth <= sample->within; depth++)
        size += few_sample_layer(sample->table, depth);
    return size;
}

bool few_sample_by_rank(const struct few_sample *sample) {
    const uint64_t size = few_sample_size(sample), ranks = sample->table->space->ranks;
    return ranks && size > FEW_STATES && size >= ranks >> SPARSE && sample->wanted <= size / 2;
}

bool few_sample_has(const struct few_sample *sample, const uint64_t *state, uint64_t *depth) {
    *depth = few_table_distance(sample->table, state, NULL);
    return *depth != UINT64_MAX && (sample->depth == UINT64_MAX ? *depth <= sample->within : *depth == sample->depth);
}

bool few_sample_is_empty(struct few_sample *sample, const struct few_space *space, const uint64_t *state) {
    const bool empty = few_state_is_empty(space, state);
    sample->met_empty = sample->met_empty || empty;
    return empty;
}

/* The same for one that is to be drawn. */
static bool is_good(struct few_sample *sample, const uint64_t *state, uint64_t *depth) {
    bool only = true;
    if (!few_sample_has(sample, state, depth) || few_sample_is_empty(sample, sample->table->space, state))
        return false;
    if (sample->unique)
        few_table_distance(sample->table, state, &only);
    return only;
}

static bool keep(struct few_sample *sample, const uint64_t *state, uint64_t depth) {
    return few_list_append(&sample->states, state, 1) && few_list_append(&sample->depths, &depth, 1);
}

enum few_end few_sample_ranks(struct few_sample *sample, bool *enough) {
    const struct few_space *space = sample->table->space;
    const uint64_t size = few_sample_size(sample);
    const uint64_t draws = (space->ranks / size + 1) * PATIENCE * (sample->wanted + MORE);
    struct few_visited *drawn = few_visited_hashed(sample->watch->memory, space->words, 2);
    enum few_end end = drawn ? FEW_RUNNING : few_refused(sample->watch);
    for (uint64_t i = 0; i < draws && sample->states.count < sample->wanted && end == FEW_RUNNING; i++) {
        uint64_t state[FEW_MAX_WORDS], depth, rank = few_random_below(&sample->seed, space->ranks);
        space->run->unrank(space, &rank, 1, state);
        if (is_good(sample, state, &depth)) {
            if (!few_visited_reserve(drawn, 1))
                end = few_refused(sample->watch);
            else if (few_visited_add(drawn, state, NULL, space->words, 1, 1) && !keep(sample, state, depth))
                end = few_refused(sample->watch);
        }
        if (end == FEW_RUNNING && i % 1024 == 0)
            end = few_watch_check(sample->watch);
    }
    few_visited_free(drawn);
    *enough = sample->states.count == sample->wanted;
    return end;
}

static bool is_drawn(const struct few_sample *sample, const uint64_t *state, size_t count) {
    const size_t words = sample->table->space->words;
    for (size_t i = 0; i < count; i++)
        if (few_words_compare(few_list_at(&sample->states, i), state, words) == 0)
            return true;
    return false;
}

/* Each place in turn gets one of those that are left. */
enum few_end few_sample_list(struct few_sample *sample, struct few_list *all) {
    size_t words = sample->table->space->words;
    const size_t before = sample->states.count;
    enum few_end end = FEW_RUNNING;
    if (all->count > 1)
        few_order(all->items, all->count, all->size, few_words_order, &words);
    for (size_t i = 0; i < all->count && sample->states.count < sample->wanted && end == FEW_RUNNING; i++) {
        uint64_t *here = few_list_at(all, i), swapped[FEW_MAX_WORDS], depth;
        uint64_t *other = few_list_at(all, i + (size_t)few_random_below(&sample->seed, all->count - i));
        memcpy(swapped, other, all->size);
        memcpy(other, here, all->size);
        memcpy(here, swapped, all->size);
        if (is_good(sample, here, &depth) && !is_drawn(sample, here, before) && !keep(sample, here, depth))
            end = few_refused(sample->watch);
        if (end == FEW_RUNNING && i % 1024 == 0)
            end = few_watch_check(sample->watch);
    }
    return end;
}
