/* Whole spaces through `fewest contest`, compared with tables made here by the plainest breadth-first search:
 * all boards of the eight puzzle, all swap boards from some starts, all pairs of the lock up to turning all its
 * digits together, all mazes of 5 x 5 with free corners. It knows nothing of the library; it runs the tool.
 *
 *     exhaustive TOOL [EVERY]     every EVERY-th case only (default 1: all) */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 50000, NO_WAY = 255 };

static const char *tool;
static unsigned every = 1;
static unsigned long passed, failed;

/* ---- Cases are gathered, given to the tool together, and its output is compared one by one. */

struct batch {
    const char *judge;
    bool (*holds)(FILE *output, unsigned number, unsigned length); /* reads one answer and checks it */
    const char *head; /* before all cases, with their number; or NULL: a line --- between two cases */
    FILE *input;
    unsigned count;
    unsigned numbers[BATCH]; /* what the case is, in the words of its puzzle */
    unsigned char lengths[BATCH];
};

static struct batch batch;
static char input_path[] = "/tmp/fewest-input-XXXXXX", output_path[] = "/tmp/fewest-output-XXXXXX";

static void stop(const char *why) {
    fprintf(stderr, "exhaustive: %s\n", why);
    remove(input_path);
    remove(output_path);
    exit(4);
}

static void run_batch(void) {
    char command[4096];
    if (batch.count == 0) return;
    if (batch.input && fclose(batch.input) != 0) stop("the input cannot be written");
    batch.input = NULL;
    if (batch.head) {
        snprintf(command, sizeof command, "(echo %u; cat '%s') | '%s' contest %s >'%s'", batch.count, input_path, tool,
                 batch.judge, output_path);
    } else {
        snprintf(command, sizeof command, "'%s' contest %s --many <'%s' >'%s'", tool, batch.judge, input_path,
                 output_path);
    }
    if (system(command) != 0) stop("the tool did not end with status 0");
    FILE *output = fopen(output_path, "r");
    if (!output) stop("the output cannot be read");
    for (unsigned i = 0; i < batch.count; i++) {
        if (batch.holds(output, batch.numbers[i], batch.lengths[i])) {
            passed++;
            continue;
        }
        failed++;
        printf("FAILED %s: case %u, expected length %u\n", batch.judge, batch.numbers[i], batch.lengths[i]);
        if (failed > 20) stop("too many failures");
    }
    if (fgetc(output) != EOF) stop("the tool printed more than was expected");
    fclose(output);
    batch.count = 0;
}

/* Where to write the next case. */
static FILE *next_case(unsigned number, unsigned length) {
    if (batch.count == BATCH) run_batch();
    if (!batch.input) batch.input = fopen(input_path, "w");
    if (!batch.input) stop("no file for the input");
    if (batch.count > 0 && !batch.head) fputs("---\n", batch.input);
    batch.numbers[batch.count] = number;
    batch.lengths[batch.count++] = (unsigned char)length;
    return batch.input;
}

/* The finished part of the work, and how long its ways are. */
static void finish(const char *what, const unsigned long histogram[256]) {
    run_batch();
    unsigned deepest = 0;
    unsigned long total = 0;
    for (unsigned i = 0; i < NO_WAY; i++) {
        total += histogram[i];
        if (histogram[i]) deepest = i;
    }
    printf("%s: %lu solved, the deepest in %u, %lu without a way\n", what, total, deepest, histogram[NO_WAY]);
    fflush(stdout);
}

static bool read_length(FILE *output, unsigned *length, const char *no_way) {
    char line[64];
    if (!fgets(line, sizeof line, output)) return false;
    line[strcspn(line, "\n")] = '\0';
    *length = strcmp(line, no_way) == 0 ? NO_WAY : (unsigned)atoi(line);
    return true;
}

/* ---- The eight puzzle. A board is numbered by the order of permutations. */

enum { CELLS = 9, BOARDS = 362880 };

static const char goal_board[] = "12345678x";

static unsigned board_number(const char *board) {
    unsigned number = 0;
    for (unsigned i = 0; i < CELLS; i++) {
        unsigned smaller = 0;
        for (unsigned j = i + 1; j < CELLS; j++) smaller += board[j] < board[i];
        number = number * (CELLS - i) + smaller;
    }
    return number;
}

static void board_of(unsigned number, char *board) {
    unsigned digits[CELLS];
    char left[] = "12345678x";
    for (unsigned i = CELLS; i-- > 0; number /= CELLS - i) digits[i] = number % (CELLS - i);
    for (unsigned i = 0; i < CELLS; i++) {
        board[i] = left[digits[i]];
        memmove(left + digits[i], left + digits[i] + 1, CELLS - digits[i]);
    }
}

static bool slide(char *board, char direction) {
    const unsigned blank = (unsigned)((const char *)memchr(board, 'x', CELLS) - board);
    unsigned to = blank;
    if (direction == 'u' && blank >= 3) to = blank - 3;
    if (direction == 'd' && blank < 6) to = blank + 3;
    if (direction == 'l' && blank % 3 > 0) to = blank - 1;
    if (direction == 'r' && blank % 3 < 2) to = blank + 1;
    board[blank] = board[to];
    board[to] = 'x';
    return to != blank;
}

