/* Rush Hour: 36 characters are a board of six rows, one board a line. `o` and `.` are empty cells, `x` is a wall, other capital
 * letters are cars. What stands before and after them on the line is left out. Car A leaves to the right. */
#include "import/source.h"

#include <string.h>

enum { SIDE = 6, CELLS = SIDE * SIDE, LETTERS = 26 };

struct car {
    int first, step, length; /* first cell; from one cell to the next, 1 or SIDE; 0 cells: there is none */
};

static bool is_symbol(char c) {
    return (c >= 'A' && c <= 'Z') || c == 'o' || c == '.' || c == 'x';
}

/* The word of a line that is made of the symbols of a board, of at least `least` characters. */
static bool find_board(struct span line, size_t least, struct span *board) {
    while (next_word(&line, board)) {
        size_t i = 0;
        while (i < board->length && is_symbol(board->text[i]))
            i++;
        if (i == board->length && i >= least)
            return true;
    }
    return false;
}

/* Whether some two cells side by side, or one above the other, are of one car, and some cell of a board of the right size is empty; of
 * another size, whether two cells side by side are of car A. */
static bool has_car(struct span board) {
    bool car = false, empty = false;
    if (board.length != CELLS)
        return memmem(board.text, board.length, "AA", 2);
    for (size_t i = 0; i < CELLS; i++) {
        const char c = board.text[i];
        empty |= c == 'o' || c == '.';
        car |= c <= 'Z' && c != '.' && ((i + 1 < CELLS && board.text[i + 1] == c) || (i + SIDE < CELLS && board.text[i + SIDE] == c));
    }
    return car && empty;
}

bool is_rush(const struct source *source) {
    enum { ALMOST = 25 }; /* a board that is too short is still told from anything else */
    const char *at = source->text;
    struct span line, board;
    while (next_line(&at, source->end, &line)) {
        if (is_blank(line) || is_comment(line))
            continue;
        return find_board(line, ALMOST, &board) && has_car(board);
    }
    return false;
}

/* Every line that is no comment is meant as a board. */
uint64_t count_rush(const struct source *source) {
    const char *at = source->text;
    struct span line;
    uint64_t count = 0;
    while (next_line(&at, source->end, &line))
        count += !is_blank(line) && !is_comment(line);
    return count;
}

/* The board of that number, from 1. What is wrong with others is none of its business. */
static bool choose_board(struct source *source, uint64_t level, struct span *board) {
    const char *at = source->text;
    struct span line, word;
    uint64_t found = 0;
    while (next_line(&at, source->end, &line)) {
        if (is_blank(line) || is_comment(line) || ++found != level)
            continue;
        if (!find_board(line, CELLS - SIDE, board)) {
            next_word(&line, &word);
            return mistake(source, word, "this line has no board of 36 characters (A-Z cars, o or . empty, x wall)");
        }
        return board->length == CELLS || mistake(source, *board, "a board has 36 characters, this one has %zu", board->length);
    }
    return mistake(source, (struct span){0}, "there is no board %llu: the file has %llu", (unsigned long long)level,
                   (unsigned long long)found);
}

/* Whether the cell behind `cell` on the way is still on the same line of the board. */
static bool goes_on(int cell, int step) {
    return step == 1 ? cell % SIDE < SIDE - 1 : cell < CELLS - SIDE;
}

static bool read_car(struct source *source, const char *board, char letter, struct car *car) {
    int last = -1;
    *car = (struct car){.first = -1};
    for (int cell = 0; cell < CELLS; cell++) {
        if (board[cell] != letter)
            continue;
        if (car->length == 1)
            car->step = cell - last;
        if (car->length == 0)
            car->first = cell;
        else if ((car->step != 1 && car->step != SIDE) || cell != last + car->step || !goes_on(last, car->step))
            return mistake(source, (struct span){board + cell, 1}, "car %c is not one straight piece", letter);
        car->length++;
        last = cell;
    }
    if (car->length == 1)
        return mistake(source, (struct span){board + car->first, 1}, "car %c has one cell, and cars have at least two", letter);
    return true;
}

