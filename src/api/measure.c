/* Two explorations of a space: a slow one that looks at every move of the states nearest to the start, and a quick one that only
 * counts states, as fewest_explore does it. Both end after a number of states, never by the clock, so that what is counted is
 * the same on every machine. */
#include "api/measure.h"

#include "base/clock.h"
#include "language/solution.h"
#include "search/explore/explore.h"
#include "visited/nodes.h"

enum {
    MOST_MEASURED = 250000, /* states whose moves are tried */
    MOST_NODES = 1000000,   /* states that these lead to */
    MOST_COUNTED = 1000000, /* states that are only counted, unless the limits say another number */
    MOST_UNDONE = 20000,    /* moves that are tried to be undone */
    CHECK_EVERY = 256,
};

/* ---- The moves of single states */

struct made {
    uint64_t *states;
    struct few_step *steps;
    size_t count;
};

struct survey {
    struct few_measure *measure;
    const struct few_model *model;
    const struct few_space *space;
    struct few_watch *watch;
    struct few_memory *memory;
    struct few_nodes nodes;
    struct few_list stamps; /* uint32_t: of each node, the last one that led to it, plus 1 */
    struct made next, back;
    size_t room;
    uint64_t tried; /* moves that were tried to be undone */
};

static bool make_room(const struct survey *survey, struct made *made) {
    made->states = few_alloc(survey->memory, few_array_size(survey->room, survey->space->words * sizeof *made->states));
    made->steps = few_alloc(survey->memory, few_array_size(survey->room, sizeof *made->steps));
    return made->states && made->steps;
}

static void free_room(const struct survey *survey, struct made *made) {
    few_free(survey->memory, made->states, survey->room * survey->space->words * sizeof *made->states);
    few_free(survey->memory, made->steps, survey->room * sizeof *made->steps);
}

static void expand(const struct survey *survey, const uint64_t *state, struct made *made) {
    made->count = survey->space->run->successors(survey->space, state, 1, made->states, made->steps);
}

static const uint64_t *state_of(const struct survey *survey, const struct made *made, size_t index) {
    return made->states + index * survey->space->words;
}

/* Whether some move of that cost leads back. */
static bool is_undone(struct survey *survey, const uint64_t *from, const uint64_t *to, uint32_t cost) {
    const size_t bytes = survey->space->words * sizeof *from;
    expand(survey, to, &survey->back);
    for (size_t i = 0; i < survey->back.count; i++)
        if (survey->back.steps[i].cost == cost && memcmp(state_of(survey, &survey->back, i), from, bytes) == 0)
            return true;
    return false;
}

/* Whether a state has no better move to the same one: it is then the one that the word of the move names. */
static bool is_best(const struct survey *survey, size_t index) {
    const struct made *next = &survey->next;
    const size_t bytes = survey->space->words * sizeof *next->states;
    const struct few_step *step = &next->steps[index];
    for (size_t i = 0; i < next->count; i++) {
        const struct few_step *other = &next->steps[i];
        if ((other->cost < step->cost || (other->cost == step->cost && other->move < step->move)) &&
            memcmp(state_of(survey, next, i), state_of(survey, next, index), bytes) == 0)
            return false;
    }
    return true;
}

/* Looks for a move that cannot be undone, where it is not known that there is none. false: no memory. */
static bool look_for_one_way(struct survey *survey, uint32_t node) {
    struct few_measure *m = survey->measure;
    if (survey->space->undirected || m->one_way_state || !survey->space->run->read)
        return true;
    for (size_t i = 0; i < survey->next.count && survey->tried < MOST_UNDONE; i++, survey->tried++) {
        const uint64_t *from = few_node_state(&survey->nodes, node);
        const struct few_step *step = &survey->next.steps[i];
        if (is_undone(survey, from, state_of(survey, &survey->next, i), step->cost) || !is_best(survey, i))
            continue;
        m->one_way_state = few_model_line(survey->model, survey->memory, from, &m->state_bytes);
        m->one_way_move = few_model_word(survey->model, survey->memory, from, step->move, &m->move_bytes);
        return m->one_way_state && m->one_way_move;
    }
    return true;
}

