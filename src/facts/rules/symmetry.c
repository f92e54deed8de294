/* Colours that a symmetry keeps say which vertices it may take to which. Where some still have the same colour, one of them is
 * singled out, which makes more colours, until all differ: so the *base* is found, a few vertices whose images say those of all
 * others. Each choice of images for the base is then tried; what is left is proved, vertex by vertex and instruction by
 * instruction. */
#include "facts/rules/symmetry.h"

#include "base/list.h"
#include "base/sort.h"

#include <string.h>

enum { MOST_LEVELS = 64, STATES_OF_WORK = 4 /* that are mapped at the cost of one atom */ };

/* A vertex and its colour; in ascending order of colours. */
struct coloured {
    uint64_t colour;
    uint32_t vertex;
};

struct level {
    uint64_t *colours;       /* of each vertex, as the base is singled out up to here */
    struct coloured *sorted;
    uint32_t rounds;         /* of recolouring that made them */
    uint32_t vertex;         /* that is singled out next */
    uint64_t *tried;         /* the same with other vertices in the place of the base */
    struct coloured *tried_sorted;
};

struct finder {
    const struct few_shape *shape;
    struct few_arena arena;
    struct few_memory *memory;
    struct level *levels;
    uint32_t depth;      /* levels at which something is singled out */
    uint32_t pinned;     /* of these: vertices that stay where they are */
    bool only_fields;    /* maps that differ in values alone count once */
    uint64_t *scratch;
    uint64_t work, most_work;
    struct few_list found; /* maps, `vertices` numbers each; the first changes nothing */
    bool failed;         /* no memory or too much work */
};

static int by_colour(const void *a, const void *b, void *context) {
    const struct coloured *one = a, *other = b;
    (void)context;
    return one->colour < other->colour ? -1 : one->colour > other->colour;
}

static void sort(struct finder *finder, const uint64_t *colours, struct coloured *sorted) {
    for (uint32_t v = 0; v < finder->shape->vertices; v++)
        sorted[v] = (struct coloured){colours[v], v};
    if (!few_sort(finder->memory, sorted, finder->shape->vertices, sizeof *sorted, by_colour, NULL))
        finder->failed = true;
}

static uint32_t count_colours(const struct coloured *sorted, uint32_t count) {
    uint32_t different = 0;
    for (uint32_t i = 0; i < count; i++)
        different += i == 0 || sorted[i].colour != sorted[i - 1].colour;
    return different;
}

static bool recolour(struct finder *finder, uint64_t *colours) {
    const uint64_t work = few_shape_recolour(finder->shape, colours, finder->scratch);
    finder->work += work;
    finder->failed = finder->failed || finder->work > finder->most_work || !few_go_on(finder->memory, 20 * work);
    return !finder->failed;
}

static void single_out(uint64_t *colours, uint32_t vertex) {
    colours[vertex] = ~colours[vertex] * UINT64_C(0x9e3779b97f4a7c15);
}

/* ---- The base */

/* Of the smallest class of several vertices of one colour the lowest; fields come first. FEW_NO_VERTEX: all differ. */
static uint32_t choose_vertex(const struct coloured *sorted, const struct few_shape *shape) {
    uint32_t best = FEW_NO_VERTEX, best_size = 0;
    for (uint32_t first = 0, end; first < shape->vertices; first = end) {
        uint32_t lowest = sorted[first].vertex;
        for (end = first + 1; end < shape->vertices && sorted[end].colour == sorted[first].colour; end++)
            lowest = sorted[end].vertex < lowest ? sorted[end].vertex : lowest;
        const bool is_field = lowest < shape->fields, had_field = best < shape->fields;
        if (end - first > 1 && (best == FEW_NO_VERTEX || (is_field && !had_field) ||
                                (is_field == had_field && (end - first < best_size || (end - first == best_size && lowest < best))))) {
            best = lowest;
            best_size = end - first;
        }
    }
    return best;
}

static bool make_level(struct finder *finder, struct level *level) {
    const size_t vertices = finder->shape->vertices + (size_t)1;
    level->colours = few_arena_alloc(&finder->arena, vertices * sizeof *level->colours);
    level->tried = few_arena_alloc(&finder->arena, vertices * sizeof *level->tried);
    level->sorted = few_arena_alloc(&finder->arena, vertices * sizeof *level->sorted);
    level->tried_sorted = few_arena_alloc(&finder->arena, vertices * sizeof *level->tried_sorted);
    return level->colours && level->tried && level->sorted && level->tried_sorted;
}

/* Recolours until no more colours come of it. */
static bool refine_level(struct finder *finder, struct level *level) {
    const uint32_t vertices = finder->shape->vertices;
    sort(finder, level->colours, level->sorted);
    for (uint32_t before = 0, now = count_colours(level->sorted, vertices); now > before && !finder->failed;) {
        before = now;
        if (!recolour(finder, level->colours))
            return false;
        level->rounds++;
        sort(finder, level->colours, level->sorted);
        now = count_colours(level->sorted, vertices);
    }
    return !finder->failed;
}

