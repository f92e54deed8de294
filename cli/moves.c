#include "cli/moves.h"

#include <stdio.h>

static bool is_one_character(const char *word) {
    size_t characters = 0;
    for (; *word; word++)
        characters += ((unsigned char)*word & 0xc0) != 0x80;
    return characters == 1;
}

bool print_moves(const fewest_puzzle *puzzle, const fewest_answer *answer, size_t solution) {
    size_t length = fewest_answer_solution_length(answer, solution);
    bool joined = fewest_moves_are_letters(puzzle);
    for (size_t step = 0; step < length; step++) {
        const char *word = fewest_answer_move(answer, solution, step);
        if (!word)
            return false;
        joined &= is_one_character(word);
    }
    for (size_t step = 0; step < length; step++)
        printf("%s%s", step && !joined ? " " : "", fewest_answer_move(answer, solution, step));
    if (length)
        putchar('\n');
    return true;
}
