/* A layer is a file of states in their order. Their successors are numbered one after the other and divided into parts by a hash. Then, one part
 * at a time, those are found that are in no layer before, each where it is met first; and all parts are merged again, in the order of the numbers:
 * the next layer. Only the states of one part are in memory, of all layers before; where every move can be undone, of two of them. */
#include "api/proof_disk.h"

#include "visited/internal.h"
#include "visited/nodes.h"

#include <string.h>

enum { PARTS = 128, BUFFER = 1 << 13, LAYERS = 3, CHECK_EVERY = 256 };

/* Records in a file, in blocks. */
struct records {
    struct few_disk_file *file;
    struct few_list places; /* uint64_t: of the blocks */
};

/* Where records are gathered before they are written, or what is read of them. */
struct buffer {
    uint64_t *words; /* BUFFER bytes */
    size_t filled, at; /* words */
    size_t next;       /* the block that is read next */
};

struct walker {
    struct few_proof_walk *walk;
    uint32_t words;   /* of a state; a record of a successor has its number in front of it */
    bool keeps_all;   /* not every move can be undone: all layers are looked at */
    struct few_nodes nodes;
    uint64_t *memory; /* of the buffers */
    uint64_t *record;
    struct buffer buffers[PARTS], one, other;
    struct few_disk_file layer_files[2], step, past_files[LAYERS];
    struct records layers[2], made[PARTS], found[PARTS], past[LAYERS][PARTS];
};

/* ---- Records */

static bool flush(struct walker *self, struct records *to, struct buffer *buffer) {
    uint64_t place;
    const size_t bytes = buffer->filled * sizeof *buffer->words;
    buffer->filled = 0;
    if (!bytes)
        return true;
    return few_disk_write(self->walk->disk, to->file, buffer->words, bytes, &place) && few_list_append(&to->places, &place, 1);
}

static bool put(struct walker *self, struct records *to, struct buffer *buffer, const uint64_t *record, size_t words) {
    if ((buffer->filled + words) * sizeof *record > BUFFER && !flush(self, to, buffer))
        return false;
    memcpy(buffer->words + buffer->filled, record, words * sizeof *record);
    buffer->filled += words;
    return true;
}

static void begin_reading(struct buffer *buffer) {
    buffer->filled = buffer->at = buffer->next = 0;
}

/* The next record, until the next call; NULL: there is none, or the disk failed. */
static const uint64_t *get(struct walker *self, const struct records *from, struct buffer *buffer, size_t words) {
    size_t bytes = 0;
    if (buffer->at == buffer->filled) {
        if (buffer->next == from->places.count)
            return NULL;
        const uint64_t place = *(const uint64_t *)few_list_at(&from->places, buffer->next++);
        if (!few_disk_read(self->walk->disk, from->file, place, buffer->words, BUFFER, &bytes))
            return NULL;
        buffer->filled = bytes / sizeof *buffer->words;
        buffer->at = 0;
    }
    buffer->at += words;
    return buffer->words + buffer->at - words;
}

/* A file for these, which were in another one. */
static bool begin_file(struct walker *self, struct few_disk_file *file, struct records *records, size_t count) {
    few_disk_drop(self->walk->disk, file);
    for (size_t i = 0; i < count; i++)
        records[i].places.count = 0;
    return few_disk_create(self->walk->disk, file);
}

/* ---- A layer */

static enum few_end failed(const struct walker *self) {
    return atomic_load(&self->walk->disk->failed) ? FEW_NO_DISK : few_refused(self->walk->watch);
}

static enum few_end look(struct walker *self, uint64_t depth) {
    struct few_watch *watch = self->walk->watch;
    watch->counts.depth = depth;
    return watch->counts.expanded % CHECK_EVERY ? FEW_RUNNING : few_watch_check(watch);
}

static size_t part_of(const struct walker *self, const uint64_t *state) {
    return (size_t)(few_state_hash(state, self->words) >> 20) % PARTS; /* few_nodes finds them by the upper bits */
}

