/* What the choices ask of a puzzle: a number for each state, moves that can be undone, goals that can be listed, a lower bound. */
#include "export/exporter.h"

/* ---- A number for each state */

static bool all_distinct(const struct few_puzzle *puzzle) {
    size_t cells = (size_t)puzzle->rows * puzzle->columns;
    for (size_t i = 0; i < cells; i++)
        for (size_t k = 0; k < i; k++)
            if (puzzle->start.board.cells[i] == puzzle->start.board.cells[k])
                return false;
    return true;
}

static bool codes_follow(const struct few_exporter *x) {
    uint32_t low = UINT32_MAX, high = 0;
    for (uint32_t i = 0; i < x->puzzle->board_piece_count; i++) {
        uint32_t code = x->code[x->puzzle->board_pieces[i]];
        low = code < low ? code : low;
        high = code > high ? code : high;
    }
    return high - low + 1 == x->puzzle->board_piece_count;
}

/* How many arrangements the pieces of the start have; 0: more than would fit. */
static uint64_t arrangements(const struct few_exporter *x) {
    const struct few_puzzle *puzzle = x->puzzle;
    size_t cells = (size_t)puzzle->rows * puzzle->columns;
    uint64_t ways = 1;
    for (size_t i = 0; i < cells; i++) {
        uint64_t same = 1;
        for (size_t k = 0; k < i; k++)
            same += puzzle->start.board.cells[k] == puzzle->start.board.cells[i];
        ways = ways * (i + 1) / same;
        if (ways > (uint64_t)1 << 40)
            return 0;
    }
    return ways;
}

static uint64_t times_vars(const struct few_exporter *x, uint64_t states) {
    for (uint32_t i = 0; i < x->puzzle->var_count; i++)
        if (states > FEW_EXPORT_MOST_STATES || __builtin_mul_overflow(states, x->var_base, &states))
            return 0;
    return states;
}

void few_export_ranks(struct few_exporter *x) {
    const struct few_puzzle *puzzle = x->puzzle;
    size_t cells = (size_t)puzzle->rows * puzzle->columns;
    bool conserved = cells > 0 && puzzle->start.given;
    uint64_t digits = 1;
    x->ranks = FEW_RANK_NONE;
    if (puzzle->is_string)
        return;
    for (uint32_t i = 0; i < puzzle->move_count && conserved; i++)
        for (uint32_t k = 0; k < puzzle->board_piece_count && conserved; k++)
            conserved = few_rule_conserves(puzzle, &puzzle->moves[i], puzzle->board_pieces[k]);
    uint64_t arranged = conserved ? times_vars(x, arrangements(x)) : 0;
    if (arranged && arranged <= FEW_EXPORT_MOST_STATES) {
        x->ranks = puzzle->board_piece_count == cells && all_distinct(puzzle) && codes_follow(x) ? FEW_RANK_CANTOR : FEW_RANK_MULTISET;
        x->states = arranged;
        return;
    }
    for (size_t i = 0; i < cells && digits <= FEW_EXPORT_MOST_STATES; i++)
        digits *= x->cell_base;
    digits = times_vars(x, digits);
    if (!digits || digits > FEW_EXPORT_MOST_STATES)
        return;
    x->ranks = FEW_RANK_DIGITS;
    x->states = digits;
}

/* ---- Moves that can be undone */

/* Which name of the other rule a name is. */
struct pairing {
    const struct few_puzzle *puzzle;
    uint16_t *other, *back; /* FEW_CODE_ANY: not known yet */
};

static bool same_domain(const struct few_let *a, const struct few_let *b) {
    if (a->count != b->count || a->ring != b->ring)
        return false;
    for (uint32_t i = 0; i < a->count; i++)
        if (a->domain[i] != b->domain[i])
            return false;
    return true;
}

static bool pair_names(struct pairing *pairing, uint16_t a, uint16_t b) {
    if (pairing->other[a] == FEW_CODE_ANY && pairing->back[b] == FEW_CODE_ANY) {
        if (!same_domain(&pairing->puzzle->lets[a], &pairing->puzzle->lets[b]))
            return false;
        pairing->other[a] = b;
        pairing->back[b] = a;
    }
    return pairing->other[a] == b && pairing->back[b] == a;
}

