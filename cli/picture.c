/* Writing a picture: made in memory first, so that no half of one is left behind. */
#include "cli/picture.h"

#include "cli/file.h"
#include "draw/svg.h"

#include <stdlib.h>

bool write_picture(const char *path, const fewest_puzzle *puzzle, fewest_answer *answer) {
    char *text = NULL;
    size_t length = 0;
    fewest_error error = {.message = "no memory was left for it"};
    FILE *file = open_memstream(&text, &length);
    bool made = file && draw_svg_answer(file, puzzle, answer, 0, &error);
    made &= file && fclose(file) == 0;
    if (!made) fprintf(stderr, "fewest: no picture: %s\n", error.message);
    made = made && write_bytes(path, text, length);
    free(text);
    return made;
}
