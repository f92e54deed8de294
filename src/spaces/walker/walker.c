/* Whether a puzzle is one piece that walks among fixed cells, and the making of its space. */
#include "spaces/walker/walker.h"

#include <stdio.h>
#include <string.h>

#include "base/list.h"
#include "language/choices.h"
#include "space/describe.h"
#include "spaces/walker/space.h"

enum { MAX_TRIED = 1000000 };
static const uint64_t MAX_CELLS = (uint64_t)1 << 28; /* a border may multiply this by six */

/* Large boards are mostly made of two pieces that are soon counted to the end: blocks of nothing
 * else are passed over. */
static void count_pieces(const struct few_puzzle *puzzle, struct few_walker_counts *counts) {
    enum { BLOCK = 64 };
    const few_code *cells = puzzle->start.board.cells;
    const size_t count = (size_t)puzzle->rows * puzzle->columns;
    few_code many[2] = {FEW_CODE_ANY, FEW_CODE_ANY};
    memset(counts, 0, sizeof *counts);
    for (size_t from = 0; from < count; from += BLOCK) {
        const size_t end = from + BLOCK < count ? from + BLOCK : count;
        unsigned others = end - from < BLOCK;
        for (size_t i = from; i < end; i++)
            others |= (cells[i] != many[0]) & (cells[i] != many[1]);
        for (size_t i = from; others != 0 && i < end; i++) {
            const few_code piece = cells[i];
            if (counts->on_board[piece] < UINT8_MAX && ++counts->on_board[piece] == UINT8_MAX) {
                many[1] = many[0];
                many[0] = piece;
            }
        }
    }
}

/* Rules that exchange pieces never change how many there are of each; so a rule that needs more
 * than there are at the start can be left out, as long as all the others are exchanges. */
static bool enough_pieces(const struct few_puzzle *puzzle, const struct few_part *part,
                          const uint16_t *assignment, struct few_walker_counts *counts) {
    const size_t cells = (size_t)part->rows * part->columns;
    bool enough = true;
    for (size_t i = 0; i < cells; i++) {
        few_code piece = few_code_value(puzzle, part->before[i], assignment);
        if (piece == FEW_CODE_ANY)
            continue;
        if (counts->in_pattern[piece] < UINT8_MAX)
            counts->in_pattern[piece]++;
        enough = enough && counts->in_pattern[piece] <= counts->on_board[piece];
    }
    for (size_t i = 0; i < cells; i++) {
        few_code piece = few_code_value(puzzle, part->before[i], assignment);
        if (piece != FEW_CODE_ANY)
            counts->in_pattern[piece] = 0;
    }
    return enough;
}

enum few_walker_sense few_walker_judge(const struct few_puzzle *puzzle, const struct few_part *part,
                                       const uint16_t *assignment, struct few_walker_counts *counts,
                                       struct few_walker_exchange *exchange) {
    few_code before[2] = {0}, after[2] = {0};
    uint32_t at[2] = {0}, changed = 0;
    const uint32_t cells = part->rows * part->columns;
    if (counts && !enough_pieces(puzzle, part, assignment, counts))
        return FEW_WALKER_NEVER;
    for (uint32_t i = 0; i < cells; i++) {
        few_code old = few_code_value(puzzle, part->before[i], assignment);
        few_code new = few_code_value(puzzle, part->after[i], assignment);
        if (new == FEW_CODE_ANY && part->after[i] != FEW_CODE_ANY)
            return FEW_WALKER_NEVER;
        if (new == FEW_CODE_ANY || new == old)
            continue;
        if (puzzle->floor && (old == few_wall(puzzle) || new == few_wall(puzzle))) /* no move puts a wall, or takes one away */
            return FEW_WALKER_NEVER;
        if (changed < 2) {
            before[changed] = old;
            after[changed] = new;
            at[changed] = i;
        }
        changed++;
    }
    if (changed == 0)
        return FEW_WALKER_NEVER;
    if (changed != 2 || before[0] != after[1] || before[1] != after[0] ||
        before[0] == FEW_CODE_ANY || before[1] == FEW_CODE_ANY)
        return FEW_WALKER_OTHER;
    *exchange = (struct few_walker_exchange){at[0], at[1], before[0], before[1]};
    return FEW_WALKER_EXCHANGE;
}

