/* How many states of a set form an exploration can reach at most, and whether half of each plane is enough for them.
 *
 * 1. Planes that no chain of moves connects with a start are out of reach.
 * 2. Where all pieces of the sequence differ, a sequence is an even or an odd permutation, and what a step does to it is
 *    one, too: the step keeps the parity, or changes it. If every cycle from a plane to itself keeps it, the planes of
 *    that component can be coloured so that parity and colour change together, and only half of the sequences of each
 *    plane can be reached from one start. That is the old theorem about sliding puzzles, found from the steps alone. */
#include "rules/set_form.h"

/* Components of planes, by union and find; each plane knows whether it is of the other colour than its parent. */
struct colouring {
    uint32_t *parent, *planes; /* planes of a component, at its root */
    uint8_t *other;            /* than the parent */
    uint8_t *mixed;            /* at the root: some cycle changes the parity */
    uint8_t *starts;           /* at the root: bit 0 and bit 1, parities that starts have */
};

static uint32_t find_root(struct colouring *colours, uint32_t plane, uint8_t *other) {
    uint32_t root = plane;
    uint8_t colour = 0;
    while (colours->parent[root] != root) {
        colour ^= colours->other[root];
        root = colours->parent[root];
    }
    *other = colour;
    while (colours->parent[plane] != root) { /* all that was passed is attached to the root */
        uint32_t next = colours->parent[plane];
        uint8_t here = colours->other[plane];
        colours->parent[plane] = root;
        colours->other[plane] = colour;
        colour ^= here;
        plane = next;
    }
    return root;
}

uint8_t few_set_parity(const uint8_t *places, uint32_t length) {
    uint8_t parity = 0;
    for (uint32_t i = 0; i < length; i++)
        for (uint32_t k = 0; k < i; k++)
            parity ^= places[k] > places[i];
    return parity;
}

static void join(struct colouring *colours, uint32_t a, uint32_t b, uint8_t changes) {
    uint8_t other_a, other_b;
    uint32_t root_a = find_root(colours, a, &other_a), root_b = find_root(colours, b, &other_b);
    if (root_a == root_b) {
        colours->mixed[root_a] |= other_a ^ other_b ^ changes;
        return;
    }
    colours->parent[root_b] = root_a;
    colours->other[root_b] = other_a ^ other_b ^ changes;
    colours->planes[root_a] += colours->planes[root_b];
    colours->mixed[root_a] |= colours->mixed[root_b];
}

static void join_all(const struct few_set_form *form, struct colouring *colours, const uint8_t *shift_parity) {
    const struct few_sets *sets = &form->sets;
    for (uint32_t plane = 0; plane < sets->planes; plane++) {
        colours->parent[plane] = plane;
        colours->planes[plane] = 1;
    }
    for (uint32_t s = 0; s < sets->first_step[sets->planes]; s++) {
        const struct few_set_step *step = &sets->steps[s];
        join(colours, step->from, step->to, shift_parity[step->map]);
    }
}

static void note_start(const struct few_set_form *form, struct colouring *colours, const uint64_t *state) {
    uint8_t sequence[FEW_ARRANGE_LENGTH], other;
    uint32_t plane;
    uint64_t bit;
    form->sets.locate(&form->sets, state, &plane, &bit);
    few_arrange_unrank(&form->sequence, bit, sequence);
    uint32_t root = find_root(colours, plane, &other);
    colours->starts[root] |= (uint8_t)(1 << (few_set_parity(sequence, form->sequence.length) ^ other));
}

static bool moves_before(const struct few_set_shift *shift, uint32_t end) {
    for (uint32_t i = 0; i < end; i++)
        if (shift->place[i] != i)
            return true;
    return false;
}

/* A shift that reaches beyond a chunk is done by runs, and a run has two sequences at least: those that differ in their last two places
 * alone. So it must leave these as they are. */
static bool can_halve(const struct few_set_form *form) {
    const uint32_t length = form->sequence.length;
    if (!few_set_form_is_uniform(form) || length < 2)
        return false;
    for (size_t s = 0; s < form->shifts.list.count && length > FEW_SET_CHUNK_CELLS; s++) {
        const struct few_set_shift *shift = few_list_at(&form->shifts.list, s);
        const bool leaves_chunk = moves_before(shift, length - FEW_SET_CHUNK_CELLS);
        if (leaves_chunk && (shift->place[length - 1] != length - 1 || shift->place[length - 2] != length - 2))
            return false;
    }
    return true;
}

/* The states of all components that have a start; *half: each component has one parity a plane, those without a start included, so that
 * steps are right for every state that has a place. */
static uint64_t count_states(const struct few_set_form *form, const struct colouring *colours, bool *half) {
    uint64_t states = 0;
    const bool all_differ = form->sequence.values == form->sequence.length && form->sequence.size > 1;
    for (uint32_t plane = 0; plane < form->sets.planes; plane++) {
        if (colours->parent[plane] != plane)
            continue;
        const bool one_parity = all_differ && !colours->mixed[plane] && colours->starts[plane] != 3;
        *half = *half && one_parity;
        if (colours->starts[plane])
            states += colours->planes[plane] * (one_parity ? form->sequence.size / 2 : form->sequence.size);
    }
    return states;
}

bool few_set_form_colour(struct few_set_form *form, const uint64_t *starts, size_t count) {
    const uint32_t planes = form->sets.planes, words = form->rules->space.words;
    struct few_arena arena;
    few_arena_init(&arena, form->memory);
    struct colouring colours = {few_arena_alloc(&arena, planes * sizeof(uint32_t)),
                                few_arena_alloc(&arena, planes * sizeof(uint32_t)), few_arena_alloc(&arena, planes),
                                few_arena_alloc(&arena, planes), few_arena_alloc(&arena, planes)};
    uint8_t *shift_parity = few_arena_alloc(&arena, form->shifts.list.count + 1), *parity = few_arena_alloc(&form->arena, planes);
    const bool good = colours.parent && colours.planes && colours.other && colours.mixed && colours.starts && shift_parity && parity;
    if (good) {
        for (size_t s = 0; s < form->shifts.list.count; s++)
            shift_parity[s] = few_set_parity(((struct few_set_shift *)few_list_at(&form->shifts.list, s))->place, form->sequence.length);
        join_all(form, &colours, shift_parity);
        for (size_t i = 0; i < count; i++)
            note_start(form, &colours, starts + i * words);
        bool half = can_halve(form);
        form->sets.reach = count_states(form, &colours, &half);
        for (uint32_t plane = 0; plane < planes; plane++) {
            uint8_t other;
            const uint32_t root = find_root(&colours, plane, &other);
            parity[plane] = other ^ (colours.starts[root] == 2);
        }
        form->half = half;
        form->sets.parity = half ? parity : NULL;
    }
    few_arena_free(&arena);
    return good;
}