/* The node of a state, new or not; FEW_NO_NODE: no memory. */
static uint32_t node_of(struct survey *survey, const uint64_t *state, uint64_t depth) {
    bool fresh = false;
    const uint32_t none = 0;
    if (!few_list_reserve(&survey->stamps, 1))
        return FEW_NO_NODE;
    const uint32_t node = few_nodes_add(&survey->nodes, state, depth, &fresh);
    if (node != FEW_NO_NODE && fresh)
        few_list_append(&survey->stamps, &none, 1);
    return node;
}

static bool measure_node(struct survey *survey, uint32_t node) {
    struct few_measure *m = survey->measure;
    const uint64_t depth = *few_node_distance(&survey->nodes, node) + 1;
    uint64_t different = 0;
    expand(survey, few_node_state(&survey->nodes, node), &survey->next);
    if (!look_for_one_way(survey, node))
        return false;
    for (size_t i = 0; i < survey->next.count; i++) {
        const uint32_t to = node_of(survey, state_of(survey, &survey->next, i), depth), cost = survey->next.steps[i].cost;
        if (to == FEW_NO_NODE)
            return false;
        uint32_t *stamp = few_list_at(&survey->stamps, to);
        different += *stamp != node + 1;
        *stamp = node + 1;
        if (!few_costs_are_equal(survey->space) && !is_best(survey, i))
            continue;
        m->cheapest = cost < m->cheapest ? cost : m->cheapest;
        m->dearest = cost > m->dearest ? cost : m->dearest;
    }
    m->moves += different;
    m->least = different < m->least || m->measured == 0 ? different : m->least;
    m->most = different > m->most ? different : m->most;
    m->measured++;
    return true;
}

static enum few_end measure_nodes(struct survey *survey, const uint64_t *starts, size_t count, uint64_t most) {
    struct few_measure *m = survey->measure;
    const uint64_t steps = few_model_steps(survey->model, false);
    for (size_t i = 0; i < count; i++)
        if (node_of(survey, starts + i * survey->space->words, 0) == FEW_NO_NODE)
            return few_refused(survey->watch);
    for (uint32_t node = 0; node < survey->nodes.states.count; node++) {
        if (m->measured >= most || survey->nodes.states.count > MOST_NODES || *few_node_distance(&survey->nodes, node) >= steps)
            return FEW_RUNNING;
        if (!measure_node(survey, node))
            return few_refused(survey->watch);
        survey->watch->counts.expanded = m->measured;
        const enum few_end end = node % CHECK_EVERY ? FEW_RUNNING : few_watch_check(survey->watch);
        if (end != FEW_RUNNING)
            return end;
    }
    m->measured_all = true;
    return FEW_RUNNING;
}

/* Goals among the states that were measured. */
static enum few_end count_goals(struct survey *survey) {
    enum { SOME = 1024 };
    struct few_measure *m = survey->measure;
    bool is_goal[SOME];
    for (uint64_t done = 0, some; done < m->measured; done += some) {
        some = m->measured - done < SOME ? m->measured - done : SOME;
        survey->space->run->is_goal(survey->space, few_node_state(&survey->nodes, (uint32_t)done), (size_t)some, is_goal);
        for (uint64_t i = 0; i < some; i++)
            m->goals += is_goal[i];
        const enum few_end end = few_watch_check(survey->watch);
        if (end != FEW_RUNNING)
            return end;
    }
    m->goals_counted = true;
    return FEW_RUNNING;
}

/* Too little memory only makes it fewer states. */
static enum few_end forgive(struct few_memory *memory, enum few_end end) {
    if (end != FEW_MEMORY_LIMIT)
        return end;
    atomic_store(&memory->over_budget, false);
    atomic_store(&memory->refused, false);
    return FEW_RUNNING;
}