/* A step of one name, `n+2`, as its name and the step; false: it is something else. */
static bool is_step(const struct few_puzzle *puzzle, few_code code, uint16_t *name, int64_t *step) {
    if (!few_code_is_sum(code))
        return false;
    const struct few_sum *sum = &puzzle->sums[few_code_index(code)];
    if (sum->piece != FEW_CODE_ANY || sum->count != 1 || sum->signs[0] < 0 || !sum->ring)
        return false;
    *name = sum->names[0];
    *step = sum->constant;
    return true;
}

/* Whether (before, after) of one rule is undone by (before, after) of the other. `once` says of names of the first rule that they stand
 * in no other place. */
static bool cell_undone(struct pairing *pairing, few_code before, few_code after, few_code other_before, few_code other_after) {
    uint16_t name, other_name;
    int64_t step, other_step;
    if (after == FEW_CODE_ANY || other_after == FEW_CODE_ANY) {
        /* Only looked at: it must be looked at by both. */
        if (after != other_after && !(after == before || other_after == other_before))
            return false;
        if (few_code_is_name(before) && few_code_is_name(other_before))
            return pair_names(pairing, (uint16_t)few_code_index(before), (uint16_t)few_code_index(other_before));
        return before == other_before;
    }
    if (is_step(pairing->puzzle, after, &name, &step) && is_step(pairing->puzzle, other_after, &other_name, &other_step)) {
        int64_t count = pairing->puzzle->lets[name].count;
        return few_code_is_name(before) && few_code_index(before) == name && few_code_is_name(other_before) &&
               few_code_index(other_before) == other_name && (step + other_step) % count == 0 && pair_names(pairing, name, other_name);
    }
    const few_code pairs[2][2] = {{before, other_after}, {after, other_before}};
    for (unsigned i = 0; i < 2; i++) {
        few_code a = pairs[i][0], b = pairs[i][1];
        if (few_code_is_name(a) && few_code_is_name(b)) {
            if (!pair_names(pairing, (uint16_t)few_code_index(a), (uint16_t)few_code_index(b)))
                return false;
        } else if (a != b || few_code_is_sum(a)) {
            return false;
        }
    }
    return true;
}

/* How often a name stands in a rule, conditions counting as many. */
static unsigned name_uses(const struct few_puzzle *puzzle, const struct few_move *move, uint16_t name) {
    unsigned uses = 0;
    for (uint32_t p = 0; p < move->part_count; p++) {
        const struct few_part *part = &move->parts[p];
        size_t cells = part->kind == FEW_PART_VAR ? 1 : part->kind == FEW_PART_CYCLE ? 0 : (size_t)part->rows * part->columns;
        for (size_t i = 0; i < cells; i++) {
            const few_code codes[2] = {part->before[i], part->after[i]};
            for (unsigned s = 0; s < 2; s++) {
                uses += few_code_is_name(codes[s]) && few_code_index(codes[s]) == name;
                const struct few_sum *sum = few_code_is_sum(codes[s]) ? &puzzle->sums[few_code_index(codes[s])] : NULL;
                for (uint32_t k = 0; sum && k < sum->count; k++)
                    uses += sum->names[k] == name;
                for (uint32_t k = 0; sum && k < sum->product_count; k++)
                    uses += 100; /* no matter of which names */
            }
        }
    }
    for (uint32_t i = 0; i < move->condition_count; i++)
        for (unsigned s = 0; s < 2; s++) {
            const struct few_sum *sum = s ? &move->conditions[i].right : &move->conditions[i].left;
            for (uint32_t k = 0; k < sum->count; k++)
                uses += sum->names[k] == name ? 100 : 0;
        }
    return uses;
}

/* Names that are stepped stand nowhere else. */
static bool steps_are_simple(const struct few_puzzle *puzzle, const struct few_move *move) {
    for (uint32_t p = 0; p < move->part_count; p++) {
        const struct few_part *part = &move->parts[p];
        size_t cells = part->kind == FEW_PART_VAR ? 1 : part->kind == FEW_PART_CYCLE ? 0 : (size_t)part->rows * part->columns;
        for (size_t i = 0; i < cells; i++) {
            uint16_t name;
            int64_t step;
            if (few_code_is_sum(part->after[i]) && (!is_step(puzzle, part->after[i], &name, &step) || name_uses(puzzle, move, name) != 2))
                return false;
        }
    }
    return true;
}

