/* One step, repeated: its instructions are composed, one after the other in the direction of the move. What a later step
 * finds is known where an earlier one has tested it or put it; the rest is a test of the composed instruction. All names of
 * such a rule are chosen, so nothing is carried. A step that is blocked fails one of its tests: an instruction for each
 * piece that fails it, where those before it hold, so that never two of them can be done. */
#include "base/sort.h"
#include "language/turns.h"
#include "rules/instruction.h"

/* `slot` holds `piece`. */
struct asked {
    uint32_t slot;
    few_code piece;
};

struct composer {
    const struct few_listing *steps; /* the instructions of single steps */
    struct few_listing made, here; /* all of it; what begins at one place, not yet in order */
    const struct few_possible *possible;
    struct few_error *error;
    struct few_arena scratch;
    size_t first, end;     /* of the steps of one rule */
    size_t count;          /* instructions made of it */
    uint32_t group;        /* the next one */

    few_code *before, *now; /* of each cell, before the move and after the steps so far; FEW_CODE_ANY: not known */
    uint32_t *touched;      /* the cells that are known */
    uint32_t touched_count;
    struct asked *open;     /* what the next step asks for that is not known */
    uint32_t open_count;
    struct few_atom *atoms;
};

static const struct few_move *rule_of(const struct composer *c, const struct few_instruction *step) {
    return &c->steps->puzzle->moves[step->rule];
}

static bool changes_a_cell(const struct composer *c, const struct few_instruction *step) {
    const struct few_atom *atoms = few_atoms(c->steps, step);
    for (uint32_t i = 0; i < step->count; i++)
        if (atoms[i].slot < c->steps->cells && few_atom_changes(&atoms[i]))
            return true;
    return false;
}

/* The same step at another cell; NULL: it cannot be done there. Steps are in the order of moves. */
static const struct few_instruction *step_at(const struct composer *c, const struct few_instruction *step, uint32_t cell) {
    size_t low = c->first, high = c->end;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const struct few_instruction *one = &c->steps->instructions[middle];
        const bool earlier = one->direction != step->direction ? one->direction < step->direction
                             : one->cell != cell               ? one->cell < cell
                                                               : one->choice < step->choice;
        if (earlier)
            low = middle + 1;
        else
            high = middle;
    }
    const struct few_instruction *found = low < c->end ? &c->steps->instructions[low] : NULL;
    const bool same = found && found->direction == step->direction && found->cell == cell && found->choice == step->choice;
    return same && changes_a_cell(c, found) ? found : NULL;
}

/* Lists what a step asks for that is not known yet; false: it is known that something else is there. */
static bool ask(struct composer *c, const struct few_instruction *step) {
    const struct few_atom *atoms = few_atoms(c->steps, step);
    c->open_count = 0;
    for (uint32_t i = 0; i < step->count; i++) {
        const uint32_t slot = atoms[i].slot;
        if (slot >= c->steps->cells || atoms[i].test == FEW_CODE_ANY || c->now[slot] == atoms[i].test)
            continue;
        if (c->now[slot] != FEW_CODE_ANY)
            return false;
        c->open[c->open_count++] = (struct asked){slot, atoms[i].test};
    }
    return true;
}

/* Does the step whose open tests were listed. */
static void go(struct composer *c, const struct few_instruction *step) {
    const struct few_atom *atoms = few_atoms(c->steps, step);
    for (uint32_t i = 0; i < c->open_count; i++) {
        c->touched[c->touched_count++] = c->open[i].slot;
        c->before[c->open[i].slot] = c->now[c->open[i].slot] = c->open[i].piece;
    }
    for (uint32_t i = 0; i < step->count; i++)
        if (atoms[i].slot < c->steps->cells && atoms[i].set != FEW_CODE_ANY)
            c->now[atoms[i].slot] = atoms[i].set;
}

static void forget(struct composer *c) {
    for (uint32_t i = 0; i < c->touched_count; i++)
        c->before[c->touched[i]] = c->now[c->touched[i]] = FEW_CODE_ANY;
    c->touched_count = 0;
}

/* Adds what is known as an instruction; the first `tests` of the open tests are made as well. Vars are as in the first step. */
static bool add(struct composer *c, const struct few_instruction *first, uint32_t steps, uint32_t tests) {
    const struct few_atom *atoms = few_atoms(c->steps, first);
    struct few_instruction head = *first;
    bool changes = false;
    head.count = 0;
    head.steps = steps;
    for (uint32_t i = 0; i < first->count; i++)
        if (atoms[i].slot >= c->steps->cells)
            c->atoms[head.count++] = atoms[i];
    for (uint32_t i = 0; i < c->touched_count; i++) {
        const uint32_t slot = c->touched[i];
        c->atoms[head.count++] = (struct few_atom){slot, FEW_NOWHERE, c->before[slot], c->now[slot]};
    }
    for (uint32_t i = 0; i < tests; i++)
        c->atoms[head.count++] = (struct few_atom){c->open[i].slot, FEW_NOWHERE, c->open[i].piece, FEW_CODE_ANY};
    for (uint32_t i = 0; i < head.count; i++)
        changes = changes || few_atom_changes(&c->atoms[i]);
    if (!changes)
        return true;
    if (++c->count > FEW_MOST_INSTRUCTIONS)
        return few_too_many_instructions(c->steps->puzzle, rule_of(c, first), c->error);
    return few_listing_add(&c->here, head, c->atoms) || few_fail_memory(c->error);
}

