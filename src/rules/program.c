/* Packs instructions into operations and files them under keys. */
#include "rules/program.h"

#include "base/sort.h"

#include <stdlib.h>
#include <string.h>

uint16_t few_pack_piece(const struct few_layout *layout, uint32_t slot, few_code piece) {
    if (layout->fields[slot].width == 0)
        return layout->fixed[slot] == piece ? 0 : FEW_CODE_ANY;
    return slot < layout->cells ? layout->cell_value[piece] : layout->var_value[slot - layout->cells][piece];
}

few_code few_unpack_piece(const struct few_layout *layout, uint32_t slot, uint32_t value) {
    if (layout->fields[slot].width == 0)
        return layout->fixed[slot];
    if (slot < layout->cells)
        return value < layout->cell_values ? layout->cell_piece[value] : FEW_CODE_ANY;
    uint32_t var = slot - layout->cells;
    return value < layout->var_values[var] ? layout->var_piece[var][value] : FEW_CODE_ANY;
}

enum key_kind { PIECE_KEY, FIELD_KEY, ALWAYS };

struct key {
    enum key_kind kind;
    uint32_t slot, value; /* of the test that is the key */
    uint32_t instruction;
};

struct builder {
    struct few_arena *arena;
    const struct few_listing *listing;
    const struct few_layout *layout;
    struct few_piece_counts counts;
    bool backwards;
    struct few_program *program;
    struct key *keys;
    struct few_atom *inverse; /* room for the longest instruction */
    uint32_t guards, changes, shuffles;
    bool has_blocked; /* some moves go on until they are blocked */
};

static const struct few_atom *atoms_of(struct builder *b, const struct few_instruction *instruction) {
    const struct few_atom *atoms = few_atoms(b->listing, instruction);
    if (!b->backwards)
        return atoms;
    few_invert(atoms, instruction->count, b->inverse);
    return b->inverse;
}

/* The test of the rarest piece on a cell; else one on a var; else none. */
static struct key choose_key(struct builder *b, uint32_t n) {
    const struct few_instruction *instruction = &b->listing->instructions[n];
    const struct few_atom *atoms = atoms_of(b, instruction), *best = NULL;
    for (uint32_t i = 0; i < instruction->count; i++) {
        const struct few_atom *atom = &atoms[i];
        if (atom->test == FEW_CODE_ANY)
            continue;
        bool is_cell = atom->slot < b->layout->cells, best_is_cell = best && best->slot < b->layout->cells;
        if (!best || (is_cell && !best_is_cell) ||
            (is_cell && b->counts.at_start[atom->test] < b->counts.at_start[best->test]))
            best = atom;
    }
    if (!best)
        return (struct key){ALWAYS, 0, 0, n};
    enum key_kind kind = best->slot < b->layout->cells ? PIECE_KEY : FIELD_KEY;
    return (struct key){kind, best->slot, few_pack_piece(b->layout, best->slot, best->test), n};
}

/* A piece key costs its search for the piece in a word, then a little for each cell that holds it; a field key a read
 * and a branch. Measured on the lock (9 pieces, 4 fields) and the sliding puzzles (1 piece, many fields). */
static bool fields_are_cheaper(const struct builder *b, bool *has_value, bool *has_slot) {
    const struct few_layout *layout = b->layout;
    uint64_t by_piece = 0, by_field = 0, per_word = layout->cell_width ? 64 / layout->cell_width : 1;
    for (size_t n = 0; n < b->listing->count; n++)
        if (b->keys[n].kind == PIECE_KEY)
            has_value[b->keys[n].value] = has_slot[b->keys[n].slot] = true;
    for (uint32_t v = 0; v < layout->cell_values; v++)
        if (has_value[v])
            by_piece += 4 * ((layout->cell_fields + per_word - 1) / per_word) +
                        2 * (uint64_t)b->counts.at_start[layout->cell_piece[v]];
    for (uint32_t s = 0; s < layout->cells; s++)
        by_field += has_slot[s] ? 2 : 0;
    return by_field < by_piece;
}

static int by_key(const void *a, const void *b, void *unused) {
    (void)unused;
    const struct key *x = a, *y = b;
    if (x->kind != y->kind)
        return (x->kind > y->kind) - (x->kind < y->kind);
    if (x->kind == FIELD_KEY && x->slot != y->slot)
        return (x->slot > y->slot) - (x->slot < y->slot);
    if (x->value != y->value)
        return (x->value > y->value) - (x->value < y->value);
    if (x->slot != y->slot)
        return (x->slot > y->slot) - (x->slot < y->slot);
    return (x->instruction > y->instruction) - (x->instruction < y->instruction);
}

