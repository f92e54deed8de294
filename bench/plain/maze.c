/* A maze solved the plain way, to compare with: arrays for distance and parent, an array as queue,
 * four neighbours with bounds tests. Reads rows of 0 (free) and 1 (wall); from top left to bottom
 * right; prints the number of moves, or -1. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : stdin;
    if (!file) {
        perror(argv[1]);
        return 2;
    }
    size_t length = 0, room = 1 << 20;
    char *text = malloc(room);
    for (size_t got; text && (got = fread(text + length, 1, room - length, file)) > 0;) {
        length += got;
        if (length == room) {
            char *grown = realloc(text, room *= 2);
            if (!grown) return 2;
            text = grown;
        }
    }
    fclose(file);
    if (!text || length == 0) return 2;

    int columns = 0, rows = 0;
    while ((size_t)columns < length && text[columns] != '\n') columns++;
    char *maze = text; /* packed in place: row r begins at r * columns */
    for (size_t from = 0; from + (size_t)columns <= length; from += (size_t)columns + 1, rows++)
        memmove(maze + (size_t)rows * (size_t)columns, text + from, (size_t)columns);

    int cells = rows * columns;
    int *distance = malloc((size_t)cells * sizeof *distance);
    int *parent = malloc((size_t)cells * sizeof *parent);
    int *queue = malloc((size_t)cells * sizeof *queue);
    if (!distance || !parent || !queue) return 2;
    memset(distance, -1, (size_t)cells * sizeof *distance);
    const int row_step[4] = {-1, 1, 0, 0}, column_step[4] = {0, 0, -1, 1};
    int head = 0, tail = 0;
    if (maze[0] == '0') {
        distance[0] = 0;
        parent[0] = -1;
        queue[tail++] = 0;
    }
    while (head < tail && distance[cells - 1] < 0) {
        int cell = queue[head++], row = cell / columns, column = cell % columns;
        for (int k = 0; k < 4; k++) {
            int r = row + row_step[k], c = column + column_step[k];
            if (r < 0 || r >= rows || c < 0 || c >= columns) continue;
            int next = r * columns + c;
            if (maze[next] != '0' || distance[next] >= 0) continue;
            distance[next] = distance[cell] + 1;
            parent[next] = cell;
            queue[tail++] = next;
        }
    }

    /* Walk the way back, as one who prints it would. */
    int steps = 0;
    if (distance[cells - 1] >= 0)
        for (int cell = cells - 1; parent[cell] >= 0; cell = parent[cell]) steps++;
    printf("%d\n", distance[cells - 1] < 0 ? -1 : steps);
    free(queue);
    free(parent);
    free(distance);
    free(text);
    return 0;
}
