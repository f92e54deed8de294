/* See set_blocks.h. */
#include "search/explore/set_blocks.h"

#include "base/bit_code.h"

enum { SIZE = sizeof(uint16_t) }; /* before each chunk: its bytes */
#define NO_BLOCK UINT32_MAX

/* ---- What is needed */

static void mark(uint64_t *bits, uint64_t at) {
    bits[at / 64] |= UINT64_C(1) << at % 64;
}

void few_set_mark_sources(const struct few_sets *sets, const struct few_set_step *step, uint64_t chunk, uint64_t part_chunks, uint64_t *bits) {
    const struct few_set_map *map = &sets->maps[step->map];
    if (map->kind != FEW_SET_RUNS) {
        mark(bits, chunk / part_chunks * sets->planes + step->from);
        return;
    }
    if (map->run >= sets->chunk_bits) {
        const uint64_t in_run = map->run / sets->chunk_bits, run = chunk / in_run, start = run / map->block * map->block;
        const uint64_t source = (start + map->from[run - start]) * in_run + chunk % in_run;
        mark(bits, source / part_chunks * sets->planes + step->from);
        return;
    }
    const uint64_t in_chunk = sets->chunk_bits / map->run;
    for (uint64_t run = chunk * in_chunk; run < (chunk + 1) * in_chunk; run++) {
        const uint64_t start = run / map->block * map->block, source = (start + map->from[run - start]) / in_chunk;
        mark(bits, source / part_chunks * sets->planes + step->from);
    }
}

/* Marks all blocks that a part is made from, its own among them; returns how many. */
static uint64_t mark_part(const struct few_sets *sets, uint64_t part, uint64_t part_chunks, uint64_t *bits, uint64_t words) {
    uint64_t count = 0;
    memset(bits, 0, words * sizeof *bits);
    for (uint32_t plane = 0; plane < sets->planes; plane++)
        mark(bits, part * sets->planes + plane);
    for (uint64_t chunk = part * part_chunks; chunk < (part + 1) * part_chunks; chunk++)
        for (uint32_t s = 0; s < sets->first_step[sets->planes]; s++)
            few_set_mark_sources(sets, &sets->steps[s], chunk, part_chunks, bits);
    for (uint64_t w = 0; w < words; w++)
        count += (uint64_t)__builtin_popcountll(bits[w]);
    return count;
}

/* ---- Memory */

static uint64_t block_words(const struct few_sets *sets, uint64_t part_chunks) {
    return part_chunks * sets->chunk_words;
}

static size_t code_room(const struct few_sets *sets, uint64_t part_chunks) {
    return (size_t)part_chunks * (few_bits_room(sets->chunk_words) + SIZE);
}

/* For so many parts, each of which is made from `needs` blocks at most. */
static uint64_t bytes_for(const struct few_sets *sets, uint64_t parts, uint64_t needs, unsigned workers) {
    const uint64_t part_chunks = sets->chunks / parts, blocks = parts * sets->planes;
    const uint64_t of_block = 3 * sizeof(struct few_set_block) + sizeof(uint64_t *) + 2 * sizeof(uint32_t);
    __extension__ typedef unsigned __int128 wide;
    wide bytes = (wide)(2 * (uint64_t)sets->planes + needs) * block_words(sets, part_chunks) * sizeof(uint64_t);
    bytes += (wide)workers * code_room(sets, part_chunks) + (wide)blocks * of_block + (wide)parts * needs * sizeof(uint32_t);
    bytes += (wide)sets->chunks * sets->planes + ((wide)parts + 1 + sets->planes) * sizeof(uint64_t);
    return bytes < UINT64_MAX / 2 ? (uint64_t)bytes : UINT64_MAX;
}

/* The most blocks that any part is made from; 0: no memory. */
static uint64_t most_needs(const struct few_sets *sets, uint64_t parts, struct few_memory *memory) {
    const uint64_t words = (parts * sets->planes + 63) / 64;
    uint64_t *bits = few_alloc(memory, words * sizeof *bits), most = 0;
    for (uint64_t part = 0; bits && part < parts; part++) {
        const uint64_t needs = mark_part(sets, part, sets->chunks / parts, bits, words);
        most = needs > most ? needs : most;
    }
    few_free(memory, bits, words * sizeof *bits);
    return most;
}

uint64_t few_set_parts(const struct few_sets *sets, struct few_memory *memory, unsigned workers) {
    enum { MOST_PARTS = 1 << 14 };
    const uint64_t reserve = FEW_EXPLORE_RESERVE, all = few_memory_left(memory), left = all > reserve ? all - reserve : 0;
    for (uint64_t parts = 2; parts <= sets->chunks && parts <= MOST_PARTS; parts++) {
        if (sets->chunks % parts || bytes_for(sets, parts, sets->planes, workers) > left)
            continue;
        const uint64_t needs = most_needs(sets, parts, memory);
        if (needs && bytes_for(sets, parts, needs, workers) <= left)
            return parts;
    }
    return 0;
}

