/* What is known of a puzzle from its rules as they are written. */
#include "export/dialect.h"

static unsigned patterns_of(const struct few_move *move) {
    unsigned count = 0;
    for (uint32_t i = 0; i < move->part_count; i++)
        count += move->parts[i].kind == FEW_PART_PATTERN;
    return count;
}

/* Whether a rule has one result at most in each direction. */
static bool is_fixed(const struct few_move *move) {
    return patterns_of(move) == 0 || move->on || move->at != FEW_NOWHERE;
}

bool few_condition_turns(const struct few_puzzle *puzzle, const struct few_condition *condition) {
    const bool seeks = condition->kind == FEW_GOAL_SOMEWHERE || condition->kind == FEW_GOAL_NOWHERE;
    return seeks && (condition->any_direction || condition->diagonal || puzzle->wraps_rows || puzzle->wraps_columns) &&
           condition->drawing.rows * condition->drawing.columns > 1;
}

static bool can_be(const struct few_puzzle *puzzle, few_code code, uint16_t piece) {
    if (code == FEW_CODE_ANY)
        return false;
    return few_code_is_sum(code) /* perhaps */ || few_code_has(puzzle, code, piece);
}

/* How often a code stands on a side, not counting cells that stay. */
static size_t occurrences(const struct few_part *part, bool after, few_code code) {
    size_t count = 0;
    for (size_t i = 0; i < (size_t)part->rows * part->columns; i++)
        count += part->after[i] != FEW_CODE_ANY && (after ? part->after[i] : part->before[i]) == code;
    return count;
}

/* Whether a rule leaves as many of a piece as there were: on both sides it, and each name that may be it, stand equally often. */
bool few_rule_conserves(const struct few_puzzle *puzzle, const struct few_move *move, uint16_t piece) {
    if (few_parts_may_clash(move))
        return false;
    for (uint32_t p = 0; p < move->part_count; p++) {
        const struct few_part *part = &move->parts[p];
        if (part->kind != FEW_PART_PATTERN)
            continue;
        for (size_t i = 0; i < (size_t)part->rows * part->columns; i++) {
            if (part->after[i] == FEW_CODE_ANY)
                continue;
            const few_code codes[2] = {part->before[i], part->after[i]};
            for (unsigned side = 0; side < 2; side++) {
                if (!can_be(puzzle, codes[side], piece))
                    continue;
                if (few_code_is_sum(codes[side]) || occurrences(part, false, codes[side]) != occurrences(part, true, codes[side]))
                    return false;
            }
        }
    }
    return true;
}

/* Which names stand in a rule, and which of them must be known behind the place where they are bound. */
struct uses {
    const struct few_exporter *x;
    bool *seen, *used;
};

static void use_name(struct uses *uses, few_code code) {
    if (few_code_is_name(code))
        uses->used[few_code_index(code)] = true;
}

static void use_sum(struct uses *uses, const struct few_sum *sum) {
    for (uint32_t i = 0; sum && i < sum->count; i++)
        uses->used[sum->names[i]] = true;
    for (uint32_t i = 0; sum && i < sum->product_count; i++)
        for (uint32_t k = 0; k < sum->products[i].count; k++)
            uses->used[sum->products[i].names[k]] = true;
}

/* What is bound a second time is compared with the first. */
static void bind_name(struct uses *uses, few_code code) {
    if (!few_code_is_name(code))
        return;
    uses->used[few_code_index(code)] |= uses->seen[few_code_index(code)];
    uses->seen[few_code_index(code)] = true;
}

bool few_wall_matters(const struct few_exporter *x, const struct few_part *part, size_t i) {
    const struct few_puzzle *puzzle = x->puzzle;
    const few_code wall = few_wall(puzzle), before = part->before[i], after = part->after[i];
    if (wall == FEW_CODE_ANY || after == FEW_CODE_ANY || after == before)
        return false;
    return few_code_has(puzzle, before, wall) || (few_code_is_sum(after) ? puzzle->pieces[wall].is_number : few_code_has(puzzle, after, wall));
}

static void use_part(struct uses *uses, const struct few_move *move, const struct few_part *part, bool clash) {
    const struct few_exporter *x = uses->x;
    const size_t before = part->kind == FEW_PART_VAR ? 1 : (size_t)part->rows * part->columns;
    const size_t after = x->puzzle->is_string ? part->after_columns : before;
    size_t count;
    const uint16_t *possible = few_cell_values(x, &count);
    if (part->kind == FEW_PART_VAR) {
        possible = x->puzzle->vars[part->var].values;
        count = x->puzzle->vars[part->var].count;
    }
    for (size_t i = 0; i < before; i++) {
        if (part->floors)
            bind_name(uses, part->floors[i]);
        bind_name(uses, part->before[i]);
        if (move->repeat && part->kind == FEW_PART_PATTERN) { /* each step asks again */
            use_name(uses, part->before[i]);
            use_name(uses, part->floors ? part->floors[i] : FEW_CODE_ANY);
        }
    }
    for (size_t i = 0; i < after; i++) {
        const bool stays = !clash && !x->puzzle->is_string && part->after[i] == part->before[i];
        if (part->after[i] == FEW_CODE_ANY || !few_can_put(x, move, part->after[i], possible, count))
            continue; /* what can never be put is not written */
        if (!stays)
            use_name(uses, part->after[i]);
        if (few_code_is_sum(part->after[i]))
            use_sum(uses, &x->puzzle->sums[few_code_index(part->after[i])]);
        if (part->kind == FEW_PART_PATTERN && !x->puzzle->is_string && few_wall_matters(x, part, i))
            use_name(uses, part->before[i]);
    }
}

