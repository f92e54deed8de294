/* A user-defined space: a calculator with only two keys left, "times two" and "minus one". How many keys does
 * it take from 3 to 1,000,000? States are numbers; the library knows nothing of them but these functions. */
#include <fewest.h>
#include <fewest/space.h>
#include <stdio.h>

enum { DOUBLE, MINUS_ONE };

struct calculator {
    uint64_t largest; /* what the display can hold */
};

static size_t press_keys(void *context, const uint64_t *states, size_t count, uint64_t *next,
                         fewest_step *steps) {
    const struct calculator *calculator = context;
    size_t written = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (states[i] * 2 <= calculator->largest) {
            next[written] = states[i] * 2;
            steps[written++] = (fewest_step){.source = i, .move = DOUBLE, .cost = 1};
        }
        if (states[i] > 1) {
            next[written] = states[i] - 1;
            steps[written++] = (fewest_step){.source = i, .move = MINUS_ONE, .cost = 1};
        }
    }
    return written;
}

/* The numbers from which one key leads here: with these, the library can search from both ends. */
static size_t release_keys(void *context, const uint64_t *states, size_t count, uint64_t *next,
                           fewest_step *steps) {
    const struct calculator *calculator = context;
    size_t written = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (states[i] % 2 == 0) {
            next[written] = states[i] / 2;
            steps[written++] = (fewest_step){.source = i, .move = DOUBLE, .cost = 1};
        }
        if (states[i] < calculator->largest) {
            next[written] = states[i] + 1;
            steps[written++] = (fewest_step){.source = i, .move = MINUS_ONE, .cost = 1};
        }
    }
    return written;
}

/* Every number has its own place in a table: no hash table is needed. */
static void rank_numbers(void *context, const uint64_t *states, size_t count, uint64_t *ranks) {
    (void)context;
    for (size_t i = 0; i < count; i++)
        ranks[i] = states[i];
}

/* The well-known answer to compare with: go back from the goal, halve what is even. */
static size_t known_length(uint64_t start, uint64_t goal) {
    size_t keys = 0;
    for (; goal > start; keys++)
        goal = goal % 2 ? goal + 1 : goal / 2;
    return keys + (size_t)(start - goal);
}

int main(void) {
    struct calculator calculator = {.largest = 4000000};
    const uint64_t start = 3, goal = 1000000;
    fewest_space space = {
        .words = 1,
        .max_moves = 2,
        .max_cost = 1,
        .expand = press_keys,
        .backward = release_keys,
        .rank = rank_numbers,
        .ranks = calculator.largest + 1,
        .starts = &start,
        .start_count = 1,
        .goals = &goal,
        .goal_count = 1,
        .context = &calculator,
    };
    fewest_error error;
    fewest_puzzle *puzzle = fewest_wrap(&space, &error);
    fewest_answer *answer = puzzle ? fewest_solve(puzzle, NULL, &error) : NULL;
    if (!answer) {
        fprintf(stderr, "%s\n", error.text);
        fewest_puzzle_free(puzzle);
        return 1;
    }
    size_t length = fewest_answer_length(answer);
    printf("%llu", (unsigned long long)start);
    for (size_t i = 0; i < length; i++) {
        printf(" %s %llu", fewest_answer_move_number(answer, 0, i) == DOUBLE ? "x2" : "-1",
               (unsigned long long)*fewest_answer_words(answer, 0, i + 1));
    }
    printf("\n%zu keys, %s\n", length, fewest_answer_statistics(answer)->algorithm);
    bool right = fewest_answer_status(answer) == FEWEST_SOLVED && length == known_length(start, goal) &&
                 *fewest_answer_words(answer, 0, length) == goal;
    fewest_answer_free(answer);
    fewest_puzzle_free(puzzle);
    return right ? 0 : 1;
}
