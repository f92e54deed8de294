/* Boards side by side: rows of blocks, all as wide as the widest, each a heading and a drawing. */
#include "cli/boards.h"

#include "cli/terminal.h"

#include <string.h>

enum { GAP = 3, MOST = 64 /* blocks in a row */, HEADING = 128 };

/* Above the first state stands "start", above the others the number and the word of the move. */
static bool heading(fewest_answer *answer, size_t way, size_t step, char text[HEADING]) {
    if (step == 0) {
        strcpy(text, "start");
        return true;
    }
    const char *word = fewest_answer_move(answer, way, step - 1);
    if (word) snprintf(text, HEADING, "%zu %s", step, word);
    return word != NULL;
}

/* The line at the front of *text, which moves on behind it. */
static size_t next_line(const char **text, const char **line) {
    size_t length = strcspn(*text, "\n");
    *line = *text;
    *text += length + ((*text)[length] == '\n');
    return length;
}

/* Columns of the widest block; 0: no memory. */
static size_t widest_block(fewest_answer *answer, size_t way, size_t length) {
    size_t widest = 1;
    for (size_t step = 0; step <= length; step++) {
        char head[HEADING];
        const char *drawing = fewest_answer_drawing(answer, way, step), *line;
        if (!drawing || !heading(answer, way, step, head)) return 0;
        size_t width = shown_width(head, strlen(head));
        if (width > widest) widest = width;
        while (*drawing) {
            size_t bytes = next_line(&drawing, &line);
            width = shown_width(line, bytes);
            if (width > widest) widest = width;
        }
    }
    return widest;
}

/* Goes from column *at to `column` and writes the text there: no line ends in spaces. */
static void write_at(FILE *file, size_t *at, size_t column, const char *text, size_t length) {
    while (length > 0 && text[length - 1] == ' ') length--;
    if (length == 0) return;
    fprintf(file, "%*s", (int)(column - *at), "");
    fwrite(text, 1, length, file);
    *at = column + shown_width(text, length);
}

static bool print_row(FILE *file, fewest_answer *answer, size_t way, size_t first, size_t count, size_t pitch) {
    const char *rest[MOST];
    size_t at = 0;
    for (size_t i = 0; i < count; i++) {
        char head[HEADING];
        rest[i] = fewest_answer_drawing(answer, way, first + i);
        if (!rest[i] || !heading(answer, way, first + i, head)) return false;
        write_at(file, &at, i * pitch, head, strlen(head));
    }
    fputc('\n', file);
    for (bool more = true; more;) {
        more = false;
        at = 0;
        for (size_t i = 0; i < count; i++) {
            const char *line;
            size_t length = next_line(&rest[i], &line);
            write_at(file, &at, i * pitch, line, length);
            more |= *rest[i] != '\0';
        }
        fputc('\n', file);
    }
    return true;
}

bool print_boards(FILE *file, fewest_answer *answer, size_t way, size_t width) {
    size_t length = fewest_answer_way_length(answer, way);
    size_t widest = widest_block(answer, way, length);
    if (widest == 0) return false;
    size_t pitch = widest + GAP, fitting = (width + GAP) / pitch;
    size_t in_row = fitting < 1 ? 1 : fitting > MOST ? MOST : fitting;
    for (size_t first = 0; first <= length; first += in_row) {
        size_t left = length + 1 - first;
        if (first > 0) fputc('\n', file);
        if (!print_row(file, answer, way, first, left < in_row ? left : in_row, pitch)) return false;
    }
    return true;
}