static void *take(struct few_set_disk *self, struct few_memory *memory, unsigned number, size_t bytes) {
    void *block = few_alloc_zeroed(memory, bytes);
    self->bytes[number] = block ? bytes : 0;
    return block;
}

static bool find_needs(struct few_set_disk *self, struct few_memory *memory) {
    const struct few_sets *sets = self->sets.sets;
    const uint64_t words = (self->block_count + 63) / 64, most = most_needs(sets, self->parts, memory);
    uint64_t *bits = few_alloc(memory, words * sizeof *bits), at = 0;
    self->most_needs = most;
    self->first_need = take(self, memory, 0, (self->parts + 1) * sizeof *self->first_need);
    self->needs = take(self, memory, 1, self->parts * most * sizeof *self->needs);
    const bool good = most && bits && self->first_need && self->needs;
    for (uint64_t part = 0; good && part < self->parts; part++) {
        mark_part(sets, part, self->part_chunks, bits, words);
        self->first_need[part] = at;
        for (uint64_t w = 0; w < words; w++)
            for (uint64_t word = bits[w]; word; word &= word - 1)
                self->needs[at++] = (uint32_t)(w * 64 + (uint64_t)__builtin_ctzll(word));
        self->first_need[part + 1] = at;
    }
    few_free(memory, bits, words * sizeof *bits);
    return good;
}

static bool prepare_workers(struct few_set_disk *self, struct few_memory *memory) {
    self->worker = take(self, memory, 9, self->workers * sizeof *self->worker);
    for (unsigned w = 0; self->worker && w < self->workers; w++) {
        self->worker[w].code = few_alloc(memory, code_room(self->sets.sets, self->part_chunks));
        if (!self->worker[w].code)
            return false;
    }
    return self->worker != NULL;
}

/* Moves from plane to plane without a guard are made by all states. */
static void count_simple_moves(struct few_set_disk *self) {
    const struct few_sets *sets = self->sets.sets;
    for (uint32_t s = 0; s < sets->first_step[sets->planes]; s++)
        if (sets->steps[s].mask == FEW_NO_MASK && sets->steps[s].from != sets->steps[s].to)
            self->simple_moves[sets->steps[s].from]++;
}

bool few_set_disk_prepare(struct few_set_disk *self, struct few_memory *memory, uint64_t parts) {
    const struct few_sets *sets = self->sets.sets;
    self->parts = parts;
    self->part_chunks = sets->chunks / parts;
    self->block_count = parts * sets->planes;
    const size_t of_block = block_words(sets, self->part_chunks) * sizeof(uint64_t);
    struct few_set_layer *const layers[] = {&self->now, &self->old, &self->next};
    if (!find_needs(self, memory) || !prepare_workers(self, memory))
        return false;
    struct few_set_block *blocks = take(self, memory, 2, 3 * self->block_count * sizeof *blocks);
    for (unsigned i = 0; i < 3; i++)
        layers[i]->blocks = blocks ? blocks + i * self->block_count : NULL;
    self->loaded = take(self, memory, 3, self->block_count * sizeof *self->loaded);
    self->wanted = take(self, memory, 4, self->most_needs * sizeof *self->wanted);
    self->sets.next = take(self, memory, 5, sets->planes * of_block);
    self->sets.seen = take(self, memory, 6, sets->planes * of_block);
    self->sets.now_flags = take(self, memory, 7, sets->chunks * sets->planes);
    self->simple_moves = take(self, memory, 8, sets->planes * sizeof *self->simple_moves);
    self->slot_count = self->most_needs;
    self->slot_block = few_alloc(memory, self->slot_count * sizeof *self->slot_block);
    self->slots = few_alloc(memory, few_array_size((size_t)self->slot_count, of_block));
    if (!blocks || !self->loaded || !self->wanted || !self->sets.next || !self->sets.seen || !self->sets.now_flags || !self->simple_moves ||
        !self->slot_block || !self->slots)
        return false;
    for (uint64_t slot = 0; slot < self->slot_count; slot++)
        self->slot_block[slot] = NO_BLOCK;
    self->sets.blocks = (const uint64_t *const *)self->loaded;
    self->sets.part_chunks = self->part_chunks;
    count_simple_moves(self);
    return true;
}

