/* Makes the space of a string puzzle: rules without names, the longest string that matters, packed
 * rewrites in both directions. What runs while searching is in steps.c and goals.c. */
#include "spaces/string/string.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/list.h"
#include "base/sort.h"
#include "language/choices.h"
#include "space/describe.h"
#include "spaces/string/space.h"
#include "spaces/string/table.h"

enum { MAX_CHOICES = 1000000, MAX_TRIED = 100000000 };

/* A rule under one choice of its names. */
struct constant_rule {
    few_code *left, *right;
    uint32_t left_length, right_length;
    uint32_t statement, choice, cost;
    struct few_ends ends;
};

struct rule_list {
    struct few_memory *memory;
    struct few_arena arena; /* the sides of the rules */
    struct constant_rule *rules;
    uint32_t count, room;
};

static bool append_rule(struct rule_list *list, struct constant_rule rule,
                        struct few_error *error) {
    if (list->count == list->room) {
        uint32_t room = list->room == 0 ? 64 : list->room * 2;
        struct constant_rule *grown =
            few_resize(list->memory, list->rules, list->room * sizeof *grown,
                       few_array_size(room, sizeof *grown));
        if (!grown)
            return few_fail_memory(error);
        list->rules = grown;
        list->room = room;
    }
    list->rules[list->count++] = rule;
    return true;
}

/* A move under the present choice of its names: one rule for each choice for its `_` with pieces. Only one of them
 * fits at a place, so that their order does not matter. */
static bool append_fillings(struct rule_list *list, const struct few_part *part, struct constant_rule rule,
                            uint64_t fillings, uint32_t pieces, uint32_t *choice, bool *full,
                            struct few_error *error) {
    const few_code *before = rule.left, *after = rule.right;
    for (uint64_t filling = 0; filling < fillings; filling++) {
        if (!few_go_on(list->memory, 16 + 4 * ((uint64_t)part->columns + part->after_columns)))
            return few_fail_memory(error);
        few_code *left = few_arena_alloc(&list->arena, part->columns * sizeof *left);
        few_code *right = few_arena_alloc(&list->arena, (part->after_columns + 1) * sizeof *right);
        if (!left || !right)
            return few_fail_memory(error);
        uint64_t rest = filling;
        for (uint32_t i = 0; i < part->columns; i++) {
            left[i] = before[i] == FEW_CODE_ANY ? (few_code)(rest % pieces) : before[i];
            if (before[i] == FEW_CODE_ANY)
                rest /= pieces;
        }
        for (uint32_t i = 0; i < part->after_columns; i++)
            right[i] = after[i] == FEW_CODE_ANY ? left[i] : after[i];
        if (part->columns == part->after_columns &&
            memcmp(left, right, part->columns * sizeof *left) == 0)
            continue; /* what changes nothing is no move */
        *full = *choice == MAX_CHOICES;
        if (*full)
            return false;
        rule.left = left;
        rule.right = right;
        rule.choice = (*choice)++;
        if (!append_rule(list, rule, error))
            return false;
    }
    return true;
}

/* pieces to the power of the number of `_`; where that is too many, more than can be tried. */
static uint64_t count_fillings(const struct few_part *part, uint32_t pieces) {
    uint64_t fillings = 1;
    for (uint32_t i = 0; i < part->columns && fillings <= MAX_TRIED; i++)
        if (part->before[i] == FEW_CODE_ANY)
            fillings *= pieces;
    return fillings;
}

