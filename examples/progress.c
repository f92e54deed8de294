/* A search that is too long is kept in check: by limits, and by a progress function that says when to stop. */
#include <fewest.h>
#include <stdio.h>

/* Fifteen tiles, and a start so far from the goal that breadth-first search will not get there today. */
static const char rules[] = "board 4 x 4\n"
                            "pieces 1..15 x\n"
                            "let t = 1..15\n"
                            "move any direction: x t -> t x\n"
                            "start 15 14 8 12 / 10 11 9 13 / 2 6 5 1 / 3 7 4 x\n"
                            "goal 1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 x\n";

struct patience {
    unsigned reports, most;
};

static bool report(void *context, const fewest_statistics *so_far) {
    struct patience *patience = context;
    printf("%.1f s: %llu states in %llu layers\n", so_far->seconds, (unsigned long long)so_far->remembered,
           (unsigned long long)so_far->depth);
    return ++patience->reports < patience->most;
}

/* Searches and returns how it ended; *limit is the limit reached. */
static fewest_status search(fewest_puzzle *puzzle, const fewest_options *options, fewest_limit *limit) {
    fewest_error error;
    fewest_answer *answer = fewest_solve(puzzle, options, &error);
    if (!answer) {
        fprintf(stderr, "%s\n", error.text);
        return error.status;
    }
    fewest_status status = fewest_answer_status(answer);
    *limit = fewest_answer_limit(answer);
    printf("%s (%s), %llu expanded\n", fewest_status_word(status), fewest_limit_word(*limit),
           (unsigned long long)fewest_answer_statistics(answer)->expanded);
    fewest_answer_free(answer);
    return status;
}

int main(void) {
    fewest_error error;
    fewest_limit limit = FEWEST_NO_LIMIT;
    fewest_puzzle *puzzle = fewest_parse(rules, sizeof rules - 1, "fifteen", &error);
    if (!puzzle) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    fewest_options options = {.size = sizeof options, .algorithm = FEWEST_BFS};

    options.limits.depth = 10;
    bool right = search(puzzle, &options, &limit) == FEWEST_LIMIT && limit == FEWEST_DEPTH_LIMIT;

    options.limits = (fewest_limits){.states = 100000};
    right &= search(puzzle, &options, &limit) == FEWEST_LIMIT && limit == FEWEST_STATE_LIMIT;

    struct patience patience = {.most = 3};
    options.limits = (fewest_limits){.progress = report, .context = &patience};
    right &= search(puzzle, &options, &limit) == FEWEST_INTERRUPTED && patience.reports == patience.most;

    fewest_puzzle_free(puzzle);
    return right ? 0 : 1;
}
