/* Conditions about all cells at once: `every` and `count`. Wherever that is possible they become patterns, from which moves are guarded
 * and goals are listed; what is left is tested by counting. */
#include "rules/goal_compiler.h"

#include <string.h>

/* What a condition comes to. Cells that may hold what is counted and may hold something else are open. */
enum meaning {
    IS_CERTAIN,
    IS_IMPOSSIBLE,
    IS_ALL,  /* every open cell holds what is counted, or (not `wanted`) none does */
    IS_SOME, /* some open cell does, or does not */
    IS_TWO,  /* two do, or do not */
    IS_TOTAL,
};

struct aggregate {
    enum meaning meaning;
    struct few_counted counted;
    bool wanted;
    struct few_total total;
};

enum { MOST_PAIRS = 1 << 14 };

/* `every` as a comparison: all cells of its area, or none. */
static struct few_condition compared_of(const struct few_goal_compiler *c, struct few_condition *condition) {
    struct few_condition compared = *condition;
    if (condition->kind != FEW_GOAL_EVERY)
        return compared;
    compared.left = (struct few_var_sum){.counted = &condition->every, .counted_count = 1, .piece = FEW_CODE_ANY};
    compared.right = (struct few_var_sum){.piece = FEW_CODE_ANY};
    for (uint32_t cell = 0; cell < c->layout->cells && condition->has; cell++)
        compared.right.constant += few_area_has(c->puzzle, condition->every.area, cell);
    compared.comparator = condition->opposite ? FEW_UNEQUAL : FEW_EQUAL;
    return compared;
}

static bool is_counted(const struct few_goal_compiler *c, const struct few_counted *counted, uint32_t cell, few_code piece) {
    return few_area_has(c->puzzle, counted->area, cell) && few_is_counted(c->puzzle, counted, piece);
}

static bool is_open(const struct few_goal_compiler *c, const struct few_counted *counted, uint32_t cell) {
    bool some = false, other = false;
    if (!few_area_has(c->puzzle, counted->area, cell))
        return false;
    for (uint32_t p = 0; p < c->puzzle->board_piece_count; p++) {
        const few_code piece = c->puzzle->board_pieces[p];
        if (!few_can_hold(c->possible, cell, piece))
            continue;
        if (few_is_counted(c->puzzle, counted, piece))
            some = true;
        else
            other = true;
    }
    return some && other;
}

/* Whether the comparison holds for exactly those sums that are not less than `from`, or (not `up`) not more. */
static bool holds_from(const struct few_total *total, int64_t from, bool up) {
    for (int64_t sum = total->least; sum <= total->most; sum++)
        if (few_total_compares(total, sum) != (up ? sum >= from : sum <= from))
            return false;
    return true;
}

static uint64_t pairs_of(const struct few_goal_compiler *c, const struct few_counted *counted) {
    uint64_t cells = 0;
    for (uint32_t cell = 0; cell < c->layout->cells; cell++)
        cells += is_open(c, counted, cell);
    return cells * cells * c->puzzle->board_piece_count * c->puzzle->board_piece_count / 2;
}

/* What one count that is compared with a number comes to. */
static void read_one(const struct few_goal_compiler *c, struct aggregate *a, int8_t sign) {
    const struct few_total *total = &a->total;
    const bool plus = sign > 0;
    if (holds_from(total, total->most, true) || holds_from(total, total->least, false)) {
        a->meaning = IS_ALL;
        a->wanted = holds_from(total, total->most, true) == plus;
    } else if (holds_from(total, total->least + 1, true) || holds_from(total, total->most - 1, false)) {
        a->meaning = IS_SOME;
        a->wanted = holds_from(total, total->least + 1, true) == plus;
    } else if (c->guards && (holds_from(total, total->least + 2, true) || holds_from(total, total->most - 2, false)) &&
               pairs_of(c, &a->counted) <= MOST_PAIRS) {
        a->meaning = IS_TWO;
        a->wanted = holds_from(total, total->least + 2, true) == plus;
    }
}

static bool read_aggregate(struct few_goal_compiler *c, struct few_condition *condition, struct aggregate *a) {
    const struct few_condition compared = compared_of(c, condition);
    const struct few_total_domain domain = {c->puzzle, c->layout, c->possible, c->on_board};
    memset(a, 0, sizeof *a);
    if (!few_go_on(c->goals->memory, 16 * (uint64_t)c->layout->cells * c->puzzle->board_piece_count) ||
        !few_total_build(&a->total, &c->goals->arena, &domain, &compared))
        return few_fail_memory(c->error);
    a->meaning = few_total_is_certain(&a->total)      ? IS_CERTAIN
                 : few_total_is_impossible(&a->total) ? IS_IMPOSSIBLE
                                                      : IS_TOTAL;
    const uint32_t counts = compared.left.counted_count + compared.right.counted_count;
    if (a->meaning != IS_TOTAL || counts != 1 || compared.left.count || compared.right.count)
        return true;
    const bool left = compared.left.counted_count;
    a->counted = left ? compared.left.counted[0] : compared.right.counted[0];
    read_one(c, a, (int8_t)(left ? a->counted.sign : -a->counted.sign));
    return true;
}

/* ---- All open cells */

