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
#include "spaces/string/lengths.h"
#include "spaces/string/rests.h"
#include "spaces/string/rules.h"
#include "spaces/string/space.h"
#include "spaces/string/table.h"

enum { MAX_CHOICES = 1000000, MAX_TRIED = 100000000 };

static bool append_rule(struct few_string_rules *list, struct few_string_rule rule,
                        struct few_error *error) {
    if (list->count == list->room) {
        uint32_t room = list->room == 0 ? 64 : list->room * 2;
        struct few_string_rule *grown =
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
static bool append_fillings(struct few_string_rules *list, const struct few_part *part, struct few_string_rule rule,
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
        if (!part->has_rest && part->columns == part->after_columns &&
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

static bool expand_move(struct few_string_space *space, struct few_string_rules *list,
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
    struct few_string_rule rule = {left,      right, part->columns, part->after_columns,
                                   statement, 0,     move->cost, move->ends, part->has_rest, 0};
    for (uint32_t i = 0; part->has_rest && i < part->after_columns; i++)
        rule.copies += part->after[i] == (FEW_CODE_NAME | part->rest);
    if (part->has_rest)
        assignment[part->rest] = FEW_REST;
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
        if (rule.cost == 0 && puzzle->max_length == FEW_NOWHERE)
            return few_fail_free(puzzle, move, error);
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

static bool expand_moves(struct few_string_space *space, struct few_string_rules *list,
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

static bool choose_length(struct few_string_space *space, const struct few_puzzle *puzzle,
                          struct few_string_rules *list, struct few_purpose purpose,
                          struct few_error *error) {
    uint64_t longest = 0;
    if (!few_string_find_longest(space, puzzle, list, purpose, &longest, error))
        return false;
    const uint64_t room = few_string_room(space);
    if (longest > room) {
        bool first = error->kind == FEW_ERROR_NONE;
        few_fail(error, FEW_ERROR_INPUT,
                 "the string may have %llu characters, but no more than %llu fit (it has %u kind%s "
                 "of them)",
                 (unsigned long long)longest, (unsigned long long)room, space->pieces, few_plural(space->pieces));
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

static bool make_rewrite(struct few_string_space *space, const struct few_string_rule *rule,
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

static bool make_table(struct few_string_space *space, const struct few_string_rules *list, bool backward,
                       struct few_error *error) {
    struct few_string_table *table = backward ? &space->backward : &space->forward;
    table->rewrites = few_arena_alloc(&space->arena,
                                  few_array_size(list->count + (size_t)1, sizeof *table->rewrites));
    if (!table->rewrites)
        return few_fail_memory(error);
    for (int empty = 1; empty >= 0; empty--) {
        for (uint32_t i = 0; i < list->count; i++) {
            const struct few_string_rule *rule = &list->rules[i];
            if (rule->has_rest || ((backward ? rule->right_length : rule->left_length) == 0) != empty ||
                rule->left_length > space->longest || rule->right_length > space->longest)
                continue;
            if (!make_rewrite(space, rule, backward, &table->rewrites[table->count], error))
                return false;
            table->any_is_bound |= table->rewrites[table->count++].is_bound;
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
    const struct few_string_rule *a = first, *b = second;
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
static bool find_undone(struct few_string_rules *list, bool *undone) {
    *undone = true;
    for (uint32_t i = 0; i < list->count && *undone; i++)
        *undone = !list->rules[i].has_rest; /* it would have to be seen from both sides */
    if (list->count == 0 || !*undone)
        return true;
    if (!few_sort(list->memory, list->rules, list->count, sizeof *list->rules, compare_for_sort, NULL))
        return false;
    for (uint32_t i = 0; i < list->count && *undone; i++) {
        const struct few_string_rule *rule = &list->rules[i];
        struct few_string_rule undo = {.left = rule->right,
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

void few_string_read(const struct few_space *base, const uint64_t *state, uint16_t *values,
                     size_t *length) {
    const struct few_string_space *space = (const struct few_string_space *)base;
    const uint64_t mask = ((uint64_t)1 << space->bits) - 1;
    *length = few_string_length(space, state);
    for (size_t i = 0; i < *length; i++)
        values[i] =
            (uint16_t)((few_bits_at(state, base->words, (int64_t)i * space->bits) & mask) - 1);
}

bool few_string_write(const struct few_space *base, const uint16_t *values, size_t length,
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
    .read = few_string_read,
    .write = few_string_write,
    .place = move_place,
    .holds = holds,
};

/* Where some move loses the rest of a string, it may have been anything. */
static const struct few_space_functions one_way_functions = {
    .successors = few_string_successors,
    .is_goal = few_string_is_goal,
    .read = few_string_read,
    .write = few_string_write,
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
    few_string_write(&space->space, puzzle->start.board.cells, puzzle->start.board.columns, start);
    space->start = start;
    return true;
}

static bool build(struct few_string_space *space, const struct few_puzzle *puzzle,
                  struct few_purpose purpose, struct few_string_rules *list, struct few_error *error) {
    if (!puzzle->is_string)
        return few_fail(error, FEW_ERROR_INPUT, "this is not a string puzzle");
    space->pieces = puzzle->piece_count;
    space->bits = puzzle->piece_count == 0 ? 1 : 32 - (uint32_t)__builtin_clz(puzzle->piece_count);
    if (!expand_moves(space, list, puzzle, error) ||
        !choose_length(space, puzzle, list, purpose, error) ||
        !make_table(space, list, false, error) || !make_table(space, list, true, error) ||
        !few_string_make_rests(space, list, error) ||
        !pack_start(space, puzzle, error) || !few_string_compile_goals(space, puzzle, error))
        return false;
    struct few_space *base = &space->space;
    base->run = space->loses_rest ? &one_way_functions : &string_functions;
    base->keep = &string_keeping;
    const uint64_t rests = (uint64_t)space->rest_count * (space->longest + (uint64_t)1); /* one at each place */
    if (space->forward.most + rests > UINT32_MAX || space->backward.most + rests > UINT32_MAX)
        return few_string_too_many_moves(error);
    base->max_successors = space->forward.most + (uint32_t)rests;
    base->max_predecessors = space->backward.most + (uint32_t)rests;
    base->max_cost = 1;
    for (uint32_t i = 0; i < list->count; i++)
        few_space_has_cost(base, list->rules[i].cost);
    if (!find_undone(list, &base->undirected))
        return few_fail_memory(error);
    base->is_cut = !purpose.explore;
    base->zero_is_empty = true;
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
    struct few_string_rules list = {.memory = memory};
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
    const uint64_t steps = few_string_steps_to_explore(space->usual_steps, purpose.steps);
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
