/* States and moves of a model as text; in a space of the user's own states are hexadecimal words, and moves numbers. */
#include "api/model.h"

#include "language/solution.h"
#include "language/state_text.h"

#include <stdio.h>

static char *hexadecimal(struct few_memory *memory, const uint64_t *words, size_t count, size_t *bytes) {
    *bytes = count * 17 + 1;
    char *text = few_alloc(memory, *bytes);
    for (size_t i = 0, at = 0; text && i < count; i++)
        at += (size_t)snprintf(text + at, *bytes - at, i ? " %016llx" : "%016llx", (unsigned long long)words[i]);
    return text;
}

static char *state_text(const struct few_model *model, struct few_memory *memory, const uint64_t *state, bool drawn,
                        size_t *bytes) {
    const struct few_puzzle *puzzle = model->puzzle;
    const struct few_space *space = model->space;
    if (!puzzle)
        return hexadecimal(memory, state, space->words, bytes);
    size_t room = puzzle->is_string ? (size_t)FEW_MAX_WORDS * 64
                                    : (size_t)puzzle->rows * puzzle->columns + puzzle->var_count;
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

char *few_model_word(const struct few_model *model, struct few_memory *memory, const uint64_t *state, uint32_t move,
                     size_t *bytes) {
    if (model->puzzle)
        return few_move_word(memory, model->puzzle, model->space, state, move, bytes);
    *bytes = 16;
    char *text = few_alloc(memory, *bytes);
    if (text)
        snprintf(text, *bytes, "%u", move);
    return text;
}
