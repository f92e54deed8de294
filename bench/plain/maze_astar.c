/* A maze by A* written for grids alone, to compare with: an array for the distance of each cell, the sum of the distances in
 * rows and columns as the bound, and stacks by sum as queue: the last one put in comes out first. Each step leaves the sum as it is or raises it
 * by two, so that two stacks are enough. Reads rows of 0 (free) and 1 (wall); from top left to bottom right; prints the
 * number of moves, or -1. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct stack {
    int *cells;
    size_t count, room;
};

static int push(struct stack *stack, int cell) {
    if (stack->count == stack->room) {
        stack->room = stack->room ? 2 * stack->room : 1024;
        int *grown = realloc(stack->cells, stack->room * sizeof *grown);
        if (!grown) return 0;
        stack->cells = grown;
    }
    stack->cells[stack->count++] = cell;
    return 1;
}

static char *read_all(FILE *file, size_t *length) {
    size_t room = 1 << 20;
    char *text = malloc(room);
    *length = 0;
    for (size_t got; text && (got = fread(text + *length, 1, room - *length, file)) > 0;) {
        *length += got;
        if (*length == room) {
            char *grown = realloc(text, room *= 2);
            if (!grown) free(text);
            text = grown;
        }
    }
    return text;
}

int main(int argc, char **argv) {
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : stdin;
    if (!file) {
        perror(argv[1]);
        return 2;
    }
    size_t length;
    char *maze = read_all(file, &length); /* used as it is: a row ends with a line feed */
    fclose(file);
    if (!maze || length == 0) return 2;
    int columns = 0;
    while ((size_t)columns < length && maze[columns] != '\n') columns++;
    const int stride = columns + 1, rows = (int)((length + 1) / (size_t)stride), last = rows * stride - 2;

    const size_t cells = (size_t)rows * (size_t)stride;
    int *distance = calloc(cells, sizeof *distance); /* of the start 1; 0: not reached so far */
    int *parent = calloc(cells, sizeof *parent);
    unsigned char *closed = calloc(cells, 1);
    if (!distance || !parent || !closed) return 2;
    const int step[4] = {-stride, stride, -1, 1};
    struct stack now = {0}, later = {0};
    if (maze[0] == '0') {
        distance[0] = 1;
        parent[0] = -1;
        if (!push(&now, 0)) return 2;
    }
    while (!closed[last]) {
        if (now.count == 0) {
            const struct stack empty = now;
            now = later, later = empty;
            if (now.count == 0) break;
        }
        const int cell = now.cells[--now.count], row = cell / stride, column = cell % stride;
        if (closed[cell]) continue;
        closed[cell] = 1;
        for (int k = 0; k < 4; k++) {
            const int next = cell + step[k];
            if (next < 0 || next > last || maze[next] != '0' || (distance[next] && distance[next] <= distance[cell] + 1)) continue;
            distance[next] = distance[cell] + 1;
            parent[next] = cell;
            const int nearer = k == 0 ? row > rows - 1 : k == 1 ? row < rows - 1 : k == 2 ? column > columns - 1 : column < columns - 1;
            if (!push(nearer ? &now : &later, next)) return 2;
        }
    }

    /* Walk the way back, as one who prints it would. */
    int steps = 0;
    if (closed[last])
        for (int cell = last; parent[cell] >= 0; cell = parent[cell]) steps++;
    printf("%d\n", closed[last] ? steps : -1);
    free(now.cells);
    free(later.cells);
    free(parent);
    free(closed);
    free(distance);
    free(maze);
    return 0;
}