/* The successors of all states of the layer, numbered from 1, in their parts; *count is how many. */
static enum few_end make_successors(struct walker *self, uint64_t depth, uint64_t *count) {
    const size_t words = self->words;
    const struct records *layer = &self->layers[depth % 2];
    enum few_end end = begin_file(self, &self->step, self->made, PARTS) ? FEW_RUNNING : FEW_NO_DISK;
    begin_reading(&self->one);
    for (const uint64_t *state; end == FEW_RUNNING && (state = get(self, layer, &self->one, words));) {
        const size_t successors = self->walk->expand(self->walk->context, state);
        end = look(self, depth);
        for (size_t i = 0; i < successors && end == FEW_RUNNING; i++) {
            const uint64_t *successor = self->walk->successor(self->walk->context, i);
            const size_t part = part_of(self, successor);
            *self->record = ++*count;
            memcpy(self->record + 1, successor, words * sizeof *successor);
            if (!put(self, &self->made[part], &self->buffers[part], self->record, words + 1))
                end = failed(self);
        }
    }
    for (size_t part = 0; part < PARTS && end == FEW_RUNNING; part++)
        if (!flush(self, &self->made[part], &self->buffers[part]))
            end = failed(self);
    return end == FEW_RUNNING && atomic_load(&self->walk->disk->failed) ? FEW_NO_DISK : end;
}

/* Of one part, those that are in no layer before, each where it was met first. */
static bool find_new(struct walker *self, size_t part, struct records *past) {
    const size_t words = self->words;
    bool fresh = false, good = true;
    few_nodes_clear(&self->nodes);
    for (size_t layer = 0; layer < LAYERS; layer++) {
        begin_reading(&self->one);
        for (const uint64_t *state; good && (state = get(self, &self->past[layer][part], &self->one, words));)
            good = few_nodes_add(&self->nodes, state, 0, &fresh) != FEW_NO_NODE;
    }
    const size_t before = self->nodes.states.count;
    begin_reading(&self->one);
    self->other.filled = 0;
    for (const uint64_t *record; good && (record = get(self, &self->made[part], &self->one, words + 1));) {
        good = few_nodes_add(&self->nodes, record + 1, 0, &fresh) != FEW_NO_NODE;
        if (good && fresh)
            good = put(self, &self->found[part], &self->other, record, words + 1);
    }
    good = good && flush(self, &self->found[part], &self->other);
    for (size_t i = before; good && i < self->nodes.states.count; i++)
        good = put(self, &past[part], &self->other, few_node_state(&self->nodes, (uint32_t)i), words);
    return good && flush(self, &past[part], &self->other) && !atomic_load(&self->walk->disk->failed);
}

/* All that were found, in the order of their numbers, become the next layer. */
static enum few_end merge(struct walker *self, uint64_t depth, uint64_t *last, bool *goes_on) {
    const size_t words = self->words;
    const uint64_t *next[PARTS];
    struct records *layer = &self->layers[(depth + 1) % 2];
    if (!begin_file(self, &self->layer_files[(depth + 1) % 2], layer, 1))
        return FEW_NO_DISK;
    for (size_t part = 0; part < PARTS; part++) {
        begin_reading(&self->buffers[part]);
        next[part] = get(self, &self->found[part], &self->buffers[part], words + 1);
    }
    for (self->one.filled = 0; *goes_on;) {
        size_t first = PARTS;
        uint64_t least = UINT64_MAX; /* no state has this number */
        for (size_t part = 0; part < PARTS; part++) {
            if (next[part] && *next[part] < least) {
                first = part;
                least = *next[part];
            }
        }
        if (first == PARTS)
            break;
        *goes_on = self->walk->list(self->walk->context, least - *last);
        *last = least;
        self->walk->watch->counts.remembered = ++self->walk->listed;
        if (!put(self, layer, &self->one, next[first] + 1, words))
            return failed(self);
        next[first] = get(self, &self->found[first], &self->buffers[first], words + 1);
    }
    for (size_t part = 0; part < PARTS; part++)
        begin_reading(&self->buffers[part]);
    return flush(self, layer, &self->one) && !atomic_load(&self->walk->disk->failed) ? FEW_RUNNING : failed(self);
}

static enum few_end next_layer(struct walker *self, uint64_t depth, uint64_t *count, uint64_t *last, bool *goes_on) {
    const size_t place = self->keeps_all ? 0 : (depth + 1) % LAYERS; /* of the next layer in the past */
    struct records *past = self->past[place];
    enum few_end end = make_successors(self, depth, count);
    if (end == FEW_RUNNING && !self->keeps_all && !begin_file(self, &self->past_files[place], past, PARTS))
        end = FEW_NO_DISK;
    for (size_t part = 0; part < PARTS && end == FEW_RUNNING; part++) {
        self->found[part].places.count = 0;
        if (self->made[part].places.count)
            end = find_new(self, part, past) ? few_watch_check(self->walk->watch) : failed(self);
    }
    return end == FEW_RUNNING ? merge(self, depth, last, goes_on) : end;
}

/* ---- All of it */

