/* Cubes and cuboids of up to three layers in each direction. A cell is a sticker; the turns of the outer layers are cycles, found by
 * turning each sticker in space. Of two layers only one is turned: to turn the other is the same, with the whole cube turned back. */
#include "api/family_writers.h"

#include <stdlib.h>

enum { MOST_LAYERS = 3, MOST_STICKERS = 6 * MOST_LAYERS * MOST_LAYERS, FACES = 6, TURNS_OF_START = 7 };

/* Up, left, front, right, back, down: the axis they are at the end of (x to the right, y up, z to the front), and at which end. */
static const struct {
    char name, colour;
    const char *look;
    int axis, end;
} faces[FACES] = {{'U', 'W', "white", 1, 1}, {'L', 'O', "orange", 0, -1}, {'F', 'G', "green", 2, 1},
                  {'R', 'R', "red", 0, 1},   {'B', 'B', "blue", 2, -1},   {'D', 'Y', "yellow", 1, -1}};

struct sticker {
    int at[3], face;       /* the middle of its cube is counted from the middle of the whole, in half cubes */
    unsigned row, column; /* in the picture, from 1 */
};

struct cube {
    unsigned size[3], count;
    struct sticker stickers[MOST_STICKERS];
};

static void add_sticker(struct cube *cube, int face, unsigned x, unsigned y, unsigned z, unsigned row, unsigned column) {
    const unsigned at[3] = {x, y, z};
    struct sticker *sticker = &cube->stickers[cube->count++];
    for (int i = 0; i < 3; i++)
        sticker->at[i] = 2 * (int)at[i] - (int)cube->size[i] + 1;
    sticker->face = face;
    sticker->row = row;
    sticker->column = column;
}

/* The faces unfolded: up on top, left, front, right and back in a row, down below. Cells are in reading order face by face. */
static void unfold(struct cube *cube) {
    const unsigned width = cube->size[0], height = cube->size[1], depth = cube->size[2];
    const unsigned first_column[FACES] = {depth, 0, depth, depth + width, 2 * depth + width, depth};
    const unsigned first_row[FACES] = {0, depth, depth, depth, depth, depth + height};
    for (int face = 0; face < FACES; face++) {
        const bool level = faces[face].axis == 1, at_side = faces[face].axis == 0;
        const unsigned rows = level ? depth : height, columns = at_side ? depth : width;
        for (unsigned r = 0; r < rows; r++) {
            for (unsigned c = 0; c < columns; c++) {
                const char name = faces[face].name;
                const unsigned x = at_side ? (name == 'R' ? width - 1 : 0) : name == 'B' ? width - 1 - c : c;
                const unsigned y = level ? (name == 'U' ? height - 1 : 0) : height - 1 - r;
                const unsigned z = level ? (name == 'U' ? r : depth - 1 - r)
                                   : at_side ? (name == 'L' ? c : depth - 1 - c)
                                             : name == 'F' ? depth - 1 : 0;
                add_sticker(cube, face, x, y, z, first_row[face] + r + 1, first_column[face] + c + 1);
            }
        }
    }
}

/* A quarter turn about an axis, clockwise seen from its positive end. */
static void turn_point(int axis, int point[3]) {
    const int next = (axis + 1) % 3, last = (axis + 2) % 3, kept = point[next];
    point[next] = point[last];
    point[last] = -kept;
}

static int face_at(const int normal[3]) {
    int face = 0;
    while (normal[faces[face].axis] != faces[face].end)
        face++;
    return face;
}

/* Where a sticker goes when the layer of a face is turned by so many quarters, clockwise seen from outside. */
static unsigned goes_to(const struct cube *cube, unsigned index, int face, int quarters) {
    const struct sticker *from = &cube->stickers[index];
    const int axis = faces[face].axis, outermost = faces[face].end * ((int)cube->size[axis] - 1);
    if (from->at[axis] != outermost)
        return index;
    int at[3] = {from->at[0], from->at[1], from->at[2]}, normal[3] = {0, 0, 0};
    normal[faces[from->face].axis] = faces[from->face].end;
    for (int i = 0; i < (faces[face].end > 0 ? quarters : 4 - quarters); i++) {
        turn_point(axis, at);
        turn_point(axis, normal);
    }
    const int to_face = face_at(normal);
    unsigned to = 0;
    while (cube->stickers[to].face != to_face || cube->stickers[to].at[0] != at[0] || cube->stickers[to].at[1] != at[1] ||
           cube->stickers[to].at[2] != at[2])
        to++;
    return to;
}

