/* Walking a space by sets: the layer is a bitmap, and a move is done to whole words of it (space/sets.h).
 *
 *     unit     | chunk 0, plane 0 | chunk 0, plane 1 | … | chunk 1, plane 0 | …
 *     three bitmaps of all units: `now` (the layer), `next`, `seen`; and of each of `now` and `next` a flag for each
 *     unit, whether anything is in it
 *
 * The same chunk of all planes lies together, as most moves lead from plane to plane within a chunk. A unit is made
 * from start to end while it is in the cache: all moves into it, then
 *
 *     next = next & ~seen,  seen = seen | next,  count
 *
 * Units that no move leads to are not touched, so that thin layers cost what they hold, and flags spare all clearing:
 * what is in a unit whose flag is not set is rubbish. Units write to themselves only: any number of threads comes to
 * the same result, in any order. */
#include "search/explore.h"

#include "space/sets.h"
#include "team/team.h"

enum { MOST_WORKERS = 256 };

/* A cache line each, so that workers do not get in each other's way. */
struct tally {
    uint64_t count;
    uint64_t padding[7];
};

struct walk {
    const struct few_sets *sets;
    struct few_watch *watch;
    struct few_team *team;
    uint64_t units, chunk_words;
    uint64_t *now, *next, *seen;
    uint8_t *now_flags, *next_flags;
    struct tally *tallies;
    enum few_end end; /* what the watch said; only worker 0 asks it */
};

size_t few_explore_sets_bytes(const struct few_sets *sets) {
    const uint64_t unit = 3 * sizeof(uint64_t) * sets->chunk_words + 2; /* three bitmaps, two flags */
    __extension__ unsigned __int128 bytes = (unsigned __int128)sets->planes * sets->chunks * unit;
    return bytes < SIZE_MAX / 2 ? (size_t)bytes : SIZE_MAX;
}

static size_t bitmap_bytes(const struct walk *walk) {
    return few_array_size(walk->units, walk->chunk_words * sizeof(uint64_t));
}

static bool prepare(struct walk *walk, unsigned threads) {
    struct few_memory *memory = walk->watch->memory;
    walk->now = few_alloc_zeroed(memory, bitmap_bytes(walk));
    walk->next = few_alloc_zeroed(memory, bitmap_bytes(walk));
    walk->seen = few_alloc_zeroed(memory, bitmap_bytes(walk));
    walk->now_flags = few_alloc_zeroed(memory, walk->units);
    walk->next_flags = few_alloc_zeroed(memory, walk->units);
    walk->tallies = few_alloc_zeroed(memory, MOST_WORKERS * sizeof *walk->tallies);
    walk->team = few_team_create(memory, threads < MOST_WORKERS ? threads : MOST_WORKERS);
    return walk->now && walk->next && walk->seen && walk->now_flags && walk->next_flags && walk->tallies && walk->team;
}

static void release(struct walk *walk) {
    struct few_memory *memory = walk->watch->memory;
    few_team_free(walk->team);
    few_free(memory, walk->now, bitmap_bytes(walk));
    few_free(memory, walk->next, bitmap_bytes(walk));
    few_free(memory, walk->seen, bitmap_bytes(walk));
    few_free(memory, walk->now_flags, walk->units);
    few_free(memory, walk->next_flags, walk->units);
    few_free(memory, walk->tallies, MOST_WORKERS * sizeof *walk->tallies);
}

/* ---- The three kinds of maps */

static void or_same(uint64_t *restrict to, const uint64_t *restrict from, const uint64_t *restrict mask, size_t words) {
    if (mask)
        for (size_t w = 0; w < words; w++)
            to[w] |= from[w] & mask[w];
    else
        for (size_t w = 0; w < words; w++)
            to[w] |= from[w];
}

static inline void scatter(uint64_t *restrict to, uint64_t word, uint64_t base, uint64_t block_start,
                           const uint16_t *restrict table) {
    while (word) {
        uint64_t place = block_start + table[base + (uint64_t)__builtin_ctzll(word) - block_start];
        word &= word - 1;
        to[place >> 6] |= UINT64_C(1) << (place & 63);
    }
}

