/* A bound by boxes and targets from the rules. All but the pieces of one kind is forgotten, and of these all but one: what is left
 * of an instruction is that it takes a box from one cell to another and costs something, or nothing at all (facts/rules/flows.h).
 * So a small graph of the cells says what it costs at least to bring a box from here to there.
 *
 * Why it is a bound, and consistent: let a move take the boxes from the cells S to the cells S'. It pairs each box that it moves with a
 * cell of S', and what it costs is shared among all boxes that it moves. Take the best assignment of S' to targets; each box
 * of S goes to where the box that it is paired with goes. That costs more by at most what the move costs, and the best assignment
 * of S costs no more. A goal has its boxes on targets, which costs 0. */
#include "build/build.h"

#include "base/random.h"
#include "facts/rules/flows.h"

#include <stdio.h>
#include <string.h>

enum {
    MOST_CANDIDATES = 8, /* kinds that are looked at */
    MOST_FLOWS = 1 << 18,
    MOST_CELLS = 4096,
    MOST_WORK = 1 << 22, /* on reading goals, in cells */
    MOST_SCALE = 60,
    SAMPLES = 32, STEPS = 16,
    HOPELESS = 64,       /* what a state counts from which no goal can be reached, where bounds are compared */
    FEW_SAMPLES = 8,     /* one part in so many is nothing */
    MOST_ORIGINS = 16,
    NO_CELL = -1,
};

/* A kind of pieces that may be boxes. */
struct candidate {
    uint32_t value, count;
    struct few_flows flows;
    bool chosen;
};

struct maker {
    struct few_memory *memory;
    struct few_arena arena;
    const struct few_rule_space *space;
    struct candidate list[MOST_CANDIDATES];
    uint32_t count;
    struct few_field *field; /* of each cell that can change */
    uint32_t cells;
    uint32_t *number;        /* of each slot: which of these cells */
    bool *wanted, *allowed;  /* of each cell: what one goal says of one kind */
    const struct few_alternative **goals;
    size_t goal_count;
    size_t *first;           /* of each cell: its first edge; and where the edges go that end there */
    struct edge {
        uint32_t from, cost;
    } *edges;
    size_t edge_room;
    uint32_t *moved;         /* by each instruction: boxes of the kinds that are chosen, at most */
    uint32_t *queue;         /* cells that are looked at again */
    bool *waiting;
    uint64_t samples[SAMPLES * FEW_MAX_BOARD_WORDS];
};

/* ---- What goals say of a kind */

/* The one cell that a pattern names, and the value it wants there; NO_CELL: it names several, or a var. */
static int64_t only_cell(const struct maker *m, const struct few_pattern *pattern, uint32_t *value) {
    int64_t found = NO_CELL;
    const uint32_t words = m->space->space.words;
    uint64_t bits = 0;
    for (uint32_t w = 0; w < words; w++)
        bits += (uint64_t)__builtin_popcountll(pattern->mask[w]);
    for (uint32_t c = 0; c < m->cells && bits == m->field[c].width; c++)
        if ((pattern->mask[m->field[c].word] & few_field_mask(m->field[c])) == few_field_mask(m->field[c]))
            found = c;
    if (found != NO_CELL)
        *value = few_field_get(pattern->want, m->field[found]);
    return found;
}

/* Where a goal wants the pieces of a kind, and where it allows them; both are counted. */
static void read_goal(struct maker *m, const struct few_alternative *goal, uint32_t value, uint32_t *wanted, uint32_t *allowed) {
    const struct few_layout *layout = &m->space->layout;
    const few_code piece = layout->cell_piece[value];
    for (uint32_t c = 0; c < m->cells; c++) {
        const bool open = !(goal->base.mask[m->field[c].word] & few_field_mask(m->field[c]));
        m->wanted[c] = !open && few_field_get(goal->base.want, m->field[c]) == value;
        m->allowed[c] = m->wanted[c] || (open && few_can_hold(&m->space->possible, layout->order[c], piece));
    }
    for (uint32_t i = 0; i < goal->nowhere.count; i++) {
        uint32_t forbidden;
        const int64_t cell = only_cell(m, &m->space->goals.patterns[goal->nowhere.first + i], &forbidden);
        if (cell != NO_CELL && forbidden == value)
            m->allowed[cell] = m->allowed[cell] && m->wanted[cell];
    }
    *wanted = *allowed = 0;
    for (uint32_t c = 0; c < m->cells; c++) {
        *wanted += m->wanted[c];
        *allowed += m->allowed[c];
    }
}

