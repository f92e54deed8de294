/* What a move is called. */
#include "attempt.h"
#include "reader.h"

#include <string.h>

/* The cell of a pattern's first cell, by the number of the pattern from 1; of a link its first or second end. */
static size_t told_place(const attempt *self, long number, long place) {
    size_t at = (size_t)place;
    if (self->game->is_string) return at;
    for (size_t i = 0; i < self->made->part_count; i++) {
        if (self->made->parts[i].kind != PART_PATTERN) continue;
        if (self->made->place == ALONG_LINKS) return find_cell(self, self->origin[i], 0, 0, (size_t)number - 1, &at), at;
        if (--number == 0) return find_cell(self, self->origin[i], 0, 0, 0, &at), at;
    }
    return at;
}

static const char *way_text(const puzzle *game, const way *how, arena *memory) {
    const char *text = how->first >= 0 ? game->directions[how->first] : "";
    if (how->second >= 0) text = arena_print(memory, "%s-%s", text, game->directions[how->second]);
    if (how->mirrored) text = arena_print(memory, "%s%smirrored", text, how->first >= 0 ? "-" : "");
    return text;
}

/* The cell of the board where a cell of a pattern lies; of a repeated step, so many steps further. */
static size_t spot_cell(const attempt *self, const spot *where, size_t further) {
    const size_t columns = self->made->parts[where->part].left.columns;
    size_t at = 0;
    if (self->made->repeats == ONCE)
        find_cell(self, self->origin[where->part], where->cell / columns, where->cell % columns, where->cell, &at);
    else lies_at(self->game, self->how, self->origin[where->part], where->cell / columns, where->cell % columns + further, &at);
    return at;
}

static const char *spot_text(const attempt *self, const spot *where, size_t further) {
    return cell_text(self->game, spot_cell(self, where, further), self->memory);
}

static const char *in_capitals(arena *memory, const char *text) {
    char *copy = arena_text(memory, text, strlen(text));
    for (char *at = copy; *at; at++)
        if (*at >= 'a' && *at <= 'z') *at = (char)(*at - 'a' + 'A');
    return copy;
}

/* What stands in braces, by what was matched. */
static const char *put_in(const attempt *self, const char *inside, long place) {
    const puzzle *game = self->game;
    long number;
    for (size_t i = 0; i < game->name_count; i++)
        if (strcmp(game->names[i].text, inside) == 0) return game->words[self->bound[i]].text;
    if (strcmp(inside, "direction") == 0) return way_text(game, self->how, self->memory);
    if (strcmp(inside, "DIRECTION") == 0) return in_capitals(self->memory, way_text(game, self->how, self->memory));
    if (strcmp(inside, "steps") == 0) return arena_print(self->memory, "%zu", self->steps);
    if (strcmp(inside, "from") == 0) return spot_text(self, &self->made->leaves, 0);
    if (strcmp(inside, "to") == 0) return spot_text(self, &self->made->reaches, self->steps - 1);
    if (!is_whole_number(inside, &number)) return "";
    return cell_text(game, told_place(self, number, place), self->memory);
}

/* The name of the move with what was matched, what was chosen (if it is told), the direction, the steps. */
static const char *call_with(const attempt *self, long place, const char *chosen) {
    const rule *made = self->made;
    const char *const turn = way_text(self->game, self->how, self->memory), *rest = made->name ? made->name : "";
    bool tells_direction = !*turn, tells_steps = made->repeats != REPEAT, tells_from = false, tells_to = false;
    char *result = arena_text(self->memory, "", 0);
    for (const char *brace = strchr(rest, '{'); brace; brace = strchr(rest, '{')) {
        const size_t length = strcspn(brace + 1, "}");
        const char *inside = arena_text(self->memory, brace + 1, length);
        const bool is_name = find_choice(self->game->names, self->game->name_count, inside) >= 0;
        tells_direction = tells_direction || (!is_name && (strcmp(inside, "direction") == 0 || strcmp(inside, "DIRECTION") == 0));
        tells_steps = tells_steps || (!is_name && strcmp(inside, "steps") == 0);
        tells_from = tells_from || (!is_name && strcmp(inside, "from") == 0);
        tells_to = tells_to || (!is_name && strcmp(inside, "to") == 0);
        result = arena_print(self->memory, "%s%.*s%s", result, (int)(brace - rest), rest, put_in(self, inside, place));
        rest = brace + length + 2;
    }
    result = arena_print(self->memory, "%s%s", result, rest);
    if (!*result && !*turn) result = arena_print(self->memory, "%s", made->sides ? made->sides : "move");
    if (chosen) result = arena_print(self->memory, "%s%s%s", result, *result ? "-" : "", chosen);
    const bool both = tells_from && tells_to; /* these say where it goes and how far */
    if (!tells_direction && !both) result = arena_print(self->memory, "%s%s%s", result, *result ? "-" : "", turn);
    if (!tells_steps && !both) result = arena_print(self->memory, "%s-%zu", result, self->steps);
    return result;
}

const char *call_of(const attempt *self, long place) {
    return call_with(self, place, NULL);
}

/* ---- words that say more ---- */

static bool is_on_right(const rule *made, int name) {
    for (size_t i = 0; i < made->part_count; i++) {
        const part *one = &made->parts[i];
        const cell *cells = one->kind == PART_VALUE ? &one->result : one->right.cells;
        const size_t count = one->kind == PART_VALUE ? 1 : one->right.rows * one->right.columns;
        for (size_t k = 0; k < count; k++) {
            if (cells[k].kind == CELL_NAME && cells[k].index == name) return true;
            for (size_t t = 0; cells[k].kind == CELL_SUM && t < cells[k].term_count; t++)
                if (cells[k].terms[t].name == name) return true;
        }
    }
    return false;
}

/* The free names of the right side, or else the piece that is moved. NULL: there is nothing to tell, or it cannot be told. */
static const char *choice_of(const attempt *self) {
    const rule *made = self->made;
    const char *text = NULL;
    for (size_t i = 0; i < made->free_count; i++) {
        if (!is_on_right(made, made->free[i])) continue;
        const char *value = self->game->words[self->bound[made->free[i]]].text;
        text = text ? arena_print(self->memory, "%s-%s", text, value) : value;
    }
    if (!text && made->leaves.is_clear) text = self->game->words[self->from.at[spot_cell(self, &made->leaves, 0)]].text;
    return text && strpbrk(text, "@#=") ? NULL : text;
}

void find_calls(const attempt *self, long place, move *made) {
    const rule *of = self->made;
    made->call = call_of(self, place);
    if (self->game->is_string || (of->name && strchr(of->name, '{'))) return;
    const char *chosen = choice_of(self);
    if (chosen) made->others[0] = call_with(self, place, chosen);
    if (self->how->first >= 0 || !of->leaves.is_clear || !of->reaches.is_clear) return;
    const char *to = spot_text(self, &of->reaches, 0);
    made->others[1] = arena_print(self->memory, "%s-to-%s", made->call, to);
    if (chosen) made->others[2] = arena_print(self->memory, "%s-to-%s", made->others[0], to);
    made->others[3] = arena_print(self->memory, "%s-%s-to-%s", made->call, spot_text(self, &of->leaves, 0), to);
}
