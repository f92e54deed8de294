/* Random small puzzles as text, over the whole language. */
#ifndef FUZZ_GENERATOR_H
#define FUZZ_GENERATOR_H

#include "arena.h"
#include "interpreter.h"
#include "random.h"

/* The same seed gives the same text. It lives in `memory`. */
const char *generate_puzzle(arena *memory, uint64_t seed);

/* Whether the text is a maze, a matrix of 0 and 1; and the same as a puzzle, with a random way in and out. */
bool text_is_maze(const char *text);
const char *maze_as_puzzle(arena *memory, const char *text, random_source *random, char *from, char *to);

enum { PLACE_ROOM = 48 }; /* for a place, from and to, as ROW,COLUMN */

/* ---- among the files of the generator ---- */

enum { MOST_PIECES = 12, MOST_NAMES = 4, MOST_VARS = 4, MOST_KINDS = 6, BOUNDLESS = 9 };

typedef struct wordlist {
    const char *text;                /* of a name or a var */
    const char *values[MOST_PIECES]; /* what it can be */
    unsigned count;
    bool is_ring, is_numbers;
} wordlist;

typedef struct draft {
    arena *memory;
    random_source random;
    char *text;
    size_t used, room;
    bool has_board, is_grid, is_string, is_open, is_wrapped;
    unsigned rows, columns, longest; /* of a board; of a string, BOUNDLESS: it has no bound, but no more than this is written */
    const char *pieces[MOST_PIECES];
    unsigned piece_count;
    bool is_numbers; /* all pieces are */
    bool is_narrow;  /* all pieces have one character */
    wordlist names[MOST_NAMES], vars[MOST_VARS];
    unsigned name_count, var_count, link_count;
    bool has_costs;
    const char *rest; /* of a string; NULL: it has no name */
    bool is_wide; /* so large a board that it has conditions of its own, simple ones */
    const char *kinds[MOST_KINDS]; /* of the floor, the wall first; none: there is no floor */
    unsigned kind_count;
    bool has_cell_names;
    const char *cell_names[16];
    unsigned char floor[32]; /* the kind of each cell */
} draft;

void draft_add(draft *self, const char *format, ...) __attribute__((format(printf, 2, 3)));
unsigned draft_below(draft *self, unsigned count);
bool draft_chance(draft *self, unsigned percent);
const char *draft_piece(draft *self);
/* Names for random parts of what is declared so far. */
void draft_lets(draft *self);

void draft_rule(draft *self);
void draft_string_rule(draft *self);
void draft_goals(draft *self);
/* Whether the start has a mistake, no move, or only moves that lead nowhere further. */
bool draft_is_dull(draft *self);
/* What must never be, near a state that can be reached; of any puzzle that is written to its end. */
void draft_nevers(draft *self);
/* Likewise goals, mostly in place of those that there are. */
void draft_further_goals(draft *self);
void draft_special(draft *self);
void draft_permuted(draft *self);
void draft_turned(draft *self);
void draft_barred(draft *self);
void draft_slides(draft *self);
void draft_grounds(draft *self);
void draft_map(draft *self);
void draft_roads(draft *self);
void draft_rounds(draft *self);
void draft_targets(draft *self);
void draft_tallies(draft *self);
void draft_widest(draft *self);
void draft_long_string(draft *self);
void draft_wheels(draft *self, unsigned cells, unsigned kinds);
void draft_many_vars(draft *self, unsigned count);
/* Cells with names, as many as the board has columns; links, with weights or without; a cell as it is called. */
void draft_cells(draft *self);
void draft_links(draft *self);
void draft_cell_text(draft *self, unsigned cell);
/* A floor for the board that is written, after its pieces. */
void draft_floor(draft *self);
bool draft_is_wall(const draft *self, unsigned cell);
const char *draft_kind(draft *self);
/* The same puzzle written otherwise: rows on lines of their own, comments, another order of statements. */
const char *respell(arena *memory, random_source *random, const char *text);
/* Probably a puzzle with a mistake. */
const char *spoil(arena *memory, random_source *random, const char *text);

#endif
