// The eight puzzle, board after board, by A* with the Manhattan distance: std::priority_queue of structs, closed
// states in an array indexed by the Cantor expansion. Unlike what one often sees, a state is closed when it is
// taken out, and the blank does not count: so the ways are shortest.
//
// Reads boards (1 to 8 and x) to the end of the input and prints the moves of x for each, or `unsolvable`.
#include <algorithm>
#include <cstdlib>
#include <queue>
#include <vector>

#include "eight_board.h"

struct state : board {
    int action, father, count, estimate; // `father` is a rank
    bool operator<(const state &other) const { return estimate > other.estimate; } // the top is the least
};

static state closed[most_states];
static bool is_closed[most_states];

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
        const int blank = blank_of(s);
        for (int action = 0; action < 4; action++) {
            state next = s;
            if (!slide(next, blank, action)) continue;
            if (is_closed[rank_of(next)]) continue;
            next.action = action;
            next.father = rank;
            next.count = s.count + 1;
            next.estimate = next.count + distance_of(next);
            open.push(next);
        }
    }
}

static void print_solution(int rank) {
    if (closed[rank].father == -1) return;
    print_solution(closed[rank].father);
    std::putchar(names[closed[rank].action]);
}

int main() {
    state start;
    while (read_board(start)) {
        if (is_odd(start)) std::fputs("unsolvable", stdout);
        else print_solution(search(start));
        std::putchar('\n');
    }
}
