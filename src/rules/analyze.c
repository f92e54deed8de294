/* What can be read off the instructions: their inverses, whether every move can be undone, which slots belong
 * together, and where pieces are conserved. */
#include "rules/instruction.h"

#include <stdlib.h>
#include <string.h>

/* With old and new contents of each slot: what was set must be found, what was carried goes back, and a slot whose
 * content was carried nowhere had a tested content. */
void few_invert(const struct few_atom *atoms, uint32_t count, struct few_atom *inverse) {
    for (uint32_t i = 0; i < count; i++) {
        struct few_atom *back = &inverse[i];
        *back = (struct few_atom){atoms[i].slot, FEW_NOWHERE, FEW_CODE_ANY, FEW_CODE_ANY};
        bool changes = few_atom_changes(&atoms[i]);
        if (!changes) {
            back->test = atoms[i].test;
            continue;
        }
        back->test = atoms[i].set;
        if (atoms[i].from != FEW_NOWHERE) /* what is found here came from there, where it may have been tested */
            for (uint32_t k = 0; k < count; k++)
                if (atoms[k].slot == atoms[i].from)
                    back->test = atoms[k].test;
        for (uint32_t k = 0; k < count; k++)
            if (atoms[k].from == atoms[i].slot)
                back->from = atoms[k].slot;
        if (back->from == FEW_NOWHERE)
            back->set = atoms[i].test;
    }
}

/* A slot that is tested and carried away is both; a constant is then as good as what is carried. One form for each
 * instruction, so that equal ones compare equal: constants instead of carrying where the content is known. */
static void normalise(struct few_atom *atoms, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (atoms[i].from != FEW_NOWHERE)
            for (uint32_t k = 0; k < count; k++)
                if (atoms[k].slot == atoms[i].from && atoms[k].test != FEW_CODE_ANY) {
                    atoms[i].from = FEW_NOWHERE;
                    atoms[i].set = atoms[k].test;
                    break;
                }
}

uint64_t few_hash_atoms(const struct few_atom *atoms, uint32_t count, uint32_t cost) {
    uint64_t hash = cost;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t parts[2] = {(uint64_t)atoms[i].slot << 32 | atoms[i].from,
                             (uint64_t)atoms[i].test << 16 | atoms[i].set};
        for (int k = 0; k < 2; k++) {
            hash = (hash ^ parts[k]) * UINT64_C(0x9e3779b97f4a7c15);
            hash ^= hash >> 29;
        }
    }
    return hash;
}

struct fingerprint {
    uint64_t hash;
    uint32_t instruction;
};

static int by_hash(const void *a, const void *b) {
    uint64_t x = ((const struct fingerprint *)a)->hash, y = ((const struct fingerprint *)b)->hash;
    return (x > y) - (x < y);
}

static bool equal_atoms(const struct few_atom *a, const struct few_atom *b, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (a[i].slot != b[i].slot || a[i].from != b[i].from || a[i].test != b[i].test || a[i].set != b[i].set)
            return false;
    return true;
}

/* Copies, normalised; scratch has room for the longest instruction. */
static struct few_atom *normal_form(const struct few_listing *listing, const struct few_instruction *instruction,
                                    struct few_atom *scratch) {
    memcpy(scratch, few_atoms(listing, instruction), instruction->count * sizeof *scratch);
    normalise(scratch, instruction->count);
    return scratch;
}

static bool has_inverse(const struct few_listing *listing, const struct few_instruction *instruction,
                        const struct fingerprint *prints, struct few_atom *normal, struct few_atom *inverse) {
    uint32_t count = instruction->count;
    few_invert(normal_form(listing, instruction, normal), count, inverse);
    normalise(inverse, count);
    uint64_t wanted = few_hash_atoms(inverse, count, instruction->cost);
    size_t low = 0, high = listing->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (prints[middle].hash < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < listing->count && prints[low].hash == wanted; low++) {
        const struct few_instruction *other = &listing->instructions[prints[low].instruction];
        if (other->count == count && other->cost == instruction->cost &&
            equal_atoms(inverse, normal_form(listing, other, normal), count))
            return true;
    }
    return false;
}

