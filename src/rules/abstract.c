/* Renames the atoms of a listing, maps what is possible, the start and the goals, and has the result packed and ranked by
 * the same code as any puzzle. */
#include "rules/abstract.h"

#include "rules/beliefs.h"
#include "rules/prove.h"
#include "state/rank.h"

#include <string.h>

struct forgetter {
    const struct few_rule_space *space;
    const struct few_abstraction *abstraction;
    struct few_rule_space *made;
    struct few_atom *atoms; /* room for the longest instruction, twice */
    uint32_t longest;
    uint32_t *index;        /* by hash: the instructions made so far, their numbers + 1 */
    size_t index_size;      /* a power of two */
    bool renames;           /* some piece gets another name */
    bool fits;
};

static few_code renamed(const struct forgetter *f, uint32_t slot, few_code piece) {
    return piece == FEW_CODE_ANY || slot >= f->space->layout.cells ? piece : f->abstraction->renamed[piece];
}

static bool is_carried_on(const struct few_atom *atoms, uint32_t count, uint32_t slot) {
    for (uint32_t i = 0; i < count; i++)
        if (atoms[i].from == slot)
            return true;
    return false;
}

/* The atoms of an instruction in the smaller puzzle; *changes false: it does nothing there. */
static uint32_t rename_atoms(struct forgetter *f, const struct few_atom *atoms, uint32_t count, bool *changes) {
    const uint32_t cells = f->space->layout.cells;
    uint32_t kept = 0;
    *changes = false;
    for (uint32_t i = 0; i < count; i++) {
        struct few_atom atom = atoms[i];
        if (f->abstraction->dropped[atom.slot])
            continue;
        if (atom.from != FEW_NOWHERE &&
            (f->abstraction->dropped[atom.from] || (f->renames && (atom.slot < cells) != (atom.from < cells))))
            f->fits = false;
        atom.test = renamed(f, atom.slot, atom.test);
        atom.set = renamed(f, atom.slot, atom.set);
        if (atom.from == FEW_NOWHERE && atom.set == atom.test)
            atom.set = FEW_CODE_ANY;
        *changes = *changes || few_atom_changes(&atom);
        f->atoms[kept++] = atom;
    }
    for (uint32_t i = 0; i < kept; i++) /* what is overwritten must be known, or else the move cannot be inverted */
        if (f->atoms[i].test == FEW_CODE_ANY && few_atom_changes(&f->atoms[i]) &&
            !is_carried_on(f->atoms, kept, f->atoms[i].slot))
            f->fits = false;
    return kept;
}

static bool same_atoms(const struct few_atom *a, const struct few_atom *b, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (a[i].slot != b[i].slot || a[i].from != b[i].from || a[i].test != b[i].test || a[i].set != b[i].set)
            return false;
    return true;
}

/* Makes room in the index for one instruction more. */
static bool grow_index(struct forgetter *f) {
    const struct few_listing *listing = &f->made->listing;
    if (f->index_size > 2 * listing->count)
        return true;
    f->index_size = f->index_size ? 4 * f->index_size : 256;
    f->index = few_arena_alloc(&f->made->arena, f->index_size * sizeof *f->index);
    for (uint32_t n = 0; f->index && n < listing->count; n++) {
        const struct few_instruction *instruction = &listing->instructions[n];
        uint64_t at = few_hash_atoms(few_atoms(listing, instruction), instruction->count, instruction->cost);
        while (f->index[at &= f->index_size - 1])
            at++;
        f->index[at] = n + 1;
    }
    return f->index != NULL;
}

/* What is carried from where the content is known is set. false: nothing changes then. */
static bool settle(struct few_atom *atoms, uint32_t count) {
    bool changes = false;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < count && atoms[i].from != FEW_NOWHERE; k++)
            if (atoms[k].slot == atoms[i].from && atoms[k].test != FEW_CODE_ANY) {
                atoms[i].set = atoms[k].test;
                atoms[i].from = FEW_NOWHERE;
            }
        if (atoms[i].from == FEW_NOWHERE && atoms[i].set == atoms[i].test)
            atoms[i].set = FEW_CODE_ANY;
        changes = changes || few_atom_changes(&atoms[i]);
    }
    return changes;
}

