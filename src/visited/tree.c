/* An ordered set: a search tree of states, kept flat by priorities (a treap: every state has a fixed random priority,
 * its hash, and no child has a higher one than its parent). It is there to be compared with: a look-up costs a
 * cache miss for each of some log2(n) levels, where a table costs one or two. A slot is the number of a state in the
 * order of arrival, and never changes. */
#include "visited/internal.h"

enum { FIRST_ROOM = 64, DEEPEST = 512 };

static const uint32_t no_node = UINT32_MAX;

struct tree {
    struct few_visited visited;
    uint32_t *children; /* left and right of each slot */
    uint32_t root;
};

static bool reserve(struct few_visited *visited, size_t more);

struct few_visited *few_visited_tree(struct few_memory *memory, unsigned words, unsigned tag_bits) {
    struct tree *tree = few_alloc_zeroed(memory, sizeof *tree);
    if (!tree)
        return NULL;
    *tree = (struct tree){.visited = {.kind = &few_tree_kind, .memory = memory, .words = words, .tag_bits = tag_bits},
                          .root = no_node};
    if (!reserve(&tree->visited, FIRST_ROOM)) {
        few_visited_free(&tree->visited);
        return NULL;
    }
    return &tree->visited;
}

/* Each block grows on its own; where a later one is refused, the ones before are merely larger than needed. */
static bool grow_block(struct few_memory *memory, void **block, size_t *bytes, size_t wanted) {
    if (wanted <= *bytes)
        return true;
    void *grown = few_resize(memory, *block, *bytes, wanted);
    if (!grown)
        return false;
    *block = grown;
    *bytes = wanted;
    return true;
}

static bool reserve(struct few_visited *visited, size_t more) {
    struct tree *tree = (struct tree *)visited;
    uint64_t needed = visited->count + more;
    if (needed <= visited->end)
        return true;
    if (needed >= no_node)
        return false;
    uint64_t room = visited->end + visited->end / 2 > needed ? visited->end + visited->end / 2 : needed;
    size_t old_tags = visited->tags_bytes, state = visited->words * sizeof(uint64_t);
    for (int attempt = 0; attempt < 2; attempt++, room = needed) { /* first generously, then exactly */
        void *slots = visited->slots, *children = tree->children, *tags = visited->tags;
        bool grown = grow_block(visited->memory, &slots, &visited->slots_bytes, room * state) &&
                     grow_block(visited->memory, &children, &visited->own_bytes, room * 2 * sizeof(uint32_t)) &&
                     grow_block(visited->memory, &tags, &visited->tags_bytes,
                                few_tags_size(room, visited->tag_bits));
        visited->slots = slots;
        tree->children = children;
        visited->tags = tags;
        if (visited->tags_bytes > old_tags)
            memset(visited->tags + old_tags, 0, visited->tags_bytes - old_tags);
        old_tags = visited->tags_bytes;
        if (grown) {
            visited->end = room;
            return true;
        }
    }
    return false;
}

static int compare(const uint64_t *a, const uint64_t *b, unsigned words) {
    for (unsigned w = 0; w < words; w++)
        if (a[w] != b[w])
            return a[w] < b[w] ? -1 : 1;
    return 0;
}

static const uint64_t *state_at(const struct few_visited *visited, uint32_t slot) {
    return visited->slots + (size_t)slot * visited->words;
}

static uint32_t *child(const struct few_visited *visited, uint32_t slot, bool right) {
    return &((const struct tree *)visited)->children[2 * (size_t)slot + right];
}

static uint64_t priority(const struct few_visited *visited, uint32_t slot) {
    return few_state_hash(state_at(visited, slot), visited->words);
}

/* Where the descent ends: the slot of the state, or where it would be hung. */
struct descent {
    uint32_t *links[DEEPEST]; /* the links followed, the last one first emptied or found */
    uint32_t depth;
};

static bool descend(struct few_visited *visited, const uint64_t *state, struct descent *descent) {
    uint32_t *link = &((struct tree *)visited)->root;
    descent->depth = 0;
    for (;;) {
        if (descent->depth < DEEPEST)
            descent->links[descent->depth] = link;
        else /* never met with in practice: only the last links are needed to turn the tree */
            memmove(descent->links, descent->links + 1, (DEEPEST - 1) * sizeof link),
                descent->links[DEEPEST - 1] = link;
        descent->depth += descent->depth < DEEPEST;
        if (*link == no_node)
            return false;
        int order = compare(state, state_at(visited, *link), visited->words);
        if (order == 0)
            return true;
        link = child(visited, *link, order > 0);
    }
}

/* The new leaf rises above every state of lower priority. */
static void rise(struct few_visited *visited, struct descent *descent, uint32_t slot) {
    uint64_t mine = priority(visited, slot);
    for (uint32_t level = descent->depth - 1; level > 0; level--) {
        uint32_t *above = descent->links[level - 1], parent = *above;
        if (priority(visited, parent) >= mine)
            return;
        bool right = *child(visited, parent, true) == slot;
        *child(visited, parent, right) = *child(visited, slot, !right);
        *child(visited, slot, !right) = parent;
        *above = slot;
    }
}

static size_t add(struct few_visited *visited, uint64_t *states, uint64_t *ranks, size_t words, size_t count, unsigned tag) {
    (void)ranks;
    size_t fresh = 0;
    for (size_t i = 0; i < count; i++) {
        struct descent descent;
        const uint64_t *state = states + i * words;
        if (descend(visited, state, &descent))
            continue;
        uint32_t slot = (uint32_t)visited->count++;
        memcpy(visited->slots + (size_t)slot * words, state, words * sizeof *state);
        *child(visited, slot, false) = *child(visited, slot, true) = no_node;
        few_tag_put(visited->tags, slot, tag, visited->tag_bits);
        *descent.links[descent.depth - 1] = slot;
        rise(visited, &descent, slot);
        memmove(states + fresh++ * words, state, words * sizeof *state);
    }
    return fresh;
}

static void find(const struct few_visited *visited, const uint64_t *states, const uint64_t *ranks, size_t count,
                 uint64_t *slots) {
    (void)ranks;
    for (size_t i = 0; i < count; i++) {
        const uint64_t *state = states + i * visited->words;
        uint32_t slot = ((const struct tree *)visited)->root;
        int order = 1;
        while (slot != no_node && (order = compare(state, state_at(visited, slot), visited->words)) != 0)
            slot = *child(visited, slot, order > 0);
        slots[i] = slot == no_node ? FEW_NO_SLOT : slot;
    }
}

static void clear(struct few_visited *visited) {
    ((struct tree *)visited)->root = no_node;
    memset(visited->tags, 0, few_tags_size(visited->count, visited->tag_bits));
}

static const uint64_t *state_in(const struct few_visited *visited, uint64_t slot) {
    return state_at(visited, (uint32_t)slot);
}

static void free_tree(struct few_visited *visited) {
    few_free(visited->memory, ((struct tree *)visited)->children, visited->own_bytes);
}

static struct few_visited *create(struct few_memory *memory, uint64_t ranks, unsigned words, unsigned tag_bits) {
    (void)ranks;
    return few_visited_tree(memory, words, tag_bits);
}

const struct few_visited_kind few_tree_kind = {
    .name = "search tree", .size = sizeof(struct tree), .create = create, .free = free_tree, .clear = clear,
    .reserve = reserve, .add = add, .find = find, .state = state_in,
};
FEW_STORE(REMEMBER_TREE, few_tree_kind);
