/* From a parsed puzzle to a space: expand, fold, merge, analyse, pack, rank. Each step is a file of its own; this one
 * reads as their table of contents. */
#include "rules/rule_space.h"

#include "rules/aims.h"
#include "rules/beliefs.h"
#include "rules/prove.h"
#include "rules/set_form.h"
#include "state/rank.h"

#include <string.h>

static const struct few_rule_space *self_of(const struct few_space *space) {
    return (const struct few_rule_space *)space;
}

static size_t successors(const struct few_space *space, const uint64_t *states, size_t count, uint64_t *next,
                         struct few_step *steps) {
    return few_program_run(self_of(space)->forward, states, count, next, steps);
}

bool few_rule_space_can_be(const struct few_rule_space *self, const uint64_t *state) {
    const struct few_layout *layout = &self->layout;
    for (uint32_t i = 0; i < layout->order_count; i++) {
        uint32_t slot = layout->order[i];
        few_code piece = few_unpack_piece(layout, slot, few_field_get(state, layout->fields[slot]));
        if (piece == FEW_CODE_ANY || !few_can_hold(&self->possible, slot, piece))
            return false;
    }
    return true;
}

/* Carrying a piece back to a cell where it can never stand gives a state that no start reaches and that has no rank. */
static size_t drop_strays(const struct few_rule_space *self, uint64_t *next, struct few_step *steps, size_t count) {
    size_t kept = 0, words = self->space.words;
    for (size_t i = 0; i < count; i++)
        if (few_rule_space_can_be(self, next + i * words)) {
            memmove(next + kept * words, next + i * words, words * sizeof *next);
            if (steps)
                steps[kept] = steps[i];
            kept++;
        }
    return kept;
}

static size_t predecessors(const struct few_space *space, const uint64_t *states, size_t count, uint64_t *next,
                           struct few_step *steps) {
    const struct few_rule_space *self = self_of(space);
    size_t made = few_program_run(self->backward, states, count, next, steps);
    return self->backward_strays ? drop_strays(self, next, steps, made) : made;
}

/* The same where tests of the instructions do not say all that must never be. */
static size_t filtered_successors(const struct few_space *space, const uint64_t *states, size_t count, uint64_t *next,
                                  struct few_step *steps) {
    const struct few_nevers *nevers = &self_of(space)->nevers;
    return few_filter_run(nevers, &nevers->forward, next, steps, successors(space, states, count, next, steps));
}

static size_t filtered_predecessors(const struct few_space *space, const uint64_t *states, size_t count, uint64_t *next,
                                    struct few_step *steps) {
    const struct few_nevers *nevers = &self_of(space)->nevers;
    return few_filter_run(nevers, &nevers->backward, next, steps, predecessors(space, states, count, next, steps));
}

static void is_goal(const struct few_space *space, const uint64_t *states, size_t count, bool *goal) {
    const struct few_rule_space *self = self_of(space);
    const struct few_goals *goals = &self->goals;
    if (space->words == 1 && goals->count == 1 && goals->alternatives[0].somewheres == 0 &&
        goals->alternatives[0].nowhere.count == 0 && goals->alternatives[0].total_count == 0) { /* one drawing: a mask and a comparison */
        const uint64_t mask = goals->alternatives[0].base.mask[0], want = goals->alternatives[0].base.want[0];
        for (size_t i = 0; i < count; i++)
            goal[i] = (states[i] & mask) == want;
        return;
    }
    for (size_t i = 0; i < count; i++)
        goal[i] = few_goals_hold(goals, states + i * space->words);
}

static void rank(const struct few_space *space, const uint64_t *states, size_t count, uint64_t *ranks) {
    few_rank(self_of(space)->ranking, states, count, ranks);
}

static void unrank(const struct few_space *space, const uint64_t *ranks, size_t count, uint64_t *states) {
    few_unrank(self_of(space)->ranking, ranks, count, states);
}

