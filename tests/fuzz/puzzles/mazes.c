/* Mazes: a matrix of 0 (free) and 1 (wall) is a puzzle without a line of the language. */
#include "generator.h"

#include <stdio.h>
#include <string.h>

bool text_is_maze(const char *text) {
    return *text && strchr("01", *text) && strspn(text, "01 \n") == strlen(text);
}

const char *maze_as_puzzle(arena *memory, const char *text, random_source *random, char *from, char *to) {
    char *cells = arena_take(memory, strlen(text) + 1);
    size_t count = 0, rows = 0, free = 0;
    for (const char *at = text; *at; at++) {
        if (*at == '0' || *at == '1') cells[count++] = *at, free += *at == '0';
        rows += *at == '\n' && (at[1] == '0' || at[1] == '1' || !at[1]);
    }
    if (rows == 0 || free == 0 || count % rows) return ""; /* rows of different lengths, or nothing to stand on */
    const size_t columns = count / rows;
    size_t ends[2];
    for (size_t n = 0; n < 2; n++) {
        size_t skip = random_below(random, (unsigned)free);
        for (ends[n] = 0; cells[ends[n]] != '0' || skip-- > 0;) ends[n]++;
        snprintf(n == 0 ? from : to, PLACE_ROOM, "%zu,%zu", ends[n] / columns + 1, ends[n] % columns + 1);
    }
    char *made = arena_print(memory, "board %zu x %zu\npieces 0 1 @\nnames U D L R\nmove any direction: @ 0 -> 0 @\n", rows, columns);
    for (size_t n = 0; n < 2; n++) {
        made = arena_print(memory, "%s%s", made, n == 0 ? "start" : "\ngoal");
        for (size_t i = 0; i < count; i++)
            made = arena_print(memory, "%s%s %c", made, i > 0 && i % columns == 0 ? " /" : "",
                               i == ends[n] ? '@' : n == 0 ? cells[i] : '_');
    }
    return arena_print(memory, "%s\n", made);
}