void few_note_uses(struct few_exporter *x, const struct few_move *move, bool clash) {
    struct uses uses = {.x = x};
    uses.seen = few_arena_alloc(&x->arena, x->puzzle->let_count + 1);
    uses.used = few_arena_alloc(&x->arena, x->puzzle->let_count + 1);
    if (!uses.seen || !uses.used) {
        x->no_memory = true;
        return;
    }
    for (uint32_t p = 0; p < move->part_count; p++)
        if (move->parts[p].kind != FEW_PART_CYCLE)
            use_part(&uses, move, &move->parts[p], clash);
    for (uint32_t i = 0; i < move->condition_count; i++)
        if (few_comparison_asks(x, &move->conditions[i])) {
            use_sum(&uses, &move->conditions[i].left);
            use_sum(&uses, &move->conditions[i].right);
        }
    use_sum(&uses, move->cost_sum);
    use_sum(&uses, move->per_weight_sum);
    for (uint32_t i = 0; i < move->name_part_count; i++)
        if (move->name_parts[i].blank == FEW_BLANK_NAME)
            uses.used[move->name_parts[i].index] = true;
    x->used = uses.used;
}

static bool has_literal(const struct few_move *move, uint16_t piece) {
    for (uint32_t p = 0; p < move->part_count; p++)
        for (size_t i = 0; move->parts[p].kind == FEW_PART_PATTERN && i < (size_t)move->parts[p].rows * move->parts[p].columns; i++)
            if (move->parts[p].before[i] == piece)
                return true;
    return false;
}

/* A piece of which the start has one, which every rule leaves there, and which every rule that has no fixed place looks for: then a
 * word says it all. */
static uint16_t single_piece(const struct few_puzzle *puzzle) {
    const struct few_start *start = &puzzle->start;
    size_t cells = (size_t)puzzle->rows * puzzle->columns;
    for (uint32_t n = 0; start->given && !puzzle->is_string && n < puzzle->board_piece_count; n++) {
        uint16_t piece = puzzle->board_pieces[n];
        size_t count = 0;
        for (size_t i = 0; i < cells; i++)
            count += start->board.cells[i] == piece;
        bool good = count == 1;
        for (uint32_t i = 0; i < puzzle->move_count && good; i++) {
            const struct few_move *move = &puzzle->moves[i];
            good = few_rule_conserves(puzzle, move, piece) &&
                   (is_fixed(move) || (has_literal(move, piece) && !move->along_links && patterns_of(move) == 1));
        }
        if (good)
            return piece;
    }
    return FEW_CODE_ANY;
}

static void find_word_needs(struct few_exporter *x) {
    const struct few_puzzle *puzzle = x->puzzle;
    bool shared = few_share_a_label(x), free_places = puzzle->is_string, several = false, patterns = puzzle->is_string;
    for (uint32_t i = 0; i < puzzle->move_count; i++) {
        const struct few_move *move = &puzzle->moves[i];
        free_places |= !is_fixed(move);
        patterns |= patterns_of(move) > 0;
        x->patternless |= patterns_of(move) == 0;
        several |= move->along_links || patterns_of(move) > 1 || move->free_count;
    }
    x->single = FEW_CODE_ANY;
    if (!shared && free_places && !several)
        x->single = single_piece(puzzle);
    x->words.number = shared || several;
    x->words.place = shared ? patterns : free_places && (x->single == FEW_CODE_ANY || !x->choices.judge);
    if (x->choices.path == FEW_EXPORT_NONE)
        x->words = (struct few_word_needs){0};
}

/* Multiplies the largest number so far, so that a digit of this base fits behind it; so often. false: that is more than 64 bits. */
static bool add_digits(uint64_t *largest, uint64_t base, size_t count) {
    for (size_t i = 0; i < count && base > 1; i++)
        if (__builtin_mul_overflow(*largest, base, largest) || __builtin_add_overflow(*largest, base - 1, largest))
            return false;
    return true;
}

