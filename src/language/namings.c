#include "language/namings.h"

#include <string.h>

#include "language/checker.h"
#include "language/moved.h"
#include "language/name.h"
#include "language/state_text.h"
#include "language/turns.h"

/* One move whose names are sought. */
struct seeking {
    struct few_namings *namings;
    const struct few_puzzle *puzzle;
    struct few_move_place place;
    struct few_moved moved;
    uint32_t move, order, cost;
    size_t first;   /* of its names in the list */
    size_t matches; /* that lead where it leads, so far */
    const uint16_t *result;
    size_t length;
    bool no_memory;
};

/* One name, as it is put together. */
struct telling {
    enum few_telling what;
    const char *choice; /* NULL: there is none */
    struct few_filling filling;
};

static void put_name(struct few_pen *pen, const struct seeking *seeking, struct telling telling) {
    const struct few_puzzle *puzzle = seeking->puzzle;
    const struct few_move_place place = seeking->place;
    const uint32_t *cells = telling.filling.cells;
    if (telling.what == FEW_TOLD_BRACES) {
        few_pen_filled(pen, puzzle, place, telling.filling);
        return;
    }
    const bool chosen = telling.what == FEW_TOLD_CHOICE || telling.what == FEW_TOLD_CHOICE_TO;
    few_pen_label_with(pen, puzzle, place, chosen ? telling.choice : NULL);
    if (telling.what == FEW_TOLD_FROM_TO) {
        few_pen_put(pen, "-");
        few_pen_cell(pen, puzzle, few_cell_left(puzzle, place, &seeking->moved, cells));
    }
    if (telling.what != FEW_TOLD_CHOICE) {
        few_pen_put(pen, "-to-");
        few_pen_cell(pen, puzzle, few_cell_reached(puzzle, place, &seeking->moved, cells));
    }
}

static bool is_named(const struct seeking *seeking, const char *label) {
    const struct few_list *list = &seeking->namings->list;
    for (size_t i = seeking->first; i < list->count; i++)
        if (strcmp(((const struct few_naming *)few_list_at(list, i))->label, label) == 0)
            return true;
    return false;
}

static void add_name(struct seeking *seeking, uint32_t order, struct telling telling) {
    struct few_pen pen = {0};
    put_name(&pen, seeking, telling);
    char *label = few_arena_alloc(&seeking->namings->arena, pen.bytes + 1);
    pen = (struct few_pen){.paper = label};
    if (label)
        put_name(&pen, seeking, telling);
    const struct few_naming naming = {telling.what, seeking->move, order, seeking->matches == 1, label};
    seeking->no_memory = seeking->no_memory || !label || (!is_named(seeking, label) &&
                                                          !few_list_append(&seeking->namings->list, &naming, 1));
}

static bool is_in_sum(const struct few_sum *sum, unsigned name) {
    for (uint32_t i = 0; i < sum->count; i++)
        if (sum->names[i] == name)
            return true;
    for (uint32_t i = 0; i < sum->product_count; i++)
        for (uint32_t k = 0; k < sum->products[i].count; k++)
            if (sum->products[i].names[k] == name)
                return true;
    return false;
}

/* Whether a name stands on a right side of the move. */
static bool is_put(const struct few_puzzle *puzzle, const struct few_move *move, unsigned name) {
    for (uint32_t p = 0; p < move->part_count; p++) {
        const struct few_part *part = &move->parts[p];
        const uint32_t size = part->kind == FEW_PART_CYCLE ? 0 : part->kind == FEW_PART_VAR ? 1 : part->rows * part->columns;
        for (uint32_t i = 0; i < size; i++) {
            const few_code code = part->after[i];
            if (few_code_is_name(code) ? few_code_index(code) == name
                                       : few_code_is_sum(code) && is_in_sum(&puzzle->sums[few_code_index(code)], name))
                return true;
        }
    }
    return false;
}

/* The values of free names that the move puts, joined by hyphens, else the moved piece. */
static void put_choice(struct few_pen *pen, const struct seeking *seeking, const uint16_t *bound) {
    const struct few_puzzle *puzzle = seeking->puzzle;
    const struct few_move *move = &puzzle->moves[seeking->place.rule];
    const few_code moved = seeking->moved.code;
    for (uint32_t i = 0; i < move->free_count; i++) {
        const unsigned name = few_code_index(move->free[i]);
        if (!is_put(puzzle, move, name))
            continue;
        few_pen_put(pen, pen->bytes ? "-" : "");
        few_pen_put(pen, few_code_text(puzzle, bound[name]));
    }
    if (pen->bytes == 0 && moved != FEW_CODE_ANY && seeking->moved.leaves == 1)
        few_pen_put(pen, few_code_text(puzzle, few_code_is_name(moved) ? bound[few_code_index(moved)] : moved));
}

/* NULL: there is nothing to tell, or it cannot be part of a word; or there is no memory. */
static const char *choice_of(struct seeking *seeking, const uint16_t *bound) {
    struct few_pen pen = {0};
    put_choice(&pen, seeking, bound);
    if (pen.bytes == 0)
        return NULL;
    char *choice = few_arena_alloc(&seeking->namings->arena, pen.bytes + 1);
    seeking->no_memory = seeking->no_memory || !choice;
    pen = (struct few_pen){.paper = choice};
    if (choice)
        put_choice(&pen, seeking, bound);
    return choice && !strpbrk(choice, "@#=") ? choice : NULL;
}