static void add_guard(struct builder *b, struct few_operation *operation, struct few_field field, uint32_t value) {
    struct few_program *program = b->program;
    for (uint32_t g = 0; g < operation->guards; g++) {
        struct few_guard *guard = &program->guards[operation->first_guard + g];
        if (guard->word == field.word) {
            guard->mask |= few_field_mask(field);
            guard->want |= (uint64_t)value << field.shift;
            return;
        }
    }
    program->guards[b->guards++] =
        (struct few_guard){few_field_mask(field), (uint64_t)value << field.shift, field.word};
    operation->guards++;
}

static struct few_change *change_of(struct builder *b, struct few_operation *operation, uint8_t word) {
    struct few_program *program = b->program;
    for (uint32_t c = 0; c < operation->changes; c++)
        if (program->changes[operation->first_change + c].word == word)
            return &program->changes[operation->first_change + c];
    operation->changes++;
    program->changes[b->changes] = (struct few_change){~UINT64_C(0), 0, word};
    return &program->changes[b->changes++];
}

static void add_shuffle(struct builder *b, struct few_operation *operation, struct few_field from,
                        struct few_field to) {
    struct few_program *program = b->program;
    uint8_t rotate = (uint8_t)((to.shift - from.shift) & 63);
    for (uint32_t s = 0; s < operation->shuffles; s++) { /* fields that go equally far go together */
        struct few_shuffle *shuffle = &program->shuffles[operation->first_shuffle + s];
        if (shuffle->from_word == from.word && shuffle->to_word == to.word && shuffle->rotate == rotate) {
            shuffle->moved |= few_field_mask(from);
            return;
        }
    }
    program->shuffles[b->shuffles++] = (struct few_shuffle){few_field_mask(from), from.word, to.word, rotate};
    operation->shuffles++;
}

/* States of one word: guard, change and the first shuffle move from the lists into the operation. */
static void put_in_line(struct builder *b, struct few_operation *operation) {
    struct few_program *program = b->program;
    struct few_guard guard = operation->guards ? program->guards[operation->first_guard] : (struct few_guard){0};
    struct few_change change = program->changes[operation->first_change];
    operation->mask = guard.mask;
    operation->want = guard.want;
    operation->keep = change.keep;
    operation->flip = change.flip;
    operation->moved = 0;
    if (operation->shuffles) {
        operation->moved = program->shuffles[operation->first_shuffle].moved;
        operation->rotate = program->shuffles[operation->first_shuffle].rotate;
        operation->first_shuffle++;
        operation->shuffles--;
    }
    program->plain = program->plain && operation->shuffles == 0;
    program->certain = program->certain && program->plain && operation->mask == 0;
}

/* Whether carrying may leave all as it was, because equal contents change places. Not where a piece of which there is
 * only one makes room for another. */
static bool may_change_nothing(const struct builder *b, const struct few_atom *atoms, uint32_t count) {
    bool carries = false;
    for (uint32_t i = 0; i < count; i++) {
        if (atoms[i].from == FEW_NOWHERE)
            continue;
        carries = true;
        if (atoms[i].test != FEW_CODE_ANY && b->counts.at_most[atoms[i].test] == 1)
            return false;
    }
    return carries;
}

static void pack(struct builder *b, const struct key *key, struct few_operation *operation) {
    const struct few_layout *layout = b->layout;
    const struct few_instruction *instruction = &b->listing->instructions[key->instruction];
    const struct few_atom *atoms = atoms_of(b, instruction);
    *operation = (struct few_operation){.first_guard = b->guards, .first_change = b->changes};
    operation->move = key->instruction;
    operation->cost = instruction->cost;
    operation->first_shuffle = b->shuffles;
    for (uint32_t i = 0; i < instruction->count; i++) {
        const struct few_atom *atom = &atoms[i];
        struct few_field field = layout->fields[atom->slot];
        uint32_t test = atom->test == FEW_CODE_ANY ? 0 : few_pack_piece(layout, atom->slot, atom->test);
        bool is_key = key->kind != ALWAYS && atom->slot == key->slot; /* fits already when it is found */
        if (atom->test != FEW_CODE_ANY && !is_key)
            add_guard(b, operation, field, test);
        if (!few_atom_changes(atom))
            continue;
        struct few_change *change = change_of(b, operation, field.word);
        if (atom->from != FEW_NOWHERE) {
            change->keep &= ~few_field_mask(field);
            add_shuffle(b, operation, layout->fields[atom->from], field);
        } else {
            uint64_t set = few_pack_piece(layout, atom->slot, atom->set);
            if (atom->test == FEW_CODE_ANY)
                change->keep &= ~few_field_mask(field);
            change->flip |= (set ^ test) << field.shift;
        }
    }
    if (may_change_nothing(b, atoms, instruction->count))
        b->program->certain = false;
    if (layout->words == 1)
        put_in_line(b, operation);
}