static bool expand_move(struct few_string_space *space, struct rule_list *list,
                        const struct few_puzzle *puzzle, uint32_t statement, uint16_t *assignment,
                        struct few_error *error) {
    const struct few_move *move = &puzzle->moves[statement];
    if (move->part_count != 1 || move->parts[0].kind != FEW_PART_PATTERN)
        return few_puzzle_fail(puzzle, move->where, error,
                               "a move of a string puzzle is one part: LEFT -> RIGHT");
    const struct few_part *part = &move->parts[0];
    struct few_choices choices;
    few_choices_init(&choices, puzzle, assignment);
    few_choices_add(&choices, NULL, part->before, part->columns);
    few_choices_add_free(&choices, move);
    const uint64_t fillings = count_fillings(part, puzzle->piece_count);
    bool full = few_choices_total(&choices) > MAX_TRIED || fillings > MAX_TRIED ||
                few_choices_total(&choices) * fillings > MAX_TRIED;

    few_code *left = few_arena_alloc(&list->arena, part->columns * sizeof *left);
    few_code *right = few_arena_alloc(&list->arena, (part->after_columns + 1) * sizeof *right);
    if (!left || !right)
        return few_fail_memory(error);
    struct constant_rule rule = {left,      right, part->columns, part->after_columns,
                                 statement, 0,     move->cost, move->ends};
    uint32_t choice = 0;
    const uint64_t work = few_choices_work(move);
    for (bool more = !full && few_choices_first(&choices); more; more = few_choices_next(&choices)) {
        if (!few_go_on(list->memory, work))
            return few_fail_memory(error);
        if (!few_choices_allowed(&choices, move) ||
            !few_choices_values(&choices, part->before, part->columns, left) ||
            !few_choices_values(&choices, part->after, part->after_columns, right))
            continue;
        rule.cost = few_move_cost(puzzle, move, assignment);
        if (!append_fillings(list, part, rule, fillings, puzzle->piece_count, &choice, &full, error)) {
            if (full)
                break;
            return false;
        }
    }
    if (full)
        return few_puzzle_fail(puzzle, move->where, error,
                               "this move stands for more than %d moves", MAX_CHOICES);
    space->statement_choices[statement] = choice;
    return true;
}

static bool expand_moves(struct few_string_space *space, struct rule_list *list,
                         const struct few_puzzle *puzzle, struct few_error *error) {
    uint16_t assignment[FEW_MAX_NAMES + 1];
    space->statements = puzzle->move_count;
    space->statement_moves =
        few_arena_alloc(&space->arena, (puzzle->move_count + (size_t)1) * sizeof(uint32_t));
    space->statement_choices =
        few_arena_alloc(&space->arena, (puzzle->move_count + (size_t)1) * sizeof(uint32_t));
    if (!space->statement_moves || !space->statement_choices)
        return few_fail_memory(error);
    for (uint32_t i = 0; i < puzzle->move_count; i++)
        if (!expand_move(space, list, puzzle, i, assignment, error))
            return false;
    return true;
}

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

/* A string d steps behind the start and steps - d before the goal is no longer than
 * min(start + d grow, goal + (steps - d) shrink): the first grows with d and the second falls, so
 * that the largest minimum lies where they cross. */
static uint64_t longest_between(uint64_t start, uint64_t grow, uint64_t goal, uint64_t shrink,
                                uint64_t steps) {
    uint64_t low = 0,
             high = steps; /* the first d at which the first bound is not below the second */
    while (low < high) {
        uint64_t d = low + (high - low) / 2;
        if (start + d * grow >= goal + (steps - d) * shrink)
            high = d;
        else
            low = d + 1;
    }
    uint64_t longest = 0;
    for (uint64_t d = low == 0 ? 0 : low - 1; d <= low; d++) {
        uint64_t first = start + d * grow, second = goal + (steps - d) * shrink;
        uint64_t bound = first < second ? first : second;
        longest = bound > longest ? bound : longest;
    }
    return longest;
}

/* The length of the longest string that a state can hold. */
static uint64_t room_for(const struct few_string_space *space) {
    return (uint64_t)FEW_MAX_WORDS * 64 / space->bits;
}

/* What rules do to the length of a string. */
struct lengths {
    uint64_t grow, shrink; /* by one move at most */
    uint64_t cheapest;     /* the cost of a move at least */
};

