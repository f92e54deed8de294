/* Arranged groups by table look-up. The packed fields are cut into chunks of up to 16 bits.
 *
 * 1. The *class* of a chunk is the multiset of values in it; its *index* counts the chunks of that class in order.
 * 2. What is left for the chunks behind is a multiset too: a *node*. From a node, a class leads to another node,
 *    and below that node stand `completions` arrangements, a multinomial number.
 * 3. Classes are laid out one after the other at each node, so
 *
 *        rank = sum over chunks of  base[node][class] + index * completions[node][class]
 *
 *    The first chunk has one node only: its summand is one table entry. The last chunk has one class a node: its
 *    summand is its index. With two chunks a rank is thus two look-ups and an addition. */
#include "state/rank_group.h"

#include "base/specialised.h"

#include <string.h>

enum {
    MOST_CHUNKS = 4,
    CHUNK_BITS = 16,
    MOST_VALUES = 32,
    MOST_CLASSES = 512,
    INDEX_SLOTS = 2048, /* power of two, four times MOST_CLASSES */
    MOST_LINKS = 1 << 18, /* node x class entries of one chunk */
};
static const uint16_t NO_CLASS = UINT16_MAX;
static const uint32_t NO_NODE = UINT32_MAX;

struct multiset {
    uint8_t count[MOST_VALUES];
};

/* Different multisets, numbered as they come up, found again by a small open table. */
struct catalogue {
    struct multiset *sets;
    uint32_t count;
    uint16_t *index; /* number + 1; 0: empty */
};

struct link {
    uint64_t base, completions;
    uint32_t node; /* NO_NODE: this class does not fit here */
};

struct chunk {
    uint32_t word, shift, bits, first, cells, width;
    uint32_t classes, nodes;
    struct multiset *class_values;
    struct multiset *left; /* of each node, before this chunk */
    uint16_t *class_of;    /* of each packed value */
    uint32_t *index_of;
    uint32_t *class_start; /* into values: the packed values of each class in order, classes + 1 entries */
    uint16_t *values;
    struct link *links;    /* nodes x classes */
    struct summand {
        uint64_t rank;
        uint32_t node;
    } *summand; /* first chunk only: base + index * completions, and the node behind */
};

/* The same numbers for two or three chunks in 32 bits, which is all that ranking needs where there are fewer than
 * 2^32 states: small enough to stay in the nearest caches. */
struct compact {
    struct {
        uint32_t rank, row; /* row of links: node * classes of the next chunk */
    } *first;
    struct {
        uint16_t class, index;
    } *middle;
    struct {
        uint32_t base, completions;
    } *links;
    uint32_t *last;
};

struct split {
    struct few_group group;
    bool is_compact;
    struct compact compact;
    struct few_arena arena;
    uint32_t count, values;
    struct chunk chunk[MOST_CHUNKS];
};

static inline uint64_t chunk_value(const struct chunk *chunk, const uint64_t *state) {
    return state[chunk->word] >> chunk->shift & ((UINT64_C(1) << chunk->bits) - 1);
}

static inline uint64_t rank_chunks(const struct split *self, const uint64_t *state, uint32_t count) {
    const struct summand *first = &self->chunk[0].summand[chunk_value(&self->chunk[0], state)];
    uint64_t rank = first->rank;
    uint32_t node = first->node;
    for (uint32_t c = 1; c + 1 < count; c++) {
        const struct chunk *chunk = &self->chunk[c];
        uint64_t value = chunk_value(chunk, state);
        const struct link *link = &chunk->links[(size_t)node * chunk->classes + chunk->class_of[value]];
        rank += link->base + chunk->index_of[value] * link->completions;
        node = link->node;
    }
    if (count > 1)
        rank += self->chunk[count - 1].index_of[chunk_value(&self->chunk[count - 1], state)];
    return rank;
}

#define RANK_BATCH(chunks)                                                                                \
    for (size_t i = 0; i < count; i++)                                                                    \
    ranks[i] += scale * rank_chunks(self, states + i * words, chunks)

/* A constant number of words keeps all that the loop needs in registers: states of one word are the usual case. */
FEW_SPECIALISED void rank_three(const struct split *self, const uint64_t *restrict states, uint32_t words, size_t count,
                                uint64_t scale, uint64_t *restrict ranks) {
    const struct compact compact = self->compact;
    struct chunk first = self->chunk[0], middle = self->chunk[1], last = self->chunk[2];
    if (words == 1)
        first.word = middle.word = last.word = 0;
    for (size_t i = 0; i < count; i++, states += words) {
        uint64_t a = chunk_value(&first, states), b = chunk_value(&middle, states), c = chunk_value(&last, states);
        uint32_t at = compact.first[a].row + compact.middle[b].class;
        uint32_t rank = compact.first[a].rank + compact.links[at].base +
                        compact.middle[b].index * compact.links[at].completions + compact.last[c];
        ranks[i] += scale * rank;
    }
}

