/* One unit of an exploration by sets: all moves into it, and what is new of it. */
#include "search/explore/set_explorer.h"

#include <string.h>

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
                    const struct few_set_map *map, uint64_t bits, bool chunk_odd) {
    for (uint64_t start = 0, block = 0; start < bits; start += map->block, block++) {
        const uint16_t *table = few_set_table(map, chunk_odd, block);
        uint64_t end = start + map->block, first = start >> 6, last = (end - 1) >> 6;
        for (uint64_t w = first; w <= last; w++) {
            uint64_t word = mask ? from[w] & mask[w] : from[w];
            if (word == 0)
                continue;
            if (w == first)
                word &= ~UINT64_C(0) << (start & 63);
            if (w == last && (end & 63))
                word &= ~(~UINT64_C(0) << (end & 63));
            scatter(to, word, w << 6, start, table);
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

/* A unit of the layer that is expanded. */
static inline const uint64_t *now_at(const struct few_set_explorer *explorer, uint64_t chunk, uint64_t plane) {
    const uint64_t planes = explorer->sets->planes, words = explorer->chunk_words;
    if (explorer->blocks)
        return explorer->blocks[chunk / explorer->part_chunks * planes + plane] + chunk % explorer->part_chunks * words;
    return explorer->now + ((chunk * planes + plane) & explorer->sample) * words;
}

/* Long runs: the chunk comes as a whole, from the same place in another run. */
static bool or_chunk(const struct few_set_explorer *explorer, uint64_t *restrict to, uint64_t chunk, uint32_t from_plane,
                     const struct few_set_map *map) {
    const struct few_sets *sets = explorer->sets;
    const uint64_t in_run = map->run / sets->chunk_bits, run = chunk / in_run, start = run / map->block * map->block;
    const uint64_t source = (start + map->from[run - start]) * in_run + chunk % in_run;
    if (!explorer->now_flags[(source * sets->planes + from_plane) & explorer->sample])
        return false;
    or_same(to, now_at(explorer, source, from_plane), NULL, explorer->chunk_words);
    return true;
}

/* Runs into one chunk, from wherever they come. Returns whether there was anything. */
static bool or_runs(const struct few_set_explorer *explorer, uint64_t *restrict to, uint64_t chunk, uint32_t from_plane,
                    const struct few_set_map *map) {
    const struct few_sets *sets = explorer->sets;
    if (map->run >= sets->chunk_bits)
        return or_chunk(explorer, to, chunk, from_plane, map);
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
        uint64_t unit = (source_chunk * sets->planes + from_plane) & explorer->sample;
        if (!explorer->now_flags[unit])
            continue;
        or_run(to, r * run, now_at(explorer, source_chunk, from_plane), (source - source_chunk * in_chunk) * run, run);
        any = true;
    }
    return any;
}

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

uint64_t few_set_unit(const struct few_set_explorer *explorer, uint64_t unit) {
    const struct few_sets *sets = explorer->sets;
    const uint64_t plane = unit % sets->planes, chunk = unit / sets->planes, words = explorer->chunk_words;
    uint64_t *next = explorer->next + ((unit - explorer->first) & explorer->sample) * words;
    bool clear = false, any = false;
    for (uint32_t s = sets->first_step[plane]; s < sets->first_step[plane + 1]; s++) {
        const struct few_set_step *step = &sets->steps[s];
        const struct few_set_map *map = &sets->maps[step->map];
        uint64_t from = (chunk * sets->planes + step->from) & explorer->sample;
        if (map->kind != FEW_SET_RUNS && !explorer->now_flags[from])
            continue;
        const uint64_t *mask = step->mask == FEW_NO_MASK ? NULL : sets->masks + (uint64_t)step->mask * words;
        if (!clear && map->kind == FEW_SET_SAME && !mask) { /* these come first: they save to clear */
            memcpy(next, now_at(explorer, chunk, step->from), words * sizeof *next);
            clear = any = true;
            continue;
        }
        if (!clear) {
            memset(next, 0, words * sizeof *next);
            clear = true;
        }
        if (map->kind == FEW_SET_SAME)
            or_same(next, now_at(explorer, chunk, step->from), mask, words);
        else if (map->kind == FEW_SET_BITS)
            or_bits(next, now_at(explorer, chunk, step->from), mask, map, sets->chunk_bits, few_set_chunk_odd(sets, step->from, chunk));
        if (map->kind == FEW_SET_RUNS)
            any |= or_runs(explorer, next, chunk, step->from, map);
        else
            any = true;
    }
    return any ? finish(next, explorer->seen + ((unit - explorer->first) & explorer->sample) * words, words) : 0;
}

/* ---- Counting */

/* Whether a map within one plane moves that bit. */
static bool moves_bit(const struct few_sets *sets, const struct few_set_map *map, bool chunk_odd, uint64_t bit) {
    if (map->kind == FEW_SET_SAME)
        return false;
    if (map->kind == FEW_SET_BITS)
        return few_set_table(map, chunk_odd, bit % sets->chunk_bits / map->block)[bit % map->block] != bit % map->block;
    uint64_t in_block = bit / map->run % map->block;
    return map->from[in_block] != in_block;
}

uint64_t few_set_count_step(const struct few_sets *sets, const struct few_set_step *step, uint64_t chunk, const uint64_t *bits) {
    const uint64_t *mask = step->mask == FEW_NO_MASK ? NULL : sets->masks + (uint64_t)step->mask * sets->chunk_words;
    const bool chunk_odd = few_set_chunk_odd(sets, step->from, chunk), moves_all = step->from != step->to;
    uint64_t moves = 0;
    for (uint64_t w = 0; w < sets->chunk_words; w++) {
        uint64_t word = mask ? bits[w] & mask[w] : bits[w];
        if (moves_all)
            moves += (uint64_t)__builtin_popcountll(word);
        for (; word && !moves_all; word &= word - 1)
            moves += moves_bit(sets, &sets->maps[step->map], chunk_odd, chunk * sets->chunk_bits + w * 64 + (uint64_t)__builtin_ctzll(word));
    }
    return moves;
}