/* The lowest and the highest number among pieces. */
static void widen(const struct few_exporter *x, const uint16_t *pieces, uint32_t count, uint64_t *low, uint64_t *high) {
    for (uint32_t i = 0; i < count; i++) {
        uint64_t code = x->code[pieces[i]];
        *low = code < *low ? code : *low;
        *high = code > *high ? code : *high;
    }
}

static void find_packing(struct few_exporter *x) {
    const struct few_puzzle *puzzle = x->puzzle;
    size_t cells = (size_t)puzzle->rows * puzzle->columns;
    uint64_t cell_high = 0, var_high = 0;
    x->cell_low = x->var_low = UINT64_MAX;
    widen(x, puzzle->board_pieces, puzzle->board_piece_count, &x->cell_low, &cell_high);
    for (uint32_t i = 0; i < puzzle->var_count; i++)
        widen(x, puzzle->vars[i].values, puzzle->vars[i].count, &x->var_low, &var_high);
    if (x->cell_low > cell_high)
        x->cell_low = 0;
    if (x->var_low > var_high)
        x->var_low = 0;
    x->cell_base = cell_high - x->cell_low + 1;
    x->var_base = var_high - x->var_low + 1;
    uint64_t largest = 0;
    x->packed = !puzzle->is_string && add_digits(&largest, x->cell_base, cells) && add_digits(&largest, x->var_base, puzzle->var_count);
}

/* Room for the letters of a string: its bound, or what a start may have and the moves within the limit may add. */
static void find_longest(struct few_exporter *x) {
    const struct few_puzzle *puzzle = x->puzzle;
    if (x->choices.judge && x->choices.judge->reads_rules) {
        x->longest = 256; /* words of 20 letters, and ten times a rule that makes 20 of one */
        return;
    }
    if (puzzle->max_length != FEW_NOWHERE) {
        x->longest = puzzle->max_length;
        return;
    }
    uint64_t most = 0, start = puzzle->start.given ? puzzle->start.board.columns : 0;
    for (uint32_t i = 0; i < puzzle->move_count; i++) {
        const struct few_part *part = &puzzle->moves[i].parts[0];
        uint64_t more = part->after_columns > part->columns ? part->after_columns - part->columns : 0, grown;
        /* As often as the cost allows, rounded up, and once more: that one is made, too, before it is found too dear. */
        if (__builtin_mul_overflow(puzzle->within + 1, more, &grown))
            grown = UINT32_MAX;
        const int64_t cost = few_cost_interval(x, &puzzle->moves[i]).low;
        grown = grown / (cost > 0 ? (uint64_t)cost : 1) + 2 * more; /* free ones are a mistake here */
        if (grown > most)
            most = grown;
    }
    x->longest_start = start < 64 ? 64 : (uint32_t)start;
    most += x->longest_start;
    x->longest = most > UINT32_MAX ? UINT32_MAX : (uint32_t)most;
}

static void find_turned_lines(struct few_exporter *x, const struct few_goal *lines, uint32_t count) {
    for (uint32_t g = 0; g < count; g++)
        for (uint32_t i = 0; i < lines[g].count; i++) {
            const struct few_condition *condition = &lines[g].conditions[i];
            x->turns |= few_condition_turns(x->puzzle, condition);
            x->diagonals |= few_condition_turns(x->puzzle, condition) && condition->diagonal;
        }
}

void few_export_facts(struct few_exporter *x) {
    const struct few_puzzle *puzzle = x->puzzle;
    for (uint32_t i = 0; i < puzzle->board_piece_count; i++) {
        const char *text = puzzle->pieces[puzzle->board_pieces[i]].text;
        x->long_pieces |= text[few_character_length(text)] != '\0';
        x->wide_pieces |= few_character_length(text) > 1;
    }
    for (uint32_t i = 0; i < puzzle->move_count; i++) {
        const struct few_move *move = &puzzle->moves[i];
        const struct few_interval cost = few_cost_interval(x, move);
        x->costs |= cost.low != 1 || cost.high != 1;
        x->free |= cost.low <= 0;
        for (uint32_t k = 0; few_lies_turned(x, move) && k < move->part_count; k++)
            x->turns |= move->parts[k].kind == FEW_PART_PATTERN && (move->parts[k].rows * move->parts[k].columns > 1 || move->repeat);
        x->diagonals |= move->turns >> FEW_TURN_DIAGONAL != 0;
        x->mirrors |= (move->turns >> FEW_TURN_MIRRORED & 0xf) != 0;
        x->repeats |= move->repeat != FEW_ONCE;
        x->built_names |= few_name_is_built(move);
        x->links |= move->along_links;
    }
    x->longest_name = few_longest_name(x);
    find_turned_lines(x, puzzle->goals, puzzle->goal_count);
    find_turned_lines(x, puzzle->nevers, puzzle->never_count);
    if (puzzle->is_string)
        find_longest(x);
    else
        find_packing(x);
    find_word_needs(x);
    few_export_ranks(x);
    few_export_directions(x);
    few_export_bound(x);
}
