/* Makes and frees the checker. */
#include "language/checker_fit.h"
#include "language/state_text.h"

/* The links of each cell, so that a move along them need not look at all. */
static bool index_links(struct few_checker *checker) {
    const struct few_puzzle *puzzle = checker->puzzle;
    size_t cells = few_board_cells(puzzle);
    bool needed = false;
    for (uint32_t i = 0; i < puzzle->move_count; i++)
        needed |= puzzle->moves[i].along_links;
    if (!needed)
        return true;
    checker->links_from = few_alloc_zeroed(checker->memory, (cells + 2) * sizeof(uint32_t));
    checker->linked = few_alloc(
        checker->memory, few_array_size(2 * (size_t)puzzle->link_count + 1, sizeof(uint32_t)));
    if (puzzle->weights)
        checker->weights = few_alloc(checker->memory, few_array_size(2 * (size_t)puzzle->link_count + 1, sizeof(uint32_t)));
    if (!checker->links_from || !checker->linked || (puzzle->weights && !checker->weights))
        return false;
    /* Counting two places ahead lets the filling move each begin to where it belongs. */
    uint32_t *begin = checker->links_from + 1;
    for (uint32_t i = 0; i < puzzle->link_count; i++) {
        checker->links_from[puzzle->links[i][0] + 2]++;
        checker->links_from[puzzle->links[i][1] + 2]++;
    }
    for (size_t cell = 2; cell < cells + 2; cell++)
        checker->links_from[cell] += checker->links_from[cell - 1];
    for (uint32_t i = 0; i < puzzle->link_count; i++) {
        uint32_t a = puzzle->links[i][0], b = puzzle->links[i][1];
        if (puzzle->weights)
            checker->weights[begin[a]] = checker->weights[begin[b]] = puzzle->weights[i];
        checker->linked[begin[a]++] = b;
        checker->linked[begin[b]++] = a;
    }
    return true;
}

static size_t names_size(const struct few_puzzle *puzzle) {
    return (puzzle->let_count + 1) * sizeof(uint16_t); /* never empty */
}

static size_t aside_size(const struct few_puzzle *puzzle) {
    return puzzle->never_count ? names_size(puzzle) : 0;
}

static size_t pieces_size(const struct few_checker *checker) {
    return (checker->pieces + 1) * sizeof(bool);
}

static size_t links_from_size(const struct few_checker *checker) {
    return checker->links_from ? (few_board_cells(checker->puzzle) + 2) * sizeof(uint32_t) : 0;
}

static size_t linked_size(const struct few_checker *checker, const uint32_t *list) {
    return list ? few_array_size(2 * (size_t)checker->puzzle->link_count + 1, sizeof(uint32_t)) : 0;
}

static size_t claimed_size(const struct few_checker *checker) {
    return checker->claimed ? few_values_room(checker->puzzle) * sizeof(uint16_t) : 0;
}

struct few_checker *few_checker_create(struct few_memory *memory, const struct few_puzzle *puzzle) {
    struct few_checker *checker = few_alloc_zeroed(memory, sizeof *checker);
    if (!checker)
        return NULL;
    checker->memory = memory;
    checker->puzzle = puzzle;
    few_list_init(&checker->values, memory, sizeof(uint16_t));
    few_list_init(&checker->sought, memory, sizeof(struct few_sought));
    few_list_init(&checker->sought_aside, memory, sizeof(struct few_sought));
    few_list_init(&checker->changes, memory, sizeof(struct few_put));
    few_list_init(&checker->word, memory, sizeof(uint16_t));
    checker->bound = few_alloc(memory, names_size(puzzle));
    checker->trail = few_alloc(memory, names_size(puzzle));
    for (unsigned i = 0; i < 2 && puzzle->never_count; i++)
        checker->aside[i] = few_alloc(memory, aside_size(puzzle));
    const bool aside = !puzzle->never_count || (checker->aside[0] && checker->aside[1]);
    checker->pieces = puzzle->piece_count;
    checker->on_board = few_alloc_zeroed(memory, pieces_size(checker));
    bool made = checker->bound && checker->trail && aside && checker->on_board &&
                few_list_reserve(&checker->values, few_board_values(puzzle)) && index_links(checker);
    if (!made) {
        few_checker_free(checker);
        return NULL;
    }
    for (uint32_t i = 0; i < puzzle->let_count; i++) {
        checker->bound[i] = FEW_CODE_ANY;
        if (checker->aside[0])
            checker->aside[0][i] = FEW_CODE_ANY;
    }
    for (uint32_t i = 0; i < puzzle->board_piece_count; i++)
        checker->on_board[puzzle->board_pieces[i]] = true;
    return checker;
}

void few_checker_free(struct few_checker *checker) {
    if (!checker)
        return;
    struct few_memory *memory = checker->memory;
    const struct few_puzzle *puzzle = checker->puzzle;
    few_free(memory, checker->bound, names_size(puzzle));
    few_free(memory, checker->trail, names_size(puzzle));
    for (unsigned i = 0; i < 2; i++)
        few_free(memory, checker->aside[i], checker->aside[i] ? aside_size(puzzle) : 0);
    few_free(memory, checker->on_board, pieces_size(checker));
    few_free(memory, checker->links_from, links_from_size(checker));
    few_free(memory, checker->linked, linked_size(checker, checker->linked));
    few_free(memory, checker->weights, linked_size(checker, checker->weights));
    few_free(memory, checker->claimed, claimed_size(checker));
    few_list_free(&checker->values);
    few_list_free(&checker->sought);
    few_list_free(&checker->sought_aside);
    few_list_free(&checker->changes);
    few_list_free(&checker->word);
    few_free(memory, checker, sizeof *checker);
}

static size_t list_bytes(const struct few_list *list) {
    return list->room * list->size;
}

size_t few_checker_bytes(const struct few_checker *checker) {
    return sizeof *checker + 2 * names_size(checker->puzzle) + 2 * aside_size(checker->puzzle) + pieces_size(checker) +
           links_from_size(checker) + linked_size(checker, checker->linked) + linked_size(checker, checker->weights) +
           claimed_size(checker) +
           list_bytes(&checker->values) + list_bytes(&checker->sought) + list_bytes(&checker->sought_aside) +
           list_bytes(&checker->changes) + list_bytes(&checker->word);
}

void few_checker_pass(struct few_checker *checker, struct few_memory *to) {
    few_memory_pass(checker->memory, to, few_checker_bytes(checker));
    checker->memory = checker->values.memory = checker->sought.memory = checker->sought_aside.memory = to;
    checker->changes.memory = checker->word.memory = to;
}