static void read_state(const struct few_space *space, const uint64_t *state, uint16_t *values, size_t *length) {
    const struct few_layout *layout = &self_of(space)->layout;
    for (uint32_t s = 0; s < layout->slots; s++)
        values[s] = layout->fields[s].width == 0
                        ? layout->fixed[s]
                        : few_unpack_piece(layout, s, few_field_get(state, layout->fields[s]));
    *length = layout->slots;
}

static bool write_state(const struct few_space *space, const uint16_t *values, size_t length, uint64_t *state) {
    const struct few_layout *layout = &self_of(space)->layout;
    memset(state, 0, layout->words * sizeof *state);
    if (length != layout->slots)
        return false;
    for (uint32_t s = 0; s < layout->slots; s++) {
        uint16_t value = few_pack_piece(layout, s, values[s]);
        if (value == FEW_CODE_ANY || !few_can_hold(&self_of(space)->possible, s, values[s]))
            return false;
        if (layout->fields[s].width)
            few_field_set(state, layout->fields[s], value);
    }
    return true;
}

static struct few_move_place place(const struct few_space *space, const uint64_t *state, uint32_t move) {
    const struct few_instruction *instruction = &self_of(space)->listing.instructions[move];
    (void)state;
    return (struct few_move_place){instruction->rule, instruction->direction, instruction->cell, instruction->steps};
}

static const struct few_space_functions functions = {
    successors, predecessors, is_goal, rank, unrank, read_state, write_state, place,
    few_rule_sets, few_rule_aims, few_rule_holds,
};

static const struct few_space_functions forward_only = {
    successors, NULL, is_goal, rank, unrank, read_state, write_state, place, NULL, NULL, few_rule_holds,
};

static const struct few_space_functions filtered = {
    filtered_successors, filtered_predecessors, is_goal, rank, unrank, read_state, write_state, place,
    NULL, NULL, few_rule_holds,
};

static const struct few_space_functions filtered_forward_only = {
    filtered_successors, NULL, is_goal, rank, unrank, read_state, write_state, place, NULL, NULL, few_rule_holds,
};

/* The start as a list of pieces, slot by slot. */
static bool read_start(struct few_rule_space *self, struct few_error *error) {
    const struct few_puzzle *puzzle = self->puzzle;
    uint32_t cells = self->listing.cells;
    self->start = few_arena_alloc(&self->arena, (self->listing.slots + 1) * sizeof *self->start);
    if (!self->start)
        return few_fail_memory(error);
    if (cells)
        memcpy(self->start, puzzle->start.board.cells, cells * sizeof *self->start);
    for (uint32_t v = 0; v < puzzle->var_count; v++) {
        few_code value = puzzle->start.vars[v];
        self->start[cells + v] = value == FEW_CODE_ANY ? puzzle->vars[v].values[0] : value;
    }
    return true;
}

/* How often each piece stands on the board now, and at most: unless all of the board conserves its pieces, any number
 * of a piece may turn up. */
static bool build_programs(struct few_rule_space *self, struct few_error *error) {
    uint32_t pieces = self->puzzle->piece_count;
    uint32_t *at_start = few_arena_alloc(&self->arena, (pieces + 1) * sizeof *at_start);
    uint32_t *at_most = few_arena_alloc(&self->arena, (pieces + 1) * sizeof *at_most);
    if (!at_start || !at_most)
        return few_fail_memory(error);
    bool conserved = true;
    for (uint32_t i = 0; i < self->layout.cell_fields; i++) {
        uint32_t slot = self->layout.order[i];
        at_start[self->start[slot]]++;
        conserved = conserved && self->conserved[self->component[slot]];
    }
    for (uint32_t p = 0; p < pieces; p++)
        at_most[p] = conserved ? at_start[p] : self->layout.cell_fields;
    struct few_piece_counts counts = {at_start, at_most};
    self->forward = few_program_build(&self->arena, &self->listing, &self->layout, counts, false);
    self->backward = few_program_build(&self->arena, &self->listing, &self->layout, counts, true);
    return (self->forward && self->backward) || few_fail_memory(error);
}

