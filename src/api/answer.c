/* Reading an answer: its numbers at once, its texts when they are asked for. */
#include "api/handle.h"

#include "language/checker.h"
#include "language/state_text.h"

#include <stdlib.h>
#include <string.h>

fewest_answer *few_answer_create(fewest_puzzle *puzzle) {
    fewest_answer *answer = calloc(1, sizeof *answer);
    if (!answer)
        return NULL;
    answer->puzzle = few_puzzle_hold(puzzle);
    few_texts_init(&answer->words, &answer->memory);
    few_texts_init(&answer->lines, &answer->memory);
    few_texts_init(&answer->drawings, &answer->memory);
    return answer;
}

void fewest_answer_free(fewest_answer *answer) {
    if (!answer)
        return;
    few_texts_free(&answer->words);
    few_texts_free(&answer->lines);
    few_texts_free(&answer->drawings);
    few_solutions_free(&answer->solutions);
    few_list_free(&answer->layers);
    few_model_release(answer->model);
    few_puzzle_release(answer->puzzle);
    free(answer);
}

fewest_status fewest_answer_status(const fewest_answer *answer) {
    return answer->status;
}

const char *fewest_answer_trouble(const fewest_answer *answer) {
    return *answer->trouble ? answer->trouble : NULL;
}

bool fewest_answer_is_kept(const fewest_answer *answer) {
    return answer->is_kept;
}

bool fewest_answer_disk(const fewest_answer *answer, uint64_t *most, uint64_t *written, uint64_t *read) {
    *most = answer->disk_bytes[0];
    *written = answer->disk_bytes[1];
    *read = answer->disk_bytes[2];
    return answer->on_disk;
}

const char *fewest_answer_reason(const fewest_answer *answer) {
    return answer->reason;
}

uint64_t fewest_answer_within(const fewest_answer *answer) {
    return answer->has_within ? answer->within : UINT64_MAX;
}

fewest_limit fewest_answer_limit(const fewest_answer *answer) {
    return answer->limit;
}

const fewest_statistics *fewest_answer_statistics(const fewest_answer *answer) {
    return &answer->statistics;
}

size_t fewest_answer_listed(const fewest_answer *answer) {
    return answer->solutions.list.count;
}

void few_end_publish(enum few_end end, fewest_status *status, fewest_limit *limit) {
    *status = FEWEST_LIMIT;
    *limit = FEWEST_NO_LIMIT;
    switch (end) {
    case FEW_SOLVED: *status = FEWEST_SOLVED; break;
    case FEW_UNSOLVABLE: *status = FEWEST_UNSOLVABLE; break;
    case FEW_INTERRUPTED: *status = FEWEST_INTERRUPTED; break;
    case FEW_MEMORY_LIMIT: *limit = FEWEST_MEMORY_LIMIT; break;
    case FEW_TIME_LIMIT: *limit = FEWEST_TIME_LIMIT; break;
    case FEW_STATE_LIMIT: *limit = FEWEST_STATE_LIMIT; break;
    case FEW_DEPTH_LIMIT: *limit = FEWEST_DEPTH_LIMIT; break;
    case FEW_NO_MEMORY:
    case FEW_NO_DISK:
    case FEW_CONTRADICTION:
    case FEW_RUNNING: *status = FEWEST_SYSTEM; break;
    }
}

static const char *fault_of(const struct few_space *space) {
    return space->keep->fault ? space->keep->fault(space) : NULL;
}

bool few_has_fault(const struct few_model *model) {
    return fault_of(model->space) != NULL;
}

bool few_contradicted(const struct few_model *model, struct few_error *error) {
    const char *fault = fault_of(model->space);
    if (fault)
        return few_fail(error, FEW_ERROR_INPUT, "the functions of this space contradict each other: %s", fault);
    if (model->space->foreign)
        return few_fail(error, FEW_ERROR_INPUT,
                        "the functions of this space contradict each other: its moves, its backward moves, what is a goal, or "
                        "that moves can be undone; if they do not, this is a bug in fewest");
    return few_fail(error, FEW_ERROR_SYSTEM,
                    "the solution that was found does not pass its check: this is a bug in fewest");
}

static const struct few_solution *solution_at(const fewest_answer *answer, size_t solution) {
    return solution < answer->solutions.list.count ? few_list_at(&answer->solutions.list, solution) : NULL;
}

size_t fewest_answer_solution_length(const fewest_answer *answer, size_t solution) {
    const struct few_solution *at = solution_at(answer, solution);
    return at ? at->length : 0;
}

size_t fewest_answer_length(const fewest_answer *answer) {
    return fewest_answer_solution_length(answer, 0);
}

