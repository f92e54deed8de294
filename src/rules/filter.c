/* Takes states out of a batch in which some `never` holds. */
#include "rules/nevers.h"

#include <string.h>

static bool finds(const struct few_nevers *nevers, const struct few_filter *filter, const uint64_t *state) {
    for (uint32_t k = 0; k < filter->key_count; k++) {
        const struct few_never_key *key = &filter->keys[k];
        const struct few_range range = key->list[few_field_get(state, key->field)];
        for (uint32_t i = 0; i < range.count; i++)
            if (few_pattern_fits(&filter->patterns[range.first + i], state, filter->words))
                return true;
    }
    for (uint32_t i = 0; i < filter->whole_count; i++)
        if (few_alternative_holds(&nevers->all, &nevers->all.alternatives[filter->whole[i]], state))
            return true;
    return false;
}

size_t few_filter_run(const struct few_nevers *nevers, const struct few_filter *filter, uint64_t *states,
                      struct few_step *steps, size_t count) {
    const size_t words = filter->words;
    size_t kept = 0;
    if (filter->key_count == 0 && filter->whole_count == 0)
        return count;
    for (size_t i = 0; i < count; i++) {
        if (finds(nevers, filter, states + i * words))
            continue;
        if (kept < i) {
            memcpy(states + kept * words, states + i * words, words * sizeof *states);
            if (steps)
                steps[kept] = steps[i];
        }
        kept++;
    }
    return kept;
}
