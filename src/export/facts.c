/* What is known of a puzzle from its rules as they are written. */
#include "export/dialect.h"
#include "language/name.h"

const char *few_string_label(struct few_exporter *x, const struct few_move *move) {
    struct few_pen pen = {0};
    const uint32_t rule = (uint32_t)(move - x->puzzle->moves);
    few_pen_label(&pen, x->puzzle, (struct few_move_place){rule, -1, FEW_NO_CELL, 0});
    char *text = few_arena_alloc(&x->arena, pen.bytes + 1);
    if (!text) {
        x->no_memory = true;
        return "";
    }
    pen = (struct few_pen){.paper = text};
    few_pen_label(&pen, x->puzzle, (struct few_move_place){rule, -1, FEW_NO_CELL, 0});
    return text;
}

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

bool few_condition_turns(const struct few_condition *condition) {
    return (condition->any_direction || condition->diagonal) && condition->drawing.rows * condition->drawing.columns > 1;
}

const char *few_turned_label(struct few_exporter *x, const struct few_move *move, int direction) {
    if (!move->name_part_count)
        return few_print(x, "%s%s%s", move->name ? move->name : "", move->name ? "-" : "", x->puzzle->directions[direction]);
    const struct few_move_place place = {.rule = (uint32_t)(move - x->puzzle->moves), .direction = direction, .cell = FEW_NO_CELL};
    struct few_pen pen = {0};
    few_pen_filled(&pen, x->puzzle, place, (struct few_filling){NULL, NULL});
    char *label = few_arena_alloc(&x->arena, pen.bytes + 1);
    if (!label) {
        x->no_memory = true;
        return "";
    }
    pen = (struct few_pen){.paper = label};
    few_pen_filled(&pen, x->puzzle, place, (struct few_filling){NULL, NULL});
    label[pen.bytes] = '\0';
    return label;
}

static const char *label_text(struct few_exporter *x, const struct few_move *move, int direction) {
    if (move->any_direction)
        return few_turned_label(x, move, direction);
    return move->name ? move->name : x->puzzle->is_string ? few_string_label(x, move) : "move";
}

/* Whether a word may stand for moves of two rules, or of two directions of one. */
static bool share_a_label(struct few_exporter *x) {
    struct few_words labels;
    bool shared = false;
    few_words_init(&labels, x->memory);
    for (uint32_t i = 0; i < x->puzzle->move_count && !shared; i++)
        for (int d = 0; d < (x->puzzle->moves[i].any_direction ? 4 : 1) && !shared; d++) {
            const char *text = label_text(x, &x->puzzle->moves[i], d);
            struct few_word word = {text, strlen(text)};
            shared = few_words_find(&labels, word) != FEW_NO_WORD;
            if (!few_words_set(&labels, word, i))
                x->no_memory = shared = true;
        }
    few_words_free(&labels);
    return shared;
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

static void note(bool *seen, bool *used, unsigned name) {
    used[name] |= seen[name];
    seen[name] = true;
}

void few_note_uses(struct few_exporter *x, const struct few_move *move, bool clash) {
    bool *seen = few_arena_alloc(&x->arena, x->puzzle->let_count + 1), *used = few_arena_alloc(&x->arena, x->puzzle->let_count + 1);
    if (!seen || !used) {
        x->no_memory = true;
        return;
    }
    for (uint32_t p = 0; p < move->part_count; p++) {
        const struct few_part *part = &move->parts[p];
        if (part->kind == FEW_PART_CYCLE)
            continue;
        size_t before = part->kind == FEW_PART_VAR ? 1 : (size_t)part->rows * part->columns;
        size_t after = x->puzzle->is_string ? part->after_columns : before;
        for (size_t i = 0; i < before; i++)
            if (few_code_is_name(part->before[i]))
                note(seen, used, few_code_index(part->before[i]));
        size_t count;
        const uint16_t *possible = few_cell_values(x, &count);
        if (part->kind == FEW_PART_VAR) {
            possible = x->puzzle->vars[part->var].values;
            count = x->puzzle->vars[part->var].count;
        }
        for (size_t i = 0; i < after; i++) {
            bool stays = !clash && !x->puzzle->is_string && part->after[i] == part->before[i];
            if (part->after[i] == FEW_CODE_ANY || !few_can_put(x, move, part->after[i], possible, count))
                continue; /* what can never be put is not written */
            if (few_code_is_name(part->after[i]) && !stays)
                used[few_code_index(part->after[i])] = true;
            if (!few_code_is_sum(part->after[i]))
                continue;
            const struct few_sum *sum = &x->puzzle->sums[few_code_index(part->after[i])];
            for (uint32_t k = 0; k < sum->count; k++)
                used[sum->names[k]] = true;
        }
    }
    for (uint32_t i = 0; i < move->condition_count; i++)
        for (unsigned side = 0; side < 2 && few_comparison_asks(x, &move->conditions[i]); side++) {
            const struct few_sum *sum = side ? &move->conditions[i].right : &move->conditions[i].left;
            for (uint32_t k = 0; k < sum->count; k++)
                used[sum->names[k]] = true;
        }
    x->used = used;
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
    bool shared = share_a_label(x), free_places = puzzle->is_string, several = false, patterns = puzzle->is_string;
    for (uint32_t i = 0; i < puzzle->move_count; i++) {
        const struct few_move *move = &puzzle->moves[i];
        free_places |= !is_fixed(move);
        patterns |= patterns_of(move) > 0;
        x->patternless |= patterns_of(move) == 0;
        several |= move->along_links || patterns_of(move) > 1;
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
        grown = grown / (puzzle->moves[i].cost ? puzzle->moves[i].cost : 1) + 2 * more; /* free ones are a mistake here */
        if (grown > most)
            most = grown;
    }
    x->longest_start = start < 64 ? 64 : (uint32_t)start;
    most += x->longest_start;
    x->longest = most > UINT32_MAX ? UINT32_MAX : (uint32_t)most;
}

void few_export_facts(struct few_exporter *x) {
    const struct few_puzzle *puzzle = x->puzzle;
    for (uint32_t i = 0; i < puzzle->board_piece_count; i++) {
        const char *text = puzzle->pieces[puzzle->board_pieces[i]].text;
        x->long_pieces |= text[few_character_length(text)] != '\0';
        x->wide_pieces |= few_character_length(text) > 1;
    }
    for (uint32_t i = 0; i < puzzle->move_count; i++) {
        x->costs |= puzzle->moves[i].cost != 1;
        x->free |= puzzle->moves[i].cost == 0;
        for (uint32_t k = 0; puzzle->moves[i].any_direction && k < puzzle->moves[i].part_count; k++)
            x->turns |= puzzle->moves[i].parts[k].kind == FEW_PART_PATTERN && puzzle->moves[i].parts[k].rows * puzzle->moves[i].parts[k].columns > 1;
        x->links |= puzzle->moves[i].along_links;
    }
    for (uint32_t g = 0; g < puzzle->goal_count; g++)
        for (uint32_t i = 0; i < puzzle->goals[g].count; i++) {
            const struct few_condition *condition = &puzzle->goals[g].conditions[i];
            x->turns |= few_condition_turns(condition);
            x->diagonals |= few_condition_turns(condition) && condition->diagonal;
        }
    if (puzzle->is_string)
        find_longest(x);
    else
        find_packing(x);
    find_word_needs(x);
    few_export_ranks(x);
    few_export_directions(x);
    few_export_bound(x);
}
