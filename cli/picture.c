/* Writing a picture: made in memory first, so that no half of one is left behind. */
#include "cli/picture.h"

#include "draw/svg.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool write_text(const char *path, const char *text, size_t length) {
    FILE *file = fopen(path, "w");
    bool written = file && fwrite(text, 1, length, file) == length;
    written &= file && fclose(file) == 0;
    if (!written) fprintf(stderr, "fewest: %s cannot be written: %s\n", path, strerror(errno));
    return written;
}

bool write_picture(const char *path, const fewest_puzzle *puzzle, fewest_answer *answer) {
    char *text = NULL;
    size_t length = 0;
    fewest_error error = {.message = "no memory was left for it"};
    FILE *file = open_memstream(&text, &length);
    bool made = file && draw_svg_answer(file, puzzle, answer, 0, &error);
    made &= file && fclose(file) == 0;
    if (!made) fprintf(stderr, "fewest: no picture: %s\n", error.message);
    made = made && write_text(path, text, length);
    free(text);
    return made;
}
