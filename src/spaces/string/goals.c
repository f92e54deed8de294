/* The goals of a string puzzle, and what it must never be: compiled to masks and wanted bits, tested on packed states, and
 * listed where they are few. */
#include <string.h>

#include "language/choices.h"
#include "spaces/string/string.h"
#include "spaces/string/space.h"

enum {
    MAX_ALTERNATIVES = 1000000,
    MANY_GOALS = 1 << 20,   /* who asks for so many needs all that there are */
    MOST_STRINGS = 1 << 22, /* that are looked at for that */
};

static bool add_test(struct few_string_space *space, struct few_string_goal *goal,
                     const struct few_condition *condition, const few_code *pieces, struct few_error *error) {
    const uint32_t length = condition->drawing.columns;
    const size_t size = (few_string_words(space, length) + (size_t)1) * sizeof(uint64_t);
    struct few_string_test *test = few_arena_alloc(&space->arena, sizeof *test);
    if (!test)
        return few_fail_memory(error);
    test->mask = few_arena_alloc(&space->arena, size);
    test->want = few_arena_alloc(&space->arena, size);
    if (!test->mask || !test->want)
        return few_fail_memory(error);
    for (uint32_t i = 0; i < length; i++) {
        if (pieces[i] == FEW_CODE_ANY)
            continue;
        few_string_put(space, test->mask, i, ((uint64_t)1 << space->bits) - 1);
        few_string_put(space, test->want, i, (uint64_t)pieces[i] + 1);
    }
    test->kind = condition->kind;
    test->ends = condition->ends;
    test->length = length;
    test->next = goal->tests;
    goal->tests = test;
    return true;
}

struct compiler {
    struct few_string_space *space;
    const struct few_puzzle *puzzle;
    struct few_error *error;
    struct few_string_goal **last;
    uint32_t alternatives;
    const char *what; /* what a line is called */
    few_code *pieces; /* room for the longest drawing */
    uint16_t assignment[FEW_MAX_NAMES + 1];
};

/* Names that stand only in this `nowhere` are tried with all values: one test for each. */
static bool compile_nowhere(struct compiler *c, struct few_string_goal *goal,
                            const struct few_choices *line, const struct few_condition *condition,
                            struct few_where where) {
    const struct few_drawing *drawing = &condition->drawing;
    struct few_choices own;
    few_choices_init(&own, c->puzzle, c->assignment);
    few_choices_add(&own, line, drawing->cells, drawing->columns);
    if (few_choices_total(&own) > MAX_ALTERNATIVES)
        return few_puzzle_fail(c->puzzle, where, c->error, "this %s stands for more than %d",
                               c->what, MAX_ALTERNATIVES);
    for (bool more = few_choices_first(&own); more; more = few_choices_next(&own)) {
        if (!few_go_on(c->space->memory, 32 + 8 * (uint64_t)drawing->columns))
            return few_fail_memory(c->error);
        if (!few_choices_values(&own, drawing->cells, drawing->columns, c->pieces))
            continue;
        if (!add_test(c->space, goal, condition, c->pieces, c->error))
            return false;
    }
    return true;
}

/* One goal line under the present choice of its names. */
static bool compile_alternative(struct compiler *c, const struct few_goal *line,
                                const struct few_choices *names) {
    const uint32_t longest = c->space->longest;
    struct few_string_goal *goal = few_arena_alloc(&c->space->arena, sizeof *goal);
    if (!goal || !few_go_on(c->space->memory, 64))
        return few_fail_memory(c->error);
    for (uint32_t i = 0; i < line->count; i++) {
        const struct few_condition *condition = &line->conditions[i];
        const struct few_drawing *drawing = &condition->drawing;
        if (condition->kind == FEW_GOAL_NOWHERE) {
            if (drawing->columns <= longest &&
                !compile_nowhere(c, goal, names, condition, line->where))
                return false;
            continue;
        }
        /* No string of this space is long enough, or a sum has no value: it never holds. */
        if (drawing->columns > longest || condition->kind == FEW_GOAL_VAR ||
            !few_choices_values(names, drawing->cells, drawing->columns, c->pieces))
            return true;
        if (!add_test(c->space, goal, condition, c->pieces, c->error))
            return false;
    }
    *c->last = goal;
    c->last = &goal->next;
    return true;
}

static bool compile_line(struct compiler *c, const struct few_goal *line) {
    struct few_choices names;
    few_choices_init(&names, c->puzzle, c->assignment);
    for (uint32_t i = 0; i < line->count; i++) {
        const struct few_condition *condition = &line->conditions[i];
        if (condition->kind == FEW_GOAL_DRAWING || condition->kind == FEW_GOAL_SOMEWHERE)
            few_choices_add(&names, NULL, condition->drawing.cells, condition->drawing.columns);
    }
    if (few_choices_total(&names) > MAX_ALTERNATIVES - c->alternatives)
        return few_puzzle_fail(c->puzzle, line->where, c->error,
                               "this %s stands for more than %d", c->what, MAX_ALTERNATIVES);
    c->alternatives += (uint32_t)few_choices_total(&names);
    for (bool more = few_choices_first(&names); more; more = few_choices_next(&names))
        if (!compile_alternative(c, line, &names))
            return false;
    return true;
}

