/* The space of a large board with few pieces: states are kept by the places of the pieces (rules/places.h), and all that is known of
 * the board is asked of its wide form. */
#include "rules/places.h"

#include "base/list.h"
#include "bound/bound.h"
#include "facts/facts.h"
#include "space/describe.h"
#include "space/fingerprint.h"
#include "spaces/board/board.h"

#include <string.h>

enum { BATCH = 16 };

struct places_space {
    struct few_space space;
    struct few_memory *memory;
    struct few_rule_space *board; /* on wide states */
    const struct few_places *places;
    const struct few_place_flip *forward, *backward;
};

static const struct places_space *self_of(const struct few_space *space) {
    return (const struct places_space *)space;
}

/* ---- Moves */

/* Takes out the states that going back must not lead to, or that must never be. */
static size_t sift(const struct places_space *self, const struct few_filter *filter, bool strays, uint64_t *next,
                   struct few_step *steps, size_t count) {
    const struct few_nevers *nevers = &self->board->nevers;
    const size_t words = self->places->words;
    uint64_t wide[FEW_MAX_BOARD_WORDS];
    size_t kept = 0;
    if (!strays && !nevers->filters)
        return count;
    for (size_t i = 0; i < count; i++) {
        few_places_widen(self->places, next + i * words, wide);
        if ((strays && !few_rule_space_can_be(self->board, wide)) ||
            (nevers->filters && few_filter_run(nevers, filter, wide, NULL, 1) == 0))
            continue;
        memmove(next + kept * words, next + i * words, words * sizeof *next);
        if (steps)
            steps[kept] = steps[i];
        kept++;
    }
    return kept;
}

static size_t successors(const struct few_space *space, const uint64_t *states, size_t count, uint64_t *next,
                         struct few_step *steps) {
    const struct places_space *self = self_of(space);
    const size_t made = few_program_run_places(self->board->forward, self->places, self->forward, states, count, next, steps);
    return sift(self, &self->board->nevers.forward, false, next, steps, made);
}

static size_t predecessors(const struct few_space *space, const uint64_t *states, size_t count, uint64_t *next,
                           struct few_step *steps) {
    const struct places_space *self = self_of(space);
    const size_t made = few_program_run_places(self->board->backward, self->places, self->backward, states, count, next, steps);
    return sift(self, &self->board->nevers.backward, self->board->backward_strays, next, steps, made);
}

static void is_goal(const struct few_space *space, const uint64_t *states, size_t count, bool *goal) {
    const struct places_space *self = self_of(space);
    uint64_t wide[FEW_MAX_BOARD_WORDS];
    for (size_t i = 0; i < count; i++) {
        few_places_widen(self->places, states + i * space->words, wide);
        goal[i] = few_goals_hold(&self->board->goals, wide);
    }
}

/* ---- Numbers and texts */

static void widen_some(const struct few_places *places, const uint64_t *states, size_t count, uint64_t *wide) {
    for (size_t i = 0; i < count; i++)
        few_places_widen(places, states + i * places->words, wide + i * places->wide_words);
}

static void rank(const struct few_space *space, const uint64_t *states, size_t count, uint64_t *ranks) {
    const struct places_space *self = self_of(space);
    const struct few_space *board = &self->board->space;
    uint64_t wide[BATCH * FEW_MAX_BOARD_WORDS];
    for (size_t done = 0, some; done < count; done += some) {
        some = count - done < BATCH ? count - done : BATCH;
        widen_some(self->places, states + done * space->words, some, wide);
        board->run->rank(board, wide, some, ranks + done);
    }
}

static void unrank(const struct few_space *space, const uint64_t *ranks, size_t count, uint64_t *states) {
    const struct places_space *self = self_of(space);
    const struct few_space *board = &self->board->space;
    uint64_t wide[BATCH * FEW_MAX_BOARD_WORDS];
    for (size_t done = 0, some; done < count; done += some) {
        some = count - done < BATCH ? count - done : BATCH;
        board->run->unrank(board, ranks + done, some, wide);
        for (size_t i = 0; i < some; i++)
            few_places_narrow(self->places, wide + i * board->words, states + (done + i) * space->words);
    }
}

