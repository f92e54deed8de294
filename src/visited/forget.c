/* Forgetting states of a hashed store, in place: what was seen long ago and cannot be met again.
 *
 * Lines are taken from the first to the last. A line is emptied, and what is to be kept of it goes back in: to its home or
 * to the first line behind it that has room. That is no later than the line it came from, which was just emptied; and all
 * lines before it are final but for such additions. So every state again has only full lines between its home and
 * itself. States that ran over the end of the table and live at its front are put aside, and put in at last. */
#include <assert.h>

#include "visited/prints.h"

struct aside {
    struct few_visited *visited;
    uint64_t *states; /* of those that had run over the end, `words` words each */
    uint8_t *tags;
    size_t count;
};

FEW_SPECIALISED unsigned filled_slots(const uint64_t *line, unsigned words) {
    unsigned filled = 0;
    while (filled < few_line_slots(words) && !few_state_is_zero(line + filled * words, words))
        filled++;
    return filled;
}

/* Puts in a state that is not there. */
FEW_SPECIALISED void put(struct few_visited *visited, const uint64_t *state, uint64_t hash, unsigned tag,
                         unsigned words) {
    const unsigned line_slots = few_line_slots(words);
    const uint64_t home = few_hash_home(hash, visited->home_lines);
    uint64_t line = home, distance = 0;
    unsigned place;
    while ((place = filled_slots(visited->slots + line * line_slots * words, words)) == line_slots) {
        line = line + 1 == visited->lines ? 0 : line + 1;
        distance++;
    }
    uint64_t slot = line * line_slots + place;
    few_state_copy(visited->slots + slot * words, state, words);
    if (few_has_prints(words))
        visited->prints[slot] = few_print(hash);
    few_tag_put(visited->tags, slot, tag, visited->tag_bits);
    visited->wrapped += line < home;
    visited->farthest = distance > visited->farthest ? distance : visited->farthest;
}

FEW_SPECIALISED void put_back(const struct aside *aside, unsigned words) {
    for (size_t i = 0; i < aside->count; i++) {
        const uint64_t *const state = aside->states + i * words;
        put(aside->visited, state, few_state_hash(state, words), aside->tags[i], words);
    }
    aside->visited->count += aside->count;
}

static void sift(struct aside *aside, const bool *kept_tags) {
    enum { LINE_SLOTS = 8 };
    struct few_visited *visited = aside->visited;
    const unsigned tag_bits = visited->tag_bits;
    for (uint64_t line = 0; line < visited->lines; line++) {
        uint64_t *at = visited->slots + line * LINE_SLOTS, states[LINE_SLOTS];
        unsigned filled = filled_slots(at, 1), tags[LINE_SLOTS];
        if (filled == 0)
            continue;
        memcpy(states, at, filled * sizeof *at);
        memset(at, 0, filled * sizeof *at);
        for (unsigned i = 0; i < filled; i++) {
            tags[i] = few_tag_get(visited->tags, line * LINE_SLOTS + i, tag_bits);
            few_tag_zero(visited->tags, line * LINE_SLOTS + i, tag_bits);
        }
        for (unsigned i = 0; i < filled; i++) {
            if (!kept_tags[tags[i]])
                continue;
            const uint64_t hash = few_state_hash(&states[i], 1);
            if (few_hash_home(hash, visited->home_lines) <= line) {
                put(visited, &states[i], hash, tags[i], 1);
                visited->count++;
                continue;
            }
            aside->states[aside->count] = states[i];
            aside->tags[aside->count++] = (uint8_t)tags[i];
        }
    }
    put_back(aside, 1);
}

/* The same with prints. What stays where it was is not touched. */
FEW_SPECIALISED void sift_wide(struct aside *aside, const bool *kept_tags, unsigned words) {
    struct few_visited *visited = aside->visited;
    uint8_t *const prints = visited->prints;
    const unsigned tag_bits = visited->tag_bits;
    for (uint64_t slot = 0; slot < visited->end; slot++) {
        if (!prints[slot])
            continue;
        const uint8_t print = prints[slot];
        const unsigned tag = few_tag_get(visited->tags, slot, tag_bits);
        uint64_t *const state = visited->slots + slot * words, to = slot;
        prints[slot] = 0;
        if (kept_tags[tag]) {
            const uint64_t home = few_hash_home(few_state_hash(state, words), visited->home_lines);
            if (home <= slot) {
                to = few_next_print(visited, home, 0);
                prints[to] = print;
                visited->farthest = to - home > visited->farthest ? to - home : visited->farthest;
                visited->count++;
                if (to == slot)
                    continue;
                few_state_copy(visited->slots + to * words, state, words);
                few_tag_put(visited->tags, to, tag, tag_bits);
            } else {
                few_state_copy(aside->states + aside->count * words, state, words);
                aside->tags[aside->count++] = (uint8_t)tag;
            }
        }
        memset(state, 0, words * sizeof *state);
        few_tag_zero(visited->tags, slot, tag_bits);
    }
    put_back(aside, words);
}

bool few_hashed_forget(struct few_visited *visited, const bool *kept_tags) {
    assert(!visited->marks && visited->tag_bits <= 8);
    const unsigned tag_bits = visited->tag_bits;
    const size_t room = visited->wrapped + 1;
    const size_t bytes = few_array_size(room, visited->words * sizeof(uint64_t) + 1);
    struct aside aside = {.visited = visited, .states = few_alloc(visited->memory, bytes)};
    if (!aside.states)
        return false;
    aside.tags = (uint8_t *)(aside.states + room * visited->words);
    few_free(visited->memory, visited->log, visited->log_bytes); /* it names slots that are no longer the same */
    visited->log = NULL;
    visited->log_bytes = 0;
    visited->log_room = 0;
    visited->wrapped = 0;
    visited->farthest = 0;
    visited->count = 0;
    switch (visited->words) {
    case 1: sift(&aside, kept_tags); break;
    case 2: sift_wide(&aside, kept_tags, 2); break;
    case 3: sift_wide(&aside, kept_tags, 3); break;
    case 4: sift_wide(&aside, kept_tags, 4); break;
    case 5: sift_wide(&aside, kept_tags, 5); break;
    case 6: sift_wide(&aside, kept_tags, 6); break;
    case 7: sift_wide(&aside, kept_tags, 7); break;
    case 8: sift_wide(&aside, kept_tags, 8); break;
    default: sift_wide(&aside, kept_tags, visited->words); break;
    }
    unsigned zero_tag = few_tag_get(visited->tags, visited->end, tag_bits); /* the state 0 has no slot */
    if (zero_tag && kept_tags[zero_tag])
        visited->count++;
    else
        few_tag_zero(visited->tags, visited->end, tag_bits);
    few_free(visited->memory, aside.states, bytes);
    return true;
}