static bool eight_holds(FILE *output, unsigned number, unsigned length) {
    char line[64], board[CELLS];
    if (!fgets(line, sizeof line, output)) return false;
    if (length == NO_WAY) return strcmp(line, "unsolvable\n") == 0;
    board_of(number, board);
    if (strlen(line) != length + 1 || line[length] != '\n') return false;
    for (unsigned i = 0; i < length; i++) {
        if (!slide(board, line[i])) return false;
    }
    return memcmp(board, goal_board, CELLS) == 0;
}

static void check_eight(void) {
    static unsigned char distance[BOARDS];
    static unsigned queue[BOARDS];
    unsigned long histogram[256] = {0};
    unsigned front = 0, back = 0;
    memset(distance, NO_WAY, sizeof distance);
    queue[back++] = board_number(goal_board);
    distance[queue[0]] = 0;
    for (; front < back; front++) {
        for (const char *direction = "udlr"; *direction; direction++) {
            char board[CELLS];
            board_of(queue[front], board);
            slide(board, *direction);
            const unsigned number = board_number(board);
            if (distance[number] != NO_WAY) continue;
            distance[number] = (unsigned char)(distance[queue[front]] + 1);
            queue[back++] = number;
        }
    }
    batch.judge = "hdu-1043";
    batch.holds = eight_holds;
    batch.head = NULL;
    for (unsigned number = 0; number < BOARDS; number += every) {
        char board[CELLS];
        board_of(number, board);
        fprintf(next_case(number, distance[number]), "%.9s\n", board);
        histogram[distance[number]]++;
    }
    finish("eight puzzle, all boards", histogram);
}

/* ---- Swap. A board is its 16 cells as a number, the first cell the highest bit. */

enum { SWAPS = 65536 };

static bool swap_holds(FILE *output, unsigned number, unsigned length) {
    unsigned found;
    (void)number;
    return read_length(output, &found, "unreachable") && found == length;
}

static void print_swap(FILE *file, unsigned board) {
    for (unsigned cell = 0; cell < 16; cell++) {
        fputc('0' + (board >> (15 - cell) & 1), file);
        if (cell % 4 == 3) fputc('\n', file);
    }
}

static void swap_distances(unsigned start, unsigned char *distance) {
    static unsigned queue[SWAPS];
    unsigned front = 0, back = 0;
    memset(distance, NO_WAY, SWAPS);
    queue[back++] = start;
    distance[start] = 0;
    for (; front < back; front++) {
        for (unsigned a = 0; a < 16; a++) {
            for (unsigned b = a + 1; b < 16; b++) {
                const bool beside = b == a + 4 || (b == a + 1 && b % 4 != 0);
                if (!beside || (queue[front] >> a & 1) == (queue[front] >> b & 1)) continue;
                const unsigned next = queue[front] ^ 1u << a ^ 1u << b;
                if (distance[next] != NO_WAY) continue;
                distance[next] = (unsigned char)(distance[queue[front]] + 1);
                queue[back++] = next;
            }
        }
    }
}

static void check_swap(void) {
    static const unsigned starts[] = {0x017f, 0xfe80, 0x00ff, 0x0001, 0x8421, 0x5a5a, 0x0000, 0x7fff, 0x1234, 0xbeef};
    static unsigned char distance[SWAPS];
    unsigned long histogram[256] = {0};
    batch.judge = "luogu-p4289";
    batch.holds = swap_holds;
    batch.head = NULL;
    for (unsigned i = 0; i < sizeof starts / sizeof *starts; i++) {
        swap_distances(starts[i], distance);
        for (unsigned goal = i % every; goal < SWAPS; goal += every) {
            FILE *file = next_case(goal, distance[goal]);
            print_swap(file, starts[i]);
            print_swap(file, goal);
            histogram[distance[goal]]++;
        }
    }
    finish("swap, ten starts to all boards", histogram);
}

/* ---- The lock. Turning all digits of start and goal by the same number changes no distance, so the starts
 * whose first digit is 1 stand for all. */

enum { LOCKS = 6561 };

static unsigned lock_part(unsigned lock, unsigned place) {
    static const unsigned powers[] = {729, 81, 9, 1};
    return lock / powers[place] % 9;
}

static unsigned lock_of(const unsigned parts[4]) {
    return ((parts[0] * 9 + parts[1]) * 9 + parts[2]) * 9 + parts[3];
}