void few_walker_add_names(struct few_choices *choices, const struct few_move *move) {
    const struct few_part *part = &move->parts[0];
    for (size_t i = 0; i < (size_t)part->rows * part->columns; i++) {
        few_choices_add(choices, NULL, &part->before[i], 1);
        if (part->floors)
            few_choices_add(choices, NULL, &part->floors[i], 1);
    }
    few_choices_add_free(choices, move);
}

/* The two pieces that every rule exchanges. With `counts` only rules that can fit are looked at;
 * *any says whether there was one. */
static bool find_exchange(struct few_memory *memory, const struct few_puzzle *puzzle, struct few_walker_counts *counts,
                          struct few_walker_exchange *pair, bool *any) {
    uint16_t assignment[FEW_MAX_NAMES + 1];
    *any = false;
    for (uint32_t i = 0; i < puzzle->move_count; i++) {
        const struct few_move *move = &puzzle->moves[i];
        if (move->part_count != 1 || move->parts[0].kind != FEW_PART_PATTERN)
            return false;
        const struct few_part *part = &move->parts[0];
        struct few_choices choices;
        few_choices_init(&choices, puzzle, assignment);
        few_walker_add_names(&choices, move);
        if (few_choices_total(&choices) > MAX_TRIED)
            return false;
        const uint64_t work = few_choices_work(move);
        for (bool more = few_choices_first(&choices); more; more = few_choices_next(&choices)) {
            struct few_walker_exchange found;
            if (!few_go_on(memory, work))
                return false;
            if (!few_choices_allowed(&choices, move))
                continue;
            enum few_walker_sense sense =
                few_walker_judge(puzzle, part, assignment, counts, &found);
            if (sense == FEW_WALKER_NEVER)
                continue;
            if (sense == FEW_WALKER_OTHER)
                return false;
            if (!*any)
                *pair = found;
            else if (!(found.first_piece == pair->first_piece &&
                       found.second_piece == pair->second_piece) &&
                     !(found.first_piece == pair->second_piece &&
                       found.second_piece == pair->first_piece))
                return false;
            *any = true;
        }
    }
    return true;
}

/* Goals, and what must never be, with that many names that trying them all takes too long are left to others. */
static bool lines_are_few(const struct few_puzzle *puzzle, const struct few_goal *lines, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        struct few_choices names;
        few_choices_init(&names, puzzle, NULL);
        for (uint32_t j = 0; j < lines[i].count; j++) {
            const struct few_drawing *drawing = &lines[i].conditions[j].drawing;
            few_choices_add(&names, NULL, drawing->cells, (size_t)drawing->rows * drawing->columns);
        }
        if (few_choices_total(&names) > MAX_TRIED)
            return false;
    }
    return true;
}

/* Patterns of goals are not looked for over the edges of a board here. */
static bool lines_cross_edges(const struct few_puzzle *puzzle, const struct few_goal *lines, uint32_t count) {
    for (uint32_t i = 0; i < count && (puzzle->wraps_rows || puzzle->wraps_columns); i++)
        for (uint32_t j = 0; j < lines[i].count; j++)
            if (lines[i].conditions[j].kind != FEW_GOAL_DRAWING)
                return true;
    return false;
}

/* Goals that ask for floors, or for all cells at once, are left to others, too. */
static bool lines_ask_more(const struct few_goal *lines, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < lines[i].count; j++)
            if (lines[i].conditions[j].drawing.floors || lines[i].conditions[j].kind >= FEW_GOAL_COMPARED)
                return true;
    return false;
}

static bool is_board(const struct few_puzzle *puzzle) {
    const uint64_t cells = (uint64_t)puzzle->rows * puzzle->columns;
    return !puzzle->is_string && puzzle->var_count == 0 && cells > 0 && cells <= MAX_CELLS &&
           puzzle->start.given && puzzle->start.board.cells != NULL &&
           lines_are_few(puzzle, puzzle->goals, puzzle->goal_count) &&
           lines_are_few(puzzle, puzzle->nevers, puzzle->never_count) &&
           !lines_ask_more(puzzle->goals, puzzle->goal_count) && !lines_ask_more(puzzle->nevers, puzzle->never_count) &&
           !lines_cross_edges(puzzle, puzzle->goals, puzzle->goal_count) &&
           !lines_cross_edges(puzzle, puzzle->nevers, puzzle->never_count);
}