/* Room for the lists: an atom makes at most one entry in each. */
static bool allocate(struct builder *b) {
    struct few_arena *arena = b->arena;
    struct few_program *program = b->program;
    size_t count = b->listing->count + 1, atoms = b->listing->atom_count + 1;
    uint32_t longest = 1;
    for (size_t n = 0; n < b->listing->count; n++)
        if (b->listing->instructions[n].count > longest)
            longest = b->listing->instructions[n].count;
    b->keys = few_arena_alloc(arena, count * sizeof *b->keys);
    b->inverse = few_arena_alloc(arena, longest * sizeof *b->inverse);
    program->operations = few_arena_alloc(arena, count * sizeof *program->operations);
    program->guards = few_arena_alloc(arena, atoms * sizeof *program->guards);
    program->changes = few_arena_alloc(arena, atoms * sizeof *program->changes);
    program->shuffles = few_arena_alloc(arena, atoms * sizeof *program->shuffles);
    return b->keys && b->inverse && program->operations && program->guards && program->changes &&
           program->shuffles;
}

static uint64_t every_field(const struct few_layout *layout, uint32_t value) {
    uint64_t pattern = 0;
    for (uint32_t shift = 0; shift + layout->cell_width <= 64; shift += layout->cell_width)
        pattern |= (uint64_t)value << shift;
    return pattern;
}

static bool file_piece(struct builder *b, const struct key *key, uint32_t operation) {
    struct few_program *program = b->program;
    struct few_field field = b->layout->fields[key->slot];
    uint64_t pattern = every_field(b->layout, key->value);
    struct few_piece_key *found = NULL;
    for (uint32_t k = 0; k < program->piece_key_count && !found; k++)
        if (program->piece_keys[k].word == field.word && program->piece_keys[k].pattern == pattern)
            found = &program->piece_keys[k];
    if (!found) {
        found = &program->piece_keys[program->piece_key_count++];
        found->word = field.word;
        found->pattern = pattern;
    }
    uint32_t top = (uint32_t)field.shift + field.width - 1;
    found->high |= UINT64_C(1) << top;
    found->low |= few_field_mask(field) & ~(UINT64_C(1) << top);
    if (found->list[top].count++ == 0)
        found->list[top].first = operation;
    return true;
}

static bool file_field(struct builder *b, const struct key *key, uint32_t operation) {
    struct few_program *program = b->program;
    struct few_field_key *last = NULL;
    struct few_field field = b->layout->fields[key->slot];
    if (program->field_key_count) {
        last = &program->field_keys[program->field_key_count - 1];
        if (last->field.word != field.word || last->field.shift != field.shift)
            last = NULL;
    }
    if (!last) {
        last = &program->field_keys[program->field_key_count++];
        last->field = field;
        last->list = few_arena_alloc(b->arena, (few_field_ones(field) + 1) * sizeof *last->list);
        if (!last->list)
            return false;
    }
    if (last->list[key->value].count++ == 0)
        last->list[key->value].first = operation;
    return true;
}

static bool file_operations(struct builder *b) {
    struct few_program *program = b->program;
    const struct few_layout *layout = b->layout;
    size_t piece_keys = (size_t)layout->cell_values * layout->words + 1;
    program->piece_keys = few_arena_alloc(b->arena, piece_keys * sizeof *program->piece_keys);
    program->field_keys = few_arena_alloc(b->arena, (layout->order_count + 1) * sizeof *program->field_keys);
    if (!program->piece_keys || !program->field_keys)
        return false;
    for (size_t n = 0; n < b->listing->count; n++) {
        const struct key *key = &b->keys[n];
        if (!few_go_on(b->arena->memory, 64 + program->piece_key_count + 16 * (uint64_t)b->listing->instructions[n].count))
            return false;
        pack(b, key, &program->operations[n]);
        uint32_t operation = (uint32_t)n;
        if (key->kind == ALWAYS) {
            if (program->always.count++ == 0)
                program->always.first = operation;
        } else if (!(key->kind == PIECE_KEY ? file_piece(b, key, operation) : file_field(b, key, operation))) {
            return false;
        }
    }
    program->count = b->listing->count;
    return true;
}