static void read_state(const struct few_space *space, const uint64_t *state, uint16_t *values, size_t *length) {
    const struct places_space *self = self_of(space);
    uint64_t wide[FEW_MAX_BOARD_WORDS];
    few_places_widen(self->places, state, wide);
    self->board->space.run->read(&self->board->space, wide, values, length);
}

static bool write_state(const struct few_space *space, const uint16_t *values, size_t length, uint64_t *state) {
    const struct places_space *self = self_of(space);
    uint64_t wide[FEW_MAX_BOARD_WORDS];
    memset(state, 0, space->words * sizeof *state);
    return self->board->space.run->write(&self->board->space, values, length, wide) &&
           few_places_narrow(self->places, wide, state);
}

static struct few_move_place place(const struct few_space *space, const uint64_t *state, uint32_t move) {
    const struct few_space *board = &self_of(space)->board->space;
    return board->run->place(board, state, move);
}

static bool holds(const struct few_space *space, const uint64_t *state) {
    const struct places_space *self = self_of(space);
    uint64_t wide[FEW_MAX_BOARD_WORDS];
    if (!few_places_hold(self->places, state))
        return false;
    few_places_widen(self->places, state, wide);
    return few_rule_holds(&self->board->space, wide);
}

static const struct few_space_functions functions = {
    successors, predecessors, is_goal, rank, unrank, read_state, write_state, place, NULL, NULL, holds,
};

static const struct few_space_functions forward_only = {
    successors, NULL, is_goal, rank, unrank, read_state, write_state, place, NULL, NULL, holds,
};

/* ---- Keeping it */

static bool starts(const struct few_space *space, struct few_list *list) {
    const struct places_space *self = self_of(space);
    const struct few_space *board = &self->board->space;
    struct few_list wide;
    few_list_init(&wide, list->memory, board->words * sizeof(uint64_t));
    bool good = board->keep->starts(board, &wide);
    for (size_t i = 0; good && i < wide.count; i++) {
        uint64_t state[FEW_MAX_BOARD_WORDS];
        few_places_narrow(self->places, few_list_at(&wide, i), state);
        good = few_list_append(list, state, 1);
    }
    few_list_free(&wide);
    return good;
}

static enum few_goal_list goals(const struct few_space *space, struct few_memory *memory, size_t limit, uint64_t **states,
                                size_t *count) {
    const struct places_space *self = self_of(space);
    const struct few_space *board = &self->board->space;
    const size_t size = space->words * sizeof **states, wide_size = board->words * sizeof **states;
    uint64_t *wide = NULL;
    *states = NULL;
    *count = 0;
    size_t found = 0;
    const enum few_goal_list outcome = board->keep->goals(board, memory, limit, &wide, &found);
    if (outcome != FEW_GOALS_LISTED || found == 0)
        return outcome;
    uint64_t *narrow = few_alloc(memory, found * size);
    for (size_t i = 0; narrow && i < found; i++)
        few_places_narrow(self->places, wide + i * board->words, narrow + i * space->words);
    few_free(memory, wide, found * wide_size);
    *states = narrow;
    *count = narrow ? found : 0;
    return narrow ? FEW_GOALS_LISTED : FEW_GOALS_NO_MEMORY;
}

static bool renew(struct few_space *space, bool start_changed, struct few_error *error) {
    struct few_space *board = &self_of(space)->board->space;
    return board->keep->renew(board, start_changed, error);
}

static void fingerprint(const struct few_space *space, const struct few_puzzle *puzzle, struct few_digest *digest) {
    const struct few_space *board = &self_of(space)->board->space;
    few_digest_text(digest, "places");
    few_digest_number(digest, space->words);
    board->keep->fingerprint(board, puzzle, digest);
}

static void describe(const struct few_space *space, struct few_description *description) {
    const struct places_space *self = self_of(space);
    few_board_describe(&self->board->space, description);
    description->bits = self->places->bits;
}

static void free_space(struct few_space *space) {
    struct places_space *self = (struct places_space *)space;
    few_rule_space_free(self->board); /* whose arena has all the rest */
    few_free(self->memory, self, sizeof *self);
}

