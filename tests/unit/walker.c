/* Protects the walker. Moves, their order and their places are compared with a
 * naive reading of the rules on a plain board, for every cell of many random boards; goals with a
 * naive test. */
#include "spaces.h"

#include "spaces/walker/walker.h"

enum { MAX_CELLS = 64, MAX_FOUND = 512, MAX_TEXT = 4096 };

struct board {
    uint16_t cells[MAX_CELLS];
};

struct naive_step {
    struct board next;
    struct few_move_place place;
    uint32_t cost;
};

/* The board cell of cell i of a rows x columns pattern, as the language says it; -1: not on the
 * board. */
static int cell_of(const struct few_puzzle *puzzle, int direction, unsigned columns, int place,
                   int i) {
    int row = i / (int)columns, column = i % (int)columns, r, c;
    switch (direction) {
    case 0: r = -column, c = row; break;  /* up: turned by 270 degrees */
    case 1: r = column, c = -row; break;  /* down: by 90 */
    case 2: r = -row, c = -column; break; /* left: by 180 */
    default: r = row, c = column; break;
    }
    r += place / (int)puzzle->columns;
    c += place % (int)puzzle->columns;
    return r < 0 || r >= (int)puzzle->rows || c < 0 || c >= (int)puzzle->columns
               ? -1
               : r * (int)puzzle->columns + c;
}

static bool next_choice(const struct few_puzzle *puzzle, const unsigned *names, unsigned count,
                        unsigned *at, uint16_t *assignment) {
    for (unsigned i = count; i-- > 0;) {
        bool more = ++at[i] < puzzle->lets[names[i]].count;
        at[i] = more ? at[i] : 0;
        assignment[names[i]] = puzzle->lets[names[i]].domain[at[i]];
        if (more) return true;
    }
    return false;
}

/* Tries a rule with its pattern's cells on these cells of the board, under every choice of its
 * names. */
static void try_cells(const struct few_puzzle *puzzle, uint32_t rule, int direction,
                      const int *cells, const struct board *board, struct naive_step *found,
                      size_t *count) {
    const struct few_move *move = &puzzle->moves[rule];
    const struct few_part *part = &move->parts[0];
    unsigned names[8], at[8] = {0}, name_count = 0, size = part->rows * part->columns;
    uint16_t assignment[64] = {0};
    for (unsigned i = 0; i < size; i++) {
        unsigned name = few_code_index(part->before[i]), k = 0;
        if (!few_code_is_name(part->before[i])) continue;
        while (k < name_count && names[k] != name) k++;
        if (k == name_count) {
            names[name_count++] = name;
            assignment[name] = puzzle->lets[name].domain[0];
        }
    }
    do {
        struct board next = *board;
        bool fits = true;
        for (uint32_t i = 0; i < move->condition_count; i++)
            fits = fits && few_comparison_holds(puzzle, &move->conditions[i], assignment);
        for (unsigned i = 0; i < size && fits; i++) {
            few_code before = few_code_value(puzzle, part->before[i], assignment);
            few_code after = few_code_value(puzzle, part->after[i], assignment);
            fits = cells[i] >= 0 && (before == FEW_CODE_ANY || board->cells[cells[i]] == before) &&
                   (after != FEW_CODE_ANY || part->after[i] == FEW_CODE_ANY);
            if (fits && after != FEW_CODE_ANY) next.cells[cells[i]] = after;
        }
        if (!fits || memcmp(&next, board, sizeof next) == 0) continue;
        assert_true(*count < MAX_FOUND);
        found[(*count)++] = (struct naive_step){
            next, {rule, move->any_direction ? direction : -1, (uint32_t)cells[0], 0}, move->cost};
    } while (next_choice(puzzle, names, name_count, at, assignment));
}