static enum few_end measure_moves(struct few_measure *measure, const struct few_model *model, struct few_run *run, bool has_goal,
                                  const uint64_t *starts, size_t count) {
    const struct few_space *space = model->space;
    const uint64_t asked = run->limits.states;
    struct survey survey = {.measure = measure, .model = model, .space = space, .watch = &run->watch, .memory = run->memory,
                        .room = space->max_successors ? space->max_successors : 1};
    measure->cheapest = UINT64_MAX;
    few_list_init(&survey.stamps, survey.memory, sizeof(uint32_t));
    bool good = few_nodes_init(&survey.nodes, survey.memory, space->words);
    good = good && make_room(&survey, &survey.next) && make_room(&survey, &survey.back);
    enum few_end end = good ? measure_nodes(&survey, starts, count, asked && asked < MOST_MEASURED ? asked : MOST_MEASURED)
                            : few_refused(&run->watch);
    end = forgive(survey.memory, end);
    if (end == FEW_RUNNING && has_goal)
        end = count_goals(&survey);
    free_room(&survey, &survey.next);
    free_room(&survey, &survey.back);
    few_list_free(&survey.stamps);
    few_nodes_free(&survey.nodes);
    return end;
}

/* ---- Counting states */

static enum few_end explore(struct few_measure *measure, const struct few_model *model, struct few_run *run,
                            const uint64_t *starts, size_t count) {
    const struct few_problem problem = {.space = model->space, .starts = starts, .start_count = count};
    struct few_watch *watch = &run->watch;
    struct few_memory *memory = run->memory;
    struct few_exploration result;
    const uint64_t steps = few_model_steps(model, false), puzzle = atomic_load(&run->puzzle->memory.used);
    watch->counts = (struct few_counts){0};
    watch->max_states = run->limits.states ? run->limits.states : MOST_COUNTED;
    watch->max_depth = steps;
    atomic_store(&memory->peak, atomic_load(&memory->used));
    few_exploration_init(&result, memory, model->space->words);
    const double before = few_now();
    enum few_end end = few_explore(&problem, watch, &result);
    measure->taken = few_now() - before;
    measure->reached = result.states;
    measure->depth = result.depths.count ? result.depths.count - 1 : 0;
    measure->whole = end == FEW_SOLVED;
    measure->seconds = measure->whole ? measure->taken : -1;
    measure->bytes = measure->whole ? puzzle + atomic_load(&memory->peak) : 0;
    few_exploration_free(&result);
    watch->max_states = 0;
    watch->max_depth = UINT64_MAX;
    if (end == FEW_SOLVED || end == FEW_STATE_LIMIT || end == FEW_DEPTH_LIMIT)
        return FEW_RUNNING;
    return forgive(memory, end);
}

/* Where that was not all: what the rest would take. */
static void predict(struct few_measure *measure, const struct few_model *model, struct few_run *run, const uint64_t *starts,
                    size_t count) {
    const struct few_problem problem = {.space = model->space, .starts = starts, .start_count = count};
    struct few_exploration result;
    few_exploration_init(&result, run->memory, model->space->words);
    if (few_explore_predict(&problem, &run->watch, &result)) {
        measure->expected = result.expected;
        measure->bytes = result.needed && result.needed != SIZE_MAX ? result.needed + atomic_load(&run->puzzle->memory.used) : 0;
        measure->seconds = result.expected_seconds > 0 ? result.expected_seconds : -1;
    }
    few_exploration_free(&result);
}

/* ---- Both */

enum few_end few_measure_take(struct few_measure *measure, const struct few_model *model, struct few_run *run, bool has_goal) {
    uint64_t *starts = NULL;
    size_t count = 0, room = 0;
    *measure = (struct few_measure){.seconds = -1};
    if (!few_model_starts(model, run->memory, &starts, &count, &room))
        return few_refused(&run->watch);
    measure->starts = count;
    enum few_end end = measure_moves(measure, model, run, has_goal, starts, count);
    if (end == FEW_RUNNING)
        end = explore(measure, model, run, starts, count);
    if (end == FEW_RUNNING && !measure->whole)
        predict(measure, model, run, starts, count);
    few_free(run->memory, starts, room * model->space->words * sizeof *starts);
    return end;
}

void few_measure_free(struct few_measure *measure, struct few_memory *memory) {
    few_free(memory, measure->one_way_state, measure->state_bytes);
    few_word_free(memory, measure->one_way_move, measure->move_bytes);
}