/* Where a cell of a pattern of so many rows and columns lies after quarter turns. */
static size_t turned(size_t i, uint32_t rows, uint32_t columns, unsigned turns) {
    uint32_t row = (uint32_t)(i / columns), column = (uint32_t)(i % columns);
    for (unsigned t = 0; t < turns; t++) {
        uint32_t kept = row;
        row = column;
        column = rows - 1 - kept;
        uint32_t swapped = rows;
        rows = columns;
        columns = swapped;
    }
    return (size_t)row * columns + column;
}

static bool pattern_undone(struct pairing *pairing, const struct few_move *move, const struct few_part *a, const struct few_part *b, unsigned turns) {
    bool across = turns % 2;
    if ((across ? a->columns : a->rows) != b->rows || (across ? a->rows : a->columns) != b->columns)
        return false;
    const bool half = (few_is_directed(move) || move->along_links) && turns == 2; /* a link goes both ways */
    if (turns && !half && (move->turns & 0xf) != 0xf)
        return false;
    if (move->repeat && !half)
        return false; /* the last step is undone first */
    for (size_t i = 0; i < (size_t)a->rows * a->columns; i++) {
        size_t k = turned(i, a->rows, a->columns, turns);
        if (!cell_undone(pairing, a->before[i], a->after[i], b->before[k], b->after[k]))
            return false;
        const few_code floor = a->floors ? a->floors[i] : FEW_CODE_ANY, other = b->floors ? b->floors[k] : FEW_CODE_ANY;
        if (floor != other || few_code_is_name(floor))
            return false;
    }
    return true;
}

/* Conditions `a != b` between names and pieces, in any order. */
static bool condition_is(const struct pairing *pairing, const struct few_comparison *a, const struct few_comparison *b) {
    if (a->comparator != b->comparator || a->comparator > FEW_UNEQUAL)
        return false;
    for (unsigned swap = 0; swap < 2; swap++) {
        bool same = true;
        for (unsigned s = 0; s < 2 && same; s++) {
            const struct few_sum *left = s ? &a->right : &a->left, *right = s != swap ? &b->right : &b->left;
            bool plain = left->product_count == 0 && right->product_count == 0 && left->constant == 0 && right->constant == 0 && left->count == right->count && left->count <= 1 && left->piece == right->piece;
            same = plain && (left->count == 0 ? left->piece != FEW_CODE_ANY : left->signs[0] > 0 && right->signs[0] > 0 && pairing->other[left->names[0]] == right->names[0]);
        }
        if (same)
            return true;
    }
    return false;
}

static bool conditions_undone(const struct pairing *pairing, const struct few_move *a, const struct few_move *b) {
    if (a->condition_count != b->condition_count)
        return false;
    for (uint32_t i = 0; i < a->condition_count; i++) {
        bool found = false;
        for (uint32_t k = 0; k < b->condition_count && !found; k++)
            found = condition_is(pairing, &a->conditions[i], &b->conditions[k]);
        if (!found)
            return false;
    }
    return true;
}

/* Where each cell's content goes by the cycles of a part. */
static bool cycles_undone(const struct few_part *a, const struct few_part *b) {
    const uint32_t *cells = a->cells;
    uint32_t total = 0, other = 0;
    for (uint32_t c = 0; c < b->cycles; c++)
        other += b->lengths[c];
    for (uint32_t c = 0; c < a->cycles; cells += a->lengths[c++])
        for (uint32_t i = 0; i < a->lengths[c]; i++, total++) {
            uint32_t from = cells[i], to = cells[(i + 1) % a->lengths[c]];
            bool found = false;
            const uint32_t *back = b->cells;
            for (uint32_t k = 0; k < b->cycles; back += b->lengths[k++])
                for (uint32_t j = 0; j < b->lengths[k]; j++)
                    found |= back[j] == to && back[(j + 1) % b->lengths[k]] == from;
            if (!found)
                return false;
        }
    return total == other;
}

