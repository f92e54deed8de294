/* A bound by gaps from the rules: the pairs that build/neighbours.h finds, and what the goals have in them. */
#include "build/build.h"

#include "build/neighbours.h"

#include <stdio.h>
#include <string.h>

enum {
    MOST_GOALS = 64,
    MOST_TABLES = 1 << 22, /* bytes */
    MOST_MOVES = 1024,
};

struct maker {
    struct few_gaps *gaps;
    const struct few_neighbours *neighbours;
    const struct few_rule_space *space;
    bool *both_ways; /* of each kind */
    const uint32_t *contents;
};

static uint32_t kind_of(const struct maker *m, uint32_t a, uint32_t b) {
    return m->neighbours->kind[a * m->neighbours->cells + b];
}

/* Whether the pair is the one to be counted: it has a kind, in this order only or first in this one. */
static bool counts(const struct maker *m, uint32_t a, uint32_t b) {
    const uint32_t kind = kind_of(m, a, b);
    return kind && (a <= b || kind_of(m, b, a) != kind);
}

static struct few_neighbour pair_of(const struct maker *m, uint32_t a, uint32_t b, uint32_t kind) {
    return (struct few_neighbour){(uint16_t)a, (uint16_t)b, (kind - 1) * m->gaps->stride * m->gaps->stride};
}

static bool list_pairs(struct maker *m) {
    const uint32_t cells = m->gaps->cells;
    m->gaps->pairs = few_arena_alloc(&m->gaps->arena, m->neighbours->pairs * sizeof *m->gaps->pairs);
    if (!m->gaps->pairs)
        return false;
    for (uint32_t a = 0; a < cells; a++)
        for (uint32_t b = 0; b < cells; b++) {
            const uint32_t kind = kind_of(m, a, b);
            if (counts(m, a, b))
                m->gaps->pairs[m->gaps->pair_count++] = pair_of(m, a, b, kind);
            if (kind && a != b && kind_of(m, b, a) == kind)
                m->both_ways[kind] = true;
        }
    return true;
}

/* ---- What is no gap */

/* The least and the greatest content that a goal allows in a cell, and those between. */
static void allowed(const struct maker *m, const struct few_pattern *goal, uint32_t cell, uint32_t *least, uint32_t *most) {
    const struct few_field field = m->gaps->field[cell];
    const bool open = !(goal->mask[field.word] & few_field_mask(field));
    *least = open ? 0 : few_field_get(goal->want, field);
    *most = open ? m->gaps->stride - 1 : *least;
}

static void allow(struct maker *m, const struct few_neighbour *pair, const struct few_pattern *goal) {
    const uint32_t stride = m->gaps->stride;
    const bool both_ways = m->both_ways[pair->table / (stride * stride) + 1];
    uint8_t *table = m->gaps->is_gap + pair->table;
    uint32_t x, last_x, first_y, last_y;
    allowed(m, goal, pair->b, &first_y, &last_y);
    for (allowed(m, goal, pair->a, &x, &last_x); x <= last_x; x++)
        for (uint32_t y = first_y; y <= last_y; y++) {
            table[x * stride + y] = 0;
            if (both_ways)
                table[y * stride + x] = 0;
        }
}

/* Where goals ask for more than a pattern, they are fewer than it says, which is no harm. */
static void allow_goals(struct maker *m) {
    const struct few_goals *goals = &m->space->goals;
    for (size_t g = 0; g < goals->count; g++)
        for (uint32_t p = 0; p < m->gaps->pair_count; p++)
            allow(m, &m->gaps->pairs[p], &goals->alternatives[g].base);
}

/* How many gaps there are on the average of all arrangements. */
static double mean_gaps(const struct maker *m) {
    const struct few_gaps *gaps = m->gaps;
    const uint32_t values = m->space->layout.cell_values;
    const double cells = gaps->cells;
    double sum = 0;
    for (uint32_t p = 0; p < gaps->pair_count; p++) {
        const struct few_neighbour *pair = &gaps->pairs[p];
        for (uint32_t x = 0; x < values; x++)
            for (uint32_t y = 0; y < values; y++) {
                const bool alone = pair->a == pair->b;
                if (!gaps->is_gap[pair->table + x * gaps->stride + y] || (alone && x != y))
                    continue;
                sum += alone ? m->contents[x] / cells : m->contents[x] * (m->contents[y] - (x == y ? 1.0 : 0.0)) / (cells * (cells - 1));
            }
    }
    return sum;
}

