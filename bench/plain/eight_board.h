// What the plain programs for the eight puzzle share: boards of nine bytes, 0 is the blank.
#ifndef EIGHT_BOARD_H
#define EIGHT_BOARD_H

#include <cstdint>
#include <cstdio>
#include <cstring>

const int cells = 9, edge = 3, most_states = 362880;
const int down[] = {-1, 1, 0, 0}, across[] = {0, 0, -1, 1};
const char names[] = "udlr";

struct board {
    std::int8_t data[cells];
    bool operator==(const board &other) const { return std::memcmp(data, other.data, cells) == 0; }
};

// The Cantor expansion.
static inline int rank_of(const board &b) {
    int rank = 0, factorial = 1;
    for (int i = cells - 2; i >= 0; i--) {
        int smaller = 0;
        for (int j = i + 1; j < cells; j++) smaller += b.data[j] < b.data[i];
        factorial *= cells - 1 - i;
        rank += smaller * factorial;
    }
    return rank;
}

static inline int blank_of(const board &b) {
    int blank = 0;
    while (b.data[blank] != 0) blank++;
    return blank;
}

// Moves the blank, if it can go there.
static inline bool slide(board &b, int blank, int action) {
    const int row = blank / edge + down[action], column = blank % edge + across[action];
    if (row < 0 || row >= edge || column < 0 || column >= edge) return false;
    b.data[blank] = b.data[row * edge + column];
    b.data[row * edge + column] = 0;
    return true;
}

static inline bool read_board(board &b) {
    for (int i = 0; i < cells; i++) {
        int c = std::getchar();
        while (c != EOF && c != 'x' && (c < '1' || c > '8')) c = std::getchar();
        if (c == EOF) return false;
        b.data[i] = static_cast<std::int8_t>(c == 'x' ? 0 : c - '0');
    }
    return true;
}

#endif