/* Appends operations first .. end - 1 as rows, the last of them filled up. */
static void add_flips(struct few_program *program, uint32_t first, uint32_t end) {
    for (; first < end; first += FEW_LANES) {
        struct few_flip_row *row = &program->flips[program->flip_rows++];
        for (uint32_t lane = 0; lane < FEW_LANES; lane++) {
            const struct few_operation *operation = &program->operations[first + lane];
            const bool is_one = first + lane < end;
            row->mask[lane] = is_one ? operation->mask : 0;
            row->want[lane] = is_one ? operation->want : 1;
            row->flip[lane] = is_one ? operation->flip : 0;
        }
    }
}

static int unwanting_first(const void *a, const void *b, void *unused) {
    (void)unused;
    const struct few_operation *x = a, *y = b;
    return (x->want != 0) - (y->want != 0);
}

/* The flips of one list: first those that want no further bit. The operations go the same way, so that results come in
 * the same order from both. false: no memory. */
static bool sort_flips(struct builder *b, struct few_range list, struct few_flips *flips) {
    struct few_program *program = b->program;
    struct few_operation *operations = program->operations;
    const uint32_t end = list.first + list.count;
    uint32_t later = list.first;
    if (!few_sort(b->arena->memory, operations + list.first, list.count, sizeof *operations, unwanting_first, NULL))
        return false;
    while (later < end && operations[later].want == 0)
        later++;
    for (uint32_t n = later; n < end; n++)
        flips->wanted |= operations[n].want;
    flips->first = program->flip_rows;
    add_flips(program, list.first, later);
    flips->later = program->flip_rows;
    add_flips(program, later, end);
    flips->end = program->flip_rows;
    return true;
}

/* false: no memory. */
static bool list_flips(struct builder *b) {
    struct few_program *program = b->program;
    bool flips = program->plain && !program->certain && program->field_key_count == 0 && program->always.count == 0;
    for (size_t n = 0; n < program->count && flips; n++) {
        const struct few_operation *operation = &program->operations[n];
        flips = operation->keep == ~UINT64_C(0) && operation->moved == 0 && operation->flip != 0;
    }
    if (!flips || program->count == 0)
        return true;
    size_t rows = 0; /* at most: each part of a list has one that is not full */
    for (uint32_t k = 0; k < program->piece_key_count; k++)
        for (uint32_t top = 0; top < 64; top++)
            rows += program->piece_keys[k].list[top].count ? program->piece_keys[k].list[top].count / FEW_LANES + 2 : 0;
    program->flips = few_arena_alloc(b->arena, rows * sizeof *program->flips);
    bool good = program->flips != NULL;
    for (uint32_t k = 0; k < program->piece_key_count && good; k++)
        for (uint32_t top = 0; top < 64 && good; top++)
            good = sort_flips(b, program->piece_keys[k].list[top], &program->piece_keys[k].flips[top]);
    return good;
}

static int longer_first(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x < y) - (x > y);
}

/* Whether two operations want different things of one field, so that never both can be done. */
static bool exclude(const struct few_program *program, const struct few_operation *a, const struct few_operation *b) {
    if (program->words == 1)
        return ((a->want ^ b->want) & a->mask & b->mask) != 0;
    for (uint32_t i = 0; i < a->guards; i++)
        for (uint32_t k = 0; k < b->guards; k++) {
            const struct few_guard *x = &program->guards[a->first_guard + i], *y = &program->guards[b->first_guard + k];
            if (x->word == y->word && (x->want ^ y->want) & x->mask & y->mask)
                return true;
        }
    return false;
}

/* How many operations of a list can be done at once, at most. Of a step that goes on until it is blocked there is one for
 * each number of steps and each piece that blocks it; in a row of operations of which any two exclude each other only one
 * can be done. */