static bool undone_by(const struct few_exporter *x, struct pairing *pairing, const struct few_move *a, const struct few_move *b, unsigned turns) {
    bool on_same = !a->on == !b->on && a->on_count == b->on_count;
    if (a->turns != b->turns || a->repeat != b->repeat || a->repeat == FEW_UNTIL_BLOCKED || a->free_count || b->free_count)
        return false;
    if (!few_all_must_hold(a) || !few_all_must_hold(b) || a->along_links != b->along_links || !on_same || a->part_count != b->part_count)
        return false;
    if (a->at != b->at || (turns && a->at != FEW_NOWHERE) || few_parts_may_clash(a) || few_parts_may_clash(b))
        return false;
    for (uint32_t i = 0; a->on && i < a->on_count; i++)
        if (a->on[i] != b->on[i])
            return false;
    for (uint32_t i = 0; i < x->puzzle->let_count; i++)
        pairing->other[i] = pairing->back[i] = FEW_CODE_ANY;
    for (uint32_t i = 0; i < a->part_count; i++) {
        bool found = false;
        for (uint32_t k = 0; k < b->part_count && !found; k++) {
            const struct few_part *one = &a->parts[i], *other = &b->parts[k];
            if (one->kind != other->kind)
                continue;
            if (one->kind == FEW_PART_VAR)
                found = one->var == other->var && cell_undone(pairing, one->before[0], one->after[0], other->before[0], other->after[0]);
            else if (one->kind == FEW_PART_CYCLE)
                found = cycles_undone(one, other);
            else
                found = pattern_undone(pairing, a, one, other, turns);
        }
        if (!found)
            return false;
    }
    return conditions_undone(pairing, a, b);
}

static bool every_move_undone(struct few_exporter *x) {
    const struct few_puzzle *puzzle = x->puzzle;
    struct pairing pairing = {.puzzle = puzzle};
    pairing.other = few_arena_alloc(&x->arena, few_array_size(puzzle->let_count + 1, sizeof *pairing.other));
    pairing.back = few_arena_alloc(&x->arena, few_array_size(puzzle->let_count + 1, sizeof *pairing.back));
    if (!pairing.other || !pairing.back) {
        x->no_memory = true;
        return false;
    }
    for (uint32_t i = 0; i < puzzle->move_count; i++) {
        bool undone = false;
        for (uint32_t k = 0; k < puzzle->move_count && !undone; k++)
            for (unsigned turns = 0; turns < 4 && !undone; turns++)
                undone = steps_are_simple(puzzle, &puzzle->moves[i]) && steps_are_simple(puzzle, &puzzle->moves[k]) &&
                         undone_by(x, &pairing, &puzzle->moves[i], &puzzle->moves[k], turns);
        if (!undone)
            return false;
    }
    return true;
}

/* ---- Goals that can be listed */

static bool is_listed(const struct few_exporter *x, const struct few_goal *goal) {
    const struct few_puzzle *puzzle = x->puzzle;
    bool drawn = puzzle->rows == 0 && !puzzle->is_string;
    for (uint32_t i = 0; i < goal->count; i++) {
        const struct few_condition *condition = &goal->conditions[i];
        if (condition->kind == FEW_GOAL_VAR) {
            if (!few_code_is_piece(condition->value))
                return false;
            continue;
        }
        if (condition->kind != FEW_GOAL_DRAWING || (drawn && i > 0 && puzzle->rows > 0))
            return false;
        if (drawn || condition->drawing.floors)
            return false; /* a second drawing */
        drawn = true;
        for (size_t c = 0; c < (size_t)condition->drawing.rows * condition->drawing.columns; c++)
            if (!few_code_is_piece(condition->drawing.cells[c]))
                return false;
    }
    return drawn;
}

void few_export_directions(struct few_exporter *x) {
    const struct few_puzzle *puzzle = x->puzzle;
    x->goals_listed = true;
    for (uint32_t i = 0; i < puzzle->goal_count; i++)
        x->goals_listed &= is_listed(x, &puzzle->goals[i]);
    x->literal = puzzle->is_string;
    for (uint32_t i = 0; i < puzzle->move_count; i++)
        x->literal &= few_rule_is_literal(&puzzle->moves[i]);
    x->undone = x->literal || (!puzzle->is_string && every_move_undone(x));
}

/* ---- A lower bound */

