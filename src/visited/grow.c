/* How a hashed store grows, in place: the arrays are lengthened by remapping, and the states spread out over
 * them in one pass from the last line to the first, so that there are never two copies.
 *
 * Let g > 1 be new home lines / old home lines, and let no state be more than d lines behind its home.
 *
 * 1. A state found in line i has a home of at least i - d, so its new home is at least floor((i - d) g). From
 *    some line `front` on, that is more than i: the state goes to lines that were emptied before, and what has
 *    not been moved yet is neither overwritten nor in the way.
 * 2. The lines before `front`, some hundreds, are taken out to a scratch block first and put in at last.
 * 3. A distance from the end only becomes larger: home lines - home is ceil((1 - hash) * home lines), with the
 *    hash as a fraction. And which lines are filled does not depend on the order in which states come. So a
 *    tail that was long enough before is long enough after; and it is made longer by what had run over it. */
#include <assert.h>

#include "visited/prints.h"

enum {
    USUAL_LOAD = 80,         /* percent; above it, look-ups become slow */
    LOAD_WITH_PRINTS = 85,   /* they pass over many neighbours at once; it makes up for the memory they take */
    HIGHEST_LOAD = 92,       /* where there is no memory to grow */
    DOUBLED_UP_TO = 256 << 10, /* bytes; then they grow by half */
    SMALL_UP_TO = 1 << 20,     /* larger tables grow by a seventh: at most 12 bytes a state */
    ZEROED_FROM = 1 << 20,   /* few_resize gives zeroed bytes to blocks of this size */
    RING = 64
};

static uint64_t part(uint64_t slots, unsigned percent) {
    return slots / 100 * percent + slots % 100 * percent / 100;
}

static unsigned usual_load(const struct few_visited *visited) {
    return visited->prints ? LOAD_WITH_PRINTS : USUAL_LOAD;
}

/* How many slots of a line are filled. */
FEW_SPECIALISED unsigned filled_slots(const uint64_t *line, unsigned words) {
    unsigned filled = 0;
    while (filled < few_line_slots(words) && !few_state_is_zero(line + filled * words, words))
        filled++;
    return filled;
}

/* The tags of a line, the first in the lowest bits, or wide ones in `wide`; they are zeroed in the table. */
FEW_SPECIALISED uint64_t take_tags(uint8_t *tags, uint64_t line, unsigned line_slots, unsigned tag_bits, uint32_t *wide) {
    uint64_t taken = 0;
    if (tag_bits > 8) {
        for (unsigned i = 0; i < line_slots; i++) {
            wide[i] = few_wide_tag_get(tags, line * line_slots + i, tag_bits);
            few_wide_tag_set(tags, line * line_slots + i, 0, tag_bits);
        }
        return 0;
    }
    for (unsigned i = 0; i < line_slots; i++)
        taken |= (uint64_t)few_tag_get(tags, line * line_slots + i, tag_bits) << i * tag_bits;
    if (line_slots * tag_bits >= 8)
        memset(tags + line * (line_slots * tag_bits / 8), 0, line_slots * tag_bits / 8);
    else
        few_tag_zero(tags, line, tag_bits);
    return taken;
}

/* Moves the states of all lines from `front` on. How full the new lines are is kept for the RING lowest of
 * them, where almost all states go: looking into the lines themselves would have to wait for what was just
 * written to them. */
FEW_SPECIALISED void spread(struct few_visited *visited, uint64_t front, uint64_t old_lines, unsigned tag_bits) {
    enum { LINE_SLOTS = 8 };
    const unsigned tag_mask = tag_bits > 8 ? 0 : (1u << tag_bits) - 1;
    uint32_t wide[LINE_SLOTS] = {0};
    const uint64_t home_lines = visited->home_lines;
    uint64_t *const slots = visited->slots, lowest = visited->lines, farthest = visited->farthest;
    uint8_t *const tags = visited->tags, filled[RING] = {0};
    for (uint64_t line = old_lines; line-- > front;) {
        uint64_t *from = slots + line * LINE_SLOTS;
        if (*from == 0)
            continue;
        uint64_t line_tags = take_tags(tags, line, LINE_SLOTS, tag_bits, wide);
        for (unsigned i = 0; i < LINE_SLOTS && *from; i++, from++) {
            uint64_t home = few_hash_home(few_state_hash(from, 1), home_lines), to = home;
            assert(home > line);
            while (lowest > home)
                filled[--lowest % RING] = 0;
            unsigned place;
            for (;; to++) {
                place = to - lowest < RING ? filled[to % RING]
                                           : filled_slots(slots + to * LINE_SLOTS, 1);
                if (__builtin_expect(place < LINE_SLOTS, 1))
                    break;
            }
            assert(to < visited->lines);
            if (to - lowest < RING)
                filled[to % RING]++;
            farthest = to - home > farthest ? to - home : farthest;
            uint64_t slot = to * LINE_SLOTS + place;
            slots[slot] = *from;
            few_tag_put(tags, slot, tag_bits > 8 ? wide[i] : line_tags >> i * tag_bits & tag_mask, tag_bits);
        }
        memset(slots + line * LINE_SLOTS, 0, LINE_SLOTS * sizeof(uint64_t));
    }
    visited->farthest = farthest;
}

