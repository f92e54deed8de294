/* The parts of the name are gone through once. What is kept is where the part may begin in the word. */
#include "language/filled.h"

#include <string.h>

#include "language/label.h"
#include "language/name.h"

enum { LONGEST = 255 }; /* a longer word is taken to be one */

struct reading {
    const struct few_puzzle *puzzle;
    const struct few_move *move;
    const char *word;
    bool at[LONGEST + 1];   /* the present part may begin here */
    bool next[LONGEST + 1]; /* … and the next one there */
};

static void put_text(struct reading *r, size_t from, const char *text) {
    const size_t length = strlen(text);
    if (strncmp(r->word + from, text, length) == 0)
        r->next[from + length] = true;
}

/* Some digits, and perhaps a comma and some more. */
static void put_digits(struct reading *r, size_t from, bool pair) {
    for (size_t end = from; r->word[end] >= '0' && r->word[end] <= '9'; end++)
        if (!pair)
            r->next[end + 1] = true;
        else if (r->word[end + 1] == ',')
            put_digits(r, end + 2, false);
}

static void put_cell(struct reading *r, size_t from) {
    if (!r->puzzle->cell_names)
        put_digits(r, from, r->puzzle->is_grid);
    for (uint32_t cell = 0; r->puzzle->cell_names && cell < r->puzzle->columns; cell++)
        put_text(r, from, r->puzzle->cell_names[cell]);
}

static void put_direction(struct reading *r, size_t from, int32_t turn, bool capitals) {
    struct few_pen pen = {.model = r->word + from, .capitals = capitals};
    few_pen_direction(&pen, r->puzzle, r->move, turn);
    if (!pen.differs)
        r->next[from + pen.bytes] = true;
}

static void put_name(struct reading *r, size_t from, const struct few_let *let) {
    for (uint32_t i = 0; i < let->count; i++)
        put_text(r, from, few_code_text(r->puzzle, let->domain[i]));
}

static void put_part(struct reading *r, size_t from, const struct few_name_part *part, int32_t turn) {
    switch (part->blank) {
    case FEW_BLANK_NONE: put_text(r, from, part->text); break;
    case FEW_BLANK_NAME: put_name(r, from, &r->puzzle->lets[part->index]); break;
    case FEW_BLANK_PLACE:
    case FEW_BLANK_FROM:
    case FEW_BLANK_TO: put_cell(r, from); break;
    case FEW_BLANK_DIRECTION: put_direction(r, from, turn, part->index); break;
    case FEW_BLANK_STEPS: put_digits(r, from, false); break;
    }
}

static void read_part(struct reading *r, const struct few_name_part *part, int32_t turn) {
    memset(r->next, 0, sizeof r->next);
    for (size_t from = 0; from <= strlen(r->word); from++)
        if (r->at[from])
            put_part(r, from, part, turn);
    memcpy(r->at, r->next, sizeof r->at);
}

bool few_may_be_filled(const struct few_puzzle *puzzle, const struct few_move *move, int32_t turn, const char *word) {
    static const struct few_name_part hyphen = {.text = "-"}, direction = {.blank = FEW_BLANK_DIRECTION}, steps = {.blank = FEW_BLANK_STEPS};
    struct reading r = {.puzzle = puzzle, .move = move, .word = word, .at = {true}};
    if (move->name_part_count == 0)
        return false;
    if (strlen(word) > LONGEST)
        return true;
    for (uint32_t i = 0; i < move->name_part_count; i++)
        read_part(&r, &move->name_parts[i], turn);
    if (turn >= 0 && !few_name_tells_direction(move)) {
        read_part(&r, &hyphen, turn);
        read_part(&r, &direction, turn);
    }
    if (move->repeat == FEW_AS_OFTEN_AS_ONE_LIKES && !few_name_tells_steps(move)) {
        read_part(&r, &hyphen, turn);
        read_part(&r, &steps, turn);
    }
    for (size_t end = 0; end <= strlen(word); end++)
        if (r.at[end] && (!word[end] || strchr("@#", word[end])))
            return true;
    return false;
}