/* A component that conserves its pieces is an arrangement of what stands in it at the start; other cells and the vars
 * are digits. */
static bool describe_group(struct few_rule_space *self, struct few_rank_group *group, const uint32_t *slots,
                           uint32_t count) {
    const struct few_layout *layout = &self->layout;
    struct few_arena *arena = &self->arena;
    struct few_field *fields = few_arena_alloc(arena, count * sizeof *fields);
    if (!fields)
        return false;
    for (uint32_t i = 0; i < count; i++)
        fields[i] = layout->fields[slots[i]];
    *group = (struct few_rank_group){.fields = fields, .count = count};
    if (slots[0] < layout->cells && self->conserved[self->component[slots[0]]]) {
        uint32_t *counts = few_arena_alloc(arena, layout->cell_values * sizeof *counts);
        if (!counts)
            return false;
        for (uint32_t i = 0; i < count; i++)
            counts[few_pack_piece(layout, slots[i], self->start[slots[i]])]++;
        group->counts = counts;
        group->values = layout->cell_values;
        return true;
    }
    uint32_t *radix = few_arena_alloc(arena, count * sizeof *radix);
    const uint32_t **digits = few_arena_alloc(arena, count * sizeof *digits);
    if (!radix || !digits)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t values = (uint32_t)few_field_ones(fields[i]) + 1;
        uint32_t *digit = few_arena_alloc(arena, values * sizeof *digit);
        if (!digit)
            return false;
        bool plain = true;
        for (uint32_t v = 0; v < values; v++) {
            few_code piece = few_unpack_piece(layout, slots[i], v);
            digit[v] = UINT32_MAX;
            if (piece != FEW_CODE_ANY && few_can_hold(&self->possible, slots[i], piece)) {
                plain = plain && v == radix[i];
                digit[v] = radix[i]++;
            }
        }
        digits[i] = plain ? NULL : digit;
    }
    group->radix = radix;
    group->digits = digits;
    return true;
}

static bool build_ranking(struct few_rule_space *self, struct few_error *error) {
    const struct few_layout *layout = &self->layout;
    struct few_rank_group *groups = few_arena_alloc(&self->arena, (layout->order_count + 1) * sizeof *groups);
    if (!groups)
        return few_fail_memory(error);
    uint32_t count = 0;
    for (uint32_t first = 0, end; first < layout->order_count; first = end) {
        uint32_t slot = layout->order[first];
        bool is_cell = slot < layout->cells;
        for (end = first + 1; end < layout->order_count; end++) {
            uint32_t other = layout->order[end];
            if (is_cell != (other < layout->cells) ||
                (is_cell && self->component[other] != self->component[slot]))
                break;
        }
        if (!describe_group(self, &groups[count++], layout->order + first, end - first))
            return few_fail_memory(error);
    }
    self->groups = groups;
    self->group_count = count;
    bool too_many;
    self->ranking = few_ranking_create(self->memory, layout->words, groups, count, &too_many);
    if (!self->ranking)
        return too_many || few_fail_memory(error);
    self->space.ranks = few_ranking_size(self->ranking);
    self->space.rank_name = few_ranking_name(self->ranking);
    return true;
}

static bool can_stray(const struct few_rule_space *self) {
    const struct few_possible *possible = &self->possible;
    for (size_t i = 0; i < self->listing.atom_count; i++) {
        const struct few_atom *atom = &self->listing.atoms[i];
        if (atom->from != FEW_NOWHERE &&
            memcmp(possible->bits + (size_t)atom->slot * possible->stride,
                   possible->bits + (size_t)atom->from * possible->stride,
                   possible->stride * sizeof *possible->bits) != 0)
            return true;
    }
    return false;
}

bool few_rule_space_pack(struct few_rule_space *self, struct few_error *error) {
    if (!build_programs(self, error) || !build_ranking(self, error))
        return false;
    self->backward_strays = can_stray(self);
    self->space.words = self->layout.words;
    self->space.max_successors = self->forward->max_results;
    self->space.max_predecessors = self->backward->max_results;
    self->space.max_cost = 1;
    for (size_t n = 0; n < self->listing.count; n++)
        few_space_has_cost(&self->space, self->listing.instructions[n].cost);
    return true;
}

