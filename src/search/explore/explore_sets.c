/* Exploring a space by sets: layer after layer, unit by unit (search/explore/set_explorer.h); then how many moves there were,
 * and the states of the last layer. By one process, or by several that have some of the units each (search/explore/set_share.h). */
#include "search/explore/explore.h"

#include "search/explore/checkpoint.h"
#include "search/explore/set_share.h"

enum { MOST_WORKERS = 256 };

/* Three bitmaps of so many units, and two flags of each of all. */
static size_t bytes_for(const struct few_sets *sets, uint64_t units) {
    const uint64_t unit = 3 * sizeof(uint64_t) * sets->chunk_words;
    __extension__ unsigned __int128 bytes = (unsigned __int128)units * unit + 2 * (unsigned __int128)sets->planes * sets->chunks;
    bytes += MOST_WORKERS * sizeof(struct few_set_tally);
    return bytes < SIZE_MAX / 2 ? (size_t)bytes : SIZE_MAX;
}

size_t few_explore_sets_bytes(const struct few_sets *sets) {
    return bytes_for(sets, sets->planes * sets->chunks);
}

size_t few_explore_shared_sets_bytes(const struct few_sets *sets, const struct few_cluster *cluster) {
    struct few_set_explorer explorer = {.sets = sets};
    few_set_share_out(&explorer, cluster);
    return bytes_for(sets, explorer.units);
}

static uint64_t flag_count(const struct few_set_explorer *explorer) {
    return explorer->sets->planes * explorer->sets->chunks;
}

static size_t bitmap_bytes(const struct few_set_explorer *explorer) {
    return few_array_size(explorer->units, explorer->chunk_words * sizeof(uint64_t));
}

static bool prepare(struct few_set_explorer *explorer, unsigned threads) {
    struct few_memory *memory = explorer->watch->memory;
    explorer->now = few_alloc_zeroed(memory, bitmap_bytes(explorer));
    explorer->next = few_alloc_zeroed(memory, bitmap_bytes(explorer));
    explorer->seen = few_alloc_zeroed(memory, bitmap_bytes(explorer));
    explorer->now_flags = few_alloc_zeroed(memory, flag_count(explorer));
    explorer->next_flags = few_alloc_zeroed(memory, flag_count(explorer));
    explorer->tallies = few_alloc_zeroed(memory, MOST_WORKERS * sizeof *explorer->tallies);
    explorer->team = few_team_create(memory, threads < MOST_WORKERS ? threads : MOST_WORKERS);
    return explorer->now && explorer->next && explorer->seen && explorer->now_flags && explorer->next_flags && explorer->tallies && explorer->team;
}

static void release(struct few_set_explorer *explorer) {
    struct few_memory *memory = explorer->watch->memory;
    few_team_free(explorer->team);
    few_free(memory, explorer->now, bitmap_bytes(explorer));
    few_free(memory, explorer->next, bitmap_bytes(explorer));
    few_free(memory, explorer->seen, bitmap_bytes(explorer));
    few_free(memory, explorer->now_flags, flag_count(explorer));
    few_free(memory, explorer->next_flags, flag_count(explorer));
    few_free(memory, explorer->tallies, MOST_WORKERS * sizeof *explorer->tallies);
}

static bool make_units(void *context, unsigned worker, uint64_t first, uint64_t end) {
    struct few_set_explorer *explorer = context;
    for (uint64_t i = first; i < end; i++) {
        const uint64_t unit = explorer->order ? explorer->order[i] : i;
        uint64_t count = few_set_unit(explorer, unit);
        explorer->next_flags[unit] = count != 0;
        explorer->tallies[worker].count += count;
    }
    if (worker != 0)
        return true;
    explorer->end = few_watch_check(explorer->watch); /* by the first worker alone, so that no other reads what it writes */
    if (explorer->share && explorer->end == FEW_RUNNING)
        explorer->end = few_set_share_look(explorer->share);
    return explorer->end == FEW_RUNNING;
}