uint64_t fewest_answer_cost(const fewest_answer *answer) {
    return answer->status == FEWEST_SOLVED ? answer->solutions.cost : 0;
}

bool fewest_answer_has_costs(const fewest_answer *answer) {
    return answer->model && !few_costs_are_equal(answer->model->space);
}

uint64_t fewest_answer_solutions(const fewest_answer *answer) {
    return answer->status == FEWEST_SOLVED ? answer->solutions.total : 0;
}

uint32_t fewest_answer_move_number(const fewest_answer *answer, size_t solution, size_t step) {
    const struct few_solution *at = solution_at(answer, solution);
    return at && step < at->length ? *(uint32_t *)few_list_at(&answer->solutions.moves, at->first_move + step)
                                   : UINT32_MAX;
}

const uint64_t *few_answer_words(const fewest_answer *answer, size_t solution, size_t step) {
    const struct few_solution *at = solution_at(answer, solution);
    return at && step <= at->length ? few_list_at(&answer->solutions.states, at->first_state + step) : NULL;
}

/* Strings are cut to what a search can use, and then have words of their own, perhaps fewer, which only that search
 * can read. */
const uint64_t *fewest_answer_words(const fewest_answer *answer, size_t solution, size_t step) {
    const uint64_t *words = few_answer_words(answer, solution, step); /* else there may be no model */
    const struct few_model *model = answer->model;
    return words && model->space->is_cut ? NULL : words;
}

/* Of several moves of that number the cheapest that leads there. */
static uint64_t cost_of(const struct few_step *steps, const uint64_t *made, size_t count, size_t words, uint32_t move, const uint64_t *next) {
    uint64_t least = UINT64_MAX;
    for (size_t i = 0; i < count; i++)
        if (steps[i].move == move && steps[i].cost < least && memcmp(made + i * words, next, words * sizeof *made) == 0)
            least = steps[i].cost;
    return least;
}

uint64_t fewest_answer_move_cost(const fewest_answer *answer, size_t solution, size_t step) {
    const struct few_solution *at = solution_at(answer, solution);
    if (!at || step >= at->length)
        return UINT64_MAX;
    const struct few_space *space = answer->model->space;
    if (few_costs_are_equal(space))
        return 1;
    uint64_t *made = malloc(few_array_size(space->max_successors, space->words * sizeof *made));
    struct few_step *steps = malloc(few_array_size(space->max_successors, sizeof *steps));
    uint64_t cost = UINT64_MAX;
    if (made && steps) {
        const size_t count = space->run->successors(space, few_answer_words(answer, solution, step), 1, made, steps);
        cost = cost_of(steps, made, count, space->words, fewest_answer_move_number(answer, solution, step),
                       few_answer_words(answer, solution, step + 1));
    }
    free(made);
    free(steps);
    return cost;
}

/* A state of a solution, and the move from there. */
struct place {
    const struct few_model *model;
    const uint64_t *state;
    uint32_t move;
};

static const char *make_word(const void *context, struct few_memory *memory, size_t *bytes) {
    const struct place *place = context;
    return few_model_word(place->model, memory, place->state, place->move, bytes);
}

static const char *make_line(const void *context, struct few_memory *memory, size_t *bytes) {
    const struct place *place = context;
    return few_model_line(place->model, memory, place->state, bytes);
}

static const char *make_drawing(const void *context, struct few_memory *memory, size_t *bytes) {
    const struct place *place = context;
    return few_model_drawing(place->model, memory, place->state, bytes);
}

const char *fewest_answer_move(const fewest_answer *answer, size_t solution, size_t step) {
    const struct few_solution *at = solution_at(answer, solution);
    if (!at || step >= at->length)
        return NULL;
    const struct place place = {answer->model, few_answer_words(answer, solution, step),
                                fewest_answer_move_number(answer, solution, step)};
    return few_texts_at(&answer->words, answer->solutions.moves.count, at->first_move + step, make_word, &place);
}

static const char *state_text(const fewest_answer *answer, const struct few_texts *texts, size_t solution, size_t step,
                              few_text_maker *make) {
    const struct few_solution *at = solution_at(answer, solution);
    if (!at || step > at->length)
        return NULL;
    const struct place place = {.model = answer->model, .state = few_answer_words(answer, solution, step)};
    return few_texts_at(texts, answer->solutions.states.count, at->first_state + step, make, &place);
}

const char *fewest_answer_state(const fewest_answer *answer, size_t solution, size_t step) {
    return state_text(answer, &answer->lines, solution, step, make_line);
}

const char *fewest_answer_drawing(const fewest_answer *answer, size_t solution, size_t step) {
    return state_text(answer, &answer->drawings, solution, step, make_drawing);
}

