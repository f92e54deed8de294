#include "facts/rules/shape.h"

#include "base/random.h"

#include <string.h>

enum { MOST_VERTICES = 4096, MOST_USES = 1 << 20, MOST_ATOMS = 1 << 18, MOST_WIDTH = 12, NO_USE = 0, CAN_BE = 1 };

static inline uint64_t mix(uint64_t a, uint64_t b) {
    uint64_t seed = a ^ (b << 32 | b >> 32) * UINT64_C(0xd6e8feb86659fd93);
    return few_random(&seed);
}

/* ---- Reading a space */

struct reading {
    const struct few_rule_space *space;
    struct few_shape *shape;
    uint32_t *field_of; /* of each slot */
};

static uint32_t vertex_of(const struct few_shape *shape, const struct few_layout *layout, uint32_t slot, uint32_t field, few_code piece) {
    const uint16_t value = few_pack_piece(layout, slot, piece);
    return value == FEW_CODE_ANY ? FEW_NO_VERTEX : shape->field[field].first_value + value;
}

/* Fields in the order in which they are packed, then the values of cells, then those of each var. */
static bool read_fields(struct reading *r) {
    const struct few_layout *layout = &r->space->layout;
    struct few_shape *shape = r->shape;
    uint64_t vertices = (uint64_t)layout->order_count + layout->cell_values, uses = 0;
    shape->fields = layout->order_count;
    shape->field = few_arena_alloc(&shape->arena, (layout->order_count + (size_t)1) * sizeof *shape->field);
    r->field_of = few_arena_alloc(&shape->arena, (layout->slots + (size_t)1) * sizeof *r->field_of);
    if (!shape->field || !r->field_of)
        return false;
    for (uint32_t s = 0; s < layout->slots; s++)
        r->field_of[s] = FEW_NO_VERTEX;
    for (uint32_t i = 0; i < layout->order_count; i++) {
        const uint32_t slot = layout->order[i];
        const bool is_cell = slot < layout->cells;
        const uint32_t values = is_cell ? layout->cell_values : layout->var_values[slot - layout->cells];
        shape->field[i] = (struct few_shape_field){is_cell ? layout->order_count : (uint32_t)vertices, values, layout->fields[slot].width,
                                                   is_cell, (size_t)uses};
        vertices += is_cell ? 0 : values;
        uses += values;
        r->field_of[slot] = i;
        if (vertices > MOST_VERTICES || uses > MOST_USES || layout->fields[slot].width > MOST_WIDTH)
            return false;
    }
    shape->vertices = (uint32_t)vertices;
    shape->use_count = (size_t)uses;
    return true;
}

static bool read_uses(const struct reading *r, const uint64_t *states, size_t count) {
    const struct few_rule_space *space = r->space;
    struct few_shape *shape = r->shape;
    shape->uses = few_arena_alloc(&shape->arena, (shape->use_count + 1) * sizeof *shape->uses);
    if (!shape->uses)
        return false;
    for (uint32_t i = 0; i < shape->fields; i++) {
        const uint32_t slot = space->layout.order[i];
        uint64_t *uses = shape->uses + shape->field[i].first_use;
        for (uint32_t v = 0; v < shape->field[i].values; v++)
            uses[v] = few_can_hold(&space->possible, slot, few_unpack_piece(&space->layout, slot, v)) ? CAN_BE : NO_USE;
        for (size_t n = 0; n < count; n++) {
            const uint32_t value = few_field_get(states + n * space->layout.words, space->layout.fields[slot]);
            if (value >= shape->field[i].values)
                return false;
            uses[value] += 2;
        }
    }
    return true;
}

static const struct few_atom *atom_at(const struct few_atom *atoms, uint32_t count, uint32_t slot) {
    for (uint32_t i = 0; i < count; i++)
        if (atoms[i].slot == slot)
            return &atoms[i];
    return NULL;
}

/* What is carried from where the content is known is set; what is set to what it is stays. false: it cannot be said of vertices. */
static bool read_atom(const struct reading *r, const struct few_atom *atoms, uint32_t count, const struct few_atom *atom,
                      struct few_shape_atom *made) {
    const struct few_layout *layout = &r->space->layout;
    const uint32_t field = r->field_of[atom->slot];
    few_code set = atom->set;
    uint32_t from = atom->from == atom->slot ? FEW_NOWHERE : atom->from;
    const struct few_atom *source = from == FEW_NOWHERE ? NULL : atom_at(atoms, count, from);
    if (source && source->test != FEW_CODE_ANY) {
        set = source->test;
        from = FEW_NOWHERE;
    }
    if (set == atom->test)
        set = FEW_CODE_ANY;
    *made = (struct few_shape_atom){field, FEW_NO_VERTEX, FEW_NO_VERTEX, FEW_NO_VERTEX};
    if (field == FEW_NO_VERTEX || (from != FEW_NOWHERE && r->field_of[from] == FEW_NO_VERTEX))
        return false;
    if (atom->test != FEW_CODE_ANY && (made->test = vertex_of(r->shape, layout, atom->slot, field, atom->test)) == FEW_NO_VERTEX)
        return false;
    if (set != FEW_CODE_ANY && from == FEW_NOWHERE &&
        (made->set = vertex_of(r->shape, layout, atom->slot, field, set)) == FEW_NO_VERTEX)
        return false;
    if (from == FEW_NOWHERE)
        return true;
    made->from = r->field_of[from];
    return r->shape->field[field].first_value == r->shape->field[made->from].first_value; /* or values would have to go together */
}

