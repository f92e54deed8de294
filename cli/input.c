/* Opening puzzles. */
#include "cli/input.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* No puzzle is longer: reading stops here, so that `yes | fewest solve -` comes to an end. */
static const size_t longest_text = (size_t)1 << 30;

static void fail(fewest_error *error, fewest_status status, const char *what, const char *why) {
    *error = (fewest_error){.status = status};
    snprintf(error->message, sizeof error->message, "%s: %s", what, why);
    snprintf(error->text, sizeof error->text, "fewest: %s", error->message);
}

static fewest_puzzle *read_standard_input(fewest_error *error) {
    static const char what[] = "standard input cannot be read";
    fewest_puzzle *puzzle = NULL;
    char *text = NULL;
    size_t length = 0, room = 0;
    for (size_t got = 1; got > 0; length += got) {
        if (length == room) {
            room = room ? room * 2 : 1 << 16;
            char *larger = realloc(text, room);
            if (!larger) {
                fail(error, FEWEST_SYSTEM, what, "no memory is left");
                goto done;
            }
            text = larger;
        }
        got = fread(text + length, 1, room - length, stdin);
        if (length > longest_text) {
            fail(error, FEWEST_INVALID, what, "it is longer than 1 GiB");
            goto done;
        }
    }
    if (ferror(stdin)) {
        fail(error, FEWEST_INVALID, what, strerror(errno));
        goto done;
    }
    puzzle = fewest_parse(text, length, "<stdin>", error);
done:
    free(text);
    return puzzle;
}

static bool is_given(const char *text) {
    return text && *text && strcmp(text, "-") != 0;
}

fewest_puzzle *open_unfinished(const char *name, const char *start, const char *goal, fewest_error *error) {
    fewest_puzzle *puzzle =
        strcmp(name, "-") == 0 ? read_standard_input(error) : fewest_load(name, error);
    if (!puzzle) return NULL;
    if ((!is_given(start) || fewest_set_start(puzzle, start, error)) &&
        (!is_given(goal) || fewest_set_goal(puzzle, goal, error)))
        return puzzle;
    fewest_puzzle_free(puzzle);
    return NULL;
}

fewest_puzzle *open_puzzle(const char *name, const char *start, const char *goal, fewest_error *error) {
    fewest_puzzle *puzzle = open_unfinished(name, start, goal, error);
    if (!puzzle) return NULL;
    bool right = true;
    if (!fewest_has_start(puzzle)) {
        fail(error, FEWEST_INVALID, name, "the puzzle has no start: give one as START, behind its name");
        right = false;
    }
    if (right && !fewest_has_goal(puzzle)) {
        fail(error, FEWEST_INVALID, name, "the puzzle has no goal: give one with --goal");
        right = false;
    }
    if (right) return puzzle;
    fewest_puzzle_free(puzzle);
    return NULL;
}