/* The same with prints. Almost all states go to the 64 lowest of the new slots, of which `filled` says which ones are. */
FEW_SPECIALISED void spread_wide(struct few_visited *visited, uint64_t front, uint64_t old_end, unsigned words) {
    const uint64_t home_lines = visited->home_lines;
    const unsigned tag_bits = visited->tag_bits;
    uint64_t *const slots = visited->slots, lowest = visited->end, filled = 0, farthest = visited->farthest;
    uint8_t *const prints = visited->prints, *const tags = visited->tags;
    for (uint64_t slot = old_end; slot-- > front;) {
        if (!prints[slot])
            continue;
        uint64_t *const state = slots + slot * words;
        const uint64_t home = few_hash_home(few_state_hash(state, words), home_lines);
        assert(home > slot);
        if (home < lowest) {
            filled = lowest - home < 64 ? filled << (lowest - home) : 0;
            lowest = home;
        }
        const uint64_t above = home - lowest, empty = above < 64 ? ~filled >> above : 0; /* from home on */
        const uint64_t to = empty ? home + (unsigned)__builtin_ctzll(empty) : few_next_print(visited, lowest + 64 > home ? lowest + 64 : home, 0);
        assert(to < visited->lines);
        if (to - lowest < 64)
            filled |= UINT64_C(1) << (to - lowest);
        farthest = to - home > farthest ? to - home : farthest;
        prints[to] = prints[slot];
        prints[slot] = 0;
        few_state_copy(slots + to * words, state, words);
        memset(state, 0, words * sizeof *state);
        few_tag_put(tags, to, few_tag_get(tags, slot, tag_bits), tag_bits);
        few_tag_zero(tags, slot, tag_bits);
    }
    visited->farthest = farthest;
}

static void spread_many(struct few_visited *visited, uint64_t front, uint64_t old_end) {
    switch (visited->words) {
    case 2: spread_wide(visited, front, old_end, 2); break;
    case 3: spread_wide(visited, front, old_end, 3); break;
    case 4: spread_wide(visited, front, old_end, 4); break;
    case 5: spread_wide(visited, front, old_end, 5); break;
    case 6: spread_wide(visited, front, old_end, 6); break;
    case 7: spread_wide(visited, front, old_end, 7); break;
    case 8: spread_wide(visited, front, old_end, 8); break;
    default: spread_wide(visited, front, old_end, visited->words); break;
    }
}

/* Puts in one state that is not there. */
static void put(struct few_visited *visited, const uint64_t *state, unsigned tag) {
    unsigned words = visited->words, line_slots = few_line_slots(words), place;
    const uint64_t hash = few_state_hash(state, words), home = few_hash_home(hash, visited->home_lines);
    uint64_t line = home;
    while ((place = filled_slots(visited->slots + line * line_slots * words, words)) == line_slots)
        line++;
    assert(line < visited->lines);
    uint64_t slot = line * line_slots + place;
    few_state_copy(visited->slots + slot * words, state, words);
    if (visited->prints)
        visited->prints[slot] = few_print(hash);
    few_tag_put(visited->tags, slot, tag, visited->tag_bits);
    if (line - home > visited->farthest)
        visited->farthest = line - home;
}

/* Bytes of a tag that is taken out. */
static size_t tag_width(const struct few_visited *visited) {
    return visited->tag_bits > 8 ? sizeof(uint32_t) : 1;
}

