#include "bound/boxes.h"

static void free_boxes(struct few_bound *bound) {
    struct few_boxes *boxes = (struct few_boxes *)bound;
    few_arena_free(&boxes->arena);
    few_free(bound->memory, boxes, sizeof *boxes);
}

const struct few_bound_kind few_boxes_kind = {.free = free_boxes};

/* ---- Assignment */

/* One row after the other is added, and an alternating path of least cost leads from it to a place that is free (the method of
 * Kuhn and Munkres with the potentials of Edmonds and Karp). Rows and places count from 1; place 0 holds the row that is added. */
int64_t few_assign(const int32_t *cost, const uint32_t *row, uint32_t rows, uint32_t places) {
    int64_t of_row[FEW_MOST_BOXES + 1] = {0}, of_place[FEW_MOST_BOX_PLACES + 1], least[FEW_MOST_BOX_PLACES + 1];
    uint32_t taken_by[FEW_MOST_BOX_PLACES + 1], before[FEW_MOST_BOX_PLACES + 1];
    bool seen[FEW_MOST_BOX_PLACES + 1];
    memset(of_place, 0, (places + 1) * sizeof *of_place);
    memset(taken_by, 0, (places + 1) * sizeof *taken_by);
    for (uint32_t added = 1; added <= rows; added++) {
        uint32_t at = 0;
        taken_by[0] = added;
        for (uint32_t p = 0; p <= places; p++) {
            least[p] = INT64_MAX;
            seen[p] = false;
        }
        do {
            seen[at] = true;
            const uint32_t of = taken_by[at];
            const int32_t *const costs = cost + (size_t)row[of - 1] * places;
            const int64_t paid = of_row[of];
            int64_t step = INT64_MAX;
            uint32_t next = 0;
            for (uint32_t p = 1; p <= places; p++) {
                if (seen[p])
                    continue;
                const int64_t reduced = costs[p - 1] - paid - of_place[p];
                if (reduced < least[p]) {
                    least[p] = reduced;
                    before[p] = at;
                }
                if (least[p] < step) {
                    step = least[p];
                    next = p;
                }
            }
            for (uint32_t p = 0; p <= places; p++)
                if (seen[p]) {
                    of_row[taken_by[p]] += step;
                    of_place[p] -= step;
                } else {
                    least[p] -= step;
                }
            at = next;
        } while (taken_by[at]);
        for (; at; at = before[at])
            taken_by[at] = taken_by[before[at]];
    }
    return -of_place[0];
}

/* ---- Looking up */

/* Of all boxes of a kind that stand in these cells; FEW_BOX_FAR or more: they cannot all come home. */
static uint32_t cost_of(const struct few_box_kind *kind, uint32_t goal, const uint32_t *cells) {
    const struct few_box_targets *targets = &kind->targets[goal];
    uint32_t sum = 0;
    for (uint32_t i = 0; i < kind->count; i++)
        sum += targets->least[cells[i]];
    if (sum >= FEW_BOX_FAR || !targets->places)
        return sum;
    int64_t all = few_assign(targets->cost, cells, kind->count, targets->places);
    if (targets->places > kind->count)
        all += (int64_t)targets->wanted * FEW_BOX_WANTED;
    return all < FEW_BOX_FAR ? (uint32_t)all : FEW_BOX_FAR;
}

/* Where a word has boxes of a kind, as bits. */
static inline uint64_t places_in(const struct few_boxes *boxes, uint32_t kind, const uint64_t *state, uint32_t word) {
    return few_match(state[word] ^ boxes->kind[kind].pattern[word], boxes->low[word], boxes->high[word]);
}

bool few_boxes_read(const struct few_boxes *boxes, uint32_t kind, const uint64_t *state, uint32_t *cells) {
    const uint32_t count = boxes->kind[kind].count;
    uint32_t found = 0;
    for (uint32_t w = 0; w < boxes->bound.words; w++)
        for (uint64_t places = places_in(boxes, kind, state, w); places; places &= places - 1) {
            if (found == count)
                return false;
            cells[found++] = boxes->cell[w * 64 + (uint32_t)__builtin_ctzll(places)];
        }
    return found == count;
}

