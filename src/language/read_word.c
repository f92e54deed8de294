/* Which move a word means, and why it means none. */
#include "language/solution.h"

#include <stdio.h>
#include <string.h>

#include "language/diagnose.h"
#include "language/filled.h"
#include "language/label.h"
#include "language/situation.h"
#include "language/suffix.h"
#include "language/turns.h"

static struct few_quote quote(const char *text) {
    return few_quote((struct few_word){text, strlen(text)});
}

/* Some words that would do, for a hint. */
static bool hint_words(struct few_situation *s, uint32_t *moves, size_t count,
                       struct few_error *error) {
    enum { SHOWN = 4 };
    char list[FEW_ERROR_TEXT] = "";
    count = few_keep_results(s, moves, count);
    for (size_t i = 0; i < count && i < SHOWN; i++) {
        size_t bytes, length = strlen(list);
        char *word = few_word_of(s, moves[i], &bytes);
        if (!word)
            return false;
        struct few_quote shown = quote(word);
        few_free(s->memory, word, bytes);
        if (length + strlen(shown.text) + 8 < sizeof list)
            snprintf(list + length, sizeof list - length, "%s`%s`", length ? ", " : "", shown.text);
    }
    if (*list)
        snprintf(error->hint, sizeof error->hint, "possible here: %.200s%s", list,
                 count > SHOWN ? ", …" : "");
    return true;
}

static bool hint_all(struct few_situation *s, struct few_error *error) {
    for (uint32_t i = 0; i < s->count; i++)
        s->fitting[i] = i;
    return hint_words(s, s->fitting, s->count, error);
}

/* The label of a move that was probably meant. */
static void hint_nearest(const struct few_puzzle *puzzle, const char *word,
                         struct few_error *error) {
    char best[64], candidate[64];
    size_t length = strcspn(word + 1, "@#") + 1;
    struct few_nearest nearest = few_nearest((struct few_word){word, length});
    for (uint32_t rule = 0; rule < puzzle->move_count; rule++) {
        const struct few_move *move = &puzzle->moves[rule];
        if (move->name_part_count)
            continue;
        for (int32_t direction = few_first_turn(move); direction < FEW_TURNS; direction = few_next_turn(move, direction)) {
            const struct few_move_place place = {rule, direction, FEW_NO_CELL, 1};
            struct few_pen pen = {0};
            few_pen_label(&pen, puzzle, place);
            if (pen.bytes >= sizeof candidate)
                continue;
            pen = (struct few_pen){.paper = candidate};
            few_pen_label(&pen, puzzle, place);
            candidate[pen.bytes] = 0;
            few_nearest_try(&nearest, candidate);
            if (nearest.best.text == candidate) {
                memcpy(best, candidate, pen.bytes + 1);
                nearest.best.text = best;
            }
        }
    }
    if (nearest.best.text)
        snprintf(error->hint, sizeof error->hint, "did you mean `%s`?",
                 few_quote(nearest.best).text);
}

/* Whether a word may tell which of several moves is meant. */
static bool may_be_told(const struct few_puzzle *puzzle, const struct few_move *move, int32_t direction, const char *word) {
    if (move->name_part_count || puzzle->is_string || !few_can_tell(puzzle, move))
        return false;
    const char *begin = move->name ? move->name : direction < 0 ? "move" : "";
    const size_t length = strlen(begin);
    if (strncmp(word, begin, length) != 0 || (length && word[length] != '-'))
        return false;
    if (direction < 0)
        return true;
    const char *choice = word + length + (length > 0); /* stands in front of the direction */
    const char *found = strstr(choice, puzzle->directions[direction % FEW_TURN_MIRRORED]);
    return found && found > choice && found[-1] == '-';
}