/* Takes the states before a slot out to a scratch block: first all states, then a byte (or four) for the tag of each. */
static size_t take_out(struct few_visited *visited, uint64_t slots, uint64_t *states, uint8_t *tags) {
    size_t taken = 0;
    for (uint64_t slot = 0; slot < slots; slot++) {
        uint64_t *state = visited->slots + slot * visited->words;
        if (few_state_is_zero(state, visited->words))
            continue;
        few_state_copy(states + taken * visited->words, state, visited->words);
        const unsigned tag = few_tag_get(visited->tags, slot, visited->tag_bits);
        if (tag_width(visited) > 1)
            few_wide_tag_set(tags, taken++, tag, 32);
        else
            tags[taken++] = (uint8_t)tag;
        memset(state, 0, visited->words * sizeof *state);
        few_tag_zero(visited->tags, slot, visited->tag_bits);
        if (visited->prints)
            visited->prints[slot] = 0;
    }
    return taken;
}

static void rearrange(struct few_visited *visited, uint64_t home_lines, uint64_t lines, uint64_t front,
                      uint64_t *scratch) {
    unsigned words = visited->words, tag_bits = visited->tag_bits, line_slots = few_line_slots(words);
    uint64_t old_lines = visited->lines, slots = front * line_slots;
    uint8_t *tags = (uint8_t *)(scratch + slots * words);
    unsigned zero_tag = few_tag_get(visited->tags, visited->end, tag_bits);
    few_tag_zero(visited->tags, visited->end, tag_bits);
    size_t taken = take_out(visited, slots, scratch, tags);
    visited->home_lines = home_lines;
    visited->lines = lines;
    visited->end = lines * line_slots;
    visited->wrapped = 0;
    visited->farthest = 0;
    if (visited->prints)
        spread_many(visited, front, old_lines);
    else if (tag_bits == 2)
        spread(visited, front, old_lines, 2);
    else if (tag_bits == 8)
        spread(visited, front, old_lines, 8);
    else
        spread(visited, front, old_lines, tag_bits);
    for (size_t i = 0; i < taken; i++)
        put(visited, scratch + i * words, tag_width(visited) > 1 ? few_wide_tag_get(tags, i, 32) : tags[i]);
    few_tag_put(visited->tags, visited->end, zero_tag, tag_bits);
}

/* Lengthens a block; what is new in it is zero. */
static bool lengthen(struct few_memory *memory, void **block, size_t *bytes, size_t new_bytes) {
    if (new_bytes <= *bytes)
        return true;
    char *longer = few_resize(memory, *block, *bytes, new_bytes);
    if (!longer)
        return false;
    if (*bytes < ZEROED_FROM)
        memset(longer + *bytes, 0, new_bytes - *bytes);
    *block = longer;
    *bytes = new_bytes;
    return true;
}

/* The first line from which a table that grows to that many home lines can be moved in place: the least i with
 * (i - d) g >= i + 1, rounded up; or all lines. */
static uint64_t front_lines(const struct few_visited *visited, uint64_t home_lines) {
    uint64_t more = home_lines - visited->home_lines;
    few_u128 front = ((few_u128)visited->farthest * home_lines + visited->home_lines) / more + 1;
    return front < visited->lines ? (uint64_t)front : visited->lines;
}

static size_t scratch_bytes(const struct few_visited *visited, uint64_t front) {
    return few_array_size(front * few_line_slots(visited->words), visited->words * sizeof(uint64_t) + tag_width(visited));
}

static uint64_t grown_tail(const struct few_visited *visited) {
    const unsigned line_slots = few_line_slots(visited->words);
    return visited->lines - visited->home_lines + (visited->wrapped + line_slots - 1) / line_slots;
}

/* So many home lines, or some more that fill the last huge page. */
static uint64_t in_whole_pages(const struct few_visited *visited, uint64_t home_lines) {
    const uint64_t line = few_line_slots(visited->words) * visited->words * sizeof(uint64_t), tail = grown_tail(visited);
    const size_t bytes = few_array_size(home_lines + tail, line);
    return bytes == SIZE_MAX ? home_lines : few_whole_pages(bytes) / line - tail;
}

