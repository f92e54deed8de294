/* From rules to steps. A rule that fits anywhere becomes a step with an offset and conditions; a
 * rule with `at`, `on` or `along links`, one that asks for floors, or a repeated step, becomes single edges. Moves are numbered in their order: by
 * statement, then direction, then place, then number of steps, then the choice of names. */
#include <string.h>

#include "language/choices.h"
#include "language/turns.h"
#include "spaces/walker/space.h"

const struct few_walker_turn few_walker_turns[4] = {
    {-1, 0, 0, 1}, {1, 0, 0, -1}, {0, -1, -1, 0}, {0, 1, 1, 0}};
const struct few_walker_turn few_walker_diagonals[4] = {
    {1, 1, 0, 0}, {1, -1, 0, 0}, {-1, -1, 0, 0}, {-1, 1, 0, 0}};
enum { UP = 0, RIGHT = 3, MAX_COMPARED = 64 };

/* A rule under one choice of its names, the mover in cell `from` of the pattern and floor in `to`.
 */
struct choice {
    struct choice *next;
    uint32_t statement, from, to;
    struct few_price price;
    uint8_t *wanted; /* for each cell of the pattern; FEW_WALKER_ON_BOARD for `_` */
    few_code *floors; /* the same: FEW_CODE_ANY for any floor; NULL: none is asked for */
};

struct few_walker_rules {
    struct few_memory *memory;
    struct few_arena arena;
    struct choice **first; /* of each statement, and NULL behind its last */
};

struct position {
    int32_t row, column;
};

static struct position turned(const struct few_part *part, const struct few_walker_turn *turn,
                              uint32_t cell) {
    int32_t row = (int32_t)(cell / part->columns), column = (int32_t)(cell % part->columns);
    return (struct position){row * turn->row_row + column * turn->column_row,
                             row * turn->row_column + column * turn->column_column};
}

/* Whether its steps are the same wherever the mover stands: they do not lead over the edges of a wrapped board, nor along
 * diagonals, nor by mirror images, nor are they repeated, nor is the floor looked at. Others are edges. */
static bool anywhere(const struct few_puzzle *puzzle, const struct few_move *move) {
    return move->at == FEW_NOWHERE && !move->on && !move->along_links && !move->repeat && !move->parts[0].floors && few_lies_plainly(puzzle, move);
}

/* Whether it is tried in this direction, and what that is called. */
static bool runs(const struct few_move *move, int direction) {
    return few_is_directed(move) ? few_has_turn(move, direction) : direction == RIGHT;
}

static int called(const struct few_move *move, int direction) {
    return few_is_directed(move) ? direction : -1;
}

/* Whether the pattern laid this way has room on the board at all. */
static bool has_room(const struct few_walker *walker, const struct few_part *part, int direction) {
    bool upright = direction >= 0 && direction < 2; /* up and down */
    uint32_t rows = upright ? part->columns : part->rows,
             columns = upright ? part->rows : part->columns;
    return rows <= walker->rows && columns <= walker->columns;
}

static bool add_choice(struct few_walker *walker, struct few_walker_rules *rules,
                       const struct few_puzzle *puzzle, uint32_t statement,
                       const uint16_t *assignment, const struct few_walker_exchange *exchange,
                       struct choice ***last) {
    const struct few_part *part = &puzzle->moves[statement].parts[0];
    const uint32_t cells = part->rows * part->columns;
    struct choice *choice = few_arena_alloc(&rules->arena, sizeof *choice);
    uint8_t *wanted = few_arena_alloc(&rules->arena, cells);
    few_code *floors = part->floors ? few_arena_alloc(&rules->arena, cells * sizeof *floors) : NULL;
    if (!choice || !wanted || (part->floors && !floors))
        return false;
    bool mover_first = exchange->first_piece == walker->mover;
    choice->statement = statement;
    choice->price = few_move_price(puzzle, &puzzle->moves[statement], assignment);
    choice->from = mover_first ? exchange->first : exchange->second;
    choice->to = mover_first ? exchange->second : exchange->first;
    choice->wanted = wanted;
    choice->floors = floors;
    for (uint32_t i = 0; i < cells && floors; i++)
        floors[i] = few_code_value(puzzle, part->floors[i], assignment);
    for (uint32_t i = 0; i < cells; i++) {
        few_code piece = few_code_value(puzzle, part->before[i], assignment);
        wanted[i] = piece == FEW_CODE_ANY ? FEW_WALKER_ON_BOARD : walker->number_of[piece];
    }
    **last = choice;
    *last = &choice->next;
    return true;
}