void few_set_disk_release(struct few_set_disk *self, struct few_memory *memory) {
    const struct few_sets *sets = self->sets.sets;
    for (unsigned w = 0; self->worker && w < self->workers; w++)
        few_free(memory, self->worker[w].code, self->worker[w].code ? code_room(sets, self->part_chunks) : 0);
    few_free(memory, self->slots, self->slots ? self->slot_count * block_words(sets, self->part_chunks) * sizeof(uint64_t) : 0);
    few_free(memory, self->slot_block, self->slot_block ? self->slot_count * sizeof *self->slot_block : 0);
    void *const blocks[] = {self->first_need, self->needs, self->now.blocks, self->loaded, self->wanted, self->sets.next, self->sets.seen,
                            self->sets.now_flags, self->simple_moves, self->worker};
    /* The three tables of blocks are one, and change places: the lowest is its begin. */
    struct few_set_block *first = self->now.blocks;
    first = self->old.blocks < first ? self->old.blocks : first;
    first = self->next.blocks < first ? self->next.blocks : first;
    for (unsigned i = 0; i < sizeof blocks / sizeof *blocks; i++)
        few_free(memory, i == 2 ? first : blocks[i], self->bytes[i]);
}

/* ---- Reading */

static bool refuse(struct few_set_disk *self) {
    struct few_disk *disk = self->disk;
    pthread_mutex_lock(&disk->lock);
    if (!atomic_load(&disk->failed))
        few_fail(&disk->error, FEW_ERROR_INPUT, "a file is damaged in %.120s: it contradicts itself", disk->folder);
    atomic_store(&disk->failed, true);
    pthread_mutex_unlock(&disk->lock);
    return false;
}

/* The bytes of a block, in the worker's room for it. */
static bool read_code(struct few_set_disk *self, struct few_set_worker *worker, const struct few_set_layer *layer, uint64_t block, size_t *size) {
    *size = 0;
    return layer->blocks[block].count == 0 ||
           few_disk_read(self->disk, &layer->file, layer->blocks[block].place, worker->code, code_room(self->sets.sets, self->part_chunks), size);
}

/* The next chunk of such bytes; NULL: there is none. */
static const uint8_t *next_chunk(const uint8_t *at, const uint8_t *end, size_t *size) {
    uint16_t bytes = 0;
    if ((size_t)(end - at) < SIZE)
        return NULL;
    memcpy(&bytes, at, SIZE);
    *size = bytes;
    return (size_t)(end - at) - SIZE < bytes ? NULL : at + SIZE;
}

/* A block of the layer into the slot that it was given. */
static bool load(struct few_set_disk *self, struct few_set_worker *worker, uint32_t block) {
    const struct few_sets *sets = self->sets.sets;
    const uint64_t plane = block % sets->planes, first = block / sets->planes * self->part_chunks;
    uint64_t *to = self->loaded[block];
    size_t size;
    if (!read_code(self, worker, &self->now, block, &size))
        return false;
    const uint8_t *at = worker->code, *const end = at + size;
    for (uint64_t c = 0; c < self->part_chunks; c++, to += sets->chunk_words) {
        size_t bytes = 0;
        if (size && !(at = next_chunk(at, end, &bytes)))
            return refuse(self);
        self->sets.now_flags[(first + c) * sets->planes + plane] = bytes != 0;
        if (bytes && !few_bits_read(at, bytes, to, sets->chunk_words))
            return refuse(self);
        at += bytes;
    }
    return at == end || refuse(self);
}

static bool load_some(void *context, unsigned worker, uint64_t first, uint64_t end) {
    struct few_set_disk *self = context;
    for (uint64_t i = first; i < end; i++)
        if (!load(self, &self->worker[worker], self->wanted[i]))
            return false;
    return true;
}

static bool is_needed(const struct few_set_disk *self, uint64_t part, uint32_t block) {
    uint64_t low = self->first_need[part], high = self->first_need[part + 1];
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (self->needs[middle] < block)
            low = middle + 1;
        else
            high = middle;
    }
    return low < self->first_need[part + 1] && self->needs[low] == block;
}

static void put(struct few_set_disk *self, uint64_t slot, uint32_t block) {
    if (self->slot_block[slot] != NO_BLOCK)
        self->loaded[self->slot_block[slot]] = NULL;
    self->slot_block[slot] = block;
    self->loaded[block] = self->slots + slot * block_words(self->sets.sets, self->part_chunks);
}

/* Of one plane of the part: what was seen before the next layer. */
static bool load_seen(struct few_set_disk *self, struct few_set_worker *worker, uint64_t plane) {
    const struct few_sets *sets = self->sets.sets;
    const uint64_t words = sets->chunk_words, block = self->part * sets->planes + plane, first = self->part * self->part_chunks;
    const uint64_t *now = self->loaded[block];
    size_t size;
    if (!read_code(self, worker, &self->old, block, &size))
        return false;
    const uint8_t *at = worker->code, *const end = at + size;
    for (uint64_t c = 0; c < self->part_chunks; c++, now += words) {
        uint64_t *seen = self->sets.seen + (c * sets->planes + plane) * words;
        size_t bytes = 0;
        if (size && !(at = next_chunk(at, end, &bytes)))
            return refuse(self);
        if (!few_bits_read(at, bytes, seen, words))
            return refuse(self);
        at += bytes;
        if (self->sets.now_flags[(first + c) * sets->planes + plane])
            for (uint64_t w = 0; w < words; w++)
                seen[w] |= now[w];
    }
    return at == end || refuse(self);
}

