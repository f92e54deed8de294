#include "web/puzzle_text.h"

fewest_puzzle *requested_puzzle(struct request *request, enum MHD_Result *answered) {
    const char *start = parameter(request, "start");
    fewest_error error = {0};
    if (request->length == 0) {
        *answered = answer_problem(request, MHD_HTTP_BAD_REQUEST, "send the text of the puzzle as the body",
                                   "there is no puzzle");
        return NULL;
    }
    fewest_puzzle *puzzle = fewest_parse(request->body, request->length, "puzzle", &error);
    if (!puzzle) {
        *answered = answer_error(request, &error, "puzzle");
    } else if (start && !fewest_set_start(puzzle, start, &error)) {
        *answered = answer_error(request, &error, "start");
        fewest_puzzle_free(puzzle);
        puzzle = NULL;
    }
    return puzzle;
}

char *start_text(fewest_puzzle *puzzle, fewest_error *error) {
    char *state = NULL;
    fewest_check(puzzle, NULL, 0, NULL, &state, error);
    return state;
}