static struct lengths find_lengths(const struct rule_list *list) {
    struct lengths lengths = {.cheapest = UINT64_MAX};
    for (uint32_t i = 0; i < list->count; i++) {
        const struct constant_rule *rule = &list->rules[i];
        uint64_t left = rule->left_length, right = rule->right_length;
        if (right > left && right - left > lengths.grow)
            lengths.grow = right - left;
        if (left > right && left - right > lengths.shrink)
            lengths.shrink = left - right;
        if (rule->cost < lengths.cheapest)
            lengths.cheapest = rule->cost;
    }
    return lengths;
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
    const bool limited = puzzle->max_length != FEW_NOWHERE, has_goal = longest_goal(puzzle, &goal);
    const uint64_t start = puzzle->start.given ? puzzle->start.board.columns : 0;
    if (puzzle->has_within && (puzzle->start.given || has_goal)) {
        const uint64_t steps = steps_within(puzzle, lengths);
        uint64_t within = !has_goal             ? start + steps * lengths->grow
                          : puzzle->start.given ? longest_between(start, lengths->grow, goal, lengths->shrink, steps)
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
    const bool has_goal = longest_goal(puzzle, &goal);
    const uint64_t start = puzzle->start.given ? puzzle->start.board.columns : 0;
    const uint64_t forward = start + (steps + 1) * lengths->grow;
    const uint64_t backward = has_goal ? goal + (steps + 1) * lengths->shrink : 0;
    return forward > backward ? forward : backward;
}

static uint64_t steps_to_explore(uint64_t usual, uint64_t asked) {
    const uint64_t steps = asked == UINT64_MAX || asked < usual ? usual : asked;
    return steps < most_steps ? steps : most_steps;
}

/* Where strings have no bound, or one beyond what a state can hold, there is room for as many moves as a solution may
 * have, so that states look the same whatever the exploration; for those that are asked for only, where that is too many. */
static uint64_t longest_to_explore(struct few_string_space *space, const struct few_puzzle *puzzle,
                                   const struct lengths *lengths, uint64_t asked) {
    const bool limited = puzzle->max_length != FEW_NOWHERE;
    if (limited && (puzzle->max_length <= room_for(space) || !puzzle->has_within))
        return puzzle->max_length;
    const uint64_t usual = steps_within(puzzle, lengths);
    uint64_t steps = steps_to_explore(usual, asked);
    if (asked < steps && longest_after(puzzle, lengths, steps) > room_for(space))
        steps = asked;
    space->usual_steps = usual;
    if (lengths->grow > 0)
        space->steps[0] = steps;
    if (lengths->shrink > 0)
        space->steps[1] = steps;
    const uint64_t longest = longest_after(puzzle, lengths, steps);
    return limited && puzzle->max_length < longest ? puzzle->max_length : longest;
}

static bool find_longest(struct few_string_space *space, const struct few_puzzle *puzzle,
                         const struct rule_list *list, struct few_purpose purpose, uint64_t *longest,
                         struct few_error *error) {
    const struct lengths lengths = find_lengths(list);
    const bool limited = puzzle->max_length != FEW_NOWHERE;
    if (!limited && !puzzle->has_within)
        return few_fail(error, FEW_ERROR_INPUT,
                        "a `string` of any length needs a limit: then `within` must be given");
    for (uint32_t i = 0; i < list->count && !limited; i++)
        if (list->rules[i].cost == 0)
            return few_fail_free(puzzle, &puzzle->moves[list->rules[i].statement], error);
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

static bool choose_length(struct few_string_space *space, const struct few_puzzle *puzzle,
                          const struct rule_list *list, struct few_purpose purpose,
                          struct few_error *error) {
    uint64_t longest = 0;
    if (!find_longest(space, puzzle, list, purpose, &longest, error))
        return false;
    const uint64_t room = room_for(space);
    if (longest > room) {
        bool first = error->kind == FEW_ERROR_NONE;
        few_fail(error, FEW_ERROR_INPUT,
                 "the string may have %llu characters, but no more than %llu fit (it has %u kinds "
                 "of them)",
                 (unsigned long long)longest, (unsigned long long)room, space->pieces);
        if (first)
            snprintf(error->hint, sizeof error->hint,
                     "say `string N` with the length that is really needed");
        return false;
    }
    space->longest = (uint32_t)longest;
    space->space.words = few_string_words(space, space->longest);

