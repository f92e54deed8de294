/* Whole spaces of some twisty puzzles, as a program for such puzzles does it: a state is a few coordinates, each with a table of where
 * turns lead, and two bits in a table of all states; each state of a layer is taken through all turns.
 *
 *     coordinates_bfs pocket-cube|cube-2x2x2|skewb|pyraminx     layers, then the seconds of processor time
 *
 * Which permutations and orientations belong together, so that each combination is a state, is said by hand. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_SETS = 3, MOST_PIECES = 8, MOST_TURNS = 8, MOST_MOVES = 24, MOST_PARTS = 3 };

/* One turn of one set of pieces: where the piece of each place goes, and how far it is twisted. */
struct turn {
    const char *to, *twist;
};

struct puzzle {
    const char *name;
    int sets, pieces[MOST_SETS], twists[MOST_SETS];
    int turns, powers; /* every power of a turn is one move */
    struct turn turn[MOST_TURNS][MOST_SETS];
    const char *coordinate[MOST_PARTS]; /* p0: the permutation of set 0, o1: the orientations of set 1; the last one is the inner loop */
};

#define CUBE_R {{"20314567", "12210000"}}
#define CUBE_F {{"01374526", "00120021"}}
#define CUBE_U {{"41036527", "00000000"}}
#define STAYS {"0123", "0000"}

static const struct puzzle puzzles[] = {
    {"pocket-cube", 1, {8}, {3}, 3, 3, {CUBE_R, CUBE_F, CUBE_U}, {"p0", "o0"}},
    {"cube-2x2x2", 1, {8}, {3}, 6, 3,
     {CUBE_R, CUBE_F, CUBE_U, {{"01236475", "00002112"}}, {{"15230467", "21001200"}}, {{"05214763", "00000000"}}}, {"p0", "o0"}},
    {"skewb", 3, {4, 4, 6}, {3, 3, 1}, 8, 2,
     {{{"0123", "1000"}, {"2013", "2220"}, {"214305", "000000"}}, {{"1203", "2220"}, {"0123", "1000"}, {"510342", "000000"}},
      {{"3021", "2202"}, {"0123", "0100"}, {"412035", "000000"}}, {{"0123", "0100"}, {"1320", "2202"}, {"312540", "000000"}},
      {{"2130", "2022"}, {"0123", "0010"}, {"041325", "000000"}}, {{"0123", "0010"}, {"3102", "2022"}, {"025341", "000000"}},
      {{"0123", "0001"}, {"0231", "0222"}, {"032415", "000000"}}, {{"0312", "0222"}, {"0123", "0001"}, {"052143", "000000"}}},
     {"o0p1", "o1p0", "p2"}},
    {"pyraminx", 3, {4, 4, 6}, {3, 3, 2}, 8, 2,
     {{{"0231", "0000"}, {"0231", "0000"}, {"012534", "000000"}}, {STAYS, {"0123", "1000"}, {"012345", "000000"}},
      {{"3102", "2022"}, {"3102", "2022"}, {"025341", "001001"}}, {STAYS, {"0123", "0100"}, {"012345", "000000"}},
      {{"1320", "1200"}, {"1320", "1200"}, {"410325", "101000"}}, {STAYS, {"0123", "0010"}, {"012345", "000000"}},
      {{"2013", "0120"}, {"2013", "0120"}, {"132045", "000000"}}, {STAYS, {"0123", "0001"}, {"012345", "000000"}}},
     {"p2o2", "o1", "p0o0"}},
};

struct pieces {
    uint8_t piece[MOST_SETS][MOST_PIECES], twist[MOST_SETS][MOST_PIECES]; /* of each place */
};

static void *allocate(size_t size) {
    void *block = calloc(size, 1);
    if (!block) {
        fputs("no memory\n", stderr);
        exit(4);
    }
    return block;
}

static void apply(const struct puzzle *puzzle, const struct turn *turn, const struct pieces *from, struct pieces *to) {
    for (int s = 0; s < puzzle->sets; s++)
        for (int i = 0; i < puzzle->pieces[s]; i++) {
            const int place = turn[s].to[i] - '0';
            to->piece[s][place] = from->piece[s][i];
            to->twist[s][place] = (uint8_t)((from->twist[s][i] + turn[s].twist[i] - '0') % puzzle->twists[s]);
        }
}

/* What a coordinate sees of the pieces, as a number; and how many such numbers there are. */
static size_t number_of(const struct puzzle *puzzle, const char *what, const struct pieces *pieces) {
    size_t number = 0;
    for (; *what; what += 2) {
        const int s = what[1] - '0';
        for (int i = 0; i < puzzle->pieces[s]; i++)
            number = *what == 'p' ? number * (size_t)puzzle->pieces[s] + pieces->piece[s][i]
                                  : number * (size_t)puzzle->twists[s] + pieces->twist[s][i];
    }
    return number;
}

