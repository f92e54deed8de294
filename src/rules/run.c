/* Runs a program: the inner loop of every search over rules. Each result is written before it is known whether it
 * counts, and counts by adding a truth value: guards are hard to predict and a store is cheaper than a
 * mispredicted branch. */
#include "rules/lanes.h"
#include "rules/places.h"

#include "base/specialised.h"

static inline uint64_t rotate_left(uint64_t x, unsigned by) {
    return x << (by & 63) | x >> (-by & 63);
}

/* Where the next result goes. */
struct results {
    uint64_t *next;
    struct few_step *steps;
    uint32_t source;
    /* where states are kept by the places of their pieces: */
    const struct few_places *places;
    const struct few_place_flip *flips;
    const uint64_t *narrow; /* the state that is expanded */
};

/* How a loop is specialised. */
enum shape { ONE_WORD_CERTAIN, ONE_WORD_PLAIN, ONE_WORD, MANY_WORDS };

/* Counts the result that was just written, if it is one. */
FEW_SPECIALISED void accept(struct results *results, const struct few_operation *operation, uint32_t words, bool counts) {
    if (results->steps) {
        *results->steps = (struct few_step){results->source, operation->move, operation->cost};
        results->steps += counts;
    }
    results->next += counts ? words : 0;
}

FEW_SPECIALISED void run_one(const struct few_program *program, struct few_range range, uint64_t state,
                         struct results *results, enum shape shape) {
    const struct few_operation *operation = program->operations + range.first, *end = operation + range.count;
    for (; operation < end; operation++) {
        uint64_t next = ((state & operation->keep) ^ operation->flip) |
                        rotate_left(state & operation->moved, operation->rotate);
        if (shape == ONE_WORD) {
            const struct few_shuffle *shuffle = program->shuffles + operation->first_shuffle;
            for (uint32_t s = 0; s < operation->shuffles; s++)
                next |= rotate_left(state & shuffle[s].moved, shuffle[s].rotate);
        }
        *results->next = next;
        bool counts = ((state & operation->mask) == operation->want) & (next != state);
        accept(results, operation, 1, shape == ONE_WORD_CERTAIN ? true : counts);
    }
}

/* Writes the state that an operation leads to; returns whether it is another one. */
static inline bool write_many(const struct few_program *program, const struct few_operation *operation, const uint64_t *state,
                              uint64_t *next) {
    uint64_t differs = 0;
    memcpy(next, state, program->words * sizeof *next);
    const struct few_change *change = program->changes + operation->first_change;
    for (uint32_t c = 0; c < operation->changes; c++) { /* no word is changed twice, so that none need wait for the copy */
        const uint64_t before = state[change[c].word], after = (before & change[c].keep) ^ change[c].flip;
        next[change[c].word] = after;
        differs |= after ^ before;
    }
    if (operation->shuffles == 0)
        return differs != 0;
    const struct few_shuffle *shuffle = program->shuffles + operation->first_shuffle;
    for (uint32_t s = 0; s < operation->shuffles; s++)
        next[shuffle[s].to_word] |= rotate_left(state[shuffle[s].from_word] & shuffle[s].moved, shuffle[s].rotate);
    differs = 0;
    for (uint32_t c = 0; c < operation->changes; c++)
        differs |= next[change[c].word] ^ state[change[c].word];
    return differs != 0;
}

static void do_places(const struct few_program *program, const struct few_operation *operation, const uint64_t *state,
                      struct results *results) {
    const struct few_places *places = results->places;
    const struct few_place_flip flip = results->flips[operation - program->operations];
    uint64_t wide[FEW_MAX_BOARD_WORDS];
    if (flip.flip) {
        memcpy(results->next, results->narrow, places->words * sizeof *wide);
        results->next[flip.word] ^= flip.flip;
        accept(results, operation, places->words, true);
    } else if (write_many(program, operation, state, wide)) {
        accept(results, operation, places->words, few_places_narrow(places, wide, results->next));
    }
}

