/* What can be asked of a puzzle after parsing: values of codes, comparisons, late mistakes. */
#include "language/puzzle.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "language/diagnose.h"

/* A value under an assignment: a piece, or a number that need not be a piece, or nothing. */
struct value {
    few_code piece; /* FEW_CODE_ANY: none is known */
    bool is_number;
    int64_t number;
};

static struct value value_of_piece(const struct few_puzzle *puzzle, few_code piece) {
    return (struct value){piece, puzzle->pieces[piece].is_number, puzzle->pieces[piece].number};
}

/* Steps around a ring from where the assigned piece stands in it. */
static struct value ring_value(const struct few_puzzle *puzzle, const struct few_sum *sum,
                               const uint16_t *assignment) {
    const struct few_let *let = &puzzle->lets[sum->names[0]];
    uint16_t piece = assignment[sum->names[0]];
    int64_t count = let->count, place = 0;
    while (place < count && let->domain[place] != piece)
        place++;
    if (place == count)
        return (struct value){.piece = FEW_CODE_ANY};
    int64_t target = (place + sum->constant % count + count) % count;
    return value_of_piece(puzzle, let->domain[target]);
}

static struct value sum_value(const struct few_puzzle *puzzle, const struct few_sum *sum,
                              const uint16_t *assignment) {
    if (sum->piece != FEW_CODE_ANY)
        return value_of_piece(puzzle, sum->piece);
    if (sum->ring)
        return ring_value(puzzle, sum, assignment);
    if (sum->count == 1 && sum->product_count == 0 && sum->signs[0] > 0 && sum->constant == 0)
        return value_of_piece(puzzle, assignment[sum->names[0]]);
    int64_t number = sum->constant;
    for (uint32_t i = 0; i < sum->product_count; i++) {
        const struct few_product *product = &sum->products[i];
        int64_t value = product->factor;
        for (uint32_t k = 0; k < product->count; k++)
            value *= puzzle->pieces[assignment[product->names[k]]].number;
        number += value;
    }
    for (uint32_t i = 0; i < sum->count; i++)
        number += sum->signs[i] * puzzle->pieces[assignment[sum->names[i]]].number;
    return (struct value){FEW_CODE_ANY, true, number};
}

/* The piece that is this number, by bisection. */
static few_code piece_of_number(const struct few_puzzle *puzzle, int64_t number) {
    uint32_t low = 0, high = puzzle->number_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (puzzle->pieces[puzzle->numbers[middle]].number < number)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < puzzle->number_count && puzzle->pieces[puzzle->numbers[low]].number == number;
    return found ? puzzle->numbers[low] : FEW_CODE_ANY;
}

bool few_area_has(const struct few_puzzle *puzzle, struct few_area area, uint32_t cell) {
    switch (area.kind) {
    case FEW_AREA_ALL: break;
    case FEW_AREA_ON: return few_code_has(puzzle, area.floor, puzzle->floor[cell]);
    case FEW_AREA_OFF: return !few_code_has(puzzle, area.floor, puzzle->floor[cell]);
    case FEW_AREA_ROW: return cell / puzzle->columns == area.line;
    case FEW_AREA_COLUMN: return cell % puzzle->columns == area.line;
    }
    return true;
}

bool few_code_has(const struct few_puzzle *puzzle, few_code code, few_code piece) {
    if (!few_code_is_name(code))
        return code == piece;
    const struct few_let *let = &puzzle->lets[few_code_index(code)];
    for (uint32_t i = 0; i < let->count; i++)
        if (let->domain[i] == piece)
            return true;
    return false;
}

bool few_is_counted(const struct few_puzzle *puzzle, const struct few_counted *counted, few_code piece) {
    return few_code_has(puzzle, counted->piece, piece) && !(few_code_is_name(counted->piece) && piece == few_wall(puzzle));
}

few_code few_code_value(const struct few_puzzle *puzzle, few_code code, const uint16_t *assignment) {
    if (few_code_is_name(code))
        return assignment[few_code_index(code)];
    if (!few_code_is_sum(code))
        return code;
    struct value value = sum_value(puzzle, &puzzle->sums[few_code_index(code)], assignment);
    return value.piece != FEW_CODE_ANY || !value.is_number ? value.piece
                                                           : piece_of_number(puzzle, value.number);
}

