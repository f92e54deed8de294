/* Neighbours from the rules. Two pairs of cells are of one *class* if some instruction carries the contents of one to the
 * other, in that order. On a stack of pancakes all pairs at one distance are a class: turning over carries two that lie
 * together to places that lie together, whatever is between. What an instruction carries away from something that stays is
 * separated. So a class has a size, and a number of pairs that one instruction separates at most; what is chosen has most pairs for
 * each one that is separated. A cell by itself is a class of its own, separated from its place by whatever moves its content.
 *
 * Why the pairs that are not separated need no counting: an instruction carries each of them to another pair of the same kind,
 * two never to the same one, and their contents with them. What was a gap there is a gap here. */
#include "build/neighbours.h"

#include <string.h>

enum {
    MOST_INSTRUCTIONS = 4096,
    MOST_WORK = 1 << 24, /* pairs looked at, for all instructions */
    MOST_CLASSES = 64,   /* the largest ones */
    LEAST_PAIRS = 3,     /* of a class that is worth counting */
};

/* ---- What one instruction carries */

/* The atom that a constant may have come from: a slot that is tested for it, changes, and is carried nowhere else. Where there are
 * several, their contents are equal, and any will do. */
static uint16_t origin_of(const struct few_neighbours *neighbours, const struct few_carriage *carriage,
                          const struct few_atom *atoms, uint32_t count, uint32_t i) {
    for (uint32_t k = 0; k < count; k++) {
        const uint16_t cell = neighbours->slot_cell[atoms[k].slot];
        bool carried = cell == FEW_NO_CELL_OF_ALL || atoms[k].test != atoms[i].set || !few_atom_changes(&atoms[k]) ||
                       carriage->to[cell] != FEW_NO_CELL_OF_ALL;
        for (uint32_t other = 0; other < count && !carried; other++)
            carried = atoms[other].from == atoms[k].slot;
        if (!carried)
            return cell;
    }
    return FEW_NO_CELL_OF_ALL;
}

void few_carriage_read(struct few_carriage *carriage, const struct few_neighbours *neighbours,
                       const struct few_rule_space *space, size_t n) {
    const struct few_instruction *instruction = &space->listing.instructions[n];
    const struct few_atom *atoms = few_atoms(&space->listing, instruction);
    carriage->changes = 0;
    carriage->always = true;
    for (uint32_t c = 0; c < neighbours->cells; c++)
        carriage->to[c] = carriage->from[c] = (uint16_t)c;
    for (uint32_t i = 0; i < instruction->count; i++) {
        const uint16_t cell = neighbours->slot_cell[atoms[i].slot];
        carriage->always = carriage->always && atoms[i].test == FEW_CODE_ANY && cell != FEW_NO_CELL_OF_ALL;
        if (cell == FEW_NO_CELL_OF_ALL || !few_atom_changes(&atoms[i]))
            continue;
        carriage->changed[carriage->changes++] = cell;
        carriage->to[cell] = carriage->from[cell] = FEW_NO_CELL_OF_ALL;
    }
    for (uint32_t i = 0; i < instruction->count; i++) {
        const uint16_t cell = neighbours->slot_cell[atoms[i].slot];
        if (cell == FEW_NO_CELL_OF_ALL || !few_atom_changes(&atoms[i]))
            continue;
        const uint16_t from = atoms[i].from != FEW_NOWHERE ? neighbours->slot_cell[atoms[i].from]
                                                           : origin_of(neighbours, carriage, atoms, instruction->count, i);
        if (from != FEW_NO_CELL_OF_ALL && carriage->to[from] == FEW_NO_CELL_OF_ALL) { /* a copy is not carried twice */
            carriage->to[from] = cell;
            carriage->from[cell] = from;
        }
        carriage->always = carriage->always && atoms[i].from != FEW_NOWHERE && carriage->from[cell] == from;
    }
}

/* ---- Classes of pairs */

/* How many pairs of a class an instruction separates. */
struct class {
    uint32_t root, pairs;
    bool both_ways;      /* a pair has it in both orders */
    uint32_t *separated; /* by instruction */
};

struct finder {
    struct few_neighbours *neighbours;
    const struct few_rule_space *space;
    struct few_arena *arena;
    uint32_t *parent; /* of each ordered pair, a forest */
    uint32_t *number; /* of each pair that is a root: its class, from 1 */
    struct class *classes;
    uint32_t count, pair_classes;
};

static uint32_t root_of(uint32_t *parent, uint32_t pair) {
    while (parent[pair] != pair)
        pair = parent[pair] = parent[parent[pair]];
    return pair;
}

static void join(uint32_t *parent, uint32_t a, uint32_t b) {
    a = root_of(parent, a);
    b = root_of(parent, b);
    if (a < b)
        parent[b] = a;
    else
        parent[a] = b;
}

