/* Words are made and read by looking at all moves of a state: those that a word fits are kept, and
 * what they lead to is compared. Two moves that lead to the same state are one. */
#include "language/solution.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/list.h"
#include "language/diagnose.h"
#include "language/label.h"
#include "language/labels.h"
#include "language/name.h"
#include "language/namings.h"
#include "language/turns.h"

/* All moves of a state. */
struct situation {
    struct few_memory *memory;
    const struct few_puzzle *puzzle;
    const struct few_space *space;
    const uint64_t *state;
    size_t room, count;
    uint64_t *next;
    struct few_step *steps;
    struct few_move_place *places;
    uint32_t *fitting;  /* indices of moves that a word fits */
    uint32_t *namesake; /* the same, while the word of some move is made */
    bool told;          /* namings have what tells moves with the same label apart */
    uint32_t *order;    /* of a move whose name has braces: which match gave it the label that was last asked for */
    struct few_namings namings;
};

static size_t situation_bytes(const struct few_space *space, size_t room) {
    return few_array_size(room, space->words * sizeof(uint64_t) + sizeof(struct few_step) +
                                    sizeof(struct few_move_place) + 3 * sizeof(uint32_t));
}

static void close_situation(struct situation *s) {
    few_namings_free(&s->namings);
    few_free(s->memory, s->next, situation_bytes(s->space, s->room));
}

/* All in one block: a word is made for every move of a solution. */
static bool open_situation(struct situation *s, struct few_memory *memory,
                           const struct few_puzzle *puzzle, const struct few_space *space,
                           const uint64_t *state) {
    size_t room = (size_t)space->max_successors + 1; /* never empty */
    *s = (struct situation){.memory = memory, .puzzle = puzzle, .space = space, .state = state, .room = room};
    s->next = few_alloc(memory, situation_bytes(space, room));
    if (!s->next)
        return false;
    s->steps = (struct few_step *)(s->next + room * space->words);
    s->places = (struct few_move_place *)(s->steps + room);
    s->fitting = (uint32_t *)(s->places + room);
    s->namesake = s->fitting + room;
    s->order = s->namesake + room;
    memset(s->order, 0, room * sizeof *s->order);
    s->count = space->run->successors(space, state, 1, s->next, s->steps);
    if (!few_go_on(memory, 64 * (uint64_t)s->count)) {
        few_free(memory, s->next, situation_bytes(space, room));
        return false;
    }
    for (size_t i = 0; i < s->count; i++)
        s->places[i] = space->run->place(space, state, s->steps[i].move);
    if (few_namings_make(&s->namings, memory, puzzle, space, state, s->next, s->steps, s->places, s->count))
        return true;
    close_situation(s);
    return false;
}

static int compare_results(const struct situation *s, uint32_t a, uint32_t b) {
    size_t words = s->space->words;
    return memcmp(s->next + a * words, s->next + b * words, words * sizeof *s->next);
}

static bool comes_before(const struct situation *s, uint32_t a, uint32_t b, bool by_result) {
    int order = by_result ? compare_results(s, a, b) : 0;
    if (order)
        return order < 0;
    /* A move that can be matched in several ways comes where the match comes that has this label. */
    const struct few_move_place one = s->places[a], other = s->places[b];
    if (one.rule == other.rule && one.direction == other.direction && one.cell == other.cell &&
        one.steps == other.steps && s->order[a] != s->order[b])
        return s->order[a] < s->order[b];
    return s->steps[a].move < s->steps[b].move;
}

/* Sorts moves by their numbers, or by what they lead to and then by numbers. (qsort may allocate
 * behind our back.) */
static void sort_moves(const struct situation *s, uint32_t *moves, size_t count, bool by_result) {
    for (size_t begin = count / 2, end = count; end > 1;) {
        /* A heap grows from the back to the front; then its greatest goes behind it, again and
         * again. */
        uint32_t sinking;
        if (begin > 0) {
            sinking = moves[--begin];
        } else {
            sinking = moves[--end];
            moves[end] = moves[0];
        }
        size_t hole = begin;
        for (size_t child; (child = 2 * hole + 1) < end; hole = child) {
            if (child + 1 < end && comes_before(s, moves[child], moves[child + 1], by_result))
                child++;
            if (!comes_before(s, sinking, moves[child], by_result))
                break;
            moves[hole] = moves[child];
        }
        moves[hole] = sinking;
    }
}

