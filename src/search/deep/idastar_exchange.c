/* The diver for puzzles in which every move exchanges the blank with what stands beside it. The blank's place, the
 * keys of the bound and the bound itself are carried along and changed by what a move changes: nothing is ever read
 * twice. */
#include "search/deep/idastar.h"

#include "base/specialised.h"
#include "bound/keys.h"

enum {
    CHECK_EVERY = 1 << 18,
    MOST_SPECIAL = 4,
    WORTH_NOTING = 4, /* moves to spare: with fewer, a subtree is searched faster than looked up */
};

struct frame {
    uint64_t state;
    const struct few_exchange *at, *end;
    uint32_t bound;
    uint32_t back; /* the place that the blank came from */
    uint32_t key[MOST_SPECIAL], part[MOST_SPECIAL];
};

struct slide {
    const struct few_keys *bound;
    const struct few_exchanges *exchanges;
    struct few_worker *worker;
    struct frame *frames;
    size_t room;
    uint32_t *delta; /* [exchange][value of the other cell][key] */
    size_t delta_bytes;
    uint32_t keys;
    size_t depth; /* of the path to a goal, where one was found */
    uint64_t cost; /* of what is above the first frame */
};

static void fill_deltas(struct slide *s) {
    const struct few_exchanges *exchanges = s->exchanges;
    const struct few_keys *bound = s->bound;
    const uint32_t stride = bound->sums.stride, blank = exchanges->blank;
    for (uint32_t n = 0; n < exchanges->count; n++)
        for (uint32_t v = 0; v < stride; v++)
            for (uint32_t k = 0; k < s->keys; k++) {
                const uint32_t *here = bound->list[k].weights + exchanges->list[n].back * stride;
                const uint32_t *there = bound->list[k].weights + exchanges->list[n].place * stride;
                s->delta[((size_t)n * stride + v) * s->keys + k] = here[v] - here[blank] + there[blank] - there[v];
            }
}

static uint32_t place_of_blank(const struct few_exchanges *exchanges, uint64_t state) {
    uint32_t place = 0;
    while (place < exchanges->places && few_field_get(&state, exchanges->field[place]) != exchanges->blank)
        place++;
    return place;
}

static void begin(struct slide *s, const struct few_stand *at) {
    const struct few_exchanges *exchanges = s->exchanges;
    const uint32_t place = place_of_blank(exchanges, *at->state);
    struct frame *frame = &s->frames[0];
    *frame = (struct frame){.state = *at->state,
                            .at = exchanges->list + exchanges->first[place],
                            .end = exchanges->list + exchanges->first[place + 1],
                            .back = at->before ? place_of_blank(exchanges, *at->before) : UINT32_MAX};
    few_bound_look_up(&s->bound->bound, at->state, 1, &frame->bound);
    for (uint32_t k = 0; k < s->keys; k++) {
        frame->key[k] = few_key_of(s->bound, &s->bound->list[k], at->state);
        frame->part[k] = s->bound->list[k].entries ? s->bound->list[k].entries[frame->key[k]] : frame->key[k];
    }
    s->cost = at->cost;
    s->depth = 0;
}

/* Depth-first as far as `limit` moves suffice, in the order of moves. FEW_SOLVED: the path is frames 0 .. depth. What comes
 * behind `limit` is constant; with tables == false the only key is the bound itself. */
FEW_SPECIALISED enum few_end search(struct slide *s, const uint32_t limit, const uint32_t keys, const bool tables,
                                const bool remembers) {
    const struct few_exchanges *exchanges = s->exchanges;
    const struct few_exchange *const list = exchanges->list;
    const uint32_t *const first = exchanges->first, *const delta = s->delta;
    const uint32_t stride = s->bound->sums.stride;
    const uint64_t ones = (UINT64_C(1) << exchanges->width) - 1, blank = exchanges->blank;
    const uint64_t goal_mask = exchanges->goal_mask, goal_want = exchanges->goal_want;
    const uint8_t *entries[MOST_SPECIAL] = {0};
    for (uint32_t k = 0; k < keys && tables; k++)
        entries[k] = s->bound->list[k].entries;
    struct few_worker *const worker = s->worker;
    struct frame *frame = s->frames;
    uint32_t left = limit, lowest = FEW_NO_PATH;
    uint64_t generated = 0, expanded = 1;
    enum few_end end = FEW_RUNNING;
    for (;;) {
        if (frame->at == frame->end) {
            if (frame == s->frames)
                break;
            frame--;
            left++;
            continue;
        }
        const struct few_exchange *exchange = frame->at++;
        if (exchange->place == frame->back)
            continue;
        generated++;
        const uint64_t value = frame->state >> exchange->other_shift & ones;
        const uint32_t *change = delta + ((size_t)(exchange - list) * stride + value) * keys;
        struct frame *child = frame + 1;
        uint32_t bound;
        if (!tables) {
            bound = frame->bound + change[0];
        } else {
            bound = frame->bound;
            for (uint32_t k = 0; k < keys; k++) {
                child->key[k] = frame->key[k] + change[k];
                child->part[k] = frame->part[k];
                if (change[k]) {
                    child->part[k] = entries[k][child->key[k]];
                    bound += child->part[k] - frame->part[k];
                }
            }
        }
        if (bound >= left) { /* one move is paid, `bound` more are needed */
            uint32_t sum = limit - left + 1 + bound;
            if (sum < lowest)
                lowest = sum;
            continue;
        }
        const uint64_t flip = value ^ blank;
        child->state = frame->state ^ (flip << exchange->other_shift | flip << exchange->blank_shift);
        child->bound = bound;
        child->back = exchange->back;
        child->at = list + first[exchange->place];
        child->end = list + first[exchange->place + 1];
        if (remembers && left - 1 - bound >= WORTH_NOTING &&
            few_transpositions_seen(&worker->transpositions, &child->state, left - 1))
            continue;
        expanded++;
        frame = child;
        left--;
        if (bound == 0 && (child->state & goal_mask) == goal_want) {
            s->depth = (size_t)(frame - s->frames);
            end = FEW_SOLVED;
            break;
        }
        if (__builtin_expect(expanded == CHECK_EVERY, false)) {
            end = few_worker_check(worker, expanded, generated, (uint64_t)(frame - s->frames));
            expanded = generated = 0;
            if (end != FEW_RUNNING)
                break;
        }
    }
    if (lowest != FEW_NO_PATH && lowest + s->cost < worker->next)
        worker->next = lowest + s->cost;
    enum few_end checked = few_worker_check(worker, expanded, generated, (uint64_t)(frame - s->frames));
    return few_dive_end(end, checked);
}

