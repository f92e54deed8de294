#include "rules/plain.h"

#include "language/turns.h"

#include <string.h>

#ifndef NDEBUG

#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION /* a little of some of very many puzzles */
enum { SAMPLES = 4, WORK = 400, MOST_RESULTS = 400, FOLLOWED = 2, ONE_PUZZLE_IN = 53 };
#else
enum { SAMPLES = 60, WORK = 20000, MOST_RESULTS = 4000, FOLLOWED = 2, ONE_PUZZLE_IN = 1 };
#endif

void few_plain_free(struct few_plain *plain) {
    few_checker_free(plain->checker);
    few_free(&plain->memory, plain->values, (plain->space->layout.slots + 1) * sizeof *plain->values);
    few_list_free(&plain->states);
    few_list_free(&plain->made);
    few_list_free(&plain->steps);
    few_list_free(&plain->first);
}

uint32_t few_plain_cost(const struct few_plain *plain, size_t first, size_t end, const uint64_t *to) {
    for (size_t i = first; i < end; i++) {
        const struct few_plain_step *step = few_list_at(&plain->steps, i);
        if (memcmp(few_list_at(&plain->made, step->to), to, plain->made.size) == 0)
            return step->cost;
    }
    return FEW_NO_COST;
}

struct collecting {
    struct few_plain *plain;
    size_t first;
    const struct few_move *move;
    bool no_memory;
};

/* A result: new, or perhaps cheaper than before. */
static void collect(struct few_checker *checker, void *context) {
    struct collecting *c = context;
    struct few_plain *plain = c->plain;
    const struct few_space *space = &plain->space->space;
    const uint32_t cost = few_checker_cost(checker, c->move);
    uint64_t state[FEW_MAX_BOARD_WORDS];
    size_t length;
    const uint16_t *values = few_checker_values(checker, &length);
    if (!space->run->write(space, values, length, state)) {
        plain->wrong = "which pieces can ever stand where";
        return;
    }
    for (size_t i = c->first; i < plain->steps.count; i++) {
        struct few_plain_step *step = few_list_at(&plain->steps, i);
        if (memcmp(few_list_at(&plain->made, step->to), state, plain->made.size) == 0) {
            step->cost = cost < step->cost ? cost : step->cost;
            return;
        }
    }
    struct few_plain_step step = {cost, (uint32_t)plain->made.count};
    c->no_memory = c->no_memory || !few_list_append(&plain->made, state, 1) || !few_list_append(&plain->steps, &step, 1);
}

bool few_plain_moves(struct few_plain *plain, const uint64_t *state) {
    const struct few_puzzle *puzzle = plain->space->puzzle;
    const struct few_space *space = &plain->space->space;
    struct collecting c = {.plain = plain, .first = plain->steps.count};
    size_t length;
    space->run->read(space, state, plain->values, &length);
    bool good = few_checker_put(plain->checker, plain->values, length);
    for (uint32_t m = 0; m < puzzle->move_count && good; m++) {
        const struct few_move *move = &puzzle->moves[m];
        bool has_pattern = false;
        for (uint32_t p = 0; p < move->part_count; p++)
            has_pattern = has_pattern || move->parts[p].kind == FEW_PART_PATTERN;
        const uint32_t cells = has_pattern ? puzzle->rows * puzzle->columns : 1;
        c.move = move;
        for (int32_t direction = few_first_turn(move); direction < FEW_TURNS; direction = few_next_turn(move, direction))
            for (uint32_t cell = 0; cell < cells && good; cell++)
                for (uint32_t steps = move->repeat ? 1 : 0, most = few_most_steps(puzzle, move); steps <= most && good; steps++)
                    good = few_checker_show(plain->checker,
                                            (struct few_move_place){m, direction, has_pattern ? cell : FEW_NO_CELL, steps},
                                            collect, &c);
    }
    return good && !c.no_memory;
}

/* Places that the moves of one state are looked for at. */
static uint64_t work_of(const struct few_puzzle *puzzle) {
    uint64_t work = 1, cells = (uint64_t)puzzle->rows * puzzle->columns;
    for (uint32_t m = 0; m < puzzle->move_count && work <= WORK; m++) {
        uint64_t places = (uint64_t)few_count_turns(&puzzle->moves[m]) * (1 + few_most_steps(puzzle, &puzzle->moves[m]));
        for (uint32_t p = 0; p < puzzle->moves[m].part_count && places <= WORK; p++)
            places *= puzzle->moves[m].parts[p].kind == FEW_PART_PATTERN ? cells : 1;
        for (uint32_t i = 0; i < puzzle->moves[m].free_count && places <= WORK; i++)
            places *= puzzle->lets[few_code_index(puzzle->moves[m].free[i])].count;
        work += places;
    }
    return work;
}

