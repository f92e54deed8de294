/* Plays moves on a plain state. What a part tests is tested on the state as it is; what it puts is
 * collected in a list of changes, which is then made at once and taken back where it turns out to
 * be no move. */
#include "language/checker.h"

#include "language/checker_fit.h"
#include "language/state_text.h"
#include "language/turns.h"

const uint16_t *few_checker_values(const struct few_checker *checker, size_t *length) {
    *length = checker->values.count;
    return checker->values.items;
}

static bool is_among(uint16_t piece, const uint16_t *pieces, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (pieces[i] == piece)
            return true;
    return false;
}

static bool is_start(const struct few_puzzle *puzzle, const uint16_t *values, size_t length) {
    const struct few_start *start = &puzzle->start;
    size_t cells = (size_t)start->board.rows * start->board.columns;
    if (!start->given || length != cells + puzzle->var_count)
        return false;
    if (cells && memcmp(values, start->board.cells, cells * sizeof *values) != 0)
        return false;
    for (uint32_t i = 0; i < puzzle->var_count; i++) {
        const struct few_var *var = &puzzle->vars[i];
        uint16_t value = values[cells + i];
        bool right = start->vars[i] == FEW_CODE_ANY ? is_among(value, var->values, var->count)
                                                    : value == start->vars[i];
        if (!right)
            return false;
    }
    return true;
}

bool few_checker_begin(struct few_checker *checker, const uint16_t *values, size_t length) {
    return is_start(checker->puzzle, values, length) && few_checker_put(checker, values, length);
}

bool few_checker_put(struct few_checker *checker, const uint16_t *values, size_t length) {
    size_t old = checker->values.count;
    checker->values.count = 0;
    if (few_list_append(&checker->values, values, length))
        return true;
    checker->values.count = old;
    return false;
}

/* What a sum comes to: a piece, or a number that need not be one. */
struct amount {
    bool is_number;
    int64_t number;
    uint16_t piece; /* FEW_CODE_ANY: none is known */
};

static struct amount amount_of(const struct few_checker *checker, const struct few_sum *sum) {
    const struct few_puzzle *puzzle = checker->puzzle;
    uint16_t piece = sum->piece;
    if (sum->ring) {
        const struct few_let *let = &puzzle->lets[sum->names[0]];
        int64_t count = let->count, place = 0;
        while (let->domain[place] != checker->bound[sum->names[0]])
            place++;
        piece = let->domain[((place + sum->constant) % count + count) % count];
    } else if (sum->count == 1 && sum->signs[0] == 1 && sum->constant == 0 && !sum->product_count) {
        piece = checker->bound[sum->names[0]];
    }
    if (piece != FEW_CODE_ANY)
        return (struct amount){puzzle->pieces[piece].is_number, puzzle->pieces[piece].number,
                               piece};
    int64_t number = sum->constant;
    for (uint32_t i = 0; i < sum->count; i++)
        number += sum->signs[i] * puzzle->pieces[checker->bound[sum->names[i]]].number;
    for (const struct few_product *p = sum->products; p && p < sum->products + sum->product_count; p++) {
        int64_t times = p->factor;
        for (uint32_t i = 0; i < p->count; i++)
            times *= puzzle->pieces[checker->bound[p->names[i]]].number;
        number += times;
    }
    return (struct amount){true, number, FEW_CODE_ANY};
}

static bool holds(const struct few_checker *checker, const struct few_comparison *comparison) {
    struct amount left = amount_of(checker, &comparison->left),
                  right = amount_of(checker, &comparison->right);
    bool numbers = left.is_number && right.is_number;
    bool equal = numbers ? left.number == right.number
                         : left.is_number == right.is_number && left.piece == right.piece;
    bool less = numbers && left.number < right.number,
         greater = numbers && left.number > right.number;
    switch (comparison->comparator) {
    case FEW_EQUAL: return equal;
    case FEW_UNEQUAL: return !equal;
    case FEW_LESS: return less;
    case FEW_AT_MOST: return less || (numbers && equal);
    case FEW_GREATER: return greater;
    case FEW_AT_LEAST: return greater || (numbers && equal);
    }
    return false;
}

uint32_t few_checker_cost(const struct few_checker *checker, const struct few_move *move) {
    enum { LARGEST = 1000000000 };
    struct amount fixed = {.is_number = true, .number = move->cost}, times = {.is_number = true, .number = move->per_weight};
    if (move->cost_sum)
        fixed = amount_of(checker, move->cost_sum);
    if (move->per_weight_sum)
        times = amount_of(checker, move->per_weight_sum);
    const int64_t cost = fixed.number + times.number * (move->along_links ? checker->weight : 0);
    return !fixed.is_number || !times.is_number || cost < 0 || cost > LARGEST ? FEW_NO_COST : (uint32_t)cost;
}

