/* The words of moves. */
#include "language/solution.h"

#include <string.h>

#include "language/label.h"
#include "language/labels.h"
#include "language/situation.h"
#include "language/suffix.h"

/* The moves with the label of move i, which is this text. Of one rule, directions tell labels
 * apart. */
static size_t namesakes(const struct few_situation *s, uint32_t i, const char *label, size_t length,
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
    return few_add_filled(s, label, length, moves, count);
}

/* A word as it is put together: what it begins with, and the suffix. */
struct made_word {
    const char *stem;
    struct few_suffix suffix;
};

/* Whether all moves that these words mean lead where move i leads. */
static bool means(const struct few_situation *s, struct made_word word, uint32_t i) {
    uint32_t *moves = s->namesake;
    size_t count = few_moves_called(s, word.stem, strlen(word.stem), moves);
    if (word.suffix.has_cell)
        count = few_keep_cell(s, moves, count, word.suffix.cell);
    bool same = count > 0;
    for (size_t k = 0; k < count && same; k++)
        same = few_compare_results(s, moves[k], i) == 0;
    return same;
}

/* What move i is called by the first way in which it can be matched; NULL: nothing of that kind is told. */
static const char *told_name(const struct few_situation *s, uint32_t i, enum few_telling telling) {
    for (size_t k = 0; k < s->namings.list.count; k++) {
        const struct few_naming *naming = few_list_at(&s->namings.list, k);
        if (naming->move == i && naming->first && naming->telling == telling)
            return naming->label;
    }
    return NULL;
}

/* The word that distinguishes move i from others of the same label. */
static struct made_word tell_apart(const struct few_situation *s, uint32_t i, const char *label) {
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
        count = few_keep_cell(s, s->namesake, count, word.suffix.cell);
    count = few_keep_results(s, s->namesake, count);
    for (size_t k = 0; k < count && word.suffix.number == 0; k++)
        if (few_compare_results(s, s->namesake[k], i) == 0)
            word.suffix.number = k + 1;
    return word;
}

/* What a move is called by the first way in which it can be matched. */
static void put_label(struct few_pen *pen, const struct few_situation *s, uint32_t i) {
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
static char *write_word(const struct few_situation *s, struct made_word word, size_t *bytes) {
    struct few_pen pen = {0};
    few_pen_put(&pen, word.stem);
    few_pen_suffix(&pen, s->puzzle, word.suffix);
    *bytes = pen.bytes + 1;
    char *text = few_alloc(s->memory, *bytes);
    if (!text)
        return NULL;
    pen = (struct few_pen){.paper = text};
    few_pen_put(&pen, word.stem);
    few_pen_suffix(&pen, s->puzzle, word.suffix);
    text[pen.bytes] = 0;
    return text;
}

char *few_word_of(struct few_situation *s, uint32_t i, size_t *bytes) {
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
    if (!few_results_differ(s, s->namesake, namesakes(s, i, label, length, s->namesake)))
        return label;
    size_t room = 0;
    char *word = few_situation_tell(s) ? write_word(s, tell_apart(s, i, label), &room) : NULL;
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
    struct few_situation s;
    if (!few_situation_open(&s, memory, puzzle, space, state))
        return NULL;
    uint32_t i = 0;
    while (i < s.count && s.steps[i].move != move)
        i++;
    char *word = i < s.count ? few_word_of(&s, i, bytes) : NULL;
    few_situation_close(&s);
    return word;
}
