#include "rules/totals.h"

#include <string.h>

bool few_total_compares(const struct few_total *total, int64_t sum) {
    switch (total->comparator) {
    case FEW_EQUAL: return sum == 0;
    case FEW_UNEQUAL: return sum != 0;
    case FEW_LESS: return sum < 0;
    case FEW_AT_MOST: return sum <= 0;
    case FEW_GREATER: return sum > 0;
    case FEW_AT_LEAST: return sum >= 0;
    }
    return false;
}

bool few_total_is_certain(const struct few_total *total) {
    if (total->comparator == FEW_EQUAL)
        return total->least == 0 && total->most == 0;
    if (total->comparator == FEW_UNEQUAL)
        return total->least > 0 || total->most < 0;
    return few_total_compares(total, total->least) && few_total_compares(total, total->most);
}

bool few_total_is_impossible(const struct few_total *total) {
    if (total->comparator == FEW_EQUAL)
        return total->least > 0 || total->most < 0;
    if (total->comparator == FEW_UNEQUAL)
        return total->least == 0 && total->most == 0;
    return !few_total_compares(total, total->least) && !few_total_compares(total, total->most);
}

bool few_total_holds(const struct few_total *total, const uint64_t *state, uint32_t words) {
    int64_t sum = total->constant;
    for (uint32_t i = 0; i < total->tallied_count; i++) {
        const struct few_tallied *tallied = &total->tallied[i];
        int found = 0;
        for (uint32_t w = 0; w < words; w++) {
            const uint64_t differs = state[w] ^ tallied->holds[w];
            uint64_t others = 0;
            for (uint32_t bit = 0; bit < total->cell_width; bit++)
                others |= differs >> bit;
            found += __builtin_popcountll(tallied->lowest[w] & ~others);
        }
        sum += tallied->sign * found;
    }
    for (uint32_t i = 0; i < total->weighed_count; i++)
        sum += total->weighed[i].weight[few_field_get(state, total->weighed[i].field)];
    return few_total_compares(total, sum);
}

/* Adds what one cell may add: `may` be counted, or `must`. */
static void widen(struct few_total *total, int64_t sign, bool may, bool must) {
    total->least += sign > 0 ? must : -(int64_t)may;
    total->most += sign > 0 ? may : -(int64_t)must;
}

/* false: no memory. */
static bool add_counted(struct few_total *total, struct few_arena *arena, const struct few_total_domain *domain,
                        const struct few_counted *counted, int64_t sign) {
    const struct few_layout *layout = domain->layout;
    const struct few_puzzle *puzzle = domain->puzzle;
    for (uint32_t p = 0; p < puzzle->board_piece_count; p++) {
        const few_code piece = puzzle->board_pieces[p];
        bool any = false;
        if (!few_is_counted(puzzle, counted, piece))
            continue;
        uint64_t *lowest = few_arena_alloc(arena, 2 * (size_t)layout->words * sizeof *lowest), *holds;
        if (!lowest)
            return false;
        holds = lowest + layout->words;
        for (uint32_t cell = 0; cell < layout->cells; cell++) {
            const struct few_field field = layout->fields[cell];
            if (field.width == 0 || !few_can_hold(domain->possible, cell, piece) || !few_area_has(puzzle, counted->area, cell))
                continue;
            lowest[field.word] |= UINT64_C(1) << field.shift;
            holds[field.word] |= (uint64_t)few_pack_piece(layout, cell, piece) << field.shift;
            any = true;
        }
        if (any)
            total->tallied[total->tallied_count++] = (struct few_tallied){lowest, holds, sign};
    }
    return true;
}

