// Solitaire with four pieces on a chessboard, pair after pair: breadth-first search from both ends over 64-bit
// boards, the smaller queue first, with a std::unordered_map from board to distance on each side. It goes on until
// the sides meet, however far that is; with an argument, no further than that many moves.
//
//     solitaire_both_ways [MOVES] < input     in the form of HDU 1401; YES or NO each
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <queue>
#include <unordered_map>

const int side_length = 8, pieces = 4, most_moves = 8;
const int down[] = {0, 1, 0, -1}, across[] = {1, 0, -1, 0};

struct side {
    std::queue<std::uint64_t> queue;
    std::unordered_map<std::uint64_t, int> distance;
};

static bool is_inside(int x, int y) { return x >= 0 && x < side_length && y >= 0 && y < side_length; }
static bool is_filled(std::uint64_t board, int x, int y) { return board >> (x * side_length + y) & 1; }

// The length of a path that a new state closes; -1: none does.
static int expand_layer(side &here, const side &there) {
    const int step = here.distance[here.queue.front()];
    while (!here.queue.empty() && here.distance[here.queue.front()] == step) {
        const std::uint64_t board = here.queue.front();
        here.queue.pop();
        for (int cell = 0; cell < side_length * side_length; cell++) {
            if (!(board >> cell & 1)) continue;
            for (int k = 0; k < 4; k++) {
                int x = cell / side_length + down[k], y = cell % side_length + across[k];
                if (!is_inside(x, y)) continue;
                if (is_filled(board, x, y)) {
                    x += down[k];
                    y += across[k];
                    if (!is_inside(x, y) || is_filled(board, x, y)) continue;
                }
                const std::uint64_t next =
                    (board ^ std::uint64_t{1} << cell) | std::uint64_t{1} << (x * side_length + y);
                const auto met = there.distance.find(next);
                if (met != there.distance.end()) return step + 1 + met->second;
                if (here.distance.emplace(next, step + 1).second) here.queue.push(next);
            }
        }
    }
    return -1;
}

static bool search(std::uint64_t start, std::uint64_t goal, int cap) {
    side from_start, from_goal;
    if (start == goal) return true;
    from_start.queue.push(start);
    from_start.distance[start] = 0;
    from_goal.queue.push(goal);
    from_goal.distance[goal] = 0;
    for (int moves = 0; moves < cap && !from_start.queue.empty() && !from_goal.queue.empty(); moves++) {
        const bool forward = from_start.queue.size() <= from_goal.queue.size();
        const int length = forward ? expand_layer(from_start, from_goal) : expand_layer(from_goal, from_start);
        if (length >= 0) return length <= most_moves;
    }
    return false;
}

static bool read_board(std::uint64_t &board) {
    board = 0;
    for (int i = 0; i < pieces; i++) {
        int x, y;
        if (!(std::cin >> x >> y)) return false;
        board |= std::uint64_t{1} << ((x - 1) * side_length + y - 1);
    }
    return true;
}

int main(int argc, char **argv) {
    const int cap = argc > 1 ? std::atoi(argv[1]) : 1000000;
    std::uint64_t start, goal;
    while (read_board(start) && read_board(goal)) std::cout << (search(start, goal, cap) ? "YES\n" : "NO\n");
}