/* Adds an instruction for each way in which the next step fails: the i-th of its open tests is the first that does. */
static bool add_blocked(struct composer *c, const struct few_instruction *first, uint32_t steps) {
    for (uint32_t i = 0; i < c->open_count; i++) {
        const struct asked asked = c->open[i];
        for (uint32_t piece = 0; piece < c->steps->puzzle->piece_count; piece++) {
            if (piece == asked.piece || !few_can_hold(c->possible, asked.slot, (few_code)piece))
                continue;
            c->open[i].piece = (few_code)piece;
            if (!add(c, first, steps, i + 1))
                return false;
        }
        c->open[i] = asked;
    }
    return true;
}

/* All moves that begin with this step. */
static bool compose(struct composer *c, const struct few_instruction *first) {
    const struct few_puzzle *puzzle = c->steps->puzzle;
    const bool until_blocked = rule_of(c, first)->repeat == FEW_UNTIL_BLOCKED;
    const struct few_instruction *step = changes_a_cell(c, first) ? first : NULL;
    bool good = true, comes_round = false, possible = step && ask(c, step);
    for (uint32_t steps = 1; good && possible && !comes_round; steps++) {
        go(c, step);
        const uint32_t cell = few_turned_cell(puzzle, first->direction, first->cell, 0, steps);
        comes_round = cell == first->cell;
        step = cell == FEW_NOWHERE ? NULL : step_at(c, first, cell);
        possible = step && ask(c, step);
        if (until_blocked && possible)
            good = add_blocked(c, first, steps);
        else
            good = add(c, first, steps, 0);
        good = good && (few_go_on(c->steps->memory, 64) || few_fail_memory(c->error));
    }
    forget(c);
    return good;
}

static int by_steps(const void *a, const void *b, void *unused) {
    const struct few_instruction *x = a, *y = b;
    (void)unused;
    if (x->steps != y->steps)
        return x->steps < y->steps ? -1 : 1;
    return (x->choice > y->choice) - (x->choice < y->choice);
}

/* All moves that begin at one place, which is that of the steps up to `end`. */
static bool compose_place(struct composer *c, size_t first, size_t end) {
    c->here.count = c->here.atom_count = 0;
    for (size_t n = first; n < end; n++)
        if (!compose(c, &c->steps->instructions[n]))
            return false;
    struct few_instruction *made = c->here.instructions;
    const size_t count = c->here.count;
    if (count > 1 && !few_sort(c->steps->memory, made, count, sizeof *made, by_steps, NULL))
        return few_fail_memory(c->error);
    for (size_t i = 0; i < count; i++) {
        made[i].group = c->group += i == 0 || made[i].steps != made[i - 1].steps;
        if (!few_listing_add(&c->made, made[i], few_atoms(&c->here, &made[i])))
            return few_fail_memory(c->error);
    }
    return true;
}

static bool compose_rule(struct composer *c) {
    const struct few_instruction *steps = c->steps->instructions;
    c->count = 0;
    for (size_t first = c->first, end; first < c->end; first = end) {
        for (end = first + 1; end < c->end && steps[end].cell == steps[first].cell &&
                              steps[end].direction == steps[first].direction; end++) {
        }
        if (!compose_place(c, first, end))
            return false;
    }
    return true;
}

static bool copy_rule(struct composer *c) {
    for (size_t n = c->first; n < c->end; n++) {
        struct few_instruction head = c->steps->instructions[n];
        head.group = c->group += n == c->first || head.group != c->steps->instructions[n - 1].group;
        if (!few_listing_add(&c->made, head, few_atoms(c->steps, &c->steps->instructions[n])))
            return few_fail_memory(c->error);
    }
    return true;
}

static bool compose_all(struct composer *c) {
    const struct few_listing *steps = c->steps;
    const size_t cells = (size_t)steps->cells + 1;
    c->before = few_arena_alloc(&c->scratch, cells * sizeof *c->before);
    c->now = few_arena_alloc(&c->scratch, cells * sizeof *c->now);
    c->touched = few_arena_alloc(&c->scratch, cells * sizeof *c->touched);
    c->open = few_arena_alloc(&c->scratch, cells * sizeof *c->open);
    c->atoms = few_arena_alloc(&c->scratch, ((size_t)steps->slots + 1) * sizeof *c->atoms);
    if (!c->before || !c->now || !c->touched || !c->open || !c->atoms)
        return few_fail_memory(c->error);
    for (size_t i = 0; i < cells; i++)
        c->before[i] = c->now[i] = FEW_CODE_ANY;
    bool good = true;
    for (c->first = 0; good && c->first < steps->count; c->first = c->end) {
        const struct few_instruction *first = &steps->instructions[c->first];
        for (c->end = c->first; c->end < steps->count && steps->instructions[c->end].rule == first->rule; c->end++) {
        }
        good = rule_of(c, first)->repeat ? compose_rule(c) : copy_rule(c);
    }
    return good;
}

bool few_expand_repeated(struct few_listing *listing, struct few_error *error) {
    struct few_possible possible;
    bool needed = false;
    for (uint32_t m = 0; m < listing->puzzle->move_count; m++)
        needed = needed || listing->puzzle->moves[m].repeat;
    if (!needed)
        return true;
    /* Moves are sequences of steps: what no step can bring somewhere, no move can. */
    if (!few_fold_fixed(listing, &possible))
        return few_fail_memory(error);
    struct composer c = {.steps = listing, .possible = &possible, .error = error};
    few_listing_init(&c.made, listing->memory, listing->puzzle);
    few_listing_init(&c.here, listing->memory, listing->puzzle);
    few_arena_init(&c.scratch, listing->memory);
    const bool good = compose_all(&c);
    few_listing_free(&c.here);
    few_arena_free(&c.scratch);
    few_possible_free(&possible, listing->memory);
    if (!good) {
        few_listing_free(&c.made);
        return false;
    }
    few_listing_free(listing);
    *listing = c.made;
    return true;
}