/* A cell holds something that is allowed: if that is one thing, it is part of the base; otherwise what is not allowed fits nowhere. */
static bool put_cell(struct few_goal_compiler *c, const struct aggregate *a, uint32_t cell, struct few_pattern *base, bool *can) {
    uint32_t allowed = 0;
    few_code last = FEW_CODE_ANY;
    for (uint32_t p = 0; p < c->puzzle->board_piece_count; p++)
        if (few_can_hold(c->possible, cell, c->puzzle->board_pieces[p]) &&
            is_counted(c, &a->counted, cell, c->puzzle->board_pieces[p]) == a->wanted) {
            allowed++;
            last = c->puzzle->board_pieces[p];
        }
    if (allowed == 1) {
        *can = *can && few_goal_require(c, base, cell, last);
        return true;
    }
    for (uint32_t p = 0; p < c->puzzle->board_piece_count; p++) {
        const few_code piece = c->puzzle->board_pieces[p];
        struct few_pattern_room room;
        struct few_pattern pattern = few_pattern_empty(&room, c->layout->words);
        if (few_can_hold(c->possible, cell, piece) && is_counted(c, &a->counted, cell, piece) != a->wanted &&
            few_goal_require(c, &pattern, cell, piece) && !few_goal_add(c, &pattern))
            return false;
    }
    return true;
}

/* Where a piece must not be in some cells, and the others have just room for all of it, it is in each of them. */
static void put_rest(const struct few_goal_compiler *c, const struct aggregate *a, struct few_pattern *base, bool *can) {
    const few_code piece = a->counted.piece;
    uint32_t room = 0;
    if (!c->on_board || a->wanted || !few_code_is_piece(piece))
        return;
    for (uint32_t cell = 0; cell < c->layout->cells; cell++)
        room += few_can_hold(c->possible, cell, piece) && !is_open(c, &a->counted, cell);
    *can = *can && room >= c->on_board[piece];
    for (uint32_t cell = 0; cell < c->layout->cells && room == c->on_board[piece]; cell++)
        if (few_can_hold(c->possible, cell, piece) && !is_open(c, &a->counted, cell))
            *can = *can && few_goal_require(c, base, cell, piece);
}

bool few_goal_put_all(struct few_goal_compiler *c, struct few_alternative *alternative, bool *can) {
    for (uint32_t i = 0; i < c->line->count && *can; i++) {
        struct aggregate a;
        if (!few_is_aggregate(&c->line->conditions[i]))
            continue;
        if (!read_aggregate(c, &c->line->conditions[i], &a))
            return false;
        *can = a.meaning != IS_IMPOSSIBLE;
        for (uint32_t cell = 0; cell < c->layout->cells && a.meaning == IS_ALL && *can; cell++)
            if (is_open(c, &a.counted, cell) && !put_cell(c, &a, cell, &alternative->base, can))
                return false;
        if (a.meaning == IS_ALL)
            put_rest(c, &a, &alternative->base, can);
    }
    return true;
}

/* ---- One open cell, or two */

/* A pattern for each piece that makes a cell one of those that are meant, on top of what it has already; with `more`, another
 * cell behind it is one, too. */
static bool put_some(struct few_goal_compiler *c, const struct aggregate *a, uint32_t cell, const struct few_pattern *so_far, bool more) {
    for (uint32_t p = 0; p < c->puzzle->board_piece_count; p++) {
        const few_code piece = c->puzzle->board_pieces[p];
        struct few_pattern_room room;
        struct few_pattern pattern = few_pattern_copy(&room, so_far, c->layout->words);
        if (!few_can_hold(c->possible, cell, piece) || is_counted(c, &a->counted, cell, piece) != a->wanted ||
            !few_goal_require(c, &pattern, cell, piece))
            continue;
        if (!more && !few_goal_add(c, &pattern))
            return false;
        for (uint32_t other = cell + 1; other < c->layout->cells && more; other++)
            if (is_open(c, &a->counted, other) && !put_some(c, a, other, &pattern, false))
                return false;
    }
    return true;
}

bool few_goal_put_counted(struct few_goal_compiler *c, struct few_alternative *alternative) {
    struct few_pattern_room room;
    const struct few_pattern nothing = few_pattern_empty(&room, c->layout->words);
    alternative->totals = few_arena_alloc(&c->goals->arena, (c->line->count + 1) * sizeof *alternative->totals);
    if (!alternative->totals)
        return few_fail_memory(c->error);
    for (uint32_t i = 0; i < c->line->count; i++) {
        struct aggregate a;
        if (!few_is_aggregate(&c->line->conditions[i]))
            continue;
        if (!read_aggregate(c, &c->line->conditions[i], &a))
            return false;
        const uint32_t first = (uint32_t)c->goals->pattern_count;
        const bool patterns = a.meaning == IS_SOME || a.meaning == IS_TWO;
        for (uint32_t cell = 0; cell < c->layout->cells && patterns; cell++)
            if (is_open(c, &a.counted, cell) && !put_some(c, &a, cell, &nothing, a.meaning == IS_TWO))
                return false;
        if (patterns)
            alternative->somewhere[alternative->somewheres++] =
                (struct few_range){first, (uint32_t)c->goals->pattern_count - first};
        if (a.meaning == IS_TOTAL)
            alternative->totals[alternative->total_count++] = a.total;
    }
    return true;
}
