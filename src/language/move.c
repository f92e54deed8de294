/* The `move` statement, and which of its qualifiers and parts go together. */
#include "language/move.h"

#include "language/diagnose.h"
#include "language/name.h"
#include "language/sum.h"
#include "language/turns.h"
#include "language/where.h"

static bool fits_at(const struct few_puzzle *puzzle, const struct few_part *part, uint32_t cell, int32_t turn) {
    return few_has_room(puzzle, turn, part->rows, part->columns)
        && few_turned_cell(puzzle, turn, cell, part->rows - 1, part->columns - 1) != FEW_NOWHERE;
}

static bool check_at(struct few_reader *reader, const struct few_move *move, const struct few_part *part,
                     struct few_word place) {
    for (int32_t turn = few_first_turn(move); turn < FEW_TURNS; turn = few_next_turn(move, turn))
        if (fits_at(reader->puzzle, part, move->at, turn))
            return true;
    return few_mistake(reader, place, "the pattern does not fit on the board with its first cell there");
}

/* Qualifiers that say where the one pattern of the move is. */
static bool check_places(struct few_reader *reader, const struct few_move *move, const struct few_head *head,
                         const struct few_part *pattern) {
    if (move->along_links && !reader->has_links)
        return few_mistake(reader, head->given[FEW_ALONG_LINKS], "the puzzle has no `links` to move along");
    if (move->along_links && pattern->rows * pattern->columns != 2)
        return few_mistake(reader, head->given[FEW_ALONG_LINKS],
                           "a pattern along links has two cells, not %u x %u", pattern->rows,
                           pattern->columns);
    if (move->on && pattern->rows != 1)
        return few_mistake(reader, head->given[FEW_ON], "a pattern on given cells has one row, not %u",
                           pattern->rows);
    if (move->on && pattern->columns != move->on_count)
        return few_mistake(reader, head->given[FEW_ON], "the pattern has %u cell%s, but %u are given here",
                           pattern->columns, pattern->columns == 1 ? "" : "s", move->on_count);
    return move->at == FEW_NOWHERE || check_at(reader, move, pattern, head->given[FEW_AT]);
}

static bool check_apart(struct few_reader *reader, const struct few_head *head, enum few_qualifier a, enum few_qualifier b) {
    struct few_word first = head->given[a], second = head->given[b];
    if (!first.text || !second.text)
        return true;
    return few_mistake(reader, first.text > second.text ? first : second, "`%s` and `%s` do not go together",
                       few_quote(first).text, few_quote(second).text);
}

static bool check_pairs(struct few_reader *reader, const struct few_head *head) {
    static const enum few_qualifier apart[][2] = {{FEW_AT, FEW_ON},
                                                  {FEW_AT, FEW_ALONG_LINKS},
                                                  {FEW_ON, FEW_ALONG_LINKS},
                                                  {FEW_MIRRORED, FEW_DIAGONAL},
                                                  {FEW_REPEAT, FEW_UNTIL},
                                                  {FEW_REPEAT, FEW_AT},
                                                  {FEW_UNTIL, FEW_AT}};
    for (enum few_qualifier turn = FEW_ANY_DIRECTION; turn <= FEW_UNTIL; turn++)
        if (!check_apart(reader, head, turn, FEW_ON) || !check_apart(reader, head, turn, FEW_ALONG_LINKS))
            return false;
    for (size_t i = 0; i < sizeof apart / sizeof *apart; i++)
        if (!check_apart(reader, head, apart[i][0], apart[i][1]))
            return false;
    return true;
}

static bool check_diagonal(struct few_reader *reader, const struct few_move *move, struct few_word place) {
    for (uint32_t i = 0; i < move->part_count; i++)
        if (move->parts[i].kind == FEW_PART_PATTERN && move->parts[i].rows != 1)
            return few_mistake(reader, place, "a pattern along a diagonal has one row, not %u", move->parts[i].rows);
    return true;
}

/* A step is done again where it was, one cell further: so there is one pattern, and it says which way that is. */
static bool check_repeated(struct few_reader *reader, const struct few_move *move, struct few_word place,
                           uint32_t patterns) {
    if (patterns > 1)
        return few_mistake(reader, place, "`%s` needs a move with one pattern, but this one has %u",
                           few_quote(place).text, patterns);
    for (uint32_t i = 0; i < move->part_count; i++)
        if (move->parts[i].kind == FEW_PART_CYCLE)
            return few_mistake(reader, place, "`%s` does not go together with a cycle, which has no direction",
                               few_quote(place).text);
    if (few_is_directed(move))
        return true;
    few_hint(reader, "say which way it goes: `any direction`, `left or right`, `up or down` or `diagonal`");
    return few_mistake(reader, place, "`%s` needs a direction", few_quote(place).text);
}

static bool check_move(struct few_reader *reader, const struct few_move *move, const struct few_head *head) {
    if (!check_pairs(reader, head))
        return false;
    const struct few_part *pattern = NULL;
    uint32_t patterns = 0;
    for (uint32_t i = 0; i < move->part_count; i++)
        if (move->parts[i].kind == FEW_PART_PATTERN) {
            pattern = &move->parts[i];
            patterns++;
        }
    struct few_word place = {NULL, 0};
    for (enum few_qualifier qualifier = FEW_AT; qualifier <= FEW_ALONG_LINKS; qualifier++)
        if (head->given[qualifier].text)
            place = head->given[qualifier];
    struct few_word asks = place;
    for (enum few_qualifier turn = FEW_ANY_DIRECTION; turn <= FEW_UNTIL && !asks.text; turn++)
        asks = head->given[turn];
    if (asks.text && patterns == 0)
        return few_mistake(reader, asks, "`%s` is about a pattern, but this move has none",
                           few_quote(asks).text);
    if (place.text && patterns > 1)
        return few_mistake(reader, place, "`%s` needs a move with one pattern, but this one has %u",
                           few_quote(place).text, patterns);
    if (head->given[FEW_DIAGONAL].text && !check_diagonal(reader, move, head->given[FEW_DIAGONAL]))
        return false;
    const struct few_word again = head->given[FEW_REPEAT].text ? head->given[FEW_REPEAT] : head->given[FEW_UNTIL];
    if (again.text && !check_repeated(reader, move, again, patterns))
        return false;
    return !place.text || check_places(reader, move, head, pattern);
}

bool few_read_move(struct few_reader *reader, struct few_cursor *cursor, struct few_word keyword) {
    struct few_puzzle *puzzle = reader->puzzle;
    struct few_move move = {.at = FEW_NOWHERE, .cost = 1, .where = few_place(reader, keyword)};
    struct few_head head = {0};
    reader->use_count = 0;
    if (!few_read_head(reader, cursor, &move, &head) || !few_read_parts(reader, cursor, &move))
        return false;
    if (few_next_token(cursor).kind != FEW_TOKEN_END && !few_read_conditions(reader, cursor, &move))
        return false;
    if (!few_keep_free_names(reader, &move) || !check_move(reader, &move, &head) || !few_check_braces(reader, &move))
        return false;
    struct few_move *grown = few_grow(reader, puzzle->moves, puzzle->move_count, &reader->move_capacity,
                                      sizeof *grown);
    if (!grown)
        return false;
    puzzle->moves = grown;
    puzzle->moves[puzzle->move_count++] = move;
    return true;
}
