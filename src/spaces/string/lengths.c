/* How long the strings of a puzzle may become: what rules do to lengths, and which of that matters for a solution or an
 * exploration. */
#include "spaces/string/lengths.h"

/* The length that every string satisfying some goal is at most; false where there is no such
 * length. */
static bool longest_goal(const struct few_puzzle *puzzle, uint64_t *longest) {
    *longest = 0;
    for (uint32_t i = 0; i < puzzle->goal_count; i++) {
        uint64_t length = UINT64_MAX;
        for (uint32_t j = 0; j < puzzle->goals[i].count; j++) {
            const struct few_condition *condition = &puzzle->goals[i].conditions[j];
            if (condition->kind == FEW_GOAL_DRAWING && condition->drawing.columns < length)
                length = condition->drawing.columns;
        }
        if (length == UINT64_MAX)
            return false;
        if (length > *longest)
            *longest = length;
    }
    return puzzle->goal_count > 0;
}

uint64_t few_string_room(const struct few_string_space *space) {
    return (uint64_t)FEW_MAX_WORDS * 64 / space->bits;
}

/* A rule that puts the rest more than once: what is longer grows by more. */
struct multiple {
    uint64_t left, fixed, copies;
};

/* What rules do to the length of a string. */
struct lengths {
    uint64_t grow, shrink; /* by one move at most */
    bool loses;            /* some move may shrink it by any length: the rest is lost */
    uint64_t cheapest;     /* the cost of a move at least */
    struct multiple *multiples;
    uint32_t multiple_count;
};

static void add_change(struct lengths *lengths, uint64_t left, uint64_t right) {
    if (right > left && right - left > lengths->grow)
        lengths->grow = right - left;
    if (left > right && left - right > lengths->shrink)
        lengths->shrink = left - right;
}

/* All rules of a statement do the same to lengths. */
static bool find_lengths(struct few_string_rules *list, struct lengths *lengths) {
    *lengths = (struct lengths){.cheapest = UINT64_MAX};
    uint32_t statements = 0;
    for (uint32_t i = 0; i < list->count; i++)
        statements += i == 0 || list->rules[i].statement != list->rules[i - 1].statement;
    lengths->multiples = few_arena_alloc(&list->arena, (statements + (size_t)1) * sizeof *lengths->multiples);
    for (uint32_t i = 0; i < list->count && lengths->multiples; i++) {
        const struct few_string_rule *rule = &list->rules[i];
        if (rule->cost < lengths->cheapest)
            lengths->cheapest = rule->cost;
        if (i > 0 && rule->statement == list->rules[i - 1].statement)
            continue;
        const uint64_t fixed = rule->right_length - rule->copies;
        add_change(lengths, rule->left_length, fixed); /* backwards, no rest is longer than an empty one */
        lengths->loses = lengths->loses || (rule->has_rest && rule->copies == 0);
        if (rule->copies > 1)
            lengths->multiples[lengths->multiple_count++] = (struct multiple){rule->left_length, fixed, rule->copies};
    }
    return lengths->multiples;
}

static bool grows(const struct lengths *lengths) {
    return lengths->grow > 0 || lengths->multiple_count > 0;
}

/* The longest string that so many moves make of one of this length. */
static uint64_t length_after(const struct lengths *lengths, uint64_t length, uint64_t steps) {
    const uint64_t hopeless = (uint64_t)1 << 32; /* no state has room for that, and nothing overflows below it */
    if (lengths->multiple_count == 0)
        return length + steps * lengths->grow;
    for (; steps > 0 && length < hopeless; steps--) {
        uint64_t longest = length + lengths->grow;
        for (uint32_t i = 0; i < lengths->multiple_count; i++) {
            const struct multiple *multiple = &lengths->multiples[i];
            if (length < multiple->left)
                continue;
            const uint64_t made = multiple->fixed + multiple->copies * (length - multiple->left);
            longest = made > longest ? made : longest;
        }
        if (longest == length)
            break;
        length = longest;
    }
    return length;
}

/* A string d steps behind the start and steps - d before the goal is no longer than
 * min(the longest after d steps, goal + (steps - d) shrink): the first grows with d and the second falls, so
 * that the largest minimum lies where they cross. */
static uint64_t longest_between(uint64_t start, const struct lengths *lengths, uint64_t goal, uint64_t steps) {
    uint64_t low = 0,
             high = steps; /* the first d at which the first bound is not below the second */
    while (low < high) {
        uint64_t d = low + (high - low) / 2;
        if (length_after(lengths, start, d) >= goal + (steps - d) * lengths->shrink)
            high = d;
        else
            low = d + 1;
    }
    uint64_t longest = 0;
    for (uint64_t d = low == 0 ? 0 : low - 1; d <= low; d++) {
        uint64_t first = length_after(lengths, start, d), second = goal + (steps - d) * lengths->shrink;
        uint64_t bound = first < second ? first : second;
        longest = bound > longest ? bound : longest;
    }
    return longest;
}