bool few_comparison_holds(const struct few_puzzle *puzzle, const struct few_comparison *comparison,
                          const uint16_t *assignment) {
    struct value left = sum_value(puzzle, &comparison->left, assignment);
    struct value right = sum_value(puzzle, &comparison->right, assignment);
    bool numbers = left.is_number && right.is_number;
    bool equal = numbers ? left.number == right.number
                         : left.piece == right.piece && left.piece != FEW_CODE_ANY;
    switch (comparison->comparator) {
    case FEW_EQUAL:
        return equal;
    case FEW_UNEQUAL:
        return !equal;
    case FEW_LESS:
        return numbers && left.number < right.number;
    case FEW_AT_MOST:
        return numbers && left.number <= right.number;
    case FEW_GREATER:
        return numbers && left.number > right.number;
    case FEW_AT_LEAST:
        return numbers && left.number >= right.number;
    }
    return false;
}

struct few_price few_move_price(const struct few_puzzle *puzzle, const struct few_move *move, const uint16_t *assignment) {
    struct value fixed = {.is_number = true, .number = move->cost}, per_weight = {.is_number = true, .number = move->per_weight};
    if (move->cost_sum)
        fixed = sum_value(puzzle, move->cost_sum, assignment);
    if (move->per_weight_sum)
        per_weight = sum_value(puzzle, move->per_weight_sum, assignment);
    return (struct few_price){fixed.number, per_weight.number, fixed.is_number && per_weight.is_number};
}

uint32_t few_price_cost(struct few_price price, uint32_t weight) {
    const int64_t cost = price.fixed + price.per_weight * weight;
    return price.valid && cost >= 0 && cost <= FEW_MAX_COST ? (uint32_t)cost : FEW_NO_COST;
}

uint32_t few_move_cost(const struct few_puzzle *puzzle, const struct few_move *move, const uint16_t *assignment) {
    return few_price_cost(few_move_price(puzzle, move, assignment), 0);
}

bool few_move_allowed(const struct few_puzzle *puzzle, const struct few_move *move, const uint16_t *assignment) {
    uint32_t at = move->condition_count ? 0 : FEW_HOLDS;
    while (at < move->condition_count) {
        const struct few_comparison *one = &move->conditions[at];
        at = few_comparison_holds(puzzle, one, assignment) ? one->if_true : one->if_false;
    }
    return at == FEW_HOLDS;
}

/* The word at a line and column of the text, as far as the text has them. */
static struct few_word word_at(const char *text, const char *end, struct few_where where) {
    const char *at = text;
    const char end_of_line = few_line_end(text, end);
    for (unsigned line = 1; line < where.line && at < end; line++) {
        const char *found = memchr(at, end_of_line, (size_t)(end - at));
        at = found ? found + 1 : end;
    }
    for (unsigned column = 1; column < where.column && at < end; column++)
        at += few_character_length(at);
    const char *from = at;
    for (unsigned i = 0; i < where.width && at < end && *at != end_of_line; i++)
        at += few_character_length(at);
    return (struct few_word){from, (size_t)(at - from)};
}

bool few_puzzle_fail(const struct few_puzzle *puzzle, struct few_where where, struct few_error *error,
                     const char *format, ...) {
    if (error->kind != FEW_ERROR_NONE)
        return false;
    error->kind = FEW_ERROR_INPUT;
    snprintf(error->file, sizeof error->file, "%s", puzzle->file ? puzzle->file : "");
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    if (puzzle->text && where.line) {
        const char *end = puzzle->text + puzzle->text_length;
        few_error_at(error, puzzle->text, end, word_at(puzzle->text, end, where));
    }
    error->line = where.line;
    error->column = where.column;
    if (!error->width)
        error->width = where.width ? where.width : 1;
    return false;
}

void few_puzzle_free(struct few_puzzle *puzzle) {
    if (!puzzle)
        return;
    struct few_memory *memory = puzzle->arena.memory;
    few_vocabulary_free(puzzle->vocabulary);
    for (unsigned i = 0; i < 2; i++)
        few_arena_free(&puzzle->given[i]);
    few_arena_free(&puzzle->arena);
    few_free(memory, puzzle, sizeof *puzzle);
}

bool few_goal_is_open(const struct few_puzzle *puzzle) {
    for (uint32_t i = 0; puzzle->is_string && i < puzzle->goal_count; i++) {
        bool whole = false;
        for (uint32_t k = 0; k < puzzle->goals[i].count; k++)
            whole = whole || puzzle->goals[i].conditions[k].kind == FEW_GOAL_DRAWING;
        if (!whole)
            return true;
    }
    return false;
}

bool few_fail_free(const struct few_puzzle *puzzle, const struct few_move *move, struct few_error *error) {
    snprintf(error->hint, sizeof error->hint, "give the greatest length, as in `string 20`, or let the move cost something");
    return few_puzzle_fail(puzzle, move->where, error, "`within` does not count a move that costs nothing, so that a string of any length might grow for ever");
}
