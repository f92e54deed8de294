/* Whatever the text is, and whichever allocation fails, the parser gives a sound puzzle or a clean error.
 *
 * Random texts come from FEWEST_SEED (1 if not given), which is printed. */
#include "examples.h"

/* All codes and indices are in range. */
static void assert_sound_codes(const struct few_puzzle *puzzle, const few_code *codes, size_t count) {
    for (size_t i = 0; i < count; i++) {
        unsigned limit = few_code_is_piece(codes[i]) ? puzzle->piece_count
            : few_code_is_name(codes[i])             ? puzzle->let_count
                                                     : puzzle->sum_count;
        unsigned index = few_code_is_piece(codes[i]) ? codes[i] : few_code_index(codes[i]);
        assert_true(codes[i] == FEW_CODE_ANY || index < limit);
    }
}

static void assert_sound(const struct few_puzzle *puzzle) {
    size_t cells = (size_t)puzzle->rows * puzzle->columns;
    assert_true(puzzle->move_count > 0);
    for (uint32_t i = 0; i < puzzle->move_count; i++) {
        const struct few_move *move = &puzzle->moves[i];
        assert_true(move->where.line > 0 && move->part_count > 0 && move->cost > 0);
        assert_true(move->at == FEW_NOWHERE || move->at < cells);
        for (uint32_t j = 0; j < move->part_count; j++) {
            const struct few_part *part = &move->parts[j];
            size_t rows = part->kind == FEW_PART_VAR ? 1 : part->rows;
            if (part->kind == FEW_PART_CYCLE)
                continue;
            assert_sound_codes(puzzle, part->before, rows * (part->kind == FEW_PART_VAR ? 1 : part->columns));
            assert_sound_codes(puzzle, part->after,
                               rows * (part->kind == FEW_PART_VAR ? 1 : part->after_columns));
        }
    }
    if (puzzle->start.given && puzzle->start.board.cells)
        assert_sound_codes(puzzle, puzzle->start.board.cells,
                           (size_t)puzzle->start.board.rows * puzzle->start.board.columns);
    for (uint32_t i = 0; i < puzzle->goal_count; i++)
        for (uint32_t j = 0; j < puzzle->goals[i].count; j++) {
            const struct few_drawing *drawing = &puzzle->goals[i].conditions[j].drawing;
            assert_sound_codes(puzzle, drawing->cells, (size_t)drawing->rows * drawing->columns);
        }
}

/* Whatever the text is: a sound puzzle, or an error that can be shown. */
static bool survive(const char *text, size_t length) {
    memset(&error, 0, sizeof error);
    struct few_puzzle *puzzle = parse_bytes(text, length);
    bool accepted = puzzle != NULL;
    if (accepted) {
        assert_sound(puzzle);
    } else {
        char report[FEW_ERROR_FORMATTED];
        assert_int_equal(error.kind, FEW_ERROR_INPUT);
        assert_true(error.message[0] != 0);
        assert_true(few_error_format(&error, report, sizeof report));
    }
    few_puzzle_free(puzzle);
    assert_int_equal(atomic_load(&memory.used), 0);
    return accepted;
}

static uint64_t random_state;

static unsigned random_below(unsigned limit) { /* splitmix64 */
    uint64_t z = random_state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (unsigned)((z ^ z >> 31) % limit);
}

static void seed_random(void) {
    const char *seed = getenv("FEWEST_SEED");
    random_state = seed ? strtoull(seed, NULL, 10) : 1;
    print_message("# FEWEST_SEED=%llu\n", (unsigned long long)random_state);
}

static void strange_texts(void **state) {
    (void)state;
    size_t large = 10 << 20;
    char *text = malloc(large);
    memset(text, 0, large);
    assert_false(survive(text, large));
    assert_int_equal(error.line, 1);
    static const char fillings[] = {'0', '\n', ' ', '/', ':', '(', ',', ';', '\t', '_', '-'};
    static const char *const heads[] = {"",
                                        "board 3 x 3\npieces 0 1\nstart ",
                                        "string 9\nmove ",
                                        "move a: ",
                                        "board 9\npieces 0\nmove 0 -> ",
                                        "pieces ",
                                        "links ",
                                        "title "};
    for (size_t i = 0; i < sizeof fillings; i++)
        for (size_t j = 0; j < sizeof heads / sizeof *heads; j++) {
            memset(text, fillings[i], 100000);
            memcpy(text, heads[j], strlen(heads[j]));
            survive(text, 100000);
        }
    for (int byte = 0; byte < 256; byte++) {
        char one = (char)byte;
        survive(&one, 1);
    }
    free(text);
    assert_false(survive("", 0));
    assert_false(survive("\xef\xbb\xbf", 3));
    assert_false(survive("move", 4));
    assert_false(survive("string 3\nmove a -> \xf0\x9f\x98", 21));
}

