/* Bonds are suppositions about all states, taken from the start and kept if every instruction leads from states in which they
 * hold to such states. There are two kinds:
 *
 * - a pair: right of every n (or below it) is a u, and left of every u (or above it) is an n;
 * - a body: all cells that hold an A are those of one shape, wherever it lies.
 *
 * Each is proved by itself. Pieces that no instruction changes are walls rather than blocks, and are left out. */
#include "rules/bonds.h"
#include "rules/instruction.h"

#include <stdlib.h>

enum { MOST_CELLS = 4096, NOTHING = FEW_CODE_ANY, CONFLICT = FEW_CODE_ANY - 1 };

struct pair {
    few_code partner; /* of a piece, right of it or below; NOTHING: none is supposed */
    bool moves;
};

struct body {
    uint32_t first, count; /* its cells in the start, among `cells`, in reading order; 0: none is supposed */
    uint32_t seen;         /* the instruction that was last looked at for it, from 1 */
    bool moves;
};

struct search {
    const struct few_puzzle *puzzle;
    const few_code *start;
    struct few_listing listing;
    struct few_arena arena;
    uint32_t cells, columns;
    struct pair *pairs[2];  /* to the right, below: of each piece */
    few_code *before[2];    /* the piece whose partner it is; NOTHING: none */
    struct body *bodies;    /* of each piece */
    uint32_t *body_cells;
};

/* The neighbour of a cell, FEW_NOWHERE beyond the edge. */
static uint32_t neighbour(const struct search *s, uint32_t cell, int below, bool back) {
    const uint32_t column = cell % s->columns;
    if (below)
        return back ? (cell >= s->columns ? cell - s->columns : FEW_NOWHERE)
                    : (cell + s->columns < s->cells ? cell + s->columns : FEW_NOWHERE);
    return back ? (column > 0 ? cell - 1 : FEW_NOWHERE) : (column + 1 < s->columns ? cell + 1 : FEW_NOWHERE);
}

/* ---- What the start suggests */

static void note(few_code *known, few_code other) {
    *known = *known == NOTHING || *known == other ? other : CONFLICT;
}

static void suppose_pairs(struct search *s) {
    for (int below = 0; below < 2; below++) {
        for (uint32_t p = 0; p < s->puzzle->piece_count; p++) {
            s->pairs[below][p].partner = NOTHING;
            s->before[below][p] = NOTHING;
        }
        for (uint32_t cell = 0; cell < s->cells; cell++) {
            const uint32_t next = neighbour(s, cell, below, false), last = neighbour(s, cell, below, true);
            note(&s->pairs[below][s->start[cell]].partner, next == FEW_NOWHERE ? CONFLICT : s->start[next]);
            note(&s->before[below][s->start[cell]], last == FEW_NOWHERE ? CONFLICT : s->start[last]);
        }
        for (uint32_t p = 0; p < s->puzzle->piece_count; p++) {
            struct pair *pair = &s->pairs[below][p];
            if (pair->partner == p || pair->partner >= CONFLICT || s->before[below][pair->partner] != p)
                pair->partner = NOTHING;
        }
        for (uint32_t p = 0; p < s->puzzle->piece_count; p++) {
            const few_code first = s->before[below][p];
            if (first >= CONFLICT || s->pairs[below][first].partner != p)
                s->before[below][p] = NOTHING;
        }
    }
}

/* Whether the cells of a body hang together. */
static bool hangs_together(const struct search *s, const struct body *body, few_code piece, bool *reached, uint32_t *queue) {
    const uint32_t *cells = s->body_cells + body->first;
    uint32_t count = 1;
    queue[0] = cells[0];
    reached[cells[0]] = true;
    for (uint32_t i = 0; i < count; i++) {
        for (int side = 0; side < 4; side++) {
            const uint32_t next = neighbour(s, queue[i], side & 1, side & 2);
            if (next == FEW_NOWHERE || reached[next] || s->start[next] != piece)
                continue;
            reached[next] = true;
            queue[count++] = next;
        }
    }
    return count == body->count;
}