bool few_checker_conditions_hold(const struct few_checker *checker, const struct few_move *move) {
    if (few_checker_cost(checker, move) == FEW_NO_COST)
        return false;
    uint32_t next = 0;
    while (next < move->condition_count)
        next = holds(checker, &move->conditions[next]) ? move->conditions[next].if_true
                                                       : move->conditions[next].if_false;
    return move->condition_count == 0 || next == FEW_HOLDS;
}

/* The piece that a code on a right side puts; FEW_CODE_ANY where it is none of those possible
 * there. */
static uint16_t piece_put(const struct few_checker *checker, few_code code,
                          const uint16_t *possible, uint32_t count) {
    struct amount amount = {false, 0, code};
    if (few_code_is_name(code))
        amount.piece = checker->bound[few_code_index(code)];
    else if (few_code_is_sum(code))
        amount = amount_of(checker, &checker->puzzle->sums[few_code_index(code)]);
    if (amount.piece != FEW_CODE_ANY)
        return is_among(amount.piece, possible, count) ? amount.piece : FEW_CODE_ANY;
    for (uint32_t i = 0; i < count; i++) {
        const struct few_piece *piece = &checker->puzzle->pieces[possible[i]];
        if (piece->is_number && piece->number == amount.number)
            return possible[i];
    }
    return FEW_CODE_ANY;
}

uint16_t few_checker_piece_put(const struct few_checker *checker, few_code code) {
    if (!few_code_is_sum(code)) {
        uint16_t piece = few_code_is_name(code) ? checker->bound[few_code_index(code)] : code;
        return piece < checker->pieces && checker->on_board[piece] ? piece : FEW_CODE_ANY;
    }
    return piece_put(checker, code, checker->puzzle->board_pieces,
                     checker->puzzle->board_piece_count);
}

static bool add_change(struct few_checker *checker, size_t place, uint16_t after, bool *no_memory) {
    if (!few_list_reserve(&checker->changes, 1)) {
        *no_memory = true;
        return false;
    }
    struct few_put *changes = checker->changes.items;
    changes[checker->changes.count++] = (struct few_put){(uint32_t)place, FEW_CODE_ANY, after};
    return true;
}

bool few_checker_add_pattern(struct few_checker *checker, const struct few_part *part,
                             const struct few_sought *found, bool *no_memory) {
    const size_t cells = (size_t)part->rows * part->columns;
    const uint16_t wall = few_wall(checker->puzzle); /* never comes and never goes */
    const uint16_t *values = few_checker_state(checker);
    if (!few_list_reserve(&checker->changes, cells)) {
        *no_memory = true;
        return false;
    }
    struct few_put *change = few_list_at(&checker->changes, checker->changes.count);
    for (size_t i = 0; i < cells; i++) {
        if (part->after[i] == FEW_CODE_ANY)
            continue;
        const size_t cell = few_lie_cell(found, i);
        const uint16_t piece = few_checker_piece_put(checker, part->after[i]);
        if (piece == FEW_CODE_ANY || (piece == wall) != (values[cell] == wall))
            return false;
        *change++ = (struct few_put){(uint32_t)cell, FEW_CODE_ANY, piece};
        checker->changes.count++;
    }
    return true;
}

bool few_checker_add_var(struct few_checker *checker, const struct few_part *part, bool *no_memory) {
    if (part->after[0] == FEW_CODE_ANY)
        return true;
    const struct few_var *var = &checker->puzzle->vars[part->var];
    uint16_t piece = piece_put(checker, part->after[0], var->values, var->count);
    return piece != FEW_CODE_ANY &&
           add_change(checker, few_board_cells(checker->puzzle) + part->var, piece, no_memory);
}

static bool add_cycles(struct few_checker *checker, const struct few_part *part, bool *no_memory) {
    const uint16_t *values = few_checker_state(checker);
    const uint32_t *cells = part->cells;
    for (uint32_t cycle = 0; cycle < part->cycles; cells += part->lengths[cycle++])
        for (uint32_t i = 0, length = part->lengths[cycle]; i < length; i++)
            if (!add_change(checker, cells[(i + 1) % length], values[cells[i]], no_memory))
                return false;
    return true;
}

