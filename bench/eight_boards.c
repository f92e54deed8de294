/* Every solvable start of the eight puzzle solved by A* through the public API, each length compared with a breadth-first
 * enumeration from the goal.
 *
 *     eight_boards [EVERY]     only every so-many-th board; 1 */
#include <fewest.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BOARDS = 181440, CODES = 362880 };

static const char rules[] = "board 3 x 3\n"
                            "pieces 1..8 x\n"
                            "let t = 1..8\n"
                            "names u d l r\n"
                            "move any direction: x t -> t x\n"
                            "goal  1 2 3 / 4 5 6 / 7 8 x\n";

static char boards[BOARDS][9];
static unsigned char lengths[BOARDS];
static bool seen[CODES];

static double seconds_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static int code_of(const char *board) {
    int code = 0;
    for (int i = 0; i < 9; i++) {
        int smaller = 0;
        for (int k = i + 1; k < 9; k++) smaller += board[k] < board[i];
        code = code * (9 - i) + smaller;
    }
    return code;
}

/* All boards by distance from the goal; the blank is 9. */
static void enumerate(void) {
    static const int steps[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    int count = 1;
    memcpy(boards[0], "\1\2\3\4\5\6\7\10\11", 9);
    seen[code_of(boards[0])] = true;
    for (int n = 0; n < count; n++) {
        int blank = (int)((char *)memchr(boards[n], 9, 9) - boards[n]);
        for (int s = 0; s < 4; s++) {
            int row = blank / 3 + steps[s][0], column = blank % 3 + steps[s][1];
            if (row < 0 || row > 2 || column < 0 || column > 2) continue;
            char next[9];
            memcpy(next, boards[n], 9);
            next[blank] = next[row * 3 + column];
            next[row * 3 + column] = 9;
            if (seen[code_of(next)]) continue;
            seen[code_of(next)] = true;
            lengths[count] = (unsigned char)(lengths[n] + 1);
            memcpy(boards[count++], next, 9);
        }
    }
}

static bool solve(fewest_puzzle *puzzle, const fewest_options *options, int n) {
    fewest_error error;
    char start[32];
    for (int i = 0; i < 9; i++) {
        start[2 * i] = (char)(boards[n][i] == 9 ? 'x' : '0' + boards[n][i]);
        start[2 * i + 1] = i < 8 ? ' ' : '\0';
    }
    fewest_answer *answer = fewest_set_start(puzzle, start, &error) ? fewest_solve(puzzle, options, &error) : NULL;
    bool right = answer && fewest_answer_status(answer) == FEWEST_SOLVED && fewest_answer_length(answer) == lengths[n];
    if (!right) fprintf(stderr, "%s: not %d moves\n", start, lengths[n]);
    fewest_answer_free(answer);
    return right;
}

int main(int argc, char **argv) {
    int every = argc > 1 ? atoi(argv[1]) : 1, done = 0;
    fewest_error error;
    fewest_puzzle *puzzle = fewest_parse(rules, sizeof rules - 1, "eight", &error);
    if (!puzzle || every < 1) return 2;
    fewest_options options = {.size = sizeof options};
    options.algorithm = FEWEST_ASTAR;
    options.any = true; /* as the program that it is compared with */
    enumerate();
    double begin = seconds_now();
    bool right = true;
    for (int n = 0; n < BOARDS && right; n += every, done++) right = solve(puzzle, &options, n);
    double taken = seconds_now() - begin;
    printf("fewest %d boards, %.0f boards/s, seconds %.3f\n", done, done / taken, taken);
    fewest_puzzle_free(puzzle);
    return right ? 0 : 1;
}