struct kind {
    few_code mover, floor;
    bool frozen;
};

static bool find_kind(struct few_memory *memory, const struct few_puzzle *puzzle, struct few_walker_counts *counts,
                      struct kind *kind) {
    if (!is_board(puzzle))
        return false;
    count_pieces(puzzle, counts);
    uint32_t kinds = 0;
    for (uint32_t i = 0; i < puzzle->piece_count; i++)
        kinds += counts->on_board[i] != 0;
    struct few_walker_exchange pair;
    bool any;
    if (kinds > FEW_WALKER_LAST || !find_exchange(memory, puzzle, counts, &pair, &any))
        return false;
    *kind = (struct kind){FEW_CODE_ANY, FEW_CODE_ANY, !any};
    if (!any)
        return true;
    bool first = counts->on_board[pair.first_piece] == 1;
    kind->mover = first ? pair.first_piece : pair.second_piece;
    kind->floor = first ? pair.second_piece : pair.first_piece;
    return counts->on_board[kind->mover] == 1;
}

bool few_walker_fits(struct few_memory *memory, const struct few_puzzle *puzzle) {
    struct few_walker_counts counts;
    struct kind kind;
    return find_kind(memory, puzzle, &counts, &kind);
}

/* In how many cells at once a goal wants a piece: the most of any drawing. */
static size_t cells_wanted(const struct few_puzzle *puzzle, few_code piece) {
    size_t most = 0;
    for (uint32_t i = 0; i < puzzle->goal_count; i++)
        for (uint32_t j = 0; j < puzzle->goals[i].count; j++) {
            const struct few_condition *condition = &puzzle->goals[i].conditions[j];
            const size_t cells = (size_t)condition->drawing.rows * condition->drawing.columns;
            const bool wanted = condition->kind == FEW_GOAL_DRAWING || condition->kind == FEW_GOAL_SOMEWHERE;
            size_t found = 0;
            for (size_t k = 0; wanted && k < cells; k++)
                found += condition->drawing.cells[k] == piece;
            if (found > most)
                most = found;
        }
    return most;
}

/* Which of two exchanged pieces is the mover. The floor is known by being there more than once, or by being wanted in
 * several cells at once. Where neither is, the goal decides, if it asks for one of them only; else the one that is
 * there alone, because a start that is drawn has its mover; else the one that a rule names first. */
static bool first_is_mover(const struct few_puzzle *puzzle, const struct few_walker_counts *counts,
                           struct few_walker_exchange pair) {
    const uint8_t first = counts->on_board[pair.first_piece], second = counts->on_board[pair.second_piece];
    if (first > 1 || second > 1)
        return first <= 1;
    const size_t wanted = cells_wanted(puzzle, pair.first_piece), others = cells_wanted(puzzle, pair.second_piece);
    if ((wanted > 1) != (others > 1))
        return others > 1;
    if (!wanted != !others)
        return wanted;
    return first >= second;
}

bool few_walker_pieces(struct few_memory *memory, const struct few_puzzle *puzzle, few_code *mover, few_code *floor) {
    struct few_walker_counts counts;
    struct kind kind;
    if (!find_kind(memory, puzzle, &counts, &kind))
        return false;
    /* Where nothing can move, the mover is absent, or there is no floor beside it: the pair is that of all rules. */
    struct few_walker_exchange pair;
    bool any;
    if (!find_exchange(memory, puzzle, kind.frozen ? NULL : &counts, &pair, &any) || !any)
        return false;
    const bool first = first_is_mover(puzzle, &counts, pair);
    *mover = first ? pair.first_piece : pair.second_piece;
    *floor = first ? pair.second_piece : pair.first_piece;
    const uint8_t movers = counts.on_board[*mover];
    return movers <= 1 && !(kind.frozen && movers == 1 && counts.on_board[*floor] != 0);
}

