/* Makes the decision trees of a program of several words. A tree is grown from its root: the operations that have nothing
 * left to test are done there, the field that most of the others look at is looked at next, and those that do not look at
 * it have a tree beside. */
#include "rules/program.h"

#include "base/list.h"

#include <string.h>

enum {
    SHORT_LIST = 12,  /* operations; shorter lists are run through as quickly */
    LONG_LIST = 1 << 14,
    MOST_LINKS = 1 << 23,
    WIDEST_FIELD = 6, /* a field of many values would make many links */
};

/* `slot` must hold `value`. */
struct test {
    uint32_t slot, value;
};

/* Operation with tests first .. first + count - 1 left. */
struct branch {
    uint32_t operation, first, count;
};

struct grower {
    const struct few_tree_source *source;
    struct few_program *program;
    struct few_list nodes, links, tests;
    uint32_t *seen;    /* of each slot: how many branches look at it */
    struct few_atom *inverse;
    bool failed;
};

static bool list_tests(struct grower *g, uint32_t operation, uint32_t key, struct branch *branch) {
    const struct few_listing *listing = g->source->listing;
    const struct few_instruction *instruction = &listing->instructions[g->program->operations[operation].move];
    const struct few_atom *atoms = few_atoms(listing, instruction);
    if (g->source->backwards) {
        few_invert(atoms, instruction->count, g->inverse);
        atoms = g->inverse;
    }
    *branch = (struct branch){.operation = operation, .first = (uint32_t)g->tests.count};
    for (uint32_t i = 0; i < instruction->count; i++) {
        if (atoms[i].test == FEW_CODE_ANY || atoms[i].slot == key)
            continue;
        const struct test test = {atoms[i].slot, few_pack_piece(g->source->layout, atoms[i].slot, atoms[i].test)};
        if (!few_list_append(&g->tests, &test, 1))
            return false;
        branch->count++;
    }
    return true;
}

static struct test *tests_of(const struct grower *g, const struct branch *branch) {
    return few_list_at(&g->tests, branch->first);
}

/* The slot that most branches look at. */
static uint32_t choose_slot(struct grower *g, const struct branch *branches, uint32_t count) {
    uint32_t best = FEW_NOWHERE;
    for (uint32_t b = 0; b < count; b++)
        for (uint32_t t = 0; t < branches[b].count; t++) {
            const uint32_t slot = tests_of(g, &branches[b])[t].slot;
            g->seen[slot]++;
            if (best == FEW_NOWHERE || g->seen[slot] > g->seen[best])
                best = slot;
        }
    for (uint32_t b = 0; b < count; b++)
        for (uint32_t t = 0; t < branches[b].count; t++)
            g->seen[tests_of(g, &branches[b])[t].slot] = 0;
    return best;
}

/* What the branch wants of the slot, which is not left to test then; FEW_NOWHERE: it does not look at it. */
static uint32_t take_test(struct grower *g, struct branch *branch, uint32_t slot) {
    struct test *tests = tests_of(g, branch);
    for (uint32_t t = 0; t < branch->count; t++)
        if (tests[t].slot == slot) {
            const uint32_t value = tests[t].value;
            tests[t] = tests[--branch->count];
            return value;
        }
    return FEW_NOWHERE;
}

/* Brings the branches that have this number to the front; returns how many. */
static uint32_t bring(struct branch *branches, uint32_t *taken, uint32_t count, uint32_t number) {
    uint32_t front = 0;
    for (uint32_t b = 0; b < count; b++)
        if (taken[b] == number) {
            const struct branch branch = branches[b];
            branches[b] = branches[front];
            taken[b] = taken[front];
            branches[front] = branch;
            taken[front++] = number;
        }
    return front;
}

static uint32_t grow(struct grower *g, struct branch *branches, uint32_t *taken, uint32_t count);

/* The links of a node, one for each value of its field. */
static void grow_links(struct grower *g, struct branch *branches, uint32_t *taken, uint32_t count, size_t first, uint32_t values) {
    for (uint32_t value = 0; value < values && !g->failed; value++) {
        const uint32_t some = bring(branches, taken, count, value);
        const uint32_t link = some ? grow(g, branches, taken, some) : FEW_NO_LINK;
        if (!g->failed)
            *(uint32_t *)few_list_at(&g->links, first + value) = link;
        branches += some;
        taken += some;
        count -= some;
    }
}