static void random_bytes(void **state) {
    (void)state;
    seed_random();
    static const char marks[] = "\n ;:,/_()ab->1.x";
    char text[300];
    for (int round = 0; round < 3000; round++) {
        size_t length = random_below(sizeof text);
        unsigned kind = random_below(3);
        for (size_t i = 0; i < length; i++)
            text[i] = kind == 0 ? (char)random_below(256)
                : kind == 1     ? (char)(32 + random_below(95))
                                : marks[random_below(sizeof marks - 1)];
        survive(text, length);
    }
}

/* Valid files with a few things wrong: bytes, words and lines that are lost, doubled, moved or replaced. */
static void random_mutations(void **state) {
    (void)state;
    seed_random();
    static const char *const words[] = {"->",
                                        "and ",
                                        "where ",
                                        "is ",
                                        "any ",
                                        "any direction",
                                        "at 3",
                                        ", ",
                                        ": ",
                                        "/",
                                        "_",
                                        "(",
                                        ")",
                                        "\n",
                                        "\n  ",
                                        "cycle (1",
                                        "somewhere",
                                        "nowhere: ",
                                        "+1",
                                        "-",
                                        "1..8",
                                        "ring",
                                        " x ",
                                        "on 1 2",
                                        "along links",
                                        "cost 3",
                                        "\nlinks 1-2\n",
                                        "\nstart ",
                                        "\ngoal ",
                                        "\nmove ",
                                        "\nlet q = 1 2\n",
                                        "\nvar w = 1 2\n",
                                        "é",
                                        "<=",
                                        "=",
                                        ";"};
    char text[4096];
    unsigned accepted = 0;
    for (int round = 0; round < 20000; round++) {
        const char *example = examples[random_below(EXAMPLES)];
        size_t length = strlen(example);
        memcpy(text, example, length);
        for (unsigned change = 1 + random_below(3); change > 0; change--) {
            size_t at = random_below((unsigned)length + 1), rest = length - at;
            const char *word = words[random_below(sizeof words / sizeof *words)];
            size_t size = strlen(word), lost = random_below(rest < 8 ? (unsigned)rest + 1 : 8);
            switch (random_below(4)) {
            case 0: /* lose a few bytes */
                memmove(text + at, text + at + lost, rest - lost);
                length -= lost;
                break;
            case 1: /* put a word in */
                memmove(text + at + size, text + at, rest);
                memcpy(text + at, word, size);
                length += size;
                break;
            case 2: /* change one byte */
                if (rest)
                    text[at] = (char)(random_below(8) ? 32 + random_below(95) : random_below(256));
                break;
            default: /* say something twice */
                if (length + lost < sizeof text)
                    memmove(text + at + lost, text + at, rest);
                length += length + lost < sizeof text ? lost : 0;
            }
        }
        accepted += survive(text, length);
    }
    print_message("# %u of 20000 were accepted\n", accepted);
    assert_true(accepted > 1000); /* otherwise these tests would test only the errors */
}

/* A text that needs nearly everything the parser allocates. */
static char *long_text(void) {
    char *text = malloc(1 << 20), *at = text;
    at += sprintf(at, "title Everything\nboard 40 x 50\npieces 0..300 x\nvar v = p q r\nlet n = ring 0..9\n");
    at += sprintf(at, "let a, b = 0..300\nnames N S W E\nlinks");
    for (int i = 1; i < 100; i++)
        at += sprintf(at, " %d-%d", i, i + 1);
    at += sprintf(at, "\nmove turn: cycle (1..20) (30 40), v p -> q\nmove along links: x a -> a x\n");
    at += sprintf(at, "move on 1..3, cost 4: a b n -> b a n+1 where a != b, a+b < 9\n");
    for (int i = 0; i < 30; i++)
        at += sprintf(at, "move m%d, any direction: a b x -> a+%d b-%d x, v p where a < %d\n", i, i, i, i);
    at += sprintf(at, "within 99\nstart\n");
    for (int row = 0; row < 40; row++) {
        for (int column = 0; column < 50; column++)
            at += sprintf(at, " %d", row == column ? 299 : (row * column) % 10);
        at += sprintf(at, "\n");
    }
    at += sprintf(at, " and v is any\ngoal somewhere, any direction: 1 2 a and v is q\ngoal ");
    for (int row = 0; row < 40; row++)
        at += sprintf(at, "%s__________%040d", row ? "/" : "", row);
    sprintf(at, "\n");
    return text;
}

