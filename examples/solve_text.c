/* The smallest use of the library: a puzzle as text, solved, its moves printed. Toads and frogs: the two toads
 * go right, the two frogs go left, each one step or over one of the others. */
#include <fewest.h>
#include <stdio.h>

static const char rules[] = "board 5\n"
                            "pieces t f .\n"
                            "move toad: t . -> . t\n"
                            "move toad: t f . -> . f t\n"
                            "move frog: . f -> f .\n"
                            "move frog: . t f -> f t .\n"
                            "start  t t . f f\n"
                            "goal   f f . t t\n";

int main(void) {
    fewest_error error;
    fewest_puzzle *puzzle = fewest_parse(rules, sizeof rules - 1, "frogs", &error);
    fewest_answer *answer = puzzle ? fewest_solve(puzzle, NULL, &error) : NULL;
    if (!answer)
        return fprintf(stderr, "%s\n", error.text), 1;
    size_t length = fewest_answer_length(answer);
    for (size_t i = 0; i < length; i++)
        puts(fewest_answer_move(answer, 0, i));
    bool right = fewest_answer_status(answer) == FEWEST_SOLVED && length == 8;
    fewest_answer_free(answer);
    fewest_puzzle_free(puzzle);
    return right ? 0 : 1;
}
