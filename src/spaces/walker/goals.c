/* Which cells of a walker's board are goals, and which must never be entered. Everything but the mover is fixed, so each condition
 * of a goal is a set of cells: those in which the mover fulfils it. A goal line is the intersection
 * of its sets, the goal the union of its lines.
 *
 * A set is one bit a cell only where it must be: the usual goal, the mover in one cell, costs no
 * more than looking at the drawing. */
#include <string.h>

#include "language/choices.h"
#include "spaces/walker/walker.h"
#include "spaces/walker/space.h"

enum set_kind {
    SET_EMPTY,
    SET_ONE,
    SET_ALL,
    SET_BITS
}; /* all: every cell the mover can stand in */

struct set {
    enum set_kind kind;
    uint32_t cell;  /* SET_ONE */
    uint64_t *bits; /* room for SET_BITS, once it was needed */
};

struct finder {
    struct few_walker *walker;
    const struct few_puzzle *puzzle;
    struct set result, line, found;
    size_t words; /* of a set of bits */
    uint16_t assignment[FEW_MAX_NAMES + 1];
};

static bool can_stand(const struct few_walker *walker, uint32_t cell) {
    return walker->frozen ? cell == 0 : walker->board[cell] == FEW_WALKER_FLOOR;
}

static bool is_in(const struct finder *f, const struct set *set, uint32_t cell) {
    switch (set->kind) {
    case SET_EMPTY: return false;
    case SET_ONE: return set->cell == cell;
    case SET_ALL: return can_stand(f->walker, cell);
    default: return set->bits[cell >> 6] >> (cell & 63) & 1;
    }
}

static void put_bit(uint64_t *bits, uint32_t cell) {
    bits[cell >> 6] |= (uint64_t)1 << (cell & 63);
}

/* Makes a set one of bits. */
static bool spell_out(struct finder *f, struct set *set) {
    if (set->kind == SET_BITS)
        return true;
    if (!set->bits)
        set->bits = few_alloc(f->walker->memory, f->words * sizeof *set->bits);
    if (!set->bits)
        return false;
    memset(set->bits, 0, f->words * sizeof *set->bits);
    if (set->kind == SET_ONE)
        put_bit(set->bits, set->cell);
    for (uint32_t cell = 0; set->kind == SET_ALL && cell < f->walker->cells; cell++)
        set->bits[cell >> 6] |= (uint64_t)can_stand(f->walker, cell) << (cell & 63);
    set->kind = SET_BITS;
    return true;
}

static void keep_only(const struct finder *f, struct set *set, uint32_t cell) {
    set->kind = is_in(f, set, cell) ? SET_ONE : SET_EMPTY;
    set->cell = cell;
}

static bool take_out(struct finder *f, struct set *set, uint32_t cell) {
    if (!is_in(f, set, cell))
        return true;
    if (set->kind == SET_ONE) {
        set->kind = SET_EMPTY;
        return true;
    }
    if (!spell_out(f, set))
        return false;
    set->bits[cell >> 6] &= ~((uint64_t)1 << (cell & 63));
    return true;
}

/* set &= other, or set &= ~other */
static bool intersect(struct finder *f, struct set *set, struct set *other, bool without) {
    if (set->kind == SET_EMPTY)
        return true;
    if (!spell_out(f, set) || !spell_out(f, other))
        return false;
    for (size_t i = 0; i < f->words; i++)
        set->bits[i] &= without ? ~other->bits[i] : other->bits[i];
    return true;
}

static bool unite(struct finder *f, struct set *set, struct set *other) {
    if (other->kind == SET_EMPTY || set->kind == SET_ALL)
        return true;
    if (set->kind == SET_EMPTY && other->kind != SET_BITS) {
        set->kind = other->kind;
        set->cell = other->cell;
        return true;
    }
    if (!spell_out(f, set) || !spell_out(f, other))
        return false;
    for (size_t i = 0; i < f->words; i++)
        set->bits[i] |= other->bits[i];
    return true;
}

/* What a code of a goal wants to see in a cell: a number of the board, the mover, or
 * FEW_WALKER_ON_BOARD for anything. */
static uint8_t wanted(const struct finder *f, few_code code) {
    if (few_code_is_piece(code))
        return f->walker->number_of[code];
    if (code == FEW_CODE_ANY)
        return FEW_WALKER_ON_BOARD;
    few_code piece = few_code_value(f->puzzle, code, f->assignment);
    return piece == FEW_CODE_ANY ? FEW_WALKER_MISSING : f->walker->number_of[piece];
}

/* The next column of a row, from this one on, in which the drawing says something; on a large board
 * most say nothing. */