/* Every allocation fails in turn. */
static void no_memory_is_an_error(void **state) {
    (void)state;
    char *everything = long_text();
    struct few_puzzle *puzzle = parse(everything); /* it is valid */
    few_puzzle_free(puzzle);
    for (int i = 0; i <= EXAMPLES; i++) {
        const char *text = i < EXAMPLES ? examples[i] : everything;
        uint64_t calls = 0;
        for (puzzle = NULL; !puzzle;) {
            few_memory_init(&memory, SIZE_MAX / 2);
            memset(&error, 0, sizeof error);
            memory.fail_at = ++calls;
            puzzle = few_parse(&memory, "test.few", text, strlen(text), &error);
            if (!puzzle) {
                assert_int_equal(error.kind, FEW_ERROR_MEMORY);
                assert_int_equal(atomic_load(&memory.used), 0);
            }
        }
        assert_true(calls > (i < EXAMPLES ? 3 : 15));
        few_puzzle_free(puzzle);
    }
    free(everything);
}

static void no_memory_leaves_start_and_goal(void **state) {
    (void)state;
    static const char start[] = "abcdefghijklmnopq", goal[] = "somewhere: rstu12345 and somewhere: 6789";
    for (int which = 0; which < 2; which++) {
        struct few_puzzle *puzzle = parse(rewriting);
        bool parsed = false;
        unsigned failures = 0;
        for (; !parsed; failures++) {
            memset(&error, 0, sizeof error);
            atomic_store(&memory.calls, 0);
            memory.fail_at = failures + 1;
            uint32_t pieces = puzzle->piece_count;
            parsed = which ? few_parse_goal(puzzle, "--goal", goal, strlen(goal), &error)
                           : few_parse_start(puzzle, "START", start, strlen(start), &error);
            if (parsed)
                break;
            assert_int_equal(error.kind, FEW_ERROR_MEMORY);
            assert_int_equal(puzzle->piece_count, pieces);
            assert_codes(puzzle, puzzle->start.board.cells, puzzle->start.board.columns, "a b c d");
            assert_codes(puzzle, puzzle->goals[0].conditions[0].drawing.cells, 3, "x y z");
        }
        assert_true(failures > 1);
        memory.fail_at = 0;
        few_puzzle_free(puzzle);
    }
}

/* Two bytes a cell that stay and about two while it is read. */
static void large_drawings_need_little_memory(void **state) {
    (void)state;
    enum { SIZE = 1500 };
    size_t cells = (size_t)SIZE * SIZE;
    char *text = malloc(4 * cells + 1000), *at = text;
    at += sprintf(at, "board %d x %d\npieces . # o\nmove any direction: o . -> . o\nstart\n", SIZE, SIZE);
    for (int row = 0; row < SIZE; row++) {
        *at++ = ' ';
        for (int column = 0; column < SIZE; column++)
            *at++ = row + column == 0 ? 'o' : (row ^ column) % 5 ? '.' : '#';
        *at++ = '\n';
    }
    struct few_puzzle *puzzle = few_parse(&memory, "test.few", text, (size_t)(at - text), &error);
    assert_non_null(puzzle);
    assert_null(puzzle->text);
    assert_true(atomic_load(&memory.peak) < 4 * cells + (1 << 18));
    assert_true(atomic_load(&memory.used) < 2 * cells + (1 << 18));
    assert_int_equal(puzzle->start.board.cells[0], 2);
    assert_int_equal(puzzle->start.board.cells[cells - 1], ((SIZE - 1) ^ (SIZE - 1)) % 5 ? 0 : 1);
    few_puzzle_free(puzzle);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(strange_texts),
        TEST(random_bytes),
        TEST(random_mutations),
        TEST(no_memory_is_an_error),
        TEST(no_memory_leaves_start_and_goal),
        TEST(large_drawings_need_little_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
