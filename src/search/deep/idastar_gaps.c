/* The diver for puzzles in which every move carries contents from cell to cell, whatever stands there, with a bound by gaps
 * alone. The contents lie open, a byte each, and the number of gaps is carried along: what a move separates and brings
 * together is looked up before the move is done, and few are done. */
#include "search/deep/idastar.h"

#include "base/specialised.h"
#include "bound/gaps.h"

enum { CHECK_EVERY = 1 << 14 };

struct frame {
    uint64_t cost;
    uint32_t gaps;
    uint32_t move; /* to be tried next */
    uint32_t back; /* the move that leads back; UINT32_MAX: none */
    uint32_t last; /* the move that led here; UINT32_MAX: none */
};

struct flips {
    const struct few_problem *problem;
    const struct few_gaps *gaps;
    struct few_worker *worker;
    uint64_t *frames; /* each is a struct frame, and its contents behind it */
    size_t room, bytes, size; /* how many there are, of the contents of one, of all of one */
    size_t depth; /* of the path */
    uint32_t cheapest; /* cost of a move */
    bool one; /* every move separates one pair and brings one together */
};

static struct frame *frame_at(const struct flips *s, size_t depth) {
    return (struct frame *)(s->frames + depth * (s->size / sizeof *s->frames));
}

static uint8_t *contents_of(struct frame *frame) {
    return (uint8_t *)(frame + 1);
}

static void pack(const struct few_gaps *gaps, const uint8_t *contents, uint64_t *state) {
    memset(state, 0, gaps->bound.words * sizeof *state);
    for (uint32_t c = 0; c < gaps->cells; c++)
        state[gaps->field[c].word] |= (uint64_t)contents[c] << gaps->field[c].shift;
}

static bool is_goal(const struct flips *s, const uint8_t *contents) {
    uint64_t state[FEW_MAX_WORDS];
    bool goal;
    pack(s->gaps, contents, state);
    s->problem->space->run->is_goal(s->problem->space, state, 1, &goal);
    return goal;
}

/* Whether the table knows better than to go on from here. */
static bool is_seen(const struct flips *s, const uint8_t *contents, uint64_t left) {
    uint64_t state[FEW_MAX_WORDS];
    pack(s->gaps, contents, state);
    return few_transpositions_seen(&s->worker->transpositions, state, left);
}

/* By how much the move changes the number of gaps, modulo 2^32. */
FEW_SPECIALISED uint32_t change_of(const struct few_gaps *gaps, const struct few_gap_move *move, const uint8_t *contents,
                                   uint32_t before, uint32_t after) {
    const struct few_neighbour *pair = gaps->changes + move->first_pair;
    uint32_t change = 0;
    for (uint32_t p = 0; p < before; p++)
        change -= few_is_gap(gaps, pair++, contents);
    for (uint32_t p = 0; p < after; p++)
        change += few_is_gap(gaps, pair++, contents);
    return change;
}

static void carry(const struct few_gaps *gaps, const struct few_gap_move *move, const uint8_t *from, uint8_t *to, size_t bytes) {
    memcpy(to, from, bytes);
    const struct few_gap_carry *carry = gaps->carries + move->first_carry;
    for (uint32_t i = 0; i < move->carries; i++)
        to[carry[i].to] = from[carry[i].from];
}