/* The lines of a kind, `goal` or `never`, as a list that begins at *first. */
static bool compile_lines(struct few_string_space *space, const struct few_puzzle *puzzle, const struct few_goal *lines,
                          uint32_t count, const char *what, struct few_string_goal **first, struct few_error *error) {
    struct compiler c = {.space = space, .puzzle = puzzle, .error = error, .last = first, .what = what};
    size_t room = 1;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < lines[i].count; j++)
            if (lines[i].conditions[j].drawing.columns > room)
                room = lines[i].conditions[j].drawing.columns;
    c.pieces = few_alloc(space->memory, room * sizeof *c.pieces);
    if (!c.pieces)
        return few_fail_memory(error);
    bool made = true;
    for (uint32_t i = 0; made && i < count; i++)
        made = compile_line(&c, &lines[i]);
    few_free(space->memory, c.pieces, room * sizeof *c.pieces);
    return made;
}

bool few_string_compile_goals(struct few_string_space *space, const struct few_puzzle *puzzle,
                              struct few_error *error) {
    return compile_lines(space, puzzle, puzzle->goals, puzzle->goal_count, "goal", &space->goals, error) &&
           compile_lines(space, puzzle, puzzle->nevers, puzzle->never_count, "`never`", &space->nevers, error);
}

static bool fits_at(const struct few_string_space *space, const struct few_string_test *test,
                    const uint64_t *state, uint32_t place) {
    const uint32_t words = few_string_words(space, test->length);
    for (uint32_t i = 0; i < words; i++) {
        uint64_t window =
            few_bits_at(state, space->space.words, (int64_t)place * space->bits + i * 64);
        if ((window & test->mask[i]) != test->want[i])
            return false;
    }
    return true;
}

static bool test_holds(const struct few_string_space *space, const struct few_string_test *test,
                       const uint64_t *state, uint32_t length) {
    if (test->kind == FEW_GOAL_DRAWING)
        return test->length == length && fits_at(space, test, state, 0);
    bool found = false;
    for (uint32_t place = 0; !found && place + test->length <= length; place++)
        found = few_stands(test->ends, place, test->length, length) && fits_at(space, test, state, place);
    return found == (test->kind == FEW_GOAL_SOMEWHERE);
}

/* Whether the state fulfils one of the alternatives from `goal` up to but not including `end`. */
static bool fulfils(const struct few_string_space *space, const uint64_t *state,
                    const struct few_string_goal *goal, const struct few_string_goal *end) {
    const uint32_t length = few_string_length(space, state);
    for (; goal != end; goal = goal->next) {
        const struct few_string_test *test = goal->tests;
        while (test && test_holds(space, test, state, length))
            test = test->next;
        if (!test)
            return true;
    }
    return false;
}

void few_string_is_goal(const struct few_space *base, const uint64_t *states, size_t count,
                        bool *goal) {
    const struct few_string_space *space = (const struct few_string_space *)base;
    for (size_t i = 0; i < count; i++)
        goal[i] = fulfils(space, states + i * base->words, space->goals, NULL);
}

bool few_string_must_never_be(const struct few_string_space *space, const uint64_t *state) {
    return space->nevers && fulfils(space, state, space->nevers, NULL);
}

size_t few_string_leave_out(const struct few_string_space *space, uint64_t *states, struct few_step *steps, size_t count) {
    const size_t words = space->space.words;
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (few_string_must_never_be(space, states + i * words))
            continue;
        if (kept < i) {
            memcpy(states + kept * words, states + i * words, words * sizeof *states);
            if (steps)
                steps[kept] = steps[i];
        }
        kept++;
    }
    return kept;
}

struct lister {
    const struct few_string_space *space;
    struct few_memory *memory;
    uint64_t *states;
    size_t count, room, limit;
    uint64_t tests; /* of the alternatives up to this one: so many are made for each state */
};

static enum few_goal_list append_state(struct lister *list, const uint64_t *state) {
    const size_t size = list->space->space.words * sizeof *state;
    if (list->count == list->limit)
        return FEW_GOALS_TOO_MANY;
    if (list->count == list->room) {
        size_t room = list->room == 0 ? 16 : list->room * 2;
        uint64_t *grown =
            few_resize(list->memory, list->states, list->room * size, few_array_size(room, size));
        if (!grown)
            return FEW_GOALS_NO_MEMORY;
        list->states = grown;
        list->room = room;
    }
    memcpy(list->states + list->count++ * list->space->space.words, state, size);
    return FEW_GOALS_LISTED;
}

/* Counts the open places of a state up, the first fastest. false: that was the last. */
static bool next_filling(const struct few_string_space *space, uint64_t *state, const uint32_t *open, uint32_t count) {
    const uint64_t mask = ((uint64_t)1 << space->bits) - 1;
    for (uint32_t i = 0; i < count; i++) {
        int64_t bit = (int64_t)open[i] * space->bits;
        uint64_t code = few_bits_at(state, space->space.words, bit) & mask,
                 up = code < space->pieces ? code + 1 : 1;
        /* Exchange the code by what differs: characters may cross from one word to the next. */
        state[bit >> 6] ^= (code ^ up) << (bit & 63);
        if ((bit & 63) + space->bits > 64)
            state[(bit >> 6) + 1] ^= (code ^ up) >> (64 - (bit & 63));
        if (code < space->pieces)
            return true;
    }
    return false;
}