static void sort_atoms(struct few_shape_atom *atoms, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        const struct few_shape_atom atom = atoms[i];
        uint32_t at = i;
        for (; at > 0 && atoms[at - 1].field > atom.field; at--)
            atoms[at] = atoms[at - 1];
        atoms[at] = atom;
    }
}

static bool read_rules(struct reading *r) {
    const struct few_listing *listing = &r->space->listing;
    struct few_shape *shape = r->shape;
    uint32_t longest = 0;
    if (listing->atom_count > MOST_ATOMS || listing->count > MOST_ATOMS)
        return false;
    shape->atoms = few_arena_alloc(&shape->arena, (listing->atom_count + 1) * sizeof *shape->atoms);
    shape->rules = few_arena_alloc(&shape->arena, (listing->count + 1) * sizeof *shape->rules);
    if (!shape->atoms || !shape->rules)
        return false;
    for (size_t n = 0; n < listing->count; n++) {
        const struct few_instruction *instruction = &listing->instructions[n];
        const struct few_atom *atoms = few_atoms(listing, instruction);
        struct few_shape_rule rule = {shape->atom_count, 0, instruction->cost};
        for (uint32_t i = 0; i < instruction->count; i++) {
            struct few_shape_atom *made = &shape->atoms[rule.first + rule.count];
            if (!read_atom(r, atoms, instruction->count, &atoms[i], made))
                return false;
            rule.count += made->test != FEW_NO_VERTEX || made->set != FEW_NO_VERTEX || made->from != FEW_NO_VERTEX;
        }
        sort_atoms(shape->atoms + rule.first, rule.count);
        shape->atom_count += rule.count;
        shape->rules[shape->rule_count++] = rule;
        longest = rule.count > longest ? rule.count : longest;
    }
    shape->scratch = few_arena_alloc(&shape->arena, (longest + (size_t)1) * sizeof *shape->scratch);
    return shape->scratch != NULL;
}

/* ---- Looking rules up */

static uint64_t hash_rule(const struct few_shape_atom *atoms, uint32_t count, uint32_t cost) {
    uint64_t hash = mix(cost, count);
    for (uint32_t i = 0; i < count; i++)
        hash = mix(hash, mix(mix(atoms[i].field, atoms[i].test), mix(atoms[i].set, atoms[i].from)));
    return hash;
}

/* Where a rule is in the index, or would be. */
static size_t find_rule(const struct few_shape *shape, const struct few_shape_atom *atoms, uint32_t count, uint32_t cost) {
    size_t at = (size_t)hash_rule(atoms, count, cost) & shape->index_mask;
    for (; shape->index[at] != FEW_NO_VERTEX; at = (at + 1) & shape->index_mask) {
        const struct few_shape_rule *rule = &shape->rules[shape->index[at]];
        if (rule->count == count && rule->cost == cost &&
            memcmp(shape->atoms + rule->first, atoms, count * sizeof *atoms) == 0)
            break;
    }
    return at;
}

static bool index_rules(struct few_shape *shape) {
    shape->index_mask = 15;
    while (shape->index_mask < 2 * shape->rule_count)
        shape->index_mask = 2 * shape->index_mask + 1;
    shape->index = few_arena_alloc(&shape->arena, (shape->index_mask + 1) * sizeof *shape->index);
    if (!shape->index)
        return false;
    memset(shape->index, 0xff, (shape->index_mask + 1) * sizeof *shape->index);
    for (size_t n = 0; n < shape->rule_count; n++) {
        const struct few_shape_rule *rule = &shape->rules[n];
        shape->index[find_rule(shape, shape->atoms + rule->first, rule->count, rule->cost)] = (uint32_t)n;
    }
    return true;
}