/* Everything the move puts, from the state before it. */
static bool collect_changes(struct few_checker *checker, const struct few_move *move,
                            bool *no_memory) {
    const struct few_sought *found = checker->sought.items;
    bool collected = true;
    checker->changes.count = 0;
    for (uint32_t i = 0; i < move->part_count && collected; i++) {
        const struct few_part *part = &move->parts[i];
        if (part->kind == FEW_PART_PATTERN)
            collected = few_checker_add_pattern(checker, part, found++, no_memory);
        else if (part->kind == FEW_PART_VAR)
            collected = few_checker_add_var(checker, part, no_memory);
        else
            collected = add_cycles(checker, part, no_memory);
    }
    return collected;
}

void few_checker_take_back(struct few_checker *checker, size_t first) {
    uint16_t *values = few_checker_state(checker);
    struct few_put *changes = checker->changes.items;
    for (size_t i = checker->changes.count; i-- > first;)
        values[changes[i].place] = changes[i].before;
}

bool few_checker_make_from(struct few_checker *checker, size_t first) {
    uint16_t *values = few_checker_state(checker);
    struct few_put *changes = checker->changes.items;
    size_t count = checker->changes.count;
    for (size_t i = first; i < count; i++) {
        changes[i].before = values[changes[i].place];
        values[changes[i].place] = changes[i].after;
    }
    bool agree = true;
    for (size_t i = first; i < count && agree; i++)
        agree = values[changes[i].place] == changes[i].after;
    if (!agree)
        few_checker_take_back(checker, first);
    return agree;
}

/* Makes all changes and counts in *changed the values that differ from before; if there are none, it is no move. */
static bool make_changes(struct few_checker *checker, size_t *changed) {
    const struct few_put *changes = checker->changes.items;
    *changed = 0;
    if (!few_checker_make_from(checker, 0))
        return false;
    for (size_t i = 0; i < checker->changes.count; i++)
        *changed += changes[i].before != changes[i].after;
    return *changed > 0;
}

const struct few_orientation *few_checker_orientation(int32_t direction) {
    static const unsigned orientations[FEW_TURNS] = {
        FEW_UP,          FEW_DOWN,          FEW_LEFT,          FEW_RIGHT,
        FEW_UP_MIRRORED, FEW_DOWN_MIRRORED, FEW_LEFT_MIRRORED, FEW_RIGHT_MIRRORED,
        FEW_UP_LEFT,     FEW_UP_RIGHT,      FEW_DOWN_LEFT,     FEW_DOWN_RIGHT,
    };
    return &few_orientations[direction < 0 ? FEW_RIGHT : orientations[direction]];
}

/* Goes on to the next place where a pattern of a move fits. The first pattern's place is known,
 * except that a link of its cell must be chosen; another one is tried everywhere. */
static bool find_next(struct few_checker *checker, const struct few_move *move,
                      struct few_move_place place, struct few_sought *sought, bool is_first) {
    const struct few_orientation *orientation = few_checker_orientation(place.direction);
    uint64_t tries = is_first ? 1 : few_board_cells(checker->puzzle);
    const size_t links = move->along_links ? checker->links_from[place.cell] : 0;
    if (move->along_links)
        tries = checker->links_from[place.cell + 1] - links;
    few_checker_unbind(checker, sought->trail);
    while (sought->next < tries) {
        size_t n = (size_t)sought->next++;
        bool lies = true;
        if (move->along_links) {
            int64_t step = (int64_t)checker->linked[links + n] - place.cell;
            checker->weight = checker->weights ? checker->weights[links + n] : 1;
            sought->lie =
                (struct few_lie){.first = place.cell, .row_step = step, .column_step = step};
        } else if (move->on) {
            sought->lie = (struct few_lie){.cells = move->on};
        } else {
            lies = few_checker_lay(checker, sought, orientation, is_first ? place.cell : n);
        }
        if (lies && few_checker_fits(checker, sought))
            return true;
        few_checker_unbind(checker, sought->trail);
    }
    return false;
}

/* How many values the claimed state has that the present one has not; 0 also where it is not
 * readable as one. */
static size_t read_claimed(struct few_checker *checker, const struct few_space *space,
                           const uint64_t *state, bool *no_memory) {
    size_t length = few_board_values(checker->puzzle), differences = 0;
    if (!checker->claimed)
        checker->claimed = few_alloc_filled(checker->memory, few_values_room(checker->puzzle) * sizeof(uint16_t));
    if (!checker->claimed) {
        *no_memory = true;
        return 0;
    }
    const uint16_t *values = few_checker_state(checker), *claimed = checker->claimed;
    space->run->read(space, state, checker->claimed, &length);
    if (length != checker->values.count)
        return 0;
    for (size_t i = 0; i < length; i++)
        differences += values[i] != claimed[i];
    return differences;
}