static bool suppose_bodies(struct search *s) {
    bool *reached = few_arena_alloc(&s->arena, s->cells);
    uint32_t *queue = few_arena_alloc(&s->arena, s->cells * sizeof *queue), first = 0;
    if (!reached || !queue)
        return false;
    for (uint32_t cell = 0; cell < s->cells; cell++)
        s->bodies[s->start[cell]].count++;
    for (uint32_t p = 0; p < s->puzzle->piece_count; p++) {
        s->bodies[p].first = first;
        first += s->bodies[p].count;
        s->bodies[p].count = 0;
    }
    for (uint32_t cell = 0; cell < s->cells; cell++) {
        struct body *body = &s->bodies[s->start[cell]];
        s->body_cells[body->first + body->count++] = cell;
    }
    for (uint32_t p = 0; p < s->puzzle->piece_count; p++) {
        struct body *body = &s->bodies[p];
        if (body->count < 2 || !hangs_together(s, body, (few_code)p, reached, queue))
            body->count = 0;
    }
    return true;
}

static bool suppose(struct search *s) {
    const size_t pieces = s->puzzle->piece_count + 1u;
    for (int below = 0; below < 2; below++) {
        s->pairs[below] = few_arena_alloc(&s->arena, pieces * sizeof *s->pairs[below]);
        s->before[below] = few_arena_alloc(&s->arena, pieces * sizeof *s->before[below]);
        if (!s->pairs[below] || !s->before[below])
            return false;
    }
    s->bodies = few_arena_alloc(&s->arena, pieces * sizeof *s->bodies);
    s->body_cells = few_arena_alloc(&s->arena, s->cells * sizeof *s->body_cells);
    if (!s->bodies || !s->body_cells || !suppose_bodies(s))
        return false;
    suppose_pairs(s);
    return true;
}

/* A cell that holds no piece, as a wall of the floor does, is in no supposition. */
static bool has_only_pieces(const struct search *s) {
    for (uint32_t cell = 0; cell < s->cells; cell++)
        if (s->start[cell] >= s->puzzle->piece_count)
            return false;
    return true;
}

static bool supposes_anything(const struct search *s) {
    for (uint32_t p = 0; p < s->puzzle->piece_count; p++)
        if (s->bodies[p].count || s->pairs[0][p].partner != NOTHING || s->pairs[1][p].partner != NOTHING)
            return true;
    return false;
}

/* ---- What an instruction does. Where it changes a cell, the contents before and after are known. */

struct look {
    const struct few_atom *atoms;
    uint32_t count;
};

static const struct few_atom *atom_of(struct look look, uint32_t slot) {
    uint32_t low = 0, high = look.count;
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        if (look.atoms[middle].slot < slot)
            low = middle + 1;
        else
            high = middle;
    }
    return low < look.count && look.atoms[low].slot == slot ? &look.atoms[low] : NULL;
}

/* FEW_CODE_ANY: not known. */
static few_code before_at(struct look look, uint32_t slot) {
    const struct few_atom *atom = slot == FEW_NOWHERE ? NULL : atom_of(look, slot);
    return atom ? atom->test : FEW_CODE_ANY;
}

static few_code after_of(struct look look, const struct few_atom *atom) {
    if (atom->from != FEW_NOWHERE)
        return before_at(look, atom->from);
    return atom->set != FEW_CODE_ANY ? atom->set : atom->test;
}

static few_code after_at(struct look look, uint32_t slot) {
    const struct few_atom *atom = slot == FEW_NOWHERE ? NULL : atom_of(look, slot);
    return atom ? after_of(look, atom) : FEW_CODE_ANY;
}

static bool is_known(struct look look, uint32_t cells) {
    for (uint32_t i = 0; i < look.count; i++) {
        const struct few_atom *atom = &look.atoms[i];
        if (atom->slot < cells && few_atom_changes(atom) &&
            (atom->test == FEW_CODE_ANY || after_of(look, atom) == FEW_CODE_ANY))
            return false;
    }
    return true;
}

/* ---- Pairs */

/* Whether the supposition says that the instruction is never done: a tested piece whose partner is not where it must be. */
static bool never_done(const struct search *s, struct look look, int below, few_code piece) {
    const few_code other = s->pairs[below][piece].partner;
    for (uint32_t i = 0; i < look.count; i++) {
        const struct few_atom *atom = &look.atoms[i];
        if (atom->slot >= s->cells || (atom->test != piece && atom->test != other))
            continue;
        const bool back = atom->test == other;
        const uint32_t there = neighbour(s, atom->slot, below, back);
        const few_code wanted = back ? piece : other, found = before_at(look, there);
        if (there == FEW_NOWHERE || (found != FEW_CODE_ANY && found != wanted))
            return true;
    }
    return false;
}