/* Keeps of each result the first move that leads to it, and sorts these. Returns how many results
 * there are. */
static size_t keep_results(const struct situation *s, uint32_t *moves, size_t count) {
    size_t kept = 0;
    sort_moves(s, moves, count, true);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || compare_results(s, moves[kept - 1], moves[i]) != 0)
            moves[kept++] = moves[i];
    sort_moves(s, moves, kept, false);
    return kept;
}

static bool results_differ(const struct situation *s, const uint32_t *moves, size_t count) {
    for (size_t i = 1; i < count; i++)
        if (compare_results(s, moves[0], moves[i]) != 0)
            return true;
    return false;
}

static bool is_called(const struct few_naming *naming, const char *text, size_t length) {
    return naming->label && strlen(naming->label) == length && memcmp(naming->label, text, length) == 0;
}

/* Adds the moves that are called so by a name with braces. */
static size_t add_filled(const struct situation *s, const char *text, size_t length, uint32_t *moves, size_t count) {
    for (size_t i = 0; i < s->namings.list.count; i++) {
        const struct few_naming *naming = few_list_at(&s->namings.list, i);
        if (naming->telling != FEW_TOLD_BRACES || !is_called(naming, text, length))
            continue;
        moves[count++] = naming->move;
        s->order[naming->move] = naming->order;
    }
    return count;
}

/* Makes what tells moves with the same label apart, once. False: no memory. */
static bool tell(struct situation *s) {
    s->told = s->told || few_namings_tell(&s->namings, s->memory, s->puzzle, s->space, s->state, s->next, s->steps, s->places, s->count);
    return s->told;
}

/* The moves whose label is the first `length` bytes of a text. Neighbours mostly have it in common.
 */
static size_t moves_with_label(const struct situation *s, const char *text, size_t length,
                               uint32_t *moves) {
    size_t count = 0;
    bool same = false;
    for (uint32_t i = 0; i < s->count; i++) {
        struct few_move_place place = s->places[i];
        if (few_has_braces(s->puzzle, place))
            continue;
        bool as_before = i && place.rule == s->places[i - 1].rule &&
                         place.direction == s->places[i - 1].direction && place.steps == s->places[i - 1].steps;
        if (!as_before)
            same = few_begins_with_label(text, s->puzzle, place) == length;
        if (same)
            moves[count++] = i;
    }
    return add_filled(s, text, length, moves, count);
}

/* The moves that a word means, without what stands behind `@` and `#`: those with this label; if there are none, those that
 * it tells apart from others. */
static size_t moves_called(const struct situation *s, const char *text, size_t length, uint32_t *moves) {
    size_t count = moves_with_label(s, text, length, moves);
    for (size_t i = 0, labels = count; labels == 0 && i < s->namings.list.count; i++) {
        const struct few_naming *naming = few_list_at(&s->namings.list, i);
        if (is_called(naming, text, length) && (count == 0 || moves[count - 1] != naming->move))
            moves[count++] = naming->move;
    }
    return count;
}

/* The moves with the label of move i, which is this text. Of one rule, directions tell labels
 * apart. */
static size_t namesakes(const struct situation *s, uint32_t i, const char *label, size_t length,
                        uint32_t *moves) {
    const struct few_puzzle *puzzle = s->puzzle;
    const struct few_move_place own = s->places[i];
    size_t count = 0;
    for (uint32_t k = 0; k < s->count; k++) {
        struct few_move_place place = s->places[k];
        bool same_rule = place.rule == own.rule && place.steps == own.steps, same;
        bool plain = own.direction >= 0 && own.direction < FEW_TURN_MIRRORED;
        if (few_has_braces(puzzle, place))
            continue;
        if (same_rule && place.direction == own.direction)
            same = true;
        else if (same_rule && plain && place.direction >= 0 && place.direction < FEW_TURN_MIRRORED)
            same = strcmp(puzzle->directions[place.direction],
                          puzzle->directions[own.direction]) == 0;
        else
            same = few_begins_with_label(label, puzzle, place) == length;
        if (same)
            moves[count++] = k;
    }
    return add_filled(s, label, length, moves, count);
}