static bool number_pieces(struct few_walker *walker, const struct few_puzzle *puzzle,
                          const struct few_walker_counts *counts) {
    walker->piece_of = few_arena_alloc(&walker->arena, (UINT8_MAX + 1) * sizeof *walker->piece_of);
    walker->number_of = few_arena_alloc(&walker->arena, puzzle->piece_count + (size_t)1);
    if (!walker->piece_of || !walker->number_of)
        return false;
    uint8_t next = FEW_WALKER_FLOOR + 1;
    for (uint32_t i = 0; i <= UINT8_MAX; i++)
        walker->piece_of[i] = FEW_CODE_ANY;
    walker->piece_of[FEW_WALKER_FLOOR] = walker->floor;
    for (uint32_t i = 0; i < puzzle->piece_count; i++) {
        if (i == walker->floor || i == walker->mover) {
            walker->number_of[i] = FEW_WALKER_FLOOR; /* there is floor under the mover */
        } else if (counts->on_board[i] == 0) {
            walker->number_of[i] = FEW_WALKER_MISSING;
        } else {
            walker->piece_of[next] = (uint16_t)i;
            walker->number_of[i] = next++;
        }
    }
    return true;
}

/* A row of the board, from the pieces of a drawing. Most rows of a large board have floor and one other piece, of which the row before had
 * some: these are written many cells at a time. Whether there was anything else. */
static bool fill_row(const struct few_walker *walker, const few_code *from, uint8_t *to, few_code *other) {
    const uint8_t *const number_of = walker->number_of;
    const uint32_t columns = walker->columns;
    const few_code floor = walker->floor, common = *other;
    const uint8_t number = common == FEW_CODE_ANY ? FEW_WALKER_FLOOR : number_of[common];
    few_code rest = 0;
    for (uint32_t column = 0; column < columns; column++) {
        to[column] = from[column] == floor ? FEW_WALKER_FLOOR : number;
        rest |= (few_code)((from[column] != floor) & (from[column] != common));
    }
    for (uint32_t column = 0; rest && column < columns; column++) {
        to[column] = number_of[from[column]];
        *other = from[column] != floor && from[column] != walker->mover ? from[column] : *other;
    }
    return rest;
}

static bool fill_board(struct few_walker *walker, const struct few_puzzle *puzzle) {
    walker->stride = walker->columns + walker->border_columns;
    walker->cells =
        (walker->rows + 2 * walker->border_rows) * walker->stride + walker->border_columns;
    /* A second border, so that even a step from a border cell, which is no state, reads what is
     * ours. */
    const size_t guard = (size_t)walker->border_rows * walker->stride + walker->border_columns;
    uint8_t *block = few_arena_alloc_filled(&walker->arena, walker->cells + 2 * guard);
    if (!block)
        return false;
    uint8_t *const board = walker->board = block + guard;
    memset(block, FEW_WALKER_BORDER, guard);
    memset(board + walker->cells, FEW_WALKER_BORDER, guard);
    const few_code *from = puzzle->start.board.cells;
    few_code other = FEW_CODE_ANY;
    const few_code mover = walker->mover;
    memset(board, FEW_WALKER_BORDER, few_walker_index(walker, 0, 0));
    for (uint32_t row = 0; row < walker->rows; row++, from += walker->columns) {
        uint8_t *to = board + few_walker_index(walker, row, 0);
        uint32_t found = walker->columns;
        const bool may_stand_here = fill_row(walker, from, to, &other);
        for (uint32_t column = 0; may_stand_here && column < walker->columns; column++)
            found = from[column] == mover ? column : found;
        memset(to + walker->columns, FEW_WALKER_BORDER, walker->border_columns);
        if (found < walker->columns)
            walker->start = few_walker_index(walker, row, found);
    }
    size_t end = few_walker_index(walker, walker->rows, 0);
    memset(board + end, FEW_WALKER_BORDER, walker->cells - end);
    if (mover != FEW_CODE_ANY)
        walker->number_of[mover] = FEW_WALKER_MOVER;
    return true;
}