/* All moves in the order that the language gives them. */
static size_t move_naively(const struct few_puzzle *puzzle, const struct board *board,
                           struct naive_step *found) {
    size_t count = 0;
    for (uint32_t rule = 0; rule < puzzle->move_count; rule++) {
        const struct few_move *move = &puzzle->moves[rule];
        const struct few_part *part = &move->parts[0];
        int cells[MAX_CELLS], size = (int)(part->rows * part->columns);
        if (move->along_links) {
            for (uint32_t i = 0; i < 2 * puzzle->link_count; i++) {
                cells[0] = (int)puzzle->links[i / 2][i % 2];
                cells[1] = (int)puzzle->links[i / 2][1 - i % 2];
                try_cells(puzzle, rule, -1, cells, board, found, &count);
            }
            continue;
        }
        if (move->on) {
            for (int i = 0; i < size; i++) cells[i] = (int)move->on[i];
            try_cells(puzzle, rule, -1, cells, board, found, &count);
            continue;
        }
        for (int direction = move->any_direction ? 0 : 3; direction < 4; direction++)
            for (int place = 0; place < (int)(puzzle->rows * puzzle->columns); place++) {
                if (move->at != FEW_NOWHERE && (int)move->at != place) continue;
                for (int i = 0; i < size; i++)
                    cells[i] = cell_of(puzzle, direction, part->columns, place, i);
                try_cells(puzzle, rule, direction, cells, board, found, &count);
            }
    }
    return count;
}

static bool pattern_stands(const struct few_puzzle *puzzle, const struct few_condition *condition,
                           const struct board *board, const uint16_t *assignment) {
    static const int diagonal[4][2] = {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}};
    const struct few_drawing *drawing = &condition->drawing;
    int size = (int)(drawing->rows * drawing->columns),
        cells = (int)(puzzle->rows * puzzle->columns);
    for (int turn = 0; turn < 8; turn++) {
        if (turn < 4 ? turn != 3 && !condition->any_direction
                     : !condition->diagonal || (turn > 5 && !condition->any_direction))
            continue;
        for (int place = 0; place < cells; place++) {
            bool stands = true;
            for (int i = 0; i < size && stands; i++) {
                int cell;
                if (turn < 4) {
                    cell = cell_of(puzzle, turn, drawing->columns, place, i);
                } else {
                    int r = place / (int)puzzle->columns + i * diagonal[turn - 4][0];
                    int c = place % (int)puzzle->columns + i * diagonal[turn - 4][1];
                    bool in = r >= 0 && c >= 0 && r < (int)puzzle->rows && c < (int)puzzle->columns;
                    cell = in ? r * (int)puzzle->columns + c : -1;
                }
                few_code want = few_code_value(puzzle, drawing->cells[i], assignment);
                stands = cell >= 0 && (want == FEW_CODE_ANY || board->cells[cell] == want);
            }
            if (stands) return true;
        }
    }
    return false;
}

/* Goals whose only name, if any, is name 0; `own` says that it stands only in the line's `nowhere`.
 */
static bool is_naive_goal(const struct few_puzzle *puzzle, const struct board *board) {
    for (uint32_t g = 0; g < puzzle->goal_count; g++) {
        const struct few_goal *goal = &puzzle->goals[g];
        uint32_t choices = puzzle->let_count ? puzzle->lets[0].count : 1;
        bool own = true, any = false, all = true;
        for (uint32_t i = 0; i < goal->count; i++)
            for (uint32_t k = 0;
                 k < goal->conditions[i].drawing.rows * goal->conditions[i].drawing.columns; k++)
                if (goal->conditions[i].kind != FEW_GOAL_NOWHERE &&
                    few_code_is_name(goal->conditions[i].drawing.cells[k]))
                    own = false;
        for (uint32_t choice = 0; choice < choices; choice++) {
            uint16_t assignment[64] = {puzzle->let_count ? puzzle->lets[0].domain[choice] : 0};
            bool holds = true;
            for (uint32_t i = 0; i < goal->count; i++) {
                const struct few_condition *condition = &goal->conditions[i];
                if (condition->kind == FEW_GOAL_DRAWING) {
                    for (uint32_t k = 0; k < puzzle->rows * puzzle->columns; k++) {
                        few_code want =
                            few_code_value(puzzle, condition->drawing.cells[k], assignment);
                        holds = holds && (want == FEW_CODE_ANY || want == board->cells[k]);
                    }
                } else {
                    bool stands = pattern_stands(puzzle, condition, board, assignment);
                    holds = holds && stands == (condition->kind == FEW_GOAL_SOMEWHERE);
                }
            }
            any = any || holds;
            all = all && holds;
        }
        if (own ? all : any) return true;
    }
    return false;
}