static bool is_exchange(const struct few_move *move, few_code *first, few_code *second) {
    if (move->part_count == 0 || move->along_links || move->on || move->turns >> FEW_TURN_DIAGONAL)
        return false;
    const struct few_part *pattern = NULL;
    for (uint32_t i = 0; i < move->part_count; i++) {
        if (move->parts[i].kind == FEW_PART_VAR)
            continue;
        if (pattern || move->parts[i].kind != FEW_PART_PATTERN)
            return false;
        pattern = &move->parts[i];
    }
    if (!pattern)
        return true; /* moves nothing */
    if (pattern->rows * pattern->columns != 2 || few_code_is_sum(pattern->after[0]) || few_code_is_sum(pattern->after[1]))
        return false;
    *first = pattern->before[0];
    *second = pattern->before[1];
    return pattern->after[0] == pattern->before[1] && pattern->after[1] == pattern->before[0];
}

static uint32_t changed_cells(const struct few_move *move) {
    uint32_t changed = 0;
    for (uint32_t p = 0; p < move->part_count; p++) {
        const struct few_part *part = &move->parts[p];
        for (uint32_t i = 0; part->kind == FEW_PART_PATTERN && i < part->rows * part->columns; i++)
            changed += part->after[i] != FEW_CODE_ANY && part->after[i] != part->before[i];
        for (uint32_t i = 0; part->kind == FEW_PART_CYCLE && i < part->cycles; i++)
            changed += part->lengths[i];
    }
    return changed;
}

void few_export_bound(struct few_exporter *x) {
    const struct few_puzzle *puzzle = x->puzzle;
    const struct few_goal *goal = puzzle->goal_count == 1 ? &puzzle->goals[0] : NULL;
    for (uint32_t i = 0; goal && i < goal->count && !puzzle->is_string; i++)
        x->has_bound |= goal->conditions[i].kind == FEW_GOAL_DRAWING;
    x->least_cost = UINT32_MAX;
    x->manhattan = !puzzle->wraps_rows && !puzzle->wraps_columns;
    x->blank = FEW_CODE_ANY;
    bool blank_is_fine = true;
    if (puzzle->is_string)
        return; /* the sides of its rules have lengths of their own, and there is no bound */
    for (uint32_t i = 0; i < puzzle->move_count; i++) {
        const struct few_move *move = &puzzle->moves[i];
        few_code codes[2] = {FEW_CODE_ANY, FEW_CODE_ANY};
        uint32_t changed = changed_cells(move);
        x->most_changed = changed > x->most_changed ? changed : x->most_changed;
        const int64_t cost = few_cost_interval(x, move).low;
        x->least_cost = cost < 0 ? 0 : cost < x->least_cost ? (uint32_t)cost : x->least_cost;
        x->manhattan &= is_exchange(move, &codes[0], &codes[1]);
        if (codes[0] == FEW_CODE_ANY && codes[1] == FEW_CODE_ANY)
            continue;
        /* The piece that every exchange has on one side need not be counted. */
        if (x->blank == FEW_CODE_ANY && blank_is_fine) {
            x->blank = few_code_is_piece(codes[0]) ? codes[0] : few_code_is_piece(codes[1]) ? codes[1] : FEW_CODE_ANY;
            blank_is_fine = x->blank != FEW_CODE_ANY;
        }
        blank_is_fine &= codes[0] == x->blank || codes[1] == x->blank;
    }
    if (!blank_is_fine)
        x->blank = FEW_CODE_ANY;
    x->has_bound = x->has_bound && x->least_cost > 0 && !x->repeats; /* free moves, or one of many steps, may do all of it */
    if (x->most_changed == 0)
        x->most_changed = 1;
}

/* ---- Choices that were left open */

void few_export_suit(struct few_exporter *x) {
    struct few_export_choices *choices = &x->choices;
    const bool python = choices->language == FEW_EXPORT_PYTHON, cpp = choices->language == FEW_EXPORT_CPP, plain = choices->search == FEW_EXPORT_BFS && !x->costs;
    if (choices->remember == FEW_EXPORT_REMEMBER_AUTO)
        choices->remember = python || (cpp && !choices->judge) ? FEW_EXPORT_STD : FEW_EXPORT_HASH;
    if (choices->path == FEW_EXPORT_PATH_AUTO)
        choices->path = python && plain && choices->remember != FEW_EXPORT_PERFECT ? FEW_EXPORT_MAP : FEW_EXPORT_PARENTS;
}
