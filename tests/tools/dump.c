/* Prints what the compiled space of a puzzle says, for comparison with the oracle: for random states, the words and
 * results of all their moves and all their predecessors, one JSON object a line; without predecessors, where moves cannot be
 * made backwards.
 *
 *     dump PUZZLE COUNT SEED */
#include "api/handle.h"
#include "language/solution.h"
#include "language/state_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t random_state;

static uint64_t next_random(void) { /* splitmix64 */
    uint64_t x = random_state += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

static void print_json(const char *text) {
    putchar('"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            putchar('\\');
        putchar(*text);
    }
    putchar('"');
}

static void print_state(fewest_puzzle *puzzle, const uint64_t *state) {
    static uint16_t values[1 << 20];
    size_t length, bytes;
    puzzle->model->space->run->read(puzzle->model->space, state, values, &length);
    char *text = few_state_line(&puzzle->memory, puzzle->rules, values, length, &bytes);
    print_json(text);
    few_free(&puzzle->memory, text, bytes);
}

static void print_goal(const struct few_space *space, const uint64_t *state) {
    bool goal;
    space->run->is_goal(space, state, 1, &goal);
    printf(", \"goal\": %s", goal ? "true" : "false");
}

int main(int argc, char **argv) {
    fewest_error error;
    struct few_error inner = {0};
    if (argc != 4)
        return 2;
    fewest_puzzle *puzzle = fewest_load(argv[1], &error);
    if (!puzzle || !few_puzzle_prepare(puzzle, FEW_TO_EXPLORE, NULL, &inner)) {
        fprintf(stderr, "%s%s\n", puzzle ? "" : error.text, inner.message);
        return 2;
    }
    random_state = strtoull(argv[3], NULL, 10);
    const struct few_space *space = puzzle->model->space;
    size_t most = space->max_successors > space->max_predecessors ? space->max_successors : space->max_predecessors;
    uint64_t *next = malloc((most + 1) * space->words * sizeof *next), *starts, state[FEW_MAX_WORDS];
    struct few_step *steps = malloc((most + 1) * sizeof *steps);
    size_t start_count, room;
    few_model_starts(puzzle->model, &puzzle->memory, &starts, &start_count, &room);
    bool at_start = true;
    for (long n = atol(argv[2]); n > 0 && start_count; n--) {
        if (at_start || next_random() % 40 == 0)
            memcpy(state, starts + next_random() % start_count * space->words, space->words * sizeof *state);
        printf("{\"state\": ");
        print_state(puzzle, state);
        print_goal(space, state);
        printf(", \"moves\": [");
        size_t count = space->run->successors(space, state, 1, next, steps);
        for (size_t i = 0; i < count; i++) {
            size_t bytes;
            const char *word = few_move_word(&puzzle->memory, puzzle->rules, space, state, steps[i].move, &bytes);
            printf(i ? ", [" : "[");
            print_json(word);
            printf(", ");
            print_state(puzzle, next + i * space->words);
            printf(", %u, %u]", steps[i].cost, steps[i].move);
            few_word_free(&puzzle->memory, word, bytes);
        }
        uint64_t onward[FEW_MAX_WORDS];
        at_start = count == 0;
        if (count)
            memcpy(onward, next + next_random() % count * space->words, space->words * sizeof *onward);
        printf("]");
        if (space->run->predecessors) {
            size_t before = space->run->predecessors(space, state, 1, next, steps);
            printf(", \"before\": [");
            for (size_t i = 0; i < before; i++) {
                printf(i ? ", " : "");
                print_state(puzzle, next + i * space->words);
            }
            printf("]");
        }
        printf("}\n");
        memcpy(state, onward, count ? space->words * sizeof *state : 0);
    }
    few_free(&puzzle->memory, starts, room * space->words * sizeof *starts);
    free(next);
    free(steps);
    fewest_puzzle_free(puzzle);
    return 0;
}
