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
#include "build/box_paths.h"

#include <stdio.h>
#include <string.h>

enum {
    MOST_SCALE = 60,
    SAMPLES = 32, STEPS = 16,
    HOPELESS = 64,       /* what a state counts from which no goal can be reached, where bounds are compared */
    FEW_SAMPLES = 8,     /* one part in so many is nothing */
    MOST_ORIGINS = 16,
};

struct maker {
    struct few_box_paths paths;
    uint64_t samples[SAMPLES * FEW_MAX_BOARD_WORDS];
};

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
    size_t at[FEW_BOX_CANDIDATES] = {0};
    for (uint32_t n = 0; n < m->paths.space->listing.count; n++) {
        uint32_t origins[MOST_ORIGINS + 1], count = 0, sum = 0;
        for (uint32_t k = 0; k < m->paths.count; k++) {
            if (!m->paths.list[k].chosen)
                continue;
            sum += m->paths.list[k].flows.most[n];
            count = add_origins(&m->paths.list[k].flows, &at[k], n, origins, count);
        }
        m->paths.moved[n] = count < MOST_ORIGINS && count < sum ? count : sum;
    }
}

static uint32_t gcd(uint32_t a, uint32_t b) {
    return b ? gcd(b, a % b) : a;
}

/* So that the cost of every instruction can be shared among what it moves; 0: that would be too large. */
static uint32_t find_scale(const struct maker *m) {
    uint32_t scale = 1;
    for (size_t n = 0; n < m->paths.space->listing.count; n++) {
        const uint32_t moved = m->paths.moved[n];
        scale = moved ? scale / gcd(scale, moved) * moved : scale;
        if (scale > MOST_SCALE)
            return 0;
    }
    return scale;
}

/* ---- Targets */

static void put_column(const struct maker *m, int32_t *cost, uint32_t places, uint32_t place, const uint32_t *distance, int32_t less) {
    for (uint32_t c = 0; c < m->paths.cells; c++)
        cost[(size_t)c * places + place] = (int32_t)distance[c] - less;
}

/* Each wanted cell is a place; each other that is allowed, too, if there are not many more than boxes. If there are, any of them will do for
 * all boxes that are left over. */
static bool put_places(struct maker *m, struct few_boxes *boxes, const struct few_box_candidate *kind, uint32_t wanted, uint32_t allowed, uint32_t *distance,
                       struct few_box_targets *targets) {
    const bool apart = kind->count > wanted && allowed <= 2 * kind->count + 4;
    const uint32_t places = apart ? allowed : kind->count;
    const int32_t less = places > kind->count ? FEW_BOX_WANTED : 0;
    int32_t *cost = few_arena_alloc(&boxes->arena, (size_t)m->paths.cells * places * sizeof *cost);
    uint32_t place = 0;
    if (!cost)
        return false;
    for (uint32_t c = 0; c < m->paths.cells; c++) {
        if (!m->paths.wanted[c] && !(apart && m->paths.allowed[c]))
            continue;
        few_box_far(&m->paths, distance);
        distance[c] = 0;
        few_box_spread(&m->paths, distance);
        put_column(m, cost, places, place++, distance, m->paths.wanted[c] ? less : 0);
    }
    if (place < places) {
        few_box_far(&m->paths, distance);
        for (uint32_t c = 0; c < m->paths.cells; c++)
            if (m->paths.allowed[c] && !m->paths.wanted[c])
                distance[c] = 0;
        few_box_spread(&m->paths, distance);
        while (place < places)
            put_column(m, cost, places, place++, distance, 0);
    }
    *targets = (struct few_box_targets){.places = places, .wanted = wanted, .cost = cost, .least = targets->least};
    return true;
}

/* The goals first .. end - 1 as one; where there are several, a box may go to the nearest of all. false: no memory. */
static bool put_targets(struct maker *m, struct few_boxes *boxes, const struct few_box_candidate *kind, size_t first, size_t end, struct few_box_targets *targets) {
    uint32_t *least = few_arena_alloc(&boxes->arena, 2 * m->paths.cells * sizeof *least), wanted = 0, allowed = 0;
    if (!least)
        return false;
    few_box_nearest(&m->paths, kind, first, end, least, &wanted, &allowed);
    *targets = (struct few_box_targets){.least = least};
    return end - first > 1 || put_places(m, boxes, kind, wanted, allowed, least + m->paths.cells, targets);
}

static bool put_kind(struct maker *m, struct few_boxes *boxes, const struct few_box_candidate *kind) {
    const size_t goals = m->paths.goal_count;
    struct few_box_kind *made = few_boxes_add(boxes, kind->value, kind->count);
    if (!made)
        return false;
    few_box_edges(&m->paths, kind, boxes->scale);
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
    struct few_boxes *boxes = few_boxes_create(m->paths.memory, m->paths.space->space.words, m->paths.field, m->paths.cells);
    bool good = boxes != NULL;
    if (good) {
        boxes->scale = scale;
        boxes->goals = m->paths.goal_count <= FEW_MOST_BOX_GOALS ? (uint32_t)m->paths.goal_count : 1;
        for (uint32_t k = 0; k < m->paths.count && good; k++)
            good = !m->paths.list[k].chosen || put_kind(m, boxes, &m->paths.list[k]);
    }
    if (good)
        *made = boxes;
    else if (boxes)
        few_bound_free(&boxes->bound);
    return good && few_go_on(m->paths.memory, 0);
}

/* ---- Choosing */

/* States at random, behind some moves from the one before; the start is the first. false: no memory. */
static bool take_samples(struct maker *m) {
    const struct few_space *space = &m->paths.space->space;
    const size_t words = space->words;
    uint64_t *next = few_arena_alloc(&m->paths.arena, few_array_size(space->max_successors + (size_t)1, words * sizeof *next)), seed = 1;
    if (!next)
        return false;
    if (!space->run->write(space, m->paths.space->start, m->paths.space->layout.slots, m->samples))
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
        uint32_t better = m->paths.count;
        for (uint32_t k = 0; k < m->paths.count; k++) {
            struct few_boxes *made;
            if (m->paths.list[k].chosen)
                continue;
            m->paths.list[k].chosen = true;
            const bool good = make(m, &made);
            m->paths.list[k].chosen = false;
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
        if (better == m->paths.count)
            break;
        m->paths.list[better].chosen = true;
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
    for (uint32_t k = 0; k < m->paths.count && at < size; k++)
        if (m->paths.list[k].chosen)
            at += (size_t)snprintf(text + at, size - at, "%s `%.16s`", named++ ? " and" : "", few_box_name(&m->paths, &m->paths.list[k]));
    if (at < size)
        snprintf(text + at, size - at, " goes to a place of its own");
}

static bool build(struct maker *m, const struct few_bound *known, struct few_boxes **made) {
    if (m->paths.count == 0)
        return true;
    if (!take_samples(m) || !choose(m, made))
        return false;
    if (*made)
        describe(m, *made);
    if (*made && !says_more(m, &(*made)->bound, known)) {
        few_bound_free(&(*made)->bound);
        *made = NULL;
    }
    return true;
}

bool few_build_boxes(struct few_memory *memory, const struct few_rule_space *space, const struct few_bound *known, struct few_boxes **made) {
    struct maker *m = few_alloc_zeroed(memory, sizeof *m);
    *made = NULL;
    if (!m)
        return false;
    const bool good = few_box_paths_open(&m->paths, memory, space) && build(m, known, made);
    if (!good && *made) {
        few_bound_free(&(*made)->bound);
        *made = NULL;
    }
    few_box_paths_close(&m->paths);
    few_free(memory, m, sizeof *m);
    return good;
}
