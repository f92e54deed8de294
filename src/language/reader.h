/* What the parts of the parser share: the puzzle as far as it has been read, the words declared so far, and
 * how a mistake is reported. A reader lives for one call; whatever stays is in the puzzle's arena.
 *
 * Every function that returns bool says false after filling the error, and then everything stops. */
#ifndef FEW_LANGUAGE_READER_H
#define FEW_LANGUAGE_READER_H

#include "language/puzzle.h"
#include "language/text.h"
#include "language/words.h"

/* What a declared word is: the index of a piece, let name or var, which of these, and whether it can stand in a
 * cell or is a kind of floor (of a let name: whether some of its values are). */
enum {
    FEW_WORD_INDEX = 0x0000ffff,
    FEW_WORD_PIECE = 0x00010000,
    FEW_WORD_NAME = 0x00020000,
    FEW_WORD_VAR = 0x00040000,
    FEW_WORD_ON_BOARD = 0x00080000,
    FEW_WORD_KIND = 0x00100000, /* of floor */
    FEW_WORD_REST = 0x00200000, /* a let name for the rest of a string; it counts as one that can stand in a cell */
};

/* What can stand in a cell. */
enum {
    FEW_CELL_PIECE = 1,
    FEW_CELL_NAME = 2,
    FEW_CELL_BLANK = 4,
    FEW_CELL_SUM = 8,
    FEW_CELL_UNDECLARED = 16,
    FEW_CELL_FLOOR = 32, /* a piece, a name or a blank, and behind `|` the floor that it is on */
    FEW_CELL_KIND = 64,  /* a kind of floor and nothing else */
    FEW_CELL_REST = 128, /* a name for the rest of a string */
};

/* The words declared so far. */
struct few_vocabulary {
    struct few_words words;
    struct few_words cells;    /* the names of cells, which may be called like anything but a var */
    few_code of_byte[256];     /* what an ASCII character by itself is in a cell */
    uint8_t kind_of_byte[256]; /* and which kind of thing that is, FEW_CELL_… */
};

struct few_reader {
    struct few_puzzle *puzzle;
    struct few_arena *arena; /* where what is read goes: the puzzle's, or that of a start or goal */
    struct few_memory *memory;
    struct few_error *error;
    const char *file;
    const char *text, *end;  /* the whole text, without a byte order mark */
    bool lenient;            /* a drawing may have all cells of the board in one row */
    char hint[FEW_ERROR_TEXT];

    const char *counted; /* lines and columns are counted up to here; see few_place */
    unsigned line, column;

    struct few_vocabulary *vocabulary;
    struct few_words sums;
    few_code *scratch;       /* the drawing that is being read */
    size_t scratch_capacity;

    const char *pieces_below; /* a `pieces` statement that has not been read yet */
    bool has_links;           /* there is a `links` statement somewhere */
    bool weight_counts;       /* in the sum that is read, `weight` is that of a link */
    uint32_t start_vars;      /* vars that were declared when the start was read */

    bool drawn_as, drawn_at;  /* a `draw as`, a `draw at` for the whole picture has been read */
    uint8_t *drawn;           /* a bit for each piece whose look a `draw` said; NULL: none did */

    uint32_t piece_capacity, board_piece_capacity, var_capacity, let_capacity, sum_capacity, move_capacity,
        goal_capacity, never_capacity, link_capacity, weight_capacity, cell_name_capacity, number_capacity, drawing_rule_capacity;

    /* Of the move that is being read. */
    uint32_t *bound; /* for each let name the number of the last move that bound it, from 1 */
    uint32_t bound_capacity;
    uint32_t *uses;  /* let names on its right sides and in its conditions, in the order of the text */
    uint32_t use_count, use_capacity;
};

/* reader.c: a reader for a puzzle that may be declared already, and the end of it. */
bool few_reader_open(struct few_reader *reader, struct few_puzzle *puzzle, const char *file, const char *text,
                     size_t length, struct few_error *error);
void few_reader_close(struct few_reader *reader);
/* Passes its words on to the next reader of the puzzle, which need not enter them again: after a start or goal was read. */
void few_reader_leave_words(struct few_reader *reader);

/* reader.c: room for one more element in an array of the arena, doubling it where it is full. */
void *few_grow(struct few_reader *reader, void *array, uint32_t count, uint32_t *capacity, size_t size);
void *few_reader_alloc(struct few_reader *reader, size_t count, size_t size);

/* reader.c: the words declared so far. */
uint32_t few_find_word(const struct few_reader *reader, struct few_word word); /* FEW_NO_WORD: none */
bool few_declare_piece(struct few_reader *reader, struct few_word word, struct few_word place, bool on_board,
                       uint32_t *piece);
bool few_declare_word(struct few_reader *reader, struct few_word word, uint32_t value);
few_code few_word_code(uint32_t value); /* of a piece or name */
bool few_declare_kind(struct few_reader *reader, uint32_t piece); /* a piece is a kind of floor, too */
bool few_piece_is(const struct few_reader *reader, uint32_t piece, uint32_t bit); /* FEW_WORD_ON_BOARD, FEW_WORD_KIND */
void few_refresh_names(struct few_reader *reader, uint32_t first); /* which names can stand in a cell */

/* reader.c: line, column and width of a word. Cheap as long as it is asked from the front to the back. */
struct few_where few_place(struct few_reader *reader, struct few_word word);

/* parse.c: whether a statement begins with this token. */
bool few_is_statement(struct few_token token);

/* The statements: each reads what stands behind its keyword. */
bool few_read_title(struct few_reader *reader, struct few_cursor *cursor, struct few_word keyword);
bool few_read_board(struct few_reader *reader, struct few_cursor *cursor, struct few_word keyword);
bool few_read_string(struct few_reader *reader, struct few_cursor *cursor, struct few_word keyword);
bool few_read_links(struct few_reader *reader, struct few_cursor *cursor, struct few_word keyword);
bool few_read_cell_names(struct few_reader *reader, struct few_cursor *cursor, struct few_word keyword);
bool few_read_pieces(struct few_reader *reader, struct few_cursor *cursor, struct few_word keyword);
bool few_read_floor(struct few_reader *reader, struct few_cursor *cursor, struct few_word keyword);
bool few_read_var(struct few_reader *reader, struct few_cursor *cursor, struct few_word keyword);
bool few_read_let(struct few_reader *reader, struct few_cursor *cursor, struct few_word keyword);
bool few_read_names(struct few_reader *reader, struct few_cursor *cursor, struct few_word keyword);
bool few_read_move(struct few_reader *reader, struct few_cursor *cursor, struct few_word keyword);
bool few_read_start(struct few_reader *reader, struct few_cursor *cursor, struct few_word keyword);
bool few_read_goal(struct few_reader *reader, struct few_cursor *cursor, struct few_word keyword);
bool few_read_never(struct few_reader *reader, struct few_cursor *cursor, struct few_word keyword);
bool few_read_draw(struct few_reader *reader, struct few_cursor *cursor, struct few_word keyword);
bool few_read_within(struct few_reader *reader, struct few_cursor *cursor, struct few_word keyword);

#endif
