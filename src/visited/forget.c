/* Forgetting states of a hashed store, in place: what was seen long ago and cannot be met again.
 *
 * Lines are taken from the first to the last. A line is emptied, and what is to be kept of it goes back in: to its home or
 * to the first line behind it that has room. That is no later than the line it came from, which was just emptied; and all
 * lines before it are final but for such additions. So every state again has only full lines between its home and
 * itself. States that ran over the end of the table and live at its front are put aside, and put in at last. */
#include <assert.h>

#include "visited/internal.h"

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
FEW_SPECIALISED void put(struct few_visited *visited, const uint64_t *state, uint64_t home, unsigned tag,
                         unsigned words) {
    const unsigned line_slots = few_line_slots(words);
    uint64_t line = home, distance = 0;
    unsigned place;
    while ((place = filled_slots(visited->slots + line * line_slots * words, words)) == line_slots) {
        line = line + 1 == visited->lines ? 0 : line + 1;
        distance++;
    }
    uint64_t slot = line * line_slots + place;
    few_state_copy(visited->slots + slot * words, state, words);
    few_tag_put(visited->tags, slot, tag, visited->tag_bits);
    visited->wrapped += line < home;
    visited->farthest = distance > visited->farthest ? distance : visited->farthest;
}

FEW_SPECIALISED void sift(struct aside *aside, const bool *kept_tags, unsigned words) {
    enum { LINE_WORDS = 8 };
    struct few_visited *visited = aside->visited;
    const unsigned line_slots = few_line_slots(words), tag_bits = visited->tag_bits;
    uint64_t line_states[LINE_WORDS] = {0}, kept = 0;
    for (uint64_t line = 0; line < visited->lines; line++) {
        uint64_t *at = visited->slots + line * line_slots * words;
        unsigned filled = filled_slots(at, words), tags[LINE_WORDS];
        if (filled == 0)
            continue;
        uint64_t *states = line_slots == 1 ? aside->states + aside->count * words : line_states;
        memcpy(states, at, filled * words * sizeof *at);
        memset(at, 0, filled * words * sizeof *at);
        for (unsigned i = 0; i < filled; i++) {
            tags[i] = few_tag_get(visited->tags, line * line_slots + i, tag_bits);
            few_tag_zero(visited->tags, line * line_slots + i, tag_bits);
        }
        for (unsigned i = 0; i < filled; i++) {
            const uint64_t *state = states + i * words;
            if (!kept_tags[tags[i]])
                continue;
            uint64_t home = few_hash_home(few_state_hash(state, words), visited->home_lines);
            kept++;
            if (home <= line) {
                put(visited, state, home, tags[i], words);
                continue;
            }
            if (line_slots > 1)
                few_state_copy(aside->states + aside->count * words, state, words);
            aside->tags[aside->count++] = (uint8_t)tags[i];
        }
    }
    for (size_t i = 0; i < aside->count; i++) {
        const uint64_t *state = aside->states + i * words;
        put(visited, state, few_hash_home(few_state_hash(state, words), visited->home_lines), aside->tags[i], words);
    }
    visited->count = kept;
}

bool few_hashed_forget(struct few_visited *visited, const bool *kept_tags) {
    assert(!visited->marks && visited->tag_bits <= 8);
    const unsigned tag_bits = visited->tag_bits;
    const size_t room = visited->wrapped + 1; /* one more, for the line at hand */
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
    switch (visited->words) {
    case 1: sift(&aside, kept_tags, 1); break;
    case 2: sift(&aside, kept_tags, 2); break;
    default: sift(&aside, kept_tags, visited->words); break;
    }
    unsigned zero_tag = few_tag_get(visited->tags, visited->end, tag_bits); /* the state 0 has no slot */
    if (zero_tag && kept_tags[zero_tag])
        visited->count++;
    else
        few_tag_zero(visited->tags, visited->end, tag_bits);
    few_free(visited->memory, aside.states, bytes);
    return true;
}