/* Whether the changes, which have been made, lead to the claimed state: as many as there are
 * differences, and each of them one. (A value that is put twice changes only the first time.) */
static bool is_claimed(const struct few_checker *checker, size_t changed, size_t differences) {
    const uint16_t *values = few_checker_state(checker);
    const struct few_put *changes = checker->changes.items;
    for (size_t i = 0; i < checker->changes.count; i++)
        if (values[changes[i].place] != checker->claimed[changes[i].place])
            return false;
    return changed == differences;
}

/* What is wanted of the results of a move: the first of all, or the one with that many differences
 * that is claimed; or all of them, to be shown one after the other. */
struct wish {
    bool any_result;
    size_t differences;
    few_checker_result *show; /* NULL: one is wanted */
    void *context;
};

/* Whether the result that has been made is the one; otherwise it is taken back. What must never be is no result. */
static bool is_wanted(struct few_checker *checker, const struct wish *wish, size_t changed, bool *no_memory) {
    bool wanted = !wish->show && (wish->any_result || is_claimed(checker, changed, wish->differences));
    const bool allowed = (wanted || wish->show) && !few_checker_never(checker, no_memory) && !*no_memory;
    wanted = wanted && allowed;
    if (wish->show && allowed)
        wish->show(checker, wish->context);
    if (!wanted)
        few_checker_take_back(checker, 0);
    return wanted;
}

/* Where names are free, from the i-th on, all their values are tried, until the result is right. */
static bool play_choices(struct few_checker *checker, const struct few_move *move, struct few_move_place place,
                         uint32_t i, const struct wish *wish, bool *no_memory) {
    if (i == move->free_count) {
        size_t changed;
        if (!few_checker_conditions_hold(checker, move))
            return false;
        const bool made = move->repeat ? few_checker_make_steps(checker, move, place, &changed, no_memory)
                                       : collect_changes(checker, move, no_memory) && make_changes(checker, &changed);
        return made && is_wanted(checker, wish, changed, no_memory);
    }
    const unsigned name = few_code_index(move->free[i]);
    const struct few_let *let = &checker->puzzle->lets[name];
    bool found = false;
    for (uint32_t k = 0; k < let->count && !found && !*no_memory; k++) {
        checker->bound[name] = let->domain[k];
        found = play_choices(checker, move, place, i + 1, wish, no_memory);
    }
    checker->bound[name] = FEW_CODE_ANY;
    return found;
}

/* Tries all places of all patterns, one inside the other, until the result is right. */
static bool play_patterns(struct few_checker *checker, const struct few_move *move,
                          struct few_move_place place, const struct wish *wish, bool *no_memory) {
    struct few_sought *sought = checker->sought.items;
    size_t count = checker->sought.count, level = 0;
    sought[0].trail = checker->trail_length;
    for (;;) {
        if (!find_next(checker, move, place, &sought[level], level == 0)) {
            if (level == 0)
                return false;
            level--;
        } else if (level + 1 < count) {
            level++;
            sought[level].next = 0;
            sought[level].trail = checker->trail_length;
        } else if (play_choices(checker, move, place, 0, wish, no_memory)) {
            return true;
        } else if (*no_memory) {
            return false;
        }
    }
}

/* Lists the patterns of a move and tests its vars. */
static bool prepare(struct few_checker *checker, const struct few_move *move, bool *no_memory) {
    size_t cells = few_board_cells(checker->puzzle);
    checker->sought.count = 0;
    for (uint32_t i = 0; i < move->part_count; i++) {
        const struct few_part *part = &move->parts[i];
        if (part->kind == FEW_PART_VAR &&
            !few_checker_allows(checker, part->before[0],
                                few_checker_state(checker)[cells + part->var]))
            return false;
        if (part->kind != FEW_PART_PATTERN)
            continue;
        struct few_sought sought = {
            .codes = part->before, .floors = part->floors, .rows = part->rows, .columns = part->columns};
        if (!few_list_append(&checker->sought, &sought, 1)) {
            *no_memory = true;
            return false;
        }
    }
    return true;
}

/* Whether the pattern of a move may begin at that cell. */
static bool is_right_place(const struct few_checker *checker, const struct few_move *move, uint32_t cell) {
    return cell < few_board_cells(checker->puzzle) && (move->at == FEW_NOWHERE || move->at == cell) &&
           (!move->on || move->on[0] == cell);
}