static int compare_moves(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a,
             y = *(const uint32_t *)b; /* struct order: the move number comes first */
    return x < y ? -1 : x > y;
}

struct given {
    uint32_t move, index;
};

/* The k-th move of the space is the k-th of the naive interpreter, for every cell; backwards is forwards
 * turned. */
static void compare_with_naive(const struct few_puzzle *puzzle, const struct few_space *space,
                               uint16_t mover, uint16_t floor) {
    static struct naive_step found[MAX_FOUND];
    const uint32_t cells = puzzle->rows * puzzle->columns;
    uint32_t forward[MAX_CELLS][MAX_CELLS] = {{0}}, backward[MAX_CELLS][MAX_CELLS] = {{0}};
    uint64_t next[MAX_FOUND], state_of[MAX_CELLS] = {0};
    struct few_step steps[MAX_FOUND];
    struct given order[MAX_FOUND];
    struct board background = {{0}};
    for (uint32_t i = 0; i < cells; i++)
        background.cells[i] =
            puzzle->start.board.cells[i] == mover ? floor : puzzle->start.board.cells[i];
    assert_true(space->max_successors <= MAX_FOUND && space->max_predecessors <= MAX_FOUND);
    for (uint32_t cell = 0; cell < cells; cell++) {
        struct board board = background, back = {{0}};
        size_t length;
        board.cells[cell] = mover;
        if (!space->run->write(space, board.cells, cells, &state_of[cell])) {
            assert_true(background.cells[cell] != floor);
            continue;
        }
        assert_int_equal(background.cells[cell], floor);
        space->run->read(space, &state_of[cell], back.cells, &length);
        assert_int_equal(length, cells);
        assert_memory_equal(&back, &board, sizeof board);
        uint64_t rank;
        space->run->rank(space, &state_of[cell], 1, &rank);
        assert_true(rank < space->ranks);

        size_t expected = move_naively(puzzle, &board, found);
        size_t count = space->run->successors(space, &state_of[cell], 1, next, steps);
        assert_int_equal(space->run->successors(space, &state_of[cell], 1, next, NULL), count);
        assert_int_equal(count, expected);
        for (uint32_t i = 0; i < count; i++) order[i] = (struct given){steps[i].move, i};
        qsort(order, count, sizeof *order, compare_moves);
        for (uint32_t k = 0; k < count; k++) {
            const struct few_step *step = &steps[order[k].index];
            struct few_move_place place = space->run->place(space, &state_of[cell], step->move);
            space->run->read(space, &next[order[k].index], back.cells, &length);
            assert_memory_equal(&back, &found[k].next, sizeof back);
            assert_int_equal(place.rule, found[k].place.rule);
            assert_int_equal(place.direction, found[k].place.direction);
            assert_int_equal(place.cell, found[k].place.cell);
            assert_int_equal(step->cost, found[k].cost);
            uint32_t to = 0;
            while (back.cells[to] != mover) to++;
            forward[cell][to] += 1 + step->move * step->move;
        }
        bool goal;
        space->run->is_goal(space, &state_of[cell], 1, &goal);
        assert_int_equal(goal, is_naive_goal(puzzle, &board));
    }
    bool undirected = true;
    for (uint32_t cell = 0; cell < cells; cell++) {
        if (background.cells[cell] != floor) continue;
        size_t count = space->run->predecessors(space, &state_of[cell], 1, next, steps);
        for (size_t i = 0; i < count; i++) {
            uint32_t from = 0;
            while (state_of[from] != next[i]) from++;
            backward[from][cell] += 1 + steps[i].move * steps[i].move;
        }
    }
    assert_memory_equal(forward, backward, sizeof forward);
    for (uint32_t a = 0; a < cells; a++)
        for (uint32_t b = 0; b < cells; b++)
            undirected = undirected && !forward[a][b] == !forward[b][a];
    assert_true(undirected || !space->undirected);
}