static void join_carried(struct finder *f, const struct few_carriage *carriage) {
    const uint32_t cells = f->neighbours->cells;
    for (uint32_t i = 0; i < carriage->changes; i++)
        for (uint32_t k = 0; k < carriage->changes; k++) {
            const uint32_t a = carriage->changed[i], b = carriage->changed[k];
            const uint32_t to_a = carriage->to[a], to_b = carriage->to[b];
            if (a != b && to_a != FEW_NO_CELL_OF_ALL && to_b != FEW_NO_CELL_OF_ALL)
                join(f->parent, a * cells + b, to_a * cells + to_b);
        }
}

static bool add_class(struct finder *f, uint32_t root, uint32_t pairs, bool both_ways) {
    const size_t bytes = (f->space->listing.count + 1) * sizeof(uint32_t);
    struct class *class = &f->classes[f->count++];
    *class = (struct class){root, pairs, both_ways, few_arena_alloc(f->arena, bytes)};
    f->number[root] = f->count;
    return class->separated != NULL;
}

/* The largest classes of pairs; of two that are the same the other way round, the first. */
static bool list_classes(struct finder *f, uint32_t *sizes) {
    const uint32_t cells = f->neighbours->cells, all = cells * cells;
    for (uint32_t pair = 0; pair < all; pair++)
        sizes[root_of(f->parent, pair)]++;
    while (f->count < MOST_CLASSES) {
        uint32_t best = 0;
        for (uint32_t root = 1; root < all; root++)
            best = sizes[root] > sizes[best] ? root : best;
        const uint32_t mirrored = root_of(f->parent, best % cells * cells + best / cells);
        const uint32_t pairs = mirrored == best ? sizes[best] / 2 : sizes[best];
        if (sizes[best] < LEAST_PAIRS)
            break;
        sizes[best] = sizes[mirrored] = 0;
        if (pairs >= LEAST_PAIRS && !add_class(f, best, pairs, mirrored == best))
            return false;
    }
    f->pair_classes = f->count;
    return true;
}

/* The class of an ordered pair, or of a cell by itself; NULL: none that is listed. */
static struct class *class_of(const struct finder *f, uint32_t a, uint32_t b) {
    const uint32_t number = f->number[root_of(f->parent, a * f->neighbours->cells + b)];
    return number ? &f->classes[number - 1] : NULL;
}

/* Whether this pair stays together, and in its class. */
static bool stays(const struct finder *f, const struct few_carriage *carriage, uint32_t a, uint32_t b, const struct class *class) {
    const uint32_t to_a = carriage->to[a], to_b = carriage->to[b];
    if (to_a == FEW_NO_CELL_OF_ALL || to_b == FEW_NO_CELL_OF_ALL)
        return false;
    return a == b ? to_a == a : class_of(f, to_a, to_b) == class;
}

static void count_separated(struct finder *f, const struct few_carriage *carriage, size_t n) {
    const uint32_t cells = f->neighbours->cells;
    bool changed[FEW_GAP_CELLS] = {false};
    for (uint32_t i = 0; i < carriage->changes; i++)
        changed[carriage->changed[i]] = true;
    for (uint32_t i = 0; i < carriage->changes; i++)
        for (uint32_t b = 0; b < cells; b++)
            for (uint32_t order = 0; order < 2; order++) { /* those of two cells that change come by once for each */
                const uint32_t here = carriage->changed[i], a = order ? b : here, other = order ? here : b;
                struct class *class = class_of(f, a, other);
                if (!class || (a == other && order) || (class->both_ways && a > other) || (b < here && changed[b]))
                    continue;
                class->separated[n] += !stays(f, carriage, a, other, class);
            }
}

/* ---- The choice among them */

/* How many of all pairs there are for each that is separated at the cost of 1; *most is the instruction that separates most for
 * what it costs. 0: none is separated, or one for nothing. */
static double worth(const struct finder *f, uint32_t pairs, const uint32_t *separated, size_t *most) {
    uint64_t drop = 0, cost = 1;
    for (size_t n = 0; n < f->space->listing.count; n++) {
        const uint32_t paid = f->space->listing.instructions[n].cost;
        if (separated[n] && !paid)
            return 0;
        if (separated[n] * cost > drop * paid) {
            drop = separated[n];
            cost = paid;
            *most = n;
        }
    }
    return drop ? (double)pairs * (double)cost / (double)drop : 0;
}

/* Adds to one class whatever makes it worth more. */
static double grow(const struct finder *f, uint32_t seed, bool *chosen, uint32_t *separated, uint32_t *with, uint32_t *pairs, size_t *most) {
    const size_t count = f->space->listing.count;
    memset(chosen, false, f->count);
    chosen[seed] = true;
    memcpy(separated, f->classes[seed].separated, count * sizeof *separated);
    *pairs = f->classes[seed].pairs;
    double value = worth(f, *pairs, separated, most);
    for (uint32_t c = 0; c < f->count && value > 0; c++) {
        const struct class *class = &f->classes[c];
        size_t at = 0;
        for (size_t n = 0; n < count; n++)
            with[n] = separated[n] + class->separated[n];
        const double together = chosen[c] ? 0 : worth(f, *pairs + class->pairs, with, &at);
        if (together <= value)
            continue;
        memcpy(separated, with, count * sizeof *separated);
        chosen[c] = true;
        *pairs += class->pairs;
        value = together;
        *most = at;
    }
    return value;
}