static bool find_base(struct finder *finder) {
    const struct few_shape *shape = finder->shape;
    finder->scratch = few_arena_alloc(&finder->arena, (shape->vertices + (size_t)1) * sizeof *finder->scratch);
    finder->levels = few_arena_alloc(&finder->arena, (MOST_LEVELS + 1) * sizeof *finder->levels);
    if (!finder->scratch || !finder->levels || !make_level(finder, &finder->levels[0]))
        return false;
    uint64_t *colours = finder->levels[0].colours;
    for (uint32_t f = 0; f < shape->fields; f++) {
        const struct few_shape_field *field = &shape->field[f];
        colours[f] = 4 + 2 * field->width + field->is_cell;
        for (uint32_t v = 0; v < field->values; v++)
            colours[field->first_value + v] = 1 + field->is_cell;
    }
    for (finder->depth = 0;; finder->depth++) {
        struct level *level = &finder->levels[finder->depth];
        if (!refine_level(finder, level))
            return false;
        level->vertex = choose_vertex(level->sorted, shape);
        if (level->vertex == FEW_NO_VERTEX)
            break;
        if (finder->depth == MOST_LEVELS || !make_level(finder, level + 1))
            return false;
        memcpy(level[1].colours, level->colours, shape->vertices * sizeof *level->colours);
        single_out(level[1].colours, level->vertex);
    }
    memcpy(finder->levels[0].tried, colours, shape->vertices * sizeof *colours);
    memcpy(finder->levels[0].tried_sorted, finder->levels[0].sorted, shape->vertices * sizeof *finder->levels[0].sorted);
    return true;
}

/* ---- Images of the base */

/* All colours differ: each vertex goes to the one that has its colour now. */
static bool take_map(struct finder *finder) {
    const struct few_shape *shape = finder->shape;
    const struct level *last = &finder->levels[finder->depth];
    uint32_t *image = (uint32_t *)finder->scratch;
    for (uint32_t i = 0; i < shape->vertices; i++)
        image[last->sorted[i].vertex] = last->tried_sorted[i].vertex;
    finder->work += shape->atom_count;
    if (!few_shape_keeps(shape, image))
        return false;
    if (!few_list_append(&finder->found, image, 1))
        finder->failed = true;
    return true;
}

/* With one more vertex singled out: whether the colours are those that the base has. */
static bool agrees(struct finder *finder, uint32_t depth, uint32_t vertex) {
    const struct level *here = &finder->levels[depth], *next = here + 1;
    memcpy(next->tried, here->tried, finder->shape->vertices * sizeof *next->tried);
    single_out(next->tried, vertex);
    for (uint32_t i = 0; i < next->rounds; i++)
        if (!recolour(finder, next->tried))
            return false;
    sort(finder, next->tried, next->tried_sorted);
    for (uint32_t i = 0; i < finder->shape->vertices; i++)
        if (next->tried_sorted[i].colour != next->sorted[i].colour)
            return false;
    return !finder->failed;
}

/* Tries all images of the base from this level on. Returns whether there is a map. */
static bool descend(struct finder *finder, uint32_t depth) {
    if (depth == finder->depth)
        return take_map(finder);
    const struct level *level = &finder->levels[depth];
    const uint32_t vertex = level->vertex, vertices = finder->shape->vertices;
    const bool once = finder->only_fields && vertex >= finder->shape->fields;
    bool any = agrees(finder, depth, vertex) && descend(finder, depth + 1);
    for (uint32_t v = 0; v < vertices && depth >= finder->pinned && !(once && any); v++) {
        if (finder->failed || finder->found.count > FEW_MOST_SYMMETRIES)
            break;
        if (v != vertex && level->tried[v] == level->colours[vertex] && agrees(finder, depth, v))
            any = descend(finder, depth + 1) || any;
    }
    return any;
}

/* false: it is not known. Where there are too many maps, those are left out that move the first vertices of the base, unless
 * all are wanted. */
static bool find(struct finder *finder, bool all) {
    few_arena_init(&finder->arena, finder->memory);
    few_list_init(&finder->found, finder->memory, (finder->shape->vertices + (size_t)1) * sizeof(uint32_t));
    bool good = find_base(finder);
    for (bool again = good; again; finder->pinned++) {
        finder->found.count = 0;
        descend(finder, 0);
        again = finder->found.count > FEW_MOST_SYMMETRIES && !all && !finder->failed;
    }
    return good && !finder->failed && finder->found.count >= 1 && finder->found.count <= FEW_MOST_SYMMETRIES;
}

static void release(struct finder *finder) {
    few_list_free(&finder->found);
    few_arena_free(&finder->arena);
}