/* Adds f->atoms, unless they are there already: what differed in what was forgotten has become the same. */
static bool add(struct forgetter *f, struct few_instruction head, uint32_t count) {
    struct few_listing *listing = &f->made->listing;
    head.count = count;
    if (!grow_index(f))
        return false;
    if (!settle(f->atoms, count))
        return true;
    uint64_t at = few_hash_atoms(f->atoms, count, head.cost);
    for (; f->index[at &= f->index_size - 1]; at++) {
        const struct few_instruction *other = &listing->instructions[f->index[at] - 1];
        if (other->count == count && other->cost == head.cost &&
            same_atoms(few_atoms(listing, other), f->atoms, count))
            return true;
    }
    f->index[at] = (uint32_t)listing->count + 1;
    return few_listing_add(listing, head, f->atoms);
}

/* One instruction where only some pieces are paid for. What is carried unseen is told apart by its content: an instruction
 * for each. */
static bool add_in_parts(struct forgetter *f, const struct few_atom *atoms, const struct few_instruction *from,
                         uint32_t count) {
    const bool *paid = f->abstraction->paid;
    const struct few_possible *possible = &f->made->possible;
    struct few_instruction head = *from;
    uint32_t unseen = FEW_NOWHERE, many = 0;
    bool pay = false;
    for (uint32_t i = 0; i < from->count; i++) {
        if (!few_atom_changes(&atoms[i]) || atoms[i].slot >= f->space->layout.cells)
            continue;
        pay = pay || (atoms[i].test != FEW_CODE_ANY && paid[atoms[i].test]) ||
              (atoms[i].from == FEW_NOWHERE && atoms[i].set != FEW_CODE_ANY && paid[atoms[i].set]);
        if (atoms[i].test == FEW_CODE_ANY) {
            unseen = atoms[i].slot;
            many++;
        }
    }
    head.cost = pay ? from->cost : 0;
    if (pay || many == 0)
        return add(f, head, count);
    uint32_t at = 0;
    while (at < count && f->atoms[at].slot != unseen)
        at++;
    if (many > 1 || at == count) {
        f->fits = false;
        return true;
    }
    struct few_atom *kept = f->atoms + f->longest; /* settling changes them */
    memcpy(kept, f->atoms, count * sizeof *kept);
    for (uint32_t p = 0; p < f->space->puzzle->piece_count; p++)
        if (few_can_hold(possible, unseen, (few_code)p)) {
            memcpy(f->atoms, kept, count * sizeof *kept);
            f->atoms[at].test = (few_code)p;
            head.cost = paid[p] ? from->cost : 0;
            if (!add(f, head, count))
                return false;
        }
    return true;
}

static bool rename_listing(struct forgetter *f) {
    const struct few_listing *listing = &f->space->listing;
    for (size_t n = 0; n < listing->count && f->fits; n++) {
        const struct few_instruction *instruction = &listing->instructions[n];
        const struct few_atom *atoms = few_atoms(listing, instruction);
        bool changes;
        uint32_t count = rename_atoms(f, atoms, instruction->count, &changes);
        if (changes && !(f->abstraction->paid ? add_in_parts(f, atoms, instruction, count)
                                              : add(f, *instruction, count)))
            return false;
    }
    return true;
}

static bool map_possible(struct forgetter *f) {
    const struct few_possible *from = &f->space->possible;
    struct few_possible *to = &f->made->possible;
    *to = *from;
    to->bits = few_alloc_zeroed(f->made->memory, to->bytes);
    if (!to->bits)
        return false;
    for (uint32_t s = 0; s < from->slots; s++)
        for (uint32_t p = 0; p < f->space->puzzle->piece_count; p++)
            if (few_can_hold(from, s, (few_code)p)) {
                few_code piece = renamed(f, s, (few_code)p);
                to->bits[(size_t)s * to->stride + piece / 64] |= UINT64_C(1) << piece % 64;
            }
    return true;
}

/* The layout is the same, but only what is kept is in the order. The arrays that are not changed belong to the space. */
static bool map_slots(struct forgetter *f) {
    const struct few_rule_space *space = f->space;
    struct few_rule_space *made = f->made;
    struct few_layout *layout = &made->layout;
    *layout = space->layout;
    made->component = space->component;
    made->conserved = space->conserved;
    layout->order = few_arena_alloc(&made->arena, (layout->slots + 1) * sizeof *layout->order);
    made->start = few_arena_alloc(&made->arena, (layout->slots + 1) * sizeof *made->start);
    if (!layout->order || !made->start)
        return false;
    layout->order_count = layout->cell_fields = 0;
    for (uint32_t i = 0; i < space->layout.order_count; i++) {
        uint32_t slot = space->layout.order[i];
        if (f->abstraction->dropped[slot])
            continue;
        layout->order[layout->order_count++] = slot;
        layout->cell_fields += slot < layout->cells;
    }
    for (uint32_t s = 0; s < layout->slots; s++)
        made->start[s] = renamed(f, s, space->start[s]);
    return true;
}