static uint32_t most_at_once(const struct builder *b, struct few_range list) {
    enum { LONGEST_ROW = 128 };
    const struct few_program *program = b->program;
    const struct few_operation *operations = program->operations + list.first;
    uint32_t most = list.count;
    if (!b->has_blocked)
        return most;
    for (uint32_t n = 1, first = 0; n < list.count && few_go_on(b->arena->memory, 4 * (n - first)); n++) {
        uint32_t i = n - first >= LONGEST_ROW ? n : first;
        while (i < n && exclude(program, &operations[i], &operations[n]))
            i++;
        if (i == n && n - first < LONGEST_ROW)
            most--;
        else
            first = n;
    }
    return most;
}

/* Of a piece that is conserved only so many lists can be tried at once; of a field only one. Some more than the most,
 * because running writes results before it knows whether they count. */
static void bound_results(struct builder *b) {
    struct few_program *program = b->program;
    for (uint32_t m = 0; m < b->listing->puzzle->move_count; m++)
        b->has_blocked = b->has_blocked || b->listing->puzzle->moves[m].repeat == FEW_UNTIL_BLOCKED;
    uint64_t most = most_at_once(b, program->always) + (program->flips ? UINT64_C(1) * FEW_LANES : 1);
    for (uint32_t k = 0; k < program->field_key_count; k++) {
        uint32_t longest = 0;
        for (uint64_t v = 0; v <= few_field_ones(program->field_keys[k].field); v++) {
            const uint32_t length = most_at_once(b, program->field_keys[k].list[v]);
            longest = length > longest ? length : longest;
        }
        most += longest;
    }
    for (uint32_t v = 0; v < b->layout->cell_values && few_go_on(b->arena->memory, 64 * program->piece_key_count); v++) {
        uint32_t lengths[64 * FEW_MAX_BOARD_WORDS] = {0}, count = 0;
        for (uint32_t k = 0; k < program->piece_key_count; k++)
            for (uint32_t i = 0; i < 64; i++)
                if (program->piece_keys[k].pattern == every_field(b->layout, v) &&
                    program->piece_keys[k].list[i].count)
                    lengths[count++] = most_at_once(b, program->piece_keys[k].list[i]);
        qsort(lengths, count, sizeof *lengths, longer_first);
        uint32_t at_once = b->counts.at_most[b->layout->cell_piece[v]];
        for (uint32_t i = 0; i < count && i < at_once; i++)
            most += lengths[i];
    }
    program->max_results = most > UINT32_MAX ? UINT32_MAX : (uint32_t)most;
}

static bool plant_trees(struct builder *b) {
    const struct few_tree_source source = {b->arena, b->listing, b->layout, b->backwards};
    uint32_t *keys = few_arena_alloc(b->arena, (b->listing->count + 1) * sizeof *keys);
    if (!keys)
        return false;
    for (size_t n = 0; n < b->listing->count; n++)
        keys[n] = b->keys[n].kind == ALWAYS ? FEW_NOWHERE : b->keys[n].slot;
    return few_trees_build(b->program, &source, keys);
}

struct few_program *few_program_build(struct few_arena *arena, const struct few_listing *listing,
                                      const struct few_layout *layout, struct few_piece_counts counts,
                                      bool backwards) {
    struct few_program *program = few_arena_alloc(arena, sizeof *program);
    struct builder b = {.arena = arena,
                        .listing = listing,
                        .layout = layout,
                        .counts = counts,
                        .backwards = backwards,
                        .program = program};
    if (!program || !allocate(&b))
        return NULL;
    program->words = layout->words;
    program->plain = program->certain = layout->words == 1;
    for (size_t n = 0; n < listing->count && few_go_on(arena->memory, 16 * (uint64_t)listing->instructions[n].count); n++)
        b.keys[n] = choose_key(&b, (uint32_t)n);
    bool *has_value = few_arena_alloc(arena, layout->cell_values + 1);
    bool *has_slot = few_arena_alloc(arena, layout->slots + 1);
    if (!has_value || !has_slot)
        return NULL;
    if (fields_are_cheaper(&b, has_value, has_slot))
        for (size_t n = 0; n < listing->count; n++)
            if (b.keys[n].kind == PIECE_KEY)
                b.keys[n].kind = FIELD_KEY;
    if (!few_sort(arena->memory, b.keys, listing->count, sizeof *b.keys, by_key, NULL) || !file_operations(&b) ||
        !list_flips(&b))
        return NULL;
    bound_results(&b);
    return (layout->words == 1 || plant_trees(&b)) && few_go_on(arena->memory, 0) ? program : NULL;
}