static void lock_distances(unsigned start, unsigned char *distance) {
    unsigned queue[LOCKS], front = 0, back = 0;
    memset(distance, NO_WAY, LOCKS);
    queue[back++] = start;
    distance[start] = 0;
    for (; front < back; front++) {
        for (unsigned move = 0; move < 11; move++) {
            unsigned parts[4];
            for (unsigned i = 0; i < 4; i++) parts[i] = lock_part(queue[front], i);
            if (move < 8) {
                parts[move / 2] = (parts[move / 2] + (move % 2 ? 1 : 8)) % 9;
            } else {
                const unsigned part = parts[move - 8];
                parts[move - 8] = parts[move - 7];
                parts[move - 7] = part;
            }
            const unsigned next = lock_of(parts);
            if (distance[next] != NO_WAY) continue;
            distance[next] = (unsigned char)(distance[queue[front]] + 1);
            queue[back++] = next;
        }
    }
}

static void check_lock(void) {
    unsigned char distance[LOCKS];
    unsigned long histogram[256] = {0};
    unsigned number = 0;
    batch.judge = "hdu-1195";
    batch.holds = swap_holds;
    batch.head = "";
    for (unsigned start = 0; start < 729; start++) {
        lock_distances(start, distance);
        for (unsigned goal = 0; goal < LOCKS; goal++, number++) {
            if (number % every != 0) continue;
            FILE *file = next_case(number, distance[goal]);
            for (unsigned i = 0; i < 4; i++) fputc('1' + (int)lock_part(start, i), file);
            fputc('\n', file);
            for (unsigned i = 0; i < 4; i++) fputc('1' + (int)lock_part(goal, i), file);
            fputs("\n\n", file);
            histogram[distance[goal]]++;
        }
    }
    finish("lock, all pairs", histogram);
}

/* ---- Mazes of 5 x 5, a bit for each wall, cell 0 top left. Layers are sets of cells. */

enum { SIDE = 5, MAZE_CELLS = SIDE * SIDE, MAZES = 1 << 23 };

static unsigned walls_of(unsigned number) { return number << 1; } /* the corners, bits 0 and 24, are free */

static unsigned maze_length(unsigned walls) {
    const unsigned all = (1u << MAZE_CELLS) - 1, first = 0x108421, last = first << (SIDE - 1);
    const unsigned goal = 1u << (MAZE_CELLS - 1);
    unsigned seen = 1;
    for (unsigned length = 0;; length++) {
        if (seen & goal) return length;
        const unsigned next = (seen | seen << SIDE | seen >> SIDE | (seen & ~last) << 1 | (seen & ~first) >> 1) & all & ~walls;
        if (next == seen) return NO_WAY;
        seen = next;
    }
}

static bool maze_holds(FILE *output, unsigned number, unsigned length) {
    const unsigned walls = walls_of(number);
    char line[32];
    unsigned before_row = 0, before_column = 0;
    if (length == NO_WAY) return fgets(line, sizeof line, output) && strcmp(line, "no path\n") == 0;
    bool good = true;
    for (unsigned step = 0; step <= length; step++) {
        unsigned row, column;
        if (!fgets(line, sizeof line, output) || sscanf(line, "(%u, %u)", &row, &column) != 2) return false;
        const int moved = abs((int)row - (int)before_row) + abs((int)column - (int)before_column);
        good = good && row < SIDE && column < SIDE && !(walls >> (SIDE * row + column) & 1) && moved == (step > 0);
        before_row = row;
        before_column = column;
    }
    return good && before_row == SIDE - 1 && before_column == SIDE - 1;
}

static void check_mazes(void) {
    unsigned long histogram[256] = {0};
    batch.judge = "poj-3984";
    batch.holds = maze_holds;
    batch.head = NULL;
    /* Neighbouring numbers are alike: a step that has no factor in common with their count goes through all. */
    for (unsigned i = 0; i < MAZES / every; i++) {
        const unsigned number = (unsigned)((unsigned long)i * 5000011u % MAZES), walls = walls_of(number);
        const unsigned length = maze_length(walls);
        FILE *file = next_case(number, length);
        for (unsigned cell = 0; cell < MAZE_CELLS; cell++) {
            fputc(walls >> cell & 1 ? '1' : '0', file);
            fputc(cell % SIDE == SIDE - 1 ? '\n' : ' ', file);
        }
        histogram[length]++;
    }
    finish("mazes of 5 x 5 with free corners", histogram);
}

int main(int argc, char **argv) {
    if (argc < 2 || argc > 3) {
        fprintf(stderr, "usage: exhaustive TOOL [EVERY]\n");
        return 2;
    }
    tool = argv[1];
    if (argc == 3) every = (unsigned)strtoul(argv[2], NULL, 10);
    if (every == 0) every = 1;
    const int input = mkstemp(input_path), output = mkstemp(output_path);
    if (input < 0 || output < 0) stop("no temporary files");
    FILE *files[] = {fdopen(input, "w"), fdopen(output, "w")};
    for (unsigned i = 0; i < 2; i++) {
        if (files[i]) fclose(files[i]);
    }
    check_eight();
    check_swap();
    check_lock();
    check_mazes();
    remove(input_path);
    remove(output_path);
    printf("%lu passed, %lu failed\n", passed, failed);
    return failed ? 1 : 0;
}
