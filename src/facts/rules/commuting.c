/* Which instruction need not be tried right after which.
 *
 * Two that do not touch what the other changes can be done in either order: the lower one comes first. Where instructions ask for
 * nothing and only carry contents from cell to cell, what two of them do together is known as well. If one alone does the same for
 * less, or none has to, no shortest solution has the two; if two others do the same for as much, the first of all shortest solutions has
 * those that come first in the order of moves. So U2 is never behind U, nor D before U, and of four moves of a ring that come to the same
 * only one order is tried. */
#include "facts/rules/rule_facts.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_MOVES = 1024,
    MOST_CARRIES = 512,    /* instructions whose products are looked at */
    MOST_WORK = 1 << 25,   /* cells in all these */
};

#define NO_MOVE UINT32_MAX

static bool changes(const struct few_listing *listing, const struct few_instruction *a,
                    const struct few_instruction *b) {
    const struct few_atom *mine = few_atoms(listing, a), *other = few_atoms(listing, b);
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t k = 0; k < b->count; k++)
            if (mine[i].slot == other[k].slot && (few_atom_changes(&mine[i]) || few_atom_changes(&other[k])))
                return true;
    return false;
}

/* ---- Products */

/* One move after another: where the content of each cell comes from depends on the two alone. NO_MOVE: there is none. */
struct product {
    uint64_t hash; /* of that */
    uint64_t cost;
    uint32_t first, second;
};

struct products {
    const struct few_listing *listing;
    uint32_t cells, count; /* moves that carry and do nothing else */
    uint32_t *move;        /* of each of them: its number */
    uint32_t *from;        /* [move][cell] */
    struct product *list;
    size_t made;
};

/* Fills in where contents come from; false: it asks for something, or does something else. */
static bool read_carries(const struct few_listing *listing, const struct few_instruction *instruction, uint32_t *from) {
    const struct few_atom *atoms = few_atoms(listing, instruction);
    for (uint32_t s = 0; s < listing->cells; s++)
        from[s] = s;
    for (uint32_t i = 0; i < instruction->count; i++) {
        const struct few_atom *atom = &atoms[i];
        if (atom->test != FEW_CODE_ANY || atom->slot >= listing->cells)
            return false;
        if (!few_atom_changes(atom))
            continue;
        if (atom->from == FEW_NOWHERE || atom->from >= listing->cells)
            return false;
        from[atom->slot] = atom->from;
    }
    return true;
}

/* Where the content of a cell comes from. */
static inline uint32_t source(const struct products *p, const struct product *product, uint32_t cell) {
    if (product->second != NO_MOVE)
        cell = p->from[(size_t)product->second * p->cells + cell];
    return product->first == NO_MOVE ? cell : p->from[(size_t)product->first * p->cells + cell];
}

static uint64_t cost_of(const struct products *p, uint32_t carry) {
    return carry == NO_MOVE ? 0 : p->listing->instructions[p->move[carry]].cost;
}

static void add_product(struct products *p, uint32_t first, uint32_t second) {
    struct product *product = &p->list[p->made++];
    *product = (struct product){.hash = 0, .cost = cost_of(p, first) + cost_of(p, second), .first = first, .second = second};
    for (uint32_t cell = 0; cell < p->cells; cell++)
        product->hash = (product->hash ^ source(p, product, cell)) * UINT64_C(0x9e3779b97f4a7c15) + (product->hash >> 29);
}

static bool are_equal(const struct products *p, const struct product *a, const struct product *b) {
    if (a->hash != b->hash)
        return false;
    for (uint32_t cell = 0; cell < p->cells; cell++)
        if (source(p, a, cell) != source(p, b, cell))
            return false;
    return true;
}

/* The cheapest of those that may be equal first, and of these the first in the order of moves. */
static int by_hash_and_order(const void *a, const void *b) {
    const struct product *x = a, *y = b;
    return x->hash != y->hash     ? (x->hash > y->hash) - (x->hash < y->hash)
           : x->cost != y->cost   ? (x->cost > y->cost) - (x->cost < y->cost)
           : x->first != y->first ? (x->first > y->first) - (x->first < y->first)
                                  : (x->second > y->second) - (x->second < y->second);
}

/* A pair is left out if an equal product costs less, or is a pair that costs as much and comes before. */
static bool is_spare(const struct products *p, size_t at) {
    const struct product *pair = &p->list[at];
    for (size_t i = at; i > 0 && p->list[i - 1].hash == pair->hash; i--) {
        const struct product *other = &p->list[i - 1];
        if (are_equal(p, other, pair) && (other->cost < pair->cost || other->second != NO_MOVE))
            return true;
    }
    return false;
}

static bool make_room(struct products *p, struct few_arena *arena) {
    const size_t most = p->listing->count < MOST_CARRIES ? p->listing->count : MOST_CARRIES;
    p->cells = p->listing->cells;
    p->move = few_arena_alloc(arena, most * sizeof *p->move);
    p->from = few_arena_alloc(arena, few_array_size((most + 1) * p->cells, sizeof *p->from));
    return p->move && p->from;
}

/* false: no memory. */
static bool leave_out_products(struct few_commuting *commuting, const struct few_listing *listing, struct few_memory *memory) {
    struct products p = {.listing = listing};
    struct few_arena arena;
    few_arena_init(&arena, memory);
    bool good = make_room(&p, &arena);
    for (uint32_t n = 0; good && n < listing->count && p.count < MOST_CARRIES; n++)
        if (read_carries(listing, &listing->instructions[n], p.from + (size_t)p.count * p.cells))
            p.move[p.count++] = n;
    const size_t count = ((size_t)p.count + 1) * (p.count + 1);
    if (good && p.count && count * p.cells <= MOST_WORK && count * sizeof *p.list <= few_memory_left(memory) / 8) { /* it can be done without */
        p.list = few_arena_alloc(&arena, count * sizeof *p.list);
        good = p.list != NULL;
    }
    if (p.list) {
        add_product(&p, NO_MOVE, NO_MOVE);
        for (uint32_t a = 0; a < p.count; a++) {
            add_product(&p, a, NO_MOVE);
            for (uint32_t b = 0; b < p.count; b++)
                add_product(&p, a, b);
        }
        qsort(p.list, p.made, sizeof *p.list, by_hash_and_order);
        for (size_t i = 0; i < p.made; i++)
            if (p.list[i].second != NO_MOVE && is_spare(&p, i))
                few_commuting_add(commuting, p.move[p.list[i].first], p.move[p.list[i].second]);
    }
    few_arena_free(&arena);
    return good;
}

bool few_commuting_find(struct few_memory *memory, const struct few_rule_space *space, struct few_commuting **found) {
    const struct few_listing *listing = &space->listing;
    *found = NULL;
    if (listing->count > MOST_MOVES)
        return true;
    struct few_commuting *commuting = few_commuting_create(memory, (uint32_t)listing->count);
    if (!commuting)
        return false;
    for (uint32_t a = 0; a < commuting->moves; a++)
        for (uint32_t b = 0; b < a; b++)
            if (!changes(listing, &listing->instructions[a], &listing->instructions[b]))
                few_commuting_add(commuting, a, b);
    if (!leave_out_products(commuting, listing, memory)) {
        few_commuting_free(memory, commuting);
        return false;
    }
    *found = commuting;
    return true;
}
