#include "spaces/own/own.h"

#include "base/list.h"
#include "base/sort.h"
#include "base/words.h"
#include "bound/bound.h"
#include "visited/visited.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SCRATCH = 2048 };

struct own_space {
    struct few_space space;
    struct few_memory *memory;
    fewest_space user;
    uint64_t *starts, *goals; /* copies, each state once; the goals sorted */
    size_t start_room, goal_room;
    fewest_step *scratch;
    size_t scratch_room; /* steps; at least those of one state */
    _Atomic(const char *) wrong; /* what its functions did and must not; NULL: nothing so far */
};

static const struct own_space *self_of(const struct few_space *space) {
    return (const struct own_space *)space;
}

/* fewest_step and few_step are the same three numbers. */
_Static_assert(sizeof(fewest_step) == sizeof(struct few_step), "steps are handed through as they are");

/* The search goes on with something that does no harm, and its outcome is not believed. */
static void note_wrong(const struct own_space *self, const char *what) {
    atomic_store(&((struct own_space *)(uintptr_t)self)->wrong, what); /* made by few_own_space_create, which is not const */
}

static size_t as_many_as_allowed(const struct own_space *self, size_t made, size_t count) {
    if (made <= count * self->user.max_moves)
        return made;
    note_wrong(self, "a function made more steps than `max_moves` for each state");
    return 0;
}

/* The user's function always gets room for steps. Where they are not wanted they go to a scratch array, a part of the
 * batch at a time. */
static size_t call(const struct own_space *self, fewest_expand *function, const uint64_t *states, size_t count,
                   uint64_t *next, struct few_step *steps) {
    const fewest_space *user = &self->user;
    if (steps) {
        const size_t made = as_many_as_allowed(self, function(user->context, states, count, next, (fewest_step *)(void *)steps), count);
        size_t beyond = 0;
        for (size_t i = 0; i < made; i++) { /* what the searches rely on */
            beyond += steps[i].source >= count;
            steps[i].source = steps[i].source < count ? steps[i].source : 0;
            steps[i].cost = steps[i].cost == 0                     ? !self->space.has_free
                            : steps[i].cost > self->space.max_cost ? self->space.max_cost
                                                                   : steps[i].cost;
        }
        if (beyond)
            note_wrong(self, "a step has a `source` that is not below `count`");
        return made;
    }
    size_t made = 0, batch = self->scratch_room / user->max_moves;
    for (size_t done = 0; done < count; done += batch) {
        size_t some = count - done < batch ? count - done : batch;
        made += as_many_as_allowed(
            self, function(user->context, states + done * user->words, some, next + made * user->words, self->scratch), some);
    }
    return made;
}

static size_t successors(const struct few_space *space, const uint64_t *states, size_t count, uint64_t *next,
                         struct few_step *steps) {
    return call(self_of(space), self_of(space)->user.expand, states, count, next, steps);
}

static size_t predecessors(const struct few_space *space, const uint64_t *states, size_t count, uint64_t *next,
                           struct few_step *steps) {
    return call(self_of(space), self_of(space)->user.backward, states, count, next, steps);
}

/* Where every move can be undone, a move leads to a state from those, and only those, that a move leads to from there. The
 * numbers of moves are not those of the inverse moves: they are not used, since solutions are always written forwards. */
static size_t neighbours(const struct few_space *space, const uint64_t *states, size_t count, uint64_t *next,
                         struct few_step *steps) {
    return call(self_of(space), self_of(space)->user.expand, states, count, next, steps);
}