static bool expand_rule(struct few_walker *walker, struct few_walker_rules *rules,
                        const struct few_puzzle *puzzle, uint32_t statement,
                        struct few_walker_counts *counts) {
    uint16_t assignment[FEW_MAX_NAMES + 1];
    const struct few_move *move = &puzzle->moves[statement];
    const struct few_part *part = &move->parts[0];
    struct choice **last = &rules->first[statement];
    struct few_choices choices;
    few_choices_init(&choices, puzzle, assignment);
    few_walker_add_names(&choices, move);
    const uint64_t work = few_choices_work(move);
    for (bool more = few_choices_first(&choices); more; more = few_choices_next(&choices)) {
        struct few_walker_exchange exchange;
        if (!few_go_on(walker->memory, work))
            return false;
        if (few_choices_allowed(&choices, move) &&
            few_walker_judge(puzzle, part, assignment, counts, &exchange) == FEW_WALKER_EXCHANGE &&
            !add_choice(walker, rules, puzzle, statement, assignment, &exchange, &last))
            return false;
    }
    return true;
}

/* The border is as wide as a pattern reaches from the mover. */
static void widen_border(struct few_walker *walker, const struct few_move *move,
                         const struct choice *choice) {
    const struct few_part *part = &move->parts[0];
    for (int direction = UP; direction <= RIGHT; direction++) {
        if (!runs(move, direction) || !has_room(walker, part, direction))
            continue;
        const struct few_walker_turn *turn = &few_walker_turns[direction];
        struct position mover = turned(part, turn, choice->from);
        for (uint32_t corner = 0; corner < 2; corner++) {
            struct position end =
                turned(part, turn, corner == 0 ? 0 : part->rows * part->columns - 1);
            int32_t row = end.row - mover.row, column = end.column - mover.column;
            uint32_t far_row = (uint32_t)(row < 0 ? -row : row),
                     far_column = (uint32_t)(column < 0 ? -column : column);
            if (far_row > walker->border_rows)
                walker->border_rows = far_row;
            if (far_column > walker->border_columns)
                walker->border_columns = far_column;
        }
    }
}

struct few_walker_rules *few_walker_rules(struct few_walker *walker,
                                          const struct few_puzzle *puzzle,
                                          struct few_walker_counts *counts,
                                          struct few_error *error) {
    struct few_walker_rules *rules = few_alloc_zeroed(walker->memory, sizeof *rules);
    if (!rules) {
        few_fail_memory(error);
        return NULL;
    }
    rules->memory = walker->memory;
    few_arena_init(&rules->arena, walker->memory);
    rules->first =
        few_arena_alloc(&rules->arena, (puzzle->move_count + (size_t)1) * sizeof *rules->first);
    bool made = rules->first != NULL;
    walker->border_rows = walker->border_columns = 1;
    for (uint32_t i = 0; made && i < puzzle->move_count && !walker->frozen; i++) {
        made = expand_rule(walker, rules, puzzle, i, counts);
        for (struct choice *choice = rules->first[i]; made && choice && anywhere(puzzle, &puzzle->moves[i]);
             choice = choice->next)
            widen_border(walker, &puzzle->moves[i], choice);
    }
    if (made)
        return rules;
    few_walker_rules_free(rules);
    few_fail_memory(error);
    return NULL;
}