/* Every string of one alternative: its open places are an odometer over the alphabet. A string that
 * an earlier alternative holds for is listed there already. */
static enum few_goal_list list_alternative(struct lister *list,
                                           const struct few_string_goal *goal) {
    const struct few_string_space *space = list->space;
    const struct few_string_test *drawing = goal->tests;
    for (const struct few_string_test *test = goal->tests; test; test = test->next)
        list->tests++;
    while (drawing && drawing->kind != FEW_GOAL_DRAWING)
        drawing = drawing->next;
    if (!drawing)
        return FEW_GOALS_UNLISTED;

    uint64_t state[FEW_MAX_WORDS] = {0};
    uint32_t open[FEW_MAX_WORDS * 64], count = 0;
    uint64_t fillings = 1;
    const uint64_t mask = ((uint64_t)1 << space->bits) - 1;
    const uint32_t words = few_string_words(space, drawing->length);
    memcpy(state, drawing->want, words * sizeof *state);
    for (uint32_t i = 0; i < drawing->length; i++) {
        if ((few_bits_at(drawing->mask, words, (int64_t)i * space->bits) & mask) != 0)
            continue;
        few_string_put(space, state, i, 1);
        open[count++] = i;
        fillings *= space->pieces;
        if (fillings > list->limit)
            return FEW_GOALS_TOO_MANY;
    }
    for (;;) {
        if (!few_go_on(list->memory, 16 + 8 * list->tests))
            return FEW_GOALS_NO_MEMORY;
        if (fulfils(space, state, goal, goal->next) && !fulfils(space, state, space->goals, goal) &&
            !few_string_must_never_be(space, state)) {
            enum few_goal_list outcome = append_state(list, state);
            if (outcome != FEW_GOALS_LISTED)
                return outcome;
        }
        if (!next_filling(space, state, open, count))
            return FEW_GOALS_LISTED;
    }
}

/* Every string there is, up to the bound: where no drawing says how long a goal is. */
static enum few_goal_list list_all(struct lister *list) {
    const struct few_string_space *space = list->space;
    uint64_t state[FEW_MAX_WORDS] = {0}, strings = 1, all = 1;
    uint32_t open[FEW_MAX_WORDS * 64];
    for (uint32_t length = 1; length <= space->longest; length++) {
        if (__builtin_mul_overflow(strings, space->pieces, &strings) || strings > MOST_STRINGS || (all += strings) > MOST_STRINGS)
            return FEW_GOALS_LABORIOUS;
    }
    for (const struct few_string_goal *goal = space->goals; goal; goal = goal->next)
        for (const struct few_string_test *test = goal->tests; test; test = test->next)
            list->tests++;
    for (uint32_t length = 0; length <= space->longest; length++) {
        memset(state, 0, space->space.words * sizeof *state);
        for (uint32_t i = 0; i < length; i++) {
            few_string_put(space, state, i, 1);
            open[i] = i;
        }
        do {
            if (!few_go_on(list->memory, 16 + 8 * list->tests))
                return FEW_GOALS_NO_MEMORY;
            if (!fulfils(space, state, space->goals, NULL) || few_string_must_never_be(space, state))
                continue;
            enum few_goal_list outcome = append_state(list, state);
            if (outcome != FEW_GOALS_LISTED)
                return outcome;
        } while (next_filling(space, state, open, length));
    }
    return FEW_GOALS_LISTED;
}

/* Whether all strings are gone through if need be: in a whole space, not for one search. */
static bool may_list_all(const struct few_string_space *space, size_t limit) {
    return space->explore && space->usual_steps == 0 && limit >= MANY_GOALS;
}

enum few_goal_list few_string_goals(const struct few_space *base, struct few_memory *memory,
                                    size_t limit, uint64_t **states, size_t *count) {
    const struct few_string_space *space = (const struct few_string_space *)base;
    struct lister list = {.space = space, .memory = memory, .limit = limit};
    const size_t size = base->words * sizeof(uint64_t);
    enum few_goal_list outcome = FEW_GOALS_LISTED;
    for (const struct few_string_goal *goal = space->goals; goal && outcome == FEW_GOALS_LISTED;
         goal = goal->next)
        outcome = list_alternative(&list, goal);
    if (outcome == FEW_GOALS_UNLISTED && may_list_all(space, limit)) {
        list.count = list.tests = 0;
        outcome = list_all(&list);
    }
    *states = NULL;
    *count = 0;
    if (outcome == FEW_GOALS_LISTED && list.count > 0) {
        *states = few_resize(memory, list.states, list.room * size, list.count * size);
        if (*states) {
            *count = list.count;
            return outcome;
        }
        outcome = FEW_GOALS_NO_MEMORY;
    }
    few_free(memory, list.states, list.room * size);
    return outcome;
}
