/* Which states an exploration from the goal ranges over: docs/language.md, "Back from the goal". Found on all arrangements, where they
 * are few. */
#include "trial.h"

#include <string.h>

enum { MOST_ARRANGEMENTS = 1200 };

/* Every arrangement of a board and vars; 0: there are too many. */
static size_t all_boards(trial *self, const symbol *pieces, size_t piece_count, state **result) {
    const puzzle *game = self->game;
    const size_t cells = puzzle_cells(game), slots = cells + game->var_count;
    size_t total = 1;
    for (size_t i = 0; i < slots && total <= MOST_ARRANGEMENTS; i++) total *= i >= cells ? game->vars[i - cells].count : is_wall(game, i) ? 1 : piece_count;
    if (total > MOST_ARRANGEMENTS) return 0;
    state *all = arena_take(&self->memory, (total + 1) * sizeof *all);
    for (size_t n = 0; n < total; n++) {
        all[n] = (state){arena_take(&self->memory, (slots + 1) * sizeof(symbol)), slots};
        size_t rest = n;
        for (size_t i = 0; i < slots; i++) {
            const bool wall = i < cells && is_wall(game, i);
            const size_t count = i >= cells ? game->vars[i - cells].count : wall ? 1 : piece_count;
            all[n].at[i] = wall ? game->floor[i] : i < cells ? pieces[rest % count] : game->vars[i - cells].values[rest % count];
            rest /= count;
        }
    }
    *result = all;
    return total;
}

/* Every string up to the bound. */
static size_t all_strings(trial *self, const symbol *pieces, size_t piece_count, state **result) {
    const size_t bound = self->game->bound;
    size_t total = 1, power = 1;
    if (self->game->is_open || bound > 64) return 0; /* which digits a sum may come to is not worked out */
    for (size_t length = 1; length <= bound && total <= MOST_ARRANGEMENTS; length++) total += power *= piece_count;
    if (total > MOST_ARRANGEMENTS) return 0;
    state *all = arena_take(&self->memory, (total + 1) * sizeof *all);
    size_t n = 0;
    power = 1;
    for (size_t length = 0; length <= bound; length++, power *= piece_count)
        for (size_t k = 0; k < power; k++, n++) {
            all[n] = (state){arena_take(&self->memory, (length + 1) * sizeof(symbol)), length};
            size_t rest = k;
            for (size_t i = 0; i < length; i++, rest /= piece_count) all[n].at[i] = pieces[rest % piece_count];
        }
    *result = all;
    return total;
}

bool find_whole(trial *self) {
    const puzzle *game = self->game;
    if (self->has_whole) return self->whole.count > 0;
    symbol *pieces = arena_take(&self->memory, (game->word_count + 1) * sizeof *pieces);
    size_t piece_count = 0;
    state *every = NULL;
    for (size_t i = 0; i < game->word_count; i++)
        if (game->words[i].is_piece) pieces[piece_count++] = (symbol)i;
    const size_t total = game->is_string ? all_strings(self, pieces, piece_count, &every) : all_boards(self, pieces, piece_count, &every);
    self->has_whole = true;
    if (total > 0) {
        space_build(&self->whole, game, every, total, total, SIZE_MAX);
        self->all = space_truth(&self->whole, game->goals, game->goal_count);
        for (size_t n = 0; n < self->whole.count; n++)
            if (must_never_be(game, self->whole.nodes[n].at)) self->all.moves[n] = self->all.least[n] = FAR;
        self->unbound = *game;
        self->unbound.never_count = 0;
        space_build(&self->rules, &self->unbound, every, total, total, SIZE_MAX);
        if (!self->whole.is_whole || !self->rules.is_whole) self->whole.count = 0; /* their moves are too many */
    }
    return self->whole.count > 0;
}

/* ---- what the start does not rule out ---- */

typedef struct range {
    trial *self;
    size_t words, cells, slots;
    bool *can;       /* can[slot * words + symbol] */
    size_t *joined;  /* of each cell: another one that some move changes together with it */
    bool *is_in;     /* of each arrangement */
} range;

static bool can_all(const range *made, state one) {
    for (size_t i = 0; i < made->slots; i++)
        if (!made->can[i * made->words + one.at[i]]) return false;
    return true;
}

static bool allow(range *made, state one) {
    bool any = false;
    for (size_t i = 0; i < made->slots; i++) {
        bool *can = &made->can[i * made->words + one.at[i]];
        any = any || !*can;
        *can = true;
    }
    return any;
}

/* What can come into each cell and var, from the start on, whatever `never` says. */
static void find_possible(range *made) {
    const space *whole = &made->self->rules;
    for (size_t i = 0; i < made->self->reach.start_count; i++) allow(made, made->self->reach.nodes[i].at);
    for (bool any = true; any;) {
        any = false;
        for (size_t n = 0; n < whole->count; n++)
            for (size_t k = 0; k < whole->nodes[n].edge_count && can_all(made, whole->nodes[n].at); k++)
                any |= allow(made, whole->nodes[whole->nodes[n].edges[k].to].at);
    }
}

static size_t root_of(const range *made, size_t cell) {
    while (made->joined[cell] != cell) cell = made->joined[cell];
    return cell;
}