    uint64_t moves = 0;
    for (uint32_t i = 0; i < space->statements; i++) {
        space->statement_moves[i] = (uint32_t)moves;
        moves += (uint64_t)space->statement_choices[i] * (longest + 1);
        if (moves > UINT32_MAX)
            return few_fail(error, FEW_ERROR_INPUT,
                            "the moves stand for too many moves of a string of %u characters",
                            space->longest);
    }
    space->statement_moves[space->statements] = (uint32_t)moves;
    return true;
}

static uint64_t *pack(struct few_string_space *space, const few_code *pieces, uint32_t length) {
    uint64_t *words = few_arena_alloc(&space->arena, (few_string_words(space, length) + (size_t)1) *
                                                         sizeof *words);
    for (uint32_t i = 0; words && i < length; i++)
        few_string_put(space, words, i, (uint64_t)pieces[i] + 1);
    return words;
}

static bool make_rewrite(struct few_string_space *space, const struct constant_rule *rule,
                     bool backward, struct few_string_rewrite *rewrite, struct few_error *error) {
    uint64_t *left = pack(space, rule->left, rule->left_length);
    uint64_t *right = pack(space, rule->right, rule->right_length);
    if (!left || !right)
        return few_fail_memory(error);
    const uint32_t from = backward ? rule->right_length : rule->left_length;
    const uint32_t to = backward ? rule->left_length : rule->right_length;
    rewrite->from_words = backward ? right : left;
    rewrite->to_words = backward ? left : right;
    rewrite->from = rewrite->from_words[0];
    rewrite->to = rewrite->to_words[0];
    rewrite->from_bits = from * space->bits;
    rewrite->to_bits = to * space->bits;
    rewrite->mask = rewrite->from_bits >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << rewrite->from_bits) - 1;
    rewrite->longest = to > from ? space->longest - (to - from) : space->longest;
    const uint32_t full = rewrite->longest * space->bits;
    rewrite->too_long = full >= 64 ? 0 : ~(uint64_t)0 << full;
    rewrite->choices = space->statement_choices[rule->statement];
    rewrite->move = space->statement_moves[rule->statement] + rule->choice;
    rewrite->cost = rule->cost;
    rewrite->ends = rule->ends;
    rewrite->is_bound = rule->ends.begin || rule->ends.end;
    return true;
}

static bool make_table(struct few_string_space *space, const struct rule_list *list, bool backward,
                       struct few_error *error) {
    struct few_string_table *table = backward ? &space->backward : &space->forward;
    table->rewrites = few_arena_alloc(&space->arena,
                                  few_array_size(list->count + (size_t)1, sizeof *table->rewrites));
    if (!table->rewrites)
        return few_fail_memory(error);
    for (int empty = 1; empty >= 0; empty--) {
        for (uint32_t i = 0; i < list->count; i++) {
            const struct constant_rule *rule = &list->rules[i];
            if (((backward ? rule->right_length : rule->left_length) == 0) != empty ||
                rule->left_length > space->longest || rule->right_length > space->longest)
                continue;
            if (!make_rewrite(space, rule, backward, &table->rewrites[table->count], error))
                return false;
            table->count++;
        }
        if (empty)
            table->empty_count = table->count;
    }
    return few_string_index(table, &space->arena, space->longest, space->bits, error);
}

static int compare_sides(const few_code *a, uint32_t a_length, const few_code *b,
                         uint32_t b_length) {
    if (a_length != b_length)
        return a_length < b_length ? -1 : 1;
    return a_length == 0 ? 0 : memcmp(a, b, a_length * sizeof *a);
}

static int compare_rules(const void *first, const void *second) {
    const struct constant_rule *a = first, *b = second;
    int order = compare_sides(a->left, a->left_length, b->left, b->left_length);
    if (order == 0)
        order = compare_sides(a->right, a->right_length, b->right, b->right_length);
    if (order == 0)
        order = 2 * (a->ends.begin - b->ends.begin) + a->ends.end - b->ends.end;
    return order != 0 ? order : (a->cost > b->cost) - (a->cost < b->cost);
}

static int compare_for_sort(const void *first, const void *second, void *nothing) {
    (void)nothing;
    return compare_rules(first, second);
}

/* Whether every rule can be undone by a rule of the same cost: *undone. Sorts the list. False: no memory, or stopped. */
static bool find_undone(struct rule_list *list, bool *undone) {
    *undone = true;
    if (list->count == 0)
        return true;
    if (!few_sort(list->memory, list->rules, list->count, sizeof *list->rules, compare_for_sort, NULL))
        return false;
    for (uint32_t i = 0; i < list->count && *undone; i++) {
        const struct constant_rule *rule = &list->rules[i];
        struct constant_rule undo = {.left = rule->right,
                                     .right = rule->left,
                                     .left_length = rule->right_length,
                                     .right_length = rule->left_length,
                                     .cost = rule->cost,
                                     .ends = rule->ends};
        *undone = bsearch(&undo, list->rules, list->count, sizeof undo, compare_rules);
        if (!few_go_on(list->memory, 64))
            return false;
    }
    return true;
}

static void read_string(const struct few_space *base, const uint64_t *state, uint16_t *values,
                        size_t *length) {
    const struct few_string_space *space = (const struct few_string_space *)base;
    const uint64_t mask = ((uint64_t)1 << space->bits) - 1;
    *length = few_string_length(space, state);
    for (size_t i = 0; i < *length; i++)
        values[i] =
            (uint16_t)((few_bits_at(state, base->words, (int64_t)i * space->bits) & mask) - 1);
}

static bool write_string(const struct few_space *base, const uint16_t *values, size_t length,
                         uint64_t *state) {
    const struct few_string_space *space = (const struct few_string_space *)base;
    if (length > space->longest)
        return false;
    memset(state, 0, base->words * sizeof *state);
    for (size_t i = 0; i < length; i++) {
        if (values[i] >= space->pieces)
            return false;
        few_string_put(space, state, (uint32_t)i, (uint64_t)values[i] + 1);
    }
    return true;
}

static struct few_move_place move_place(const struct few_space *base, const uint64_t *state,
                                        uint32_t move) {
    const struct few_string_space *space = (const struct few_string_space *)base;
    (void)state;
    uint32_t low = 0,
             high = space->statements; /* the last statement that begins at or before this move */
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (space->statement_moves[middle] <= move)
            low = middle;
        else
            high = middle;
    }
    const uint32_t choices = space->statement_choices[low];
    return (struct few_move_place){
        low, -1, choices == 0 ? 0 : (move - space->statement_moves[low]) / choices, 0};
}

