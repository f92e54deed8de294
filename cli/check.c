/* fewest check: plays moves and says whether they reach the goal. */
#include "cli/amount.h"
#include "cli/commands.h"
#include "cli/input.h"
#include "cli/output.h"

#include <stdlib.h>
#include <string.h>

struct check_settings {
    struct import_options import;
    const char *goal;
    uint64_t memory;
    double time;
    bool json;
};

static const struct option options[] = {
    GOAL_OPTION(struct check_settings),
    IMPORT_OPTIONS(struct check_settings),
    MEMORY_OPTION(struct check_settings),
    TIME_OPTION(struct check_settings),
    {.name = "json", .kind = OPTION_FLAG, .offset = offsetof(struct check_settings, json),
     .help = "print one JSON object: status (reached, too-long, missed, failed, limit, error), moves, played, word, state"},
};

/* The words of the moves. `text` holds them all, each with a zero byte after it. */
struct moves {
    char *text;
    const char **words;
    size_t count;
};

static const char spaces[] = " \t\r\n\f\v";

static void free_moves(struct moves *moves) {
    free(moves->text);
    free(moves->words);
}

/* All words of the arguments; one argument may hold several. */
static bool read_moves(char **arguments, int count, struct moves *moves) {
    size_t bytes = 1;
    for (int i = 0; i < count; i++)
        bytes += strlen(arguments[i]) + 1;
    *moves = (struct moves){.text = malloc(bytes), .words = malloc(bytes * sizeof *moves->words)};
    if (!moves->text || !moves->words)
        return false;
    char *to = moves->text;
    for (int i = 0; i < count; i++) {
        for (const char *from = arguments[i]; *(from += strspn(from, spaces));) {
            size_t length = strcspn(from, spaces);
            memcpy(to, from, length);
            to[length] = '\0';
            moves->words[moves->count++] = to;
            to += length + 1;
            from += length;
        }
    }
    return true;
}

/* The characters of a word as words of their own. */
static bool split_word(const char *word, struct moves *letters) {
    size_t bytes = strlen(word);
    *letters = (struct moves){
        .text = malloc(2 * bytes + 1),
        .words = malloc((bytes + 1) * sizeof *letters->words),
    };
    if (!letters->text || !letters->words)
        return false;
    char *to = letters->text;
    for (const char *from = word; *from;) {
        letters->words[letters->count++] = to;
        do *to++ = *from++;
        while (((unsigned char)*from & 0xc0) == 0x80);
        *to++ = '\0';
    }
    return true;
}

/* What came of playing the moves. */
struct outcome {
    fewest_verdict verdict;
    size_t played;
    char *state;
    fewest_error error;
};

static struct outcome play(fewest_puzzle *puzzle, struct limits *limits, const struct moves *moves) {
    struct outcome outcome = {0};
    outcome.verdict = fewest_check(keep_to(puzzle, limits), moves->words, moves->count, &outcome.played, &outcome.state,
                                   &outcome.error);
    return outcome;
}

static bool is_played_out(const struct outcome *outcome) {
    return outcome->verdict == FEWEST_REACHES_GOAL || outcome->verdict == FEWEST_MISSES_GOAL ||
           outcome->verdict == FEWEST_TOO_LONG;
}

/* It was not the moves that ended it. */
static bool was_stopped(const struct outcome *outcome) {
    return outcome->verdict == FEWEST_CANNOT_CHECK && outcome->error.status != FEWEST_INVALID;
}

/* A single word that is no move, or not one to the goal, may be letters written without spaces, as solve prints them where every
 * move is called by one. Leaves in *moves what was played. */
static struct outcome play_words_or_letters(fewest_puzzle *puzzle, struct limits *limits, struct moves *moves) {
    struct outcome outcome = play(puzzle, limits, moves);
    struct moves letters;
    const bool is_move = is_played_out(&outcome);
    if (moves->count != 1 || outcome.verdict == FEWEST_REACHES_GOAL || was_stopped(&outcome) || !fewest_moves_are_letters(puzzle))
        return outcome;
    if (!split_word(moves->words[0], &letters)) {
        outcome.verdict = FEWEST_CANNOT_CHECK;
        outcome.error = (fewest_error){.status = FEWEST_SYSTEM, .message = "there is not enough memory"};
    } else if (letters.count > 1) {
        struct outcome second = play(puzzle, limits, &letters);
        const bool is_meant = second.verdict == FEWEST_REACHES_GOAL ||
                              (!is_move && (is_played_out(&second) || second.verdict == FEWEST_MOVE_FAILS || second.played > 0));
        if (was_stopped(&second) || is_meant) {
            fewest_free(outcome.state);
            free_moves(moves);
            *moves = letters;
            return second;
        }
        fewest_free(second.state);
    }
    free_moves(&letters);
    return outcome;
}

