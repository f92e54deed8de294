/* Exploring a space by sets on disk: layer after layer, part by part (search/explore/set_blocks.h). */
#include "search/explore/checkpoint.h"

#include "search/explore/set_blocks.h"

#include <unistd.h>

enum { MOST_WORKERS = 256 };

/* ---- Moves. Each state is expanded once: what its plane says, and what single bits say. */

static uint64_t count_moves(struct few_set_disk *self) {
    const struct few_sets *sets = self->sets.sets;
    uint64_t moves = 0;
    for (uint32_t plane = 0; plane < sets->planes; plane++)
        moves += self->now.blocks[self->part * sets->planes + plane].count * self->simple_moves[plane];
    for (uint32_t s = 0; s < sets->first_step[sets->planes]; s++) {
        const struct few_set_step *step = &sets->steps[s];
        if (step->mask == FEW_NO_MASK && step->from != step->to)
            continue;
        for (uint64_t chunk = self->part * self->part_chunks; chunk < (self->part + 1) * self->part_chunks; chunk++)
            if (self->sets.now_flags[chunk * sets->planes + step->from])
                moves += few_set_count_step(sets, step, chunk,
                                            self->loaded[self->part * sets->planes + step->from] + chunk % self->part_chunks * sets->chunk_words);
    }
    return moves;
}

/* ---- Layers */

static uint64_t states_of(const struct few_set_disk *self, const struct few_set_layer *layer) {
    uint64_t states = 0;
    for (uint64_t block = 0; block < self->block_count; block++)
        states += layer->blocks[block].count;
    return states;
}

static enum few_end make_part(struct few_set_disk *self, uint64_t part) {
    struct few_set_block *blocks = self->next.blocks + part * self->sets.sets->planes;
    memset(blocks, 0, self->sets.sets->planes * sizeof *blocks);
    if (few_set_part_is_empty(self, part))
        return FEW_RUNNING;
    if (!few_set_load_part(self, part))
        return FEW_NO_DISK;
    self->sets.watch->counts.generated += count_moves(self);
    if (!few_set_make_part(self))
        return self->sets.end;
    return few_set_store_part(self) ? FEW_RUNNING : FEW_NO_DISK;
}

/* Makes the next layer. */
static enum few_end advance(struct few_set_disk *self) {
    enum few_end end = few_disk_create(self->disk, &self->next.file) ? FEW_RUNNING : FEW_NO_DISK;
    for (uint64_t part = 0; part < self->parts && end == FEW_RUNNING; part++)
        end = make_part(self, part);
    if (end != FEW_RUNNING)
        few_disk_drop(self->disk, &self->next.file);
    return end;
}

static void turn_page(struct few_set_disk *self) {
    struct few_set_block *blocks = self->old.blocks;
    few_disk_drop(self->disk, &self->old.file);
    self->old = self->now;
    self->now = self->next;
    self->next = (struct few_set_layer){few_no_file, blocks};
    few_set_unload(self);
}

/* The first layer is written as if it had been made: each part with what is in it. */
static enum few_end begin(struct few_set_disk *self, const struct few_problem *problem) {
    const struct few_sets *sets = self->sets.sets;
    const uint64_t units = self->part_chunks * sets->planes;
    few_disk_clean(self->disk, NULL, 0); /* no checkpoint refers to any file yet */
    if (!few_disk_create(self->disk, &self->next.file))
        return FEW_NO_DISK;
    for (self->part = 0; self->part < self->parts; self->part++) {
        memset(self->sets.next, 0, units * sets->chunk_words * sizeof(uint64_t));
        for (size_t i = 0; i < problem->start_count; i++) {
            uint32_t plane;
            uint64_t bit;
            (void)sets->locate(sets, problem->starts + i * problem->space->words, &plane, &bit); /* it is made for them */
            const uint64_t unit = bit / sets->chunk_bits * sets->planes + plane, place = bit % sets->chunk_bits;
            if (unit / units == self->part)
                self->sets.next[unit % units * sets->chunk_words + place / 64] |= UINT64_C(1) << place % 64;
        }
        if (!few_set_store_part(self))
            return FEW_NO_DISK;
    }
    turn_page(self);
    return FEW_RUNNING;
}

/* The states of the layer. */
static enum few_end offer_layer(struct few_set_disk *self, struct few_exploration *result) {
    const struct few_sets *sets = self->sets.sets;
    uint64_t state[FEW_MAX_WORDS];
    for (uint64_t block = 0; block < self->block_count && result->keep; block++) {
        if (self->now.blocks[block].count == 0)
            continue;
        const uint64_t *bits = few_set_load_block(self, (uint32_t)block), plane = block % sets->planes;
        if (!bits)
            return FEW_NO_DISK;
        for (uint64_t c = 0; c < self->part_chunks; c++, bits += sets->chunk_words) {
            const uint64_t chunk = block / sets->planes * self->part_chunks + c;
            for (uint32_t w = 0; self->sets.now_flags[chunk * sets->planes + plane] && w < sets->chunk_words; w++)
                for (uint64_t word = bits[w]; word; word &= word - 1) {
                    sets->state_at(sets, (uint32_t)plane, chunk * sets->chunk_bits + w * UINT64_C(64) + (uint64_t)__builtin_ctzll(word), state);
                    if (!few_exploration_offer(result, state, 1))
                        return few_refused(self->sets.watch);
                }
        }
    }
    return FEW_SOLVED;
}

/* ---- Checkpoints: the files are there; only which they are, and where their blocks are, is written. */

