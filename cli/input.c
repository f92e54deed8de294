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

static bool is_builtin(const char *name) {
    fewest_error none;
    char *text = strchr(name, '/') ? NULL : fewest_builtin_text(name, &none);
    fewest_free(text);
    return text != NULL;
}

/* A file that looks like one of another program, or a pipe, which can be read only once; -1: it is neither, or it is for the
 * library to say what is wrong. */
static int open_foreign(const char *name, const struct import_options *import) {
    enum { HEAD = 1 << 16 };
    char head[HEAD];
    struct stat about;
    if (stat(name, &about) != 0 || (!S_ISREG(about.st_mode) && !S_ISFIFO(about.st_mode)))
        return -1;
    if (is_builtin(name))
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

fewest_puzzle *parse_puzzle(const struct puzzle_text *puzzle, const struct import_options *import, fewest_limits limits,
                            fewest_error *error) {
    const struct text *text = &puzzle->text;
    const char *name = puzzle->name;
    char *owned, translated[300];
    if (!text->bytes)
        return refuse_options(name, import, error) ? NULL : fewest_load_within(name, &limits, error);
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
    fewest_puzzle *made = fewest_parse_within(rules, length, name, &limits, error);
    free(owned);
    return made;
}

bool read_puzzle(const char *name, const struct import_options *import, const fewest_limits *limits, struct puzzle_text *puzzle,
                 fewest_error *error) {
    const bool standard = strcmp(name, "-") == 0;
    const int descriptor = standard ? STDIN_FILENO : open_foreign(name, import);
    *puzzle = (struct puzzle_text){.name = standard ? "<stdin>" : name};
    if (descriptor < 0)
        return true; /* the library reads it */
    const bool read = read_all(descriptor, standard ? "standard input cannot be read" : name, limits, &puzzle->text, error);
    if (!standard)
        close(descriptor);
    if (!read)
        free_puzzle_text(puzzle);
    return read;
}

void free_puzzle_text(struct puzzle_text *puzzle) {
    free(puzzle->text.bytes);
    puzzle->text = (struct text){0};
}

uint64_t levels_of(const struct puzzle_text *puzzle, const struct import_options *import) {
    return puzzle->text.bytes ? import_levels(puzzle->text.bytes, puzzle->text.length, import) : 1;
}

bool read_text(const char *name, struct limits *limits, struct text *text, fewest_error *error) {
    const fewest_limits left = limits_left(limits, NULL);
    const bool standard = strcmp(name, "-") == 0;
    const int descriptor = standard ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    *text = (struct text){0};
    if (descriptor < 0) {
        fail(error, errno == EMFILE || errno == ENFILE || errno == ENOMEM ? FEWEST_SYSTEM : FEWEST_INVALID, name, strerror(errno));
        return false;
    }
    const bool read = read_all(descriptor, standard ? "standard input cannot be read" : name, &left, text, error);
    if (!standard)
        close(descriptor);
    return read;
}

char *open_rules(const char *name, const struct import_options *import, struct limits *limits, fewest_error *error) {
    struct text text;
    char *rules = NULL;
    if (read_text(name, limits, &text, error))
        rules = import_rules(text.bytes, text.length, strcmp(name, "-") == 0 ? "<stdin>" : name, import, error);
    free(text.bytes);
    return rules;
}

/* ---- Puzzles */

/* `-` is what the puzzle itself has. An empty text is not: it is refused, since it may come from a variable that was never set. */
static bool is_given(const char *text) {
    return text && strcmp(text, "-") != 0;
}

fewest_puzzle *keep_to(fewest_puzzle *puzzle, struct limits *limits) {
    const fewest_limits left = limits_left(limits, NULL);
    fewest_set_limits(puzzle, &left, NULL); /* which are right */
    return puzzle;
}

/* Another start and goal, where they are given. The puzzle, or NULL, and it is freed: see *error. */
static fewest_puzzle *with_ends(fewest_puzzle *puzzle, const char *start, const char *goal, struct limits *limits,
                                fewest_error *error) {
    if (puzzle && ((is_given(start) && !fewest_set_start(keep_to(puzzle, limits), start, error)) ||
                   (is_given(goal) && !fewest_set_goal(keep_to(puzzle, limits), goal, error)))) {
        fewest_puzzle_free(puzzle);
        puzzle = NULL;
    }
    return puzzle;
}

/* A built-in, a file or standard input, as rules, to be freed. NULL: see *error. */
static char *read_rules(const char *name, const struct import_options *import, struct limits *limits, size_t *length,
                        fewest_error *error) {
    fewest_error none;
    struct text text = {0};
    char *builtin = strchr(name, '/') ? NULL : fewest_builtin_text(name, &none), *owned = NULL;
    if (builtin)
        text = (struct text){.bytes = strdup(builtin), .length = strlen(builtin)};
    fewest_free(builtin);
    const bool read = text.bytes || read_text(name, limits, &text, error);
    const char *rules = read ? rules_of(&text, strcmp(name, "-") == 0 ? "<stdin>" : name, import, &owned, error) : NULL;
    *length = owned ? strlen(owned) : text.length;
    if (rules == text.bytes)
        return text.bytes;
    free(text.bytes);
    return owned;
}

char *rules_behind(const char *name, const struct import_options *import, struct limits *limits, bool *plain, size_t *length, fewest_error *error) {
    const bool standard = strcmp(name, "-") == 0;
    const int foreign = standard ? -1 : open_foreign(name, import);
    *plain = !standard && foreign < 0 && !is_builtin(name);
    if (foreign >= 0)
        close(foreign);
    if (!*plain)
        return read_rules(name, import, limits, length, error);
    *plain = !refuse_options(name, import, error);
    return NULL;
}

fewest_puzzle *open_with_text(const char *name, const char *start, const char *goal, const struct import_options *import,
                              struct limits *limits, char **text, size_t *length, fewest_error *error) {
    const fewest_limits left = limits_left(limits, NULL);
    progress_begin(&limits->progress);
    *text = read_rules(name, import, limits, length, error);
    fewest_puzzle *puzzle = *text ? fewest_parse_within(*text, *length, strcmp(name, "-") == 0 ? "<stdin>" : name, &left, error) : NULL;
    puzzle = with_ends(puzzle, start, goal, limits, error);
    progress_end(&limits->progress);
    return puzzle;
}

fewest_puzzle *open_unfinished(const char *name, const char *start, const char *goal, const struct import_options *import,
                               struct limits *limits, fewest_error *error) {
    const fewest_limits left = limits_left(limits, NULL);
    progress_begin(&limits->progress);
    struct puzzle_text text;
    fewest_puzzle *puzzle = NULL;
    if (read_puzzle(name, import, &left, &text, error)) {
        puzzle = parse_puzzle(&text, import, left, error);
        free_puzzle_text(&text);
    }
    puzzle = with_ends(puzzle, start, goal, limits, error);
    progress_end(&limits->progress);
    return puzzle;
}

fewest_puzzle *finished(fewest_puzzle *puzzle, const char *name, fewest_error *error) {
    if (puzzle && fewest_has_start(puzzle) && fewest_has_goal(puzzle))
        return puzzle;
    if (puzzle)
        fail(error, FEWEST_INVALID, name,
             fewest_has_start(puzzle) ? "the puzzle has no goal: give one with --goal"
                                      : "the puzzle has no start: give one as START, after its name");
    fewest_puzzle_free(puzzle);
    return NULL;
}

fewest_puzzle *open_puzzle(const char *name, const char *start, const char *goal, const struct import_options *import,
                           struct limits *limits, fewest_error *error) {
    return finished(open_unfinished(name, start, goal, import, limits, error), name, error);
}