/* So many units; `shared`: by all threads. */
static enum few_end make(struct few_set_explorer *explorer, bool shared, uint64_t units) {
    enum { GRAIN_WORDS = 1 << 14 };
    const uint64_t grain = GRAIN_WORDS / explorer->chunk_words + 1;
    bool whole = true;
    if (shared)
        whole = few_team_run(explorer->team, make_units, explorer, units, grain);
    for (uint64_t unit = 0; !shared && whole && unit < units; unit += grain)
        whole = make_units(explorer, 0, unit, units - unit < grain ? units : unit + grain);
    return whole ? FEW_RUNNING : explorer->end;
}

/* Those that other processes need, which are sent while the rest is made. */
static enum few_end make_with_others(struct few_set_explorer *explorer, bool shared) {
    struct few_set_share *share = explorer->share;
    few_set_share_open(share);
    explorer->order = share->order;
    enum few_end end = make(explorer, shared, share->wanted);
    if (end == FEW_RUNNING) {
        few_set_share_send(share);
        explorer->order = share->order + share->wanted;
        end = make(explorer, shared, explorer->units - share->wanted);
    }
    return few_set_share_end(share, end);
}

/* The number becomes the sum of those of all processes. */
static uint64_t sum_of_all(const struct few_exploration *result, uint64_t number) {
    if (result->cluster)
        few_cluster_combine(result->cluster, &number, 1, FEW_SUM);
    return number;
}

static enum few_end agree(const struct few_exploration *result, enum few_end end) {
    return result->cluster ? (enum few_end)few_cluster_most(result->cluster, end) : end;
}

/* From a layer of *count states to the next one. */
static enum few_end advance(struct few_set_explorer *explorer, const struct few_exploration *result, uint64_t *count) {
    const bool shared = few_is_shared(result, *count);
    for (unsigned i = 0; i < few_team_size(explorer->team); i++)
        explorer->tallies[i].count = 0;
    const enum few_end end = explorer->share ? make_with_others(explorer, shared) : make(explorer, shared, explorer->units);
    if (end != FEW_RUNNING)
        return end;
    uint64_t made = 0;
    for (unsigned i = 0; i < few_team_size(explorer->team); i++)
        made += explorer->tallies[i].count;
    *count = sum_of_all(result, made);
    return FEW_RUNNING;
}

static void swap_layers(struct few_set_explorer *explorer) {
    uint64_t *bits = explorer->now;
    uint8_t *flags = explorer->now_flags;
    explorer->now = explorer->next;
    explorer->next = bits;
    explorer->now_flags = explorer->next_flags;
    explorer->next_flags = flags;
    if (explorer->share)
        few_set_share_turn(explorer->share);
}

/* Returns how many are ours. Those of guests are known, too. */
static uint64_t begin(struct few_set_explorer *explorer, const struct few_problem *problem) {
    uint64_t count = 0;
    for (size_t i = 0; i < problem->start_count; i++) {
        uint32_t plane;
        uint64_t bit;
        (void)explorer->sets->locate(explorer->sets, problem->starts + i * problem->space->words, &plane, &bit); /* it is made for them */
        uint64_t unit = bit / explorer->sets->chunk_bits * explorer->sets->planes + plane, place = bit % explorer->sets->chunk_bits;
        const uint64_t one = UINT64_C(1) << place % 64;
        const bool is_ours = unit - explorer->first < explorer->units;
        uint64_t *bits = is_ours ? explorer->now + (unit - explorer->first) * explorer->chunk_words : few_set_guest(explorer->share, unit);
        if (!bits)
            continue;
        if (is_ours) {
            count += !(bits[place / 64] & one);
            explorer->seen[(unit - explorer->first) * explorer->chunk_words + place / 64] |= one;
        }
        bits[place / 64] |= one;
        explorer->now_flags[unit] = 1;
    }
    if (explorer->share)
        few_set_share_point(explorer->share);
    return count;
}

/* ---- Checkpoints. What was seen before the layer was expanded is what was seen, without what is in `next` so far. */