static void write_layer(const struct few_set_disk *self, const struct few_set_layer *layer, struct few_out *out) {
    few_disk_write_file(&layer->file, out);
    for (uint64_t block = 0; block < self->block_count; block++) {
        few_out_number(out, layer->blocks[block].count);
        if (layer->blocks[block].count)
            few_out_number(out, layer->blocks[block].place);
    }
}

static void keep_files(void *context, struct few_out *out) {
    const struct few_set_disk *self = context;
    few_disk_write_names(self->disk, out);
    few_out_number(out, self->sets.sets->planes);
    few_out_number(out, self->sets.sets->bits);
    few_out_number(out, self->sets.sets->chunk_bits);
    few_out_number(out, self->parts);
    write_layer(self, &self->now, out);
    write_layer(self, &self->old, out);
}

static void keep(struct few_set_disk *self, struct few_exploration *result, enum few_end end) {
    if (end == FEW_RUNNING && result->keeper && few_disk_is_crowded(self->disk))
        result->keeper->next = 0;
    if (few_keep_is_due(result, end) && few_disk_keep(self->disk, &self->now.file) && few_disk_keep(self->disk, &self->old.file) &&
        few_keep(result, end, &result->at_layer, keep_files, self))
        few_disk_forget(self->disk);
}

static bool read_layer(struct few_set_disk *self, struct few_set_layer *layer, struct few_in *from) {
    if (!few_disk_read_file(self->disk, &layer->file, from))
        return false;
    for (uint64_t block = 0; block < self->block_count; block++) {
        layer->blocks[block].count = few_in_number(from);
        layer->blocks[block].place = layer->blocks[block].count ? few_in_number(from) : 0;
    }
    return true;
}

static enum few_end take_up(struct few_set_disk *self, struct few_exploration *result) {
    struct few_in *from = few_kept_from(result);
    const uint64_t *depths = result->depths.items;
    const bool good = read_layer(self, &self->now, from) && read_layer(self, &self->old, from);
    if (!good)
        return from->failed ? FEW_CONTRADICTION : FEW_NO_DISK;
    if (states_of(self, &self->now) != depths[result->depths.count - 1])
        few_in_refuse(from);
    if (!few_taken_up(result))
        return few_not_taken_up(result, self->sets.watch);
    few_disk_clean(self->disk, (const struct few_disk_file *[]){&self->now.file, &self->old.file}, 2);
    return FEW_RUNNING;
}

/* How many parts it was divided into. */
static uint64_t read_form(const struct few_sets *sets, struct few_disk *disk, struct few_in *from) {
    few_disk_read_names(disk, from);
    if (few_in_number(from) != sets->planes || few_in_number(from) != sets->bits || few_in_number(from) != sets->chunk_bits)
        few_in_refuse(from);
    const uint64_t parts = few_in_count(from, sets->chunks);
    if (parts == 0 || sets->chunks % parts)
        few_in_refuse(from);
    return from->failed ? 0 : parts;
}

/* ---- All of it */

static enum few_end explore(struct few_set_disk *self, const struct few_problem *problem, struct few_exploration *result) {
    struct few_watch *watch = self->sets.watch;
    bool is_added = few_kept_from(result);
    enum few_end end = is_added ? take_up(self, result) : begin(self, problem);
    if (end != FEW_RUNNING)
        return end;
    for (uint64_t count = states_of(self, &self->now); end == FEW_RUNNING; count = states_of(self, &self->now)) {
        end = is_added ? FEW_RUNNING : few_exploration_add_layer(result, watch, count);
        is_added = false;
        if (end == FEW_RUNNING)
            end = few_watch_check(watch);
        if (end == FEW_RUNNING)
            keep(self, result, end);
        if (end == FEW_RUNNING)
            end = advance(self);
        if (end != FEW_RUNNING)
            break;
        watch->counts.expanded += count;
        if (states_of(self, &self->next) == 0) {
            few_disk_drop(self->disk, &self->next.file);
            return offer_layer(self, result);
        }
        turn_page(self);
    }
    keep(self, result, end);
    return end;
}

static void close_file(const struct few_disk_file *file) {
    if (file->descriptor >= 0)
        close(file->descriptor);
}

enum few_end few_explore_sets_on_disk(const struct few_problem *problem, const struct few_sets *sets, struct few_watch *watch,
                                      struct few_exploration *result) {
    struct few_memory *memory = watch->memory;
    struct few_set_disk self = {.sets = {.sets = sets, .watch = watch, .units = sets->planes * sets->chunks, .sample = ~UINT64_C(0),
                                         .chunk_words = sets->chunk_words, .end = FEW_RUNNING},
                                .disk = result->disk, .now = {.file = few_no_file}, .old = {.file = few_no_file}, .next = {.file = few_no_file}};
    const uint64_t parts = few_kept_from(result) ? read_form(sets, result->disk, few_kept_from(result)) : 0;
    self.workers = result->threads < MOST_WORKERS ? result->threads : MOST_WORKERS;
    watch->store_name = "bitmaps on disk";
    if (few_kept_from(result) && parts == 0)
        return FEW_CONTRADICTION;
    self.parts = parts ? parts : result->disk_parts ? result->disk_parts : few_set_parts(sets, memory, self.workers);
    if (self.parts == 0)
        return FEW_RUNNING; /* it fits in no way */
    self.sets.team = few_team_create(memory, self.workers);
    enum few_end end = self.sets.team && few_set_disk_prepare(&self, memory, self.parts) ? FEW_RUNNING : few_refused(watch);
    if (end == FEW_RUNNING)
        end = explore(&self, problem, result);
    few_team_free(self.sets.team);
    close_file(&self.now.file);
    close_file(&self.old.file);
    close_file(&self.next.file);
    few_set_disk_release(&self, memory);
    return end;
}