static bool is_listed(const struct own_space *self, const uint64_t *state) {
    size_t words = self->user.words, low = 0, high = self->user.goal_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = few_words_compare(self->goals + middle * words, state, words);
        if (order == 0)
            return true;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

static void is_goal(const struct few_space *space, const uint64_t *states, size_t count, bool *goal) {
    const struct own_space *self = self_of(space);
    if (self->user.is_goal) {
        self->user.is_goal(self->user.context, states, count, goal);
        return;
    }
    for (size_t i = 0; i < count; i++)
        goal[i] = is_listed(self, states + i * self->user.words);
}

static void rank(const struct few_space *space, const uint64_t *states, size_t count, uint64_t *ranks) {
    const fewest_space *user = &self_of(space)->user;
    user->rank(user->context, states, count, ranks);
    uint64_t highest = 0;
    for (size_t i = 0; i < count; i++)
        highest = ranks[i] > highest ? ranks[i] : highest;
    if (highest < user->ranks)
        return;
    note_wrong(self_of(space), "`rank` gave a number that is not below `ranks`"); /* tables have no such place */
    for (size_t i = 0; i < count; i++)
        ranks[i] = ranks[i] < user->ranks ? ranks[i] : 0;
}

static const char *fault(const struct few_space *space) {
    return atomic_load(&self_of(space)->wrong);
}

static void free_space(struct few_space *space) {
    struct own_space *self = (struct own_space *)space;
    size_t size = self->user.words * sizeof(uint64_t);
    few_free(self->memory, self->starts, self->start_room * size);
    few_free(self->memory, self->goals, self->goal_room * size);
    few_free(self->memory, self->scratch, self->scratch_room * sizeof *self->scratch);
    few_free(self->memory, self, sizeof *self);
}

static bool starts(const struct few_space *space, struct few_list *list) {
    const struct own_space *self = self_of(space);
    return few_list_append(list, self->starts, self->user.start_count);
}

static uint64_t *copy_states(struct few_memory *memory, const uint64_t *states, size_t count, size_t words) {
    uint64_t *copy = few_alloc(memory, few_array_size(count, words * sizeof *copy));
    if (copy && count)
        memcpy(copy, states, count * words * sizeof *copy);
    return copy;
}

static enum few_goal_list goals(const struct few_space *space, struct few_memory *memory, size_t limit, uint64_t **states,
                                size_t *count) {
    const struct own_space *self = self_of(space);
    *states = NULL;
    *count = 0;
    if (!self->user.goals)
        return FEW_GOALS_UNLISTED;
    if (self->user.goal_count > limit)
        return FEW_GOALS_TOO_MANY;
    *states = copy_states(memory, self->goals, self->user.goal_count, self->user.words);
    if (!*states && self->user.goal_count)
        return FEW_GOALS_NO_MEMORY;
    *count = self->user.goal_count;
    return FEW_GOALS_LISTED;
}

/* The bound of the user's, by the same function. */
struct own_bound {
    struct few_bound bound;
    fewest_space user;
};

static void look_up(const struct few_bound *bound, const uint64_t *states, size_t count, uint32_t *bounds) {
    const fewest_space *user = &((const struct own_bound *)bound)->user;
    user->bound(user->context, states, count, bounds);
}

static void free_bound(struct few_bound *bound) {
    few_free(bound->memory, bound, sizeof(struct own_bound));
}

static const struct few_bound_kind kind = {.free = free_bound};

static bool make_bound(const struct few_space *space, struct few_memory *memory, const struct few_facts *facts,
                       const struct few_bound_wish *wish, struct few_bound **bound, struct few_error *error) {
    const struct own_space *self = self_of(space);
    (void)facts, (void)wish;
    *bound = NULL;
    if (!self->user.bound)
        return true;
    struct own_bound *made = few_alloc_zeroed(memory, sizeof *made);
    if (!made)
        return few_fail_memory(error);
    *made = (struct own_bound){{.kind = &kind, .look_up = look_up, .memory = memory, .words = space->words, .foreign = true},
                               self->user};
    snprintf(made->bound.text, sizeof made->bound.text, "by the bound of the space itself");
    *bound = &made->bound;
    return true;
}

static const struct few_space_functions both_ways = {
    .successors = successors, .predecessors = predecessors, .is_goal = is_goal, .rank = rank};
static const struct few_space_functions undirected = {
    .successors = successors, .predecessors = neighbours, .is_goal = is_goal, .rank = rank};
static const struct few_space_functions one_way = {.successors = successors, .is_goal = is_goal, .rank = rank};
static const struct few_space_keeping keeping = {
    .free = free_space, .starts = starts, .goals = goals, .bound = make_bound, .fault = fault};

static bool is_sound(const fewest_space *user, struct few_error *error) {
    if (user->words < 1 || user->words > 8)
        return few_fail(error, FEW_ERROR_INPUT, "a state has 1 to 8 words, not %zu", user->words);
    if (!user->expand)
        return few_fail(error, FEW_ERROR_INPUT, "a space needs an expand function");
    if (user->max_moves < 1 || user->max_moves > UINT32_MAX)
        return few_fail(error, FEW_ERROR_INPUT, "max_moves must say how many successors a state can have");
    if (user->start_count && !user->starts)
        return few_fail(error, FEW_ERROR_INPUT, "start_count is %zu, but starts is NULL", user->start_count);
    if (user->goal_count && !user->goals)
        return few_fail(error, FEW_ERROR_INPUT, "goal_count is %zu, but goals is NULL", user->goal_count);
    if ((user->ranks != 0) != (user->rank != NULL))
        return few_fail(error, FEW_ERROR_INPUT, "rank and ranks go together");
    return true;
}

/* Leaves each of the states once, in the order of their first places: a start or goal that is named twice is one. */
static bool leave_each_once(struct few_memory *memory, uint64_t *states, size_t *count, size_t words) {
    if (*count < 2)
        return true;
    struct few_visited *seen = few_visited_hashed(memory, (unsigned)words, 2);
    bool good = seen && few_visited_reserve(seen, *count);
    if (good)
        *count = few_visited_add(seen, states, NULL, words, *count, 1);
    few_visited_free(seen);
    return good;
}

struct few_space *few_own_space_create(struct few_memory *memory, const fewest_space *user,
                                       struct few_error *error) {
    if (!is_sound(user, error))
        return NULL;
    struct own_space *self = few_alloc_zeroed(memory, sizeof *self);
    if (!self) {
        few_fail_memory(error);
        return NULL;
    }
    self->memory = memory;
    self->user = *user;
    /* With costs, a move and the one that undoes it may differ in what they cost. */
    const bool turns = user->backward || (user->undirected && user->max_cost <= 1 && !user->free_moves);
    self->space = (struct few_space){
        .run = user->backward ? &both_ways : turns ? &undirected : &one_way,
        .keep = &keeping,
        .words = (uint32_t)user->words,
        .max_successors = (uint32_t)user->max_moves,
        .max_predecessors = turns ? (uint32_t)user->max_moves : 0,
        .max_cost = user->max_cost ? user->max_cost : 1,
        .has_free = user->free_moves,
        .undirected = user->undirected,
        .ranks = user->ranks,
        .rank_name = user->ranks ? "own rank" : NULL,
        .foreign = true,
        .no_goal = !user->is_goal && !user->goals,
        .no_patterns = "pattern databases are for puzzles on a board or with vars",
    };
    self->starts = copy_states(memory, user->starts, user->start_count, user->words);
    self->goals = copy_states(memory, user->goals, user->goal_count, user->words);
    self->start_room = user->start_count;
    self->goal_room = user->goal_count;
    self->scratch_room = user->max_moves > SCRATCH ? user->max_moves : SCRATCH;
    self->scratch = few_alloc(memory, few_array_size(self->scratch_room, sizeof *self->scratch));
    if (!self->scratch || (user->start_count && !self->starts) || (user->goal_count && !self->goals) ||
        !leave_each_once(memory, self->starts, &self->user.start_count, user->words) ||
        !leave_each_once(memory, self->goals, &self->user.goal_count, user->words) ||
        !few_sort_states(memory, self->goals, self->user.goal_count, user->words)) {
        free_space(&self->space);
        few_fail_memory(error);
        return NULL;
    }
    return &self->space;
}