/* What is read off the instructions is proved by their effects before anything is built on it; what is not proved is not
 * used. Without inverses nothing goes backwards. */
static bool prove(struct few_rule_space *self, const uint32_t *undone_by) {
    struct few_prover prover;
    if (!few_prover_init(&prover, &self->listing))
        return false;
    const bool inverses = few_prove_inverses(&prover);
    const bool undirected = !self->space.undirected || few_prove_undirected(&prover, undone_by);
    const bool conserved = few_prove_conserved(&prover, self->component, self->conserved);
    few_prover_free(&prover);
    if (prover.stopped)
        return false;
    few_belief("every instruction has an inverse", inverses, self->puzzle);
    few_belief("every move can be undone", undirected, self->puzzle);
    few_belief("pieces are conserved", conserved, self->puzzle);
    const bool filters = self->nevers.filters;
    if (inverses)
        self->space.run = filters ? &filtered : &functions;
    else
        self->space.run = filters ? &filtered_forward_only : &forward_only;
    self->space.undirected = self->space.undirected && undirected && inverses;
    for (uint32_t s = 0; s < self->listing.slots; s++)
        self->conserved[s] = self->conserved[s] && conserved;
    return true;
}

static bool find_components(struct few_rule_space *self, struct few_error *error) {
    self->component = few_arena_alloc(&self->arena, (self->listing.slots + 1) * sizeof *self->component);
    self->conserved = few_arena_alloc(&self->arena, self->listing.slots + 1);
    return (self->component && self->conserved &&
            few_find_components(&self->listing, self->component, self->conserved)) ||
           few_fail_memory(error);
}

/* What is conserved, and how states are packed, is found without a look at `never`: it makes moves fewer, no more. */
static bool apply_nevers(struct few_rule_space *self, struct few_error *error) {
    const struct few_never_domain domain = {&self->layout, &self->possible, self->start};
    return self->puzzle->never_count == 0 ||
           few_nevers_build(&self->nevers, &self->arena, &self->listing, &domain, error);
}

static bool analyze(struct few_rule_space *self, struct few_error *error) {
    struct few_listing *listing = &self->listing;
    size_t bytes = few_array_size(listing->count, sizeof(uint32_t));
    uint32_t *undone_by = few_alloc_zeroed(self->memory, bytes);
    bool no_memory = true;
    if (undone_by)
        self->space.undirected = few_is_undirected(listing, undone_by, &no_memory);
    bool good = !no_memory && prove(self, undone_by);
    few_free(self->memory, undone_by, bytes);
    return good || few_fail_memory(error);
}

static bool compile(struct few_rule_space *self, struct few_error *error) {
    struct few_listing *listing = &self->listing;
    if (!few_expand_rules(listing, error) || !few_expand_repeated(listing, error) || !read_start(self, error))
        return false;
    if (!few_fold_fixed(listing, &self->possible) || !few_merge_choices(listing, &self->possible))
        return few_fail_memory(error);
    return find_components(self, error) &&
           few_layout_build(&self->layout, &self->arena, listing, &self->possible, self->component, error) &&
           apply_nevers(self, error) && analyze(self, error) &&
           few_rule_space_pack(self, error) && few_rule_space_set_goals(self, error);
}

struct few_rule_space *few_rule_space_empty(struct few_memory *memory, const struct few_puzzle *puzzle) {
    struct few_rule_space *self = few_alloc_zeroed(memory, sizeof *self);
    if (!self)
        return NULL;
    self->memory = memory;
    self->puzzle = puzzle;
    self->space.run = &functions;
    few_arena_init(&self->arena, memory);
    few_listing_init(&self->listing, memory, puzzle);
    few_arena_init(&self->goals.arena, memory);
    few_arena_init(&self->nevers.all.arena, memory);
    self->goals.memory = self->nevers.all.memory = memory;
    return self;
}

