/* Every mistake has its message: each tests/golden/diagnostics/NAME.few must be refused with exactly the text
 * in NAME.expected. FEWEST_UPDATE_GOLDEN=1 writes these texts anew; read them before they are kept.
 * FEWEST_SOURCE_ROOT says where the source tree is, if not here. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "language/puzzle.h"

enum { MOST_FILES = 1000, PATH = 4096 };

static void folder(char path[PATH]) {
    const char *root = getenv("FEWEST_SOURCE_ROOT");
    snprintf(path, PATH, "%s/tests/golden/diagnostics", root ? root : ".");
}

static char *read_file(const char *path, size_t *length) {
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    size_t room = 1 << 16;
    char *text = malloc(room);
    *length = fread(text, 1, room - 1, file);
    text[*length] = 0;
    fclose(file);
    return text;
}

static void write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

/* The error of one file as a person sees it, or "" where it was accepted. */
static void diagnose(const char *path, const char *name, char report[FEW_ERROR_FORMATTED]) {
    struct few_memory memory;
    struct few_error error = {0};
    size_t length = 0;
    char *text = read_file(path, &length);
    assert_non_null(text);
    /* A copy without a byte behind it, so that reading too far is seen. */
    char *exact = malloc(length ? length : 1);
    memcpy(exact, text, length);
    free(text);
    few_memory_init(&memory, SIZE_MAX / 2);
    struct few_puzzle *puzzle = few_parse(&memory, name, exact, length, &error);
    free(exact);
    report[0] = 0;
    if (!puzzle)
        assert_true(few_error_format(&error, report, FEW_ERROR_FORMATTED));
    few_puzzle_free(puzzle);
    assert_int_equal(atomic_load(&memory.used), 0);
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static size_t list_files(const char *path, char *names[MOST_FILES]) {
    DIR *directory = opendir(path);
    assert_non_null(directory);
    size_t count = 0;
    for (struct dirent *entry; (entry = readdir(directory)) && count < MOST_FILES;) {
        size_t length = strlen(entry->d_name);
        if (length > 4 && strcmp(entry->d_name + length - 4, ".few") == 0)
            names[count++] = strdup(entry->d_name);
    }
    closedir(directory);
    qsort(names, count, sizeof *names, by_name);
    return count;
}

static void every_mistake_has_its_message(void **state) {
    (void)state;
    bool update = getenv("FEWEST_UPDATE_GOLDEN") != NULL;
    char path[PATH], file[PATH + 300], report[FEW_ERROR_FORMATTED];
    char *names[MOST_FILES];
    folder(path);
    size_t count = list_files(path, names), wrong = 0;
    assert_true(count > 60);
    for (size_t i = 0; i < count; i++) {
        snprintf(file, sizeof file, "%s/%s", path, names[i]);
        diagnose(file, names[i], report);
        size_t length;
        strcpy(strrchr(file, '.'), ".expected");
        if (update)
            write_file(file, report);
        char *expected = read_file(file, &length);
        bool same = expected && strcmp(expected, report) == 0;
        if (!same || report[0] == 0) {
            print_error("%s: expected\n%sbut got\n%s", names[i], expected ? expected : "(no file)\n",
                        report[0] ? report : "no error\n");
            wrong++;
        }
        free(expected);
        free(names[i]);
    }
    assert_int_equal(wrong, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_mistake_has_its_message)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