/* Why a word fits no move of this state: is there such a move at all? */
static enum few_word_reading explain(struct few_situation *s, const char *word,
                                     struct few_error *error) {
    const struct few_puzzle *puzzle = s->puzzle;
    bool known = false, malformed = false, beyond = false;
    struct few_suffix suffix = {0};
    for (uint32_t rule = 0; rule < puzzle->move_count; rule++) {
        const struct few_move *move = &puzzle->moves[rule];
        for (int32_t direction = few_first_turn(move); direction < FEW_TURNS; direction = few_next_turn(move, direction)) {
            const struct few_move_place place = {rule, direction, FEW_NO_CELL, FEW_ANY_STEPS};
            size_t length = few_begins_with_label(word, puzzle, place);
            known |= few_may_be_filled(puzzle, move, direction, word) || may_be_told(puzzle, move, direction, word);
            if (length == 0 || (word[length] && !strchr("@#", word[length])))
                continue;
            enum few_suffix_fault fault = few_read_suffix(puzzle, word + length, &suffix);
            known |= fault == FEW_SUFFIX_FINE;
            malformed |= fault == FEW_SUFFIX_MALFORMED;
            beyond |= fault == FEW_SUFFIX_BEYOND;
        }
    }
    struct few_quote shown = quote(word);
    if (!known && beyond) {
        few_fail(error, FEW_ERROR_INPUT, "`%s` cannot be: the board has no such cell", shown.text);
        return FEW_WORD_IMPOSSIBLE;
    }
    if (!known && malformed) {
        snprintf(error->hint, sizeof error->hint, "a place is written as `%s`, a choice as `#K`",
                 puzzle->cell_names ? "@CELL" : puzzle->is_grid ? "@ROW,COLUMN" : "@N");
        few_fail(error, FEW_ERROR_INPUT, "`%s` does not end as the word of a move can", shown.text);
        return FEW_WORD_UNKNOWN;
    }
    if (!known) {
        if (*word)
            hint_nearest(puzzle, word, error);
        if (!*error->hint && s->namings.list.count && !hint_all(s, error)) {
            few_fail_memory(error);
            return FEW_WORD_NO_MEMORY;
        }
        few_fail(error, FEW_ERROR_INPUT, "there is no move called `%s`", shown.text);
        return FEW_WORD_UNKNOWN;
    }
    if (!hint_all(s, error)) {
        few_fail_memory(error);
        return FEW_WORD_NO_MEMORY;
    }
    few_fail(error, FEW_ERROR_INPUT,
             s->count ? "`%s` is not possible here" : "`%s` is not possible here: no move is",
             shown.text);
    return FEW_WORD_IMPOSSIBLE;
}

/* The label is there, but not at this cell, or there are not that many choices. */
static enum few_word_reading refuse(struct few_situation *s, const char *word, size_t length,
                                    size_t choices, struct few_error *error) {
    size_t count = few_moves_called(s, word, length, s->fitting);
    if (!hint_words(s, s->fitting, count, error)) {
        few_fail_memory(error);
        return FEW_WORD_NO_MEMORY;
    }
    if (choices)
        few_fail(error, FEW_ERROR_INPUT, "`%s` is not possible here: there %s only %zu such move%s",
                 quote(word).text, choices == 1 ? "is" : "are", choices, choices == 1 ? "" : "s");
    else
        few_fail(error, FEW_ERROR_INPUT, "`%s` is not possible here, but it is at another cell",
                 quote(word).text);
    return FEW_WORD_IMPOSSIBLE;
}

static enum few_word_reading ask_for_more(struct few_situation *s, const char *word, size_t count,
                                          struct few_error *error) {
    count = few_keep_results(s, s->fitting, count);
    size_t bytes;
    char *example = few_word_of(s, s->fitting[0], &bytes);
    if (!example) {
        few_fail_memory(error);
        return FEW_WORD_NO_MEMORY;
    }
    const char *needed = strchr(example, '#') ? " by #K" : strchr(example, '@') ? " by @CELL" : "";
    few_fail(error, FEW_ERROR_INPUT,
             "`%s` fits %zu different moves here: say which%s, as in `%s`", quote(word).text,
             count, needed, quote(example).text);
    few_free(s->memory, example, bytes);
    return FEW_WORD_AMBIGUOUS;
}

