/* Which pieces can ever stand where, and what follows: slots that never change are folded away, instructions that
 * can never be done are dropped. A work list of instructions is run until no slot gains a piece any more. */
#include "rules/instruction.h"

#include <string.h>

uint32_t few_possible_count(const struct few_possible *possible, uint32_t slot) {
    uint32_t count = 0;
    for (uint32_t w = 0; w < possible->stride; w++)
        count += (uint32_t)__builtin_popcountll(possible->bits[(size_t)slot * possible->stride + w]);
    return count;
}

few_code few_only_piece(const struct few_possible *possible, uint32_t slot) {
    const uint64_t *row = possible->bits + (size_t)slot * possible->stride;
    for (uint32_t w = 0; w < possible->stride; w++)
        if (row[w])
            return (few_code)(w * 64 + (uint32_t)__builtin_ctzll(row[w]));
    return FEW_CODE_ANY;
}

void few_possible_free(struct few_possible *possible, struct few_memory *memory) {
    few_free(memory, possible->bits, possible->bytes);
    possible->bits = NULL;
}

static bool add_piece(struct few_possible *possible, uint32_t slot, few_code piece) {
    uint64_t *word = &possible->bits[(size_t)slot * possible->stride + piece / 64];
    uint64_t bit = UINT64_C(1) << (piece % 64);
    bool fresh = !(*word & bit);
    *word |= bit;
    return fresh;
}

static bool add_all(struct few_possible *possible, uint32_t slot, uint32_t from) {
    bool fresh = false;
    for (uint32_t w = 0; w < possible->stride; w++) {
        uint64_t *mine = &possible->bits[(size_t)slot * possible->stride + w];
        uint64_t more = possible->bits[(size_t)from * possible->stride + w] & ~*mine;
        *mine |= more;
        fresh = fresh || more;
    }
    return fresh;
}

static void add_start(struct few_possible *possible, const struct few_puzzle *puzzle) {
    uint32_t cells = puzzle->rows * puzzle->columns;
    for (uint32_t i = 0; i < cells; i++)
        add_piece(possible, i, puzzle->start.board.cells[i]);
    for (uint32_t v = 0; v < puzzle->var_count; v++) {
        const struct few_var *var = &puzzle->vars[v];
        if (puzzle->start.vars[v] != FEW_CODE_ANY)
            add_piece(possible, cells + v, puzzle->start.vars[v]);
        else
            for (uint32_t k = 0; k < var->count; k++)
                add_piece(possible, cells + v, var->values[k]);
    }
}

/* For each slot the instructions that look at it or carry from it. */
struct readers {
    size_t *first;   /* slots + 1 */
    uint32_t *list;
    uint32_t *queue; /* a ring of instructions to be run */
    bool *waiting;
    bool *done;      /* can be done by some state of the relaxation */
};

static bool fits(const struct few_possible *possible, const struct few_atom *atoms, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (atoms[i].test != FEW_CODE_ANY && !few_can_hold(possible, atoms[i].slot, atoms[i].test))
            return false;
    return true;
}

static void list_readers(const struct few_listing *listing, struct readers *readers) {
    for (int pass = 0; pass < 2; pass++) { /* count, then fill */
        for (size_t n = 0; n < listing->count && few_go_on(listing->memory, 4); n++) {
            const struct few_instruction *instruction = &listing->instructions[n];
            const struct few_atom *atoms = few_atoms(listing, instruction);
            for (uint32_t i = 0; i < instruction->count; i++) {
                uint32_t slots[2] = {atoms[i].test != FEW_CODE_ANY ? atoms[i].slot : FEW_NOWHERE, atoms[i].from};
                for (int k = 0; k < 2; k++)
                    if (slots[k] != FEW_NOWHERE) {
                        if (pass == 0)
                            readers->first[slots[k] + 1]++;
                        else
                            readers->list[readers->first[slots[k]]++] = (uint32_t)n;
                    }
            }
        }
        if (pass == 0)
            for (uint32_t s = 0; s < listing->slots; s++)
                readers->first[s + 1] += readers->first[s];
    }
    for (uint32_t s = listing->slots; s > 0; s--) /* filling moved each start to its end */
        readers->first[s] = readers->first[s - 1];
    readers->first[0] = 0;
}

