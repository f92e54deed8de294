/* Pictures on a terminal with colours. */
#ifndef CLI_PAINT_H
#define CLI_PAINT_H

#include "draw/raster.h"

#include <stdio.h>

/* What the terminal behind a descriptor can show. */
enum paint { PAINT_PLAIN, PAINT_256, PAINT_TRUE };

/* Plain where it is no terminal or a dumb one, where NO_COLOR is set, or where its letters are not UTF-8. */
enum paint paint_for(int descriptor);

/* One row of a picture; what follows it is written without colour. */
void paint_row(FILE *file, const struct draw_raster *raster, size_t row, enum paint paint);

/* The largest unit, of 8 and fewer, with which a scene keeps to that size; 0: none does. */
unsigned paint_unit(const struct draw_scene *scene, unsigned most, size_t columns, size_t rows);

#endif
