/* The diver for puzzles in which every move exchanges the blank with what stands beside it, on boards that do not fit into one
 * word, or with more tables than the diver for one word carries along. There is one board, a byte for each place, on which moves
 * are done and undone. A move changes one piece, and with it one key of the bound.
 *
 * The tables are larger than any cache. So the entries of all children of a state are read one right after the other, before any
 * of them is compared: the processor waits for them together. */
#include "search/deep/idastar.h"

#include "base/specialised.h"
#include "bound/keys.h"

#include <string.h>

enum {
    CHECK_EVERY = 1 << 18,
    MOST_PLACES = 64,
    MOST_TABLES = 8,
    NO_KEY = MOST_TABLES,
    MOST_VALUES = 256,
    WORTH_NOTING = 4, /* moves to spare: with fewer, a subtree is searched faster than looked up */
};

/* A move that may be enough, and what it makes of the key that it changes. */
struct child {
    const struct few_exchange *exchange;
    uint32_t bound, key, part;
};

struct frame {
    struct child *at, *end; /* children still to be tried */
    const struct few_exchange *by; /* the move that led here, if any */
    uint32_t bound, key, part; /* the last two: of the key that it changed, before */
};

struct slide {
    const struct few_keys *bound;
    const struct few_exchanges *exchanges;
    struct few_worker *worker;
    struct frame *frames;
    struct child *children; /* `degree` of each frame */
    size_t room, degree;
    uint32_t *delta; /* [exchange][value of the other cell]: what is added to the key of that value */
    size_t delta_bytes;
    uint8_t key_of[MOST_VALUES]; /* of each value; NO_KEY: it counts for nothing */
    const uint8_t *entries[MOST_TABLES + 1];
    uint8_t board[MOST_PLACES];
    uint32_t key[MOST_TABLES + 1], part[MOST_TABLES + 1];
    size_t depth;  /* of the path to a goal, where one was found */
    uint64_t cost; /* of what is above the first frame */
    uint64_t start[FEW_MAX_WORDS];
};

static const uint8_t nothing[1] = {0};

static bool is_goal(const struct few_exchanges *exchanges, const uint8_t *board) {
    for (uint32_t p = 0; p < exchanges->places; p++)
        if (exchanges->goal[p] != FEW_ANY_VALUE && exchanges->goal[p] != board[p])
            return false;
    return true;
}

static void pack(const struct few_exchanges *exchanges, const uint8_t *board, uint64_t *state) {
    memset(state, 0, exchanges->words * sizeof *state);
    for (uint32_t p = 0; p < exchanges->places; p++)
        few_field_set(state, exchanges->field[p], board[p]);
}

static uint32_t place_of_blank(const struct few_exchanges *exchanges, const uint64_t *state) {
    uint32_t place = 0;
    while (place < exchanges->places && few_field_get(state, exchanges->field[place]) != exchanges->blank)
        place++;
    return place;
}

/* ---- Searching */

/* Fills in the children of a frame with the blank in `place`, but for the one that goes back to `back`. A child must need fewer than
 * `left` moves. How many moves there were; *lowest: the least bound of those that need more. */
FEW_SPECIALISED uint32_t find_children(struct slide *s, struct frame *frame, uint32_t place, uint32_t back, uint32_t left,
                                       uint32_t *lowest, const bool tables) {
    const struct few_exchange *const list = s->exchanges->list, *const end = list + s->exchanges->first[place + 1];
    struct child *const first = s->children + (size_t)(frame - s->frames) * s->degree, *child = first, *kept = first;
    const uint32_t stride = s->bound->sums.stride;
    for (const struct few_exchange *at = list + s->exchanges->first[place]; at < end; at++) {
        if (at->place == back)
            continue;
        const uint32_t value = s->board[at->place], change = s->delta[(size_t)(at - list) * stride + value];
        child->exchange = at;
        child->bound = frame->bound + (tables ? 0 : change);
        if (tables) {
            const uint32_t k = s->key_of[value];
            child->key = s->key[k] + change;
            child->part = s->entries[k][child->key];
            child->bound -= s->part[k];
        }
        child++;
    }
    for (const struct child *made = first; made < child; made++) {
        const uint32_t bound = made->bound + (tables ? made->part : 0);
        if (bound < left) {
            *kept = *made;
            kept->bound = bound;
            kept++;
        } else if (bound < *lowest) {
            *lowest = bound;
        }
    }
    frame->at = first;
    frame->end = kept;
    return (uint32_t)(child - first);
}

FEW_SPECIALISED void step(struct slide *s, struct frame *frame, const struct child *child, const bool tables) {
    const struct few_exchange *exchange = child->exchange;
    const uint8_t value = s->board[exchange->place];
    frame->by = exchange;
    frame->bound = child->bound;
    frame->at = frame->end = NULL;
    s->board[exchange->back] = value;
    s->board[exchange->place] = (uint8_t)s->exchanges->blank;
    if (tables) {
        const uint32_t k = s->key_of[value];
        frame->key = s->key[k];
        frame->part = s->part[k];
        s->key[k] = child->key;
        s->part[k] = child->part;
    }
}