/* What is in a cell afterwards where a partner stood before, if it is not changed. */
static bool stays_a_pair(const struct search *s, struct look look, int below, const struct few_atom *atom, bool back) {
    const few_code piece = after_of(look, atom);
    const few_code wanted = back ? s->before[below][piece] : s->pairs[below][piece].partner;
    return after_at(look, neighbour(s, atom->slot, below, back)) == wanted;
}

/* A piece that went must have taken its partner with it; one that came must have brought it. */
static bool keeps_pair(const struct search *s, struct look look, int below, few_code piece) {
    const few_code other = s->pairs[below][piece].partner;
    if (never_done(s, look, below, piece))
        return true;
    for (uint32_t i = 0; i < look.count; i++) {
        const struct few_atom *atom = &look.atoms[i];
        if (atom->slot >= s->cells || !few_atom_changes(atom))
            continue;
        const few_code was = atom->test, is = after_of(look, atom);
        if (is == was)
            continue;
        if ((is == piece && !stays_a_pair(s, look, below, atom, false)) ||
            (is == other && !stays_a_pair(s, look, below, atom, true)))
            return false;
        /* what stays at the side of a piece that went is its partner, unless that is changed, too */
        if (was == piece || was == other) {
            const struct few_atom *side = atom_of(look, neighbour(s, atom->slot, below, was == other));
            if (!side || after_of(look, side) == FEW_CODE_ANY || after_of(look, side) == (was == piece ? other : piece))
                return false;
        }
    }
    return true;
}

static void try_pairs(struct search *s, struct look look, few_code piece) {
    for (int below = 0; below < 2; below++) {
        const few_code tried[2] = {piece, s->before[below][piece]};
        for (int i = 0; i < 2; i++) {
            if (tried[i] == NOTHING || s->pairs[below][tried[i]].partner == NOTHING)
                continue;
            struct pair *pair = &s->pairs[below][tried[i]];
            pair->moves = true;
            if (keeps_pair(s, look, below, tried[i]))
                continue;
            s->before[below][pair->partner] = NOTHING;
            pair->partner = NOTHING;
        }
    }
}

/* ---- Bodies */

/* The cell of a body whose first cell is `first`, FEW_NOWHERE where it is not on the board. */
static uint32_t body_cell(const struct search *s, const struct body *body, uint32_t first, uint32_t index) {
    const uint32_t *cells = s->body_cells + body->first;
    const uint32_t row = cells[index] / s->columns - cells[0] / s->columns + first / s->columns;
    const uint32_t column = cells[index] % s->columns + first % s->columns - cells[0] % s->columns; /* below 0: large */
    return column < s->columns && row * s->columns + column < s->cells ? row * s->columns + column : FEW_NOWHERE;
}

static bool body_has(const struct search *s, const struct body *body, uint32_t first, uint32_t cell) {
    for (uint32_t i = 0; i < body->count; i++)
        if (body_cell(s, body, first, i) == cell)
            return true;
    return false;
}

static bool body_fits(const struct search *s, struct look look, const struct body *body, uint32_t first, few_code piece) {
    for (uint32_t i = 0; i < body->count; i++)
        if (body_cell(s, body, first, i) == FEW_NOWHERE)
            return false;
    for (uint32_t i = 0; i < look.count; i++) {
        const struct few_atom *atom = &look.atoms[i];
        if (atom->slot < s->cells && atom->test != FEW_CODE_ANY &&
            (atom->test == piece) != body_has(s, body, first, atom->slot))
            return false;
    }
    return true;
}

/* Whether what lay at `first` is the same body afterwards, wherever. */
static bool stays_a_body(const struct search *s, struct look look, const struct body *body, uint32_t first, few_code piece) {
    uint32_t least = FEW_NOWHERE, count = body->count;
    for (uint32_t i = 0; i < body->count; i++) {
        const uint32_t cell = body_cell(s, body, first, i);
        const struct few_atom *atom = atom_of(look, cell);
        if ((!atom || after_of(look, atom) == piece || after_of(look, atom) == FEW_CODE_ANY) && cell < least)
            least = cell;
    }
    for (uint32_t i = 0; i < look.count; i++) {
        const struct few_atom *atom = &look.atoms[i];
        if (atom->slot >= s->cells || !few_atom_changes(atom))
            continue;
        const bool was = atom->test == piece, is = after_of(look, atom) == piece;
        count = count + is - was;
        if (is && atom->slot < least)
            least = atom->slot;
    }
    if (count != body->count)
        return false;
    for (uint32_t i = 0; i < body->count; i++) {
        const uint32_t cell = body_cell(s, body, least, i);
        const struct few_atom *atom = cell == FEW_NOWHERE ? NULL : atom_of(look, cell);
        const bool changed = atom && few_atom_changes(atom);
        if (cell == FEW_NOWHERE || (changed ? after_of(look, atom) != piece : !body_has(s, body, first, cell)))
            return false;
    }
    return true;
}