static bool read_cars(struct source *source, const char *board, struct car *cars) {
    for (int i = 0; i < LETTERS; i++)
        if (!read_car(source, board, (char)('A' + i), &cars[i]))
            return false;
    if (cars[0].length == 0)
        return mistake(source, (struct span){board, CELLS}, "there is no car A, which is to leave to the right");
    if (cars[0].step != 1)
        return mistake(source, (struct span){board + cars[0].first, 1}, "car A stands upright, and so it cannot leave to the right");
    return true;
}

/* The cells of the car, in its own direction. */
static void put_car(struct source *source, char letter, const struct car *car) {
    for (int i = 0; i < car->length; i++)
        put(source, "%s%c", i == 0 ? "" : car->step == 1 ? " " : " / ", letter);
}

/* What cars of that length are called. */
static void put_name(struct source *source, int length) {
    if (length <= 3)
        put(source, "%s", length == 2 ? "car" : "truck");
    else
        put(source, "truck%d", length);
}

static bool has_length(const struct car *cars, int length) {
    bool found = false;
    for (int i = 0; i < LETTERS; i++)
        found = found || cars[i].length == length;
    return found;
}

/* One rule for all cars of a length: a car lies along the one line on which its letter stands twice. */
static void put_rule(struct source *source, int length, bool steps) {
    put(source, "move    {");
    put_name(source, length);
    put(source, steps ? "}, any direction: " : "}, any direction, repeat: ");
    for (int side = 0; side < 2; side++) {
        put(source, side ? " -> . " : " ");
        for (int i = 0; i < length; i++) {
            put(source, "%s", i ? " " : "");
            put_name(source, length);
        }
        put(source, side ? "\n" : " .");
    }
}

static void put_rules(struct source *source, const struct car *cars, bool steps) {
    for (int length = 2; length <= SIDE; length++) {
        if (!has_length(cars, length))
            continue;
        put(source, "let     ");
        put_name(source, length);
        put(source, " =");
        for (int i = 0; i < LETTERS; i++)
            if (cars[i].length == length)
                put(source, " %c", 'A' + i);
        put(source, "\n");
    }
    put(source, "; %s\n", steps ? "A car goes one cell forwards or backwards."
                               : "A car goes forwards or backwards; any number of cells is one move.");
    for (int length = 2; length <= SIDE; length++)
        if (has_length(cars, length))
            put_rule(source, length, steps);
}

static void put_pictures(struct source *source, const struct car *cars) {
    static const char *const colours[] = {"blue", "green", "orange", "violet", "brown", "pink", "yellow", "teal", "grey"};
    for (int i = 0; i < LETTERS; i++) {
        if (cars[i].length == 0)
            continue;
        put(source, "draw    ");
        put_car(source, (char)('A' + i), &cars[i]);
        put(source, " as block %s\n", i ? colours[(i - 1) % (int)(sizeof colours / sizeof *colours)] : "red");
    }
}

static void put_rows(struct source *source, const char *cells) {
    for (int cell = 0; cell < CELLS; cell++)
        put(source, "%s%c%s", cell % SIDE ? "" : "        ", cells[cell] == 'o' ? '.' : cells[cell],
            cell % SIDE < SIDE - 1 ? " " : "\n");
}

bool translate_rush(struct source *source) {
    const bool steps = source->options.count == IMPORT_STEPS;
    const uint64_t level = source->options.level ? source->options.level : 1;
    struct car cars[LETTERS];
    struct span board = {0};
    char goal[CELLS];
    if (!choose_board(source, level, &board) || !read_cars(source, board.text, cars))
        return false;
    put(source, "title   Rush Hour, board %llu\nboard   %d x %d\npieces  .", (unsigned long long)level, SIDE, SIDE);
    if (memchr(board.text, 'x', CELLS))
        put(source, " x");
    for (int i = 0; i < LETTERS; i++)
        if (cars[i].length)
            put(source, " %c", 'A' + i);
    put(source, "%s\n", memchr(board.text, 'x', CELLS) ? "                      ; . is empty, x is a wall, a letter is a car" : "");
    put_rules(source, cars, steps);
    put_pictures(source, cars);
    put(source, "start\n");
    put_rows(source, board.text);
    memset(goal, '_', sizeof goal);
    for (int i = 0; i < cars[0].length; i++)
        goal[cars[0].first / SIDE * SIDE + SIDE - 1 - i] = 'A';
    put(source, "goal                              ; A is at the exit\n");
    put_rows(source, goal);
    return true;
}