static bool is_sampled(const struct few_plain *plain, const uint64_t *state) {
    for (size_t i = 0; i < plain->states.count; i++)
        if (memcmp(few_plain_state(plain, i), state, plain->states.size) == 0)
            return true;
    return false;
}

/* Goes on to some of the results. */
static bool follow(struct few_plain *plain, size_t first, uint64_t *random) {
    const size_t count = plain->steps.count - first;
    for (uint32_t k = 0; k < FOLLOWED && count && plain->states.count < plain->samples; k++) {
        *random = *random * UINT64_C(6364136223846793005) + 1442695040888963407;
        const struct few_plain_step *step = few_list_at(&plain->steps, first + (*random >> 33) % count);
        uint64_t state[FEW_MAX_BOARD_WORDS];
        memcpy(state, few_list_at(&plain->made, step->to), plain->made.size);
        if (!is_sampled(plain, state) && !few_list_append(&plain->states, state, 1))
            return false;
    }
    return true;
}

/* The start, with the first and with the last values where there are several. */
static bool begin(struct few_plain *plain) {
    const struct few_rule_space *space = plain->space;
    const struct few_puzzle *puzzle = space->puzzle;
    const uint32_t cells = space->layout.cells;
    uint64_t state[FEW_MAX_BOARD_WORDS];
    memcpy(plain->values, space->start, space->layout.slots * sizeof *plain->values);
    for (int last = 0; last < 2; last++) {
        for (uint32_t v = 0; v < puzzle->var_count && last; v++)
            if (puzzle->start.vars[v] == FEW_CODE_ANY)
                plain->values[cells + v] = puzzle->vars[v].values[puzzle->vars[v].count - 1];
        if (!space->space.run->write(&space->space, plain->values, space->layout.slots, state))
            plain->wrong = "which pieces can ever stand where";
        else if (!is_sampled(plain, state) && !few_list_append(&plain->states, state, 1))
            return false;
    }
    return true;
}

/* The same ones each time: it follows from the text and the start. */
static bool is_left_out(const struct few_rule_space *space) {
    uint64_t sum = space->puzzle->text_length;
    for (uint32_t i = 0; i < space->layout.slots && ONE_PUZZLE_IN > 1; i++)
        sum = sum * 3 + space->start[i];
    return sum % ONE_PUZZLE_IN != 0;
}

bool few_plain_sample(struct few_plain *plain, const struct few_rule_space *space) {
    const size_t size = space->layout.words * sizeof(uint64_t);
    const uint64_t work = work_of(space->puzzle);
    uint64_t random = 1;
    *plain = (struct few_plain){.space = space};
    few_memory_init(&plain->memory, SIZE_MAX / 2);
    plain->samples = work * SAMPLES > WORK ? (uint32_t)(WORK / work) : SAMPLES;
    if (plain->samples == 0 || is_left_out(space))
        return false;
    few_list_init(&plain->states, &plain->memory, size);
    few_list_init(&plain->made, &plain->memory, size);
    few_list_init(&plain->steps, &plain->memory, sizeof(struct few_plain_step));
    few_list_init(&plain->first, &plain->memory, sizeof(size_t));
    plain->checker = few_checker_create(&plain->memory, space->puzzle);
    plain->values = few_alloc(&plain->memory, (space->layout.slots + 1) * sizeof *plain->values);
    bool good = plain->checker && plain->values && begin(plain);
    for (size_t i = 0; good && i < plain->states.count && !plain->wrong; i++) {
        const size_t first = plain->steps.count;
        uint64_t state[FEW_MAX_BOARD_WORDS];
        memcpy(state, few_plain_state(plain, i), size);
        good = few_list_append(&plain->first, &first, 1) && few_plain_moves(plain, state) &&
               (plain->steps.count > MOST_RESULTS || follow(plain, first, &random));
        if (plain->steps.count > MOST_RESULTS)
            plain->states.count = i + 1;
    }
    const size_t end = plain->steps.count;
    good = good && few_list_append(&plain->first, &end, 1);
    if (!good)
        few_plain_free(plain);
    return good;
}

#else

typedef int few_nothing_here;

#endif