/* How many there are, if that never changes; else 0. */
static uint32_t conserved_count(const struct maker *m, uint32_t value) {
    const struct few_rule_space *space = m->space;
    const few_code piece = space->layout.cell_piece[value];
    uint32_t count = 0;
    for (uint32_t c = 0; c < m->cells; c++) {
        const uint32_t slot = space->layout.order[c];
        if (!few_can_hold(&space->possible, slot, piece))
            continue;
        if (!space->conserved[space->component[slot]])
            return 0;
        count += space->start[slot] == piece;
    }
    return count;
}

/* Goals that no state meets, with as many pieces as there are, are left out. */
static void list_goals(struct maker *m) {
    for (size_t g = 0; g < m->space->goals.count; g++) {
        bool can_be = true;
        for (uint32_t value = 0; value < m->space->layout.cell_values && can_be; value++) {
            const uint32_t count = conserved_count(m, value);
            uint32_t wanted, allowed;
            read_goal(m, &m->space->goals.alternatives[g], value, &wanted, &allowed);
            can_be = count == 0 || (wanted <= count && count <= allowed);
        }
        if (can_be)
            m->goals[m->goal_count++] = &m->space->goals.alternatives[g];
    }
}

/* Every goal says where some of these pieces stand, or do not. */
static bool is_told(struct maker *m, const struct candidate *kind) {
    const struct few_layout *layout = &m->space->layout;
    uint32_t room = 0;
    for (uint32_t c = 0; c < m->cells; c++)
        room += few_can_hold(&m->space->possible, layout->order[c], layout->cell_piece[kind->value]);
    for (size_t g = 0; g < m->goal_count; g++) {
        uint32_t wanted, allowed;
        read_goal(m, m->goals[g], kind->value, &wanted, &allowed);
        if (wanted == 0 && allowed == room)
            return false;
    }
    return true;
}

/* ---- Which kinds may be boxes */

/* false: no memory. */
static bool list_candidates(struct maker *m) {
    for (uint32_t value = 0; value < m->space->layout.cell_values && m->count < MOST_CANDIDATES; value++) {
        struct candidate *kind = &m->list[m->count];
        *kind = (struct candidate){.value = value, .count = conserved_count(m, value), .flows = {.memory = m->memory}};
        if (kind->count == 0 || kind->count > FEW_MOST_BOXES || kind->count > m->cells / 2 || !is_told(m, kind))
            continue; /* what fills most of the board is the floor that boxes are moved on */
        const bool good = few_flows_find(&kind->flows, m->space, m->space->layout.cell_piece[value], m->memory);
        if (good && kind->flows.known && kind->flows.count && kind->flows.count <= MOST_FLOWS) {
            m->edge_room = kind->flows.count > m->edge_room ? kind->flows.count : m->edge_room;
            m->count++;
        } else {
            few_flows_free(&kind->flows);
        }
        if (!good)
            return false;
    }
    return true;
}

/* ---- What it costs to bring a box from cell to cell */

/* Adds the cells to `list` that an instruction may take pieces of this kind from, unless they are there. The flows of the instruction are at or behind *at,
 * which moves on past them. */
static uint32_t add_origins(const struct few_flows *flows, size_t *at, uint32_t instruction, uint32_t *list, uint32_t count) {
    for (; *at < flows->count && flows->list[*at].instruction == instruction; ++*at) {
        uint32_t i = 0;
        while (i < count && list[i] != flows->list[*at].from)
            i++;
        list[i] = flows->list[*at].from;
        count += i == count && count < MOST_ORIGINS;
    }
    return count;
}

/* How many boxes each instruction moves at most, of all kinds that are chosen: the sum of what it moves of each, or the cells that it takes some from if
 * these are fewer. (A move may carry a box of this kind or of that one, never both from one cell.) */
static void count_moved(struct maker *m) {
    size_t at[MOST_CANDIDATES] = {0};
    for (uint32_t n = 0; n < m->space->listing.count; n++) {
        uint32_t origins[MOST_ORIGINS + 1], count = 0, sum = 0;
        for (uint32_t k = 0; k < m->count; k++) {
            if (!m->list[k].chosen)
                continue;
            sum += m->list[k].flows.most[n];
            count = add_origins(&m->list[k].flows, &at[k], n, origins, count);
        }
        m->moved[n] = count < MOST_ORIGINS && count < sum ? count : sum;
    }
}

static uint32_t gcd(uint32_t a, uint32_t b) {
    return b ? gcd(b, a % b) : a;
}

