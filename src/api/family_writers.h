/* The writers of puzzle families, and the text that they write to. */
#ifndef FEW_API_FAMILY_WRITERS_H
#define FEW_API_FAMILY_WRITERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A string that grows. Once memory is refused it stays as it is, and `failed` says so at the end. */
struct few_family_page {
    char *bytes;
    size_t length, room;
    bool failed;
};

__attribute__((format(printf, 2, 3))) void few_family_add(struct few_family_page *text, const char *format, ...);

/* Takes the numbers in the order of the capital letters of the pattern; false: they are out of range. */
enum { FEW_FAMILY_NUMBERS = 3 };
typedef bool few_family_writer(struct few_family_page *page, const unsigned *numbers);

/* The same numbers on every machine and in every version: a puzzle of one name is always the same. */
unsigned few_family_random(uint64_t *seed, unsigned limit);

bool few_write_ball_sort(struct few_family_page *page, const unsigned *numbers);
bool few_write_cube(struct few_family_page *page, const unsigned *numbers);
bool few_write_missionaries(struct few_family_page *page, const unsigned *numbers);
bool few_write_queens(struct few_family_page *page, const unsigned *numbers);

#endif