static void tell(struct seeking *seeking, uint32_t order, struct few_filling filling) {
    const struct few_moved *moved = &seeking->moved;
    const bool by_cell = !few_is_directed(&seeking->puzzle->moves[seeking->place.rule]) && moved->code != FEW_CODE_ANY &&
                         moved->leaves == 1 && moved->reaches == 1;
    struct telling telling = {.choice = choice_of(seeking, filling.bound), .filling = filling};
    for (telling.what = FEW_TOLD_CHOICE; telling.what < FEW_TELLINGS; telling.what++) {
        const bool chosen = telling.what == FEW_TOLD_CHOICE || telling.what == FEW_TOLD_CHOICE_TO;
        if ((telling.choice || !chosen) && (by_cell || telling.what == FEW_TOLD_CHOICE))
            add_name(seeking, order, telling);
    }
}

/* Takes the names of a match that leads to what the move leads to, and costs as much. */
static void see(struct few_checker *checker, void *context) {
    struct seeking *seeking = context;
    size_t length;
    const uint16_t *values = few_checker_values(checker, &length);
    const uint32_t order = seeking->order++;
    if (seeking->no_memory || length != seeking->length ||
        few_checker_cost(checker, &seeking->puzzle->moves[seeking->place.rule]) != seeking->cost ||
        (length && memcmp(values, seeking->result, length * sizeof *values) != 0))
        return;
    seeking->matches++;
    uint32_t cells[FEW_NAME_PLACES] = {0};
    struct few_filling filling = {NULL, cells};
    few_checker_match(checker, seeking->place, &filling.bound, cells, FEW_NAME_PLACES);
    if (few_has_braces(seeking->puzzle, seeking->place))
        add_name(seeking, order, (struct telling){FEW_TOLD_BRACES, NULL, filling});
    else
        tell(seeking, order, filling);
}

/* The moves of a state. */
struct moves {
    const struct few_puzzle *puzzle;
    const struct few_space *space;
    const uint64_t *next;
    const struct few_step *steps;
    const struct few_move_place *places;
    size_t count;
};

bool few_can_tell(const struct few_puzzle *puzzle, const struct few_move *move) {
    bool found = false;
    for (uint32_t i = 0; i < move->free_count && !found; i++)
        found = is_put(puzzle, move, few_code_index(move->free[i]));
    const struct few_moved moved = few_find_moved(puzzle, move);
    return found || (moved.code != FEW_CODE_ANY && moved.leaves == 1);
}

/* Whether the move is to be named: now those with braces, or now the others. */
static bool is_sought(struct moves moves, size_t i, bool braces) {
    const struct few_move_place place = moves.places[i];
    return few_has_braces(moves.puzzle, place) ? braces : !braces && few_can_tell(moves.puzzle, &moves.puzzle->moves[place.rule]);
}

static bool name_moves(struct few_namings *namings, struct few_checker *checker, struct moves moves, bool braces,
                       uint16_t *values) {
    bool good = true;
    for (uint32_t i = 0; i < moves.count && good; i++) {
        const struct few_move_place place = moves.places[i];
        if (!is_sought(moves, i, braces))
            continue;
        struct seeking seeking = {.namings = namings, .puzzle = moves.puzzle, .place = place, .move = i, .cost = moves.steps[i].cost};
        seeking.moved = few_find_moved(moves.puzzle, &moves.puzzle->moves[place.rule]);
        seeking.first = namings->list.count;
        seeking.result = values;
        moves.space->run->read(moves.space, moves.next + i * (size_t)moves.space->words, values, &seeking.length);
        good = few_checker_show(checker, place, see, &seeking) && !seeking.no_memory;
    }
    return good;
}

static bool name_all(struct few_namings *namings, struct few_memory *memory, struct moves moves, const uint64_t *state, bool braces) {
    bool any = false;
    for (size_t i = 0; i < moves.count && !any; i++)
        any = is_sought(moves, i, braces);
    if (!any)
        return true;
    const size_t bytes = few_values_room(moves.puzzle) * sizeof(uint16_t);
    size_t length = 0;
    uint16_t *values = few_alloc(memory, bytes);
    struct few_checker *checker = values ? few_checker_create(memory, moves.puzzle) : NULL;
    if (checker)
        moves.space->run->read(moves.space, state, values, &length);
    const bool good = checker && few_checker_put(checker, values, length) && name_moves(namings, checker, moves, braces, values);
    few_checker_free(checker);
    few_free(memory, values, bytes);
    return good;
}

bool few_namings_make(struct few_namings *namings, struct few_memory *memory, const struct few_puzzle *puzzle,
                      const struct few_space *space, const uint64_t *state, const uint64_t *next,
                      const struct few_step *steps, const struct few_move_place *places, size_t count) {
    few_arena_init(&namings->arena, memory);
    few_list_init(&namings->list, memory, sizeof(struct few_naming));
    return name_all(namings, memory, (struct moves){puzzle, space, next, steps, places, count}, state, true);
}

bool few_namings_tell(struct few_namings *namings, struct few_memory *memory, const struct few_puzzle *puzzle,
                      const struct few_space *space, const uint64_t *state, const uint64_t *next,
                      const struct few_step *steps, const struct few_move_place *places, size_t count) {
    return puzzle->is_string || name_all(namings, memory, (struct moves){puzzle, space, next, steps, places, count}, state, false);
}

void few_namings_free(struct few_namings *namings) {
    few_list_free(&namings->list);
    few_arena_free(&namings->arena);
}
