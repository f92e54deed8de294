#include "rules/places.h"

#include <string.h>

void few_places_widen(const struct few_places *places, const uint64_t *state, uint64_t *wide) {
    memcpy(wide, places->blank, places->wide_words * sizeof *wide);
    for (uint32_t g = 0; g < places->group_count; g++) {
        const struct few_place_group *group = &places->groups[g];
        for (uint32_t i = 0; i < group->placed_count; i++) {
            const struct few_placed *placed = &group->placed[i];
            const struct few_field cell = group->cell[few_field_get(state, placed->field)];
            wide[cell.word] ^= (uint64_t)(placed->value ^ group->common) << cell.shift;
        }
    }
    for (uint32_t i = 0; i < places->kept_count; i++) {
        const struct few_field to = places->kept[i].wide;
        wide[to.word] |= (uint64_t)few_field_get(state, places->kept[i].narrow) << to.shift;
    }
}

bool few_places_narrow(const struct few_places *places, const uint64_t *wide, uint64_t *state) {
    const uint32_t width = places->cell_width;
    memset(state, 0, places->words * sizeof *state);
    for (uint32_t g = 0; g < places->group_count; g++) {
        const struct few_place_group *group = &places->groups[g];
        uint32_t next[UINT8_MAX + 1], found_count = 0;
        memcpy(next, group->first, places->cell_values * sizeof *next);
        for (uint32_t s = 0; s < group->span_count; s++) {
            const struct few_rare_span *span = &group->spans[s];
            const uint64_t word = wide[span->word];
            for (uint64_t found = few_rare_tops(span, word); found; found &= found - 1) {
                const uint32_t top = (uint32_t)__builtin_ctzll(found), value = few_rare_value(word, top, width);
                if (value >= places->cell_values || next[value] == group->first[value + 1])
                    return false;
                const struct few_field to = group->placed[next[value]++].field;
                state[to.word] |= (uint64_t)span->place[top] << to.shift;
                found_count++;
            }
        }
        if (found_count != group->placed_count)
            return false;
    }
    for (uint32_t i = 0; i < places->kept_count; i++) {
        const struct few_field to = places->kept[i].narrow;
        state[to.word] |= (uint64_t)few_field_get(wide, places->kept[i].wide) << to.shift;
    }
    return true;
}

bool few_places_hold(const struct few_places *places, const uint64_t *state) {
    uint64_t wide[FEW_MAX_BOARD_WORDS], again[FEW_MAX_BOARD_WORDS];
    for (uint32_t g = 0; g < places->group_count; g++)
        for (uint32_t i = 0; i < places->groups[g].placed_count; i++)
            if (few_field_get(state, places->groups[g].placed[i].field) >= places->groups[g].cells)
                return false;
    few_places_widen(places, state, wide);
    return few_places_narrow(places, wide, again) && memcmp(state, again, places->words * sizeof *state) == 0;
}

/* ---- Laying it out */

struct maker {
    struct few_arena *arena;
    const struct few_rule_space *space;
    struct few_places *places;
    uint32_t shift; /* in the last word */
};

static struct few_field next_field(struct maker *m, uint32_t width) {
    if (m->places->words == 0 || m->shift + width > 64) {
        m->places->words++;
        m->shift = 0;
    }
    const struct few_field field = {(uint8_t)(m->places->words - 1), (uint8_t)m->shift, (uint8_t)width};
    m->shift += width;
    m->places->bits += width;
    return field;
}

static void keep_fields(struct maker *m, const uint32_t *slots, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const struct few_field field = m->space->layout.fields[slots[i]];
        m->places->group[slots[i]] = FEW_NOWHERE;
        m->places->number[slots[i]] = m->places->kept_count;
        m->places->kept[m->places->kept_count++] = (struct few_kept_field){field, next_field(m, field.width)};
    }
}

static void add_spans(struct maker *m, struct few_place_group *group) {
    group->span_count = few_rare_spans(group->spans, group->cell, group->cells, group->common);
    for (uint32_t s = 0; s < group->span_count; s++)
        m->places->blank[group->spans[s].word] |= group->spans[s].pattern;
}

/* false: no memory. */
static bool add_group(struct maker *m, const uint32_t *slots, uint32_t cells, const uint32_t *counts, uint32_t common) {
    const struct few_layout *layout = &m->space->layout;
    struct few_place_group *group = &m->places->groups[m->places->group_count++];
    const uint32_t width = few_bits_for(cells);
    group->cells = cells;
    group->common = common;
    group->cell = few_arena_alloc(m->arena, cells * sizeof *group->cell);
    group->placed = few_arena_alloc(m->arena, (cells - counts[common] + 1) * sizeof *group->placed);
    group->first = few_arena_alloc(m->arena, ((size_t)layout->cell_values + 1) * sizeof *group->first);
    group->spans = few_arena_alloc(m->arena, layout->words * sizeof *group->spans);
    if (!group->cell || !group->placed || !group->first || !group->spans)
        return false;
    for (uint32_t i = 0; i < cells; i++) {
        group->cell[i] = layout->fields[slots[i]];
        m->places->group[slots[i]] = m->places->group_count - 1;
        m->places->number[slots[i]] = i;
    }
    for (uint32_t v = 0; v < layout->cell_values; v++) {
        group->first[v] = group->placed_count;
        for (uint32_t k = 0; k < counts[v] && v != common; k++)
            group->placed[group->placed_count++] = (struct few_placed){next_field(m, width), v};
    }
    group->first[layout->cell_values] = group->placed_count;
    add_spans(m, group);
    return true;
}

