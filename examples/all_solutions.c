/* All shortest solutions. On an open board of 4 x 4 cells a walker goes from corner to corner in six steps, three to
 * the right and three down, in any order: 6! / (3! 3!) = 20 solutions. */
#include <fewest.h>
#include <stdio.h>

static const char rules[] = "board 4 x 4\n"
                            "pieces @ .\n"
                            "names U D L R\n"
                            "move any direction: @ . -> . @\n"
                            "start @.../..../..../....\n"
                            "goal  ..../..../..../...@\n";

int main(void) {
    fewest_error error;
    fewest_options options = {.size = sizeof options};
    options.all = true;
    fewest_puzzle *puzzle = fewest_parse(rules, sizeof rules - 1, "open board", &error);
    fewest_answer *answer = puzzle ? fewest_solve(puzzle, &options, &error) : NULL;
    if (!answer) {
        fprintf(stderr, "%s\n", error.text);
        fewest_puzzle_free(puzzle);
        return 1;
    }
    for (size_t solution = 0; solution < fewest_answer_listed(answer); solution++) {
        for (size_t step = 0; step < fewest_answer_solution_length(answer, solution); step++)
            fputs(fewest_answer_move(answer, solution, step), stdout);
        putchar('\n');
    }
    uint64_t solutions = fewest_answer_solutions(answer);
    printf("%llu solutions of %zu moves\n", (unsigned long long)solutions, fewest_answer_length(answer));
    bool right = solutions == 20 && fewest_answer_listed(answer) == 20 && fewest_answer_length(answer) == 6;
    fewest_answer_free(answer);
    fewest_puzzle_free(puzzle);
    return right ? 0 : 1;
}
