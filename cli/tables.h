/* Saved tables: where they are kept, and which of them a command loads. */
#ifndef CLI_TABLES_H
#define CLI_TABLES_H

#include "cli/options.h"

#include <fewest/tables.h>

/* The fields and options of a command that loads tables. */
struct table_choice {
    const char *file;
    bool none;
};

#define TABLE_OPTIONS(settings, field)                                                                            \
    {.name = "table", .kind = OPTION_TEXT, .argument = "FILE", .offset = offsetof(settings, field.file),           \
     .help = "use the table in this file, as 'fewest table build' writes it"},                                     \
    {.name = "no-tables", .kind = OPTION_FLAG, .offset = offsetof(settings, field.none),                           \
     .help = "ignore saved tables"}

/* The file of a table in the user's cache folder, to be freed: $XDG_CACHE_HOME/fewest, or ~/.cache/fewest. With `make`
 * the folder is made. NULL: there is none, and (where `make` is set) *error says why. */
char *cached_table(fewest_puzzle *puzzle, fewest_table_kind kind, bool make, fewest_error *error);

const char *table_kind_word(fewest_table_kind kind);

/* Loads the table that was asked for, or the one in the cache for this puzzle: `distances`, if these are of use, or else
 * `patterns`. A table that cannot be used is reported on standard error, and the command continues without it. false:
 * none is loaded. */
bool load_saved_tables(fewest_puzzle *puzzle, const struct table_choice *choice, bool distances, bool patterns);

#endif
