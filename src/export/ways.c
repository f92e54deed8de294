/* The ways in which a pattern lies: the four directions, the diagonals where some pattern has them, and behind these the mirror images
 * of the four. Their numbers rise in the order of moves, since no move has both diagonals and mirror images. */
#include "export/dialect.h"

enum { STRAIGHT = 4, DIAGONAL = 4 };

const char *const few_way_names[FEW_NAMED_WAYS] = {"UP", "DOWN", "LEFT", "RIGHT", "UP_LEFT", "UP_RIGHT", "DOWN_LEFT", "DOWN_RIGHT"};

static uint32_t first_mirrored(const struct few_exporter *x) {
    return x->diagonals ? STRAIGHT + DIAGONAL : STRAIGHT;
}

static uint32_t way_of(const struct few_exporter *x, int32_t turn) {
    if (turn < 0)
        return FEW_TURN_RIGHT; /* as drawn */
    if (turn >= FEW_TURN_DIAGONAL)
        return (uint32_t)turn - FEW_TURN_DIAGONAL + STRAIGHT;
    return turn >= FEW_TURN_MIRRORED ? (uint32_t)turn - FEW_TURN_MIRRORED + first_mirrored(x) : (uint32_t)turn;
}

uint32_t few_ways_of(const struct few_exporter *x, const struct few_move *move, uint32_t *ways) {
    uint32_t count = 0;
    for (int32_t turn = few_first_turn(move); move->turns && turn < FEW_TURNS; turn = few_next_turn(move, turn))
        ways[count++] = way_of(x, turn);
    return count;
}

uint32_t few_way_count(const struct few_exporter *x) {
    return first_mirrored(x) + (x->mirrors ? STRAIGHT : 0);
}

const char *few_way_steps(struct few_exporter *x, bool rows) {
    const char *text = "";
    for (uint32_t way = 0; way < few_way_count(x); way++) {
        const bool diagonal = x->diagonals && way >= STRAIGHT && way < STRAIGHT + DIAGONAL;
        const struct few_turn *turn = &few_turns[diagonal ? way - STRAIGHT + FEW_TURN_DIAGONAL : way % STRAIGHT];
        text = few_print(x, "%s%s%d", text, way ? ", " : "", (int)(rows ? turn->column_down : turn->column_right));
    }
    return text;
}

bool few_lies_turned(const struct few_exporter *x, const struct few_move *move) {
    return move->turns || ((x->puzzle->wraps_rows || x->puzzle->wraps_columns) && !move->on && !move->along_links);
}

unsigned few_begin_ways(struct few_exporter *x, const char *counter, const uint32_t *ways, uint32_t count, bool alone) {
    const char *items[FEW_TURNS];
    bool even = true, named = true;
    for (uint32_t i = 0; i < count; i++) {
        even &= ways[i] == ways[0] + i;
        named &= ways[i] < first_mirrored(x);
    }
    for (uint32_t i = 0; i < count; i++)
        items[i] = named ? few_way_names[ways[i]] : few_print(x, "%u", ways[i]);
    const char *limit = few_print(x, "%u", ways[0] + count);
    if (even && ways[0] == 0 && count != 2) {
        x->dialect->begin_for(x, counter, 1, limit);
        return 1;
    }
    if (even && count > 2) {
        x->dialect->begin_range(x, counter, few_print(x, "%u", ways[0]), limit);
        return 1;
    }
    const bool block = x->choices.language == FEW_EXPORT_C && !alone; /* which has a table for it */
    if (block)
        x->dialect->begin_block(x);
    x->dialect->begin_list(x, counter, items, count);
    return 1 + block;
}