void few_walker_rules_free(struct few_walker_rules *rules) {
    few_arena_free(&rules->arena);
    few_free(rules->memory, rules, sizeof *rules);
}

/* Lists that grow while steps are made. */
struct edge {
    uint32_t from, to, move, cost;
};

struct maker {
    struct few_walker *walker;
    const struct few_puzzle *puzzle;
    struct few_walker_step *steps;
    struct few_walker_condition *conditions;
    struct few_walker_move *moves;
    struct edge *edges;
    size_t step_count, step_room, condition_count, condition_room, move_count, move_room,
        edge_count, edge_room;
    uint32_t weight; /* of the link that is laid out */
};

static bool grow(struct maker *maker, void *list, size_t count, size_t *room, size_t size) {
    void *old, *grown;
    memcpy(&old, list, sizeof old);
    if (count < *room)
        return true;
    size_t more = *room == 0 ? 16 : *room * 2;
    grown = few_resize(maker->walker->memory, old, *room * size, few_array_size(more, size));
    if (!grown)
        return false;
    memcpy(list, &grown, sizeof grown);
    *room = more;
    return true;
}

static bool add_move(struct maker *maker, struct few_walker_move move) {
    if (!grow(maker, &maker->moves, maker->move_count, &maker->move_room, sizeof move))
        return false;
    maker->moves[maker->move_count++] = move;
    return true;
}

static bool add_condition(struct maker *maker, struct few_walker_condition condition) {
    if (!grow(maker, &maker->conditions, maker->condition_count, &maker->condition_room,
              sizeof condition))
        return false;
    maker->conditions[maker->condition_count++] = condition;
    return true;
}

static bool add_step(struct maker *maker, const struct few_move *move, const struct choice *choice,
                     int direction) {
    const struct few_walker *walker = maker->walker;
    const struct few_part *part = &move->parts[0];
    const struct few_walker_turn *turn = &few_walker_turns[direction];
    const uint32_t cells = part->rows * part->columns;
    const struct position mover = turned(part, turn, choice->from);
    const int32_t stride = (int32_t)walker->stride;
    if (!grow(maker, &maker->steps, maker->step_count, &maker->step_room, sizeof *maker->steps))
        return false;
    struct few_walker_step step = {.cost = few_price_cost(choice->price, 0), .first = (uint32_t)maker->condition_count};
    for (uint32_t i = 0; i < cells; i++) {
        struct position cell = turned(part, turn, i);
        int32_t offset = (cell.row - mover.row) * stride + cell.column - mover.column;
        if (i == choice->to)
            step.delta = offset;
        /* Of the cells that are not looked at only two corners matter: that the whole pattern is on
         * the board. */
        bool inside = choice->wanted[i] == FEW_WALKER_ON_BOARD && i != 0 && i != cells - 1;
        if (i != choice->to && i != choice->from && !inside &&
            !add_condition(maker, (struct few_walker_condition){offset, choice->wanted[i]}))
            return false;
    }
    step.end = (uint32_t)maker->condition_count;
    maker->steps[maker->step_count++] = step;
    return add_move(maker, (struct few_walker_move){
                               choice->statement, called(move, direction),
                               -(int64_t)mover.row * walker->columns - mover.column, false, 0});
}

/* From one state, the place of a move is that of the mover less the mover's place in the pattern:
 * the same order whatever the state. Choices of one place keep theirs. */