/* ---- Maps of packed states */

struct maps {
    struct few_field *fields;
    struct few_field_map *maps;
    uint16_t *values;
};

/* The values of each field under one map; those that nothing stands for stay. */
static uint16_t *map_values(uint16_t *values, const struct few_shape *shape, uint32_t f, const uint32_t *image) {
    const struct few_shape_field *field = &shape->field[f];
    const uint32_t first = shape->field[image[f]].first_value;
    for (uint32_t v = 0; v < UINT32_C(1) << field->width; v++)
        values[v] = (uint16_t)(v < field->values ? image[field->first_value + v] - first : v);
    return values + (UINT64_C(1) << field->width);
}

static struct few_symmetry *pack(struct finder *finder, const struct few_layout *layout) {
    const struct few_shape *shape = finder->shape;
    const uint32_t count = (uint32_t)finder->found.count, fields = shape->fields;
    size_t values = 0;
    for (uint32_t f = 0; f < fields; f++)
        values += (size_t)1 << shape->field[f].width;
    struct maps m = {few_arena_alloc(&finder->arena, (fields + (size_t)1) * sizeof *m.fields),
                     few_arena_alloc(&finder->arena, few_array_size((size_t)count * fields, sizeof *m.maps)),
                     few_arena_alloc(&finder->arena, few_array_size(count * values, sizeof *m.values))};
    if (!m.fields || !m.maps || !m.values)
        return NULL;
    uint16_t *at = m.values;
    for (uint32_t f = 0; f < fields; f++)
        m.fields[f] = layout->fields[layout->order[f]];
    for (uint32_t n = 0; n < count; n++)
        for (uint32_t f = 0; f < fields; f++) {
            const uint32_t *image = few_list_at(&finder->found, n);
            m.maps[(size_t)n * fields + f] = (struct few_field_map){image[f], at};
            at = map_values(at, shape, f, image);
        }
    return few_symmetry_create(finder->memory, layout->words, m.fields, fields, m.maps, count);
}

/* Leaves out the maps that do not take the states onto themselves. false: no memory, or it is too much work. */
static bool keep_states(struct finder *finder, const struct few_symmetry *symmetry, const uint64_t *states, size_t count) {
    bool keeps[FEW_MOST_SYMMETRIES];
    size_t kept = 0;
    const uint64_t left = finder->most_work > finder->work ? finder->most_work - finder->work : 0;
    if (count > STATES_OF_WORK * left)
        return false;
    if (few_symmetry_keeps_all(symmetry, states, count))
        return true;
    if (count > left / finder->found.count || !few_symmetry_keeps(symmetry, states, count, keeps))
        return false;
    for (size_t n = 0; n < finder->found.count; n++)
        if (keeps[n])
            memmove(few_list_at(&finder->found, kept++), few_list_at(&finder->found, n), finder->found.size);
    finder->found.count = kept;
    return true;
}

static struct few_symmetry *find_for(struct finder *finder, const struct few_rule_space *space, const uint64_t *states, size_t count) {
    if (!find(finder, false))
        return NULL;
    const size_t found = finder->found.count;
    struct few_symmetry *symmetry = pack(finder, &space->layout);
    const bool good = symmetry && keep_states(finder, symmetry, states, count);
    if (good && finder->found.count == found)
        return symmetry;
    few_symmetry_free(symmetry);
    return good ? pack(finder, &space->layout) : NULL;
}

struct few_symmetry *few_symmetry_find(struct few_memory *memory, const struct few_rule_space *space, const uint64_t *states,
                                       size_t count, uint64_t work) {
    struct few_shape shape;
    struct few_symmetry *symmetry = NULL;
    struct few_share share = few_memory_share(memory);
    few_memory_begin_share(memory, &share);
    if (few_shape_init(&shape, memory, space, states, count)) {
        struct finder finder = {.shape = &shape, .memory = memory, .most_work = work};
        symmetry = find_for(&finder, space, states, count);
        release(&finder);
    }
    few_shape_free(&shape);
    few_memory_end_share(memory, &share);
    if (symmetry)
        few_symmetry_try(symmetry, space);
    return symmetry;
}

uint32_t few_symmetry_of_rules(struct few_memory *memory, const struct few_rule_space *space, uint64_t work) {
    struct few_shape shape;
    uint32_t count = 0;
    struct few_share share = few_memory_share(memory);
    few_memory_begin_share(memory, &share);
    if (few_shape_init(&shape, memory, space, NULL, 0)) {
        struct finder finder = {.shape = &shape, .memory = memory, .most_work = work, .only_fields = true};
        count = find(&finder, true) ? (uint32_t)finder.found.count : 0;
        release(&finder);
    }
    few_shape_free(&shape);
    few_memory_end_share(memory, &share);
    return count;
}