/* Does an operation of which all tests hold. */
static inline void do_many(const struct few_program *program, const struct few_operation *operation, const uint64_t *state,
                           struct results *results) {
    if (results->places)
        do_places(program, operation, state, results);
    else
        accept(results, operation, program->words, write_many(program, operation, state, results->next));
}

/* Goes down a tree. */
static void run_tree(const struct few_program *program, uint32_t link, const uint64_t *state, struct results *results) {
    while (link < FEW_LINK_DONE) {
        const struct few_node *node = &program->nodes[link];
        if (node->done != FEW_NO_LINK)
            do_many(program, &program->operations[node->done], state, results);
        if (node->beside != FEW_NO_LINK)
            run_tree(program, node->beside, state, results);
        link = node->field.width ? program->links[node->links + few_field_get(state, node->field)] : FEW_NO_LINK;
    }
    if (link != FEW_NO_LINK)
        do_many(program, &program->operations[link & ~FEW_LINK_DONE], state, results);
}

FEW_SPECIALISED void run_many(const struct few_program *program, struct few_range range, const uint64_t *state,
                          struct results *results) {
    if (range.count && program->trees && program->trees[range.first] != FEW_NO_LINK) {
        run_tree(program, program->trees[range.first], state, results);
        return;
    }
    const struct few_operation *operation = program->operations + range.first, *end = operation + range.count;
    for (; operation < end; operation++) {
        const struct few_guard *guard = program->guards + operation->first_guard;
        uint64_t wrong = 0;
        for (uint32_t g = 0; g < operation->guards; g++)
            wrong |= (state[guard[g].word] & guard[g].mask) ^ guard[g].want;
        if (!wrong)
            do_many(program, operation, state, results);
    }
}

FEW_SPECIALISED void run_range(const struct few_program *program, struct few_range range, const uint64_t *state,
                           struct results *results, enum shape shape) {
    if (shape == MANY_WORDS)
        run_many(program, range, state, results);
    else
        run_one(program, range, *state, results, shape);
}

FEW_SPECIALISED void run_state(const struct few_program *program, const uint64_t *state, struct results *results,
                               enum shape shape) {
    const uint32_t piece_keys = program->piece_key_count, field_keys = program->field_key_count;
    for (uint32_t k = 0; k < piece_keys; k++) {
        const struct few_piece_key *key = &program->piece_keys[k];
        uint64_t cells = few_match(state[shape == MANY_WORDS ? key->word : 0] ^ key->pattern, key->low, key->high);
        for (; cells; cells &= cells - 1)
            run_range(program, key->list[__builtin_ctzll(cells)], state, results, shape);
    }
    for (uint32_t k = 0; k < field_keys; k++) {
        const struct few_field_key *key = &program->field_keys[k];
        run_range(program, key->list[few_field_get(state, key->field)], state, results, shape);
    }
    if (program->always.count)
        run_range(program, program->always, state, results, shape);
}

FEW_SPECIALISED size_t run_states(const struct few_program *program, const uint64_t *states, size_t count, uint64_t *next,
                              struct few_step *steps, enum shape shape) {
    const uint32_t words = shape == MANY_WORDS ? program->words : 1;
    struct results results = {.next = next, .steps = steps};
    for (size_t i = 0; i < count; i++) {
        results.source = (uint32_t)i;
        run_state(program, states + i * words, &results, shape);
    }
    return (size_t)(results.next - next) / words;
}

size_t few_program_run_places(const struct few_program *program, const struct few_places *places,
                              const struct few_place_flip *flips, const uint64_t *states, size_t count, uint64_t *next,
                              struct few_step *steps) {
    struct results results = {.next = next, .steps = steps, .places = places, .flips = flips};
    uint64_t wide[FEW_MAX_BOARD_WORDS];
    for (size_t i = 0; i < count; i++) {
        results.source = (uint32_t)i;
        results.narrow = states + i * places->words;
        few_places_widen(places, results.narrow, wide);
        run_state(program, wide, &results, MANY_WORDS);
    }
    return (size_t)(results.next - next) / places->words;
}