FEW_SPECIALISED void step_back(struct slide *s, const struct frame *frame, const bool tables) {
    const uint8_t value = s->board[frame->by->back];
    s->board[frame->by->place] = value;
    s->board[frame->by->back] = (uint8_t)s->exchanges->blank;
    if (tables) {
        const uint32_t k = s->key_of[value];
        s->key[k] = frame->key;
        s->part[k] = frame->part;
    }
}

static bool is_seen(const struct slide *s, uint32_t left) {
    uint64_t state[FEW_MAX_WORDS];
    pack(s->exchanges, s->board, state);
    return few_transpositions_seen(&s->worker->transpositions, state, left);
}

/* Depth-first as far as `limit` moves suffice, in the order of moves. FEW_SOLVED: the path is frames 0 .. depth. The blank is in
 * `place` and came from `back`. */
FEW_SPECIALISED enum few_end search(struct slide *s, uint32_t limit, uint32_t place, uint32_t back, const bool tables) {
    struct few_worker *const worker = s->worker;
    const bool remembers = worker->transpositions.most_lines > 0;
    struct frame *frame = s->frames;
    uint32_t left = limit, least = FEW_NO_PATH;
    uint64_t expanded = 1, generated = 0, lowest = UINT64_MAX;
    enum few_end end = FEW_RUNNING;
    generated += find_children(s, frame, place, back, left, &least, tables);
    for (;;) {
        if (least != FEW_NO_PATH) { /* of the frame that was filled last: one move is paid, `least` more are needed */
            const uint64_t sum = (uint64_t)limit - left + 1 + least;
            lowest = sum < lowest ? sum : lowest;
            least = FEW_NO_PATH;
        }
        if (frame->at == frame->end) {
            if (frame == s->frames)
                break;
            step_back(s, frame, tables);
            frame--;
            left++;
            continue;
        }
        const struct child *child = frame->at++;
        step(s, ++frame, child, tables);
        left--;
        if (frame->bound == 0 && is_goal(s->exchanges, s->board)) {
            expanded++;
            end = FEW_SOLVED;
            break;
        }
        if (remembers && left - frame->bound >= WORTH_NOTING && is_seen(s, left))
            continue;
        expanded++;
        generated += find_children(s, frame, frame->by->place, frame->by->back, left, &least, tables);
        if (__builtin_expect(expanded == CHECK_EVERY, false)) {
            end = few_worker_check(worker, expanded, generated, (uint64_t)(frame - s->frames));
            expanded = generated = 0;
            if (end != FEW_RUNNING)
                break;
        }
    }
    s->depth = (size_t)(frame - s->frames);
    if (lowest != UINT64_MAX && lowest + s->cost < worker->next)
        worker->next = lowest + s->cost;
    return few_dive_end(end, few_worker_check(worker, expanded, generated, s->depth));
}

/* ---- Around it */

static bool reserve(struct slide *s, size_t frames) {
    struct few_memory *memory = s->worker->memory;
    if (frames <= s->room)
        return true;
    few_free(memory, s->frames, s->room * sizeof *s->frames);
    few_free(memory, s->children, s->room * s->degree * sizeof *s->children);
    s->room = frames;
    s->frames = few_alloc(memory, few_array_size(frames, sizeof *s->frames));
    s->children = few_alloc(memory, few_array_size(frames, s->degree * sizeof *s->children));
    if (s->frames && s->children)
        return true;
    few_free(memory, s->frames, s->frames ? s->room * sizeof *s->frames : 0);
    few_free(memory, s->children, s->children ? s->room * s->degree * sizeof *s->children : 0);
    s->frames = NULL;
    s->children = NULL;
    s->room = 0;
    return false;
}

static void begin(struct slide *s, const struct few_stand *at) {
    const struct few_exchanges *exchanges = s->exchanges;
    memcpy(s->start, at->state, exchanges->words * sizeof *s->start);
    for (uint32_t p = 0; p < exchanges->places; p++)
        s->board[p] = (uint8_t)few_field_get(at->state, exchanges->field[p]);
    for (uint32_t k = 0; k < s->bound->count && s->bound->added; k++) {
        s->key[k] = few_key_of(s->bound, &s->bound->list[k], at->state);
        s->part[k] = s->entries[k][s->key[k]];
    }
    s->frames[0] = (struct frame){0};
    few_bound_look_up(&s->bound->bound, at->state, 1, &s->frames[0].bound);
    s->cost = at->cost;
    s->depth = 0;
}

static enum few_end dive(void *self, const struct few_stand *at, uint64_t threshold) {
    struct slide *s = self;
    const uint64_t limit = threshold - at->cost;
    if (limit >= UINT32_MAX / 2 || !reserve(s, (size_t)limit + 2))
        return few_worker_refused(s->worker);
    begin(s, at);
    if (s->frames[0].bound == 0 && is_goal(s->exchanges, s->board))
        return FEW_SOLVED;
    const uint32_t place = place_of_blank(s->exchanges, at->state);
    const uint32_t back = at->before ? place_of_blank(s->exchanges, at->before) : UINT32_MAX;
    return s->bound->added ? search(s, (uint32_t)limit, place, back, true) : search(s, (uint32_t)limit, place, back, false);
}

