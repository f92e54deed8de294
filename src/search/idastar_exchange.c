/* IDA* on puzzles in which every move exchanges the blank with what stands beside it. The blank's place, the keys of the
 * bound and the bound itself are carried along and changed by what a move changes: nothing is ever read twice. */
#include "search/idastar.h"

enum { CHECK_EVERY = 1 << 18, MOST_SPECIAL = 4 };

#define SPECIALISED static inline __attribute__((always_inline))

struct frame {
    uint64_t state;
    const struct few_exchange *at, *end;
    uint32_t bound;
    uint32_t back; /* the place that the blank came from */
    uint32_t key[MOST_SPECIAL], part[MOST_SPECIAL];
};

struct slide {
    const struct few_bound *bound;
    const struct few_exchanges *exchanges;
    struct few_watch *watch;
    struct frame *frames;
    size_t room;
    uint32_t *delta; /* [exchange][value of the other cell][key] */
    size_t delta_bytes;
    uint32_t keys;
    uint32_t next; /* the lowest sum of cost and bound beyond the threshold */
};

static void fill_deltas(struct slide *s) {
    const struct few_exchanges *exchanges = s->exchanges;
    const struct few_bound *bound = s->bound;
    const uint32_t stride = bound->stride, blank = exchanges->blank;
    for (uint32_t n = 0; n < exchanges->count; n++)
        for (uint32_t v = 0; v < stride; v++)
            for (uint32_t k = 0; k < s->keys; k++) {
                const uint32_t *here = bound->keys[k].weights + exchanges->list[n].back * stride;
                const uint32_t *there = bound->keys[k].weights + exchanges->list[n].place * stride;
                s->delta[((size_t)n * stride + v) * s->keys + k] = here[v] - here[blank] + there[blank] - there[v];
            }
}

static void begin(struct slide *s, uint64_t state) {
    const struct few_exchanges *exchanges = s->exchanges;
    const uint64_t ones = (UINT64_C(1) << exchanges->width) - 1;
    struct frame *frame = &s->frames[0];
    *frame = (struct frame){.state = state, .back = UINT32_MAX};
    for (uint32_t place = 0; place < exchanges->places; place++)
        if ((state >> exchanges->shift[place] & ones) == exchanges->blank) {
            frame->at = exchanges->list + exchanges->first[place];
            frame->end = exchanges->list + exchanges->first[place + 1];
        }
    few_bound_look_up(s->bound, &state, 1, &frame->bound);
    for (uint32_t k = 0; k < s->keys; k++) {
        frame->key[k] = few_bound_key(s->bound, &s->bound->keys[k], &state);
        frame->part[k] = s->bound->keys[k].entries ? s->bound->keys[k].entries[frame->key[k]] : frame->key[k];
    }
}

/* Depth-first up to the threshold, in the order of moves. FEW_SOLVED: the way is frames 0 .. *depth. `keys` is a constant;
 * with tables == false the only key is the bound itself. */
SPECIALISED enum few_end dive(struct slide *s, uint32_t threshold, size_t *depth, const uint32_t keys,
                              const bool tables) {
    const struct few_exchanges *exchanges = s->exchanges;
    const struct few_exchange *const list = exchanges->list;
    const uint32_t *const first = exchanges->first, *const delta = s->delta;
    const uint32_t stride = s->bound->stride;
    const uint64_t ones = (UINT64_C(1) << exchanges->width) - 1, blank = exchanges->blank;
    const uint64_t goal_mask = exchanges->goal_mask, goal_want = exchanges->goal_want;
    const uint8_t *entries[MOST_SPECIAL] = {0};
    for (uint32_t k = 0; k < keys && tables; k++)
        entries[k] = s->bound->keys[k].entries;
    struct few_counts *counts = &s->watch->counts;
    struct frame *frame = s->frames;
    uint32_t left = threshold, next = s->next;
    uint64_t generated = 0, expanded = 1, checked = CHECK_EVERY;
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
            uint32_t sum = threshold - left + 1 + bound;
            if (sum < next)
                next = sum;
            continue;
        }
        const uint64_t flip = value ^ blank;
        child->state = frame->state ^ (flip << exchange->other_shift | flip << exchange->blank_shift);
        child->bound = bound;
        child->back = exchange->back;
        child->at = list + first[exchange->place];
        child->end = list + first[exchange->place + 1];
        expanded++;
        frame = child;
        left--;
        if (bound == 0 && (child->state & goal_mask) == goal_want) {
            *depth = (size_t)(frame - s->frames);
            end = FEW_SOLVED;
            break;
        }
        if (expanded == checked) {
            checked += CHECK_EVERY;
            counts->frontier = (uint64_t)(frame - s->frames);
            end = few_watch_check(s->watch);
            if (end != FEW_RUNNING)
                break;
        }
    }
    counts->expanded += expanded;
    counts->generated += generated;
    s->next = next;
    return end;
}