/* Depth-first in the order of moves, as far as the threshold allows. FEW_SOLVED: the path is frames 0 .. depth. */
FEW_SPECIALISED enum few_end search(struct flips *s, const uint64_t threshold, const bool one) {
    const struct few_gaps *const gaps = s->gaps;
    const struct few_commuting *const commuting = s->problem->facts ? s->problem->facts->commuting : NULL;
    const uint32_t moves = gaps->move_count;
    const bool remembers = s->worker->transpositions.most_lines > 0;
    uint64_t lowest = UINT64_MAX, expanded = 1, generated = 0;
    size_t depth = 0;
    enum few_end end = FEW_RUNNING;
    for (;;) {
        struct frame *frame = frame_at(s, depth), *child = frame_at(s, depth + 1);
        const uint8_t *contents = contents_of(frame);
        const uint64_t cost = frame->cost;
        const uint32_t here = frame->gaps, first = frame->move;
        uint32_t n = first, count = 0;
        uint64_t sum = 0;
        for (; n < moves; n++) {
            const struct few_gap_move *move = &gaps->moves[n];
            count = here + change_of(gaps, move, contents, one ? 1 : move->before, one ? 1 : move->after);
            sum = cost + move->cost + gaps->left[count];
            if (sum <= threshold && n != frame->back &&
                !(commuting && frame->last != UINT32_MAX && few_commuting_skips(commuting, frame->last, n)))
                break;
            if (sum > threshold && sum < lowest)
                lowest = sum;
        }
        generated += n - first + (n < moves);
        frame->move = n + 1;
        if (n >= moves) {
            if (depth == 0)
                break;
            depth--;
            continue;
        }
        const struct few_gap_move *move = &gaps->moves[n];
        carry(gaps, move, contents, contents_of(child), s->bytes);
        *child = (struct frame){cost + move->cost, count, 0, move->undone_by, n};
        if (count == 0 && is_goal(s, contents_of(child))) {
            depth++;
            end = FEW_SOLVED;
            break;
        }
        if (remembers && is_seen(s, contents_of(child), threshold - child->cost))
            continue;
        depth++;
        if (__builtin_expect(++expanded >= CHECK_EVERY, false)) {
            end = few_worker_check(s->worker, expanded, generated, depth);
            expanded = generated = 0;
            if (end != FEW_RUNNING)
                break;
        }
    }
    s->depth = depth;
    s->worker->next = lowest < s->worker->next ? lowest : s->worker->next;
    return few_dive_end(end, few_worker_check(s->worker, expanded, generated, depth));
}

static bool reserve(struct flips *s, size_t frames) {
    if (frames <= s->room)
        return true;
    const size_t bytes = few_array_size(frames, s->size);
    uint64_t *grown = few_resize(s->worker->memory, s->frames, s->room * s->size, bytes);
    if (!grown)
        return false;
    s->frames = grown;
    s->room = frames;
    return true;
}

static enum few_end dive(void *self, const struct few_stand *at, uint64_t threshold) {
    struct flips *s = self;
    const struct few_gaps *gaps = s->gaps;
    if (!reserve(s, (size_t)((threshold - at->cost) / s->cheapest) + 2))
        return few_worker_refused(s->worker);
    struct frame *frame = frame_at(s, 0);
    uint8_t *contents = contents_of(frame);
    few_gaps_read(gaps, at->state, contents);
    *frame = (struct frame){at->cost, few_gaps_count(gaps, contents), 0, at->before ? gaps->moves[at->move].undone_by : UINT32_MAX,
                            at->before ? at->move : UINT32_MAX};
    s->depth = 0;
    if (frame->gaps == 0 && is_goal(s, contents))
        return FEW_SOLVED;
    return s->one ? search(s, threshold, true) : search(s, threshold, false);
}

static bool write_solution(const void *self, struct few_solutions *solutions) {
    const struct flips *s = self;
    for (size_t d = 0; d <= s->depth; d++) {
        struct frame *frame = frame_at(s, d);
        uint64_t state[FEW_MAX_WORDS];
        pack(s->gaps, contents_of(frame), state);
        if (!few_list_append(&solutions->states, state, 1) ||
            (d > 0 && !few_list_append(&solutions->moves, &frame->last, 1)))
            return false;
        solutions->cost = frame->cost;
    }
    return true;
}

static void release(void *self) {
    struct flips *s = self;
    struct few_memory *memory = s->worker->memory;
    few_free(memory, s->frames, s->room * s->size);
    few_free(memory, s, sizeof *s);
}

static void *create(const struct few_problem *problem, struct few_worker *worker) {
    const struct few_gaps *gaps = (const struct few_gaps *)problem->bound;
    struct flips *s = few_alloc_zeroed(worker->memory, sizeof *s);
    if (!s)
        return NULL;
    *s = (struct flips){.problem = problem, .gaps = gaps, .worker = worker, .cheapest = UINT32_MAX, .one = true};
    s->bytes = (gaps->cells + sizeof(uint64_t) - 1) / sizeof(uint64_t) * sizeof(uint64_t);
    s->size = sizeof(struct frame) + s->bytes;
    for (uint32_t n = 0; n < gaps->move_count; n++) {
        const struct few_gap_move *move = &gaps->moves[n];
        s->cheapest = move->cost < s->cheapest ? move->cost : s->cheapest;
        s->one = s->one && move->before == 1 && move->after == 1;
    }
    if (reserve(s, 64))
        return s;
    release(s);
    return NULL;
}

bool few_gaps_diver_fits(const struct few_problem *problem) {
    const struct few_gaps *gaps = (const struct few_gaps *)problem->bound;
    return gaps && gaps->bound.kind == &few_gaps_kind && gaps->moves && !problem->only_listed;
}

const struct few_diver few_gaps_diver = {create, release, dive, write_solution};
