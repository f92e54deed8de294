/* Opening puzzles. */
#include "cli/input.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* No puzzle is longer: reading stops here, so that `yes | fewest solve -` comes to an end. */
static const size_t longest_text = (size_t)1 << 30;

static void fail(fewest_error *error, fewest_status status, const char *what, const char *why) {
    *error = (fewest_error){.status = status};
    snprintf(error->message, sizeof error->message, "%s: %s", what, why);
    snprintf(error->text, sizeof error->text, "fewest: %s", error->message);
}

/* Waits for input as long as the limits allow. false: see *error. */
static bool wait_for_input(const fewest_limits *limits, double began, size_t length, fewest_error *error) {
    *error = (fewest_error){.status = FEWEST_LIMIT};
    for (;;) {
        struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
        int ready = poll(&input, 1, 100);
        if (was_interrupted())
            error->status = FEWEST_INTERRUPTED;
        else if (limits->seconds > 0 && now_seconds() - began > limits->seconds)
            error->limit = FEWEST_TIME_LIMIT;
        else if (limits->memory && length > limits->memory)
            error->limit = FEWEST_MEMORY_LIMIT;
        else if (ready != 0 && !(ready < 0 && errno == EINTR))
            return true;
        else
            continue;
        const bool limit = error->status == FEWEST_LIMIT;
        snprintf(error->message, sizeof error->message, "%s%s%s before the puzzle was read", limit ? "the " : "",
                 limit ? fewest_limit_word(error->limit) : "interrupted", limit ? " limit was reached" : "");
        return false;
    }
}

static fewest_puzzle *read_standard_input(fewest_limits limits, fewest_error *error) {
    static const char what[] = "standard input cannot be read";
    const double began = now_seconds();
    fewest_puzzle *puzzle = NULL;
    ssize_t got = 1;
    char *text = NULL;
    size_t length = 0, room = 0;
    for (; got > 0; length += (size_t)got) {
        if (length == room) {
            room = room ? room * 2 : 1 << 16;
            char *larger = realloc(text, room);
            if (!larger) {
                fail(error, FEWEST_SYSTEM, what, "there is not enough memory");
                goto done;
            }
            text = larger;
        }
        if (!wait_for_input(&limits, began, room, error))
            goto done;
        got = read(STDIN_FILENO, text + length, room - length);
        if (got < 0) {
            fail(error, errno == EIO || errno == ENOMEM ? FEWEST_SYSTEM : FEWEST_INVALID, what, strerror(errno));
            goto done;
        }
        if (length > longest_text) {
            fail(error, FEWEST_INVALID, what, "it is longer than 1 GiB");
            goto done;
        }
    }
    if (limits.memory)
        limits.memory = limits.memory > room ? limits.memory - room : 1; /* that much is in use */
    puzzle = fewest_parse_within(text, length, "<stdin>", &limits, error);
done:
    free(text);
    return puzzle;
}

static bool is_given(const char *text) {
    return text && *text && strcmp(text, "-") != 0;
}

fewest_puzzle *keep_to(fewest_puzzle *puzzle, struct limits *limits) {
    const fewest_limits left = limits_left(limits, NULL);
    fewest_set_limits(puzzle, &left, NULL); /* which are right */
    return puzzle;
}

fewest_puzzle *open_unfinished(const char *name, const char *start, const char *goal, struct limits *limits,
                               fewest_error *error) {
    const fewest_limits left = limits_left(limits, NULL);
    progress_begin(&limits->progress);
    fewest_puzzle *puzzle =
        strcmp(name, "-") == 0 ? read_standard_input(left, error) : fewest_load_within(name, &left, error);
    if (puzzle && ((is_given(start) && !fewest_set_start(keep_to(puzzle, limits), start, error)) ||
                   (is_given(goal) && !fewest_set_goal(keep_to(puzzle, limits), goal, error)))) {
        fewest_puzzle_free(puzzle);
        puzzle = NULL;
    }
    progress_end(&limits->progress);
    return puzzle;
}

fewest_puzzle *open_puzzle(const char *name, const char *start, const char *goal, struct limits *limits,
                           fewest_error *error) {
    fewest_puzzle *puzzle = open_unfinished(name, start, goal, limits, error);
    if (!puzzle)
        return NULL;
    bool right = true;
    if (!fewest_has_start(puzzle)) {
        fail(error, FEWEST_INVALID, name, "the puzzle has no start: give one as START, after its name");
        right = false;
    }
    if (right && !fewest_has_goal(puzzle)) {
        fail(error, FEWEST_INVALID, name, "the puzzle has no goal: give one with --goal");
        right = false;
    }
    if (right)
        return puzzle;
    fewest_puzzle_free(puzzle);
    return NULL;
}
