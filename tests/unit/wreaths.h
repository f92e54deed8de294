/* Random puzzles whose moves only permute: blocks of points that moves exchange and turn, next to others that may be linked with them. */
#ifndef FEW_TESTS_UNIT_WREATHS_H
#define FEW_TESTS_UNIT_WREATHS_H

#include "corpus.h"

static uint64_t generator;

static inline uint32_t below(uint32_t end) {
    return (uint32_t)(next_random(&generator) % end);
}

enum { MOST_POINTS = 16, TEXT = 4096 };

struct wreath {
    uint32_t first, blocks, size; /* points first, first + 1, … */
};

static inline void shuffle(uint32_t *numbers, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        numbers[i] = i;
    for (uint32_t i = count; i > 1; i--) {
        const uint32_t k = below(i), kept = numbers[k];
        numbers[k] = numbers[i - 1];
        numbers[i - 1] = kept;
    }
}

/* Exchanges some blocks and turns them as they go; of some wreaths any permutation of the points of a block is done. */
static inline void move_blocks(const struct wreath *wreath, bool turns_only, uint32_t *to) {
    uint32_t block[MOST_POINTS], inside[MOST_POINTS];
    shuffle(block, wreath->blocks);
    if (below(3) == 0)
        for (uint32_t b = 0; b < wreath->blocks; b++)
            block[b] = (b + 1) % wreath->blocks;
    if (below(4) == 0)
        for (uint32_t b = 0; b < wreath->blocks; b++)
            block[b] = b;
    for (uint32_t b = 0; b < wreath->blocks; b++) {
        shuffle(inside, wreath->size);
        const uint32_t turn = below(wreath->size);
        for (uint32_t i = 0; i < wreath->size; i++)
            to[wreath->first + b * wreath->size + i] =
                wreath->first + block[b] * wreath->size + (turns_only ? (i + turn) % wreath->size : inside[i]);
    }
}

static inline void write_cycles(char *text, uint32_t points, const uint32_t *to) {
    bool seen[MOST_POINTS] = {false};
    for (uint32_t p = 0; p < points; p++) {
        if (seen[p] || to[p] == p)
            continue;
        strcat(text, " (");
        for (uint32_t at = p; !seen[at]; at = to[at]) {
            char number[16];
            snprintf(number, sizeof number, "%s%u", at == p ? "" : " ", at + 1);
            strcat(text, number);
            seen[at] = true;
        }
        strcat(text, ")");
    }
    strcat(text, "\n");
}

static inline bool is_identity(uint32_t points, const uint32_t *to) {
    for (uint32_t p = 0; p < points; p++)
        if (to[p] != p)
            return false;
    return true;
}

/* A puzzle of two or three such parts. With few colours pieces are alike; with the colours of a cube's stickers they only look alike. */
static inline void write_puzzle(char *text) {
    struct wreath wreaths[3];
    uint32_t points = 0, parts = 1 + below(3);
    for (uint32_t w = 0; w < parts; w++) {
        struct wreath *wreath = &wreaths[w];
        *wreath = (struct wreath){points, 1 + below(4), 1 + below(3)};
        while (points + wreath->blocks * wreath->size > MOST_POINTS)
            wreath->blocks--;
        points += wreath->blocks * wreath->size;
        if (wreath->blocks == 0)
            parts = w;
    }
    if (points < 2) {
        wreaths[0] = (struct wreath){0, 2, 2};
        parts = 1;
        points = 4;
    }
    snprintf(text, TEXT, "board %u\npieces 1..%u\n", points, points);
    const bool turns_only = below(3) > 0, apart = below(3) == 0;
    for (uint32_t m = 0, moves = 1 + below(4); m < moves; m++) {
        uint32_t to[MOST_POINTS];
        char name[32];
        for (uint32_t p = 0; p < points; p++)
            to[p] = p;
        for (uint32_t w = 0; w < parts; w++)
            if (!apart || below(parts) == 0)
                move_blocks(&wreaths[w], turns_only, to);
        if (is_identity(points, to)) {
            to[0] = 1;
            to[1] = 0;
        }
        snprintf(name, sizeof name, "move m%u: cycle", m);
        strcat(text, name);
        write_cycles(text, points, to);
    }
    const uint32_t colours = below(2) ? points : 2 + below(points - 1);
    for (int goal = 0; goal < 2; goal++) {
        strcat(text, goal ? "goal" : "start");
        for (uint32_t p = 0; p < points; p++) {
            char number[16];
            snprintf(number, sizeof number, " %u", 1 + (colours == points || goal ? p % colours : below(colours)));
            strcat(text, number);
        }
        strcat(text, "\n");
    }
}

/* Opens a puzzle by its text, which is put into a file; the path ends in XXXXXX, and is to be unlinked. */
static inline void open_text(struct subject *subject, char *path, const char *text) {
    const int file = mkstemp(path);
    assert_true(file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text));
    close(file);
    subject_open(subject, path);
}

#endif