static size_t keep_cell(const struct situation *s, uint32_t *moves, size_t count, uint32_t cell) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (s->places[moves[i]].cell == cell)
            moves[kept++] = moves[i];
    return kept;
}

/* What a word has behind its label. */
struct suffix {
    bool has_cell;
    uint32_t cell;   /* from 0 */
    uint64_t number; /* 0: none */
};

static void put_suffix(struct few_pen *pen, const struct few_puzzle *puzzle, struct suffix suffix) {
    if (suffix.has_cell) {
        few_pen_put(pen, "@");
        few_pen_cell(pen, puzzle, suffix.cell);
    }
    if (suffix.number) {
        few_pen_put(pen, "#");
        few_pen_number(pen, (int64_t)suffix.number);
    }
}

/* A word as it is put together: what it begins with, and the suffix. */
struct made_word {
    const char *stem;
    struct suffix suffix;
};

/* Whether all moves that these words mean lead where move i leads. */
static bool means(const struct situation *s, struct made_word word, uint32_t i) {
    uint32_t *moves = s->namesake;
    size_t count = moves_called(s, word.stem, strlen(word.stem), moves);
    if (word.suffix.has_cell)
        count = keep_cell(s, moves, count, word.suffix.cell);
    bool same = count > 0;
    for (size_t k = 0; k < count && same; k++)
        same = compare_results(s, moves[k], i) == 0;
    return same;
}

/* What move i is called by the first way in which it can be matched; NULL: nothing of that kind is told. */
static const char *told_name(const struct situation *s, uint32_t i, enum few_telling telling) {
    for (size_t k = 0; k < s->namings.list.count; k++) {
        const struct few_naming *naming = few_list_at(&s->namings.list, k);
        if (naming->move == i && naming->telling == telling)
            return naming->label;
    }
    return NULL;
}

/* The word that distinguishes move i from others of the same label. */
static struct made_word tell_apart(const struct situation *s, uint32_t i, const char *label) {
    struct made_word word = {.suffix = {.cell = s->places[i].cell}};
    for (enum few_telling telling = FEW_TOLD_CHOICE; telling < FEW_TELLINGS; telling++) {
        word.stem = told_name(s, i, telling);
        if (word.stem && means(s, word, i))
            return word;
    }
    word.stem = label;
    word.suffix.has_cell = word.suffix.cell != FEW_NO_CELL;
    if (word.suffix.has_cell && means(s, word, i))
        return word;
    const char *choice = told_name(s, i, FEW_TOLD_CHOICE);
    if (word.suffix.has_cell && choice && means(s, (struct made_word){choice, word.suffix}, i))
        return (struct made_word){choice, word.suffix};
    size_t count = namesakes(s, i, label, strlen(label), s->namesake);
    if (word.suffix.has_cell)
        count = keep_cell(s, s->namesake, count, word.suffix.cell);
    count = keep_results(s, s->namesake, count);
    for (size_t k = 0; k < count && word.suffix.number == 0; k++)
        if (compare_results(s, s->namesake[k], i) == 0)
            word.suffix.number = k + 1;
    return word;
}

/* What a move is called by the first way in which it can be matched. */
static void put_label(struct few_pen *pen, const struct situation *s, uint32_t i) {
    const struct few_naming *naming = s->namings.list.items;
    if (!few_has_braces(s->puzzle, s->places[i])) {
        few_pen_label(pen, s->puzzle, s->places[i]);
        return;
    }
    for (size_t k = 0; k < s->namings.list.count; k++)
        if (naming[k].move == i && naming[k].telling == FEW_TOLD_BRACES) {
            few_pen_put(pen, naming[k].label);
            break;
        }
}