/* So that the cost of every instruction can be shared among what it moves; 0: that would be too large. */
static uint32_t find_scale(const struct maker *m) {
    uint32_t scale = 1;
    for (size_t n = 0; n < m->space->listing.count; n++) {
        const uint32_t moved = m->moved[n];
        scale = moved ? scale / gcd(scale, moved) * moved : scale;
        if (scale > MOST_SCALE)
            return 0;
    }
    return scale;
}

/* The flows of a kind as edges, by the cell that they lead to. */
static void list_edges(struct maker *m, const struct candidate *kind, uint32_t scale) {
    const struct few_flows *flows = &kind->flows;
    memset(m->first, 0, (m->cells + 2) * sizeof *m->first);
    for (size_t i = 0; i < flows->count; i++)
        m->first[m->number[flows->list[i].to] + 2]++;
    for (uint32_t c = 2; c < m->cells + 2; c++)
        m->first[c] += m->first[c - 1];
    for (size_t i = 0; i < flows->count; i++) {
        const struct few_flow *flow = &flows->list[i];
        const uint64_t cost = (uint64_t)m->space->listing.instructions[flow->instruction].cost * (scale / m->moved[flow->instruction]);
        m->edges[m->first[m->number[flow->to] + 1]++] = (struct edge){m->number[flow->from], cost < FEW_BOX_MOST ? (uint32_t)cost : FEW_BOX_MOST};
    }
}

/* Shortest distances to the nearest of the cells that have 0, back along the edges. All others are far. */
static void spread(struct maker *m, uint32_t *distance) {
    uint32_t head = 0, count = 0;
    for (uint32_t c = 0; c < m->cells; c++) {
        m->waiting[c] = distance[c] == 0;
        if (m->waiting[c])
            m->queue[count++] = c;
    }
    while (count && few_go_on(m->memory, 8)) {
        const uint32_t at = m->queue[head];
        head = head + 1 == m->cells ? 0 : head + 1;
        count--;
        m->waiting[at] = false;
        for (size_t e = m->first[at]; e < m->first[at + 1]; e++) {
            const uint32_t from = m->edges[e].from;
            const uint32_t sum = distance[at] + m->edges[e].cost, through = sum < FEW_BOX_MOST ? sum : FEW_BOX_MOST;
            if (through >= distance[from])
                continue;
            distance[from] = through;
            if (m->waiting[from])
                continue;
            m->waiting[from] = true;
            m->queue[(head + count++) % m->cells] = from;
        }
    }
}

/* ---- Targets */

static void begin_far(const struct maker *m, uint32_t *distance) {
    for (uint32_t c = 0; c < m->cells; c++)
        distance[c] = FEW_BOX_FAR;
}

static void put_column(const struct maker *m, int32_t *cost, uint32_t places, uint32_t place, const uint32_t *distance, int32_t less) {
    for (uint32_t c = 0; c < m->cells; c++)
        cost[(size_t)c * places + place] = (int32_t)distance[c] - less;
}

/* Each wanted cell is a place; each other that is allowed, too, if there are not many more than boxes. If there are, any of them will do for
 * all boxes that are left over. */
static bool put_places(struct maker *m, struct few_boxes *boxes, const struct candidate *kind, uint32_t wanted, uint32_t allowed, uint32_t *distance,
                       struct few_box_targets *targets) {
    const bool apart = kind->count > wanted && allowed <= 2 * kind->count + 4;
    const uint32_t places = apart ? allowed : kind->count;
    const int32_t less = places > kind->count ? FEW_BOX_WANTED : 0;
    int32_t *cost = few_arena_alloc(&boxes->arena, (size_t)m->cells * places * sizeof *cost);
    uint32_t place = 0;
    if (!cost)
        return false;
    for (uint32_t c = 0; c < m->cells; c++) {
        if (!m->wanted[c] && !(apart && m->allowed[c]))
            continue;
        begin_far(m, distance);
        distance[c] = 0;
        spread(m, distance);
        put_column(m, cost, places, place++, distance, m->wanted[c] ? less : 0);
    }
    if (place < places) {
        begin_far(m, distance);
        for (uint32_t c = 0; c < m->cells; c++)
            if (m->allowed[c] && !m->wanted[c])
                distance[c] = 0;
        spread(m, distance);
        while (place < places)
            put_column(m, cost, places, place++, distance, 0);
    }
    *targets = (struct few_box_targets){.places = places, .wanted = wanted, .cost = cost, .least = targets->least};
    return true;
}