/* If only the tags, or they and the prints, could be lengthened, they just stay longer than need be. */
static bool grow(struct few_visited *visited, uint64_t home_lines) {
    unsigned line_slots = few_line_slots(visited->words);
    uint64_t lines = home_lines + grown_tail(visited), end = lines * line_slots, front = front_lines(visited, home_lines);
    uint64_t *scratch = few_alloc(visited->memory, scratch_bytes(visited, front));
    if (!scratch)
        return false;
    void *slots = visited->slots, *tags = visited->tags, *prints = visited->prints;
    bool longer = lengthen(visited->memory, &tags, &visited->tags_bytes,
                           few_tags_size(end + 1, visited->tag_bits));
    visited->tags = tags;
    if (longer && prints) {
        longer = lengthen(visited->memory, &prints, &visited->prints_bytes, few_prints_size(end));
        visited->prints = prints;
    }
    if (longer) {
        longer = lengthen(visited->memory, &slots, &visited->slots_bytes,
                          few_array_size(end, visited->words * sizeof(uint64_t)));
        visited->slots = slots;
    }
    if (longer)
        rearrange(visited, home_lines, lines, front, scratch);
    few_free(visited->memory, scratch, scratch_bytes(visited, front));
    return longer;
}

/* The largest number of home lines for which the budget has room, with marks, scratch and a longer tail. Three
 * eighths of what is left are left to others: what is new goes to a frontier, too, and takes nearly as much there. */
static uint64_t affordable(const struct few_visited *visited) {
    size_t line_slots = few_line_slots(visited->words), slot_bytes = visited->words * sizeof(uint64_t);
    size_t left = few_memory_left(visited->memory);
    left -= left / 8 * 3;
    uint64_t least = visited->home_lines + visited->home_lines / 16 + 1;
    size_t longer_tail = few_array_size(visited->wrapped + line_slots, slot_bytes + tag_width(visited));
    size_t scratch = scratch_bytes(visited, front_lines(visited, least));
    size_t taken = few_marks_size(visited->end) + longer_tail + scratch + 64;
    if (left <= taken)
        return visited->home_lines;
    return visited->home_lines + (left - taken) / (slot_bytes * 8 + (visited->prints ? 8 : 0) + visited->tag_bits + 1) * 8 / line_slots;
}

void few_hashed_drop_log(struct few_visited *visited) {
    few_free(visited->memory, visited->log, visited->log_bytes);
    visited->log = NULL;
    visited->log_bytes = 0;
    visited->log_room = 0;
}

size_t few_visited_room(const struct few_visited *visited) {
    const uint64_t most = part(visited->home_lines * few_line_slots(visited->words), usual_load(visited));
    return visited->count < most ? (size_t)(most - visited->count) : 0;
}

bool few_hashed_has_room(const struct few_visited *visited, size_t more) {
    uint64_t slots = visited->home_lines * few_line_slots(visited->words), need;
    return !__builtin_add_overflow(visited->count, more, &need) && need <= part(slots, usual_load(visited));
}

bool few_hashed_reserve(struct few_visited *visited, size_t more) {
    uint64_t line_slots = few_line_slots(visited->words), home_lines = visited->home_lines, need;
    if (__builtin_add_overflow(visited->count, more, &need) || need > UINT64_MAX / 256) {
        atomic_store(&visited->memory->over_budget, true);
        return false;
    }
    if (need <= part(home_lines * line_slots, usual_load(visited)))
        return true;
    assert(!visited->marks); /* slots would move away from under their marks */
    uint64_t least = need * 100 / HIGHEST_LOAD / line_slots + 1;
    uint64_t wanted = need * 100 / usual_load(visited) / line_slots + 1;
    uint64_t usual = home_lines + (visited->slots_bytes < DOUBLED_UP_TO ? home_lines
                                   : visited->slots_bytes < SMALL_UP_TO ? home_lines / 2
                                                                        : home_lines / 7);
    if (wanted < usual)
        wanted = usual;
    bool enough = need <= part(home_lines * line_slots, HIGHEST_LOAD);
    if (enough) /* near the end of the budget it rather fills up than grows by a little again and again */
        least = home_lines + home_lines / 10;
    few_hashed_drop_log(visited);
    wanted = in_whole_pages(visited, wanted);
    uint64_t most = affordable(visited);
    if (wanted > most)
        wanted = most;
    if (wanted < least && !enough)
        atomic_store(&visited->memory->over_budget, true);
    for (; wanted >= least && wanted > home_lines; wanted = home_lines + (wanted - home_lines) / 2)
        if (grow(visited, wanted))
            return true;
    return enough;
}