/* A block with the word. NULL: no memory. */
static char *write_word(const struct situation *s, struct made_word word, size_t *bytes) {
    struct few_pen pen = {0};
    few_pen_put(&pen, word.stem);
    put_suffix(&pen, s->puzzle, word.suffix);
    *bytes = pen.bytes + 1;
    char *text = few_alloc(s->memory, *bytes);
    if (!text)
        return NULL;
    pen = (struct few_pen){.paper = text};
    few_pen_put(&pen, word.stem);
    put_suffix(&pen, s->puzzle, word.suffix);
    text[pen.bytes] = 0;
    return text;
}

static char *word_of(struct situation *s, uint32_t i, size_t *bytes) {
    struct few_pen pen = {0};
    put_label(&pen, s, i);
    const size_t length = pen.bytes;
    *bytes = length + 1;
    char *label = few_alloc(s->memory, *bytes);
    if (!label)
        return NULL;
    pen = (struct few_pen){.paper = label};
    put_label(&pen, s, i);
    label[length] = 0;
    if (!results_differ(s, s->namesake, namesakes(s, i, label, length, s->namesake)))
        return label;
    size_t room = 0;
    char *word = tell(s) ? write_word(s, tell_apart(s, i, label), &room) : NULL;
    few_free(s->memory, label, *bytes);
    *bytes = room;
    return word;
}

/* Most words are this: the label, where no other move of the state has the same. NULL: there may be one. */
static const char *label_alone(const struct few_puzzle *puzzle, const struct few_space *space, const uint64_t *state, uint32_t move) {
    enum { WORDS = 128, MOVES = 64 };
    uint64_t next[WORDS];
    struct few_step steps[MOVES];
    if (puzzle->label_count == 0 || space->max_successors >= MOVES || (space->max_successors + 1) * space->words > WORDS)
        return NULL;
    const size_t count = space->run->successors(space, state, 1, next, steps);
    size_t own = 0;
    while (own < count && steps[own].move != move)
        own++;
    if (own == count)
        return NULL;
    const uint32_t label = few_label_of(puzzle, space->run->place(space, state, move));
    bool alone = label != FEW_NO_LABEL;
    for (size_t i = 0; i < count && alone; i++) {
        if (i == own)
            continue;
        const uint32_t other = few_label_of(puzzle, space->run->place(space, state, steps[i].move));
        alone = other != label && other != FEW_NO_LABEL;
    }
    return alone ? puzzle->labels[label] : NULL;
}

const char *few_move_word(struct few_memory *memory, const struct few_puzzle *puzzle,
                          const struct few_space *space, const uint64_t *state, uint32_t move,
                          size_t *bytes) {
    const char *label = label_alone(puzzle, space, state, move);
    *bytes = 0;
    if (label)
        return label;
    struct situation s;
    if (!open_situation(&s, memory, puzzle, space, state))
        return NULL;
    uint32_t i = 0;
    while (i < s.count && s.steps[i].move != move)
        i++;
    char *word = i < s.count ? word_of(&s, i, bytes) : NULL;
    close_situation(&s);
    return word;
}

/* Reading */

enum suffix_fault { SUFFIX_FINE, SUFFIX_MALFORMED, SUFFIX_BEYOND };

static bool read_count(const char **at, uint64_t *count) {
    size_t digits = few_leading_count((struct few_word){*at, strlen(*at)}, count);
    *at += digits;
    return digits > 0;
}

/* The cell that is called so up to `#` or the end, from 0; FEW_NO_CELL: none is. */
static uint32_t named_cell(const struct few_puzzle *puzzle, const char **at) {
    const size_t length = strcspn(*at, "#");
    uint32_t cell = 0;
    while (cell < puzzle->columns && (strncmp(puzzle->cell_names[cell], *at, length) != 0 || puzzle->cell_names[cell][length]))
        cell++;
    *at += length;
    return cell < puzzle->columns ? cell : FEW_NO_CELL;
}