/* Bit by bit, in blocks that are not aligned to words: the first and the last word of a block are cut. */
static void or_bits(uint64_t *restrict to, const uint64_t *restrict from, const uint64_t *restrict mask,
                    const struct few_set_map *map, uint64_t bits) {
    for (uint64_t start = 0; start < bits; start += map->block) {
        uint64_t end = start + map->block, first = start >> 6, last = (end - 1) >> 6;
        for (uint64_t w = first; w <= last; w++) {
            uint64_t word = mask ? from[w] & mask[w] : from[w];
            if (word == 0)
                continue;
            if (w == first)
                word &= ~UINT64_C(0) << (start & 63);
            if (w == last && (end & 63))
                word &= ~(~UINT64_C(0) << (end & 63));
            scatter(to, word, w << 6, start, map->to);
        }
    }
}

/* 64 bits from any place; the word behind may be read. */
static inline uint64_t bits_at(const uint64_t *from, uint64_t place) {
    uint64_t shift = place & 63, low = from[place >> 6] >> shift;
    return low | from[(place >> 6) + 1] << 1 << (63 - shift);
}

/* to[t .. t + count) |= from[f .. f + count) */
static void or_run(uint64_t *restrict to, uint64_t t, const uint64_t *restrict from, uint64_t f, uint64_t count) {
    uint64_t head = (64 - (t & 63)) & 63;
    if (head > count)
        head = count;
    if (head) {
        to[t >> 6] |= (bits_at(from, f) & ~(~UINT64_C(0) << head)) << (t & 63);
        t += head;
        f += head;
        count -= head;
    }
    uint64_t *restrict at = to + (t >> 6);
    const uint64_t *restrict source = from + (f >> 6);
    const uint64_t shift = f & 63, words = count >> 6;
    if (shift == 0)
        for (uint64_t w = 0; w < words; w++)
            at[w] |= source[w];
    else
        for (uint64_t w = 0; w < words; w++)
            at[w] |= source[w] >> shift | source[w + 1] << (64 - shift);
    if (count & 63)
        at[words] |= bits_at(from, f + (words << 6)) & ~(~UINT64_C(0) << (count & 63));
}

/* Long runs: the chunk comes as a whole, from the same place in another run. */
static bool or_chunk(const struct walk *walk, uint64_t *restrict to, uint64_t chunk, uint32_t from_plane,
                     const struct few_set_map *map) {
    const struct few_sets *sets = walk->sets;
    const uint64_t in_run = map->run / sets->chunk_bits, run = chunk / in_run, start = run / map->block * map->block;
    uint64_t unit = ((start + map->from[run - start]) * in_run + chunk % in_run) * sets->planes + from_plane;
    if (!walk->now_flags[unit])
        return false;
    or_same(to, walk->now + unit * walk->chunk_words, NULL, walk->chunk_words);
    return true;
}

/* Runs into one chunk, from wherever they come. Returns whether there was anything. */
static bool or_runs(const struct walk *walk, uint64_t *restrict to, uint64_t chunk, uint32_t from_plane,
                    const struct few_set_map *map) {
    const struct few_sets *sets = walk->sets;
    if (map->run >= sets->chunk_bits)
        return or_chunk(walk, to, chunk, from_plane, map);
    const uint64_t run = map->run, in_chunk = sets->chunk_bits / run, block = map->block;
    const uint64_t first = chunk * in_chunk, block_start = first / block * block;
    bool any = false;
    uint64_t start = block_start, in_block = first - block_start;
    for (uint64_t r = 0; r < in_chunk; r++, in_block++) {
        if (in_block == block) {
            in_block = 0;
            start += block;
        }
        uint64_t source = start + map->from[in_block], source_chunk = source / in_chunk;
        uint64_t unit = source_chunk * sets->planes + from_plane;
        if (!walk->now_flags[unit])
            continue;
        or_run(to, r * run, walk->now + unit * walk->chunk_words, (source - source_chunk * in_chunk) * run, run);
        any = true;
    }
    return any;
}

/* ---- Layers */

