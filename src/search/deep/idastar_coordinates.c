/* The diver for puzzles whose moves only permute, with pattern databases by coordinates. A state is its values, and a move is one look-up for
 * each of them. What the children of a state would cost is looked up table by table, the strongest first: all places of a table are
 * computed and fetched before the first is read, and only what may still lead to a goal is looked up in the next. States are
 * made only where all tables say 0, to see whether it is a goal. */
#include "search/deep/idastar.h"

#include "base/specialised.h"
#include "bound/coordinate_tables.h"

enum { CHECK_EVERY = 1 << 12, MOST_MOVES = 256, NO_MOVE = MOST_MOVES };

struct frame {
    uint16_t values[FEW_TABLE_COORDINATES];
    uint16_t last;        /* the move that led here; NO_MOVE: none */
    uint16_t count, next; /* moves that are left to be tried, and which of them */
    uint8_t move[MOST_MOVES];
    uint8_t bound[MOST_MOVES]; /* of where it leads */
};

struct turns {
    const struct few_problem *problem;
    const struct few_coordinate_tables *tables;
    struct few_worker *worker;
    struct frame *frames;
    size_t room, depth; /* of the path */
    uint64_t root[FEW_MAX_WORDS]; /* the state where it begins */
    uint64_t cost;                /* of that */
    uint16_t (*behind)[MOST_MOVES + 1]; /* of each move, and of none: how many moves may follow, and which */
};

/* ---- States, which are only made for goals */

/* The state behind so many moves of the path. */
static void make_state(const struct turns *t, size_t depth, uint64_t *state) {
    const struct few_coordinate_tables *tables = t->tables;
    uint64_t before[FEW_MAX_WORDS];
    const size_t bytes = tables->bound.words * sizeof *state;
    memcpy(state, t->root, bytes);
    for (size_t d = 1; d <= depth; d++) {
        const uint8_t *carry = tables->carry[t->frames[d].last];
        memcpy(before, state, bytes);
        for (uint32_t p = 0; p < tables->points; p++)
            few_field_set(state, tables->homes.field[carry[p]], few_field_get(before, tables->homes.field[p]));
    }
}

static bool is_goal(const struct turns *t, size_t depth) {
    uint64_t state[FEW_MAX_WORDS];
    bool goal;
    make_state(t, depth, state);
    t->problem->space->run->is_goal(t->problem->space, state, 1, &goal);
    return goal;
}

/* ---- Children */

/* Keeps those moves of the list that lead to entries of `most` at the most. Returns the lowest entry of the others. */
FEW_SPECIALISED uint32_t sift(const struct turns *t, const struct few_coordinate_table *table, struct frame *frame, uint32_t most,
                              const uint32_t parts, const bool bytes) {
    const uint32_t moves = t->tables->moves, count = frame->count;
    const uint16_t *to[FEW_TABLE_PARTS] = {NULL};
    uint64_t index[MOST_MOVES];
    uint32_t kept = 0, lowest = UINT32_MAX;
    for (uint32_t k = 0; k < parts; k++)
        to[k] = t->tables->coordinate[table->part[k]].to + (size_t)frame->values[table->part[k]] * moves;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t at = to[parts - 1][frame->move[i]]; /* whose stride is 1 */
        for (uint32_t k = 0; k + 1 < parts; k++)
            at += to[k][frame->move[i]] * table->stride[k];
        index[i] = at;
        __builtin_prefetch(&table->entry[bytes ? at : at / 2]);
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t entry = bytes ? table->entry[index[i]] : table->entry[index[i] / 2] >> index[i] % 2 * 4 & FEW_NIBBLE;
        const bool keeps = entry <= most;
        lowest = !keeps && entry < lowest ? entry : lowest;
        frame->move[kept] = frame->move[i];
        frame->bound[kept] = (uint8_t)(entry > frame->bound[i] ? entry : frame->bound[i]);
        kept += keeps;
    }
    frame->count = (uint16_t)kept;
    return lowest;
}

static uint32_t sift_by(const struct turns *t, const struct few_coordinate_table *table, struct frame *frame, uint32_t most) {
    return table->bytes        ? sift(t, table, frame, most, table->parts, true)
           : table->parts == 2 ? sift(t, table, frame, most, 2, false)
                               : sift(t, table, frame, most, table->parts, false);
}

/* The moves of a frame that may lead to a goal, where `left` may be paid behind them. Returns the lowest entry that was too high. */
static uint32_t find_children(const struct turns *t, struct frame *frame, uint32_t left) {
    const uint16_t *behind = t->behind[frame->last];
    uint32_t lowest = UINT32_MAX;
    frame->count = behind[0];
    frame->next = 0;
    for (uint32_t i = 0; i < frame->count; i++) {
        frame->move[i] = (uint8_t)behind[i + 1];
        frame->bound[i] = 0;
    }
    for (uint32_t n = 0; n < t->tables->tables && frame->count; n++) {
        const uint32_t over = sift_by(t, &t->tables->table[n], frame, left);
        lowest = over < lowest ? over : lowest;
    }
    return lowest;
}

/* ---- The search */