/* `ROW,COLUMN` or `N`; FEW_NO_CELL where the board has none such. False: it is neither. */
static bool read_place(const struct few_puzzle *puzzle, const char **at, uint32_t *cell) {
    uint64_t first = 1, second = 0, limit = (uint64_t)puzzle->rows * puzzle->columns;
    if (!read_count(at, &first))
        return false;
    bool has_column = **at == ',' && !puzzle->is_string;
    if (has_column && (++*at, !read_count(at, &second)))
        return false;
    bool beyond = first == 0 || first > (puzzle->is_string ? FEW_NO_CELL - 1 : limit);
    if (has_column)
        beyond = first == 0 || first > puzzle->rows || second == 0 || second > puzzle->columns;
    if (!beyond)
        *cell = (uint32_t)(has_column ? (first - 1) * puzzle->columns + second - 1 : first - 1);
    return true;
}

/* `@CELL`, then `#K`; both may be missing, but nothing else may follow. */
static enum suffix_fault read_suffix(const struct few_puzzle *puzzle, const char *at,
                                     struct suffix *suffix) {
    *suffix = (struct suffix){false, FEW_NO_CELL, 0};
    if (*at == '@') {
        at++;
        suffix->has_cell = true;
        if (puzzle->cell_names)
            suffix->cell = named_cell(puzzle, &at);
        else if (!read_place(puzzle, &at, &suffix->cell))
            return SUFFIX_MALFORMED;
    }
    if (*at == '#') {
        at++;
        if (!read_count(&at, &suffix->number) || suffix->number == 0)
            return SUFFIX_MALFORMED;
    }
    if (*at)
        return SUFFIX_MALFORMED;
    return suffix->has_cell && suffix->cell == FEW_NO_CELL ? SUFFIX_BEYOND : SUFFIX_FINE;
}

static struct few_quote quote(const char *text) {
    return few_quote((struct few_word){text, strlen(text)});
}