static void settle(struct finder *f, const bool *chosen) {
    struct few_neighbours *neighbours = f->neighbours;
    const uint32_t cells = neighbours->cells;
    uint32_t kinds[MOST_CLASSES + FEW_GAP_CELLS] = {0};
    for (uint32_t c = 0; c < f->count; c++)
        if (chosen[c])
            kinds[c] = ++neighbours->kinds;
    for (uint32_t a = 0; a < cells; a++)
        for (uint32_t b = 0; b < cells; b++) {
            const struct class *class = class_of(f, a, b);
            neighbours->kind[a * cells + b] = class ? kinds[class - f->classes] : 0;
        }
}

static bool choose(struct finder *f, bool *fits) {
    struct few_neighbours *neighbours = f->neighbours;
    const size_t bytes = (f->space->listing.count + 1) * sizeof(uint32_t);
    uint32_t *separated = few_arena_alloc(f->arena, bytes), *with = few_arena_alloc(f->arena, bytes);
    bool chosen[MOST_CLASSES + FEW_GAP_CELLS] = {false}, best[MOST_CLASSES + FEW_GAP_CELLS] = {false};
    double value = 0;
    if (!separated || !with)
        return false;
    for (uint32_t seed = 0; seed < f->pair_classes; seed++) {
        uint32_t pairs;
        size_t most = 0;
        const double found = grow(f, seed, chosen, separated, with, &pairs, &most);
        if (found <= value)
            continue;
        value = found;
        memcpy(best, chosen, sizeof best);
        neighbours->pairs = pairs;
        neighbours->drop = separated[most];
        neighbours->cost = f->space->listing.instructions[most].cost;
    }
    *fits = value >= LEAST_PAIRS;
    if (*fits)
        settle(f, best);
    return true;
}

/* ---- All of it */

static bool may_be(const struct few_rule_space *space) {
    const struct few_layout *layout = &space->layout;
    const size_t count = space->listing.count;
    return layout->cell_fields > LEAST_PAIRS && layout->cell_fields <= FEW_GAP_CELLS && layout->cell_width <= 8 && count > 0 &&
           count <= MOST_INSTRUCTIONS && space->listing.atom_count * layout->cell_fields <= MOST_WORK;
}

static bool number_cells(struct few_neighbours *neighbours, const struct few_rule_space *space, struct few_arena *arena) {
    const struct few_layout *layout = &space->layout;
    neighbours->cells = layout->cell_fields;
    neighbours->slot_cell = few_arena_alloc(arena, (layout->slots + (size_t)1) * sizeof *neighbours->slot_cell);
    neighbours->kind = few_arena_alloc(arena, (size_t)neighbours->cells * neighbours->cells * sizeof *neighbours->kind);
    if (!neighbours->slot_cell || !neighbours->kind)
        return false;
    for (uint32_t s = 0; s < layout->slots; s++)
        neighbours->slot_cell[s] = FEW_NO_CELL_OF_ALL;
    for (uint32_t c = 0; c < neighbours->cells; c++)
        neighbours->slot_cell[layout->order[c]] = (uint16_t)c;
    return true;
}

bool few_neighbours_find(struct few_neighbours *neighbours, const struct few_rule_space *space, struct few_arena *arena,
                         bool *fits) {
    struct finder f = {.neighbours = neighbours, .space = space, .arena = arena};
    struct few_carriage carriage;
    *neighbours = (struct few_neighbours){0};
    *fits = may_be(space);
    if (!*fits)
        return true;
    if (!number_cells(neighbours, space, arena))
        return false;
    const uint32_t cells = neighbours->cells, all = cells * cells;
    f.parent = few_arena_alloc(arena, all * sizeof *f.parent);
    f.number = few_arena_alloc(arena, all * sizeof *f.number);
    f.classes = few_arena_alloc(arena, (MOST_CLASSES + cells) * sizeof *f.classes);
    uint32_t *sizes = few_arena_alloc(arena, all * sizeof *sizes);
    if (!f.parent || !f.number || !f.classes || !sizes)
        return false;
    for (uint32_t pair = 0; pair < all; pair++)
        f.parent[pair] = pair;
    for (size_t n = 0; n < space->listing.count; n++) {
        few_carriage_read(&carriage, neighbours, space, n);
        join_carried(&f, &carriage);
    }
    if (!list_classes(&f, sizes))
        return false;
    *fits = f.pair_classes > 0;
    for (uint32_t c = 0; c < cells && *fits; c++)
        if (!add_class(&f, c * cells + c, 1, false))
            return false;
    for (size_t n = 0; n < space->listing.count && *fits; n++) {
        few_carriage_read(&carriage, neighbours, space, n);
        count_separated(&f, &carriage, n);
    }
    return !*fits || choose(&f, fits);
}
