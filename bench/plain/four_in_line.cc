// Four in a line, board after board: breadth-first search with a queue of structs of ints, and an array of flags
// for every number of 16 digits in base 3 and each colour (86 MB), cleared between boards.
//
//     four_in_line < input     boards in the form of CODEVS 1004, lines --- between them; a number each
#include <cstdio>
#include <cstring>
#include <queue>

const int side = 4, capacity = 43036876;
const int down[] = {1, -1, 0, 0}, across[] = {0, 0, 1, -1};

struct state {
    int board[side][side]; // 0 empty, 1 black, 2 white
    int colour;            // who moved last
    int count;
};

static bool visited[2][capacity];

static int number_of(const state &s) {
    int number = 0;
    for (int i = 0; i < side; i++)
        for (int j = 0; j < side; j++) number = number * 3 + s.board[i][j];
    return number;
}

static bool is_line(int a, int b, int c, int d) { return a != 0 && a == b && b == c && c == d; }

static bool is_goal(const state &s) {
    const int(*b)[side] = s.board;
    for (int i = 0; i < side; i++) {
        if (is_line(b[i][0], b[i][1], b[i][2], b[i][3])) return true;
        if (is_line(b[0][i], b[1][i], b[2][i], b[3][i])) return true;
    }
    return is_line(b[0][0], b[1][1], b[2][2], b[3][3]) || is_line(b[0][3], b[1][2], b[2][1], b[3][0]);
}

static int search(state start) {
    std::queue<state> queue;
    start.count = 0;
    if (is_goal(start)) return 0;
    for (int colour = 1; colour <= 2; colour++) {
        start.colour = colour;
        visited[colour - 1][number_of(start)] = true;
        queue.push(start);
    }
    while (!queue.empty()) {
        const state s = queue.front();
        queue.pop();
        for (int cell = 0; cell < side * side; cell++) {
            const int i = cell / side, j = cell % side;
            if (s.board[i][j] != 0) continue;
            for (int k = 0; k < 4; k++) {
                const int x = i + down[k], y = j + across[k];
                if (x < 0 || x >= side || y < 0 || y >= side || s.board[x][y] != 3 - s.colour) continue;
                state next = s;
                next.board[i][j] = s.board[x][y];
                next.board[x][y] = 0;
                next.colour = 3 - s.colour;
                next.count = s.count + 1;
                bool &seen = visited[next.colour - 1][number_of(next)];
                if (seen) continue;
                seen = true;
                if (is_goal(next)) return next.count;
                queue.push(next);
            }
        }
    }
    return -1;
}

static bool read_board(state &s) {
    char row[8];
    for (int i = 0; i < side; i++) {
        do {
            if (std::scanf("%7s", row) != 1) return false;
        } while (std::strcmp(row, "---") == 0);
        for (int j = 0; j < side; j++) s.board[i][j] = row[j] == 'B' ? 1 : row[j] == 'W' ? 2 : 0;
    }
    return true;
}

int main() {
    state start;
    for (bool is_first = true; read_board(start); is_first = false) {
        if (!is_first) std::memset(visited, 0, sizeof visited);
        std::printf("%d\n", search(start));
    }
}
