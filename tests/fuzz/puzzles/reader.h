/* Reads the text of a puzzle, after docs/language.md. */
#ifndef FUZZ_READER_H
#define FUZZ_READER_H

#include "puzzle.h"
#include "tokens.h"

#include <setjmp.h>

/* Always a puzzle; its `mistake` says what is wrong with the text. */
puzzle *puzzle_read(const char *text);
void puzzle_free(puzzle *game);

/* What stands behind `start` or `goal`, for a puzzle that was read. false: see game->mistake. */
bool puzzle_read_start(puzzle *game, const char *text, start *result);
bool puzzle_read_goals(puzzle *game, const char *text, goal **list, size_t *count);

/* ---- among the files of the reader ---- */

typedef struct reader {
    puzzle *game;
    bool by_hand; /* a start or a goal beside the file: a board may be written in one row */
    size_t told;  /* vars that were known to the start */
    unsigned lists; /* that were read so far */
    jmp_buf out;
} reader;

_Noreturn void reader_mistake(reader *self, const char *format, ...) __attribute__((format(printf, 2, 3)));

enum { MAY_ANY = 1, MAY_NAME = 2, MAY_SUM = 4, MAY_NUMBER = 8, MAY_FLOOR = 16, MAY_WEIGH = 32, MAY_REST = 64 };

/* A list with its ranges: of pieces, or of what is declared already (not `fresh`). */
void read_list(reader *self, tokens body, size_t begin, symbol **list, size_t *count, bool piece, bool fresh);
bool is_good_word(const token *one);
int find_symbol(const puzzle *game, const char *text); /* -1: there is none */
int find_choice(const choice *list, size_t count, const char *text);
symbol add_symbol(puzzle *game, const char *text);
bool is_whole_number(const char *text, long *number); /* as a piece can be one: `01` is none */
size_t character_length(const char *text); /* in bytes */
bool is_count(const char *text, long *number);
/* A lone operand of a part or a condition; false: the word is nothing of that kind. */
bool read_cell(reader *self, const char *text, unsigned may, cell *result);
void check_name(reader *self, const cell *one, const choice *var);
drawing read_drawing(reader *self, tokens body, unsigned may);
void read_floor(reader *self, tokens body);
bool is_kind(const puzzle *game, int index);
/* Those of the list of a name that are kinds of the floor. */
symbols kinds_of(reader *self, int name);
/* Walls stand where the floor has them, and nowhere else. */
void check_walls(reader *self, const drawing *whole);
/* Conditions that count: `every …`, or the words of a `count …` from `at` on, which is moved behind them. false: it is none. */
bool read_every(reader *self, tokens body, demand *into);
bool read_count(reader *self, tokens body, size_t *at, term *into);
bool is_declared(const puzzle *game, const char *text);
int find_cell_name(const puzzle *game, const char *text); /* -1: there is none */
uint32_t read_board_cell(reader *self, const char *text);
/* The same in a list, where it may be a range. */
void read_board_cells(reader *self, const char *text, uint32_t **list, size_t *count);
void read_move(reader *self, tokens body);
/* Finds what follows from a rule; a mistake, where it cannot be. */
void finish_rule(reader *self, rule *made);
void read_start(reader *self, tokens body, start *result);
/* One alternative. */
void read_goal(reader *self, tokens body, goal *result);
/* All of a statement, behind those that there are. */
void read_goals(reader *self, tokens body, goal **list, size_t *count);

#endif