/* ---- What moves do to pairs, where they can be carried along */

static bool all_carry(const struct maker *m, uint32_t *carries, uint32_t *changes) {
    const struct few_listing *listing = &m->space->listing;
    struct few_carriage carriage;
    *carries = *changes = 0;
    if (listing->count > MOST_MOVES || m->space->nevers.filters || m->space->layout.order_count != m->gaps->cells)
        return false;
    for (size_t n = 0; n < listing->count; n++) {
        few_carriage_read(&carriage, m->neighbours, m->space, n);
        if (!carriage.always)
            return false;
        *carries += carriage.changes;
        for (uint32_t p = 0; p < m->gaps->pair_count; p++) {
            const struct few_neighbour *pair = &m->gaps->pairs[p];
            const bool moves = carriage.to[pair->a] != pair->a || carriage.to[pair->b] != pair->b;
            *changes += moves ? 2 : 0; /* at most */
        }
    }
    return true;
}

static void add_pair(struct few_gaps *gaps, struct few_gap_move *move, struct few_neighbour pair, uint32_t *count) {
    gaps->changes[move->first_pair + move->before + move->after] = pair;
    ++*count;
}

static void fill_move(struct maker *m, struct few_gap_move *move, const struct few_carriage *carriage) {
    struct few_gaps *gaps = m->gaps;
    for (uint32_t i = 0; i < carriage->changes; i++) {
        const uint16_t from = carriage->changed[i];
        gaps->carries[move->first_carry + move->carries++] = (struct few_gap_carry){from, carriage->to[from]};
    }
    for (uint32_t p = 0; p < gaps->pair_count; p++) {
        const struct few_neighbour pair = gaps->pairs[p];
        const uint32_t to_a = carriage->to[pair.a], to_b = carriage->to[pair.b], kind = kind_of(m, pair.a, pair.b);
        if (pair.a == pair.b ? to_a != pair.a : kind_of(m, to_a, to_b) != kind)
            add_pair(gaps, move, pair, &move->before);
    }
    for (uint32_t p = 0; p < gaps->pair_count; p++) {
        const struct few_neighbour pair = gaps->pairs[p];
        const uint32_t from_a = carriage->from[pair.a], from_b = carriage->from[pair.b], kind = kind_of(m, pair.a, pair.b);
        if (pair.a == pair.b ? from_a != pair.a : kind_of(m, from_a, from_b) != kind)
            add_pair(gaps, move, pair_of(m, from_a, from_b, kind), &move->after);
    }
}

static bool undoes(const struct few_gaps *gaps, const struct few_gap_move *move, const struct few_gap_move *other) {
    uint16_t to[FEW_GAP_CELLS];
    if (move->carries != other->carries)
        return false;
    for (uint32_t c = 0; c < gaps->cells; c++)
        to[c] = (uint16_t)c;
    for (uint32_t i = 0; i < move->carries; i++)
        to[gaps->carries[move->first_carry + i].to] = gaps->carries[move->first_carry + i].from;
    for (uint32_t i = 0; i < other->carries; i++)
        if (to[gaps->carries[other->first_carry + i].from] != gaps->carries[other->first_carry + i].to)
            return false;
    return true;
}

static void find_undoing(struct few_gaps *gaps) {
    for (uint32_t n = 0; n < gaps->move_count; n++)
        for (uint32_t k = 0; k < gaps->move_count && gaps->moves[n].undone_by == UINT32_MAX; k++)
            if (undoes(gaps, &gaps->moves[n], &gaps->moves[k]))
                gaps->moves[n].undone_by = k;
}