/* The goals first .. end - 1 as one; where there are several, a box may go to the nearest of all. false: no memory. */
static bool put_targets(struct maker *m, struct few_boxes *boxes, const struct candidate *kind, size_t first, size_t end, struct few_box_targets *targets) {
    uint32_t *least = few_arena_alloc(&boxes->arena, 2 * m->cells * sizeof *least), wanted = 0, allowed = 0;
    if (!least)
        return false;
    begin_far(m, least);
    for (size_t g = first; g < end; g++) {
        read_goal(m, m->goals[g], kind->value, &wanted, &allowed);
        for (uint32_t c = 0; c < m->cells; c++)
            if (m->allowed[c] && (m->wanted[c] || kind->count > wanted))
                least[c] = 0;
    }
    spread(m, least);
    *targets = (struct few_box_targets){.least = least};
    return end - first > 1 || put_places(m, boxes, kind, wanted, allowed, least + m->cells, targets);
}

static bool put_kind(struct maker *m, struct few_boxes *boxes, const struct candidate *kind) {
    const size_t goals = m->goal_count;
    struct few_box_kind *made = few_boxes_add(boxes, kind->value, kind->count);
    if (!made)
        return false;
    list_edges(m, kind, boxes->scale);
    for (size_t g = 0; g < boxes->goals; g++)
        if (!put_targets(m, boxes, kind, boxes->goals < goals ? 0 : g, boxes->goals < goals ? goals : g + 1, &made->targets[g]))
            return false;
    return true;
}

/* The bound by the kinds that are chosen. *made NULL: there is none. false: no memory. */
static bool make(struct maker *m, struct few_boxes **made) {
    count_moved(m);
    const uint32_t scale = find_scale(m);
    *made = NULL;
    if (scale == 0)
        return true;
    struct few_boxes *boxes = few_boxes_create(m->memory, m->space->space.words, m->field, m->cells);
    bool good = boxes != NULL;
    if (good) {
        boxes->scale = scale;
        boxes->goals = m->goal_count <= FEW_MOST_BOX_GOALS ? (uint32_t)m->goal_count : 1;
        for (uint32_t k = 0; k < m->count && good; k++)
            good = !m->list[k].chosen || put_kind(m, boxes, &m->list[k]);
    }
    if (good)
        *made = boxes;
    else if (boxes)
        few_bound_free(&boxes->bound);
    return good && few_go_on(m->memory, 0);
}

/* ---- Choosing */

/* States at random, behind some moves from the one before; the start is the first. false: no memory. */
static bool take_samples(struct maker *m) {
    const struct few_space *space = &m->space->space;
    const size_t words = space->words;
    uint64_t *next = few_arena_alloc(&m->arena, few_array_size(space->max_successors + (size_t)1, words * sizeof *next)), seed = 1;
    if (!next)
        return false;
    if (!space->run->write(space, m->space->start, m->space->layout.slots, m->samples))
        return true;
    for (size_t n = 1; n < SAMPLES; n++) {
        uint64_t *state = m->samples + n * words;
        memcpy(state, state - words, words * sizeof *state);
        for (uint32_t step = 0; step < STEPS; step++) {
            const size_t made = space->run->successors(space, state, 1, next, NULL);
            if (made)
                memcpy(state, next + few_random_below(&seed, made) * words, words * sizeof *state);
        }
    }
    return true;
}

static uint64_t score_of(const struct maker *m, const struct few_bound *bound) {
    uint32_t bounds[SAMPLES];
    uint64_t sum = 0;
    few_bound_look_up(bound, m->samples, SAMPLES, bounds);
    for (size_t n = 0; n < SAMPLES; n++)
        sum += bounds[n] == FEW_NO_PATH ? HOPELESS : bounds[n];
    return sum;
}

/* One kind after the other, as long as that says more: the more kinds there are, the more may share the cost of a move. false: no memory. */
static bool choose(struct maker *m, struct few_boxes **best) {
    uint64_t most = 0;
    *best = NULL;
    for (uint32_t chosen = 0; chosen < FEW_MOST_BOX_KINDS; chosen++) {
        uint32_t better = m->count;
        for (uint32_t k = 0; k < m->count; k++) {
            struct few_boxes *made;
            if (m->list[k].chosen)
                continue;
            m->list[k].chosen = true;
            const bool good = make(m, &made);
            m->list[k].chosen = false;
            if (!good)
                return false;
            const uint64_t score = made ? score_of(m, &made->bound) : 0;
            if (score > most) {
                struct few_boxes *other = *best;
                *best = made;
                made = other;
                most = score;
                better = k;
            }
            few_bound_free(made ? &made->bound : NULL);
        }
        if (better == m->count)
            break;
        m->list[better].chosen = true;
    }
    return true;
}