/* Some words that would do, for a hint. */
static bool hint_words(struct situation *s, uint32_t *moves, size_t count,
                       struct few_error *error) {
    enum { SHOWN = 4 };
    char list[FEW_ERROR_TEXT] = "";
    count = keep_results(s, moves, count);
    for (size_t i = 0; i < count && i < SHOWN; i++) {
        size_t bytes, length = strlen(list);
        char *word = word_of(s, moves[i], &bytes);
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

/* The label of a move that was probably meant. */
static void hint_nearest(const struct few_puzzle *puzzle, const char *word,
                         struct few_error *error) {
    char best[64], candidate[64];
    size_t length = strcspn(word + 1, "@#") + 1;
    struct few_nearest nearest = few_nearest((struct few_word){word, length});
    for (uint32_t rule = 0; rule < puzzle->move_count; rule++) {
        const struct few_move *move = &puzzle->moves[rule];
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

/* Whether a word may be the name of a move with something put in for its braces. */
static bool may_be_filled(const struct few_move *move, const char *word) {
    if (move->name_part_count == 0)
        return false;
    const char *begin = move->name_parts[0].text;
    return !begin || strncmp(word, begin, strlen(begin)) == 0;
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
static enum few_word_reading explain(struct situation *s, const char *word,
                                     struct few_error *error) {
    const struct few_puzzle *puzzle = s->puzzle;
    bool known = false, malformed = false, beyond = false;
    struct suffix suffix = {0};
    for (uint32_t rule = 0; rule < puzzle->move_count; rule++) {
        const struct few_move *move = &puzzle->moves[rule];
        for (int32_t direction = few_first_turn(move); direction < FEW_TURNS; direction = few_next_turn(move, direction)) {
            const struct few_move_place place = {rule, direction, FEW_NO_CELL, FEW_ANY_STEPS};
            size_t length = few_begins_with_label(word, puzzle, place);
            known |= may_be_filled(&puzzle->moves[rule], word) || may_be_told(puzzle, &puzzle->moves[rule], direction, word);
            if (length == 0 || (word[length] && !strchr("@#", word[length])))
                continue;
            enum suffix_fault fault = read_suffix(puzzle, word + length, &suffix);
            known |= fault == SUFFIX_FINE;
            malformed |= fault == SUFFIX_MALFORMED;
            beyond |= fault == SUFFIX_BEYOND;
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
        few_fail(error, FEW_ERROR_INPUT, "there is no move called `%s`", shown.text);
        return FEW_WORD_UNKNOWN;
    }
    for (uint32_t i = 0; i < s->count; i++)
        s->fitting[i] = i;
    if (!hint_words(s, s->fitting, s->count, error)) {
        few_fail_memory(error);
        return FEW_WORD_NO_MEMORY;
    }
    few_fail(error, FEW_ERROR_INPUT,
             s->count ? "`%s` is not possible here" : "`%s` is not possible here: no move is",
             shown.text);
    return FEW_WORD_IMPOSSIBLE;
}

/* The label is there, but not at this cell, or there are not that many choices. */
static enum few_word_reading refuse(struct situation *s, const char *word, size_t length,
                                    size_t choices, struct few_error *error) {
    size_t count = moves_called(s, word, length, s->fitting);
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

static enum few_word_reading ask_for_more(struct situation *s, const char *word, size_t count,
                                          struct few_error *error) {
    count = keep_results(s, s->fitting, count);
    size_t bytes;
    char *example = word_of(s, s->fitting[0], &bytes);
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
static size_t find_filled(const struct situation *s, const char *word, size_t longest, struct suffix *suffix) {
    for (size_t i = 0; i < s->namings.list.count; i++) {
        struct suffix rest;
        const char *label = ((const struct few_naming *)few_list_at(&s->namings.list, i))->label;
        size_t length = strlen(label);
        if (length <= longest || strncmp(word, label, length) != 0 ||
            read_suffix(s->puzzle, word + length, &rest) != SUFFIX_FINE)
            continue;
        longest = length;
        *suffix = rest;
    }
    return longest;
}

/* The longest label of a move in this state that the word begins with, so that the rest is a
 * suffix. */
static size_t find_label(const struct situation *s, const char *word, struct suffix *suffix) {
    size_t longest = 0;
    for (size_t i = 0; i < s->count; i++) {
        struct suffix rest;
        if (few_has_braces(s->puzzle, s->places[i]))
            continue;
        size_t length = few_begins_with_label(word, s->puzzle, s->places[i]);
        if (length <= longest || read_suffix(s->puzzle, word + length, &rest) != SUFFIX_FINE)
            continue;
        longest = length;
        *suffix = rest;
    }
    return find_filled(s, word, longest, suffix);
}

static enum few_word_reading read_in(struct situation *s, const char *word, struct few_step *step,
                                     uint64_t *next, struct few_error *error) {
    struct suffix suffix = {0};
    size_t length = find_label(s, word, &suffix);
    if (length == 0 && !tell(s)) {
        few_fail_memory(error);
        return FEW_WORD_NO_MEMORY;
    }
    if (length == 0)
        length = find_filled(s, word, 0, &suffix);
    if (length == 0)
        return explain(s, word, error);
    size_t count = moves_called(s, word, length, s->fitting);
    if (suffix.has_cell)
        count = keep_cell(s, s->fitting, count, suffix.cell);
    if (count == 0)
        return refuse(s, word, length, 0, error);
    uint32_t chosen = s->fitting[0];
    if (suffix.number) {
        size_t results = keep_results(s, s->fitting, count);
        if (suffix.number > results)
            return refuse(s, word, length, results, error);
        chosen = s->fitting[suffix.number - 1];
    } else if (results_differ(s, s->fitting, count)) {
        return ask_for_more(s, word, count, error);
    }
    /* Of the moves that are meant and lead there, the first of the cheapest. */
    count = moves_called(s, word, length, s->fitting);
    if (suffix.has_cell)
        count = keep_cell(s, s->fitting, count, suffix.cell);
    for (size_t i = 0; i < count; i++) {
        const struct few_step *a = &s->steps[s->fitting[i]], *b = &s->steps[chosen];
        bool cheaper = a->cost != b->cost ? a->cost < b->cost : a->move < b->move;
        if (cheaper && compare_results(s, s->fitting[i], chosen) == 0)
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
    struct situation s;
    if (!open_situation(&s, memory, puzzle, space, state)) {
        few_fail_memory(error);
        return FEW_WORD_NO_MEMORY;
    }
    enum few_word_reading reading = read_in(&s, word, step, next, error);
    close_situation(&s);
    return reading;
}
