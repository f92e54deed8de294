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

/* What stands in braces, by what was matched. */
static const char *put_in(const attempt *self, const char *inside, long place) {
    const puzzle *game = self->game;
    long number;
    for (size_t i = 0; i < game->name_count; i++)
        if (strcmp(game->names[i].text, inside) == 0) return game->words[self->bound[i]].text;
    if (strcmp(inside, "direction") == 0) return way_text(game, self->how, self->memory);
    if (strcmp(inside, "steps") == 0) return arena_print(self->memory, "%zu", self->steps);
    if (!is_whole_number(inside, &number)) return "";
    return cell_text(game, told_place(self, number, place), self->memory);
}

const char *call_of(const attempt *self, long place) {
    const rule *made = self->made;
    const char *const turn = way_text(self->game, self->how, self->memory), *rest = made->name ? made->name : "";
    bool tells_direction = !*turn, tells_steps = made->repeats != REPEAT;
    char *result = arena_text(self->memory, "", 0);
    for (const char *brace = strchr(rest, '{'); brace; brace = strchr(rest, '{')) {
        const size_t length = strcspn(brace + 1, "}");
        const char *inside = arena_text(self->memory, brace + 1, length);
        const bool is_name = find_choice(self->game->names, self->game->name_count, inside) >= 0;
        tells_direction = tells_direction || (!is_name && strcmp(inside, "direction") == 0);
        tells_steps = tells_steps || (!is_name && strcmp(inside, "steps") == 0);
        result = arena_print(self->memory, "%s%.*s%s", result, (int)(brace - rest), rest, put_in(self, inside, place));
        rest = brace + length + 2;
    }
    result = arena_print(self->memory, "%s%s", result, rest);
    if (!tells_direction) result = arena_print(self->memory, "%s%s%s", result, *result ? "-" : "", turn);
    if (!tells_steps) result = arena_print(self->memory, "%s-%zu", result, self->steps);
    if (*result) return result;
    return made->sides ? made->sides : "move";
}