static void goals_list_is_what_the_test_says(const struct few_space *space,
                                             struct few_memory *memory) {
    uint64_t *states;
    size_t count, expected = 0;
    assert_int_equal(few_walker_goals(space, memory, MAX_CELLS, &states, &count), FEW_GOALS_LISTED);
    for (uint64_t state = 0; state < space->ranks; state++) {
        bool goal;
        space->run->is_goal(space, &state, 1, &goal);
        if (!goal) continue;
        assert_true(expected < count);
        assert_int_equal(states[expected++], state);
    }
    assert_int_equal(expected, count);
    few_free(memory, states, count * sizeof *states);
}

static void moves_and_goals_agree_with_a_plain_board(void **context) {
    (void)context;
    static const char *const rules[] = {
        "move any direction: @ . -> . @\n",
        "move a: @ . -> . @\nmove b, cost 3: . @ -> @ .\n",
        "move jump, any direction: @ # . -> . # @\nmove step, any direction: @ . -> . @\n",
        "move any direction: @ _ / _ _ / _ . -> . _ / _ _ / _ @\n",
        "move any direction: _ @ / . _ -> _ . / @ _\n",
        "move any direction: @ . t -> . @ t\n",
        "move any direction: _ @ . -> _ . @\nmove any direction: . @ _ / _ _ _ -> @ . _ / _ _ _\n",
        "let a, b = @ .\nmove swap, any direction: a b -> b a where a != b\n",
        "let c, d = @ . #\nmove c d -> d c where c != #, d != #\nmove any direction: c _ d -> d _ "
        "c where c != #, d != #\n",
        "move go, at 2,2, any direction: @ . -> . @\nmove any direction, cost 2: @ . -> . @\n",
        "move on 1 5 9: @ t . -> . t @\nmove on 9 5 1: @ _ . -> . _ @\nmove any direction: @ . -> "
        ". @\n",
        "links 1-2 2-3 5-9 9-2 1-9\nmove along links: @ . -> . @\n",
        "links 1-2 2-3 5-9 9-2 1-9\nmove along links: . @ -> @ .\nmove warp, on 3 4, cost 2: @ . "
        "-> . @\n",
        "move any direction: @ . -> . @\nmove any direction: @ @ -> . .\nmove any direction: Q . "
        "-> # #\n",
    };
    static const char *const goals[] = {
        "",
        "somewhere, any direction: @ #\n",
        "nowhere, any direction: @ .\n",
        "nowhere: t @\n",
        "somewhere: . .\n",
        "somewhere, any direction, diagonal: # . #\n",
        "nowhere, diagonal: # . .\n",
        "somewhere, diagonal: @ # #\n",
        "somewhere, any direction: t @ t\n",
        "nowhere: @\n",
        "somewhere: @ _ / _ .\n",
        "somewhere: # # and nowhere: # # #\n",
    };
    random_state = 77;
    for (unsigned round = 0; round < 3000; round++) {
        unsigned rows = 3 + random_below(4), columns = 3 + random_below(4), at = 0;
        unsigned start = random_below(rows * columns), floors = 1 + random_below(9);
        char text[MAX_TEXT], drawing[MAX_CELLS * 3] = "", open[MAX_CELLS * 3] = "";
        for (unsigned i = 0, k = 0; i < rows * columns; i++) {
            char piece = i == start                  ? '@'
                         : random_below(10) < floors ? '.'
                         : random_below(2)           ? '#'
                                                     : 'o';
            bool shown = random_below(rows * columns) < 2;
            drawing[k] = piece;
            open[k++] = (char)(!shown                            ? '_'
                               : piece == '@' || random_below(4) ? piece
                               : random_below(2)                 ? '@'
                                                                 : 't');
            const char *between = (i + 1) % columns == 0 && i + 1 < rows * columns ? "/" : "";
            if (*between) drawing[k] = open[k] = '/', k++;
        }
        at += (unsigned)snprintf(text + at, sizeof text - at,
                                 "board %u x %u\npieces @ . # o Q\nlet t = # o\n%sstart %s\n", rows,
                                 columns, rules[round % (sizeof rules / sizeof *rules)], drawing);
        for (unsigned i = random_below(3); i > 0; i--) {
            const char *goal = goals[random_below(sizeof goals / sizeof *goals)];
            if (!*goal || random_below(4) == 0)
                at += (unsigned)snprintf(text + at, sizeof text - at, "goal %s%s%s", open,
                                         *goal ? " and " : "\n", goal);
            else
                at += (unsigned)snprintf(text + at, sizeof text - at, "goal %s", goal);
        }
        struct few_memory memory;
        struct few_error error = {0};
        few_memory_init(&memory, 1 << 30);
        struct few_puzzle *puzzle = parse(&memory, text);
        if (!few_walker_fits(&memory, puzzle)) fail_msg("does not fit:\n%s", text);
        struct few_space *space = few_walker_space(&memory, puzzle, &error);
        if (!space) fail_msg("%s\n%s", error.message, text);
        few_code mover, floor;
        bool known = few_walker_pieces(&memory, puzzle, &mover, &floor);
        if (known && strcmp(puzzle->pieces[floor].text, ".") == 0 && strchr(drawing, '.')) {
            assert_string_equal(puzzle->pieces[mover].text, "@");
            compare_with_naive(puzzle, space, mover, floor);
        }
        goals_list_is_what_the_test_says(space, &memory);
        few_walker_space_free(space);
        few_puzzle_free(puzzle);
        assert_int_equal(memory.used, 0);
    }
}

