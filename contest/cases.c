/* What random cases are made of. */
#include "contest/cases.h"

uint64_t case_random(uint64_t *seed, uint64_t below) {
    uint64_t mixed = *seed += 0x9e3779b97f4a7c15u;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
    mixed ^= mixed >> 31;
    return mixed % below;
}

bool case_chance(uint64_t *seed, unsigned percent) { return case_random(seed, 100) < percent; }

unsigned case_within(uint64_t *seed, double level, unsigned low, unsigned high) {
    unsigned most = low + (unsigned)(level * (double)(high - low) + 0.5);
    return low + (unsigned)case_random(seed, most - low + 1);
}

void case_shuffle(char *cells, size_t count, uint64_t *seed) {
    for (size_t i = count; i > 1; i--) {
        size_t j = case_random(seed, i);
        char cell = cells[i - 1];
        cells[i - 1] = cells[j];
        cells[j] = cell;
    }
}

void case_add_rows(struct text *text, const char *cells, size_t rows, size_t columns) {
    for (size_t r = 0; r < rows; r++)
        text_print(text, "%.*s\n", (int)columns, cells + r * columns);
}