/* Whether the move has one part, a pattern, and nothing else: then it has one result at a place, at most. */
static bool is_plain(const struct few_puzzle *puzzle, const struct few_move *move) {
    return move->part_count == 1 && move->parts[0].kind == FEW_PART_PATTERN && !move->along_links && !move->free_count &&
           !move->repeat && !move->condition_count && !few_costs_by_names(move) && !puzzle->never_count;
}

static bool play_plainly(struct few_checker *checker, const struct few_move *move, struct few_move_place place,
                         bool *no_memory) {
    const struct few_part *part = &move->parts[0];
    struct few_sought sought = {.codes = part->before, .floors = part->floors, .rows = part->rows, .columns = part->columns};
    size_t changed;
    if (move->on)
        sought.lie = (struct few_lie){.cells = move->on};
    else if (!few_checker_lay(checker, &sought, few_checker_orientation(place.direction), place.cell))
        return false;
    checker->changes.count = 0;
    return few_checker_fits(checker, &sought) && few_checker_add_pattern(checker, part, &sought, no_memory) &&
           make_changes(checker, &changed);
}

static bool play_on_board(struct few_checker *checker, const struct few_move *move,
                          struct few_move_place place, const struct few_space *space,
                          const uint64_t *claimed_state, bool *no_memory) {
    if (is_plain(checker->puzzle, move))
        return is_right_place(checker, move, place.cell) && play_plainly(checker, move, place, no_memory);
    if (!prepare(checker, move, no_memory))
        return false;
    size_t patterns = checker->sought.count;
    if (patterns ? !is_right_place(checker, move, place.cell) : place.cell != FEW_NO_CELL)
        return false;
    const uint32_t *links = checker->links_from;
    bool one_place = patterns < 2 && (!move->along_links || links[place.cell + 1] - links[place.cell] < 2);
    struct wish wish = {.any_result = one_place && move->free_count == 0};
    if (!wish.any_result) {
        wish.differences = read_claimed(checker, space, claimed_state, no_memory);
        if (wish.differences == 0)
            return false;
    }
    return patterns ? play_patterns(checker, move, place, &wish, no_memory)
                    : play_choices(checker, move, place, 0, &wish, no_memory);
}

static bool show_on_board(struct few_checker *checker, struct few_move_place place, few_checker_result *show,
                          void *context) {
    const struct few_move *move = &checker->puzzle->moves[place.rule];
    const struct wish wish = {.show = show, .context = context};
    bool no_memory = false;
    if (!prepare(checker, move, &no_memory))
        return !no_memory;
    if (checker->sought.count) {
        if (is_right_place(checker, move, place.cell))
            play_patterns(checker, move, place, &wish, &no_memory);
    } else if (place.cell == FEW_NO_CELL) {
        play_choices(checker, move, place, 0, &wish, &no_memory);
    }
    return !no_memory;
}

bool few_checker_show(struct few_checker *checker, struct few_move_place place, few_checker_result *show, void *context) {
    few_checker_unbind(checker, 0);
    return checker->puzzle->is_string ? few_checker_show_on_string(checker, place, show, context)
                                      : show_on_board(checker, place, show, context);
}

void few_checker_match(const struct few_checker *checker, struct few_move_place place, const uint16_t **bound,
                       uint32_t *cells, uint32_t room) {
    const struct few_move *move = &checker->puzzle->moves[place.rule];
    const struct few_sought *sought = checker->sought.items;
    *bound = checker->bound;
    cells[0] = place.cell;
    for (uint32_t i = 0; !checker->puzzle->is_string && i < checker->sought.count && i < room; i++)
        cells[i] = (uint32_t)few_lie_cell(&sought[i], 0);
    if (move->along_links)
        cells[1] = (uint32_t)few_lie_cell(&sought[0], 1);
}

bool few_checker_play(struct few_checker *checker, struct few_move_place place,
                      const struct few_space *space, const uint64_t *claimed_state,
                      bool *no_memory) {
    const struct few_puzzle *puzzle = checker->puzzle;
    *no_memory = false;
    if (place.rule >= puzzle->move_count)
        return false;
    const struct few_move *move = &puzzle->moves[place.rule];
    if (!few_has_turn(move, place.direction))
        return false;
    few_checker_unbind(checker, 0);
    if (puzzle->is_string)
        return few_checker_play_on_string(checker, move, place.cell, space, claimed_state, no_memory);
    return play_on_board(checker, move, place, space, claimed_state, no_memory);
}