/* ---- Bounds, which are those of the wide form */

struct places_bound {
    struct few_bound bound;
    struct few_bound *wide;
    struct few_facts *facts; /* that it was made from */
    const struct few_places *places;
};

static void look_up(const struct few_bound *bound, const uint64_t *states, size_t count, uint32_t *bounds) {
    const struct places_bound *self = (const struct places_bound *)bound;
    uint64_t wide[BATCH * FEW_MAX_BOARD_WORDS];
    for (size_t done = 0, some; done < count; done += some) {
        some = count - done < BATCH ? count - done : BATCH;
        widen_some(self->places, states + done * bound->words, some, wide);
        self->wide->look_up(self->wide, wide, some, bounds + done);
    }
}

static void free_bound(struct few_bound *bound) {
    struct places_bound *self = (struct places_bound *)bound;
    few_bound_free(self->wide);
    if (self->facts)
        self->facts->free(self->facts);
    few_free(bound->memory, self, sizeof *self);
}

static const struct few_bound_kind bound_kind = {free_bound, NULL};

static struct places_bound *new_bound(const struct few_space *space, struct few_memory *memory) {
    struct places_bound *made = few_alloc_zeroed(memory, sizeof *made);
    if (made) {
        made->bound.memory = memory;
        made->places = self_of(space)->places;
    }
    return made;
}

/* Once it has its wide form. */
static struct few_bound *wrap_bound(const struct few_space *space, struct places_bound *made) {
    struct few_memory *memory = made->bound.memory;
    made->bound = *made->wide;
    made->bound.kind = &bound_kind;
    made->bound.look_up = look_up;
    made->bound.memory = memory;
    made->bound.words = space->words;
    return &made->bound;
}

static bool make_bound(const struct few_space *space, struct few_memory *memory, const struct few_facts *facts,
                       const struct few_bound_wish *wish, struct few_bound **bound, struct few_error *error) {
    const struct places_space *self = self_of(space);
    struct places_bound *made = new_bound(space, memory);
    (void)facts; /* none are known of the narrow form */
    *bound = NULL;
    if (!made)
        return few_fail_memory(error);
    made->facts = few_board_facts(&self->board->space, memory);
    if (!made->facts ? !few_fail_memory(error)
                     : !few_board_bound(&self->board->space, memory, made->facts, wish, &made->wide, error)) {
        free_bound(&made->bound);
        return false;
    }
    *bound = wrap_bound(space, made);
    return true;
}

static bool find_hopeless(const struct few_space *space, struct few_memory *memory, struct few_bound **bound) {
    struct places_bound *made = new_bound(space, memory);
    *bound = NULL;
    const bool good = made && few_board_hopeless(&self_of(space)->board->space, memory, &made->wide);
    if (made && made->wide)
        *bound = wrap_bound(space, made);
    else if (made)
        free_bound(&made->bound);
    return good;
}

static const struct few_space_keeping keeping = {
    .free = free_space,
    .starts = starts,
    .goals = goals,
    .renew = renew,
    .fingerprint = fingerprint,
    .bound = make_bound,
    .hopeless = find_hopeless,
    .describe = describe,
};

struct few_space *few_board_by_places(struct few_rule_space *board) {
    struct few_memory *memory = board->memory;
    struct few_arena *arena = &board->arena;
    const struct few_places *places = few_places_create(arena, board);
    if (!places)
        return NULL;
    if (places->words >= board->layout.words)
        return &board->space;
    struct places_space *self = few_alloc_zeroed(memory, sizeof *self);
    if (!self)
        return NULL;
    *self = (struct places_space){.space = board->space, .memory = memory, .board = board, .places = places,
                                  .forward = few_places_flips(arena, board, places, board->forward, false),
                                  .backward = few_places_flips(arena, board, places, board->backward, true)};
    self->space.run = board->space.run->predecessors ? &functions : &forward_only;
    self->space.keep = &keeping;
    self->space.words = places->words;
    self->space.no_patterns = "the board is large, and its states are kept by the places of the pieces";
    if (!self->forward || !self->backward) {
        few_free(memory, self, sizeof *self);
        return NULL;
    }
    return &self->space;
}