static uint32_t next_column(const few_code *codes, uint32_t column, uint32_t columns) {
    enum { BLOCK = 256 };
    while (column < columns && codes[column] == FEW_CODE_ANY) {
        const uint32_t count = columns - column < BLOCK ? columns - column : BLOCK;
        if (memcmp(codes + column, codes + column + 1, (count - 1) * sizeof *codes) != 0) /* each is like the next one */
            break;
        column += count;
    }
    while (column < columns && codes[column] == FEW_CODE_ANY)
        column++;
    return column;
}

/* Two rounds: once the mover's cell is known, what the rest asks for costs one comparison each. */
static bool apply_drawing(struct finder *f, const struct few_drawing *drawing) {
    const struct few_walker *walker = f->walker;
    const uint32_t columns = walker->columns;
    if (!few_go_on(walker->memory, (uint64_t)walker->rows * (columns / 4 + 4)))
        return false;
    bool asks_more = true;
    for (int round = 0; round < 2 && asks_more; round++) {
        const few_code *codes = drawing->cells;
        asks_more = false;
        for (uint32_t row = 0; row < walker->rows; row++, codes += columns)
            for (uint32_t column = next_column(codes, 0, columns); column < columns;
                 column = next_column(codes, column + 1, columns)) {
                const uint32_t cell = few_walker_index(walker, row, column);
                const uint8_t want = wanted(f, codes[column]);
                asks_more = asks_more || want != FEW_WALKER_MOVER;
                if ((want == FEW_WALKER_MOVER) != (round == 0))
                    continue;
                if (round == 0)
                    keep_only(f, &f->line, cell);
                else if (want != walker->board[cell])
                    f->line.kind = SET_EMPTY;
                else if (want == FEW_WALKER_FLOOR && !take_out(f, &f->line, cell))
                    return false;
            }
        if (f->line.kind == SET_EMPTY)
            return true;
    }
    return true;
}

/* A pattern that is looked for all over the board. */
struct pattern {
    uint32_t count;  /* cells that are looked at */
    uint32_t floors; /* of these, floor */
    uint32_t movers;
    uint32_t turns;
    uint8_t *wanted;
    uint32_t *cells;       /* of the drawing */
    int64_t *offsets;      /* in the turn that is tried */
    uint32_t (*places)[2]; /* turn and place of the first matches, at most floors * turns + 1 */
    uint32_t place_count;
    const struct few_drawing *drawing;
    struct few_walker_turn turn[8];
};

static bool read_pattern(struct finder *f, struct few_arena *arena,
                         const struct few_condition *condition, struct pattern *p) {
    const struct few_drawing *drawing = &condition->drawing;
    const size_t size = (size_t)drawing->rows * drawing->columns;
    *p = (struct pattern){.drawing = drawing};
    p->wanted = few_arena_alloc(arena, size);
    p->cells = few_arena_alloc(arena, size * sizeof *p->cells);
    p->offsets = few_arena_alloc(arena, size * sizeof *p->offsets);
    if (!p->wanted || !p->cells || !p->offsets)
        return false;
    for (uint32_t i = 0; i < size; i++) {
        uint8_t want = wanted(f, drawing->cells[i]);
        if (want == FEW_WALKER_ON_BOARD)
            continue;
        p->wanted[p->count] = want;
        p->cells[p->count++] = i;
        p->floors += want == FEW_WALKER_FLOOR;
        p->movers += want == FEW_WALKER_MOVER;
    }
    for (int i = 0; i < 4; i++)
        if (condition->any_direction || i == 3)
            p->turn[p->turns++] = few_walker_turns[i];
    for (int i = 0; condition->diagonal && i < (condition->any_direction ? 4 : 2); i++)
        p->turn[p->turns++] = few_walker_diagonals[i];
    p->places = few_arena_alloc(arena, ((size_t)p->floors * p->turns + 1) * sizeof *p->places);
    return p->places != NULL;
}

static void turn_position(const struct pattern *p, uint32_t turn, uint32_t cell, int64_t *row,
                          int64_t *column) {
    const struct few_walker_turn *t = &p->turn[turn];
    int64_t r = cell / p->drawing->columns, c = cell % p->drawing->columns;
    *row = r * t->row_row + c * t->column_row;
    *column = r * t->row_column + c * t->column_column;
}

/* The cell of the mover is noted where the pattern has one. Without a mover, a match holds for
 * every cell of the mover but its own floors; so once there are more matches than can share a
 * floor, it always holds. */
static bool match_at(struct finder *f, struct pattern *p, uint32_t turn, uint32_t place) {
    const uint8_t *board = f->walker->board;
    uint32_t mover = 0;
    for (uint32_t i = 0; i < p->count; i++) {
        const uint32_t cell = (uint32_t)(place + p->offsets[i]);
        if (p->wanted[i] == FEW_WALKER_MOVER && board[cell] == FEW_WALKER_FLOOR)
            mover = cell;
        else if (p->wanted[i] != board[cell])
            return false;
    }
    if (p->movers == 1) {
        put_bit(f->found.bits, mover);
        return false;
    }
    p->places[p->place_count][0] = turn;
    p->places[p->place_count++][1] = place;
    return p->place_count > p->floors * p->turns;
}

