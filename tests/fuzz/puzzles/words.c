/* Steps and their words, states as text. */
#include "interpreter.h"

#include <stdlib.h>
#include <string.h>

size_t steps_of(const moves *all, arena *memory, step **result) {
    step *steps = arena_take(memory, (all->count + 1) * sizeof *steps);
    size_t count = 0;
    for (size_t i = 0; i < all->count; i++) {
        bool best = true;
        for (size_t k = 0; best && k < all->count; k++) {
            const move *a = &all->items[k], *b = &all->items[i];
            if (same_state(a->result, b->result)) best = a->cost > b->cost || (a->cost == b->cost && k >= i);
        }
        if (best) steps[count++] = (step){i, all->items[i].cost};
    }
    *result = steps;
    return count;
}

/* Among the moves of that call (at that place, where one is given) the number of different results, and which of them
 * is that of the move at `index`. */
static size_t results(const moves *all, size_t index, bool same_place, size_t *which) {
    size_t count = 0;
    const move *mine = &all->items[index];
    for (size_t i = 0; i < all->count; i++) {
        const move *one = &all->items[i];
        if ((same_place && one->place != mine->place) || strcmp(one->call, mine->call) != 0) continue;
        bool fresh = true;
        for (size_t k = 0; fresh && k < i; k++) {
            const move *old = &all->items[k];
            if ((same_place && old->place != mine->place) || !same_state(old->result, one->result)) continue;
            fresh = strcmp(old->call, mine->call) != 0;
        }
        count += fresh;
        if (fresh && same_state(one->result, mine->result)) *which = count;
    }
    return count;
}

const char *cell_text(const puzzle *game, size_t at, arena *memory) {
    if (!game->is_grid) return arena_print(memory, "%zu", at + 1);
    return arena_print(memory, "%zu,%zu", at / game->columns + 1, at % game->columns + 1);
}

const char *word_of(const puzzle *game, const moves *all, size_t index, arena *memory) {
    const move *mine = &all->items[index];
    size_t which = 0;
    if (results(all, index, false, &which) == 1) return mine->call;
    if (mine->place < 0) return arena_print(memory, "%s#%zu", mine->call, which);
    const char *text = arena_print(memory, "%s@%s", mine->call, cell_text(game, (size_t)mine->place, memory));
    if (results(all, index, true, &which) == 1) return text;
    return arena_print(memory, "%s#%zu", text, which);
}

size_t starts_of(const puzzle *game, const start *from, arena *memory, state **result) {
    const size_t cells = game->is_string ? from->count : puzzle_cells(game), vars = game->var_count;
    size_t total = 1;
    for (size_t i = 0; i < vars; i++)
        if (from->values[i] < 0) total *= game->vars[i].count;
    state *all = arena_take(memory, total * sizeof *all);
    for (size_t n = 0; n < total; n++) {
        all[n] = (state){arena_take(memory, (cells + vars + 1) * sizeof(symbol)), cells + vars};
        if (cells > 0) memcpy(all[n].at, from->cells, cells * sizeof(symbol));
        size_t rest = n;
        for (size_t i = vars; i-- > 0;) {
            const size_t count = game->vars[i].count;
            const size_t value = from->values[i] >= 0 ? (size_t)from->values[i] : rest % count;
            if (from->values[i] < 0) rest /= count;
            all[n].at[cells + i] = game->vars[i].values[value];
        }
    }
    *result = all;
    return total;
}

char *state_text(const puzzle *game, state one, arena *memory) {
    const size_t cells = game->is_string ? one.count : puzzle_cells(game);
    size_t room = 1;
    for (size_t i = 0; i < one.count; i++) room += strlen(game->words[one.at[i]].text) + 16;
    for (size_t i = 0; i < game->var_count; i++) room += strlen(game->vars[i].text) + 16;
    char *text = arena_take(memory, room), *at = text;
    for (size_t i = 0; i < cells; i++) {
        if (i > 0 && !game->is_string) at = stpcpy(at, i % game->columns == 0 ? " / " : " ");
        at = stpcpy(at, game->words[one.at[i]].text);
    }
    for (size_t i = 0; i < game->var_count; i++) {
        at = stpcpy(at, cells + i > 0 ? " and " : "");
        at = stpcpy(stpcpy(at, game->vars[i].text), " is ");
        at = stpcpy(at, game->words[one.at[cells + i]].text);
    }
    return text;
}