/* One component of cells, as places if these take fewer bits. */
static bool add_component(struct maker *m, const uint32_t *slots, uint32_t count, uint32_t *counts) {
    const struct few_layout *layout = &m->space->layout;
    uint32_t common = 0;
    memset(counts, 0, layout->cell_values * sizeof *counts);
    for (uint32_t i = 0; i < count; i++)
        counts[few_pack_piece(layout, slots[i], m->space->start[slots[i]])]++;
    for (uint32_t v = 1; v < layout->cell_values; v++)
        if (counts[v] > counts[common])
            common = v;
    const uint64_t as_places = (uint64_t)(count - counts[common]) * few_bits_for(count);
    if (m->space->conserved[m->space->component[slots[0]]] && count <= UINT16_MAX && layout->cell_values <= UINT8_MAX &&
        as_places < (uint64_t)count * layout->cell_width)
        return add_group(m, slots, count, counts, common);
    keep_fields(m, slots, count);
    return true;
}

struct few_places *few_places_create(struct few_arena *arena, const struct few_rule_space *space) {
    const struct few_layout *layout = &space->layout;
    struct few_places *places = few_arena_alloc(arena, sizeof *places);
    struct maker m = {arena, space, places, 0};
    uint32_t *counts = few_arena_alloc(arena, ((size_t)layout->cell_values + 1) * sizeof *counts);
    if (!places || !counts)
        return NULL;
    places->wide_words = layout->words;
    places->cell_width = layout->cell_width;
    places->cell_values = layout->cell_values;
    places->blank = few_arena_alloc(arena, layout->words * sizeof *places->blank);
    places->groups = few_arena_alloc(arena, ((size_t)layout->cell_fields + 1) * sizeof *places->groups);
    places->kept = few_arena_alloc(arena, ((size_t)layout->order_count + 1) * sizeof *places->kept);
    places->group = few_arena_alloc(arena, ((size_t)layout->slots + 1) * sizeof *places->group);
    places->number = few_arena_alloc(arena, ((size_t)layout->slots + 1) * sizeof *places->number);
    if (!places->blank || !places->groups || !places->kept || !places->group || !places->number)
        return NULL;
    for (uint32_t first = 0, end; first < layout->cell_fields; first = end) {
        for (end = first + 1; end < layout->cell_fields &&
                              space->component[layout->order[end]] == space->component[layout->order[first]]; end++) {
        }
        if (!add_component(&m, layout->order + first, end - first, counts))
            return NULL;
    }
    keep_fields(&m, layout->order + layout->cell_fields, layout->order_count - layout->cell_fields);
    if (places->words == 0)
        places->words = 1;
    return places;
}

/* ---- What operations do to the places */

/* false: another word is flipped already. */
static bool join(struct few_place_flip *flip, struct few_field to, uint64_t bits) {
    if (flip->word != UINT32_MAX && flip->word != to.word)
        return false;
    flip->word = to.word;
    flip->flip ^= bits << to.shift;
    return true;
}

/* The flip that a change of one slot has a part in; false: it is not always the same, or in several words. */
static bool add_flip(const struct few_rule_space *space, const struct few_places *places, const struct few_atom *atom,
                     struct few_place_flip *flip) {
    const uint32_t before = few_pack_piece(&space->layout, atom->slot, atom->test), number = places->number[atom->slot];
    const uint32_t after = few_pack_piece(&space->layout, atom->slot, atom->set);
    if (places->group[atom->slot] == FEW_NOWHERE)
        return join(flip, places->kept[number].narrow, before ^ after);
    const struct few_place_group *group = &places->groups[places->group[atom->slot]];
    for (uint32_t side = 0; side < 2; side++) { /* a piece leaves the cell, another comes */
        const uint32_t value = side ? after : before;
        if (value == group->common)
            continue;
        if (group->first[value + 1] - group->first[value] != 1 || !join(flip, group->placed[group->first[value]].field, number))
            return false;
    }
    return true;
}

static struct few_place_flip flip_of(const struct few_rule_space *space, const struct few_places *places,
                                     const struct few_atom *atoms, uint32_t count) {
    struct few_place_flip flip = {0, UINT32_MAX};
    for (uint32_t i = 0; i < count; i++) {
        if (!few_atom_changes(&atoms[i]))
            continue;
        if (atoms[i].from != FEW_NOWHERE || atoms[i].test == FEW_CODE_ANY || !add_flip(space, places, &atoms[i], &flip))
            return (struct few_place_flip){0, 0};
    }
    return flip.word == UINT32_MAX ? (struct few_place_flip){0, 0} : flip;
}

struct few_place_flip *few_places_flips(struct few_arena *arena, const struct few_rule_space *space,
                                        const struct few_places *places, const struct few_program *program, bool backwards) {
    const struct few_listing *listing = &space->listing;
    uint32_t longest = 1;
    for (size_t n = 0; n < listing->count; n++)
        if (listing->instructions[n].count > longest)
            longest = listing->instructions[n].count;
    struct few_place_flip *flips = few_arena_alloc(arena, (program->count + 1) * sizeof *flips);
    struct few_atom *inverse = few_arena_alloc(arena, longest * sizeof *inverse);
    if (!flips || !inverse)
        return NULL;
    for (size_t n = 0; n < program->count; n++) {
        const struct few_instruction *instruction = &listing->instructions[program->operations[n].move];
        const struct few_atom *atoms = few_atoms(listing, instruction);
        if (!few_go_on(arena->memory, 64 * (uint64_t)instruction->count))
            return NULL;
        if (backwards) {
            few_invert(atoms, instruction->count, inverse);
            atoms = inverse;
        }
        flips[n] = flip_of(space, places, atoms, instruction->count);
    }
    return flips;
}
