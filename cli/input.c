/* Opening puzzles. */
#include "cli/input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* No puzzle is longer: reading stops here, so that `yes | fewest solve -` comes to an end. */
static const size_t longest_text = (size_t)1 << 30;

static void fail(fewest_error *error, fewest_status status, const char *what, const char *why) {
    *error = (fewest_error){.status = status};
    snprintf(error->message, sizeof error->message, "%s: %s", what, why);
    snprintf(error->text, sizeof error->text, "fewest: %s", error->message);
}

/* Waits for input as long as the limits allow. false: see *error. */
static bool wait_for_input(int descriptor, const fewest_limits *limits, double began, size_t length, fewest_error *error) {
    *error = (fewest_error){.status = FEWEST_LIMIT};
    for (;;) {
        struct pollfd input = {.fd = descriptor, .events = POLLIN};
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

/* A text that was read whole; `room` bytes are in use for it. */
struct text {
    char *bytes;
    size_t length, room;
};

static bool make_room(struct text *text, const char *what, fewest_error *error) {
    if (text->length < text->room)
        return true;
    const size_t room = text->room ? text->room * 2 : 1 << 16;
    char *larger = realloc(text->bytes, room);
    if (!larger) {
        fail(error, FEWEST_SYSTEM, what, "there is not enough memory");
        return false;
    }
    text->bytes = larger;
    text->room = room;
    return true;
}

/* Reads to the end. The text is the caller's, also where this fails. */
static bool read_all(int descriptor, const char *what, const fewest_limits *limits, struct text *text, fewest_error *error) {
    const double began = now_seconds();
    for (;;) {
        if (!make_room(text, what, error) || !wait_for_input(descriptor, limits, began, text->room, error))
            return false;
        const ssize_t got = read(descriptor, text->bytes + text->length, text->room - text->length);
        if (got == 0)
            return true;
        if (got < 0 && (errno == EINTR || errno == EAGAIN)) /* it is waited for again, within the limits */
            continue;
        if (got < 0) {
            fail(error, errno == EIO || errno == ENOMEM ? FEWEST_SYSTEM : FEWEST_INVALID, what, strerror(errno));
            return false;
        }
        text->length += (size_t)got;
        if (text->length > longest_text) {
            fail(error, FEWEST_INVALID, what, "it is longer than 1 GiB");
            return false;
        }
    }
}

/* ---- Files of other programs */

#define CHOICE(name, word, meaning) {IMPORT_##name, word, meaning},
const struct choice import_counts[IMPORT_COUNT_WORDS] = {IMPORT_COUNTS(CHOICE)};
#undef CHOICE

/* What is said of imported files would be without effect. */
static bool refuse_options(const char *name, const struct import_options *import, fewest_error *error) {
    if (!import->level && !import->count && !import->words && !import->one_way)
        return false;
    fail(error, FEWEST_INVALID, name, "it is no file of another program, and the options about such files do not fit: "
                                      "'fewest help import' says which there are");
    return true;
}

/* A file that looks like one of another program, or a pipe, which can be read only once; -1: it is neither, or it is for the
 * library to say what is wrong. */
static int open_foreign(const char *name, const struct import_options *import) {
    enum { HEAD = 1 << 16 };
    char head[HEAD];
    fewest_error none;
    struct stat about;
    if (stat(name, &about) != 0 || (!S_ISREG(about.st_mode) && !S_ISFIFO(about.st_mode)))
        return -1;
    char *builtin = strchr(name, '/') ? NULL : fewest_builtin_text(name, &none);
    fewest_free(builtin);
    if (builtin)
        return -1;
    const int descriptor = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a pipe is waited for by read_all */
    if (descriptor < 0 || S_ISFIFO(about.st_mode))
        return descriptor;
    const ssize_t length = pread(descriptor, head, sizeof head, 0);
    if (length > 0 && import_kind(head, (size_t)length, import))
        return descriptor;
    close(descriptor);
    return -1;
}

/* The text as rules: as they stand, or translated. *owned is to be freed. NULL: see *error. */
static const char *rules_of(const struct text *text, const char *name, const struct import_options *import, char **owned,
                            fewest_error *error) {
    *owned = NULL;
    if (import_kind(text->bytes, text->length, import))
        return *owned = import_rules(text->bytes, text->length, name, import, error);
    return refuse_options(name, import, error) ? NULL : text->bytes;
}

/* From a text that was read to the puzzle. */
static fewest_puzzle *parse(const struct text *text, const char *name, const struct import_options *import,
                            fewest_limits limits, fewest_error *error) {
    char *owned, translated[300];
    const char *rules = rules_of(text, name, import, &owned, error);
    if (!rules)
        return NULL;
    size_t length = text->length, room = text->room;
    if (owned) {
        length = strlen(owned);
        room += length;
        snprintf(translated, sizeof translated, "%.250s (as rules)", name);
        name = translated;
    }
    if (limits.memory)
        limits.memory = limits.memory > room ? limits.memory - room : 1; /* that much is in use */
    fewest_puzzle *puzzle = fewest_parse_within(rules, length, name, &limits, error);
    free(owned);
    return puzzle;
}

static fewest_puzzle *read_standard_input(const struct import_options *import, const fewest_limits *limits,
                                          fewest_error *error) {
    struct text text = {0};
    fewest_puzzle *puzzle = NULL;
    if (read_all(STDIN_FILENO, "standard input cannot be read", limits, &text, error))
        puzzle = parse(&text, "<stdin>", import, *limits, error);
    free(text.bytes);
    return puzzle;
}

static fewest_puzzle *read_name(const char *name, const struct import_options *import, const fewest_limits *limits,
                                fewest_error *error) {
    const int descriptor = open_foreign(name, import);
    if (descriptor < 0)
        return refuse_options(name, import, error) ? NULL : fewest_load_within(name, limits, error);
    struct text text = {0};
    fewest_puzzle *puzzle = NULL;
    if (read_all(descriptor, name, limits, &text, error))
        puzzle = parse(&text, name, import, *limits, error);
    close(descriptor);
    free(text.bytes);
    return puzzle;
}

char *open_rules(const char *name, const struct import_options *import, struct limits *limits, fewest_error *error) {
    const fewest_limits left = limits_left(limits, NULL);
    const bool standard = strcmp(name, "-") == 0;
    const int descriptor = standard ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct text text = {0};
    char *rules = NULL;
    if (descriptor < 0)
        fail(error, errno == EMFILE || errno == ENFILE || errno == ENOMEM ? FEWEST_SYSTEM : FEWEST_INVALID, name, strerror(errno));
    else if (read_all(descriptor, standard ? "standard input cannot be read" : name, &left, &text, error))
        rules = import_rules(text.bytes, text.length, standard ? "<stdin>" : name, import, error);
    if (!standard && descriptor >= 0)
        close(descriptor);
    free(text.bytes);
    return rules;
}

/* ---- Puzzles */

static bool is_given(const char *text) {
    return text && *text && strcmp(text, "-") != 0;
}

fewest_puzzle *keep_to(fewest_puzzle *puzzle, struct limits *limits) {
    const fewest_limits left = limits_left(limits, NULL);
    fewest_set_limits(puzzle, &left, NULL); /* which are right */
    return puzzle;
}

fewest_puzzle *open_unfinished(const char *name, const char *start, const char *goal, const struct import_options *import,
                               struct limits *limits, fewest_error *error) {
    const fewest_limits left = limits_left(limits, NULL);
    progress_begin(&limits->progress);
    fewest_puzzle *puzzle =
        strcmp(name, "-") == 0 ? read_standard_input(import, &left, error) : read_name(name, import, &left, error);
    if (puzzle && ((is_given(start) && !fewest_set_start(keep_to(puzzle, limits), start, error)) ||
                   (goal && strcmp(goal, "-") != 0 && !fewest_set_goal(keep_to(puzzle, limits), goal, error)))) {
        fewest_puzzle_free(puzzle);
        puzzle = NULL;
    }
    progress_end(&limits->progress);
    return puzzle;
}

fewest_puzzle *open_puzzle(const char *name, const char *start, const char *goal, const struct import_options *import,
                           struct limits *limits, fewest_error *error) {
    fewest_puzzle *puzzle = open_unfinished(name, start, goal, import, limits, error);
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