static uint64_t finish(uint64_t *restrict next, uint64_t *restrict seen, size_t words) {
    uint64_t count = 0;
    for (size_t w = 0; w < words; w++) {
        uint64_t fresh = next[w] & ~seen[w];
        next[w] = fresh;
        seen[w] |= fresh;
        count += (uint64_t)__builtin_popcountll(fresh);
    }
    return count;
}

static uint64_t make_unit(const struct walk *walk, uint64_t unit) {
    const struct few_sets *sets = walk->sets;
    const uint64_t plane = unit % sets->planes, chunk = unit / sets->planes, words = walk->chunk_words;
    uint64_t *next = walk->next + unit * words;
    bool clear = false, any = false;
    for (uint32_t s = sets->first_step[plane]; s < sets->first_step[plane + 1]; s++) {
        const struct few_set_step *step = &sets->steps[s];
        const struct few_set_map *map = &sets->maps[step->map];
        uint64_t from = chunk * sets->planes + step->from;
        if (map->kind != FEW_SET_RUNS && !walk->now_flags[from])
            continue;
        const uint64_t *mask = step->mask == FEW_NO_MASK ? NULL : sets->masks + (uint64_t)step->mask * words;
        if (!clear && map->kind == FEW_SET_SAME && !mask) { /* these come first: they save to clear */
            memcpy(next, walk->now + from * words, words * sizeof *next);
            clear = any = true;
            continue;
        }
        if (!clear) {
            memset(next, 0, words * sizeof *next);
            clear = true;
        }
        if (map->kind == FEW_SET_SAME)
            or_same(next, walk->now + from * words, mask, words);
        else if (map->kind == FEW_SET_BITS)
            or_bits(next, walk->now + from * words, mask, map, sets->chunk_bits);
        if (map->kind == FEW_SET_RUNS)
            any |= or_runs(walk, next, chunk, step->from, map);
        else
            any = true;
    }
    return any ? finish(next, walk->seen + unit * words, words) : 0;
}

static bool make_units(void *context, unsigned worker, uint64_t first, uint64_t end) {
    struct walk *walk = context;
    for (uint64_t unit = first; unit < end; unit++) {
        uint64_t count = make_unit(walk, unit);
        walk->next_flags[unit] = count != 0;
        walk->tallies[worker].count += count;
    }
    if (worker == 0)
        walk->end = few_watch_check(walk->watch);
    return walk->end == FEW_RUNNING || worker != 0;
}

static enum few_end advance(struct walk *walk, uint64_t *count) {
    enum { GRAIN_WORDS = 1 << 14 };
    uint64_t grain = GRAIN_WORDS / walk->chunk_words + 1;
    for (unsigned i = 0; i < few_team_size(walk->team); i++)
        walk->tallies[i].count = 0;
    if (!few_team_run(walk->team, make_units, walk, walk->units, grain))
        return walk->end;
    *count = 0;
    for (unsigned i = 0; i < few_team_size(walk->team); i++)
        *count += walk->tallies[i].count;
    return FEW_RUNNING;
}

static void swap_layers(struct walk *walk) {
    uint64_t *bits = walk->now;
    uint8_t *flags = walk->now_flags;
    walk->now = walk->next;
    walk->next = bits;
    walk->now_flags = walk->next_flags;
    walk->next_flags = flags;
}

static uint64_t begin(struct walk *walk, const struct few_problem *problem) {
    uint64_t count = 0;
    for (size_t i = 0; i < problem->start_count; i++) {
        uint32_t plane;
        uint64_t bit;
        walk->sets->locate(walk->sets, problem->starts + i * problem->space->words, &plane, &bit);
        uint64_t unit = bit / walk->sets->chunk_bits * walk->sets->planes + plane, place = bit % walk->sets->chunk_bits;
        uint64_t word = unit * walk->chunk_words + place / 64, one = UINT64_C(1) << place % 64;
        count += !(walk->now[word] & one);
        walk->now[word] |= one;
        walk->seen[word] |= one;
        walk->now_flags[unit] = 1;
    }
    return count;
}

/* ---- How many moves there were. Each state was expanded once: what all layers made together is found at the end, from
 * what was seen. A move that leads back to the same state is none. */

static uint64_t count_bits(const uint64_t *words, const uint64_t *mask, size_t count) {
    uint64_t bits = 0;
    for (size_t w = 0; w < count; w++)
        bits += (uint64_t)__builtin_popcountll(mask ? words[w] & mask[w] : words[w]);
    return bits;
}

