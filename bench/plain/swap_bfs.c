/* The swap game on 4 x 4, pair of boards after pair of boards, as a first program writes it: breadth-first search
 * over records that hold the board and all swaps so far, each copied for every swap that is tried, also those
 * of two equal pieces.
 *
 *     swap_bfs < input     pairs of boards in the form of Luogu P4289, lines --- between them; a number each */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { SIDE = 4, BOARDS = 1 << 16, MOST_SWAPS = 100 };

struct record {
    char board[SIDE][SIDE];
    int steps;
    char swaps[MOST_SWAPS][5];
};

static struct record queue[BOARDS];
static bool fresh[BOARDS];
static struct record answer;

static int number_of(char board[SIDE][SIDE]) {
    int number = 0;
    for (int i = 0; i < SIDE; i++) {
        for (int j = 0; j < SIDE; j++) number = 2 * number + (board[i][j] - '0');
    }
    return number;
}

static bool equal(char a[SIDE][SIDE], char b[SIDE][SIDE]) {
    for (int i = 0; i < SIDE; i++) {
        for (int j = 0; j < SIDE; j++) {
            if (a[i][j] != b[i][j]) return false;
        }
    }
    return true;
}

static void exchange(struct record *record, int i, int j, int k, int l) {
    char piece = record->board[i][j];
    record->board[i][j] = record->board[k][l];
    record->board[k][l] = piece;
    char *swap = record->swaps[record->steps++];
    swap[0] = (char)('1' + i);
    swap[1] = (char)('1' + j);
    swap[2] = (char)('1' + k);
    swap[3] = (char)('1' + l);
    swap[4] = '\0';
}

/* Whether there is a way; it is in `answer` then. */
static bool search(char start[SIDE][SIDE], char goal[SIDE][SIDE]) {
    static const int down[] = {1, -1, 0, 0}, across[] = {0, 0, -1, 1};
    int front = 0, back = 0;
    memset(fresh, true, sizeof fresh);
    memset(&queue[back], 0, sizeof queue[back]);
    memcpy(queue[back++].board, start, sizeof queue[0].board);
    fresh[number_of(start)] = false;
    while (front < back) {
        struct record now = queue[front++];
        if (equal(now.board, goal)) {
            answer = now;
            return true;
        }
        for (int i = 0; i < SIDE; i++) {
            for (int j = 0; j < SIDE; j++) {
                for (int k = 0; k < 4; k++) {
                    struct record next = now;
                    int x = i + down[k], y = j + across[k];
                    if (x < 0 || x >= SIDE || y < 0 || y >= SIDE) continue;
                    exchange(&next, i, j, x, y);
                    if (equal(next.board, goal)) {
                        answer = next;
                        return true;
                    }
                    int number = number_of(next.board);
                    if (!fresh[number]) continue;
                    fresh[number] = false;
                    queue[back++] = next;
                }
            }
        }
    }
    return false;
}

static bool read_board(char board[SIDE][SIDE]) {
    char word[8];
    for (int i = 0; i < SIDE; i++) {
        do {
            if (scanf("%7s", word) != 1) return false;
        } while (strcmp(word, "---") == 0);
        memcpy(board[i], word, SIDE);
    }
    return true;
}

int main(void) {
    char start[SIDE][SIDE], goal[SIDE][SIDE];
    while (read_board(start) && read_board(goal)) {
        if (search(start, goal))
            printf("%d\n", answer.steps);
        else
            puts("unreachable");
    }
    return 0;
}