static bool add_steps(struct maker *maker, uint32_t statement, const struct choice *choices,
                      int direction) {
    const size_t first = maker->step_count, first_move = maker->move_count;
    for (const struct choice *choice = choices; choice; choice = choice->next)
        if (!add_step(maker, &maker->puzzle->moves[statement], choice, direction))
            return false;
    for (size_t i = first + 1; i < maker->step_count; i++) {
        struct few_walker_step step = maker->steps[i];
        struct few_walker_move move = maker->moves[first_move + i - first];
        size_t at = i;
        for (; at > first && maker->moves[first_move + at - 1 - first].cell > move.cell; at--) {
            maker->steps[at] = maker->steps[at - 1];
            maker->moves[first_move + at - first] = maker->moves[first_move + at - 1 - first];
        }
        if (!few_go_on(maker->walker->memory, 4 * (i - at) + 4))
            return false;
        maker->steps[at] = step;
        maker->moves[first_move + at - first] = move;
    }
    for (size_t i = first; i < maker->step_count; i++)
        maker->steps[i].move = (uint32_t)(first_move + i - first);
    return true;
}

static uint32_t index_of(const struct few_walker *walker, uint32_t cell) {
    return few_walker_index(walker, cell / walker->columns, cell % walker->columns);
}

/* The other way round. */
static uint32_t cell_of(const struct few_walker *walker, uint32_t index) {
    return (index / walker->stride - walker->border_rows) * walker->columns + index % walker->stride - walker->border_columns;
}

/* Whether the mover can make its step where the pattern's cells are these cells of the board, by their index; UINT32_MAX:
 * not on the board. */
static bool fits(const struct maker *maker, const struct choice *choice, const uint32_t *cells, uint32_t count) {
    const struct few_walker *walker = maker->walker;
    const uint32_t from = cells[choice->from];
    for (uint32_t i = 0; i < count; i++) {
        uint8_t wanted = i == choice->from ? FEW_WALKER_FLOOR : choice->wanted[i];
        if (cells[i] == UINT32_MAX || (i != choice->from && cells[i] == from) ||
            (wanted != FEW_WALKER_ON_BOARD && walker->board[cells[i]] != wanted))
            return false;
        if (choice->floors && choice->floors[i] != FEW_CODE_ANY && maker->puzzle->floor[cell_of(walker, cells[i])] != choice->floors[i])
            return false;
    }
    return true;
}

static bool put_edge(struct maker *maker, struct edge edge, struct few_walker_move move) {
    if (!grow(maker, &maker->edges, maker->edge_count, &maker->edge_room, sizeof *maker->edges))
        return false;
    edge.move = (uint32_t)maker->move_count;
    maker->edges[maker->edge_count++] = edge;
    return add_move(maker, move);
}

static bool add_edge(struct maker *maker, uint32_t statement, const struct choice *choice,
                     int direction, const uint32_t *cells, uint32_t count, uint32_t first_cell) {
    const uint32_t cost = few_price_cost(choice->price, maker->weight);
    if (!few_go_on(maker->walker->memory, 4 * (uint64_t)count))
        return false;
    const struct edge edge = {cells[choice->from], cells[choice->to], 0, cost};
    return cost == FEW_NO_COST || !fits(maker, choice, cells, count) ||
           put_edge(maker, edge, (struct few_walker_move){statement, direction, first_cell, true, 0});
}

/* Where the pattern lies with its first cell there; false: it does not. */
static bool cells_at(const struct maker *maker, const struct few_part *part, int32_t turn, uint32_t at, uint32_t *cells) {
    if (!few_turned_cells(maker->puzzle, turn, part->rows, part->columns, at, cells))
        return false;
    for (uint32_t i = 0; i < part->rows * part->columns; i++)
        cells[i] = index_of(maker->walker, cells[i]);
    return true;
}

static bool add_turned(struct maker *maker, uint32_t statement, const struct choice *choices, int32_t turn,
                       uint32_t *cells) {
    const struct few_move *move = &maker->puzzle->moves[statement];
    const struct few_part *part = &move->parts[0];
    const uint32_t board = maker->puzzle->rows * maker->puzzle->columns;
    const uint32_t begin = move->at == FEW_NOWHERE ? 0 : move->at, end = move->at == FEW_NOWHERE ? board : move->at + 1;
    for (uint32_t first = begin; first < end; first++) {
        if (!few_go_on(maker->walker->memory, 4))
            return false;
        if (!cells_at(maker, part, turn, first, cells))
            continue;
        for (const struct choice *choice = choices; choice; choice = choice->next)
            if (!add_edge(maker, statement, choice, turn, cells, part->rows * part->columns, first))
                return false;
    }
    return true;
}

