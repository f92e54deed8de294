/* The built-in puzzles: files put into the library, and families written on request. */
#include "api/builtin.h"

#include "api/builtin_families.h"
#include "api/handle.h"
#include "language/diagnose.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t fewest_builtin_count(void) {
    return few_builtin_file_count + few_family_count();
}

fewest_builtin fewest_builtin_at(size_t index) {
    if (index < few_builtin_file_count) {
        const struct few_builtin_file *file = &few_builtin_files[index];
        return (fewest_builtin){file->name, file->summary, file->source, false};
    }
    index -= few_builtin_file_count;
    if (index >= few_family_count())
        return (fewest_builtin){"", "", "", false};
    const struct few_family *family = few_family_at(index);
    return (fewest_builtin){family->pattern, family->summary, family->source, true};
}

enum { LONGEST_NAME = 48 };

/* The member of a family that has the numbers of `name`, in their order; its pattern where there are too few. */
static void name_member(const char *pattern, const char *name, char member[LONGEST_NAME]) {
    size_t length = 0;
    for (const char *letter = pattern; *letter; letter++) {
        if (*letter < 'A' || *letter > 'Z') {
            if (length + 1 < LONGEST_NAME)
                member[length++] = *letter;
            continue;
        }
        name += strcspn(name, "0123456789");
        size_t digits = strspn(name, "0123456789");
        if (digits == 0 || length + digits >= LONGEST_NAME) {
            snprintf(member, LONGEST_NAME, "%s", pattern);
            return;
        }
        memcpy(member + length, name, digits);
        length += digits;
        name += digits;
    }
    member[length] = '\0';
}

enum { HYPHEN = 1 };

/* The family whose name begins like this one, whatever numbers follow; NULL: none. */
static const struct few_family *family_called(const char *name) {
    for (size_t i = 0; i < few_family_count(); i++) {
        const char *pattern = few_family_at(i)->pattern;
        const size_t stem = strcspn(pattern, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") - HYPHEN;
        if (strncmp(name, pattern, stem) == 0 && name[stem + strspn(name + stem, "-x0123456789")] == '\0')
            return few_family_at(i);
    }
    return NULL;
}

static void explain_unknown(const char *name, bool known, struct few_error *error) {
    const struct few_family *family = known ? few_family_of(name) : NULL;
    if (family) {
        few_fail(error, FEW_ERROR_INPUT, "there is no puzzle `%.60s`: %s takes %s", name, family->pattern,
                 family->numbers);
        return;
    }
    few_fail(error, FEW_ERROR_INPUT, "there is no built-in puzzle and no file `%.100s`", name);
    struct few_nearest nearest = few_nearest((struct few_word){name, strlen(name)});
    char member[LONGEST_NAME], best_member[LONGEST_NAME];
    for (size_t i = 0; i < few_builtin_file_count; i++)
        few_nearest_try(&nearest, few_builtin_files[i].name);
    for (size_t i = 0; i < few_family_count(); i++) {
        name_member(few_family_at(i)->pattern, name, member);
        few_nearest_try(&nearest, member);
        if (nearest.best.text != member)
            continue;
        memcpy(best_member, member, sizeof member);
        nearest.best.text = best_member;
    }
    const struct few_family *called = family_called(name);
    if (called && (!nearest.best.text || strcmp(nearest.best.text, called->pattern) == 0))
        snprintf(error->hint, sizeof error->hint, "did you mean `%s`, as in `%s`?", called->pattern, called->example);
    else if (nearest.best.text)
        snprintf(error->hint, sizeof error->hint, "did you mean `%.*s`?", (int)nearest.best.length,
                 nearest.best.text);
    else
        snprintf(error->hint, sizeof error->hint, "`fewest list` shows the built-in puzzles");
}

char *fewest_builtin_text(const char *name, fewest_error *error) {
    struct few_error inner = {0};
    bool known = false;
    char *text = NULL;
    for (size_t i = 0; i < few_builtin_file_count && !known; i++)
        if (strcmp(few_builtin_files[i].name, name) == 0) {
            known = true;
            text = malloc(few_builtin_files[i].length + 1);
            if (text)
                memcpy(text, few_builtin_files[i].text, few_builtin_files[i].length + 1);
            else
                few_fail_memory(&inner);
        }
    if (!known)
        text = few_family_text(name, &known, &inner);
    if (!text) {
        explain_unknown(name, known, &inner);
        few_error_publish(&inner, error);
    }
    return text;
}
