/* HDU 1195, Open the Lock: T, then T pairs of locks; the least number of steps for each. */
#include "contest/cases.h"
#include "contest/solver.h"

enum { DIGITS = 4 };

static bool read_lock(struct input *input, char *lock, size_t *line) {
    struct token digits[DIGITS];
    if (!input_group(input, MARK, DIGITS, "a lock of four digits", digits))
        return false;
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
    if (!read_lock(&run->input, start, &line) || !read_lock(&run->input, goal, &goal_line))
        return false;
    if (!solver_start(solver, start) || !solver_goal(solver, goal))
        return false;
    return solver_solve(solver, line) == SOLVED &&
           run_print(run, "%zu\n", fewest_answer_length(solver->answer));
}

static bool solve(struct run *run) {
    struct solver *solver = solver_load(run, "lock");
    int64_t cases = 0;
    bool good = solver && input_next_number(&run->input, "the number of cases", 0, 1000000000, &cases);
    for (int64_t i = 0; good && i < cases; i++)
        good = answer_case(solver);
    return good && input_expect_end(&run->input, "the last case");
}

/* ---- Cases */

static void make_lock(struct text *text, uint64_t *seed, double level) {
    char from[5] = "", to[5] = "";
    for (int i = 0; i < 4; i++) {
        from[i] = (char)('1' + case_random(seed, 9));
        to[i] = case_chance(seed, (unsigned)(100 * level) + 10) ? (char)('1' + case_random(seed, 9)) : from[i];
    }
    text_print(text, "%s\n%s\n\n", from, to);
}

const struct judge judge_hdu_1195 = {
    .name = "hdu-1195",
    .alias = "",
    .summary = "open the lock: the number of steps",
    .solve = solve,
    .many = true,
    .counts_cases = true,
    .edges = CASES("1111\n1111\n\n", "8435\n8435\n\n", "1111\n9999\n\n", "1234\n2144\n\n", "1111\n6666\n\n"),
    .beyond_edges = NO_CASES,
    .generate = make_lock,
};