static uint32_t bound_of(const struct few_boxes *boxes, const uint64_t *state) {
    uint32_t cells[FEW_MOST_BOX_KINDS][FEW_MOST_BOXES], lowest = FEW_NO_PATH;
    for (uint32_t k = 0; k < boxes->kinds; k++)
        if (!few_boxes_read(boxes, k, state, cells[k]))
            return 0; /* no state that moves lead to: nothing is known of it */
    for (uint32_t g = 0; g < boxes->goals; g++) {
        uint32_t sum = 0;
        bool far = false;
        for (uint32_t k = 0; k < boxes->kinds && !far && sum < lowest; k++) {
            const uint32_t cost = cost_of(&boxes->kind[k], g, cells[k]);
            far = cost >= FEW_BOX_FAR; /* of one kind: several that are near may cost more than that together */
            sum += cost;
        }
        lowest = !far && sum < lowest ? sum : lowest;
    }
    return lowest == FEW_NO_PATH || boxes->scale == 1 ? lowest : (lowest + boxes->scale - 1) / boxes->scale;
}

static bool stand_alike(const struct few_boxes *boxes, const uint64_t *state, const uint64_t *other) {
    uint64_t differ = 0;
    for (uint32_t k = 0; k < boxes->kinds; k++)
        for (uint32_t w = 0; w < boxes->bound.words; w++)
            differ |= places_in(boxes, k, state, w) ^ places_in(boxes, k, other, w);
    return differ == 0;
}

/* Most moves move no box: what one state leads to has often the same boxes as the state before it. */
static void look_up(const struct few_bound *bound, const uint64_t *states, size_t count, uint32_t *bounds) {
    const struct few_boxes *boxes = (const struct few_boxes *)bound;
    for (size_t i = 0; i < count; i++) {
        const uint64_t *state = states + i * bound->words;
        bounds[i] = i && stand_alike(boxes, state, state - bound->words) ? bounds[i - 1] : bound_of(boxes, state);
    }
}

struct few_boxes *few_boxes_create(struct few_memory *memory, uint32_t words, const struct few_field *field, uint32_t cells) {
    struct few_boxes *boxes = few_alloc_zeroed(memory, sizeof *boxes);
    if (!boxes)
        return NULL;
    boxes->bound = (struct few_bound){.kind = &few_boxes_kind, .look_up = look_up, .memory = memory, .words = words,
                                      .consistent = true, .has_boxes = true};
    boxes->scale = 1;
    boxes->width = cells ? field[0].width : 0;
    few_arena_init(&boxes->arena, memory);
    boxes->low = few_arena_alloc(&boxes->arena, words * sizeof *boxes->low);
    boxes->high = few_arena_alloc(&boxes->arena, words * sizeof *boxes->high);
    boxes->cell = few_arena_alloc(&boxes->arena, (size_t)words * 64 * sizeof *boxes->cell);
    if (!boxes->low || !boxes->high || !boxes->cell) {
        free_boxes(&boxes->bound);
        return NULL;
    }
    for (uint32_t c = 0; c < cells; c++) {
        const uint32_t top = field[c].shift + field[c].width - UINT32_C(1);
        boxes->high[field[c].word] |= UINT64_C(1) << top;
        boxes->low[field[c].word] |= few_field_mask(field[c]) & ~(UINT64_C(1) << top);
        boxes->cell[field[c].word * 64 + top] = c;
    }
    return boxes;
}

struct few_box_kind *few_boxes_add(struct few_boxes *boxes, uint32_t value, uint32_t count) {
    struct few_box_kind *kind = &boxes->kind[boxes->kinds];
    kind->pattern = few_arena_alloc(&boxes->arena, boxes->bound.words * sizeof *kind->pattern);
    if (!kind->pattern)
        return NULL;
    kind->count = count;
    for (uint32_t w = 0; w < boxes->bound.words; w++)
        for (uint64_t tops = boxes->high[w]; tops; tops &= tops - 1) {
            const uint32_t top = (uint32_t)__builtin_ctzll(tops);
            kind->pattern[w] |= (uint64_t)value << (top + 1 - boxes->width);
        }
    boxes->kinds++;
    return kind;
}
