/* Files of other programs: a byte for what is said about the file, then the file. What it is translated to is a text of the
 * language, or the mistake has a message and a place in the file. */
#include "bytes.h"

#include "import/import.h"

#include <stdlib.h>
#include <string.h>

void begin_inputs(void) {}

void try_input(const uint8_t *data, size_t size) {
    if (size == 0)
        return;
    const struct import_options options = {
        .level = data[0] & 3, .count = data[0] >> 2 & 7, .words = (data[0] & 0x60) == 0x60, .one_way = data[0] >> 7};
    const char *text = (const char *)data + 1;
    fewest_error error = {0};
    const char *kind = import_kind(text, size - 1, &options);
    char *rules = import_rules(text, size - 1, "fuzz", &options, &error);
    if (!rules) {
        must_explain(&error);
        must((error.line == 0) == (error.column == 0), "a mistake has a line and a column, or neither");
        return;
    }
    must(kind != NULL, "what is translated is recognised");
    fewest_puzzle *puzzle = fewest_parse(rules, strlen(rules), "rules", &error);
    must(puzzle || error.status != FEWEST_INVALID, "what is made is a text of the language");
    fewest_puzzle_free(puzzle);
    free(rules);
}