/* Calls `visit` with each move between states that can be. */
static void each_move(range *made, void (*visit)(range *made, state from, state to)) {
    const space *whole = &made->self->rules;
    for (size_t n = 0; n < whole->count; n++)
        for (size_t k = 0; made->is_in[n] && k < whole->nodes[n].edge_count; k++)
            visit(made, whole->nodes[n].at, whole->nodes[whole->nodes[n].edges[k].to].at);
}

static void join(range *made, state from, state to) {
    size_t first = SIZE_MAX;
    for (size_t i = 0; i < made->cells; i++) {
        if (from.at[i] == to.at[i]) continue;
        if (first == SIZE_MAX) first = root_of(made, i);
        else made->joined[root_of(made, i)] = first;
    }
}

/* Whether the cells that belong to `root` hold as many of each piece in both. */
static bool holds_as_many(const range *made, size_t root, state a, state b) {
    int *balance = arena_take(&made->self->memory, made->words * sizeof *balance);
    for (size_t i = 0; i < made->cells; i++)
        if (root_of(made, i) == root) balance[a.at[i]]++, balance[b.at[i]]--;
    for (size_t i = 0; i < made->words; i++)
        if (balance[i] != 0) return false;
    return true;
}

/* Marks the cells, by their root, among which some move makes or loses a piece; behind what can be in each slot. */
static void find_losses(range *made, state from, state to) {
    for (size_t i = 0; i < made->cells; i++) {
        const size_t root = root_of(made, i);
        bool *loses = &made->can[made->slots * made->words + root];
        if (!*loses && from.at[i] != to.at[i]) *loses = !holds_as_many(made, root, from, to);
    }
}

bool *states_from_goal(trial *self) {
    range made = {.self = self, .words = self->game->word_count, .cells = puzzle_cells(self->game)};
    made.slots = made.cells + self->game->var_count;
    made.is_in = arena_take(&self->memory, self->whole.count + 1);
    if (self->game->is_string) return memset(made.is_in, true, self->whole.count);
    made.can = arena_take(&self->memory, made.slots * made.words + made.cells + 1);
    made.joined = arena_take(&self->memory, (made.cells + 1) * sizeof *made.joined);
    find_possible(&made);
    for (size_t i = 0; i < made.cells; i++) made.joined[i] = i;
    for (size_t n = 0; n < self->whole.count; n++) made.is_in[n] = can_all(&made, self->whole.nodes[n].at);
    each_move(&made, join);
    each_move(&made, find_losses);
    for (size_t n = 0; n < self->whole.count; n++)
        for (size_t i = 0; made.is_in[n] && i < made.cells; i++)
            if (made.joined[i] == i && !made.can[made.slots * made.words + i])
                made.is_in[n] = holds_as_many(&made, i, self->reach.nodes[0].at, self->whole.nodes[n].at);
    return made.is_in;
}

/* ---- one piece that moves ---- */

/* The pair of pieces that every move exchanges, in two cells. false: some move does something else. */
static bool find_exchange(const trial *self, size_t cells, symbol pair[2]) {
    bool any = false;
    for (size_t n = 0; n < self->reach.count; n++)
        for (size_t k = 0; k < self->reach.nodes[n].edge_count; k++) {
            const state from = self->reach.nodes[n].at, to = self->reach.nodes[self->reach.nodes[n].edges[k].to].at;
            size_t changed = 0, at[2];
            for (size_t i = 0; i < cells; i++)
                if (from.at[i] != to.at[i] && changed++ < 2) at[changed - 1] = i;
            if (changed != 2 || from.at[at[0]] != to.at[at[1]] || from.at[at[1]] != to.at[at[0]]) return false;
            const symbol a = from.at[at[0]], b = from.at[at[1]];
            if (!any) pair[0] = a, pair[1] = b;
            else if (!((a == pair[0] && b == pair[1]) || (a == pair[1] && b == pair[0]))) return false;
            any = true;
        }
    return any;
}

static size_t count_of(state one, size_t cells, symbol piece) {
    size_t count = 0;
    for (size_t i = 0; i < cells; i++) count += one.at[i] == piece;
    return count;
}

bool *states_of_mover(trial *self, unsigned which) {
    const size_t cells = puzzle_cells(self->game);
    symbol pair[2];
    if (cells == 0 || self->game->var_count > 0 || !find_exchange(self, cells, pair)) return NULL;
    const symbol mover = pair[which], floor = pair[1 - which];
    const state begin = self->reach.nodes[0].at;
    if (count_of(begin, cells, mover) != 1) return NULL;
    bool *is_in = arena_take(&self->memory, self->whole.count + 1);
    for (size_t n = 0; n < self->whole.count; n++) {
        const state one = self->whole.nodes[n].at;
        is_in[n] = count_of(one, cells, mover) == 1;
        for (size_t i = 0; i < cells; i++) {
            const bool was_floor = begin.at[i] == floor || begin.at[i] == mover, is_floor = one.at[i] == floor || one.at[i] == mover;
            is_in[n] = is_in[n] && was_floor == is_floor && (is_floor || one.at[i] == begin.at[i]);
        }
    }
    return is_in;
}
