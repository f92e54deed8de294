// A maze by breadth-first search as a chapter on it writes it: a node for each cell with its number, the action and the
// father, a queue of such nodes, a visited flag for each cell, the numbers read by scanf.
//
// Reads 0 (free) and 1 (wall) for each cell of a square; from top left to bottom right; prints the number of moves, or -1.
#include <cmath>
#include <cstdio>
#include <queue>
#include <vector>

struct node {
    int data, action, father;
};

static int rows, columns;
static std::vector<int> map;
static std::vector<node> nodes;
static std::vector<char> visited;
const int down[] = {-1, 0, 1, 0}, across[] = {0, 1, 0, -1};

static int search() {
    std::queue<node> queue;
    const node start = {0, -1, -1};
    if (map[0] == 1) return -1;
    nodes[0] = start;
    visited[0] = true;
    if (rows * columns == 1) return 0;
    queue.push(start);
    while (!queue.empty()) {
        const node s = queue.front();
        queue.pop();
        const int row = s.data / columns, column = s.data % columns;
        for (int action = 0; action < 4; action++) {
            const int r = row + down[action], c = column + across[action];
            if (r < 0 || r >= rows || c < 0 || c >= columns) continue;
            const node next = {r * columns + c, action, s.data};
            if (map[next.data] == 1 || visited[next.data]) continue;
            nodes[next.data] = next;
            if (next.data == rows * columns - 1) return next.data;
            visited[next.data] = true;
            queue.push(next);
        }
    }
    return -1;
}

int main() {
    for (int cell; std::scanf("%d", &cell) == 1;) map.push_back(cell);
    rows = columns = static_cast<int>(std::lround(std::sqrt(map.size())));
    if (rows < 1 || map.size() != static_cast<std::size_t>(rows) * columns) return 2;
    nodes.resize(map.size());
    visited.resize(map.size());
    int end = search(), length = end < 0 ? -1 : 0;
    while (end > 0) {
        end = nodes[end].father;
        length++;
    }
    std::printf("%d\n", length);
}