/* Programs of flips under piece keys, without steps. */
static size_t run_flips(const struct few_program *program, const uint64_t *states, size_t count, uint64_t *next) {
    const struct few_flip_row *const rows = program->flips;
    const struct few_piece_key *const keys = program->piece_keys, *const keys_end = keys + program->piece_key_count;
    uint64_t *to = next;
    for (size_t i = 0; i < count; i++) {
        const uint64_t state = states[i];
        for (const struct few_piece_key *key = keys; key < keys_end; key++)
            for (uint64_t cells = few_match(state ^ key->pattern, key->low, key->high); cells; cells &= cells - 1) {
                const struct few_flips *list = &key->flips[__builtin_ctzll(cells)];
                const struct few_flip_row *end = rows + (state & list->wanted ? list->end : list->later);
                for (const struct few_flip_row *row = rows + list->first; row < end; row++) {
                    const few_lanes fits = (few_lanes)((few_lanes_read(row->mask) & state) == few_lanes_read(row->want));
                    to = few_lanes_write(to, few_lanes_read(row->flip) ^ state, few_lanes_which(fits));
                }
            }
    }
    return (size_t)(to - next);
}

FEW_SPECIALISED few_lanes rotate_lanes(few_lanes x, unsigned by) {
    return x << (by & 63) | x >> (-by & 63);
}

/* Programs without keys, without steps: each operation is done to several states at once. */
static size_t run_lanes(const struct few_program *program, const uint64_t *states, size_t count, uint64_t *next) {
    const struct few_operation *const operations = program->operations + program->always.first;
    uint64_t *to = next;
    for (size_t i = 0; i < count; i += FEW_LANES) {
        const few_lanes state = few_lanes_read(states + i);
        for (uint32_t n = 0; n < program->always.count; n++) {
            const struct few_operation *operation = &operations[n];
            const struct few_shuffle *shuffle = program->shuffles + operation->first_shuffle;
            few_lanes after = ((state & operation->keep) ^ operation->flip) |
                          rotate_lanes(state & operation->moved, operation->rotate);
            for (uint32_t s = 0; s < operation->shuffles; s++)
                after |= rotate_lanes(state & shuffle[s].moved, shuffle[s].rotate);
            const few_lanes counts =
                (few_lanes)((state & operation->mask) == operation->want) & (few_lanes)(after != state);
            to = few_lanes_write(to, after, few_lanes_which(counts));
        }
    }
    return (size_t)(to - next);
}

size_t few_program_run(const struct few_program *program, const uint64_t *states, size_t count, uint64_t *next,
                       struct few_step *steps) {
    if (program->words != 1)
        return run_states(program, states, count, next, steps, MANY_WORDS);
    if (steps)
        return program->certain ? run_states(program, states, count, next, steps, ONE_WORD_CERTAIN)
               : program->plain ? run_states(program, states, count, next, steps, ONE_WORD_PLAIN)
                                : run_states(program, states, count, next, steps, ONE_WORD);
    if (program->certain) /* the sliding puzzles: a third fewer instructions than with the tests */
        return run_states(program, states, count, next, NULL, ONE_WORD_CERTAIN);
    if (program->flips) /* pieces that step and jump: half the instructions */
        return run_flips(program, states, count, next);
    if (program->piece_key_count == 0 && program->field_key_count == 0) { /* the cube: a third of the time */
        const size_t whole = count / FEW_LANES * FEW_LANES, made = run_lanes(program, states, whole, next);
        return made + run_states(program, states + whole, count - whole, next + made, NULL, ONE_WORD);
    }
    if (program->plain)
        return run_states(program, states, count, next, NULL, ONE_WORD_PLAIN);
    return run_states(program, states, count, next, NULL, ONE_WORD);
}