static void print_json(const struct outcome *outcome, const struct moves *moves) {
    static const char *const words[] = {
        [FEWEST_REACHES_GOAL] = "reached", [FEWEST_MISSES_GOAL] = "missed", [FEWEST_MOVE_FAILS] = "failed",
        [FEWEST_TOO_LONG] = "too-long"};
    struct json json = json_to(stdout);
    json_begin(&json, '{');
    json_key(&json, "status");
    json_text(&json, words[outcome->verdict]);
    json_key(&json, "moves");
    json_count(&json, moves->count);
    json_key(&json, "played");
    json_count(&json, outcome->played);
    if (outcome->verdict == FEWEST_MOVE_FAILS && outcome->played < moves->count) {
        json_key(&json, "word");
        json_text(&json, moves->words[outcome->played]);
        if (outcome->error.message[0]) {
            json_key(&json, "reason");
            json_text(&json, outcome->error.message);
        }
    }
    json_key(&json, "state");
    json_text(&json, outcome->state);
    json_finish(&json);
}

static void print_text(const struct outcome *outcome, const struct moves *moves) {
    size_t count = outcome->played;
    const char *label = "last state";
    switch (outcome->verdict) {
    case FEWEST_REACHES_GOAL:
        printf("%s move%s, the goal is reached\n", show_count(count).text, plural(count));
        break;
    case FEWEST_TOO_LONG:
        printf("%s move%s, the goal is reached, but with more than `within` allows\n", show_count(count).text,
               plural(count));
        break;
    case FEWEST_MISSES_GOAL:
        printf("%s move%s, but the last state is not a goal\n", show_count(count).text, plural(count));
        break;
    default: {
        const char *word = count < moves->count ? moves->words[count] : "";
        const char *reason = outcome->error.message;
        printf("move %s of %s, %s, fails: %s\n", show_count(count + 1).text,
               show_count(moves->count).text, word, *reason ? reason : "it is not possible there");
        label = "state before it";
    }
    }
    if (outcome->state)
        printf("%s: %s\n", label, outcome->state);
}

static int run(const void *given, char **operands, int count) {
    const struct check_settings *settings = given;
    fewest_error error = {0};
    struct moves moves;
    struct outcome outcome = {0};
    struct limits limits;
    int status;
    fewest_puzzle *puzzle = NULL;
    if (!read_moves(operands + 2, count - 2, &moves)) {
        status = report_no_memory(settings->json);
        goto done;
    }
    limits_begin(&limits, settings->memory, settings->time);
    puzzle = open_puzzle(operands[0], *operands[1] ? operands[1] : "-", settings->goal, &settings->import, &limits, &error);
    if (!puzzle) {
        status = report_error(&error, settings->json);
        goto done;
    }
    outcome = play_words_or_letters(puzzle, &limits, &moves);
    if (outcome.verdict == FEWEST_CANNOT_CHECK) {
        status = report_error(&outcome.error, settings->json);
        goto done;
    }
    if (settings->json)
        print_json(&outcome, &moves);
    else
        print_text(&outcome, &moves);
    status = outcome.verdict == FEWEST_REACHES_GOAL ? 0 : 1;
done:
    fewest_free(outcome.state);
    fewest_puzzle_free(puzzle);
    free_moves(&moves);
    return status;
}

const struct command check_command = {
    .name = "check",
    .operands = "PUZZLE START MOVES...",
    .summary = "play moves and see whether they reach the goal",
    .details =
        "Play moves from START, or from the puzzle's own start where START is - or empty, and say whether "
        "they reach the goal, or at which move they fail. MOVES are the words that 'solve' prints, as "
        "arguments of their own or together; if every move is called by one letter, they may be written without spaces.\n"
        "Moves that reach the goal, but are more than the puzzle's 'within' allows, do not solve the puzzle.\n"
        "Exit status: 0 the goal is reached, 1 it is not, or with too many moves, 2 bad input, such as a word that names no move of the "
        "puzzle, 3 limit reached, 4 system error, 130 interrupted.",
    .examples = "Whether two moves solve it: fewest check eight \"1 2 3 / 4 5 6 / x 7 8\" rr",
    COMMAND_RUNS(struct check_settings),
    .min_operands = 2,
    .max_operands = -1,
};