static bool list_moves(struct maker *m) {
    struct few_gaps *gaps = m->gaps;
    const struct few_listing *listing = &m->space->listing;
    struct few_carriage carriage;
    uint32_t carries, changes;
    if (!all_carry(m, &carries, &changes))
        return true;
    gaps->move_count = (uint32_t)listing->count;
    gaps->changes = few_arena_alloc(&gaps->arena, (changes + (size_t)1) * sizeof *gaps->changes);
    gaps->carries = few_arena_alloc(&gaps->arena, (carries + (size_t)1) * sizeof *gaps->carries);
    struct few_gap_move *moves = few_arena_alloc(&gaps->arena, listing->count * sizeof *moves);
    if (!gaps->changes || !gaps->carries || !moves)
        return false;
    for (uint32_t n = 0; n < gaps->move_count; n++) {
        const struct few_gap_move *last = n ? &moves[n - 1] : NULL;
        moves[n] = (struct few_gap_move){.first_pair = last ? last->first_pair + last->before + last->after : 0,
                                         .first_carry = last ? last->first_carry + last->carries : 0,
                                         .cost = listing->instructions[n].cost, .undone_by = UINT32_MAX};
        few_carriage_read(&carriage, m->neighbours, m->space, n);
        fill_move(m, &moves[n], &carriage);
    }
    gaps->moves = moves;
    find_undoing(gaps);
    return true;
}

/* ---- All of it */

static bool fill(struct maker *m, bool *fits) {
    struct few_gaps *gaps = m->gaps;
    const struct few_neighbours *neighbours = m->neighbours;
    const struct few_layout *layout = &m->space->layout;
    gaps->cells = neighbours->cells;
    gaps->stride = UINT32_C(1) << layout->cell_width;
    gaps->drop = neighbours->drop;
    gaps->cost = neighbours->cost;
    const size_t bytes = (size_t)neighbours->kinds * gaps->stride * gaps->stride;
    *fits = bytes <= MOST_TABLES;
    if (!*fits)
        return true;
    gaps->field = few_arena_alloc(&gaps->arena, gaps->cells * sizeof *gaps->field);
    gaps->is_gap = few_arena_alloc(&gaps->arena, bytes);
    gaps->left = few_arena_alloc(&gaps->arena, (neighbours->pairs + (size_t)1) * sizeof *gaps->left);
    if (!gaps->field || !gaps->is_gap || !gaps->left || !list_pairs(m))
        return false;
    for (uint32_t c = 0; c < gaps->cells; c++)
        gaps->field[c] = layout->fields[layout->order[c]];
    memset(gaps->is_gap, 1, bytes);
    allow_goals(m);
    for (uint32_t g = 0; g <= gaps->pair_count; g++) {
        const uint64_t left = ((uint64_t)g * gaps->cost + gaps->drop - 1) / gaps->drop;
        gaps->left[g] = left < FEW_NO_PATH ? (uint32_t)left : FEW_NO_PATH - 1;
    }
    gaps->mean = mean_gaps(m) * gaps->cost / gaps->drop;
    return list_moves(m);
}

static void describe(struct few_gaps *gaps) {
    char *text = gaps->bound.text;
    const size_t size = sizeof gaps->bound.text;
    if (gaps->cost == 1)
        snprintf(text, size, "gaps among %u pairs of neighbours, of which a move separates %u at most", gaps->pair_count, gaps->drop);
    else
        snprintf(text, size, "gaps among %u pairs of neighbours, of which %u at most are separated at a cost of %u",
                 gaps->pair_count, gaps->drop, gaps->cost);
}

bool few_build_gaps(struct few_memory *memory, const struct few_rule_space *space, const uint32_t *contents,
                    struct few_gaps **made) {
    struct few_neighbours neighbours;
    struct few_arena arena;
    bool fits = space->goals.count > 0 && space->goals.count <= MOST_GOALS, good = true;
    *made = NULL;
    if (!fits)
        return true;
    few_arena_init(&arena, memory);
    struct maker m = {.neighbours = &neighbours, .space = space, .contents = contents};
    good = few_neighbours_find(&neighbours, space, &arena, &fits);
    if (good && fits) {
        m.gaps = few_gaps_create(memory, space->space.words);
        m.both_ways = few_arena_alloc(&arena, neighbours.kinds + (size_t)1);
        good = m.gaps && m.both_ways && fill(&m, &fits);
    }
    few_arena_free(&arena);
    if (good && fits) {
        describe(m.gaps);
        *made = m.gaps;
    } else if (m.gaps) {
        few_bound_free(&m.gaps->bound);
    }
    return good;
}