/* Whether every character is one, up to the last, and there is room for all of them. */
static bool holds(const struct few_space *base, const uint64_t *state) {
    const struct few_string_space *space = (const struct few_string_space *)base;
    const uint64_t mask = ((uint64_t)1 << space->bits) - 1;
    const uint32_t length = few_string_length(space, state);
    if (length > space->longest)
        return false;
    for (uint32_t i = 0; i < length; i++) {
        uint64_t code = few_bits_at(state, base->words, (int64_t)i * space->bits) & mask;
        if (code == 0 || code > space->pieces)
            return false;
    }
    return !few_string_must_never_be(space, state);
}

static const struct few_space_functions string_functions = {
    .successors = few_string_successors,
    .predecessors = few_string_predecessors,
    .is_goal = few_string_is_goal,
    .read = read_string,
    .write = write_string,
    .place = move_place,
    .holds = holds,
};

/* Strings of all lengths up to the longest, the empty one among them. */
static void count_strings(const struct few_string_space *space, struct few_description *d) {
    const uint64_t pieces = space->pieces, longest = space->longest;
    bool fits = true;
    d->about = 1;
    d->count = 1;
    for (uint64_t i = 0; i < longest; i++) { /* by Horner's rule */
        d->about = d->about * (double)pieces + 1;
        fits = fits && !__builtin_mul_overflow(d->count, pieces, &d->count) && !__builtin_add_overflow(d->count, 1, &d->count);
    }
    d->count = fits ? d->count : 0;
    if (pieces <= 1)
        snprintf(d->formula, sizeof d->formula, "%llu", (unsigned long long)(pieces ? longest + 1 : 1));
    else if (pieces == 2)
        snprintf(d->formula, sizeof d->formula, "2^%llu - 1", (unsigned long long)longest + 1);
    else
        snprintf(d->formula, sizeof d->formula, "(%llu^%llu - 1) / %llu", (unsigned long long)pieces, (unsigned long long)longest + 1,
                 (unsigned long long)pieces - 1);
}

static void describe(const struct few_space *base, struct few_description *d) {
    const struct few_string_space *space = (const struct few_string_space *)base;
    const bool ends = space->steps[0] == UINT64_MAX && space->steps[1] == UINT64_MAX; /* else so many steps have room */
    d->state = "a string";
    d->pieces = space->pieces;
    d->longest = ends ? space->longest : FEW_NOT_SAID;
    d->bits = (uint64_t)space->longest * space->bits;
    d->hash_chosen = ends;
    if (ends)
        count_strings(space, d);
    snprintf(d->hash_why, sizeof d->hash_why, "%s",
             ends ? "strings could be numbered by their lengths and then as digits, but many of these numbers may never be used"
                  : "a string may be of any length, so that there is no end of numbers");
}