/* Whether a map within one plane moves that bit. */
static bool moves_bit(const struct few_set_map *map, uint64_t bit) {
    if (map->kind == FEW_SET_SAME)
        return false;
    if (map->kind == FEW_SET_BITS)
        return map->to[bit % map->block] != bit % map->block;
    uint64_t in_block = bit / map->run % map->block;
    return map->from[in_block] != in_block;
}

static uint64_t count_moved(const struct walk *walk, uint64_t unit, const struct few_set_map *map,
                            const uint64_t *mask) {
    const uint64_t *seen = walk->seen + unit * walk->chunk_words;
    const uint64_t first = unit / walk->sets->planes * walk->sets->chunk_bits;
    uint64_t moved = 0;
    for (uint64_t w = 0; w < walk->chunk_words; w++)
        for (uint64_t word = mask ? seen[w] & mask[w] : seen[w]; word; word &= word - 1)
            moved += moves_bit(map, first + w * 64 + (uint64_t)__builtin_ctzll(word));
    return moved;
}

static uint64_t count_moves(const struct walk *walk) {
    const struct few_sets *sets = walk->sets;
    uint64_t moves = 0;
    for (uint32_t s = 0; s < sets->first_step[sets->planes]; s++) {
        const struct few_set_step *step = &sets->steps[s];
        const struct few_set_map *map = &sets->maps[step->map];
        const uint64_t *mask = step->mask == FEW_NO_MASK ? NULL : sets->masks + (uint64_t)step->mask * walk->chunk_words;
        for (uint64_t chunk = 0; chunk < sets->chunks; chunk++) {
            uint64_t unit = chunk * sets->planes + step->from;
            moves += step->from == step->to
                         ? count_moved(walk, unit, map, mask)
                         : count_bits(walk->seen + unit * walk->chunk_words, mask, walk->chunk_words);
        }
    }
    return moves;
}

/* The states of the layer in `now`. */
static bool offer_layer(const struct walk *walk, struct few_exploration *result) {
    const struct few_sets *sets = walk->sets;
    uint64_t state[FEW_MAX_WORDS];
    for (uint64_t unit = 0; unit < walk->units && result->keep; unit++) {
        if (!walk->now_flags[unit])
            continue;
        uint64_t chunk = unit / sets->planes;
        for (uint64_t w = 0; w < walk->chunk_words; w++)
            for (uint64_t word = walk->now[unit * walk->chunk_words + w]; word; word &= word - 1) {
                uint64_t bit = chunk * sets->chunk_bits + w * 64 + (uint64_t)__builtin_ctzll(word);
                sets->state_at(sets, (uint32_t)(unit % sets->planes), bit, state);
                if (!few_exploration_offer(result, state, 1))
                    return false;
            }
    }
    return true;
}

enum few_end few_explore_sets(const struct few_problem *problem, const struct few_sets *sets, struct few_watch *watch,
                              struct few_exploration *result) {
    struct walk walk = {.sets = sets, .watch = watch, .units = sets->planes * sets->chunks,
                        .chunk_words = sets->chunk_words, .end = FEW_RUNNING};
    watch->store_name = "bitmaps";
    enum few_end end = prepare(&walk, result->threads) ? FEW_RUNNING : few_refused(watch);
    uint64_t count = end == FEW_RUNNING ? begin(&walk, problem) : 0;
    while (end == FEW_RUNNING && count) {
        if (!few_exploration_add_layer(result, watch, count))
            end = few_refused(watch);
        else if (result->depths.count > watch->max_depth)
            end = FEW_DEPTH_LIMIT;
        else
            end = few_watch_check(watch);
        if (end == FEW_RUNNING)
            end = advance(&walk, &count);
        if (end == FEW_RUNNING && count)
            swap_layers(&walk);
    }
    if (end == FEW_RUNNING) {
        watch->counts.expanded = result->states;
        watch->counts.generated = count_moves(&walk);
        end = offer_layer(&walk, result) ? FEW_SOLVED : few_refused(watch);
    }
    release(&walk);
    return end;
}
