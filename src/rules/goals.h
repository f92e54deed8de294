/* Goals on packed states. A goal is a list of alternatives; each is a pattern that must fit, further sets of patterns
 * of which one each must fit (`somewhere`), patterns that must not (`nowhere`), and sums of counts that are compared. */
#ifndef FEW_RULES_GOALS_H
#define FEW_RULES_GOALS_H

#include "rules/totals.h"
#include "space/goal_list.h"

#include <string.h>

/* As many words as a state has. A copy of the struct shares them. */
struct few_pattern {
    uint64_t *mask, *want;
};

/* Room for a pattern that is being made. */
struct few_pattern_room {
    uint64_t mask[FEW_MAX_BOARD_WORDS], want[FEW_MAX_BOARD_WORDS];
};

/* The pattern that fits everywhere; and a copy of another. */
static inline struct few_pattern few_pattern_empty(struct few_pattern_room *room, uint32_t words) {
    memset(room->mask, 0, words * sizeof *room->mask);
    memset(room->want, 0, words * sizeof *room->want);
    return (struct few_pattern){room->mask, room->want};
}
static inline struct few_pattern few_pattern_copy(struct few_pattern_room *room, const struct few_pattern *from, uint32_t words) {
    memcpy(room->mask, from->mask, words * sizeof *room->mask);
    memcpy(room->want, from->want, words * sizeof *room->want);
    return (struct few_pattern){room->mask, room->want};
}
/* A copy that lives in the arena. false: no memory. */
bool few_pattern_keep(struct few_arena *arena, struct few_pattern *kept, const struct few_pattern *from, uint32_t words);

struct few_alternative {
    struct few_pattern base;
    struct few_range *somewhere; /* ranges of patterns */
    uint32_t somewheres;
    struct few_range nowhere;
    struct few_total *totals; /* all of these hold, too */
    uint32_t total_count;
};

struct few_goals {
    uint32_t words;
    struct few_pattern *patterns;
    size_t pattern_count, pattern_room;
    struct few_alternative *alternatives;
    size_t count, room;
    struct few_memory *memory;
    struct few_arena arena; /* the words of the patterns, the somewhere lists, the totals */
};

/* Which lines of the puzzle are meant: its goals, or what must never be. */
struct few_goal_lines {
    const struct few_goal *lines;
    uint32_t count;
    const char *what; /* what one of them is called in a message */
    const uint32_t *on_board; /* of each piece: so many are always on the board; NULL: that changes */
    bool guards; /* tests of instructions are made of patterns: where there are not too many, they are better than totals */
};

/* Alternatives that no state can meet are left out: none may be left. */
bool few_goals_build(struct few_goals *goals, struct few_memory *memory, const struct few_puzzle *puzzle,
                     struct few_goal_lines lines, const struct few_layout *layout, const struct few_possible *possible,
                     struct few_error *error);
void few_goals_free(struct few_goals *goals);

static inline bool few_pattern_fits(const struct few_pattern *pattern, const uint64_t *state, uint32_t words) {
    uint64_t wrong = 0;
    for (uint32_t w = 0; w < words; w++)
        wrong |= (state[w] & pattern->mask[w]) ^ pattern->want[w];
    return wrong == 0;
}

/* The pattern that fits where both do, in words of its own; false: they contradict each other. */
bool few_pattern_join(const struct few_pattern *a, const struct few_pattern *b, uint32_t words, struct few_pattern *both);
bool few_alternative_holds(const struct few_goals *goals, const struct few_alternative *alternative,
                           const uint64_t *state);
bool few_goals_hold(const struct few_goals *goals, const uint64_t *state);

/* Writes all states that meet the goal, each once: *states has *count of them, from few_alloc with *room states of
 * space. Where they are not listed, nothing is left to free. */
struct few_goal_domain {
    const struct few_layout *layout;
    const struct few_possible *possible;
    const uint32_t *component; /* of each slot */
    const bool *conserved;     /* of each component's lowest slot */
    const few_code *start;     /* one start state in plain form, for what is conserved */
    const struct few_goals *never; /* states that meet one of these are left out */
};
enum few_goal_list few_goals_list(const struct few_goals *goals, const struct few_goal_domain *domain, struct few_memory *memory,
                                  size_t limit, uint64_t **states, size_t *count, size_t *room);

#endif
