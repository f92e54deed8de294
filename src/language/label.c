/* Labels: names, directions, and the sides of string rules put back together from their codes. */
#include "language/label.h"

#include "language/turns.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void put_capitals(struct few_pen *pen, const char *text) {
    for (; *text; text++) {
        const char c = *text >= 'a' && *text <= 'z' ? (char)(*text - 'a' + 'A') : *text;
        if (pen->paper)
            pen->paper[pen->bytes] = c;
        if (pen->model && !pen->differs)
            pen->differs = pen->model[pen->bytes] != c;
        pen->bytes++;
    }
}

void few_pen_put(struct few_pen *pen, const char *text) {
    size_t bytes = strlen(text);
    if (pen->capitals) {
        put_capitals(pen, text);
        return;
    }
    if (pen->paper)
        memcpy(pen->paper + pen->bytes, text, bytes);
    /* As long as nothing differs, the model is at least as long as what was put. */
    if (pen->model && !pen->differs)
        pen->differs = strncmp(pen->model + pen->bytes, text, bytes) != 0;
    pen->bytes += bytes;
}

void few_pen_number(struct few_pen *pen, int64_t number) {
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRId64, number);
    few_pen_put(pen, digits);
}

static void put_side(struct few_pen *pen, const struct few_puzzle *puzzle, const few_code *codes,
                     uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (codes[i] == FEW_CODE_ANY)
            few_pen_put(pen, "_");
        else if (few_code_is_piece(codes[i]))
            few_pen_put(pen, puzzle->pieces[codes[i]].text);
        else if (few_code_is_name(codes[i]))
            few_pen_put(pen, puzzle->lets[few_code_index(codes[i])].name);
        else
            few_pen_put(pen, puzzle->sums[few_code_index(codes[i])].text);
    }
}

void few_pen_direction(struct few_pen *pen, const struct few_puzzle *puzzle, const struct few_move *move,
                       int32_t direction) {
    if (direction >= FEW_TURN_DIAGONAL) {
        unsigned which = (unsigned)direction - FEW_TURN_DIAGONAL;
        few_pen_put(pen, puzzle->directions[which / 2]);
        few_pen_put(pen, "-");
        few_pen_put(pen, puzzle->directions[FEW_TURN_LEFT + which % 2]);
        return;
    }
    bool mirrored = direction >= FEW_TURN_MIRRORED;
    if (few_is_directed(move))
        few_pen_put(pen, puzzle->directions[direction % FEW_TURN_MIRRORED]);
    if (mirrored)
        few_pen_put(pen, few_is_directed(move) ? "-mirrored" : "mirrored");
}

void few_pen_label(struct few_pen *pen, const struct few_puzzle *puzzle, struct few_move_place place) {
    few_pen_label_with(pen, puzzle, place, NULL);
}

void few_pen_label_with(struct few_pen *pen, const struct few_puzzle *puzzle, struct few_move_place place, const char *middle) {
    const struct few_move *move = &puzzle->moves[place.rule];
    bool directed = place.direction >= 0 && few_has_turn(move, place.direction);
    if (move->name)
        few_pen_put(pen, move->name);
    if (middle) {
        few_pen_put(pen, move->name ? "-" : directed ? "" : "move-");
        few_pen_put(pen, middle);
    }
    if ((move->name || middle) && directed)
        few_pen_put(pen, "-");
    if (directed) {
        few_pen_direction(pen, puzzle, move, place.direction);
    } else if (!move->name && puzzle->is_string) {
        const struct few_part *part = &move->parts[0];
        put_side(pen, puzzle, part->before, part->columns);
        if (part->has_rest)
            few_pen_put(pen, puzzle->lets[part->rest].name);
        few_pen_put(pen, "->");
        put_side(pen, puzzle, part->after, part->after_columns);
    } else if (!move->name && !middle) {
        few_pen_put(pen, "move");
    }
    if (move->repeat != FEW_AS_OFTEN_AS_ONE_LIKES)
        return;
    few_pen_put(pen, "-");
    if (place.steps != FEW_ANY_STEPS)
        few_pen_number(pen, place.steps);
}

size_t few_begins_with_label(const char *word, const struct few_puzzle *puzzle, struct few_move_place place) {
    struct few_pen pen = {.model = word};
    few_pen_label(&pen, puzzle, place);
    if (pen.differs)
        return 0;
    if (place.steps != FEW_ANY_STEPS || puzzle->moves[place.rule].repeat != FEW_AS_OFTEN_AS_ONE_LIKES)
        return pen.bytes;
    const size_t digits = strspn(word + pen.bytes, "0123456789");
    return digits ? pen.bytes + digits : 0;
}