static bool load_planes(void *context, unsigned worker, uint64_t first, uint64_t end) {
    struct few_set_disk *self = context;
    for (uint64_t plane = first; plane < end; plane++)
        if (!load_seen(self, &self->worker[worker], plane))
            return false;
    return true;
}

bool few_set_load_part(struct few_set_disk *self, uint64_t part) {
    uint64_t count = 0, slot = 0;
    self->part = part;
    for (uint64_t i = self->first_need[part]; i < self->first_need[part + 1]; i++) {
        const uint32_t block = self->needs[i];
        if (self->loaded[block])
            continue;
        while (self->slot_block[slot] != NO_BLOCK && is_needed(self, part, self->slot_block[slot]))
            slot++; /* there is one: there are as many as any part needs */
        put(self, slot++, block);
        self->wanted[count++] = block;
    }
    return few_team_run(self->sets.team, load_some, self, count, 1) &&
           few_team_run(self->sets.team, load_planes, self, self->sets.sets->planes, 1);
}

const uint64_t *few_set_load_block(struct few_set_disk *self, uint32_t block) {
    if (!self->loaded[block]) {
        put(self, 0, block);
        if (!load(self, &self->worker[0], block))
            return NULL;
    }
    return self->loaded[block];
}

void few_set_unload(struct few_set_disk *self) {
    for (uint64_t slot = 0; slot < self->slot_count; slot++) {
        if (self->slot_block[slot] != NO_BLOCK)
            self->loaded[self->slot_block[slot]] = NULL;
        self->slot_block[slot] = NO_BLOCK;
    }
}

bool few_set_part_is_empty(const struct few_set_disk *self, uint64_t part) {
    bool any = false;
    for (uint64_t i = self->first_need[part]; i < self->first_need[part + 1] && !any; i++)
        any = self->now.blocks[self->needs[i]].count != 0;
    return !any;
}

/* ---- Making and writing */

static bool make_units(void *context, unsigned worker, uint64_t first, uint64_t end) {
    struct few_set_disk *self = context;
    for (uint64_t unit = first; unit < end; unit++) {
        const uint64_t count = few_set_unit(&self->sets, self->sets.first + unit);
        if (count == 0)
            memset(self->sets.next + unit * self->sets.chunk_words, 0, self->sets.chunk_words * sizeof(uint64_t));
        self->worker[worker].count += count;
    }
    if (worker != 0)
        return true;
    self->sets.end = few_watch_check(self->sets.watch);
    return self->sets.end == FEW_RUNNING;
}

bool few_set_make_part(struct few_set_disk *self) {
    const uint64_t units = self->part_chunks * self->sets.sets->planes;
    self->sets.first = self->part * units;
    return few_team_run(self->sets.team, make_units, self, units, 16);
}

/* One plane of the part. */
static bool store(struct few_set_disk *self, struct few_set_worker *worker, uint64_t plane) {
    const struct few_sets *sets = self->sets.sets;
    struct few_set_layer *layer = &self->next;
    const uint64_t *bits = self->sets.next;
    struct few_set_block *block = &layer->blocks[self->part * sets->planes + plane];
    uint8_t *to = worker->code;
    *block = (struct few_set_block){0};
    for (uint64_t c = 0; c < self->part_chunks; c++) {
        const uint64_t *words = bits + (c * sets->planes + plane) * sets->chunk_words;
        const uint16_t size = (uint16_t)few_bits_write(words, sets->chunk_words, to + SIZE);
        memcpy(to, &size, SIZE);
        to += SIZE + size;
        for (uint32_t w = 0; size && w < sets->chunk_words; w++)
            block->count += (uint64_t)__builtin_popcountll(words[w]);
    }
    return block->count == 0 || few_disk_write(self->disk, &layer->file, worker->code, (size_t)(to - worker->code), &block->place);
}

static bool store_planes(void *context, unsigned worker, uint64_t first, uint64_t end) {
    struct few_set_disk *self = context;
    for (uint64_t plane = first; plane < end; plane++)
        if (!store(self, &self->worker[worker], plane))
            return false;
    return true;
}

bool few_set_store_part(struct few_set_disk *self) {
    return few_team_run(self->sets.team, store_planes, self, self->sets.sets->planes, 1);
}