static void only_boards_with_one_mover_fit(void **context) {
    (void)context;
    static const struct {
        const char *text;
        bool fits;
    } cases[] = {
        {"board 2 x 2\npieces @ . #\nmove any direction: @ . -> . @\nstart @./.#\n", true},
        {"board 2 x 2\npieces @ . #\nmove any direction: @ . -> . @\n", false},
        {"board 2 x 2\npieces @ . #\nmove any direction: @ . -> . @\nstart @./.@\n", false},
        {"board 2 x 2\npieces @ . #\nmove any direction: @ # -> # @\nmove any direction: @ . -> . "
         "@\nstart @./.#\n",
         false},
        {"board 2 x 2\npieces @ . #\nmove any direction: @ # -> # @\nmove any direction: @ . -> . "
         "@\nstart @./..\n",
         true},
        {"board 2 x 2\npieces @ . #\nmove any direction: @ . -> @ @\nstart @./.#\n", false},
        {"board 2 x 2\npieces @ . #\nmove cycle (1 2 3)\nstart @./.#\n", false},
        {"board 2 x 2\npieces @ .\nvar v = @ .\nmove any direction: @ . -> . @\nstart @./.. and v "
         "is @\n",
         false},
        {"board 2 x 2\npieces @ . #\nmove any direction: @ . -> . @, # . -> . #\nstart @./.#\n",
         false},
        {"board 3 x 3\npieces 1..8 x\nlet t = 1..8\nmove any direction: x t -> t x\nstart "
         "123/456/78x\n",
         false},
        {"board 1 x 3\npieces a b c\nmove any direction: a b -> b a\nstart abc\n", true},
        {"board 1 x 3\npieces a b c\nmove any direction: a b -> b a\nstart acc\n",
         true}, /* nothing can move */
        {"string 3\nmove ab -> ba\nstart ab\n", false},
        {"board 2 x 2\npieces @ .\nfloor # - ~\n  -~\n  ~-\nlet k = - ~\nmove any direction: @|k .|k -> . @\nstart @./..\n", true},
        {"board 2 x 2\npieces @ .\nfloor # - ~\n  -~\n  ~-\nmove any direction: @ .|~ -> . @\nstart @./..\ngoal every @ on ~\n", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct few_memory memory;
        few_memory_init(&memory, 1 << 30);
        struct few_puzzle *puzzle = parse(&memory, cases[i].text);
        if (few_walker_fits(&memory, puzzle) != cases[i].fits) fail_msg("wrong: %s", cases[i].text);
        few_puzzle_free(puzzle);
    }
}

/* Where the counts of the two pieces do not tell, the goal does, or else the start: it has its mover. */
static void the_mover_is_known_without_floor(void **context) {
    (void)context;
    static const struct {
        const char *text, *mover;
    } cases[] = {
        {"board 3\npieces k . #\nmove any direction: . k -> k .\nstart #k#\n", "k"},
        {"board 3\npieces k . #\nmove any direction: k . -> . k\nstart #k#\n", "k"},
        {"board 3\npieces k . #\nmove any direction: . k -> k .\nstart #k#\ngoal __k\n", "k"},
        {"board 3\npieces k . #\nmove any direction: . k -> k .\nstart #.#\ngoal _k_\n", "k"},
        {"board 3\npieces k . #\nmove any direction: . k -> k .\nstart .#.\n", "k"},
        {"board 2\npieces k .\nmove any direction: . k -> k .\nstart k.\ngoal _k\n", "k"},
        {"board 2\npieces k .\nmove any direction: . k -> k .\nstart k.\ngoal nowhere: . and somewhere: k\n", "k"},
        {"board 3\npieces k . #\nmove any direction: k . -> . k\nstart #k#\ngoal ._.\n", "k"},
        {"board 3\npieces k . #\nmove any direction: . k -> k .\nstart #k#\ngoal ..k\n", "k"},
        {"board 3\npieces k . #\nmove any direction: . k -> k .\nstart #k.\ngoal somewhere: . .\n", "k"},
        {"board 3\npieces k . #\nmove any direction: . k -> k .\nstart #k#\ngoal k _ _\ngoal . . _\n", "k"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct few_memory memory;
        few_memory_init(&memory, 1 << 30);
        struct few_puzzle *puzzle = parse(&memory, cases[i].text);
        few_code mover, floor;
        assert_true(few_walker_pieces(&memory, puzzle, &mover, &floor));
        if (strcmp(puzzle->pieces[mover].text, cases[i].mover) != 0)
            fail_msg("%s moves: %s", puzzle->pieces[mover].text, cases[i].text);
        assert_true(mover != floor);
        few_puzzle_free(puzzle);
    }
}

static void every_allocation_may_fail(void **context) {
    (void)context;
    static const char text[] = "board 3 x 3\npieces @ . # o\nlet t = # o\nlinks 1-2 2-3\n"
                               "move any direction: @ . -> . @\nmove along links: @ . -> . @\n"
                               "move any direction: @ . t -> . @ t\nstart @../.#o/...\n"
                               "goal somewhere: . . and nowhere: t @\ngoal @__/___/___\n"
                               "goal somewhere: @ . .\n";
    let_every_allocation_fail(text, (struct native){few_walker_space, few_walker_goals, few_walker_space_free});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_and_goals_agree_with_a_plain_board),
        cmocka_unit_test(only_boards_with_one_mover_fit),
        cmocka_unit_test(the_mover_is_known_without_floor),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
