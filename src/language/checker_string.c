/* Plays moves on a string: what stands at a place is taken out, and something else is put there. */
#include "language/checker_fit.h"
#include "language/state_text.h"

/* What a move takes out of a string and how much it puts there. With a rest, all from its place on is taken. */
struct exchange {
    const struct few_move *move;
    const struct few_part *part;
    size_t place, taken, put;
};

/* Whether the left side fits at that place, and the result is not too long. Binds its names. */
static bool find_exchange(struct few_checker *checker, const struct few_move *move, uint32_t place, struct exchange *exchange) {
    const struct few_part *part = &move->parts[0];
    const size_t length = checker->values.count;
    struct few_sought sought = {.codes = part->before, .rows = 1, .columns = part->columns};
    if (!few_checker_lay(checker, &sought, &few_orientations[FEW_RIGHT], place) || !few_checker_fits(checker, &sought))
        return false;
    *exchange = (struct exchange){move, part, place, part->columns, part->after_columns};
    if (part->has_rest) {
        exchange->taken = length - place;
        for (uint32_t i = 0; i < part->after_columns; i++)
            if (part->after[i] == (FEW_CODE_NAME | part->rest))
                exchange->put += exchange->taken - part->columns - 1;
    }
    return few_stands(move->ends, place, exchange->taken, length) &&
           length - exchange->taken + exchange->put <= checker->puzzle->max_length;
}

/* Room for what is put and what is taken, and for the longer string. */
static bool reserve(struct few_checker *checker, const struct exchange *exchange) {
    checker->word.count = 0;
    return few_list_reserve(&checker->word, exchange->put + exchange->taken + 1) &&
           few_list_reserve(&checker->values, exchange->put);
}

/* Reads the string that is claimed. */
static bool read_claimed(struct few_checker *checker, const struct few_space *space, const uint64_t *state,
                         size_t *length, bool *no_memory) {
    if (!checker->claimed)
        checker->claimed = few_alloc(checker->memory, few_values_room(checker->puzzle) * sizeof(uint16_t));
    *no_memory = !checker->claimed;
    if (checker->claimed)
        space->run->read(space, state, checker->claimed, length);
    return checker->claimed;
}

/* What the move puts, for the present choice of names, in checker->word; whether it puts something else than there was. */
static bool write_word(struct few_checker *checker, const struct exchange *exchange) {
    const struct few_part *part = exchange->part;
    const uint16_t *old = few_checker_state(checker) + exchange->place;
    const size_t rest = exchange->taken - part->columns;
    uint16_t *const new = checker->word.items;
    size_t written = 0;
    for (size_t i = 0; i < part->after_columns; i++) {
        if (part->has_rest && part->after[i] == (FEW_CODE_NAME | part->rest)) {
            memcpy(new + written, old + part->columns, rest * sizeof *new);
            written += rest;
            continue;
        }
        new[written] = part->after[i] == FEW_CODE_ANY ? old[i] : few_checker_piece_put(checker, part->after[i]);
        if (new[written++] == FEW_CODE_ANY)
            return false;
    }
    return exchange->taken != exchange->put || memcmp(old, new, written * sizeof *new) != 0;
}

/* The same for free names from the i-th on, until it is what is claimed to be there. */
static bool choose_word(struct few_checker *checker, const struct exchange *exchange, uint32_t i, const uint16_t *claimed) {
    const struct few_move *move = exchange->move;
    if (i == move->free_count)
        return few_checker_conditions_hold(checker, move) && write_word(checker, exchange) &&
               (!claimed || memcmp(checker->word.items, claimed, exchange->put * sizeof *claimed) == 0);
    const unsigned name = few_code_index(move->free[i]);
    const struct few_let *let = &checker->puzzle->lets[name];
    bool found = false;
    for (uint32_t k = 0; k < let->count && !found; k++) {
        checker->bound[name] = let->domain[k];
        found = choose_word(checker, exchange, i + 1, claimed);
    }
    checker->bound[name] = FEW_CODE_ANY;
    return found;
}

/* Puts what is in checker->word in its place, and keeps what was there behind it. */
static void make(struct few_checker *checker, const struct exchange *exchange) {
    uint16_t *const there = few_checker_state(checker) + exchange->place, *const word = checker->word.items;
    const size_t behind = checker->values.count - exchange->place - exchange->taken;
    memcpy(word + exchange->put, there, exchange->taken * sizeof *there);
    memmove(there + exchange->put, there + exchange->taken, behind * sizeof *there);
    memcpy(there, word, exchange->put * sizeof *there);
    checker->values.count += exchange->put - exchange->taken;
}

static void take_back(struct few_checker *checker, const struct exchange *exchange) {
    uint16_t *const there = few_checker_state(checker) + exchange->place, *const word = checker->word.items;
    const size_t behind = checker->values.count - exchange->place - exchange->put;
    memmove(there + exchange->taken, there + exchange->put, behind * sizeof *there); /* the reserve is still there */
    memcpy(there, word + exchange->put, exchange->taken * sizeof *there);
    checker->values.count += exchange->taken - exchange->put;
}

bool few_checker_play_on_string(struct few_checker *checker, const struct few_move *move, uint32_t place,
                                const struct few_space *space, const uint64_t *claimed_state, bool *no_memory) {
    struct exchange exchange;
    size_t claimed = 0;
    if (!find_exchange(checker, move, place, &exchange))
        return false;
    if (!reserve(checker, &exchange)) {
        *no_memory = true;
        return false;
    }
    if (move->free_count && (!read_claimed(checker, space, claimed_state, &claimed, no_memory) ||
                             claimed != checker->values.count - exchange.taken + exchange.put))
        return false;
    if (!choose_word(checker, &exchange, 0, move->free_count ? checker->claimed + place : NULL))
        return false;
    make(checker, &exchange);
    if (!few_checker_never(checker, no_memory) && !*no_memory)
        return true;
    take_back(checker, &exchange);
    return false;
}

/* Shows the string with what the move puts there, for all values of the free names from the i-th on. */
static void show_words(struct few_checker *checker, const struct exchange *exchange, uint32_t i, few_checker_result *show,
                       void *context) {
    const struct few_move *move = exchange->move;
    if (i < move->free_count) {
        const unsigned name = few_code_index(move->free[i]);
        const struct few_let *let = &checker->puzzle->lets[name];
        for (uint32_t k = 0; k < let->count; k++) {
            checker->bound[name] = let->domain[k];
            show_words(checker, exchange, i + 1, show, context);
        }
        checker->bound[name] = FEW_CODE_ANY;
        return;
    }
    if (!few_checker_conditions_hold(checker, move) || !write_word(checker, exchange))
        return;
    make(checker, exchange);
    show(checker, context);
    take_back(checker, exchange);
}

bool few_checker_show_on_string(struct few_checker *checker, struct few_move_place place, few_checker_result *show,
                                void *context) {
    struct exchange exchange;
    if (!find_exchange(checker, &checker->puzzle->moves[place.rule], place.cell, &exchange))
        return true;
    if (!reserve(checker, &exchange))
        return false;
    show_words(checker, &exchange, 0, show, context);
    return true;
}
