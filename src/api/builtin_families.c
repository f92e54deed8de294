/* The generators of the puzzle families. Each writes a text in the puzzle language, with a start that a
 * search solves in about a second at any size that fits: the solved state, disturbed by a few moves that
 * depend on the numbers alone. */
#include "api/builtin_families.h"
#include "api/family_writers.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_CELLS = 1000, /* of a board; how many of them fit in a state is for the compiler to say */
    MOST_DISKS_ON_PEGS = 512,
    TILE_MOVES = 24, /* that disturb a start */
    PANCAKE_FLIPS = 8,
    TOPSPIN_FLIPS = 4,
};

/* `1..N`, or `1` where that is all. */
static void add_range(struct few_family_page *text, unsigned last) {
    if (last == 1) {
        few_family_add(text, "1");
    } else {
        few_family_add(text, "1..%u", last);
    }
}

/* ---- tiles-RxC --------------------------------------------------------------------------------------- */

static void add_tiles(struct few_family_page *text, const char *word, const unsigned *board, unsigned rows,
                      unsigned columns) {
    const unsigned cells = rows * columns;
    const int width = cells > 100 ? 3 : cells > 10 ? 2 : 1;
    few_family_add(text, "%s\n", word);
    for (unsigned cell = 0; cell < cells; cell++) {
        const char *space = cell % columns == 0 ? "    " : " ";
        if (board[cell] == cells) {
            few_family_add(text, "%s%*s", space, width, "x");
        } else {
            few_family_add(text, "%s%*u", space, width, board[cell]);
        }
        if (cell % columns == columns - 1)
            few_family_add(text, "\n");
    }
}

/* A random walk of the blank, never straight back. */
static void disturb_tiles(unsigned *board, unsigned rows, unsigned columns) {
    uint64_t seed = 1000 * rows + columns;
    unsigned row = rows - 1, column = columns - 1, last = 4;
    for (unsigned move = 0; move < TILE_MOVES; move++) {
        const bool can[4] = {row > 0, row + 1 < rows, column > 0, column + 1 < columns};
        unsigned choices[4], count = 0;
        for (unsigned direction = 0; direction < 4; direction++) {
            if (can[direction] && direction != (last ^ 1u))
                choices[count++] = direction;
        }
        if (count == 0)
            return;
        last = choices[few_family_random(&seed, count)];
        const unsigned from = row * columns + column;
        if (last < 2) {
            row += last == 1 ? 1u : ~0u;
        } else {
            column += last == 3 ? 1u : ~0u;
        }
        const unsigned to = row * columns + column;
        const unsigned tile = board[to];
        board[to] = board[from];
        board[from] = tile;
    }
}

static bool write_tiles(struct few_family_page *text, const unsigned *numbers) {
    const unsigned rows = numbers[0], columns = numbers[1];
    if (rows < 1 || columns < 1 || rows > MOST_CELLS || columns > MOST_CELLS)
        return false;
    const unsigned cells = rows * columns;
    if (cells < 2 || cells > MOST_CELLS)
        return false;
    unsigned board[MOST_CELLS];
    for (unsigned cell = 0; cell < cells; cell++)
        board[cell] = cell + 1;
    few_family_add(text, "title   Sliding tiles, %u x %u\nboard   %u x %u\npieces  ", rows, columns, rows, columns);
    add_range(text, cells - 1);
    few_family_add(text, " x\nlet     t = ");
    add_range(text, cells - 1);
    few_family_add(text, "\n\nnames   u d l r\nmove    any direction:  x t -> t x\n\n");
    disturb_tiles(board, rows, columns);
    add_tiles(text, "start", board, rows, columns);
    for (unsigned cell = 0; cell < cells; cell++)
        board[cell] = cell + 1;
    add_tiles(text, "goal", board, rows, columns);
    return true;
}

/* ---- hanoi-D-P --------------------------------------------------------------------------------------- */

/* A row is a peg and a column a disk, the smallest first. A disk may move where the smaller ones are neither
 * on the peg it leaves nor on the one it goes to: a pattern of constants, so a move is one instruction. */