static bool keeps_body(const struct search *s, struct look look, const struct body *body, few_code piece) {
    uint32_t tested = FEW_NOWHERE;
    for (uint32_t i = 0; i < look.count; i++)
        if (look.atoms[i].slot < s->cells && look.atoms[i].test == piece)
            tested = look.atoms[i].slot;
    if (tested == FEW_NOWHERE)
        return false; /* one more than there were */
    for (uint32_t i = 0; i < body->count; i++) {
        const uint32_t *cells = s->body_cells + body->first;
        const uint32_t row = tested / s->columns - (cells[i] / s->columns - cells[0] / s->columns);
        const uint32_t column = tested % s->columns + cells[0] % s->columns - cells[i] % s->columns;
        if (row >= s->puzzle->rows || column >= s->columns)
            continue; /* its first cell would be beyond the edge */
        const uint32_t first = row * s->columns + column;
        if (body_fits(s, look, body, first, piece) && !stays_a_body(s, look, body, first, piece))
            return false;
    }
    return true;
}

/* ---- All instructions */

static void try_piece(struct search *s, struct look look, few_code piece, uint32_t number) {
    struct body *body = &s->bodies[piece]; /* changes are known, so it is one */
    if (body->seen == number)
        return;
    body->seen = number;
    body->moves = true;
    if (body->count && !keeps_body(s, look, body, piece))
        body->count = 0;
    try_pairs(s, look, piece);
}

static void forget_all(struct search *s) {
    for (uint32_t p = 0; p < s->puzzle->piece_count; p++) {
        s->bodies[p].count = 0;
        for (int below = 0; below < 2; below++)
            s->pairs[below][p].partner = s->before[below][p] = NOTHING;
    }
}

static void try_instructions(struct search *s) {
    for (size_t n = 0; n < s->listing.count; n++) {
        const struct few_instruction *instruction = &s->listing.instructions[n];
        const struct look look = {few_atoms(&s->listing, instruction), instruction->count};
        if (!is_known(look, s->cells)) {
            forget_all(s);
            return;
        }
        for (uint32_t i = 0; i < look.count; i++) {
            if (look.atoms[i].slot >= s->cells || !few_atom_changes(&look.atoms[i]))
                continue;
            try_piece(s, look, look.atoms[i].test, (uint32_t)n + 1);
            try_piece(s, look, after_of(look, &look.atoms[i]), (uint32_t)n + 1);
        }
    }
}

static bool list_bonds(const struct search *s, struct few_list *bonds) {
    for (uint32_t p = 0; p < s->puzzle->piece_count; p++) {
        for (int below = 0; below < 2; below++) {
            const struct pair *pair = &s->pairs[below][p];
            const struct few_bond alike = {(few_code)p, (few_code)p, below}, unlike = {(few_code)p, pair->partner, below};
            if ((s->bodies[p].count && s->bodies[p].moves && !few_list_append(bonds, &alike, 1)) ||
                (pair->partner != NOTHING && pair->moves && !few_list_append(bonds, &unlike, 1)))
                return false;
        }
    }
    return true;
}

bool few_find_bonds(struct few_memory *memory, const struct few_puzzle *puzzle, struct few_list *bonds) {
    struct few_error ignored = {0};
    struct search s = {.puzzle = puzzle, .start = puzzle->start.board.cells, .columns = puzzle->columns};
    const uint64_t cells = (uint64_t)puzzle->rows * puzzle->columns;
    few_list_init(bonds, memory, sizeof(struct few_bond));
    if (puzzle->is_string || !puzzle->start.given || !cells || cells > MOST_CELLS || puzzle->wraps_rows || puzzle->wraps_columns)
        return true;
    s.cells = (uint32_t)cells;
    few_arena_init(&s.arena, memory);
    few_listing_init(&s.listing, memory, puzzle);
    bool good = !has_only_pieces(&s) || suppose(&s);
    if (good && s.bodies && supposes_anything(&s)) {
        good = few_expand_rules(&s.listing, &ignored);
        if (good)
            try_instructions(&s);
        good = good && list_bonds(&s, bonds);
    }
    few_listing_free(&s.listing);
    few_arena_free(&s.arena);
    return good;
}