static void add_cycles(struct few_family_page *page, const struct cube *cube, int face, int quarters) {
    bool done[MOST_STICKERS] = {false};
    for (unsigned first = 0; first < cube->count; first++) {
        if (done[first] || goes_to(cube, first, face, quarters) == first)
            continue;
        few_family_add(page, " (%u", first + 1);
        done[first] = true;
        for (unsigned at = goes_to(cube, first, face, quarters); at != first; at = goes_to(cube, at, face, quarters)) {
            few_family_add(page, " %u", at + 1);
            done[at] = true;
        }
        few_family_add(page, ")");
    }
    few_family_add(page, "\n");
}

static bool is_turned(const struct cube *cube, int face) {
    const unsigned layers = cube->size[faces[face].axis];
    return layers > 2 || (layers == 2 && faces[face].end > 0);
}

static bool is_square(const struct cube *cube, int face) {
    const int axis = faces[face].axis;
    return cube->size[(axis + 1) % 3] == cube->size[(axis + 2) % 3];
}

static void add_state(struct few_family_page *page, const struct cube *cube, const char *word, const int *colours) {
    few_family_add(page, "%-7s", word);
    for (unsigned i = 0; i < cube->count; i++)
        few_family_add(page, "%s%c", i == 0 || cube->stickers[i].face != cube->stickers[i - 1].face ? " " : "", faces[colours[i]].colour);
    few_family_add(page, "\n");
}

/* The solved state after a few turns, no face twice in a row. */
static void disturb(const struct cube *cube, int *colours) {
    uint64_t seed = 100 * cube->size[0] + 10 * cube->size[1] + cube->size[2];
    int last = FACES;
    for (int turn = 0; turn < TURNS_OF_START;) {
        const int face = (int)few_family_random(&seed, FACES), quarters = is_square(cube, face) ? 1 + (int)few_family_random(&seed, 3) : 2;
        if (!is_turned(cube, face) || face == last)
            continue;
        int turned[MOST_STICKERS];
        for (unsigned i = 0; i < cube->count; i++)
            turned[goes_to(cube, i, face, quarters)] = colours[i];
        for (unsigned i = 0; i < cube->count; i++)
            colours[i] = turned[i];
        last = face;
        turn++;
    }
}

static void add_picture(struct few_family_page *page, const struct cube *cube) {
    few_family_add(page, "\ndraw    at");
    for (unsigned i = 0; i < cube->count; i++)
        few_family_add(page, "%s %u,%u", i && cube->stickers[i].face != cube->stickers[i - 1].face ? "\n          " : "",
                       cube->stickers[i].row, cube->stickers[i].column);
    few_family_add(page, "\n");
    for (int face = 0; face < FACES; face++)
        few_family_add(page, "draw    %c as sticker %s\n", faces[face].colour, faces[face].look);
}

bool few_write_cube(struct few_family_page *page, const unsigned *numbers) {
    struct cube cube = {.size = {numbers[0], numbers[1], numbers[2]}};
    unsigned large = 0;
    for (int i = 0; i < 3; i++) {
        if (numbers[i] < 1 || numbers[i] > MOST_LAYERS)
            return false;
        large += numbers[i] > 1;
    }
    if (large < 2)
        return false; /* a bar can only be turned in one way */
    unfold(&cube);
    int solved[MOST_STICKERS], colours[MOST_STICKERS];
    for (unsigned i = 0; i < cube.count; i++)
        solved[i] = colours[i] = cube.stickers[i].face;
    few_family_add(page, "title   A cube of %u x %u x %u\n", numbers[0], numbers[1], numbers[2]);
    few_family_add(page, "; A cell is a sticker: up, left, front, right, back, down, each face in reading order.\n");
    few_family_add(page, "board   %u\npieces  W O G R B Y\n\n", cube.count);
    for (int face = 0; face < FACES; face++) {
        for (int quarters = 1; quarters <= 3 && is_turned(&cube, face); quarters++) {
            if (quarters != 2 && !is_square(&cube, face))
                continue;
            few_family_add(page, "move    %c%s:  cycle", faces[face].name, quarters == 1 ? "" : quarters == 2 ? "2" : "'");
            add_cycles(page, &cube, face, quarters);
        }
    }
    add_picture(page, &cube);
    disturb(&cube, colours);
    few_family_add(page, "\n");
    add_state(page, &cube, "start", colours);
    add_state(page, &cube, "goal", solved);
    return true;
}