static void add_disk_move(struct few_family_page *text, unsigned disk, unsigned from, unsigned to) {
    const unsigned pegs[2] = {from, to};
    few_family_add(text, "move    %c-%c, on", 'A' + from - 1, 'A' + to - 1);
    for (unsigned side = 0; side < 2; side++) {
        for (unsigned column = 1; column <= disk; column++)
            few_family_add(text, " %u,%u", pegs[side], column);
    }
    few_family_add(text, ":  ");
    for (unsigned after = 0; after < 2; after++) {
        for (unsigned side = 0; side < 2; side++) {
            for (unsigned column = 1; column < disk; column++)
                few_family_add(text, ".");
            few_family_add(text, side == after ? "o" : ".");
        }
        few_family_add(text, after ? "\n" : " -> ");
    }
}

static bool write_hanoi(struct few_family_page *text, const unsigned *numbers) {
    const unsigned disks = numbers[0], pegs = numbers[1];
    if (disks < 1 || pegs < 3 || pegs > 26 || disks > MOST_DISKS_ON_PEGS / pegs)
        return false;
    few_family_add(text, "title   Hanoi, %u disk%s on %u pegs\n", disks, disks == 1 ? "" : "s", pegs);
    few_family_add(text, "; A row is a peg, a column a disk, the smallest on the left; moves are called by their pegs.\n");
    few_family_add(text, "board   %u x %u\npieces  o .\ndraw    as pegs\n\n", pegs, disks);
    for (unsigned disk = 1; disk <= disks; disk++) {
        for (unsigned from = 1; from <= pegs; from++) {
            for (unsigned to = 1; to <= pegs; to++) {
                if (to != from)
                    add_disk_move(text, disk, from, to);
            }
        }
    }
    for (unsigned end = 0; end < 2; end++) {
        few_family_add(text, end ? "goal\n" : "\nstart\n");
        for (unsigned peg = 1; peg <= pegs; peg++) {
            for (unsigned disk = 1; disk <= disks; disk++) {
                few_family_add(text, "%s%c", disk == 1 ? "    " : " ", peg == (end ? pegs : 1) ? 'o' : '.');
            }
            few_family_add(text, "\n");
        }
    }
    return true;
}

/* ---- lights-out-RxC ---------------------------------------------------------------------------------- */

static void add_press(struct few_family_page *text, unsigned row, unsigned column, unsigned rows, unsigned columns) {
    unsigned count = 1;
    few_family_add(text, "move    press, on %u,%u", row, column);
    if (row > 1)
        few_family_add(text, " %u,%u", row - 1, column), count++;
    if (row < rows)
        few_family_add(text, " %u,%u", row + 1, column), count++;
    if (column > 1)
        few_family_add(text, " %u,%u", row, column - 1), count++;
    if (column < columns)
        few_family_add(text, " %u,%u", row, column + 1), count++;
    few_family_add(text, ":  ");
    for (unsigned cell = 0; cell < count; cell++)
        few_family_add(text, "%c ", 'a' + cell);
    few_family_add(text, "->");
    for (unsigned cell = 0; cell < count; cell++)
        few_family_add(text, " %c+1", 'a' + cell);
    few_family_add(text, "\n");
}

static bool write_lights_out(struct few_family_page *text, const unsigned *numbers) {
    const unsigned rows = numbers[0], columns = numbers[1];
    if (rows < 1 || columns < 1 || rows > MOST_CELLS || columns > MOST_CELLS)
        return false;
    if (rows * columns > MOST_CELLS)
        return false;
    few_family_add(text, "title   Lights out, %u x %u\nboard   %u x %u\n", rows, columns, rows, columns);
    few_family_add(text, "pieces  0 1\nlet     a, b, c, d, e = ring 0 1                ; a+1 is the other one\n");
    few_family_add(text, "draw    0 as lamp\ndraw    1 as lamp yellow\n\n");
    for (unsigned row = 1; row <= rows; row++) {
        for (unsigned column = 1; column <= columns; column++)
            add_press(text, row, column, rows, columns);
    }
    for (unsigned end = 0; end < 2; end++) {
        few_family_add(text, end ? "goal\n" : "\nstart\n");
        for (unsigned row = 1; row <= rows; row++) {
            for (unsigned column = 1; column <= columns; column++) {
                few_family_add(text, "%s%c", column == 1 ? "    " : " ", end ? '0' : '1');
            }
            few_family_add(text, "\n");
        }
    }
    return true;
}