static enum few_end dive_any(struct slide *s, uint32_t threshold, size_t *depth) {
    if (s->bound->kind == FEW_BOUND_PLAIN)
        return dive(s, threshold, depth, 1, false);
    switch (s->keys) {
    case 1: return dive(s, threshold, depth, 1, true);
    case 2: return dive(s, threshold, depth, 2, true);
    case 3: return dive(s, threshold, depth, 3, true);
    default: return dive(s, threshold, depth, 4, true);
    }
}

static bool write_way(const struct slide *s, size_t depth, struct few_ways *ways) {
    struct few_way way = {ways->states.count, ways->moves.count, depth};
    for (size_t d = 0; d <= depth; d++)
        if (!few_list_append(&ways->states, &s->frames[d].state, 1) ||
            (d < depth && !few_list_append(&ways->moves, &(s->frames[d].at - 1)->move, 1)))
            return false;
    ways->cost = depth;
    ways->total = 1;
    return few_list_append(&ways->list, &way, 1);
}

static bool reserve(struct slide *s, size_t frames) {
    if (frames <= s->room)
        return true;
    struct few_memory *memory = s->watch->memory;
    struct frame *grown = few_resize(memory, s->frames, s->room * sizeof *grown, frames * sizeof *grown);
    if (!grown)
        return false;
    s->frames = grown;
    s->room = frames;
    return true;
}

bool few_idastar_exchanges_fit(const struct few_problem *problem) {
    const struct few_bound *bound = problem->bound;
    return bound && bound->exchanges && problem->start_count == 1 &&
           bound->table_count == 0 &&
           ((bound->kind == FEW_BOUND_PLAIN && bound->key_count == 1 && bound->divisor == 1) ||
            (bound->kind == FEW_BOUND_SUM && bound->key_count <= MOST_SPECIAL));
}

enum few_end few_idastar_exchanges(const struct few_problem *problem, struct few_watch *watch,
                                   struct few_ways *ways) {
    struct slide s = {.bound = problem->bound, .exchanges = problem->bound->exchanges, .watch = watch,
                      .keys = problem->bound->key_count};
    s.delta_bytes = (size_t)s.exchanges->count * s.bound->stride * s.keys * sizeof *s.delta;
    s.delta = few_alloc(watch->memory, s.delta_bytes);
    enum few_end end = s.delta && reserve(&s, 256) ? FEW_RUNNING : few_refused(watch);
    uint32_t threshold = 0;
    if (end == FEW_RUNNING) {
        fill_deltas(&s);
        few_bound_look_up(s.bound, problem->starts, 1, &threshold);
        if (threshold == FEW_NO_WAY || few_exchanges_never(s.exchanges, *problem->starts))
            end = FEW_UNSOLVABLE;
    }
    while (end == FEW_RUNNING) {
        if (threshold > 0)
            end = few_depth_check(watch, threshold - 1);
        if (end == FEW_RUNNING && !reserve(&s, (size_t)threshold + 2))
            end = few_refused(watch);
        if (end != FEW_RUNNING)
            break;
        watch->counts.depth = threshold;
        size_t depth = 0;
        s.next = FEW_NO_WAY;
        begin(&s, *problem->starts);
        if (s.frames[0].bound == 0 && (*problem->starts & s.exchanges->goal_mask) == s.exchanges->goal_want)
            end = FEW_SOLVED;
        else
            end = dive_any(&s, threshold, &depth);
        if ((end == FEW_RUNNING || end == FEW_SOLVED) && !few_watch_level(watch, threshold))
            end = few_refused(watch);
        if (end == FEW_SOLVED && !write_way(&s, depth, ways))
            end = few_refused(watch);
        if (end == FEW_RUNNING && s.next == FEW_NO_WAY)
            end = FEW_UNSOLVABLE;
        threshold = s.next;
    }
    few_free(watch->memory, s.frames, s.room * sizeof *s.frames);
    few_free(watch->memory, s.delta, s.delta_bytes);
    return end;
}
