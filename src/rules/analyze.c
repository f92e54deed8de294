/* What can be read off the instructions: their inverses, whether every move can be undone, which slots belong
 * together, and where pieces are conserved. */
#include "rules/instruction.h"

#include "base/sort.h"

#include <string.h>

/* The atom of a slot; `count`: it has none. Atoms are in the order of their slots. */
static uint32_t find_atom(const struct few_atom *atoms, uint32_t count, uint32_t slot) {
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (atoms[middle].slot < slot)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && atoms[low].slot == slot ? low : count;
}

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
        back->set = atoms[i].test;
        if (atoms[i].from != FEW_NOWHERE) { /* what is found here came from there, where it may have been tested */
            uint32_t k = find_atom(atoms, count, atoms[i].from);
            if (k < count)
                back->test = atoms[k].test;
        }
    }
    for (uint32_t k = 0; k < count; k++) {
        uint32_t i = atoms[k].from == FEW_NOWHERE ? count : find_atom(atoms, count, atoms[k].from);
        if (i == count || !few_atom_changes(&atoms[i]))
            continue;
        inverse[i].from = atoms[k].slot;
        inverse[i].set = FEW_CODE_ANY;
    }
}

/* A slot that is tested and carried away is both; a constant is then as good as what is carried. One form for each
 * instruction, so that equal ones compare equal: constants instead of carrying where the content is known. */
static void normalise(struct few_atom *atoms, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t k = atoms[i].from == FEW_NOWHERE ? count : find_atom(atoms, count, atoms[i].from);
        if (k < count && atoms[k].test != FEW_CODE_ANY) {
            atoms[i].from = FEW_NOWHERE;
            atoms[i].set = atoms[k].test;
        }
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

static int by_hash(const void *a, const void *b, void *unused) {
    (void)unused;
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

/* The instruction that undoes it; FEW_NOWHERE: none. */
static uint32_t find_inverse(const struct few_listing *listing, const struct few_instruction *instruction,
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
            return prints[low].instruction;
    }
    return FEW_NOWHERE;
}

bool few_is_undirected(const struct few_listing *listing, uint32_t *undone_by, bool *no_memory) {
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
        undirected = few_go_on(listing->memory, 16 * (uint64_t)instruction->count);
        normal_form(listing, instruction, normal);
        prints[n] = (struct fingerprint){few_hash_atoms(normal, instruction->count, instruction->cost), (uint32_t)n};
    }
    if (undirected)
        *no_memory = !few_sort(listing->memory, prints, listing->count, sizeof *prints, by_hash, NULL);
    for (size_t n = 0; undirected && !*no_memory && n < listing->count; n++) {
        undone_by[n] = find_inverse(listing, &listing->instructions[n], prints, normal, inverse);
        undirected = undone_by[n] != FEW_NOWHERE;
        *no_memory = !few_go_on(listing->memory, 32 * (uint64_t)listing->instructions[n].count);
    }
    *no_memory = *no_memory || !few_go_on(listing->memory, 0);
    few_arena_free(&scratch);
    return undirected;
}

static uint32_t find_root(uint32_t *parent, uint32_t slot) {
    while (parent[slot] != slot)
        slot = parent[slot] = parent[parent[slot]];
    return slot;
}

/* Room to work out whether an instruction keeps its pieces. */
struct ledger {
    int32_t *balance; /* of each piece; 0 between instructions */
    bool *carried;    /* of each atom: the content of its slot goes elsewhere */
};

/* Whether an instruction keeps the multiset of the component's pieces: what its changed slots lose and gain, with
 * carried contents as unknowns that cancel out: such a content is lost in its slot and gained where it goes. As many
 * slots gain as lose, so if every constant that is gained is lost as often, those that are lost balance as well. */
static bool keeps_pieces(const struct few_atom *atoms, uint32_t count, const uint32_t *component, uint32_t which,
                         struct ledger *ledger) {
    bool keeps = true;
    memset(ledger->carried, 0, count);
    for (uint32_t i = 0; i < count; i++)
        if (atoms[i].from != FEW_NOWHERE) {
            uint32_t k = find_atom(atoms, count, atoms[i].from);
            if (k < count)
                ledger->carried[k] = true;
        }
    for (int pass = 0; pass < 3; pass++) /* enter, compare, clear */
        for (uint32_t i = 0; i < count; i++) {
            if (!few_atom_changes(&atoms[i]) || component[atoms[i].slot] != which)
                continue;
            const bool gains = atoms[i].from == FEW_NOWHERE;
            const bool loses = !ledger->carried[i] && atoms[i].test != FEW_CODE_ANY;
            if (pass == 1) {
                keeps = keeps && (!gains || ledger->balance[atoms[i].set] == 0);
                continue;
            }
            const int32_t sign = pass == 0 ? 1 : -1;
            if (gains)
                ledger->balance[atoms[i].set] += sign;
            if (loses)
                ledger->balance[atoms[i].test] -= sign;
        }
    return keeps;
}

static void join_changed(const struct few_listing *listing, uint32_t *component) {
    for (uint32_t s = 0; s < listing->slots; s++)
        component[s] = s;
    for (size_t n = 0; n < listing->count && few_go_on(listing->memory, 16); n++) {
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
}

bool few_find_components(const struct few_listing *listing, uint32_t *component, bool *conserved) {
    struct few_arena scratch;
    uint32_t longest = 1;
    for (size_t n = 0; n < listing->count; n++)
        if (listing->instructions[n].count > longest)
            longest = listing->instructions[n].count;
    few_arena_init(&scratch, listing->memory);
    struct ledger ledger = {
        .balance = few_arena_alloc(&scratch, ((size_t)listing->puzzle->piece_count + 1) * sizeof *ledger.balance),
        .carried = few_arena_alloc(&scratch, longest),
    };
    bool good = ledger.balance && ledger.carried;
    if (good)
        join_changed(listing, component);
    for (uint32_t s = 0; s < listing->slots; s++)
        conserved[s] = s < listing->cells; /* a var is a digit of its own */
    for (size_t n = 0; n < listing->count && good; n++) {
        const struct few_instruction *instruction = &listing->instructions[n];
        const struct few_atom *atoms = few_atoms(listing, instruction);
        uint32_t i = 0; /* the cells that it changes are all of one component */
        while (i < instruction->count && (atoms[i].slot >= listing->cells || !few_atom_changes(&atoms[i])))
            i++;
        if (i < instruction->count && conserved[component[atoms[i].slot]])
            conserved[component[atoms[i].slot]] =
                keeps_pieces(atoms, instruction->count, component, component[atoms[i].slot], &ledger);
        good = few_go_on(listing->memory, 64 + 16 * (uint64_t)instruction->count);
    }
    few_arena_free(&scratch);
    return good;
}
