// The eight puzzle, board after board, by A* with the Manhattan distance: std::priority_queue of structs, closed
// states in an array indexed by the Cantor expansion. Unlike what one often sees, a state is closed when it is
// taken out, and the blank does not count: so the ways are shortest.
//
// Reads boards (1 to 8 and x) to the end of the input and prints the moves of x for each, or `unsolvable`.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <queue>
#include <vector>

const int cells = 9, edge = 3, most_states = 362880;
const int down[] = {-1, 1, 0, 0}, across[] = {0, 0, -1, 1};
const char names[] = "udlr";

struct state {
    std::int8_t data[cells]; // 0 is the blank
    int action, father, count, estimate; // `father` is a rank
    bool operator<(const state &other) const { return estimate > other.estimate; } // the top is the least
};

static state closed[most_states];
static bool is_closed[most_states];

static int rank_of(const state &s) {
    int rank = 0, factorial = 1;
    for (int i = cells - 2; i >= 0; i--) {
        int smaller = 0;
        for (int j = i + 1; j < cells; j++) smaller += s.data[j] < s.data[i];
        factorial *= cells - 1 - i;
        rank += smaller * factorial;
    }
    return rank;
}

static int distance_of(const state &s) {
    int distance = 0;
    for (int i = 0; i < cells; i++) {
        if (s.data[i] == 0) continue;
        const int place = s.data[i] - 1;
        distance += std::abs(i / edge - place / edge) + std::abs(i % edge - place % edge);
    }
    return distance;
}

static bool is_odd(const state &s) {
    int inversions = 0;
    for (int i = 0; i < cells; i++)
        for (int j = i + 1; j < cells; j++) inversions += s.data[j] != 0 && s.data[j] < s.data[i];
    return inversions % 2 != 0;
}

// The rank of the goal.
static int search(state start) {
    std::priority_queue<state, std::vector<state>> open;
    std::fill(is_closed, is_closed + most_states, false);
    start.action = start.father = -1;
    start.count = 0;
    start.estimate = distance_of(start);
    open.push(start);
    for (;;) {
        const state s = open.top();
        open.pop();
        const int rank = rank_of(s);
        if (is_closed[rank]) continue;
        is_closed[rank] = true;
        closed[rank] = s;
        if (s.estimate == s.count) return rank;
        int blank = 0;
        while (s.data[blank] != 0) blank++;
        for (int action = 0; action < 4; action++) {
            const int row = blank / edge + down[action], column = blank % edge + across[action];
            if (row < 0 || row >= edge || column < 0 || column >= edge) continue;
            state next = s;
            next.data[blank] = s.data[row * edge + column];
            next.data[row * edge + column] = 0;
            if (is_closed[rank_of(next)]) continue;
            next.action = action;
            next.father = rank;
            next.count = s.count + 1;
            next.estimate = next.count + distance_of(next);
            open.push(next);
        }
    }
}

static void print_way(int rank) {
    if (closed[rank].father == -1) return;
    print_way(closed[rank].father);
    std::putchar(names[closed[rank].action]);
}

static bool read_board(state &s) {
    for (int i = 0; i < cells; i++) {
        int c = std::getchar();
        while (c != EOF && c != 'x' && (c < '1' || c > '8')) c = std::getchar();
        if (c == EOF) return false;
        s.data[i] = static_cast<std::int8_t>(c == 'x' ? 0 : c - '0');
    }
    return true;
}

int main() {
    state start;
    while (read_board(start)) {
        if (is_odd(start)) std::fputs("unsolvable", stdout);
        else print_way(search(start));
        std::putchar('\n');
    }
}