/* The same among the names that depend on what was matched. */
static size_t find_filled(const struct few_situation *s, const char *word, size_t longest, struct few_suffix *suffix) {
    for (size_t i = 0; i < s->namings.list.count; i++) {
        struct few_suffix rest;
        const char *label = ((const struct few_naming *)few_list_at(&s->namings.list, i))->label;
        size_t length = strlen(label);
        if (length <= longest || strncmp(word, label, length) != 0 ||
            few_read_suffix(s->puzzle, word + length, &rest) != FEW_SUFFIX_FINE)
            continue;
        longest = length;
        *suffix = rest;
    }
    return longest;
}

/* The longest label of a move in this state that the word begins with, so that the rest is a
 * suffix. */
static size_t find_label(const struct few_situation *s, const char *word, struct few_suffix *suffix) {
    size_t longest = 0;
    for (size_t i = 0; i < s->count; i++) {
        struct few_suffix rest;
        if (few_has_braces(s->puzzle, s->places[i]))
            continue;
        size_t length = few_begins_with_label(word, s->puzzle, s->places[i]);
        if (length <= longest || few_read_suffix(s->puzzle, word + length, &rest) != FEW_SUFFIX_FINE)
            continue;
        longest = length;
        *suffix = rest;
    }
    return find_filled(s, word, longest, suffix);
}

static enum few_word_reading read_in(struct few_situation *s, const char *word, struct few_step *step,
                                     uint64_t *next, struct few_error *error) {
    struct few_suffix suffix = {0};
    size_t length = find_label(s, word, &suffix);
    if (length == 0 && !few_situation_tell(s)) {
        few_fail_memory(error);
        return FEW_WORD_NO_MEMORY;
    }
    if (length == 0)
        length = find_filled(s, word, 0, &suffix);
    if (length == 0)
        return explain(s, word, error);
    size_t count = few_moves_called(s, word, length, s->fitting);
    if (suffix.has_cell)
        count = few_keep_cell(s, s->fitting, count, suffix.cell);
    if (count == 0)
        return refuse(s, word, length, 0, error);
    uint32_t chosen = s->fitting[0];
    if (suffix.number) {
        size_t results = few_keep_results(s, s->fitting, count);
        if (suffix.number > results)
            return refuse(s, word, length, results, error);
        chosen = s->fitting[suffix.number - 1];
    } else if (few_results_differ(s, s->fitting, count)) {
        return ask_for_more(s, word, count, error);
    }
    /* Of the moves that are meant and lead there, the first of the cheapest. */
    count = few_moves_called(s, word, length, s->fitting);
    if (suffix.has_cell)
        count = few_keep_cell(s, s->fitting, count, suffix.cell);
    for (size_t i = 0; i < count; i++) {
        const struct few_step *a = &s->steps[s->fitting[i]], *b = &s->steps[chosen];
        bool cheaper = a->cost != b->cost ? a->cost < b->cost : a->move < b->move;
        if (cheaper && few_compare_results(s, s->fitting[i], chosen) == 0)
            chosen = s->fitting[i];
    }
    *step = s->steps[chosen];
    memcpy(next, s->next + chosen * (size_t)s->space->words, s->space->words * sizeof *next);
    return FEW_WORD_FITS;
}

enum few_word_reading few_read_word(struct few_memory *memory, const struct few_puzzle *puzzle,
                                    const struct few_space *space, const uint64_t *state,
                                    const char *word, struct few_step *step, uint64_t *next,
                                    struct few_error *error) {
    struct few_situation s;
    if (!few_situation_open(&s, memory, puzzle, space, state)) {
        few_fail_memory(error);
        return FEW_WORD_NO_MEMORY;
    }
    enum few_word_reading reading = read_in(&s, word, step, next, error);
    few_situation_close(&s);
    return reading;
}
