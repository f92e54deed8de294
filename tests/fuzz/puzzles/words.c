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

const char *cell_text(const puzzle *game, size_t at, arena *memory) {
    if (game->cell_names) return game->cell_names[at];
    if (!game->is_grid) return arena_print(memory, "%zu", at + 1);
    return arena_print(memory, "%zu,%zu", at / game->columns + 1, at % game->columns + 1);
}

/* ---- what a word fits ---- */

static bool has_call(const moves *all, const char *word) {
    for (size_t i = 0; i < all->count; i++)
        if (strcmp(all->items[i].call, word) == 0) return true;
    return false;
}

/* All moves that are called so; if there is none, those of which it says more. */
static bool fits_word(const moves *all, size_t index, const char *word, bool is_call) {
    const move *one = &all->items[index];
    if (is_call) return strcmp(one->call, word) == 0;
    for (size_t i = 0; i < 4; i++)
        if (one->others[i] && strcmp(one->others[i], word) == 0) return true;
    return false;
}

/* The different results of the moves that a word fits, at a place if one is given (-1: anywhere), each by its first move. */
static size_t results_of(const moves *all, const char *word, long place, arena *memory, size_t **found) {
    const bool is_call = has_call(all, word);
    size_t count = 0;
    *found = arena_take(memory, (all->count + 1) * sizeof **found);
    for (size_t i = 0; i < all->count; i++) {
        if ((place >= 0 && all->items[i].place != place) || !fits_word(all, i, word, is_call)) continue;
        bool fresh = true;
        for (size_t k = 0; fresh && k < count; k++) fresh = !same_state(all->items[(*found)[k]].result, all->items[i].result);
        if (fresh) (*found)[count++] = i;
    }
    return count;
}

/* Whether it fits this move, and none with another result. */
static bool tells(const moves *all, const char *word, long place, state result, arena *memory) {
    size_t *found;
    return word && results_of(all, word, place, memory, &found) == 1 && same_state(all->items[found[0]].result, result);
}

const char *word_of(const puzzle *game, const moves *all, size_t index, arena *memory) {
    const move *mine = &all->items[index];
    size_t *found, which = 0;
    if (tells(all, mine->call, -1, mine->result, memory)) return mine->call;
    for (size_t i = 0; i < 4; i++)
        if (tells(all, mine->others[i], -1, mine->result, memory)) return mine->others[i];
    const char *place = mine->place < 0 ? "" : arena_print(memory, "@%s", cell_text(game, (size_t)mine->place, memory));
    const char *text = arena_print(memory, "%s%s", mine->call, place);
    if (*place && tells(all, mine->call, mine->place, mine->result, memory)) return text;
    if (*place && tells(all, mine->others[0], mine->place, mine->result, memory)) return arena_print(memory, "%s%s", mine->others[0], place);
    const size_t count = results_of(all, mine->call, mine->place, memory, &found);
    while (which < count && !same_state(all->items[found[which]].result, mine->result)) which++;
    return arena_print(memory, "%s#%zu", text, which + 1);
}

/* The cell behind the last @ of a word, among the places of the moves; -2: it has none, -1: no move is there. */
static long place_in(const puzzle *game, const moves *all, const char *word, arena *memory) {
    const char *at = strrchr(word, '@');
    for (size_t i = 0; at && i < all->count; i++)
        if (all->items[i].place >= 0 && strcmp(cell_text(game, (size_t)all->items[i].place, memory), at + 1) == 0) return all->items[i].place;
    return at ? -1 : -2;
}

size_t move_of_word(const puzzle *game, const moves *all, const char *word, arena *memory) {
    size_t *found;
    const char *mark = strrchr(word, '#');
    const bool numbered = mark && mark[1] && strspn(mark + 1, "0123456789") == strlen(mark + 1);
    const char *rest = numbered ? arena_text(memory, word, (size_t)(mark - word)) : word;
    const long place = place_in(game, all, rest, memory);
    const char *call = place == -2 ? rest : arena_text(memory, rest, (size_t)(strrchr(rest, '@') - rest));
    if (call == word || results_of(all, call, -1, memory, &found) == 0) /* nothing fits without these marks */
        return results_of(all, word, -1, memory, &found) == 1 ? found[0] : SIZE_MAX;
    if (place == -1) return SIZE_MAX;
    const size_t count = results_of(all, call, place < 0 ? -1 : place, memory, &found), which = numbered ? strtoul(mark + 1, NULL, 10) : 1;
    return (numbered || count == 1) && which >= 1 && which <= count ? found[which - 1] : SIZE_MAX;
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