/* ---- pancake-N and topspin-N-K ----------------------------------------------------------------------- */

static void reverse(unsigned *row, unsigned count) {
    for (unsigned i = 0; i < count / 2; i++) {
        const unsigned piece = row[i];
        row[i] = row[count - 1 - i];
        row[count - 1 - i] = piece;
    }
}

static bool in_order(const unsigned *row, unsigned count) {
    unsigned i = 0;
    while (i < count && row[i] == i + 1)
        i++;
    return i == count;
}

/* The exchange of cells that turns the first `count` round. */
static void add_reversal(struct few_family_page *text, unsigned count) {
    few_family_add(text, "cycle");
    for (unsigned i = 1; i <= count / 2; i++)
        few_family_add(text, " (%u %u)", i, count + 1 - i);
    few_family_add(text, "\n");
}

static void add_row(struct few_family_page *text, const char *word, const unsigned *row, unsigned count) {
    few_family_add(text, "%-7s", word);
    for (unsigned i = 0; i < count; i++)
        few_family_add(text, " %u", row[i]);
    few_family_add(text, "\n");
}

static bool write_pancake(struct few_family_page *text, const unsigned *numbers) {
    const unsigned count = numbers[0];
    if (count < 2 || count > MOST_CELLS)
        return false;
    unsigned row[MOST_CELLS];
    for (unsigned i = 0; i < count; i++)
        row[i] = i + 1;
    few_family_add(text, "title   %u pancakes\nboard   %u\npieces  1..%u\ndraw    as stack\n\n", count, count, count);
    for (unsigned flip = 2; flip <= count; flip++) {
        few_family_add(text, "move    flip-%u:  ", flip);
        add_reversal(text, flip);
    }
    few_family_add(text, "\n");
    uint64_t seed = count;
    for (unsigned flip = 0; flip < PANCAKE_FLIPS; flip++)
        reverse(row, 2 + few_family_random(&seed, count - 1));
    if (in_order(row, count))
        reverse(row, count);
    add_row(text, "start", row, count);
    for (unsigned i = 0; i < count; i++)
        row[i] = i + 1;
    add_row(text, "goal", row, count);
    return true;
}

static bool write_topspin(struct few_family_page *text, const unsigned *numbers) {
    const unsigned count = numbers[0], flipped = numbers[1];
    if (count < 3 || count > MOST_CELLS || flipped < 2 || flipped > count)
        return false;
    unsigned row[MOST_CELLS];
    for (unsigned i = 0; i < count; i++)
        row[i] = i + 1;
    few_family_add(text, "title   Topspin, %u pieces, %u in the turnstile\n", count, flipped);
    few_family_add(text, "board   %u\npieces  1..%u\ndraw    as ring\n\n", count, count);
    few_family_add(text, "; The ring of pieces is cut open: the turnstile holds the first %u cells.\n", flipped);
    few_family_add(text, "move    left:   cycle (");
    for (unsigned i = count; i >= 1; i--)
        few_family_add(text, "%u%s", i, i == 1 ? ")\n" : " ");
    few_family_add(text, "move    right:  cycle (");
    for (unsigned i = 1; i <= count; i++)
        few_family_add(text, "%u%s", i, i == count ? ")\n" : " ");
    few_family_add(text, "move    flip:   ");
    add_reversal(text, flipped);
    few_family_add(text, "\n");
    uint64_t seed = 1000 * count + flipped;
    for (unsigned flip = 0; flip < TOPSPIN_FLIPS; flip++) {
        reverse(row, flipped);
        for (unsigned step = 1 + few_family_random(&seed, 3); step > 0; step--) {
            const unsigned first = row[0];
            memmove(row, row + 1, (count - 1) * sizeof *row);
            row[count - 1] = first;
        }
    }
    if (in_order(row, count))
        reverse(row, flipped);
    add_row(text, "start", row, count);
    for (unsigned i = 0; i < count; i++)
        row[i] = i + 1;
    add_row(text, "goal", row, count);
    return true;
}

/* ---- the families ------------------------------------------------------------------------------------ */

