/* The cache folder is known here only: the library takes paths. */
#include "cli/tables.h"

#include <fewest/tables.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *table_kind_word(fewest_table_kind kind) {
    static const char *const words[] = {[FEWEST_TABLE_DISTANCES] = "distances",
                                        [FEWEST_TABLE_PATTERNS] = "patterns"};
    return words[kind];
}

static void fail(fewest_error *error, const char *what, const char *why) {
    *error = (fewest_error){.status = FEWEST_SYSTEM};
    snprintf(error->message, sizeof error->message, "%.150s%s%.80s", what, *why ? ": " : "", why);
    snprintf(error->text, sizeof error->text, "fewest: %s", error->message);
}

/* As the XDG base directory specification has it: only an absolute path counts. To be freed; NULL: there is none. */
static char *cache_folder(void) {
    char *path = NULL;
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    int length = -1;
    if (cache && *cache == '/')
        length = asprintf(&path, "%s/fewest", cache);
    else if (home && *home == '/')
        length = asprintf(&path, "%s/.cache/fewest", home);
    return length < 0 ? NULL : path;
}

/* The folder and those above it. */
static bool make_folder(char *path) {
    for (char *at = path + 1;; at++) {
        if (*at && *at != '/')
            continue;
        char end = *at;
        *at = '\0';
        bool there = mkdir(path, 0777) == 0 || errno == EEXIST;
        *at = end;
        if (!there)
            return false;
        if (!end)
            return true;
    }
}

char *cached_table(fewest_puzzle *puzzle, fewest_table_kind kind, bool make, fewest_error *error) {
    char fingerprint[33], *path = NULL, *folder = cache_folder();
    if (!folder) {
        fail(error, "there is no cache folder: neither XDG_CACHE_HOME nor HOME is set; say with --output where to write",
             "");
    } else if (make && !make_folder(folder)) {
        fail(error, folder, strerror(errno));
    } else if ((make || access(folder, X_OK) == 0) && fewest_fingerprint(puzzle, fingerprint, error) &&
               asprintf(&path, "%s/%s.%s", folder, fingerprint, table_kind_word(kind)) < 0) {
        fail(error, "there is not enough memory", "");
        path = NULL;
    }
    free(folder);
    return path;
}

static bool load(fewest_puzzle *puzzle, const char *path) {
    fewest_error error;
    if (fewest_table_load(puzzle, path, &error))
        return true;
    fprintf(stderr, "fewest: %s; continuing without it\n", error.message);
    return false;
}

/* *has_name: a table of the puzzle has a name; where it has not, perhaps because compiling took too long, none of any kind has. */
static bool load_cached(fewest_puzzle *puzzle, fewest_table_kind kind, bool *has_name) {
    fewest_error error;
    char *path = cached_table(puzzle, kind, false, &error);
    *has_name = path != NULL;
    bool loaded = path && access(path, F_OK) == 0 && load(puzzle, path);
    free(path);
    return loaded;
}

bool load_saved_tables(fewest_puzzle *puzzle, const struct table_choice *choice, bool distances, bool patterns) {
    if (choice->file)
        return load(puzzle, choice->file);
    if (choice->none)
        return false;
    bool has_name = true;
    return (distances && load_cached(puzzle, FEWEST_TABLE_DISTANCES, &has_name)) ||
           (patterns && has_name && load_cached(puzzle, FEWEST_TABLE_PATTERNS, &has_name));
}