/* What cells that never change add, and between what the others stay. */
static void bound_counted(struct few_total *total, const struct few_total_domain *domain, const struct few_counted *counted,
                          int64_t sign) {
    const struct few_puzzle *puzzle = domain->puzzle;
    for (uint32_t cell = 0; cell < domain->layout->cells; cell++) {
        bool may = false, must = true;
        if (!few_area_has(puzzle, counted->area, cell))
            continue;
        for (uint32_t p = 0; p < puzzle->board_piece_count; p++)
            if (few_can_hold(domain->possible, cell, puzzle->board_pieces[p])) {
                const bool is = few_is_counted(puzzle, counted, puzzle->board_pieces[p]);
                may = may || is;
                must = must && is;
            }
        widen(total, sign, may, must);
        if (domain->layout->fields[cell].width == 0)
            total->constant += may ? sign : 0;
    }
}

/* All pieces of a kind, where their number never changes. */
static int64_t known_count(const struct few_total_domain *domain, const struct few_counted *counted) {
    const struct few_puzzle *puzzle = domain->puzzle;
    int64_t known = 0;
    for (uint32_t p = 0; p < puzzle->board_piece_count; p++)
        if (few_is_counted(puzzle, counted, puzzle->board_pieces[p]))
            known += domain->on_board[puzzle->board_pieces[p]];
    return known;
}

static bool add_var(struct few_total *total, struct few_arena *arena, const struct few_total_domain *domain, uint32_t var,
                    int64_t sign) {
    const struct few_layout *layout = domain->layout;
    const uint32_t slot = layout->cells + var;
    const struct few_field field = layout->fields[slot];
    const struct few_var *declared = &domain->puzzle->vars[var];
    const uint64_t values = few_field_ones(field) + 1;
    int64_t *weight = few_arena_alloc(arena, values * sizeof *weight), least = INT64_MAX, most = INT64_MIN;
    if (!weight)
        return false;
    for (uint32_t i = 0; i < declared->count; i++) {
        const few_code piece = declared->values[i];
        const int64_t number = sign * domain->puzzle->pieces[piece].number;
        if (!few_can_hold(domain->possible, slot, piece))
            continue;
        least = number < least ? number : least;
        most = number > most ? number : most;
        weight[field.width ? few_pack_piece(layout, slot, piece) : 0] = number;
    }
    total->least += least;
    total->most += most;
    if (field.width == 0)
        total->constant += weight[0];
    else
        total->weighed[total->weighed_count++] = (struct few_weighed){field, weight};
    return true;
}

static bool add_side(struct few_total *total, struct few_arena *arena, const struct few_total_domain *domain,
                     const struct few_var_sum *sum, int64_t sign) {
    const int64_t constant = sum->piece == FEW_CODE_ANY ? sum->constant : domain->puzzle->pieces[sum->piece].number;
    total->constant += sign * constant;
    total->least += sign * constant;
    total->most += sign * constant;
    for (uint32_t i = 0; i < sum->count; i++)
        if (!add_var(total, arena, domain, sum->vars[i], sign * sum->signs[i]))
            return false;
    for (uint32_t i = 0; i < sum->counted_count; i++) {
        const struct few_counted *counted = &sum->counted[i];
        if (counted->area.kind == FEW_AREA_ALL && domain->on_board) {
            const int64_t known = sign * counted->sign * known_count(domain, counted);
            total->constant += known;
            total->least += known;
            total->most += known;
            continue;
        }
        if (!add_counted(total, arena, domain, counted, sign * counted->sign))
            return false;
        bound_counted(total, domain, counted, sign * counted->sign);
    }
    return true;
}

bool few_total_build(struct few_total *total, struct few_arena *arena, const struct few_total_domain *domain,
                     const struct few_condition *condition) {
    const size_t counted = condition->left.counted_count + (size_t)condition->right.counted_count;
    const size_t vars = condition->left.count + (size_t)condition->right.count;
    memset(total, 0, sizeof *total);
    total->comparator = condition->comparator;
    total->cell_width = domain->layout->cell_width;
    total->tallied = few_arena_alloc(arena, (counted * domain->puzzle->board_piece_count + 1) * sizeof *total->tallied);
    total->weighed = few_arena_alloc(arena, (vars + 1) * sizeof *total->weighed);
    return total->tallied && total->weighed && add_side(total, arena, domain, &condition->left, 1) &&
           add_side(total, arena, domain, &condition->right, -1);
}
