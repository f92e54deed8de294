/* Exploring a space by sets: layer after layer, unit by unit (search/set_walk.h); then how many moves there were, and the
 * states of the last layer. */
#include "search/explore.h"

#include "search/set_walk.h"

enum { MOST_WORKERS = 256 };

size_t few_explore_sets_bytes(const struct few_sets *sets) {
    const uint64_t unit = 3 * sizeof(uint64_t) * sets->chunk_words + 2; /* three bitmaps, two flags */
    __extension__ unsigned __int128 bytes = (unsigned __int128)sets->planes * sets->chunks * unit;
    bytes += MOST_WORKERS * sizeof(struct few_set_tally);
    return bytes < SIZE_MAX / 2 ? (size_t)bytes : SIZE_MAX;
}

static size_t bitmap_bytes(const struct few_set_walk *walk) {
    return few_array_size(walk->units, walk->chunk_words * sizeof(uint64_t));
}

static bool prepare(struct few_set_walk *walk, unsigned threads) {
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

static void release(struct few_set_walk *walk) {
    struct few_memory *memory = walk->watch->memory;
    few_team_free(walk->team);
    few_free(memory, walk->now, bitmap_bytes(walk));
    few_free(memory, walk->next, bitmap_bytes(walk));
    few_free(memory, walk->seen, bitmap_bytes(walk));
    few_free(memory, walk->now_flags, walk->units);
    few_free(memory, walk->next_flags, walk->units);
    few_free(memory, walk->tallies, MOST_WORKERS * sizeof *walk->tallies);
}

static bool make_units(void *context, unsigned worker, uint64_t first, uint64_t end) {
    struct few_set_walk *walk = context;
    for (uint64_t unit = first; unit < end; unit++) {
        uint64_t count = few_set_unit(walk, unit);
        walk->next_flags[unit] = count != 0;
        walk->tallies[worker].count += count;
    }
    if (worker == 0)
        walk->end = few_watch_check(walk->watch);
    return walk->end == FEW_RUNNING || worker != 0;
}

/* From a layer of *count states to the next one. */
static enum few_end advance(struct few_set_walk *walk, bool shared, uint64_t *count) {
    enum { GRAIN_WORDS = 1 << 14 };
    const uint64_t grain = GRAIN_WORDS / walk->chunk_words + 1;
    for (unsigned i = 0; i < few_team_size(walk->team); i++)
        walk->tallies[i].count = 0;
    bool whole = true;
    if (shared)
        whole = few_team_run(walk->team, make_units, walk, walk->units, grain);
    for (uint64_t unit = 0; !shared && whole && unit < walk->units; unit += grain)
        whole = make_units(walk, 0, unit, walk->units - unit < grain ? walk->units : unit + grain);
    if (!whole)
        return walk->end;
    *count = 0;
    for (unsigned i = 0; i < few_team_size(walk->team); i++)
        *count += walk->tallies[i].count;
    return FEW_RUNNING;
}

static void swap_layers(struct few_set_walk *walk) {
    uint64_t *bits = walk->now;
    uint8_t *flags = walk->now_flags;
    walk->now = walk->next;
    walk->next = bits;
    walk->now_flags = walk->next_flags;
    walk->next_flags = flags;
}

static uint64_t begin(struct few_set_walk *walk, const struct few_problem *problem) {
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

static uint64_t count_moved(const struct few_set_walk *walk, uint64_t unit, const struct few_set_map *map,
                            const uint64_t *mask) {
    const uint64_t *seen = walk->seen + unit * walk->chunk_words;
    const uint64_t first = unit / walk->sets->planes * walk->sets->chunk_bits;
    uint64_t moved = 0;
    for (uint64_t w = 0; w < walk->chunk_words; w++)
        for (uint64_t word = mask ? seen[w] & mask[w] : seen[w]; word; word &= word - 1)
            moved += moves_bit(map, first + w * 64 + (uint64_t)__builtin_ctzll(word));
    return moved;
}

/* One step of all states of its plane that were seen. */
static uint64_t count_step(const struct few_set_walk *walk, const struct few_set_step *step) {
    const struct few_sets *sets = walk->sets;
    const uint64_t *mask = step->mask == FEW_NO_MASK ? NULL : sets->masks + (uint64_t)step->mask * walk->chunk_words;
    uint64_t moves = 0;
    for (uint64_t chunk = 0; chunk < sets->chunks; chunk++) {
        uint64_t unit = chunk * sets->planes + step->from;
        moves += step->from == step->to
                     ? count_moved(walk, unit, &sets->maps[step->map], mask)
                     : count_bits(walk->seen + unit * walk->chunk_words, mask, walk->chunk_words);
    }
    return moves;
}

/* Steps without a guard are as many as the plane has states, which is counted once. */
static uint64_t count_moves(const struct few_set_walk *walk) {
    const struct few_sets *sets = walk->sets;
    struct few_memory *memory = walk->watch->memory;
    const size_t bytes = sets->planes * sizeof(uint64_t);
    uint64_t *of_plane = few_alloc_zeroed(memory, bytes), moves = 0; /* one more than the states of the plane */
    for (uint32_t s = 0; s < sets->first_step[sets->planes]; s++) {
        const struct few_set_step *step = &sets->steps[s];
        if (!of_plane || step->mask != FEW_NO_MASK || step->from == step->to) {
            moves += count_step(walk, step);
            continue;
        }
        if (of_plane[step->from] == 0)
            of_plane[step->from] = count_step(walk, step) + 1;
        moves += of_plane[step->from] - 1;
    }
    few_free(memory, of_plane, bytes);
    return moves;
}

/* The states of the layer in `now`. */
static bool offer_layer(const struct few_set_walk *walk, struct few_exploration *result) {
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
    struct few_set_walk walk = {.sets = sets, .watch = watch, .units = sets->planes * sets->chunks, .sample = ~UINT64_C(0),
                                .chunk_words = sets->chunk_words, .end = FEW_RUNNING};
    watch->store_name = "bitmaps";
    enum few_end end = prepare(&walk, result->threads) ? FEW_RUNNING : few_refused(watch);
    uint64_t count = end == FEW_RUNNING ? begin(&walk, problem) : 0;
    while (end == FEW_RUNNING && count) {
        end = few_exploration_add_layer(result, watch, count);
        if (end == FEW_RUNNING)
            end = few_watch_check(watch);
        if (end == FEW_RUNNING)
            end = advance(&walk, few_is_shared(result, count), &count);
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