/* True as soon as it is known to hold for all cells. */
static bool match_turn(struct finder *f, struct pattern *p, uint32_t turn) {
    const struct few_walker *walker = f->walker;
    int64_t top = 0, bottom = walker->rows - (int64_t)1, left = 0,
            right = walker->columns - (int64_t)1;
    for (int corner = 0; corner < 2; corner++) {
        int64_t row, column;
        turn_position(p, turn, corner == 0 ? 0 : p->drawing->rows * p->drawing->columns - 1, &row,
                      &column);
        top = -row > top ? -row : top;
        left = -column > left ? -column : left;
        bottom = walker->rows - 1 - row < bottom ? walker->rows - 1 - row : bottom;
        right = walker->columns - 1 - column < right ? walker->columns - 1 - column : right;
    }
    for (uint32_t i = 0; i < p->count; i++) {
        int64_t row, column;
        turn_position(p, turn, p->cells[i], &row, &column);
        p->offsets[i] = row * walker->stride + column;
    }
    for (int64_t row = top; row <= bottom && few_go_on(walker->memory, walker->columns * ((uint64_t)p->count + 1)); row++)
        for (int64_t column = left; column <= right; column++)
            if (match_at(f, p, turn, few_walker_index(walker, (uint32_t)row, (uint32_t)column)))
                return true;
    return false;
}

static bool covers_floor(const struct few_walker *walker, const struct pattern *p, uint32_t match,
                         uint32_t cell) {
    for (uint32_t i = 0; i < p->count; i++) {
        int64_t row, column;
        turn_position(p, p->places[match][0], p->cells[i], &row, &column);
        if (p->wanted[i] == FEW_WALKER_FLOOR &&
            p->places[match][1] + row * walker->stride + column == cell)
            return true;
    }
    return false;
}

/* Fills f->found with the cells of the mover for which the pattern stands somewhere. */
static bool find_pattern(struct finder *f, struct pattern *p) {
    f->found.kind = SET_EMPTY;
    if (p->movers > 1)
        return true;
    if (!spell_out(f, &f->found))
        return false;
    for (uint32_t turn = 0; turn < p->turns; turn++)
        if (match_turn(f, p, turn)) {
            f->found.kind = SET_ALL;
            return true;
        }
    if (!few_go_on(f->walker->memory, 0))
        return false; /* then not all places were tried */
    if (p->place_count == 0)
        return true;
    f->found.kind = SET_ALL;
    for (uint32_t i = 0; i < p->count; i++) {
        int64_t row, column;
        turn_position(p, p->places[0][0], p->cells[i], &row, &column);
        uint32_t cell = (uint32_t)(p->places[0][1] + row * f->walker->stride + column), match = 0;
        while (match < p->place_count && covers_floor(f->walker, p, match, cell))
            match++;
        if (!few_go_on(f->walker->memory, 4 * (match + (uint64_t)1) * p->count))
            return false;
        if (match == p->place_count && !take_out(f, &f->found, cell))
            return false;
    }
    return true;
}

static bool apply_pattern(struct finder *f, const struct few_condition *condition, bool nowhere) {
    struct few_arena arena;
    struct pattern pattern;
    few_arena_init(&arena, f->walker->memory);
    bool made = read_pattern(f, &arena, condition, &pattern) && find_pattern(f, &pattern) &&
                intersect(f, &f->line, &f->found, nowhere);
    few_arena_free(&arena);
    return made;
}

/* Names that stand only in this `nowhere` are tried with all values. */
static bool apply_nowhere(struct finder *f, const struct few_condition *condition,
                          const struct few_choices *line) {
    struct few_choices own;
    few_choices_init(&own, f->puzzle, f->assignment);
    few_choices_add(&own, line, condition->drawing.cells,
                    (size_t)condition->drawing.rows * condition->drawing.columns);
    for (bool more = few_choices_first(&own); more && f->line.kind != SET_EMPTY;
         more = few_choices_next(&own))
        if (!apply_pattern(f, condition, true))
            return false;
    return true;
}

/* Drawings first: they leave the least to do. */
static bool find_line(struct finder *f, const struct few_goal *goal,
                      const struct few_choices *names) {
    f->line.kind = SET_ALL;
    if (f->walker->frozen) {
        f->line.kind = SET_ONE;
        f->line.cell = 0;
    }
    for (int round = 0; round < 2; round++)
        for (uint32_t i = 0; i < goal->count && f->line.kind != SET_EMPTY; i++) {
            const struct few_condition *condition = &goal->conditions[i];
            if ((condition->kind == FEW_GOAL_DRAWING) != (round == 0))
                continue;
            bool made = condition->kind == FEW_GOAL_DRAWING ? apply_drawing(f, &condition->drawing)
                        : condition->kind == FEW_GOAL_NOWHERE ? apply_nowhere(f, condition, names)
                                                              : apply_pattern(f, condition, false);
            if (!made)
                return false;
        }
    return unite(f, &f->result, &f->line);
}

