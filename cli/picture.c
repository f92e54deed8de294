/* Writing a picture: made in memory first, so that no partial file is left. */
#include "cli/picture.h"

#include "cli/file.h"
#include "draw/svg.h"
#include "json/memory_file.h"

#include <stdlib.h>

bool write_picture(const char *path, const fewest_puzzle *puzzle, fewest_answer *answer) {
    struct memory_file picture;
    fewest_error error = {.message = "there is not enough memory for it"};
    bool made = memory_file_open(&picture) && draw_svg_answer(picture.file, puzzle, answer, 0, &error);
    char *text = memory_file_close(&picture);
    made &= text != NULL;
    if (!made)
        fprintf(stderr, "fewest: no picture: %s\n", error.message);
    made = made && write_bytes(path, text, picture.length);
    free(text);
    return made;
}