static enum few_end search_any(struct slide *s, uint32_t limit) {
    if (s->worker->transpositions.most_lines) {
        if (!s->bound->added)
            return search(s, limit, 1, false, true);
        switch (s->keys) {
        case 1: return search(s, limit, 1, true, true);
        case 2: return search(s, limit, 2, true, true);
        case 3: return search(s, limit, 3, true, true);
        default: return search(s, limit, 4, true, true);
        }
    }
    if (!s->bound->added)
        return search(s, limit, 1, false, false);
    switch (s->keys) {
    case 1: return search(s, limit, 1, true, false);
    case 2: return search(s, limit, 2, true, false);
    case 3: return search(s, limit, 3, true, false);
    default: return search(s, limit, 4, true, false);
    }
}

static bool reserve(struct slide *s, size_t frames) {
    if (frames <= s->room)
        return true;
    struct few_memory *memory = s->worker->memory;
    struct frame *grown = few_resize(memory, s->frames, s->room * sizeof *grown, frames * sizeof *grown);
    if (!grown)
        return false;
    s->frames = grown;
    s->room = frames;
    return true;
}

static enum few_end dive(void *self, const struct few_stand *at, uint64_t threshold) {
    struct slide *s = self;
    const uint64_t limit = threshold - at->cost;
    if (limit >= UINT32_MAX / 2 || !reserve(s, (size_t)limit + 2))
        return few_worker_refused(s->worker);
    begin(s, at);
    if (s->frames[0].bound == 0 && (*at->state & s->exchanges->goal_mask) == s->exchanges->goal_want)
        return FEW_SOLVED;
    return search_any(s, (uint32_t)limit);
}

static bool write_solution(const void *self, struct few_solutions *solutions) {
    const struct slide *s = self;
    for (size_t d = 0; d <= s->depth; d++)
        if (!few_list_append(&solutions->states, &s->frames[d].state, 1) ||
            (d < s->depth && !few_list_append(&solutions->moves, &(s->frames[d].at - 1)->move, 1)))
            return false;
    solutions->cost = s->cost + s->depth;
    return true;
}

static void release(void *self) {
    struct slide *s = self;
    struct few_memory *memory = s->worker->memory;
    few_free(memory, s->frames, s->room * sizeof *s->frames);
    few_free(memory, s->delta, s->delta_bytes);
    few_free(memory, s, sizeof *s);
}

static void *create(const struct few_problem *problem, struct few_worker *worker) {
    struct slide *s = few_alloc_zeroed(worker->memory, sizeof *s);
    if (!s)
        return NULL;
    *s = (struct slide){.bound = (const struct few_keys *)problem->bound, .exchanges = problem->facts->exchanges, .worker = worker};
    s->keys = s->bound->count;
    s->delta_bytes = (size_t)s->exchanges->count * s->bound->sums.stride * s->keys * sizeof *s->delta;
    s->delta = few_alloc(worker->memory, s->delta_bytes);
    if (!s->delta || !reserve(s, 256)) {
        release(s);
        return NULL;
    }
    fill_deltas(s);
    return s;
}

bool few_exchange_diver_fits(const struct few_problem *problem) {
    const struct few_bound *bound = problem->bound;
    if (!bound || bound->kind != &few_keys_kind || !problem->facts || !problem->facts->exchanges || problem->start_count != 1 ||
        problem->facts->exchanges->words != 1)
        return false;
    const struct few_keys *keys = (const struct few_keys *)bound;
    return keys->added ? keys->count <= MOST_SPECIAL : keys->count == 1 && keys->divisor == 1;
}

const struct few_diver few_exchange_diver = {create, release, dive, write_solution};