bool few_shape_init(struct few_shape *shape, struct few_memory *memory, const struct few_rule_space *space, const uint64_t *states,
                    size_t count) {
    struct reading r = {space, shape, NULL};
    *shape = (struct few_shape){0};
    few_arena_init(&shape->arena, memory);
    return !space->nevers.filters && read_fields(&r) && read_uses(&r, states, count) && read_rules(&r) && index_rules(shape);
}

void few_shape_free(struct few_shape *shape) {
    few_arena_free(&shape->arena);
}

/* ---- Colours */

static inline uint64_t colour_of(const uint64_t *colours, uint32_t vertex) {
    return vertex == FEW_NO_VERTEX ? 0 : colours[vertex];
}

static uint64_t atom_colour(const uint64_t *colours, const struct few_shape_atom *atom) {
    return mix(mix(colours[atom->field], colour_of(colours, atom->test)), mix(colour_of(colours, atom->set), colour_of(colours, atom->from)));
}

uint64_t few_shape_recolour(const struct few_shape *shape, uint64_t *colours, uint64_t *made) {
    enum { FIELD = 1, TEST, SET, FROM, USE, USED }; /* how a vertex is concerned */
    for (uint32_t v = 0; v < shape->vertices; v++)
        made[v] = mix(colours[v], 0);
    for (size_t n = 0; n < shape->rule_count; n++) {
        const struct few_shape_rule *rule = &shape->rules[n];
        const struct few_shape_atom *atoms = shape->atoms + rule->first;
        uint64_t whole = mix(rule->cost, rule->count);
        for (uint32_t i = 0; i < rule->count; i++)
            whole += atom_colour(colours, &atoms[i]);
        for (uint32_t i = 0; i < rule->count; i++) {
            const struct few_shape_atom *atom = &atoms[i];
            const uint64_t here = mix(whole, atom_colour(colours, atom));
            made[atom->field] += mix(here, FIELD);
            if (atom->test != FEW_NO_VERTEX)
                made[atom->test] += mix(here, TEST);
            if (atom->set != FEW_NO_VERTEX)
                made[atom->set] += mix(here, SET);
            if (atom->from != FEW_NO_VERTEX)
                made[atom->from] += mix(here, FROM);
        }
    }
    for (uint32_t f = 0; f < shape->fields; f++)
        for (uint32_t v = 0; v < shape->field[f].values; v++) {
            const uint64_t use = shape->uses[shape->field[f].first_use + v];
            const uint32_t vertex = shape->field[f].first_value + v;
            made[f] += mix(mix(colours[vertex], use), USE);
            made[vertex] += mix(mix(colours[f], use), USED);
        }
    memcpy(colours, made, shape->vertices * sizeof *colours);
    return shape->atom_count + shape->use_count + shape->vertices;
}

/* ---- Proof */

static uint32_t image_of(const uint32_t *image, uint32_t vertex) {
    return vertex == FEW_NO_VERTEX ? vertex : image[vertex];
}

/* Each field goes to one of its kind, and its values to those of that field, which are as often there and can be there or not. */
static bool keeps_fields(const struct few_shape *shape, const uint32_t *image) {
    for (uint32_t f = 0; f < shape->fields; f++) {
        const struct few_shape_field *from = &shape->field[f];
        if (image[f] >= shape->fields)
            return false;
        const struct few_shape_field *to = &shape->field[image[f]];
        if (to->is_cell != from->is_cell || to->width != from->width || to->values != from->values)
            return false;
        for (uint32_t v = 0; v < from->values; v++) {
            const uint32_t value = image[from->first_value + v] - to->first_value;
            if (image[from->first_value + v] < to->first_value || value >= to->values ||
                shape->uses[to->first_use + value] != shape->uses[from->first_use + v])
                return false;
        }
    }
    return true;
}

static bool keeps_rule(const struct few_shape *shape, const uint32_t *image, const struct few_shape_rule *rule) {
    struct few_shape_atom *made = shape->scratch;
    for (uint32_t i = 0; i < rule->count; i++) {
        const struct few_shape_atom *atom = &shape->atoms[rule->first + i];
        made[i] = (struct few_shape_atom){image[atom->field], image_of(image, atom->test), image_of(image, atom->set), image_of(image, atom->from)};
    }
    sort_atoms(made, rule->count);
    return shape->index[find_rule(shape, made, rule->count, rule->cost)] != FEW_NO_VERTEX;
}

bool few_shape_keeps(const struct few_shape *shape, const uint32_t *image) {
    uint8_t taken[MOST_VERTICES] = {0};
    for (uint32_t v = 0; v < shape->vertices; v++)
        if (image[v] >= shape->vertices || taken[image[v]]++)
            return false;
    bool keeps = keeps_fields(shape, image);
    for (size_t n = 0; n < shape->rule_count && keeps; n++)
        keeps = keeps_rule(shape, image, &shape->rules[n]);
    return keeps;
}
