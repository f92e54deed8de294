/* What the files of the string space share: the packed rules, the goals, and how to read a few bits
 * out of the middle of a state. */
#ifndef FEW_SPACES_STRING_SPACE_H
#define FEW_SPACES_STRING_SPACE_H

#include "language/puzzle.h"
#include "space/space.h"

/* One rule without names in one sense: `from` is looked for and `to` put in its place. Backwards
 * the sides are exchanged, and `from` may be empty. Both sides are packed as a string that begins
 * at place 0. */
struct few_string_rewrite {
    uint64_t from, mask; /* first word of the side looked for, and the bits it fills there */
    uint64_t to;         /* first word of the other side */
    uint64_t too_long; /* one-word states: where any of these bits is set the result has no room */
    const uint64_t *from_words, *to_words;
    uint32_t from_bits, to_bits;
    uint32_t longest;       /* a state longer than this has no room for the result */
    uint32_t move, choices; /* the move at place p is number move + p * choices */
    uint32_t cost;
    struct few_ends ends; /* where `from` stands; */
    bool is_bound;        /* that is not anywhere */
};

/* The rewrites in one direction, found by the first characters of what is looked for: the low `bits` bits
 * of the state from some place on are an index into `first`; rewrites list[first[i]] … list[first[i +
 * 1] - 1] are those that can fit there. Rewrites that look for nothing come first in `rewrites`; they fit
 * at every place. */
struct few_string_table {
    struct few_string_rewrite *rewrites;
    uint32_t count, empty_count;
    uint32_t bits;
    uint32_t *first, *list;
    uint32_t most; /* successors of any one state, at least 1 */
    bool any_is_bound; /* of the rewrites */
};

/* One rule without names that takes the rest of the string. Its moves are made on plain characters. */
struct few_string_rest {
    const few_code *left, *right; /* FEW_REST in `right`: the rest */
    uint32_t left_length, right_length;
    uint32_t copies;        /* of the rest, in `right` */
    uint32_t move, choices; /* as in a rewrite */
    uint32_t cost;
    bool at_begin;
};

/* One condition of a goal. For FEW_GOAL_DRAWING the whole string has this length and fits. */
struct few_string_test {
    struct few_string_test *next;
    enum few_condition_kind kind;
    struct few_ends ends;
    uint32_t length;
    uint64_t *mask, *want;
};

/* All tests hold: a goal line under one choice of its names. */
struct few_string_goal {
    struct few_string_goal *next;
    struct few_string_test *tests;
};

struct few_string_space {
    struct few_space space; /* first, so that a few_space is one of these */
    struct few_memory *memory;
    struct few_arena arena; /* all that follows */
    uint32_t bits;          /* of a character */
    uint32_t pieces;
    uint32_t longest;
    bool explore;           /* what it was made for */
    uint64_t steps[2];      /* of an exploration for which strings have room, forwards and backwards; UINT64_MAX: any number */
    uint64_t usual_steps;   /* that a solution may have; 0 where strings have a bound */
    uint64_t *start; /* NULL: there is none */
    struct few_string_table forward, backward;
    struct few_string_rest *rests;
    uint32_t rest_count;
    bool loses_rest; /* some of them do: there are no backward moves */
    uint32_t *statement_moves; /* first move number of each statement, and the end of the last */
    uint32_t *statement_choices;
    uint32_t statements;
    struct few_string_goal *goals;
    struct few_string_goal *nevers; /* strings that meet one of these are not entered */
};

/* The 64 bits that begin at bit `offset`, which may lie outside on either side; zeros stand there.
 */
static inline uint64_t few_bits_at(const uint64_t *words, uint32_t count, int64_t offset) {
    if (offset < 0)
        return offset <= -64 || count == 0 ? 0 : words[0] << -offset;
    uint64_t word = (uint64_t)offset >> 6, shift = (uint64_t)offset & 63;
    if (word >= count)
        return 0;
    uint64_t low = words[word] >> shift;
    if (shift != 0 && word + 1 < count)
        low |= words[word + 1] << (64 - shift);
    return low;
}

static inline uint32_t few_string_words(const struct few_string_space *space, uint32_t length) {
    return (length * space->bits + 63) / 64;
}

/* How many characters a state has. */
static inline uint32_t few_string_length(const struct few_string_space *space,
                                         const uint64_t *state) {
    for (uint32_t i = space->space.words; i-- > 0;)
        if (state[i] != 0)
            return (i * 64 + 64 - (uint32_t)__builtin_clzll(state[i]) + space->bits - 1) /
                   space->bits;
    return 0;
}

static inline void few_string_put(const struct few_string_space *space, uint64_t *words,
                                  uint32_t place, uint64_t code) {
    uint32_t bit = place * space->bits, shift = bit & 63;
    words[bit >> 6] |= code << shift;
    if (shift + space->bits > 64)
        words[(bit >> 6) + 1] |= code >> (64 - shift);
}

size_t few_string_successors(const struct few_space *space, const uint64_t *states, size_t count,
                             uint64_t *next, struct few_step *steps);
size_t few_string_predecessors(const struct few_space *space, const uint64_t *states, size_t count,
                               uint64_t *next, struct few_step *steps);
void few_string_is_goal(const struct few_space *space, const uint64_t *states, size_t count,
                        bool *goal);

/* A state as its characters, and back. */
void few_string_read(const struct few_space *base, const uint64_t *state, uint16_t *values, size_t *length);
bool few_string_write(const struct few_space *base, const uint16_t *values, size_t length, uint64_t *state);

/* Takes out the strings in which some `never` holds. Returns how many are left. */
size_t few_string_leave_out(const struct few_string_space *space, uint64_t *states, struct few_step *steps, size_t count);
bool few_string_must_never_be(const struct few_string_space *space, const uint64_t *state);

/* Fills space->goals and space->nevers. */
bool few_string_compile_goals(struct few_string_space *space, const struct few_puzzle *puzzle,
                              struct few_error *error);

/* In fingerprint.c */
void few_string_fingerprint(const struct few_space *base, const struct few_puzzle *puzzle, struct few_digest *digest);

#endif