static const struct few_family families[] = {
    {"ball-sort-C-H", "Sort balls of C colours into tubes for H balls; two tubes are empty", "as a game for telephones, about 2020",
     "2 to 6 colours and tubes for 2 to 5 balls", "ball-sort-4-4"},
    {"cube-XxYxZ", "A cube or cuboid of X x Y x Z; sides that are no squares turn by halves", "E. Rubik, 1974 and 1981",
     "1 to 3 layers in each direction, two or more in two of them", "cube-2x2x2"},
    {"hanoi-D-P", "The tower of Hanoi: D disks on P pegs", "E. Lucas, 1883; four pegs: H. E. Dudeney, 1907",
     "1 or more disks and 3 to 26 pegs, disks times pegs at most 512", "hanoi-4-3"},
    {"lights-out-RxC", "Lights out on R x C: a press switches a lamp and its neighbours",
     "Tiger Electronics, 1995", "1 to 1000 lamps in all", "lights-out-5x5"},
    {"missionaries-N-K", "N missionaries and N cannibals cross a river in a boat for K",
     "Alcuin, about 800, in the form of the 19th century", "1 to 30 of each, and a boat for 1 to 10", "missionaries-3-2"},
    {"pancake-N", "Sort N pancakes by turning over the upper ones",
     "J. E. Goodman (H. Dweighter), American Mathematical Monthly, 1975", "2 to 1000 pancakes", "pancake-8"},
    {"queens-N", "N queens on N x N, no two of which see each other", "M. Bezzel, Schachzeitung, 1848", "2 to 16 queens", "queens-8"},
    {"tiles-RxC", "Sliding tiles on R x C", "seed 002; N. Chapman, 1874", "2 to 1000 cells in all", "tiles-3x3"},
    {"topspin-N-K", "Topspin: N pieces in a ring, the turnstile turns K of them round", "F. Lammertink, 1989",
     "3 to 1000 pieces, of which 2 or more turn", "topspin-9-4"},
};
static few_family_writer *const writers[] = {
    few_write_ball_sort, few_write_cube, write_hanoi, write_lights_out, few_write_missionaries, write_pancake, few_write_queens, write_tiles, write_topspin,
};
enum { FAMILIES = sizeof families / sizeof *families };
_Static_assert(FAMILIES == sizeof writers / sizeof *writers, "a family and its writer");

size_t few_family_count(void) { return FAMILIES; }

const struct few_family *few_family_at(size_t index) { return &families[index]; }

/* Reads the numbers of a name of that pattern. Numbers too large for any family are cut to one that is. */
static bool matches(const char *pattern, const char *name, unsigned numbers[FEW_FAMILY_NUMBERS]) {
    enum { TOO_LARGE = 1000000 };
    unsigned count = 0;
    for (; *pattern; pattern++) {
        if (*pattern < 'A' || *pattern > 'Z') {
            if (*name++ != *pattern)
                return false;
            continue;
        }
        if (*name < '0' || *name > '9')
            return false;
        unsigned number = 0;
        for (; *name >= '0' && *name <= '9'; name++) {
            if (number < TOO_LARGE)
                number = 10 * number + (unsigned)(*name - '0');
        }
        numbers[count++] = number;
    }
    return *name == '\0';
}

static size_t find_family(const char *name, unsigned numbers[FEW_FAMILY_NUMBERS]) {
    size_t index = 0;
    while (index < FAMILIES && !matches(families[index].pattern, name, numbers))
        index++;
    return index;
}

const struct few_family *few_family_of(const char *name) {
    unsigned numbers[FEW_FAMILY_NUMBERS] = {0};
    const size_t index = find_family(name, numbers);
    return index < FAMILIES ? &families[index] : NULL;
}

char *few_family_text(const char *name, bool *known, struct few_error *error) {
    unsigned numbers[FEW_FAMILY_NUMBERS] = {0};
    const size_t index = find_family(name, numbers);
    *known = index < FAMILIES;
    if (!*known)
        return NULL;
    struct few_family_page text = {0};
    few_family_add(&text, "; summary: %s\n; source: %s\n\n", families[index].summary, families[index].source);
    if (!writers[index](&text, numbers) || text.failed) {
        if (text.failed)
            few_fail_memory(error);
        free(text.bytes);
        return NULL;
    }
    return text.bytes;
}