static bool build(struct few_walker *walker, const struct few_puzzle *puzzle,
                  struct few_error *error) {
    struct few_walker_counts counts;
    struct kind kind;
    if (!find_kind(walker->memory, puzzle, &counts, &kind))
        return !few_go_on(walker->memory, 0) ? few_fail_memory(error) : few_fail(error, FEW_ERROR_INPUT, "this is not a board on which one piece moves");
    walker->rows = puzzle->rows;
    walker->columns = puzzle->columns;
    walker->mover = kind.mover;
    walker->floor = kind.floor;
    walker->frozen = kind.frozen;
    if (!number_pieces(walker, puzzle, &counts))
        return few_fail_memory(error);
    struct few_walker_rules *rules = few_walker_rules(walker, puzzle, &counts, error);
    if (!rules)
        return false;
    bool made = fill_board(walker, puzzle) ? few_walker_make_steps(walker, puzzle, rules, error)
                                           : few_fail_memory(error);
    few_walker_rules_free(rules);
    return made && few_walker_find_goals(walker, puzzle, error);
}

static void finish(struct few_walker *walker) {
    struct few_space *base = &walker->space;
    base->run = &few_walker_functions;
    base->keep = &few_walker_keeping;
    base->words = 1;
    base->max_successors = walker->step_count + walker->forward.most;
    base->max_predecessors = walker->step_count + walker->backward.most;
    if (base->max_successors == 0)
        base->max_successors = 1;
    if (base->max_predecessors == 0)
        base->max_predecessors = 1;
    base->ranks = walker->cells;
    base->states_are_ranks = true;
    base->rank_name = "number of the cell";
    base->ties_start = true;
    base->start_as_written = true;
    base->has_many_paths = true;
    base->no_patterns = "one piece at most moves here, and no pattern database would help";
}

struct few_space *few_walker_space(struct few_memory *memory, const struct few_puzzle *puzzle,
                                   struct few_error *error) {
    struct few_walker *walker = few_alloc_zeroed(memory, sizeof *walker);
    if (!walker) {
        few_fail_memory(error);
        return NULL;
    }
    walker->memory = memory;
    few_arena_init(&walker->arena, memory);
    if (build(walker, puzzle, error)) {
        finish(walker);
        return &walker->space;
    }
    few_walker_space_free(&walker->space);
    return NULL;
}

void few_walker_space_free(struct few_space *base) {
    if (!base)
        return;
    struct few_walker *walker = (struct few_walker *)base;
    few_arena_free(&walker->arena);
    few_free(walker->memory, walker, sizeof *walker);
}

uint64_t few_walker_places(const struct few_space *space) {
    const struct few_walker *walker = (const struct few_walker *)space;
    if (walker->frozen)
        return 1;
    uint64_t places = 0;
    for (uint32_t cell = 0; cell < walker->cells; cell++)
        places += few_walker_may_stand(walker, cell);
    return places;
}

bool few_walker_starts(const struct few_space *space, struct few_list *list) {
    const uint64_t start = ((const struct few_walker *)space)->start;
    return few_list_append(list, &start, 1);
}

void few_walker_describe(const struct few_space *space, struct few_description *d) {
    const struct few_walker *walker = (const struct few_walker *)space;
    const uint64_t places = few_walker_places(space);
    d->state = walker->frozen ? "the board as it is: no move can ever be made" : "the cell of the one piece that moves";
    d->cells = (uint64_t)walker->rows * walker->columns;
    d->changing = walker->frozen ? 0 : places;
    d->pieces = walker->frozen ? 0 : 2;
    d->vars = 0;
    d->bits = places > 1 ? 64 - (uint64_t)__builtin_clzll(places - 1) : 1;
    d->about = (double)places;
    d->hash = space->rank_name;
    d->numbers = places; /* those of walls are never used */
    snprintf(d->formula, sizeof d->formula, "%llu", (unsigned long long)places);
    snprintf(d->hash_why, sizeof d->hash_why, "%s",
             walker->frozen ? "there is one state" : "one piece moves, the other cells stay as they are: its place says it all");
}
