// String rewriting, case after case: breadth-first search from both ends over strings, the smaller queue first,
// with a std::unordered_map from string to distance on each side; rules are looked for by taking out every part of
// a string and comparing it.
//
//     strings_both_ways < input     cases in the form of AcWing 190, lines --- between them; a number each
#include <iostream>
#include <queue>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>

const int most_steps = 10;

struct rule {
    std::string before, after;
};

struct side {
    std::queue<std::string> queue;
    std::unordered_map<std::string, int> distance;
};

// The length of a path that a new state closes; -1: none does.
static int expand_layer(side &here, const side &there, const std::vector<rule> &rules, bool forward) {
    const int step = here.distance[here.queue.front()];
    while (!here.queue.empty() && here.distance[here.queue.front()] == step) {
        const std::string now = here.queue.front();
        here.queue.pop();
        for (const rule &r : rules) {
            const std::string &from = forward ? r.before : r.after, &to = forward ? r.after : r.before;
            for (std::size_t i = 0; i + from.size() <= now.size(); i++) {
                if (now.substr(i, from.size()) != from) continue;
                const std::string next = now.substr(0, i) + to + now.substr(i + from.size());
                const auto met = there.distance.find(next);
                if (met != there.distance.end()) return step + 1 + met->second;
                if (here.distance.emplace(next, step + 1).second) here.queue.push(next);
            }
        }
    }
    return -1;
}

static int search(const std::string &start, const std::string &goal, const std::vector<rule> &rules) {
    side from_start, from_goal;
    if (start == goal) return 0;
    from_start.queue.push(start);
    from_start.distance[start] = 0;
    from_goal.queue.push(goal);
    from_goal.distance[goal] = 0;
    for (int steps = 0; steps < most_steps && !from_start.queue.empty() && !from_goal.queue.empty(); steps++) {
        const bool forward = from_start.queue.size() < from_goal.queue.size();
        const int length = forward ? expand_layer(from_start, from_goal, rules, true)
                                   : expand_layer(from_goal, from_start, rules, false);
        if (length >= 0) return length;
    }
    return -1;
}

static void answer(const std::vector<rule> &lines) {
    const std::vector<rule> rules(lines.begin() + 1, lines.end());
    const int length = search(lines[0].before, lines[0].after, rules);
    if (length >= 0) std::cout << length << '\n';
    else std::cout << "NO ANSWER!\n";
}

int main() {
    std::vector<rule> lines;
    std::string line;
    while (std::getline(std::cin, line)) {
        std::istringstream words(line);
        rule r;
        if (line == "---") {
            answer(lines);
            lines.clear();
        } else if (words >> r.before >> r.after) {
            lines.push_back(r);
        }
    }
    if (!lines.empty()) answer(lines);
}