struct few_rule_space *few_rule_space_create(struct few_memory *memory, const struct few_puzzle *puzzle,
                                             struct few_error *error) {
    struct few_rule_space *self = few_rule_space_empty(memory, puzzle);
    if (!self) {
        few_fail_memory(error);
        return NULL;
    }
    if (!compile(self, error)) {
        few_rule_space_free(self);
        return NULL;
    }
    few_beliefs_try(self);
    return self;
}

void few_rule_space_free(struct few_rule_space *self) {
    if (!self)
        return;
    few_goals_free(&self->goals);
    few_goals_free(&self->nevers.all);
    few_ranking_free(self->ranking);
    few_possible_free(&self->possible, self->memory);
    few_listing_free(&self->listing);
    few_arena_free(&self->arena);
    few_free(self->memory, self, sizeof *self);
}

bool few_rule_space_serves(const struct few_rule_space *self, const few_code *start) {
    for (uint32_t s = 0; s < self->layout.slots; s++)
        if (!few_can_hold(&self->possible, s, start[s]))
            return false;
    /* Conserved components need the same multiset: every piece as often as in the start compiled for. */
    for (uint32_t i = 0; i < self->layout.cell_fields; i++) {
        uint32_t root = self->component[self->layout.order[i]];
        if (self->layout.order[i] != root || !self->conserved[root])
            continue;
        for (uint32_t v = 0; v < self->layout.cell_values; v++) {
            int balance = 0;
            for (uint32_t k = i; k < self->layout.cell_fields; k++) {
                uint32_t slot = self->layout.order[k];
                if (self->component[slot] == root)
                    balance += (start[slot] == self->layout.cell_piece[v]) -
                               (self->start[slot] == self->layout.cell_piece[v]);
            }
            if (balance != 0)
                return false;
        }
    }
    return true;
}

/* How often each piece is on the board. false: that is not always the same. */
static bool count_pieces(const struct few_rule_space *self, uint32_t *on_board) {
    for (uint32_t cell = 0; cell < self->layout.cells; cell++) {
        if (self->layout.fields[cell].width && !self->conserved[self->component[cell]])
            return false;
        on_board[self->start[cell]]++;
    }
    return true;
}

/* Whether some goal asks how many pieces stand somewhere. */
static bool goals_count(const struct few_puzzle *puzzle) {
    bool found = false;
    for (uint32_t g = 0; g < puzzle->goal_count && !found; g++)
        for (uint32_t i = 0; i < puzzle->goals[g].count && !found; i++)
            found = few_is_aggregate(&puzzle->goals[g].conditions[i]);
    return found;
}

bool few_rule_space_set_goals(struct few_rule_space *self, struct few_error *error) {
    struct few_goals goals;
    const bool counts = goals_count(self->puzzle);
    const size_t bytes = counts ? (self->puzzle->piece_count + (size_t)1) * sizeof(uint32_t) : 0;
    uint32_t *on_board = counts ? few_alloc_zeroed(self->memory, bytes) : NULL;
    if (counts && !on_board)
        return few_fail_memory(error);
    const bool known = counts && count_pieces(self, on_board);
    const struct few_goal_lines lines = {self->puzzle->goals, self->puzzle->goal_count, "goal", known ? on_board : NULL, false};
    const bool built = few_goals_build(&goals, self->memory, self->puzzle, lines, &self->layout, &self->possible, error);
    few_free(self->memory, on_board, bytes);
    if (!built)
        return false;
    few_goals_free(&self->goals);
    self->goals = goals;
    few_beliefs_try_goals(self);
    return true;
}

enum few_goal_list few_rule_space_list_goals(const struct few_rule_space *self, struct few_memory *memory, size_t limit,
                                             uint64_t **states, size_t *count, size_t *room) {
    struct few_goal_domain domain = {&self->layout, &self->possible, self->component, self->conserved, self->start,
                                     &self->nevers.all};
    return few_goals_list(&self->goals, &domain, memory, limit, states, count, room);
}
