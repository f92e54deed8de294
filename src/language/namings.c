#include "language/namings.h"

#include <string.h>

#include "language/checker.h"
#include "language/name.h"
#include "language/state_text.h"

/* One move whose names are sought. */
struct seeking {
    struct few_namings *namings;
    const struct few_puzzle *puzzle;
    struct few_move_place place;
    uint32_t move, order, cost;
    size_t first; /* of its names in the list */
    const uint16_t *result;
    size_t length;
    bool no_memory;
};

static char *write_label(struct seeking *seeking, struct few_filling filling) {
    const struct few_move_place place = seeking->place;
    struct few_pen pen = {0};
    few_pen_filled(&pen, seeking->puzzle, place, filling);
    char *label = few_arena_alloc(&seeking->namings->arena, pen.bytes + 1);
    if (!label)
        return NULL;
    pen = (struct few_pen){.paper = label};
    few_pen_filled(&pen, seeking->puzzle, place, filling);
    return label;
}

static bool is_named(const struct seeking *seeking, const char *label) {
    const struct few_list *list = &seeking->namings->list;
    for (size_t i = seeking->first; i < list->count; i++)
        if (strcmp(((const struct few_naming *)few_list_at(list, i))->label, label) == 0)
            return true;
    return false;
}

/* Takes the name of a match that leads to what the move leads to, and costs as much. */
static void see(struct few_checker *checker, void *context) {
    struct seeking *seeking = context;
    size_t length;
    const uint16_t *values = few_checker_values(checker, &length);
    const uint32_t order = seeking->order++;
    if (seeking->no_memory || length != seeking->length ||
        few_checker_cost(checker, &seeking->puzzle->moves[seeking->place.rule]) != seeking->cost ||
        (length && memcmp(values, seeking->result, length * sizeof *values) != 0))
        return;
    uint32_t cells[FEW_NAME_PLACES] = {0};
    struct few_filling filling = {NULL, cells};
    few_checker_match(checker, seeking->place, &filling.bound, cells, FEW_NAME_PLACES);
    const struct few_naming naming = {seeking->move, order, write_label(seeking, filling)};
    seeking->no_memory = !naming.label || (!is_named(seeking, naming.label) &&
                                           !few_list_append(&seeking->namings->list, &naming, 1));
}

static bool name_moves(struct few_namings *namings, struct few_checker *checker, const struct few_puzzle *puzzle,
                       const struct few_space *space, const uint64_t *next, const struct few_step *steps,
                       const struct few_move_place *places, size_t count, uint16_t *values) {
    bool good = true;
    for (uint32_t i = 0; i < count && good; i++) {
        if (!few_has_braces(puzzle, places[i]))
            continue;
        struct seeking seeking = {.namings = namings, .puzzle = puzzle, .place = places[i], .move = i, .cost = steps[i].cost};
        seeking.first = namings->list.count;
        seeking.result = values;
        space->run->read(space, next + i * (size_t)space->words, values, &seeking.length);
        good = few_checker_show(checker, places[i], see, &seeking) && !seeking.no_memory;
    }
    return good;
}

bool few_namings_make(struct few_namings *namings, struct few_memory *memory, const struct few_puzzle *puzzle,
                      const struct few_space *space, const uint64_t *state, const uint64_t *next,
                      const struct few_step *steps, const struct few_move_place *places, size_t count) {
    few_arena_init(&namings->arena, memory);
    few_list_init(&namings->list, memory, sizeof(struct few_naming));
    bool any = false;
    for (size_t i = 0; i < count && !any; i++)
        any = few_has_braces(puzzle, places[i]);
    if (!any)
        return true;
    const size_t bytes = few_values_room(puzzle) * sizeof(uint16_t);
    size_t length = 0;
    uint16_t *values = few_alloc(memory, bytes);
    struct few_checker *checker = values ? few_checker_create(memory, puzzle) : NULL;
    if (checker)
        space->run->read(space, state, values, &length);
    const bool good = checker && few_checker_put(checker, values, length) &&
                      name_moves(namings, checker, puzzle, space, next, steps, places, count, values);
    few_checker_free(checker);
    few_free(memory, values, bytes);
    return good;
}

void few_namings_free(struct few_namings *namings) {
    few_list_free(&namings->list);
    few_arena_free(&namings->arena);
}
