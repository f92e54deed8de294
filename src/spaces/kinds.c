#include "spaces/kinds.h"

#include "spaces/board/board.h"
#include "spaces/string/string.h"
#include "spaces/walker/walker.h"

static bool is_string(struct few_memory *memory, const struct few_puzzle *puzzle) {
    (void)memory;
    return puzzle->is_string;
}

static bool is_any(struct few_memory *memory, const struct few_puzzle *puzzle) {
    (void)memory;
    (void)puzzle;
    return true;
}

static struct few_space *walker(struct few_memory *memory, const struct few_puzzle *puzzle, struct few_purpose purpose,
                                struct few_error *error) {
    (void)purpose; /* one space is right for all */
    return few_walker_space(memory, puzzle, error);
}

static struct few_space *board(struct few_memory *memory, const struct few_puzzle *puzzle, struct few_purpose purpose,
                               struct few_error *error) {
    (void)purpose;
    return few_board_space(memory, puzzle, error);
}

static const struct {
    bool (*fits)(struct few_memory *memory, const struct few_puzzle *puzzle);
    struct few_space *(*create)(struct few_memory *memory, const struct few_puzzle *puzzle, struct few_purpose purpose,
                                struct few_error *error);
} kinds[] = {
    {is_string, few_string_space},
    {few_walker_fits, walker},
    {is_any, board},
};

struct few_space *few_space_of(struct few_memory *memory, const struct few_puzzle *puzzle, struct few_purpose purpose,
                               struct few_error *error) {
    size_t kind = 0;
    while (!kinds[kind].fits(memory, puzzle)) /* the last fits all */
        kind++;
    return kinds[kind].create(memory, puzzle, purpose, error);
}