static void rank_compact(const struct split *self, const uint64_t *states, size_t count, uint64_t scale,
                         uint64_t *ranks) {
    const struct compact compact = self->compact;
    const struct chunk first = self->chunk[0], last = self->chunk[self->count - 1];
    const uint32_t words = self->group.words;
    if (self->count == 3) {
        if (words == 1 && scale == 1)
            rank_three(self, states, 1, count, 1, ranks);
        else
            rank_three(self, states, words, count, scale, ranks);
        return;
    }
    for (size_t i = 0; i < count; i++, states += words)
        ranks[i] += scale * (compact.first[chunk_value(&first, states)].rank +
                             compact.last[chunk_value(&last, states)]);
}

static void rank(const struct few_group *group, const uint64_t *states, size_t count, uint64_t scale,
                 uint64_t *ranks) {
    const struct split *self = (const struct split *)group;
    const uint32_t words = group->words;
    if (self->is_compact) {
        rank_compact(self, states, count, scale, ranks);
        return;
    }
    switch (self->count) { /* constant trip counts let the compiler lay out each case straight */
    case 1: RANK_BATCH(1); break;
    case 2: RANK_BATCH(2); break;
    case 3: RANK_BATCH(3); break;
    default: RANK_BATCH(4); break;
    }
}

/* The values of one chunk that were found last: those of a class at a node stand side by side. */
struct found {
    uint32_t node, class;
    uint64_t first, size; /* of the ranks below the node that have this class */
};

/* The class at a node below which a rank lies; there is one. */
static void find_class(const struct chunk *chunk, uint32_t node, uint64_t rank, struct found *found) {
    const struct link *links = &chunk->links[(size_t)node * chunk->classes];
    uint32_t class = node == found->node && rank >= found->first ? found->class : 0;
    for (;; class++) {
        if (links[class].node == NO_NODE)
            continue;
        uint64_t size = (chunk->class_start[class + 1] - chunk->class_start[class]) * links[class].completions;
        if (rank - links[class].base >= size)
            continue;
        *found = (struct found){node, class, links[class].base, size};
        return;
    }
}

/* Ranks that ascend mostly have the classes of the one before. */
static void unrank(const struct few_group *group, const uint64_t *ranks, size_t count, uint64_t *states) {
    const struct split *self = (const struct split *)group;
    struct found found[MOST_CHUNKS] = {0};
    for (size_t i = 0; i < count; i++, states += group->words) {
        uint64_t rank = ranks[i];
        uint32_t node = 0;
        for (uint32_t c = 0; c < self->count; c++) {
            const struct chunk *chunk = &self->chunk[c];
            if (found[c].node != node || rank - found[c].first >= found[c].size)
                find_class(chunk, node, rank, &found[c]);
            const uint32_t class = found[c].class;
            const struct link *link = &chunk->links[(size_t)node * chunk->classes + class];
            uint64_t index = rank - found[c].first;
            rank = 0;
            if (link->completions > 1 && found[c].size <= UINT32_MAX) { /* a short division is much quicker */
                rank = (uint32_t)index % (uint32_t)link->completions;
                index = (uint32_t)index / (uint32_t)link->completions;
            } else if (link->completions > 1) {
                rank = index % link->completions;
                index /= link->completions;
            }
            states[chunk->word] |= (uint64_t)chunk->values[chunk->class_start[class] + index] << chunk->shift;
            node = link->node;
        }
    }
}

static void free_split(struct few_group *group) {
    struct split *self = (struct split *)group;
    few_arena_free(&self->arena);
    few_free(group->memory, self, sizeof *self);
}

static const struct few_group_functions functions = {"multiset rank", rank, unrank, free_split};

/* Cuts the fields into as few chunks as fit, of about equal size; false: too many. */
static bool cut(struct split *self, const struct few_rank_group *group) {
    uint32_t width = group->fields[0].width, total = group->count * width;
    uint32_t wanted = (total + CHUNK_BITS - 1) / CHUNK_BITS;
    if (wanted > MOST_CHUNKS)
        return false;
    if (wanted == 1 && group->count > 1) /* a rank costs hardly more, and two small tables are made at once */
        wanted = 2;
    uint32_t cells = (group->count + wanted - 1) / wanted;
    for (uint32_t i = 0; i < group->count;) {
        if (self->count == MOST_CHUNKS)
            return false;
        const struct few_field *field = &group->fields[i];
        struct chunk *chunk = &self->chunk[self->count++];
        *chunk = (struct chunk){.word = field->word, .shift = field->shift, .first = i, .width = width};
        while (i < group->count && chunk->cells < cells && group->fields[i].word == chunk->word &&
               group->fields[i].shift == chunk->shift + chunk->bits && group->fields[i].width == width) {
            chunk->cells++;
            chunk->bits += width;
            i++;
        }
        if (chunk->cells == 0 || chunk->bits > CHUNK_BITS)
            return false;
    }
    return true;
}