/* Where a step leads that is done with the pattern's first cell at `at`, by a mover that stands at *mover (UINT32_MAX: where
 * the pattern has it, which it then says). UINT32_MAX: it cannot be done. */
static uint32_t step_to(const struct maker *maker, const struct few_part *part, const struct choice *choice, int32_t turn,
                        uint32_t at, uint32_t *mover, uint32_t *cells) {
    if (at == FEW_NOWHERE || !cells_at(maker, part, turn, at, cells) ||
        !fits(maker, choice, cells, part->rows * part->columns))
        return UINT32_MAX;
    if (*mover == UINT32_MAX)
        *mover = cells[choice->from];
    return *mover == cells[choice->from] ? cells[choice->to] : UINT32_MAX;
}

/* All moves that are this step, repeated, and begin at `first`: the board stays as it is, but for the mover. On a
 * wrapped board it may come round to where it was. */
static bool add_slide(struct maker *maker, uint32_t statement, const struct choice *choice, int32_t turn, uint32_t first,
                      uint32_t *cells) {
    const struct few_move *move = &maker->puzzle->moves[statement];
    const struct few_part *part = &move->parts[0];
    const uint32_t cost = few_price_cost(choice->price, maker->weight);
    uint32_t from = UINT32_MAX, next = UINT32_MAX;
    if (cost != FEW_NO_COST)
        next = step_to(maker, part, choice, turn, first, &from, cells);
    bool comes_round = false;
    for (uint32_t steps = 1; next != UINT32_MAX && !comes_round; steps++) {
        uint32_t mover = next;
        const uint32_t at = few_turned_cell(maker->puzzle, turn, first, 0, steps);
        const struct few_walker_move made = {statement, turn, first, true, steps};
        next = step_to(maker, part, choice, turn, at, &mover, cells);
        comes_round = at == first;
        if (!few_go_on(maker->walker->memory, 16))
            return false;
        if (mover != from && (move->repeat != FEW_UNTIL_BLOCKED || next == UINT32_MAX) &&
            !put_edge(maker, (struct edge){from, mover, 0, cost}, made))
            return false;
    }
    return true;
}

/* Moves of one place come by the number of their steps; those of one choice do already. */
static bool sort_slides(struct maker *maker, size_t first_edge, size_t first_move) {
    for (size_t i = 1; first_move + i < maker->move_count; i++) {
        const struct edge edge = maker->edges[first_edge + i];
        const struct few_walker_move move = maker->moves[first_move + i];
        size_t at = i;
        for (; at > 0 && maker->moves[first_move + at - 1].steps > move.steps; at--) {
            maker->edges[first_edge + at] = maker->edges[first_edge + at - 1];
            maker->moves[first_move + at] = maker->moves[first_move + at - 1];
        }
        maker->edges[first_edge + at] = edge;
        maker->moves[first_move + at] = move;
        if (!few_go_on(maker->walker->memory, 4 * (i - at) + 4))
            return false;
    }
    for (size_t i = 0; first_move + i < maker->move_count; i++)
        maker->edges[first_edge + i].move = (uint32_t)(first_move + i);
    return true;
}

static bool add_slides(struct maker *maker, uint32_t statement, const struct choice *choices, int32_t turn,
                       uint32_t *cells) {
    for (uint32_t first = 0; first < maker->puzzle->rows * maker->puzzle->columns; first++) {
        const size_t edges = maker->edge_count, moves = maker->move_count;
        for (const struct choice *choice = choices; choice; choice = choice->next)
            if (!add_slide(maker, statement, choice, turn, first, cells))
                return false;
        if (!sort_slides(maker, edges, moves))
            return false;
    }
    return true;
}

