/* Facts and bounds of a board: derived from its rules as src/build does it, or read from a file. */
#include "build/build.h"
#include "build/table_patterns.h"
#include "facts/rules/symmetry.h"
#include "spaces/board/board.h"

#include <string.h>

static bool put_in_group(const struct few_puzzle *puzzle, struct few_groups *groups, const char *word, size_t length,
                         struct few_error *error) {
    for (uint32_t p = 0; p < puzzle->piece_count; p++) {
        if (strlen(puzzle->pieces[p].text) != length || memcmp(puzzle->pieces[p].text, word, length) != 0)
            continue;
        if (groups->group[p] != FEW_NO_GROUP)
            return few_fail(error, FEW_ERROR_INPUT, "the piece `%.*s` is named twice in the patterns", (int)length, word);
        groups->group[p] = (uint8_t)groups->count;
        return true;
    }
    return few_fail(error, FEW_ERROR_INPUT, "a pattern names `%.*s`, which is not a piece of this puzzle",
                    (int)(length < 60 ? length : 60), word);
}

static bool read_groups(const struct few_puzzle *puzzle, const struct few_bound_wish *wish, struct few_groups *groups,
                        struct few_error *error) {
    if (wish->pattern_count > FEW_MOST_GROUPS)
        return few_fail(error, FEW_ERROR_INPUT, "there are %zu patterns, and at most %d can be used",
                        wish->pattern_count, FEW_MOST_GROUPS);
    for (size_t i = 0; i < wish->pattern_count; i++, groups->count++) {
        if (!*wish->patterns[i])
            return few_fail(error, FEW_ERROR_INPUT, "a pattern names no piece");
        for (const char *at = wish->patterns[i]; *at; at += *at == ',') {
            size_t length = strcspn(at, ",");
            if (!put_in_group(puzzle, groups, at, length, error))
                return false;
            at += length;
        }
    }
    return true;
}

/* To be freed, whatever comes of it. */
static bool make_groups(const struct few_puzzle *puzzle, struct few_memory *memory, const struct few_bound_wish *wish,
                        struct few_groups *groups, struct few_error *error) {
    *groups = (struct few_groups){.pieces = puzzle->piece_count, .group = few_alloc(memory, puzzle->piece_count + 1)};
    if (!groups->group)
        return few_fail_memory(error);
    memset(groups->group, FEW_NO_GROUP, puzzle->piece_count + 1);
    return read_groups(puzzle, wish, groups, error);
}

static void free_groups(struct few_memory *memory, struct few_groups *groups) {
    few_free(memory, groups->group, groups->pieces + 1);
}

bool few_board_patterns(const struct few_space *space, struct few_memory *memory, const struct few_bound_wish *wish,
                        struct few_error *error) {
    struct few_groups groups;
    const bool good = make_groups(((const struct few_rule_space *)space)->puzzle, memory, wish, &groups, error);
    free_groups(memory, &groups);
    return good;
}

struct few_facts *few_board_facts(const struct few_space *space, struct few_memory *memory) {
    struct few_rule_facts *facts = few_rule_facts_find(memory, (const struct few_rule_space *)space);
    return facts ? &facts->facts : NULL;
}

/* Their tables take their share of the memory and no more; those that symmetries suit may spare more than they take. */
static void find_coordinates(const struct few_rule_space *rules, struct few_memory *memory, const struct few_orbit *orbit,
                             const uint64_t *state, struct few_coordinates_wish *wish) {
    struct few_share share = wish->whole.entries ? few_memory_half(memory) : few_memory_share(memory);
    few_memory_begin_share(memory, &share);
    few_coordinates_find(memory, orbit, state, wish);
    few_memory_end_share(memory, &share);
    if (wish->found)
        few_coordinates_try(wish->found, rules, wish->backward);
    if (wish->found && wish->found->whole)
        few_coordinates_try(wish->found->whole, rules, wish->backward);
}

uint64_t few_board_orbit(const struct few_space *space, struct few_memory *memory, const uint64_t *state,
                         struct few_coordinates_wish *wish) {
    const struct few_rule_space *rules = (const struct few_rule_space *)space;
    const char *why = NULL;
    struct few_orbit *orbit = few_orbit_find_whole(memory, rules, &why);
    const uint64_t states = orbit ? few_orbit_states(orbit, state) : 0;
    if (wish && orbit) {
        find_coordinates(rules, memory, orbit, state, wish);
    } else if (wish && !why) {
        wish->no_memory = few_go_on(memory, 0);
        wish->why = "there is not enough memory, or time, to look at its moves";
    } else if (wish) {
        wish->why = why;
    }
    few_orbit_free(orbit);
    return states;
}

struct few_symmetry *few_board_symmetry(const struct few_space *space, struct few_memory *memory, const uint64_t *states, size_t count,
                                        uint64_t work, uint32_t *of_rules) {
    const struct few_rule_space *rules = (const struct few_rule_space *)space;
    if (of_rules)
        *of_rules = few_symmetry_of_rules(memory, rules, work);
    return few_symmetry_find(memory, rules, states, count, work);
}

bool few_board_bound(const struct few_space *base, struct few_memory *memory, const struct few_facts *facts,
                     const struct few_bound_wish *wish, struct few_bound **bound, struct few_error *error) {
    const struct few_rule_space *space = (const struct few_rule_space *)base;
    struct few_groups groups;
    *bound = NULL;
    if (make_groups(space->puzzle, memory, wish, &groups, error)) {
        struct few_build build = {.facts = (const struct few_rule_facts *)facts, .budget = wish->memory, .named = groups.count ? &groups : NULL,
                                  .for_file = wish->for_file, .go_on = wish->go_on, .context = wish->context};
        *bound = few_build_bound(memory, space, &build, error);
    }
    free_groups(memory, &groups);
    return *bound != NULL;
}

bool few_board_hopeless(const struct few_space *space, struct few_memory *memory, struct few_bound **bound) {
    return few_build_dead_cells(memory, (const struct few_rule_space *)space, bound);
}

struct few_bound *few_board_stored_bound(const struct few_space *space, struct few_memory *memory,
                                         const struct few_facts *facts, const struct few_table_file *file, const char *path,
                                         struct few_error *error) {
    return few_patterns_read(file, (const struct few_rule_space *)space, (const struct few_rule_facts *)facts, memory, path,
                             error);
}
