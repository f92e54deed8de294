// The eight puzzle, board after board, as a chapter on breadth-first search writes it: boards of nine bytes in
// structs with their path, a queue of structs, every new state looked up when it is made and again when it is
// put in. Built three times, for three ways of remembering:
//
//     -DCHAINED   a hash table of chains, 99,997 buckets
//     -DCANTOR    an array indexed by the Cantor expansion of the board
//     -DSTANDARD  std::unordered_set
//
// Reads boards (1 to 8 and x) to the end of the input and prints the moves of x for each, or `unsolvable`.
#include <algorithm>
#include <queue>
#include <unordered_set>

#include "eight_board.h"

struct state : board {
    int action, index, father, count;
};

static state nodes[most_states + 1];
static int node_count;

#if defined CANTOR
static bool visited[most_states];

static void clear() { std::fill(visited, visited + most_states, false); }

static bool contains(const state &s) { return visited[rank_of(s)]; }
static void insert(const state &s) { visited[rank_of(s)] = true; }
static int index_of(const state &s) { return rank_of(s); } // a perfect hash says where a state is, too
#else
static int number_of(const state &s) {
    int number = 0;
    for (int i = 0; i < cells; i++) number = number * 10 + s.data[i];
    return number;
}

static int index_of(const state &s) { return s.index; }

#if defined CHAINED
const int buckets = 99997;
static int head[buckets], following[most_states + 1];

static void clear() {
    std::fill(head, head + buckets, -1);
    std::fill(following, following + most_states + 1, -1);
}

static bool contains(const state &s) {
    for (int i = head[number_of(s) % buckets]; i != -1; i = following[i])
        if (nodes[i] == s) return true;
    return false;
}

static void insert(const state &s) {
    if (contains(s)) return;
    const int bucket = number_of(s) % buckets;
    following[s.index] = head[bucket];
    head[bucket] = s.index;
}
#elif defined STANDARD
struct hash_of_state {
    std::size_t operator()(const state &s) const { return static_cast<std::size_t>(number_of(s)); }
};
static std::unordered_set<state, hash_of_state> visited;

static void clear() { visited.clear(); }
static bool contains(const state &s) { return visited.count(s) > 0; }
static void insert(const state &s) { visited.insert(s); }
#endif
#endif

static bool is_goal(const state &s) {
    static const std::int8_t goal[cells] = {1, 2, 3, 4, 5, 6, 7, 8, 0};
    return std::memcmp(s.data, goal, cells) == 0;
}

static void keep(state &s) {
    s.index = node_count++;
    nodes[index_of(s)] = s;
}

// The index of the goal's node; -1: there is no solution.
static int search(state start) {
    std::queue<state> queue;
    clear();
    node_count = 0;
    start.action = start.father = -1;
    start.count = 0;
    keep(start);
    insert(start);
    if (is_goal(start)) return index_of(start);
    queue.push(start);
    while (!queue.empty()) {
        const state s = queue.front();
        queue.pop();
        const int blank = blank_of(s);
        for (int action = 0; action < 4; action++) {
            state next = s;
            if (!slide(next, blank, action)) continue;
            if (contains(next)) continue;
            next.action = action;
            next.father = index_of(s);
            next.count = s.count + 1;
            keep(next);
            if (is_goal(next)) return index_of(next);
            queue.push(next);
            insert(next);
        }
    }
    return -1;
}

static void print_solution(int index) {
    if (nodes[index].father == -1) return;
    print_solution(nodes[index].father);
    std::putchar(names[nodes[index].action]);
}

int main() {
    state start;
    while (read_board(start)) {
        const int end = search(start);
        if (end < 0) std::fputs("unsolvable", stdout);
        else print_solution(end);
        std::putchar('\n');
    }
}
