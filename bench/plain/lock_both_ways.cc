// The lock of four digits, pair after pair: breadth-first search from both ends over strings, the smaller queue
// first, with a std::unordered_map from string to distance on each side (the nearest to HashMap<String, Integer>).
//
//     lock_both_ways < input     in the form of HDU 1195; a number each
#include <iostream>
#include <queue>
#include <string>
#include <unordered_map>
#include <utility>

struct side {
    std::queue<std::string> queue;
    std::unordered_map<std::string, int> distance;
};

// Whether `next` closes a path, whose length is *length then; otherwise it is remembered.
static bool visit(const std::string &next, int distance, side &here, const side &there, int *length) {
    const auto met = there.distance.find(next);
    if (met != there.distance.end()) {
        *length = distance + met->second;
        return true;
    }
    if (here.distance.emplace(next, distance).second) here.queue.push(next);
    return false;
}

static bool expand_layer(side &here, const side &there, int *length) {
    const int step = here.distance[here.queue.front()];
    while (!here.queue.empty() && here.distance[here.queue.front()] == step) {
        std::string lock = here.queue.front();
        here.queue.pop();
        for (char &digit : lock) {
            const char before = digit;
            for (const int turn : {1, -1}) {
                digit = static_cast<char>('1' + (before - '1' + turn + 9) % 9);
                if (visit(lock, step + 1, here, there, length)) return true;
            }
            digit = before;
        }
        for (int i = 0; i < 3; i++) {
            std::swap(lock[i], lock[i + 1]);
            if (visit(lock, step + 1, here, there, length)) return true;
            std::swap(lock[i], lock[i + 1]);
        }
    }
    return false;
}

static int search(const std::string &start, const std::string &goal) {
    side from_start, from_goal;
    int length = -1;
    if (start == goal) return 0;
    from_start.queue.push(start);
    from_start.distance[start] = 0;
    from_goal.queue.push(goal);
    from_goal.distance[goal] = 0;
    while (!from_start.queue.empty() && !from_goal.queue.empty()) {
        const bool forward = from_start.queue.size() < from_goal.queue.size();
        if (forward ? expand_layer(from_start, from_goal, &length) : expand_layer(from_goal, from_start, &length))
            return length;
    }
    return -1;
}

int main() {
    int count = 0;
    std::string start, goal;
    for (std::cin >> count; count > 0 && std::cin >> start >> goal; count--)
        std::cout << search(start, goal) << '\n';
}