static bool add_edges(struct maker *maker, uint32_t statement, const struct choice *choices,
                      uint32_t *cells) {
    const struct few_walker *walker = maker->walker;
    const struct few_move *move = &maker->puzzle->moves[statement];
    const struct few_part *part = &move->parts[0];
    const uint32_t count = part->rows * part->columns;
    if (move->on) {
        for (uint32_t i = 0; i < count && i < move->on_count; i++)
            cells[i] = index_of(walker, move->on[i]);
        for (const struct choice *choice = choices; choice; choice = choice->next)
            if (!add_edge(maker, statement, choice, -1, cells, count, move->on[0]))
                return false;
        return true;
    }
    if (move->along_links) {
        for (uint32_t i = 0; i < 2 * maker->puzzle->link_count; i++) {
            const uint32_t *link = maker->puzzle->links[i / 2];
            cells[0] = index_of(walker, link[i % 2]);
            cells[1] = index_of(walker, link[1 - i % 2]);
            maker->weight = few_link_weight(maker->puzzle, i / 2);
            for (const struct choice *choice = choices; choice; choice = choice->next)
                if (!add_edge(maker, statement, choice, -1, cells, count, link[i % 2]))
                    return false;
        }
        return true;
    }
    for (int32_t turn = few_first_turn(move); turn < FEW_TURNS; turn = few_next_turn(move, turn))
        if (few_has_room(maker->puzzle, turn, part->rows, part->columns) &&
            !(move->repeat ? add_slides : add_turned)(maker, statement, choices, turn, cells))
            return false;
    return true;
}

static bool add_rule(struct maker *maker, uint32_t statement, const struct choice *choices) {
    const struct few_move *move = &maker->puzzle->moves[statement];
    const struct few_part *part = &move->parts[0];
    if (!choices)
        return true;
    if (!anywhere(maker->puzzle, move)) {
        const size_t size = few_array_size((size_t)part->rows * part->columns, sizeof(uint32_t));
        uint32_t *cells = few_alloc(maker->walker->memory, size);
        bool made = cells && add_edges(maker, statement, choices, cells);
        few_free(maker->walker->memory, cells, size);
        return made;
    }
    for (int direction = UP; direction <= RIGHT; direction++)
        if (runs(move, direction) &&
            has_room(maker->walker, part, direction) &&
            !add_steps(maker, statement, choices, direction))
            return false;
    return true;
}

static bool same_condition(struct few_walker_condition a, struct few_walker_condition b,
                           int32_t delta) {
    return a.offset - delta == b.offset && a.wanted == b.wanted;
}

static bool step_undone(const struct maker *maker, const struct few_walker_step *step) {
    if (!few_go_on(maker->walker->memory, 4 * maker->step_count))
        return false;
    for (size_t i = 0; i < maker->step_count; i++) {
        const struct few_walker_step *undo = &maker->steps[i];
        const uint32_t count = step->end - step->first;
        if (undo->delta != -step->delta || undo->cost != step->cost ||
            undo->end - undo->first != count || count > MAX_COMPARED)
            continue;
        uint32_t matched = 0;
        if (!few_go_on(maker->walker->memory, 4 * (uint64_t)count * count))
            return false;
        for (uint32_t a = step->first; a < step->end; a++)
            for (uint32_t b = undo->first; b < undo->end; b++)
                matched += same_condition(maker->conditions[a], maker->conditions[b], step->delta);
        if (matched == count)
            return true;
    }
    return false;
}