static enum few_end search(struct turns *t, uint64_t threshold) {
    const uint32_t moves = t->tables->moves, coordinates = t->tables->coordinates;
    uint64_t next = UINT64_MAX, expanded = 0, generated = 0;
    size_t depth = 0;
    enum few_end end = FEW_RUNNING;
    bool arrived = true; /* the frame is new: its children are not known */
    for (;;) {
        struct frame *frame = &t->frames[depth];
        if (arrived) {
            const uint64_t cost = t->cost + depth;
            if (cost < threshold) {
                const uint64_t left = threshold - cost - 1;
                const uint32_t lowest = find_children(t, frame, left < UINT8_MAX ? (uint32_t)left : UINT8_MAX);
                if (lowest != UINT32_MAX && cost + 1 + lowest < next)
                    next = cost + 1 + lowest;
                generated += t->behind[frame->last][0];
            } else {
                frame->count = frame->next = 0;
                next = cost + 1 < next ? cost + 1 : next;
            }
            if (++expanded >= CHECK_EVERY) {
                end = few_worker_check(t->worker, expanded, generated, depth);
                expanded = generated = 0;
                if (end != FEW_RUNNING)
                    break;
            }
        }
        arrived = frame->next < frame->count;
        if (!arrived) {
            if (depth == 0)
                break;
            depth--;
            continue;
        }
        struct frame *child = &t->frames[++depth];
        const uint8_t move = frame->move[frame->next], bound = frame->bound[frame->next];
        frame->next++;
        child->last = move;
        for (uint32_t n = 0; n < coordinates; n++)
            child->values[n] = t->tables->coordinate[n].to[(size_t)frame->values[n] * moves + move];
        if (bound == 0 && is_goal(t, depth)) {
            end = FEW_SOLVED;
            break;
        }
    }
    t->depth = depth;
    t->worker->next = next < t->worker->next ? next : t->worker->next;
    return few_dive_end(end, few_worker_check(t->worker, expanded, generated, depth));
}

static bool reserve(struct turns *t, size_t frames) {
    if (frames <= t->room)
        return true;
    struct frame *grown = few_resize(t->worker->memory, t->frames, t->room * sizeof *grown, few_array_size(frames, sizeof *grown));
    if (!grown)
        return false;
    t->frames = grown;
    t->room = frames;
    return true;
}

/* The number of a move of the puzzle among those that differ. */
static uint16_t number_of(const struct turns *t, const struct few_stand *at) {
    for (uint32_t m = 0; at->before && m < t->tables->moves; m++)
        if (t->tables->number[m] == at->move)
            return (uint16_t)m;
    return NO_MOVE;
}

static enum few_end dive(void *self, const struct few_stand *at, uint64_t threshold) {
    struct turns *t = self;
    if (!reserve(t, (size_t)(threshold - at->cost) + 2))
        return few_worker_refused(t->worker);
    t->depth = 0;
    t->cost = at->cost;
    memcpy(t->root, at->state, t->tables->bound.words * sizeof *t->root);
    t->frames[0].last = number_of(t, at);
    if (!few_coordinate_values(t->tables, at->state, t->frames[0].values))
        return FEW_RUNNING; /* no goal can be reached */
    return is_goal(t, 0) ? FEW_SOLVED : search(t, threshold);
}

static bool write_solution(const void *self, struct few_solutions *solutions) {
    const struct turns *t = self;
    for (size_t d = 0; d <= t->depth; d++) {
        uint64_t state[FEW_MAX_WORDS];
        make_state(t, d, state);
        if (!few_list_append(&solutions->states, state, 1) ||
            (d > 0 && !few_list_append(&solutions->moves, &t->tables->number[t->frames[d].last], 1)))
            return false;
    }
    solutions->cost = t->cost + t->depth;
    return true;
}

/* ---- What may follow what */

static bool undoes(const struct few_coordinate_tables *tables, uint32_t move, uint32_t other) {
    for (uint32_t p = 0; p < tables->points; p++)
        if (tables->carry[other][tables->carry[move][p]] != p)
            return false;
    return true;
}

static void list_followers(struct turns *t, const struct few_commuting *commuting) {
    const struct few_coordinate_tables *tables = t->tables;
    for (uint32_t last = 0; last <= NO_MOVE; last++) {
        uint16_t *behind = t->behind[last];
        for (uint32_t m = 0; m < tables->moves && (last < tables->moves || last == NO_MOVE); m++)
            if (last == NO_MOVE || !(undoes(tables, last, m) ||
                                     (commuting && few_commuting_skips(commuting, tables->number[last], tables->number[m]))))
                behind[++behind[0]] = (uint16_t)m;
    }
}

static void release(void *self) {
    struct turns *t = self;
    struct few_memory *memory = t->worker->memory;
    few_free(memory, t->frames, t->room * sizeof *t->frames);
    few_free(memory, t->behind, (MOST_MOVES + (size_t)1) * sizeof *t->behind);
    few_free(memory, t, sizeof *t);
}

static void *create(const struct few_problem *problem, struct few_worker *worker) {
    struct turns *t = few_alloc_zeroed(worker->memory, sizeof *t);
    if (!t)
        return NULL;
    t->problem = problem;
    t->tables = (const struct few_coordinate_tables *)problem->bound;
    t->worker = worker;
    t->behind = few_alloc_zeroed(worker->memory, (MOST_MOVES + (size_t)1) * sizeof *t->behind);
    if (t->behind && reserve(t, 32)) {
        list_followers(t, problem->facts ? problem->facts->commuting : NULL);
        return t;
    }
    release(t);
    return NULL;
}

bool few_coordinates_diver_fits(const struct few_problem *problem, const struct few_watch *watch) {
    const struct few_bound *bound = problem->bound;
    const bool asks_for_table = watch->transpositions && watch->transpositions != FEW_TRANSPOSITIONS_AUTO;
    return bound && bound->kind == &few_coordinate_tables_kind && !problem->only_listed && problem->start_count == 1 && !asks_for_table;
}

const struct few_diver few_coordinates_diver = {create, release, dive, write_solution};
