/* HDU 1195, Open the Lock: T, then T pairs of locks; the least number of steps for each. */
#include "contest/solver.h"

enum { DIGITS = 4 };

static bool read_lock(struct input *input, char *lock, size_t *line) {
    struct token digits[DIGITS];
    if (!input_group(input, MARK, DIGITS, "a lock of four digits", digits)) return false;
    *line = digits[0].line;
    for (size_t i = 0; i < DIGITS; i++) {
        lock[i] = digits[i].text[0];
        if (lock[i] < '1' || lock[i] > '9') {
            return input_fail(input, digits[i].line, "expected a digit 1 to 9, found %s",
                              input_quote(digits[i]).text);
        }
    }
    lock[DIGITS] = '\0';
    return true;
}

static bool answer_case(struct solver *solver) {
    struct run *run = solver->run;
    char start[DIGITS + 1], goal[DIGITS + 1];
    size_t line, goal_line;
    if (!read_lock(&run->input, start, &line) || !read_lock(&run->input, goal, &goal_line)) return false;
    if (!solver_start(solver, start) || !solver_goal(solver, goal)) return false;
    return solver_solve(solver, line) == SOLVED &&
           run_print(run, "%zu\n", fewest_answer_length(solver->answer));
}

bool judge_hdu_1195(struct run *run) {
    struct solver *solver = solver_load(run, "lock");
    int64_t cases = 0;
    bool good = solver && input_next_number(&run->input, "the number of cases", 0, 1000000000, &cases);
    for (int64_t i = 0; good && i < cases; i++) good = answer_case(solver);
    return good && input_expect_end(&run->input, "the last case");
}