/* Beyond this many moves a length is either fixed or hopeless, and nothing overflows below it. */
static const uint64_t most_steps = (uint64_t)1 << 31;

static uint64_t steps_within(const struct few_puzzle *puzzle, const struct lengths *lengths) {
    const uint64_t steps = lengths->cheapest ? puzzle->within / lengths->cheapest : most_steps;
    return steps < most_steps ? steps : most_steps;
}

/* The longest string on a path from the start to a goal that is short enough. */
static bool longest_to_solve(const struct few_puzzle *puzzle, const struct lengths *lengths, uint64_t *longest,
                             struct few_error *error) {
    uint64_t goal = 0, bound = puzzle->max_length;
    const bool limited = puzzle->max_length != FEW_NOWHERE, from_start = puzzle->start.given,
               from_goal = longest_goal(puzzle, &goal) && !lengths->loses;
    const uint64_t start = from_start ? puzzle->start.board.columns : 0;
    if (puzzle->has_within && (from_start || from_goal)) {
        const uint64_t steps = steps_within(puzzle, lengths);
        uint64_t within = !from_goal   ? length_after(lengths, start, steps)
                          : from_start ? longest_between(start, lengths, goal, steps)
                                       : goal + steps * lengths->shrink;
        if (!limited || within < bound)
            bound = within;
    } else if (!limited) {
        return few_fail(error, FEW_ERROR_INPUT, "a `string` of any length needs a start");
    }
    *longest = bound < start ? start : bound;
    return true;
}

/* The longest string that that many moves lead to, forwards from the start or backwards from a goal, and one move more: a
 * exploration then sees that it did not reach the end. */
static uint64_t longest_after(const struct few_puzzle *puzzle, const struct lengths *lengths, uint64_t steps) {
    uint64_t goal = 0;
    const bool from_goal = longest_goal(puzzle, &goal) && !lengths->loses;
    const uint64_t start = puzzle->start.given ? puzzle->start.board.columns : 0;
    const uint64_t forward = length_after(lengths, start, steps + 1);
    const uint64_t backward = from_goal ? goal + (steps + 1) * lengths->shrink : 0;
    return forward > backward ? forward : backward;
}

uint64_t few_string_steps_to_explore(uint64_t usual, uint64_t asked) {
    const uint64_t steps = asked == UINT64_MAX || asked < usual ? usual : asked;
    return steps < most_steps ? steps : most_steps;
}

/* Where strings have no bound, or one beyond what a state can hold, there is room for as many moves as a solution may
 * have, so that states look the same whatever the exploration; for those that are asked for only, where that is too many. */
static uint64_t longest_to_explore(struct few_string_space *space, const struct few_puzzle *puzzle,
                                   const struct lengths *lengths, uint64_t asked) {
    const bool limited = puzzle->max_length != FEW_NOWHERE;
    if (limited && (puzzle->max_length <= few_string_room(space) || !puzzle->has_within))
        return puzzle->max_length;
    const uint64_t usual = steps_within(puzzle, lengths);
    uint64_t steps = few_string_steps_to_explore(usual, asked);
    if (asked < steps && longest_after(puzzle, lengths, steps) > few_string_room(space))
        steps = asked;
    space->usual_steps = usual;
    if (grows(lengths))
        space->steps[0] = steps;
    if (lengths->shrink > 0)
        space->steps[1] = steps;
    const uint64_t longest = longest_after(puzzle, lengths, steps);
    return limited && puzzle->max_length < longest ? puzzle->max_length : longest;
}

bool few_string_find_longest(struct few_string_space *space, const struct few_puzzle *puzzle, struct few_string_rules *list,
                             struct few_purpose purpose, uint64_t *longest, struct few_error *error) {
    struct lengths lengths;
    const bool limited = puzzle->max_length != FEW_NOWHERE;
    if (!find_lengths(list, &lengths))
        return few_fail_memory(error);
    if (!limited && !puzzle->has_within)
        return few_fail(error, FEW_ERROR_INPUT,
                        "a `string` of any length needs a limit: then `within` must be given");
    if (limited && puzzle->start.given && puzzle->start.board.columns > puzzle->max_length)
        return few_puzzle_fail(puzzle, puzzle->start.where, error,
                               "the start has %u characters, the string has at most %u",
                               puzzle->start.board.columns, puzzle->max_length);
    if (purpose.explore)
        *longest = longest_to_explore(space, puzzle, &lengths, purpose.steps);
    else if (!longest_to_solve(puzzle, &lengths, longest, error))
        return false;
    if (*longest < 1)
        *longest = 1;
    return true;
}