static bool find_all(struct finder *f, const struct few_goal *lines, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const struct few_goal *goal = &lines[i];
        struct few_choices names;
        few_choices_init(&names, f->puzzle, f->assignment);
        for (uint32_t j = 0; j < goal->count; j++) {
            const struct few_condition *condition = &goal->conditions[j];
            if (condition->kind == FEW_GOAL_DRAWING || condition->kind == FEW_GOAL_SOMEWHERE)
                few_choices_add(&names, NULL, condition->drawing.cells,
                                (size_t)condition->drawing.rows * condition->drawing.columns);
        }
        for (bool more = few_choices_first(&names); more; more = few_choices_next(&names))
            if (!find_line(f, goal, &names))
                return false;
    }
    return true;
}

/* The cells in which some `never` holds; they are no goals, either. */
static bool find_nevers(struct finder *f, struct set *never) {
    struct few_walker *walker = f->walker;
    if (f->puzzle->never_count == 0 || walker->frozen)
        return true;
    if (!find_all(f, f->puzzle->nevers, f->puzzle->never_count))
        return false;
    if (f->result.kind == SET_EMPTY)
        return true;
    walker->never_bits = few_arena_alloc(&walker->arena, f->words * sizeof *walker->never_bits);
    if (!walker->never_bits || !spell_out(f, &f->result))
        return false;
    memcpy(walker->never_bits, f->result.bits, f->words * sizeof *walker->never_bits);
    *never = (struct set){.kind = SET_BITS, .bits = walker->never_bits};
    f->result.kind = SET_EMPTY;
    return true;
}

static bool keep_result(struct finder *f) {
    struct few_walker *walker = f->walker;
    if (f->result.kind == SET_EMPTY)
        return true;
    if (f->result.kind == SET_ONE) {
        walker->goal_count = 1;
        walker->goal_cell = f->result.cell;
        return true;
    }
    if (!spell_out(f, &f->result))
        return false;
    for (size_t i = 0; i < f->words; i++) {
        if (f->result.bits[i] != 0)
            walker->goal_cell = (uint32_t)(i * 64 + (size_t)__builtin_ctzll(f->result.bits[i]));
        walker->goal_count += (uint64_t)__builtin_popcountll(f->result.bits[i]);
    }
    if (walker->goal_count <= 1)
        return true;
    walker->goal_bits = few_arena_alloc(&walker->arena, f->words * sizeof *walker->goal_bits);
    if (!walker->goal_bits)
        return false;
    memcpy(walker->goal_bits, f->result.bits, f->words * sizeof *walker->goal_bits);
    return true;
}

bool few_walker_find_goals(struct few_walker *walker, const struct few_puzzle *puzzle,
                           struct few_error *error) {
    struct finder f = {.walker = walker, .puzzle = puzzle, .words = walker->cells / 64 + (size_t)1};
    struct set never = {.kind = SET_EMPTY};
    bool made = find_nevers(&f, &never) && find_all(&f, puzzle->goals, puzzle->goal_count) &&
                (never.kind == SET_EMPTY || intersect(&f, &f.result, &never, true)) && keep_result(&f);
    few_free(walker->memory, f.result.bits, f.words * sizeof(uint64_t));
    few_free(walker->memory, f.line.bits, f.words * sizeof(uint64_t));
    few_free(walker->memory, f.found.bits, f.words * sizeof(uint64_t));
    return made || few_fail_memory(error);
}

enum few_goal_list few_walker_goals(const struct few_space *space, struct few_memory *memory,
                                    size_t limit, uint64_t **states, size_t *count) {
    const struct few_walker *walker = (const struct few_walker *)space;
    *states = NULL;
    *count = 0;
    if (walker->goal_count > limit)
        return FEW_GOALS_TOO_MANY;
    if (walker->goal_count == 0)
        return FEW_GOALS_LISTED;
    *states = few_alloc(memory, walker->goal_count * sizeof **states);
    if (!*states)
        return FEW_GOALS_NO_MEMORY;
    if (walker->goal_count == 1) {
        (*states)[(*count)++] = walker->goal_cell;
        return FEW_GOALS_LISTED;
    }
    for (uint64_t cell = 0; cell < walker->cells; cell++)
        if (walker->goal_bits[cell >> 6] >> (cell & 63) & 1)
            (*states)[(*count)++] = cell;
    return FEW_GOALS_LISTED;
}