/* A space that the user defines can only be asked itself: each state must be what a move makes of the one before. */
static bool own_solution_holds(const fewest_answer *answer, size_t solution, bool *no_memory) {
    const struct few_space *space = answer->model->space;
    struct few_memory *memory = (struct few_memory *)&answer->memory;
    size_t made_bytes = few_array_size(space->max_successors, space->words * sizeof(uint64_t));
    size_t steps_bytes = few_array_size(space->max_successors, sizeof(struct few_step));
    uint64_t *made = few_alloc(memory, made_bytes);
    struct few_step *steps = few_alloc(memory, steps_bytes);
    bool holds = made && steps;
    *no_memory = !holds;
    size_t length = fewest_answer_solution_length(answer, solution);
    for (size_t step = 0; step < length && holds; step++) {
        size_t count = space->run->successors(space, few_answer_words(answer, solution, step), 1, made, steps);
        holds = false;
        for (size_t i = 0; i < count && !holds; i++)
            holds = steps[i].move == fewest_answer_move_number(answer, solution, step) &&
                    memcmp(made + i * space->words, few_answer_words(answer, solution, step + 1),
                           space->words * sizeof *made) == 0;
    }
    if (holds && !answer->any_end)
        space->run->is_goal(space, few_answer_words(answer, solution, length), 1, &holds);
    few_free(memory, made, made_bytes);
    few_free(memory, steps, steps_bytes);
    return holds;
}

static bool solution_holds(const fewest_answer *answer, size_t solution, struct few_checker *checker, uint16_t *values,
                      bool *no_memory) {
    const struct few_space *space = answer->model->space;
    const struct few_puzzle *puzzle = answer->model->puzzle;
    size_t length = (size_t)puzzle->rows * puzzle->columns;
    if (values)
        space->run->read(space, few_answer_words(answer, solution, 0), values, &length);
    if (answer->any_start && values ? !few_checker_put(checker, values, length)
                                    : !few_checker_begin(checker, values ? values : puzzle->start.board.cells, length))
        return false;
    for (size_t step = 0; step < fewest_answer_solution_length(answer, solution); step++) {
        const uint64_t *state = few_answer_words(answer, solution, step);
        struct few_move_place place =
            space->run->place(space, state, fewest_answer_move_number(answer, solution, step));
        if (!few_checker_play(checker, place, space, few_answer_words(answer, solution, step + 1), no_memory))
            return false;
    }
    return answer->any_end || few_checker_at_goal(checker, no_memory);
}

/* Takes over the checker of the model, or makes one: NULL: no memory. */
static struct few_checker *take_checker(fewest_answer *answer) {
    struct few_checker *checker = atomic_exchange(&answer->model->checker, NULL);
    if (!checker)
        return few_checker_create(&answer->memory, answer->model->puzzle);
    few_checker_pass(checker, &answer->memory);
    return checker;
}

/* Leaves it to the next answer, if it is small. */
static void leave_checker(struct few_model *model, struct few_checker *checker) {
    enum { MOST_KEPT = 1 << 14 };
    if (!checker || few_checker_bytes(checker) > MOST_KEPT) {
        few_checker_free(checker);
        return;
    }
    few_checker_pass(checker, model->memory);
    few_checker_free(atomic_exchange(&model->checker, checker));
}

bool few_answer_holds(fewest_answer *answer, bool *no_memory) {
    const struct few_puzzle *puzzle = answer->model->puzzle;
    bool holds = true;
    atomic_store(&answer->memory.over_budget, false); /* what was refused before did no harm */
    atomic_store(&answer->memory.refused, false);
    if (!puzzle) {
        for (size_t solution = 0; solution < answer->solutions.list.count && holds; solution++)
            holds = own_solution_holds(answer, solution, no_memory);
        return holds;
    }
    const size_t room = few_values_room(puzzle);
    /* A start that is as it was written need not be read back from the packed state. */
    const bool as_written = answer->model->space->start_as_written && !answer->any_start;
    size_t bytes = (room + 1) * sizeof(uint16_t);
    uint16_t *values = as_written ? NULL : few_alloc(&answer->memory, bytes);
    struct few_checker *checker = take_checker(answer);
    *no_memory = (!values && !as_written) || !checker;
    holds = !*no_memory;
    for (size_t solution = 0; solution < answer->solutions.list.count && holds; solution++)
        holds = solution_holds(answer, solution, checker, values, no_memory);
    if (!holds) /* whichever part of the checker it was that had no memory */
        *no_memory = atomic_load(&answer->memory.over_budget) || atomic_load(&answer->memory.refused);
    leave_checker(answer->model, checker);
    few_free(&answer->memory, values, bytes);
    return holds;
}
