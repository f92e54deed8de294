/* fewest resume: the explorations, searches and tables in a folder that can be continued. */
#include "cli/amount.h"
#include "cli/commands.h"
#include "cli/output.h"

#include <dirent.h>
#include <errno.h>
#include <fewest/explore.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct resume_settings {
    bool json;
};

static const struct option options[] = {
    {.name = "json", .kind = OPTION_FLAG, .offset = offsetof(struct resume_settings, json),
     .help = "print one JSON object with an array `checkpoints`"},
};

static int has_name(const struct dirent *entry) {
    return entry->d_name[0] != '.';
}

/* The path of a file in that folder as one would write it, to be freed. */
static char *path_in(const char *folder, const char *name) {
    char *path = NULL;
    if (strcmp(folder, ".") == 0)
        return strdup(name);
    return asprintf(&path, "%s/%s", folder, name) < 0 ? NULL : path;
}

static void print_one(const char *path, const fewest_checkpoint *checkpoint, const fewest_error *error) {
    if (!checkpoint) {
        printf("%s: cannot be continued: %s\n", path, error->message);
        return;
    }
    const uint64_t layers = fewest_checkpoint_layers(checkpoint), states = fewest_checkpoint_states(checkpoint);
    if (fewest_checkpoint_is_search(checkpoint)) {
        printf("%s: %s, solutions cost at least %s, %s state%s expanded, %s\n  fewest solve --resume %s\n", path, fewest_checkpoint_name(checkpoint), show_count(layers).text,
               show_count(states).text, plural(states), show_seconds(fewest_checkpoint_seconds(checkpoint)).text, path);
        return;
    }
    if (fewest_checkpoint_is_table(checkpoint)) {
        printf("%s: a distance table of %s, %s state%s expanded, up to %s move%s from the goal, %s\n  fewest table build --resume %s\n", path, fewest_checkpoint_name(checkpoint),
               show_count(states).text, plural(states), show_count(layers).text, plural(layers), show_seconds(fewest_checkpoint_seconds(checkpoint)).text, path);
        return;
    }
    printf("%s: %s, %s state%s in %s layer%s, %s, %s\n", path, fewest_checkpoint_name(checkpoint), show_count(states).text, plural(states),
           show_count(layers).text, plural(layers), show_seconds(fewest_checkpoint_seconds(checkpoint)).text,
           fewest_checkpoint_is_whole(checkpoint) ? "whole" : "not whole");
    printf("  fewest explore --resume %s\n", path);
}

static void json_one(struct json *json, const char *path, const fewest_checkpoint *checkpoint, const fewest_error *error) {
    json_begin(json, '{');
    json_key(json, "file");
    json_text(json, path);
    if (checkpoint) {
        json_key(json, "puzzle");
        json_text(json, fewest_checkpoint_name(checkpoint));
        const bool is_search = fewest_checkpoint_is_search(checkpoint);
        const bool is_table = fewest_checkpoint_is_table(checkpoint);
        json_key(json, is_search || is_table ? "expanded" : "states");
        json_count(json, fewest_checkpoint_states(checkpoint));
        json_key(json, is_search ? "least_cost" : is_table ? "depth" : "layers");
        json_count(json, fewest_checkpoint_layers(checkpoint));
        json_key(json, "seconds");
        json_seconds(json, fewest_checkpoint_seconds(checkpoint));
        json_key(json, "whole");
        json_bool(json, fewest_checkpoint_is_whole(checkpoint));
    } else {
        json_key(json, "error");
        json_text(json, error->message);
    }
    json_end(json, '}');
}

/* Shows a file if it is a checkpoint. false: it is none. */
static bool show(const char *path, struct json *json) {
    fewest_error error = {0};
    if (!fewest_checkpoint_looks_like(path))
        return false;
    fewest_checkpoint *checkpoint = fewest_checkpoint_open(path, &error);
    if (json)
        json_one(json, path, checkpoint, &error);
    else
        print_one(path, checkpoint, &error);
    fewest_checkpoint_free(checkpoint);
    return true;
}

/* Why a folder cannot be read: errno says it. */
static int report_folder(const char *folder, bool json) {
    const bool is_wrong = errno == ENOENT || errno == ENOTDIR || errno == EACCES || errno == ELOOP || errno == ENAMETOOLONG;
    fewest_error error = {.status = is_wrong ? FEWEST_INVALID : FEWEST_SYSTEM};
    snprintf(error.message, sizeof error.message, "%.100s: %s", folder, strerror(errno));
    snprintf(error.text, sizeof error.text, "fewest: %s", error.message);
    return report_error(&error, json);
}

static int run(const void *given, char **operands, int count) {
    const struct resume_settings *settings = given;
    const char *folder = count ? operands[0] : ".";
    struct dirent **entries = NULL;
    const int found = scandir(folder, &entries, has_name, alphasort);
    if (found < 0)
        return report_folder(folder, settings->json);
    struct json json = json_to(stdout);
    if (settings->json) {
        json_begin(&json, '{');
        json_key(&json, "checkpoints");
        json_begin(&json, '[');
    }
    int shown = 0;
    for (int i = 0; i < found; i++) {
        char *path = path_in(folder, entries[i]->d_name);
        shown += path && show(path, settings->json ? &json : NULL);
        free(path);
        free(entries[i]);
    }
    free(entries);
    if (settings->json) {
        json_end(&json, ']');
        json_finish(&json);
    } else if (shown == 0) {
        puts("there is no checkpoint here: explore, solve and table build write one with --checkpoint F");
    }
    return 0;
}

const struct command resume_command = {
    .name = "resume",
    .operands = "[FOLDER]",
    .summary = "list the explorations, searches and tables that can be continued",
    .details = "List the checkpoints that 'fewest explore', 'fewest solve' or 'fewest table build' has written with --checkpoint to FOLDER, or to the current folder: the puzzle, how far "
               "the run came, and the command that continues it. Files are read to their end, to see whether they are sound.",
    .examples = "What can be continued: fewest resume",
    COMMAND_RUNS(struct resume_settings),
    .max_operands = 1,
};