/* Whether each step, and each edge, has its inverse of the same cost. */
static bool all_undone(const struct maker *maker) {
    const struct few_walker_edges *forward = &maker->walker->forward;
    for (size_t i = 0; i < maker->step_count; i++)
        if (!step_undone(maker, &maker->steps[i]))
            return false;
    for (size_t i = 0; i < maker->edge_count; i++) {
        const struct edge *edge = &maker->edges[i];
        bool found = !few_go_on(maker->walker->memory, 4 + forward->first[edge->to + 1] - forward->first[edge->to]);
        for (uint32_t k = forward->first[edge->to]; k < forward->first[edge->to + 1] && !found; k++)
            found = forward->edges[k].cell == edge->from && forward->edges[k].cost == edge->cost;
        if (!found)
            return false;
    }
    return true;
}

static bool index_edges(struct maker *maker, struct few_walker_edges *edges, bool backward) {
    struct few_walker *walker = maker->walker;
    if (maker->edge_count == 0)
        return true;
    edges->first =
        few_arena_alloc(&walker->arena, (walker->cells + (size_t)1) * sizeof *edges->first);
    edges->edges = few_arena_alloc(&walker->arena, maker->edge_count * sizeof *edges->edges);
    if (!edges->first || !edges->edges)
        return false;
    for (size_t i = 0; i < maker->edge_count; i++)
        edges->first[backward ? maker->edges[i].to : maker->edges[i].from]++;
    for (uint32_t i = 0; i < walker->cells; i++) {
        if (edges->first[i] > edges->most)
            edges->most = edges->first[i];
        edges->first[i + 1] += edges->first[i];
    }
    for (size_t i = maker->edge_count; i-- > 0;) {
        const struct edge *edge = &maker->edges[i];
        edges->edges[--edges->first[backward ? edge->to : edge->from]] =
            (struct few_walker_edge){backward ? edge->from : edge->to, edge->move, edge->cost};
    }
    return true;
}

static bool keep(struct few_arena *arena, void *to, const void *from, size_t count, size_t size) {
    void *copy = few_arena_alloc(arena, count * size);
    if (!copy)
        return false;
    memcpy(copy, from, count * size);
    memcpy(to, &copy, sizeof copy);
    return true;
}

static bool finish(struct maker *maker) {
    struct few_walker *walker = maker->walker;
    if (maker->step_count && !keep(&walker->arena, &walker->steps, maker->steps, maker->step_count,
                                   sizeof *maker->steps))
        return false;
    if (maker->condition_count && !keep(&walker->arena, &walker->conditions, maker->conditions,
                                        maker->condition_count, sizeof *maker->conditions))
        return false;
    if (maker->move_count && !keep(&walker->arena, &walker->moves, maker->moves, maker->move_count,
                                   sizeof *maker->moves))
        return false;
    walker->step_count = (uint32_t)maker->step_count;
    walker->move_count = (uint32_t)maker->move_count;
    if (!index_edges(maker, &walker->forward, false) ||
        !index_edges(maker, &walker->backward, true))
        return false;
    walker->space.max_cost = 1;
    for (size_t i = 0; i < maker->step_count; i++)
        few_space_has_cost(&walker->space, maker->steps[i].cost);
    for (size_t i = 0; i < maker->edge_count; i++)
        few_space_has_cost(&walker->space, maker->edges[i].cost);
    walker->space.undirected = all_undone(maker);
    return few_go_on(walker->memory, 0);
}

bool few_walker_make_steps(struct few_walker *walker, const struct few_puzzle *puzzle,
                           struct few_walker_rules *rules, struct few_error *error) {
    struct maker maker = {.walker = walker, .puzzle = puzzle};
    struct few_memory *memory = walker->memory;
    bool made = true;
    for (uint32_t i = 0; made && i < puzzle->move_count; i++)
        made = add_rule(&maker, i, rules->first[i]);
    made = made && finish(&maker);
    few_free(memory, maker.steps, maker.step_room * sizeof *maker.steps);
    few_free(memory, maker.conditions, maker.condition_room * sizeof *maker.conditions);
    few_free(memory, maker.moves, maker.move_room * sizeof *maker.moves);
    few_free(memory, maker.edges, maker.edge_room * sizeof *maker.edges);
    return made || few_fail_memory(error);
}