static bool map_states(struct forgetter *f, struct few_image *image) {
    const struct few_layout *layout = &f->space->layout;
    uint32_t values = 1u << layout->cell_width;
    struct few_field *cells = few_arena_alloc(&f->made->arena, (layout->cell_fields + 1) * sizeof *cells);
    uint16_t *names = few_arena_alloc(&f->made->arena, values * sizeof *names);
    if (!cells || !names)
        return false;
    for (uint32_t i = 0; i < layout->cell_fields; i++)
        cells[i] = layout->fields[layout->order[i]];
    for (uint32_t v = 0; v < values; v++)
        names[v] = v < layout->cell_values ? layout->cell_value[f->abstraction->renamed[layout->cell_piece[v]]]
                                           : (uint16_t)v;
    if (!few_image_init(image, f->made->memory, layout->words, cells, layout->cell_fields, names))
        return false;
    for (uint32_t i = 0; i < layout->order_count; i++) {
        uint32_t slot = layout->order[i];
        if (f->abstraction->dropped[slot])
            continue;
        if (slot < layout->cells)
            few_image_keep_cell(image, layout->fields[slot]);
        else
            few_image_keep_field(image, layout->fields[slot]);
    }
    return true;
}

/* Whether the image of a state fits the image of the pattern only where the state fits the pattern. */
static bool is_exact(const struct forgetter *f, const struct few_pattern *pattern) {
    const struct few_layout *layout = &f->space->layout;
    for (uint32_t i = 0; i < layout->order_count; i++) {
        uint32_t slot = layout->order[i], shared = 0;
        struct few_field field = layout->fields[slot];
        if (!(pattern->mask[field.word] & few_field_mask(field)))
            continue;
        if (f->abstraction->dropped[slot])
            return false;
        few_code piece = few_unpack_piece(layout, slot, few_field_get(pattern->want, field));
        for (uint32_t p = 0; p < f->space->puzzle->piece_count; p++)
            shared += slot < layout->cells && f->abstraction->renamed[p] == f->abstraction->renamed[piece];
        if (shared > 1)
            return false;
    }
    return true;
}

/* false: no memory. */
static bool map_pattern(struct forgetter *f, const struct few_image *image, const struct few_pattern *pattern,
                        struct few_pattern *made) {
    if (!few_pattern_keep(&f->made->goals.arena, made, pattern, image->words))
        return false;
    few_image_of(image, pattern->want, 1, made->want);
    for (uint32_t w = 0; w < image->words; w++) {
        made->mask[w] &= image->cells[w] | image->rest[w];
        made->want[w] &= made->mask[w];
    }
    return true;
}

/* What a goal state looks like here. A `nowhere` counts only where nothing that it names was forgotten. */
static bool map_goals(struct forgetter *f, const struct few_image *image) {
    const struct few_goals *from = &f->space->goals;
    struct few_goals *to = &f->made->goals;
    to->words = from->words;
    to->patterns = few_alloc(to->memory, (from->pattern_count + 1) * sizeof *to->patterns);
    to->pattern_room = to->patterns ? from->pattern_count + 1 : 0;
    to->alternatives = few_alloc(to->memory, (from->count + 1) * sizeof *to->alternatives);
    to->room = to->alternatives ? from->count + 1 : 0;
    if (!to->patterns || !to->alternatives)
        return false;
    for (size_t i = 0; i < from->pattern_count; i++)
        if (!map_pattern(f, image, &from->patterns[i], &to->patterns[i]))
            return false;
    to->pattern_count = from->pattern_count;
    for (size_t a = 0; a < from->count; a++) {
        struct few_alternative alternative = from->alternatives[a]; /* its list of somewheres stays with the space */
        if (!map_pattern(f, image, &from->alternatives[a].base, &alternative.base))
            return false;
        uint32_t first = alternative.nowhere.first, kept = 0;
        for (uint32_t i = 0; i < alternative.nowhere.count; i++)
            if (is_exact(f, &from->patterns[first + i]))
                to->patterns[first + kept++] = to->patterns[first + i];
        alternative.nowhere.count = kept;
        alternative.total_count = 0; /* what is counted may be forgotten */
        to->alternatives[to->count++] = alternative;
    }
    return true;
}