bool few_is_undirected(const struct few_listing *listing, bool *no_memory) {
    uint32_t longest = 1;
    for (size_t n = 0; n < listing->count; n++)
        if (listing->instructions[n].count > longest)
            longest = listing->instructions[n].count;
    struct few_arena scratch;
    few_arena_init(&scratch, listing->memory);
    struct fingerprint *prints = few_arena_alloc(&scratch, (listing->count + 1) * sizeof *prints);
    struct few_atom *normal = few_arena_alloc(&scratch, longest * sizeof *normal);
    struct few_atom *inverse = few_arena_alloc(&scratch, longest * sizeof *inverse);
    *no_memory = !prints || !normal || !inverse;
    bool undirected = !*no_memory;
    for (size_t n = 0; undirected && n < listing->count; n++) {
        const struct few_instruction *instruction = &listing->instructions[n];
        normal_form(listing, instruction, normal);
        prints[n] = (struct fingerprint){few_hash_atoms(normal, instruction->count, instruction->cost), (uint32_t)n};
    }
    if (undirected && listing->count > 1)
        qsort(prints, listing->count, sizeof *prints, by_hash);
    for (size_t n = 0; undirected && n < listing->count; n++)
        undirected = has_inverse(listing, &listing->instructions[n], prints, normal, inverse);
    few_arena_free(&scratch);
    return undirected;
}

static uint32_t find_root(uint32_t *parent, uint32_t slot) {
    while (parent[slot] != slot)
        slot = parent[slot] = parent[parent[slot]];
    return slot;
}

/* Whether an instruction keeps the multiset of the component's pieces: what its changed slots lose and gain, with
 * carried contents as unknowns that cancel out. */
static bool keeps_pieces(const struct few_atom *atoms, uint32_t count, const uint32_t *component, uint32_t which) {
    for (uint32_t i = 0; i < count; i++) {
        if (!few_atom_changes(&atoms[i]) || component[atoms[i].slot] != which)
            continue;
        /* The piece gained here, if known, must be lost exactly as often as gained; a slot's content that is
         * carried away counts as lost there and gained where it goes, so only constants are left to compare. */
        few_code piece = atoms[i].from == FEW_NOWHERE ? atoms[i].set : FEW_CODE_ANY;
        if (piece == FEW_CODE_ANY)
            continue;
        int balance = 0;
        for (uint32_t k = 0; k < count; k++)
            if (few_atom_changes(&atoms[k]) && component[atoms[k].slot] == which) {
                balance += atoms[k].from == FEW_NOWHERE && atoms[k].set == piece;
                bool carried_away = false;
                for (uint32_t m = 0; m < count; m++)
                    carried_away = carried_away || atoms[m].from == atoms[k].slot;
                balance -= !carried_away && atoms[k].test == piece;
            }
        if (balance != 0)
            return false;
    }
    return true; /* as many slots gain as lose, so if all gained constants balance, the lost ones do */
}

void few_find_components(const struct few_listing *listing, uint32_t *component, bool *conserved) {
    for (uint32_t s = 0; s < listing->slots; s++) {
        component[s] = s;
        conserved[s] = true;
    }
    for (size_t n = 0; n < listing->count; n++) {
        const struct few_atom *atoms = few_atoms(listing, &listing->instructions[n]);
        uint32_t first = FEW_NOWHERE;
        for (uint32_t i = 0; i < listing->instructions[n].count; i++) {
            if (!few_atom_changes(&atoms[i]) || atoms[i].slot >= listing->cells)
                continue;
            uint32_t root = find_root(component, atoms[i].slot);
            if (first == FEW_NOWHERE)
                first = root;
            else if (root < first)
                component[first] = root, first = root;
            else
                component[root] = first;
        }
    }
    for (uint32_t s = 0; s < listing->slots; s++)
        component[s] = find_root(component, s);
    for (size_t n = 0; n < listing->count; n++) {
        const struct few_instruction *instruction = &listing->instructions[n];
        const struct few_atom *atoms = few_atoms(listing, instruction);
        for (uint32_t i = 0; i < instruction->count; i++) {
            uint32_t which = component[atoms[i].slot];
            if (atoms[i].slot < listing->cells && few_atom_changes(&atoms[i]) && conserved[which])
                conserved[which] = keeps_pieces(atoms, instruction->count, component, which);
        }
    }
    for (uint32_t s = listing->cells; s < listing->slots; s++)
        conserved[s] = false; /* a var is a digit of its own */
}