static void keep_form(const struct few_set_explorer *explorer, struct few_out *out) {
    const struct few_sets *sets = explorer->sets;
    few_out_number(out, sets->planes);
    few_out_number(out, sets->bits);
    few_out_number(out, sets->chunk_bits);
    few_out_number(out, sets->reach);
    few_out_number(out, explorer->first);
    few_out_number(out, explorer->units);
}

static void keep(void *context, struct few_out *out) {
    const struct few_set_explorer *explorer = context;
    const uint64_t words = explorer->chunk_words;
    keep_form(explorer, out);
    for (uint64_t unit = 0; unit < explorer->units; unit++) {
        uint64_t *seen = explorer->seen + unit * words, *next = explorer->next + unit * words;
        const bool is_in_layer = explorer->now_flags[explorer->first + unit], is_made = explorer->next_flags[explorer->first + unit] == 1;
        few_out_number(out, is_in_layer);
        if (is_in_layer)
            few_out_bits(out, explorer->now + unit * words, words);
        for (uint64_t w = 0; is_made && w < words; w++)
            seen[w] ^= next[w];
        few_out_bits(out, seen, words);
        for (uint64_t w = 0; is_made && w < words; w++)
            seen[w] ^= next[w];
    }
}

static uint64_t count_bits(const uint64_t *words, size_t count) {
    uint64_t bits = 0;
    for (size_t w = 0; w < count; w++)
        bits += (uint64_t)__builtin_popcountll(words[w]);
    return bits;
}

/* Whether no bit behind those of a chunk is set. */
static bool is_within(const struct few_sets *sets, const uint64_t *words) {
    uint64_t behind = sets->chunk_bits % 64 ? words[sets->chunk_bits / 64] >> sets->chunk_bits % 64 : 0;
    for (uint64_t w = (sets->chunk_bits + UINT64_C(63)) / 64; w < sets->chunk_words; w++)
        behind |= words[w];
    return behind == 0;
}

/* Where the layer is read to, and what there is of it and of all that was seen. */
struct reading {
    struct few_set_explorer *explorer;
    uint64_t *layer, *spare; /* our units; one that is not ours */
    uint8_t *flags;
    uint64_t states, seen;   /* of ours */
};

static void read_bits(struct few_in *from, const struct few_sets *sets, uint64_t *bits) {
    few_in_bits(from, bits, sets->chunk_words);
    if (!is_within(sets, bits))
        few_in_refuse(from);
}

static void read_unit(struct reading *reading, struct few_in *from, uint64_t unit) {
    const struct few_set_explorer *explorer = reading->explorer;
    const uint64_t words = explorer->chunk_words, ours = unit - explorer->first;
    const bool is_ours = ours < explorer->units;
    uint64_t *layer = is_ours ? reading->layer + ours * words : reading->spare, *seen = is_ours ? explorer->seen + ours * words : reading->spare;
    const bool is_in_layer = few_in_count(from, 1);
    if (is_in_layer) {
        read_bits(from, explorer->sets, layer);
        reading->states += is_ours ? count_bits(layer, words) : 0;
    }
    read_bits(from, explorer->sets, seen);
    if (!is_ours)
        return;
    reading->flags[unit] = is_in_layer;
    reading->seen += count_bits(seen, words);
}

/* The part of one of so many processes. */
static bool read_part(struct reading *reading, struct few_in *from, uint64_t parts, uint64_t number) {
    const struct few_sets *sets = reading->explorer->sets;
    const uint64_t first = few_set_first_unit(sets, parts, number), end = few_set_first_unit(sets, parts, number + 1);
    if (few_in_number(from) != sets->planes || few_in_number(from) != sets->bits || few_in_number(from) != sets->chunk_bits ||
        few_in_number(from) != sets->reach || few_in_number(from) != first || few_in_number(from) != end - first)
        few_in_refuse(from);
    for (uint64_t unit = first; unit < end && !from->failed; unit++)
        read_unit(reading, from, unit);
    return !from->failed;
}

