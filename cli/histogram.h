/* The layers of a space as a picture: bars in the terminal, a drawing in SVG, a table in CSV. */
#ifndef CLI_HISTOGRAM_H
#define CLI_HISTOGRAM_H

#include <fewest.h>
#include <fewest/explore.h>
#include <stddef.h>
#include <stdio.h>

/* One line for each depth, at most `width` columns. */
void print_histogram(FILE *file, const fewest_exploration *exploration, size_t width);

void write_csv(FILE *file, const fewest_exploration *exploration);
void write_svg(FILE *file, const fewest_exploration *exploration, const char *title);

#endif