static size_t numbers(const struct puzzle *puzzle, const char *what) {
    size_t count = 1;
    for (; *what; what += 2)
        for (int s = what[1] - '0', i = 0; i < puzzle->pieces[s]; i++)
            count *= (size_t)(*what == 'p' ? puzzle->pieces[s] : puzzle->twists[s]);
    return count;
}

struct coordinate {
    uint32_t values;
    uint32_t (*to)[MOST_MOVES];
};

/* All values that turns lead to, breadth-first. */
static struct coordinate tabulate(const struct puzzle *puzzle, const char *what) {
    const size_t most = numbers(puzzle, what);
    struct coordinate made = {0};
    uint32_t *value = allocate(most * sizeof *value); /* one more */
    size_t room = 1 << 17;
    struct pieces *known = allocate(room * sizeof *known);
    made.to = allocate(room * sizeof *made.to);
    for (int s = 0; s < puzzle->sets; s++)
        for (int i = 0; i < puzzle->pieces[s]; i++) known->piece[s][i] = (uint8_t)i;
    value[number_of(puzzle, what, known)] = made.values = 1;
    for (uint32_t n = 0; n < made.values; n++)
        for (int t = 0, move = 0; t < puzzle->turns; t++) {
            struct pieces at = known[n], next;
            for (int power = 0; power < puzzle->powers; power++, move++, at = next) {
                apply(puzzle, puzzle->turn[t], &at, &next);
                uint32_t *found = &value[number_of(puzzle, what, &next)];
                if (!*found) {
                    known[made.values] = next;
                    *found = ++made.values;
                }
                made.to[n][move] = *found - 1;
            }
        }
    free(value);
    free(known);
    return made;
}

/* ---- The layers */

enum { UNSEEN, SEEN, NOW, NEXT };

static inline unsigned get(const uint64_t *table, uint64_t at) {
    return table[at / 32] >> at % 32 * 2 & 3;
}

static inline void put(uint64_t *table, uint64_t at, uint64_t old, uint64_t new) {
    table[at / 32] ^= (old ^ new) << at % 32 * 2;
}

static const uint64_t LOW = UINT64_C(0x5555555555555555);

/* One row: the outer coordinates are known, and where each move takes them. */
static uint64_t expand(const struct coordinate *inner, uint64_t *table, uint64_t first, const uint64_t *target, int moves) {
    uint64_t fresh = 0;
    for (uint32_t n = 0; n < inner->values; n++) {
        if (get(table, first + n) != NOW) continue;
        for (int m = 0; m < moves; m++) {
            const uint64_t to = target[m] + inner->to[n][m];
            if (get(table, to) != UNSEEN) continue;
            put(table, to, UNSEEN, NEXT);
            fresh++;
        }
    }
    return fresh;
}

static uint64_t expand_all(const struct coordinate *parts, int count, int moves, uint64_t *table) {
    const struct coordinate *inner = &parts[count - 1];
    const uint32_t middle = count > 2 ? parts[1].values : 1;
    uint64_t fresh = 0, target[MOST_MOVES];
    for (uint32_t a = 0; a < parts[0].values; a++)
        for (uint32_t b = 0; b < middle; b++) {
            for (int m = 0; m < moves; m++)
                target[m] = ((uint64_t)parts[0].to[a][m] * middle + (count > 2 ? parts[1].to[b][m] : 0)) * inner->values;
            fresh += expand(inner, table, ((uint64_t)a * middle + b) * inner->values, target, moves);
        }
    return fresh;
}

int main(int argc, char **argv) {
    const struct puzzle *puzzle = puzzles, *end = puzzles + sizeof puzzles / sizeof *puzzles;
    while (puzzle < end && (argc != 2 || strcmp(argv[1], puzzle->name) != 0)) puzzle++;
    if (puzzle == end) {
        fputs("usage: coordinates_bfs pocket-cube|cube-2x2x2|skewb|pyraminx\n", stderr);
        return 2;
    }
    struct coordinate parts[MOST_PARTS];
    uint64_t states = 1;
    int count = 0;
    for (; count < MOST_PARTS && puzzle->coordinate[count]; count++) {
        parts[count] = tabulate(puzzle, puzzle->coordinate[count]);
        states *= parts[count].values;
    }
    const size_t words = states / 32 + 1;
    uint64_t *table = allocate(words * sizeof *table);
    put(table, 0, UNSEEN, NOW);
    for (uint64_t layer = 1; layer;) {
        printf("%llu ", (unsigned long long)layer);
        layer = expand_all(parts, count, puzzle->turns * puzzle->powers, table);
        for (size_t w = 0; w < words; w++) { /* NOW becomes SEEN, and NEXT becomes NOW */
            const uint64_t high = table[w] >> 1 & LOW, low = table[w] & LOW;
            table[w] = (high & low) << 1 | (high ^ low);
        }
    }
    printf("\n%.3f\n", (double)clock() / CLOCKS_PER_SEC);
    for (int i = 0; i < count; i++) free(parts[i].to);
    free(table);
    return 0;
}