/* The smaller puzzle takes over what is conserved; and its moves must be turned round to fill a table. */
static bool prove(struct forgetter *f) {
    struct few_prover prover;
    if (!f->fits)
        return true;
    if (!few_prover_init(&prover, &f->made->listing))
        return false;
    f->fits = few_prove_inverses(&prover) && few_prove_conserved(&prover, f->made->component, f->made->conserved);
    few_prover_free(&prover);
    if (prover.stopped)
        return false;
    few_belief("a smaller puzzle keeps what is conserved", f->fits, f->space->puzzle);
    return true;
}

static bool forget(struct forgetter *f, struct few_image *image) {
    const struct few_listing *listing = &f->space->listing;
    f->longest = 1;
    for (size_t n = 0; n < listing->count; n++)
        if (listing->instructions[n].count > f->longest)
            f->longest = listing->instructions[n].count;
    f->atoms = few_arena_alloc(&f->made->arena, 2 * (size_t)f->longest * sizeof *f->atoms);
    for (uint32_t p = 0; p < f->space->puzzle->piece_count; p++)
        f->renames = f->renames || f->abstraction->renamed[p] != p;
    struct few_error error = {0};
    return f->atoms && map_possible(f) && map_slots(f) && map_states(f, image) && map_goals(f, image) &&
           rename_listing(f) && prove(f) && (!f->fits || few_rule_space_pack(f->made, &error));
}

struct few_rule_space *few_rule_space_abstract(struct few_memory *memory, const struct few_rule_space *space,
                                               const struct few_abstraction *abstraction, struct few_image *image,
                                               bool *fits) {
    struct forgetter f = {.space = space, .abstraction = abstraction, .fits = true};
    *image = (struct few_image){.memory = memory};
    *fits = true;
    f.made = few_rule_space_empty(memory, space->puzzle);
    if (f.made && forget(&f, image) && f.fits)
        return f.made;
    *fits = f.fits;
    few_rule_space_free(f.made);
    few_image_free(image);
    return NULL;
}

/* Arrangements of the kept pieces of one component, cell by cell: n! / (c_0! c_1! …) grows by n / c_i with each cell. */
static bool arrange(const struct few_rule_space *space, const struct few_abstraction *abstraction, uint32_t first,
                    uint32_t end, uint64_t *size) {
    const uint32_t *order = space->layout.order;
    __extension__ unsigned __int128 product = 1;
    for (uint32_t i = first; i < end; i++) {
        uint32_t alike = 0;
        for (uint32_t k = first; k <= i; k++)
            alike += abstraction->renamed[space->start[order[k]]] == abstraction->renamed[space->start[order[i]]];
        product = product * (i - first + 1) / alike;
        if (product >> 62)
            return false;
    }
    return !__builtin_mul_overflow(*size, (uint64_t)product, size) && *size >> 62 == 0;
}

static uint32_t contents(const struct few_rule_space *space, const struct few_abstraction *abstraction, uint32_t slot) {
    uint32_t count = 0, pieces = space->puzzle->piece_count;
    for (uint32_t p = 0; p < pieces; p++) {
        bool fresh = few_can_hold(&space->possible, slot, (few_code)p);
        for (uint32_t q = 0; q < p && fresh && slot < space->layout.cells; q++)
            fresh = abstraction->renamed[q] != abstraction->renamed[p] ||
                    !few_can_hold(&space->possible, slot, (few_code)q);
        count += fresh;
    }
    return count;
}

uint64_t few_abstract_size(const struct few_rule_space *space, const struct few_abstraction *abstraction) {
    const struct few_layout *layout = &space->layout;
    uint64_t size = 1;
    for (uint32_t first = 0, end; first < layout->order_count; first = end) {
        uint32_t slot = layout->order[first];
        end = first + 1;
        if (slot < layout->cells && space->conserved[space->component[slot]]) {
            while (end < layout->cell_fields && space->component[layout->order[end]] == space->component[slot])
                end++;
            if (!abstraction->dropped[slot] && !arrange(space, abstraction, first, end, &size))
                return 0;
        } else if (!abstraction->dropped[slot] &&
                   (__builtin_mul_overflow(size, (uint64_t)contents(space, abstraction, slot), &size) || size >> 62)) {
            return 0;
        }
    }
    return size;
}