/* The link for these branches; `taken` has room for a number for each. */
static uint32_t grow(struct grower *g, struct branch *branches, uint32_t *taken, uint32_t count) {
    if (count == 0)
        return FEW_NO_LINK;
    if (count == 1 && branches->count == 0)
        return FEW_LINK_DONE | branches->operation;
    struct few_node node = {.done = FEW_NO_LINK, .beside = FEW_NO_LINK};
    for (uint32_t b = 0; b < count; b++)
        taken[b] = branches[b].count == 0;
    const uint32_t done = bring(branches, taken, count, 1), at = (uint32_t)g->nodes.count;
    g->failed = g->failed || at >= FEW_LINK_DONE || !few_list_append(&g->nodes, &node, 1) || !few_go_on(g->source->arena->memory, 16 * (uint64_t)count);
    if (g->failed)
        return FEW_NO_LINK;
    if (done) { /* one here, the others beside: they have nothing to test */
        node.done = branches->operation;
        branches++;
        taken++;
        count--;
        const uint32_t others = done - 1;
        if (others) {
            node.beside = grow(g, branches, taken, count);
            *(struct few_node *)few_list_at(&g->nodes, at) = node;
            return at;
        }
    }
    const uint32_t slot = count ? choose_slot(g, branches, count) : FEW_NOWHERE;
    if (slot != FEW_NOWHERE) {
        for (uint32_t b = 0; b < count; b++)
            taken[b] = take_test(g, &branches[b], slot);
        const uint32_t apart = bring(branches, taken, count, FEW_NOWHERE), none = FEW_NO_LINK;
        node.field = g->source->layout->fields[slot];
        node.links = (uint32_t)g->links.count;
        const uint32_t values = (uint32_t)few_field_ones(node.field) + 1;
        for (uint32_t v = 0; v < values && !g->failed; v++)
            g->failed = g->links.count >= MOST_LINKS || node.field.width > WIDEST_FIELD || !few_list_append(&g->links, &none, 1);
        if (!g->failed)
            grow_links(g, branches + apart, taken + apart, count - apart, node.links, values);
        if (!g->failed)
            node.beside = grow(g, branches, taken, apart);
    }
    if (!g->failed)
        *(struct few_node *)few_list_at(&g->nodes, at) = node;
    return at;
}

static bool is_worth_it(struct few_range list) {
    return list.count >= SHORT_LIST && list.count <= LONG_LIST;
}

/* The tree of one list. */
static void plant(struct grower *g, uint32_t first, uint32_t count, const uint32_t *keys) {
    struct few_memory *memory = g->source->arena->memory;
    const size_t bytes = count * (sizeof(struct branch) + sizeof(uint32_t));
    struct branch *branches = few_alloc(memory, bytes);
    g->failed = g->failed || !branches;
    g->tests.count = 0;
    for (uint32_t i = 0; i < count && !g->failed; i++)
        g->failed = !list_tests(g, first + i, keys[first + i], &branches[i]);
    const uint32_t link = g->failed ? FEW_NO_LINK : grow(g, branches, (uint32_t *)(branches + count), count);
    g->program->trees[first] = link;
    few_free(memory, branches, bytes);
}

static void plant_all(struct grower *g, const uint32_t *keys) {
    const struct few_program *program = g->program;
    for (uint32_t k = 0; k < program->piece_key_count; k++)
        for (uint32_t i = 0; i < 64 && !g->failed; i++)
            if (is_worth_it(program->piece_keys[k].list[i]))
                plant(g, program->piece_keys[k].list[i].first, program->piece_keys[k].list[i].count, keys);
    for (uint32_t k = 0; k < program->field_key_count; k++)
        for (uint64_t v = 0; v <= few_field_ones(program->field_keys[k].field) && !g->failed; v++)
            if (is_worth_it(program->field_keys[k].list[v]))
                plant(g, program->field_keys[k].list[v].first, program->field_keys[k].list[v].count, keys);
}

static void *keep(struct few_arena *arena, const struct few_list *list) {
    void *kept = few_arena_alloc(arena, (list->count + 1) * list->size);
    if (kept && list->count)
        memcpy(kept, list->items, list->count * list->size);
    return kept;
}

bool few_trees_build(struct few_program *program, const struct few_tree_source *source, const uint32_t *keys) {
    struct few_arena *arena = source->arena;
    struct grower g = {.source = source, .program = program};
    uint32_t longest = 1;
    for (size_t n = 0; n < source->listing->count; n++)
        if (source->listing->instructions[n].count > longest)
            longest = source->listing->instructions[n].count;
    few_list_init(&g.nodes, arena->memory, sizeof(struct few_node));
    few_list_init(&g.links, arena->memory, sizeof(uint32_t));
    few_list_init(&g.tests, arena->memory, sizeof(struct test));
    g.seen = few_arena_alloc(arena, ((size_t)source->listing->slots + 1) * sizeof *g.seen);
    g.inverse = few_arena_alloc(arena, longest * sizeof *g.inverse);
    program->trees = few_arena_alloc(arena, (program->count + 1) * sizeof *program->trees);
    bool good = g.seen && g.inverse && program->trees;
    if (good) {
        memset(program->trees, 0xff, program->count * sizeof *program->trees);
        plant_all(&g, keys);
        good = !g.failed || !atomic_load(&arena->memory->refused);
    }
    if (good && (g.failed || g.nodes.count == 0)) {
        program->trees = NULL;
    } else if (good) {
        program->nodes = keep(arena, &g.nodes);
        program->links = keep(arena, &g.links);
        good = program->nodes && program->links;
    }
    few_list_free(&g.nodes);
    few_list_free(&g.links);
    few_list_free(&g.tests);
    return good;
}