static bool write_solution(const void *self, struct few_solutions *solutions) {
    const struct slide *s = self;
    const struct few_exchanges *exchanges = s->exchanges;
    uint64_t state[FEW_MAX_WORDS];
    memcpy(state, s->start, exchanges->words * sizeof *state);
    if (!few_list_append(&solutions->states, state, 1))
        return false;
    for (size_t d = 1; d <= s->depth; d++) {
        const struct few_exchange *exchange = s->frames[d].by;
        const uint32_t value = few_field_get(state, exchanges->field[exchange->place]);
        few_field_set(state, exchanges->field[exchange->back], value);
        few_field_set(state, exchanges->field[exchange->place], exchanges->blank);
        if (!few_list_append(&solutions->states, state, 1) || !few_list_append(&solutions->moves, &exchange->move, 1))
            return false;
    }
    solutions->cost = s->cost + s->depth;
    return true;
}

static void release(void *self) {
    struct slide *s = self;
    struct few_memory *memory = s->worker->memory;
    few_free(memory, s->frames, s->room * sizeof *s->frames);
    few_free(memory, s->children, s->room * s->degree * sizeof *s->children);
    few_free(memory, s->delta, s->delta ? s->delta_bytes : 0);
    few_free(memory, s, sizeof *s);
}

/* Whether a key depends on where a value stands. */
static bool has_weight(const struct few_keys *keys, uint32_t key, uint32_t value) {
    for (uint32_t f = 0; f < keys->sums.fields; f++)
        if (keys->list[key].weights[f * keys->sums.stride + value])
            return true;
    return false;
}

/* The key that a value belongs to; NO_KEY: to none. */
static uint8_t find_key(const struct few_keys *keys, uint32_t value) {
    for (uint32_t k = 0; k < keys->count; k++)
        if (has_weight(keys, k, value))
            return (uint8_t)k;
    return NO_KEY;
}

static void fill_deltas(struct slide *s) {
    const struct few_exchanges *exchanges = s->exchanges;
    const struct few_keys *keys = s->bound;
    const uint32_t stride = keys->sums.stride, blank = exchanges->blank;
    for (uint32_t n = 0; n < exchanges->count; n++)
        for (uint32_t v = 0; v < stride; v++) {
            const uint32_t k = keys->added ? s->key_of[v] : 0;
            uint32_t *delta = &s->delta[(size_t)n * stride + v];
            *delta = 0;
            if (k == NO_KEY)
                continue;
            const uint32_t *here = keys->list[k].weights + (size_t)exchanges->list[n].back * stride;
            const uint32_t *there = keys->list[k].weights + (size_t)exchanges->list[n].place * stride;
            *delta = here[v] - here[blank] + there[blank] - there[v];
        }
}

static void *create(const struct few_problem *problem, struct few_worker *worker) {
    struct slide *s = few_alloc_zeroed(worker->memory, sizeof *s);
    if (!s)
        return NULL;
    *s = (struct slide){.bound = (const struct few_keys *)problem->bound, .exchanges = problem->facts->exchanges, .worker = worker};
    const uint32_t stride = s->bound->sums.stride;
    for (uint32_t p = 0; p < s->exchanges->places; p++) {
        const size_t degree = s->exchanges->first[p + 1] - s->exchanges->first[p];
        s->degree = degree > s->degree ? degree : s->degree;
    }
    for (uint32_t v = 0; v < stride; v++)
        s->key_of[v] = find_key(s->bound, v);
    for (uint32_t k = 0; k <= MOST_TABLES; k++)
        s->entries[k] = k < s->bound->count && s->bound->added ? s->bound->list[k].entries : nothing;
    s->delta_bytes = (size_t)s->exchanges->count * stride * sizeof *s->delta;
    s->delta = few_alloc(worker->memory, s->delta_bytes);
    if (!s->delta || !reserve(s, 256)) {
        release(s);
        return NULL;
    }
    fill_deltas(s);
    return s;
}

/* Every value is in one key at the most, the blank in none. */
static bool are_apart(const struct few_keys *keys, uint32_t blank) {
    for (uint32_t v = 0; v < keys->sums.stride; v++) {
        uint32_t in = 0;
        for (uint32_t k = 0; k < keys->count; k++)
            in += has_weight(keys, k, v);
        if (in > (v == blank ? 0 : 1))
            return false;
    }
    return true;
}

bool few_board_diver_fits(const struct few_problem *problem) {
    const struct few_bound *bound = problem->bound;
    const struct few_exchanges *exchanges = problem->facts ? problem->facts->exchanges : NULL;
    if (!bound || bound->kind != &few_keys_kind || !exchanges || problem->start_count != 1 || exchanges->places > MOST_PLACES)
        return false;
    const struct few_keys *keys = (const struct few_keys *)bound;
    if (keys->sums.stride > MOST_VALUES)
        return false;
    return keys->added ? keys->count <= MOST_TABLES && are_apart(keys, exchanges->blank) : keys->count == 1 && keys->divisor == 1;
}

const struct few_diver few_board_diver = {create, release, dive, write_solution};