static void relax(const struct few_listing *listing, struct few_possible *possible, struct readers *readers) {
    size_t head = 0, waiting = listing->count;
    for (size_t n = 0; n < listing->count; n++) {
        readers->queue[n] = (uint32_t)n;
        readers->waiting[n] = true;
    }
    while (waiting > 0 && few_go_on(listing->memory, 4)) {
        uint32_t n = readers->queue[head];
        head = head + 1 == listing->count ? 0 : head + 1;
        waiting--;
        readers->waiting[n] = false;
        const struct few_instruction *instruction = &listing->instructions[n];
        const struct few_atom *atoms = few_atoms(listing, instruction);
        if (!fits(possible, atoms, instruction->count))
            continue;
        readers->done[n] = true;
        for (uint32_t i = 0; i < instruction->count; i++) {
            bool fresh = false;
            if (atoms[i].from != FEW_NOWHERE)
                fresh = add_all(possible, atoms[i].slot, atoms[i].from);
            else if (atoms[i].set != FEW_CODE_ANY)
                fresh = add_piece(possible, atoms[i].slot, atoms[i].set);
            if (!fresh)
                continue;
            few_go_on(listing->memory, readers->first[atoms[i].slot + 1] - readers->first[atoms[i].slot]);
            for (size_t k = readers->first[atoms[i].slot]; k < readers->first[atoms[i].slot + 1]; k++) {
                uint32_t reader = readers->list[k];
                if (readers->waiting[reader])
                    continue;
                readers->waiting[reader] = true;
                size_t tail = head + waiting++;
                readers->queue[tail >= listing->count ? tail - listing->count : tail] = reader;
            }
        }
    }
}

/* Keeps what can be done, without the atoms of fixed slots. */
static void drop_dead(struct few_listing *listing, const struct few_possible *possible, const bool *done) {
    size_t kept = 0, atoms_kept = 0;
    for (size_t n = 0; n < listing->count; n++) {
        struct few_instruction instruction = listing->instructions[n];
        if (!done[n])
            continue;
        const struct few_atom *atoms = listing->atoms + instruction.first;
        size_t first = atoms_kept;
        bool changes = false;
        for (uint32_t i = 0; i < instruction.count; i++) {
            struct few_atom atom = atoms[i];
            if (few_possible_count(possible, atom.slot) == 1)
                continue;
            if (atom.from != FEW_NOWHERE && few_possible_count(possible, atom.from) == 1) {
                atom.set = few_only_piece(possible, atom.from);
                atom.from = FEW_NOWHERE;
                if (atom.set == atom.test)
                    atom.set = FEW_CODE_ANY;
            }
            changes = changes || few_atom_changes(&atom);
            listing->atoms[atoms_kept++] = atom; /* never overtakes what is still to be read */
        }
        if (!changes) {
            atoms_kept = first;
            continue;
        }
        instruction.first = first;
        instruction.count = (uint32_t)(atoms_kept - first);
        listing->instructions[kept++] = instruction;
    }
    listing->count = kept;
    listing->atom_count = atoms_kept;
}

bool few_fold_fixed(struct few_listing *listing, struct few_possible *possible) {
    struct few_memory *memory = listing->memory;
    possible->slots = listing->slots;
    possible->stride = (listing->puzzle->piece_count + 63) / 64;
    possible->bytes = few_array_size((size_t)possible->slots * possible->stride, sizeof *possible->bits);
    possible->bits = few_alloc_zeroed(memory, possible->bytes);
    if (!possible->bits)
        return false;
    add_start(possible, listing->puzzle);

    struct few_arena scratch;
    few_arena_init(&scratch, memory);
    struct readers readers = {
        .first = few_arena_alloc(&scratch, ((size_t)listing->slots + 1) * sizeof *readers.first),
        .list = few_arena_alloc(&scratch, listing->atom_count * 2 * sizeof *readers.list),
        .queue = few_arena_alloc(&scratch, listing->count * sizeof *readers.queue),
        .waiting = few_arena_alloc(&scratch, listing->count),
        .done = few_arena_alloc(&scratch, listing->count),
    };
    bool ready = readers.first && readers.list && readers.queue && readers.waiting && readers.done;
    if (ready) {
        list_readers(listing, &readers);
        ready = few_go_on(memory, 0); /* a list that was not finished is not to be read */
    }
    if (ready) {
        relax(listing, possible, &readers);
        ready = few_go_on(memory, 0);
    }
    if (ready)
        drop_dead(listing, possible, readers.done);
    else
        few_possible_free(possible, memory);
    few_arena_free(&scratch);
    return ready;
}