/* Whether it says more than what is known already, in more than a few states. */
static bool says_more(const struct maker *m, const struct few_bound *boxes, const struct few_bound *known) {
    uint32_t bounds[SAMPLES], others[SAMPLES], more = 0;
    few_bound_look_up(boxes, m->samples, SAMPLES, bounds);
    few_bound_look_up(known, m->samples, SAMPLES, others);
    for (size_t n = 0; n < SAMPLES; n++)
        more += bounds[n] > others[n];
    return more > SAMPLES / FEW_SAMPLES;
}

static void describe(const struct maker *m, struct few_boxes *boxes) {
    char *text = boxes->bound.text;
    const size_t size = sizeof boxes->bound.text;
    uint32_t named = 0;
    size_t at = (size_t)snprintf(text, size, "each");
    for (uint32_t k = 0; k < m->count && at < size; k++)
        if (m->list[k].chosen)
            at += (size_t)snprintf(text + at, size - at, "%s `%.16s`", named++ ? " and" : "",
                                   m->space->puzzle->pieces[m->space->layout.cell_piece[m->list[k].value]].text);
    if (at < size)
        snprintf(text + at, size - at, " goes to a place of its own");
}

static bool prepare(struct maker *m) {
    const struct few_layout *layout = &m->space->layout;
    m->cells = layout->cell_fields;
    m->field = few_arena_alloc(&m->arena, m->cells * sizeof *m->field);
    m->number = few_arena_alloc(&m->arena, layout->slots * sizeof *m->number);
    m->wanted = few_arena_alloc(&m->arena, m->cells);
    m->allowed = few_arena_alloc(&m->arena, m->cells);
    m->first = few_arena_alloc(&m->arena, (m->cells + (size_t)2) * sizeof *m->first);
    m->queue = few_arena_alloc(&m->arena, m->cells * sizeof *m->queue);
    m->waiting = few_arena_alloc(&m->arena, m->cells);
    m->goals = few_arena_alloc(&m->arena, few_array_size(m->space->goals.count, sizeof *m->goals));
    m->moved = few_arena_alloc(&m->arena, few_array_size(m->space->listing.count, sizeof *m->moved));
    if (!m->field || !m->number || !m->wanted || !m->allowed || !m->first || !m->queue || !m->waiting || !m->goals || !m->moved)
        return false;
    for (uint32_t c = 0; c < m->cells; c++) {
        m->field[c] = layout->fields[layout->order[c]];
        m->number[layout->order[c]] = c;
    }
    return true;
}

static bool build(struct maker *m, const struct few_bound *known, struct few_boxes **made) {
    if (!prepare(m))
        return false;
    list_goals(m);
    if (m->goal_count == 0)
        return true;
    if (!list_candidates(m))
        return false;
    if (m->count == 0)
        return true;
    m->edges = few_arena_alloc(&m->arena, m->edge_room * sizeof *m->edges);
    if (!m->edges || !take_samples(m) || !choose(m, made))
        return false;
    if (*made)
        describe(m, *made);
    if (*made && !says_more(m, &(*made)->bound, known)) {
        few_bound_free(&(*made)->bound);
        *made = NULL;
    }
    return true;
}

/* What it takes to read all goals once for every kind of piece. */
static uint64_t work_of_goals(const struct few_rule_space *space) {
    const struct few_goals *goals = &space->goals;
    uint64_t patterns = 0;
    for (size_t g = 0; g < goals->count; g++)
        patterns += 1 + goals->alternatives[g].nowhere.count;
    return patterns * space->layout.cell_fields * space->layout.cell_values;
}

bool few_build_boxes(struct few_memory *memory, const struct few_rule_space *space, const struct few_bound *known, struct few_boxes **made) {
    *made = NULL;
    if (space->goals.count == 0 || space->layout.cell_fields == 0 || space->layout.cell_fields > MOST_CELLS || work_of_goals(space) > MOST_WORK)
        return true;
    struct maker *m = few_alloc_zeroed(memory, sizeof *m);
    if (!m)
        return false;
    m->memory = memory;
    m->space = space;
    few_arena_init(&m->arena, memory);
    const bool good = build(m, known, made);
    if (!good && *made) {
        few_bound_free(&(*made)->bound);
        *made = NULL;
    }
    for (uint32_t k = 0; k < m->count; k++)
        few_flows_free(&m->list[k].flows);
    few_arena_free(&m->arena);
    few_free(memory, m, sizeof *m);
    return good;
}