/* What is ours of all parts. */
static enum few_end read_parts(struct reading *reading, const struct few_exploration *result) {
    const struct few_set_explorer *explorer = reading->explorer;
    struct few_memory *memory = explorer->watch->memory;
    const uint64_t parts = few_kept_parts(result);
    const size_t bytes = explorer->chunk_words * sizeof *reading->spare;
    reading->spare = few_alloc(memory, bytes);
    bool good = reading->spare;
    for (uint64_t number = 0; number < parts && good; number++) {
        struct few_kept_part part;
        const uint64_t first = few_set_first_unit(explorer->sets, parts, number), end = few_set_first_unit(explorer->sets, parts, number + 1);
        if (result->keeper->taken.count && (end <= explorer->first || first >= explorer->first + explorer->units))
            continue;
        good = few_kept_open(result, number, &part) && read_part(reading, part.in, parts, number);
        good = few_kept_close(result, &part, good);
    }
    few_free(memory, reading->spare, reading->spare ? bytes : 0);
    return good ? FEW_RUNNING : few_not_taken_up(result, explorer->watch);
}

/* Reads the layer that is to be expanded, and how many states it has. Where processes share it, it is read as if it had just been made, and what others need of it
 * is sent to them. */
static enum few_end take_up(struct few_set_explorer *explorer, struct few_exploration *result, uint64_t *count) {
    struct few_in *from = few_kept_from(result);
    const uint64_t *depths = result->depths.items;
    struct reading reading = {.explorer = explorer, .layer = explorer->now, .flags = explorer->now_flags};
    enum few_end end;
    if (explorer->share) {
        reading.layer = explorer->next;
        reading.flags = explorer->next_flags;
        few_set_share_open(explorer->share);
        end = read_parts(&reading, result);
        if (end == FEW_RUNNING)
            few_set_share_send(explorer->share);
        end = few_set_share_end(explorer->share, end);
        swap_layers(explorer);
    } else {
        end = read_parts(&reading, result);
    }
    if (end != FEW_RUNNING)
        return end;
    *count = sum_of_all(result, reading.states);
    const uint64_t seen = sum_of_all(result, reading.seen);
    if (*count != depths[result->depths.count - 1] || seen != result->states)
        few_in_refuse(from);
    return agree(result, few_taken_up(result) ? FEW_RUNNING : few_not_taken_up(result, explorer->watch));
}

/* ---- How many moves there were. Each state was expanded once: what all layers made together is found at the end, from
 * what was seen. A move that leads back to the same state is none. */

/* One step of all states of its plane that were seen. */
static uint64_t count_step(const struct few_set_explorer *explorer, const struct few_set_step *step) {
    const struct few_sets *sets = explorer->sets;
    uint64_t moves = 0;
    for (uint64_t chunk = explorer->first / sets->planes; chunk < sets->chunks; chunk++) {
        const uint64_t unit = chunk * sets->planes + step->from - explorer->first;
        if (unit < explorer->units)
            moves += few_set_count_step(sets, step, chunk, explorer->seen + unit * explorer->chunk_words);
    }
    return moves;
}

/* Steps without a guard are as many as the plane has states, which is counted once. */
static uint64_t count_moves(const struct few_set_explorer *explorer) {
    const struct few_sets *sets = explorer->sets;
    struct few_memory *memory = explorer->watch->memory;
    const size_t bytes = sets->planes * sizeof(uint64_t);
    uint64_t *of_plane = few_alloc_zeroed(memory, bytes), moves = 0; /* one more than the states of the plane */
    for (uint32_t s = 0; s < sets->first_step[sets->planes]; s++) {
        const struct few_set_step *step = &sets->steps[s];
        if (!of_plane || step->mask != FEW_NO_MASK || step->from == step->to) {
            moves += count_step(explorer, step);
            continue;
        }
        if (of_plane[step->from] == 0)
            of_plane[step->from] = count_step(explorer, step) + 1;
        moves += of_plane[step->from] - 1;
    }
    few_free(memory, of_plane, bytes);
    return moves;
}