static const struct few_space_keeping string_keeping = {
    .free = few_string_space_free,
    .starts = few_string_starts,
    .goals = few_string_goals,
    .suits = few_string_suits,
    .steps = few_string_steps,
    .fingerprint = few_string_fingerprint,
    .describe = describe,
};

static bool pack_start(struct few_string_space *space, const struct few_puzzle *puzzle,
                       struct few_error *error) {
    if (!puzzle->start.given || !puzzle->start.board.cells)
        return true;
    uint64_t *start = few_arena_alloc(&space->arena, space->space.words * sizeof *start);
    if (!start)
        return few_fail_memory(error);
    write_string(&space->space, puzzle->start.board.cells, puzzle->start.board.columns, start);
    space->start = start;
    return true;
}

static bool build(struct few_string_space *space, const struct few_puzzle *puzzle,
                  struct few_purpose purpose, struct rule_list *list, struct few_error *error) {
    if (!puzzle->is_string)
        return few_fail(error, FEW_ERROR_INPUT, "this is not a string puzzle");
    space->pieces = puzzle->piece_count;
    space->bits = puzzle->piece_count == 0 ? 1 : 32 - (uint32_t)__builtin_clz(puzzle->piece_count);
    if (!expand_moves(space, list, puzzle, error) ||
        !choose_length(space, puzzle, list, purpose, error) ||
        !make_table(space, list, false, error) || !make_table(space, list, true, error) ||
        !pack_start(space, puzzle, error) || !few_string_compile_goals(space, puzzle, error))
        return false;
    struct few_space *base = &space->space;
    base->run = &string_functions;
    base->keep = &string_keeping;
    base->max_successors = space->forward.most;
    base->max_predecessors = space->backward.most;
    base->max_cost = 1;
    for (uint32_t i = 0; i < list->count; i++)
        few_space_has_cost(base, list->rules[i].cost);
    if (!find_undone(list, &base->undirected))
        return few_fail_memory(error);
    base->is_cut = !purpose.explore;
    base->no_patterns = "pattern databases are for puzzles on a board or with vars";
    return true;
}

struct few_space *few_string_space(struct few_memory *memory, const struct few_puzzle *puzzle,
                                   struct few_purpose purpose, struct few_error *error) {
    struct few_string_space *space = few_alloc_zeroed(memory, sizeof *space);
    if (!space) {
        few_fail_memory(error);
        return NULL;
    }
    space->memory = memory;
    space->explore = purpose.explore;
    space->steps[0] = space->steps[1] = UINT64_MAX;
    few_arena_init(&space->arena, memory);
    struct rule_list list = {.memory = memory};
    few_arena_init(&list.arena, memory);
    bool made = build(space, puzzle, purpose, &list, error);
    few_free(memory, list.rules, list.room * sizeof *list.rules);
    few_arena_free(&list.arena);
    if (made)
        return &space->space;
    few_string_space_free(&space->space);
    return NULL;
}

void few_string_space_free(struct few_space *base) {
    if (!base)
        return;
    struct few_string_space *space = (struct few_string_space *)base;
    few_arena_free(&space->arena);
    few_free(space->memory, space, sizeof *space);
}

uint32_t few_string_longest(const struct few_space *space) {
    return ((const struct few_string_space *)space)->longest;
}

uint64_t few_string_steps(const struct few_space *space, bool backward) {
    return ((const struct few_string_space *)space)->steps[backward];
}

bool few_string_suits(const struct few_space *base, struct few_purpose purpose) {
    const struct few_string_space *space = (const struct few_string_space *)base;
    if (purpose.explore != space->explore || !purpose.explore)
        return purpose.explore == space->explore;
    const uint64_t steps = steps_to_explore(space->usual_steps, purpose.steps);
    for (int side = 0; side < 2; side++) {
        const uint64_t has = space->steps[side];
        const bool cut = has < space->usual_steps && purpose.steps <= has; /* the usual ones are too many */
        if (has != UINT64_MAX && has != steps && !cut)
            return false;
    }
    return true;
}

bool few_string_starts(const struct few_space *base, struct few_list *list) {
    const struct few_string_space *space = (const struct few_string_space *)base;
    return !space->start || few_list_append(list, space->start, 1);
}