static bool begin(struct walker *self) {
    struct few_proof_walk *walk = self->walk;
    struct buffer *const apart[] = {&self->one, &self->other};
    self->words = walk->space->words;
    self->keeps_all = !walk->space->undirected || walk->space->foreign; /* a user's word is not believed */
    self->layer_files[0] = self->layer_files[1] = self->step = few_no_file;
    for (size_t i = 0; i < LAYERS; i++)
        self->past_files[i] = few_no_file;
    for (size_t i = 0; i < 2; i++)
        self->layers[i].file = &self->layer_files[i], few_list_init(&self->layers[i].places, walk->memory, sizeof(uint64_t));
    for (size_t part = 0; part < PARTS; part++) {
        self->made[part].file = self->found[part].file = &self->step;
        few_list_init(&self->made[part].places, walk->memory, sizeof(uint64_t));
        few_list_init(&self->found[part].places, walk->memory, sizeof(uint64_t));
        for (size_t i = 0; i < LAYERS; i++)
            self->past[i][part].file = &self->past_files[i], few_list_init(&self->past[i][part].places, walk->memory, sizeof(uint64_t));
    }
    self->memory = few_alloc(walk->memory, (size_t)(PARTS + 2) * BUFFER);
    self->record = few_alloc(walk->memory, (self->words + 1) * sizeof *self->record);
    for (size_t i = 0; self->memory && i < PARTS + 2; i++)
        (i < PARTS ? &self->buffers[i] : apart[i - PARTS])->words = self->memory + i * (BUFFER / sizeof *self->memory);
    return few_nodes_init(&self->nodes, walk->memory, self->words) && self->memory && self->record;
}

static void end_walk(struct walker *self) {
    struct few_proof_walk *walk = self->walk;
    for (size_t part = 0; part < PARTS; part++) {
        few_list_free(&self->made[part].places);
        few_list_free(&self->found[part].places);
        for (size_t i = 0; i < LAYERS; i++)
            few_list_free(&self->past[i][part].places);
    }
    for (size_t i = 0; i < 2; i++) {
        few_list_free(&self->layers[i].places);
        few_disk_drop(walk->disk, &self->layer_files[i]);
    }
    for (size_t i = 0; i < LAYERS; i++)
        few_disk_drop(walk->disk, &self->past_files[i]);
    few_disk_drop(walk->disk, &self->step);
    if (self->memory)
        few_free(walk->memory, self->memory, (size_t)(PARTS + 2) * BUFFER);
    if (self->record)
        few_free(walk->memory, self->record, (self->words + 1) * sizeof *self->record);
    if (self->nodes.memory)
        few_nodes_free(&self->nodes);
    few_free(walk->memory, self, sizeof *self);
}

/* The starts are the first layer. */
static enum few_end put_starts(struct walker *self, const uint64_t *starts, size_t count) {
    bool good = true, fresh = false;
    for (size_t i = 0; i < LAYERS; i++)
        if (!begin_file(self, &self->past_files[i], self->past[i], PARTS))
            return FEW_NO_DISK;
    if (!begin_file(self, &self->layer_files[0], self->layers, 1))
        return FEW_NO_DISK;
    for (size_t i = 0; i < count && good; i++) {
        const uint64_t *state = starts + i * self->words;
        const size_t part = part_of(self, state);
        good = few_nodes_add(&self->nodes, state, 0, &fresh) != FEW_NO_NODE;
        if (!good || !fresh)
            continue;
        good = put(self, &self->layers[0], &self->one, state, self->words) && put(self, &self->past[0][part], &self->buffers[part], state, self->words);
        self->walk->listed++;
    }
    for (size_t part = 0; part < PARTS && good; part++)
        good = flush(self, &self->past[0][part], &self->buffers[part]);
    return good && flush(self, &self->layers[0], &self->one) ? FEW_RUNNING : failed(self);
}

enum few_end few_proof_walk(struct few_proof_walk *walk, const uint64_t *starts, size_t count) {
    struct walker *self = few_alloc_zeroed(walk->memory, sizeof *self);
    if (!self)
        return few_refused(walk->watch);
    self->walk = walk;
    walk->listed = 0;
    enum few_end end = begin(self) ? put_starts(self, starts, count) : few_refused(walk->watch);
    uint64_t made = 0, last = 0;
    bool goes_on = true;
    for (uint64_t depth = 0; end == FEW_RUNNING && goes_on && depth + 1 < walk->depth && self->layers[depth % 2].places.count; depth++)
        end = next_layer(self, depth, &made, &last, &goes_on);
    end_walk(self);
    return end;
}