/* The states of the layer in `now`. */
static bool offer_layer(const struct few_set_explorer *explorer, struct few_exploration *result) {
    const struct few_sets *sets = explorer->sets;
    uint64_t state[FEW_MAX_WORDS];
    for (uint64_t i = 0; i < explorer->units && result->keep; i++) {
        const uint64_t unit = explorer->first + i, chunk = unit / sets->planes;
        if (!explorer->now_flags[unit])
            continue;
        for (uint64_t w = 0; w < explorer->chunk_words; w++)
            for (uint64_t word = explorer->now[i * explorer->chunk_words + w]; word; word &= word - 1) {
                uint64_t bit = chunk * sets->chunk_bits + w * 64 + (uint64_t)__builtin_ctzll(word);
                sets->state_at(sets, (uint32_t)(unit % sets->planes), bit, state);
                if (!few_exploration_offer(result, state, 1))
                    return false;
            }
    }
    return true;
}

/* All layers, from one of so many states. */
static enum few_end explore(struct few_set_explorer *explorer, struct few_exploration *result, uint64_t count, bool is_added) {
    struct few_watch *watch = explorer->watch;
    enum few_end end = FEW_RUNNING;
    while (end == FEW_RUNNING && count) {
        memset(explorer->next_flags, FEW_SET_UNMADE, flag_count(explorer));
        end = is_added ? FEW_RUNNING : few_exploration_add_layer(result, watch, count);
        is_added = false;
        if (end == FEW_RUNNING)
            end = few_watch_check(watch);
        end = agree(result, end);
        few_keep(result, end, &watch->counts, keep, explorer);
        if (end != FEW_RUNNING)
            break;
        end = advance(explorer, result, &count);
        if (end == FEW_RUNNING && count)
            swap_layers(explorer);
        else if (end != FEW_RUNNING)
            few_keep(result, end, &watch->counts, keep, explorer);
    }
    return end;
}

/* The last layer was expanded. */
static enum few_end finish(struct few_set_explorer *explorer, struct few_exploration *result) {
    struct few_watch *watch = explorer->watch;
    watch->counts.expanded = result->states;
    watch->counts.generated = sum_of_all(result, count_moves(explorer));
    enum few_end end = offer_layer(explorer, result) ? FEW_RUNNING : few_refused(watch);
    if (explorer->share)
        end = few_exploration_gather(result, watch, end);
    return end == FEW_RUNNING ? FEW_SOLVED : end;
}

enum few_end few_explore_sets(const struct few_problem *problem, const struct few_sets *sets, struct few_watch *watch,
                              struct few_exploration *result) {
    struct few_set_explorer explorer = {.sets = sets, .watch = watch, .units = sets->planes * sets->chunks, .sample = ~UINT64_C(0),
                                .chunk_words = sets->chunk_words, .end = FEW_RUNNING};
    struct few_set_share share;
    watch->store_name = "bitmaps";
    if (result->cluster)
        few_set_share_out(&explorer, result->cluster);
    enum few_end end = agree(result, prepare(&explorer, result->threads) ? FEW_RUNNING : few_refused(watch));
    const bool is_added = end == FEW_RUNNING && few_kept_from(result);
    uint64_t count = 0;
    if (end == FEW_RUNNING && result->cluster) {
        end = few_set_share_begin(&share, &explorer, result->cluster);
        explorer.share = &share;
        result->needed = atomic_load(&watch->memory->used);
    }
    if (end == FEW_RUNNING && is_added)
        end = take_up(&explorer, result, &count);
    else if (end == FEW_RUNNING)
        count = sum_of_all(result, begin(&explorer, problem));
    if (end == FEW_RUNNING)
        end = explore(&explorer, result, count, is_added);
    if (end == FEW_RUNNING)
        end = finish(&explorer, result);
    if (explorer.share) {
        result->sent = sum_of_all(result, share.mail.sent);
        few_set_share_free(&share);
    }
    release(&explorer);
    return end;
}