/* The multiset in a packed value; false where it holds a value that the whole group cannot have. */
static bool count_values(const struct chunk *chunk, uint32_t packed, const struct few_rank_group *group,
                         struct multiset *set) {
    memset(set, 0, sizeof *set);
    for (uint32_t i = 0; i < chunk->cells; i++, packed >>= chunk->width) {
        uint32_t value = packed & ((1u << chunk->width) - 1);
        if (value >= group->values || ++set->count[value] > group->counts[value])
            return false;
    }
    return true;
}

static bool catalogue_init(struct few_arena *arena, struct catalogue *catalogue) {
    catalogue->count = 0;
    catalogue->sets = few_arena_alloc(arena, MOST_CLASSES * sizeof *catalogue->sets);
    catalogue->index = few_arena_alloc(arena, INDEX_SLOTS * sizeof *catalogue->index);
    return catalogue->sets && catalogue->index;
}

/* The number of a multiset, a new one where it is new; MOST_CLASSES where there are too many. */
static uint32_t number_of(struct catalogue *catalogue, const struct multiset *set) {
    uint64_t words[sizeof *set / sizeof(uint64_t)], hash = 0;
    memcpy(words, set, sizeof words);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        hash = (hash ^ words[i]) * UINT64_C(0x9e3779b97f4a7c15);
    uint32_t slot = (uint32_t)(hash >> 40) & (INDEX_SLOTS - 1);
    for (; catalogue->index[slot]; slot = (slot + 1) & (INDEX_SLOTS - 1))
        if (memcmp(&catalogue->sets[catalogue->index[slot] - 1], set, sizeof *set) == 0)
            return catalogue->index[slot] - 1u;
    if (catalogue->count == MOST_CLASSES)
        return MOST_CLASSES;
    catalogue->sets[catalogue->count] = *set;
    catalogue->index[slot] = (uint16_t)++catalogue->count;
    return catalogue->count - 1;
}

static bool find_classes(struct split *self, struct chunk *chunk, const struct few_rank_group *group) {
    uint32_t packed_count = 1u << chunk->bits;
    chunk->class_of = few_arena_alloc(&self->arena, packed_count * sizeof *chunk->class_of);
    chunk->index_of = few_arena_alloc(&self->arena, packed_count * sizeof *chunk->index_of);
    struct catalogue classes;
    uint32_t *sizes = few_arena_alloc(&self->arena, (MOST_CLASSES + 1) * sizeof *sizes);
    if (!chunk->class_of || !chunk->index_of || !sizes || !catalogue_init(&self->arena, &classes))
        return false;
    uint32_t valid = 0;
    for (uint32_t packed = 0; packed < packed_count; packed++) {
        struct multiset set;
        chunk->class_of[packed] = NO_CLASS;
        if (!count_values(chunk, packed, group, &set))
            continue;
        uint32_t class = number_of(&classes, &set);
        if (class == MOST_CLASSES)
            return false;
        chunk->class_of[packed] = (uint16_t)class;
        chunk->index_of[packed] = sizes[class]++;
        valid++;
    }
    chunk->class_values = classes.sets;
    chunk->classes = classes.count;
    chunk->class_start = sizes; /* sizes become starts */
    for (uint32_t k = 0, start = 0; k <= chunk->classes; k++) {
        uint32_t size = sizes[k];
        sizes[k] = start;
        start += size;
    }
    chunk->values = few_arena_alloc(&self->arena, valid * sizeof *chunk->values);
    if (!chunk->values)
        return false;
    for (uint32_t packed = 0; packed < packed_count; packed++)
        if (chunk->class_of[packed] != NO_CLASS)
            chunk->values[chunk->class_start[chunk->class_of[packed]] + chunk->index_of[packed]] = (uint16_t)packed;
    return true;
}

static bool subtract(const struct multiset *left, const struct multiset *taken, struct multiset *rest) {
    for (uint32_t v = 0; v < MOST_VALUES; v++) {
        if (taken->count[v] > left->count[v])
            return false;
        rest->count[v] = (uint8_t)(left->count[v] - taken->count[v]);
    }
    return true;
}

static uint64_t completions_of(const struct multiset *set) {
    uint32_t counts[MOST_VALUES];
    for (uint32_t v = 0; v < MOST_VALUES; v++)
        counts[v] = set->count[v];
    return few_arrangements(counts, MOST_VALUES);
}

