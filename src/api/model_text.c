/* States and moves of a model as text; in a space that the user defines states are hexadecimal words, and moves numbers. */
#include "api/model.h"

#include "language/solution.h"
#include "language/state_text.h"
#include "spaces/kinds.h"

#include <stdio.h>
#include <string.h>

static char *hexadecimal(struct few_memory *memory, const uint64_t *words, size_t count, size_t *bytes) {
    *bytes = count * 17 + 1;
    char *text = few_alloc(memory, *bytes);
    for (size_t i = 0, at = 0; text && i < count; i++)
        at += (size_t)snprintf(text + at, *bytes - at, i ? " %016llx" : "%016llx", (unsigned long long)words[i]);
    return text;
}

static char *state_text(const struct few_model *model, struct few_memory *memory, const uint64_t *state, bool drawn,
                        size_t *bytes) {
    const struct few_puzzle *puzzle = &model->named;
    const struct few_space *space = model->space;
    if (!model->puzzle)
        return hexadecimal(memory, state, space->words, bytes);
    const size_t room = few_values_room(puzzle);
    size_t length, values_bytes = (room + 1) * sizeof(uint16_t);
    uint16_t *values = few_alloc(memory, values_bytes);
    char *text = NULL;
    if (values) {
        space->run->read(space, state, values, &length);
        text = drawn ? few_state_drawing(memory, puzzle, values, length, bytes)
                     : few_state_line(memory, puzzle, values, length, bytes);
    }
    few_free(memory, values, values_bytes);
    return text;
}

char *few_model_line(const struct few_model *model, struct few_memory *memory, const uint64_t *state, size_t *bytes) {
    return state_text(model, memory, state, false, bytes);
}

char *few_model_drawing(const struct few_model *model, struct few_memory *memory, const uint64_t *state,
                        size_t *bytes) {
    return state_text(model, memory, state, true, bytes);
}

/* The same state in another space of the same puzzle. */
static bool translate(const struct few_space *from, const uint64_t *state, const struct few_space *to, uint64_t *result) {
    uint16_t values[FEW_MAX_WORDS * 64 + 1];
    size_t length;
    from->run->read(from, state, values, &length);
    return to->run->write(to, values, length, result);
}

/* All successors of a state, as a block of *count of max_successors + 1 states, the steps behind them. NULL: no memory. */
static uint64_t *successors_of(const struct few_space *space, struct few_memory *memory, const uint64_t *state,
                               struct few_step **steps, size_t *count, size_t *bytes) {
    const size_t room = (size_t)space->max_successors + 1;
    *bytes = few_array_size(room, space->words * sizeof(uint64_t) + sizeof(struct few_step));
    uint64_t *next = few_alloc(memory, *bytes);
    if (!next)
        return NULL;
    *steps = (struct few_step *)(next + room * space->words);
    *count = space->run->successors(space, state, 1, next, *steps);
    return next;
}

/* The number that a move has in another space of the same puzzle; UINT32_MAX: none. */
static uint32_t same_move(const struct few_space *from, struct few_memory *memory, const uint64_t *state, uint32_t move,
                          const struct few_space *to, const uint64_t *there) {
    const struct few_move_place place = from->run->place(from, state, move);
    struct few_step *steps, *others;
    size_t count = 0, other_count = 0, bytes, other_bytes, i = 0;
    uint32_t found = UINT32_MAX;
    uint64_t *next = successors_of(from, memory, state, &steps, &count, &bytes), result[FEW_MAX_WORDS];
    uint64_t *others_next = successors_of(to, memory, there, &others, &other_count, &other_bytes);
    while (next && i < count && steps[i].move != move)
        i++;
    if (next && others_next && i < count && translate(from, next + i * from->words, to, result))
        for (size_t k = 0; k < other_count && found == UINT32_MAX; k++) {
            const struct few_move_place other = to->run->place(to, there, others[k].move);
            if (other.rule == place.rule && other.cell == place.cell && other.direction == place.direction &&
                other.steps == place.steps &&
                memcmp(others_next + k * to->words, result, to->words * sizeof *result) == 0)
                found = others[k].move;
        }
    few_free(memory, next, bytes);
    few_free(memory, others_next, other_bytes);
    return found;
}

/* What a move is called depends on all moves of the state: where a search has left some out, the word is made in a space
 * that has them all. NULL: there is no such space, or no memory. */
static const char *word_among_all(const struct few_model *model, struct few_memory *memory, const uint64_t *state, uint32_t move,
                            size_t *bytes) {
    const struct few_space *whole = few_model_keep_words(model);
    uint64_t there[FEW_MAX_WORDS];
    const char *word = NULL;
    if (whole && translate(model->space, state, whole, there)) {
        const uint32_t same = same_move(model->space, memory, state, move, whole, there);
        if (same != UINT32_MAX)
            word = few_move_word(memory, &model->named, whole, there, same, bytes);
    }
    return word;
}

const struct few_space *few_model_keep_words(const struct few_model *model) {
    struct few_whole *whole = (struct few_whole *)&model->whole; /* models are on the heap, and never const themselves */
    struct few_error ignored;
    few_error_clear(&ignored);
    if (!model->space->is_cut)
        return NULL;
    pthread_mutex_lock(&whole->lock);
    if (!whole->is_tried)
        whole->space = few_space_of(&whole->memory, model->puzzle, FEW_TO_EXPLORE, &ignored);
    whole->is_tried = true;
    pthread_mutex_unlock(&whole->lock);
    return whole->space;
}

const char *few_model_word(const struct few_model *model, struct few_memory *memory, const uint64_t *state, uint32_t move,
                     size_t *bytes) {
    const char *word = model->space->is_cut ? word_among_all(model, memory, state, move, bytes) : NULL;
    if (word)
        return word;
    if (model->puzzle)
        return few_move_word(memory, &model->named, model->space, state, move, bytes);
    *bytes = 16;
    char *text = few_alloc(memory, *bytes);
    if (text)
        snprintf(text, *bytes, "%u", move);
    return text;
}
