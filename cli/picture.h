/* A solution as a picture in a file. */
#ifndef CLI_PICTURE_H
#define CLI_PICTURE_H

#include <fewest.h>

/* Writes the first solution of a solved answer as SVG. false: said on standard error why not. */
bool write_picture(const char *path, const fewest_puzzle *puzzle, fewest_answer *answer);

#endif