/* Links the nodes before this chunk with those behind it. */
static bool link_nodes(struct split *self, struct chunk *chunk, struct chunk *behind) {
    size_t entries = (size_t)chunk->nodes * chunk->classes;
    if (entries > MOST_LINKS)
        return false;
    chunk->links = few_arena_alloc(&self->arena, entries * sizeof *chunk->links);
    uint64_t *completions = few_arena_alloc(&self->arena, MOST_CLASSES * sizeof *completions);
    struct catalogue next;
    if (!chunk->links || !completions || !catalogue_init(&self->arena, &next))
        return false;
    for (uint32_t n = 0; n < chunk->nodes; n++) {
        uint64_t base = 0;
        for (uint32_t k = 0; k < chunk->classes; k++) {
            struct link *link = &chunk->links[(size_t)n * chunk->classes + k];
            struct multiset rest;
            link->node = NO_NODE;
            if (!subtract(&chunk->left[n], &chunk->class_values[k], &rest))
                continue;
            uint32_t node = number_of(&next, &rest);
            if (node == MOST_CLASSES)
                return false;
            if (!completions[node])
                completions[node] = completions_of(&rest);
            *link = (struct link){base, completions[node], node};
            base += (chunk->class_start[k + 1] - chunk->class_start[k]) * link->completions;
        }
    }
    if (behind) {
        behind->left = next.sets;
        behind->nodes = next.count;
    }
    return true;
}

static bool sum_first(struct split *self, struct chunk *chunk) {
    uint32_t packed_count = 1u << chunk->bits;
    chunk->summand = few_arena_alloc(&self->arena, packed_count * sizeof *chunk->summand);
    if (!chunk->summand)
        return false;
    for (uint32_t packed = 0; packed < packed_count; packed++) {
        if (chunk->class_of[packed] == NO_CLASS)
            continue;
        const struct link *link = &chunk->links[chunk->class_of[packed]];
        if (link->node != NO_NODE)
            chunk->summand[packed] =
                (struct summand){link->base + chunk->index_of[packed] * link->completions, link->node};
    }
    return true;
}

/* Where memory is short the wide tables do. */
static void make_compact(struct split *self) {
    const struct chunk *first = &self->chunk[0], *middle = &self->chunk[1], *last = &self->chunk[self->count - 1];
    struct compact *compact = &self->compact;
    if (self->count < 2 || self->count > 3 || self->group.size > UINT32_MAX)
        return;
    size_t links = (size_t)middle->nodes * middle->classes;
    compact->first = few_arena_alloc(&self->arena, (sizeof *compact->first) << first->bits);
    compact->middle = few_arena_alloc(&self->arena, (sizeof *compact->middle) << middle->bits);
    compact->links = few_arena_alloc(&self->arena, links * sizeof *compact->links);
    compact->last = last->index_of;
    if (!compact->first || !compact->middle || !compact->links)
        return;
    for (uint32_t v = 0; v < 1u << first->bits; v++) {
        compact->first[v].rank = (uint32_t)first->summand[v].rank;
        compact->first[v].row = first->summand[v].node * middle->classes;
    }
    for (uint32_t v = 0; v < 1u << middle->bits; v++) {
        compact->middle[v].class = middle->class_of[v] == NO_CLASS ? 0 : middle->class_of[v];
        compact->middle[v].index = (uint16_t)middle->index_of[v];
    }
    for (size_t i = 0; i < links; i++) {
        compact->links[i].base = (uint32_t)middle->links[i].base;
        compact->links[i].completions = (uint32_t)middle->links[i].completions;
    }
    self->is_compact = true;
}

static bool build(struct split *self, const struct few_rank_group *group) {
    if (!cut(self, group))
        return false;
    struct multiset *all = few_arena_alloc(&self->arena, sizeof *all);
    if (!all)
        return false;
    for (uint32_t v = 0; v < group->values; v++)
        all->count[v] = (uint8_t)group->counts[v];
    self->chunk[0].left = all;
    self->chunk[0].nodes = 1;
    for (uint32_t c = 0; c < self->count; c++)
        if (!find_classes(self, &self->chunk[c], group) ||
            !link_nodes(self, &self->chunk[c], c + 1 < self->count ? &self->chunk[c + 1] : NULL))
            return false;
    if (!sum_first(self, &self->chunk[0]))
        return false;
    make_compact(self);
    return true;
}

struct few_group *few_group_split(struct few_memory *memory, uint32_t words, const struct few_rank_group *group) {
    if (group->values > MOST_VALUES || group->count == 0 || group->count > 255)
        return NULL;
    struct split *self = few_alloc_zeroed(memory, sizeof *self);
    if (!self)
        return NULL;
    self->group = (struct few_group){&functions, memory, words, few_arrangements(group->counts, group->values)};
    self->values = group->values;
    few_arena_init(&self->arena, memory);
    if (!build(self, group)) {
        free_split(&self->group);
        return NULL;
    }
    return &self->group;
}
